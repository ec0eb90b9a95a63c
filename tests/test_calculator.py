"""Games by hand: the rules of FIDE and of the UKD without a card."""

from datetime import date
from decimal import Decimal

import pytest

from rating.calculator import calculate_fide, calculate_ukd
from rating.fide import FideTotal
from rating.game import Game
from rating.k_factor import KSource
from rating.ukd import UkdTotal
from scraper.model import TimeControl
from tests.cards import change_of, game, reason_of
from tests.commands import tnrate

STANDARD, RAPID, BLITZ = TimeControl.STANDARD, TimeControl.RAPID, TimeControl.BLITZ
NOW = date(2026, 5, 1)


def _fide(
    rating: int, games: list[Game], k: int | None, control: TimeControl = STANDARD, on: date = NOW
) -> FideTotal:
    found = calculate_fide(rating, games, k, control, on).total
    assert isinstance(found, FideTotal)
    return found


def test_fide_by_hand() -> None:
    """1500 at K 20 beats 1400, draws 1600, loses to 1550: +1.40 makes 1501."""
    games = [game(1400, "1"), game(1600, "0.5"), game(1550, "0"), game(None, "1")]
    found = calculate_fide(1500, games, 20, STANDARD, NOW)
    assert isinstance(found.total, FideTotal)
    assert (found.total.change, found.total.rounded) == (Decimal("1.40"), 1)
    assert found.total.new_rating == 1501
    changes = [change_of(result) for result in found.results]
    assert changes == [Decimal("7.2"), Decimal("2.8"), Decimal("-8.6"), None]
    assert reason_of(found.results[-1]) == "unrated"
    assert found.games == games
    assert found.k is not None
    assert (found.k.value, found.k.source) == (20, KSource.OPTION)


def test_fide_by_hand_without_k_says_that_it_guesses() -> None:
    """Without K the normal one is taken and marked unknown, for there is no birth year."""
    found = calculate_fide(1500, [game(1500, "1")], None, STANDARD, NOW)
    assert found.k is not None
    assert (found.k.value, found.k.source) == (20, KSource.UNKNOWN)
    assert isinstance(found.total, FideTotal)
    assert found.total.change == 10


def test_fide_by_hand_knows_the_k_of_2400() -> None:
    """Article 8.3.3: from 2400 K is 10, which needs no guess."""
    found = calculate_fide(2400, [game(2400, "1")], None, STANDARD, NOW)
    assert found.k is not None
    assert (found.k.value, found.k.source) == (10, KSource.DERIVED)


@pytest.mark.parametrize(
    ("control", "on", "name", "change"),
    [
        (STANDARD, date(2025, 9, 30), "standard since 2024-03-01", "0.8"),
        (STANDARD, date(2025, 10, 1), "standard since 2025-10-01", "0.4"),
        (RAPID, date(2025, 10, 1), "rapid since 2024-12-01", "0.8"),
        (BLITZ, date(2025, 10, 1), "blitz since 2024-12-01", "0.8"),
        (STANDARD, date(2001, 1, 1), "standard before 2009-07-01", "1.1"),
    ],
)
def test_the_day_and_the_time_control_choose_the_rules(
    control: TimeControl, on: date, name: str, change: str
) -> None:
    """2650 beats 2150 at K 10 by the rules of that day; the rules used are named."""
    found = calculate_fide(2650, [game(2150, "1")], 10, control, on)
    assert found.rules is not None
    assert found.rules.name == name
    assert change_of(found.results[0]) == Decimal(change)


def test_the_limit_of_700_by_hand() -> None:
    """Article 8.3.3: two events of nine games at K 40 given together are rated with K 38."""
    found = _fide(1500, [game(1500, "1")] * 18, 40)
    assert (found.k, found.games) == (38, 18)
    assert found.change == 18 * 19
    assert _fide(1500, [game(1500, "1")] * 17, 40).k == 40


def test_a_gap_of_600_by_hand() -> None:
    """Article 7.3.1: in rapid, 2601 against 2001 is not rated, and the reason is given."""
    found = calculate_fide(2601, [game(2001, "1")], 10, RAPID, NOW)
    assert [reason_of(result) for result in found.results] == ["gap_600"]
    assert isinstance(found.total, FideTotal)
    assert (found.total.games, found.total.new_rating) == (0, 2601)


def test_no_games_by_hand() -> None:
    """Without a game the rating stays."""
    assert _fide(1500, [], 20).new_rating == 1500


def test_ukd_by_hand() -> None:
    """1500 beats 2000: +22.25 makes 1522; an opponent without UKD adds a tenth of k."""
    games = [game(2000, "1"), game(None, "1")]
    found = calculate_ukd(1500, games)
    assert found.games == games
    assert isinstance(found.total, UkdTotal)
    assert [change_of(r) for r in found.results] == [Decimal("22.25"), Decimal("2.5")]
    assert (found.total.change, found.total.exact) == (Decimal("24.75"), Decimal("1524.75"))
    assert (found.total.new_rating, found.total.k) == (1524, 25)
    assert found.rules is None
    assert found.k is None


def test_ukd_by_hand_in_both_readings() -> None:
    """The procedure's average stands beside the sum of the games: +13.60 and +14.40."""
    scores = [(1400, "1"), (1700, "0.5"), (2100, "1"), (1600, "0"), (None, "1")]
    found = calculate_ukd(1650, [game(rating, score) for rating, score in scores]).total
    assert isinstance(found, UkdTotal)
    assert (found.change, found.average_change) == (Decimal("13.60"), Decimal("14.40"))
    assert (found.new_rating, found.average_new_rating) == (1663, 1664)


def test_the_rules_of_2022_to_2024_are_shown_in_both_readings() -> None:
    """Article 8.3.1 of 2022: the one upgrade is the greatest gap, or the greatest as the higher.

    Own 1400, K 40: a loss to 2000 (gap 600) counts as one to 1800 in the first reading and changes
    −3.20, in the second by the full gap −0.80; then the win over 900 (gap 500) counts as 400: +3.20
    instead of +1.60.
    """
    games = ["2000:0", "900:1"]
    command = ("calc", "fide", "--rating", "1400", "--k", "40", "--on", "2023-05-01", *games)
    document = tnrate(*command, "--json").document
    assert document["change"] == "-1.60"
    assert document["other_reading"] == {"change": "2.40", "rounded": 2, "new_rating": 1402}
    assert "must be a game as the higher rated: +2.40, new 1402." in tnrate(*command).out


@pytest.mark.parametrize("on", ["2021-12-31", "2024-03-01"])
def test_other_rules_have_one_reading(on: str) -> None:
    """Before and after, every gap of more than 400 counts as 400: there is nothing to choose."""
    command = ("calc", "fide", "--rating", "1400", "--k", "40", "--on", on, "2000:0", "900:1")
    assert tnrate(*command, "--json").document["other_reading"] is None
