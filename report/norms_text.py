"""Norms and titles as text for people: each condition, the figures, and what is still enough."""

from collections.abc import Sequence
from decimal import Decimal

from rich.console import RenderableType
from rich.text import Text

from rating.norm_card import Norms
from rating.norm_facts import GROUNDS, Condition, Norm, NormFigures, Omitted, Opposition, State
from rating.norm_rules import NormTitle
from rating.titles import TitleRating, is_womans
from report.document import hundredths, plain
from report.flow import NARROW
from report.norms_document import notes_of
from report.tables import NOTHING, left, plain_table, right
from report.text import TextReport
from report.words import CONDITIONS, NORM_STATES

_STYLES = {
    State.MET: "green",
    State.POSSIBLE: "yellow",
    State.UNKNOWN: "dim",
    State.NOT_MET: "red",
}

# What rests on the opponents' ratings.
_OF_RATINGS = ("average", "performance")


class NormsText(TextReport):
    """Writes norms and titles to a stream, in one language."""

    def norms(self, found: Norms) -> None:
        """Write how each norm stands, its conditions and figures, and the titles by rating."""
        shown = [one for one in found.norms if one.ground is None]
        if found.rated is not None:
            self._head(found.rated)
            if shown or found.titles or not found.norms:
                self._print()
        if not found.norms:
            title = found.held or NOTHING
            self._sentence(
                self._words("No norm is above the title {title}; --title names one.", title=title)
            )
        for number, one in enumerate(shown):
            if number:
                self._print()
            self._norm(one)
        if found.titles:
            if shown or not found.norms:
                self._print()
            self._titles(found.titles)
        self._notes(notes_of(found))

    def _norm(self, norm: Norm) -> None:
        t = self._words
        line = Text(f"{t('{title} norm', title=norm.title)}  ", style="bold")
        state = norm.state
        self._print(line.append(t(NORM_STATES[state]), style=f"bold {_STYLES[state]}"))
        self._print(self._conditions(norm))
        if norm.figures is not None:
            self._figures_of(norm.figures)
        if norm.with_coming is not None:
            self._with_coming(norm.with_coming)
        self._choice(norm)
        if norm.outlook:
            self._outlook(norm)

    def _conditions(self, norm: Norm) -> RenderableType:
        """Return the conditions as a table, or where a screen is narrow as lines."""
        t = self._words
        titles = ", ".join(one for one in NormTitle if one in norm.limits.required)
        rows = [
            (t(CONDITIONS[one.code], titles=titles), one)
            for one in norm.conditions
            if norm.rules.known
            or one.needed is not None
            or one.code in GROUNDS
            or one.state is not State.UNKNOWN
        ]
        is_vague = any(one.from_rtg for one in norm.counted)
        doubt = {one.code: "?" for _, one in rows if is_vague and one.code in _OF_RATINGS}
        if self._console.width < NARROW:
            return Text("\n").join(
                self._line(name, one, doubt.get(one.code, "")) for name, one in rows
            )
        table = plain_table(
            left(t("Condition")),
            left(t("Article")),
            right(t("Needed")),
            right(t("There")),
            left(""),
        )
        for name, one in rows:
            table.add_row(
                name,
                Text(one.article, style="dim"),
                self._needed(one),
                self._found(one, doubt.get(one.code, "")),
                Text(self._standing(one), style=_STYLES[one.state]),
            )
        return table

    def _line(self, name: str, one: Condition, doubt: str) -> Text:
        needed, found = self._needed(one), self._found(one, doubt)
        line = Text(" ".join(filter(None, (name, needed)))).append(": ")
        line.append(f"{found}, " if found else "")
        return line.append(self._standing(one), style=_STYLES[one.state])

    def _needed(self, one: Condition) -> str:
        sign = "≤" if one.at_most else "≥"
        return "" if one.needed is None else f"{sign} {self._number(one.needed)}"

    def _found(self, one: Condition, doubt: str) -> str:
        """Write what is there, in doubt where ratings are from the column Rtg."""
        return "" if one.found is None else self._number(one.found) + doubt

    def _standing(self, one: Condition) -> str:
        t = self._words
        state = t(NORM_STATES[one.state])
        if not one.missing or one.state is State.MET:
            return state
        missing = self._number(one.missing)
        if one.at_most:
            return t("{state}; too many: {count}", state=state, count=missing)
        return t("{state}; missing: {count}", state=state, count=missing)

    def _figures_of(self, figures: NormFigures) -> None:
        t = self._words
        raised = figures.raised
        if raised is not None:
            self._step(
                t(
                    "The lowest opponent counts {floor} instead of {counted} (1.4.6).",
                    floor=raised.floor,
                    counted=raised.counted,
                )
            )
        average = t.localised(plain(hundredths(figures.average_exact)))
        self._step(
            t(
                "Average {total} / {games} = {average}, rounded {rounded}; {score} of {games} points = {percent} %, in table 1.4.9 {difference}; performance {performance}",  # noqa: E501
                total=figures.total,
                games=figures.games,
                average=average,
                rounded=figures.average,
                score=t.points(figures.score),
                percent=figures.percent,
                difference=self._signed(figures.difference),
                performance=t.whole(figures.performance),
            )
        )

    def _with_coming(self, known: Opposition) -> None:
        t = self._words
        self._step(
            t(
                "With the known opponents to come: average {total} / {games} = {average}, rounded {rounded}",  # noqa: E501
                total=known.total,
                games=known.games,
                average=t.localised(plain(hundredths(known.average_exact))),
                rounded=known.average,
            )
        )

    def _choice(self, norm: Norm) -> None:
        """Say which games were left out, what would have been enough, and what it counts as."""
        t = self._words
        won = _rounds(norm, Omitted.WON)
        if won:
            self._step(t("Left out, because they were won (1.4.1f): round {rounds}", rounds=won))
        if_won = _rounds(norm, Omitted.IF_WON)
        if if_won:
            self._step(t("Left out, if they are won (1.4.1f): round {rounds}", rounds=if_won))
        later = _rounds(norm, Omitted.LATER)
        if later:
            self._step(
                t("Left out, because the result came before (1.4.1e): round {rounds}", rounds=later)
            )
        if norm.score_needed is not None:
            self._step(
                t(
                    "Points needed against these opponents: {points}",
                    points=t.points(norm.score_needed),
                )
            )
        elif norm.figures is not None and not norm.to_come and norm.rules.known:
            self._step(t("Against these opponents no score is enough."))
        if norm.games_credited is not None:
            self._step(
                t(
                    "Counts as {games} of the 27 games; {extra} of them for points above what is needed (1.4.1d, 1.5.1).",  # noqa: E501
                    games=norm.games_credited,
                    extra=norm.extra,
                )
            )

    def _outlook(self, norm: Norm) -> None:
        t = self._words
        first = norm.outlook[0]
        if first.average_needed is None:
            self._sentence(
                t(
                    "Points needed in the rounds to come ({count}): {points}",
                    count=norm.to_come,
                    points=t.points(first.points),
                )
            )
            return
        self._sentence(
            t(
                "Enough in the rounds to come ({count}), by the average of the opponents not yet known:",  # noqa: E501
                count=norm.to_come,
            )
        )
        table = plain_table(right(t("Points")), right(t("Average")))
        for one in norm.outlook:
            table.add_row(t.points(one.points), str(one.average_needed))
        self._print(table)

    def _titles(self, titles: Sequence[TitleRating]) -> None:
        t = self._words
        self._sentence(t("Ratings that titles need"), style="bold")
        table = plain_table(left(t("Title")), right(t("Needed")), right(t("There")), left(""))
        for one in _telling(titles):
            table.add_row(
                one.rule.title,
                f"≥ {one.rule.rating}",
                t.decimal(one.best),
                Text(self._reached(one), style="green" if one.reached else "yellow"),
            )
        self._print(table)

    def _reached(self, one: TitleRating) -> str:
        t = self._words
        if one.after_round == 0:
            said = t("reached before the event")
        elif one.after_round is not None:
            said = t("reached after round {round}", round=one.after_round)
        elif one.by_rounding:
            said = t("missing: {count}; reached only when rounded", count=t.decimal(one.missing))
        else:
            said = t("missing: {count}", count=t.decimal(one.missing))
        return t("{said}; norms needed too", said=said) if one.rule.by_norms else said

    def _step(self, sentence: str) -> None:
        self._sentence(sentence, style="dim")

    def _signed(self, value: int) -> str:
        return f"{'+' if value > 0 else ''}{self._words.whole(value)}"

    def _number(self, value: Decimal | int) -> str:
        """Write points with ½, and other numbers with a real minus sign."""
        t = self._words
        return t.points(value) if isinstance(value, Decimal) else t.whole(value)


def _rounds(norm: Norm, reason: Omitted) -> str:
    rounds = sorted(
        one.game.round for one in norm.left_out if one.reason is reason and one.game.round
    )
    return ", ".join(map(str, rounds))


def _telling(titles: Sequence[TitleRating]) -> list[TitleRating]:
    """Return the titles that are reached, and of men's and women's the next one."""
    shown = []
    open_ended = {True, False}
    for one in titles:
        is_womans_title = is_womans(one.rule.title)
        if one.reached or is_womans_title in open_ended:
            shown.append(one)
        if not one.reached:
            open_ended.discard(is_womans_title)
    return shown
