"""What a person or a program looks at while `follow` runs: lines, lines of JSON, a table."""

import json
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from typing import Any, TextIO

from commands.lines import Lines
from live.board import Board
from live.view import FollowRow
from report.explanation import lines_of
from report.telling import line_of
from report.words import Words
from scraper.errors import LiveStoreFailed

Document = dict[str, Any]
# The table is drawn anew so often, for the ages on it.
_REDRAWN_EVERY = 10.0
# So many lines are left on the terminal at the end.
_RECENT = 200
# Terminals that say so cannot be drawn anew.
_DUMB = ("dumb", "unknown")


class Screen:
    """What is looked at. Its methods are called in several threads."""

    def shown(self) -> AbstractContextManager[object]:
        """Return what is open while the screen is in use."""
        return nullcontext()

    def write(self, document: Document) -> None:
        """Show a fact, given as its document with its words. Raises OSError where that fails."""
        raise NotImplementedError

    def say(self, text: str, status: Document | None = None) -> None:
        """Show something that is no fact: a sentence for people, a document for programs."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Draw anew what was looked at."""


class PlainLines(Screen):
    """A line for every fact on standard output; whatever is no fact goes to standard error."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._lines = Lines()
        self._lock = threading.Lock()

    def write(self, document: Document) -> None:
        """Show a fact."""
        with self._lock:
            line = line_of(document, self._words, _local(document))
            self._lines.write("\n".join([line, *_indented(lines_of(document.get("explanation")))]))

    def say(self, text: str, status: Document | None = None) -> None:
        """Show something that is no fact."""
        _say_aside(text)


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


class JsonLines(Screen):
    """A line of JSON for every fact and every change of status."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._lock = threading.Lock()

    def write(self, document: Document) -> None:
        """Show a fact."""
        with self._lock:
            self._lines.write(json.dumps(document, ensure_ascii=False), "utf-8")

    def say(self, text: str, status: Document | None = None) -> None:
        """Show something that is no fact; a status that cannot be written is left out."""
        if status is None:
            _say_aside(text)
            return
        at = datetime.now(UTC).isoformat(timespec="seconds")
        with suppress(OSError):
            self.write({"schema": 1, "type": "status", "at": at, **status, "text": text})


class LiveScreen(Screen):
    """A table that is drawn anew, with the latest facts under it."""

    def __init__(self, words: Words, board: Board, now: Callable[[], datetime]) -> None:
        from rich.console import Console
        from rich.live import Live

        from report.live import LiveTable

        self._words = words
        self._lock = threading.Lock()
        self._board = board
        self._now = now
        self._rows: list[FollowRow] = []
        self._table = LiveTable(words)
        self._recent: deque[str] = deque(maxlen=_RECENT)
        self._live = Live(console=Console(), auto_refresh=False, screen=True)
        self._closed = threading.Event()

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the table while it is open; leave it on the terminal at the end."""
        drawing = threading.Thread(target=self._keep_drawing, daemon=True)
        try:
            with self._live:
                self.refresh()
                drawing.start()
                try:
                    yield
                finally:
                    self._closed.set()
                    drawing.join()
        finally:
            self._leave_behind()

    def _leave_behind(self) -> None:
        """Leave the lines and the table on the terminal."""
        console = self._live.console
        for line in self._recent:
            console.print(line, markup=False, highlight=False)
        self._recent.clear()
        console.print(self._picture())

    def write(self, document: Document) -> None:
        """Show a fact, with the next drawing."""
        with_event = len({row.tournament.id for row in self._rows}) > 1
        self._recent.append(line_of(document, self._words, _local(document), with_event))

    def say(self, text: str, status: Document | None = None) -> None:
        """Show something that is no fact."""
        self._recent.append(text)
        self.refresh()

    def refresh(self) -> None:
        """Draw the table anew."""
        with self._lock:
            self._live.update(self._picture(), refresh=True)

    def _picture(self) -> Any:
        with suppress(LiveStoreFailed):  # then it shows what was known before
            self._rows = self._board.rows()
        return self._table.render(self._rows, list(self._recent), self._now())

    def _keep_drawing(self) -> None:
        while not self._closed.wait(_REDRAWN_EVERY):
            self.refresh()


def can_be_drawn_anew(stream: TextIO | None) -> bool:
    """Say whether a stream is a terminal whose picture can be replaced."""
    is_terminal = stream is not None and stream.isatty()
    return is_terminal and os.environ.get("TERM", "").lower() not in _DUMB


def _say_aside(text: str) -> None:
    """Say something on standard error, if it is there and takes it."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def _local(document: Document) -> datetime:
    return datetime.fromisoformat(document["at"]).astimezone()
