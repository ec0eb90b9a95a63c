"""When to look at an event again: by where it stands, never more than once a minute.

Dates and times of rounds are by the venue's clock; the clock of this computer stands in for it,
with hours to spare on both sides.
"""

import random
import re
from datetime import date, datetime, time, timedelta

from live.model import EventState, Phase, RoundTime
from scraper.model import TimeControl

SHORTEST = timedelta(seconds=60)
LONGEST = timedelta(hours=1)
# After the last round corrections are waited for so long.
_SETTLES_FOR = timedelta(minutes=30)
# Never sooner: so much is added by chance, as a part of the interval.
JITTER = 0.1
# The round is near: a pairing can come at any moment.
NEAR = timedelta(hours=4)
DAY = timedelta(days=1)
# An event whose last day is not known is over after so long without a change.
_FORGOTTEN = timedelta(days=14)
# The base time of the games, within these, is the interval while they run.
_WHILE_PLAYING = (timedelta(minutes=5), timedelta(minutes=15))
_LATE = timedelta(minutes=2)
_BASE_MINUTES = {TimeControl.STANDARD: 90, TimeControl.RAPID: 15, TimeControl.BLITZ: 5}
_UNKNOWN_BASE = 10
_LONGEST_BACK_OFF = timedelta(minutes=15)
# A day without a time begins so early.
_MORNING = time(9)
_TIME_OF_DAY = re.compile(
    r"(?<!\d)(?P<hour>[01]?\d|2[0-3])(?:[:.h]?(?P<minute>[0-5]\d)(?!\d)|(?=\s*(?:uhr|[ap]\.?m)))"
    r"(?:\s*(?P<half>[ap])\.?m)?",
    re.IGNORECASE,
)
_MINUTES = re.compile(r"(?<!\d)(\d{1,3})\s*(?:'|’|min|dak|dk|мин|m\b)", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"(?<!\d)(\d{1,3})(?!\d)")
# Whoever waits in vain looks less and less often.
_PATIENCE = (
    (timedelta(hours=24), LONGEST),
    (timedelta(hours=6), timedelta(minutes=15)),
    (timedelta(hours=1), timedelta(minutes=5)),
)


def phase_of(state: EventState, now: datetime) -> Phase:
    """Say where an event stands; `now` has a time zone."""
    newest = state.newest
    rounds = state.tournament.rounds
    is_last = rounds is not None and newest >= rounds
    if newest and is_last and not state.open_rounds and state.finished >= newest:
        is_settled = state.changed_at is None or now - state.changed_at > _SETTLES_FOR
        return Phase.FINISHED if is_settled else Phase.SETTLING
    if state.gated or _is_over(state, now):
        return Phase.INCOMPLETE
    if newest == 0:
        begins = round_begins(state, 1)
        is_near = begins is not None and begins - _local(now) <= NEAR
        return Phase.PAIRING_AWAITED if is_near else Phase.BEFORE
    if state.is_complete(newest):
        return Phase.LATE_RESULTS if is_last else Phase.PAIRING_AWAITED
    return Phase.LATE_RESULTS if _is_late(state, newest, now) else Phase.PLAYING


def interval(state: EventState, phase: Phase, now: datetime) -> timedelta | None:
    """Return how long not to look again, without jitter; None where nobody looks any more."""
    if phase.is_over:
        return None
    if phase is Phase.BEFORE:
        begins = round_begins(state, 1)
        if begins is None:
            return timedelta(minutes=15)
        return LONGEST if begins - _local(now) > DAY else timedelta(minutes=15)
    if phase is Phase.PLAYING:
        return min(
            max(timedelta(minutes=base_minutes(state)), _WHILE_PLAYING[0]), _WHILE_PLAYING[1]
        )
    since = state.changed_at or now
    if phase is Phase.SETTLING:
        return _SETTLES_FOR / 3
    if phase is Phase.LATE_RESULTS:
        return max(_LATE, _patient(now - since))
    begins = round_begins(state, state.newest + 1)
    if begins is not None:
        if begins - _local(now) > NEAR:
            return timedelta(minutes=5)
        since = max(since, begins.astimezone(now.tzinfo))
    return max(SHORTEST, _patient(now - since))


def next_look(state: EventState, now: datetime, chance: random.Random) -> datetime | None:
    """Return when the event is due again, None where it is over."""
    pause = interval(state, phase_of(state, now), now)
    return None if pause is None else now + with_jitter(pause, chance)


def after_failure(failures: int, now: datetime, chance: random.Random) -> datetime:
    """Return when to try again after so many failures in a row."""
    pause = min(SHORTEST * 2 ** min(failures - 1, 10), _LONGEST_BACK_OFF)
    return now + with_jitter(pause, chance)


def with_jitter(pause: timedelta, chance: random.Random) -> timedelta:
    """Lengthen a pause a little, so that events do not fall due together."""
    return max(pause, SHORTEST) * (1 + chance.uniform(0, JITTER))


def base_minutes(state: EventState) -> int:
    """Return the base time of a game in minutes, by the text of the time control or its class."""
    tournament = state.tournament
    text = tournament.time_control_text or ""
    found = _MINUTES.search(text) or _FIRST_NUMBER.search(text)
    if found and int(found[1]) > 0:
        return int(found[1])
    time_control = tournament.time_control or tournament.named_time_control
    return _UNKNOWN_BASE if time_control is None else _BASE_MINUTES[time_control]


def round_begins(state: EventState, number: int) -> datetime | None:
    """Return when a round begins by the venue's clock (without zone), None where unknown."""
    planned = state.schedule.get(number, RoundTime(None, None))
    day: date | None = planned.day
    if day is None and number == 1:
        day = state.tournament.start
    if day is None:
        return None
    return datetime.combine(day, _time_of_day(planned.time or ""))


def _time_of_day(text: str) -> time:
    """Read "14:30", "14.30", "1900", "3:30 pm" or "19 Uhr"; the morning where it is none."""
    found = _TIME_OF_DAY.search(text)
    if found is None:
        return _MORNING
    hour = int(found["hour"])
    half = (found["half"] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(found["minute"] or 0))


def _is_over(state: EventState, now: datetime) -> bool:
    """Say whether nothing is to come any more: a day after the last, and a day without change."""
    end = state.tournament.end
    if end is None:
        known = max(state.changed_at or now, datetime.fromtimestamp(state.epoch, now.tzinfo))
        begins = round_begins(state, state.newest + 1)
        is_ahead = begins is not None and begins > _local(now)
        return not is_ahead and now - known > _FORGOTTEN
    if _local(now).date() <= end + DAY:
        return False
    return state.changed_at is None or now - state.changed_at > DAY


def _is_late(state: EventState, number: int, now: datetime) -> bool:
    """Say whether results can be expected: half of the boards have one, or the time is up."""
    seats = [seat for seat in state.seats[number].values() if seat.opponent is not None]
    if 2 * sum(seat.is_open for seat in seats) <= len(seats):
        return True
    began = state.paired_at or now
    begins = round_begins(state, number)
    if begins is not None and not state.round_robin:
        began = max(began, begins.astimezone(now.tzinfo))
    return now - began > 2 * timedelta(minutes=base_minutes(state))


def _patient(waited: timedelta) -> timedelta:
    return next((pause for limit, pause in _PATIENCE if waited > limit), SHORTEST)


def _local(now: datetime) -> datetime:
    return now.astimezone().replace(tzinfo=None)
