"""What every run of a command needs: the place for results, the reader of sources, the person."""

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from commands import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date
    from pathlib import Path

    from rating.assumptions import Note
    from report.output import Output
    from report.words import Words
    from scraper.gather import Gatherer
    from scraper.model import Player


@contextmanager
def output_in(
    lang: str | None,
    as_json: bool = False,
    as_csv: bool = False,
    as_lines: bool = False,
    *,
    explains: bool = False,
) -> "Iterator[Output]":
    """Give the place for results; turn every refusal into a sentence and exit status 1.

    `as_lines` is JSON with a document a line; `explains` says how each number came about.
    """
    from report.output import Output
    from report.words import Words, language_of_environment
    from scraper.errors import OutputFailed, TnrateError

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other.")
    if explains and as_csv:
        raise click.UsageError("--explain has no CSV; its steps come with --json.")
    words = Words(lang or language_of_environment())
    out = Output(words, as_json, as_csv, as_lines, explains=explains)
    try:
        yield out
    except TnrateError as error:
        with suppress(OutputFailed):  # the sentence follows all the same
            out.refusal(error)
        click.echo(f"{out.words.refusal(error)}\n{out.words.hint(error)}", err=True)
        sys.exit(1)
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


@contextmanager
def gathering(out: "Output", offline: bool = False, verbose: bool = False) -> "Iterator[Gatherer]":
    """Give the reader of sources; where wanted, say at the end what was fetched."""
    from scraper.gather import Gatherer

    gatherer = Gatherer(__version__, home(), offline)
    try:
        yield gatherer
    finally:
        if verbose:
            from report.looks import lines_of

            for line in lines_of(gatherer.looks, out.words):
                click.echo(line, err=True)


def home() -> "Path":
    """Return the folder of the store: TNRATE_HOME, or the system's own place for it."""
    from pathlib import Path

    return Path(os.environ.get("TNRATE_HOME", "").strip() or click.get_app_dir("tnrate"))


def today() -> "date":
    """Return the day by this computer's clock and time zone."""
    from datetime import datetime

    return datetime.now().astimezone().date()


def chooser(words: "Words") -> "Callable[..., Player] | None":
    """Return the question to a person; None where there is nobody to answer it."""
    streams = (sys.stdin, sys.stderr)  # each is None where it was closed
    if not all(stream is not None and stream.isatty() for stream in streams):
        return None

    def ask(field: "list[Player]") -> "Player":
        from report.choose import choose_player

        return choose_player(field, words)

    return ask


def notes_on_fetching(gatherer: "Gatherer") -> "tuple[Note, ...]":
    """Say how old the pages are where they are not as fresh as asked for."""
    from rating.assumptions import Note

    notes: tuple[Note, ...] = ()
    if gatherer.offline and gatherer.oldest is not None:
        notes = (*notes, Note("offline", {"age": gatherer.age_of(gatherer.oldest)}))
    stale = gatherer.stale
    if stale is not None:
        age = gatherer.age_of(stale.fetched_at)
        notes = (*notes, Note("stale", {"age": age, "why": stale.stale}))
    if gatherer.store_failed:
        notes = (*notes, Note("store_unusable"))
    return notes
