"""The one reader that every view uses: own rows and own cells, keyed by the header's words.

Result cells nest a table of their own, so nothing here descends into cells to find rows. Rows may
be shorter than their header (bye rows once a PGN column appears, unrated rows of 2019) or longer;
they are read from the left.
"""

import re
import sys
from collections.abc import Sequence
from decimal import Decimal

from lxml import etree

from scraper import vocabulary
from scraper.errors import PageChanged

HALF = Decimal("0.5")
_NOWHERE = sys.maxsize
_NUMBER = str.maketrans(
    {",": ".", "\u2212": "-", "\u2013": "-", " ": None, "\u00a0": None, "\u2009": None,
     "\u202f": None}
)  # fmt: skip
_PLAIN_NUMBER = re.compile(r"([+-]?)(?=[\d½])(\d*(?:\.\d+)?)(½?)", re.ASCII)


def text_of(element: etree._Element) -> str:
    """Return the text of an element, on one line, without control characters."""
    raw = "".join(map(str, element.itertext())) if len(element) else element.text or ""
    if not raw or raw.isalnum():
        return raw  # most cells, and much faster
    text = " ".join(raw.split())
    return text if text.isprintable() else "".join(c for c in text if c.isprintable())


def number(text: str, what: str) -> Decimal | None:
    """Read "1,5", "-63,6", "4½", "1,60*)" or a real minus sign; None for an empty cell or "-".

    Raises PageChanged where the cell holds anything else.
    """
    if text in ("", "-"):
        return None
    plain = text.removesuffix("*)").translate(_NUMBER)
    if plain in ("", "-"):
        return None
    match = _PLAIN_NUMBER.fullmatch(plain)
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


class Row:
    """The own cells of one row, by the meaning of their column."""

    __slots__ = ("_columns", "cells", "texts")

    def __init__(self, cells: Sequence[etree._Element], columns: dict[str, int]) -> None:
        self.cells = cells
        self.texts = [text_of(cell) for cell in cells]
        self._columns = columns

    def cell(self, meaning: str) -> etree._Element | None:
        """Return the cell of that column; None where the column or the cell is missing."""
        index = self._columns.get(meaning, _NOWHERE)
        return self.cells[index] if index < len(self.cells) else None

    def text(self, meaning: str) -> str:
        """Return the text of that column; empty where the column or the cell is missing."""
        index = self._columns.get(meaning, _NOWHERE)
        return self.texts[index] if index < len(self.texts) else ""

    def whole(self, meaning: str) -> int | None:
        """Return the whole number of that column; None where it is missing or empty."""
        text = self.text(meaning)
        return whole(text, meaning) if text else None

    def number(self, meaning: str) -> Decimal | None:
        """Return the decimal of that column; None where it is missing or empty."""
        text = self.text(meaning)
        return number(text, meaning) if text else None


class Table:
    """A data table with its header; `columns` gives the place of each meaning."""

    __slots__ = ("columns", "header", "rows")

    def __init__(self, header: tuple[str, ...], body: Sequence[Sequence[etree._Element]]) -> None:
        self.header = header
        self.columns: dict[str, int] = {}
        for index, word in enumerate(header):
            meaning = vocabulary.COLUMN.get(word)
            if meaning is not None:
                self.columns.setdefault(meaning, index)
        name = self.columns.get("name", 0)
        if name and not header[name - 1]:
            self.columns["title"] = name - 1
        self.rows = [Row(cells, self.columns) for cells in body]

    def has(self, *meanings: str) -> bool:
        """Say whether the table has all these columns."""
        return all(meaning in self.columns for meaning in meanings)
