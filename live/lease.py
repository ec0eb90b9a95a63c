"""Who follows: one process at a time in a folder.

The lease is a lock on an empty SQLite file: the system lets go of it when its holder dies, however
it dies. Who holds it stands in a small file beside it, which says nothing once the lock is free.
"""

import json
import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from live.database import primary_code
from scraper.errors import LiveStoreFailed
from scraper.store import make_folder

FILE = "follow.sqlite"
HOLDER_FILE = "follow.json"
# Somebody who asks for the holder has the file for a moment; that must not refuse the lease.
_PATIENCE = 1.0


class Lease:
    """The right to follow in a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._note = folder / HOLDER_FILE
        self._lock: sqlite3.Connection | None = None

    def take(self) -> bool:
        """Take the lease, and say whether it is ours; False where somebody else has it.

        Raises LiveStoreFailed where the folder takes no lock.
        """
        if self._lock is not None:
            return True
        try:
            make_folder(self._path.parent)
            self._lock = self._locked()
        except (OSError, sqlite3.Error) as error:
            raise LiveStoreFailed(reason=getattr(error, "strerror", None) or error) from error
        if self._lock is None:
            return False
        with suppress(OSError):
            self._write_note()
        return True

    def release(self) -> None:
        """Give the lease back; without it, does nothing."""
        if self._lock is None:
            return
        with suppress(OSError):
            self._note.unlink()
        self._lock.close()
        self._lock = None

    def holder(self) -> str | None:
        """Return the process that follows and since when, "4711, 2026-05-14 09:30"; None if nobody.

        The time is by the local clock. Where the holder's note cannot be read, it is "?".
        """
        if self._lock is None and not self._is_held():
            return None
        try:
            note = json.loads(self._note.read_text("utf-8"))
            since = datetime.fromtimestamp(float(note["since"]), UTC).astimezone()
            return f"{int(note['pid'])}, {since:%Y-%m-%d %H:%M}"
        except (OSError, ValueError, TypeError, KeyError, OverflowError):
            return "?"

    def _locked(self) -> sqlite3.Connection | None:
        for is_last in (False, True):
            lock = sqlite3.connect(
                self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                lock.close()
                if primary_code(error) == sqlite3.SQLITE_BUSY:
                    return None
                if is_last or primary_code(error) != sqlite3.SQLITE_NOTADB:
                    raise
                self._path.unlink()  # whatever it is, it holds nothing of ours
            else:
                return lock
        return None

    def _is_held(self) -> bool:
        """Say whether somebody has the lease, by a glance at the file."""
        if not self._path.exists():
            return False
        try:
            glance = sqlite3.connect(self._path, timeout=0.0, isolation_level=None)
            with closing(glance):
                glance.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            return primary_code(error) == sqlite3.SQLITE_BUSY
        return False

    def _write_note(self) -> None:
        note = {"pid": os.getpid(), "since": datetime.now(UTC).timestamp()}
        new = self._note.with_suffix(".new")
        new.write_text(json.dumps(note), "utf-8")
        new.replace(self._note)
