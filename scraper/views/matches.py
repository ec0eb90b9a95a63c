"""Matches of teams: team pairings (art=2) and board pairings (art=3). Reference: section 8.

The results of the boards are printed home first; they are turned to White first here. Where the
page marks the colours of some boards of a match, the others follow by turns. Where it marks none,
the home team has White on the odd boards, and the reading says that this is assumed.

A team that forfeits a match is printed as "-", the other as "+": the match has no such score then.
"""

import re
from datetime import date
from decimal import Decimal

from scraper import vocabulary
from scraper.errors import PageChanged
from scraper.model import Colour
from scraper.page import Page
from scraper.readings import Board, Entry, Match, Matches
from scraper.tables import Row, Table, number, rating, start_number_in, whole
from scraper.views.entries import board
from scraper.views.results import COLOUR_BOXES, board_result, round_heading

_SCORE = re.compile(r"([\d½.,]*|[+-])\s*:\s*([\d½.,]*|[+-])")
_RATINGS = ("rating", "fide", "national")


def read_team_pairings(page: Page) -> Matches:
    """Read the matches of a round, or of all rounds of a round robin."""
    matches = []
    for table in page.tables:
        if table.has("team"):
            when = round_heading(table.headings[-1] if table.headings else page.round_heading or "")
            matches += [_match(table, row, when) for row in table.rows]
    return Matches(tuple(matches), ("team",))


def read_board_pairings(page: Page) -> Matches:
    """Read the matches of a round with their boards; the head of each match names the teams."""
    matches, assumed = [], False
    heading = page.round_heading or ""
    for table in page.tables:
        if "-" not in table.header:
            continue
        if table.headings:
            heading = table.headings[-1]
        match, is_assumed = _match_with_boards(table, round_heading(heading))
        assumed = assumed or is_assumed
        matches.append(match)
    return Matches(tuple(matches), (), assumed)


When = tuple[int | None, date | None, str | None]


def _match(table: Table, row: Row, when: When) -> Match:
    """Read a row: "No. · Team · Team · Res. · : · Res." with more columns at the arbiter's wish."""
    teams = _places(table, "team")
    middle = table.header.index(":") if ":" in table.header else 0
    if not middle or len(teams) < 2:
        raise PageChanged(what="match", met=" ".join(table.header))
    numbers = _places(table, "start_number")
    points = _places(table, "match_points")
    sides = []
    for side, place in enumerate(teams[:2]):
        name = row.text_at(place)
        team_number = start_number_in(row.links.get(place))
        if team_number is None and len(numbers) == 2:
            team_number = whole(row.text_at(numbers[side]), "team number")
        match_points = number(row.text_at(points[side]), "MP") if len(points) == 2 else None
        sides.append(Entry(start_number=team_number, team=name, match_points=match_points))
    scores = (row.text_at(middle - 1), row.text_at(middle + 1))
    home_score, away_score = map(_points, scores)
    home, away = sides
    is_free = _is_free(away, scores)
    of_round, day, time = when
    return Match(
        of_round, day, time, row.whole("number"), home, None if is_free else away,
        home_score, None if is_free else away_score,
    )  # fmt: skip


def _is_free(away: Entry, scores: tuple[str, str]) -> bool:
    """Say whether a team has no opponent: none with a number, and a bye or one score alone."""
    if away.start_number is not None:
        return False
    return away.team in vocabulary.BYES or scores.count("") == 1


def _match_with_boards(table: Table, when: When) -> tuple[Match, bool]:
    dash = table.header.index("-")
    left = _team_places(table, 0, dash)
    right = _team_places(table, dash + 1, len(table.header))
    after = next(
        (i for i in range(right[1] + 1, len(table.header)) if ":" in table.header[i]), None
    )
    score = _SCORE.fullmatch(table.header[after]) if after is not None else None
    if after is None or score is None:
        raise PageChanged(what="match", met=" ".join(table.header))
    home, away = (
        Entry(start_number=_team_number(table, name), team=table.header[name] or None)
        for name, _ in (left, right)
    )
    colours, assumed = _home_colours(table.rows, left[0], right[0])
    boards = [
        _team_board(row, colour, left, right, after)
        for row, colour in zip(table.rows, colours, strict=True)
    ]
    of_round, day, time = when
    first = str(boards[0].board).partition(".")[0] if boards else ""
    match = Match(
        of_round, day, time, int(first) if first.isdecimal() else None, home, away,
        _points(score[1]), _points(score[2]), tuple(boards),
    )  # fmt: skip
    return match, assumed


def _team_places(table: Table, start: int, end: int) -> tuple[int, int]:
    """Return the places of a side's name and of its rating: the name stands before the rating."""
    for place in range(start + 1, end):
        if vocabulary.COLUMN.get(table.header[place]) in _RATINGS:
            return place - 1, place
    raise PageChanged(what="match", met=" ".join(table.header))


def _team_number(table: Table, name: int) -> int | None:
    text = table.header[name - 1] if name else ""
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _home_colours(rows: list[Row], left: int, right: int) -> tuple[list[Colour], bool]:
    """Give the home team's colour on each board, and whether one had to be assumed."""
    marked = [_marked_colour(row, left, right) for row in rows]
    of_first = {
        colour if index % 2 == 0 else colour.opposite
        for index, colour in enumerate(marked)
        if colour is not None
    }
    takes_turns = len(of_first) == 1
    first = of_first.pop() if takes_turns else Colour.WHITE
    colours = [
        colour or (first if index % 2 == 0 else first.opposite)
        for index, colour in enumerate(marked)
    ]
    return colours, None in marked and not takes_turns


def _marked_colour(row: Row, left: int, right: int) -> Colour | None:
    """Return the home team's colour where either side of a board is marked."""
    colour = COLOUR_BOXES.get(row.boxes.get(left, ""))
    if colour is not None:
        return colour
    opposite = COLOUR_BOXES.get(row.boxes.get(right, ""))
    return None if opposite is None else opposite.opposite


def _team_board(
    row: Row, colour: Colour, left: tuple[int, int], right: tuple[int, int], result: int
) -> Board:
    home, away = (_player(row, name, rated) for name, rated in (left, right))
    kind, home_score, away_score, rated = board_result(row.text_at(result))
    on = board(row.texts[0])
    if colour is Colour.WHITE:
        return Board(on, home, away, kind, home_score, away_score, rated, colour)
    return Board(on, away, home, kind.mirrored, away_score, home_score, rated, colour)


def _player(row: Row, name: int, rated: int) -> Entry | None:
    if not row.text_at(name):
        return None
    return Entry(
        start_number=start_number_in(row.links.get(name)),
        name=row.text_at(name),
        title=(row.text_at(name - 1) or None) if name else None,
        rating=rating(row.text_at(rated), "rating"),
    )


def _points(text: str) -> Decimal | None:
    """Read the score of a match; a match that was forfeited has none."""
    if text in ("+", "-"):
        return None
    return number(text, "match result")


def _places(table: Table, meaning: str) -> list[int]:
    return [
        place for place, word in enumerate(table.header) if vocabulary.COLUMN.get(word) == meaning
    ]
