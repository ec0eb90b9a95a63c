"""Hypothesis strategies for described events and styles, small and consistent."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from hypothesis import strategies as st

from tests.standin.build import (
    FEDERATIONS,
    FIRST_NAMES,
    SURNAMES,
    SwissPairing,
    berger,
    days,
    numbered,
    player_name,
    simple_swiss,
    team_field,
)
from tests.standin.event import (
    BoardGame,
    Event,
    Match,
    Player,
    Style,
    Team,
    TimeControl,
)
from tests.standin.schedule import results_of
from tests.standin.teams import team_event

__all__ = [
    "players",
    "round_robin_events",
    "simple_swiss",
    "styles",
    "swiss_events",
    "team_events",
]

LANGUAGES = (1, 8, 11, 0, 2)
_START = date(2026, 5, 2)
_OVER = ("1-0", "0-1", "½-½", "1-0", "0-1", "½-½", "+--", "--+", "---")
_CONTROLS: tuple[TimeControl, ...] = ("Standard", "Rapid", "Blitz")
_NAMES = st.builds(player_name, st.sampled_from(SURNAMES), st.sampled_from(FIRST_NAMES))
_RATINGS = st.one_of(st.just(0), st.integers(1400, 2700))
_RESULTS = st.sampled_from(_OVER)
_RESULTS_OR_NONE = st.sampled_from((*_OVER[:3], "?", "?", "+--"))


@st.composite
def players(draw: st.DrawFn, least: int = 2, most: int = 12) -> tuple[Player, ...]:
    """Make a field in start order: some without rating, ids or first names, some namesakes."""
    field = []
    for place in range(draw(st.integers(least, most))):
        fide = draw(_RATINGS)
        field.append(
            Player(
                start_number=0,
                name=draw(_NAMES),
                title=draw(st.sampled_from(("", "", "FM", "WIM", "II"))) if fide else "",
                federation=draw(st.sampled_from(FEDERATIONS)),
                fide_id=99300000 + place if fide or draw(st.booleans()) else 0,
                birth_year=draw(st.sampled_from((0, 1961, 2012))),
                club=draw(st.sampled_from(("", "Gölbeyli Gençlik ve Spor", "Bye & Tur SK"))),
                fide=fide,
                national=draw(_RATINGS),
                sex=draw(st.sampled_from(("", "w"))),
                k=draw(st.sampled_from((10, 20, 40))) if fide else None,
                national_id=draw(st.sampled_from((0, 4100 + place))),
                typ=draw(st.sampled_from(("", "U12", "S50"))),
            )
        )
    return numbered(field)


def _event(draw: st.DrawFn, field: tuple[Player, ...], rounds: int) -> Event:
    """Make an event without rounds yet."""
    dated = draw(st.booleans())
    return Event(
        number=draw(st.integers(9000000, 9999999)),
        name="Rastgele Açık Turnuva 2026",
        players=field,
        rounds_total=rounds,
        start=_START,
        end=_START + timedelta(days=rounds),
        last_update=datetime.fromisoformat("2026-05-09 17:31:22"),
        time_control=draw(st.sampled_from(_CONTROLS)),
        time_text="90' + 30\"",
        rating_calculation=("national", "international"),
        schedule=days(rounds, _START) if dated else (),
    )


@st.composite
def swiss_events(
    draw: st.DrawFn, least: int = 4, most: int = 12, most_rounds: int = 5, *, running: bool = True
) -> Event:
    """Make a Swiss event: byes, forfeits, late entries, withdrawals, absent and pending games.

    With `running` the newest round may be half played, and not all rounds need be paired.
    """
    field = draw(players(least, most))
    numbers = [one.start_number for one in field]
    total = draw(st.integers(1, most_rounds))
    paired = draw(st.integers(0, total)) if running else total
    pending = running and draw(st.booleans())
    someone = st.sampled_from(numbers)
    from_round = draw(st.dictionaries(someone, st.integers(2, total + 1), max_size=1))
    until_round = draw(st.dictionaries(someone, st.integers(1, total), max_size=1))
    pairing = SwissPairing(numbers)
    lines: list[str] = []
    for number in range(1, paired + 1):
        newest = pending and number == paired
        entries, present = [], []
        resting = draw(st.sets(someone, max_size=1))
        for one in numbers:
            if not from_round.get(one, 1) <= number <= until_round.get(one, total):
                entries.append(f"{one} out")
            elif one in resting:
                pairing.rested(one, 0.5)
                entries.append(f"{one} half")
            else:
                present.append(one)
        found = pairing.next_round(present)
        if found is None:
            break
        games = []
        for white, black in found[0]:
            result = draw(_RESULTS_OR_NONE if newest else _RESULTS)
            pairing.played(white, black, result)
            games.append(f"{white}:{black} {result}")
        if found[1] is not None:
            pairing.rested(found[1], 1)
            games.append(f"{found[1]} {'bye?' if newest else 'bye'}")
        if not games:
            break
        lines.append("; ".join(games + entries))
    event = replace(_event(draw, field, total), results=results_of(field, lines))
    return (
        event if running or len(lines) == total else replace(event, rounds_total=max(len(lines), 1))
    )


@st.composite
def round_robin_events(
    draw: st.DrawFn, least: int = 3, most: int = 7, *, double: bool | None = None
) -> Event:
    """Make a round robin, single or double; rounds that are not over stand there all the same."""
    field = draw(players(least, most))
    plan = berger(len(field))
    if draw(st.booleans()) if double is None else double:
        plan += [[(black, white) for white, black in pairs] for pairs in plan]
    over = draw(st.integers(0, len(plan)))
    lines = []
    for place, pairs in enumerate(plan):
        games = [
            f"{white}:{black} {draw(_RESULTS) if place < over else '?'}" for white, black in pairs
        ]
        lines.append("; ".join(games))
    return replace(
        _event(draw, field, len(plan)),
        results=results_of(field, lines),
        tournament_type="Round robin",
    )


@st.composite
def team_events(
    draw: st.DrawFn,
    least: int = 2,
    most: int = 5,
    most_boards: int = 3,
    *,
    swiss: bool | None = None,
) -> Event:
    """Make a team event with a reserve in each team; the newest round may be half played."""
    count, boards = draw(st.integers(least, most)), draw(st.integers(1, most_boards))
    size = count * (boards + 1)
    teams, field = team_field(draw(players(size, size)), count)
    as_swiss = draw(st.booleans()) if swiss is None else swiss
    plan = berger(count)
    total = draw(st.integers(1, len(plan))) if as_swiss else len(plan)
    over = draw(st.integers(0, total))
    pairing = SwissPairing([one.number for one in teams])
    matches: list[Match] = []
    for place in range(min(over + 1, total) if as_swiss else total):
        found = (
            pairing.next_round([one.number for one in teams]) if as_swiss else (plan[place], None)
        )
        if found is None:
            total = max(place, 1)
            break
        for table, (home, away) in enumerate(found[0], start=1):
            result = _RESULTS if place < over else st.just("?")
            if place == over and as_swiss:
                result = _RESULTS_OR_NONE
            line_ups = [_line_up(draw, teams[one - 1], boards) for one in (home, away)]
            games = tuple(
                BoardGame(one, other, draw(result)) for one, other in zip(*line_ups, strict=True)
            )
            pairing.played(home, away, "½-½")
            matches.append(Match(place + 1, table, home, away, games))
        if found[1] is not None:
            pairing.rested(found[1], 1)
            score = str(boards // 2 + 1) if place < over else None
            matches.append(Match(place + 1, len(found[0]) + 1, found[1], None, (), score))
    event = replace(
        _event(draw, field, total),
        tournament_type="Swiss-System for teams" if as_swiss else "Round robin for teams",
        teams=teams,
        matches=tuple(matches),
    )
    return team_event(event)


def _line_up(draw: st.DrawFn, team: Team, boards: int) -> tuple[int, ...]:
    out = draw(st.integers(0, boards))
    return tuple(one for place, one in enumerate(team.players) if place != boards - out)


@st.composite
def styles(draw: st.DrawFn, lan: int | None = None) -> Style:
    """Make a manner of rendering: language, layout, and columns; never gated."""
    yes = st.booleans()
    return Style(
        lan=draw(st.sampled_from(LANGUAGES)) if lan is None else lan,
        era=draw(st.sampled_from(("new", "old"))),
        two_ratings=draw(yes),
        rtg_mode=draw(st.sampled_from(("higher", "international", "national"))),
        we_columns=draw(yes),
        board_column=draw(yes),
        club_column=draw(yes),
        pgn_column=draw(yes),
        details=draw(yes),
        flags=draw(yes),
        national_id_column=draw(yes),
        typ_column=draw(yes),
        number_column=draw(yes),
        points_column=draw(yes),
        crosstable_rating=draw(yes),
        tie_breaks=draw(st.integers(1, 4)),
        performance_column=draw(yes),
        change_columns=draw(yes),
        match_form=draw(st.sampled_from(("short", "full"))),
    )
