"""Where results go: the person's text, or the JSON or CSV that a program reads."""

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from report import explaining
from report.words import Refusal, Words
from scraper.errors import OutputFailed

if TYPE_CHECKING:
    from lists.model import RatingList
    from live.model import Follow
    from live.view import Following, Moment
    from pairing.games import PredictedRound
    from rating.assumptions import Note
    from rating.calculator import Calculation
    from rating.card import RatedCard
    from rating.elo import EloCalculation
    from rating.explain.steps import Explanation
    from rating.first_rating import FirstRating
    from rating.first_ukd import FirstUkd
    from rating.game import Game
    from rating.glicko import GlickoCalculation
    from rating.norm_card import Norms
    from rating.official import Compared
    from rating.outlook import CardOutlook
    from rating.performance import Performance
    from rating.targets import TargetOutlook
    from rating.tournament import RatedEvent
    from rating.whatif import NextGame
    from report.event_choice import Choice
    from report.event_files import EventFiles
    from report.event_text import EventText
    from report.lists_document import Found, NationalFound
    from report.lists_text import ListsText
    from report.live_text import LiveText
    from report.month_text import MonthText
    from report.norms_text import NormsText
    from report.outlook_text import OutlookText
    from report.pairing_text import PairingText
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
        self,
        words: Words,
        as_json: bool = False,
        as_csv: bool = False,
        as_lines: bool = False,
        *,
        explains: bool = False,
    ) -> None:
        self.words = words
        self._explains = explains
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
            lambda: explaining.card(rated),
        )

    def next_game(self, rated: "RatedCard", game: "NextGame") -> None:
        """Say the scenarios of the next game; in JSON with the whole card."""
        if self._as_json:
            self.card(rated)
        else:
            explanation = explaining.next_game(rated) if self._explains else ()
            self._say_text(_report, lambda text: text.next_game(rated, game), explanation)

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
            lambda: explaining.calculation(calculation),
        )

    def performance(self, games: "Sequence[Game]", found: "Performance | None") -> None:
        """Say how strong results were."""
        from report import performance_document

        self._say(
            lambda: performance_document.of_performance(games, found, self.words),
            None,
            _performance,
            lambda text: text.performance(games, found),
            lambda: explaining.performance(found),
        )

    def first_rating(self, found: "FirstRating") -> None:
        """Say what a player without a rating starts with."""
        from report import performance_document

        self._say(
            lambda: performance_document.of_first_rating(found, self.words),
            None,
            _performance,
            lambda text: text.first_rating(found),
            lambda: explaining.first_rating(found),
        )

    def norms(self, found: "Norms") -> None:
        """Say how a player's norms stand, and the ratings that titles need."""
        from report import norms_document

        self._say(
            lambda: norms_document.of_norms(found, self.words),
            None,
            _norms,
            lambda text: text.norms(found),
            lambda: explaining.norms(found),
        )

    def predicted_round(self, rated: "RatedCard", predicted: "PredictedRound") -> None:
        """Say who can be met in the next round; in JSON with the whole card."""
        from report import pairing_document

        self._say(
            lambda: pairing_document.of_predicted_round(rated, predicted, self.words),
            None,
            _pairing,
            lambda text: text.predicted_round(rated, predicted),
            lambda: explaining.card(rated),
        )

    def outlook(
        self, found: "CardOutlook", targets: "tuple[TargetOutlook, ...]", with_tree: bool
    ) -> None:
        """Say what the rounds to come can bring; in JSON with the whole card."""
        from report import outlook_document

        self._say(
            lambda: outlook_document.of_outlook(found, targets, self.words),
            None,
            _outlook,
            lambda text: text.outlook(found, targets, with_tree),
            lambda: explaining.outlook(found),
        )

    def trf(self, text: str) -> None:
        """Say an event as TRF, which is for programs alone."""
        self._say_bytes(text)

    def first_ukd(self, found: "FirstUkd") -> None:
        """Say what a player without a UKD may start with."""
        from report import performance_document

        self._say(
            lambda: performance_document.of_first_ukd(found, self.words),
            None,
            _performance,
            lambda text: text.first_ukd(found),
            lambda: explaining.first_ukd(found),
        )

    def elo(self, calculation: "EloCalculation") -> None:
        """Say games that were worked out by the Elo formula."""
        from report import systems_document

        self._say(
            lambda: systems_document.of_elo(calculation, self.words),
            None,
            _systems,
            lambda text: text.elo(calculation),
            lambda: explaining.elo(calculation),
        )

    def glicko(self, calculation: "GlickoCalculation") -> None:
        """Say games that were worked out by Glicko."""
        from report import systems_document

        self._say(
            lambda: systems_document.of_glicko(calculation, self.words),
            None,
            _systems,
            lambda text: text.glicko(calculation),
            lambda: explaining.glicko(calculation),
        )

    def month(
        self, player: "Player", compared: "Sequence[Compared]", notes: "tuple[Note, ...]"
    ) -> None:
        """Say what each list makes of the events of a player."""
        from report import month_document, rows

        self._say(
            lambda: month_document.of_month(player, compared, notes, self.words),
            rows.of_month,
            _month,
            lambda text: text.month(player, compared, notes),
            lambda: explaining.periods([one.period for one in compared]),
        )

    def event(
        self,
        rated: "RatedEvent",
        checks: "Sequence[FactCheck]",
        notes: "tuple[Note, ...]",
        choice: "Choice",
        files: "EventFiles",
    ) -> None:
        """Say a rated event: the players that are chosen, and write them into the files."""
        from report import event_document, rows
        from report.event_choice import chosen
        from report.event_files import write

        checks = (*event_document.printed_checks(rated), *checks)
        document = event_document.of_event(rated, checks, notes, self.words)
        wanted = document["players"] = chosen(document["players"], choice)
        written = write(files, rated, wanted, checks, notes, self.words)
        self._say(
            lambda: document,
            lambda found: rows.of_event(found["players"]),
            _event,
            lambda text: text.event(rated, wanted, checks, notes, written),
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
            lambda: lists_document.of_lists(lists, self.words, imported),
            None,
            _lists,
            lambda text: text.imported(imported),
        )

    def rating_lists(self, lists: "Sequence[RatingList]") -> None:
        """Say which rating lists are imported."""
        from report import lists_document

        self._say(
            lambda: lists_document.of_lists(lists, self.words),
            None,
            _lists,
            lambda text: text.lists(lists),
        )

    def listed_player(self, found: "Found", national: "NationalFound") -> None:
        """Say what the rating lists, FIDE's and the federation's, know of a player."""
        from report import lists_document

        self._say(
            lambda: lists_document.of_listed(found, national),
            None,
            _lists,
            lambda text: text.player(found, national),
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
        explain: "Callable[[], Explanation] | None" = None,
    ) -> None:
        """Say a document for a program; for a person `say` it by the class that `writer` loads.

        What has an explanation says it where that is wanted; its document has a place for it.
        """
        explanation = explain() if explain is not None and self._explains else None

        def whole() -> Document:
            if explanation is None:
                return document() | {"explanation": None}
            from report.explanation import of_explanation

            return document() | {"explanation": of_explanation(explanation, self.words)}

        if not self._say_data(document if explain is None else whole, csv):
            self._say_text(writer, say, explanation or ())

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

    def _say_text(
        self,
        writer: "Callable[[], type[W]]",
        say: "Callable[[W], None]",
        explanation: "Explanation" = (),
    ) -> None:
        write = writer()
        with _written() as stream:
            text = write(self.words, stream)
            say(text)
            text.explanation(explanation)

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


def _month() -> "type[MonthText]":
    from report.month_text import MonthText

    return MonthText


def _event() -> "type[EventText]":
    from report.event_text import EventText

    return EventText


def _performance() -> "type[PerformanceText]":
    from report.performance_text import PerformanceText

    return PerformanceText


def _norms() -> "type[NormsText]":
    from report.norms_text import NormsText

    return NormsText


def _outlook() -> "type[OutlookText]":
    from report.outlook_text import OutlookText

    return OutlookText


def _pairing() -> "type[PairingText]":
    from report.pairing_text import PairingText

    return PairingText


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
