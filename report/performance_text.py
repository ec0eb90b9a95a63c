"""Performances and first ratings as text for people, with each step."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from rich.text import Text

from rating.first_rating import Estimate, Event, FirstRating, FirstRatingRules
from rating.game import Game
from rating.performance import Performance, TruePerformance
from report.document import plain
from report.performance_document import hundredths, notes_of, unrated_notes
from report.tables import NOTHING, left, plain_table, right
from report.text import TextReport
from report.words import REASONS


class PerformanceText(TextReport):
    """Writes performances and first ratings to a stream, in one language."""

    def performance(self, games: Sequence[Game], found: Performance | None) -> None:
        """Write the games, Rp and the true performance, with how they are found."""
        t = self._words
        self._games([Event(games)])
        self._print()
        if found is None:
            self._sentence(t("No performance: no opponent is rated."))
        else:
            self._figure(t("Performance (Rp)"), t.whole(found.rating))
            self._step(
                t(
                    "Average of the rated opponents: {total} / {games} = {average}, rounded {rounded}",  # noqa: E501
                    total=found.average * found.games,
                    games=found.games,
                    average=self._plain(found.average),
                    rounded=found.rounded_average,
                )
            )
            self._step(
                t(
                    "Score: {score} of {games} = {percent} %, in table 8.1.1 {difference} (Title Regulations 1.4.7-1.4.9)",  # noqa: E501
                    score=t.points(found.score),
                    games=found.games,
                    percent=found.percent,
                    difference=self._signed(Fraction(found.difference)),
                )
            )
            difference = Fraction(found.difference)
            self._step(self._sum(Fraction(found.rounded_average), difference))
            self._true(found.true, found.score)
        self._notes(unrated_notes(games))

    def first_rating(self, found: FirstRating) -> None:
        """Write the games of all events, the first rating or what is missing, and the steps."""
        t = self._words
        rules = found.rules
        self._games(found.events)
        self._print()
        facts = {"score": t.points(found.score), "games": found.games}
        progress = t("({score} of {games} against rated opponents)", **facts)
        if found.missing:
            progress = t(
                "({score} of {games} against rated opponents; games needed: {needed})",
                needed=rules.games,
                **facts,
            )
        if found.rating is not None:
            self._figure(t("First FIDE rating"), str(found.rating), progress)
        elif found.estimate is not None and found.missing:
            self._figure(t("Provisional, so far"), str(found.estimate.value), progress)
        else:
            self._figure(t("First FIDE rating"), t("none"), progress)
        if found.missing:
            self._sentence(
                t("Still needed against rated opponents: {missing}", missing=found.missing),
                style="yellow",
            )
        if found.estimate is not None:
            self._steps(found, found.estimate)
        text = self._rules(rules.time_control, rules.since, rules.until)
        self._step(f"{text} (FIDE {rules.article})")
        self._notes(notes_of(found))

    def _games(self, events: Sequence[Event]) -> None:
        t = self._words
        several = len(events) > 1
        columns = [right(t("Event"))] if several else []
        table = plain_table(*columns, right(t("Opponent")), right(t("Score")), left(""))
        for number, event in enumerate(events, 1):
            for game in event.games:
                reason = t(REASONS["unrated"]) if game.opponent is None else ""
                table.add_row(
                    *([str(number)] if several else []),
                    str(game.opponent or NOTHING),
                    t.points(game.score),
                    Text(reason, style="dim"),
                )
        self._print(table)

    def _steps(self, found: FirstRating, estimate: Estimate) -> None:
        t = self._words
        rules = found.rules
        total, average = estimate.average * estimate.games, self._plain(estimate.average)
        if rules.drawn:
            self._step(
                t(
                    "With {drawn} draws against {opponent} added, the average is {total} / {games} = {average}",  # noqa: E501
                    drawn=len(rules.drawn),
                    opponent=rules.drawn[0],
                    total=total,
                    games=estimate.games,
                    average=average,
                )
            )
        else:
            self._step(
                t(
                    "Average of the rated opponents: {total} / {games} = {average}",
                    total=total,
                    games=estimate.games,
                    average=average,
                )
            )
        self._step(self._worth(estimate, rules))
        self._step(
            t(
                "{sum}, rounded {rounded}",
                sum=self._sum(estimate.average, estimate.difference),
                rounded=estimate.rounded,
            )
        )

    def _worth(self, estimate: Estimate, rules: FirstRatingRules) -> str:
        """Say what the score is worth: by the table, or by half points above a half."""
        t = self._words
        if estimate.half_points and rules.bonus is not None:
            return t(
                "Score: {score} of {games}; half points above 50 %: {count}, each worth {bonus}: {difference}",  # noqa: E501
                score=t.points(estimate.score),
                games=estimate.games,
                count=estimate.half_points,
                bonus=self._plain(rules.bonus),
                difference=self._signed(estimate.difference),
            )
        return t(
            "Score: {score} of {games} = {percent} %, in table 8.1.1 {difference}",
            score=t.points(estimate.score),
            games=estimate.games,
            percent=estimate.percent,
            difference=self._signed(estimate.difference),
        )

    def _true(self, true: TruePerformance, score: Decimal) -> None:
        t = self._words
        name = t("True performance")
        if true.lowest is not None and true.highest is not None:
            self._figure(name, t.whole(true.value or 0))
            self._step(self._definition(true, true.lowest, true.highest, score))
        elif true.lowest is not None:
            rating = t.whole(true.lowest)
            self._figure(name, t("from {rating} up, without an end", rating=rating))
            self._step(
                t(
                    "From {rating} on, table 8.1.2 expects all points, however high the rating.",
                    rating=rating,
                )
            )
        else:
            rating = t.whole(true.highest or 0)
            self._figure(name, t("from {rating} down, without an end", rating=rating))
            self._step(
                t(
                    "From {rating} down, table 8.1.2 expects no point, however low the rating.",
                    rating=rating,
                )
            )

    def _definition(self, true: TruePerformance, lowest: int, highest: int, score: Decimal) -> str:
        t = self._words
        ends = {"lowest": t.whole(lowest), "highest": t.whole(highest)}
        if not true.exact:
            return t(
                "No whole rating is expected to score {score} by table 8.1.2: {lowest} expects {less}, {highest} expects {more}; the middle, halves up.",  # noqa: E501
                score=t.points(score),
                less=t.decimal(true.expected_lowest),
                more=t.decimal(true.expected_highest),
                **ends,
            )
        if lowest == highest:
            return t(
                "The one rating that is expected to score {score} by table 8.1.2.",
                score=t.points(score),
            )
        return t(
            "By table 8.1.2 the ratings from {lowest} to {highest} are expected to score {score}; the middle, halves up.",  # noqa: E501
            score=t.points(score),
            **ends,
        )

    def _figure(self, name: str, figure: str, detail: str = "") -> None:
        line = Text(f"{name}  ").append(figure, style="bold")
        self._print(line.append(f"   {detail}") if detail else line)

    def _step(self, sentence: str) -> None:
        self._sentence(sentence, style="dim")

    def _sum(self, average: Fraction, difference: Fraction) -> str:
        sign = "−" if difference < 0 else "+"
        added = self._plain(abs(difference))
        return f"{self._plain(average)} {sign} {added} = {self._plain(average + difference)}"

    def _plain(self, value: Fraction) -> str:
        """Write a number with as many decimals as it needs, at most two."""
        return self._words.localised(plain(hundredths(value))).replace("-", "−")

    def _signed(self, value: Fraction) -> str:
        return f"{'+' if value > 0 else ''}{self._plain(value)}"
