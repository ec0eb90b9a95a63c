"""Plays of all kinds, by a seed or drawn by hypothesis, small and quick."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from tests.standin.build import round_robin, simple_swiss, team_swiss
from tests.standin.event import Event, Style
from tests.standin.play import ALL, Incident, Play, Story, play_of

START = datetime(2026, 5, 2, 6, 0, tzinfo=UTC)
SWISS, ROBIN, TEAMS, TEAM_ROBIN = KINDS = ("swiss", "robin", "teams", "team robin")
_LATEST = timedelta(days=60)  # before the clocks of Europe are put back


def event_of(kind: str, seed: int) -> Event:
    """Make a finished event of a kind; its size and its tournament number go by the seed."""
    chance = random.Random(seed)  # noqa: S311 - the same event every time is what is wanted
    number = 9600000 + seed % 300000
    match kind:
        case "robin":
            return round_robin(
                chance.randint(3, 8), double=chance.random() < 0.2, seed=seed, number=number
            )
        case "teams":
            rounds, boards = chance.randint(3, 5), chance.randint(2, 4)
            event = team_swiss(chance.randint(5, 8), boards, rounds, seed=seed, number=number)
            return replace(event, rounds_total=event.rounds_paired)
        case "team robin":
            return team_swiss(
                chance.randint(3, 6), chance.randint(2, 4), all_meet=True, played=9, seed=seed,
                number=number,
            )  # fmt: skip
        case _:
            rounds = chance.randint(3, 9)
            return simple_swiss(chance.randint(rounds + 3, 30), rounds, seed, number)


def story_of(seed: int, incidents: frozenset[Incident] | None = None) -> Story:
    """Make a story by a seed: its pace, a star, and about half of the incidents, or those given."""
    chance = random.Random(seed)  # noqa: S311 - the same story every time is what is wanted
    drawn = frozenset(one for one in Incident if chance.random() < 0.5)
    games = timedelta(minutes=chance.choice((20, 60, 180)))
    notice = timedelta(minutes=chance.choice((2, 10, 20)))
    return Story(
        seed=seed,
        incidents=drawn if incidents is None else incidents,
        lead=notice + timedelta(minutes=chance.randint(5, 90)),
        between=games + notice + timedelta(minutes=chance.randint(10, 90)),
        games=games,
        notice=notice,
        uploads=chance.randint(1, 5),
        pause=timedelta(hours=chance.randint(3, 9)),
        lag=timedelta(minutes=chance.randint(2, 9)),
        star=chance.choice((None, 1, 2, 3)),
    )


def random_play(
    seed: int,
    kind: str | None = None,
    *,
    start: datetime = START,
    incidents: frozenset[Incident] | None = None,
    style: Style | None = None,
) -> Play:
    """Make a play by a seed; without a kind three of five are of a Swiss event."""
    chance = random.Random(seed)  # noqa: S311 - the same play every time is what is wanted
    chosen = kind or chance.choice((SWISS, SWISS, SWISS, ROBIN, TEAMS))
    return play_of(event_of(chosen, seed), start, story_of(seed, incidents), style)


def drawn_play(
    kind: str, seed: int, incidents: frozenset[Incident], later: timedelta, star: int
) -> Play:
    """Make a play of which something happens to a star; it begins so much later than others."""
    story = replace(story_of(seed, incidents), star=star)
    return play_of(event_of(kind, seed), START + later, story)


def plays(
    kind: str | None = None, incidents: frozenset[Incident] | None = None
) -> st.SearchStrategy[Play]:
    """Draw plays: of any kind, with any incidents, at any time of the warmer months."""
    return st.builds(
        drawn_play,
        kind=st.sampled_from(KINDS) if kind is None else st.just(kind),
        seed=st.integers(0, 2**20),
        incidents=st.frozensets(st.sampled_from(sorted(ALL)))
        if incidents is None
        else st.just(incidents),
        later=st.timedeltas(timedelta(0), _LATEST),
        star=st.integers(1, 5),
    )
