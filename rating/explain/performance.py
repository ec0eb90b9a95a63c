"""Performances and first ratings explained."""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from rating.articles import cited
from rating.explain.steps import Chapter, Explanation, Inputs, Step
from rating.first_rating import Estimate, FirstRating
from rating.first_ukd import FirstUkd
from rating.performance import TRUE_ARTICLE, Performance, TruePerformance
from rating.ukd import FLOOR

_AVERAGE = "Title Regulations 1.4.7"
_SHARE = "Title Regulations 1.4.8"
_TABLE = "Title Regulations 1.4.9"
_PERCENT = "100 × {score} ÷ {games} → {percent}"
_MIDDLE = "({lowest} + {highest}) ÷ 2 → {value}"


class Rp(NamedTuple):
    """The figures of a performance; `total` is the sum of the opponents' ratings."""

    total: int
    games: int
    average: int
    score: Decimal
    percent: int
    difference: int
    performance: int


def explain_performance(found: Performance | None) -> Explanation:
    """Explain Rp, and the true performance."""
    if found is None:
        return ()
    return (
        Chapter("performance", "performance", {}, performance_steps(_rp(found))),
        Chapter("true_performance", "performance", {}, (_true_step(found.true, found),)),
    )


def _rp(found: Performance) -> Rp:
    return Rp(
        int(found.average * found.games),
        found.games,
        found.rounded_average,
        found.score,
        found.percent,
        found.difference,
        found.rating,
    )


def performance_steps(rp: Rp) -> tuple[Step, ...]:
    """Explain a performance: the average of the opponents, the share of the points, the table."""
    exact = Fraction(rp.total, rp.games)
    return (
        Step("average", "average_rounded", _AVERAGE, mean("exact", exact) + " → {average}",
             {"total": rp.total, "games": rp.games, "exact": exact, "average": rp.average}),
        Step("percent", "percent", _SHARE, _PERCENT,
             {"score": rp.score, "games": rp.games, "percent": rp.percent}),
        Step("difference", "table_811", _TABLE, "",
             {"percent": rp.percent, "difference": rp.difference}),
        Step("performance", "average_and_difference", _TABLE,
             "{average}{difference:+} = {performance}",
             {"average": rp.average, "difference": rp.difference,
              "performance": rp.performance}),
    )  # fmt: skip


def _true_step(true: TruePerformance, found: Performance) -> Step:
    article = cited(TRUE_ARTICLE)
    ends: Inputs = {"lowest": true.lowest, "highest": true.highest, "value": true.value,
            "score": found.score}  # fmt: skip
    if true.highest is None:
        return Step("lowest", "true_without_top", article, "", ends)
    if true.lowest is None:
        return Step("highest", "true_without_bottom", article, "", ends)
    if not true.exact:
        expected = {"less": true.expected_lowest, "more": true.expected_highest}
        return Step("value", "true_between", article, _MIDDLE, {**ends, **expected})
    if true.lowest == true.highest:
        return Step("value", "true_one", article, "", ends)
    return Step("value", "true_range", article, _MIDDLE, ends)


def explain_first_ukd(found: FirstUkd) -> Explanation:
    """Explain the performance of each event, and their mean."""
    chapters = [
        Chapter("event_performance", "first_ukd", {"event": number}, performance_steps(_rp(one)))
        for number, one in enumerate(found.performances, 1)
        if one is not None
    ]
    if found.average is not None and found.value is not None:
        counted = [Decimal(one) for one in found.counted]
        sign = "=" if _is_shown_whole(found.average) else "≈"
        steps = (
            Step("average", "ukd_mean", None, "({counted}) ÷ {events} " + sign + " {average}",
                 {"counted": counted, "events": len(counted), "floor": FLOOR,
                  "average": found.average}),
            Step("value", "ukd_whole", None, "{average} → {value}",
                 {"average": found.average, "value": found.value}),
        )  # fmt: skip
        chapters.append(Chapter("first_ukd", "first_ukd", {}, steps))
    return tuple(chapters)


def explain_first(found: FirstRating) -> Explanation:
    """Explain what the pooled games are worth as a first rating."""
    steps = [
        Step("event", f"left_out_{reason}", cited(found.rules.article), "", {"event": number})
        for number, reason in enumerate(found.left_out, 1)
        if reason is not None
    ]
    if found.estimate is not None:
        steps += _first_steps(found, found.estimate)
    return (Chapter("first_rating", "first", {}, steps),) if steps else ()


def _first_steps(found: FirstRating, estimate: Estimate) -> tuple[Step, ...]:
    rules = found.rules
    article = cited(rules.article)
    drawn: Inputs = {}
    if rules.drawn:
        drawn = {"drawn": len(rules.drawn), "drawn_rating": rules.drawn[0]}
    steps = [
        Step("average", "average_with_drawn" if drawn else "average", article,
             mean("average", estimate.average),
             {"total": int(estimate.average * estimate.games), "games": estimate.games,
              "average": estimate.average, **drawn}),
        *_worth(found, estimate),
        Step("rounded", "average_and_difference", article,
             "{average}{difference:+} = {exact} → {rounded}",
             {"average": estimate.average, "difference": estimate.difference,
              "exact": estimate.exact, "rounded": estimate.rounded}),
    ]  # fmt: skip
    if estimate.value != estimate.rounded:
        steps.append(
            Step("value", "first_at_most", article, "{rounded} → {value}",
                 {"rounded": estimate.rounded, "value": estimate.value})
        )  # fmt: skip
    return tuple(steps)


def _worth(found: FirstRating, estimate: Estimate) -> tuple[Step, ...]:
    """Explain what the score is worth: by the table, or by half points above a half."""
    article = cited(found.rules.article)
    if estimate.half_points and found.rules.bonus is not None:
        inputs: Inputs = {"score": estimate.score, "games": estimate.games,
                  "half_points": estimate.half_points, "bonus": found.rules.bonus,
                  "difference": estimate.difference}  # fmt: skip
        formula = "{half_points} × {bonus} = {difference}"
        return (Step("difference", "half_points", article, formula, inputs),)
    percent: Inputs = {
        "score": estimate.score,
        "games": estimate.games,
        "percent": estimate.percent,
    }
    return (
        Step("percent", "percent", article, _PERCENT, percent),
        Step("difference", "table_811", article, "",
             {"percent": estimate.percent, "difference": estimate.difference}),
    )  # fmt: skip


def mean(name: str, value: Fraction) -> str:
    """Write how a mean is worked out; it is shown with two decimals, which can leave some out."""
    sign = "=" if _is_shown_whole(value) else "≈"
    return f"{{total}} ÷ {{games}} {sign} {{{name}}}"


def _is_shown_whole(value: Fraction) -> bool:
    """Say whether two decimals are all that a fraction has."""
    return (100 * value).denominator == 1
