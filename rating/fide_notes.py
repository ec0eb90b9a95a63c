"""What the reader must know of a total by FIDE's rules: the limit of 700, the floor, the class."""

from collections.abc import Iterator
from datetime import date

from rating import fide
from rating.articles import articles_of
from rating.assumptions import Note
from rating.fide import FideRules, FideTotal
from rating.k_factor import KFactor, KSource
from scraper.model import TimeControl


def total_notes(k: KFactor, total: FideTotal, rules: FideRules, start: date) -> Iterator[Note]:
    """Say what the total of one tournament, which starts that day, rests on and leads to."""
    if rules.time_control is not TimeControl.STANDARD and start < fide.FAST_SINCE:
        yield Note("no_list_yet", {"assumed": rules.time_control, "since": fide.FAST_SINCE})
    if k.source is KSource.OPTION and not rules.k.knows(k.value):
        yield Note("k_not_of_rules", {"k": k.value, "known": known_ks(rules)})
    if total.k != k.value:
        yield limit_note(total.k, total.games, k.value, rules)
    elif rules.k.limit and total.games:
        yield limit_ahead_note(k.value, rules)
    if total.games:
        yield from floor_notes(total.new_rating, rules.time_control, start)


def known_ks(rules: FideRules) -> str:
    """Name every K of the rules, the normal one first."""
    k = rules.k
    return ", ".join(dict.fromkeys(map(str, (k.normal, k.new, k.top))))


def limit_note(used: int, games: int, k: int, rules: FideRules) -> Note:
    """Say that the limit of 700 lowers K."""
    article = articles_of(rules).k
    return Note("k_lowered", {"k": used, "games": games, "from": k, "article": article})


def limit_ahead_note(k: int, rules: FideRules) -> Note:
    """Say from how many games on the limit of 700 would lower K."""
    most = fide.GAMES_TIMES_K // k
    return Note("k_may_be_lowered", {"most": most, "k": k, "article": articles_of(rules).k})


def floor_notes(rating: int, time_control: TimeControl, day: date) -> Iterator[Note]:
    """Say that a rating is below the lowest one of the lists of that day."""
    floor = fide.floor_of(time_control, day)
    if rating < floor:
        yield Note("below_floor", {"rating": rating, "floor": floor})
