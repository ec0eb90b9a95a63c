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
    Match,
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
    change_total (the rounds add up to the printed change), rating_difference (w - we) and
    rating_change (K times that). `ours` is what we add up.
    Kinds between pages: crosstable_round (the composition is the crosstable of a team event),
    card_crosstable, notpaired_crosstable, ranking_points (after the round of the ranking), and
    board_total (the pairings of the teams); `ours` is the crosstable's value or the boards',
    `site` the other page's. `behind` counts what one of the two pages does not have yet.
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
    checks: list[FactCheck] = []
    for reading in readings:
        match reading.content:
            case Crosstable() as table if table.results:
                checks += _against_crosstable(_Index(table), readings)
            case Composition() as composition:
                places = _places_in(composition)
                checks += [_boards_of_teams(places, one) for one in _matches_of(readings)]
            case Matches() as matches if not any(match.boards for match in matches.matches):
                checks += [_scores_of_teams(one, matches) for one in _matches_of(readings)]
            case _:
                pass
    return tuple(check for check in checks if check.compared)


def _against_crosstable(index: "_Index", readings: Iterable[Reading]) -> Iterator[FactCheck]:
    for reading in readings:
        match reading.content:
            case Pairings() as pairings:
                yield _round_pages(index, pairings)
            case PlayerCard() as card:
                yield _card_in_crosstable(index, card)
            case NotPaired() as grid:
                yield _not_paired(index, grid)
            case Listing() as listing:
                yield _ranking_points(index, listing, reading.round)
            case _:
                pass


def _matches_of(readings: Iterable[Reading]) -> Iterator[Matches]:
    """Give the pages of matches with their boards."""
    for reading in readings:
        content = reading.content
        if isinstance(content, Matches) and any(match.boards for match in content.matches):
            yield content


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
    return [
        _sums("row_total", totals),
        _sums("change_total", printed if changes else []),
        _round_changes(card),
    ]


def _round_changes(card: PlayerCard) -> FactCheck:
    """Check K times the difference, where a round prints K, expected score and change."""
    compared = 0
    wrong = []
    for played in card.rounds:
        figures = played.published
        if figures is None or figures.k is None or played.score is None:
            continue
        if figures.expected is None or figures.change is None:
            continue
        compared += 1
        ours = figures.k * (played.score - figures.expected)
        if ours != figures.change:
            who = str(card.player.start_number or "")
            wrong.append(Contradiction(who, played.round, _digits(ours), _digits(figures.change)))
    return FactCheck("rating_change", compared, tuple(wrong))


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
                met = None
                if opposite is not None and at < len(table.results[opposite]):
                    met = table.results[opposite][at]
                of_round = None
            if met != expected and met != _lost_by_both(result, expected):
                who = _who(table.listing.rows[at])
                wrong.append(Contradiction(who, of_round, as_cell(expected), as_cell(met)))
    return FactCheck("mutual", compared, tuple(wrong))


def _mirrored(result: Result, number: int | None) -> Result:
    score = None if result.score is None else 1 - result.score
    kind = _MIRRORED.get(result.kind, result.kind)
    return Result(number, _OPPOSITE[result.colour], kind, score)


def _lost_by_both(result: Result, expected: Result) -> Result:
    """Return the other cell that fits as well: of a game that both lost by forfeit."""
    if result.kind is not Kind.FORFEIT_LOSS:
        return expected
    return expected._replace(kind=Kind.FORFEIT_LOSS, score=ZERO)


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


def _ranking_points(index: _Index, listing: Listing, after: int | None) -> FactCheck:
    """Compare the points after the ranking's round, which may be an earlier one.

    A grid does not say which round it stands after, so that only a full one is compared.
    """
    table = index.table
    others = len(table.results) - 1
    newest = max(table.rounds, default=others + 1 - others % 2)
    is_earlier = after is not None and after < newest
    compared = behind = 0
    wrong = []
    for row in listing.rows:
        at = index.place(row.start_number, row.name)
        if at is None or row.points is None:
            continue
        results = table.results[at]
        points = table.listing.rows[at].points
        is_whole = after is None or after == newest
        if table.rounds:
            pairs = zip(table.rounds, results, strict=True)
            results = tuple(one for number, one in pairs if after is None or number <= after)
            points = _total(results) if is_earlier else points
            is_whole = is_whole or is_earlier
        elif is_earlier or sum(result is not None for result in results) < others:
            continue
        if points is None:
            continue
        compared += 1
        is_pending = any(one is not None and one.kind is Kind.PENDING for one in results)
        if points != row.points and (is_pending or not is_whole):
            behind += 1
        elif points != row.points:
            wrong.append(Contradiction(_who(row), after, _digits(points), _digits(row.points)))
    return FactCheck("ranking_points", compared, tuple(wrong), behind)


_Cells = dict[int, Result | None]


def _places_in(composition: Composition) -> dict[object, _Cells]:
    """Give the rounds of every player, by start number and by team and name; none for namesakes."""
    found: dict[object, _Cells] = {}
    for team in composition.teams:
        for row, results in zip(team.players.rows, team.results, strict=True):
            cells = dict(zip(team.rounds, results, strict=True))
            for key in (row.start_number, (team.team.team, fold(row.name or ""))):
                found[key] = {} if key in found else cells
    found.pop(None, None)
    return found


def _boards_of_teams(places: dict[object, _Cells], matches: Matches) -> FactCheck:
    compared = behind = 0
    wrong = []
    for match in matches.matches:
        for board in match.boards:
            for player, team, expected in _sides_of(match, board):
                by_name = (None if team is None else team.team, fold(player.name or ""))
                cells = places.get(player.start_number or by_name, places.get(by_name, {}))
                if match.round not in cells:
                    continue
                compared += 1
                met = cells[match.round]
                if (met is None) != (expected.kind is Kind.PENDING):
                    behind += 1
                elif met is not None and (met.kind, met.score) != (expected.kind, expected.score):
                    who = f"{by_name[0]}: {player.name}"
                    wrong.append(Contradiction(who, match.round, _mark(met), _mark(expected)))
    return FactCheck("crosstable_round", compared, tuple(wrong), behind)


def _sides_of(match: Match, board: Board) -> Iterator[tuple[Entry, Entry | None, Result]]:
    """Give each player of a board, his team, and his result."""
    white_team, black_team = match.home, match.away
    if board.home is Colour.BLACK:
        white_team, black_team = match.away, match.home  # type: ignore[assignment]
    for player, team, score, kind in (
        (board.white, white_team, board.white_score, board.kind),
        (board.black, black_team, board.black_score, _MIRRORED.get(board.kind, board.kind)),
    ):
        if player is not None:
            single = Kind.FORFEIT_LOSS if kind is Kind.DOUBLE_FORFEIT else kind
            yield player, team, Result(None, None, single, score)


def _scores_of_teams(with_boards: Matches, matches: Matches) -> FactCheck:
    """Compare the scores of the matches of a round on its two pages."""
    compared = behind = 0
    wrong = []
    by_teams = {
        (match.round, match.home.team, match.away and match.away.team): match
        for match in with_boards.matches
    }
    for match in matches.matches:
        found = by_teams.get((match.round, match.home.team, match.away and match.away.team))
        if found is None:
            continue
        for team, ours, site in (
            (match.home, found.home_score, match.home_score),
            (match.away, found.away_score, match.away_score),
        ):
            compared += 1
            if (ours is None) != (site is None):
                behind += 1
            elif ours is not None and site is not None and ours != site:
                who = (team and team.team) or ""
                wrong.append(Contradiction(who, match.round, _digits(ours), _digits(site)))
    return FactCheck("board_total", compared, tuple(wrong), behind)


def _mark(result: Result) -> str:
    """Write a result as the composition of a team does."""
    score = "" if result.score is None else _digits(result.score)
    return _FORFEIT_SIGNS.get(result.kind, score)


def _total(results: Iterable[Result | None]) -> Decimal:
    scores = (result.score for result in results if result is not None)
    return sum((score for score in scores if score is not None), ZERO)


def _who(row: Entry) -> str:
    return str(row.start_number or row.rank or row.name or "")


def _digits(value: Decimal) -> str:
    if value % 1 == _HALF and value > 0:
        return f"{int(value) or ''}½"
    return f"{value.normalize():f}"
