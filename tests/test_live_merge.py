"""What pages say, put into the state of an event: each page is believed for what it tells."""

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given

from live import merge
from live.model import EventState, Place, RoundTime
from scraper.event import Seat
from scraper.model import Colour, Kind, Tournament
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import (
    Board,
    Crosstable,
    Listing,
    Match,
    Matches,
    PairedRound,
    Pairings,
    Reading,
    Result,
    Schedule,
)
from scraper.seats import rounds_of
from tests.standin import render
from tests.standin.build import simple_swiss, team_swiss
from tests.standin.event import Event, Style
from tests.standin.random_events import swiss_events
from tests.states import (
    AT,
    TOURNAMENT,
    entry,
    paired,
    score,
    seats,
    state,
    state_of_event,
)

FIRST = "1:2 1-0; 3:4 ½-½; 5:6 0-1; 7 bye; 8 out"
SECOND = "1:6 ?; 3:7 ?; 4:2 ?; 5:8 ?"


def reading(content: Any = None, **facts: Any) -> Reading:
    """Give a page with a content, and what its frame says."""
    known: dict[str, Any] = {
        "view": "pairings", "language": "en", "gated": False, "server_time": None,
        "last_update": None, "title": None, "heading": None, "round": None, "rounds_paired": None,
        "rounds_total": None, "tournament": Tournament(id=TOURNAMENT.id), "has_details": False,
        "content": content,
    }  # fmt: skip
    return Reading(**(known | facts))


def of_page(page: str) -> Reading:
    """Read a page of the stand-in."""
    return read_page(Page(page.encode()))


# Pairings


ROUNDS = {
    "games": "1:2 1-0; 3:4 ½-½; 5:6 0-1; 7:8 ?",
    "forfeits": "1:2 +--; 3:4 --+; 5:6 ---; 7:8 1-0",
    "a bye": "1:2 1-0; 3:4 ?; 5:6 ?; 7 bye; 8 out",
    "a bye without its point yet": "1:2 ?; 3:4 ?; 5:6 ?; 7 bye?; 8 out",
    "half byes": "1:2 1-0; 3:4 ?; 5 half; 6 half; 7 out; 8 out",
    "absentees only": "7 out; 8 half",
    "nobody": "",
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_is_taken_over_from_its_page(name: str) -> None:
    """Both sides of every board, byes, half byes, forfeits and absentees are seats of the round."""
    line = ROUNDS[name]
    after = merge.with_rounds(state(), [paired(line)])
    assert after.seats == seats(line)
    assert after.is_paired(1) is (name not in ("absentees only", "nobody"))


@pytest.mark.parametrize(
    ("line", "complete"),
    [("1:2 1-0; 3 bye", True), ("1:2 1-0; 3 bye?", True), ("1:2 1-0; 3:4 ?", False), ("", False)],
)
def test_a_round_is_complete_when_no_game_is_open(line: str, *, complete: bool) -> None:
    """A bye is complete before its point is uploaded; a round without boards is not."""
    after = merge.with_rounds(state(), [paired(line)])
    assert after.is_complete(1) is complete


def test_a_page_replaces_its_round_and_no_other() -> None:
    """A pairing that was redone leaves nothing of the one before; other rounds stay."""
    before = state(FIRST, "1:3 ?; 6:4 ?; 2:8 ?; 5 bye")
    after = merge.with_rounds(before, [paired(SECOND, 2)])
    assert after.seats == seats(FIRST, SECOND)


def test_a_result_that_was_taken_back_is_taken_back() -> None:
    """The newest page of a round is believed, also where it knows less."""
    before = state("1:2 1-0; 3:4 0-1")
    after = merge.with_rounds(before, [paired("1:2 ?; 3:4 0-1")])
    assert after.seats == seats("1:2 ?; 3:4 0-1")


def test_the_number_of_a_round_may_stand_above_its_table_only() -> None:
    """A page of one round without a heading of its own is of the round in the frame."""
    content = Pairings((), (paired("1:2 ?", None),))
    rounds = rounds_of(reading(content, round=4))
    assert [one.round for one in rounds] == [4]
    assert rounds_of(reading(None, round=4)) == ()
    assert merge.with_rounds(state(), [paired("1:2 ?", None)]) == state()


def test_several_rounds_on_a_page_are_a_round_robin() -> None:
    """Whoever shows all rounds at once is no Swiss event, and stays none."""
    after = merge.with_rounds(state(), [paired("1:2 ?; 3:4 ?", 1), paired("1:3 ?; 4:2 ?", 2)])
    assert after.round_robin
    assert after.newest == 1
    assert merge.with_rounds(after, [paired("1:2 1-0; 3:4 1-0", 1)]).round_robin
    assert not merge.with_rounds(state(), [paired("1:2 ?")]).round_robin


def test_when_a_round_is_played_is_taken_over() -> None:
    """The page of a round knows its day best; a schedule only adds what is not known."""
    day = date(2026, 5, 3)
    after = merge.with_rounds(state(), [paired("1:2 ?", when=(day, "14:00"))])
    assert after.schedule == {1: RoundTime(day, "14:00")}
    dated = (PairedRound(1, day, "10:00"), PairedRound(2, day, "16:00"), PairedRound(None, day, ""))
    after = merge.with_schedule(after, Schedule(dated))
    assert after.schedule == {1: RoundTime(day, "14:00"), 2: RoundTime(day, "16:00")}
    again = merge.with_rounds(after, [paired("1:2 1-0")])
    assert again.schedule == after.schedule


def test_the_rating_beside_a_name_is_kept_to_notice_another_one() -> None:
    """A corrected rating shows on the pairings, where the list is not asked for."""
    before = merge.with_rounds(state(), [paired("1:2 ?", rating={1: 2087, 2: 2064})])
    assert before.printed == {1: 2087, 2: 2064}
    same = [paired("1:2 1-0", rating={1: 2087, 2: 2064})]
    other = [paired("1:2 1-0", rating={1: 2101, 2: 2064})]
    newcomer = [paired("1:2 1-0; 3:4 ?", rating={1: 2087, 3: 1985})]
    assert not merge.has_new_ratings(before, same)
    assert merge.has_new_ratings(before, other)
    assert not merge.has_new_ratings(before, newcomer)
    assert not merge.has_new_ratings(before, [paired("1:2 1-0")])
    assert merge.with_rounds(before, other).printed == {1: 2101, 2: 2064}


def stranger(number: int = 2) -> Board:
    """Give a board of somebody who is not in the list under that number and name."""
    other = entry(9)._replace(start_number=number)
    return Board(1, entry(1), other, Kind.PENDING, None, None)


def test_who_is_not_in_the_list_is_a_stranger() -> None:
    """A number under another name, or a number that nobody has, shows that the list is old."""
    known = state()
    assert merge.has_strangers(known, [PairedRound(1, None, None, (stranger(),))])
    assert merge.has_strangers(known, [PairedRound(1, None, None, (stranger(99),))])
    assert not merge.has_strangers(known, [paired(FIRST)])
    spelled = entry(2, name="MIREL VALDRESCUL")
    board = Board(1, entry(1), spelled, Kind.PENDING, None, None)
    assert not merge.has_strangers(known, [PairedRound(1, None, None, (board,))])


def test_strangers_take_nothing_away() -> None:
    """A page that does not fit the list adds what is clear, and leaves the rest as it was."""
    before = state("1:2 1-0; 3:4 ?; 5:6 ?")
    page = PairedRound(1, None, None, (stranger(), paired("3:4 0-1").boards[0]))
    after = merge.with_rounds(before, [page])
    assert after.seats[1] == seats("1:2 1-0; 3:4 ?; 5:6 ?")[1] | {
        number: after.seats[1][number] for number in (3, 4)
    }
    assert after.seats[1][3].score == 0
    assert after.seats[1][1] == before.seats[1][1]


def test_without_numbers_people_are_known_by_their_names() -> None:
    """Some pages print no start numbers; the list has them."""
    white, black = (entry(number)._replace(start_number=None) for number in (1, 2))
    board = Board(1, white, black, Kind.GAME, score("1"), score("0"))
    after = merge.with_rounds(state(), [PairedRound(1, None, None, (board,))])
    assert after.seats == seats("1:2 1-0")


def test_an_empty_side_is_no_stranger() -> None:
    """A row that names nobody says nothing."""
    nobody = entry(1)._replace(start_number=None, name=None)
    row = PairedRound(1, None, None, (Board(None, nobody, None, Kind.PENDING, None, None),))
    assert not merge.has_strangers(state(), [row])
    assert merge.with_rounds(state(), [row]).seats == {1: {}}


def test_somebody_alone_may_stand_on_either_side() -> None:
    """A board without White is a bye of Black."""
    board = Board(4, None, entry(3), Kind.BYE, None, score("1"))
    after = merge.with_rounds(state(), [PairedRound(1, None, None, (board,))])
    assert after.seats == {1: {3: Seat(Kind.BYE, score("1"))}}


def test_a_result_that_is_not_to_be_rated_says_so_on_both_sides() -> None:
    """A result such as "1U" counts on neither side."""
    board = paired("1:2 1-0").boards[0]._replace(rated=False)
    after = merge.with_rounds(state(), [PairedRound(1, None, None, (board,))])
    assert [seat.rated for seat in after.seats[1].values()] == [False, False]


# Teams


def test_the_boards_of_matches_are_those_of_a_round() -> None:
    """All boards of all matches of a round are one round; a match without boards adds none."""
    home, away = entry(1, name="Taşkıran"), entry(2, name="Gölbeyli")
    one, two, three = (paired(line).boards for line in ("1:2 1-0", "3:4 ?", "5:6 ½-½"))
    day = date(2026, 5, 2)
    matches = Matches(
        (
            Match(1, day, "10:00", 1, home, away, None, None, one),
            Match(2, None, None, 1, home, away, None, None, two),
            Match(1, day, "10:00", 2, home, away, None, None, three),
            Match(1, day, "10:00", 3, home, None, None, None),
            Match(None, None, None, 4, home, away, None, None, two),
        )
    )
    rounds = rounds_of(reading(matches))
    assert [(one.round, one.date, len(one.boards)) for one in rounds] == [(1, day, 2), (2, None, 1)]
    after = merge.with_rounds(state(for_teams=True), rounds[:1])
    assert {number: seat.opponent for number, seat in after.seats[1].items()} == {
        1: 2, 2: 1, 5: 6, 6: 5,
    }  # fmt: skip


def test_a_team_event_is_read_from_its_boards() -> None:
    """Every player of a stand-in's team event has the seat that the event gives him."""
    event = team_swiss(6, 3, 3)
    page = of_page(render.board_pairings_page(event, Style(), 2))
    known = replace(state_of_event(event), seats={}, for_teams=True)
    after = merge.with_rounds(known, rounds_of(page))
    wanted = state_of_event(event).seats[2]
    assert {n: (s.opponent, s.score, s.kind) for n, s in after.seats[2].items()} == {
        n: (s.opponent, s.score, s.kind) for n, s in wanted.items() if s.opponent is not None
    }


def test_a_pairing_that_was_taken_back_is_gone_with_all_after_it() -> None:
    """Only the rounds up to the newest one on show stay, and none later was finished."""
    known = state(FIRST, "1:3 1-0", SECOND, finished=2)
    after = merge.without_rounds_after(known, 1)
    assert after.seats == seats(FIRST)
    assert after.finished == 1
    assert merge.without_rounds_after(known, 3) == known


# Crosstables


def table(*lines: str, numbers: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)) -> Crosstable:
    """Give a crosstable by start number, with the rounds of these lines."""
    found = seats(*lines)
    rows = tuple(
        tuple(cell(found[of_round].get(number)) for of_round in found) for number in numbers
    )
    listing = Listing((), tuple(entry(number) for number in numbers))
    return Crosstable(listing, "start_number", tuple(found), rows)


def cell(seat: Seat | None) -> Result | None:
    """Give a seat as a cell of a crosstable, which has no board."""
    return None if seat is None else Result(seat.opponent, seat.colour, seat.kind, seat.score)


def without_boards(known: dict[int, Seat]) -> dict[int, Seat]:
    """Give the seats of a round as a crosstable knows them."""
    return {number: seat._replace(board=None) for number, seat in known.items()}


def test_on_the_first_look_a_crosstable_gives_all_earlier_rounds() -> None:
    """The newest round is left to its own page; the others come from the table."""
    before = state(*([""] * 2), SECOND)
    before = replace(before, seats={3: before.seats[3]})
    after = merge.with_crosstable(before, table(FIRST, "1:3 1-0", "8:1 1-0"))
    assert after.seats[3] == before.seats[3]
    assert after.seats[1] == without_boards(seats(FIRST)[1])
    assert after.seats[2] == without_boards(seats("1:3 1-0")[1])


def test_a_crosstable_fills_gaps() -> None:
    """A result or a whole row that is missing is taken from the table, with the board known."""
    before = state("1:2 ?; 3:4 1-0", SECOND)
    after = merge.with_crosstable(before, table("1:2 ½-½; 3:4 1-0; 5:6 1-0", SECOND), {})
    assert after.seats[1][1] == Seat(Kind.GAME, score("0.5"), 1, Colour.WHITE, 2)
    assert after.seats[1][5] == Seat(Kind.GAME, score("1"), None, Colour.WHITE, 6)
    assert after.seats[2] == before.seats[2]


def test_a_crosstable_that_lags_takes_nothing_away() -> None:
    """An empty or open cell says nothing against a result that a page of pairings had."""
    before = state("1:2 1-0; 3:4 1-0", SECOND)
    after = merge.with_crosstable(before, table("1:2 ?; 3:4 ?", SECOND), {})
    assert after == before
    assert merge.with_crosstable(before, table("", ""), {}) == before


def test_a_crosstable_overrides_only_the_row_that_gives_the_printed_points() -> None:
    """Points that are no sum of the rounds are settled by a row that adds up to them."""
    before = state("1:2 1-0; 3:4 1-0", SECOND)
    corrected = table("1:2 0-1; 3:4 0-1", SECOND)
    assert merge.with_crosstable(before, corrected, {}) == before
    after = merge.with_crosstable(before, corrected, {1: score("0"), 3: score("1")})
    assert after.seats[1][1].score == 0
    assert after.seats[1][1].board == 1
    assert after.seats[1][2] == before.seats[1][2]
    assert after.seats[1][3] == before.seats[1][3]


def test_a_table_by_rank_names_opponents_by_their_place() -> None:
    """The cells of a ranking crosstable hold ranks, and people are told apart by number."""
    listing = Listing((), (entry(4, rank=1), entry(1, rank=2)))
    won, lost = (
        Result(2, Colour.WHITE, Kind.GAME, score("1")),
        Result(1, Colour.BLACK, Kind.GAME, score("0")),
    )
    by_rank = Crosstable(listing, "rank", (1,), ((won,), (lost,)))
    after = merge.with_crosstable(replace(state(), seats=seats("", SECOND)), by_rank)
    assert after.seats[1][4] == Seat(Kind.GAME, score("1"), None, Colour.WHITE, 1)
    assert after.seats[1][1] == Seat(Kind.GAME, score("0"), None, Colour.BLACK, 4)


def test_strangers_in_a_crosstable_are_left_out() -> None:
    """A row of nobody in the list, and a game against one, are not taken over."""
    listing = Listing((), (entry(1), entry(9)._replace(start_number=2)))
    cells = (
        (Result(2, Colour.WHITE, Kind.GAME, score("1")),),
        (Result(1, Colour.BLACK, Kind.GAME, score("0")),),
    )
    strange = Crosstable(listing, "start_number", (1,), cells)
    before = replace(state(), seats=seats("", SECOND))
    assert merge.with_crosstable(before, strange).seats == before.seats


# Points


def test_printed_points_are_compared_with_the_rounds_before() -> None:
    """Who has other points beside the name than the rounds give is told, with those points."""
    known = state(FIRST, SECOND)
    right = {1: score("1"), 6: score("1"), 3: score("0.5"), 7: score("1"), 5: score("0")}
    assert merge.points_that_differ(known, [paired(SECOND, 2, points=right)]) == {}
    wrong = right | {1: score("0.5"), 7: score("0.5")}
    assert merge.points_that_differ(known, [paired(SECOND, 2, points=wrong)]) == {
        1: score("0.5"), 7: score("0.5"),
    }  # fmt: skip
    assert merge.points_that_differ(known, [paired(SECOND, 2)]) == {}
    assert merge.points_that_differ(known, [paired(SECOND, None, points=wrong)]) == {}


@given(swiss_events(running=False))
def test_the_points_of_the_site_are_the_sum_of_the_rounds(event: Event) -> None:
    """On no page of a consistent event does anybody have other points than his rounds give."""
    known = state_of_event(event)
    for number in range(1, event.rounds_paired + 1):
        rounds = rounds_of(of_page(render.pairings_page(event, number, Style())))
        if not merge.has_strangers(known, rounds):
            assert merge.points_that_differ(known, rounds) == {}


# Standings


def test_a_ranking_gives_places_and_k() -> None:
    """A place is one after a round; K is the player's, whatever the round."""
    rows = (entry(2, rank=1, k=20), entry(1, rank=2), entry(3, k=40), entry(4, rank=3, k=0))
    after = merge.with_ranking(state(), Listing((), rows), 5)
    assert after.places == {2: Place(1, 5), 1: Place(2, 5), 4: Place(3, 5)}
    assert after.ks == {2: 20, 3: 40}
    later = merge.with_ranking(after, Listing((), (entry(1, rank=1),)), 6)
    assert later.places == {**after.places, 1: Place(1, 6)}


def test_a_ranking_after_no_known_round_gives_no_places() -> None:
    """A place without its round says nothing; K does."""
    rows = (entry(2, rank=1, k=20),)
    after = merge.with_ranking(state(), Listing((), rows), None)
    assert (after.places, after.ks) == ({}, {2: 20})


def test_a_ranking_of_other_people_is_left_out() -> None:
    """A row whose number and name do not belong together is nobody's place."""
    rows = (
        entry(9, rank=1, k=40)._replace(start_number=2),
        entry(1, rank=2)._replace(start_number=99),
        entry(1, rank=3)._replace(start_number=None),
    )
    assert merge.with_ranking(state(), Listing((), rows), 5) == state()


# The frame


def test_a_page_adds_to_what_is_known_of_the_event() -> None:
    """What a page does not say stays as another one said it."""
    known = state()
    later = datetime(2026, 5, 2, 12, 0)  # noqa: DTZ001 - the site's clock has no zone
    page = reading(last_update=later, tournament=Tournament(id=TOURNAMENT.id, name="Başka Ad"))
    after = merge.with_frame(known, page)
    assert after.tournament == replace(TOURNAMENT, name="Başka Ad", last_update=later)
    assert after.last_update == later
    assert not after.gated


def test_the_time_of_the_upload_never_goes_back() -> None:
    """An older page, or one without a time, leaves the newest upload as it was."""
    newest = datetime(2026, 5, 2, 12, 0)  # noqa: DTZ001
    known = state(last_update=newest)
    for shown in (None, datetime(2026, 5, 2, 11, 0)):  # noqa: DTZ001
        assert merge.with_frame(known, reading(last_update=shown)).last_update == newest


def test_how_many_rounds_there_are_comes_from_the_details_or_the_navigation() -> None:
    """The details say how many rounds there are; without them the navigation does."""
    bare = replace(state(), tournament=replace(TOURNAMENT, rounds=None))
    assert merge.with_frame(bare, reading(rounds_total=9)).tournament.rounds == 9
    known = merge.with_frame(state(), reading(rounds_total=9))
    assert known.tournament.rounds == 7
    assert merge.with_frame(bare, reading()).tournament.rounds is None


def test_the_times_of_a_page_are_not_those_of_the_event() -> None:
    """When a page was fetched or sent changes nothing of a state."""
    page = Tournament(id=1, server_time=datetime(2026, 5, 2, 12, 0), fetched_at=AT)  # noqa: DTZ001
    after = merge.with_frame(state(), reading(tournament=page)).tournament
    assert (after.server_time, after.fetched_at) == (None, None)


def test_an_event_behind_the_gate_stays_there() -> None:
    """The gate comes days after the end and is never taken away."""
    after = merge.with_frame(state(), reading(gated=True))
    assert after.gated
    assert merge.with_frame(after, reading()).gated


# Whole pages of the stand-in


@given(swiss_events(most=10, most_rounds=4))
def test_all_pages_of_an_event_together_give_its_state(event: Event) -> None:
    """The rounds of a stand-in's event come back as they are, whichever page brought them."""
    wanted = state_of_event(event)
    known = replace(wanted, seats={})
    for number in range(1, event.rounds_paired + 1):
        rounds = rounds_of(of_page(render.pairings_page(event, number, Style())))
        if merge.has_strangers(wanted, rounds):  # names of one word, or none
            return
        known = merge.with_rounds(known, rounds)
    assert {number: told(known, number) for number in known.seats} == {
        number: told(wanted, number) for number in wanted.seats if number <= event.rounds_paired
    }


def told(known: EventState, number: int) -> dict[int, tuple[object, ...]]:
    """Give the seats of a round, whatever an absentee without a point is called."""
    absent = (Kind.NOT_PAIRED, Kind.HALF_BYE)
    return {
        who: (
            "absent" if seat.kind in absent else seat.kind,
            seat.score,
            seat.colour,
            seat.opponent,
        )
        for who, seat in known.seats[number].items()
    }


def test_a_crosstable_of_the_stand_in_gives_what_its_pairings_give() -> None:
    """Table and pairings of one event agree in every earlier game."""
    event = simple_swiss(14, 5)
    wanted = state_of_event(event)
    page = of_page(render.start_crosstable_page(event, Style()))
    assert isinstance(page.content, Crosstable)
    known = merge.with_crosstable(replace(wanted, seats={5: wanted.seats[5]}), page.content)
    for number in range(1, 5):
        games = {n: s for n, s in wanted.seats[number].items() if s.opponent is not None}
        found = known.seats[number]
        assert {n: found[n]._replace(board=None) for n in games} == without_boards(games)
        for who in wanted.players:
            was, now = wanted.seat(number, who), known.seat(number, who)
            assert (was.score if was else None) == (now.score if now else None) or not was
