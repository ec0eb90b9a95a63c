"""Which games can count towards a norm: article 1.4.1 of the FIDE Title Regulations."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rating import norm_rules as terms
from rating.norm_facts import Form, LeftOut, NormEvent, NormGame, Omitted
from rating.norm_rules import NormLimits

# Events whose pairings are drawn up before them: all rounds must count (1.4.1e).
DRAWN_UP = (Form.ROUND_ROBIN, Form.DOUBLE_ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class Choice:
    """Games that count: played ones, paired ones to come, and rounds without an opponent."""

    kept: Sequence[NormGame]
    coming: Sequence[NormGame]
    unpaired: int
    left_out: Sequence[LeftOut] = ()

    @property
    def known(self) -> list[NormGame]:
        """The games whose opponents are known."""
        return [*self.kept, *self.coming]

    @property
    def to_come(self) -> int:
        """How many rounds are to come."""
        return len(self.coming) + self.unpaired

    @property
    def games(self) -> int:
        """How many games it will have."""
        return len(self.kept) + self.to_come


def least_games(event: NormEvent) -> int:
    """Return how many games a norm needs in this event (1.4.1 a-c)."""
    rounds = event.rounds
    if event.form is Form.WORLD_CUP:
        return terms.LEAST_GAMES_WORLD_CUP
    if event.form is Form.WORLD_TEAM and (rounds is None or rounds in terms.WORLD_TEAM_ROUNDS):
        return terms.LEAST_GAMES_WORLD_TEAM
    if has_granted(event):
        return terms.LEAST_GAMES_GRANTED
    return terms.LEAST_GAMES


def has_granted(event: NormEvent) -> bool:
    """Say whether eight games of nine rounds are enough (1.4.1c)."""
    return event.rounds == terms.GRANTED_ROUNDS and event.granted > 0


def choices(
    played: Sequence[NormGame],
    coming: Sequence[NormGame],
    event: NormEvent,
    limits: NormLimits,
) -> Iterator[Choice]:
    """Give every choice but all games; whether later games may go hangs on the result before."""
    least = least_games(event)
    is_drawn_up = event.form in DRAWN_UP
    to_come = len(coming) + event.unpaired
    for stage in _stages(played, coming, to_come, is_drawn_up):
        spare = stage.games - least
        for choice in _without_wins(stage, spare, limits):
            if choice.games < len(played) + to_come:
                yield choice


def _stages(
    played: Sequence[NormGame], coming: Sequence[NormGame], to_come: int, is_drawn_up: bool
) -> Iterator[Choice]:
    """Give the rounds up to which games can count: all, then one less and so on (1.4.1e)."""
    for rounds in range(to_come, -1, -1):
        yield Choice(played, coming[:rounds], max(0, rounds - len(coming)))
        if is_drawn_up:
            return
    open_round = min((one.round for one in coming if one.round is not None), default=None)
    for count in range(len(played) - 1, 0, -1):
        last = played[count - 1].round
        if open_round is None or last is None or last < open_round:
            later = [LeftOut(one, Omitted.LATER) for one in played[count:]]
            yield Choice(played[:count], (), 0, later)


def _without_wins(stage: Choice, spare: int, limits: NormLimits) -> Iterator[Choice]:
    """Give a stage without none, one, two ... of its wins, as far as games are to spare (1.4.1f).

    A paired game that is to come can be won, too.
    Of wins against opponents of the same federation and the same use to the mix, the one against
    the lowest rated goes first: that never makes the average smaller.
    """
    if spare < 0:
        return
    groups: defaultdict[tuple[object, ...], list[NormGame]] = defaultdict(list)
    for one in stage.known:
        if one.score in (1, None):
            in_mix = one.title in limits.required, one.title in terms.HOLDERS, one.federation
            groups[one.score, *in_mix].append(one)
    wins = [sorted(group, key=lambda one: one.rating or 0) for group in groups.values()]
    for count in range(min(spare, sum(map(len, wins))) + 1):
        for taken in _shares(count, [len(group) for group in wins]):
            gone = [one for group, some in zip(wins, taken, strict=True) for one in group[:some]]
            names = {id(one) for one in gone}
            yield replace(
                stage,
                kept=[one for one in stage.kept if id(one) not in names],
                coming=[one for one in stage.coming if id(one) not in names],
                left_out=(*map(_left_out, gone), *stage.left_out),
            )


def _left_out(game: NormGame) -> LeftOut:
    return LeftOut(game, Omitted.IF_WON if game.score is None else Omitted.WON)


def _shares(count: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Give every way to take so many from groups of those sizes."""
    if not most:
        if count == 0:
            yield ()
        return
    for first in range(min(count, most[0]) + 1):
        for rest in _shares(count - first, most[1:]):
            yield first, *rest
