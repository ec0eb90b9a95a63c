"""Lists of players: starting rank (art=0), alphabetical list, ranking. Reference: section 8.

The start number is the one in the player's link; without links (gated pages) it is the SNo of a
ranking or the No. of a starting rank, but never the No. of an alphabetical or a team list.
"""

from scraper.errors import NotAList
from scraper.model import Player
from scraper.page import Page, start_number_in_link
from scraper.tables import Row
from scraper.views.kind import view_of

_LISTS = frozenset({"startlist", "alphabetical", "ranking"})
# The site cuts lists here without a word, unless asked for all rows.
ROWS_OF_A_CUT_LIST = 150


def read(page: Page) -> tuple[Player, ...]:
    """Read the players of a list, in its order. Raises NotAList on any other view."""
    view = view_of(page)
    if view not in _LISTS:
        raise NotAList(view=view)
    table = next(t for t in page.tables if t.has("name"))
    number_is_start_number = view == "startlist" and not table.has("team")
    return tuple(_player(row, number_is_start_number) for row in table.rows if row.text("name"))


def _player(row: Row, number_is_start_number: bool) -> Player:
    start_number = start_number_in_link(row.cell("name")) or row.whole("start_number")
    if start_number is None and number_is_start_number:
        start_number = row.whole("number")
    return Player(
        start_number=start_number,
        name=row.text("name"),
        title=row.text("title") or None,
        federation=row.text("federation") or None,
        fide_id=row.whole("fide_id") or None,
        club=row.text("club") or None,
        sex=row.text("sex") or None,
        rating=row.whole("rating"),
        fide=row.whole("fide"),
        national=row.whole("national"),
    )
