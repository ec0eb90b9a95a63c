"""How fast a card is rated, and how fast the program starts."""

import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import lxml.html

from bench.samples import ROOT, SHARED
from bench.timing import mark, side_by_side
from rating.card import rate_card
from scraper.page import Page
from scraper.views import card, details

CARD_LIMIT = 3.0
START_LIMIT = 1.5
_TODAY = date(2026, 11, 1)
_TURNS = 15
_CALLS = 60


def run() -> None:
    """Measure and print."""
    print(f"bytes of a card -> rated card, against lxml.html.fromstring (limit {CARD_LIMIT})")
    for path in [ROOT / "fixtures" / "demo" / "card.html", *sorted(SHARED.glob("*__card*.html"))]:
        _compare_card(path.name, path.read_bytes())
    print(f"tnrate --version, against python -c 'import click' (limit {START_LIMIT})")
    _compare_start()


def _compare_card(name: str, data: bytes) -> None:
    ours, bare = side_by_side(
        lambda: _rate(data), lambda: lxml.html.fromstring(data), turns=_TURNS, calls=_CALLS
    )
    ratio = ours.against(bare)
    print(
        f"  {name:56} {ours.median * 1e3:7.2f} ms {bare.median * 1e3:7.2f} ms  ratio {ratio:.2f}"
        + mark(ratio, CARD_LIMIT)
    )


def _compare_start() -> None:
    tnrate = str(Path(sys.executable).with_name("tnrate"))
    ours, click = side_by_side(
        lambda: _run([tnrate, "--version"]),
        lambda: _run([sys.executable, "-c", "import click"]),
        turns=_TURNS,
    )
    ratio = ours.against(click)
    print(
        f"  {'':56} {ours.median * 1e3:7.1f} ms {click.median * 1e3:7.1f} ms  ratio {ratio:.2f}"
        + mark(ratio, START_LIMIT)
    )


def _rate(data: bytes) -> object:
    page = Page(data)
    return rate_card(card.read(page), details.read(page), _TODAY)


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own commands
