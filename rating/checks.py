"""The self-check: what the site prints against what we compute."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rating.game import ZERO, GameResult, NotCounted, Reason
from scraper.model import PlayerCard, Round, Source

# Where a rating is missing on the page, there is nothing to compare.
_UNKNOWN = (Reason.OWN_RATING_MISSING, Reason.OPPONENT_RATING_MISSING)


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison; `site` and `ours` are exact, `round` is None for a total.

    `kind` is published_change, published_expected, published_total or points.
    """

    kind: str
    round: int | None
    ours: Decimal | None
    site: Decimal

    @property
    def ok(self) -> bool:
        """Whether both sides agree."""
        return self.ours == self.site


def checks_of(card: PlayerCard, results: Sequence[GameResult]) -> tuple[Check, ...]:
    """Compare each printed change and expected score, the printed total, and the points.

    A printed change is compared with the printed K times our score difference, so that a
    disagreement points at the rating or the rule, not at K.
    """
    checks: list[Check] = []
    computed: list[Decimal] = []
    for played, result in zip(card.rounds, results, strict=True):
        published = played.published
        if isinstance(result, NotCounted):
            if published is not None and published.change and result.reason not in _UNKNOWN:
                checks.append(Check("published_change", played.round, None, published.change))
            continue
        if published is None and _is_listed(played):
            continue  # the site takes the opponent for unrated
        expected = result.expected or ZERO
        k = result.k if published is None or published.k is None else published.k
        computed.append(k * (result.score - expected))
        if published is None:
            continue
        if published.change is not None:
            checks.append(Check("published_change", played.round, computed[-1], published.change))
        if published.expected is not None:
            checks.append(Check("published_expected", played.round, expected, published.expected))
    has_own = not any(
        isinstance(result, NotCounted) and result.reason is Reason.OWN_RATING_MISSING
        for result in results
    )
    if has_own and _site_rates(card):
        ours = sum(computed, ZERO)
        checks.append(Check("published_total", None, ours, card.fide_change or ZERO))
    if card.points is not None:
        scores = sum((played.score for played in card.rounds if played.score is not None), ZERO)
        checks.append(Check("points", None, scores, card.points))
    return tuple(checks)


def _is_listed(played: Round) -> bool:
    """Say whether the opponent's rating is a list's, which the page does not have."""
    source = None if played.opponent is None else played.opponent.fide_source
    return source in (Source.LIST, Source.STANDARD_LIST)


def _site_rates(card: PlayerCard) -> bool:
    """Say whether the site calculates: its total is 0 where it does not."""
    if card.fide_change is None:
        return False
    return bool(card.fide_change) or any(
        played.published is not None and played.published.change is not None
        for played in card.rounds
    )
