"""The ways to tell people: the screen, a notification service, a command.

A channel takes notices that are in words already; what does not get through raises ChannelFailed.
Addresses hold secrets: `masked` gives what may be shown.
"""

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from live.store import SCREEN
from scraper.errors import (
    AddressUnknown,
    ChannelFailed,
    CommandFailed,
    CommandTimeout,
    CommandUnclear,
    NotifyNotInstalled,
    ProgramMissing,
    ServiceFailed,
)

if TYPE_CHECKING:
    import apprise

APPRISE = "apprise"
EXEC = "exec"
LONGEST_COMMAND = 60.0
_RUNNING: "set[subprocess.Popen[bytes]]" = set()


class Outgoing(NamedTuple):
    """A notice in words. The document holds them too, and whether it is perhaps a repetition."""

    title: str
    text: str
    document: dict[str, Any]


Writer = Callable[[Sequence[Outgoing]], None]


class Channel(Protocol):
    """One way to tell people; takes at most `at_once` notices in one go."""

    at_once: int

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Tell notices, in this order. Raises ChannelFailed where they were not all told."""


class ScreenChannel:
    """What the person looks at, through a writer of the command."""

    at_once = 20

    def __init__(self, write: Writer) -> None:
        self._write = write

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Write notices. Raises ChannelFailed."""
        try:
            self._write(notices)
        except OSError as error:
            raise ChannelFailed(reason=error.strerror or error) from error


class AppriseChannel:
    """A notification service, through Apprise."""

    at_once = 1

    def __init__(self, address: str) -> None:
        self._address = address
        self._service = _service(address)

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Send notices, each as a message. Raises ServiceFailed."""
        for notice in notices:
            try:
                told = bool(
                    self._service.notify(body=notice.text, title=notice.title, body_format="text")
                )
            except Exception:  # whatever a plugin raises; its words could hold the address
                told = False
            if not told:
                # Its causes hang together with the address, which is a secret.
                raise ServiceFailed(service=masked(APPRISE, self._address)) from None


class ExecChannel:
    """A command that gets the document on standard input and the words in the environment."""

    at_once = 1

    def __init__(self, address: str) -> None:
        self._command = shlex.split(address)

    def send(self, notices: Sequence[Outgoing]) -> None:
        """Run the command for each notice. Raises ChannelFailed."""
        for notice in notices:
            self._run(notice)

    def _run(self, notice: Outgoing) -> None:
        program = Path(self._command[0]).name
        words = {"TNRATE_TITLE": notice.title, "TNRATE_TEXT": notice.text}
        try:
            running = subprocess.Popen(  # noqa: S603 - the person's own command, without a shell
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {name: text.replace("\0", "") for name, text in words.items()},
                start_new_session=True,  # an interrupt at the terminal is not meant for it
            )
        except OSError as error:
            raise ChannelFailed(reason=error.strerror or error) from error
        _RUNNING.add(running)
        with running:
            try:
                running.communicate(_json(notice.document), timeout=LONGEST_COMMAND)
            except subprocess.TimeoutExpired:
                raise CommandTimeout(program=program, seconds=round(LONGEST_COMMAND)) from None
            finally:
                _end(running)
                _RUNNING.discard(running)
        if running.returncode != 0:
            raise CommandFailed(program=program, status=running.returncode)


def channel_of(kind: str, address: str, write: Writer) -> Channel:
    """Return the channel of an address; `write` is for the screen.

    Raises NotifyNotInstalled and AddressUnknown.
    """
    if kind == SCREEN:
        return ScreenChannel(write)
    return ExecChannel(address) if kind == EXEC else AppriseChannel(address)


def checked(kind: str, address: str) -> str:
    """Return an address as it is kept: a command with the whole path of its program.

    Raises NotifyNotInstalled, AddressUnknown, CommandUnclear and ProgramMissing.
    """
    if kind == APPRISE:
        _service(address)
    return absolute(address) if kind == EXEC else address


def absolute(command: str) -> str:
    """Return a command line with the whole path of its program.

    Raises CommandUnclear and ProgramMissing.
    """
    try:
        program, *rest = shlex.split(command)
    except ValueError:
        raise CommandUnclear(given=command) from None
    found = shutil.which(program)
    if found is None:
        raise ProgramMissing(program=program)
    return shlex.join([str(Path(found).absolute()), *rest])


def masked(kind: str, address: str) -> str:
    """Return what may be shown of an address: the service or the program.

    Four digits tell two addresses of one service apart.
    """
    if kind == SCREEN or not address:
        return address
    mark = hashlib.sha256(address.encode("utf-8", "replace")).hexdigest()[:4]
    if kind == EXEC:
        program, *rest = shlex.split(address)
        return f"{Path(program).name} … ({mark})" if rest else Path(program).name
    service, parts, _ = address.partition("://")
    return f"{service}://… ({mark})" if parts and service.isalnum() else f"… ({mark})"


def _service(address: str) -> "apprise.Apprise":
    try:
        import apprise
    except ImportError:
        raise NotifyNotInstalled from None
    # Its log names addresses; without a handler Python would write it to standard error.
    apprise.logger.propagate = False
    apprise.logger.disabled = True
    service = apprise.Apprise(asset=apprise.AppriseAsset(app_id="tnrate", async_mode=False))
    # An address that only a part is understood of is none: commas and blanks part addresses.
    if not service.add(address):
        raise AddressUnknown(given=masked(APPRISE, address))
    return service


def end_commands() -> None:
    """End the commands that still run, with all that they started; for the end of the program."""
    for running in list(_RUNNING):
        _end(running)


def _json(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End a command that has not ended, with all that it started."""
    if running.poll() is not None:
        return
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    running.kill()
