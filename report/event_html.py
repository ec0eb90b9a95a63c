"""A rated event as one HTML page: to be printed, mailed, or opened without a network."""

from collections.abc import Iterable, Sequence
from html import escape

from rating import ukd
from rating.assumptions import Note
from rating.tournament import RatedEvent
from report.event_columns import EventColumn, Form, Row, filled
from report.event_text import TABLE_COLUMNS, marked, marks_said
from report.text import checked
from report.words import LIST_NAMES, TIME_CONTROLS, Words
from scraper.checks import FactCheck

_STYLE = """
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; }
body { margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
p.facts, ul { color: GrayText; margin: .2rem 0 1rem; }
div.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .5rem; text-align: left; white-space: nowrap; }
th.number, td.number { text-align: right; }
th { border-bottom: 2px solid; }
tbody tr:nth-child(even) { background: color-mix(in srgb, CanvasText 6%, Canvas); }
td.up { color: #0a7d33; } td.down { color: #c0262d; } td.new { font-weight: 600; }
@media (prefers-color-scheme: dark) { td.up { color: #5fd38a; } td.down { color: #ff8a8a; } }
@media print {
  @page { size: landscape; margin: 12mm; }
  body { font-size: 9pt; margin: 0; max-width: none; padding: 0; }
  thead { display: table-header-group; } tr { break-inside: avoid; }
  th, td { padding: .05rem .3rem; }
}
"""


def of_event(
    rated: RatedEvent, rows: Sequence[Row], checks: Sequence[FactCheck], notes: Iterable[Note],
    words: Words,
) -> str:  # fmt: skip
    """Return the page; everything that comes from outside is escaped."""
    name = rated.tournament.name or words("Tournament")
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{words.language}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(name)}</title>",
        f"<style>{_STYLE}</style></head>",
        "<body>",
        f"<h1>{escape(name)}</h1>",
        f'<p class="facts">{escape(" · ".join(_facts(rated, words)))}</p>',
        '<div class="table">',
        *_table(rated, rows, words),
        "</div>",
        "<ul>",
        *(f"<li>{escape(sentence)}</li>" for sentence in marks_said(rows, words)),
        *(f"<li>{escape(line)}</li>" for check in checks for line in checked(check, words)),
        *(f"<li>{escape(words.note(note.code, note.facts))}</li>" for note in notes),
        "</ul>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _facts(rated: RatedEvent, words: Words) -> list[str]:
    basis, tournament = rated.players[0].basis, rated.tournament
    facts = [words(TIME_CONTROLS[basis.time_control]), words.day(basis.start)]
    if tournament.last_update is not None:
        moment = f"{words.day(tournament.last_update.date())} {tournament.last_update:%H:%M}"
        facts.append(words("last update {time}", time=moment))
    return facts


def _table(rated: RatedEvent, rows: Sequence[Row], words: Words) -> list[str]:
    list_name = LIST_NAMES[ukd.LISTS[rated.players[0].basis.time_control]]
    columns = filled(rows, TABLE_COLUMNS)
    heads = "".join(
        f"<th{_class(_classes(one))}>{escape(one.said(words, list_name))}</th>" for one in columns
    )
    body = ("<tr>" + "".join(_cell(one, row, words) for one in columns) + "</tr>" for row in rows)
    return ["<table>", f"<thead><tr>{heads}</tr></thead>", "<tbody>", *body, "</tbody></table>"]


def _cell(column: EventColumn, row: Row, words: Words) -> str:
    value = column.value(row)
    classes = _classes(column)
    if column.form is Form.CHANGE and value:
        classes.append("up" if value > 0 else "down")  # type: ignore[operator]
    if column.name == "new_rating":
        classes.append("new")
    return f"<td{_class(classes)}>{escape(marked(column, row, words))}</td>"


def _classes(column: EventColumn) -> list[str]:
    return [] if column.form is Form.TEXT else ["number"]


def _class(classes: Sequence[str]) -> str:
    return f' class="{" ".join(classes)}"' if classes else ""
