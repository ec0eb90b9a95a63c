"""How fast the next round is predicted: 100 players, 10 open games, 100 simulations."""

import random
import time
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bench.timing import mark
from pairing.engine import Engine, find_engine
from pairing.position import Position, next_position
from pairing.predict import Plan, predict
from pairing.trf import TrfWriter
from scraper.event import EventFacts, Seat
from scraper.model import Colour, Kind, Player, Tournament
from scraper.readings import Crosstable, Listing

LIMIT = 20.0  # seconds
_PLAYERS, _ROUNDS, _OPEN, _SIMULATIONS = 100, 5, 10, 100
_SCORES = (Decimal(1), Decimal("0.5"), Decimal(0))


def run() -> None:
    """Play an event with the engine, leave games open, predict, and print."""
    engine = find_engine()
    print(
        f"the round after {_ROUNDS} rounds, {_PLAYERS} players, {_OPEN} open games, "
        f"{_SIMULATIONS} simulations (limit {LIMIT:.0f} s)"
    )
    if engine is None:
        print("  no engine; pip install 'tnrate[pairings]' installs one")
        return
    position = _position(engine)
    started = time.perf_counter()
    engine.pair(TrfWriter(position).text(dict.fromkeys(position.open, _SCORES[1])))
    print(f"  {engine.name}: one pairing {time.perf_counter() - started:.2f} s")
    for processes in (2, 1):
        started = time.perf_counter()
        found = predict(position, 50, engine, Plan(_SIMULATIONS, processes=processes))
        seconds = time.perf_counter() - started
        limit = mark(seconds, LIMIT) if processes == 2 else ""
        print(f"  {processes} processes: {found.simulations} simulations {seconds:6.2f} s{limit}")


def _position(engine: Engine) -> Position:
    """Let the engine pair round after round; the results are drawn, always the same."""
    drawn = random.Random(1)  # noqa: S311 - a sample
    players = {
        number: Player(number, f"No. {number}", rating=2600 - 10 * number)
        for number in range(1, _PLAYERS + 1)
    }
    tournament = Tournament(rounds=9, start=date(2026, 5, 1), type="Swiss-System")
    event = EventFacts(tournament, players, {})
    for number in range(1, _ROUNDS + 1):
        seats: dict[int, Seat] = {}
        for place, (white, black) in enumerate(engine.pair(_before(event, number))):
            if black is None:
                continue
            score = drawn.choice(_SCORES)
            is_open = number == _ROUNDS and place % (_PLAYERS // 2 // _OPEN) == 0
            kind = Kind.PENDING if is_open else Kind.GAME
            own, other = (None, None) if is_open else (score, 1 - score)
            seats[white] = Seat(kind, own, None, Colour.WHITE, black)
            seats[black] = Seat(kind, other, None, Colour.BLACK, white)
        event = replace(event, seats={**event.seats, number: seats})
    return _of(event)


def _before(event: EventFacts, number: int) -> str:
    position = Position(
        event, number, tuple(event.players), tuple(event.seats.values()), {}, (), Colour.WHITE
    )
    return TrfWriter(position).text()


def _of(event: EventFacts) -> Position:
    return next_position(event, Crosstable(Listing((), ()), "start_number", tuple(event.seats)))
