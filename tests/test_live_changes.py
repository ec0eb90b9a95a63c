"""What is told of two states of an event: every kind of fact, and nothing that is none."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live import merge
from live.changes import Change, followed_now, happenings
from live.model import EventState, FactKind, Follow, Happening, Phase, Place
from live.store import LiveStore
from report.facts import document_of
from scraper.event import Seat
from scraper.gather import Gatherer
from scraper.model import Colour, Kind, Player
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Crosstable, PairedRound, Reading
from scraper.seats import rounds_of
from tests.following import Watch
from tests.standin.event import Event
from tests.standin.play import Incident
from tests.standin.random_events import swiss_events
from tests.standin.random_plays import KINDS, random_play
from tests.states import AT, EVENT, TOURNAMENT, follow, people, player, score, state, state_of_event

Kinds = list[FactKind]
ON = Phase.PLAYING
PAIRING, RESULT = FactKind.PAIRING, FactKind.RESULT


def told(
    before: EventState,
    after: EventState,
    *who: int,
    phases: tuple[Phase, Phase] = (ON, ON),
) -> list[Happening]:
    """Give what is told to the followers of some people, or of number 1; one look later."""
    after = replace(after, looks=before.looks + 1)
    was = followed_now([follow(number) for number in who or (1,)], before)
    now = followed_now(was, after)
    before = merge.renumbered(before, after.players)
    return list(happenings(Change(before, after, *phases, AT), now, was))


def kinds(before: EventState, after: EventState, *who: int) -> Kinds:
    """Give the kinds of facts that are told."""
    return [one.kind for one in told(before, after, *who)]


def renumber(known: EventState, *order: int) -> EventState:
    """Give the state with other start numbers: the people in this order."""
    listed = {
        number: replace(known.players[old], start_number=number)
        for number, old in enumerate(order, start=1)
    }
    return merge.with_list(merge.renumbered(known, listed), listed)


# One round of number 1: the line before and after (None: no such round yet), and what is told.
ROUNDS: dict[str, tuple[str | None, str | None, Kinds]] = {
    "nothing new": ("1:2 ?; 3:4 ?", "1:2 ?; 3:4 ?", []),
    "paired": (None, "1:2 ?; 3:4 ?", [PAIRING]),
    "paired with a bye": (None, "2:3 ?; 1 bye?", [PAIRING]),
    "paired with a bye and its point": (None, "2:3 ?; 1 bye", [PAIRING]),
    "first seen with its result": (None, "1:2 1-0", [RESULT]),
    "first seen as a forfeit": (None, "1:2 --+", [RESULT]),
    "not paired": (None, "2:3 ?; 1 out", [FactKind.NOT_PAIRED]),
    "a half bye": (None, "2:3 ?; 1 half", [FactKind.NOT_PAIRED]),
    "absentees only": (None, "1 out; 2 half", []),
    "paired behind a list of absentees": ("5 out", "1:2 ?; 5 out", [PAIRING]),
    "absent, and now the round is on": ("1 out", "2:3 ?; 1 out", [FactKind.NOT_PAIRED]),
    "in nobody's round": (None, "2:3 ?", []),
    "a result": ("1:2 ?", "1:2 ½-½", [RESULT]),
    "a forfeit": ("1:2 ?", "1:2 +--", [RESULT]),
    "a double forfeit": ("1:2 ?", "1:2 ---", [RESULT]),
    "the point of a bye": ("2:3 ?; 1 bye?", "2:3 ?; 1 bye", []),
    "another opponent": ("1:2 ?; 3:4 ?", "1:3 ?; 2:4 ?", [FactKind.PAIRING_CHANGED]),
    "the other colour": ("1:2 ?", "2:1 ?", [FactKind.PAIRING_CHANGED]),
    "another board": ("1:2 ?; 3:4 ?", "3:4 ?; 1:2 ?", [FactKind.PAIRING_CHANGED]),
    "from a game to a bye": ("1:2 ?; 3 out", "2:3 ?; 1 bye?", [FactKind.PAIRING_CHANGED]),
    "from a game to nothing": ("1:2 ?", "2:3 ?; 1 out", [FactKind.PAIRING_CHANGED]),
    "from a bye to a game": ("2:3 ?; 1 bye?", "1:2 ?; 3 bye?", [FactKind.PAIRING_CHANGED]),
    "from absence to a game": ("2:3 ?; 1 out", "1:2 ?; 3 out", [FactKind.PAIRING_CHANGED]),
    "another opponent, and the result": ("1:2 ?; 3:4 ?", "1:3 1-0; 2:4 ?", [RESULT]),
    "from a bye to a result": ("2:3 ?; 1 bye?", "1:2 1-0; 3 bye?", [RESULT]),
    "another board after the game": ("1:2 1-0; 3:4 1-0", "3:4 1-0; 1:2 1-0", []),
    "another result": ("1:2 1-0", "1:2 ½-½", [FactKind.RESULT_CORRECTED]),
    "a game that was none": ("1:2 1-0", "1:2 +--", [FactKind.RESULT_CORRECTED]),
    "the result is taken back": ("1:2 1-0", "1:2 ?", [FactKind.RESULT_CORRECTED]),
    "another game was played": ("1:2 1-0; 3:4 1-0", "1:4 1-0; 3:2 1-0",
                                [FactKind.RESULT_CORRECTED]),
    "the game never was": ("1:2 1-0", "2:3 1-0; 1 out", [FactKind.RESULT_CORRECTED]),
    "from absence to a half bye": ("2:3 ?; 1 out", "2:3 ?; 1 half", [FactKind.NOT_PAIRED]),
    "from absence to a bye": ("2:3 ?; 1 out", "2:3 ?; 1 bye?", [PAIRING]),
    "the round is taken back": ("1:2 ?", None, [FactKind.PAIRING_WITHDRAWN]),
    "the round is taken back, absentees stay": ("1:2 ?", "5 out", [FactKind.PAIRING_WITHDRAWN]),
    "a bye is taken back": ("2:3 ?; 1 bye?", None, [FactKind.PAIRING_WITHDRAWN]),
    "taken out of the round": ("1:2 ?", "2:3 ?", [FactKind.PAIRING_WITHDRAWN]),
    "absent in a round that is taken back": ("2:3 ?; 1 out", None, []),
    "others only": ("1:2 ?; 3:4 ?", "1:2 ?; 3:4 1-0", []),
}  # fmt: skip


@pytest.mark.parametrize("name", ROUNDS)
def test_what_is_told_of_a_round(name: str) -> None:
    """Each change of a player's row is told as what it is, once; what concerns others is not."""
    before, after, wanted = ROUNDS[name]
    first = state(*(() if before is None else (before,)))
    then = state(*(() if after is None else (after,)))
    assert kinds(first, then) == wanted


@pytest.mark.parametrize("name", ROUNDS)
def test_a_fact_has_the_row_now_and_before(name: str) -> None:
    """Whoever puts a fact into words finds both rows, and the people in them."""
    before, after, _ = ROUNDS[name]
    first = state(*(() if before is None else (before,)))
    then = state(*(() if after is None else (after,)))
    for fact in told(first, then):
        assert fact.round == 1
        assert fact.seat == (then.seat(1, 1) if then.is_paired(1) else None)
        assert fact.before == (first.seat(1, 1) if first.is_paired(1) else None)
        for seat, person in ((fact.seat, fact.opponent), (fact.before, fact.opponent_before)):
            opponent = None if seat is None else seat.opponent
            assert person == (None if opponent is None else player(opponent))
        assert document_of(fact)["kind"] == fact.kind


def test_the_other_side_is_told_the_same_from_its_side() -> None:
    """Both players of a game hear of it, each with the own score."""
    facts = told(state("1:2 ?"), state("1:2 1-0"), 1, 2)
    assert [(one.kind, one.seat and one.seat.score) for one in facts] == [
        (RESULT, score("1")), (RESULT, score("0")),
    ]  # fmt: skip


def test_a_board_or_colour_that_was_not_known_before_is_no_change() -> None:
    """A crosstable has no boards; when the pairings add them, nothing has happened."""
    known = state("1:2 1-0; 3:4 ?")
    bare = {number: seat._replace(board=None) for number, seat in known.seats[1].items()}
    without = replace(known, seats={1: bare})
    colourless = {number: seat._replace(colour=None) for number, seat in bare.items()}
    assert kinds(without, known, 1, 2, 3, 4) == []
    assert kinds(known, without, 1, 2, 3, 4) == []
    assert kinds(replace(known, seats={1: colourless}), known, 1, 2, 3, 4) == []


def test_a_result_that_is_no_longer_rated_is_a_correction() -> None:
    """The same score can stop counting for the lists."""
    known = state("1:2 1-0")
    unrated = {number: seat._replace(rated=False) for number, seat in known.seats[1].items()}
    assert kinds(known, replace(known, seats={1: unrated})) == [FactKind.RESULT_CORRECTED]


# The list


def with_player(known: EventState, number: int, **facts: object) -> EventState:
    """Give the state with other facts of one player."""
    return replace(known, players={**known.players, number: player(number, **facts)})


def test_a_corrected_rating_is_told_to_him_and_to_those_who_met_him() -> None:
    """The own rating, and that of every opponent so far, matter; those of others do not."""
    known = state("1:2 1-0; 3:4 1-0", "1:3 ?; 2:4 ?")
    for number, subjects in ((1, (1, 2, 3)), (4, (2, 3, 4)), (8, (8,))):
        after = with_player(known, number, fide=1234)
        for who in range(1, 9):
            facts = told(known, after, who)
            wanted = [FactKind.RATING_CORRECTED] if who in subjects else []
            assert [one.kind for one in facts] == wanted
            for fact in facts:
                assert fact.subject == after.players[number]
                assert fact.subject_before == known.players[number]
                assert fact.round is None


@pytest.mark.parametrize("column", ["rating", "fide", "national"])
def test_any_of_the_ratings_can_be_corrected(column: str) -> None:
    """Every rating column of the list is watched; other columns are not."""
    known = state("1:2 ?")
    assert kinds(known, with_player(known, 2, **{column: 1})) == [FactKind.RATING_CORRECTED]
    assert kinds(known, with_player(known, 2, club="Taşkıran")) == []


def test_the_rating_of_a_new_opponent_is_no_correction() -> None:
    """Who is met for the first time comes with the rating that he has."""
    known = state("3:4 1-0")
    after = with_player(state("3:4 1-0", "1:2 ?"), 2, fide=1234)
    assert kinds(known, after) == [PAIRING]


def test_other_start_numbers_are_told_to_those_whose_number_is_another_one() -> None:
    """The person is followed; the pairing under other numbers is the same pairing."""
    known = state("1:2 ?; 3:4 ?", count=4)
    after = renumber(known, 2, 1, 3, 4)
    facts = told(known, after, 1, 3)
    assert [one.kind for one in facts] == [FactKind.RENUMBERED]
    assert (facts[0].follow.start_number, facts[0].number_before) == (2, 1)


def test_who_is_taken_off_the_list_is_told_so_and_nothing_more() -> None:
    """His follow has no number any more; the opponent's pairing is another matter."""
    known = state("1:2 ?; 3:4 ?", count=4)
    listed = {number: player(number) for number in (2, 3, 4)}
    gone = merge.with_list(merge.renumbered(known, listed), listed)
    after = replace(gone, seats={1: {2: Seat(Kind.BYE), **{n: known.seats[1][n] for n in (3, 4)}}})
    facts = told(known, after)
    assert [one.kind for one in facts] == [FactKind.WITHDRAWN]
    assert not facts[0].follow.is_listed
    assert facts[0].rated is None
    assert kinds(known, after, 2) == [FactKind.PAIRING_CHANGED]
    assert kinds(after, after) == []


def test_who_comes_back_goes_on_where_he_was() -> None:
    """Listed again, a player hears of new rounds and nothing of the old ones."""
    known = state("1:2 1-0; 3:4 1-0", count=4)
    listed = {number: player(number) for number in (2, 3, 4)}
    gone = merge.with_list(merge.renumbered(known, listed), listed)
    back = merge.with_list(merge.renumbered(gone, known.players), known.players)
    assert kinds(gone, back) == []
    paired = replace(back, seats={**back.seats, **{2: state("", "1:3 ?").seats[2]}})
    assert kinds(gone, paired) == [PAIRING]


# The round and the event


ONE = "1:2 1-0; 3:4 0-1"


def finished(known: EventState, number: int) -> EventState:
    """Give the state with a round told as finished, and a place after it."""
    return replace(known, finished=number, places={1: Place(2, number)})


def test_a_finished_round_is_told_once_with_the_place() -> None:
    """The place is told when it is one after that round."""
    known = state(ONE, finished=0)
    facts = told(known, finished(known, 1))
    assert [(one.kind, one.round, one.place) for one in facts] == [
        (FactKind.ROUND_FINISHED, 1, Place(2, 1))
    ]
    assert kinds(finished(known, 1), finished(known, 1)) == []


def test_an_old_place_is_not_told_with_a_new_round() -> None:
    """Standings that lag give no place."""
    known = state(ONE, ONE, finished=1, places={1: Place(5, 1)})
    facts = told(known, replace(known, finished=2))
    assert [(one.kind, one.place) for one in facts] == [(FactKind.ROUND_FINISHED, None)]


def test_the_last_round_finishes_the_event() -> None:
    """The end of the last round is the end of the event, and told as that alone."""
    known = state(*[ONE] * 7, finished=6)
    assert kinds(known, finished(known, 7)) == [FactKind.EVENT_FINISHED]


def test_the_result_comes_before_the_end_of_its_round_and_the_next_pairing_after_it() -> None:
    """What one look found is told in the order in which it happened."""
    before = state("1:2 ?; 3:4 ?", finished=0)
    after = state(ONE, "1:4 ?; 3:2 ?", finished=1)
    facts = told(before, after)
    assert [(one.kind, one.round) for one in facts] == [
        (RESULT, 1), (FactKind.ROUND_FINISHED, 1), (PAIRING, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("phase", "kind"),
    [(Phase.INCOMPLETE, FactKind.EVENT_INCOMPLETE), (Phase.MISSING, FactKind.EVENT_MISSING)],
)
def test_an_event_that_breaks_off_is_told_once(phase: Phase, kind: FactKind) -> None:
    """Everybody hears of it, also who is no longer in the list; then there is silence."""
    known = state(ONE, "1:3 ?")
    facts = told(known, known, 1, 9, phases=(ON, phase))
    assert [one.kind for one in facts] == [kind, kind]
    assert told(known, known, 1, 9, phases=(phase, phase)) == []


def test_every_kind_of_fact_is_told_by_one_of_these_tests() -> None:
    """The tables and tests above leave no kind out."""
    of_rounds = {kind for _, _, wanted in ROUNDS.values() for kind in wanted}
    others = {
        FactKind.RATING_CORRECTED, FactKind.RENUMBERED, FactKind.WITHDRAWN,
        FactKind.ROUND_FINISHED, FactKind.EVENT_FINISHED, FactKind.EVENT_INCOMPLETE,
        FactKind.EVENT_MISSING,
    }  # fmt: skip
    assert of_rounds | others == set(FactKind)


# Round robins


def robin(*lines: str) -> EventState:
    """Give a round robin, which is paired at once."""
    return state(*lines, round_robin=True, count=4)


ROBIN = ("1:4 ?; 2:3 ?", "4:3 ?; 1:2 ?", "2:4 ?; 3:1 ?")


def test_a_round_robin_tells_the_next_game_only() -> None:
    """All rounds are paired from the first day; three pairings at once are no news."""
    facts = told(robin(), robin(*ROBIN))
    assert [(one.kind, one.round) for one in facts] == [(PAIRING, 1)]


def test_a_result_of_a_round_robin_shows_the_next_game() -> None:
    """No pairing follows; the card of the result has the game that comes next."""
    facts = told(robin(*ROBIN), robin("1:4 1-0; 2:3 ?", *ROBIN[1:]))
    assert [(one.kind, one.round) for one in facts] == [(RESULT, 1)]
    assert facts[0].rated is not None
    assert facts[0].rated.next is not None


def test_the_rating_of_a_later_opponent_of_a_round_robin_is_no_news() -> None:
    """Only those met so far, and the one who is met now."""
    known = robin(*ROBIN)
    assert kinds(known, with_player(known, 4, fide=1)) == [FactKind.RATING_CORRECTED]
    assert kinds(known, with_player(known, 2, fide=1)) == []


# The lessons of other followers, by their numbers in the notes


def test_lesson_67_a_pairing_alone_is_told() -> None:
    """The standings need not move for a pairing to be news."""
    before = state(ONE, places={1: Place(1, 1)})
    after = state(ONE, "1:4 ?; 3:2 ?", places={1: Place(1, 1)})
    assert kinds(before, after) == [PAIRING]


@pytest.mark.parametrize("kind", KINDS)
def test_lesson_68_the_first_look_is_silent(tmp_path: Path, kind: str) -> None:
    """Whatever has happened before somebody is followed is no news, at any point of an event."""
    play = random_play(7, kind, incidents=frozenset())
    watch = Watch(tmp_path, [play])
    middle = play.uploads[len(play.uploads) // 2]
    watch.clock.sleep_until(middle.at)
    looked = watch.look()
    assert looked is not None
    assert looked.trouble is None
    assert (looked.facts, watch.documents()) == (0, [])


def test_lesson_68_a_new_start_is_silent(tmp_path: Path) -> None:
    """A follower that starts on what another one has stored repeats nothing."""
    play = random_play(11, "swiss", incidents=frozenset())
    watch = Watch(tmp_path, [play])
    for _ in range(12):
        watch.look()
    before = watch.documents()
    watch.follower = watch.new_follower()
    watch.store = LiveStore(tmp_path)
    watch.look()
    keys = [document["key"] for document in watch.documents()]
    assert keys[: len(before)] == [document["key"] for document in before]
    assert len(keys) == len(set(keys))


def test_lesson_69_somebody_added_twice_is_told_once(tmp_path: Path) -> None:
    """One person is one follow, and every fact has one key."""
    play = random_play(3, "swiss", incidents=frozenset())
    watch = Watch(tmp_path, [play])
    count = len(watch.store.follows())
    for one in list(watch.store.follows()):
        watch.store.add_follow(replace(one, id=None))
    assert len(watch.store.follows()) == count
    watch.run()
    keys = [document["key"] for document in watch.documents()]
    said = [
        (*document["player"].values(), document["kind"], document["round"])
        for document in watch.documents()
    ]
    assert len(set(keys)) == len(keys)
    assert len(set(said)) == len(said)


def test_lesson_71_a_result_that_is_corrected_later_is_told() -> None:
    """Earlier rounds are compared at every look, not only the newest."""
    before = state(ONE, ONE, "1:3 ?; 2:4 ?")
    after = state("1:2 ½-½; 3:4 0-1", ONE, "1:3 ?; 2:4 ?")
    facts = told(before, after)
    assert [(one.kind, one.round) for one in facts] == [(FactKind.RESULT_CORRECTED, 1)]
    assert facts[0].before is not None
    assert facts[0].before.score == 1


def test_lesson_72_a_pairing_says_what_the_game_can_do() -> None:
    """Win, draw and loss stand beside a new pairing, before anything is played."""
    (fact,) = told(state(), state("1:3 ?"))
    following = document_of(fact)["next"]
    assert following["opponent"]["name"] == player(3).name
    changes = [Decimal(following["fide"][how]["change"]) for how in ("win", "draw", "loss")]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0 > changes[2]


def test_lesson_73_one_person_in_two_events_has_facts_of_each() -> None:
    """The keys hold the event, so that equal rounds of two events do not swallow each other."""
    other = replace(TOURNAMENT, id=EVENT + 1)
    one, two = (
        told(replace(state(), tournament=event), replace(state("1:2 ?"), tournament=event))
        for event in (TOURNAMENT, other)
    )
    assert [fact.kind for fact in (*one, *two)] == [PAIRING, PAIRING]
    assert one[0].key != two[0].key


def test_lesson_74_an_event_without_its_last_results_ends_as_incomplete(tmp_path: Path) -> None:
    """A last round that is never complete does not keep a follower looking for ever."""
    play = random_play(5, "swiss", incidents=frozenset({Incident.INCOMPLETE}))
    assert Incident.INCOMPLETE in play.happened
    watch = Watch(tmp_path, [play], [play.last.players[0].name])
    watch.run(3_000)
    assert [document["kind"] for document in watch.documents()][-1] == "event_incomplete"
    assert watch.store.events()[0].phase is Phase.INCOMPLETE


def test_lesson_75_a_list_of_absentees_is_no_new_round() -> None:
    """Neither those who are absent nor the others hear of a round that is not paired."""
    before = state(ONE)
    after = state(ONE, "5 out; 6 half; 1 out")
    assert after.newest == 1
    assert kinds(before, after, *range(1, 9)) == []


# Keys


@given(st.lists(swiss_events(least=6, most=6), min_size=2, max_size=4))
def test_keys_are_unique_within_and_across_looks(events: list[Event]) -> None:
    """However wildly an event changes, no two facts of it have one key."""
    keys: list[str] = []
    story = [
        replace(state_of_event(one), looks=looks, tournament=TOURNAMENT, players=people(6))
        for looks, one in enumerate(events)
    ]
    who = [follow(number) for number in range(1, 7)]
    for before, after in pairwise(story):
        change = Change(before, after, ON, Phase.INCOMPLETE, AT)
        keys += [one.key for one in happenings(change, who, who)]
    assert len(keys) == len(set(keys))


def test_keys_are_the_same_however_often_they_are_worked_out() -> None:
    """The same two states give the same keys, at any time: nothing is told twice."""
    before, after = state("1:2 ?"), state(ONE, "1:4 ?", looks=1)
    change = Change(before, after, ON, ON, AT)
    later = replace(change, at=AT + timedelta(hours=1))
    first, again = (
        [one.key for one in happenings(each, [follow()], [follow()])] for each in (change, later)
    )
    assert first == again


def test_people_without_an_id_have_keys_of_their_own() -> None:
    """Namesakes without FIDE ids do not swallow each other's facts."""
    bare = {number: replace(player(number), fide_id=None) for number in (1, 2)}
    before, after = (replace(state(*lines), players=bare) for lines in ((), ("1:2 ?",)))
    two = [follow(number, fide_id=None) for number in (1, 2)]
    keys = [one.key for one in happenings(Change(before, after, ON, ON, AT), two, two)]
    assert len(set(keys)) == 2


@given(swiss_events())
def test_an_event_compared_with_itself_tells_nothing(event: Event) -> None:
    """Whatever is in a state, the same state a look later is no news."""
    known = state_of_event(event)
    who = [
        Follow(event.number, number, one.name or "", one.fide_id, id=number)
        for number, one in known.players.items()
    ]
    assert list(happenings(Change(known, known, ON, ON, AT), who, who)) == []


# Real pages


def reading_of(folder: Path, name: str) -> Reading:
    """Read a page of a real event with invented people."""
    return read_page(Page((folder / f"{name}.html").read_bytes()))


def listed_in(folder: Path, name: str) -> dict[int, Player]:
    """Give the players of a starting list."""
    field = Gatherer("test").field(str(folder / f"{name}.html"))
    return {one.start_number: one for one in field.players if one.start_number}


def looked(known: EventState, page: Reading) -> EventState:
    """Give the state after one more page of pairings."""
    after = merge.with_rounds(merge.with_frame(known, page), rounds_of(page))
    return replace(after, looks=known.looks + 1, finished=max(after.newest - 1, 0))


def all_told(before: EventState, after: EventState) -> list[Happening]:
    """Give what is told to the followers of everybody."""
    who = [
        Follow(1, number, one.name or "", one.fide_id, id=number)
        for number, one in after.players.items()
    ]
    return list(happenings(Change(before, after, ON, ON, AT), who, who))


def counted(facts: Iterable[Happening], of_round: int) -> dict[FactKind, int]:
    """Count the facts of a round by kind; the ends of rounds are left out."""
    found: dict[FactKind, int] = {}
    for one in facts:
        if one.kind is not FactKind.ROUND_FINISHED:
            assert one.round == of_round
            found[one.kind] = found.get(one.kind, 0) + 1
    return found


def open_seats(known: EventState, number: int) -> int:
    """Count who waits for a result."""
    return sum(seat.is_open for seat in known.seats[number].values())


def test_a_real_event_from_round_6_to_round_9(shared_pages: Path) -> None:
    """Results, pairings, byes and absentees are told to the right number of people."""
    players = listed_in(shared_pages, "british2026__startlist__midround-r6")
    names = (
        "r6__midround", "r6__finished", "r7__published", "r7__finished", "r8__absentees-only",
        "r8__finished", "r9__midround",
    )  # fmt: skip
    story: list[EventState] = [EventState(replace(TOURNAMENT, rounds=9), players)]
    for name in names:
        page = reading_of(shared_pages, f"british2026__pairings-{name}")
        assert not merge.has_strangers(story[-1], rounds_of(page)), name
        story.append(looked(story[-1], page))
    _, mid6, end6, out7, end7, absent8, end8, mid9 = story
    assert open_seats(mid6, 6) == 12
    assert counted(all_told(mid6, end6), 6) == {RESULT: 12}
    assert counted(all_told(end6, out7), 7) == {PAIRING: 51 * 2 + 1, FactKind.NOT_PAIRED: 5}
    assert counted(all_told(out7, end7), 7) == {RESULT: 51 * 2}
    assert all_told(end7, absent8) == []
    assert absent8.newest == 7
    assert counted(all_told(absent8, end8), 8) == {
        RESULT: 51 * 2, PAIRING: 1, FactKind.NOT_PAIRED: 5,
    }  # fmt: skip
    assert counted(all_told(end8, mid9), 9) == {
        PAIRING: 47 * 2, RESULT: 3 * 2, FactKind.NOT_PAIRED: 8,
    }  # fmt: skip


def test_the_points_of_a_real_event_are_those_of_its_rounds(shared_pages: Path) -> None:
    """A crosstable after round 7 gives the points that the pairings of round 8 and 9 print."""
    players = listed_in(shared_pages, "british2026__startlist__midround-r6")
    known = EventState(replace(TOURNAMENT, rounds=9), players)
    known = looked(known, reading_of(shared_pages, "british2026__pairings-r8__absentees-only"))
    eighth = reading_of(shared_pages, "british2026__pairings-r8__finished")
    known = looked(known, eighth)
    table = reading_of(shared_pages, "british2026__crosstable__after-r7").content
    assert isinstance(table, Crosstable)
    known = merge.with_crosstable(known, table)
    assert merge.points_that_differ(known, rounds_of(eighth)) == {}
    ninth = rounds_of(reading_of(shared_pages, "british2026__pairings-r9__midround"))
    assert merge.points_that_differ(known, ninth) == {}


def test_a_real_crosstable_that_lags_takes_no_result_away(shared_pages: Path) -> None:
    """Read four seconds later, it knew no result of round 2; the pairings had nine."""
    players = listed_in(shared_pages, "jeddah2026__startlist__midround-r2")
    known = EventState(replace(TOURNAMENT, rounds=7), players)
    for name in ("pairings-r1__finished", "pairings-r2__midround"):
        known = looked(known, reading_of(shared_pages, f"jeddah2026__{name}"))
    assert (known.newest, open_seats(known, 2)) == (2, 14)
    table = reading_of(shared_pages, "jeddah2026__crosstable__midround-r2").content
    assert isinstance(table, Crosstable)
    assert all_told(known, merge.with_crosstable(known, table, {})) == []
    assert merge.with_crosstable(known, table).seats[2] == known.seats[2]
    second = rounds_of(reading_of(shared_pages, "jeddah2026__pairings-r2__midround"))
    assert merge.points_that_differ(known, second) == {}
    nothing = reading_of(shared_pages, "jeddah2026__pairings-r3__not-paired-yet")
    assert all_told(known, looked(known, nothing)) == []


def people_on(rounds: Sequence[PairedRound]) -> dict[int, Player]:
    """Give a list of the people that a page names, numbered where it prints no numbers."""
    sides = [side for one in rounds for board in one.boards for side in (board.white, board.black)]
    names = dict.fromkeys(side.name for side in sides if side is not None)
    numbers = {side.name: side.start_number for side in sides if side is not None}
    return {
        (numbers[name] or place): Player(numbers[name] or place, name)
        for place, name in enumerate(names, start=1)
    }


def test_a_real_round_robin_has_its_newest_round_by_its_open_games(shared_pages: Path) -> None:
    """Seven rounds on a page; the first with an open game is the one that is played."""
    page = reading_of(shared_pages, "roundrobin2023__pairings-all__finished")
    rounds = rounds_of(page)
    known = EventState(replace(TOURNAMENT, rounds=7), people_on(rounds))
    after = looked(known, page)
    assert after.round_robin
    assert (after.newest, after.open_rounds, len(after.seats)) == (7, [], 7)
    assert all(len(seats) == 8 for seats in after.seats.values())
    unplayed = {
        number: {
            who: seat if number < 4 else seat._replace(kind=Kind.PENDING, score=None)
            for who, seat in seats.items()
        }
        for number, seats in after.seats.items()
    }
    running = replace(after, seats=unplayed)
    assert running.newest == 4
    fourth = {number: seats for number, seats in after.seats.items() if number <= 4}
    played = replace(after, seats=unplayed | fourth, finished=3)
    assert counted(all_told(running, replace(played, finished=running.finished)), 4) == {RESULT: 8}


def test_the_boards_of_a_real_team_event_belong_together(shared_pages: Path) -> None:
    """Every player of a match has an opponent who has him, in the other colour."""
    page = reading_of(shared_pages, "portoteams2026__boardpairings-r1__finished")
    rounds = rounds_of(page)
    known = replace(EventState(TOURNAMENT, people_on(rounds)), for_teams=True)
    after = looked(known, page)
    seats = after.seats[1]
    paired = {who: seat for who, seat in seats.items() if seat.opponent is not None}
    assert len(paired) > 80
    for who, seat in paired.items():
        assert seat.opponent is not None
        other = seats[seat.opponent]
        assert other.opponent == who
        assert other.board == seat.board
        assert {seat.colour, other.colour} == {Colour.WHITE, Colour.BLACK}
    assert {one.kind for one in all_told(known, after)} <= {RESULT, FactKind.NOT_PAIRED, PAIRING}
