"""The next round before it is paired: its pages, the engine, and how far the simulation is."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from commands.rating_cards import rated_card, rated_facts, settings_of

if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Self

    from pairing.games import PredictedRound
    from pairing.position import Position
    from rating.card import RatedCard
    from report.output import Output
    from report.words import Words
    from scraper.event import EventFacts
    from scraper.gather import Gatherer
    from scraper.model import Opponent
    from scraper.readings import Reading

# What may be asked for a prediction beside the card; the starting rank is mostly there already.
_VIEWS = ("startlist", "crosstable")
_OF_TEAMS = frozenset(
    {"teamlist", "teamranking", "teampairings", "boardpairings", "composition", "playerlist"}
)


@dataclass(frozen=True)
class Asked:
    """What the options of a prediction say."""

    predict: bool
    pages: tuple[str, ...]
    simulations: int | None
    seed: int | None
    draw_rate: "Decimal | None"
    as_trf: bool

    @classmethod
    def taken_from(cls, choices: dict[str, Any]) -> "Self":
        """Take the options out of all that was chosen."""
        return cls(
            predict=choices.pop("predict"),
            pages=choices.pop("page"),
            simulations=choices.pop("simulations"),
            seed=choices.pop("seed"),
            draw_rate=choices.pop("draw_rate"),
            as_trf=choices.pop("pairs") is not None,
        )

    @property
    def wants_prediction(self) -> bool:
        """Whether it is wanted also where a pairing is published."""
        return self.predict or self.as_trf


def rated_for_next(
    source: str,
    asked: Asked,
    gatherer: "Gatherer",
    words: "Words",
    opponent: "Opponent | None",
    choices: dict[str, Any],
) -> "tuple[RatedCard, list[Reading]]":
    """Return the rated card, and the saved pages of the event that were given.

    SOURCE may also be a saved page that shows who met whom: the card is put together from it and
    the other pages.
    """
    from scraper.errors import NotACard, OtherTournament
    from scraper.onepage import read_others, read_source
    from scraper.saved import STANDARD_INPUT

    try:
        rated = rated_card(source, gatherer, words, next_opponent=opponent, **choices)
    except NotACard:
        if source == STANDARD_INPUT:  # which can be read but once
            raise
        first = read_source(gatherer, source).reading
        readings = [first, *read_others(gatherer, first, asked.pages)]
        if not any(_shows_an_event(one, asked.wants_prediction) for one in readings):
            raise
        return _card_in(readings, gatherer, opponent, choices), readings
    pages = [read_source(gatherer, page).reading for page in asked.pages]
    for page in pages:
        numbers = (rated.tournament.id, page.tournament.id)
        if None not in numbers and numbers[0] != numbers[1]:
            raise OtherTournament(asked=numbers[0], found=numbers[1])
    return rated, pages


def _shows_an_event(reading: "Reading", predicts: bool) -> bool:
    """Say whether a page shows who met whom; of teams and round robins where a reason is wanted."""
    from scraper.readings import Composition, Crosstable, Matches, Pairings

    content = reading.content
    if not predicts:
        return isinstance(content, Crosstable) and bool(content.rounds)
    if isinstance(content, Pairings):
        return len(content.rounds) > 1
    return isinstance(content, Composition | Crosstable | Matches)


def _card_in(
    readings: "list[Reading]",
    gatherer: "Gatherer",
    opponent: "Opponent | None",
    choices: dict[str, Any],
) -> "RatedCard":
    """Rate a player of an event by the event's own pages."""
    from commands.listed import Lists
    from rating.event_card import EventCards
    from scraper.errors import PlayerNeeded
    from scraper.event_facts import facts_of
    from scraper.gather import CardFacts
    from scraper.names import find

    by_hand = {
        name: value for name, value in choices.items() if name not in ("player", "start_list")
    }
    _refuse_teams(readings)
    event = facts_of(readings)
    wanted = choices.get("player")
    if wanted is None:
        raise PlayerNeeded
    players = list(event.players.values())
    number = find_number(wanted, event) or find(wanted, players).start_number
    card = EventCards(event).card(number or 0)
    facts = CardFacts(card, event.tournament)
    return rated_facts(facts, gatherer, Lists(), settings_of(**by_hand), opponent)


def _refuse_teams(readings: "list[Reading]") -> None:
    """Refuse the views of team events. Raises TeamsPaired."""
    from scraper.errors import TeamsPaired

    if any(one.view in _OF_TEAMS for one in readings):
        raise TeamsPaired


def find_number(wanted: str, event: "EventFacts") -> int | None:
    """Return a start number that was typed, None where it is none or nobody has it."""
    text = wanted.strip()
    number = int(text) if text.isdecimal() else None
    return number if number in event.players else None


@dataclass(frozen=True)
class Round:
    """The round that is not paired yet, and whose opponent is wanted."""

    asked: Asked
    rated: "RatedCard"
    event: "EventFacts"
    position: "Position"
    number: int

    @classmethod
    def of(
        cls,
        source: str,
        asked: Asked,
        gatherer: "Gatherer",
        rated: "RatedCard",
        readings: "list[Reading]",
    ) -> "Self | None":
        """Gather the event; None where a saved card stands alone and nothing can be predicted.

        Raises AlreadyPaired, CrosstableNeeded, PlayerMissing, and the refusals of positions.
        """
        from pairing.position import next_position
        from scraper.directory import Directory
        from scraper.errors import AlreadyPaired, CrosstableNeeded, PlayerMissing
        from scraper.event_facts import facts_of
        from scraper.gather import link_of

        link = link_of(source)
        if link is not None:
            readings = [*_pages_of(link.id, gatherer), *readings]
        elif not readings and not asked.wants_prediction:
            return None
        if not readings:
            raise CrosstableNeeded
        _refuse_teams(readings)
        event = facts_of(readings)
        player = rated.card.player
        number = Directory(event.players).number_of(
            player.start_number or 0, player.name, player.fide_id
        )
        if number is None:
            raise PlayerMissing(wanted=player.name or "–")
        position = next_position(event, *(one.content for one in readings))
        waiting = position.open_game_of(number)
        if rated.next is None and waiting is not None and not asked.wants_prediction:
            raise AlreadyPaired(round=waiting.round)
        return cls(asked, rated, event, position, number)

    def say_trf(self, out: "Output") -> None:
        """Write the position as TRF; say on standard error what it lacks."""
        from pairing.trf import TrfWriter
        from rating.assumptions import Note

        out.trf(TrfWriter(self.position).text())
        notes = [*self.position.notes]
        if self.position.open:
            notes.append(Note("trf_open", {"count": len(self.position.open)}))
        for note in notes:
            click.echo(out.words.note(note.code, note.facts), err=True)

    def predicted(self, words: "Words") -> "tuple[RatedCard, PredictedRound]":
        """Simulate the round, with a bar on a terminal; the notes are the card's and its own."""
        from dataclasses import replace
        from fractions import Fraction

        from pairing.engine import find_engine
        from pairing.games import predicted_round
        from pairing.predict import SEED, SIMULATIONS, Plan, floats_by_absence, predict
        from report.progress import progress_bar

        asked = self.asked
        plan = Plan(
            simulations=asked.simulations or SIMULATIONS,
            seed=SEED if asked.seed is None else asked.seed,
            draws=None if asked.draw_rate is None else Fraction(asked.draw_rate),
        )
        engine = find_engine(floats_by_absence=floats_by_absence(self.event))
        with progress_bar(words, pairing=True) as tell:
            found = predict(self.position, self.number, engine, plan, tell)
        rated = replace(self.rated, notes=(*found.notes, *self.rated.notes))
        return rated, predicted_round(rated, self.event, found)


def _pages_of(event: int, gatherer: "Gatherer") -> "list[Reading]":
    """Ask for the pages of an event; that of the round to come may name its absentees."""
    from scraper.errors import TnrateError
    from scraper.onepage import read_source

    readings: list[Reading] = []
    for view in _VIEWS:
        readings.append(read_source(gatherer, str(event), view).reading)
        _refuse_teams(readings)
    newest = max((one.rounds_paired or 0 for one in readings), default=0)
    total = next((one.rounds_total for one in readings if one.rounds_total), None)
    if newest and (total is None or newest < total):
        with suppress(TnrateError):  # it is not there yet
            readings.append(read_source(gatherer, str(event), "pairings", newest + 1).reading)
    return readings
