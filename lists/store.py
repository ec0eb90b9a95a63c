"""The imported lists on disk: a table for each list, and what they say of a player."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from lists import fide_table, national_table
from lists.database import COUNTS_UNREAD, ListDatabase, one, version_of
from lists.model import MONTHS_KEPT, ListedPlayer, ListKind, NationalPlayer, RatingList
from lists.unread import Unread
from rating.listed import Listed, ListedNational
from scraper.errors import RatingListDamaged, RatingListTooOld
from scraper.model import Player, TimeControl
from scraper.names import fold

_OF_LIST = "id, month, kind, players, file, file_time, imported_at"
_UNREAD = "unread_rows, unread_values"
_Numbered = tuple[int, RatingList]


class ListStore:
    """The lists in a folder. Every method raises ListStoreFailed, -Damaged and -TooNew."""

    def __init__(self, folder: Path) -> None:
        self._file = ListDatabase(folder)

    def put(
        self,
        month: date,
        kind: ListKind,
        rows: Iterable[Sequence[tuple[Any, ...]]],
        file: tuple[str, datetime],
        now: datetime,
        unread: Unread | None = None,
    ) -> RatingList:
        """Keep a list in the place of an older one of its month and kind; drop months too many.

        `file` is its name and when it was written last; `unread` counts while the rows come in.
        Raises RatingListTooOld, RatingListDamaged for a list without players, RatingListLine where
        most rows are unreadable, and what `rows` raises; then nothing has changed.
        """
        unread = unread or Unread()
        tables = national_table if kind.is_national else fide_table
        with self._file.writing() as database:
            _refuse_too_old(database, month, kind)
            number = _next_number(database)
            tables.create(database, _table(number))
            for some in rows:
                tables.insert(database, _table(number), some)
            unread.refuse_most(file[0])
            if kind.is_national:
                national_table.index(database, _table(number))
            players = int(one(database, f"SELECT count(*) FROM {_table(number)}"))  # noqa: S608
            if not players:
                raise RatingListDamaged(path=file[0])
            new = RatingList(month, kind, players, *file, now, unread.rows, unread.values)
            _replace(database, number, new)
            _drop_old(database, kind)
        return new

    def lists(self) -> tuple[RatingList, ...]:
        """Return the imported lists, the newest month first."""
        with self._file.reading() as database:
            return () if database is None else tuple(each for _, each in _lists(database))

    def player(self, fide_id: int) -> tuple[tuple[RatingList, ListedPlayer], ...]:
        """Return what each list of FIDE says of a player, the newest month first."""
        with self._file.reading() as database:
            if database is None:
                return ()
            each = [
                (of, fide_table.by_fide_id(database, _table(number), fide_id))
                for number, of in _lists_of_fide(database)
            ]
            return tuple((of, player) for of, player in each if player is not None)

    def national_player(self, person: Player) -> tuple[tuple[RatingList, NationalPlayer], ...]:
        """Return what each list of the federation says of a player, the newest month first.

        Whoever is not found by FIDE id is looked for by name and year of birth.
        """
        with self._file.reading() as database:
            if database is None:
                return ()
            each = [
                (of, _national(database, number, person)[0])
                for number, of in _lists_of_federation(database)
            ]
            return tuple((of, player) for of, player in each if player is not None)

    def people(self, wanted: str) -> list[Player]:
        """Return the players of all lists whose name has words that begin as those of a text.

        A FIDE id is one person, and else a name with a year of birth and a club; whoever has no
        FIDE id in one list and can only be somebody who has one is that person.
        """
        if not fold(wanted):
            return []
        found: dict[object, Player] = {}
        with self._file.reading() as database:
            for number, of in () if database is None else _lists(database):
                if database is None:
                    break
                tables = national_table if of.kind.is_national else fide_table
                for each in tables.by_name(database, _table(number), wanted):
                    club = each.club if isinstance(each, NationalPlayer) else None
                    key = each.fide_id or (
                        national_table.name_key(each.name),
                        each.birth_year,
                        club,
                    )
                    found.setdefault(
                        key,
                        Player(
                            None, each.name, fide_id=each.fide_id, birth_year=each.birth_year,
                            club=club,
                        ),
                    )  # fmt: skip
        known = [person for person in found.values() if person.fide_id]
        return [
            *known,
            *(
                person
                for person in found.values()
                if not person.fide_id and sum(_same(person, other) for other in known) != 1
            ),
        ]

    def listed(self, fide_id: int, time_control: TimeControl, on: date) -> Listed | None:
        """Return what FIDE's lists say of a player, as `listed_all` does."""
        return self.listed_all([fide_id], time_control, on).get(fide_id)

    def listed_all(
        self, fide_ids: Iterable[int], time_control: TimeControl, on: date
    ) -> dict[int, Listed]:
        """Return what FIDE's lists say of players, by FIDE id.

        By the list of the month of a day that has the class, else by the newest one. Whoever is in
        neither counts by the standard list of the month. Players in no such list are absent.
        """
        with self._file.reading() as database:
            if database is None:
                return {}
            lists = _lists_of_fide(database)
            each = {one: _listed(database, lists, one, time_control, on) for one in fide_ids}
            return {fide_id: listed for fide_id, listed in each.items() if listed is not None}

    def listed_national(
        self, people: Sequence[Player], time_control: TimeControl, on: date
    ) -> list[ListedNational | None]:
        """Return what the federation's list says of each player.

        By the list of the month of a day, else by the newest one; None where it lacks the player.
        Whoever is not found by FIDE id is looked for by name and year of birth.
        """
        with self._file.reading() as database:
            lists = [] if database is None else _lists_of_federation(database)
            if database is None or not lists:
                return [None] * len(people)
            number, of = next((each for each in lists if _is_of(each, on)), lists[0])
            found: list[ListedNational | None] = []
            for person in people:
                player, by_name = _national(database, number, person)
                found.append(
                    None
                    if player is None
                    else ListedNational(
                        of.month, player.ratings[time_control], player.birth_year, by_name
                    )
                )
            return found


def _listed(
    database: sqlite3.Connection,
    lists: Sequence[_Numbered],
    fide_id: int,
    time_control: TimeControl,
    on: date,
) -> Listed | None:
    fitting = [each for each in lists if time_control in each[1].kind.time_controls]
    counting = [each for each in fitting if _is_of(each, on)]
    counting = counting or [each for each in fitting if each[1].month == fitting[0][1].month]
    player, month = _first(database, counting, fide_id)
    at = month or on.replace(day=1)
    standard, _ = _first(
        database,
        [
            each
            for each in lists
            if each[1].month == at and TimeControl.STANDARD in each[1].kind.time_controls
        ],
        fide_id,
    )
    person = player or standard
    if person is None:
        return None
    own = None if player is None else player.standings[time_control]
    return Listed(
        month=at,
        k=None if own is None else own.k,
        birth_year=person.birth_year,
        title=person.title,
        rating=None if own is None else own.rating,
        standard=None if standard is None else standard.standings[TimeControl.STANDARD].rating,
        games=_games(database, fitting, fide_id, time_control, on),
        has_class=any(each[1].month == at for each in fitting),
    )


def _games(
    database: sqlite3.Connection,
    fitting: Sequence[_Numbered],
    fide_id: int,
    time_control: TimeControl,
    on: date,
) -> int | None:
    """Add up the games rated for the lists up to a day, each month once."""
    found: dict[date, int] = {}
    for number, of in fitting:
        if of.month > on:
            continue
        player = fide_table.by_fide_id(database, _table(number), fide_id)
        if player is not None:
            found.setdefault(of.month, player.standings[time_control].games or 0)
    return sum(found.values()) or None


def _first(
    database: sqlite3.Connection, lists: Sequence[_Numbered], fide_id: int
) -> tuple[ListedPlayer | None, date | None]:
    """Return a player by the first list that has him, and its month."""
    for number, of in lists:
        player = fide_table.by_fide_id(database, _table(number), fide_id)
        if player is not None:
            return player, of.month
    return None, None


def _national(
    database: sqlite3.Connection, number: int, person: Player
) -> tuple[NationalPlayer | None, bool]:
    """Return a player of the federation's list, and whether only the name says that it is he."""
    if person.fide_id:
        found = national_table.by_fide_id(database, _table(number), person.fide_id)
        if found is not None:
            return found, False
    fitting = [
        each
        for each in national_table.by_full_name(database, _table(number), person.name or "")
        if _can_be(person.birth_year, each.birth_year) and _can_be(person.fide_id, each.fide_id)
    ]
    return (fitting[0] if len(fitting) == 1 else None), True


def _same(first: Player, second: Player) -> bool:
    """Say whether two can be one person by name and year of birth."""
    of_one_name = fold(first.name or "") == fold(second.name or "")
    return of_one_name and _can_be(first.birth_year, second.birth_year)


def _can_be(first: int | None, second: int | None) -> bool:
    """Say whether two facts can be those of one person; what is absent can be anything."""
    return not first or not second or first == second


def _is_of(numbered: _Numbered, on: date) -> bool:
    return numbered[1].month == on.replace(day=1)


def _table(number: int) -> str:
    return f"player_{number:d}"


def _next_number(database: sqlite3.Connection) -> int:
    """Return the number of a list that has no entry yet."""
    found = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'list'").fetchone()
    return 1 if found is None else int(found[0]) + 1


def _replace(database: sqlite3.Connection, number: int, new: RatingList) -> None:
    """Enter a list in the place of an older one of its month and kind."""
    for old, each in _lists(database):
        if (each.month, each.kind) == (new.month, new.kind):
            _drop(database, old)
    database.execute(
        f"INSERT INTO list ({_OF_LIST}, {_UNREAD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - names
        (
            number, f"{new.month:%Y-%m}", new.kind.value, new.players, new.file,
            new.file_time.timestamp(), new.imported_at.timestamp(),
            new.unread_rows, new.unread_values,
        ),
    )  # fmt: skip


def _refuse_too_old(database: sqlite3.Connection, month: date, kind: ListKind) -> None:
    kept = _months(database, kind)[:MONTHS_KEPT]
    if len(kept) == MONTHS_KEPT and month < kept[-1]:
        raise RatingListTooOld(month=f"{month:%Y-%m}", count=MONTHS_KEPT)


def _drop_old(database: sqlite3.Connection, kind: ListKind) -> None:
    kept = _months(database, kind)[:MONTHS_KEPT]
    for number, each in _lists(database):
        if each.kind.is_national == kind.is_national and each.month not in kept:
            _drop(database, number)


def _drop(database: sqlite3.Connection, number: int) -> None:
    database.execute(f"DROP TABLE {_table(number)}")
    database.execute("DELETE FROM list WHERE id = ?", (number,))


def _months(database: sqlite3.Connection, kind: ListKind) -> list[date]:
    """Return the months of the lists by the same publisher, the newest first."""
    lists = [each for _, each in _lists(database) if each.kind.is_national == kind.is_national]
    return sorted({each.month for each in lists}, reverse=True)


def _lists_of_fide(database: sqlite3.Connection) -> list[_Numbered]:
    return [each for each in _lists(database) if not each[1].kind.is_national]


def _lists_of_federation(database: sqlite3.Connection) -> list[_Numbered]:
    return [each for each in _lists(database) if each[1].kind.is_national]


def _lists(database: sqlite3.Connection) -> list[_Numbered]:
    """Return the lists with their numbers: the newest month first, the combined list last."""
    unread = _UNREAD if version_of(database) >= COUNTS_UNREAD else "NULL, NULL"
    rows = database.execute(
        f"SELECT {_OF_LIST}, {unread} FROM list ORDER BY month DESC, kind = 'combined', kind DESC"  # noqa: S608
    )
    return [
        (
            number,
            RatingList(
                date.fromisoformat(f"{month}-01"),
                ListKind(kind),
                players,
                file,
                datetime.fromtimestamp(file_time, UTC),
                datetime.fromtimestamp(imported_at, UTC),
                *counts,
            ),
        )
        for number, month, kind, players, file, file_time, imported_at, *counts in rows
    ]
