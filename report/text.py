"""Plain text for people: aligned tables, with colour on a terminal and without in a pipe."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import IO

from rich.console import Console, RenderableType
from rich.table import Column, Table
from rich.text import Text

from rating import fide, ukd
from rating.assumptions import Note, opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard, RatedRound
from rating.checks import Check
from rating.game import GameResult, NotCounted, RatedGame
from rating.whatif import NextGame, Scenarios
from report.document import k_reason
from report.words import CHECK_HINT, CHECKS, REASONS, SCENARIOS, TIME_CONTROLS, Refusal, Words
from scraper.model import Colour, Kind, Opponent, Player, Tournament

# A pipe has no width; its lines are as long as they need to be.
_PIPE_WIDTH = 200
# Below this the columns of the expected scores give way.
_NARROW = 76
_NOTHING = "–"
_SCORES = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "−", Kind.DOUBLE_FORFEIT: "−"}
_RATING_NAMES = {"ukd": "UKD", "uhs": "UHS", "uys": "UYS"}


class TextReport:
    """Writes results to a stream, in one language."""

    def __init__(self, words: Words, stream: IO[str]) -> None:
        self._words = words
        is_terminal = stream.isatty()
        self._console = Console(
            file=stream,
            width=None if is_terminal else _PIPE_WIDTH,
            highlight=False,
            soft_wrap=False,
        )
        self._narrow = self._console.width < _NARROW

    def card(self, rated: RatedCard) -> None:
        """Write the whole card: head, rounds, totals, next game, checks, notes."""
        self._head(rated)
        self._print()
        self._print(self._rounds(rated))
        self._print()
        self._totals(rated)
        if rated.next is not None:
            self._print()
            self._next(rated, rated.next)
        self._checks(rated.checks)
        self.notes(rated.notes)

    def next_game(self, rated: RatedCard, game: NextGame) -> None:
        """Write the scenarios of the next game alone."""
        self._head(rated)
        self._print()
        self._next(rated, game)
        self.notes(rated.notes)

    def players(
        self, players: Sequence[Player], tournament: Tournament, notes: Sequence[Note]
    ) -> None:
        """Write a list of players."""
        self._tournament(tournament)
        self._print()
        t = self._words
        table = _table(
            Column(t("No."), justify="right"),
            Column(""),
            Column(t("Name"), overflow="ellipsis"),
            Column(t("FED")),
            Column("FIDE-ID", justify="right"),
            Column("Rtg", justify="right"),
            Column("FIDE", justify="right"),
            Column(t("National"), justify="right"),
            Column(t("Club/City"), overflow="ellipsis"),
        )
        for p in players:
            table.add_row(
                *map(
                    _cell,
                    (p.start_number, p.title, p.name, p.federation, p.fide_id, p.rating, p.fide,
                     p.national, p.club),
                )
            )  # fmt: skip
        self._print(_without_empty_columns(table))
        self.notes(notes)

    def calculation(self, calculation: Calculation) -> None:
        """Write games worked out by hand, with each step."""
        t = self._words
        total = calculation.total
        table = _table(
            Column(t("Opponent"), justify="right"),
            Column(t("Score"), justify="right"),
            Column(t("Difference"), justify="right"),
            Column(t("Counted"), justify="right"),
            Column(t("Expected"), justify="right"),
            Column("K", justify="right"),
            Column(t("Change"), justify="right"),
        )
        for game, result in zip(calculation.games, calculation.results, strict=True):
            opponent = _cell(game.opponent) if game.opponent else Text(_NOTHING)
            table.add_row(opponent, Text(t.points(game.score)), *self._steps(result))
        self._print(table)
        self._print()
        if isinstance(total, fide.FideTotal):
            self._fide_line(total)
            if calculation.rules is not None and calculation.k is not None:
                self._rules_line(calculation.rules)
                self._k_line(total, calculation.k)
        else:
            self._ukd_lines(total, "UKD")
            self._sentence(t("The UKD is an estimate: the federation's procedure is not public."))

    def refusal(self, error: Refusal) -> None:
        """Write what was refused and what the person can do."""
        self._print(Text(self._words.refusal(error), style="bold red"))
        self._print(Text(self._words.hint(error)))

    def notes(self, notes: Sequence[Note]) -> None:
        """Write the notes, one a line."""
        if notes:
            self._print()
        for note in notes:
            self._sentence(f"• {self._words.note(note.code, note.facts)}", style="dim")

    def _print(self, what: RenderableType = "") -> None:
        self._console.print(what)

    def _sentence(self, sentence: str, style: str = "") -> None:
        self._print(Text(sentence, style=style))

    def _head(self, rated: RatedCard) -> None:
        self._tournament(rated.tournament)
        t, card, player = self._words, rated.card, rated.card.player
        name = " ".join(filter(None, (player.title, player.name or t("Player without a name"))))
        facts = [
            player.federation,
            t("no. {number}", number=player.start_number) if player.start_number else None,
            t("{points} points", points=t.points(card.points)) if card.points is not None else None,
            t("rank {rank}", rank=card.rank) if card.rank else None,
        ]
        self._print(Text(name, style="bold").append(self._dotted(facts), style="not bold"))

    def _tournament(self, tournament: Tournament) -> None:
        t = self._words
        if tournament.name:
            self._print(Text(tournament.name, style="bold cyan"))
        control = tournament.time_control
        facts = [
            t(TIME_CONTROLS[control]) if control else t("time control unknown"),
            self._day(tournament.start) or t("start date unknown"),
            t("{count} rounds", count=tournament.rounds) if tournament.rounds else None,
        ]
        if tournament.last_update is not None:
            facts.append(t("last update {time}", time=self._moment(tournament.last_update)))
        self._sentence(self._dotted(facts).removeprefix(" · "), style="dim")

    def _dotted(self, facts: Sequence[str | None]) -> str:
        return "".join(f" · {fact}" for fact in facts if fact)

    def _rounds(self, rated: RatedCard) -> Table:
        t = self._words
        with_ukd = _shows_ukd(rated)
        with_fide = rated.fide is not None or not with_ukd
        expected = not self._narrow
        list_name = _list_name(rated)
        columns = [
            Column(t("Rd"), justify="right"),
            Column(""),
            Column(t("Res")),
            Column(t("Opponent"), overflow="ellipsis", ratio=1 if self._narrow else None),
        ]
        for name in ["FIDE"] * with_fide + [list_name] * with_ukd:
            columns.append(Column(name, justify="right"))
            if expected:
                columns.append(Column(t("Exp."), justify="right"))
            columns.append(Column("±", justify="right"))
        table = _table(*columns)
        for row in rated.rounds:
            cells = [*self._played(row)]
            if with_fide:
                cells += self._rating_cells(row, opponent_fide, row.fide, expected)
            if with_ukd:
                cells += self._rating_cells(row, opponent_national, row.ukd, expected)
            table.add_row(*cells)
        return table

    def _played(self, row: RatedRound) -> list[Text]:
        played = row.played
        colour = {Colour.WHITE: "○", Colour.BLACK: "●", None: ""}[played.colour]
        score = _SCORES.get(played.kind)
        if score is None:
            score = "" if played.score is None else self._words.points(played.score)
        opponent = played.opponent
        if opponent is None:
            name = self._words(
                REASONS["bye" if played.kind is not Kind.NOT_PAIRED else played.kind]
            )
        else:
            name = self._opponent(opponent)
        return [_cell(played.round), Text(colour), Text(score, style="bold"), _cell(name)]

    @staticmethod
    def _opponent(opponent: Opponent) -> str:
        return " ".join(filter(None, (opponent.title, opponent.name))) or _NOTHING

    def _rating_cells(
        self,
        row: RatedRound,
        column: Callable[[Opponent], int | None],
        result: GameResult,
        expected: bool,
    ) -> list[Text]:
        opponent = row.played.opponent
        rating = None if opponent is None else column(opponent)
        cells = [Text(str(rating) if rating else ("" if opponent is None else _NOTHING))]
        if isinstance(result, NotCounted):
            reason = Text(self._words(REASONS[result.reason]), style="dim")
            return [*cells, *([Text("")] if expected else []), reason]
        if expected:
            mark = "*" if result.capped else ""
            value = "" if result.expected is None else self._words.decimal(result.expected)
            cells.append(Text(value + mark))
        return [*cells, self._change(result.change)]

    def _steps(self, result: GameResult) -> list[Text]:
        if isinstance(result, NotCounted):
            reason = Text(self._words(REASONS[result.reason]), style="dim")
            return [Text(_NOTHING)] * 4 + [reason]
        return [
            _cell(result.difference),
            _cell(None if result.used is None else f"{result.used}{'*' if result.capped else ''}"),
            Text(_NOTHING if result.expected is None else self._words.decimal(result.expected)),
            _cell(result.k),
            self._change(result.change),
        ]

    def _change(self, change: Decimal) -> Text:
        style = "green" if change > 0 else "red" if change < 0 else ""
        return Text(self._words.signed(change), style=style)

    def _totals(self, rated: RatedCard) -> None:
        if any(
            isinstance(g, RatedGame) and g.capped for r in rated.rounds for g in (r.fide, r.ukd)
        ):
            self._sentence(self._words("* the gap is larger than counted"), style="dim")
            self._print()
        if rated.fide is not None:
            self._fide_line(rated.fide)
            self._rules_line(rated.basis.rules)
            if rated.k is not None:
                self._k_line(rated.fide, rated.k)
        if rated.ukd is not None and _shows_ukd(rated):
            self._ukd_lines(rated.ukd, _list_name(rated))

    def _fide_line(self, total: fide.FideTotal) -> None:
        t = self._words
        line = self._total_line("FIDE", total.rating, total.new_rating, total.change)
        line.append(
            t(
                "   ({score} of {games}, expected {expected})",
                score=t.points(total.score),
                games=total.games,
                expected=t.decimal(total.expected),
            )
        )
        self._print(line)

    def _rules_line(self, rules: fide.FideRules) -> None:
        t = self._words
        control = t(TIME_CONTROLS[rules.time_control])
        if rules.since == date.min:
            text = t("Rules: {control}, before {day}", control=control, day=self._day(rules.until))
        else:
            text = t("Rules: {control}, since {day}", control=control, day=self._day(rules.since))
        self._sentence(text, style="dim")

    def _k_line(self, total: fide.FideTotal, k: fide.KFactor) -> None:
        self._sentence(f"K {total.k}: {k_reason(k, self._words)}", style="dim")

    def _ukd_lines(self, total: ukd.UkdTotal, name: str) -> None:
        t = self._words
        line = self._total_line(name, total.rating, total.new_rating, total.change)
        line.append(
            t(
                "   ({score} of {games}, k {k}; exactly {exact})",
                score=t.points(total.score),
                games=total.games,
                k=total.k,
                exact=t.decimal(total.exact),
            )
        )
        self._print(line)
        average = self._total_line(
            t("{name} by the average", name=name),
            total.rating,
            total.average_new_rating,
            total.average_change,
        )
        self._print(average)

    def _total_line(self, name: str, old: int, new: int, change: Decimal) -> Text:
        line = Text(f"{name}  ").append(f"{old} → {new}", style="bold").append("  ")
        return line.append_text(self._change(change))

    def _next(self, rated: RatedCard, game: NextGame) -> None:
        self._print(Text(self._next_title(rated, game), style="bold"))
        t = self._words
        list_name = _list_name(rated)
        systems: list[tuple[str, Scenarios]] = []
        shown = [("FIDE", game.fide), *([(list_name, game.ukd)] if rated.basis.is_turkish else [])]
        for name, scenarios in shown:
            if isinstance(scenarios, NotCounted):
                reason = t(REASONS[scenarios.reason])
                self._sentence(t("{name}: no change ({reason})", name=name, reason=reason))
            else:
                systems.append((name, scenarios))
        if not systems:
            return
        columns = [Column("")]
        for name, _ in systems:
            columns += [
                Column(f"{name} ±", justify="right"),
                Column(t("Total"), justify="right"),
                Column(t("New"), justify="right"),
            ]
        table = _table(*columns)
        for result, label in SCENARIOS.items():
            cells = [Text(t(label))]
            for _, scenarios in systems:
                scenario = scenarios[result]
                cells += [
                    self._change(scenario.game.change),
                    self._change(scenario.total),
                    Text(str(scenario.new_rating), style="bold"),
                ]
            table.add_row(*cells)
        self._print(table)

    def _next_title(self, rated: RatedCard, game: NextGame) -> str:
        t = self._words
        opponent = game.opponent
        list_name = _list_name(rated)
        ratings = [("FIDE", opponent_fide(opponent))]
        if rated.basis.is_turkish:
            ratings.append((list_name, opponent_national(opponent)))
        known = [
            f"{name} {rating or t('unrated')}" for name, rating in ratings if rating is not None
        ]
        who = self._opponent(opponent) if opponent.name else t("an opponent")
        who += f" ({', '.join(known)})" if known else ""
        if game.round is None:
            return t("Next game: {who}", who=who)
        title = t("Round {round}: {who}", round=game.round.round, who=who)
        colours = {Colour.WHITE: t("White"), Colour.BLACK: t("Black")}
        colour = colours[game.round.colour] if game.round.colour else None
        board = t("board {board}", board=game.round.board) if game.round.board else None
        return title + self._dotted([colour, board])

    def _checks(self, checks: Sequence[Check]) -> None:
        if not checks:
            return
        self._print()
        t = self._words
        wrong = [check for check in checks if not check.ok]
        if not wrong:
            sentence = t("✓ Printed figures compared: {count}; all agree.", count=len(checks))
            self._sentence(sentence, style="green")
            return
        for check in wrong:
            self._sentence(self._disagreement(check), style="yellow")
        self._sentence(t(CHECK_HINT))
        count = len(checks)
        self._sentence(
            t(
                "Printed figures compared: {count}; {right} agree.",
                right=count - len(wrong),
                count=count,
            )
        )

    def _disagreement(self, check: Check) -> str:
        t = self._words
        is_points = check.kind == "points"
        site, ours = (
            _NOTHING if v is None else (t.points(v) if is_points else t.signed(v) or "0")
            for v in (check.site, check.ours)
        )
        return t(CHECKS[check.kind], round=check.round, site=site, ours=ours)

    def _day(self, day: date | None) -> str | None:
        if day is None:
            return None
        return f"{day:%d.%m.%Y}" if self._words.language == "tr" else day.isoformat()

    def _moment(self, moment: datetime) -> str:
        return f"{self._day(moment.date())} {moment:%H:%M}"


def _list_name(rated: RatedCard) -> str:
    return _RATING_NAMES[ukd.LISTS[rated.basis.time_control]]


def _shows_ukd(rated: RatedCard) -> bool:
    """Say whether the UKD has a place in the tables; another federation's rating has not."""
    return rated.ukd is not None and rated.basis.is_turkish


def _table(*columns: Column) -> Table:
    for column in columns:
        column.no_wrap = True
    return Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def _cell(value: object) -> Text:
    return Text("" if value is None else str(value))


def _without_empty_columns(table: Table) -> Table:
    kept = [c for c in table.columns if any(str(cell) for cell in c.cells)]
    slim = _table(*(Column(c.header, justify=c.justify, overflow=c.overflow) for c in kept))
    for row in zip(*(list(c.cells) for c in kept), strict=True):
        slim.add_row(*row)
    return slim
