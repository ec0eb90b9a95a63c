"""What the stand-in answers to a request, apart from how it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from tests.standin import render
from tests.standin.blocks import GATE_BUTTON, gate_button_label
from tests.standin.event import Event, Style
from tests.standin.frame import hidden_fields
from tests.standin.routes import View, player_view, team_view
from tests.standin.search import search_page

_SEARCHES = {"/turniersuche.aspx": "tournaments", "/spielersuche.aspx": "players"}
_TOURNAMENT = re.compile(r"^/tnr(\d+)\s*\.aspx$", re.IGNORECASE)
_SEARCH_FIELD = "txt_name"


@dataclass(frozen=True)
class Answer:
    """A status and a page."""

    status: int
    page: str
    is_view: bool = True


def tournament_number(path: str) -> int | None:
    """Read the tournament number from a path, in any case of letters."""
    found = _TOURNAMENT.match(path)
    return int(found[1]) if found else None


def search_kind(path: str) -> str | None:
    """Tell which search page a path names: tournaments, players or none."""
    return _SEARCHES.get(path.lower())


def redirected(path: str) -> bool:
    """Tell whether the bare host sends a path on to a node."""
    return tournament_number(path) is not None or search_kind(path) is not None


def _number(text: str | None) -> int | None:
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None


class Library:
    """The events that are on show, and the view of them that a query asks for."""

    def __init__(
        self,
        events: Iterable[Event],
        style: Style,
        styles: Mapping[int, Style],
        missing_status: int,
    ) -> None:
        self.events = {event.number: event for event in events}
        self.style = style
        self.styles = dict(styles)
        self.missing_status = missing_status

    def style_of(self, number: int | None, query: Mapping[str, str]) -> Style:
        """Give the style of an event as a query changes it: language, details, flags."""
        style = self.styles.get(number, self.style) if number is not None else self.style
        asked = {name.lower(): value for name, value in query.items()}
        lan = _number(asked.get("lan"))
        if lan is not None:
            style = replace(style, lan=lan)
        shown = asked.get("turdet", "").upper()
        if shown in {"YES", "ALL"}:
            style = replace(style, details=True)
        elif shown == "NO":
            style = replace(style, details=False)
        flag = asked.get("flag", "").upper()
        return replace(style, flags=flag != "NO") if flag else style

    def answer(
        self,
        path: str,
        raw_query: str,
        form: Mapping[str, str] | None,
        gate_stays: bool = False,
        *,
        stale: bool = False,
    ) -> Answer:
        """Answer a request to a node. `form` is what a POST sent, None for a GET."""
        number = tournament_number(path)
        query = dict(parse_qsl(raw_query, keep_blank_values=True))
        style = self.style_of(number, query)
        style = replace(style, stale_crosstable=stale or style.stale_crosstable)
        kind = search_kind(path)
        if kind is not None:
            action = f"{path.lstrip('/')}?{raw_query}" if raw_query else path.lstrip("/")
            events = list(self.events.values())
            return Answer(200, search_page(kind, events, style, form, action), False)
        if number is None:
            return Answer(404, "<html><body><h2>404 - Not found.</h2></body></html>", False)
        action = f"{path.lstrip('/')}?{raw_query}" if raw_query else path.lstrip("/")
        event = self.events.get(number)
        if event is None:
            return Answer(self.missing_status, render.missing_page(style, action), False)
        if form is not None:
            own = {**hidden_fields(action, style), GATE_BUTTON: gate_button_label(style)}
            foreign = set(form) - set(own) - {_SEARCH_FIELD}
            if foreign or form.get(_SEARCH_FIELD):
                return Answer(500, render.runtime_error_page(), False)
            sent = {name: value for name, value in form.items() if name in own}
            if style.gated and sent == own and not gate_stays:
                style = replace(style, gated=False, details=True)
        if gate_stays:
            style = replace(style, gated=True)
        return Answer(200, self._view(event, style, query, action))

    def _view(self, event: Event, style: Style, query: Mapping[str, str], action: str) -> str:
        asked = {name.lower(): value for name, value in query.items()}
        art, snr = _number(asked.get("art")), _number(asked.get("snr"))
        teams = event.for_teams
        if art == 9 or (art is None and snr is not None):
            if snr is None:
                return render.empty_card_shell(event, style, action)
            return render.card_page(event, snr, style, action)
        rows: int | None = render.PAGE_ROWS
        if "zeilen" in asked:
            rows = _number(asked["zeilen"]) or None
        view = View(event, style, action, rows, _number(asked.get("rd")), snr)
        if teams and (event.teams or art in {None, 0, 32}):
            return team_view(view, art)
        return player_view(view, art)
