"""The Turkish national ratings: k, cap, opponents without UKD, floor, both readings."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from rating.game import RatedGame
from rating.ukd import LISTS, k_of, k_step_of, rate_games, total
from scraper.model import TimeControl
from tests.cards import game

# own UKD, games, change per game and by the average, new UKD by each (cut off).
WORKED_EXAMPLES = [
    (1500, "2000:1", "22.25", "22.25", 1522, 1522),
    (1236, "1061:1 1094:1 1293:1 1040:1 1416:0", "34.50", "33.00", 1270, 1269),
    (1061, "1236:0 0:1 1096:1 1112:1 1227:0", "20.10", "21.00", 1081, 1082),
    (1070, "1416:0 0:1 1097:0 0:0.5", "-14.10", "-12.60", 1055, 1057),
    (1650, "1400:1 1700:0.5 2100:1 1600:0 0:1", "13.60", "14.40", 1663, 1664),
    (1005, "1005:0", "-15", "-15", 1000, 1000),
]
STEPS = [
    (1000, 30), (1299, 30), (1300, 25), (1599, 25), (1600, 20), (1999, 20), (2000, 15), (2399, 15),
    (2400, 10), (2700, 10),
]  # fmt: skip
# Own 1200, k 30: the opponent, then the change for a win, a draw and a loss.
EDGES = [
    (1203, "15", "0", "-15"),
    (1204, "15.3", "0.3", "-14.7"),
    (1544, "26.4", "11.4", "-3.6"),
    (1545, "26.7", "11.7", "-3.3"),
    (1550, "26.7", "11.7", "-3.3"),
    (1551, "26.7", "11.7", "-3.3"),
    (2000, "26.7", "11.7", "-3.3"),
    (None, "3", "0", "-3"),
]


def _rated(own: int, games: str) -> tuple[RatedGame, ...]:
    pairs = (text.split(":") for text in games.split())
    return rate_games(own, [game(int(opponent), score) for opponent, score in pairs])


@pytest.mark.parametrize(
    ("own", "games", "per_game", "average", "new", "average_new"), WORKED_EXAMPLES
)
def test_worked_examples(
    own: int, games: str, per_game: str, average: str, new: int, average_new: int
) -> None:
    """Per game is the main value, the procedure's average stands beside it, the new UKD is cut."""
    found = total(own, _rated(own, games))
    assert (found.change, found.average_change) == (Decimal(per_game), Decimal(average))
    assert found.new_rating == new
    assert found.average_new_rating == average_new
    assert found.exact == own + Decimal(per_game)


def test_example_five_in_steps() -> None:
    """Each game has its own gap and its own expected score; without UKD there is neither."""
    results = _rated(1650, "1400:1 1700:0.5 2100:1 1600:0 0:1")
    steps = [(result.used, result.expected, result.change) for result in results]
    assert steps == [
        (250, Decimal("0.81"), Decimal("3.8")),
        (-50, Decimal("0.43"), Decimal("1.4")),
        (-350, Decimal("0.11"), Decimal("17.8")),
        (50, Decimal("0.57"), Decimal("-11.4")),
        (None, None, Decimal("2.0")),
    ]
    found = total(1650, results)
    assert (found.games, found.k) == (5, 20)
    assert (found.score, found.expected) == (Decimal("3.5"), Decimal("1.92"))


def test_every_line_of_the_cases(shared_cases: Path) -> None:
    """Every example at hand agrees in both readings, and with the published UKD where it should."""
    lines = published = 0
    with (shared_cases / "ukd_examples.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            own = int(row["own_ukd"])
            found = total(own, _rated(own, row["games"]))
            assert found.k == int(row["k"])
            assert found.change == Decimal(row["change_per_game"]), row
            assert found.average_change == Decimal(row["change_average"]), row
            if row["verdict"] in ("both readings agree", "per game, cut to an integer"):
                assert found.new_rating == int(row["published_new"])
                published += 1
            lines += 1
    assert (lines, published) == (35, 4)


@pytest.mark.parametrize(("own", "k"), STEPS)
def test_k_follows_the_own_rating(own: int, k: int) -> None:
    """The own UKD before the event gives k: 30, 25, 20, 15 or 10."""
    assert k_of(own) == k


def test_the_steps_of_k_have_two_ends() -> None:
    """The least and the greatest UKD with the same k; the first step and the last are open."""
    steps = {1000: (None, 1299), 1300: (1300, 1599), 1599: (1300, 1599), 1600: (1600, 1999),
             2399: (2000, 2399), 2400: (2400, None)}  # fmt: skip
    assert {rating: k_step_of(rating) for rating in steps} == steps


@pytest.mark.parametrize(("own", "k"), STEPS)
def test_an_opponent_without_ukd_is_worth_a_tenth_of_k(own: int, k: int) -> None:
    """Won: k/10 more; drawn: nothing; lost: k/10 less."""
    changes = [g.change for g in rate_games(own, [game(None, s) for s in ("1", "0.5", "0")])]
    assert changes == [Decimal(k) / 10, 0, -Decimal(k) / 10]


@pytest.mark.parametrize(("opponent", "win", "draw", "loss"), EDGES)
def test_the_edges_of_the_table(opponent: int | None, win: str, draw: str, loss: str) -> None:
    """The gap is read from the table and counts 350 at most."""
    changes = [g.change for g in rate_games(1200, [game(opponent, s) for s in ("1", "0.5", "0")])]
    assert changes == [Decimal(win), Decimal(draw), Decimal(loss)]


@pytest.mark.parametrize(
    ("own", "opponent", "used", "expected", "capped"),
    [
        (1550, 1200, 350, "0.89", False),
        (1551, 1200, 350, "0.89", True),
        (2000, 1200, 350, "0.89", True),
        (1200, 1550, -350, "0.11", False),
        (1200, 1551, -350, "0.11", True),
        (1200, 2000, -350, "0.11", True),
    ],
)
def test_the_cap_holds_on_both_sides(
    own: int, opponent: int, used: int, expected: str, capped: bool
) -> None:
    """A gap above 350 counts 350 for the stronger and for the weaker player."""
    (result,) = rate_games(own, [game(opponent, "1")])
    assert (result.difference, result.used, result.capped) == (own - opponent, used, capped)
    assert result.expected == Decimal(expected)


def test_the_average_limits_every_opponent_first() -> None:
    """The cap comes before the mean: for 1500, 1000 counts 1150 and 1851 counts 1850."""
    found = total(1500, rate_games(1500, [game(1000, "1"), game(1851, "1")]))
    assert found.average_change == 25 * (2 - 2 * Decimal("0.50"))
    found = total(1500, rate_games(1500, [game(1000, "1"), game(1500, "1")]))
    assert found.average_change == 25 * (2 - 2 * Decimal("0.73"))


def test_games_without_ukd_stay_out_of_the_average() -> None:
    """They add a tenth of k in both readings and move neither the mean nor the expected score."""
    with_one, without = (
        total(1500, rate_games(1500, [game(1400, "1"), game(1650, "0"), *more]))
        for more in ([game(None, "0")], [])
    )
    assert with_one.average_change - without.average_change == Decimal("-2.5")
    assert with_one.change - without.change == Decimal("-2.5")
    assert with_one.expected == without.expected
    alone = total(1500, rate_games(1500, [game(None, "1")]))
    assert alone.average_change == alone.change == Decimal("2.5")


@pytest.mark.parametrize(
    ("own", "new"), [(1000, 1000), (1014, 1000), (1015, 1000), (1016, 1001), (1017, 1002)]
)
def test_nobody_falls_below_the_floor(own: int, new: int) -> None:
    """A result below 1000 becomes 1000, in both readings; the exact sum stays visible."""
    found = total(own, rate_games(own, [game(own, "0")]))
    assert (found.new_rating, found.average_new_rating) == (new, new)
    assert found.exact == own - 15


@pytest.mark.parametrize(
    ("own", "opponent", "score", "exact", "new"),
    [
        (1500, 2000, "1", "1522.25", 1522),
        (1204, 1200, "0", "1188.7", 1188),
        (1200, 1204, "1", "1215.3", 1215),
        (1500, 1496, "1", "1512.25", 1512),
        (1500, 1500, "1", "1512.5", 1512),
        (1500, 1500, "0", "1487.5", 1487),
        (1250, 1245, "0", "1234.7", 1234),
    ],
)
def test_the_new_ukd_is_cut_off(own: int, opponent: int, score: str, exact: str, new: int) -> None:
    """The new UKD is cut off to a whole number, neither rounded nor away from the old one."""
    found = total(own, rate_games(own, [game(opponent, score)]))
    assert (found.exact, found.new_rating) == (Decimal(exact), new)


def test_the_time_control_names_the_list() -> None:
    """Standard is the UKD, rapid the UHS, blitz the UYS."""
    assert LISTS == {
        TimeControl.STANDARD: "ukd",
        TimeControl.RAPID: "uhs",
        TimeControl.BLITZ: "uys",
    }


def test_the_average_gap_is_rounded_half_away_from_zero() -> None:
    """The mean gap of the second reading is made whole: 3.5 counts 4, 3.33 counts 3."""
    for opponents, expected in (
        ((1697, 1696), "0.51"),
        ((1697, 1697, 1696), "0.50"),
        ((1703, 1704), "0.49"),
        ((1703, 1703, 1704), "0.50"),
    ):
        games = [game(opponent, "0.5") for opponent in opponents]
        found = total(1700, rate_games(1700, games))
        score = Decimal("0.5") * len(games)
        assert found.average_change == 20 * (score - len(games) * Decimal(expected)), opponents


def test_no_games_change_nothing() -> None:
    """Without a game the UKD stays, in both readings, and the sums are decimal zeros."""
    found = total(1500, ())
    sums = (found.score, found.expected, found.change, found.average_change)
    assert sums == (Decimal(0),) * 4
    assert all(isinstance(each, Decimal) for each in sums)
    assert found.change == found.average_change == Decimal(0)
    assert (found.new_rating, found.games) == (1500, 0)
