"""The text for people: aligned, coloured only on a terminal, readable on a narrow one, honest."""

import io
import re
import unicodedata
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from rich.cells import cell_len

from rating.calculator import calculate_fide
from rating.card import RatedCard, rate_card
from rating.game import Game, RatedGame
from report.tables import name_of
from report.text import TextReport
from report.words import Words
from scraper.model import TimeControl
from scraper.page import Page
from scraper.views import card as card_view
from scraper.views import details as details_view
from scraper.views import players as players_view
from tests.commands import tnrate
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Style

CARD = (DEMO / "card.html").read_text("utf-8")
LIST = DEMO / "startlist.html"
LANGUAGES = ("en", "tr")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say yes."""
        return True


def rated(page: str) -> RatedCard:
    """Rate a card page."""
    read = Page(page.encode())
    return rate_card(card_view.read(read), details_view.read(read), date(2026, 5, 17))


def written(result: RatedCard, stream: io.StringIO, language: str = "en") -> str:
    """Write a card to a stream and give the text."""
    TextReport(Words(language), stream).card(result)
    return stream.getvalue()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Give the environment of a usual terminal."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return monkeypatch


def table_of(text: str, first_column: str) -> list[str]:
    """Give the lines of a table, header first: from its first column's head to the blank line."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [first_column])
    return lines[start : lines.index("", start)]


# In a pipe


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pipe_gets_plain_text(terminal: pytest.MonkeyPatch, language: str) -> None:
    """Without a terminal there is no escape code and no trailing blank cut into a sentence."""
    text = written(rated(CARD), io.StringIO(), language)
    assert "\x1b" not in text
    assert not [c for c in text if unicodedata.category(c) == "Cc" and c != "\n"]


@pytest.mark.parametrize(("language", "head"), [("en", "Rd"), ("tr", "Tur")])
@pytest.mark.parametrize("number", [1, 13, 17, 19])
def test_columns_are_aligned(language: str, head: str, number: int) -> None:
    """In the table of rounds each column begins or ends at one place, on every line."""
    page = render.card_page(demo.demo_event(), number, demo.DEMO_STYLE)
    lines = table_of(written(rated(page), io.StringIO(), language), head)
    assert len(lines) == 1 + 7
    width = max(cell_len(line.rstrip()) for line in lines)
    grid = [line.ljust(width) for line in lines]
    gaps = [i for i in range(width) if all(line[i] == " " for line in grid)]
    columns = 1 + sum(1 for before, after in pairwise(gaps) if after > before + 1)
    assert columns >= 5
    # The last column is right-aligned: every line ends at its edge.
    assert {cell_len(line.rstrip()) for line in lines} == {width}


@pytest.mark.parametrize("columns", ["20", "40", "500"])
def test_the_width_of_a_pipe_is_no_terminal_s(
    monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """COLUMNS of the shell does not cut what goes into a pipe."""
    monkeypatch.setenv("COLUMNS", columns)
    text = written(rated(CARD), io.StringIO())
    assert "Kavlakdere, Rüzgar  1628" in text
    assert "…" not in text


def test_a_long_name_is_whole_in_a_pipe() -> None:
    """Names are never cut where there is no screen that would be too narrow."""
    name = "Uzunoğullarından, " + "Abdurrahman " * 10 + "Şükrü"
    event = demo.demo_event()
    players = tuple(replace(p, name=name) if p.start_number == 7 else p for p in event.players)
    page = render.card_page(replace(event, players=players), 13, demo.DEMO_STYLE)
    assert name in written(rated(page), io.StringIO())


def test_the_figures_are_those_of_the_rules() -> None:
    """Each round shows result, opponent, rating, expected score and change, or the reason."""
    text = written(rated(CARD), io.StringIO())
    rows = [line.split("  ") for line in table_of(text, "Rd")[1:]]
    found = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert found[0] == ["1", "½", "bye", "bye", "bye"]
    assert found[2] == [
        "3", "B", "0", "CM Karçınar, Ozan", "2087", "0.08*", "−1.60", "2010", "0.11*", "−2.20",
    ]  # fmt: skip
    assert found[3][-4:] == ["1628", "forfeit", "1604", "forfeit"]
    assert found[6] == ["7", "W", "Çetrefgil, Bilge", "1805", "to play", "1770", "to play"]
    assert "* " in text


@pytest.mark.parametrize(("language", "figure"), [("en", "+8.80"), ("tr", "+8,80")])
def test_figures_have_the_mark_of_the_language(language: str, figure: str) -> None:
    """English writes a decimal point, Turkish a comma, and both a real minus."""
    text = written(rated(CARD), io.StringIO(), language)
    assert figure in text
    assert not re.search(r"(?<![\d-])-\d", text)
    if language == "tr":
        assert not re.search(r"[+−]\d+\.\d\d", text)


def test_dates_are_written_in_the_language() -> None:
    """Turkish dates are day first everywhere, in the head, the rules and the notes."""
    page = render.card_page(demo.demo_event(), 13, Style(two_ratings=True))
    text = written(rated(page), io.StringIO(), "tr")
    assert "17.05.2026" in text
    assert not re.search(r"\d{4}-\d\d-\d\d", text)


# On a terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_gets_colour(terminal: pytest.MonkeyPatch, language: str) -> None:
    """On a terminal gains are green and losses red."""
    text = written(rated(CARD), Terminal(), language)
    assert re.search(r"\x1b\[32m *\+12[.,]20\x1b\[0m", text)
    assert re.search(r"\x1b\[31m *−1[.,]60\x1b\[0m", text)


def test_no_color_is_respected(terminal: pytest.MonkeyPatch) -> None:
    """NO_COLOR takes the colours away, also on a terminal."""
    terminal.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in written(rated(CARD), Terminal())


def test_a_wide_terminal_shows_what_a_pipe_gets(terminal: pytest.MonkeyPatch) -> None:
    """Colour is all that a wide terminal adds."""
    terminal.setenv("COLUMNS", "200")
    on_terminal = ESCAPE.sub("", written(rated(CARD), Terminal()))
    assert on_terminal == written(rated(CARD), io.StringIO())


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [13, 17, 19])
def test_a_narrow_terminal_stays_readable(
    terminal: pytest.MonkeyPatch, columns: int, language: str, number: int
) -> None:
    """Down to 40 columns no line is wider than the screen, and only names of opponents are cut."""
    terminal.setenv("COLUMNS", str(columns))
    result = rated(render.card_page(demo.demo_event(), number, demo.DEMO_STYLE))
    text = ESCAPE.sub("", written(result, Terminal(), language))
    words = Words(language)
    assert max(map(cell_len, text.splitlines())) <= columns
    names = [name_of(r.played.opponent) for r in result.rounds if r.played.opponent]
    for before in re.findall(r"(?m)^(.*?)…", text):
        kept = (name[:size] for name in names for size in range(3, len(name)))
        assert before.endswith(tuple(kept)), f"{before}…"
    for played in result.rounds:
        for game in (played.fide, played.ukd):
            if isinstance(game, RatedGame):
                assert words.signed(game.change) in text
    assert result.next is not None
    for scenarios in (result.next.fide, result.next.ukd):
        if isinstance(scenarios, dict):
            for scenario in scenarios.values():
                assert words.signed(scenario.game.change) in text
                assert str(scenario.new_rating) in text


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_list_keeps_the_number_to_pick_by(
    terminal: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    """On a narrow terminal the list of players keeps start numbers and ratings whole."""
    terminal.setenv("COLUMNS", str(columns))
    read = Page(LIST.read_bytes())
    stream = Terminal()
    field = players_view.read(read)
    TextReport(Words(language), stream).players(field, details_view.read(read), ())
    lines = ESCAPE.sub("", stream.getvalue()).splitlines()
    assert max(map(cell_len, lines)) <= columns
    for player in field:
        name = (player.name or "")[:6]
        found = [line for line in lines if name in line]
        assert any(str(player.start_number) in line.split() for line in found), name
        assert not player.fide or any(str(player.fide) in line for line in found), name


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_calculation_keeps_its_steps(
    terminal: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    """On a narrow terminal the steps of `calc` are whole."""
    terminal.setenv("COLUMNS", str(columns))
    games = [Game(1400, Decimal(1)), Game(2000, Decimal("0.5"))]
    stream = Terminal()
    result = calculate_fide(1500, games, 20, TimeControl.STANDARD, date(2026, 5, 1))
    TextReport(Words(language), stream).calculation(result)
    text = ESCAPE.sub("", stream.getvalue())
    assert max(map(cell_len, text.splitlines())) <= columns
    for figure in ("1400", "2000", "−500", "−400", Words(language).signed(Decimal("8.40"))):
        assert figure in text


# What pages can hold


@pytest.mark.parametrize(
    "name", ["[red]X[/red], Y", "[bold", "a[/]b", "[link=http://x]y[/link]", ":smiley:"]
)
def test_markup_in_a_name_is_shown_as_it_is(terminal: pytest.MonkeyPatch, name: str) -> None:
    """A name, club or tournament that looks like markup is printed letter by letter."""
    terminal.setenv("COLUMNS", "200")
    event = demo.demo_event()
    players = tuple(
        replace(one, name=f"{name} {one.start_number}", club=name) for one in event.players
    )
    named = replace(event, name=f"{name} Kupası", players=players)
    text = ESCAPE.sub("", written(rated(render.card_page(named, 13, demo.DEMO_STYLE)), Terminal()))
    assert f"{name} Kupası" in text
    assert f"{name} 13" in text
    assert text.count(f"{name} 7") == 2
    page = render.start_list_page(named, demo.DEMO_STYLE)
    assert f"{name} 24" in tnrate("players", "-", typed=page).out


CONTROLS = ["\x1b[31m", "\x1b]0;title\x07", "\x07", "\x08", "\x9b31m", "\x7f"]


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
@pytest.mark.parametrize("raw", [True, False], ids=["raw", "entity"])
def test_control_characters_never_reach_the_terminal(
    terminal: pytest.MonkeyPatch, control: str, raw: bool
) -> None:
    """Control characters in a page, raw or as entities, can neither colour nor move anything."""
    terminal.setenv("NO_COLOR", "1")
    terminal.setenv("COLUMNS", "200")
    written_as = control if raw else "".join(f"&#{ord(c)};" for c in control)
    page = CARD
    for text in ("Kerem", "Ozan", "Bahar"):
        assert text in page
        page = page.replace(text, written_as + text)
    shown = ESCAPE_OF_STYLE.sub("", written(rated(page), Terminal()))
    assert "Kerem" in shown
    assert not [c for c in shown if unicodedata.category(c) == "Cc" and c != "\n"]


# With NO_COLOR these are all that rich writes: bold, dim, and their end.
ESCAPE_OF_STYLE = re.compile(r"\x1b\[(?:0|1|2|22|1;22)m")


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
def test_control_characters_never_reach_a_refusal(control: str) -> None:
    """A refusal repeats names and messages of a page without their control characters."""
    page = render.card_page(demo.coming_event(), 3, Style(details=True))
    assert "Tolunbey" in page
    told = tnrate("-", "--json", typed=page.replace("Tolunbey", f"{control}Tolunbey"))
    text = told.document["error"]["text"]
    assert "Tolunbey" in text
    assert not [c for c in text if unicodedata.category(c) == "Cc"]


# The self-check


def changed(old: str, new: str) -> str:
    """Give the demo card with one printed figure changed."""
    assert CARD.count(f">{old}<") == 1
    return CARD.replace(f">{old}<", f">{new}<")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("12,20", "13,20", "⚠ Round 5: the page prints a change of +13.20, we find +12.20."),
        ("-1,80", "1,80", "⚠ Round 6: the page prints a change of +1.80, we find −1.80."),
        ("8,8", "7,5", "⚠ The page prints a total change of +7.50, we find +8.80."),
    ],
)
def test_a_disagreement_is_shown(old: str, new: str, said: str) -> None:
    """Where the site's figure is not ours, both are shown, and why that can be."""
    found = tnrate("-", typed=changed(old, new))
    assert found.status == 0
    assert said in found.out.splitlines()
    assert "--time, --on" in found.out
    assert "✓" not in found.out
    document = tnrate("-", "--json", typed=changed(old, new)).document
    assert [check["ok"] for check in document["checks"]].count(False) == 1


def test_a_disagreement_about_points_is_shown() -> None:
    """Points that are not the sum of the rounds are shown as points, with ½."""
    page = re.sub(r"(>Points</td><td[^>]*>)4(?:,0)?<", r"\g<1>4,5<", CARD)
    assert page != CARD
    said = tnrate("-", typed=page).out
    assert "⚠ The page prints 4½ points, the rounds add up to 4." in said.splitlines()


def test_agreement_is_shown_in_one_line() -> None:
    """Where all printed figures agree, one line says how many were compared."""
    assert "✓ Printed figures compared: 5; all agree." in tnrate("-", typed=CARD).out.splitlines()


# The head and the notes


def test_the_age_of_the_data_is_shown() -> None:
    """The page's last update stands in the head."""
    assert "last update 2026-05-17 14:05" in tnrate("-", typed=CARD).out.splitlines()[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_double_blank_line(language: str) -> None:
    """Parts are one blank line apart, also where a part is missing."""
    pages = [
        render.card_page(demo.demo_event(), number, style)
        for number in (13, 19, 23)
        for style in (demo.DEMO_STYLE, Style(), Style(two_ratings=True, published=False))
    ]
    for page in pages:
        assert "\n\n\n" not in written(rated(page), io.StringIO(), language)


def test_an_assumption_names_the_option_that_settles_it() -> None:
    """What is assumed is a note with the option that settles it."""
    page = render.card_page(demo.demo_event(), 13, Style(two_ratings=True))
    text = tnrate("-", typed=page).out
    assert "Settle it with --time." in text
    assert "Settle it with --on." in text
    settled = tnrate("-", "--time", "standard", "--on", "2026-05-14", typed=page).out
    assert "Settle it with" not in settled


@pytest.mark.parametrize(("number", "kind"), [(24, "bye"), (15, "not paired")])
def test_a_round_without_an_opponent_says_why(number: int, kind: str) -> None:
    """A bye and an absence are told apart, in the opponent's place and as the reason."""
    page = render.card_page(demo.demo_event(), number, demo.DEMO_STYLE)
    assert any(line.count(kind) >= 2 for line in tnrate("-", typed=page).out.splitlines())
