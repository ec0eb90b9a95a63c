"""The rating that the change of a period is added to: that of the list before, or the nearest."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from rating.list_dates import list_before


class BaseSource(StrEnum):
    """Where the rating comes from.

    An imported list, the own rating in an event, what the period before is expected to end with;
    ASSUMED is the newest that is known, from an older list.
    """

    LIST = "list"
    EVENT = "event"
    EXPECTED = "expected"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Base:
    """A rating with its source; `month` is the first day of the list that it is of.

    `stands_in` says that it is an event's standard rating, for want of one of rapid or blitz;
    `before_increase` is what it was before that of March 2024, where the list is an older one.
    """

    rating: int
    source: BaseSource
    month: date
    stands_in: bool = False
    before_increase: int | None = field(default=None, compare=False)


def base_of(
    month: date,
    own: Sequence[tuple[date, int]],
    listed: int | None,
    expected: Base | None,
    *,
    stands_in: bool = False,
) -> Base:
    """Return the rating before the list of `month`.

    `own` are the ratings in the events, in order of time and at least one, each with the list in
    force; `listed` is the imported list's, `expected` what the period before ends with. The last
    of `own` can be a standard rating that `stands_in`.
    """
    before = list_before(month)
    if listed is not None:
        return Base(listed, BaseSource.LIST, before)
    of_event, rating = own[-1]
    if of_event == before:
        return Base(rating, BaseSource.EVENT, before, stands_in)
    if expected is not None and expected.month > of_event:
        return expected
    return Base(rating, BaseSource.ASSUMED, of_event, stands_in)
