"""The imported lists on disk: one SQLite file, a table for each list, made to fail well.

An import is one transaction: whatever breaks it off, the lists from before stay, and whoever reads
meanwhile reads those.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from lists.model import FILE, MONTHS_KEPT, ListedPlayer, ListKind, RatingList, Standing
from rating.k_factor import Listed
from scraper.errors import (
    ListStoreDamaged,
    ListStoreFailed,
    ListStoreTooNew,
    RatingListDamaged,
    RatingListTooOld,
)
from scraper.model import TimeControl
from scraper.store import make_folder

_LONGEST_WAIT = 5.0
_APPLICATION = 0x746E726C  # "tnrl"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# Kilobytes of the tree that grows while a list comes in, which is not sorted by FIDE id.
_CACHE = 200_000
_COLUMNS = 16
_OF_LIST = "id, month, kind, players, file, file_time, imported_at"

# Numbered by their place; only ever add to the end.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE list (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            month TEXT NOT NULL,
            kind TEXT NOT NULL,
            players INTEGER NOT NULL,
            file TEXT NOT NULL,
            file_time REAL NOT NULL,
            imported_at REAL NOT NULL,
            UNIQUE (month, kind)
        )""",
    ),
)


class ListStore:
    """The lists in a folder. Every method raises ListStoreFailed, -Damaged and -TooNew."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def put(
        self,
        month: date,
        kind: ListKind,
        rows: Iterable[Sequence[tuple[Any, ...]]],
        file: tuple[str, datetime],
        now: datetime,
    ) -> RatingList:
        """Keep a list in the place of an older one of its month and kind; drop months too many.

        `file` is its name and when it was written last. Raises RatingListTooOld, RatingListDamaged
        for a list without players, and what `rows` raises; then nothing has changed.
        """
        with self._writing() as database:
            _refuse_too_old(database, month)
            number = _new_table(database)
            for some in rows:
                _insert(database, number, some)
            players = int(_one(database, f"SELECT count(*) FROM {_table(number)}"))  # noqa: S608
            if not players:
                raise RatingListDamaged(path=file[0])
            new = RatingList(month, kind, players, *file, now)
            _replace(database, number, new)
            _drop_old(database)
        return new

    def lists(self) -> tuple[RatingList, ...]:
        """Return the imported lists, the newest month first."""
        with self._reading() as database:
            return () if database is None else tuple(one for _, one in _lists(database))

    def player(self, fide_id: int) -> tuple[tuple[RatingList, ListedPlayer], ...]:
        """Return what each list says of a player, the newest month first."""
        with self._reading() as database:
            if database is None:
                return ()
            each = [(one, _player(database, number, fide_id)) for number, one in _lists(database)]
            return tuple((one, player) for one, player in each if player is not None)

    def listed(self, fide_id: int, time_control: TimeControl, on: date) -> Listed | None:
        """Return K and year of birth by the list of the month of a day, else by the newest one.

        None where no list has ratings of that class, or the one that counts lacks the player.
        """
        with self._reading() as database:
            if database is None:
                return None
            fitting = [
                (number, one)
                for number, one in _lists(database)
                if time_control in one.kind.time_controls
            ]
            of_month = [(number, one) for number, one in fitting if one.month == on.replace(day=1)]
            newest = [(number, one) for number, one in fitting if one.month == fitting[0][1].month]
            for number, one in of_month or newest:
                player = _player(database, number, fide_id)
                if player is not None:
                    k = player.standings[time_control].k
                    return Listed(one.month, k, player.birth_year)
        return None

    @contextmanager
    def _reading(self) -> "Iterator[sqlite3.Connection | None]":
        """Give the database as it is; None where nothing was ever imported."""
        with self._failing_well():
            if not self._path.exists():
                yield None
                return
            with closing(self._opened()) as database:
                yield database if _version(database) else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give the database within one transaction, which counts if nothing is raised."""
        with self._failing_well():
            make_folder(self._path.parent)
            self._path.touch(mode=0o600)
            with closing(self._opened()) as database:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute(f"PRAGMA cache_size = -{_CACHE}")
                database.execute("BEGIN IMMEDIATE")
                for statements in MIGRATIONS[_version(database) :]:
                    for statement in statements:
                        database.execute(statement)
                database.execute(f"PRAGMA application_id = {_APPLICATION}")
                database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
                yield database
                database.execute("COMMIT")

    @contextmanager
    def _failing_well(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DAMAGED:
                raise ListStoreDamaged(path=self._path) from None
            raise ListStoreFailed(reason=str(error)) from None
        except OSError as error:
            raise ListStoreFailed(reason=error.strerror or str(error)) from None

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=_LONGEST_WAIT, isolation_level=None)
        try:
            self._refuse_foreign(database)
        except BaseException:
            database.close()
            raise
        return database

    def _refuse_foreign(self, database: sqlite3.Connection) -> None:
        version = _version(database)
        application = int(_one(database, "PRAGMA application_id"))
        if application not in (0, _APPLICATION) or (version and not application):
            raise ListStoreDamaged(path=self._path)
        if version > len(MIGRATIONS):
            raise ListStoreTooNew(path=self._path)


def _one(database: sqlite3.Connection, question: str) -> Any:
    return database.execute(question).fetchone()[0]


def _version(database: sqlite3.Connection) -> int:
    return int(_one(database, "PRAGMA user_version"))


def _table(number: int) -> str:
    return f"player_{number:d}"


def _new_table(database: sqlite3.Connection) -> int:
    """Make the table of a list that has no entry yet, and return its number."""
    found = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'list'").fetchone()
    number = 1 if found is None else int(found[0]) + 1
    database.execute(
        f"""CREATE TABLE {_table(number)} (
            fide_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL, federation TEXT, sex TEXT, title TEXT,
            birth_year INTEGER, flag TEXT,
            standard INTEGER, standard_k INTEGER, standard_games INTEGER,
            rapid INTEGER, rapid_k INTEGER, rapid_games INTEGER,
            blitz INTEGER, blitz_k INTEGER, blitz_games INTEGER
        )"""
    )
    return number


def _insert(database: sqlite3.Connection, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
    blanks = ", ".join("?" * _COLUMNS)
    database.executemany(
        f"INSERT OR REPLACE INTO {_table(number)} VALUES ({blanks})",  # noqa: S608 - a number
        rows,
    )


def _replace(database: sqlite3.Connection, number: int, new: RatingList) -> None:
    """Enter a list in the place of an older one of its month and kind."""
    for old, one in _lists(database):
        if (one.month, one.kind) == (new.month, new.kind):
            _drop(database, old)
    database.execute(
        f"INSERT INTO list ({_OF_LIST}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - names
        (
            number, f"{new.month:%Y-%m}", new.kind.value, new.players, new.file,
            new.file_time.timestamp(), new.imported_at.timestamp(),
        ),
    )  # fmt: skip


def _refuse_too_old(database: sqlite3.Connection, month: date) -> None:
    kept = _months(database)[:MONTHS_KEPT]
    if len(kept) == MONTHS_KEPT and month < kept[-1]:
        raise RatingListTooOld(month=f"{month:%Y-%m}", count=MONTHS_KEPT)


def _drop_old(database: sqlite3.Connection) -> None:
    kept = _months(database)[:MONTHS_KEPT]
    for number, one in _lists(database):
        if one.month not in kept:
            _drop(database, number)


def _drop(database: sqlite3.Connection, number: int) -> None:
    database.execute(f"DROP TABLE {_table(number)}")
    database.execute("DELETE FROM list WHERE id = ?", (number,))


def _months(database: sqlite3.Connection) -> list[date]:
    return sorted({one.month for _, one in _lists(database)}, reverse=True)


def _lists(database: sqlite3.Connection) -> list[tuple[int, RatingList]]:
    """Return the lists with their numbers: the newest month first, the combined list last."""
    rows = database.execute(
        f"SELECT {_OF_LIST} FROM list ORDER BY month DESC, kind = 'combined', kind DESC"  # noqa: S608
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
            ),
        )
        for number, month, kind, players, file, file_time, imported_at in rows
    ]


def _player(database: sqlite3.Connection, number: int, fide_id: int) -> ListedPlayer | None:
    row = database.execute(
        f"SELECT * FROM {_table(number)} WHERE fide_id = ?",  # noqa: S608 - a number
        (fide_id,),
    ).fetchone()
    if row is None:
        return None
    standings = {
        control: Standing(*row[first : first + 3])
        for control, first in zip(TimeControl, (7, 10, 13), strict=True)
    }
    number, name, federation, sex, title, birth_year, flag, *_ = row
    return ListedPlayer(number, name, federation, sex, title, birth_year, flag, standings)
