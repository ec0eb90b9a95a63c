"""The views of the players of all teams: the best, and lists."""

from __future__ import annotations

from decimal import Decimal

from tests.standin.card import row_family
from tests.standin.event import Event, Player, Style, Team
from tests.standin.markup import cell, comma, points, raw_cell, text
from tests.standin.tables import (
    ALL_ROWS,
    PAGE_ROWS,
    complete_link,
    fide_id,
    flag,
    flag_head,
    head,
    linked_name,
    rating_heads,
    ratings,
    row,
    table,
    title_row,
    whole,
)
from tests.standin.teams import (
    members,
    teams_of,
)
from tests.standin.words import words


def _best(event: Event) -> list[tuple[Player, Team, int, Decimal, int]]:
    """Give player, team, board, points and games of all who have played; forfeits do not count."""
    found = []
    for team in teams_of(event):
        for board, player in enumerate(members(event, team), start=1):
            games = [
                one
                for one in event.rows(player.start_number)
                if one.kind == "game" and one.score is not None
            ]
            if games:
                total = sum((Decimal(one.score or 0) for one in games), Decimal(0))
                found.append((player, team, board, total, len(games)))
    return sorted(found, key=lambda one: (-one[3], one[4], one[0].start_number))


def best_players_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the best players by points, cut without a link to the complete list."""
    word = words(style.lan)
    best = _best(event)[: rows or ALL_ROWS]
    lines = [_best_row(event, index, one, style) for index, one in enumerate(best)]
    content = table(_best_heads(style), lines, style)
    label = text(word.annotation)
    content += f'<p class="CR"><b>{label} </b>forfeit points are ignored</p>'
    title = word.ranking.format(round=event.rounds_done)
    return whole(event, style, title, content, action, art=4)


def best_per_board_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the best players board by board. The parts have the heading rows of other views."""
    word = words(style.lan)
    best = _best(event)
    lines = []
    for board in sorted({one[2] for one in best}):
        heads = _best_heads(style)
        lines.append(title_row(f"{text(word.col_board)} {board}", heads.count("<th")))
        lines.append(f'<tr class="{row_family(style)}b">{heads}</tr>')
        of_board = [one for one in best if one[2] == board]
        lines += [_best_row(event, index, one, style) for index, one in enumerate(of_board)]
    return whole(event, style, word.board_list, table("", lines, style), action, art=73)


def _best_heads(style: Style) -> str:
    word = words(style.lan)
    heads = head(word.col_number, "CRc", style) + head("", "CR", style)
    heads += head(word.name, "CR", style) + head(word.col_rating, "CRr", style)
    heads += head(word.col_team, "CR", style) + head(word.col_points, "CRc", style)
    heads += head(word.col_games, "CRc", style) + head("%", "CRc", style)
    return heads + head(word.col_board, "CRc", style)


def _best_row(
    event: Event, index: int, best: tuple[Player, Team, int, Decimal, int], style: Style
) -> str:
    player, team, board, total, games = best
    share = comma(f"{100 * total / games:.1f}")
    line = cell(index + 1, "CRc") + cell(player.title)
    line += raw_cell(linked_name(event, player, style, fed=False))
    line += cell(style.rating(player), "CRr") + cell(team.name)
    line += cell(points(total, style), "CRc") + cell(games, "CRc")
    return row(index, style, line + cell(share, "CRc") + cell(board, "CRc"))


def team_players_page(
    event: Event,
    style: Style,
    rows: int | None = PAGE_ROWS,
    *,
    alphabetical: bool = False,
    action: str | None = None,
) -> str:
    """Render the players of all teams (15 by name, 16 by rating); No. is not the start number."""
    word = words(style.lan)
    listed = [
        (player, team, board)
        for team in teams_of(event)
        for board, player in enumerate(members(event, team), start=1)
    ]
    if alphabetical:
        listed.sort(key=lambda one: one[0].name)
    else:
        listed.sort(key=lambda one: (-style.rating(one[0]), one[0].start_number))
    limit = rows or ALL_ROWS
    heads = head(word.col_number, "CRc", style) + flag_head(style) * 2 + head("", "CR", style)
    heads += head(word.name, "CR", style) + head(word.col_fide_id, "CRr", style)
    heads += head(word.col_fed, "CR", style) if style.fed_column else ""
    heads += rating_heads(style) + head(word.col_team, "CR", style)
    heads += head(word.col_board, "CRc", style)
    lines = []
    for index, (player, team, board) in enumerate(listed[:limit]):
        line = cell(index + 1, "CRc") + flag(player.federation, style) * 2 + cell(player.title)
        line += raw_cell(linked_name(event, player, style)) + fide_id(player)
        line += cell(player.federation) if style.fed_column else ""
        line += ratings(player, style) + cell(team.name) + cell(board, "CRc")
        lines.append(row(index, style, line, player.federation))
    art = 15 if alphabetical else 16
    content = table(heads, lines, style) + complete_link(event, style, len(listed), limit, art)
    title = word.alphabetical if alphabetical else word.player_list
    return whole(event, style, title, content, action, art=art)
