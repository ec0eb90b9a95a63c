"""Elo by the logistic formula, and beside it what FIDE's table gives for the same games.

E = 1 / (1 + 10^(-difference / 400)), change = K (score - E). FIDE does not use the formula: its
table 8.1.2 comes from a normal distribution. Reference: sections 3.3 and 11 of the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import NamedTuple

from rating.assumptions import Note
from rating.conversion import limited, round_half_away
from rating.game import ZERO, Game, NotCounted, RatedGame, Reason, total_change
from rating.precision import PRECISE, logistic, rounded

# The largest gap that counts, where the switch is on.
CAP = 400
# A gap of so many points makes the odds ten to one.
SCALE = 400
EXPECTED_STEP = Decimal("0.0001")
CHANGE_STEP = Decimal("0.01")


class EloGame(NamedTuple):
    """One game by the formula and by FIDE's table, with the same K and the same cap."""

    by_formula: RatedGame
    by_table: RatedGame

    @property
    def apart(self) -> Decimal:
        """The change by the formula minus that by the table, both to the hundredth."""
        return _apart(self.by_formula.change, self.by_table.change)


@dataclass(frozen=True, slots=True)
class EloTotal:
    """The sum of the games that count; the change is rounded once, halves away from zero."""

    games: int
    score: Decimal
    expected: Decimal
    change: Decimal
    rounded: int
    new_rating: int


@dataclass(frozen=True, slots=True)
class EloCalculation:
    """Games by the formula; `cap` None lets every gap count in full."""

    rating: int
    k: int
    cap: int | None
    games: Sequence[Game]
    results: Sequence[EloGame | NotCounted]
    by_formula: EloTotal
    by_table: EloTotal

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the reader must know."""
        return (Note("formula_not_fide"),)

    @property
    def rules(self) -> str:
        """A stable name of what was worked out."""
        return "logistic, no cap" if self.cap is None else f"logistic, cap {self.cap}"

    @property
    def apart(self) -> Decimal:
        """The change by the formula minus that by the table, both to the hundredth."""
        return _apart(self.by_formula.change, self.by_table.change)


def expected_by_formula(difference: int) -> Decimal:
    """Return the expected score, to 28 digits, of a player `difference` points above the other."""
    with localcontext(PRECISE):
        return logistic(difference * Decimal(10).ln() / SCALE)


def rate_game(own: int, opponent: int, score: Decimal, cap: int | None, k: int) -> EloGame:
    """Rate one game; `cap` limits the difference on both sides, None lets it count in full."""
    by_table = RatedGame.of(own, opponent, score, cap, k)
    expected = expected_by_formula(limited(own - opponent, cap))
    with localcontext(PRECISE):
        change = k * (score - expected)
    return EloGame(by_table._replace(expected=expected, change=change), by_table)


def calculate_elo(
    rating: int, games: Sequence[Game], k: int, cap: int | None = CAP
) -> EloCalculation:
    """Work out games by hand; one with an unrated opponent does not count."""
    results = tuple(
        NotCounted(Reason.UNRATED)
        if game.opponent is None
        else rate_game(rating, game.opponent, game.score, cap, k)
        for game in games
    )
    rated = [result for result in results if isinstance(result, EloGame)]
    return EloCalculation(
        rating=rating,
        k=k,
        cap=cap,
        games=games,
        results=results,
        by_formula=_total(rating, [game.by_formula for game in rated]),
        by_table=_total(rating, [game.by_table for game in rated]),
    )


def _total(own: int, games: Sequence[RatedGame]) -> EloTotal:
    with localcontext(PRECISE):
        change = total_change(games)
        whole = round_half_away(change)
        return EloTotal(
            games=len(games),
            score=sum((game.score for game in games), ZERO),
            expected=sum((game.expected or ZERO for game in games), ZERO),
            change=change,
            rounded=whole,
            new_rating=own + whole,
        )


def _apart(formula: Decimal, table: Decimal) -> Decimal:
    return rounded(formula, CHANGE_STEP) - rounded(table, CHANGE_STEP)
