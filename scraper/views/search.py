"""What the search pages found. Reference: section 10. National identity numbers are not read."""

from scraper.page import Page
from scraper.readings import Found, FoundPlayer, FoundTournament
from scraper.tables import Row, start_number_in, tournament_in, whole
from scraper.views.results import day_of


def read_tournaments(page: Page) -> Found:
    """Read the rows of the tournament search."""
    return Found(tuple(_tournament(row) for table in page.tables for row in table.rows))


def read_players(page: Page) -> Found:
    """Read the rows of the player search; the numbers come from the links."""
    return Found(tuple(_player(row) for table in page.tables for row in table.rows))


def _tournament(row: Row) -> FoundTournament:
    return FoundTournament(
        id=tournament_in(row.link("tournament")) or row.whole("key"),
        name=row.text("tournament"),
        federation=row.text("federation") or None,
        last_update=row.text("last_update") or None,
        start=day_of(row.text("from")),
        end=day_of(row.text("to")),
        location=row.text("location") or None,
        time_control=row.text("time_control") or None,
        state=row.text("state") or None,
        rounds=row.whole("round"),
        players=row.whole("games"),
        fide_event_id=row.whole("fide_event_id") or None,
    )


def _player(row: Row) -> FoundPlayer:
    link = row.link("name")
    return FoundPlayer(
        name=row.text("name"),
        fide_id=row.whole("fide_id") or None,
        club=row.text("club") or None,
        federation=row.text("federation") or None,
        tournament=row.text("tournament") or None,
        tournament_id=tournament_in(row.link("tournament") or link),
        start_number=start_number_in(link),
        end=day_of(row.text("end_date")),
        rank=whole(row.text("rank"), "rank"),
        rounds=row.whole("round"),
        players=row.whole("games"),
    )
