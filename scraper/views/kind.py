"""Which view of the site a page shows, by its headings and column heads."""

import re

from scraper import vocabulary
from scraper.page import Page

_ROUND_COLUMN = re.compile(r"\d+\.\s*\w")


def view_of(page: Page) -> str:
    """Name the view, or "other".

    One of card, startlist, alphabetical, ranking, crosstable, pairings, teams, search.
    """
    heading = vocabulary.HEADING.get(page.heading or "")
    if page.facts or heading == "card":
        return "card"
    for table in page.tables:
        if page.is_search:
            return "search"
        if table.has("round", "result"):
            return "card"
        if table.has("white", "black"):
            return "pairings"
        if any(_ROUND_COLUMN.match(word) for word in table.header):
            return "crosstable"
        if table.has("team") and not table.has("name"):
            return "teams"
        if table.has("board", "rating") and not table.has("name"):
            return "teams"  # board pairings: the match stands in the header
        if table.has("rank", "name"):
            return "ranking"
        if table.has("name"):
            return heading or "startlist"
    return "other"
