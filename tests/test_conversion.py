"""Tables 8.1.1 and 8.1.2, and how figures are rounded."""

import csv
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from rating.conversion import (
    expected_score,
    limited,
    percentage,
    rating_difference,
    round_half_away,
    round_half_up,
    row_of,
)

# Table 8.1.2: the last gap of each row, and what the higher rated player expects there.
ROWS = [
    (3, "0.50"), (10, "0.51"), (17, "0.52"), (25, "0.53"), (32, "0.54"), (39, "0.55"),
    (46, "0.56"), (53, "0.57"), (61, "0.58"), (68, "0.59"), (76, "0.60"), (83, "0.61"),
    (91, "0.62"), (98, "0.63"), (106, "0.64"), (113, "0.65"), (121, "0.66"), (129, "0.67"),
    (137, "0.68"), (145, "0.69"), (153, "0.70"), (162, "0.71"), (170, "0.72"), (179, "0.73"),
    (188, "0.74"), (197, "0.75"), (206, "0.76"), (215, "0.77"), (225, "0.78"), (235, "0.79"),
    (245, "0.80"), (256, "0.81"), (267, "0.82"), (278, "0.83"), (290, "0.84"), (302, "0.85"),
    (315, "0.86"), (328, "0.87"), (344, "0.88"), (357, "0.89"), (374, "0.90"), (391, "0.91"),
    (411, "0.92"), (432, "0.93"), (456, "0.94"), (484, "0.95"), (517, "0.96"), (559, "0.97"),
    (619, "0.98"), (735, "0.99"), (800, "1.00"),
]  # fmt: skip


def test_the_edges_of_the_table() -> None:
    """Table 8.1.2 changes exactly at its edges, and the lower side expects the rest to 1."""
    assert expected_score(0) == Decimal("0.50")
    for (before, _), (last, higher) in pairwise([(0, ""), *ROWS]):
        for gap in (before + 1, last):
            assert expected_score(gap) == Decimal(higher), gap
            assert expected_score(-gap) == 1 - Decimal(higher), -gap


def test_a_gap_of_400_is_92_to_8() -> None:
    """Table 8.1.2 reads .92/.08 at 400, where the Elo formula would give .909 and .091."""
    assert expected_score(400) == Decimal("0.92")
    assert expected_score(-400) == Decimal("0.08")


def test_the_row_of_a_gap_has_two_ends() -> None:
    """Each row begins a point above the one before, the same on both sides; the last is open."""
    least = 0
    for largest, _ in ROWS[:-1]:
        for difference in (least, largest, -least, -largest):
            assert row_of(difference) == (least, largest)
        least = largest + 1
    assert row_of(736) == row_of(-4000) == (736, None)


def test_no_gap_leaves_the_table() -> None:
    """From a gap of 736 on the higher player expects the whole point, however large it is."""
    for gap in (736, 1026, 3000):
        assert expected_score(gap) == 1
        assert expected_score(-gap) == 0


def test_every_gap_of_the_published_table(shared_reference: Path) -> None:
    """Every gap from 0 to 800 reads its row of table 8.1.2, on both sides."""
    compared = []
    with (shared_reference / "fide_table_8_1_2.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for gap in range(int(row["d_min"]), int(row["d_max"] or 800) + 1):
                assert expected_score(gap) == Decimal(row["pd_high"])
                assert gap == 0 or expected_score(-gap) == Decimal(row["pd_low"])
                compared.append(gap)
    assert compared == list(range(801))


def test_every_gap_of_the_ukd_table(shared_reference: Path) -> None:
    """The UKD reads the same table, where every gap from 350 on reads as 350: .89/.11."""
    expected = {}
    with (shared_reference / "ukd_table.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for gap in range(int(row["diff_from"]), int(row["diff_to"] or 800) + 1):
                expected[gap] = (Decimal(row["pd_higher"]), Decimal(row["pd_lower"]))
    assert list(expected) == list(range(801))
    assert expected[350] == (Decimal("0.89"), Decimal("0.11"))
    for gap in range(801):
        higher, lower = expected[min(gap, 350)]
        assert expected_score(limited(gap, 350)) == higher
        assert gap == 0 or expected_score(limited(-gap, 350)) == lower


@pytest.mark.parametrize(
    ("difference", "cap", "used"),
    [
        (0, 400, 0),
        (399, 400, 399),
        (400, 400, 400),
        (401, 400, 400),
        (-400, 400, -400),
        (-401, 400, -400),
        (351, 350, 350),
        (-900, 350, -350),
        (900, None, 900),
        (-900, None, -900),
    ],
)
def test_the_cap_limits_both_sides(difference: int, cap: int | None, used: int) -> None:
    """A gap beyond the cap counts as the cap, for the higher and for the lower player."""
    assert limited(difference, cap) == used


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ("-2.50", -3),
        ("2.50", 3),
        ("2.49", 2),
        ("-2.49", -2),
        ("2.51", 3),
        ("-2.51", -3),
        ("0.50", 1),
        ("-0.50", -1),
        ("0.49", 0),
        ("-0.49", 0),
        ("0", 0),
        ("92.48", 92),
        ("-51.60", -52),
    ],
)
def test_halves_are_rounded_away_from_zero(value: str, whole: int) -> None:
    """Article 8.3.4: the change is rounded to a whole number, .5 away from zero."""
    assert round_half_away(Decimal(value)) == whole


@pytest.mark.parametrize(
    ("percent", "difference"),
    [
        (100, 800), (99, 677), (98, 589), (92, 401), (75, 193), (67, 125), (57, 50), (51, 7),
        (50, 0), (49, -7), (29, -158), (21, -230), (1, -677), (0, -800),
    ],
)  # fmt: skip
def test_rows_of_table_8_1_1(percent: int, difference: int) -> None:
    """Table 8.1.1 gives dp for a percentage: 0 at half the points, 800 at the ends."""
    assert rating_difference(percent) == difference


def test_table_8_1_1_rises_and_is_the_same_on_both_sides() -> None:
    """A higher percentage is worth more, and dp(p) = -dp(1 - p)."""
    differences = [rating_difference(percent) for percent in range(101)]
    assert all(low < high for low, high in pairwise(differences))
    assert differences == [-one for one in reversed(differences)]


def test_every_row_of_the_published_table_8_1_1(shared_reference: Path) -> None:
    """Every percentage from 0 to 100 reads its row of table 8.1.1."""
    with (shared_reference / "fide_table_8_1_1.csv").open(encoding="utf-8") as file:
        rows = {int(Decimal(row["p"]) * 100): int(row["dp"]) for row in csv.DictReader(file)}
    assert rows == {percent: rating_difference(percent) for percent in range(101)}


@pytest.mark.parametrize(
    ("score", "games", "percent"),
    [("0", 7, 0), ("7", 7, 100), ("0.5", 4, 13), ("2.5", 4, 63), ("1", 3, 33), ("4", 7, 57)],
)
def test_percentages_are_whole_and_round_halves_up(score: str, games: int, percent: int) -> None:
    """Title Regulations 1.4.8: whole per cent, 12.5 and 62.5 rounded up."""
    assert percentage(Decimal(score), games) == percent


@pytest.mark.parametrize(
    ("numerator", "denominator", "whole"),
    [(5, 2, 3), (-5, 2, -2), (3, 2, 2), (7, 3, 2), (8, 3, 3), (-7, 3, -2), (0, 3, 0), (6, 3, 2)],
)
def test_averages_round_halves_up(numerator: int, denominator: int, whole: int) -> None:
    """Title Regulations 1.4.7: the nearest whole number, and of two the higher one."""
    assert round_half_up(numerator, denominator) == whole
