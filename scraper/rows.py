"""Data tables in the site's plain form, cut from the bytes of a page before it is parsed.

A tree of cells takes twenty times the bytes of its page, and longer to walk than to build. The
site writes its rows without any variety: cells of text, with a link or a flag inside at most. A
table of that form is cut out here, with a few replacements over its whole text; every other is
left to the parser, which gives the same rows.
"""

import html
import re
from functools import lru_cache

from scraper.tables import Row, plain

# A data table (the first group), or what hides one; a later group where that is never closed.
_NEXT = re.compile(
    rb"<(?:table [Cc]lass=\"?(CRs)[^<>]*>|!--(?:.*?-->|())|script\b(?:.*?</script|())"
    rb"|style\b(?:.*?</style|()))",
    re.DOTALL,
)
_IS_TABLE = 1
_END = b"</table>"
_COLOUR_BOX = b'class="Farbe'

# Signs that stand for the tags while a table is taken apart; a page that holds one is not plain.
_CELL, _ROW, _ROW_END = "\x01\x02\x03"
# The commonest cells by far; replacing them as they stand is many times faster.
_USUAL = tuple(f'</td><td class="{css}">' for css in ("CRc", "CR", "CRr"))
_BLANK = r"[ \t\r\n]"  # of HTML, which knows fewer than Python
_CELL_START = rf'<t[dh](?:{_BLANK}(?:[^<>"]|"[^<>"]*")*)?>'
_BETWEEN_CELLS = re.compile(rf"</t[dh]>{_BLANK}*{_CELL_START}")
_ROW_STOP = re.compile(rf"</t[dh]>{_BLANK}*</tr>{_BLANK}*")
_FIRST_CELL = re.compile(rf'(?: class="([^"<>&]*)")?>{_BLANK}*{_CELL_START}([^<]*(?:<[^<]*)?)')
_LINKED = re.compile(
    r'([^<>]*)<a (?:[Cc]lass="[^"<>]*" )?href="([^"<>#]*)"(?: target="[^"<>]*")?>([^<>]*)'
)
_ENTITY = re.compile(r"&#?\w+;")
# A flag says nothing that its row does not say.
_FLAG = re.compile(r'<div class="tn_[^"<>]*"></div>')


def cut(data: bytes) -> tuple[bytes, list[list[Row]]]:
    """Cut the plain data tables out of a page in UTF-8.

    Returns the page with an empty table in the place of each, and their rows in the same order.
    Where one of them is not plain, all are left to the parser.
    """
    if _COLOUR_BOX in data:  # in a table of its own
        return data, []
    frame: list[bytes] = []
    tables: list[list[Row]] = []
    copied = place = 0
    while found := _NEXT.search(data, place):
        place = found.end()
        if found.lastindex is None:
            continue
        end = data.find(_END, place)
        is_open = end < 0 or found.lastindex != _IS_TABLE
        rows = None if is_open else _rows(data[place:end].decode())
        if rows is None:
            return data, []
        tables.append(rows)
        frame.append(data[copied:place])
        copied = place = end
    frame.append(data[copied:])
    return b"".join(frame), tables


def _rows(text: str) -> list[Row] | None:
    """Read the rows of a table, None where it is not plain."""
    if _CELL in text or _ROW in text or _ROW_END in text:
        return None
    text = text.replace("<tbody>", "").replace("</tbody>", "")  # from a browser
    for usual in _USUAL:
        text = text.replace(usual, _CELL)
    text = _BETWEEN_CELLS.sub(_CELL, text)
    text = _ROW_STOP.sub(_ROW_END, text).replace("<tr", _ROW)
    text = _FLAG.sub("", text)
    links = text.count("</a>")
    text = text.replace("</a>", "")
    *rows, rest = text.lstrip().split(_ROW_END)
    # All that is left are the links, and two tags for the beginning of each row.
    opened, closed = text.count("<"), text.count(">")
    if rest or opened != links + len(rows) or closed != links + 2 * len(rows):
        return None
    read = [_row(row) for row in rows]
    return None if None in read else [row for row in read if row is not None]


def _row(text: str) -> Row | None:
    head, *texts = text.split(_CELL)
    first = _FIRST_CELL.fullmatch(head, 1) if head.startswith(_ROW) else None
    if first is None:
        return None
    texts.insert(0, first[2])
    row = Row(first[1] or "", texts)
    for place, cell in enumerate(texts):
        if "<" in cell:
            linked = _LINKED.fullmatch(cell)
            if linked is None:
                return None
            before, row.links[place], inside = linked.groups()
            texts[place] = _decoded(before + inside)
        elif cell and not cell.isalnum():  # most are one word or none, which is much faster
            texts[place] = _decoded(cell)
    return row


def _decoded(text: str) -> str:
    """Return the text of a cell with its entities read, once, as plain text."""
    if "&" in text:
        read, count = _ENTITY.subn(_character, text)
        text = read if count == text.count("&") else html.unescape(text)
    return text if text.isalnum() else plain(text)


def _character(entity: re.Match[str]) -> str:
    return _unescaped(entity[0])


# Cyrillic names are entities from end to end, and the letters few.
_unescaped = lru_cache(maxsize=4096)(html.unescape)
