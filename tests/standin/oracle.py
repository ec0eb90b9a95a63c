"""What a follower must have told, worked out from the events of a play and never from a page.

The facts are tuples of kind, round and details; the kinds are those of `live.model.FactKind`:

    ("pairing", round, opponent's name, "white" or "black", board), with three None for a bye
    ("pairing_changed", round, the same three)
    ("pairing_withdrawn", round)
    ("not_paired", round, "0", or "0.5" for a half-point bye)
    ("result", round, "1", "0.5" or "0"), also of a forfeit
    ("result_corrected", round, score now or None, score before)
    ("renumbered", None, start number now, before)
    ("rating_corrected", None, name, FIDE rating, national rating), of the player or an opponent
    ("withdrawn", None)
    ("event_finished", None)

The rules, for one followed player:

1. What is first seen is silent, and so is a page that is older than one that was seen.
2. A round is on where anybody has an opponent or a bye in it; a list of absentees says nothing.
3. A pairing that is first seen with its result is a result only; so is a pairing that changed. A
   bye is told once, as a pairing: its point is no news. In a round robin, which is paired at once,
   only the pairing of the first round that is not complete is told.
4. Opponents are people, whatever their start number; a game may move to another board as long as
   it is open, and that is told as a change.
5. A rating matters if it is the own one, or that of an opponent so far, since both change what the
   event does to the own rating; of those who were opponents already when the rating was another.
6. Who is taken off the list is told so, and nothing more; an event is finished once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.standin.event import Event, Player, Result
from tests.standin.live import Served
from tests.standin.play import Play

Fact = tuple[object, ...]
_ABSENT = ("not_paired", "half_bye")
_LISTS = (0, 16)


class Person(NamedTuple):
    """Whoever it is, under any start number."""

    name: str
    fide_id: int

    @classmethod
    def of(cls, player: Player) -> Person:
        """Name a player."""
        return cls(player.name, player.fide_id)

    def on_list(self, event: Event) -> Player | None:
        """Find the person in an event: by FIDE id, or by name where there is none."""
        for one in event.players:
            same = one.fide_id == self.fide_id if self.fide_id else one.name == self.name
            if same:
                return one
        return None


@dataclass(frozen=True)
class _Seat:
    """The player's row of a round."""

    kind: str
    score: str | None
    opponent: Person | None
    colour: str | None
    board: int | str | None

    def pairing(self) -> Fact:
        """Give who is met, with what colour, and where."""
        if self.opponent is None:
            return (None, None, None)
        return (self.opponent.name, self.colour, self.board)

    @property
    def absent(self) -> bool:
        return self.kind in _ABSENT

    @property
    def open(self) -> bool:
        return self.score is None


@dataclass(frozen=True)
class _Seen:
    """What a page tells of the player and the rounds, or all that is known of them.

    `seats` has the rounds that are shown, None where the player has none in a round. `complete`
    has those that are on; `off` are rounds seen not to be on. `listed` and `number` are None where
    a page does not tell. A `crosstable` may lack results that were on another page.
    """

    seats: Mapping[int, _Seat | None]
    complete: Mapping[int, bool]
    off: frozenset[int]
    ratings: Mapping[Person, tuple[int, int]]
    number: int | None
    listed: bool | None
    who: Person
    rounds_total: int
    round_robin: bool
    crosstable: bool = False

    def newest(self) -> int:
        """Give the round that is being played, 0 before the first."""
        still_open = [number for number, complete in self.complete.items() if not complete]
        if self.round_robin and still_open:
            return min(still_open)
        return max(self.complete, default=0)

    def opponents(self) -> set[Person]:
        """Give everybody whom the player has been paired with so far; later rounds do not count."""
        newest = self.newest()
        return {
            seat.opponent
            for number, seat in self.seats.items()
            if seat and seat.opponent and (number <= newest or not seat.open)
        }

    def finished(self) -> bool:
        """Tell whether every round of the event is complete."""
        return all(self.complete.get(one, False) for one in range(1, self.rounds_total + 1))

    def then(self, page: _Seen) -> _Seen:
        """Give what is known after one more page."""
        seats = dict(self.seats)
        seats.update(dict.fromkeys(page.off))
        for number, seat in page.seats.items():
            seats[number] = self._merged(self.seats.get(number), seat) if page.crosstable else seat
        complete = dict(self.complete)
        for number, over in page.complete.items():
            complete[number] = over or (page.crosstable and complete.get(number, False))
        return replace(
            page,
            seats=seats,
            complete={one: over for one, over in complete.items() if one not in page.off},
            off=frozenset(),
            ratings={**self.ratings, **page.ratings},
            number=self.number if page.number is None else page.number,
            listed=self.listed if page.listed is None else page.listed,
        )

    @staticmethod
    def _merged(known: _Seat | None, seat: _Seat | None) -> _Seat | None:
        """Give the seat of a crosstable with the board, and a result, that was on another page."""
        if known is None or seat is None:
            return seat
        same = (known.opponent, known.colour) == (seat.opponent, seat.colour)
        return known if same and seat.open else replace(seat, board=known.board)


def told(play: Play, indexes: Iterable[int], who: Person) -> list[Fact]:
    """Give all facts in order for somebody who has seen these uploads whole, one at a look."""
    return [fact for look in told_by_look(play, indexes, who) for fact in look]


def told_by_look(play: Play, indexes: Iterable[int], who: Person) -> list[list[Fact]]:
    """Give the facts of each look at a whole upload; those of the first one are none."""
    newest = -1
    looks = []
    for index in indexes:
        looks.append([_whole(play.uploads[index].event, who)] if index >= newest else [])
        newest = max(newest, index)
    return _compared(looks)


def told_of_pages(play: Play, looks: Iterable[Sequence[Served]], who: Person) -> list[list[Fact]]:
    """Give the facts of each look, from no more than what its pages show.

    A look is the pages that are put together before they are compared with what was known.
    """
    newest = -1
    found = []
    for look in looks:
        pages = []
        for page in look:
            if page.tournament == play.number and page.upload_index >= newest:
                newest = page.upload_index
                pages.append(_shown(play.uploads[newest].event, page, who))
        found.append(pages)
    return _compared(found)


def _seat(event: Event, row: Result) -> _Seat:
    opponent = event.player(row.opponent) if row.opponent is not None else None
    if opponent is None:
        return _Seat(row.kind, row.score, None, None, row.board)
    return _Seat(row.kind, row.score, Person.of(opponent), row.colour, row.board)


def _whole(event: Event, who: Person) -> _Seen:
    """Give everything that an event says of a player."""
    player = who.on_list(event)
    own = {} if player is None else {one.round: one for one in event.rows(player.start_number)}
    rows = [row for rows in event.results.values() for row in rows]
    on = {row.round for row in rows if row.opponent is not None or row.kind == "bye"}
    still_open = {row.round for row in rows if row.kind == "pending"}
    return _Seen(
        seats={number: _seat(event, own[number]) if number in own else None for number in on},
        complete={number: number not in still_open for number in on},
        off=frozenset(range(1, event.rounds_total + 1)) - on,
        ratings={Person.of(one): (one.fide, one.national) for one in event.players},
        number=None if player is None else player.start_number,
        listed=player is not None,
        who=who,
        rounds_total=event.rounds_total,
        round_robin=event.round_robin,
    )


def _shown(event: Event, page: Served, who: Person) -> _Seen:
    """Give what one page of an event says of a player."""
    boards = page.art == (3 if event.for_teams else 2)
    crosstable = page.art in (4, 5) and not event.for_teams
    listing = page.art in _LISTS
    if crosstable and page.stale and not event.round_robin:
        event = _behind(event)
    whole = _whole(event, who)
    card = page.art == 9 and page.number is not None and page.number == whole.number
    rounds = set(whole.complete) if crosstable or card or boards else set()
    # The navigation tells how far the event is; a round that it only links shows its own page.
    off = {one for one in whole.off if one > event.rounds_navigated or page.round == one}
    if boards and (event.for_teams or not event.round_robin):
        rounds &= {page.round or 0}
    seats = {number: whole.seats[number] for number in rounds}
    if crosstable:
        seats = {
            number: None if seat is None else replace(seat, board=None)
            for number, seat in seats.items()
            if seat is None or seat.opponent is not None or not seat.open
        }
    tells_number = listing or crosstable or card or any(seats.values())
    return replace(
        whole,
        seats=seats,
        complete={} if card else {number: whole.complete[number] for number in rounds},
        off=frozenset(off),
        ratings=whole.ratings if listing else _beside(event, rounds) if boards else {},
        number=whole.number if tells_number else None,
        listed=whole.listed if listing else None,
        crosstable=crosstable,
    )


def _beside(event: Event, rounds: set[int]) -> dict[Person, tuple[int, int]]:
    """Give the ratings beside the players of some rounds."""
    return {
        Person.of(one): (one.fide, one.national)
        for one in event.players
        if any(row.round in rounds for row in event.rows(one.start_number))
    }


def _behind(event: Event) -> Event:
    """Give the event as a crosstable shows it that lacks the results of the newest round."""
    newest = event.rounds_paired
    results = {
        number: tuple(
            replace(row, kind="pending", score=None)
            if row.round == newest and row.opponent is not None
            else row
            for row in rows
        )
        for number, rows in event.results.items()
    }
    return replace(event, results=results)


def _compared(looks: Iterable[Sequence[_Seen]]) -> list[list[Fact]]:
    """Compare each look with all that was known before it."""
    found: list[list[Fact]] = []
    known: _Seen | None = None
    silent: frozenset[int] = frozenset()
    gone = over = False
    for pages in looks:
        before = known
        for page in pages:
            known = page if known is None else known.then(page)
        if known is None or before is None or gone:
            if known is not None and before is None:
                over = known.finished()
                silent = frozenset(range(1, max(known.complete, default=0))) - known.seats.keys()
            found.append([])
            continue
        gone = known.listed is False
        facts: list[Fact] = [("withdrawn", None)]
        if not gone:
            facts = list(_facts(before, known, silent))
        if known.finished() and not over and not gone:
            facts.append(("event_finished", None))
            over = True
        found.append(facts)
    return found


def _facts(before: _Seen, now: _Seen, silent: frozenset[int]) -> Iterator[Fact]:
    """Give what one look tells, but for the end."""
    if None not in (before.number, now.number) and before.number != now.number:
        yield ("renumbered", None, now.number, before.number)
    yield from _ratings(before, now)
    for number in sorted(now.seats):
        if number in before.seats or number not in silent:
            is_news = not now.round_robin or number == now.newest()
            yield from _round(number, before.seats.get(number), now.seats[number], is_news)


def _ratings(before: _Seen, now: _Seen) -> Iterator[Fact]:
    """Give the corrected ratings that matter: the own one, and those of opponents so far."""
    known = before.opponents() & now.opponents()
    for person in (now.who, *sorted(known - {now.who})):
        rating, old = now.ratings.get(person), before.ratings.get(person)
        if rating is not None and old is not None and rating != old:
            yield ("rating_corrected", None, person.name, *rating)


def _round(number: int, before: _Seat | None, now: _Seat | None, is_news: bool) -> Iterator[Fact]:
    """Give what is new in a round; `is_news` says whether a first pairing is."""
    was_playing = before is not None and not before.absent
    if now is None:
        if was_playing:
            yield ("pairing_withdrawn", number)
    elif now.absent:
        if before is None or not before.absent or before.score != now.score:
            yield ("not_paired", number, now.score)
    elif before is None or not was_playing:
        if not now.open and now.kind != "bye":
            yield ("result", number, now.score)
        elif is_news or now.kind == "bye":
            yield ("pairing", number, *now.pairing())
    elif now.kind == before.kind == "bye":
        return
    elif before.open and not now.open:
        yield ("result", number, now.score)
    elif _is_changed(before, now) and (now.open or before.score == now.score):
        yield ("pairing_changed", number, *now.pairing())
    elif (before.score, before.kind) != (now.score, now.kind):
        yield ("result_corrected", number, now.score, before.score)


def _is_changed(before: _Seat, now: _Seat) -> bool:
    """Tell whether the game is another one, or is still to be played at another board."""
    moved = before.open and now.open and before.board != now.board
    return moved or (before.opponent, before.colour) != (now.opponent, now.colour)
