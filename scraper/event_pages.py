"""The pages of a whole event, asked for with the fewest requests.

Three pages do, however many play: the starting rank with the details; the crosstable, or the
rounds of a round robin, which stand on one page; and the ranking with what the site works out.
Behind the gate the first is opened, for its details, and the others are taken as they are, since
their tables are whole. The boards of a team event stand on a page a round.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scraper import checks, crosschecks
from scraper.asking import TEAM_PLAYERS, VIEWS, PageRequest, refuse_other_round
from scraper.checks import FactCheck
from scraper.errors import OtherRound, PageChanged, TnrateError, TournamentMissing
from scraper.event import EventFacts
from scraper.event_facts import facts_of
from scraper.gather import Gatherer, link_of
from scraper.hosts import base_from_environment
from scraper.onepage import read_others, read_source
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Crosstable, Pairings, Reading

# Told before each page how many are read, and how many there will be by what is known so far.
Progress = Callable[[int, int], None]
_PAGES = 3
# A gated page takes two requests where its table stands behind the gate.
_MOST_REQUESTS = 5
_ROUND_ROBIN = "round robin"
_TEAM_LISTS = frozenset({"teamlist", "teamranking"})


@dataclass(frozen=True, slots=True)
class GatheredEvent:
    """An event with the pages that it was put together from, and what these say twice.

    `unread` is the refusal that kept us from the site's ranking, which can do without.
    """

    facts: EventFacts
    readings: tuple[Reading, ...]
    checks: tuple[FactCheck, ...]
    unread: TnrateError | None = None


def gather_event(
    gatherer: Gatherer, source: str, others: Sequence[str] = (), progress: Progress | None = None
) -> GatheredEvent:
    """Return an event from its link, or from saved pages; `others` are further pages of it.

    Raises NotAnEvent, EventWithoutGames, OtherTournament, and the refusals of links and pages.
    """
    link = link_of(source)
    unread = None
    if link is None:
        readings = [read_source(gatherer, source).reading]
    else:
        asked = _Asked(gatherer, link.id, progress)
        readings, unread = asked.pages(), asked.unread
    readings += read_others(gatherer, readings[0], others)
    found = [check for reading in readings for check in checks.of_page(reading)]
    return GatheredEvent(
        facts_of(readings), tuple(readings), (*found, *crosschecks.between(readings)), unread
    )


class _Asked:
    """The pages of one event as they are asked for."""

    def __init__(self, gatherer: Gatherer, event: int, progress: Progress | None) -> None:
        self._gatherer = gatherer
        self._event = event
        self._progress = progress
        self._total = _PAGES
        self._done = 0
        self._before = gatherer.requests
        self._cost = 0
        self.unread: TnrateError | None = None

    def pages(self) -> list[Reading]:
        """Ask for the pages that this kind of event needs."""
        first = self._page("startlist")
        if first.view in _TEAM_LISTS or isinstance(first.content, Crosstable):
            return list(self._pages_of_teams(first))
        games = self._games(first)
        ranking = self._ranking() if _has_rounds(games) else None
        return [first, games] if ranking is None else [first, games, ranking]

    def _games(self, first: Reading) -> Reading:
        """Ask for who met whom: all rounds of a round robin, else the crosstable."""
        if _ROUND_ROBIN in (first.tournament.type or "").casefold():
            return self._page("pairings")
        try:
            found = self._page("crosstable", as_it_is=True)
        except PageChanged:  # the grid of a double round robin
            return self._page("pairings")
        is_grid = isinstance(found.content, Crosstable) and not found.content.rounds
        return self._page("pairings") if is_grid else found

    def _ranking(self) -> Reading | None:
        """Ask for the ranking, unless it would take more requests than there may be.

        It is taken to cost what the page before it did.
        """
        used = self._gatherer.requests - self._before
        if self._done >= _PAGES or used + max(1, self._cost) > _MOST_REQUESTS:
            return None
        try:
            return self._page("ranking", as_it_is=True)
        except TnrateError as error:
            self.unread = error
            return None

    def _pages_of_teams(self, first: Reading) -> Iterator[Reading]:
        yield first
        players = self._page("playerlist", art=TEAM_PLAYERS)
        yield players
        newest = first.rounds_paired or players.rounds_paired
        rounds = newest or first.tournament.rounds or 0
        self._total = 2 + rounds
        for number in range(1, rounds + 1):
            try:
                page = self._page("boardpairings", of_round=number)
            except OtherRound:  # not paired yet
                return
            if page.view == "empty":
                return
            yield page

    def _page(
        self, view: str, *, art: int | None = None, of_round: int | None = None,
        as_it_is: bool = False,
    ) -> Reading:  # fmt: skip
        if self._progress is not None:
            self._progress(self._done, max(self._total, self._done + 1))
        request = PageRequest(
            self._event, VIEWS[view] if art is None else art, round=of_round, as_it_is=as_it_is
        )
        before = self._gatherer.requests
        fetched = self._gatherer.page(request, _reader(of_round))
        self._cost = self._gatherer.requests - before
        self._done += 1
        tournament = replace(
            fetched.value.tournament,
            id=self._event,
            url=request.link(base_from_environment()),
            fetched_at=fetched.fetched_at,
        )
        return replace(fetched.value, tournament=tournament)


def _has_rounds(reading: Reading) -> bool:
    """Say whether a page shows that the event has begun."""
    content = reading.content
    return bool(content.rounds) if isinstance(content, Crosstable | Pairings) else False


def _reader(of_round: int | None) -> Callable[[Page], Reading]:
    def read(page: Page) -> Reading:
        reading = read_page(page)
        if reading.view == "missing":
            raise TournamentMissing(message=reading.message or "–")
        refuse_other_round(of_round, reading.round)
        return reading

    return read
