"""Exponentials in decimal arithmetic: a stated precision, and one named rounding at the end."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

# 28 significant digits; every step but the last is rounded to them, halves to even.
PRECISE = Context(prec=28, rounding=ROUND_HALF_EVEN)


def logistic(x: Decimal) -> Decimal:
    """Give 1 / (1 + e^-x); the values of x and -x add up to exactly 1."""
    if x < 0:
        return 1 - logistic(-x)
    return 1 / (1 + (-x).exp())


def rounded(value: Decimal, step: Decimal) -> Decimal:
    """Round to a whole number of steps, halves away from zero; a zero has no sign."""
    return value.quantize(step, ROUND_HALF_UP) + 0
