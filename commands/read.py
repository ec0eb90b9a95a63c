"""What the site says: `players`, `read` and `search`."""

from typing import TYPE_CHECKING

import click

from commands import options
from commands.running import gathering, notes_on_fetching, output_in, today

if TYPE_CHECKING:
    from datetime import date, datetime

    from rating.assumptions import Note
    from scraper.readings import Reading

# The keys of scraper.asking.VIEWS, which a command alone must not import.
_VIEWS = (
    "card", "startlist", "ranking", "pairings", "alphabetical", "ranking-crosstable",
    "crosstable", "notpaired", "schedule", "statistics", "teamlist", "teamranking",
    "teampairings", "boardpairings", "composition", "bestplayers", "playerlist",
    "team-crosstable",
)  # fmt: skip
_VIEWS_OF_A_ROUND = ("ranking", "pairings", "teamranking", "teampairings", "boardpairings")


@click.command()
@click.argument("source")
@options.fetching
@options.output
def players(source: str, as_json: bool, as_csv: bool, lang: str | None, **fetching: bool) -> None:
    """List the players of a tournament.

    \b
    tnrate players 1234567
    tnrate players https://chess-results.com/tnr1234567.aspx --csv
    """
    from rating.assumptions import Note

    with output_in(lang, as_json, as_csv) as out, gathering(out, **fetching) as gatherer:
        field = gatherer.field(source)
        notes = notes_on_fetching(gatherer)
        if field.cut:
            notes = (*notes, Note("list_cut"))
        if not field.players:
            notes = (*notes, Note("no_rows"))
        out.players(field.players, field.tournament, notes)


@click.command()
@click.argument("source")
@click.option("--view", type=click.Choice(_VIEWS), help="The view, where the link names none.")
@click.option(
    "--round", "of_round", type=click.IntRange(1, 99), metavar="N", help="The round of the view."
)
@click.option(
    "--with",
    "others",
    metavar="SOURCE",
    multiple=True,
    help="Another page of the same tournament, to check this one against; repeatable.",
)
@options.fetching
@options.output
def read(  # noqa: PLR0913 - one parameter an option
    *,
    source: str,
    view: str | None,
    of_round: int | None,
    others: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    **fetching: bool,
) -> None:
    """Read any page of the site: what it says, as a table, JSON or CSV.

    Sums on the page are checked; with --with, the same facts on several pages.

    \b
    tnrate read "https://chess-results.com/tnr1234567.aspx?art=2&rd=5"
    tnrate read 1234567 --view crosstable --with "tnr1234567.aspx?art=2&rd=5"
    tnrate read crosstable.html --csv
    """
    from scraper import checks, crosschecks
    from scraper.onepage import read_others, read_source

    if of_round is not None and view is not None and view not in _VIEWS_OF_A_ROUND:
        raise click.UsageError(f"The view {view} has no rounds: --round cannot be given with it.")
    with output_in(lang, as_json, as_csv) as out, gathering(out, **fetching) as gatherer:
        facts = read_source(gatherer, source, view, of_round)
        pages = [facts.reading, *read_others(gatherer, facts.reading, others)]
        together = crosschecks.between(pages)
        found = [*checks.of_page(facts.reading), *together]
        notes = notes_on_fetching(gatherer) + _notes_on_others(pages, bool(together))
        out.page(facts.reading, found, notes, **facts.source)


@click.command()
@click.argument("text")
@click.option("--players", "of_players", is_flag=True, help="Search players, not tournaments.")
@click.option("--fed", metavar="CODE", help="Federation, as TUR.")
@click.option(
    "--time", "time_control", type=options.TIME_CONTROLS, help="Class of the time control."
)
@click.option(
    "--from", "first", type=options.DAY, metavar="DATE", help="The last day is not before."
)
@click.option("--to", "last", type=options.DAY, metavar="DATE", help="The last day is not after.")
@options.fetching
@options.output
def search(  # noqa: PLR0913 - one parameter an option
    *,
    text: str,
    of_players: bool,
    fed: str | None,
    time_control: str | None,
    first: "datetime | None",
    last: "datetime | None",
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    **fetching: bool,
) -> None:
    """Find tournaments on the site, or players.

    TEXT is a part of the tournament's name or its number; of a player the surname,
    "Surname, First name", or the FIDE id. Without days, tournaments that ended in
    the last 60 days or will end in the next 120; by number, of any day.

    \b
    tnrate search "ankara" --fed TUR --time rapid
    tnrate search --players "sahin, irem"
    """
    from scraper.model import TimeControl
    from scraper.onepage import search_players, search_tournaments

    text = text.strip()
    if not text.replace(",", "").strip():
        raise click.UsageError("There is nothing to search for.")
    if of_players and (first or last or time_control):
        raise click.UsageError("--from, --to and --time belong to tournaments, not to --players.")
    with output_in(lang, as_json, as_csv) as out, gathering(out, **fetching) as gatherer:
        federation = fed.upper() if fed else None
        if of_players:
            facts = search_players(gatherer, text, federation)
        else:
            earliest, latest = _days_of_search(text)
            ending = (
                first.date() if first else earliest,
                last.date() if last else latest,
            )
            wanted = None if time_control is None else TimeControl(time_control)
            facts = search_tournaments(gatherer, text, ending, federation, wanted)
        out.page(facts.reading, [], notes_on_fetching(gatherer), **facts.source)


def _days_of_search(text: str) -> "tuple[date, date]":
    """Return the days that bound a search without days; a number is looked for in all."""
    from datetime import date, timedelta

    now = today()
    if text.isdecimal():
        return date(2000, 1, 1), now + timedelta(days=5 * 366)
    return now - timedelta(days=60), now + timedelta(days=120)


def _notes_on_others(pages: "list[Reading]", were_compared: bool) -> "tuple[Note, ...]":
    """Say where pages that should belong together may not."""
    from rating.assumptions import Note

    first, *others = pages
    notes: tuple[Note, ...] = ()
    for other in others:
        if first.title and other.title and first.title != other.title:
            notes = (*notes, Note("other_title", {"title": other.title}))
    return (*notes, Note("nothing_compared")) if others and not were_compared else notes
