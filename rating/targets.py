"""What is needed in the rounds to come: for a rating, a title's rating, a norm, the present rating.

A rating is reached by the whole number that is published. A title's is reached exactly, also on
the way: later results do not matter (Title Regulations 1.5.3a). The present rating is kept where
the exact change is not below 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from rating.assumptions import Note
from rating.norm_card import norms_of_card, title_ratings_of
from rating.norm_facts import Norm, State
from rating.norm_rules import NormTitle
from rating.odds import DRAW
from rating.outlook import CardOutlook, End, Ends, RatingOutlook
from rating.titles import RULES, TitleRule

# The averages of unknown opponents that a table shows, from the assumed one.
STEPS = (-100, -50, 0, 50, 100)


class Goal(StrEnum):
    """What a target is."""

    RATING = "rating"
    TITLE = "title"
    KEEP = "keep"
    NORM = "norm"


@dataclass(frozen=True, slots=True)
class Target:
    """A goal: of the FIDE rating, or with `is_national` of the Turkish one.

    `rating` is that of a RATING, `title` that of a TITLE or a NORM.
    """

    goal: Goal
    rating: int | None = None
    title: str | None = None
    is_national: bool = False


class Standing(StrEnum):
    """How a target stands.

    REACHED needs nothing more, CERTAIN no point, REACHABLE so many points; OPEN depends on more
    than points, OUT_OF_REACH cannot be helped.
    """

    REACHED = "reached"
    CERTAIN = "certain"
    REACHABLE = "reachable"
    OPEN = "open"
    OUT_OF_REACH = "out_of_reach"


_BY_POINTS = frozenset({Standing.CERTAIN, Standing.REACHABLE})
_STILL_OPEN = _BY_POINTS | {Standing.OPEN}


class Reach(StrEnum):
    """Whether a score is enough; DEPENDS where it hangs on the games that the points are from."""

    YES = "yes"
    DEPENDS = "depends"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Cell:
    """A score against an average; `ends` is None for a norm."""

    reach: Reach
    ends: Ends | None


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """So many of the first rounds to come in which so many points are enough, whatever follows."""

    games: int
    points: Decimal


@dataclass(frozen=True, slots=True)
class TargetOutlook:
    """What a target needs.

    `points` are the fewest in the `games` rounds to come, whichever of them they are from; None
    where no score is sure to be enough. `needed` is the rating, None for a norm. `average` is the
    one that unknown opponents are taken to have; None where all are known. `averages` are the
    columns of the table, a single None where all are known; `rows` are its scores, from 0 on, a
    cell a column. `after_round` is the round after which a title's rating was reached, 0 before
    the first; `on_the_way` is a title's. `norm` is how a norm stands. What is REACHED has no table,
    nor has a norm that is OUT_OF_REACH.
    """

    target: Target
    outlook: RatingOutlook | None
    standing: Standing
    needed: int | None
    points: Decimal | None
    games: int
    average: int | None
    averages: tuple[int | None, ...]
    rows: tuple[tuple[Cell, ...], ...]
    after_round: int | None = None
    on_the_way: tuple[OnTheWay, ...] = ()
    norm: Norm | None = None
    notes: tuple[Note, ...] = ()


def target_outlook(found: CardOutlook, target: Target) -> TargetOutlook:
    """Tell what a target needs.

    The rating must be there, and of a title the standard one: ValueError.
    """
    if target.goal is Goal.NORM:
        return _norm(found, target)
    outlook = found.ukd if target.is_national else found.fide
    if outlook is None:
        raise ValueError(target)
    needed, is_enough = _measure(target, outlook)
    averages = _averages(None if outlook.opposition is None else outlook.opposition.rating)
    columns = [outlook.against(average) for average in averages]
    points = outlook.fewest(is_enough)
    result = TargetOutlook(
        target=target,
        outlook=outlook,
        standing=_standing(points, outlook.ends, is_enough),
        needed=needed,
        points=points,
        games=len(found.to_come),
        average=None if outlook.opposition is None else outlook.opposition.rating,
        averages=averages,
        rows=tuple(
            tuple(Cell(_reach(ends, is_enough), ends) for ends in row)
            for row in zip(*columns, strict=True)
        ),
    )
    return result if target.goal is not Goal.TITLE else _on_the_way(found, outlook, result)


def title_rule(title: str) -> TitleRule:
    """Return the rating that a title needs. Raises StopIteration for what is no title."""
    return next(rule for rule in RULES if rule.title == title)


def _measure(target: Target, outlook: RatingOutlook) -> tuple[int, Callable[[End], bool]]:
    own = outlook.system.rating
    if target.goal is Goal.KEEP:
        return own, lambda end: end.total >= 0
    if target.goal is Goal.TITLE:
        needed = title_rule(target.title or "").rating
        return needed, lambda end: own + end.total >= needed
    needed = target.rating or 0
    return needed, lambda end: end.new_rating >= needed


def _standing(
    points: Decimal | None, ends: Sequence[Ends], is_enough: Callable[[End], bool]
) -> Standing:
    if points is not None:
        return Standing.REACHABLE if points else Standing.CERTAIN
    return Standing.OPEN if any(is_enough(one.best) for one in ends) else Standing.OUT_OF_REACH


def _reach(ends: Ends, is_enough: Callable[[End], bool]) -> Reach:
    if is_enough(ends.worst):
        return Reach.YES
    return Reach.DEPENDS if is_enough(ends.best) else Reach.NO


def _averages(assumed: int | None) -> tuple[int | None, ...]:
    if assumed is None:
        return (None,)
    return tuple(assumed + step for step in STEPS if assumed + step > 0)


def _on_the_way(found: CardOutlook, outlook: RatingOutlook, result: TargetOutlook) -> TargetOutlook:
    """Add when a title's rating was reached, or can be before the last round."""
    notes = (Note("title_rating"),)
    (present,) = title_ratings_of(found.rated, (result.target.title or "",))
    if present.after_round is not None:
        return replace(
            result,
            standing=Standing.REACHED,
            points=None,
            averages=(),
            rows=(),
            after_round=present.after_round,
            notes=notes,
        )
    needed = present.rule.rating - outlook.system.rating
    ways = []
    for games, totals in enumerate(outlook.after_each(), 1):
        halves = next((halves for halves, total in enumerate(totals) if total >= needed), None)
        if halves is not None and games < result.games:
            ways.append(OnTheWay(games, halves * DRAW))
    return replace(result, on_the_way=tuple(ways), notes=notes)


def _norm(found: CardOutlook, target: Target) -> TargetOutlook:
    """Read the outlook of a norm: its best choice of games says what each score asks for."""
    title = NormTitle(target.title or "")
    (norm,) = norms_of_card(found.rated, (title,), rounds=found.rounds).norms
    average = _norm_average(found)
    needed = {one.points: one.average_needed for one in norm.outlook}

    def is_enough(points: Decimal, against: int | None) -> bool:
        if points not in needed:
            return False
        least = needed[points]
        return least is None or (against is not None and against >= least)

    scores = [halves * DRAW for halves in range(2 * norm.to_come + 1)]
    points = next((one for one in scores if is_enough(one, average)), None)
    standing = _norm_standing(norm, points)
    averages = () if standing not in _STILL_OPEN else _averages(average)
    return TargetOutlook(
        target=target,
        outlook=found.fide,
        standing=standing,
        needed=None,
        points=points if standing in _BY_POINTS else None,
        games=norm.to_come,
        average=average,
        averages=averages,
        rows=tuple(
            tuple(Cell(Reach.YES if is_enough(one, each) else Reach.NO, None) for each in averages)
            for one in scores
            if averages
        ),
        norm=norm,
        notes=(Note("norm_conditions"),),
    )


def _norm_standing(norm: Norm, points: Decimal | None) -> Standing:
    if norm.state is State.MET:
        return Standing.REACHED
    if norm.state is State.NOT_MET:
        return Standing.OUT_OF_REACH
    if points is None:
        return Standing.OPEN
    return Standing.REACHABLE if points else Standing.CERTAIN


def _norm_average(found: CardOutlook) -> int | None:
    """Return what unknown opponents are taken to have; None where all are known."""
    if found.fide is None:
        return None
    opposition = found.fide.opposition
    return None if opposition is None else opposition.rating
