"""FIDE's totals without the detail of every game, and both readings of the one upgrade."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rating.conversion import expected_score, hundredths_within, limited
from rating.fide import (
    RULES,
    FideRules,
    UpgradeReading,
    other_reading,
    rate_games,
    rules_for,
    total,
    total_of,
)
from rating.game import Game, RatedGame
from scraper.model import TimeControl
from tests.cards import change_of, game

STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
EITHER, HIGHER = UpgradeReading.EITHER_SIDE, UpgradeReading.HIGHER_SIDE
UPGRADE = rules_for(STANDARD, date(2023, 5, 1))
NOW = rules_for(STANDARD, date(2026, 5, 1))
GAPS_OF_600 = rules_for(RAPID, date(2026, 5, 1))

ALL_RULES = [rules for eras in RULES.values() for rules in eras]
READ = st.builds(
    lambda rules, reading: rules._replace(reading=reading),
    st.sampled_from(ALL_RULES),
    st.sampled_from(UpgradeReading),
)
# Rules that never were, so that no rule relies on another one being out of force.
INVENTED = st.builds(
    lambda rules, cap, once, full, excluded: rules._replace(
        cap=cap, cap_once=once, full_gap_from=full, excluded_gap=excluded
    ),
    READ,
    st.sampled_from([None, 350, 400]),
    st.booleans(),
    st.sampled_from([None, 2650]),
    st.sampled_from([None, 600]),
)
# The ratings beside which a rule changes come more often than by chance.
RATINGS = st.integers(1, 3200) | st.sampled_from([1600, 2000, 2001, 2400, 2600, 2601, 2649, 2650])
SCORES = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])
GAMES = st.lists(st.builds(Game, st.none() | RATINGS, SCORES), max_size=20)
KS = st.sampled_from([10, 15, 20, 25, 30, 40])
MANY = [game(1500, "1")] * 18 + [game(None, "0.5")] * 20


@given(RATINGS, GAMES, st.integers(1, 5), KS, READ | INVENTED)
@example(1500, MANY, 1, 40, NOW)
@example(1500, MANY, 5, 10, NOW)
@example(2700, [game(2100, "1"), game(2101, "1"), game(None, "1")], 1, 10, GAPS_OF_600)
@example(2001, [game(2601, "1"), game(2600, "0")], 1, 10, GAPS_OF_600)
@example(2650, [game(2000, "1")], 1, 10, NOW)
@example(2000, [game(2500, "1"), game(1500, "1"), game(1500, "0")], 1, 20, UPGRADE)
@example(1500, [], 1, 20, UPGRADE)
@example(1500, [game(None, "1")], 1, 20, GAPS_OF_600)
def test_the_total_is_that_of_the_detailed_games(
    own: int, games: list[Game], times: int, k: int, rules: FideRules
) -> None:
    """In every era, class and reading, the total alone is the total of the detailed games.

    That goes for every field, with opponents without rating, gaps of 600 and the limit of 700.
    """
    games = games * times
    assert total_of(own, games, k, rules) == total(own, k, rate_games(own, games, k, rules), rules)


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_totals_are_whole_hundredths(rules: FideRules) -> None:
    """A total carries whole and decimal numbers, never floats, and halves go away from zero."""
    found = total_of(2500, [game(2310, "0.5")], 10, rules)
    assert (found.expected, found.change) == (Decimal("0.75"), Decimal("-2.5"))
    assert (found.rounded, found.new_rating) == (-3, 2497)
    assert {type(value) for value in found} == {int, Decimal}


@given(st.integers(-4000, 4000), st.none() | st.integers(1, 800))
def test_the_hundredths_are_those_of_the_table(difference: int, cap: int | None) -> None:
    """Table 8.1.2 in whole hundredths is the table, within whatever cap."""
    expected = expected_score(limited(difference, cap))
    assert Decimal(hundredths_within(cap)[difference]) == 100 * expected


# Own rating, (opponent, result)..., the sum at K 20 in either reading.
READINGS = [
    # The lower side, 600 and 500 below: 0 - .08 and .5 - .04; or the full table: 0 - .02.
    (1500, [(2100, "0"), (2000, "0.5")], "7.6", "8.8"),
    # 500 above and 600 below: the upgrade is that of 600, 0 - .08; or that of 500, 1 - .92.
    (2000, [(1500, "1"), (2600, "0")], "-0.8", "1.2"),
    # The same at equal gaps: it is the higher side's in both, 1 - .92 and 0 - .04.
    (2000, [(1500, "1"), (2500, "0")], "0.8", "0.8"),
    # The higher side alone, 500 and 550 above: 1 - .96 and 1 - .92 in both.
    (2000, [(1500, "1"), (1450, "1")], "2.4", "2.4"),
    # Two equal gaps: one upgrade all the same, 1 - .92 and 1 - .96.
    (2000, [(1500, "1"), (1500, "1")], "2.4", "2.4"),
    # 350 above (.89) and 600 below: nothing for the upgrade to change in the second reading.
    (2000, [(1650, "1"), (2600, "0")], "0.6", "1.8"),
]


@pytest.mark.parametrize("start", [date(2022, 1, 1), date(2024, 2, 29)])
@pytest.mark.parametrize("control", [STANDARD, RAPID])
@pytest.mark.parametrize(("own", "games", "either", "higher"), READINGS)
def test_both_readings_of_the_one_upgrade(
    control: TimeControl,
    start: date,
    own: int,
    games: list[tuple[int, str]],
    either: str,
    higher: str,
) -> None:
    """January 2022 to February 2024, article 8.3.1: two readings of the lower side.

    The one upgrade is that of the greatest gap; or, read literally, that of the greatest gap over
    a lower rated opponent, while the lower side's games use the full table.
    """
    rules = rules_for(control, start)
    literal = other_reading(rules)
    assert literal is not None
    played = [game(opponent, score) for opponent, score in games]
    for each, change in ((rules, either), (literal, higher)):
        results = rate_games(own, played, 20, each)
        assert total(own, 20, results, each).change == Decimal(change)
        assert total_of(own, played, 20, each).change == Decimal(change)
        assert sum(isinstance(one, RatedGame) and one.capped for one in results) <= 1


def test_the_lower_side_is_never_capped_in_the_literal_reading() -> None:
    """Read literally, article 8.3.1 limits a benefit of the higher side and nothing else."""
    literal = UPGRADE._replace(reading=HIGHER)
    results = rate_games(1500, [game(2100, "0"), game(2300, "1")], 20, literal)
    assert [change_of(one) for one in results] == [Decimal("-0.4"), Decimal(20)]


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_only_the_one_upgrade_has_another_reading(rules: FideRules) -> None:
    """The other reading differs in nothing else, and its other reading is the default again."""
    other = other_reading(rules)
    assert rules.reading is EITHER
    if not date(2022, 1, 1) <= rules.since <= date(2024, 2, 29):
        assert other is None
    else:
        assert other == rules._replace(reading=HIGHER)
        assert other_reading(other) == rules
        assert other.name == rules.name


def test_the_readings_have_stable_names() -> None:
    """The words for the readings are part of what other programs read."""
    assert list(UpgradeReading) == ["either_side", "higher_side"]
