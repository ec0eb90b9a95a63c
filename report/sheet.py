"""The document of `read` as one flat sheet: for CSV, and for the table that people see.

A column is named by its field; "tb1" is the first tie-break, "r3" the third round.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
_LETTERS = {"white": "w", "black": "b", None: ""}
_MARKS = {"forfeit_win": "+", "forfeit_loss": "-", "double_forfeit": "-"}
_NUMBERED = re.compile(r"[rv](\d{1,3})")
# The heading of a page says these, where they are the same in every row.
_OF_THE_PAGE = ("round", "date", "time")
_BEFORE = {"rank": 0, "start_number": 0, "title": 1}
_AFTER_ROUNDS = frozenset(
    {"points", "performance", "games", "score", "expected", "difference", "k", "change", "percent"}
)
_SIDE = ("start_number", "title", "name", "rating", "fide", "national", "federation", "points")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Columns by field, and rows of plain values; None is an empty cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    heading: str = ""

    def column(self, name: str) -> list[object]:
        """Return a column; empty cells where the sheet lacks it."""
        place = self.columns.index(name) if name in self.columns else None
        return [None if place is None else row[place] for row in self.rows]


def of_document(document: Document) -> list[Sheet]:
    """Return the sheets of a page: one, or one for each of its plain tables; none without facts."""
    if "tables" in document:
        return [
            Sheet(tuple(table["header"]), tuple(map(tuple, table["rows"])))
            for table in document["tables"]
        ]
    sheet = _sheet(_rows(document), in_order="rows" in document or "teams" in document)
    return [sheet] if sheet.rows else []


def in_parts(document: Document) -> list[Sheet]:
    """Return the sheets for people: boards under their match, players under their team."""
    matches, teams = document.get("matches", ()), document.get("teams", ())
    if any(match["boards"] for match in matches):
        return [_sheet(map(_board, match["boards"]), _of_match(match)) for match in matches]
    if teams:
        return [
            _sheet(map(_flat, team["players"]), _of_team(team), in_order=True) for team in teams
        ]
    return of_document(document)


def _sheet(rows: Iterable[dict[str, object]], heading: str = "", in_order: bool = False) -> Sheet:
    found = list(rows)
    columns: Iterable[str] = dict.fromkeys(column for row in found for column in row)
    if in_order:
        columns = sorted(columns, key=_place)
    names = tuple(columns)
    return Sheet(names, tuple(tuple(row.get(name) for name in names) for row in found), heading)


def _of_match(match: Document) -> str:
    home, away = ((match[side] or {}).get("team") or "" for side in ("home", "away"))
    scores = [_half(match[side]) for side in ("home_score", "away_score")]
    number = "" if match["number"] is None else f"{match['number']}. "
    return f"{number}{home}  {' : '.join(scores) if any(scores) else '–'}  {away}".rstrip()


def _of_team(team: Document) -> str:
    rank = "" if team.get("rank") is None else f"{team['rank']}. "
    facts = [team.get("rating_average"), team.get("captain")]
    known = ", ".join(str(fact) for fact in facts if fact is not None)
    return f"{rank}{team.get('team', '')}{f' ({known})' if known else ''}"


def _place(column: str) -> tuple[int, int]:
    """Order the columns of a list as the site does: who it is, the rounds, what came of them."""
    numbered = _NUMBERED.fullmatch(column)
    if numbered:
        return 3, int(numbered[1])
    return (4 if column in _AFTER_ROUNDS or column.startswith("tb") else _BEFORE.get(column, 2)), 0


def _rows(document: Document) -> Iterable[dict[str, object]]:
    if "player" in document:
        return [_card_round(played) for played in document["rounds"]]
    if "matches" in document:
        return [row for match in document["matches"] for row in _match_rows(match)]
    if "teams" in document:
        return [
            {"team": team.get("team")} | _flat(player)
            for team in document["teams"]
            for player in team["players"]
        ]
    if "rounds" in document:
        return [row for played in document["rounds"] for row in _round_rows(played)]
    return [_flat(row) for row in document.get("rows", ())]


def _flat(row: Document) -> dict[str, object]:
    flat: dict[str, object] = {}
    for field, value in row.items():
        if field == "tie_breaks":
            flat |= {f"tb{place}": tie for place, tie in enumerate(value, 1)}
        elif field == "cells":
            flat |= {f"r{place}": cell for place, cell in enumerate(value, 1)}
        elif field == "rounds" and isinstance(value, list):
            flat |= {_column(result): _cell(result) for result in value}
        else:
            flat[field] = value
    return flat


def _column(result: Document) -> str:
    """Name the column of a round; in a round robin's grid, where there is none, the opponent's."""
    of_round = result["round"]
    return f"v{result['opponent']}" if of_round is None else f"r{of_round}"


def _cell(result: Document) -> str:
    if "mark" in result:
        return str(result["mark"])
    score = _half(result["score"])
    mark = _MARKS.get(result["kind"], score)
    opponent = result.get("opponent")
    if opponent is None or result["round"] is None:
        return mark if "opponent" not in result or opponent is not None else f"-{score}"
    return f"{opponent}{_LETTERS[result['colour']]}{mark}"


def _half(score: str | None) -> str:
    """Write a score with ½; nothing for none."""
    if score is None:
        return ""
    return f"{score[:-2] if score != '0.5' else ''}½" if score.endswith(".5") else score


def _round_rows(played: Document) -> Iterable[dict[str, object]]:
    when = {name: played[name] for name in ("round", "date", "time")}
    if "boards" not in played:
        return [when]
    return [{"round": played["round"]} | _board(board) for board in played["boards"]]


def _board(board: Document) -> dict[str, object]:
    return {
        "board": board["board"],
        **_side("white", board["white"]),
        "result": _result(board),
        **_side("black", board["black"]),
        "kind": board["kind"],
    }


def _side(colour: str, player: Document | None) -> dict[str, object]:
    if player is None:
        return {}
    return {f"{colour}_{field}": player[field] for field in _SIDE if field in player}


def _result(board: Document) -> str:
    """Write a result as people do: 1 - 0, + - -, ½ for a bye, nothing before the game."""
    white, black = board["white_score"], board["black_score"]
    if white is None and black is None:
        return ""
    if board["black"] is None:
        return _half(white)
    if board["kind"] in _MARKS:
        sides = ("+" if score == "1" else "-" for score in (white, black))
        return " - ".join(sides)
    return f"{_half(white)} - {_half(black)}"


def _match_rows(match: Document) -> Iterable[dict[str, object]]:
    home, away = match["home"] or {}, match["away"] or {}
    head = {
        "round": match["round"],
        "match": match["number"],
        "home": home.get("team"),
        "home_score": match["home_score"],
        "away_score": match["away_score"],
        "away": away.get("team"),
    }
    return [head | _board(board) for board in match["boards"]] or [head]


def _card_round(played: Document) -> dict[str, object]:
    opponent = played["opponent"] or {}
    published = played["published"] or {}
    return {
        **{field: played[field] for field in ("round", "board", "colour", "kind", "score")},
        **{f"opponent_{field}": opponent.get(field) for field in _SIDE},
        **{f"published_{field}": published.get(field) for field in ("k", "change", "expected")},
    }


def telling(sheet: Sheet) -> Sheet:
    """Return a sheet without the columns that tell nothing: empty, or one round all the way."""
    kept = []
    for place, column in enumerate(sheet.columns):
        values = {row[place] for row in sheet.rows}
        if values - {None, ""} and not (column in _OF_THE_PAGE and len(values) == 1):
            kept.append(place)
    return _only(sheet, kept)


def fitted(sheet: Sheet, width: int, order: Sequence[str]) -> tuple[Sheet, tuple[str, ...]]:
    """Leave columns out until a sheet fits a width; those that stand first in `order` go first.

    Returns the sheet, and the columns that were left out, in their order. Names give way before a
    column goes: they can break over two lines.
    """
    kept = list(range(len(sheet.columns)))
    candidates = [column for column in order if column in sheet.columns]
    while candidates and _width(sheet, kept) > width:
        kept.remove(sheet.columns.index(candidates.pop(0)))
    shown = _only(sheet, kept)
    return shown, tuple(column for column in sheet.columns if column not in shown.columns)


_GAP = 2
_NAME_WIDTH = 18


def _width(sheet: Sheet, places: Iterable[int]) -> int:
    total = 0
    for place in places:
        widest = max((len(str(row[place] or "")) for row in sheet.rows), default=0)
        if is_name(sheet.columns[place]):
            widest = min(widest, _NAME_WIDTH)
        total += max(widest, 3) + _GAP
    return total


def is_name(column: str) -> bool:
    """Say whether a column holds names, which may break over lines."""
    return column.endswith(("name", "team", "club", "tournament", "home", "away", "captain"))


def _only(sheet: Sheet, places: Sequence[int]) -> Sheet:
    return Sheet(
        tuple(sheet.columns[place] for place in places),
        tuple(tuple(row[place] for place in places) for row in sheet.rows),
    )
