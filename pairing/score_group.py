"""Without an engine: who can be met at all, by points and by who has met whom."""

from decimal import Decimal

from pairing.position import Position

_SCORES = (Decimal(0), Decimal("0.5"), Decimal(1))


def score_group(position: Position, number: int, within: Decimal = Decimal(0)) -> tuple[int, ...]:
    """Return the players who can have the same points as a player and were not met yet.

    `within` takes those in who are so many points away: whoever floats meets them. Open games can
    end in every way. Absentees are left out where pages show them; a guess can be wrong.
    """
    return tuple(
        other
        for other in position.numbers
        if other != number
        and not (position.absent_shown and other in position.absent)
        and not position.has_met(number, other)
        and _can_be_level(position, number, other, within)
    )


def _can_be_level(position: Position, one: int, other: int, within: Decimal) -> bool:
    return any(
        abs(own - its) <= within
        for own in _possible_points(position, one)
        for its in _possible_points(position, other)
    )


def _possible_points(position: Position, number: int) -> set[Decimal]:
    possible = {position.points(number)}
    for game in position.open:
        if number in (game.white, game.black):
            possible = {points + score for points in possible for score in _SCORES}
    return possible
