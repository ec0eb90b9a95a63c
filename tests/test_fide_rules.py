"""FIDE's rules by date and time control: the gap rules, K and its limit."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from rating.fide import (
    RULES,
    FideRules,
    KRule,
    limited_k,
    rate_games,
    rules_for,
    total,
)
from rating.game import RatedGame
from rating.k_factor import KSource, k_factor
from scraper.model import TimeControl
from tests.cards import change_of, game, reason_of

STANDARD, RAPID, BLITZ = TimeControl.STANDARD, TimeControl.RAPID, TimeControl.BLITZ
NOW = date(2026, 5, 1)

# One game a line: time control, own rating, K, opponent, result, change (None: not rated).
GAMES = [
    (STANDARD, 1500, 40, 1500, "1", "20"),
    (STANDARD, 1500, 40, 1500, "0.5", "0"),
    (STANDARD, 1500, 40, 1500, "0", "-20"),
    (STANDARD, 1500, 40, 1600, "1", "25.6"),
    (STANDARD, 1500, 40, 1600, "0.5", "5.6"),
    (STANDARD, 1500, 40, 1600, "0", "-14.4"),
    (STANDARD, 1500, 40, 1900, "1", "36.8"),
    (STANDARD, 1500, 40, 1900, "0.5", "16.8"),
    (STANDARD, 1500, 40, 1900, "0", "-3.2"),
    (STANDARD, 1500, 40, 2900, "1", "36.8"),
    (STANDARD, 1500, 40, 2900, "0.5", "16.8"),
    (STANDARD, 1500, 40, 2900, "0", "-3.2"),
    (STANDARD, 2000, 40, 1600, "1", "3.2"),
    (STANDARD, 2000, 40, 1600, "0.5", "-16.8"),
    (STANDARD, 2000, 40, 1600, "0", "-36.8"),
    (STANDARD, 2000, 40, 1000, "1", "3.2"),
    (STANDARD, 2000, 40, 1000, "0.5", "-16.8"),
    (STANDARD, 2000, 40, 1000, "0", "-36.8"),
    (STANDARD, 2000, 40, 1900, "1", "14.4"),
    (STANDARD, 2000, 40, 1900, "0.5", "-5.6"),
    (STANDARD, 2000, 40, 1900, "0", "-25.6"),
    (STANDARD, 1500, 20, 1000, "1", "1.6"),
    (STANDARD, 1500, 20, 1000, "0.5", "-8.4"),
    (STANDARD, 1500, 20, 1000, "0", "-18.4"),
    (STANDARD, 2000, 20, 2500, "1", "18.4"),
    (STANDARD, 2000, 20, 2500, "0.5", "8.4"),
    (STANDARD, 2000, 20, 2500, "0", "-1.6"),
    (STANDARD, 2649, 10, 2149, "1", "0.8"),
    (STANDARD, 2649, 10, 2149, "0.5", "-4.2"),
    (STANDARD, 2649, 10, 2149, "0", "-9.2"),
    (STANDARD, 2650, 10, 2150, "1", "0.4"),
    (STANDARD, 2650, 10, 2150, "0.5", "-4.6"),
    (STANDARD, 2650, 10, 2150, "0", "-9.6"),
    (STANDARD, 2700, 10, 1964, "1", "0"),
    (STANDARD, 2700, 10, 1964, "0.5", "-5"),
    (STANDARD, 2700, 10, 1964, "0", "-10"),
    (STANDARD, 2813, 10, 2400, "1", "0.7"),
    (STANDARD, 2813, 10, 2400, "0.5", "-4.3"),
    (STANDARD, 2813, 10, 2400, "0", "-9.3"),
    (STANDARD, 2400, 10, 2813, "1", "9.2"),
    (STANDARD, 2400, 10, 2813, "0.5", "4.2"),
    (STANDARD, 2400, 10, 2813, "0", "-0.8"),
    (RAPID, 2700, 10, 2200, "1", "0.8"),
    (RAPID, 2700, 10, 2200, "0.5", "-4.2"),
    (RAPID, 2700, 10, 2200, "0", "-9.2"),
    (RAPID, 2600, 10, 1900, "1", "0.8"),
    (RAPID, 2600, 10, 1900, "0.5", "-4.2"),
    (RAPID, 2600, 10, 1900, "0", "-9.2"),
    (RAPID, 2601, 10, 2001, "1", None),
    (RAPID, 2601, 10, 2001, "0.5", None),
    (RAPID, 2601, 10, 2001, "0", None),
    (RAPID, 2001, 10, 2601, "1", None),
    (RAPID, 2001, 10, 2601, "0.5", None),
    (RAPID, 2001, 10, 2601, "0", None),
    (BLITZ, 2700, 10, 2200, "1", "0.8"),
    (BLITZ, 2700, 10, 2200, "0.5", "-4.2"),
    (BLITZ, 2700, 10, 2200, "0", "-9.2"),
    (STANDARD, 2003, 10, 2000, "1", "5"),
    (STANDARD, 2003, 10, 2000, "0.5", "0"),
    (STANDARD, 2003, 10, 2000, "0", "-5"),
    (STANDARD, 2004, 10, 2000, "1", "4.9"),
    (STANDARD, 2004, 10, 2000, "0.5", "-0.1"),
    (STANDARD, 2004, 10, 2000, "0", "-5.1"),
    (STANDARD, 2206, 10, 2000, "1", "2.4"),
    (STANDARD, 2206, 10, 2000, "0.5", "-2.6"),
    (STANDARD, 2206, 10, 2000, "0", "-7.6"),
    (STANDARD, 2207, 10, 2000, "1", "2.3"),
    (STANDARD, 2207, 10, 2000, "0.5", "-2.7"),
    (STANDARD, 2207, 10, 2000, "0", "-7.7"),
    (STANDARD, 2391, 10, 2000, "1", "0.9"),
    (STANDARD, 2391, 10, 2000, "0.5", "-4.1"),
    (STANDARD, 2391, 10, 2000, "0", "-9.1"),
    (STANDARD, 2392, 10, 2000, "1", "0.8"),
    (STANDARD, 2392, 10, 2000, "0.5", "-4.2"),
    (STANDARD, 2392, 10, 2000, "0", "-9.2"),
    (STANDARD, 1656, 10, 2000, "1", "8.8"),
    (STANDARD, 1656, 10, 2000, "0.5", "3.8"),
    (STANDARD, 1656, 10, 2000, "0", "-1.2"),
    (STANDARD, 1655, 10, 2000, "1", "8.9"),
    (STANDARD, 1655, 10, 2000, "0.5", "3.9"),
    (STANDARD, 1655, 10, 2000, "0", "-1.1"),
]

# Several games of one tournament: own rating, K, (opponent, result, change)..., sum, new rating.
TOURNAMENTS = [
    (1800, 20, [(1900, "1", "12.8"), (1750, "0.5", "-1.4")], "11.4", 1811),
    (1500, 20, [(1400, "1", "7.2"), (1600, "0.5", "2.8"), (1550, "0", "-8.6")], "1.4", 1501),
    (1922, 40, [(1798, "1", "13.2"), (1801, "0", "-26.4"), (1897, "1", "18.8")], "5.6", 1928),
    (2500, 10, [(2310, "0.5", "-2.5")], "-2.5", 2497),
    (2410, 10, [(2600, "0.5", "2.5")], "2.5", 2413),
]

# FIDE's calculation of October 2022, rapid, own 2000, K 20: opponent, result, score - expected.
ONE_UPGRADE = [
    (1063, "1", "0.08"),
    (1299, "1", "0.01"),
    (1413, "1", "0.02"),
    (1427, "1", "0.02"),
    (1872, "0.5", "-0.17"),
    (1851, "0", "-0.70"),
    (1682, "1", "0.13"),
]


@pytest.mark.parametrize(("control", "own", "k", "opponent", "score", "change"), GAMES)
def test_single_games(
    control: TimeControl, own: int, k: int, opponent: int, score: str, change: str | None
) -> None:
    """Article 8.3.1 (7.3.1): change = K x (score - expected), the gap limited by the own rating."""
    (result,) = rate_games(own, [game(opponent, score)], k, rules_for(control, NOW))
    assert change_of(result) == (None if change is None else Decimal(change))


@pytest.mark.parametrize(
    ("control", "own", "k", "opponent", "score", "change"),
    [line for line in GAMES if line[0] is STANDARD and line[1] < 2650],
)
def test_single_games_below_2650_since_march_2024(
    control: TimeControl, own: int, k: int, opponent: int, score: str, change: str
) -> None:
    """Article 8.3.1: below 2650 the rule of 1 March 2024 is the one of October 2025."""
    (result,) = rate_games(own, [game(opponent, score)], k, rules_for(control, date(2024, 3, 1)))
    assert change_of(result) == Decimal(change)


@pytest.mark.parametrize(("own", "k", "games", "change", "new"), TOURNAMENTS)
def test_several_games(
    own: int, k: int, games: list[tuple[int, str, str]], change: str, new: int
) -> None:
    """Article 8.3.4: the changes add up exactly, and only the sum is rounded, .5 from zero."""
    rules = rules_for(STANDARD, NOW)
    results = rate_games(own, [game(opponent, score) for opponent, score, _ in games], k, rules)
    assert [change_of(result) for result in results] == [Decimal(each) for *_, each in games]
    found = total(own, k, results, rules)
    assert (found.change, found.new_rating) == (Decimal(change), new)
    assert found.rounded == new - own


def test_the_own_rating_holds_for_the_whole_tournament() -> None:
    """Article 8.3: every game is rated from the list of the first day, not from game to game."""
    results = rate_games(1500, [game(1900, "1")] * 3, 40, rules_for(STANDARD, NOW))
    assert [change_of(result) for result in results] == [Decimal("36.8")] * 3


# K for new players, all others, the top and juniors; whether the limit of 700 holds.
K_2009, K_2011 = KRule(25, 15, 10, None, False, False), KRule(30, 15, 10, None, False, False)
K_2014, K_2017 = KRule(40, 20, 10, 40, False), KRule(40, 20, 10, 40, True)
K_FAST, K_FAST_2018 = KRule(20, 20, 20, None, False), KRule(20, 20, 20, None, True)
# Every set of rules, by its first day.
STANDARD_ERAS = [
    FideRules(STANDARD, date.min, "8.54", K_2009, cap=350),
    FideRules(STANDARD, date(2009, 7, 1), "8.54", K_2009, cap=400),
    FideRules(STANDARD, date(2011, 7, 1), "8.54", K_2011, cap=400),
    FideRules(STANDARD, date(2014, 7, 1), "8.54", K_2014, cap=400),
    FideRules(STANDARD, date(2017, 7, 1), "8.54", K_2017, cap=400),
    FideRules(STANDARD, date(2022, 1, 1), "8.3.1", K_2017, cap=400, cap_once=True, unsure=True),
    FideRules(STANDARD, date(2024, 3, 1), "8.3.1", K_2017, cap=400),
    FideRules(STANDARD, date(2025, 10, 1), "8.3.1", K_2017, cap=400, full_gap_from=2650),
]
RAPID_ERAS = [
    FideRules(RAPID, date.min, "7.3.1", K_FAST, cap=400, unsure=True),
    FideRules(RAPID, date(2018, 7, 1), "7.3.1", K_FAST_2018, cap=None, unsure=True),
    FideRules(RAPID, date(2022, 1, 1), "7.3.1", K_FAST_2018, cap=400, cap_once=True, unsure=True),
    FideRules(RAPID, date(2022, 10, 1), "7.3.1", K_2017, cap=400, cap_once=True, unsure=True),
    FideRules(RAPID, date(2024, 3, 1), "7.3.1", K_2017, cap=400),
    FideRules(RAPID, date(2024, 12, 1), "7.3.1", K_2017, cap=400, excluded_gap=600),
]
ERAS = {
    STANDARD: STANDARD_ERAS,
    RAPID: RAPID_ERAS,
    BLITZ: [rules._replace(time_control=BLITZ) for rules in RAPID_ERAS],
}


@pytest.mark.parametrize("rules", [rules for eras in ERAS.values() for rules in eras])
def test_the_start_date_chooses_the_rules(rules: FideRules) -> None:
    """Gap rule, K and limit are those in force on the tournament's first day, to the day."""
    control = rules.time_control
    following = [each.since for each in ERAS[control] if each.since > rules.since]
    last = following[0] - timedelta(days=1) if following else date(2026, 11, 30)
    assert rules_for(control, rules.since) == rules
    assert rules_for(control, last) == rules
    assert rules.until == (following[0] if following else None)


def test_no_rules_but_the_listed_ones() -> None:
    """Sections 2 and 4 of the rules know these first days and no others."""
    assert {control: list(rules) for control, rules in RULES.items()} == ERAS


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


def test_rapid_had_no_cap_from_july_2018_to_2021() -> None:
    """Rapid and blitz, July 2018 to December 2021: only the table's end limits (unsure)."""
    for day, change in (
        (date(2018, 6, 30), "1.6"),
        (date(2018, 7, 1), "0.2"),
        (date(2021, 12, 31), "0.2"),
        (date(2022, 1, 1), "1.6"),
    ):
        (result,) = rate_games(2200, [game(1500, "1")], 20, rules_for(RAPID, day))
        assert change_of(result) == Decimal(change)


@pytest.mark.parametrize(
    ("control", "start", "own", "opponent", "change"),
    [
        (STANDARD, date(2025, 9, 30), 2650, 2150, "0.8"),
        (STANDARD, date(2025, 10, 1), 2650, 2150, "0.4"),
        (STANDARD, date(2025, 10, 1), 2649, 2149, "0.8"),
        (STANDARD, date(2025, 10, 1), 2150, 2650, "9.2"),
        (STANDARD, date(2025, 10, 1), 2700, 3200, "9.6"),
        (RAPID, date(2025, 10, 1), 2650, 2150, "0.8"),
        (BLITZ, date(2025, 10, 1), 2650, 2150, "0.8"),
    ],
)
def test_the_2650_exemption(
    control: TimeControl, start: date, own: int, opponent: int, change: str
) -> None:
    """Article 8.3.1: from 1 October 2025, standard only, an own 2650 lifts the cap."""
    (result,) = rate_games(own, [game(opponent, "1")], 10, rules_for(control, start))
    assert change_of(result) == Decimal(change)


def test_each_side_by_its_own_rating() -> None:
    """Article 8.3.1: 2813 beats 2400 with the gap of 413 (+.07); the loser is capped (-.08)."""
    rules = rules_for(STANDARD, date(2025, 11, 7))
    (winner,) = rate_games(2813, [game(2400, "1")], 10, rules)
    (loser,) = rate_games(2400, [game(2813, "0")], 10, rules)
    assert (change_of(winner), change_of(loser)) == (Decimal("0.7"), Decimal("-0.8"))


def test_one_upgrade_a_tournament() -> None:
    """Article 7.3.1, January 2022 to February 2024: only the largest gap of a player is capped."""
    rules = rules_for(RAPID, date(2022, 10, 1))
    games = [game(opponent, score) for opponent, score, _ in ONE_UPGRADE]
    results = rate_games(2000, games, 20, rules)
    assert [change_of(r) for r in results] == [20 * Decimal(each) for *_, each in ONE_UPGRADE]
    assert [isinstance(r, RatedGame) and r.capped for r in results] == [True] + [False] * 6
    assert total(2000, 20, results, rules).change == Decimal("-12.20")


@pytest.mark.parametrize(
    ("control", "start", "caps"),
    [
        (STANDARD, date(2021, 12, 31), 2),
        (STANDARD, date(2022, 1, 1), 1),
        (STANDARD, date(2024, 2, 29), 1),
        (STANDARD, date(2024, 3, 1), 2),
        (RAPID, date(2022, 1, 1), 1),
        (BLITZ, date(2024, 2, 29), 1),
        (BLITZ, date(2024, 3, 1), 2),
    ],
)
@pytest.mark.parametrize("larger", [-600, 600])
def test_the_one_upgrade_goes_to_the_larger_gap(
    control: TimeControl, start: date, caps: int, larger: int
) -> None:
    """The one cap goes to the greatest gap in either direction, also for the lower player."""
    games = [game(2000 - 500, "0.5"), game(2000 + larger, "0.5")]
    results = rate_games(2000, games, 20, rules_for(control, start))
    capped = [isinstance(result, RatedGame) and result.capped for result in results]
    assert capped == [caps == 2, True]


def test_equal_largest_gaps_do_not_depend_on_the_order() -> None:
    """The same games in another order have the same sum, also in the one-upgrade era.

    The rule limits a benefit of the higher player: of two equal gaps the cap goes to his game.
    """
    rules = rules_for(STANDARD, date(2023, 5, 1))
    games = [game(1500, "1"), game(2500, "0")]
    for order in (games, games[::-1]):
        results = rate_games(2000, order, 20, rules)
        assert total(2000, 20, results, rules).change == Decimal("0.8")


@pytest.mark.parametrize(
    ("own", "opponent", "counts"),
    [
        (2601, 2001, False),
        (2001, 2601, False),
        (2600, 2000, True),
        (2000, 2600, True),
        (2601, 2002, True),
        (2002, 2601, True),
        (2900, 1000, False),
    ],
)
@pytest.mark.parametrize("control", [RAPID, BLITZ])
def test_gaps_of_600_with_a_player_above_2600(
    control: TimeControl, own: int, opponent: int, counts: bool
) -> None:
    """Article 7.3.1 from 1 December 2024: not rated at 600 or more if one is above 2600."""
    (result,) = rate_games(own, [game(opponent, "1")], 10, rules_for(control, date(2024, 12, 1)))
    assert reason_of(result) == (None if counts else "gap_600")
    for other in (rules_for(control, date(2024, 11, 30)), rules_for(STANDARD, NOW)):
        (result,) = rate_games(own, [game(opponent, "1")], 10, other)
        assert reason_of(result) is None


def test_an_excluded_game_counts_for_nothing() -> None:
    """Article 7.3.1: a game excluded by the gap of 600 is in no sum and not in the games of 700."""
    rules = rules_for(RAPID, NOW)
    results = rate_games(2700, [game(2700, "1")] * 17 + [game(2000, "1")], 40, rules)
    found = total(2700, 40, results, rules)
    assert (found.games, found.k) == (17, 40)
    assert found.score == 17
    assert found.change == 17 * 20


def test_an_unrated_opponent_does_not_count() -> None:
    """Article 8.3.1: games against unrated opponents change nothing, and other games stand."""
    rules = rules_for(STANDARD, NOW)
    results = rate_games(1500, [game(None, "1"), game(1500, "1")], 20, rules)
    assert [reason_of(r) for r in results] == ["unrated", None]
    found = total(1500, 20, results, rules)
    assert found.games == 1
    assert (found.score, found.expected) == (Decimal(1), Decimal("0.50"))


def test_no_games_change_nothing() -> None:
    """Without a rated game the rating stays, and the sums are decimal zeros."""
    rules = rules_for(STANDARD, NOW)
    found = total(1500, 20, rate_games(1500, [], 20, rules), rules)
    assert (found.games, found.rounded, found.new_rating) == (0, 0, 1500)
    sums = (found.score, found.expected, found.change)
    assert sums == (Decimal(0),) * 3
    assert all(isinstance(each, Decimal) for each in sums)


@pytest.mark.parametrize(
    ("k", "games", "used"),
    [
        (40, 17, 40), (40, 18, 38), (40, 20, 35), (20, 35, 20), (20, 36, 19), (20, 39, 17),
        (20, 40, 17), (10, 70, 10), (10, 71, 9), (40, 0, 40),
    ],
)  # fmt: skip
def test_games_times_k_are_at_most_700(k: int, games: int, used: int) -> None:
    """Article 8.3.3: K is lowered to the whole part of 700/n."""
    assert limited_k(k, games, rules_for(STANDARD, NOW)) == used


@pytest.mark.parametrize(
    ("control", "start", "used"),
    [
        (STANDARD, date(2017, 6, 30), 20),
        (STANDARD, date(2017, 7, 1), 17),
        (RAPID, date(2018, 6, 30), 20),
        (RAPID, date(2018, 7, 1), 17),
        (BLITZ, date(2018, 6, 30), 20),
        (BLITZ, date(2018, 7, 1), 17),
    ],
)
def test_the_limit_of_700_has_a_first_day(control: TimeControl, start: date, used: int) -> None:
    """Article 8.3.3: the limit holds from July 2017 in standard, from July 2018 in the others."""
    assert limited_k(20, 40, rules_for(control, start)) == used


def test_the_limit_lowers_every_game() -> None:
    """Article 8.3.3: eighteen games at K 40 are all rated with K 38; unrated opponents not."""
    rules = rules_for(STANDARD, NOW)
    results = rate_games(1500, [*[game(1500, "1")] * 18, game(None, "1")], 40, rules)
    assert {change_of(result) for result in results[:18]} == {Decimal(19)}
    found = total(1500, 40, results, rules)
    assert (found.k, found.games) == (38, 18)
    assert found.change == 18 * 19


# time control, start, rating, birth year -> K, how sure it is, and why.
DERIVED_K = [
    (STANDARD, date(2010, 1, 1), 1500, 2000, (15, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, date(2010, 1, 1), 2399, 1990, (15, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, date(2010, 1, 1), 2450, 1990, (10, KSource.UNKNOWN, "top_games_unknown")),
    (STANDARD, date(2014, 6, 30), 1500, 2000, (15, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, date(2014, 7, 1), 1500, 2000, (40, KSource.DERIVED, "junior")),
    (STANDARD, NOW, 1500, 2010, (40, KSource.DERIVED, "junior")),
    (STANDARD, date(2026, 1, 1), 1500, 2008, (40, KSource.DERIVED, "junior")),
    (STANDARD, date(2026, 12, 31), 1500, 2008, (40, KSource.DERIVED, "junior")),
    (STANDARD, date(2027, 1, 1), 1500, 2008, (20, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, NOW, 2299, 2010, (40, KSource.DERIVED, "junior")),
    (STANDARD, NOW, 2300, 2010, (20, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, NOW, 2400, 2010, (10, KSource.DERIVED, "top")),
    (STANDARD, NOW, 2400, None, (10, KSource.DERIVED, "top")),
    (STANDARD, NOW, 2399, 1990, (20, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, NOW, 1800, 1990, (20, KSource.UNKNOWN, "games_unknown")),
    (STANDARD, NOW, 1800, None, (20, KSource.UNKNOWN, "birth_year_unknown")),
    (RAPID, date(2022, 9, 30), 1500, 2010, (20, KSource.DERIVED, "same_for_all")),
    (RAPID, date(2022, 9, 30), 2500, 1990, (20, KSource.DERIVED, "same_for_all")),
    (BLITZ, date(2022, 9, 30), 1500, None, (20, KSource.DERIVED, "same_for_all")),
    (RAPID, date(2022, 10, 1), 1500, 2010, (40, KSource.DERIVED, "junior")),
    (BLITZ, date(2022, 10, 1), 2500, 1990, (10, KSource.DERIVED, "top")),
]


@pytest.mark.parametrize(("control", "start", "rating", "born", "expected"), DERIVED_K)
def test_k_is_derived_with_its_source(
    control: TimeControl,
    start: date,
    rating: int,
    born: int | None,
    expected: tuple[int, KSource, str],
) -> None:
    """Article 8.3.3: the K of the day, 2400 first; what hangs on the unseen is a guess."""
    k = k_factor(rules_for(control, start), rating, start, birth_year=born)
    assert (k.value, k.source, k.reason) == expected


def test_the_sources_of_k_have_stable_names() -> None:
    """The words for the source of K are part of what other programs read."""
    assert list(KSource) == ["card", "option", "list", "derived", "unknown"]


def test_a_junior_k_names_the_birth_year() -> None:
    """A K that rests on the birth year carries it, so that the reason can be printed."""
    assert k_factor(rules_for(STANDARD, NOW), 1500, NOW, birth_year=2010).birth_year == 2010


def test_k_printed_comes_first_then_the_one_by_hand() -> None:
    """K is the card's, else the one given, else derived; each names its source and reason."""
    rules = rules_for(STANDARD, NOW)
    found = [
        k_factor(rules, 1500, NOW, printed=[40, 40], given=20, birth_year=2010),
        k_factor(rules, 1500, NOW, given=30, birth_year=2010),
        k_factor(rules, 1500, NOW, birth_year=2010),
    ]
    assert [(k.value, k.source, k.reason) for k in found] == [
        (40, KSource.CARD, "printed"),
        (30, KSource.OPTION, "by_hand"),
        (40, KSource.DERIVED, "junior"),
    ]


def test_of_several_printed_k_the_most_frequent_one_is_the_players() -> None:
    """A single odd K in one row does not become the player's K, wherever it stands."""
    rules = rules_for(STANDARD, NOW)
    for printed in ([10, 20, 20], [20, 10, 20], [20, 20, 10]):
        assert k_factor(rules, 1500, NOW, printed=printed).value == 20


def test_the_rules_are_named_by_their_first_day() -> None:
    """Rules are named by class and first day; the first ones by the day that ended them."""
    assert rules_for(STANDARD, NOW).name == "standard since 2025-10-01"
    assert rules_for(BLITZ, NOW).name == "blitz since 2024-12-01"
    assert rules_for(STANDARD, date(2001, 1, 1)).name == "standard before 2009-07-01"
    assert rules_for(RAPID, date(2012, 7, 1)).name == "rapid before 2018-07-01"
