"""The JSON of `list import` and `list show`; see docs/json.md."""

from collections.abc import Sequence

from lists.model import ListedPlayer, RatingList, Standing
from report.document import SCHEMA, Document, utc
from scraper.model import TimeControl

Found = Sequence[tuple[RatingList, ListedPlayer]]


def of_lists(lists: Sequence[RatingList], imported: RatingList | None = None) -> Document:
    """Return the document of the imported lists, with the one that has just come in."""
    new: Document = {} if imported is None else {"imported": _list(imported)}
    return {"schema": SCHEMA, **new, "lists": [_list(one) for one in lists], "notes": []}


def of_listed(found: Found) -> Document:
    """Return the document of one player."""
    return {
        "schema": SCHEMA,
        "fide_id": found[0][1].fide_id,
        "lists": [_of_list(one, player) for one, player in found],
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


def _standing(standing: Standing) -> Document:
    return {"rating": standing.rating, "k": standing.k, "games": standing.games}
