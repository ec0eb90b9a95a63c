"""Crosstables by rank and by start number, the grid of a round robin, and who was not paired."""

from __future__ import annotations

from tests.standin.event import WITHOUT_OPPONENT, Event, Player, Result, Style
from tests.standin.lists import tie_break_heads, tie_break_notes, tie_break_values
from tests.standin.markup import cell, halves, points
from tests.standin.tables import (
    ALL_ROWS,
    EMPTY_CENTRED,
    PAGE_ROWS,
    bare_name,
    complete_link,
    flag,
    flag_head,
    head,
    row,
    table,
    whole,
)
from tests.standin.words import words

_BY_RANK = 4
_BY_NUMBER = 5


def ranking_crosstable_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the crosstable in the order of the ranking; its opponent numbers are ranks."""
    word = words(style.lan)
    title = (word.final_crosstable if event.finished else word.crosstable).format(
        round=event.rounds_done
    )
    content = _crosstable(event, style, rows, _BY_RANK)
    return whole(event, style, title, content, action, art=_BY_RANK)


def start_crosstable_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the crosstable in the order of the starting list; opponents by start number."""
    content = _crosstable(event, style, rows, _BY_NUMBER)
    title = words(style.lan).start_crosstable
    return whole(event, style, title, content, action, art=_BY_NUMBER)


def meets_twice(event: Event) -> bool:
    """Tell whether anybody meets an opponent more than once."""
    for player in event.players:
        met = [one.opponent for one in event.rows(player.start_number) if one.opponent is not None]
        if len(met) != len(set(met)):
            return True
    return False


def _crosstable(event: Event, style: Style, rows: int | None, art: int) -> str:
    word = words(style.lan)
    by_rank = art == _BY_RANK
    before = event.rounds_paired if style.stale_crosstable else None
    standing = event.standing(before)
    ranks = {one.start_number: place for place, one in enumerate(standing, start=1)}
    players = standing if by_rank else sorted(event.players, key=lambda one: one.start_number)
    numbers = ranks if by_rank else {one.start_number: one.start_number for one in players}
    heads = head(word.col_rank if by_rank else word.col_number, "CRc", style) + flag_head(style)
    heads += head("", "CR", style) + head(word.name, "CR", style)
    heads += head(word.col_rating, "CRr", style) if style.crosstable_rating else ""
    heads += head(word.col_fed, "CR", style) if style.fed_column else ""
    heads += "".join(head(label, "CRc", style, "td") for label in _column_labels(event, style))
    heads += head(word.col_points, "CRc", style) if style.points_column else ""
    heads += "" if by_rank else head(word.col_rank, "CRc", style)
    heads += tie_break_heads(style)
    limit = rows or ALL_ROWS
    lines = []
    for index, one in enumerate(players[:limit]):
        number = one.start_number
        line = cell(numbers[number], "CRc") + flag(one.federation, style)
        line += cell(one.title) + cell(bare_name(one))
        line += cell(style.rating(one), "CRr") if style.crosstable_rating else ""
        line += cell(one.federation) if style.fed_column else ""
        line += "".join(cell(content, "CRc") for content in _cells(event, one, numbers, style))
        score = points(event.points(number, before), style)
        line += cell(score, "CRc") if style.points_column else ""
        line += "" if by_rank else cell(ranks[number], "CRc")
        breaks = tie_break_values(event, number, style, before)
        line += "".join(cell(value, "CRc") for value in breaks)
        lines.append(row(index, style, line, one.federation))
    content = table(heads, lines, style) + tie_break_notes(style)
    return content + complete_link(event, style, len(players), limit, art)


def _as_grid(event: Event, style: Style) -> bool:
    """Tell whether a round robin has its grid. That of a double one is not known."""
    return event.round_robin and (style.double_grid or not meets_twice(event))


def _column_labels(event: Event, style: Style) -> list[str]:
    if _as_grid(event, style):
        return [str(place) for place in range(1, len(event.players) + 1)]
    if event.round_robin:
        return []
    return [f"{number}.Rd" for number in range(1, event.rounds_paired + 1)]


def _cells(event: Event, player: Player, numbers: dict[int, int], style: Style) -> list[str]:
    rows = event.rows(player.start_number)
    if _as_grid(event, style):
        met: dict[int, str] = {}
        for one in rows:
            if one.opponent is not None:
                place = numbers[one.opponent]
                met[place] = met.get(place, "") + _mark(one)
        own = numbers[player.start_number]
        return [
            "*" if place == own else met.get(place, "")
            for place in range(1, len(event.players) + 1)
        ]
    if event.round_robin:
        return []
    newest = event.rounds_paired
    by_round = {one.round: one for one in rows}
    return [
        crosstable_cell(
            by_round.get(number), numbers, stale=style.stale_crosstable and number == newest
        )
        for number in range(1, newest + 1)
    ]


def _mark(own: Result) -> str:
    """Write a result with one sign: a forfeit as + or -, nothing for a game not played."""
    if own.kind == "forfeit_win":
        return "+"
    if own.kind == "forfeit_loss":
        return "-"
    return "" if own.score is None else halves(own.score)


def crosstable_cell(own: Result | None, numbers: dict[int, int], *, stale: bool = False) -> str:
    """Write one round as ` 54b1`, ` 13b`, `  8w-` or `   -½`; no row gives an empty cell."""
    if own is None:
        return ""
    if own.opponent is None or own.kind in WITHOUT_OPPONENT:
        return "" if own.score is None else f"   -{halves(own.score)}"
    letter = {"white": "w", "black": "b", None: ""}[own.colour]
    return f"{numbers[own.opponent]:>3}{letter}{'' if stale else _mark(own)}"


def not_paired_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the grid of missed rounds, with all rounds of the event as columns.

    `*` is an absence or a half-point bye, `bye` a full point, `0F` a game lost by default; only
    players with a mark are listed, and the empty cells are broken tags.
    """
    word = words(style.lan)
    heads = head(word.col_start, "CRc", style) + head("", "CR", style)
    heads += head(word.name, "CR", style) + head(word.col_rating, "CRr", style)
    heads += head(word.col_fed, "CR", style)
    rounds = range(1, event.rounds_total + 1)
    heads += "".join(head(f"{number}.Rd", "CRc", style, "td") for number in rounds)
    listed = []
    for one in sorted(event.players, key=lambda one: one.name):
        marks = {own.round: _absence(own) for own in event.rows(one.start_number)}
        if any(marks.values()):
            listed.append((one, marks))
    lines = []
    for index, (one, marks) in enumerate(listed):
        line = cell(one.start_number, "CRc") + cell(one.title) + cell(one.name)
        line += cell(style.rating(one), "CRr") + cell(one.federation)
        for number in rounds:
            mark = marks.get(number)
            line += cell(mark, "CRc") if mark else EMPTY_CENTRED
        lines.append(row(index, style, line))
    content = table(heads, lines, style)
    return whole(event, style, word.not_paired, content, action, art=40)


def _absence(own: Result) -> str:
    marks = {"bye": "bye", "half_bye": "*", "not_paired": "*", "forfeit_loss": "0F"}
    return marks.get(own.kind, "")
