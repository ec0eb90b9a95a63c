"""The columns that lists, rankings, crosstables and teams share. Reference: section 8.

The start number is the one in the player's link; without links (gated pages) it is the column
SNo, or "No." where the view says that it is one. National identity numbers are not read.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import repeat

from scraper import vocabulary
from scraper.readings import Entry, Listing
from scraper.tables import Table, each, number, ratings, start_number_in, wholes

TIE_BREAK = re.compile(rf"(?:{'|'.join(vocabulary.TIE_BREAKS)})\s*\d+")
_TIE_BREAK_NUMBER = re.compile(r"[-−]?\d{1,6}(?:[.,]\d{1,4})?½?|½")

Column = Iterable[object]


def _texts(texts: Iterable[str], _: str) -> Column:
    return [text or None for text in texts]


def _decimals(texts: Iterable[str], what: str) -> Column:
    return each(texts, number, what)


def _identifiers(texts: Iterable[str], what: str) -> Column:
    """0 is the site's way of saying that there is none."""
    return [value or None for value in wholes(texts, what)]


def _boards(texts: Iterable[str], _: str) -> Column:
    return [board(text) for text in texts]


_READERS: dict[str, Callable[[Iterable[str], str], Column]] = {
    "rank": wholes,
    "start_number": wholes,
    "name": _texts,
    "title": _texts,
    "sex": _texts,
    "type": _texts,
    "group": _texts,
    "federation": _texts,
    "fide_id": _identifiers,
    "rating": ratings,
    "fide": ratings,
    "national": ratings,
    "club": _texts,
    "team": _texts,
    "board": _boards,
    "points": _decimals,
    "performance": ratings,
    "games": wholes,
    "score": _decimals,
    "expected": _decimals,
    "difference": _decimals,
    "k": _identifiers,
    "change": _decimals,
    "percent": _decimals,
    "rating_average": ratings,
    "captain": _texts,
    "wins": wholes,
    "draws": wholes,
    "losses": wholes,
    "match_points": _decimals,
}


def read_listing(
    table: Table,
    number_is: str | None = None,
    columns: dict[str, int] | None = None,
    rounds: int | None = None,
) -> Listing:
    """Read the rows of a table.

    `number_is` says what the column "No." holds: "start_number", "rank", or nothing of use.
    `columns` are those of a part of the table, such as one side of a pairing. `rounds` is the
    number of rounds played: a first tie-break that no score can reach is none.
    Raises PageChanged where a cell does not fit its column.
    """
    places = dict(table.columns if columns is None else columns)
    if number_is is not None and number_is not in places and "number" in places:
        places[number_is] = places["number"]
    values: dict[str, Column] = {}
    for meaning, read in _READERS.items():
        if meaning in places:
            values[meaning] = read(table.texts(places[meaning]), meaning)
    named = places.get("name", places.get("team"))
    if named is not None:
        _take_linked_numbers(values, table.links(named))
    points_from = table.header[places["points"]] if "points" in places else None
    if columns is None:
        ties = [place for place, word in enumerate(table.header) if TIE_BREAK.fullmatch(word)]
        if ties:
            values["tie_breaks"] = _tie_breaks(table, ties)
        if points_from is None and ties and _is_score(table.texts(ties[0]), rounds):
            values["points"] = _decimals(table.texts(ties[0]), "points")
            points_from = table.header[ties[0]]
    fields = tuple(field for field in Entry._fields if field in values)
    count = len(table.rows)
    filled = (
        values.get(field, repeat(() if field == "tie_breaks" else None, count))
        for field in Entry._fields
    )
    rows = tuple(map(Entry._make, zip(*filled, strict=False)))
    return Listing(fields, rows, points_from)


def board(text: str) -> int | str | None:
    """Read the number of a board; in team events it is a text such as "1.2"."""
    return int(text) if text.isdecimal() and len(text) < 6 else text or None


@lru_cache(maxsize=4096)  # as with number: they repeat from row to row
def tie_break(text: str) -> Decimal | str:
    """Read a tie-break; one that is no number stays a text."""
    value = number(text, "tie-break") if _TIE_BREAK_NUMBER.fullmatch(text) else None
    return text if value is None else value


def _take_linked_numbers(values: dict[str, Column], links: Sequence[str | None]) -> None:
    linked = [start_number_in(link) for link in links]
    if any(linked):
        printed = values.get("start_number", repeat(None))
        values["start_number"] = [
            link or other for link, other in zip(linked, printed, strict=False)
        ]


def _tie_breaks(table: Table, places: Sequence[int]) -> Column:
    return zip(*(map(tie_break, table.texts(place)) for place in places), strict=True)


def _is_score(texts: Iterable[str], rounds: int | None) -> bool:
    """Say whether a first tie-break can be the score: none is above the rounds played."""
    scores = [tie_break(text) for text in texts]
    return rounds is not None and all(
        isinstance(score, Decimal) and 0 <= score <= rounds for score in scores
    )
