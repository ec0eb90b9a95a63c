"""The federation's list, whatever its form: columns by their heads, and a row for each player.

A column that is not named here is not read. The national identity number is among those, and so is
the licence number, which can be the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice

from lists.cells import Cells
from lists.model import ListKind
from lists.rows import Row, month_of
from lists.unread import Unread
from scraper.errors import NationalListColumns, NotARatingList
from scraper.names import plain_words

# Heads without accents, case, blanks and signs.
_HEADS = {
    "name": """
        adsoyad adisoyadi advesoyad adivesoyadi adsoyadi adisoyad soyadad soyadiadi soyadveadi
        soyadvead isimsoyisim adsoyisim ad adi isim ismi oyuncu oyuncuadi oyuncuadsoyad
        oyuncuadisoyadi sporcu sporcuadi sporcuadsoyad sporcuadisoyadi name fullname playername
        player namesurname surnamename firstnamelastname lastnamefirstname firstname givenname
    """,
    "surname": "soyad soyadi soyisim soyismi surname lastname familyname",
    "born": """
        dogumtarihi dogumyili dogumtar dogumt dogum dogtarihi dogyili dtarihi dyili birthdate
        birthyear birthday dateofbirth yearofbirth born bday byear dob yob
    """,
    "club": "kulup kulubu kulupadi club clubname",
    "city": "il ili sehir sehri city province",
    "fide_id": """
        fideid fideidno fideno fidenumarasi fidenumara fidekodu fidekod fidekimlik fidekimlikno
        fideidnumber fidenumber
    """,
    "ukd": """
        ukd ukdpuani ukdpuan ukdstandart standartukd ukdstd standardukd ukdstandard yeniukd
        guncelukd ulusalkuvvetderecesi ulusalkuvvetderecesiukd ulusalrating nationalrating
    """,
    "uhs": """
        uhs uhd uhspuani uhspuan uhdpuani uhdpuan uhsuhd uhduhs ukdhizli hizliukd ukdrapid rapidukd
        ukdhizlisatranc ulusalhizlisatranc ulusalhizli yeniuhs yeniuhd nationalrapid
    """,
    "uys": """
        uys uyd uyspuani uyspuan uydpuani uydpuan uysuyd uyduys ukdyildirim yildirimukd ukdblitz
        blitzukd ukdyildirimsatranc ulusalyildirimsatranc ulusalyildirim yeniuys yeniuyd
        nationalblitz
    """,
}
_COLUMN = {head: column for column, heads in _HEADS.items() for head in heads.split()}
_RATINGS = ("ukd", "uhs", "uys")
# A report of games has a rating in each row too, but one for each game.
_OF_GAMES = frozenset({"sonuc", "result", "round", "tur", "ukddegisim", "ukddegisimi"})
# The head stands among so many rows.
_HEAD_WITHIN = 300
_AT_ONCE = 20_000
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_THOUSANDS = re.compile(r"([0-9])[.,]([0-9]{3})")
_WHOLE = re.compile(r"([0-9]{1,4})(?:[.,][0-9]+)?")
_NO_RATING = frozenset({"", "-", "–", "—", "yok", "none", "null", "n/a"})
_HIGHEST = 4000
_UNREADABLE = -1
# FIDE ids are shorter, national identity numbers longer.
_FIDE_ID = re.compile(r"[1-9][0-9]{3,8}")
_LONG_NUMBER = re.compile(
    r"\(?(?:\bt\.? ?c\.?(?: kimlik)?(?: no)? ?:? ?)?[0-9](?:[ .-]?[0-9]){8,}\)?", re.IGNORECASE
)


class NationalList:
    """The federation's list. Raises NotARatingList, NationalListColumns for a head that lacks some.

    `month_above` is what stands above the head, in the same table; None where nothing does.
    """

    month = None

    def __init__(self, file: str, cells: Cells) -> None:
        self._file = file
        self.unread = Unread()
        self._is_ruled = cells.is_ruled
        self.kind = ListKind.UKD
        self._rows = enumerate(cells.rows, 1)
        above: dict[int, date] = {}
        best: set[str] = set()
        for _, (table, row) in islice(self._rows, _HEAD_WITHIN):
            columns = _columns(row)
            if _is_whole(columns):
                break
            best = max(best, {*columns}, key=len)
            month = next(filter(None, map(month_of, row)), None)
            if month is not None:
                above.setdefault(table, month)
        else:
            raise _refusal(file, best)
        if _is_of_games(row):
            raise NotARatingList(path=file)
        self._table, self._head, self._columns = table, list(row), columns
        self.month_above = above.get(table)

    def rows(self, _kind: ListKind) -> Iterator[list[Row]]:
        """Give the players, some thousand at a time; what is unreadable is left out."""
        each = self._players()
        while some := list(islice(each, _AT_ONCE)):
            yield some

    def _players(self) -> Iterator[Row]:
        for number, (table, row) in self._rows:
            if table != self._table:
                columns = _columns(row)
                if _is_whole(columns) and not _is_of_games(row):
                    self._table, self._head, self._columns = table, list(row), columns
            elif row != self._head:
                player = self._player(row, number)
                if player is not None:
                    yield player

    def _player(self, row: Sequence[str], number: int) -> Row | None:
        """Return a player; None for a row of none, as a footer, and for one that is unreadable."""
        cells = {name: row[at].strip() for name, at in self._columns.items() if at < len(row)}
        name = _text(f"{cells.get('surname', '')}, {cells.get('name', '')}".strip(", "))
        fide_id = _fide_id(cells.get("fide_id", ""))
        read = [_rating(cells.get(column, "")) for column in _RATINGS]
        ratings = [None if one is _UNREADABLE else one for one in read]
        if not (fide_id or any(map(str.isalpha, name))):
            if any(ratings):  # of nobody
                self.unread.seen += 1
                self.unread.leave_out(number)
            return None
        if not self._is_ruled and any(cell.strip() for cell in row[len(self._head) :]):
            self.unread.seen += 1
            self.unread.leave_out(number)
            return None
        born = _YEAR.search(cells.get("born", ""))
        unreadable = read.count(_UNREADABLE)
        if not (born or fide_id or any(ratings)):
            if unreadable:
                self.unread.seen += 1
                self.unread.leave_out(number)
            return None
        self.unread.seen += 1
        self.unread.values += unreadable
        if unreadable and not any(ratings):
            self.unread.lose(number)
        return (
            fide_id, name, int(born[0]) if born else None, _text(cells.get("club", "")) or None,
            _text(cells.get("city", "")) or None, *ratings,
        )  # fmt: skip


def _refusal(file: str, found: set[str]) -> NotARatingList | NationalListColumns:
    """Say what a head lacks, if something like a head was found."""
    if len(found) < 2:
        return NotARatingList(path=file)
    has_rating = bool(found & {*_RATINGS})
    what = "a name or a FIDE id" if has_rating else "UKD, UHS or UYS"
    return NationalListColumns(path=file, what=what)


def _columns(row: Iterable[str]) -> dict[str, int]:
    """Return where each column stands; the first of two that mean the same."""
    found: dict[str, int] = {}
    for at, head in enumerate(row):
        column = _COLUMN.get(_plain(head)) or _part_named(head)
        if column is not None:
            found.setdefault(column, at)
    if "surname" in found and "name" not in found:
        found["name"] = found.pop("surname")
    return found


def _part_named(head: str) -> str | None:
    """Return the column of a head that names several things, as "Adı Soyadı / TC"."""
    parts = re.split(r"[/(),;|\n]", head)
    found = (_COLUMN.get(_plain(part)) for part in parts if len(parts) > 1)
    return next((column for column in found if column is not None), None)


def _plain(head: str) -> str:
    return "".join(plain_words(head)) if len(head) < 100 else ""


def _is_whole(columns: dict[str, int]) -> bool:
    has_person = "name" in columns or "fide_id" in columns
    return has_person and any(rating in columns for rating in _RATINGS)


def _is_of_games(row: Iterable[str]) -> bool:
    return len(_OF_GAMES & {_plain(head) for head in row}) > 1


def _rating(text: str) -> int | None:
    """Read a rating, cut off to a whole number; blank and 0 are None."""
    if text.lower() in _NO_RATING:
        return None
    found = _THOUSANDS.fullmatch(text) or _WHOLE.fullmatch(text)
    if found is None or (number := int("".join(found.groups()))) > _HIGHEST:
        return _UNREADABLE
    return number or None


def _fide_id(text: str) -> int | None:
    return int(text) if _FIDE_ID.fullmatch(text) else None


def _text(text: str) -> str:
    """Return a text without numbers that are no part of a name, such as those of identity."""
    return " ".join(_LONG_NUMBER.sub("", text).split()).strip(" /|,;-")
