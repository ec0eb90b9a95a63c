"""The entry point: the program, and where each of its commands stands.

Only click is imported here. The module of a command is imported when the command is called, so
that `tnrate --version` costs no more than click.
"""

import io
import sys
from importlib import import_module

import click

from commands import __version__

__all__ = ["__version__", "main"]

# The name of a command -> its module in `commands`, and its name there.
_COMMANDS = {
    "rate": ("rate", "rate"),
    "next": ("rate", "next_game"),
    "norm": ("norm", "norm"),
    "demo": ("rate", "demo"),
    "month": ("month", "month"),
    "event": ("event", "event"),
    "players": ("read", "players"),
    "read": ("read", "read"),
    "search": ("read", "search"),
    "calc": ("calc", "calc"),
    "list": ("lists", "rating_lists"),
    "follow": ("follow", "follow"),
    "history": ("follow", "history"),
}


class Program(click.Group):
    """Imports a command when it is called; `tnrate SOURCE` means `tnrate rate SOURCE`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, as the help lists them."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None where there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"commands.{module}"), name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `rate` in front where no command is named."""
        if args and args[0] not in (*_COMMANDS, "--help", "-h", "--version"):
            args = ["rate", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=Program,
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


if __name__ == "__main__":
    main()
