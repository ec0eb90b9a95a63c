"""How a game can end, and how likely that is, in exact fractions.

A game ends by the expected score of table 8.1.2 and a share of draws: White wins with E − d/2,
draws with d, loses with 1 − E − d/2. The share is lowered where one of them would be negative.
"""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from rating.assumptions import Note
from rating.conversion import expected_score

WIN, DRAW, LOSS = Decimal(1), Decimal("0.5"), Decimal(0)
_SCORES = (WIN, DRAW, LOSS)


class DrawRate(NamedTuple):
    """The share of draws in games whose average rating is at least `rating`."""

    rating: int
    share: Fraction


# Assumed. Counted over 552 standard games of three open Swiss events of 2026 and rounded: 20 % of
# 100 games below 2000, 28 % of 218 below 2200, 37 % of 234 above.
DRAW_RATES = (
    DrawRate(2200, Fraction(37, 100)),
    DrawRate(2000, Fraction(28, 100)),
    DrawRate(0, Fraction(20, 100)),
)
_UNKNOWN_RATE = Fraction(28, 100)

# What can become of one thing, each with its probability; the sum is 1.
Choices = tuple[tuple[Decimal, Fraction], ...]


def draw_rate(white: int | None, black: int | None) -> Fraction:
    """Return the assumed share of draws between two ratings; of unrated players a middle one."""
    if not white or not black:
        return _UNKNOWN_RATE
    return next(rate.share for rate in DRAW_RATES if white + black >= 2 * rate.rating)


def choices_of_game(white: int | None, black: int | None, draws: Fraction | None = None) -> Choices:
    """Return White's scores with their odds; `draws` is a share of draws that was given by hand.

    Where a rating is missing (None or 0) both sides are taken to be equal.
    """
    expected = Fraction(1, 2)
    if white and black:
        expected = Fraction(expected_score(white - black))
    share = draw_rate(white, black) if draws is None else draws
    share = min(share, 2 * min(expected, 1 - expected))
    odds = (expected - share / 2, share, 1 - expected - share / 2)
    return tuple((score, one) for score, one in zip(_SCORES, odds, strict=True) if one)


def draws_note(draws: Fraction | None) -> Note:
    """Say what the odds rest on: the assumed shares of draws, or the one given by hand."""
    if draws is not None:
        return Note("draws_by_hand", {"percent": _percent(draws)})
    each = (f"{_percent(one.share)}" + f" ≥ {one.rating}" * bool(one.rating) for one in DRAW_RATES)
    return Note("draws_assumed", {"rates": ", ".join(each)})


def _percent(share: Fraction) -> str:
    return f"{(Decimal(share.numerator) * 100 / share.denominator).normalize():f}"
