"""Whose turn it is to ask the site: one fetch at a time, over all threads and processes.

The turn is a lock on an empty SQLite file: the system lets go of it when its holder dies. When
the site was asked last, and until when it wants no more, stand in the store.
"""

import math
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scraper.errors import DailyLimit, LimitReached, PauseAsked, SitePaused, TurnTaken
from scraper.store import Store, make_folder

FILE = "turn.sqlite"
PAUSE_AT_LIMIT = timedelta(minutes=30)
# A page takes a minute at most; so long is waited for those of others.
LONGEST_WAIT = 120.0
_LOOKS_EVERY = 0.2


class Turn:
    """The turn at one site ("chess-results.com"), and what the visits there have in common."""

    def __init__(
        self, folder: Path | None, store: Store, site: str, now: Callable[[], datetime]
    ) -> None:
        self._path = None if folder is None else folder / FILE
        self._store = store
        self._site = site
        self._now = now
        self._in_this_process = threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold the turn. Raises TurnTaken where it does not come in time."""
        deadline = time.monotonic() + LONGEST_WAIT
        if not self._in_this_process.acquire(timeout=LONGEST_WAIT):
            raise TurnTaken(seconds=int(LONGEST_WAIT))
        try:
            lock = self._locked(deadline)
            try:
                yield
            finally:
                if lock is not None:
                    lock.close()
        finally:
            self._in_this_process.release()

    def seconds_since_last(self) -> float:
        """Return how long ago the site was asked; below 0 where a clock was turned back."""
        last = self._store.visit(self._site).last_request
        return math.inf if last is None else self._now().timestamp() - last

    def note_request(self) -> None:
        """Note that the site is asked now."""
        self._store.note_request(self._site, self._now().timestamp())

    def stop(self, met: DailyLimit | PauseAsked) -> LimitReached | SitePaused:
        """Let nobody ask for half an hour, or as long as asked; return the refusal that says so."""
        pause = PAUSE_AT_LIMIT.total_seconds()
        status: int | None = None
        if isinstance(met, PauseAsked):
            pause = min(pause, float(str(met.facts["seconds"])))
            status = int(str(met.facts["status"]))
        words = str(met.facts.get("words", ""))
        until = self._now().timestamp() + pause
        self._store.stop(self._site, until, words, status)
        return self._stopped(until, words, status)

    def refuse_while_stopped(self) -> None:
        """Raise LimitReached or SitePaused while the site wants no requests."""
        until = self.stopped_until()
        if until is not None:
            visit = self._store.visit(self._site)
            raise self._stopped(until, visit.words, visit.status)

    def stopped_until(self) -> float | None:
        """Return until when the site wants no requests (seconds since 1970), None if it does."""
        visit = self._store.visit(self._site)
        if visit.stopped_until is None:
            return None
        now = self._now().timestamp()
        until = min(visit.stopped_until, now + PAUSE_AT_LIMIT.total_seconds())
        if until < visit.stopped_until:  # a clock was ahead: the stop has to end all the same
            self._store.stop(self._site, until, visit.words, visit.status)
        return until if until > now else None

    def _stopped(self, until: float, words: str, status: int | None) -> LimitReached | SitePaused:
        """Return the refusal until then, in whole minutes."""
        end = datetime.fromtimestamp(math.ceil(until / 60) * 60, UTC).astimezone()
        if status is not None:
            return SitePaused(host=self._site, status=status, until=f"{end:%H:%M}")
        return LimitReached(words=words, until=f"{end:%H:%M}")

    def _locked(self, deadline: float) -> sqlite3.Connection | None:
        """Lock the file against other processes; None where it cannot be locked at all."""
        if self._path is None or not self._store.is_usable:
            return None
        try:
            make_folder(self._path.parent)
            lock = sqlite3.connect(
                self._path, timeout=_LOOKS_EVERY, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error):
            self._store.is_usable = False
            return None
        while True:
            try:
                lock.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    if time.monotonic() < deadline:
                        continue
                    lock.close()
                    raise TurnTaken(seconds=int(LONGEST_WAIT)) from None
                lock.close()
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
                    with suppress(OSError):
                        self._path.unlink()  # whatever it is, the next visit makes it anew
                self._store.is_usable = False
                return None
            else:
                return lock


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)
