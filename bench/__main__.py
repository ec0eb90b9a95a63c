"""`python -m bench`: how fast a card is rated and how fast the program starts.

Prints each ratio beside its limit; nothing here fails, since the machine decides the times.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import lxml.html

from rating.card import rate_card
from scraper.page import Page
from scraper.views import card, details

_ROOT = Path(__file__).parents[1]
_SHARED = _ROOT.parent / "shared" / "pages"
_CARD_LIMIT = 3.0
_START_LIMIT = 1.5
_ROUNDS = 15
_CALLS = 60
_STARTS = 15


def _seconds(call: Callable[[], object], calls: int) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - started) / calls


def _side_by_side(
    ours: Callable[[], object], theirs: Callable[[], object], rounds: int, calls: int
) -> tuple[float, float, float]:
    """Return the median times of both in seconds, and the median of the ratios pair by pair."""
    ours()
    theirs()
    pairs = [(_seconds(ours, calls), _seconds(theirs, calls)) for _ in range(rounds)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


def _rate(data: bytes, today: date) -> object:
    page = Page(data)
    return rate_card(card.read(page), details.read(page), today)


def _cards() -> list[Path]:
    return [_ROOT / "fixtures" / "demo" / "card.html", *sorted(_SHARED.glob("*__card*.html"))]


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own commands


def main() -> None:
    """Measure and print."""
    today = date(2026, 11, 1)
    print(f"bytes of a card -> rated card, against lxml.html.fromstring (limit {_CARD_LIMIT})")
    for path in _cards():
        data = path.read_bytes()
        ours, theirs, ratio = _side_by_side(
            lambda d=data: _rate(d, today),  # type: ignore[misc]
            lambda d=data: lxml.html.fromstring(d),  # type: ignore[misc]
            _ROUNDS,
            _CALLS,
        )
        print(f"  {path.name:48} {ours * 1e3:7.2f} ms {theirs * 1e3:7.2f} ms  ratio {ratio:.2f}")

    tnrate = str(Path(sys.executable).with_name("tnrate"))
    ours, theirs, ratio = _side_by_side(
        lambda: _run([tnrate, "--version"]),
        lambda: _run([sys.executable, "-c", "import click"]),
        _STARTS,
        1,
    )
    print(f"tnrate --version, against python -c 'import click' (limit {_START_LIMIT})")
    print(f"  {'':48} {ours * 1e3:7.1f} ms {theirs * 1e3:7.1f} ms  ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
