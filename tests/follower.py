"""Followers as processes of their own, in the time of a clock that stands in a file.

`python -m tests.follower session CLOCK FOLDER [WRITE before|after]` follows in a folder and prints
facts as lines of JSON. With a number it kills itself at that write to its store, before or after
the write is on the disk. `python -m tests.follower program CLOCK ARGUMENT...` is the whole program.
"""

from __future__ import annotations

import mmap
import os
import signal
import struct
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")
BEGUN = "begun\n"
# It only waits as if time ran so fast: how fast it does is up to whoever sets the clock.
_SPEED = 50.0


class FileClock:
    """A clock in a file: one process sets it, others read it."""

    def __init__(self, path: Path, start: datetime | None = None) -> None:
        self.path = path
        if start is not None:
            path.write_bytes(struct.pack("d", start.timestamp()))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 8)

    def now(self) -> datetime:
        """Give the time."""
        (seconds,) = struct.unpack("d", self._memory[:8])
        return datetime.fromtimestamp(seconds, UTC)

    def set(self, when: datetime) -> None:
        """Set the clock."""
        self._memory[:8] = struct.pack("d", when.timestamp())

    def advance(self, by: timedelta) -> None:
        """Move the clock on."""
        self.set(self.now() + by)

    def sleep_until(self, when: datetime) -> None:
        """Be there at once; a time that is past changes nothing."""
        self.set(max(self.now(), when))


def session(clock: str, folder: str, number: str = "0", when: str = "") -> None:
    """Follow until all is over."""
    from commands.session import Clock, Session
    from live.lease import Lease
    from live.store import LiveStore
    from report.words import Words
    from scraper.gather import Gatherer

    _without_pauses()
    now = FileClock(Path(clock)).now
    home = Path(folder)
    gatherer = Gatherer("test", home, now=now)
    running = Session(LiveStore(home), Lease(home), gatherer, Words("en"), True, Clock(now, _SPEED))
    if number != "0":
        _die_at(int(number), when)
    sys.stderr.write(BEGUN)
    sys.stderr.flush()
    running.run()


def program(clock: str, *arguments: str) -> None:
    """Run the program, in a process that minds the signals, whatever started it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    from scraper import turn

    turn.utc_now = FileClock(Path(clock)).now  # before anybody has imported it
    _without_pauses()
    from cli import main

    main(arguments, prog_name="tnrate")


def _without_pauses() -> None:
    from scraper import archive, site

    site.SECONDS_BETWEEN_REQUESTS = 0.0
    archive.PAUSE_AFTER_FAILURE = 0.0


def _die_at(number: int, when: str) -> None:
    """Let this process die at a write to the store, counted in all its threads."""
    from live.database import Database

    numbers = count(1)
    write = Database.write

    def dying(self: Database, work: Callable[[sqlite3.Connection], T]) -> T:
        is_last = next(numbers) == number

        def then_die(database: sqlite3.Connection) -> T:
            done = work(database)
            if is_last and when == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        done = write(self, then_die)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    Database.write = dying  # type: ignore[method-assign]


if __name__ == "__main__":
    run = session if sys.argv[1] == "session" else program
    run(*sys.argv[2:])
