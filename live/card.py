"""The card of somebody who is followed, put together from the state of the event, and rated.

It has what the site's own card has, so that no card need be fetched for it.
"""

from dataclasses import replace
from datetime import date

from live.model import EventState, Follow, Seat
from rating.assumptions import Settings
from rating.card import RatedCard, rate_card
from scraper.model import Kind, Opponent, PlayerCard, Published, Round, Source


def rated_card(state: EventState, follow: Follow, today: date) -> RatedCard:
    """Rate a player by all that is known. Raises KeyError where he is not in the list."""
    settings = Settings(k=follow.k_by_hand)
    return rate_card(card_of(state, follow), state.tournament, today, settings)


def card_of(state: EventState, follow: Follow) -> PlayerCard:
    """Return the card of a player. Raises KeyError where he is not in the list."""
    number = follow.start_number
    place = state.places.get(number)
    seats = {of_round: state.seat(of_round, number) for of_round in sorted(state.seats)}
    k = state.ks.get(number) or follow.k
    listed = state.players[number]
    return PlayerCard(
        player=replace(
            listed,
            birth_year=follow.birth_year,
            fide=follow.fide if listed.fide is None else listed.fide,
            national=follow.national if listed.national is None else listed.national,
        ),
        rounds=tuple(
            _round(state, of_round, seat, k)
            for of_round, seat in seats.items()
            if seat is not None and state.is_paired(of_round)
        ),
        points=state.points(number),
        rank=None if place is None else place.rank,
    )


def _round(state: EventState, of_round: int, seat: Seat, k: int | None) -> Round:
    opponent = None if seat.opponent is None else _opponent(state, seat.opponent)
    return Round(
        round=of_round,
        kind=seat.kind,
        score=seat.score,
        board=seat.board,
        colour=seat.colour,
        opponent=opponent,
        published=None if k is None or seat.kind is not Kind.GAME else Published(k=k),
        rated=seat.rated,
    )


def _opponent(state: EventState, number: int) -> Opponent:
    player = state.players.get(number)
    if player is None:  # no longer in the list
        return Opponent(number, None)
    return Opponent(
        number,
        player.name,
        title=player.title,
        federation=player.federation,
        club=player.club,
        points=state.points(number),
        rating=player.rating,
        fide=player.fide,
        national=player.national,
        fide_source=None if player.fide is None else Source.STARTING_RANK,
        national_source=None if player.national is None else Source.STARTING_RANK,
    )
