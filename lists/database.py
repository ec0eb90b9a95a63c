"""The file of the imported lists: one SQLite database, made to fail well.

What is written is one transaction: whatever breaks it off, the lists from before stay, and whoever
reads meanwhile reads those.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from lists.model import FILE
from scraper.errors import ListHomeUnusable, ListStoreDamaged, ListStoreFailed, ListStoreTooNew
from scraper.store import make_folder

# What may be wrong with the lists of a folder; whoever can do without them goes on.
UNUSABLE = (ListStoreDamaged, ListStoreFailed, ListStoreTooNew)
_LONGEST_WAIT = 5.0
_APPLICATION = 0x746E726C  # "tnrl"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# Kilobytes of the tree that grows while a list comes in, which is not sorted by FIDE id.
_CACHE = 200_000

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
    # No new table: earlier versions do not know the lists of the federation.
    (),
    (
        "ALTER TABLE list ADD COLUMN unread_rows INTEGER",
        "ALTER TABLE list ADD COLUMN unread_values INTEGER",
    ),
)
# Since this version of the file it says what of a list was unreadable.
COUNTS_UNREAD = 3


class ListDatabase:
    """The file in a folder.

    Both ways in raise ListStoreFailed, -Damaged and -TooNew, and ListHomeUnusable, a kind of the
    first, where the folder is none.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    @contextmanager
    def reading(self) -> "Iterator[sqlite3.Connection | None]":
        """Give the database as it is; None where nothing was ever imported."""
        with self._failing_well():
            if not self._exists():
                yield None
                return
            with closing(self._opened()) as database:
                yield database if version_of(database) else None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the database within one transaction, which counts if nothing is raised."""
        with self._failing_well():
            self._exists()
            try:
                make_folder(self._path.parent)
                self._path.touch(mode=0o600)
            except OSError as error:
                raise self._unusable(error) from None
            with closing(self._opened()) as database:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute(f"PRAGMA cache_size = -{_CACHE}")
                database.execute("BEGIN IMMEDIATE")
                for statements in MIGRATIONS[version_of(database) :]:
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

    def _exists(self) -> bool:
        """Say whether the file is there. Raises ListHomeUnusable for a home that is no folder."""
        try:
            self._path.stat()
        except FileNotFoundError:
            return False
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        return True

    def _unusable(self, error: OSError | ValueError) -> ListHomeUnusable:
        reason = getattr(error, "strerror", None) or str(error)
        return ListHomeUnusable(path=self._path.parent, reason=reason)

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=_LONGEST_WAIT, isolation_level=None)
        try:
            self._refuse_foreign(database)
        except BaseException:
            database.close()
            raise
        return database

    def _refuse_foreign(self, database: sqlite3.Connection) -> None:
        version = version_of(database)
        application = int(one(database, "PRAGMA application_id"))
        if application not in (0, _APPLICATION) or (version and not application):
            raise ListStoreDamaged(path=self._path)
        if version > len(MIGRATIONS):
            raise ListStoreTooNew(path=self._path)


def one(database: sqlite3.Connection, question: str) -> Any:
    """Return the one value that answers a question."""
    return database.execute(question).fetchone()[0]


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of the file, 0 for an empty one."""
    return int(one(database, "PRAGMA user_version"))
