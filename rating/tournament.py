"""Every player of an event rated: the facts of the event -> a row a player, and what is assumed.

A row has the sums that `rate_card` finds for the card of that player, without the single games. In
place of games that no page has, the figures of the site's own ranking stand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from rating import fide, ukd
from rating.assumptions import Basis, Note, Settings, opponent_fide, opponent_national, settle
from rating.card import candidates_of, games_of, k_notes, k_of, ukd_notes
from rating.conversion import round_half_away
from rating.event_card import EventCards
from rating.game import Game
from rating.k_factor import KCandidate, KFactor
from rating.listed import Listed, ListedNational
from rating.listed_opponents import listed_opponent
from rating.performance import performance_rating
from scraper.event import EventFacts
from scraper.model import Opponent, PlayerCard, Tournament
from scraper.readings import Entry

EXPECTED = "published_expected"
# Notes that say the same of every player whom they concern.
_OF_EVENT = (
    "time_unknown", "time_from_name", "start_from_update", "start_unknown", "rated_unknown",
    "not_rated_fide", "not_rated_national", "rules_unsure", "long_event", "list_of_other_month",
    "national_list_of_other_month", "no_list_yet", "k_not_of_rules", "national_1000",
    "ukd_estimate",
)  # fmt: skip
# Notes on single players, and the one that says how many they are.
_COUNTED: tuple[tuple[tuple[str, ...], Callable[[int], Note]], ...] = (
    (
        ("own_fide_from_rating", "fide_from_rtg"),
        lambda count: Note("event_fide_from_rtg", {"count": count}),
    ),
    (
        ("own_national_from_rating", "national_from_rtg"),
        lambda count: Note("event_national_from_rtg", {"count": count}),
    ),
    (
        ("fide_own_unrated", "fide_own_missing"),
        lambda count: Note("event_unrated", {"count": count}),
    ),
    (
        ("own_fide_listed",),
        lambda count: Note("event_own_listed", {"count": count}),
    ),
    (
        ("own_fide_differs",),
        lambda count: Note("event_own_differs", {"count": count}),
    ),
    (
        ("own_standard_stands_in",),
        lambda count: Note("event_stands_in", {"count": count}),
    ),
    (
        ("own_national_listed",),
        lambda count: Note("event_national_listed", {"count": count}),
    ),
    (
        ("own_national_by_name",),
        lambda count: Note("event_national_by_name", {"count": count}),
    ),
    (
        ("k_unknown",),
        lambda count: Note("event_k_unknown", {"count": count}),
    ),
    (
        ("below_floor",),
        lambda count: Note("event_below_floor", {"count": count}),
    ),
    (
        ("k_not_used",),
        lambda count: Note("event_k_not_used", {"count": count}),
    ),
)
# What holds for everybody in an event, and is said once or goes without saying.
_UNSAID = frozenset({"national_from_starting_rank", "k_may_be_lowered"})


@dataclass(frozen=True, slots=True)
class EventLists:
    """What imported lists say: FIDE's by FIDE id, the federation's by start number."""

    fide: Mapping[int, Listed] = field(default_factory=dict)
    national: Mapping[int, ListedNational] = field(default_factory=dict)


class PrintedFigure(NamedTuple):
    """A figure of the site's ranking beside ours."""

    kind: str
    ours: Decimal
    site: Decimal

    @property
    def ok(self) -> bool:
        """Whether both agree."""
        return self.ours == self.site


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player's row; `fide`, `k` and `ukd` are None where there is no such rating.

    `row` is the player as the list prints him, `printed` his row of the site's ranking. `checks`
    compares its figures with ours (kinds: published_games, published_score, published_expected,
    published_k, published_total). `notes` are his own.
    """

    number: int
    card: PlayerCard
    basis: Basis
    k: KFactor | None
    fide: fide.FideTotal | None
    ukd: ukd.UkdTotal | None
    performance: int | None
    row: Entry
    printed: Entry | None
    checks: tuple[PrintedFigure, ...]
    notes: tuple[Note, ...]
    k_candidates: tuple[KCandidate, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """All players of an event, in the order of the ranking, else of the start numbers.

    `by_ranking` says that the figures are those of the site's ranking, for want of the games.
    """

    tournament: Tournament
    players: tuple[RatedPlayer, ...]
    notes: tuple[Note, ...]
    by_ranking: bool = False


def rate_event(
    facts: EventFacts,
    today: date,
    settings: Settings | None = None,
    lists: EventLists | None = None,
) -> RatedEvent:
    """Rate every player of an event.

    K is the one that the ranking prints, else that of `settings`, else listed, else derived.
    Nothing is raised: what cannot be rated is None, and a note says why.
    """
    settings, lists = settings or Settings(), lists or EventLists()
    by_ranking = bool(facts.missing) and any(
        row.expected is not None for row in facts.rankings.values()
    )
    rater = _Rater(facts, today, settings, lists, by_ranking)
    players = sorted(map(rater.rated, facts.players), key=_place)
    notes = [*_notes_on_rounds(facts, by_ranking), *_summed(player.notes for player in players)]
    if _confirmed(players):
        notes = [note for note in notes if note.code != "event_fide_from_rtg"]
    if facts.strangers:
        notes.append(Note("event_strangers", {"count": facts.strangers}))
    return RatedEvent(facts.tournament, tuple(players), tuple(notes), by_ranking)


def basis_of(facts: EventFacts, settings: Settings, today: date) -> Basis:
    """Return the class and the first day that all players are rated with."""
    return settle(
        PlayerCard(next(iter(facts.players.values())), ()), facts.tournament, settings, today
    )


class _Rater:
    """Rates the players of one event, one by one."""

    def __init__(
        self,
        facts: EventFacts,
        today: date,
        settings: Settings,
        lists: EventLists,
        by_ranking: bool,
    ) -> None:
        self._facts = facts
        self._today = today
        self._settings = settings
        self._lists = lists
        self._by_ranking = by_ranking
        self._cards = EventCards(
            facts, self._complete(today) if lists.fide or lists.national else None
        )

    def rated(self, number: int) -> RatedPlayer:
        """Rate the player of a start number."""
        facts, settings, lists = self._facts, self._settings, self._lists
        card = self._cards.card(number)
        listed = lists.fide.get(card.player.fide_id or 0)
        national = lists.national.get(number)
        basis = settle(card, facts.tournament, settings, self._today, listed, national)
        printed = facts.rankings.get(number)
        k = k_of(card, basis, settings, listed, national, _printed_k(printed))
        checks: list[PrintedFigure] = []
        if printed is not None and printed.k:
            checks = _check_of_k(printed.k, self._k_by_rules(card, basis, listed, national))
        games: list[Game] = []
        in_fide, in_ukd = None, None
        if self._by_ranking:
            in_fide = _total_of_figures(basis.own_fide, k, printed)
        else:
            _, games = games_of(card.rounds, opponent_fide)
            in_ukd = _ukd_of(card, basis)
            if k is not None and basis.own_fide:
                in_fide = fide.total_of(basis.own_fide, games, k.value, basis.rules)
            checks = [*_checks(printed, self._then(card, basis, in_fide)), *checks]
        return RatedPlayer(
            number=number,
            card=card,
            basis=basis,
            k=k,
            fide=in_fide,
            ukd=in_ukd,
            performance=performance_rating(games) or card.performance or None,
            row=facts.rows[number],
            printed=printed,
            checks=tuple(checks),
            notes=(
                *basis.notes,
                *k_notes(k, in_fide, basis, settings),
                *ukd_notes(card, basis, in_ukd),
            ),
            k_candidates=() if k is None else candidates_of(k, card.rounds, basis),
        )

    def _then(
        self, card: PlayerCard, basis: Basis, now: fide.FideTotal | None
    ) -> fide.FideTotal | None:
        """Return the sums after the round of the ranking, which can lag behind the games."""
        after = self._facts.after_round
        then = [one for one in card.rounds if after is None or one.round <= after]
        if now is None or len(then) == len(card.rounds):
            return now
        _, games = games_of(then, opponent_fide)
        return fide.total_of(now.rating, games, now.k, basis.rules)

    def _k_by_rules(
        self, card: PlayerCard, basis: Basis, listed: Listed | None,
        national: ListedNational | None,
    ) -> KFactor | None:  # fmt: skip
        """Return K as if nothing printed or given settled it.

        A title is left out, since some are given without a rating of 2400.
        """
        untitled = replace(card, player=replace(card.player, title=None))
        if listed is not None:
            listed = listed._replace(title=None)
        return k_of(untitled, basis, Settings(), listed, national, ())

    def _complete(self, today: date) -> partial[Opponent]:
        basis = basis_of(self._facts, self._settings, today)
        by_id = {
            player.fide_id: found
            for number, found in self._lists.national.items()
            if not found.by_name and (player := self._facts.players[number]).fide_id
        }
        return partial(
            listed_opponent,
            fide=self._lists.fide,
            national=by_id,
            time_control=basis.time_control,
            start=basis.start,
        )


def _place(player: RatedPlayer) -> tuple[bool, int, bool, int]:
    """Order by rank, then by start number; whoever has none comes last."""
    rank = player.card.rank
    return rank is None, rank or 0, player.number < 0, abs(player.number)


def _ukd_of(card: PlayerCard, basis: Basis) -> ukd.UkdTotal | None:
    if not basis.own_national:
        return None
    _, games = games_of(card.rounds, opponent_national)
    return ukd.total(basis.own_national, ukd.rate_games(basis.own_national, games))


def _printed_k(printed: Entry | None) -> tuple[int, ...]:
    return (printed.k,) if printed is not None and printed.k else ()


def _total_of_figures(
    own: int | None, k: KFactor | None, printed: Entry | None
) -> fide.FideTotal | None:
    """Return the sums of a row of the ranking; None where it has no expected score."""
    if not own or k is None or printed is None:
        return None
    if printed.expected is None or printed.score is None:
        return None
    change = printed.change
    if change is None:
        change = k.value * (printed.score - printed.expected)
    rounded = round_half_away(change)
    return fide.FideTotal(
        rating=own,
        k=k.value,
        games=printed.games or 0,
        score=printed.score,
        expected=printed.expected,
        change=change,
        rounded=rounded,
        new_rating=own + rounded,
    )


def _checks(printed: Entry | None, total: fide.FideTotal | None) -> list[PrintedFigure]:
    """Compare what the ranking prints with ours.

    Its change is compared with its own K times our difference, as the site does not apply the limit
    of 700.
    """
    found: list[PrintedFigure] = []
    if printed is None or total is None or printed.expected is None:
        return found  # without an expected score n and w count all games, rated or not
    found.append(PrintedFigure(EXPECTED, total.expected, printed.expected))
    if printed.games is not None:
        found.append(PrintedFigure("published_games", Decimal(total.games), Decimal(printed.games)))
    if printed.score is not None:
        found.append(PrintedFigure("published_score", total.score, printed.score))
    if printed.change is not None and printed.k:
        change = printed.k * (total.score - total.expected)
        found.append(PrintedFigure("published_total", change, printed.change))
    return found


def _check_of_k(printed: int, by_rules: KFactor | None) -> list[PrintedFigure]:
    """Compare the printed K with that of the rules; where several are possible, with all."""
    if by_rules is None:
        return []
    possible = by_rules.candidates or (by_rules.value,)
    ours = printed if printed in possible else by_rules.value
    return [PrintedFigure("published_k", Decimal(ours), Decimal(printed))]


def _confirmed(players: Iterable[RatedPlayer]) -> bool:
    """Say whether printed expected scores confirm the ratings that they were worked out from."""
    figures = [one for player in players for one in player.checks if one.kind == EXPECTED]
    return bool(figures) and all(one.ok for one in figures)


def _notes_on_rounds(facts: EventFacts, by_ranking: bool) -> list[Note]:
    """Say which rounds are missing, and what is still to come."""
    rounds = ", ".join(map(str, facts.missing))
    notes = []
    if by_ranking:
        notes.append(Note("event_by_ranking", {"rounds": rounds}))
    elif rounds:
        notes.append(Note("event_rounds_missing", {"rounds": rounds}))
    elif not facts.seats:
        notes.append(Note("event_not_begun"))
    waiting = sum(
        seat.is_open and seat.opponent is not None
        for seats in facts.seats.values()
        for seat in seats.values()
    )
    if waiting and not by_ranking:
        notes.append(Note("month_games_open", {"count": (waiting + 1) // 2}))
    return notes


def _summed(notes_of_players: Iterable[Sequence[Note]]) -> list[Note]:
    """Return the notes of all players, each once, with how many players it concerns."""
    first: dict[str, Note] = {}
    each = []
    for notes in notes_of_players:
        each.append({note.code for note in notes})
        for note in notes:
            first.setdefault(note.code, note)
    found = [first[code] for code in _OF_EVENT if code in first]
    for codes, said in _COUNTED:
        count = sum(not own.isdisjoint(codes) for own in each)
        if count:
            found.append(said(count))
    if lowered := first.get("k_lowered"):
        count = sum("k_lowered" in own for own in each)
        found.append(Note("event_k_lowered", {"count": count, "article": lowered.facts["article"]}))
    if limit := first.get("k_may_be_lowered"):
        found.append(Note("event_k_limit", {"article": limit.facts["article"]}))
    return found


def own_notes(player: RatedPlayer) -> tuple[Note, ...]:
    """Return the notes of a player that are not said of the whole event."""
    return tuple(
        note for note in player.notes if note.code not in _OF_EVENT and note.code not in _UNSAID
    )
