"""The JSON of `list import` and `list show`; see docs/json.md."""

from collections.abc import Sequence

from lists.model import ListedPlayer, NationalPlayer, RatingList, Standing
from rating.assumptions import Note
from rating.ukd import LISTS
from report.document import SCHEMA, Document, of_notes, utc
from report.words import Words
from scraper.model import TimeControl

Found = Sequence[tuple[RatingList, ListedPlayer]]
NationalFound = Sequence[tuple[RatingList, NationalPlayer]]


def of_lists(
    lists: Sequence[RatingList], words: Words, imported: RatingList | None = None
) -> Document:
    """Return the document of the imported lists, with the one that has just come in."""
    new: Document = {} if imported is None else {"imported": _list(imported)}
    notes = unread_notes(imported) if imported is not None else ()
    return {
        "schema": SCHEMA, **new, "lists": [_list(one) for one in lists],
        "notes": of_notes(notes, words),
    }  # fmt: skip


def unread_notes(imported: RatingList) -> tuple[Note, ...]:
    """Say how much of a list could not be read."""
    notes: list[Note] = []
    if imported.unread_rows:
        notes.append(Note("list_rows_unread", {"count": imported.unread_rows}))
    if imported.unread_values:
        notes.append(Note("list_values_unread", {"count": imported.unread_values}))
    return tuple(notes)


def of_listed(found: Found, national: NationalFound) -> Document:
    """Return the document of one player, whom at least one list has."""
    return {
        "schema": SCHEMA,
        "fide_id": found[0][1].fide_id if found else national[0][1].fide_id,
        "lists": [
            *(_of_list(one, player) for one, player in found),
            *(_of_national(one, player) for one, player in national),
        ],
        "notes": [],
    }


def _list(one: RatingList) -> Document:
    return {
        "month": f"{one.month:%Y-%m}",
        "list": one.kind,
        "players": one.players,
        "file": one.file,
        "file_time": utc(one.file_time),
        "imported_at": utc(one.imported_at),
        "unread_rows": one.unread_rows,
        "unread_values": one.unread_values,
    }


def _of_list(one: RatingList, player: ListedPlayer) -> Document:
    has = one.kind.time_controls
    return {
        "month": f"{one.month:%Y-%m}",
        "list": one.kind,
        "name": player.name,
        "title": player.title,
        "federation": player.federation,
        "sex": player.sex,
        "birth_year": player.birth_year,
        "flag": player.flag,
        **{
            control.value: _standing(player.standings[control]) if control in has else None
            for control in TimeControl
        },
    }


def _of_national(one: RatingList, player: NationalPlayer) -> Document:
    return {
        "month": f"{one.month:%Y-%m}",
        "list": one.kind,
        "fide_id": player.fide_id,
        "name": player.name,
        "birth_year": player.birth_year,
        "club": player.club,
        "city": player.city,
        **{LISTS[control]: rating for control, rating in player.ratings.items()},
    }


def _standing(standing: Standing) -> Document:
    return {"rating": standing.rating, "k": standing.k, "games": standing.games}
