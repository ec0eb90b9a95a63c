"""The conditions of a norm as dated data: articles 1.4 and 1.5.3 of the FIDE Title Regulations.

Keyed by the first day of the event. What no public source gives for a time is None: of the time
before 2022 only the performances are known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rating.conversion import percentage, rating_difference, round_half_up
from rating.dated import end_of, in_force, name_of
from rating.first_rating import HALF
from rating.game import ZERO


class NormTitle(StrEnum):
    """The titles that are gained by norms."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    WIM = "WIM"


@dataclass(frozen=True, slots=True)
class NormLimits:
    """What one title asks for.

    `performance` is the least Rp (1.4.8), `average` the least Ra (1.4.8a), `floor` what the lowest
    opponent's rating is raised to (1.4.6 b, c), `required` the titles of which there must be enough
    among the opponents, by `required_article`.
    """

    performance: int
    average: int | None
    floor: int | None
    required: frozenset[str]
    required_article: str


@dataclass(frozen=True, slots=True)
class NormRules:
    """The conditions for events that start on or after `since`.

    `unrated` is what an opponent without a rating counts (1.4.6d); None where only the
    performances of that time are known.
    """

    since: date
    limits: Mapping[NormTitle, NormLimits]
    unrated: int | None

    @property
    def known(self) -> bool:
        """Whether all conditions of the time are known."""
        return self.unrated is not None

    @property
    def until(self) -> date | None:
        """The first day of the next rules; None while these are in force."""
        return end_of(self.since, RULES)

    @property
    def name(self) -> str:
        """A stable name, as "norms since 2024-01-01"."""
        return name_of("norms", self.since, self.until)


# Of at least so many games (1.4.1a); in team events of the world and the continents with so many
# rounds seven are enough, in the World Cup eight, which count as nine (1.4.1b).
LEAST_GAMES = 9
LEAST_GAMES_WORLD_TEAM = 7
WORLD_TEAM_ROUNDS = range(7, 10)
LEAST_GAMES_WORLD_CUP = 8
# In an event of nine rounds, eight games and a forfeit win or a pairing bye (1.4.1c).
GRANTED_ROUNDS = 9
LEAST_GAMES_GRANTED = 8
# A norm counts as at most so many games of the 27 (1.7), besides those of 1.4.1d.
MOST_GAMES_COUNTED = 13
LEAST_FOREIGN = 2  # 1.4.3
MOST_OWN = Fraction(3, 5)  # 1.4.4
MOST_OF_ONE = Fraction(2, 3)  # 1.4.4
LEAST_HOLDERS = Fraction(1, 2)  # 1.4.5a
LEAST_REQUIRED = Fraction(1, 3)  # 1.4.5 b-e, at least three
LEAST_REQUIRED_COUNT = 3
LEAST_REQUIRED_DOUBLE = Fraction(1, 2)  # 1.4.5, of the opponents of a double round robin
LEAST_PLAYERS_DOUBLE = 6
LEAST_SCORE = Fraction(35, 100)  # 1.4.8b
# CM and WCM do not count as title holders (1.4.5a).
HOLDERS = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
# Players without a federation's flag play, but are of no federation (1.4.2a).
NO_FEDERATION = "FID"

_GM = frozenset({"GM"})
_IM = _GM | {"IM"}
_WGM = _IM | {"WGM"}
_WIM = _WGM | {"WIM"}
_LIMITS = {
    NormTitle.GM: NormLimits(2600, 2380, 2200, _GM, "1.4.5b"),
    NormTitle.IM: NormLimits(2450, 2230, 2050, _IM, "1.4.5c"),
    NormTitle.WGM: NormLimits(2400, 2180, 2000, _WGM, "1.4.5d"),
    NormTitle.WIM: NormLimits(2250, 2030, 1850, _WIM, "1.4.5e"),
}


def _performances_alone(more: int) -> dict[NormTitle, NormLimits]:
    return {
        title: NormLimits(one.performance + more, None, None, frozenset(), one.required_article)
        for title, one in _LIMITS.items()
    }


RULES = (
    NormRules(date.min, _performances_alone(1), unrated=None),
    NormRules(date(2009, 7, 1), _performances_alone(0), unrated=None),
    NormRules(date(2022, 1, 1), _LIMITS, unrated=1000),
    NormRules(date(2024, 1, 1), _LIMITS, unrated=1400),
)


def norm_rules(start: date) -> NormRules:
    """Return the conditions for an event that starts on that day."""
    return in_force(RULES, start) or RULES[0]


def at_least(share: Fraction, games: int) -> int:
    """Return the least whole number that is that share of the games: minima round up (1.4.4)."""
    return -(-share.numerator * games // share.denominator)


def at_most(share: Fraction, games: int) -> int:
    """Return the most that is that share of the games: maxima round down (1.4.4)."""
    return share.numerator * games // share.denominator


def least_score(games: int) -> Decimal:
    """Return the fewest points that are 35 % of the games (1.4.8b)."""
    return HALF * at_least(2 * LEAST_SCORE, games)


def average_needed(limits: NormLimits, score: Decimal, games: int) -> int | None:
    """Return the smallest Ra with which a score is a norm's; None where the score is too low."""
    if score < least_score(games):
        return None
    by_performance = limits.performance - rating_difference(percentage(score, games))
    return max(by_performance, limits.average or 0)


def score_needed(limits: NormLimits, total: int, games: int) -> Decimal | None:
    """Return the fewest points that are a norm's against opponents of that sum of ratings.

    None where no score is enough.
    """
    average = round_half_up(total, games)
    score = ZERO
    while score <= games:
        needed = average_needed(limits, score, games)
        if needed is not None and average >= needed:
            return score
        score += HALF
    return None
