"""What norms are made of, and what is found: games, the event, conditions, figures, the norm."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rating.norm_rules import NormLimits, NormRules, NormTitle
from scraper.time_control import TimeControl

# Without these nothing else matters.
GROUNDS = ("standard", "rated")


class State(StrEnum):
    """How a condition stands; UNKNOWN where the facts at hand do not tell."""

    MET = "met"
    POSSIBLE = "possible"
    UNKNOWN = "unknown"
    NOT_MET = "not_met"


class Form(StrEnum):
    """Forms of an event that the rules know; a Swiss needs no mention."""

    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    WORLD_TEAM = "world_team"
    WORLD_CUP = "world_cup"


class Omitted(StrEnum):
    """Why a game may be left out: it was won (1.4.1f), or came after the result (1.4.1e).

    IF_WON is one that is still to be played, and may be left out once it is won.
    """

    WON = "won"
    IF_WON = "if_won"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game over the board, or with `score` None one that is paired and to be played.

    `rating` is 0 for an unrated opponent and None where it is not known; `title` is None without
    one, `federation` where it is not known. `from_rtg` says that the rating stands in the column
    Rtg, which need not be FIDE's.
    """

    rating: int | None
    title: str | None
    federation: str | None
    score: Decimal | None
    round: int | None = None
    name: str | None = None
    from_rtg: bool = False

    @property
    def opponent(self) -> tuple[str | None, int | None, str | None, str | None]:
        """Who it was, as far as one can tell."""
        return self.name, self.rating, self.title, self.federation


@dataclass(frozen=True, slots=True)
class NormEvent:
    """What of the event matters.

    `unpaired` rounds are to come and have no known opponent; `granted` are forfeit wins and
    pairing byes. `assumed` says that no page tells the class, `exempt` whether the event is exempt
    from the federations (1.4.3 a-d), None where that is not known.
    """

    start: date
    rounds: int | None = None
    unpaired: int = 0
    granted: int = 0
    form: Form | None = None
    time_control: TimeControl = TimeControl.STANDARD
    assumed: bool = False
    rated: bool | None = None
    exempt: bool | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: at least, or with `at_most` at most, `needed`, and what is there (`found`).

    `needed` and `found` are None where there is nothing to count; `missing` is what lacks, or is
    too much, so far.
    """

    code: str
    article: str
    state: State
    needed: Decimal | int | None = None
    found: Decimal | int | None = None
    at_most: bool = False

    @property
    def missing(self) -> Decimal | int | None:
        """What lacks, or with `at_most` is too much; 0 where it is enough."""
        if self.needed is None or self.found is None:
            return None
        lacking = self.found - self.needed if self.at_most else self.needed - self.found
        return lacking if lacking > 0 else type(lacking)(0)


@dataclass(frozen=True, slots=True)
class Raised:
    """The one opponent whose rating is raised to the floor (1.4.6 b, c)."""

    game: NormGame
    counted: int
    floor: int


@dataclass(frozen=True, slots=True)
class Opposition:
    """The opponents of games that are played or paired: their ratings as they count, and Ra."""

    games: int
    total: int
    raised: Raised | None
    average: int

    @property
    def average_exact(self) -> Fraction:
        """Ra before it is rounded."""
        return Fraction(self.total, self.games)


@dataclass(frozen=True, slots=True)
class NormFigures:
    """Rp of the games that are played and count, with its steps (1.4.6 to 1.4.9)."""

    games: int
    total: int
    raised: Raised | None
    average: int
    score: Decimal
    percent: int
    difference: int
    performance: int

    @property
    def average_exact(self) -> Fraction:
        """Ra before it is rounded."""
        return Fraction(self.total, self.games)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What so many more `points`, `score` in all, ask of the opponents who are not known yet.

    `average_needed` is the average that they need, at least 0; None where all of them are known.
    """

    points: Decimal
    score: Decimal
    average_needed: int | None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that does not count, and why it need not."""

    game: NormGame
    reason: Omitted


@dataclass(frozen=True, slots=True)
class Norm:
    """How one norm stands, by the best choice of games.

    `counted` are the games that are played and count, `to_come` the rounds that count besides.
    `figures` is None without a game or with a rating that is not known. `score_needed` are the
    fewest points for the norm against these opponents; None where no score is enough, and while
    rounds are to come: then `outlook` says what is enough. `games_credited` are those of the 27,
    `extra` of them for points above the need (1.4.1d); None without the norm. `all_tried` is False
    where there are more choices than were compared. `with_coming` has the known opponents to come
    as well; None where there are none, or with a rating that is not known.
    """

    title: NormTitle
    rules: NormRules
    limits: NormLimits
    state: State
    conditions: tuple[Condition, ...]
    counted: tuple[NormGame, ...]
    to_come: int
    left_out: tuple[LeftOut, ...]
    figures: NormFigures | None
    score_needed: Decimal | None
    outlook: tuple[Outlook, ...]
    games_credited: int | None
    extra: int
    all_tried: bool = True
    with_coming: Opposition | None = None

    @property
    def ground(self) -> Condition | None:
        """What shuts every norm out, so that nothing else is worth telling: 0.5 or 1.4."""
        lacking = (self.condition(code) for code in GROUNDS)
        return next((one for one in lacking if one.state is State.NOT_MET), None)

    def condition(self, code: str) -> Condition:
        """Return the condition of that code; there must be one."""
        return next(one for one in self.conditions if one.code == code)
