"""Lists of players: starting rank, alphabetical list, ranking, best players, teams' players.

The start number is the one in the player's link; without links (gated pages) it is the SNo of a
ranking or the No. of a starting rank, but never the No. of an alphabetical or a team list.
Reference: section 8.
"""

import re

from scraper.errors import NotAList
from scraper.model import Player
from scraper.page import Page
from scraper.readings import Listing, player_of
from scraper.tables import Table
from scraper.views.entries import read_listing
from scraper.views.kind import refuse, view_of

# What "No." is in each view; elsewhere it only counts the rows.
_NUMBER_IS = {"startlist": "start_number", "bestplayers": "rank", "teamlist": "start_number"}
LISTS = frozenset(
    {"startlist", "alphabetical", "ranking", "playerlist", "bestplayers", "teamlist", "teamranking"}
)
_OF_PLAYERS = LISTS - {"teamlist", "teamranking"}
# The site cuts lists here without a word, unless asked for all rows.
ROWS_OF_A_CUT_LIST = 150
_ROUND = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def read(page: Page) -> tuple[Player, ...]:
    """Read the players of a list, in its order. Raises NotAList on any other view."""
    if view_of(page) not in _OF_PLAYERS:
        refuse(page, NotAList)
    return tuple(player_of(row, row.start_number) for row in listing(page).rows if row.name)


def listing(page: Page) -> Listing:
    """Read a list of players or teams with all its columns."""
    tables = [table for table in page.tables if table.has("name") or table.has("team")]
    table = tables[0]
    if len(tables) > 1:  # the header may be repeated in the middle of a list
        table = Table(table.header)
        table.rows = [row for one in tables if one.header == table.header for row in one.rows]
    view = view_of(page)
    # The first tie-break of teams are points of matches or boards, which nothing tells apart.
    rounds = round_of(page) if table.has("name") else None
    return read_listing(table, _NUMBER_IS.get(view), rounds=rounds)


def round_of(page: Page) -> int | None:
    """Return the round that the heading of a ranking names, None where it names none."""
    match = _ROUND.search(page.heading or "")
    return int(match[0]) if match else None


def is_cut(page: Page) -> bool:
    """Say whether a list stops where the site cuts lists, and nothing says that it is whole.

    The best players are cut without the link to the whole list.
    """
    rows = sum(len(table.rows) for table in page.tables)
    return rows == ROWS_OF_A_CUT_LIST and (page.may_be_cut or view_of(page) == "bestplayers")
