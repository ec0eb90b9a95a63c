"""The bundled play: a small rapid event, recorded page by page for people without a network.

What changes with the day it is played back on stands in the pages as a mark: the two times of the
site, and the days and times of the rounds. `fixtures/replay.py` fills them in.
"""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from tests.standin import render
from tests.standin.build import SwissPairing, numbered
from tests.standin.card import view_address
from tests.standin.demo import PLAYERS
from tests.standin.event import Event, Style
from tests.standin.markup import day, stamp
from tests.standin.play import Incident, Play, Story, play_of
from tests.standin.routes import View, player_view
from tests.standin.schedule import results_of

LIVE_NUMBER = 9471835
LIVE_STAR = 6
LIVE_START = datetime(2026, 6, 6, 6, 0, tzinfo=UTC)
LIVE_STYLE = Style(two_ratings=True, details=True, tie_breaks=2, change_columns=True)
LIVE_ZIP = "play.zip"
T = TypeVar("T")
_ROUNDS = 5
_SEED = 1
_STORY = Story(
    seed=10,
    incidents=frozenset(
        {Incident.CORRECTED, Incident.HALF_BYE, Incident.LATE_RESULT, Incident.HELD_BACK}
    ),
    lead=timedelta(minutes=20),
    between=timedelta(minutes=45),
    games=timedelta(minutes=30),
    notice=timedelta(minutes=6),
    uploads=3,
    star=LIVE_STAR,
)
# These stand for the days and times that the replay fills in; no page has them otherwise.
_UPDATE = datetime.fromisoformat("2026-01-01 01:01:01")
_CLOCK = datetime.fromisoformat("2026-01-02 02:02:02")
_DAYS = tuple(date(2026, 1, 10 + number) for number in range(1, _ROUNDS + 1))
_MARKS = (
    (stamp(_UPDATE), "@update@"),
    (stamp(_CLOCK), "@clock@"),
    *((day(when), f"@day{number}@") for number, when in enumerate(_DAYS, start=1)),
)


def live_event() -> Event:
    """Give the event as it is in the end, before the story has its way with it."""
    chance = random.Random(_SEED)  # noqa: S311 - the same event every time is what is wanted
    players = numbered(PLAYERS[3:19])
    ratings = {one.start_number: max(one.fide, one.national) for one in players}
    pairing = SwissPairing(list(ratings))
    lines = []
    for _ in range(_ROUNDS):
        found = pairing.next_round(list(ratings))
        if found is None:
            raise ValueError("the rounds cannot be paired")
        games = []
        for white, black in found[0]:
            gap = ratings[white] - ratings[black]
            weights = (max(40 + gap / 8, 8), max(40 - gap / 8, 8), 25)
            (result,) = chance.choices(("1-0", "0-1", "½-½"), weights)
            pairing.played(white, black, result)
            games.append(f"{white}:{black} {result}")
        lines.append("; ".join(games))
    return Event(
        number=LIVE_NUMBER,
        name="Gölbeyli Hızlı Satranç Günü - B Grubu",
        group="B Grubu",
        players=players,
        rounds_total=_ROUNDS,
        start=_DAYS[0],
        end=_DAYS[-1],
        last_update=_UPDATE,
        results=results_of(players, lines),
        time_control="Rapid",
        time_text="15 dakika + 10 saniye",
        rating_calculation=("national", "international"),
        fide_event_id=9204541,
        organizer="Gölbeyli Gençlik ve Spor",
        location="Gölbeyli Kültür Evi",
        chief_arbiter="FA Tomurbeyli, Nurgül 99108812",
        uploader="Gölbeyli GS",
    )


def live_play() -> Play:
    """Give the play that is recorded."""
    return play_of(live_event(), LIVE_START, _STORY, LIVE_STYLE)


def _views(event: Event) -> Iterator[tuple[str, int, int | None]]:
    """Give the key, view and round or start number of every page of an upload."""
    for art in (0, 1, 5, 14):
        yield f"art={art}", art, None
    for number in range(1, event.rounds_paired + 1) or (0,):
        yield f"art=2&rd={number}", 2, number
    for player in event.players:
        yield f"art=9&snr={player.start_number}", 9, player.start_number


def _page(event: Event, art: int, number: int | None) -> str:
    """Render a page with marks in the place of days and times."""
    times = tuple((when, f"@time{place}@") for place, when in enumerate(_DAYS, start=1))
    event = replace(event, last_update=_UPDATE, start=_DAYS[0], end=_DAYS[-1], schedule=times)
    style = replace(LIVE_STYLE, server_time=_CLOCK)
    if art == 9:
        page = render.card_page(event, number or 0, style)
    else:
        view = {"art": art} if number is None else {"art": art, "rd": number}
        action = view_address(event, style, **view)
        page = player_view(View(event, style, action, None, number, None), art)
    for shown, mark in _MARKS:
        page = page.replace(shown, mark)
    return page


def recording() -> tuple[dict[str, object], bytes]:
    """Give the index of the recorded play, and its pages, each once, one behind the other.

    Times are seconds since the first upload: those of the uploads, of the rounds' starts, and, for
    every view, those at which its page changes, with the place of the page. `newest` has those at
    which another round becomes the newest; `lengths` are the pages' in bytes.
    """
    play = live_play()
    newest: list[tuple[int, int]] = []
    found: dict[str, list[tuple[int, str]]] = {}
    for upload in play.uploads:
        after = _seconds(upload.at - play.begins)
        _note(newest, after, upload.event.rounds_paired)
        for key, art, number in _views(upload.event):
            _note(found.setdefault(key, []), after, _page(upload.event, art, number))
    # Pages of one view side by side are packed best.
    texts = list(dict.fromkeys(page for key in sorted(found) for _, page in found[key]))
    places = {page: place for place, page in enumerate(texts)}
    pages = [page.encode() for page in texts]
    begin = [_STORY.lead + _STORY.between * place for place in range(_ROUNDS)]
    index = {
        "tournament": LIVE_NUMBER,
        "start_number": LIVE_STAR,
        "uploads": [_seconds(upload.at - play.begins) for upload in play.uploads],
        "rounds": [_seconds(one) for one in begin],
        "newest": newest,
        "views": {
            key: [(after, places[page]) for after, page in changes]
            for key, changes in sorted(found.items())
        },
        "lengths": [len(page) for page in pages],
    }
    return index, b"".join(pages)


def _note(changes: list[tuple[int, T]], after: int, value: T) -> None:
    if not changes or changes[-1][1] != value:
        changes.append((after, value))


def _seconds(duration: timedelta) -> int:
    return int(duration.total_seconds())


def write_live(folder: Path) -> Path:
    """Write the recorded play into a folder; the file is always the same."""
    folder.mkdir(parents=True, exist_ok=True)
    index, pages = recording()
    path = folder / LIVE_ZIP
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as packed:
        for name, data in (("index.json", json.dumps(index).encode()), ("pages", pages)):
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_LZMA)
    return path
