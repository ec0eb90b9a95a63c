"""What a period says beside its change: every note with its values, and the sums of all events."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from rating.assumptions import Note
from rating.card import rate_card
from rating.events import counted_once, event_of
from rating.k_factor import KFactor, KSource
from rating.period import periods_of
from rating.period_base import Base, BaseSource
from rating.period_fide import Listing
from scraper.model import Kind
from tests.cards import EVENT, card, game, opponent, played
from tests.test_period import (
    JULY,
    JUNE,
    MAY,
    NO_LISTS,
    STANDARD,
    WINS,
    draws,
    event,
    fide,
    in_ukd,
    national,
    official,
    only,
)

LATER = date(2026, 5, 9)


def facts(notes: Sequence[Note], code: str) -> list[dict[str, object]]:
    """Give the values of the notes with that code."""
    return [note.facts for note in notes if note.code == code]


# FIDE


def test_the_sums_of_a_period() -> None:
    """Score and expected score are those of all events, as decimals, also where nothing counts."""
    found = fide([event(MAY, [game(1800, "1")]), event(LATER, [game(1700, "0.5")])])
    assert (found.score, found.expected) == (Decimal("1.5"), Decimal("1.14"))
    nothing = fide([event(MAY, [game(None, "1")])])
    sums = (nothing.score, nothing.expected, nothing.change)
    assert sums == (Decimal(0),) * 3
    assert all(isinstance(each, Decimal) for each in sums)
    assert facts(nothing.notes, "k_may_be_lowered") == []


def test_what_the_limit_of_700_says() -> None:
    """Article 8.3.3: from what and to what K is lowered, or how many games leave it."""
    many = fide([event(MAY, draws(18), k=40), event(LATER, draws(2), k=40)])
    (lowered,) = facts(many.notes, "k_lowered")
    assert lowered.items() >= {"k": 35, "games": 20, "from": 40}.items()
    assert facts(many.notes, "k_may_be_lowered") == []
    few = fide([event(MAY, draws(2), k=40)])
    (ahead,) = facts(few.notes, "k_may_be_lowered")
    assert ahead.items() >= {"most": 17, "k": 40}.items()
    assert facts(few.notes, "month_one_point") == [{}]
    assert facts(few.notes, "month_ratings_differ") == []


def test_k_of_the_list_settles_two_that_differ() -> None:
    """The list before the period decides between K 20 and K 40, and is named as the source."""
    events = [event(MAY, draws(1), k=20), event(LATER, draws(1), k=40)]
    found = fide(events, {(STANDARD, MAY): Listing(1800, 40)})
    assert {part.k.value for part in found.parts} == {40}
    assert KFactor(40, KSource.LIST, "listed", month=MAY) in {part.k for part in found.parts}
    assert facts(found.notes, "month_k_differs") == [{"ks": "20, 40", "k": 40}]


def test_of_three_guesses_the_last_one_counts() -> None:
    """Where every K is a guess, it is that of the event that begins last."""
    guess = KFactor(20, KSource.UNKNOWN, "games_unknown")
    starts = {MAY: 20, date(2026, 5, 5): 10, LATER: 40}
    found = fide([event(day, draws(1), k=guess._replace(value=k)) for day, k in starts.items()])
    assert [part.k.value for part in found.parts] == [40, 40, 40]


def test_what_the_increase_of_2024_says() -> None:
    """R + 0.4 x (2000 - R): what the base was and became, and what the list makes of the result."""
    base = fide([event(date(2024, 2, 27), [game(1500, "1")], 1500)])
    assert facts(base.notes, "month_raised_base") == [{"rating": 1500, "raised": 1700}]
    assert base.base == Base(1700, BaseSource.ASSUMED, date(2024, 2, 1))
    shown = fide([event(date(2024, 2, 3), [game(1500, "1")], 1500)])
    assert facts(shown.notes, "month_raised_list") == [{"rating": 1510, "raised": 1706}]


def test_a_month_without_fide_is_passed_over() -> None:
    """What FIDE's last period is expected to end with is the next one's base, months later."""
    wins = event(MAY, [game(1800, "1")])
    away = national(date(2026, 6, 3), draws(1), 1500)
    again = event(date(2026, 5, 28), draws(1), days=40)
    *_, last = periods_of([wins, away, again], NO_LISTS, {})
    assert last.fide is not None
    assert last.fide.base == Base(1810, BaseSource.EXPECTED, JUNE)


# The published rating


@pytest.mark.parametrize(
    ("rating", "games", "code", "values"),
    [
        (1852, 9, "official_games", {"listed": 9, "games": 4}),
        (1852, None, "official_other_event", {"month": "2026-06"}),
        (1852, 4, "official_correction", {"rating": 1800}),
    ],
)
def test_a_reason_has_its_values(
    rating: int, games: int | None, code: str, values: dict[str, object]
) -> None:
    """Games that FIDE counted beside ours, the month of another event, the rating before."""
    listings = {(STANDARD, JUNE): Listing(rating, 20, games)}
    found = official(only(WINS, listings), listings)
    assert found is not None
    assert facts(found.reasons, code) == [values]


def test_no_other_k_explains_a_raised_list_or_two_k() -> None:
    """A K is only looked for where one K alone makes the change, and nothing else changed it."""
    raised = only([event(date(2024, 2, 3), [game(1500, "1")], 1500)])
    mixed = only(
        [event(date(2017, 6, 27), draws(18), k=40), event(date(2017, 7, 5), draws(18), k=40)]
    )
    assert mixed.fide is not None
    assert {part.total.k for part in mixed.fide.parts} == {40, 19}
    for period, given in ((raised, 1520), (mixed, mixed.fide.base.rating + 7)):
        found = official(period, given=given)
        assert found is not None
        assert facts(found.reasons, "official_k") == []


# The national list


def test_the_sums_of_a_month_of_the_national_list() -> None:
    """Games, score, expected score and the average of all events; each with its own rating."""
    first = national(MAY, [game(1500, "1"), game(None, "1")], 1500)
    second = national(LATER, [game(1510, "0.5")], 1510)
    found = in_ukd([first, second])
    assert (found.games, found.score, found.expected) == (3, Decimal("2.5"), Decimal(1))
    assert found.average_change == Decimal(15)
    assert [(part.event, part.rating) for part in found.parts] == [(first, 1500), (second, 1510)]
    assert facts(found.notes, "month_ukd_rounding") == [{}]
    assert facts(found.notes, "month_ukd_k") == []


def test_what_another_k_of_the_national_list_says() -> None:
    """The k follows from the last list's rating: 25 below 1600, though the event's 1610 has 20."""
    nationals = {(STANDARD, MAY): 1590}
    (period,) = periods_of([national(MAY, draws(1), 1610)], NO_LISTS, nationals)
    assert period.ukd is not None
    assert facts(period.ukd.notes, "month_ukd_k") == [{"k": 25, "rating": 1590}]
    assert facts(period.ukd.notes, "month_ukd_rounding") == []
    assert isinstance(period.ukd.average_change, Decimal)


# The events


@pytest.mark.parametrize(
    ("today", "in_progress"), [(date(2026, 5, 3), True), (date(2026, 5, 4), False)]
)
def test_an_event_is_in_progress_to_its_last_day(today: date, in_progress: bool) -> None:
    """On the last day results can still come in, and games that wait are counted."""
    rounds = [
        played(1, opponent(1850), "1"),
        *(played(number, opponent(1850), None, Kind.PENDING) for number in (2, 3)),
    ]
    notes = event_of(rate_card(card(rounds), EVENT, today), today).notes
    last_day = [{"day": date(2026, 5, 3)}] if in_progress else []
    assert facts(notes, "month_in_progress") == last_day
    assert facts(notes, "month_games_open") == [{"count": 2}]


def test_a_finished_event_has_nothing_to_say() -> None:
    """No game waits, the last day is past: no note of a card's own stays either."""
    rated = rate_card(card([played(1, opponent(1850, 1700), "1")]), EVENT, JULY)
    codes = {note.code for note in event_of(rated, JULY).notes}
    assert codes & {"month_in_progress", "month_games_open", "month_end_unknown"} == set()


def test_a_copy_with_a_time_is_newer_than_one_without() -> None:
    """Of two copies of an event the one that says when it was updated counts, else the longer."""
    timed = event(MAY, draws(1), id=7, last_update=datetime.fromisoformat("2026-05-02 12:00"))
    bare = [event(MAY, draws(count), id=7) for count in (2, 3)]
    assert counted_once([*bare, timed]) == ((timed,), (bare[1], bare[0]))


def test_events_stand_in_order_of_time() -> None:
    """First day, last day, number and name decide the order; what is missing comes first."""
    assert event(MAY, [], id=7, name="Invented").order == (MAY, date(2026, 5, 3), 7, "Invented")
    bare = event(MAY, [])
    unknown = replace(bare, tournament=replace(bare.tournament, end=None))
    assert unknown.order == (MAY, MAY, 0, "")
