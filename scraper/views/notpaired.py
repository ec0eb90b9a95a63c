"""The not-paired grid (art=40). Reference: section 7.4.

"*" stands for absence and for requested half-point byes alike, so it says nothing of a withdrawal.
"""

from scraper.errors import PageChanged
from scraper.model import Kind
from scraper.page import Page
from scraper.readings import Mark, NotPaired
from scraper.views.entries import read_listing
from scraper.views.kind import round_columns

_KINDS = {"*": None, "0F": Kind.FORFEIT_LOSS, "bye": Kind.BYE}


def read(page: Page) -> NotPaired:
    """Read who missed which round. Raises PageChanged on an unknown mark."""
    table = next((table for table in page.tables if round_columns(table)), None)
    if table is None:
        raise PageChanged(what="not paired", met=" ".join(page.tables[0].header))
    rounds = round_columns(table)
    marks = tuple(
        tuple(_mark(number, row.text_at(place)) for number, place in rounds if row.text_at(place))
        for row in table.rows
    )
    return NotPaired(
        read_listing(table, "start_number"), tuple(number for number, _ in rounds), marks
    )


def _mark(number: int, text: str) -> Mark:
    # The bye is translated, but no other mark begins with a letter.
    kind = Kind.BYE if text[0].isalpha() else _KINDS.get(text, Kind.GAME)
    if kind is Kind.GAME:
        raise PageChanged(what="not paired", met=text)
    return Mark(number, text, kind)
