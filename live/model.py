"""What a follower knows: the event as last seen, who is followed, and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from rating.card import RatedCard
from scraper.event import Seat, is_paired, points_of
from scraper.model import Player, Tournament


class RoundTime(NamedTuple):
    """When a round is played, by the venue's clock; the time of day is free text of the site."""

    day: date | None
    time: str | None


class Place(NamedTuple):
    """A place in the standings after a round."""

    rank: int
    after_round: int


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as last seen.

    `seats` holds the rounds by number, and in each the seats by start number; `printed` the rating
    that the pairings print beside each player, to notice a correction; `ks` the K that the site
    prints in its ranking. Events `for_teams` have boards in matches; a `round_robin` shows all
    rounds from the first day; a `gated` one ended days ago.

    `epoch` (seconds since 1970) and `looks` name the state: `looks` counts those that were recorded
    since the first one. `finished` is the newest round that was told as finished, `lag` how often
    its standings were asked for in vain, `wanted` the earlier rounds to be asked for once more.
    `trusts_points` says that the points printed with the pairings are sums of the rounds;
    `puzzled_at` is the upload whose pages did not fit each other. `changed_at` is when something
    was last seen to change, `paired_at` when the newest round was first seen (UTC). `last_update`
    is by the site's clock.
    """

    tournament: Tournament
    players: Mapping[int, Player]
    seats: Mapping[int, Mapping[int, Seat]] = field(default_factory=dict)
    places: Mapping[int, Place] = field(default_factory=dict)
    printed: Mapping[int, int] = field(default_factory=dict)
    ks: Mapping[int, int] = field(default_factory=dict)
    schedule: Mapping[int, RoundTime] = field(default_factory=dict)
    for_teams: bool = False
    round_robin: bool = False
    gated: bool = False
    epoch: int = 0
    looks: int = 0
    finished: int = 0
    lag: int = 0
    wanted: tuple[int, ...] = ()
    trusts_points: bool = False
    puzzled_at: datetime | None = None
    last_update: datetime | None = None
    changed_at: datetime | None = None
    paired_at: datetime | None = None

    @property
    def listed(self) -> Mapping[int, Player]:
        """The players of the list; those who have left it have numbers below 0."""
        return {number: player for number, player in self.players.items() if number > 0}

    @property
    def newest(self) -> int:
        """The newest round that is paired, 0 before the first.

        A round robin is paired at once; its newest round is the first with an open game, else the
        last one.
        """
        paired = [number for number in self.seats if self.is_paired(number)]
        if self.round_robin:
            still_open = [number for number in paired if not self.is_complete(number)]
            if still_open:
                return min(still_open)
        return max(paired, default=0)

    @property
    def has_matches_ahead(self) -> bool:
        """Whether it is a round robin of teams: all is paired, and shown a round at a time."""
        return self.round_robin and self.for_teams

    def is_paired(self, number: int) -> bool:
        """Whether anybody has an opponent or a bye; a list of absentees is no pairing."""
        return is_paired(self.seats.get(number, {}))

    def is_complete(self, number: int) -> bool:
        """Whether every game of a round has its result."""
        seats = self.seats.get(number, {}).values()
        return bool(seats) and not any(seat.is_open for seat in seats)

    @property
    def over(self) -> int:
        """The newest round that is over: it has all its results, or the next one is paired."""
        newest = self.newest
        return newest if newest == 0 or self.is_complete(newest) else newest - 1

    @property
    def open_rounds(self) -> list[int]:
        """The paired rounds that lack a result, in order."""
        return sorted(n for n in self.seats if self.is_paired(n) and not self.is_complete(n))

    def seat(self, number: int, start_number: int) -> Seat | None:
        """Return a player's seat in a round, None where nothing is known of it."""
        return self.seats.get(number, {}).get(start_number)

    def points(self, start_number: int, before: int | None = None) -> Decimal:
        """Add up the scores that are known, of all rounds or of those before a given one."""
        return points_of(self.seats, start_number, before)


@dataclass(frozen=True, slots=True)
class Follow:
    """A player of an event who is followed; `id` is None before the store has given one.

    `name` and `fide_id` say who is meant when start numbers are given anew; whoever is not in the
    list (any more) has the start number 0. `k` and `birth_year` are what the player's card prints,
    where it was read, as are the own ratings `fide` and `national`; `k_by_hand` is the person's.
    `cards_left` is how often the card may still be read for a K.
    """

    event: int
    start_number: int
    name: str
    fide_id: int | None = None
    k: int | None = None
    birth_year: int | None = None
    k_by_hand: int | None = None
    fide: int | None = None
    national: int | None = None
    cards_left: int = 0
    id: int | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the player is in the list of the event."""
        return self.start_number > 0


class FactKind(StrEnum):
    """What can happen to somebody who is followed."""

    PAIRING = "pairing"
    PAIRING_CHANGED = "pairing_changed"
    PAIRING_WITHDRAWN = "pairing_withdrawn"
    NOT_PAIRED = "not_paired"
    RESULT = "result"
    RESULT_CORRECTED = "result_corrected"
    RATING_CORRECTED = "rating_corrected"
    ROUND_FINISHED = "round_finished"
    RENUMBERED = "renumbered"
    WITHDRAWN = "withdrawn"
    EVENT_FINISHED = "event_finished"
    EVENT_INCOMPLETE = "event_incomplete"
    EVENT_MISSING = "event_missing"


@dataclass(frozen=True, slots=True)
class Happening:
    """One fact about one followed player, told once.

    `key` is unique to the fact, and the same however often it is worked out. `seat` and `before`
    are those of `round` now and before; `opponent` and `opponent_before` the people in them.
    `subject` and `subject_before` are the player whose rating was corrected, the own or the
    opponent's, with the ratings now and before (RATING_CORRECTED); `number_before` is the start
    number up to now (RENUMBERED). `rated` is the player's card with this fact in it, None where
    there is none (the event or the player is gone); `place` the standings, where they are those
    after `round`.
    """

    key: str
    kind: FactKind
    follow: Follow
    tournament: Tournament
    at: datetime
    round: int | None = None
    seat: Seat | None = None
    before: Seat | None = None
    opponent: Player | None = None
    opponent_before: Player | None = None
    subject: Player | None = None
    subject_before: Player | None = None
    number_before: int | None = None
    rated: RatedCard | None = None
    place: Place | None = None


class Phase(StrEnum):
    """Where an event stands, as far as it decides when to look again."""

    BEFORE = "before"
    PAIRING_AWAITED = "pairing_awaited"
    PLAYING = "playing"
    LATE_RESULTS = "late_results"
    SETTLING = "settling"
    FINISHED = "finished"
    INCOMPLETE = "incomplete"
    MISSING = "missing"

    @property
    def is_over(self) -> bool:
        """Whether nobody looks any more."""
        return self in (Phase.FINISHED, Phase.INCOMPLETE, Phase.MISSING)
