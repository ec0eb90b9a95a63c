"""An event of a player as a part of a rating period: when it is, what it enters, what is rated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from rating.assumptions import Note
from rating.card import RatedCard
from rating.fide import FideRules
from rating.game import Game, GameResult, RatedGame, games_behind
from rating.k_factor import KFactor
from rating.list_dates import list_entered, list_in_force
from scraper.model import Kind, TimeControl, Tournament

# What a card says of its own, and a period of all its games and pages together.
_OF_ALL = frozenset(
    {
        "k_unknown",
        "k_lowered",
        "k_may_be_lowered",
        "below_floor",
        "ukd_estimate",
        "offline",
        "stale",
        "store_unusable",
        "lists_unusable",
    }
)


@dataclass(frozen=True, slots=True)
class FideGames:
    """What FIDE rates of an event: the own rating on its first day, K with its reason, the games.

    K is the one before the limit of 700. `rounds` are those of the games, where they are known;
    `stands_in` says that the rating is a standard one, for want of one of rapid or blitz.
    """

    rating: int
    k: KFactor
    games: Sequence[Game]
    rounds: Sequence[int] = ()
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class UkdGames:
    """The same for the national list, whose k follows from the rating."""

    rating: int
    games: Sequence[Game]
    rounds: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a player; `fide` and `ukd` are None where he has no such rating.

    `start` is the first day, which the rules follow; it can be an assumption that left a note.
    """

    tournament: Tournament
    rules: FideRules
    start: date
    fide: FideGames | None
    ukd: UkdGames | None
    notes: tuple[Note, ...] = ()

    @property
    def time_control(self) -> TimeControl:
        """The class that it is rated in."""
        return self.rules.time_control

    @property
    def end(self) -> date:
        """The last day; the first one where it is unknown."""
        return max(self.start, self.tournament.end or self.start)

    @property
    def base_list(self) -> date:
        """The first day of the list in force when it begins, which all its ratings come from."""
        return list_in_force(self.start)

    @property
    def list(self) -> date:
        """The first day of the list that it enters."""
        return list_entered(self.end)

    @property
    def order(self) -> tuple[object, ...]:
        """Its place among others: by time, and the same however they are given."""
        return (self.start, self.end, self.tournament.id or 0, self.tournament.name or "")


def event_of(rated: RatedCard, today: date) -> Event:
    """Return a rated card as an event of a period, with the games that count."""
    in_fide, in_ukd = None, None
    if rated.fide is not None and rated.k is not None:
        own = rated.fide.rating
        results = [one.fide for one in rated.rounds]
        rounds = _rounds(rated, results)
        in_fide = FideGames(own, rated.k, games_behind(own, results), rounds, rated.basis.stands_in)
    if rated.ukd is not None and rated.basis.is_turkish:
        own = rated.ukd.rating
        results = [one.ukd for one in rated.rounds]
        in_ukd = UkdGames(own, games_behind(own, results), _rounds(rated, results))
    event = Event(rated.tournament, rated.basis.rules, rated.basis.start, in_fide, in_ukd)
    notes = [note for note in rated.notes if note.code not in _OF_ALL]
    return replace(event, notes=(*_day_notes(event, _waiting(rated), today), *notes))


def counted_once(events: Iterable[Event]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return the events in order of time, each once, and the copies that were left out.

    Of two copies of one event the newer counts: by the last update, then by the number of games.
    """
    kept: dict[object, Event] = {}
    left_out = []
    for event in sorted(events, key=_newness, reverse=True):
        if _identity(event) in kept:
            left_out.append(event)
        else:
            kept[_identity(event)] = event
    return tuple(sorted(kept.values(), key=lambda one: one.order)), tuple(left_out)


def _rounds(rated: RatedCard, results: Sequence[GameResult]) -> tuple[int, ...]:
    return tuple(
        one.played.round
        for one, result in zip(rated.rounds, results, strict=True)
        if isinstance(result, RatedGame)
    )


def _waiting(rated: RatedCard) -> int:
    return sum(one.played.kind is Kind.PENDING for one in rated.rounds)


def _day_notes(event: Event, waiting: int, today: date) -> list[Note]:
    """Say where the last day, and so the list, is assumed, and that games are still to come."""
    notes = []
    if event.tournament.end is None:
        notes.append(Note("month_end_unknown", {"day": event.end}))
    elif event.end >= today:
        notes.append(Note("month_in_progress", {"day": event.end}))
    if waiting:
        notes.append(Note("month_games_open", {"count": waiting}))
    return notes


def _identity(event: Event) -> object:
    """Return what tells one event from another: its number, else its name and days.

    Where it has neither number nor name, only the same games are a copy.
    """
    tournament = event.tournament
    if tournament.id is not None:
        return tournament.id
    days = (event.start, tournament.end, event.time_control)
    return (tournament.name or _games_of(event), *days)


def _games_of(event: Event) -> tuple[object, ...]:
    return tuple(
        None if one is None else (one.rating, tuple(one.games)) for one in (event.fide, event.ukd)
    )


def _newness(event: Event) -> tuple[object, ...]:
    update = event.tournament.last_update
    games = [one.games for one in (event.fide, event.ukd) if one is not None]
    return (update is not None, update and update.isoformat(), sum(map(len, games)), event.order)
