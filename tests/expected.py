"""The lines of shared/pages/expected.jsonl: what a separate program found on each real page."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Reading
from scraper.saved import read_saved
from tests.conftest import SHARED

EXPECTED = SHARED / "pages" / "expected.jsonl"
Line = dict[str, Any]


def lines() -> list[Line]:
    """Give all lines; none where the folder is missing."""
    if not EXPECTED.is_file():
        return []
    return [json.loads(line) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]


def cases(fits: Callable[[Line], bool]) -> list[Any]:
    """Give the lines that fit as parameters, or one that is skipped with the reason."""
    found = [pytest.param(line, id=line["file"]) for line in lines() if fits(line)]
    return found or [
        pytest.param(
            {}, marks=pytest.mark.skip("the folder shared/pages is not beside the repository")
        )
    ]


def of_views(*views: str) -> list[Any]:
    """Give the lines of these views as parameters."""
    return cases(lambda line: line["view"] in views)


def page_named(folder: Path, name: str) -> Page:
    """Parse a page of the folder."""
    return Page(read_saved(str(folder / name)))


def page_of(folder: Path, line: Line) -> Page:
    """Parse the page of a line."""
    return page_named(folder, line["file"])


def reading_of(folder: Path, line: Line) -> Reading:
    """Read the page of a line."""
    return read_page(page_of(folder, line))


def exact(value: float | None) -> Decimal | None:
    """Give a number of the expectations as a decimal."""
    return None if value is None else Decimal(str(value))


def stamp(value: object) -> str | None:
    """Print a time as the site does."""
    return None if value is None else f"{value:%d.%m.%Y %H:%M:%S}"
