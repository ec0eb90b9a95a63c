"""The next game: what a win, a draw and a loss would do.

A scenario rates all games of the card and the next one, so every rule that looks at more than
one game (the cap that counts once, the limit of 700) is kept.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from rating.game import GameResult, NotCounted, RatedGame
from scraper.model import Opponent, Round

RESULTS = {"win": Decimal(1), "draw": Decimal("0.5"), "loss": Decimal(0)}


class Total(Protocol):
    """What a scenario needs of a total; FIDE's and the UKD's both have it."""

    @property
    def change(self) -> Decimal:
        """The exact sum of the changes."""

    @property
    def new_rating(self) -> int:
        """The rating after them."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One result of the next game: the game itself, the total with it, the new rating."""

    game: RatedGame
    total: Decimal
    new_rating: int


Scenarios = dict[str, Scenario]


@dataclass(frozen=True, slots=True)
class NextCandidate:
    """The scenarios with a K that is possible; `used` is that K after the limit of 700."""

    k: int
    used: int
    scenarios: Scenarios


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game and its scenarios by result, or the reason why it would change nothing.

    `round` is None for an opponent given by hand; `candidates` are those of FIDE where K is
    unknown, the assumed one first.
    """

    round: Round | None
    opponent: Opponent
    fide: Scenarios | NotCounted
    ukd: Scenarios | NotCounted
    candidates: tuple[NextCandidate, ...] = ()


def scenarios(
    with_score: Callable[[Decimal], tuple[GameResult, Total]],
) -> Scenarios | NotCounted:
    """Work out win, draw and loss.

    `with_score` rates the card with that score for the next game, and returns the game's result
    and the new total. Where the game would not count, its reason is returned instead.
    """
    outcome: Scenarios = {}
    for name, score in RESULTS.items():
        game, total = with_score(score)
        if isinstance(game, NotCounted):
            return game
        outcome[name] = Scenario(game, total.change, total.new_rating)
    return outcome
