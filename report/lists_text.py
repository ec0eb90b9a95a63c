"""The imported rating lists, and a player in them, as text for people."""

from collections.abc import Sequence

from rich.text import Text

from lists.model import RatingList
from report.lists_document import Found
from report.tables import NOTHING, left, name_column, plain_table, right
from report.text import TextReport
from report.words import LIST_KINDS, TIME_CONTROLS


class ListsText(TextReport):
    """Writes what is imported to a stream, in one language."""

    def imported(self, imported: RatingList) -> None:
        """Write what has just come in."""
        t = self._words
        self._sentence(
            t(
                "Imported: FIDE's list of {month} ({kind}), players: {count}.",
                month=f"{imported.month:%Y-%m}",
                kind=t(LIST_KINDS[imported.kind]),
                count=imported.players,
            )
        )

    def lists(self, lists: Sequence[RatingList]) -> None:
        """Write a line for each list."""
        t = self._words
        table = plain_table(
            left(t("Month")), left(t("List")), right(t("Players")), left(t("File time")),
            name_column(t("File")),
        )  # fmt: skip
        for one in lists:
            table.add_row(
                f"{one.month:%Y-%m}", t(LIST_KINDS[one.kind]), str(one.players),
                self._moment(one.file_time.astimezone()), one.file,
            )  # fmt: skip
        self._print(table)

    def player(self, found: Found) -> None:
        """Write who it is by the newest list, and his ratings by each."""
        t = self._words
        player = found[0][1]
        facts = [
            player.federation,
            f"FIDE-ID {player.fide_id}",
            None if player.birth_year is None else t("born {year}", year=player.birth_year),
        ]
        name = " ".join(filter(None, (player.title, player.name)))
        line = Text(name, style="bold")
        for fact in filter(None, facts):
            line.append(f" · {fact}", style="not bold")
        self._print(line)
        self._print()
        table = plain_table(
            left(t("Month")), left(t("List")), right(t("Rating")), right("K"), right(t("Games"))
        )
        for one, listed in found:
            for control in one.kind.time_controls:
                standing = listed.standings[control]
                figures = (standing.rating, standing.k, standing.games or 0)
                table.add_row(
                    f"{one.month:%Y-%m}", t(TIME_CONTROLS[control]),
                    *(NOTHING if figure is None else str(figure) for figure in figures),
                )  # fmt: skip
        self._print(table)
