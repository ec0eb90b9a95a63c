"""Several events by rating period as text for people."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from rating import ukd
from rating.assumptions import Note
from rating.events import Event
from rating.official import Compared, Official
from rating.period import Period
from rating.period_fide import FidePeriod
from rating.period_ukd import UkdPeriod
from report.document import k_line
from report.month_document import notes_of, parts_of
from report.phrases import FROM_RTG
from report.tables import (
    NOTHING,
    change_text,
    left,
    name_column,
    plain_table,
    right,
)
from report.text import TextReport
from report.words import BASES, LIST_NAMES, STANDARD_BASES, TIME_CONTROLS, Words
from scraper.model import Player

# Below this an event takes several lines instead of a row of columns.
_WIDE = 110


class MonthText(TextReport):
    """Writes periods to a stream, in one language."""

    def month(self, player: Player, compared: Sequence[Compared], notes: Sequence[Note]) -> None:
        """Write who it is, each period with its events and sums, and what holds for all."""
        self._who(player)
        if len(compared) == 1:
            self._print()
            self._period(compared[0], [], notes)
            return
        common = _common([notes_of(one.period) for one in compared])
        for one in compared:
            self._print()
            self._period(one, common)
        self._notes([*common, *(note for note in notes if note not in common)])

    def _who(self, player: Player) -> None:
        t = self._words
        name = " ".join(filter(None, (player.title, player.name or t("Player without a name"))))
        line = Text(name, style="bold")
        for fact in (player.federation, player.fide_id and f"FIDE-ID {player.fide_id}"):
            line.append(f" · {fact}" if fact else "", style="not bold")
        self._print(line)

    def _period(
        self, compared: Compared, common: Sequence[Note], notes: Sequence[Note] = ()
    ) -> None:
        t = self._words
        period = compared.period
        title = t(
            "{control}, list of {month}",
            control=t(TIME_CONTROLS[period.time_control]),
            month=f"{period.month:%Y-%m}",
        )
        closes = t("tournaments that end by {day}", day=t.day(period.closes))
        self._print(Text(title, style="bold cyan").append(f" · {closes}", style="not bold dim"))
        self._print()
        is_wide = self._console.width >= _WIDE
        self._print(self._columns(period) if is_wide else self._stacked(period))
        self._print()
        if period.fide is None and period.ukd is None:
            self._sentence(t("No rating to work with: no change."))
        if period.fide is not None:
            self._fide_sums(_name("fide", period), period.fide)
        if compared.official is not None:
            self._official(compared.official, period)
        if period.ukd is not None:
            self._ukd_sums(_name("ukd", period), period.ukd)
        self._period_notes(period, common, notes)

    def _columns(self, period: Period) -> Table:
        t = self._words
        columns = [
            right(""), name_column(t("Tournament")), left(t("From")), left(t("To")),
            left(t("Ratings of")),
        ]  # fmt: skip
        if period.fide is not None:
            columns += [
                right(_name("fide", period)), right("K"), right(t("Games")),
                right(t("Score")), right(t("Exp.")), right("±"),
            ]  # fmt: skip
        if period.ukd is not None:
            columns += [right(_name("ukd", period)), right("±")]
        table = plain_table(*columns)
        for number, event in enumerate(period.events, 1):
            in_fide, in_ukd = parts_of(event, period)
            cells: list[str | Text] = [
                str(number), event.tournament.name or NOTHING, t.day(event.start),
                t.day(event.tournament.end and event.end) or NOTHING, f"{event.base_list:%Y-%m}",
            ]  # fmt: skip
            if period.fide is not None and in_fide is None:
                cells += [NOTHING, *[""] * 5]
            elif in_fide is not None:
                total = in_fide.total
                cells += [
                    self._rating(total.rating, in_fide.listed), str(total.k), str(total.games),
                    t.points(total.score), t.decimal(total.expected),
                    change_text(total.change, t),
                ]  # fmt: skip
            if period.ukd is not None and in_ukd is None:
                cells += [NOTHING, ""]
            elif in_ukd is not None:
                cells += [str(in_ukd.rating), change_text(in_ukd.total.change, t)]
            table.add_row(*cells)
        return table

    def _stacked(self, period: Period) -> Table:
        t = self._words
        table = plain_table(right(""), name_column(""), show_header=False, gap=1)
        for number, event in enumerate(period.events, 1):
            in_fide, in_ukd = parts_of(event, period)
            lines = [Text(event.tournament.name or NOTHING, style="bold"), self._days(event)]
            if in_fide is not None:
                total = in_fide.total
                sums = t(
                    "{name} {rating}, K {k}: {score} of {games}, expected {expected}: ",
                    name=_event_name("fide", event),
                    rating=self._rating(total.rating, in_fide.listed),
                    k=total.k,
                    score=t.points(total.score),
                    games=total.games,
                    expected=t.decimal(total.expected),
                )
                lines.append(Text(sums).append_text(change_text(total.change, t)))
            if in_ukd is not None:
                sums = t(
                    "{name} {rating}: {score} of {games}: ",
                    name=_event_name("ukd", event),
                    rating=in_ukd.rating,
                    score=t.points(in_ukd.total.score),
                    games=in_ukd.total.games,
                )
                lines.append(Text(sums).append_text(change_text(in_ukd.total.change, t)))
            table.add_row(str(number), Text("\n").join(lines))
        return table

    def _days(self, event: Event) -> Text:
        t = self._words
        days = t.day(event.start)
        if event.tournament.end is not None:
            days += f" – {t.day(event.end)}"
        ratings = t("ratings of {month}", month=f"{event.base_list:%Y-%m}")
        return Text(f"{days} · {ratings}", style="dim")

    @staticmethod
    def _rating(rating: int, listed: int | None) -> str:
        """Write an own rating, with that of the list where it is another one."""
        return str(rating) if listed in (None, rating) else f"{rating} ≠ {listed}"

    def _fide_sums(self, name: str, found: FidePeriod) -> None:
        t = self._words
        if not found.games:
            self._no_game(name, found.base.rating)
            return
        expected = t(
            "({score} of {games}, expected {expected})",
            score=t.points(found.score),
            games=found.games,
            expected=t.decimal(found.expected),
        )
        self._total(name, found.base.rating, found.new_rating, found.change, expected)
        self._sentence(self._rounding(found), style="dim")
        bases = STANDARD_BASES if found.base.stands_in else BASES
        base = t(bases[found.base.source], month=f"{found.base.month:%Y-%m}")
        self._sentence(f"{found.base.rating}: {base}", style="dim")
        for line in self._ks(found):
            self._sentence(line, style="dim")
        self._candidates(found.candidates)
        self._other_reading(found.other_reading)

    def _ks(self, found: FidePeriod) -> list[str]:
        """Say each K of the list once, with the reason that it has in an event."""
        rated = [part for part in found.parts if part.total.games]
        lines = {
            (part.k.value, part.total.k): k_line(part.k, part.total.k, self._words)
            for part in rated
        }
        return list(lines.values())

    def _rounding(self, found: FidePeriod) -> str:
        t = self._words
        facts = {"rounded": _whole(found.rounded, t), "article": found.articles.rounding}
        if found.rounded == found.rounded_each:
            return t("Rounded once for the list: {rounded} ({article})", **facts)
        return t(
            "Rounded once for the list: {rounded} ({article}); after each event it would be {each}",
            each=_whole(found.rounded_each, t),
            **facts,
        )

    def _official(self, official: Official, period: Period) -> None:
        t = self._words
        facts = {
            "month": f"{period.month:%Y-%m}",
            "rating": official.rating,
            "change": _whole(official.change, t),
        }
        if not official.difference:
            line = t("✓ The list of {month} shows {rating} ({change}), as expected.", **facts)
            self._sentence(line, style="green")
            return
        line = t(
            "⚠ The list of {month} shows {rating} ({change}); expected: {expected} ({expected_change}); difference: {difference}",  # noqa: E501
            expected=official.expected_rating,
            expected_change=_whole(official.expected_change, t),
            difference=_whole(official.difference, t),
            **facts,
        )
        self._sentence(line, style="yellow")
        for reason in official.reasons:
            self._sentence(f"  {t.note(reason.code, reason.facts)}")

    def _ukd_sums(self, name: str, found: UkdPeriod) -> None:
        t = self._words
        if not found.games:
            self._no_game(name, found.base.rating)
            return
        exact = t(
            "({score} of {games}, k {k}; exactly {exact})",
            score=t.points(found.score),
            games=found.games,
            k=found.k,
            exact=t.decimal(found.exact),
        )
        self._total(name, found.base.rating, found.new_rating, found.change, exact)
        if found.new_rating != found.new_rating_each:
            line = t(
                "Cut off once; after each event it would be {each}", each=found.new_rating_each
            )
            self._sentence(line, style="dim")
        if found.official is not None:
            line = t(
                "The list of {month} shows {rating}; estimated: {estimate}",
                month=f"{found.month:%Y-%m}",
                rating=found.official,
                estimate=found.new_rating,
            )
            self._sentence(line)
        average = t("{name} by the procedure's average, for comparison", name=name)
        self._total(average, found.base.rating, found.average_new_rating, found.average_change)

    def _period_notes(self, period: Period, common: Sequence[Note], notes: Sequence[Note]) -> None:
        """Write what holds for the period, then for one event, with its number, then `notes`."""
        shared = _common([event.notes for event in period.events])
        own = [note for note in (*notes_of(period), *shared) if note not in common]
        lines = [("", note) for note in own]
        for number, event in enumerate(period.events, 1):
            lines += [(f"{number}: ", note) for note in event.notes if note not in shared]
        lines += [("", note) for note in notes]
        if lines:
            self._print()
        for number_of, note in lines:
            self._sentence(f"• {number_of}{self._words.note(note.code, note.facts)}", style="dim")


def _name(system: str, period: Period) -> str:
    """Name a rating of a period, with a question mark where it rests on Rtg in any event."""
    return max((_event_name(system, event) for event in period.events), key=len)


def _event_name(system: str, event: Event) -> str:
    """Name a rating of an event, with a question mark where it rests on the column Rtg."""
    name = "FIDE" if system == "fide" else LIST_NAMES[ukd.LISTS[event.time_control]]
    is_vague = any(note.code in FROM_RTG[system] for note in event.notes)
    return f"{name}?" if is_vague else name


def _common(notes: Sequence[Iterable[Note]]) -> list[Note]:
    """Return the notes that stand in every one of the lists."""
    first, *others = [list(some) for some in notes]
    return [note for note in first if all(note in other for other in others)]


def _whole(value: int, words: Words) -> str:
    return f"{'+' if value > 0 else ''}{words.whole(value)}"
