"""The state of an event as bytes: compact JSON, packed; and back."""

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from live.model import EventState, Place, RoundTime
from live.store import FILE
from scraper.errors import LiveStoreDamaged
from scraper.event import Seat
from scraper.model import Colour, Kind, Player, TimeControl, Tournament

Document = dict[str, Any]

_READ: Mapping[str, Callable[[Any], object]] = {
    "start": date.fromisoformat,
    "end": date.fromisoformat,
    "last_update": datetime.fromisoformat,
    "puzzled_at": datetime.fromisoformat,
    "changed_at": datetime.fromisoformat,
    "paired_at": datetime.fromisoformat,
    "time_control": TimeControl,
    "named_time_control": TimeControl,
}
# These are of a page, not of the event: they would make every look differ.
_OF_THE_PAGE = ("server_time", "fetched_at")
_TOURNAMENT = tuple(one.name for one in fields(Tournament) if one.name not in _OF_THE_PAGE)
_PLAYER = tuple(one.name for one in fields(Player))
_PLAIN = (
    "for_teams", "round_robin", "gated", "epoch", "looks", "finished", "lag", "trusts_points",
    "puzzled_at", "last_update", "changed_at", "paired_at",
)  # fmt: skip


def packed(state: EventState) -> bytes:
    """Return the state as bytes that `unpacked` reads."""
    return pack(document_of(state))


def unpacked(data: bytes) -> EventState:
    """Return the state that was packed. Raises LiveStoreDamaged for bytes that are none."""
    return state_of(unpack(data))


def pack(document: Document) -> bytes:
    """Return a document as packed JSON."""
    return zlib.compress(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())


def unpack(data: bytes) -> Document:
    """Return the document that was packed. Raises LiveStoreDamaged for bytes that are none."""
    try:
        document: object = json.loads(zlib.decompress(data))
    except (ValueError, zlib.error):
        raise LiveStoreDamaged(path=FILE) from None
    if not isinstance(document, dict):
        raise LiveStoreDamaged(path=FILE)
    return document


def document_of(state: EventState) -> Document:
    """Return the state as JSON values; what is keyed by numbers has them as texts."""
    return {
        "tournament": {name: _written(getattr(state.tournament, name)) for name in _TOURNAMENT},
        "players": {
            str(number): [getattr(player, name) for name in _PLAYER]
            for number, player in state.players.items()
        },
        "seats": {
            str(number): {str(of): _seat_written(seat) for of, seat in seats.items()}
            for number, seats in state.seats.items()
        },
        "places": {str(number): list(place) for number, place in state.places.items()},
        "printed": {str(number): rating for number, rating in state.printed.items()},
        "ks": {str(number): k for number, k in state.ks.items()},
        "schedule": {
            str(number): [_written(one.day), one.time] for number, one in state.schedule.items()
        },
        "wanted": list(state.wanted),
        **{name: _written(getattr(state, name)) for name in _PLAIN},
    }


def state_of(document: Document) -> EventState:
    """Return the state that a document describes. Raises LiveStoreDamaged where it is none."""
    try:
        return _state(document)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise LiveStoreDamaged(path=FILE) from None


def _state(document: Document) -> EventState:
    return EventState(
        tournament=Tournament(**{k: _read(k, v) for k, v in document["tournament"].items()}),
        players={
            int(number): Player(**dict(zip(_PLAYER, values, strict=True)))
            for number, values in document["players"].items()
        },
        seats={
            int(number): {int(of): _seat_read(values) for of, values in seats.items()}
            for number, seats in document["seats"].items()
        },
        places={int(number): Place(*values) for number, values in document["places"].items()},
        printed={int(number): rating for number, rating in document["printed"].items()},
        ks={int(number): k for number, k in document["ks"].items()},
        schedule={
            int(number): RoundTime(None if day is None else date.fromisoformat(day), time)
            for number, (day, time) in document["schedule"].items()
        },
        wanted=tuple(document["wanted"]),
        **{name: _read(name, document.get(name)) for name in _PLAIN},
    )


def _written(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _read(name: str, value: Any) -> Any:
    return value if value is None or name not in _READ else _READ[name](value)


def _seat_written(seat: Seat) -> list[object]:
    score = None if seat.score is None else str(seat.score)
    return [seat.kind, score, seat.board, seat.colour, seat.opponent, seat.rated]


def _seat_read(values: list[Any]) -> Seat:
    kind, score, board, colour, opponent, rated = values
    return Seat(
        Kind(kind),
        None if score is None else Decimal(score),
        board,
        None if colour is None else Colour(colour),
        opponent,
        rated,
    )
