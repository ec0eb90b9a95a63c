"""Plain text for people: with colour on a terminal, without in a pipe."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import IO

from rich.console import Console, RenderableType
from rich.text import Text

from rating import fide, ukd
from rating.assumptions import Note, opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard
from rating.checks import Check
from rating.explain.steps import Explanation
from rating.game import NotCounted
from rating.k_factor import KCandidate, KFactor
from rating.whatif import NextCandidate, NextGame, Scenarios
from report.document import Document, k_line
from report.explanation import heading, line
from report.flow import NARROW
from report.phrases import points_of
from report.sheet import Sheet, in_parts
from report.tables import NOTHING, Tables, fide_name, list_name, name_of, shows_ukd
from report.words import (
    CHECK_HINT,
    CHECKS,
    COLOURS,
    FACT_CHECKS,
    REASONS,
    TIME_CONTROLS,
    VIEWS,
    Words,
)
from scraper.checks import FactCheck
from scraper.model import Player, TimeControl, Tournament
from scraper.readings import Reading

# A pipe has no width; its lines are as long as they need to be.
_PIPE_WIDTH = 200
_CONTRADICTIONS_SHOWN = 10
# A terminal that says less does not know its width.
_NO_WIDTH = 10


class TextReport:
    """Writes results to a stream, in one language."""

    def __init__(self, words: Words, stream: IO[str]) -> None:
        self._words = words
        width = None if stream.isatty() else _PIPE_WIDTH
        self._console = Console(file=stream, width=width, highlight=False)
        if self._console.width < _NO_WIDTH:
            self._console.width = NARROW
        self._tables = Tables(words, self._console.width < NARROW)

    def card(self, rated: RatedCard) -> None:
        """Write the whole card: head, rounds, totals, next game, checks, notes."""
        self._head(rated)
        self._print()
        self._print(self._tables.rounds(rated))
        self._totals(rated)
        if rated.next is not None:
            self._print()
            self._next(rated, rated.next)
        self._checks(rated.checks)
        self._notes(rated.notes)

    def next_game(self, rated: RatedCard, game: NextGame) -> None:
        """Write the scenarios of the next game alone."""
        self._head(rated)
        self._print()
        self._next(rated, game)
        self._notes(rated.notes)

    def players(
        self, players: Sequence[Player], tournament: Tournament, notes: Sequence[Note]
    ) -> None:
        """Write a list of players."""
        self._tournament(tournament)
        self._print()
        self._print(self._tables.players(players))
        self._notes(notes)

    def reading(
        self, reading: Reading, document: Document, checks: Sequence[FactCheck],
        notes: Sequence[Note],
    ) -> None:  # fmt: skip
        """Write what one page says: its head, its table, the checks."""
        t = self._words
        if reading.title:
            self._print(Text(reading.title, style="bold cyan"))
        facts = [
            reading.heading or t(VIEWS[reading.view]),
            t("round {round}", round=reading.round) if reading.round is not None else None,
        ]
        if reading.last_update is not None:
            facts.append(t("last update {time}", time=self._moment(reading.last_update)))
        self._sentence(_dotted(facts).removeprefix(" · "), style="dim")
        self._sheets(in_parts(document))
        self._fact_checks(checks)
        self._notes(notes)

    def _sheets(self, sheets: Sequence[Sheet]) -> None:
        left_out: list[str] = []
        for sheet in sheets:
            table, heads = self._tables.sheet(sheet, self._console.width)
            left_out += heads
            self._print()
            if sheet.heading:
                self._sentence(sheet.heading, style="bold")
            self._print(table)
        names = ", ".join(dict.fromkeys(filter(None, left_out)))
        if names:
            self._sentence(self._words("No room for: {columns}", columns=names), style="dim")

    def _fact_checks(self, checks: Sequence[FactCheck]) -> None:
        if checks:
            self._print()
        for check in checks:
            count, *wrong = checked(check, self._words)
            self._sentence(count, style="dim" if check.ok else "yellow")
            for contradiction in wrong:
                self._sentence(contradiction)

    def calculation(self, calculation: Calculation) -> None:
        """Write games worked out by hand, with each step."""
        total = calculation.total
        self._print(self._tables.steps(calculation))
        cap = ukd.CAP if calculation.rules is None else calculation.rules.cap
        self._mark_of_the_caps([(str(cap), calculation.results)])
        self._print()
        if isinstance(total, fide.FideTotal):
            if calculation.rules is not None and calculation.k is not None:
                self._fide("FIDE", total, calculation.rules, calculation.k)
                self._candidates(calculation.k_candidates)
                self._other_reading(calculation.other_reading)
            self._notes(calculation.notes)
        else:
            self._ukd(total, "UKD")
            self._sentence(self._words.note("ukd_estimate", {}), style="dim")

    def explanation(self, explanation: Explanation) -> None:
        """Write how each number came about; nothing where there is nothing to explain."""
        if explanation:
            self._print()
            self._sentence(self._words("How the numbers come about"), style="bold cyan")
        for chapter in explanation:
            self._print()
            self._sentence(heading(chapter, self._words), style="bold")
            for step in chapter.steps:
                self._sentence(f"• {line(step, self._words, chapter.system)}")

    def _print(self, what: RenderableType = "") -> None:
        self._console.print(what)

    def _sentence(self, sentence: str, style: str = "") -> None:
        self._print(Text(sentence, style=style))

    def _notes(self, notes: Sequence[Note]) -> None:
        if notes:
            self._print()
        for note in notes:
            self._sentence(f"• {self._words.note(note.code, note.facts)}", style="dim")

    def _head(self, rated: RatedCard) -> None:
        self._tournament(rated.tournament)
        t, card, player = self._words, rated.card, rated.card.player
        name = " ".join(filter(None, (player.title, player.name or t("Player without a name"))))
        facts = [
            player.federation,
            t("no. {number}", number=player.start_number) if player.start_number else None,
            None if card.points is None else points_of(card.points, t),
            t("rank {rank}", rank=card.rank) if card.rank else None,
        ]
        self._print(Text(name, style="bold").append(_dotted(facts), style="not bold"))

    def _tournament(self, tournament: Tournament) -> None:
        t = self._words
        if tournament.name:
            self._print(Text(tournament.name, style="bold cyan"))
        control = tournament.time_control
        facts = [
            t(TIME_CONTROLS[control]) if control else t("time control unknown"),
            t.day(tournament.start) or t("start date unknown"),
            t("{count} rounds", count=tournament.rounds) if tournament.rounds else None,
        ]
        if tournament.last_update is not None:
            facts.append(t("last update {time}", time=self._moment(tournament.last_update)))
        self._sentence(_dotted(facts).removeprefix(" · "), style="dim")

    def _totals(self, rated: RatedCard) -> None:
        caps = [(f"{rated.basis.rules.cap} (FIDE)", [row.fide for row in rated.rounds])]
        if shows_ukd(rated):
            caps.append((f"{ukd.CAP} ({list_name(rated)})", [row.ukd for row in rated.rounds]))
        self._mark_of_the_caps(caps)
        if rated.fide is not None or shows_ukd(rated):
            self._print()
        if rated.fide is not None and rated.k is not None:
            self._fide(fide_name(rated), rated.fide, rated.basis.rules, rated.k)
            self._candidates(rated.k_candidates)
            self._other_reading(rated.other_reading)
        if rated.ukd is not None and shows_ukd(rated):
            self._ukd(rated.ukd, list_name(rated))

    def _mark_of_the_caps(self, caps: Sequence[tuple[str, Sequence[object]]]) -> None:
        used = [cap for cap, results in caps if self._tables.has_caps(results)]
        if used:
            self._print()
            text = self._words("* a larger gap, counted as {caps}", caps=", ".join(used))
            self._sentence(text, style="dim")

    def _fide(self, name: str, total: fide.FideTotal, rules: fide.FideRules, k: KFactor) -> None:
        t = self._words
        if not total.games:
            self._no_game(name, total.rating)
            return
        expected = t(
            "({score} of {games}, expected {expected})",
            score=t.points(total.score),
            games=total.games,
            expected=t.decimal(total.expected),
        )
        self._total(name, total.rating, total.new_rating, total.change, expected)
        self._sentence(self._rules(rules.time_control, rules.since, rules.until), style="dim")
        self._sentence(k_line(k, total.k, t), style="dim")

    def _candidates(self, candidates: Sequence[KCandidate]) -> None:
        """Say what each possible K makes of the games, where they make any difference."""
        if not any(one.change for one in candidates):
            return
        t = self._words
        each = [
            t("with {k} {change}, new {rating}", k=self._lowered(one.k, one.used),
              change=t.signed(one.change), rating=one.new_rating)
            for one in candidates
        ]  # fmt: skip
        self._sentence(t("K unknown: {candidates}", candidates="; ".join(each)), style="yellow")

    def _lowered(self, k: int, used: int) -> str:
        """Write a K, and what the limit of 700 leaves of it."""
        return str(k) if used == k else self._words("{k}, lowered to {used},", k=k, used=used)

    def _next_candidates(self, candidates: Sequence[NextCandidate]) -> None:
        """Say what each possible K makes of the next game."""
        t = self._words
        for one in candidates:
            each = {
                result: f"{t.signed(scenario.game.change)} → {scenario.new_rating}"
                for result, scenario in one.scenarios.items()
            }
            name = t("K unknown, with {k}", k=self._lowered(one.k, one.used))
            text = t("{name}: win {win}, draw {draw}, loss {loss}", name=name, **each)
            self._sentence(text, style="yellow")

    def _other_reading(self, total: fide.FideTotal | fide.Outcome | None) -> None:
        """Say what the other reading of the rules makes of the games, where that is different."""
        if total is None:
            return
        text = self._words(
            "One game, that with the greatest difference, is counted as 400, whoever is the higher rated. Read so that it must be a game as the higher rated: {change}, new {rating}.",  # noqa: E501
            change=self._words.signed(total.change),
            rating=total.new_rating,
        )
        self._sentence(text, style="yellow")

    def _rules(self, time_control: TimeControl, since: date, until: date | None) -> str:
        t = self._words
        control = t(TIME_CONTROLS[time_control])
        if since == date.min:
            return t("Rules: {control}, before {day}", control=control, day=t.day(until))
        return t("Rules: {control}, since {day}", control=control, day=t.day(since))

    def _ukd(self, total: ukd.UkdTotal, name: str) -> None:
        t = self._words
        if not total.games:
            self._no_game(name, total.rating)
            return
        exact = t(
            "({score} of {games}, k {k}; exactly {exact})",
            score=t.points(total.score),
            games=total.games,
            k=total.k,
            exact=t.decimal(total.exact),
        )
        self._total(name, total.rating, total.new_rating, total.change, exact)
        average = t("{name} by the procedure's average, for comparison", name=name)
        self._total(average, total.rating, total.average_new_rating, total.average_change)

    def _no_game(self, name: str, rating: int) -> None:
        self._sentence(
            self._words("{name}  {rating}: no game counts so far", name=name, rating=rating)
        )

    def _total(self, name: str, old: int, new: int, change: Decimal, detail: str = "") -> None:
        line = Text(f"{name}  ").append(f"{old} → {new}", style="bold").append("  ")
        line.append_text(self._tables.change(change))
        self._print(line.append(f"   {detail}") if detail else line)

    def _next(self, rated: RatedCard, game: NextGame) -> None:
        t = self._words
        self._print(Text(self._next_title(rated, game), style="bold"))
        shown = [(fide_name(rated), game.fide)]
        if rated.basis.is_turkish:
            shown.append((list_name(rated), game.ukd))
        systems: list[tuple[str, Scenarios]] = []
        for name, scenarios in shown:
            if isinstance(scenarios, NotCounted):
                reason = t(REASONS[scenarios.reason])
                self._sentence(t("{name}: no change ({reason})", name=name, reason=reason))
            else:
                systems.append((name, scenarios))
        if systems:
            self._print(self._tables.scenarios(systems))
        self._next_candidates(game.candidates)

    def _next_title(self, rated: RatedCard, game: NextGame) -> str:
        t = self._words
        opponent = game.opponent
        ratings = [(fide_name(rated), opponent_fide(opponent))]
        if rated.basis.is_turkish:
            ratings.append((list_name(rated), opponent_national(opponent)))
        known = [
            f"{name} {rating or t('unrated')}" for name, rating in ratings if rating is not None
        ]
        who = name_of(opponent) if opponent.name else t("an opponent")
        who += f" ({', '.join(known)})" if known else ""
        if game.round is None:
            return t("Next game: {who}", who=who)
        colour = t(COLOURS[game.round.colour]) if game.round.colour else None
        board = t("board {board}", board=game.round.board) if game.round.board else None
        title = t("Round {round}: {who}", round=game.round.round, who=who)
        return title + _dotted([colour, board])

    def _checks(self, checks: Sequence[Check]) -> None:
        if not checks:
            return
        self._print()
        t = self._words
        count = len(checks)
        wrong = [check for check in checks if not check.ok]
        if not wrong:
            sentence = t("✓ Printed figures compared: {count}; all agree.", count=count)
            self._sentence(sentence, style="green")
            return
        for check in wrong:
            self._sentence(self._disagreement(check), style="yellow")
        self._sentence(t(CHECK_HINT))
        right = count - len(wrong)
        self._sentence(
            t("Printed figures compared: {count}; {right} agree.", right=right, count=count)
        )

    def _disagreement(self, check: Check) -> str:
        t = self._words
        write = {"points": t.points, "published_expected": t.decimal}.get(check.kind, t.signed)
        site, ours = (NOTHING if v is None else write(v) for v in (check.site, check.ours))
        return t(CHECKS[check.kind], round=check.round, site=site, ours=ours)

    def _moment(self, moment: datetime) -> str:
        return f"{self._words.day(moment.date())} {moment:%H:%M}"


def _dotted(facts: Sequence[str | None]) -> str:
    return "".join(f" · {fact}" for fact in facts if fact)


def checked(check: FactCheck, words: Words) -> list[str]:
    """Say how many facts were compared, and on lines of their own which disagree."""
    t = words
    name = t(FACT_CHECKS[check.kind])
    if check.round is not None:
        name += t(", round {round}", round=check.round)
    if check.scoring is not None:
        name += t(" (by {scoring})", scoring=check.scoring)
    line = t("{what}: {count} compared", what=name, count=check.compared)
    line += t(" ({count} not yet on both pages)", count=check.behind) if check.behind else ""
    if check.ok:
        return [t("{line}; all agree", line=line)]
    wrong = check.contradictions
    lines = [t("⚠ {line}; {count} disagree", line=line, count=len(wrong))]
    for one in wrong[:_CONTRADICTIONS_SHOWN]:
        of_round = "" if one.round is None else t(", round {round}", round=one.round)
        lines.append(
            t("  {who}{of_round}: {ours} here, {site} there", who=one.who, of_round=of_round,
              ours=one.ours or NOTHING, site=one.site or NOTHING)
        )  # fmt: skip
    if len(wrong) > _CONTRADICTIONS_SHOWN:
        lines.append(t("  … and {count} more", count=len(wrong) - _CONTRADICTIONS_SHOWN))
    return lines
