"""Elo by formula and Glicko explained, with the numbers rounded as they are shown."""

import re
from collections.abc import Sequence
from decimal import Decimal, localcontext
from typing import NamedTuple

from rating.elo import EXPECTED_STEP, SCALE, EloCalculation, EloGame
from rating.explain.games import gap_step
from rating.explain.steps import Chapter, Explanation, Inputs, Step, Value
from rating.game import Game, NotCounted, RatedGame
from rating.glicko import (
    CENTRE,
    DETAIL_STEP,
    RATING_STEP,
    SCALE_2,
    VOLATILITY_STEP,
    GlickoCalculation,
    GlickoGame,
    GlickoResult,
    Steps,
    System,
)
from rating.precision import PRECISE, rounded

_FORMULA = "Elo"


class _Articles(NamedTuple):
    """Where the papers stand: g and the expected score, and what comes out of a game."""

    game: str
    end: str


_ARTICLES = {
    System.GLICKO_1: _Articles("Glicko, step 2", "Glicko, step 2"),
    System.GLICKO_2: _Articles("Glicko-2, step 3", "Glicko-2, step 7"),
    System.LICHESS: _Articles("Glicko-2, step 3", "lichess, Glicko-2, step 7"),
}
_NAMES = re.compile(r"{(\w+)}")


def explain_elo(calculation: EloCalculation) -> Explanation:
    """Explain each game by the formula, and the total."""
    pairs = zip(calculation.games, calculation.results, strict=True)
    chapters = [
        Chapter("game", "elo", {"game": number, "score": game.score, "opponent": game.opponent},
                _elo_game(calculation, game, result))
        for number, (game, result) in enumerate(pairs, 1)
    ]  # fmt: skip
    total = calculation.by_formula
    if total.games:
        change = rounded(total.change, EXPECTED_STEP)
        changes = [rounded(one.by_formula.change, EXPECTED_STEP)
                   for one in calculation.results if isinstance(one, EloGame)]  # fmt: skip
        steps = (
            Step("change", "sum", None, "{changes} ≈ {change}",
                 {"changes": changes, "change": change}),
            Step("rounded", "rounded", None, "{change} → {rounded}",
                 {"change": change, "rounded": total.rounded}),
            Step("new_rating", "new_rating", None, "{rating}{rounded:+} = {new_rating}",
                 {"rating": calculation.rating, "rounded": total.rounded,
                  "new_rating": total.new_rating}),
        )  # fmt: skip
        chapters.append(Chapter("total", "elo", {}, steps))
    return tuple(chapters)


def _elo_game(
    calculation: EloCalculation, game: Game, result: EloGame | NotCounted
) -> tuple[Step, ...]:
    if isinstance(result, NotCounted):
        return (Step("change", f"not_counted_{result.reason}", None, "", {}),)
    formula: RatedGame = result.by_formula
    expected = rounded(formula.expected or Decimal(0), EXPECTED_STEP)
    return (
        gap_step(calculation.rating, game.opponent, formula, {"cap": calculation.cap}, None),
        Step("expected", "elo_formula", _FORMULA,
             "1 ÷ (1 + 10^(−({difference_used}) ÷ {scale})) ≈ {expected}",
             {"difference_used": formula.used, "scale": SCALE, "expected": expected}),
        Step("change", "change", _FORMULA, "{k} × ({score} − {expected}) ≈ {change}",
             {"k": calculation.k, "score": game.score, "expected": expected,
              "change": rounded(formula.change, EXPECTED_STEP)}),
    )  # fmt: skip


def explain_glicko(calculation: GlickoCalculation) -> Explanation:
    """Explain each game, and what all of them do to rating, RD and volatility."""
    with localcontext(PRECISE):
        pairs = zip(calculation.games, calculation.period.results, strict=True)
        chapters = [
            Chapter("game", calculation.system,
                    {"game": number, "score": game.score, "opponent": game.opponent},
                    _glicko_game(calculation, game, result))
            for number, (game, result) in enumerate(pairs, 1)
        ]  # fmt: skip
        steps = calculation.period.steps
        if steps is not None:
            chapters.append(Chapter("total", calculation.system, {}, _period(calculation, steps)))
    return tuple(chapters)


def _glicko_game(
    calculation: GlickoCalculation, game: GlickoGame, result: GlickoResult
) -> list[Step]:
    system = calculation.system
    names = _ARTICLES[system]
    after = result.after or calculation.after
    g, expected = _detail(result.g), _detail(result.expected)
    weight, change = rounded(result.weight, RATING_STEP), rounded(result.change, RATING_STEP)
    weighed: Inputs = {"g": g, "new_rd": rounded(after.rd, RATING_STEP), "scale": SCALE_2,
                       "weight": weight}  # fmt: skip
    steps = [
        Step("g", "glicko_g", names.game,
             "{rd} ÷ {scale} ≈ {phi}; 1 ÷ √(1 + 3 × {phi}² ÷ π²) ≈ {g}",
             {"rd": game.rd, "scale": SCALE_2, "phi": _detail(game.rd / SCALE_2), "g": g}),
        Step("expected", "glicko_expected", names.game,
             "1 ÷ (1 + e^(−{g} × ({difference}) ÷ {scale})) ≈ {expected}",
             {"g": g, "difference": rounded(result.difference, RATING_STEP), "scale": SCALE_2,
              "expected": expected}),
    ]  # fmt: skip
    if result.limited:
        steps.append(Step("change", "lichess_limited", names.end, "", {"change": change}))
    else:
        steps += [
            Step("weight", "glicko_weight", names.end,
                 "{g} × {new_rd}² ÷ {scale} ≈ {weight}", weighed),
            Step("change", "glicko_change", names.end,
                 "{weight} × ({score} − {expected}) ≈ {change}",
                 {"weight": weight, "score": game.score, "expected": expected, "change": change}),
        ]  # fmt: skip
    if result.after is not None:
        steps.append(
            Step("new_rating", "new_rating", names.end, "{rating}{change:+} = {new_rating}",
                 {"rating": rounded(after.rating, RATING_STEP) - change, "change": change,
                  "new_rating": rounded(after.rating, RATING_STEP)})
        )  # fmt: skip
    return steps


def _period(calculation: GlickoCalculation, steps: Steps) -> Sequence[Step]:
    """Explain what all games of a period do together."""
    pairs = list(zip(calculation.games, calculation.period.results, strict=True))
    facts: dict[str, Value] = {
        "scale": SCALE_2,
        "information": [_detail(r.g**2 * r.expected * (1 - r.expected)) for _, r in pairs],
        "surprises": [_detail(r.g * (game.score - r.expected)) for game, r in pairs],
        "changes": [rounded(r.change, RATING_STEP) for _, r in pairs],
        "rating": rounded(calculation.start.rating, RATING_STEP),
        "rd": rounded(calculation.start.rd, RATING_STEP),
        "new_rating": rounded(calculation.after.rating, RATING_STEP),
        "new_rd": rounded(calculation.after.rd, RATING_STEP),
    }
    if calculation.system == System.GLICKO_1:
        facts["d"] = rounded(steps.d, RATING_STEP)
        chain: Sequence[tuple[str, str, str, str]] = _GLICKO_1
    else:
        phi = calculation.start.rd / SCALE_2
        mu = (calculation.start.rating - CENTRE) / SCALE_2
        volatility = calculation.after.volatility or Decimal(0)
        facts |= {"v": _detail(steps.v), "delta": _detail(steps.delta),
                  "phi_before": _detail(phi), "mu_before": _detail(mu), "centre": CENTRE,
                  "new_volatility": rounded(volatility, VOLATILITY_STEP),
                  "phi_widened": _detail(steps.phi_before), "phi": _detail(steps.phi),
                  "mu": _detail(steps.mu)}  # fmt: skip
        chain = _GLICKO_2
    return [
        Step(of, rule, article, formula, {name: facts[name] for name in _named(of, formula)})
        for of, rule, article, formula in chain
    ]


_GLICKO_1 = (
    ("d", "glicko_d", "Glicko, step 2", "{scale} ÷ √({information}) ≈ {d}"),
    ("new_rd", "glicko_new_rd", "Glicko, step 2", "1 ÷ √(1 ÷ {rd}² + 1 ÷ {d}²) ≈ {new_rd}"),
    ("new_rating", "sum", "Glicko, step 2", "{rating} + ({changes}) ≈ {new_rating}"),
)
_GLICKO_2 = (
    ("v", "glicko_v", "Glicko-2, step 3", "1 ÷ ({information}) ≈ {v}"),
    ("delta", "glicko_delta", "Glicko-2, step 4", "{v} × ({surprises}) ≈ {delta}"),
    ("new_volatility", "glicko_volatility", "Glicko-2, step 5", ""),
    ("phi_widened", "glicko_widened", "Glicko-2, step 6",
     "√({phi_before}² + {new_volatility}²) ≈ {phi_widened}"),
    ("phi", "glicko_new_rd", "Glicko-2, step 7",
     "1 ÷ √(1 ÷ {phi_widened}² + 1 ÷ {v}) ≈ {phi}"),
    ("mu", "glicko_mu", "Glicko-2, step 7", "{mu_before} + {phi}² × ({surprises}) ≈ {mu}"),
    ("new_rd", "glicko_scale", "Glicko-2, step 8", "{scale} × {phi} ≈ {new_rd}"),
    ("new_rating", "glicko_scale", "Glicko-2, step 8",
     "{scale} × {mu} + {centre} ≈ {new_rating}"),
)  # fmt: skip


def _named(of: str, formula: str) -> list[str]:
    """Return the names of the inputs that a formula needs, and of what it gives."""
    return list(dict.fromkeys([*_NAMES.findall(formula), of]))


def _detail(value: Decimal) -> Decimal:
    return rounded(value, DETAIL_STEP)
