"""What pages say, put into the state of an event. Nothing is fetched or told here.

Pages of one event are made at different moments, and some lag: the pairings of a round are
believed for that round; a crosstable only fills gaps and settles points that do not add up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import TypeVar

from live.model import EventState, Place, RoundTime
from live.people import moved
from scraper.directory import Directory, same_name
from scraper.event import Seat
from scraper.model import Player
from scraper.readings import Crosstable, Listing, PairedRound, Reading, Schedule
from scraper.seats import both_lost, rows_in, seats_in, sides_of

T = TypeVar("T")


def has_strangers(state: EventState, rounds: Sequence[PairedRound]) -> bool:
    """Whether a page names somebody whom the list does not have under that number and name."""
    find = Directory(state.players).find
    return any(find(side) is None for one in rounds for side in sides_of(one) if side.name)


def has_new_ratings(state: EventState, rounds: Sequence[PairedRound]) -> bool:
    """Whether the rating printed beside somebody is another one than at the last look.

    Beside whoever is there for the first time it is one of those in the list.
    """
    find = Directory(state.players).find
    for one in rounds:
        for side in sides_of(one):
            number = find(side)
            if number is None or side.rating is None:
                continue
            player = state.players[number]
            listed = {player.rating, player.fide, player.national} - {None}
            known = {state.printed[number]} if number in state.printed else listed
            if known and side.rating not in known:
                return True
    return False


def with_frame(state: EventState, reading: Reading) -> EventState:
    """Take over what every page says of its event."""
    tournament = reading.tournament.completed(state.tournament)
    rounds = tournament.rounds or reading.rounds_total
    update = max(filter(None, (state.last_update, reading.last_update)), default=None)
    # The boards of teams come a round at a time, so that just the event's type tells it.
    is_robin = state.for_teams and "round robin" in (tournament.type or "").casefold()
    return replace(
        state,
        round_robin=state.round_robin or is_robin,
        tournament=replace(
            tournament, rounds=rounds, last_update=update, server_time=None, fetched_at=None
        ),
        last_update=update,
        gated=state.gated or reading.gated,
    )


def renumbered(state: EventState, listed: Mapping[int, Player]) -> EventState:
    """Return the same state with the start numbers of a new list.

    Whoever is no longer in the list has a number below 0.
    """
    now = moved(state.players, listed)
    if all(new == old for old, new in now.items()):
        return state
    gone = count(min(0, *state.players) - 1, -1)
    numbers = {old: next(gone) if new is None else new for old, new in now.items()}

    def under_new_numbers(by_number: Mapping[int, T]) -> dict[int, T]:
        return {numbers[old]: value for old, value in by_number.items() if old in numbers}

    return replace(
        state,
        players={
            number: replace(player, start_number=number)
            for number, player in under_new_numbers(state.players).items()
        },
        places=under_new_numbers(state.places),
        printed=under_new_numbers(state.printed),
        ks=under_new_numbers(state.ks),
        seats={
            of_round: {
                number: seat._replace(opponent=numbers.get(seat.opponent or 0))
                for number, seat in under_new_numbers(seats).items()
            }
            for of_round, seats in state.seats.items()
        },
    )


def with_list(state: EventState, listed: Mapping[int, Player]) -> EventState:
    """Take over the players of a list; `state` has its numbers already."""
    gone = {number: player for number, player in state.players.items() if number < 0}
    return replace(state, players={**gone, **listed})


def with_rounds(state: EventState, rounds: Sequence[PairedRound]) -> EventState:
    """Take over the rounds of a page, each as a whole.

    A page with strangers takes nothing away: what it does not say clearly stays as it was.
    """
    find = Directory(state.players).find
    seats = dict(state.seats)
    printed = dict(state.printed)
    schedule = dict(state.schedule)
    for one in rounds:
        if one.round is None:
            continue
        found = seats_in(one, find)
        if any(find(side) is None for side in sides_of(one) if side.name):
            found = {**seats.get(one.round, {}), **found}
        seats[one.round] = found
        if one.date is not None or one.time is not None:
            schedule[one.round] = RoundTime(one.date, one.time)
        for side in sides_of(one):
            number = find(side)
            if number is not None and side.rating is not None:
                printed[number] = side.rating
    return replace(
        state,
        seats=seats,
        printed=printed,
        schedule=schedule,
        round_robin=state.round_robin or len(rounds) > 1,
    )


def without_rounds_after(state: EventState, newest: int) -> EventState:
    """Drop rounds whose pairing was taken back."""
    kept = {number: seats for number, seats in state.seats.items() if number <= newest}
    return replace(state, seats=kept, finished=min(state.finished, newest))


def points_that_differ(state: EventState, rounds: Sequence[PairedRound]) -> dict[int, Decimal]:
    """Return the points before the round, as printed, where they are not the sum of the rounds."""
    find = Directory(state.players).find
    found: dict[int, Decimal] = {}
    for one in rounds:
        for side in sides_of(one):
            number = find(side)
            if number is None or side.points is None or one.round is None:
                continue
            if state.points(number, before=one.round) != side.points:
                found[number] = side.points
    return found


def with_crosstable(
    state: EventState, table: Crosstable, wanted: Mapping[int, Decimal] | None = None
) -> EventState:
    """Fill gaps from a crosstable, and settle the points that differ.

    The newest round is left to its own page. `wanted` holds printed points before that round: a row
    that gives that sum is believed against what is known of the earlier rounds. Without `wanted`
    (the first look), every row is.
    """
    newest = state.newest
    seats = {number: dict(of_round) for number, of_round in state.seats.items()}
    rows = dict(rows_in(table, Directory(state.players)))
    settled: set[tuple[int, int]] = set()
    for number, row in rows.items():
        earlier = {
            of_round: both_lost(seat, of_round, rows)
            for of_round, seat in row.items()
            if of_round < newest
        }
        total = sum((s.score for s in earlier.values() if s.score is not None), Decimal(0))
        settles = wanted is None or (number in wanted and total == wanted[number])
        for of_round, seat in earlier.items():
            known = seats.setdefault(of_round, {}).get(number)
            if known is None or (known.is_open and not seat.is_open) or settles:
                seats[of_round][number] = seat if known is None else _completed_seat(known, seat)
                if known != seats[of_round][number] and seat.opponent is not None:
                    settled.add((of_round, seat.opponent))
    # A game has two sides: where one has other points, the other may have the same, by forfeit.
    for of_round, number in settled:
        side, known = rows.get(number, {}).get(of_round), seats[of_round].get(number)
        if side is None or known is None:
            continue
        if (side.opponent, side.score) == (known.opponent, known.score):
            seat = both_lost(side, of_round, rows)
            seats[of_round][number] = _completed_seat(known, seat)
    return replace(state, seats=seats)


def with_ranking(state: EventState, listing: Listing, after_round: int | None) -> EventState:
    """Take over the places after a round, and the K that the site prints beside them."""
    places, ks = dict(state.places), dict(state.ks)
    for row in listing.rows:
        number = row.start_number
        player = None if number is None else state.players.get(number)
        if number is None or player is None or not same_name(player.name, row.name):
            continue
        if row.rank is not None and after_round is not None:
            places[number] = Place(row.rank, after_round)
        if row.k:
            ks[number] = row.k
    return replace(state, places=places, ks=ks)


def with_schedule(state: EventState, schedule: Schedule) -> EventState:
    """Take over when the rounds are played."""
    dated = {
        one.round: RoundTime(one.date, one.time) for one in schedule.rounds if one.round is not None
    }
    return replace(state, schedule={**dated, **state.schedule})


def _completed_seat(known: Seat, from_table: Seat) -> Seat:
    """Return what a crosstable says, with the board that only the pairings have."""
    if known.opponent != from_table.opponent:
        return from_table
    colour = from_table.colour or known.colour
    return from_table._replace(board=known.board, colour=colour, rated=known.rated)
