"""The facts of the site, as immutable values.

Ratings are whole points as printed: 0 means the site prints 0 (unrated), None means the page
does not say. Points and changes are exact decimals.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from scraper.time_control import TimeControl as TimeControl  # noqa: PLC0414 - a fact, too


class Colour(StrEnum):
    """The colour of the pieces."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opposite(self) -> "Colour":
        """The colour of the opponent."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Kind(StrEnum):
    """What happened in a round."""

    GAME = "game"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    DOUBLE_FORFEIT = "double_forfeit"
    BYE = "bye"
    HALF_BYE = "half_bye"
    NOT_PAIRED = "not_paired"
    PENDING = "pending"

    @property
    def mirrored(self) -> "Kind":
        """What happened, as the opponent sees it."""
        return _MIRRORED.get(self, self)


_MIRRORED = {Kind.FORFEIT_WIN: Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS: Kind.FORFEIT_WIN}


class Source(StrEnum):
    """What a rating was read from: a page, or a rating list.

    STANDARD_LIST is a standard rating that stands in for one of rapid or blitz.
    """

    CARD = "card"
    STARTING_RANK = "starting_rank"
    LIST = "list"
    STANDARD_LIST = "standard_list"


@dataclass(frozen=True, slots=True)
class Tournament:
    """The event, from the frame and the details block; times are those of the site's clock.

    `named_time_control` is the class that the name gives away, which is no more than a hint.
    """

    id: int | None = None
    name: str | None = None
    time_control: TimeControl | None = None
    time_control_text: str | None = None
    named_time_control: TimeControl | None = None
    start: date | None = None
    end: date | None = None
    rounds: int | None = None
    rated_fide: bool | None = None
    rated_national: bool | None = None
    fide_event_id: int | None = None
    federation: str | None = None
    type: str | None = None
    last_update: datetime | None = None
    server_time: datetime | None = None
    fetched_at: datetime | None = None
    url: str | None = None

    def completed(self, other: "Tournament") -> "Tournament":
        """Fill what one page does not say of the event from another page."""
        missing = {
            name: getattr(other, name)
            for name in self.__dataclass_fields__
            if getattr(self, name) is None
        }
        return replace(self, **missing)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as a list or the head of a card prints him.

    `rating` is the column that the arbiter sorted by; `fide` and `national` are known only where
    the page has them apart.
    """

    start_number: int | None
    name: str | None
    title: str | None = None
    federation: str | None = None
    fide_id: int | None = None
    birth_year: int | None = None
    club: str | None = None
    sex: str | None = None
    rating: int | None = None
    fide: int | None = None
    national: int | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """The other side of a round, with the source of each rating.

    `fide_id` is known where the starting rank was read.
    """

    start_number: int | None
    name: str | None
    title: str | None = None
    federation: str | None = None
    club: str | None = None
    points: Decimal | None = None
    rating: int | None = None
    fide: int | None = None
    national: int | None = None
    fide_source: Source | None = None
    national_source: Source | None = None
    fide_id: int | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """What the site itself works out for one game."""

    k: int | None = None
    change: Decimal | None = None
    expected: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One row of a card; `board` is a number, or "1.2" in a team event.

    `rated` is False where the arbiter uploaded the result as not to be rated ("1U").
    """

    round: int
    kind: Kind
    score: Decimal | None
    board: int | str | None = None
    colour: Colour | None = None
    opponent: Opponent | None = None
    published: Published | None = None
    rated: bool = True


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """One player's page: who he is, what the site prints in total, and his rounds."""

    player: Player
    rounds: tuple[Round, ...]
    points: Decimal | None = None
    rank: int | None = None
    performance: int | None = None
    fide_change: Decimal | None = None
    language: str = "en"
