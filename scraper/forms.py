"""The forms of the site: the page's own fields go back, and nothing else (reference, 3 and 10)."""

import re
from collections.abc import Iterator
from typing import Any

from scraper.page import GATE_BUTTON, SEARCH_BUTTON

# Names have a prefix, as in ctl00$P1$txt_bez, and _ctl0:P1:txt_bez on old pages.
_PREFIX = re.compile(r".*[$:]")


def gate_form(data: bytes) -> dict[str, str]:
    """Return what pressing the button of an old tournament sends."""
    return {
        name: str(field.get("value", ""))
        for name, field in _fields(data)
        if field.get("type") == "hidden" or name == GATE_BUTTON
    }


def search_form(data: bytes, wanted: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return what searching sends, with `wanted` filled in by field without its prefix.

    Fields that nobody fills keep what they show; boxes stay unticked.
    """
    filled = dict(wanted)
    sent = {}
    for name, field in _fields(data):
        bare = _PREFIX.sub("", name)
        kind = "select" if field.name == "select" else field.get("type", "text")
        if bare in filled:
            sent[name] = filled[bare]
        elif kind == "select":
            sent[name] = _shown(field)
        elif kind in ("hidden", "text", "date") or bare == SEARCH_BUTTON:
            sent[name] = str(field.get("value", ""))
    return sent


def _fields(data: bytes) -> Iterator[tuple[str, Any]]:
    from bs4 import BeautifulSoup

    form = BeautifulSoup(data, "lxml").find("form")
    for field in form.find_all(["input", "select"]) if form is not None else []:
        if field.get("name"):
            yield str(field["name"]), field


def _shown(select: Any) -> str:
    options = select.find_all("option")
    chosen = next((one for one in options if one.has_attr("selected")), None) or (
        options[0] if options else None
    )
    return "" if chosen is None else str(chosen.get("value", ""))
