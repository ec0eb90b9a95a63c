"""What people are shown of the follows: the live table, the list, the history of a player."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from live.model import Follow, Phase, Place
from rating.card import RatedCard
from scraper.model import Tournament

# A refusal that a look met: its code, and the facts of its sentence.
Trouble = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class FollowRow:
    """One followed player in the live table.

    `trouble` is what the last look met, since `trouble_since`; None where it went well. `news_at`
    is when something was last told of this player. All times are UTC.
    """

    follow: Follow
    tournament: Tournament
    phase: Phase
    newest_round: int
    rated: RatedCard | None
    place: Place | None
    as_of: datetime | None
    trouble: Trouble | None = None
    trouble_since: datetime | None = None
    next_look: datetime | None = None
    news_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A time at which something changed for a player, with the card as it stood then.

    `what` holds values of FactKind, or "baseline" for the first look. `at` is UTC, `last_update`
    by the site's clock.
    """

    at: datetime
    last_update: datetime | None
    round: int
    what: tuple[str, ...]
    points: Decimal
    place: Place | None
    rated: RatedCard


class ListedChannel(NamedTuple):
    """Where notices go; the address is masked already, `quiet` as "23:00-07:00".

    `trouble` is why its oldest waiting notice could not be sent, None where nothing failed.
    """

    kind: str
    address: str
    language: str
    quiet: str | None = None
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A followed player of the list, with the channels beside the screen."""

    follow: Follow
    channels: tuple[ListedChannel, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """A followed event of the list; `phase` is None before the first look. Times are UTC."""

    id: int
    name: str | None
    phase: Phase | None
    next_look: datetime | None
    as_of: datetime | None
    players: tuple[ListedPlayer, ...]
    trouble: Trouble | None = None
    trouble_since: datetime | None = None


class Notices(NamedTuple):
    """How many notices wait, were told, and were perhaps told twice."""

    waiting: int = 0
    told: int = 0
    perhaps_repeated: int = 0


@dataclass(frozen=True, slots=True)
class Following:
    """All that is followed; `holder` says who looks at present, None for nobody."""

    events: tuple[ListedEvent, ...]
    notices: Notices = field(default_factory=Notices)
    holder: str | None = None
