"""Small pieces of the site's markup: letters, numbers, cells and addresses."""

from __future__ import annotations

import html
import re
from datetime import date, datetime
from decimal import Decimal

from tests.standin.event import Event, Style

_NAMED = {
    "Ä": "&Auml;",
    "Ö": "&Ouml;",
    "Ü": "&Uuml;",
    "ä": "&auml;",
    "ö": "&ouml;",
    "ü": "&uuml;",
    "ß": "&szlig;",
    "½": "&frac12;",
}
_LATIN_1 = 0xFF
_TABLE = re.compile(r"(<table\b[^>]*>)|(</table>)", re.IGNORECASE)
_NUMERIC = re.compile(r"&#(\d{3,});")


def text(value: object) -> str:
    """Escape a value as the site does: named, numeric and raw letters in one page."""
    return "".join(
        _NAMED.get(letter) or (f"&#{ord(letter)};" if ord(letter) > _LATIN_1 else letter)
        for letter in html.escape(str(value)).replace("&#x27;", "&#39;")
    )


def cell(content: object = "", css: str = "CR", tag: str = "td") -> str:
    """Make a table cell with a text content."""
    return raw_cell(text(content), css, tag)


def raw_cell(content: str, css: str = "CR", tag: str = "td") -> str:
    """Make a table cell with content that is markup already."""
    return f'<{tag} class="{css}">{content}</{tag}>'


def comma(number: str) -> str:
    """Write a decimal number with the site's comma."""
    return number.replace(".", ",")


def short(number: Decimal) -> str:
    """Write a number with a comma and without trailing zeros, as the card's header does."""
    return comma(f"{number:f}".rstrip("0").rstrip(".") if "." in f"{number:f}" else f"{number:f}")


def points(number: Decimal, style: Style) -> str:
    """Write points for lists and cards: whole numbers bare today, with ",0" in the old layout."""
    return comma(f"{number:.1f}") if style.era == "old" else short(number)


def halves(number: Decimal | str) -> str:
    """Write points or a result with the half as one sign."""
    whole, _, rest = f"{Decimal(number):.1f}".partition(".")
    if rest == "0":
        return whole
    return "½" if whole == "0" else f"{whole}½"


def day(value: date) -> str:
    """Write a date as the site does in headings and details."""
    return value.strftime("%Y/%m/%d")


def stamp(value: datetime) -> str:
    """Write a time as the site does for the upload and the server clock."""
    return value.strftime("%d.%m.%Y %H:%M:%S")


def address(event: Event, style: Style, **parameters: object) -> str:
    """Make the address of a view of the event, escaped for an attribute.

    Links are absolute today and were relative in the old layout. Parameters keep the site's order.
    """
    given = dict(parameters)
    if style.details:
        given.setdefault("turdet", "YES")
    if style.flags:
        given.setdefault("flag", 30)
    order = ("lan", "zeilen", "art", "rd", "fed", "turdet", "flag", "snr", "prt", "excel")
    given["lan"] = style.lan
    query = "&amp;".join(f"{name}={given[name]}" for name in order if name in given)
    return f"{base(style)}tnr{event.number}.aspx?{query}"


def base(style: Style) -> str:
    """Give what stands before the page's name in a link: nothing in the old layout."""
    return "" if style.era == "old" else f"{style.site}/"


def anchor(href: str, label: str, attribute: str = 'class="CRdb"') -> str:
    """Make a link with a text label."""
    space = " " if attribute else ""
    return f'<a{space}{attribute} href="{href}">{text(label)}</a>'


def as_saved(page: str) -> str:
    """Give a page the form a browser saves: table bodies, raw letters, small attribute names."""
    page = _TABLE.sub(
        lambda found: f"{found[1]}<tbody>" if found[1] else f"</tbody>{found[2]}", page
    )
    page = page.replace(' Class="', ' class="').replace("<td & colsp & ", '<td &="" colsp="" ')
    for letter, entity in _NAMED.items():
        page = page.replace(entity, letter)
    return _NUMERIC.sub(lambda found: chr(int(found[1])), page)
