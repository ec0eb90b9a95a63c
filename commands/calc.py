"""Games by hand: `calc fide`, `ukd`, `performance`, `first`, `norm`, `elo` and `glicko`."""

import re
from typing import TYPE_CHECKING, Any

import click

from commands import options
from commands.running import output_in, today

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from decimal import Decimal

    from rating.first_rating import Event
    from rating.game import Game
    from rating.glicko import GlickoCalculation, GlickoGame
    from rating.norm_facts import NormGame

_SCORES = {
    "1": "1", "0": "0", "½": "0.5", "0.5": "0.5", "0,5": "0.5", ".5": "0.5", "1/2": "0.5",
    "=": "0.5", "1.0": "1", "1,0": "1", "0.0": "0", "0,0": "0",
}  # fmt: skip
# "-:1" is a game with an unrated opponent, and no option.
_MINUS_IS_A_GAME = {"ignore_unknown_options": True}
_games = click.argument("games", nargs=-1, required=True)
# Which systems of `calc glicko` an option belongs to.
_GLICKO_OPTIONS = {
    "volatility": ("2", "lichess"),
    "tau": ("2",),
    "c": ("1",),
    "periods": ("1", "2"),
    "days": ("lichess",),
}
_OPPONENT_WITH_RD = re.compile(r"([^/:]+)/([^/:]+):(.+)")
_TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
_TITLED_OPPONENT = re.compile(
    rf"(-|\d{{1,4}})(?:/(-|{'|'.join(_TITLES)})?)?(?:/([A-Z]{{3}})?)?:(.*)", re.IGNORECASE
)
# Rounds without a game over the board.
_GRANTED = ("+", "bye")
_GLICKO_RATING = options.number("1", "4000")
_GLICKO_RD = options.number("1", "500")
_LICHESS_RATING = options.number("400", "4000")
_LICHESS_RD = options.number("45", "500")
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
@options.calculated
def calc_fide(
    *,
    rating: int,
    games: tuple[str, ...],
    k: int | None,
    time_control: str,
    on: "datetime | None",
    **said: Any,
) -> None:
    """FIDE rating, by the rules of the day.

    \b
    tnrate calc fide --rating 1500 --k 20 1400:1 1600:0.5 1550:0
    tnrate calc fide --rating 2650 --k 10 --time rapid --on 2026-05-01 2150:1
    """
    from rating.calculator import calculate_fide
    from scraper.model import TimeControl

    day = on.date() if on is not None else today()
    with output_in(**said) as out:
        result = calculate_fide(rating, _parsed(games), k, TimeControl(time_control), day)
        out.calculation(result)


@calc.command("ukd", context_settings=_MINUS_IS_A_GAME)
@_own
@_games
@options.calculated
def calc_ukd(rating: int, games: tuple[str, ...], **said: Any) -> None:
    """Turkish rating (UKD; UHS and UYS have the same rules).

    \b
    tnrate calc ukd --rating 1500 2000:1
    tnrate calc ukd --rating 1250 -:1 1300:0.5
    """
    from rating.calculator import calculate_ukd

    with output_in(**said) as out:
        out.calculation(calculate_ukd(rating, _parsed(games)))


@calc.command("performance", context_settings=_MINUS_IS_A_GAME)
@_games
@options.calculated
def calc_performance(games: tuple[str, ...], **said: Any) -> None:
    """Performance: what rating the results are worth.

    By FIDE's table 8.1.1 (Rp), and beside it the rating whose expected score by table 8.1.2 is the
    score. Games against unrated opponents do not count.

    \b
    tnrate calc performance 1902:0.5 2000:1 1750:1
    """
    from rating.performance import performance

    played = _parsed(games)
    with output_in(**said) as out:
        out.performance(played, performance(played))


@calc.command("first", context_settings=_MINUS_IS_A_GAME)
@click.option(
    "--system",
    type=click.Choice(["fide", "ukd"]),
    default="fide",
    help="fide without it; ukd is an estimate, since its formula is not public.",
)
@click.option("--time", "time_control", type=options.TIME_CONTROLS, default="standard")
@click.option(
    "--on", type=options.DAY, metavar="DATE", help="First day of the event; today without it."
)
@click.option(
    "--earlier",
    multiple=True,
    metavar="'[DATE] GAMES'",
    help="Games of an earlier event, after its first day where that is known; may be repeated,"
    " the oldest event first.",
)
@_games
@options.calculated
def calc_first(
    *,
    system: str,
    games: tuple[str, ...],
    earlier: tuple[str, ...],
    time_control: str,
    on: "datetime | None",
    **said: Any,
) -> None:
    """First FIDE rating, by the rules of the day; or a first UKD, as far as it is known.

    Games of several events count together, until there are enough against rated opponents.

    \b
    tnrate calc first 1902:0.5 1877:0.5 1884:1 2012:0 1832:1
    tnrate calc first --on 2026-05-01 --earlier "2025-11-08 1450:1 1520:0" 1600:0.5 1700:1
    tnrate calc first --system ukd 1250:1 1310:0.5 1400:0 1180:1 1295:1
    """
    from rating.first_rating import Event, first_rating, rules_for
    from rating.first_ukd import first_ukd
    from scraper.model import TimeControl

    day = on.date() if on is not None else today()
    rules = rules_for(TimeControl(time_control), day)
    if rules is None and system == "fide":
        raise click.BadParameter(
            "FIDE has rated rapid and blitz since 2012-01-01", param_hint="--on"
        )
    events = [*map(_earlier_event, earlier), Event(_parsed(games), day)]
    days = [event.start for event in events if event.start is not None]
    if days != sorted(days):
        raise click.BadParameter(
            "earlier events come before the later ones, the oldest first", param_hint="--earlier"
        )
    with output_in(**said) as out:
        if system == "fide" and rules is not None:
            out.first_rating(first_rating(events, rules))
        else:
            out.first_ukd(first_ukd(events, day))


@calc.command("norm", context_settings=_MINUS_IS_A_GAME)
@options.norm
@click.option("--federation", metavar="FED", help="The own federation, as TUR.")
@click.option(
    "--on", type=options.DAY, metavar="DATE", help="First day of the event; today without it."
)
@_games
@options.calculated
def calc_norm(  # noqa: PLR0913 - one parameter an option
    *,
    title: tuple[str, ...],
    event: str | None,
    exempt: bool | None,
    federation: str | None,
    rounds: int | None,
    on: "datetime | None",
    games: tuple[str, ...],
    **said: Any,
) -> None:
    """Norms by hand: every condition of the FIDE Title Regulations.

    GAMES are opponent/title/federation:result, in the order of the rounds; title and federation may
    be left out, a minus is an unrated opponent or no title, and ? the result of a game to come. +
    is a win by forfeit, bye a pairing bye. Without --title, GM and IM.

    \b
    tnrate calc norm --title IM --federation TUR --rounds 9 2450/GM/GER:0.5 2380/IM/TUR:1
    tnrate calc norm --title WIM 2200/WGM/GEO:1 1950//TUR:1 -/-/TUR:1 2310/FM/GER:? +
    """
    from rating.norm_card import norms_by_hand
    from rating.norm_facts import NormEvent
    from rating.norm_rules import NormTitle

    played = [_norm_game(number, text) for number, text in enumerate(games, 1)]
    if rounds is not None and rounds < len(games):
        raise click.BadParameter(f"there are {len(games)} games and byes", param_hint="--rounds")
    facts = NormEvent(
        start=on.date() if on is not None else today(),
        rounds=rounds or len(games),
        unpaired=(rounds or len(games)) - len(games),
        granted=played.count(None),
        form=options.event_form(event),
        exempt=exempt,
    )
    titles = options.norm_titles(title) or [NormTitle.GM, NormTitle.IM]
    own = None if federation is None else federation.upper()
    with output_in(**said) as out:
        known = [game for game in played if game is not None]
        out.norms(norms_by_hand(known, facts, own, titles))


@calc.command("elo", context_settings=_MINUS_IS_A_GAME)
@_own
@click.option("--k", type=options.K, metavar="N", required=True, help="K.")
@click.option("--no-cap", is_flag=True, help="Count gaps of more than 400 in full.")
@_games
@options.calculated
def calc_elo(
    *,
    rating: int,
    games: tuple[str, ...],
    k: int,
    no_cap: bool,
    **said: Any,
) -> None:
    """Elo by the logistic formula, beside FIDE's table.

    FIDE does not use the formula; many online calculators do.

    \b
    tnrate calc elo --rating 1500 --k 20 1400:1 1600:0.5
    tnrate calc elo --rating 2400 --k 10 --no-cap 1850:1
    """
    from rating.elo import CAP, calculate_elo

    with output_in(**said) as out:
        out.elo(calculate_elo(rating, _parsed(games), k, None if no_cap else CAP))


@calc.command("glicko")
@click.option("--rating", type=_GLICKO_RATING, metavar="N", required=True, help="The own rating.")
@click.option("--rd", type=_GLICKO_RD, metavar="N", required=True, help="The own RD, 1 to 500.")
@click.option(
    "--system", type=click.Choice(["1", "2", "lichess"]), default="2", help="2 without it."
)
@click.option(
    "--volatility",
    type=options.number("0.001", "1"),
    metavar="N",
    help="The own volatility; 0.06 without it, lichess 0.09.",
)
@click.option(
    "--tau", type=options.number("0.1", "2"), metavar="N", help="Glicko-2: tau; 0.5 without it."
)
@click.option(
    "--c",
    type=options.number("0", "500"),
    metavar="N",
    help="Glicko-1: c, by which RD grows in a period without games.",
)
@click.option(
    "--periods",
    type=options.number("0", "1000"),
    metavar="N",
    help="Rating periods without a game before these.",
)
@click.option(
    "--days",
    type=options.number("0", "36525"),
    metavar="N",
    help="lichess: days since the game before these.",
)
@click.argument("games", nargs=-1)
@options.calculated
def calc_glicko(  # noqa: PLR0913 - one parameter an option
    *,
    rating: "Decimal",
    rd: "Decimal",
    system: str,
    games: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    explains: bool,
    **choices: "Decimal | None",
) -> None:
    """Glicko-1, Glicko-2, and Glicko-2 as lichess uses it.

    GAMES are opponent/RD:result. Glicko-1 and 2 rate them at once, as one rating period; lichess
    one after the other. Without games RD alone grows: by one period, on lichess by the days.

    \b
    tnrate calc glicko --rating 1500 --rd 200 1400/30:1 1550/100:0 1700/300:0
    tnrate calc glicko --system 1 --rating 1500 --rd 200 1400/30:1 1550/100:0.5
    tnrate calc glicko --system lichess --rating 1500 --rd 80 --days 30 1520/60:1
    """
    given = {name: value for name, value in choices.items() if value is not None}
    for name in given:
        if system not in _GLICKO_OPTIONS[name]:
            raise click.UsageError(f"--{name} has no meaning with --system {system}.")
    is_lichess = system == "lichess"
    played = _glicko_games(games, is_lichess)
    if is_lichess:
        _within(_LICHESS_RATING, rating, "--rating")
        _within(_LICHESS_RD, rd, "--rd")
    with output_in(lang, as_json, explains=explains) as out:
        out.glicko(_glicko(system, rating, rd, played, given))


def _norm_game(number: int, text: str) -> "NormGame | None":
    """Read "2450/GM/GER:0.5" of a round; None for a win by forfeit or a pairing bye."""
    from decimal import Decimal

    from rating.norm_facts import NormGame

    text = text.strip()
    if text.lower() in _GRANTED:
        return None
    match = _TITLED_OPPONENT.fullmatch(text)
    result = match[4] if match else ""
    if match is None or not (result == "?" or result in _SCORES):
        raise click.BadParameter(
            f"“{text}” is not opponent/title/federation:result, as 2450/GM/GER:0.5, -//TUR:1 or"
            " 2380/IM/TUR:?; + and bye are rounds without a game",
            param_hint="GAMES",
        )
    title = (match[2] or "-").upper()
    return NormGame(
        rating=0 if match[1] == "-" else int(match[1]),
        title=None if title == "-" else title,
        federation=match[3].upper() if match[3] else None,
        score=None if result == "?" else Decimal(_SCORES[result]),
        round=number,
    )


def _glicko(
    system: str,
    rating: "Decimal",
    rd: "Decimal",
    games: "list[GlickoGame]",
    given: "Mapping[str, Decimal]",
) -> "GlickoCalculation":
    """Rate by the system with what was given for it; what it lacks is wrong usage."""
    from rating import glicko
    from rating.game import ZERO

    if system == "1":
        if "c" not in given and (given.get("periods") or not games):
            raise click.UsageError(
                "Without games RD grows by c, which Glicko-1 leaves to each pool: give --c."
            )
        start = glicko.Strength(rating, rd)
        growth = given.get("c", ZERO)
        return glicko.calculate_glicko_1(start, games, given.get("periods"), growth)
    if system == "2":
        start = glicko.Strength(rating, rd, given.get("volatility", glicko.VOLATILITY))
        tau = given.get("tau", glicko.TAU)
        return glicko.calculate_glicko_2(start, games, tau, given.get("periods"))
    volatility = given.get("volatility", glicko.LICHESS.start_volatility)
    if volatility > glicko.LICHESS.greatest_volatility:
        most = glicko.LICHESS.greatest_volatility
        raise click.BadParameter(f"lichess keeps it at {most} or less", param_hint="--volatility")
    start = glicko.Strength(rating, rd, volatility)
    return glicko.calculate_lichess(start, games, given.get("days", ZERO))


def _glicko_games(games: tuple[str, ...], is_lichess: bool) -> "list[GlickoGame]":
    """Read "1400/30:1"; an opponent without RD, or anything else, is wrong usage."""
    from decimal import Decimal

    from rating.glicko import GlickoGame

    ratings, rds = (_LICHESS_RATING, _LICHESS_RD) if is_lichess else (_GLICKO_RATING, _GLICKO_RD)
    parsed = []
    for text in games:
        match = _OPPONENT_WITH_RD.fullmatch(text.strip())
        score = _SCORES.get(match[3]) if match else None
        if match is None or score is None:
            raise click.BadParameter(
                f"“{text}” is not opponent/RD:result, as 1400/30:1 or 1550/100:0.5",
                param_hint="GAMES",
            )
        opponent = _within(ratings, match[1], "GAMES", f"the rating of “{text}”: ")
        rd = _within(rds, match[2], "GAMES", f"the RD of “{text}”: ")
        parsed.append(GlickoGame(opponent, rd, Decimal(score)))
    return parsed


def _within(
    read: "Callable[[Any], Decimal]", value: "str | Decimal", hint: str, what: str = ""
) -> "Decimal":
    """Read a number that is not an option of its own, and say where it stands if it is wrong."""
    try:
        return read(value)
    except click.BadParameter as error:
        raise click.BadParameter(f"{what}{error.message}", param_hint=hint) from None


def _earlier_event(text: str) -> "Event":
    """Read "2025-11-08 1450:1 1520:0", with or without the day."""
    from rating.first_rating import Event

    words = text.split()
    start = None
    if words and ":" not in words[0]:
        try:
            start = options.DAY.convert(words.pop(0), None, None).date()
        except click.BadParameter as error:
            raise click.BadParameter(error.message, param_hint="--earlier") from None
    if not words:
        raise click.BadParameter("an earlier event has games", param_hint="--earlier")
    return Event(_parsed(tuple(words), "--earlier"), start)


def _parsed(games: tuple[str, ...], option: str = "GAMES") -> "list[Game]":
    """Read "1400:1", "1600:½" or "-:0"; anything else is wrong usage."""
    from decimal import Decimal

    from rating.game import Game

    parsed = []
    for text in games:
        match = re.fullmatch(r"(-|\d{1,4}):(.+)", text.strip())
        score = _SCORES.get(match[2]) if match else None
        if match is None or score is None:
            raise click.BadParameter(
                f"“{text}” is not opponent:result, as 1400:1, 1600:0.5 or -:0", param_hint=option
            )
        rating = 0 if match[1] == "-" else int(match[1])
        parsed.append(Game(rating or None, Decimal(score)))
    return parsed
