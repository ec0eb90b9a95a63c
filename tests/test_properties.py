"""What holds for all games, whatever the ratings."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from rating import fide, ukd
from rating.card import rate_card
from rating.fide import rate_games, rules_for, total
from rating.game import Game, NotCounted, RatedGame
from scraper.model import Kind, Round, TimeControl
from tests.cards import EVENT, TODAY, card, opponent, played

SCORES = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])
RATINGS = st.integers(1000, 2900)
STARTS = st.dates(date(2005, 1, 1), date(2027, 12, 31))
CONTROLS = st.sampled_from(TimeControl)
KS = st.sampled_from([10, 15, 20, 30, 40])
GAMES = st.lists(st.builds(Game, st.none() | RATINGS, SCORES), max_size=24)


@given(RATINGS, RATINGS, SCORES, KS, STARTS, CONTROLS)
def test_both_sides_cancel(
    own: int, other: int, score: Decimal, k: int, start: date, control: TimeControl
) -> None:
    """At equal K what one side wins the other loses, but for the exemption from 2650 on."""
    rules = rules_for(control, start)
    if rules.full_gap_from is not None and max(own, other) >= rules.full_gap_from:
        return
    (mine,) = rate_games(own, [Game(other, score)], k, rules)
    (theirs,) = rate_games(other, [Game(own, 1 - score)], k, rules)
    if isinstance(mine, NotCounted):
        assert mine == theirs
    else:
        assert isinstance(theirs, RatedGame)
        assert mine.change + theirs.change == 0


@given(RATINGS, GAMES, KS, STARTS, CONTROLS)
def test_totals_are_exact_sums(
    own: int, games: list[Game], k: int, start: date, control: TimeControl
) -> None:
    """The total is the sum of the changes, K x (score - expected), in whole hundredths."""
    rules = rules_for(control, start)
    results = rate_games(own, games, k, rules)
    found = total(own, k, results, rules)
    changes = [r.change for r in results if isinstance(r, RatedGame)]
    assert found.change == sum(changes) == found.k * (found.score - found.expected)
    assert all(change * 100 == int(change * 100) for change in changes)
    assert found.games == len(changes)
    assert found.games * found.k <= 700 or not rules.k.limit


@given(RATINGS, GAMES, KS, st.randoms(use_true_random=False), STARTS, CONTROLS)
def test_the_order_of_the_games_does_not_matter(
    own: int, games: list[Game], k: int, random: object, start: date, control: TimeControl
) -> None:
    """The same games in another order give the same total, apart from ties for the one upgrade."""
    rules = rules_for(control, start)
    shuffled = sorted(games, key=lambda game: (game.opponent or 0, game.score))
    straight, other = (
        total(own, k, rate_games(own, order, k, rules), rules) for order in (games, shuffled)
    )
    assert straight.games == other.games
    assert straight.expected == other.expected
    assert straight.change == other.change


@given(st.integers(1000, 2800), RATINGS, SCORES)
def test_one_game_is_the_same_in_both_readings(own: int, other: int, score: Decimal) -> None:
    """With one rated game the UKD per game and by the average agree."""
    found = ukd.total(own, ukd.rate_games(own, [Game(other, score)]))
    assert found.change == found.average_change


@given(st.integers(1000, 2800), st.lists(st.builds(Game, st.none() | RATINGS, SCORES), max_size=12))
def test_no_ukd_moves_by_more_than_k_a_game(own: int, games: list[Game]) -> None:
    """A game changes the UKD by less than k, and never below the floor."""
    results = ukd.rate_games(own, games)
    assert all(abs(result.change) < result.k for result in results)
    assert ukd.total(own, results).new_rating >= ukd.FLOOR


@given(
    st.lists(st.tuples(st.integers(0, 2800), SCORES), max_size=19),
    st.integers(1000, 2800),
    st.integers(1000, 2800),
    STARTS,
    CONTROLS,
    st.sampled_from([1990, 2012]),
)
def test_a_scenario_is_the_card_with_that_result(
    games: list[tuple[int, Decimal]],
    own: int,
    coming: int,
    start: date,
    control: TimeControl,
    born: int,
) -> None:
    """A scenario equals rating the card once that result stands on it, in every era."""
    event = replace(EVENT, start=start, end=start, time_control=control)
    rounds = [
        played(n, opponent(rating, rating), str(score))
        for n, (rating, score) in enumerate(games, start=1)
    ]
    following = played(len(rounds) + 1, opponent(coming, coming), None, Kind.PENDING)
    before = rate_card(card([*rounds, following], own, own, birth_year=born), event, TODAY)
    assert before.next is not None
    for name, score in (("win", "1"), ("draw", "0.5"), ("loss", "0")):
        done: Round = replace(following, kind=Kind.GAME, score=Decimal(score))
        after = rate_card(card([*rounds, done], own, own, birth_year=born), event, TODAY)
        assert after.fide is not None
        assert after.ukd is not None
        for scenarios, result, now in (
            (before.next.fide, after.rounds[-1].fide, after.fide),
            (before.next.ukd, after.rounds[-1].ukd, after.ukd),
        ):
            if isinstance(scenarios, NotCounted):
                assert result == scenarios
                continue
            scenario = scenarios[name]
            assert scenario.game == result
            assert (scenario.total, scenario.new_rating) == (now.change, now.new_rating)


@given(STARTS, CONTROLS)
def test_there_are_rules_for_every_day(start: date, control: TimeControl) -> None:
    """Some rules are in force on every day, and the next ones begin later."""
    rules = fide.rules_for(control, start)
    assert rules.since <= start
    assert rules.until is None or rules.until > start
