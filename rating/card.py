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
from rating.game import Game, GameResult, NotCounted, Reason, counted
from rating.k_factor import KFactor, KSource, Listed, k_factor
from rating.whatif import NextGame, Scenarios, scenarios
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
    """The whole result; `fide`, `k` and `ukd` are None where the player has no such rating."""

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


def rate_card(
    card: PlayerCard,
    tournament: Tournament,
    today: date,
    settings: Settings | None = None,
    next_opponent: Opponent | None = None,
    listed: Listed | None = None,
) -> RatedCard:
    """Rate a card.

    `next_opponent` stands in for a pairing that is not published; `listed` is what FIDE's list says
    of the player. Nothing is raised: what cannot be rated carries its reason.
    """
    settings = settings or Settings()
    basis = settle(card, tournament, settings, today)
    k = _k(card, basis, settings, listed)
    in_fide: _System[fide.FideTotal] | Reason = _own_reason(basis.own_fide)
    if k is not None and basis.own_fide:
        in_fide = _fide_system(basis.own_fide, k.value, basis.rules)
    in_ukd: _System[ukd.UkdTotal] | Reason = _own_reason(basis.own_national)
    if basis.own_national:
        in_ukd = _ukd_system(basis.own_national)

    pairing = _upcoming(card.rounds, tournament)
    if next_opponent is not None:
        pairing = None
    elif pairing is not None:
        next_opponent = pairing.opponent
    by_fide = _rated(_with_unrated(card.rounds), next_opponent, in_fide)
    by_ukd = _rated(card.rounds, next_opponent, in_ukd)
    upcoming = None
    if next_opponent is not None and by_fide.next is not None and by_ukd.next is not None:
        upcoming = NextGame(pairing, next_opponent, by_fide.next, by_ukd.next)
    checks = checks_of(card, by_fide.results)
    notes = [
        *basis.notes,
        *_open_notes(card.rounds, pairing),
        *_k_notes(k, by_fide.total, basis, settings),
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
        notes=(*notes, *_ukd_notes(card, basis, by_ukd.total)),
    )


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
    reasons, games = _games(rounds, system.opponent)
    rated = system.rate(games)
    each = iter(rated)
    results = [next(each) if reason is None else NotCounted(reason) for reason in reasons]
    following = None if upcoming is None else _next(games, upcoming, system)
    return _Rated(results, system.total(rated), following)


def _with_unrated(rounds: Sequence[Round]) -> Sequence[Round]:
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


def _games(
    rounds: Sequence[Round], rating_of: Callable[[Opponent], int | None]
) -> tuple[list[Reason | None], list[Game]]:
    """Return each round's reason not to be rated, and the games of those that have none."""
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


def _k(card: PlayerCard, basis: Basis, settings: Settings, listed: Listed | None) -> KFactor | None:
    if not basis.own_fide:
        return None
    return k_factor(
        basis.rules,
        basis.own_fide,
        basis.start,
        printed=printed_ks(card.rounds),
        given=settings.k,
        birth_year=card.player.birth_year,
        listed=listed,
    )


def _k_notes(
    k: KFactor | None, total: fide.FideTotal | None, basis: Basis, settings: Settings
) -> list[Note]:
    if k is None or total is None:
        return []
    notes = []
    if k.source is KSource.CARD and settings.k not in (None, k.value):
        notes.append(Note("k_not_used", {"k": k.value, "given": settings.k}))
    if k.month is not None and k.month != basis.start.replace(day=1):
        notes.append(
            Note(
                "list_of_other_month",
                {"month": f"{k.month:%Y-%m}", "wanted": f"{basis.start:%Y-%m}"},
            )
        )
    if k.source is KSource.UNKNOWN:
        notes.append(Note("k_unknown", {"k": k.value, "new": basis.rules.k.new}))
    if total.k != k.value:
        notes.append(Note("k_lowered", {"k": total.k, "games": total.games, "from": k.value}))
    elif basis.rules.k.limit and total.games:
        most = fide.GAMES_TIMES_K // k.value
        notes.append(Note("k_may_be_lowered", {"most": most, "k": k.value}))
    return notes


def _ukd_notes(card: PlayerCard, basis: Basis, total: ukd.UkdTotal | None) -> list[Note]:
    if total is None:
        return []
    if basis.is_turkish:
        return [Note("ukd_estimate")]
    return [
        Note("not_turkish", {"federation": card.player.federation, "change": total.change}),
    ]
