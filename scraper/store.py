"""The store on disk: fetched pages, and when the site was asked last. SQLite, made to fail well.

A store that cannot be read or written is left alone, and what belongs to this visit is kept in
memory instead; `is_usable` says so. Times are seconds since 1970 in UTC.
"""

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from scraper.freshness import Freshness

T = TypeVar("T")

FILE = "pages.sqlite"
# Pages that nobody asked for in so long are dropped.
KEPT_FOR = 180 * 86_400.0
_TOUCHED_EVERY = 86_400.0
_LONGEST_WAIT = 5.0
# No time is so late; later ones are none that a calendar knows.
_NO_TIME = 1e11
_FRESHNESSES = frozenset(Freshness)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

# Numbered by their place; only ever add to the end.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE page (
            key TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            fetched_at REAL NOT NULL,
            asked_at REAL NOT NULL,
            server_time TEXT,
            last_update TEXT,
            freshness TEXT NOT NULL,
            body BLOB NOT NULL
        )""",
        """CREATE TABLE visit (
            site TEXT PRIMARY KEY,
            last_request REAL,
            stopped_until REAL,
            words TEXT NOT NULL DEFAULT ''
        )""",
    ),
    # The status with which the site asked for a pause; none for the daily limit.
    ("ALTER TABLE visit ADD COLUMN status INTEGER",),
)


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One page that was read well. `server_time` and `last_update` are by the site's clock."""

    key: str
    address: str
    fetched_at: float
    server_time: str | None
    last_update: str | None
    freshness: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Visit:
    """When a site was asked last, and until when it wants no more, in its own words.

    `status` is that of an answer that asked for a pause; None for the daily limit.
    """

    last_request: float | None = None
    stopped_until: float | None = None
    words: str = ""
    status: int | None = None


class Store:
    """Pages and visits in a folder; without a folder it keeps the visits of this process only."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE
        self._visits: dict[str, Visit] = {}
        self.is_usable = True

    def get(self, key: str, now: float) -> StoredPage | None:
        """Return the page kept under a key; one with a damaged value is none."""

        def find(database: sqlite3.Connection) -> tuple[Any, ...] | None:
            found: tuple[Any, ...] | None = database.execute(
                "SELECT key, address, fetched_at, server_time, last_update, freshness, body,"
                " asked_at FROM page WHERE key = ?",
                (key,),
            ).fetchone()
            if found is not None and not _is_near(found[-1], now):
                database.execute("UPDATE page SET asked_at = ? WHERE key = ?", (now, key))
            return found

        row = self._do(find, None)
        return None if row is None else _page_of(row)

    def put(self, page: StoredPage, now: float) -> None:
        """Keep a page in the place of an older one, and drop what nobody asks for any more."""

        def keep(database: sqlite3.Connection) -> None:
            database.execute(
                "INSERT OR REPLACE INTO page (key, address, fetched_at, server_time, last_update,"
                " freshness, body, asked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    page.key,
                    page.address,
                    page.fetched_at,
                    page.server_time,
                    page.last_update,
                    page.freshness,
                    zlib.compress(page.body),
                    now,
                ),
            )
            database.execute("DELETE FROM page WHERE asked_at < ?", (now - KEPT_FOR,))

        self._do(keep, None)

    def visit(self, site: str) -> Visit:
        """Return what is known of the visits to a site, by whatever process."""
        own = self._visits.get(site, Visit())

        def find(database: sqlite3.Connection) -> Visit:
            row = database.execute(
                "SELECT last_request, stopped_until, words, status FROM visit WHERE site = ?",
                (site,),
            ).fetchone()
            return own if row is None else _visit_of(row)

        return self._do(find, own)

    def note_request(self, site: str, at: float) -> None:
        """Note that the site is asked now."""
        self._visits[site] = replace(self._visits.get(site, Visit()), last_request=at)
        self._do(
            lambda database: database.execute(
                "INSERT INTO visit (site, last_request) VALUES (?, ?)"
                " ON CONFLICT (site) DO UPDATE SET last_request = excluded.last_request",
                (site, at),
            ),
            None,
        )

    def stop(self, site: str, until: float, words: str, status: int | None = None) -> None:
        """Note that the site wants no requests until then."""
        own = self._visits.get(site, Visit())
        self._visits[site] = replace(own, stopped_until=until, words=words, status=status)
        self._do(
            lambda database: database.execute(
                "INSERT INTO visit (site, stopped_until, words, status) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (site) DO UPDATE SET stopped_until = excluded.stopped_until,"
                " words = excluded.words, status = excluded.status",
                (site, until, words, status),
            ),
            None,
        )

    def _do(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Work on the database; on one that fails return the default and leave it alone."""
        if self._path is None or not self.is_usable:
            return default
        for is_last in (False, True):
            try:
                with closing(_opened(self._path)) as database:
                    return work(database)
            except sqlite3.Error as error:
                if is_last or (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in _DAMAGED:
                    break
                if not _set_aside(self._path):
                    break
            except OSError:
                break
        self.is_usable = False
        return default


def _page_of(row: tuple[Any, ...]) -> StoredPage | None:
    """Return the page in a row; None where a value is not what belongs there."""
    key, address, fetched_at, server_time, last_update, freshness, body = row[:7]
    texts = (key, address, server_time or "", last_update or "")
    if not all(isinstance(text, str) for text in texts) or freshness not in _FRESHNESSES:
        return None
    if not _is_time(fetched_at):
        return None
    try:
        unpacked = zlib.decompress(body)
    except (TypeError, zlib.error):
        return None
    return StoredPage(key, address, fetched_at, server_time, last_update, freshness, unpacked)


def _visit_of(row: tuple[Any, ...]) -> Visit:
    """Return the visit in a row; a value that is not what belongs there says nothing."""
    last_request, stopped_until, words, status = row
    return Visit(
        last_request if _is_time(last_request) else None,
        stopped_until if _is_time(stopped_until) else None,
        words if isinstance(words, str) else "",
        status if isinstance(status, int) else None,
    )


def _is_time(value: object) -> bool:
    return isinstance(value, float) and 0 <= value < _NO_TIME


def _is_near(at: object, now: float) -> bool:
    return isinstance(at, float) and abs(now - at) <= _TOUCHED_EVERY


def _as_text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def make_folder(folder: Path) -> None:
    """Make the folder of the store, for its owner alone. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    """Open the database for one task: a connection that stays open would have to be closed."""
    make_folder(path.parent)
    path.touch(mode=0o600)
    database = sqlite3.connect(path, timeout=_LONGEST_WAIT, isolation_level=None)
    database.text_factory = _as_text  # or one damaged letter would cost the whole store
    try:
        database.execute("PRAGMA synchronous = NORMAL")
        if _version(database) != len(MIGRATIONS):
            _migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _migrate(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    version = _version(database)  # somebody else may have been quicker
    if version > len(MIGRATIONS):
        raise sqlite3.NotSupportedError("the store was made by a later version")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            database.execute(statement)
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    database.execute("COMMIT")


def _set_aside(path: Path) -> bool:
    """Move a damaged database away, so that a new one can take its place; say whether it went."""
    try:
        path.replace(path.with_suffix(".damaged"))
        for ending in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + ending).unlink()
    except OSError:
        return False
    return True
