"""How an event went: what each look added to the state, and what that meant for a player.

A snapshot is a patch of the state's document (RFC 7386: a null removes), packed; the first one is
the whole state.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from live.card import Lists, rated_card
from live.changes import BROKEN_OFF, Change, followed_now, happenings
from live.merge import renumbered
from live.model import EventState, FactKind, Follow
from live.state import Document, document_of, pack, state_of, unpack
from live.store import EventRow
from live.view import Moment
from live.when import phase_of

BASELINE = "baseline"
# They differ with every upload, and tell nothing of the event.
_BOOKKEEPING = frozenset(
    {"looks", "lag", "wanted", "puzzled_at", "last_update", "changed_at", "trusts_points"}
)


def snapshot(before: EventState | None, after: EventState) -> bytes | None:
    """Return what is new in a state; None where nothing of the event is."""
    new = document_of(after)
    if before is None:
        return pack(new)
    patch = _patch(document_of(before), new)
    told = {key for key, value in patch.items() if key not in _BOOKKEEPING}
    if told == {"tournament"} and set(patch["tournament"]) == {"last_update"}:
        told = set()
    return pack(patch) if told else None


def states(snapshots: Iterable[tuple[float, bytes]]) -> Iterator[tuple[datetime, EventState]]:
    """Give the states of an event in order, with the time (UTC) at which each was seen."""
    document: Document = {}
    for at, data in snapshots:
        document = _patched(document, unpack(data))
        yield datetime.fromtimestamp(at, UTC), state_of(document)


def moments(
    snapshots: Iterable[tuple[float, bytes]],
    follow: Follow,
    ending: tuple[datetime, FactKind] | None = None,
    lists: Lists | None = None,
) -> Iterator[Moment]:
    """Give the times at which something changed for a player, and the card at each.

    `ending` is when and how an event broke off, which no state tells; `lists` tells what FIDE's
    lists say of the player.
    """
    before: EventState | None = None
    last = follow
    listed: tuple[EventState, Follow] | None = None
    for at, state in states(snapshots):
        (now,) = followed_now([last], state, before)
        what: tuple[str, ...] = (BASELINE,)
        if before is not None:
            change = Change(
                renumbered(before, state.listed), state,
                phase_of(before, at), phase_of(state, at), at,
            )  # fmt: skip
            what = tuple(one.kind for one in happenings(change, [now], [last]))
        if now.is_listed:
            listed = (state, now)
        if what and now.is_listed:
            yield _moment(at, state, now, what, lists)
        elif what and last.is_listed and before is not None:  # taken off the list
            yield _moment(at, before, last, what, lists)
        before, last = state, now
    if ending is not None and listed is not None:
        at, kind = ending
        yield _moment(at, *listed, (kind,), lists)


def ending(row: EventRow) -> tuple[datetime, FactKind] | None:
    """Return when and how an event broke off, None where it did not."""
    if row.phase not in BROKEN_OFF or row.as_of is None:
        return None
    return datetime.fromtimestamp(row.as_of, UTC), BROKEN_OFF[row.phase]


def _moment(
    at: datetime,
    state: EventState,
    follow: Follow,
    what: tuple[str, ...],
    lists: Lists | None,
) -> Moment:
    return Moment(
        at=at,
        last_update=state.last_update,
        round=state.newest,
        what=what,
        points=state.points(follow.start_number),
        place=state.places.get(follow.start_number),
        rated=rated_card(state, follow, at.astimezone().date(), lists),
    )


def _patch(old: Document, new: Document) -> Document:
    patch: Document = {key: None for key in old if key not in new and old[key] is not None}
    for key, value in new.items():
        known = old.get(key)
        if isinstance(value, dict) and isinstance(known, dict):
            inner = _patch(known, value)
            if inner:
                patch[key] = inner
        elif value != known:
            patch[key] = value
    return patch


def _patched(document: Document, patch: Document) -> Document:
    found = dict(document)
    for key, value in patch.items():
        known = found.get(key)
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict):
            found[key] = _patched(known if isinstance(known, dict) else {}, value)
        else:
            found[key] = value
    return found
