"""FIDE's list as text of fixed width; where the columns stand is read from the head.

The lists have been printed with and without a column of online titles, so no place is taken for
granted. Other columns than those named here are not read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from lists.download import Download
from lists.model import ListKind
from lists.rows import BLANK, EMPTY_CLASS, Row, month_of, whole
from lists.unread import Unread
from scraper.errors import NotARatingList, RatingListDamaged, RatingListLine

_HEAD = re.compile(r"ID Number|\S+", re.IGNORECASE)
_PERSON = ("id number", "name", "fed", "sex", "tit", "b-day", "flag")
_CLASSES = (("srtng", "sk", "sgm"), ("rrtng", "rk", "rgm"), ("brtng", "bk", "bgm"))
_SINGLE_K, _SINGLE_GAMES = "k", "gms"
_MONTH = re.compile(r"[a-z]{3}[0-9]{2}")
# No line of a list is so long.
_LONGEST_LINE = 1 << 16
# The last line may lack its end, but not the year of birth.
_LEAST = "b-day"
_BORN = 5  # in a row


class FixedWidth:
    """A list as text. Raises NotARatingList where the head is another one."""

    def __init__(self, download: Download, start: bytes) -> None:
        self._download = download
        self.unread = Unread()
        head, newline, self._rest = start.partition(b"\n")
        columns = _columns(_text(head).rstrip("\r"))
        if not newline or not {*_PERSON} <= columns.keys():
            raise NotARatingList(path=download.file)
        self.month, self.kind = None, None
        self._classes: tuple[tuple[str, str, str], ...] = _CLASSES
        if all(name in columns for names in _CLASSES for name in names):
            self.kind = ListKind.COMBINED
        else:
            dated = next((name for name in columns if _MONTH.fullmatch(name)), None)
            self.month = month_of(dated or "")
            if dated is None or self.month is None or not {_SINGLE_K, _SINGLE_GAMES} <= {*columns}:
                raise NotARatingList(path=download.file)
            self._classes = ((dated, _SINGLE_K, _SINGLE_GAMES),)
        self._columns = columns

    def rows(self, kind: ListKind) -> Iterator[list[Row]]:
        """Give the players, some thousand at a time.

        A line that is none of a list is left out. Raises RatingListLine for one without an end,
        RatingListDamaged for a half one.
        """
        row_of = self._reader(kind)
        number, rest, least = 2, b"", self._columns[_LEAST].start
        for data in chain([self._rest], iter(self._download.read, b"")):
            lines = (rest + data).split(b"\n")
            rest = lines.pop()
            if len(rest) > _LONGEST_LINE:
                where = number + len(lines)
                raise RatingListLine(path=self._download.file, line=where, count=1, rows=1)
            yield self._rows_of(lines, number, row_of)
            number += len(lines)
        if rest.strip(b"\r\n\x1a "):
            last = self._rows_of([rest], number, row_of) if len(rest.rstrip()) > least else []
            if not last or _is_half(last[0][_BORN]):
                raise RatingListDamaged(path=self._download.file)
            yield last

    def _rows_of(
        self, lines: Sequence[bytes], number: int, row_of: Callable[[str], Row]
    ) -> list[Row]:
        rows: list[Row] = []
        for offset, line in enumerate(lines):
            text = _text(line)
            try:
                rows.append(row_of(text))
            except ValueError:
                if text.strip("\r \x1a"):
                    self.unread.seen += 1
                    self.unread.leave_out(number + offset)
        self.unread.seen += len(rows)
        return rows

    def _reader(self, kind: ListKind) -> Callable[[str], Row]:
        """Return what reads one line. It raises ValueError."""
        columns = self._columns
        fide_id, name, federation, sex, title, born, flag = (columns[one] for one in _PERSON)
        figures = [columns[one] for names in self._classes for one in names]
        before = after = BLANK
        if kind is not ListKind.COMBINED:
            place = list(ListKind).index(kind)
            before, after = EMPTY_CLASS * place, EMPTY_CLASS * (2 - place)
        least = figures[0].start

        def row_of(line: str) -> Row:
            number = int(line[fide_id])
            if number <= 0 or len(line) <= least:
                raise ValueError
            return (
                number, line[name].strip(), line[federation].strip() or None,
                line[sex].strip() or None, line[title].strip() or None, whole(line[born]),
                line[flag].strip() or None,
                *before, *[whole(line[one]) for one in figures], *after,
            )  # fmt: skip

        return row_of


def _is_half(year: int | str | None) -> bool:
    """Say whether a year breaks off; none at all is allowed."""
    return isinstance(year, int) and year < 1000


def _columns(head: str) -> dict[str, slice]:
    """Return where each column stands: from its head to the next one's."""
    found = list(_HEAD.finditer(head))
    ends = [one.start() for one in found[1:]] + [None]
    return {one[0].lower(): slice(one.start(), end) for one, end in zip(found, ends, strict=True)}


def _text(line: bytes) -> str:
    """Return a line, in which a column is a letter: FIDE writes ASCII, others what they like."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")
