"""FIDE's rating rules as dated data, and the change of a list of games.

Rules are keyed by the tournament's start date and time control. Articles are those of the FIDE
Rating Regulations (B.02) in force at the time; reference: sections 2 to 5 of the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from rating.conversion import round_half_away
from rating.dated import end_of, name_of
from rating.game import (
    ZERO,
    Game,
    GameResult,
    NotCounted,
    RatedGame,
    Reason,
    counted,
    total_change,
)
from scraper.model import TimeControl

# Article 8.3.3: games of one period times K are at most this.
GAMES_TIMES_K = 700


@dataclass(frozen=True, slots=True)
class KRule:
    """K of article 8.3.3: for new players, all others, the top, and juniors (None: no such)."""

    new: int
    normal: int
    top: int
    junior: int | None
    limit: bool


@dataclass(frozen=True, slots=True)
class FideRules:
    """The rules for tournaments that start on or after `since`.

    `cap` is the largest gap that counts (None: only the table's end limits it); `cap_once` lets it
    count for one game of the tournament only, that with the largest gap; from the own rating
    `full_gap_from` no cap applies; `excluded_gap` is the gap from which a game is not rated when
    one of the two is above `excluded_above`. `unsure` marks what no public source settles.
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

    @property
    def name(self) -> str:
        """A stable name, as "standard since 2025-10-01"."""
        return name_of(self.time_control, self.since, self.until)

    @property
    def until(self) -> date | None:
        """The first day of the next rules; None while these are in force."""
        return end_of(self.since, RULES[self.time_control])


_K_25 = KRule(new=25, normal=15, top=10, junior=None, limit=False)
_K_30 = KRule(new=30, normal=15, top=10, junior=None, limit=False)
_K_40 = KRule(new=40, normal=20, top=10, junior=40, limit=False)
_K_40_LIMIT = replace(_K_40, limit=True)
_K_20 = KRule(new=20, normal=20, top=20, junior=None, limit=False)
_K_20_LIMIT = replace(_K_20, limit=True)

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
    table_only = replace(first, since=date(2018, 7, 1), k=_K_20_LIMIT, cap=None)
    once = replace(table_only, since=date(2022, 1, 1), cap=400, cap_once=True)
    once_k_40 = replace(once, since=date(2022, 10, 1), k=_K_40_LIMIT)
    every_game = replace(once_k_40, since=date(2024, 3, 1), cap_once=False, unsure=False)
    gap_600 = replace(every_game, since=date(2024, 12, 1), excluded_gap=600)
    return first, table_only, once, once_k_40, every_game, gap_600


RULES = {
    TimeControl.STANDARD: _STANDARD,
    TimeControl.RAPID: _fast(TimeControl.RAPID),
    TimeControl.BLITZ: _fast(TimeControl.BLITZ),
}


def rules_for(time_control: TimeControl, start: date) -> FideRules:
    """Return the rules for a tournament of that class that starts on that day."""
    return next(rules for rules in reversed(RULES[time_control]) if rules.since <= start)


def limited_k(k: int, games: int, rules: FideRules) -> int:
    """Return K, lowered so that games x K is at most 700 (article 8.3.3)."""
    return GAMES_TIMES_K // games if rules.k.limit and games * k > GAMES_TIMES_K else k


def rate_games(own: int, games: Sequence[Game], k: int, rules: FideRules) -> tuple[GameResult, ...]:
    """Return the change of each game, in order; every rating is a rating, None is unrated.

    `k` is lowered by the limit of 700 for the games given here.
    """
    rated = [
        _exclusion(own, game, rules) is None for game in games
    ]  # only these count towards the limit
    k = limited_k(k, sum(rated), rules)
    once = _largest_gap(own, games, rated) if rules.cap_once else None
    results: list[GameResult] = []
    for index, game in enumerate(games):
        reason = _exclusion(own, game, rules)
        if reason is not None or game.opponent is None:
            results.append(NotCounted(reason or Reason.UNRATED))
            continue
        cap = rules.cap
        if rules.full_gap_from is not None and own >= rules.full_gap_from:
            cap = None
        if rules.cap_once and index != once:
            cap = None
        results.append(RatedGame.of(own, game.opponent, game.score, cap, k))
    return tuple(results)


def _exclusion(own: int, game: Game, rules: FideRules) -> Reason | None:
    if game.opponent is None:
        return Reason.UNRATED
    if (
        rules.excluded_gap is not None
        and abs(own - game.opponent) >= rules.excluded_gap
        and max(own, game.opponent) > rules.excluded_above
    ):
        return Reason.GAP_600
    return None


def _largest_gap(own: int, games: Sequence[Game], rated: Sequence[bool]) -> int | None:
    """Return the game that the one upgrade goes to.

    The rule limits a benefit of the higher player: of two equal gaps it is his.
    """
    gaps = [
        (abs(own - game.opponent), own > game.opponent, -index)
        for index, game in enumerate(games)
        if rated[index] and game.opponent is not None
    ]
    return -max(gaps)[2] if gaps else None


@dataclass(frozen=True, slots=True)
class FideTotal:
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
    change = total_change(games)
    rounded = round_half_away(change)
    return FideTotal(
        rating=own,
        k=limited_k(k, len(games), rules),
        games=len(games),
        score=sum((game.score for game in games), ZERO),
        expected=sum((game.expected or ZERO for game in games), ZERO),
        change=change,
        rounded=rounded,
        new_rating=own + rounded,
    )
