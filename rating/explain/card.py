"""A rated card explained: K, each round, the totals, the next game; and the same by hand."""

from collections.abc import Callable, Sequence

from rating import fide, ukd
from rating.articles import articles_of
from rating.assumptions import opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard
from rating.explain.games import fide_steps, ukd_steps
from rating.explain.steps import Chapter, Explanation, Inputs, Step, Value
from rating.explain.totals import (
    anew_steps,
    candidate_step,
    fide_end,
    fide_total_steps,
    k_steps,
    ukd_average_steps,
    ukd_end,
    ukd_k_steps,
    ukd_total_steps,
)
from rating.fide import FideRules, FideTotal
from rating.game import Game, GameResult, NotCounted, RatedGame, counted, games_behind
from rating.k_factor import KCandidate, KFactor, k_candidates
from rating.ukd import UkdTotal
from rating.whatif import Scenario
from scraper.model import Kind, Opponent

FIDE = "fide"
_ExplainGame = Callable[[int | None, GameResult], Sequence[Step]]


def explain_card(rated: RatedCard) -> Explanation:
    """Explain each number of a card; the UKD only where it is the Turkish one."""
    chapters: list[Chapter] = []
    basis = rated.basis
    if rated.fide is not None and rated.k is not None:
        chapters += _fide_rounds(rated, rated.fide, rated.k)
    if rated.ukd is not None and basis.is_turkish:
        chapters += _ukd_rounds(rated, rated.ukd)
    return tuple(chapters)


def explain_round(rated: RatedCard, number: int) -> Explanation:
    """Explain one round, or the next game if it is that round's, and the totals with their K."""
    return tuple(
        chapter
        for chapter in explain_card(rated)
        if chapter.facts.get("round") == number or chapter.about in {"k", "total"}
    )


def explain_calculation(calculation: Calculation) -> Explanation:
    """Explain games that were worked out by hand."""
    total, rules, k = calculation.total, calculation.rules, calculation.k
    games = counted(calculation.results)
    if isinstance(total, UkdTotal):
        steps = _by_hand("ukd", calculation, lambda o, r: ukd_steps(total.rating, o, r))
        return (_ukd_k("ukd", total), *steps, *_ukd_total("ukd", total, games))
    if rules is None or k is None:
        return ()
    steps = _by_hand(FIDE, calculation, lambda o, r: fide_steps(total.rating, o, r, rules))
    return (
        _fide_k(k, total, rules, calculation.k_candidates),
        *steps,
        *_fide_total(total, games, rules),
        *_other_reading(total, calculation.results, k, rules),
    )


def _fide_rounds(rated: RatedCard, total: FideTotal, k: KFactor) -> list[Chapter]:
    rules = rated.basis.rules

    def explain(opponent: int | None, result: GameResult) -> Sequence[Step]:
        return fide_steps(total.rating, opponent, result, rules)

    results = [one.fide for one in rated.rounds]
    return [
        _fide_k(k, total, rules, rated.k_candidates),
        *_rounds(FIDE, rated, results, opponent_fide, explain),
        *_fide_total(total, counted(results), rules),
        *_other_reading(total, results, k, rules),
        *_next(FIDE, rated, total, opponent_fide, explain),
    ]


def _ukd_rounds(rated: RatedCard, total: UkdTotal) -> list[Chapter]:
    system = ukd.LISTS[rated.basis.time_control]

    def explain(opponent: int | None, result: GameResult) -> Sequence[Step]:
        return ukd_steps(total.rating, opponent or None, result)

    results = [one.ukd for one in rated.rounds]
    return [
        _ukd_k(system, total),
        *_rounds(system, rated, results, opponent_national, explain),
        *_ukd_total(system, total, counted(results)),
        *_next(system, rated, total, opponent_national, explain),
    ]


def _fide_k(
    k: KFactor, total: FideTotal, rules: FideRules, candidates: Sequence[KCandidate]
) -> Chapter:
    return Chapter("k", FIDE, {}, k_steps(k, total, rules, candidates))


def _fide_total(total: FideTotal, games: Sequence[RatedGame], rules: FideRules) -> list[Chapter]:
    return [Chapter("total", FIDE, {}, fide_total_steps(total, games, rules))] if games else []


def _other_reading(
    total: FideTotal, results: Sequence[GameResult], k: KFactor, rules: FideRules
) -> list[Chapter]:
    """Explain what the games give where the rules are read otherwise, and that is another total."""
    games = games_behind(total.rating, results)
    other = fide.total_in_other_reading(total.rating, games, k.value, rules)
    read_otherwise = fide.other_reading(rules)
    if other is None or read_otherwise is None:
        return []
    found = fide.rate_games(total.rating, games, k.value, read_otherwise)
    steps = [
        step
        for game, result in zip(games, found, strict=True)
        for step in fide_steps(total.rating, game.opponent, result, read_otherwise)
    ]
    steps += fide_total_steps(other, counted(found), read_otherwise)
    return [Chapter("other_reading", FIDE, {}, steps)]


def _ukd_k(system: str, total: UkdTotal) -> Chapter:
    return Chapter("k", system, {}, ukd_k_steps(total.rating, total.k))


def _ukd_total(system: str, total: UkdTotal, games: Sequence[RatedGame]) -> list[Chapter]:
    if not games:
        return []
    return [
        Chapter("total", system, {}, ukd_total_steps(total, games)),
        Chapter("average", system, {}, ukd_average_steps(total, games)),
    ]


def _rounds(
    system: str,
    rated: RatedCard,
    results: Sequence[GameResult],
    rating_of: Callable[[Opponent], int | None],
    explain: _ExplainGame,
) -> list[Chapter]:
    chapters = []
    for one, result in zip(rated.rounds, results, strict=True):
        played = one.played
        opponent = None if played.opponent is None else rating_of(played.opponent)
        facts: dict[str, Value] = {"round": played.round}
        if played.kind is Kind.GAME and played.score is not None:
            facts |= {"score": played.score, "opponent": opponent}
        chapters.append(Chapter("round", system, facts, explain(opponent, result)))
    return chapters


def _by_hand(system: str, calculation: Calculation, explain: _ExplainGame) -> list[Chapter]:
    pairs = zip(calculation.games, calculation.results, strict=True)
    return [_game(system, number, game, explain(game.opponent, result))
            for number, (game, result) in enumerate(pairs, 1)]  # fmt: skip


def _game(system: str, number: int, game: Game, steps: Sequence[Step]) -> Chapter:
    facts: Inputs = {"game": number, "score": game.score, "opponent": game.opponent or 0}
    return Chapter("game", system, facts, steps)


def _next(
    system: str,
    rated: RatedCard,
    total: FideTotal | UkdTotal,
    rating_of: Callable[[Opponent], int | None],
    explain: _ExplainGame,
) -> list[Chapter]:
    """Explain win, draw and loss of the next game, or why it would not count.

    The difference and the expected score are the same for all three, and stand before them.
    """
    game = rated.next
    if game is None:
        return []
    opponent = rating_of(game.opponent)
    played = game.round
    facts = {"round": None if played is None else played.round, "opponent": opponent}
    found = game.fide if isinstance(total, FideTotal) else game.ukd
    if isinstance(found, NotCounted):
        return [Chapter("next", system, facts, explain(opponent, found))]
    chapters: list[Chapter] = []
    for result, scenario in found.items():
        *same, change = explain(opponent, scenario.game)
        if same and not chapters:
            chapters.append(Chapter("next", system, facts, same))
        steps = [change, *_with_total(rated, total, opponent, scenario)]
        if isinstance(total, FideTotal):
            steps += fide_end(total.rating, scenario.total, scenario.new_rating, rated.basis.rules)
            steps += _next_candidates(rated, total, opponent, scenario)
        else:
            steps += ukd_end(total.rating, scenario.total, scenario.new_rating)
        chapters.append(Chapter(f"next_{result}", system, facts, steps))
    return chapters


def _with_total(
    rated: RatedCard, total: FideTotal | UkdTotal, opponent: int | None, scenario: Scenario
) -> tuple[Step, ...]:
    """Explain the total with the next game, which can change the games before it too."""
    change = scenario.game.change
    if total.change + change == scenario.total or isinstance(total, UkdTotal) or rated.k is None:
        inputs = {"before": total.change, "change": change, "total": scenario.total}
        return (Step("total", "next_total", None, "{before}{change:+} = {total}", inputs),)
    rules, k = rated.basis.rules, rated.k.value
    games = _games_with(rated, total, opponent, scenario)
    results = counted(fide.rate_games(total.rating, games, k, rules))
    return anew_steps(k, results, scenario.total, rules)


def _next_candidates(
    rated: RatedCard, total: FideTotal, opponent: int | None, scenario: Scenario
) -> list[Step]:
    """Explain what each K that is possible would make of the games and the next one."""
    if rated.k is None:
        return []
    rules, games = rated.basis.rules, _games_with(rated, total, opponent, scenario)

    def with_k(value: int) -> FideTotal:
        return fide.total_of(total.rating, games, value, rules)

    article = articles_of(rules).k
    found = with_k(rated.k.value)
    return [candidate_step(one, found, article) for one in k_candidates(rated.k, with_k)]


def _games_with(
    rated: RatedCard, total: FideTotal, opponent: int | None, scenario: Scenario
) -> list[Game]:
    """Return the games that count for FIDE, and the next one."""
    games = games_behind(total.rating, [one.fide for one in rated.rounds])
    return [*games, Game(opponent, scenario.game.score)]


def explain_next(rated: RatedCard) -> Explanation:
    """Explain the next game alone, and the K that it is rated with."""
    chapters = explain_card(rated)
    ks = [
        chapter._replace(steps=[step for step in chapter.steps if step.rule != "k_candidate"])
        for chapter in chapters
        if chapter.about == "k"
    ]
    return (*ks, *(chapter for chapter in chapters if chapter.about.startswith("next")))
