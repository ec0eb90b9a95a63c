"""Recognises a list: its form, its month, and which of FIDE's lists it is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from lists.download import Download
from lists.fixed_width import FixedWidth
from lists.model import ListKind
from lists.players_xml import PlayersXml
from lists.rows import Row, month_of
from scraper.errors import (
    NotARatingList,
    RatingListKindUnknown,
    RatingListMonthDiffers,
    RatingListMonthUnknown,
)
from scraper.model import TimeControl

_BOM = b"\xef\xbb\xbf"
_KIND = re.compile(r"(?<![a-z])(standard|rapid|blitz)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Recognised:
    """A list whose players can be read; they come some thousand at a time."""

    month: date
    kind: ListKind
    rows: Iterable[list[Row]]


def recognise(
    download: Download, month: date | None = None, time_control: TimeControl | None = None
) -> Recognised:
    """Recognise a list; what is given by hand stands in for what neither file nor name says.

    Raises NotARatingList, RatingListDamaged, RatingListMonthUnknown, RatingListMonthDiffers where
    the list itself says another month, RatingListKindUnknown.
    """
    start = download.read().removeprefix(_BOM).lstrip()
    found: FixedWidth | PlayersXml
    if not start:
        raise NotARatingList(path=download.file)
    found = (PlayersXml if start.startswith(b"<") else FixedWidth)(download, start)
    if month is not None and found.month not in (None, month):
        raise RatingListMonthDiffers(
            path=download.file, found=f"{found.month:%Y-%m}", given=f"{month:%Y-%m}"
        )
    names = [one for one in map(month_of, download.names) if one is not None]
    of_month = found.month or month or next(iter(names), None)
    if of_month is None:
        raise RatingListMonthUnknown(path=download.file)
    kind = found.kind or _named(download.names)
    if kind is None and time_control is not None:
        kind = ListKind(time_control.value)
    if kind is None:
        raise RatingListKindUnknown(path=download.file)
    return Recognised(of_month, kind, found.rows(kind))


def _named(names: Iterable[str]) -> ListKind | None:
    for name in names:
        if found := _KIND.search(name.lower()):
            return ListKind(found[1])
    return None
