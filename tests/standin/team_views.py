"""The views of teams: starting list, ranking, crosstable, compositions."""

from __future__ import annotations

from tests.standin.card import row_family
from tests.standin.event import Event, Player, Style, Team
from tests.standin.markup import address, cell, halves, points, raw_cell, text
from tests.standin.tables import (
    EMPTY_CENTRED,
    fide_id,
    flag,
    flag_head,
    head,
    linked_name,
    notes,
    rating_heads,
    ratings,
    row,
    table,
    title_row,
    whole,
)
from tests.standin.teams import (
    UNRATED,
    average,
    match_scores,
    members,
    team_scores,
    team_standing,
    teams_of,
)
from tests.standin.words import words

_TIE_BREAKS = (
    "Tie Break1: Matchpoints (2 for wins, 1 for Draws, 0 for Losses)",
    "Tie Break2: points (game-points)",
)


def team_list_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the starting list of teams; without teams the clubs of the players serve as teams."""
    word = words(style.lan)
    teams = teams_of(event)
    averages = {one.number: average(event, one, style) for one in teams}
    if not event.teams:
        teams = tuple(sorted(teams, key=lambda one: -averages[one.number]))
    with_group = any(one.group for one in teams)
    heads = head(word.col_number, "CRc", style) + flag_head(style)
    heads += head(word.col_team, "CR", style) + head(word.col_average, "CRr", style)
    heads += head(word.col_team_group, "CRc", style) if with_group else ""
    heads += head(word.col_captain, "CR", style) if style.captain_column else ""
    lines = []
    for index, one in enumerate(teams):
        number = one.number if event.teams else index + 1
        href = address(event, style, art=8, snr=number)
        shown = text(one.name) if style.gated else f'<a href="{href}">{text(one.name)}</a>'
        line = cell(number, "CRc") + flag(one.federation, style)
        line += raw_cell(shown) + cell(averages[one.number], "CRr")
        if with_group:
            line += cell(one.group, "CRc") if one.group else EMPTY_CENTRED
        line += cell(one.captain) if style.captain_column else ""
        lines.append(row(index, style, line))
    return whole(event, style, word.team_start_list, table(heads, lines, style), action, art=32)


def _after(event: Event, asked: int | None) -> int:
    done = event.rounds_done
    return asked if asked is not None and 1 <= asked <= done else done


def team_ranking_page(
    event: Event, style: Style, action: str | None = None, round: int | None = None
) -> str:
    """Render the ranking of teams after a round; a round robin has its grid of board points."""
    word = words(style.lan)
    after = _after(event, round)
    final = event.finished and after == event.rounds_done
    title = (word.final_ranking if final else word.ranking).format(round=after)
    content = _ranking_table(event, style, after, grid=event.round_robin)
    return whole(event, style, title, content, action, art=0, rd=after)


def team_crosstable_page(
    event: Event, style: Style, art: int = 63, action: str | None = None
) -> str:
    """Render a crosstable of teams (46 by start number, 63 and 83 by rank).

    The cells of a Swiss one are not known, so that it is the ranking table alone.
    """
    word = words(style.lan)
    title = (word.final_crosstable if event.finished else word.crosstable).format(
        round=event.rounds_done
    )
    title = word.start_crosstable if art == 46 else title
    content = _ranking_table(
        event, style, event.rounds_done, grid=event.round_robin, by_rank=art != 46
    )
    return whole(event, style, title, content, action, art=art)


def _ranking_table(
    event: Event, style: Style, after: int, *, grid: bool, by_rank: bool = True
) -> str:
    word = words(style.lan)
    scores = team_scores(event, after)
    standing = team_standing(event, after)
    ranks = {one.number: place for place, one in enumerate(standing, start=1)}
    teams = standing if by_rank else sorted(standing, key=lambda one: one.number)
    heads = head(word.col_rank, "CRc", style) + head(word.col_start, "CRc", style)
    heads += flag_head(style) + head(word.col_team, "CR", style)
    if grid:
        heads += "".join(head(str(place), "CRc", style) for place in range(1, len(teams) + 1))
    else:
        heads += head(word.col_games, "CRc", style)
        heads += "".join(head(sign, "CRc", style) for sign in "+=-")
    label = text(word.col_tie_break)
    tag = "td" if style.era == "old" else "th"
    heads += "".join(raw_cell(f"&nbsp;{label}{place}&nbsp;", "CRc", tag) for place in (1, 2))
    lines = []
    for index, one in enumerate(teams):
        score = scores[one.number]
        line = cell(ranks[one.number], "CRc") + cell(one.number, "CRc")
        line += flag(one.federation, style) + _team_name(event, one, style)
        if grid:
            line += "".join(cell(mark, "CRc") for mark in _grid(event, one, teams, after))
        else:
            for value in (score.games, score.won, score.drawn, score.lost):
                line += cell(value, "CRc")
        line += cell(score.match_points, "CRc") + cell(points(score.board_points, style), "CRc")
        lines.append(row(index, style, line))
    return table(heads, lines, style) + notes(style, _TIE_BREAKS)


def _grid(event: Event, team: Team, teams: list[Team], after: int) -> list[str]:
    """Give the board points of a team against each of the others, and a star against itself."""
    met: dict[int, str] = {}
    for match in event.matches:
        scores = match_scores(match)
        if match.round > after or scores is None or match.away is None or scores[1] is None:
            continue
        if match.home == team.number:
            met[match.away] = halves(scores[0])
        elif match.away == team.number:
            met[match.home] = halves(scores[1])
    return ["*" if one.number == team.number else met.get(one.number, "") for one in teams]


def _team_name(event: Event, team: Team, style: Style) -> str:
    if style.gated:
        return cell(team.name)
    href = address(event, style, art=20, snr=team.number)
    return raw_cell(f'<a Class="CRdb" href="{href}">{text(team.name)}</a>')


def composition_page(
    event: Event,
    style: Style,
    *,
    results: bool = True,
    team: int | None = None,
    action: str | None = None,
) -> str:
    """Render the teams with their players, with or without round results, or one team.

    With results the teams stand in the order of the ranking.
    """
    word = words(style.lan)
    after = event.rounds_done
    with_rounds = results and event.rounds_paired > 0
    teams = team_standing(event, after) if with_rounds else list(teams_of(event))
    ranks = {one.number: place for place, one in enumerate(teams, start=1)}
    if team is not None:
        teams = [one for one in teams if one.number == team]
    lines = []
    for one in teams:
        heads = _composition_heads(event, style, with_rounds=with_rounds)
        columns = heads.count("<th") + heads.count("<td")
        lines.append(title_row(_team_title(event, one, ranks, style, with_rounds), columns))
        lines.append(f'<tr class="{row_family(style)}b">{heads}</tr>')
        for index, player in enumerate(members(event, one)):
            line = cell(index + 1, "CRc") + cell(player.title)
            line += raw_cell(linked_name(event, player, style)) + ratings(player, style)
            line += cell(player.federation) + fide_id(player)
            line += _composition_rounds(event, player, style) if with_rounds else ""
            lines.append(row(index, style, line, player.federation))
    content = table("", lines, style)
    title = word.composition if results else word.composition_only
    view = {"art": 1 if results else 8, **({} if team is None else {"snr": team})}
    return whole(event, style, title, content, action, **view)


def _team_title(
    event: Event, team: Team, ranks: dict[int, int], style: Style, with_rounds: bool
) -> str:
    facts = [f"{words(style.lan).col_average}:{average(event, team, style)}"]
    if team.captain:
        facts.append(f"{words(style.lan).col_captain}: {team.captain}")
    rest = ", ".join(facts)
    if with_rounds:
        score = team_scores(event, event.rounds_done)[team.number]
        label = words(style.lan).col_tie_break
        breaks = f"{label}1: {score.match_points} / {label}2: {points(score.board_points, style)}"
        rest = f"{rest} / {breaks}" if team.captain else f"{rest}, {breaks}"
    return f"&nbsp;&nbsp;{text(f'{ranks[team.number]}. {team.name} ({rest})')}"


def _composition_heads(event: Event, style: Style, *, with_rounds: bool) -> str:
    word = words(style.lan)
    heads = head(word.col_board, "CRc", style) + head("", "CR", style)
    heads += head(word.name, "CR", style) + rating_heads(style)
    heads += head(word.col_fed, "CR", style) + head(word.col_fide_id, "CRr", style)
    if with_rounds:
        for number in range(1, event.rounds_paired + 1):
            heads += head(str(number), "CRc", style)
        heads += head(word.col_points, "CRc", style) + head(word.col_games, "CRc", style)
        heads += head(word.col_average, "CRr", style)
    return heads


def _composition_rounds(event: Event, player: Player, style: Style) -> str:
    rows = {one.round: one for one in event.rows(player.start_number)}
    marks = {"forfeit_win": "+", "forfeit_loss": "-"}
    cells = ""
    for number in range(1, event.rounds_paired + 1):
        own = rows.get(number)
        score = "" if own is None or own.score is None else halves(own.score)
        cells += cell(marks.get(own.kind, score) if own else "", "CRc")
    over = [one for one in rows.values() if one.score is not None]
    opponents = [
        max(style.rating(other), UNRATED)
        for one in over
        if one.kind == "game"
        and one.opponent is not None
        and (other := event.player(one.opponent)) is not None
    ]
    mean = sum(opponents) // len(opponents) if opponents else 0
    total = points(event.points(player.start_number), style)
    return cells + cell(total, "CRc") + cell(len(over), "CRc") + cell(mean, "CRr")
