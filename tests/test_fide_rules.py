"""FIDE's rules by date and time control: the gap rules, K and its limit."""

from datetime import date
from decimal import Decimal

import pytest

from rating.fide import KSource, k_factor, limited_k, rate_games, rules_for, total
from rating.game import RatedGame
from scraper.model import TimeControl
from tests.cards import change_of, game, reason_of

STANDARD, RAPID, BLITZ = TimeControl.STANDARD, TimeControl.RAPID, TimeControl.BLITZ

# time control, own rating, K, opponent, then the change for a win, a draw and a loss.
GAMES_SINCE_OCTOBER_2025 = [
    (STANDARD, 1500, 40, 1500, "20", "0", "-20"),
    (STANDARD, 1500, 40, 1600, "25.6", "5.6", "-14.4"),
    (STANDARD, 1500, 40, 1900, "36.8", "16.8", "-3.2"),
    (STANDARD, 1500, 40, 2900, "36.8", "16.8", "-3.2"),
    (STANDARD, 2000, 40, 1600, "3.2", "-16.8", "-36.8"),
    (STANDARD, 2000, 40, 1000, "3.2", "-16.8", "-36.8"),
    (STANDARD, 2000, 40, 1900, "14.4", "-5.6", "-25.6"),
    (STANDARD, 1500, 20, 1000, "1.6", "-8.4", "-18.4"),
    (STANDARD, 2000, 20, 2500, "18.4", "8.4", "-1.6"),
    (STANDARD, 2649, 10, 2149, "0.8", "-4.2", "-9.2"),
    (STANDARD, 2650, 10, 2150, "0.4", "-4.6", "-9.6"),
    (STANDARD, 2700, 10, 1964, "0", "-5", "-10"),
    (STANDARD, 2813, 10, 2400, "0.7", "-4.3", "-9.3"),
    (STANDARD, 2400, 10, 2813, "9.2", "4.2", "-0.8"),
    (RAPID, 2700, 10, 2200, "0.8", "-4.2", "-9.2"),
    (RAPID, 2600, 10, 1900, "0.8", "-4.2", "-9.2"),
    (BLITZ, 2700, 10, 2200, "0.8", "-4.2", "-9.2"),
    (STANDARD, 2003, 10, 2000, "5", "0", "-5"),
    (STANDARD, 2004, 10, 2000, "4.9", "-0.1", "-5.1"),
    (STANDARD, 2206, 10, 2000, "2.4", "-2.6", "-7.6"),
    (STANDARD, 2207, 10, 2000, "2.3", "-2.7", "-7.7"),
    (STANDARD, 2391, 10, 2000, "0.9", "-4.1", "-9.1"),
    (STANDARD, 2392, 10, 2000, "0.8", "-4.2", "-9.2"),
    (STANDARD, 1656, 10, 2000, "8.8", "3.8", "-1.2"),
    (STANDARD, 1655, 10, 2000, "8.9", "3.9", "-1.1"),
]


@pytest.mark.parametrize(
    ("time_control", "own", "k", "opponent", "win", "draw", "loss"), GAMES_SINCE_OCTOBER_2025
)
def test_single_games(  # noqa: PLR0917
    time_control: TimeControl, own: int, k: int, opponent: int, win: str, draw: str, loss: str
) -> None:
    """Article 8.3.1 (7.3.1): change = K x (score - expected), the gap limited by the own rating."""
    rules = rules_for(time_control, date(2026, 5, 1))
    for score, change in (("1", win), ("0.5", draw), ("0", loss)):
        (result,) = rate_games(own, [game(opponent, score)], k, rules)
        assert change_of(result) == Decimal(change)


@pytest.mark.parametrize(
    ("time_control", "start", "since"),
    [
        (STANDARD, date(2009, 6, 30), date.min),
        (STANDARD, date(2009, 7, 1), date(2009, 7, 1)),
        (STANDARD, date(2011, 7, 1), date(2011, 7, 1)),
        (STANDARD, date(2014, 6, 30), date(2011, 7, 1)),
        (STANDARD, date(2017, 7, 1), date(2017, 7, 1)),
        (STANDARD, date(2021, 12, 31), date(2017, 7, 1)),
        (STANDARD, date(2022, 1, 1), date(2022, 1, 1)),
        (STANDARD, date(2024, 2, 29), date(2022, 1, 1)),
        (STANDARD, date(2024, 3, 1), date(2024, 3, 1)),
        (STANDARD, date(2025, 9, 30), date(2024, 3, 1)),
        (STANDARD, date(2025, 10, 1), date(2025, 10, 1)),
        (RAPID, date(2018, 6, 30), date.min),
        (RAPID, date(2018, 7, 1), date(2018, 7, 1)),
        (BLITZ, date(2022, 9, 30), date(2022, 1, 1)),
        (BLITZ, date(2022, 10, 1), date(2022, 10, 1)),
        (RAPID, date(2024, 11, 30), date(2024, 3, 1)),
        (RAPID, date(2024, 12, 1), date(2024, 12, 1)),
        (RAPID, date(2026, 5, 1), date(2024, 12, 1)),
    ],
)
def test_the_start_date_chooses_the_rules(
    time_control: TimeControl, start: date, since: date
) -> None:
    """The rules are those in force on the tournament's first day, to the day."""
    assert rules_for(time_control, start).since == since


@pytest.mark.parametrize(
    ("start", "change"),
    [
        (date(2009, 6, 30), "1.1"),
        (date(2009, 7, 1), "0.8"),
        (date(2021, 12, 31), "0.8"),
        (date(2024, 3, 1), "0.8"),
    ],
)
def test_the_cap_was_350_before_july_2009(start: date, change: str) -> None:
    """A gap above 350 counted as 350 until June 2009, above 400 as 400 since."""
    (result,) = rate_games(2400, [game(1800, "1")], 10, rules_for(STANDARD, start))
    assert change_of(result) == Decimal(change)


def test_the_2650_exemption_begins_in_october_2025() -> None:
    """Article 8.3.1: from 1 October 2025 a player of 2650 or more has no cap, before he had one."""
    before, since = (
        rate_games(2650, [game(2150, "1")], 10, rules_for(STANDARD, day))
        for day in (date(2025, 9, 30), date(2025, 10, 1))
    )
    assert change_of(before[0]) == Decimal("0.8")
    assert change_of(since[0]) == Decimal("0.4")


def test_one_upgrade_a_tournament() -> None:
    """January 2022 to February 2024: only the game with the largest gap is capped.

    FIDE's calculation of October 2022, rapid, own 2000, K 20.
    """
    opponents = (1063, 1299, 1413, 1427, 1872, 1851, 1682)
    scores = ("1", "1", "1", "1", "0.5", "0", "1")
    expected = ("0.08", "0.01", "0.02", "0.02", "-0.17", "-0.70", "0.13")
    rules = rules_for(RAPID, date(2022, 10, 1))
    results = rate_games(2000, [game(*g) for g in zip(opponents, scores, strict=True)], 20, rules)
    assert [change_of(r) for r in results] == [20 * Decimal(e) for e in expected]
    assert [isinstance(r, RatedGame) and r.capped for r in results] == [True] + [False] * 6
    assert total(2000, 20, results, rules).change == Decimal("-12.20")


@pytest.mark.parametrize(
    ("own", "opponent", "counts"),
    [(2601, 2001, False), (2001, 2601, False), (2600, 2000, True), (2601, 2002, True)],
)
def test_rapid_gaps_of_600_with_a_player_above_2600(own: int, opponent: int, counts: bool) -> None:
    """Article 7.3.1 from 1 December 2024: not rated at 600 or more if one is above 2600."""
    (result,) = rate_games(own, [game(opponent, "1")], 10, rules_for(RAPID, date(2024, 12, 1)))
    assert reason_of(result) == (None if counts else "gap_600")
    for other in (rules_for(RAPID, date(2024, 11, 30)), rules_for(STANDARD, date(2026, 1, 1))):
        (result,) = rate_games(own, [game(opponent, "1")], 10, other)
        assert reason_of(result) is None


def test_an_unrated_opponent_does_not_count() -> None:
    """Article 8.3.1: games against unrated opponents change nothing, and other games stand."""
    rules = rules_for(STANDARD, date(2026, 5, 1))
    results = rate_games(1500, [game(None, "1"), game(1500, "1")], 20, rules)
    assert [reason_of(r) for r in results] == ["unrated", None]
    assert total(1500, 20, results, rules).games == 1


@pytest.mark.parametrize(
    ("k", "games", "used"),
    [
        (40, 17, 40), (40, 18, 38), (40, 20, 35), (20, 35, 20), (20, 36, 19), (20, 39, 17),
        (20, 40, 17), (10, 70, 10), (10, 71, 9),
    ],
)  # fmt: skip
def test_games_times_k_are_at_most_700(k: int, games: int, used: int) -> None:
    """Article 8.3.3: K is lowered to the whole part of 700/n."""
    assert limited_k(k, games, rules_for(STANDARD, date(2026, 5, 1))) == used


def test_the_limit_of_700_has_a_first_day() -> None:
    """The limit holds from July 2017 in standard, and from July 2018 in rapid and blitz."""
    assert limited_k(40, 20, rules_for(STANDARD, date(2017, 6, 30))) == 40
    assert limited_k(40, 20, rules_for(STANDARD, date(2017, 7, 1))) == 35
    assert limited_k(20, 40, rules_for(BLITZ, date(2018, 6, 30))) == 20
    assert limited_k(20, 40, rules_for(BLITZ, date(2018, 7, 1))) == 17


def test_the_limit_lowers_every_game() -> None:
    """Eighteen games at K 40 are all rated with K 38."""
    rules = rules_for(STANDARD, date(2026, 5, 1))
    results = rate_games(1500, [game(1500, "1")] * 18, 40, rules)
    assert {change_of(r) for r in results} == {Decimal(19)}
    assert total(1500, 40, results, rules).k == 38


# time control, start, rating, birth year -> K and how sure it is.
DERIVED_K = [
    (STANDARD, date(2026, 5, 1), 1500, 2010, 40, KSource.DERIVED),
    (STANDARD, date(2026, 5, 1), 1500, 2008, 40, KSource.DERIVED),
    (STANDARD, date(2026, 5, 1), 1500, 2007, 20, KSource.UNKNOWN),
    (STANDARD, date(2026, 5, 1), 2299, 2010, 40, KSource.DERIVED),
    (STANDARD, date(2026, 5, 1), 2300, 2010, 20, KSource.UNKNOWN),
    (STANDARD, date(2026, 5, 1), 2400, 2010, 10, KSource.DERIVED),
    (STANDARD, date(2026, 5, 1), 2399, 1990, 20, KSource.UNKNOWN),
    (STANDARD, date(2026, 5, 1), 1800, 1990, 20, KSource.UNKNOWN),
    (STANDARD, date(2026, 5, 1), 1800, None, 20, KSource.UNKNOWN),
    (STANDARD, date(2014, 6, 30), 1500, 2000, 15, KSource.UNKNOWN),
    (STANDARD, date(2014, 7, 1), 1500, 2000, 40, KSource.DERIVED),
    (STANDARD, date(2010, 1, 1), 2450, 1990, 10, KSource.DERIVED),
    (RAPID, date(2022, 9, 30), 1500, 2010, 20, KSource.DERIVED),
    (RAPID, date(2022, 9, 30), 2500, 1990, 20, KSource.DERIVED),
    (BLITZ, date(2022, 10, 1), 1500, 2010, 40, KSource.DERIVED),
]


@pytest.mark.parametrize(("control", "start", "rating", "born", "value", "source"), DERIVED_K)
def test_k_is_derived_with_its_source(
    control: TimeControl, start: date, rating: int, born: int | None, value: int, source: KSource
) -> None:
    """Article 8.3.3: the K of the day; what hangs on games or ratings unseen is unknown."""
    k = k_factor(rules_for(control, start), rating, start, birth_year=born)
    assert (k.value, k.source) == (value, source)


def test_k_printed_comes_first_then_the_one_by_hand() -> None:
    """K is the card's, else the one given, else derived; each names its source."""
    rules, day = rules_for(STANDARD, date(2026, 5, 1)), date(2026, 5, 1)
    sources = [
        k_factor(rules, 1500, day, printed=[40, 40], given=20, birth_year=2010),
        k_factor(rules, 1500, day, given=20, birth_year=2010),
        k_factor(rules, 1500, day, birth_year=2010),
    ]
    assert [(k.value, k.source) for k in sources] == [
        (40, KSource.CARD),
        (20, KSource.OPTION),
        (40, KSource.DERIVED),
    ]


def test_the_change_is_rounded_once() -> None:
    """Article 8.3.4: 2500 draws 2310 at K 10: -2.5 gives 2497; 2410 draws 2600: +2.5 gives 2413."""
    rules = rules_for(STANDARD, date(2026, 5, 1))
    for own, opponent, new in ((2500, 2310, 2497), (2410, 2600, 2413)):
        results = rate_games(own, [game(opponent, "0.5")], 10, rules)
        assert total(own, 10, results, rules).new_rating == new


@pytest.mark.parametrize(
    ("own", "k", "games", "change", "new"),
    [
        (1800, 20, [(1900, "1"), (1750, "0.5")], "11.4", 1811),
        (1500, 20, [(1400, "1"), (1600, "0.5"), (1550, "0")], "1.4", 1501),
        (1922, 40, [(1798, "1"), (1801, "0"), (1897, "1")], "5.6", 1928),
    ],
)
def test_several_games(
    own: int, k: int, games: list[tuple[int, str]], change: str, new: int
) -> None:
    """The changes of one tournament add up exactly and are rounded at the end."""
    rules = rules_for(STANDARD, date(2026, 5, 1))
    found = total(own, k, rate_games(own, [game(*g) for g in games], k, rules), rules)
    assert (found.change, found.new_rating) == (Decimal(change), new)
