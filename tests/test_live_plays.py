"""Whole plays followed from the starting list to the end, held against what there was to tell.

Everybody in an event is followed through everything that can happen to it. TNRATE_PLAYS=N follows
N plays of every kind instead of a few.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from live.history import states
from live.model import EventState, FactKind, Phase
from live.state import unpacked
from live.when import SHORTEST
from scraper.model import Kind
from tests.following import Document, Watch
from tests.standin.event import Event, Style
from tests.standin.live import Served
from tests.standin.oracle import Fact, Person, told_of_pages
from tests.standin.play import ALL, Incident, Play
from tests.standin.random_plays import KINDS, SWISS, random_play

_ENDS = (FactKind.ROUND_FINISHED, FactKind.EVENT_FINISHED)
_BROKEN_OFF = (FactKind.EVENT_INCOMPLETE, FactKind.EVENT_MISSING)
_RANKING = 1


@dataclass(frozen=True)
class Followed:
    """A play that was followed to its end; `shows_both` says that lists have both ratings."""

    play: Play
    watch: Watch
    shows_both: bool

    @property
    def state(self) -> EventState:
        """Give the event as last seen."""
        data = self.watch.store.state(self.play.number)
        assert data is not None
        return unpacked(data)

    @property
    def phase(self) -> Phase | None:
        """Give where the event stands."""
        return self.watch.store.events()[0].phase

    @property
    def people(self) -> list[Person]:
        """Give who is followed."""
        return [Person.of(one) for one in self.play.uploads[0].event.players]

    def ends(self) -> dict[Person, list[Document]]:
        """Give what was told everybody of finished rounds and of the finished event, in order."""
        found = defaultdict(list)
        for document in self.watch.documents():
            if document["kind"] in _ENDS:
                player = document["player"]
                found[Person(player["name"], player["fide_id"] or 0)].append(document)
        return found


def _plays() -> Iterator[tuple[str, int, frozenset[Incident] | None]]:
    """Give kinds, seeds and incidents: everything at once, about half of it, all but the end."""
    wanted = int(os.environ.get("TNRATE_PLAYS", "0"))
    choices = (ALL, None, ALL - {Incident.INCOMPLETE})
    for kind in KINDS:
        for seed in range(wanted or (12 if kind == SWISS else 5)):
            yield kind, seed, choices[seed % len(choices)]
    yield from _ONCE_WRONG


# Each was told wrong once, or not at all.
_ONCE_WRONG: tuple[tuple[str, int, frozenset[Incident] | None], ...] = (
    # A late result, and a correction, of an earlier round of matches, whose page has no points.
    ("teams", 7, ALL - {Incident.INCOMPLETE}),
    # A rating corrected of somebody who sits out the newest round of matches.
    ("teams", 5, ALL),
    # A double forfeit, of which a row of the crosstable shows only the own loss.
    ("swiss", 29, ALL),
    # A pairing that was taken back, of a round with a bye.
    ("swiss", 27, ALL),
    # A namesake of somebody who was taken off the list.
    ("swiss", 35, ALL - {Incident.INCOMPLETE}),
    # A correction that changes the points of one side only.
    ("swiss", 39, ALL),
    # A rating corrected before its player sat at a board.
    ("teams", 36, ALL),
    # A late result that ends two rounds at once.
    ("swiss", 47, ALL - {Incident.INCOMPLETE}),
    # Matches that are all paired ahead, and come a round at a time.
    ("team robin", 12, ALL - {Incident.INCOMPLETE}),
)


@pytest.fixture(scope="module", params=_plays(), ids=lambda one: f"{one[0]}-{one[1]}")
def followed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Followed]:
    """Follow a play to its end, once for all tests."""
    kind, seed, incidents = request.param
    shows_both = seed % 2 == 0
    play = random_play(seed, kind, incidents=incidents, style=Style(two_ratings=shows_both))
    watch = Watch(tmp_path_factory.mktemp("plays"), [play])
    watch.run()
    yield Followed(play, watch, shows_both)
    watch.store.close()


def test_everything_that_was_to_be_seen_is_told_once_and_nothing_else(followed: Followed) -> None:
    """Each player is told just what the pages of the looks show, in order."""
    told = followed.watch.facts(followed.play.number)
    for who in followed.people:
        looks = told_of_pages(followed.play, followed.watch.pages[followed.play.number], who)
        wanted = [fact for look in looks for fact in look]
        assert _as_shown(told.get(who, []), followed) == _as_shown(wanted, followed)


def _as_shown(facts: Sequence[Fact], followed: Followed) -> list[Fact]:
    """Leave out the ratings where lists have one column of them, whichever it is."""
    if followed.shows_both:
        return list(facts)
    return [fact[:3] if fact[0] == "rating_corrected" else fact for fact in facts]


def test_in_the_end_everything_is_known(followed: Followed) -> None:
    """Whatever was late or corrected: the last state has the rounds of the last upload seen.

    Three things may be missing: the absence of somebody who came later, a correction of an earlier
    round that leaves all points as they were, and a correction of an earlier round of matches,
    which print no points, where neither another round nor the end comes after it.
    """
    state = followed.state
    pages = [page for look in followed.watch.pages[followed.play.number] for page in look]
    event = followed.play.uploads[max(page.upload_index for page in pages)].event
    for player in event.players:
        for row in event.rows(player.start_number):
            seat = state.seat(row.round, player.start_number)
            if seat is None:
                assert row.kind == "not_paired"
                continue
            if event.for_teams and not event.finished and row.round < state.newest:
                continue
            assert seat.score == (None if row.score is None else Decimal(row.score))
            assert (seat.opponent, seat.colour) == (row.opponent, row.colour)
            # The stand-in writes down a double forfeit as a loss on either side.
            lost = seat.kind is Kind.DOUBLE_FORFEIT
            is_same = (Kind.FORFEIT_LOSS if lost else seat.kind) == row.kind
            assert is_same or (Incident.CORRECTED_LATE in followed.play.happened and row.opponent)


def test_every_finished_round_is_told_once_and_the_last_as_the_end(followed: Followed) -> None:
    """Rounds end in order; with the last one the event is finished, for all who are listed."""
    seen = [state for _, state in _replayed(followed)]
    rounds = followed.play.last.rounds_total
    steps = list(range(seen[0].finished + 1, seen[-1].finished + 1))
    assert (steps[-1:] == [rounds]) == followed.play.last.finished
    told = followed.ends()
    for who in followed.people:
        if who.on_list(followed.play.last) is None:
            continue
        assert [one["round"] for one in told[who]] == steps
        kinds = [one["kind"] for one in told[who]]
        last = [FactKind.EVENT_FINISHED] if steps[-1:] == [rounds] else []
        assert kinds == [FactKind.ROUND_FINISHED] * (len(steps) - len(last)) + last


def test_a_finished_round_has_the_place_after_it(followed: Followed) -> None:
    """The place stands there exactly where the newest standings that were served are in step."""
    told = followed.ends()
    for who in followed.people:
        for document in told[who]:
            assert document["place"] == _place(followed, who, document)


def _place(followed: Followed, who: Person, document: Document) -> Document | None:
    """Work out the place in the standings that were served last when a fact was told."""
    served = None
    for (at, _), pages in zip(
        followed.watch.looks, followed.watch.pages[followed.play.number], strict=True
    ):
        if at.isoformat(timespec="seconds")[:19] > document["at"][:19]:
            break
        served = next((one for one in pages if one.art == _RANKING), served)
    if served is None:
        return None
    event = followed.play.uploads[served.upload_index].event
    after = _standings_after(event, served)
    player = who.on_list(event)
    if player is None or after != document["round"]:
        return None
    standing = [one.start_number for one in event.standing(after + 1)]
    return {"rank": standing.index(player.start_number) + 1, "after_round": after}


def _standings_after(event: Event, served: Served) -> int:
    behind = max(event.rounds_paired - 1, 0) if served.stale else event.rounds_done
    return min(event.rounds_done, behind)


def test_an_event_ends_finished_or_incomplete(followed: Followed) -> None:
    """Finished if the last result came; else everybody is told once that the rest did not."""
    is_complete = followed.play.last.finished
    assert followed.phase is (Phase.FINISHED if is_complete else Phase.INCOMPLETE)
    told = Counter(one["kind"] for one in followed.watch.documents())
    assert sum(told[kind] for kind in _BROKEN_OFF) == (0 if is_complete else len(followed.people))
    assert followed.watch.follower.next_due() is None


def test_the_history_leads_to_the_last_state(followed: Followed) -> None:
    """The snapshots, one after the other, give what is known in the end."""
    *_, (_, last) = _replayed(followed)
    state = followed.state
    for name in ("players", "seats", "places", "schedule", "finished", "ks", "printed"):
        assert getattr(last, name) == getattr(state, name)


def _replayed(followed: Followed) -> list[tuple[object, EventState]]:
    kept = followed.watch.store.snapshots(followed.play.number)
    return list(states((at, delta) for at, _, delta in kept))


def test_looks_keep_a_minute_and_meet_nothing(followed: Followed) -> None:
    """Between two looks lies a minute at least, and no look of a site that is well fails."""
    times = [at for at, _ in followed.watch.looks]
    assert all(later - one >= SHORTEST for one, later in pairwise(times))
    assert [looked.trouble for _, looked in followed.watch.looks if looked.trouble] == []


def test_a_quiet_swiss_event_tells_every_place(tmp_path: Path) -> None:
    """Where nothing goes wrong, every round ends with a place, in Swiss events and round robins."""
    for kind in (SWISS, "robin"):
        play = random_play(3, kind, incidents=frozenset())
        watch = Watch(tmp_path / kind, [play])
        watch.run()
        ends = Followed(play, watch, shows_both=False).ends()
        assert len(ends) == len(play.last.players)
        for told in ends.values():
            assert [one["place"]["after_round"] for one in told] == [
                *range(1, play.last.rounds_total + 1)
            ]
        watch.store.close()
