"""The file of what is followed: SQLite, opened, brought up to date, and made to fail well.

A write is one transaction that is on the disk when it returns, or nothing. After a failure the
file is closed, and the next call opens it anew.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from scraper.errors import LiveStoreDamaged, LiveStoreFailed, LiveStoreTooNew, TnrateError
from scraper.store import make_folder

T = TypeVar("T")

# Seconds to wait for other processes that write.
PATIENCE = 30.0
_APPLICATION = 0x746E7261  # "tnra"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

# Numbered by their place; only ever add to the end.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            name TEXT,
            phase TEXT,
            due_at REAL,
            failures INTEGER NOT NULL DEFAULT 0,
            trouble TEXT,
            trouble_since REAL,
            as_of REAL
        )""",
        # Apart from the event, so that its small row is quickly read and written.
        "CREATE TABLE state (event INTEGER PRIMARY KEY, body BLOB NOT NULL)",
        """CREATE TABLE follow (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            event INTEGER NOT NULL,
            start_number INTEGER NOT NULL,
            name TEXT NOT NULL,
            fide_id INTEGER,
            k INTEGER,
            birth_year INTEGER,
            k_by_hand INTEGER,
            fide INTEGER,
            national INTEGER,
            cards_left INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX follow_of_event ON follow (event, start_number)",
        """CREATE TABLE channel (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            address TEXT NOT NULL,
            language TEXT NOT NULL,
            quiet TEXT,
            UNIQUE (kind, address)
        )""",
        """CREATE TABLE subscription (
            follow INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            PRIMARY KEY (follow, channel)
        ) WITHOUT ROWID""",
        """CREATE TABLE fact (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            event INTEGER NOT NULL,
            follow INTEGER NOT NULL,
            kind TEXT NOT NULL,
            at REAL NOT NULL,
            document TEXT NOT NULL
        )""",
        "CREATE INDEX fact_of_follow ON fact (follow, at)",
        # state: 0 waiting, 1 being sent, 2 told.
        """CREATE TABLE outbox (
            fact INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            follow INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            tries INTEGER NOT NULL DEFAULT 0,
            next_at REAL NOT NULL DEFAULT 0,
            doubtful INTEGER NOT NULL DEFAULT 0,
            told_at REAL,
            error TEXT,
            PRIMARY KEY (fact, channel)
        ) WITHOUT ROWID""",
        # Those told pile up; what is still to be done is found without them.
        "CREATE INDEX untold ON outbox (channel, fact) WHERE state < 2",
        "CREATE INDEX untold_in_order ON outbox (channel, follow, fact, state, next_at)"
        " WHERE state < 2",
        "CREATE INDEX untold_of_follow ON outbox (follow) WHERE state < 2",
        "CREATE INDEX doubtful ON outbox (channel) WHERE doubtful",
        """CREATE TABLE snapshot (
            event INTEGER NOT NULL,
            number INTEGER NOT NULL,
            at REAL NOT NULL,
            last_update TEXT,
            delta BLOB NOT NULL,
            PRIMARY KEY (event, number)
        )""",
    ),
)


class _OtherFile(Exception):
    """A database of another program."""


class Database:
    """A file, made when it is first needed; the threads of a process share its connection.

    Every method raises LiveStoreFailed where the file cannot be read or written just now,
    LiveStoreDamaged where it holds something else, and LiveStoreTooNew.
    """

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._seen_version: int | None = None
        self._version = 0

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
            self._connection = None
            self._seen_version = None

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work that writes nothing."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._opened()
                return work(self._connection)
            except (
                sqlite3.Error,
                _OtherFile,
                OSError,
                ValueError,
                TypeError,
                OverflowError,
            ) as met:
                self.close()
                raise self._refusal(met) from met
            finally:
                if self._connection is not None and self._connection.in_transaction:
                    self.close()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Return what a query finds."""
        return self.read(lambda database: database.execute(sql, values).fetchall())

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work in one transaction: all of it is on the disk, or nothing."""

        def transact(database: sqlite3.Connection) -> T:
            database.execute("BEGIN IMMEDIATE")
            done = work(database)
            database.execute("COMMIT")
            return done

        return self.read(transact)

    def version(self) -> int:
        """Return a number that is another one after another process wrote."""

        def read(database: sqlite3.Connection) -> int:
            found = _pragma(database, "data_version")
            if found != self._seen_version:
                self._seen_version = found
                self._version += 1
            return self._version

        return self.read(read)

    def _refusal(self, error: Exception) -> TnrateError:
        if isinstance(error, sqlite3.NotSupportedError):
            return LiveStoreTooNew(path=self._path)
        if isinstance(error, OSError):
            return LiveStoreFailed(reason=error.strerror or error)
        is_of_sqlite = isinstance(error, sqlite3.Error)
        if is_of_sqlite and primary_code(error) not in _DAMAGED:
            return LiveStoreFailed(reason=error)
        if isinstance(error, (UnicodeEncodeError, OverflowError)):  # what was to be stored
            return LiveStoreFailed(reason=error)
        return LiveStoreDamaged(path=self._path)

    def _opened(self) -> sqlite3.Connection:
        make_folder(self._path.parent)
        if not self._path.exists():
            self._path.touch(mode=0o600)
        database = sqlite3.connect(
            self._path, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        try:
            database.execute("PRAGMA synchronous = FULL")
            version = _pragma(database, "user_version")
            is_ours = _pragma(database, "application_id") == _APPLICATION
            if not is_ours and (version or _pragma(database, "schema_version")):
                raise _OtherFile  # noqa: TRY301 - the connection is closed below
            if version != len(MIGRATIONS):
                _migrate(database)
        except BaseException:
            database.close()
            raise
        return database


def primary_code(error: Exception) -> int:
    """Return what SQLite says is wrong, without the finer distinctions; 0 where it says nothing."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def _migrate(database: sqlite3.Connection) -> None:
    if _pragma(database, "user_version") > len(MIGRATIONS):
        raise sqlite3.NotSupportedError("made by a later version")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    version = _pragma(database, "user_version")  # somebody else may have been quicker
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            database.execute(statement)
    database.execute(f"PRAGMA application_id = {_APPLICATION}")
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    database.execute("COMMIT")
