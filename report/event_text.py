"""A rated event as text for people: a line a player, and what the site prints against ours."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from rich.cells import cell_len
from rich.table import Column, Table
from rich.text import Span, Text

from rating import ukd
from rating.assumptions import Note
from rating.tournament import RatedEvent
from report.event_columns import EventColumn, Form, Row, Value, filled
from report.flow import NARROW
from report.sheet import Sheet, fitted
from report.tables import change_style, left, name_column, plain_table, right
from report.text import TextReport
from report.words import K_SOURCES, LIST_NAMES, Words
from scraper.checks import FactCheck

TABLE_COLUMNS = (
    "rank", "start_number", "title", "name", "federation", "club", "team", "group", "type",
    "points", "old_rating", "games", "score", "expected", "k", "k_source", "change", "new_rating",
    "performance", "ukd_rating", "ukd_change", "ukd_new_rating",
)  # fmt: skip
# What gives way first where a screen is narrow.
_GO_FIRST = (
    "type", "club", "team", "k_source", "group", "score", "ukd_rating", "title", "performance",
    "federation", "games", "expected", "ukd_new_rating", "rank", "k", "points", "old_rating",
    "ukd_change", "start_number",
)  # fmt: skip
_UNKNOWN = "unknown"
_TOTAL = "published_total"
GUESS, DIFFERS = "?", "≠"


class EventText(TextReport):
    """Writes a rated event to a stream, in one language."""

    def event(
        self, rated: RatedEvent, rows: Sequence[Row], checks: Sequence[FactCheck],
        notes: Sequence[Note], files: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Write the players that were chosen; a file that they went into takes their place."""
        t = self._words
        self._tournament(rated.tournament)
        rules = rated.players[0].basis.rules
        self._sentence(self._rules(rules.time_control, rules.since, rules.until), style="dim")
        if len(rows) != len(rated.players):
            everybody = len(rated.players)
            self._sentence(
                t("Players: {count} of {everybody}", count=len(rows), everybody=everybody)
            )
        for file in files:
            self._sentence(t("Written: {file}", file=file), style="green")
        if not files:
            self._table(rated, rows)
        self._fact_checks(checks)
        self._notes(notes)

    def _table(self, rated: RatedEvent, rows: Sequence[Row]) -> None:
        list_name = LIST_NAMES[ukd.LISTS[rated.players[0].basis.time_control]]
        columns = {column.name: column for column in filled(rows, TABLE_COLUMNS)}
        heads = tuple(column.said(self._words, list_name) for column in columns.values())
        shown, left_out = self._fitted(columns, heads, rows, "k")
        if "k" in left_out and any(map(is_guess, rows)):
            shown, left_out = self._fitted(columns, heads, rows, "change")
        kept = [columns[name] for name in shown.columns]
        texts = [[str(text) for text in line] for line in shown.rows]
        styles = [[_style(column, row) for column in kept] for row in rows]
        gap = 1 if self._console.width < NARROW else 2
        self._print()
        self._print(self._set(kept, texts, styles, gap) or self._broken(kept, texts, styles, gap))
        names = ", ".join(
            filter(None, (columns[name].said(self._words, list_name) for name in left_out))
        )
        if names:
            self._sentence(self._words("No room for: {columns}", columns=names), style="dim")
        for sentence in marks_said(rows, self._words):
            self._sentence(sentence)

    def _fitted(
        self, columns: Mapping[str, EventColumn], heads: tuple[str, ...], rows: Sequence[Row],
        guessed: str,
    ) -> tuple[Sheet, tuple[str, ...]]:  # fmt: skip
        """Fit the columns to the screen; `guessed` is the one where a guess of K says so."""
        lines = [
            tuple(marked(one, row, self._words, guessed) for one in columns.values())
            for row in rows
        ]
        # A head takes room, too.
        return fitted(Sheet(tuple(columns), (heads, *lines)), self._console.width, _GO_FIRST)

    def _set(
        self, columns: Sequence[EventColumn], texts: Sequence[Sequence[str]],
        styles: Sequence[Sequence[str]], gap: int,
    ) -> Text | None:  # fmt: skip
        """Set the head and the lines in columns; None where names have to break.

        A table of a thousand lines takes rich ten times as long.
        """
        widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
        if sum(widths) + gap * (len(widths) - 1) > self._console.width:
            return None
        lines = []
        for line, of_line in zip(texts, [["dim"] * len(columns), *styles], strict=True):
            parts, spans, at = [], [], 0
            for column, text, width, style in zip(columns, line, widths, of_line, strict=True):
                room = " " * (width - cell_len(text))
                part = text + room if column.form is Form.TEXT else room + text
                if style:
                    spans.append(Span(at, at + len(part), style))
                parts.append(part)
                at += len(part) + gap
            lines.append(Text((" " * gap).join(parts), spans=spans))
            lines[-1].rstrip()
        return Text("\n").join(lines)

    def _broken(
        self, columns: Sequence[EventColumn], texts: Sequence[Sequence[str]],
        styles: Sequence[Sequence[str]], gap: int,
    ) -> Table:  # fmt: skip
        """Return a table whose names break over lines."""
        heads, *lines = texts
        made = (_made(column, head) for column, head in zip(columns, heads, strict=True))
        table = plain_table(*made, gap=gap)
        for line, of_line in zip(lines, styles, strict=True):
            table.add_row(*map(Text, line, of_line))
        return table


def _made(column: EventColumn, head: str) -> Column:
    if column.form is not Form.TEXT:
        return right(head)
    return name_column(head) if column.name in ("name", "club", "team") else left(head)


def _style(column: EventColumn, row: Row) -> str:
    value = column.value(row)
    if column.form is Form.CHANGE and isinstance(value, Decimal):
        return change_style(value)
    return "bold" if column.name == "new_rating" else ""


def is_guess(row: Row) -> bool:
    """Say whether the K of a row is assumed."""
    return bool(row["k_source"] == _UNKNOWN)


def differs(row: Row) -> bool:
    """Say whether the site prints another change than ours, also where it knows no limit of 700."""
    if _TOTAL in row["disagrees"]:
        return True
    printed = row["published"]
    if printed is None or None in (printed["k"], printed["change"], row["change"]):
        return False
    return bool(row["k"] != printed["k"] and row["change"] != printed["change"])


def marks_said(rows: Sequence[Row], words: Words) -> list[str]:
    """Explain the mark of changes, where there is one; a note explains that of K."""
    return [words("≠: the site prints another rtg+/-.")] if any(map(differs, rows)) else []


def marked(column: EventColumn, row: Row, words: Words, guessed: str = "k") -> str:
    """Write the value of a column in a row with its marks.

    A guess of K says so in the column `guessed`; a change that the site prints otherwise, too.
    """
    text = written(column, column.value(row), words)
    if column.name == "change" and text and differs(row):
        text = DIFFERS + text
    return text + GUESS if column.name == guessed and text and is_guess(row) else text


def written(column: EventColumn, value: Value, words: Words) -> str:
    """Write a value of a column in the language's own way."""
    if value is None:
        return ""
    if column.name == "k_source":
        return words(K_SOURCES[str(value)])
    if isinstance(value, Decimal):
        if column.form is Form.CHANGE:
            return words.signed(value)
        return words.points(value) if column.form is Form.POINTS else words.decimal(value)
    return str(value)
