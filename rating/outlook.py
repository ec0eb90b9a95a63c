"""The rounds still to play: what each score makes of both ratings, and how likely it is.

Every end is rated by the rules themselves: all games of the event, with its K, the limit of 700 and
the cap. What a game changes hangs on the ratings of the others and never on their results, so the
worst and the best way to a score is found game by game.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rating import fide, ukd
from rating.assumptions import Note, opponent_fide, opponent_national
from rating.card import RatedCard, games_of, with_unrated
from rating.conversion import round_half_up
from rating.game import ZERO, Game, GameResult, RatedGame
from rating.odds import DRAW, choices_of_game, draws_note
from rating.whatif import Total
from scraper.model import Kind, Opponent, Round

FIDE = "fide"
# Scores go by half points: lost, drawn, won.
_STEPS = (0, 1, 2)


class OppositionSource(StrEnum):
    """Where the rating of unknown opponents is from: by hand, or a mean, or for want of one."""

    GIVEN = "given"
    OPPONENTS = "opponents"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Opposition:
    """The rating that opponents who are not known yet are taken to have, each of `games`."""

    rating: int
    source: OppositionSource
    games: int


@dataclass(frozen=True, slots=True)
class GameToCome:
    """A round still to play; `opponent` is None where nobody is paired yet."""

    round: int
    opponent: Opponent | None


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a person wants to be assumed; None leaves it to the card.

    `fide` and `ukd` are the ratings of unknown opponents, `draws` the share of draws, `rounds` how
    many rounds the event has.
    """

    fide: int | None = None
    ukd: int | None = None
    draws: Fraction | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A rating at the end: what the rounds to come change, the exact total, the new rating."""

    change: Decimal
    total: Decimal
    new_rating: int


@dataclass(frozen=True, slots=True)
class Ends:
    """How a score can end, by which games its points are from; mostly both are the same."""

    worst: End
    best: End


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to a score: what its games change, and their steps of half a point."""

    change: Decimal = ZERO
    steps: tuple[int, ...] = ()

    def on(self, changes: Sequence[Decimal], step: int) -> "_Way":
        return _Way(self.change + changes[step], (*self.steps, step))


# By half points: the worst and the best way to that score.
_Ways = list[tuple[_Way, _Way]]


@dataclass(frozen=True, slots=True)
class System:
    """One rating of the player: fide, ukd, uhs or uys, what it is, and how it rates his games.

    `so_far` is the exact change of the games in `rounds`; `rating_of` tells an opponent's rating.
    """

    name: str
    rating: int
    so_far: Decimal
    rounds: Sequence[Round]
    rating_of: Callable[[Opponent], int | None]
    rate: Callable[[Sequence[Game]], Sequence[GameResult]]
    total: Callable[[Sequence[Game]], Total]

    @property
    def games(self) -> list[Game]:
        """The games so far."""
        return games_of(self.rounds, self.rating_of)[1]

    @property
    def met(self) -> list[int]:
        """The ratings of those who were met or are paired, without the unrated ones."""
        over_the_board = (
            one.opponent for one in self.rounds if one.kind in (Kind.GAME, Kind.PENDING)
        )
        ratings = (self.rating_of(one) for one in over_the_board if one is not None)
        return [one for one in ratings if one]

    def ends(self, opponents: Sequence[int | None]) -> tuple[Ends, ...]:
        """Return how each score against these opponents (None: unrated) can end, from 0 on."""
        ways: _Ways = [(_Way(), _Way())]
        for found in _ways(self.changes(opponents)[1]):
            ways = found
        return tuple(Ends(self._end(opponents, w), self._end(opponents, b)) for w, b in ways)

    def changes(self, opponents: Sequence[int | None]) -> tuple[Decimal, list[list[Decimal]]]:
        """Return what the games so far change, and each game to come if lost, drawn and won.

        All are rated together, so that K is that of the whole event.
        """
        games = self.games
        rated = [
            [
                one.change if isinstance(one, RatedGame) else ZERO
                for one in self.rate([*games, *_to_come(opponents, [step] * len(opponents))])
            ]
            for step in _STEPS
        ]
        by_game = [list(changes) for changes in zip(*rated, strict=True)]
        return sum(rated[0][: len(games)], ZERO), by_game[len(games) :]

    def _end(self, opponents: Sequence[int | None], way: _Way) -> End:
        total = self.total([*self.games, *_to_come(opponents, way.steps)])
        return End(total.change - self.so_far, total.change, total.new_rating)


@dataclass(frozen=True, slots=True)
class RatingOutlook:
    """How one rating can end.

    `opponents` are the ratings of those to come (None: unrated), where `opposition` stands in for
    those who are not `known` (None: all are). `ends` go from 0 points on, in steps of a half.
    """

    system: System
    opponents: tuple[int | None, ...]
    known: tuple[bool, ...]
    opposition: Opposition | None
    ends: tuple[Ends, ...]

    @property
    def break_even(self) -> Decimal | None:
        """The fewest points that keep the rating, whichever games they are from; None: no score."""
        return self.fewest(lambda end: end.total >= 0)

    def fewest(self, is_enough: Callable[[End], bool]) -> Decimal | None:
        """Return the fewest points that are enough, whichever games they are from."""
        return fewest(self.ends, is_enough)

    def against(self, rating: int | None) -> tuple[Ends, ...]:
        """Return the ends where the unknown opponents have that rating; None: the assumed one."""
        if rating is None:
            return self.ends
        opponents = (
            one if known else rating for one, known in zip(self.opponents, self.known, strict=True)
        )
        return self.system.ends(tuple(opponents))

    def after_each(self) -> Iterator[list[Decimal]]:
        """Give the lowest exact total of each score after each game to come, in their order."""
        before, changes = self.system.changes(self.opponents)
        for ways in _ways(changes):
            yield [before + worst.change for worst, _ in ways]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A score in the rounds to come, its probability, and the ratings that it ends with."""

    score: Decimal
    probability: Fraction
    fide: Ends | None
    ukd: Ends | None


@dataclass(frozen=True, slots=True)
class CardOutlook:
    """The rounds still to play; `fide` and `ukd` are None where the player has no such rating.

    `rounds` are all of the event, None where they are not known. `leaves` are the scores, from 0
    on; `draws` is the share of draws that was given by hand.
    """

    rated: RatedCard
    rounds: int | None
    to_come: tuple[GameToCome, ...]
    fide: RatingOutlook | None
    ukd: RatingOutlook | None
    leaves: tuple[Leaf, ...]
    draws: Fraction | None
    notes: tuple[Note, ...]

    @property
    def most_likely(self) -> Leaf:
        """The score with the highest probability, of equal ones the lower."""
        return max(self.leaves, key=lambda leaf: (leaf.probability, -leaf.score))

    @property
    def ratings(self) -> tuple[RatingOutlook, ...]:
        """The ratings that there are."""
        return tuple(one for one in (self.fide, self.ukd) if one is not None)


def games_to_come(rated: RatedCard, rounds: int | None = None) -> tuple[GameToCome, ...]:
    """Return the rounds still to play: paired ones without a result, and those not paired yet.

    A round for which the card shows a bye or an absence is none. `rounds` is how many the event
    has, where the card's own number is not to be used; where neither is known, only what is paired
    counts. An opponent given by hand sits in the first round without one, else in the last.
    """
    shown = rated.card.rounds
    found = [GameToCome(one.round, one.opponent) for one in shown if one.kind is Kind.PENDING]
    newest = max((one.round for one in shown if _has_game(one)), default=0)
    taken = {one.round for one in shown}
    last = rounds or rated.tournament.rounds or 0
    found += [GameToCome(one, None) for one in range(newest + 1, last + 1) if one not in taken]
    by_hand = rated.next is not None and rated.next.round is None
    if by_hand and rated.next is not None and found:
        places = [place for place, one in enumerate(found) if one.opponent is None]
        place = places[0] if places else len(found) - 1
        found[place] = replace(found[place], opponent=rated.next.opponent)
    return tuple(found)


def outlook_of(rated: RatedCard, assumed: Assumed | None = None) -> CardOutlook:
    """Look ahead: what each score in the rounds still to play makes of the ratings.

    Without a round to come there is one leaf, the present state. Nothing is raised.
    """
    assumed = assumed or Assumed()
    to_come = games_to_come(rated, assumed.rounds)
    by_fide = _outlook(_fide_system(rated), to_come, assumed.fide)
    by_ukd = _outlook(_ukd_system(rated), to_come, assumed.ukd)
    rounds = assumed.rounds or rated.tournament.rounds
    notes: list[Note] = []
    if rounds is None:
        notes.append(Note("outlook_rounds_unknown"))
    notes += [note for one in (by_fide, by_ukd) if one is not None for note in _notes(one)]
    odds: list[Fraction] = [Fraction(1)]
    if to_come and (measure := by_fide or by_ukd) is not None:
        odds = _odds(measure.system.rating, measure.opponents, assumed.draws)
        notes.append(draws_note(assumed.draws))
    return CardOutlook(
        rated=rated,
        rounds=rounds,
        to_come=to_come,
        fide=by_fide,
        ukd=by_ukd,
        leaves=tuple(
            Leaf(
                halves * DRAW,
                probability,
                None if by_fide is None else by_fide.ends[halves],
                None if by_ukd is None else by_ukd.ends[halves],
            )
            for halves, probability in enumerate(odds)
        ),
        draws=assumed.draws,
        notes=tuple(notes),
    )


def fewest(ends: Sequence[Ends], is_enough: Callable[[End], bool]) -> Decimal | None:
    """Return the fewest points whose worst end is enough; None where no score's is.

    More points never end lower.
    """
    found = (halves for halves, one in enumerate(ends) if is_enough(one.worst))
    return next((halves * DRAW for halves in found), None)


def _has_game(played: Round) -> bool:
    """Say whether a round shows how far the event has come: it was paired with somebody."""
    return played.opponent is not None or played.kind in (Kind.GAME, Kind.PENDING)


def _to_come(opponents: Sequence[int | None], steps: Sequence[int]) -> list[Game]:
    return [Game(one, step * DRAW) for one, step in zip(opponents, steps, strict=True)]


def _ways(changes: Sequence[Sequence[Decimal]]) -> Iterator[_Ways]:
    """Give the worst and the best way to each score after each game."""
    ways: _Ways = [(_Way(), _Way())]
    for of_game in changes:
        found: _Ways = []
        for halves in range(len(ways) + 2):
            steps = [step for step in _STEPS if 0 <= halves - step < len(ways)]
            worst = (ways[halves - step][0].on(of_game, step) for step in steps)
            best = (ways[halves - step][1].on(of_game, step) for step in steps)
            found.append((min(worst, key=_change), max(best, key=_change)))
        ways = found
        yield ways


def _change(way: _Way) -> Decimal:
    return way.change


def _fide_system(rated: RatedCard) -> System | None:
    own, k, total, rules = rated.basis.own_fide, rated.k, rated.fide, rated.basis.rules
    if not own or k is None or total is None:
        return None
    return System(
        FIDE,
        own,
        total.change,
        with_unrated(rated.card.rounds),
        opponent_fide,
        rate=lambda games: fide.rate_games(own, games, k.value, rules),
        total=lambda games: fide.total_of(own, games, k.value, rules),
    )


def _ukd_system(rated: RatedCard) -> System | None:
    own, total = rated.basis.own_national, rated.ukd
    if not own or total is None or not rated.basis.is_turkish:
        return None
    return System(
        ukd.LISTS[rated.basis.time_control],
        own,
        total.change,
        rated.card.rounds,
        opponent_national,
        rate=lambda games: ukd.rate_games(own, games),
        total=lambda games: ukd.total(own, ukd.rate_games(own, games)),
    )


def _outlook(
    system: System | None, to_come: Sequence[GameToCome], given: int | None
) -> RatingOutlook | None:
    if system is None:
        return None
    ratings = [None if one.opponent is None else system.rating_of(one.opponent) for one in to_come]
    known = tuple(one is not None for one in ratings)
    opposition = _opposition(system, given, known.count(False))
    assumed = None if opposition is None else opposition.rating
    opponents = tuple((assumed if one is None else one) or None for one in ratings)
    return RatingOutlook(system, opponents, known, opposition, system.ends(opponents))


def _opposition(system: System, given: int | None, unknown: int) -> Opposition | None:
    """Return the rating for unknown opponents: by hand, else the mean so far, else the own."""
    if not unknown:
        return None
    if given is not None:
        return Opposition(given, OppositionSource.GIVEN, unknown)
    met = system.met
    if met:
        mean = round_half_up(sum(met), len(met))
        return Opposition(mean, OppositionSource.OPPONENTS, unknown)
    return Opposition(system.rating, OppositionSource.OWN, unknown)


def _notes(found: RatingOutlook) -> Iterator[Note]:
    """Say what is assumed of the opponents who are not known."""
    opposition = found.opposition
    if opposition is None:
        return
    rating, count = opposition.rating, opposition.games
    system = found.system.name.upper()
    if opposition.source is OppositionSource.OPPONENTS:
        yield Note("opposition_mean", {"count": count, "system": system, "rating": rating})
    elif opposition.source is OppositionSource.OWN:
        yield Note("opposition_own", {"count": count, "system": system, "rating": rating})


def _odds(own: int, opponents: Sequence[int | None], draws: Fraction | None) -> list[Fraction]:
    """Return the probability of each score, in steps of half a point."""
    odds = [Fraction(1)]
    for opponent in opponents:
        found = [Fraction(0)] * (len(odds) + 2)
        for score, probability in choices_of_game(own, opponent, draws):
            for halves, before in enumerate(odds):
                found[halves + int(2 * score)] += before * probability
        odds = found
    return odds
