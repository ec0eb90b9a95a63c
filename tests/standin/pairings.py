"""The boards of a round, and the rounds of a round robin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.standin.card import row_family
from tests.standin.event import WITHOUT_OPPONENT, Event, Player, Result, Style
from tests.standin.markup import cell, day, halves, raw_cell, text
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
from tests.standin.words import words

NEWEST = -1
_FIXED = " *)"


def round_title(event: Event, number: int, style: Style) -> str:
    """Give the heading of a round, with its date and time if they are known."""
    word = words(style.lan)
    if 0 < number <= len(event.schedule):
        played, time = event.schedule[number - 1]
        return word.round_heading_dated.format(round=number, date=day(played), time=time)
    return word.round_heading.format(round=number)


def boards(event: Event, number: int) -> Iterator[tuple[Player, Result, Player | None]]:
    """Give the boards of a round in order: White, White's row, Black."""
    found = []
    for player in event.players:
        for one in event.rows(player.start_number):
            if one.round != number or one.colour == "black":
                continue
            if one.colour is None and (one.opponent or player.start_number) < player.start_number:
                continue
            black = event.player(one.opponent) if one.opponent is not None else None
            found.append((player, one, black))
    yield from sorted(found, key=lambda one: (one[2] is None, _board_key(one[1].board)))


def _board_key(board: int | str) -> tuple[float, str]:
    try:
        return float(board), ""
    except ValueError:
        return float("inf"), str(board)


def pairing_result(event: Event, own: Result, number: int) -> str:
    """Write a result from White's side as the pairings do."""
    if own.score is None:
        return ""
    if own.kind in WITHOUT_OPPONENT:
        return halves(own.score)
    other = next((one for one in event.rows(own.opponent or 0) if one.round == number), None)
    if own.kind == "forfeit_win":
        return "+ - -"
    if own.kind == "forfeit_loss":
        return "- - +" if other and other.kind == "forfeit_win" else "- - -"
    return f"{halves(own.score)} - {halves(other.score or '0') if other else ''}"


def round_answered(event: Event, asked: int) -> int:
    """Give the round that the site shows for the one asked.

    -1 is the newest of the navigation, which need not be paired; past the end it is the newest
    that is paired.
    """
    if asked == NEWEST:
        return event.rounds_navigated
    last = max(event.rounds_shown, event.rounds_navigated)
    return asked if 1 <= asked <= last else event.rounds_paired


def pairings_page(event: Event, round: int, style: Style, action: str | None = None) -> str:
    """Render the boards of a round. A round that does not exist gives the newest one.

    A round that is linked and not paired has neither heading nor table.
    """
    number = round_answered(event, round)
    word = words(style.lan)
    with_games = style.pgn_column and number <= event.rounds_done
    lines = []
    for index, (white, own, black) in enumerate(boards(event, number)):
        score = pairing_result(event, own, number)
        line = cell(own.board, "CRc") + _number(white, style) + flag(white.federation, style)
        line += _side(event, white, style)
        line += f"{_before(event, white, number)} {cell(score, 'CRc') if score else EMPTY_CENTRED}"
        if black is None:
            line += _nobody(own, style)
        else:
            line += _before(event, black, number) + " " + _side(event, black, style)
            line += flag(black.federation, style) + _number(black, style)
            line += _game_link(event, own, number) if with_games else ""
        lines.append(row(index, style, line))
    if not lines and (number > event.rounds_paired or number == 0):
        return whole(event, style, word.pairings, "", action, art=2, rd=number)
    content = table(_heads(style, with_games), lines, style) if lines else ""
    if any(one.start_number in event.fixed_boards for one in event.players):
        content += f'<p Class="CR">*) {text(word.fixed_board)}</p>'
    title = f"<h3>{text(round_title(event, number, style))}</h3>\n{content}"
    return whole(event, style, word.pairings, title, action, art=2, rd=number)


def _heads(style: Style, with_games: bool) -> str:
    word = words(style.lan)
    number = head(word.col_number, "CRc", style) if style.number_column else ""
    count = head(word.col_points, "CRc", style)
    middle = head(word.col_pairing_result, "CRc", style)
    after = head(word.col_typ, "CR", style) if style.typ_column else ""
    after += head(word.col_rating, "CRc", style)
    after += head(word.club, "CR", style) if style.pairing_club else ""
    heads = head(word.col_board, "CRc", style) + number + flag_head(style)
    heads += head("", "CR", style) + head(word.col_white, "CR", style, "td") + after
    heads += f"{count} {middle}{count} " + head("", "CR", style)
    heads += head(word.col_black, "CR", style, "td") + after + flag_head(style) + number
    return heads + (head("PGN", "CR", style, "td") if with_games else "")


def _number(player: Player, style: Style) -> str:
    return cell(player.start_number, "CRc") if style.number_column else ""


def _before(event: Event, player: Player, number: int) -> str:
    """Make the cell of the points before the round."""
    return cell(halves(event.points(player.start_number, number)), "CRc")


def _side(event: Event, player: Player, style: Style) -> str:
    css = "CR" if style.gated else player.federation
    name = linked_name(event, player, style)
    if player.start_number in event.fixed_boards:
        shown = replace(player, name=player.name + _FIXED)
        name = linked_name(event, shown, style)
    cells = cell(player.title) + raw_cell(name, css)
    cells += cell(player.typ) if style.typ_column else ""
    cells += cell(style.rating(player), "CRc")
    return cells + (cell(player.club) if style.pairing_club else "")


def _nobody(own: Result, style: Style) -> str:
    """Make Black's half of a row without an opponent; it has no cell for a game link."""
    word = words(style.lan)
    name = word.bye if own.kind == "bye" else word.not_paired
    cells = f"{EMPTY_CENTRED} {cell('')}{cell(name)}" + raw_cell("&nbsp;", "CRc")
    cells += cell("") if style.typ_column else ""
    cells += cell("") if style.pairing_club else ""
    cells += raw_cell("&nbsp;", "CRc") if style.flags else ""
    return cells + (EMPTY if style.number_column else "")


def _game_link(event: Event, own: Result, number: int) -> str:
    if own.kind != "game":
        return cell("")
    game = event.number * 100 + number
    href = f"PartieSuche.aspx?art=36&amp;id={game}{own.board}"
    return raw_cell(f'<a class="CRlink" href="{href}" target="blank">PGN</a>')


def round_robin_page(event: Event, style: Style, action: str | None = None) -> str:
    """Render the pairings of a round robin: all rounds in one table, split by heading rows."""
    word = words(style.lan)
    family = row_family(style)
    rating = head(word.col_rating, "CRc", style)
    number_head = head(word.col_number, "CRc", style)
    heads = head(word.col_board, "CRc", style) + number_head + rating
    heads += head("", "CR", style) + head(word.col_white, "CR", style, "td")
    heads += head(word.col_pairing_result, "CRc", style) + head("", "CR", style)
    heads += head(word.col_black, "CR", style, "td") + rating + number_head
    lines = []
    for number in range(1, event.rounds_paired + 1):
        lines.append(title_row(text(round_title(event, number, style)), 10))
        lines.append(f'<tr class="{family}b">{heads}</tr>')
        for index, (white, own, black) in enumerate(boards(event, number)):
            if black is None:
                continue
            score = pairing_result(event, own, number)
            line = cell(own.board, "CRc") + cell(white.start_number, "CRc")
            line += cell(style.rating(white), "CRc") + cell(white.title)
            line += raw_cell(linked_name(event, white, style))
            line += cell(score, "CRc") if score else EMPTY_CENTRED
            line += cell(black.title) + raw_cell(linked_name(event, black, style))
            line += cell(style.rating(black), "CRc") + cell(black.start_number, "CRc") + cell("")
            lines.append(row(index, style, line))
    content = table("", lines, style)
    return whole(event, style, word.pairings, content, action, art=2)
