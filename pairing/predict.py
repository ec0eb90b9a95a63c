"""Who is met in the next round, and how likely: the open games are played out, an engine pairs.

While there are no more combinations of results than simulations, each is paired once and counts
by its probability; else they are sampled with a seed. A sample stops when it has settled: when
every probability is known to within 5 points, by Wilson's interval of 95 %.
"""

import multiprocessing
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import NamedTuple

from pairing.engine import Engine, Pair, Py4swiss, ignore_interrupts, pairs_or_why
from pairing.outcomes import (
    Outcome,
    all_outcomes,
    choices_of_absentee,
    count_of,
    sampled_outcomes,
)
from pairing.position import Position, is_accelerated, pairs_of, position_before
from pairing.rules import FLOAT_RULES, RETURN_RATE
from pairing.score_group import score_group
from pairing.trf import TrfWriter
from rating.assumptions import Note
from rating.dated import in_force
from rating.odds import choices_of_game, draws_note
from scraper.errors import AbsentNextRound, EngineEnded, EngineFailed, PlayerMissing
from scraper.event import EventFacts
from scraper.model import Colour, Player

SIMULATIONS, SEED, PROCESSES = 100, 1, 2
_THOUSANDTH = Decimal("0.001")
# With this spread of each probability a sample has settled.
TOLERANCE = Fraction(5, 100)
# 1.96 squared: the interval of 95 %.
_Z2 = Fraction(38416, 10000)
# Who floats mostly meets somebody so many points away.
_FLOAT = Decimal("0.5")
# Fewer pairings than these are done here: a process of its own takes longer to start.
_FEW = 8
# Of the boards of the newest round, an engine that pairs as the event does gets most right.
_PAIRS_ALIKE = Fraction(1, 2)

Progress = Callable[[int, int], None]


class Chance(NamedTuple):
    """A possible opponent, None for the bye; both others are None where nothing was simulated."""

    opponent: int | None
    colour: Colour | None
    probability: Fraction | None


class Replay(NamedTuple):
    """How many boards of a round that is over the engine pairs as the event did."""

    round: int
    boards: int
    same: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a prediction is made; `draws` is a share of draws given by hand."""

    simulations: int = SIMULATIONS
    seed: int = SEED
    draws: Fraction | None = None
    processes: int = PROCESSES


@dataclass(frozen=True, slots=True)
class Prediction:
    """The possible opponents of a player, most likely first.

    Whom no simulation gave is at the end, with probability 0: members of the score group, then
    those half a point away, then the bye where the player may have one. `exhaustive`: every
    combination of results was paired, so that the probabilities are exact under what is
    assumed; else `margin` is the widest half of an interval of 95 %, as a share. `simulations`
    of the `planned` ones count. `engine` is None where none is installed; then the chances are
    the members of the score group, without probabilities.
    """

    round: int
    number: int
    chances: tuple[Chance, ...]
    engine: str | None = None
    simulations: int = 0
    planned: int = 0
    exhaustive: bool = False
    seed: int | None = None
    margin: Decimal | None = None
    open_games: int = 0
    doubtful: int = 0
    replay: Replay | None = None
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class _Tally:
    """What was counted so far; `weights` are by opponent and colour."""

    weights: Counter[tuple[int | None, Colour | None]] = field(default_factory=Counter)
    exact: dict[tuple[int | None, Colour | None], Fraction] = field(default_factory=dict)
    runs: int = 0
    settled: bool = False
    # What ended it before its time.
    ended: Note | None = None


def predict(
    position: Position,
    number: int,
    engine: Engine | None,
    plan: Plan | None = None,
    progress: Progress | None = None,
) -> Prediction:
    """Return who a player can meet in the next round, and how likely.

    `progress` is told how many pairings are done of how many. An interrupt from the keyboard ends
    it with what was counted, as does the end of a process that pairs; before the first count it is
    raised. Raises PlayerMissing, AbsentNextRound, EngineFailed, EngineEnded.
    """
    plan = plan or Plan()
    if number not in position.event.players:
        raise PlayerMissing(wanted=f"no. {number}")
    if number in position.absent and position.absent_shown:
        name = position.event.players[number].name or "the player"
        raise AbsentNextRound(name=name, round=position.round)
    notes = list(position.notes)
    if number in position.absent:
        notes.append(Note("own_absence", {"round": position.round - 1}))
        position = _with(position, number)
    if is_accelerated(position.event):
        notes.append(Note("pairings_accelerated"))
    if position.open_game_of(number) is not None:
        notes.append(Note("own_game_open"))
    if engine is None:
        chances = tuple(Chance(other, None, None) for other in score_group(position, number))
        return Prediction(
            position.round, number, chances, open_games=len(position.open),
            notes=(Note("no_engine"), *notes),
        )  # fmt: skip
    replay = replay_of(position.event, position.round - 1, engine)
    if replay is not None and replay.same < _PAIRS_ALIKE * replay.boards:
        notes.append(
            Note(
                "pairings_differ",
                {"round": replay.round, "same": replay.same, "boards": replay.boards},
            )
        )
    return _simulated(position, number, engine, plan, progress, (replay, notes))


def replay_of(event: EventFacts, number: int, engine: Engine) -> Replay | None:
    """Let an engine pair a round that was paired already; None where results before it are open.

    A round that the engine cannot pair counts as wholly different. Raises EngineEnded.
    """
    position = position_before(event, number)
    if position.open:
        return None
    true = pairs_of(event, number)
    try:
        found = dict(engine.pair(TrfWriter(position).text()))
    except EngineFailed:
        found = {}
    same = sum(found.get(white, 0) == black for white, black in true.items())
    return Replay(number, len(true), same)


def floats_by_absence(event: EventFacts) -> bool:
    """Say by which rules absence makes a downfloat; without a first day the newest ones hold."""
    start = event.tournament.start
    rules = FLOAT_RULES[-1] if start is None else in_force(FLOAT_RULES, start)
    return rules is not None and rules.by_absence


def half_width2(share: Fraction, runs: int) -> Fraction:
    """Return the square of half of Wilson's interval of 95 % for a share of so many runs."""
    spread = share * (1 - share) / runs + _Z2 / (4 * runs * runs)
    return _Z2 * spread / (1 + _Z2 / runs) ** 2


def _simulated(
    position: Position,
    number: int,
    engine: Engine,
    plan: Plan,
    progress: Progress | None,
    said: tuple[Replay | None, list[Note]],
) -> Prediction:
    players = position.event.players
    ratings = [
        (_rating(players.get(game.white)), _rating(players.get(game.black)))
        for game in position.open
    ]
    choices = [choices_of_game(white, black, plan.draws) for white, black in ratings]
    choices += [choices_of_absentee(RETURN_RATE)] * len(position.doubtful)
    exhaustive = count_of(choices) <= plan.simulations
    weights: tuple[Fraction, ...] = ()
    if exhaustive:
        outcomes, weights = _columns(all_outcomes(choices))
    else:
        outcomes = tuple(sampled_outcomes(choices, plan.simulations, plan.seed))
    writer = TrfWriter(position)
    different = list(dict.fromkeys(outcomes))
    texts = (_played_out(writer, position, outcome) for outcome in different)
    tally = _Tally()
    with _paired(engine, texts, len(different), plan.processes) as pairings:
        _count(tally, zip(different, pairings, strict=False), outcomes, weights, number, progress)
    if not tally.runs:
        raise KeyboardInterrupt
    replay, notes = said
    if isinstance(engine, Py4swiss) and not engine.floats_by_absence:
        notes.append(Note("engine_rules", {"engine": engine.name}))
    notes += _notes(position, plan, ratings, tally, exhaustive)
    total = sum(tally.exact.values(), Fraction(0)) if exhaustive else Fraction(tally.runs)
    counted: Mapping[tuple[int | None, Colour | None], Fraction | int]
    counted = tally.exact if exhaustive else tally.weights
    chances = [Chance(*who, Fraction(share) / total) for who, share in counted.items()]
    margin = None if exhaustive else _margin(chances, tally.runs)
    met = {one.opponent for one in chances}
    is_sure = position.absent_shown and exhaustive and tally.ended is None
    unmet: list[Chance] = []
    if not is_sure:
        level = score_group(position, number)
        near = dict.fromkeys((*level, *score_group(position, number, _FLOAT)))
        possible = (*near, *([] if position.had_bye(number) else [None]))
        unmet = [Chance(other, None, Fraction(0)) for other in possible if other not in met]
    return Prediction(
        round=position.round,
        number=number,
        chances=(*sorted(chances, key=_most_likely_first), *unmet),
        engine=engine.name,
        simulations=tally.runs,
        planned=len(outcomes),
        exhaustive=exhaustive and tally.ended is None,
        seed=None if exhaustive else plan.seed,
        margin=margin,
        open_games=len(position.open),
        doubtful=len(position.doubtful),
        replay=replay,
        notes=tuple(notes),
    )


def _played_out(writer: TrfWriter, position: Position, outcome: Outcome) -> str:
    count = len(position.open)
    returns = zip(position.doubtful, outcome[count:], strict=True)
    present = [number for number, is_there in returns if is_there]
    return writer.text(dict(zip(position.open, outcome[:count], strict=True)), present)


def _with(position: Position, number: int) -> Position:
    """Return the position with somebody who was taken for absent."""
    return replace(
        position,
        absent={one: kind for one, kind in position.absent.items() if one != number},
        doubtful=tuple(one for one in position.doubtful if one != number),
    )


def _count(
    tally: _Tally,
    results: Iterator[tuple[Outcome, tuple[Pair, ...]]],
    outcomes: Sequence[Outcome],
    weights: Sequence[Fraction],
    number: int,
    progress: Progress | None,
) -> None:
    """Count the outcomes in their order, so that the number of processes changes nothing."""
    known: dict[Outcome, tuple[int | None, Colour | None]] = {}
    try:
        for place, outcome in enumerate(outcomes):
            while outcome not in known:
                paired, pairs = next(results)
                known[paired] = _seat(pairs, number)
            who = known[outcome]
            tally.runs += 1
            if weights:
                tally.exact[who] = tally.exact.get(who, Fraction(0)) + weights[place]
            else:
                tally.weights[who] += 1
            if progress is not None:
                progress(place + 1, len(outcomes))
            if not weights and _has_settled(tally):
                tally.settled = tally.runs < len(outcomes)
                return
    except KeyboardInterrupt:
        tally.ended = Note("simulation_interrupted", {"runs": tally.runs})
    except EngineEnded:
        if not tally.runs:
            raise
        tally.ended = Note("simulation_process_ended", {"runs": tally.runs})


def _has_settled(tally: _Tally) -> bool:
    shares = [Fraction(0), *(Fraction(one, tally.runs) for one in tally.weights.values())]
    return all(half_width2(share, tally.runs) <= TOLERANCE**2 for share in shares)


def _margin(chances: Sequence[Chance], runs: int) -> Decimal:
    widest = max(half_width2(one.probability or Fraction(0), runs) for one in chances)
    return (
        (Decimal(widest.numerator) / widest.denominator).sqrt().quantize(_THOUSANDTH, ROUND_HALF_UP)
    )


def _seat(pairs: Sequence[Pair], number: int) -> tuple[int | None, Colour | None]:
    for white, black in pairs:
        if white == number:
            return black, None if black is None else Colour.WHITE
        if black == number:
            return white, Colour.BLACK
    raise EngineFailed(engine="?", why=f"no. {number}")


def _most_likely_first(one: Chance) -> tuple[Fraction, int, str]:
    return -(one.probability or Fraction(0)), one.opponent or 0, one.colour or ""


def _notes(
    position: Position,
    plan: Plan,
    ratings: Sequence[tuple[int | None, int | None]],
    tally: _Tally,
    exhaustive: bool,
) -> list[Note]:
    notes = []
    if position.open:
        notes.append(draws_note(plan.draws))
    unrated = sum(not (white and black) for white, black in ratings)
    if unrated:
        notes.append(Note("open_unrated", {"count": unrated}))
    if tally.ended is not None:
        notes.append(tally.ended)
    elif tally.settled and not exhaustive:
        notes.append(Note("simulation_settled", {"runs": tally.runs}))
    return notes


def _rating(player: Player | None) -> int | None:
    """Return the rating that says most of the strength: FIDE's, else what the list is sorted by."""
    return None if player is None else player.fide or player.rating or player.national or None


def _columns(
    pairs: Iterator[tuple[Outcome, Fraction]],
) -> tuple[tuple[Outcome, ...], tuple[Fraction, ...]]:
    outcomes, weights = zip(*pairs, strict=True)
    return outcomes, weights


@contextmanager
def _paired(
    engine: Engine, texts: Iterator[str], count: int, processes: int
) -> Iterator[Iterator[tuple[Pair, ...]]]:
    """Give the pairings of the texts in their order, from processes of their own where many."""
    if count <= _FEW or processes < 2:
        yield map(engine.pair, texts)
        return
    # Processes are started afresh: a copy of this one would copy the threads of its progress bar.
    pool = ProcessPoolExecutor(
        processes, multiprocessing.get_context("spawn"), initializer=ignore_interrupts
    )
    try:
        yield _in_order(pool, engine, texts, 2 * processes)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor, engine: Engine, texts: Iterator[str], ahead: int
) -> Iterator[tuple[Pair, ...]]:
    waiting: deque[Future[tuple[Pair, ...] | str | None]] = deque()
    try:
        with _no_interrupts():  # the processes begin with the first tasks, and inherit this
            for text in _up_to(texts, ahead):
                waiting.append(pool.submit(pairs_or_why, engine, text))
        while waiting:
            found = waiting.popleft().result()
            for text in _up_to(texts, 1):
                waiting.append(pool.submit(pairs_or_why, engine, text))
            if found is None:
                raise EngineEnded(engine=engine.name)
            if isinstance(found, str):
                raise EngineFailed(engine=engine.name, why=found)
            yield found
    except BrokenProcessPool:
        raise EngineEnded(engine=engine.name) from None


def _up_to(texts: Iterator[str], count: int) -> Iterator[str]:
    for _ in range(count):
        text = next(texts, None)
        if text is None:
            return
        yield text


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Leave Ctrl-C aside for as long as it takes to start processes; they are to survive it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
