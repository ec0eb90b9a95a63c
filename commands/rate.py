"""One player's rating: `rate`, `next` and `demo`."""

from typing import TYPE_CHECKING, Any

import click

from commands import options
from commands.running import chooser, gathering, home, notes_on_fetching, output_in, today

if TYPE_CHECKING:
    from datetime import datetime

    from rating.assumptions import Note, Settings
    from rating.card import RatedCard
    from rating.k_factor import Listed
    from report.words import Words
    from scraper.gather import CardFacts, Gatherer
    from scraper.model import Opponent


@click.command()
@click.argument("source")
@options.player
@options.start_list
@options.by_hand
@options.fetching
@options.output
def rate(source: str, as_json: bool, as_csv: bool, lang: str | None, **choices: Any) -> None:
    """Rate one player: rounds, totals, the next game.

    \b
    tnrate rate "https://chess-results.com/tnr1234567.aspx?art=9&snr=12"
    tnrate rate 1234567 --player "sahin irem"
    tnrate rate card.html --time rapid --on 2026-05-14
    """
    fetching = options.taken_for_fetching(choices)
    with output_in(lang, as_json, as_csv) as out, gathering(out, **fetching) as gatherer:
        out.card(_rated(source, gatherer, out.words, **choices))


@click.command("next")
@click.argument("source")
@options.player
@click.option(
    "--opponent-rating",
    type=options.RATING,
    metavar="N",
    help="FIDE rating of an opponent who is not paired yet.",
)
@click.option(
    "--opponent-ukd",
    type=options.RATING,
    metavar="N",
    help="UKD of an opponent who is not paired yet.",
)
@options.start_list
@options.by_hand
@options.fetching
@options.as_json
@options.language
def next_game(
    source: str,
    as_json: bool,
    lang: str | None,
    opponent_rating: int | None,
    opponent_ukd: int | None,
    **choices: Any,
) -> None:
    """Show win, draw and loss in the next game.

    The opponent is the published pairing's, or one given by hand.

    \b
    tnrate next 1234567 --player 12
    tnrate next card.html --opponent-rating 1800 --opponent-ukd 1750
    """
    from scraper.errors import NoPairing, OwnRatingNeeded
    from scraper.model import Opponent

    fetching = options.taken_for_fetching(choices)
    with output_in(lang, as_json) as out, gathering(out, **fetching) as gatherer:
        opponent = None
        if opponent_rating is not None or opponent_ukd is not None:
            opponent = Opponent(None, None, fide=opponent_rating, national=opponent_ukd)
        rated = _rated(source, gatherer, out.words, next_opponent=opponent, **choices)
        name = rated.card.player.name or "the player"
        if rated.next is None:
            raise NoPairing(name=name)
        if rated.fide is None and rated.ukd is None:
            raise OwnRatingNeeded(name=name)
        out.next_game(rated, rated.next)


@click.command()
@click.option("--live", is_flag=True, help="Follow a bundled event that is played meanwhile.")
@click.option(
    "--speed",
    type=click.IntRange(1, 10_000),
    help="How many times faster than the day the event is played; 120 without it.",
)
@options.output
def demo(live: bool, speed: int | None, as_json: bool, as_csv: bool, lang: str | None) -> None:
    """Rate the bundled, invented event, or follow one.

    \b
    tnrate demo
    tnrate demo --live
    """
    from importlib.resources import as_file, files

    from rating.assumptions import Note

    if live:
        from commands.live_demo import follow_replay

        if as_csv:
            raise click.UsageError("--live has no CSV; its facts come with --json as JSON lines.")
        with output_in(lang) as out:
            click.echo(out.words.note("demo", {}), err=True)
            follow_replay(out.words, speed or 120, as_json)
        return
    if speed is not None:
        raise click.UsageError("--speed belongs to --live.")
    with (
        output_in(lang, as_json, as_csv) as out,
        gathering(out) as gatherer,
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

    facts: CardFacts = gatherer.card(source, player, start_list, chooser(words))
    settings = _settings(**by_hand)
    listed, on_lists = _listed(facts, settings)
    rated = rate_card(facts.card, facts.tournament, today(), settings, next_opponent, listed=listed)
    notes += on_lists
    if facts.unlisted:
        notes = (*notes, Note("opponents_unlisted", {"count": facts.unlisted}))
        if facts.cut:
            notes = (*notes, Note("list_cut"))
    if facts.unread is not None:
        notes = (*notes, Note("start_list_unread", {"why": facts.unread}))
    return replace(rated, notes=rated.notes + notes + notes_on_fetching(gatherer))


def _listed(facts: "CardFacts", settings: "Settings") -> "tuple[Listed | None, tuple[Note, ...]]":
    """Look the player up in FIDE's list of the event; say so where the lists cannot be read."""
    from lists.model import FILE
    from rating.assumptions import Note, settle

    fide_id = facts.card.player.fide_id
    try:
        is_there = (home() / FILE).exists()
    except OSError:  # the note on the store of pages says it
        is_there = False
    if not fide_id or not is_there:
        return None, ()
    from lists.store import ListStore
    from scraper.errors import ListStoreDamaged, ListStoreFailed, ListStoreTooNew

    basis = settle(facts.card, facts.tournament, settings, today())
    try:
        return ListStore(home()).listed(fide_id, basis.time_control, basis.start), ()
    except (ListStoreDamaged, ListStoreFailed, ListStoreTooNew) as error:
        return None, (Note("lists_unusable", {"why": error}),)


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
