"""Plays of the stand-in: events that go on, the site that shows them, and what is to be told."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
import requests
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.replay import Replay
from scraper.asking import PageRequest
from scraper.errors import TnrateError, TournamentMissing
from scraper.model import Kind
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Board, Crosstable, Entry, Listing, Matches, Pairings, Reading
from tests.conftest import ROOT
from tests.standin import build, demo
from tests.standin.__main__ import live_site
from tests.standin.clock import FastClock, HandClock
from tests.standin.event import Event, Style
from tests.standin.faults import Fault
from tests.standin.live import LiveStandin, Served
from tests.standin.live_demo import LIVE_ZIP, live_play, recording, write_live
from tests.standin.oracle import Person, told, told_by_look, told_of_pages
from tests.standin.play import (
    ALL,
    SITE_ZONE,
    Incident,
    Play,
    Story,
    Upload,
    play_of,
    possible,
    site_time,
)
from tests.standin.random_plays import KINDS, START, event_of, plays, random_play, story_of
from tests.standin.schedule import results_of
from tests.standin.site import Library

VISITOR = requests.Session()
VISITOR.trust_env = False
MINUTE = timedelta(minutes=1)
# A play in which everything happens, and its pages as they are read.
FULL = play_of(build.simple_swiss(20, 6, seed=7), START, Story(seed=7, incidents=ALL, star=3))
FULL_ROBIN = random_play(11, "robin", incidents=ALL)
FULL_TEAMS = random_play(12, "teams", incidents=ALL)


def read(upload: Upload, art: int, rd: int | None = None) -> Reading:
    """Read a page of an upload as the site would show it."""
    library = Library([upload.event], upload.style, {}, 200)
    query = {"lan": 1, "art": art, "zeilen": 99999} | ({} if rd is None else {"rd": rd})
    answer = library.answer(f"/tnr{upload.event.number}.aspx", urlencode(query), None)
    return read_page(Page(answer.page.encode()))


def boards(upload: Upload, rd: int = -1) -> tuple[Board, ...]:
    """Read the boards of a round, or of all rounds of a round robin."""
    content = read(upload, 3 if upload.event.for_teams else 2, rd).content
    if isinstance(content, Matches):
        return tuple(one for match in content.matches for one in match.boards)
    assert isinstance(content, Pairings)
    return tuple(one for played in content.rounds for one in played.boards)


def players(upload: Upload) -> tuple[Entry, ...]:
    """Read the starting list."""
    content = read(upload, 16 if upload.event.for_teams else 0).content
    assert isinstance(content, Listing)
    return content.rows


def pairs(upload: Upload, rd: int) -> set[tuple[str | None, str | None]]:
    """Read who plays whom in a round, White first."""
    return {
        (one.white.name if one.white else None, one.black.name if one.black else None)
        for one in boards(upload, rd)
    }


def results(upload: Upload) -> Counter[tuple[object, ...]]:
    """Read all results on the pages of all rounds, with the names of the players."""
    event = upload.event
    rounds = [0] if event.round_robin else range(1, event.rounds_paired + 1)
    if event.round_robin and event.for_teams:
        rounds = range(1, event.rounds_paired + 1)
    return Counter(
        (
            number,
            one.white and one.white.name,
            one.black and one.black.name,
            one.kind,
            one.white_score,
        )
        for number in rounds
        for one in boards(upload, number)
    )


# --- plays


@settings(max_examples=60)
@given(plays())
def test_a_play_starts_unpaired_and_ends_finished_or_incomplete(play: Play) -> None:
    """The first upload is a list; the last has all results but those that never come."""
    assert not play.uploads[0].event.started
    assert play.last.rounds_paired == play.last.rounds_total
    assert play.last.finished == (Incident.INCOMPLETE not in play.happened)


@settings(max_examples=60)
@given(plays())
def test_every_upload_is_later_than_the_one_before(play: Play) -> None:
    """The site's clock rises with every upload; only standings that catch up bring no upload."""
    assert play.begins == play.uploads[0].at
    for one, other in pairwise(play.uploads):
        assert one.at < other.at
        if Incident.LAG in one.incidents & other.incidents:
            assert one.event == other.event
            continue
        assert one.event.last_update < other.event.last_update == site_time(other.at)


@settings(max_examples=40)
@given(plays())
def test_every_upload_is_an_event_that_agrees_with_itself(play: Play) -> None:
    """Start numbers run without a gap, and every game stands in both players' rows."""
    for upload in play.uploads:
        event = upload.event
        numbers = [one.start_number for one in event.players]
        assert numbers == list(range(1, len(numbers) + 1))
        for player in event.players:
            for own in event.rows(player.start_number):
                if own.opponent is None:
                    continue
                (other,) = (one for one in event.rows(own.opponent) if one.round == own.round)
                assert (other.opponent, other.board) == (player.start_number, own.board)
                assert {own.colour, other.colour} == {"white", "black"}
                assert (own.score is None) == (other.score is None)


@settings(max_examples=40)
@given(plays(incidents=frozenset()))
def test_without_incidents_nothing_is_taken_back(play: Play) -> None:
    """Pairings and results only grow, and each is uploaded with its own round."""
    assert play.happened == {}
    for one, other in pairwise(play.uploads):
        for player in other.event.players:
            before = {row.round: row for row in one.event.rows(player.start_number)}
            for row in other.event.rows(player.start_number):
                old = before.pop(row.round, row)
                assert old.opponent == row.opponent
                assert old.score in (None, row.score)
            assert not before


@settings(max_examples=40)
@given(plays(incidents=ALL))
def test_only_what_an_event_can_have_happens(play: Play) -> None:
    """A round robin is never paired anew, and nobody of a team comes late."""
    assert play.happened.keys() <= possible(play.last)


def test_a_play_is_repeatable() -> None:
    """The same seed makes the same play."""
    assert random_play(5).uploads == random_play(5).uploads
    assert random_play(5).uploads != random_play(6).uploads


def test_the_finished_event_comes_out_in_the_end() -> None:
    """Without absences of its own a play ends with the results of the event it was made of."""
    event = build.simple_swiss(12, 5, seed=2)
    play = play_of(event, START, Story(incidents=frozenset({Incident.CORRECTED})))
    assert play.last.results == event.results


def test_the_schedule_has_the_rounds_at_the_venue() -> None:
    """Days and times of the rounds are those of the story, in the venue's zone."""
    play = play_of(build.simple_swiss(8, 3), START, Story(lead=timedelta(hours=2)))
    assert [time for _, time in play.last.schedule] == ["11:00", "15:00", "19:00"]
    assert play.last.start == play.last.end == START.date()


def test_a_story_leaves_time_for_the_pairing() -> None:
    """Rounds cannot overlap, and the first pairing comes after the list."""
    with pytest.raises(ValueError, match="pairing"):
        Story(between=timedelta(hours=3), games=timedelta(hours=3))
    with pytest.raises(ValueError, match="pairing"):
        Story(lead=timedelta(0))


@pytest.mark.parametrize("kind", KINDS)
def test_events_of_every_kind_can_be_played(kind: str) -> None:
    """Every kind of event has plays, and everything that is possible does happen in some."""
    happened: set[Incident] = set()
    for seed in range(12):
        play = play_of(event_of(kind, seed), START, story_of(seed, ALL))
        happened |= play.happened.keys()
    assert happened == possible(event_of(kind, 1))


# --- every incident on the pages


def _results_that_came(play: Play, index: int) -> list[tuple[object, ...]]:
    """Give the results that an upload brings for games that were there without one."""
    before, now = results(play.uploads[index - 1]), results(play.uploads[index])
    waiting = {key[:3] for key in before - now if key[3] in (Kind.PENDING, Kind.BYE)}
    return [key for key in now - before if key[:3] in waiting]


def _is_correction(play: Play, index: int) -> None:
    before, now = results(play.uploads[index - 1]), results(play.uploads[index])
    ((*game, _, score),) = now - before
    ((*same, _, old),) = before - now
    assert game == same
    assert None not in (score, old)


def _held_back(play: Play, indexes: tuple[int, ...]) -> None:
    for index in indexes:
        one, other = play.uploads[index - 1 : index + 1]
        assert _results_that_came(play, index)
        if not play.last.round_robin:
            assert other.event.rounds_paired == one.event.rounds_paired + 1


def _late(play: Play, indexes: tuple[int, ...]) -> None:
    ((number, *_),) = _results_that_came(play, indexes[0])
    if not play.last.round_robin:
        assert number == play.uploads[indexes[0]].event.rounds_paired - 1


def _redone(play: Play, indexes: tuple[int, ...]) -> None:
    wrong, right = (play.uploads[index] for index in indexes)
    rd = right.event.rounds_paired
    assert pairs(wrong, rd) != pairs(right, rd)
    names = [Counter(name for pair in pairs(one, rd) for name in pair) for one in (wrong, right)]
    assert names[0] == names[1]


def _taken_back(play: Play, indexes: tuple[int, ...]) -> None:
    gone, back = (play.uploads[index] for index in indexes)
    before = play.uploads[indexes[0] - 1]
    rd = before.event.rounds_paired
    assert gone.event.rounds_paired == rd - 1
    assert pairs(before, rd) == pairs(back, rd)


def _corrected(play: Play, indexes: tuple[int, ...]) -> None:
    for index in indexes:
        _is_correction(play, index)


def _corrected_late(play: Play, indexes: tuple[int, ...]) -> None:
    (index,) = indexes
    _is_correction(play, index)


def _wavering(play: Play, indexes: tuple[int, ...]) -> None:
    first, second = indexes
    _is_correction(play, first)
    _is_correction(play, second)
    assert results(play.uploads[first - 1]) == results(play.uploads[second])


def _withdrawn(play: Play, indexes: tuple[int, ...]) -> None:
    since = play.uploads[indexes[0]].event.rounds_paired
    last = play.uploads[-1]
    absent = [
        {one.white.name for one in boards(last, rd) if one.kind is Kind.NOT_PAIRED and one.white}
        for rd in range(since, last.event.rounds_total + 1)
    ]
    assert set.intersection(*absent)


def _has(kind: Kind, score: str | None) -> Callable[[Play, tuple[int, ...]], None]:
    def check(play: Play, indexes: tuple[int, ...]) -> None:
        upload = play.uploads[indexes[0]]
        rd = upload.event.rounds_paired
        found = [one.white_score for one in boards(upload, rd) if one.kind is kind]
        assert (None if score is None else Decimal(score)) in found

    return check


def _forfeited(play: Play, indexes: tuple[int, ...]) -> None:
    forfeits = {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.DOUBLE_FORFEIT}
    assert any(key[3] in forfeits for key in _results_that_came(play, indexes[0]))


def _entered_late(play: Play, indexes: tuple[int, ...]) -> None:
    before, now = (players(play.uploads[index]) for index in (indexes[0] - 1, indexes[0]))
    assert len(now) == len(before) + 1
    (new,) = {one.name for one in now} - {one.name for one in before} or {None}
    place = next(at for at, (a, b) in enumerate(zip(before, now, strict=False)) if a[2:] != b[2:])
    assert new in (None, now[place].name)
    moved = [(one.name, (one.start_number or 0) + 1) for one in before[place:]]
    assert [(one.name, one.start_number) for one in now[place + 1 :]] == moved


def _deleted(play: Play, indexes: tuple[int, ...]) -> None:
    before, now = (players(play.uploads[index]) for index in (indexes[0] - 1, indexes[0]))
    assert len(now) == len(before) - 1
    assert [one.start_number for one in now] == list(range(1, len(now) + 1))


def _rating(play: Play, indexes: tuple[int, ...]) -> None:
    before, now = (
        {(one.name, one.fide_id, one.rating) for one in players(play.uploads[index])}
        for index in (indexes[0] - 1, indexes[0])
    )
    ((*someone, rating),) = now - before
    ((*same, old),) = before - now
    assert (someone, rating != old) == (same, True)


def _paused(play: Play, indexes: tuple[int, ...]) -> None:
    one, other = play.uploads[indexes[0] - 1 : indexes[0] + 1]
    assert other.at - one.at >= play.story.pause
    assert _results_that_came(play, indexes[0])


def _unchanged(play: Play, indexes: tuple[int, ...]) -> None:
    one, other = play.uploads[indexes[0] - 1 : indexes[0] + 1]
    assert results(one) == results(other)
    assert players(one) == players(other)
    assert read(one, 0).last_update != read(other, 0).last_update


def _phantom(play: Play, indexes: tuple[int, ...]) -> None:
    upload = play.uploads[indexes[0]]
    rd = upload.event.rounds_paired + 1
    page = read(upload, 2, -1)
    assert page.rounds_paired == rd
    if page.content is not None:
        assert page.round == rd
        assert all(one.black is None for one in boards(upload))


def _lagging(play: Play, indexes: tuple[int, ...]) -> None:
    behind, caught_up = (play.uploads[index] for index in indexes)
    rd = behind.event.rounds_paired
    assert any(one.white_score is not None for one in boards(behind, rd))
    assert results(behind) == results(caught_up)
    for upload, is_behind in ((behind, True), (caught_up, False)):
        table = read(upload, 5).content
        assert isinstance(table, Crosstable)
        newest = [row[rd - 1] for row in table.results]
        played = [one for one in newest if one is not None and one.opponent is not None]
        assert all(one.score is None for one in played) is is_behind
    assert read(behind, 1).round == min(rd - 1, behind.event.rounds_done)


def _incomplete(play: Play, indexes: tuple[int, ...]) -> None:
    assert any(key[3] is Kind.PENDING for key in results(play.uploads[-1]))


CHECKS: Mapping[Incident, Callable[[Play, tuple[int, ...]], None]] = {
    Incident.HELD_BACK: _held_back,
    Incident.LATE_RESULT: _late,
    Incident.REDONE: _redone,
    Incident.TAKEN_BACK: _taken_back,
    Incident.CORRECTED: _corrected,
    Incident.CORRECTED_LATE: _corrected_late,
    Incident.WAVERING: _wavering,
    Incident.WITHDRAWAL: _withdrawn,
    Incident.HALF_BYE: _has(Kind.HALF_BYE, "0.5"),
    Incident.BYE: _has(Kind.BYE, None),
    Incident.FORFEIT: _forfeited,
    Incident.LATE_ENTRY: _entered_late,
    Incident.DELETED: _deleted,
    Incident.RATING: _rating,
    Incident.PAUSE: _paused,
    Incident.UNCHANGED: _unchanged,
    Incident.PHANTOM: _phantom,
    Incident.LAG: _lagging,
    Incident.INCOMPLETE: _incomplete,
}


@pytest.mark.parametrize(
    ("play", "incident"),
    [
        pytest.param(play, incident, id=f"{play.last.tournament_type}, {incident}")
        for play in (FULL, FULL_ROBIN, FULL_TEAMS)
        for incident in sorted(possible(play.last) - {Incident.OLD_PAGE})
    ],
)
def test_every_incident_is_on_the_pages(play: Play, incident: Incident) -> None:
    """What a play says of an upload is what the reader finds on its pages."""
    CHECKS[incident](play, play.happened[incident])


@settings(max_examples=15)
@given(plays(incidents=ALL))
def test_incidents_of_random_plays_are_on_the_pages(play: Play) -> None:
    """The same holds for any play."""
    for incident, indexes in play.happened.items():
        if incident is not Incident.OLD_PAGE:
            CHECKS[incident](play, indexes)


def test_the_newest_round_is_that_of_the_navigation() -> None:
    """rd=-1 gives the round linked last, paired or not; past the end the newest that is paired."""
    event = build.simple_swiss(8, 3)
    first = {number: rows[:1] for number, rows in event.results.items()}
    linked = Upload(START, replace(event, results=first, rounds_linked=2), Style(), "")
    assert read(linked, 2, -1).content is None
    assert read(linked, 2, -1).rounds_paired == 2
    assert read(linked, 2, 9).round == read(linked, 2, 1).round == 1
    assert read(replace(linked, event=event), 2, -1).round == 3


# --- clocks


def test_a_clock_by_hand_stands_until_somebody_sleeps_or_sets_it() -> None:
    """Sleeping leads forward at once and never back; setting and jumping go both ways."""
    clock = HandClock(START)
    assert clock.now() == START
    clock.sleep_until(START + MINUTE)
    clock.sleep_until(START)
    assert clock.now() == START + MINUTE
    clock.set(START - MINUTE)
    assert clock.now() == START - MINUTE
    clock.jump(-MINUTE)
    clock.jump(3 * MINUTE)
    assert clock.now() == START + MINUTE


def test_many_threads_sleep_by_one_clock() -> None:
    """The clock ends at the latest time, whoever came first, and no jump is lost."""
    clock = HandClock(START)

    def use(number: int) -> None:
        for _ in range(50):
            clock.jump(MINUTE)
        clock.sleep_until(START + number * MINUTE)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert clock.now() == START + 400 * MINUTE


def test_a_fast_clock_gets_where_it_should() -> None:
    """Sleeping ends at the time or later, however far away it is for the clock."""
    clock = FastClock(START, 1_000_000)
    clock.sleep_until(START + timedelta(hours=3))
    assert clock.now() >= START + timedelta(hours=3)
    clock.sleep_until(START)


def test_clocks_want_to_know_the_zone() -> None:
    """A time without a zone is refused, and so is a clock that stands still for ever."""
    with pytest.raises(ValueError, match="zone"):
        HandClock(START.replace(tzinfo=None))
    with pytest.raises(ValueError, match="forward"):
        FastClock(START, 0)


def test_the_clock_of_the_site_has_summer_time() -> None:
    """Central European time: an hour before Greenwich in winter, two in summer."""
    assert site_time(datetime(2026, 1, 5, 12, tzinfo=UTC)).hour == 13
    assert site_time(datetime(2026, 7, 5, 12, tzinfo=UTC)).hour == 14


# --- the site that shows them


def _get(site: LiveStandin, play: Play, **query: object) -> Page:
    address = site.link(play.number, lan=1, **query)
    with VISITOR.get(address, timeout=5) as answer:
        return Page(answer.content)


def test_the_site_shows_an_event_as_it_is_at_the_time() -> None:
    """Every page is of the upload before, with the site's own clock on it; all are noted."""
    clock = HandClock(START)
    play = replace(FULL, old_pages=())
    with LiveStandin([play], clock, redirect=False) as site:
        for index, upload in enumerate(play.uploads):
            clock.sleep_until(upload.at + timedelta(seconds=1))
            page = _get(site, play, art=14)
            assert page.last_update == upload.event.last_update
            assert page.server_time == site_time(clock.now())
            assert site.served[-1] == Served(clock.now(), play.number, 14, None, index, None,
                                             upload.style.stale_crosstable)  # fmt: skip
        assert site.requests[-1].query["art"] == "14"


def test_an_event_is_there_from_its_first_upload_until_it_is_deleted() -> None:
    """Before and after, the site knows no such event, and other events are as they were."""
    clock = HandClock(START - MINUTE)
    with LiveStandin([FULL], clock, [demo.demo_event()], redirect=False) as site:
        assert _get(site, FULL, art=0).error == "Record not found"
        clock.sleep_until(FULL.begins)
        assert _get(site, FULL, art=0).error is None
        site.delete(FULL.number, FULL.begins + MINUTE)
        clock.jump(MINUTE)
        assert _get(site, FULL, art=0).error == "Record not found"
        with VISITOR.get(site.link(demo.DEMO_NUMBER, lan=1, art=0), timeout=5) as answer:
            assert Page(answer.content).error is None
        assert [one.tournament for one in site.served] == [FULL.number]


def test_the_round_that_a_page_shows_is_noted() -> None:
    """-1 and numbers past the end are noted as the round that came; other views have none."""
    clock = HandClock(FULL.ends)
    with LiveStandin([replace(FULL, old_pages=())], clock, redirect=False) as site:
        for query in ({"rd": -1}, {"rd": 2}, {"rd": 77}, {}):
            _get(site, FULL, art=2, **query)
        _get(site, FULL, art=5)
        _get(site, FULL, snr=4)
        found = [(one.art, one.round, one.number) for one in site.served]
    last = FULL.last.rounds_total
    rounds: list[tuple[int, int | None, int | None]] = [
        (2, one, None) for one in (last, 2, last, last)
    ]
    assert found == [*rounds, (5, None, None), (9, None, 4)]


def test_an_old_page_comes_up_once() -> None:
    """After a newer one, the first page of results is old; the next is new again."""
    (old,) = FULL.old_pages
    clock = HandClock(old.at)
    with LiveStandin([FULL], clock, redirect=False) as site:
        updates = [_get(site, FULL, art=art, rd=-1).last_update for art in (0, 2, 2)]
        indexes = [one.upload_index for one in site.served]
    assert indexes == [old.index + 1, old.index, old.index + 1]
    events = [FULL.uploads[index].event for index in indexes]
    assert updates == [event.last_update for event in events]


def test_a_fault_can_last_for_some_time() -> None:
    """By the clock of the site, from a time on and until another."""
    clock = HandClock(FULL.begins)
    with LiveStandin([FULL], clock, redirect=False) as site:
        site.between(FULL.begins + MINUTE, FULL.begins + 3 * MINUTE, Fault.status(503))
        found = []
        for _ in range(4):
            with VISITOR.get(site.link(FULL.number, art=0), timeout=5) as answer:
                found.append(answer.status_code)
            clock.jump(MINUTE)
    assert found == [200, 503, 503, 200]


def test_only_pages_that_arrive_whole_are_noted() -> None:
    """Half a page, a closed gate and an error are not; slow pages and other rounds are."""
    clock = HandClock(FULL.ends)
    with LiveStandin([replace(FULL, old_pages=())], clock, redirect=False) as site:
        for fault in (Fault.half_page(), Fault.closed_gate(), Fault.status(500)):
            site.faults[:] = [fault]
            VISITOR.get(site.link(FULL.number, lan=1, art=2, rd=2), timeout=5).close()
        assert site.served == []
        site.faults[:] = [Fault.slow(0, 4096), Fault.wrong_round(), Fault.stale_crosstable()]
        for query in ({"art": 2, "rd": 3}, {"art": 2, "rd": 3}, {"art": 5}):
            _get(site, FULL, **query)
        assert [(one.round, one.stale) for one in site.served] == [
            (3, False), (2, False), (None, True),
        ]  # fmt: skip


def test_the_live_site_of_the_command_line_begins_now() -> None:
    """`--live` shows a starting list of every event at once."""
    with live_site(1) as site:
        for play in site.plays.values():
            page = _get(site, play, art=0)
            assert page.last_update == play.uploads[0].event.last_update
            assert page.rounds_paired is None


# --- what is to be told


def _small(*lines: str) -> Event:
    """Make an event of four people from the lines of its rounds."""
    people = demo.PLAYERS[:4]
    return replace(
        demo.demo_event(), players=people, results=results_of(people, lines), rounds_total=2
    )


def _told(*events: Event, who: int = 1) -> list[tuple[object, ...]]:
    uploads = tuple(
        Upload(START + place * MINUTE, event, Style(), "") for place, event in enumerate(events)
    )
    play = Play(uploads)
    return told(play, range(len(uploads)), Person.of(demo.PLAYERS[who - 1]))


ONE, TWO, THREE, FOUR = (one.name for one in demo.PLAYERS[:4])
EMPTY = _small()
PAIRED = _small("1:2 ?; 3:4 ?")
OVER = _small("1:2 1-0; 3:4 0-1")


@pytest.mark.parametrize(
    ("events", "facts"),
    [
        ([PAIRED], []),
        ([EMPTY, PAIRED], [("pairing", 1, TWO, "white", 1)]),
        ([EMPTY, OVER], [("result", 1, "1")]),
        ([PAIRED, OVER, OVER], [("result", 1, "1")]),
        ([PAIRED, _small("4:1 ?; 3:2 ?")], [("pairing_changed", 1, FOUR, "black", 1)]),
        ([PAIRED, _small("3:4 ?; 1:2 ?")], [("pairing_changed", 1, TWO, "white", 2)]),
        ([PAIRED, _small("4:1 0-1; 3:2 ?")], [("result", 1, "1")]),
        ([PAIRED, EMPTY, PAIRED], [("pairing_withdrawn", 1), ("pairing", 1, TWO, "white", 1)]),
        ([OVER, _small("1:2 ½-½; 3:4 0-1")], [("result_corrected", 1, "0.5", "1")]),
        ([OVER, _small("1:2 +--; 3:4 0-1")], [("result_corrected", 1, "1", "1")]),
        ([OVER, PAIRED], [("result_corrected", 1, None, "1")]),
        ([EMPTY, _small("3:4 ?; 2 bye?; 1 half")], [("not_paired", 1, "0.5")]),
        ([EMPTY, _small("1 out; 2 half")], []),
        (
            [EMPTY, _small("3:4 ?; 1 bye?; 2 out"), _small("3:4 ?; 1 bye; 2 out")],
            [("pairing", 1, None, None, None)],
        ),
        (
            [OVER, _small("1:2 0-1; 3:4 0-1", "1:3 ?; 4:2 ?")],
            [("result_corrected", 1, "0", "1"), ("pairing", 2, THREE, "white", 1)],
        ),
        (
            [PAIRED, _small("1:2 1-0; 3:4 0-1", "1:3 ½-½; 4:2 1-0")],
            [("result", 1, "1"), ("result", 2, "0.5"), ("event_finished", None)],
        ),
    ],
)
def test_what_is_told(events: list[Event], facts: list[tuple[object, ...]]) -> None:
    """The first look is silent; a pairing with its result is a result; each change is told once.

    The point of a bye is no news.
    """
    assert _told(*events) == facts


def test_a_corrected_rating_is_told_where_it_matters() -> None:
    """The own one and the opponent's, not that of others, nor of an opponent met just now."""

    def corrected(event: Event, number: int) -> Event:
        changed = [
            replace(one, fide=one.fide + 9) if one.start_number == number else one
            for one in event.players
        ]
        return replace(event, players=tuple(changed))

    assert _told(PAIRED, corrected(PAIRED, 1)) == [("rating_corrected", None, ONE, 2096, 2010)]
    assert _told(PAIRED, corrected(PAIRED, 2)) == [("rating_corrected", None, TWO, 2073, 0)]
    assert _told(PAIRED, corrected(PAIRED, 3)) == []
    assert _told(EMPTY, corrected(PAIRED, 2)) == [("pairing", 1, TWO, "white", 1)]


def test_opponents_are_people_whatever_their_numbers() -> None:
    """New start numbers are told as such, and not as a new pairing."""
    people = [*demo.PLAYERS[:4]]
    moved = tuple(
        replace(one, start_number=number) for one, number in zip(people, (2, 1, 4, 3), strict=True)
    )
    turned = replace(PAIRED, players=moved, results=results_of(moved, ["2:1 ?; 4:3 ?"]))
    assert _told(PAIRED, turned) == [("renumbered", None, 2, 1)]


def test_who_is_off_the_list_is_told_so_and_nothing_more() -> None:
    """Neither results nor the end of the event follow."""
    without = replace(EMPTY, players=EMPTY.players[1:])
    assert _told(EMPTY, without, OVER) == [("withdrawn", None)]


def test_a_round_robin_that_is_paired_at_first_tells_results_only() -> None:
    """Its pairings are all there from the first day."""
    play = play_of(build.round_robin(6), START, Story())
    who = Person.of(play.people[0])
    kinds = Counter(fact[0] for fact in told(play, range(1, len(play.uploads)), who))
    assert kinds == {"result": 5, "event_finished": 1}


def test_an_old_page_tells_nothing() -> None:
    """What is older than what was seen is not news, and does not hide what is."""
    who = Person.of(FULL.people[2])
    looks = list(range(len(FULL.uploads)))
    with_old = sorted([*looks, *(one + 1 for one in looks[:-1])])
    back = [one - (place % 2) for place, one in enumerate(with_old)]
    assert told(FULL, back, who) == told(FULL, looks, who)


def _last_words(facts: list[tuple[object, ...]]) -> dict[object, object]:
    """Give the last score that was told of each round."""
    return {fact[1]: fact[2] for fact in facts if fact[0] in ("result", "result_corrected")}


@settings(max_examples=50)
@given(plays(), st.data())
def test_whoever_looks_in_the_end_knows_all_results(play: Play, data: st.DataObject) -> None:
    """Whatever looks were missed, the last word on each round is the score of the event."""
    who = Person.of(data.draw(st.sampled_from(play.people)))
    middle = range(1, len(play.uploads) - 1)
    some = data.draw(st.sets(st.sampled_from(middle))) if middle else set()
    facts = told(play, [0, *sorted(some), len(play.uploads) - 1], who)
    player = who.on_list(play.last)
    if player is None:
        assert facts[-1][0] == "withdrawn"
        return
    rows = play.last.rows(player.start_number)
    scores = {row.round: row.score for row in rows if row.opponent is not None}
    assert _last_words(facts) == {rd: score for rd, score in scores.items() if score is not None}
    assert (("event_finished", None) in facts) == play.last.finished


@settings(max_examples=25)
@given(plays(), st.data())
def test_all_pages_together_tell_what_the_event_tells(play: Play, data: st.DataObject) -> None:
    """A look at the list and at every round sees all that there is, with or without crosstable."""
    who = Person.of(data.draw(st.sampled_from(play.people)))
    looks = []
    for index, upload in enumerate(play.uploads):
        event = upload.event
        rounds: list[int | None] = [*range(1, event.rounds_navigated + 1)] or [None]
        if event.round_robin and not event.for_teams:
            rounds = [None]
        boards_of = 3 if event.for_teams else 2
        views = [(16 if event.for_teams else 0, None), *((boards_of, one) for one in rounds)]
        if data.draw(st.booleans()):
            views.append((5, None))
        stale = upload.style.stale_crosstable
        looks.append(
            [Served(upload.at, play.number, art, rd, index, None, stale) for art, rd in views]
        )
    indexes = range(len(play.uploads))
    assert told_of_pages(play, looks, who) == told_by_look(play, indexes, who)


# --- the recorded play


def _moments() -> list[tuple[Replay, HandClock, Upload]]:
    """Give the recorded play at the time of each upload, played back in the zone it is read in."""
    play = live_play()
    clock = HandClock(play.begins)
    replay = Replay(clock.now)
    return [(replay, clock, upload) for upload in play.uploads]


def test_the_recorded_play_is_that_of_the_stand_in() -> None:
    """Index and pages are what the stand-in makes today; `--write-live` makes them anew."""
    index, pages = recording()
    with ZipFile(ROOT / "fixtures" / "live" / LIVE_ZIP) as packed:
        assert packed.read("pages") == pages
        assert json.loads(packed.read("index.json")) == json.loads(json.dumps(index))


def test_the_recorded_play_is_small_and_always_the_same(tmp_path: Path) -> None:
    """Writing it twice gives one file, of well under 300 kB."""
    first = write_live(tmp_path / "one").read_bytes()
    assert first == write_live(tmp_path / "two").read_bytes()
    assert len(first) < 100_000


def test_the_replay_shows_what_the_stand_in_shows() -> None:
    """Every page at the time of every upload reads as the stand-in's page of it."""
    for replay, clock, upload in _moments():
        clock.sleep_until(upload.at)
        local = [
            (replay.start + replay.rounds[place]).astimezone()
            for place in range(upload.event.rounds_total)
        ]
        schedule = tuple((one.date(), f"{one:%H:%M}") for one in local)
        first, last = local[0].date(), local[-1].date()
        event = replace(upload.event, schedule=schedule, start=first, end=last)
        style = replace(upload.style, details=True, server_time=site_time(clock.now()))
        shown = replace(upload, event=event, style=style)
        views = [(0, None), (1, None), (5, None), (14, None), (2, -1)]
        views += [(2, number) for number in range(1, event.rounds_paired + 1)]
        for art, rd in views:
            found = read_page(replay.fetch(PageRequest(replay.number, art, round=rd)).page)
            assert found == read(shown, art, rd)


def test_the_replay_has_the_cards_of_all_players() -> None:
    """A card says what the event says of its player at that time."""
    replay, clock, upload = _moments()[-1]
    clock.sleep_until(upload.at)
    for player in upload.event.players:
        request = PageRequest(replay.number, 9, number=player.start_number)
        card = read_page(replay.fetch(request).page).content
        assert getattr(card, "player").name == player.name  # noqa: B009 - one of many contents
        assert getattr(card, "points") == upload.event.points(player.start_number)  # noqa: B009


def test_the_replay_begins_when_it_is_told_to() -> None:
    """The story starts with the replay, or at a given time; before it, it is at its beginning."""
    clock = HandClock(datetime(2027, 3, 4, 9, tzinfo=UTC))
    later = Replay(clock.now, clock.now() + timedelta(hours=1))
    now = Replay(clock.now)
    assert (now.begins, now.start) == (timedelta(0), clock.now())
    for one in (now, later):
        page = one.fetch(PageRequest(one.number, 0)).page
        assert (page.rounds_paired, page.tournament_id) == (None, one.number)
        assert str(one.number) in one.link
        assert f"snr={one.start_number}" in one.link
    clock.jump(now.ends)
    assert now.fetch(PageRequest(now.number, 2, round=-1)).page.rounds_paired == 5
    newest = read_page(now.fetch(PageRequest(now.number, 2, round=99)).page)
    assert newest.round == 5
    zone = now.fetch(PageRequest(now.number, 14)).page.server_time
    assert zone == clock.now().astimezone(SITE_ZONE).replace(tzinfo=None)


@pytest.mark.parametrize(
    "request_of",
    [
        lambda number: PageRequest(number + 1, 0),
        lambda number: PageRequest(number, 40),
        lambda number: PageRequest(number, 9, number=99),
    ],
)
def test_what_was_not_recorded_is_not_there(request_of: Callable[[int], PageRequest]) -> None:
    """Other events, other views and other people are refused as the site refuses them."""
    replay = Replay(lambda: START)
    with pytest.raises(TournamentMissing) as refusal:
        replay.fetch(request_of(replay.number))
    assert isinstance(refusal.value, TnrateError)


def test_the_recorded_play_has_a_correction_a_half_point_and_a_late_result() -> None:
    """All three happen to the player whom the replay names."""
    play = live_play()
    replay = Replay(lambda: START)
    player = play.last.player(replay.start_number)
    assert player is not None
    facts = told(play, range(len(play.uploads)), Person.of(player))
    kinds = Counter(fact[0] for fact in facts)
    assert kinds["result_corrected"] == kinds["not_paired"] == kinds["event_finished"] == 1
    assert Incident.LATE_RESULT in play.happened
    assert len(play.last.players) == 16


def test_the_wheel_has_the_recorded_play() -> None:
    """What is built holds the replay and its pages."""
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling builds the wheel")
    files = wheel.WheelBuilder(str(ROOT)).recurse_included_files()
    names = {Path(file.path).relative_to(ROOT).as_posix() for file in files}
    assert {"fixtures/replay.py", f"fixtures/live/{LIVE_ZIP}"} <= names
