"""When to look again: where an event stands, and how long nobody looks at it."""

import random
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live import when
from live.model import EventState, Phase, RoundTime
from live.when import (
    after_failure,
    base_minutes,
    interval,
    next_look,
    phase_of,
    round_begins,
    with_jitter,
)
from scraper.model import TimeControl, Tournament
from tests.standin.event import Event
from tests.standin.random_events import round_robin_events, swiss_events, team_events
from tests.states import AT, TOURNAMENT, state, state_of_event

OPEN = "1:2 ?; 3:4 ?; 5:6 ?; 7:8 ?"
HALF = "1:2 1-0; 3:4 ?; 5:6 ?; 7:8 0-1"
THIRD = "1:2 1-0; 3:4 ?; 5:6 ?; 7:8 ?"
OVER = "1:2 1-0; 3:4 ½-½; 5:6 0-1; 7:8 1-0"
SEVEN = (OVER,) * 7
MINUTES = {number: timedelta(minutes=number) for number in (1, 2, 5, 10, 11, 15, 20, 31)}
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
# The day of the test by this computer's clock, wherever it stands.
TODAY = AT.astimezone().date()
LONG_AGO = {"start": TODAY - 9 * DAY, "end": TODAY - 2 * DAY}


def begins_in(left: timedelta) -> RoundTime:
    """Give the time of a round that begins so long after the look, by the local clock."""
    local = (AT + left).astimezone()
    return RoundTime(local.date(), f"{local:%H:%M}")


def dated(known: EventState, **facts: Any) -> EventState:
    """Give a state whose event has other dates, or another time control."""
    return replace(known, tournament=replace(known.tournament, **facts))


def with_text(text: str | None, **facts: Any) -> EventState:
    """Give a state whose event has another text of its time control."""
    return dated(state(), time_control_text=text, **facts)


NOT_PAIRED_YET = dated(state(), start=None)
PHASES: dict[str, tuple[EventState, Phase]] = {
    "nothing known": (NOT_PAIRED_YET, Phase.BEFORE),
    "round 1 in five hours": (
        replace(NOT_PAIRED_YET, schedule={1: begins_in(5 * HOUR)}), Phase.BEFORE,
    ),
    "round 1 in three hours": (
        replace(NOT_PAIRED_YET, schedule={1: begins_in(3 * HOUR)}), Phase.PAIRING_AWAITED,
    ),
    "round 1 is late": (
        replace(NOT_PAIRED_YET, schedule={1: begins_in(-2 * HOUR)}), Phase.PAIRING_AWAITED,
    ),
    "the day is known, not the time": (
        dated(NOT_PAIRED_YET, start=TODAY + 2 * DAY), Phase.BEFORE,
    ),
    "absentees are no pairing": (
        replace(state("1 out; 2 half"), tournament=replace(TOURNAMENT, start=TODAY + 2 * DAY)),
        Phase.BEFORE,
    ),
    "just paired": (state(OPEN, paired_at=AT), Phase.PLAYING),
    "paired, time unknown": (state(OPEN), Phase.PLAYING),
    "a part of the results": (state(THIRD, paired_at=AT), Phase.PLAYING),
    "half of the results": (state(HALF, paired_at=AT), Phase.LATE_RESULTS),
    "twice the base time has passed": (
        state(OVER, OPEN, paired_at=AT - timedelta(minutes=181)), Phase.LATE_RESULTS,
    ),
    "the base time has passed once": (
        state(OVER, OPEN, paired_at=AT - timedelta(minutes=179)), Phase.PLAYING,
    ),
    "paired long before it begins": (
        state(OPEN, paired_at=AT - 20 * HOUR, schedule={1: begins_in(HOUR)}), Phase.PLAYING,
    ),
    "complete": (state(OVER), Phase.PAIRING_AWAITED),
    "the last one is complete": (
        state(*SEVEN, finished=7, changed_at=AT - MINUTES[10]), Phase.SETTLING,
    ),
    "the last one has settled": (
        state(*SEVEN, finished=7, changed_at=AT - MINUTES[31]), Phase.FINISHED,
    ),
    "the standings of the last one are awaited": (
        state(*SEVEN, finished=6, changed_at=AT - MINUTES[31]), Phase.LATE_RESULTS,
    ),
    "the number of rounds is not known": (
        dated(state(*SEVEN, finished=7, changed_at=AT - DAY), rounds=None), Phase.PAIRING_AWAITED,
    ),
    "over for days without the last results": (
        dated(state(*SEVEN[1:], OPEN, changed_at=AT - 25 * HOUR), **LONG_AGO), Phase.INCOMPLETE,
    ),
    "over for days, but something came in": (
        dated(state(*SEVEN[1:], HALF, changed_at=AT - 23 * HOUR), **LONG_AGO), Phase.LATE_RESULTS,
    ),
    "over since yesterday": (
        dated(state(*SEVEN[1:], OPEN, changed_at=AT - 25 * HOUR), end=TODAY - DAY), Phase.PLAYING,
    ),
    "over for days, complete": (
        dated(state(*SEVEN, finished=7, changed_at=AT - 25 * HOUR), **LONG_AGO), Phase.FINISHED,
    ),
    "never paired, over for days": (dated(state(), **LONG_AGO), Phase.INCOMPLETE),
    "behind the gate": (state(OVER, OPEN, gated=True), Phase.INCOMPLETE),
    "behind the gate, complete": (state(*SEVEN, finished=7, gated=True), Phase.FINISHED),
    "a round robin in the middle": (
        state(OVER, OPEN, OPEN, round_robin=True, paired_at=AT), Phase.PLAYING,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PHASES)
def test_where_an_event_stands(name: str) -> None:
    """The phase follows from pairings, results, times and dates, each by its rule."""
    known, phase = PHASES[name]
    assert phase_of(known, AT) is phase


PAUSES: dict[str, tuple[EventState, Phase, timedelta | None]] = {
    "nothing known": (NOT_PAIRED_YET, Phase.BEFORE, MINUTES[15]),
    "round 1 in two days": (
        replace(NOT_PAIRED_YET, schedule={1: begins_in(48 * HOUR)}), Phase.BEFORE, HOUR,
    ),
    "round 1 in twenty hours": (
        replace(NOT_PAIRED_YET, schedule={1: begins_in(20 * HOUR)}), Phase.BEFORE, MINUTES[15],
    ),
    "a pairing is awaited": (
        state(OVER, changed_at=AT - MINUTES[31]), Phase.PAIRING_AWAITED, MINUTES[1],
    ),
    "awaited for two hours": (
        state(OVER, changed_at=AT - 2 * HOUR), Phase.PAIRING_AWAITED, MINUTES[5],
    ),
    "awaited for seven hours": (
        state(OVER, changed_at=AT - 7 * HOUR), Phase.PAIRING_AWAITED, MINUTES[15],
    ),
    "awaited for days": (state(OVER, changed_at=AT - 50 * HOUR), Phase.PAIRING_AWAITED, HOUR),
    "the next round is tomorrow": (
        state(OVER, changed_at=AT - HOUR, schedule={2: begins_in(18 * HOUR)}),
        Phase.PAIRING_AWAITED, MINUTES[5],
    ),
    "the next round is near, after a night": (
        state(OVER, changed_at=AT - 14 * HOUR, schedule={2: begins_in(HOUR)}),
        Phase.PAIRING_AWAITED, MINUTES[1],
    ),
    "the next round is two hours late": (
        state(OVER, changed_at=AT - 14 * HOUR, schedule={2: begins_in(-2 * HOUR)}),
        Phase.PAIRING_AWAITED, MINUTES[5],
    ),
    "standard games": (state(OPEN), Phase.PLAYING, MINUTES[15]),
    "rapid games": (
        dated(state(OPEN), time_control_text="10+5"), Phase.PLAYING, MINUTES[10],
    ),
    "blitz games": (
        dated(state(OPEN), time_control_text="3 min + 2 sec"), Phase.PLAYING, MINUTES[5],
    ),
    "results come in": (state(HALF, changed_at=AT - MINUTES[10]), Phase.LATE_RESULTS, MINUTES[2]),
    "the last results are awaited for hours": (
        state(HALF, changed_at=AT - 2 * HOUR), Phase.LATE_RESULTS, MINUTES[5],
    ),
    "corrections are waited for": (
        state(*SEVEN, finished=7, changed_at=AT - MINUTES[10]), Phase.SETTLING, MINUTES[10],
    ),
    "finished": (state(*SEVEN, finished=7), Phase.FINISHED, None),
    "incomplete": (state(OPEN, gated=True), Phase.INCOMPLETE, None),
    "missing": (state(OPEN), Phase.MISSING, None),
}  # fmt: skip


@pytest.mark.parametrize("name", PAUSES)
def test_how_long_nobody_looks(name: str) -> None:
    """Each phase has its interval; whoever waits in vain looks less and less often."""
    known, phase, pause = PAUSES[name]
    assert interval(known, phase, AT) == pause


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("90 min + 30 sec", 90),
        ("90 dakika + 30 saniye", 90),
        ("90 dk + 30 sn", 90),
        ("15'+10''", 15),
        ("15’ + 10”", 15),
        ("90' + 30\"", 90),
        ("3min +2sec increment", 3),
        ("Rapid: 10+5", 10),
        ("10 + 5", 10),
        ("90 мин + 30 сек", 90),
        ("40 moves in 90 min, 30 min for the rest", 90),
        ("30 sec increment, 90 min", 90),
        ("100 m/40 + 50 m", 100),
        ("G/60", 60),
        ("25 Minuten + 10 Sekunden", 25),
    ],
)
def test_the_base_time_is_read_from_the_text(text: str, minutes: int) -> None:
    """The base time of a game is the number of minutes in the text, else its first number."""
    assert base_minutes(with_text(text)) == minutes


@pytest.mark.parametrize("text", [None, "", "see the regulations", "0+1"])
@pytest.mark.parametrize(
    ("known", "named", "minutes"),
    [
        (TimeControl.STANDARD, None, 90),
        (TimeControl.RAPID, None, 15),
        (TimeControl.BLITZ, TimeControl.STANDARD, 5),
        (None, TimeControl.RAPID, 15),
        (None, None, 10),
    ],
)
def test_without_a_number_the_class_gives_the_base_time(
    text: str | None, known: TimeControl | None, named: TimeControl | None, minutes: int
) -> None:
    """Where the text has no time, the class of the event gives it, else that of its name."""
    found = with_text(text, time_control=known, named_time_control=named)
    assert base_minutes(found) == minutes


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("14:30", "14:30"),
        ("14.30", "14:30"),
        ("14h30", "14:30"),
        ("1900", "19:00"),
        ("9:30", "09:30"),
        ("930", "09:30"),
        ("09.00", "09:00"),
        ("16:00 Uhr", "16:00"),
        ("saat 15:00", "15:00"),
        ("10:00-14:00", "10:00"),
        ("10:15:00", "10:15"),
        ("00:30", "00:30"),
        ("24:00", "09:00"),
        ("10:75", "09:00"),
        ("morning", "09:00"),
        ("", "09:00"),
        (None, "09:00"),
    ],
)
def test_the_time_of_a_round_is_free_text(text: str | None, time: str) -> None:
    """A time of day is found in the site's free text; without one a day begins in the morning."""
    day = date(2026, 5, 3)
    found = round_begins(state(schedule={2: RoundTime(day, text)}), 2)
    assert found == datetime.fromisoformat(f"2026-05-03 {time}")


def test_the_first_day_is_that_of_round_1_only() -> None:
    """Without a schedule round 1 begins on the first day; of the others nothing is known."""
    known = state()
    assert round_begins(known, 1) == datetime.fromisoformat("2026-05-02 09:00")
    assert round_begins(known, 2) is None
    assert round_begins(dated(known, start=None), 1) is None


def test_a_time_without_a_day_is_of_the_first_day_in_round_1_only() -> None:
    """A schedule with times alone cannot date a later round."""
    known = state(schedule={1: RoundTime(None, "14:00"), 2: RoundTime(None, "18:00")})
    assert round_begins(known, 1) == datetime.fromisoformat("2026-05-02 14:00")
    assert round_begins(known, 2) is None


@given(st.timedeltas(timedelta(0), timedelta(days=2)), st.integers(0, 10**6))
def test_jitter_only_lengthens(pause: timedelta, seed: int) -> None:
    """A pause is never shorter than wanted nor than a minute, and at most a tenth longer."""
    found = with_jitter(pause, random.Random(seed))  # noqa: S311
    least = max(pause, timedelta(seconds=60))
    assert least <= found <= least * 1.1 + timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("failures", "minutes"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 15), (6, 15), (10_000, 15)]
)
def test_failures_make_the_tries_rarer(failures: int, minutes: int) -> None:
    """After failures in a row the next try comes after 1, 2, 4, 8 and then 15 minutes."""
    for seed in range(20):
        wait = after_failure(failures, AT, random.Random(seed)) - AT  # noqa: S311
        pause = timedelta(minutes=minutes)
        assert pause <= wait <= pause * 1.1


def test_nobody_looks_again_once_an_event_is_over() -> None:
    """A finished event, and one that stopped without its last results, are due no more."""
    chance = random.Random(1)  # noqa: S311
    finished = state(*SEVEN, finished=7, changed_at=AT - timedelta(minutes=30))
    assert next_look(finished, AT, chance) is not None
    assert next_look(finished, AT + timedelta(seconds=1), chance) is None
    stopped = dated(state(*SEVEN[1:], OPEN, changed_at=AT - 2 * DAY), **LONG_AGO)
    assert next_look(stopped, AT, chance) is None


def test_after_the_last_round_corrections_are_looked_for_until_it_has_settled() -> None:
    """Half an hour after the last result, in looks ten minutes apart, an event is finished."""
    known = state(*SEVEN, finished=7, changed_at=AT)
    now, looks = AT, 0
    while (due := next_look(known, now, random.Random(looks))) is not None:  # noqa: S311
        now, looks = due, looks + 1
    assert timedelta(minutes=30) < now - AT < timedelta(minutes=45)
    assert looks in (3, 4)


def test_a_late_correction_starts_the_settling_anew() -> None:
    """Whatever changes after the end keeps the event open for another half hour."""
    known = state(*SEVEN, finished=7, changed_at=AT - timedelta(minutes=31))
    assert phase_of(known, AT) is Phase.FINISHED
    assert phase_of(replace(known, changed_at=AT), AT) is Phase.SETTLING


@pytest.mark.parametrize(
    ("days", "phase"), [(13, Phase.LATE_RESULTS), (15, Phase.INCOMPLETE), (100, Phase.INCOMPLETE)]
)
def test_an_event_without_dates_is_given_up_after_two_weeks(days: int, phase: Phase) -> None:
    """Without a last day the looks grow rare, and end when nothing has moved for long."""
    since = AT - days * DAY
    open_event = state(*SEVEN[1:], OPEN, changed_at=since, paired_at=since, epoch=0)
    known = dated(open_event, start=None, end=None)
    assert phase_of(known, AT) is phase
    assert interval(known, phase, AT) == (None if phase.is_over else HOUR)


def test_a_phase_that_is_over_says_so() -> None:
    """Three phases end the looks, and no other."""
    over = {phase for phase in Phase if phase.is_over}
    assert over == {Phase.FINISHED, Phase.INCOMPLETE, Phase.MISSING}


EVENTS: st.SearchStrategy[Event] = st.one_of(swiss_events(), round_robin_events(), team_events())


@given(
    EVENTS,
    st.datetimes(datetime(2026, 4, 25), datetime(2026, 5, 20)),  # noqa: DTZ001
    st.timedeltas(timedelta(0), timedelta(days=4)),
    st.sampled_from((None, "90 min", "3+2", "?")),
    st.booleans(),
)
def test_the_next_look_is_a_minute_to_an_hour_away_or_never(
    event: Event, now: datetime, ago: timedelta, text: str | None, is_told: bool
) -> None:
    """Whatever is known of an event, nobody looks twice within a minute, nor forgets it."""
    told = event.rounds_paired if is_told else 0
    at = now.astimezone()
    tournament = Tournament(
        event.number, rounds=event.rounds_total, start=event.start, end=event.end,
        time_control_text=text,
    )  # fmt: skip
    known = state_of_event(
        event, tournament=tournament, changed_at=at - ago, paired_at=at - ago, finished=told
    )
    due = next_look(known, at, random.Random(1))  # noqa: S311
    assert (due is None) == phase_of(known, at).is_over
    if due is not None:
        assert when.SHORTEST <= due - at <= when.LONGEST * 1.1


def test_an_old_list_of_an_event_to_come_is_not_given_up() -> None:
    """An event without a last day is not over before its start, or soon after it was added."""
    old = AT - 60 * DAY
    to_come = dated(state(changed_at=old, epoch=0), start=(AT + 3 * DAY).date(), end=None)
    just_added = dated(
        state(changed_at=old, epoch=int((AT - DAY).timestamp())), start=None, end=None
    )
    assert phase_of(to_come, AT) is Phase.BEFORE
    assert not phase_of(just_added, AT).is_over


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [("3:30 PM", 15, 30), ("12:15 a.m.", 0, 15), ("10 am", 10, 0), ("19 Uhr", 19, 0)],
)
def test_times_of_day_are_read_as_people_write_them(text: str, hour: int, minute: int) -> None:
    """Halves of the day and whole hours are understood in the schedule's free text."""
    known = state(schedule={1: RoundTime(AT.date(), text)})
    begins = round_begins(known, 1)
    assert begins is not None
    assert (begins.hour, begins.minute) == (hour, minute)
