"""How long a page takes to read, and whether the time grows with the players and no faster.

A page is read twice in each turn: with what the program remembers from pages before it, and
afresh, as the first page of a program.
"""

import lxml.html

from bench import samples
from bench.timing import Times, calls_for, mark, once, side_by_side

PAGE_LIMIT = 2.0
FLAT = 1.5
SIZES = (100, 300, 1_000, 3_000, 10_000)
_TURNS = 9
_REAL = (
    "startlist",
    "alphabetical",
    "ranking",
    "playerlist",
    "bestplayers",
    "crosstable",
    "pairings",
    "composition",
)


def run() -> None:
    """Measure and print the pages."""
    print(f"bytes of a page -> its facts, against lxml.html.fromstring (limit {PAGE_LIMIT})")
    print(f"  {'':56} {'kB':>5} {'bare':>8} {'read':>8}  ratio  afresh")
    for name, data in samples.standin().items():
        _compare(f"stand-in: {name}", data)
    for name, data in samples.real(*_REAL).items():
        _compare(name, data)


def run_growth() -> None:
    """Measure and print the time per player."""
    print(f"microseconds per player, {samples.ROUNDS} rounds (largest / smallest, limit {FLAT})")
    print(f"  {'players':24}" + "".join(f"{size:>9,}" for size in SIZES))
    for name, make in (("start list", samples.start_list), ("crosstable", samples.crosstable)):
        ours, bare = [], []
        for size in SIZES:
            times = _times(make(size), turns=5)
            ours.append(times[0].best / size * 1e6)
            bare.append(times[2].best / size * 1e6)
        for label, row in ((name, ours), (f"{name}, bare lxml", bare)):
            spread = max(row) / min(row)
            print(
                f"  {label:24}"
                + "".join(f"{value:9.1f}" for value in row)
                + f"  ratio {spread:.2f}"
                + (mark(spread, FLAT) if row is ours else "")
            )


def _times(data: bytes, turns: int = _TURNS) -> list[Times]:
    """Return the times of our reading, of our reading afresh, and of bare lxml."""
    return side_by_side(
        lambda: samples.read(data),
        lambda: samples.read_afresh(data),
        lambda: lxml.html.fromstring(data),
        turns=turns,
        calls=calls_for(once(lambda: samples.read(data))),
    )


def _compare(name: str, data: bytes) -> None:
    ours, afresh, bare = _times(data)
    ratio, first = ours.against(bare), afresh.against(bare)
    print(
        f"  {name:56} {len(data) / 1e3:5.0f}"
        f" {bare.median * 1e3:5.2f} ms {ours.median * 1e3:5.2f} ms"
        f"  {ratio:5.2f}  {first:6.2f}{mark(max(ratio, first), PAGE_LIMIT)}"
    )
