"""The events of one player by list and class, and what each list makes of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from rating.events import Event
from rating.list_dates import closing_day
from rating.period_fide import FidePeriod, Listings, fide_period
from rating.period_ukd import Nationals, UkdPeriod, ukd_period
from scraper.model import TimeControl


@dataclass(frozen=True, slots=True)
class Period:
    """The events of one class, in order of time, that enter the list of `month` (its first day).

    `fide` and `ukd` are None where the player has no such rating in them. The month of a national
    list is taken to be FIDE's.
    """

    month: date
    time_control: TimeControl
    events: tuple[Event, ...]
    fide: FidePeriod | None
    ukd: UkdPeriod | None

    @property
    def closes(self) -> date:
        """The last day on which an event may end to enter the list."""
        return closing_day(self.month)


def periods_of(
    events: Iterable[Event], listings: Listings, nationals: Nationals
) -> tuple[Period, ...]:
    """Return the periods of different events of one player, in order of list and class.

    `listings` and `nationals` are what the imported lists say of the player.
    """
    groups: dict[tuple[date, TimeControl], list[Event]] = {}
    for event in sorted(events, key=lambda one: one.order):
        groups.setdefault((event.list, event.time_control), []).append(event)
    classes = list(TimeControl)
    by_fide: dict[TimeControl, FidePeriod | None] = {}
    by_ukd: dict[TimeControl, UkdPeriod | None] = {}
    periods = []
    for month, control in sorted(groups, key=lambda key: (key[0], classes.index(key[1]))):
        some = groups[month, control]
        in_fide = fide_period(month, some, listings, by_fide.get(control))
        in_ukd = ukd_period(month, some, nationals, by_ukd.get(control))
        by_fide[control] = in_fide or by_fide.get(control)
        by_ukd[control] = in_ukd or by_ukd.get(control)
        periods.append(Period(month, control, tuple(some), in_fide, in_ukd))
    return tuple(periods)
