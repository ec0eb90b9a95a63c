"""Lists of a whole event: starting rank, ranking, pairings, teams, round robin."""

from __future__ import annotations

from collections.abc import Iterator

from tests.standin.blocks import block, clock, heading, search
from tests.standin.card import row_class, row_family, view_address
from tests.standin.event import WITHOUT_OPPONENT, Event, Player, Result, Style
from tests.standin.frame import page
from tests.standin.markup import address, base, cell, day, halves, points, raw_cell, text
from tests.standin.words import words

PAGE_ROWS = 150
ALL_ROWS = 99999
_EMPTY_CENTRED = '<td & colsp & class="CRc"></td>'


def _table(head: str, lines: list[str], style: Style) -> str:
    rows = "\n".join([f'<tr class="{row_family(style)}b">{head}</tr>', *lines])
    return f'<table class="CRs1" border="0" cellpadding="1" cellspacing="1">\n{rows}\n</table>'


def _head(label: str, css: str, style: Style, tag: str = "th") -> str:
    shown = "&nbsp;" if label == " " else text(label)
    return raw_cell(shown, css, "td" if style.era == "old" else tag)


def _whole(
    event: Event, style: Style, title: str, table: str, action: str | None, **view: int
) -> str:
    body = heading(event, style, **view) + "\n" + search(style)
    body += block(f"<h2>{text(title)}</h2>{table}", style)
    own = action or view_address(event, style, **view)
    return page(event.name, body, style=style, action=own, clock=clock(event, style))


def _name(event: Event, player: Player, style: Style) -> str:
    if style.gated:
        return text(player.name)
    href = address(event, style, art=9, fed=player.federation, snr=player.start_number)
    return f'<a Class="CRdb" href="{href}">{text(player.name)}</a>'


def _flag(player: Player, style: Style) -> str:
    return raw_cell(f'<div class="tn_{player.federation}"></div>') if style.flags else ""


def _rating_heads(style: Style) -> str:
    word = words(style.lan)
    labels = (
        (word.col_international, word.col_national) if style.two_ratings else (word.col_rating,)
    )
    return "".join(_head(label, "CRr", style) for label in labels)


def _ratings(player: Player, style: Style) -> str:
    if style.two_ratings:
        return cell(player.fide, "CRr") + cell(player.national, "CRr")
    return cell(style.rating(player), "CRr")


def _fide_id(player: Player) -> str:
    if not player.fide_id:
        return "<td></td>"
    href = f"http://ratings.fide.com/profile/{player.fide_id}"
    return f'<td><a href="{href}" target="_blank">{player.fide_id}</a></td>'


def _sex(player: Player) -> str:
    return cell(player.sex, "CRc") if player.sex else "<td></td>"


def start_list_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the starting list, cut after so many rows; None or 99999 give all of it."""
    players = sorted(event.players, key=lambda one: one.start_number)
    title = words(style.lan).start_list
    return _whole(event, style, title, _player_list(event, players, style, rows, 0), action, art=0)


def alphabetical_page(
    event: Event, style: Style, rows: int | None = PAGE_ROWS, action: str | None = None
) -> str:
    """Render the alphabetical list, whose numbers are not the start numbers."""
    players = sorted(event.players, key=lambda one: one.name)
    title = words(style.lan).alphabetical
    return _whole(event, style, title, _player_list(event, players, style, rows, 3), action, art=3)


def _player_list(
    event: Event, players: list[Player], style: Style, rows: int | None, art: int
) -> str:
    word = words(style.lan)
    flag = _head(" ", "CRc", style) if style.flags else ""
    head = _head(word.col_number, "CRc", style) + flag
    head += _head("", "CR", style) + _head(word.name, "CR", style)
    head += _head(word.col_fide_id, "CRr", style) + _head(word.col_fed, "CR", style)
    head += _rating_heads(style)
    with_sex = any(one.sex for one in players)
    if with_sex:
        head += _head(word.col_sex, "CRc", style)
    if style.club_column:
        head += _head(word.club, "CR", style)
    limit = rows or ALL_ROWS
    lines = [
        f'<tr class="{row_class(index, style)} {one.federation}">'
        + cell(one.start_number if art == 0 else index + 1, "CRc")
        + _flag(one, style)
        + cell(one.title)
        + raw_cell(_name(event, one, style))
        + _fide_id(one)
        + cell(one.federation)
        + _ratings(one, style)
        + (_sex(one) if with_sex else "")
        + (cell(one.club) if style.club_column else "")
        + "</tr>"
        for index, one in enumerate(players[:limit])
    ]
    return _table(head, lines, style) + _complete_link(event, style, len(players), limit, art)


def _complete_link(event: Event, style: Style, count: int, limit: int, art: int) -> str:
    if count <= limit:
        return ""
    href = (
        f"{base(style)}tnr{event.number}.aspx?lan={style.lan}&art={art}&SNode=S0"
        f"&tno={event.number}&amp;zeilen={ALL_ROWS}"
    )
    return f'<p><a class=fett href="{href}">{text(words(style.lan).complete_list)}</a></p>'


def ranking_page(
    event: Event,
    style: Style,
    rows: int | None = PAGE_ROWS,
    action: str | None = None,
) -> str:
    """Render the ranking after the last complete round."""
    word = words(style.lan)
    done = event.rounds_done
    title = (word.final_ranking if event.finished else word.ranking).format(round=done)
    head = _head(word.col_rank, "CRc", style) + _head(word.col_start, "CRc", style)
    head += _head(" ", "CRc", style) if style.flags else ""
    head += _head("", "CR", style) + _head(word.name, "CR", style)
    head += _head(word.col_fed, "CR", style) + _rating_heads(style)
    if style.club_column:
        head += _head(word.club, "CR", style)
    head += _head(word.col_points, "CRc", style)
    head += raw_cell(f"&nbsp;{text(word.col_tie_break)}1&nbsp;", "CRc", "th")
    limit = rows or ALL_ROWS
    standing = event.standing()
    lines = [
        f'<tr class="{row_class(index, style)} {one.federation}">'
        + cell(index + 1, "CRc")
        + cell(one.start_number, "CRc")
        + _flag(one, style)
        + cell(one.title)
        + raw_cell(_name(event, one, style))
        + cell(one.federation)
        + _ratings(one, style)
        + (cell(one.club) if style.club_column else "")
        + cell(points(event.points(one.start_number, done + 1), style), "CRc")
        + cell(points(event.buchholz(one.start_number), style), "CRc")
        + "</tr>"
        for index, one in enumerate(standing[:limit])
    ]
    table = _table(head, lines, style)
    table += '<p class="CR"><b>Annotation:</b><br/>Tie Break1: Buchholz Tie-Breaks</p>'
    table += _complete_link(event, style, len(standing), limit, 1)
    return _whole(event, style, title, table, action, art=1, rd=done)


def _round_title(event: Event, number: int, style: Style) -> str:
    word = words(style.lan)
    if 0 < number <= len(event.schedule):
        played, time = event.schedule[number - 1]
        return word.round_heading_dated.format(round=number, date=day(played), time=time)
    return word.round_heading.format(round=number)


def boards(event: Event, number: int) -> Iterator[tuple[Player, Result, Player | None]]:
    """Give the boards of a round in order: White, White's row, Black."""
    found = []
    for player in event.players:
        for row in event.rows(player.start_number):
            if row.round != number or row.colour == "black":
                continue
            if row.colour is None and (row.opponent or player.start_number) < player.start_number:
                continue
            black = event.player(row.opponent) if row.opponent is not None else None
            found.append((player, row, black))
    yield from sorted(found, key=lambda one: (one[2] is None, _board_key(one[1].board)))


def _board_key(board: int | str) -> tuple[float, str]:
    try:
        return float(board), ""
    except ValueError:
        return float("inf"), str(board)


def _pairing_result(event: Event, row: Result, number: int) -> str:
    """Write a result from White's side as the pairings do."""
    if row.score is None:
        return ""
    if row.kind in WITHOUT_OPPONENT:
        return halves(row.score)
    other = next((one for one in event.rows(row.opponent or 0) if one.round == number), None)
    if row.kind == "forfeit_win":
        return "+ - -"
    if row.kind == "forfeit_loss":
        return "- - +" if other and other.kind == "forfeit_win" else "- - -"
    return f"{halves(row.score)} - {halves(other.score or '0') if other else ''}"


def pairings_page(event: Event, round: int, style: Style, action: str | None = None) -> str:
    """Render the boards of a round. A round that does not exist gives the newest one."""
    newest = event.rounds_paired
    number = round if 1 <= round <= newest else newest
    word = words(style.lan)
    flag = _head(" ", "CRc", style) if style.flags else ""
    rating = _head(word.col_rating, "CRc", style)
    count = _head(word.col_points, "CRc", style)
    result = _head(word.col_pairing_result, "CRc", style)
    head = _head(word.col_board, "CRc", style) + _head(word.col_number, "CRc", style) + flag
    head += _head("", "CR", style) + _head(word.col_white, "CR", style, "td") + rating
    head += f"{count} {result}{count} " + _head("", "CR", style)
    head += _head(word.col_black, "CR", style, "td") + rating + flag
    head += _head(word.col_number, "CRc", style)
    lines = []
    for index, (white, row, black) in enumerate(boards(event, number)):
        before = cell(halves(event.points(white.start_number, number)), "CRc")
        score = _pairing_result(event, row, number)
        line = cell(row.board, "CRc") + cell(white.start_number, "CRc") + _flag(white, style)
        line += _side(event, white, style) + cell(style.rating(white), "CRc")
        line += f"{before} {cell(score, 'CRc') if score else _EMPTY_CENTRED}"
        if black is None:
            name = word.bye if row.kind == "bye" else word.not_paired
            line += f"{_EMPTY_CENTRED} {cell('')}{cell(name)}" + raw_cell("&nbsp;", "CRc")
            line += "<td></td>" * (2 if style.flags else 1)
        else:
            line += cell(halves(event.points(black.start_number, number)), "CRc") + " "
            line += _side(event, black, style) + cell(style.rating(black), "CRc")
            line += _flag(black, style) + cell(black.start_number, "CRc")
        lines.append(f'<tr class="{row_class(index, style)}">{line}</tr>')
    table = _table(head, lines, style) if lines else ""
    title = f"<h3>{text(_round_title(event, number, style))}</h3>{table}"
    return _whole(event, style, word.pairings, title, action, art=2, rd=number)


def _side(event: Event, player: Player, style: Style) -> str:
    css = "CR" if style.gated else player.federation
    return cell(player.title) + raw_cell(_name(event, player, style), css)


def team_list_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render a starting list of teams; the clubs of the players serve as teams."""
    word = words(style.lan)
    teams: dict[str, list[Player]] = {}
    for player in event.players:
        teams.setdefault(player.club or player.federation, []).append(player)
    averages = {
        name: sum(style.rating(one) or 1000 for one in members) // len(members)
        for name, members in teams.items()
    }
    head = _head(word.col_number, "CRc", style) + _head(word.col_team, "CR", style)
    head += _head("RtgAvg", "CRr", style) + _head("Captain", "CR", style)
    lines = []
    for index, name in enumerate(sorted(teams, key=lambda one: -averages[one])):
        href = address(event, style, art=8, snr=index + 1)
        shown = text(name) if style.gated else f'<a href="{href}">{text(name)}</a>'
        line = cell(index + 1, "CRc") + raw_cell(shown) + cell(averages[name], "CRr")
        line += cell(teams[name][0].name)
        lines.append(f'<tr class="{row_class(index, style)}">{line}</tr>')
    return _whole(event, style, word.team_start_list, _table(head, lines, style), action, art=32)


def round_robin_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the pairings of a round robin: all rounds in one table, split by heading rows."""
    word = words(style.lan)
    family = row_family(style)
    rating = _head(word.col_rating, "CRc", style)
    number_head = _head(word.col_number, "CRc", style)
    head = _head(word.col_board, "CRc", style) + number_head + rating
    head += _head("", "CR", style) + _head(word.col_white, "CR", style, "td")
    head += _head(word.col_pairing_result, "CRc", style) + _head("", "CR", style)
    head += _head(word.col_black, "CR", style, "td") + rating + number_head
    lines = []
    for number in range(1, event.rounds_paired + 1):
        title = text(_round_title(event, number, style))
        lines.append(f'<tr class="{family}b"><td class="none" colspan="10">{title}</td></tr>')
        lines.append(f'<tr class="{family}b">{head}</tr>')
        for index, (white, row, black) in enumerate(boards(event, number)):
            if black is None:
                continue
            line = cell(row.board, "CRc") + cell(white.start_number, "CRc")
            line += cell(style.rating(white), "CRc") + cell(white.title)
            line += raw_cell(_name(event, white, style))
            line += cell(_pairing_result(event, row, number), "CRc") + cell(black.title)
            line += raw_cell(_name(event, black, style)) + cell(style.rating(black), "CRc")
            line += cell(black.start_number, "CRc") + cell("")
            lines.append(f'<tr class="{row_class(index, style)}">{line}</tr>')
    rows = "\n".join(lines)
    table = f'<table class="CRs1" border="0" cellpadding="1" cellspacing="1">\n{rows}\n</table>'
    return _whole(event, style, word.pairings, table, action, art=2)
