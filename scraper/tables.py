"""The one reader that every view uses: own rows and own cells, keyed by the header's words.

Result cells nest a table of their own, so nothing here descends into cells to find rows. Rows may
be shorter than their header (bye rows once a PGN column appears, unrated rows of 2019) or longer;
they are read from the left.
"""

import re
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Self, TypeVar

from lxml import etree

from scraper import vocabulary
from scraper.errors import PageChanged

T = TypeVar("T")
HALF = Decimal("0.5")
_NOWHERE = sys.maxsize
_HIGHEST_RATING = 4000
_NUMBER = str.maketrans(
    {",": ".", "\u2212": "-", "\u2013": "-", " ": None, "\u00a0": None, "\u2009": None,
     "\u202f": None}
)  # fmt: skip
# A blank between digits that does not part the thousands: two numbers, not one.
_TWO_NUMBERS = re.compile(r"\d[ \u00a0\u2009\u202f](?=\d)(?!\d{3}(?!\d))")
_START_NUMBER = re.compile(r"[?&;]snr=(\d{1,6})(?!\d)")
# The site itself prints a blank inside the path of some links.
_TOURNAMENT = re.compile(r"tnr(\d{1,9})\s*\.aspx", re.IGNORECASE)
# Longer numbers than these are none, and arithmetic with them would not be exact.
_PLAIN_NUMBER = re.compile(r"([+-]?)(?=[\d½])(\d{0,12}(?:\.\d{1,12})?)(½?)", re.ASCII)


def text_of(element: etree._Element) -> str:
    """Return the text of an element, on one line, without control characters."""
    return plain("".join(map(str, element.itertext())) if len(element) else element.text or "")


def plain(raw: str) -> str:
    """Return a text on one line, without control characters."""
    text = raw.strip()
    if text.isprintable() and "  " not in text:
        return text  # most cells, and much faster
    text = " ".join(text.split())
    return text if text.isprintable() else "".join(c for c in text if c.isprintable())


@lru_cache(maxsize=4096)  # points and tie-breaks repeat from row to row
def number(text: str, what: str) -> Decimal | None:
    """Read "1,5", "-63,6", "4½", "1,60*)" or a real minus sign; None for an empty cell or "-".

    Raises PageChanged where the cell holds anything else.
    """
    if text in ("", "-"):
        return None
    bare = text.removesuffix("*)").translate(_NUMBER)
    if bare in ("", "-"):
        return None
    match = None if _TWO_NUMBERS.search(text) else _PLAIN_NUMBER.fullmatch(bare)
    if match is None:
        raise PageChanged(what=what, met=text)
    sign, digits, half = match.groups()
    value = Decimal(digits or 0) + (HALF if half else 0)
    return -value if sign == "-" else value


def whole(text: str, what: str) -> int | None:
    """Read a whole number that is not negative; None for an empty cell or "-".

    Raises PageChanged where the cell holds anything else.
    """
    if text.isdecimal() and len(text) < 12:
        return int(text)  # most cells, and much faster
    value = number(text, what)
    if value is None:
        return None
    if value != int(value) or not 0 <= value < 10**12:
        raise PageChanged(what=what, met=text)
    return int(value)


def rating(text: str, what: str) -> int | None:
    """Read a rating; None for an empty cell or "-".

    Raises PageChanged beyond 4000: a footnote's number that stands against a rating, not a rating.
    """
    value = whole(text, what)
    if value is not None and value > _HIGHEST_RATING:
        raise PageChanged(what=what, met=text)
    return value


class Row:
    """The own cells of one row: their texts, and what stands inside them.

    `links` and `boxes` hold, by place, the address of a cell's first link (its entities may not be
    read) and the class of its first box: colours are FarbewT and FarbesT. `css` is the class of
    the row.
    """

    __slots__ = ("boxes", "columns", "css", "links", "texts")

    def __init__(self, css: str, texts: list[str]) -> None:
        self.css = css
        self.texts = texts
        self.columns: dict[str, int] = {}
        self.links: dict[int, str] = {}
        self.boxes: dict[int, str] = {}

    @classmethod
    def of(cls, element: etree._Element) -> Self:
        """Read the own cells of a parsed row."""
        row = cls(element.get("class") or "", [])
        for place, cell in enumerate(element.iterchildren("td", "th")):
            row.texts.append(row._inside(cell, place) if len(cell) else text_of(cell))
        return row

    def _inside(self, cell: etree._Element, place: int) -> str:
        """Return the text of a cell with inner elements, and keep its first link and box.

        A footnote's raised mark is no part of the text, and lines are apart.
        """
        for tag, attribute, kept in (("a", "href", self.links), ("div", "class", self.boxes)):
            inner = next(cell.iter(tag), None)
            if inner is not None:
                kept[place] = inner.get(attribute) or ""
        for mark in cell.iter("sup"):
            mark.text = None
            del mark[:]
        for line_end in cell.iter("br"):
            line_end.tail = f" {line_end.tail or ''}"
        return text_of(cell)

    def text(self, meaning: str) -> str:
        """Return the text of that column; empty where the column or the cell is missing."""
        return self.text_at(self.columns.get(meaning, _NOWHERE))

    def text_at(self, index: int) -> str:
        """Return the text at that place; empty where the row is shorter."""
        return self.texts[index] if index < len(self.texts) else ""

    def has(self, meaning: str) -> bool:
        """Say whether the row has a cell in that column."""
        return self.columns.get(meaning, _NOWHERE) < len(self.texts)

    def link(self, meaning: str) -> str | None:
        """Return the address of the first link in that column's cell; None without one."""
        return self.links.get(self.columns.get(meaning, _NOWHERE))

    def box(self, meaning: str) -> str:
        """Return the class of the first box in that column's cell; empty without one."""
        return self.boxes.get(self.columns.get(meaning, _NOWHERE), "")

    def whole(self, meaning: str) -> int | None:
        """Return the whole number of that column; None where it is missing or empty."""
        text = self.text(meaning)
        return whole(text, meaning) if text else None

    def rating(self, meaning: str) -> int | None:
        """Return the rating of that column; None where it is missing or empty."""
        text = self.text(meaning)
        return rating(text, meaning) if text else None

    def number(self, meaning: str) -> Decimal | None:
        """Return the decimal of that column; None where it is missing or empty."""
        text = self.text(meaning)
        return number(text, meaning) if text else None


def start_number_in(link: str | None) -> int | None:
    """Return the start number that a link names, None without such a link."""
    match = _START_NUMBER.search(link) if link else None
    return int(match[1]) if match else None


def tournament_in(link: str | None) -> int | None:
    """Return the number of the tournament that a link names, None without such a link."""
    match = _TOURNAMENT.search(link) if link else None
    return int(match[1]) if match else None


class Table:
    """A header and the rows under it; `columns` gives the place of each meaning.

    A table of the site with several headers, as for each round of a round robin or each match of
    a team event, is read as several; `headings` holds the one-cell rows above the header.
    """

    def __init__(self, header: Iterable[str], headings: tuple[str, ...] = ()) -> None:
        self.header = tuple(header)
        self.headings = headings
        self.columns = columns_of(self.header)
        self.rows: list[Row] = []

    def add(self, row: Row) -> None:
        """Take a row under this header."""
        row.columns = self.columns
        self.rows.append(row)

    def has(self, *meanings: str) -> bool:
        """Say whether the table has all these columns."""
        return all(meaning in self.columns for meaning in meanings)

    @cached_property
    def places(self) -> list[tuple[str, ...]]:
        """The texts of the table by place, column after column; a missing cell is empty."""
        return list(zip_longest(*(row.texts for row in self.rows), fillvalue=""))

    def texts(self, place: int) -> tuple[str, ...]:
        """Return the texts of the column at that place, one for each row."""
        return self.places[place] if place < len(self.places) else ("",) * len(self.rows)

    def links(self, place: int) -> list[str | None]:
        """Return the first link of each cell of the column at that place."""
        return [row.links.get(place) for row in self.rows]


def columns_of(header: Iterable[str], start: int = 0) -> dict[str, int]:
    """Return the place of each meaning; of a repeated one the first.

    The title has no word of its own: it is the unnamed column directly before the name.
    """
    words = list(header)
    columns: dict[str, int] = {}
    for index, word in enumerate(words, start):
        meaning = vocabulary.COLUMN.get(word)
        if meaning is not None:
            columns.setdefault(meaning, index)
    for named in ("name", "white", "black"):
        place = columns.get(named, start)
        if place > start and not words[place - 1 - start]:
            columns.setdefault("title", place - 1)
    return columns


def wholes(texts: Iterable[str], what: str) -> list[int | None]:
    """Read a column of whole numbers."""
    return [
        int(text) if text.isdecimal() and len(text) < 12 else whole(text, what) for text in texts
    ]


def ratings(texts: Iterable[str], what: str) -> list[int | None]:
    """Read a column of ratings."""
    return [
        int(text) if text.isdecimal() and len(text) == 4 and text <= "4000" else rating(text, what)
        for text in texts
    ]


def each(texts: Iterable[str], read: Callable[[str, str], T], what: str) -> list[T]:
    """Read a column with one of the readers of a cell."""
    return [read(text, what) for text in texts]
