"""The site's Excel export of a card or list (.xlsx) -> the same page as HTML.

The export has the words and rows of the page without its markup, so it is put back into the
page's form and read by the one reader. openpyxl is an optional addition (tnrate[excel]).
"""

import io
import re
from html import escape
from typing import Any

from scraper import vocabulary
from scraper.errors import ExcelNotInstalled, PageBinary

_UPDATE = re.compile(r"\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d")
_LINK = re.compile(r"https?://\S*tnr\d+\.aspx\S*")
_ROWS_READ = 20_000


def page_of_export(data: bytes, what: str) -> bytes:
    """Return an export as a page in HTML. Raises PageBinary where the file is no export."""
    try:
        import openpyxl
    except ImportError:
        raise ExcelNotInstalled from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = [
            ["" if value is None else _text(value) for value in row]
            for row in book.worksheets[0].iter_rows(values_only=True, max_row=_ROWS_READ)
        ]
    except Exception:  # a damaged file makes the reader raise almost anything
        raise PageBinary(what=what, kind="a file that is no Excel export of the site") from None
    return _page(rows).encode()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).strip()


def _page(rows: list[list[str]]) -> str:
    header = next((index for index, row in enumerate(rows) if _is_header(row)), len(rows))
    facts, texts = [], []
    for row in rows[:header]:
        values = [value for value in row if value]
        if len(values) == 2 and values[0] in vocabulary.FACT:
            facts.append(_row(values))
        elif values:
            texts.append(values[0])
    parts = [f"<h2>{escape(texts[1])}</h2>"] if len(texts) > 1 else []
    parts += [f'<p class="CRsmall">{escape(text)}</p>' for text in texts if _UPDATE.search(text)]
    parts += [
        f'<a href="{escape(match[0])}"></a>'
        for row in rows[header:]
        if (match := _LINK.search(row[0]))
    ]
    parts.append("<h2></h2>")
    if facts:
        parts.append(f'<table class="CRs1">{"".join(facts)}</table>')
    if header < len(rows):
        body = []
        for row in rows[header + 1 :]:
            if not any(row):
                break
            body.append(_row(row))
        head = _row(rows[header], ' class="CRg1b"')
        parts.append(f'<table class="CRs1">{head}{"".join(body)}</table>')
    return f"<html><body>{''.join(parts)}</body></html>"


def _is_header(row: list[str]) -> bool:
    return sum(value in vocabulary.COLUMN for value in row) >= 3


def _row(values: list[str], attributes: str = "") -> str:
    cells = "".join(f"<td>{escape(value)}</td>" for value in values)
    return f"<tr{attributes}>{cells}</tr>"
