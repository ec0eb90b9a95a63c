"""Games by hand."""

from datetime import date
from decimal import Decimal

from rating.calculator import calculate_fide, calculate_ukd
from rating.fide import FideTotal, KSource
from rating.ukd import UkdTotal
from scraper.model import TimeControl
from tests.cards import change_of, game, reason_of


def test_fide_by_hand() -> None:
    """1500 at K 20 beats 1400, draws 1600, loses to 1550: +1.40 makes 1501."""
    games = [game(1400, "1"), game(1600, "0.5"), game(1550, "0"), game(None, "1")]
    found = calculate_fide(1500, games, 20, TimeControl.STANDARD, date(2026, 5, 1))
    assert isinstance(found.total, FideTotal)
    assert (found.total.change, found.total.new_rating) == (Decimal("1.40"), 1501)
    assert reason_of(found.results[-1]) == "unrated"
    assert found.rules is not None
    assert found.rules.name == "standard since 2025-10-01"
    assert found.k is not None
    assert found.k.source is KSource.OPTION


def test_fide_by_hand_without_k_says_that_it_guesses() -> None:
    """Without K the normal one is taken and marked unknown."""
    found = calculate_fide(1500, [game(1500, "1")], None, TimeControl.STANDARD, date(2026, 5, 1))
    assert found.k is not None
    assert (found.k.value, found.k.source) == (20, KSource.UNKNOWN)


def test_the_oldest_rules_are_named_by_their_end() -> None:
    """Rules without a known first day are named by the day on which the next ones began."""
    found = calculate_fide(1500, [], 20, TimeControl.STANDARD, date(2001, 1, 1))
    assert found.rules is not None
    assert found.rules.name == "standard before 2009-07-01"


def test_ukd_by_hand() -> None:
    """1500 beats 2000: +22.25 makes 1522; an opponent without UKD adds a tenth of k."""
    found = calculate_ukd(1500, [game(2000, "1"), game(None, "1")])
    assert isinstance(found.total, UkdTotal)
    assert [change_of(r) for r in found.results] == [Decimal("22.25"), Decimal("2.5")]
    assert found.total.new_rating == 1524
    assert found.rules is None
