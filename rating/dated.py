"""Rules that hold from a day on, until the next ones begin."""

from collections.abc import Sequence
from datetime import date

TYPE_CHECKING = False
if TYPE_CHECKING:  # the rating core does without `typing`; see rating/records.py
    from typing import Protocol, TypeVar

    class Dated(Protocol):
        """Rules with the first day on which they hold; `date.min`: nobody knows since when."""

        @property
        def since(self) -> date:
            """The first day."""

    R = TypeVar("R", bound=Dated)


def in_force(rules: "Sequence[R]", day: date) -> "R | None":
    """Return the rules of a day, out of all in order of time; None before the first ones."""
    return next((one for one in reversed(rules) if one.since <= day), None)


def end_of(since: date, rules: "Sequence[Dated]") -> date | None:
    """Return the first day of the rules that follow those since that day; None for the last."""
    return next((one.since for one in rules if one.since > since), None)


def name_of(subject: str, since: date, until: date | None) -> str:
    """Return a stable name, as "standard since 2025-10-01"."""
    return f"{subject} before {until}" if since == date.min else f"{subject} since {since}"
