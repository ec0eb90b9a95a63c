"""Where results go: every command, a reader that left, a full disk, a closed stream."""

import subprocess
from pathlib import Path

import pytest

from tests.commands import environment, program
from tests.conftest import DEMO

CARD = DEMO / "card.html"
COMMANDS = [("demo",), ("demo", "--json"), ("demo", "--csv"), ("read", CARD), ("players", "x.html")]


def shell(redirection: str, *arguments: str | Path) -> tuple[int, str]:
    """Run a command with a redirection; give its status and what it says on standard error."""
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *program(*arguments)],
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("arguments", [*COMMANDS, ("players", "x.html", "--json")])
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_a_result_that_cannot_be_written_is_said(
    arguments: tuple[str | Path, ...], redirection: str
) -> None:
    """A full disk and a closed output give a sentence and status 1, never a traceback."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full device to write to")
    status, said = shell(redirection, *arguments)
    assert status == 1
    assert "Traceback" not in said
    assert len(said.splitlines()) == 2


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_reader_that_leaves_is_no_failure_to_speak_of(arguments: tuple[str | Path, ...]) -> None:
    """Where a pipe is closed early, as by `head`, nothing is said about it."""
    _, said = shell("| true", *arguments)
    assert "Traceback" not in said
    assert "Broken pipe" not in said


def test_a_closed_input_is_an_empty_one() -> None:
    """Reading from a standard input that is closed is refused like an empty page."""
    status, said = shell("<&-", "rate", "-")
    assert status == 1
    assert said.startswith("The standard input is empty.")
