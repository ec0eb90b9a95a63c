"""FIDE's titles: what order they stand in, and whose rating is reached, also inside an event.

Articles are those of the FIDE Title Regulations (B.01). FM, CM, WFM and WCM are gained by a rating
(1.3); GM, IM, WGM and WIM need norms, and a rating (1.5.3). Only standard ratings count (0.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from rating.conversion import round_half_away
from rating.game import ZERO

# Each title stands above those before it: by its rating, or by the performance of its norms.
ORDER = ("WCM", "WFM", "CM", "WIM", "FM", "WGM", "IM", "GM")
# A rating reached later than on this day needs so many rated games (1.3).
GAMES_NEEDED_AFTER = date(2017, 7, 1)
GAMES_NEEDED = 30


@dataclass(frozen=True, slots=True)
class TitleRule:
    """The rating that a title needs; `by_norms` where it needs norms besides."""

    title: str
    rating: int
    article: str
    by_norms: bool


RULES = (
    TitleRule("WCM", 2000, "1.3.4", by_norms=False),
    TitleRule("WFM", 2100, "1.3.3", by_norms=False),
    TitleRule("CM", 2200, "1.3.2", by_norms=False),
    TitleRule("WIM", 2200, "1.5.3", by_norms=True),
    TitleRule("FM", 2300, "1.3.1", by_norms=False),
    TitleRule("WGM", 2300, "1.5.3", by_norms=True),
    TitleRule("IM", 2400, "1.5.3", by_norms=True),
    TitleRule("GM", 2500, "1.5.3", by_norms=True),
)


@dataclass(frozen=True, slots=True)
class TitleRating:
    """How a rating stands to the one that a title needs.

    `after_round` is the first round after which it was reached (0: before the first one), `None`
    where it was not; later results do not matter (1.5.3a). `best` is the rating then, or the
    highest so far, exactly; `missing` is what it lacks, 0 where it is reached. `by_rounding` marks
    one that only its whole number reaches, which the regulations leave open. `games_needed` are
    the rated games that the player must have played by then; None where the rules ask for none.
    """

    rule: TitleRule
    best: Decimal
    after_round: int | None
    missing: Decimal
    by_rounding: bool
    games_needed: int | None

    @property
    def reached(self) -> bool:
        """Whether the exact rating is enough."""
        return self.after_round is not None


def title_ratings(
    own: int,
    changes: Sequence[tuple[int, Decimal]],
    on: date,
    titles: Sequence[str] = ORDER,
) -> tuple[TitleRating, ...]:
    """Compare a standard rating with what titles need: at the start, and after each round.

    `changes` are rounds and their exact changes, in order; all of them are those of the whole
    event, so that the K of the event stands.
    """
    running = [(0, Decimal(own))]
    for number, change in changes:
        running.append((number, running[-1][1] + change))
    return tuple(_standing(rule, running, on) for rule in RULES if rule.title in titles)


def titles_above(held: str | None, is_woman: bool) -> tuple[str, ...]:
    """Return the titles above the one that is held, the women's titles for women alone."""
    place = ORDER.index(held) if held in ORDER else -1
    return tuple(title for title in ORDER[place + 1 :] if is_woman or not title.startswith("W"))


def is_womans(title: str | None) -> bool:
    """Say whether a title is one of the women's."""
    return title in ORDER and str(title).startswith("W")


def _standing(rule: TitleRule, running: Sequence[tuple[int, Decimal]], on: date) -> TitleRating:
    reached = next((one for one in running if one[1] >= rule.rating), None)
    best = max(rating for _, rating in running) if reached is None else reached[1]
    return TitleRating(
        rule=rule,
        best=best,
        after_round=None if reached is None else reached[0],
        missing=max(ZERO, rule.rating - best),
        by_rounding=reached is None and round_half_away(best) >= rule.rating,
        games_needed=GAMES_NEEDED if on > GAMES_NEEDED_AFTER and not rule.by_norms else None,
    )
