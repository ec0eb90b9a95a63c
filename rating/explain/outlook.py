"""The break-even of the rounds to come explained: the points that the expected score asks for."""

from rating import ukd
from rating.articles import articles_of
from rating.explain.steps import Chapter, Explanation, Inputs, Step
from rating.game import ZERO, Game, counted
from rating.outlook import FIDE, CardOutlook, RatingOutlook


def explain_outlook(found: CardOutlook) -> Explanation:
    """Explain the break-even of each rating; not where games count that have no expected score."""
    chapters = []
    for one in found.ratings:
        is_fide = one.system.name == FIDE
        articles = articles_of(found.rated.basis.rules)
        table, change = articles.table, articles.k
        steps = _steps(one, table, change) if is_fide else _steps(one, ukd.PROCEDURE, ukd.PROCEDURE)
        if steps:
            chapters.append(Chapter("break_even", one.system.name, {}, steps))
    return tuple(chapters)


def _steps(one: RatingOutlook, table: str, change: str) -> tuple[Step, ...]:
    points = one.break_even
    to_come = [Game(opponent, ZERO) for opponent in one.opponents]
    results = one.system.rate([*one.system.games, *to_come])
    rated = counted(results)
    each = [game.expected for game in rated if game.expected is not None]
    all_count = len(counted(results[-len(to_come) :])) == len(to_come)
    if len(each) < len(rated) or not all_count or not each or points is None:
        return ()
    expected = sum(each, ZERO)
    score = sum((game.score for game in rated), ZERO)
    formula = "{each} = {expected}" if len(each) > 1 else "{expected}"
    inputs: Inputs = {
        "expected": expected, "score": score, "missing": expected - score, "points": points,
    }  # fmt: skip
    return (
        Step("expected", "break_even_expected", table, formula,
             {"each": each, "expected": expected}),
        Step("points", "break_even_points", change,
             "{expected} − {score} = {missing} → {points}", inputs),
    )  # fmt: skip
