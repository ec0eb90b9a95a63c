"""Recognises a list: its form, its month, and which list it is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from lists.cells import SHEETS, UTF_16, cells_of_html, cells_of_sheet, cells_of_text
from lists.download import Download
from lists.fixed_width import FixedWidth
from lists.model import ListKind
from lists.national_list import NationalList
from lists.players_xml import PlayersXml
from lists.rows import Row, month_of
from lists.unread import Unread
from scraper.errors import (
    NotARatingList,
    RatingListKindUnknown,
    RatingListMonthDiffers,
    RatingListMonthUnknown,
)
from scraper.model import TimeControl

_BOM = b"\xef\xbb\xbf"
_HTML = re.compile(rb"<(?:!doctype html|html|table)\b", re.IGNORECASE)
_KIND = re.compile(r"(?<![a-z])(standard|rapid|blitz)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Recognised:
    """A list whose players can be read; they come some thousand at a time.

    `unread` counts meanwhile what could not be read.
    """

    month: date
    kind: ListKind
    rows: Iterable[list[Row]]
    unread: Unread


def recognise(
    download: Download, month: date | None = None, time_control: TimeControl | None = None
) -> Recognised:
    """Recognise a list; what is given by hand stands in for what neither file nor name says.

    Raises NotARatingList, RatingListDamaged, RatingListMonthUnknown, RatingListMonthDiffers where
    the list itself says another month, RatingListKindUnknown.
    """
    found = _form_of(download)
    if month is not None and found.month not in (None, month):
        raise RatingListMonthDiffers(
            path=download.file, found=f"{found.month:%Y-%m}", given=f"{month:%Y-%m}"
        )
    names = [one for one in map(month_of, download.names) if one is not None]
    above = found.month_above if isinstance(found, NationalList) else None
    of_month = found.month or month or next(iter(names), above)
    if of_month is None:
        raise RatingListMonthUnknown(path=download.file)
    kind = found.kind or _named(download.names)
    if kind is None and time_control is not None:
        kind = ListKind(time_control.value)
    if kind is None:
        raise RatingListKindUnknown(path=download.file)
    return Recognised(of_month, kind, found.rows(kind), found.unread)


def _form_of(download: Download) -> FixedWidth | PlayersXml | NationalList:
    data = download.read()
    if data.startswith(SHEETS):
        return NationalList(download.file, cells_of_sheet(download, data))
    start = data.removeprefix(_BOM).lstrip()
    if not start:
        raise NotARatingList(path=download.file)
    if start.startswith(b"<"):
        if _HTML.search(start):
            return NationalList(download.file, cells_of_html(download, start))
        return PlayersXml(download, start)
    if not data.startswith(UTF_16):
        try:
            return FixedWidth(download, start)
        except NotARatingList:
            pass
    return NationalList(download.file, cells_of_text(download, data.removeprefix(_BOM)))


def _named(names: Iterable[str]) -> ListKind | None:
    for name in names:
        if found := _KIND.search(name.lower()):
            return ListKind(found[1])
    return None
