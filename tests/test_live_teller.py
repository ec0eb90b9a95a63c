"""Telling: every notice once and in order, whatever fails, hangs, sleeps or dies."""

import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from live.channels import Outgoing
from live.database import Database
from live.model import Follow, Phase
from live.quiet import Quiet
from live.store import ChannelRow, FactRow, LiveStore, Look, Notice
from live.teller import Teller, pause_after
from scraper.errors import ChannelFailed, CommandTimeout, LiveStoreFailed, QuietUnclear
from tests.conftest import ROOT

EVENT = 1234567
MINUTE = 60.0
NOON = datetime(2026, 5, 14, 12, 0).astimezone().timestamp()


class Clock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        """Give the time."""
        return self.at


class FakeChannel:
    """A channel that notes what it is told, and refuses what it should."""

    def __init__(self, at_once: int = 1) -> None:
        self.at_once = at_once
        self.told: list[str] = []
        self.tried: list[str] = []
        self.repeated: list[str] = []
        self.languages: set[str] = set()
        self.refuses: Callable[[str], bool] = lambda _key: False
        self.failure: Exception = ChannelFailed(reason="no")

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Take notices, or refuse them all."""
        keys = [notice.document["key"] for notice in notices]
        self.tried += keys
        if any(self.refuses(key) for key in keys):
            raise self.failure
        self.told += keys
        self.repeated += [n.document["key"] for n in notices if n.document["maybe_repeated"]]
        self.languages |= {notice.title for notice in notices}


def message_of(document: dict[str, Any], language: str) -> tuple[str, str]:
    """Put a document into the words of these tests."""
    return language, str(document["key"])


class Scene:
    """A store, a teller with a clock, and fake channels."""

    def __init__(self, folder: Path) -> None:
        self.store = LiveStore(folder)
        self.clock = Clock()
        self.channels: dict[int, FakeChannel] = {}
        self.failures: list[str] = []
        self.teller = Teller(
            self.store,
            message_of,
            lambda row: self.channels[row.id],
            self.clock,
            lambda _row, error: self.failures.append(error.code),
        )
        self.screen = self.add(self.store.channel("screen", "", "tr"), 20)

    def add(self, row: ChannelRow, at_once: int = 1) -> FakeChannel:
        """Give a stored channel its fake."""
        self.channels[row.id] = FakeChannel(at_once)
        return self.channels[row.id]

    def phone(self, address: str = "one", quiet: str | None = None) -> tuple[int, FakeChannel]:
        """Add a service."""
        row = self.store.channel("apprise", f"ntfy://{address}", "en", quiet)
        return row.id, self.add(row)

    def follow(self, start_number: int, *channels: int) -> int:
        """Follow somebody on channels."""
        follow, _ = self.store.add_follow(Follow(EVENT, start_number, "Ada"), channels)
        assert follow.id is not None
        return follow.id

    def happen(self, follow: int, *keys: str) -> None:
        """Let a look find facts about somebody."""
        facts = [FactRow(key, follow, "result", NOON, {"key": key}) for key in keys]
        self.store.record(EVENT, Look(b"", Phase.PLAYING, NOON, NOON, "Open", facts))

    def later(self, minutes: float) -> int:
        """Put the clock forward, and tell what is due then."""
        self.clock.at += minutes * MINUTE
        return self.teller.tell_due()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Give a scene with a screen."""
    made = Scene(tmp_path)
    yield made
    made.store.close()


def test_all_channels_are_told_in_their_language(scene: Scene) -> None:
    """The screen is told everything, a service what its players do; each once, in order."""
    number, phone = scene.phone()
    one, two = scene.follow(1, number), scene.follow(2)
    scene.happen(one, "a1", "a2")
    scene.happen(two, "b1")
    assert scene.teller.tell_due() == 5
    assert scene.teller.tell_due() == 0
    assert (scene.screen.told, phone.told) == (["a1", "a2", "b1"], ["a1", "a2"])
    assert (scene.screen.languages, phone.languages) == ({"tr"}, {"en"})
    assert scene.store.counts() == {"waiting": 0, "told": 5, "doubtful": 0}


def test_pauses_grow_to_an_hour() -> None:
    """The pauses between tries double from a minute to an hour, and never end."""
    pauses = [pause_after(number) / MINUTE for number in (1, 2, 3, 4, 5, 6, 7, 8, 5000)]
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_failing_channel_drops_nothing(scene: Scene) -> None:
    """A channel that fails for days is told everything in order in the end; others at once."""
    number, phone = scene.phone()
    one, two = scene.follow(1, number), scene.follow(2, number)
    phone.refuses = lambda _key: True
    scene.happen(one, "a1", "a2")
    scene.happen(two, "b1")
    assert scene.teller.tell_due() == 3
    for _ in range(200):
        assert scene.later(30) == 0
    scene.happen(one, "a3")
    assert scene.later(0) == 1
    assert scene.screen.told == ["a1", "a2", "b1", "a3"]
    assert len(phone.tried) < 250
    phone.refuses = lambda _key: False
    for _ in range(4):
        scene.later(60)
    assert [key for key in phone.told if key[0] == "a"] == ["a1", "a2", "a3"]
    assert sorted(phone.told) == ["a1", "a2", "a3", "b1"]
    assert set(scene.failures) == {"channel_failed"}


def test_a_channel_that_is_down_is_not_tried_for_everybody(scene: Scene) -> None:
    """Two failures in a row let a channel rest, however many players wait for it."""
    number, phone = scene.phone()
    phone.refuses = lambda _key: True
    for start_number in range(1, 31):
        scene.happen(scene.follow(start_number, number), f"{start_number}")
    scene.teller.tell_due()
    assert len(phone.tried) == 2
    scene.later(1)
    assert len(phone.tried) == 3
    phone.refuses = lambda _key: False
    scene.later(2)
    assert len(phone.told) == 30


def test_a_notice_that_never_gets_through_stops_nobody_else(scene: Scene) -> None:
    """Players whose notices a channel refuses wait alone; the others' go on soon."""
    number, phone = scene.phone()
    follows = [scene.follow(start_number, number) for start_number in range(1, 8)]
    phone.refuses = lambda key: key[0] in "12"
    for turn in range(4):
        for start_number, follow in enumerate(follows, 1):
            scene.happen(follow, f"{start_number}.{turn}")
        for _ in range(3):
            scene.later(1.1)
        assert sorted(phone.told) == sorted(
            f"{n}.{t}" for n in range(3, 8) for t in range(turn + 1)
        )


def test_what_cannot_be_put_into_words_stops_nobody_else(scene: Scene) -> None:
    """A document without words waits like a failure; the others of its batch are told."""
    one, two = scene.follow(1), scene.follow(2)
    scene.happen(one, "a1")
    fact = FactRow("broken", two, "result", NOON, {})
    scene.store.record(EVENT, Look(b"", Phase.PLAYING, NOON, NOON, "Open", [fact]))
    scene.happen(one, "a2")
    assert scene.teller.tell_due() == 2
    assert scene.screen.told == ["a1", "a2"]
    assert scene.store.counts()["waiting"] == 1


def test_an_unexpected_error_is_a_failure_like_others(scene: Scene) -> None:
    """Whatever a channel raises, the notice is tried again and no thread dies."""
    number, phone = scene.phone()
    phone.refuses = lambda _key: True
    phone.failure = ZeroDivisionError()
    scene.happen(scene.follow(1, number), "a")
    assert scene.teller.tell_due() == 1
    phone.refuses = lambda _key: False
    assert scene.later(1) == 1
    assert phone.told == ["a"]


def test_a_timeout_is_doubtful(scene: Scene) -> None:
    """What was perhaps told before its command was ended says so when it comes again."""
    number, phone = scene.phone()
    phone.refuses = lambda _key: True
    phone.failure = CommandTimeout(program="tell", seconds=60)
    scene.happen(scene.follow(1, number), "a")
    scene.teller.tell_due()
    phone.refuses = lambda _key: False
    scene.later(1)
    assert phone.repeated == ["a"]
    assert scene.store.counts()["doubtful"] == 1


def test_who_was_removed_hears_nothing_more(scene: Scene) -> None:
    """A player who is removed while a channel fails is not told of later."""
    number, phone = scene.phone()
    phone.refuses = lambda _key: True
    follow = scene.follow(1, number)
    scene.happen(follow, "a")
    scene.teller.tell_due()
    scene.store.remove_follows([follow])
    phone.refuses = lambda _key: False
    assert scene.later(120) == 0
    assert phone.told == []


# Quiet hours


@pytest.mark.parametrize(
    ("hours", "at", "until"),
    [
        ("23:00-07:00", "14T22:59", None),
        ("23:00-07:00", "14T23:00", "15T07:00"),
        ("23:00-07:00", "15T00:00", "15T07:00"),
        ("23:00-07:00", "15T06:59", "15T07:00"),
        ("23:00-07:00", "15T07:00", None),
        ("13:00 – 14:30", "14T13:00", "14T14:30"),
        ("13:00-14:30", "14T14:30", None),
        ("0:00-23:59", "14T12:00", "14T23:59"),
        ("23:00-00:00", "14T23:30", "15T00:00"),
    ],
)
def test_quiet_hours_end_in_the_morning(hours: str, at: str, until: str | None) -> None:
    """Quiet hours hold by the local clock until their last minute, also over midnight."""
    now = datetime.fromisoformat(f"2026-05-{at}").astimezone().timestamp()
    end = Quiet.of(hours).until(now)
    assert end == (until and datetime.fromisoformat(f"2026-05-{until}").astimezone().timestamp())


@pytest.mark.parametrize(
    "text", ["", "23-7", "23:00", "24:00-07:00", "23:60-07:00", "07:00-07:00", "23:00-07:00 x"]
)
def test_other_quiet_hours_are_refused(text: str) -> None:
    """What does not name two different times of day is refused."""
    with pytest.raises(QuietUnclear):
        Quiet.of(text)


def test_quiet_hours_delay_and_drop_nothing(scene: Scene) -> None:
    """What happens at night is told in the morning, in order; the screen is told at once."""
    number, phone = scene.phone(quiet="23:00-07:00")
    follow = scene.follow(1, number)
    scene.clock.at = NOON + 11 * 60 * MINUTE  # 23:00
    scene.happen(follow, "a", "b")
    assert scene.teller.tell_due() == 2
    assert scene.screen.told == ["a", "b"]
    scene.happen(follow, "c")
    scene.later(7 * 60 + 59)  # 06:59
    assert phone.tried == []
    scene.later(1)
    assert phone.told == ["a", "b", "c"]


# Threads


class Hanging(FakeChannel):
    """A channel that hangs until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = threading.Event()
        self.go = threading.Event()

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Hang, then take notices."""
        self.entered.set()
        self.go.wait(30)
        super().send(notices)


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.005)


def test_a_hanging_channel_stops_no_other(scene: Scene) -> None:
    """While one channel hangs, the others are told what happens, as soon as they are woken."""
    stuck, _ = scene.phone("stuck")
    hanging = scene.channels[stuck] = Hanging()
    well, phone = scene.phone("well")
    follow = scene.follow(1, stuck, well)
    stop = threading.Event()
    thread = threading.Thread(target=scene.teller.run, args=(stop,))
    thread.start()
    try:
        scene.happen(follow, "a")
        scene.teller.wake()
        until(hanging.entered.is_set)
        scene.happen(follow, "b")
        scene.teller.wake()
        until(lambda: phone.told == scene.screen.told == ["a", "b"])
        assert hanging.told == []
        hanging.go.set()
        until(lambda: hanging.told == ["a", "b"])
    finally:
        hanging.go.set()
        stop.set()
        thread.join(20)
    assert not thread.is_alive()


def test_a_stop_leaves_the_rest_for_next_time(scene: Scene) -> None:
    """After a stop nothing more is sent; what was on its way is told, the rest waits unharmed."""
    number, _ = scene.phone()
    hanging = scene.channels[number] = Hanging()
    scene.happen(scene.follow(1, number), "a", "b", "c")
    stop = threading.Event()
    thread = threading.Thread(target=scene.teller.run, args=(stop,))
    thread.start()
    until(hanging.entered.is_set)
    stop.set()
    hanging.go.set()
    thread.join(20)
    assert hanging.told == ["a"]
    assert scene.store.recover() == 0
    assert scene.teller.tell_due() == 2
    assert hanging.told == ["a", "b", "c"]


# A store that fails


def test_what_was_sent_is_not_sent_again_when_the_store_fails(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notice that was told, but could not be noted as told, is noted later and not repeated."""
    number, phone = scene.phone()
    scene.happen(scene.follow(1, number), "a", "b")

    mark_told = scene.store.mark_told
    is_full = True

    def mark(notices: Sequence[Notice], at: float) -> None:
        if is_full:
            raise LiveStoreFailed(reason="database or disk is full")
        mark_told(notices, at)

    monkeypatch.setattr(scene.store, "mark_told", mark)
    for _ in range(5):
        scene.later(1)
    assert (phone.told, scene.screen.told) == (["a"], ["a", "b"])
    assert set(scene.failures) == {"live_store_failed"}
    is_full = False
    scene.later(1)
    assert (phone.told, scene.screen.told) == (["a", "b"], ["a", "b"])
    assert scene.store.counts() == {"waiting": 0, "told": 4, "doubtful": 0}


def test_a_store_that_cannot_be_read_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread goes on when the store fails, and tells what waits when it works again."""
    scene.happen(scene.follow(1), "a")
    scene.store.close()
    stop = threading.Event()

    def broken(_file: Database) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "_opened", broken)
        thread = threading.Thread(target=scene.teller.run, args=(stop,))
        thread.start()
        until(lambda: "live_store_failed" in scene.failures)
    scene.teller.wake()
    until(lambda: scene.screen.told == ["a"])
    stop.set()
    thread.join(20)
    assert not thread.is_alive()


# Sudden deaths

SENDER = """
import sys, time
from pathlib import Path
from live.store import LiveStore
from live.teller import Teller

class Channel:
    def __init__(self, row):
        self.at_once = 3 if row.kind == "screen" else 1
        self.path = Path(sys.argv[1], row.kind)
    def send(self, notices):
        with self.path.open("a") as out:
            for notice in notices:
                out.write(f"{notice.document['key']} {notice.document['maybe_repeated']:d}\\n")
                out.flush()
                time.sleep(float(sys.argv[2]))

store = LiveStore(Path(sys.argv[1]))
print(store.recover(), flush=True)
Teller(store, lambda document, language: ("", ""), Channel).tell_due()
print("done", flush=True)
"""


def test_a_killed_teller_repeats_only_what_was_on_its_way(scene: Scene, tmp_path: Path) -> None:
    """Killed again and again while it sends, it tells every notice, in order for each player.

    What comes twice was being sent; it says so and is counted.
    """
    number, _ = scene.phone()
    follows = [scene.follow(n, number) for n in range(1, 6)]
    for turn in range(12):
        for follow in follows:
            scene.happen(follow, f"{follow}.{turn:02}")
    total = 60
    chance = random.Random(11)  # noqa: S311 - any moments will do
    recovered = 0
    is_done = False
    for pause in [0.02] * 12 + [0.0]:
        running = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", SENDER, str(tmp_path), str(pause)],
            cwd=ROOT, stdout=subprocess.PIPE,
        )  # fmt: skip
        with running:
            assert running.stdout is not None
            recovered += int(running.stdout.readline())
            if pause:
                time.sleep(chance.uniform(0.0, 0.15))
                running.send_signal(signal.SIGKILL)
            is_done = b"done" in running.stdout.read()
    assert is_done
    assert recovered > 0
    for kind in ("screen", "apprise"):
        lines = [line.split() for line in (tmp_path / kind).read_text().splitlines()]
        firsts = list(dict.fromkeys(key for key, _ in lines))
        assert len(firsts) == total
        for follow in follows:
            own = [key for key in firsts if key.startswith(f"{follow}.")]
            assert own == sorted(own)
        counted = Counter(key for key, _ in lines)
        marked = {key for key, is_repeated in lines if is_repeated == "1"}
        assert {key for key, times in counted.items() if times > 1} <= marked
    counts = scene.store.counts()
    assert (counts["waiting"], counts["told"]) == (0, 2 * total)
    assert 0 < counts["doubtful"] <= recovered


def test_a_batch_that_was_told_in_part(scene: Scene) -> None:
    """Where a screen took some notices of a batch, only the others are told again, unmarked."""
    anna = scene.follow(1)
    scene.happen(anna, "a", "b", "c")
    scene.screen.failure = ChannelFailed(1, reason="full")
    scene.screen.refuses = lambda key: key == "b"
    assert scene.teller.tell_due() == 1
    assert scene.store.counts() == {"waiting": 2, "told": 1, "doubtful": 0}
    scene.screen.refuses = lambda _key: False
    assert scene.later(1) == 2
    assert (scene.screen.told, scene.screen.repeated) == (["b", "c"], [])
