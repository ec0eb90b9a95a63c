"""Damaged pages: only our own refusals come out, and a changed figure does not go unseen.

A page is damaged by a seeded number, so that a failure can be repeated by it; many more pages are
damaged by hand with `python -m tests.mutations`.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

import pytest
from lxml import etree
from lxml import html as lxml_html

from rating.card import rate_card
from report.reading import of_reading
from report.rows import of_sheets
from report.words import Words
from scraper import checks, crosschecks
from scraper.errors import PageChanged, TnrateError
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Crosstable, Listing, Matches, PlainTables, Reading
from scraper.saved import as_utf8
from scraper.views import card, details, players
from tests.conftest import DEMO
from tests.mutations import (
    FULL,
    MOST_BYTES,
    MUTATIONS,
    STRANGE,
    damaged,
    read_everything,
    real_pages,
    run,
    standin_pages,
)
from tests.standin import build, render
from tests.standin.event import Event, Style
from tests.standin.schedule import results_of

CARD = (DEMO / "card.html").read_bytes()
PATIENT = 15.0  # no test fails because a machine is slow; by hand the limit is a second
_TEXT = re.compile(rb"(?<=>)[^<>]+(?=<)")
_NUMBER = re.compile(rb"(?<=>)[\d.,]*\d(?=</)")
_CELL = re.compile(rb"<t[dh]\b[^>]*>.*?</t[dh]>", re.DOTALL)
_HEADER = re.compile(rb'<tr class="CRn?g1b.*?</tr>', re.DOTALL)
_SMALL = {
    name: page
    for name, page in standin_pages().items()
    if name.endswith((", plain", ", full", ", gated")) or "," not in name
}


# Whatever is wrong


@pytest.mark.parametrize("first", range(1, 1201, 200))
def test_a_damaged_page_ends_in_facts_or_in_a_refusal(first: int) -> None:
    """Of the stand-in's pages, damaged in every way, each is read or refused, and soon."""
    found = run(first, 200, standin_pages(), PATIENT)
    assert found.failures == []
    assert found.results["read"] > 80
    assert len(found.results) > 3


@pytest.mark.parametrize("first", [20_001, 20_101])
def test_a_damaged_real_page_ends_in_facts_or_in_a_refusal(first: int) -> None:
    """Of the real pages too, each is read or refused, and soon."""
    pages = real_pages()
    if not pages:
        pytest.skip("the folder shared/pages does not stand beside the repository")
    assert run(first, 100, pages, PATIENT).failures == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_damage_is_survived_alone(name: str) -> None:
    """Each kind of damage alone, on a page of each kind, ends in facts or a refusal."""
    dice = random.Random(name)  # noqa: S311 - repeatable damage
    pages = list(_SMALL.values())[::4]
    unharmed = 0
    for page in pages:
        data = MUTATIONS[name](page, dice)
        unharmed += data == page
        if data:
            assert len(data) < MOST_BYTES * 5
            assert read_everything(data).seconds < PATIENT
    assert unharmed < len(pages)


def test_damage_can_be_repeated_by_its_seed() -> None:
    """The same seed damages a page in the same way, below a megabyte, whatever came before."""
    page = _SMALL["swiss, pairings, plain"]
    twice = [[damaged(page, random.Random(seed)) for seed in range(50)] for _ in range(2)]  # noqa: S311
    assert twice[0] == twice[1]
    assert max(len(data) for data, _ in twice[0]) < MOST_BYTES


def test_the_undamaged_pages_are_read() -> None:
    """What is damaged above is right before: all but two pages that say so are read."""
    results = {name: read_everything(page).result for name, page in standin_pages().items()}
    refused = {name: result for name, result in results.items() if result != "read"}
    assert refused == {"limit": "daily_limit", "not started": "not_started"}
    contradicting = [name for name, page in standin_pages().items() if _contradicts(page)]
    assert contradicting == []


def _contradicts(data: bytes) -> bool:
    try:
        found = checks.of_page(read_page(Page(data)))
    except TnrateError:
        return False
    return any(not check.ok for check in found)


@pytest.mark.parametrize("strange", STRANGE, ids=lambda text: ascii(text)[:30])
def test_a_strange_text_in_any_cell(strange: bytes) -> None:
    """Cells of the rounds, of lists and of teams in turn hold a text that does not belong there."""
    for name in ("card", "pairings", "crosstable by number"):
        page = CARD if name == "card" else _SMALL[f"swiss, {name}, full"]
        start = page.rindex(b'<table class="CRs1"')
        for match in list(_TEXT.finditer(page, start))[:90:7]:
            read_everything(page[: match.start()] + strange + page[match.end() :])


@pytest.mark.parametrize("word", [b"", b"Zz", b"Rk.", b"SNo", b"Name", b"Team", b":", b"1.Rd"])
def test_any_word_of_a_header_may_be_missing_or_another(word: bytes) -> None:
    """A view whose columns are not those that it always had is read or refused, and soon."""
    for page in list(_SMALL.values())[::2]:
        header = _HEADER.search(page)
        if header is None:
            continue
        for cell in _CELL.finditer(page, header.start(), header.end()):
            other = b"<th>" + word + b"</th>"
            changed = page[: cell.start()] + other + page[cell.end() :]
            assert read_everything(changed).seconds < PATIENT


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_header_of_strange_words_alone(kept: int) -> None:
    """Headers that keep but a word or two are read or refused; no column is waited for."""
    for page in _SMALL.values():

        def emptied(header: re.Match[bytes]) -> bytes:
            cells = _CELL.findall(header[0])
            some = [b"<th>?</th>"] * len(cells)
            some[1 : 1 + kept] = cells[1 : 1 + kept]
            return b'<tr class="CRg1b">' + b"".join(some) + b"</tr>"

        assert read_everything(_HEADER.sub(emptied, page)).seconds < PATIENT


@pytest.mark.parametrize("digits", [30, 400, 200_000])
def test_a_monstrous_number_in_any_cell(digits: int) -> None:
    """Numbers of any length are refused or of no meaning, and soon: nothing adds them up."""
    for page in list(_SMALL.values())[:: 3 if digits < 1000 else 9]:
        start = max(page.find(b'class="CRs1"'), 0)
        found = list(_NUMBER.finditer(page, start))[::11]
        for match in found:
            changed = page[: match.start()] + b"9" * digits + page[match.end() :]
            assert read_everything(changed).seconds < PATIENT


@pytest.mark.parametrize("deep", [10, 60, 2000])
@pytest.mark.parametrize("outer", [b'<table class="CRs1"><tr><td>', b"<i><b>", b"<h2>", b"<div>"])
def test_things_within_each_other_are_not_read_over_and_over(deep: int, outer: bytes) -> None:
    """A deep nest around or above half a megabyte of rows costs its size, not its square."""
    row = b'<tr class="CRg1"><td>1</td><td></td><td>Al</td><td>1400</td></tr>'
    head = b'<tr class="CRg1b"><td>No.</td><td></td><td>Name</td><td>Rtg</td></tr>'
    table = b'<table class="CRs1">' + head + row * 7000 + b"</table>"
    data = b"<html><body><h2>A</h2>" + outer * deep + table + b"</table></body></html>"
    assert len(data) < MOST_BYTES
    assert read_everything(data).seconds < PATIENT / 3


@pytest.mark.parametrize(
    "piece",
    [
        b"<p>x",
        b"<h2>x</h2>",
        b"<td><a href='?art=2&rd=1'>Rd.1",
        b"<input name='x'>",
        b"<a href='x'>",
    ],
)
@pytest.mark.parametrize("box", [b"<div class='defaultDialog'>", b"<tr>"])
def test_thousands_of_things_beside_each_other_cost_their_number(piece: bytes, box: bytes) -> None:
    """Paragraphs, headings, cells, fields and links are each looked at once."""
    data = b"<html><table class='CRs1'><tr><td>Name<td>Al</tr></table>" + box + piece * 15_000
    assert read_everything(data + b"</html>").seconds < PATIENT / 3


def test_data_tables_in_data_tables_are_refused() -> None:
    """The site never does that; each would be read once more in every one around it."""
    table = b'<table class="CRs1"><tr class="CRg1"><td>1</td><td>2</td><td>3</td></tr><tr><td>'
    with pytest.raises(PageChanged):
        Page(b"<html>" + table * 30 + b"</html>")


def test_nothing_but_tags_and_noise() -> None:
    """Bytes without any sense, short or long, are refused and nothing else."""
    dice = random.Random(7)  # noqa: S311 - repeatable noise
    for length in (1, 2, 3, 10, 100, 5000):
        for _ in range(20):
            noise = bytes(
                dice.choice(b"<>/tabletrdh =\"'&#;\n\x80\xff\x01CRs1") for _ in range(length)
            )
            assert read_everything(noise).result != "read"


def test_a_card_and_a_list_are_refused_alike_by_their_own_readers() -> None:
    """The readers of `rate` and `players` meet the same pages, and refuse in their own words."""
    for seed in range(300):
        dice = random.Random(seed)  # noqa: S311 - repeatable damage
        data, _ = damaged(dice.choice((CARD, _SMALL["swiss, ranking, full"])), dice)
        try:
            page = Page(as_utf8(data, "The page"))
        except TnrateError:
            continue
        tournament = details.read(page)
        try:
            rate_card(card.read(page), tournament, date(2026, 5, 17))
        except TnrateError as refusal:
            assert refusal.code
        try:
            players.read(page)
        except TnrateError as refusal:
            assert refusal.code


# Forms that damage brought to light


def _page(content: str, heading: str) -> bytes:
    return f"<html><h2>Kestane Open</h2><h2>{heading}</h2>{content}</html>".encode()


def _table(*rows: Sequence[str]) -> str:
    lines = [
        f'<tr class="CRg1{"" if at else "b"}">{"".join(f"<td>{one}</td>" for one in row)}</tr>'
        for at, row in enumerate(rows)
    ]
    return f'<table class="CRs1">{"".join(lines)}</table>'


def test_plain_tables_have_rows_of_one_length() -> None:
    """Statistics whose rows are longer or shorter than the header lose nothing, in CSV as well."""
    data = _page(_table(("A", "B", "C"), ("1",), ("1", "2", "3", "4")), "Statistics")
    reading = read_page(Page(data))
    rows = (("1", "", "", ""), ("1", "2", "3", "4"))
    assert reading.content == PlainTables(((("A", "B", "C", ""), rows),))
    assert of_sheets(of_reading(reading, (), (), Words("en"))) == "A,B,C,\n1,,,\n1,2,3,4\n"


def test_a_table_without_any_known_column_has_rows_without_facts() -> None:
    """A side of a pairing of which no column is known ends, and is not read for ever."""
    header = ("Bo.", "White", "x", "Result", "y", "z")
    found = [
        read_everything(
            _page(_table(words, ("1", "Al", "", "1 - 0", "Bo", "")), "Pairings/Results")
        )
        for words in (
            header,
            header[::-1],
            ("Result", "White", "Black"),
            ("Black", "White", "Result"),
        )
    ]
    assert all(one.seconds < PATIENT for one in found)


@pytest.mark.parametrize(
    "header",
    [
        ("No.", "Team", "x", "Res.", ":", "Res."),
        ("No.", "Team", "Team", "Res.", "x", "Res."),
        (":", "Team", "Team", "Res.", "Res.", "No."),
    ],
)
def test_team_pairings_without_their_columns_are_refused(header: Sequence[str]) -> None:
    """Without two teams and a colon between two results nobody knows who met whom."""
    with pytest.raises(PageChanged):
        read_page(Page(_page(_table(header, ("1", "A", "B", "2", ":", "1")), "Team pairings")))


def test_a_player_in_the_first_column_has_no_title() -> None:
    """Where nothing stands before a name, the last cell of the row is no title."""
    rows = (("Al", "Rtg", "-", "7", "Bo", "Rtg", "1 : 0"), ("x", "1", "-", "", "y", "2", "1 - 0"))
    content = read_page(Page(_page(_table(*rows), "Board Pairings"))).content
    assert isinstance(content, Matches)
    white = content.matches[0].boards[0].white
    assert white is not None
    assert (white.name, white.title) == ("x", None)


def test_a_grid_with_more_rows_than_columns_contradicts_itself() -> None:
    """A row that nobody has a column for is not looked up behind the end of the others."""
    header = ("No.", "", "Name", "1", "2", "Pts.")
    rows = (
        ("1", "", "Al", "*", "1", "1"),
        ("2", "", "Bo", "0", "*", "0"),
        ("3", "", "Cem", "1", "", "1"),
    )
    (total, mutual) = checks.of_page(read_page(Page(_page(_table(header, *rows), "x"))))
    assert (total.kind, total.ok) == ("row_total", True)
    assert [one.who for one in mutual.contradictions] == ["3"]


def test_a_not_paired_grid_without_rounds_is_refused() -> None:
    """Under that heading a table without a column of rounds says nothing of anybody."""
    with pytest.raises(PageChanged):
        read_page(Page(_page(_table(("SNo", "Name", "Rtg"), ("1", "Al", "0")), "not paired")))


def test_the_letters_of_another_language_are_not_believed() -> None:
    """One word of another language is enough: "b" is black in English and blancas in Spanish."""
    for word, colour in (("Name", "white"), ("Nombre", None), ("İsim", None)):
        rows = (("1", "", "Al", "2w1", "1"), ("2", "", "Bo", "1b0", "0"))
        page = _page(_table(("Rk.", "", word, "1.Rd", "Pts."), *rows), "x")
        content = read_page(Page(page)).content
        assert isinstance(content, Crosstable)
        (first,), (second,) = content.results
        assert first is not None
        assert second is not None
        assert (first.colour, second.colour) == (colour, colour and "black")


# A changed figure of a checked fact


class Cell(NamedTuple):
    """A cell of a data table: its table, row and column, the word above it, and its text."""

    table: int
    row: int
    column: int
    word: str
    text: str


def _tables(tree: lxml_html.HtmlElement) -> list[etree._Element]:
    return [one for one in tree.iter("table") if (one.get("class") or "").startswith("CRs")]


def _rows(table: etree._Element) -> list[tuple[str, list[etree._Element]]]:
    """Give the class and the cells of each row."""
    return [
        (row.get("class") or "", list(row.iterchildren("td", "th")))
        for row in table.iterchildren("tr")
    ]


def _words(cell: etree._Element) -> str:
    return " ".join("".join(map(str, cell.itertext())).split())


def cells(page: str) -> list[Cell]:
    """Give the cells of all data tables, each with the word of the last header above it."""
    found = []
    for at, table in enumerate(_tables(lxml_html.document_fromstring(page))):
        header: list[str] = []
        for place, (css, row) in enumerate(_rows(table)):
            texts = [_words(one) for one in row]
            if len(row) > 2 and css.endswith("1b"):
                header = texts
            for column, text in enumerate(texts):
                word = header[column] if column < len(header) else ""
                found.append(Cell(at, place, column, word, text))
    return found


def with_cell(page: str, cell: Cell, text: str) -> bytes:
    """Put another text into a cell, at its innermost."""
    tree = lxml_html.document_fromstring(page)
    inner = _rows(_tables(tree)[cell.table])[cell.row][1][cell.column]
    for leaf in inner.iter():
        if len(leaf) == 0 and (leaf.text or "").strip():
            leaf.text = text
            return bytes(lxml_html.tostring(tree, encoding="utf-8"))
    raise AssertionError(f"no text in {cell}")


def surfaces(data: bytes) -> bool:
    """Say whether a page is refused or contradicts itself."""
    try:
        return any(not check.ok for check in checks.of_page(read_page(Page(data))))
    except TnrateError:
        return True


Others = Callable[[Cell], Sequence[str]]


def changed(page: str, others: Others) -> Iterator[tuple[Cell, str, bytes]]:
    """Give the page with one figure changed, for each other text of each cell."""
    for cell in cells(page):
        if cell.text and cell.text != cell.word:
            for text in others(cell):
                if text != cell.text:
                    yield cell, text, with_cell(page, cell, text)


def unseen(page: str, others: Others) -> tuple[int, list[str]]:
    """Change every figure in turn; give how many were changed, and those that nothing noticed."""
    count, missed = 0, []
    assert not surfaces(page.encode())
    for cell, text, data in changed(page, others):
        count += 1
        if not surfaces(data):
            missed.append(f"{cell.word}: {cell.text} -> {text} (row {cell.row})")
    return count, missed


def _half_more(text: str) -> list[str]:
    """Give points half a point and a point higher, in the page's own form."""
    value = float(text.replace(",", "."))
    return [f"{value + more:.1f}".replace(".", ",").removesuffix(",0") for more in (0.5, 1)]


_PLAYED = re.compile(r"(\d+)([wb]?)([10½+-]?)")


def crosstable_figures(cell: Cell) -> list[str]:
    """Change opponent, colour or result of a cell, or the points of a row."""
    if cell.word == "Pts.":
        return _half_more(cell.text)
    if not cell.word.endswith(".Rd"):
        return []
    if cell.text.startswith("-"):
        return ["-1", "-½", "-0"]
    match = _PLAYED.fullmatch(cell.text)
    assert match is not None
    number, colour, mark = match.groups()
    found = [f"{number}{colour}{other}" for other in "10½+-"]
    found += [f"{other}{colour}{mark}" for other in (int(number) + 1, abs(int(number) - 2))]
    return [*found, f"{number}{'b' if colour == 'w' else 'w'}{mark}"]


def grid_figures(cell: Cell) -> list[str]:
    """Change a result of a grid, or the points of a row."""
    if cell.word == "Pts.":
        return _half_more(cell.text)
    return list("10½+-") if cell.word.isdecimal() and cell.text != "*" else []


def composition_figures(cell: Cell) -> list[str]:
    """Change a result, the points or the games of a player; a forfeit stays one."""
    if cell.word == "Pts.":
        return _half_more(cell.text)
    if cell.word == "Games":
        return [str(int(cell.text) + 1)]
    if not cell.word.isdecimal():
        return []
    return list("+-") if cell.text in "+-" else list("10½")


def board_figures(cell: Cell) -> list[str]:
    """Change the result of a board to one of another score, or the score of a match."""
    if re.fullmatch(r"[\d½]+ : [\d½]+", cell.word) and cell.row and " - " in cell.text:
        every = ("1 - 0", "0 - 1", "½ - ½", "+ - -", "- - +", "- - -", "½ - 0")
        worth = {"+ - -": "1 - 0", "- - +": "0 - 1"}
        return [one for one in every if worth.get(one, one) != worth.get(cell.text, cell.text)]
    return []


def match_scores(page: str) -> Iterator[bytes]:
    """Change the score in the head of each match, on either side."""
    for cell in cells(page):
        if re.fullmatch(r"[\d½]+ : [\d½]+", cell.text):
            home, away = cell.text.split(" : ")
            yield with_cell(page, cell, f"{home} : {int(away.rstrip('½') or 0) + 1}")
            yield with_cell(page, cell, f"{int(home.rstrip('½') or 0) + 1} : {away}")


def _other_decimals(text: str, steps: Sequence[float]) -> list[str]:
    value = float(text.replace(",", "."))
    return [f"{value + step:.2f}".replace(".", ",") for step in steps]


def ranking_figures(cell: Cell) -> list[str]:
    """Change score, expected score, their difference, K or the change of a rated row."""
    if cell.word in ("w", "we", "w-we", "rtg+/-"):
        return _other_decimals(cell.text, (0.01, -0.5, 1, 10))
    return ["10", "20", "40", "15"] if cell.word == "K" else []


def card_figures(cell: Cell) -> list[str]:
    """Change a result, K, an expected score or a change of a round."""
    if cell.word in ("we", "rtg+/-"):
        return _other_decimals(cell.text.removesuffix("*)"), (0.01, -0.5, 1, 10))
    if cell.word == "K":
        return ["10", "20", "40", "15"]
    if cell.word != "Res.":
        return []
    if " " in cell.text:  # without a game: "- 1", "+ 1K"
        return [f"{cell.text[0]} {one}{cell.text[3:]}" for one in ("1", "½", "0")]
    return ["1", "½", "0"]


def _swiss() -> Event:
    """Make an event with every kind of result, and a rated player whose changes add up to 0."""
    field = build.random_players(random.Random(5), 8)  # noqa: S311 - the same field every time
    lines = (
        "1:5 1-0; 6:2 ½-½; 3:7 +--; 8:4 0-1",
        "2:1 ½-½; 4:3 1-0; 5:8 ---; 7 bye; 6 out",
        "1:4 0-1; 2:3 1-0; 7:6 --+; 8 half; 5 half",
    )
    return replace(build.simple_swiss(8, 3), players=field, results=results_of(field, lines))


SWISS = _swiss()
PLAYED = build.team_swiss(4, 3, 3, played=3)
ROBIN = build.round_robin(5)
OLD = Style(era="old", points_column=True)
FIGURES: dict[str, tuple[str, Others, int]] = {
    "by number": (render.start_crosstable_page(SWISS, Style(), None), crosstable_figures, 150),
    "by rank": (render.ranking_crosstable_page(SWISS, OLD, None), crosstable_figures, 150),
    "grid": (render.start_crosstable_page(ROBIN, Style(), None), grid_figures, 80),
    "composition": (render.composition_page(PLAYED, Style()), composition_figures, 100),
    "boards": (render.board_pairings_page(PLAYED, Style(), 2), board_figures, 24),
    "old boards": (render.board_pairings_page(PLAYED, OLD, 3), board_figures, 24),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_changed_figure_surfaces(name: str) -> None:
    """Any other opponent, colour, result, points or games contradicts the rest of the page."""
    page, others, least = FIGURES[name]
    count, missed = unseen(page, others)
    assert missed == []
    assert count >= least


def test_a_changed_score_of_a_match_surfaces() -> None:
    """The boards of a match add up to its score, on either side."""
    page = render.board_pairings_page(PLAYED, Style(), 1)
    found = [surfaces(data) for data in match_scores(page)]
    assert len(found) == 4
    assert all(found)


def test_a_changed_figure_of_a_ranking_surfaces() -> None:
    """Score less expectation is the difference, and K times that the change, in every rated row.

    A K alone cannot be checked where the difference is 0: any K gives the change of 0.
    """
    count, missed = unseen(
        render.ranking_page(build.simple_swiss(10, 5), FULL, None), ranking_figures
    )
    assert [one for one in missed if not one.startswith("K: ")] == []
    assert count > 100
    assert all(_difference_of(one) == "0,00" for one in missed)


def _difference_of(missed: str) -> str:
    page = render.ranking_page(build.simple_swiss(10, 5), FULL, None)
    row = int(missed.rpartition("row ")[2].rstrip(")"))
    (found,) = (one.text for one in cells(page) if one.row == row and one.word == "w-we")
    return found


@pytest.mark.parametrize("number", range(1, 9))
def test_a_changed_figure_of_a_card_surfaces(number: int) -> None:
    """Rounds add up to points and total change, and K times the difference is each change."""
    style = Style(we_columns=True, two_ratings=True)
    page = render.card_page(SWISS, number, style)
    count, missed = unseen(page, card_figures)
    assert missed == []
    assert count >= 4


@pytest.mark.parametrize("label", ["Points", "FIDE rtg +/-"])
def test_a_changed_total_of_a_card_surfaces(label: str) -> None:
    """The totals in the head of a card are the sums of its rounds."""
    for number in range(1, 9):
        page = render.card_page(SWISS, number, Style())
        has_changes = any(one.change for one in SWISS.rows(number))
        found = cells(page)
        for at, cell in enumerate(found):
            if cell.text == label and (label == "Points" or has_changes):
                value = found[at + 1]
                for text in (*_half_more(value.text), "77,7"):
                    assert surfaces(with_cell(page, value, text)), (number, text)


# What one page cannot know, another does


def _reading(page: str) -> Reading:
    return read_page(Page(page.encode()))


def seen_by(other: Reading, page: str, others: Others) -> tuple[int, list[str]]:
    """Change every figure of a page; give those that neither it nor another page contradicts."""
    count, missed = 0, []
    assert all(check.ok for check in crosschecks.between([other, _reading(page)]))
    for cell, text, data in changed(page, others):
        count += 1
        if surfaces(data):
            continue
        found = crosschecks.between([other, read_page(Page(data))])
        if all(check.ok for check in found):
            missed.append(f"{cell.word}: {cell.text} -> {text} (row {cell.row})")
    return count, missed


def pairing_figures(cell: Cell) -> list[str]:
    """Change a number of a player, or a result, of a round."""
    if cell.word == "Result" and " - " in cell.text:
        return ["1 - 0", "0 - 1", "½ - ½", "+ - -", "- - +", "- - -"]
    if cell.word == "Result":
        return ["1", "½", "0"]
    return []


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_changed_result_of_a_round_contradicts_the_crosstable(number: int) -> None:
    """A page of pairings prints each result once; the crosstable has it twice more."""
    table = _reading(render.start_crosstable_page(SWISS, Style(), None))
    count, missed = seen_by(table, render.pairings_page(SWISS, number, Style()), pairing_figures)
    assert missed == []
    assert count >= 17


def test_a_changed_player_of_a_round_surfaces() -> None:
    """A start number of somebody else stands twice on the page then, in a column or in a link."""
    for number in (1, 2, 3):
        numbered = render.pairings_page(SWISS, number, Style(gated=True))
        count, missed = unseen(
            numbered, lambda cell: list("12345678") if cell.word == "No." else []
        )
        assert missed == []
        assert count >= 7 * 6
        linked = render.pairings_page(SWISS, number, Style(number_column=False))
        start = linked.rindex('<table class="CRs1"')
        for match in re.finditer(r"snr=(\d+)", linked[start:]):
            other = f"snr={int(match[1]) % 8 + 1}"
            place = start + match.start()
            assert surfaces((linked[:place] + other + linked[start + match.end() :]).encode())


def test_a_changed_point_of_a_ranking_contradicts_the_crosstable() -> None:
    """The points of a ranking stand there once; they are those of the crosstable."""
    table = _reading(render.start_crosstable_page(SWISS, Style(), None))
    page = render.ranking_page(SWISS, Style(), None)
    count, missed = seen_by(
        table, page, lambda cell: _half_more(cell.text) if cell.word == "Pts." else []
    )
    assert (count, missed) == (16, [])


def test_a_changed_board_contradicts_the_composition() -> None:
    """A win by default is a point like any other on its page; the team's row knows which it was."""
    composition = _reading(render.composition_page(PLAYED, Style()))
    for number in (1, 2, 3):
        page = render.board_pairings_page(PLAYED, Style(), number)
        count, missed = seen_by(
            composition,
            page,
            lambda cell: (
                ["1 - 0", "0 - 1", "½ - ½", "+ - -", "- - +", "- - -"]
                if cell.row and " - " in cell.text
                else []
            ),
        )
        assert missed == []
        assert count == 30


def test_a_changed_score_of_team_pairings_contradicts_the_boards() -> None:
    """The page of the teams prints each score once; the boards add up to it."""
    boards = _reading(render.board_pairings_page(PLAYED, Style(), 2))
    page = render.team_pairings_page(PLAYED, Style(), 2)
    count, missed = seen_by(
        boards, page, lambda cell: ["0", "½", "1", "3"] if cell.word == "Res." else []
    )
    assert missed == []
    assert count >= 12


def test_a_board_without_its_result_leaves_a_match_unchecked() -> None:
    """While a board is not over the score of its match is not known, so nothing is compared.

    Whether the site adds up the boards that are over was never seen; the composition has them.
    """
    page = render.board_pairings_page(PLAYED, Style(), 1)
    (first, *_) = (one for one in cells(page) if one.row and " - " in one.text)
    reading = read_page(Page(with_cell(page, first, "")))
    (total,) = checks.of_page(reading)
    assert (total.kind, total.compared) == ("board_total", 2)


def test_a_list_alone_has_nothing_to_check() -> None:
    """A starting rank prints every figure once: it is right or wrong by itself."""
    reading = _reading(render.start_list_page(SWISS, Style(), None))
    assert isinstance(reading.content, Listing)
    assert checks.of_page(reading) == ()
