"""Any one page of the site: from a link, a number and a view, a saved file, or a search."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from urllib.parse import urlsplit

from scraper.asking import CARD, VIEWS, PageRequest, refuse_other_round
from scraper.errors import (
    NothingFound,
    OtherPageOfSite,
    OtherRound,
    OtherTournament,
    OtherView,
    PlayerNeeded,
    ViewWithoutRounds,
)
from scraper.gather import Gatherer, link_of, saved_page
from scraper.hosts import base_from_environment
from scraper.link import parse_other_page
from scraper.model import TimeControl
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Content, Matches, Pairings, Reading

# The numbers of the search form.
_TIME_CONTROLS = {
    None: "0",
    TimeControl.STANDARD: "1",
    TimeControl.RAPID: "2",
    TimeControl.BLITZ: "3",
}
_OF_A_ROUND = frozenset(
    {"pairings", "ranking", "teampairings", "boardpairings", "teamranking", "empty", "missing"}
)
_MOST_ROWS = "5"  # 2,000


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What one page says; `fetched_at` and `url` are None for a saved page."""

    reading: Reading
    fetched_at: datetime | None = None
    url: str | None = None

    @property
    def source(self) -> dict[str, object]:
        """When the page was fetched, and its address as a person would share it."""
        return {"fetched_at": self.fetched_at, "url": self.url}


def read_source(
    gatherer: Gatherer, source: str, view: str | None = None, of_round: int | None = None
) -> PageFacts:
    """Return what any page of the site says.

    The link names the view, or `view` does (a key of asking.VIEWS); `of_round` is the round.
    Raises OtherRound where the site sends another round than the one asked for, OtherView where
    the tournament has no such view, ViewWithoutRounds where the view is not of a round, and the
    refusals of links and pages.
    """
    request = _request_of(source, view, of_round)
    asked = of_round if request is None else request.round

    def read(page: Page) -> Reading:
        reading = read_page(page)
        _refuse_other_view(view, reading)
        if of_round is not None:
            _refuse_without_rounds(of_round, reading)
        refuse_other_round(asked, reading.round)
        return reading

    if request is None:
        return PageFacts(_of_round(read(saved_page(source)), of_round))
    fetched = gatherer.page(request, read)
    reading = _of_round(fetched.value, of_round)
    return PageFacts(reading, fetched.fetched_at, request.link(base_from_environment()))


def read_others(gatherer: Gatherer, first: Reading, sources: Iterable[str]) -> list[Reading]:
    """Return what further pages of the same tournament say.

    Raises OtherTournament where a page tells another number than the first one.
    """
    others = []
    for source in sources:
        other = read_source(gatherer, source).reading
        numbers = (first.tournament.id, other.tournament.id)
        if None not in numbers and numbers[0] != numbers[1]:
            raise OtherTournament(asked=numbers[0], found=numbers[1])
        others.append(other)
    return others


def search_tournaments(
    gatherer: Gatherer,
    text: str,
    ending: tuple[date, date],
    federation: str | None = None,
    time_control: TimeControl | None = None,
) -> PageFacts:
    """Search tournaments by a part of the name, or by number; `ending` bounds the last day.

    The site finds nothing where one of the two days is missing (section 10).
    """
    fields = {
        "txt_tnr" if text.isdecimal() else "txt_bez": text,
        "txt_von_tag": ending[0].isoformat(),
        "txt_bis_tag": ending[1].isoformat(),
        "combo_land": federation or "-",
        "combo_bedenkzeit": _TIME_CONTROLS[time_control],
        "combo_anzahl_zeilen": _MOST_ROWS,
    }
    return _searched(gatherer, "TurnierSuche.aspx", fields)


def search_players(gatherer: Gatherer, text: str, federation: str | None = None) -> PageFacts:
    """Search players by surname, by "Surname, First name", or by FIDE id."""
    surname, _, first_name = (part.strip() for part in text.partition(","))
    fields = {"txt_fideID": text} if text.isdecimal() else {"txt_nachname": surname}
    if first_name:
        fields["txt_vorname"] = first_name
    if federation:
        fields["txt_FED"] = federation
    return _searched(gatherer, "SpielerSuche.aspx", fields)


def _searched(gatherer: Gatherer, page: str, fields: dict[str, str]) -> PageFacts:
    request = PageRequest(page=page, form=tuple(fields.items()))
    fetched = gatherer.page(request, _read_search)
    return PageFacts(fetched.value, fetched.fetched_at, request.link(base_from_environment()))


def _read_search(page: Page) -> Reading:
    """Read what a search found; a page that only says something found nothing."""
    reading = read_page(page)
    if reading.view == "form":
        raise NothingFound(message=reading.message or "–")
    return reading


def _request_of(source: str, view: str | None, of_round: int | None) -> PageRequest | None:
    """Return what to ask for, None for a saved page."""
    try:
        link = link_of(source)
    except OtherPageOfSite:
        other = parse_other_page(source, urlsplit(base_from_environment()).hostname)
        if other is None or view is not None or of_round is not None:
            raise
        return PageRequest(page=other.page, others=other.others)
    if link is None:
        return None
    art = link.art if view is None else VIEWS[view]
    if art is None and link.number is not None:
        art = CARD
    if art == CARD and link.number is None:
        raise PlayerNeeded
    return PageRequest(
        link.id,
        art,
        round=link.round if of_round is None else of_round,
        number=link.number if view in (None, "card") else None,
        others=link.others if view is None else (),
    )


def _refuse_without_rounds(asked: int, reading: Reading) -> None:
    """Refuse a page whose view is not of a round; an empty one may be of a round to come."""
    if reading.view not in _OF_A_ROUND:
        raise ViewWithoutRounds(asked=asked)


def _of_round(reading: Reading, asked: int | None) -> Reading:
    """Return what a page of all rounds says of one of them. Raises OtherRound without it."""
    content = reading.content
    if asked is None or reading.round == asked:
        return reading
    if isinstance(content, Pairings):
        rounds = [one.round for one in content.rounds]
        one_round: Content = replace(
            content, rounds=tuple(one for one in content.rounds if one.round == asked)
        )
    elif isinstance(content, Matches):
        rounds = [one.round for one in content.matches]
        one_round = replace(
            content, matches=tuple(one for one in content.matches if one.round == asked)
        )
    else:
        return reading
    known = [one for one in rounds if one is not None]
    if not known:  # the page does not say of which round it is
        return reading
    if asked not in known:
        raise OtherRound(asked=asked, found=f"{min(known)}–{max(known)}")
    return replace(reading, round=asked, content=one_round)


def _refuse_other_view(wanted: str | None, reading: Reading) -> None:
    """Refuse the view that a number means in the other kind of event."""
    if wanted is None or reading.view == "empty":
        return
    if wanted.removeprefix("ranking-").removeprefix("team-") != reading.view:
        raise OtherView(asked=wanted, view=reading.view)
