"""Whatever goes wrong while an event is followed: it passes, and nothing is lost or told twice."""

from __future__ import annotations

import io
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from commands.screens import Screen
from commands.session import Clock, Session
from live.board import Board
from live.channels import Outgoing
from live.database import Database
from live.follow import Follower, Looked
from live.lease import Lease
from live.model import FactKind, Phase
from live.store import LiveStore
from live.teller import Teller
from live.when import LONGEST, SHORTEST
from report.facts import document_of
from report.live import LiveTable
from report.words import Words
from scraper import site
from scraper.errors import AlreadyFollowing, ChannelFailed, LiveStoreFailed, TnrateError
from scraper.gather import Gatherer
from tests.following import DirectSite, Watch
from tests.standin.build import simple_swiss
from tests.standin.clock import HandClock
from tests.standin.event import Style
from tests.standin.faults import Fault
from tests.standin.play import Play, Story, play_of
from tests.standin.random_plays import START

MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE
DAY = 24 * HOUR
PLAYERS, ROUNDS = 8, 4
# In the middle of round 2.
BROKEN = START + 100 * MINUTE
ENGLISH = Words("en")
_MOST_GAP = LONGEST * 1.1 + MINUTE


def plays(count: int = 2, start: datetime = START) -> list[Play]:
    """Make plays of rapid events, in which nothing happens but games."""
    story = Story(
        lead=20 * MINUTE, between=60 * MINUTE, games=40 * MINUTE, notice=5 * MINUTE, uploads=3
    )
    return [
        play_of(
            simple_swiss(PLAYERS, ROUNDS, seed=3 + place, number=9800001 + place),
            start,
            story,
            Style(two_ratings=True),
        )
        for place in range(count)
    ]


class HttpWatch(Watch):
    """A watch that goes through the network; `asked` has the times of all looks with requests."""

    def new_follower(self) -> Follower:
        """Make a follower that asks the stand-in's port."""
        if self.standin.port == 0:
            self.standin.start()
            os.environ["TNRATE_SITE"] = self.standin.url
        self.gatherer = Gatherer("test", None, now=self.clock.now)
        chance = random.Random(1)  # noqa: S311 - the same looks every time are what is wanted
        return Follower(self.store, self.gatherer, document_of, self.clock.now, chance)

    def until(self, when: datetime) -> None:
        """Look until a time."""
        while (due := self.follower.next_due()) is not None and due < when:
            self.look()
        self.clock.sleep_until(when)

    def times(self, event: int) -> list[datetime]:
        """Give the times of the looks of an event."""
        return [at for at, looked in self.looks if looked.event == event]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HttpWatch]:
    """Give a watch of two events over HTTP, whose pauses between tries pass at once."""
    monkeypatch.setenv("TNRATE_SITE", "")
    monkeypatch.setattr(site, "SECONDS_BETWEEN_REQUESTS", 0.0)
    made = HttpWatch(tmp_path, plays())
    waits = SimpleNamespace(
        monotonic=time.monotonic,
        sleep=lambda seconds: made.clock.jump(timedelta(seconds=seconds)),
    )
    monkeypatch.setattr(site, "time", waits)
    yield made
    made.standin.stop()
    made.store.close()


def check_told(store: LiveStore, told_of: Sequence[Play]) -> None:
    """Check that everybody was told every result and every round once, and nothing that was not.

    A pairing that was seen with its result only is no fact.
    """
    documents = [document for _, document in store.facts_after(0, 10**6)]
    for play in told_of:
        for player in play.last.players:
            own = [
                one
                for one in documents
                if one["tournament"]["id"] == play.number
                and (one["player"]["name"], one["player"]["fide_id"] or 0)
                == (player.name, player.fide_id)
            ]
            told = Counter((one["kind"], one["round"]) for one in own)
            assert max(told.values()) == 1
            rows = play.last.rows(player.start_number)
            games = {row.round: row.score for row in rows if row.opponent is not None}
            scores = {one["round"]: one["game"]["score"] for one in own if one["kind"] == "result"}
            assert scores == games
            assert told[FactKind.EVENT_FINISHED, play.last.rounds_total] == 1
            kinds = {kind for kind, _ in told}
            assert kinds <= {"pairing", "not_paired", "result", "round_finished", "event_finished"}


def check_looks(times: Sequence[datetime]) -> None:
    """Check that the looks of an event keep a minute."""
    assert all(later - one >= SHORTEST for one, later in pairwise(times))


@dataclass(frozen=True)
class Case:
    """A fault, the code of the refusal that is met, how long it lasts, and whether pauses grow."""

    fault: Fault
    code: str
    lasts: timedelta = 10 * MINUTE
    grows: bool = True


CASES = {
    "busy": Case(Fault.status(503), "site_busy"),
    "too many, come back soon": Case(Fault.status(429, 2), "site_busy"),
    "too many, come back later": Case(Fault.status(429, 120), "site_busy", HOUR, grows=False),
    "broken": Case(Fault.status(500), "site_busy", HOUR),
    "reset": Case(Fault.reset(), "no_network"),
    "half a page": Case(Fault.half_page(), "page_cut"),
    "a short body": Case(Fault.short_body(), "page_cut"),
    "nothing": Case(Fault.empty(), "page_empty"),
    "bytes": Case(Fault.binary(), "page_binary"),
    "somewhere else": Case(Fault.redirect(), "foreign_redirect"),
    "round in circles": Case(Fault.redirect_loop(), "redirect_loop"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_passes_and_nothing_is_lost(watch: HttpWatch, name: str) -> None:
    """While it lasts, what is shown is old and marked so, and tries become rarer; then all goes on.

    Nothing is told twice, and all that there is to be told is told.
    """
    case = CASES[name]
    watch.until(BROKEN)
    before = {row.id: row.as_of for row in watch.store.events()}
    watch.standin.between(BROKEN, BROKEN + case.lasts, case.fault.sticky())
    while watch.clock.now() < BROKEN + case.lasts:
        due = watch.follower.next_due()
        assert due is not None
        if due >= BROKEN + case.lasts:
            break
        watch.look()
    troubled = [row for row in watch.store.events() if row.trouble is not None]
    assert troubled
    for row in troubled:
        assert row.trouble is not None
        assert row.trouble["code"] == case.code
        assert row.as_of == before[row.id]
        assert row.trouble_since is not None
        assert row.trouble_since >= BROKEN.timestamp()
    check_marked(watch, old=len(troubled))
    for event in watch.plays:
        pauses = [later - one for one, later in pairwise(failed_at(watch, event))]
        growing = [later > one for one, later in pairwise(pauses) if later < 15 * MINUTE]
        assert all(growing) or not case.grows
    watch.run()
    assert [row.trouble for row in watch.store.events()] == [None, None]
    check_marked(watch, old=0)
    for event in watch.plays:
        check_looks(watch.times(event))
    check_told(watch.store, list(watch.plays.values()))


def failed_at(watch: HttpWatch, event: int) -> list[datetime]:
    """Give the times of the looks of an event that met something."""
    return [at for at, one in watch.looks if one.event == event and one.trouble is not None]


def check_marked(watch: Watch, old: int) -> None:
    """Check that so many events of the live table are marked as old."""
    console = Console(width=100, record=True, file=io.StringIO())
    table = LiveTable(ENGLISH)
    console.print(table.render(Board(watch.store).rows(), [], watch.clock.now()))
    assert console.export_text().count("⚠ old since") == old


def test_a_page_of_another_round_is_not_believed(watch: HttpWatch) -> None:
    """Where the site shows another round than the earlier one asked for, it is left aside."""
    fault = Fault.wrong_round().sticky()
    watch.standin.between(BROKEN, BROKEN + 2 * HOUR, fault)
    watch.run()
    assert any(seen.query.get("rd", "").isdecimal() for seen in watch.standin.requests)
    check_told(watch.store, list(watch.plays.values()))


def test_a_page_that_drips_holds_nobody_up(
    watch: HttpWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that does not come in time is left, and the other event goes on meanwhile."""
    slow, other = watch.plays.values()
    watch.until(BROKEN)
    monkeypatch.setattr(site, "PAGE_TIMEOUT", 1.5)
    dripping = Fault.slow(pause=0.5, piece=64).sticky()
    dripping = dripping.when(lambda seen: str(slow.number) in seen.path)
    watch.standin.between(BROKEN, BROKEN + 16 * MINUTE, dripping)
    watch.until(BROKEN + 30 * MINUTE)
    assert failed_at(watch, slow.number)
    assert {one.trouble.code for _, one in watch.looks if one.trouble} == {"timeout"}
    assert any(BROKEN < at < BROKEN + 16 * MINUTE for at in watch.times(other.number))
    monkeypatch.setattr(site, "PAGE_TIMEOUT", 50.0)
    watch.run()
    check_told(watch.store, [slow, other])


@pytest.mark.parametrize(
    ("fault", "pause"),
    [(Fault.limit(), 30 * MINUTE), (Fault.status(503, 20 * 60), 20 * MINUTE)],
    ids=["limit", "pause"],
)
def test_where_the_site_wants_no_requests_no_event_makes_any(
    watch: HttpWatch, fault: Fault, pause: timedelta
) -> None:
    """One page of the daily limit, or a long Retry-After, stops the looks of all events."""
    watch.until(BROKEN)
    watch.standin.faults.append(fault)
    while (looked := watch.look()) is not None and looked.trouble is None:
        pass
    met, asked = watch.clock.now(), len(watch.standin.requests)
    due = watch.follower.next_due()
    assert due is not None
    assert due >= met + pause - timedelta(seconds=1)
    watch.until(due)
    assert len(watch.standin.requests) == asked
    assert [at for at, _ in watch.looks if at > met] == []
    check_marked(watch, old=len(watch.plays))
    watch.run()
    check_told(watch.store, list(watch.plays.values()))


def test_an_event_that_was_deleted_is_told_once_and_left(watch: HttpWatch) -> None:
    """It is asked for once more; then all its followers are told, and nobody looks any more."""
    gone, other = watch.plays.values()
    watch.standin.delete(gone.number, BROKEN)
    watch.run()
    assert len(failed_at(watch, gone.number)) == 2
    first, second = failed_at(watch, gone.number)
    assert second - first >= 10 * MINUTE
    assert watch.times(gone.number)[-1] == second
    row = next(one for one in watch.store.events() if one.id == gone.number)
    assert (row.phase, row.due_at) == (Phase.MISSING, None)
    missing = [one for one in watch.documents() if one["kind"] == FactKind.EVENT_MISSING]
    assert {one["tournament"]["id"] for one in missing} == {gone.number}
    names = Counter(one["player"]["name"] for one in missing)
    assert names == Counter(one.name for one in gone.last.players)
    check_told(watch.store, [other])


def test_an_event_that_comes_back_is_followed_on(watch: HttpWatch) -> None:
    """Missing once is not missing: a deletion that is undone leaves no trace."""
    gone, other = watch.plays.values()
    fault = Fault.status(404).sticky().when(lambda seen: str(gone.number) in seen.path)
    watch.standin.between(BROKEN, BROKEN + 8 * MINUTE, fault)
    watch.run()
    assert len(failed_at(watch, gone.number)) == 1
    check_told(watch.store, [gone, other])


# Clocks


class WrongClock:
    """A clock that is off by something that changes."""

    def __init__(self, right: HandClock) -> None:
        self._right = right
        self.off = timedelta(0)

    def now(self) -> datetime:
        """Give the time."""
        return self._right.now() + self.off


@pytest.mark.parametrize("off", [-DAY, -HOUR, -MINUTE, MINUTE, HOUR, DAY], ids=str)
@pytest.mark.parametrize("is_put_right", [False, True])
def test_a_clock_that_jumps_loses_nothing(
    tmp_path: Path, off: timedelta, is_put_right: bool
) -> None:
    """Looks go on whatever the own clock does, no rarer than an hour, by the time that passes."""
    watch = Watch(tmp_path, plays())
    clock = WrongClock(watch.clock)
    gatherer = Gatherer("test", None, now=clock.now, site=DirectSite(watch.standin))
    chance = random.Random(1)  # noqa: S311 - the same looks every time are what is wanted
    follower = Follower(watch.store, gatherer, document_of, clock.now, chance)
    jumps = [(BROKEN, off)] + ([(BROKEN + HOUR, timedelta(0))] if is_put_right else [])
    times: dict[int, list[datetime]] = {event: [] for event in watch.plays}
    while (due := follower.next_due()) is not None:
        # A follower glances at its clock while it waits.
        next_glance = min(due - clock.off, watch.clock.now() + MINUTE)
        if jumps and next_glance >= jumps[0][0]:
            at, off_by = jumps.pop(0)
            watch.clock.sleep_until(at)
            clock.off = off_by
            continue
        watch.clock.sleep_until(next_glance)
        looked = follower.look()
        if looked is not None:
            times[looked.event].append(watch.clock.now())
    for own in times.values():
        gaps = [later - one for one, later in pairwise(own)]
        assert max(gaps) <= _MOST_GAP
        jumped = [one for one in gaps if one < SHORTEST]
        assert len(jumped) <= 2  # a jump forward can bring one look too early
    check_told(watch.store, list(watch.plays.values()))
    watch.store.close()


def test_the_site_puts_its_clock_back_in_autumn(tmp_path: Path) -> None:
    """An hour of uploads looks older than what was seen; when it is over, all is told."""
    started = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)
    watch = Watch(tmp_path, plays(start=started))
    watch.run()
    check_told(watch.store, list(watch.plays.values()))
    watch.store.close()


# The store and the channels


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be recorded, tries keep a minute an event; afterwards all is told."""
    watch = Watch(tmp_path, plays())
    met: list[str] = []
    heard: list[tuple[datetime, Looked]] = []
    requests: list[datetime] = []
    write = Database.write
    fetch = watch.site.fetch

    def is_full() -> bool:
        return BROKEN <= watch.clock.now() < BROKEN + HOUR

    def failing(database: Database, work: Callable[[Any], Any]) -> Any:
        if is_full():
            raise LiveStoreFailed(reason="disk full")
        return write(database, work)

    def noted(request: Any) -> Any:
        if is_full():
            requests.append(watch.clock.now())
        return fetch(request)

    monkeypatch.setattr(Database, "write", failing)
    monkeypatch.setattr(watch.site, "fetch", noted)
    stop = threading.Event()
    watch.follower.run(
        stop,
        lambda looked: heard.append((watch.clock.now(), looked)),
        lambda error: met.append(error.code),
        lambda seconds: watch.clock.jump(timedelta(seconds=max(seconds, 1.0))),
    )
    assert set(met) == {"live_store_failed"}
    # Two events, each with a page or two a minute.
    assert 0 < len(requests) <= 2 * 2 * 62
    check_told(watch.store, list(watch.plays.values()))
    watch.store.close()


class Phone:
    """A channel that fails from a time to another one."""

    at_once = 1

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self.told: list[tuple[datetime, str]] = []

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Take a notice, or refuse it."""
        if BROKEN <= self._clock.now() < BROKEN + 3 * HOUR:
            raise ChannelFailed(reason="no")
        self.told += [(self._clock.now(), one.document["key"]) for one in notices]


@pytest.mark.parametrize("quiet", [None, "00:00-23:00"])
def test_a_channel_that_fails_or_is_quiet_hears_all_of_it_later(
    tmp_path: Path, quiet: str | None
) -> None:
    """Hours without a channel, or of quiet, delay what it is told and drop and repeat nothing."""
    watch = Watch(tmp_path, plays(1))
    phone = Phone(watch.clock)
    row = watch.store.channel("exec", "phone", "en", quiet)
    for follow in watch.store.follows():
        watch.store.add_follow(follow, [row.id])
    teller = Teller(
        watch.store,
        lambda document, _language: ("", str(document["key"])),
        lambda _row: phone,
        lambda: watch.clock.now().timestamp(),
    )
    while watch.look() is not None:
        teller.tell_due()
    for _ in range(200):
        watch.clock.jump(10 * MINUTE)
        teller.tell_due()
    keys = [document["key"] for document in watch.documents()]
    assert Counter(key for _, key in phone.told) == Counter(keys)
    assert not [at for at, _ in phone.told if BROKEN <= at < BROKEN + 3 * HOUR]
    if quiet:
        assert {at.astimezone().hour for at, _ in phone.told} <= {23}
    assert watch.store.counts()["waiting"] == 0
    watch.store.close()


# Sessions


class Notes(Screen):
    """A screen that notes what it shows."""

    def __init__(self) -> None:
        self.facts: list[str] = []
        self.said: list[tuple[str, dict[str, Any] | None]] = []

    def write(self, document: dict[str, Any]) -> None:
        """Note a fact."""
        self.facts.append(document["key"])

    def say(self, text: str, status: dict[str, Any] | None = None) -> None:
        """Note what is no fact."""
        self.said.append((text, status))

    def refresh(self) -> None:
        """Draw nothing."""

    def statuses(self) -> list[str]:
        """Give the statuses that were shown."""
        return [status["status"] for _, status in self.said if status is not None]


def session_of(watch: Watch, folder: Path) -> tuple[Session, Notes]:
    """Make a session on the store and the clock of a watch."""
    notes = Notes()
    gatherer = Gatherer("test", None, now=watch.clock.now, site=DirectSite(watch.standin))
    clock = Clock(watch.clock.now, speed=1000.0)
    session = Session(LiveStore(folder), Lease(folder), gatherer, ENGLISH, clock=clock)
    session._screen = notes
    return session, notes


def test_what_is_old_is_said_once_and_so_is_the_end_of_it(watch: HttpWatch, tmp_path: Path) -> None:
    """A status says "old" with the time of what is shown, then one "fresh"; no try repeats it."""
    session, notes = session_of(watch, tmp_path)
    session._follower = watch.follower
    watch.standin.between(BROKEN, BROKEN + HOUR, Fault.status(503).sticky())
    while (due := watch.follower.next_due()) is not None:
        watch.clock.sleep_until(due)
        session.once()
    for event in watch.plays:
        own = [one for _, one in notes.said if one is not None and one["event"] == event]
        assert [one["status"] for one in own] == ["old", "fresh"]
        assert own[0]["code"] == "site_busy"
        assert datetime.fromisoformat(own[0]["as_of"]) <= BROKEN
    assert Counter(notes.facts) == Counter(one["key"] for one in watch.documents())
    check_told(watch.store, list(watch.plays.values()))


def test_a_second_session_reads_along_and_takes_over(tmp_path: Path) -> None:
    """It shows what the first one records, is refused once, and goes on when the first one ends."""
    watch = Watch(tmp_path, plays(1))
    watch.store.channel("screen", "", "en")
    first = Lease(tmp_path)
    assert first.take()
    for _ in range(10):
        watch.look()
    session, notes = session_of(watch, tmp_path)
    with pytest.raises(AlreadyFollowing):
        session.once()
    met: list[TnrateError] = []

    def run() -> None:
        try:
            session.run()
        except TnrateError as error:
            met.append(error)

    running = threading.Thread(target=run, daemon=True)
    running.start()
    until(lambda: notes.statuses() == ["reader"])
    seen = len(watch.documents())
    time.sleep(0.2)  # it has noted by then what was there before
    while len(watch.documents()) < seen + PLAYERS:
        watch.look()
    read_along = [one["key"] for one in watch.documents()][seen:]
    until(lambda: set(read_along) <= set(notes.facts))
    first.release()
    while running.is_alive():
        due = watch.follower.next_due()
        if due is not None and due - watch.clock.now() > timedelta(0):
            watch.clock.sleep_until(due)
        running.join(0.02)
    assert met == []
    check_told(watch.store, list(watch.plays.values()))
    assert {one["key"] for one in watch.documents()} <= set(notes.facts)
    watch.store.close()


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; a test that waits in vain is ended from outside."""
    while not holds():
        time.sleep(0.01)
