"""The arbiter's desk: what has been entered of an event so far, given as the event to upload."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from tests.standin.event import BoardGame, Event, Match, Player, Result
from tests.standin.pairings import boards
from tests.standin.schedule import SIDES, results_of
from tests.standin.teams import team_event

PLAYED = ("1-0", "0-1", "½-½")
BYE = "bye"
_RESULTS = {("game", "1"): "1-0", ("game", "0"): "0-1", ("game", "0.5"): "½-½"}
_ALONE = {"bye": BYE, "half_bye": "half", "not_paired": "out"}


class Pairing(NamedTuple):
    """Two players of a board and their result, as the lines of `schedule` write it.

    In a match `one` is of the home team. Without `other` it is a player who does not play, or in
    a team event the number of a team with a bye. `table` counts matches, or boards.
    """

    one: int
    other: int | None
    result: str
    table: int

    @property
    def waits(self) -> bool:
        """Whether a result is entered after the pairing: of a game, or the point of a bye."""
        return self.result in SIDES or self.result == BYE


Round = tuple[Pairing, ...]


def rounds_of(event: Event) -> tuple[Round, ...]:
    """Give the rounds of an event, in the order of the boards."""
    numbers = range(1, event.rounds_paired + 1)
    return tuple((_matches if event.teams else _boards)(event, number) for number in numbers)


def _boards(event: Event, number: int) -> Round:
    found = []
    for place, (white, own, black) in enumerate(boards(event, number), start=1):
        if black is None:
            found.append(Pairing(white.start_number, None, _ALONE[own.kind], place))
        else:
            result = _result(own, _row(event, black.start_number, number))
            found.append(Pairing(white.start_number, black.start_number, result, place))
    return tuple(found)


def _row(event: Event, start_number: int, number: int) -> Result:
    return next(one for one in event.rows(start_number) if one.round == number)


def _result(own: Result, other: Result) -> str:
    match own.kind, other.kind:
        case "forfeit_win", _:
            return "+--"
        case "forfeit_loss", "forfeit_win":
            return "--+"
        case "forfeit_loss", _:
            return "---"
        case _:
            return _RESULTS.get((own.kind, own.score or ""), "?")


def _matches(event: Event, number: int) -> Round:
    found = []
    for match in event.matches:
        if match.round != number:
            continue
        if match.away is None:
            found.append(Pairing(match.home, None, BYE, match.table))
        for game in match.games:
            if game.home is None or game.away is None:
                raise ValueError("a board without a player cannot be played through")
            found.append(Pairing(game.home, game.away, game.result, match.table))
    return tuple(found)


def resting(
    rounds: Sequence[Round], number: int, when: Iterable[int], how: str, chance: random.Random
) -> tuple[Round, ...]:
    """Give the rounds with a player resting in some of them: `half`, or `out`.

    His opponent plays the one with the bye, or gets the bye.
    """
    found = list(rounds)
    for place in (one - 1 for one in when):
        left = [one for one in found[place] if number not in (one.one, one.other)]
        (own,) = (one for one in found[place] if number in (one.one, one.other))
        games = [one for one in left if one.other is not None]
        alone = [one for one in left if one.other is None]
        if own.other is not None:
            opponent = own.other if own.one == number else own.one
            with_bye = [one for one in alone if one.result == BYE]
            if with_bye:
                alone.remove(with_bye[0])
                games.append(Pairing(with_bye[0].one, opponent, chance.choice(PLAYED), 0))
            else:
                alone.insert(0, Pairing(opponent, None, BYE, 0))
        lines = [*games, *alone, Pairing(number, None, how, 0)]
        found[place] = tuple(one._replace(table=at) for at, one in enumerate(lines, start=1))
    return tuple(found)


def crossed(pairings: Round, tables: tuple[int, int], *, colours: bool) -> Round:
    """Give a round in which two tables have exchanged those on the right side.

    With `colours` the exchanged games have the colours turned, too.
    """
    first, second = ([one for one in pairings if one.table == table] for table in tables)
    others = dict(zip((*first, *second), (*second, *first), strict=True))

    def turned(own: Pairing) -> Pairing:
        other = others[own].other
        if colours and other is not None:
            return own._replace(one=other, other=own.one)
        return own._replace(other=other)

    return tuple(turned(one) if one in others else one for one in pairings)


class Desk:
    """What the arbiter has entered; `event` gives what an upload of it makes of the event.

    `paired` rounds are paired, `entered` holds the results by round and place; a round in `drawn`
    is shown so instead of as it is in the end. `ahead` is a round that is linked already, of which
    `absentees` are in. `latecomer` is not listed yet; `guest` is listed, and in the end not.
    `ratings` are those of players whose rating is still the wrong one.
    """

    def __init__(self, final: Event, rounds: Sequence[Round]) -> None:
        self.final = final
        self.rounds = tuple(rounds)
        self.paired = 0
        self.entered: dict[tuple[int, int], str] = {}
        self.drawn: dict[int, Round] = {}
        self.ahead = 0
        self.absentees = False
        self.latecomer: int | None = None
        self.guest: Player | None = None
        self.ratings: dict[int, tuple[int, int]] = {}

    def event(self, last_update: datetime) -> Event:
        """Give the event as it is uploaded now; `last_update` is by the site's clock."""
        players = tuple(self._rated(one) for one in self.final.players)
        linked = self.ahead if self.ahead > self.paired else 0
        event = replace(self.final, players=players, last_update=last_update, rounds_linked=linked)
        if self.final.teams:
            matches = [one for number in range(1, self.paired + 1) for one in self._match(number)]
            return team_event(replace(event, matches=tuple(matches)))
        lines = [self._line(number) for number in range(1, self.paired + 1)]
        if linked and self.absentees:
            lines.append(self._line(linked, absentees=True))
        event = replace(event, results=results_of(players, lines))
        if self.latecomer is not None:
            event = without(event, self.latecomer)
        return event if self.guest is None else with_guest(event, self.guest)

    def _rated(self, player: Player) -> Player:
        wrong = self.ratings.get(player.start_number)
        return player if wrong is None else replace(player, fide=wrong[0], national=wrong[1])

    def _pairings(self, number: int) -> Round:
        return self.drawn.get(number, self.rounds[number - 1])

    def _line(self, number: int, *, absentees: bool = False) -> str:
        """Write a round as `schedule` reads it, with the results that are entered."""
        entries = []
        for place, one in enumerate(self._pairings(number)):
            result = self.entered.get((number, place), "?") if one.waits else one.result
            if (absentees and one.waits) or one.one == self.latecomer:
                continue
            if one.other is not None:
                entries.append(f"{one.one}:{one.other} {result}")
            else:
                entries.append(f"{one.one} {'bye?' if result == '?' else result}")
        return ";".join(entries)

    def _match(self, number: int) -> Iterable[Match]:
        """Give the matches of a round, with the results that are entered."""
        placed = enumerate(self._pairings(number))
        for table, group in groupby(placed, key=lambda one: one[1].table):
            games = list(group)
            place, first = games[0]
            if first.other is None:
                score = next(
                    one.bye_score
                    for one in self.final.matches
                    if (one.round, one.table) == (number, table)
                )
                over = (number, place) in self.entered
                yield Match(number, table, first.one, None, (), score if over else None)
                continue
            yield Match(
                number,
                table,
                self._team(first.one),
                self._team(first.other),
                tuple(
                    BoardGame(one.one, one.other, self.entered.get((number, at), "?"))
                    for at, one in games
                ),
            )

    def _team(self, start_number: int) -> int:
        team = self.final.team_of(start_number)
        if team is None:
            raise ValueError(f"player {start_number} is in no team")
        return team.number


def without(event: Event, number: int) -> Event:
    """Take a player off the list, who has met nobody; all below move one number up the list."""
    return renumbered(
        event, {one.start_number: one.start_number - (one.start_number > number)
                for one in event.players if one.start_number != number}
    )  # fmt: skip


def with_guest(event: Event, guest: Player) -> Event:
    """Put a player on the list at a number; all from there on move one number down."""
    moved = {
        one.start_number: one.start_number + (one.start_number >= guest.start_number)
        for one in event.players
    }
    event = renumbered(event, moved)
    players = sorted((*event.players, guest), key=lambda one: one.start_number)
    return replace(event, players=tuple(players))


def renumbered(event: Event, numbers: Mapping[int, int]) -> Event:
    """Give an event with the players of these numbers under other ones, and nobody else."""
    players = (
        replace(one, start_number=numbers[one.start_number])
        for one in event.players
        if one.start_number in numbers
    )
    results = {
        numbers[number]: tuple(
            one if one.opponent is None else replace(one, opponent=numbers[one.opponent])
            for one in rows
        )
        for number, rows in event.results.items()
        if number in numbers
    }
    return replace(
        event,
        players=tuple(sorted(players, key=lambda one: one.start_number)),
        results=results,
    )
