"""Every published FIDE calculation at hand, to the hundredth."""

import csv
import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rating.conversion import expected_score, limited, round_half_away
from rating.fide import rate_games, rules_for, total
from scraper.model import TimeControl
from tests.cards import change_of, game

STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
SINCE_OCTOBER_2025 = date(2025, 10, 1)
# Published periods off the rule, by points: one rounded otherwise, two with a corrected rating
# (see the README of the cases).
OFF_BY = {"F-P02": 1, "F-P04": 1, "F-M01": 3}


@pytest.fixture
def periods(shared_cases: Path) -> dict[str, Any]:
    """The file of whole calculations."""
    found: dict[str, Any] = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))
    return found


def _changes(own: int, k: int, games: Any, rules: Any) -> Iterator[Decimal | None]:
    results = rate_games(own, [game(opponent, score) for opponent, score in games], k, rules)
    return map(change_of, results)


def test_every_single_game(shared_cases: Path) -> None:
    """Each of FIDE's 125 published games comes out to the hundredth, change and K x change."""
    matched = 0
    with (shared_cases / "fide_published_games.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rules = rules_for(STANDARD, date.fromisoformat(row["event_start"]))
            own, opponent, k = int(row["own_ro"]), int(row["opp_used"]), int(row["k"])
            (change,) = _changes(own, k, [(opponent, row["score"])], rules)
            assert change == Decimal(row["k_chg"]), row
            assert change == k * Decimal(row["chg"]), row
            matched += 1
    assert matched == 125


def test_every_period(periods: dict[str, Any]) -> None:
    """The events of a period add up to FIDE's total, and the total is rounded once (8.3.4)."""
    matched = 0
    for period in periods["periods"]:
        summed = Decimal(0)
        for event in period["events"]:
            rules = rules_for(STANDARD, date.fromisoformat(event["start"]))
            games = [(g["opponent_used"], g["score"]) for g in event["games"]]
            changes = list(_changes(event["ro"], event["k"], games, rules))
            assert changes == [Decimal(g["k_chg"]) for g in event["games"]]
            assert sum(filter(None, changes)) == Decimal(event["k_chg"])
            summed += Decimal(event["k_chg"])
            matched += len(games)
        assert summed == Decimal(period["sum_k_chg"])
        off = period["published_change"] - round_half_away(summed)
        assert off == OFF_BY.get(period["case"], 0)
    assert matched == 125


def test_the_whole_round_robin(periods: dict[str, Any]) -> None:
    """All 66 games of a championship, from both sides, and the totals of its twelve players."""
    championship = periods["round_robin"]
    ratings = {p["player"]: p["ro"] for p in championship["players"]}
    rules = rules_for(STANDARD, SINCE_OCTOBER_2025)
    sums = dict.fromkeys(ratings, Decimal(0))
    scores = {"1-0": ("1", "0"), "0-1": ("0", "1"), "½-½": ("0.5", "0.5")}
    matched = 0
    for played in championship["games"]:
        white, black = played["white"], played["black"]
        white_score, black_score = scores[played["result"]]
        for own, other, score, change in (
            (white, black, white_score, played["white_chg"]),
            (black, white, black_score, played["black_chg"]),
        ):
            (found,) = _changes(ratings[own], 10, [(ratings[other], score)], rules)
            assert found == 10 * Decimal(change)
            sums[own] += found or 0
            matched += 1
    assert matched == 132
    assert sums == {p["player"]: Decimal(p["k_chg"]) for p in championship["players"]}


def test_the_online_calculator(periods: dict[str, Any]) -> None:
    """FIDE's calculator agrees wherever it follows the rules in force since October 2025."""
    rules = rules_for(STANDARD, SINCE_OCTOBER_2025)
    agreeing = 0
    for case in periods["online_calculator"]:
        (found,) = _changes(case["own"], case["k"], [(case["opponent"], case["score"])], rules)
        assert found == Decimal(case["by_rule_standard_since_2025_10_01"])
        if not case["printed_is_outdated"]:
            assert found == Decimal(case["printed_change"])
            agreeing += 1
    assert agreeing == len(periods["online_calculator"]) - 4 == 20


def test_the_one_upgrade_era(periods: dict[str, Any]) -> None:
    """October 2022, rapid: one capped game, the rest by the whole table."""
    case = periods["one_upgrade_era"]
    rules = rules_for(RAPID, date(2022, 10, 1))
    games = [(g["opponent"], g["score"]) for g in case["games"]]
    changes = list(_changes(case["own"], case["k"], games, rules))
    assert changes == [case["k"] * Decimal(g["chg"]) for g in case["games"]]
    assert sum(filter(None, changes)) == Decimal(case["k_chg"])


def test_june_2017(periods: dict[str, Any]) -> None:
    """Three games of June 2017 at K 40."""
    case = periods["june_2017"]
    rules = rules_for(STANDARD, date(2017, 6, 1))
    games = [(g["opponent"], g["score"]) for g in case["games"]]
    changes = list(_changes(case["own"], case["k"], games, rules))
    assert changes == [case["k"] * Decimal(g["chg"]) for g in case["games"]]
    assert sum(filter(None, changes)) == Decimal(case["k_chg"])


def test_older_calculations(periods: dict[str, Any]) -> None:
    """Calculations of 2008 to 2010: expected score and change of whole tournaments."""
    matched = 0
    for case in periods["older_calculations"]:
        # FIDE's server calculated by the rule of 2009 where a gap rule matters at all.
        rules = rules_for(STANDARD, date(2010, 1, 1))
        if case["gap_rule"].startswith("350") and case["largest_gap"] > 350:
            rules = rules_for(STANDARD, date(2009, 1, 1))
        games = [game(*g) for g in zip(case["opponents"], case["scores"], strict=True)]
        results = rate_games(case["ro"], games, case["k"], rules)
        found = total(case["ro"], case["k"], results, rules)
        assert (found.expected, found.change) == (Decimal(case["we"]), Decimal(case["k_chg"])), case
        matched += len(games)
    assert matched == sum(len(case["opponents"]) for case in periods["older_calculations"]) > 20


def test_single_ratings_after_a_game(periods: dict[str, Any]) -> None:
    """The rating after a win, a draw and a loss, unrounded."""
    rules = rules_for(STANDARD, date(2010, 1, 1))
    compared = 0
    for case in periods["single_games"]:
        for score, key in (("1", "after_win"), ("0.5", "after_draw"), ("0", "after_loss")):
            (found,) = _changes(case["own"], case["k"], [(case["opponent"], score)], rules)
            assert found is not None
            if case[key] is not None:
                assert case["own"] + found == Decimal(case[key])
                compared += 1
    assert compared >= 10


def test_the_cards_of_the_site(periods: dict[str, Any]) -> None:
    """What chess-results prints: eight values and -63.60 on a whole card; nothing for unrated."""
    full, fragment = periods["site_cards"]
    rules = rules_for(STANDARD, date(2019, 6, 1))
    games = [(r["opponent"], r["score"]) for r in full["rounds"]]
    changes = list(_changes(full["own"], full["k"], games, rules))
    assert changes == [r["rtg"] and Decimal(r["rtg"]) for r in full["rounds"]]
    assert sum(filter(None, changes)) == Decimal(full["card_total"]) == Decimal("-63.60")
    (only,) = fragment["rounds"]
    for own in (1748, 1756):
        expected = expected_score(limited(own - only["opponent"], 400))
        assert -fragment["k"] * expected == Decimal(only["rtg"])
