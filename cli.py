"""The commands: parse the arguments, call the rooms, hand the result to `report`.

Only click is imported here; everything else inside the command that needs it, so that
`tnrate --version` costs no more than click.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from datetime import date, datetime
    from pathlib import Path

    from rating.assumptions import Note, Settings
    from rating.card import RatedCard
    from rating.game import Game
    from report.output import Output
    from report.words import Words
    from scraper.gather import CardFacts, Gatherer
    from scraper.model import Opponent, Player
    from scraper.readings import Reading

__version__ = "0.1.0"

F = TypeVar("F", bound=Callable[..., Any])
_RATING = click.IntRange(1, 4000)
_K = click.IntRange(1, 100)
_TIME_CONTROLS = click.Choice(["standard", "rapid", "blitz"])
_DAY = click.DateTime(["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d"])
_SCORES = {
    "1": "1", "0": "0", "½": "0.5", "0.5": "0.5", "0,5": "0.5", ".5": "0.5", "1/2": "0.5",
    "=": "0.5",
}  # fmt: skip


class DefaultToRate(click.Group):
    """`tnrate SOURCE` means `tnrate rate SOURCE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `rate` in front where no command is named."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h", "--version"):
            args = ["rate", *args]
        return super().parse_args(ctx, args)


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_language = click.option(
    "--lang", type=click.Choice(["tr", "en"]), help="Language; else that of the system."
)
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
_output = _options(_as_json, _as_csv, _language)
_player = click.option(
    "--player",
    metavar="WHO",
    help="Name in any order and case, with or without accents; FIDE id; start number.",
)
_by_hand = _options(
    click.option("--k", type=_K, metavar="N", help="K, where the card prints none."),
    click.option(
        "--fide", type=_RATING, metavar="N", help="The own FIDE rating, instead of the page's."
    ),
    click.option(
        "--ukd", type=_RATING, metavar="N", help="The own UKD (UHS, UYS), instead of the page's."
    ),
    click.option("--time", "time_control", type=_TIME_CONTROLS, help="Class of the time control."),
    click.option(
        "--on", type=_DAY, metavar="DATE", help="First day of the tournament, as 2026-05-14."
    ),
)
_fetching = _options(
    click.option(
        "--offline", is_flag=True, help="Fetch nothing: answer from the store of fetched pages."
    ),
    click.option("-v", "--verbose", is_flag=True, help="Say on standard error what was fetched."),
)
# The keys of scraper.asking.VIEWS, which a command alone must not import.
_VIEWS = (
    "card", "startlist", "ranking", "pairings", "alphabetical", "ranking-crosstable",
    "crosstable", "notpaired", "schedule", "statistics", "teamlist", "teamranking",
    "teampairings", "boardpairings", "composition", "bestplayers", "playerlist",
    "team-crosstable",
)  # fmt: skip
_VIEWS_OF_A_ROUND = ("ranking", "pairings", "teamranking", "teampairings", "boardpairings")
_start_list = click.option(
    "--start-list",
    metavar="SOURCE",
    help="A saved starting rank (or its link) that completes a saved card.",
)


@click.group(
    cls=DefaultToRate,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.version_option(__version__, prog_name="tnrate")
def main() -> None:
    """See what a chess-results tournament does to your rating.

    SOURCE is a chess-results link in any form, a tournament number, a saved page, or - for
    standard input. FIDE (standard, rapid, blitz) and the Turkish UKD, UHS and UYS.

    \b
    tnrate SOURCE             the same as: tnrate rate SOURCE
    tnrate demo               a bundled, invented event, without a network
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old console shows ? for what it lacks


@main.command()
@click.argument("source")
@_player
@_start_list
@_by_hand
@_fetching
@_output
def rate(source: str, as_json: bool, as_csv: bool, lang: str | None, **options: Any) -> None:
    """Rate one player: rounds, totals, the next game.

    \b
    tnrate rate "https://chess-results.com/tnr1234567.aspx?art=9&snr=12"
    tnrate rate 1234567 --player "sahin irem"
    tnrate rate card.html --time rapid --on 2026-05-14
    """
    fetching = _taken(options)
    with _output_in(lang, as_json, as_csv) as out, _gathering(out, **fetching) as gatherer:
        out.card(_rated(source, gatherer, out.words, **options))


@main.command("next")
@click.argument("source")
@_player
@click.option(
    "--opponent-rating",
    type=_RATING,
    metavar="N",
    help="FIDE rating of an opponent who is not paired yet.",
)
@click.option(
    "--opponent-ukd", type=_RATING, metavar="N", help="UKD of an opponent who is not paired yet."
)
@_start_list
@_by_hand
@_fetching
@_as_json
@_language
def next_game(
    source: str,
    as_json: bool,
    lang: str | None,
    opponent_rating: int | None,
    opponent_ukd: int | None,
    **options: Any,
) -> None:
    """Show win, draw and loss in the next game.

    The opponent is the published pairing's, or one given by hand.

    \b
    tnrate next 1234567 --player 12
    tnrate next card.html --opponent-rating 1800 --opponent-ukd 1750
    """
    from scraper.errors import NoPairing, OwnRatingNeeded
    from scraper.model import Opponent

    fetching = _taken(options)
    with _output_in(lang, as_json) as out, _gathering(out, **fetching) as gatherer:
        opponent = None
        if opponent_rating is not None or opponent_ukd is not None:
            opponent = Opponent(None, None, fide=opponent_rating, national=opponent_ukd)
        rated = _rated(source, gatherer, out.words, next_opponent=opponent, **options)
        name = rated.card.player.name or "the player"
        if rated.next is None:
            raise NoPairing(name=name)
        if rated.fide is None and rated.ukd is None:
            raise OwnRatingNeeded(name=name)
        out.next_game(rated, rated.next)


@main.command()
@click.argument("source")
@_fetching
@_output
def players(source: str, as_json: bool, as_csv: bool, lang: str | None, **fetching: bool) -> None:
    """List the players of a tournament.

    \b
    tnrate players 1234567
    tnrate players https://chess-results.com/tnr1234567.aspx --csv
    """
    from rating.assumptions import Note

    with _output_in(lang, as_json, as_csv) as out, _gathering(out, **fetching) as gatherer:
        field = gatherer.field(source)
        notes = _notes_on_fetching(gatherer)
        if field.cut:
            notes = (*notes, Note("list_cut"))
        if not field.players:
            notes = (*notes, Note("no_rows"))
        out.players(field.players, field.tournament, notes)


@main.command()
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
@_fetching
@_output
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
    with _output_in(lang, as_json, as_csv) as out, _gathering(out, **fetching) as gatherer:
        facts = read_source(gatherer, source, view, of_round)
        pages = [facts.reading, *read_others(gatherer, facts.reading, others)]
        together = crosschecks.between(pages)
        found = [*checks.of_page(facts.reading), *together]
        notes = _notes_on_fetching(gatherer) + _notes_on_others(pages, bool(together))
        out.page(facts.reading, found, notes, **facts.source)


@main.command()
@click.argument("text")
@click.option("--players", "of_players", is_flag=True, help="Search players, not tournaments.")
@click.option("--fed", metavar="CODE", help="Federation, as TUR.")
@click.option("--time", "time_control", type=_TIME_CONTROLS, help="Class of the time control.")
@click.option("--from", "first", type=_DAY, metavar="DATE", help="The last day is not before.")
@click.option("--to", "last", type=_DAY, metavar="DATE", help="The last day is not after.")
@_fetching
@_output
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
    with _output_in(lang, as_json, as_csv) as out, _gathering(out, **fetching) as gatherer:
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
        out.page(facts.reading, [], _notes_on_fetching(gatherer), **facts.source)


def _days_of_search(text: str) -> "tuple[date, date]":
    """Return the days that bound a search without days; a number is looked for in all."""
    from datetime import date, timedelta

    today = _today()
    if text.isdecimal():
        return date(2000, 1, 1), today + timedelta(days=5 * 366)
    return today - timedelta(days=60), today + timedelta(days=120)


@main.group()
def calc() -> None:
    """Work out games by hand, step by step.

    GAMES are opponent:result, as 1400:1 1600:0.5 -:0; a minus for the rating is an unrated
    opponent, and the result is 1, 0.5 (or ½) or 0.
    """


# "-:1" is a game with an unrated opponent, and no option.
_MINUS_IS_A_GAME = {"ignore_unknown_options": True}
_games = click.argument("games", nargs=-1, required=True)
_own = click.option("--rating", type=_RATING, metavar="N", required=True, help="The own rating.")


@calc.command("fide", context_settings=_MINUS_IS_A_GAME)
@_own
@click.option("--k", type=_K, metavar="N", help="K; a guess that says so without it.")
@click.option("--time", "time_control", type=_TIME_CONTROLS, default="standard")
@click.option(
    "--on", type=_DAY, metavar="DATE", help="First day of the tournament; today without it."
)
@_games
@_as_json
@_language
def calc_fide(  # noqa: PLR0913 - one parameter an option
    *,
    rating: int,
    games: tuple[str, ...],
    k: int | None,
    time_control: str,
    on: "datetime | None",
    as_json: bool,
    lang: str | None,
) -> None:
    """FIDE rating, by the rules of the day.

    \b
    tnrate calc fide --rating 1500 --k 20 1400:1 1600:0.5 1550:0
    tnrate calc fide --rating 2650 --k 10 --time rapid --on 2026-05-01 2150:1
    """
    from rating.calculator import calculate_fide
    from scraper.model import TimeControl

    day = on.date() if on is not None else _today()
    with _output_in(lang, as_json) as out:
        result = calculate_fide(rating, _parsed(games), k, TimeControl(time_control), day)
        out.calculation(result)


@calc.command("ukd", context_settings=_MINUS_IS_A_GAME)
@_own
@_games
@_as_json
@_language
def calc_ukd(rating: int, games: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Turkish rating (UKD; UHS and UYS have the same rules).

    \b
    tnrate calc ukd --rating 1500 2000:1
    tnrate calc ukd --rating 1250 -:1 1300:0.5
    """
    from rating.calculator import calculate_ukd

    with _output_in(lang, as_json) as out:
        out.calculation(calculate_ukd(rating, _parsed(games)))


@main.command()
@_output
def demo(as_json: bool, as_csv: bool, lang: str | None) -> None:
    """Rate the bundled, invented event.

    \b
    tnrate demo
    tnrate demo --lang tr
    """
    from importlib.resources import as_file, files

    from rating.assumptions import Note

    with (
        _output_in(lang, as_json, as_csv) as out,
        _gathering(out) as gatherer,
        as_file(files("fixtures") / "demo" / "card.html") as card,
    ):
        out.card(_rated(str(card), gatherer, out.words, notes=(Note("demo"),)))


def _rated(  # noqa: PLR0913 - one parameter an option
    source: str,
    gatherer: "Gatherer",
    words: "Words",
    *,
    player: str | None = None,
    start_list: str | None = None,
    next_opponent: "Opponent | None" = None,
    notes: "tuple[Note, ...]" = (),
    **by_hand: Any,
) -> "RatedCard":
    """Gather the facts of one player and rate them."""
    from dataclasses import replace

    from rating.assumptions import Note
    from rating.card import rate_card

    facts: CardFacts = gatherer.card(source, player, start_list, _chooser(words))
    rated = rate_card(facts.card, facts.tournament, _today(), _settings(**by_hand), next_opponent)
    if facts.unlisted:
        notes = (*notes, Note("opponents_unlisted", {"count": facts.unlisted}))
        if facts.cut:
            notes = (*notes, Note("list_cut"))
    if facts.unread is not None:
        notes = (*notes, Note("start_list_unread", {"why": facts.unread}))
    return replace(rated, notes=rated.notes + notes + _notes_on_fetching(gatherer))


def _notes_on_fetching(gatherer: "Gatherer") -> "tuple[Note, ...]":
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


def _notes_on_others(pages: "list[Reading]", were_compared: bool) -> "tuple[Note, ...]":
    """Say where pages that should belong together may not."""
    from rating.assumptions import Note

    first, *others = pages
    notes: tuple[Note, ...] = ()
    for other in others:
        if first.title and other.title and first.title != other.title:
            notes = (*notes, Note("other_title", {"title": other.title}))
    return (*notes, Note("nothing_compared")) if others and not were_compared else notes


def _settings(
    k: int | None = None,
    fide: int | None = None,
    ukd: int | None = None,
    time_control: str | None = None,
    on: "datetime | None" = None,
) -> "Settings":
    from rating.assumptions import Settings
    from scraper.model import TimeControl

    return Settings(
        k=k,
        fide=fide,
        national=ukd,
        time_control=None if time_control is None else TimeControl(time_control),
        on=None if on is None else on.date(),
    )


def _parsed(games: tuple[str, ...]) -> "list[Game]":
    """Read "1400:1", "1600:½" or "-:0"; anything else is wrong usage."""
    from decimal import Decimal

    from rating.game import Game

    parsed = []
    for text in games:
        match = re.fullmatch(r"(-|\d{1,4}):(.+)", text.strip())
        score = _SCORES.get(match[2]) if match else None
        if match is None or score is None:
            raise click.BadParameter(
                f"“{text}” is not opponent:result, as 1400:1, 1600:0.5 or -:0", param_hint="GAMES"
            )
        rating = 0 if match[1] == "-" else int(match[1])
        parsed.append(Game(rating or None, Decimal(score)))
    return parsed


def _taken(options: dict[str, Any]) -> dict[str, bool]:
    """Take the options of fetching out of those of a command."""
    return {name: options.pop(name) for name in ("offline", "verbose")}


@contextmanager
def _gathering(out: "Output", offline: bool = False, verbose: bool = False) -> "Iterator[Gatherer]":
    """Give the reader of sources; where wanted, say at the end what was fetched."""
    from scraper.gather import Gatherer

    gatherer = Gatherer(__version__, _home(), offline)
    try:
        yield gatherer
    finally:
        if verbose:
            from report.looks import lines_of

            for line in lines_of(gatherer.looks, out.words):
                click.echo(line, err=True)


def _home() -> "Path":
    """Return the folder of the store: TNRATE_HOME, or the system's own place for it."""
    from pathlib import Path

    return Path(os.environ.get("TNRATE_HOME", "").strip() or click.get_app_dir("tnrate"))


def _chooser(words: "Words") -> "Callable[..., Player] | None":
    """Return the question to a person; None where there is nobody to answer it."""
    streams = (sys.stdin, sys.stderr)  # each is None where it was closed
    if not all(stream is not None and stream.isatty() for stream in streams):
        return None

    def ask(field: "list[Player]") -> "Player":
        from report.choose import choose_player

        return choose_player(field, words)

    return ask


def _today() -> "date":
    from datetime import datetime

    return datetime.now().astimezone().date()


@contextmanager
def _output_in(lang: str | None, as_json: bool = False, as_csv: bool = False) -> "Iterator[Output]":
    """Give the place for results; turn every refusal into a sentence and exit status 1."""
    from report.output import Output
    from report.words import Words, language_of_environment
    from scraper.errors import OutputFailed, TnrateError

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other.")
    out = Output(Words(lang or language_of_environment()), as_json, as_csv)
    try:
        yield out
    except TnrateError as error:
        with suppress(OutputFailed):  # the sentence follows all the same
            out.refusal(error)
        click.echo(f"{out.words.refusal(error)}\n{out.words.hint(error)}", err=True)
        sys.exit(1)
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


if __name__ == "__main__":
    main()
