"""What one page says, whatever the page: the typed facts of every view.

A column that the page does not have is None in every row and absent from `fields`; numbers are
exact. Ratings are as printed, 0 for none.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from scraper.model import Colour, Kind, Player, PlayerCard, Tournament


class Entry(NamedTuple):
    """A row of a list: a player, or a team, and what the list prints beside the name.

    `games` and `score` count rated games only where the list has an expected score. `difference`
    is score minus expected score. `tie_breaks` holds decimals, or texts where a tie-break is none.
    """

    rank: int | None = None
    start_number: int | None = None
    name: str | None = None
    title: str | None = None
    sex: str | None = None
    type: str | None = None
    group: str | None = None
    federation: str | None = None
    fide_id: int | None = None
    rating: int | None = None
    fide: int | None = None
    national: int | None = None
    club: str | None = None
    team: str | None = None
    board: int | str | None = None
    points: Decimal | None = None
    tie_breaks: tuple[Decimal | str, ...] = ()
    performance: int | None = None
    games: int | None = None
    score: Decimal | None = None
    expected: Decimal | None = None
    difference: Decimal | None = None
    k: int | None = None
    change: Decimal | None = None
    percent: Decimal | None = None
    rating_average: int | None = None
    captain: str | None = None
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    match_points: Decimal | None = None


def player_of(row: Entry, number: int | None) -> Player:
    """Return the player of a row of a list."""
    return Player(
        start_number=number,
        name=row.name,
        title=row.title,
        federation=row.federation,
        fide_id=row.fide_id,
        club=row.club,
        sex=row.sex,
        rating=row.rating,
        fide=row.fide,
        national=row.national,
    )


class Result(NamedTuple):
    """One round of a player: a cell of a crosstable.

    `opponent` is a rank or a start number, as the table says; `kind` is as the player sees it.
    """

    opponent: int | None
    colour: Colour | None
    kind: Kind
    score: Decimal | None


class Mark(NamedTuple):
    """A cell of the not-paired grid; `kind` is None for "*": absent, or a requested half point."""

    round: int
    mark: str
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of players or teams; `fields` names the columns that the page has, in order.

    `points_from` is the heading of the column that the points were read from; "TB1" where the
    list has no column of points.
    """

    fields: tuple[str, ...]
    rows: tuple[Entry, ...]
    points_from: str | None = None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who met whom; `results` has one tuple for each row, aligned with `rounds`; None is empty.

    `by` says what the opponents' numbers are: "rank" or "start_number". In a round robin the
    columns are opponents instead of rounds, and `rounds` is empty. The cells of a table of teams
    stay texts.
    """

    listing: Listing
    by: str
    rounds: tuple[int, ...]
    results: tuple[tuple[Result | None, ...], ...] = ()
    texts: tuple[tuple[str, ...], ...] = ()

    def number(self, place: int) -> int | None:
        """Return the number by which the cells name the player of a row."""
        row = self.listing.rows[place]
        return row.rank if self.by == "rank" else row.start_number


@dataclass(frozen=True, slots=True)
class NotPaired:
    """Who missed which round; `marks` has one tuple for each row."""

    listing: Listing
    rounds: tuple[int, ...]
    marks: tuple[tuple[Mark, ...], ...]


class Board(NamedTuple):
    """A board of a round; `black` is None without an opponent, and `kind` is as White sees it.

    `points` of the players are those before the round. `home` is the side of the home team.
    """

    board: int | str | None
    white: Entry | None
    black: Entry | None
    kind: Kind
    white_score: Decimal | None
    black_score: Decimal | None
    rated: bool = True
    home: Colour | None = None


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as its page prints it; the time is free text."""

    round: int | None
    date: date | None
    time: str | None
    boards: tuple[Board, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairings:
    """The rounds of a page of pairings: one of a Swiss event, all of a round robin."""

    fields: tuple[str, ...]
    rounds: tuple[PairedRound, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The dates of the rounds."""

    rounds: tuple[PairedRound, ...]


class Match(NamedTuple):
    """A match of two teams; `away` is None for a free round, scores are board points."""

    round: int | None
    date: date | None
    time: str | None
    number: int | None
    home: Entry
    away: Entry | None
    home_score: Decimal | None
    away_score: Decimal | None
    boards: tuple[Board, ...] = ()


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a page; `colours_assumed` where it does not mark them."""

    matches: tuple[Match, ...]
    fields: tuple[str, ...] = ()
    colours_assumed: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players; `results` has one tuple for each player, aligned with `rounds`."""

    team: Entry
    players: Listing
    rounds: tuple[int, ...]
    results: tuple[tuple[Result | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """The teams of a page, in its order."""

    teams: tuple[Team, ...]


class FoundTournament(NamedTuple):
    """A row of the tournament search; long names are cut there."""

    id: int | None
    name: str
    federation: str | None
    last_update: str | None
    start: date | None
    end: date | None
    location: str | None
    time_control: str | None
    state: str | None
    rounds: int | None
    players: int | None
    fide_event_id: int | None


class FoundPlayer(NamedTuple):
    """A row of the player search; the tournament's name is cut there."""

    name: str
    fide_id: int | None
    club: str | None
    federation: str | None
    tournament: str | None
    tournament_id: int | None
    start_number: int | None
    end: date | None
    rank: int | None
    rounds: int | None
    players: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found."""

    rows: tuple[FoundTournament, ...] | tuple[FoundPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlainTables:
    """Tables whose columns have no meaning for us, as printed: statistics."""

    tables: tuple[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], ...]


Content = (
    PlayerCard
    | Listing
    | Crosstable
    | NotPaired
    | Pairings
    | Schedule
    | Matches
    | Composition
    | Found
    | PlainTables
    | None
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A page, read: its frame, and the facts of its view.

    `message` holds the site's own words on a page without facts ("Record not found"); `cut` says
    that the list stops where the site cuts lists; `unread` holds the heads of columns that are not
    known.
    """

    view: str
    language: str
    gated: bool
    server_time: datetime | None
    last_update: datetime | None
    title: str | None
    heading: str | None
    round: int | None
    rounds_paired: int | None
    rounds_total: int | None
    tournament: Tournament
    has_details: bool
    content: Content
    message: str | None = None
    cut: bool = False
    unread: tuple[str, ...] = ()
