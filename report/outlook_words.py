"""What is said of the rounds to come: what a target needs, in a sentence."""

from collections.abc import Sequence
from decimal import Decimal

from rating.game import ZERO
from rating.norm_facts import Condition, Norm, State
from rating.norm_rules import NormTitle
from rating.outlook import FIDE, RatingOutlook
from rating.targets import Goal, Standing, TargetOutlook, title_rule
from report.words import CONDITIONS, LIST_NAMES, Words

# Conditions of a norm that the points and averages settle, and those that stand on no page.
_SETTLED_ELSEWHERE = frozenset(
    {"games", "average", "score", "performance", "rated", "rounds_a_day", "thinking_time"}
)


def system_name(outlook: RatingOutlook) -> str:
    """Return the name of a rating."""
    return "FIDE" if outlook.system.name == FIDE else LIST_NAMES[outlook.system.name]


def sentence_of(one: TargetOutlook, words: Words) -> str:
    """Say in one sentence what a target needs."""
    t, what = words, goal_of(one, words)
    out_of = _out_of(one.points or ZERO, one.games, t)
    if one.standing is Standing.REACHED:
        return _with_norms(one, _reached(one, what, words), words)
    if one.standing is Standing.OUT_OF_REACH:
        return _out_of_reach(one, what, words)
    if one.standing is Standing.OPEN:
        return _open(one, what, words)
    if one.average is not None:
        said = t(
            "{target}: {points} is enough, if the opponents not yet known have {average} on average.",  # noqa: E501
            target=what, points=out_of, average=one.average,
        )  # fmt: skip
    else:
        said = t("{target}: {points} is enough against these opponents.",
                 target=what, points=out_of)  # fmt: skip
    if one.on_the_way:
        said += " " + t("On the way, whatever follows: {points}.", points=_ways(one, t))
    if one.norm is None:
        return _with_norms(one, said, t)
    if still_open := _still_open(one.norm, t):
        said += " " + t("Still open besides: {conditions}.", conditions=still_open)
    return said


def _with_norms(one: TargetOutlook, said: str, words: Words) -> str:
    """Add that a title takes norms besides, where it does."""
    target = one.target
    needs_norms = target.goal is Goal.TITLE and title_rule(target.title or "").by_norms
    return f"{said} {words('Norms are needed besides.')}" if needs_norms else said


def goal_of(one: TargetOutlook, words: Words) -> str:
    """Name a target."""
    target = one.target
    if target.goal is Goal.NORM:
        return words("{title} norm", title=target.title)
    if one.outlook is None:
        raise ValueError(target)
    name = system_name(one.outlook)
    if target.goal is Goal.KEEP:
        return words("Keep {system} {rating}", system=name, rating=one.needed)
    rating = f"{name} {one.needed}"
    return f"{target.title}, {rating}" if target.title else rating


def _reached(one: TargetOutlook, what: str, words: Words) -> str:
    if one.after_round:
        return words(
            "{target}: already reached after round {round}; later results do not matter.",
            target=what,
            round=one.after_round,
        )
    if one.after_round == 0:
        return words("{target}: already reached before the event.", target=what)
    return words("{target}: already reached.", target=what)


def _out_of_reach(one: TargetOutlook, what: str, words: Words) -> str:
    if one.norm is not None:
        failed = _failed(one.norm, words)
        return words("{target}: out of reach, because of: {conditions}.",
                     target=what, conditions=failed)  # fmt: skip
    best = one.outlook.ends[-1].best if one.outlook is not None else None
    rating = "" if best is None else str(best.new_rating)
    if one.average is not None:
        return words(
            "{target}: out of reach; even {games} out of {games} gives {rating}, if the opponents not yet known have {average} on average.",  # noqa: E501
            target=what, games=one.games, rating=rating, average=one.average,
        )  # fmt: skip
    return words(
        "{target}: out of reach; even {games} out of {games} gives {rating} against these opponents.",  # noqa: E501
        target=what, games=one.games, rating=rating,
    )  # fmt: skip


def _open(one: TargetOutlook, what: str, words: Words) -> str:
    if one.norm is None:
        return words("{target}: possible; it depends on the games that the points are from.",
                     target=what)  # fmt: skip
    if one.average is not None and one.norm.outlook:
        return words(
            "{target}: not against opponents of {average} on average, but possible against stronger ones.",  # noqa: E501
            target=what, average=one.average,
        )  # fmt: skip
    return words("{target}: open, because not all is known that it takes.", target=what)


def _failed(norm: Norm, words: Words) -> str:
    """Name the conditions that can no longer be met."""
    return _named(norm, [one for one in norm.conditions if one.state is State.NOT_MET], words)


def _still_open(norm: Norm, words: Words) -> str:
    """Name the open conditions besides points and averages, of those that a page can tell."""
    return _named(
        norm,
        [
            one
            for one in norm.conditions
            if one.state in (State.POSSIBLE, State.UNKNOWN) and one.code not in _SETTLED_ELSEWHERE
        ],
        words,
    )


def _named(norm: Norm, conditions: Sequence[Condition], words: Words) -> str:
    titles = ", ".join(one for one in NormTitle if one in norm.limits.required)
    return ", ".join(words(CONDITIONS[one.code], titles=titles) for one in conditions)


def _ways(one: TargetOutlook, words: Words) -> str:
    return ", ".join(_out_of(way.points, way.games, words) for way in one.on_the_way)


def _out_of(points: Decimal, games: int, words: Words) -> str:
    return words("{points} out of {games}", points=words.points(points), games=games)
