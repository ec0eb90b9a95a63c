"""A month of the Turkish national lists: all events of one class, summed and cut off once.

An estimate: the procedure is not public, and whether it cuts off after each event or once a list is
unknown. k is that of the last list. Reference: the page on the UKD, sections 3 and 8.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from rating import ukd
from rating.assumptions import Note
from rating.events import Event, UkdGames
from rating.game import ZERO, Game, RatedGame
from rating.list_dates import list_before
from rating.period_base import Base, BaseSource, base_of
from scraper.model import TimeControl

# Ratings in the imported national lists, by class and the first day of the list.
Nationals = Mapping[tuple[TimeControl, date], int]


@dataclass(frozen=True, slots=True)
class UkdPart:
    """What an event adds to a month, with the month's k.

    `rating` is the own one of the event, which gaps are taken from.
    """

    event: Event
    rating: int
    results: tuple[RatedGame, ...]
    total: ukd.UkdTotal


@dataclass(frozen=True, slots=True)
class UkdPeriod:
    """The exact sum of all events, cut off once, for the list of `month` (its first day).

    `base` is the rating of the last list, which k follows from; `new_rating_each` is what cutting
    off after each event would give. The average is taken event by event. `official` is what the
    imported list of the month shows.
    """

    month: date
    base: Base
    k: int
    parts: tuple[UkdPart, ...]
    games: int
    score: Decimal
    expected: Decimal
    change: Decimal
    exact: Decimal
    new_rating: int
    new_rating_each: int
    average_change: Decimal
    average_new_rating: int
    official: int | None
    notes: tuple[Note, ...]

    @property
    def expected_base(self) -> Base:
        """What the next month begins with, as far as these events tell."""
        return Base(self.new_rating, BaseSource.EXPECTED, self.month)


def ukd_period(
    month: date,
    events: Sequence[Event],
    nationals: Nationals,
    before: UkdPeriod | None = None,
) -> UkdPeriod | None:
    """Return what the list of `month` makes of events of one class, in order of time.

    `before` is the player's month before. None where he has no national rating in any of them.
    """
    own = [(event, event.ukd) for event in events if event.ukd is not None]
    if not own:
        return None
    ratings = [(event.base_list, games.rating) for event, games in own]
    time_control = own[0][0].time_control
    listed = nationals.get((time_control, list_before(month)))
    base = base_of(month, ratings, listed, None if before is None else before.expected_base)
    rating = base.rating
    k = ukd.k_of(rating)
    parts = tuple(_part(event, games, rating) for event, games in own)
    total = ukd.total(rating, [result for part in parts for result in part.results])
    average = sum((part.total.average_change for part in parts), ZERO)
    notes = [Note("ukd_estimate")]
    if len(parts) > 1:
        notes.append(Note("month_ukd_rounding"))
    if any(ukd.k_of(games.rating) != k for _, games in own):
        notes.append(Note("month_ukd_k", {"k": k, "rating": rating}))
    return UkdPeriod(
        month=month,
        base=base,
        k=k,
        parts=parts,
        games=total.games,
        score=total.score,
        expected=total.expected,
        change=total.change,
        exact=total.exact,
        new_rating=total.new_rating,
        new_rating_each=_cut_off_each(rating, parts),
        average_change=average,
        average_new_rating=_cut_off(rating + average),
        official=nationals.get((time_control, month)),
        notes=tuple(notes),
    )


def _part(event: Event, games: UkdGames, base: int) -> UkdPart:
    results = tuple(_rated(games.rating, one, base) for one in games.games)
    return UkdPart(event, games.rating, results, ukd.total(base, results))


def _rated(own: int, game: Game, base: int) -> RatedGame:
    """Rate a game with the event's own rating for the gap and the last list's for k."""
    if game.opponent is None:
        return ukd.rate_games(base, [game])[0]
    return RatedGame.of(own, game.opponent, game.score, ukd.CAP, ukd.k_of(base))


def _cut_off_each(rating: int, parts: Sequence[UkdPart]) -> int:
    for part in parts:
        rating = _cut_off(rating + part.total.change)
    return rating


def _cut_off(exact: Decimal) -> int:
    return max(ukd.FLOOR, int(exact))
