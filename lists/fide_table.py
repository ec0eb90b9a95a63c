"""The table of one of FIDE's lists: a player a row, by FIDE id."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from lists.model import ListedPlayer, Standing
from scraper.model import TimeControl
from scraper.names import begins, fold

_COLUMNS = 16
# So many of one name are listed, not more.
_MOST = 50


def create(database: sqlite3.Connection, table: str) -> None:
    """Make the table of a list."""
    database.execute(
        f"""CREATE TABLE {table} (
            fide_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL, federation TEXT, sex TEXT, title TEXT,
            birth_year INTEGER, flag TEXT,
            standard INTEGER, standard_k INTEGER, standard_games INTEGER,
            rapid INTEGER, rapid_k INTEGER, rapid_games INTEGER,
            blitz INTEGER, blitz_k INTEGER, blitz_games INTEGER
        )"""
    )


def insert(database: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Put rows into a table; the later of two with one FIDE id stays."""
    blanks = ", ".join("?" * _COLUMNS)
    database.executemany(
        f"INSERT OR REPLACE INTO {table} VALUES ({blanks})",  # noqa: S608 - a name of ours
        rows,
    )


def by_fide_id(database: sqlite3.Connection, table: str, fide_id: int) -> ListedPlayer | None:
    """Return a player."""
    row = database.execute(
        f"SELECT * FROM {table} WHERE fide_id = ?",  # noqa: S608 - a name of ours
        (fide_id,),
    ).fetchone()
    return None if row is None else _player(row)


def by_name(database: sqlite3.Connection, table: str, wanted: str) -> list[ListedPlayer]:
    """Return the players whose name has words that begin so, in any order, accents or not.

    FIDE's names are ASCII, so the words are looked for as they are; other names one by one.
    """
    words = fold(wanted)
    likes = " AND ".join(["name LIKE ?"] * len(words))
    rows = database.execute(
        f"SELECT * FROM {table} WHERE ({likes}) OR name GLOB '*[^ -~]*'",  # noqa: S608 - as above
        [f"%{word}%" for word in words],
    )
    found = (_player(row) for row in rows if begins(words, fold(row[1])))
    return [player for player, _ in zip(found, range(_MOST), strict=False)]


def _player(row: tuple[Any, ...]) -> ListedPlayer:
    standings = {
        control: Standing(*row[first : first + 3])
        for control, first in zip(TimeControl, (7, 10, 13), strict=True)
    }
    fide_id, name, federation, sex, title, birth_year, flag, *_ = row
    return ListedPlayer(fide_id, name, federation, sex, title, birth_year, flag, standings)
