"""The playing schedule (art=14): round, date, and the time as free text. Reference: section 8."""

from scraper.page import Page
from scraper.readings import PairedRound, Schedule
from scraper.views.results import day_of


def read(page: Page) -> Schedule:
    """Read the dates of the rounds."""
    table = next(table for table in page.tables if table.has("date"))
    column = "schedule_round" if table.has("schedule_round") else "round"
    return Schedule(
        tuple(
            PairedRound(row.whole(column), day_of(row.text("date")), row.text("time") or None)
            for row in table.rows
        )
    )
