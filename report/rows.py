"""CSV: one row a round, or one row a player; figures with a decimal point, absent facts empty."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from report.document import fixed, plain
from report.event_columns import EVENT_COLUMNS, EventColumn, Form, Value
from report.sheet import of_document

_ROUND_COLUMNS = ("round", "board", "colour", "kind", "score")
_OPPONENT_COLUMNS = ("start_number", "name", "title", "federation", "rating", "fide", "national")
_RESULT_COLUMNS = ("reason", "difference", "capped", "expected", "k", "change")
_PLAYER_COLUMNS = (
    "start_number", "name", "title", "federation", "fide_id", "club", "rating", "fide", "national",
)  # fmt: skip
_EVENT_COLUMNS = ("id", "name", "phase", "next_look", "as_of", "trouble_since")
_STANDING_COLUMNS = ("rating", "games", "change", "new_rating")
_MONTH_COLUMNS = ("event", "start", "end", "end_known", "base_list", "rules")
_MONTH_FIDE = (
    "rating", "listed_rating", "k", "k_before_limit", "games", "score", "expected", "change",
    "rounded",
)  # fmt: skip
_MONTH_UKD = ("rating", "k", "games", "score", "expected", "change")
# A text that begins so would be run as a formula by spreadsheet programs.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Numbers and results are none: -1.5, -½, + - -.
_HARMLESS = re.compile(r"-?\d+(?:\.\d+)?|-[10½]|[+-](?: - [+-])?")


def of_rounds(rounds: Iterable[Mapping[str, Any]]) -> str:
    """Return the rounds of a `rate` document as CSV."""
    header = [
        *_ROUND_COLUMNS,
        *(f"opponent_{name}" for name in _OPPONENT_COLUMNS),
        "published_k",
        "published_change",
        *(f"{system}_{name}" for system in ("fide", "ukd") for name in _RESULT_COLUMNS),
    ]
    return _csv(header, (_round_row(played) for played in rounds))


def of_players(players: Iterable[Mapping[str, Any]]) -> str:
    """Return the players of a `players` document as CSV."""
    return _csv(_PLAYER_COLUMNS, ([p[name] for name in _PLAYER_COLUMNS] for p in players))


def of_follows(document: Mapping[str, Any]) -> str:
    """Return a `follow --list` document as CSV: one row a followed player."""
    header = [
        *(f"event_{name}" for name in _EVENT_COLUMNS),
        "trouble",
        "start_number",
        "name",
        "fide_id",
        "channels",
    ]
    return _csv(
        header,
        (
            [
                *(event[name] for name in _EVENT_COLUMNS),
                (event["trouble"] or {}).get("code"),
                player["start_number"],
                player["name"],
                player["fide_id"],
                "; ".join(channel["address"] for channel in player["channels"]),
            ]
            for event in document["events"]
            for player in event["players"]
        ),
    )


def of_history(document: Mapping[str, Any]) -> str:
    """Return a `history` document as CSV: one row a moment."""
    header = [
        "at",
        "last_update",
        "round",
        "what",
        "points",
        "rank",
        "after_round",
        *(f"{system}_{name}" for system in ("fide", "ukd") for name in _STANDING_COLUMNS),
    ]
    return _csv(header, map(_moment_row, document["moments"]))


def of_month(document: Mapping[str, Any]) -> str:
    """Return a `month` document as CSV: one row an event, without the sums of its list."""
    header = [
        "list",
        "time_control",
        "tournament_id",
        "tournament",
        *_MONTH_COLUMNS,
        *(f"fide_{name}" for name in _MONTH_FIDE),
        *(f"ukd_{name}" for name in _MONTH_UKD),
    ]
    return _csv(
        header,
        (
            [
                period["list"],
                period["time_control"],
                event["tournament"]["id"],
                event["tournament"]["name"],
                *(event[name] for name in _MONTH_COLUMNS),
                *((event["fide"] or {}).get(name) for name in _MONTH_FIDE),
                *((event["ukd"] or {}).get(name) for name in _MONTH_UKD),
            ]
            for period in document["periods"]
            for event in period["events"]
        ),
    )


def of_event(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return players of an `event` document as CSV, with all columns."""
    columns = EVENT_COLUMNS.values()
    return _csv(
        tuple(EVENT_COLUMNS),
        ([_written(column, column.value(row)) for column in columns] for row in rows),
    )


def _written(column: EventColumn, value: Value) -> Value:
    """Write decimals as the document does."""
    if not isinstance(value, Decimal):
        return value
    return plain(value) if column.form is Form.POINTS else fixed(value)


def of_sheets(document: Mapping[str, Any]) -> str:
    """Return a `read` document as CSV; the tables of statistics follow each other."""
    return "\n".join(_csv(sheet.columns, sheet.rows) for sheet in of_document(document))


def _round_row(played: Mapping[str, Any]) -> list[object]:
    opponent = played["opponent"] or {}
    published = played["published"] or {}
    return [
        *(played[name] for name in _ROUND_COLUMNS),
        *(opponent.get(name) for name in _OPPONENT_COLUMNS),
        published.get("k"),
        published.get("change"),
        *(played[system].get(name) for system in ("fide", "ukd") for name in _RESULT_COLUMNS),
    ]


def _moment_row(moment: Mapping[str, Any]) -> list[object]:
    place = moment["place"] or {}
    systems = [moment[system] or {} for system in ("fide", "ukd")]
    return [
        *(moment[name] for name in ("at", "last_update", "round")),
        " ".join(moment["what"]),
        moment["points"],
        place.get("rank"),
        place.get("after_round"),
        *(system.get(name) for system in systems for name in _STANDING_COLUMNS),
    ]


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(map(_cell, header))
    for row in rows:
        writer.writerow(map(_cell, row))
    return output.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    is_formula = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{value}" if is_formula and not _HARMLESS.fullmatch(str(value)) else value
