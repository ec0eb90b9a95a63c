"""Performances and first ratings as text for people."""

from collections.abc import Sequence

from rich.text import Text

from rating.first_rating import Event, FirstRating, LeftOut
from rating.first_ukd import FirstUkd
from rating.game import Game
from rating.performance import Performance, TruePerformance
from report.performance_document import notes_of, unrated_notes
from report.tables import NOTHING, left, plain_table, right
from report.text import TextReport
from report.words import REASONS


class PerformanceText(TextReport):
    """Writes performances and first ratings to a stream, in one language."""

    def performance(self, games: Sequence[Game], found: Performance | None) -> None:
        """Write the games, Rp and the true performance."""
        t = self._words
        self._games([Event(games)])
        self._print()
        if found is None:
            self._sentence(t("No performance: no opponent is rated."))
        else:
            self._figure(t("Performance (Rp)"), t.whole(found.rating))
            self._true(found.true)
        self._notes(unrated_notes(games))

    def first_rating(self, found: FirstRating) -> None:
        """Write the games of all events, and the first rating or what is missing."""
        t = self._words
        rules = found.rules
        self._games(found.events, found.left_out)
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
        self._missing(found.missing)
        text = self._rules(rules.time_control, rules.since, rules.until)
        self._step(f"{text} (FIDE {rules.article})")
        self._notes(notes_of(found))

    def first_ukd(self, found: FirstUkd) -> None:
        """Write the games of all events, and the estimate of a first UKD or what is missing."""
        t = self._words
        self._games(found.events)
        self._print()
        progress = t(
            "(games against rated opponents: {games}; needed: {needed})",
            games=found.games,
            needed=found.rules.games,
        )
        name = t("Provisional, so far") if found.missing else t("First UKD, estimated")
        self._figure(name, t("none") if found.value is None else str(found.value), progress)
        self._missing(found.missing)
        self._notes(found.notes)

    def _missing(self, missing: int) -> None:
        if missing:
            text = self._words("Still needed against rated opponents: {missing}", missing=missing)
            self._sentence(text, style="yellow")

    def _games(self, events: Sequence[Event], left_out: Sequence[LeftOut | None] = ()) -> None:
        """Write the games; those of events in `left_out` do not count, as unrated opponents."""
        t = self._words
        several = len(events) > 1
        columns = [right(t("Event"))] if several else []
        table = plain_table(*columns, right(t("Opponent")), right(t("Score")), left(""))
        for number, event in enumerate(events, 1):
            for game in event.games:
                reason = t(REASONS["unrated"]) if game.opponent is None else ""
                if number <= len(left_out) and left_out[number - 1] is not None:
                    reason = t("not pooled")
                table.add_row(
                    *([str(number)] if several else []),
                    str(game.opponent or NOTHING),
                    t.points(game.score),
                    Text(reason, style="dim"),
                )
        self._print(table)

    def _true(self, true: TruePerformance) -> None:
        t = self._words
        name = t("True performance")
        if true.value is not None:
            self._figure(name, t.whole(true.value))
        elif true.lowest is not None:
            rating = t.whole(true.lowest)
            self._figure(name, t("from {rating} up, without an end", rating=rating))
        else:
            rating = t.whole(true.highest or 0)
            self._figure(name, t("from {rating} down, without an end", rating=rating))

    def _figure(self, name: str, figure: str, detail: str = "") -> None:
        line = Text(f"{name}  ").append(figure, style="bold")
        self._print(line.append(f"   {detail}") if detail else line)

    def _step(self, sentence: str) -> None:
        self._sentence(sentence, style="dim")
