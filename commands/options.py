"""The options that several commands share, and what may be given for them."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from decimal import Decimal

    from rating.norm_facts import Form
    from rating.norm_rules import NormTitle

F = TypeVar("F", bound=Callable[..., Any])
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}")
RATING = click.IntRange(1, 4000)
K = click.IntRange(1, 100)
TIME_CONTROLS = click.Choice(["standard", "rapid", "blitz"])


class _Day(click.DateTime):
    """A day that rating lists can be of; FIDE's first one is of 1971."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        day = super().convert(value, param, ctx)
        if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
            self.fail(f"the year is from {_FIRST_YEAR} to {_LAST_YEAR}", param, ctx)
        return day


_FIRST_YEAR, _LAST_YEAR = 1971, 2999
DAY = _Day(["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d"])


def number(least: str, most: str) -> "Callable[[Any], Decimal]":
    """Return a reader of exact numbers, with a point or a comma, from `least` to `most`."""

    def read(value: Any) -> "Decimal":
        from decimal import Decimal

        text = str(value).replace(",", ".")
        if not _NUMBER.fullmatch(text):
            raise click.BadParameter(f"“{value}” is not a number")
        found = Decimal(text)
        if not Decimal(least) <= found <= Decimal(most):
            raise click.BadParameter(f"{value} is not from {least} to {most}")
        return found

    return read


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator for several options, which the help lists in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


language = click.option(
    "--lang", type=click.Choice(["tr", "en"]), help="Language; else that of the system."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
output = together(as_json, as_csv, language)
explain = click.option(
    "--explain",
    "explains",
    is_flag=True,
    help="Say how each number came about: rule, article, arithmetic.",
)
calculated = together(explain, as_json, language)
player = click.option(
    "--player",
    metavar="WHO",
    help="Name in any order and case, with or without accents; FIDE id; start number.",
)
by_hand = together(
    click.option("--k", type=K, metavar="N", help="K, where the card prints none."),
    click.option(
        "--fide", type=RATING, metavar="N", help="The own FIDE rating, instead of the page's."
    ),
    click.option(
        "--ukd", type=RATING, metavar="N", help="The own UKD (UHS, UYS), instead of the page's."
    ),
    click.option("--time", "time_control", type=TIME_CONTROLS, help="Class of the time control."),
    click.option(
        "--on", type=DAY, metavar="DATE", help="First day of the tournament, as 2026-05-14."
    ),
)
fetching = together(
    click.option(
        "--offline", is_flag=True, help="Fetch nothing: answer from the store of fetched pages."
    ),
    click.option("-v", "--verbose", is_flag=True, help="Say on standard error what was fetched."),
)
rounds = click.option(
    "--rounds", type=click.IntRange(1, 99), metavar="N", help="How many rounds the event has."
)
norm = together(
    click.option(
        "--title",
        type=click.Choice(["GM", "IM", "WGM", "WIM"], case_sensitive=False),
        multiple=True,
        help="The norm; may be repeated.",
    ),
    click.option(
        "--event",
        type=click.Choice(["round-robin", "double-round-robin", "world-team", "world-cup"]),
        help="Form of the event, where rules of its own hold.",
    ),
    click.option(
        "--exempt/--no-exempt",
        default=None,
        help="Whether the event is exempt from the rules on federations (1.4.3).",
    ),
    rounds,
)
prediction = together(
    click.option(
        "--predict",
        is_flag=True,
        help="Predict the round after the newest one, also while a game waits.",
    ),
    click.option(
        "--page",
        multiple=True,
        metavar="SOURCE",
        help="A saved page of the event for the prediction: crosstable, starting rank, who is not "
        "paired, pairings; may be repeated.",
    ),
    click.option(
        "--simulations",
        type=click.IntRange(10, 100_000),
        metavar="N",
        help="At most so many ways to play out the open games are paired; 100 without it. It stops "
        "when every probability is known to within 5 points.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**32),
        metavar="N",
        help="Seed of the simulations; else 1.",
    ),
    click.option(
        "--draw-rate",
        type=number("0", "1"),
        metavar="P",
        help="Share of draws in open games, as 0.3; else by rating.",
    ),
    click.option(
        "--pairs",
        type=click.Choice(["trf"]),
        help="Write nothing but the event before its next round, as TRF for pairing programs.",
    ),
)
outlook = together(
    click.option(
        "--tree",
        is_flag=True,
        help="Show each possible score in the rounds to come: change, new rating, probability.",
    ),
    click.option(
        "--target",
        multiple=True,
        metavar="GOAL",
        help="What it takes to reach a FIDE rating (1800), a title's rating (FM), a norm "
        "(norm:IM), or to keep the rating (keep); may be repeated.",
    ),
    click.option(
        "--target-ukd",
        multiple=True,
        metavar="GOAL",
        help="What it takes to reach a UKD (1800), or to keep it (keep); may be repeated.",
    ),
    click.option(
        "--opposition",
        type=RATING,
        metavar="N",
        help="FIDE rating of opponents not yet known, for --tree and --target; else the average "
        "so far.",
    ),
    click.option(
        "--opposition-ukd",
        type=RATING,
        metavar="N",
        help="UKD of opponents not yet known; else the average so far.",
    ),
    rounds,
)
start_list = click.option(
    "--start-list",
    metavar="SOURCE",
    help="A saved starting rank (or its link) that completes a saved card.",
)


def taken_for_fetching(choices: dict[str, Any]) -> dict[str, bool]:
    """Take what was chosen for fetching out of all that was chosen for a command."""
    return {name: choices.pop(name) for name in ("offline", "verbose")}


def norm_titles(titles: tuple[str, ...]) -> "list[NormTitle]":
    """Return the norms that were named, each once."""
    from rating.norm_rules import NormTitle

    return [NormTitle(one) for one in dict.fromkeys(titles)]


def event_form(name: str | None) -> "Form | None":
    """Return the form of an event that was named."""
    from rating.norm_facts import Form

    return None if name is None else Form(name.replace("-", "_"))
