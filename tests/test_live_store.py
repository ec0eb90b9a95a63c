"""The store of what is followed: one transaction a look, nobody twice, nothing lost or repeated."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live import database
from live.model import Follow, Phase
from live.store import FILE, LONGEST_PAUSE, ChannelRow, FactRow, LiveStore, Look, Notice
from scraper.errors import LiveStoreDamaged, LiveStoreFailed, LiveStoreTooNew, QuietUnclear
from tests.conftest import ROOT

EVENT = 1234567
TROUBLE = {"code": "no_network", "facts": {"host": "chess-results.com"}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LiveStore]:
    """Give an empty store."""
    with_patience = LiveStore(tmp_path, patience=0.2)
    yield with_patience
    with_patience.close()


def person(start_number: int = 12, event: int = EVENT, **known: Any) -> Follow:
    """Give somebody to follow."""
    return Follow(event, start_number, **{"name": "Şenbulakçı, Kerem", **known})


def added(store: LiveStore, *channels: ChannelRow, **known: Any) -> int:
    """Follow somebody, and give the number of the follow."""
    follow, _ = store.add_follow(person(**known), [channel.id for channel in channels])
    assert follow.id is not None
    return follow.id


def fact(key: str, follow: int) -> FactRow:
    """Give a fact about a player."""
    return FactRow(key, follow, "pairing", 100.0, {"key": key, "round": 3})


def look(*facts: FactRow, state: bytes = b"state", **other: Any) -> Look:
    """Give what a look came to."""
    values = {"phase": Phase.PLAYING, "due_at": 160.0, "as_of": 100.0, "name": "Open", **other}
    return Look(state, facts=facts, **values)


def keys(notices: list[Notice]) -> list[str]:
    """Give the keys of notices."""
    return [str(notice.document["key"]) for notice in notices]


# Who is followed


def test_nobody_is_followed_twice(store: LiveStore) -> None:
    """Adding a player again, by FIDE id or by name and number, adds just what was missing."""
    phone = store.channel("apprise", "ntfy://topic", "tr")
    first, is_new = store.add_follow(person(), [])
    again, is_new_again = store.add_follow(
        person(name="KEREM SENBULAKCI", fide_id=990123, k=20), [phone.id]
    )
    moved, is_new_moved = store.add_follow(person(40, name="Kerem", fide_id=990123, k_by_hand=40))
    assert (is_new, is_new_again, is_new_moved) == (True, False, False)
    assert first.id == again.id == moved.id
    assert store.follows() == [person(fide_id=990123, k=20, k_by_hand=40, id=first.id)]
    assert store.channels(first.id) == [phone]


@pytest.mark.parametrize(
    "other",
    [
        person(13),
        person(name="Zerdegülü, Ada", fide_id=None),
        person(fide_id=990124),
        person(event=EVENT + 1, fide_id=990123),
    ],
    ids=["number", "name", "fide id", "event"],
)
def test_another_player_is_followed_beside(store: LiveStore, other: Follow) -> None:
    """Another number, name, FIDE id or event is somebody else."""
    store.add_follow(person(fide_id=990123))
    assert store.add_follow(other)[1]
    assert len(store.follows()) == 2


def test_a_new_event_and_one_that_was_over_are_due_at_once(store: LiveStore) -> None:
    """Whoever is added to an event at which nobody looks any more wakes it up."""
    follow = added(store)
    assert [(row.id, row.due_at, row.phase) for row in store.events()] == [(EVENT, 0.0, None)]
    store.record(EVENT, look(phase=Phase.FINISHED, due_at=None))
    added(store, start_number=13)
    (event,) = store.events()
    assert (event.due_at, event.phase, event.follows) == (0.0, Phase.FINISHED, 2)
    store.set_due(EVENT, 500.0)
    added(store, start_number=14)
    assert store.events()[0].due_at == 500.0
    store.remove_follows([follow])
    assert store.events()[0].follows == 2


def test_who_is_removed_is_told_nothing_more(store: LiveStore) -> None:
    """What waits for a removed player goes, also a fact that a running look brings later."""
    screen = store.channel("screen", "", "en")
    one, two = added(store), added(store, start_number=13)
    store.record(EVENT, look(fact("a", one), fact("b", two)))
    store.remove_follows([one])
    assert store.record(EVENT, look(fact("c", one), follows=[person(id=one)])) == 0
    assert keys(store.waiting(screen.id, 200.0)) == ["b"]
    assert [follow.id for follow in store.follows()] == [two]


def test_a_player_followed_anew_hears_what_the_first_follow_was_told(store: LiveStore) -> None:
    """Facts told long ago do not keep a new follow from facts of the same key."""
    screen = store.channel("screen", "", "en")
    store.record(EVENT, look(fact("a", added(store))))
    store.mark_told(store.mark_sending(store.waiting(screen.id, 200.0)), 200.0)
    store.remove_follows([one.id or 0 for one in store.follows(EVENT)])
    assert store.record(EVENT, look(fact("a", added(store)))) == 1
    assert keys(store.waiting(screen.id, 300.0)) == ["a"]


def test_an_event_leaves_with_its_last_player(store: LiveStore) -> None:
    """An event that nobody follows is forgotten, and a look on its way does not bring it back."""
    follow = added(store)
    store.record(EVENT, look(snapshot=(100.0, None, b"first")))
    store.remove_follows([follow])
    assert store.record(EVENT, look(snapshot=(160.0, None, b"second"))) == 0
    assert (store.events(), store.state(EVENT), list(store.snapshots(EVENT))) == ([], None, [])


# Looks


def test_a_look_is_stored_whole(store: LiveStore) -> None:
    """State, times, facts, players and the snapshot of a look are there after it."""
    screen = store.channel("screen", "", "en")
    phone = store.channel("apprise", "ntfy://topic", "tr", "23:00-07:00")
    follow = added(store, phone)
    moved = person(15, id=follow)
    outcome = look(fact("a", follow), follows=[moved], snapshot=(100.0, "2026-05-14 09:30", b"d"))
    assert store.record(EVENT, outcome) == 1
    assert store.state(EVENT) == b"state"
    assert store.follows(EVENT) == [moved]
    assert list(store.snapshots(EVENT)) == [(100.0, "2026-05-14 09:30", b"d")]
    (event,) = store.events()
    assert (event.name, event.phase, event.due_at, event.as_of) == (
        "Open", Phase.PLAYING, 160.0, 100.0,
    )  # fmt: skip
    assert [len(store.waiting(channel.id, 200.0)) for channel in (screen, phone)] == [1, 1]
    assert store.facts_after(0) == [(1, {"key": "a", "round": 3})]
    assert store.news_at() == {follow: 100.0}


def test_a_fact_is_told_once(store: LiveStore) -> None:
    """The same fact, found again by a later look, is no new one."""
    screen = store.channel("screen", "", "en")
    follow = added(store)
    found = [store.record(EVENT, look(fact("a", follow), fact("b", follow))) for _ in range(2)]
    assert found == [2, 0]
    assert store.record(EVENT, look(fact("b", follow), fact("c", follow))) == 1
    assert keys(store.waiting(screen.id, 200.0)) == ["a", "b", "c"]


def test_a_failure_keeps_what_was_seen(store: LiveStore) -> None:
    """Failures are counted, since the first; the state stays, and a look that went well ends it."""
    added(store)
    store.record(EVENT, look())
    for at in (200.0, 300.0):
        store.record_failure(EVENT, due_at=at + 60, trouble=TROUBLE, at=at)
    (event,) = store.events()
    assert (event.failures, event.trouble, event.trouble_since, event.due_at) == (
        2, TROUBLE, 200.0, 360.0,
    )  # fmt: skip
    assert (event.as_of, store.state(EVENT)) == (100.0, b"state")
    store.record(EVENT, look())
    (event,) = store.events()
    assert (event.failures, event.trouble, event.trouble_since) == (0, None, None)


def test_snapshots_come_in_order(store: LiveStore) -> None:
    """Any number of snapshots of an event comes back in the order of the looks."""
    added(store)
    for number in range(205):
        store.record(EVENT, look(snapshot=(float(number), None, b"%d" % number)))
    assert [at for at, _, _ in store.snapshots(EVENT)] == [float(n) for n in range(205)]


# Notices


def test_an_address_is_one_channel(store: LiveStore) -> None:
    """An address is one channel, which speaks the language that was given last."""
    screen = store.channel("screen", "", "en")
    assert store.channel("screen", "", "tr") == screen._replace(language="tr")
    one, two = (store.channel("apprise", "ntfy://topic", words) for words in ("en", "tr"))
    assert two == one._replace(language="tr")
    assert len(store.channels()) == 2


def test_a_channel_can_be_taken_from_a_player(store: LiveStore) -> None:
    """What waits for the channel is not told any more; other channels and players keep theirs."""
    one, other = (store.channel("exec", name, "en") for name in ("one", "other"))
    follow = added(store, one, other)
    store.record(EVENT, look(fact("a", follow)))
    store.unsubscribe(follow, [one.id])
    store.record(EVENT, look(fact("b", follow)))
    assert keys(store.waiting(one.id, 10.0)) == []
    assert keys(store.waiting(other.id, 10.0)) == ["a", "b"]


def test_an_event_has_a_name_before_the_first_look(store: LiveStore) -> None:
    """The name from the list stands until a look tells another one."""
    added(store)
    store.name_event(EVENT, "Invented Open")
    assert store.events()[0].name == "Invented Open"
    store.record(EVENT, look(name="Invented Open 2026"))
    store.name_event(EVENT, "Invented Open")
    assert store.events()[0].name == "Invented Open 2026"


def test_quiet_hours_stay_until_others_are_given(store: LiveStore) -> None:
    """Quiet hours are kept where none are given, replaced by others, and ended by empty ones."""
    given = [
        store.channel("exec", "tell", "en", q).quiet
        for q in (None, "23:00-7:00", None, "22:00-06:00", "")
    ]
    assert given == [None, "23:00-07:00", "23:00-07:00", "22:00-06:00", None]
    with pytest.raises(QuietUnclear):
        store.channel("exec", "tell", "en", "at night")


def test_a_failed_notice_holds_back_its_player_alone(store: LiveStore) -> None:
    """Later notices of the player wait for the one that failed; those of others do not."""
    screen = store.channel("screen", "", "en")
    one, two = added(store), added(store, start_number=13)
    store.record(EVENT, look(fact("a1", one), fact("a2", one), fact("b1", two)))
    store.mark_failed(store.mark_sending(store.waiting(screen.id, 200.0))[0], 260.0, TROUBLE)
    store.recover()  # the two others were being sent as well
    store.record(EVENT, look(fact("a3", one)))
    assert store.troubles() == {screen.id: TROUBLE}
    assert keys(store.waiting(screen.id, 200.0)) == ["b1"]
    store.mark_told(store.mark_sending(store.waiting(screen.id, 200.0)), 200.0)
    assert store.next_notices() == {screen.id: 260.0}
    assert keys(store.waiting(screen.id, 260.0)) == ["a1", "a2", "a3"]
    assert [notice.tries for notice in store.waiting(screen.id, 260.0)] == [1, 0, 0]


def test_what_is_being_sent_holds_back_its_player(store: LiveStore) -> None:
    """While a notice is on its way, the next one of the same player is not handed out."""
    screen = store.channel("screen", "", "en")
    follow = added(store)
    store.record(EVENT, look(fact("a", follow), fact("b", follow)))
    first = store.waiting(screen.id, 200.0, limit=1)
    assert store.mark_sending(first) == first
    assert store.mark_sending(first) == []
    assert store.waiting(screen.id, 200.0) == []
    assert store.next_notices() == {}
    store.mark_told(first, 200.0)
    assert keys(store.waiting(screen.id, 200.0)) == ["b"]


def test_what_a_dead_process_was_sending_is_doubtful(store: LiveStore) -> None:
    """Just what was on its way waits again, marked; what was told or waited is as it was."""
    screen = store.channel("screen", "", "en")
    follow = added(store)
    store.record(EVENT, look(*(fact(key, follow) for key in "abc")))
    store.mark_told(store.mark_sending(store.waiting(screen.id, 200.0, limit=1)), 200.0)
    store.mark_sending(store.waiting(screen.id, 200.0, limit=1))
    assert store.recover() == 1
    assert store.recover() == 0
    notices = store.waiting(screen.id, 200.0)
    assert [(n.document["key"], n.doubtful) for n in notices] == [("b", True), ("c", False)]
    assert store.counts() == {"waiting": 2, "told": 1, "doubtful": 1}


def test_a_notice_on_its_way_does_not_outlive_its_player(store: LiveStore) -> None:
    """If it fails after the player was removed, or its sender dies, it is not sent again."""
    screen = store.channel("screen", "", "en")
    one, two = added(store), added(store, start_number=13)
    store.record(EVENT, look(fact("a", one), fact("b", two)))
    first, _ = store.mark_sending(store.waiting(screen.id, 200.0))
    store.remove_follows([one.id or 0 for one in store.follows(EVENT)])
    store.mark_failed(first, 260.0, TROUBLE)
    assert store.recover() == 0
    assert store.counts() == {"waiting": 0, "told": 0, "doubtful": 0}


def test_a_clock_that_was_ahead_delays_nothing(store: LiveStore) -> None:
    """A next try that is further away than any is due at once."""
    screen = store.channel("screen", "", "en")
    store.record(EVENT, look(fact("a", added(store))))
    (notice,) = store.mark_sending(store.waiting(screen.id, 200.0))
    store.mark_failed(notice, 1e9, TROUBLE)
    assert keys(store.waiting(screen.id, 1e9 - LONGEST_PAUSE)) == []
    assert keys(store.waiting(screen.id, 200.0)) == ["a"]


def test_what_was_told_is_not_read_again(store: LiveStore) -> None:
    """What waits, and when, is found by indexes that hold no told notices."""
    store.counts()
    plans: list[str] = []
    traced: list[str] = []
    connection = store._file._connection
    assert connection is not None
    connection.set_trace_callback(traced.append)
    store.waiting(1, 200.0)
    store.next_notices()
    store.troubles()
    connection.set_trace_callback(None)
    for sql in traced:
        plans += [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    of_outbox = [plan for plan in plans if " o " in plan or " e " in plan or "outbox" in plan]
    assert len(of_outbox) == 4
    assert all("untold" in plan for plan in of_outbox), of_outbox


# Several at once


def test_threads_share_a_store(store: LiveStore) -> None:
    """Looks and telling in several threads: every fact is there once, and told once."""
    screen = store.channel("screen", "", "en")
    follows = [added(store, start_number=number) for number in range(1, 5)]
    told: list[str] = []

    def record(follow: int) -> None:
        for number in range(25):
            store.record(EVENT, look(fact(f"{follow}/{number}", follow)))

    def tell() -> None:
        while len(told) < 100:
            batch = store.mark_sending(store.waiting(screen.id, 200.0))
            told.extend(keys(batch))
            store.mark_told(batch, 200.0)

    threads = [threading.Thread(target=record, args=(follow,)) for follow in follows]
    threads.append(threading.Thread(target=tell))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == sorted(f"{follow}/{n}" for follow in follows for n in range(25))
    for follow in follows:
        assert [key for key in told if key.startswith(f"{follow}/")] == [
            f"{follow}/{n}" for n in range(25)
        ]


ADDER = """
import sys
from pathlib import Path
from live.model import Follow
from live.store import LiveStore
store = LiveStore(Path(sys.argv[1]))
for number in range(40):
    store.add_follow(Follow(1234567, number, f"Player, {number}", fide_id=1000 + number))
"""


def test_processes_share_a_store(store: LiveStore, tmp_path: Path) -> None:
    """Three processes that start on a new file and add the same players add each once."""
    running = [
        subprocess.Popen([sys.executable, "-c", ADDER, str(tmp_path)], cwd=ROOT)  # noqa: S603
        for _ in range(3)
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert [follow.start_number for follow in store.follows()] == list(range(40))


def test_what_another_process_wrote_is_noticed(store: LiveStore, tmp_path: Path) -> None:
    """The version changes after somebody else wrote, and only then."""
    other = LiveStore(tmp_path)
    before = store.version()
    assert store.version() == before
    other.add_follow(person())
    assert store.version() != before
    other.close()


# Sudden deaths

RECORDER = """
import sys
from pathlib import Path
from live.model import Phase
from live.store import FactRow, LiveStore, Look
store = LiveStore(Path(sys.argv[1]))
event = store.events()[0].id
number = int(store.state(event) or b"0")
print("ready", flush=True)
while True:
    number += 1
    facts = [FactRow(f"{number}/{i}", 1, "result", 1.0, {"key": f"{number}/{i}"}) for i in "ab"]
    state = b"%d" % number
    store.record(event, Look(state, Phase.PLAYING, 1.0, 1.0, "", facts, (), (1.0, None, state)))
"""


def test_a_killed_look_leaves_all_or_nothing(store: LiveStore, tmp_path: Path) -> None:
    """However often the process is killed, state, facts, notices and snapshots belong together."""
    store.channel("screen", "", "en")
    added(store)
    chance = random.Random(7)  # noqa: S311 - any moments will do
    for _ in range(8):
        running = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", RECORDER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
        )
        with running:
            assert running.stdout is not None
            running.stdout.readline()
            threading.Event().wait(chance.uniform(0.0, 0.05))
            running.send_signal(signal.SIGKILL)
        looks = int(store.state(EVENT) or b"0")
        expected = [f"{number}/{i}" for number in range(1, looks + 1) for i in "ab"]
        assert [document["key"] for _, document in store.facts_after(0, 10**6)] == expected
        assert store.counts()["waiting"] == 2 * looks
        assert [int(delta) for _, _, delta in store.snapshots(EVENT)] == list(range(1, looks + 1))
    assert looks > 0


# A disk that fails


def test_a_full_disk_leaves_nothing_half_written(
    store: LiveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that does not fit is refused whole; with room again everything goes on."""
    screen = store.channel("screen", "", "en")
    follow = added(store)
    store.record(EVENT, look(fact("a", follow)))
    large = look(
        fact("b", follow), state=bytes(200_000), name="New", snapshot=(1.0, None, bytes(200_000))
    )
    opened = database.Database._opened

    def without_room(file: database.Database) -> sqlite3.Connection:
        connection = opened(file)
        connection.execute("PRAGMA max_page_count = 1")  # no more than there are
        return connection

    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(database.Database, "_opened", without_room)
        for _ in range(2):
            with pytest.raises(LiveStoreFailed, match="full"):
                store.record(EVENT, large)
        assert store.state(EVENT) == b"state"
        assert store.events()[0].name == "Open"
        assert keys(store.waiting(screen.id, 200.0)) == ["a"]
    store.close()
    assert store.record(EVENT, large) == 1
    assert keys(store.waiting(screen.id, 200.0)) == ["a", "b"]


def test_a_file_that_takes_no_writing_is_refused(
    store: LiveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be written it can still be read, and written again later."""
    added(store)
    opened = database.Database._opened

    def read_only(file: database.Database) -> sqlite3.Connection:
        connection = opened(file)
        connection.execute("PRAGMA query_only = ON")
        return connection

    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(database.Database, "_opened", read_only)
        with pytest.raises(LiveStoreFailed):
            store.record(EVENT, look())
        assert len(store.follows()) == 1
    store.close()
    store.record(EVENT, look())
    assert store.state(EVENT) == b"state"


def test_a_file_that_is_in_use_is_refused_for_now(store: LiveStore, tmp_path: Path) -> None:
    """While somebody else writes for too long, writing is refused and reading goes on."""
    added(store)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LiveStoreFailed, match="locked"):
        store.record(EVENT, look())
    assert len(store.follows()) == 1
    other.execute("ROLLBACK")
    other.close()
    store.record(EVENT, look())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """A file in the place of the folder is a refusal."""
    (tmp_path / "home").write_text("")
    with pytest.raises(LiveStoreFailed):
        LiveStore(tmp_path / "home").follows()


def test_the_file_is_for_its_owner_alone(store: LiveStore, tmp_path: Path) -> None:
    """Addresses of channels are secrets; nobody else can read the file."""
    added(store)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob(f"{FILE}*")} == {0}


@pytest.mark.parametrize("content", [b"Rd.;Bo.;No.\n" * 500, b"SQLite format 3\0" + b"\xff" * 4000])
def test_something_else_in_its_place_is_not_touched(
    store: LiveStore, tmp_path: Path, content: bytes
) -> None:
    """What is no database is refused, and stays as it is: the follows must not vanish silently."""
    (tmp_path / FILE).write_bytes(content)
    for _ in range(2):
        with pytest.raises(LiveStoreDamaged):
            store.follows()
    assert (tmp_path / FILE).read_bytes() == content


def test_a_database_of_another_program_is_not_touched(store: LiveStore, tmp_path: Path) -> None:
    """Tables of others are refused, and get none of ours."""
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("CREATE TABLE event (what TEXT)")
    with pytest.raises(LiveStoreDamaged):
        store.add_follow(person())
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("event",)]
    other.close()


def test_a_store_of_a_later_version_is_refused(store: LiveStore, tmp_path: Path) -> None:
    """What a later version has changed is not read with the eyes of this one."""
    added(store)
    store.close()
    other = sqlite3.connect(tmp_path / FILE)
    other.execute(f"PRAGMA user_version = {len(database.MIGRATIONS) + 1}")
    other.close()
    with pytest.raises(LiveStoreTooNew):
        store.follows()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE fact SET document = '{'",
        "UPDATE fact SET document = '[]'",
        "UPDATE event SET phase = 'asleep'",
        "UPDATE event SET trouble = '3'",
    ],
)
def test_a_damaged_value_is_a_refusal(store: LiveStore, tmp_path: Path, damage: str) -> None:
    """A value that this program did not write is refused in a sentence, whatever it is."""
    screen = store.channel("screen", "", "en")
    store.record(EVENT, look(fact("a", added(store))))
    other = sqlite3.connect(tmp_path / FILE)
    with other:
        other.execute(damage)
    other.close()
    with pytest.raises(LiveStoreDamaged):
        (store.waiting(screen.id, 200.0), store.events())


def test_documents_are_kept_as_given(store: LiveStore) -> None:
    """A document comes back equal, with all its letters, absent values and numbers."""
    document = json.loads('{"key": "a", "name": "Çağrı İnci", "points": "3.5", "next": null}')
    follow = added(store)
    store.record(EVENT, look(FactRow("a", follow, "result", 100.0, document)))
    assert store.facts_after(0) == [(1, document)]
    assert store.facts_after(1) == []
