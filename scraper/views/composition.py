"""Teams and their players (art=1 with results, art=8 without). Reference: section 8.

Each team has a title row: "1. TEAM (RtgAvg:1896, Captain: Name / TB1: 12 / TB2: 0)".
"""

import re

from scraper.page import Page
from scraper.readings import Composition, Entry, Team
from scraper.views.entries import read_listing, tie_break
from scraper.views.kind import numbered_columns
from scraper.views.results import team_cell

_RANK = re.compile(r"(\d{1,4})\.\s*")
_LONGEST_WORD = 40
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
    rank = _RANK.match(title)
    name, inside = _in_brackets(title[rank.end() :] if rank else title)
    first, *parts = inside.split(" / ")
    average, _, after = first.partition(",")
    rating = _AVERAGE.fullmatch(average)
    parts.insert(0, after.strip() if rating else first)
    ties = [_TIE.fullmatch(part) for part in parts]
    captain = " / ".join(part for part, tie in zip(parts, ties, strict=True) if not tie)
    return Entry(
        rank=int(rank[1]) if rank else None,
        team=name or None,
        rating_average=int(rating[1]) if rating else None,
        captain=captain.partition(":")[2].strip() or None,
        tie_breaks=tuple(tie_break(tie[1]) for tie in ties if tie),
    )


def _in_brackets(title: str) -> tuple[str, str]:
    """Split off the brackets with facts, which begin with a word and a colon."""
    if title.endswith(")"):
        for start in (place for place, sign in enumerate(title) if sign == "("):
            word, colon, _ = title[start + 1 : start + 1 + _LONGEST_WORD].partition(":")
            if colon and "(" not in word and ")" not in word:
                return title[:start].rstrip(), title[start + 1 : -1]
    return title, ""
