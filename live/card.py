"""The card of somebody who is followed, put together from the state of the event, and rated.

It has what the site's own card has, so that no card need be fetched for it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from live.model import EventState, Follow
from rating.assumptions import Settings, settle
from rating.card import RatedCard, rate_card
from rating.event_card import EventCards
from rating.listed import Listed
from scraper.event import EventFacts
from scraper.model import PlayerCard, TimeControl

# What FIDE's lists say of a FIDE id in a class, on the first day of an event.
Lists = Callable[[int, TimeControl, date], Listed | None]


def rated_card(
    state: EventState, follow: Follow, today: date, lists: Lists | None = None
) -> RatedCard:
    """Rate a player by all that is known. Raises KeyError where he is not in the list."""
    settings = Settings(k=follow.k_by_hand)
    card, tournament = card_of(state, follow), state.tournament
    listed = None
    if lists is not None and follow.fide_id:
        basis = settle(card, tournament, settings, today)
        listed = lists(follow.fide_id, basis.time_control, basis.start)
    return rate_card(card, tournament, today, settings, listed=listed)


def card_of(state: EventState, follow: Follow) -> PlayerCard:
    """Return the card of a player. Raises KeyError where he is not in the list."""
    number = follow.start_number
    place = state.places.get(number)
    facts = EventFacts(state.tournament, state.players, state.seats)
    card = EventCards(facts).card(number, state.ks.get(number) or follow.k)
    listed = card.player
    return replace(
        card,
        player=replace(
            listed,
            birth_year=follow.birth_year,
            fide=follow.fide if listed.fide is None else listed.fide,
            national=follow.national if listed.national is None else listed.national,
        ),
        rank=None if place is None else place.rank,
    )
