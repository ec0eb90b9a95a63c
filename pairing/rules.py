"""What is taken as given: rules by the day of the event, and what absentees mostly do."""

from datetime import date
from fractions import Fraction
from typing import NamedTuple


class FloatRules(NamedTuple):
    """Who gets a downfloat for a round without a game (Handbook C.04.3).

    `by_absence`: whoever does not play, for whatever reason; else only who scores without playing
    (bye, half-point bye, win by forfeit).
    """

    since: date
    article: str
    by_absence: bool


FLOAT_RULES = (
    FloatRules(date.min, "C.04.3 A.4.b, until 31 January 2026", by_absence=True),
    FloatRules(date(2026, 2, 1), "C.04.3, from 1 February 2026", by_absence=False),
)

# How likely somebody who missed the newest round alone, for no point, plays the next one. Assumed:
# counted in four open Swiss events of 2026, where 3 of 23 came back. After two missed rounds 1 of
# 41 did, and after a requested half-point bye 39 of 40: those are taken as sure.
RETURN_RATE = Fraction(13, 100)
