"""A hundred events, two thousand followers: what it costs the site, and what everybody hears."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from live.channels import Outgoing
from live.follow import Follower
from live.model import Follow, Phase
from live.store import SCREEN, ChannelRow, LiveStore
from live.teller import Teller
from live.when import SHORTEST
from report.facts import document_of
from report.telling import message_of
from report.words import Words
from scraper import archive, site
from scraper.gather import Gatherer
from tests.following import DirectSite, as_fact
from tests.standin.build import round_robin, simple_swiss, team_swiss
from tests.standin.clock import HandClock
from tests.standin.event import Event, Style
from tests.standin.live import LiveStandin, Served
from tests.standin.oracle import Person, told_of_pages
from tests.standin.play import Incident, Play, Story, play_of
from tests.standin.random_plays import START

EVENTS = 100
PLAYERS = 20
# So many events are followed once more, by one follower each.
ALONE = 20
LANGUAGES = ("en", "tr")
MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE
words = lru_cache(Words)


class Steady(random.Random):
    """A chance that lengthens all pauses alike, so that no event depends on another."""

    def uniform(self, a: float, b: float) -> float:
        """Give the middle."""
        return (a + b) / 2


def event_of(number: int) -> Event:
    """Make one of the events: every twentieth is of teams, and another one a round robin."""
    tournament = 9700000 + number
    match number % 20:
        case 7:
            return round_robin(PLAYERS, seed=number, number=tournament)
        case 13:
            return team_swiss(4, 4, 3, seed=number, number=tournament)
        case _:
            return simple_swiss(PLAYERS + 1, 9, number, tournament)  # one may come late


def play_number(number: int) -> Play:
    """Make a play of rapid games, forty minutes a round; what happens differs."""
    chance = random.Random(number)  # noqa: S311 - the same play every time is what is wanted
    story = Story(
        seed=number,
        incidents=frozenset(one for one in Incident if chance.random() < 0.5)
        - {Incident.INCOMPLETE},
        lead=chance.randint(10, 60) * MINUTE,
        between=40 * MINUTE,
        games=25 * MINUTE,
        notice=5 * MINUTE,
        uploads=chance.randint(2, 4),
        pause=HOUR,
        lag=4 * MINUTE,
        star=chance.randint(1, PLAYERS),
    )
    return play_of(event_of(number), START, story, Style(two_ratings=True))


class Ear:
    """The channel of one follower: it notes what it hears."""

    at_once = 20

    def __init__(self, language: str) -> None:
        self.language = language
        self.heard: list[Outgoing] = []

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Hear notices."""
        self.heard += notices


@dataclass
class Crowd:
    """Events, those who follow them, and what came of it.

    `looks` has the times of the looks of each event, `pages` the pages that each was served, and
    `asked` the requests that it made by its own account.
    """

    plays: list[Play]
    store: LiveStore
    ears: dict[int, Ear] = field(default_factory=dict)
    owners: dict[int, Follow] = field(default_factory=dict)
    looks: defaultdict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    pages: defaultdict[int, list[list[Served]]] = field(default_factory=lambda: defaultdict(list))
    asked: Counter[int] = field(default_factory=Counter)
    requests: Counter[int] = field(default_factory=Counter)

    def follow(self, players: int) -> None:
        """Let the first players of each event be followed, each by somebody with a channel."""
        self.store.channel(SCREEN, "", "en")
        for play in self.plays:
            for one in play.uploads[0].event.players[:players]:
                language = LANGUAGES[(play.number + one.start_number) % 2]
                row = self.store.channel("exec", f"{play.number}/{one.start_number}", language)
                follow = Follow(play.number, one.start_number, one.name, one.fide_id or None)
                self.owners[row.id], _ = self.store.add_follow(follow, [row.id])

    def ear(self, row: ChannelRow) -> Ear:
        """Make the channel of a row."""
        return self.ears.setdefault(row.id, Ear(row.language))

    def run(self, standin: LiveStandin, clock: HandClock, gatherer: Gatherer) -> None:
        """Follow all events to the end, and tell every hour."""
        now = clock.now
        follower = Follower(self.store, gatherer, document_of, now, Steady())
        teller = Teller(self.store, in_words, self.ear, lambda: now().timestamp())
        told_at = now()
        while (due := follower.next_due()) is not None:
            clock.sleep_until(due)
            before = len(standin.served)
            looked = follower.look()
            assert looked is not None
            assert looked.trouble is None
            self.looks[looked.event].append(now())
            self.pages[looked.event].append(standin.served[before:])
            self.asked[looked.event] += sum(one.requests for one in gatherer.looks)
            if now() - told_at > HOUR:
                teller.tell_due()
                told_at = now()
        teller.tell_due()


def in_words(document: dict[str, Any], language: str) -> tuple[str, str]:
    """Put a fact into words."""
    message = message_of(document, words(language))
    return message.title, message.body


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    """Follow everybody in all events, over HTTP, from the first upload to the end."""
    plays = [play_number(number) for number in range(EVENTS)]
    clock = HandClock(START)
    crowd = Crowd(plays, LiveStore(tmp_path_factory.mktemp("crowd")))
    crowd.follow(PLAYERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "SECONDS_BETWEEN_REQUESTS", 0.0)
        patch.setattr(archive, "PAUSE_AFTER_FAILURE", 0.0)
        with LiveStandin(plays, clock, redirect=False) as standin:
            patch.setenv("TNRATE_SITE", standin.url)
            crowd.run(standin, clock, Gatherer("test", None, now=clock.now))
            numbers = [
                int(seen.path.partition("tnr")[2].split(".")[0]) for seen in standin.requests
            ]
            crowd.requests.update(numbers)
    yield crowd
    crowd.store.close()


def test_the_site_is_asked_for_what_looks_ask_for_and_nothing_else(crowd: Crowd) -> None:
    """Every request belongs to a look that was due; a look asks for no page twice."""
    assert len(crowd.requests) == EVENTS
    assert crowd.requests == crowd.asked
    for play in crowd.plays:
        looks = crowd.pages[play.number]
        assert crowd.requests[play.number] == sum(map(len, looks))
        for pages in looks:
            assert len({(page.art, page.round) for page in pages}) == len(pages)


def test_most_looks_ask_for_one_page(crowd: Crowd) -> None:
    """A look is one request; a second one is made where a round begins, ends, or leaves a doubt."""
    sizes = Counter(len(pages) for looks in crowd.pages.values() for pages in looks[1:])
    assert sizes[1] > sizes.total() * 0.7
    assert sum(size * count for size, count in sizes.items()) < sizes.total() * 1.5


def test_no_event_is_looked_at_twice_in_a_minute(crowd: Crowd) -> None:
    """However many events are due: two looks of one keep a minute between them."""
    for times in crowd.looks.values():
        assert all(later - one >= SHORTEST for one, later in pairwise(times))


def test_all_events_end(crowd: Crowd) -> None:
    """Every event is followed to its last result."""
    assert {row.phase for row in crowd.store.events()} == {Phase.FINISHED}


def test_everybody_hears_every_fact_once_and_in_order(crowd: Crowd) -> None:
    """A channel hears the facts of its follower and no others; the screen hears all."""
    facts: defaultdict[str, list[str]] = defaultdict(list)
    for _, document in crowd.store.facts_after(0, 10**9):
        facts[_whose(document)].append(document["key"])
    assert len(crowd.owners) == len(facts) == EVENTS * PLAYERS
    for channel, follow in crowd.owners.items():
        heard = [one.document["key"] for one in crowd.ears[channel].heard]
        assert heard == facts[f"{follow.event}/{follow.fide_id or f'n{follow.id}'}"]
    (screen,) = (ear for channel, ear in crowd.ears.items() if channel not in crowd.owners)
    on_screen: defaultdict[str, list[str]] = defaultdict(list)
    for one in screen.heard:
        on_screen[_whose(one.document)].append(one.document["key"])
    assert on_screen == facts
    counts = crowd.store.counts()
    assert (counts["waiting"], counts["doubtful"]) == (0, 0)
    assert counts["told"] == 2 * sum(map(len, facts.values()))


def _whose(document: dict[str, Any]) -> str:
    """Name the event and the follower of a fact; namesakes differ by the number of the follow."""
    return f"{document['tournament']['id']}/{document['key'].split('/')[1]}"


def test_everybody_hears_it_in_his_language(crowd: Crowd) -> None:
    """Titles and texts are in the language of the channel; both languages are among them."""
    assert {crowd.ears[channel].language for channel in crowd.owners} == set(LANGUAGES)
    for channel in crowd.owners:
        ear = crowd.ears[channel]
        for one in (ear.heard[0], ear.heard[-1]):
            assert (one.title, one.text) == in_words(one.document, ear.language)
            others = {in_words(one.document, language) for language in LANGUAGES}
            assert len(others) == len(LANGUAGES)


def test_what_is_heard_is_what_the_pages_show(crowd: Crowd) -> None:
    """In every event the followers of two players hear what there was to tell of them."""
    by_person = {
        (follow.event, follow.name, follow.fide_id or 0): crowd.ears[channel]
        for channel, follow in crowd.owners.items()
    }
    for play in crowd.plays:
        for one in play.uploads[0].event.players[play.number % 7 :: 11]:
            who = Person.of(one)
            looks = told_of_pages(play, crowd.pages[play.number], who)
            heard = by_person[play.number, *who].heard
            told = [fact for notice in heard if (fact := as_fact(notice.document))]
            assert told == [fact for look in looks for fact in look]


def test_twenty_followers_cost_no_more_than_one(crowd: Crowd, tmp_path: Path) -> None:
    """With one follower an event has just the looks and the requests that it has with twenty."""
    plays = crowd.plays[:ALONE]
    clock = HandClock(START)
    standin = LiveStandin(plays, clock)
    alone = Crowd(plays, LiveStore(tmp_path))
    alone.follow(1)
    gatherer = Gatherer("test", None, now=clock.now, site=DirectSite(standin))
    alone.run(standin, clock, gatherer)
    for play in plays:
        assert alone.looks[play.number] == crowd.looks[play.number]
        assert sum(map(len, alone.pages[play.number])) == crowd.requests[play.number]
    alone.store.close()
