"""Tables as files hold them, row by row: text with delimiters, HTML, a spreadsheet."""

import codecs
import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice
from typing import Any

from lxml import etree

from lists.download import Download
from scraper.errors import ExcelNotInstalled, NotARatingList, RatingListDamaged

# The packed .xlsx, and the older .xls.
SHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DELIMITERS = ";,\t|"
# The delimiter shows within so many lines.
_SAMPLE = 50
# A text has at most one NUL in so many bytes.
_FEW = 10
# No line of a list is so long.
_LONGEST_LINE = 1 << 16
# What a packed spreadsheet may unpack to, in bytes: a million players take a third.
_UNPACKED_LIMIT = 1 << 30


# What a table of a page is marked with, so that its rows are told from those of another.
_NUMBER = "tnrate-number"
# The number of the table, and the cells.
Row = tuple[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows of tables; `is_ruled` says that their form leaves no doubt where a cell ends."""

    rows: Iterable[Row]
    is_ruled: bool


def cells_of_text(download: Download, start: bytes) -> Cells:
    """Give lines with the delimiter that takes most cells out of the first of them.

    In UTF-8 or UTF-16, and what is neither in windows-1254. Raises NotARatingList.
    """
    if not start.startswith(UTF_16) and start.count(0) * _FEW > len(start):
        raise NotARatingList(path=download.file)
    lines = _lines(download, start)
    first = list(islice(lines, _SAMPLE))

    def most(delimiter: str) -> int:
        return max((line.count(delimiter) for line in first), default=0)

    delimiter = max(_DELIMITERS, key=most)
    reader = csv.reader(chain(first, lines), delimiter=delimiter)

    def rows() -> Iterator[Row]:
        try:
            for row in reader:
                yield 0, row
        except csv.Error:
            raise RatingListDamaged(path=download.file) from None

    return Cells(rows(), is_ruled=False)


def cells_of_html(download: Download, start: bytes) -> Cells:
    """Give the rows of all tables of a page; a cell that spans columns is followed by blanks."""
    return Cells(_html_rows(download, start), is_ruled=True)


def cells_of_sheet(download: Download, start: bytes) -> Cells:
    """Give the rows of all sheets. Raises ExcelNotInstalled, RatingListDamaged."""
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        raise ExcelNotInstalled from None
    from scraper.spreadsheet import is_failure

    data = io.BytesIO(start + b"".join(iter(download.read, b"")))
    try:
        _refuse_bomb(data)
        book = CalamineWorkbook.from_filelike(data)
    except BaseException as error:
        if not is_failure(error):
            raise
        raise RatingListDamaged(path=download.file) from None

    def rows() -> Iterator[Row]:
        try:
            for number, name in enumerate(book.sheet_names):
                for row in book.get_sheet_by_name(name).iter_rows():
                    yield number, list(map(_text, row))
        except BaseException as error:
            if not is_failure(error):
                raise
            raise RatingListDamaged(path=download.file) from None

    return Cells(rows(), is_ruled=True)


def _lines(download: Download, start: bytes) -> Iterator[str]:
    if start.startswith(UTF_16):
        decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
        rest = ""
        for data in chain([start], iter(download.read, b"")):
            *lines, rest = (rest + decoder.decode(data)).split("\n")
            yield from (f"{line}\n" for line in lines)
        yield rest
        return
    left = b""
    for data in chain([start], iter(download.read, b"")):
        *whole, left = (left + data).split(b"\n")
        if len(left) > _LONGEST_LINE:
            raise NotARatingList(path=download.file)
        yield from (f"{_decoded(line)}\n" for line in whole)
    yield _decoded(left)


def _decoded(line: bytes) -> str:
    line = line.replace(b"\0", b"")
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("windows-1254", "replace")


def _html_rows(download: Download, start: bytes) -> Iterator[Row]:
    parser: Any = etree.HTMLPullParser(
        events=("end",), tag="tr", encoding=_encoding_of(start), no_network=True, huge_tree=True
    )
    tables = 0
    try:
        for data in chain([start], iter(download.read, b""), [b""]):
            if data:
                parser.feed(data)
            else:
                parser.close()
            for _, row in parser.read_events():
                table = next(row.iterancestors("table"), row)
                if table.get(_NUMBER) is None:
                    tables += 1
                    table.set(_NUMBER, str(tables))
                yield int(table.get(_NUMBER)), _cells(row)
                row.clear()
                while row.getprevious() is not None:
                    del row.getparent()[0]
    except etree.XMLSyntaxError:
        raise RatingListDamaged(path=download.file) from None


def _cells(row: Any) -> list[str]:
    cells: list[str] = []
    for cell in row.iterchildren("td", "th"):
        cells.append(" ".join("".join(cell.itertext()).split()))
        span = cell.get("colspan", "1")
        cells += [""] * (int(span) - 1 if span.isdecimal() and int(span) < 100 else 0)
    return cells


def _encoding_of(start: bytes) -> str | None:
    """Return the encoding where the page does not say it rightly; None leaves it to the page."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return None if b"charset" in start[:4096].lower() else "windows-1254"
    return "utf-8"


def _refuse_bomb(data: io.BytesIO) -> None:
    if zipfile.is_zipfile(data):
        with zipfile.ZipFile(data) as packed:
            if sum(part.file_size for part in packed.infolist()) > _UNPACKED_LIMIT:
                raise ValueError
    data.seek(0)


def _text(value: Any) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()
