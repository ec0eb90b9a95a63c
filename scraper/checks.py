"""Does a page agree with itself? Its sums, and what it says twice.

Each check counts what it compared and keeps every contradiction with both values.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from scraper.model import Colour, Kind, PlayerCard
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Listing,
    Matches,
    Pairings,
    Reading,
    Result,
)

ZERO, _HALF = Decimal(0), Decimal("0.5")
_LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}
# Games are worth this many points under the one other system that is known.
_THREE_ONE_NONE = {Decimal(1): Decimal(3), _HALF: Decimal(1)}
_FEWEST_FOR_A_SYSTEM = 3
FORFEIT_SIGNS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.DOUBLE_FORFEIT: "-"}


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
    `site` the other page's. `behind` counts what one of the two pages does not have yet, and
    `round` is that of the other page where it has one.

    `scoring` is "3-1-0" where most sums disagree and those points for games explain them all.
    """

    kind: str
    compared: int
    contradictions: tuple[Contradiction, ...]
    behind: int = 0
    round: int | None = None
    scoring: str | None = None

    @property
    def ok(self) -> bool:
        """Whether everything compared agrees."""
        return not self.contradictions


class Sum(NamedTuple):
    """Scores of games, and the total that is printed for them."""

    who: str
    scores: tuple[Decimal, ...]
    printed: Decimal | None
    round: int | None = None


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


def as_cell(result: Result | None) -> str:
    """Write a result as the site's crosstables do: 54b1, 8w-, -½; empty for none."""
    if result is None:
        return ""
    score = "" if result.score is None else digits(result.score)
    if result.opponent is None:
        return f"-{score}"
    mark = FORFEIT_SIGNS.get(result.kind, score)
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
        sums("row_total", totals),
        sums("change_total", printed if changes else []),
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
            wrong.append(Contradiction(who, played.round, digits(ours), digits(figures.change)))
    return FactCheck("rating_change", compared, tuple(wrong))


def _of_crosstable(table: Crosstable) -> list[FactCheck]:
    totals = row_totals(table)
    return [totals, _mutual(table, {wrong.who for wrong in totals.contradictions})]


def row_totals(table: Crosstable) -> FactCheck:
    """Check that the rounds of a crosstable's rows add up to the printed points."""
    return _totals(
        "row_total",
        [
            Sum(who_is(row), scores_of(results), row.points)
            for row, results in zip(table.listing.rows, table.results, strict=False)
        ],
    )


def _mutual(table: Crosstable, doubtful: Collection[str]) -> FactCheck:
    """Check that the opponent's cell points back, with the other colour and result.

    A game may give less than a point, but not to a row whose points are in doubt.
    """
    at_number = {number_of(table, at): at for at in range(len(table.listing.rows))}
    compared = 0
    wrong = []
    for at, results in enumerate(table.results):
        for column, result in enumerate(results):
            if result is None or result.opponent is None:
                continue
            compared += 1
            opposite = at_number.get(result.opponent)
            if table.rounds:
                expected = _mirrored(result, number_of(table, at))
                met = None if opposite is None else table.results[opposite][column]
                of_round = table.rounds[column]
            else:  # a round robin's grid: the columns are opponents
                expected = _mirrored(result, at + 1)
                met = None
                if opposite is not None and at < len(table.results[opposite]):
                    met = table.results[opposite][at]
                of_round = None
            who = who_is(table.listing.rows[at])
            is_doubtful = who in doubtful or (
                opposite is not None and who_is(table.listing.rows[opposite]) in doubtful
            )
            if met != expected and not _fits_as_well(result, met, expected, is_doubtful):
                wrong.append(Contradiction(who, of_round, as_cell(expected), as_cell(met)))
    return FactCheck("mutual", compared, tuple(wrong))


def _mirrored(result: Result, number: int | None) -> Result:
    score = None if result.score is None else 1 - result.score
    colour = None if result.colour is None else result.colour.opposite
    return Result(number, colour, result.kind.mirrored, score)


def _fits_as_well(result: Result, met: Result | None, expected: Result, is_doubtful: bool) -> bool:
    """Accept a game that both lost by forfeit, or that gave less than a point: 0-0, ½-0."""
    if result.kind is Kind.FORFEIT_LOSS:
        return met == expected._replace(kind=Kind.FORFEIT_LOSS, score=ZERO)
    if met is None or met.score is None or result.score is None:
        return False
    if is_doubtful or result.kind is not Kind.GAME or result.score + met.score > 1:
        return False
    return met == expected._replace(score=met.score)


def _paired_once(pairings: Pairings) -> FactCheck:
    compared = 0
    wrong = []
    for played in pairings.rounds:
        seen: dict[str, Board] = {}
        for board in played.boards:
            for player in filter(None, (board.white, board.black)):
                compared += 1
                who = who_is(player)
                if player.start_number is not None and who in seen:
                    first = str(seen[who].board or "")
                    wrong.append(Contradiction(who, played.round, first, str(board.board or "")))
                seen.setdefault(who, board)
    return FactCheck("paired_once", compared, tuple(wrong))


def _board_totals(matches: Matches) -> FactCheck:
    found = []
    for match in matches.matches:
        if not match.boards or any(board.kind is Kind.PENDING for board in match.boards):
            continue
        home, away = [], []
        for board in match.boards:
            white, black = board.white_score or ZERO, board.black_score or ZERO
            home.append(white if board.home is Colour.WHITE else black)
            away.append(black if board.home is Colour.WHITE else white)
        found.append(Sum(match.home.team or "", tuple(home), match.home_score, match.round))
        if match.away is not None:
            found.append(Sum(match.away.team or "", tuple(away), match.away_score, match.round))
    return _totals("board_total", found)


def _of_composition(composition: Composition) -> list[FactCheck]:
    totals = []
    games = []
    for team in composition.teams:
        for row, results in zip(team.players.rows, team.results, strict=True):
            who = f"{team.team.team}: {row.board or row.name}"
            played = [result for result in results if result is not None]
            totals.append(Sum(who, scores_of(results), row.points))
            games.append(
                (who, Decimal(len(played)), None if row.games is None else Decimal(row.games))
            )
    has_rounds = any(team.rounds for team in composition.teams)
    return [_totals("row_total", totals), sums("row_games", games)] if has_rounds else []


def _of_ranking(listing: Listing) -> list[FactCheck]:
    differences, changes = [], []
    for row in listing.rows:
        if row.score is None or row.expected is None:
            continue
        difference = row.score - row.expected
        differences.append((who_is(row), difference, row.difference))
        if row.k is not None:
            changes.append((who_is(row), row.k * difference, row.change))
    return [sums("rating_difference", differences), sums("rating_change", changes)]


def sums(kind: str, facts: Iterable[tuple[str, Decimal, Decimal | None]]) -> FactCheck:
    """Compare figures of ours with printed ones; a figure that is not printed is not compared."""
    printed = [(who, ours, site) for who, ours, site in facts if site is not None]
    wrong = tuple(
        Contradiction(who, None, digits(ours), digits(site))
        for who, ours, site in printed
        if ours != site
    )
    return FactCheck(kind, len(printed), wrong)


def _totals(kind: str, found: Iterable[Sum]) -> FactCheck:
    """Compare sums of scores with printed ones, under the points for games that the page uses."""
    facts = [(one, one.printed) for one in found if one.printed is not None]
    usual = [(one, site) for one, site in facts if add(one.scores) != site]
    scoring = None
    if len(usual) >= _FEWEST_FOR_A_SYSTEM and 2 * len(usual) > len(facts):
        is_explained = all(add(one.scores, "3-1-0") == site for one, site in usual)
        scoring = "3-1-0" if is_explained else None
    wrong = tuple(
        Contradiction(one.who, one.round, digits(ours), digits(site))
        for one, site in facts
        if (ours := add(one.scores, scoring)) != site
    )
    return FactCheck(kind, len(facts), wrong, scoring=scoring)


def scores_of(results: Iterable[Result | None]) -> tuple[Decimal, ...]:
    """Give the scores of a row."""
    scores = (result.score for result in results if result is not None)
    return tuple(score for score in scores if score is not None)


def add(scores: Iterable[Decimal], scoring: str | None = None) -> Decimal:
    """Add up scores, in the points that games are worth."""
    if scoring is not None:
        scores = (_THREE_ONE_NONE.get(score, score) for score in scores)
    return sum(scores, ZERO)


def number_of(table: Crosstable, at: int) -> int | None:
    """Return the number by which cells name the player of a row; a tie leaves its rank blank."""
    number = table.number(at)
    return at + 1 if number is None and table.by == "rank" else number


def who_is(row: Entry) -> str:
    """Name a player by the number that the page gives him, or by name where it gives none."""
    return str(row.start_number or row.rank or row.name or "")


def digits(value: Decimal) -> str:
    """Write a score as the site does, with ½."""
    if value % 1 == _HALF and value > 0:
        return f"{int(value) or ''}½"
    return f"{value.normalize():f}"
