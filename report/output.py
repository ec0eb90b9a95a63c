"""Where results go: the person's text, or the JSON or CSV that a program reads."""

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from report.words import Refusal, Words
from scraper.errors import OutputFailed

if TYPE_CHECKING:
    from lists.model import RatingList
    from live.model import Follow
    from live.view import Following, Moment
    from rating.assumptions import Note
    from rating.calculator import Calculation
    from rating.card import RatedCard
    from rating.elo import EloCalculation
    from rating.first_rating import FirstRating
    from rating.game import Game
    from rating.glicko import GlickoCalculation
    from rating.performance import Performance
    from rating.whatif import NextGame
    from report.lists_document import Found
    from report.lists_text import ListsText
    from report.live_text import LiveText
    from report.performance_text import PerformanceText
    from report.systems_text import SystemsText
    from report.text import TextReport
    from scraper.checks import FactCheck
    from scraper.model import Player, Tournament
    from scraper.readings import Reading

Document = dict[str, Any]
W = TypeVar("W", bound="TextReport")
# What the reader of bare rows must know of them.
_DOUBTS = ("stale", "offline", "list_cut", "start_list_unread")


class Output:
    """Says results in one language and one form, on standard output.

    Raises OutputFailed where it cannot be written, but for a reader that has left.
    """

    def __init__(
        self, words: Words, as_json: bool = False, as_csv: bool = False, as_lines: bool = False
    ) -> None:
        self.words = words
        self._as_json = as_json or as_lines
        self._indent = None if as_lines else 2
        self._as_csv = as_csv

    def card(self, rated: "RatedCard") -> None:
        """Say a rated card."""
        from report import document, rows

        def of_rounds(found: Document) -> str:
            return rows.of_rounds(found["rounds"])

        self._say(
            lambda: document.of_card(rated, self.words),
            of_rounds,
            _report,
            lambda text: text.card(rated),
        )

    def next_game(self, rated: "RatedCard", game: "NextGame") -> None:
        """Say the scenarios of the next game; in JSON with the whole card."""
        if self._as_json:
            self.card(rated)
        else:
            self._say_text(_report, lambda text: text.next_game(rated, game))

    def players(
        self,
        players: "tuple[Player, ...]",
        tournament: "Tournament",
        notes: "tuple[Note, ...]",
    ) -> None:
        """Say a list of players."""
        from report import document, rows

        self._say(
            lambda: document.of_players(players, tournament, notes, self.words),
            lambda found: rows.of_players(found["players"]),
            _report,
            lambda text: text.players(players, tournament, notes),
        )

    def page(
        self,
        reading: "Reading",
        checks: "list[FactCheck]",
        notes: "tuple[Note, ...]",
        **source: Any,
    ) -> None:
        """Say what one page says; `source` is when it was fetched, and its address."""
        from report.reading import notes_of, of_reading
        from report.rows import of_sheets

        notes = notes_of(reading) + notes
        document = of_reading(reading, checks, notes, self.words, **source)
        self._say(
            lambda: document,
            of_sheets,
            _report,
            lambda text: text.reading(reading, document, checks, notes),
        )

    def calculation(self, calculation: "Calculation") -> None:
        """Say games that were worked out by hand."""
        from report import document

        self._say(
            lambda: document.of_calculation(calculation, self.words),
            None,
            _report,
            lambda text: text.calculation(calculation),
        )

    def performance(self, games: "Sequence[Game]", found: "Performance | None") -> None:
        """Say how strong results were."""
        from report import performance_document

        self._say(
            lambda: performance_document.of_performance(games, found, self.words),
            None,
            _performance,
            lambda text: text.performance(games, found),
        )

    def first_rating(self, found: "FirstRating") -> None:
        """Say what a player without a rating starts with."""
        from report import performance_document

        self._say(
            lambda: performance_document.of_first_rating(found, self.words),
            None,
            _performance,
            lambda text: text.first_rating(found),
        )

    def elo(self, calculation: "EloCalculation") -> None:
        """Say games that were worked out by the Elo formula."""
        from report import systems_document

        self._say(
            lambda: systems_document.of_elo(calculation, self.words),
            None,
            _systems,
            lambda text: text.elo(calculation),
        )

    def glicko(self, calculation: "GlickoCalculation") -> None:
        """Say games that were worked out by Glicko."""
        from report import systems_document

        self._say(
            lambda: systems_document.of_glicko(calculation, self.words),
            None,
            _systems,
            lambda text: text.glicko(calculation),
        )

    def follows(self, following: "Following") -> None:
        """Say who is followed, where each event stands, and what became of the notices."""
        from report import live_document, rows

        self._say(
            lambda: live_document.of_follows(following, self.words),
            rows.of_follows,
            _live,
            lambda text: text.follows(following),
        )

    def history(
        self,
        follow: "Follow",
        tournament: "Tournament",
        moments: "Sequence[Moment]",
        notes: "tuple[Note, ...]" = (),
    ) -> None:
        """Say how an event went for a player, a line for each time at which something changed."""
        from report import live_document, rows

        self._say(
            lambda: live_document.of_history(follow, tournament, moments, notes, self.words),
            rows.of_history,
            _live,
            lambda text: text.history(follow, tournament, moments, notes),
        )

    def imported_list(self, imported: "RatingList", lists: "Sequence[RatingList]") -> None:
        """Say which rating list has come in; to a program also what there is now."""
        from report import lists_document

        self._say(
            lambda: lists_document.of_lists(lists, imported),
            None,
            _lists,
            lambda text: text.imported(imported),
        )

    def rating_lists(self, lists: "Sequence[RatingList]") -> None:
        """Say which rating lists are imported."""
        from report import lists_document

        self._say(
            lambda: lists_document.of_lists(lists), None, _lists, lambda text: text.lists(lists)
        )

    def listed_player(self, found: "Found") -> None:
        """Say what the rating lists know of a player."""
        from report import lists_document

        self._say(
            lambda: lists_document.of_listed(found), None, _lists, lambda text: text.player(found)
        )

    def refusal(self, error: Refusal) -> None:
        """Say a refusal as JSON where that is wanted; the sentence is the caller's."""
        if self._as_json:
            from report.document import of_refusal

            self._say_bytes(_json(of_refusal(error, self.words), self._indent))

    def _say(
        self,
        document: Callable[[], Document],
        csv: Callable[[Document], str] | None,
        writer: "Callable[[], type[W]]",
        say: "Callable[[W], None]",
    ) -> None:
        """Say a document for a program; for a person `say` it by the class that `writer` loads."""
        if not self._say_data(document, csv):
            self._say_text(writer, say)

    def _say_data(
        self, document: Callable[[], Document], csv: Callable[[Document], str] | None
    ) -> bool:
        """Say it for a program; False where a person reads."""
        if self._as_csv and csv is not None:
            found = document()
            self._say_bytes(csv(found))
            for note in found["notes"]:  # CSV has no place for them
                if note["code"] in _DOUBTS:
                    print(note["text"], file=sys.stderr)
        elif self._as_json:
            self._say_bytes(_json(document(), self._indent))
        else:
            return False
        return True

    def _say_text(self, writer: "Callable[[], type[W]]", say: "Callable[[W], None]") -> None:
        write = writer()
        with _written() as stream:
            say(write(self.words, stream))

    @staticmethod
    def _say_bytes(text: str) -> None:
        """Say what programs read: always in UTF-8, whatever the console's encoding."""
        with _written() as stream:
            if isinstance(stream, io.TextIOWrapper):
                stream.flush()
                stream.buffer.write(text.encode())
            else:
                stream.write(text)


# What writes for people loads rich, and is loaded where it writes.


def _report() -> "type[TextReport]":
    from report.text import TextReport

    return TextReport


def _lists() -> "type[ListsText]":
    from report.lists_text import ListsText

    return ListsText


def _live() -> "type[LiveText]":
    from report.live_text import LiveText

    return LiveText


def _performance() -> "type[PerformanceText]":
    from report.performance_text import PerformanceText

    return PerformanceText


def _systems() -> "type[SystemsText]":
    from report.systems_text import SystemsText

    return SystemsText


def _json(document: Document, indent: int | None) -> str:
    return json.dumps(document, ensure_ascii=False, indent=indent) + "\n"


@contextmanager
def _written() -> Iterator[TextIO]:
    """Give standard output, and see to it that all of it arrives."""
    stream = sys.stdout
    if stream is None:  # closed by whoever started the program
        raise OutputFailed(reason=os.strerror(errno.EBADF))
    try:
        yield stream
        stream.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that the exit says nothing more
        raise OutputFailed(reason=error.strerror or "?") from None
