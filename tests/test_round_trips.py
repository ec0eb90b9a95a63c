"""Round trips: a described event, rendered as the site would, is read back as it was described.

What a page must say is worked out here from the event, never from the texts that the stand-in
prints. Colours of crosstables are believed on English and Finnish pages only, and national
identity numbers are never read, both by design.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scraper import checks, crosschecks
from scraper.errors import CardWithoutRounds, NotStarted, OtherRound, PageChanged
from scraper.gather import Gatherer
from scraper.model import Colour, Kind, Opponent, Player, PlayerCard, Published, Round, Source
from scraper.onepage import read_source
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import (
    Board,
    Composition,
    Crosstable,
    Entry,
    Found,
    FoundPlayer,
    FoundTournament,
    Listing,
    Mark,
    Match,
    Matches,
    NotPaired,
    PairedRound,
    Pairings,
    Reading,
    Result,
    Schedule,
    Team,
)
from tests.standin import build, render
from tests.standin import event as described
from tests.standin.event import BoardGame, Event, Style
from tests.standin.faults import Fault
from tests.standin.random_events import round_robin_events, styles, swiss_events, team_events
from tests.standin.search import prefix, search_page
from tests.standin.server import Standin
from tests.standin.teams import team_event

T = TypeVar("T")
ZERO, HALF, ONE = Decimal(0), Decimal("0.5"), Decimal(1)
LANGUAGES = {0: "de", 1: "en", 2: "es", 8: "tr", 11: "ru"}
LETTERS_KNOWN = 1
COLOURS = {"white": Colour.WHITE, "black": Colour.BLACK, None: None}
FORMS: tuple[described.RatingForm, ...] = (
    "auto", "one", "international", "national", "two", "three", "none",
)  # fmt: skip


@st.composite
def manners(draw: st.DrawFn, lan: int | None = None) -> Style:
    """Make a manner of rendering with every optional column, gated pages included."""
    yes = st.booleans()
    return replace(
        draw(styles(lan)),
        rating_form=draw(st.sampled_from(FORMS)),
        sex_column=draw(st.sampled_from((None, True, False))),
        group_column=draw(yes),
        fide_id_column=draw(yes),
        fed_column=draw(yes),
        pairing_club=draw(yes),
        team_column=draw(yes),
        blank_ties=draw(yes),
        captain_column=draw(yes),
        capped_mark=draw(yes),
        surplus_cells=draw(yes),
        published=draw(yes),
        tbody=draw(yes),
        gated=draw(st.sampled_from((False, False, True))),
    )


def read(html: str) -> Reading:
    """Read a page."""
    return read_page(Page(html.encode()))


def of(kind: type[T], html: str) -> T:
    """Read a page, and give its content, which must be of that kind."""
    content = read(html).content
    assert isinstance(content, kind)
    return content


def squeezed(facts: Iterable[tuple[bool, str, object]]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Give the fields that a list has, in their order, and the values of a row."""
    values = {name: value for shown, name, value in facts if shown}
    return tuple(name for name in Entry._fields if name in values), values


def listed(rows: Sequence[Iterable[tuple[bool, str, object]]], empty: tuple[str, ...]) -> Listing:
    """Make a list of rows; `empty` are the fields of a list without any."""
    made = [squeezed(row) for row in rows]
    fields = made[0][0] if made else empty
    return Listing(fields, tuple(Entry(**values) for _, values in made))


def same_rows(found: Listing, expected: Listing) -> None:
    """Compare two lists row by row; where there is no row, there are no fields to compare."""
    assert found.rows == expected.rows
    if expected.rows:
        assert found.fields == expected.fields


def decimal(value: str | None) -> Decimal | None:
    """Give a score of the description."""
    return None if value is None else Decimal(value)


def rating_facts(player: described.Player, style: Style) -> list[tuple[bool, str, object]]:
    """Give what the rating columns of a list say of a player."""
    form = style.ratings_shown
    return [
        (form in ("one", "three"), "rating", style.rating(player)),
        (form in ("international", "two", "three"), "fide", player.fide),
        (form in ("national", "two", "three"), "national", player.national),
    ]


def player_facts(player: described.Player, style: Style) -> list[tuple[bool, str, object]]:
    """Give what nearly all lists say of a player."""
    return [
        (True, "name", player.name),
        (True, "title", player.title or None),
        (style.fed_column, "federation", player.federation),
        *rating_facts(player, style),
    ]


# Lists


def player_list(event: Event, style: Style, *, alphabetical: bool) -> Listing:
    """Describe the starting rank or the alphabetical list."""
    order = sorted(event.players, key=lambda one: one.name if alphabetical else one.start_number)  # type: ignore[type-var, return-value, arg-type, unused-ignore]
    with_sex = any(one.sex for one in order) if style.sex_column is None else style.sex_column
    rows = [
        (
            (not (alphabetical and style.gated), "start_number", one.start_number),
            *player_facts(one, style),
            (style.fide_id_column, "fide_id", one.fide_id or None),
            (with_sex, "sex", one.sex or None),
            (style.typ_column, "type", one.typ or None),
            (style.group_column, "group", one.group or None),
            (style.club_column, "club", one.club or None),
        )
        for one in order
    ]
    return listed(rows, ())


def tie_breaks(
    event: Event, number: int, style: Style, before: int | None
) -> tuple[Decimal | str, ...]:
    """Describe the tie-breaks: without a column of points these come first."""
    breaks = event.tie_breaks(number, before)[: style.tie_breaks]
    return breaks if style.points_column else (event.points(number, before), *breaks)


def change_facts(
    event: Event, player: described.Player, after: int
) -> list[tuple[bool, str, object]]:
    """Describe games, score, expectation, K and change: of rated games against rated players."""
    by_number = {one.start_number: one for one in event.players}
    games = [
        one
        for one in event.rows(player.start_number)
        if one.kind == "game"
        and one.round <= after
        and one.opponent is not None
        and by_number[one.opponent].fide
    ]
    score = sum((Decimal(one.score or 0) for one in games), ZERO)
    rated = player.fide and player.k is not None
    expected = sum((Decimal(one.we) for one in games if one.we is not None), ZERO)
    change = sum((Decimal(one.change) for one in games if one.change is not None), ZERO)
    return [
        (True, "games", len(games)),
        (True, "score", score),
        (True, "expected", expected if rated else None),
        (True, "difference", score - expected if rated else None),
        (True, "k", player.k if rated else None),
        (True, "change", change if rated else None),
    ]


def ranking(event: Event, style: Style, after: int) -> Listing:
    """Describe the ranking after a round."""
    rows = []
    last: object = None
    for place, one in enumerate(event.standing(after + 1), start=1):
        number = one.start_number
        breaks = tie_breaks(event, number, style, after + 1)
        points = event.points(number, after + 1)
        tied = style.blank_ties and (points, breaks) == last
        last = (points, breaks)
        rows.append(
            (
                (True, "rank", None if tied else place),
                (True, "start_number", number),
                *player_facts(one, style),
                (style.typ_column, "type", one.typ or None),
                (style.sex_column is True, "sex", one.sex or None),
                (style.club_column, "club", one.club or None),
                (True, "points", points),
                (True, "tie_breaks", breaks),
                (style.performance_column, "performance", event.performances.get(number, 0)),
                *(change_facts(event, one, after) if style.change_columns else ()),
            )
        )
    return listed(rows, ())


LISTS = settings(max_examples=40)


@LISTS
@given(swiss_events(), manners())
def test_the_starting_rank_is_read_as_described(event: Event, style: Style) -> None:
    """Every column of the starting rank comes back, in both layouts and all languages."""
    found = read(render.start_list_page(event, style, None))
    assert found.view == "startlist"
    assert isinstance(found.content, Listing)
    same_rows(found.content, player_list(event, style, alphabetical=False))


@LISTS
@given(swiss_events(), manners())
def test_the_alphabetical_list_is_read_as_described(event: Event, style: Style) -> None:
    """The start number is that of the link; on a gated page nothing says it."""
    found = of(Listing, render.alphabetical_page(event, style, None))
    same_rows(found, player_list(event, style, alphabetical=True))


@LISTS
@given(swiss_events(), manners(), st.data())
def test_the_ranking_is_read_as_described(event: Event, style: Style, data: st.DataObject) -> None:
    """Points, tie-breaks, performance and changes after any round come back exactly."""
    performances = {one.start_number: 1500 + one.start_number for one in event.players[::2]}
    event = replace(event, performances=performances)
    after = data.draw(st.integers(1, event.rounds_done)) if event.rounds_done else 0
    found = read(render.ranking_page(event, style, None, round=after))
    assert isinstance(found.content, Listing)
    assert (found.view, found.round) == ("ranking", after)
    same_rows(found.content, ranking(event, style, after))


@LISTS
@given(swiss_events(), manners())
def test_the_schedule_is_read_as_described(event: Event, style: Style) -> None:
    """Each round has its date, and its time as the arbiter wrote it."""
    expected = tuple(
        PairedRound(number, day, time) for number, (day, time) in enumerate(event.schedule, start=1)
    )
    assert of(Schedule, render.schedule_page(event, style)) == Schedule(expected)


@LISTS
@given(swiss_events(), manners())
def test_the_frame_is_read_as_described(event: Event, style: Style) -> None:
    """Name, number, clocks, gate and the newest rounds of the navigation are those described."""
    found = read(render.start_list_page(event, style, None))
    assert found.title == event.name
    assert found.tournament.id == event.number
    assert found.gated is style.gated
    assert found.server_time is not None
    assert found.server_time > event.last_update
    if style.gated:
        assert (found.rounds_paired, found.rounds_total) == (None, None)
        return
    assert found.last_update == event.last_update
    assert (found.rounds_paired or 0) == event.rounds_paired
    assert found.rounds_total == (event.rounds_total if event.started else None)
    if style.details:
        assert (found.tournament.start, found.tournament.end) == (event.start, event.end)
        assert found.tournament.rounds == event.rounds_total


# Crosstables


def result_of(own: described.Result | None, numbers: dict[int, int], style: Style) -> Result | None:
    """Describe a cell of a crosstable; a bye that is not uploaded leaves it empty."""
    if own is None:
        return None
    score = decimal(own.score)
    if own.opponent is None:
        return None if score is None else Result(None, None, Kind(own.kind), score)
    colour = COLOURS[own.colour] if style.lan == LETTERS_KNOWN else None
    return Result(numbers[own.opponent], colour, Kind(own.kind), score)


def grid_of(rows: Iterable[described.Result], numbers: dict[int, int]) -> list[Result | None]:
    """Describe the cells of a round robin's grid: one for each opponent."""
    met = {
        numbers[one.opponent]: Result(
            numbers[one.opponent], None, Kind(one.kind), decimal(one.score)
        )
        for one in rows
        if one.opponent is not None and one.score is not None
    }
    return [met.get(place) for place in range(1, len(numbers) + 1)]


def crosstable(event: Event, style: Style, by: str) -> Crosstable:
    """Describe a crosstable by rank or by start number."""
    standing = event.standing()
    ranks = {one.start_number: place for place, one in enumerate(standing, start=1)}
    by_rank = by == "rank"
    order = standing if by_rank else sorted(event.players, key=lambda one: one.start_number)
    numbers = ranks if by_rank else {number: number for number in ranks}
    rounds = () if event.round_robin else tuple(range(1, event.rounds_paired + 1))
    has_points = style.points_column or bool(rounds)
    rows = []
    results = []
    for one in order:
        number = one.start_number
        rows.append(
            (
                (True, "rank", ranks[number]),
                (not by_rank, "start_number", number),
                (True, "name", " ".join(one.name.replace(",", " ").split())),
                (True, "title", one.title or None),
                (style.crosstable_rating, "rating", style.rating(one)),
                (style.fed_column, "federation", one.federation),
                (has_points, "points", event.points(number) if has_points else None),
                (True, "tie_breaks", tie_breaks(event, number, style, None)),
            )
        )
        played = {own.round: own for own in event.rows(number)}
        cells = [result_of(played.get(of_round), numbers, style) for of_round in rounds]
        results.append(tuple(grid_of(played.values(), numbers) if event.round_robin else cells))
    return Crosstable(listed(rows, ()), by, rounds, tuple(results))


def same_table(found: Crosstable, expected: Crosstable) -> None:
    """Compare two crosstables."""
    same_rows(found.listing, expected.listing)
    assert (found.by, found.rounds) == (expected.by, expected.rounds)
    assert found.results == expected.results
    assert found.texts == ()


BY = {"rank": render.ranking_crosstable_page, "start_number": render.start_crosstable_page}


@pytest.mark.parametrize("by", BY)
@LISTS
@given(event=swiss_events(), style=manners())
def test_a_crosstable_is_read_as_described(by: str, event: Event, style: Style) -> None:
    """Opponent, colour, kind and score of every round, and the points, by rank and by number."""
    assume(event.rounds_paired)
    same_table(of(Crosstable, BY[by](event, style, None)), crosstable(event, style, by))


@pytest.mark.parametrize("by", BY)
@LISTS
@given(event=round_robin_events(double=False), style=manners())
def test_a_grid_is_read_as_described(by: str, event: Event, style: Style) -> None:
    """Every game of a round robin stands in its cell, once for each player."""
    same_table(of(Crosstable, BY[by](event, style, None)), crosstable(event, style, by))


@settings(max_examples=15)
@given(round_robin_events(double=True), manners())
def test_a_grid_with_two_games_in_a_cell_is_read_or_refused(event: Event, style: Style) -> None:
    """A double grid with both games in a cell is refused by that cell, never read by half."""
    twice = any(
        sum(own.opponent == other.start_number and own.score is not None for own in event.rows(n))
        > 1
        for n in (one.start_number for one in event.players)
        for other in event.players
    )
    page = render.start_crosstable_page(event, replace(style, double_grid=True), None)
    if twice:
        with pytest.raises(PageChanged):
            read(page)
    else:
        same_table(of(Crosstable, page), crosstable(event, style, "start_number"))


@LISTS
@given(st.one_of(swiss_events(), round_robin_events()), manners())
def test_the_not_paired_grid_is_read_as_described(event: Event, style: Style) -> None:
    """Byes, absences and lost forfeits are marked in their rounds, and nobody else is listed."""
    marks: dict[described.Kind, tuple[str, Kind | None]] = {
        "bye": ("bye", Kind.BYE),
        "half_bye": ("*", None),
        "not_paired": ("*", None),
        "forfeit_loss": ("0F", Kind.FORFEIT_LOSS),
    }
    rows, missed = [], []
    for one in sorted(event.players, key=lambda one: one.name):
        own = [
            Mark(row.round, *marks[row.kind])
            for row in event.rows(one.start_number)
            if row.kind in marks
        ]
        if own:
            missed.append(tuple(own))
            rows.append(
                (
                    (True, "start_number", one.start_number),
                    (True, "name", one.name),
                    (True, "title", one.title or None),
                    (True, "rating", style.rating(one)),
                    (True, "federation", one.federation),
                )
            )
    found = of(NotPaired, render.not_paired_page(event, style))
    same_rows(found.listing, listed(rows, ()))
    assert found.rounds == tuple(range(1, event.rounds_total + 1))
    assert found.marks == tuple(missed)


# Pairings


def game(event: Event, own: described.Result) -> tuple[Kind, Decimal | None, Decimal | None, bool]:
    """Describe a game as White sees it, with both scores, and whether it may be rated."""
    (other,) = (one for one in event.rows(own.opponent or 0) if one.round == own.round)
    kind = Kind(own.kind)
    if own.kind == other.kind == "forfeit_loss":
        kind = Kind.DOUBLE_FORFEIT
    return kind, decimal(own.score), decimal(other.score), "forfeit" not in own.kind


def dated(event: Event, number: int, boards: tuple[Board, ...]) -> PairedRound:
    """Describe a round with its date and time, if there is a schedule."""
    day, time = event.schedule[number - 1] if event.schedule else (None, None)
    return PairedRound(number, day, time, boards)


def whites(
    event: Event, number: int
) -> Iterator[tuple[described.Player, described.Result, described.Player | None]]:
    """Give the boards of a round in order: White or a lone player, the row, Black."""
    by_number = {one.start_number: one for one in event.players}
    found = [
        (by_number[own_number], own, by_number.get(own.opponent or 0))
        for own_number, rows in event.results.items()
        for own in rows
        if own.round == number and own.colour != "black"
    ]
    yield from sorted(found, key=lambda one: (one[2] is None, one[1].board))


def swiss_round(event: Event, number: int, style: Style) -> PairedRound:
    """Describe a round of a Swiss event."""

    def side(player: described.Player, board: int | str | None) -> Entry:
        known = style.number_column or not style.gated
        return Entry(
            start_number=player.start_number if known else None,
            name=player.name,
            title=player.title or None,
            type=(player.typ or None) if style.typ_column else None,
            rating=style.rating(player),
            club=(player.club or None) if style.pairing_club else None,
            board=board,
            points=event.points(player.start_number, number),
        )

    boards = []
    for player, own, other in whites(event, number):
        white = side(player, own.board)
        if other is None:
            boards.append(Board(own.board, white, None, Kind(own.kind), decimal(own.score), None))
            continue
        kind, own_score, other_score, rated = game(event, own)
        boards.append(
            Board(own.board, white, side(other, None), kind, own_score, other_score, rated)
        )
    return dated(event, number, tuple(boards))


@settings(max_examples=60)
@given(swiss_events(), manners(), st.data())
def test_the_pairings_of_a_round_are_read_as_described(
    event: Event, style: Style, data: st.DataObject
) -> None:
    """Both sides, points before the round, result, byes and absences of any round come back."""
    assume(event.rounds_paired)
    event = replace(event, fixed_boards=data.draw(st.frozensets(st.integers(1, 4), max_size=1)))
    number = data.draw(st.integers(1, event.rounds_paired))
    found = read(render.pairings_page(event, number, style))
    assert isinstance(found.content, Pairings)
    assert (found.view, found.round) == ("pairings", number)
    assert found.content.rounds == (swiss_round(event, number, style),)


@LISTS
@given(round_robin_events(), manners())
def test_all_rounds_of_a_round_robin_are_read_as_described(event: Event, style: Style) -> None:
    """Single or double, every round stands under its own heading, and no board twice."""

    def side(player: described.Player, board: int | str | None) -> Entry:
        return Entry(
            start_number=player.start_number,
            name=player.name,
            title=player.title or None,
            rating=style.rating(player),
            board=board,
        )

    rounds = []
    for number in range(1, event.rounds_total + 1):
        boards = tuple(
            Board(own.board, side(white, own.board), side(black, None), *game(event, own))
            for white, own, black in whites(event, number)
            if black is not None
        )
        rounds.append(dated(event, number, boards))
    assert of(Pairings, render.round_robin_page(event, style)).rounds == tuple(rounds)


# Cards


def card(event: Event, player: described.Player, style: Style, language: str) -> PlayerCard:
    """Describe a player's card, in an individual event or a team event."""
    number = player.start_number
    by_number = {one.start_number: one for one in event.players}
    rounds = []
    changes = []
    for own in event.rows(number):
        opponent = None if own.opponent is None else by_number[own.opponent]
        published = Published(
            own.k if style.published else None,
            decimal(own.change) if style.published else None,
            decimal(own.we) if style.we_columns else None,
        )
        changes.append(decimal(own.change) or ZERO)
        two = style.two_ratings
        rounds.append(
            Round(
                round=own.round,
                kind=Kind(own.kind),
                score=decimal(own.score),
                board=own.board if style.board_column else None,
                colour=COLOURS[own.colour] if own.kind in ("game", "pending") else None,
                opponent=None
                if opponent is None
                else Opponent(
                    start_number=opponent.start_number,
                    name=opponent.name,
                    title=opponent.title or None,
                    federation=opponent.federation,
                    club=(opponent.club or None) if style.club_column else None,
                    points=event.points(opponent.start_number),
                    rating=None if two else style.rating(opponent),
                    fide=opponent.fide if two else None,
                    national=opponent.national if two else None,
                    fide_source=Source.CARD if two else None,
                    national_source=Source.CARD if two else None,
                ),
                published=None if published == Published() else published,
            )
        )
    return PlayerCard(
        player=Player(
            start_number=number,
            name=player.name,
            title=player.title or None,
            federation=player.federation,
            fide_id=player.fide_id or None,
            birth_year=player.birth_year or None,
            club=player.club or None,
            rating=None if style.two_ratings else style.rating(player),
            fide=player.fide,
            national=player.national,
        ),
        rounds=tuple(rounds),
        points=event.points(number),
        rank=[one.start_number for one in event.standing()].index(number) + 1,
        fide_change=sum(changes, ZERO) if style.published else ZERO,
        language=language,
    )


@settings(max_examples=60)
@given(st.one_of(swiss_events(), team_events(), round_robin_events()), manners(), st.data())
def test_a_card_is_read_as_described(event: Event, style: Style, data: st.DataObject) -> None:
    """Facts and rounds of a card come back, boards "1.2" of team events included.

    A player without a row has no table of rounds: before the event it has not started for him,
    and later the card is refused, since its rounds could be lost as well.
    """
    player = data.draw(st.sampled_from(event.players))
    page = render.card_page(event, player.start_number, style)
    if not event.rows(player.start_number):
        with pytest.raises(CardWithoutRounds if event.started else NotStarted):
            read(page)
        return
    assert of(PlayerCard, page) == card(event, player, style, LANGUAGES[style.lan])


# Teams

TEAMS = settings(max_examples=40)
SIDES: dict[str, tuple[Kind, str | None, str | None]] = {
    "1-0": (Kind.GAME, "1", "0"),
    "0-1": (Kind.GAME, "0", "1"),
    "½-½": (Kind.GAME, "0.5", "0.5"),
    "+--": (Kind.FORFEIT_WIN, "1", "0"),
    "--+": (Kind.FORFEIT_LOSS, "0", "1"),
    "---": (Kind.DOUBLE_FORFEIT, "0", "0"),
    "?": (Kind.PENDING, None, None),
}
TURNED = {Kind.FORFEIT_WIN: Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS: Kind.FORFEIT_WIN}


@st.composite
def matches_with_empty_boards(draw: st.DrawFn) -> Event:
    """Make a team event in which a team now and then leaves its last board empty and loses it."""
    event = draw(team_events())
    made = []
    for match in event.matches:
        games = match.games
        if games and games[-1].result != "?" and draw(st.integers(0, 4)) == 0:
            games = (*games[:-1], BoardGame(None, games[-1].away, "--+"))
        made.append(replace(match, games=games))
    return team_event(replace(event, matches=tuple(made)))


def match_scores(match: described.Match) -> tuple[Decimal | None, Decimal | None]:
    """Add up the boards that are over; without any there is no score."""
    if match.away is None:
        return decimal(match.bye_score), None
    over = [SIDES[one.result] for one in match.games if one.result != "?"]
    if not over:
        return None, None
    home, away = ([Decimal(one[side] or 0) for one in over] for side in (1, 2))
    return sum(home, ZERO), sum(away, ZERO)


def standing(event: Event, after: int) -> list[tuple[int, int, int, int, int, int, Decimal]]:
    """Give number, games, wins, draws, losses, match points and board points, the best first."""
    table: dict[int, list[Any]] = {one.number: [0, 0, 0, 0, 0, ZERO] for one in event.teams}
    for match in event.matches:
        home, away = match_scores(match)
        if match.round > after or home is None:
            continue
        for team, own, other in ((match.home, home, away), (match.away, away, home)):
            if team is None or own is None:
                continue
            won = match.away is None or (other is not None and own > other)
            drawn = not won and own == other
            points = 2 if won else 1 if drawn else 0
            gained = (1, won, drawn, not won and not drawn, points, own)
            table[team] = [x + y for x, y in zip(table[team], gained, strict=True)]
    rows: list[Any] = [(number, *values) for number, values in table.items()]
    return sorted(rows, key=lambda row: (-row[5], -row[6], row[0]))


def team_average(event: Event, team: described.Team, style: Style) -> int:
    """Give the mean rating of a team, in which the unrated count as 1000."""
    values = [
        style.rating(one) or 1000 for one in event.players if one.start_number in team.players
    ]
    return sum(values) // len(values)


@TEAMS
@given(team_events(), manners())
def test_the_list_of_teams_is_read_as_described(event: Event, style: Style) -> None:
    """Number, name, average and captain of every team come back."""
    found = read(render.team_list_page(event, style))
    expected = tuple(
        Entry(
            start_number=team.number,
            team=team.name,
            rating_average=team_average(event, team, style),
            captain=(team.captain or None) if style.captain_column else None,
        )
        for team in event.teams
    )
    assert found.view == "teamlist"
    assert isinstance(found.content, Listing)
    assert found.content.rows == expected


@TEAMS
@given(team_events(), manners())
def test_the_ranking_of_teams_is_read_as_described(event: Event, style: Style) -> None:
    """Games, wins, draws, losses and both tie-breaks of a Swiss; the grid of a round robin."""
    after = event.rounds_done
    found = read(render.team_ranking_page(event, style))
    rows = standing(event, after)
    names = {one.number: one.name for one in event.teams}
    expected = [
        Entry(
            rank=place,
            start_number=row[0],
            team=names[row[0]],
            tie_breaks=(Decimal(row[5]), row[6]),
        )
        for place, row in enumerate(rows, start=1)
    ]
    assert found.round == after
    if event.round_robin:
        assert isinstance(found.content, Crosstable)
        assert found.content.listing.rows == tuple(expected)
        stars = [[at for at, cell in enumerate(row) if cell == "*"] for row in found.content.texts]
        assert stars == [[at] for at in range(len(rows))]
        assert found.content.results == ()
        return
    assert isinstance(found.content, Listing)
    assert found.content.rows == tuple(
        one._replace(games=row[1], wins=row[2], draws=row[3], losses=row[4])
        for one, row in zip(expected, rows, strict=True)
    )


def rounds_of_teams(event: Event, number: int) -> list[int]:
    """Give the rounds that a page of team pairings shows."""
    return [*range(1, event.rounds_paired + 1)] if event.round_robin else [number]


def of_round(event: Event, number: int) -> list[described.Match]:
    """Give the matches of a round by their tables."""
    return sorted((one for one in event.matches if one.round == number), key=lambda one: one.table)


@TEAMS
@given(matches_with_empty_boards(), manners(), st.data())
def test_team_pairings_are_read_as_described(
    event: Event, style: Style, data: st.DataObject
) -> None:
    """Teams, match points before the round, scores so far and free rounds come back."""
    number = data.draw(st.integers(1, event.rounds_paired))
    names = {one.number: one.name for one in event.teams}
    full = style.match_form == "full"
    expected = []
    for shown in rounds_of_teams(event, number):
        day, time = event.schedule[shown - 1] if event.schedule else (None, None)
        before = {row[0]: Decimal(row[5]) for row in standing(event, shown - 1)}
        for match in of_round(event, shown):
            home, away = (
                None
                if team is None
                else Entry(
                    start_number=team if full else None,
                    team=names[team],
                    match_points=before[team] if full else None,
                )
                for team in (match.home, match.away)
            )
            assert home is not None
            scores = match_scores(match)
            expected.append(Match(shown, day, time, match.table, home, away, *scores))
    found = read(render.team_pairings_page(event, style, number))
    assert found.content == Matches(tuple(expected), ("team",))
    rounds = rounds_of_teams(event, number)
    assert (found.view, found.round) == ("teampairings", rounds[0] if len(rounds) == 1 else None)


@TEAMS
@given(matches_with_empty_boards(), manners(), st.data())
def test_board_pairings_are_read_as_described(
    event: Event, style: Style, data: st.DataObject
) -> None:
    """Every board is turned to White first; the old layout has no marks, and that is said."""
    number = data.draw(st.integers(1, event.rounds_paired))
    by_number = {one.start_number: one for one in event.players}
    names = {one.number: one.name for one in event.teams}
    day, time = event.schedule[number - 1] if event.schedule else (None, None)

    def side(start_number: int | None) -> Entry | None:
        if start_number is None:
            return None
        one = by_number[start_number]
        return Entry(
            start_number=None if style.gated else start_number,
            name=one.name,
            title=one.title or None,
            rating=style.rating(one),
        )

    expected = []
    for match in of_round(event, number):
        boards = []
        for place, one in enumerate(match.games, start=1):
            kind, *scores = SIDES[one.result]
            home, away = (decimal(score) for score in scores)
            rated = kind in (Kind.GAME, Kind.PENDING)
            on = f"{match.table}.{place}"
            if place % 2:
                sides = (side(one.home), side(one.away), kind, home, away)
                boards.append(Board(on, *sides, rated, Colour.WHITE))
            else:
                turned = (side(one.away), side(one.home), TURNED.get(kind, kind), away, home)
                boards.append(Board(on, *turned, rated, Colour.BLACK))
        if match.away is not None:
            home_team, away_team = (
                Entry(start_number=one, team=names[one]) for one in (match.home, match.away)
            )
            expected.append(
                Match(
                    number,
                    day,
                    time,
                    match.table,
                    home_team,
                    away_team,
                    *match_scores(match),
                    tuple(boards),
                )
            )
    found = read(render.board_pairings_page(event, style, number))
    assert isinstance(found.content, Matches)
    if not expected:  # the only team of the round that plays nobody
        assert found.view == "empty"
        return
    assert found.content == Matches(tuple(expected), (), style.era == "old")
    assert (found.view, found.round) == ("boardpairings", number)


@TEAMS
@given(team_events(), manners(), st.booleans())
def test_the_composition_is_read_as_described(
    event: Event, style: Style, with_results: bool
) -> None:
    """Title rows, players and, where there are results, every round, points and games come back."""
    by_number = {one.start_number: one for one in event.players}
    teams = {one.number: one for one in event.teams}
    rows = standing(event, event.rounds_done)
    order = [row[0] for row in rows] if with_results else list(teams)
    ties = {row[0]: (Decimal(row[5]), row[6]) if with_results else () for row in rows}
    rounds = tuple(range(1, event.rounds_paired + 1)) if with_results else ()
    expected = []
    for place, number in enumerate(order, start=1):
        team = teams[number]
        players, results = [], []
        for board, start_number in enumerate(team.players, start=1):
            one = by_number[start_number]
            own = {row.round: row for row in event.rows(start_number) if row.score is not None}
            opponents = [
                max(style.rating(by_number[row.opponent]), 1400)
                for row in own.values()
                if row.kind == "game" and row.opponent is not None
            ]
            average = sum(opponents) // len(opponents) if opponents else 0
            players.append(
                (
                    (not style.gated, "start_number", start_number),
                    (True, "board", board),
                    (True, "name", one.name),
                    (True, "title", one.title or None),
                    *rating_facts(one, style),
                    (True, "federation", one.federation),
                    (True, "fide_id", one.fide_id or None),
                    (with_results, "points", event.points(start_number)),
                    (with_results, "games", len(own)),
                    (with_results, "rating_average", average),
                )
            )
            results.append(
                tuple(
                    Result(None, None, Kind(own[n].kind), decimal(own[n].score))
                    if n in own
                    else None
                    for n in rounds
                )
            )
        expected.append(
            Team(
                Entry(
                    rank=place,
                    team=team.name,
                    rating_average=team_average(event, team, style),
                    captain=team.captain or None,
                    tie_breaks=ties[number],
                ),
                listed(players, ()),
                rounds,
                tuple(results),
            )
        )
    found = of(Composition, render.composition_page(event, style, results=with_results))
    assert [one.team for one in found.teams] == [one.team for one in expected]
    assert [one.results for one in found.teams] == [one.results for one in expected]
    assert [one.rounds for one in found.teams] == [one.rounds for one in expected]
    for met, wanted in zip(found.teams, expected, strict=True):
        same_rows(met.players, wanted.players)


def best(event: Event, style: Style, board: int | None = None) -> list[Entry]:
    """Describe the best players, of all boards or of one; forfeits do not count."""
    found = []
    for team in event.teams:
        for place, number in enumerate(team.players, start=1):
            scores = [
                Decimal(row.score)
                for row in event.rows(number)
                if row.kind == "game" and row.score is not None
            ]
            if scores and board in (None, place):
                (one,) = (player for player in event.players if player.start_number == number)
                points = sum(scores, ZERO)
                entry = Entry(
                    start_number=None if style.gated else number,
                    name=one.name,
                    title=one.title or None,
                    rating=style.rating(one),
                    team=team.name,
                    board=place,
                    points=points,
                    games=len(scores),
                    percent=Decimal(f"{100 * points / len(scores):.1f}"),
                )
                found.append(((-points, len(scores), number), entry))
    found.sort(key=lambda one: one[0])
    return [one._replace(rank=place) for place, (_, one) in enumerate(found, start=1)]


@TEAMS
@given(team_events(), manners())
def test_the_best_players_are_read_as_described(event: Event, style: Style) -> None:
    """Points, games and percent of everybody who played come back with team and board."""
    found = read(render.best_players_page(event, style, None))
    assert isinstance(found.content, Listing)
    assert (found.view, found.round) == ("bestplayers", event.rounds_done)
    assert found.content.rows == tuple(best(event, style))


@TEAMS
@given(team_events(), manners())
def test_the_best_players_of_each_board_are_players_and_no_teams(
    event: Event, style: Style
) -> None:
    """The headings of that page are boards; its rows are read as those of the best players."""
    boards = range(1, max(len(one.players) for one in event.teams) + 1)
    expected = [one for board in boards for one in best(event, style, board)]
    assume(expected)
    found = read(render.best_per_board_page(event, style))
    assert isinstance(found.content, Listing)
    assert found.view == "bestplayers"
    assert found.content.rows == tuple(expected)


@TEAMS
@given(team_events(), manners(), st.booleans())
def test_the_players_of_all_teams_are_read_as_described(
    event: Event, style: Style, alphabetical: bool
) -> None:
    """Every player comes back with his team and board; the count of the rows is no number."""
    home = {
        number: (team.name, board)
        for team in event.teams
        for board, number in enumerate(team.players, start=1)
    }
    order = sorted(event.players, key=lambda one: list(home).index(one.start_number))
    if alphabetical:
        order.sort(key=lambda one: one.name)
    else:
        order.sort(key=lambda one: (-style.rating(one), one.start_number))
    rows = [
        (
            (not style.gated, "start_number", one.start_number),
            *player_facts(one, style),
            (True, "fide_id", one.fide_id or None),
            (True, "team", home[one.start_number][0]),
            (True, "board", home[one.start_number][1]),
        )
        for one in order
    ]
    page = render.team_players_page(event, style, None, alphabetical=alphabetical)
    found = read(page)
    assert isinstance(found.content, Listing)
    assert found.view == "playerlist"
    same_rows(found.content, listed(rows, ()))


# Searches


def searched(kind: str, events: Sequence[Event], style: Style) -> str:
    """Render what a search without any wish finds."""
    form = {f"{prefix(style)}cb_suchen": "Search", "__VIEWSTATE": "x"}
    return search_page(kind, events, style, form)


@settings(max_examples=20)
@given(st.lists(st.one_of(swiss_events(), team_events()), min_size=1, max_size=3), manners())
def test_found_tournaments_are_read_as_described(events: list[Event], style: Style) -> None:
    """Number, name, dates, rounds and size of every tournament come back."""
    named = [
        replace(event, number=9100000 + n, location="Çınarova" if n else "", fide_event_id=n * 7)
        for n, event in enumerate(events)
    ]
    expected = [
        FoundTournament(
            id=event.number,
            name=event.name[:50],
            federation=event.federation,
            last_update="7 Days 19 Hours",
            start=event.start,
            end=event.end,
            location=event.location or None,
            time_control=event.time_control,
            state=None,
            rounds=event.rounds_total,
            players=len(event.players),
            fide_event_id=event.fide_event_id or None,
        )
        for event in named
    ]
    found = read(searched("tournaments", named, style))
    assert found.view == "tournament_search"
    assert found.content == Found(tuple(expected))


@settings(max_examples=20)
@given(st.lists(st.one_of(swiss_events(), team_events()), min_size=1, max_size=3), manners())
def test_found_players_are_read_as_described(events: list[Event], style: Style) -> None:
    """Every player comes back with his tournament, start number, rank and FIDE id."""
    named = [replace(event, number=9100000 + n) for n, event in enumerate(events)]
    pairs = sorted(
        ((one, event) for event in named for one in event.players),
        key=lambda pair: (pair[0].name, pair[1].end),
    )
    expected = []
    for one, event in pairs:
        ranks = [other.start_number for other in event.standing()]
        expected.append(
            FoundPlayer(
                name=one.name if style.era == "new" else one.name.replace(",", ""),
                fide_id=one.fide_id or None,
                club=one.club or None,
                federation=one.federation,
                tournament=event.name[:30],
                tournament_id=event.number,
                start_number=one.start_number,
                end=event.end,
                rank=ranks.index(one.start_number) + 1 if event.started else None,
                rounds=event.rounds_total,
                players=len(event.players),
            )
        )
    found = read(searched("players", named, style))
    assert found.view == "player_search"
    assert found.content == Found(tuple(expected))


# Checks


def swiss_pages(event: Event, style: Style) -> list[str]:
    """Render every page of an individual event."""
    rounds = range(1, event.rounds_paired + 1)
    pages = [
        render.start_list_page(event, style, None),
        render.alphabetical_page(event, style, None),
        *(
            render.ranking_page(event, style, None, round=n)
            for n in range(1, event.rounds_done + 1)
        ),
        render.not_paired_page(event, style),
    ]
    if event.rounds_paired:
        pages += [make(event, style, None) for make in BY.values()]
    if event.round_robin:
        pages.append(render.round_robin_page(event, style))
    else:
        pages += [render.pairings_page(event, number, style) for number in rounds]
    pages += [
        render.card_page(event, one.start_number, style)
        for one in event.players
        if event.rows(one.start_number)
    ]
    return pages


def team_pages(event: Event, style: Style) -> list[str]:
    """Render every page of a team event."""
    rounds = range(1, event.rounds_paired + 1)
    return [
        render.team_list_page(event, style),
        render.team_ranking_page(event, style),
        render.team_crosstable_page(event, style),
        render.composition_page(event, style),
        render.composition_page(event, style, results=False),
        render.best_players_page(event, style, None),
        render.team_players_page(event, style, None),
        *(render.team_pairings_page(event, style, number) for number in rounds),
        *(render.board_pairings_page(event, style, number) for number in rounds),
        *(
            render.card_page(event, one.start_number, style)
            for one in event.players
            if event.rows(one.start_number)
        ),
    ]


def contradictions(found: Iterable[checks.FactCheck]) -> list[tuple[str, checks.Contradiction]]:
    """Give the contradictions of checks by their kind."""
    return [(check.kind, wrong) for check in found for wrong in check.contradictions]


PAGES: dict[str, tuple[Any, Callable[[Event, Style], list[str]]]] = {
    "swiss": (swiss_events(), swiss_pages),
    "round robin": (round_robin_events(double=False), swiss_pages),
    "teams": (matches_with_empty_boards(), team_pages),
}


@pytest.mark.parametrize("kind", PAGES)
@settings(max_examples=15)
@given(data=st.data())
def test_no_page_of_an_event_contradicts_itself_or_another(kind: str, data: st.DataObject) -> None:
    """Sums, cells and results agree on each page and between all pages of one moment."""
    events, pages_of = PAGES[kind]
    event = data.draw(events)
    style = data.draw(manners())
    readings = [read(page) for page in pages_of(event, style)]
    alone = [check for reading in readings for check in checks.of_page(reading)]
    together = crosschecks.between(readings)
    assert contradictions(alone) == []
    assert contradictions(together) == []
    assert not any(check.behind for check in together)
    if event.rounds_done:
        assert sum(check.compared for check in alone) > 0
        if not (event.round_robin or style.gated) or kind == "teams":
            assert sum(check.compared for check in together) > 0


# Served


@pytest.fixture
def gatherer(quick: None, home: Path) -> Gatherer:
    """Give a reader of sources with a store of its own, which asks without a pause."""
    return Gatherer("9.9", home)


SERVED_VIEWS: dict[str, tuple[Event, dict[str, list[int | None]]]] = {
    "swiss": (
        build.simple_swiss(12, 5),
        {
            "startlist": [None], "alphabetical": [None], "ranking": [None], "pairings": [1, 3, 5],
            "ranking-crosstable": [None], "crosstable": [None], "notpaired": [None],
            "schedule": [None],
        },
    ),
    "round robin": (
        build.round_robin(6, played=3),
        {"startlist": [None], "ranking": [None], "pairings": [None], "crosstable": [None]},
    ),
    "double round robin": (
        build.round_robin(4, double=True, played=4),
        {"startlist": [None], "ranking": [None], "pairings": [None]},
    ),
    "teams": (
        build.team_swiss(5, 3, 3),
        {
            "teamlist": [None], "teamranking": [None], "teampairings": [1, 3],
            "boardpairings": [1, 3], "composition": [None], "bestplayers": [None],
            "playerlist": [None], "schedule": [None],
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", SERVED_VIEWS)
@pytest.mark.parametrize("gated", [False, True])
def test_a_served_event_is_read_like_a_rendered_one(
    kind: str, gated: bool, gatherer: Gatherer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fetched over the wire, and from behind the gate, every view has the facts of the event."""
    event, views = SERVED_VIEWS[kind]
    style = Style(gated=gated, gated_table=False, tie_breaks=2, match_form="full")
    with Standin([event], style) as site:
        monkeypatch.setenv("TNRATE_SITE", site.url)
        found = [
            read_source(gatherer, str(event.number), view, number).reading
            for view, numbers in views.items()
            for number in numbers
        ]
        rows = [one for one in event.players if event.rows(one.start_number)][:3]
        cards = [
            read_source(gatherer, site.link(event.number, art=9, snr=one.start_number)).reading
            for one in rows
        ]
        methods = {seen.method for seen in site.requests}
    assert methods == ({"GET", "POST"} if gated else {"GET"})
    everything = (*found, *cards)
    assert not any(one.gated for one in everything)
    bare = replace(style, gated=False)
    for reading, player in zip(cards, rows, strict=True):
        assert reading.content == card(event, player, bare, "en")
    by_view = {one.view: one.content for one in found}
    if kind == "teams":
        players = by_view["bestplayers"]
        assert isinstance(players, Listing)
        assert list(players.rows) == best(event, bare)
    else:
        start, order = by_view["startlist"], by_view["ranking"]
        assert isinstance(start, Listing)
        assert isinstance(order, Listing)
        assert start.rows == player_list(event, bare, alphabetical=False).rows
        assert order.rows == ranking(event, bare, event.rounds_done).rows
    if kind == "swiss":
        read_rounds = [one.content for one in found if isinstance(one.content, Pairings)]
        expected = [swiss_round(event, number, bare) for number in (1, 3, 5)]
        assert [one.rounds for one in read_rounds] == [(one,) for one in expected]
        for reading in found:
            if isinstance(reading.content, Crosstable):
                same_table(reading.content, crosstable(event, bare, reading.content.by))
    alone = [check for one in everything for check in checks.of_page(one)]
    between = crosschecks.between(everything)
    assert contradictions((*alone, *between)) == []
    assert sum(check.compared for check in alone) > 0
    assert kind.endswith("round robin") or sum(check.compared for check in between) > 0


def test_a_list_is_cut_for_those_who_do_not_ask_for_all_and_never_for_us(
    gatherer: Gatherer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site cuts at 150 rows; the reading of such a page says so, and the program asks for all.

    The best players of a team event are cut without the link that tells of the cut.
    """
    swiss, teams = build.simple_swiss(160, 2), build.team_swiss(36, 4, 2)
    cut = [
        render.start_list_page(swiss, Style()),
        render.alphabetical_page(swiss, Style()),
        render.ranking_page(swiss, Style()),
        render.start_crosstable_page(swiss, Style()),
        render.best_players_page(teams, Style()),
        render.team_players_page(teams, Style()),
        render.start_list_page(swiss, Style(), None),
        render.best_players_page(teams, Style(), 140),
    ]
    assert [read(page).cut for page in cut] == [*[True] * 6, False, False]
    with Standin([swiss, teams]) as site:
        monkeypatch.setenv("TNRATE_SITE", site.url)
        for view in ("startlist", "alphabetical", "ranking", "crosstable", "ranking-crosstable"):
            found = read_source(gatherer, str(swiss.number), view).reading
            listing = found.content
            assert isinstance(listing, Listing | Crosstable)
            rows = listing.rows if isinstance(listing, Listing) else listing.listing.rows
            assert (len(rows), found.cut) == (160, False)
        whole = read_source(gatherer, str(teams.number), "playerlist").reading
        assert isinstance(whole.content, Listing)
        assert (len(whole.content.rows), whole.cut) == (180, False)


def test_a_round_past_the_end_is_refused_in_both_kinds_of_events(
    gatherer: Gatherer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site answers with another round than the one asked for; its facts are not taken."""
    swiss, teams = build.simple_swiss(12, 3), build.team_swiss(5, 3, 3)
    with Standin([swiss, teams]) as site:
        monkeypatch.setenv("TNRATE_SITE", site.url)
        for event, view in (
            (swiss, "pairings"),
            (teams, "teampairings"),
            (teams, "boardpairings"),
        ):
            with pytest.raises(OtherRound):
                read_source(gatherer, str(event.number), view, 8)
        site.faults.append(Fault.wrong_round())
        with pytest.raises(OtherRound):
            read_source(gatherer, str(swiss.number), "pairings", 3)


def test_a_stale_crosstable_is_behind_and_contradicts_nothing(
    gatherer: Gatherer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For some time after an upload the crosstable lacks the results that other pages have.

    Every game of the newest round counts as behind, on its page, on the cards, and in the ranking.
    """
    event = replace(build.round_robin(6, played=5), tournament_type="Swiss-System")
    with Standin([event]) as site:
        monkeypatch.setenv("TNRATE_SITE", site.url)
        site.faults.append(Fault.stale_crosstable())
        source = str(event.number)
        table = read_source(gatherer, source, "crosstable").reading
        newest = read_source(gatherer, source, "pairings", 5).reading
        before = read_source(gatherer, source, "pairings", 4).reading
        order = read_source(gatherer, source, "ranking").reading
        own = read_source(gatherer, site.link(event.number, snr=2)).reading
    assert contradictions(checks.of_page(table)) == []
    found = crosschecks.between([table, newest, before, order, own])
    assert contradictions(found) == []
    lost = sum(event.rows(one.start_number)[-1].score == "0" for one in event.players)
    assert [(check.kind, check.behind, check.compared) for check in found] == [
        ("crosstable_round", 6, 6),
        ("crosstable_round", 0, 6),
        ("ranking_points", 6 - lost, 6),
        ("card_crosstable", 1, 5),
    ]


def test_an_earlier_ranking_is_compared_with_the_points_of_its_round() -> None:
    """A ranking after round 2 does not contradict a crosstable of five rounds, nor hide a slip."""
    event = build.simple_swiss(12, 5)
    table = read(render.start_crosstable_page(event, Style(), None))
    for after in range(1, 6):
        page = render.ranking_page(event, Style(), None, round=after)
        (found,) = crosschecks.between([table, read(page)])
        assert (found.kind, found.compared, found.ok, found.behind) == (
            "ranking_points", 12, True, 0,
        )  # fmt: skip
        listing = read(page).content
        assert isinstance(listing, Listing)
        first = listing.rows[0]
        assert first.points is not None
        rows = (first._replace(points=first.points + HALF), *listing.rows[1:])
        wrong = replace(read(page), content=replace(listing, rows=rows))
        assert len(contradictions(crosschecks.between([table, wrong]))) == 1
