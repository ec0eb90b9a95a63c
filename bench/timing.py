"""Times side by side: contenders take turns, so that a busy moment of the machine hits them all."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Call = Callable[[], object]


@dataclass(frozen=True)
class Times:
    """The seconds of one contender, one figure for each turn."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The fastest turn."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The turn in the middle."""
        return statistics.median(self.seconds)

    def against(self, other: "Times") -> float:
        """Return the median of the ratios, turn by turn."""
        pairs = zip(self.seconds, other.seconds, strict=True)
        return statistics.median(own / its for own, its in pairs)

    def above(self, other: "Times") -> float:
        """Return the median of the differences in seconds, turn by turn."""
        pairs = zip(self.seconds, other.seconds, strict=True)
        return statistics.median(own - its for own, its in pairs)


def side_by_side(*contenders: Call, turns: int, calls: int = 1) -> list[Times]:
    """Let every contender run once unmeasured, then `turns` times in turn, `calls` runs each."""
    for contender in contenders:
        contender()
    rounds = [[_seconds(one, calls) for one in contenders] for _ in range(turns)]
    return [Times(of_one) for of_one in zip(*rounds, strict=True)]


def calls_for(seconds: float, least: float = 0.02) -> int:
    """Return how many runs make a turn long enough for the clock."""
    return max(1, round(least / seconds))


def once(call: Call) -> float:
    """Return the seconds of one run."""
    return _seconds(call, 1)


def mark(value: float, limit: float, *, least: bool = False) -> str:
    """Return a mark for a figure beyond its limit; with `least` the limit is the smallest good."""
    return "  BEYOND" if (value < limit if least else value > limit) else ""


def _seconds(call: Call, calls: int) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - started) / calls
