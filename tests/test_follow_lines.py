"""The lines of `follow`: whole or not there, in a file, on a full disk, at any break."""

import errno
import io
import sys
from pathlib import Path

import pytest

from commands.lines import Lines
from scraper.errors import OutputFailed


class SmallDisk(io.RawIOBase):
    """A file that has room for so many bytes, and takes a few at once."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.data = b""

    def writable(self) -> bool:
        """Say that it can be written."""
        return True

    def write(self, data: memoryview) -> int:  # type: ignore[override]
        """Take a part."""
        if not self.room:
            raise OSError(errno.ENOSPC, "full")
        part = bytes(data[: min(3, self.room)])
        self.room -= len(part)
        self.data += part
        return len(part)


def lines_on(disk: io.RawIOBase, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Give lines that go to a file."""
    stream = io.TextIOWrapper(io.BufferedWriter(disk), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stream)
    return Lines()


def test_a_line_goes_out_at_once_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that the system takes in parts is written to its end."""
    disk = SmallDisk(100)
    lines_on(disk, monkeypatch).write("Şahin 1½")
    assert disk.data.decode() == "Şahin 1½\n"


def test_what_failed_is_not_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk a line fails; what is there of it stays alone, and nothing comes behind."""
    disk = SmallDisk(7)
    lines = lines_on(disk, monkeypatch)
    lines.write("one")
    for _ in range(2):
        with pytest.raises(OSError, match="full"):
            lines.write("second")
    disk.room = 100
    lines.write("third")
    sys.stdout.flush()
    assert disk.data == b"one\nsec\nthird\n"


def test_a_file_that_ends_in_a_whole_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing stands between the lines of one process and those of the next."""
    path = tmp_path / "lines"
    for text in ("one", "two"):
        with path.open("a", encoding="utf-8") as stream:
            monkeypatch.setattr(sys, "stdout", stream)
            Lines().write(text)
    assert path.read_text() == "one\ntwo\n"


def test_no_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without standard output there is nobody to tell, which is refused."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputFailed):
        Lines()
