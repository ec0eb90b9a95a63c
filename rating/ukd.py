"""The Turkish national ratings UKD, UHS and UYS, by the federation's procedure TK-PRS-05.

Its present text is not public, so every figure is an estimate. The main value is per game; the
procedure's average stands beside it. Reference: the page on the UKD, sections 1 to 4.
"""

from collections.abc import Sequence
from decimal import Decimal

from rating.conversion import expected_score
from rating.game import ZERO, Game, RatedGame, total_change
from rating.records import NamedTuple
from scraper.time_control import TimeControl

LISTS = {TimeControl.STANDARD: "ukd", TimeControl.RAPID: "uhs", TimeControl.BLITZ: "uys"}
PROCEDURE = "TK-PRS-05"
CAP = 350
FLOOR = 1000
_K_STEPS = ((1300, 30), (1600, 25), (2000, 20), (2400, 15))
_K_TOP = 10
# A game with an opponent without UKD: a tenth of k, won or lost; a draw changes nothing.
_UNRATED_SHARE = {Decimal(1): Decimal("0.1"), Decimal("0.5"): ZERO, ZERO: Decimal("-0.1")}


def k_of(rating: int) -> int:
    """Return k for the own UKD before the event."""
    return next((k for below, k in _K_STEPS if rating < below), _K_TOP)


def k_step_of(rating: int) -> tuple[int | None, int | None]:
    """Return the least and the greatest UKD with the k of this one; None where the step is open."""
    limits = [below for below, _ in _K_STEPS]
    least = max((limit for limit in limits if limit <= rating), default=None)
    return least, min((limit - 1 for limit in limits if limit > rating), default=None)


def rate_games(own: int, games: Sequence[Game]) -> tuple[RatedGame, ...]:
    """Return the change of each game; an opponent without UKD (None) is worth a tenth of k."""
    k = k_of(own)
    return tuple(_rate(own, game, k) for game in games)


def _rate(own: int, game: Game, k: int) -> RatedGame:
    if game.opponent is None:
        change = k * _UNRATED_SHARE[game.score]
        return RatedGame(game.score, None, None, None, k, change)
    return RatedGame.of(own, game.opponent, game.score, CAP, k)


class UkdTotal(NamedTuple):
    """The sum over one tournament, per game and by the procedure's average.

    `expected` adds up the games with a gap; those with opponents without UKD have none.
    `exact` is the new rating before it is cut off to whole points.
    """

    rating: int
    k: int
    games: int
    score: Decimal
    expected: Decimal
    change: Decimal
    exact: Decimal
    new_rating: int
    average_change: Decimal
    average_new_rating: int


def total(own: int, results: Sequence[RatedGame]) -> UkdTotal:
    """Add up the games of one tournament in both readings."""
    change = total_change(results)
    average = change_by_average(own, results)
    return UkdTotal(
        rating=own,
        k=k_of(own),
        games=len(results),
        score=sum((game.score for game in results), ZERO),
        expected=sum((game.expected or ZERO for game in results), ZERO),
        change=change,
        exact=own + change,
        new_rating=_new_rating(own, change),
        average_change=average,
        average_new_rating=_new_rating(own, average),
    )


def change_by_average(own: int, results: Sequence[RatedGame]) -> Decimal:
    """Return the change by one gap from the average of the opponents, each limited to 350.

    The average gap is rounded to a whole number, halves away from zero. Games with opponents
    without UKD are added as they are and do not enter the average.
    """
    k = k_of(own)
    with_gap = [game for game in results if game.used is not None]
    change = total_change(game for game in results if game.used is None)
    if with_gap:
        score = sum((game.score for game in with_gap), ZERO)
        change += k * (score - len(with_gap) * expected_score(average_gap(with_gap)))
    return change


def average_gap(games: Sequence[RatedGame]) -> int:
    """Return the mean of the gaps that count, rounded half away from zero; there must be one."""
    gaps = [game.used for game in games if game.used is not None]
    total_value, count = sum(gaps), len(gaps)
    size = (2 * abs(total_value) + count) // (2 * count)
    return size if total_value >= 0 else -size


def _new_rating(own: int, change: Decimal) -> int:
    """Cut off to a whole number; never below the floor of 1000."""
    return max(FLOOR, int(own + change))
