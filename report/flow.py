"""Setting short pieces of text into lines of a width, without cutting what matters."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

# Below this tables are stacked: a telephone between two rounds.
NARROW = 76
# Parts of one thing, which stay on one line where there is room.
Piece = Sequence[Text]
_LEAST = 8


class Flow:
    """Lays out lines of one width."""

    def __init__(self, console: Console, width: int) -> None:
        self._console = console
        self.width = width

    def flowed(self, pieces: Sequence[Piece], indent: int = 0, gap: str = "  ") -> list[Text]:
        """Set pieces one after the other; one that does not fit the line begins a new one.

        Empty parts are left out. A piece that is wider than a line is broken between its parts,
        and a part that is wider still between its words.
        """
        lines: list[Text] = []
        for piece in pieces:
            filled = [part for part in piece if part]
            whole = Text(gap).join(filled)
            is_whole = whole.cell_len <= self.width - indent
            for number, part in enumerate([whole] if is_whole else filled):
                if lines and self._has_room(lines[-1], gap, part):
                    lines[-1].append(gap).append_text(part)
                elif part:
                    deeper = indent + (2 if number else 0)
                    lines += self.folded(part, deeper, indent + 2)
        return lines

    def folded(self, text: Text, first: int = 0, others: int = 2) -> list[Text]:
        """Break a text between words; lines after the first have an indent of their own."""
        if first + text.cell_len <= self.width:
            return [Text(" " * first).append_text(text)]
        lines = text.wrap(self._console, max(_LEAST, self.width - max(first, others)))
        for line in lines:
            line.rstrip()
        return [
            Text(" " * (others if number else first)).append_text(line)
            for number, line in enumerate(lines)
        ]

    def cut(self, line: Text) -> Text:
        """Cut what is longer than a line."""
        line.truncate(self.width, overflow="ellipsis")
        return line

    def _has_room(self, line: Text, gap: str, part: Text) -> bool:
        return bool(part) and line.cell_len + len(gap) + part.cell_len <= self.width
