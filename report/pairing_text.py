"""A round that is predicted as text for people: who can be met, and what each game would do."""

from collections.abc import Sequence
from fractions import Fraction

from rich.table import Table
from rich.text import Text

from pairing.games import PossibleGame, PredictedRound
from rating.assumptions import opponent_fide, opponent_national
from rating.card import RatedCard
from rating.game import NotCounted
from rating.whatif import Scenarios
from report.flow import NARROW
from report.tables import (
    NOTHING,
    change_text,
    fide_name,
    left,
    list_name,
    name_column,
    name_of,
    percent_text,
    plain_table,
    right,
    shows_ukd,
)
from report.text import TextReport
from report.words import COLOURS, REASONS, SCENARIOS

# Beyond the first ones, only who is at least so likely is shown; the rest is summed.
_FIRST = 10
_LEAST = Fraction(1, 100)
# Names need so much room, or the table is stacked.
_NAME_WIDTH = 18
# Measured in less room, a table says that it fits.
_UNBOUNDED = 1000


class PairingText(TextReport):
    """Writes a predicted round to a stream, in one language."""

    def predicted_round(self, rated: RatedCard, predicted: PredictedRound) -> None:
        """Write the possible opponents, most likely first, and how they were found."""
        t = self._words
        found = predicted.prediction
        self._head(rated)
        self._print()
        title = t("Round {round} is not paired yet. Who can be met:", round=found.round)
        self._sentence(title, style="bold")
        shown, others = _shown(predicted.games)
        if not predicted.games:
            self._sentence(t("Nobody fits."))
        else:
            self._print(self._possible(rated, shown))
        if others:
            rest = sum((one.chance.probability or Fraction(0) for one in others), Fraction(0))
            self._sentence(
                t(
                    "Others ({count}): {percent} together",
                    count=len(others),
                    percent=percent_text(rest, t),
                ),
                style="dim",
            )
        self._sources(predicted)
        self._notes(rated.notes)

    def _sources(self, predicted: PredictedRound) -> None:
        """Say who paired, how often, and how well the newest round was paired anew."""
        t = self._words
        found = predicted.prediction
        if found.engine is None:
            return
        self._print()
        facts = {"engine": found.engine, "runs": found.simulations, "open": found.open_games}
        if found.exhaustive and found.simulations == 1:
            line = t("{engine}: every result is in, so there is a single pairing.", **facts)
        elif found.exhaustive:
            line = t(
                "{engine}: {runs} pairings, every way in which open games ({open}) can end and doubtful players ({doubtful}) can come.",  # noqa: E501
                doubtful=found.doubtful,
                **facts,
            )
        else:
            line = t(
                "{engine}: {runs} simulations with seed {seed}, open games: {open}; each probability ± {margin} at most (95 %).",  # noqa: E501
                seed=found.seed if found.seed is not None else NOTHING,
                margin=NOTHING if found.margin is None else percent_text(Fraction(found.margin), t),
                **facts,
            )
        self._sentence(line, style="dim")
        replay = found.replay
        if replay is not None:
            self._sentence(
                t(
                    "Paired anew by the engine, round {round} has {same} of {boards} boards as in the event.",  # noqa: E501
                    round=replay.round,
                    same=replay.same,
                    boards=replay.boards,
                ),
                style="dim",
            )

    def _possible(self, rated: RatedCard, games: Sequence[PossibleGame]) -> Table:
        """Return the games as a table, stacked where the screen is too narrow for its columns."""
        table = self._table(rated, games)
        room = self._console.width
        unbounded = self._console.options.update_width(_UNBOUNDED)
        needed = self._console.measure(table, options=unbounded).minimum
        is_wide = room >= NARROW and needed <= room
        return table if is_wide else self._stacked(rated, games)

    def _table(self, rated: RatedCard, games: Sequence[PossibleGame]) -> Table:
        t = self._words
        columns = [right("%"), left(""), name_column(t("Opponent"))]
        columns[-1].min_width = _NAME_WIDTH
        for name in self._systems(rated):
            columns += [right(name), *(right(t(label)) for label in SCENARIOS.values())]
        table = plain_table(*columns)
        for one in games:
            cells = [self._chance(one), Text(self._colour(one)), Text(self._who(one))]
            for rating, scenarios in self._each_system(rated, one):
                cells += [Text(rating), *self._changes(scenarios)]
            table.add_row(*cells)
        return table

    def _stacked(self, rated: RatedCard, games: Sequence[PossibleGame]) -> Table:
        table = plain_table(right("%"), name_column(""), show_header=False, gap=1)
        names = self._systems(rated)
        for one in games:
            lines = [Text("  ".join(filter(None, (self._who(one), self._colour(one)))))]
            for name, (rating, scenarios) in zip(
                names, self._each_system(rated, one), strict=False
            ):
                line = Text(f"{name} {rating}  ")
                lines.append(
                    line.append_text(Text(" / ").join(filter(None, self._changes(scenarios))))
                )
            table.add_row(self._chance(one), Text("\n").join(lines))
        return table

    @staticmethod
    def _systems(rated: RatedCard) -> list[str]:
        names = [fide_name(rated)] if rated.fide is not None else []
        return [*names, list_name(rated)] if shows_ukd(rated) else names

    @staticmethod
    def _each_system(
        rated: RatedCard, one: PossibleGame
    ) -> list[tuple[str, Scenarios | NotCounted | None]]:
        game = one.game
        found: list[tuple[str, Scenarios | NotCounted | None]] = []
        if rated.fide is not None:
            rating = None if game is None else opponent_fide(game.opponent)
            found.append((str(rating or NOTHING), None if game is None else game.fide))
        if shows_ukd(rated):
            rating = None if game is None else opponent_national(game.opponent)
            found.append((str(rating or NOTHING), None if game is None else game.ukd))
        return found

    def _changes(self, scenarios: Scenarios | NotCounted | None) -> list[Text]:
        if scenarios is None:
            return [Text("")] * len(SCENARIOS)
        if isinstance(scenarios, NotCounted):
            reason = Text(self._words(REASONS[scenarios.reason]), style="dim")
            return [reason, *[Text("")] * (len(SCENARIOS) - 1)]
        return [change_text(scenarios[name].game.change, self._words) for name in SCENARIOS]

    def _chance(self, one: PossibleGame) -> Text:
        probability = one.chance.probability
        return Text(
            "" if probability is None else percent_text(probability, self._words), style="bold"
        )

    def _colour(self, one: PossibleGame) -> str:
        return self._words(COLOURS[one.chance.colour]) if one.chance.colour else ""

    def _who(self, one: PossibleGame) -> str:
        if one.game is None:
            return self._words(REASONS["bye"])
        return name_of(one.game.opponent)


def _shown(
    games: Sequence[PossibleGame],
) -> tuple[Sequence[PossibleGame], Sequence[PossibleGame]]:
    """Part the games into those that are shown and the unlikely rest; without an engine, none."""
    shown = [
        one
        for place, one in enumerate(games)
        if one.chance.probability is None
        or one.chance.probability >= _LEAST
        or (place < _FIRST and one.chance.probability)
    ]
    return shown, [one for one in games if one not in shown]
