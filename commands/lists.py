"""FIDE's rating lists: `list import` and `list show`."""

from typing import TYPE_CHECKING

import click

from commands import options
from commands.running import home, output_in

if TYPE_CHECKING:
    from datetime import datetime


@click.group("list", no_args_is_help=True)
def rating_lists() -> None:
    """FIDE's monthly rating lists, which K and the year of birth come from.

    Download a list on ratings.fide.com and import it; the newest three months are kept.

    \b
    tnrate list import standard_nov26frl.zip
    tnrate list show
    """


@rating_lists.command("import")
@click.argument("file")
@click.option(
    "--month",
    type=click.DateTime(["%Y-%m"]),
    metavar="MONTH",
    help="Month of the list, as 2026-11, where neither the file nor its name says it.",
)
@click.option(
    "--time",
    "time_control",
    type=options.TIME_CONTROLS,
    help="Class of a list of one class, where neither the file nor its name says it.",
)
@options.as_json
@options.language
def import_list(
    file: str, month: "datetime | None", time_control: str | None, as_json: bool, lang: str | None
) -> None:
    """Import a list as FIDE offers it: TXT or XML, in the zip or out of it.

    It takes the place of the same list imported before. No national identity number is read.

    \b
    tnrate list import players_list.zip --month 2026-11
    tnrate list import standard_nov26frl_xml.zip
    """
    from datetime import UTC, datetime
    from pathlib import Path

    from lists.importing import import_file
    from lists.store import ListStore
    from report.progress import progress_bar
    from scraper.model import TimeControl

    with output_in(lang, as_json) as out:
        store = ListStore(home())
        with progress_bar(out.words) as progress:
            imported = import_file(
                store,
                Path(file),
                datetime.now(UTC),
                month=None if month is None else month.date(),
                time_control=None if time_control is None else TimeControl(time_control),
                progress=progress,
            )
        out.imported_list(imported, store.lists())


@rating_lists.command("show")
@click.argument("fide_id", type=click.IntRange(1, 10**12), required=False)
@options.as_json
@options.language
def show(fide_id: int | None, as_json: bool, lang: str | None) -> None:
    """Show which lists are imported, or what they say of one player.

    \b
    tnrate list show
    tnrate list show 1234567
    """
    from lists.store import ListStore
    from scraper.errors import NoRatingList, NotListed

    with output_in(lang, as_json) as out:
        store = ListStore(home())
        lists = store.lists()
        if not lists:
            raise NoRatingList
        if fide_id is None:
            out.rating_lists(lists)
            return
        found = store.player(fide_id)
        if not found:
            raise NotListed(fide_id=fide_id)
        out.listed_player(found)
