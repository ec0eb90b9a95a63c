"""`tnrate event`: what it asks for, and what it shows to people, programs and printers."""

import csv
import io
import os
import re
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from lists.importing import import_file
from lists.store import ListStore
from report.event_columns import EVENT_COLUMNS
from scraper import asking
from tests import rating_lists
from tests.commands import environment, program, tnrate
from tests.conftest import ROOT
from tests.rating_lists import Entry
from tests.standin import demo, render
from tests.standin.build import round_robin, simple_swiss, team_swiss
from tests.standin.event import Style
from tests.standin.server import Standin

STYLE = Style(two_ratings=True, change_columns=True, group_column=True)
WHOLE = replace(STYLE, details=True)
DEMO = demo.demo_event()
OPEN = Style(two_ratings=True, change_columns=True)
EVENTS = {
    "Swiss": (simple_swiss(30, 5, number=9512401), OPEN, 3),
    "large Swiss": (simple_swiss(200, 3, number=9512402), OPEN, 3),
    "gated": (simple_swiss(12, 4, number=9512403), replace(OPEN, gated=True), 5),
    "gated without tables": (
        simple_swiss(12, 4, number=9512404), replace(OPEN, gated=True, gated_table=False), 5,
    ),
    "round robin": (round_robin(8, number=9512405), OPEN, 3),
    "double round robin": (round_robin(4, double=True, number=9512406), OPEN, 3),
    "coming": (replace(simple_swiss(12, 4, number=9512407), results={}), OPEN, 2),
}  # fmt: skip


@pytest.fixture
def site(quick: None) -> Iterator[Standin]:
    """Run a site with events of every kind."""
    with Standin([DEMO], STYLE) as running:
        for event, style, _ in EVENTS.values():
            running.put(event, style)
        yield running


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    """Save crosstable, starting rank and ranking of the demo event."""
    made = {
        "crosstable": render.start_crosstable_page(DEMO, WHOLE, None),
        "startlist": render.start_list_page(DEMO, WHOLE, None),
        "ranking": render.ranking_page(DEMO, WHOLE, None),
    }
    paths = []
    for name, text in made.items():
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(text, "utf-8")
    return paths


def with_pages(pages: list[Path]) -> list[str | Path]:
    """Give the arguments that name saved pages."""
    first, *others = pages
    return ["event", first, *(part for other in others for part in ("--with", other))]


def table(text: str) -> list[dict[str, str]]:
    """Read CSV; every row has as many cells as the header."""
    lines = list(csv.reader(io.StringIO(text)))
    assert {len(line) for line in lines} == {len(lines[0])}
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_costs_few_requests(site: Standin, name: str) -> None:
    """At most 3 requests, 5 behind the gate, whatever the number of players."""
    event, _, most = EVENTS[name]
    found = tnrate("event", str(event.number), "--json", site=site)
    assert found.status == 0
    # A POST to the bare host is sent on to the node, which counts twice only here.
    sent = [one for one in site.requests if "localhost" in str(one.headers.get("Host"))]
    gets = [one for one in site.requests if one.method == "GET"]
    assert len(gets) <= 3
    assert len(site.requests) <= most, [str(one.query.get("art")) for one in sent]
    assert len(found.document["players"]) == len(event.players)


def test_each_page_is_asked_for_once_and_then_offline(site: Standin) -> None:
    """A second run takes all pages from the store, and --offline gives the same rows."""
    first = tnrate("event", str(DEMO.number), "--json", site=site).document
    sent = len(site.requests)
    again = tnrate("event", str(DEMO.number), "--json", "--offline", site=site).document
    assert len(site.requests) == sent == 3
    assert again["players"] == first["players"]
    assert "offline" in {note["code"] for note in again["notes"]}


def test_nothing_stored_and_offline_is_refused(site: Standin) -> None:
    """Without a page in the store, --offline says so."""
    found = tnrate("event", str(DEMO.number), "--offline", site=site)
    assert (found.status, found.out) == (1, "")
    assert len(found.err.splitlines()) == 2


def test_a_ranking_that_cannot_be_read_is_no_failure(site: Standin) -> None:
    """The rows stand without the ranking, and a note says why nothing is compared with it."""

    class NoRanking(Standin):
        def answer(self, path: str, query: str, form: object, gate_stays: bool) -> Any:
            given = super().answer(path, query, form, gate_stays)  # type: ignore[arg-type]
            return replace(given, page="<html><body></body></html>") if "art=1&" in query else given

    with NoRanking([DEMO], STYLE) as running:
        found = tnrate("event", str(DEMO.number), "--json", site=running).document
    assert "event_ranking_unread" in {note["code"] for note in found["notes"]}
    assert any(player["change"] for player in found["players"])
    assert {player["published"] for player in found["players"]} == {None}


def test_the_bar_is_told_of_each_page(site: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told before each page, with how many there will be."""
    from scraper.event_pages import gather_event
    from scraper.gather import Gatherer

    monkeypatch.setenv("TNRATE_SITE", site.url)
    told: list[tuple[int, int]] = []
    gather_event(Gatherer("test"), str(DEMO.number), progress=lambda *one: told.append(one))
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_the_boards_of_teams_take_a_page_a_round(site: Standin) -> None:
    """A team event asks for its teams, its players, and the boards of each round."""
    event = team_swiss(6, number=9512411)
    site.put(event, STYLE)
    found = tnrate("event", str(event.number), "--json", site=site).document
    assert len(site.requests) == 2 + event.rounds_paired
    assert all(player["team"] for player in found["players"])
    assert any(player["games"] for player in found["players"])


def test_saved_pages_give_what_the_link_gives(site: Standin, pages: list[Path]) -> None:
    """The rows of saved pages are those of the site, whatever page comes first."""
    linked = tnrate("event", str(DEMO.number), "--json", site=site).document["players"]
    for order in (pages, pages[::-1]):
        assert tnrate(*with_pages(order), "--json").document["players"] == linked


def test_every_field_of_the_document_is_in_the_manual(pages: list[Path]) -> None:
    """docs/json.md names each field of the document, and every column of the CSV is a --sort."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8").partition("## event\n")[2]
    manual = manual.partition("\n## ")[0]
    found = tnrate(*with_pages(pages), "--json").document
    assert set(found) == {
        "schema", "tournament", "time_control", "on", "rules", "article", "figures", "players",
        "checks", "notes",
    }  # fmt: skip
    player = next(one for one in found["players"] if one["ukd"] and one["published"])
    fields = {*found, *player, *player["ukd"], *player["published"]} - {"schema"}
    assert {
        name for name in fields if f"`{name}`" not in manual and f"`{name}[]`" not in manual
    } == set()
    kinds = {check["kind"] for check in found["checks"] if check["kind"].startswith("published")}
    assert {kind for kind in kinds if f"`{kind}`" not in manual} == set()
    assert all(
        isinstance(one, str | int | None)
        for one in player.values()
        if not isinstance(one, list | dict)
    )


def test_csv_has_every_column_and_the_figures_of_the_document(pages: list[Path]) -> None:
    """A row of the CSV holds what the document says of the player; absent facts are empty."""
    found = tnrate(*with_pages(pages), "--json").document["players"]
    printed = table(tnrate(*with_pages(pages), "--csv").out)
    assert list(printed[0]) == list(EVENT_COLUMNS)
    for row, player in zip(printed, found, strict=True):
        for name in ("start_number", "name", "old_rating", "points", "expected", "k", "change",
                     "new_rating", "performance"):  # fmt: skip
            assert row[name] == ("" if player[name] is None else str(player[name]))
        published = player["published"] or {}
        assert row["published_change"] == (published.get("change") or "")
        is_shown = player["ukd"] is not None and player["ukd"]["is_turkish"]
        assert row["ukd_change"] == (player["ukd"]["change"] if is_shown else "")


@pytest.mark.parametrize("column", EVENT_COLUMNS)
@pytest.mark.parametrize("descending", [False, True])
def test_it_sorts_by_every_column(pages: list[Path], column: str, descending: bool) -> None:
    """Rows rise by the column, or fall with --descending; who has nothing there comes last."""
    given = ["--descending"] if descending else []
    rows = table(tnrate(*with_pages(pages), "--csv", "--sort", column, *given).out)
    values = [row[column] for row in rows]
    there = [value for value in values if value]
    assert values == there + [""] * (len(values) - len(there))
    assert len(rows) == len(DEMO.players)
    if re.fullmatch(r"-?\d+(\.\d+)?", "".join(there[:1])):
        numbers = [Decimal(value) for value in there]
        assert numbers == sorted(numbers, reverse=descending)


def test_sorting_needs_a_column_that_there_is() -> None:
    """An unknown column and --descending alone are wrong usage."""
    assert tnrate("event", "x.html", "--sort", "luck").status == 2
    assert tnrate("event", "x.html", "--descending").status == 2


@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("--federation", "tur", "federation"),
        ("--fed", "ITA", "federation"),
        ("--club", "SPOR golbeyli", "club"),
        ("--name", "boz tu", "name"),
        ("--name", "Şule", "name"),
    ],
)
def test_players_are_chosen(pages: list[Path], option: str, value: str, field: str) -> None:
    """A federation, club or name in any case, with or without accents, chooses players."""
    everybody = tnrate(*with_pages(pages), "--json").document["players"]
    found = tnrate(*with_pages(pages), "--json", option, value).document["players"]
    assert 0 < len(found) < len(everybody)
    assert [one for one in everybody if one[field] in {row[field] for row in found}] == found


def test_an_age_group_is_that_of_the_list(tmp_path: Path) -> None:
    """--group takes what the columns Typ and Gr print, whatever its case."""
    players = tuple(
        replace(one, typ="U12" if one.start_number % 3 == 0 else "S50", group="B")
        for one in DEMO.players
    )
    style = replace(STYLE, typ_column=True)
    paths = []
    for name, page in (("list", render.start_list_page), ("table", render.start_crosstable_page)):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(page(replace(DEMO, players=players), style, None), "utf-8")
    found = tnrate(*with_pages(paths), "--json", "--group", "u12").document["players"]
    assert [one["start_number"] % 3 for one in found] == [0] * 8
    assert len(tnrate(*with_pages(paths), "--json", "--group", "b").document["players"]) == 24


def test_nobody_chosen_is_refused(pages: list[Path]) -> None:
    """Where nobody fits, it is said with what was asked for."""
    for option, value in (("--federation", "XYZ"), ("--club", "?!"), ("--name", ",")):
        found = tnrate(*with_pages(pages), option, value)
        assert (found.status, found.out) == (1, "")
        assert value in found.err


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_table_fits_the_screen(pages: list[Path], width: int, language: str) -> None:
    """Columns give way until a line fits; name, change and new rating always stay."""
    from rich.console import Console

    from rating.tournament import rate_event
    from report.event_document import of_event
    from report.event_text import EventText
    from report.words import Words
    from scraper.event_facts import facts_of
    from scraper.page import Page
    from scraper.read import read_page
    from scraper.saved import read_saved
    from tests.test_event import TODAY

    words = Words(language)
    facts = facts_of([read_page(Page(read_saved(str(path)))) for path in pages])
    rated = rate_event(facts, TODAY)
    stream = io.StringIO()
    text = EventText(words, stream)
    text._console = Console(file=stream, width=width, highlight=False)
    text.event(rated, of_event(rated, [], (), words)["players"], [], rated.notes)
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    head = next(line for line in lines if words("Name") in line.split())
    assert words("New") in head.split()
    assert "±" in head.split()


def test_a_guessed_k_says_so(tmp_path: Path) -> None:
    """Without a printed K, one that is assumed has a question mark, and a note counts them."""
    style = replace(STYLE, change_columns=False)
    paths = []
    for name, page in (("list", render.start_list_page), ("table", render.start_crosstable_page)):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(page(DEMO, style, None), "utf-8")
    found = tnrate(*with_pages(paths))
    assert re.search(r" 20\? ", found.out)
    document = tnrate(*with_pages(paths), "--json").document
    guessed = [one for one in document["players"] if one["k_source"] == "unknown"]
    note = next(one for one in document["notes"] if one["code"] == "event_k_unknown")
    assert f"{len(guessed)}." in note["text"]
    assert all(one["k_candidates"] for one in guessed)
    by_hand = tnrate(*with_pages(paths), "--json", "--k", "15").document["players"]
    assert {one["k"] for one in by_hand if one["k"]} == {15}


def shown(paths: list[Path], width: int, monkeypatch: pytest.MonkeyPatch, *more: str) -> str:
    """Give what a screen of a width shows."""
    from rich.console import Console

    from report.event_text import EventText

    made = EventText.__init__

    def narrow(self: EventText, *arguments: Any, **named: Any) -> None:
        made(self, *arguments, **named)
        self._console = Console(file=self._console.file, width=width, highlight=False)

    with monkeypatch.context() as patch:
        patch.setattr(EventText, "__init__", narrow)
        return tnrate(*with_pages(paths), *more).out


@pytest.fixture
def guessed(tmp_path: Path) -> list[Path]:
    """Save an event whose K nothing says."""
    style = replace(STYLE, change_columns=False)
    paths = []
    for name, page in (("list", render.start_list_page), ("table", render.start_crosstable_page)):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(page(DEMO, style, None), "utf-8")
    return paths


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_mark_of_a_guess_stays_without_the_column_of_k(
    guessed: list[Path], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each guess has its question mark once: behind K, else behind the change."""
    lines = shown(guessed, width, monkeypatch).splitlines()
    assert max(map(len, lines)) <= width
    has_k = any(re.search(r" K( |$)", line) and "±" in line for line in lines)
    players = tnrate(*with_pages(guessed), "--json").document["players"]
    count = sum(one["k_source"] == "unknown" for one in players)
    assert count
    marks = [mark for line in lines for mark in re.findall(r"(\S+)\?(?: |$)", line)]
    assert len(marks) == count
    assert all(mark.isdecimal() if has_k else "." in mark for mark in marks)
    assert has_k == {40: False, 200: True}.get(width, has_k)


def wrongly_printed(tmp_path: Path) -> tuple[list[Path], str]:
    """Save an event whose ranking adds 5 to what a player's games give; name the player."""
    one = next(
        one for one in DEMO.players if any(row.change for row in DEMO.rows(one.start_number))
    )
    rows = DEMO.rows(one.start_number)
    place = next(place for place, row in enumerate(rows) if row.change)
    wrong = replace(rows[place], change=str(Decimal(rows[place].change or 0) + 5))
    results = {**DEMO.results, one.start_number: (*rows[:place], wrong, *rows[place + 1 :])}
    texts = [
        render.start_list_page(DEMO, WHOLE, None),
        render.start_crosstable_page(DEMO, WHOLE, None),
        render.ranking_page(replace(DEMO, results=results), WHOLE, None),
    ]
    paths = [tmp_path / f"{place}.html" for place in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return paths, one.name


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_change_that_the_site_prints_otherwise_is_marked(
    tmp_path: Path, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One row has the mark, in text, on the page and in the workbook; a line explains it."""
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl reads the workbook")
    paths, name = wrongly_printed(tmp_path)
    players = tnrate(*with_pages(paths), "--json").document["players"]
    assert [one["name"] for one in players if one["disagrees"]] == [name]
    text = shown(paths, width, monkeypatch)
    table, _, under = text.partition("≠: the site prints")
    assert under
    assert len(re.findall(r"≠[+−-]?\d", table)) == 1
    assert "≠" not in tnrate(*with_pages(paths), "--name", players[-1]["name"]).out.split("\n\n")[1]
    html, excel = tmp_path / "event.html", tmp_path / "event.xlsx"
    tnrate(*with_pages(paths), "--html", html, "--xlsx", excel)
    page = html.read_text("utf-8")
    assert len(re.findall(r">≠[+−-]?\d", page)) == 1
    assert "<li>≠: the site prints another rtg+/-.</li>" in page
    sheet, about = openpyxl.load_workbook(BytesIO(excel.read_bytes())).worksheets
    rows = list(sheet.iter_rows())
    heads = [cell.value for cell in rows[0]]
    marked = [row for row in rows[1:] if "≠" in row[heads.index("±")].number_format]
    assert [row[heads.index("Name")].value for row in marked] == [name]
    assert marked[0][heads.index("±")].data_type == "n"
    assert "≠: the site prints another rtg+/-." in {row[0].value for row in about.iter_rows()}


@pytest.mark.parametrize(
    ("k", "change", "published", "marked"),
    [
        (20, "5.00", None, False),
        (20, "5.00", {"k": 20, "change": None}, False),
        (20, "5.00", {"k": None, "change": "9.00"}, False),
        (None, None, {"k": 40, "change": "9.00"}, False),
        (20, "5.00", {"k": 20, "change": "9.00"}, False),
        (20, "0.00", {"k": 40, "change": "0.00"}, False),
        (20, "5.00", {"k": 40, "change": "10.00"}, True),
    ],
    ids=["no ranking", "no change", "no K", "unrated", "of an earlier round", "none", "lowered"],
)
def test_a_k_that_the_limit_lowers_makes_another_change(
    k: int | None, change: str | None, published: dict[str, Any] | None, marked: bool
) -> None:
    """The site knows no limit of 700; a ranking of an earlier round alone is no disagreement."""
    from report.event_text import differs

    row: dict[str, Any] = {"disagrees": [], "k": k, "change": change, "published": published}
    assert differs(row) == marked
    assert differs(row | {"disagrees": ["published_total"]})
    assert differs(row | {"disagrees": ["published_k"]}) == marked


def test_the_workbook_marks_a_guessed_k(guessed: list[Path], tmp_path: Path) -> None:
    """The number keeps its value, and is shown with the question mark that the note speaks of."""
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl reads the workbook")
    path = tmp_path / "event.xlsx"
    found = tnrate(*with_pages(guessed), "--json", "--xlsx", path).document["players"]
    sheet = openpyxl.load_workbook(BytesIO(path.read_bytes())).worksheets[0]
    rows = list(sheet.iter_rows())
    k = [cell.value for cell in rows[0]].index("K")
    assert ["?" in row[k].number_format for row in rows[1:]] == [
        one["k_source"] == "unknown" for one in found
    ]


@pytest.mark.parametrize("language", ["en", "tr"])
def test_no_two_columns_have_the_same_head(language: str) -> None:
    """Points and rated score, games and the rest are told apart."""
    from report.event_text import TABLE_COLUMNS
    from report.words import Words

    heads = [EVENT_COLUMNS[name].said(Words(language), "UKD") for name in TABLE_COLUMNS]
    assert len(heads) == len(set(heads))


@pytest.mark.parametrize("language", ["en", "tr"])
def test_what_has_no_room_is_named_in_the_order_of_the_columns(
    pages: list[Path], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 40 columns, whatever gave way first."""
    from report.event_text import TABLE_COLUMNS
    from report.words import Words

    words = Words(language)
    lines = shown(pages, 40, monkeypatch, "--lang", language)
    heads = [EVENT_COLUMNS[name].said(words, "UKD") for name in TABLE_COLUMNS]
    said = words("No room for: {columns}", columns="")
    named = " ".join(lines.partition(said.strip())[2].partition("\n\n")[0].split())
    places = [heads.index(one.strip()) for one in named.split(",")]
    assert len(places) > 5
    assert places == sorted(places)


def test_k_of_the_imported_list_settles_the_guess(tmp_path: Path, home: Path) -> None:
    """FIDE's list of the first month has K for everybody who is in it."""
    style = replace(STYLE, change_columns=False)
    paths = []
    for name, page in (("list", render.start_list_page), ("table", render.start_crosstable_page)):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(page(DEMO, style, None), "utf-8")
    path = tmp_path / "standard_may26frl.txt"
    entries = [
        Entry(one.fide_id, one.name, standard=(one.fide, 0, 20)) for one in DEMO.players if one.fide
    ]
    path.write_bytes(rating_lists.text(entries))
    import_file(ListStore(home), path, datetime.now(UTC), month=DEMO.start.replace(day=1))
    found = tnrate(*with_pages(paths), "--json").document["players"]
    assert {one["k_source"] for one in found if one["old_rating"] and one["fide_id"]} == {"list"}


# Files


class Cells(HTMLParser):
    """Collects the rows of the table of a page, and every tag that it met."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Begin a row or a cell."""
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        """Take the text of a cell."""
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


NASTY = '=HYPERLINK("http://x.invalid")<script>alert(1)</script>, &Co'


@pytest.fixture
def nasty(tmp_path: Path) -> list[Path]:
    """Save an event with a name that would be a formula in a sheet, and a script on a page."""
    players = (replace(DEMO.players[0], name=NASTY, club="@SUM(1)"), *DEMO.players[1:])
    event = replace(DEMO, players=players, name="<b>Open</b> & Co")
    paths = []
    for name, page in (("list", render.start_list_page), ("table", render.start_crosstable_page)):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(page(event, STYLE, None), "utf-8")
    return paths


def test_the_page_is_whole_escaped_and_printable(nasty: list[Path], tmp_path: Path) -> None:
    """--html writes one page without anything from elsewhere; names stay texts."""
    path = tmp_path / "event.html"
    said = tnrate(*with_pages(nasty), "--html", path, "--sort", "change")
    assert "Written: event.html" in said.out
    text = path.read_text("utf-8")
    page = Cells()
    page.feed(text)
    assert {"script", "link", "img", "b"} & page.tags == set()
    assert "http" not in text.replace(NASTY.partition("<")[0].replace('"', "&quot;"), "")
    assert "@media print" in text
    head, *rows = page.rows
    assert len(rows) == len(DEMO.players)
    assert {len(row) for row in rows} == {len(head)}
    assert any(NASTY in cell for row in rows for cell in row)
    assert 'lang="en"' in text


def test_the_workbook_has_numbers_as_numbers_and_no_formulas(
    nasty: list[Path], tmp_path: Path
) -> None:
    """--xlsx writes figures as numbers, and texts as texts whatever they begin with."""
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl reads the workbook")
    path = tmp_path / "event.xlsx"
    found = tnrate(*with_pages(nasty), "--json", "--xlsx", path).document["players"]
    book = openpyxl.load_workbook(BytesIO(path.read_bytes()))
    sheet, about = book.worksheets
    rows = list(sheet.iter_rows())
    assert len(rows) == len(found) + 1
    heads = [cell.value for cell in rows[0]]
    change, name = heads.index("±"), heads.index("Name")
    for cells, player in zip(rows[1:], found, strict=True):
        assert cells[name].value == player["name"]
        assert all(cell.data_type in "sn" for cell in cells)
        if player["change"] is None:
            assert cells[change].value is None
        else:
            assert Decimal(str(cells[change].value)) == Decimal(player["change"])
    assert about["A1"].value == "<b>Open</b> & Co"
    assert about.max_row > 3


def test_csv_guards_formulas(nasty: list[Path]) -> None:
    """A name that a spreadsheet would run is marked as a text; negative changes are not."""
    rows = table(tnrate(*with_pages(nasty), "--csv").out)
    assert any(row["name"] == f"'{NASTY}" for row in rows)
    assert any(row["change"].startswith("-") for row in rows)


@pytest.mark.parametrize("option", ["--html", "--xlsx"])
def test_a_file_that_cannot_be_written_is_said(
    pages: list[Path], tmp_path: Path, option: str
) -> None:
    """A missing folder gives a sentence and status 1, and no half-written file."""
    found = tnrate(*with_pages(pages), option, tmp_path / "none" / "event.out")
    assert (found.status, found.out) == (1, "")
    assert "event.out" in found.err
    assert len(found.err.splitlines()) == 2


def links_to(path: Path, folder: Path) -> list[Path]:
    """Name a file in every way: itself, roundabout, by a soft and by a hard link."""
    soft, hard = folder / "soft.html", folder / "hard.html"
    soft.symlink_to(path)
    hard.hardlink_to(path)
    return [path, path.parent / "." / ".." / path.parent.name / path.name, soft, hard]


@pytest.mark.parametrize("option", ["--html", "--xlsx"])
def test_no_page_that_is_read_is_written(pages: list[Path], tmp_path: Path, option: str) -> None:
    """The SOURCE and pages --with stay as they are, under whatever name; so does standard input."""
    before = [path.read_bytes() for path in pages]
    for place, page in enumerate((pages[0], pages[-1])):
        folder = tmp_path / str(place)
        folder.mkdir()
        for name in links_to(page, folder):
            found = tnrate(*with_pages(pages), option, name)
            assert (found.status, found.out) == (1, "")
            assert "file_is_source" in tnrate(*with_pages(pages), option, name, "--json").out
    with pages[0].open("rb") as typed:
        done = subprocess.run(  # noqa: S603 - the program itself
            program("event", "-", option, pages[0]), stdin=typed, capture_output=True, check=False,
            env=environment(),
        )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert [path.read_bytes() for path in pages] == before
    assert not list(tmp_path.glob("**/*.part"))


@pytest.mark.parametrize("option", ["--html", "--xlsx"])
def test_what_may_not_be_written_stays(pages: list[Path], tmp_path: Path, option: str) -> None:
    """A file without a write bit, and what is no regular file, are refused even to root."""
    path = tmp_path / "kept.html"
    path.write_text("kept", "utf-8")
    path.chmod(0o444)
    soft = tmp_path / "soft.html"
    soft.symlink_to(path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name in (path, soft, pipe, Path(os.devnull)):
        document = tnrate(*with_pages(pages), option, name, "--json").document
        assert document["error"]["code"] == "file_protected"
    assert path.read_text("utf-8") == "kept"
    assert pipe.is_fifo()


def test_a_file_that_is_replaced_keeps_its_mode_and_its_links(
    pages: list[Path], tmp_path: Path
) -> None:
    """The file behind a link is written, with the rights that it had."""
    path, soft = tmp_path / "event.html", tmp_path / "soft.html"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    soft.symlink_to(path)
    assert tnrate(*with_pages(pages), "--html", soft).status == 0
    assert soft.is_symlink()
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_two_outputs_are_two_files(pages: list[Path], tmp_path: Path) -> None:
    """The workbook and the page cannot be the same file."""
    path = tmp_path / "event"
    found = tnrate(*with_pages(pages), "--html", path, "--xlsx", tmp_path / "." / "event")
    assert found.status == 2
    assert not path.exists()


def test_without_the_library_the_way_out_is_named(
    pages: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where XlsxWriter is not installed, the sentence names how to install it."""
    import sys

    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    found = tnrate(*with_pages(pages), "--xlsx", tmp_path / "event.xlsx")
    assert found.status == 1
    assert "tnrate[excel]" in found.err
    assert not (tmp_path / "event.xlsx").exists()


# Bad input


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(render.schedule_page(DEMO, STYLE), id="a schedule"),
        pytest.param(
            render.start_list_page(replace(DEMO, start=DEMO.start), STYLE, None), id="no games"
        ),
        pytest.param(render.team_list_page(team_swiss(6), STYLE), id="teams alone"),
        pytest.param(render.missing_page(STYLE, "x"), id="a missing tournament"),
        pytest.param("", id="an empty file"),
        pytest.param(render.ranking_page(DEMO, STYLE, None)[:4000], id="a cut page"),
    ],
)
def test_what_is_no_event_is_refused(tmp_path: Path, page: str) -> None:
    """A sentence and what to do, never a traceback or an empty table."""
    path = tmp_path / "page.html"
    path.write_text(page, "utf-8")
    found = tnrate("event", path)
    assert (found.status, found.out) == (1, "")
    assert len(found.err.splitlines()) == 2


def test_pages_of_two_tournaments_are_refused(pages: list[Path], tmp_path: Path) -> None:
    """The starting rank of another tournament is not taken."""
    other = tmp_path / "other.html"
    other.write_text(
        render.start_list_page(simple_swiss(6, 2, number=9512499), STYLE, None), "utf-8"
    )
    found = tnrate("event", pages[0], "--with", other)
    assert found.status == 1
    assert "9512499" in found.err


def test_a_crosstable_that_contradicts_the_pairings_is_shown(tmp_path: Path) -> None:
    """The round's page counts, and the contradiction stands among the checks with both values."""
    rows = DEMO.rows(1)
    game = next(row for row in rows if row.kind == "game" and row.score == "1")
    assert game.opponent is not None
    lost = tuple(replace(row, score="0") if row == game else row for row in rows)
    won = tuple(
        replace(row, score="1") if row.round == game.round else row
        for row in DEMO.rows(game.opponent)
    )
    turned = replace(DEMO, results={**DEMO.results, 1: lost, game.opponent: won})
    paths = []
    for name, text in (
        ("table", render.start_crosstable_page(turned, STYLE, None)),
        ("list", render.start_list_page(DEMO, STYLE, None)),
        ("round", render.pairings_page(DEMO, game.round, STYLE)),
    ):
        paths.append(tmp_path / f"{name}.html")
        paths[-1].write_text(text, "utf-8")
    found = tnrate(*with_pages(paths), "--json").document
    wrong = [one for one in found["checks"] if not one["ok"] and one["kind"] == "crosstable_round"]
    assert {one["who"] for one in wrong[1:]} == {"1", str(game.opponent)}
    right = tnrate(*with_pages([paths[1], paths[2]]), "--json")
    assert right.status == 0
    first = next(one for one in found["players"] if one["start_number"] == 1)
    whole = [row for row in DEMO.rows(1) if row.kind == "game" and row.score is not None]
    rated = [row for row in whole if DEMO.player(row.opponent).fide]  # type: ignore[union-attr,arg-type]
    assert Decimal(first["score"]) == sum(Decimal(row.score or 0) for row in rated)


def test_rows_are_the_same_in_both_languages(pages: list[Path]) -> None:
    """The document's figures do not hang on the language, its sentences do."""
    english, turkish = (
        tnrate(*with_pages(pages), "--json", "--lang", lang).document for lang in ("en", "tr")
    )
    for one, other in zip(english["players"], turkish["players"], strict=True):
        assert {**one, "k_reason": None, "k_candidates": None} == {
            **other, "k_reason": None, "k_candidates": None,
        }  # fmt: skip
    assert english["notes"] != turkish["notes"]


def test_the_request_as_it_is_has_the_key_of_the_others() -> None:
    """A page that is taken from before the gate is kept where every other request finds it."""
    one, other = (asking.PageRequest(1, 5, as_it_is=flag) for flag in (False, True))
    assert one.key("site") == other.key("site")
    assert one.address("https://site") == other.address("https://site")


def test_the_grid_of_a_double_round_robin_is_refused_by_name(tmp_path: Path) -> None:
    """Its cells do not tell which game was which; the page of all rounds does."""
    event = round_robin(4, double=True)
    grid = tmp_path / "grid.html"
    style = replace(WHOLE, double_grid=True)
    grid.write_text(render.start_crosstable_page(event, style, None), "utf-8")
    found = tnrate("event", grid, "--json")
    assert found.status == 1
    assert found.document["error"]["code"] == "several_games_in_a_cell"
    rounds, start = tmp_path / "rounds.html", tmp_path / "start.html"
    rounds.write_text(render.round_robin_page(event, WHOLE), "utf-8")
    start.write_text(render.start_list_page(event, WHOLE, None), "utf-8")
    players = tnrate("event", rounds, "--with", start, "--json").document["players"]
    assert max(player["games"] or 0 for player in players) == 6
