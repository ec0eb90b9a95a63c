"""The options that several commands share, and what may be given for them."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from decimal import Decimal

F = TypeVar("F", bound=Callable[..., Any])
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}")
RATING = click.IntRange(1, 4000)
K = click.IntRange(1, 100)
TIME_CONTROLS = click.Choice(["standard", "rapid", "blitz"])
DAY = click.DateTime(["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d"])


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
start_list = click.option(
    "--start-list",
    metavar="SOURCE",
    help="A saved starting rank (or its link) that completes a saved card.",
)


def taken_for_fetching(choices: dict[str, Any]) -> dict[str, bool]:
    """Take what was chosen for fetching out of all that was chosen for a command."""
    return {name: choices.pop(name) for name in ("offline", "verbose")}
