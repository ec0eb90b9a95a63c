"""What crosstables and pairings say, as the seats of the players of an event."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from scraper.directory import Directory, Finder
from scraper.event import Seat
from scraper.model import Colour, Kind
from scraper.readings import Board, Crosstable, Entry, Matches, PairedRound, Pairings, Reading


def rounds_of(reading: Reading) -> tuple[PairedRound, ...]:
    """Return the rounds of a page of pairings, of players or of the boards of matches."""
    content = reading.content
    if isinstance(content, Matches):
        return tuple(_rounds_of_matches(content))
    if not isinstance(content, Pairings):
        return ()
    # A page of one round may print its number above the table only.
    return tuple(
        replace(one, round=reading.round) if one.round is None else one for one in content.rounds
    )


def _rounds_of_matches(matches: Matches) -> Iterator[PairedRound]:
    for number in sorted({one.round for one in matches.matches if one.round is not None}):
        own = [one for one in matches.matches if one.round == number]
        boards = tuple(board for match in own for board in match.boards)
        yield PairedRound(number, own[0].date, own[0].time, boards)


def sides_of(one: PairedRound) -> Iterator[Entry]:
    """Give everybody who is named in a round."""
    for board in one.boards:
        yield from filter(None, (board.white, board.black))


def seats_in(one: PairedRound, find: Finder) -> dict[int, Seat]:
    """Return the seats of a round by start number; boards with strangers are left out."""
    found: dict[int, Seat] = {}
    for board in one.boards:
        white = None if board.white is None else find(board.white)
        black = None if board.black is None else find(board.black)
        if board.black is None or board.white is None:
            alone = white if black is None else black
            score = board.white_score if black is None else board.black_score
            if alone is not None:
                found[alone] = _alone(board, score)
            continue
        if white is None or black is None:  # a stranger
            continue
        found[white] = Seat(
            board.kind, board.white_score, board.board, Colour.WHITE, black, board.rated
        )
        found[black] = Seat(
            board.kind.mirrored, board.black_score, board.board, Colour.BLACK, white, board.rated
        )
    return found


def _alone(board: Board, score: Decimal | None) -> Seat:
    """Return the seat of somebody without an opponent; a bye counts as one before its point."""
    kind = Kind.BYE if board.kind is Kind.PENDING else board.kind
    return Seat(kind, score)


def rows_in(table: Crosstable, directory: Directory) -> Iterator[tuple[int, dict[int, Seat]]]:
    """Give the rounds of every row of a crosstable by start number; empty cells are left out."""
    numbers = _numbers(table, directory)
    for place, results in enumerate(table.results):
        own = numbers.get(table.number(place))
        if own is None:
            continue
        rounds: dict[int, Seat] = {}
        for of_round, result in zip(table.rounds, results, strict=True):
            opponent = None if result is None else numbers.get(result.opponent)
            if result is None or (result.opponent is not None and opponent is None):
                continue
            rounds[of_round] = Seat(result.kind, result.score, None, result.colour, opponent)
        yield own, rounds


def grid_rows_in(table: Crosstable, directory: Directory) -> Iterator[tuple[int, dict[int, Seat]]]:
    """Give the games of every row of a round robin's grid, which does not tell the rounds.

    They are counted so that the two sides of a game have it in the same round.
    """
    numbers = _numbers(table, directory)
    size = max(1, len(table.results))
    for place, results in enumerate(table.results):
        here = table.number(place)
        own = numbers.get(here)
        if own is None or here is None:
            continue
        rounds: dict[int, Seat] = {}
        for result in results:
            if result is None or result.opponent is None:
                continue
            opponent = numbers.get(result.opponent)
            if opponent is not None:
                of_round = (here + result.opponent) % size + 1
                rounds[of_round] = Seat(result.kind, result.score, opponent=opponent)
        yield own, rounds


def _numbers(table: Crosstable, directory: Directory) -> dict[int | None, int]:
    """Return the start numbers by the numbers that the cells of a table name."""
    numbers: dict[int | None, int] = {}
    for place, row in enumerate(table.listing.rows):
        number = directory.in_table(row)
        if number is not None:
            numbers[table.number(place)] = number
    return numbers


def both_lost(seat: Seat, of_round: int, rows: Mapping[int, Mapping[int, Seat]]) -> Seat:
    """Tell a game that neither side came to; a row alone shows its own loss."""
    other = rows.get(seat.opponent or 0, {}).get(of_round)
    if other is None or not seat.kind is other.kind is Kind.FORFEIT_LOSS:
        return seat
    return seat._replace(kind=Kind.DOUBLE_FORFEIT)
