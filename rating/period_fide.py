"""One list of FIDE: the events of one class that are rated for it, summed and rounded once.

K and the limit of 700 over all games, and the rounding. Reference: sections 1, 5.3, 8 and 13 of the
rules page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from rating import fide
from rating.articles import Articles, articles_of
from rating.assumptions import Note
from rating.conversion import round_half_away
from rating.events import Event, FideGames
from rating.fide import FideRules, FideTotal, Outcome
from rating.fide_notes import floor_notes, limit_ahead_note, limit_note
from rating.game import ZERO, GameResult, counted
from rating.k_factor import KCandidate, KFactor, KSource
from rating.list_dates import OneOffKind, list_before, one_offs, raised
from rating.period_base import Base, BaseSource, base_of
from scraper.model import TimeControl


class Listing(NamedTuple):
    """What an imported list says of the player in one class, None where it is silent.

    `games` are those that were rated for that list.
    """

    rating: int | None
    k: int | None = None
    games: int | None = None


# By class and the first day of the list.
Listings = Mapping[tuple[TimeControl, date], Listing]


@dataclass(frozen=True, slots=True)
class FidePart:
    """What an event adds to a period.

    `k` is the period's before the limit of 700, `results` and `total` are with the K that the limit
    leaves. `listed` is the own rating in the imported list of the event's first day.
    """

    event: Event
    k: KFactor
    results: tuple[GameResult, ...]
    total: FideTotal
    listed: int | None

    @property
    def own_k(self) -> KFactor:
        """The K that the event has by itself."""
        return self.k if self.event.fide is None else self.event.fide.k

    @property
    def k_is_of_another(self) -> bool:
        """Whether K is that of another event of the list, and not the event's own."""
        return self.k.source is not KSource.LIST and self.k != self.own_k


@dataclass(frozen=True, slots=True)
class FidePeriod:
    """The exact sum of all events, rounded once, for the list of `month` (its first day).

    `rounded_each` is what rounding after each event would give. `list_rating` is what the list
    shows: the new rating, or what a one-off change of that list makes of it. `candidates` are what
    each possible K makes of the list; empty where K is known. `other_reading` is the sum in the
    other reading of the rules, where that is another one.
    """

    month: date
    base: Base
    parts: tuple[FidePart, ...]
    games: int
    score: Decimal
    expected: Decimal
    change: Decimal
    rounded: int
    rounded_each: int
    new_rating: int
    list_rating: int
    notes: tuple[Note, ...]
    candidates: tuple[KCandidate, ...] = ()
    other_reading: Outcome | None = None

    @property
    def articles(self) -> Articles:
        """The articles that the list is summed and rounded by."""
        return articles_of(self.parts[-1].event.rules)

    @property
    def guessed(self) -> list[FidePart]:
        """The events that count with a K that is a guess."""
        return _guessed(self.parts)

    @property
    def expected_base(self) -> Base:
        """What the next period begins with, as far as these events tell."""
        return Base(self.list_rating, BaseSource.EXPECTED, self.month)


_Own = tuple[Event, FideGames]


def fide_period(
    month: date, events: Sequence[Event], listings: Listings, before: FidePeriod | None = None
) -> FidePeriod | None:
    """Return what the list of `month` makes of events of one class, in order of time.

    `before` is the player's period before. None where he has no FIDE rating in any of the events.
    """
    own = [(event, event.fide) for event in events if event.fide is not None]
    if not own:
        return None
    notes: list[Note] = []
    expected = None if before is None else before.expected_base
    base = _base(month, own, listings, expected, notes)
    ks = _settled_ks(month, own, listings, notes)
    count = sum(len(counted(_rated(one, k.value))) for one, k in zip(own, ks, strict=True))
    parts = tuple(_part(one, k, count, listings) for one, k in zip(own, ks, strict=True))
    notes += [*_unknown_notes(parts), *_limit_notes(parts, count)]
    notes += _list_notes(parts)
    change = sum((part.total.change for part in parts), ZERO)
    rounded = round_half_away(change)
    new_rating = base.rating + rounded
    list_rating = _after_one_offs(month, parts, new_rating, notes)
    if count:
        notes += floor_notes(list_rating, parts[0].event.time_control, month)
    return FidePeriod(
        month=month,
        base=base,
        parts=parts,
        games=count,
        score=sum((part.total.score for part in parts), ZERO),
        expected=sum((part.total.expected for part in parts), ZERO),
        change=change,
        rounded=rounded,
        rounded_each=sum(part.total.rounded for part in parts),
        new_rating=new_rating,
        list_rating=list_rating,
        notes=(*notes, Note("month_one_point")),
        candidates=_candidates(base, parts, count),
        other_reading=_other_reading(base, parts, change),
    )


def _rated(own: _Own, k: int) -> tuple[GameResult, ...]:
    event, games = own
    return fide.rate_games(games.rating, games.games, k, event.rules)


def _part(own: _Own, k: KFactor, count: int, listings: Listings) -> FidePart:
    """Rate an event with the K that all games of the period leave."""
    event, games = own
    lowered = fide.limited_k(k.value, count, event.rules)
    results = _rated(own, lowered)
    total = fide.total(games.rating, lowered, results, event.rules)
    listing = listings.get((event.time_control, event.base_list))
    return FidePart(event, k, results, total, None if listing is None else listing.rating)


def _base(
    month: date,
    own: Sequence[_Own],
    listings: Listings,
    expected: Base | None,
    notes: list[Note],
) -> Base:
    """Find the rating before the period, and lift an older one over the increase of 2024."""
    before = list_before(month)
    time_control = own[0][0].time_control
    listed = listings.get((time_control, before), Listing(None)).rating
    ratings = [(event.base_list, games.rating) for event, games in own]
    base = base_of(month, ratings, listed, expected, stands_in=own[-1][1].stands_in)
    for one in one_offs(time_control, base.month, before):
        if one.kind is OneOffKind.RAISED and raised(base.rating) != base.rating:
            shown = raised(base.rating)
            notes.append(Note("month_raised_base", {"rating": base.rating, "raised": shown}))
            base = replace(base, rating=shown, before_increase=base.rating)
    if base.source is BaseSource.ASSUMED:
        notes.append(
            Note("month_base_assumed", {"rating": base.rating, "month": f"{before:%Y-%m}"})
        )
    return base


def _settled_ks(
    month: date, own: Sequence[_Own], listings: Listings, notes: list[Note]
) -> list[KFactor]:
    """Return K of each event before the limit: one for all whose rules know the same K.

    An event without a game that counts has no say in it.
    """
    before = list_before(month)
    listing = listings.get((own[0][0].time_control, before))
    listed = None
    if listing is not None and listing.k is not None:
        listed = KFactor(listing.k, KSource.LIST, "listed", month=before)
    by_rules: dict[_KnownKs, list[KFactor]] = {}
    for one in own:
        if counted(_rated(one, one[1].k.value)):
            by_rules.setdefault(_known_ks(one[0].rules), []).append(one[1].k)
    chosen: dict[_KnownKs, KFactor] = {}
    for rules, ks in by_rules.items():
        values = list(dict.fromkeys(k.value for k in ks))
        differ = len(values) > 1
        k = chosen[rules] = _strongest(ks, listed if differ else None)
        if differ:
            notes.append(Note("month_k_differs", {"ks": ", ".join(map(str, values)), "k": k.value}))
    settled = []
    for event, games in own:
        k = chosen.get(_known_ks(event.rules), games.k)
        settled.append(games.k if _stays(games.k, k) else k)
    return settled


def _stays(own: KFactor, chosen: KFactor) -> bool:
    """Say whether an event keeps its own K, which has the same value; a guess is settled."""
    is_sure = own.source is not KSource.UNKNOWN or chosen.source is KSource.UNKNOWN
    return own.value == chosen.value and is_sure and chosen.source is not KSource.LIST


def _strongest(ks: Sequence[KFactor], listed: KFactor | None) -> KFactor:
    """Choose between K that differ: printed, by hand, listed, derived, unknown, in that order.

    Of equals it is the last one; but where printed ones differ, that of the list decides.
    """
    sources = list(KSource)
    best = min((k.source for k in ks), key=sources.index)
    of_best = [k for k in ks if k.source is best]
    differ = best is KSource.CARD and len({k.value for k in of_best}) > 1
    if listed is not None and (differ or best not in (KSource.CARD, KSource.OPTION)):
        return listed
    return of_best[-1]


_KnownKs = tuple[int | None, ...]


def _known_ks(rules: FideRules) -> _KnownKs:
    return (rules.k.new, rules.k.normal, rules.k.top, rules.k.junior)


def _guessed(parts: Sequence[FidePart]) -> list[FidePart]:
    """Return the events that count with a K that is a guess."""
    return [part for part in parts if part.k.source is KSource.UNKNOWN and part.total.games]


def _unknown_notes(parts: Sequence[FidePart]) -> list[Note]:
    return [
        Note("k_unknown", {"k": part.k.value, "new": part.event.rules.k.new})
        for part in _guessed(parts)[-1:]
    ]


def _candidates(base: Base, parts: Sequence[FidePart], count: int) -> tuple[KCandidate, ...]:
    """Return what each possible K of the events that guess it makes of the whole list."""
    guessed, found = _guessed(parts), []
    for k in dict.fromkeys(k for part in guessed for k in part.k.candidates):
        used = fide.limited_k(k, count, guessed[-1].event.rules)
        change = sum((_change_with(part, k, count) for part in parts), ZERO)
        rounded = round_half_away(change)
        found.append(KCandidate(k, used, change, rounded, base.rating + rounded))
    return tuple(found)


def _change_with(part: FidePart, k: int, count: int) -> Decimal:
    if part.k.source is not KSource.UNKNOWN:
        return part.total.change
    used = fide.limited_k(k, count, part.event.rules)
    return used * (part.total.score - part.total.expected)


def _other_reading(base: Base, parts: Sequence[FidePart], change: Decimal) -> Outcome | None:
    """Return the sum in the other reading of the rules; None where it makes no difference."""
    found = sum((_change_in_other_reading(part) for part in parts), ZERO)
    if found == change:
        return None
    rounded = round_half_away(found)
    return Outcome(found, rounded, base.rating + rounded)


def _change_in_other_reading(part: FidePart) -> Decimal:
    rules = fide.other_reading(part.event.rules)
    games = () if part.event.fide is None else part.event.fide.games
    if rules is None:
        return part.total.change
    return fide.total_of(part.total.rating, games, part.total.k, rules).change


def _limit_notes(parts: Sequence[FidePart], count: int) -> list[Note]:
    """Say what the limit of 700 did, or from how many games of the month on it would."""
    rated = [part for part in parts if part.total.games]
    lowered = {
        (part.k.value, part.total.k): part.event.rules
        for part in rated
        if part.total.k != part.k.value
    }
    if lowered:
        return [limit_note(used, count, k, rules) for (k, used), rules in lowered.items()]
    limited = [part for part in rated if part.event.rules.k.limit]
    if not limited:
        return []
    most = max(limited, key=lambda part: part.k.value)
    return [limit_ahead_note(most.k.value, most.event.rules)]


def _list_notes(parts: Sequence[FidePart]) -> list[Note]:
    """Say where the events disagree with each other on the rating of one list."""
    by_list: dict[date, list[int]] = {}
    for part in parts:
        by_list.setdefault(part.event.base_list, []).append(part.total.rating)
    return [
        Note(
            "month_ratings_differ",
            {"month": f"{month:%Y-%m}", "ratings": ", ".join(map(str, dict.fromkeys(ratings)))},
        )
        for month, ratings in by_list.items()
        if len(set(ratings)) > 1
    ]


def _after_one_offs(
    month: date, parts: Sequence[FidePart], new_rating: int, notes: list[Note]
) -> int:
    """Return what the list shows after the one-off changes that it or its events cross."""
    earliest = min(part.event.base_list for part in parts)
    shown = new_rating
    for one in one_offs(parts[0].event.time_control, earliest, month):
        if one.kind is OneOffKind.NEAR_STANDARD:
            notes.append(Note("month_near_standard"))
        elif one.since < month:
            notes.append(Note("month_raised_events"))
        elif raised(new_rating) != new_rating:
            shown = raised(new_rating)
            notes.append(Note("month_raised_list", {"rating": new_rating, "raised": shown}))
    return shown
