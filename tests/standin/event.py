"""What the stand-in shows: an event, its players, their results, and the manner of rendering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

Kind = Literal["game", "forfeit_win", "forfeit_loss", "bye", "half_bye", "not_paired", "pending"]
Colour = Literal["white", "black"]
TimeControl = Literal["Standard", "Rapid", "Blitz"]
RatingList = Literal["national", "international"]
TournamentType = Literal[
    "Swiss-System", "Round robin", "Swiss-System for teams", "Round robin for teams"
]

WITHOUT_OPPONENT: frozenset[Kind] = frozenset({"bye", "half_bye", "not_paired"})


@dataclass(frozen=True)
class Player:
    """One line of the starting list. A rating of 0 means none."""

    start_number: int
    name: str
    title: str = ""
    federation: str = "TUR"
    fide_id: int = 0
    birth_year: int = 0
    club: str = ""
    fide: int = 0
    national: int = 0
    sex: str = ""
    k: int | None = None
    national_id: int = 0


@dataclass(frozen=True)
class Result:
    """One round of one player, as the player sees it.

    The last three fields are what the site prints beside the result, with a decimal point;
    the renderer turns the point into a comma.
    """

    round: int
    board: int | str
    kind: Kind
    colour: Colour | None = None
    opponent: int | None = None
    score: str | None = None
    k: int | None = None
    change: str | None = None
    we: str | None = None


@dataclass(frozen=True)
class Event:
    """One tournament group with everything that has been uploaded so far."""

    number: int
    name: str
    players: tuple[Player, ...]
    rounds_total: int
    start: date
    end: date
    last_update: datetime
    group: str = ""
    results: Mapping[int, tuple[Result, ...]] = field(default_factory=dict)
    time_control: TimeControl | None = "Standard"
    time_text: str = ""
    rating_calculation: tuple[RatingList, ...] = ()
    fide_event_id: int = 0
    federation: str = "TUR"
    federation_name: str = "Turkiye"
    tournament_type: TournamentType = "Swiss-System"
    organizer: str = ""
    location: str = ""
    chief_arbiter: str = ""
    uploader: str = "Deneme Hakemi"
    notice: str = ""
    schedule: tuple[tuple[date, str], ...] = ()
    siblings: tuple[tuple[str, int], ...] = ()
    ranks: Mapping[int, int] | None = None
    performances: Mapping[int, int] = field(default_factory=dict)

    @property
    def started(self) -> bool:
        """Tell whether anything has been paired."""
        return any(self.results.values())

    @property
    def rounds_paired(self) -> int:
        """Give the newest round that has a pairing."""
        return max((row.round for rows in self.results.values() for row in rows), default=0)

    @property
    def rounds_done(self) -> int:
        """Give the newest round up to which every game has a result."""
        waiting = [
            row.round for rows in self.results.values() for row in rows if row.kind == "pending"
        ]
        return min(waiting) - 1 if waiting else self.rounds_paired

    @property
    def finished(self) -> bool:
        """Tell whether all rounds have been played."""
        return self.rounds_done >= self.rounds_total

    def player(self, start_number: int) -> Player | None:
        """Find a player by start number."""
        return next((one for one in self.players if one.start_number == start_number), None)

    def rows(self, start_number: int) -> tuple[Result, ...]:
        """Give the rounds of a player in order."""
        return tuple(sorted(self.results.get(start_number, ()), key=lambda row: row.round))

    def points(self, start_number: int, before: int | None = None) -> Decimal:
        """Add up a player's points, of all rounds or of those before a given one."""
        return sum(
            (
                Decimal(row.score)
                for row in self.rows(start_number)
                if row.score is not None and (before is None or row.round < before)
            ),
            Decimal(0),
        )

    def buchholz(self, start_number: int) -> Decimal:
        """Add up the points of a player's opponents."""
        return sum(
            (
                self.points(row.opponent)
                for row in self.rows(start_number)
                if row.opponent is not None and row.kind == "game"
            ),
            Decimal(0),
        )

    def standing(self) -> list[Player]:
        """Give the players in the order of the ranking list."""
        if self.ranks is not None:
            ranks = self.ranks
            return sorted(self.players, key=lambda one: ranks[one.start_number])
        return sorted(
            self.players,
            key=lambda one: (
                -self.points(one.start_number),
                -self.buchholz(one.start_number),
                one.start_number,
            ),
        )

    def rank(self, start_number: int) -> int:
        """Give a player's place in the ranking list."""
        if self.ranks is not None:
            return self.ranks[start_number]
        return [one.start_number for one in self.standing()].index(start_number) + 1


@dataclass(frozen=True)
class Style:
    """How the site shows an event: language, layout, and the arbiter's choice of columns.

    `gated_table` says whether a gated page still holds its data table, as the lists do.
    `capped_mark` prints the mark of the 400 rule inside the change, as in `1,60*)`.
    """

    lan: int = 1
    era: Literal["new", "old"] = "new"
    two_ratings: bool = False
    rtg_mode: Literal["higher", "international", "national"] = "higher"
    published: bool = True
    we_columns: bool = False
    board_column: bool = True
    club_column: bool = True
    pgn_column: bool = False
    surplus_cells: bool = False
    tbody: bool = False
    details: bool = False
    gated: bool = False
    gated_table: bool = True
    flags: bool = False
    capped_mark: bool = False
    site: str = "https://chess-results.com"
    server_time: datetime | None = None

    def rating(self, player: Player) -> int:
        """Give the rating that a single rating column shows."""
        match self.rtg_mode:
            case "international":
                return player.fide
            case "national":
                return player.national
            case _:
                return max(player.fide, player.national)
