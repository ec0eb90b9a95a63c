"""The same rules by hand: a list of opponents and results instead of a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rating import fide, ukd
from rating.assumptions import Note
from rating.fide_notes import total_notes
from rating.game import Game, GameResult, counted
from rating.k_factor import KCandidate, KFactor, k_candidates, k_factor
from scraper.model import TimeControl


@dataclass(frozen=True, slots=True)
class Calculation:
    """Games worked out by hand; what has a default is FIDE's only.

    `other_reading` is the total in the other reading of the rules, where that is another one.
    """

    games: Sequence[Game]
    results: Sequence[GameResult]
    total: fide.FideTotal | ukd.UkdTotal
    rules: fide.FideRules | None = None
    k: KFactor | None = None
    k_candidates: tuple[KCandidate, ...] = ()
    other_reading: fide.FideTotal | None = None
    notes: tuple[Note, ...] = ()


def calculate_fide(
    rating: int, games: Sequence[Game], k: int | None, time_control: TimeControl, on: date
) -> Calculation:
    """Rate games by FIDE's rules for tournaments that start on that day."""
    rules = fide.rules_for(time_control, on)
    factor = k_factor(rules, rating, on, given=k)

    def rated(value: int) -> tuple[Sequence[GameResult], fide.FideTotal]:
        results = fide.rate_games(rating, games, value, rules)
        return results, fide.total(rating, value, results, rules)

    results, total = rated(factor.value)
    candidates = k_candidates(factor, lambda value: rated(value)[1])
    other = fide.total_in_other_reading(rating, games, factor.value, rules)
    notes = tuple(total_notes(factor, total, rules, on))
    return Calculation(games, results, total, rules, factor, candidates, other, notes)


def calculate_ukd(rating: int, games: Sequence[Game]) -> Calculation:
    """Rate games by the rules of the UKD; UHS and UYS have the same."""
    results = ukd.rate_games(rating, games)
    return Calculation(games, results, ukd.total(rating, counted(results)))
