"""A rated event written into files."""

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rating.assumptions import Note
from rating.tournament import RatedEvent
from report.event_columns import Row
from report.words import Words
from scraper.checks import FactCheck
from scraper.errors import FileIsSource, FileNotWritten, FileProtected


@dataclass(frozen=True, slots=True)
class EventFiles:
    """The files that are wanted, by form; `sources` are the files that they are made from."""

    excel: Path | None = None
    html: Path | None = None
    sources: tuple[os.stat_result, ...] = ()

    @property
    def wanted(self) -> tuple[Path, ...]:
        """The files that are to be written."""
        return tuple(path for path in (self.excel, self.html) if path is not None)

    def refuse(self) -> None:
        """Refuse files that must stay as they are. Raises FileIsSource, FileProtected."""
        for path in self.wanted:
            try:
                target = path.stat()
            except OSError:  # it is not there yet, or cannot be written, which writing finds
                continue
            if any(os.path.samestat(source, target) for source in self.sources):
                raise FileIsSource(path=path.name)
            # Whoever may write everything is asked by the bits, too.
            if not stat.S_ISREG(target.st_mode) or not target.st_mode & 0o222:
                raise FileProtected(path=path.name)


def write(
    files: EventFiles, rated: RatedEvent, rows: Sequence[Row], checks: Sequence[FactCheck],
    notes: Sequence[Note], words: Words,
) -> list[str]:  # fmt: skip
    """Write the files, and return their names.

    Raises ExcelWriterMissing, FileIsSource, FileProtected, and FileNotWritten, all of which leave a
    file that was there as it was.
    """

    def excel() -> bytes:
        from report.event_excel import of_event

        return of_event(rated, rows, checks, notes, words)

    def html() -> bytes:
        from report.event_html import of_event

        return of_event(rated, rows, checks, notes, words).encode()

    files.refuse()
    wanted: list[tuple[Path | None, Callable[[], bytes]]] = [
        (files.excel, excel),
        (files.html, html),
    ]
    made = [(path, make()) for path, make in wanted if path is not None]
    for path, data in made:
        _replace(path, data)
    return [path.name for path, _ in made]


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file first, so that it is never half written; its mode stays."""
    target = path.resolve()  # a link stays a link
    beside = target.with_name(f".{target.name}.part")
    try:
        beside.write_bytes(data)
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise FileNotWritten(path=path.name, reason=error.strerror or "?") from None
