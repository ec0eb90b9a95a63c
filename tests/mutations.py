"""Damaged pages: ways to damage one, pages to damage, and a long run of them by hand.

    python -m tests.mutations --pages 100000 [--seed N] [--compare]

Whatever is wrong with a page, only our own refusals may come out, and soon. A page is damaged by
a seeded number, so that a failure can be repeated; the run prints the seed of each.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from rating.card import rate_card
from report.reading import notes_of, of_reading
from report.rows import of_sheets
from report.text import TextReport
from report.words import Words
from scraper import checks, vocabulary
from scraper.errors import TnrateError
from scraper.model import PlayerCard
from scraper.page import Page
from scraper.read import read_page
from scraper.saved import as_utf8
from tests.standin import build, demo, render
from tests.standin.event import Event, Style
from tests.standin.search import prefix, search_page

Mutation = Callable[[bytes, random.Random], bytes]

SHARED_PAGES = Path(__file__).parents[2] / "shared" / "pages"
MOST_BYTES = 1_000_000
SECONDS = 1.0
_HANGS_AFTER = 20.0
_TODAY = date(2026, 5, 17)
_RENDERED = 20  # one page in so many is also written as text and CSV
_MOST_MUTATIONS = 4

_TAG = re.compile(rb"<[^>]*>")
_CELL = re.compile(rb"<t[dh]\b[^>]*>.*?</t[dh]>", re.DOTALL)
_HEADER = re.compile(rb'<tr class="CRn?g1b.*?</tr>', re.DOTALL)
_ROW = re.compile(rb"<tr\b.*?</tr>", re.DOTALL)
_DATA = re.compile(rb'<table[^>]*class="CRs\d.*?</table>', re.DOTALL | re.IGNORECASE)
_TEXT = re.compile(rb"(?<=>)[^<>\s][^<>]*(?=<)")
_DIGITS = re.compile(rb"(?<=>)\d[\d.,]*(?=[^<>]{0,9}<)")
_ATTRIBUTE = re.compile(rb'(?<==")[^"<>]*(?=")')
_CLOSING = re.compile(rb"</(?:td|th|tr|table|div|a|h2|h3|p|form|html|body)>", re.IGNORECASE)
_END = b"</table></body></html>"

STRANGE = (
    b"", b"-", b"-1", b"-2", b"0", b"1K", b"1U", b"+", b"\xc2\xbd", b"99999999999999", b"1,5",
    b"NaN", b"1e9", b"&#0;", b"&#x110000;", b"&nbsp;", b"\xe2\x88\x92", b"\x00", b"\xff",
    b"\xe2\x80\xae", b"<table>", b"</table>", b"<td>", b"<!--", b"]]>", b"<script>", b"\xd9\xa3",
    b"\xc2\xb2", b"0000/00/00", b"31.02.2026 25:61:61", b"'\"><", b"&", b"x" * 3000, b"K", b"Name",
    b"\xee\x80\x80", b"&#xE000;", b"\x1b[2J", b"54b1", b"3w+", b"-\xc2\xbd", b"*", b"0F", b"1 - 0",
    b"+ - -", b"2\xc2\xbd : 1\xc2\xbd", b":", b"1.Rd", b"7", b"Rk.", b"No.", b"Inf", b"-0",
    b"\xef\xbc\x91", b"\xe0\xa5\xa7", b"1\xc2\xa0234", b"12.", b".5", b"+-", b"9" * 400,
    b"Round 999999999 on 2026/13/45 at 99:99", b"1. A (RtgAvg:1, Captain: / TB1: )",
)  # fmt: skip
_INSERTED = (
    b"<!-- <tr><td>7</td></tr> -->", b"<script>if (a < b) {}</script>", b"<script>", b"\x01",
    b"\x0b", b"\x1f", b"\x7f", b"\xc2\x85", b"&#57344;", b"\xee\x80\x80", b"&lt;td&gt;", b"&bogus;",
    b"&#x202e;", b"\xe2\x80\x8b", b"<!--", b"-->", b"<![CDATA[", b"<?php ", b"<style>", b"<form>",
    b"<input name='cb_alleDetails'>", b"<select>", b"<h2>Statistics</h2>", b"<h2>", b"<h3>",
    b"<textarea>", b"<title>", b"<noscript>", b"<svg><td>", b"<math>", b"<template>", b"\"", b"'",
    b"<td", b"<a href='", b"<table class=\"CRs1\">", b"<table class='CRs2'>", b"</html>",
    b"<div id='x_P_Error'>Record not found</div>", b"daily limit exceeded", b"<tr class=\"CRg1b\">",
)  # fmt: skip
_WORDS = tuple(word.encode() for word in (*vocabulary.COLUMN, *vocabulary.FACT, *"123", "", "1.Rd"))
_NESTED = (
    b"div", b"b", b"a", b"span", b"table><tr><td", b"ul><li", b"form", b"font", b"i><b", b"h2",
    b"p", b"td><a href='?art=2&rd=1'", b'table class="CRs1"><tr><td',
)  # fmt: skip
_ENCODINGS = ("utf-16", "utf-8-sig", "cp1254", "latin-1", "cp1251", "utf-16-le", "cp437", "utf-7")


def _pick(found: re.Pattern[bytes], data: bytes, dice: random.Random) -> re.Match[bytes] | None:
    """Find one match, evenly among all, the data tables before the frame."""
    matches = list(found.finditer(data))
    if not matches:
        return None
    start = data.find(b'class="CRs')
    inside = [match for match in matches if match.start() > start]
    return dice.choice(inside if inside and dice.random() < 0.8 else matches)


def _put(
    found: re.Pattern[bytes], data: bytes, dice: random.Random, put: Callable[[bytes], bytes]
) -> bytes:
    """Put something else in the place of a match."""
    match = _pick(found, data, dice)
    if match is None:
        return data
    return data[: match.start()] + put(match[0]) + data[match.end() :]


def _swap(found: re.Pattern[bytes], data: bytes, dice: random.Random) -> bytes:
    """Let two matches change places."""
    pair = [_pick(found, data, dice), _pick(found, data, dice)]
    first, second = sorted((one for one in pair if one), key=lambda one: one.start())[:2] or (
        None,
        None,
    )
    if first is None or second is None or first.end() > second.start():
        return data
    return (
        data[: first.start()] + second[0] + data[first.end() : second.start()] + first[0]
        + data[second.end() :]
    )  # fmt: skip


def _at_some_tag(data: bytes, dice: random.Random, what: bytes) -> bytes:
    match = _pick(_TAG, data, dice)
    place = dice.randrange(len(data) + 1) if match is None else match.end()
    return data[:place] + what + data[place:]


def cut(data: bytes, dice: random.Random) -> bytes:
    """Cut the page off, with or without an end put behind."""
    place = dice.randrange(1, len(data) + 1)
    return data[:place] + dice.choice((b"", b"</html>", _END, _END))


def cut_out(data: bytes, dice: random.Random) -> bytes:
    """Take a piece out of the middle."""
    start = dice.randrange(len(data))
    return data[:start] + data[start + dice.choice((3, 40, 400, 4000)) :]


def flip(data: bytes, dice: random.Random) -> bytes:
    """Turn some bytes into others."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 5, 50))):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def flip_text(data: bytes, dice: random.Random) -> bytes:
    """Turn one letter of a text into another printable one."""

    def turned(text: bytes) -> bytes:
        place = dice.randrange(len(text))
        return text[:place] + bytes([dice.randrange(32, 127)]) + text[place + 1 :]

    return _put(_TEXT, data, dice, turned)


def repeat(data: bytes, dice: random.Random) -> bytes:
    """Repeat a fragment thousands of times, below a megabyte."""
    pattern = dice.choice((_CELL, _ROW, _TAG, _TEXT, _DATA, _HEADER, _ATTRIBUTE))
    room = MOST_BYTES - len(data) - 1000

    def many(piece: bytes) -> bytes:
        times = min(dice.choice((30, 300, 3000, 30_000)), room // max(len(piece), 1))
        return piece * max(times, 1)

    return _put(pattern, data, dice, many)


def nest(data: bytes, dice: random.Random) -> bytes:
    """Put a table of the page, or a cell's worth of one, into a cell."""
    table = _pick(_DATA, data, dice)
    inner = table[0] if table and dice.random() < 0.7 else b"<table><tr><td>1</td></tr></table>"

    def nested(cell: bytes) -> bytes:
        head, _, tail = cell.partition(b">")
        return head + b">" + inner + tail

    return _put(_CELL, data, dice, nested)


def nest_deep(data: bytes, dice: random.Random) -> bytes:
    """Open thousands of tags at some place, closed again or not."""
    tag = dice.choice(_NESTED)
    times = dice.choice((10, 200, 300, 2000, 20_000))
    closing = b"".join(b"</" + part.split()[0] + b">" for part in reversed(tag.split(b"><")))
    place = dice.choice((0, 1))
    what = (b"<" + tag + b">") * times + (closing * times if place else b"")
    return _at_some_tag(data, dice, what)


def drop_closing_tags(data: bytes, dice: random.Random) -> bytes:
    """Drop all closing tags of one kind, or a single one."""
    tag = _pick(_CLOSING, data, dice)
    if tag is None:
        return data
    if dice.random() < 0.5:
        return data.replace(tag[0], b"")
    return data[: tag.start()] + data[tag.end() :]


def rename_header(data: bytes, dice: random.Random) -> bytes:
    """Give a cell of a header another word, of any language."""

    def renamed(header: bytes) -> bytes:
        return _put(_CELL, header, dice, lambda _: b"<th>" + dice.choice(_WORDS) + b"</th>")

    return _put(_HEADER, data, dice, renamed)


def shuffle_header(data: bytes, dice: random.Random) -> bytes:
    """Put the cells of a header in another order."""

    def shuffled(header: bytes) -> bytes:
        cells = _CELL.findall(header)
        dice.shuffle(cells)
        return b'<tr class="CRg1b">' + b"".join(cells) + b"</tr>"

    return _put(_HEADER, data, dice, shuffled)


def move_header(data: bytes, dice: random.Random) -> bytes:
    """Take a header away and put it somewhere else."""
    header = _pick(_HEADER, data, dice)
    if header is None:
        return data
    rest = data[: header.start()] + data[header.end() :]
    return _at_some_tag(rest, dice, header[0])


def unclosed(data: bytes, dice: random.Random) -> bytes:
    """Open a comment, a script or a quote that nothing closes."""
    if dice.random() < 0.5:
        return _put(
            _TAG, data, dice, lambda tag: tag.replace(b'"', b"", 1) if b'"' in tag else b"'"
        )
    return _at_some_tag(data, dice, dice.choice((b"<!--", b"<script>", b'<a href="', b"<style>")))


def encode(data: bytes, dice: random.Random) -> bytes:
    """Write the page in another encoding, or encode it twice."""
    encoding = dice.choice(_ENCODINGS)
    if dice.random() < 0.3:
        return data.decode("latin-1").encode()
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def huge_number(data: bytes, dice: random.Random) -> bytes:
    """Make a number monstrous, negative or fractional."""
    forms = (b"9" * 12, b"9" * 400, b"-%b", b"%b,%b", b"%b\xc2\xbd", b"1e%b", b"%b" * 9, b"0%b")

    def changed(number: bytes) -> bytes:
        return dice.choice(forms).replace(b"%b", number)

    return _put(_DIGITS, data, dice, changed)


def change_number(data: bytes, dice: random.Random) -> bytes:
    """Put another number of its size in the place of one."""
    return _put(_DIGITS, data, dice, lambda old: str(dice.randrange(10 ** len(old))).encode())


def change_attribute(data: bytes, dice: random.Random) -> bytes:
    """Change what an attribute says: a class, an address, the name of a field."""
    others = (b"", b"CRs1", b"CRs2", b"CRg1b", b"CRg1", b"FarbewT", b"FarbesT", b"x" * 5000)

    def changed(value: bytes) -> bytes:
        if dice.random() < 0.5 and value:
            return flip(value, dice)
        return dice.choice(others)

    return _put(_ATTRIBUTE, data, dice, changed)


MUTATIONS: Mapping[str, Mutation] = {
    "drop a cell": lambda data, dice: _put(_CELL, data, dice, lambda _: b""),
    "double a cell": lambda data, dice: _put(_CELL, data, dice, lambda cell: cell * 2),
    "swap cells": lambda data, dice: _swap(_CELL, data, dice),
    "empty a cell": lambda data, dice: _put(_CELL, data, dice, lambda _: b"<td></td>"),
    "drop a row": lambda data, dice: _put(_ROW, data, dice, lambda _: b""),
    "double a row": lambda data, dice: _put(_ROW, data, dice, lambda row: row * 2),
    "swap rows": lambda data, dice: _swap(_ROW, data, dice),
    "drop a tag": lambda data, dice: _put(_TAG, data, dice, lambda _: b""),
    "halve a tag": lambda data, dice: _put(_TAG, data, dice, lambda tag: tag[: len(tag) // 2]),
    "swap tags": lambda data, dice: _swap(_TAG, data, dice),
    "drop closing tags": drop_closing_tags,
    "drop a table": lambda data, dice: _put(_DATA, data, dice, lambda _: b""),
    "double a table": lambda data, dice: _put(_DATA, data, dice, lambda table: table * 2),
    "swap tables": lambda data, dice: _swap(_DATA, data, dice),
    "nest a table": nest,
    "nest deep": nest_deep,
    "drop a header": lambda data, dice: _put(_HEADER, data, dice, lambda _: b""),
    "rename a header": rename_header,
    "shuffle a header": shuffle_header,
    "move a header": move_header,
    "swap texts": lambda data, dice: _swap(_TEXT, data, dice),
    "strange text": lambda data, dice: _put(_TEXT, data, dice, lambda _: dice.choice(STRANGE)),
    "strange end": lambda data, dice: _put(
        _TEXT, data, dice, lambda text: text + dice.choice(STRANGE)
    ),
    "backwards": lambda data, dice: _put(_TEXT, data, dice, lambda text: text[::-1]),
    "insert": lambda data, dice: _at_some_tag(data, dice, dice.choice(_INSERTED)),
    "flip": flip,
    "flip in a text": flip_text,
    "cut": cut,
    "cut out": cut_out,
    "repeat": repeat,
    "unclosed": unclosed,
    "encode": encode,
    "huge number": huge_number,
    "change a number": change_number,
    "change an attribute": change_attribute,
}


def damaged(data: bytes, dice: random.Random) -> tuple[bytes, tuple[str, ...]]:
    """Damage a page one to four times; give it, below a megabyte, and what was done."""
    done = []
    for _ in range(dice.randint(1, _MOST_MUTATIONS)):
        name = dice.choice(tuple(MUTATIONS))
        data = MUTATIONS[name](data, dice)
        done.append(name)
        if not data:
            break
    if len(data) >= MOST_BYTES:
        data = data[: MOST_BYTES - len(_END) - 1] + _END
    return data, tuple(done)


def page_views(event: Event, style: Style) -> Iterator[tuple[str, str]]:
    """Give every view of an event that has players, by name."""
    yield "startlist", render.start_list_page(event, style)
    yield "alphabetical", render.alphabetical_page(event, style)
    yield "ranking", render.ranking_page(event, style)
    yield "crosstable by rank", render.ranking_crosstable_page(event, style)
    yield "crosstable by number", render.start_crosstable_page(event, style)
    if event.round_robin:
        yield "round robin", render.round_robin_page(event, style)
    else:
        yield "pairings", render.pairings_page(event, max(event.rounds_done, 1), style)
        yield "not paired", render.not_paired_page(event, style)
    yield "schedule", render.schedule_page(event, style)
    yield "statistics", render.statistics_page(event, style)
    yield "card", render.card_page(event, event.players[1].start_number, style)


def team_views(event: Event, style: Style) -> Iterator[tuple[str, str]]:
    """Give every view of a team event, by name."""
    yield "teamlist", render.team_list_page(event, style)
    yield "teamranking", render.team_ranking_page(event, style)
    yield "team crosstable", render.team_crosstable_page(event, style)
    yield "team pairings", render.team_pairings_page(event, style, 1)
    yield "board pairings", render.board_pairings_page(event, style, 1)
    yield "composition", render.composition_page(event, style)
    yield "composition without results", render.composition_page(event, style, results=False)
    yield "bestplayers", render.best_players_page(event, style)
    yield "best per board", render.best_per_board_page(event, style)
    yield "playerlist", render.team_players_page(event, style)
    yield "team card", render.card_page(event, event.players[1].start_number, style)


def _searches(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    for kind in ("tournaments", "players"):
        style = Style()
        form = {f"{prefix(style)}cb_suchen": "Search", "__VIEWSTATE": "x"}
        yield f"{kind} found", search_page(kind, events, style, form)
        yield f"{kind} form", search_page(kind, events, style)


FULL = Style(
    two_ratings=True, we_columns=True, flags=True, typ_column=True, tie_breaks=3,
    performance_column=True, change_columns=True, match_form="full", national_id_column=True,
)  # fmt: skip
STYLES: Mapping[str, Style] = {
    "plain": Style(),
    "full": FULL,
    "old turkish": Style(lan=8, era="old", we_columns=True, tie_breaks=2, change_columns=True),
    "details russian": Style(lan=11, details=True, pgn_column=True, tbody=True),
    "gated": Style(gated=True),
}


@cache
def standin_pages() -> Mapping[str, bytes]:
    """Give the stand-in's pages of every view, in several forms."""
    swiss = build.simple_swiss(13, 5)
    robin = build.round_robin(6, played=3)
    teams = build.team_swiss(5, 3, 3)
    found: dict[str, str] = {}
    for name, style in STYLES.items():
        for kind, views in (
            ("swiss", page_views(swiss, style)),
            ("robin", page_views(robin, style)),
            ("teams", team_views(teams, style)),
        ):
            found |= {f"{kind}, {view}, {name}": page for view, page in views}
    found |= dict(_searches((swiss, robin, teams, demo.demo_event())))
    found["missing"] = render.missing_page(Style())
    found["limit"] = render.limit_page(Style())
    found["not started"] = render.card_page(demo.coming_event(), 1, Style())
    return {name: page.encode() for name, page in found.items()}


@cache
def real_pages() -> Mapping[str, bytes]:
    """Give the real pages beside the repository; none where it stands alone."""
    return {path.name: path.read_bytes() for path in sorted(SHARED_PAGES.glob("*.html"))}


class Hang(Exception):
    """A page took longer than anybody would wait."""


@dataclass(slots=True)
class Outcome:
    """What came of a page: its view, "read" or the code of the refusal, and the seconds."""

    view: str
    result: str
    seconds: float
    contradicts: bool = False


def read_everything(data: bytes, *, rendered: bool = False) -> Outcome:
    """Read a page in every way: facts, checks, document, and if wanted text and CSV.

    Lets everything through but our own refusals.
    """
    started = time.perf_counter()
    view = "?"
    try:
        page = Page(as_utf8(data, "The page"), "The page")
        view = "unread"
        reading = read_page(page)
        view = reading.view
        found = checks.of_page(reading)
        notes = notes_of(reading)
        document = of_reading(reading, found, notes, Words("en"))
        json.dumps(document)
    except TnrateError as refusal:
        str(refusal)
        return Outcome(view, refusal.code, time.perf_counter() - started)
    seconds = time.perf_counter() - started
    if isinstance(reading.content, PlayerCard):
        rate_card(reading.content, reading.tournament, _TODAY)
    if rendered:
        of_sheets(document)
        TextReport(Words("tr"), io.StringIO()).reading(reading, document, found, notes)
    return Outcome(view, "read", seconds, any(not check.ok for check in found))


def _reading_of(data: bytes) -> object:
    try:
        return read_page(Page(data))
    except TnrateError as refusal:
        return refusal.code


def differs(data: bytes) -> bool:
    """Say whether a page says something else where its rows are cut out of it unparsed."""
    try:
        data = as_utf8(data, "The page")
    except TnrateError:
        return False
    with patch("scraper.page.cut", lambda whole: (whole, [])):
        parsed = _reading_of(data)
    return parsed != _reading_of(data)


@dataclass
class Run:
    """The counts of many damaged pages."""

    pages: int = 0
    views: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    damages: Counter[str] = field(default_factory=Counter)
    contradictions: int = 0
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, other: Run) -> None:
        """Take in what another process counted."""
        self.pages += other.pages
        self.views += other.views
        self.results += other.results
        self.damages += other.damages
        self.contradictions += other.contradictions
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)


def one_page(seed: int, sources: Mapping[str, bytes]) -> tuple[str, bytes, tuple[str, ...]]:
    """Choose a page by its seed, the smaller ones more often, and damage it."""
    dice = random.Random(seed)  # noqa: S311 - repeatable damage
    names = list(sources)
    weights = list(accumulate(1 / (5000 + len(sources[name])) for name in names))
    name = dice.choices(names, cum_weights=weights)[0]
    data, done = damaged(sources[name], dice)
    return name, data, done


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise Hang


def run(
    first: int,
    count: int,
    sources: Mapping[str, bytes],
    seconds: float = SECONDS,
    *,
    compare: bool = False,
) -> Run:
    """Read so many damaged pages, with the seeds from `first` on; longer than that is a failure.

    With `compare` a page whose rows are others than the parser gives is a failure as well.
    """
    found = Run()
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _stop)
    for seed in range(first, first + count):
        name, data, done = one_page(seed, sources)
        about = f"seed {seed}: {name}: {', '.join(done)} ({len(data)} bytes)"
        found.pages += 1
        found.damages.update(done)
        if not data:
            continue
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, _HANGS_AFTER)
        try:
            outcome = read_everything(data, rendered=seed % _RENDERED == 0)
            if compare and differs(data):
                found.failures.append(f"{about}: not as the parser reads it")
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            found.failures.append(f"{about}: {type(error).__name__}: {error!s:.200} at {place}")
            continue
        finally:
            if hasattr(signal, "SIGALRM"):
                signal.setitimer(signal.ITIMER_REAL, 0)
        found.views[outcome.view] += 1
        found.results[outcome.result] += 1
        found.contradictions += outcome.contradicts
        found.slowest = max(found.slowest, (outcome.seconds, about))
        if outcome.seconds > seconds:
            found.failures.append(f"{about}: {outcome.seconds:.2f} s, {outcome.result}")
    return found


def _part(first: int, count: int, compare: bool) -> Run:
    return run(first, count, {**standin_pages(), **real_pages()}, compare=compare)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run by hand; the exit status is 1 where a page failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first page")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--compare", action="store_true", help="read by the parser alone as well")
    given = parser.parse_args(arguments)
    step = max(min(2000, given.pages // given.processes or 1), 1)
    starts = [*range(given.seed, given.seed + given.pages, step), given.seed + given.pages]
    started = time.perf_counter()
    total = Run()
    with ProcessPoolExecutor(given.processes) as pool:
        parts = [
            pool.submit(_part, start, end - start, given.compare) for start, end in pairwise(starts)
        ]
        for part in parts:
            total.add(part.result())
            print(f"{total.pages} pages, {len(total.failures)} failures", file=sys.stderr)
    print(f"{total.pages} pages in {time.perf_counter() - started:.0f} s")
    for title, counts in (("views", total.views), ("outcomes", total.results)):
        print(f"{title}: " + ", ".join(f"{name} {n}" for name, n in counts.most_common()))
    print("damages: " + ", ".join(f"{name} {n}" for name, n in total.damages.most_common()))
    print(f"contradictions found on {total.contradictions} pages")
    print(f"slowest: {total.slowest[0]:.3f} s, {total.slowest[1]}")
    for failure in total.failures:
        print(f"FAILED {failure}")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
