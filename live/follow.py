"""Looking at the events of a store when they are due, one at a time, and recording what happened.

The state of an event, the facts and their notices are recorded together: whoever dies in between
has seen nothing, and sees it again.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

from live import when
from live.card import Lists
from live.changes import Change, followed_now, happenings
from live.history import snapshot
from live.look import Seen, first_look, next_look
from live.model import EventState, Follow, Happening, Phase
from live.own_card import is_card_news, with_card
from live.state import packed, unpacked
from live.store import EventRow, FactRow, LiveStore, Look
from scraper.errors import (
    LimitReached,
    LiveStoreFailed,
    LookFailed,
    SitePaused,
    TnrateError,
    TournamentMissing,
)
from scraper.gather import Gatherer
from scraper.turn import utc_now

Document = dict[str, Any]
# How a fact is kept: without words.
Describe = Callable[[Happening], Document]

# A tournament that is not there is asked for once more, after so long.
_MISSING_AGAIN = timedelta(minutes=10)
# Whoever only waits looks so often for what other processes have added.
_GLANCE = 1.0
_AFTER_STORE_FAILURE = 10.0


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of one look: how many facts are new, and what was met, if anything."""

    event: int
    facts: int = 0
    trouble: TnrateError | None = None


class Follower:
    """Looks at events that are due. For the process that has the lease.

    `describe` makes the document of a happening; `now` gives the time with a zone; `lists` tells
    what FIDE's lists say of a player.
    """

    def __init__(
        self,
        store: LiveStore,
        gatherer: Gatherer,
        describe: Describe,
        now: Callable[[], datetime] = utc_now,
        chance: random.Random | None = None,
        lists: Lists | None = None,
    ) -> None:
        self._store = store
        self._lists = lists
        self._gatherer = gatherer
        self._describe = describe
        self._now = now
        self._chance = chance or random.Random()  # noqa: S311 - it only spreads looks
        self._last_now: datetime | None = None
        # Whatever the store keeps or loses: when each event was looked at last.
        self._looked_at: dict[int, float] = {}

    def next_due(self) -> datetime | None:
        """Return when the next look is due, None where nobody looks any more.

        While the site wants no requests, nothing is due. Raises the store's refusals.
        """
        found = self._due()
        return None if found is None else found[1]

    def look(self) -> Looked | None:
        """Look at the event that was due first, None where none is. Raises the store's refusals."""
        found = self._due()
        if found is None or found[1] > self._now():
            return None
        return self._look_at(found[0])

    def look_at_all_due(self) -> list[Looked]:
        """Look at every event that is due now, each once. Raises the store's refusals."""
        found: list[Looked] = []
        while (looked := self.look()) is not None and looked.event not in {
            one.event for one in found
        }:
            found.append(looked)
        return found

    def run(
        self,
        stop: Event,
        heard: Callable[[Looked], None],
        failed: Callable[[TnrateError], None],
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Look until nothing is due any more, or until stopped.

        `heard` is called after each look, `failed` where the store failed; then the next try waits.
        """
        wait = wait or stop.wait
        version: int | None = None
        due: datetime | None = None
        while not stop.is_set():
            try:
                seen = self._store.version()
                if seen != version or due is None or due <= self._now():
                    looked = self.look()
                    version, due = seen, self.next_due()
                    if looked is not None:
                        heard(looked)
                        continue
                    if due is None:
                        return
            except LiveStoreFailed as error:
                failed(error)
                wait(_AFTER_STORE_FAILURE)
                due = None
                continue
            self._mind_the_clock()
            left = (due - self._now()).total_seconds() if due else _GLANCE
            wait(min(max(left, 0.0), _GLANCE))

    def _due(self) -> tuple[EventRow, datetime] | None:
        """Return the event whose turn is next, and when it is."""
        self._mind_the_clock()
        rows = [
            (max(row.due_at, self._not_before(row.id)), row)
            for row in self._store.events()
            if row.due_at is not None
        ]
        if not rows:
            return None
        due_at, row = min(rows, key=lambda one: one[0])
        # No pause is longer; what is due later was noted by a clock that was ahead.
        latest = self._now() + when.LONGEST * (1 + when.JITTER)
        until = self._gatherer.archive.turn.stopped_until() or 0.0
        due = max(min(due_at, latest.timestamp()), until)
        return row, datetime.fromtimestamp(due, UTC)

    def _not_before(self, event: int) -> float:
        """Return when an event can be looked at again at the earliest."""
        return self._looked_at.get(event, -math.inf) + when.SHORTEST.total_seconds()

    def _mind_the_clock(self) -> None:
        """Where the clock was set back, set back what is due with it."""
        now = self._now()
        last, self._last_now = self._last_now, now
        if last is None or now >= last:
            return
        for event, at in self._looked_at.items():
            self._looked_at[event] = at - (last - now).total_seconds()
        for row in self._store.events():
            if row.due_at is not None:
                self._store.set_due(row.id, row.due_at - (last - now).total_seconds())

    def _look_at(self, row: EventRow) -> Looked:
        self._gatherer.looks.clear()
        self._looked_at[row.id] = self._now().timestamp()
        try:
            return self._looked(row)
        except LiveStoreFailed:
            raise
        except TournamentMissing as error:
            return self._missing(row, error)
        except TnrateError as error:
            return self._failed(row, error)
        except Exception as error:  # a page that nobody foresaw must not end the other events
            return self._failed(row, LookFailed(reason=f"{type(error).__name__}: {error}"))

    def _looked(self, row: EventRow) -> Looked:
        now = self._now()
        data = self._store.state(row.id)
        if data is None:
            state = first_look(self._gatherer, row.id, now)
            before = self._store.follows(row.id)
            self._record(row, Seen(state, state), None, before, followed_now(before, state))
            return Looked(row.id)
        known = unpacked(data)
        seen = next_look(self._gatherer, known, now)
        if seen.is_old:
            pause = when.with_jitter(when.SHORTEST, self._chance)
            self._store.set_due(row.id, (now + pause).timestamp())
            return Looked(row.id)
        before = self._store.follows(row.id)
        follows, trouble = self._with_cards(followed_now(before, seen.state, known), seen)
        seen = replace(seen, trouble=seen.trouble or trouble)
        facts = self._record(row, seen, known, before, follows)
        if seen.trouble is not None:
            self._let_all_grow_old(row, seen.trouble)
        return Looked(row.id, facts, seen.trouble)

    def _with_cards(
        self, follows: Sequence[Follow], seen: Seen
    ) -> tuple[list[Follow], TnrateError | None]:
        """Read the cards that tell something new; return all follows, and what stopped it."""
        found = list(follows)
        for place, follow in enumerate(follows):
            if not is_card_news(follow, seen.before, seen.state):
                continue
            try:
                found[place] = with_card(self._gatherer, follow)
            except (LimitReached, SitePaused) as error:
                return found, error
        return found, None

    def _record(
        self,
        row: EventRow,
        seen: Seen,
        known: EventState | None,
        before: Sequence[Follow],
        follows: Sequence[Follow],
    ) -> int:
        """Record what a look saw; `known` is the state before it, None for the first look.

        `follows` are those of `before` as they are now.
        """
        now = self._now()
        state = seen.state
        phase = when.phase_of(state, now)
        due = when.next_look(state, now, self._chance)
        if due is not None and seen.trouble is not None:
            due = max(due, self._after(row, seen.trouble, now))
        told: Sequence[Happening] = ()
        if known is not None:
            change = Change(seen.before, state, row.phase or phase, phase, now, self._lists)
            told = list(happenings(change, follows, before))
        delta = snapshot(known, state)
        update = None if state.last_update is None else state.last_update.isoformat()
        look = Look(
            state=packed(state),
            phase=phase,
            due_at=None if due is None else due.timestamp(),
            as_of=now.timestamp(),
            name=state.tournament.name,
            facts=self._facts(told),
            follows=[new for new, old in zip(follows, before, strict=True) if new != old],
            snapshot=None if delta is None else (now.timestamp(), update, delta),
            trouble=None if seen.trouble is None else _trouble(seen.trouble),
        )
        return self._store.record(row.id, look)

    def _facts(self, told: Sequence[Happening]) -> list[FactRow]:
        return [
            FactRow(one.key, _id(one.follow), one.kind, one.at.timestamp(), self._describe(one))
            for one in told
        ]

    def _missing(self, row: EventRow, error: TournamentMissing) -> Looked:
        """Ask once more for an event that is not there; then it is gone for good."""
        now = self._now()
        is_known = row.trouble is not None and row.trouble.get("code") == error.code
        if not is_known:
            self._note(row, error, now + _MISSING_AGAIN)
            return Looked(row.id, trouble=error)
        data = self._store.state(row.id)
        if data is None:
            self._note(row, error, None)
            return Looked(row.id, trouble=error)
        state = unpacked(data)
        state = replace(state, looks=state.looks + 1)
        follows = self._store.follows(row.id)
        before = row.phase or Phase.PLAYING
        change = Change(state, state, before, Phase.MISSING, now, self._lists)
        facts = self._facts(list(happenings(change, follows, follows)))
        as_of = row.as_of or now.timestamp()
        look = Look(packed(state), Phase.MISSING, None, as_of, None, facts)
        return Looked(row.id, self._store.record(row.id, look), error)

    def _failed(self, row: EventRow, error: TnrateError) -> Looked:
        """Note what a look met, and try again later; what was seen before stays."""
        self._note(row, error, self._after(row, error, self._now()))
        self._let_all_grow_old(row, error)
        return Looked(row.id, trouble=error)

    def _let_all_grow_old(self, row: EventRow, error: TnrateError) -> None:
        """While the site wants no requests, every event that would fall due grows old with one."""
        if not isinstance(error, LimitReached | SitePaused):
            return
        due = self._after(row, error, self._now())
        for other in self._store.events():
            waits = other.due_at is not None and other.due_at < due.timestamp()
            if other.id != row.id and waits:
                self._note(other, error, due)

    def _after(self, row: EventRow, error: TnrateError, now: datetime) -> datetime:
        """Return when to try again after what a look met."""
        if isinstance(error, LimitReached | SitePaused):
            until = self._gatherer.archive.turn.stopped_until()
            if until is not None:  # in whole minutes, as it is told
                return datetime.fromtimestamp(math.ceil(until / 60) * 60, UTC)
        return when.after_failure(row.failures + 1, now, self._chance)

    def _note(self, row: EventRow, error: TnrateError, due: datetime | None) -> None:
        self._store.record_failure(
            row.id,
            due_at=None if due is None else due.timestamp(),
            trouble=_trouble(error),
            at=self._now().timestamp(),
        )


def _trouble(error: TnrateError) -> Document:
    """Return a refusal as values that JSON has."""
    facts = {
        name: value if isinstance(value, str | int | float | None) else str(value)
        for name, value in error.facts.items()
    }
    return {"code": error.code, "facts": facts}


def _id(follow: Follow) -> int:
    if follow.id is None:
        raise ValueError("a follow that is not stored")
    return follow.id
