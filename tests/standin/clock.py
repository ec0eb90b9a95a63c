"""Clocks for plays: one that a test sets by hand, and one that runs faster than the day."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What tells the time of a play, in UTC."""

    def now(self) -> datetime:
        """Give the time."""

    def sleep_until(self, when: datetime) -> None:
        """Come back at a time, or at once where it is past."""


class HandClock:
    """A clock that stands still until somebody sleeps by it or sets it.

    A test whose follower has another idea of the time than the site uses two of them.
    """

    def __init__(self, start: datetime) -> None:
        self._now = _aware(start)
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """Give the time."""
        with self._lock:
            return self._now

    def sleep_until(self, when: datetime) -> None:
        """Be there at once; a time that is past changes nothing."""
        with self._lock:
            self._now = max(self._now, _aware(when))

    def set(self, when: datetime) -> None:
        """Set the clock, back as well as forward."""
        with self._lock:
            self._now = _aware(when)

    def jump(self, by: timedelta) -> None:
        """Move the clock, back where `by` is negative."""
        with self._lock:
            self._now += by


class FastClock:
    """A clock that runs `speed` times as fast as real time."""

    def __init__(self, start: datetime, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError("time runs forward")
        self._start = _aware(start)
        self._speed = speed
        self._begun = time.monotonic()

    def now(self) -> datetime:
        """Give the time."""
        return self._start + timedelta(seconds=(time.monotonic() - self._begun) * self._speed)

    def sleep_until(self, when: datetime) -> None:
        """Sleep for the part of the time that is left."""
        left = (_aware(when) - self.now()).total_seconds() / self._speed
        if left > 0:
            time.sleep(left)


def _aware(when: datetime) -> datetime:
    if when.tzinfo is None:
        raise ValueError("a time without a zone")
    return when
