"""Real pages with invented people: the typed reading of every view has every expected fact.

The rows are compared as `read_page` gives them, with their own list of columns below, so that
neither the vocabulary nor the tables judge themselves. National identity numbers ("ID", "ИН") are
not compared: tnrate never reads them, on purpose.
"""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import pytest

from scraper.model import Colour, Kind, PlayerCard
from scraper.read import read_page
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Found,
    FoundPlayer,
    Listing,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    Reading,
    Result,
    Team,
)
from tests.expected import Line, cases, exact, of_views, page_named, page_of, reading_of, stamp

T = TypeVar("T")

LISTS = of_views("startlist", "alphabetical", "ranking", "playerlist", "bestplayers", "teamlist")
CROSSTABLES = of_views("crosstable")
PAIRINGS = cases(lambda line: line["view"] == "pairings" and bool(line["rounds"]))
WITH_ROWS = cases(lambda line: "first_name" in line and line["view"] != "search")
FRAMED = cases(lambda line: "gated" in line)  # all but the spreadsheet
ALL = cases(lambda line: True)

# The heads of the columns, and the field that each must fill.
FIELDS = {
    "Rk.": "rank", "Sıra": "rank", "SNo": "start_number", "Bşl.No.": "start_number",
    "Ном.": "start_number", "Name": "name", "İsim": "name", "Имя": "name", "FideID": "fide_id",
    "код FIDE": "fide_id", "FED": "federation", "ФЕД.": "federation", "Rtg": "rating",
    "Рейт.": "rating", "RtgI": "fide", "ELO": "fide", "RtgN": "national", "UKD": "national",
    "sex": "sex", "Cinsiyet": "sex", "пол": "sex", "Typ": "type", "Gr": "group", "Group": "group",
    "Club/City": "club", "Kulüp/Şehir": "club", "Клуб/Город": "club", "Pts.": "points",
    "Puan": "points", "Rp": "performance", "n": "games", "w": "score", "we": "expected",
    "w-we": "difference", "K": "k", "rtg+/-": "change", "Team": "team", "Bo.": "board",
    "Games": "games", "%": "percent", "RtgAvg": "rating_average", "Captain": "captain",
}  # fmt: skip
# "No." is a start number in the lists that are sorted by it, and a place among the best players.
NUMBERS = {
    "startlist": "start_number", "teamlist": "start_number", "crosstable": "start_number",
    "bestplayers": "rank",
}  # fmt: skip
TIE_BREAK = re.compile(r"(?:TB|EB)(\d)")
CELLS = {
    "game": (Kind.GAME,),
    "forfeit_win": (Kind.FORFEIT_WIN,),
    "forfeit_loss": (Kind.FORFEIT_LOSS,),
    "bye_full": (Kind.BYE,),
    "bye_half": (Kind.HALF_BYE,),
    "not_paired": (Kind.NOT_PAIRED,),
    "pending": (Kind.PENDING,),
}
PLAYED = (Kind.GAME, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.PENDING)
MIRRORED = {
    Kind.GAME: Kind.GAME,
    Kind.PENDING: Kind.PENDING,
    Kind.FORFEIT_WIN: Kind.FORFEIT_LOSS,
    Kind.FORFEIT_LOSS: Kind.FORFEIT_WIN,
}
FORFEITS = {
    Kind.FORFEIT_WIN: "+ - -",
    Kind.FORFEIT_LOSS: "- - +",
    Kind.DOUBLE_FORFEIT: "- - -",
    Kind.PENDING: "pending",
}
ALONE = {
    (Kind.BYE, None): "bye: ",
    (Kind.BYE, Decimal(1)): "bye: 1",
    (Kind.HALF_BYE, Decimal("0.5")): "not paired: ½",
    (Kind.NOT_PAIRED, Decimal(0)): "not paired: 0",
}


def of(kind: type[T], reading: Reading) -> T:
    """Give the content of a reading, which must be of that kind."""
    assert isinstance(reading.content, kind)
    return reading.content


def rows_of(reading: Reading) -> tuple[Entry, ...]:
    """Give the rows of a list, a crosstable, or a not-paired grid."""
    content = reading.content
    if isinstance(content, Crosstable | NotPaired):
        return content.listing.rows
    return of(Listing, reading).rows


def fields_of(reading: Reading) -> tuple[str, ...]:
    """Name the fields that a list, a crosstable, or a not-paired grid says it has."""
    content = reading.content
    if isinstance(content, Crosstable | NotPaired):
        return content.listing.fields
    return of(Listing, reading).fields


def field(view: str, word: str) -> str | None:
    """Name the field of a column; None for those without one, such as "No." of an alphabet."""
    return NUMBERS.get(view) if word == "No." else FIELDS.get(word)


def sum_of(values: Iterable[Decimal | int | None]) -> Decimal:
    """Add what is there."""
    return sum((Decimal(value) for value in values if value is not None), Decimal(0))


def as_printed(score: Decimal | None) -> str:
    """Print a score with the sign of a half: 3½."""
    assert score is not None
    whole, half = divmod(score, 1)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def result_of(kind: Kind, left: Decimal | None, right: Decimal | None) -> str:
    """Print the result of a board as the site does."""
    return FORFEITS.get(kind) or f"{as_printed(left)} - {as_printed(right)}"


def values_of(rows: Iterable[Entry], view: str, word: str) -> list[Any] | None:
    """Give the values of a column; None where tnrate gives it no field."""
    tie = TIE_BREAK.fullmatch(word)
    if tie:
        return [row.tie_breaks[int(tie[1]) - 1] for row in rows]
    name = field(view, word)
    return None if name is None else [getattr(row, name) for row in rows]


@pytest.mark.parametrize("line", WITH_ROWS)
def test_every_column_fills_its_field_and_no_other_is_claimed(
    shared_pages: Path, line: Line
) -> None:
    """The header is the expected one, and exactly its columns are named as fields."""
    page = page_of(shared_pages, line)
    (table,) = (table for table in page.tables if table.has("name") or table.has("team"))
    header = line["columns"]
    assert list(table.header) == header
    expected = {field(line["view"], word) for word in header} - {None}
    named = next((word for word in header if FIELDS.get(word) == "name"), None)
    if named and not header[header.index(named) - 1]:
        expected.add("title")
    if any(map(TIE_BREAK.fullmatch, header)):
        expected.add("tie_breaks")
    if line["player_links"]:
        expected.add("start_number")
    if line.get("points_column"):
        expected.add("points")
    assert set(fields_of(read_page(page))) == expected


@pytest.mark.parametrize("line", WITH_ROWS)
def test_the_rows_of_every_list_grid_and_crosstable(shared_pages: Path, line: Line) -> None:
    """Rows, first and last name, and every number of the first and the last row are expected."""
    view = line["view"]
    rows = rows_of(reading_of(shared_pages, line))
    assert len(rows) == line["rows"]
    names = [row.team if view == "teamlist" else row.name for row in (rows[0], rows[-1])]
    assert names == [line["first_name"], line["last_name"]]
    for row, expected in ((rows[0], line.get("first", {})), (rows[-1], line.get("last", {}))):
        for word, number in expected.items():
            values = values_of([row], view, word)
            if values is None:
                assert word == "No."  # it only counts the rows
            else:
                assert values == [exact(number)], word
    if "blank_ranks" in line:
        assert sum(row.rank is None for row in rows) == line["blank_ranks"]


@pytest.mark.parametrize("line", WITH_ROWS)
def test_the_totals_of_every_list_grid_and_crosstable(shared_pages: Path, line: Line) -> None:
    """Sums of ratings and numbers, filled cells, unrated players, ids, titles and women agree."""
    view = line["view"]
    rows = rows_of(reading_of(shared_pages, line))
    for word, total in line.get("rating_sums", {}).items():
        ratings = values_of(rows, view, word)
        assert ratings is not None
        assert None not in ratings
        assert sum(ratings) == total
        assert ratings.count(0) == line["unrated"][word]
    for word, total in line.get("sums", {}).items():
        values = values_of(rows, view, word)
        assert values is not None
        assert sum_of(values) == exact(total)
    for word, count in {**line.get("filled", {}), **line.get("ids_filled", {})}.items():
        if word in ("ID", "ИН"):
            continue  # national identity numbers are never read
        values = values_of(rows, view, word)
        assert values is not None
        assert len(values) - values.count(None) == count
    if "K_values" in line:
        assert Counter(str(row.k) for row in rows if row.k is not None) == line["K_values"]
    assert Counter(row.title for row in rows if row.title) == line.get("titles", {})
    if "women" in line:
        assert sum((row.sex or "").lower() == "w" for row in rows) == line["women"]
    if "federations_by_row_class" in line and "FED" in line.get("filled", {}):
        assert len({row.federation for row in rows}) == line["federations_by_row_class"]


@pytest.mark.parametrize("line", LISTS)
def test_a_list_says_where_its_points_come_from(shared_pages: Path, line: Line) -> None:
    """The points of a list come from its own column, or there are none."""
    listing = of(Listing, reading_of(shared_pages, line))
    word = next((word for word in line["columns"] if FIELDS.get(word) == "points"), None)
    assert listing.points_from == word
    assert (None in [row.points for row in listing.rows]) is (word is None)


@pytest.mark.parametrize("line", CROSSTABLES)
def test_every_round_of_every_crosstable(shared_pages: Path, line: Line) -> None:
    """Per round, the cells of each kind are as many as expected and give the expected points."""
    table = of(Crosstable, reading_of(shared_pages, line))
    assert table.rounds == tuple(one["round"] for one in line["rounds"])
    for place, expected in enumerate(line["rounds"]):
        cells = [row[place] for row in table.results]
        kinds = Counter(cell.kind if cell else None for cell in cells)
        for name, of_name in CELLS.items():
            assert sum(kinds.pop(kind, 0) for kind in of_name) == expected[name], name
        assert kinds.pop(None, 0) == expected["empty"]
        assert not kinds
        assert sum_of(cell.score for cell in cells if cell) == exact(expected["points"])


@pytest.mark.parametrize("line", CROSSTABLES)
def test_the_points_of_every_crosstable(shared_pages: Path, line: Line) -> None:
    """Every row's cells add up to its published points, which come from the expected column."""
    table = of(Crosstable, reading_of(shared_pages, line))
    assert table.listing.points_from == line["points_column"]
    sums = [sum_of(cell.score for cell in row if cell) for row in table.results]
    points = [row.points for row in table.listing.rows]
    assert sum(sums) == exact(line["sum_points_cells"])
    assert sum_of(points) == exact(line["sum_points_published"])
    differ = sum(ours != theirs for ours, theirs in zip(sums, points, strict=True))
    assert differ == line["rows_where_cells_and_published_differ"]


@pytest.mark.parametrize("line", CROSSTABLES)
def test_every_cell_of_every_crosstable_is_mutual(shared_pages: Path, line: Line) -> None:
    """The opponent's cell points back, with the other colour and the complementary result."""
    table = of(Crosstable, reading_of(shared_pages, line))
    assert table.by == "start_number"
    by_number = {
        row.start_number: cells
        for row, cells in zip(table.listing.rows, table.results, strict=True)
    }
    assert len(by_number) == line["rows"]
    paired: list[Colour | None] = []
    unmatched = 0
    for number, cells in by_number.items():
        for place, cell in enumerate(cells):
            if cell is None or cell.opponent is None:
                continue
            paired.append(cell.colour)
            back = by_number[cell.opponent][place]
            unmatched += back is None or not _are_mutual(number, cell, back)
    assert len(paired) == line["paired_cells"]
    assert paired.count(Colour.WHITE) == line["whites"]
    assert paired.count(Colour.BLACK) == line["blacks"]
    assert unmatched == line["cells_without_matching_opponent"]


def _are_mutual(number: int | None, cell: Result, back: Result) -> bool:
    scores = {cell.score, back.score}
    adds_up = scores == {None} or sum_of((cell.score, back.score)) == 1
    both_lost = cell.kind is back.kind is Kind.FORFEIT_LOSS  # a double forfeit
    return (
        back.opponent == number
        and {cell.colour, back.colour} == set(Colour)
        and (both_lost or (MIRRORED[cell.kind] is back.kind and adds_up))
    )


@pytest.mark.parametrize("line", of_views("notpaired"))
def test_every_mark_of_every_not_paired_grid(shared_pages: Path, line: Line) -> None:
    """Per round the marks are the expected ones; "bye" and "0F" say their kind, "*" does not."""
    grid = of(NotPaired, reading_of(shared_pages, line))
    assert grid.rounds == tuple(one["round"] for one in line["marks"])
    marks = [mark for row in grid.marks for mark in row]
    for expected in line["marks"]:
        found = Counter(mark.mark for mark in marks if mark.round == expected["round"])
        assert found == {word: n for word, n in expected.items() if word != "round"}
    kinds = {"*": None, "bye": Kind.BYE, "0F": Kind.FORFEIT_LOSS}
    assert all(mark.kind is kinds[mark.mark] for mark in marks)


def _printed(board: Board) -> str:
    if board.black is None:
        return ALONE[board.kind, board.white_score]
    return result_of(board.kind, board.white_score, board.black_score)


@pytest.mark.parametrize("line", PAIRINGS)
def test_every_round_of_every_page_of_pairings(shared_pages: Path, line: Line) -> None:
    """Rows, results, games, ratings, the unrated and the points before the round are expected."""
    rounds = of(Pairings, reading_of(shared_pages, line)).rounds
    assert len(rounds) == len(line["rounds"])
    for read, expected in zip(rounds, line["rounds"], strict=True):
        assert len(read.boards) == expected["rows"]
        assert Counter(map(_printed, read.boards)) == expected["tally"]
        games = [board for board in read.boards if board.black]
        assert len(games) == expected["games"]
        for side in ("white", "black"):
            players = [player for board in games if (player := getattr(board, side))]
            if f"rating_sum_{side}" in expected:
                assert sum_of(one.rating for one in players) == expected[f"rating_sum_{side}"]
            everybody = [player for board in read.boards if (player := getattr(board, side))]
            if f"points_before_{side}" in expected:
                total = sum_of(one.points for one in everybody)
                assert total == exact(expected[f"points_before_{side}"])
        sides = [one for board in games for one in (board.white, board.black) if one]
        assert sum(one.rating == 0 for one in sides) == expected.get("unrated", 0)


@pytest.mark.parametrize("line", PAIRINGS)
def test_every_player_of_a_round_stands_once(shared_pages: Path, line: Line) -> None:
    """Each has a name, a start number of his own where the page has any, and no board twice."""
    has_numbers = "No." in line["columns"] or line["player_links"] > 0
    for read in of(Pairings, reading_of(shared_pages, line)).rounds:
        sides = [side for one in read.boards for side in (one.white, one.black) if side]
        assert all(side.name and not side.name.endswith("*)") for side in sides)
        numbers = [side.start_number for side in sides]
        assert has_numbers
        assert None not in numbers
        assert len(set(numbers)) == len(numbers)
        assert len({one.board for one in read.boards}) == len(read.boards)
        assert all(
            one.rated is (one.kind not in FORFEITS or one.kind is Kind.PENDING)
            for one in read.boards
        )


HEADING = re.compile(r"\D*(\d+)\D+(\d{4})/(\d\d)/(\d\d)(?:(?: at | - )(.+))?")


def when(heading: str) -> tuple[int, date, str | None]:
    """Take a heading of the expectations apart."""
    match = HEADING.fullmatch(heading)
    assert match
    return int(match[1]), date(int(match[2]), int(match[3]), int(match[4])), match[5]


@pytest.mark.parametrize("line", PAIRINGS)
def test_round_date_and_time_of_every_page_of_pairings(shared_pages: Path, line: Line) -> None:
    """Round, date and free-text time are those of the heading; without one all are absent."""
    reading = reading_of(shared_pages, line)
    rounds = of(Pairings, reading).rounds
    headings = [one.get("heading") or line["round_heading"] for one in line["rounds"]]
    for read, heading in zip(rounds, headings, strict=True):
        expected = when(heading) if heading else (None, None, None)
        assert (read.round, read.date, read.time) == expected
    assert reading.round == (rounds[0].round if len(rounds) == 1 else None)


@pytest.mark.parametrize("line", of_views("teampairings"))
def test_every_match_of_the_team_pairings(shared_pages: Path, line: Line) -> None:
    """Matches, free rounds, winners and board points are as expected, and the round is known."""
    reading = reading_of(shared_pages, line)
    read = of(Matches, reading).matches
    matches = [match for match in read if match.away]
    assert (len(matches), len(read) - len(matches)) == (line["matches"], line["byes"])
    pairs = [
        (match.home_score, match.away_score)
        for match in matches
        if match.home_score is not None and match.away_score is not None
    ]
    results = Counter("home" if h > a else "away" if a > h else "drawn" for h, a in pairs)
    assert results == line["results"]
    assert sum_of(home for home, _ in pairs) == exact(line["board_points_home"])
    assert sum_of(away for _, away in pairs) == exact(line["board_points_away"])
    (heading,) = line["round_headings"]
    assert {(one.round, one.date, one.time) for one in read} == {when(heading)}
    assert reading.round == when(heading)[0]
    assert [one.number for one in read] == list(range(1, len(read) + 1))


@pytest.mark.parametrize("line", of_views("boardpairings"))
def test_every_match_of_the_board_pairings(shared_pages: Path, line: Line) -> None:
    """Turned back to home first, boards, results, points and ratings are the expected ones."""
    reading = reading_of(shared_pages, line)
    read = of(Matches, reading)
    assert not read.colours_assumed
    assert len(read.matches) == line["matches"]
    sizes = Counter(str(len(match.boards)) for match in read.matches)
    assert sizes == line["boards_per_match"]
    scores = Counter(f"{as_printed(m.home_score)}:{as_printed(m.away_score)}" for m in read.matches)
    assert scores == line["match_results"]
    results: Counter[str] = Counter()
    ratings: dict[bool, list[int]] = {True: [], False: []}
    for match in read.matches:
        sums = {True: Decimal(0), False: Decimal(0)}
        for one in match.boards:
            home_is_white = one.home is Colour.WHITE
            kind = one.kind if home_is_white else MIRRORED[one.kind]
            left, right = one.white_score, one.black_score
            if not home_is_white:
                left, right = right, left
            results[result_of(kind, left, right)] += 1
            sums[True] += left or 0
            sums[False] += right or 0
            for is_home, player in ((home_is_white, one.white), (not home_is_white, one.black)):
                ratings[is_home].append((player.rating if player else 0) or 0)
        assert (sums[True], sums[False]) == (match.home_score, match.away_score)
    assert results == line["board_results"]
    assert sum_of(match.home_score for match in read.matches) == exact(line["home_points"])
    assert sum_of(match.away_score for match in read.matches) == exact(line["away_points"])
    assert sum(ratings[True]) == line["rating_sum_home"]
    assert sum(ratings[False]) == line["rating_sum_away"]
    assert (ratings[True] + ratings[False]).count(0) == line["unrated_or_absent"]
    (heading,) = line["round_headings"]
    assert {(one.round, one.date, one.time) for one in read.matches} == {when(heading)}
    assert reading.round == when(heading)[0]


@pytest.mark.parametrize("line", of_views("boardpairings"))
def test_white_of_a_team_board_is_who_the_page_marks_as_white(
    shared_pages: Path, line: Line
) -> None:
    """The home player has White on as many boards as marked; his name stands in the white box."""
    page = page_of(shared_pages, line)
    read = of(Matches, read_page(page))
    boards = [one for match in read.matches for one in match.boards]
    homes = Counter(one.home for one in boards)
    marks = line["home_colour_marks"]
    assert homes == {Colour.WHITE: marks["w"], Colour.BLACK: marks["b"]}
    rows = [row for table in page.tables for row in table.rows]
    for row, one in zip(rows, boards, strict=True):
        marked = {row.boxes[place]: row.texts[place] for place in row.boxes}
        names = [player and player.name for player in (one.white, one.black)]
        assert names == [marked.get("FarbewT"), marked.get("FarbesT")]


@pytest.mark.parametrize("line", of_views("composition"))
def test_every_team_of_the_composition(shared_pages: Path, line: Line) -> None:
    """Teams, captains, averages, players, cells, points and games are the expected ones."""
    teams = of(Composition, reading_of(shared_pages, line)).teams
    assert len(teams) == line["teams"]
    assert [len(team.players.rows) for team in teams] == line["players_per_team"]
    assert sum(bool(team.team.captain) for team in teams) == line["captains"]
    assert sum_of(team.team.rating_average for team in teams) == line["sum_rating_average"]
    assert all(team.team.team and team.team.rank for team in teams)
    players = [player for team in teams for player in team.players.rows]
    assert len(players) == line["players"]
    assert sum(player.start_number is not None for player in players) == line["player_links"]
    assert sum_of(player.points for player in players) == exact(line["sum_points"])
    assert sum_of(player.games for player in players) == line["sum_games"]
    numbers = tuple(int(word) for word in line["columns"] if word.isdigit())
    assert {team.rounds for team in teams} == {numbers}
    signs = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}
    rows = [[cell for cell in row if cell] for team in teams for row in team.results]
    cells = Counter(signs.get(cell.kind) or as_printed(cell.score) for row in rows for cell in row)
    assert cells == line["round_cells"]
    sums = [sum_of(cell.score for cell in row) for row in rows]
    differ = sum(one.points != total for one, total in zip(players, sums, strict=True))
    assert differ == line["players_where_cells_and_points_differ"]
    differ = sum(one.games != len(row) for one, row in zip(players, rows, strict=True))
    assert differ == line["players_where_cells_and_games_differ"]


@pytest.mark.parametrize("line", of_views("search"))
def test_every_row_of_the_player_search(shared_pages: Path, line: Line) -> None:
    """Rows, ids, clubs, federations and field sizes agree; each row names its tournament."""
    page = page_of(shared_pages, line)
    assert [list(table.header) for table in page.tables] == [line["columns"]]
    found = of(Found, read_page(page)).rows
    rows = [row for row in found if isinstance(row, FoundPlayer)]
    assert len(rows) == len(found) == line["rows"]
    assert (rows[0].name, rows[-1].name) == (line["first_name"], line["last_name"])
    for row, expected in ((rows[0], line["first"]), (rows[-1], line["last"])):
        assert [row.rank, row.rounds, row.players] == list(expected.values())
    assert sum_of(row.players for row in rows) == line["sums"]["n"]
    # "ИН" is a national identity number, which is never read.
    filled = {**line["ids_filled"], **line["filled"]}
    assert sum(row.fide_id is not None for row in rows) == filled["код FIDE"]
    assert sum(row.club is not None for row in rows) == filled["Клуб/Город"]
    assert sum(row.federation is not None for row in rows) == filled["ФЕД."]
    linked = [row for row in rows if row.tournament_id and row.start_number]
    assert len(linked) == line["player_links"] == line["rows"]
    assert all(row.tournament and row.end for row in rows)


@pytest.mark.parametrize("line", of_views("form", "error"))
def test_a_page_without_facts_has_no_content(shared_pages: Path, line: Line) -> None:
    """A form and a missing tournament are named, and only what the site says of them is kept."""
    reading = reading_of(shared_pages, line)
    assert reading.content is None
    assert len(page_of(shared_pages, line).tables) == line["data_tables"]
    if line["view"] == "error":
        assert (reading.view, reading.message) == ("missing", line["round_heading"])
    else:
        assert reading.view == "form"
        assert bool(reading.message) is line["file"].endswith("none.html")


def test_a_round_that_is_not_paired_yet_is_an_empty_page(shared_pages: Path) -> None:
    """A page without heading and table has no round and no content, but its navigation counts."""
    name = "jeddah2026__pairings-r3__not-paired-yet.html"
    reading = read_page(page_named(shared_pages, name))
    assert (reading.view, reading.round, reading.content) == ("empty", None, None)
    assert (reading.rounds_paired, reading.rounds_total) == (2, 7)


@pytest.mark.parametrize("line", FRAMED)
def test_the_frame_and_the_navigation_of_every_page(shared_pages: Path, line: Line) -> None:
    """Clocks, gate, heading, details and the newest rounds of the navigation are as expected."""
    page = page_of(shared_pages, line)
    reading = read_page(page)
    assert stamp(reading.server_time) == line["server_time"]
    assert stamp(reading.last_update) == line["last_update"]
    assert reading.gated is line["gated"]
    assert reading.heading == line["heading"]
    assert reading.has_details is bool(line["details"])
    average = (line["details"] or {}).get("rating_average")
    if average is not None:
        assert page.details()["averages"][1].split()[0] == str(average)
    navigation = line["navigation"] or {}
    newest = navigation.get("team_pairings", navigation.get("board_pairings"))
    assert reading.rounds_paired == newest
    assert reading.rounds_total == navigation.get("rounds_total")
    if "team_pairings" in navigation:
        assert page.rounds[3] == navigation["board_pairings"]
        assert page.rounds[0] == navigation["ranking"]
    elif "ranking" in navigation:
        assert page.rounds[1] == navigation["ranking"]


@pytest.mark.parametrize("line", ALL)
def test_the_language_of_every_page(shared_pages: Path, line: Line) -> None:
    """The language is that of the labels, whatever script the names are in."""
    tag = re.search(r"-(ru|tr)__", line["file"])
    assert reading_of(shared_pages, line).language == (tag[1] if tag else "en")


@pytest.mark.parametrize("line", ALL)
def test_a_list_is_called_cut_where_the_site_cut_it(shared_pages: Path, line: Line) -> None:
    """The paged lists and the best players stop at 150 rows; no other page is called cut."""
    is_cut = "-paged__" in line["file"] or line["view"] == "bestplayers"
    assert reading_of(shared_pages, line).cut is is_cut


def test_the_round_of_a_ranking_is_in_its_heading(shared_pages: Path) -> None:
    """Running and final rankings of four pages name the round that they stand after."""
    rounds = {
        "outpace2026-u08__ranking__pairing-published.html": 5,
        "portimao2024__ranking__gated.html": 9,
        "bangkokcasual2026__ranking__final.html": 9,
        "ankaraavm2026-a__ranking-tr__not-started.html": 0,
        "portoteams2026__bestplayers__after-r4.html": 4,
    }
    found = {name: read_page(page_named(shared_pages, name)).round for name in rounds}
    assert found == rounds


# Pages that belong together.


def results_by_player(table: Crosstable, round_number: int) -> dict[int | None, Result | None]:
    """Give the cells of a round by start number."""
    place = table.rounds.index(round_number)
    return {
        row.start_number: cells[place]
        for row, cells in zip(table.listing.rows, table.results, strict=True)
    }


def cells_of(paired: PairedRound) -> dict[int | None, Result | None]:
    """Turn a round of pairings into what a crosstable prints for it."""
    cells: dict[int | None, Result | None] = {}
    for one in paired.boards:
        assert one.white
        if one.black is None:
            cells[one.white.start_number] = Result(None, None, one.kind, one.white_score)
            continue
        white, black = one.white.start_number, one.black.start_number
        cells[white] = Result(black, Colour.WHITE, one.kind, one.white_score)
        cells[black] = Result(white, Colour.BLACK, MIRRORED[one.kind], one.black_score)
    return cells


def pairings_named(folder: Path, name: str) -> PairedRound:
    """Read a page of pairings of one round."""
    (paired,) = of(Pairings, read_page(page_named(folder, name))).rounds
    return paired


def crosstable_named(folder: Path, name: str) -> Crosstable:
    """Read a crosstable."""
    return of(Crosstable, read_page(page_named(folder, name)))


@pytest.mark.parametrize("number", range(1, 9))
def test_crosstable_and_round_pages_of_the_british_agree(shared_pages: Path, number: int) -> None:
    """Every player has the same opponent, colour, kind and score in both views, byes included."""
    table = crosstable_named(shared_pages, "british2026__crosstable__midround-r9.html")
    paired = pairings_named(shared_pages, f"british2026__pairings-r{number}__finished.html")
    assert paired.round == number
    assert cells_of(paired) == results_by_player(table, number)


@pytest.mark.parametrize("number", range(1, 8))
def test_two_crosstables_of_the_british_agree_on_the_past(shared_pages: Path, number: int) -> None:
    """A later crosstable says of a finished round what an earlier one said."""
    early, late = (
        crosstable_named(shared_pages, f"british2026__crosstable__{state}.html")
        for state in ("after-r7", "midround-r9")
    )
    assert results_by_player(early, number) == results_by_player(late, number)


def test_a_running_round_of_the_british_is_the_same_game_for_game(shared_pages: Path) -> None:
    """Round 9 has the same opponents and results in the crosstable and on its own page."""
    table = crosstable_named(shared_pages, "british2026__crosstable__midround-r9.html")
    paired = pairings_named(shared_pages, "british2026__pairings-r9__midround.html")
    assert cells_of(paired) == results_by_player(table, 9)


@pytest.mark.parametrize(
    ("number", "early", "late"), [(6, "midround", "finished"), (7, "published", "finished")]
)
def test_a_round_of_the_british_before_and_after_its_games(
    shared_pages: Path, number: int, early: str, late: str
) -> None:
    """The pairing stays, what was pending is filled, and the byes keep their rows."""
    before, after = (
        pairings_named(shared_pages, f"british2026__pairings-r{number}__{state}.html")
        for state in (early, late)
    )
    sides = [
        [(one.board, one.white, one.black) for one in paired.boards] for paired in (before, after)
    ]
    assert sides[0] == sides[1]
    for old, new in zip(before.boards, after.boards, strict=True):
        if old.kind is Kind.PENDING:
            assert new.kind is Kind.GAME
        else:
            assert old.kind is new.kind
            assert old.white_score in (new.white_score, None)


def test_a_round_with_absentees_only_has_no_opponent_in_it(shared_pages: Path) -> None:
    """The phantom round 8 has five players without a game; the navigation ends before it."""
    name = "british2026__pairings-r8__absentees-only.html"
    reading = read_page(page_named(shared_pages, name))
    (paired,) = of(Pairings, reading).rounds
    assert {one.kind for one in paired.boards} == {Kind.NOT_PAIRED}
    assert [one.black for one in paired.boards] == [None] * 5
    assert (paired.round, reading.rounds_paired) == (8, 7)


def test_the_not_paired_grid_of_the_british_fits_the_crosstable(shared_pages: Path) -> None:
    """In rounds 1-8 who has a mark has no game in the crosstable, and nobody else."""
    table = crosstable_named(shared_pages, "british2026__crosstable__midround-r9.html")
    grid = of(NotPaired, read_page(page_named(shared_pages, "british2026__notpaired__final.html")))
    for number in range(1, 9):
        cells = results_by_player(table, number)
        lost = {
            k
            for k, cell in cells.items()
            if cell and cell.kind is not Kind.GAME and cell.kind is not Kind.FORFEIT_WIN
        }
        assert marked_in(grid, number) == lost


def marked_in(grid: NotPaired, number: int) -> set[int | None]:
    """Give the start numbers with a mark in a round."""
    return {
        row.start_number
        for row, marks in zip(grid.listing.rows, grid.marks, strict=True)
        if any(mark.round == number for mark in marks)
    }


def test_half_point_byes_in_three_views(shared_pages: Path) -> None:
    """A requested half point is -½ in the crosstable, ½ in its round, and * in the grid."""
    table = crosstable_named(shared_pages, "frome2026-open__crosstable__gated.html")
    paired = pairings_named(shared_pages, "frome2026-open__pairings-r1__gated.html")
    grid = of(
        NotPaired, read_page(page_named(shared_pages, "frome2026-open__notpaired__gated.html"))
    )
    halves = 0
    for number in table.rounds:
        cells = results_by_player(table, number)
        halves += sum(bool(cell) and cell.kind is Kind.HALF_BYE for cell in cells.values() if cell)
        free = {k for k, cell in cells.items() if cell and cell.opponent is None}
        assert marked_in(grid, number) == free
    assert halves == 14
    assert cells_of(paired) == results_by_player(table, 1)
    of_round = [one for one in paired.boards if one.kind is Kind.HALF_BYE]
    assert len(of_round) == 12
    kinds = {mark.mark: mark.kind for marks in grid.marks for mark in marks}
    assert kinds == {"*": None, "bye": Kind.BYE}


def test_the_second_gated_event_agrees_with_its_crosstable(shared_pages: Path) -> None:
    """Without links and with a Typ on both sides, numbers and results still fit the crosstable."""
    table = crosstable_named(shared_pages, "frome2026-standard__crosstable__gated.html")
    paired = pairings_named(shared_pages, "frome2026-standard__pairings-r1__gated.html")
    assert cells_of(paired) == results_by_player(table, 1)


def test_pages_of_one_moment_agree_on_what_they_have(shared_pages: Path) -> None:
    """In Jeddah, round 1 agrees; of round 2 the crosstable has the pairings without results."""
    table = crosstable_named(shared_pages, "jeddah2026__crosstable__midround-r2.html")
    first = pairings_named(shared_pages, "jeddah2026__pairings-r1__finished.html")
    second = pairings_named(shared_pages, "jeddah2026__pairings-r2__midround.html")
    assert cells_of(first) == results_by_player(table, 1)
    printed, tabled = cells_of(second), results_by_player(table, 2)
    assert {k: (c and c.opponent, c and c.colour) for k, c in printed.items()} == {
        k: (c and c.opponent, c and c.colour) for k, c in tabled.items()
    }
    assert {cell.kind for cell in tabled.values() if cell} == {Kind.PENDING}
    assert sum(one.kind is not Kind.PENDING for one in second.boards) == 9


def test_a_cut_list_and_its_crosstable_belong_to_the_whole_list(shared_pages: Path) -> None:
    """In Arad, 150 cut rows begin the 209; the crosstable has the same people by number."""
    whole, cut = (
        of(Listing, read_page(page_named(shared_pages, f"arad2026-a__{name}__final.html")))
        for name in ("startlist", "startlist-paged")
    )
    assert (len(whole.rows), cut.rows) == (209, whole.rows[:150])
    table = crosstable_named(shared_pages, "arad2026-a__crosstable__final.html")
    people = {row.start_number: (row.title, row.federation) for row in whole.rows}
    assert people == {row.start_number: (row.title, row.federation) for row in table.listing.rows}
    names = {row.start_number: (row.name or "").replace(",", "") for row in whole.rows}
    assert names == {row.start_number: row.name for row in table.listing.rows}


def test_one_page_in_two_languages_gives_the_same_reading(shared_pages: Path) -> None:
    """The English and the Russian list of the schools differ in nothing but labels."""
    english, russian = (
        read_page(page_named(shared_pages, f"joggaschools2026__{name}__in-progress-r5.html"))
        for name in ("startlist", "startlist-ru")
    )
    assert english.content == russian.content
    assert (english.language, russian.language) == ("en", "ru")
    same = ("view", "gated", "last_update", "round", "rounds_paired", "rounds_total", "cut")
    assert [getattr(english, one) for one in same] == [getattr(russian, one) for one in same]


def test_three_views_of_one_event_name_the_same_players(shared_pages: Path) -> None:
    """In Bangkok, alphabet, ranking and a gated round have the same people by start number."""
    alphabet, ranking = (
        of(Listing, read_page(page_named(shared_pages, f"bangkokcasual2026__{name}__final.html")))
        for name in ("alphabetical", "ranking")
    )
    people = {row.start_number: (row.name, row.rating) for row in ranking.rows}
    assert people == {row.start_number: (row.name, row.rating) for row in alphabet.rows}
    paired = pairings_named(shared_pages, "bangkokcasual2026__pairings-r4__gated.html")
    sides = [side for one in paired.boards for side in (one.white, one.black) if side]
    assert len(sides) == 29
    assert all(people[one.start_number] == (one.name, one.rating) for one in sides)


def test_card_ranking_and_list_of_one_moment_agree(shared_pages: Path) -> None:
    """In the under-8s, the card's player has the same rank and points in the ranking."""
    card = of(
        PlayerCard,
        read_page(page_named(shared_pages, "outpace2026-u08__card__pairing-published.html")),
    )
    ranking = rows_of(
        read_page(page_named(shared_pages, "outpace2026-u08__ranking__pairing-published.html"))
    )
    (own,) = (row for row in ranking if row.start_number == card.player.start_number)
    assert (own.name, own.rank, own.points) == (card.player.name, card.rank, card.points)
    points = {row.start_number: row.points for row in ranking}
    for one in card.rounds:
        if one.opponent:
            assert points[one.opponent.start_number] == one.opponent.points


def composition_named(folder: Path, name: str) -> dict[int | None, tuple[Entry, Team, int]]:
    """Read a composition: start number -> the player, his team, and his place in it."""
    teams = of(Composition, read_page(page_named(folder, name))).teams
    return {
        row.start_number: (row, team, place)
        for team in teams
        for place, row in enumerate(team.players.rows)
    }


def test_the_best_players_have_the_games_they_played_in_the_composition(
    shared_pages: Path,
) -> None:
    """In Porto, points and games of the best players are those of the team, without forfeits."""
    players = composition_named(shared_pages, "portoteams2026__composition__after-r4.html")
    best = rows_of(
        read_page(page_named(shared_pages, "portoteams2026__bestplayers__after-r4.html"))
    )
    for row in best:
        own, team, place = players[row.start_number]
        games = [cell for cell in team.results[place] if cell and cell.kind is Kind.GAME]
        assert (row.name, row.team) == (own.name, team.team.team)
        assert (row.points, row.games) == (sum_of(cell.score for cell in games), len(games))


def test_the_boards_of_a_round_fit_the_composition(shared_pages: Path) -> None:
    """In Porto, every player of a board of round 1 has the same score in his team's row."""
    players = composition_named(shared_pages, "portoteams2026__composition__after-r4.html")
    name = "portoteams2026__boardpairings-r1__finished.html"
    for match in of(Matches, read_page(page_named(shared_pages, name))).matches:
        for one in match.boards:
            home = match.home.team if one.home is Colour.WHITE else match.away and match.away.team
            for player, score in ((one.white, one.white_score), (one.black, one.black_score)):
                assert player
                _, team, place = players[player.start_number]
                cell = team.results[place][0]
                assert cell
                assert cell.score == score
                assert (team.team.team == home) is (player is one.white)


def test_team_pairings_and_board_pairings_of_one_round_agree(shared_pages: Path) -> None:
    """In Porto, both pages of round 1 have the same matches with the same scores."""
    by_team, by_board = (
        of(Matches, read_page(page_named(shared_pages, f"portoteams2026__{name}__finished.html")))
        for name in ("teampairings-r1", "boardpairings-r1")
    )
    scores = [
        {
            (match.home.team, match.away.team): (match.home_score, match.away_score)
            for match in read.matches
            if match.away
        }
        for read in (by_team, by_board)
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("line", ALL)
def test_tables_cut_from_the_bytes_are_read_as_the_parser_reads_them(
    shared_pages: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way of plain tables finds exactly what the way of all others finds."""
    found = reading_of(shared_pages, line)
    monkeypatch.setattr("scraper.page.cut", lambda data: (data, []))
    assert reading_of(shared_pages, line) == found
