"""Any one page of the site: from a link, a number and a view, a saved file, or a search."""

from dataclasses import dataclass
from datetime import date, datetime

from scraper.asking import CARD, VIEWS, PageRequest, refuse_other_round
from scraper.errors import NothingFound, OtherPageOfSite, OtherView
from scraper.gather import Gatherer, link_of, saved_page
from scraper.hosts import base_from_environment
from scraper.model import TimeControl
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Reading

# The numbers of the search form.
_TIME_CONTROLS = {
    None: "0",
    TimeControl.STANDARD: "1",
    TimeControl.RAPID: "2",
    TimeControl.BLITZ: "3",
}
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
    the tournament has no such view, and the refusals of links and pages.
    """
    request = _request_of(source, view, of_round)
    if request is None:
        return PageFacts(read_page(saved_page(source)))

    def read(page: Page) -> Reading:
        reading = read_page(page)
        refuse_other_round(request.round, reading.round)
        _refuse_other_view(view, reading)
        return reading

    fetched = gatherer.page(request, read)
    return PageFacts(fetched.value, fetched.fetched_at, request.link(base_from_environment()))


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
    except OtherPageOfSite as other:  # a search page, which belongs to no tournament
        if view is not None or of_round is not None:
            raise
        return PageRequest(page=str(other.facts["page"]))
    if link is None:
        return None
    art = link.art if view is None else VIEWS[view]
    if art is None and link.number is not None:
        art = CARD
    return PageRequest(
        link.id,
        art,
        round=link.round if of_round is None else of_round,
        number=link.number if view in (None, "card") else None,
    )


def _refuse_other_view(wanted: str | None, reading: Reading) -> None:
    """Refuse the view that a number means in the other kind of event."""
    if wanted is None or reading.view == "empty":
        return
    if wanted.removeprefix("ranking-").removeprefix("team-") != reading.view:
        raise OtherView(asked=wanted, view=reading.view)
