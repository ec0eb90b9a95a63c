"""The package: what is built holds all that runs, nothing else, and starts without heavy loads."""

import email
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import __version__
from tests.commands import Outcome, run
from tests.conftest import ROOT

ROOMS = ("scraper", "rating", "lists", "live", "pairing", "report")
HEAVY = (
    "lxml", "bs4", "requests", "urllib3", "rich", "prompt_toolkit", "python_calamine", "apprise",
    "sqlite3", *ROOMS,
)  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    pytest.importorskip("hatchling", reason="hatchling builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    code = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run(  # noqa: S603 - our own build
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, without what it needs, into a folder of its own."""
    pytest.importorskip("pip", reason="pip installs the wheel")
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(  # noqa: S603 - our own wheel
        [
            sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            "--no-deps", "--no-index", "--target", str(folder), str(wheel),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return folder


def names(wheel: Path) -> set[str]:
    """Give the files of the wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def sources(folder: str) -> Iterator[str]:
    """Give the modules of a room."""
    for path in (ROOT / folder).rglob("*.py"):
        yield path.relative_to(ROOT).as_posix()


def test_the_wheel_holds_all_that_runs(wheel: Path) -> None:
    """The commands, every module of the rooms, the Turkish words and the demo are in the wheel."""
    needed = {"cli.py", "fixtures/__init__.py", "fixtures/replay.py"}
    needed |= {"fixtures/demo/card.html", "fixtures/live/play.zip"}
    needed |= {"report/locale/tr/LC_MESSAGES/tnrate.mo"}
    needed |= {name for room in (*ROOMS, "commands") for name in sources(room)}
    assert needed - names(wheel) == set()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    """Neither tests nor benchmarks, nor anything of the working copy, are installed."""
    tops = {name.partition("/")[0] for name in names(wheel)}
    assert tops == {"cli.py", "commands", "fixtures", *ROOMS, f"tnrate-{__version__}.dist-info"}
    in_fixtures = {name.split("/")[1] for name in names(wheel) if name.startswith("fixtures/")}
    assert in_fixtures == {"__init__.py", "demo", "live", "replay.py"}
    assert not [name for name in names(wheel) if "__pycache__" in name or "/test" in name]


def test_the_wheel_tells_its_version_and_licence(wheel: Path) -> None:
    """Version and command of the wheel are those of the code; the licence is in it."""
    info = f"tnrate-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as packed:
        facts = email.message_from_bytes(packed.read(f"{info}/METADATA"))
        entry_points = packed.read(f"{info}/entry_points.txt").decode()
    assert wheel.name == f"tnrate-{__version__}-py3-none-any.whl"
    assert (facts["Name"], facts["Version"]) == ("tnrate", __version__)
    assert "tnrate = cli:main" in entry_points
    assert f"{info}/licenses/LICENSE" in names(wheel)


def outside(installed: Path, folder: Path, *arguments: str) -> Outcome:
    """Run the installed command from a folder that has nothing of the project."""
    script = installed / "bin" / "tnrate"
    return run([sys.executable, str(script), *arguments], cwd=folder, PYTHONPATH=str(installed))


def test_the_installed_command_is_not_the_working_copy(installed: Path, tmp_path: Path) -> None:
    """The next tests run the installed files."""
    code = "import cli, commands, scraper; print(cli.__file__, commands.__file__, scraper.__file__)"
    found = run([sys.executable, "-c", code], cwd=tmp_path, PYTHONPATH=str(installed))
    assert all(path.startswith(str(installed)) for path in found.out.split())


def test_the_installed_command_knows_its_version(installed: Path, tmp_path: Path) -> None:
    """`tnrate --version` of the installed wheel prints the version of the code."""
    found = outside(installed, tmp_path, "--version")
    assert (found.status, found.out) == (0, f"tnrate, version {__version__}\n")


@pytest.mark.parametrize(("language", "word"), [("en", "Opponent"), ("tr", "Rakip")])
def test_the_installed_demo_runs_anywhere(
    installed: Path, tmp_path: Path, language: str, word: str
) -> None:
    """`tnrate demo` of the installed wheel finds its page and its words from another folder."""
    found = outside(installed, tmp_path, "demo", "--lang", language)
    assert (found.status, found.err) == (0, "")
    assert word in found.out
    assert "1650 → 1659" in found.out


def modules_of(*arguments: str) -> set[str]:
    """Give the modules that a command loads."""
    code = f"""
import sys
before = set(sys.modules)
from cli import main
try:
    main({list(arguments)!r}, prog_name="tnrate")
except SystemExit:
    pass
print("loaded:", *(set(sys.modules) - before))
"""
    return set(run([sys.executable, "-c", code]).out.splitlines()[-1].split()[1:])


def loaded_by(*arguments: str) -> set[str]:
    """Give the heavy modules that a command loads."""
    return {name.partition(".")[0] for name in modules_of(*arguments)} & set(HEAVY)


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("rate", "--help"), ("calc", "fide", "--help")]
)
def test_asking_the_program_about_itself_loads_nothing(arguments: tuple[str, ...]) -> None:
    """Version and help load no parser, no network, no tables and no room."""
    assert loaded_by(*arguments) == set()


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (("--version",), set()),
        (("demo",), {"rate", "rating_cards", "listed"}),
        (("no such page",), {"rate", "rating_cards", "listed"}),
        (("read", "no such page"), {"read"}),
        (("calc", "ukd", "--rating", "1500", "1400:1"), {"calc"}),
    ],
)
def test_a_command_loads_no_other(arguments: tuple[str, ...], own: set[str]) -> None:
    """A command loads its own module and what all commands share, and the version loads neither."""
    shared = {"options", "running"} if own else set()
    found = {name for name in modules_of(*arguments) if name.startswith("commands.")}
    assert found == {f"commands.{name}" for name in own | shared}


@pytest.mark.parametrize(
    "arguments", [("calc", "ukd", "--rating", "1500", "1400:1"), ("calc", "fide", "--rating", "9")]
)
def test_working_by_hand_needs_no_page_and_no_network(arguments: tuple[str, ...]) -> None:
    """`calc` loads neither the parsers nor the network."""
    assert loaded_by(*arguments) & {"lxml", "bs4", "requests", "urllib3", "prompt_toolkit"} == set()


def test_a_saved_page_needs_no_network() -> None:
    """A saved page and the demo load no prompt and no spreadsheet reader."""
    assert loaded_by("demo") & {"prompt_toolkit", "openpyxl"} == set()


def test_without_rating_lists_their_store_is_not_loaded() -> None:
    """Where no list is imported, a card costs a look for the file and nothing else."""
    assert "lists.store" not in modules_of(str(ROOT / "fixtures" / "demo" / "card.html"))


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_explains_is_loaded_where_it_is_asked_for(form: tuple[str, ...]) -> None:
    """Without `--explain` a command does not load what works out its steps."""
    assert "rating.explain.card" not in modules_of("demo", *form)
    assert "rating.explain.card" in modules_of("demo", "--explain", *form)


def test_json_needs_no_tables() -> None:
    """`--json` does not load what draws tables and colours."""
    assert "rich" in loaded_by("demo")
    assert "rich" not in loaded_by("demo", "--json")
