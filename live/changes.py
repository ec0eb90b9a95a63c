"""What happened between two states of an event to somebody who is followed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from live.card import Lists, rated_card
from live.model import EventState, FactKind, Follow, Happening, Phase
from live.people import located, moved
from rating.card import RatedCard
from scraper.directory import Directory
from scraper.event import Seat
from scraper.model import Kind, Player

_OF_RESULTS = (FactKind.RESULT, FactKind.RESULT_CORRECTED, FactKind.ROUND_FINISHED)
BROKEN_OFF = {
    Phase.INCOMPLETE: FactKind.EVENT_INCOMPLETE,
    Phase.MISSING: FactKind.EVENT_MISSING,
}


@dataclass(frozen=True)
class Change:
    """Two states of an event and where it stood in them; `before` already has the new numbers.

    `at` is when the later one was seen (UTC); `lists` tells what FIDE's lists say of a player.
    """

    before: EventState
    after: EventState
    phase_before: Phase
    phase: Phase
    at: datetime
    lists: Lists | None = None

    @cached_property
    def rounds(self) -> list[int]:
        """The rounds in which anything is different, in order."""
        old, new = self.before.seats, self.after.seats
        return [number for number in sorted({*old, *new}) if old.get(number) != new.get(number)]

    @cached_property
    def rated_anew(self) -> set[int]:
        """The start numbers of the players whose ratings are different."""
        old = self.before.players
        return {
            number
            for number, player in self.after.players.items()
            if number in old and _ratings(player) != _ratings(old[number])
        }


def followed_now(
    follows: Sequence[Follow], state: EventState, before: EventState | None = None
) -> list[Follow]:
    """Return follows with the start number, name and FIDE id that the players have in a state.

    `before` is the state in which they had the numbers of the follows.
    """
    directory = Directory(state.listed)
    known = {} if before is None else before.players
    numbers = {} if known is state.players else moved(known, state.listed)

    def now(follow: Follow) -> Follow:
        player = known.get(follow.start_number) if follow.is_listed else None
        if player is None or (player.name, player.fide_id) != (follow.name, follow.fide_id):
            number = located(follow, directory)
        else:
            number = numbers.get(follow.start_number) if numbers else follow.start_number
        if number is None:
            return replace(follow, start_number=0)
        found = state.players[number]
        return replace(
            follow,
            start_number=number,
            name=found.name or follow.name,
            fide_id=found.fide_id or follow.fide_id,
        )

    return [now(follow) for follow in follows]


def happenings(
    change: Change, follows: Sequence[Follow], follows_before: Sequence[Follow]
) -> Iterator[Happening]:
    """Give what is to be told to the followers, in order; `follows_before` had the old numbers.

    A player who is in neither state has nothing happen to him but the end of the event.
    """
    for before, follow in zip(follows_before, follows, strict=True):
        yield from _Teller(change, before, follow).all()


class _Teller:
    """Tells of one player."""

    def __init__(self, change: Change, before: Follow, follow: Follow) -> None:
        self._change = change
        self._follow_before = before
        self._follow = follow
        self._old, self._new = change.before, change.after
        self._number = follow.start_number
        self._was_there = before.is_listed
        self._is_there = follow.is_listed

    def _card(self, kind: FactKind) -> RatedCard:
        """Return the card; in a Swiss event the next game is told by its pairing alone."""
        is_next_news = self._new.round_robin or kind not in _OF_RESULTS
        return self._rated if is_next_news else replace(self._rated, next=None)

    @cached_property
    def _rated(self) -> RatedCard:
        day = self._change.at.astimezone().date()
        return rated_card(self._new, self._follow, day, self._change.lists)

    def all(self) -> Iterator[Happening]:
        """Give all facts of the player."""
        if self._is_there:
            if self._follow.start_number != self._follow_before.start_number and self._was_there:
                number = self._follow_before.start_number
                yield replace(self._fact(FactKind.RENUMBERED), number_before=number)
            yield from self._rating_facts()
            rounds, over = self._change.rounds, self._new.finished
            yield from self._seat_facts(number for number in rounds if number <= over)
            yield from self._round_finished()
            yield from self._seat_facts(number for number in rounds if number > over)
        elif self._was_there:
            yield self._fact(FactKind.WITHDRAWN)
        yield from self._broken_off()

    def _seat_facts(self, rounds: Iterable[int]) -> Iterator[Happening]:
        for number in rounds:
            old = self._seat(self._old, number)
            new = self._seat(self._new, number)
            kind = self._kind(number, old, new)
            if kind is not None:
                yield self._fact(kind, number, new, old)

    def _seat(self, state: EventState, number: int) -> Seat | None:
        """Return the seat of a round that is on; absentees are known before."""
        return state.seat(number, self._number) if state.is_paired(number) else None

    def _kind(self, number: int, old: Seat | None, new: Seat | None) -> FactKind | None:
        if new is None or old is None:
            if new is None:
                return FactKind.PAIRING_WITHDRAWN if old and old.is_paired else None
            return self._first(number, new)
        if _same(old, new):
            return None
        if new.opponent is None:
            if old.opponent is None:  # a bye got its point, or became another one
                return None if old.kind is new.kind else _lone(new)
            return FactKind.PAIRING_CHANGED if old.is_open else FactKind.RESULT_CORRECTED
        if old.opponent is None:
            return FactKind.PAIRING_CHANGED if new.is_open else FactKind.RESULT
        if old.is_open:
            return FactKind.PAIRING_CHANGED if new.is_open else FactKind.RESULT
        # A game that is over has no board that anybody must find.
        return None if new._replace(board=old.board) == old else FactKind.RESULT_CORRECTED

    def _first(self, number: int, new: Seat) -> FactKind | None:
        if new.opponent is None:
            return _lone(new)
        if not new.is_open:
            return FactKind.RESULT
        # A round robin is paired at once: only the next game is news.
        is_news = not self._new.round_robin or number == self._new.newest
        return FactKind.PAIRING if is_news else None

    def _rating_facts(self) -> Iterator[Happening]:
        """Tell of corrected ratings of the player and of everybody he was paired with so far."""
        anew = self._change.rated_anew
        if not self._was_there or not anew:
            return
        met = self._opponents(self._old) & self._opponents(self._new)
        for who in (self._number, *sorted(met)):
            if who in anew:
                fact = self._fact(FactKind.RATING_CORRECTED, mark=str(who))
                now, before = self._new.players[who], self._old.players[who]
                yield replace(fact, subject=now, subject_before=before)

    def _opponents(self, state: EventState) -> set[int]:
        """Give whom the player was paired with so far; a round robin shows later rounds, too."""
        newest = state.newest
        seats = {n: of_round.get(self._number) for n, of_round in state.seats.items()}
        return {
            seat.opponent
            for number, seat in seats.items()
            if seat and seat.opponent and (number <= newest or not seat.is_open)
        }

    def _round_finished(self) -> Iterator[Happening]:
        """Tell of every round that is over by now; a late result can end two at once."""
        for number in range(self._old.finished + 1, self._new.finished + 1):
            is_last = number == self._new.tournament.rounds
            kind = FactKind.EVENT_FINISHED if is_last else FactKind.ROUND_FINISHED
            yield self._fact(kind, number, self._seat(self._new, number))

    def _broken_off(self) -> Iterator[Happening]:
        change = self._change
        if change.phase is not change.phase_before and change.phase in BROKEN_OFF:
            yield self._fact(BROKEN_OFF[change.phase], self._new.newest or None)

    def _fact(
        self,
        kind: FactKind,
        of_round: int | None = None,
        seat: Seat | None = None,
        before: Seat | None = None,
        mark: str = "",
    ) -> Happening:
        new = self._new
        place = new.places.get(self._number) if self._is_there else None
        if place is not None and of_round is not None and place.after_round != of_round:
            place = None
        who = self._follow.fide_id or f"n{self._follow.id}"
        parts = [f"{new.tournament.id}.{new.epoch}.{new.looks}", who, of_round or 0, kind, mark]
        return Happening(
            key="/".join(str(part) for part in parts if part != ""),
            kind=kind,
            follow=self._follow,
            tournament=new.tournament,
            at=self._change.at,
            round=of_round,
            seat=seat,
            before=before,
            opponent=self._person(seat, new),
            opponent_before=self._person(before, self._old),
            rated=self._card(kind) if self._is_there else None,
            place=place,
        )

    @staticmethod
    def _person(seat: Seat | None, state: EventState) -> Player | None:
        return None if seat is None or seat.opponent is None else state.players.get(seat.opponent)


def _same(old: Seat, new: Seat) -> bool:
    """Whether nothing changed; a board or colour that was not known before is no change."""
    known = new._replace(
        board=new.board if old.board is not None and new.board is not None else old.board,
        colour=new.colour if old.colour is not None and new.colour is not None else old.colour,
    )
    return known == old


def _lone(seat: Seat) -> FactKind:
    return FactKind.PAIRING if seat.kind is Kind.BYE else FactKind.NOT_PAIRED


def _ratings(player: Player) -> tuple[int | None, int | None, int | None]:
    return player.rating, player.fide, player.national
