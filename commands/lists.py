"""Rating lists, FIDE's and the federation's: `list import` and `list show`."""

from typing import TYPE_CHECKING

import click

from commands import options
from commands.running import home, output_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scraper.model import Player

# FIDE ids are shorter.
_LONGEST_ID = 13
_MOST_SHOWN = 12


@click.group("list", no_args_is_help=True)
def rating_lists() -> None:
    """Monthly rating lists, which K, the year of birth and missing ratings come from.

    Download a list on ratings.fide.com, or the Turkish federation's with UKD, and import it; the
    newest three months of each are kept.

    \b
    tnrate list import standard_nov26frl.zip
    tnrate list import ukd_2026-11.xlsx
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
    """Import a list as FIDE offers it (TXT or XML, in the zip or out of it), or the federation's.

    The federation's list is a table with a head: Excel, CSV, or a saved page. A list takes the
    place of the same one imported before. No national identity number is read.

    \b
    tnrate list import players_list.zip --month 2026-11
    tnrate list import standard_nov26frl_xml.zip
    tnrate list import ukd.csv --month 2026-11
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
@click.argument("who", required=False)
@options.as_json
@options.language
def show(who: str | None, as_json: bool, lang: str | None) -> None:
    """Show which lists are imported, or what they say of one player.

    WHO is a FIDE id, or a name in any order and case, with or without accents.

    \b
    tnrate list show
    tnrate list show 1234567
    tnrate list show "sahin irem"
    """
    from lists.store import ListStore
    from scraper.errors import NoRatingList, NotListed
    from scraper.model import Player

    with output_in(lang, as_json) as out:
        store = ListStore(home())
        lists = store.lists()
        if not lists:
            raise NoRatingList
        if who is None:
            out.rating_lists(lists)
            return
        number = int(who) if who.isascii() and who.isdecimal() and len(who) < _LONGEST_ID else None
        person = Player(None, None, fide_id=number)
        if number is None:
            person = _person(who, store.people(who))
        found = () if person.fide_id is None else store.player(person.fide_id)
        national = store.national_player(person)
        if not found and not national:
            raise NotListed(wanted=who)
        out.listed_player(found, national)


def _person(who: str, people: "Sequence[Player]") -> "Player":
    """Return the one whom a name fits. Raises NotListed, and SeveralListed, which names them."""
    from scraper.errors import NotListed, SeveralListed
    from scraper.names import matching

    found = matching(who, people)
    if not found:
        raise NotListed(wanted=who)
    if len(found) > 1:
        raise SeveralListed(wanted=who, count=len(found), matches=_lines(found))
    return found[0]


def _lines(people: "Sequence[Player]") -> str:
    facts = [
        (one.name, one.birth_year, f"FIDE-ID {one.fide_id}" if one.fide_id else None, one.club)
        for one in people
    ]
    lines = ["  " + "  ".join(str(fact) for fact in each if fact) for each in facts]
    return "\n".join([*lines[:_MOST_SHOWN], *(["  …"] if len(lines) > _MOST_SHOWN else [])])
