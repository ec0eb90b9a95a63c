"""Following the stand-in's plays in the tests, in the time of a clock that is set by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from live.follow import Follower, Looked
from live.model import FactKind, Follow
from live.store import LiveStore
from report.facts import document_of
from scraper.asking import Answer, PageRequest
from scraper.gather import Gatherer
from scraper.page import Page
from tests.standin.clock import HandClock
from tests.standin.live import LiveStandin, Served
from tests.standin.oracle import Fact, Person
from tests.standin.play import Play

Document = Mapping[str, Any]


class DirectSite:
    """The stand-in without a network between: it answers in this process."""

    def __init__(self, standin: LiveStandin) -> None:
        self._standin = standin
        self.requests = 0

    def fetch(self, request: PageRequest) -> Answer:
        """Fetch one page. Raises what Page raises."""
        self.requests += 1
        address = urlsplit(request.address("http://127.0.0.1"))
        answer = self._standin.answer(address.path, address.query, None, gate_stays=False)
        body = answer.page.encode()
        return Answer(body, request.address("http://127.0.0.1"), Page(body))


class Watch:
    """A follower of plays, its store and its clock.

    `pages` holds the pages that each look was served, by event, in order. Everybody in the list of
    an event is followed, or those of `names`.
    """

    def __init__(self, folder: Path, plays: Iterable[Play], names: Iterable[str] = ()) -> None:
        self.plays = {play.number: play for play in plays}
        self.clock = HandClock(min(play.begins for play in self.plays.values()))
        self.standin = LiveStandin(self.plays.values(), self.clock)
        self.site = DirectSite(self.standin)
        self.store = LiveStore(folder)
        self.pages: dict[int, list[list[Served]]] = {number: [] for number in self.plays}
        self.looks: list[tuple[datetime, Looked]] = []
        self.follower = self.new_follower()
        wanted = set(names)
        for play in self.plays.values():
            for one in play.uploads[0].event.players:
                if not wanted or one.name in wanted:
                    self.store.add_follow(
                        Follow(play.number, one.start_number, one.name, one.fide_id or None)
                    )

    def new_follower(self) -> Follower:
        """Make a follower on the same store, as after a new start."""
        gatherer = Gatherer("test", None, now=self.clock.now, site=self.site)

        return Follower(
            self.store,
            gatherer,
            document_of,
            self.clock.now,
            random.Random(1),  # noqa: S311
        )

    def look(self) -> Looked | None:
        """Let the clock go on to the next look, and look; None where nothing is due any more."""
        due = self.follower.next_due()
        if due is None:
            return None
        self.clock.sleep_until(due)
        before = len(self.standin.served)
        looked = self.follower.look()
        if looked is None:
            raise AssertionError("a look was due")
        self.looks.append((self.clock.now(), looked))
        self.pages[looked.event].append(self.standin.served[before:])
        return looked

    def run(self, most: int = 100_000) -> None:
        """Look until nothing is due any more."""
        for _ in range(most):
            if self.look() is None:
                return
        raise AssertionError("the looks do not end")

    def documents(self) -> list[Document]:
        """Return the documents of all facts, in order."""
        return [document for _, document in self.store.facts_after(0, 1_000_000)]

    def facts(self, event: int) -> dict[Person, list[Fact]]:
        """Return what was told of everybody in an event, in the form of the oracle."""
        told: dict[Person, list[Fact]] = {}
        for document in self.documents():
            player = document["player"]
            found = as_fact(document)
            if document["tournament"]["id"] == event and found is not None:
                who = Person(player["name"], player["fide_id"] or 0)
                told.setdefault(who, []).append(found)
        return told


def as_fact(document: Document) -> Fact | None:
    """Return a fact document as the oracle writes it; None for what it does not know."""
    kind = FactKind(document["kind"])
    of_round = document["round"]
    game, before = document["game"] or {}, document["before"] or {}
    match kind:
        case FactKind.PAIRING | FactKind.PAIRING_CHANGED:
            opponent = game["opponent"]
            name = None if opponent is None else opponent["name"]
            return (kind.value, of_round, name, game["colour"], game["board"])
        case FactKind.PAIRING_WITHDRAWN:
            return (kind.value, of_round)
        case FactKind.NOT_PAIRED | FactKind.RESULT:
            return (kind.value, of_round, game["score"])
        case FactKind.RESULT_CORRECTED:
            return (kind.value, of_round, game["score"], before["score"])
        case FactKind.RENUMBERED:
            return (kind.value, None, document["player"]["start_number"], document["number_before"])
        case FactKind.RATING_CORRECTED:
            subject = document["subject"]
            ratings = (subject["fide"] or 0, subject["national"] or 0)
            return (kind.value, None, subject["name"], *ratings)
        case FactKind.WITHDRAWN | FactKind.EVENT_FINISHED:
            return (kind.value, None)
        case _:
            return None
