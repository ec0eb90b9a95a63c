"""Any page of the site -> what it says: the one place that knows which module reads which view."""

from collections.abc import Callable
from itertools import zip_longest

from scraper import collector, vocabulary
from scraper.page import Page
from scraper.readings import Content, Matches, Pairings, PlainTables, Reading
from scraper.tables import Table
from scraper.views import (
    card,
    composition,
    crosstable,
    details,
    matches,
    notpaired,
    pairings,
    players,
    schedule,
    search,
)
from scraper.views.entries import TIE_BREAK
from scraper.views.kind import NUMBERED_COLUMN, ROUND_COLUMN, view_of


def _plain(page: Page) -> PlainTables:
    return PlainTables(tuple(map(_squared, page.tables)))


def _squared(table: Table) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return header and rows of one length; cells that are missing are empty."""
    lines = [table.header, *(row.texts for row in table.rows)]
    header, *rows = zip(*zip_longest(*lines, fillvalue=""), strict=True)
    return header, tuple(rows)


# Their heads are the names of teams, or anything.
_FREE_HEADS = ("boardpairings", "statistics", "other")
_READERS: dict[str, Callable[[Page], Content]] = {
    "card": card.read,
    **dict.fromkeys(players.LISTS, players.listing),
    "crosstable": crosstable.read,
    "pairings": pairings.read,
    "notpaired": notpaired.read,
    "schedule": schedule.read,
    "teampairings": matches.read_team_pairings,
    "boardpairings": matches.read_board_pairings,
    "composition": composition.read,
    "tournament_search": search.read_tournaments,
    "player_search": search.read_players,
    "statistics": _plain,
    "other": _plain,
}


def read_page(page: Page) -> Reading:
    """Read whatever a page shows.

    A page without facts (a search form, a missing tournament, a round that is not paired) is
    named and has no content. Raises the refusals of the views, PageChanged above all.
    """
    view = view_of(page)
    read = _READERS.get(view)
    with collector.at_rest():
        content = read(page) if read is not None else None
    words = [*page.fact_words, *(word for table in page.tables for word in table.header)]
    message = page.error if view == "missing" else page.notice if view == "form" else None
    return Reading(
        view=view,
        language=vocabulary.language_of(words),
        gated=page.is_gated,
        server_time=page.server_time,
        last_update=page.last_update,
        title=page.tournament_name,
        heading=page.heading,
        round=_round(page, view, content),
        rounds_paired=page.rounds_paired,
        rounds_total=page.rounds_total,
        tournament=details.read(page),
        has_details=bool(page.details()),
        content=content,
        message=message,
        cut=players.is_cut(page),
        unread=() if view in _FREE_HEADS else _unread(page),
    )


def _unread(page: Page) -> tuple[str, ...]:
    """Return the heads of the columns that mean nothing to us, each once."""
    words = dict.fromkeys(word for table in page.tables for word in table.header)
    return tuple(
        word
        for word in words
        if word
        and word not in vocabulary.COLUMN
        and word not in vocabulary.PASSED_OVER
        and not any(form.fullmatch(word) for form in (TIE_BREAK, ROUND_COLUMN, NUMBERED_COLUMN))
    )


def _round(page: Page, view: str, content: Content) -> int | None:
    """Return the one round that a page is of; None where it is of all, of none, or does not say."""
    if isinstance(content, Pairings):
        return content.rounds[0].round if len(content.rounds) == 1 else None
    if isinstance(content, Matches):
        of_matches = {match.round for match in content.matches}
        return of_matches.pop() if len(of_matches) == 1 else None
    if view in ("ranking", "bestplayers", "teamranking", "crosstable"):
        return players.round_of(page)
    return None
