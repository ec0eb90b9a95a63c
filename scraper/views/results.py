"""The grammar of results, wherever they are printed. Reference: section 7."""

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache

from scraper.errors import PageChanged, SeveralGamesInACell
from scraper.model import Colour, Kind
from scraper.readings import Result
from scraper.tables import HALF

ONE, ZERO = Decimal(1), Decimal(0)
SCORES = {"1": ONE, "0": ZERO, "½": HALF, "0,5": HALF, "0.5": HALF}
UNPLAYED = {ONE: Kind.BYE, HALF: Kind.HALF_BYE, ZERO: Kind.NOT_PAIRED}
FORFEITS = {
    "+": (Kind.FORFEIT_WIN, ONE),
    "-": (Kind.FORFEIT_LOSS, ZERO),
    "1K": (Kind.FORFEIT_WIN, ONE),
    "0K": (Kind.FORFEIT_LOSS, ZERO),
}
COLOUR_BOXES = {"FarbewT": Colour.WHITE, "FarbesT": Colour.BLACK}

_TOKENS: dict[str, tuple[Kind, Decimal | None]] = {
    "": (Kind.PENDING, None),
    **{token: (Kind.GAME, score) for token, score in SCORES.items()},
    **FORFEITS,
}
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
_CELL = re.compile(r"(\d{1,5})([a-z])([10½+-]?|[10]K)")
_BYE = re.compile(r"-([10½])")
_GRID = re.compile(r"[10½+-]")
_GAMES = re.compile(r"[10½+-](?:[\s/,;:]*[10½+-])+")
_SIDE = r"([10½+-]|0[.,]5)([KFU]?)"
_BOARD = re.compile(rf"{_SIDE}\s*[-:]\s*{_SIDE}")
_DATE = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})")
# A number of its own rather than that of an age group (U12); some scripts put no blank before it.
_OWN_NUMBER = re.compile(r"(?<!\w)\d{1,3}(?!\w)")
_NUMBER = re.compile(r"\d{1,3}")
# What can stand between the date and the time: "at", "-", "в", "um".
_BEFORE_TIME = re.compile(r"[^\d]*")

# The ends of the usual cells: "b1", "w½", "w-".
_USUAL = {
    letter + token: (colour, *_TOKENS[token])
    for letter, colour in _COLOURS.items()
    for token in ("1", "0", "½", "+", "-")
}

BoardResult = tuple[Kind, Decimal | None, Decimal | None, bool]


@lru_cache(maxsize=16_384)  # the cells of a page are read again with its next refresh
def crosstable_cell(text: str, knows_letters: bool = True) -> Result | None:
    """Read "54b1", "13b" (not played), "8w-" (forfeit), "-½" (bye); None where it is empty.

    `knows_letters` is False in languages whose letters of the colours were never seen: b is white
    in the Turkish export. The colour is None there.

    Raises PageChanged where the cell holds anything else.
    """
    outcome = _USUAL.get(text[-2:]) if knows_letters else None
    opponent = text[:-2]
    if outcome is not None and opponent.isdecimal() and len(opponent) < 6:
        return Result._make((int(opponent), *outcome))  # most cells, and much faster
    if not text:
        return None
    bare = text.replace("\u2212", "-")
    match = _CELL.fullmatch(bare)
    if match is None:
        bye = _BYE.fullmatch(bare)
        if bye is None:
            raise PageChanged(what="crosstable", met=text)
        awarded = SCORES[bye[1]]
        return Result(None, None, UNPLAYED[awarded], awarded)
    opponent, letter, token = match.groups()
    colour = _COLOURS.get(letter) if knows_letters else None
    if colour is None and knows_letters:
        raise PageChanged(what="crosstable", met=text)
    kind, score = _TOKENS[token]
    return Result(int(opponent), colour, kind, score)


def grid_cell(text: str, opponent: int) -> Result | None:
    """Read a cell of a round robin's grid: 1, 0, ½, +, -; None for the diagonal and no game.

    Raises SeveralGamesInACell for the games of a double round, and PageChanged where the cell holds
    anything else.
    """
    if text in ("", "*", "**"):
        return None
    bare = text.replace("\u2212", "-")
    if _GAMES.fullmatch(bare):
        raise SeveralGamesInACell(what="crosstable", met=text)
    if not _GRID.fullmatch(bare):
        raise PageChanged(what="crosstable", met=text)
    kind, score = FORFEITS.get(bare) or (Kind.GAME, SCORES[bare])
    return Result(opponent, None, kind, score)


def team_cell(text: str) -> Result | None:
    """Read a player's cell in a team's composition: 1, 0, ½, + and - by forfeit; None for none."""
    if not text:
        return None
    bare = text.replace("\u2212", "-")
    if bare in FORFEITS:
        kind, score = FORFEITS[bare]
        return Result(None, None, kind, score)
    if text not in SCORES:
        raise PageChanged(what="result", met=text)
    return Result(None, None, Kind.GAME, SCORES[text])


@lru_cache(maxsize=256)  # there are few results, and many boards
def board_result(text: str) -> BoardResult:
    """Read "1 - 0", "½ - ½", "+ - -", "- - -", or nothing yet, of two players.

    Returns the kind as the left player sees it, both scores, and whether the game may be rated.
    Raises PageChanged where the cell holds anything else.
    """
    bare = text.replace("\u2212", "-").replace("\u2013", "-")
    if not bare or bare in ("-", ":"):
        return Kind.PENDING, None, None, True
    match = _BOARD.fullmatch(bare)
    if match is None:
        raise PageChanged(what="result", met=text)
    left, left_mark, right, right_mark = match.groups()
    marks = left_mark + right_mark
    if left in "+-" or right in "+-" or "K" in marks or "F" in marks:
        scores = [_forfeit_score(left), _forfeit_score(right)]
        if scores == [ONE, ZERO]:
            kind = Kind.FORFEIT_WIN
        elif scores == [ZERO, ONE]:
            kind = Kind.FORFEIT_LOSS
        elif scores == [ZERO, ZERO]:
            kind = Kind.DOUBLE_FORFEIT
        else:
            raise PageChanged(what="result", met=text)
        return kind, scores[0], scores[1], False
    left_score, right_score = SCORES[left], SCORES[right]
    if left_score + right_score > 1:
        raise PageChanged(what="result", met=text)
    return Kind.GAME, left_score, right_score, "U" not in marks


def lone_result(text: str) -> tuple[Kind, Decimal | None]:
    """Read the result of a player without an opponent: 1, ½, 0, or nothing yet.

    Raises PageChanged where the cell holds anything else.
    """
    if text in ("", "-"):
        return Kind.BYE, None
    score = SCORES.get(text.removesuffix("K"))
    if score is None:
        raise PageChanged(what="result", met=text)
    return UNPLAYED[score], score


def round_heading(text: str) -> tuple[int | None, date | None, str | None]:
    """Read round, date and time of "Round 5 on 2020/01/07 at 12:30" in any language.

    The time is free text ("14.00", "1800 UTC"); what is not there is None.
    """
    found = _DATE.search(text)
    before = text[: found.start()] if found else text
    of_round = _OWN_NUMBER.search(before) or _NUMBER.search(before)
    day, time = None, None
    if found:
        day = day_of(found[0])
        time = _BEFORE_TIME.sub("", text[found.end() :], count=1) or None
    return int(of_round[0]) if of_round else None, day, time


def day_of(text: str) -> date | None:
    """Read the first date of a text (2026/08/01), None where there is none."""
    found = _DATE.search(text)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None


def _forfeit_score(token: str) -> Decimal:
    return ONE if token in ("+", "1") else HALF if token in ("½", "0,5", "0.5") else ZERO
