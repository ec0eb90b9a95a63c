"""Pairings and results (art=2): a round of a Swiss event, all rounds of a round robin. Section 7.2.

A player without an opponent is known by the other side having neither number, link nor rating,
never by its name: real players are called Bye. Rows of byes lose a cell when a PGN column comes.
Where the header has Black on the left, the sides are turned to White first.
"""

from scraper import vocabulary
from scraper.model import Kind
from scraper.page import Page
from scraper.readings import Board, Entry, Listing, PairedRound, Pairings
from scraper.tables import Table, columns_of
from scraper.views.entries import board, read_listing
from scraper.views.results import board_result, lone_result, round_heading

_FIXED_BOARD = "*)"
_LONE = frozenset({"1", "½", "0"})


def read(page: Page) -> Pairings:
    """Read the rounds of a page. Raises PageChanged where a cell fits no known form."""
    tables = [table for table in page.tables if table.has("result")]
    rounds: list[PairedRound] = []
    fields: tuple[str, ...] = ()
    for table in tables:
        heading = table.headings[-1] if table.headings else page.round_heading or ""
        number, day, time = round_heading(heading)
        fields, boards = _boards(table)
        rounds.append(PairedRound(number, day, time, boards))
    return Pairings(fields, tuple(rounds))


def _boards(table: Table) -> tuple[tuple[str, ...], tuple[Board, ...]]:
    middle = table.columns["result"]
    sides: list[Listing] = []
    for header, start in ((table.header[:middle], 0), (table.header[middle + 1 :], middle + 1)):
        columns = columns_of(header, start)
        for colour in ("white", "black"):
            if colour in columns:
                columns["name"] = columns.pop(colour)
        sides.append(read_listing(table, "start_number", columns))
    left_side, right_side = sides
    places = table.columns
    is_turned = places.get("black", middle) < middle < places.get("white", middle)
    fields = tuple(field for field in left_side.fields if field in right_side.fields)
    has_rating = any(field in right_side.fields for field in ("rating", "fide", "national"))
    boards = []
    for row, left, right in zip(table.rows, left_side.rows, right_side.rows, strict=True):
        played = _board(
            board(row.text("board")),
            _without_mark(left),
            _without_mark(right),
            row.text("result"),
            has_rating,
        )
        boards.append(_turned(played) if is_turned else played)
    return fields, tuple(boards)


def _board(
    number: int | str | None, left: Entry, right: Entry, result: str, has_rating: bool
) -> Board:
    if _is_nobody(right, result, has_rating):
        kind, score = lone_result(result)
        if score is None and right.name not in vocabulary.BYES:
            kind = Kind.NOT_PAIRED
        return Board(number, left, None, kind, score, None)
    if _is_nobody(left, result, has_rating):
        kind, score = lone_result(result)
        return Board(number, right, None, kind, score, None)
    kind, white_score, black_score, rated = board_result(result)
    return Board(number, left, right, kind, white_score, black_score, rated)


def _turned(played: Board) -> Board:
    """Turn a board that is printed with Black first; who has no opponent stays first."""
    if played.black is None:
        return played
    return played._replace(
        white=played.black,
        black=played.white,
        kind=played.kind.mirrored,
        white_score=played.black_score,
        black_score=played.white_score,
    )


def _is_nobody(side: Entry, result: str, has_rating: bool) -> bool:
    if side.start_number is not None:
        return False
    if has_rating:
        return side.rating is None and side.fide is None and side.national is None
    return result in _LONE or (not result and side.name in vocabulary.BYES)


def _without_mark(side: Entry) -> Entry:
    """Drop the mark of a fixed board behind a name."""
    name = side.name
    if name is None or not name.endswith(_FIXED_BOARD):
        return side
    return side._replace(name=name.removesuffix(_FIXED_BOARD).rstrip() or None)
