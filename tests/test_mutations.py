"""Damaged pages: whatever is wrong with one, only our own refusals come out.

A page is damaged by a seeded number, so that a failure can be repeated by its parameter.
"""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from rating.card import rate_card
from scraper.errors import TnrateError
from scraper.page import Page
from scraper.saved import as_utf8
from scraper.views import card, details, players
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Style

ROUNDS_OF_DAMAGE = 30
EVENT = demo.demo_event()
PAGES: dict[str, str] = {
    "demo card": (DEMO / "card.html").read_text(encoding="utf-8"),
    "demo list": (DEMO / "startlist.html").read_text(encoding="utf-8"),
    "old card": render.card_page(EVENT, 13, Style(era="old")),
    "turkish card": render.card_page(EVENT, 1, Style(lan=8, tbody=True, we_columns=True)),
    "russian card": render.card_page(EVENT, 4, Style(lan=11, era="old", two_ratings=True)),
    "german card": render.card_page(EVENT, 15, Style(lan=0, details=True, pgn_column=True)),
    "ranking": render.ranking_page(EVENT, Style(flags=True)),
    "alphabetical": render.alphabetical_page(EVENT, Style(gated=True)),
    "pairings": render.pairings_page(EVENT, 6, Style()),
    "round robin": render.round_robin_page(replace(EVENT, tournament_type="Round robin"), Style()),
    "teams": render.team_list_page(EVENT, Style()),
    "missing": render.missing_page(Style()),
    "limit": render.limit_page(Style()),
}
_TAG = re.compile(rb"<[^>]*>")
_CELL = re.compile(rb"<t[dh][^>]*>[^<]*</t[dh]>")
_ROW = re.compile(rb"<tr\b.*?</tr>", re.DOTALL)
_TEXT = re.compile(rb"(?<=>)[^<>]+(?=<)")
_STRANGE = (
    b"", b"-", b"-1", b"-2", b"0", b"1K", b"1U", b"+", b"\xc2\xbd", b"99999999999999", b"1,5",
    b"NaN", b"1e9", b"&#0;", b"&#x110000;", b"&nbsp;", b"\xe2\x88\x92", b"\x00", b"\xff",
    b"\xe2\x80\xae", b"<table>", b"</table>", b"<td>", b"<!--", b"]]>", b"<script>", b"\xd9\xa3",
    b"\xc2\xb2", b"0000/00/00", b"31.02.2026 25:61:61", b"'\"><", b"&", b"x" * 3000, b"K", b"Name",
)  # fmt: skip


def _some(found: re.Pattern[bytes], data: bytes, dice: random.Random) -> re.Match[bytes] | None:
    matches = list(found.finditer(data))
    return dice.choice(matches) if matches else None


def _swap(
    found: re.Pattern[bytes], data: bytes, dice: random.Random, put: Callable[[bytes], bytes]
) -> bytes:
    match = _some(found, data, dice)
    if match is None:
        return data
    return data[: match.start()] + put(match[0]) + data[match.end() :]


def _flip(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data))
    return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]


def _cut_out(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data))
    return data[:start] + data[start + dice.randrange(400) :]


def _half_tag(tag: bytes) -> bytes:
    return tag[: len(tag) // 2]


DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    lambda data, dice: _swap(_CELL, data, dice, lambda _: b""),
    lambda data, dice: _swap(_CELL, data, dice, lambda cell: cell * 2),
    lambda data, dice: _swap(_ROW, data, dice, lambda _: b""),
    lambda data, dice: _swap(_ROW, data, dice, lambda row: row * 2),
    lambda data, dice: _swap(_TAG, data, dice, lambda _: b""),
    lambda data, dice: _swap(_TAG, data, dice, _half_tag),
    lambda data, dice: _swap(_TEXT, data, dice, lambda _: dice.choice(_STRANGE)),
    lambda data, dice: _swap(_TEXT, data, dice, lambda text: text + dice.choice(_STRANGE)),
    lambda data, dice: _swap(_TEXT, data, dice, lambda text: text[::-1]),
    _flip,
    _cut_out,
)


def read_everything(data: bytes) -> str:
    """Read a page in every way; give the code of the first refusal, or "read"."""
    refusals: list[str] = []
    try:
        page = Page(as_utf8(data, "The page"), "The page")
    except TnrateError as refusal:
        return refusal.code
    tournament = details.read(page)
    try:
        rate_card(card.read(page), tournament, date(2026, 5, 17))
    except TnrateError as refusal:
        refusals.append(refusal.code)
    try:
        players.read(page)
    except TnrateError as refusal:
        refusals.append(refusal.code)
    return refusals[0] if len(refusals) == 2 else "read"


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("seed", range(ROUNDS_OF_DAMAGE))
def test_a_damaged_page_ends_in_facts_or_in_a_refusal(name: str, seed: int) -> None:
    """Lost cells, doubled rows, cut tags, strange texts and flipped bytes raise only refusals."""
    dice = random.Random(f"{name} {seed}")  # noqa: S311 - repeatable damage
    data = PAGES[name].encode()
    for _ in range(1 + seed % 5):
        data = dice.choice(DAMAGE)(data, dice)
        if not data:
            break
        assert read_everything(data)


@pytest.mark.parametrize("strange", _STRANGE, ids=repr)
def test_a_strange_text_in_any_cell_of_the_card(strange: bytes) -> None:
    """Each cell of the rounds in turn holds a text that does not belong there."""
    data = PAGES["demo card"].encode()
    start = data.rindex(b'<table class="CRs1"')
    for match in list(_TEXT.finditer(data, start))[:110:3]:
        assert read_everything(data[: match.start()] + strange + data[match.end() :])


def test_the_undamaged_pages_are_read_or_refused_as_expected() -> None:
    """The pages that are damaged above are right before: lists and cards are read."""
    refused = {name for name, page in PAGES.items() if read_everything(page.encode()) != "read"}
    assert refused == {"pairings", "round robin", "teams", "missing", "limit"}


def test_nothing_but_tags_and_noise() -> None:
    """Bytes without any sense, short or long, are refused and nothing else."""
    dice = random.Random(7)  # noqa: S311 - repeatable noise
    for length in (1, 2, 3, 10, 100, 5000):
        for _ in range(20):
            noise = bytes(
                dice.choice(b"<>/tabletrdh =\"'&#;\n\x80\xff\x01CRs1") for _ in range(length)
            )
            assert read_everything(noise) != "read"


def test_tables_nested_very_deep_are_survived() -> None:
    """A page of thousands of open tags ends in facts or a refusal, not in a crash."""
    deep = b"<html><body>" + b"<table class='CRs1'><tr><td>" * 3000 + b"</body></html>"
    assert read_everything(deep)
