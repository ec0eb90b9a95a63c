"""Who is who when start numbers are given anew: people are followed, never numbers."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.merge import renumbered, with_list
from live.model import EventState, Place
from live.people import located, moved
from scraper.directory import Directory, same_name
from scraper.model import Player
from tests.standin.build import SURNAMES, player_name
from tests.standin.event import Event
from tests.standin.random_events import round_robin_events, swiss_events
from tests.states import as_listed, follow, people, player, state, state_of_event

NAMESAKE = "Karçınar, Ozan"
Listed = dict[int, Player]


def listed(*players: Player) -> Listed:
    """Give a list in which people are numbered in order."""
    return {
        number: replace(one, start_number=number) for number, one in enumerate(players, start=1)
    }


def nobodies_id(name: str) -> Player:
    """Give somebody without a FIDE id."""
    return Player(1, name, fide_id=None)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Karçınar, Ozan", "OZAN KARCINAR", True),
        ("Karçınar, Ozan", "Karçınar", True),
        ("Brandhovel-Aas, Jonne Mirel", "Brandhovel Aas, Jonne", True),
        ("Karçınar, Ozan", "Karçınar, Ece", False),
        ("Karçınar, Ozan", "", False),
        ("Karçınar, Ozan", None, False),
        ("", "", False),
        (None, None, False),
    ],
)
def test_two_spellings_can_be_of_one_name(one: str | None, other: str | None, same: bool) -> None:
    """A name may be cut, or lack a part; an empty one is nobody's."""
    assert same_name(one, other) is same
    assert same_name(other, one) is same


A, B, C = player(1), player(2), player(3)
X, Y = nobodies_id("Zerdegülü, Ada"), nobodies_id("Uluçevrim, Taha")
# Who he is (number, name, FIDE id), the list, and his number in it.
FOUND: dict[str, tuple[tuple[int, str | None, int | None], Listed, int | None]] = {
    "nothing moved": ((2, B.name, B.fide_id), listed(A, B, C), 2),
    "the id decides": ((2, B.name, B.fide_id), listed(C, A, B), 3),
    "the id, whatever the name": (
        (2, B.name, B.fide_id), listed(A, C, replace(B, name="Marchetelli, Ugo")), 3,
    ),
    "another id under the same number and name": (
        (2, B.name, B.fide_id), listed(A, replace(B, fide_id=99200000)), None,
    ),
    "a name without id": ((1, X.name, None), listed(A, X), 2),
    "an id that the list does not print": (
        (2, B.name, B.fide_id), listed(A, C, replace(B, fide_id=None)), 3,
    ),
    "an id that was not known": ((2, B.name, None), listed(A, C, B), 3),
    "spelled anew without id": (
        (2, "Zerdegulu Ada", None), listed(A, X), 2,
    ),
    "cut without id, at his number": ((2, "Zerdegülü, Ada Su", None), listed(A, X), 2),
    "cut without id, elsewhere": ((1, "Zerdegülü, Ada Su", None), listed(A, X), None),
    "another name at his number": ((2, "Ilgınsoyer, Berke", None), listed(A, X), None),
    "two of his name, one with his number": ((2, X.name, None), listed(X, X), 2),
    "two of his name, none with his number": ((3, X.name, None), listed(X, X), None),
    "a namesake with another id": (
        (2, B.name, B.fide_id), listed(A, C, replace(A, name=B.name)), None,
    ),
    "a namesake with his id": (
        (1, NAMESAKE, 99200007),
        listed(replace(A, name=NAMESAKE), replace(B, name=NAMESAKE, fide_id=99200007)), 2,
    ),
    "two with one id: the name decides": (
        (3, B.name, B.fide_id), listed(replace(A, fide_id=B.fide_id), B, C), 2,
    ),
    "gone": ((2, B.name, B.fide_id), listed(A, C), None),
    "no name and no id": ((2, None, None), listed(A, B), None),
    "an empty list": ((2, B.name, B.fide_id), {}, None),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_somebody_is_found_by_id_then_name_then_number(name: str) -> None:
    """The FIDE id decides, then the name, then the number where nothing speaks against it."""
    (number, known, fide_id), players, found = FOUND[name]
    assert Directory(players).number_of(number, known, fide_id) == found


def test_a_name_alone_names_somebody_only_where_it_is_unique() -> None:
    """A page without numbers names people; namesakes are not guessed at."""
    assert Directory(listed(A, X, Y)).named("ada zerdegülü") == 2
    assert Directory(listed(A, X, X)).named("ada zerdegülü") is None
    assert Directory(listed(A, X)).named(None) is None


def test_moved_gives_the_new_number_of_each_and_none_for_the_gone() -> None:
    """Everybody of the old list is looked for in the new one."""
    assert moved(listed(A, B, X, Y), listed(Y, X, A)) == {1: 3, 2: None, 3: 2, 4: 1}


def test_who_was_taken_off_the_list_is_not_located_under_a_number_below_0() -> None:
    """A state keeps people who are gone for its rounds; a follow does not find them."""
    known = state("1:2 1-0", count=2)
    after = with_list(renumbered(known, listed(A)), listed(A))
    assert [number for number in after.players if number < 0] == [-1]
    assert located(follow(2), Directory(after.listed)) is None
    assert located(follow(1), Directory(after.listed)) == 1


LINES = ("1:2 1-0; 3:4 ½-½; 5 bye; 6 out", "2:3 0-1; 4:5 ?; 6:1 ?")
KNOWN = state(
    *LINES,
    count=6,
    places={1: Place(2, 1), 4: Place(1, 1)},
    printed={1: 2087, 6: 1866},
    ks={2: 40},
)


def test_nothing_changes_where_nobody_moved() -> None:
    """The same list gives the same state, and not a copy of it."""
    assert renumbered(KNOWN, people(6)) is KNOWN
    assert with_list(KNOWN, people(6)) == KNOWN


def test_a_swap_of_two_numbers_swaps_all_that_is_known_of_them() -> None:
    """Rounds, opponents, places, printed ratings and K follow the person."""
    swapped = {**people(6), 1: replace(player(6), start_number=1), 6: replace(A, start_number=6)}
    after = with_list(renumbered(KNOWN, swapped), swapped)
    assert after.players == swapped
    assert after.seats[1] == {
        6: KNOWN.seats[1][1],
        2: KNOWN.seats[1][2]._replace(opponent=6),
        3: KNOWN.seats[1][3],
        4: KNOWN.seats[1][4],
        5: KNOWN.seats[1][5],
        1: KNOWN.seats[1][6],
    }
    assert after.seats[2][1] == KNOWN.seats[2][6]._replace(opponent=6)
    assert after.places == {6: Place(2, 1), 4: Place(1, 1)}
    assert after.printed == {6: 2087, 1: 1866}
    assert after.ks == {2: 40}


def test_a_late_entry_moves_those_behind() -> None:
    """Whoever comes in between takes a number, and everybody behind has the next one."""
    newcomer = replace(player(7), start_number=3)
    after_list = listed(A, B, newcomer, C, player(4), player(5), player(6))
    after = with_list(renumbered(KNOWN, after_list), after_list)
    assert after.seats[2][7].opponent == 1
    assert after.seats[1][4].opponent == 5
    assert 3 not in after.seats[1]
    assert after.players[3] == newcomer


def test_somebody_gone_keeps_his_games_and_gets_them_back() -> None:
    """Off the list he has a number below 0; listed again, all is as it was."""
    without = listed(A, B, player(4), player(5), player(6))
    after = with_list(renumbered(KNOWN, without), without)
    assert after.players[-1].name == C.name
    assert after.seats[1][3].opponent == -1
    assert after.seats[2][-1].opponent == 2
    again = with_list(renumbered(after, people(6)), people(6))
    assert again == KNOWN


def test_two_who_go_one_after_the_other_stay_two() -> None:
    """Numbers below 0 are given once."""
    first = listed(A, B, player(4), player(5), player(6))
    second = listed(A, player(4), player(5), player(6))
    after = with_list(renumbered(KNOWN, first), first)
    after = with_list(renumbered(after, second), second)
    gone = {number: one.name for number, one in after.players.items() if number < 0}
    assert sorted(gone.values(), key=str) == sorted([B.name, C.name], key=str)
    again = with_list(renumbered(after, people(6)), people(6))
    assert again == KNOWN


def test_a_name_that_is_spelled_anew_is_the_same_person() -> None:
    """With a FIDE id the spelling does not matter; the new one is taken over."""
    anew = people(6) | {2: replace(B, name="VALDRESCUL MIREL ANDREI")}
    after = with_list(renumbered(KNOWN, anew), anew)
    assert after.seats == KNOWN.seats
    assert after.players[2].name == "VALDRESCUL MIREL ANDREI"


def test_without_ids_the_name_is_followed() -> None:
    """A list of children without FIDE ids moves like any other."""
    before = {number: replace(one, fide_id=None) for number, one in people(6).items()}
    turned = listed(*reversed(list(before.values())))
    known = replace(KNOWN, players=before)
    after = with_list(renumbered(known, turned), turned)
    assert after.seats[1][6].opponent == 5
    assert after.seats[2][1].opponent == 6
    assert renumbered(after, before) == replace(known, players=after_players(before, after))


def after_players(before: Listed, after: EventState) -> Mapping[int, Player]:
    """Give the people of a state under their numbers of before."""
    by_name = {one.name: one for one in after.players.values()}
    return {
        number: replace(by_name[one.name], start_number=number) for number, one in before.items()
    }


def shuffled(event: Event, seed: int) -> tuple[EventState, Listed]:
    """Give the state of an event with an id for everybody, and its list in another order."""
    players = tuple(
        replace(one, fide_id=99300000 + place) for place, one in enumerate(event.players, start=1)
    )
    known = state_of_event(
        replace(event, players=players),
        places={one.start_number: Place(place, 1) for place, one in enumerate(players, start=1)},
        printed={one.start_number: one.fide for one in players},
    )
    order = [as_listed(one) for one in players]
    random.Random(seed).shuffle(order)  # noqa: S311
    return known, listed(*order)


@given(st.one_of(swiss_events(), round_robin_events()), st.integers(0, 10**6))
def test_any_permutation_of_the_numbers_is_followed_and_can_be_undone(
    event: Event, seed: int
) -> None:
    """With unique ids every person keeps rounds, opponents and place under any numbers."""
    known, anew = shuffled(event, seed)
    after = with_list(renumbered(known, anew), anew)
    number_of = {one.fide_id: number for number, one in anew.items()}
    for old, one in known.players.items():
        new = number_of[one.fide_id]
        assert after.places[new] == known.places[old]
        assert after.printed[new] == known.printed[old]
        for of_round in known.seats:
            was, now = known.seat(of_round, old), after.seat(of_round, new)
            if was is None or now is None:
                assert was is now
                continue
            assert now._replace(opponent=None) == was._replace(opponent=None)
            if was.opponent is None or now.opponent is None:
                assert was.opponent == now.opponent
            else:
                was_id = known.players[was.opponent].fide_id
                assert after.players[now.opponent].fide_id == was_id
    assert with_list(renumbered(after, known.players), known.players) == known


FAMILY = st.lists(
    st.builds(
        lambda surname, first, number: Player(
            0, player_name(surname, first), fide_id=99300000 + number if number else None
        ),
        st.sampled_from(SURNAMES[:3]),
        st.sampled_from(("Ece", "Ece Ada", "Ugo", "")),
        st.integers(0, 2),
    ),
    max_size=6,
)


@given(FAMILY, FAMILY)
def test_every_new_number_has_a_person_of_the_new_list_behind_it(
    before: list[Player], after: list[Player]
) -> None:
    """Whoever is found has the same id, or a name that can be the same and no other id."""
    old, new = listed(*before), listed(*after)
    for number, found in moved(old, new).items():
        if found is None:
            continue
        one, other = old[number], new[found]
        if one.fide_id and other.fide_id:
            assert one.fide_id == other.fide_id
        else:
            assert same_name(one.name, other.name)


@given(FAMILY, FAMILY)
def test_no_two_people_get_one_new_number(before: list[Player], after: list[Player]) -> None:
    """A number of the new list stands for one person of the old one at most."""
    found = [number for number in moved(listed(*before), listed(*after)).values() if number]
    assert len(found) == len(set(found))
