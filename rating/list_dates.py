"""FIDE's lists by day: the one in force, the one that a result enters, one-off changes of a list.

Reference: sections 2 and 7 of the rules page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from rating.conversion import round_half_up
from rating.dated import in_force as rules_in_force
from scraper.model import TimeControl

# A list closes so long before its first day; a tournament that ends by then enters it.
CLOSED_BEFORE = timedelta(days=3)
_LAST = date(9999, 12, 1)


@dataclass(frozen=True, slots=True)
class Pace:
    """How many months a list is in force, for lists since a day."""

    since: date
    months: int


PACES = (Pace(date.min, 3), Pace(date(2009, 7, 1), 2), Pace(date(2012, 7, 1), 1))


class OneOffKind(StrEnum):
    """What was done to ratings besides rating games."""

    RAISED = "raised"
    NEAR_STANDARD = "near_standard"


@dataclass(frozen=True, slots=True)
class OneOff:
    """A change of all ratings of some classes, made once, with the list of `since`."""

    since: date
    kind: OneOffKind
    time_controls: tuple[TimeControl, ...]


# Reference: section 2.3.
ONE_OFFS = (
    OneOff(date(2022, 10, 1), OneOffKind.NEAR_STANDARD, (TimeControl.RAPID, TimeControl.BLITZ)),
    OneOff(date(2024, 3, 1), OneOffKind.RAISED, tuple(TimeControl)),
)
_RAISED_FROM, RAISED_BELOW = 1000, 2000
RAISED_BY = Decimal("0.4")


def list_in_force(day: date) -> date:
    """Return the first day of the list that is in force on a day."""
    months = _months(day)
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def list_after(month: date) -> date:
    """Return the first day of the list that follows the one of `month`, itself a first day."""
    count = month.year * 12 + month.month - 1 + _months(month)
    return min(_LAST, date(count // 12, count % 12 + 1, 1)) if count // 12 <= _LAST.year else _LAST


def list_before(month: date) -> date:
    """Return the first day of the list that the one of `month` follows."""
    return list_in_force(month - timedelta(days=1))


def closing_day(month: date) -> date:
    """Return the last day on which a tournament may end to enter the list of `month`."""
    return month - CLOSED_BEFORE


def list_entered(end: date) -> date:
    """Return the first day of the earliest list that a tournament of that last day enters."""
    month = list_after(list_in_force(end))
    return month if end <= closing_day(month) else list_after(month)


def one_offs(time_control: TimeControl, earlier: date, month: date) -> Iterator[OneOff]:
    """Give the changes that were made after the list of `earlier`, up to that of `month`."""
    for one in ONE_OFFS:
        if time_control in one.time_controls and earlier < one.since <= month:
            yield one


def raised(rating: int) -> int:
    """Return a rating after the increase of March 2024: R + 0.4 x (2000 - R), to the nearest.

    From 2000 on nothing changed; the rounding is not published.
    """
    if not _RAISED_FROM <= rating < RAISED_BELOW:
        return rating
    return round_half_up(3 * rating + 2 * RAISED_BELOW, 5)


def _months(day: date) -> int:
    pace = rules_in_force(PACES, day)
    return 1 if pace is None else pace.months
