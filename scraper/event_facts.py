"""The pages of one event -> the event: one list of players, and who met whom in each round.

Lists complete each other: the first that has a player says who he is, the others fill gaps. The
pairings of a round are believed for that round, as while following; a crosstable for all others,
and where it has a result that the pairings do not have yet.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce

from scraper import collector
from scraper.directory import Directory, same_name
from scraper.errors import EventWithoutGames, NotAnEvent, PairingsWithoutRound
from scraper.event import EventFacts, Seat, is_paired
from scraper.model import Tournament
from scraper.readings import (
    Composition,
    Crosstable,
    Entry,
    Listing,
    Matches,
    NotPaired,
    PairedRound,
    Reading,
    player_of,
)
from scraper.seats import both_lost, grid_rows_in, rounds_of, rows_in, seats_in, sides_of

# Whose rows say best who plays.
_LISTS = (
    "startlist", "playerlist", "composition", "crosstable", "notpaired", "ranking", "bestplayers",
    "alphabetical", "pairings", "boardpairings",
)  # fmt: skip
_OF_PERSON = ("title", "sex", "type", "group", "federation", "fide_id", "club", "team", "board")
_RATINGS = ("rating", "fide", "national")


def facts_of(readings: Sequence[Reading]) -> EventFacts:
    """Put the pages of an event together.

    Raises NotAnEvent where none of them lists players; EventWithoutGames where the event has begun,
    or none of them says that it has not, and none says who met whom or what the site makes of it;
    PairingsWithoutRound where games are of a round that nothing names.
    """
    with collector.at_rest():
        return _facts_of(readings)


def _facts_of(readings: Sequence[Reading]) -> EventFacts:
    rows, strangers = _rows(readings)
    if not rows:
        raise NotAnEvent(views=", ".join(dict.fromkeys(one.view for one in readings)))
    players = {number: player_of(row, number) for number, row in rows.items()}
    directory = Directory(players)
    rankings, after_round = _rankings(readings, directory)
    facts = EventFacts(
        tournament=_tournament(readings),
        players=players,
        seats=_seats(readings, directory),
        rankings=rankings,
        rows=rows,
        points=_points(readings, directory),
        after_round=max(after_round or 0, *map(_newest_played, readings)) or None,
        for_teams=any(_is_of_teams(one) for one in readings),
        strangers=strangers,
    )
    has_figures = any(row.expected is not None for row in rankings.values())
    if has_figures:
        return facts
    if any(map(_lacks_round, readings)) and not any(map(_has_table, readings)):
        raise PairingsWithoutRound
    has_games = any(map(is_paired, facts.seats.values()))
    may_have_begun = any(map(_has_begun, readings)) or not any(map(_tells_state, readings))
    if not has_games and may_have_begun:
        raise EventWithoutGames
    return facts


def _tournament(readings: Sequence[Reading]) -> Tournament:
    """Return what the pages say of the event, the first one that says something first."""
    known = reduce(Tournament.completed, (one.tournament for one in readings))
    totals = (one.rounds_total for one in readings if one.rounds_total)
    updates = [one.last_update for one in readings if one.last_update is not None]
    return replace(
        known,
        rounds=known.rounds or next(totals, None),
        last_update=max(updates, default=known.last_update),
    )


def _rows(readings: Sequence[Reading]) -> tuple[dict[int, Entry], int]:
    """Return the players by start number, and how many rows fit nobody."""
    found: dict[int, Entry] = {}
    strangers = 0
    ordered = sorted(
        (one for one in readings if one.view in _LISTS), key=lambda one: _LISTS.index(one.view)
    )
    for reading in ordered:
        if found:
            strangers += _complete(found, _people_of(reading))
        else:
            strangers += _begin(found, _people_of(reading))
    return found, strangers


def _begin(found: dict[int, Entry], people: Iterable[Entry]) -> int:
    """Take the first list; rows without a start number get numbers below 0."""
    strangers = 0
    for row in people:
        number = row.start_number or -len(found) - 1
        known = found.get(number)
        if known is None:
            found[number] = row
        elif not same_name(known.name, row.name):
            strangers += 1
    return strangers


def _complete(found: dict[int, Entry], people: Iterable[Entry]) -> int:
    """Fill gaps from another list, and add whom the lists before lack."""
    directory = Directory({number: player_of(row, number) for number, row in found.items()})
    strangers = 0
    for row in people:
        number = directory.in_table(row)
        if number is not None:
            found[number] = _filled(found[number], row)
        elif row.start_number and row.start_number not in found:
            found[row.start_number] = row
        elif not row.start_number or not same_name(found[row.start_number].name, row.name):
            strangers += 1
    return strangers


def _filled(known: Entry, other: Entry) -> Entry:
    wanted = [name for name in _OF_PERSON if getattr(known, name) is None]
    if all(getattr(known, name) is None for name in _RATINGS):
        wanted += _RATINGS
    new = {name: value for name in wanted if (value := getattr(other, name)) is not None}
    return known._replace(**new) if new else known


def _people_of(reading: Reading) -> Iterator[Entry]:
    match reading.content:
        case Listing() as listing:
            yield from (row for row in listing.rows if row.name)
        case Crosstable() as table if not table.texts:
            yield from table.listing.rows
        case NotPaired() as grid:
            yield from grid.listing.rows
        case Composition() as composition:
            for team in composition.teams:
                for row in team.players.rows:
                    yield row._replace(team=team.team.team, rating_average=None)
        case _:
            for one in rounds_of(reading):
                yield from (side._replace(board=None) for side in sides_of(one) if side.name)


def _rankings(
    readings: Iterable[Reading], directory: Directory
) -> tuple[dict[int, Entry], int | None]:
    """Return the rows of the ranking, else of the crosstable, and the round that they are of."""
    tables = [one for one in readings if one.view == "ranking"]
    tables += [one for one in readings if one.view == "crosstable"]
    for reading in tables:
        content = reading.content
        listing = content.listing if isinstance(content, Crosstable) else content
        if isinstance(listing, Listing) and "name" in listing.fields:
            numbered = ((directory.in_table(row), row) for row in listing.rows)
            rows = {number: row for number, row in numbered if number is not None}
            return rows, reading.round if reading.view == "ranking" else None
    return {}, None


def _points(readings: Iterable[Reading], directory: Directory) -> dict[int, Decimal]:
    """Return the points that a crosstable prints beside the games."""
    return {
        number: row.points
        for reading in readings
        if isinstance(reading.content, Crosstable)
        for row in reading.content.listing.rows
        if row.points is not None and (number := directory.in_table(row)) is not None
    }


def _newest_played(reading: Reading) -> int:
    """Return the newest round of which a page of teams has results, 0 without one."""
    if not isinstance(reading.content, Composition):
        return 0
    return max(
        (
            of_round
            for team in reading.content.teams
            for results in team.results
            for of_round, result in zip(team.rounds, results, strict=False)
            if result is not None
        ),
        default=0,
    )


def _seats(readings: Sequence[Reading], directory: Directory) -> dict[int, dict[int, Seat]]:
    seats: dict[int, dict[int, Seat]] = {}
    played = [one for reading in readings for one in rounds_of(reading) if one.round is not None]
    tables = [one.content for one in readings if isinstance(one.content, Crosstable)]
    for table in tables:
        if table.texts or (not table.rounds and played):  # teams, or a grid beside the rounds
            continue
        give = rows_in if table.rounds else grid_rows_in
        rows = dict(give(table, directory))
        for number, row in rows.items():
            for of_round, seat in row.items():
                seats.setdefault(of_round, {})[number] = both_lost(seat, of_round, rows)
    for one in played:
        _take(seats, one, directory)
    return seats


def _take(seats: dict[int, dict[int, Seat]], one: PairedRound, directory: Directory) -> None:
    """Take over the pairings of a round; a result that only the crosstable has stays."""
    known = seats.setdefault(one.round or 0, {})
    for number, seat in seats_in(one, directory.find).items():
        before = known.get(number)
        is_behind = seat.is_open and before is not None and before.opponent == seat.opponent
        if not is_behind:
            known[number] = seat


def _is_of_teams(reading: Reading) -> bool:
    return isinstance(reading.content, Matches | Composition) or reading.view == "playerlist"


def _lacks_round(reading: Reading) -> bool:
    return any(one.boards and one.round is None for one in rounds_of(reading))


def _has_table(reading: Reading) -> bool:
    return isinstance(reading.content, Crosstable) and not reading.content.texts


def _tells_state(reading: Reading) -> bool:
    """Say whether a page would show that the event has begun: a bare list does not."""
    if isinstance(reading.content, Crosstable) or reading.round is not None:
        return True
    return reading.server_time is not None


def _has_begun(reading: Reading) -> bool:
    content = reading.content
    if reading.gated or reading.rounds_paired or isinstance(content, Matches):
        return True
    if isinstance(content, Composition):
        return any(team.rounds for team in content.teams)
    return bool(reading.round) or any(_has_points(row) for row in _rows_of(content))


def _rows_of(content: object) -> tuple[Entry, ...]:
    listing = content.listing if isinstance(content, Crosstable) else content
    return listing.rows if isinstance(listing, Listing) else ()


def _has_points(row: Entry) -> bool:
    return row.points is not None and row.points > Decimal(0)
