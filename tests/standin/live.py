"""A stand-in whose events go on as time goes on: every page is that of the moment."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import parse_qsl

from tests.standin.clock import Clock
from tests.standin.event import Event
from tests.standin.faults import Fault, Seen
from tests.standin.pairings import round_answered
from tests.standin.play import Play, site_time
from tests.standin.server import Standin
from tests.standin.site import Answer, tournament_number

_STARTING_RANK, _CARD = 0, 9
# Nobody can read such a page, or not what it is about.
_SPOILED = frozenset({"half_page", "short_body", "closed_gate"})
# The views that an old page comes up in: pairings, crosstables and cards.
_OF_RESULTS = frozenset({2, 3, 4, 5, 9, 46, 63, 83})


@dataclass(frozen=True)
class Served:
    """A page that was sent whole: when (UTC), of which event, and which upload it shows.

    `art` is None for a page without a view. `round` is the one that a page of pairings shows, None
    on any other page and where it shows all rounds; `number` the start number or team asked for.
    `stale` says that the newest results are missing in crosstables.
    """

    at: datetime
    tournament: int
    art: int | None
    round: int | None
    upload_index: int
    number: int | None = None
    stale: bool = False


@dataclass(frozen=True)
class Between:
    """A fault that lasts from a time to another one (UTC)."""

    start: datetime
    end: datetime
    fault: Fault


class LiveStandin(Standin):
    """A site that shows plays as they are at the clock's time.

    `served` lists the pages that were sent whole. An event is not there before its first upload.
    `events` are others, which stay as they are.
    """

    def __init__(
        self,
        plays: Iterable[Play],
        clock: Clock,
        events: Iterable[Event] = (),
        *,
        redirect: bool = True,
        missing_status: int = 200,
        port: int = 0,
    ) -> None:
        super().__init__(events, redirect=redirect, missing_status=missing_status, port=port)
        self.clock = clock
        self.plays = {play.number: play for play in plays}
        self.served: list[Served] = []
        self.timed_faults: list[Between] = []
        self._old_pages_seen: set[tuple[int, int]] = set()
        self._deleted: dict[int, datetime] = {}
        self._turn = threading.Lock()
        self._visit = threading.local()

    def between(self, start: datetime, end: datetime, fault: Fault) -> None:
        """Let a fault last from a time to another one, by the clock."""
        self.timed_faults.append(Between(start, end, fault))

    def delete(self, number: int, at: datetime) -> None:
        """Let an event be gone from a time on."""
        self._deleted[number] = at

    def take_fault(self, seen: Seen, gives_page: bool) -> Fault | None:
        """Note a request and give the fault that is meant for it, or that of the hour."""
        fault = super().take_fault(seen, gives_page)
        if fault is None:
            now = self.clock.now()
            fault = next(
                (
                    one.fault
                    for one in self.timed_faults
                    if one.start <= now < one.end and one.fault.meets(seen, gives_page)
                ),
                None,
            )
        self._visit.fault = fault
        return fault

    def answer(
        self, path: str, query: str, form: Mapping[str, str] | None, gate_stays: bool
    ) -> Answer:
        """Make the page that a request to the node asks for, as it is now."""
        with self._turn:
            self._show(path, query, stale=False)
            return super().answer(path, query, form, gate_stays)

    def stale_answer(self, path: str, query: str, form: Mapping[str, str] | None) -> Answer:
        """Make the page with crosstables that lack the results of the newest round."""
        with self._turn:
            self._show(path, query, stale=True)
            return super().stale_answer(path, query, form)

    def _show(self, path: str, query: str, *, stale: bool) -> None:
        """Put up everything as it is now, and note the page that is about to be sent."""
        now = self.clock.now()
        self._library.style = replace(self._library.style, server_time=site_time(now))
        number = tournament_number(path)
        asked = {name.lower(): value for name, value in parse_qsl(query, keep_blank_values=True)}
        wanted = list(self.plays) if number is None else [number]
        for play in (self.plays[one] for one in wanted if one in self.plays):
            index = play.index_at(now)
            if index is None or self._is_gone(play, now):
                self.remove(play.number)
                continue
            if number is not None and _art(asked) in _OF_RESULTS:
                index = self._perhaps_old(play, index, now)
            upload = play.uploads[index]
            style = replace(upload.style, server_time=site_time(now))
            self.put(upload.event, style)
            if number is not None and self._is_whole():
                behind = stale or style.stale_crosstable
                self.served.append(_served(upload.event, now, asked, index, stale=behind))

    def _is_gone(self, play: Play, now: datetime) -> bool:
        return play.number in self._deleted and now >= self._deleted[play.number]

    def _perhaps_old(self, play: Play, index: int, now: datetime) -> int:
        """Give the index of an old page where its time has come; each comes up once."""
        for page in play.old_pages:
            key = (play.number, page.index)
            if page.at <= now and page.index < index and key not in self._old_pages_seen:
                self._old_pages_seen.add(key)
                return page.index
        return index

    def _is_whole(self) -> bool:
        fault: Fault | None = getattr(self._visit, "fault", None)
        return fault is None or fault.kind not in _SPOILED


def _art(asked: Mapping[str, str]) -> int | None:
    """Give the view that a query asks for."""
    number = _whole(asked.get("art"))
    return _CARD if number is None and "snr" in asked else number


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and text.lstrip("-").isdecimal() else None


def _served(
    event: Event, now: datetime, asked: Mapping[str, str], index: int, *, stale: bool
) -> Served:
    art = _art(asked)
    shown = None
    if (art == 3 and event.for_teams) or (art == 2 and not event.round_robin):
        shown = round_answered(event, _whole(asked.get("rd")) or event.rounds_paired)
    return Served(now, event.number, art, shown, index, _whole(asked.get("snr")), stale)
