"""K with its reason: printed, given by hand, listed by FIDE, or derived (article 8.3.3).

Reference: section 5 of the rules page.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum

from rating.articles import articles_of
from rating.fide import FideRules, FideTotal, KRule
from rating.listed import Listed, ListedNational
from rating.records import NamedTuple
from scraper.time_control import TimeControl

# Article 8.3.3: from this rating, K is the smallest one for good.
TOP_RATING = 2400
# Article 8.3.3: the K of juniors ends here, and with the year of this birthday.
JUNIOR_BELOW = 2300
JUNIOR_AGE = 18
# Article 8.3.3: whoever has played so many games is no longer new.
NEW_UNTIL = 30
# Title Regulations 1.5.3: titles that need a standard rating of 2400 or more.
TOP_TITLES = frozenset({"GM", "IM"})


class KSource(StrEnum):
    """Where K comes from; UNKNOWN is a guess that says so."""

    CARD = "card"
    OPTION = "option"
    LIST = "list"
    DERIVED = "derived"
    UNKNOWN = "unknown"


class KFactor(NamedTuple):
    """K before the limit of 700, its source, and a code and values for the reason.

    `month` is that of the list which K, the year of birth or the number of games comes from,
    `article` the one that a derived K follows.
    `candidates` are all K that are possible, the one that is assumed first; only an unknown K has
    them.
    """

    value: int
    source: KSource
    reason: str
    birth_year: int | None = None
    month: date | None = None
    title: str | None = None
    games: int | None = None
    candidates: tuple[int, ...] = ()
    article: str | None = None


class KCandidate(NamedTuple):
    """What a K would make of the games; `used` is K after the limit of 700."""

    k: int
    used: int
    change: Decimal
    rounded: int
    new_rating: int


def k_factor(  # noqa: PLR0913 - one parameter a source
    rules: FideRules,
    rating: int,
    start: date,
    printed: Sequence[int] = (),
    given: int | None = None,
    birth_year: int | None = None,
    *,
    listed: Listed | None = None,
    national: ListedNational | None = None,
    title: str | None = None,
    stands_in: bool = False,
) -> KFactor:
    """Return K (article 8.3.3): printed on the card, else given by hand, else listed, else derived.

    FIDE's list also gives the year of birth where the card has none, else the federation's does for
    a player found by FIDE id. A K that is the same for everybody needs no list, and the K of
    another month counts only where the rules of the day know it. `stands_in` says that a standard
    rating stands in for one that the player does not have: he is new there. A title proves 2400 in
    standard alone, since each class counts for itself; before July 2014 the K of 2400 also took 30
    games, which the norms of a title come close to. What decides K and stands nowhere (30 games
    played, 2400 ever reached) makes the derived value a guess, marked UNKNOWN.
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
    if stands_in:
        return KFactor(k.new, KSource.DERIVED, "stands_in")
    article = articles_of(rules).k
    games = 0 if listed is None else listed.games or 0
    titles = TOP_TITLES & {title, None if listed is None else listed.title}
    by_title = min(titles) if titles and rules.time_control is TimeControl.STANDARD else None
    if rating >= TOP_RATING or by_title:
        return _top(rules, rating, games, by_title)
    month, is_national = None, False
    if birth_year is None:
        birth_year, month, is_national = _listed_birth(listed, national)
    is_junior = _is_junior(k, rating, start, birth_year)
    if is_junior and k.junior is not None:
        if is_national:
            return KFactor(
                k.junior, KSource.DERIVED, "junior_listed_national", birth_year, month,
                article=article,
            )  # fmt: skip
        return KFactor(
            k.junior,
            KSource.DERIVED,
            "junior" if month is None else "junior_listed",
            birth_year,
            month,
            article=article,
        )
    if games >= NEW_UNTIL and is_junior is False and listed is not None:
        month = listed.month
        return KFactor(
            k.normal, KSource.DERIVED, "games_listed", birth_year, month, games=games,
            article=article,
        )  # fmt: skip
    is_open = k.junior is not None and birth_year is None
    possible = [k.normal, *([k.new] if games < NEW_UNTIL else []), k.top]
    if is_junior is None and k.junior is not None:
        possible.insert(1, k.junior)
    return KFactor(
        k.normal,
        KSource.UNKNOWN,
        "birth_year_unknown" if is_open else "games_unknown",
        birth_year,
        candidates=tuple(dict.fromkeys(possible)),
    )


def _top(rules: FideRules, rating: int, games: int, title: str | None) -> KFactor:
    """Return the K of 2400: by the rating, by a title, or assumed where it takes 30 games too."""
    k, article = rules.k, articles_of(rules).k
    if rating >= TOP_RATING and (k.top_is_for_good or games >= NEW_UNTIL):
        return KFactor(k.top, KSource.DERIVED, "top", article=article)
    if title is not None:
        return KFactor(k.top, KSource.DERIVED, "title", title=title, article=article)
    return KFactor(k.top, KSource.UNKNOWN, "top_games_unknown", candidates=(k.top, k.new))


def k_candidates(k: KFactor, total: Callable[[int], FideTotal]) -> tuple[KCandidate, ...]:
    """Return what each possible K makes of the games; `total` rates them with a K."""
    each = [(value, total(value)) for value in k.candidates]
    return tuple(
        KCandidate(value, one.k, one.change, one.rounded, one.new_rating) for value, one in each
    )


def most_printed(printed: Sequence[int]) -> int:
    """Return the K that most games print, the first of equals; there must be one."""
    return Counter(printed).most_common(1)[0][0]


def _is_possible(value: int, listed: Listed, k: KRule, start: date) -> bool:
    """Say whether a listed K can be that of the day; in its own month it is, whatever it is."""
    return listed.is_of(start) or value in (k.new, k.normal, k.top, k.junior)


def _listed_birth(
    listed: Listed | None, national: ListedNational | None
) -> tuple[int | None, date | None, bool]:
    """Return the year of birth by the lists, the list's month, and if it is the federation's."""
    if listed is not None and listed.birth_year is not None:
        return listed.birth_year, listed.month, False
    if national is not None and national.birth_year is not None and not national.by_name:
        return national.birth_year, national.month, True
    return None, None, False


def _is_junior(k: KRule, rating: int, start: date, birth_year: int | None) -> bool | None:
    """Say whether the K of juniors is the player's; None where the year of birth is missing."""
    if k.junior is None or rating >= JUNIOR_BELOW:
        return False
    return None if birth_year is None else start.year - birth_year <= JUNIOR_AGE
