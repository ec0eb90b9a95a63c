"""The published rating against the expected one of a period, and what can explain a difference."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from rating import fide
from rating.assumptions import Note
from rating.conversion import round_half_away
from rating.game import ZERO
from rating.period import Period
from rating.period_fide import FidePeriod, Listing, Listings


class OfficialSource(StrEnum):
    """Where the published rating comes from."""

    OPTION = "option"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Official:
    """A published rating beside the expected one, in whole points.

    `change` and `expected_change` are both from the rating before the period; `games` are those
    that FIDE rated for the list, where it says so. `reasons` are the likely ones, the strongest
    first; none where both agree.
    """

    rating: int
    source: OfficialSource
    change: int
    expected_rating: int
    expected_change: int
    games: int | None
    reasons: tuple[Note, ...]

    @property
    def difference(self) -> int:
        """Published minus expected."""
        return self.rating - self.expected_rating


@dataclass(frozen=True, slots=True)
class Compared:
    """A period with what was published for it; None where nothing is known."""

    period: Period
    official: Official | None


def official_of(period: Period, listings: Listings, given: int | None = None) -> Official | None:
    """Compare a period with the list of its month, or with the rating `given` by hand for it.

    None where neither is there, or the player has no FIDE rating in the period.
    """
    found = period.fide
    listing = listings.get((period.time_control, period.month), Listing(None))
    rating = listing.rating if given is None else given
    if found is None or rating is None:
        return None
    official = Official(
        rating=rating,
        source=OfficialSource.LIST if given is None else OfficialSource.OPTION,
        change=rating - found.base.rating,
        expected_rating=found.list_rating,
        expected_change=found.list_rating - found.base.rating,
        games=listing.games,
        reasons=(),
    )
    if not official.difference:
        return official
    return replace(official, reasons=tuple(_reasons(found, official, period.month)))


def _reasons(found: FidePeriod, official: Official, month: date) -> Iterator[Note]:
    """Give the likely reasons of a difference, the strongest first."""
    games = official.games
    if games is not None and games != found.games:
        yield Note("official_games", {"listed": games, "games": found.games})
    for k in _other_ks(found, official):
        yield Note("official_k", {"k": k, "change": official.change})
    if found.guessed:
        yield Note("official_k_unknown")
    if games is None:
        yield Note("official_other_event", {"month": f"{month:%Y-%m}"})
    if abs(official.difference) == 1:
        yield Note("official_one_point")
    yield Note("official_correction", {"rating": found.base.rating})


def _other_ks(found: FidePeriod, official: Official) -> Iterator[int]:
    """Give each other K, the limit of 700 kept, with which the published change comes out."""
    if (
        found.list_rating != found.new_rating
        or len({part.total.k for part in found.parts if part.total.games}) > 1
    ):
        return
    rules = found.parts[-1].event.rules
    known = (rules.k.new, rules.k.normal, rules.k.top, rules.k.junior)
    difference = sum((part.total.score - part.total.expected for part in found.parts), ZERO)
    for k in dict.fromkeys(k for k in known if k is not None):
        used = fide.limited_k(k, found.games, rules)
        is_other = used != found.parts[-1].total.k
        if is_other and round_half_away(used * difference) == official.change:
            yield k
