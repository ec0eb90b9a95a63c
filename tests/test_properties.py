"""What holds for all games, whatever the ratings."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import assume, example, given
from hypothesis import strategies as st

from rating import ukd
from rating.card import rate_card
from rating.conversion import expected_score, round_half_away
from rating.fide import RULES, limited_k, rate_games, rules_for, total
from rating.game import Game, NotCounted, RatedGame
from scraper.model import Kind, TimeControl, Tournament
from tests.cards import EVENT, TODAY, card, opponent, played

HALF = Decimal("0.5")
SCORES = st.sampled_from([Decimal(0), HALF, Decimal(1)])
RATINGS = st.integers(1000, 2900)
# Every day, and the first and last day of each set of rules more often than by chance.
BOUNDARIES = sorted(
    {rules.since for each in RULES.values() for rules in each if rules.since != date.min}
)
STARTS = st.one_of(
    st.dates(date(2005, 1, 1), date(2027, 12, 31)),
    st.sampled_from(BOUNDARIES),
    st.sampled_from([day - timedelta(days=1) for day in BOUNDARIES]),
)
ONE_UPGRADE = st.dates(date(2022, 1, 1), date(2024, 2, 29))
CONTROLS = st.sampled_from(TimeControl)
KS = st.sampled_from([10, 15, 20, 30, 40])
OPPONENTS = st.none() | RATINGS
GAMES = st.lists(st.builds(Game, OPPONENTS, SCORES), max_size=24)
# Few ratings, so that equal and opposite gaps are frequent.
CLOSE_GAMES = st.lists(
    st.builds(Game, st.sampled_from([None, 1300, 1400, 1500, 2000, 2500, 2600, 2700]), SCORES),
    max_size=8,
)


@given(RATINGS, RATINGS, SCORES, KS, STARTS, CONTROLS)
@example(2649, 2000, Decimal(1), 10, date(2025, 10, 1), TimeControl.STANDARD)
@example(2000, 2001, HALF, 20, date(2026, 5, 1), TimeControl.STANDARD)
def test_both_sides_cancel(
    own: int, other: int, score: Decimal, k: int, start: date, control: TimeControl
) -> None:
    """At equal K what one side wins the other loses, but for the exemption from 2650 on."""
    rules = rules_for(control, start)
    assume(rules.full_gap_from is None or max(own, other) < rules.full_gap_from)
    (mine,) = rate_games(own, [Game(other, score)], k, rules)
    (theirs,) = rate_games(other, [Game(own, 1 - score)], k, rules)
    if isinstance(mine, NotCounted):
        assert mine == theirs
    else:
        assert isinstance(theirs, RatedGame)
        assert mine.change + theirs.change == 0


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_a_larger_gap_never_expects_less(gap: int, larger: int) -> None:
    """Table 8.1.2 rises with the gap, between .50 and 1, and both sides share one point."""
    assume(gap <= larger)
    assert HALF <= expected_score(gap) <= expected_score(larger) <= 1
    assert gap == 0 or expected_score(gap) + expected_score(-gap) == 1


@given(RATINGS, GAMES, KS, STARTS, CONTROLS)
def test_totals_are_exact_sums(
    own: int, games: list[Game], k: int, start: date, control: TimeControl
) -> None:
    """The total is the sum of the changes, K x (score - expected), rounded once at the end."""
    rules = rules_for(control, start)
    results = rate_games(own, games, k, rules)
    found = total(own, k, results, rules)
    rated = [result for result in results if isinstance(result, RatedGame)]
    assert found.change == sum(result.change for result in rated)
    assert found.change == found.k * (found.score - found.expected)
    assert found.games == len(rated)
    assert found.rounded == round_half_away(found.change)
    assert found.new_rating == own + found.rounded
    assert abs(found.change - found.rounded) <= HALF
    assert len(results) == len(games)


@given(RATINGS, GAMES, KS, STARTS, CONTROLS)
def test_every_change_is_a_whole_multiple_of_a_hundredth_of_k(
    own: int, games: list[Game], k: int, start: date, control: TimeControl
) -> None:
    """Changes are exact: a whole number of hundredths of the K used, never longer."""
    for result in rate_games(own, games, k, rules_for(control, start)):
        if isinstance(result, RatedGame):
            hundredths = result.change * 100
            assert hundredths == int(hundredths)
            assert int(hundredths) % result.k == 0
            assert abs(result.change) <= result.k


@given(st.lists(st.builds(Game, OPPONENTS, SCORES), min_size=15, max_size=40), KS, STARTS, CONTROLS)
def test_games_times_k_never_exceed_700(
    games: list[Game], k: int, start: date, control: TimeControl
) -> None:
    """Article 8.3.3: K is the largest whole number up to its own value with n x K <= 700."""
    rules = rules_for(control, start)
    results = rate_games(2000, games, k, rules)
    found = total(2000, k, results, rules)
    rated = [result for result in results if isinstance(result, RatedGame)]
    assert {result.k for result in rated} <= {found.k}
    if rules.k.limit:
        assert found.games * found.k <= 700
        assert found.k == k or found.games * (found.k + 1) > 700
    else:
        assert found.k == k
    assert limited_k(k, len(rated), rules) == found.k


@given(st.data(), RATINGS, GAMES | CLOSE_GAMES, KS, STARTS | ONE_UPGRADE, CONTROLS)
def test_the_order_of_the_games_does_not_matter(
    data: st.DataObject,
    own: int,
    games: list[Game],
    k: int,
    start: date,
    control: TimeControl,
) -> None:
    """The same games in another order have the same total, in every era."""
    rules = rules_for(control, start)
    shuffled = data.draw(st.permutations(games))
    straight, other = (
        total(own, k, rate_games(own, order, k, rules), rules) for order in (games, shuffled)
    )
    assert straight == other


@given(st.data(), CLOSE_GAMES, ONE_UPGRADE, CONTROLS)
def test_the_one_upgrade_is_given_once(
    data: st.DataObject, games: list[Game], start: date, control: TimeControl
) -> None:
    """January 2022 to February 2024: at most one game is capped, and none has a larger gap."""
    rules = rules_for(control, start)
    order = data.draw(st.permutations(games))
    rated = [r for r in rate_games(2000, order, 20, rules) if isinstance(r, RatedGame)]
    gaps = [abs(r.difference or 0) for r in rated]
    capped = [abs(r.difference or 0) for r in rated if r.capped]
    assert capped == ([max(gaps)] if gaps and max(gaps) > 400 else [])
    straight, other = (
        total(2000, 20, rate_games(2000, each, 20, rules), rules) for each in (games, order)
    )
    assert straight == other


@given(st.integers(1000, 2800), RATINGS, SCORES)
@example(1500, 2000, Decimal(1))
@example(2000, 1649, Decimal(0))
def test_one_game_is_the_same_in_both_readings(own: int, other: int, score: Decimal) -> None:
    """With one rated game the UKD per game and by the average agree."""
    found = ukd.total(own, ukd.rate_games(own, [Game(other, score)]))
    assert found.change == found.average_change
    assert found.new_rating == found.average_new_rating


@given(
    st.integers(1000, 2800),
    RATINGS,
    st.lists(SCORES, min_size=1, max_size=9),
    st.lists(SCORES, max_size=3),
)
def test_equal_opponents_are_the_same_in_both_readings(
    own: int, other: int, scores: list[Decimal], without: list[Decimal]
) -> None:
    """Where all opponents have one rating, their average says the same as each of them."""
    games = [Game(other, score) for score in scores] + [Game(None, score) for score in without]
    found = ukd.total(own, ukd.rate_games(own, games))
    assert found.change == found.average_change


@given(st.integers(1000, 2800), st.lists(st.builds(Game, OPPONENTS, SCORES), max_size=12))
def test_the_ukd_is_the_sum_of_its_games(own: int, games: list[Game]) -> None:
    """The UKD moves by the sum of its games, each less than k, and never below the floor."""
    results = ukd.rate_games(own, games)
    found = ukd.total(own, results)
    assert found.change == sum(result.change for result in results)
    assert found.exact == own + found.change
    assert all(abs(result.change) < result.k for result in results)
    assert found.new_rating == max(1000, found.exact // 1)


def _same_as_rating_the_card(
    games: list[tuple[int, Decimal]], own: int, coming: int, event: Tournament, born: int
) -> None:
    """Compare each scenario of a card with the card on which that result stands."""
    rounds = [
        played(n, opponent(rating, rating), str(score))
        for n, (rating, score) in enumerate(games, start=1)
    ]
    following = played(len(rounds) + 1, opponent(coming, coming), None, Kind.PENDING)
    before = rate_card(card([*rounds, following], own, own, birth_year=born), event, TODAY)
    assert before.next is not None
    for name, score in (("win", "1"), ("draw", "0.5"), ("loss", "0")):
        done = replace(following, kind=Kind.GAME, score=Decimal(score))
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
            assert scenarios[name].game == result
            assert scenarios[name].total == now.change
            assert scenarios[name].new_rating == now.new_rating


PLAYED = st.tuples(st.just(0) | RATINGS, SCORES)


@given(
    st.lists(PLAYED, max_size=11),
    st.integers(1000, 2800),
    st.just(0) | RATINGS,
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
    _same_as_rating_the_card(games, own, coming, event, born)


@given(
    st.lists(PLAYED, min_size=1, max_size=6),
    st.sampled_from([1100, 1300, 2500, 2700]),
    ONE_UPGRADE,
    CONTROLS,
)
@example([(1500, Decimal(1))], 1300, date(2023, 5, 1), TimeControl.STANDARD)
def test_a_scenario_in_the_one_upgrade_era(
    games: list[tuple[int, Decimal]], coming: int, start: date, control: TimeControl
) -> None:
    """A next game with a large gap can take the one cap from an earlier one: the total follows."""
    event = replace(EVENT, start=start, end=start, time_control=control)
    _same_as_rating_the_card(games, 1900, coming, event, 1990)


@given(
    st.lists(st.tuples(st.integers(1000, 2000), SCORES), min_size=16, max_size=19),
    st.integers(1000, 2000),
    CONTROLS,
)
def test_a_scenario_at_the_limit_of_700(
    games: list[tuple[int, Decimal]], coming: int, control: TimeControl
) -> None:
    """Article 8.3.3: with K 40 the next game can lower K of all games: the total follows."""
    _same_as_rating_the_card(games, 1500, coming, replace(EVENT, time_control=control), 2012)


@given(STARTS, CONTROLS)
def test_there_are_rules_for_every_day(start: date, control: TimeControl) -> None:
    """Some rules are in force on every day, and the next ones begin later."""
    rules = rules_for(control, start)
    assert rules.since <= start
    assert rules.until is None or rules.until > start
