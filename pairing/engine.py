"""Engines of the FIDE Dutch system behind one small interface; none of them is part of tnrate.

bbpPairings, an executable on PATH, goes before py4swiss, which is much slower and plays the rules
until 31 January 2026; the one difference that pages can tell is put right here.
"""

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scraper.errors import EngineEnded, EngineFailed

if TYPE_CHECKING:
    from py4swiss.engines.dutch.player import Player
    from py4swiss.trf import ParsedTrf

_EXECUTABLES = ("bbpPairings", "bbpPairings.exe", "bbppairings")
_SECONDS = 60
_FILE = "event.trf"


class Pair(NamedTuple):
    """A board by start numbers; `black` is None for the bye."""

    white: int
    black: int | None


class Engine(Protocol):
    """What pairs a round; it can be sent to another process."""

    @property
    def name(self) -> str:
        """Name and version, for people."""

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Return the boards of the next round. Raises EngineFailed, EngineEnded."""


@dataclass(frozen=True, slots=True)
class BbpPairings:
    """The executable of BBP Pairings, asked through files."""

    path: str

    @property
    def name(self) -> str:
        """Name for people; the executable does not say its version in a stable form."""
        return "bbpPairings"

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Return the boards of the next round. Raises EngineFailed, also after a minute.

        Raises EngineEnded where a signal ended it.
        """
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / _FILE).write_text(trf, encoding="utf-8")
            command = [self.path, "--dutch", _FILE, "-p", "pairs.txt"]
            try:
                done = subprocess.run(  # noqa: S603 - the engine that the person installed
                    command,
                    cwd=folder,
                    capture_output=True,
                    timeout=_SECONDS,
                    check=False,
                    stdin=subprocess.DEVNULL,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise EngineFailed(engine=self.name, why=str(error)) from None
            if done.returncode < 0:
                raise EngineEnded(engine=self.name)
            if done.returncode:
                why = done.stderr.decode("utf-8", "replace").strip() or str(done.returncode)
                raise EngineFailed(engine=self.name, why=why)
            try:
                return pairs_in((Path(folder) / "pairs.txt").read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise EngineFailed(engine=self.name, why=str(error)) from None


@dataclass(frozen=True, slots=True)
class Py4swiss:
    """The Python package py4swiss; `floats_by_absence` as in rules.FloatRules."""

    version: str
    floats_by_absence: bool = False

    @property
    def name(self) -> str:
        """Name and version, for people."""
        return f"py4swiss {self.version}"

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Return the boards of the next round. Raises EngineFailed."""
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import TrfParser
        from py4swiss.trf.exceptions import ConsistencyError, LineError, ParsingError

        try:
            with tempfile.TemporaryDirectory() as folder:  # it reads nothing but files
                path = Path(folder) / _FILE
                path.write_text(trf, encoding="utf-8")
                parsed = TrfParser.parse(path)
            with _floats(self.floats_by_absence):
                found = DutchEngine.generate_pairings(parsed)
        except (PairingError, ConsistencyError, LineError, ParsingError, LookupError,
                ValueError) as error:  # fmt: skip
            raise EngineFailed(engine=self.name, why=str(error) or type(error).__name__) from None
        return tuple(Pair(one.white, one.black or None) for one in found)


def find_engine(*, floats_by_absence: bool = False) -> Engine | None:
    """Return the engine that is installed, the faster one first; None where none is."""
    for name in _EXECUTABLES:
        path = shutil.which(name)
        if path is not None:
            return BbpPairings(path)
    if find_spec("py4swiss") is None:
        return None
    try:
        return Py4swiss(version("py4swiss"), floats_by_absence)
    except PackageNotFoundError:
        return Py4swiss("?", floats_by_absence)


def pairs_or_why(engine: Engine, trf: str) -> tuple[Pair, ...] | str | None:
    """Pair in a process of its own; a refusal cannot be sent back, so its reason is.

    None says that the engine was ended.
    """
    try:
        return engine.pair(trf)
    except EngineEnded:
        return None
    except EngineFailed as error:
        return str(error.facts["why"])


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that this one works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def pairs_in(text: str) -> tuple[Pair, ...]:
    """Read what an engine writes: the number of boards, then a board a line; 0 is the bye.

    Raises ValueError where the text holds anything else.
    """
    count, *lines = (line for line in text.splitlines() if line.strip())
    pairs = []
    for line in lines:
        white, black = map(int, line.split())
        pairs.append(Pair(white, black or None))
    if len(pairs) != int(count):
        raise ValueError(f"{count} ≠ {len(pairs)}")
    return tuple(pairs)


@contextmanager
def _floats(by_absence: bool) -> Iterator[None]:
    """Let py4swiss forget the downfloats of absentees who scored nothing, under newer rules."""
    from py4swiss.engines.dutch import engine as dutch

    if by_absence or not hasattr(dutch, "get_player_infos_from_trf"):
        yield
        return
    original = dutch.get_player_infos_from_trf

    def corrected(trf: "ParsedTrf") -> "list[Player]":
        return _without_floats_of_absence(original(trf), trf)

    module: Any = dutch
    module.get_player_infos_from_trf = corrected
    try:
        yield
    finally:
        module.get_player_infos_from_trf = original


def _without_floats_of_absence(players: "list[Player]", trf: "ParsedTrf") -> "list[Player]":
    from py4swiss.engines.common import Float
    from py4swiss.trf.results import ResultToken

    nothing = (ResultToken.ZERO_POINT_BYE, ResultToken.FORFEIT_LOSS)
    results = {section.starting_number: section.results for section in trf.player_sections}
    for player in players:
        own = results[player.id]
        if own and own[-1].result in nothing:
            player.float_1 = Float.NONE
        if len(own) > 1 and own[-2].result in nothing:
            player.float_2 = Float.NONE
    return players
