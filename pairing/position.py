"""An event -> what the pairing of its next round rests on: results, open games, absentees."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from rating.assumptions import Note
from rating.card import ROUND_ROBIN
from scraper.errors import (
    CrosstableContradicts,
    CrosstableNeeded,
    CrosstableWithoutColours,
    EventOver,
    NotStarted,
    PairedAtOnce,
    PairingsContradict,
    RoundsMissing,
    TeamsPaired,
)
from scraper.event import EventFacts, Seat, is_paired
from scraper.model import Colour, Kind
from scraper.readings import Content, Crosstable, NotPaired, Pairings

# What two cells of one game may say beside their mirror image: nobody came, or nobody scored.
_BOTH_LOST = frozenset({(Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS)})
_ABSENT = frozenset({Kind.NOT_PAIRED, Kind.HALF_BYE})


class OpenGame(NamedTuple):
    """A game whose result is still to come, by start numbers."""

    round: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Position:
    """The event before the pairing of `round`.

    `numbers` are all start numbers in order; `seats` holds the rounds that are over or being
    played; `absent` is who is left out of the round, NOT_PAIRED or HALF_BYE, by what pages show or
    else by guess (`absent_shown`), and `doubtful` those of them who missed a single round; `open`
    are the games without a result. `first_colour` is that of odd pairing numbers in round 1.
    """

    event: EventFacts
    round: int
    numbers: tuple[int, ...]
    seats: tuple[Mapping[int, Seat], ...]
    absent: Mapping[int, Kind]
    open: tuple[OpenGame, ...]
    first_colour: Colour
    absent_shown: bool = True
    doubtful: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()

    def points(self, number: int) -> Decimal:
        """Return the points so far; open games count nothing."""
        found = (of_round.get(number) for of_round in self.seats)
        return sum((points_of(seat) for seat in found if seat is not None), Decimal(0))

    def has_met(self, one: int, other: int) -> bool:
        """Say whether two have a game with each other, played or still open; forfeits are none."""
        met = (of_round.get(one) for of_round in self.seats)
        return any(
            seat is not None and seat.opponent == other and seat.kind in (Kind.GAME, Kind.PENDING)
            for seat in met
        )

    def had_bye(self, number: int) -> bool:
        """Say whether a player had a pairing bye or won by forfeit: then there is no bye again.

        FIDE Handbook C.04.3.
        """
        own = (of_round.get(number) for of_round in self.seats)
        return any(seat is not None and seat.kind in (Kind.BYE, Kind.FORFEIT_WIN) for seat in own)

    def open_game_of(self, number: int) -> OpenGame | None:
        """Return the newest game of a player that still waits for its result."""
        own = [game for game in self.open if number in (game.white, game.black)]
        return own[-1] if own else None


def points_of(seat: Seat) -> Decimal:
    """Return what a seat scores; a bye without a printed score is a whole point."""
    if seat.score is not None:
        return seat.score
    return Decimal(1 if seat.kind is Kind.BYE else 0)


def next_position(event: EventFacts, *pages: Content) -> Position:
    """Return the position before the round that is paired next.

    `pages` are the pages that the event was put together from. Whoever they name as absent is left
    out; where they name nobody, whoever missed the newest round without points is taken to be
    absent again, with a note; after a single missed round that is doubtful. Raises TeamsPaired,
    PairedAtOnce, NotStarted, EventOver, CrosstableNeeded, RoundsMissing, CrosstableWithoutColours,
    CrosstableContradicts, PairingsContradict.
    """
    if event.for_teams:
        raise TeamsPaired
    if _is_paired_at_once(event, pages):
        raise PairedAtOnce
    newest = max((number for number, seats in event.seats.items() if is_paired(seats)), default=0)
    if not newest:
        raise NotStarted(name=event.tournament.name or "–")
    rounds = event.tournament.rounds
    if rounds is not None and newest >= rounds:
        raise EventOver(rounds=rounds)
    if not any(isinstance(page, Crosstable) for page in pages):
        raise CrosstableNeeded
    _refuse_other_pairings(pages)
    upcoming = newest + 1
    shown = _shown_absent(event, pages, upcoming)
    if shown:
        note = Note("absent_shown", {"count": len(shown), "round": upcoming})
        return replace(_position(event, upcoming, shown), notes=(note,))
    suspected = {one: Kind.NOT_PAIRED for one in event.players if _missed(event, one, newest)}
    position = _position(event, upcoming, suspected)
    return replace(
        position,
        absent_shown=False,
        doubtful=tuple(
            one
            for one in position.numbers
            if one in suspected and newest > 1 and not _missed(event, one, newest - 1)
        ),
        notes=(
            Note("absent_assumed", {"count": len(suspected), "round": newest})
            if suspected
            else Note("absent_unknown"),
        ),
    )


def position_before(event: EventFacts, number: int) -> Position:
    """Return the position before a round that was paired since, with its true absentees."""
    seats = event.seats[number]
    absent = {
        one: seats[one].kind if one in seats and seats[one].kind in _ABSENT else Kind.NOT_PAIRED
        for one in event.players
        if one not in seats or not seats[one].is_paired
    }
    return _position(event, number, absent)


def pairs_of(event: EventFacts, number: int) -> dict[int, int | None]:
    """Return the boards of a round, White -> Black, and whoever has the bye -> None."""
    pairs: dict[int, int | None] = {}
    for one, seat in event.seats[number].items():
        if seat.opponent is None and seat.kind is Kind.BYE:
            pairs[one] = None
        elif seat.opponent is not None and seat.colour is Colour.WHITE:
            pairs[one] = seat.opponent
    return pairs


def is_accelerated(event: EventFacts) -> bool:
    """Say whether round 1 was paired inside the halves of the field, as accelerated systems do.

    The Dutch system pairs the upper half of the field with the lower one, board for board.
    """
    pairs = [(one, other) for one, other in pairs_of(event, 1).items() if other is not None]
    field = sorted(number for pair in pairs for number in pair)
    upper = set(field[: len(field) // 2])
    inside = sum((one in upper) == (other in upper) for one, other in pairs)
    return 2 * inside > len(pairs)


def _is_paired_at_once(event: EventFacts, pages: tuple[Content, ...]) -> bool:
    """Say whether the event is a round robin, by its type, its pages or its open rounds."""
    for page in pages:
        if isinstance(page, Crosstable) and not page.rounds and page.results and any(page.results):
            return True
        if isinstance(page, Pairings) and len(page.rounds) > 1:
            return True
    untouched = [
        seats
        for seats in event.seats.values()
        if is_paired(seats) and all(one.is_open for one in seats.values() if one.opponent)
    ]
    return (event.tournament.type or "").startswith(ROUND_ROBIN) or len(untouched) > 1


def _position(event: EventFacts, upcoming: int, absent: Mapping[int, Kind]) -> Position:
    missing = [
        number
        for number in range(1, upcoming)
        if number not in event.seats or not is_paired(event.seats[number])
    ]
    if missing:
        raise RoundsMissing(rounds=", ".join(map(str, missing)))
    seats = tuple(event.seats[number] for number in range(1, upcoming))
    for number, of_round in enumerate(seats, 1):
        _refuse_contradictions(number, of_round)
    return Position(
        event=event,
        round=upcoming,
        numbers=tuple(sorted(number for number in event.players if number > 0)),
        seats=seats,
        absent=absent,
        open=tuple(_open(seats)),
        first_colour=_first_colour(event.seats.get(1, {})),
    )


def _refuse_contradictions(number: int, seats: Mapping[int, Seat]) -> None:
    """Refuse a round in which two players do not say the same of their game."""
    for one, seat in seats.items():
        if seat.opponent is None:
            continue
        if seat.colour is None:
            raise CrosstableWithoutColours
        other = seats.get(seat.opponent)
        if other is None or not _is_mirrored(one, seat, other):
            raise CrosstableContradicts(round=number, number=one, opponent=seat.opponent)


def _is_mirrored(one: int, seat: Seat, other: Seat) -> bool:
    if other.opponent != one or other.colour is seat.colour:
        return False
    if (seat.kind, other.kind) in _BOTH_LOST:
        return True
    if other.kind is not seat.kind.mirrored:
        return False
    return seat.kind is not Kind.GAME or points_of(seat) + points_of(other) in (0, 1)


def _open(seats: tuple[Mapping[int, Seat], ...]) -> Iterator[OpenGame]:
    for number, of_round in enumerate(seats, 1):
        for one, seat in sorted(of_round.items()):
            if seat.is_open and seat.opponent is not None and seat.colour is Colour.WHITE:
                yield OpenGame(number, one, seat.opponent)


def _first_colour(seats: Mapping[int, Seat]) -> Colour:
    for number, seat in sorted(seats.items()):
        if seat.colour is not None:
            return seat.colour if number % 2 else seat.colour.opposite
    return Colour.WHITE


def _shown_absent(event: EventFacts, pages: tuple[Content, ...], upcoming: int) -> dict[int, Kind]:
    """Return whom the pages name as absent from a round that is not paired."""
    shown: dict[int, Kind] = {}
    for page in pages:
        shown |= _marked_absent(page, upcoming)
    seats = event.seats.get(upcoming, {})
    return shown | {one: seat.kind for one, seat in seats.items() if seat.kind in _ABSENT}


def _missed(event: EventFacts, number: int, of_round: int) -> bool:
    """Say whether somebody sat a round out for no point."""
    seat = event.seats.get(of_round, {}).get(number)
    return seat is None or seat.kind is Kind.NOT_PAIRED


def _marked_absent(page: Content, upcoming: int) -> dict[int, Kind]:
    """Return whom the not-paired grid marks in a round; its mark does not tell half a point."""
    if not isinstance(page, NotPaired):
        return {}
    return {
        row.start_number: Kind.NOT_PAIRED
        for row, marks in zip(page.listing.rows, page.marks, strict=True)
        if row.start_number is not None
        and any(one.round == upcoming and one.kind is None for one in marks)
    }


def _refuse_other_pairings(pages: tuple[Content, ...]) -> None:
    """Refuse a crosstable that has other games in a round than the pairings of it."""
    cells: dict[tuple[int | None, int], int] = {
        (table.listing.rows[place].start_number, number): result.opponent
        for table in pages
        if isinstance(table, Crosstable) and table.by == "start_number"
        for place, results in enumerate(table.results)
        for number, result in zip(table.rounds, results, strict=True)
        if result is not None and result.opponent is not None
    }
    for page in pages:
        for one in page.rounds if isinstance(page, Pairings) else ():
            for board in one.boards:
                white = None if board.white is None else board.white.start_number
                black = None if board.black is None else board.black.start_number
                if white and black and cells.get((white, one.round or 0), black) != black:
                    raise PairingsContradict(round=one.round, white=white, black=black)
