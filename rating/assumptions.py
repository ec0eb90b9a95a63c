"""What the rating of a card rests on besides the games: each from the page, by hand, or assumed.

Whatever is assumed leaves a note that says so.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta

from rating.fide import FideRules, rules_for
from scraper.model import Kind, Opponent, PlayerCard, Source, TimeControl, Tournament

TURKEY = "TUR"
# A national rating of 1000 is the UKD's floor, and also what organisers type where there is none.
DEFAULT_NATIONAL = 1000
# Longer events are reported in parts, each with the list of its month: from this first day on, so
# many days (rules page, section 7).
LONG_EVENTS = ((date(2022, 1, 1), timedelta(days=30)), (date.min, timedelta(days=90)))


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person settles by hand; None leaves it to the page."""

    k: int | None = None
    fide: int | None = None
    national: int | None = None
    time_control: TimeControl | None = None
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something the reader must know: a stable code and the values of its sentence."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Basis:
    """The ratings and rules that a card is rated with.

    `is_turkish` is False where the national rating is known to be another federation's.
    """

    time_control: TimeControl
    start: date
    rules: FideRules
    own_fide: int | None
    own_national: int | None
    is_turkish: bool
    notes: tuple[Note, ...]


def settle(card: PlayerCard, tournament: Tournament, settings: Settings, today: date) -> Basis:
    """Decide time control, start date and own ratings, and note what was assumed."""
    notes: list[Note] = []
    note: Callable[[Note], None] = notes.append
    time_control = _time_control(tournament, settings, note)
    start = _start(tournament, settings, today, note)
    rules = rules_for(time_control, start)
    own_fide, own_national = _own_ratings(card, settings, note)
    if tournament.rated_fide is False and own_fide:
        note(Note("not_rated_fide"))
    if tournament.rated_fide is None:
        note(Note("rated_unknown"))
    if not own_fide:
        note(Note("fide_own_unrated" if own_fide == 0 else "fide_own_missing"))
    is_turkish = _is_turkish(card, tournament)
    if not own_national and is_turkish:
        note(Note("ukd_own_unrated" if own_national == 0 else "ukd_own_missing"))
    if own_fide:
        if rules.unsure:
            note(Note("rules_unsure"))
        longest = next(longest for since, longest in LONG_EVENTS if since <= start)
        if (tournament.end or start) - start > longest:
            note(Note("long_event", {"days": longest.days}))
        if _uses_rtg(card, lambda o: o.fide):
            note(Note("fide_from_rtg"))
    if own_national and is_turkish:
        _ukd_notes(card, tournament, note)
    return Basis(time_control, start, rules, own_fide, own_national, is_turkish, tuple(notes))


def opponent_fide(opponent: Opponent) -> int | None:
    """Return the opponent's FIDE rating (0: unrated); the column Rtg where there is no other."""
    return opponent.rating if opponent.fide is None else opponent.fide


def opponent_national(opponent: Opponent) -> int | None:
    """Return the opponent's national rating (0: none); Rtg, with a note, where no other is."""
    return opponent.rating if opponent.national is None else opponent.national


def _time_control(
    tournament: Tournament, settings: Settings, note: Callable[[Note], None]
) -> TimeControl:
    if settings.time_control is not None:
        return settings.time_control
    if tournament.time_control is not None:
        return tournament.time_control
    if tournament.named_time_control is not None:
        note(Note("time_from_name", {"assumed": tournament.named_time_control}))
        return tournament.named_time_control
    note(Note("time_unknown", {"assumed": TimeControl.STANDARD}))
    return TimeControl.STANDARD


def _start(
    tournament: Tournament, settings: Settings, today: date, note: Callable[[Note], None]
) -> date:
    if settings.on is not None:
        return settings.on
    if tournament.start is not None:
        return tournament.start
    if tournament.last_update is not None:
        assumed = tournament.last_update.date()
        note(Note("start_from_update", {"assumed": assumed}))
        return assumed
    note(Note("start_unknown", {"assumed": today}))
    return today


def _own_ratings(
    card: PlayerCard, settings: Settings, note: Callable[[Note], None]
) -> tuple[int | None, int | None]:
    player = card.player
    fide, national = settings.fide, settings.national
    if fide is not None or national is not None:
        note(Note("own_by_hand"))
    if fide is None:
        fide = player.fide
        if fide is None and player.rating is not None:
            fide = player.rating
            note(Note("own_fide_from_rating", {"rating": fide}))
    if national is None:
        national = player.national
        if national is None and player.rating is not None and player.federation == TURKEY:
            national = player.rating
            note(Note("own_national_from_rating", {"rating": national}))
    return fide, national


def _is_turkish(card: PlayerCard, tournament: Tournament) -> bool:
    federation = card.player.federation
    return (
        federation is None or TURKEY in (federation, tournament.federation) or card.language == "tr"
    )


def _ukd_notes(card: PlayerCard, tournament: Tournament, note: Callable[[Note], None]) -> None:
    if tournament.rated_national is False:
        note(Note("not_rated_national"))
    opponents = [played.opponent for played in card.rounds if played.opponent is not None]
    if _uses_rtg(card, lambda o: o.national):
        note(Note("national_from_rtg"))
    elif any(o.national_source is Source.STARTING_RANK for o in opponents):
        note(Note("national_from_starting_rank"))
    if any(o.national == DEFAULT_NATIONAL for o in opponents):
        note(Note("national_1000"))


def _uses_rtg(card: PlayerCard, column: Callable[[Opponent], int | None]) -> bool:
    """Say whether a rating above 0 must come from Rtg because its own column is missing."""
    return any(
        column(played.opponent) is None and bool(played.opponent.rating)
        for played in card.rounds
        if played.opponent is not None and played.kind in (Kind.GAME, Kind.PENDING)
    )
