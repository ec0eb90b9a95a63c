"""The first UKD, as far as anything is known of it: an estimate that is uncertain throughout.

The procedure (TK-PRS-05) makes it from the performances of events; its formula is not public. Known
is that of 2010 to 2012: seven games, and the mean of the performances above 1000. Today five games
are likely enough. Reference: the page on the UKD, section 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from rating import ukd
from rating.assumptions import Note
from rating.dated import in_force
from rating.first_rating import Event
from rating.performance import Performance, performance
from rating.records import NamedTuple


class FirstUkdRules(NamedTuple):
    """How many games against opponents with a UKD it takes from a day on."""

    since: date
    games: int


# When seven games became five is not known; the last that is known of the seven is of 2012.
RULES = (FirstUkdRules(date.min, games=7), FirstUkdRules(date(2013, 1, 1), games=5))


@dataclass(frozen=True, slots=True)
class FirstUkd:
    """What events give so far; performances are event by event, None without a rated opponent.

    `average` is the mean of the performances above 1000, None where there is none; `value` is the
    same cut off to a whole number, and provisional while games are `missing`.
    """

    rules: FirstUkdRules
    events: Sequence[Event]
    performances: Sequence[Performance | None]
    games: int
    missing: int
    average: Fraction | None
    value: int | None
    notes: tuple[Note, ...]

    @property
    def counted(self) -> Sequence[int]:
        """The performances that enter the mean."""
        return _counted(self.performances)


def first_ukd(events: Sequence[Event], day: date) -> FirstUkd:
    """Estimate a first UKD from events, by what is known of the rules of a day."""
    rules = in_force(RULES, day) or RULES[0]
    found = [performance(event.games) for event in events]
    counted = _counted(found)
    games = sum(one.games for one in found if one is not None)
    average = Fraction(sum(counted), len(counted)) if counted else None
    notes = [Note("first_ukd_unsure", {"games": rules.games})]
    if games and average is None:
        notes.append(Note("first_ukd_none", {"floor": ukd.FLOOR}))
    return FirstUkd(
        rules=rules,
        events=events,
        performances=found,
        games=games,
        missing=max(0, rules.games - games),
        average=average,
        value=None if average is None else int(average),
        notes=tuple(notes),
    )


def _counted(found: Sequence[Performance | None]) -> list[int]:
    return [one.rating for one in found if one is not None and one.rating > ukd.FLOOR]
