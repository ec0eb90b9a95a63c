"""Any one page of the site, from a link, a number and the name of a view, or a saved file."""

from dataclasses import dataclass
from datetime import datetime

from scraper.asking import CARD, VIEWS, PageRequest, refuse_other_round
from scraper.errors import OtherPageOfSite, OtherView
from scraper.gather import Gatherer, link_of, saved_page
from scraper.hosts import base_from_environment
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Reading


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What one page says; `fetched_at` and `url` are None for a saved page."""

    reading: Reading
    fetched_at: datetime | None = None
    url: str | None = None


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
