"""Quiet hours: a time of day, by the local clock, at which nobody wants to hear anything."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from scraper.errors import QuietUnclear

_FORM = re.compile(r"\s*(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})\s*")


@dataclass(frozen=True, slots=True)
class Quiet:
    """From one time of day until another, over midnight where the second is the earlier one."""

    start: time
    end: time

    @classmethod
    def of(cls, text: str) -> "Quiet":
        """Read "23:00-07:00". Raises QuietUnclear."""
        met = _FORM.fullmatch(text)
        if met is None:
            raise QuietUnclear(given=text)
        hours = [int(part) for part in met.groups()]
        try:
            start, end = time(hours[0], hours[1]), time(hours[2], hours[3])
        except ValueError:
            raise QuietUnclear(given=text) from None
        if start == end:
            raise QuietUnclear(given=text)
        return cls(start, end)

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"

    def until(self, now: float) -> float | None:
        """Return when the quiet time ends that holds now; None where none does.

        Times are seconds since 1970; the clock is that of the place where this runs.
        """
        local = datetime.fromtimestamp(now).astimezone()
        clock = local.time()
        if self.start < self.end:
            is_quiet, days = self.start <= clock < self.end, 0
        else:
            is_quiet, days = clock >= self.start or clock < self.end, int(clock >= self.start)
        if not is_quiet:
            return None
        day = local.date() + timedelta(days=days)
        return datetime.combine(day, self.end).astimezone().timestamp()
