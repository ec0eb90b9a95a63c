"""How long a page stays true: by what was asked for, and by what the page says of its event."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from scraper.asking import PageRequest


class Freshness(StrEnum):
    """What a page is, as far as its age matters."""

    SETTLED = "settled"  # an earlier round, and whatever a finished event shows
    NEWEST = "newest"  # the newest round
    LIVE = "live"  # cards, crosstables: they move with every upload
    LIST = "list"  # who plays, and when
    SEARCH = "search"

    @property
    def time_to_live(self) -> timedelta:
        """Return for how long the page is not asked for again."""
        return _TIME_TO_LIVE[self]


# No tournament is asked for the same live page more often than once a minute (section 4).
_TIME_TO_LIVE = {
    Freshness.SETTLED: timedelta(days=1),
    Freshness.NEWEST: timedelta(seconds=60),
    Freshness.LIVE: timedelta(seconds=60),
    Freshness.LIST: timedelta(minutes=10),
    Freshness.SEARCH: timedelta(minutes=10),
}
# The site itself closes an event so long after its last day.
_OVER_AFTER = timedelta(days=5)
# With a round these are rankings and pairings; without one, lists. The others always move.
_LIST_VIEWS = frozenset({None, 0, 3, 13, 14, 15, 16, 24, 25, 27, 32, 79})
_ROUND_VIEWS = frozenset({0, 1, 2, 3})


@dataclass(frozen=True, slots=True)
class Signs:
    """What a page says of its event; None where it does not say.

    `rounds_paired` is the highest round that the navigation offers.
    """

    gated: bool = False
    end: date | None = None
    rounds_paired: int | None = None


def freshness_of(request: PageRequest, signs: Signs, today: date) -> Freshness:
    """Class a page."""
    if request.page is not None:
        return Freshness.SEARCH
    if signs.gated or (signs.end is not None and today - signs.end > _OVER_AFTER):
        return Freshness.SETTLED
    asked = request.round
    if request.art in _ROUND_VIEWS and asked is not None:
        is_earlier = signs.rounds_paired is not None and 0 < asked < signs.rounds_paired
        return Freshness.SETTLED if is_earlier else Freshness.NEWEST
    if request.art in (1, 2):
        return Freshness.NEWEST
    # A number alone already switches to the card.
    is_list = request.art in _LIST_VIEWS and not (request.art is None and request.number)
    return Freshness.LIST if is_list else Freshness.LIVE
