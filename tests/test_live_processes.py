"""`tnrate follow` as processes: how they end, share a folder, and take over from each other."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

import pexpect
import pytest

from live.lease import Lease
from live.store import LiveStore
from tests.commands import environment
from tests.conftest import ROOT
from tests.follower import FileClock
from tests.standin.build import simple_swiss
from tests.standin.live import LiveStandin
from tests.standin.play import Play, Story, play_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and a pty are needed")

START = datetime(2026, 5, 2, 6, 0, tzinfo=UTC)
# No machine is so slow.
PATIENCE = 60.0
_TICK = 0.01
FULL = Path("/dev/full")
needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")

Running = subprocess.Popen[bytes]


def played(number: int, rounds: int = 3) -> Play:
    """Give an event of eight players in which nothing goes wrong."""
    story = Story(seed=number, lead=timedelta(minutes=30), uploads=2)
    return play_of(simple_swiss(8, rounds, seed=number, number=number), START, story)


class Stage:
    """A home folder, a site with two events and a clock; everybody of the first is followed."""

    def __init__(self, folder: Path, site: LiveStandin, clock: FileClock) -> None:
        self.folder, self.site, self.clock = folder, site, clock
        self.first, self.second = site.plays.values()
        self.home = folder / "home"
        self.store = LiveStore(self.home)

    @property
    def settings(self) -> dict[str, str]:
        """The environment of the programs."""
        return environment(TNRATE_SITE=self.site.url, TNRATE_HOME=str(self.home))

    def command(self, *arguments: str) -> list[str]:
        """Give a command line."""
        module = [sys.executable, "-m", "tests.follower", "program", str(self.clock.path)]
        return [*module, "follow", *arguments]

    @contextmanager
    def following(self, *arguments: str, out: int | IO[bytes]) -> Iterator[Running]:
        """Start a follower; whatever happens, it is gone afterwards."""
        with (self.folder / "errors").open("ab") as errors:
            running = subprocess.Popen(  # noqa: S603 - our own program
                self.command(*arguments),
                cwd=ROOT,
                env=self.settings,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
            )
        try:
            yield running
        finally:
            running.kill()
            running.wait()
            if running.stdout is not None:
                running.stdout.close()

    def run(self, *arguments: str, out: int | IO[bytes] = subprocess.DEVNULL) -> int:
        """Run a command to its end; return its status."""
        with self.following(*arguments, out=out) as running:
            return running.wait(PATIENCE)

    @property
    def errors(self) -> str:
        """What all of them said on standard error, but for their first word."""
        said = (self.folder / "errors").read_text("utf-8").splitlines(keepends=True)
        return "".join(line for line in said if not line.startswith("Following."))

    def follow_everybody(self, *programs: str) -> None:
        """Follow all players of the first event."""
        wanted = [part for one in programs for part in ("--exec", one)]
        link = str(self.first.number)
        assert self.run(link, "--fed", "TUR", *wanted, "--add") == 0
        assert self.followed

    @property
    def followed(self) -> int:
        """How many players of the first event are followed."""
        return len(self.store.follows(self.first.number))

    def until_seen(self, event: int) -> None:
        """Wait until an event was looked at."""
        wait_until(lambda: self.store.state(event) is not None)

    def until_facts(self, round_: int = 1) -> int:
        """Let a round be paired, and wait until the facts are recorded; return their number."""
        why = f"round {round_} paired"
        (at,) = [one.at for one in self.first.uploads if one.why == why]
        before = self.store.last_fact()
        self.clock.sleep_until(at + timedelta(minutes=10))
        wait_until(lambda: self.store.last_fact() > before)
        return self.store.last_fact()

    def until_told(self) -> None:
        """Wait until nothing is left to be told."""
        wait_until(lambda: not self.store.counts()["waiting"])

    def keys(self) -> list[str]:
        """Give the keys of all facts that were recorded, in order."""
        return [document["key"] for _, document in self.store.facts_after(0, 10**6)]


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """Give a stage."""
    clock = FileClock(tmp_path / "clock", START + timedelta(minutes=1))
    with LiveStandin([played(9620001), played(9620002)], clock) as site:
        yield Stage(tmp_path, site, clock)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(_TICK)


def documents(path: Path, kind: str = "fact") -> list[dict[str, Any]]:
    """Give the documents of a kind in a file of JSON lines."""
    lines = path.read_text("utf-8").splitlines()
    return [one for one in map(json.loads, lines) if one["type"] == kind]


def keys_in(path: Path) -> list[str]:
    """Give the keys of the facts in a file of JSON lines; none is marked as a repetition."""
    found = documents(path)
    assert not any(one["maybe_repeated"] for one in found)
    return [one["key"] for one in found]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_a_clean_end(stage: Stage, number: signal.Signals) -> None:
    """Ctrl-C, SIGTERM and SIGHUP end it with status 0, the lease free and nothing in doubt."""
    stage.follow_everybody()
    lines = stage.folder / "lines"
    with lines.open("wb") as out, stage.following("--jsonl", out=out) as running:
        stage.until_seen(stage.first.number)
        stage.until_facts()
        stage.until_told()
        running.send_signal(number)
        assert running.wait(PATIENCE) == 0
    lease = Lease(stage.home)
    assert lease.take()
    lease.release()
    assert stage.store.counts()["doubtful"] == 0
    assert keys_in(lines) == stage.keys()
    assert stage.errors == ""


def test_what_is_on_its_way_is_waited_for(stage: Stage) -> None:
    """Interrupted while a command runs, it waits for its end; nothing is in doubt."""
    program = f"echo > {stage.folder}/begun; sleep 1; echo told >> {stage.folder}/told"
    stage.follow_everybody(shlex.join(["/bin/sh", "-c", program]))
    with stage.following("--jsonl", out=subprocess.DEVNULL) as running:
        stage.until_seen(stage.first.number)
        stage.until_facts()
        wait_until((stage.folder / "begun").exists)
        running.send_signal(signal.SIGTERM)
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0
    assert stage.store.counts()["doubtful"] == 0
    (told,) = [one.id for one in stage.store.channels() if one.kind == "exec"]
    left = len(stage.store.waiting(told, time.time()))
    done = len((stage.folder / "told").read_text().splitlines())
    assert done + left == len(stage.keys())
    assert done


def test_a_reader_that_leaves(stage: Stage) -> None:
    """`| head -1`: it ends without a word, and what was not written is told by the next one."""
    stage.follow_everybody()
    with stage.following("--jsonl", out=subprocess.PIPE) as running:
        stage.until_seen(stage.first.number)
        stage.until_facts(1)
        stage.until_told()
        assert running.stdout is not None
        running.stdout.close()
        told = len(stage.keys())
        stage.until_facts(2)
        assert running.wait(PATIENCE) == 1
    assert stage.errors == ""
    waiting = stage.store.counts()["waiting"]
    assert waiting
    assert stage.store.counts()["told"] == told
    lines = stage.folder / "lines"
    with lines.open("wb") as out, stage.following("--jsonl", out=out):
        stage.clock.advance(timedelta(hours=1))
        stage.until_told()
    assert keys_in(lines)[:waiting] == stage.keys()[told : told + waiting]


@needs_a_full_device
@pytest.mark.parametrize("form", ["--jsonl", "--once"])
def test_full_output(stage: Stage, form: str) -> None:
    """Where nothing can be written, nothing counts as told; it says so and has status 1."""
    stage.follow_everybody()
    assert stage.run("--once") == 0
    with FULL.open("wb") as full, stage.following(form, out=full) as running:
        if form == "--jsonl":
            stage.until_facts()
            wait_until(lambda: "not delivered" in stage.errors)
            running.send_signal(signal.SIGTERM)
            assert running.wait(PATIENCE) == 1
        else:
            assert running.wait(PATIENCE) == 0
            stage.clock.sleep_until(stage.first.uploads[2].at + timedelta(minutes=10))
            assert stage.run(form, out=full) == 1
    assert "Traceback" not in stage.errors
    assert "could not be written" in stage.errors
    assert stage.store.counts()["told"] == 0
    lines = stage.folder / "lines"
    with lines.open("wb") as out:
        stage.clock.advance(timedelta(minutes=5))
        assert stage.run("--jsonl", "--once", out=out) == 0
    assert keys_in(lines) == stage.keys()


def test_no_output_at_all(stage: Stage) -> None:
    """Started without standard output, it refuses instead of telling nobody."""
    stage.follow_everybody()
    line = shlex.join(stage.command("--jsonl")) + " >&-"
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", line],
        cwd=ROOT,
        env=stage.settings,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert b"could not be written" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the end of the file is not seen")
def test_a_half_line_stays_alone(stage: Stage) -> None:
    """Whoever goes on in a file that ends in a half line begins a new one."""
    stage.follow_everybody()
    lines = stage.folder / "lines"
    lines.write_text('{"schema": 1, "ty')
    with lines.open("ab") as out:
        assert stage.run("--jsonl", "--once", out=out) == 0
        stage.clock.sleep_until(stage.first.uploads[2].at + timedelta(minutes=10))
        assert stage.run("--jsonl", "--once", out=out) == 0
    torn, *whole = lines.read_text("utf-8").splitlines()
    assert torn == '{"schema": 1, "ty'
    assert [json.loads(one)["key"] for one in whole] == stage.keys()
    assert whole


def test_added_while_another_follows(stage: Stage) -> None:
    """`--add` in another process is taken up by the one that follows."""
    stage.follow_everybody()
    with stage.following(out=subprocess.DEVNULL) as running:
        stage.until_seen(stage.first.number)
        assert stage.run(str(stage.second.number), "--fed", "TUR", "--add") == 0
        stage.until_seen(stage.second.number)
        assert running.poll() is None


def test_a_second_one_reads_and_takes_over(stage: Stage) -> None:
    """A second process says that it reads, shows what is new, and goes on after a SIGKILL."""
    stage.follow_everybody()
    one, other = stage.folder / "one", stage.folder / "other"
    with (
        one.open("wb") as out,
        other.open("wb") as out_too,
        stage.following("--jsonl", out=out) as first,
    ):
        stage.until_seen(stage.first.number)
        with stage.following("--jsonl", out=out_too) as second:
            wait_until(lambda: len(documents(other, "status")) == 1)
            (status,) = documents(other, "status")
            assert (status["status"], status["holder"].split(",")[0]) == ("reader", str(first.pid))
            known = stage.until_facts(1)
            wait_until(lambda: len(documents(other)) == known)
            stage.until_told()
            first.send_signal(signal.SIGKILL)
            first.wait()
            known = stage.until_facts(2)
            assert (Lease(stage.home).holder() or "").startswith(f"{second.pid},")
            wait_until(lambda: len(documents(other)) == known)
            stage.until_told()
            second.send_signal(signal.SIGTERM)
            assert second.wait(PATIENCE) == 0
    assert keys_in(other) == stage.keys()
    assert keys_in(one) == stage.keys()[: len(keys_in(one))]
    assert stage.errors == ""


@needs_a_full_device
def test_what_a_reader_has_shown_is_not_repeated(stage: Stage) -> None:
    """Facts that the dead process did not get told are told, but not once more by the reader."""
    stage.follow_everybody()
    other = stage.folder / "other"
    with (
        FULL.open("wb") as full,
        other.open("wb") as out,
        stage.following("--jsonl", out=full) as first,
    ):
        stage.until_seen(stage.first.number)
        with stage.following("--jsonl", out=out) as second:
            wait_until(lambda: len(documents(other, "status")) == 1)
            known = stage.until_facts()
            wait_until(lambda: len(documents(other)) == known)
            assert stage.store.counts()["told"] == 0
            first.send_signal(signal.SIGKILL)
            first.wait()
            stage.clock.advance(timedelta(hours=1))
            stage.until_told()
            second.send_signal(signal.SIGTERM)
            assert second.wait(PATIENCE) == 0
    shown = [one["key"] for one in documents(other)]
    assert sorted(shown) == sorted(set(stage.keys()))


def test_once_and_once_more(stage: Stage) -> None:
    """Run by cron twice within a minute, it asks the site for nothing the second time."""
    link = [str(stage.first.number), "--player", "1", "--once"]
    assert stage.run(*link) == 0
    asked = len(stage.site.requests)
    assert asked
    for arguments in ([], link):
        stage.clock.advance(timedelta(seconds=25))
        assert stage.run(*arguments, *(() if arguments else ("--once",))) == 0
        assert len(stage.site.requests) == asked
    stage.clock.advance(timedelta(hours=1))
    assert stage.run("--once") == 0
    assert len(stage.site.requests) > asked


def test_a_table_stays_on_the_terminal(stage: Stage) -> None:
    """On a terminal Ctrl-C ends it with status 0 and leaves the table behind."""
    stage.follow_everybody()
    command = stage.command()
    child: pexpect.spawn[str] = pexpect.spawn(
        command[0],
        command[1:],
        cwd=str(ROOT),
        env={**stage.settings, "TERM": "xterm"},
        dimensions=(50, 120),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    name = stage.first.last.name
    child.expect_exact(name)
    child.sendcontrol("c")
    child.expect_exact("\x1b[?1049l")  # back on the screen of before
    child.expect_exact(name)
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in (child.before or "")
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("arguments", "terminal"), [(["--once"], "xterm"), ([], "dumb")], ids=["once", "dumb"]
)
def test_facts_are_lines_where_no_table_can_be(
    stage: Stage, arguments: list[str], terminal: str
) -> None:
    """One look, and a terminal that cannot be drawn anew, show facts as lines like a pipe."""
    stage.follow_everybody()
    assert stage.run("--once") == 0
    (at,) = [one.at for one in stage.first.uploads if one.why == "round 1 paired"]
    stage.clock.sleep_until(at + timedelta(minutes=10))
    command = stage.command(*arguments)
    child: pexpect.spawn[str] = pexpect.spawn(
        command[0],
        command[1:],
        cwd=str(ROOT),
        env={**stage.settings, "TERM": terminal},
        dimensions=(50, 160),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect("R1  (White|Black) against")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert "\x1b[?1049" not in (child.before or "")


def test_a_command_that_hangs_ends_with_the_program(stage: Stage) -> None:
    """What the program has started does not outlive it; its notice waits for the next start."""
    mark = stage.folder / "hangs"
    stage.follow_everybody(f"sh -c 'echo $$ >> {mark}; sleep 600'")
    with stage.following(out=subprocess.DEVNULL) as running:
        stage.until_seen(stage.first.number)
        stage.until_facts()
        wait_until(mark.exists)
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0
    (number, *_) = mark.read_text().split()
    wait_until(lambda: not Path(f"/proc/{number}").exists())
    assert stage.store.counts()["waiting"]


def test_an_end_with_notices_that_wait(stage: Stage) -> None:
    """When all events are over it stays until the channels beside the screen were told, too."""
    flag = stage.folder / "flag"
    stage.follow_everybody(shlex.join(["test", "-e", str(flag)]))
    with stage.following("--jsonl", out=subprocess.DEVNULL) as running:
        stage.until_seen(stage.first.number)
        step = timedelta(minutes=30)
        while stage.store.events()[0].due_at is not None:
            stage.clock.advance(step)
            time.sleep(_TICK)
        waiting = stage.store.counts()["waiting"]
        assert waiting
        assert running.poll() is None
        flag.touch()
        while running.poll() is None:
            stage.clock.advance(step)
            time.sleep(_TICK)
        assert running.returncode == 0
    assert stage.store.counts()["waiting"] == 0
