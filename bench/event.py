"""How long a whole event takes: saved pages -> every row, against bare lxml on the same pages.

The limits: 1,000 players in 9 rounds in under 2 s of CPU, and a time per player that stays.
"""

import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import lxml.html

from bench import samples
from bench.timing import mark, side_by_side
from commands import __version__
from rating.tournament import rate_event
from report import rows
from report.event_document import of_event, printed_checks
from report.words import Words
from scraper import collector
from scraper.event_pages import gather_event
from scraper.gather import Gatherer
from tests.standin import render

SIZES = (100, 1_000, 10_000)
FLAT = 1.5
MOST_SECONDS = 2.0
_STYLE = samples.STYLE_WITH_FIGURES


def run() -> None:
    """Measure and print the time per player, and the whole of 1,000 players."""
    print(f"microseconds per player, {samples.ROUNDS} rounds (largest / smallest, limit {FLAT})")
    print(f"  {'players':32}" + "".join(f"{size:>9,}" for size in SIZES))
    ours, bare, seconds = [], [], {}
    with TemporaryDirectory() as folder:
        for size in SIZES:
            pages = _saved(Path(folder), size)
            turns = 5 if size <= 1_000 else 2
            times = side_by_side(partial(_rated, pages), partial(_parsed, pages), turns=turns)
            ours.append(times[0].best / size * 1e6)
            bare.append(times[1].best / size * 1e6)
            started = time.process_time()
            _rated(pages)
            seconds[size] = time.process_time() - started
    for label, row in (("pages to CSV and JSON", ours), ("bare lxml", bare)):
        spread = max(row) / min(row)
        end = mark(spread, FLAT) if row is ours else ""
        print(
            f"  {label:32}"
            + "".join(f"{value:9.1f}" for value in row)
            + f"  ratio {spread:.2f}{end}"
        )
    cpu = seconds[1_000]
    print(f"  1,000 players: {cpu:.2f} s of CPU (limit {MOST_SECONDS}){mark(cpu, MOST_SECONDS)}")


def _saved(folder: Path, size: int) -> list[Path]:
    event = samples.swiss(size)
    pages = {
        "crosstable": render.start_crosstable_page(event, _STYLE, None),
        "startlist": render.start_list_page(event, _STYLE, None),
        "ranking": render.ranking_page(event, _STYLE, None),
    }
    paths = [folder / f"{name}-{size}.html" for name in pages]
    for path, text in zip(paths, pages.values(), strict=True):
        path.write_text(text, "utf-8")
    return paths


def _rated(pages: list[Path]) -> str:
    first, *others = map(str, pages)
    gathered = gather_event(Gatherer(__version__), first, others)
    with collector.at_rest():
        rated = rate_event(gathered.facts, samples.TODAY)
    checks = [*printed_checks(rated), *gathered.checks]
    return rows.of_event(of_event(rated, checks, rated.notes, Words("en"))["players"])


def _parsed(pages: list[Path]) -> None:
    for path in pages:
        lxml.html.fromstring(path.read_bytes())
