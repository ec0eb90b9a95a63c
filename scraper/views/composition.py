"""Teams and their players (art=1 with results, art=8 without). Reference: section 8.

Each team has a title row: "1. TEAM (RtgAvg:1896, Captain: Name / TB1: 12 / TB2: 0)".
"""

import re

from scraper.page import Page
from scraper.readings import Composition, Entry, Team
from scraper.views.entries import read_listing, tie_break
from scraper.views.kind import numbered_columns
from scraper.views.results import team_cell

_TITLE = re.compile(r"(?:(\d{1,4})\.\s*)?(.*?)\s*(?:\(([^()]*:.*)\))?")
_AVERAGE = re.compile(r"[^:,]*:\s*(\d{1,4})")
# The word of a tie-break ends with its number; that of the captain, who may be missing, does not.
_TIE = re.compile(r"[^:]*\d\s*:\s*(.*)")


def read(page: Page) -> Composition:
    """Read the teams of a page. Raises PageChanged where a cell fits no known form."""
    teams = []
    for table in page.tables:
        if not table.has("name"):
            continue
        rounds = numbered_columns(table)
        columns = [map(team_cell, table.texts(place)) for _, place in rounds]
        results = tuple(zip(*columns, strict=True)) if columns else ((),) * len(table.rows)
        teams.append(
            Team(
                _team(table.headings[-1] if table.headings else ""),
                read_listing(table),
                tuple(number for number, _ in rounds),
                results,
            )
        )
    return Composition(tuple(teams))


def _team(title: str) -> Entry:
    match = _TITLE.fullmatch(title)
    if match is None:
        return Entry(team=title or None)
    rank, name, inside = match.groups()
    first, *parts = (inside or "").split(" / ")
    average, _, after = first.partition(",")
    rating = _AVERAGE.fullmatch(average)
    parts.insert(0, after.strip() if rating else first)
    ties = [_TIE.fullmatch(part) for part in parts]
    captain = " / ".join(part for part, tie in zip(parts, ties, strict=True) if not tie)
    return Entry(
        rank=int(rank) if rank else None,
        team=name or None,
        rating_average=int(rating[1]) if rating else None,
        captain=captain.partition(":")[2].strip() or None,
        tie_breaks=tuple(tie_break(tie[1]) for tie in ties if tie),
    )
