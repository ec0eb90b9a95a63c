"""The site's Excel export (.xlsx, .xls) -> the same page as HTML.

The export has the words and rows of the page without its markup, so it is put back into the
page's form and read by the one reader. python-calamine is an optional addition (tnrate[excel]);
it reads both kinds.
"""

import io
import re
import zipfile
from collections.abc import Sequence
from html import escape
from typing import Any

from scraper import vocabulary
from scraper.errors import ExcelNotInstalled, PageBinary, PageTooLarge

_UPDATE = re.compile(r"\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d")
_LINK = re.compile(r"https?://\S*tnr\d+\.aspx\S*")
_ROWS_READ = 20_000
# What a packed file may unpack to: twenty times a list of 10,000 players.
_UNPACKED_LIMIT = 200
_MEGABYTE = 1_000_000


def page_of_export(data: bytes, what: str) -> bytes:
    """Return an export as a page in HTML.

    Raises PageBinary where the file is no export, PageTooLarge where it unpacks to too much.
    """
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        raise ExcelNotInstalled from None
    try:
        _refuse_bomb(data, what)
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
        rows = [list(map(_text, row)) for row in sheet.to_python(nrows=_ROWS_READ)]
    except PageTooLarge:
        raise
    except BaseException as error:
        if not is_failure(error):
            raise
        raise PageBinary(what=what, kind="a file that is no Excel export of the site") from None
    return _page(rows).encode()


def is_failure(error: BaseException) -> bool:
    """Say whether the reader failed: a damaged file makes it raise almost anything.

    Its panics are no Exception, and their class cannot be imported.
    """
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def _refuse_bomb(data: bytes, what: str) -> None:
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > _UNPACKED_LIMIT * _MEGABYTE:
            raise PageTooLarge(what=what, limit=_UNPACKED_LIMIT)


def _text(value: Any) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    return str(value).strip()


def _page(rows: list[list[str]]) -> str:
    header = next((index for index, row in enumerate(rows) if _is_header(row)), len(rows))
    facts, texts = [], []
    for row in rows[:header]:
        values = [value for value in row if value]
        if len(values) == 2 and values[0] in vocabulary.FACT:
            facts.append(_row(values))
        elif values and (len(values) == 1 or "://" in values[1]):
            texts.append(values[0])  # the other cells of a row with a link repeat the link
    updates = [text for text in texts if _UPDATE.search(text)]
    titles = [text for text in texts if text not in updates]
    parts = [f"<h2>{escape(titles[1])}</h2>"] if len(titles) > 1 else []
    parts += [f'<p class="CRsmall">{escape(text)}</p>' for text in updates]
    parts += [
        f'<a href="{escape(match[0])}"></a>'
        for row in rows[header:]
        if (match := _LINK.search(row[0]))
    ]
    parts.append(f"<h2>{escape(titles[-1]) if len(titles) > 2 else ''}</h2>")
    if facts:
        parts.append(f'<table class="CRs1">{"".join(facts)}</table>')
    headed = [[titles[-1]], *rows[header:]] if len(titles) > 2 else rows[header:]
    parts.append(f'<table class="CRs1">{"".join(map(_table_row, headed))}</table>')
    return f"<html><body>{''.join(parts)}</body></html>"


def _table_row(row: list[str]) -> str:
    if _is_header(row):
        return _row(row, ' class="CRg1b"')
    values = set(filter(None, row))
    if not values or any(map(_LINK.search, values)):
        return ""
    if len(values) == 1 and row[0]:  # the heading of a round or a team, or a note
        return _row(row[:1], ' class="CRg1b"')
    return _row(row)


def _is_header(row: list[str]) -> bool:
    """Tell a header: words of columns from the first cell on. A row of results can hold some."""
    return row[0] in vocabulary.COLUMN and sum(value in vocabulary.COLUMN for value in row) >= 3


def _row(values: Sequence[str], attributes: str = "") -> str:
    cells = "".join(f"<td>{escape(value)}</td>" for value in values)
    return f"<tr{attributes}>{cells}</tr>"
