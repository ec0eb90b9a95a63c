"""The columns of a rated event, by name: one table for the text, CSV, Excel, HTML and sorting.

Values are those of the document of `event`; decimals are exact.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from report.words import COLUMN_SIGNS, COLUMNS, Words

Row = Mapping[str, Any]
Value = str | int | Decimal | None


class Form(StrEnum):
    """How the values of a column are written."""

    TEXT = "text"
    WHOLE = "whole"
    POINTS = "points"
    DECIMAL = "decimal"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class EventColumn:
    """A column: its name, its form, the value in a row, and what its head is made of.

    `system` is "ukd" for what belongs to the Turkish list, whose name stands before the head.
    """

    name: str
    form: Form
    value: Callable[[Row], Value]
    head: str
    system: str = ""

    def said(self, words: Words, ukd: str) -> str:
        """Return the head of the column; `ukd` is the name of the Turkish list of the event."""
        sign = COLUMN_SIGNS.get(self.head)
        head = words(COLUMNS[self.head]) if self.head and sign is None else sign
        return " ".join(filter(None, (ukd if self.system == "ukd" else self.system, head)))


def _fact(name: str) -> Callable[[Row], Value]:
    return lambda row: row[name]


def _exact(name: str) -> Callable[[Row], Value]:
    return lambda row: None if row[name] is None else Decimal(row[name])


def _printed(name: str, *, is_exact: bool = False) -> Callable[[Row], Value]:
    def value(row: Row) -> Value:
        found = None if row["published"] is None else row["published"][name]
        return Decimal(found) if is_exact and found is not None else found

    return value


def _turkish(name: str, *, is_exact: bool = False) -> Callable[[Row], Value]:
    """Take a figure of the UKD; another federation's rating has no place in the tables."""

    def value(row: Row) -> Value:
        found = row["ukd"]
        if found is None or not found["is_turkish"]:
            return None
        return Decimal(found[name]) if is_exact else found[name]

    return value


_ALL = (
    EventColumn("rank", Form.WHOLE, _fact("rank"), "rank"),
    EventColumn("start_number", Form.WHOLE, _fact("start_number"), "start_number"),
    EventColumn("title", Form.TEXT, _fact("title"), "title"),
    EventColumn("name", Form.TEXT, _fact("name"), "name"),
    EventColumn("federation", Form.TEXT, _fact("federation"), "federation"),
    EventColumn("fide_id", Form.WHOLE, _fact("fide_id"), "fide_id"),
    EventColumn("club", Form.TEXT, _fact("club"), "club"),
    EventColumn("team", Form.TEXT, _fact("team"), "team"),
    EventColumn("group", Form.TEXT, _fact("group"), "group"),
    EventColumn("type", Form.TEXT, _fact("type"), "type"),
    EventColumn("points", Form.POINTS, _exact("points"), "points"),
    EventColumn("old_rating", Form.WHOLE, _fact("old_rating"), "fide"),
    EventColumn("games", Form.WHOLE, _fact("games"), "games"),
    EventColumn("score", Form.POINTS, _exact("score"), "score"),
    EventColumn("expected", Form.DECIMAL, _exact("expected"), "expected"),
    EventColumn("k", Form.WHOLE, _fact("k"), "k"),
    EventColumn("k_source", Form.TEXT, _fact("k_source"), "k_source"),
    EventColumn("change", Form.CHANGE, _exact("change"), "difference"),
    EventColumn("new_rating", Form.WHOLE, _fact("new_rating"), "new_rating"),
    EventColumn("performance", Form.WHOLE, _fact("performance"), "performance"),
    EventColumn("published_k", Form.WHOLE, _printed("k"), "k", "≟"),
    EventColumn("published_games", Form.WHOLE, _printed("games"), "games", "≟"),
    EventColumn(
        "published_expected", Form.DECIMAL, _printed("expected", is_exact=True),
        "expected", "≟",
    ),
    EventColumn(
        "published_change", Form.CHANGE, _printed("change", is_exact=True),
        "difference", "≟",
    ),
    EventColumn("ukd_rating", Form.WHOLE, _turkish("rating"), "", "ukd"),
    EventColumn("ukd_games", Form.WHOLE, _turkish("games"), "games", "ukd"),
    EventColumn("ukd_k", Form.WHOLE, _turkish("k"), "k", "ukd"),
    EventColumn(
        "ukd_change", Form.CHANGE, _turkish("change", is_exact=True), "difference", "ukd"
    ),
    EventColumn("ukd_new_rating", Form.WHOLE, _turkish("new_rating"), "new_rating", "ukd"),
)  # fmt: skip
EVENT_COLUMNS = {column.name: column for column in _ALL}


def filled(rows: Sequence[Row], names: Sequence[str]) -> list[EventColumn]:
    """Return the named columns that say something of anybody."""
    columns = [EVENT_COLUMNS[name] for name in names]
    return [one for one in columns if any(one.value(row) is not None for row in rows)]
