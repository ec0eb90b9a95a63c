"""The tables of the text: rounds, scenarios, players, steps; stacked where a screen is narrow."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rich.table import Column, Table
from rich.text import Text

from rating import ukd
from rating.assumptions import opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard, RatedRound
from rating.conversion import round_half_up
from rating.game import Game, GameResult, NotCounted, RatedGame
from rating.whatif import Scenarios
from report.sheet import Sheet, fitted, is_name, telling
from report.words import (
    COLOURS,
    COLUMN_SIGNS,
    COLUMNS,
    KINDS,
    LIST_NAMES,
    REASONS,
    SCENARIOS,
    Words,
)
from scraper.model import Kind, Opponent, Player

NOTHING = "–"
_FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "−", Kind.DOUBLE_FORFEIT: "−"}
_NUMBERED_COLUMN = re.compile(r"(tb|r|v)(\d{1,3})")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_FREE = ("bye", "half_bye", "not_paired")
_SIDES = ("white_", "black_", "opponent_", "published_")
# The columns of a page that give way first where a screen is narrow.
_GO_FIRST = (
    "kind", "date", "time", "type", "group", "sex", "fide_id", "white_federation",
    "black_federation", "rating_average", "captain", *(f"tb{place}" for place in range(9, 0, -1)),
    "club", "published_expected", "last_update", "state", "location", "time_control",
    "fide_event_id", "performance", "difference", "score", "games", "percent",
    "white_national", "black_national", "national", "white_points", "black_points",
    "expected", "team", "federation", "white_title", "black_title", "title",
    "white_rating", "black_rating", "white_fide", "black_fide",
    "white_start_number", "black_start_number",
    *(f"{kind}{number}" for kind in "rv" for number in range(1, 400)),
    "rating", "fide", "k", "round", "match",
)  # fmt: skip
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
        columns = [right(t("Rd")), left(""), left(t("Res")), name_column(t("Opponent"))]
        for system in systems:
            columns += [right(system.name), right(t("Exp.")), right("±")]
        table = plain_table(*columns)
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
        columns = [left("")]
        for name, _ in systems:
            columns += [right(f"{name} ±"), right(t("Total")), right(t("New"))]
        table = plain_table(*columns)
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
            (right(t("No.")), lambda p: p.start_number),
            (name_column(t("Name")), lambda p: " ".join(filter(None, (p.title, p.name)))),
            (left(t("FED")), lambda p: p.federation),
            (right("FIDE-ID"), lambda p: p.fide_id),
            (right("Rtg"), lambda p: p.rating),
            (right("FIDE"), lambda p: p.fide),
            (right(t("National")), lambda p: p.national),
            (name_column(t("Club/City")), lambda p: p.club),
        ]
        if self._narrow:
            columns = [columns[0], columns[1], *columns[4:7]]
        everybody = list(players)
        filled = [
            (column, [value(player) for player in everybody])
            for column, value in columns
            if any(value(player) is not None for player in everybody)
        ]
        table = plain_table(*(column for column, _ in filled))
        for row in zip(*(values for _, values in filled), strict=True):
            table.add_row(*map(_text, row))
        return table

    def steps(self, calculation: Calculation) -> Table:
        """Return games by hand with each step: difference, cap, expected score, K, product."""
        t = self._words
        pairs = zip(calculation.games, calculation.results, strict=True)
        if self._narrow:
            table = plain_table(right(""), name_column(""), show_header=False)
            for game, result in pairs:
                table.add_row(self._game(game), self._one_line(result))
            return table
        table = plain_table(
            *map(
                right,
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

    def sheet(self, sheet: Sheet, width: int) -> tuple[Table, tuple[str, ...]]:
        """Return the sheet of a page, and the heads of the columns that found no room."""
        shown, left_out = fitted(telling(sheet), width, _GO_FIRST)
        kinds = sheet.column("kind")
        columns = []
        for place, column in enumerate(shown.columns):
            values = [row[place] for row in shown.rows]
            is_number = all(isinstance(value, int | None) for value in values)
            make = name_column if is_name(column) else right if is_number else left
            columns.append(make(self._head(column)))
        table = plain_table(*columns)
        for row, kind in zip(shown.rows, kinds, strict=True):
            cells = zip(shown.columns, row, strict=True)
            table.add_row(*(_text(self._printed(column, value, kind)) for column, value in cells))
        return table, tuple(self._head(column) for column in left_out)

    def _head(self, column: str) -> str:
        """Say the head of a column; one of a plain table is said as the page says it."""
        numbered = _NUMBERED_COLUMN.fullmatch(column)
        facts = {"number": numbered[2]} if numbered else {}
        field = numbered[1] if numbered else column
        if field not in COLUMNS and field.startswith(_SIDES):
            field = field.partition("_")[2]
        if field in COLUMN_SIGNS:
            return COLUMN_SIGNS[field].format(**facts)
        return self._words(COLUMNS[field], **facts) if field in COLUMNS else column

    def _printed(self, column: str, value: object, kind: object) -> object:
        """Write a value of the document in the language's own way."""
        if value is None:
            is_free = kind in _FREE and column in ("black_name", "opponent_name")
            return self._words(KINDS[str(kind)]) if is_free else None
        if column == "kind":
            return self._words(KINDS[str(value)])
        if column == "colour":
            return self._words(COLOURS[str(value)])
        if isinstance(value, str) and column != "board" and _DECIMAL.fullmatch(value):
            return self._words.localised(value)
        return value

    def change(self, change: Decimal) -> Text:
        """Return a change with its sign and colour."""
        return change_text(change, self._words)

    def _stacked_scenarios(self, systems: Sequence[tuple[str, Scenarios]]) -> Table:
        t = self._words
        table = plain_table(name_column(""), show_header=False)
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
        columns = [right(t("Rd")), left(""), left(t("Res")), name_column(t("Opponent"))]
        table = plain_table(*columns, gap=1)
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


def change_text(change: Decimal, words: Words) -> Text:
    """Return a change with its sign and colour."""
    return Text(words.signed(change), style=change_style(change))


def change_style(change: Decimal) -> str:
    """Return the colour of a change; none for 0."""
    return "green" if change > 0 else "red" if change < 0 else ""


def percent_text(share: Fraction, words: Words) -> str:
    """Return a share in whole per cent, halves up; what is there and below 1 says so."""
    if 0 < share < Fraction(1, 100):
        return words("<1 %")
    return words("{share} %", share=round_half_up(100 * share.numerator, share.denominator))


def fide_name(rated: RatedCard) -> str:
    """Return the name of the FIDE rating, with a question mark where it rests on Rtg."""
    return "FIDE" + _doubt(rated, "fide_from_rtg")


def list_name(rated: RatedCard) -> str:
    """Return the name of the Turkish list, with a question mark where it rests on Rtg."""
    return LIST_NAMES[ukd.LISTS[rated.basis.time_control]] + _doubt(rated, "national_from_rtg")


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


def right(header: str) -> Column:
    """Return a column of numbers."""
    return Column(header, justify="right", no_wrap=True)


def left(header: str) -> Column:
    """Return a column of short texts."""
    return Column(header, no_wrap=True)


def name_column(header: str) -> Column:
    """Return a column of names: the only kind that breaks lines where a screen is narrow."""
    return Column(header, overflow="fold")


def plain_table(*columns: Column, show_header: bool = True, gap: int = 2) -> Table:
    """Return a table without lines."""
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
