"""The views of matches: teams of a round, and the boards of all matches."""

from __future__ import annotations

from decimal import Decimal

from tests.standin.card import row_family
from tests.standin.event import BoardGame, Event, Match, Style, Team
from tests.standin.markup import cell, halves, raw_cell, text
from tests.standin.pairings import round_title
from tests.standin.tables import (
    EMPTY,
    EMPTY_CENTRED,
    flag,
    flag_head,
    head,
    linked_name,
    row,
    table,
    title_row,
    whole,
)
from tests.standin.teams import (
    home_is_white,
    match_scores,
    team_scores,
)
from tests.standin.words import words

_RESULTS = {"1-0": "1 - 0", "0-1": "0 - 1", "½-½": "½ - ½"}
_FORFEITS = {"+--": "+ - -", "--+": "- - +", "---": "- - -"}


def _matches(event: Event, number: int) -> list[Match]:
    return sorted((one for one in event.matches if one.round == number), key=lambda one: one.table)


def _round_answered(event: Event, asked: int | None) -> int:
    newest = event.rounds_paired
    return asked if asked is not None and 1 <= asked <= newest else newest


def team_pairings_page(
    event: Event, style: Style, round: int | None = None, action: str | None = None
) -> str:
    """Render the matches of a round, or of all rounds of a round robin."""
    word = words(style.lan)
    number = _round_answered(event, round)
    rounds = range(1, event.rounds_paired + 1) if event.round_robin else [number]
    lines = []
    for one in rounds:
        lines += _round_of_matches(event, one, style)
    view = {} if event.round_robin else {"rd": number}
    content = table("", lines, style) if event.matches else ""
    return whole(event, style, word.team_pairings, content, action, art=2, **view)


def _round_of_matches(event: Event, number: int, style: Style) -> list[str]:
    word = words(style.lan)
    full = style.match_form == "full"
    result = head(word.col_result, "CRc", style)
    name, start = head(word.col_team, "CR", style), head(word.col_start, "CRc", style)
    count = head(word.col_match_points, "CRc", style)
    scored = f"{result}{head(':', 'CRc', style)}{result}"
    heads = head(word.col_number, "CRc", style)
    if full:
        heads += start + flag_head(style) + name + count + scored
        heads += count + name + flag_head(style) + start
    else:
        heads += name + name + scored
    columns = heads.count("<th") + heads.count("<td")
    lines = [title_row(text(round_title(event, number, style)), columns)]
    lines.append(f'<tr class="{row_family(style)}b">{heads}</tr>')
    before = team_scores(event, number - 1)
    for index, match in enumerate(_matches(event, number)):
        home, away = event.team(match.home), event.team(match.away or 0)
        results = _match_result_cells(match)
        line = cell(match.table, "CRc")
        if full:
            points_home = before[match.home].match_points
            line += cell(match.home, "CRc") + _side_flag(home, style) + _side(home, word.bye)
            line += cell(points_home, "CRc") + results
            points_away = "" if match.away is None else before[match.away].match_points
            line += cell(points_away, "CRc") + _side(away, word.bye) + _side_flag(away, style)
            line += EMPTY if match.away is None else cell(match.away, "CRc")
        else:
            line += _side(home, word.bye) + _side(away, word.bye) + results
        lines.append(row(index, style, line))
    return lines


def _side(team: Team | None, bye: str) -> str:
    return cell(team.name if team else bye)


def _side_flag(team: Team | None, style: Style) -> str:
    if team is None:
        return EMPTY if style.flags else ""
    return flag(team.federation, style)


def _match_result_cells(match: Match) -> str:
    scores = match_scores(match)
    colon = cell(":", "CRc")
    if scores is None:
        return EMPTY_CENTRED + colon + EMPTY_CENTRED
    home, away = scores
    last = EMPTY_CENTRED if away is None else cell(halves(away), "CRc")
    return cell(halves(home), "CRc") + colon + last


def board_pairings_page(
    event: Event, style: Style, round: int | None = None, action: str | None = None
) -> str:
    """Render the boards of all matches of a round, with results in home-away order."""
    number = _round_answered(event, round)
    with_games = style.pgn_column and number <= event.rounds_done
    lines = [title_row(text(round_title(event, number, style)), 10 if with_games else 9)]
    for match in _matches(event, number):
        if match.away is not None:
            lines += _boards_of_match(event, match, style, with_games=with_games)
    content = table("", lines, style) if event.matches else ""
    title = words(style.lan).board_pairings
    return whole(event, style, title, content, action, art=3, rd=number)


def _boards_of_match(event: Event, match: Match, style: Style, *, with_games: bool) -> list[str]:
    word = words(style.lan)
    home, away = event.team(match.home), event.team(match.away or 0)
    rating = head(word.col_rating, "CRr", style)
    scores = match_scores(match)
    total = f"{halves(scores[0])} : {halves(scores[1] or Decimal(0))}" if scores else ":"
    heads = head(word.col_board, "CRc", style) + head(str(match.home), "CRc", style)
    heads += _match_head(home, style) + rating + head("-", "CRc", style)
    heads += head(str(match.away), "CRc", style) + _match_head(away, style) + rating
    heads += head(total, "CRc", style) + (head("PGN", "CR", style) if with_games else " ")
    lines = [f'<tr class="{row_family(style)}b">{heads}</tr>']
    for index, game in enumerate(match.games):
        white = home_is_white(index + 1)
        line = cell(f"{match.table}.{index + 1}", "CRc")
        line += _board_side(event, game.home, style, white=white) + cell("-", "CRc")
        line += _board_side(event, game.away, style, white=not white)
        result = _board_result(game)
        line += cell(result, "CRc") if result else EMPTY_CENTRED
        line += _board_link(match, index, game) if with_games else " "
        lines.append(row(index, style, line))
    return lines


def _match_head(team: Team | None, style: Style) -> str:
    name = text(team.name) if team else ""
    if style.flags and team:
        name = f'<div class="tn_{team.federation}"></div>&nbsp;&nbsp;{name}'
    return raw_cell(name, "CR", "td" if style.era == "old" else "th")


def _board_result(game: BoardGame) -> str:
    return _RESULTS.get(game.result) or _FORFEITS.get(game.result, "")


def _board_link(match: Match, index: int, game: BoardGame) -> str:
    if game.result not in _RESULTS:
        return cell("")
    href = f"PartieSuche.aspx?art=36&amp;id=9{match.round}{match.table:02}{index + 1}"
    return raw_cell(f'<a class="CRlink" href="{href}" target="blank">PGN</a>')


def _board_side(event: Event, number: int | None, style: Style, *, white: bool) -> str:
    """Make the cells of title, name with its colour, and rating of one side of a board.

    The old layout has no colour marks, so that only the board's number tells the colours.
    """
    player = event.player(number) if number is not None else None
    if player is None:
        return EMPTY + cell("") + cell("", "CRr")
    title = cell(player.title, "CRc") if player.title else EMPTY
    name = linked_name(event, player, style, fed=False)
    if style.era == "new":
        colour = "FarbewT" if white else "FarbesT"
        mark = f'<td><div class="{colour}"></div></td>'
        name = f"<table><tr>{mark}{raw_cell(name)}</tr></table>"
    return title + raw_cell(name) + cell(style.rating(player), "CRr")
