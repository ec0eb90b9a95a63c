"""The imported rating lists, and a player in them, as text for people."""

from collections.abc import Sequence

from rich.text import Text

from lists.model import ListedPlayer, NationalPlayer, RatingList
from rating.ukd import LISTS
from report.flow import NARROW
from report.lists_document import Found, NationalFound, unread_notes
from report.tables import NOTHING, left, name_column, plain_table, right
from report.text import TextReport
from report.words import LIST_KINDS, TIME_CONTROLS


class ListsText(TextReport):
    """Writes what is imported to a stream, in one language."""

    def imported(self, imported: RatingList) -> None:
        """Write what has just come in."""
        t = self._words
        facts = {
            "month": f"{imported.month:%Y-%m}",
            "kind": t(LIST_KINDS[imported.kind]),
            "count": imported.players,
        }
        if imported.kind.is_national:
            text = t(
                "Imported: the federation's list of {month} ({kind}), players: {count}.", **facts
            )
        else:
            text = t("Imported: FIDE's list of {month} ({kind}), players: {count}.", **facts)
        self._sentence(text)
        self._notes(unread_notes(imported))

    def lists(self, lists: Sequence[RatingList]) -> None:
        """Write a line for each list; on a narrow screen its facts one behind the other."""
        t = self._words
        if self._console.width < NARROW:
            for one in lists:
                month, kind = f"{one.month:%Y-%m}", t(LIST_KINDS[one.kind])
                written = self._moment(one.file_time.astimezone())
                count = f"{t('Players')} {one.players}"
                self._sentence(" · ".join([month, kind, count, written, one.file]))
            return
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

    def player(self, found: Found, national: NationalFound) -> None:
        """Write who it is by the newest list, and the ratings by each."""
        t = self._words
        first: ListedPlayer | NationalPlayer
        title = federation = club = None
        if found:
            first = found[0][1]
            title, federation = first.title, first.federation
        else:
            first = national[0][1]
            club = first.club
        facts = [
            federation,
            club,
            f"FIDE-ID {first.fide_id}" if first.fide_id else None,
            None if first.birth_year is None else t("born {year}", year=first.birth_year),
        ]
        line = Text(" ".join(filter(None, (title, first.name))), style="bold")
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
        for one, player in national:
            for control, rating in player.ratings.items():
                table.add_row(
                    f"{one.month:%Y-%m}", LISTS[control].upper(),
                    NOTHING if rating is None else str(rating),
                )  # fmt: skip
        self._print(table)
