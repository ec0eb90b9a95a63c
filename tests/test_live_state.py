"""The state of an event as bytes, and the story that its snapshots tell."""

import zlib
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.history import BASELINE, moments, snapshot, states
from live.merge import renumbered, with_list
from live.model import EventState, FactKind, Place, RoundTime
from live.state import document_of, packed, state_of, unpacked
from scraper.errors import LiveStoreDamaged
from scraper.event import Seat
from scraper.model import Colour, Kind, Player, TimeControl, Tournament
from tests.standin.build import simple_swiss
from tests.standin.event import Event
from tests.standin.random_events import swiss_events
from tests.states import AT, TOURNAMENT, follow, player, state, state_of_event

NUMBERS = st.integers(-3, 400)
ROUNDS = st.integers(1, 25)
TEXTS = st.none() | st.text(st.characters(codec="utf-8"), max_size=12)
WHOLE = st.none() | st.integers(0, 10**9)
SITE_TIMES = st.none() | st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1))  # noqa: DTZ001
TIMES = SITE_TIMES.map(lambda when: None if when is None else when.replace(tzinfo=UTC))
DAYS = st.none() | st.dates(date(2020, 1, 1), date(2030, 1, 1))
CONTROLS = st.none() | st.sampled_from(TimeControl)
SCORES = st.none() | st.sampled_from(("0", "0.5", "1", "1.0", "3")).map(Decimal)
SEATS = st.builds(
    Seat,
    st.sampled_from(Kind),
    SCORES,
    st.none() | st.integers(1, 300) | st.sampled_from(("1.2", "12.4")),
    st.none() | st.sampled_from(Colour),
    st.none() | NUMBERS,
    st.booleans(),
)
PLAYERS = st.builds(
    Player,
    NUMBERS,
    TEXTS,
    title=TEXTS,
    federation=TEXTS,
    fide_id=WHOLE,
    birth_year=WHOLE,
    club=TEXTS,
    sex=TEXTS,
    rating=WHOLE,
    fide=WHOLE,
    national=WHOLE,
)
TOURNAMENTS = st.builds(
    Tournament,
    id=WHOLE,
    name=TEXTS,
    time_control=CONTROLS,
    time_control_text=TEXTS,
    named_time_control=CONTROLS,
    start=DAYS,
    end=DAYS,
    rounds=WHOLE,
    rated_fide=st.none() | st.booleans(),
    rated_national=st.none() | st.booleans(),
    fide_event_id=WHOLE,
    federation=TEXTS,
    type=TEXTS,
    last_update=SITE_TIMES,
    url=TEXTS,
)
STATES = st.builds(
    EventState,
    TOURNAMENTS,
    st.dictionaries(NUMBERS, PLAYERS, max_size=4),
    seats=st.dictionaries(ROUNDS, st.dictionaries(NUMBERS, SEATS, max_size=4), max_size=4),
    places=st.dictionaries(NUMBERS, st.builds(Place, NUMBERS, ROUNDS), max_size=4),
    printed=st.dictionaries(NUMBERS, NUMBERS, max_size=4),
    ks=st.dictionaries(NUMBERS, NUMBERS, max_size=4),
    schedule=st.dictionaries(ROUNDS, st.builds(RoundTime, DAYS, TEXTS), max_size=4),
    for_teams=st.booleans(),
    round_robin=st.booleans(),
    gated=st.booleans(),
    epoch=st.integers(0, 2**31),
    looks=st.integers(0, 999),
    finished=st.integers(0, 25),
    lag=st.integers(0, 5),
    wanted=st.lists(ROUNDS, max_size=3).map(tuple),
    trusts_points=st.booleans(),
    puzzled_at=SITE_TIMES,
    last_update=SITE_TIMES,
    changed_at=TIMES,
    paired_at=TIMES,
)
# What differs with every look, and is nothing of the event.
OF_THE_LOOKS: dict[str, Any] = {
    "looks": 0, "lag": 0, "wanted": (), "trusts_points": False, "puzzled_at": None,
    "last_update": None, "changed_at": None,
}  # fmt: skip


def of_the_event(known: EventState) -> EventState:
    """Give a state without what only the looks have noted."""
    tournament = replace(known.tournament, last_update=None)
    return replace(known, tournament=tournament, **OF_THE_LOOKS)


@given(STATES)
def test_every_state_survives_being_packed(known: EventState) -> None:
    """What is unpacked equals what was packed, scores to the last digit."""
    found = unpacked(packed(known))
    assert found == known
    for of_round, seats in known.seats.items():
        for number, seat in seats.items():
            again = found.seats[of_round][number]
            assert str(again.score) == str(seat.score)
            assert (type(again.kind), type(again.board)) == (type(seat.kind), type(seat.board))


def test_every_field_of_a_state_is_kept() -> None:
    """No field is forgotten when the model grows."""
    document = document_of(state())
    assert set(document) == {one.name for one in fields(EventState)}
    of_page = {"server_time", "fetched_at"}
    assert set(document["tournament"]) == {one.name for one in fields(Tournament)} - of_page


def test_when_a_page_was_fetched_is_no_part_of_the_state() -> None:
    """Two looks at the same event give the same bytes, whenever they were."""
    known = state("1:2 1-0")
    later = replace(
        known,
        tournament=replace(
            TOURNAMENT, fetched_at=AT, server_time=datetime(2026, 5, 2, 11, 0)  # noqa: DTZ001
        ),
    )  # fmt: skip
    assert packed(known) == packed(later)
    assert unpacked(packed(later)) == known


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"no state", zlib.compress(b"{"), zlib.compress(b"\xff")]
)
def test_other_bytes_are_refused_as_such(data: bytes) -> None:
    """Bytes that hold no state are refused as a damaged store, whatever they are."""
    with pytest.raises(LiveStoreDamaged):
        unpacked(data)


@given(st.lists(STATES, min_size=1, max_size=5))
def test_snapshots_give_back_every_state(story: list[EventState]) -> None:
    """The first snapshot is whole, the later ones are patches; replayed, nothing is missing."""
    found = recorded(story)
    replayed = list(states(found))
    assert replayed[0][1] == story[0]
    ats = [at for at, _ in found]
    assert [at.timestamp() for at, _ in replayed] == ats
    kept = [known for place, known in enumerate(story) if float(place) in ats]
    assert [of_the_event(one) for _, one in replayed] == [of_the_event(one) for one in kept]


def recorded(story: Sequence[EventState]) -> list[tuple[float, bytes]]:
    """Give the snapshots of states in a row, a second apart, as far as they tell anything."""
    found: list[tuple[float, bytes]] = []
    before: EventState | None = None
    for at, known in enumerate(story):
        delta = snapshot(before, known)
        if delta is not None:
            found.append((float(at), delta))
        before = known
    return found


@given(STATES, STATES)
def test_nothing_is_kept_where_nothing_of_the_event_changed(
    known: EventState, other: EventState
) -> None:
    """A new upload, or another look, without anything new leaves no snapshot."""
    names = list(OF_THE_LOOKS)
    later = replace(
        known,
        tournament=replace(known.tournament, last_update=other.tournament.last_update),
        **{name: getattr(other, name) for name in names},
    )
    assert snapshot(known, later) is None
    assert snapshot(known, known) is None


def test_a_rating_is_something_new_of_the_event() -> None:
    """What is not in the rounds is kept as well: ratings, places, times."""
    known = state("1:2 1-0")
    for later in (
        replace(known, players={**known.players, 1: player(1, fide=2100)}),
        replace(known, places={1: Place(1, 1)}),
        replace(known, schedule={2: RoundTime(None, "14:00")}),
        replace(known, finished=1),
        replace(known, gated=True),
    ):
        delta = snapshot(known, later)
        assert delta is not None
        assert [one for _, one in states([(0.0, packed(known)), (1.0, delta)])][1] == later


@given(swiss_events())
def test_the_state_of_a_random_event_survives(event: Event) -> None:
    """Events with byes, forfeits, absentees and people without ids are packed like any other."""
    known = state_of_event(event)
    assert unpacked(packed(known)) == known
    assert state_of(document_of(known)) == known


def test_states_and_snapshots_are_small() -> None:
    """An event of 200 players takes a few kilobytes, and a look with some results far less."""
    event = simple_swiss(200, 9)
    known = state_of_event(event)
    assert len(packed(known)) < 40_000
    newest = {
        number: seat._replace(kind=Kind.PENDING, score=None) if number in range(1, 21) else seat
        for number, seat in known.seats[9].items()
    }
    delta = snapshot(replace(known, seats={**known.seats, 9: newest}), known)
    assert delta is not None
    assert len(delta) < 1_000


# The story of one player


START = datetime(2026, 5, 2, 7, 0, tzinfo=UTC)


def told(*story: EventState, number: int = 1) -> list[tuple[str, ...]]:
    """Give what the history of a player says of states in a row, ten minutes apart."""
    return [moment.what for moment in moments(timed(*story), follow(number))]


def timed(*story: EventState) -> list[tuple[float, bytes]]:
    """Give the snapshots of states, ten minutes apart."""
    return [(START.timestamp() + 600 * at, data) for at, data in recorded(story)]


BEFORE = state(looks=0)
PAIRED = state("1:2 ?; 3:4 ?", looks=1)
PLAYED = state("1:2 1-0; 3:4 ?", looks=2)
OTHERS = state("1:2 1-0; 3:4 0-1", looks=3)
FINISHED = replace(OTHERS, looks=4, finished=1, places={1: Place(3, 1)})


def test_a_history_begins_with_the_baseline_and_has_what_happened_to_the_player() -> None:
    """What happens to others is no moment of this player's history."""
    assert told(BEFORE, PAIRED, PLAYED, OTHERS, FINISHED) == [
        (BASELINE,), (FactKind.PAIRING,), (FactKind.RESULT,), (FactKind.ROUND_FINISHED,),
    ]  # fmt: skip
    assert told(BEFORE, PAIRED, PLAYED, OTHERS, FINISHED, number=3) == [
        (BASELINE,), (FactKind.PAIRING,), (FactKind.RESULT,), (FactKind.ROUND_FINISHED,),
    ]  # fmt: skip
    assert told(BEFORE, number=1) == [(BASELINE,)]
    assert told() == []


def test_each_moment_has_the_card_as_it_stood_then() -> None:
    """Points, place and rating are those of the moment, not those of today."""
    found = list(moments(timed(BEFORE, PAIRED, PLAYED, OTHERS, FINISHED), follow()))
    assert [one.points for one in found] == [0, 0, 1, 1]
    assert [one.place for one in found] == [None, None, None, Place(3, 1)]
    assert [one.round for one in found] == [0, 1, 1, 1]
    steps = (0, 1, 2, 4)
    assert [one.at for one in found] == [START + timedelta(minutes=10 * n) for n in steps]
    games = [0 if one.rated.fide is None else one.rated.fide.games for one in found]
    assert games == [0, 0, 1, 1]


def test_a_history_follows_the_person_through_other_numbers() -> None:
    """Start numbers that were given anew are a moment, and no new person."""
    order = (7, 1, 2, 3, 4)
    listed = {
        number: replace(player(old), start_number=number)
        for number, old in enumerate(order, start=1)
    }
    later = with_list(renumbered(PLAYED, listed), listed)
    assert told(PAIRED, PLAYED, later)[-1] == (FactKind.RENUMBERED,)
    found = list(moments(timed(PAIRED, PLAYED, later), follow()))
    assert [one.points for one in found] == [0, 1, 1]
    assert found[-1].rated.card.player.start_number == 2


def test_a_history_of_somebody_who_came_late_begins_with_his_entry() -> None:
    """Before he was listed there is no moment."""
    later = replace(PLAYED, players={**PLAYED.players, 9: player(9)}, looks=3)
    paired = replace(later, seats=state("1:2 1-0; 3:4 ?", "9:1 ?").seats, looks=4)
    assert told(BEFORE, PAIRED, later, paired, number=9)[-1] == (FactKind.PAIRING,)
    assert all(BASELINE not in what for what in told(PAIRED, later, paired, number=9))
