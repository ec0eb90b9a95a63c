"""One game explained: the gap, the expected score by the table, the change."""

from rating import ukd
from rating.articles import article_of, articles_of, cited
from rating.conversion import row_of
from rating.explain.steps import Inputs, Step
from rating.fide import FideRules, UpgradeReading
from rating.game import GameResult, NotCounted, RatedGame

CHANGE = "{k} × ({score} − {expected}) = {change}"


def fide_steps(
    own: int, opponent: int | None, result: GameResult, rules: FideRules
) -> tuple[Step, ...]:
    """Explain a game by FIDE's rules."""
    if isinstance(result, NotCounted):
        return (_not_counted(result, article_of(result.reason, rules)),)
    articles = articles_of(rules)
    limits: Inputs = {"cap": rules.cap, "full_gap_from": rules.full_gap_from}
    gap = gap_step(own, opponent, result, limits, cited(rules.article))
    return (
        gap._replace(rule=_gap_rule(own, result, rules)),
        _expected(result, articles.table),
        _change(result, articles.k),
    )


def ukd_steps(own: int, opponent: int | None, result: GameResult) -> tuple[Step, ...]:
    """Explain a game by the rules of the UKD."""
    if isinstance(result, NotCounted):
        return (_not_counted(result, ukd.PROCEDURE),)
    if result.difference is None:
        return (_against_none(result),)
    return (
        gap_step(own, opponent, result, {"cap": ukd.CAP}, ukd.PROCEDURE),
        _expected(result, ukd.PROCEDURE),
        _change(result, ukd.PROCEDURE),
    )


def _not_counted(result: NotCounted, article: str | None) -> Step:
    return Step("change", f"not_counted_{result.reason}", article, "", {})


def gap_step(
    own: int, opponent: int | None, result: RatedGame, limits: Inputs, article: str | None
) -> Step:
    """Explain the difference and what the cap, one of the `limits`, leaves of it."""
    inputs: Inputs = {
        "own": own,
        "opponent": opponent,
        "difference": result.difference,
        "difference_used": result.used,
        **limits,
    }
    arrow = " → {difference_used}" if result.capped else ""
    rule = "gap_capped" if result.capped else "gap"
    return Step(
        "difference_used", rule, article, "{own} − {opponent} = {difference}" + arrow, inputs
    )


def _gap_rule(own: int, result: RatedGame, rules: FideRules) -> str:
    """Name the rule of the eras that a gap was counted by."""
    if result.capped:
        return "gap_capped_once" if rules.cap_once else "gap_capped"
    if rules.cap is None:
        return "gap_without_cap"
    if abs(result.difference or 0) <= rules.cap:
        return "gap"
    if rules.full_gap_from is not None and own >= rules.full_gap_from:
        return "gap_in_full"
    if rules.reading is UpgradeReading.HIGHER_SIDE and (result.difference or 0) < 0:
        return "gap_as_the_lower"
    return "gap_not_the_largest"


def _expected(result: RatedGame, article: str) -> Step:
    used = result.used or 0
    least, most = row_of(used)
    rule = "expected_higher" if used >= 0 else "expected_lower"
    inputs: Inputs = {
        "gap": abs(used), "least": least, "most": most, "expected": result.expected,
    }  # fmt: skip
    return Step("expected", rule if most is not None else f"{rule}_beyond", article, "", inputs)


def _change(result: RatedGame, article: str) -> Step:
    inputs: Inputs = {
        "k": result.k, "score": result.score, "expected": result.expected,
        "change": result.change,
    }  # fmt: skip
    return Step("change", "change", article, CHANGE, inputs)


def _against_none(result: RatedGame) -> Step:
    share = result.change / result.k
    inputs: Inputs = {"k": result.k, "share": share, "change": result.change}
    rule = "ukd_none" if share else "ukd_none_draw"
    return Step("change", rule, ukd.PROCEDURE, "{k} × {share} = {change}", inputs)
