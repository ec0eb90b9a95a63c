"""Small states of an event of invented people, and the pages beside them, from short lines.

A line is a round in the writing of `tests.standin.schedule`: "1:2 1-0; 3:4 ?; 5 bye; 6 out".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from live.model import EventState, Follow, RoundTime
from scraper.event import Seat
from scraper.model import Colour, Kind, Player, TimeControl, Tournament
from scraper.readings import Board, Entry, PairedRound
from tests.standin import demo, event
from tests.standin.schedule import results_of

EVENT = 9650001
AT = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)
TOURNAMENT = Tournament(
    id=EVENT,
    name="Gölbeyli Bahar Turnuvası 2026",
    time_control=TimeControl.STANDARD,
    time_control_text="90 min + 30 sec",
    start=date(2026, 5, 2),
    rounds=7,
    federation="TUR",
    url=f"https://chess-results.com/tnr{EVENT}.aspx",
)


def player(start_number: int, **facts: Any) -> Player:
    """Give one of the demo's people under his number, with other facts where wanted."""
    return replace(as_listed(demo.PLAYERS[start_number - 1]), **facts)


def people(count: int = 8) -> dict[int, Player]:
    """Give the first people of the demo by start number."""
    return {number: player(number) for number in range(1, count + 1)}


def as_listed(one: event.Player) -> Player:
    """Give somebody of the stand-in as a list with both ratings prints him."""
    return Player(
        one.start_number,
        one.name,
        title=one.title or None,
        federation=one.federation or None,
        fide_id=one.fide_id or None,
        club=one.club or None,
        sex=one.sex or None,
        rating=max(one.fide, one.national),
        fide=one.fide,
        national=one.national,
    )


def state(*lines: str, count: int = 8, **facts: Any) -> EventState:
    """Give the state of an event after rounds, with other facts where wanted."""
    known: dict[str, Any] = {
        "tournament": TOURNAMENT,
        "players": people(count),
        "epoch": 1777712400,
    }
    return EventState(**(known | {"seats": seats(*lines)} | facts))


def state_of_event(told: event.Event, **facts: Any) -> EventState:
    """Give the state of an event of the stand-in."""
    found: dict[int, dict[int, Seat]] = {}
    for number, rows in told.results.items():
        for row in rows:
            found.setdefault(row.round, {})[number] = _seat(row, told.results)
    known: dict[str, Any] = {
        "tournament": replace(TOURNAMENT, id=told.number, rounds=told.rounds_total),
        "players": {one.start_number: as_listed(one) for one in told.players},
        "seats": found,
        "round_robin": told.round_robin,
        "schedule": {
            number: RoundTime(*when) for number, when in enumerate(told.schedule, start=1)
        },
    }
    return EventState(**(known | facts))


def seats(*lines: str) -> dict[int, dict[int, Seat]]:
    """Give the seats of rounds by start number."""
    results = results_of(demo.PLAYERS, lines, published=False)
    found: dict[int, dict[int, Seat]] = {number: {} for number in range(1, len(lines) + 1)}
    for number, rows in results.items():
        for row in rows:
            found[row.round][number] = _seat(row, results)
    return found


def paired(
    line: str,
    number: int | None = 1,
    *,
    when: tuple[date | None, str | None] = (None, None),
    **columns: dict[int, Any],
) -> PairedRound:
    """Give a round as its page prints it.

    `columns` holds what is printed beside people by start number, as points={1: Decimal(2)}.
    """
    own = seats(line)[1]
    boards = [
        _board(white, seat, own, columns)
        for white, seat in own.items()
        if seat.colour is not Colour.BLACK
    ]
    return PairedRound(number, *when, tuple(boards))


def entry(number: int, **facts: Any) -> Entry:
    """Give somebody of the demo as a row of a page."""
    known = player(number)
    row = Entry(start_number=number, name=known.name, title=known.title)
    return row._replace(**facts)


def follow(number: int = 1, **facts: Any) -> Follow:
    """Give a follow of one of the demo's people."""
    known = player(number)
    return replace(Follow(EVENT, number, known.name or "", known.fide_id, id=number), **facts)


def score(text: str) -> Decimal:
    """Give points."""
    return Decimal(text)


def _board(
    white: int, seat: Seat, own: dict[int, Seat], columns: dict[str, dict[int, Any]]
) -> Board:
    def side(number: int) -> Entry:
        beside = {name: values[number] for name, values in columns.items() if number in values}
        return entry(number, **beside)

    black = seat.opponent
    other = None if black is None else own[black]
    # Where a bye has no point yet, its row looks like an open game's.
    kind = Kind.PENDING if seat.kind is Kind.BYE and seat.score is None else seat.kind
    return Board(
        seat.board,
        side(white),
        None if black is None else side(black),
        kind,
        seat.score,
        None if other is None else other.score,
    )


def _seat(row: event.Result, results: Mapping[int, Sequence[event.Result]]) -> Seat:
    points = None if row.score is None else Decimal(row.score)
    if row.opponent is None:
        return Seat(Kind(row.kind), points)
    other = next(one for one in results[row.opponent] if one.round == row.round)
    is_double = row.kind == other.kind == "forfeit_loss"
    kind = Kind.DOUBLE_FORFEIT if is_double else Kind(row.kind)
    return Seat(kind, points, row.board, Colour(row.colour or ""), row.opponent)
