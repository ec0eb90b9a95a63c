"""Elo by formula and Glicko as text for people."""

from collections.abc import Sequence
from decimal import Decimal

from rich.table import Table
from rich.text import Text

from rating.elo import CHANGE_STEP, EXPECTED_STEP, EloCalculation, EloGame
from rating.game import NotCounted
from rating.glicko import (
    DETAIL_STEP,
    LICHESS,
    RATING_STEP,
    VOLATILITY_STEP,
    GlickoCalculation,
    GlickoGame,
    GlickoResult,
    System,
)
from rating.precision import rounded
from report.document import plain
from report.flow import NARROW
from report.systems_document import SYSTEM_NAMES, at
from report.tables import NOTHING, name_column, plain_table, right
from report.text import TextReport
from report.words import REASONS

_G_STEP = Decimal("0.0001")


class SystemsText(TextReport):
    """Writes calculations of other systems to a stream, in one language."""

    def elo(self, calculation: EloCalculation) -> None:
        """Write games by the formula, beside FIDE's table."""
        t = self._words
        found, table = calculation.by_formula, calculation.by_table
        self._print(self._elo_steps(calculation))
        formulas = [game.by_formula for game in calculation.results if isinstance(game, EloGame)]
        self._mark_of_the_caps([(str(calculation.cap), formulas)])
        self._print()
        if not found.games:
            self._no_game("Elo", calculation.rating)
        else:
            expected = self._expected(found.score, found.games, at(found.expected, EXPECTED_STEP))
            change = rounded(found.change, CHANGE_STEP)
            self._total("Elo", calculation.rating, found.new_rating, change, expected)
            name = t("FIDE's table, for comparison")
            self._total(name, calculation.rating, table.new_rating, table.change)
            self._sentence(t("Formula minus table: {apart}", apart=t.signed(calculation.apart)))
        if calculation.cap is None:
            text = t("K {k}; every gap counts in full", k=calculation.k)
        else:
            text = t("K {k}; a gap counts {cap} at most", k=calculation.k, cap=calculation.cap)
        self._sentence(text, style="dim")
        self._sentence(f"E = 1 / (1 + 10^(−{t('difference')} / 400))", style="dim")
        self._notes(calculation.notes)

    def glicko(self, calculation: GlickoCalculation) -> None:
        """Write games by Glicko, with RD and volatility before and after."""
        t = self._words
        before, after = calculation.before, calculation.after
        if calculation.games:
            self._print(self._glicko_steps(calculation))
            if calculation.limited:
                self._print()
                self._sentence(t("* kept within the limits of lichess"), style="dim")
            self._print()
        name = SYSTEM_NAMES[calculation.system]
        line = Text(f"{name}  ").append(
            self._before_and_after(before.rating, after.rating, RATING_STEP), style="bold"
        )
        line.append("  ").append_text(self._change(calculation.change))
        if calculation.games:
            expected = at(calculation.expected, _G_STEP)
            line.append("   " + self._expected(calculation.score, len(calculation.games), expected))
        self._print(line)
        if calculation.shown is not None:
            self._sentence(t("Shown as {rating}", rating=calculation.shown))
        self._sentence(f"RD  {self._before_and_after(before.rd, after.rd, RATING_STEP)}")
        if before.volatility is not None and after.volatility is not None:
            change = self._before_and_after(before.volatility, after.volatility, VOLATILITY_STEP)
            self._sentence(t("Volatility  {change}", change=change))
        self._pause(calculation)
        self._reckoning(calculation)
        self._notes(calculation.notes)

    def _pause(self, calculation: GlickoCalculation) -> None:
        """Say how RD grew before the games; without games the line of RD says it."""
        if calculation.idle and calculation.games:
            text = self._words(
                "RD before the games, after {periods} periods without one: {rd}",
                periods=self._number(calculation.idle),
                rd=self._words.localised(at(calculation.start.rd, RATING_STEP)),
            )
            self._sentence(text, style="dim")

    def _reckoning(self, calculation: GlickoCalculation) -> None:
        """Write what the figures can be checked with."""
        t = self._words
        steps = calculation.period.steps
        if calculation.games:
            self._sentence(t("Change = weight × (score − expected score)"), style="dim")
        if steps is not None and calculation.system == System.GLICKO_1:
            self._sentence(f"d {self._at(steps.d, RATING_STEP)}", style="dim")
        elif steps is not None and calculation.tau is not None:
            values = {
                "v": steps.v,
                "Δ": steps.delta,
                "φ*": steps.phi_before,
                "φ′": steps.phi,
                "μ′": steps.mu,
            }
            shown = [f"{name} {self._at(value)}" for name, value in values.items()]
            shown.append(f"τ {self._number(calculation.tau)}")
            self._sentence("  ".join(shown), style="dim")
        if calculation.system == System.LICHESS:
            self._constants()

    def _constants(self) -> None:
        constants = LICHESS
        start = (constants.start_rating, constants.start_rd, constants.start_volatility)
        text = self._words(
            "Constants: start {start}; τ {tau}; {periods} rating periods a day; RD {least_rd} to {greatest_rd}; volatility at most {volatility}; rating at least {rating}; ±{change} a game at most; ? from RD {provisional} on; ranked up to RD {ranked}, variants {variants}",  # noqa: E501
            start=" / ".join(map(self._number, start)),
            tau=self._number(constants.tau),
            periods=self._number(constants.periods_per_day),
            least_rd=constants.least_rd,
            greatest_rd=constants.greatest_rd,
            volatility=self._number(constants.greatest_volatility),
            rating=constants.least_rating,
            change=constants.greatest_change,
            provisional=constants.provisional_rd,
            ranked=constants.ranked_rd,
            variants=constants.ranked_rd_variants,
        )
        self._sentence(text, style="dim")

    def _elo_steps(self, calculation: EloCalculation) -> Table:
        t = self._words
        pairs = zip(calculation.games, calculation.results, strict=True)
        is_narrow = self._console.width < NARROW
        if is_narrow:
            table = plain_table(right(""), name_column(""), show_header=False)
        else:
            heads = (t("Opponent"), t("Score"), t("Difference"), t("Expected"), t("Change"),
                     t("Table"), t("Change"), t("Apart"))  # fmt: skip
            table = plain_table(*map(right, heads))
        for game, result in pairs:
            opponent, score = str(game.opponent or NOTHING), t.points(game.score)
            if isinstance(result, NotCounted):
                reason = Text(t(REASONS[result.reason]), style="dim")
                if is_narrow:
                    table.add_row(f"{opponent}  {score}", reason)
                else:
                    blanks = [NOTHING] * 2
                    table.add_row(opponent, score, *blanks, reason, *blanks, NOTHING)
                continue
            gap, expected, change = self._elo_figures(result)
            listed = t.decimal(result.by_table.expected or Decimal(0))
            by_table = self._change(result.by_table.change)
            if is_narrow:
                line = Text(f"{gap}: {expected} ").append_text(change)
                line.append(t("; table {expected} ", expected=listed)).append_text(by_table)
                table.add_row(f"{opponent}  {score}", line)
            else:
                apart = t.signed(result.apart)
                table.add_row(opponent, score, gap, expected, change, listed, by_table, apart)
        return table

    def _elo_figures(self, game: EloGame) -> tuple[str, str, Text]:
        """Give the gap that counts, marked where it was limited, the expected score, the change."""
        formula = game.by_formula
        gap = self._words.whole(formula.used or 0) + ("*" if formula.capped else "")
        expected = self._at(formula.expected or Decimal(0), EXPECTED_STEP)
        return gap, expected, self._change(formula.change)

    def _glicko_steps(self, calculation: GlickoCalculation) -> Table:
        t = self._words
        is_lichess = calculation.system == System.LICHESS
        pairs = list(zip(calculation.games, calculation.period.results, strict=True))
        if self._console.width < NARROW:
            table = plain_table(right(""), name_column(""), show_header=False)
            for game, result in pairs:
                table.add_row(*self._glicko_line(game, result))
            return table
        heads = [t("Opponent"), "RD", t("Score"), t("Difference"), "g", t("Expected"), t("Weight"),
                 t("Change"), t("New"), t("New RD")]  # fmt: skip
        # One after the other the games start from other ratings; at once they end in one.
        left_out = slice(3, 4) if is_lichess else slice(8, 10)
        del heads[left_out]
        table = plain_table(*map(right, heads))
        for game, result in pairs:
            after = result.after or calculation.after
            cells: list[str | Text] = [
                self._number(game.opponent),
                self._number(game.rd),
                t.points(game.score),
                self._number(rounded(result.difference, RATING_STEP)),
                self._at(result.g, _G_STEP),
                self._at(result.expected, _G_STEP),
                self._at(result.weight, RATING_STEP),
                self._glicko_change(result),
                self._at(after.rating, RATING_STEP),
                self._at(after.rd, RATING_STEP),
            ]
            del cells[left_out]
            table.add_row(*cells)
        return table

    def _glicko_line(self, game: GlickoGame, result: GlickoResult) -> Sequence[str | Text]:
        g, expected = self._at(result.g, _G_STEP), self._at(result.expected, _G_STEP)
        line = Text(f"g {g}: {expected} ").append_text(self._glicko_change(result))
        if result.after is not None:
            line.append(f" → {self._at(result.after.rating, RATING_STEP)}")
        opponent = f"{self._number(game.opponent)}/{self._number(game.rd)}"
        return f"{opponent}  {self._words.points(game.score)}", line

    def _glicko_change(self, result: GlickoResult) -> Text:
        return self._change(result.change).append("*" if result.limited else "")

    def _change(self, change: Decimal) -> Text:
        return self._tables.change(rounded(change, RATING_STEP))

    def _expected(self, score: Decimal, games: int, expected: str) -> str:
        t = self._words
        return t(
            "({score} of {games}, expected {expected})",
            score=t.points(score),
            games=games,
            expected=t.localised(expected),
        )

    def _before_and_after(self, before: Decimal, after: Decimal, step: Decimal) -> str:
        return f"{self._number(before)} → {self._at(after, step)}"

    def _number(self, value: Decimal) -> str:
        """Write a number as it was given, with a real minus sign."""
        return self._words.localised(plain(value)).replace("-", "−")

    def _at(self, value: Decimal, step: Decimal = DETAIL_STEP) -> str:
        return self._words.localised(at(value, step)).replace("-", "−")
