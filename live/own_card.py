"""The card of a followed player, read once for what no list tells: K, birth year, own ratings."""

from dataclasses import replace

from live.model import EventState, Follow
from scraper.archive import SITE_FAILED
from scraper.asking import CARD, PageRequest
from scraper.errors import NotStarted, TnrateError
from scraper.gather import Gatherer
from scraper.model import Kind, PlayerCard
from scraper.names import fold
from scraper.page import Page
from scraper.read import read_page


def with_card(gatherer: Gatherer, follow: Follow) -> Follow:
    """Return the follow with what the card prints, if it can be read.

    A card without a game prints no K yet, and stays wanted; so does one that is not to be had now.
    """
    try:
        card = _card(gatherer, follow)
    except (*SITE_FAILED, NotStarted):
        return follow
    except TnrateError:
        return replace(follow, wants_card=False)
    if card is None:
        return replace(follow, wants_card=False)
    games = [one for one in card.rounds if one.kind is Kind.GAME]
    printed = [one.published.k for one in card.rounds if one.published and one.published.k]
    return replace(
        follow,
        k=max(set(printed), key=printed.count, default=follow.k),
        birth_year=card.player.birth_year or follow.birth_year,
        fide=follow.fide if card.player.fide is None else card.player.fide,
        national=follow.national if card.player.national is None else card.player.national,
        wants_card=not games,
    )


def can_have_k(follow: Follow, state: EventState) -> bool:
    """Whether a wanted card can print a K by now: the player has played a game."""
    if not follow.wants_card or not follow.is_listed:
        return False
    seats = (seats.get(follow.start_number) for seats in state.seats.values())
    return any(seat is not None and seat.kind is Kind.GAME for seat in seats)


def _card(gatherer: Gatherer, follow: Follow) -> PlayerCard | None:
    """Read the card; None where the number belongs to somebody else. Raises its refusals."""

    def read(page: Page) -> PlayerCard | None:
        content = read_page(page).content
        return content if isinstance(content, PlayerCard) else None

    request = PageRequest(follow.event, CARD, number=follow.start_number)
    card = gatherer.page(request, read).value
    is_his = card is not None and fold(card.player.name or "") == fold(follow.name)
    return card if is_his else None
