"""Glicko-1, Glicko-2, and Glicko-2 as lichess uses it.

Both systems follow one calculation: Glicko-1 is Glicko-2 without the volatility, on a scale of its
own. Arithmetic is decimal, to 28 digits; results are rounded when they are shown. Reference:
section 11 of the rules page, and Glickman's papers, whose examples are the tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from enum import StrEnum
from typing import NamedTuple

from rating.assumptions import Note
from rating.game import ZERO
from rating.precision import PRECISE, logistic

RATING_STEP = Decimal("0.01")
VOLATILITY_STEP = Decimal("0.000001")
# g, expected scores, and the intermediate values of the papers.
DETAIL_STEP = Decimal("0.000001")

# Glicko-1: the RD of a new player, and the most that a pause lets it grow to.
NEW_RD = Decimal(350)
# The papers' example of a volatility and of tau, which limits how fast it changes.
VOLATILITY = Decimal("0.06")
TAU = Decimal("0.5")
CENTRE = 1500
# Points of rating that are one on the scale of the calculation; the paper of Glicko-2 rounds it.
SCALE_1 = PRECISE.divide(Decimal(400), Decimal(10).ln(PRECISE))
SCALE_2 = Decimal("173.7178")
# How near the two ends must be when the volatility is looked for (step 5 of the paper).
_CONVERGENCE = Decimal("0.000001")
_PI = Decimal("3.141592653589793238462643383280")


class System(StrEnum):
    """A way to rate."""

    GLICKO_1 = "glicko1"
    GLICKO_2 = "glicko2"
    LICHESS = "lichess"


SOURCES = {
    System.GLICKO_1: "Mark E. Glickman, The Glicko system, glicko.net/glicko/glicko.pdf",
    System.GLICKO_2: "Mark E. Glickman, Example of the Glicko-2 system, glicko.net/glicko/glicko2.pdf",  # noqa: E501
    System.LICHESS: "github.com/lichess-org: lila, modules/rating/src/main/Glicko.scala; scalachess, rating/src/main/scala/glicko",  # noqa: E501
}


@dataclass(frozen=True, slots=True)
class Lichess:
    """The constants of lichess; where they are published says `SOURCES`, and they can change.

    A game is a rating period of its own, in which RD does not grow; it grows by the days between.
    Shown is the rating cut off to whole points, with a question mark from `provisional_rd` on.
    """

    start_rating: Decimal = Decimal(1500)
    start_rd: Decimal = Decimal(500)
    start_volatility: Decimal = Decimal("0.09")
    tau: Decimal = Decimal("0.75")
    periods_per_day: Decimal = Decimal("0.21436")
    least_rating: Decimal = Decimal(400)
    least_rd: Decimal = Decimal(45)
    greatest_rd: Decimal = Decimal(500)
    greatest_volatility: Decimal = Decimal("0.1")
    greatest_change: Decimal = Decimal(700)
    provisional_rd: Decimal = Decimal(110)
    ranked_rd: Decimal = Decimal(75)
    ranked_rd_variants: Decimal = Decimal(65)


LICHESS = Lichess()


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, how uncertain it is (RD), and how erratic (volatility; None in Glicko-1)."""

    rating: Decimal
    rd: Decimal
    volatility: Decimal | None = None


class GlickoGame(NamedTuple):
    """A game: the opponent's rating and RD before it, and the own score 1, 0.5 or 0."""

    opponent: Decimal
    rd: Decimal
    score: Decimal


class GlickoResult(NamedTuple):
    """What a game does: change = weight x (score - expected).

    `difference` is own minus opponent; g, at most 1, is how much the opponent's RD leaves of it.
    `after` is None where all games are rated at once; `limited` says that a limit of the pool
    changed what came out.
    """

    difference: Decimal
    g: Decimal
    expected: Decimal
    weight: Decimal
    change: Decimal
    after: Strength | None = None
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Steps:
    """The papers' intermediate values of one rating period, on the scale of Glicko-2.

    `v` is the variance of the rating by the games alone, `delta` the improvement that they speak
    for, `phi_before` RD before the games are counted, `phi` and `mu` what comes out. In points of
    Glicko-1, `d` is the square root of `v`.
    """

    v: Decimal
    delta: Decimal
    phi_before: Decimal
    phi: Decimal
    mu: Decimal
    d: Decimal


@dataclass(frozen=True, slots=True)
class Period:
    """Games rated at once; there are no steps without a game."""

    results: Sequence[GlickoResult]
    after: Strength
    steps: Steps | None = None


@dataclass(frozen=True, slots=True)
class GlickoCalculation:
    """Games worked out by hand.

    `before` is as it was given; `idle` rating periods passed before the games, after which RD is
    that of `start`. `tau` is None in Glicko-1.
    """

    system: System
    before: Strength
    idle: Decimal
    start: Strength
    tau: Decimal | None
    games: Sequence[GlickoGame]
    period: Period

    @property
    def after(self) -> Strength:
        """What comes out."""
        return self.period.after

    @property
    def change(self) -> Decimal:
        """How far the rating moved."""
        return self.after.rating - self.before.rating

    @property
    def score(self) -> Decimal:
        """The points made."""
        return sum((game.score for game in self.games), ZERO)

    @property
    def expected(self) -> Decimal:
        """The points expected."""
        return sum((result.expected for result in self.period.results), ZERO)

    @property
    def limited(self) -> bool:
        """Whether a limit of the pool changed a game."""
        return any(result.limited for result in self.period.results)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the reader must know."""
        notes = [Note("pools_differ")]
        if not self.games:
            notes.append(Note("no_games"))
        if self.system == System.LICHESS:
            notes.append(Note("lichess_constants", {"source": SOURCES[self.system]}))
        return tuple(notes)

    @property
    def shown(self) -> str | None:
        """The rating as lichess shows it; None elsewhere."""
        return displayed(self.after) if self.system == System.LICHESS else None


def calculate_glicko_1(
    before: Strength,
    games: Sequence[GlickoGame],
    idle: Decimal | None = None,
    growth: Decimal = ZERO,
) -> GlickoCalculation:
    """Rate the games of one period by Glicko-1.

    `growth` is the paper's c, by which RD grows in a period without games. `idle` such periods
    passed; None is one where there are no games, and none where there are.
    """
    passed = _passed(games, idle)
    with localcontext(PRECISE):
        start = replace(before, volatility=None)
        if passed:
            rd = (before.rd**2 + growth**2 * passed).sqrt()
            start = replace(start, rd=min(rd, max(NEW_RD, before.rd)))  # a pause never lowers it
        period = Period((), start)
        if games:
            evidence = _evidence(start.rating, games, SCALE_1)
            period = _rate(start, games, evidence, SCALE_1, start.rd / SCALE_1)
    return GlickoCalculation(System.GLICKO_1, before, passed, start, None, games, period)


def calculate_glicko_2(
    before: Strength,
    games: Sequence[GlickoGame],
    tau: Decimal = TAU,
    idle: Decimal | None = None,
) -> GlickoCalculation:
    """Rate the games of one period by Glicko-2; `idle` as in Glicko-1, and RD grows by itself."""
    passed = _passed(games, idle)
    with localcontext(PRECISE):
        start = _after_pause(before, passed)
        period = _rate_2(start, games, tau, grows=True) if games else Period((), start)
    return GlickoCalculation(System.GLICKO_2, before, passed, start, tau, games, period)


def calculate_lichess(
    before: Strength, games: Sequence[GlickoGame], days: Decimal = ZERO
) -> GlickoCalculation:
    """Rate games one after the other as lichess does; `days` passed since the game before them."""
    passed = days * LICHESS.periods_per_day
    with localcontext(PRECISE):
        start = _within_limits(_after_pause(before, passed), before.rating)
        results = []
        now = start
        for game in games:
            period = _rate_2(now, [game], LICHESS.tau, grows=False)
            after = _within_limits(period.after, now.rating)
            result = period.results[0]
            results.append(
                result._replace(
                    change=after.rating - now.rating, after=after, limited=after != period.after
                )
            )
            now = after
    period = Period(tuple(results), now)
    return GlickoCalculation(System.LICHESS, before, passed, start, LICHESS.tau, games, period)


def displayed(strength: Strength) -> str:
    """Write a rating as lichess shows it: cut off, with a question mark while it is uncertain."""
    return f"{int(strength.rating)}{'?' if strength.rd >= LICHESS.provisional_rd else ''}"


def _passed(games: Sequence[GlickoGame], idle: Decimal | None) -> Decimal:
    if idle is None:
        return ZERO if games else Decimal(1)
    return idle


def _after_pause(before: Strength, periods: Decimal) -> Strength:
    """Let RD grow by the volatility (step 6 of the paper), once for each period."""
    if not periods:
        return before
    phi, volatility = before.rd / SCALE_2, _volatility_of(before)
    return replace(before, rd=SCALE_2 * (phi**2 + periods * volatility**2).sqrt())


def _volatility_of(strength: Strength) -> Decimal:
    if strength.volatility is None:
        raise ValueError("Glicko-2 needs a volatility")
    return strength.volatility


def _within_limits(strength: Strength, earlier: Decimal) -> Strength:
    """Bring a strength within the limits of lichess; `earlier` is the rating before the game."""
    least, most = earlier - LICHESS.greatest_change, earlier + LICHESS.greatest_change
    return Strength(
        rating=max(min(max(strength.rating, least), most), LICHESS.least_rating),
        rd=min(max(strength.rd, LICHESS.least_rd), LICHESS.greatest_rd),
        volatility=min(_volatility_of(strength), LICHESS.greatest_volatility),
    )


class _Evidence(NamedTuple):
    """What games say of a rating: difference, g and expected score of each, v and the sum."""

    terms: Sequence[tuple[Decimal, Decimal, Decimal]]
    v: Decimal
    surprise: Decimal


def _evidence(rating: Decimal, games: Sequence[GlickoGame], scale: Decimal) -> _Evidence:
    """Weigh the games: 1/v = sum of g² E (1 - E), surprise = sum of g (score - E)."""
    terms = []
    information = surprise = ZERO
    for game in games:
        difference = rating - game.opponent
        g = 1 / (1 + 3 * (game.rd / scale / _PI) ** 2).sqrt()
        expected = logistic(g * difference / scale)
        terms.append((difference, g, expected))
        information += g * g * expected * (1 - expected)
        surprise += g * (game.score - expected)
    return _Evidence(terms, 1 / information, surprise)


def _rate_2(start: Strength, games: Sequence[GlickoGame], tau: Decimal, grows: bool) -> Period:
    """Rate a period by Glicko-2; `grows` says whether RD grows by the volatility in it."""
    phi = start.rd / SCALE_2
    evidence = _evidence(start.rating, games, SCALE_2)
    volatility = _new_volatility(_volatility_of(start), phi, evidence, tau)
    widened = (phi**2 + volatility**2).sqrt() if grows else phi
    return _rate(replace(start, volatility=volatility), games, evidence, SCALE_2, widened)


def _rate(
    start: Strength,
    games: Sequence[GlickoGame],
    evidence: _Evidence,
    scale: Decimal,
    phi_before: Decimal,
) -> Period:
    """Rate a period with a known volatility; `phi_before` is RD on the scale before the games."""
    terms, v, surprise = evidence
    variance = 1 / (1 / phi_before**2 + 1 / v)
    results = tuple(
        GlickoResult(
            difference,
            g,
            expected,
            weight=scale * variance * g,
            change=scale * variance * g * (game.score - expected),
        )
        for game, (difference, g, expected) in zip(games, terms, strict=True)
    )
    phi = variance.sqrt()
    rating = start.rating + scale * variance * surprise
    steps = Steps(
        v=v,
        delta=v * surprise,
        phi_before=phi_before,
        phi=phi,
        mu=(rating - CENTRE) / scale,
        d=scale * v.sqrt(),
    )
    return Period(results, Strength(rating, scale * phi, start.volatility), steps)


def _new_volatility(
    volatility: Decimal, phi: Decimal, evidence: _Evidence, tau: Decimal
) -> Decimal:
    """Find the new volatility by the Illinois method (step 5 of the paper)."""
    a = (volatility**2).ln()
    spread = phi**2 + evidence.v
    improvement = (evidence.v * evidence.surprise) ** 2

    def f(x: Decimal) -> Decimal:
        e = x.exp()
        return e * (improvement - spread - e) / (2 * (spread + e) ** 2) - (x - a) / tau**2

    left, right = a, a
    if improvement > spread:
        right = (improvement - spread).ln()
    else:
        right = a - tau
        while f(right) < 0:
            right -= tau
    f_left, f_right = f(left), f(right)
    while abs(right - left) > _CONVERGENCE:
        between = left + (left - right) * f_left / (f_right - f_left)
        f_between = f(between)
        if f_between * f_right <= 0:
            left, f_left = right, f_right
        else:
            f_left /= 2
        right, f_right = between, f_between
    return (left / 2).exp()
