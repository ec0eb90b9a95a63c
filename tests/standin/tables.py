"""What all data tables share: header cells, rows, the cells of a player, and the page around."""

from __future__ import annotations

from collections.abc import Iterable

from tests.standin.blocks import block, clock, heading, search
from tests.standin.card import row_class, row_family, view_address
from tests.standin.event import Event, Player, Style
from tests.standin.frame import page
from tests.standin.markup import address, base, cell, raw_cell, text
from tests.standin.words import words

PAGE_ROWS = 150
ALL_ROWS = 99999
EMPTY_CENTRED = '<td & colsp & class="CRc"></td>'
EMPTY = "<td></td>"


def table(head: str, lines: Iterable[str], style: Style) -> str:
    """Make a data table; without a head the lines bring their own."""
    first = [f'<tr class="{row_family(style)}b">{head}</tr>'] if head else []
    rows = "\n".join([*first, *lines])
    return f'<table class="CRs1" border="0" cellpadding="1" cellspacing="1">\n{rows}\n</table>'


def head(label: str, css: str, style: Style, tag: str = "th") -> str:
    """Make a header cell; the old layout has no th."""
    shown = "&nbsp;" if label == " " else text(label)
    return raw_cell(shown, css, "td" if style.era == "old" else tag)


def row(index: int, style: Style, content: str, federation: str | None = None) -> str:
    """Make a data row. Without a federation every second one has a blank behind its tag."""
    css = row_class(index, style)
    if federation is not None:
        return f'<tr class="{css} {federation}">{content}</tr>'
    return f'<tr class="{css}">{" " if css.endswith("1") else ""}{content}</tr>'


def title_row(title: str, columns: int) -> str:
    """Make the row of one cell that stands above a part of a table."""
    return f'<tr class="CRg1b"><td class="none" colspan="{columns}">{title}</td></tr>'


def whole(
    event: Event, style: Style, title: str, content: str, action: str | None, **view: int
) -> str:
    """Put the page around a view's title and table."""
    body = heading(event, style, **view) + "\n" + search(style)
    body += block(f"<h2>{text(title)}</h2>{content}", style)
    own = action or view_address(event, style, **view)
    return page(event.name, body, style=style, action=own, clock=clock(event, style))


def linked_name(event: Event, player: Player, style: Style, *, fed: bool = True) -> str:
    """Make a player's name with the link to the card, which a gated page lacks."""
    if style.gated:
        return text(player.name)
    nation = {"fed": player.federation} if fed else {}
    href = address(event, style, art=9, snr=player.start_number, **nation)
    return f'<a Class="CRdb" href="{href}">{text(player.name)}</a>'


def bare_name(player: Player) -> str:
    """Give a name as the crosstables print it: no comma, no link."""
    return " ".join(player.name.replace(",", " ").split())


def flag(federation: str, style: Style) -> str:
    """Make the cell of a flag, if the page has flags."""
    return raw_cell(f'<div class="tn_{federation}"></div>') if style.flags else ""


def flag_head(style: Style) -> str:
    """Make the header of the flag column, if the page has flags."""
    return head(" ", "CRc", style) if style.flags else ""


def rating_heads(style: Style) -> str:
    """Make the headers of the rating columns of a list."""
    word = words(style.lan)
    both = (word.col_international, word.col_national)
    labels: dict[str, tuple[str, ...]] = {
        "one": (word.col_rating,),
        "international": both[:1],
        "national": both[1:],
        "two": both,
        "three": (word.col_rating, *both),
        "none": (),
    }
    return "".join(head(label, "CRr", style) for label in labels[style.ratings_shown])


def ratings(player: Player, style: Style) -> str:
    """Make the cells of the rating columns of a list."""
    one = cell(style.rating(player), "CRr")
    fide, national = cell(player.fide, "CRr"), cell(player.national, "CRr")
    cells = {
        "one": one,
        "international": fide,
        "national": national,
        "two": fide + national,
        "three": one + fide + national,
        "none": "",
    }
    return cells[style.ratings_shown]


def fide_id(player: Player) -> str:
    """Make the cell of a FIDE id with its link; nobody's id is an empty cell."""
    if not player.fide_id:
        return EMPTY
    href = f"http://ratings.fide.com/profile/{player.fide_id}"
    return f'<td><a href="{href}" target="_blank">{player.fide_id}</a></td>'


def sex(player: Player) -> str:
    """Make the cell of the sex column."""
    return cell(player.sex, "CRc") if player.sex else EMPTY


def complete_link(event: Event, style: Style, count: int, limit: int, art: int) -> str:
    """Make the link below a list that was cut, the only thing that tells of the cut."""
    if count <= limit:
        return ""
    href = (
        f"{base(style)}tnr{event.number}.aspx?lan={style.lan}&art={art}&SNode=S0"
        f"&tno={event.number}&amp;zeilen={ALL_ROWS}"
    )
    return f'<p><a class=fett href="{href}">{text(words(style.lan).complete_list)}</a></p>'


def notes(style: Style, lines: Iterable[str]) -> str:
    """Make the notes below a table."""
    shown = "<br/>".join(text(line) for line in lines)
    return f'<p class="CR"><b>{text(words(style.lan).annotation)}</b><br/>{shown}</p>'
