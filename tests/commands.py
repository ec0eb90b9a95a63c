"""Running the commands in the tests: in this process, and as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from cli import main
from tests.conftest import ROOT
from tests.standin import demo
from tests.standin.event import Style
from tests.standin.server import Standin

# What decides language, width and colour; unset here, whatever the shell of the tests says.
_UNSET = (
    "LANGUAGE", "LC_MESSAGES", "LANG", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR",
    "TTY_COMPATIBLE", "TNRATE_SITE",
)  # fmt: skip
_ENGLISH = "en_US.UTF-8"


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Give the JSON on standard output; anything beside it is an error."""
        found: dict[str, Any] = json.loads(self.out)
        return found


def tnrate(
    *arguments: str | Path,
    typed: str | bytes | None = None,
    site: Standin | str | None = None,
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Run a command; whatever it raises but an exit is raised here too."""
    settings: dict[str, str | None] = {
        **dict.fromkeys(_UNSET),
        "LC_ALL": _ENGLISH,
        **_site_setting(site),
        **(env or {}),
    }
    result = CliRunner(env=settings).invoke(
        main, [str(one) for one in arguments], input=typed, prog_name="tnrate"
    )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(result.exit_code, result.stdout, result.stderr)


def program(*arguments: str | Path) -> list[str]:
    """Give the command line of the program, without a pause between requests."""
    code = (
        "from scraper import site; site.SECONDS_BETWEEN_REQUESTS = 0.0; "
        "from cli import main; main(prog_name='tnrate')"
    )
    return [sys.executable, "-c", code, *map(str, arguments)]


def environment(**settings: str) -> dict[str, str]:
    """Give the environment of a program: English, this code, no settings from outside."""
    kept = {name: value for name, value in os.environ.items() if name not in _UNSET}
    return {**kept, "LC_ALL": "C.UTF-8", "LANG": _ENGLISH, "PYTHONPATH": str(ROOT), **settings}


def run(command: list[str], cwd: Path | None = None, **settings: str) -> Outcome:
    """Run a program to its end."""
    done = subprocess.run(  # noqa: S603 - our own program
        command,
        cwd=cwd,
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Outcome(
        done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8")
    )


def demo_site() -> Standin:
    """Make a site with the demo event, a gated one and one that has not begun."""
    gated = Style(rtg_mode="international", gated=True, gated_table=False)
    return Standin(
        [demo.demo_event(), demo.gated_event(), demo.coming_event()],
        Style(two_ratings=True),
        styles={demo.GATED_NUMBER: gated},
    )


def _site_setting(site: Standin | str | None) -> dict[str, str]:
    if site is None:
        return {}
    return {"TNRATE_SITE": site if isinstance(site, str) else site.url}
