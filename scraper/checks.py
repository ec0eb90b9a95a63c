"""Does the site agree with itself? Sums on one page, and one fact on two pages.

Each check counts what it compared and keeps every contradiction with both values. Nothing is
settled here: pages that are read within seconds of each other can disagree while results are
being uploaded (reference, section 13).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from scraper.model import Colour, Kind, PlayerCard
from scraper.names import fold
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Listing,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    Reading,
    Result,
)

ZERO, _HALF = Decimal(0), Decimal("0.5")
_LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}
_OPPOSITE = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, None: None}
_MIRRORED = {
    Kind.FORFEIT_WIN: Kind.FORFEIT_LOSS,
    Kind.FORFEIT_LOSS: Kind.FORFEIT_WIN,
}
_UNPLAYED_MARKS = (Kind.NOT_PAIRED, Kind.HALF_BYE)
_FORFEIT_SIGNS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.DOUBLE_FORFEIT: "-"}


class Contradiction(NamedTuple):
    """One fact with two values, as texts; `who` is a start number, a rank, or a team."""

    who: str
    round: int | None
    ours: str
    site: str


@dataclass(frozen=True, slots=True)
class FactCheck:
    """One kind of comparison: how many facts were compared, and which disagree.

    Kinds on one page: row_total (the rounds add up to the printed points), row_games, mutual (the
    opponent's cell points back), board_total (the boards add up to the match), paired_once,
    rating_difference (w - we) and rating_change (K times that). `ours` is what we add up.
    Kinds between pages: crosstable_round, card_crosstable, notpaired_crosstable, ranking_points;
    `ours` is the crosstable's value, `site` the other page's. `behind` counts the games whose
    result one of the two pages does not have yet.
    """

    kind: str
    compared: int
    contradictions: tuple[Contradiction, ...]
    behind: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything compared agrees."""
        return not self.contradictions


def of_page(reading: Reading) -> tuple[FactCheck, ...]:
    """Check what one page says against itself."""
    content = reading.content
    match content:
        case PlayerCard():
            found = _of_card(content)
        case Crosstable():
            found = _of_crosstable(content)
        case Pairings():
            found = [_paired_once(content)]
        case Matches():
            found = [_board_totals(content)]
        case Composition():
            found = _of_composition(content)
        case Listing():
            found = _of_ranking(content)
        case _:
            found = []
    return tuple(check for check in found if check.compared)


def between(readings: Sequence[Reading]) -> tuple[FactCheck, ...]:
    """Check the same facts on several pages of one tournament against each other."""
    contents = [reading.content for reading in readings]
    checks = []
    for table in contents:
        if not isinstance(table, Crosstable) or not table.results:
            continue
        index = _Index(table)
        for other in contents:
            match other:
                case Pairings():
                    checks.append(_round_pages(index, other))
                case PlayerCard():
                    checks.append(_card_in_crosstable(index, other))
                case NotPaired():
                    checks.append(_not_paired(index, other))
                case Listing():
                    checks.append(_ranking_points(index, other))
                case _:
                    pass
    return tuple(check for check in checks if check.compared)


class _Index:
    """The rows of a crosstable, found by number or by name."""

    def __init__(self, table: Crosstable) -> None:
        self.table = table
        self._by_start_number = {
            row.start_number: at for at, row in enumerate(table.listing.rows) if row.start_number
        }
        self._by_name: dict[frozenset[str], list[int]] = {}
        for at, row in enumerate(table.listing.rows):
            self._by_name.setdefault(fold(row.name or ""), []).append(at)

    def place(self, start_number: int | None, name: str | None) -> int | None:
        """Return the row of a player, None where number and name do not settle it."""
        at = self._by_start_number.get(start_number) if start_number else None
        if at is not None:
            return at
        same_name = self._by_name.get(fold(name or ""), [])
        return same_name[0] if len(same_name) == 1 else None

    def number(self, at: int) -> int | None:
        """Return the number by which the table's cells name that row."""
        row = self.table.listing.rows[at]
        return row.rank if self.table.by == "rank" else row.start_number

    def result(self, at: int, of_round: int | None) -> Result | None:
        """Return what the row has in a round, None where the cell or the round is missing."""
        if of_round not in self.table.rounds:
            return None
        return self.table.results[at][self.table.rounds.index(of_round)]


def as_cell(result: Result | None) -> str:
    """Write a result as the site's crosstables do: 54b1, 8w-, -½; empty for none."""
    if result is None:
        return ""
    score = "" if result.score is None else _digits(result.score)
    if result.opponent is None:
        return f"-{score}"
    mark = _FORFEIT_SIGNS.get(result.kind, score)
    return f"{result.opponent}{_LETTERS[result.colour]}{mark}"


def _of_card(card: PlayerCard) -> list[FactCheck]:
    scores = [played.score for played in card.rounds if played.score is not None]
    totals = [(str(card.player.start_number or ""), sum(scores, ZERO), card.points)]
    changes = [
        played.published.change
        for played in card.rounds
        if played.published is not None and played.published.change is not None
    ]
    printed = [(str(card.player.start_number or ""), sum(changes, ZERO), card.fide_change)]
    return [_sums("row_total", totals), _sums("change_total", printed if changes else [])]


def _of_crosstable(table: Crosstable) -> list[FactCheck]:
    totals = (
        (_who(row), _total(results), row.points)
        for row, results in zip(table.listing.rows, table.results, strict=False)
    )
    return [_sums("row_total", totals), _mutual(table)]


def _mutual(table: Crosstable) -> FactCheck:
    """Check that the opponent's cell points back, with the other colour and result."""
    index = _Index(table)
    at_number = {index.number(at): at for at in range(len(table.listing.rows))}
    compared = 0
    wrong = []
    for at, results in enumerate(table.results):
        for column, result in enumerate(results):
            if result is None or result.opponent is None:
                continue
            compared += 1
            opposite = at_number.get(result.opponent)
            if table.rounds:
                expected = _mirrored(result, index.number(at))
                met = None if opposite is None else table.results[opposite][column]
                of_round = table.rounds[column]
            else:  # a round robin's grid: the columns are opponents
                expected = _mirrored(result, at + 1)
                met = None if opposite is None else table.results[opposite][at]
                of_round = None
            if met != expected and not _both_lose(result, met):
                who = _who(table.listing.rows[at])
                wrong.append(Contradiction(who, of_round, as_cell(expected), as_cell(met)))
    return FactCheck("mutual", compared, tuple(wrong))


def _mirrored(result: Result, number: int | None) -> Result:
    score = None if result.score is None else 1 - result.score
    kind = _MIRRORED.get(result.kind, result.kind)
    return Result(number, _OPPOSITE[result.colour], kind, score)


def _both_lose(result: Result, met: Result | None) -> bool:
    return met is not None and result.kind is Kind.FORFEIT_LOSS and met.kind is Kind.FORFEIT_LOSS


def _paired_once(pairings: Pairings) -> FactCheck:
    compared = 0
    wrong = []
    for played in pairings.rounds:
        seen: dict[str, Board] = {}
        for board in played.boards:
            for player in filter(None, (board.white, board.black)):
                compared += 1
                who = _who(player)
                if player.start_number is not None and who in seen:
                    first = str(seen[who].board or "")
                    wrong.append(Contradiction(who, played.round, first, str(board.board or "")))
                seen.setdefault(who, board)
    return FactCheck("paired_once", compared, tuple(wrong))


def _board_totals(matches: Matches) -> FactCheck:
    compared = 0
    wrong = []
    for match in matches.matches:
        if not match.boards or any(board.kind is Kind.PENDING for board in match.boards):
            continue
        home = away = ZERO
        for board in match.boards:
            white, black = board.white_score or ZERO, board.black_score or ZERO
            home += white if board.home is Colour.WHITE else black
            away += black if board.home is Colour.WHITE else white
        for team, ours, site in (
            (match.home, home, match.home_score),
            (match.away, away, match.away_score),
        ):
            if team is not None and site is not None:
                compared += 1
                if ours != site:
                    wrong.append(
                        Contradiction(team.team or "", match.round, _digits(ours), _digits(site))
                    )
    return FactCheck("board_total", compared, tuple(wrong))


def _of_composition(composition: Composition) -> list[FactCheck]:
    totals = []
    games = []
    for team in composition.teams:
        for row, results in zip(team.players.rows, team.results, strict=True):
            who = f"{team.team.team}: {row.board or row.name}"
            played = [result for result in results if result is not None]
            totals.append((who, _total(results), row.points))
            games.append(
                (who, Decimal(len(played)), None if row.games is None else Decimal(row.games))
            )
    has_rounds = any(team.rounds for team in composition.teams)
    return [_sums("row_total", totals), _sums("row_games", games)] if has_rounds else []


def _of_ranking(listing: Listing) -> list[FactCheck]:
    differences, changes = [], []
    for row in listing.rows:
        if row.score is None or row.expected is None:
            continue
        difference = row.score - row.expected
        differences.append((_who(row), difference, row.difference))
        if row.k is not None:
            changes.append((_who(row), row.k * difference, row.change))
    return [_sums("rating_difference", differences), _sums("rating_change", changes)]


def _sums(kind: str, facts: Iterable[tuple[str, Decimal, Decimal | None]]) -> FactCheck:
    """Compare figures of ours with printed ones; a figure that is not printed is not compared."""
    printed = [(who, ours, site) for who, ours, site in facts if site is not None]
    wrong = tuple(
        Contradiction(who, None, _digits(ours), _digits(site))
        for who, ours, site in printed
        if ours != site
    )
    return FactCheck(kind, len(printed), wrong)


def _round_pages(index: _Index, pairings: Pairings) -> FactCheck:
    compared = behind = 0
    wrong = []
    for played in pairings.rounds:
        if played.round not in index.table.rounds:
            continue
        for at, expected in _results_of(index, played):
            compared += 1
            met = index.result(at, played.round)
            if _is_behind(met, expected):
                behind += 1
            elif not _same(met, expected):
                who = _who(index.table.listing.rows[at])
                wrong.append(Contradiction(who, played.round, as_cell(met), as_cell(expected)))
    return FactCheck("crosstable_round", compared, tuple(wrong), behind)


def _results_of(index: _Index, played: PairedRound) -> Iterator[tuple[int, Result]]:
    """Give each player's row in the crosstable, and what the round page says of him."""
    for board in played.boards:
        sides = (
            (board.white, board.black, Colour.WHITE, board.white_score, board.kind),
            (board.black, board.white, Colour.BLACK, board.black_score,
             _MIRRORED.get(board.kind, board.kind)),
        )  # fmt: skip
        for player, opponent, colour, score, kind in sides:
            at = None if player is None else index.place(player.start_number, player.name)
            if at is None:
                continue
            if opponent is None:
                yield at, Result(None, None, kind, score)
                continue
            opposite = index.place(opponent.start_number, opponent.name)
            if opposite is not None:
                single = Kind.FORFEIT_LOSS if kind is Kind.DOUBLE_FORFEIT else kind
                yield at, Result(index.number(opposite), colour, single, score)


def _same(met: Result | None, expected: Result) -> bool:
    if met is None:
        return expected.opponent is None and expected.score in (None, ZERO)
    if met.opponent is None and expected.opponent is None:
        return met.score == expected.score or expected.score is None
    if met.colour is None:
        expected = expected._replace(colour=None)
    return met == expected


def _is_behind(met: Result | None, expected: Result) -> bool:
    """Say whether both have the pairing, and just one of them its result."""
    if met is None or met.opponent is None or met.opponent != expected.opponent:
        return False
    return (met.kind is Kind.PENDING) != (expected.kind is Kind.PENDING)


def _card_in_crosstable(index: _Index, card: PlayerCard) -> FactCheck:
    at = index.place(card.player.start_number, card.player.name)
    if at is None:
        return FactCheck("card_crosstable", 0, ())
    who = _who(index.table.listing.rows[at])
    compared = behind = 0
    wrong = []
    for played in card.rounds:
        if played.round not in index.table.rounds:
            continue
        number = None
        if played.opponent is not None:
            opposite = index.place(played.opponent.start_number, played.opponent.name)
            if opposite is None:
                continue
            number = index.number(opposite)
        compared += 1
        expected = Result(number, played.colour, played.kind, played.score)
        met = index.result(at, played.round)
        if expected.colour is None and met is not None:  # forfeits have none on a card
            expected = expected._replace(colour=met.colour)
        if _is_behind(met, expected):
            behind += 1
        elif not _same(met, expected):
            wrong.append(Contradiction(who, played.round, as_cell(met), as_cell(expected)))
    return FactCheck("card_crosstable", compared, tuple(wrong), behind)


def _not_paired(index: _Index, grid: NotPaired) -> FactCheck:
    compared = behind = 0
    wrong = []
    for row, marks in zip(grid.listing.rows, grid.marks, strict=True):
        at = index.place(row.start_number, row.name)
        if at is None:
            continue
        for mark in marks:
            met = index.result(at, mark.round)
            if met is None:
                continue
            compared += 1
            fits = met.kind is mark.kind if mark.kind else met.kind in _UNPLAYED_MARKS
            if met.kind is Kind.PENDING and mark.kind is Kind.FORFEIT_LOSS:
                behind += 1
            elif not fits:
                wrong.append(Contradiction(_who(row), mark.round, as_cell(met), mark.mark))
    return FactCheck("notpaired_crosstable", compared, tuple(wrong), behind)


def _ranking_points(index: _Index, listing: Listing) -> FactCheck:
    facts = []
    for row in listing.rows:
        at = index.place(row.start_number, row.name)
        points = None if at is None else index.table.listing.rows[at].points
        if points is not None:
            facts.append((_who(row), points, row.points))
    return _sums("ranking_points", facts)


def _total(results: Iterable[Result | None]) -> Decimal:
    scores = (result.score for result in results if result is not None)
    return sum((score for score in scores if score is not None), ZERO)


def _who(row: Entry) -> str:
    return str(row.start_number or row.rank or row.name or "")


def _digits(value: Decimal) -> str:
    if value % 1 == _HALF and value > 0:
        return f"{int(value) or ''}½"
    return f"{value.normalize():f}"
