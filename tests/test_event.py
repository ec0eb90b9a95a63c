"""Every player of an event: the pages put together, rated, and held against the site's ranking."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.assumptions import Note, Settings
from rating.card import RatedCard, rate_card
from rating.event_card import EventCards
from rating.k_factor import KSource
from rating.listed import Listed, ListedNational
from rating.tournament import (
    EventLists,
    PrintedFigure,
    RatedEvent,
    RatedPlayer,
    basis_of,
    own_notes,
    rate_event,
)
from scraper import gather
from scraper.errors import EventWithoutGames, NotAnEvent, PairingsWithoutRound
from scraper.event import EventFacts, Seat
from scraper.event_facts import facts_of
from scraper.model import (
    Colour,
    Kind,
    Opponent,
    Player,
    PlayerCard,
    Published,
    Round,
    Source,
    TimeControl,
)
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Entry, Reading
from scraper.saved import read_saved
from scraper.views import card as card_view
from scraper.views import players as players_view
from tests.cards import EVENT
from tests.standin import render
from tests.standin.build import round_robin, simple_swiss, team_swiss
from tests.standin.event import Event, Style
from tests.standin.random_events import round_robin_events, swiss_events

TODAY = date(2026, 11, 30)
BOTH = Style(two_ratings=True, details=True)
PRINTED = replace(BOTH, change_columns=True, performance_column=True)
SWISS = simple_swiss(24, 5)


def reading(page: str) -> Reading:
    """Read a rendered page."""
    return read_page(Page(page.encode()))


def readings(event: Event, style: Style, *, ranking: bool = True) -> list[Reading]:
    """Give the pages that `event` asks for."""
    games = (
        render.round_robin_page(event, style)
        if event.round_robin
        else render.start_crosstable_page(event, style, None)
    )
    pages = [render.start_list_page(event, style, None), games]
    if ranking:
        pages.append(render.ranking_page(event, style, None))
    return [reading(page) for page in pages]


def rated_event(pages: Iterable[Reading], **given_by_hand: object) -> RatedEvent:
    """Rate what the pages say."""
    return rate_event(facts_of(list(pages)), TODAY, Settings(**given_by_hand))  # type: ignore[arg-type]


def by_card(event: Event, number: int, style: Style) -> RatedCard:
    """Rate the card of a player, with the starting rank, as `rate` does."""
    listed = Page(render.start_list_page(event, style, None).encode())
    page = Page(render.card_page(event, number, style).encode())
    card, _ = gather.joined(card_view.read(page), players_view.read(listed))
    return rate_card(card, facts_of([read_page(listed), *readings(event, style)]).tournament, TODAY)


def numbered(rated: RatedEvent) -> dict[int, RatedPlayer]:
    """Give the rows by start number."""
    return {player.number: player for player in rated.players}


def codes(rated: RatedEvent) -> list[str]:
    """Give the codes of the notes on the event."""
    return [note.code for note in rated.notes]


def agreement(rated: RatedEvent) -> dict[str, set[bool]]:
    """Give for each printed column whether its figures agree with ours."""
    found: dict[str, set[bool]] = {}
    for player in rated.players:
        for check in player.checks:
            found.setdefault(check.kind, set()).add(check.ok)
    return found


def assert_as_by_card(event: Event, style: Style) -> None:
    """Hold every row against the card of that player."""
    for player in rated_event(readings(event, style)).players:
        if not event.rows(player.number):
            continue
        card = by_card(event, player.number, style)
        assert player.ukd == card.ukd, player.card.player.name
        if card.fide is not None and not card.fide.games:
            assert player.fide is not None
            assert not player.fide.games
            continue  # such a card prints no K; the ranking does
        assert player.fide == card.fide, player.card.player.name
        assert (player.k and player.k.value) == (card.k and card.k.value)


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(SWISS, id="Swiss"),
        pytest.param(simple_swiss(25, 7, seed=5), id="Swiss with a bye in each round"),
        pytest.param(round_robin(8, played=4), id="round robin under way"),
        pytest.param(round_robin(7), id="round robin of an odd number"),
        pytest.param(round_robin(4, double=True), id="double round robin"),
    ],
)
def test_a_row_is_what_rate_finds_for_that_player(event: Event) -> None:
    """The sums of each row, FIDE and UKD, and K are those of the player's own card."""
    assert_as_by_card(event, PRINTED)


@given(st.one_of(swiss_events(), round_robin_events()))
@settings(max_examples=60)
def test_a_row_of_any_event_is_what_rate_finds(event: Event) -> None:
    """The same of events with byes, forfeits, open games, namesakes and unrated players."""
    if event.started:
        names = Counter(one.name for one in event.players)
        if max(names.values()) == 1:
            assert_as_by_card(event, replace(PRINTED, performance_column=False))


@pytest.mark.parametrize(
    "event",
    [SWISS, simple_swiss(60, 9, seed=3), round_robin(8), round_robin(6, double=True)],
    ids=["small Swiss", "Swiss", "round robin", "double round robin"],
)
def test_what_the_ranking_prints_agrees(event: Event) -> None:
    """n, w, we, K and rtg+/- of the site's ranking are those of the games."""
    rated = rated_event(readings(event, PRINTED))
    assert agreement(rated) == {
        kind: {True}
        for kind in (
            "published_expected", "published_games", "published_score", "published_total",
            "published_k",
        )
    }  # fmt: skip
    assert not rated.by_ranking
    compared = [player for player in rated.players if player.checks]
    assert len(compared) == sum(bool(one.fide and one.k) for one in event.players)


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ("games", "published_games"),
        ("score", "published_score"),
        ("expected", "published_expected"),
        ("change", "published_total"),
        ("k", "published_k"),
    ],
)
def test_a_wrong_printed_figure_shows_up(column: str, kind: str) -> None:
    """A printed figure that differs from ours is a contradiction of its own kind."""
    facts = facts_of(readings(SWISS, PRINTED))
    number = next(n for n, row in facts.rankings.items() if row.expected is not None)
    row = facts.rankings[number]
    odd: Any = 33 if column in ("games", "k") else Decimal("7.77")
    wrong = row._replace(**{column: odd})
    rated = rate_event(replace(facts, rankings={**facts.rankings, number: wrong}), TODAY)
    failed = {check.kind for player in rated.players for check in player.checks if not check.ok}
    # A wrong K makes another change of the same games, too.
    assert failed == ({kind, "published_total"} if column == "k" else {kind})


def test_a_ranking_that_lags_is_compared_with_the_games_of_its_round() -> None:
    """The ranking after round 4 counts the games up to it, whatever the crosstable has since."""
    event = round_robin(8, played=4)
    late = [*readings(event, PRINTED, ranking=False)]
    late.append(reading(render.ranking_page(event, PRINTED, None, None, 2)))
    facts = facts_of(late)
    after_two = {
        number: row._replace(games=None, score=None, expected=None, change=None)
        for number, row in facts.rankings.items()
    }
    earlier = facts_of([*readings(event, PRINTED, ranking=False)])
    rated = rate_event(
        replace(earlier, seats={n: s for n, s in earlier.seats.items() if n <= 2}), TODAY
    )
    printed = {
        player.number: after_two[player.number]._replace(
            games=player.fide.games, score=player.fide.score, expected=player.fide.expected
        )
        for player in rated.players
        if player.fide
    }
    assert facts.after_round == 2
    found = rate_event(replace(facts, rankings=printed), TODAY)
    assert agreement(found)["published_expected"] == {True}
    assert agreement(found)["published_games"] == {True}


def test_figures_of_the_ranking_stand_in_for_missing_games() -> None:
    """Without the games, n, w, we, K and rtg+/- of the ranking are the row, and a note says so."""
    rated = rated_event([reading(render.ranking_page(SWISS, PRINTED, None))])
    with_games = numbered(rated_event(readings(SWISS, PRINTED)))
    assert rated.by_ranking
    assert "event_by_ranking" in codes(rated)
    for player in rated.players:
        whole = with_games[player.number].fide
        if player.fide is None:
            assert whole is None or not whole.games or player.printed.expected is None  # type: ignore[union-attr]
            continue
        assert whole is not None
        assert player.fide == whole
        assert player.ukd is None


def test_missing_rounds_are_named_and_left_out() -> None:
    """Where a ranking prints no figures, the rounds at hand are rated and the others named."""
    pages = [reading(render.start_list_page(SWISS, BOTH, None))]
    pages += [reading(render.pairings_page(SWISS, number, BOTH)) for number in (1, 4)]
    pages.append(reading(render.ranking_page(SWISS, BOTH, None)))
    facts = facts_of(pages)
    assert facts.missing == (2, 3, 5)
    rated = rate_event(facts, TODAY)
    note = next(note for note in rated.notes if note.code == "event_rounds_missing")
    assert note.facts == {"rounds": "2, 3, 5"}
    assert max(len(player.card.rounds) for player in rated.players) == 2


def test_pairings_are_believed_and_a_lagging_round_is_not() -> None:
    """A round's own page overrules the crosstable; a result that only the crosstable has stays."""
    table = reading(render.start_crosstable_page(SWISS, BOTH, None))
    played = reading(render.pairings_page(SWISS, 5, BOTH))
    content: Any = played.content
    boards = content.rounds[0].boards
    game = next(one for one in boards if one.kind is Kind.GAME)
    white = game.white.start_number
    swapped = game._replace(white_score=game.black_score, black_score=game.white_score)
    waiting = game._replace(kind=Kind.PENDING, white_score=None, black_score=None)

    def seat_with(board: object) -> tuple[Kind, Decimal | None, Colour | None]:
        rounds = (replace(content.rounds[0], boards=(board,)),)
        page = replace(played, content=replace(content, rounds=rounds))
        seat = facts_of([table, page]).seats[5][white]
        return seat.kind, seat.score, seat.colour

    assert seat_with(swapped) == (Kind.GAME, game.black_score, Colour.WHITE)
    assert seat_with(waiting) == (Kind.GAME, game.white_score, Colour.WHITE)


def test_a_round_robin_is_read_from_its_grid_too() -> None:
    """The grid does not tell the rounds; the games are those of the page of all rounds."""
    event = round_robin(7)
    grid = [
        reading(render.start_list_page(event, BOTH, None)),
        reading(render.start_crosstable_page(event, BOTH, None)),
    ]
    by_grid, by_rounds = numbered(rated_event(grid)), numbered(rated_event(readings(event, BOTH)))
    for number, player in by_rounds.items():
        assert by_grid[number].fide == player.fide
        assert by_grid[number].ukd == player.ukd
    sides = [(of_round, number, seat) for of_round, seats in facts_of(grid).seats.items()
             for number, seat in seats.items()]  # fmt: skip
    seats = facts_of(grid).seats
    assert sides
    assert all(seats[of_round][seat.opponent].opponent == number
               for of_round, number, seat in sides if seat.opponent)  # fmt: skip


def test_team_events_are_rated_by_their_boards() -> None:
    """The player list and the boards of each round give the rows of the players' cards."""
    event = team_swiss(6)
    pages = [reading(render.team_players_page(event, BOTH, None))]
    pages += [
        reading(render.board_pairings_page(event, BOTH, number))
        for number in range(1, event.rounds_paired + 1)
    ]
    facts = facts_of(pages)
    assert facts.for_teams
    assert not facts.missing
    rows = numbered(rate_event(facts, TODAY))
    listed = players_view.read(Page(render.team_players_page(event, BOTH, None).encode()))
    for number, player in rows.items():
        if not event.rows(number):
            continue
        page = Page(render.card_page(event, number, BOTH).encode())
        card, _ = gather.joined(card_view.read(page), listed)
        assert player.fide == rate_card(card, facts.tournament, TODAY).fide
        assert player.row.team


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([render.composition_page(team_swiss(6), BOTH)], id="teams without boards"),
        pytest.param([render.ranking_page(SWISS, BOTH, None)], id="a ranking without figures"),
    ],
)
def test_an_event_that_has_begun_needs_its_games(pages: Sequence[str]) -> None:
    """Where nothing tells who met whom, it is refused by name instead of rated as nothing."""
    with pytest.raises(EventWithoutGames):
        facts_of([reading(page) for page in pages])


def without_round(page: Reading) -> Reading:
    """Give a page of pairings as it is without its heading."""
    content: Any = page.content
    rounds = tuple(replace(one, round=None) for one in content.rounds)
    return replace(page, round=None, content=replace(content, rounds=rounds))


def test_pairings_of_an_unknown_round_are_not_dropped() -> None:
    """Alone or beside another round they are refused; beside the crosstable it has the games."""
    lost = without_round(reading(render.pairings_page(SWISS, 5, BOTH)))
    known = reading(render.pairings_page(SWISS, 4, BOTH))
    listed, table, _ = readings(SWISS, BOTH)
    for pages in ([lost], [listed, lost], [lost, listed], [known, lost], [lost, known]):
        with pytest.raises(PairingsWithoutRound):
            facts_of(pages)
    assert facts_of([table, lost]).seats == facts_of([table]).seats


def bare(page: Reading) -> Reading:
    """Give a page as it is without the site's frame."""
    return replace(page, server_time=None, rounds_paired=None, rounds_total=None, title=None)


def test_a_bare_list_does_not_say_that_nothing_is_paired() -> None:
    """Without the site's frame a list is no event that has not begun; with it, it is."""
    event = replace(SWISS, results={})
    whole = reading(render.start_list_page(event, BOTH, None))
    assert not facts_of([whole]).seats
    with pytest.raises(EventWithoutGames):
        facts_of([bare(whole)])
    assert not facts_of([bare(whole), whole]).seats
    table = reading(render.start_crosstable_page(SWISS, BOTH, None))
    assert facts_of([bare(whole), bare(table)]).seats


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("womenworld2023__pairings__finished", PairingsWithoutRound),
        ("corporate2021__playerlist-paged__finished", EventWithoutGames),
    ],
)
def test_real_pages_without_a_frame_are_refused(
    shared_pages: Path, name: str, refusal: type[Exception]
) -> None:
    """What a page does not say is not taken for an event that has not begun."""
    with pytest.raises(refusal):
        facts_of(saved(shared_pages, name))


def test_pages_without_players_are_no_event() -> None:
    """A schedule has no players."""
    with pytest.raises(NotAnEvent) as refused:
        facts_of([reading(render.schedule_page(SWISS, BOTH))])
    assert refused.value.facts == {"views": "schedule"}


def test_an_event_that_has_not_begun_has_rows_without_games() -> None:
    """Everybody has rating and K, and a note says that no round is paired."""
    event = replace(SWISS, results={})
    rated = rated_event([reading(render.start_list_page(event, BOTH, None))])
    assert "event_not_begun" in codes(rated)
    assert {player.fide.games for player in rated.players if player.fide} == {0}
    assert {player.fide.change for player in rated.players if player.fide} == {0}


def test_open_games_are_counted_once() -> None:
    """A game without a result is one, not one for each side."""
    event = round_robin(8, played=4)
    rated = rated_event(readings(event, BOTH))
    note = next(note for note in rated.notes if note.code == "month_games_open")
    assert note.facts == {"count": 4 * 3}


def test_k_is_printed_then_given_then_listed_then_derived() -> None:
    """K comes from the ranking, else from --k, else from FIDE's list, else from the rules."""
    facts = facts_of(readings(SWISS, PRINTED))
    bare = facts_of(readings(SWISS, BOTH))
    number, row = next((n, r) for n, r in facts.rankings.items() if r.k and r.k < 40)
    fide_id = 99123456
    players = {**bare.players, number: replace(bare.players[number], fide_id=fide_id)}
    bare = replace(bare, players=players)
    month = bare.tournament.start.replace(day=1)  # type: ignore[union-attr]
    rating = bare.players[number].fide
    lists = EventLists({fide_id: Listed(month, k=40, rating=rating)})

    def source(found: EventFacts, **by_hand: int) -> tuple[KSource, int]:
        k = numbered(rate_event(found, TODAY, Settings(**by_hand), lists))[number].k  # type: ignore[arg-type]
        assert k is not None
        return k.source, k.value

    assert source(facts, k=40) == (KSource.CARD, row.k)
    assert source(bare, k=15) == (KSource.OPTION, 15)
    assert source(bare) == (KSource.LIST, 40)


def test_ratings_of_the_lists_reach_the_opponents_once() -> None:
    """Whoever is unrated on the page and rated in the list is so for himself and his opponents."""
    facts = facts_of(readings(SWISS, BOTH))
    number = next(
        n for n, player in facts.players.items() if player.fide and facts.seats[1][n].opponent
    )
    player = facts.players[number]
    blank = replace(
        facts,
        players={
            **facts.players,
            number: replace(player, fide=None, national=None, fide_id=99000001),
        },
    )
    month = facts.tournament.start.replace(day=1)  # type: ignore[union-attr]
    lists = EventLists(
        {99000001: Listed(month, rating=player.fide)},
        {number: ListedNational(month, player.national)},
    )
    found = numbered(rate_event(blank, TODAY, lists=lists))
    expected = numbered(rate_event(facts, TODAY))
    assert found[number].fide.change == expected[number].fide.change  # type: ignore[union-attr]
    opponent = facts.seats[1][number].opponent
    sides = [one.opponent for one in found[opponent].card.rounds if one.opponent]  # type: ignore[index]
    met = next(one for one in sides if one.start_number == number)
    assert (met.fide, met.fide_source) == (player.fide, Source.LIST)


def test_changes_of_both_sides_cancel_at_equal_k() -> None:
    """Where all have one K and no gap goes beyond the cap, the field neither wins nor loses."""
    event = round_robin(6)
    near = tuple(replace(one, fide=1800 + 10 * one.start_number) for one in event.players)
    rated = rated_event(readings(replace(event, players=near), BOTH, ranking=False), k=20)
    changes = [player.fide.change for player in rated.players if player.fide]
    assert len(changes) == 6
    assert sum(changes) == 0


def test_rows_of_other_pages_that_fit_nobody_are_counted() -> None:
    """A crosstable with another name under a number is left out of the list, and counted."""
    table = reading(render.start_crosstable_page(SWISS, BOTH, None))
    content: Any = table.content
    listing = content.listing
    odd = listing.rows[3]._replace(name="Yabancı, Kimse", fide_id=None)
    rows = (*listing.rows[:3], odd, *listing.rows[4:])
    content = replace(content, listing=replace(listing, rows=rows))
    start = reading(render.start_list_page(SWISS, BOTH, None))
    rated = rated_event([start, replace(table, content=content)])
    note = next(note for note in rated.notes if note.code == "event_strangers")
    assert note.facts == {"count": 1}


# The cards of an event


def player_of(number: int, **given: Any) -> Player:
    """Build a player with two ratings."""
    facts: dict[str, Any] = {"fide": 1800 + number, "national": 1700 + number, **given}
    return Player(number, f"Örnek {number}", title="CM", federation="TUR", club="Örnek SK",
                  fide_id=99000000 + number, rating=1750, **facts)  # fmt: skip


def seat(opponent: int | None, score: str | None, kind: Kind = Kind.GAME) -> Seat:
    """Build the seat of White on board 3."""
    points = None if score is None else Decimal(score)
    return Seat(kind, points, 3, Colour.WHITE, opponent, rated=kind is Kind.GAME)


def small_event(**given: Any) -> EventFacts:
    """Build an event of four rounds: a bye, two games, one of them to play, and an absence."""
    mine = {2: seat(2, "1"), 1: seat(None, "1", Kind.BYE), 3: seat(3, None, Kind.PENDING),
            4: seat(None, "0", Kind.NOT_PAIRED)}  # fmt: skip
    facts: dict[str, Any] = {
        "players": {1: player_of(1), 2: player_of(2), 3: player_of(3, fide=None, national=None)},
        "seats": {number: {1: one} for number, one in mine.items()},
        **given,
    }
    return EventFacts(EVENT, **facts)


def test_the_card_of_a_player_has_all_that_the_event_tells() -> None:
    """The paired rounds in their order; K beside games alone; the ratings are the list's."""
    rankings = {1: Entry(rank=4, k=40, performance=1999), 2: Entry(rank=5)}
    points = {2: Decimal("1.5")}
    card = EventCards(small_event(rankings=rankings, points=points)).card(1, k=20)
    met = Opponent(2, "Örnek 2", title="CM", federation="TUR", club="Örnek SK", points=points[2],
                   rating=1750, fide=1802, national=1702, fide_source=Source.STARTING_RANK,
                   national_source=Source.STARTING_RANK, fide_id=99000002)  # fmt: skip
    waiting = replace(met, start_number=3, name="Örnek 3", points=Decimal(0), fide=None,
                      national=None, fide_source=None, national_source=None,
                      fide_id=99000003)  # fmt: skip
    usual = Round(0, Kind.GAME, Decimal(1), board=3, colour=Colour.WHITE, rated=False)
    assert card == PlayerCard(
        player_of(1),
        (
            replace(usual, round=1, kind=Kind.BYE),
            replace(usual, round=2, opponent=met, published=Published(k=40), rated=True),
            replace(usual, round=3, kind=Kind.PENDING, score=None, opponent=waiting),
        ),
        points=Decimal(2),
        rank=4,
        performance=1999,
    )


def test_k_of_a_card_is_printed_else_given() -> None:
    """A ranking without K, or none at all, leaves the K that was given; without either is none."""
    for rankings in ({}, {1: Entry(rank=4)}):
        cards = EventCards(small_event(rankings=rankings))
        assert cards.card(1, k=20).rounds[1].published == Published(k=20)
        assert cards.card(1).rounds[1].published is None
    bare = EventCards(small_event()).card(1)
    assert (bare.rank, bare.performance) == (None, None)
    with pytest.raises(KeyError):
        EventCards(small_event()).card(9)


def test_the_points_of_a_card() -> None:
    """Printed beside the games, else with rounds missing those of the ranking, else added up."""
    rankings = {1: Entry(points=Decimal(3))}
    lacking = {2: {1: seat(2, "1")}}
    for facts, points in (
        (small_event(rankings=rankings), 2),
        (small_event(rankings=rankings, points={1: Decimal(5)}), 5),
        (small_event(rankings=rankings, seats=lacking), 3),
        (small_event(rankings=rankings, seats=lacking, points={1: Decimal(5)}), 5),
        (small_event(seats=lacking), 1),
    ):
        assert EventCards(facts).card(1).points == points


def test_an_opponent_who_left_the_list_is_a_number() -> None:
    """Whoever is no longer in the list has a start number, and no name and no ratings."""
    card = EventCards(small_event(players={1: player_of(1)})).card(1)
    assert [one.opponent for one in card.rounds] == [None, Opponent(2, None), Opponent(3, None)]


def test_an_opponent_is_completed_once() -> None:
    """However many cards he is on, one and the same opponent is met."""
    asked: list[int | None] = []

    def complete(opponent: Opponent) -> Opponent:
        asked.append(opponent.start_number)
        return replace(opponent, fide=2000)

    cards = EventCards(small_event(), complete)
    ratings = [one.opponent and one.opponent.fide for one in cards.card(1).rounds]
    assert (ratings, cards.card(1), asked) == ([None, 2000, 2000], cards.card(1), [2, 3])


# The row of a ranking, and K


def row_of_ranking(**printed: Any) -> RatedPlayer:
    """Rate the first player by a row of the ranking alone; his rating is 1801."""
    row = Entry(rank=1, expected=Decimal(1), score=Decimal("1.5"))._replace(**printed)
    facts = small_event(
        seats={}, after_round=2, rankings={1: row, 2: Entry(expected=Decimal(1))},
        rows=dict.fromkeys((1, 2, 3), Entry()),
    )  # fmt: skip
    return numbered(rate_event(facts, TODAY, Settings(k=20)))[1]


def test_a_change_that_the_ranking_lacks_is_worked_out() -> None:
    """K × (w − we) = 20 × 0.5 where no rtg+/- is printed; without n there are no games."""
    found = row_of_ranking().fide
    assert found is not None
    assert (found.games, found.change, found.rounded, found.new_rating) == (
        0, Decimal(10), 10, 1811,
    )  # fmt: skip
    printed = row_of_ranking(games=2, change=Decimal("9.5")).fide
    assert printed is not None
    assert (printed.games, printed.change, printed.rounded, printed.new_rating) == (
        2, Decimal("9.5"), 10, 1811,
    )  # fmt: skip


@pytest.mark.parametrize("lacking", ["expected", "score"])
def test_a_row_without_score_or_expected_score_is_not_rated(lacking: str) -> None:
    """The change hangs on both; either missing leaves no figures."""
    assert row_of_ranking(**{lacking: None}).fide is None


@pytest.mark.parametrize(
    ("printed", "listed", "ours"),
    [
        (20, None, 20),  # 1801 without a year of birth: 20, 40 and 10 are possible
        (40, None, 40),
        (10, None, 10),
        (15, None, 20),
        (40, Listed(date(2026, 5, 1), k=40), 40),
        (20, Listed(date(2026, 5, 1), k=40), 40),
        (20, Listed(date(2026, 5, 1), k=40, title="GM"), 40),
    ],
)
def test_a_printed_k_is_held_against_the_rules(
    printed: int, listed: Listed | None, ours: int
) -> None:
    """Where several K are possible any of them agrees; that of FIDE's list is the only one."""
    facts = small_event(
        rankings={1: Entry(rank=1, k=printed)}, rows=dict.fromkeys((1, 2, 3), Entry())
    )
    lists = EventLists({} if listed is None else {99000001: listed})
    (check,) = numbered(rate_event(facts, TODAY, lists=lists))[1].checks
    assert check == PrintedFigure("published_k", Decimal(ours), Decimal(printed))


def test_a_printed_k_is_held_against_the_year_of_birth_of_the_federation() -> None:
    """Born in 2010 by the federation's list, below 2300: K is 40, and a printed 20 is odd."""
    facts = small_event(rankings={1: Entry(k=20)}, rows=dict.fromkeys((1, 2, 3), Entry()))
    lists = EventLists(national={1: ListedNational(date(2026, 5, 1), birth_year=2010)})
    (check,) = numbered(rate_event(facts, TODAY, lists=lists))[1].checks
    assert check == PrintedFigure("published_k", Decimal(40), Decimal(20))
    derived = numbered(rate_event(replace(facts, rankings={}), TODAY, lists=lists))[1].k
    assert derived is not None
    assert (derived.value, derived.source) == (40, KSource.DERIVED)


@pytest.mark.parametrize(("by_name", "rating"), [(False, 1777), (True, None)])
def test_a_rating_that_was_found_by_name_is_not_his_opponents(
    by_name: bool, rating: int | None
) -> None:
    """A player found by name may be another one: his opponents' ratings stay without it."""
    facts = small_event(rows=dict.fromkeys((1, 2, 3), Entry()))
    lists = EventLists(national={3: ListedNational(date(2026, 5, 1), 1777, by_name=by_name)})
    rows = numbered(rate_event(facts, TODAY, lists=lists))
    assert rows[3].basis.own_national == (1750 if by_name else 1777)
    met = rows[1].card.rounds[2].opponent
    assert met is not None
    assert met.national == rating


def test_the_standard_rating_stands_in_for_opponents_in_rapid_alone() -> None:
    """Rapid and blitz, 7.2.1: whoever is unrated there plays with the standard rating."""
    for control, rating in ((TimeControl.RAPID, 1888), (TimeControl.STANDARD, None)):
        facts = small_event(rows=dict.fromkeys((1, 2, 3), Entry()))
        facts = replace(facts, tournament=replace(EVENT, time_control=control))
        lists = EventLists({99000003: Listed(date(2026, 5, 1), standard=1888)})
        met = numbered(rate_event(facts, TODAY, lists=lists))[1].card.rounds[2].opponent
        assert met is not None
        assert met.fide == rating


def test_an_event_without_a_date_is_rated_by_the_rules_of_today() -> None:
    """Where no page tells the first day, the day of asking chooses rules and lists."""
    nameless = replace(EVENT, start=None, end=None)
    facts = replace(small_event(rows=dict.fromkeys((1, 2, 3), Entry())), tournament=nameless)
    assert basis_of(facts, Settings(), TODAY).start == TODAY
    lists = EventLists({99000003: Listed(TODAY.replace(day=1), rating=1999)})
    met = numbered(rate_event(facts, TODAY, lists=lists))[1].card.rounds[2].opponent
    assert met is not None
    assert met.fide == 1999


def test_a_row_has_all_that_it_rests_on() -> None:
    """Basis, K with what else it can be, the printed row; Rp by the games, else as printed."""
    rankings = {1: Entry(performance=1999), 2: Entry(performance=1888)}
    players = {1: player_of(1), 2: player_of(2), 3: player_of(3, fide=0, national=0)}
    facts = small_event(players=players, rankings=rankings, rows=dict.fromkeys((1, 2, 3), Entry()))
    event = rate_event(facts, TODAY)
    assert event.tournament == EVENT
    player, idle, unrated = (numbered(event)[number] for number in (1, 2, 3))
    assert (player.basis.own_fide, player.basis.own_national) == (1801, 1701)
    assert player.printed is rankings[1]
    assert [one.k for one in player.k_candidates] == [20, 40, 10]
    assert (player.performance, idle.performance) == (2602, 1888)
    assert (unrated.k, unrated.k_candidates, unrated.fide) == (None, (), None)
    assert {"k_unknown", "k_may_be_lowered"} <= {note.code for note in player.notes}


def test_the_k_of_a_ranking_needs_no_games() -> None:
    """Before the first round the printed K is the player's all the same."""
    facts = small_event(seats={}, rankings={1: Entry(k=15)}, rows=dict.fromkeys((1, 2, 3), Entry()))
    k = numbered(rate_event(facts, TODAY))[1].k
    assert k is not None
    assert (k.value, k.source) == (15, KSource.CARD)


@pytest.mark.parametrize("known", [{"k": 20}, {"change": Decimal(10)}])
def test_a_change_is_compared_with_the_k_beside_it(known: dict[str, Any]) -> None:
    """rtg+/- is the site's own K times the difference: without either nothing is compared."""
    facts = small_event(
        rankings={1: Entry(expected=Decimal("0.5"))._replace(**known)},
        rows=dict.fromkeys((1, 2, 3), Entry()),
    )
    kinds = {one.kind for one in numbered(rate_event(facts, TODAY))[1].checks}
    assert kinds == {"published_expected", *(["published_k"] if "k" in known else [])}


@pytest.mark.parametrize(("expected", "said"), [("0.5", False), ("0.7", True)])
def test_a_printed_expected_score_confirms_the_column_rtg(expected: str, said: bool) -> None:
    """The only rating is taken for FIDE's, and that is said unless the ranking agrees with it."""
    players = {number: player_of(number, fide=None, national=None) for number in (1, 2, 3)}
    facts = small_event(
        players=players, rankings={1: Entry(k=20, expected=Decimal(expected))},
        rows=dict.fromkeys((1, 2, 3), Entry()),
    )  # fmt: skip
    event = rate_event(facts, TODAY)
    assert ("event_fide_from_rtg" in codes(event)) is said
    assert "event_k_unknown" in codes(event)


def test_what_concerns_many_is_counted_once() -> None:
    """A lowered K and its article, the limit, ratings that are missing: each a note of the event.

    Article 8.3.3: 18 games with K 40 are 720, so K is 38, for one of the two who have a rating.
    """
    seats = {number: {1: seat(2, "1")} for number in range(1, 19)}
    players = {1: player_of(1), 2: player_of(2), 3: player_of(3, fide=0)}
    facts = small_event(players=players, seats=seats, rows=dict.fromkeys((1, 2, 3), Entry()))
    event = rate_event(facts, TODAY, Settings(k=40))
    assert event.notes == (
        Note("ukd_estimate"),
        Note("event_unrated", {"count": 1}),
        Note("event_k_lowered", {"count": 1, "article": "FIDE 8.3.3"}),
    )
    ahead = rate_event(replace(facts, seats={1: seats[1]}), TODAY, Settings(k=40))
    assert ahead.notes[-1] == Note("event_k_limit", {"article": "FIDE 8.3.3"})


def test_rounds_that_the_ranking_stands_in_for_are_named() -> None:
    """The rounds without games are said, and no open game is counted beside them."""
    facts = small_event(
        seats={3: {1: seat(3, None, Kind.PENDING)}},
        rankings={1: Entry(expected=Decimal(1), score=Decimal(1))},
        rows=dict.fromkeys((1, 2, 3), Entry()),
    )
    event = rate_event(facts, TODAY, Settings(k=20))
    assert event.by_ranking
    assert event.notes[0] == Note("event_by_ranking", {"rounds": "1, 2"})
    assert "month_games_open" not in codes(event)


def test_the_rows_are_in_the_order_of_the_ranking() -> None:
    """By rank, then by start number; whoever has no rank, and then no number, comes last."""
    players = {number: player_of(abs(number)) for number in (-2, 3, -1, 2, 1, 4, 5)}
    facts = small_event(
        players=players, seats={}, rows=dict.fromkeys(players, Entry()),
        rankings={3: Entry(rank=2), 4: Entry(rank=1), 2: Entry(rank=2)},
    )  # fmt: skip
    found = [player.number for player in rate_event(facts, TODAY).players]
    assert found == [4, 2, 3, 1, 5, -1, -2]


def test_what_is_said_of_the_event_is_not_said_of_each_player() -> None:
    """Notes on the event, and what goes without saying, are no notes of a single player."""
    player = row_of_ranking()
    notes = tuple(map(Note, ("time_unknown", "k_may_be_lowered", "own_fide_listed")))
    assert own_notes(replace(player, notes=notes)) == (Note("own_fide_listed"),)


# The real pages


def saved(folder: Path, *names: str) -> list[Reading]:
    """Read real pages."""
    return [read_page(Page(read_saved(str(folder / f"{name}.html")))) for name in names]


def test_the_ranking_of_2024_is_taken_row_by_row(shared_pages: Path) -> None:
    """K x (w - we) is rtg+/- in all 93 filled rows, and every printed K is possible."""
    rated = rated_event(saved(shared_pages, "portimao2024__ranking__gated"))
    assert rated.by_ranking
    filled = [player for player in rated.players if player.fide is not None]
    assert len(rated.players) == 99
    assert len(filled) == 93
    for player in filled:
        total = player.fide
        assert total is not None
        assert total.change == total.k * (total.score - total.expected) == player.printed.change  # type: ignore[union-attr]
    assert agreement(rated) == {"published_k": {True}}


@pytest.mark.parametrize(
    ("names", "players", "games"),
    [
        (("british2026__crosstable__after-r7", "british2026__startlist__midround-r6"), 108, 7),
        (("arad2026-a__crosstable__final", "arad2026-a__startlist__final"), 209, 9),
        (("roundrobin2023__pairings-all__finished",), 8, 7),
        (("frome2026-open__crosstable__gated",), 38, 5),
    ],
)
def test_real_events_have_a_row_for_everybody(
    shared_pages: Path, names: tuple[str, ...], players: int, games: int
) -> None:
    """Everybody is there, with the points that the page prints, and the best have all games."""
    facts = facts_of(saved(shared_pages, *names))
    rated = rate_event(facts, TODAY)
    assert len(rated.players) == players
    assert not facts.missing
    assert max(player.fide.games for player in rated.players if player.fide) == games
    for player in rated.players:
        scores = [one.score for one in player.card.rounds if one.score is not None]
        assert player.card.points == sum(scores)
