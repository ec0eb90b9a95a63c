"""The pages that are measured: rendered by the stand-in, and real ones where they are at hand."""

from datetime import date
from functools import cache
from pathlib import Path

from scraper.page import Page
from scraper.read import read_page
from scraper.tables import number
from scraper.views.entries import tie_break
from scraper.views.results import board_result, crosstable_cell
from tests.standin import render
from tests.standin.build import simple_swiss, team_swiss
from tests.standin.event import Event, Style

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "pages"
PLAYERS = 300
ROUNDS = 9
TODAY = date(2026, 11, 30)
_STYLE = Style(two_ratings=True, tie_breaks=3)
STYLE_WITH_FIGURES = Style(two_ratings=True, details=True, change_columns=True)
_CACHED = (number, tie_break, crosstable_cell, board_result)


def read(data: bytes) -> object:
    """Read a page, with whatever is remembered from pages before it."""
    return read_page(Page(data))


def read_afresh(data: bytes) -> object:
    """Read a page as the first one of a program."""
    for cached in _CACHED:
        cached.cache_clear()
    return read_page(Page(data))


@cache
def swiss(players: int = PLAYERS) -> Event:
    """Return a finished event of that many players."""
    return simple_swiss(players, ROUNDS)


def start_list(players: int) -> bytes:
    """Return the whole start list of an event."""
    return render.start_list_page(swiss(players), _STYLE, None).encode()


def crosstable(players: int) -> bytes:
    """Return the whole crosstable of an event by start number."""
    return render.start_crosstable_page(swiss(players), _STYLE, None).encode()


def standin() -> dict[str, bytes]:
    """Return the pages of the stand-in that the reader is measured with."""
    event, teams = swiss(), team_swiss(40, 6, 7)
    pages = {
        "ranking": render.ranking_page(event, _STYLE, None),
        "pairings": render.pairings_page(event, ROUNDS, _STYLE),
        "not paired": render.not_paired_page(event, _STYLE),
        "composition": render.composition_page(teams, _STYLE),
    }
    return {
        "start list": start_list(PLAYERS),
        "crosstable": crosstable(PLAYERS),
        **{name: text.encode() for name, text in pages.items()},
    }


def real(*words: str) -> dict[str, bytes]:
    """Return the real pages with one of these words in their names; none where they are missing."""
    return {
        path.stem: path.read_bytes()
        for path in sorted(SHARED.glob("*.html"))
        if any(word in path.stem for word in words)
    }
