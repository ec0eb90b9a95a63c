"""Every player of a tournament: `event`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from commands import options
from commands.running import gathering, notes_on_fetching, output_in, today

if TYPE_CHECKING:
    from rating.assumptions import Note
    from report.output import Output
    from scraper.event_pages import GatheredEvent
    from scraper.gather import Gatherer

# The names of report.event_columns.EVENT_COLUMNS, which a command alone must not import.
_COLUMNS = (
    "rank", "start_number", "title", "name", "federation", "fide_id", "club", "team", "group",
    "type", "points", "old_rating", "games", "score", "expected", "k", "k_source", "change",
    "new_rating", "performance", "published_k", "published_games", "published_expected",
    "published_change", "ukd_rating", "ukd_games", "ukd_k", "ukd_change", "ukd_new_rating",
)  # fmt: skip
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("source")
@click.option(
    "--with",
    "others",
    metavar="SOURCE",
    multiple=True,
    help="Another page of the same tournament, as its starting rank; repeatable.",
)
@click.option(
    "--sort", type=click.Choice(_COLUMNS), metavar="COLUMN", help="Sort by a column of the CSV."
)
@click.option("--descending", is_flag=True, help="Sort from the greatest to the least.")
@click.option("--federation", "--fed", metavar="CODE", help="Only players of a federation.")
@click.option("--club", metavar="NAME", help="Only players of a club, or of a team.")
@click.option("--group", metavar="GROUP", help="Only an age group, as the list prints it: U12.")
@click.option("--name", metavar="TEXT", help="Only players whose name has words that begin so.")
@click.option("--k", type=options.K, metavar="N", help="K, where the site prints none.")
@click.option(
    "--time", "time_control", type=options.TIME_CONTROLS, help="Class of the time control."
)
@click.option(
    "--on", type=options.DAY, metavar="DATE", help="First day of the tournament, as 2026-05-14."
)
@click.option("--xlsx", type=_FILE, metavar="FILE", help="Write an Excel workbook.")
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page that can be printed.")
@options.fetching
@options.output
def event(  # noqa: PLR0913 - one parameter an option
    *,
    source: str,
    others: tuple[str, ...],
    sort: str | None,
    descending: bool,
    xlsx: Path | None,
    html: Path | None,
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    **choices: Any,
) -> None:
    """Rate every player of a tournament.

    Three pages do, however many play: starting rank, crosstable, ranking. What the ranking prints
    (n, w, we, K, rtg+/-) is compared. Only the boards of team events take a page a round. Saved
    pages complete each other: name the first, and the others with --with.

    \b
    tnrate event 1234567 --sort change --descending
    tnrate event crosstable.html --with startlist.html --federation TUR --html event.html
    tnrate event "https://chess-results.com/tnr1234567.aspx" --group U12 --csv
    """
    from commands.listed import Lists
    from commands.rating_cards import settings_of
    from rating.tournament import rate_event
    from report.event_choice import Choice
    from report.event_files import EventFiles
    from scraper import collector
    from scraper.saved import file_behind

    if descending and sort is None:
        raise click.UsageError("--descending needs --sort.")
    if xlsx is not None and html is not None and xlsx.resolve() == html.resolve():
        raise click.UsageError("--xlsx and --html name the same file.")
    sources = tuple(file for one in (source, *others) if (file := file_behind(one)) is not None)
    files = EventFiles(xlsx, html, sources)
    fetching = options.taken_for_fetching(choices)
    wishes = {name: choices.pop(name) for name in ("federation", "club", "group", "name")}
    choice = Choice(**wishes, sort=sort, descending=descending)
    with output_in(lang, as_json, as_csv) as out, gathering(out, **fetching) as gatherer:
        files.refuse()
        settings = settings_of(**choices)
        gathered = _gathered(gatherer, source, others, out)
        lists, notes = Lists().of_event(gathered.facts, settings)
        with collector.at_rest():
            rated = rate_event(gathered.facts, today(), settings, lists)
        notes = (*rated.notes, *notes, *_notes(gathered), *notes_on_fetching(gatherer))
        out.event(rated, gathered.checks, notes, choice, files)


def _gathered(
    gatherer: "Gatherer", source: str, others: tuple[str, ...], out: "Output"
) -> "GatheredEvent":
    """Gather the pages; where they are fetched, a bar shows how many are left."""
    from report.progress import progress_bar
    from scraper.event_pages import gather_event
    from scraper.gather import link_of

    if link_of(source) is None:
        return gather_event(gatherer, source, others)
    with progress_bar(out.words, fetching=True) as progress:
        return gather_event(gatherer, source, others, progress)


def _notes(gathered: "GatheredEvent") -> "tuple[Note, ...]":
    from rating.assumptions import Note

    notes: tuple[Note, ...] = ()
    if any(reading.cut for reading in gathered.readings):
        notes = (*notes, Note("list_cut"))
    if gathered.unread is not None:
        notes = (*notes, Note("event_ranking_unread", {"why": gathered.unread}))
    return notes
