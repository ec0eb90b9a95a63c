"""The Turkish national ratings: k, cap, opponents without UKD, floor, both readings."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from rating.game import RatedGame
from rating.ukd import k_of, rate_games, total
from tests.cards import game

# own UKD, games, change per game, change by the average, new UKD (cut off).
WORKED_EXAMPLES = [
    (1500, "2000:1", "22.25", "22.25", 1522),
    (1236, "1061:1 1094:1 1293:1 1040:1 1416:0", "34.50", "33.00", 1270),
    (1061, "1236:0 0:1 1096:1 1112:1 1227:0", "20.10", "21.00", 1081),
    (1070, "1416:0 0:1 1097:0 0:0.5", "-14.10", "-12.60", 1055),
    (1650, "1400:1 1700:0.5 2100:1 1600:0 0:1", "13.60", "14.40", 1663),
    (1005, "1005:0", "-15", "-15", 1000),
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


@pytest.mark.parametrize(("own", "games", "per_game", "average", "new"), WORKED_EXAMPLES)
def test_worked_examples(own: int, games: str, per_game: str, average: str, new: int) -> None:
    """Per game is the main value, the procedure's average stands beside it, the new UKD is cut."""
    found = total(own, _rated(own, games))
    assert (found.change, found.average_change) == (Decimal(per_game), Decimal(average))
    assert found.new_rating == new
    assert found.exact == own + Decimal(per_game)


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


def test_the_cap_holds_on_both_sides() -> None:
    """A gap above 350 counts 350 for the stronger player too: .89, not more."""
    (won,) = rate_games(2000, [game(1200, "1")])
    assert (won.used, won.expected, won.capped) == (350, Decimal("0.89"), True)
    (at_the_cap,) = rate_games(1550, [game(1200, "1")])
    assert (at_the_cap.used, at_the_cap.capped) == (350, False)


@pytest.mark.parametrize(("own", "score", "new"), [(1000, "0", 1000), (1014, "0", 1000)])
def test_nobody_falls_below_the_floor(own: int, score: str, new: int) -> None:
    """A result below 1000 becomes 1000; the exact sum stays visible."""
    found = total(own, rate_games(own, [game(own, score)]))
    assert found.new_rating == new
    assert found.exact == own - 15


def test_the_average_gap_is_rounded_half_away_from_zero() -> None:
    """The mean gap of the second reading is rounded to a whole number: 3.5 counts 4."""
    found = total(1700, rate_games(1700, [game(1697, "0.5"), game(1696, "0.5")]))
    assert found.average_change == 20 * (1 - 2 * Decimal("0.51"))
    found = total(1700, rate_games(1700, [game(1703, "0.5"), game(1704, "0.5")]))
    assert found.average_change == 20 * (1 - 2 * Decimal("0.49"))


def test_no_games_change_nothing() -> None:
    """Without a game the UKD stays, in both readings."""
    found = total(1500, ())
    assert found.change == found.average_change == Decimal(0)
    assert (found.new_rating, found.games) == (1500, 0)
