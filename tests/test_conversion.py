"""Table 8.1.2 and the rounding of article 8.3.4."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from rating.conversion import expected_score, limited, round_half_away

# The gaps on both sides of each step that players argue about, with the higher side's score.
EDGES = [
    (0, "0.50"), (3, "0.50"), (4, "0.51"), (10, "0.51"), (11, "0.52"), (54, "0.58"), (61, "0.58"),
    (62, "0.59"), (188, "0.74"), (189, "0.75"), (343, "0.88"), (344, "0.88"), (345, "0.89"),
    (350, "0.89"), (357, "0.89"), (358, "0.90"), (391, "0.91"), (392, "0.92"), (400, "0.92"),
    (411, "0.92"), (412, "0.93"), (619, "0.98"), (620, "0.99"), (735, "0.99"), (736, "1.00"),
    (2000, "1.00"),
]  # fmt: skip


@pytest.mark.parametrize(("gap", "higher"), EDGES)
def test_the_edges_of_the_table(gap: int, higher: str) -> None:
    """Table 8.1.2 changes exactly at its edges, and the lower side expects the rest to 1."""
    assert expected_score(gap) == Decimal(higher)
    if gap:
        assert expected_score(-gap) == 1 - Decimal(higher)


def test_every_gap_of_the_published_table(shared_reference: Path) -> None:
    """Every gap from 0 to 800 reads its row of table 8.1.2, on both sides."""
    compared = 0
    with (shared_reference / "fide_table_8_1_2.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for gap in range(int(row["d_min"]), int(row["d_max"] or 800) + 1):
                assert expected_score(gap) == Decimal(row["pd_high"])
                assert gap == 0 or expected_score(-gap) == Decimal(row["pd_low"])
                compared += 1
    assert compared == 801


def test_every_gap_of_the_ukd_table(shared_reference: Path) -> None:
    """The UKD reads the same table, cut at a gap of 350."""
    with (shared_reference / "ukd_table.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for gap in range(int(row["diff_from"]), int(row["diff_to"] or 800) + 1):
                reached = min(gap, 350)
                if reached == gap:
                    assert expected_score(gap) == Decimal(row["pd_higher"])
                assert expected_score(limited(gap, 350)) <= Decimal("0.89")


@pytest.mark.parametrize(
    ("difference", "cap", "used"),
    [(400, 400, 400), (401, 400, 400), (-401, 400, -400), (-900, 350, -350), (900, None, 900)],
)
def test_the_cap_limits_both_sides(difference: int, cap: int | None, used: int) -> None:
    """A gap beyond the cap counts as the cap, for the higher and for the lower player."""
    assert limited(difference, cap) == used


@pytest.mark.parametrize(
    ("value", "whole"),
    [("-2.50", -3), ("2.50", 3), ("2.49", 2), ("-2.49", -2), ("0.50", 1), ("-0.50", -1), ("0", 0)],
)
def test_halves_are_rounded_away_from_zero(value: str, whole: int) -> None:
    """Article 8.3.4: the change is rounded to a whole number, .5 away from zero."""
    assert round_half_away(Decimal(value)) == whole
