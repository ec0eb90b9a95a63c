"""One player's rating: `rate`, `next` and `demo`."""

from typing import Any

import click

from commands import options
from commands.rating_cards import rated_card
from commands.running import gathering, output_in


@click.command()
@click.argument("source")
@options.player
@options.start_list
@options.by_hand
@options.fetching
@options.explain
@options.output
def rate(
    source: str, as_json: bool, as_csv: bool, lang: str | None, explains: bool, **choices: Any
) -> None:
    """Rate one player: rounds, totals, the next game.

    \b
    tnrate rate "https://chess-results.com/tnr1234567.aspx?art=9&snr=12"
    tnrate rate 1234567 --player "sahin irem"
    tnrate rate card.html --time rapid --on 2026-05-14
    """
    fetching = options.taken_for_fetching(choices)
    with (
        output_in(lang, as_json, as_csv, explains=explains) as out,
        gathering(out, **fetching) as gatherer,
    ):
        out.card(rated_card(source, gatherer, out.words, **choices))


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
@options.outlook
@options.prediction
@options.start_list
@options.by_hand
@options.fetching
@options.explain
@options.as_json
@options.language
def next_game(
    source: str,
    as_json: bool,
    lang: str | None,
    explains: bool,
    opponent_rating: int | None,
    opponent_ukd: int | None,
    **choices: Any,
) -> None:
    """Show win, draw and loss in the next game.

    The opponent is the published pairing's, or one given by hand. Before the round is paired, the
    possible opponents are predicted: an engine of the FIDE Dutch system pairs, and open games are
    played out. --tree and --target look ahead to the end of the event.

    \b
    tnrate next 1234567 --player 12
    tnrate next card.html --opponent-rating 1800 --opponent-ukd 1750
    tnrate next 1234567 --player 12 --predict --simulations 300
    tnrate next crosstable.html --page startlist.html --player 12
    tnrate next 1234567 --player 12 --tree --target 1800 --target norm:IM
    """
    from commands.outlook import Ahead
    from commands.predicting import Asked, Round, rated_for_next
    from scraper.errors import NoPairing, OwnRatingNeeded
    from scraper.model import Opponent

    fetching, ahead = options.taken_for_fetching(choices), Ahead.taken_from(choices)
    with (
        output_in(lang, as_json, explains=explains) as out,
        gathering(out, **fetching) as gatherer,
    ):
        opponent = None
        if opponent_rating is not None or opponent_ukd is not None:
            opponent = Opponent(None, None, fide=opponent_rating, national=opponent_ukd)
        asked = Asked.taken_from(choices)
        rated, readings = rated_for_next(source, asked, gatherer, out.words, opponent, choices)
        if ahead.is_wanted:
            ahead.say(out, rated, asked.draw_rate)
            return
        name = rated.card.player.name or "the player"
        upcoming = None
        if asked.wants_prediction or (rated.next is None and opponent is None):
            upcoming = Round.of(source, asked, gatherer, rated, readings)
        if upcoming is not None and asked.as_trf:
            upcoming.say_trf(out)
            return
        if upcoming is not None:
            out.predicted_round(*upcoming.predicted(out.words))
            return
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
@options.explain
@options.output
def demo(
    *,
    live: bool,
    speed: int | None,
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    explains: bool,
) -> None:
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
            follow_replay(out.words, speed or 120, as_json, explains)
        return
    if speed is not None:
        raise click.UsageError("--speed belongs to --live.")
    with (
        output_in(lang, as_json, as_csv, explains=explains) as out,
        gathering(out) as gatherer,
        as_file(files("fixtures") / "demo" / "card.html") as card,
    ):
        out.card(rated_card(str(card), gatherer, out.words, notes=(Note("demo"),)))
