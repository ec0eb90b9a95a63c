"""How much memory a page takes to read, against its size: each reading in a process of its own."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import lxml.html

from bench import samples
from bench.timing import mark

MEMORY_LIMIT = 12.0
PLAYERS = 10_000
_SMALL_PAGE = samples.ROOT / "fixtures" / "demo" / "card.html"
_STATUS = Path("/proc/self/status")
_PEAK_RESET = Path("/proc/self/clear_refs")


def run() -> None:
    """Measure and print."""
    print(f"peak memory above the start, per byte of the page (limit {MEMORY_LIMIT})")
    print(f"  {'':56} {'kB':>5}    ours  bare lxml")
    pages = {
        f"stand-in: start list of {PLAYERS:,}": samples.start_list(PLAYERS),
        f"stand-in: crosstable of {PLAYERS:,}": samples.crosstable(PLAYERS),
        f"stand-in: crosstable of {samples.PLAYERS}": samples.crosstable(samples.PLAYERS),
        **samples.real("arad2026-a__crosstable"),
    }
    for name, data in pages.items():
        with tempfile.NamedTemporaryFile(suffix=".html") as file:
            file.write(data)
            file.flush()
            ours, bare = (_measured(how, file.name) / len(data) for how in ("ours", "bare"))
        print(
            f"  {name:56} {len(data) / 1e3:5.0f}  {ours:6.1f}  {bare:9.1f}"
            + mark(ours, MEMORY_LIMIT)
        )


def measure(how: str, path: str) -> int:
    """Return the bytes that reading a page adds to the peak of this process."""
    read = samples.read if how == "ours" else lxml.html.fromstring
    read(_SMALL_PAGE.read_bytes())  # what is imported and remembered once is not the page's
    data = Path(path).read_bytes()
    _forgetpeak()
    before = peak()
    kept = read(data)
    after = peak()
    del kept
    return after - before


def _measured(how: str, path: str) -> int:
    code = f"from bench.memory import measure; print(measure({how!r}, {path!r}))"
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=samples.ROOT
    )
    return int(done.stdout)


def _forgetpeak() -> None:
    """Let the peak begin again at what is in use now; only Linux can."""
    if _PEAK_RESET.exists():
        _PEAK_RESET.write_text("5")


def peak() -> int:
    """Return the most memory that this process has had, in bytes."""
    if _STATUS.exists():
        for line in _STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
