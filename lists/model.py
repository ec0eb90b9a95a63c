"""What is kept of FIDE's monthly rating lists, as immutable values.

0 and blank mean the same in FIDE's lists, namely nothing: no rating, an unknown K, an unknown year
of birth. All are None here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from scraper.model import TimeControl

# In the home folder.
FILE = "lists.sqlite"
# The months that are kept side by side.
MONTHS_KEPT = 3


class ListKind(StrEnum):
    """Which of FIDE's lists: one class of the time control, or all three in one."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    COMBINED = "combined"

    @property
    def time_controls(self) -> tuple[TimeControl, ...]:
        """The classes that the list has ratings of."""
        return tuple(TimeControl) if self is ListKind.COMBINED else (TimeControl(self.value),)


@dataclass(frozen=True, slots=True)
class RatingList:
    """An imported list; `month` is its first day, `file_time` when the file was written last."""

    month: date
    kind: ListKind
    players: int
    file: str
    file_time: datetime
    imported_at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in one class: rating, K, and the games that were rated for this list."""

    rating: int | None
    k: int | None
    games: int | None


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A row of a list; `flag` is FIDE's own: i inactive, w woman, wi both."""

    fide_id: int
    name: str
    federation: str | None
    sex: str | None
    title: str | None
    birth_year: int | None
    flag: str | None
    standings: Mapping[TimeControl, Standing]
