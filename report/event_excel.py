"""A rated event as an Excel workbook. XlsxWriter is loaded here alone."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from rating import ukd
from rating.assumptions import Note
from rating.tournament import RatedEvent
from report.event_columns import EVENT_COLUMNS, EventColumn, Form, Row, filled
from report.event_text import DIFFERS, GUESS, differs, is_guess, marks_said, written
from report.text import checked
from report.words import LIST_NAMES, Words
from scraper.checks import FactCheck
from scraper.errors import ExcelWriterMissing

_FORMATS = {
    Form.WHOLE: "0",
    Form.POINTS: "0.#",
    Form.DECIMAL: "0.00",
    Form.CHANGE: "+0.00;[Red]-0.00;0.00",
}
# The marks of the text; the cells stay numbers.
_GUESSED = f'0"{GUESS}"'
_DIFFERING = ";".join(
    f'{colour}"{DIFFERS}"{number}'
    for colour, number in (("", "+0.00"), ("[Red]", "-0.00"), ("", "0.00"))
)
# Texts are texts, whatever they begin with.
_OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
            "strings_to_numbers": False}  # fmt: skip
_WIDEST, _LEAST = 40, 5
_MOST_IN_NAME = 31


def of_event(
    rated: RatedEvent, rows: Sequence[Row], checks: Sequence[FactCheck], notes: Iterable[Note],
    words: Words,
) -> bytes:  # fmt: skip
    """Return the workbook: the players on one sheet, checks and notes on another.

    Raises ExcelWriterMissing without the library.
    """
    try:
        import xlsxwriter
    except ImportError:
        raise ExcelWriterMissing from None
    data = BytesIO()
    list_name = LIST_NAMES[ukd.LISTS[rated.players[0].basis.time_control]]
    columns = filled(rows, tuple(EVENT_COLUMNS))
    with xlsxwriter.Workbook(data, _OPTIONS) as book:
        book.set_properties({"title": rated.tournament.name or ""})
        bold = book.add_format({"bold": True, "bottom": 1})
        formats = {form: book.add_format({"num_format": text}) for form, text in _FORMATS.items()}
        guessed, differing = (
            book.add_format({"num_format": one}) for one in (_GUESSED, _DIFFERING)
        )
        sheet = book.add_worksheet(words("Players")[:_MOST_IN_NAME])
        for place, column in enumerate(columns):
            sheet.write_string(0, place, column.said(words, list_name), bold)
            sheet.set_column(place, place, _width(column, rows))
            for line, row in enumerate(rows, 1):
                value = column.value(row)
                if isinstance(value, str):
                    sheet.write_string(line, place, written(column, value, words))
                elif value is not None:
                    form = formats[column.form]
                    if column.name == "k" and is_guess(row):
                        form = guessed
                    elif column.name == "change" and differs(row):
                        form = differing
                    sheet.write_number(line, place, value, form)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, max(1, len(rows)), max(0, len(columns) - 1))
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        about = book.add_worksheet(words("Notes")[:_MOST_IN_NAME])
        about.set_column(0, 0, 100)
        lines = marks_said(rows, words)
        lines += [text for check in checks for text in checked(check, words)]
        lines += [words.note(note.code, note.facts) for note in notes]
        for place, text in enumerate([rated.tournament.name or "", *lines]):
            about.write_string(place, 0, text)
    return data.getvalue()


def _width(column: EventColumn, rows: Sequence[Row]) -> int:
    if column.form is not Form.TEXT:
        return 9
    longest = max((len(str(column.value(row) or "")) for row in rows), default=0)
    return min(max(longest, _LEAST), _WIDEST) + 2
