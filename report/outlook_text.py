"""The rounds to come as text for people: the tree of scores, its ends, and what targets need."""

from collections.abc import Sequence
from decimal import Decimal

from rich.table import Table
from rich.text import Text

from rating.game import ZERO
from rating.odds import DRAW
from rating.outlook import FIDE, CardOutlook, Ends, Leaf, RatingOutlook
from rating.targets import STEPS, Cell, Reach, TargetOutlook
from report.flow import NARROW
from report.outlook_document import notes_of
from report.outlook_words import sentence_of
from report.tables import (
    NOTHING,
    change_text,
    fide_name,
    list_name,
    name_column,
    name_of,
    percent_text,
    plain_table,
    right,
)
from report.text import TextReport

_REACHES = {Reach.YES: ("✓", "green"), Reach.DEPENDS: ("?", "yellow"), Reach.NO: ("", "dim")}
# A tree whose scores have several ends is stacked on a narrower screen.
_WIDE = 120
# Scores shown where nothing changes in a target's table.
_FEW = 3


class OutlookText(TextReport):
    """Writes what the rounds to come can bring to a stream, in one language."""

    def outlook(
        self, found: CardOutlook, targets: tuple[TargetOutlook, ...], with_tree: bool
    ) -> None:
        """Write who is to come, with `with_tree` each score, the ends, and the targets."""
        self._head(found.rated)
        self._print()
        self._to_come(found)
        if with_tree:
            self._print()
            width = _WIDE if any(map(_is_range, found.leaves)) else NARROW
            is_tight = self._console.width < width
            self._print(self._stacked(found) if is_tight else self._tree(found))
        self._print()
        for one in found.ratings:
            self._ends_of(found, one)
        for target in targets:
            self._print()
            self._target(target)
        self._notes(notes_of(found, targets))

    @property
    def _is_narrow(self) -> bool:
        return self._console.width < NARROW

    def _to_come(self, found: CardOutlook) -> None:
        t = self._words
        count = len(found.to_come)
        self._sentence(t("Rounds to come: {count}", count=count), style="bold")
        table = plain_table(right(""), name_column(""), show_header=False)
        for place, one in enumerate(found.to_come):
            who = t("opponent not yet known") if one.opponent is None else name_of(one.opponent)
            ratings = [
                f"{self._name(found, each)} {each.opponents[place] or t('unrated')}"
                + ("" if each.known[place] else t(" (assumed)"))
                for each in found.ratings
            ]
            table.add_row(str(one.round), f"{who} · {', '.join(ratings)}" if ratings else who)
        self._print(table)

    def _tree(self, found: CardOutlook) -> Table:
        t = self._words
        columns = [right(t("Points")), right("%")]
        for one in found.ratings:
            name = self._name(found, one)
            columns += [right(f"{name} ±"), right(t("Total")), right(t("New"))]
        table = plain_table(*columns)
        for leaf in found.leaves:
            cells = [self._points(found, leaf), Text(percent_text(leaf.probability, self._words))]
            for ends in _each(leaf):
                cells += [
                    self._range(ends.worst.change, ends.best.change),
                    self._range(ends.worst.total, ends.best.total),
                    Text(_new(ends), style="bold"),
                ]
            table.add_row(*cells)
        return table

    def _stacked(self, found: CardOutlook) -> Table:
        table = plain_table(right(""), right("%"), name_column(""), show_header=False, gap=1)
        for leaf in found.leaves:
            lines = []
            for one, ends in zip(found.ratings, _each(leaf), strict=True):
                line = Text(f"{self._name(found, one)} ")
                line.append_text(self._range(ends.worst.total, ends.best.total))
                lines.append(line.append(f" → {_new(ends)}"))
            table.add_row(
                self._points(found, leaf),
                Text(percent_text(leaf.probability, self._words)),
                Text("\n").join(lines),
            )
        return table

    def _points(self, found: CardOutlook, leaf: Leaf) -> Text:
        """Write a score; the most likely one stands out."""
        style = "bold cyan" if leaf is found.most_likely else ""
        return Text(self._words.points(leaf.score), style=style)

    def _range(self, least: Decimal, most: Decimal) -> Text:
        text = change_text(least, self._words)
        if least == most:
            return text
        return Text(" … ").join((text, change_text(most, self._words)))

    def _ends_of(self, found: CardOutlook, one: RatingOutlook) -> None:
        """Say the break-even of a rating, its best, worst and most likely end, in one sentence."""
        t = self._words
        likely = found.most_likely
        ends = likely.fide if one.system.name == FIDE else likely.ukd
        facts = {
            "system": self._name(found, one),
            "rating": one.system.rating,
            "best": one.ends[-1].best.new_rating,
            "worst": one.ends[0].worst.new_rating,
            "likely": NOTHING if ends is None else _new(ends),
            "points": t.points(likely.score),
            "games": len(found.to_come),
            "percent": percent_text(likely.probability, self._words),
        }
        points = one.break_even
        if points is None:
            said = t("{system} {rating}: no score is sure to keep it; best {best}, worst {worst}, most likely {likely} ({points} out of {games}, {percent}).", **facts)  # noqa: E501 # fmt: skip
        elif points == ZERO:
            said = t("{system} {rating}: kept in any case; best {best}, worst {worst}, most likely {likely} ({points} out of {games}, {percent}).", **facts)  # noqa: E501 # fmt: skip
        else:
            said = t("{system} {rating}: kept with {needed} out of {games}; best {best}, worst {worst}, most likely {likely} ({points} out of {games}, {percent}).", needed=t.points(points), **facts)  # noqa: E501 # fmt: skip
        self._sentence(said)

    def _target(self, one: TargetOutlook) -> None:
        self._sentence(sentence_of(one, self._words), style="bold")
        if not one.rows:
            return
        t = self._words
        if one.average is not None:
            self._sentence(t("By points, and the average of the opponents not yet known:"), "dim")
        shown = [n for n, average in enumerate(one.averages) if self._has_room(average, one)]
        heads = [one.averages[n] for n in shown]
        columns = [right(self._head_of(one) if each is None else str(each)) for each in heads]
        table = plain_table(right(t("Points")), *columns)
        for halves, row in _telling(one.rows):
            table.add_row(t.points(halves * DRAW), *(self._cell(row[n]) for n in shown))
        self._print(table)

    def _cell(self, cell: Cell) -> Text:
        """Write a rating with the mark of its reach, where it is narrow the sure one alone.

        Of a norm there is the mark alone.
        """
        mark, style = _REACHES[cell.reach]
        if cell.ends is None:
            return Text(mark or NOTHING, style=style)
        new = str(cell.ends.worst.new_rating) if self._is_narrow else _new(cell.ends)
        return Text(f"{new} {mark or ' '}", style=style)

    def _has_room(self, average: int | None, one: TargetOutlook) -> bool:
        """Say whether a table has a column: on a narrow screen the outermost and the middle."""
        if average is None or one.average is None or not self._is_narrow:
            return True
        return (average - one.average) % max(STEPS) == 0

    def _head_of(self, one: TargetOutlook) -> str:
        return self._words("New") if one.norm is None else self._words("Enough")

    @staticmethod
    def _name(found: CardOutlook, one: RatingOutlook) -> str:
        return fide_name(found.rated) if one.system.name == FIDE else list_name(found.rated)


def _is_range(leaf: Leaf) -> bool:
    return any(ends.worst != ends.best for ends in _each(leaf))


def _each(leaf: Leaf) -> list[Ends]:
    return [one for one in (leaf.fide, leaf.ukd) if one is not None]


def _new(ends: Ends) -> str:
    least, most = ends.worst.new_rating, ends.best.new_rating
    return str(least) if least == most else f"{least}–{most}"


def _telling(rows: Sequence[tuple[Cell, ...]]) -> list[tuple[int, tuple[Cell, ...]]]:
    """Return the scores between that which is never enough and that which always is.

    Where nothing changes, the best or the worst few.
    """
    numbered = list(enumerate(rows))
    never = [n for n, row in numbered if all(cell.reach is Reach.NO for cell in row)]
    always = [n for n, row in numbered if all(cell.reach is Reach.YES for cell in row)]
    if len(never) == len(rows):
        return numbered[-_FEW:]
    if len(always) == len(rows):
        return numbered[:_FEW]
    first = max(never, default=0)
    last = min(always, default=len(rows) - 1)
    return numbered[first : last + 1]
