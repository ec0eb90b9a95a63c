"""The commands `follow` and `history`."""

from typing import TYPE_CHECKING, Any

import click

from commands import options
from commands.running import chooser, gathering, home, notes_on_fetching, output_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from live.model import Follow
    from live.sources import Wish
    from live.store import LiveStore
    from report.output import Output
    from scraper.gather import Gatherer


@click.command()
@click.argument("sources", nargs=-1)
@click.option(
    "--player",
    "players",
    metavar="WHO",
    multiple=True,
    help="Name, FIDE id or start number; repeatable.",
)
@click.option("--club", metavar="TEXT", help="Follow all players of a club.")
@click.option("--fed", metavar="CODE", help="Follow all players of a federation, as TUR.")
@click.option("--k", type=options.K, metavar="N", help="K, where the site prints none.")
@click.option(
    "--notify",
    "addresses",
    metavar="URL",
    multiple=True,
    help="Send the notices of these players to an address of Apprise, too; repeatable.",
)
@click.option(
    "--exec",
    "programs",
    metavar="COMMAND",
    multiple=True,
    help="Run a command for each notice of these players, too; repeatable.",
)
@click.option("--quiet", metavar="HOURS", help="Hold --notify and --exec back then: 23:00-07:00.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print every fact as a line of JSON.")
@click.option("--once", is_flag=True, help="Look at what is due, tell it, and end.")
@click.option("--add", "only_add", is_flag=True, help="Note who is to be followed, and end.")
@click.option(
    "--remove",
    is_flag=True,
    help="Follow these players no more (or the whole event); or only end their --notify, --exec.",
)
@click.option("--list", "as_list", is_flag=True, help="Show who is followed, and end.")
@options.explain
@options.output
def follow(  # noqa: PLR0913 - one parameter an option
    *,
    sources: tuple[str, ...],
    players: tuple[str, ...],
    club: str | None,
    fed: str | None,
    k: int | None,
    as_jsonl: bool,
    once: bool,
    only_add: bool,
    remove: bool,
    as_list: bool,
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    explains: bool,
    **notices: Any,
) -> None:
    """Follow players while their tournaments run, and tell what happens.

    Without SOURCE, everybody who was added before is followed. Stopping and starting
    loses nothing and repeats nothing.

    \b
    tnrate follow "https://chess-results.com/tnr1234567.aspx?art=9&snr=12"
    tnrate follow 1234567 1234568 --club "Demo" --notify ntfy://my-topic
    tnrate follow --list
    """
    from live.sources import Wish, follows_of
    from live.store import LiveStore
    from scraper.errors import NothingFollowed

    if [once, only_add, remove, as_list].count(True) > 1:
        raise click.UsageError("--once, --add, --remove and --list exclude each other.")
    if (as_json or as_csv) and not as_list:
        raise click.UsageError("--json and --csv belong to --list; facts come with --jsonl.")
    if explains and (only_add or remove or as_list):
        raise click.UsageError("--explain is for what is told, and only where somebody looks.")
    if as_jsonl and (only_add or remove or as_list):
        raise click.UsageError("--jsonl prints facts, and only where somebody looks.")
    if any(text is not None and not text.strip() for text in (club, fed, *players)):
        raise click.UsageError("--player, --club and --fed each need a word.")
    wish = Wish(players, club, fed, k)
    _refuse_misplaced(wish, notices, sources=sources, remove=remove, as_list=as_list)
    if (only_add or remove) and not sources:
        raise click.UsageError("Name at least one SOURCE.")
    with output_in(lang, as_json, as_csv, as_jsonl) as out, gathering(out) as gatherer:
        store = LiveStore(home())
        if remove:
            _remove(store, sources, wish, **notices)
        elif sources:
            make_channels = _channels(store, out.words.language, **notices)
            found = [
                one
                for source in sources
                for one in follows_of(gatherer, source, wish, chooser(out.words))
            ]
            numbers = make_channels()
            for one in found:
                store.add_follow(one, numbers)
            for event in {one.event for one in found}:  # its list is at hand
                store.name_event(event, gatherer.field_of(event).tournament.name)
        if as_list or remove or only_add:
            _list(store, out)
            return
        if not store.follows():
            raise NothingFollowed
        _run(store, gatherer, out, once=once, as_jsonl=as_jsonl, explains=explains)


@click.command()
@click.argument("source")
@options.player
@options.output
def history(source: str, player: str | None, as_json: bool, as_csv: bool, lang: str | None) -> None:
    """Show how rating and place of a followed player moved through the rounds.

    \b
    tnrate history 1234567 --player "sahin irem"
    tnrate history 1234567 --csv
    """
    from commands.listed import Lists
    from live.history import ending, moments
    from live.state import unpacked
    from live.store import LiveStore
    from scraper.errors import NothingSeen

    with output_in(lang, as_json, as_csv) as out, gathering(out, offline=True) as gatherer:
        store = LiveStore(home())
        followed = _chosen(store, source, player, out)
        data = store.state(followed.event)
        if data is None:
            raise NothingSeen(name=followed.name)
        snapshots = ((at, delta) for at, _, delta in store.snapshots(followed.event))
        row = next(one for one in store.events() if one.id == followed.event)
        found = list(moments(snapshots, followed, ending(row), Lists().lookup()))
        out.history(followed, unpacked(data).tournament, found, notes_on_fetching(gatherer))


def _refuse_misplaced(
    wish: "Wish", notices: dict[str, Any], *, sources: "Sequence[str]", remove: bool, as_list: bool
) -> None:
    """Refuse options that would be passed over: nobody may believe that they did something."""
    if as_list and sources:
        raise click.UsageError("--list shows all that is followed; it takes no SOURCE.")
    if remove and (notices["quiet"] or (wish.club, wish.federation, wish.k) != (None, None, None)):
        raise click.UsageError(
            "--remove takes --player, --notify and --exec; with SOURCE alone the whole event goes."
        )
    if not sources and (any(notices.values()) or wish != type(wish)()):
        raise click.UsageError("Name the SOURCE that these options are for.")
    if notices["quiet"] is not None and not (notices["addresses"] or notices["programs"]):
        raise click.UsageError("--quiet belongs to --notify and --exec.")


def _channels(
    store: "LiveStore",
    language: str,
    addresses: tuple[str, ...],
    programs: tuple[str, ...],
    quiet: str | None,
) -> "Callable[[], list[int]]":
    """Check the channels beside the screen, and return what makes those that are new.

    It returns their numbers. Raises the refusals of addresses, commands and quiet hours.
    """
    from live.channels import APPRISE, EXEC, checked
    from live.quiet import Quiet

    if quiet:
        Quiet.of(quiet)
    kinds = [(APPRISE, one) for one in addresses] + [(EXEC, one) for one in programs]
    wanted = [(kind, checked(kind, address)) for kind, address in kinds]
    return lambda: [store.channel(kind, address, language, quiet).id for kind, address in wanted]


def _remove(
    store: "LiveStore",
    sources: "Sequence[str]",
    wish: "Wish",
    addresses: tuple[str, ...],
    programs: tuple[str, ...],
    **_quiet: None,
) -> None:
    """Follow players no more: those that the wish names, else all; or take channels from them."""
    from contextlib import suppress

    from live.channels import APPRISE, EXEC, absolute
    from live.sources import followed_of
    from scraper.errors import NoSuchChannel, TnrateError

    follows = store.follows()
    found = [one for source in sources for one in followed_of(follows, source, wish)]
    if not (addresses or programs):
        store.remove_follows([one.id or 0 for one in found])
        return
    wanted = {(APPRISE, one) for one in addresses} | {(EXEC, one) for one in programs}
    for program in programs:
        with suppress(TnrateError):  # a program that is gone is known by the line that was kept
            wanted.add((EXEC, absolute(program)))
    numbers = [row.id for row in store.channels() if (row.kind, row.address) in wanted]
    if len(numbers) < len({*addresses, *programs}):
        raise NoSuchChannel
    for one in found:
        store.unsubscribe(one.id or 0, numbers)


def _list(store: "LiveStore", out: "Output") -> None:
    from live.board import following
    from live.lease import Lease

    out.follows(following(store, Lease(home()).holder()))


def _run(
    store: "LiveStore",
    gatherer: "Gatherer",
    out: "Output",
    *,
    once: bool,
    as_jsonl: bool,
    explains: bool,
) -> None:
    from commands.session import Session
    from live.lease import Lease

    session = Session(store, Lease(home()), gatherer, out.words, as_jsonl, explains=explains)
    if once:
        session.once()
    else:
        session.run()


def _chosen(store: "LiveStore", source: str, player: str | None, out: "Output") -> "Follow":
    """Return the one followed player that is meant."""
    from live.sources import Wish, followed_of
    from scraper.errors import PlayerNeeded

    wish = Wish((player,) if player else ())
    found = followed_of(store.follows(), source, wish)
    if len(found) > 1:
        raise PlayerNeeded
    return found[0]
