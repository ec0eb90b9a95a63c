"""FIDE's table 8.1.2: the gap between two ratings -> the expected score, in exact hundredths.

The UKD uses the same table. There is no interpolation and no formula: both would be wrong.
"""

from bisect import bisect_left
from decimal import Decimal

# The largest gap of each row of table 8.1.2, from .50 to .99; beyond the last it is 1.00.
_LARGEST_GAPS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
_HIGHER = tuple(Decimal(50 + row) / 100 for row in range(51))
_LOWER = tuple(1 - expected for expected in _HIGHER)


def expected_score(difference: int) -> Decimal:
    """Return the expected score of a player who is `difference` points above the opponent."""
    row = bisect_left(_LARGEST_GAPS, abs(difference))
    return _HIGHER[row] if difference >= 0 else _LOWER[row]


def limited(difference: int, cap: int | None) -> int:
    """Return the difference, brought within the cap on either side; no cap leaves it whole."""
    if cap is None or -cap <= difference <= cap:
        return difference
    return cap if difference > 0 else -cap


def round_half_away(value: Decimal) -> int:
    """Round to a whole number, halves away from zero (article 8.3.4): -2.5 gives -3."""
    return int(value + (Decimal("0.5") if value >= 0 else Decimal("-0.5")))
