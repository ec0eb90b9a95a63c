"""A follower that is killed at any moment: nothing is lost, and nothing is told twice unmarked."""

from __future__ import annotations

import json
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from live.changes import Change, followed_now, happenings
from live.channels import EXEC
from live.history import states
from live.merge import renumbered
from live.model import EventState, FactKind, Follow
from live.state import unpacked
from live.store import FILE, SCREEN, LiveStore
from live.when import phase_of
from tests.commands import environment
from tests.conftest import ROOT
from tests.follower import BEGUN, FileClock
from tests.standin.build import simple_swiss
from tests.standin.live import LiveStandin
from tests.standin.oracle import Person
from tests.standin.play import Incident, Play, Story, play_of

START = datetime(2026, 5, 2, 6, 0, tzinfo=UTC)
KILLS = 50
# So often it dies of itself, at a write to its store.
DEATHS = 10
LONGEST_LIFE = 0.5
_TICK = 0.002

ENDS = (FactKind.EVENT_FINISHED, FactKind.EVENT_INCOMPLETE)

Fact = dict[str, Any]
Game = tuple[Person, int]  # the player and the round
Result = tuple[str | None, str]  # the opponent's name and the player's score
Notice = tuple[int, int]  # the numbers of the fact and of the channel


class Told(NamedTuple):
    """What a channel was told, in order, and how much of it came as perhaps a repetition."""

    first: Counter[str]
    again: Counter[str]


def played() -> list[Play]:
    """Give six events with all that can happen; one of them is never uploaded to its end."""
    found = []
    for place in range(6):
        incidents = frozenset(Incident) - ({Incident.INCOMPLETE} if place else set())
        story = Story(
            seed=40 + place,
            incidents=incidents,
            lead=timedelta(minutes=30),
            between=timedelta(minutes=75),
            games=timedelta(minutes=45),
            notice=timedelta(minutes=15),
            pause=timedelta(hours=2),
            star=1,
        )
        event = simple_swiss(20, 5 + place % 3, seed=40 + place, number=9610000 + place)
        found.append(play_of(event, START + timedelta(minutes=place), story))
    return found


class Scene:
    """A folder, a site and a clock; the followers of the folder are told in files."""

    def __init__(self, folder: Path, site: LiveStandin, clock: FileClock) -> None:
        self.folder, self.site, self.clock = folder, site, clock
        self.home = folder / "home"
        self.store = LiveStore(self.home)
        self.lines = folder / "lines.jsonl"
        self.commands = folder / "commands"
        self.commands.mkdir()
        self.errors = ""

    def follow_everybody(self) -> None:
        """Follow all players; for the first two of every event a command is run, too."""
        line = f'cat > "$(mktemp {shlex.quote(str(self.commands))}/XXXXXXXX)"'
        channel = self.store.channel(EXEC, shlex.join(["/bin/sh", "-c", line]), "en")
        for play in self.site.plays.values():
            for one in play.uploads[0].event.players:
                wanted = [channel.id] if one.start_number <= 2 else []
                follow = Follow(play.number, one.start_number, one.name, one.fide_id or None)
                self.store.add_follow(follow, wanted)
        self.store.close()

    @contextmanager
    def follower(self, *dying: str) -> Iterator[subprocess.Popen[str]]:
        """Start a follower, and wait at the end until it is gone."""
        command = [sys.executable, "-m", "tests.follower", "session"]
        with self.lines.open("ab") as lines:
            running = subprocess.Popen(  # noqa: S603 - our own program
                [*command, str(self.clock.path), str(self.home), *dying],
                cwd=ROOT,
                env=environment(TNRATE_SITE=self.site.node_url),
                stdout=lines,
                stderr=subprocess.PIPE,
                text=True,
            )
        try:
            yield running
        finally:
            running.kill()
            _, errors = running.communicate()
            self.errors += errors

    def live(self, until: datetime, seconds: float, *dying: str) -> None:
        """Let a follower live for some seconds, while the clock goes on to a time; kill it."""
        with self.follower(*dying) as running:
            wait_until_begun(running)
            begun, start = time.monotonic(), self.clock.now()
            while (passed := time.monotonic() - begun) < seconds and running.poll() is None:
                self.clock.sleep_until(start + (until - start) * (passed / seconds))
                time.sleep(_TICK)
            if dying:  # it dies soon, or has nothing to write and is killed
                wait_for(running, 2.0)
            running.send_signal(signal.SIGKILL)
        self.clock.sleep_until(until)

    def live_to_the_end(self) -> None:
        """Let a follower live until it has nothing to do any more."""
        with self.follower() as running:
            while running.poll() is None:
                self.clock.advance(timedelta(seconds=30))
                time.sleep(_TICK)
            assert running.returncode == 0

    def notices(self, where: str) -> set[Notice]:
        """Give the notices of which a condition holds."""
        path = self.home / FILE
        with closing(sqlite3.connect(path)) as database:
            sql = f"SELECT fact, channel FROM outbox WHERE {where}"  # noqa: S608 - our own words
            return {(fact, channel) for fact, channel in database.execute(sql)}

    def shown(self) -> list[Fact]:
        """Give the facts on standard output; a half line is none."""
        return [one for one in documents(self.lines.read_bytes()) if one["type"] == "fact"]

    def told(self, kind: str) -> Told:
        """Give how often the screen, or the command, was told each fact."""
        found = self.shown()
        if kind == EXEC:
            found = [
                one for path in self.commands.iterdir() for one in documents(path.read_bytes())
            ]
        return Told(
            Counter(one["key"] for one in found if not one["maybe_repeated"]),
            Counter(one["key"] for one in found if one["maybe_repeated"]),
        )


def wait_until_begun(running: subprocess.Popen[str]) -> None:
    """Wait until a follower is about to do something."""
    assert running.stderr is not None
    line = running.stderr.readline()
    assert line == BEGUN, line + running.stderr.read()


def wait_for(running: subprocess.Popen[str], seconds: float) -> None:
    """Wait for the end of a process, for so long."""
    deadline = time.monotonic() + seconds
    while running.poll() is None and time.monotonic() < deadline:
        time.sleep(_TICK)


def documents(data: bytes) -> Iterator[Fact]:
    """Give the documents of whole lines."""
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def seen(store: LiveStore, event: int) -> Iterator[tuple[datetime, EventState]]:
    """Give the states of an event that were recorded."""
    return states((at, delta) for at, _, delta in store.snapshots(event))


def recorded(store: LiveStore, event: int) -> set[str]:
    """Give the keys of what happened between the states of an event that were recorded."""
    found: set[str] = set()
    for (_, known), (at, state) in pairwise(seen(store, event)):
        before = followed_now(store.follows(event), known)
        after = followed_now(before, state)
        change = Change(
            renumbered(known, state.players), state,
            phase_of(known, at), phase_of(state, at), at,
        )  # fmt: skip
        found |= {one.key for one in happenings(change, after, before)}
    return found


def results_of(play: Play, people: set[Person]) -> dict[Game, Result]:
    """Give how the games of these people ended."""
    event = play.last
    names = {one.start_number: one.name for one in event.players}
    return {
        (Person.of(one), row.round): (names[row.opponent], row.score)
        for one in event.players
        for row in event.rows(one.start_number)
        if Person.of(one) in people and row.opponent is not None and row.score is not None
    }


def results_known(state: EventState, people: set[Person]) -> dict[Game, Result]:
    """Give how the games of these people ended, in a state."""
    who = {number: person(one.name, one.fide_id) for number, one in state.players.items()}
    return {
        (who[start_number], number): (who[seat.opponent].name, str(seat.score))
        for number, seats in state.seats.items()
        for start_number, seat in seats.items()
        if who[start_number] in people and seat.opponent is not None and seat.score is not None
    }


def results_told(facts: Sequence[Fact]) -> dict[Game, Result]:
    """Give how the games ended by what was told last of each."""
    kinds = (FactKind.RESULT, FactKind.RESULT_CORRECTED)
    return {
        (person(one["player"]["name"], one["player"]["fide_id"]), one["round"]): (
            one["game"]["opponent"]["name"],
            one["game"]["score"],
        )
        for one in facts
        if one["kind"] in kinds and one["game"]["opponent"] is not None
    }


def person(name: str | None, fide_id: int | None) -> Person:
    """Name somebody as the plays do."""
    return Person(name or "", fide_id or 0)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """Whenever it is killed, every fact is told once, but for those that were on their way.

    The facts are the differences between the states that were recorded, the last of which is the
    finished event. What was on its way at a death, and only that, is sent again, as perhaps a
    repetition.
    """
    chance = random.Random(1)  # noqa: S311 - the same moments every time are what is wanted
    plays = played()
    clock = FileClock(tmp_path / "clock", START + timedelta(minutes=6))
    end = max(play.ends for play in plays)
    lives = KILLS + DEATHS
    deaths = set(chance.sample(range(lives), DEATHS))
    slot = (end - clock.now()) / lives
    with LiveStandin(plays, clock) as site:
        scene = Scene(tmp_path, site, clock)
        scene.follow_everybody()
        on_their_way: set[Notice] = set()
        for life in range(lives):
            seconds = chance.uniform(0, LONGEST_LIFE)
            dying = (str(chance.randint(1, 12)), chance.choice(("before", "after")))
            scene.live(clock.now() + slot, seconds, *(dying if life in deaths else ()))
            on_their_way |= scene.notices("state = 1")
        scene.live_to_the_end()
    assert "Traceback" not in scene.errors

    store = scene.store
    everything = store.facts_after(0, 10**6)
    assert not scene.notices("state < 2")
    assert scene.notices("doubtful") == on_their_way
    assert store.counts()["doubtful"] == len(on_their_way)
    keys = {number: document["key"] for number, document in everything}
    for channel in store.channels():
        told = scene.told(channel.kind)
        due = {keys[fact] for fact, of in scene.notices("1") if of == channel.id}
        doubtful = {keys[fact] for fact, of in on_their_way if of == channel.id}
        assert channel.kind != SCREEN or due == set(keys.values())
        assert told.first.keys() | told.again.keys() == due
        assert told.again.keys() == doubtful
        assert set(told.first.values()) == {1}

    for play in plays:
        facts = [one for _, one in everything if one["tournament"]["id"] == play.number]
        # The time alone brings this one about.
        by_state = {one["key"] for one in facts if one["kind"] != FactKind.EVENT_INCOMPLETE}
        assert by_state == recorded(store, play.number)
        people = {person(one.name, one.fide_id) for one in store.follows(play.number)}
        results = results_of(play, people)
        first = next(state for _, state in seen(store, play.number))
        last = unpacked(store.state(play.number) or b"")
        assert results_known(last, people) == results
        assert results_known(first, people) | results_told(facts) == results
        # Who was taken off the list hears no more but that an event broke off.
        follows = store.follows(play.number)
        told_end = Counter(one["kind"] for one in facts if one["kind"] in ENDS)
        if Incident.INCOMPLETE in play.happened:
            assert told_end == {FactKind.EVENT_INCOMPLETE: len(follows)}
        else:
            listed = sum(one.is_listed for one in follows)
            assert told_end == {FactKind.EVENT_FINISHED: listed}
