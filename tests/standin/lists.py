"""Lists of the players of an event: starting rank, alphabetical, ranking, statistics, schedule."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from tests.standin.event import Event, Player, Style
from tests.standin.markup import cell, comma, day, points, raw_cell, short, text
from tests.standin.tables import (
    ALL_ROWS,
    EMPTY,
    PAGE_ROWS,
    complete_link,
    fide_id,
    flag,
    flag_head,
    head,
    linked_name,
    notes,
    rating_heads,
    ratings,
    row,
    sex,
    table,
    whole,
)
from tests.standin.words import words

TIE_BREAK_NAMES = (
    "Buchholz Tie-Breaks",
    "Buchholz Tie-Breaks (variabel with parameter)",
    "Sonneborn-Berger-Tie-Break variable",
    "The greater number of victories (variable)",
)
POINTS_NAME = "points (game-points)"


def start_list_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the starting rank list, cut after `rows` players; None shows all."""
    players = sorted(event.players, key=lambda one: one.start_number)
    title = words(style.lan).start_list
    if event.round_robin and not event.for_teams:
        title = words(style.lan).player_list
    return whole(event, style, title, _player_list(event, players, style, rows, 0), action, art=0)


def alphabetical_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the alphabetical list, whose numbers are not the start numbers."""
    players = sorted(event.players, key=lambda one: one.name)
    title = words(style.lan).alphabetical
    return whole(event, style, title, _player_list(event, players, style, rows, 3), action, art=3)


def _with_sex(players: list[Player], style: Style) -> bool:
    return any(one.sex for one in players) if style.sex_column is None else style.sex_column


def _player_list(
    event: Event, players: list[Player], style: Style, rows: int | None, art: int
) -> str:
    word = words(style.lan)
    with_sex = _with_sex(players, style)
    wanted = (
        (True, head(word.col_number, "CRc", style) + flag_head(style)),
        (True, head("", "CR", style) + head(word.name, "CR", style)),
        (style.national_id_column, head(word.col_ident, "CRr", style)),
        (style.fide_id_column, head(word.col_fide_id, "CRr", style)),
        (style.fed_column, head(word.col_fed, "CR", style)),
        (True, rating_heads(style)),
        (with_sex, head(word.col_sex, "CRc", style)),
        (style.typ_column, head(word.col_typ, "CR", style)),
        (style.group_column, head(word.col_group, "CR", style)),
        (style.club_column, head(word.club, "CR", style)),
    )
    heads = "".join(cells for shown, cells in wanted if shown)
    limit = rows or ALL_ROWS
    lines = [
        row(
            index,
            style,
            cell(one.start_number if art == 0 else index + 1, "CRc")
            + flag(one.federation, style)
            + cell(one.title)
            + raw_cell(linked_name(event, one, style))
            + (cell(one.national_id, "CRr") if style.national_id_column else "")
            + (fide_id(one) if style.fide_id_column else "")
            + (cell(one.federation) if style.fed_column else "")
            + ratings(one, style)
            + (sex(one) if with_sex else "")
            + (cell(one.typ) if style.typ_column else "")
            + (cell(one.group) if style.group_column else "")
            + (cell(one.club) if style.club_column else ""),
            one.federation,
        )
        for index, one in enumerate(players[:limit])
    ]
    return table(heads, lines, style) + complete_link(event, style, len(players), limit, art)


def tie_break_heads(style: Style) -> str:
    """Make the padded headers of the tie-breaks; without Pts. the points come first."""
    count = style.tie_breaks + (not style.points_column)
    label = text(words(style.lan).col_tie_break)
    return "".join(
        raw_cell(f"&nbsp;{label}{place}&nbsp;", "CRc", "td" if style.era == "old" else "th")
        for place in range(1, count + 1)
    )


def tie_break_values(
    event: Event, start_number: int, style: Style, before: int | None = None
) -> list[str]:
    """Give the tie-breaks of a player as printed."""
    values = list(event.tie_breaks(start_number, before)[: style.tie_breaks])
    if not style.points_column:
        values.insert(0, event.points(start_number, before))
    return [points(one, style) if one % 1 in (0, Decimal("0.5")) else short(one) for one in values]


def tie_break_notes(style: Style) -> str:
    """Name the tie-breaks below a table."""
    names = [*(() if style.points_column else (POINTS_NAME,)), *TIE_BREAK_NAMES[: style.tie_breaks]]
    return notes(style, (f"Tie Break{place}: {name}" for place, name in enumerate(names, start=1)))


def ranking_page(
    event: Event,
    style: Style,
    rows: int | None = PAGE_ROWS,
    action: str | None = None,
    round: int | None = None,
) -> str:
    """Render the ranking after a round, by default and at most after the last complete one."""
    word = words(style.lan)
    done = event.rounds_done
    if style.stale_crosstable:
        done = min(done, max(event.rounds_paired - 1, 0))
    after = round if round is not None and 1 <= round <= done else done
    final = event.finished and after == done
    title = (word.final_ranking if final else word.ranking).format(round=after)
    standing = event.standing(after + 1)
    with_sex = style.sex_column is True
    limit = rows or ALL_ROWS
    lines = []
    last: list[str] = []
    for index, one in enumerate(standing[:limit]):
        number = one.start_number
        scored = [cell(points(event.points(number, after + 1), style), "CRc")]
        breaks = [cell(value, "CRc") for value in tie_break_values(event, number, style, after + 1)]
        scored = [*scored, *breaks] if style.points_column else breaks
        tied = style.blank_ties and scored == last
        last = scored
        line = cell("" if tied else index + 1, "CRc") + cell(number, "CRc")
        line += flag(one.federation, style) + cell(one.title)
        line += raw_cell(linked_name(event, one, style))
        line += (cell(one.typ) if style.typ_column else "") + (sex(one) if with_sex else "")
        line += (cell(one.federation) if style.fed_column else "") + ratings(one, style)
        line += (cell(one.club) if style.club_column else "") + "".join(scored)
        if style.performance_column:
            line += cell(event.performances.get(number, 0), "CRc")
        if style.change_columns:
            line += _changes(event, one, after)
        lines.append(row(index, style, line, one.federation))
    content = table(_ranking_heads(style, with_sex), lines, style)
    content += tie_break_notes(style) + complete_link(event, style, len(standing), limit, 1)
    return whole(event, style, title, content, action, art=1, rd=after)


def _ranking_heads(style: Style, with_sex: bool) -> str:
    word = words(style.lan)
    change = [("n", "CRr"), ("w", "CRc"), ("we", "CRc"), ("w-we", "CRc")]
    wanted = (
        (True, head(word.col_rank, "CRc", style) + head(word.col_start, "CRc", style)),
        (True, flag_head(style) + head("", "CR", style) + head(word.name, "CR", style)),
        (style.typ_column, head(word.col_typ, "CR", style)),
        (with_sex, head(word.col_sex, "CRc", style)),
        (style.fed_column, head(word.col_fed, "CR", style)),
        (True, rating_heads(style)),
        (style.club_column, head(word.club, "CR", style)),
        (style.points_column, head(word.col_points, "CRc", style)),
        (True, tie_break_heads(style)),
        (style.performance_column, head("Rp", "CRc", style)),
        (style.change_columns, "".join(head(label, css, style) for label, css in change)),
        (style.change_columns, head("K", "CRr", style, "td") + head("rtg+/-", "CRr", style)),
    )
    return "".join(cells for shown, cells in wanted if shown)


def _changes(event: Event, player: Player, after: int) -> str:
    """Make the cells from n to rtg+/-: rated games only, blank for a player without a rating."""
    games = [
        one
        for one in event.rows(player.start_number)
        if one.kind == "game"
        and one.round <= after
        and one.opponent is not None
        and (opponent := event.player(one.opponent)) is not None
        and opponent.fide
    ]
    won = sum((Decimal(one.score or 0) for one in games), Decimal(0))
    counted = cell(len(games), "CRr") + cell(short(won), "CRc")
    if not player.fide or player.k is None:
        return counted + EMPTY * 4
    expected = sum((Decimal(one.we) for one in games if one.we is not None), Decimal(0))
    change = sum((Decimal(one.change) for one in games if one.change is not None), Decimal(0))
    return (
        counted
        + cell(comma(f"{expected:.2f}"), "CRc")
        + cell(comma(f"{won - expected:.2f}"), "CRc")
        + cell(player.k, "CRr")
        + cell(short(change), "CRr")
    )


def schedule_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the playing schedule, the smallest page of an event."""
    word = words(style.lan)
    heads = head(word.col_round_long, "CRc", style)
    heads += head(word.col_date, "CRc", style) + head(word.col_time, "CRc", style)
    lines = [
        row(index, style, cell(index + 1, "CRc") + cell(day(date), "CRc") + cell(time, "CRc"))
        for index, (date, time) in enumerate(event.schedule)
    ]
    content = table(heads, lines, style)
    return whole(event, style, word.schedule, content, action, art=14)


def statistics_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the statistics: players by federation, and results by colour. The form is a guess."""
    word = words(style.lan)
    nations = Counter(one.federation for one in event.players)
    heads = head(word.col_fed, "CR", style) + head("#", "CRr", style)
    lines = [
        row(index, style, cell(name) + cell(count, "CRr"))
        for index, (name, count) in enumerate(sorted(nations.items()))
    ]
    content = table(heads, lines, style)
    games = [
        one
        for rows in event.results.values()
        for one in rows
        if one.kind == "game" and one.colour == "white"
    ]
    scores = Counter(one.score for one in games)
    results = (("1 - 0", "1"), ("½ - ½", "0.5"), ("0 - 1", "0"))
    heads = head(word.col_pairing_result, "CRc", style) + head("#", "CRr", style)
    lines = [
        row(index, style, cell(label, "CRc") + cell(scores[score], "CRr"))
        for index, (label, score) in enumerate(results)
    ]
    content += table(heads, lines, style)
    return whole(event, style, word.statistics, content, action, art=13)
