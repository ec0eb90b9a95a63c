"""The events that are on show when the stand-in is started by hand, and the links of each view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tests.standin import build, demo
from tests.standin.event import Event, Style
from tests.standin.play import ALL, Incident, Play, Story, play_of

PLAYER_VIEWS: Mapping[str, Mapping[str, object]] = {
    "starting rank": {"art": 0},
    "alphabetical": {"art": 3},
    "ranking": {"art": 1},
    "pairings": {"art": 2, "rd": 1},
    "ranking crosstable": {"art": 4},
    "starting crosstable": {"art": 5},
    "not paired": {"art": 40},
    "schedule": {"art": 14},
    "statistics": {"art": 13},
    "card": {"art": 9, "snr": 1},
}
TEAM_VIEWS: Mapping[str, Mapping[str, object]] = {
    "teams": {"art": 32},
    "team ranking": {"art": 0},
    "composition": {"art": 1},
    "without results": {"art": 8},
    "one team": {"art": 8, "snr": 1},
    "team pairings": {"art": 2, "rd": 1},
    "board pairings": {"art": 3, "rd": 1},
    "best players": {"art": 4},
    "best per board": {"art": 73},
    "player list": {"art": 16},
    "alphabetical": {"art": 15},
    "crosstable": {"art": 63},
    "starting crosstable": {"art": 46},
    "schedule": {"art": 14},
    "statistics": {"art": 13},
    "card": {"art": 9, "snr": 1},
}
SEARCHES = ("TurnierSuche.aspx?lan={lan}", "SpielerSuche.aspx?lan={lan}")


@dataclass(frozen=True)
class Show:
    """An event, how it is rendered, and a word about it."""

    about: str
    make: Callable[[], Event]
    style: Style


SHOWS: Mapping[str, Show] = {
    "running": Show(
        "a running Swiss, round 7 paired",
        demo.demo_event,
        Style(two_ratings=True, tie_breaks=3),
    ),
    "gated": Show(
        "a small Swiss behind the gate",
        demo.gated_event,
        Style(rtg_mode="international", gated=True, gated_table=False),
    ),
    "coming": Show("a Swiss that has not begun", demo.coming_event, Style()),
    "finished": Show(
        "a finished Swiss of 180 players behind the gate",
        lambda: build.simple_swiss(180, 7),
        Style(flags=True, gated=True, tie_breaks=2, change_columns=True, pgn_column=True),
    ),
    "robin": Show("a round robin", lambda: build.round_robin(8, played=4), Style()),
    "double": Show(
        "a double round robin",
        lambda: build.round_robin(4, double=True, played=4, number=9512304),
        Style(),
    ),
    "teams": Show(
        "a Swiss for teams", lambda: build.team_swiss(7, played=3), Style(match_form="full")
    ),
    "team-robin": Show(
        "a round robin for teams",
        lambda: build.team_swiss(6, rounds=5, played=3, all_meet=True, number=9512305),
        Style(flags=True),
    ),
}


# A round an hour; with the command's own speed, one in three minutes.
_STORY = Story(
    seed=5,
    lead=timedelta(minutes=15),
    between=timedelta(minutes=60),
    games=timedelta(minutes=40),
    notice=timedelta(minutes=10),
    pause=timedelta(minutes=90),
    star=3,
)


def live_plays(start: datetime) -> dict[str, Play]:
    """Give the plays that go on while somebody looks, from a time on."""
    swiss = replace(_STORY, incidents=ALL - {Incident.PAUSE, Incident.INCOMPLETE})
    calm = frozenset({Incident.CORRECTED, Incident.HELD_BACK})
    events = {
        "swiss": (build.simple_swiss(24, 6, number=9512311), swiss),
        "quiet": (build.simple_swiss(60, 7, number=9512312), replace(_STORY, incidents=calm)),
        "robin": (build.round_robin(8, number=9512313), replace(_STORY, incidents=ALL)),
        "teams": (build.team_swiss(8, number=9512314), replace(_STORY, incidents=ALL)),
    }
    rapid = {"time_control": "Rapid", "time_text": "15 min + 10 sec"}
    return {
        name: play_of(replace(event, **rapid), start, story)  # type: ignore[arg-type]
        for name, (event, story) in events.items()
    }


def views(event: Event) -> Mapping[str, Mapping[str, object]]:
    """Give the parameters of every view of an event, by its name."""
    return TEAM_VIEWS if event.teams else PLAYER_VIEWS


def chosen(names: Iterable[str]) -> dict[str, Show]:
    """Give the named shows, or all."""
    wanted = list(names)
    return {name: show for name, show in SHOWS.items() if not wanted or name in wanted}
