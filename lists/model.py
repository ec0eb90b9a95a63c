"""What is kept of rating lists, FIDE's and the Turkish federation's, as immutable values.

0 and blank mean the same in the lists, namely nothing: no rating, an unknown K, an unknown year of
birth. All are None here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from scraper.model import TimeControl

# In the home folder.
FILE = "lists.sqlite"
# The months that are kept side by side, of FIDE's lists and of the federation's.
MONTHS_KEPT = 3


class ListKind(StrEnum):
    """Which list: FIDE's of one class of the time control, or of all three, or the federation's.

    UKD is the list of the Turkish federation, with UKD, UHS and UYS.
    """

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    COMBINED = "combined"
    UKD = "ukd"

    @property
    def time_controls(self) -> tuple[TimeControl, ...]:
        """The classes that the list has ratings of."""
        has_all = self in (ListKind.COMBINED, ListKind.UKD)
        return tuple(TimeControl) if has_all else (TimeControl(self.value),)

    @property
    def is_national(self) -> bool:
        """Whether it is a list of the federation."""
        return self is ListKind.UKD


@dataclass(frozen=True, slots=True)
class RatingList:
    """An imported list; `month` is its first day, `file_time` when the file was written last.

    `unread_rows` of the file were left out, and `unread_values` of other rows; both are None for
    lists that came in before they were counted.
    """

    month: date
    kind: ListKind
    players: int
    file: str
    file_time: datetime
    imported_at: datetime
    unread_rows: int | None = None
    unread_values: int | None = None


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


@dataclass(frozen=True, slots=True)
class NationalPlayer:
    """A row of the federation's list; without a FIDE id only the name says who it is.

    `ratings` are UKD, UHS and UYS by class.
    """

    fide_id: int | None
    name: str
    birth_year: int | None
    club: str | None
    city: str | None
    ratings: Mapping[TimeControl, int | None]
