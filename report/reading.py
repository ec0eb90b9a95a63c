"""The JSON document of `read`: what one page says, whatever the page.

A column that the page does not have is absent from its rows, not null. Decimals are strings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from rating.assumptions import Note
from report.document import SCHEMA, Document, iso, of_notes, of_page_card, plain, tournament_facts
from report.words import Words
from scraper.checks import FactCheck
from scraper.model import PlayerCard
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Found,
    Listing,
    Match,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    PlainTables,
    Reading,
    Result,
    Schedule,
    Team,
)


def of_reading(
    reading: Reading,
    checks: Sequence[FactCheck],
    notes: tuple[Note, ...],
    words: Words,
    fetched_at: datetime | None = None,
    url: str | None = None,
) -> Document:
    """Return the document of a page; `fetched_at` and `url` are null for a saved one."""
    document: Document = {
        "schema": SCHEMA,
        "view": reading.view,
        "lang": reading.language,
        "gated": reading.gated,
        "server_time": iso(reading.server_time),
        "last_update": iso(reading.last_update),
        "fetched_at": iso(fetched_at),
        "url": url,
        "title": reading.title,
        "heading": reading.heading,
        "round": reading.round,
        "rounds_paired": reading.rounds_paired,
        "rounds_total": reading.rounds_total,
        "message": reading.message,
        "details": _details(reading) if reading.has_details else None,
    }
    document |= _content(reading)
    document["checks"] = [line for check in checks for line in check_lines(check)]
    document["notes"] = of_notes(notes, words)
    return document


def notes_of(reading: Reading) -> tuple[Note, ...]:
    """Say what was guessed, and what is missing from a page and why."""
    content = reading.content
    notes: list[Note] = []
    if reading.view == "form":
        notes.append(Note("search_form"))
    if reading.view == "empty":
        notes.append(Note("no_table"))
    if reading.message:
        notes.append(Note("site_says", {"message": reading.message}))
    if reading.cut:
        notes.append(Note("list_cut"))
    if reading.unread:
        notes.append(Note("columns_unread", {"columns": ", ".join(reading.unread)}))
    listing = content.listing if isinstance(content, Crosstable | NotPaired) else content
    if _is_without_rows(listing):
        notes.append(Note("no_rows"))
    if isinstance(listing, Listing) and "points" in listing.fields and _is_tie_break(listing):
        notes.append(Note("points_from_tb", {"column": listing.points_from}))
    if isinstance(content, Crosstable) and _lacks_colours(content):
        notes.append(Note("colours_unread"))
    if isinstance(content, Matches) and content.colours_assumed:
        notes.append(Note("colours_assumed"))
    return tuple(notes)


def _is_without_rows(content: object) -> bool:
    """Say whether a page has the head of a table and nothing under it."""
    match content:
        case Listing() | Found():
            return not content.rows
        case Pairings():
            return not any(played.boards for played in content.rounds)
        case Schedule():
            return not content.rounds
        case Matches():
            return not content.matches
        case _:
            return False


def _is_tie_break(listing: Listing) -> bool:
    return (listing.points_from or "")[-1:].isdigit()


def _lacks_colours(table: Crosstable) -> bool:
    return bool(table.rounds) and any(
        result is not None and result.opponent is not None and result.colour is None
        for results in table.results
        for result in results
    )


def _details(reading: Reading) -> Document:
    facts = tournament_facts(reading.tournament)
    frame = ("id", "name", "last_update", "server_time", "fetched_at", "url")
    return {name: value for name, value in facts.items() if name not in frame}


def _content(reading: Reading) -> Document:
    content = reading.content
    match content:
        case PlayerCard():
            return of_page_card(content)
        case Listing():
            return {"points_from": content.points_from, "rows": _rows(content)}
        case Crosstable():
            return _crosstable(content)
        case NotPaired():
            return {"rows": _not_paired(content)}
        case Pairings():
            return {"rounds": [_round(played, content.fields) for played in content.rounds]}
        case Schedule():
            return {"rounds": [_date(played) for played in content.rounds]}
        case Matches():
            return {"matches": [_match(match) for match in content.matches]}
        case Composition():
            return {"teams": [_team(team) for team in content.teams]}
        case Found():
            return {"rows": [_named(row) for row in content.rows]}
        case PlainTables():
            return {
                "tables": [
                    {"header": list(header), "rows": [list(row) for row in rows]}
                    for header, rows in content.tables
                ]
            }
        case _:
            return {}


def _rows(listing: Listing) -> list[Document]:
    return [_entry(row, listing.fields) for row in listing.rows]


def _entry(row: Entry, fields: Iterable[str]) -> Document:
    return {field: _value(getattr(row, field)) for field in fields}


def _filled(row: Entry | None) -> Document | None:
    """Return the fields of a row that are there: of what is no column of a list."""
    if row is None:
        return None
    return {
        field: _value(value)
        for field, value in zip(row._fields, row, strict=True)
        if value not in (None, ())
    }


def _named(row: NamedTuple) -> Document:
    return {field: _value(value) for field, value in row._asdict().items()}


def _value(value: object) -> Any:
    match value:
        case Decimal():
            return plain(value)
        case tuple():
            return [_value(part) for part in value]
        case StrEnum():
            return value.value
        case date():
            return value.isoformat()
        case _:
            return value


def _crosstable(table: Crosstable) -> Document:
    rows = _rows(table.listing)
    if table.texts:
        for row, texts in zip(rows, table.texts, strict=True):
            row["cells"] = list(texts)
    else:
        for row, results in zip(rows, table.results, strict=False):
            row["rounds"] = _results(table.rounds, results)
    return {
        "opponents_by": table.by,
        "points_from": table.listing.points_from,
        "rows": rows,
    }


def _results(rounds: Sequence[int], results: Sequence[Result | None]) -> list[Document]:
    numbers: Sequence[int | None] = rounds or [None] * len(results)
    return [
        {
            "round": of_round,
            "opponent": result.opponent,
            "colour": _value(result.colour),
            "kind": _value(result.kind),
            "score": _value(result.score),
        }
        for of_round, result in zip(numbers, results, strict=True)
        if result is not None
    ]


def _not_paired(grid: NotPaired) -> list[Document]:
    rows = _rows(grid.listing)
    for row, marks in zip(rows, grid.marks, strict=True):
        row["rounds"] = [_named(mark) for mark in marks]
    return rows


def _date(played: PairedRound) -> Document:
    return {"round": played.round, "date": iso(played.date), "time": played.time}


def _round(played: PairedRound, fields: Sequence[str]) -> Document:
    def side(player: Entry | None) -> Document | None:
        return None if player is None else _entry(player, fields)

    return _date(played) | {"boards": [_board(board, side) for board in played.boards]}


def _board(board: Board, side: Callable[[Entry | None], Document | None]) -> Document:
    return {
        "board": board.board,
        "white": side(board.white),
        "black": side(board.black),
        "kind": _value(board.kind),
        "white_score": _value(board.white_score),
        "black_score": _value(board.black_score),
        "rated": board.rated and board.white is not None and board.black is not None,
    }


def _match(match: Match) -> Document:
    return {
        "round": match.round,
        "date": iso(match.date),
        "time": match.time,
        "number": match.number,
        "home": _filled(match.home),
        "away": _filled(match.away),
        "home_score": _value(match.home_score),
        "away_score": _value(match.away_score),
        "boards": [_board(board, _filled) | {"home": _value(board.home)} for board in match.boards],
    }


def _team(team: Team) -> Document:
    players = _rows(team.players)
    for row, results in zip(players, team.results, strict=True):
        row["rounds"] = [
            {"round": of_round, "kind": _value(result.kind), "score": _value(result.score)}
            for of_round, result in zip(team.rounds, results, strict=True)
            if result is not None
        ]
    return (_filled(team.team) or {}) | {"players": players}


def check_lines(check: FactCheck) -> list[Mapping[str, object]]:
    """Return the count, and a line for each contradiction."""
    count: Mapping[str, object] = {
        "kind": check.kind,
        "round": check.round,
        "compared": check.compared,
        "behind": check.behind,
        "scoring": check.scoring,
        "ok": check.ok,
    }
    return [
        count,
        *(
            {
                "kind": check.kind,
                "round": wrong.round,
                "who": wrong.who,
                "ours": wrong.ours,
                "site": wrong.site,
                "ok": False,
            }
            for wrong in check.contradictions
        ),
    ]
