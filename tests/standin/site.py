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
        self, path: str, raw_query: str, form: Mapping[str, str] | None, gate_stays: bool = False
    ) -> Answer:
        """Answer a request to a node. `form` is what a POST sent, None for a GET."""
        number = tournament_number(path)
        query = dict(parse_qsl(raw_query, keep_blank_values=True))
        style = self.style_of(number, query)
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
        teams = event.tournament_type.endswith("for teams")
        if art == 9 or (art is None and snr is not None):
            if snr is None:
                return render.empty_card_shell(event, style, action)
            return render.card_page(event, snr, style, action)
        rows: int | None = render.PAGE_ROWS
        if "zeilen" in asked:
            rows = _number(asked["zeilen"]) or None
        if teams and art in {None, 0, 32}:
            return render.team_list_page(event, style, action)
        if art == 1:
            return render.ranking_page(event, style, rows, action)
        if art == 2:
            if event.tournament_type == "Round robin":
                return render.round_robin_page(event, style, action)
            newest = event.rounds_paired
            return render.pairings_page(event, _number(asked.get("rd")) or newest, style, action)
        if art == 3:
            return render.alphabetical_page(event, style, rows, action)
        return render.start_list_page(event, style, rows, action)
