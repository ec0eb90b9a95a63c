"""Lists of the federation in the forms people have them, with invented players."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from html import escape

import openpyxl
import xlwt

# An invented number in the form of a national identity number; it may be found nowhere.
IDENTITY = "10000000146"
HEAD = (
    "Sıra",
    "T.C. Kimlik No",
    "Adı Soyadı",
    "Doğum Tarihi",
    "Kulüp",
    "İl",
    "FIDE ID",
    "UKD",
    "UHS",
    "UYS",
)
Row = Sequence[object]


@dataclass(frozen=True)
class Entry:
    """A player of an invented list; None is an empty cell."""

    name: str
    born: date | None = date(1990, 3, 4)
    ukd: int | None = None
    uhs: int | None = None
    uys: int | None = None
    fide_id: int | None = None
    club: str = "Demo Kulübü"
    city: str = "Ankara"


def rows(entries: Iterable[Entry]) -> list[Row]:
    """Give the rows below the head."""
    return [
        (
            number, IDENTITY, one.name, one.born, one.club, one.city, one.fide_id,
            one.ukd, one.uhs, one.uys,
        )
        for number, one in enumerate(entries, 1)
    ]  # fmt: skip


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    return f"{cell:%d.%m.%Y}" if isinstance(cell, date) else str(cell)


def as_csv(
    body: Iterable[Row], head: Row = HEAD, delimiter: str = ";", encoding: str = "utf-8",
    above: Iterable[Row] = (),
) -> bytes:  # fmt: skip
    """Give a list as text with delimiters."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter)
    writer.writerows([_shown(cell) for cell in row] for row in (*above, head, *body))
    return target.getvalue().encode(encoding)


def as_xlsx(body: Iterable[Row], head: Row = HEAD, above: Iterable[Row] = ()) -> bytes:
    """Give a list as a spreadsheet; dates and numbers stay what they are."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (*above, head, *body):
        sheet.append(list(row))
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def as_xls(body: Iterable[Row], head: Row = HEAD, above: Iterable[Row] = ()) -> bytes:
    """Give a list as an old spreadsheet."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Liste")
    style = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for at, row in enumerate((*above, head, *body)):
        for column, cell in enumerate(row):
            if isinstance(cell, date):
                sheet.write(at, column, datetime.combine(cell, time()), style)
            elif cell is not None:
                sheet.write(at, column, cell)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def as_html(
    body: Iterable[Row], head: Row = HEAD, encoding: str = "utf-8", charset: str = "",
    above: Iterable[Row] = (), below: str = "",
) -> bytes:  # fmt: skip
    """Give a list as a saved page: a layout table around it, a pager in its last row."""
    titles = "".join(f"<h2>{escape(_shown(row[0]))}</h2>" for row in above)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(_shown(cell))}</td>' for cell in row)}</tr>\n" for row in body
    )
    heads = "".join(f"<th scope='col'>{escape(_shown(cell))}</th>" for cell in head)
    pager = f"<tr><td colspan={len(head)}><table><tr><td>1</td><td>2</td></tr></table></td></tr>"
    meta = f"<meta http-equiv='Content-Type' content='text/html; charset={charset}'>" * bool(
        charset
    )
    page = (
        f"<!DOCTYPE html><html><head>{meta}<title>UKD</title></head><body>"
        f"<table><tr><td>Menü</td></tr><tr><td>{titles}"
        f"<table id='liste'><tr>{heads}</tr>\n{lines}{pager}</table>{below}</td></tr></table>"
        "</body></html>"
    )
    return page.encode(encoding)


def crowd(count: int, seed: int = 1) -> Iterator[Entry]:
    """Make many players with different names, some of them with a FIDE id."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret

    def rating() -> int | None:
        return chance.choice((None, chance.randrange(1000, 2400)))

    for number in range(count):
        born = date(chance.randrange(1940, 2020), 1, 1)
        fide_id = 990_000_000 + number if number % 3 else None
        yield Entry(f"Yelkovan{number}, Bora", born, rating(), rating(), rating(), fide_id)
