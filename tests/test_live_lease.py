"""The lease: one process follows in a folder, and a dead one does not keep it."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from live.lease import FILE, HOLDER_FILE, Lease
from scraper.errors import LiveStoreFailed
from tests.conftest import ROOT

HOLDER = """
import sys, time
from pathlib import Path
from live.lease import Lease
print(Lease(Path(sys.argv[1])).take(), flush=True)
time.sleep(600)
"""


def test_one_at_a_time(tmp_path: Path) -> None:
    """Who comes second is refused until the first has given the lease back."""
    first, second = Lease(tmp_path), Lease(tmp_path)
    assert (first.take(), first.take(), second.take()) == (True, True, False)
    first.release()
    assert second.take()
    second.release()
    second.release()


def test_the_holder_says_who_it_is(tmp_path: Path) -> None:
    """Others see process and time; asking disturbs nobody, and tells nothing of a free lease."""
    lease, other = Lease(tmp_path), Lease(tmp_path)
    assert other.holder() is None
    assert lease.take()
    assert re.fullmatch(r"\d+, \d{4}-\d\d-\d\d \d\d:\d\d", other.holder() or "")
    assert lease.holder() == other.holder()
    (tmp_path / HOLDER_FILE).write_text("{}")
    assert other.holder() == "?"
    lease.release()
    assert other.holder() is None


def test_a_killed_holder_leaves_the_lease(tmp_path: Path) -> None:
    """After SIGKILL the lease is free at once, and the note that it left says nothing."""
    lease = Lease(tmp_path)
    running = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", HOLDER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"True\n"
        assert not lease.take()
        assert (lease.holder() or "").startswith(f"{running.pid}, ")
        running.send_signal(signal.SIGKILL)
    assert (tmp_path / HOLDER_FILE).exists()
    assert lease.holder() is None
    assert lease.take()
    lease.release()


def test_a_damaged_lock_is_made_anew(tmp_path: Path) -> None:
    """The file of the lock holds nothing; whatever stands there is replaced."""
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    lease = Lease(tmp_path)
    assert lease.holder() is None
    assert lease.take()
    assert not Lease(tmp_path).take()
    lease.release()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """Where there can be no lock, nobody follows."""
    (tmp_path / "home").write_text("")
    with pytest.raises(LiveStoreFailed):
        Lease(tmp_path / "home").take()
