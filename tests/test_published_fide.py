"""Every published FIDE calculation at hand, to the hundredth.

Each test counts the games that it compared, and fails when it compared fewer or more: 125 of the
list of games and the same 125 in whole periods, 132 of a round robin (66 from both sides), 20 of
FIDE's online calculator, 7 of the one-upgrade era, 3 of June 2017, 33 of 2008 to 2010, 14 single
results, 9 of chess-results cards.
"""

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rating.card import rate_card
from rating.conversion import round_half_away
from rating.fide import FideRules, FideTotal, limited_k, rate_games, rules_for, total
from scraper.model import Published, TimeControl
from tests.cards import EVENT, TODAY, card, change_of, game, opponent, played

STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
SINCE_OCTOBER_2025 = date(2025, 10, 1)

# The known exceptions, in points by which FIDE's list is above the rule (README of the cases):
# the difference of two lists is not the change where FIDE corrected the rating it started from,
DIFFERENCE_OF_LISTS_OFF_BY = {"F-P02": 1, "F-P04": 1, "F-M01": 3}
# and the new list is not start + change where FIDE corrected it afterwards. F-P02 is off both ways.
NEW_LIST_OFF_BY = {"F-P02": 1, "F-M02": 3}


@dataclass(frozen=True)
class Rated:
    """Games rated together: the change of each, and the total."""

    changes: list[Decimal | None]
    total: FideTotal


def _rate(own: int, k: int, games: Sequence[tuple[int, str]], rules: FideRules) -> Rated:
    results = rate_games(own, [game(rating, score) for rating, score in games], k, rules)
    return Rated([change_of(result) for result in results], total(own, k, results, rules))


@pytest.fixture
def periods(shared_cases: Path) -> dict[str, Any]:
    """The file of whole calculations."""
    found: dict[str, Any] = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))
    return found


@pytest.fixture
def games(shared_cases: Path) -> list[dict[str, str]]:
    """The lines of the file of single games."""
    with (shared_cases / "fide_published_games.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_single_game(games: list[dict[str, str]]) -> None:
    """Each of FIDE's 125 published games comes out to the hundredth, change and K x change."""
    matched = 0
    for row in games:
        rules = rules_for(STANDARD, date.fromisoformat(row["event_start"]))
        one = [(int(row["opp_used"]), row["score"])]
        (change,) = _rate(int(row["own_ro"]), int(row["k"]), one, rules).changes
        assert change == Decimal(row["k_chg"]), row
        assert change == int(row["k"]) * Decimal(row["chg"]), row
        matched += 1
    assert matched == 125


def test_every_published_cap(games: list[dict[str, str]]) -> None:
    """Where FIDE prints *, every opponent beyond 400 gives that change; elsewhere no cap is near.

    FIDE prints such an opponent as own +- 400, so the true gap is any larger one.
    """
    capped = 0
    for row in games:
        own, used, k = int(row["own_ro"]), int(row["opp_used"]), int(row["k"])
        rules = rules_for(STANDARD, date.fromisoformat(row["event_start"]))
        if row["capped_mark"] == "0":
            assert own >= 2650 or abs(own - used) <= 400, row
            continue
        assert abs(own - used) == 400, row
        for further in (1, 12, 300):
            true = used + further if used > own else used - further
            (change,) = _rate(own, k, [(true, row["score"])], rules).changes
            assert change == Decimal(row["k_chg"]), row
        capped += 1
    assert capped == 23


def test_every_event_of_a_period(periods: dict[str, Any]) -> None:
    """Games, score, change and K x change of each of FIDE's events, to the hundredth."""
    matched = events = 0
    for period in periods["periods"]:
        for event in period["events"]:
            rules = rules_for(STANDARD, date.fromisoformat(event["start"]))
            own, k = event["ro"], event["k"]
            rated = _rate(own, k, [(g["opponent_used"], g["score"]) for g in event["games"]], rules)
            assert rated.changes == [Decimal(g["k_chg"]) for g in event["games"]]
            found = rated.total
            assert (found.games, found.k) == (event["n"], k)
            assert found.score == Decimal(event["score"])
            assert found.score - found.expected == Decimal(event["chg"])
            assert found.change == Decimal(event["k_chg"])
            matched += found.games
            events += 1
    assert (events, matched) == (21, 125)


def test_every_period_is_rounded_once(periods: dict[str, Any]) -> None:
    """Article 8.3.4: a period's change is the sum over its events, rounded once, .5 from zero."""
    for period in periods["periods"]:
        case, lists = period["case"], list(period["published_lists"].values())
        summed = sum((Decimal(event["k_chg"]) for event in period["events"]), Decimal(0))
        assert summed == Decimal(period["sum_k_chg"])
        change = round_half_away(summed)
        off = DIFFERENCE_OF_LISTS_OFF_BY.get(case, 0)
        assert period["published_change"] == lists[-1] - lists[-2] == change + off, case
        start = period["events"][-1]["ro"]
        assert lists[-1] == start + change + NEW_LIST_OFF_BY.get(case, 0), case
    assert len(periods["periods"]) == 8


def test_the_limit_of_700_in_a_published_period(periods: dict[str, Any]) -> None:
    """Article 8.3.3: 39 games of one period at K 20 were rated with K 17 in all five events."""
    lowered = [period for period in periods["periods"] if period.get("list_k")]
    assert [period["case"] for period in lowered] == ["F-P05"]
    (period,) = lowered
    rules = rules_for(STANDARD, date.fromisoformat(period["events"][0]["start"]))
    k = limited_k(period["list_k"], period["games_in_period"], rules)
    assert {event["k"] for event in period["events"]} == {k} == {17}


def test_the_whole_round_robin(periods: dict[str, Any]) -> None:
    """All 66 games of a championship from both sides, and the totals of its twelve players."""
    championship = periods["round_robin"]
    ratings = {player["player"]: player["ro"] for player in championship["players"]}
    scores = {"1-0": ("1", "0"), "0-1": ("0", "1"), "½-½": ("0.5", "0.5")}
    played_by: dict[str, list[tuple[int, str]]] = {name: [] for name in ratings}
    changes_of: dict[str, list[Decimal]] = {name: [] for name in ratings}
    for each in championship["games"]:
        for side, other, score in zip(
            ("white", "black"), ("black", "white"), scores[each["result"]], strict=True
        ):
            played_by[each[side]].append((ratings[each[other]], score))
            changes_of[each[side]].append(championship["k"] * Decimal(each[f"{side}_chg"]))
    rules = rules_for(STANDARD, SINCE_OCTOBER_2025)
    matched = 0
    for player in championship["players"]:
        name = player["player"]
        rated = _rate(player["ro"], championship["k"], played_by[name], rules)
        assert rated.changes == changes_of[name]
        assert rated.total.change == Decimal(player["k_chg"])
        assert rated.total.score == Decimal(player["score"])
        assert rated.total.score - rated.total.expected == Decimal(player["chg"])
        matched += rated.total.games
    assert matched == 2 * 66


def test_the_online_calculator(periods: dict[str, Any]) -> None:
    """FIDE's calculator agrees wherever it follows the rules in force since October 2025.

    Its four outdated answers still cap players of 2650 and more; they must differ from ours.
    """
    rules = rules_for(STANDARD, SINCE_OCTOBER_2025)
    agreeing = outdated = 0
    for case in periods["online_calculator"]:
        (found,) = _rate(case["own"], case["k"], [(case["opponent"], case["score"])], rules).changes
        assert found == Decimal(case["by_rule_standard_since_2025_10_01"])
        if case["printed_is_outdated"]:
            assert found != Decimal(case["printed_change"])
            outdated += 1
        else:
            assert found == Decimal(case["printed_change"])
            agreeing += 1
    assert (agreeing, outdated) == (20, 4)


def test_the_calculators_outdated_answers_are_the_rule_before(periods: dict[str, Any]) -> None:
    """All 24 printed answers, the outdated ones too, follow the rule of March 2024."""
    rules = rules_for(STANDARD, date(2025, 9, 30))
    for case in periods["online_calculator"]:
        (found,) = _rate(case["own"], case["k"], [(case["opponent"], case["score"])], rules).changes
        assert found == Decimal(case["printed_change"]), case
    assert len(periods["online_calculator"]) == 24


def test_the_one_upgrade_era(periods: dict[str, Any]) -> None:
    """Article 7.3.1, October 2022, rapid: one capped game, the rest by the whole table."""
    case = periods["one_upgrade_era"]
    rules = rules_for(RAPID, date(2022, 10, 1))
    listed = [(g["opponent"], g["score"]) for g in case["games"]]
    rated = _rate(case["own"], case["k"], listed, rules)
    assert rated.changes == [case["k"] * Decimal(g["chg"]) for g in case["games"]]
    assert rated.total.change == Decimal(case["k_chg"])
    assert rated.total.score - rated.total.expected == Decimal(case["chg"])
    assert rated.total.games == 7


def test_june_2017(periods: dict[str, Any]) -> None:
    """Three games of June 2017 at K 40."""
    case = periods["june_2017"]
    rules = rules_for(STANDARD, date(2017, 6, 1))
    listed = [(g["opponent"], g["score"]) for g in case["games"]]
    rated = _rate(case["own"], case["k"], listed, rules)
    assert rated.changes == [case["k"] * Decimal(g["chg"]) for g in case["games"]]
    assert rated.total.change == Decimal(case["k_chg"])
    assert rated.total.games == 3


def test_older_calculations(periods: dict[str, Any]) -> None:
    """Whole tournaments of 2008 to 2010: the expected score and the change, by the rules then."""
    matched = 0
    for case in periods["older_calculations"]:
        # A list holds the events before its month; the undated report is taken for the oldest.
        listed = case["list_period"] or "2008-07"
        rules = rules_for(STANDARD, date.fromisoformat(f"{listed}-01"))
        pairs = list(zip(case["opponents"], case["scores"], strict=True))
        found = _rate(case["ro"], case["k"], pairs, rules).total
        assert found.expected == Decimal(case["we"]), case
        assert found.change == Decimal(case["k_chg"]), case
        matched += found.games
    assert matched == 33


def test_single_ratings_after_a_game(periods: dict[str, Any]) -> None:
    """The rating after a win, a draw and a loss, before it is rounded."""
    rules = rules_for(STANDARD, date(2010, 1, 1))
    compared = 0
    for case in periods["single_games"]:
        for score, key in (("1", "after_win"), ("0.5", "after_draw"), ("0", "after_loss")):
            if case[key] is None:
                continue
            found = _rate(case["own"], case["k"], [(case["opponent"], score)], rules).total
            assert case["own"] + found.change == Decimal(case[key]), (case, score)
            compared += 1
    assert compared == 14


def test_a_whole_card_of_the_site(periods: dict[str, Any]) -> None:
    """A card of 2019: eight printed values, nothing against the unrated one, -63.6 in total."""
    printed, _ = periods["site_cards"]
    k, total_change = printed["k"], Decimal(printed["card_total"])
    rounds = [
        played(
            row["round"],
            opponent(row["opponent"]),
            row["score"],
            published=None if row["rtg"] is None else Published(k, Decimal(row["rtg"])),
        )
        for row in printed["rounds"]
    ]
    page = replace(card(rounds, fide=printed["own"], national=0), fide_change=total_change)
    found = rate_card(page, replace(EVENT, start=date(2019, 6, 1)), TODAY)
    changes = [change_of(each.fide) for each in found.rounds]
    assert changes == [row["rtg"] and Decimal(row["rtg"]) for row in printed["rounds"]]
    assert found.fide is not None
    assert (found.fide.k, found.fide.games) == (40, 8)
    assert found.fide.change == total_change == Decimal("-63.6")
    assert [check.kind for check in found.checks] == ["published_change"] * 8 + ["published_total"]
    assert all(check.ok for check in found.checks)


def test_a_fragment_of_a_card(periods: dict[str, Any]) -> None:
    """The one value of a fragment fits the own ratings from 1748 to 1756, and no others."""
    _, fragment = periods["site_cards"]
    (only,) = fragment["rounds"]
    rules = rules_for(STANDARD, date(2025, 9, 1))
    fitting = [
        own
        for own in range(1400, 2400)
        if _rate(own, fragment["k"], [(only["opponent"], only["score"])], rules).total.change
        == Decimal(only["rtg"])
    ]
    assert fitting == list(range(1748, 1757))
