"""Totals explained: K with its limit, the sum, the rounding, the new rating."""

from collections.abc import Sequence
from decimal import Decimal

from rating import ukd
from rating.articles import articles_of
from rating.conversion import expected_score, row_of
from rating.explain.games import CHANGE
from rating.explain.steps import Inputs, Step
from rating.fide import GAMES_TIMES_K, FideRules, FideTotal
from rating.game import ZERO, RatedGame
from rating.k_factor import KCandidate, KFactor
from rating.ukd import UkdTotal


def k_steps(
    k: KFactor, total: FideTotal, rules: FideRules, candidates: Sequence[KCandidate]
) -> tuple[Step, ...]:
    """Explain K: where it is from, whether the limit of 700 lowers it, and what else it can be."""
    article = articles_of(rules).k
    steps = [k_origin(k, article)]
    if rules.k.limit and total.games:
        steps.append(limit_step(k.value, total.games, total.k, article))
    if total.games:
        steps += [candidate_step(one, total, article) for one in candidates]
    return tuple(steps)


def k_origin(k: KFactor, article: str) -> Step:
    """Explain where K is from."""
    facts: Inputs = {
        "k": k.value,
        "reason": k.reason,
        "birth_year": k.birth_year,
        "month": None if k.month is None else f"{k.month:%Y-%m}",
        "title": k.title,
        "games": k.games,
    }
    return Step("k", "k", article, "", facts)


def candidate_step(one: KCandidate, total: FideTotal, article: str) -> Step:
    """Explain what another K would make of the games."""
    inputs: Inputs = {"k": one.k, "used": one.used, "score": total.score,
                      "expected": total.expected, "change": one.change, "rating": total.rating,
                      "rounded": one.rounded, "new_rating": one.new_rating}  # fmt: skip
    formula = (
        "{used} × ({score} − {expected}) = {change} → {rounded}; {rating}{rounded:+} = {new_rating}"
    )
    return Step("new_rating", "k_candidate", article, formula, inputs)


def limit_step(k: int, games: int, used: int, article: str) -> Step:
    """Explain what the limit of 700 leaves of K."""
    inputs = {"games": games, "from": k, "product": games * k, "limit": GAMES_TIMES_K, "k": used}
    if used == k:
        return Step("k", "k_within_limit", article, "{games} × {from} = {product}", inputs)
    formula = "{games} × {from} = {product}; {limit} ÷ {games} → {k}"
    return Step("k", "k_limited", article, formula, inputs)


def fide_total_steps(
    total: FideTotal, games: Sequence[RatedGame], rules: FideRules
) -> tuple[Step, ...]:
    """Explain the sum of the games, its rounding, and the new rating."""
    changes = [game.change for game in games]
    return (
        sum_step(changes, total.change, articles_of(rules).k),
        *fide_end(total.rating, total.change, total.new_rating, rules),
    )


def fide_end(rating: int, change: Decimal, new_rating: int, rules: FideRules) -> tuple[Step, ...]:
    """Explain how an exact change becomes a new rating."""
    article, rounded = articles_of(rules).rounding, new_rating - rating
    return (
        Step("rounded", "rounded", article, "{change} → {rounded}",
             {"change": change, "rounded": rounded}),
        Step("new_rating", "new_rating", article, "{rating}{rounded:+} = {new_rating}",
             {"rating": rating, "rounded": rounded, "new_rating": new_rating}),
    )  # fmt: skip


def anew_steps(
    k: int, games: Sequence[RatedGame], change: Decimal, rules: FideRules
) -> tuple[Step, ...]:
    """Explain a total in which another game changes what all the others do."""
    article = articles_of(rules).k
    changes = [game.change for game in games]
    limit = limit_step(k, len(games), games[-1].k, article)
    anew = sum_step(changes, change, article)._replace(rule="sum_anew")
    return (limit, anew) if limit.rule == "k_limited" else (anew,)


def sum_step(changes: Sequence[Decimal], change: Decimal, article: str) -> Step:
    """Explain a sum of changes."""
    formula = "{changes} = {change}" if len(changes) > 1 else "{change}"
    return Step("change", "sum", article, formula, {"changes": changes, "change": change})


def ukd_k_steps(rating: int, k: int) -> tuple[Step, ...]:
    """Explain k of the UKD: its step by the rating before the event."""
    least, most = ukd.k_step_of(rating)
    rule = "ukd_k_top" if most is None else "ukd_k_lowest" if least is None else "ukd_k"
    inputs: Inputs = {"rating": rating, "least": least, "most": most, "k": k}
    return (Step("k", rule, ukd.PROCEDURE, "", inputs),)


def ukd_total_steps(total: UkdTotal, games: Sequence[RatedGame]) -> tuple[Step, ...]:
    """Explain the sum of the games, the exact UKD, and how it is cut off."""
    return (
        sum_step([game.change for game in games], total.change, ukd.PROCEDURE),
        *ukd_end(total.rating, total.change, total.new_rating),
    )


def ukd_end(rating: int, change: Decimal, new_rating: int) -> tuple[Step, ...]:
    """Explain how an exact change becomes a new UKD: cut off, and never below the floor."""
    exact = rating + change
    rule = "ukd_floor" if exact < ukd.FLOOR else "ukd_cut_off"
    return (
        Step("exact", "ukd_exact", ukd.PROCEDURE, "{rating}{change:+} = {exact}",
             {"rating": rating, "change": change, "exact": exact}),
        Step("new_rating", rule, None, "{exact} → {new_rating}",
             {"exact": exact, "floor": ukd.FLOOR, "new_rating": new_rating}),
    )  # fmt: skip


def ukd_average_steps(total: UkdTotal, games: Sequence[RatedGame]) -> tuple[Step, ...]:
    """Explain the other reading of the procedure: one gap from the average of the opponents."""
    changes = [game.change for game in games if game.used is None]
    gaps = [game for game in games if game.used is not None]
    steps: list[Step] = []
    if gaps:
        steps = _by_one_gap(total.k, gaps)
        changes.insert(0, total.average_change - sum(changes))
    if len(changes) > len(steps[:1]):
        steps.append(sum_step(changes, total.average_change, ukd.PROCEDURE))
    return (*steps, *ukd_end(total.rating, total.average_change, total.average_new_rating))


def _by_one_gap(k: int, games: Sequence[RatedGame]) -> list[Step]:
    gaps = [Decimal(game.used or 0) for game in games]
    gap = ukd.average_gap(games)
    per_game = expected_score(gap)
    least, most = row_of(gap)
    count, score = len(games), sum((game.score for game in games), ZERO)
    expected = count * per_game
    change = k * (score - expected)
    return [
        Step("gap", "ukd_average_gap", ukd.PROCEDURE, "({gaps}) ÷ {games} → {gap}",
             {"gaps": gaps, "games": count, "gap": gap}),
        Step("expected", "ukd_average_expected", ukd.PROCEDURE,
             "{games} × {per_game} = {expected}",
             {"games": count, "gap": abs(gap), "least": least, "most": most,
              "per_game": per_game, "expected": expected}),
        Step("change", "change", ukd.PROCEDURE, CHANGE,
             {"k": k, "score": score, "expected": expected, "change": change}),
    ]  # fmt: skip
