"""What `tnrate follow` costs while little happens: part of a core, and memory at its peak.

A hundred events of twenty players each are in the middle of a round, so that each is looked at
every quarter of an hour. The site is the stand-in in a process of its own. Linux alone tells what a
process has used; it takes five minutes.
"""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.samples import ROOT
from bench.timing import mark
from live.model import Follow, Phase
from live.store import LiveStore
from scraper.store import FILE as PAGES
from tests.standin.build import simple_swiss
from tests.standin.clock import FastClock
from tests.standin.event import Style
from tests.standin.live import LiveStandin
from tests.standin.play import Play, Story, play_of

EVENTS, PLAYERS, ROUNDS = 100, 20, 7
CORE_LIMIT = 1.0  # percent
MEMORY_LIMIT = 150.0  # MB
_SECONDS = 120.0
_SETTLES = 10.0
_FIRST_NUMBER = 9700000
_LOOKED_AT_EVERY = timedelta(minutes=15)
# The first looks at so many events would take a quarter of an hour at one request a second.
_PRIMED = (
    "from scraper import site; site.SECONDS_BETWEEN_REQUESTS = 0.0; "
    "from cli import main; main(['follow', '--once'])"
)
_PROGRAM = "from cli import main; main(['follow'])"


def run() -> None:
    """Measure and print."""
    print(f"following {EVENTS} events of {PLAYERS} players for {_SECONDS:.0f} s")
    print(f"  {'':10} {'CPU %':>6} (limit {CORE_LIMIT})  {'MB':>6} (limit {MEMORY_LIMIT:.0f})")
    with tempfile.TemporaryDirectory() as folder, _site() as address:
        store = LiveStore(Path(folder))
        for play in plays(datetime.now(UTC)):
            for one in play.last.players:
                store.add_follow(Follow(play.number, one.start_number, one.name, one.fide_id))
        settings = {**os.environ, "TNRATE_HOME": folder, "TNRATE_SITE": address}
        _run(_PRIMED, settings).communicate()
        for path in Path(folder).glob(f"{PAGES}*"):  # they are fresh yet, and would be used
            path.unlink()
        if {row.phase for row in store.events()} != {Phase.PLAYING}:
            raise AssertionError("not all events are in the middle of a round")
        for name, on_terminal in (("in a pipe", False), ("a table", True)):
            _spread(store)
            core, memory = _measured(settings, on_terminal=on_terminal)
            print(
                f"  {name:10} {core:6.2f}{mark(core, CORE_LIMIT)}             "
                f"{memory:6.1f}{mark(memory, MEMORY_LIMIT)}"
            )
        store.close()


def plays(now: datetime) -> Iterator[Play]:
    """Give the events; each has a round out that began a little before a time."""
    story = Story(
        lead=timedelta(minutes=30),
        games=timedelta(hours=40),
        between=timedelta(hours=48),
        notice=timedelta(minutes=20),
    )
    start = now - 2 * story.between - timedelta(hours=1)
    for place in range(EVENTS):
        event = simple_swiss(PLAYERS, ROUNDS, place, _FIRST_NUMBER + place)
        yield play_of(event, start, story, Style(two_ratings=True))


def serve() -> None:
    """Be the site until standard input ends; print the address."""
    now = datetime.now(UTC)
    with LiveStandin(plays(now), FastClock(now)) as site:
        print(site.node_url, flush=True)
        sys.stdin.read()


@contextmanager
def _site() -> Iterator[str]:
    code = "from bench.idle import serve; serve()"
    serving = subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with serving:
        if serving.stdout is None:
            raise AssertionError
        yield serving.stdout.readline().strip()
        serving.terminate()


def _run(
    code: str, settings: dict[str, str], out: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", code], cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, stdout=out
    )


def _spread(store: LiveStore) -> None:
    """Let the events fall due one after the other, as they do after a while."""
    now = time.time()
    for place, row in enumerate(store.events(), start=1):
        store.set_due(row.id, now + _LOOKED_AT_EVERY.total_seconds() * place / EVENTS)


def _measured(settings: dict[str, str], *, on_terminal: bool) -> tuple[float, float]:
    """Return the percents of a core and the megabytes that following takes."""
    near, far = pty.openpty() if on_terminal else os.pipe()
    if on_terminal:
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        settings = settings | {"TERM": "xterm-256color"}
    threading.Thread(target=_drain, args=[near], daemon=True).start()
    with _run(_PROGRAM, settings, far) as running:
        time.sleep(_SETTLES)
        before = _cpu_seconds(running.pid)
        time.sleep(_SECONDS)
        used = _cpu_seconds(running.pid) - before
        memory = _peak(running.pid)
        running.terminate()
    os.close(far)
    return 100.0 * used / _SECONDS, memory


def _drain(near: int) -> None:
    """Read away what is shown, until nobody shows anything."""
    try:
        while os.read(near, 65_536):
            pass
    except OSError:  # how a terminal ends
        pass
    os.close(near)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak(pid: int) -> float:
    """Return the most memory that a process had at once, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise AssertionError("the system does not tell")
