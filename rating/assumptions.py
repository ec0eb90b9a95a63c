"""What the rating of a card rests on besides the games: each from the page, by hand, or assumed.

Whatever is assumed leaves a note that says so.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta

from rating.fide import FideRules, rules_for
from rating.listed import Listed, ListedNational
from scraper.model import Kind, Opponent, Player, PlayerCard, Source, TimeControl, Tournament

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
    `stands_in` says that the own rating is a standard one, for want of one of rapid or blitz;
    `fide_list` is the month of the list that the own rating comes from.
    """

    time_control: TimeControl
    start: date
    rules: FideRules
    own_fide: int | None
    own_national: int | None
    is_turkish: bool
    notes: tuple[Note, ...]
    stands_in: bool = False
    fide_list: date | None = None


def settle(
    card: PlayerCard,
    tournament: Tournament,
    settings: Settings,
    today: date,
    listed: Listed | None = None,
    listed_national: ListedNational | None = None,
) -> Basis:
    """Decide time control, start date and own ratings, and note what was assumed.

    An own rating is given by hand, else the page's, else that of a list; that of the federation
    only where the tournament can count for it.
    """
    notes: list[Note] = []
    note: Callable[[Note], None] = notes.append
    time_control = _time_control(tournament, settings, note)
    start = _start(tournament, settings, today, note)
    rules = rules_for(time_control, start)
    if settings.fide is not None or settings.national is not None:
        note(Note("own_by_hand"))
    own = _OwnFide(settings.fide)
    if own.rating is None:
        own = _own_fide(card.player, listed, time_control, start, note)
    own_fide, own_national = own.rating, settings.national
    if own_national is None:
        counts = tournament.federation in (None, TURKEY) and tournament.rated_national is not False
        national = listed_national if counts else None
        own_national = _own_national(card.player, national, start, note)
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
    return Basis(
        time_control, start, rules, own_fide, own_national, is_turkish, tuple(notes),
        own.stands_in, own.list,
    )  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class _OwnFide:
    """The own FIDE rating, whether it is a standard one that stands in, and the list's month."""

    rating: int | None
    stands_in: bool = False
    list: date | None = None


def _own_fide(
    player: Player,
    listed: Listed | None,
    time_control: TimeControl,
    start: date,
    note: Callable[[Note], None],
) -> _OwnFide:
    """Return the page's rating, else the list's, else the column Rtg."""
    of_day = listed is not None and listed.is_of(start)
    if player.fide:
        if listed is None or not of_day:
            return _OwnFide(player.fide)
        if listed.rating not in (None, player.fide):
            month = f"{listed.month:%Y-%m}"
            note(
                Note(
                    "own_fide_differs",
                    {"page": player.fide, "listed": listed.rating, "month": month},
                )
            )
        by_standard = listed.stands_in(time_control) and listed.standard == player.fide
        return _OwnFide(player.fide, by_standard and listed.has_class)
    is_missing = player.fide is None and not (player.rating and not of_day)
    if listed is not None and (of_day or is_missing):
        month = f"{listed.month:%Y-%m}"
        if listed.rating is not None:
            note(Note("own_fide_listed", {"rating": listed.rating, "month": month}))
            return _OwnFide(listed.rating, list=listed.month)
        is_unrated = listed.has_class or player.fide == 0
        if is_unrated and listed.stands_in(time_control):
            note(
                Note(
                    "own_standard_stands_in",
                    {"rating": listed.standard, "assumed": time_control, "month": month},
                )
            )
            return _OwnFide(listed.standard, stands_in=True, list=listed.month)
    if player.fide is None and player.rating is not None:
        note(Note("own_fide_from_rating", {"rating": player.rating}))
        return _OwnFide(player.rating)
    return _OwnFide(player.fide)


def _own_national(
    player: Player, listed: ListedNational | None, start: date, note: Callable[[Note], None]
) -> int | None:
    """Return the page's rating, else that of the federation's list, else the column Rtg.

    A player found by name is a guess, which stands below what a page says.
    """
    if player.national:
        return player.national
    has_rtg = player.national is None and player.rating is not None and player.federation == TURKEY
    if listed is not None and listed.rating is not None:
        is_sure = listed.is_of(start) and not listed.by_name
        if is_sure or (player.national is None and not (has_rtg and player.rating)):
            month, wanted = f"{listed.month:%Y-%m}", f"{start:%Y-%m}"
            note(
                Note(
                    "own_national_by_name" if listed.by_name else "own_national_listed",
                    {"rating": listed.rating, "month": month},
                )
            )
            if not listed.is_of(start):
                note(Note("national_list_of_other_month", {"month": month, "wanted": wanted}))
            return listed.rating
    if has_rtg:
        note(Note("own_national_from_rating", {"rating": player.rating}))
        return player.rating
    return player.national


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
