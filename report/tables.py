"""The tables of the text: rounds, scenarios, players, steps; stacked where a screen is narrow."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rich.table import Column, Table
from rich.text import Text

from rating import ukd
from rating.assumptions import opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard, RatedRound
from rating.game import Game, GameResult, NotCounted, RatedGame
from rating.whatif import Scenarios
from report.words import COLOURS, REASONS, SCENARIOS, Words
from scraper.model import Kind, Opponent, Player

NOTHING = "–"
_LIST_NAMES = {"ukd": "UKD", "uhs": "UHS", "uys": "UYS"}
_FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "−", Kind.DOUBLE_FORFEIT: "−"}
_BY_NAME = {Kind.BYE: "bye", Kind.HALF_BYE: "bye", Kind.NOT_PAIRED: "not_paired"}


@dataclass(frozen=True, slots=True)
class _System:
    """A rating system as the table of rounds shows it."""

    name: str
    opponent: Callable[[Opponent], int | None]
    result: Callable[[RatedRound], GameResult]


class Tables:
    """Builds tables in one language, wide or stacked."""

    def __init__(self, words: Words, narrow: bool) -> None:
        self._words = words
        self._narrow = narrow

    def has_caps(self, results: Iterable[object]) -> bool:
        """Say whether a table of these results shows a capped gap, with its star."""
        return any(isinstance(result, RatedGame) and result.capped for result in results)

    def rounds(self, rated: RatedCard) -> Table:
        """Return the rounds with the rating, expected score and change of each system."""
        systems = _systems(rated)
        if self._narrow:
            return self._stacked_rounds(rated, systems)
        t = self._words
        columns = [_right(t("Rd")), _left(""), _left(t("Res")), _name(t("Opponent"))]
        for system in systems:
            columns += [_right(system.name), _right(t("Exp.")), _right("±")]
        table = _table(*columns)
        for row in rated.rounds:
            cells = [*self._played(row), _text(self._opponent_of(row))]
            for system in systems:
                result = system.result(row)
                cells += [
                    _text(self._rating(row, system)),
                    _text(self._expected(result)),
                    self._outcome(result),
                ]
            table.add_row(*cells)
        return table

    def scenarios(self, systems: Sequence[tuple[str, Scenarios]]) -> Table:
        """Return win, draw and loss: the change, the total with it, the new rating."""
        t = self._words
        if self._narrow:
            return self._stacked_scenarios(systems)
        columns = [_left("")]
        for name, _ in systems:
            columns += [_right(f"{name} ±"), _right(t("Total")), _right(t("New"))]
        table = _table(*columns)
        for result, label in SCENARIOS.items():
            cells = [_text(t(label))]
            for _, scenarios in systems:
                scenario = scenarios[result]
                cells += [
                    self.change(scenario.game.change),
                    self.change(scenario.total),
                    Text(str(scenario.new_rating), style="bold"),
                ]
            table.add_row(*cells)
        return table

    def players(self, players: Iterable[Player]) -> Table:
        """Return a list of players, without the columns that nobody fills."""
        t = self._words
        columns: list[tuple[Column, Callable[[Player], object]]] = [
            (_right(t("No.")), lambda p: p.start_number),
            (_name(t("Name")), lambda p: " ".join(filter(None, (p.title, p.name)))),
            (_left(t("FED")), lambda p: p.federation),
            (_right("FIDE-ID"), lambda p: p.fide_id),
            (_right("Rtg"), lambda p: p.rating),
            (_right("FIDE"), lambda p: p.fide),
            (_right(t("National")), lambda p: p.national),
            (_name(t("Club/City")), lambda p: p.club),
        ]
        if self._narrow:
            columns = [columns[0], columns[1], *columns[4:7]]
        everybody = list(players)
        filled = [
            (column, [value(player) for player in everybody])
            for column, value in columns
            if any(value(player) is not None for player in everybody)
        ]
        table = _table(*(column for column, _ in filled))
        for row in zip(*(values for _, values in filled), strict=True):
            table.add_row(*map(_text, row))
        return table

    def steps(self, calculation: Calculation) -> Table:
        """Return games by hand with each step: difference, cap, expected score, K, product."""
        t = self._words
        pairs = zip(calculation.games, calculation.results, strict=True)
        if self._narrow:
            table = _table(_right(""), _name(""), show_header=False)
            for game, result in pairs:
                table.add_row(self._game(game), self._one_line(result))
            return table
        table = _table(
            *map(
                _right,
                (t("Opponent"), t("Score"), t("Difference"), t("Counted"), t("Expected"), "K",
                 t("Change")),
            )
        )  # fmt: skip
        for game, result in pairs:
            cells = [_text(game.opponent or NOTHING), _text(t.points(game.score))]
            if isinstance(result, NotCounted):
                cells += [*[Text(NOTHING)] * 4, self._outcome(result)]
            else:
                cells += [
                    _text(_whole(t, result.difference)),
                    _text(self._used(result)),
                    _text(NOTHING if result.expected is None else t.decimal(result.expected)),
                    _text(result.k),
                    self.change(result.change),
                ]
            table.add_row(*cells)
        return table

    def change(self, change: Decimal) -> Text:
        """Return a change with its sign and colour."""
        style = "green" if change > 0 else "red" if change < 0 else ""
        return Text(self._words.signed(change), style=style)

    def _stacked_scenarios(self, systems: Sequence[tuple[str, Scenarios]]) -> Table:
        t = self._words
        table = _table(_name(""), show_header=False)
        for result, label in SCENARIOS.items():
            table.add_row(Text(t(label), style="bold"))
            for name, scenarios in systems:
                scenario = scenarios[result]
                total = t("(total {total})", total=t.signed(scenario.total))
                line = Text(f"  {name} ").append_text(self.change(scenario.game.change))
                table.add_row(line.append(f" {total} → {scenario.new_rating}"))
        return table

    def _stacked_rounds(self, rated: RatedCard, systems: Sequence[_System]) -> Table:
        t = self._words
        columns = [_right(t("Rd")), _left(""), _left(t("Res")), _name(t("Opponent"))]
        table = _table(*columns, gap=1)
        for row in rated.rounds:
            lines = [_text(self._opponent_of(row))]
            outcomes = {system.name: self._outcome(system.result(row)) for system in systems}
            if row.played.kind in _FORFEITS:
                lines.append(outcomes[systems[0].name])
            elif row.played.opponent is not None:
                lines += [
                    Text(
                        f"{system.name} {self._rating(row, system)}{_star(system.result(row))}  "
                    ).append_text(outcomes[system.name])
                    for system in systems
                ]
            table.add_row(*self._played(row), Text("\n").join(lines))
        return table

    def _played(self, row: RatedRound) -> list[Text]:
        played = row.played
        score = _FORFEITS.get(played.kind)
        if score is None:
            score = "" if played.score is None else self._words.points(played.score)
        colour = "" if played.colour is None else self._words(COLOURS[played.colour])[:1]
        return [_text(played.round), Text(colour), Text(score, style="bold")]

    def _opponent_of(self, row: RatedRound) -> str:
        opponent = row.played.opponent
        if opponent is None:
            return self._words(REASONS[_BY_NAME.get(row.played.kind, "bye")])
        return name_of(opponent)

    @staticmethod
    def _rating(row: RatedRound, system: _System) -> str:
        if row.played.opponent is None:
            return ""
        return str(system.opponent(row.played.opponent) or NOTHING)

    def _expected(self, result: GameResult) -> str:
        if isinstance(result, NotCounted) or result.expected is None:
            return ""
        return self._words.decimal(result.expected) + _star(result)

    def _outcome(self, result: GameResult) -> Text:
        if isinstance(result, NotCounted):
            return Text(self._words(REASONS[result.reason]), style="dim")
        return self.change(result.change)

    def _used(self, result: GameResult) -> str:
        if isinstance(result, NotCounted):
            return NOTHING
        return _whole(self._words, result.used) + _star(result)

    def _game(self, game: Game) -> Text:
        return Text(f"{game.opponent or NOTHING}  {self._words.points(game.score)}")

    def _one_line(self, result: GameResult) -> Text:
        outcome = self._outcome(result)
        if isinstance(result, NotCounted) or result.expected is None:
            return outcome
        gap = _whole(self._words, result.difference)
        if result.capped:
            gap += f"→{_whole(self._words, result.used)}"
        steps = f"{gap}: {self._words.decimal(result.expected)}, K {result.k}: "
        return Text(steps).append_text(outcome)


def fide_name(rated: RatedCard) -> str:
    """Return the name of the FIDE rating, with a question mark where it rests on Rtg."""
    return "FIDE" + _doubt(rated, "fide_from_rtg")


def list_name(rated: RatedCard) -> str:
    """Return the name of the Turkish list, with a question mark where it rests on Rtg."""
    return _LIST_NAMES[ukd.LISTS[rated.basis.time_control]] + _doubt(rated, "national_from_rtg")


def shows_ukd(rated: RatedCard) -> bool:
    """Say whether the UKD has a place in the tables; another federation's rating has not."""
    return rated.ukd is not None and rated.basis.is_turkish


def name_of(opponent: Opponent) -> str:
    """Return title and name."""
    return " ".join(filter(None, (opponent.title, opponent.name))) or NOTHING


def _doubt(rated: RatedCard, code: str) -> str:
    return "?" if any(note.code == code for note in rated.notes) else ""


def _star(result: GameResult) -> str:
    return "*" if isinstance(result, RatedGame) and result.capped else ""


def _systems(rated: RatedCard) -> list[_System]:
    systems = []
    if rated.fide is not None or not shows_ukd(rated):
        name = fide_name(rated) if rated.fide is not None else "Rtg"
        systems.append(_System(name, opponent_fide, lambda row: row.fide))
    if shows_ukd(rated):
        systems.append(_System(list_name(rated), opponent_national, lambda row: row.ukd))
    return systems


def _whole(words: Words, value: int | None) -> str:
    return NOTHING if value is None else words.whole(value)


def _right(header: str) -> Column:
    return Column(header, justify="right", no_wrap=True)


def _left(header: str) -> Column:
    return Column(header, no_wrap=True)


def _name(header: str) -> Column:
    """Return a column of names: the only kind that breaks lines where a screen is narrow."""
    return Column(header, overflow="fold")


def _table(*columns: Column, show_header: bool = True, gap: int = 2) -> Table:
    return Table(
        *columns,
        box=None,
        pad_edge=False,
        padding=(0, gap, 0, 0),
        header_style="dim",
        show_header=show_header,
    )


def _text(value: object) -> Text:
    return Text("" if value is None else str(value))
