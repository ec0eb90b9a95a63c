"""The channels: what reaches the screen, a service and a command, and what failing looks like."""

import json
import logging
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from live import channels
from live.channels import APPRISE, EXEC, Outgoing, channel_of, checked, masked
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

# Apprise loads all its services, some of which use what Python is about to drop.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

NOTICE = Outgoing(
    "Karçınar, Ozan · 3. tur",
    "Siyah, masa 4: Çetrefgil, Bilge <1805> *1.5*",
    {"key": "a", "text": "Siyah", "maybe_repeated": False},
)


def nowhere(_notices: Sequence[Outgoing]) -> None:
    """Write nothing."""


class Service:
    """A notification service on this computer."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.status = 200
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                service.received.append(json.loads(self.rfile.read(size)))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"json://user:secret@127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def service() -> Iterator[Service]:
    """Give a service that runs."""
    pytest.importorskip("apprise")
    running = Service()
    thread = threading.Thread(target=running.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.server.shutdown()
    thread.join()
    running.server.server_close()


def command(tmp_path: Path, code: str) -> str:
    """Give a command line that runs code."""
    script = tmp_path / "a script.py"
    script.write_text(code, "utf-8")
    return f'"{sys.executable}" "{script}" "{tmp_path}"'


# The screen


def test_the_screen_gets_a_batch() -> None:
    """The writer gets all notices at once, in order."""
    written: list[Outgoing] = []
    channel_of(SCREEN, "", written.extend).send([NOTICE, NOTICE])
    assert written == [NOTICE, NOTICE]


def test_a_screen_that_is_gone_is_a_failure() -> None:
    """What the system refuses to write is not told."""

    def broken(_notices: Sequence[Outgoing]) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    with pytest.raises(ChannelFailed, match="Broken pipe"):
        channel_of(SCREEN, "", broken).send([NOTICE])


# A notification service


def test_a_service_gets_title_and_text(service: Service) -> None:
    """The words arrive as they are, signs that mean something elsewhere included."""
    channel_of(APPRISE, checked(APPRISE, service.address), nowhere).send([NOTICE])
    (received,) = service.received
    assert (received["title"], received["message"]) == (NOTICE.title, NOTICE.text)


def test_a_service_that_refuses_is_a_failure(
    service: Service, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal is told without the secrets of the address, and nobody else writes of it."""
    service.status = 500
    with caplog.at_level(logging.INFO), pytest.raises(ServiceFailed) as failed:
        channel_of(APPRISE, service.address, nowhere).send([NOTICE])
    everything = "".join([*capfd.readouterr(), caplog.text, str(failed.value)])
    assert "secret" not in everything
    assert "hook" not in everything


def test_a_service_that_is_away_is_a_failure(service: Service) -> None:
    """No connection is no delivery."""
    address = service.address.replace(f":{service.server.server_port}", ":9")
    with pytest.raises(ServiceFailed):
        channel_of(APPRISE, address, nowhere).send([NOTICE])


@pytest.mark.parametrize(
    "address", ["", "hello", "nonsense://secret", "tgram://secret", "json://", "json://a, b://c"]
)
def test_an_address_that_no_service_has_is_refused(address: str) -> None:
    """What Apprise does not understand, whole, is refused when it is given, and not repeated."""
    pytest.importorskip("apprise")
    with pytest.raises(AddressUnknown) as refused:
        checked(APPRISE, address)
    assert "secret" not in str(refused.value)


def test_without_apprise_there_is_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal names what to install."""
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(NotifyNotInstalled) as refused:
        checked(APPRISE, "ntfy://topic")
    assert "tnrate[notify]" in refused.value.hint


# A command


def test_a_command_gets_the_document_and_the_words(tmp_path: Path) -> None:
    """The document stands on standard input, the words in the environment; no shell is between."""
    line = command(
        tmp_path,
        "import json, os, pathlib, sys\n"
        "out = [json.load(sys.stdin), os.environ['TNRATE_TITLE'], os.environ['TNRATE_TEXT'],"
        " sys.argv[2:]]\n"
        "pathlib.Path(sys.argv[1], 'out.json').write_text(json.dumps(out))\n"
        "print('noise')\n",
    )
    channel_of(EXEC, checked(EXEC, f"{line} '$HOME;' x"), nowhere).send([NOTICE])
    told = json.loads((tmp_path / "out.json").read_text())
    assert told == [NOTICE.document, NOTICE.title, NOTICE.text, ["$HOME;", "x"]]


def test_a_command_need_not_read(tmp_path: Path) -> None:
    """A command that reads nothing of a large document is a success, as its status says."""
    large = NOTICE._replace(document={"text": "x" * 1_000_000})
    channel_of(EXEC, command(tmp_path, "pass"), nowhere).send([large])


def test_a_command_that_ends_badly_is_a_failure(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Another status than 0 is no delivery; what the command writes is nobody's business."""
    line = command(tmp_path, "import sys; print('noise'); sys.exit('more noise')")
    with pytest.raises(CommandFailed, match="status 1"):
        channel_of(EXEC, line, nowhere).send([NOTICE])
    assert "".join(capfd.readouterr()) == ""


def test_a_command_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time a command is ended with all that it started, and counts as failed."""
    monkeypatch.setattr(channels, "LONGEST_COMMAND", 2.0)
    alive = tmp_path / "alive"
    line = command(
        tmp_path,
        "import subprocess, sys, time\n"
        "child = 'import sys, time, pathlib\\n'"
        "'for n in range(3000): pathlib.Path(sys.argv[1]).write_text(str(n)); time.sleep(0.02)'\n"
        "subprocess.Popen([sys.executable, '-c', child, sys.argv[1] + '/alive'])\n"
        "time.sleep(60)\n",
    )
    with pytest.raises(CommandTimeout):
        channel_of(EXEC, line, nowhere).send([NOTICE])
    time.sleep(0.1)  # what was being written is written
    before = alive.read_text()
    time.sleep(0.3)
    assert alive.read_text() == before


def test_a_program_that_is_gone_is_a_failure(tmp_path: Path) -> None:
    """A program that is taken away after it was added fails at sending, and can come back."""
    with pytest.raises(ChannelFailed):
        channel_of(EXEC, str(tmp_path / "gone"), nowhere).send([NOTICE])


@pytest.mark.parametrize("line", ["", "  ", "tell 'me"])
def test_an_unclear_command_is_refused(line: str) -> None:
    """No command, or an open quote, is refused when it is given."""
    with pytest.raises(CommandUnclear):
        checked(EXEC, line)


def test_a_missing_program_is_refused() -> None:
    """A program that is not there is refused when it is given."""
    with pytest.raises(ProgramMissing, match="no-such-program"):
        checked(EXEC, "no-such-program --with this")


def test_a_command_is_kept_with_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command can be run from another folder than the one in which it was given."""
    script = tmp_path / "tell"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    assert checked(EXEC, "./tell 'a b'") == f"{script} 'a b'"


# What may be shown


@pytest.mark.parametrize(
    ("kind", "address", "shown"),
    [
        (SCREEN, "", ""),
        (APPRISE, "tgram://123:TOKEN/CHAT", "tgram://… "),
        (APPRISE, "mailto://me:TOKEN@example.org", "mailto://… "),
        (APPRISE, "TOKEN", "… "),
        (EXEC, "/usr/bin/tell --key TOKEN", "tell … "),
        (EXEC, "/usr/bin/tell", "tell"),
    ],
)
def test_secrets_are_masked(kind: str, address: str, shown: str) -> None:
    """Just the service or the program is shown, and a mark that tells two apart."""
    assert masked(kind, address).startswith(shown)
    assert "TOKEN" not in masked(kind, address)
    assert "me" not in masked(kind, address)
    if shown.endswith(" "):
        assert masked(kind, address) != masked(kind, address + "x")
