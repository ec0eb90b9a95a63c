"""A rating period explained: K and the games of each event, their sum, one rounding."""

from collections.abc import Callable, Iterable, Sequence

from rating import ukd
from rating.articles import articles_of
from rating.explain.games import fide_steps, ukd_steps
from rating.explain.steps import Chapter, Explanation, Inputs, Step
from rating.explain.totals import (
    candidate_step,
    fide_end,
    k_origin,
    limit_step,
    sum_step,
    ukd_average_steps,
    ukd_end,
    ukd_k_steps,
)
from rating.fide import FideTotal
from rating.game import Game, GameResult, counted
from rating.k_factor import KSource
from rating.list_dates import RAISED_BELOW, RAISED_BY
from rating.period import Period
from rating.period_fide import FidePart, FidePeriod
from rating.period_ukd import UkdPart, UkdPeriod

_ExplainGame = Callable[[int | None, GameResult], Iterable[Step]]


def explain_periods(periods: Sequence[Period]) -> Explanation:
    """Explain what each list makes of the events; the UKD where the player has one."""
    chapters: list[Chapter] = []
    for period in periods:
        if period.fide is not None:
            chapters += _fide(period, period.fide)
        if period.ukd is not None:
            chapters += _ukd(period, period.ukd)
    return tuple(chapters)


def _fide(period: Period, found: FidePeriod) -> list[Chapter]:
    chapters = [
        chapter
        for number, part in enumerate(found.parts, 1)
        for chapter in _fide_event(_about(period, number, part), found, part)
    ]
    article, rules = found.articles.k, found.parts[-1].event.rules
    base, steps = found.base, []
    if base.before_increase is not None:
        steps.append(_raised("rating", base.before_increase, base.rating))
    changes = [part.total.change for part in found.parts]
    steps += [
        sum_step(changes, found.change, article),
        *fide_end(base.rating, found.change, found.new_rating, rules),
    ]
    if found.list_rating != found.new_rating:
        steps.append(_raised("list_rating", found.new_rating, found.list_rating))
    if all(part.k.source is KSource.UNKNOWN for part in found.parts if part.total.games):
        total = _total(found)
        steps += [candidate_step(one, total, article) for one in found.candidates]
    return [*chapters, Chapter("period", "fide", _of_period(period), steps)]


def _fide_event(facts: Inputs, found: FidePeriod, part: FidePart) -> list[Chapter]:
    own, rules, games = part.total.rating, part.event.rules, part.event.fide
    article = articles_of(rules).k
    steps = _k_steps(found, part, article)
    rounds = []
    if games is not None:
        rounds = _rounds(
            "fide", facts, games.rounds, games.games, part.results,
            lambda o, r: fide_steps(own, o, r, rules),
        )  # fmt: skip
    return [
        Chapter("event", "fide", facts, steps),
        *rounds,
        _event_total("fide", facts, part, article),
    ]


def _k_steps(found: FidePeriod, part: FidePart, article: str) -> list[Step]:
    """Explain K of an event: its own, the one of all events instead, and the limit of 700."""
    steps = [k_origin(part.own_k if part.k_is_of_another else part.k, article)]
    if part.k_is_of_another:
        inputs: Inputs = {"k": part.k.value, "own": part.own_k.value}
        steps.append(Step("k", "k_of_another_event", article, "", inputs))
    if part.event.rules.k.limit and found.games:
        step = limit_step(part.k.value, found.games, part.total.k, article)
        steps.append(step._replace(rule=f"{step.rule}_by_the_list"))
    return steps


def _raised(of: str, before: int, after: int) -> Step:
    """Explain the increase of March 2024, which stands in no article."""
    formula = f"{{before}} + {{share}} × ({{below}} − {{before}}) → {{{of}}}"
    inputs: Inputs = {"before": before, "share": RAISED_BY, "below": RAISED_BELOW, of: after}
    return Step(of, "raised", None, formula, inputs)


def _total(found: FidePeriod) -> FideTotal:
    return FideTotal(
        found.base.rating, found.parts[-1].total.k, found.games, found.score, found.expected,
        found.change, found.rounded, found.new_rating,
    )  # fmt: skip


def _ukd(period: Period, found: UkdPeriod) -> list[Chapter]:
    system = ukd.LISTS[period.time_control]
    rating, about = found.base.rating, _of_period(period)
    total = [part.total.change for part in found.parts]
    average = [part.total.average_change for part in found.parts]
    steps = [
        sum_step(total, found.change, ukd.PROCEDURE),
        *ukd_end(rating, found.change, found.new_rating),
    ]
    by_average = [
        sum_step(average, found.average_change, ukd.PROCEDURE),
        *ukd_end(rating, found.average_change, found.average_new_rating),
    ]
    events = [(_about(period, number, part), part) for number, part in enumerate(found.parts, 1)]
    return [
        *(chapter for facts, part in events for chapter in _ukd_event(system, facts, found, part)),
        Chapter("period", system, about, steps),
        *(chapter for facts, part in events for chapter in _ukd_average(system, facts, part)),
        Chapter("period_average", system, about, by_average),
    ]


def _ukd_event(system: str, facts: Inputs, found: UkdPeriod, part: UkdPart) -> list[Chapter]:
    rounds = []
    if part.event.ukd is not None:
        rounds = _rounds(
            system, facts, part.event.ukd.rounds, part.event.ukd.games, part.results,
            lambda o, r: ukd_steps(part.rating, o, r),
        )  # fmt: skip
    return [
        Chapter("event", system, facts, ukd_k_steps(found.base.rating, found.k)),
        *rounds,
        _event_total(system, facts, part, ukd.PROCEDURE),
    ]


def _ukd_average(system: str, facts: Inputs, part: UkdPart) -> list[Chapter]:
    """Explain an event by the average of its gaps, without the new rating that it has no part in.

    Nothing where no game counts.
    """
    steps = [
        step
        for step in ukd_average_steps(part.total, part.results)
        if step.of not in ("exact", "new_rating")
    ]
    return [Chapter("event_average", system, facts, steps)] if steps else []


def _rounds(
    system: str,
    facts: Inputs,
    rounds: Sequence[int],
    games: Sequence[Game],
    results: Sequence[GameResult],
    explain: _ExplainGame,
) -> list[Chapter]:
    """Explain each game; where its round is not known, it is counted."""
    numbers = rounds or range(1, len(games) + 1)
    return [
        Chapter(
            "event_round",
            system,
            {**facts, "round": number, "score": game.score, "opponent": game.opponent or 0},
            tuple(explain(game.opponent, result)),
        )
        for number, game, result in zip(numbers, games, results, strict=True)
    ]


def _event_total(system: str, facts: Inputs, part: FidePart | UkdPart, article: str) -> Chapter:
    changes = [result.change for result in counted(part.results)]
    if not changes:
        step = Step("change", "event_without_games", None, "", {"change": part.total.change})
        return Chapter("event_total", system, facts, (step,))
    step = sum_step(changes, part.total.change, article)
    return Chapter("event_total", system, facts, (step._replace(rule="event_change"),))


def _about(period: Period, number: int, part: FidePart | UkdPart) -> Inputs:
    tournament = part.event.tournament
    name = tournament.name or str(tournament.id or "?")
    return {**_of_period(period), "event": number, "name": name}


def _of_period(period: Period) -> Inputs:
    return {"month": f"{period.month:%Y-%m}", "time_control": period.time_control}
