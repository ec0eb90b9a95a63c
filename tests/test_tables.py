"""The one reader of tables: numbers as the site prints them, own rows and own cells only."""

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import PageChanged
from scraper.page import Page
from scraper.tables import Table, number, rating, ratings, whole

NUMBERS = [
    ("1", "1"),
    ("0", "0"),
    ("1,5", "1.5"),
    ("1.5", "1.5"),
    ("5,0", "5.0"),
    ("0,5", "0.5"),
    ("-63,6", "-63.6"),
    ("−63,6", "-63.6"),
    ("–14,80", "-14.80"),
    ("-51,6", "-51.6"),
    ("- 1,5", "-1.5"),
    ("½", "0.5"),
    ("4½", "4.5"),
    ("10½", "10.5"),
    ("1,60*)", "1.60"),
    ("-3,20 *)", "-3.20"),
    ("1 234,5", "1234.5"),
    ("1\u00a0234", "1234"),
    ("1\u2009234", "1234"),
    ("1\u202f234", "1234"),
]


@pytest.mark.parametrize(("text", "value"), NUMBERS)
def test_a_number_is_read_in_every_form_of_the_site(text: str, value: str) -> None:
    """Comma, half, real minus, thin blanks and the mark of the 400 rule keep the exact value."""
    assert number(text, "points") == Decimal(value)


@pytest.mark.parametrize("text", ["", "-", "–", " ", "\u00a0", "−"])
def test_an_empty_cell_is_absent_and_never_zero(text: str) -> None:
    """Nothing, or only a dash, is None."""
    assert number(text, "points") is None
    assert whole(text, "rating") is None


NO_NUMBERS = (
    "4 5",
    "1588 1790",
    "12 34",
    "1 2345",
    "x",
    "1x",
    "1,5,0",
    "--1",
    "1K",
    "½½",
    "4½1",
    "+",
    "NaN",
    "-∞",
    "1/2",
    "1e3",
    "1_000",
)


TWO_NUMBERS = ("4 5", "1588 1790", "12 34", "1 2345")


@pytest.mark.parametrize("text", [*NO_NUMBERS, *TWO_NUMBERS, "Infinity", "0x10"])
def test_what_is_no_number_is_refused_with_its_text(text: str) -> None:
    """A cell that holds anything else raises PageChanged, naming the column and the text."""
    for read in (number, whole):
        with pytest.raises(PageChanged) as refusal:
            read(text, "points")
        assert refusal.value.facts == {"what": "points", "met": text}


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("1650", 1650), ("1 650", 1650), ("1650,0", 1650), ("007", 7)]
)
def test_a_whole_number_is_read(text: str, value: int) -> None:
    """A rating or number is whole, 0 included, whatever blanks stand in it."""
    assert whole(text, "rating") == value


@pytest.mark.parametrize("text", ["-1", "1,5", "½", "9" * 13, "9" * 5000])
def test_a_part_a_sign_or_a_monster_is_no_whole_number(text: str) -> None:
    """Negative, broken and absurdly long numbers are refused where a whole one belongs."""
    with pytest.raises(PageChanged):
        whole(text, "rating")


@pytest.mark.parametrize("text", ["4001", "18001", "23101", "99999"])
def test_a_number_that_is_no_rating_is_refused(text: str) -> None:
    """A footnote's number that stands against a rating makes it impossible, and is not believed."""
    for read in (rating, lambda one, what: ratings([one], what)):
        with pytest.raises(PageChanged):
            read(text, "rating")


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("4<sup>1</sup>", "4"),
        ("<sup>*</sup>1800", "1800"),
        ("1588<br>1790", "1588 1790"),
        ("Ada<br/>Bir", "Ada Bir"),
        ("A<b>d</b>a<sup><i>2</i></sup>", "Ada"),
    ],
)
def test_raised_marks_and_line_ends_glue_nothing_to_a_text(cell: str, text: str) -> None:
    """A footnote's number is no digit of the figure before it; two lines are two words."""
    table = table_of(("No.", "Name", "FED"), cells("7", cell, "TUR"))
    assert table.rows[0].text("name") == text


@given(st.integers(0, 4000))
def test_every_rating_reads_back(value: int) -> None:
    """Ratings from 0 to 4000 are read, with and without blanks between the thousands."""
    assert ratings([str(value), f" {value}", "", "-"], "rating") == [value, value, None, None]


def test_a_negative_half_keeps_its_value_or_is_refused() -> None:
    """A number with a sign and a half is minus one and a half, never minus a half."""
    try:
        value = number("-1½", "change")
    except PageChanged:
        return
    assert value == Decimal("-1.5")


@given(st.decimals(-9999, 9999, places=2, allow_nan=False, allow_infinity=False))
def test_a_printed_decimal_reads_back(value: Decimal) -> None:
    """Any decimal that is printed with a comma and either minus reads back exactly."""
    printed = f"{value:f}".replace(".", ",")
    assert number(printed, "change") == value
    assert number(printed.replace("-", "−"), "change") == value


@given(st.text(max_size=12))
def test_any_text_is_a_number_nothing_or_a_refusal(text: str) -> None:
    """No text of a cell brings anything but a finite number, None or PageChanged."""
    for read in (number, whole):
        try:
            value = read(text, "points")
        except PageChanged:
            continue
        assert value is None or Decimal(value).is_finite()


HEADER = ("No.", "", "Name", "FideID", "FED", "Rtg", "Club/City")


def table_of(header: Sequence[str], *rows: Sequence[str], tag: str = "td") -> Table:
    """Make a page of one data table and give that table as it was read."""
    head = "".join(f"<{tag}>{word}</{tag}>" for word in header)
    body = "".join(f"<tr class='CRg2'>{''.join(cells)}</tr>" for cells in rows)
    page = Page(f"<table class='CRs1'><tr class='CRg1b'>{head}</tr>{body}</table>".encode())
    return page.tables[0]


def cells(*texts: str) -> list[str]:
    """Make the cells of a row."""
    return [f"<td>{text}</td>" for text in texts]


@pytest.mark.parametrize("tag", ["td", "th"])
def test_a_row_is_read_by_the_header(tag: str) -> None:
    """Each value comes from the column whose header names it, in td and in th headers."""
    row = table_of(
        HEADER, cells("7", "CM", "Alan, Bir", "99100001", "TUR", "1650", "Klub"), tag=tag
    ).rows[0]
    assert row.whole("number") == 7
    assert row.text("title") == "CM"
    assert row.text("name") == "Alan, Bir"
    assert row.whole("fide_id") == 99100001
    assert row.whole("rating") == 1650
    assert row.text("club") == "Klub"


def test_moved_columns_are_followed() -> None:
    """The same columns in another order give the same facts."""
    row = table_of(("Rtg", "", "Name", "FideID"), cells("1650", "FM", "Alan, Bir", "0")).rows[0]
    assert (row.whole("rating"), row.text("title"), row.text("name")) == (1650, "FM", "Alan, Bir")
    assert row.whole("fide_id") == 0


def test_a_missing_column_is_absent_and_never_the_first() -> None:
    """A column that the header lacks gives nothing, not the value of column 0."""
    table = table_of(("No.", "Name", "FED"), cells("7", "Alan, Bir", "TUR"))
    row = table.rows[0]
    assert not table.has("fide_id")
    assert not row.has("fide_id")
    assert row.text("fide_id") == ""
    assert row.whole("fide_id") is None
    assert row.number("points") is None


def test_a_short_row_lacks_its_end_and_a_long_one_is_cut() -> None:
    """Rows are read from the left: missing cells are absent, surplus cells are ignored."""
    short, long = table_of(
        HEADER,
        cells("7", "", "Alan, Bir", "0"),
        cells("8", "", "Alan, İki", "0", "TUR", "1500", "Klub", "", "999"),
    ).rows
    assert short.text("name") == "Alan, Bir"
    assert short.whole("rating") is None
    assert short.text("club") == ""
    assert long.whole("rating") == 1500
    assert long.text("club") == "Klub"


def test_a_rating_of_zero_shifts_nothing() -> None:
    """An unrated player's 0 stays 0 in its own column and the rest stays where it is."""
    row = table_of(
        ("Rd.", "SNo", "Name", "Rtg", "Pts.", "Res."), cells("1", "2", "Alan", "0", "3,5", "1")
    ).rows[0]
    assert row.whole("rating") == 0
    assert row.number("points") == Decimal("3.5")


def test_of_two_equal_headers_the_first_counts() -> None:
    """A pairing's second Rtg or Pts. does not overwrite the first."""
    row = table_of(
        ("Bo.", "White", "Rtg", "Black", "Rtg"), cells("1", "Alan", "1700", "Bora", "1500")
    ).rows[0]
    assert row.whole("rating") == 1700


NESTED = "<table><tr><td><div class='FarbewT'></div></td><td>1</td></tr></table>"


@pytest.mark.parametrize("body", ["", "tbody"])
def test_a_nested_table_neither_cuts_nor_doubles_a_row(body: str) -> None:
    """Rows and cells of the colour's own table are not those of the data table."""
    open_body, close_body = (f"<{body}>", f"</{body}>") if body else ("", "")
    page = Page(
        f"<table class='CRs1'>{open_body}<tr class='CRg1b'><td>Rd.</td><td>Res.</td><td>K</td></tr>"
        f"<tr><td>1</td><td>{NESTED}</td><td>20</td></tr>"
        f"<tr><td>2</td><td>{NESTED}</td><td>40</td></tr>{close_body}</table>".encode()
    )
    assert len(page.tables) == 1
    assert [row.whole("k") for row in page.tables[0].rows] == [20, 40]
    assert [row.text("result") for row in page.tables[0].rows] == ["1", "1"]


def test_entities_raw_letters_and_blanks_become_one_line_of_text() -> None:
    """Named and numeric entities, raw letters and any blanks are decoded once."""
    row = table_of(
        ("Name", "FED", "Club/City"),
        cells("&#304;nce, &Ouml;z", "TUR", "A&nbsp;&amp;\n  Ş&amp;lt;"),
    ).rows[0]
    assert row.text("name") == "İnce, Öz"
    assert row.text("club") == "A & Ş&lt;"


def test_control_characters_do_not_reach_the_reader() -> None:
    """Escape and direction marks in a cell are dropped, so that a name cannot paint a terminal."""
    row = table_of(("Name", "FED", "Rtg"), cells("Al&#8238;an\x1b[31m", "TUR", "1")).rows[0]
    assert row.text("name") == "Alan[31m"


def test_malformed_cells_still_are_cells() -> None:
    """The site's own broken cell tags are counted like any other."""
    row = table_of(
        ("Rd.", "Name", "Rtg"), ["<td>1</td>", '<td & colsp & class="CRc"></td>', "<td>1500</td>"]
    ).rows[0]
    assert row.text("name") == ""
    assert row.whole("rating") == 1500
