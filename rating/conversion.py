"""FIDE's tables: the gap between two ratings -> the expected score (8.1.2), and back (8.1.1).

Expected scores are exact hundredths. The UKD uses the same table 8.1.2. There is no interpolation
and no formula: both would be wrong.
"""

from bisect import bisect_left
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache

# The largest gap of each row of table 8.1.2, from .50 to .99; beyond the last it is 1.00.
_LARGEST_GAPS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
_HIGHER = tuple(Decimal(50 + row) / 100 for row in range(51))
_LOWER = tuple(1 - expected for expected in _HIGHER)
# From this gap on, table 8.1.2 expects every point of the higher rated player.
CERTAIN_GAP = _LARGEST_GAPS[-1] + 1
# Table 8.1.1: dp for scores of 50 % to 100 %; below, it is that of the other side with a minus.
_RATING_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
# What `decimal` calls half up goes away from zero.
_to_whole = Context(rounding=ROUND_HALF_UP).to_integral_value


def expected_score(difference: int) -> Decimal:
    """Return the expected score of a player who is `difference` points above the opponent."""
    row = bisect_left(_LARGEST_GAPS, abs(difference))
    return _HIGHER[row] if difference >= 0 else _LOWER[row]


def row_of(difference: int) -> tuple[int, int | None]:
    """Return the least and largest gap of a difference's row in table 8.1.2; the last is open."""
    row = bisect_left(_LARGEST_GAPS, abs(difference))
    least = _LARGEST_GAPS[row - 1] + 1 if row else 0
    return least, _LARGEST_GAPS[row] if row < len(_LARGEST_GAPS) else None


def rating_difference(percent: int) -> int:
    """Return dp of table 8.1.1 for a score of 0 to 100 per cent: -800 to 800 rating points."""
    return _RATING_DIFFERENCES[percent - 50] if percent >= 50 else -rating_difference(100 - percent)


def percentage(score: Decimal, games: int) -> int:
    """Return a score in whole per cent, halves up (Title Regulations 1.4.8); of at least a game."""
    return round_half_up(int(200 * score), 2 * games)


def limited(difference: int, cap: int | None) -> int:
    """Return the difference, brought within the cap on either side; no cap leaves it whole."""
    if cap is None or -cap <= difference <= cap:
        return difference
    return cap if difference > 0 else -cap


class Hundredths(dict[int, int]):
    """By the difference, which a cap may limit, the expected score in whole hundredths.

    A difference is looked up in table 8.1.2 when it is first asked for, and then kept.
    """

    def __init__(self, cap: int | None) -> None:
        super().__init__()
        self._cap = cap

    def __missing__(self, difference: int) -> int:
        found = int(100 * expected_score(limited(difference, self._cap)))
        self[difference] = found
        return found


@cache
def hundredths_within(cap: int | None) -> Hundredths:
    """Return the expected scores with that cap, or without one: the same object each time."""
    return Hundredths(cap)


def round_half_away(value: Decimal) -> int:
    """Round to a whole number, halves away from zero (article 8.3.4): -2.5 gives -3."""
    return int(_to_whole(value))


def round_half_up(numerator: int, denominator: int) -> int:
    """Round a fraction to a whole number, halves up: 5/2 gives 3, -5/2 gives -2."""
    return (2 * numerator + denominator) // (2 * denominator)
