"""The first FIDE rating of an unrated player, by the rules of the day.

Rules are keyed by the first day of the last event and the time control; its rules rate all pooled
events together. Articles are those of the FIDE Rating Regulations (B.02) in force at the time;
reference: sections 2 and 6 of the rules page. The percentage and the result are rounded to whole
numbers, halves up; the average is not rounded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rating.assumptions import Note
from rating.conversion import percentage, rating_difference, round_half_up
from rating.dated import end_of, in_force, name_of
from rating.fide import FAST_SINCE, floor_of
from rating.game import Game
from rating.performance import against_rated
from scraper.model import TimeControl

HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class FirstRatingRules:
    """The rules where the last event starts on or after `since`.

    A rating needs `games` against rated opponents, pooled over `periods` months (None: unknown),
    and is published from `floor` on, at most as `maximum`. `drawn` are opponents that nobody
    played, each counted as a draw. Above 50 % every half point more is worth `bonus`; where that is
    None, table 8.1.1 holds on both sides of 50 %. The first event needs `first_opponents` rated
    opponents and `first_points` points against them, else it is disregarded; with `first_again`
    the next one is the first then. `unsure` marks what no public source settles.
    """

    time_control: TimeControl
    since: date
    article: str
    games: int
    bonus: Fraction | None
    maximum: int | None = None
    drawn: tuple[int, ...] = ()
    periods: int | None = None
    first_opponents: int = 1
    first_points: Decimal = HALF
    first_again: bool = False
    unsure: bool = False

    @property
    def name(self) -> str:
        """A stable name, as "standard since 2024-03-01"."""
        return name_of(self.time_control, self.since, self.until)

    @property
    def floor(self) -> int:
        """The lowest rating that the lists of these rules show."""
        return floor_of(self.time_control, self.since)

    @property
    def until(self) -> date | None:
        """The first day of the next rules; None while these are in force."""
        return end_of(self.since, RULES[self.time_control])


def _standard() -> tuple[FirstRatingRules, ...]:
    first = FirstRatingRules(
        TimeControl.STANDARD,
        date.min,
        "8.2",
        games=9,
        bonus=Fraction(25, 2),
        first_opponents=3,
        first_points=Decimal(1),
        first_again=True,
    )
    in_2009 = replace(first, since=date(2009, 7, 1))
    bonus_15 = replace(in_2009, since=date(2011, 7, 1), bonus=Fraction(15), unsure=True)
    in_2012 = replace(bonus_15, since=date(2012, 7, 1))
    five_games = FirstRatingRules(
        TimeControl.STANDARD,
        date(2014, 7, 1),
        "8.2",
        games=5,
        bonus=Fraction(20),
        periods=26,
    )
    return first, in_2009, bonus_15, in_2012, five_games, _since_2024(five_games)


def _fast(time_control: TimeControl) -> tuple[FirstRatingRules, ...]:
    first = FirstRatingRules(
        time_control,
        FAST_SINCE,
        "7.2",
        games=9,
        bonus=Fraction(15),
        first_opponents=3,
        first_points=Decimal(1),
        first_again=True,
        unsure=True,
    )
    five_games = FirstRatingRules(
        time_control,
        date(2014, 7, 1),
        "7.2",
        games=5,
        bonus=Fraction(20),
        periods=26,
        unsure=True,
    )
    one_point = replace(
        five_games, since=date(2018, 7, 1), first_points=Decimal(1), first_again=True
    )
    zero_score = replace(five_games, since=date(2022, 1, 1), unsure=False)
    return first, five_games, one_point, zero_score, _since_2024(zero_score)


def _since_2024(before: FirstRatingRules) -> FirstRatingRules:
    """Two hypothetical opponents of 1800, and the table on both sides."""
    standard = before.time_control is TimeControl.STANDARD
    return replace(
        before,
        since=date(2024, 3, 1),
        article="8.2.1-8.2.4" if standard else "7.2.1-7.2.5",
        bonus=None,
        maximum=2200,
        drawn=(1800, 1800),
    )


RULES = {
    TimeControl.STANDARD: _standard(),
    TimeControl.RAPID: _fast(TimeControl.RAPID),
    TimeControl.BLITZ: _fast(TimeControl.BLITZ),
}


def rules_for(time_control: TimeControl, start: date) -> FirstRatingRules | None:
    """Return the rules of that day; None where FIDE had no such rating yet."""
    return in_force(RULES[time_control], start)


@dataclass(frozen=True, slots=True)
class Event:
    """The played games of one event, and its first day where that is known."""

    games: Sequence[Game]
    start: date | None = None


class LeftOut(StrEnum):
    """Why an event is not pooled."""

    TOO_OLD = "too_old"
    FIRST_EVENT = "first_event"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The rating that pooled games give, with its steps.

    `average`, `games` and `score` are with the opponents that nobody played, where the rules have
    such; `half_points` are those above 50 %, where the rules value them. `exact` is the average and
    `difference` together, `rounded` the same as a whole number, `value` that within the maximum.
    """

    games: int
    score: Decimal
    average: Fraction
    percent: int
    half_points: int | None
    difference: Fraction
    exact: Fraction
    rounded: int
    value: int


@dataclass(frozen=True, slots=True)
class FirstRating:
    """What events give so far: `games` and `score` against rated opponents in pooled events.

    `left_out` has an entry for each event. `estimate` is None without a game; `missing` games make
    it provisional. `rating` is what is published: None before, and below the floor.
    """

    rules: FirstRatingRules
    events: Sequence[Event]
    left_out: Sequence[LeftOut | None]
    games: int
    score: Decimal
    missing: int
    estimate: Estimate | None
    rating: int | None
    notes: tuple[Note, ...]


def first_rating(events: Sequence[Event], rules: FirstRatingRules) -> FirstRating:
    """Rate events together, the oldest first; the last one is where the rules are from."""
    left_out = _left_out(events, rules)
    pooled = [
        game
        for event, reason in zip(events, left_out, strict=True)
        if reason is None
        for game in event.games
    ]
    opponents, score = against_rated(pooled)
    missing = max(0, rules.games - len(opponents))
    estimate = _estimate(opponents, score, rules) if opponents else None
    published = estimate is not None and not missing and estimate.value >= rules.floor
    return FirstRating(
        rules=rules,
        events=events,
        left_out=left_out,
        games=len(opponents),
        score=score,
        missing=missing,
        estimate=estimate,
        rating=estimate.value if estimate is not None and published else None,
        notes=_notes(left_out, estimate, rules),
    )


def _left_out(events: Sequence[Event], rules: FirstRatingRules) -> list[LeftOut | None]:
    """Judge each event; one without a rated opponent has nothing to leave out, and can be first."""
    reasons: list[LeftOut | None] = []
    is_first = True
    for event in events:
        opponents, score = against_rated(event.games)
        reason = None
        if is_first:
            falls_short = len(opponents) < rules.first_opponents or score < rules.first_points
            reason = LeftOut.FIRST_EVENT if falls_short and opponents else None
            is_first = falls_short and rules.first_again
        if _too_old(event.start, events[-1].start, rules.periods):
            reason = LeftOut.TOO_OLD
        reasons.append(reason)
    return reasons


def _too_old(start: date | None, last: date | None, periods: int | None) -> bool:
    """Say whether an event lies outside the periods, months, that end with the last event's."""
    if start is None or last is None or periods is None:
        return False
    return 12 * (last.year - start.year) + last.month - start.month >= periods


def _estimate(opponents: Sequence[int], score: Decimal, rules: FirstRatingRules) -> Estimate:
    games = len(opponents) + len(rules.drawn)
    score += HALF * len(rules.drawn)
    average = Fraction(sum(opponents) + sum(rules.drawn), games)
    percent = percentage(score, games)
    half_points = None if rules.bonus is None else max(0, int(2 * score) - games)
    if rules.bonus is not None and half_points:
        difference = half_points * rules.bonus
    else:
        difference = Fraction(rating_difference(percent))
    exact = average + difference
    rounded = round_half_up(exact.numerator, exact.denominator)
    return Estimate(
        games=games,
        score=score,
        average=average,
        percent=percent,
        half_points=half_points,
        difference=difference,
        exact=exact,
        rounded=rounded,
        value=rounded if rules.maximum is None else min(rounded, rules.maximum),
    )


def _notes(
    left_out: Sequence[LeftOut | None], estimate: Estimate | None, rules: FirstRatingRules
) -> tuple[Note, ...]:
    notes = []
    for number, reason in enumerate(left_out, 1):
        if reason is LeftOut.TOO_OLD:
            notes.append(Note("first_too_old", {"event": number, "periods": rules.periods}))
        elif reason is not None and rules.first_points == HALF:
            notes.append(Note("first_zero", {"event": number, "article": rules.article}))
        elif reason is not None:
            notes.append(
                Note("first_falls_short", {"event": number, "article": rules.article,
                     "opponents": rules.first_opponents})
            )  # fmt: skip
    if estimate is not None and estimate.value < rules.floor:
        notes.append(Note("first_below_floor", {"value": estimate.value, "floor": rules.floor}))
    if estimate is not None and estimate.rounded > estimate.value:
        notes.append(Note("first_at_most", {"maximum": rules.maximum}))
    if rules.time_control is not TimeControl.STANDARD:
        notes.append(Note("first_from_standard"))
    if rules.unsure:
        notes.append(Note("first_unsure"))
    return tuple(notes)
