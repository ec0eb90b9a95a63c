"""Crosstables: by rank (art=4), by start number (art=5), round robin grids, teams. Section 7.3.

The number in a cell is the opponent's rank in a table that begins with the rank, and his start
number in one that begins with "No.".
"""

from itertools import repeat

from scraper import vocabulary
from scraper.errors import UnknownWords
from scraper.page import Page
from scraper.readings import Crosstable
from scraper.views.entries import read_listing
from scraper.views.kind import numbered_columns, round_columns
from scraper.views.results import crosstable_cell, grid_cell

# The languages of pages whose w and b were seen.
_LETTERS_KNOWN = ("en", "fi")


def read(page: Page) -> Crosstable:
    """Read a crosstable. Raises PageChanged where a cell is none of the known forms."""
    table = next(t for t in page.tables if round_columns(t) or len(numbered_columns(t)) > 1)
    first = vocabulary.COLUMN.get(table.header[0])
    if first not in ("rank", "number", "start_number"):
        raise UnknownWords(words=table.header[0] or "?")
    by = "rank" if first == "rank" else "start_number"
    rounds = round_columns(table)
    listing = read_listing(
        table, None if by == "rank" else "start_number", rounds=len(rounds) or None
    )
    if table.has("team") and not table.has("name"):
        places = [place for _, place in rounds or numbered_columns(table)]
        texts = tuple(zip(*(table.texts(place) for place in places), strict=True))
        return Crosstable(listing, by, tuple(number for number, _ in rounds), texts=texts)
    if rounds:
        knows_letters = any(vocabulary.speaks(one, table.header) for one in _LETTERS_KNOWN)
        columns = [
            map(crosstable_cell, table.texts(place), repeat(knows_letters)) for _, place in rounds
        ]
    else:
        columns = [
            map(grid_cell, table.texts(place), repeat(number))
            for number, place in numbered_columns(table)
        ]
    return Crosstable(
        listing, by, tuple(number for number, _ in rounds), tuple(zip(*columns, strict=True))
    )
