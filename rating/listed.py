"""What imported rating lists say of a player, as immutable values."""

from datetime import date

from rating.records import NamedTuple
from scraper.time_control import TimeControl


class Listed(NamedTuple):
    """What FIDE's lists of a month (its first day) say of a player; None: they do not say.

    `rating` and `k` are of the class that was asked for, `standard` is the standard rating. `games`
    were rated for the imported lists up to the day that was asked for, so there were at least so
    many. `has_class` says whether a list of the month has the class at all, so that no rating there
    means unrated.
    """

    month: date
    k: int | None = None
    birth_year: int | None = None
    title: str | None = None
    rating: int | None = None
    standard: int | None = None
    games: int | None = None
    has_class: bool = True

    def is_of(self, day: date) -> bool:
        """Whether the list is the one in force on a day."""
        return self.month == day.replace(day=1)

    def stands_in(self, time_control: TimeControl) -> bool:
        """Whether the standard rating stands in for one that the player does not have.

        Rapid and blitz, 7.2.1.
        """
        fast = time_control is not TimeControl.STANDARD
        return fast and self.rating is None and self.standard is not None


class ListedNational(NamedTuple):
    """What the federation's list of a month says: the UKD, UHS or UYS; None: no such rating.

    `by_name` says that the player was found by name and year of birth, which is a guess.
    """

    month: date
    rating: int | None = None
    birth_year: int | None = None
    by_name: bool = False

    def is_of(self, day: date) -> bool:
        """Whether the list is the one in force on a day."""
        return self.month == day.replace(day=1)
