"""The player card: the facts of one player, and the rounds."""

from __future__ import annotations

from decimal import Decimal

from tests.standin.blocks import block, clock, heading
from tests.standin.event import WITHOUT_OPPONENT, Event, Player, Result, Style
from tests.standin.frame import page
from tests.standin.markup import address, cell, comma, halves, points, raw_cell, short, text
from tests.standin.words import words

CAP = 400
CAP_NOTE = "*) Rating difference of more than 400. It was limited to 400."


def view_address(event: Event, style: Style, **view: object) -> str:
    """Make a form's own address: the view as it was asked for, and the node."""
    asked = {"lan": style.lan, **view}
    if style.details and not style.gated:
        asked["turdet"] = "YES"
    if style.era == "new":
        asked["SNode"] = "S0"
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"tnr{event.number}.aspx?{query}"


def card_page(event: Event, start_number: int, style: Style, action: str | None = None) -> str:
    """Render the card of a player, or the empty shell when nobody has the number."""
    player = event.player(start_number)
    if player is None:
        return empty_card_shell(event, style, action)
    tables = f"<h2>{text(words(style.lan).player_info)}</h2>"
    if not style.gated or style.gated_table:
        tables += _facts(event, player, style)
        rows = event.rows(start_number)
        if rows:
            tables += f'<p Class="CRlz">&nbsp;</p>{_rounds(event, player, rows, style)}'
    head = heading(event, style, art=9, snr=start_number)
    body = f"{head}{block(tables, style)}"
    own = action or view_address(event, style, art=9, snr=start_number)
    return page(event.name, body, style=style, action=own, clock=clock(event, style))


def empty_card_shell(event: Event, style: Style, action: str | None = None) -> str:
    """Render a card view without a player: the heading and no table."""
    body = heading(event, style, art=9)
    body += block(f"<h2>{text(words(style.lan).player_info)}</h2>", style)
    own = action or view_address(event, style, art=9)
    return page(event.name, body, style=style, action=own, clock=clock(event, style))


def published_total(rows: tuple[Result, ...]) -> str:
    """Add up the printed changes exactly, as the card's header shows them."""
    return short(sum((Decimal(row.change) for row in rows if row.change), Decimal(0)))


def _facts(event: Event, player: Player, style: Style) -> str:
    word = words(style.lan)
    number = player.start_number
    rows = event.rows(number)
    facts: list[tuple[str, str]] = [(word.name, player.name)]
    if player.title:
        facts.append((word.title, player.title))
    facts.append((word.starting_rank, str(number)))
    if not style.two_ratings:
        facts.append((word.rating, str(style.rating(player))))
    facts.append((word.rating_national, str(player.national)))
    facts.append((word.rating_international, str(player.fide)))
    if number in event.performances:
        facts.append((word.performance, str(event.performances[number])))
    facts.append((word.fide_change, published_total(rows) if style.published else "0"))
    if event.started:
        facts.append((word.points, points(event.points(number), style)))
        facts.append((word.rank, str(event.rank(number))))
    facts.append((word.federation, player.federation))
    if player.club:
        facts.append((word.club, player.club))
    facts.append((word.ident, str(player.national_id)))
    facts.append((word.fide_id, str(player.fide_id)))
    if player.birth_year:
        facts.append((word.birth_year, str(player.birth_year)))
    lines = "".join(f"<tr>{cell(label)}{cell(value)}</tr>" for label, value in facts)
    return (
        f'<table Class="CRs1" border="0" cellpadding="1" cellspacing="1" bgcolor="">{lines}</table>'
    )


def _columns(style: Style) -> list[tuple[str, str, str]]:
    """Give label, class and tag of the rounds table's header cells."""
    word = words(style.lan)
    columns = [(word.col_round, "CRc", "th")]
    if style.board_column:
        columns.append((word.col_board, "CRc", "th"))
    columns += [(word.col_start, "CRc", "th"), ("", "CR", "th"), (word.name, "CR", "th")]
    if style.two_ratings:
        columns.append((word.col_international, "CRr", "th"))
        columns.append((word.col_national, "CRr", "th"))
    else:
        columns.append((word.col_rating, "CRr", "th"))
    columns.append((word.col_fed, "CR", "th"))
    if style.club_column:
        columns.append((word.club, "CR", "th"))
    if style.team_column:
        columns.append((word.col_team, "CR", "th"))
    columns += [(word.col_points, "CRc", "th"), (word.col_result, "CRc", "th")]
    if style.we_columns:
        columns += [("we", "CRr", "th"), ("w-we", "CRr", "th")]
    if style.published:
        columns += [("K", "CRr", "td"), ("rtg+/-", "CRr", "th")]
    if style.pgn_column:
        columns.append(("PGN", "CR", "td"))
    return columns


def _rounds(event: Event, player: Player, rows: tuple[Result, ...], style: Style) -> str:
    family = row_family(style)
    head = "".join(
        cell(label, css, "td" if style.era == "old" else tag) for label, css, tag in _columns(style)
    )
    lines = [f'<tr class="{family}b">{head}</tr>']
    for index, row in enumerate(rows):
        opponent = event.player(row.opponent) if row.opponent is not None else None
        nation = f" {opponent.federation}" if opponent and style.era == "new" else ""
        cells = _row_cells(event, player, row, opponent, style)
        lines.append(f'<tr class="{row_class(index, style)}{nation}">{cells}</tr>')
    between = "\n" if style.era == "old" else ""
    note = f'<p class="CR">{CAP_NOTE}</p>' if _any_capped(event, player, rows) else ""
    return (
        f'<table class="CRs1" border="0" cellpadding="1" cellspacing="1">{between}'
        f"{between.join(lines)}{between}</table>{note}"
    )


def row_family(style: Style) -> str:
    """Give the beginning of the row classes; pages with details use the other family."""
    return "CRng1" if style.details and not style.gated and style.era == "new" else "CRg1"


def row_class(index: int, style: Style) -> str:
    """Give the class of a data row; the first one is of the second shade."""
    return f"{row_family(style)[:-1]}{2 - index % 2}"


def _any_capped(event: Event, player: Player, rows: tuple[Result, ...]) -> bool:
    return any(_capped(event, player, row) for row in rows)


def _capped(event: Event, player: Player, row: Result) -> bool:
    opponent = event.player(row.opponent) if row.opponent is not None else None
    return (
        row.kind == "game"
        and opponent is not None
        and bool(player.fide and opponent.fide)
        and abs(player.fide - opponent.fide) > CAP
    )


def _row_cells(
    event: Event, player: Player, row: Result, opponent: Player | None, style: Style
) -> str:
    cells = [cell(row.round, "CRc")]
    if style.board_column:
        cells.append(cell(row.board, "CRc"))
    if opponent is None:
        cells += _nobody(row, style)
    else:
        cells += _opponent(event, opponent, style)
    cells.append(_result(row, style))
    if style.we_columns:
        cells += _expectation(row)
    if style.published:
        mark = "*)" if style.capped_mark and _capped(event, player, row) else ""
        cells += _change(row, mark, style)
    if style.surplus_cells:
        cells += ["<td></td>", "<td></td>"]
    if style.pgn_column and row.kind not in WITHOUT_OPPONENT:
        cells.append(cell("", "CR"))
    return "".join(cells)


def _nobody(row: Result, style: Style) -> list[str]:
    """Make the cells from start number to points of a round without an opponent."""
    word = words(style.lan)
    number, name, blank = (
        ("-1", word.bye, "-") if row.kind == "bye" else ("-2", word.not_paired, "0")
    )
    cells = [cell(number, "CRc"), cell(""), cell(name)]
    cells += [cell(blank, "CRr")] * (2 if style.two_ratings else 1)
    cells += [cell("")] * (1 + style.club_column + style.team_column)
    return [*cells, cell(blank, "CRc")]


def _opponent(event: Event, opponent: Player, style: Style) -> list[str]:
    number = opponent.start_number
    name = text(opponent.name)
    if not style.gated:
        fed = {} if style.era == "old" else {"fed": opponent.federation}
        href = address(event, style, art=9, snr=number, **fed)
        name = f'<a Class="CRdb" href="{href}">{name}</a>'
    cells = [cell(number, "CRc"), cell(opponent.title), raw_cell(name)]
    if style.two_ratings:
        cells += [cell(opponent.fide, "CRr"), cell(opponent.national, "CRr")]
    else:
        cells.append(cell(style.rating(opponent), "CRr"))
    cells.append(cell(opponent.federation))
    if style.club_column:
        cells.append(cell(opponent.club))
    if style.team_column:
        team = event.team_of(number)
        cells.append(cell(team.name if team else ""))
    return [*cells, cell(points(event.points(number), style), "CRc")]


def _result(row: Result, style: Style) -> str:
    score = "" if row.score is None else halves(row.score)
    if row.kind == "forfeit_win":
        return cell(f"+ {score}K", "CRc")
    if row.kind == "forfeit_loss":
        return cell(f"- {score}K", "CRc")
    if row.kind in WITHOUT_OPPONENT:
        return cell(f"- {score}", "CRc")
    if style.era == "old":
        word = words(style.lan)
        letter = word.letter_white if row.colour == "white" else word.letter_black
        return cell(f"{letter} {score}", "CRc")
    colour = "FarbewT" if row.colour == "white" else "FarbesT"
    return raw_cell(f'<table><tr><td><div class="{colour}"></div></td>{cell(score)}</tr></table>')


def _expectation(row: Result) -> list[str]:
    if row.we is None or row.score is None:
        return ["<td></td>", "<td></td>"]
    won = Decimal(row.score) - Decimal(row.we)
    return [cell(comma(f"{Decimal(row.we):.2f}"), "CRr"), cell(comma(f"{won:.2f}"), "CRr")]


def _change(row: Result, mark: str, style: Style) -> list[str]:
    """Make the two cells of K and change; where nothing counts they are blank."""
    if row.k is None or row.change is None:
        return ["<td></td>"] if style.era == "old" else ["<td></td>", "<td></td>"]
    return [cell(row.k, "CRr"), cell(comma(row.change) + mark, "CRr")]
