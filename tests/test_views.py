"""Small invented pages for the traps of every view; the people on them do not exist."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import PageChanged, UnknownWords
from scraper.model import Colour, Kind
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Found,
    FoundPlayer,
    FoundTournament,
    Listing,
    Match,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    PlainTables,
    Reading,
    Result,
    Schedule,
    Team,
)
from scraper.rows import cut

T = TypeVar("T")
W, B = Colour.WHITE, Colour.BLACK
WON, DRAWN, LOST = Decimal(1), Decimal("0.5"), Decimal(0)

Row = Sequence[str]


def cells(row: Row, tag: str = "td") -> str:
    """Make the cells of a row; each is HTML."""
    return "".join(f"<{tag}>{cell}</{tag}>" for cell in row)


def head(row: Row) -> str:
    """Make a header row."""
    return f'<tr class="CRng1b">{cells(row, "th")}</tr>'


def body(*rows: Row) -> str:
    """Make data rows."""
    return "".join(f'<tr class="CRng1 TUR">{cells(row)}</tr>' for row in rows)


def title(text: str) -> str:
    """Make the one-cell heading of a round, a match or a team."""
    return f'<tr class="CRg1b"><td colspan="9">{text}</td></tr>'


def table(header: Row, *rows: Row, css: str = "CRs1") -> str:
    """Make a data table."""
    return f'<table class="{css}">{head(header)}{body(*rows)}</table>'


def html(content: str, heading: str = "", round_heading: str = "") -> str:
    """Make a page around a table, with the title of its view and the heading of its round."""
    of_round = f"<h3>{round_heading}</h3>" if round_heading else ""
    view = f"<h2>{heading}</h2>" if heading else ""
    return f"<html><body><h2>Kestane Open 2026</h2>{view}{of_round}{content}</body></html>"


def read(content: str, heading: str = "", round_heading: str = "") -> Reading:
    """Read such a page."""
    return read_page(Page(html(content, heading, round_heading).encode()))


def of(kind: type[T], reading: Reading) -> T:
    """Give the content of a reading, which must be of that kind."""
    assert isinstance(reading.content, kind)
    return reading.content


def link(name: str, number: int) -> str:
    """Make the link of a player."""
    return f'<a Class="CRdb" href="tnr9000001.aspx?lan=1&amp;art=9&amp;snr={number}">{name}</a>'


def coloured(colour: str, name: str) -> str:
    """Make a cell with a colour mark, which is a table of its own."""
    return f'<table><tr><td><div class="Farbe{colour}T"></div></td><td>{name}</td></tr></table>'


# Lists

LIST = ("No.", "", "Name", "FideID", "FED", "Rtg", "sex", "Club/City")
ADA = Entry(
    start_number=1, name="Kırmızı, Ada", title="WFM", fide_id=99100001, federation="TUR",
    rating=1850, sex="w", club="Kestane SK",
)  # fmt: skip
ADA_ROW = ("1", "WFM", "Kırmızı, Ada", "99100001", "TUR", "1850", "w", "Kestane SK")


def rows_of(reading: Reading) -> tuple[Entry, ...]:
    """Give the rows of a list."""
    return of(Listing, reading).rows


@given(st.permutations([(0,), (1, 2), (3,), (4,), (5,), (6,), (7,)]))
def test_columns_are_known_by_their_heads_and_never_by_their_places(
    order: list[tuple[int, ...]],
) -> None:
    """Any order of the columns gives the same list; only the title stands before its name."""
    places = [place for group in order for place in group]
    moved = [[row[place] for place in places] for row in (LIST, ADA_ROW)]
    expected = read(table(LIST, ADA_ROW), "Starting rank").content
    assert read(table(*moved), "Starting rank").content == expected
    assert of(Listing, read(table(*moved), "Starting rank")).rows == (ADA,)


@pytest.mark.parametrize("place", [0, 3, 4, 5, 6, 7])
def test_a_column_that_is_missing_is_absent(place: int) -> None:
    """Without its head a field is None in the row, not named, and nothing else moves."""
    names = ("start_number", "", "", "fide_id", "federation", "rating", "sex", "club")
    short = [row[:place] + row[place + 1 :] for row in (LIST, ADA_ROW)]
    listing = of(Listing, read(table(*short), "Starting rank"))
    facts = {**ADA._asdict(), names[place]: None}
    assert listing.rows == (Entry(**facts),)
    assert names[place] not in listing.fields


def test_rows_that_are_short_or_long_are_read_from_the_left() -> None:
    """A row one cell short lacks its last value, one two cells too long has nothing more."""
    rows = rows_of(read(table(LIST, ADA_ROW[:-1], (*ADA_ROW, "7", "x")), "Starting rank"))
    assert rows == (ADA._replace(club=None), ADA)


def test_a_list_whose_header_is_repeated_is_read_to_its_end() -> None:
    """The same header once more in the middle of a list cuts nothing off."""
    two = ("2", "", "Mavi, Bora", "0", "TUR", "0", "", "")
    again = f'<table class="CRs1">{head(LIST)}{body(ADA_ROW)}{head(LIST)}{body(two)}</table>'
    page = Page(html(again, "Starting rank").encode())
    expected = (ADA, Entry(start_number=2, name="Mavi, Bora", federation="TUR", rating=0))
    assert rows_of(read_page(page)) == expected
    assert rows_of(read_page(page)) == expected  # and reading changes nothing on the page


def test_unnamed_columns_of_flags_move_no_title() -> None:
    """The title is the unnamed column directly before the name, whatever else has no name."""
    header = ("No.", "", "", "Name", "Rtg")
    flag = '<div class="tn_TUR">&nbsp;</div>'
    rows = rows_of(read(table(header, ("1", flag, "FM", "Mavi, Bora", "2310")), "Starting rank"))
    assert rows == (Entry(start_number=1, name="Mavi, Bora", title="FM", rating=2310),)


def test_the_number_of_an_alphabetical_list_is_no_start_number() -> None:
    """There it only counts the rows: the link says the number, and without links nothing does."""
    header = ("No.", "", "Name", "Rtg")
    linked = ("1", "", link("Mavi, Bora", 14), "1400")
    plain = ("1", "", "Mavi, Bora", "1400")
    numbers = [
        rows_of(read(table(header, row), heading))[0].start_number
        for heading in ("Alphabetical list", "Alfabetik Sporcu Listesi", "Starting rank")
        for row in (linked, plain)
    ]
    assert numbers == [14, None, 14, None, 14, 1]


RANKING = ("Rk.", "SNo", "", "Name", "Rtg", "TB1", "TB2")


def test_a_blank_rank_is_a_tie_and_stays_absent() -> None:
    """The site prints no rank in an exact tie; none is made up, and the order is the page's."""
    header = ("Rk.", "SNo", "", "Name", "Pts.", "TB1")
    rows = rows_of(
        read(
            table(
                header,
                ("1", "2", "", "Mavi, Bora", "4,5", "12½"),
                ("", "5", "", "Yeşil, Can", "4½", "12,5"),
                ("3", "1", "", "Kırmızı, Ada", "4", ""),
            ),
            "Rank after Round 5",
        )
    )
    assert [row.rank for row in rows] == [1, None, 3]
    assert [row.points for row in rows] == [Decimal("4.5"), Decimal("4.5"), Decimal(4)]
    assert [row.tie_breaks for row in rows] == [(Decimal("12.5"),), (Decimal("12.5"),), ("",)]


TIES = [
    ("Rank after Round 5", ("5", "3,5"), "TB1"),
    ("5. Turdan Sonra Sıralama", ("5", "0"), "TB1"),
    ("Rank after Round 5", ("5,5", "3,5"), None),
    ("Rank after Round 5", ("1850", "3,5"), None),
    ("Rank after Round 5", ("-1", "3,5"), None),
    ("Rank after Round 5", ("5", ""), None),
    ("Rank", ("5", "3,5"), None),
    ("Rank 2026", ("5", "3,5"), None),
]


@pytest.mark.parametrize(("heading", "ties", "points_from"), TIES)
def test_a_first_tie_break_is_the_score_only_where_it_can_be(
    heading: str, ties: tuple[str, str], points_from: str | None
) -> None:
    """Without a column of points it is the score, unless it is above the rounds played."""
    rows = [("1", "2", "", "Mavi, Bora", "1400", ties[0], "9"), ("2", "1", "", "Al", "0", ties[1])]
    listing = of(Listing, read(table(RANKING, *rows), heading))
    assert listing.points_from == points_from
    points = [row.points for row in listing.rows]
    score = [Decimal(tie.replace(",", ".")) for tie in ties] if points_from else [None, None]
    assert points == score
    assert ("points" in listing.fields) is (points_from is not None)


def test_a_column_of_points_is_never_replaced_by_a_tie_break() -> None:
    """Where the list has points, the first tie-break stays one."""
    header = ("Rk.", "SNo", "", "Name", "Pts.", "TB1")
    listing = of(Listing, read(table(header, ("1", "2", "", "Al", "3", "5")), "Rank after Round 5"))
    assert listing.points_from == "Pts."
    assert listing.rows[0].points == 3
    assert listing.rows[0].tie_breaks == (Decimal(5),)


def test_a_national_number_is_never_read_as_a_fide_number() -> None:
    """The column "ID" is left out, whether a FIDE column stands beside it or not."""
    both = ("No.", "", "Name", "ID", "FideID", "Rtg")
    rows = rows_of(read(table(both, ("1", "", "Al", "123456", "0", "1400")), "Starting rank"))
    assert rows == (Entry(start_number=1, name="Al", rating=1400),)
    alone = ("No.", "", "Name", "ID", "Rtg")
    rows = rows_of(read(table(alone, ("1", "", "Al", "99100001", "1400")), "Starting rank"))
    assert rows == (Entry(start_number=1, name="Al", rating=1400),)


def test_a_ranking_of_teams_has_their_games_and_results() -> None:
    """Wins, draws and losses have the heads +, = and -; no tie-break of a team is its score."""
    header = ("Rk.", "SNo", "Team", "Games", "+", "=", "-", "TB1", "TB2")
    row = ("1", "3", "Kestane", "5", "3", "1", "1", "7", "12,5")
    reading = read(table(header, row), "Rank after Round 7")
    assert reading.view == "teamranking"
    assert rows_of(reading) == (
        Entry(
            rank=1, start_number=3, team="Kestane", games=5, wins=3, draws=1, losses=1,
            tie_breaks=(Decimal(7), Decimal("12.5")),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("rating", ["9999999999999", "12.5", "-5", "1850?"])
def test_a_number_that_cannot_be_is_refused(rating: str) -> None:
    """A rating of thirteen digits, a part of one, or a word is a changed page, and no rating."""
    with pytest.raises(PageChanged) as refusal:
        read(table(LIST, (*ADA_ROW[:5], rating, "", "")), "Starting rank")
    assert refusal.value.facts == {"what": "rating", "met": rating}


def test_a_link_with_a_monstrous_number_names_nobody() -> None:
    """A start number has six digits at most; what the page prints stands then."""
    row = ("3", "", link("Al", 10**30), "1400")
    assert rows_of(read(table(("No.", "", "Name", "Rtg"), row), "Starting rank")) == (
        Entry(start_number=3, name="Al", rating=1400),
    )


# Pairings

PAIRED = ("Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No.")


def boards_of(reading: Reading) -> tuple[Board, ...]:
    """Give the boards of the one round of a page."""
    (paired,) = of(Pairings, reading).rounds
    return paired.boards


def paired(*rows: Row, header: Row = PAIRED) -> tuple[Board, ...]:
    """Read a page of pairings."""
    return boards_of(read(table(header, *rows), "Pairings/Results", "Round 2 on 2026/05/01"))


def player(number: int | None, name: str, rating: int | None, points: str) -> Entry:
    """Make a side of a board."""
    return Entry(start_number=number, name=name, rating=rating, points=Decimal(points))


@pytest.mark.parametrize("name", ["Bye", "bye", "Tur", "Tur, Ali", "not paired", "spielfrei"])
@pytest.mark.parametrize("result", ["1 - 0", ""])
def test_a_player_with_the_name_of_a_bye_is_a_player(name: str, result: str) -> None:
    """Who has a start number is somebody, in the column or in the link, whatever the name says."""
    by_column = paired(("1", "4", "", "Al", "1400", "½", result, "1", "", name, "0", "9"))
    by_link = paired(
        ("1", "", link("Al", 4), "1400", "½", result, "1", "", link(name, 9), "0"),
        header=[word for word in PAIRED if word != "No."],
    )
    without_ratings = paired(
        ("1", "4", "", "Al", "½", result, "1", "", name, "9"),
        header=[word for word in PAIRED if word != "Rtg"],
    )
    for boards, rating in ((by_column, 0), (by_link, 0), (without_ratings, None)):
        (one,) = boards
        assert one.kind is (Kind.GAME if result else Kind.PENDING)
        assert one.black == player(9, name, rating, "1")


@pytest.mark.parametrize("name", ["Bye", "Tur", "not paired"])
def test_a_rated_player_with_the_name_of_a_bye_is_one_on_a_gated_page(name: str) -> None:
    """Without numbers and links, a rating, 0 included, makes a player."""
    header = [word for word in PAIRED if word != "No."]
    (one,) = paired(("1", "", "Al", "1400", "½", "", "1", "", name, "0"), header=header)
    assert one.kind is Kind.PENDING
    assert one.black == player(None, name, 0, "1")


LONE = [
    ("bye", "1", Kind.BYE, WON),
    ("bye", "", Kind.BYE, None),
    ("Tur", "", Kind.BYE, None),
    ("not paired", "½", Kind.HALF_BYE, DRAWN),
    ("not paired", "0", Kind.NOT_PAIRED, LOST),
    ("eşlendirilmeyenler", "0", Kind.NOT_PAIRED, LOST),
    ("bir söz", "½", Kind.HALF_BYE, DRAWN),
    ("bir söz", "1", Kind.BYE, WON),
]
HEADERS = {
    "with numbers": PAIRED,
    "gated, without numbers": [word for word in PAIRED if word != "No."],
    "gated, without numbers and ratings": [w for w in PAIRED if w not in ("No.", "Rtg")],
    "with games to download": [*PAIRED, "PGN"],
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize(("name", "result", "kind", "score"), LONE)
def test_a_row_without_an_opponent(
    header: Row, name: str, result: str, kind: Kind, score: Decimal | None
) -> None:
    """A bye, a half point and an absence are told by the result, and no opponent is made up."""
    values = {"Bo.": "7", "White": "Al", "Black": name, "Result": result, "PGN": ""}
    row = [values.get(word, "") for word in header]
    own = header.index("White")
    if "Rtg" in header:
        row[own + 1] = "1400"
    row[header.index("Pts.")] = "1½"
    if "No." in header:
        row[1] = "4"
    if "PGN" in header:
        row.pop()  # such rows are one cell short
    (one,) = paired(row, header=header)
    assert (one.board, one.kind, one.white_score) == (7, kind, score)
    assert (one.black, one.black_score) == (None, None)
    assert one.white is not None
    assert (one.white.name, one.white.points) == ("Al", Decimal("1.5"))


def test_games_and_byes_share_a_table_with_a_column_of_games() -> None:
    """The PGN column is in the rows of games only, and changes nothing in any row."""
    boards = paired(
        ("1", "4", "", "Al", "1400", "½", "½ - ½", "1", "", "Bo", "0", "9", "<a href='x'>PGN</a>"),
        ("2", "5", "", "Cem", "1300", "0", "1", "", "", "bye", "", ""),
        header=[*PAIRED, "PGN"],
    )
    assert boards == (
        Board(1, replace_board(player(4, "Al", 1400, "0.5"), 1), player(9, "Bo", 0, "1"),
              Kind.GAME, DRAWN, DRAWN),
        Board(2, replace_board(player(5, "Cem", 1300, "0"), 2), None, Kind.BYE, WON, None),
    )  # fmt: skip


def replace_board(side: Entry, number: int) -> Entry:
    """Put the board to White, beside whom it is printed."""
    return side._replace(board=number)


def test_both_sides_may_be_headed_with_the_same_word() -> None:
    """Old Russian pages head White and Black alike, "Имя": the result stands between them."""
    header = ("Bo.", "Ном.", "", "Имя", "Рейт.", "Очки", "Результат", "Очки", "", "Имя", "Рейт.",
              "Ном.")  # fmt: skip
    reading = read(
        table(
            header,
            ("1", "4", "КМС", "Лимон Али", "1400", "½", "0 - 1", "1", "", "Груша Бо", "1500", "9"),
        ),
        "Пары/Результаты",
        "2. Тур on 2026/05/01 в 12:30",
    )
    assert (reading.view, reading.language, reading.round) == ("pairings", "ru", 2)
    (one,) = boards_of(reading)
    assert one.white == Entry(
        start_number=4, name="Лимон Али", title="КМС", rating=1400, points=DRAWN, board=1
    )
    assert one.black == player(9, "Груша Бо", 1500, "1")
    assert (one.white_score, one.black_score) == (LOST, WON)


def test_flags_types_and_titles_of_both_sides_stay_with_their_side() -> None:
    """White's flag stands before the title, Black's after the rating; Typ stands on both sides."""
    header = ("Bo.", "No.", "", "", "White", "Typ", "Rtg", "Pts.", "Result", "Pts.", "", "Black",
              "Typ", "Rtg", "", "No.")  # fmt: skip
    flag = '<div class="tn_TUR"></div>'
    row = ("1", "4", flag, "CM", "Al", "U18", "1400", "0", "1 - 0", "0", "WFM", "Bo", "S50", "1500",
           flag, "9")  # fmt: skip
    read_pairings = of(Pairings, read(table(header, row), "Pairings/Results", "Round 1"))
    assert read_pairings.fields == ("start_number", "name", "title", "type", "rating", "points")
    ((one,),) = (one.boards for one in read_pairings.rounds)
    white, black = one.white, one.black
    assert white is not None
    assert black is not None
    assert (white.title, white.name, white.type, white.rating) == ("CM", "Al", "U18", 1400)
    assert (black.title, black.name, black.type, black.rating) == ("WFM", "Bo", "S50", 1500)
    assert (white.start_number, black.start_number) == (4, 9)


def test_the_mark_of_a_fixed_board_is_no_part_of_a_name() -> None:
    """A name may end in " *)", on either side."""
    (one,) = paired(("1", "4", "", "Al *)", "1400", "0", "", "0", "", "Bo *)", "1500", "9"))
    assert one.white is not None
    assert one.black is not None
    assert (one.white.name, one.black.name) == ("Al", "Bo")


def test_a_round_robin_is_split_by_its_headings() -> None:
    """Each round has its own heading and header; a surplus cell at the end of a row is ignored."""
    header = ("Bo.", "No.", "Rtg", "", "White", "Result", "", "Black", "Rtg", "No.")
    rows = [
        title("Round 1 on 2026/05/01 at 14.00"), head(header),
        body(("1", "1", "1400", "", "Al", "1 - 0", "FM", "Bo", "1500", "4", "")),
        title("Round 2 on 2026/05/02 at 1900"), head(header),
        body(("1", "4", "1500", "FM", "Bo", "", "", "Cem", "0", "3", "")),
    ]  # fmt: skip
    reading = read(f'<table class="CRs1">{"".join(rows)}</table>', "Pairings/Results")
    rounds = of(Pairings, reading).rounds
    when = [(one.round, one.date, one.time) for one in rounds]
    assert when == [(1, date(2026, 5, 1), "14.00"), (2, date(2026, 5, 2), "1900")]
    (first,), (second,) = (one.boards for one in rounds)
    assert first.black == Entry(start_number=4, name="Bo", title="FM", rating=1500)
    assert (second.kind, second.white_score) == (Kind.PENDING, None)
    assert reading.round is None  # the page is of both


def test_a_result_of_no_known_form_is_refused() -> None:
    """A page of pairings is read whole or not at all."""
    good = ("1", "4", "", "Al", "1400", "0", "1 - 0", "0", "", "Bo", "1500", "9")
    with pytest.raises(PageChanged) as refusal:
        paired(good, ("2", "5", "", "Cem", "1300", "0", "1 - 1", "0", "", "Dal", "1200", "7"))
    assert refusal.value.facts == {"what": "result", "met": "1 - 1"}


# Crosstables

CROSS = ("", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "Pts.", "TB1")


def cross(first: str, *rows: Row, heading: str = "", header: Row = CROSS) -> Crosstable:
    """Read a crosstable whose first column has that head."""
    return of(Crosstable, read(table((first, *header), *rows), heading))


def test_the_numbers_of_a_crosstable_are_ranks_or_start_numbers() -> None:
    """By rank where the first column is the rank (art=4), by start number where it is No. (5)."""
    rows = (
        ("1", "", "Mavi Bora", "1400", "TUR", "2w1", "-½", "1,5", "3"),
        ("2", "", "Al", "1500", "TUR", "1b0", "", "0", "2"),
    )
    by_rank = cross("Rk.", *rows, heading="Ranking crosstable after Round 2")
    by_number = cross("No.", *rows, heading="Starting rank crosstable")
    assert (by_rank.by, by_number.by) == ("rank", "start_number")
    assert by_rank.rounds == by_number.rounds == (1, 2)
    assert (
        by_rank.results
        == by_number.results
        == (
            (Result(2, W, Kind.GAME, WON), Result(None, None, Kind.HALF_BYE, DRAWN)),
            (Result(1, B, Kind.GAME, LOST), None),
        )
    )
    assert [(row.rank, row.start_number) for row in by_rank.listing.rows] == [(1, None), (2, None)]
    numbers = [(row.rank, row.start_number) for row in by_number.listing.rows]
    assert numbers == [(None, 1), (None, 2)]


def test_the_colours_of_a_turkish_crosstable_are_unknown() -> None:
    """Its letters were never seen, and b is white in the Turkish export: no colour is guessed."""
    header = ("", "İsim", "Rtg", "FED", "1.Tur", "2.Tur", "Puan", "EB1")
    rows = (
        ("1", "", "Mavi Bora", "1400", "TUR", "2b1", "-1", "2", "3"),
        ("2", "", "Al", "1500", "TUR", "1s0", "1s", "0", "2"),
    )
    read_table = cross("No.", *rows, header=header, heading="Başlangıç Sıralaması Çapraz Tablo")
    assert read_table.results == (
        (Result(2, None, Kind.GAME, WON), Result(None, None, Kind.BYE, WON)),
        (Result(1, None, Kind.GAME, LOST), Result(1, None, Kind.PENDING, None)),
    )


def test_a_crosstable_in_unknown_words_is_refused() -> None:
    """Where the first column is neither a rank nor a number, the opponents cannot be known."""
    with pytest.raises(UnknownWords):
        cross("??", ("1", "", "Al", "0", "TUR", "2w1", "", "1", "1"))


GRID = ("No.", "", "Name", "Rtg", "1", "2", "3", "Pts.")


def test_a_grid_of_a_round_robin_has_opponents_for_columns() -> None:
    """The column is the opponent; the diagonal and games to come are empty, colours unknown."""
    reading = read(
        table(
            GRID,
            ("1", "", "Al", "1400", "*", "½", "+", "1½"),
            ("2", "", "Bo", "1500", "½", "*", "", "½"),
            ("3", "", "Cem", "0", "-", "", "*", "0"),
        )
    )
    grid = of(Crosstable, reading)
    assert (reading.view, grid.by, grid.rounds) == ("crosstable", "start_number", ())
    draw = Result(2, None, Kind.GAME, DRAWN)
    assert grid.results == (
        (None, draw, Result(3, None, Kind.FORFEIT_WIN, WON)),
        (draw._replace(opponent=1), None, None),
        (Result(1, None, Kind.FORFEIT_LOSS, LOST), None, None),
    )


@pytest.mark.parametrize("cell", ["1½", "½ ½", "10", "1 0"])
def test_a_double_round_robin_is_refused_by_its_cell(cell: str) -> None:
    """Two results in a cell are not read by halves: the refusal names the cell."""
    with pytest.raises(PageChanged) as refusal:
        read(table(GRID, ("1", "", "Al", "1400", "*", cell, "", "1")))
    assert refusal.value.facts == {"what": "crosstable", "met": cell}


def test_a_crosstable_of_teams_keeps_its_cells_as_texts() -> None:
    """The cells of teams have no meaning of their own; they are given as printed."""
    header = ("Rk.", "Team", "1", "2", "TB1")
    reading = read(table(header, ("1", "Kestane", "*", "2½", "5"), ("2", "Fındık", "1½", "*", "3")))
    read_table = of(Crosstable, reading)
    assert read_table.texts == (("*", "2½"), ("1½", "*"))
    assert read_table.results == ()
    assert [row.team for row in read_table.listing.rows] == ["Kestane", "Fındık"]


# Not paired, schedule, statistics

MISSED = ("SNo", "", "Name", "Rtg", "1.Rd", "2.Rd", "3.Rd")


def test_the_marks_of_the_not_paired_grid() -> None:
    """A bye has letters in any language, 0F is a lost forfeit, and "*" says nothing for sure."""
    grid = of(
        NotPaired,
        read(table(MISSED, ("7", "", "Al", "0", "*", "", "Tur"), ("9", "", "Bo", "0", "", "0F"))),
    )
    assert grid.rounds == (1, 2, 3)
    assert [row.start_number for row in grid.listing.rows] == [7, 9]
    assert grid.marks == (
        ((1, "*", None), (3, "Tur", Kind.BYE)),
        ((2, "0F", Kind.FORFEIT_LOSS),),
    )


@pytest.mark.parametrize("mark", ["1", "0", "½", "**", "-"])
def test_an_unknown_mark_of_the_not_paired_grid_is_refused(mark: str) -> None:
    """Any other mark could mean anything."""
    with pytest.raises(PageChanged) as refusal:
        read(table(MISSED, ("7", "", "Al", "0", mark, "", "")))
    assert refusal.value.facts == {"what": "not paired", "met": mark}


@pytest.mark.parametrize(
    ("header", "heading"),
    [
        (("Round", "Date", "Time"), "Playing schedule"),
        (("Tur", "Tarih", "Saat"), "Turnuva Programı"),
        (("Тур", "Дата", "Время"), "Расписание"),
    ],
)
def test_the_schedule_has_the_time_as_free_text(header: Row, heading: str) -> None:
    """Rounds and dates are values; a time is what the arbiter wrote, and may be missing."""
    reading = read(table(header, ("1", "2026/05/01", "1900"), ("2", "2026/05/02", "")), heading)
    assert reading.view == "schedule"
    assert of(Schedule, reading).rounds == (
        PairedRound(1, date(2026, 5, 1), "1900"),
        PairedRound(2, date(2026, 5, 2), None),
    )


STATISTICS = [
    ("FED", "Number", "%"),
    ("Round", "White", "Draw", "Black", "Number"),
    ("No.", "Team", "Number"),
    ("Title", "Name", "Number"),
]


@pytest.mark.parametrize("header", STATISTICS)
def test_statistics_are_given_as_printed(header: Row) -> None:
    """Under their heading every table is plain, even with the words of another view."""
    row = tuple(str(number) for number in range(len(header)))
    reading = read(table(header, row), "Statistics")
    assert reading.view == "statistics"
    assert of(PlainTables, reading).tables == ((header, (row,)),)


def test_a_table_of_no_known_view_is_given_as_printed() -> None:
    """A view that tnrate does not know is called other, and its cells are kept."""
    reading = read(table(("A", "B", "C"), ("1", "2", "3")), "Something")
    assert reading.view == "other"
    assert of(PlainTables, reading).tables == ((("A", "B", "C"), (("1", "2", "3"),)),)


# Teams

TEAMS = ("No.", "SNo", "Team", "MP", "Res.", ":", "Res.", "MP", "Team", "SNo")


def matches_of(reading: Reading) -> tuple[Match, ...]:
    """Give the matches of a page."""
    return of(Matches, reading).matches


def test_team_pairings_with_every_column() -> None:
    """Numbers and match points of both teams stand on their side; half points are kept."""
    reading = read(
        table(TEAMS, ("1", "3", "Kestane", "4", "2½", ":", "1½", "3", "Fındık", "5")),
        "Team pairings",
        "Round 3 on 2026/05/01 at 14:00 Uhr",
    )
    (match,) = matches_of(reading)
    assert match == Match(
        3, date(2026, 5, 1), "14:00 Uhr", 1,
        Entry(start_number=3, team="Kestane", match_points=Decimal(4)),
        Entry(start_number=5, team="Fındık", match_points=Decimal(3)),
        Decimal("2.5"), Decimal("1.5"),
    )  # fmt: skip
    assert (reading.view, reading.round) == ("teampairings", 3)


FREE = [("bye", "", ""), ("Tur", "", ""), ("serbest", "4", ""), ("bye", "2", "")]


@pytest.mark.parametrize(("name", "home", "away"), FREE)
def test_a_free_round_of_a_team_has_no_other_team(name: str, home: str, away: str) -> None:
    """A one-sided result, or the word of a bye without a number, is a free round."""
    row = ("1", "3", "Kestane", "4", home, ":", away, "", name, "")
    (match,) = matches_of(read(table(TEAMS, row), "Team pairings"))
    assert (match.home.team, match.away, match.away_score) == ("Kestane", None, None)
    assert match.home_score == (Decimal(home) if home else None)


def test_a_team_that_is_called_bye_and_has_a_number_is_a_team() -> None:
    """The number decides, never the name."""
    row = ("1", "3", "Kestane", "4", "", ":", "", "2", "Tur", "8")
    (match,) = matches_of(read(table(TEAMS, row), "Team pairings"))
    assert match.away == Entry(start_number=8, team="Tur", match_points=Decimal(2))


def test_all_rounds_of_a_team_round_robin() -> None:
    """Each heading row begins a round, and every match belongs to its own."""
    header = ("No.", "Team", "Team", "Res.", ":", "Res.")
    rows = [
        title("Round 1 on 2026/05/01"), head(header), body(("1", "A", "B", "3", ":", "1")),
        title("Round 2 on 2026/05/02"), head(header), body(("1", "B", "C", "", ":", "")),
    ]  # fmt: skip
    reading = read(f'<table class="CRs1">{"".join(rows)}</table>', "Team pairings")
    found = [(one.round, one.home.team, one.home_score) for one in matches_of(reading)]
    assert found == [(1, "A", Decimal(3)), (2, "B", None)]
    assert reading.round is None


MATCH = ("Bo.", "9", "Kestane", "Rtg", "-", "1", "Fındık", "Rtg", "1½ : ½")


def boards_page(*rows: Row, header: Row = MATCH) -> Matches:
    """Read a page of board pairings with one match."""
    content = f'<table class="CRs1">{title("Round 3 on 2026/05/01")}{head(header)}{body(*rows)}'
    return of(Matches, read(f"{content}</table>", "Board Pairings"))


def test_the_boards_of_a_match_are_turned_to_white_first() -> None:
    """Results are printed home first; where the home player has Black, both sides change."""
    marked = boards_page(
        ("3.1", "FM", coloured("w", "Al"), "2300", "-", "", coloured("s", "Dal"), "0", "½ - ½"),
        ("3.2", "", coloured("s", "Bo"), "1500", "-", "CM", coloured("w", "Ece"), "0", "1 - 0"),
        ("3.3", "", coloured("s", "Cem"), "0", "-", "", coloured("w", "Fer"), "0", "- - +"),
    )
    assert not marked.colours_assumed
    (match,) = marked.matches
    assert (match.number, match.round, match.home_score) == (3, 3, Decimal("1.5"))
    assert match.home == Entry(start_number=9, team="Kestane")
    assert match.away == Entry(start_number=1, team="Fındık")
    first, second, third = match.boards
    assert first == Board(
        "3.1", Entry(name="Al", title="FM", rating=2300), Entry(name="Dal", rating=0),
        Kind.GAME, DRAWN, DRAWN, True, W,
    )  # fmt: skip
    assert second == Board(
        "3.2", Entry(name="Ece", title="CM", rating=0), Entry(name="Bo", rating=1500),
        Kind.GAME, LOST, WON, True, B,
    )  # fmt: skip
    assert (third.kind, third.rated, third.white) == (
        Kind.FORFEIT_WIN, False, Entry(name="Fer", rating=0),
    )  # fmt: skip


def test_colours_that_are_not_marked_are_called_assumed() -> None:
    """Without marks the home team has White on the odd boards, and the reading says so."""
    read_page_of = boards_page(
        ("3.1", "", "Al", "2300", "-", "", "Dal", "0", "1 - 0"),
        ("3.2", "", "Bo", "1500", "-", "", "Ece", "0", "1 - 0"),
    )
    assert read_page_of.colours_assumed
    first, second = read_page_of.matches[0].boards
    assert first.white is not None
    assert second.white is not None
    assert (first.white.name, first.home, first.white_score) == ("Al", W, WON)
    assert (second.white.name, second.home, second.white_score) == ("Ece", B, LOST)


def test_one_mark_of_a_board_is_enough() -> None:
    """The colour of either side gives that of the other, and nothing is assumed."""
    read_page_of = boards_page(
        ("3.1", "", "Al", "0", "-", "", coloured("w", "Dal"), "0", "1 - 0"),
    )
    assert not read_page_of.colours_assumed
    (one,) = read_page_of.matches[0].boards
    assert (one.home, one.white_score, one.black_score) == (B, LOST, WON)


def test_an_empty_board_has_nobody_on_that_side() -> None:
    """A team that left a board empty loses it by forfeit, and no player is made up."""
    read_page_of = boards_page(("3.1", "", coloured("w", "Al"), "0", "-", "", "", "", "+ - -"))
    (one,) = read_page_of.matches[0].boards
    assert (one.black, one.kind, one.white_score) == (None, Kind.FORFEIT_WIN, WON)


PLAYERS = ("Bo.", "", "Name", "Rtg", "1", "2", "Pts.", "Games")
TITLES = [
    (
        "1. KESTANE A (RtgAvg:1896, Captain: Mavi, Bora / TB1: 12 / TB2: 7,5)",
        (1, "KESTANE A", 1896, "Mavi, Bora", (Decimal(12), Decimal("7.5"))),
    ),
    (
        "20. KESTANE (B), İzmir (RtgAvg:1429, TB1: 7 / TB2: 0)",
        (20, "KESTANE (B), İzmir", 1429, None, (Decimal(7), Decimal(0))),
    ),
    (
        "2. A / B. Kulübü 3. Takım (RtgAvg:0, Captain: Al (TUR) / TB1: 1)",
        (2, "A / B. Kulübü 3. Takım", 0, "Al (TUR)", (Decimal(1),)),
    ),
    ("3. Fındık (RtgAvg:1500)", (3, "Fındık", 1500, None, ())),
    ("4. Fındık (Captain: Mavi, Bora)", (4, "Fındık", None, "Mavi, Bora", ())),
    ("Fındık (U18)", (None, "Fındık (U18)", None, None, ())),
    ("5. 1900 Ankara", (5, "1900 Ankara", None, None, ())),
]


@pytest.mark.parametrize(("text", "expected"), TITLES)
def test_the_title_row_of_a_team(text: str, expected: tuple[object, ...]) -> None:
    """Brackets, commas and strokes of a name stay in it; a captain may be missing."""
    row = ("1", "FM", link("Mavi, Bora", 12), "1400", "+", "½", "1,5", "2")
    content = f'<table class="CRs1">{title(text)}{head(PLAYERS)}{body(row)}</table>'
    reading = read(content, "Team-Composition with round-results")
    (team,) = of(Composition, reading).teams
    named = team.team
    read_title = (named.rank, named.team, named.rating_average, named.captain, named.tie_breaks)
    assert read_title == expected


def test_the_players_of_a_team_have_a_result_for_each_round() -> None:
    """Forfeits are told from games, a round without a game is None, a board may be missing."""
    rows = (
        ("1", "FM", link("Mavi, Bora", 12), "1400", "+", "½", "1,5", "2"),
        ("", "", "Al", "0", "", "-", "0", "1"),
    )
    content = f'<table class="CRs1">{title("1. Kestane")}{head(PLAYERS)}{body(*rows)}</table>'
    reading = read(content, "Team-Composition with round-results")
    assert reading.view == "composition"
    (team,) = of(Composition, reading).teams
    assert isinstance(team, Team)
    assert team.rounds == (1, 2)
    assert team.results == (
        (Result(None, None, Kind.FORFEIT_WIN, WON), Result(None, None, Kind.GAME, DRAWN)),
        (None, Result(None, None, Kind.FORFEIT_LOSS, LOST)),
    )
    assert team.players.rows == (
        Entry(start_number=12, name="Mavi, Bora", title="FM", rating=1400, board=1, games=2,
              points=Decimal("1.5")),
        Entry(name="Al", rating=0, games=1, points=Decimal(0)),
    )  # fmt: skip


# Searches

FOUND = ("Name", "ID", "FideID", "Club/City", "FED", "Tournament", "End-Date", "Rk.", "Rd.", "n")


@pytest.mark.parametrize(
    "address",
    [
        "tnr9000001.aspx?lan=1&amp;art=9&amp;snr=12",
        "tnr9000001 .aspx?lan=11 &amp;art=9&amp;snr=12",
        "https://chess-results.com/Tnr9000001.Aspx?lan=1&amp;art=9&amp;snr=12&amp;SNode=S0",
    ],
)
def test_a_found_player_is_known_by_his_link(address: str) -> None:
    """Relative links, blanks in them and capitals give the tournament and the start number."""
    row = (f'<a href="{address}">Mavi, Bora</a>', "4711", "0", "", "TUR", "Kestane Op",
           "2026/05/09", "-", "9", "120")  # fmt: skip
    reading = read(table(FOUND, row, css="CRs2"))
    assert reading.view == "player_search"
    assert of(Found, reading).rows == (
        FoundPlayer(
            "Mavi, Bora", None, None, "TUR", "Kestane Op", 9000001, 12, date(2026, 5, 9), None, 9,
            120,
        ),
    )  # fmt: skip


def test_a_found_tournament_is_known_by_its_link_or_its_key() -> None:
    """The number is in the link; where there is none, the database key is the same number."""
    header = ("No.", "Tournament", "FED", "", "Last update", "from", "to", "Location",
              "Time control", "State", "Rd.", "n", "dbkey", "EventID")  # fmt: skip
    rest = ("TUR", "", "1 Days", "2026/05/01", "2026/05/09", "İzmir", "Rapid", "2", "9", "120")
    rows = (
        ("1", '<a href="tnr9000001 .aspx?lan=1">Kestane Open</a>', *rest, "9000001", "400100"),
        ("2", "Fındık", *rest, "9000002", "0"),
    )
    reading = read(table(header, *rows, css="CRs2"))
    assert reading.view == "tournament_search"
    first = FoundTournament(
        9000001, "Kestane Open", "TUR", "1 Days", date(2026, 5, 1), date(2026, 5, 9), "İzmir",
        "Rapid", "2", 9, 120, 400100,
    )  # fmt: skip
    second = first._replace(id=9000002, name="Fındık", fide_event_id=None)
    assert of(Found, reading).rows == (first, second)


# Markup

PLAIN = table(("No.", "", "Name", "Rtg"), ("1", "FM", "Mavi, Bora", "2310"))
BORA = Entry(start_number=1, name="Mavi, Bora", title="FM", rating=2310)


def test_comments_are_no_part_of_a_row() -> None:
    """A comment between rows, between cells, or inside a name changes nothing."""
    commented = re.sub(r"(?=<t[rd])", "<!-- <td>7</td> -->", PLAIN)
    commented = commented.replace("Mavi, ", "Mavi, <!-- Al -->")
    assert commented != PLAIN
    assert rows_of(read(commented, "Starting rank")) == (BORA,)


def test_the_case_of_tags_and_attributes_means_nothing() -> None:
    """Names of tags and attributes are read in any case, as browsers read them."""
    shouted = re.sub(r"</?[a-z]+|class=", lambda found: found[0].upper(), PLAIN)
    assert shouted != PLAIN
    assert rows_of(read(shouted, "Starting rank")) == (BORA,)


@pytest.mark.parametrize(
    "mark", ["\ue000", "&#57344;", "\x1b", "\x07", "&#7;", "\u202e", "&#8238;", "\u200b", "\u2066"]
)
def test_invisible_letters_do_not_reach_a_name(mark: str) -> None:
    """Private letters, control characters and turns of direction are dropped from every text."""
    painted = PLAIN.replace("Mavi", f"Ma{mark}vi").replace("FM", f"{mark}FM")
    assert rows_of(read(painted, "Starting rank")) == (BORA,)


def test_a_data_table_inside_a_cell_is_a_table_of_its_own() -> None:
    """Its rows are not rows of the outer table, which keeps its own to the end."""
    inner = table(("No.", "", "Name", "Rtg"), ("9", "", "Al", "1400"))
    outer = table(
        ("No.", "", "Name", "Rtg", "Club/City"),
        ("1", "FM", "Mavi, Bora", "2310", inner),
        ("2", "", "Cem", "0", ""),
    )
    page = Page(html(outer, "Starting rank").encode())
    assert [[row.texts[0] for row in one.rows] for one in page.tables] == [["1", "2"], ["9"]]
    assert [row.name for row in rows_of(read_page(page))] == ["Mavi, Bora", "Cem"]


@pytest.mark.parametrize("deep", [300, 1500])
@pytest.mark.parametrize("where", ["around", "inside"])
def test_deep_nesting_loses_no_row(deep: int, where: str) -> None:
    """Hundreds of tags that somebody left open, around a table or in a cell, cut nothing off."""
    rows = [(str(number), "", f"Al {number}", "1400") for number in range(1, 6)]
    if where == "inside":
        rows[2] = ("3", "", "<b>" * deep + "Al 3" + "</b>" * deep, "1400")
    content = table(("No.", "", "Name", "Rtg"), *rows)
    if where == "around":
        content = "<div>" * deep + content + "</div>" * deep
    names = [row.name for row in rows_of(read(content, "Starting rank"))]
    assert names == [f"Al {number}" for number in range(1, 6)]


def test_nesting_beyond_what_can_be_parsed_is_refused() -> None:
    """Where the parser gives up, the page is refused; the rows before that are not shown."""
    rows = [("1", "", "Al", "1400"), ("2", "", "<b>" * 5000, "0"), ("3", "", "Bo", "1300")]
    with pytest.raises(PageChanged):
        read(table(("No.", "", "Name", "Rtg"), *rows), "Starting rank")


ROBIN = ("Bo.", "No.", "White", "Result", "Black", "No.")
PAGES = {
    "a list": html(table(LIST, ADA_ROW, ADA_ROW[:-1], (*ADA_ROW, "x")), "Starting rank"),
    "pairings": html(
        table(
            [*PAIRED, "PGN"],
            ("1", "4", "", link("Al", 4), "0", "½", "½ - ½", "1", "", link("Bo", 9), "0", "9", ""),
            ("2", "5", "", "Cem", "1300", "0", "1", "", "", "bye", "", ""),
        ),
        "Pairings/Results",
        "Round 2 on 2026/05/01",
    ),
    "a round robin": html(
        '<table class="CRs1"><tbody>'
        + title("Round 1") + head(ROBIN) + body(("1", "1", "Al", "1 - 0", "Bo", "2", ""))
        + title("Round 2") + head(ROBIN) + body(("1", "2", "Bo", "", "Al", "1", ""))
        + "</tbody></table>"
    ),
    "boards": html(
        f'<table class="CRs1">{head(MATCH)}'
        + body(("3.1", "", coloured("s", "Al"), "0", "-", "", coloured("w", "Bo"), "0", "1 - 0"))
        + "</table>"
    ),
    "a table in a cell": html(
        table(LIST, (*ADA_ROW[:-1], table(LIST, ADA_ROW)), ADA_ROW), "Starting rank"
    ),
    "a table in the first row": html(
        f'<table class="CRs1"><tr class="CRg1"><td>{table(MISSED, ("7",))}</td></tr>'
        f"{head(LIST)}{body(ADA_ROW)}</table>",
        "Starting rank",
    ),
    "two tables": html(table(LIST, ADA_ROW) + table(MISSED, ("7",)), "Starting rank"),
    "comments": html(re.sub(r"(?=<t[rd])", "<!-- x -->", PLAIN), "Starting rank"),
    "deep nesting": html("<div>" * 400 + PLAIN + "</div>" * 400, "Starting rank"),
    "a card": html(
        '<table class="CRs1"><tr><td>Name</td><td>Al</td></tr><tr><td>Points</td><td>1</td></tr>'
        "</table>"
        + table(
            ("Rd.", "SNo", "", "Name", "Rtg", "Res."),
            ("1", "4", "", "Bo", "0", coloured("w", "1")),
            ("2", "-1", "", "bye", "", "- ½"),
        ),
        "Player info",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_a_plain_table_is_read_as_the_parser_reads_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a table is cut from the bytes or parsed, the facts are the same."""
    data = PAGES[name].encode()
    found = Page(data)
    monkeypatch.setattr("scraper.page.cut", lambda data: (data, []))
    parsed = Page(data)
    seen = [
        [(one.header, one.headings, [row.texts for row in one.rows]) for one in page.tables]
        for page in (found, parsed)
    ]
    assert seen[0] == seen[1]
    assert seen[0]
    assert read_page(found) == read_page(parsed)


NOT_PLAIN = {
    "an open cell": PLAIN.replace("</td>", "", 1),
    "an open row": PLAIN.replace("</tr>", "", 1),
    "text between rows": PLAIN.replace("</tr>", "</tr>lost", 1),
    "a table in a cell": PLAIN.replace("</td>", "<table><tr><td>1</td></tr></table></td>", 1),
    "two links within each other": PLAIN.replace("</td>", "<a href='x'><b>y</b></a></td>", 1),
    "a sign of ours": PLAIN.replace("</td>", "\x01</td>", 1),
    "in a comment": f"<!-- {PLAIN} -->",
    "in a script": f"<script>{PLAIN}</script>",
    "an end that never comes": PLAIN.replace("</table>", ""),
}


@pytest.mark.parametrize("name", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_the_parser(name: str) -> None:
    """A table with anything that the site does not write is not cut out: nothing is guessed."""
    data = html(NOT_PLAIN[name]).encode()
    assert cut(data) == (data, [])


LINK = '<a href="tnr1.aspx?art=9&amp;snr=5">Ada</a>'
TRICKS = {
    "two links": f'{LINK} <a href="x?snr=7">Bob</a>',
    "a sign in a title": '<a title="x>y" href="t?snr=5">Ada</a>',
    "a number in a title": '<a title="?snr=9&" href="t?snr=5">Ada</a>',
    "a number in the data": '<a data-x="&snr=99" href="t?snr=5">Ada</a>',
    "an entity in the address": '<a href="t?x=1&amp;snr&#61;5">Ada</a>',
    "single quotes": "<a href='t?snr=5'>Ada</a>",
    "capitals": '<A HREF="t?snr=5">Ada</A>',
    "an open link": '<a href="t?snr=5">Ada',
    "a raised mark": "Ada<sup>1</sup>",
    "entities without end": "Ada &frac12 &copy &bogus; AT&T",
    "entities of entities": "Ada &amp;lt; &amp;#49;",
    "numbers beyond all characters": "Ada &#0;&#xD800;&#1114112;",
}


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_makes_the_two_ways_of_reading_differ(
    trick: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in a cell is read by the rules of the parser, or left to it."""
    rows = f"{head(LIST)}<tr class='CRg2'><td>1</td><td></td><td>{TRICKS[trick]}</td></tr>"
    data = html(f'<table class="CRs1">{rows}</table>', "Starting rank").encode()
    found = read_page(Page(data))
    monkeypatch.setattr("scraper.page.cut", lambda data: (data, []))
    assert read_page(Page(data)) == found
    assert rows_of(found)


def test_a_large_list_is_read_whole() -> None:
    """A list of 6,000 players has every one of them."""
    rows = [(str(n), "FM", f"Al {n}", "2310") for n in range(1, 6001)]
    data = html(table(("No.", "", "Name", "Rtg"), *rows), "Starting rank").encode()
    listed = rows_of(read_page(Page(data)))
    assert [row.start_number for row in listed] == list(range(1, 6001))
    assert listed[-1] == BORA._replace(start_number=6000, name="Al 6000")
