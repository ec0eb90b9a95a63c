"""Predictions: how open games can end, how they are played out, and what is made of it."""

import os
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.engine import BbpPairings, Pair, pairs_or_why
from pairing.games import opponent_of, predicted_round
from pairing.outcomes import (
    all_outcomes,
    choices_of_absentee,
    count_of,
    sampled_outcomes,
)
from pairing.position import Position, next_position
from pairing.predict import Chance, Plan, Prediction, half_width2, predict
from pairing.rules import RETURN_RATE
from pairing.score_group import score_group
from rating.card import next_against, rate_card
from rating.conversion import expected_score
from rating.odds import DRAW_RATES, choices_of_game, draw_rate
from scraper import errors
from scraper.event import EventFacts
from scraper.model import Colour, Player, Source
from tests.cards import EVENT, TODAY, card, opponent, played
from tests.events import Neighbours, event, table_of

HALF = Fraction(1, 2)
RATINGS = st.none() | st.integers(1000, 2900)
SHARES = st.none() | st.fractions(0, 1, max_denominator=100)


def position_of(facts: EventFacts) -> Position:
    """Give the position before the next round."""
    return next_position(facts, table_of(facts))


def found(facts: EventFacts, number: int = 1, **plan: Any) -> Prediction:
    """Predict with the engine of these tests, in this process."""
    return predict(position_of(facts), number, Neighbours(), Plan(**{"processes": 1} | plan))


# How games end


@given(RATINGS, RATINGS, SHARES)
def test_the_odds_of_a_game(white: int | None, black: int | None, draws: Fraction | None) -> None:
    """They are positive, add up to 1, and White's mean score is the table's expected score."""
    choices = choices_of_game(white, black, draws)
    assert all(0 < probability <= 1 for _, probability in choices)
    assert sum(probability for _, probability in choices) == 1
    expected = HALF
    if white and black:
        expected = Fraction(expected_score(white - black))
    assert sum(Fraction(score) * probability for score, probability in choices) == expected


def test_the_share_of_draws_is_the_stated_one() -> None:
    """It is the one given, or that of the average rating; a sure win leaves room for none."""
    assert dict(choices_of_game(2000, 2000, Fraction(3, 10))) == {
        Decimal(1): Fraction(35, 100),
        Decimal("0.5"): Fraction(30, 100),
        Decimal(0): Fraction(35, 100),
    }
    assert [draw_rate(*pair) for pair in ((2200, 2200), (2199, 2200), (2000, 2000), (1, 1))] == [
        Fraction(37, 100), Fraction(28, 100), Fraction(28, 100), Fraction(20, 100),
    ]  # fmt: skip
    assert draw_rate(None, 2500) == draw_rate(0, 2500) == Fraction(28, 100)
    assert choices_of_game(2900, 1000) == ((Decimal(1), Fraction(1)),)
    assert [rate.rating for rate in DRAW_RATES] == sorted(
        (rate.rating for rate in DRAW_RATES), reverse=True
    )


@given(st.lists(st.tuples(RATINGS, RATINGS), max_size=4))
def test_all_combinations_are_there_once(ratings: list[tuple[int | None, int | None]]) -> None:
    """Their number is known before, none is there twice, and their probabilities add up to 1."""
    games = [choices_of_game(*pair) for pair in ratings]
    outcomes = list(all_outcomes(games))
    assert len(outcomes) == len({outcome for outcome, _ in outcomes}) == count_of(games)
    assert sum(probability for _, probability in outcomes) == 1


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_a_seed_gives_the_same_sample(seed: int, count: int) -> None:
    """The same seed gives the same combinations; a longer sample begins with the shorter one."""
    games = [choices_of_game(2000, 1900), choices_of_absentee(RETURN_RATE)]
    once = list(sampled_outcomes(games, count, seed))
    assert len(once) == count
    assert list(sampled_outcomes(games, count + 5, seed))[:count] == once


def test_a_sample_comes_near_the_probabilities() -> None:
    """Of 4,000 drawn combinations each is there as often as its probability says, within 4 σ."""
    games = [choices_of_game(2000, 1900), choices_of_game(1500, 1700), choices_of_absentee(HALF)]
    count = 4000
    drawn = Counter(sampled_outcomes(games, count, 7))
    for outcome, probability in all_outcomes(games):
        mean = float(probability * count)
        assert abs(drawn[outcome] - mean) < 4 * (mean * (1 - float(probability))) ** 0.5


# Predictions


LEVEL = (
    Player(1, "Tuğluk, Ece", rating=2000),
    *(Player(number, f"Örnek, {number}", rating=2000) for number in range(2, 7)),
)
# 1 has a point; so has the winner of 3 against 4; 2 has half a point.
ONE_OPEN = event(LEVEL, "1:5 1-0; 2:6 ½-½; 3:4 ?")


def test_one_open_game_decides_who_is_met() -> None:
    """1 meets whoever wins 3 against 4, or 2 where they draw and nobody else has a point."""
    prediction = found(ONE_OPEN)
    win, draw = Fraction(36, 100), Fraction(28, 100)
    assert prediction.exhaustive
    assert (prediction.simulations, prediction.planned, prediction.open_games) == (3, 3, 1)
    assert (prediction.seed, prediction.margin) == (None, None)
    assert prediction.chances[:3] == (
        Chance(3, Colour.WHITE, win), Chance(4, Colour.WHITE, win), Chance(2, Colour.WHITE, draw),
    )  # fmt: skip
    assert sum(one.probability or 0 for one in prediction.chances) == 1


def test_a_share_of_draws_by_hand_is_used_and_said() -> None:
    """With all games drawn there is one way, and the note names the share."""
    prediction = found(ONE_OPEN, draws=Fraction(1))
    assert prediction.chances[0] == Chance(2, Colour.WHITE, Fraction(1))
    note = next(note for note in prediction.notes if note.code == "draws_by_hand")
    assert note.facts == {"percent": "100"}


def test_a_doubtful_player_plays_with_the_stated_rate() -> None:
    """Who missed a single round may be back; then 1 meets that player."""
    facts = event(LEVEL, "1:5 1-0; 2:3 1-0; 4:6 1-0", "6:1 0-1; 3:4 1-0; 5 bye; 2 out")
    prediction = found(facts)
    assert (prediction.doubtful, prediction.exhaustive) == (1, True)
    assert prediction.chances[:2] == (
        Chance(3, Colour.WHITE, 1 - RETURN_RATE), Chance(2, Colour.WHITE, RETURN_RATE),
    )  # fmt: skip


def many_open(count: int) -> EventFacts:
    """Make an event whose first round is still played on so many boards."""
    pairs = [f"{one}:{one + count} ?" for one in range(2, count + 1)]
    return event(2 * count, f"1:{count + 1} 1-0; " + "; ".join(pairs))


def test_many_open_games_are_sampled() -> None:
    """Beyond the wanted number of simulations they are drawn by the seed; the margin is said."""
    facts = many_open(8)
    first, again, other = (found(facts, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first.chances != other.chances
    assert not first.exhaustive
    assert (first.simulations, first.seed) == (100, 3)
    assert first.margin is not None
    assert Decimal("0.05") < first.margin < Decimal("0.11")
    assert sum(one.probability or 0 for one in first.chances) == 1


def test_combinations_and_samples_agree() -> None:
    """On an event that both can do, a sample comes near the exact probabilities."""
    facts = many_open(5)
    exact = found(facts, simulations=81)
    sample = found(facts, simulations=80, seed=5)
    assert (exact.exhaustive, sample.exhaustive) == (True, False)
    sampled = {(one.opponent, one.colour): one.probability or 0 for one in sample.chances}
    for one in exact.chances:
        if one.probability:
            share = Fraction(sampled.get((one.opponent, one.colour), 0))
            assert abs(float(share - one.probability)) < 0.2
    assert sample.chances[0].opponent == exact.chances[0].opponent


@given(st.integers(0, 100), st.integers(2, 8))
def test_probabilities_add_up_to_1(seed: int, boards: int) -> None:
    """Whatever is open, and however it is played out."""
    prediction = found(many_open(boards), seed=seed, simulations=20)
    assert sum(one.probability or 0 for one in prediction.chances) == 1
    likely = [one.probability or 0 for one in prediction.chances]
    assert likely == sorted(likely, reverse=True)


def test_everybody_level_is_in_the_list() -> None:
    """Members of the score group whom no simulation gave are there, with probability 0."""
    prediction = found(many_open(8), simulations=20)
    position = position_of(many_open(8))
    assert set(score_group(position, 1)) <= {one.opponent for one in prediction.chances}


def test_a_sample_that_has_settled_stops() -> None:
    """Where the answer hardly changes, 5,000 simulations are not made: each is within 5 points."""
    facts = event(20, "1:11 1-0; 2:12 1-0; " + "; ".join(f"{n}:{n + 10} ?" for n in range(3, 11)))
    prediction = found(facts, simulations=5000)
    assert 30 < prediction.simulations < 400
    assert "simulation_settled" in {note.code for note in prediction.notes}
    assert prediction.margin is not None
    assert prediction.margin <= Decimal("0.05")
    assert prediction.planned == 5000


def test_the_interval_is_wilson_s() -> None:
    """Half of it for 10 of 100, worked out by hand: 0.0596; for none of 35: 0.0495."""
    assert abs(float(half_width2(Fraction(1, 10), 100)) ** 0.5 - 0.0596) < 0.0001
    assert abs(float(half_width2(Fraction(0), 35)) ** 0.5 - 0.0494) < 0.0002


@dataclass(frozen=True)
class Interrupting(Neighbours):
    """An engine during whose work Ctrl-C is pressed, after so many pairings."""

    after: int = 0
    done: list[str] = field(default_factory=list)

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Pair, or be interrupted; the round that is paired anew for comparison counts, too."""
        if len(self.done) >= self.after:
            signal.raise_signal(signal.SIGINT)
        self.done.append(trf)
        return super().pair(trf)


def test_ctrl_c_gives_what_there_is() -> None:
    """Interrupted, the simulations so far count, and a note says how many."""
    engine = Interrupting(after=11)
    prediction = predict(position_of(many_open(8)), 1, engine, Plan(processes=1))
    assert prediction.simulations == 10
    assert prediction.notes[-1].facts == {"runs": 10}
    assert sum(one.probability or 0 for one in prediction.chances) == 1


def test_ctrl_c_in_the_middle_of_all_combinations_is_not_exact() -> None:
    """What is there is made to add up to 1, and no longer called exhaustive."""
    engine = Interrupting(after=3)
    prediction = predict(position_of(ONE_OPEN), 1, engine, Plan(processes=1))
    assert (prediction.simulations, prediction.exhaustive) == (2, False)
    assert sum(one.probability or 0 for one in prediction.chances) == 1


def test_ctrl_c_before_the_first_is_ctrl_c() -> None:
    """With nothing counted there is nothing to give."""
    with pytest.raises(KeyboardInterrupt):
        predict(position_of(many_open(8)), 1, Interrupting(after=1), Plan(processes=1))


@dataclass(frozen=True)
class Killed(Neighbours):
    """An engine whose process is killed after so many pairings; in `home` it lives on."""

    home: int = 0
    after: int = 0

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Pair, or be killed."""
        if os.getpid() != self.home:
            _DONE.append(None)
            if len(_DONE) > self.after:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().pair(trf)


# What a process of its own has paired; an engine is sent to it anew with each position.
_DONE: list[None] = []


def test_a_killed_process_leaves_what_there_is() -> None:
    """The simulations before it count, and a note says why there are no more."""
    engine = Killed(home=os.getpid(), after=6)
    prediction = predict(position_of(many_open(8)), 1, engine, Plan())
    assert 1 <= prediction.simulations <= 12
    assert prediction.notes[-1].code == "simulation_process_ended"
    assert prediction.notes[-1].facts == {"runs": prediction.simulations}
    assert sum(one.probability or 0 for one in prediction.chances) == 1
    assert not prediction.exhaustive


def test_a_process_killed_at_once_is_refused() -> None:
    """Without a count there is nothing to give: the refusal says that a process was ended."""
    with pytest.raises(errors.EngineEnded):
        predict(position_of(many_open(8)), 1, Killed(home=os.getpid()), Plan())


@dataclass(frozen=True)
class Ended(Interrupting):
    """An engine whose own executable is ended, after so many pairings."""

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Pair, or say that it was ended."""
        if len(self.done) >= self.after:
            raise errors.EngineEnded(engine=self.name)
        return super().pair(trf)


@pytest.mark.parametrize("processes", [1, 2])
def test_an_ended_executable_leaves_what_there_is(processes: int) -> None:
    """In this process and in others: what was counted stands, all combinations or a sample."""
    some = predict(position_of(ONE_OPEN), 1, Ended(after=3), Plan(processes=1))
    assert (some.simulations, some.exhaustive) == (2, False)
    with pytest.raises(errors.EngineEnded):
        predict(position_of(many_open(8)), 1, Ended(after=1), Plan(processes=processes))


def test_an_executable_that_a_signal_ends_is_told_apart(tmp_path: Path) -> None:
    """It is no pairing that failed."""
    path = tmp_path / "bbpPairings"
    path.write_text("#!/bin/sh\nkill -9 $$\n", "utf-8")
    path.chmod(0o755)
    with pytest.raises(errors.EngineEnded):
        BbpPairings(str(path)).pair("")
    assert pairs_or_why(BbpPairings(str(path)), "") is None


def test_progress_is_told() -> None:
    """Each simulation that counts is told, with the number of all."""
    told: list[tuple[int, int]] = []
    predict(
        position_of(ONE_OPEN), 1, Neighbours(), Plan(),
        lambda done, of: told.append((done, of)),
    )  # fmt: skip
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_processes_change_nothing() -> None:
    """Two processes give what one gives, to the last digit, also where the sample settles."""
    facts = many_open(8)
    assert found(facts, processes=2, simulations=60) == found(facts, simulations=60)


@dataclass(frozen=True)
class Failing(Neighbours):
    """An engine that pairs the past and fails on the future."""

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Fail on a TRF with an own point of 1."""
        raise errors.EngineFailed(engine=self.name, why="broken")


@pytest.mark.parametrize("processes", [1, 2])
def test_an_engine_that_fails_is_a_refusal(processes: int) -> None:
    """The refusal comes back from other processes as it is."""
    with pytest.raises(errors.EngineFailed, match="broken"):
        predict(position_of(many_open(8)), 1, Failing(), Plan(processes=processes))


# Whom it is not for


def test_nobody_of_that_number() -> None:
    """A number that is not in the event is refused."""
    with pytest.raises(errors.PlayerMissing):
        found(ONE_OPEN, 99)


def test_an_absentee_is_refused_where_the_site_shows_it() -> None:
    """Shown as absent: said. Only suspected: predicted as if playing, with a note."""
    with pytest.raises(errors.AbsentNextRound, match="Örnek, 2"):
        found(replace(ONE_OPEN, seats={**ONE_OPEN.seats, 2: event(6, "2 half").seats[1]}), 2)
    prediction = found(event(LEVEL[:4], "1:3 1-0; 2 bye; 4 out"), 4)
    assert "own_absence" in {note.code for note in prediction.notes}
    assert prediction.chances[0].opponent == 3


def codes(prediction: Prediction) -> set[str]:
    """Give the codes of the notes."""
    return {note.code for note in prediction.notes}


def test_accelerated_pairings_are_said() -> None:
    """A first round inside the halves leaves a note; so do boards that are paired otherwise."""
    facts = event(8, "1:3 1-0; 4:2 0-1; 5:7 1-0; 8:6 0-1")
    assert {"pairings_accelerated", "pairings_differ"} <= codes(found(facts))
    alike = found(event(4, "1:2 1-0; 3:4 1-0"))
    assert alike.replay is not None
    assert (alike.replay.same, alike.replay.boards) == (2, 2)
    assert "pairings_differ" not in codes(alike)


def test_what_was_assumed_is_noted() -> None:
    """The own open game, unrated players, the share of draws."""
    people = [Player(number, f"Örnek, {number}", rating=0) for number in range(1, 5)]
    assert {"own_game_open", "open_unrated", "draws_assumed"} <= codes(
        found(event(people, "1:3 ?; 2:4 1-0"))
    )


def test_without_an_engine_the_score_group_is_given() -> None:
    """Level players who were not met, without probabilities, and the note says why."""
    prediction = predict(position_of(ONE_OPEN), 1, None)
    assert prediction.chances == (Chance(3, None, None), Chance(4, None, None))
    assert (prediction.engine, prediction.simulations) == (None, 0)
    assert "no_engine" in codes(prediction)


def test_the_score_group_counts_with_every_result() -> None:
    """Open games can end in every way; absentees and those who were met are not in it."""
    facts = event(6, "1:4 ?; 5:2 ½-½; 3:6 1-0")
    assert score_group(position_of(facts), 1) == (2, 3, 5, 6)
    facts = event(8, "1:5 1-0; 2:6 1-0; 3:7 1-0; 4:8 ½-½", "3 out")
    position = position_of(facts)
    assert score_group(position, 1) == (2,)
    assert score_group(position, 1, Decimal("0.5")) == (2, 4, 8)


# What the games would do


def test_each_possible_game_is_rated() -> None:
    """Win, draw and loss against each possible opponent are those of the next game by hand."""
    people = [
        Player(1, "Tuğluk, Ece", fide=1800, national=1700),
        *(
            Player(number, f"Örnek, {number}", "FM", fide=1700 + 10 * number, national=1500)
            for number in range(2, 7)
        ),
    ]
    facts = event(people, "1:5 1-0; 2:6 ½-½; 3:4 ?")
    rated = rate_card(card([played(1, opponent(1750, 1500), "1")]), EVENT, TODAY)
    round_found = predicted_round(rated, facts, found(facts))
    assert [one.chance for one in round_found.games] == list(round_found.prediction.chances)
    played_games = [one for one in round_found.games if one.chance.opponent is not None]
    assert len(played_games) > 1
    for one in played_games:
        assert one.game is not None
        number = one.chance.opponent or 0
        assert one.game.opponent.fide == 1700 + 10 * number
        assert one.game.opponent.fide_source is Source.STARTING_RANK
        again = rate_card(rated.card, EVENT, TODAY, next_opponent=one.game.opponent)
        assert again.next == one.game == next_against(rated, opponent_of(people[number - 1]))


@pytest.mark.parametrize(
    ("before", "listed"), [("1:3 1-0; 2:4 1-0", True), ("1 bye; 2:4 1-0", False)]
)
def test_a_bye_that_no_simulation_gave_is_listed_once(before: str, listed: bool) -> None:
    """Handbook C.04.3: whoever had no bye can have one, if somebody else does not come."""
    chances = found(event(LEVEL[:4], before), 1).chances
    byes = [one for one in chances if one.opponent is None]
    assert byes == ([Chance(None, None, Fraction(0))] if listed else [])
    assert len({(one.opponent, one.colour) for one in chances}) == len(chances)


def test_whoever_is_only_guessed_absent_can_come_back() -> None:
    """A player who missed the newest round without a point stays on the list of who can be met."""
    position = position_of(event(LEVEL[:5], "1:3 1-0; 2:4 1-0; 5 out"))
    assert 5 in position.absent
    assert not position.absent_shown
    assert 5 in score_group(position, 3)
    assert 5 not in score_group(replace(position, absent_shown=True), 3)


def test_the_bye_is_no_game() -> None:
    """The bye is an opponent like others in the list, without a game."""
    facts = event(LEVEL[:5], "1:3 1-0; 2:4 1-0; 5 out")
    rated = rate_card(card([]), EVENT, TODAY)
    prediction = found(facts, 4)
    games: Sequence[Any] = predicted_round(rated, facts, prediction).games
    assert [one.game for one in games if one.chance.opponent is None] == [None] * sum(
        one.opponent is None for one in prediction.chances
    )
    lonely = found(event(LEVEL[:3], "1:2 1-0; 3 bye"), 2)
    assert lonely.chances[0] == Chance(None, None, Fraction(1))
