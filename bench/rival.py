"""The same pages read by the package chess-results of PyPI: how much faster, and the same facts.

It reads four English views of Swiss events, from a text: the start list, the crosstable by start
number, the pairings of a round, and who was not paired. Its own names are in its module `parse`.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

from bench import samples
from bench.timing import mark, side_by_side
from scraper.model import Kind
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Crosstable, Entry, Listing, NotPaired, Pairings, Reading

VERSION = "0.2.0"
RIVAL_LIMIT = 10.0
_TURNS = 3
_CALLS = 3
_SHOWN = 3
_NONE = object()
_VIEWS = ("startlist", "crosstable", "pairings", "notpaired")
_FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.DOUBLE_FORFEIT)
_THEIR_KINDS = {
    Kind.BYE: "pairing_bye",
    Kind.HALF_BYE: "requested_bye",
    Kind.NOT_PAIRED: "unpaired",
}

Fact = tuple[tuple[object, ...], object]
Facts = dict[tuple[object, ...], object]


def run() -> None:
    """Measure, compare and print."""
    print(f"the same pages read by chess-results {VERSION} of PyPI (at least {RIVAL_LIMIT:.0f} ×)")
    try:
        parse = importlib.import_module("chess_results.parse")
    except ImportError:
        print("  not installed; pip install 'tnrate[bench]' installs it")
        return
    pages = {f"stand-in: {name}": data for name, data in samples.standin().items()}
    pages |= samples.real(*_VIEWS)
    print(f"  {'':56} {'theirs':>8} {'ours':>8}  times  facts")
    for name, data in pages.items():
        reading = read_page(Page(data))
        if _can_read(reading):
            _compare(parse, name, data, reading)


def _can_read(reading: Reading) -> bool:
    content = reading.content
    if reading.language != "en" or reading.view not in _VIEWS:
        return False
    if isinstance(content, Crosstable):
        return content.by == "start_number" and bool(content.rounds) and not content.texts
    return not isinstance(content, Pairings) or len(content.rounds) == 1


def _compare(parse: ModuleType, name: str, data: bytes, reading: Reading) -> None:
    rows, facts_of = _theirs(parse, reading)
    theirs, ours = side_by_side(
        lambda: rows(data.decode()), lambda: samples.read_afresh(data), turns=_TURNS, calls=_CALLS
    )
    ratio = theirs.against(ours)
    its_facts, our_facts = facts_of(rows(data.decode())), _ours(reading)
    different = [key for key, value in its_facts.items() if our_facts.get(key, _NONE) != value]
    print(
        f"  {name:56} {theirs.median * 1e3:5.0f} ms {ours.median * 1e3:5.2f} ms  {ratio:5.1f}"
        f"  {len(its_facts) - len(different)} the same{mark(ratio, RIVAL_LIMIT, least=True)}"
    )
    for key in different[:_SHOWN]:
        its, own = its_facts[key], our_facts.get(key)
        print(f"      {' '.join(map(str, key))}: {its}, ours {own}; {_judge(key, its, own)}")
    if len(different) > _SHOWN:
        print(f"      and {len(different) - _SHOWN} more")
    lacking = Counter(str(key[-1]) for key in our_facts.keys() - its_facts.keys())
    if lacking:
        counted = ", ".join(f"{count} × {what}" for what, count in sorted(lacking.items()))
        print(f"      read by us alone: {counted}")


def _judge(key: tuple[object, ...], its: object, own: object) -> str:
    """Say who is right, where that is known."""
    if key[-1] == "result" and isinstance(its, tuple) and isinstance(own, tuple):
        if own == (its[0], None, *its[2:]):
            return "ours is right: the page shows no result of the bye yet"
        if own[-1] and its[1:] == (None, None, False):
            return "ours is right: both have lost by default"
    return "look at the page"


def _theirs(
    parse: ModuleType, reading: Reading
) -> tuple[Callable[[str], Any], Callable[[Any], Facts]]:
    """Return how the package reads such a page, and how its rows become facts."""
    if reading.view == "startlist":
        return parse.parse_starting_rank, lambda rows: dict(_their_players(rows))
    if reading.view == "crosstable":
        return parse.parse_crosstable, lambda rows: dict(_their_crosstable(rows))
    if reading.view == "pairings":
        number = reading.round or 1
        return lambda text: parse.parse_pairings(text, number), lambda rows: dict(
            _their_pairings(rows)
        )
    return parse.parse_not_paired, lambda rows: dict(_their_absences(rows))


def _ours(reading: Reading) -> Facts:
    """Return the facts of our reading that have a place in theirs."""
    content = reading.content
    if isinstance(content, Listing):
        return dict(_our_players(content))
    if isinstance(content, Crosstable):
        return dict(_our_crosstable(content))
    if isinstance(content, Pairings):
        return dict(_our_pairings(content))
    return dict(_our_absences(content)) if isinstance(content, NotPaired) else {}


def _known(*facts: Fact) -> Iterator[Fact]:
    """Leave out what the page or the package does not say."""
    return (fact for fact in facts if fact[1] not in (None, ""))


def _their_players(rows: Iterable[Any]) -> Iterator[Fact]:
    for row in rows:
        number = row.start_no
        yield from _known(
            ((number, "name"), row.name),
            ((number, "rating"), row.rating),
            ((number, "title"), row.title),
            ((number, "federation"), row.federation),
            ((number, "FIDE id"), int(row.fide_id or 0) or None),
            ((number, "sex"), row.sex),
        )


def _our_players(listing: Listing) -> Iterator[Fact]:
    for row in listing.rows:
        number = row.start_number
        yield from _known(
            ((number, "name"), row.name),
            ((number, "rating"), _rating(row)),
            ((number, "title"), row.title),
            ((number, "federation"), row.federation),
            ((number, "FIDE id"), row.fide_id),
            ((number, "sex"), row.sex),
        )


def _rating(row: Entry) -> int | None:
    """Return the one rating that the package takes: the first column of the three."""
    return next((one for one in (row.rating, row.fide, row.national) if one is not None), None)


def _their_crosstable(rows: dict[int, list[Any]]) -> Iterator[Fact]:
    for number, results in rows.items():
        for one in results:
            yield (
                (number, one.round, "result"),
                (
                    one.kind.value,
                    one.opponent_no,
                    one.colour.name.lower() if one.colour else None,
                    one.score,
                    one.forfeit,
                ),
            )


def _our_crosstable(table: Crosstable) -> Iterator[Fact]:
    for row, results in zip(table.listing.rows, table.results, strict=True):
        for of_round, one in zip(table.rounds, results, strict=True):
            if one is not None and one.score is not None:
                yield (
                    (row.start_number, of_round, "result"),
                    (
                        _THEIR_KINDS.get(one.kind, "game"),
                        one.opponent,
                        one.colour.value if one.colour else None,
                        float(one.score),
                        one.kind in _FORFEITS,
                    ),
                )


def _their_pairings(rows: Iterable[Any]) -> Iterator[Fact]:
    for row in rows:
        for colour, side in (("white", row.white), ("black", row.black)):
            if side is not None:
                yield from _known(
                    ((row.board, colour, "name"), side.name),
                    ((row.board, colour, "rating"), side.rating),
                    ((row.board, colour, "title"), side.title),
                    ((row.board, colour, "number"), side.start_no),
                )
        result = (row.kind.value, row.white_score, row.black_score, row.forfeit)
        yield (row.board, "result"), result


def _our_pairings(pairings: Pairings) -> Iterator[Fact]:
    for row in pairings.rounds[0].boards:
        for colour, side in (("white", row.white), ("black", row.black)):
            if side is not None:
                yield from _known(
                    ((row.board, colour, "name"), side.name),
                    ((row.board, colour, "rating"), _rating(side)),
                    ((row.board, colour, "title"), side.title),
                    ((row.board, colour, "number"), side.start_number),
                )
        white, black = (
            None if score is None else float(score) for score in (row.white_score, row.black_score)
        )
        result = (_THEIR_KINDS.get(row.kind, "game"), white, black, row.kind in _FORFEITS)
        yield (row.board, "result"), result


def _their_absences(rows: Iterable[Any]) -> Iterator[Fact]:
    for row in rows:
        yield from _known(
            ((row.start_no, "name"), row.name),
            ((row.start_no, "rating"), row.rating),
            ((row.start_no, "title"), row.title),
        )
        for of_round, mark_of in row.markers.items():
            yield (row.start_no, of_round, "mark"), mark_of.value


def _our_absences(content: NotPaired) -> Iterator[Fact]:
    for row, marks in zip(content.listing.rows, content.marks, strict=True):
        yield from _known(
            ((row.start_number, "name"), row.name),
            ((row.start_number, "rating"), _rating(row)),
            ((row.start_number, "title"), row.title),
        )
        for one in marks:
            yield (row.start_number, one.round, "mark"), one.mark
