"""Shares in per cent, as every text shows them, and with four decimals, as documents do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report.document import share
from report.tables import percent_text
from report.words import Words

ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("of_all", "text"),
    [
        ((0, 40), "0 %"),
        ((1, 101), "<1 %"),
        ((1, 40), "3 %"),
        ((3, 40), "8 %"),
        ((5, 40), "13 %"),
        ((7, 40), "18 %"),
        ((39, 40), "98 %"),
        ((24999, 200_000), "12 %"),
        ((40, 40), "100 %"),
    ],
)
def test_half_a_per_cent_is_rounded_away_from_zero(of_all: tuple[int, int], text: str) -> None:
    """Never to the even one; what is there but less than 1 % says so."""
    assert percent_text(Fraction(*of_all), ENGLISH) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.0000"),
        (Fraction(1), "1.0000"),
        (Fraction(1, 20_000), "0.0001"),
        (Fraction(3, 20_000), "0.0002"),
        (Fraction(1, 20_000) - Fraction(1, 10**40), "0.0000"),
        (Fraction(2, 3), "0.6667"),
    ],
)
def test_a_share_has_four_decimals(value: Fraction, text: str) -> None:
    """Halves go up, exactly, however long the fraction is."""
    assert str(share(value)) == text


@given(st.fractions(0, 1))
def test_neither_is_further_off_than_half_a_unit(value: Fraction) -> None:
    """And where both neighbours are as near, it is the greater one."""
    off = Fraction(share(value)) - value
    assert Fraction(-1, 20_000) < off <= Fraction(1, 20_000)
    if value >= Fraction(1, 100):
        shown = Fraction(percent_text(value, ENGLISH).removesuffix(" %")) / 100
        assert Fraction(-1, 200) < shown - value <= Fraction(1, 200)
