"""Do the pages of one tournament agree with each other? The same game, points or score twice.

Nothing is settled here: pages that are read within seconds of each other can disagree while results
are being uploaded (reference, section 13).
"""

from collections.abc import Iterable, Iterator, Sequence

from scraper.checks import (
    FORFEIT_SIGNS,
    ZERO,
    Contradiction,
    FactCheck,
    add,
    as_cell,
    digits,
    number_of,
    row_totals,
    scores_of,
    who_is,
)
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

_UNPLAYED_MARKS = (Kind.NOT_PAIRED, Kind.HALF_BYE)
_MARKED = (Kind.BYE, Kind.FORFEIT_LOSS, *_UNPLAYED_MARKS)


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
                yield _round_pages(index, pairings, reading.cut)
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
        self.scoring = row_totals(table).scoring
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

    def absent(self, players: Iterable[Entry | None]) -> list[int]:
        """Return the rows of those who are not among the players.

        A namesake whom no number tells from another may be either of them, and is not absent.
        """
        present: set[int] = set()
        for player in filter(None, players):
            at = self.place(player.start_number, player.name)
            present.update(self._by_name.get(fold(player.name or ""), ()) if at is None else (at,))
        return [at for at in range(len(self.table.results)) if at not in present]

    def result(self, at: int, of_round: int | None) -> Result | None:
        """Return what the row has in a round, None where the cell or the round is missing."""
        if of_round not in self.table.rounds:
            return None
        return self.table.results[at][self.table.rounds.index(of_round)]


def _round_pages(index: _Index, pairings: Pairings, is_cut: bool) -> FactCheck:
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
                who = who_is(index.table.listing.rows[at])
                wrong.append(Contradiction(who, played.round, as_cell(met), as_cell(expected)))
        missing, pending = ((), 0) if is_cut else _missing(index, played)
        wrong += missing
        behind += pending
        compared += len(missing) + pending
    of_round = _the_one(played.round for played in pairings.rounds)
    return FactCheck("crosstable_round", compared, tuple(wrong), behind, of_round)


def _missing(index: _Index, played: PairedRound) -> tuple[Sequence[Contradiction], int]:
    """Give the games of the crosstable that the page of their round lacks.

    Games without a result, and all of a page that has nothing but absentees yet, are only counted.
    """
    is_paired = any(board.white and board.black for board in played.boards)
    wrong, behind = [], 0
    players = (side for board in played.boards for side in (board.white, board.black))
    for at in index.absent(players):
        met = index.result(at, played.round)
        if met is None or met.opponent is None:
            continue
        if met.kind is Kind.PENDING or not is_paired:
            behind += 1
        else:
            who = who_is(index.table.listing.rows[at])
            wrong.append(Contradiction(who, played.round, as_cell(met), ""))
    return wrong, behind


def _the_one(rounds: Iterable[int | None]) -> int | None:
    """Return the round of a page that has just one."""
    found = set(rounds)
    return found.pop() if len(found) == 1 else None


def _results_of(index: _Index, played: PairedRound) -> Iterator[tuple[int, Result]]:
    """Give each player's row in the crosstable, and what the round page says of him."""
    for board in played.boards:
        sides = (
            (board.white, board.black, Colour.WHITE, board.white_score, board.kind),
            (board.black, board.white, Colour.BLACK, board.black_score,
             board.kind.mirrored),
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
                yield at, Result(number_of(index.table, opposite), colour, single, score)


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
    if met.colour and expected.colour and met.colour is not expected.colour:
        return False
    return (met.kind is Kind.PENDING) != (expected.kind is Kind.PENDING)


def _card_in_crosstable(index: _Index, card: PlayerCard) -> FactCheck:
    at = index.place(card.player.start_number, card.player.name)
    if at is None:
        return FactCheck("card_crosstable", 0, ())
    who = who_is(index.table.listing.rows[at])
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
            number = number_of(index.table, opposite)
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
                wrong.append(Contradiction(who_is(row), mark.round, as_cell(met), mark.mark))
    unmarked, later = _unmarked(index, grid)
    return FactCheck(
        "notpaired_crosstable",
        compared + len(unmarked) + later,
        (*wrong, *unmarked),
        behind + later,
    )


def _unmarked(index: _Index, grid: NotPaired) -> tuple[list[Contradiction], int]:
    """Give the rounds without a game that have no mark; those past the last mark are counted."""
    newest = max((mark.round for marks in grid.marks for mark in marks), default=0)
    wrong, later = [], 0
    for of_round in grid.rounds:
        marked = (
            row
            for row, marks in zip(grid.listing.rows, grid.marks, strict=True)
            if any(mark.round == of_round for mark in marks)
        )
        for at in index.absent(marked):
            met = index.result(at, of_round)
            if met is None or met.kind not in _MARKED:
                continue
            if of_round > newest:
                later += 1
            else:
                who = who_is(index.table.listing.rows[at])
                wrong.append(Contradiction(who, of_round, as_cell(met), ""))
    return wrong, later


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
            points = add(scores_of(results), index.scoring) if is_earlier else points
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
            wrong.append(Contradiction(who_is(row), after, digits(points), digits(row.points)))
    return FactCheck("ranking_points", compared, tuple(wrong), behind, after)


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
    of_round = _the_one(match.round for match in matches.matches)
    return FactCheck("crosstable_round", compared, tuple(wrong), behind, of_round)


def _sides_of(match: Match, board: Board) -> Iterator[tuple[Entry, Entry | None, Result]]:
    """Give each player of a board, his team, and his result."""
    white_team, black_team = match.home, match.away
    if board.home is Colour.BLACK:
        white_team, black_team = match.away, match.home  # type: ignore[assignment]
    for player, team, score, kind in (
        (board.white, white_team, board.white_score, board.kind),
        (board.black, black_team, board.black_score, board.kind.mirrored),
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
                wrong.append(Contradiction(who, match.round, digits(ours), digits(site)))
    of_round = _the_one(match.round for match in with_boards.matches)
    return FactCheck("board_total", compared, tuple(wrong), behind, of_round)


def _mark(result: Result) -> str:
    """Write a result as the composition of a team does."""
    score = "" if result.score is None else digits(result.score)
    return FORFEIT_SIGNS.get(result.kind, score)
