"""One game in figures, or the reason why it does not count; the same for FIDE and UKD."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import StrEnum

from rating.conversion import expected_score, limited
from rating.records import NamedTuple

ZERO = Decimal(0)


class Reason(StrEnum):
    """Why a round changes nothing."""

    UNRATED = "unrated"
    FORFEIT = "forfeit"
    BYE = "bye"
    NOT_PAIRED = "not_paired"
    PENDING = "pending"
    OWN_RATING_MISSING = "own_rating_missing"
    OWN_UNRATED = "own_unrated"
    OPPONENT_RATING_MISSING = "opponent_rating_missing"
    RESULT_NOT_RATED = "result_not_rated"
    GAP_600 = "gap_600"


class Game(NamedTuple):
    """A played game: the opponent's rating (None: without one) and the own score 1, 0.5 or 0."""

    opponent: int | None
    score: Decimal


class RatedGame(NamedTuple):
    """A game that counts: change = k x (score - expected), exact.

    `difference` is own minus opponent, `used` the same after the cap. Both and `expected` are None
    for an opponent without UKD, whose game is worth a tenth of k.
    """

    score: Decimal
    difference: int | None
    used: int | None
    expected: Decimal | None
    k: int
    change: Decimal

    @classmethod
    def of(cls, own: int, opponent: int, score: Decimal, cap: int | None, k: int) -> "RatedGame":
        """Rate one game between two rated players; `cap` limits the difference on both sides."""
        difference = own - opponent
        used = limited(difference, cap)
        expected = expected_score(used)
        return cls(score, difference, used, expected, k, k * (score - expected))

    @property
    def capped(self) -> bool:
        """Whether the cap changed the difference."""
        return self.used != self.difference


class NotCounted(NamedTuple):
    """A game that changes nothing, with its reason."""

    reason: Reason


GameResult = RatedGame | NotCounted


def counted(results: Iterable[GameResult]) -> Sequence[RatedGame]:
    """Return the games that count."""
    return [result for result in results if isinstance(result, RatedGame)]


def games_behind(own: int, results: Iterable[GameResult]) -> list[Game]:
    """Return the games that count, as they were before they were rated."""
    return [
        Game(None if one.difference is None else own - one.difference, one.score)
        for one in counted(results)
    ]


def total_change(games: Iterable[RatedGame]) -> Decimal:
    """Return the exact sum of the changes."""
    return sum((game.change for game in games), ZERO)
