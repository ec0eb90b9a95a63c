"""FIDE's rating rules as dated data, and the change of a list of games.

Rules are keyed by the tournament's start date and time control. Articles are those of the FIDE
Rating Regulations (B.02) in force at the time; reference: sections 2 to 5 of the rules page.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum

from rating.conversion import hundredths_within, round_half_away
from rating.dated import end_of, in_force, name_of
from rating.game import (
    ZERO,
    Game,
    GameResult,
    NotCounted,
    RatedGame,
    Reason,
    counted,
)
from rating.records import NamedTuple
from scraper.time_control import TimeControl

# Article 8.3.3: games of one period times K are at most this.
GAMES_TIMES_K = 700
_HUNDREDTH = Decimal("0.01")
# Makes a named tuple in half the time of calling its class.
_new = tuple.__new__


class UpgradeReading(StrEnum):
    """Which games the one upgrade of 2022 to 2024 can go to, as the text is read.

    EITHER_SIDE: to the greatest gap, whoever is the higher rated of the two; HIGHER_SIDE: to the
    greatest gap over a lower rated opponent, since no cap ever helps the lower side.
    """

    EITHER_SIDE = "either_side"
    HIGHER_SIDE = "higher_side"


class KRule(NamedTuple):
    """K of article 8.3.3: for new players, all others, the top, and juniors (None: no such).

    `limit` says that games times K are limited, `top_is_for_good` that the top needs a rating
    alone; before, a new player had no part in it.
    """

    new: int
    normal: int
    top: int
    junior: int | None
    limit: bool
    top_is_for_good: bool = True

    def knows(self, k: int) -> bool:
        """Say whether this can be somebody's K, before the limit or after it."""
        known = {self.new, self.normal, self.top, self.junior}
        return k in known or (self.limit and k < max(self.new, self.normal))


class FideRules(NamedTuple):
    """The rules for tournaments that start on or after `since`.

    `cap` is the largest gap that counts (None: only the table's end limits it); `cap_once` lets it
    count for one game of the tournament only, that with the largest gap in the `reading`; from the
    own rating `full_gap_from` no cap applies; `excluded_gap` is the gap from which a game is not
    rated when one of the two is above `excluded_above`. `unsure` marks what no public source
    settles.
    """

    time_control: TimeControl
    since: date
    article: str
    k: KRule
    cap: int | None = 400
    cap_once: bool = False
    full_gap_from: int | None = None
    excluded_gap: int | None = None
    excluded_above: int = 2600
    unsure: bool = False
    reading: UpgradeReading = UpgradeReading.EITHER_SIDE

    @property
    def name(self) -> str:
        """A stable name, as "standard since 2025-10-01"."""
        return name_of(self.time_control, self.since, self.until)

    @property
    def until(self) -> date | None:
        """The first day of the next rules; None while these are in force."""
        return end_of(self.since, RULES[self.time_control])


_K_25 = KRule(new=25, normal=15, top=10, junior=None, limit=False, top_is_for_good=False)
_K_30 = _K_25._replace(new=30)
_K_40 = KRule(new=40, normal=20, top=10, junior=40, limit=False)
_K_40_LIMIT = _K_40._replace(limit=True)
_K_20 = KRule(new=20, normal=20, top=20, junior=None, limit=False)
_K_20_LIMIT = _K_20._replace(limit=True)

_S = TimeControl.STANDARD
_STANDARD = (
    FideRules(_S, date.min, "8.54", _K_25, cap=350),
    FideRules(_S, date(2009, 7, 1), "8.54", _K_25),
    FideRules(_S, date(2011, 7, 1), "8.54", _K_30),
    FideRules(_S, date(2014, 7, 1), "8.54", _K_40),
    FideRules(_S, date(2017, 7, 1), "8.54", _K_40_LIMIT),
    FideRules(_S, date(2022, 1, 1), "8.3.1", _K_40_LIMIT, cap_once=True, unsure=True),
    FideRules(_S, date(2024, 3, 1), "8.3.1", _K_40_LIMIT),
    FideRules(_S, date(2025, 10, 1), "8.3.1", _K_40_LIMIT, full_gap_from=2650),
)


def _fast(time_control: TimeControl) -> tuple[FideRules, ...]:
    first = FideRules(time_control, date.min, "7.3.1", _K_20, unsure=True)
    table_only = first._replace(since=date(2018, 7, 1), k=_K_20_LIMIT, cap=None)
    once = table_only._replace(since=date(2022, 1, 1), cap=400, cap_once=True)
    once_k_40 = once._replace(since=date(2022, 10, 1), k=_K_40_LIMIT)
    every_game = once_k_40._replace(since=date(2024, 3, 1), cap_once=False, unsure=False)
    gap_600 = every_game._replace(since=date(2024, 12, 1), excluded_gap=600)
    return first, table_only, once, once_k_40, every_game, gap_600


RULES = {
    TimeControl.STANDARD: _STANDARD,
    TimeControl.RAPID: _fast(TimeControl.RAPID),
    TimeControl.BLITZ: _fast(TimeControl.BLITZ),
}


class Floor(NamedTuple):
    """The lowest rating of FIDE's lists from a day on; whoever falls below it is unrated."""

    since: date
    rating: int


# Section 2 of the rules page. Before 2012 there was no list of rapid and blitz.
FAST_SINCE = date(2012, 1, 1)
_FAST_FLOORS = (Floor(date.min, 1000), Floor(date(2024, 3, 1), 1400))
FLOORS = {
    TimeControl.STANDARD: (
        Floor(date.min, 1400),
        Floor(date(2009, 7, 1), 1200),
        Floor(date(2012, 7, 1), 1000),
        Floor(date(2024, 3, 1), 1400),
    ),
    TimeControl.RAPID: _FAST_FLOORS,
    TimeControl.BLITZ: _FAST_FLOORS,
}


def floor_of(time_control: TimeControl, day: date) -> int:
    """Return the lowest rating of the lists of that day."""
    floors = FLOORS[time_control]
    return (in_force(floors, day) or floors[0]).rating


def rules_for(time_control: TimeControl, start: date) -> FideRules:
    """Return the rules for a tournament of that class that starts on that day."""
    return next(rules for rules in reversed(RULES[time_control]) if rules.since <= start)


def limited_k(k: int, games: int, rules: FideRules) -> int:
    """Return K, lowered so that games x K is at most 700 (article 8.3.3)."""
    return GAMES_TIMES_K // games if rules.k.limit and games * k > GAMES_TIMES_K else k


def other_reading(rules: FideRules) -> FideRules | None:
    """Return the same rules in the other reading; None where nobody reads them differently."""
    if not rules.cap_once:
        return None
    either_side, higher_side = UpgradeReading
    return rules._replace(reading=higher_side if rules.reading is either_side else either_side)


def rate_games(own: int, games: Sequence[Game], k: int, rules: FideRules) -> tuple[GameResult, ...]:
    """Return the change of each game, in order; every rating is a rating, None is unrated.

    `k` is lowered by the limit of 700 for the games given here.
    """
    reasons = [_exclusion(own, game.opponent, rules) for game in games]
    gaps = [
        own - opponent
        for (opponent, _), reason in zip(games, reasons, strict=True)
        if reason is None and opponent is not None
    ]
    k = limited_k(k, len(gaps), rules)
    full_gap_from = rules.full_gap_from
    cap = rules.cap if full_gap_from is None or own < full_gap_from else None
    upgraded = _upgraded(gaps, rules) if rules.cap_once else None
    results: list[GameResult] = []
    for (opponent, score), reason in zip(games, reasons, strict=True):
        if reason is not None or opponent is None:
            results.append(NotCounted(reason or Reason.UNRATED))
            continue
        if not rules.cap_once:
            limit = cap
        elif own - opponent == upgraded:
            limit, upgraded = cap, None  # the first of equal gaps; the others have none left
        else:
            limit = None
        results.append(RatedGame.of(own, opponent, score, limit, k))
    return tuple(results)


def _exclusion(own: int, opponent: int | None, rules: FideRules) -> Reason | None:
    if opponent is None:
        return Reason.UNRATED
    if (
        rules.excluded_gap is not None
        and abs(own - opponent) >= rules.excluded_gap
        and max(own, opponent) > rules.excluded_above
    ):
        return Reason.GAP_600
    return None


def _upgraded(gaps: Sequence[int], rules: FideRules) -> int | None:
    """Return the gap, own minus opponent, that the one upgrade goes to.

    The rule limits a benefit of the higher player: of two equal gaps it is his.
    """
    if not gaps:
        return None
    over, under = max(gaps), min(gaps)
    if rules.reading is UpgradeReading.HIGHER_SIDE:
        return over if over > 0 else None
    return over if over >= -under else under


class Outcome(NamedTuple):
    """What games do to a rating: the exact change, rounded once, and the new rating."""

    change: Decimal
    rounded: int
    new_rating: int


class FideTotal(NamedTuple):
    """The sum over one tournament: exact change, rounded once (article 8.3.4), new rating."""

    rating: int
    k: int
    games: int
    score: Decimal
    expected: Decimal
    change: Decimal
    rounded: int
    new_rating: int


def total(own: int, k: int, results: Sequence[GameResult], rules: FideRules) -> FideTotal:
    """Add up the games of one tournament."""
    games = counted(results)
    score = expected = change = ZERO
    for game in games:
        score += game.score
        expected += game.expected or ZERO
        change += game.change
    rounded = round_half_away(change)
    return FideTotal(
        rating=own,
        k=limited_k(k, len(games), rules),
        games=len(games),
        score=score,
        expected=expected,
        change=change,
        rounded=rounded,
        new_rating=own + rounded,
    )


def total_of(own: int, games: Sequence[Game], k: int, rules: FideRules) -> FideTotal:
    """Return the total of one tournament without working out what each game changes.

    It is the `total` of `rate_games` in a fraction of the time, for many players at once.
    """
    full_gap_from = rules.full_gap_from
    cap = rules.cap if full_gap_from is None or own < full_gap_from else None
    once = None
    if rules.cap_once:
        once, cap = cap, None
    expected = hundredths_within(cap)
    excluded = rules.excluded_gap
    count, hundredths, score = len(games), 0, ZERO
    beyond = []
    for opponent, result in games:
        if opponent is None:
            count -= 1
            continue
        gap = own - opponent
        if excluded is not None and abs(gap) >= excluded and _exclusion(own, opponent, rules):
            count -= 1
            continue
        hundredths += expected[gap]
        score += result
        if once is not None and abs(gap) > once:
            beyond.append(gap)
    if beyond and (upgraded := _upgraded(beyond, rules)) is not None:
        hundredths += hundredths_within(once)[upgraded] - expected[upgraded]
    if count * k > GAMES_TIMES_K:
        k = limited_k(k, count, rules)
    points = hundredths * _HUNDREDTH
    change = k * (score - points)
    rounded = round_half_away(change)
    values = (own, k, count, score, points, change, rounded, own + rounded)
    return _new(FideTotal, values)


def total_in_other_reading(
    own: int, games: Sequence[Game], k: int, rules: FideRules
) -> FideTotal | None:
    """Return the total in the other reading of the rules; None where it makes no difference."""
    other = other_reading(rules)
    if other is None:
        return None
    found = total_of(own, games, k, other)
    return None if found.change == total_of(own, games, k, rules).change else found
