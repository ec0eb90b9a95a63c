"""How long the import of a rating list takes, and how much memory, each in a process of its own."""

import subprocess
import sys
import tempfile
import time
import zipfile
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

from bench.memory import peak
from bench.samples import ROOT
from bench.timing import mark
from lists.importing import import_file
from lists.store import ListStore
from tests import rating_lists

PLAYERS = 1_500_000
SECONDS_LIMIT = 60.0
MEGABYTES_LIMIT = 500.0
_AT_ONCE = 50_000
_MONTHS = (date(2026, 10, 1), date(2026, 11, 1))


def run() -> None:
    """Measure and print."""
    print(
        f"import of {PLAYERS:,} players from the zip"
        f" (limits {SECONDS_LIMIT:.0f} s, {MEGABYTES_LIMIT:.0f} MB)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("txt", "xml"):
            path = Path(folder) / f"players_list_{ending}.zip"
            size = _write(path, ending)
            for what, month in zip(("first", "second month"), _MONTHS, strict=True):
                seconds, megabytes = _measured(path, Path(folder) / ending, month)
                print(
                    f"  {ending}, {size / 1e6:.0f} MB unpacked, {what:13} {seconds:6.1f} s"
                    f" {megabytes:6.0f} MB"
                    + mark(seconds, SECONDS_LIMIT)
                    + mark(megabytes, MEGABYTES_LIMIT)
                )


def measure(path: str, home: str, month: str) -> None:
    """Import a list, and print the seconds and the peak of this process in bytes."""
    started = time.perf_counter()
    store = ListStore(Path(home))
    of_month = date.fromisoformat(month)
    imported = import_file(store, Path(path), datetime.now(UTC), month=of_month)
    seconds = time.perf_counter() - started
    if imported.players != PLAYERS:
        raise AssertionError(imported.players)
    print(seconds, peak())


def _measured(path: Path, home: Path, month: date) -> tuple[float, float]:
    code = f"from bench.lists import measure; measure({str(path)!r}, {str(home)!r}, '{month}')"
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    seconds, most = done.stdout.split()
    return float(seconds), int(most) / 1e6


def _write(path: Path, ending: str) -> int:
    """Write the list into a zip, and return its size unpacked."""
    entries = rating_lists.crowd(PLAYERS)
    start, end = ("<playerslist>\n", "</playerslist>\n") if ending == "xml" else ("", "")
    size = 0
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(f"players_list_foa.{ending}", "w", force_zip64=True) as file,
    ):
        size += file.write((start or f"{rating_lists.HEAD}\r\n").encode())
        while some := list(islice(entries, _AT_ONCE)):
            if ending == "xml":
                lines = "".join(map(rating_lists.player_xml, some))
            else:
                lines = "".join(f"{rating_lists.line(entry)}\r\n" for entry in some)
            size += file.write(lines.encode())
        size += file.write(end.encode())
    return size
