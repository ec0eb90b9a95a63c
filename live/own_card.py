"""The card of a followed player, for what no list tells: K, birth year, own ratings."""

from dataclasses import replace

from live.model import EventState, Follow
from rating.card import printed_ks
from rating.k_factor import most_printed
from scraper.asking import CARD, PageRequest
from scraper.errors import LimitReached, SitePaused, TnrateError
from scraper.gather import Gatherer
from scraper.model import PlayerCard
from scraper.names import fold
from scraper.page import Page
from scraper.read import read_page

# A card prints K beside games with rated opponents; so often it is read in vain.
MOST_READS = 4


def with_card(gatherer: Gatherer, follow: Follow) -> Follow:
    """Return the follow with what the card prints, if it can be read, and one reading less.

    Once a K is printed the card is not read any more. Raises LimitReached and SitePaused.
    """
    left = replace(follow, cards_left=max(0, follow.cards_left - 1))
    try:
        card = _card(gatherer, follow)
    except (LimitReached, SitePaused):
        raise
    except TnrateError:
        return left
    if card is None:
        return left
    printed = printed_ks(card.rounds)
    return replace(
        left,
        k=most_printed(printed) if printed else follow.k,
        birth_year=card.player.birth_year or follow.birth_year,
        fide=follow.fide if card.player.fide is None else card.player.fide,
        national=follow.national if card.player.national is None else card.player.national,
        cards_left=0 if printed else left.cards_left,
    )


def is_card_news(follow: Follow, known: EventState, state: EventState) -> bool:
    """Whether the card can tell more than when it was last read.

    It does after the first pairing and after each result, until K is known; and where the list
    prints another rating of the player.
    """
    number = follow.start_number
    if not follow.is_listed:
        return False
    rating, before = state.players[number].rating, known.players.get(number)
    if (follow.fide or follow.national) and before is not None and before.rating != rating:
        return True
    return follow.cards_left > 0 and _told(state, number) > _told(known, number)


def _told(state: EventState, number: int) -> int:
    """Count what a card shows of games: the first pairing, and each result."""
    seats = [seats[number] for seats in state.seats.values() if number in seats]
    return bool(seats) + sum(seat.opponent is not None and not seat.is_open for seat in seats)


def _card(gatherer: Gatherer, follow: Follow) -> PlayerCard | None:
    """Read the card; None where the number belongs to somebody else. Raises its refusals."""

    def read(page: Page) -> PlayerCard | None:
        content = read_page(page).content
        return content if isinstance(content, PlayerCard) else None

    request = PageRequest(follow.event, CARD, number=follow.start_number)
    fetched = gatherer.page(request, read)
    if isinstance(fetched.stale, LimitReached | SitePaused):
        raise fetched.stale
    card = fetched.value
    is_his = card is not None and fold(card.player.name or "") == fold(follow.name)
    return card if is_his else None
