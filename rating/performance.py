"""How strong results were: the performance by table 8.1.1, and the one that table 8.1.2 tells.

Rp = Ra + dp(p) (articles 8.1.1, and 1.4.7 to 1.4.9 of the Title Regulations): Ra is the average of
the rated opponents, p the share of the points, both rounded to whole numbers, halves up. It has
no 400-point rule. Averaging hides how far apart the opponents are; the "true" performance does
not: it is the rating that, by table 8.1.2, is expected to score just what was scored.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rating.conversion import (
    CERTAIN_GAP,
    expected_score,
    percentage,
    rating_difference,
    round_half_up,
)
from rating.game import ZERO, Game

ARTICLE = "8.1.1; Title Regulations 1.4.7-1.4.9"
TRUE_ARTICLE = "8.1.2"


@dataclass(frozen=True, slots=True)
class TruePerformance:
    """The whole ratings whose expected score by table 8.1.2, without any cap, is the score.

    They are `lowest` to `highest`, and `value` is their middle, halves up. Where the table leaps
    over the score, so that no rating expects it, `exact` is False: `lowest` is the last rating that
    expects less, `highest` the first that expects more. All points leave `highest` open (None), and
    none of them leaves `lowest` open; then there is no `value`. The expected scores of both ends
    stand beside them.
    """

    lowest: int | None
    highest: int | None
    value: int | None
    exact: bool
    expected_lowest: Decimal
    expected_highest: Decimal


@dataclass(frozen=True, slots=True)
class Performance:
    """Rp with its steps: exact average, Ra, per cent, dp, Rp; beside it the true performance."""

    games: int
    score: Decimal
    average: Fraction
    rounded_average: int
    percent: int
    difference: int
    rating: int
    true: TruePerformance


def performance(games: Sequence[Game]) -> Performance | None:
    """Return the performance against the rated opponents; None where there is none."""
    opponents, score = against_rated(games)
    if not opponents:
        return None
    count = len(opponents)
    average, percent, difference = _steps(opponents, score)
    return Performance(
        games=count,
        score=score,
        average=Fraction(sum(opponents), count),
        rounded_average=average,
        percent=percent,
        difference=difference,
        rating=average + difference,
        true=true_performance(opponents, score),
    )


def performance_rating(games: Sequence[Game]) -> int | None:
    """Return Rp alone, in a fraction of the time."""
    opponents, score = against_rated(games)
    if not opponents:
        return None
    average, _, difference = _steps(opponents, score)
    return average + difference


def _steps(opponents: Sequence[int], score: Decimal) -> tuple[int, int, int]:
    """Return Ra, the share in per cent, and dp."""
    percent = percentage(score, len(opponents))
    return round_half_up(sum(opponents), len(opponents)), percent, rating_difference(percent)


def against_rated(games: Sequence[Game]) -> tuple[list[int], Decimal]:
    """Return the ratings of the rated opponents, and the points scored against them."""
    rated = [(game.opponent, game.score) for game in games if game.opponent is not None]
    return [opponent for opponent, _ in rated], sum((score for _, score in rated), ZERO)


def true_performance(opponents: Sequence[int], score: Decimal) -> TruePerformance:
    """Find the ratings that table 8.1.2 expects to score that against at least one opponent."""

    def expected(rating: int) -> Decimal:
        return sum((expected_score(rating - opponent) for opponent in opponents), ZERO)

    # From no point to all of them; the expected score never falls in between.
    ratings = range(min(opponents) - CERTAIN_GAP, max(opponents) + CERTAIN_GAP + 1)
    first = ratings[bisect_left(ratings, score, key=expected)]
    last = ratings[bisect_right(ratings, score, key=expected) - 1]
    lowest, highest = min(first, last), max(first, last)
    no_point, all_points = score == 0, score == len(opponents)
    return TruePerformance(
        lowest=None if no_point else lowest,
        highest=None if all_points else highest,
        value=None if no_point or all_points else round_half_up(lowest + highest, 2),
        exact=first <= last,
        expected_lowest=expected(lowest),
        expected_highest=expected(highest),
    )
