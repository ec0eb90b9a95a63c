"""A whole event as facts: who plays, and where each of them sits in each round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from scraper.model import Colour, Kind, Player, Tournament
from scraper.readings import Entry

ZERO = Decimal(0)


class Seat(NamedTuple):
    """Where a player sits in a round, as the player sees it; `opponent` is a start number."""

    kind: Kind
    score: Decimal | None = None
    board: int | str | None = None
    colour: Colour | None = None
    opponent: int | None = None
    rated: bool = True

    @property
    def is_paired(self) -> bool:
        """Whether there is an opponent or a bye: the round is on for this player."""
        return self.opponent is not None or self.kind is Kind.BYE

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.kind is Kind.PENDING


# The rounds by number, and in each the seats by start number.
Seats = Mapping[int, Mapping[int, Seat]]


def is_paired(seats: Mapping[int, Seat]) -> bool:
    """Say whether anybody of a round has an opponent or a bye; absentees are no pairing."""
    return any(seat.is_paired for seat in seats.values())


def points_of(seats: Seats, number: int, before: int | None = None) -> Decimal:
    """Add up the scores of a player that are known, of all rounds or of those before a given one.

    Rounds that are not paired count, too: there may be points for whoever sits out.
    """
    scores = (
        of_round[number].score
        for of_number, of_round in seats.items()
        if number in of_round and (before is None or of_number < before)
    )
    return sum((score for score in scores if score is not None), ZERO)


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event of players, from its lists and its crosstable.

    `players` are by start number; whoever has none has a number below 0. `rows` are the same
    players as the lists print them (type, group, team), `rankings` the rows of the site's own
    ranking (Rp, n, we, K, rtg+/-), and `points` those that stand beside the games. `after_round` is
    the newest round that a ranking, or the results of teams, are known to be of. `seats` may be of
    rounds that are still to come, and count the rounds anyhow where no page tells them (the grid of
    a round robin). `strangers` counts rows of other pages that fit nobody in the list.
    """

    tournament: Tournament
    players: Mapping[int, Player]
    seats: Seats
    rankings: Mapping[int, Entry] = field(default_factory=dict)
    rows: Mapping[int, Entry] = field(default_factory=dict)
    points: Mapping[int, Decimal] = field(default_factory=dict)
    after_round: int | None = None
    for_teams: bool = False
    strangers: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The rounds that were played by what the pages say, and whose games none of them has."""
        known = [number for number, seats in self.seats.items() if is_paired(seats)]
        newest = max([*known, self.after_round or 0])
        return tuple(number for number in range(1, newest + 1) if number not in known)
