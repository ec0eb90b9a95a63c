"""Invented pages that lack rows, disagree, or follow rules of their own: what the checks say."""

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from report.reading import of_reading
from report.words import Words
from scraper import checks, crosschecks
from scraper.checks import Contradiction, FactCheck
from scraper.model import Colour, Kind
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import (
    Board,
    Crosstable,
    Entry,
    Match,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    Reading,
)
from tests.standin import build, render
from tests.standin.event import Event, Style
from tests.standin.schedule import results_of
from tests.test_views import (
    DRAWN,
    LOST,
    TEAMS,
    WON,
    B,
    W,
    boards_page,
    coloured,
    link,
    matches_of,
    of,
    paired,
    read,
    table,
)

LINES = (
    "1:5 1-0; 6:2 ½-½; 3:7 +--; 8:4 0-1",
    "2:1 ½-½; 4:3 1-0; 5:8 ---; 7 bye; 6 out",
    "1:4 0-1; 2:3 1-0; 7:6 --+; 8 half; 5 half",
)
FIELD = build.random_players(random.Random(5), 8)  # noqa: S311 - the same field every time
EVENT: Event = replace(
    build.simple_swiss(8, 3), players=FIELD, results=results_of(FIELD, LINES)
)  # fmt: skip


def reading_of(page: str) -> Reading:
    """Read a page of an invented event."""
    return read_page(Page(page.encode()))


CROSSTABLE = reading_of(render.start_crosstable_page(EVENT, Style(), None))
GRID = reading_of(render.not_paired_page(EVENT, Style()))
ROUNDS = [reading_of(render.pairings_page(EVENT, number, Style())) for number in (1, 2, 3)]


def the_round(reading: Reading) -> PairedRound:
    """Give the one round of a page."""
    (one,) = of(Pairings, reading).rounds
    return one


def with_boards(reading: Reading, keep: Sequence[int]) -> Reading:
    """Leave only these boards on a page."""
    one = the_round(reading)
    rounds = (replace(one, boards=tuple(one.boards[at] for at in keep)),)
    return replace(reading, content=replace(of(Pairings, reading), rounds=rounds))


def pending(reading: Reading, of_round: int) -> Reading:
    """Take the results of a round out of a crosstable, as before its upload."""
    content = of(Crosstable, reading)
    place = content.rounds.index(of_round)
    results = tuple(
        tuple(
            one._replace(kind=Kind.PENDING, score=None)
            if at == place and one is not None and one.opponent is not None
            else one
            for at, one in enumerate(row)
        )
        for row in content.results
    )
    return replace(reading, content=replace(content, results=results))


def the_check(*readings: Reading) -> FactCheck:
    """Give the one check between pages."""
    (found,) = crosschecks.between(readings)
    return found


# Rows that are missing


@pytest.mark.parametrize("reading", ROUNDS, ids=["1", "2", "3"])
def test_a_game_that_is_missing_from_the_page_of_its_round_surfaces(reading: Reading) -> None:
    """Both players of a row that was cut have a game in the crosstable and none on the page."""
    boards = the_round(reading).boards
    assert the_check(CROSSTABLE, reading).ok
    games = [at for at, board in enumerate(boards) if board.black is not None]
    assert len(games) >= 3
    for at in games:
        rest = with_boards(reading, [other for other in range(len(boards)) if other != at])
        found = the_check(CROSSTABLE, rest)
        assert (len(found.contradictions), found.compared, found.behind) == (2, 8, 0)
        assert {wrong.site for wrong in found.contradictions} == {""}
        sides = (boards[at].white, boards[at].black)
        assert {wrong.who for wrong in found.contradictions} == {
            str(side.start_number) for side in sides if side is not None
        }


def test_a_missing_game_is_told_with_the_cell_of_the_crosstable() -> None:
    """Ours is the cell as printed, the other page has nothing."""
    found = the_check(CROSSTABLE, with_boards(ROUNDS[0], [1, 2, 3]))
    assert found.contradictions == (
        Contradiction("1", 1, "5w1", ""),
        Contradiction("5", 1, "1b0", ""),
    )


def test_games_that_are_not_over_are_only_behind_where_they_are_missing() -> None:
    """While one of two pages is older a pairing can be on the crosstable alone."""
    found = the_check(pending(CROSSTABLE, 1), with_boards(ROUNDS[0], [1, 2, 3]))
    assert (found.contradictions, found.behind, found.compared) == ((), 8, 8)


def test_a_round_with_absentees_alone_lacks_no_game() -> None:
    """A page of a round that was not paired when it was read contradicts no later crosstable."""
    lone = [at for at, one in enumerate(the_round(ROUNDS[1]).boards) if one.black is None]
    found = the_check(CROSSTABLE, with_boards(ROUNDS[1], lone))
    assert (found.contradictions, found.behind, found.compared) == ((), 6, 8)


def test_a_cut_page_lacks_nothing() -> None:
    """Where the site cut a page its missing rows are no contradiction."""
    cut = replace(with_boards(ROUNDS[0], [0]), cut=True)
    assert the_check(CROSSTABLE, cut).ok


def test_namesakes_without_numbers_are_not_called_missing() -> None:
    """Where only a number would tell two players apart, either of them may be on the page."""
    content = of(Crosstable, CROSSTABLE)
    rows = list(content.listing.rows)
    rows[4] = rows[4]._replace(name=rows[0].name)
    listing = replace(content.listing, rows=tuple(rows))
    namesakes = replace(CROSSTABLE, content=replace(content, listing=listing))
    one = the_round(ROUNDS[0])
    boards = tuple(
        board._replace(
            white=board.white and board.white._replace(start_number=None),
            black=board.black and board.black._replace(start_number=None),
        )
        for board in one.boards
    )
    assert boards[0].black is not None
    boards = (boards[0]._replace(black=boards[0].white), *boards[1:])
    content_of_round = replace(of(Pairings, ROUNDS[0]), rounds=(replace(one, boards=boards),))
    assert the_check(namesakes, replace(ROUNDS[0], content=content_of_round)).ok


def with_marks(grid: Reading, lost: tuple[int, int]) -> Reading:
    """Take one mark out of a grid, by row and round."""
    content = of(NotPaired, grid)
    marks = tuple(
        tuple(mark for mark in row if (at, mark.round) != lost)
        for at, row in enumerate(content.marks)
    )
    return replace(grid, content=replace(content, marks=marks))


def test_a_mark_that_is_missing_from_the_grid_surfaces() -> None:
    """Who has a bye, half a point, nothing or a forfeit in the crosstable has a mark."""
    whole = the_check(CROSSTABLE, GRID)
    assert (whole.ok, whole.behind) == (True, 0)
    places = [(at, mark.round) for at, row in enumerate(of(NotPaired, GRID).marks) for mark in row]
    assert len(places) >= 7
    for at, of_round in places:
        found = the_check(CROSSTABLE, with_marks(GRID, (at, of_round)))
        assert [(wrong.round, wrong.site) for wrong in found.contradictions] == [(of_round, "")]
        assert found.compared == whole.compared


def test_a_row_that_is_missing_from_the_grid_surfaces() -> None:
    """The grid lists those alone who missed a round, so a missing row is a missing mark."""
    content = of(NotPaired, GRID)
    listing = replace(content.listing, rows=content.listing.rows[1:])
    without = replace(content, listing=listing, marks=content.marks[1:])
    found = the_check(CROSSTABLE, replace(GRID, content=without))
    assert len(found.contradictions) == len(content.marks[0]) > 0


def test_rounds_after_the_last_mark_are_behind() -> None:
    """A grid that was read before a round has no mark in it."""
    content = of(NotPaired, GRID)
    early = tuple(tuple(mark for mark in row if mark.round < 3) for row in content.marks)
    found = the_check(CROSSTABLE, replace(GRID, content=replace(content, marks=early)))
    assert (found.contradictions, found.behind) == ((), 3)


# Colours, and the round of a check


def test_another_colour_is_no_delay() -> None:
    """A game without its result on one page still has the same colours on both."""
    one = the_round(ROUNDS[0])
    first = one.boards[0]
    boards = (first._replace(white=first.black, black=first.white), *one.boards[1:])
    content = replace(of(Pairings, ROUNDS[0]), rounds=(replace(one, boards=boards),))
    found = the_check(pending(CROSSTABLE, 1), replace(ROUNDS[0], content=content))
    assert [(wrong.ours, wrong.site) for wrong in found.contradictions] == [
        ("1b", "1w1"), ("5w", "5b0"),
    ]  # fmt: skip
    assert found.behind == 6


def test_a_check_names_the_round_of_the_other_page() -> None:
    """Several checks of one kind are told apart by their round, in JSON as well."""
    found = crosschecks.between([CROSSTABLE, *ROUNDS, GRID])
    assert [(check.kind, check.round) for check in found] == [
        ("crosstable_round", 1), ("crosstable_round", 2), ("crosstable_round", 3),
        ("notpaired_crosstable", None),
    ]  # fmt: skip
    lines = of_reading(CROSSTABLE, found, (), Words("en"))["checks"]
    assert isinstance(lines, list)
    assert [(line["round"], line["scoring"]) for line in lines] == [
        (1, None), (2, None), (3, None), (None, None),
    ]  # fmt: skip


# Ties, and games that give less than a point

RANKED = ("Rk.", "SNo", "Name", "1.Rd", "2.Rd", "Pts.")


def ranked(*rows: Sequence[str]) -> tuple[FactCheck, ...]:
    """Check a ranking crosstable."""
    return checks.of_page(read(table(RANKED, *rows), "Ranking crosstable after Round 2"))


def test_a_blank_rank_of_a_tie_is_the_place_of_the_row() -> None:
    """The cells name a tied player by his place; the reading leaves the rank absent."""
    rows = [("1", "3", "Al", "2w1", "3b1", "2"), ("2", "1", "Bo", "1b0", "4w½", "½"),
            ("", "2", "Cem", "4b½", "1w0", "½"), ("4", "4", "Dal", "3w½", "2b½", "1")]  # fmt: skip
    found = ranked(*rows)
    assert [(check.kind, check.compared, check.ok) for check in found] == [
        ("row_total", 4, True), ("mutual", 8, True),
    ]  # fmt: skip
    reading = read(table(RANKED, *rows), "Ranking crosstable after Round 2")
    assert of(Crosstable, reading).listing.rows[2].rank is None


def test_a_tie_is_found_by_its_place_from_other_pages() -> None:
    """The page of a round names players by number; the crosstable's cell has the place."""
    content = read(
        table(RANKED, ("1", "3", "Al", "2w½", "", "½"), ("", "1", "Bo", "1b½", "", "½")),
        "Ranking crosstable after Round 1",
    )
    played = read(
        table(
            ("Bo.", "No.", "White", "Rtg", "Result", "Black", "Rtg", "No."),
            ("1", "3", "Al", "0", "½ - ½", "Bo", "0", "1"),
        ),
        "Pairings/Results",
        "Round 1",
    )
    found = the_check(content, played)
    assert (found.compared, found.contradictions) == (2, ())


@pytest.mark.parametrize(
    ("white", "black", "is_fine"),
    [("0", "0", True), ("½", "0", True), ("0", "½", True), ("1", "½", False), ("1", "1", False),
     ("½", "1", False), ("+", "+", False), ("0", "-", False)],
)  # fmt: skip
def test_a_game_may_give_less_than_a_point_and_never_more(
    white: str, black: str, is_fine: bool
) -> None:
    """An arbiter can give 0-0 or ½-0; where both cells and both totals say so it is right."""
    points = {"+": "1", "-": "0"}
    found = ranked(
        ("1", "3", "Al", f"2w{white}", "", points.get(white, white)),
        ("2", "1", "Bo", f"1b{black}", "", points.get(black, black)),
    )
    assert [(check.kind, check.ok) for check in found] == [("row_total", True), ("mutual", is_fine)]


def test_a_lost_point_that_the_total_still_has_is_a_contradiction_twice() -> None:
    """A win that is misread as a loss makes 0-0, and the row's points put it in doubt."""
    found = ranked(("1", "3", "Al", "2w0", "", "1"), ("2", "1", "Bo", "1b0", "", "0"))
    assert [(check.kind, len(check.contradictions)) for check in found] == [
        ("row_total", 1), ("mutual", 2),
    ]  # fmt: skip


# Other points for games


def three_one_none(*totals: str) -> tuple[FactCheck, ...]:
    """Check four rows of two rounds whose points are printed so."""
    cells = [("2w1", "3b1"), ("1b0", "4w½"), ("4b½", "1w0"), ("3w½", "2b½")]
    return ranked(
        *(
            (str(at), str(at), f"Name{at}", *row, points)
            for at, (row, points) in enumerate(zip(cells, totals, strict=True), 1)
        )
    )


def test_three_points_for_a_win_are_said_once() -> None:
    """Where most totals disagree and 3-1-0 explains every one, the check says so and is right."""
    total, mutual = three_one_none("6", "1", "1", "2")
    assert (total.ok, total.compared, total.scoring) == (True, 4, "3-1-0")
    assert (mutual.ok, mutual.scoring) == (True, None)


@pytest.mark.parametrize(
    ("totals", "count"),
    [
        (("6", "1", "½", "1"), 2),  # no more than half
        (("6", "1", "1", "3"), 4),  # one that 3-1-0 does not explain
        (("2", "½", "½", "2"), 1),
        (("2", "½", "½", "1"), 0),
    ],
)
def test_points_that_no_system_explains_stay_contradictions(
    totals: Sequence[str], count: int
) -> None:
    """A few wrong totals, or one that does not fit, are told one by one."""
    total, _ = three_one_none(*totals)
    assert (len(total.contradictions), total.scoring) == (count, None)


def test_a_total_that_fits_no_longer_under_another_system_surfaces() -> None:
    """Under 3-1-0 a row whose total fits 1, ½ and 0 alone is the wrong one."""
    total, _ = three_one_none("6", "1", "1", "1")
    assert total.scoring == "3-1-0"
    assert total.contradictions == (Contradiction("4", None, "2", "1"),)


def test_an_earlier_ranking_is_compared_under_the_points_of_the_crosstable() -> None:
    """The points after round 1 are added up as those of the last round are."""
    cells = [("2w1", "3b1", "6"), ("1b0", "4w½", "1"), ("4b½", "1w0", "1"), ("3w½", "2b½", "2")]
    rows = [(str(at), str(at), f"Name{at}", *row) for at, row in enumerate(cells, 1)]
    crosstable = read(table(RANKED, *rows), "Ranking crosstable after Round 2")
    for points, count in ((("3", "0", "1", "1"), 0), (("1", "0", "½", "½"), 3)):
        order = [(str(at), str(at), f"Name{at}", one) for at, one in enumerate(points, 1)]
        ranking = read(table(("Rk.", "SNo", "Name", "Pts."), *order), "Rank after Round 1")
        found = the_check(crosstable, ranking)
        assert (found.kind, found.round, found.compared) == ("ranking_points", 1, 4)
        assert len(found.contradictions) == count


def test_three_points_for_a_board_are_said_once() -> None:
    """The score of a match can count 3-1-0 for its boards."""
    boards = (
        Board("1.1", Entry(name="Al"), Entry(name="Dal"), Kind.GAME, WON, LOST, True, W),
        Board("1.2", Entry(name="Bo"), Entry(name="Ece"), Kind.GAME, DRAWN, DRAWN, True, B),
    )
    match = Match(
        1, None, None, 1, Entry(team="A"), Entry(team="B"), Decimal(4), Decimal(1), boards
    )
    for count, expected in ((2, "3-1-0"), (1, None)):
        reading = replace(CROSSTABLE, content=Matches((match,) * count))
        (total,) = checks.of_page(reading)
        assert (total.compared, total.scoring, total.ok) == (2 * count, expected, bool(expected))


# Pairings with Black on the left


def test_black_on_the_left_is_turned_by_the_words_of_the_header() -> None:
    """White is who stands under White, with his own result and forfeit."""
    header = ("Bo.", "No.", "Black", "Rtg", "Result", "White", "Rtg", "No.")
    game, forfeit, lone = paired(
        ("1", "4", "Al", "1400", "1 - 0", "Bo", "1500", "9"),
        ("2", "5", "Cem", "1300", "- - +", "Dal", "1200", "7"),
        ("3", "6", "Ece", "1300", "½", "not paired", "", ""),
        header=header,
    )
    assert game.white is not None
    assert game.black is not None
    assert (game.white.name, game.white_score) == ("Bo", Decimal(0))
    assert (game.black.name, game.black_score) == ("Al", Decimal(1))
    assert forfeit.white is not None
    assert (forfeit.white.name, forfeit.kind) == ("Dal", Kind.FORFEIT_WIN)
    assert lone.white is not None
    assert (lone.white.name, lone.black, lone.kind) == ("Ece", None, Kind.HALF_BYE)


# Teams


def the_match(home: str, away: str, name: str = "Fındık", number: str = "5") -> object:
    """Read one row of team pairings."""
    row = ("1", "3", "Kestane", "4", home, ":", away, "3", name, number)
    (match,) = matches_of(read(table(TEAMS, row), "Team pairings", "Round 3"))
    return (match.home_score, match.away and match.away.team, match.away_score)


FOUR, NONE = Decimal(4), Decimal(0)
SCORES = [
    ("4", "", (FOUR, "Fındık", None)),
    ("", "4", (None, "Fındık", FOUR)),
    ("4", "-", (FOUR, "Fındık", None)),
    ("+", "-", (None, "Fındık", None)),
    ("-", "+", (None, "Fındık", None)),
    ("-", "-", (None, "Fındık", None)),
    ("4", "0", (FOUR, "Fındık", NONE)),
]


@pytest.mark.parametrize(("home", "away", "expected"), SCORES)
@pytest.mark.parametrize("name", ["Fındık", "bye"])
def test_a_team_with_a_number_plays_whatever_the_score(
    home: str, away: str, expected: tuple[object, ...], name: str
) -> None:
    """One score alone, a forfeit, or the name of a bye make no free round of a real team."""
    assert the_match(home, away, name) == (expected[0], name, expected[2])
    assert the_match(home, away, link(name, 5), "") == (expected[0], name, expected[2])


def test_a_team_without_a_number_that_forfeits_is_a_team() -> None:
    """Where "4 : -" is printed both have a score; one alone, without a number, is a free round."""
    header = ("No.", "Team", "Team", "Res.", ":", "Res.")
    for home, away, team in (("4", "-", "B"), ("+", "-", "B"), ("4", "", None), ("4", "0", "B")):
        page = read(table(header, ("1", "A", "B", home, ":", away)), "Team pairings", "Round 3")
        (match,) = matches_of(page)
        assert (match.away and match.away.team) == team


MARKS: list[tuple[list[str], list[Colour], bool]] = [
    (["", "w", "", "w"], [B, W, B, W], False),
    (["s", "", "", ""], [B, W, B, W], False),
    (["w", "", "w", ""], [W, B, W, B], False),
    (["", "", "", ""], [W, B, W, B], True),
    (["s", "s", "", ""], [B, B, W, B], True),
    (["s", "s", "w", "w"], [B, B, W, W], False),
]


@pytest.mark.parametrize(("marks", "colours", "is_assumed"), MARKS)
def test_unmarked_boards_follow_the_marked_ones_of_their_match(
    marks: Sequence[str], colours: Sequence[Colour], is_assumed: bool
) -> None:
    """Colours take turns; only where no mark settles them has the home team White on board 1."""
    page = boards_page(
        *(
            (f"3.{at}", "", coloured(mark, "Al") if mark else "Al", "0", "-", "", "Dal", "0", "")
            for at, mark in enumerate(marks, 1)
        )
    )
    assert [board.home for board in page.matches[0].boards] == colours
    assert page.colours_assumed is is_assumed
