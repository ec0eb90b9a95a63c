"""The story of an event: what is uploaded when, with all that goes wrong on the way.

A finished event is played through: unpaired, round by round, a few results at a time. Everything
that can happen to an event is an `Incident`; a `Story` says which of them do.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from tests.standin.build import random_players
from tests.standin.desk import BYE, PLAYED, Desk, crossed, resting, rounds_of
from tests.standin.event import Event, Player, Style
from tests.standin.schedule import SIDES

SITE_ZONE = ZoneInfo("Europe/Berlin")
VENUE_ZONE = ZoneInfo("Europe/Istanbul")
_SECOND = timedelta(seconds=1)


class Incident(StrEnum):
    """What can happen to an event while it is played and uploaded."""

    HELD_BACK = "held back"
    LATE_RESULT = "late result"
    REDONE = "pairing redone"
    TAKEN_BACK = "pairing taken back"
    CORRECTED = "corrected"
    CORRECTED_LATE = "corrected two rounds later"
    WAVERING = "corrected and put back"
    WITHDRAWAL = "withdrawal"
    HALF_BYE = "half-point bye"
    BYE = "allocated bye"
    FORFEIT = "forfeit"
    LATE_ENTRY = "late entry"
    DELETED = "deleted from the list"
    RATING = "rating corrected"
    PAUSE = "pause in uploading"
    UNCHANGED = "nothing new"
    PHANTOM = "phantom round"
    LAG = "standings lag"
    OLD_PAGE = "old page"
    INCOMPLETE = "last results never uploaded"


ALL = frozenset(Incident)
# Teams play in the line-up of the day, and a round robin is paired once and for all.
_OF_ONE_FIELD = frozenset(
    {
        Incident.WITHDRAWAL,
        Incident.HALF_BYE,
        Incident.BYE,
        Incident.LATE_ENTRY,
        Incident.PHANTOM,
        Incident.LAG,
    }
)
_NOT_OF_TEAMS = _OF_ONE_FIELD | {Incident.DELETED}
_NOT_OF_ROUND_ROBINS = _OF_ONE_FIELD | {Incident.REDONE, Incident.TAKEN_BACK}


def possible(event: Event) -> frozenset[Incident]:
    """Give the incidents that an event of its kind can have."""
    found = ALL - _NOT_OF_TEAMS if event.for_teams else ALL
    return found - _NOT_OF_ROUND_ROBINS if event.round_robin else found


@dataclass(frozen=True)
class Story:
    """How an event goes, repeatable by its seed.

    `lead` lies between the first upload and the start of round 1, `between` between the starts of
    two rounds; a pairing is out `notice` before the start, and the last game ends after `games`.
    The results of a round come in `uploads` parts. `pause` is the delay of a pause in uploading,
    `lag` that of standings that are behind. `star`, a start number of the finished event, is
    the one that corrections and the like meet, where they can.
    """

    seed: int = 1
    incidents: frozenset[Incident] = frozenset()
    lead: timedelta = timedelta(hours=1)
    between: timedelta = timedelta(hours=4)
    games: timedelta = timedelta(hours=3)
    notice: timedelta = timedelta(minutes=20)
    uploads: int = 4
    pause: timedelta = timedelta(hours=6)
    lag: timedelta = timedelta(minutes=7)
    star: int | None = None

    def __post_init__(self) -> None:
        if self.lead <= self.notice or self.between <= self.games + self.notice:
            raise ValueError("the pairing of a round must come after what is before it")


@dataclass(frozen=True)
class Upload:
    """What the site shows from a time (UTC) on, until the next one; `why` says what is new."""

    at: datetime
    event: Event
    style: Style
    why: str
    incidents: frozenset[Incident] = frozenset()


@dataclass(frozen=True)
class OldPage:
    """The first page of pairings or results that is asked for from a time on is this old one."""

    at: datetime
    index: int


@dataclass(frozen=True, repr=False)
class Play:
    """The uploads of one event in order, and the old pages that come up in between."""

    uploads: tuple[Upload, ...]
    story: Story = field(default_factory=Story)
    old_pages: tuple[OldPage, ...] = ()

    def __repr__(self) -> str:
        """Name the play by what it is made of: written out it would fill a book."""
        event = self.last
        size = f"{len(event.players)} players, {event.rounds_total} rounds"
        return f"<Play {event.number} {event.tournament_type} {size}, {self.story}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Name the play so to hypothesis, too, which would write out all fields."""
        printer.text(repr(self))

    @property
    def number(self) -> int:
        """The tournament's number."""
        return self.uploads[0].event.number

    @property
    def begins(self) -> datetime:
        """The time of the first upload."""
        return self.uploads[0].at

    @property
    def ends(self) -> datetime:
        """The time of the last upload."""
        return self.uploads[-1].at

    @property
    def last(self) -> Event:
        """The event as it is in the end."""
        return self.uploads[-1].event

    @cached_property
    def happened(self) -> dict[Incident, tuple[int, ...]]:
        """The incidents that there were, with the indexes of the uploads that show them."""
        found: dict[Incident, list[int]] = {}
        for index, upload in enumerate(self.uploads):
            for incident in upload.incidents:
                found.setdefault(incident, []).append(index)
        for page in self.old_pages:
            found.setdefault(Incident.OLD_PAGE, []).append(page.index)
        return {incident: tuple(indexes) for incident, indexes in found.items()}

    @cached_property
    def _times(self) -> list[datetime]:
        return [upload.at for upload in self.uploads]

    def index_at(self, when: datetime) -> int | None:
        """Give the index of the upload that is on show at a time, None before the first."""
        index = bisect_right(self._times, when) - 1
        return None if index < 0 else index

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """Everybody who was ever listed, as last listed; no two are alike in name and FIDE id."""
        found = {
            (one.name, one.fide_id): one for upload in self.uploads for one in upload.event.players
        }
        return tuple(found.values())


def site_time(when: datetime) -> datetime:
    """Give a time by the site's clock, as its pages print it: without a zone."""
    return when.astimezone(SITE_ZONE).replace(tzinfo=None, microsecond=0)


def play_of(
    event: Event, start: datetime, story: Story | None = None, style: Style | None = None
) -> Play:
    """Play an event through; its first upload, a starting list, is at `start` (aware).

    Incidents that the event's kind cannot have, or its size leaves no room for, do not happen;
    `Play.happened` tells. The rounds are made anew where somebody does not play in some of them.
    """
    return _Author(_alone(event), start, story or Story(), style or Style()).play()


def _alone(event: Event) -> Event:
    """Give an event in which no two people have one name and no FIDE id."""
    names = Counter(one.name for one in event.players)
    players = tuple(
        replace(one, fide_id=99400000 + one.start_number)
        if names[one.name] > 1 and not one.fide_id
        else one
        for one in event.players
    )
    return replace(event, players=players)


@dataclass(frozen=True)
class _Step:
    """An entry at the desk, and the upload after it."""

    at: datetime
    why: str
    enter: Callable[[Desk], None]
    incidents: frozenset[Incident] = frozenset()
    lags: bool = False


class _Author:
    """Writes the steps of a play; `_busy` are the boards that have an incident already."""

    def __init__(self, event: Event, start: datetime, story: Story, style: Style) -> None:
        self._story, self._style, self._start = story, style, start.replace(microsecond=0)
        self._wanted = story.incidents & possible(event)
        self._chance = random.Random(story.seed)  # noqa: S311 - the same play every time is wanted
        self._event = event
        self._rounds = rounds_of(event)
        self._steps: list[_Step] = []
        self._busy: set[tuple[int, int]] = set()
        self._apart: set[tuple[int, int]] = set()
        self._wrong: dict[tuple[int, int], str] = {}
        self._forfeit: tuple[int, int] | None = None
        self._latecomer: tuple[int, int] | None = None
        self._absent: dict[Incident, int] = {}
        total = len(self._rounds)
        rests = Incident.PAUSE in self._wanted and total > 0
        self._paused = self._chance.randint(1, max(total - 1, 1)) if rests else 0
        first = self._start + story.lead
        self._planned = [first + story.between * place for place in range(total)]

    def play(self) -> Play:
        """Write everything down, and upload it."""
        self._rest_some()
        self._give_forfeit()
        self._schedule()
        desk = Desk(self._event, self._rounds)
        self._change_the_list(desk)
        self._busy |= {(self._paused, place) for place in self._places(self._paused)}
        self._pair(desk)
        self._correct()
        self._play_rounds()
        self._say_nothing_new()
        return self._uploaded(desk)

    # The event as it will be in the end

    def _rest_some(self) -> None:
        """Let people come late, withdraw, or rest, as the story wants it."""
        total, chance, star = len(self._rounds), self._chance, self._story.star
        numbers = [one.start_number for one in self._event.players]
        others = [number for number in numbers[1:-1] if number != star]
        chance.shuffle(others)
        if Incident.LATE_ENTRY in self._wanted and total > 1 and others:
            missed = self._round(1, min(total - 1, 2))
            if missed:
                self._latecomer = others.pop(), missed
                self._rest(self._latecomer[0], range(1, missed + 1), "out")
        if Incident.WITHDRAWAL in self._wanted and total > 1 and others:
            number = others.pop()
            since = chance.randint(2, total)
            self._rest(number, range(since, total + 1), "out")
            self._absent[Incident.WITHDRAWAL] = since
        if Incident.HALF_BYE in self._wanted and total and others:
            number = star if star is not None and chance.random() < 0.5 else others.pop()
            when = chance.randint(1, total)
            self._rest(number, [when], "half")
            self._absent[Incident.HALF_BYE] = when
        with_bye = self._with_bye()
        if Incident.BYE in self._wanted and not with_bye and total and others:
            self._rest(others.pop(), [chance.randint(1, total)], "out")
            with_bye = self._with_bye()
        if Incident.BYE in self._wanted and with_bye:
            self._absent[Incident.BYE] = with_bye[0]

    def _with_bye(self) -> list[int]:
        return [
            number
            for number, pairings in enumerate(self._rounds, start=1)
            if any(one.result == BYE for one in pairings)
        ]

    def _rest(self, number: int, when: Iterable[int], how: str) -> None:
        self._rounds = resting(self._rounds, number, when, how, self._chance)

    def _give_forfeit(self) -> None:
        if Incident.FORFEIT not in self._wanted or not self._rounds:
            return
        number = self._chance.randint(1, len(self._rounds))
        place = self._board(number)
        if place is not None:
            self._forfeit = number, place
            self._busy.add((number, place))
            pairings = list(self._rounds[number - 1])
            result = self._chance.choice(("+--", "--+", "---"))
            pairings[place] = pairings[place]._replace(result=result)
            rounds = list(self._rounds)
            rounds[number - 1] = tuple(pairings)
            self._rounds = tuple(rounds)

    def _schedule(self) -> None:
        local = [when.astimezone(VENUE_ZONE) for when in self._planned]
        days = [when.date() for when in local] or [self._start.astimezone(VENUE_ZONE).date()]
        self._event = replace(
            self._event,
            schedule=tuple((when.date(), f"{when:%H:%M}") for when in local),
            start=days[0],
            end=days[-1],
        )

    # Rounds and boards

    def _round(self, first: int, last: int) -> int:
        """Choose a round, 0 for none; in that of the pause nothing happens."""
        numbers = [number for number in range(first, last + 1) if number != self._paused]
        return self._chance.choice(numbers) if numbers else 0

    def _places(self, number: int) -> list[int]:
        """Give the boards of a round that a result is entered for, by place."""
        if not number:
            return []
        return [place for place, one in enumerate(self._rounds[number - 1]) if one.waits]

    def _board(self, number: int) -> int | None:
        """Choose a game of a round that nothing happens to yet: the star's, or any."""
        pairings = self._rounds[number - 1]
        free = [
            place
            for place, one in enumerate(pairings)
            if one.result in SIDES and one.result != "?" and (number, place) not in self._busy
        ]
        own = [one for one in free if self._story.star in (pairings[one].one, pairings[one].other)]
        return self._chance.choice(own or free) if free else None

    def _chosen(self, incident: Incident, last: int, later: int = 0) -> tuple[int, int] | None:
        """Choose a round and a board for an incident of a result, None where there is none.

        What happens so many rounds later does not meet the pause.
        """
        if incident not in self._wanted:
            return None
        numbers = [one for one in range(1, last + 1) if not later or one + later != self._paused]
        self._chance.shuffle(numbers)
        for number in numbers:
            place = self._board(number)
            if place is not None:
                self._busy.add((number, place))
                return number, place
        return None

    # Steps

    def _step(
        self,
        at: datetime,
        why: str,
        enter: Callable[[Desk], None] = lambda _: None,
        *incidents: Incident,
        lags: bool = False,
    ) -> None:
        self._steps.append(_Step(at, why, enter, frozenset(incidents), lags))

    def _enter(self, at: datetime, board: tuple[int, int], result: str, *why: Incident) -> None:
        """Enter one result of a board, given by round and place."""

        def enter(desk: Desk) -> None:
            desk.entered[board] = result

        self._step(at, f"{', '.join(why)}: round {board[0]}, {result}", enter, *why)

    def _start_of(self, number: int) -> datetime:
        late = self._story.pause if 0 < self._paused < number else timedelta(0)
        return self._planned[number - 1] + late

    def _over(self, number: int, part: float) -> datetime:
        """Give a time between the last game of a round and the next pairing."""
        spare = self._story.between - self._story.games - self._story.notice
        paused = self._story.pause if number == self._paused else timedelta(0)
        return self._start_of(number) + self._story.games + (spare + paused) * part

    def _change_the_list(self, desk: Desk) -> None:
        """Let the list of players be another one at first than it is in the end."""
        players = self._event.players
        chance, story = self._chance, self._story
        if self._latecomer is not None:
            desk.latecomer, missed = self._latecomer

            def enter_list(desk: Desk) -> None:
                desk.latecomer = None

            self._step(self._over(missed, 0.9), "late entry", enter_list, Incident.LATE_ENTRY)
        if Incident.DELETED in self._wanted:
            (model,) = random_players(chance, 1)
            place = chance.randint(2, max(len(players), 2))
            desk.guest = replace(model, start_number=place, fide_id=99500001)

            def strike(desk: Desk) -> None:
                desk.guest = None

            when = self._start + (story.lead - story.notice) / 2
            self._step(when, "deleted from the list", strike, Incident.DELETED)
        rated = [one for one in players if one.fide and one.start_number != desk.latecomer]
        number = self._round(1, len(self._rounds))
        if Incident.RATING in self._wanted and rated and number:
            one = self._whose_rating(number, rated)
            off = chance.choice((-110, -35, 27, 90))
            national = one.national + off if one.national else 0
            desk.ratings[one.start_number] = (one.fide + off, national)
            self._step(
                self._start_of(number) + story.games * 0.1,
                "rating corrected",
                lambda desk: desk.ratings.clear(),
                Incident.RATING,
            )

    def _whose_rating(self, number: int, rated: list[Player]) -> Player:
        """Choose the star, his opponent of a round, or anybody."""
        star = self._story.star
        wanted = {star}
        for one in self._rounds[number - 1]:
            if star in (one.one, one.other) and self._chance.random() < 0.7:
                wanted = {one.one, one.other} - {star}
        chosen = [one for one in rated if one.start_number in wanted]
        return self._chance.choice(chosen or rated)

    def _pair(self, desk: Desk) -> None:
        """Pair the rounds, with results that were held back for it."""
        story, chance, total = self._story, self._chance, len(self._rounds)
        if self._event.round_robin:
            if total:
                self._step(self._start_of(1) - story.notice, "all rounds paired", _paired(total))
            return
        numbers = list(range(1, total + 1))
        redone = self._redone(desk, chance.sample(numbers, total))
        rest = [number for number in numbers if number != redone]
        taken = chance.choice(rest) if Incident.TAKEN_BACK in self._wanted and rest else 0
        phantom = self._round(1, total - 1) + 1
        if Incident.PHANTOM in self._wanted and phantom > 1:
            self._step(
                self._over(phantom - 1, 0.8),
                f"round {phantom} linked, not paired",
                _linked(phantom, absentees=chance.random() < 0.6),
                Incident.PHANTOM,
            )
        for number in numbers:
            absent = [why for why, when in self._absent.items() if when == number]
            at = self._start_of(number) - story.notice
            redone_now = [Incident.REDONE] if number == redone else []
            why = f"round {number} paired"
            self._step(at, why, _paired(number), *absent, *redone_now)
            if number == redone:
                self._step(
                    at + story.notice / 2,
                    f"round {number} paired anew",
                    _as_it_is(number),
                    Incident.REDONE,
                )
            if number == taken:
                why = f"round {number} taken back"
                self._step(at + story.notice / 4, why, _paired(number - 1), Incident.TAKEN_BACK)
                why = f"round {number} paired again"
                self._step(at + story.notice * 0.7, why, _paired(number), Incident.TAKEN_BACK)

    def _redone(self, desk: Desk, numbers: list[int]) -> int:
        """Choose a round that is drawn wrong at first, 0 for none."""
        if Incident.REDONE not in self._wanted:
            return 0
        for number in numbers:
            pairings = self._rounds[number - 1]
            sizes = Counter(one.table for one in pairings if one.other is not None)
            star = self._story.star
            own = [one.table for one in pairings if star in (one.one, one.other) and one.other]
            tables = [*own, *(table for table in sizes if table not in own)]
            for other in tables[1:]:
                if sizes[other] == sizes[tables[0]]:
                    colours = not self._event.for_teams
                    desk.drawn[number] = crossed(pairings, (tables[0], other), colours=colours)
                    return number
        return 0

    def _correct(self) -> None:
        """Correct results: in the round, later, and back again."""
        total, story = len(self._rounds), self._story
        for incident, last, later in (
            (Incident.CORRECTED, total, 0),
            (Incident.CORRECTED_LATE, total - 2, 2),
            (Incident.WAVERING, total, 0),
        ):
            board = self._chosen(incident, last, later)
            if board is None:
                continue
            number, place = board
            final = self._rounds[number - 1][place].result
            wrong = self._chance.choice([one for one in PLAYED if one != final])
            if incident is Incident.WAVERING:
                self._enter(self._over(number, 0.4), board, wrong, incident)
                self._enter(self._over(number, 0.6), board, final, incident)
                continue
            self._wrong[board] = wrong
            at = self._over(number, 0.3)
            if incident is Incident.CORRECTED_LATE:
                at = self._start_of(number + 2) + story.games * 0.15
            self._enter(at, board, final, incident)

    def _play_rounds(self) -> None:
        """Let the results come in."""
        total, chance, story = len(self._rounds), self._chance, self._story
        late = self._chosen(Incident.LATE_RESULT, total - 1, 1)
        if late is not None:
            result = self._rounds[late[0] - 1][late[1]].result
            at = self._start_of(late[0] + 1) + story.games * 0.3
            self._enter(at, late, result, Incident.LATE_RESULT)
            self._apart.add(late)
        if Incident.INCOMPLETE in self._wanted and total and len(self._places(total)) > 1:
            place = self._board(total)
            if place is not None:
                self._busy.add((total, place))
                self._apart.add((total, place))
        lagging = self._round(1, total) if Incident.LAG in self._wanted else 0
        for number in range(1, total + 1):
            held: list[int] = []
            places = [one for one in self._places(number) if (number, one) not in self._apart]
            games = [one for one in places if self._rounds[number - 1][one].other is not None]
            if number == self._paused:
                held, places = places, []
            elif Incident.HELD_BACK in self._wanted and games and self._may_hold(number):
                free = [one for one in games if (number, one) not in self._busy]
                most = min(len(free), len(games) - 1)  # a round without any result is a pause
                held = chance.sample(free, min(most, chance.randint(1, 3)))
                places = [one for one in places if one not in held]
            self._trickle(number, places, lags=number == lagging and bool(games))
            if held:
                self._release(number, held)

    def _may_hold(self, number: int) -> bool:
        """Whether there is a next round to wait for, and the arbiter does so."""
        paused = self._event.round_robin and number + 1 == self._paused
        return number < len(self._rounds) and not paused and self._chance.random() < 0.8

    def _trickle(self, number: int, places: list[int], *, lags: bool) -> None:
        """Enter results of a round in some parts, between the first and the last game's end."""
        chance, story = self._chance, self._story
        order = chance.sample(places, len(places))
        count = max(min(story.uploads, len(order)), 1)
        for part in range(count):
            chunk = order[part::count]
            if not chunk:
                continue
            done = (part + 1) / count if count > 1 else 1.0
            ended = 0.35 + 0.65 * done - 0.1 * chance.random() / count
            last = part == count - 1
            why = f"{len(chunk)} results of round {number}"
            if last:
                why += ", the last"
            incidents = self._forfeits(number, chunk)
            if last and number == len(self._rounds) and any(at == number for at, _ in self._apart):
                incidents.append(Incident.INCOMPLETE)
            if last and lags:
                incidents.append(Incident.LAG)
            at = self._start_of(number) + story.games * ended
            enter = self._results(number, chunk)
            self._step(at, why, enter, *incidents, lags=last and lags)

    def _forfeits(self, number: int, places: list[int]) -> list[Incident]:
        forfeited = any(self._forfeit == (number, place) for place in places)
        return [Incident.FORFEIT] if forfeited else []

    def _results(self, number: int, places: list[int]) -> Callable[[Desk], None]:
        found = {
            (number, place): self._wrong.get(
                (number, place), self._rounds[number - 1][place].result
            )
            for place in places
        }
        return lambda desk: desk.entered.update(found)

    def _release(self, number: int, held: list[int]) -> None:
        """Enter results together with the next pairing, or late where there is none."""
        incident = Incident.PAUSE if number == self._paused else Incident.HELD_BACK
        enter = self._results(number, held)
        why = f"{incident}: {len(held)} results of round {number}"
        following = f"round {number + 1} paired"
        for place, step in enumerate(self._steps):
            if step.why == following:
                both = _both(enter, step.enter)
                incidents = step.incidents | {incident, *self._forfeits(number, held)}
                self._steps[place] = replace(
                    step, why=f"{step.why}; {why}", enter=both, incidents=incidents
                )
                return
        at = self._over(number, 1.0)
        if number < len(self._rounds):
            at = self._start_of(number + 1) + self._story.games * 0.05
        self._step(at, why, enter, incident, *self._forfeits(number, held))

    def _say_nothing_new(self) -> None:
        number = self._round(1, len(self._rounds))
        if Incident.UNCHANGED in self._wanted and number:
            at = self._start_of(number) + self._story.games * 0.2
            self._step(at, "nothing new", lambda _: None, Incident.UNCHANGED)

    # Uploads

    def _uploaded(self, desk: Desk) -> Play:
        """Work the steps off, one upload for each."""
        uploads = [self._upload(desk, _Step(self._start, "starting list", lambda _: None))]
        steps = sorted(self._steps, key=lambda one: one.at)
        at = self._start
        for step, following in zip(steps, [*steps[1:], None], strict=True):
            at = max(step.at, at + _SECOND).replace(microsecond=0)
            step.enter(desk)
            upload = self._upload(desk, replace(step, at=at))
            if not step.lags:
                uploads.append(upload)
                continue
            until = at + self._story.lag
            if following is not None:
                until = min(until, following.at - _SECOND)
            until = max(until, at + _SECOND).replace(microsecond=0)
            behind = replace(self._style, stale_crosstable=True)
            uploads.append(replace(upload, style=behind))
            why = "the standings have caught up"
            uploads.append(replace(upload, at=until, why=why))
            at = until
        return Play(tuple(uploads), self._story, self._old_pages(uploads))

    def _upload(self, desk: Desk, step: _Step) -> Upload:
        event = desk.event(site_time(step.at))
        return Upload(step.at, event, self._style, step.why, step.incidents)

    def _old_pages(self, uploads: list[Upload]) -> tuple[OldPage, ...]:
        """Choose an upload in the middle; after it, the one before is shown once more."""
        newer = range(len(uploads) // 3 + 1, len(uploads))
        if Incident.OLD_PAGE not in self._wanted or not newer:
            return ()
        index = self._chance.choice(newer)
        after = [later.at - one.at for one, later in pairwise(uploads[index : index + 2])]
        wait = (after[0] if after else self._story.lag) / 3
        return (OldPage(uploads[index].at + wait, index - 1),)


def _paired(number: int) -> Callable[[Desk], None]:
    """Pair the rounds up to a number, and no further."""

    def enter(desk: Desk) -> None:
        desk.paired = number

    return enter


def _linked(number: int, *, absentees: bool) -> Callable[[Desk], None]:
    """Link a round that is not paired."""

    def enter(desk: Desk) -> None:
        desk.ahead, desk.absentees = number, absentees

    return enter


def _as_it_is(number: int) -> Callable[[Desk], None]:
    """Show a round as it was drawn at last."""

    def enter(desk: Desk) -> None:
        desk.drawn.pop(number, None)

    return enter


def _both(first: Callable[[Desk], None], second: Callable[[Desk], None]) -> Callable[[Desk], None]:
    def enter(desk: Desk) -> None:
        first(desk)
        second(desk)

    return enter
