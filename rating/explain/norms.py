"""Norms and the ratings of titles explained: figures, and what each condition lacks."""

from rating.explain.performance import Rp, mean, performance_steps
from rating.explain.steps import Chapter, Explanation, Inputs, Step
from rating.norm_card import Norms
from rating.norm_facts import Condition, Norm, NormFigures, Opposition, Raised
from rating.norm_rules import NormTitle
from rating.titles import TitleRating

_REGULATIONS = "Title Regulations"


def explain_norms(found: Norms) -> Explanation:
    """Explain how each norm stands, and how far the ratings of titles are."""
    chapters = [_norm(norm) for norm in found.norms if norm.ground is None]
    grounds = {norm.ground: norm for norm in found.norms}
    chapters += [
        Chapter("no_norm", "norm", {}, [_ground(norm, ground)])
        for ground, norm in grounds.items()
        if ground is not None
    ]
    if found.titles:
        steps = [_title(title) for title in found.titles]
        chapters.append(Chapter("titles", "norm", {}, steps))
    return tuple(chapters)


def _norm(norm: Norm) -> Chapter:
    steps = [] if norm.figures is None else _figures(norm, norm.figures)
    if norm.with_coming is not None:
        steps += _with_coming(norm, norm.with_coming)
    steps += [_condition(norm, one) for one in norm.conditions if one.needed is not None]
    return Chapter("norm", "norm", {"title": norm.title}, steps)


def _figures(norm: Norm, figures: NormFigures) -> list[Step]:
    average, *others = performance_steps(
        Rp(
            figures.total,
            figures.games,
            figures.average,
            figures.score,
            figures.percent,
            figures.difference,
            figures.performance,
        )
    )
    unrated = sum(one.rating == 0 for one in norm.counted)
    if unrated:
        inputs = {**average.inputs, "unrated": unrated, "counted": norm.rules.unrated}
        average = average._replace(rule="norm_average_unrated", inputs=inputs)
    else:
        average = average._replace(rule="norm_average")
    return [*_raised(figures.raised), average, *others]


def _raised(raised: Raised | None) -> list[Step]:
    if raised is None:
        return []
    inputs: Inputs = {"counted": raised.counted, "floor": raised.floor}
    article = f"{_REGULATIONS} 1.4.6"
    return [Step("floor", "norm_raised", article, "{counted} → {floor}", inputs)]


def _with_coming(norm: Norm, known: Opposition) -> list[Step]:
    """Explain the average with the opponents to come, who can be the lowest ones."""
    is_told = norm.figures is not None and norm.figures.raised == known.raised
    inputs: Inputs = {
        "total": known.total, "games": known.games, "exact": known.average_exact,
        "average": known.average,
    }  # fmt: skip
    formula = mean("exact", known.average_exact) + " → {average}"
    article = f"{_REGULATIONS} 1.4.7"
    step = Step("average", "norm_average_with_coming", article, formula, inputs)
    return [*([] if is_told else _raised(known.raised)), step]


def _ground(norm: Norm, one: Condition) -> Step:
    return _condition(norm, one)._replace(rule="norm_ground")


def _condition(norm: Norm, one: Condition) -> Step:
    titles = ", ".join(title for title in NormTitle if title in norm.limits.required)
    inputs: Inputs = {
        "condition": one.code, "titles": titles, "needed": one.needed, "found": one.found,
        "missing": one.missing, "state": one.state,
    }  # fmt: skip
    difference = ("{found}", "{needed}") if one.at_most else ("{needed}", "{found}")
    formula = " − ".join(difference) + " = {missing}" if one.missing else ""
    rule = "norm_at_most" if one.at_most else "norm_at_least"
    if one.found is None:
        rule += "_unknown"
    return Step("missing", rule, f"{_REGULATIONS} {one.article}", formula, inputs)


def _title(title: TitleRating) -> Step:
    inputs: Inputs = {
        "title": title.rule.title, "rating": title.rule.rating, "best": title.best,
        "missing": title.missing,
    }  # fmt: skip
    formula = "{rating} − {best} = {missing}" if title.missing else ""
    return Step("missing", "title_rating", f"{_REGULATIONS} {title.rule.article}", formula, inputs)
