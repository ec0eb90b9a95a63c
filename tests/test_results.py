"""The grammar of results: what each form says, in each place where the site prints it.

Anything else is refused with PageChanged: a result that is not understood is never guessed.
"""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scraper.errors import PageChanged
from scraper.model import Colour, Kind
from scraper.readings import Result
from scraper.views.results import (
    board_result,
    crosstable_cell,
    day_of,
    grid_cell,
    lone_result,
    round_heading,
    team_cell,
)

WON, DRAWN, LOST = Decimal(1), Decimal("0.5"), Decimal(0)
W, B = Colour.WHITE, Colour.BLACK

CROSSTABLE = [
    ("54b1", Result(54, B, Kind.GAME, WON)),
    ("29w½", Result(29, W, Kind.GAME, DRAWN)),
    ("3b0", Result(3, B, Kind.GAME, LOST)),
    ("1204w1", Result(1204, W, Kind.GAME, WON)),
    ("13b", Result(13, B, Kind.PENDING, None)),
    ("7w", Result(7, W, Kind.PENDING, None)),
    ("8b+", Result(8, B, Kind.FORFEIT_WIN, WON)),
    ("8w-", Result(8, W, Kind.FORFEIT_LOSS, LOST)),
    ("8w\u2212", Result(8, W, Kind.FORFEIT_LOSS, LOST)),
    ("12w1K", Result(12, W, Kind.FORFEIT_WIN, WON)),
    ("12w0K", Result(12, W, Kind.FORFEIT_LOSS, LOST)),
    ("-1", Result(None, None, Kind.BYE, WON)),
    ("-½", Result(None, None, Kind.HALF_BYE, DRAWN)),
    ("-0", Result(None, None, Kind.NOT_PAIRED, LOST)),
    ("\u2212½", Result(None, None, Kind.HALF_BYE, DRAWN)),
    ("", None),
]


@pytest.mark.parametrize(("text", "result"), CROSSTABLE)
def test_a_cell_of_a_crosstable(text: str, result: Result | None) -> None:
    """Opponent, colour and result stand together; without an opponent, the sign is no minus."""
    assert crosstable_cell(text) == result


NO_CELLS = (
    "b1", "54", "54b2", "54b1½", "12wK", "12wK1", "54x1", "54s1", "54B1", "1½", "-", "--1", "-2",
    "-½½", "+1", "54b1 *", "54b1 3w0", "100000w1", "bye", "*", "0F", "½",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_CELLS)
def test_no_cell_of_a_crosstable(text: str) -> None:
    """Any other text, also a colour of an unknown letter, is refused with what was met."""
    with pytest.raises(PageChanged) as refusal:
        crosstable_cell(text)
    assert refusal.value.facts == {"what": "crosstable", "met": text}


@pytest.mark.parametrize("letter", "wbsn")
def test_the_letters_of_an_unknown_language_give_no_colour(letter: str) -> None:
    """Where the letters were never seen (b is white in Turkish), opponent and result stay."""
    assert crosstable_cell(f"12{letter}1", False) == Result(12, None, Kind.GAME, WON)
    assert crosstable_cell(f"12{letter}", False) == Result(12, None, Kind.PENDING, None)
    assert crosstable_cell("-½", False) == Result(None, None, Kind.HALF_BYE, DRAWN)


GRID = [
    ("1", Result(6, None, Kind.GAME, WON)),
    ("½", Result(6, None, Kind.GAME, DRAWN)),
    ("0", Result(6, None, Kind.GAME, LOST)),
    ("+", Result(6, None, Kind.FORFEIT_WIN, WON)),
    ("-", Result(6, None, Kind.FORFEIT_LOSS, LOST)),
    ("\u2212", Result(6, None, Kind.FORFEIT_LOSS, LOST)),
    ("*", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "result"), GRID)
def test_a_cell_of_a_grid(text: str, result: Result | None) -> None:
    """The column says the opponent; the diagonal and a game to come are empty."""
    assert grid_cell(text, 6) == result


@pytest.mark.parametrize("text", ["11", "1½", "½ ½", "1 0", "10", "1w", "6w1", "2", "1,0", "+-"])
def test_no_cell_of_a_grid(text: str) -> None:
    """Two results in one cell are a double round robin, which is refused and never half read."""
    with pytest.raises(PageChanged) as refusal:
        grid_cell(text, 6)
    assert refusal.value.facts == {"what": "crosstable", "met": text}


TEAM = [
    ("1", Result(None, None, Kind.GAME, WON)),
    ("½", Result(None, None, Kind.GAME, DRAWN)),
    ("0,5", Result(None, None, Kind.GAME, DRAWN)),
    ("0", Result(None, None, Kind.GAME, LOST)),
    ("+", Result(None, None, Kind.FORFEIT_WIN, WON)),
    ("-", Result(None, None, Kind.FORFEIT_LOSS, LOST)),
    ("\u2212", Result(None, None, Kind.FORFEIT_LOSS, LOST)),
    ("", None),
]


@pytest.mark.parametrize(("text", "result"), TEAM)
def test_a_cell_of_a_team(text: str, result: Result | None) -> None:
    """A player's round in his team's table has a result, or nothing where he did not play."""
    assert team_cell(text) == result


@pytest.mark.parametrize("text", ["2", "1½", "w1", "12w1", "*", "bye", "1 - 0", "-1"])
def test_no_cell_of_a_team(text: str) -> None:
    """Any other text of a team's table is refused."""
    with pytest.raises(PageChanged) as refusal:
        team_cell(text)
    assert refusal.value.facts == {"what": "result", "met": text}


GAMES = [
    ("1 - 0", WON, LOST),
    ("0 - 1", LOST, WON),
    ("½ - ½", DRAWN, DRAWN),
    ("1-0", WON, LOST),
    ("½-½", DRAWN, DRAWN),
    ("1:0", WON, LOST),
    ("0 : 1", LOST, WON),
    ("0,5 - 0,5", DRAWN, DRAWN),
    ("0.5 - 0.5", DRAWN, DRAWN),
    ("1 \u2212 0", WON, LOST),
    ("½ \u2013 ½", DRAWN, DRAWN),
    ("1\u2009-\u20090", WON, LOST),
    ("0\u202f-\u202f1", LOST, WON),
    ("½\u00a0-\u00a0½", DRAWN, DRAWN),
]


@pytest.mark.parametrize(("text", "left", "right"), GAMES)
def test_a_game_of_a_pairing(text: str, left: Decimal, right: Decimal) -> None:
    """Halves, commas, colons, real minus signs and thin blanks keep the value of both sides."""
    assert board_result(text) == (Kind.GAME, left, right, True)


UNPLAYED = [
    ("+ - -", Kind.FORFEIT_WIN, WON, LOST),
    ("- - +", Kind.FORFEIT_LOSS, LOST, WON),
    ("- - -", Kind.DOUBLE_FORFEIT, LOST, LOST),
    ("+--", Kind.FORFEIT_WIN, WON, LOST),
    ("--+", Kind.FORFEIT_LOSS, LOST, WON),
    ("---", Kind.DOUBLE_FORFEIT, LOST, LOST),
    ("+:-", Kind.FORFEIT_WIN, WON, LOST),
    ("- : +", Kind.FORFEIT_LOSS, LOST, WON),
    ("\u2212 \u2212 +", Kind.FORFEIT_LOSS, LOST, WON),
    ("+ \u2212 \u2212", Kind.FORFEIT_WIN, WON, LOST),
    ("+\u2009-\u2009-", Kind.FORFEIT_WIN, WON, LOST),
    ("1K - 0K", Kind.FORFEIT_WIN, WON, LOST),
    ("0K - 1K", Kind.FORFEIT_LOSS, LOST, WON),
    ("0K - 0K", Kind.DOUBLE_FORFEIT, LOST, LOST),
]


@pytest.mark.parametrize(("text", "kind", "left", "right"), UNPLAYED)
def test_a_forfeit_of_a_pairing(text: str, kind: Kind, left: Decimal, right: Decimal) -> None:
    """A forfeit gives the points and is never rated; the kind is as the left player sees it."""
    assert board_result(text) == (kind, left, right, False)


@pytest.mark.parametrize("text", ["", "-", ":", "\u2212"])
def test_a_pairing_without_a_result_is_pending(text: str) -> None:
    """Nothing, or only what stands between two results, is a game to come."""
    assert board_result(text) == (Kind.PENDING, None, None, True)


@pytest.mark.parametrize("text", ["1U - 0U", "½U - ½U", "0U - 1U"])
def test_a_result_uploaded_as_unrated_counts_and_is_not_rated(text: str) -> None:
    """U keeps the points of a game and takes it out of the rating."""
    kind, left, right, rated = board_result(text)
    assert (kind, rated) == (Kind.GAME, False)
    assert left is not None
    assert right is not None
    assert left + right == 1


NO_BOARDS = (
    "1 - 1", "½ - 1", "1 - ½", "2 - 0", "1", "½", "1 -", "- 0", "+ - +", "+ - ½", "½ - -",
    "1 - 0 - 1", "1 - 0 ?", "adj.", "1½ - ½", "bye", "w 1", "1 0", "10", "K - K", "½K - ½K",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_BOARDS)
def test_no_result_of_a_pairing(text: str) -> None:
    """More than a point, half a result, or any other text is refused with what was met."""
    with pytest.raises(PageChanged) as refusal:
        board_result(text)
    assert refusal.value.facts == {"what": "result", "met": text}


LONE = [
    ("1", Kind.BYE, WON),
    ("1K", Kind.BYE, WON),
    ("½", Kind.HALF_BYE, DRAWN),
    ("0,5", Kind.HALF_BYE, DRAWN),
    ("0.5", Kind.HALF_BYE, DRAWN),
    ("0", Kind.NOT_PAIRED, LOST),
    ("", Kind.BYE, None),
    ("-", Kind.BYE, None),
]


@pytest.mark.parametrize(("text", "kind", "score"), LONE)
def test_the_result_of_a_player_without_an_opponent(
    text: str, kind: Kind, score: Decimal | None
) -> None:
    """The result decides: 1 is a bye, ½ a requested half point, 0 an absence, nothing is open."""
    assert lone_result(text) == (kind, score)


@pytest.mark.parametrize("text", ["2", "1 - 0", "+", "bye", "1½", "½½", "K", "w 1", "1U"])
def test_no_result_of_a_player_without_an_opponent(text: str) -> None:
    """Any other text beside a missing opponent is refused."""
    with pytest.raises(PageChanged) as refusal:
        lone_result(text)
    assert refusal.value.facts == {"what": "result", "met": text}


DAY = date(2020, 1, 7)
HEADINGS = [
    ("Round 5 on 2020/01/07 at 12:30", 5, DAY, "12:30"),
    ("5. Tur - 2020/01/07 - 12.30", 5, DAY, "12.30"),
    ("5. Тур on 2020/01/07 в 12:30", 5, DAY, "12:30"),
    ("Runde 5 am 2020/01/07 um 14:00 Uhr", 5, DAY, "14:00 Uhr"),
    ("Round 11 on 2020/01/07 at 1900", 11, DAY, "1900"),
    ("Round 5 on 2020/01/07 at 14.00", 5, DAY, "14.00"),
    ("Round 5 on 2020/01/07 at 1500 UTC", 5, DAY, "1500 UTC"),
    ("Round 5 on 2020/01/07 at 10:00 - 12:00", 5, DAY, "10:00 - 12:00"),
    ("Round 5 on 2020/1/7 at 9:00", 5, DAY, "9:00"),
    ("Round 5 on 2020/01/07", 5, DAY, None),
    ("Round 5", 5, None, None),
    ("U12 Round 3 on 2020/01/07", 3, DAY, None),
    ("第5轮 2020/01/07", 5, DAY, None),
    ("5. Tur", 5, None, None),
    ("Round 5 on 2020/13/45 at 12:30", 5, None, "12:30"),
    ("on 2020/01/07 at 12:30", None, DAY, "12:30"),
    ("", None, None, None),
]


@pytest.mark.parametrize(("text", "of_round", "day", "time"), HEADINGS)
def test_the_heading_of_a_round(
    text: str, of_round: int | None, day: date | None, time: str | None
) -> None:
    """Round, date and time stand in this order in every language; each may be missing."""
    assert round_heading(text) == (of_round, day, time)


def test_a_date_is_found_in_a_text_and_never_made_up() -> None:
    """The first date counts; a day that no calendar has is None."""
    assert day_of("2020/01/07 to 2020/01/09") == DAY
    assert day_of("2020/02/30") is None
    assert day_of("7.1.") is None


# Texts near the grammar, so that the search meets its edges, and any text at all.
NEAR = st.text("0123456789wbs½+-:KUF ,.*\u2212\u2013\u2009", max_size=9) | st.text(max_size=9)


@given(NEAR)
@example("٥w1")
@example("1 - 0\n")
@example("²w1")
def test_any_text_of_a_cell_is_a_result_nothing_or_a_refusal(text: str) -> None:
    """Whatever a cell holds: a result with an allowed score, None, or PageChanged with the text."""
    readers: tuple[Callable[[str], Result | None], ...] = (
        crosstable_cell,
        team_cell,
        lambda cell: crosstable_cell(cell, False),
        lambda cell: grid_cell(cell, 6),
    )
    for read in readers:
        try:
            result = read(text)
        except PageChanged as refusal:
            assert refusal.facts["met"] == text
            continue
        if result is None:
            assert text in ("", "*", "**")
            continue
        assert (result.score is None) is (result.kind is Kind.PENDING)
        assert result.score in (None, WON, DRAWN, LOST)


@given(NEAR)
@example("٥ - 0")
@example("1 - 0\n")
def test_any_text_of_a_board_is_a_result_or_a_refusal(text: str) -> None:
    """Whatever a board holds: scores of one point at most together, none at all, or a refusal."""
    try:
        _, left, right, _ = board_result(text)
    except PageChanged as refusal:
        assert refusal.facts == {"what": "result", "met": text}
    else:
        assert (left is None) is (right is None)
        assert 0 <= (left or 0) + (right or 0) <= 1
    try:
        kind, score = lone_result(text)
    except PageChanged as refusal:
        assert refusal.facts == {"what": "result", "met": text}
    else:
        assert kind in (Kind.BYE, Kind.HALF_BYE, Kind.NOT_PAIRED)
        assert score in (None, WON, DRAWN, LOST)


@given(st.integers(1, 9999), st.sampled_from("wb"), st.sampled_from(["1", "½", "0", "+", "-", ""]))
def test_a_printed_cell_reads_back(opponent: int, letter: str, token: str) -> None:
    """Opponent and colour of a printed cell come back, and the two cells of a game fit."""
    cell = crosstable_cell(f"{opponent}{letter}{token}")
    assert cell is not None
    assert (cell.opponent, cell.colour) == (opponent, {"w": W, "b": B}[letter])
    mirror = {"1": "0", "0": "1", "+": "-", "-": "+"}.get(token, token)
    back = crosstable_cell(f"7{'b' if letter == 'w' else 'w'}{mirror}")
    assert back is not None
    assert {cell.colour, back.colour} == {W, B}
    if cell.score is not None and back.score is not None:
        assert cell.score + back.score == 1


@given(st.text(max_size=40))
def test_any_text_is_a_heading_without_a_crash(text: str) -> None:
    """No heading brings anything but three facts or None; a time never stands without a date."""
    of_round, _, time = round_heading(text)
    assert of_round is None or 0 <= of_round <= 999
    assert time is None or (time in text and "/" in text)
