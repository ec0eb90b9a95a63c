"""The rating core: totals and details by FIDE's rules against elochess of PyPI, and what it loads.

elochess sums one player's games in floats by the standard rules of today, and gives the new rating
alone. Both get lists that are ready for them: games here, opponents and points there.
"""

import importlib
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import NamedTuple

from bench.samples import ROOT
from bench.timing import mark, side_by_side
from rating.fide import FideRules, FideTotal, rate_games, rules_for, total, total_of
from rating.game import Game
from scraper.time_control import TimeControl

VERSION = "0.5.0"
TOTALS_LIMIT = 1.0
DETAIL_LIMIT = 0.1
IMPORT_LIMIT = 15.0  # milliseconds
_CORE = {
    "fide": "import rating.fide",
    "fide and ukd": "import rating.fide, rating.ukd",
    "fide, ukd and K with its reason": "import rating.fide, rating.ukd, rating.k_factor",
}
_NOW = date(2026, 11, 1)
_RULES = {
    "standard": rules_for(TimeControl.STANDARD, _NOW),
    "rapid, gaps of 600": rules_for(TimeControl.RAPID, _NOW),
    "one upgrade": rules_for(TimeControl.STANDARD, date(2023, 1, 1)),
}
# Games of a player, and so many players.
_SIZES = ((9, 1_000), (1, 2_000), (5, 1_000), (30, 300), (1_000, 10))
_TURNS = 21
_IMPORTS = 40
_TOURNAMENTS = 50_000
# What elochess calls a player of that K.
_KS: dict[int, dict[str, int]] = {
    40: {"birth_year": 1990, "games_played": 0},
    20: {"birth_year": 1990, "games_played": 30},
    10: {"birth_year": 1990, "reached_2400": True},
}
_HALVES = (Decimal("0.5"), Decimal("-0.5"))
_SCORES = (Decimal(0), Decimal("0.5"), Decimal(1))

Update = Callable[..., int]
Sum = Callable[[int, Sequence[Game], int, FideRules], FideTotal]


class Player(NamedTuple):
    """One player's tournament, in the form that each side takes."""

    own: int
    k: int
    games: tuple[Game, ...]
    opponents: list[int]
    points: float


def run() -> None:
    """Measure, compare and print."""
    _measure_imports()
    print(f"a player's games by FIDE's rules, against elochess {VERSION} of PyPI")
    try:
        update: Update = importlib.import_module("elochess.elo").EloCalculator.update_rating
    except ImportError:
        print("  not installed; pip install 'tnrate[bench]' installs it")
        return
    print(f"  {'':28} {'theirs':>12}   {'totals':>7} (at least {TOTALS_LIMIT:.1f} ×)", end="")
    print(f"   {'every detail':>12} (at least {DETAIL_LIMIT:.1f} ×)")
    for name, rules in _RULES.items():
        print(f"  {name}")
        for games, players in _SIZES:
            _compare(update, rules, games, players)
    print(f"  {_TOURNAMENTS:,} tournaments of {_SIZES[0][0]} games: the new rating")
    for name, rules in _RULES.items():
        _agree(update, name, rules)


def _compare(update: Update, rules: FideRules, games: int, players: int) -> None:
    field = list(_field(players, games))
    theirs, totals, details = side_by_side(
        lambda: _theirs(update, field),
        lambda: _ours(total_of, field, rules),
        lambda: _ours(_in_detail, field, rules),
        turns=_TURNS,
    )
    faster, in_detail = theirs.against(totals), theirs.against(details)
    print(
        f"    {f'{games:,} games a player':26} {games * players / theirs.median:9,.0f}/s"
        f"   {faster:7.2f}{mark(faster, TOTALS_LIMIT, least=True):21}"
        f"{in_detail:12.2f}{mark(in_detail, DETAIL_LIMIT, least=True)}"
    )


def _theirs(update: Update, field: Sequence[Player]) -> None:
    """Let it take the K of its defaults, so that it is not held up by arguments."""
    for one in field:
        update(one.own, one.opponents, one.points)


def _ours(sums: Sum, field: Sequence[Player], rules: FideRules) -> None:
    for one in field:
        sums(one.own, one.games, one.k, rules)


def _agree(update: Update, name: str, rules: FideRules) -> None:
    """Count where the new ratings are the same, and why not elsewhere."""
    counts: Counter[str] = Counter()
    for one in _field(_TOURNAMENTS, _SIZES[0][0]):
        its = update(one.own, one.opponents, one.points, **_KS[one.k])
        ours = total_of(one.own, one.games, one.k, rules)
        counts["same" if its == ours.new_rating else _judge(one, its, ours)] += 1
    print(f"    {name:26} " + ", ".join(f"{count:,} {what}" for what, count in counts.items()))


def _judge(one: Player, its: int, ours: FideTotal) -> str:
    """Say why elochess has another number; whatever it has no excuse for is ours to look at."""
    today = total_of(one.own, one.games, one.k, _RULES["standard"])
    if today.change != ours.change:
        return "by a rule that it does not have"
    if ours.change % 1 in _HALVES:
        to_even = int((one.own + ours.change).to_integral_value(ROUND_HALF_EVEN))
        return "halves that it rounds to even" if its == to_even else "halves that floats miss"
    raise AssertionError(f"{one}: elochess {its}, ours {ours}")


def _in_detail(own: int, games: Sequence[Game], k: int, rules: FideRules) -> FideTotal:
    return total(own, k, rate_games(own, games, k, rules), rules)


def _field(players: int, games: int) -> Iterator[Player]:
    """Give players as in an open event, most gaps below 400, the same ones each time."""
    draw = random.Random(players * games)  # noqa: S311 - no secrets
    for _ in range(players):
        own = draw.randint(1400, 2700)
        k = draw.choice(list(_KS))
        drawn = tuple(
            Game(max(1400, own + round(draw.gauss(0, 220))), draw.choice(_SCORES))
            for _ in range(games)
        )
        opponents = [game.opponent for game in drawn if game.opponent is not None]
        yield Player(own, k, drawn, opponents, float(sum(game.score for game in drawn)))


def _measure_imports() -> None:
    print(f"import of the rating core, compiled, beyond bare Python (limit {IMPORT_LIMIT:.0f} ms)")
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, code in _CORE.items():
            _compare_imports(name, code, kept)


def _compare_imports(name: str, code: str, settings: dict[str, str]) -> None:
    _started(code, settings)  # compiles the modules, as an installer does
    bare, core = side_by_side(
        lambda: _started("pass", settings), lambda: _started(code, settings), turns=_IMPORTS
    )
    more = core.above(bare) * 1e3
    print(
        f"  {name:56} {bare.median * 1e3:5.1f} ms {core.median * 1e3:5.1f} ms"
        f"  {more:5.1f} ms more{mark(more, IMPORT_LIMIT)}"
    )


def _started(code: str, settings: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=settings)  # noqa: S603
