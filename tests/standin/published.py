"""What the site prints beside a result: expected score, K and change, by FIDE's own table.

This is a second, separate reading of table 8.1.2, so that the pages do not inherit a mistake
of the program that they test.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal

from tests.standin.event import Player

CAP = 400

# The smallest gap of each line of table 8.1.2; the lines are .50, .51, .52 ... for the higher.
_FROM = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154,
    163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
    375, 392,
)  # fmt: skip


def expected(own: int, opponent: int) -> Decimal:
    """Give the expected score of one game, with a gap above 400 counted as 400."""
    gap = min(abs(own - opponent), CAP)
    higher = 49 + bisect_right(_FROM, gap)
    return Decimal(higher if own >= opponent else 100 - higher) / 100


def change(player: Player, opponent: Player, score: str) -> tuple[str, str] | None:
    """Give the expected score and the change as printed, or nothing where no K applies."""
    if player.k is None or not player.fide or not opponent.fide:
        return None
    part = expected(player.fide, opponent.fide)
    return f"{part:.2f}", f"{player.k * (Decimal(score) - part):.2f}"
