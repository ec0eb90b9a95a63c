"""The table of one list of the federation: a player a row, found by FIDE id, else by name.

The federation's own numbers of its players are never in it.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from lists.model import NationalPlayer
from scraper.model import TimeControl
from scraper.names import fold

_COLUMNS = ("fide_id", "name", "birth_year", "club", "city", "ukd", "uhs", "uys")
_ALL = ", ".join(_COLUMNS)
# So many of one name are listed, not more.
_MOST = 50


def name_key(name: str) -> str:
    """Return what a name is found by: its words without accents and case, sorted."""
    return " ".join(sorted(fold(name)))


def create(database: sqlite3.Connection, table: str) -> None:
    """Make the table of a list."""
    database.execute(
        f"""CREATE TABLE {table} (
            fide_id INTEGER, name TEXT NOT NULL, birth_year INTEGER, club TEXT, city TEXT,
            ukd INTEGER, uhs INTEGER, uys INTEGER, name_key TEXT NOT NULL
        )"""
    )


def insert(database: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Put rows, in the order of the columns, into a table."""
    database.executemany(
        f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - a name of ours
        ((*row, name_key(row[1])) for row in rows),
    )


def index(database: sqlite3.Connection, table: str) -> None:
    """Make the indexes of a table that is full."""
    database.execute(f"CREATE INDEX {table}_fide ON {table} (fide_id) WHERE fide_id IS NOT NULL")
    database.execute(f"CREATE INDEX {table}_name ON {table} (name_key)")


def by_fide_id(database: sqlite3.Connection, table: str, fide_id: int) -> NationalPlayer | None:
    """Return the player of a FIDE id; None too where two different rows have it."""
    found = _players(database, table, "fide_id = ?", (fide_id,))
    return found[0] if len(found) == 1 else None


def by_full_name(database: sqlite3.Connection, table: str, name: str) -> list[NationalPlayer]:
    """Return the players of just that name, in any order and case, with or without accents."""
    key = name_key(name)
    return _players(database, table, "name_key = ?", (key,)) if key else []


def by_name(database: sqlite3.Connection, table: str, wanted: str) -> list[NationalPlayer]:
    """Return the players whose name has words that begin so, in any order, accents or not."""
    words = fold(wanted)
    likes = " AND ".join(["' ' || name_key LIKE ?"] * len(words))
    return _players(database, table, likes, [f"% {word}%" for word in words])


def _players(
    database: sqlite3.Connection, table: str, condition: str, values: Sequence[object]
) -> list[NationalPlayer]:
    rows = database.execute(
        f"SELECT DISTINCT {_ALL} FROM {table} WHERE {condition} LIMIT {_MOST}",  # noqa: S608 - ours
        values,
    )
    return [
        NationalPlayer(
            fide_id, name, birth_year, club, city, dict(zip(TimeControl, ratings, strict=True))
        )
        for fide_id, name, birth_year, club, city, *ratings in rows
    ]
