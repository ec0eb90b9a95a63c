"""Games by hand: `calc fide` and `calc ukd`."""

import re
from typing import TYPE_CHECKING

import click

from commands import options
from commands.running import output_in, today

if TYPE_CHECKING:
    from datetime import datetime

    from rating.game import Game

_SCORES = {
    "1": "1", "0": "0", "½": "0.5", "0.5": "0.5", "0,5": "0.5", ".5": "0.5", "1/2": "0.5",
    "=": "0.5",
}  # fmt: skip
# "-:1" is a game with an unrated opponent, and no option.
_MINUS_IS_A_GAME = {"ignore_unknown_options": True}
_games = click.argument("games", nargs=-1, required=True)
_own = click.option(
    "--rating", type=options.RATING, metavar="N", required=True, help="The own rating."
)


@click.group()
def calc() -> None:
    """Work out games by hand, step by step.

    GAMES are opponent:result, as 1400:1 1600:0.5 -:0; a minus for the rating is an unrated
    opponent, and the result is 1, 0.5 (or ½) or 0.
    """


@calc.command("fide", context_settings=_MINUS_IS_A_GAME)
@_own
@click.option("--k", type=options.K, metavar="N", help="K; a guess that says so without it.")
@click.option("--time", "time_control", type=options.TIME_CONTROLS, default="standard")
@click.option(
    "--on", type=options.DAY, metavar="DATE", help="First day of the tournament; today without it."
)
@_games
@options.as_json
@options.language
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

    day = on.date() if on is not None else today()
    with output_in(lang, as_json) as out:
        result = calculate_fide(rating, _parsed(games), k, TimeControl(time_control), day)
        out.calculation(result)


@calc.command("ukd", context_settings=_MINUS_IS_A_GAME)
@_own
@_games
@options.as_json
@options.language
def calc_ukd(rating: int, games: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Turkish rating (UKD; UHS and UYS have the same rules).

    \b
    tnrate calc ukd --rating 1500 2000:1
    tnrate calc ukd --rating 1250 -:1 1300:0.5
    """
    from rating.calculator import calculate_ukd

    with output_in(lang, as_json) as out:
        out.calculation(calculate_ukd(rating, _parsed(games)))


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
