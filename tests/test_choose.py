"""Choosing on a terminal: part of a name is enough, and nobody is taken by guess."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.commands import demo_site, environment, program, tnrate
from tests.standin import demo
from tests.standin.server import Standin

NUMBER = str(demo.DEMO_NUMBER)
OWN = "Şenbulakçı, Kerem"
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78])")
PROMPT = r"Player \(name[^)]*\):"
ENTER, TAB, DOWN, CONTROL_C, CONTROL_D = "\r", "\t", "\x1b[B", "\x03", "\x04"
END, CLEAR = "\x05", "\x15"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed")


@pytest.fixture(scope="module")
def site() -> Iterator[Standin]:
    """Give a running stand-in."""
    with demo_site() as running:
        yield running


def start(site: Standin, command: list[str], **settings: str) -> "pexpect.spawn[str]":
    """Start the program on a terminal of its own."""
    return pexpect.spawn(
        command[0],
        command[1:],
        env=environment(TNRATE_SITE=site.url, TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1", **settings),
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=10,
    )


def ended(child: "pexpect.spawn[str]") -> tuple[int | None, str]:
    """Wait for the end; give status and what was printed since the last match."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, ESCAPE.sub("", child.before or "")


@pytest.mark.parametrize("typed", ["senbulakci", "KEREM", "kerem senb", "şenbul", "13", "99104136"])
def test_part_of_the_name_finds_the_player(site: Standin, typed: str) -> None:
    """Any part of the name without accents, the start number or the FIDE id rates the player."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send(typed + ENTER)
    status, text = ended(child)
    assert status == 0
    assert OWN in text
    assert "1650 → 1659" in text


def test_the_list_narrows_and_is_picked_from(site: Standin) -> None:
    """While one types, the players that fit are listed; Tab takes the one."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send("senbul")
    child.expect("Gölbeyli")  # the club, which was not typed
    child.send(TAB + ENTER)
    status, text = ended(child)
    assert status == 0
    assert "1650 → 1659" in text


def test_arrows_pick_from_the_whole_list(site: Standin) -> None:
    """Nothing typed lists everybody; the arrow goes down the list."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send(TAB)
    child.expect("Karçınar")
    child.send(DOWN + ENTER)
    child.send(ENTER)
    status, text = ended(child)
    assert status == 0
    assert "Karçınar, Ozan" in text or "Valdrescul, Mirel" in text


@pytest.mark.parametrize(("typed", "said"), [("k", "players fit"), ("nobody", "Nobody fits")])
def test_a_text_that_fits_no_single_player_is_not_taken(
    site: Standin, typed: str, said: str
) -> None:
    """A text that fits several or nobody is not taken: the person is told and asked on."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send(typed + ENTER)
    child.expect(said)
    child.send(END + CLEAR + "senbulakci" + ENTER)
    status, text = ended(child)
    assert status == 0
    assert "1650 → 1659" in text


def test_typing_goes_on_where_it_stopped(site: Standin) -> None:
    """After "players fit; type more" what is typed next stands behind what stood there."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send("k" + ENTER)
    child.expect("players fit")
    child.send("erem" + ENTER)
    status, text = ended(child)
    assert status == 0
    assert "1650 → 1659" in text


@pytest.mark.parametrize("key", [CONTROL_C, CONTROL_D])
def test_leaving_is_no_crash(site: Standin, key: str) -> None:
    """Ctrl-C and Ctrl-D leave the question with status 1 and without a traceback."""
    child = start(site, program(NUMBER))
    child.expect(PROMPT)
    child.send(key)
    status, text = ended(child)
    assert status == 1
    assert "Traceback" not in text


def test_the_question_is_asked_in_turkish(site: Standin) -> None:
    """With a Turkish locale the question is Turkish."""
    child = start(site, program(NUMBER), LC_ALL="tr_TR.UTF-8", PYTHONUTF8="1")
    child.expect(r"Oyuncu \(ad[^)]*\):")
    child.send("senbulakci" + ENTER)
    status, text = ended(child)
    assert status == 0
    assert "Rakip" in text


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_question_does_not_spoil_the_data(site: Standin, tmp_path: Path, form: str) -> None:
    """With the output sent to a file, the question is still seen; the file holds only data."""
    target = tmp_path / "out"
    python, *rest = program(NUMBER, form)
    child = start(site, ["/bin/sh", "-c", f'exec "$0" "$@" > {target}', python, *rest])
    child.expect(PROMPT)
    child.send("senbulakci" + ENTER)
    status, _ = ended(child)
    assert status == 0
    written = target.read_text("utf-8")
    expected = tnrate(NUMBER, "--player", "13", form, site=site).out
    # The question needs the list of players, which knows the opponents' FIDE ids too.
    other = re.compile(r'"(fetched_at|fide_id)": [^,\n]*')
    assert other.sub("", written) == other.sub("", expected)


def test_no_question_where_a_player_is_named(site: Standin) -> None:
    """With --player nobody is asked, also on a terminal."""
    child = start(site, program(NUMBER, "--player", "13"))
    status, text = ended(child)
    assert status == 0
    assert "Player (name" not in text
    assert "1650 → 1659" in text


def test_a_narrow_terminal_is_enough_to_choose(site: Standin) -> None:
    """The question works on a terminal of 40 columns."""
    child = start(site, program(NUMBER))
    child.setwinsize(20, 40)
    child.expect("Player")
    child.send("senbulakci" + ENTER)
    status, text = ended(child)
    assert status == 0
    assert "1650 → 1659" in text
