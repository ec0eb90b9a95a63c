"""The same rules by hand: a list of opponents and results instead of a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rating import fide, ukd
from rating.game import Game, GameResult, counted
from rating.k_factor import KFactor, k_factor
from scraper.model import TimeControl


@dataclass(frozen=True, slots=True)
class Calculation:
    """Games worked out by hand; rules and `k`, which says where K is from, are FIDE's only."""

    games: Sequence[Game]
    results: Sequence[GameResult]
    total: fide.FideTotal | ukd.UkdTotal
    rules: fide.FideRules | None = None
    k: KFactor | None = None


def calculate_fide(
    rating: int, games: Sequence[Game], k: int | None, time_control: TimeControl, on: date
) -> Calculation:
    """Rate games by FIDE's rules for tournaments that start on that day."""
    rules = fide.rules_for(time_control, on)
    factor = k_factor(rules, rating, on, given=k)
    results = fide.rate_games(rating, games, factor.value, rules)
    total = fide.total(rating, factor.value, results, rules)
    return Calculation(games, results, total, rules, factor)


def calculate_ukd(rating: int, games: Sequence[Game]) -> Calculation:
    """Rate games by the rules of the UKD; UHS and UYS have the same."""
    results = ukd.rate_games(rating, games)
    return Calculation(games, results, ukd.total(rating, counted(results)))
