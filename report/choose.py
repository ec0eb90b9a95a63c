"""Asking a person on a terminal which player is meant, with a list that narrows as one types."""

import sys
from collections.abc import Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import create_output
from prompt_toolkit.validation import ValidationError, Validator

from report.words import Words
from scraper.model import Player
from scraper.names import describe, matching


class _Field(Completer, Validator):
    """The players as completions, found by any part of the name, FIDE id or start number."""

    def __init__(self, players: Sequence[Player], words: Words) -> None:
        self._players = players
        self._words = words
        self._by_line = {describe(player): player for player in players}

    def chosen(self, text: str) -> Player | None:
        """Return the player meant by a line of the list, or by a text that fits only one."""
        line = self._by_line.get(text.strip())
        if line is not None:
            return line
        found = matching(text, self._players)
        return found[0] if len(found) == 1 else None

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the players that fit the text so far; all of them for none."""
        text = document.text
        found = matching(text, self._players) if text.strip() else self._players
        for player in found:
            yield Completion(describe(player), start_position=-len(text))

    def validate(self, document: Document) -> None:
        """Refuse a text that fits no player, or several."""
        if self.chosen(document.text) is None:
            found = len(matching(document.text, self._players))
            raise ValidationError(
                cursor_position=len(document.text),
                message=self._words("{count} players fit; type more.", count=found)
                if found
                else self._words("Nobody fits."),
            )


def choose_player(players: Sequence[Player], words: Words) -> Player:
    """Ask for one of the players. Raises EOFError or KeyboardInterrupt where the person leaves."""
    field = _Field(players, words)
    # The question goes to standard error, so that the output can be sent to a file.
    session: PromptSession[str] = PromptSession(output=create_output(stdout=sys.stderr))
    text = session.prompt(
        words("Player (name, FIDE id or start number): "),
        completer=field,
        validator=field,
        validate_while_typing=False,
        complete_while_typing=True,
        reserve_space_for_menu=8,
        bottom_toolbar=words("{count} players; type to search, Tab to pick", count=len(players)),
    )
    chosen = field.chosen(text)
    if chosen is None:
        raise EOFError
    return chosen
