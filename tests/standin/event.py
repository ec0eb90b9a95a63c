"""What the stand-in shows: an event, its players, their results, and the manner of rendering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
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
    typ: str = ""
    group: str = ""


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
class Team:
    """One team: its players' start numbers in board order."""

    number: int
    name: str
    players: tuple[int, ...]
    captain: str = ""
    federation: str = "TUR"
    group: str = ""


@dataclass(frozen=True)
class BoardGame:
    """One board of a match. The result is in home-away order: `1-0`, `½-½`, `+--`, `---`, `?`.

    A board without a player has None on that side.
    """

    home: int | None
    away: int | None
    result: str


@dataclass(frozen=True)
class Match:
    """Two teams of a round, or one team with a bye and the board points it gets for it."""

    round: int
    table: int
    home: int
    away: int | None
    games: tuple[BoardGame, ...] = ()
    bye_score: str | None = None


@dataclass(frozen=True)
class Event:
    """One tournament group with everything that has been uploaded so far.

    `rounds_linked` is the newest round that the navigation links, if it is ahead of the newest
    pairing. `fixed_boards` are players who always sit at the same board.
    """

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
    teams: tuple[Team, ...] = ()
    matches: tuple[Match, ...] = ()
    rounds_linked: int = 0
    fixed_boards: frozenset[int] = frozenset()
    games_available: bool = False

    @property
    def for_teams(self) -> bool:
        """Tell whether teams play each other."""
        return self.tournament_type.endswith("for teams")

    @property
    def round_robin(self) -> bool:
        """Tell whether all meet all, so that every round stands on one page."""
        return self.tournament_type.startswith("Round robin")

    @property
    def started(self) -> bool:
        """Tell whether anything has been paired."""
        return any(self.results.values()) or bool(self.matches)

    @cached_property
    def rounds_paired(self) -> int:
        """Give the newest round that has a pairing; one with absentees only is not paired."""
        games = max(
            (
                row.round
                for rows in self.results.values()
                for row in rows
                if row.kind not in {"not_paired", "half_bye"}
            ),
            default=0,
        )
        return max([games, *(one.round for one in self.matches)])

    @cached_property
    def rounds_shown(self) -> int:
        """Give the newest round that has any row, also one of absentees."""
        rows = (row.round for rows in self.results.values() for row in rows)
        return max(max(rows, default=0), self.rounds_paired)

    @property
    def rounds_navigated(self) -> int:
        """Give the newest round that the navigation links, paired or not."""
        return max(self.rounds_paired, min(self.rounds_linked, self.rounds_total))

    @cached_property
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

    @cached_property
    def _by_number(self) -> Mapping[int, Player]:
        return {one.start_number: one for one in reversed(self.players)}

    @cached_property
    def _ordered_rows(self) -> Mapping[int, tuple[Result, ...]]:
        return {
            number: tuple(sorted(rows, key=lambda row: row.round))
            for number, rows in self.results.items()
        }

    @cached_property
    def _points(self) -> dict[tuple[int, int | None], Decimal]:
        return {}

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {one.start_number: place for place, one in enumerate(self.standing(), start=1)}

    @cached_property
    def _team_of(self) -> Mapping[int, Team]:
        return {number: team for team in self.teams for number in team.players}

    def player(self, start_number: int) -> Player | None:
        """Find a player by start number."""
        return self._by_number.get(start_number)

    def team(self, number: int) -> Team | None:
        """Find a team by its number."""
        return next((one for one in self.teams if one.number == number), None)

    def team_of(self, start_number: int) -> Team | None:
        """Find the team that a player plays for."""
        return self._team_of.get(start_number)

    def rows(self, start_number: int) -> tuple[Result, ...]:
        """Give the rounds of a player in order."""
        return self._ordered_rows.get(start_number, ())

    def points(self, start_number: int, before: int | None = None) -> Decimal:
        """Add up a player's points, of all rounds or of those before a given one."""
        key = (start_number, before)
        if key not in self._points:
            self._points[key] = sum(
                (
                    Decimal(row.score)
                    for row in self.rows(start_number)
                    if row.score is not None and (before is None or row.round < before)
                ),
                Decimal(0),
            )
        return self._points[key]

    def _met(self, start_number: int, before: int | None) -> list[tuple[Decimal, Decimal]]:
        """Give, for every game, the opponent's points and the player's own score."""
        return [
            (self.points(row.opponent, before), Decimal(row.score or 0))
            for row in self.rows(start_number)
            if row.opponent is not None
            and row.kind == "game"
            and (before is None or row.round < before)
        ]

    def buchholz(self, start_number: int, before: int | None = None) -> Decimal:
        """Add up the points of a player's opponents."""
        return sum((one for one, _ in self._met(start_number, before)), Decimal(0))

    def tie_breaks(self, start_number: int, before: int | None = None) -> tuple[Decimal, ...]:
        """Give Buchholz, Buchholz without the worst, Sonneborn-Berger, and the number of wins."""
        met = self._met(start_number, before)
        buchholz = sum((one for one, _ in met), Decimal(0))
        worst = min((one for one, _ in met), default=Decimal(0))
        berger = sum((one * score for one, score in met), Decimal(0))
        wins = Decimal(sum(score == 1 for _, score in met))
        return buchholz, buchholz - worst, berger.normalize() + 0, wins

    def standing(self, before: int | None = None) -> list[Player]:
        """Give the players in the order of the ranking list, now or before a given round."""
        if self.ranks is not None:
            ranks = self.ranks
            return sorted(self.players, key=lambda one: ranks[one.start_number])
        return sorted(
            self.players,
            key=lambda one: (
                -self.points(one.start_number, before),
                -self.buchholz(one.start_number, before),
                one.start_number,
            ),
        )

    def rank(self, start_number: int) -> int:
        """Give a player's place in the ranking list."""
        if self.ranks is not None:
            return self.ranks[start_number]
        return self._places[start_number]


RatingForm = Literal["auto", "one", "international", "national", "two", "three", "none"]


@dataclass(frozen=True)
class Style:
    """How the site shows an event: language, layout, and the arbiter's choice of columns.

    `gated_table` says whether a gated page still holds its data table, as the lists do.
    `capped_mark` prints the mark of the 400 rule inside the change, as in `1,60*)`.
    `rating_form` says which rating columns lists have; "auto" follows `two_ratings`.
    `sex_column` None shows the column if anybody's sex is known.
    `points_column` False leaves Pts. out, so that the points are the first tie-break.
    `change_columns` adds n, w, we, w-we, K and rtg+/- to rankings.
    `match_form` "full" gives team pairings their numbers, flags and match points.
    `stale_crosstable` empties the results of the newest round in crosstables and keeps the ranking
    at the round before, as the site does for some time after an upload.
    `double_grid` writes both games of a double round robin into one cell; the site's form for it
    is not known, and without the switch such an event has no grid.
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
    rating_form: RatingForm = "auto"
    national_id_column: bool = False
    fide_id_column: bool = True
    fed_column: bool = True
    sex_column: bool | None = None
    typ_column: bool = False
    group_column: bool = False
    number_column: bool = True
    pairing_club: bool = False
    points_column: bool = True
    crosstable_rating: bool = True
    tie_breaks: int = 1
    performance_column: bool = False
    change_columns: bool = False
    blank_ties: bool = False
    team_column: bool = False
    match_form: Literal["short", "full"] = "short"
    captain_column: bool = True
    stale_crosstable: bool = False
    double_grid: bool = False
    page_cached: bool = False
    site: str = "https://chess-results.com"
    server_time: datetime | None = None

    @property
    def ratings_shown(self) -> RatingForm:
        """Give the rating columns that lists have."""
        if self.rating_form == "auto":
            return "two" if self.two_ratings else "one"
        return self.rating_form

    def rating(self, player: Player) -> int:
        """Give the rating that a single rating column shows."""
        match self.rtg_mode:
            case "international":
                return player.fide
            case "national":
                return player.national
            case _:
                return max(player.fide, player.national)
