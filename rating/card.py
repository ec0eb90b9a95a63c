"""A player's card -> the same card rated, round by round, with totals, scenarios and checks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Generic, TypeVar

from rating import fide, ukd
from rating.assumptions import (
    Basis,
    Note,
    Settings,
    opponent_fide,
    opponent_national,
    settle,
)
from rating.checks import Check, checks_of
from rating.fide import FideTotal
from rating.fide_notes import total_notes
from rating.game import Game, GameResult, NotCounted, Reason, counted
from rating.k_factor import KCandidate, KFactor, KSource, k_candidates, k_factor
from rating.listed import Listed, ListedNational
from rating.whatif import NextCandidate, NextGame, Scenarios, scenarios
from scraper.model import Kind, Opponent, PlayerCard, Round, Tournament

T = TypeVar("T", fide.FideTotal, ukd.UkdTotal)

# What the site calls the type of such an event.
ROUND_ROBIN = "Round robin"
# With more open games than this, the event was paired at once, whatever its type says.
_MOST_LATE = 2
_UNPLAYED = {
    Kind.FORFEIT_WIN: Reason.FORFEIT,
    Kind.FORFEIT_LOSS: Reason.FORFEIT,
    Kind.DOUBLE_FORFEIT: Reason.FORFEIT,
    Kind.BYE: Reason.BYE,
    Kind.HALF_BYE: Reason.BYE,
    Kind.NOT_PAIRED: Reason.NOT_PAIRED,
    Kind.PENDING: Reason.PENDING,
}


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A round with what it does to both ratings."""

    played: Round
    fide: GameResult
    ukd: GameResult


@dataclass(frozen=True, slots=True)
class RatedCard:
    """The whole result; `fide`, `k` and `ukd` are None where the player has no such rating.

    `k_candidates` is what each possible K makes of the games; empty where K is known.
    `other_reading` is FIDE's total in the other reading of the rules, where that is another one.
    """

    card: PlayerCard
    tournament: Tournament
    basis: Basis
    rounds: tuple[RatedRound, ...]
    k: KFactor | None
    fide: fide.FideTotal | None
    ukd: ukd.UkdTotal | None
    next: NextGame | None
    checks: tuple[Check, ...]
    notes: tuple[Note, ...]
    k_candidates: tuple[KCandidate, ...] = ()
    other_reading: FideTotal | None = None


@dataclass(frozen=True, slots=True)
class _System(Generic[T]):
    """One rating system, bound to the player: how it sees opponents, rates games and adds up."""

    opponent: Callable[[Opponent], int | None]
    rate: Callable[[Sequence[Game]], Sequence[GameResult]]
    total: Callable[[Sequence[GameResult]], T]


@dataclass(frozen=True, slots=True)
class _Rated(Generic[T]):
    """What one system makes of a card."""

    results: Sequence[GameResult]
    total: T | None
    next: Scenarios | NotCounted | None


def rate_card(  # noqa: PLR0913 - one parameter a source
    card: PlayerCard,
    tournament: Tournament,
    today: date,
    settings: Settings | None = None,
    next_opponent: Opponent | None = None,
    *,
    listed: Listed | None = None,
    listed_national: ListedNational | None = None,
) -> RatedCard:
    """Rate a card.

    `next_opponent` stands in for a pairing that is not published; `listed` is what FIDE's list says
    of the player, `listed_national` what the federation's does. Nothing is raised: what cannot be
    rated carries its reason.
    """
    settings = settings or Settings()
    basis = settle(card, tournament, settings, today, listed, listed_national)
    k = k_of(card, basis, settings, listed, listed_national)
    in_fide, in_ukd = _systems(basis, k)

    pairing = _upcoming(card.rounds, tournament)
    if next_opponent is not None:
        pairing = None
    elif pairing is not None:
        next_opponent = pairing.opponent
    for_fide = with_unrated(card.rounds)
    by_fide = _rated(for_fide, next_opponent, in_fide)
    by_ukd = _rated(card.rounds, next_opponent, in_ukd)
    upcoming = None
    if next_opponent is not None and by_fide.next is not None and by_ukd.next is not None:
        candidates = _next_candidates(k, for_fide, next_opponent, basis)
        upcoming = NextGame(pairing, next_opponent, by_fide.next, by_ukd.next, candidates)
    checks = checks_of(card, by_fide.results)
    notes = [
        *basis.notes,
        *_open_notes(card.rounds, pairing),
        *k_notes(k, by_fide.total, basis, settings),
    ]
    if _confirmed(checks):
        notes = [note for note in notes if note.code != "fide_from_rtg"]
    return RatedCard(
        card=card,
        tournament=tournament,
        basis=basis,
        rounds=tuple(map(RatedRound, card.rounds, by_fide.results, by_ukd.results)),
        k=k,
        fide=by_fide.total,
        ukd=by_ukd.total,
        next=upcoming,
        checks=checks,
        notes=(*notes, *ukd_notes(card, basis, by_ukd.total)),
        k_candidates=() if k is None else candidates_of(k, for_fide, basis),
        other_reading=None if k is None else _other_reading(k, for_fide, basis),
    )


def next_against(rated: RatedCard, opponent: Opponent) -> NextGame:
    """Return what a game against somebody would do to a card that is rated already."""
    in_fide, in_ukd = _systems(rated.basis, rated.k)
    rounds = rated.card.rounds
    for_fide = with_unrated(rounds)
    return NextGame(
        None,
        opponent,
        _upcoming_in(for_fide, opponent, in_fide),
        _upcoming_in(rounds, opponent, in_ukd),
        _next_candidates(rated.k, for_fide, opponent, rated.basis),
    )


def _systems(
    basis: Basis, k: KFactor | None
) -> tuple[_System[fide.FideTotal] | Reason, _System[ukd.UkdTotal] | Reason]:
    """Return both rating systems, or why the player has no rating in one."""
    in_fide: _System[fide.FideTotal] | Reason = _own_reason(basis.own_fide)
    if k is not None and basis.own_fide:
        in_fide = _fide_system(basis.own_fide, k.value, basis.rules)
    in_ukd: _System[ukd.UkdTotal] | Reason = _own_reason(basis.own_national)
    if basis.own_national:
        in_ukd = _ukd_system(basis.own_national)
    return in_fide, in_ukd


def _upcoming(rounds: Sequence[Round], tournament: Tournament) -> Round | None:
    """Return the next game: in a round robin the first that waits, elsewhere the newest.

    A Swiss event pairs a round at a time, so an earlier game that waits is a postponed one, or one
    whose result is late.
    """
    waiting = [one for one in rounds if one.kind is Kind.PENDING and one.opponent]
    if not waiting:
        return None
    is_round_robin = (tournament.type or "").startswith(ROUND_ROBIN) or len(waiting) > _MOST_LATE
    return waiting[0] if is_round_robin else waiting[-1]


def _open_notes(rounds: Sequence[Round], pairing: Round | None) -> list[Note]:
    """Name the earlier rounds whose results are not in yet."""
    if pairing is None:
        return []
    waiting = [
        one.round for one in rounds if one.kind is Kind.PENDING and one.round < pairing.round
    ]
    return [Note("rounds_open", {"rounds": ", ".join(map(str, waiting))})] if waiting else []


def printed_ks(rounds: Sequence[Round]) -> list[int]:
    """Return the K of every round that prints one, in order."""
    return [one.published.k for one in rounds if one.published and one.published.k]


def _rated(
    rounds: Sequence[Round], upcoming: Opponent | None, system: _System[T] | Reason
) -> _Rated[T]:
    """Rate the rounds, and work out the next game if there is one."""
    if isinstance(system, Reason):
        nothing = [NotCounted(_reason(played) or system) for played in rounds]
        return _Rated(nothing, None, None if upcoming is None else NotCounted(system))
    reasons, games = games_of(rounds, system.opponent)
    rated = system.rate(games)
    each = iter(rated)
    results = [next(each) if reason is None else NotCounted(reason) for reason in reasons]
    following = None if upcoming is None else _next(games, upcoming, system)
    return _Rated(results, system.total(rated), following)


def _upcoming_in(
    rounds: Sequence[Round], opponent: Opponent, system: _System[T] | Reason
) -> Scenarios | NotCounted:
    if isinstance(system, Reason):
        return NotCounted(system)
    return _next(games_of(rounds, system.opponent)[1], opponent, system)


def _next_candidates(
    k: KFactor | None, rounds: Sequence[Round], opponent: Opponent, basis: Basis
) -> tuple[NextCandidate, ...]:
    """Return what the next game does with each possible K; nothing where K is known."""
    if k is None or not basis.own_fide:
        return ()
    found = []
    for value in k.candidates:
        each = _upcoming_in(rounds, opponent, _fide_system(basis.own_fide, value, basis.rules))
        if not isinstance(each, NotCounted):
            used = next(iter(each.values())).game.k
            found.append(NextCandidate(value, used, each))
    return tuple(found)


def with_unrated(rounds: Sequence[Round]) -> Sequence[Round]:
    """Take an opponent whose row has no K, on a card that prints K, for unrated by FIDE.

    The site prints K for the games that count. It matters where there is only Rtg, which can be
    the opponent's national rating.
    """
    if not printed_ks(rounds):
        return rounds
    return [
        replace(played, opponent=replace(played.opponent, fide=0))
        if played.kind is Kind.GAME
        and played.published is None
        and played.opponent is not None
        and played.opponent.fide is None
        else played
        for played in rounds
    ]


def games_of(
    rounds: Sequence[Round], rating_of: Callable[[Opponent], int | None]
) -> tuple[list[Reason | None], list[Game]]:
    """Return each round's reason not to be rated, and the games of those that have none.

    `rating_of` gives an opponent's rating: 0 for unrated, None where it is not known.
    """
    reasons: list[Reason | None] = []
    games: list[Game] = []
    for played in rounds:
        reason = _reason(played)
        if reason is None:
            rating = None if played.opponent is None else rating_of(played.opponent)
            if rating is None or played.score is None:
                reason = Reason.OPPONENT_RATING_MISSING
            else:
                games.append(Game(rating or None, played.score))
        reasons.append(reason)
    return reasons, games


def _reason(played: Round) -> Reason | None:
    """Return why a round is no game to be rated, whatever the ratings."""
    if not played.rated:
        return Reason.RESULT_NOT_RATED
    return _UNPLAYED.get(played.kind)


def _next(games: list[Game], opponent: Opponent, system: _System[T]) -> Scenarios | NotCounted:
    rating = system.opponent(opponent)
    if rating is None:
        return NotCounted(Reason.OPPONENT_RATING_MISSING)

    def with_score(score: Decimal) -> tuple[GameResult, T]:
        results = system.rate([*games, Game(rating or None, score)])
        return results[-1], system.total(results)

    return scenarios(with_score)


def _confirmed(checks: Sequence[Check]) -> bool:
    """Say whether printed changes confirm the ratings that they were worked out from."""
    changes = [check for check in checks if check.kind.startswith("published")]
    return bool(changes) and all(check.ok for check in changes)


def _own_reason(own: int | None) -> Reason:
    return Reason.OWN_RATING_MISSING if own is None else Reason.OWN_UNRATED


def _fide_system(own: int, k: int, rules: fide.FideRules) -> _System[fide.FideTotal]:
    return _System(
        opponent=opponent_fide,
        rate=lambda games: fide.rate_games(own, games, k, rules),
        total=lambda results: fide.total(own, k, results, rules),
    )


def _ukd_system(own: int) -> _System[ukd.UkdTotal]:
    return _System(
        opponent=opponent_national,
        rate=lambda games: ukd.rate_games(own, games),
        total=lambda results: ukd.total(own, counted(results)),
    )


def k_of(
    card: PlayerCard,
    basis: Basis,
    settings: Settings,
    listed: Listed | None,
    national: ListedNational | None,
    printed: Sequence[int] | None = None,
) -> KFactor | None:
    """Return the K of a card's player; None without a FIDE rating.

    `printed` stands in for what the card itself prints.
    """
    if not basis.own_fide:
        return None
    return k_factor(
        basis.rules,
        basis.own_fide,
        basis.start,
        printed=printed_ks(card.rounds) if printed is None else printed,
        given=settings.k,
        birth_year=card.player.birth_year,
        listed=listed,
        national=national,
        title=card.player.title,
        stands_in=basis.stands_in,
    )


def candidates_of(k: KFactor, rounds: Sequence[Round], basis: Basis) -> tuple[KCandidate, ...]:
    """Return what each possible K makes of the rounds; nothing where K is known."""
    own = basis.own_fide
    if not k.candidates or not own:
        return ()
    _, games = games_of(rounds, opponent_fide)
    return k_candidates(k, lambda value: fide.total_of(own, games, value, basis.rules))


def _other_reading(k: KFactor, rounds: Sequence[Round], basis: Basis) -> fide.FideTotal | None:
    _, games = games_of(rounds, opponent_fide)
    return fide.total_in_other_reading(basis.own_fide or 0, games, k.value, basis.rules)


def k_notes(
    k: KFactor | None, total: fide.FideTotal | None, basis: Basis, settings: Settings
) -> list[Note]:
    """Say what K rests on, and what more games would make of it."""
    if k is None or total is None:
        return []
    notes = []
    if k.source is KSource.CARD and settings.k not in (None, k.value):
        notes.append(Note("k_not_used", {"k": k.value, "given": settings.k}))
    is_national = k.reason == "junior_listed_national"
    month = basis.fide_list or (None if is_national else k.month)
    if month is not None and month != basis.start.replace(day=1):
        notes.append(
            Note(
                "list_of_other_month",
                {"month": f"{month:%Y-%m}", "wanted": f"{basis.start:%Y-%m}"},
            )
        )
    if k.source is KSource.UNKNOWN:
        notes.append(Note("k_unknown", {"k": k.value, "new": basis.rules.k.new}))
    return [*notes, *total_notes(k, total, basis.rules, basis.start)]


def ukd_notes(card: PlayerCard, basis: Basis, total: ukd.UkdTotal | None) -> list[Note]:
    """Say how far the national rating is the UKD."""
    if total is None:
        return []
    if basis.is_turkish:
        return [Note("ukd_estimate")]
    return [
        Note("not_turkish", {"federation": card.player.federation, "change": total.change}),
    ]
