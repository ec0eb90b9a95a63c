"""What of a list could not be read, counted while its rows come in."""

from dataclasses import dataclass

from lists.rows import whole
from scraper.errors import RatingListLine


@dataclass(slots=True)
class Unread:
    """`rows` were left out, and `values` of other rows; `seen` are all rows so far.

    `lost` are the rows of which nothing is left that a list is for, `first` is the first of them.
    """

    rows: int = 0
    values: int = 0
    seen: int = 0
    lost: int = 0
    first: int | None = None

    def leave_out(self, line: int) -> None:
        """Count a row that is left out."""
        self.rows += 1
        self.lose(line)

    def lose(self, line: int) -> None:
        """Count a row that says nothing any more."""
        self.lost += 1
        self.first = self.first or line

    def number(self, text: str | None) -> int | None:
        """Read a number, or count it as one that cannot be read."""
        try:
            return whole(text)
        except ValueError:
            self.values += 1
            return None

    def refuse_most(self, path: str) -> None:
        """Raise RatingListLine where most rows are lost."""
        if self.first is not None and 2 * self.lost > self.seen:
            raise RatingListLine(path=path, line=self.first, count=self.lost, rows=self.seen)
