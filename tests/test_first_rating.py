"""The first FIDE rating: the rules of each day, pooled events, published and worked examples."""

import json
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.assumptions import Note
from rating.first_rating import (
    RULES,
    Event,
    FirstRating,
    FirstRatingRules,
    LeftOut,
    first_rating,
    rules_for,
)
from rating.game import ZERO, Game
from scraper.model import TimeControl
from tests.cards import game
from tests.commands import tnrate
from tests.conftest import ROOT

STANDARD, RAPID, BLITZ = TimeControl.STANDARD, TimeControl.RAPID, TimeControl.BLITZ
NOW = date(2026, 5, 1)
BEFORE = date(2024, 2, 29)
# F-N01: FIDE published 1922 on the list of December 2025.
N01 = [(1902, "0.5"), (1877, "0.5"), (1884, "1"), (2012, "0"), (1832, "1")]
TYPED = ("1902:0.5", "1877:0.5", "1884:1", "2012:0", "1832:1")
SCORES = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])
GAMES = st.lists(st.builds(Game, st.integers(1000, 3000), SCORES), min_size=5, max_size=15)


def rules_of(day: date = NOW, control: TimeControl = STANDARD) -> FirstRatingRules:
    """Give the rules of a day, on which there are some."""
    rules = rules_for(control, day)
    assert rules is not None
    return rules


def event(*games: tuple[int | None, str], start: date | None = None) -> Event:
    """Build an event from ratings and scores."""
    return Event([game(opponent, score) for opponent, score in games], start)


def first(*events: Event, day: date = NOW, control: TimeControl = STANDARD) -> FirstRating:
    """Rate events by the rules of a day."""
    return first_rating(events, rules_of(day, control))


def same(opponent: int, points: str, games: int) -> Event:
    """Build an event against opponents of one rating, with that many points."""
    half_points = int(Decimal(points) * 2)
    scores = ["1"] * (half_points // 2) + ["0.5"] * (half_points % 2)
    scores += ["0"] * (games - len(scores))
    return event(*((opponent, score) for score in scores))


def value_of(found: FirstRating) -> int:
    """Give the value so far, which must be there."""
    assert found.estimate is not None
    return found.estimate.value


# Since March 2024


def test_the_published_first_rating() -> None:
    """F-N01: Ra 13107/7, p 4/7 = 57 %, dp 50; 13457/7 = 1922.43 makes 1922, as FIDE published."""
    found = first(event(*N01))
    assert found.estimate is not None
    assert (found.games, found.score, found.missing, found.rating) == (5, Decimal(3), 0, 1922)
    assert found.estimate.average == Fraction(13107, 7)
    assert (found.estimate.games, found.estimate.score) == (7, Decimal(4))
    assert (found.estimate.percent, found.estimate.difference) == (57, Fraction(50))
    assert found.estimate.exact == Fraction(13457, 7)
    assert found.estimate.half_points is None
    assert (found.left_out, found.notes) == ([None], ())


@pytest.mark.parametrize(
    ("opponent", "points", "percent", "difference", "rating"),
    [(1800, "5", 86, 309, 2109), (1800, "0.5", 21, -230, 1570), (1600, "1", 29, -158, 1499)],
)
def test_worked_examples_since_2024(
    opponent: int, points: str, percent: int, difference: int, rating: int
) -> None:
    """Ru = Ra + dp(p) on both sides of a half, with two draws against 1800 added."""
    found = first(same(opponent, points, 5))
    assert found.estimate is not None
    assert (found.estimate.percent, found.estimate.difference) == (percent, Fraction(difference))
    assert found.rating == rating


def test_every_published_case(shared_cases: Path) -> None:
    """The cases of first ratings agree in every step, and the old rule with what FIDE printed."""
    cases = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))["initial_rating"]
    for case in cases:
        opponents = case["opponents"]
        played = (
            event(*zip(opponents, case["scores"], strict=True))
            if "scores" in case
            else same(opponents[0], case["total_score"], len(opponents))
        )
        found = first(played)
        assert found.estimate is not None
        assert found.estimate.average == Fraction(case["ra_exact"]), case
        assert found.estimate.percent == Decimal(case["p"]) * 100
        assert found.estimate.difference == case["dp"]
        assert found.rating == case.get("published_rating", case.get("rating"))
        if "ru_exact" in case:
            assert found.estimate.exact == Fraction(case["ru_exact"])
        if "old_rule_rp_still_printed" in case:
            assert first(played, day=BEFORE).rating == case["old_rule_rp_still_printed"]
    assert len(cases) == 4


def test_a_first_rating_is_at_most_2200() -> None:
    """Article 8.2.3: 2601 becomes 2200, and that is said; 2200 itself is not limited."""
    found = first(same(2700, "4", 5))
    assert found.estimate is not None
    assert (found.estimate.rounded, found.estimate.value, found.rating) == (2601, 2200, 2200)
    assert found.notes == (Note("first_at_most", {"maximum": 2200}),)
    assert first(same(2700, "4", 5), day=BEFORE).rating == 2760


@pytest.mark.parametrize(("opponent", "rating"), [(1383, 1400), (1382, None), (1000, None)])
def test_nothing_is_published_below_1400(opponent: int, rating: int | None) -> None:
    """Article 7.1.4: a first rating is at least 1400; a value below it is no rating."""
    found = first(same(opponent, "1.5", 5))
    assert found.rating == rating
    assert found.missing == 0
    codes = [note.code for note in found.notes]
    assert codes == ([] if rating else ["first_below_floor"])


def test_half_a_point_is_rounded_up() -> None:
    """Ru is rounded to a whole number, halves up: 1800.5 makes 1801."""
    found = first(event(*[(1800, "0.5")] * 5, (1804, "0.5")))
    assert found.estimate is not None
    assert (found.estimate.exact, found.rating) == (Fraction(3601, 2), 1801)


# Five games, over several events


@pytest.mark.parametrize(("games", "missing"), [(1, 4), (4, 1), (5, 0), (6, 0)])
def test_five_games_make_a_rating(games: int, missing: int) -> None:
    """Fewer than five games against rated opponents give a provisional value and no rating."""
    found = first(same(1800, "1", games))
    assert (found.games, found.missing) == (games, missing)
    assert (found.rating is None) == (missing > 0)
    assert found.estimate is not None


def test_unrated_opponents_do_not_help() -> None:
    """Games against unrated opponents count for nothing: not as games, not as points."""
    found = first(event(*N01[:4], (None, "1")))
    assert (found.games, found.score, found.missing) == (4, Decimal(2), 1)
    assert first(event(*N01, (None, "1"))).estimate == first(event(*N01)).estimate


def test_without_a_rated_opponent_there_is_nothing() -> None:
    """Two hypothetical draws alone make no rating."""
    found = first(event((None, "1")))
    assert (found.estimate, found.rating, found.missing) == (None, None, 5)


def test_games_of_several_events_are_pooled() -> None:
    """Article 7.1.4: it does not matter over how many events the games are spread."""
    whole = first(event(*N01))
    parts = first(event(*N01[:2]), event(*N01[2:4]), event(N01[4]))
    assert parts.left_out == [None, None, None]
    assert (parts.estimate, parts.rating) == (whole.estimate, whole.rating)


def test_a_first_event_without_a_point_is_disregarded() -> None:
    """Article 8.2.1: zero in the first event counts for nothing; in a later one it counts."""
    nothing, one = event((1500, "0"), (1600, "0")), event((1700, "1"))
    found = first(nothing, one)
    assert found.left_out == [LeftOut.FIRST_EVENT, None]
    assert (found.games, found.score) == (1, Decimal(1))
    assert [note.code for note in found.notes] == ["first_zero"]
    assert first(one, nothing).left_out == [None, None]
    assert first(one, nothing).games == 3
    # The letter of the rule: only the first event of all.
    assert first(nothing, nothing, one).left_out == [LeftOut.FIRST_EVENT, None, None]
    # Nor the one after an event whose opponents were all unrated.
    assert first(event((None, "1")), nothing, one).left_out == [None, None, None]
    # A point against an unrated opponent is none.
    alone = first(event((None, "1"), *[(1500, "0")] * 5))
    assert (alone.games, alone.estimate, alone.missing) == (0, None, 5)


@pytest.mark.parametrize(
    ("start", "left_out"),
    [
        (date(2024, 4, 1), None),
        (date(2024, 3, 31), LeftOut.TOO_OLD),
        (date(2023, 5, 1), LeftOut.TOO_OLD),
        (date(2026, 5, 1), None),
        (None, None),
    ],
)
def test_events_are_pooled_over_26_months(start: date | None, left_out: LeftOut | None) -> None:
    """Article 7.1.4: 26 rating periods, that is months, the last event's among them."""
    found = first(event(*N01, start=start), event((1800, "1"), start=NOW))
    assert found.left_out == [left_out, None]
    assert found.games == (6 if left_out is None else 1)
    told = Note("first_too_old", {"event": 1, "periods": 26})
    assert found.notes == (() if left_out is None else (told,))


def test_the_first_event_stays_the_first_when_it_is_too_old() -> None:
    """A second event without a point counts, however old the first one is."""
    old = event((1500, "1"), start=date(2020, 1, 1))
    found = first(old, event((1600, "0"), start=NOW))
    assert found.left_out == [LeftOut.TOO_OLD, None]


# The rules before


@pytest.mark.parametrize(
    ("day", "games", "floor", "bonus", "maximum", "unsure"),
    [
        (date(2009, 6, 30), 9, 1400, "25/2", None, False),
        (date(2009, 7, 1), 9, 1200, "25/2", None, False),
        (date(2011, 6, 30), 9, 1200, "25/2", None, False),
        (date(2011, 7, 1), 9, 1200, "15", None, True),
        (date(2012, 6, 30), 9, 1200, "15", None, True),
        (date(2012, 7, 1), 9, 1000, "15", None, True),
        (date(2014, 6, 30), 9, 1000, "15", None, True),
        (date(2014, 7, 1), 5, 1000, "20", None, False),
        (date(2024, 2, 29), 5, 1000, "20", None, False),
        (date(2024, 3, 1), 5, 1400, None, 2200, False),
        (date(2026, 10, 9), 5, 1400, None, 2200, False),
    ],
)
def test_the_rules_of_standard(
    day: date, games: int, floor: int, bonus: str | None, maximum: int | None, unsure: bool
) -> None:
    """Games needed, floor, worth of half a point above 50 %, and maximum of each era.

    Until June 2014 the first event needs three rated opponents and a point, and how long games are
    pooled is not known; since then over 26 months, and half a point is enough.
    """
    rules = rules_of(day)
    assert (rules.games, rules.floor, rules.maximum) == (games, floor, maximum)
    assert rules.bonus == (None if bonus is None else Fraction(bonus))
    assert rules.unsure == unsure
    assert rules.drawn == ((1800, 1800) if bonus is None else ())
    assert rules.article == ("8.2" if day < date(2024, 3, 1) else "8.2.1-8.2.4")
    if day < date(2014, 7, 1):
        first_event: tuple[object, ...] = (None, 3, Decimal(1), True)
    else:
        first_event = (26, 1, Decimal("0.5"), False)
    assert first_event == (
        rules.periods, rules.first_opponents, rules.first_points, rules.first_again,
    )  # fmt: skip


@pytest.mark.parametrize("control", [RAPID, BLITZ])
@pytest.mark.parametrize(
    ("day", "figures", "first_event", "unsure"),
    [
        (date(2012, 1, 1), (9, 1000, 15, None, None), (3, "1", True), True),
        (date(2014, 7, 1), (5, 1000, 20, None, 26), (1, "0.5", False), True),
        (date(2018, 7, 1), (5, 1000, 20, None, 26), (1, "1", True), True),
        (date(2022, 1, 1), (5, 1000, 20, None, 26), (1, "0.5", False), False),
        (date(2024, 3, 1), (5, 1400, None, 2200, 26), (1, "0.5", False), False),
    ],
)
def test_the_rules_of_rapid_and_blitz(
    control: TimeControl,
    day: date,
    figures: tuple[int | None, ...],
    first_event: tuple[int, str, bool],
    unsure: bool,
) -> None:
    """Games, floor, bonus, maximum, months; opponents and points of the first event, and again."""
    rules = rules_of(day, control)
    assert rules.since == day
    found = (rules.games, rules.floor, rules.bonus, rules.maximum, rules.periods)
    assert list(found) == list(figures)
    opponents, points, again = first_event
    assert rules.first_opponents == opponents
    assert rules.first_points == Decimal(points)
    assert (rules.first_again, rules.unsure) == (again, unsure)
    assert rules.article == ("7.2" if day.year < 2024 else "7.2.1-7.2.5")
    assert rules.drawn == (() if day.year < 2024 else (1800, 1800))


@pytest.mark.parametrize("control", [RAPID, BLITZ])
def test_there_was_a_time_before_rapid_ratings(control: TimeControl) -> None:
    """FIDE has rated rapid and blitz since 2012; before, there are no rules."""
    assert rules_for(control, date(2011, 12, 31)) is None


@pytest.mark.parametrize("control", TimeControl)
def test_the_rules_are_in_order_of_time(control: TimeControl) -> None:
    """Each set of rules begins after the one before, and ends where the next begins."""
    days = [rules.since for rules in RULES[control]]
    assert days == sorted(set(days))
    assert [rules.until for rules in RULES[control]] == [*days[1:], None]


def test_the_rules_have_names() -> None:
    """Rules are named by time control and first day, the first of all by its end."""
    assert rules_of().name == "standard since 2024-03-01"
    assert rules_of(date(1990, 1, 1)).name == "standard before 2009-07-01"
    assert rules_of(NOW, BLITZ).name == "blitz since 2024-03-01"


@pytest.mark.parametrize(
    ("day", "points", "rating"),
    [
        # Four half points above a half: 12.5, 15 and 20 each.
        (date(2009, 6, 30), "6.5", 1550),
        (date(2009, 7, 1), "6.5", 1550),
        (date(2011, 7, 1), "6.5", 1560),
        (date(2014, 7, 1), "6.5", 1580),
        # One: 1512.5 is rounded up.
        (date(2009, 7, 1), "5", 1513),
        (date(2014, 7, 1), "4.5", 1500),
        # Below a half the table: 4 of 9 are 44 %.
        (date(2009, 7, 1), "4", 1457),
        (date(2014, 7, 1), "4", 1457),
        (date(2014, 7, 1), "9", 1680),
    ],
)
def test_half_points_above_a_half(day: date, points: str, rating: int) -> None:
    """Before 2024: above 50 % a bonus for each half point, Ra at 50 %, dp below."""
    assert first(same(1500, points, 9), day=day).rating == rating


def test_the_average_is_not_rounded_before() -> None:
    """F-N01 by the old rule: 1901.4 + 20 = 1921, as FIDE's page still prints."""
    found = first(event(*N01), day=BEFORE)
    assert found.estimate is not None
    assert (found.estimate.average, found.estimate.half_points) == (Fraction(9507, 5), 1)
    assert (found.estimate.difference, found.rating) == (Fraction(20), 1921)


def test_the_first_event_of_old_times() -> None:
    """Until 2014 the first event needs three rated opponents and a point, and waits for them."""
    day = date(2010, 1, 1)
    two, half = event((1500, "1"), (1500, "1")), event((1500, "0.5"), *[(1500, "0")] * 4)
    good = event((1500, "1"), (1500, "0"), (1500, "0"))
    found = first(two, half, good, two, day=day)
    assert found.left_out == [LeftOut.FIRST_EVENT, LeftOut.FIRST_EVENT, None, None]
    assert (found.games, found.missing) == (5, 4)
    assert found.notes == tuple(
        Note("first_falls_short", {"event": number, "article": "8.2", "opponents": 3})
        for number in (1, 2)
    )
    # How long games were pooled then is not known.
    old = event(*[(1500, "0.5")] * 9, start=date(2000, 1, 1))
    assert first(old, event((1500, "1"), start=day), day=day).left_out == [None, None]


def test_a_first_rapid_event_needed_a_point() -> None:
    """Rapid from July 2018 to 2021: half a point is not enough; before and after it is."""
    half = event((1500, "0.5"), (1500, "0"))
    for day, left_out in (
        (date(2018, 6, 30), None),
        (date(2018, 7, 1), LeftOut.FIRST_EVENT),
        (date(2021, 12, 31), LeftOut.FIRST_EVENT),
        (date(2022, 1, 1), None),
    ):
        assert first(half, day=day, control=RAPID).left_out == [left_out], day


@pytest.mark.parametrize(
    ("day", "control", "codes"),
    [
        (NOW, STANDARD, []),
        (NOW, RAPID, ["first_from_standard"]),
        (date(2016, 1, 1), BLITZ, ["first_from_standard", "first_unsure"]),
        (date(2012, 1, 1), STANDARD, ["first_unsure"]),
    ],
)
def test_what_must_be_known(day: date, control: TimeControl, codes: list[str]) -> None:
    """A standard rating stands in for a rapid one, and unsure rules say so."""
    found = first(same(1800, "5", 9), day=day, control=control)
    assert [note.code for note in found.notes] == codes


# Properties


@given(opponents=st.lists(st.integers(1400, 3000), min_size=5, max_size=15))
def test_all_draws_are_worth_the_average(opponents: list[int]) -> None:
    """All draws give the average itself: since 2024 with two opponents of 1800, before without."""
    draws = event(*((opponent, "0.5") for opponent in opponents))
    new, old = first(draws), first(draws, day=BEFORE)
    assert new.estimate is not None
    assert old.estimate is not None
    assert new.estimate.exact == Fraction(sum(opponents) + 3600, len(opponents) + 2)
    assert old.estimate.exact == Fraction(sum(opponents), len(opponents))


@given(opponents=st.lists(st.integers(1000, 3000), min_size=5, max_size=15))
def test_no_point_and_all_points(opponents: list[int]) -> None:
    """No point in the first event is disregarded; all points stay below the table's 800."""
    assert first(event(*((opponent, "0") for opponent in opponents))).estimate is None
    won = first(event(*((opponent, "1") for opponent in opponents)))
    assert won.estimate is not None
    assert 0 < won.estimate.difference < 800


@given(games=GAMES, at=st.integers(0, 14), day=st.sampled_from([NOW, BEFORE]))
def test_a_better_result_never_lowers_the_value(games: list[Game], at: int, day: date) -> None:
    """Half a point more in one game lowers nothing, by the new rule and by the old one."""
    at %= len(games)
    if games[at].score == 1 or not sum((one.score for one in games), ZERO):
        return
    better = [*games]
    better[at] = games[at]._replace(score=games[at].score + Decimal("0.5"))
    assert value_of(first(Event(better), day=day)) >= value_of(first(Event(games), day=day))


@given(games=GAMES, by=st.integers(1, 500), day=st.sampled_from([NOW, BEFORE]))
def test_stronger_opponents_never_lower_the_value(games: list[Game], by: int, day: date) -> None:
    """The same results against stronger opponents are worth at least as much."""
    if not sum((one.score for one in games), ZERO):
        return
    stronger = [Game((one.opponent or 0) + by, one.score) for one in games]
    assert value_of(first(Event(stronger), day=day)) >= value_of(first(Event(games), day=day))


@given(games=GAMES)
def test_since_2024_both_sides_are_the_same(games: list[Game]) -> None:
    """Turned results against opponents turned about 1800 give a value turned about 1800."""
    score = sum((one.score for one in games), ZERO)
    turned = [Game(3600 - (one.opponent or 0), 1 - one.score) for one in games]
    one, other = first(Event(games)), first(Event(turned))
    if score in (0, len(games)):
        return
    assert one.estimate is not None
    assert other.estimate is not None
    # A percentage with a half is rounded up on both sides.
    if (100 * (score + 1)) % (len(games) + 2) * 2 != len(games) + 2:
        assert one.estimate.exact + other.estimate.exact == 3600


@given(games=GAMES, cut=st.integers(1, 14))
def test_how_the_games_are_spread_does_not_matter(games: list[Game], cut: int) -> None:
    """Two events give what one gives, but where the first of them is without a point."""
    parts = first(Event(games[:cut]), Event(games[cut:]))
    if LeftOut.FIRST_EVENT not in parts.left_out:
        assert parts.estimate == first(Event(games)).estimate


# The command


def test_the_command_shows_each_step() -> None:
    """`calc first` shows the rating, and on demand how it is found."""
    lines = tnrate("calc", "first", "--on", "2025-11-01", *TYPED, "--explain").out.splitlines()
    assert lines[1].split() == ["1902", "½"]
    assert lines[7:] == [
        "First FIDE rating  1922   (3 of 5 against rated opponents)",
        "Rules: standard, since 2024-03-01 (FIDE 8.2.1-8.2.4)",
        "",
        "How the numbers come about",
        "",
        "First FIDE rating",
        *(
            f"• {step} [FIDE 8.2.1-8.2.4]"
            for step in (
                "Average of the rated opponents, with 2 draws against 1800 added: "
                "13107 ÷ 7 ≈ 1872.43",
                "Share of the points, rounded to whole per cent, a half up: 100 × 4 ÷ 7 → 57",
                "57 % are worth 50 by table 8.1.1",
                "Average and what the score is worth: 1872.43 + 50 = 1922.43 → 1922",
            )
        ),
    ]


def test_the_command_by_the_old_rules() -> None:
    """Before March 2024 the bonus for half points is shown instead."""
    lines = tnrate("calc", "first", "--on", "2024-02-29", *TYPED, "--explain").out.splitlines()
    assert lines[7:] == [
        "First FIDE rating  1921   (3 of 5 against rated opponents)",
        "Rules: standard, since 2014-07-01 (FIDE 8.2)",
        "",
        "How the numbers come about",
        "",
        "First FIDE rating",
        "• Average of the rated opponents: 9507 ÷ 5 = 1901.4 [FIDE 8.2]",
        "• Half points above 50 %, each worth 20: 1 × 20 = 20 [FIDE 8.2]",
        "• Average and what the score is worth: 1901.4 + 20 = 1921.4 → 1921 [FIDE 8.2]",
    ]


def test_the_command_says_what_is_missing() -> None:
    """Fewer than five games: the value is called provisional, and the missing games are named."""
    shown = tnrate("calc", "first", "--on", "2026-05-01", "1500:1", "-:1").out
    assert "Provisional, so far  1825   (1 of 1 against rated opponents; games needed: 5)" in shown
    assert "Still needed against rated opponents: 4" in shown
    assert "Games against unrated opponents, left out: 1." in shown
    nothing = tnrate("calc", "first", "--on", "2026-05-01", "1500:0").out
    assert "First FIDE rating  none   (0 of 0 against rated opponents; games needed: 5)" in nothing
    assert "Event 1: left out, because a first event without a point" in nothing


def test_the_command_says_that_a_value_is_not_published() -> None:
    """Below the floor there is no rating, and the value is named."""
    shown = tnrate("calc", "first", "--on", "2026-05-01", *["1100:0"] * 4, "1100:0.5").out
    assert "First FIDE rating  none" in shown
    assert "1070 is below 1400: FIDE publishes no rating below that." in shown


def test_the_command_carries_on_from_earlier_events() -> None:
    """--earlier gives the games of earlier events, with or without their first day."""
    whole = tnrate("calc", "first", "--on", "2025-11-01", *TYPED, "--json").document
    parts = tnrate(
        "calc", "first", "--on", "2025-11-01", "--earlier", "1902:0.5 1877:0.5",
        "--earlier", "2025-10-01 1884:1  2012:0", "1832:1", "--json",
    ).document  # fmt: skip
    assert [one["event"] for one in parts["games"]] == [1, 1, 2, 2, 3]
    assert [one["start"] for one in parts["events"]] == [None, "2025-10-01", "2025-11-01"]
    assert parts["new_rating"] == whole["new_rating"] == 1922
    old = tnrate(
        "calc", "first", "--on", "2025-11-01", "--earlier", "2023-09-30 1902:1", "1832:1", "--json"
    ).document
    assert old["events"][0] == {
        "event": 1, "start": "2023-09-30", "counted": False, "reason": "too_old",
    }  # fmt: skip
    assert old["games"][0]["reason"] == "too_old"
    assert [note["code"] for note in old["notes"]] == ["first_too_old"]


def test_the_command_in_turkish() -> None:
    """The words, the decimal comma and the dates are Turkish; the figures are the same."""
    shown = tnrate("calc", "first", "--on", "2025-11-01", *TYPED, "--lang", "tr", "--explain").out
    assert "İlk FIDE ratingi  1922" in shown
    assert "1872,43 + 50 = 1922,43" in shown
    assert "01.03.2024" in shown


def test_the_json_of_a_first_rating() -> None:
    """Every field of the contract: fractions as text, decimals as strings."""
    document = tnrate("calc", "first", "--on", "2025-11-01", *TYPED, "--json").document
    games = document.pop("games")
    assert games[0] == {"event": 1, "opponent": 1902, "score": "0.5", "counted": True}
    assert len(games) == 5
    assert document == {
        "schema": 1,
        "system": "first",
        "rules": "standard since 2024-03-01",
        "article": "8.2.1-8.2.4",
        "time_control": "standard",
        "on": "2025-11-01",
        "events": [{"event": 1, "start": "2025-11-01", "counted": True}],
        "rated_games": 5,
        "score": "3",
        "needed": 5,
        "missing": 0,
        "drawn": [1800, 1800],
        "average": "1872.43",
        "average_exact": "13107/7",
        "percent": 57,
        "half_points": None,
        "difference": "50",
        "exact": "13457/7",
        "value": 1922,
        "floor": 1400,
        "maximum": 2200,
        "provisional": False,
        "new_rating": 1922,
        "notes": [],
        "explanation": None,
    }


def test_the_json_of_what_is_not_yet_a_rating() -> None:
    """A provisional value is no rating; without a game all figures are null."""
    few = tnrate("calc", "first", "--on", "2026-05-01", "1500:1", "--json").document
    assert (few["value"], few["provisional"], few["new_rating"], few["missing"]) == (
        1825, True, None, 4,
    )  # fmt: skip
    none = tnrate("calc", "first", "--on", "2026-05-01", "-:1", "--json").document
    assert {none[name] for name in ("average", "percent", "exact", "value", "new_rating")} == {None}
    assert none["provisional"] is False


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("1400",),
        ("1400:2",),
        ("--on", "2026-02-30", "1400:1"),
        ("--time", "rapid", "--on", "2011-12-31", "1400:1"),
        ("--earlier", "", "1400:1"),
        ("--earlier", "2025-01-01", "1400:1"),
        ("--earlier", "1400:3", "1400:1"),
        ("--earlier", "yesterday 1400:1", "1400:1"),
        ("--on", "2025-01-01", "--earlier", "2025-01-02 1400:1", "1400:1"),
        ("--earlier", "2025-02-01 1400:1", "--earlier", "2025-01-01 1400:1", "1400:1"),
        ("--rating", "1500", "1400:1"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    """What is no game, no day or out of order is wrong usage: status 2, and nothing is shown."""
    refused = tnrate("calc", "first", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert "Usage: tnrate calc first" in refused.err


@given(
    games=st.lists(st.text(max_size=8) | st.from_regex(r"(-|\d{1,4}):[01½=]"), max_size=4),
    system=st.sampled_from(["first", "performance"]),
)
@settings(max_examples=100)
def test_any_games_are_worked_out_or_refused(games: list[str], system: str) -> None:
    """Whatever is given as games is worked out or is wrong usage, never a crash."""
    done = tnrate("calc", system, "--json", "--", *games)
    assert done.status in (0, 2)
    assert (done.status == 0) == bool(done.out)


@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_narrow_screen_shows_every_figure(language: str) -> None:
    """On 40 columns nothing is cut: sentences break into lines."""
    shown = tnrate("calc", "first", "--on", "2025-11-01", *TYPED, "--lang", language,
                   env={"COLUMNS": "40"})  # fmt: skip
    assert "1922" in shown.out
    assert "…" not in shown.out


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field of the document, and each reason."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    section = manual.split("## calc first", 1)[1].split("## ")[0]
    document = tnrate("calc", "first", "--on", "2026-05-01", "1500:0", "--json").document
    names = {*document, *document["events"][0], *document["games"][0], *LeftOut} - {
        "schema",
        "explanation",
    }
    assert {name for name in names if f"`{name}" not in section} == set()
