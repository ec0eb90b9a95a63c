"""K with its reason: printed, given by hand, listed by FIDE, or derived (article 8.3.3).

Reference: section 5 of the rules page.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from rating.fide import FideRules, KRule

# Article 8.3.3: from this rating, K is the smallest one for good.
TOP_RATING = 2400
# Article 8.3.3: the K of juniors ends here, and with the year of this birthday.
JUNIOR_BELOW = 2300
JUNIOR_AGE = 18


class KSource(StrEnum):
    """Where K comes from; UNKNOWN is a guess that says so."""

    CARD = "card"
    OPTION = "option"
    LIST = "list"
    DERIVED = "derived"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Listed:
    """What FIDE's list of a month (its first day) says of the player; None: it does not say."""

    month: date
    k: int | None = None
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class KFactor:
    """K before the limit of 700, its source, and a code and values for the reason.

    `month` is that of the list which K or the year of birth comes from.
    """

    value: int
    source: KSource
    reason: str
    birth_year: int | None = None
    month: date | None = None


def k_factor(  # noqa: PLR0913 - one parameter a source
    rules: FideRules,
    rating: int,
    start: date,
    printed: Sequence[int] = (),
    given: int | None = None,
    birth_year: int | None = None,
    *,
    listed: Listed | None = None,
) -> KFactor:
    """Return K (article 8.3.3): printed on the card, else given by hand, else listed, else derived.

    The list also gives the year of birth where the card has none. A K that is the same for
    everybody needs no list, and the K of another month counts only where the rules of the day know
    it. What decides K and stands on no page (30 games played, 2400 ever reached) makes the derived
    value a guess, marked UNKNOWN.
    """
    if printed:
        return KFactor(most_printed(printed), KSource.CARD, "printed")
    if given is not None:
        return KFactor(given, KSource.OPTION, "by_hand")
    k = rules.k
    if k.new == k.normal == k.top:
        return KFactor(k.normal, KSource.DERIVED, "same_for_all")
    if listed is not None and listed.k is not None and _is_possible(listed.k, listed, k, start):
        return KFactor(listed.k, KSource.LIST, "listed", month=listed.month)
    if rating >= TOP_RATING:
        return KFactor(k.top, KSource.DERIVED, "top")
    if k.junior is not None:
        month = None
        if birth_year is None and listed is not None and listed.birth_year is not None:
            birth_year, month = listed.birth_year, listed.month
        if birth_year is None:
            return KFactor(k.normal, KSource.UNKNOWN, "birth_year_unknown")
        if start.year - birth_year <= JUNIOR_AGE and rating < JUNIOR_BELOW:
            return KFactor(
                k.junior,
                KSource.DERIVED,
                "junior" if month is None else "junior_listed",
                birth_year,
                month,
            )
    return KFactor(k.normal, KSource.UNKNOWN, "games_unknown", birth_year)


def most_printed(printed: Sequence[int]) -> int:
    """Return the K that most games print, the first of equals; there must be one."""
    return Counter(printed).most_common(1)[0][0]


def _is_possible(value: int, listed: Listed, k: KRule, start: date) -> bool:
    """Say whether a listed K can be that of the day; in its own month it is, whatever it is."""
    return listed.month == start.replace(day=1) or value in (k.new, k.normal, k.top, k.junior)
