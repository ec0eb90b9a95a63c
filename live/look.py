"""One look at an event: the page that tells most, and others only where it leaves a doubt.

A look costs one request. The first look of an event asks for its list, the pairings, the results
so far, the standings and the schedule; later ones ask for a second page when a round begins or
ends, when points do not add up, or when the list does not fit the pairings any more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import TypeVar

from live import merge
from live.model import EventState
from scraper.archive import SITE_FAILED
from scraper.asking import VIEWS, PageRequest, refuse_other_round
from scraper.errors import OtherRound, TnrateError
from scraper.gather import Gatherer
from scraper.read import read_page
from scraper.readings import Crosstable, Listing, PairedRound, Reading, Schedule
from scraper.seats import rounds_of

T = TypeVar("T")

NEWEST_ROUND = -1
# Of rounds that were missed, so many are asked for in one look.
_MOST_ROUNDS = 3
# Standings that lag are asked for so often, and less often once the next round is paired.
MOST_LAG = 5
_LAG_WHEN_PAIRED = 2
# Pages that contradict each other are asked for again for so long after an upload.
_PUZZLED_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look saw.

    `before` is the state before it, with the start numbers of now; `state` the state after it.
    `trouble` is the refusal that kept a second page from being read; `is_old` says that the site
    served a page from before the last look, which was left aside.
    """

    before: EventState
    state: EventState
    trouble: TnrateError | None = None
    is_old: bool = False


def first_look(gatherer: Gatherer, event: int, now: datetime) -> EventState:
    """Return an event as it is: the baseline, of which nothing is told.

    Raises the refusals of the site and its pages.
    """
    field = gatherer.field_of(event)
    if field.stale is not None:
        raise field.stale
    state = EventState(
        tournament=replace(field.tournament, server_time=None, fetched_at=None),
        players={one.start_number: one for one in field.players if one.start_number},
        for_teams=field.for_teams,
        last_update=field.tournament.last_update,
        epoch=int(now.timestamp()),
    )
    look = _Look(gatherer, state, now)
    reading = look.newest_pairings()
    rounds = rounds_of(reading)
    look.take_frame(reading)
    look.state = merge.with_rounds(look.state, rounds)
    look.go_back_to_a_pairing(reading, rounds)
    look.catch_up_from_the_start(rounds)
    since = _since_upload(reading, now)
    return replace(look.state, changed_at=since, paired_at=since, finished=look.state.over)


def next_look(gatherer: Gatherer, state: EventState, now: datetime) -> Seen:
    """Look at an event again. Raises the refusals of the site and of its page of pairings."""
    look = _Look(gatherer, state, now)
    reading = look.newest_pairings()
    rounds = rounds_of(reading)
    if look.is_older(reading) or look.lacks_results_known(reading, rounds):
        return Seen(state, state, is_old=True)
    look.refresh_list(reading, rounds)
    look.take_frame(reading)
    look.take_rounds(reading, rounds)
    look.ask_for_wanted_rounds(rounds)
    look.settle_points(rounds)
    look.ask_for_standings()
    state = look.finished()
    return Seen(look.before, state, look.trouble)


class _Look:
    """One look in the making: `state` grows with every page, `before` is where it began."""

    def __init__(self, gatherer: Gatherer, state: EventState, now: datetime) -> None:
        self._gatherer = gatherer
        self._now = now
        self.before = self.state = state
        self.trouble: TnrateError | None = None
        self._has_list = False

    def pairings(self, number: int) -> PageRequest:
        """Return the request of a round's boards."""
        view = "boardpairings" if self.state.for_teams else "pairings"
        return self._request(view, number)

    def read(self, request: PageRequest, anew: bool = False) -> Reading:
        """Read a page; an old copy that stands in for it is as good as none."""
        fetched = self._gatherer.page(request, read_page, anew)
        if fetched.stale is not None:
            raise fetched.stale
        refuse_other_round(request.round, fetched.value.round)
        return fetched.value

    def newest_pairings(self) -> Reading:
        """Read the newest round: that of the navigation, where the page is of an earlier one.

        Of matches that are all paired it is the next one.
        """
        state = self.state
        if state.has_matches_ahead and state.newest:
            return self.read(self.pairings(state.newest))
        reading = self.read(self.pairings(NEWEST_ROUND))
        shown = [one.round for one in rounds_of(reading) if one.round is not None]
        linked = reading.rounds_paired
        if linked is None or len(shown) != 1 or shown[0] >= linked:
            return reading
        return self.read(self.pairings(linked), anew=True)

    def is_older(self, reading: Reading) -> bool:
        """Whether a page is from before the last look."""
        known, shown = self.state.last_update, reading.last_update
        return known is not None and shown is not None and shown < known

    def lacks_results_known(self, reading: Reading, rounds: Sequence[PairedRound]) -> bool:
        """Whether a page of the same upload stops before a round that has results."""
        state = self.state
        shown = _newest_shown(reading, rounds)
        if state.round_robin or shown is None or shown >= state.newest:
            return False
        if reading.last_update != state.last_update:
            return False
        later = [seats for number, seats in state.seats.items() if number > shown]
        return any(
            seat.opponent is not None and not seat.is_open
            for seats in later
            for seat in seats.values()
        )

    def take_frame(self, reading: Reading) -> None:
        """Take over what the page says of its event."""
        self.state = merge.with_frame(self.state, reading)

    def refresh_list(self, reading: Reading, rounds: Sequence[PairedRound]) -> None:
        """Ask for the list where the page does not fit it, and before the first round."""
        state = self.state
        has_moved = reading.last_update != state.last_update
        has_doubt = merge.has_strangers(state, rounds) or merge.has_new_ratings(state, rounds)
        if (has_doubt and self._may_puzzle(has_moved)) or (state.newest == 0 and has_moved):
            self._ask_for_list()
            if merge.has_strangers(self.state, rounds):
                self.state = replace(self.state, puzzled_at=reading.last_update)

    def take_rounds(self, reading: Reading, rounds: Sequence[PairedRound]) -> None:
        """Take over the page's rounds; note which earlier ones are to be asked for."""
        state = self.state
        newest_before = state.newest
        shown = _newest_shown(reading, rounds)
        if shown is not None and shown < newest_before and not state.round_robin:
            state = merge.without_rounds_after(state, shown)
        state = merge.with_rounds(state, rounds)
        wanted = {*state.wanted, *self._doubtful(state, newest_before)}
        if state.newest > newest_before:
            state = replace(state, paired_at=self._now, lag=0)
        asked = {one.round for one in rounds}
        self.state = replace(state, wanted=tuple(sorted(wanted - asked)))

    def _doubtful(self, state: EventState, newest_before: int) -> Iterable[int]:
        """Give the rounds that may have changed without a trace on the page that was read."""
        newest = state.newest
        earlier = [number for number in state.open_rounds if number < newest]
        has_moved = state.last_update != self.before.last_update
        if state.for_teams:
            # No points are printed there, which would give a correction away.
            is_over = state.is_complete(newest) and newest == state.tournament.rounds
            if newest > newest_before or (has_moved and is_over):
                return range(1, newest if newest_before else max(state.seats, default=1))
            return [*earlier, *_under_way(state)] if has_moved else []
        if newest > newest_before:
            return [*earlier, *range(max(1, newest_before), newest)]
        return earlier if has_moved and state.is_complete(newest) else []

    def ask_for_wanted_rounds(self, rounds: Sequence[PairedRound]) -> None:
        """Ask for rounds that were missed, and for the current one behind a list of absentees."""
        state = self.state
        if state.round_robin and not state.for_teams:
            self.state = replace(state, wanted=())
            return
        # What is paired at once is told at once.
        most = len(state.wanted) if state.has_matches_ahead else _MOST_ROUNDS
        wanted = state.wanted[-most:]
        for number in reversed(wanted):
            if self._take_round(number):
                left = tuple(one for one in self.state.wanted if one != number)
                self.state = replace(self.state, wanted=left)
        newest = self.state.newest
        if newest > 0 and newest not in {*(one.round for one in rounds), *wanted}:
            self._take_round(newest)

    def settle_points(self, rounds: Sequence[PairedRound]) -> None:
        """Where printed points are not the sum of the rounds, look for the round that differs."""
        newest = [one for one in rounds if one.round == self.state.newest]
        differ = merge.points_that_differ(self.state, newest)
        if not differ:
            self.state = replace(self.state, trusts_points=True)
            return
        if not self.state.trusts_points or self.state.round_robin or self.state.for_teams:
            return
        has_moved = self.state.last_update != self.state.puzzled_at
        if not self._may_puzzle(has_moved):
            return
        for number in [n for n in self.state.open_rounds if n != self.state.newest][-_MOST_ROUNDS:]:
            self._take_round(number)
        differ = merge.points_that_differ(self.state, newest)
        if differ:
            self._take_crosstable(differ)
            differ = merge.points_that_differ(self.state, newest)
        if differ:
            # Where most differ, the event counts points in its own way.
            boards = sum(len(one.boards) for one in newest)
            self.state = replace(
                self.state,
                puzzled_at=self.state.last_update,
                trusts_points=len(differ) <= boards,
            )

    def ask_for_standings(self) -> None:
        """Ask for the standings once a round is over, until they are those after it."""
        state = self.state
        over = state.over
        if over == 0 or not _waits_for_standings(state):
            return
        is_corrected = over == state.newest and state.seats != self.before.seats
        if standings_after(state) >= over and not is_corrected:
            return
        self._take_standings(over)
        if standings_after(self.state) < over:
            self.state = replace(self.state, lag=self.state.lag + 1)

    def go_back_to_a_pairing(self, reading: Reading, rounds: Sequence[PairedRound]) -> None:
        """On the first look, pass over a round that is only linked, or has only absentees."""
        number = max((one.round or 0 for one in rounds), default=0) or reading.rounds_paired or 0
        while number > 1 and self.state.newest == 0 and self.trouble is None:
            number -= 1
            self._take_round(number)

    def catch_up_from_the_start(self, rounds: Sequence[PairedRound]) -> None:
        """On the first look, read what went before the newest round, and the frame of the event."""
        newest = self.state.newest
        earlier = list(range(1, newest)) if self.state.for_teams else []
        if newest > 1 and not self.state.round_robin and not self.state.for_teams:
            self._take_crosstable(None)
            earlier = [n for n in range(1, newest) if not self.state.is_complete(n)]
        for number in earlier:
            self._take_round(number)
        newest_rounds = [one for one in rounds if one.round == newest]
        trusts = not merge.points_that_differ(self.state, newest_rounds)
        self.state = replace(self.state, trusts_points=trusts)
        if newest and not self.state.for_teams:
            self._take_standings(self.state.over)
        schedule = self._tried(lambda: self.read(self._request("schedule")), is_needed=False)
        if schedule is not None and isinstance(schedule.content, Schedule):
            self.state = merge.with_schedule(self.state, schedule.content)
        if self.trouble is not None:
            raise self.trouble

    def finished(self) -> EventState:
        """Return the state with what is known of the whole."""
        state = self.state
        over = state.over
        is_in_step = standings_after(state) >= over or not _waits_for_standings(state)
        finished = over if is_in_step else over - 1
        state = replace(state, finished=max(state.finished, finished))
        if state == self.before:
            return state
        return replace(state, changed_at=self._now, looks=state.looks + 1)

    def _may_puzzle(self, has_moved: bool) -> bool:
        """Say whether pages that do not fit each other are worth another request."""
        changed = self.state.changed_at
        is_recent = changed is None or self._now - changed < _PUZZLED_FOR
        return has_moved or is_recent

    def _ask_for_list(self) -> None:
        """Ask for the list, once in a look; both states get the start numbers of now."""
        number = self.state.tournament.id or 0
        if self._has_list:
            return
        field = self._tried(lambda: self._gatherer.field_of(number, anew=True))
        if field is not None and field.stale is not None:
            self.trouble = field.stale
        if field is None or field.stale is not None:
            return
        self._has_list = True
        listed = {one.start_number: one for one in field.players if one.start_number}
        self.before = merge.renumbered(self.before, listed)
        self.state = merge.with_list(merge.renumbered(self.state, listed), listed)

    def _take_round(self, number: int) -> bool:
        """Ask for a round; say whether there was an answer, be it an old one."""
        try:
            reading = self._tried(lambda: self.read(self.pairings(number), anew=True))
        except OtherRound:  # there is no such round (any more)
            return True
        if reading is None or self.is_older(reading):
            return reading is not None
        rounds = rounds_of(reading)
        if merge.has_strangers(self.state, rounds) or merge.has_new_ratings(self.state, rounds):
            self._ask_for_list()
        self.state = merge.with_rounds(self.state, rounds)
        return True

    def _take_crosstable(self, wanted: Mapping[int, Decimal] | None) -> None:
        reading = self._tried(lambda: self.read(self._request("crosstable")), is_needed=False)
        if reading is not None and isinstance(reading.content, Crosstable):
            self.state = merge.with_crosstable(self.state, reading.content, wanted)

    def _take_standings(self, newest: int) -> None:
        reading = self._tried(lambda: self.read(self._request("ranking")), is_needed=False)
        if reading is None or not isinstance(reading.content, Listing) or self.is_older(reading):
            return
        after = newest if reading.round is None else reading.round
        self.state = merge.with_ranking(self.state, reading.content, after)

    def _request(self, view: str, number: int | None = None) -> PageRequest:
        return PageRequest(self.state.tournament.id, VIEWS[view], round=number)

    def _tried(self, read: Callable[[], T], is_needed: bool = True) -> T | None:
        """Read a second page; where one failed, the others wait for the next look.

        Without a page that is not needed the look goes on, unless the site as a whole failed.
        Raises OtherRound.
        """
        if self.trouble is not None:
            return None
        try:
            return read()
        except OtherRound:
            raise
        except TnrateError as error:
            if is_needed or isinstance(error, SITE_FAILED):
                self.trouble = error
            return None


def standings_after(state: EventState) -> int:
    """Return the round that the known standings are of, 0 for none."""
    return max((place.after_round for place in state.places.values()), default=0)


def _waits_for_standings(state: EventState) -> bool:
    """Say whether standings are worth asking for; the players of teams have none."""
    most = MOST_LAG if state.over == state.newest else _LAG_WHEN_PAIRED
    return not state.for_teams and state.lag < most


def _under_way(state: EventState) -> Iterator[int]:
    """Give the rounds of matches paired ahead that results can come in for, but the first."""
    still_open = state.open_rounds if state.has_matches_ahead else []
    for number, following in pairwise(still_open):
        seats = state.seats[number].values()
        if 2 * sum(seat.is_open for seat in seats) > len(seats):
            return
        yield following


def _newest_shown(reading: Reading, rounds: Sequence[PairedRound]) -> int | None:
    """Return the newest round that the page says is paired, None where it does not tell."""
    paired = [one.round for one in rounds if one.round is not None
              and any(board.black is not None for board in one.boards)]  # fmt: skip
    if paired:
        return max(paired)
    if rounds or reading.rounds_paired is None:
        return None
    return reading.rounds_paired


def _since_upload(reading: Reading, now: datetime) -> datetime:
    """Return when the newest upload was, by our clock: the site's own clock gives its age."""
    if reading.server_time is None or reading.last_update is None:
        return now
    return now - max(reading.server_time - reading.last_update, timedelta())
