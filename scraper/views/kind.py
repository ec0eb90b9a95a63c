"""Which view of the site a page shows, by its headings and column heads."""

import re
from typing import NoReturn

from scraper import vocabulary
from scraper.errors import TnrateError, TournamentMissing
from scraper.page import SEARCH_BUTTON, Page
from scraper.tables import Table

ROUND_COLUMN = re.compile(r"(\d{1,2})\.\s*\D*")
NUMBERED_COLUMN = re.compile(r"\d{1,3}")
_MATCH_SCORE = re.compile(r"[\d½.,+-]*\s*:\s*[\d½.,+-]*")


def view_of(page: Page) -> str:
    """Name the view of a page.

    card, startlist, alphabetical, ranking, crosstable, pairings, notpaired, schedule, statistics,
    teamlist, teamranking, teampairings, boardpairings, composition, bestplayers, playerlist,
    tournament_search, player_search, form, missing (the site knows no such tournament), empty (no
    table), or other (a table that is none of these).
    """
    if page.view is None:
        page.view = _named(page)
    return page.view


def _named(page: Page) -> str:
    heading = vocabulary.HEADING.get(page.heading or "")
    if page.facts or heading == "card":
        return "card"
    if heading == "statistics" and page.tables:
        return "statistics"  # its tables count players, teams and results under the same words
    for table in page.tables:
        view = _view_of_table(page, table, heading)
        if view is not None:
            return view
    if page.tables:
        return "other"
    if page.error:
        return "missing"
    return "form" if SEARCH_BUTTON in page.form_fields else "empty"


def refuse(page: Page, error: type[TnrateError]) -> NoReturn:
    """Refuse a page that is not of the view wanted; a missing tournament is a reason of its own."""
    if page.error:
        raise TournamentMissing(message=page.error)
    raise error(view=view_of(page))


def round_columns(table: Table) -> list[tuple[int, int]]:
    """Return round and place of the columns of rounds ("1.Rd", "2.Rd")."""
    return [
        (int(match[1]), place)
        for place, word in enumerate(table.header)
        if (match := ROUND_COLUMN.fullmatch(word))
    ]


def numbered_columns(table: Table) -> list[tuple[int, int]]:
    """Return number and place of the columns whose head is a bare number."""
    return [
        (int(word), place)
        for place, word in enumerate(table.header)
        if NUMBERED_COLUMN.fullmatch(word)
    ]


def _view_of_table(page: Page, table: Table, named: str | None) -> str | None:
    if page.is_search:
        return "player_search" if table.has("name", "tournament") else "tournament_search"
    if table.has("round", "result") or (named == "schedule" and table.has("date")):
        return "card" if table.has("result") else "schedule"
    if table.has("white", "black") or _has_two_sides(table):
        return "pairings"
    if table.has("schedule_round", "date") or (
        table.has("round", "date") and len(table.header) < 5
    ):
        return "schedule"
    if table.has("name"):
        return _view_of_players(table, named)
    if _is_match(table):
        return "boardpairings"
    if table.has("team"):
        return _view_of_teams(table)
    return None


def _view_of_players(table: Table, named: str | None) -> str:
    rounds = round_columns(table)
    is_crosstable = table.has("rank") or table.has("number") or not table.has("start_number")
    if named == "notpaired" or (rounds and not is_crosstable):
        return "notpaired"
    if table.headings and table.has("board") and not table.has("team"):
        return "composition"  # the best players of each board have their team beside them
    if rounds or len(numbered_columns(table)) > 1:
        return "crosstable"
    if table.has("team") and (table.has("percent") or table.has("points", "games")):
        return "bestplayers"
    if table.has("rank"):
        return "ranking"
    if table.has("team"):
        return "playerlist"
    return "alphabetical" if named == "alphabetical" else "startlist"


def _view_of_teams(table: Table) -> str:
    if ":" in table.header or table.has("result"):
        return "teampairings"
    if round_columns(table) or len(numbered_columns(table)) > 1:
        return "crosstable"
    return "teamranking" if table.has("rank") else "teamlist"


def _has_two_sides(table: Table) -> bool:
    """Tell pairings whose sides are both headed "Name", as on old Russian pages."""
    names = [vocabulary.COLUMN.get(word) for word in table.header]
    return table.has("result") and names.count("name") == 2


def _is_match(table: Table) -> bool:
    """Tell the head of a match: "Bo. · 9 · Team A · Rtg · - · 1 · Team B · Rtg · 3½ : ½"."""
    return (
        "-" in table.header
        and any(":" in word for word in table.header)
        and any(_MATCH_SCORE.fullmatch(word) for word in table.header)
    )
