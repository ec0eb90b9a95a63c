"""Rating periods: which list an event enters, one K and one rounding for all events, the base."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating import list_dates, ukd
from rating.card import rate_card
from rating.conversion import round_half_away
from rating.events import Event, FideGames, UkdGames, counted_once, event_of
from rating.fide import rules_for
from rating.game import Game, RatedGame, counted
from rating.k_factor import KFactor, KSource
from rating.list_dates import closing_day, list_after, list_before, list_entered, list_in_force
from rating.official import Official, OfficialSource, official_of
from rating.period import Period, periods_of
from rating.period_base import BaseSource
from rating.period_fide import FidePeriod, Listing, Listings
from rating.period_ukd import UkdPeriod
from scraper.model import Kind, TimeControl, Tournament
from tests.cards import EVENT, card, game, opponent, played

STANDARD, RAPID, BLITZ = TimeControl
MAY, JUNE, JULY = (date(2026, month, 1) for month in (5, 6, 7))
NO_LISTS: Listings = {}
SCORES = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])
GAMES = st.lists(st.builds(Game, st.integers(1000, 2600), SCORES), min_size=1, max_size=12)


def printed(k: int) -> KFactor:
    """Give a K that a card prints."""
    return KFactor(k, KSource.CARD, "printed")


def event(
    start: date,
    games: Sequence[Game],
    rating: int = 1800,
    k: KFactor | int = 20,
    days: int = 2,
    control: TimeControl = STANDARD,
    **facts: Any,
) -> Event:
    """Build an event that FIDE rates."""
    factor = printed(k) if isinstance(k, int) else k
    tournament = Tournament(start=start, end=start + timedelta(days=days), **facts)
    return Event(
        tournament,
        rules_for(control, start),
        start,
        FideGames(rating, factor, tuple(games)),
        None,
    )


def national(start: date, games: Sequence[Game], rating: int, **facts: Any) -> Event:
    """Build an event of the national list alone."""
    return replace(event(start, [], **facts), fide=None, ukd=UkdGames(rating, tuple(games)))


def only(events: Sequence[Event], listings: Listings = NO_LISTS) -> Period:
    """Give the one period of events."""
    (found,) = periods_of(events, listings, {})
    return found


def fide(events: Sequence[Event], listings: Listings = NO_LISTS) -> FidePeriod:
    """Give what FIDE makes of events of one period."""
    found = only(events, listings).fide
    assert found is not None
    return found


def in_ukd(events: Sequence[Event]) -> UkdPeriod:
    """Give what a national list makes of events of one month."""
    found = only(events).ukd
    assert found is not None
    return found


def codes(found: FidePeriod | UkdPeriod) -> set[str]:
    """Give the codes of the notes."""
    return {note.code for note in found.notes}


def draws(count: int, opponent: int = 1800) -> list[Game]:
    """Give drawn games."""
    return [game(opponent, "0.5")] * count


# Which list


@pytest.mark.parametrize(
    ("end", "enters"),
    [
        (date(2025, 11, 28), date(2025, 12, 1)),
        (date(2025, 11, 29), date(2026, 1, 1)),
        (date(2025, 11, 1), date(2025, 12, 1)),
        (date(2026, 8, 29), date(2026, 9, 1)),
        (date(2026, 8, 30), date(2026, 10, 1)),
        (date(2024, 2, 27), date(2024, 3, 1)),
        (date(2023, 2, 26), date(2023, 3, 1)),
        (date(2025, 12, 30), date(2026, 2, 1)),
        (date(2012, 6, 28), date(2012, 7, 1)),
        (date(2011, 12, 30), date(2012, 3, 1)),
        (date(2009, 4, 2), date(2009, 7, 1)),
        (date(2009, 6, 29), date(2009, 9, 1)),
        (date(1, 1, 1), date(1, 4, 1)),
        (date(9999, 12, 31), date(9999, 12, 1)),
    ],
)
def test_the_last_day_decides_which_list_is_entered(end: date, enters: date) -> None:
    """A list closes 3 days before its first day; it was in force for 3 months, then 2, then 1."""
    assert list_entered(end) == enters


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_lists_follow_each_other(day: date) -> None:
    """The list in force is the last one begun; before and after are inverse; entering is first."""
    now = list_in_force(day)
    assert now.day == 1
    assert now <= day < list_after(now)
    assert list_before(list_after(now)) == now
    entered = list_entered(day)
    assert day <= closing_day(entered)
    assert day > closing_day(list_before(entered))


def test_each_event_enters_a_list_of_its_class_by_its_last_day() -> None:
    """An event over the end of a month enters by its end; classes stay apart; order is by list."""
    games = draws(1)
    late = event(date(2026, 5, 27), games, days=3)
    early = event(date(2026, 5, 1), games)
    rapid = event(date(2026, 5, 9), games, control=RAPID)
    found = periods_of([late, rapid, early], NO_LISTS, {})
    assert [(one.month, one.time_control, one.events) for one in found] == [
        (JUNE, STANDARD, (early,)),
        (JUNE, RAPID, (rapid,)),
        (JULY, STANDARD, (late,)),
    ]
    assert found[0].closes == date(2026, 5, 29)


# FIDE's own calculations


# What each published period proves; F-P02 and F-M02 are the known exceptions.
PUBLISHED = {
    "F-P01": 2810, "F-P02": 2405, "F-P03": 2507, "F-P04": 2053, "F-P05": 2146, "F-M01": 1824,
    "F-M02": 1618, "F-M03": 1972,
}  # fmt: skip
ONE_BELOW, BASE_DIFFERS = "F-P02", "F-M02"


def events_of(case: dict[str, Any]) -> list[Event]:
    """Build the events of a published period, with the K of the list."""
    found = []
    for number, one in enumerate(case["events"], 1):
        start, end = date.fromisoformat(one["start"]), date.fromisoformat(one["end"])
        games = [game(each["opponent_used"], each["score"]) for each in one["games"]]
        found.append(
            event(
                start,
                games,
                one["ro"],
                case.get("list_k") or one["k"],
                (end - start).days,
                TimeControl(case["rating_type"]),
                id=number,
            )
        )
    return found


def test_the_published_periods(shared_cases: Path) -> None:
    """Eight whole periods of FIDE: list, K, each event's and the period's sum, the new rating.

    F-P02 was published one point above the one rounding, F-M02 starts from 1620 instead of its Ro.
    """
    cases = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))["periods"]
    assert {case["case"] for case in cases} == set(PUBLISHED)
    for case in cases:
        name, events = case["case"], events_of(case)
        period = only(list(reversed(events)))
        found = period.fide
        assert found is not None
        assert f"{period.month:%Y-%m}" == case["list_period"], name
        assert found.games == case["games_in_period"], name
        assert found.change == Decimal(case["sum_k_chg"]), name
        for part, one in zip(found.parts, case["events"], strict=True):
            assert part.total.k == one["k"], name
            assert part.total.change == Decimal(one["k_chg"]), name
            changes = [result.change for result in counted(part.results)]
            assert changes == [Decimal(each["k_chg"]) for each in one["games"]], name
        assert found.new_rating == PUBLISHED[name], name
        published = case["published_lists"][case["list_period"]]
        exception = {ONE_BELOW: 1, BASE_DIFFERS: 3}.get(name, 0)
        assert published - found.new_rating == exception, name


def test_the_published_periods_tell_one_rounding_from_several(shared_cases: Path) -> None:
    """F-M02 and F-M03 come out as published with one rounding; with one an event they do not."""
    cases = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))["periods"]
    found = {
        case["case"]: (fide(events_of(case)), case["published_change"])
        for case in cases
        if case["case"] in ("F-M02", "F-M03")
    }
    assert {name: (one.rounded, one.rounded_each) for name, (one, _) in found.items()} == {
        "F-M02": (1, 0),
        "F-M03": (-52, -51),
    }
    assert all(one.rounded == change for one, change in found.values())


def test_a_published_k_is_lowered_over_five_events(shared_cases: Path) -> None:
    """F-P05: 39 games and K 20 give K 17, in events of 8, 8, 6, 8 and 9 games."""
    cases = json.loads((shared_cases / "fide_periods.json").read_text("utf-8"))["periods"]
    found = fide(events_of(next(case for case in cases if case["case"] == "F-P05")))
    assert {(part.k.value, part.total.k) for part in found.parts} == {(20, 17)}
    assert next(note.facts for note in found.notes if note.code == "k_lowered") == {
        "k": 17, "games": 39, "from": 20, "article": "FIDE 8.3.3",
    }  # fmt: skip


# The limit of 700


@pytest.mark.parametrize(
    ("k", "games", "used"),
    [
        (40, 17, 40), (40, 18, 38), (40, 20, 35),
        (20, 35, 20), (20, 36, 19), (20, 40, 17),
        (10, 70, 10), (10, 71, 9),
    ],
)  # fmt: skip
@pytest.mark.parametrize("events", [1, 2, 3])
def test_the_limit_counts_the_games_of_all_events(
    k: int, games: int, used: int, events: int
) -> None:
    """700 / n, cut off, for the games of the period; how they fall on events changes nothing."""
    first = games - (events - 1)
    parts = [first, *[1] * (events - 1)]
    found = fide(
        [
            event(MAY + timedelta(days=3 * place), [game(1800, "1")] * count, k=k)
            for place, count in enumerate(parts)
        ]
    )
    assert found.games == games
    assert {part.total.k for part in found.parts} == {used}
    assert found.change == used * games * Decimal("0.5")
    assert ("k_lowered" in codes(found)) == (used != k)
    assert ("k_may_be_lowered" in codes(found)) == (used == k)


def test_games_of_another_class_or_list_do_not_lower_k() -> None:
    """The limit is of one list and class."""
    events = [
        event(MAY, draws(30)),
        event(MAY, draws(30), control=RAPID),
        event(date(2026, 5, 30), draws(30)),
    ]
    found = periods_of(events, NO_LISTS, {})
    assert [one.fide.parts[0].total.k for one in found if one.fide] == [20, 20, 20]


def test_an_event_from_before_the_limit_keeps_its_k() -> None:
    """Rules follow the first day: in the period over 1 July 2017 one event has no limit yet."""
    found = fide([event(date(2017, 6, 29), draws(20)), event(date(2017, 7, 4), draws(20))])
    assert [part.total.k for part in found.parts] == [20, 17]


def test_games_that_do_not_count_do_not_lower_k() -> None:
    """Unrated opponents and gaps of 600 in rapid are not among the games."""
    games = [game(1800, "1")] * 35 + [game(None, "1")] * 10 + [game(2700, "0")] * 10
    found = fide([event(MAY, games[:30], control=RAPID), event(MAY, games[30:], control=RAPID)])
    assert (found.games, found.parts[0].total.k) == (35, 20)


# Sum and rounding


@pytest.mark.parametrize(
    ("changes", "rounded", "each"),
    [
        (("2.5",), 3, 3),
        (("-2.5",), -3, -3),
        (("0.3", "0.3"), 1, 0),
        (("2.5", "2.5"), 5, 6),
        (("-0.6", "-0.6"), -1, -2),
        (("0.5", "-0.5"), 0, 0),
    ],
)
def test_one_rounding_differs_from_several(
    changes: tuple[str, ...], rounded: int, each: int
) -> None:
    """The period is rounded once, halves away from zero (8.3.4); the other way stands beside it."""
    opponents = {
        "2.5": (2410, "0.5", 2600), "-2.5": (2500, "0.5", 2310), "0.3": (2000, "0.5", 2020),
        "-0.6": (2020, "0.5", 1980), "0.5": (2000, "0.5", 2035), "-0.5": (2035, "0.5", 2000),
    }  # fmt: skip
    events = []
    for place, change in enumerate(changes):
        own, score, against = opponents[change]
        events.append(event(MAY + timedelta(days=place), [game(against, score)], own, k=10))
    found = fide(events)
    assert [str(part.total.change.normalize()) for part in found.parts] == list(changes)
    assert (found.rounded, found.rounded_each) == (rounded, each)


@given(
    st.lists(st.tuples(GAMES, st.integers(1400, 2500), st.integers(0, 20)), min_size=1, max_size=5)
)
def test_the_sum_is_exact_and_rounded_once(
    some: list[tuple[list[Game], int, int]],
) -> None:
    """The period is the exact sum of its events; only that is rounded; the order is no matter."""
    events = [
        event(MAY + timedelta(days=day), games, rating, id=number)
        for number, (games, rating, day) in enumerate(some, 1)
    ]
    found = fide(events)
    assert (
        found == fide(events[::-1]) == fide(sorted(events, key=lambda one: one.tournament.id or 0))
    )
    changes = [result.change for part in found.parts for result in counted(part.results)]
    assert found.change == sum(changes) == sum(part.total.change for part in found.parts)
    assert found.rounded == round_half_away(found.change)
    assert found.new_rating == found.base.rating + found.rounded
    assert found.games == len(changes) == sum(len(games) for games, _, _ in some)
    assert {part.total.k * found.games <= 700 for part in found.parts} == {True}


@given(GAMES, GAMES)
def test_each_event_is_rated_with_its_own_rating(first: list[Game], second: list[Game]) -> None:
    """Gaps are taken from the rating of each event's own list, also within one period."""
    events = [event(date(2026, 4, 30), first, 1500), event(MAY, second, 1900)]
    found = fide(events)
    for part, (own, games) in zip(found.parts, ((1500, first), (1900, second)), strict=True):
        gaps = [result.difference for result in counted(part.results)]
        assert gaps == [own - (one.opponent or 0) for one in games]
    assert (found.base.rating, found.base.source) == (1900, BaseSource.EVENT)


def test_the_one_upgrade_is_one_an_event() -> None:
    """2022 to 2024 one game of each tournament has the cap, not one of the period."""
    games = [game(1000, "1"), game(1000, "1")]
    start = date(2023, 5, 1)
    found = fide([event(start, games, 2000), event(start + timedelta(days=5), games, 2000)])
    capped = [[one.capped for one in counted(part.results)] for part in found.parts]
    assert capped == [[True, False], [True, False]]


def test_each_event_follows_the_rules_of_its_own_first_day() -> None:
    """Over 1 October 2025 a player of 2650 has the cap in one event and not in the next."""
    games = [game(2150, "1")]
    first = event(date(2025, 9, 29), games, 2650, k=10)
    found = fide([first, event(date(2025, 10, 3), games, 2650, k=10)])
    assert [part.total.change for part in found.parts] == [Decimal("0.8"), Decimal("0.4")]


# K


def test_k_that_differs_is_settled_for_all() -> None:
    """K is that of the list before: imported, else of the last event that does not guess."""
    events = [
        event(MAY, draws(1), k=40),
        event(MAY + timedelta(days=4), draws(1), k=20),
        event(MAY + timedelta(days=8), draws(1), k=KFactor(10, KSource.UNKNOWN, "games_unknown")),
    ]
    found = fide(events)
    assert {part.k for part in found.parts} == {printed(20)}
    assert [note.facts for note in found.notes if note.code == "month_k_differs"] == [
        {"ks": "40, 20, 10", "k": 20}
    ]
    listed = fide(events, {(STANDARD, MAY): Listing(1800, 40)})
    assert {(part.k.value, part.k.source, part.k.month) for part in listed.parts} == {
        (40, KSource.LIST, MAY)
    }


def test_k_that_agrees_stays_the_events_own() -> None:
    """A list does not overrule a K that all cards print."""
    found = fide([event(MAY, draws(1)), event(MAY, draws(1))], {(STANDARD, MAY): Listing(1800, 40)})
    assert {part.k for part in found.parts} == {printed(20)}
    assert "month_k_differs" not in codes(found)


def test_rules_that_know_other_k_keep_theirs() -> None:
    """Rapid over 1 October 2022: K 20 for everybody, then K 40 of a new player."""
    same = KFactor(20, KSource.DERIVED, "same_for_all")
    events = [
        event(date(2022, 9, 29), draws(1), k=same, control=RAPID),
        event(date(2022, 10, 2), draws(1), k=40, control=RAPID),
    ]
    assert [part.k.value for part in fide(events).parts] == [20, 40]


# The rating before


def test_the_base_is_the_list_before() -> None:
    """The change is added to the imported list's rating, else to that of an event under it."""
    events = [event(date(2026, 4, 30), draws(1), 1700), event(MAY, draws(1), 1720)]
    own = fide(events)
    assert (own.base.rating, own.base.source, own.base.month) == (1720, BaseSource.EVENT, MAY)
    listed = fide(events, {(STANDARD, MAY): Listing(1731), (RAPID, MAY): Listing(1)})
    assert (listed.base.rating, listed.base.source) == (1731, BaseSource.LIST)
    assert listed.new_rating == 1731 + listed.rounded
    assert "month_base_assumed" not in codes(own) | codes(listed)


def test_an_older_rating_is_assumed_and_said_so() -> None:
    """Where no event is of the list before, the last event's rating stands in, with a note."""
    found = fide([event(date(2026, 4, 30), draws(1), 1700)])
    assert (found.base.source, found.base.month) == (BaseSource.ASSUMED, date(2026, 4, 1))
    assert [note.facts for note in found.notes if note.code == "month_base_assumed"] == [
        {"rating": 1700, "month": "2026-05"}
    ]


def test_a_period_goes_on_from_what_the_one_before_is_expected_to_end_with() -> None:
    """Two lists in a row: the second begins with the first one's new rating, gaps do not."""
    first = event(MAY, [game(1800, "1")] * 3)
    second = event(date(2026, 5, 28), [game(1800, "1")])
    june, july = (one.fide for one in periods_of([second, first], NO_LISTS, {}))
    assert june is not None
    assert july is not None
    assert (june.new_rating, july.base.rating, july.new_rating) == (1830, 1830, 1840)
    assert (july.base.source, july.base.month) == (BaseSource.EXPECTED, JUNE)
    assert "month_base_assumed" not in codes(july)
    played_in_june = event(date(2026, 6, 3), [game(1800, "1")], 1833)
    last = periods_of([first, played_in_june], NO_LISTS, {})[-1].fide
    assert last is not None
    assert (last.base.rating, last.base.source) == (1833, BaseSource.EVENT)


def test_the_rating_of_the_list_stands_beside_the_card_s() -> None:
    """Each event carries what the imported list of its first day says."""
    listings = {(STANDARD, MAY): Listing(1812)}
    found = fide([event(date(2026, 4, 30), draws(1)), event(MAY, draws(1))], listings)
    assert [part.listed for part in found.parts] == [None, 1812]


def test_two_ratings_of_one_list_are_said() -> None:
    """Cards that print different own ratings of one month are a contradiction."""
    found = fide([event(MAY, draws(1), 1800), event(MAY + timedelta(days=3), draws(1), 1805)])
    assert [note.facts for note in found.notes if note.code == "month_ratings_differ"] == [
        {"month": "2026-05", "ratings": "1800, 1805"}
    ]


# One-off changes of the lists


@pytest.mark.parametrize(
    ("before", "after"),
    [(1000, 1400), (1400, 1640), (1501, 1701), (1502, 1701), (1999, 1999), (2000, 2000),
     (2400, 2400), (999, 999)],
)  # fmt: skip
def test_the_increase_of_2024(before: int, after: int) -> None:
    """R + 0.4 x (2000 - R) below 2000, to the nearest whole number."""
    assert list_dates.raised(before) == after


@pytest.mark.parametrize(
    ("start", "rating", "expected"),
    [
        ((2024, 2, 3), 1500, (1500, 1510, 1706, {"month_raised_list"})),
        ((2024, 1, 3), 1500, (1500, 1510, 1510, set())),
        ((2024, 3, 3), 1700, (1700, 1710, 1710, set())),
        ((2024, 2, 27), 1500, (1700, 1710, 1710, {"month_raised_base", "month_raised_events"})),
        ((2024, 2, 3), 2000, (2000, 2010, 2010, set())),
    ],
)
def test_a_period_over_the_increase(
    start: tuple[int, int, int],
    rating: int,
    expected: tuple[int, int, int, set[str]],
) -> None:
    """The list of March 2024 comes after the increase; for later ones an old base is lifted."""
    found = fide([event(date(*start), [game(rating, "1")], rating)])
    base, new, shown, notes = expected
    assert (found.base.rating, found.new_rating, found.list_rating) == (base, new, shown)
    assert {code for code in codes(found) if code.startswith("month_raised")} == notes


def test_an_event_from_before_the_increase_is_said_beside_one_from_after() -> None:
    """List of April 2024: the base is of March, and the event of February has older ratings."""
    events = [
        event(date(2024, 2, 27), [game(1500, "1")], 1500),
        event(date(2024, 3, 5), [game(1700, "1")], 1703),
    ]
    found = fide(events)
    assert (found.base.rating, found.new_rating, found.list_rating) == (1703, 1723, 1723)
    assert {code for code in codes(found) if code.startswith("month_raised")} == {
        "month_raised_events"
    }


def test_rapid_over_october_2022_leaves_a_note() -> None:
    """What the standard rating did to rapid and blitz is not worked out, and said."""
    start = date(2022, 9, 3)
    assert "month_near_standard" in codes(fide([event(start, draws(1), control=BLITZ)]))
    assert "month_near_standard" not in codes(fide([event(start, draws(1))]))


# The national lists


def test_a_month_of_the_national_list_is_cut_off_once() -> None:
    """1500 and k 25: twice +0.75 is +1.50, 1501; cut off after each event it would be 1500."""
    one = [game(1521, "0.5")]
    assert ukd.rate_games(1500, one)[0].change == Decimal("0.75")
    found = in_ukd([national(MAY, one, 1500), national(MAY + timedelta(days=5), one, 1500)])
    assert (found.change, found.exact) == (Decimal("1.50"), Decimal("1501.50"))
    assert (found.new_rating, found.new_rating_each) == (1501, 1500)
    assert {"ukd_estimate", "month_ukd_rounding"} <= codes(found)


def test_k_of_the_national_list_is_that_of_the_last_list() -> None:
    """An event under an older list keeps its rating for the gap and takes k of the last list."""
    games = [game(1300, "1"), game(None, "1"), game(None, "0.5")]
    found = in_ukd([national(date(2026, 4, 30), games, 1299), national(MAY, games, 1310)])
    assert (found.base.rating, found.k) == (1310, 25)
    first, second = found.parts
    assert [one.change for one in first.results] == [Decimal("12.5"), Decimal("2.5"), Decimal(0)]
    assert first.results[0].difference == -1
    assert second.results == ukd.rate_games(1310, games)
    assert "month_ukd_k" in codes(found)


def test_the_list_before_gives_the_national_base() -> None:
    """The imported list before gives rating and k, that of the month what is official."""
    nationals = {(STANDARD, MAY): 1600, (STANDARD, JUNE): 1611, (RAPID, MAY): 1000}
    (period,) = periods_of([national(MAY, [game(1590, "1")], 1590)], NO_LISTS, nationals)
    found = period.ukd
    assert found is not None
    assert (found.base.rating, found.base.source, found.k) == (1600, BaseSource.LIST, 20)
    assert found.parts[0].results[0].difference == 0
    assert (found.new_rating, found.official) == (1610, 1611)


def test_a_month_goes_on_from_the_one_before() -> None:
    """The national list, too, begins with what the month before is expected to end with."""
    events = [national(MAY, [game(1500, "1")], 1500), national(date(2026, 5, 28), draws(1), 1500)]
    june, july = (one.ukd for one in periods_of(events, NO_LISTS, {}))
    assert june is not None
    assert july is not None
    assert (june.new_rating, july.base.rating) == (1512, 1512)
    assert july.base.source is BaseSource.EXPECTED


def test_the_floor_of_the_national_list() -> None:
    """No result leads below 1000, in any of the readings."""
    found = in_ukd([national(MAY, [game(1005, "0")], 1005)])
    assert (found.new_rating, found.new_rating_each, found.average_new_rating) == (1000, 1000, 1000)


@given(st.lists(GAMES, min_size=1, max_size=4))
def test_one_event_of_a_month_is_as_by_itself(some: list[list[Game]]) -> None:
    """The sum is that of all games; with one event all figures are those of `rate`."""
    found = in_ukd([national(MAY + timedelta(days=n), games, 1500) for n, games in enumerate(some)])
    alone = ukd.total(1500, ukd.rate_games(1500, [one for games in some for one in games]))
    assert (found.change, found.exact, found.new_rating) == (
        alone.change, alone.exact, alone.new_rating,
    )  # fmt: skip
    assert found.new_rating_each <= found.new_rating
    if len(some) == 1:
        assert found.average_new_rating == alone.average_new_rating


# Official against expected


def official(
    found: Period, listings: Listings = NO_LISTS, given: int | None = None
) -> Official | None:
    """Compare the period with a list."""
    return official_of(found, listings, given)


WINS = [event(MAY, [game(1800, "1")] * 4, id=1)]


def test_nothing_published_is_nothing_to_compare() -> None:
    """Without a list and a number by hand there is no comparison, nor without a FIDE rating."""
    assert official(only(WINS)) is None
    assert official(only(WINS), {(STANDARD, MAY): Listing(1800)}) is None
    assert official(only(WINS), {(STANDARD, JUNE): Listing(None)}) is None
    assert official(only([national(MAY, draws(1), 1500)]), given=1500) is None


def test_the_list_agrees() -> None:
    """An imported list that shows the expected rating needs no reasons."""
    listings = {(STANDARD, MAY): Listing(1800), (STANDARD, JUNE): Listing(1840, 20, 4)}
    found = official(only(WINS, listings), listings)
    assert found is not None
    assert (found.change, found.expected_change, found.difference) == (40, 40, 0)
    assert (found.source, found.games, found.reasons) == (OfficialSource.LIST, 4, ())


@pytest.mark.parametrize(
    ("rating", "games", "reasons"),
    [
        (1841, 4, ["official_one_point", "official_correction"]),
        (1841, None, ["official_other_event", "official_one_point", "official_correction"]),
        (1880, 4, ["official_k", "official_correction"]),
        (1852, 9, ["official_games", "official_correction"]),
        (1820, 4, ["official_k", "official_correction"]),
    ],
)
def test_a_difference_has_its_likely_reasons(
    rating: int, games: int | None, reasons: list[str]
) -> None:
    """Games that are missing come first, then another K that fits, then what is always possible."""
    listings = {(STANDARD, JUNE): Listing(rating, 20, games)}
    found = official(only(WINS, listings), listings)
    assert found is not None
    assert found.difference == rating - 1840
    assert [note.code for note in found.reasons] == reasons
    fits = [note.facts for note in found.reasons if note.code == "official_k"]
    assert fits in ([], [{"k": 40 if rating > 1840 else 10, "change": rating - 1800}])


def test_a_guessed_k_is_a_reason() -> None:
    """Where K is a guess, it says so among the reasons."""
    guess = KFactor(20, KSource.UNKNOWN, "games_unknown")
    found = official(only([event(MAY, [game(1800, "1")], k=guess)]), given=1815)
    assert found is not None
    assert "official_k_unknown" in {note.code for note in found.reasons}


def test_a_number_by_hand_comes_before_the_list() -> None:
    """The published rating that is given counts, with the games that the list says."""
    found = official(only(WINS), {(STANDARD, JUNE): Listing(1, 20, 4)}, 1840)
    assert found is not None
    assert (found.rating, found.source, found.games) == (1840, OfficialSource.OPTION, 4)


def test_the_increase_is_expected_of_the_list_of_march_2024() -> None:
    """The official rating of that list is compared with the raised one."""
    found = official(only([event(date(2024, 2, 3), [game(1500, "1")], 1500)]), given=1706)
    assert found is not None
    assert (found.expected_rating, found.expected_change, found.difference) == (1706, 206, 0)


# Events from cards


def test_a_card_becomes_an_event_with_the_games_that_count() -> None:
    """Ratings, K and counted games are the card's; rated again they give the card's total."""
    rounds = [
        played(1, opponent(1850, 1710), "1"),
        played(2, opponent(0, 0), "1"),
        played(3, None, "1", Kind.BYE),
        played(4, opponent(1300, 1400), "0.5"),
        played(5, opponent(1790, 1600), None, Kind.PENDING),
    ]
    rated = rate_card(card(rounds), EVENT, date(2026, 5, 2))
    found = event_of(rated, date(2026, 5, 2))
    period = only([found])
    assert period.fide is not None
    assert period.ukd is not None
    assert rated.fide is not None
    assert rated.ukd is not None
    assert period.fide.parts[0].total == rated.fide
    assert period.ukd.parts[0].total == rated.ukd
    assert found.ukd is not None
    assert [one.opponent for one in found.ukd.games] == [1710, None, 1400]
    assert {note.code for note in found.notes} >= {"month_in_progress", "month_games_open"}
    assert not {"ukd_estimate", "k_may_be_lowered"} & {note.code for note in found.notes}


def test_an_unknown_end_is_assumed_from_the_start() -> None:
    """Without a last day the first one decides the list, and a note says so."""
    rounds = [played(1, opponent(1850), "1")]
    rated = rate_card(card(rounds), replace(EVENT, end=None), date(2026, 6, 1))
    found = event_of(rated, date(2026, 6, 1))
    assert (found.end, found.list) == (date(2026, 5, 1), JUNE)
    assert [note.facts for note in found.notes if note.code == "month_end_unknown"] == [
        {"day": date(2026, 5, 1)}
    ]


def test_a_long_event_says_that_it_is_rated_in_parts() -> None:
    """More than 30 days: the note of the card stays with the event."""
    long = replace(EVENT, end=date(2026, 6, 15))
    rated = rate_card(card([played(1, opponent(1850), "1")]), long, date(2026, 7, 1))
    found = event_of(rated, date(2026, 7, 1))
    assert found.list == JULY
    assert "long_event" in {note.code for note in found.notes}


def test_a_national_rating_of_another_federation_is_left_out() -> None:
    """The rules of the UKD are Turkish."""
    foreign = card([played(1, opponent(1850, 1700), "1")], federation="GER")
    rated = rate_card(foreign, replace(EVENT, federation="GER"), date(2026, 6, 1))
    assert event_of(rated, date(2026, 6, 1)).ukd is None


def test_an_event_that_is_listed_twice_counts_once() -> None:
    """By its number, else by name and days; the later update counts, whatever the order."""
    old = event(MAY, draws(3), id=7, last_update=datetime.fromisoformat("2026-05-02 12:00"))
    new = event(MAY, draws(2), id=7, last_update=datetime.fromisoformat("2026-05-03 12:00"))
    other = event(MAY, draws(1), id=8)
    for order in ([old, new, other], [other, new, old]):
        assert counted_once(order) == ((new, other), (old,))
    unnumbered = [event(MAY, draws(count), name="Invented Open") for count in (1, 3)]
    assert counted_once(unnumbered) == ((unnumbered[1],), (unnumbered[0],))
    apart = [event(MAY, draws(1), name=name) for name in ("A", "B")]
    assert counted_once(apart) == (tuple(apart), ())


def test_results_are_rated_games() -> None:
    """Every game of a part is a counted one, for whoever explains them."""
    results = fide([event(MAY, draws(3))]).parts[0].results
    assert all(isinstance(one, RatedGame) for one in results)
