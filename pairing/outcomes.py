"""What is still open -> how all of it can end, and how likely that is, in exact fractions."""

import itertools
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm, prod

from rating.odds import LOSS, WIN, Choices

# What became of each of them, in their order.
Outcome = tuple[Decimal, ...]


def choices_of_absentee(returns: Fraction) -> Choices:
    """Return 1 for being there again and 0 for staying away."""
    return (WIN, returns), (LOSS, 1 - returns)


def all_outcomes(open_things: Sequence[Choices]) -> Iterator[tuple[Outcome, Fraction]]:
    """Give every possible combination with its probability; they add up to 1."""
    for ends in itertools.product(*open_things):
        yield tuple(value for value, _ in ends), prod((one for _, one in ends), start=Fraction(1))


def count_of(open_things: Sequence[Choices]) -> int:
    """Return how many combinations are possible."""
    return prod(map(len, open_things))


def sampled_outcomes(open_things: Sequence[Choices], count: int, seed: int) -> Iterator[Outcome]:
    """Give `count` random combinations; the same seed gives the same ones, on every machine."""
    generator = random.Random(seed)  # noqa: S311 - a simulation, no secret
    scales = [lcm(*(one.denominator for _, one in choices)) for choices in open_things]
    for _ in range(count):
        yield tuple(
            _chosen(choices, Fraction(generator.randrange(scale), scale))
            for choices, scale in zip(open_things, scales, strict=True)
        )


def _chosen(choices: Choices, at: Fraction) -> Decimal:
    for value, probability in choices[:-1]:
        if at < probability:
            return value
        at -= probability
    return choices[-1][0]
