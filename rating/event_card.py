"""The card of a player, put together from the facts of the whole event."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cached_property

from scraper.event import EventFacts, Seat, is_paired, points_of
from scraper.model import Kind, Opponent, PlayerCard, Published, Round, Source

Complete = Callable[[Opponent], Opponent]


class EventCards:
    """The cards of an event's players; `complete` gives opponents the ratings that pages lack.

    Everybody is made an opponent once, however many cards he is on.
    """

    def __init__(self, facts: EventFacts, complete: Complete | None = None) -> None:
        self._facts = facts
        self._complete = complete
        self._opponents: dict[int, Opponent] = {}

    def card(self, number: int, k: int | None = None) -> PlayerCard:
        """Return the card of a player; K is that of the ranking, else `k`.

        Raises KeyError for a start number that nobody has.
        """
        facts = self._facts
        printed = facts.rankings.get(number)
        if printed is not None and printed.k:
            k = printed.k
        return PlayerCard(
            player=facts.players[number],
            rounds=tuple(
                self._round(of_round, seat, k)
                for of_round, seats in self._paired
                if (seat := seats.get(number)) is not None
            ),
            points=self.points(number),
            rank=None if printed is None else printed.rank,
            performance=None if printed is None else printed.performance,
        )

    def points(self, number: int) -> Decimal:
        """Return the points beside the games, as printed, else the sum of the rounds."""
        facts = self._facts
        printed = facts.points.get(number)
        if printed is None and facts.missing and number in facts.rankings:
            printed = facts.rankings[number].points
        return points_of(facts.seats, number) if printed is None else printed

    @cached_property
    def _paired(self) -> list[tuple[int, Mapping[int, Seat]]]:
        return [each for each in sorted(self._facts.seats.items()) if is_paired(each[1])]

    def _round(self, of_round: int, seat: Seat, k: int | None) -> Round:
        return Round(
            round=of_round,
            kind=seat.kind,
            score=seat.score,
            board=seat.board,
            colour=seat.colour,
            opponent=None if seat.opponent is None else self._opponent(seat.opponent),
            published=None if k is None or seat.kind is not Kind.GAME else Published(k=k),
            rated=seat.rated,
        )

    def _opponent(self, number: int) -> Opponent:
        if number not in self._opponents:
            made = self._made(number)
            self._opponents[number] = made if self._complete is None else self._complete(made)
        return self._opponents[number]

    def _made(self, number: int) -> Opponent:
        player = self._facts.players.get(number)
        if player is None:  # no longer in the list
            return Opponent(number, None)
        return Opponent(
            number,
            player.name,
            title=player.title,
            federation=player.federation,
            club=player.club,
            points=self.points(number),
            rating=player.rating,
            fide=player.fide,
            national=player.national,
            fide_source=None if player.fide is None else Source.STARTING_RANK,
            national_source=None if player.national is None else Source.STARTING_RANK,
            fide_id=player.fide_id,
        )
