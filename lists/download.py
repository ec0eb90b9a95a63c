"""A file as FIDE offers it, plain or packed: the bytes of the list, and the names it goes by."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast

from scraper.errors import FileUnreadable, NotARatingList, RatingListDamaged

_ZIP = b"PK"
# What a zip raises whose places or versions are nonsense.
_BROKEN = (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, struct.error)
_ENDINGS = (".txt", ".xml", ".csv", ".html", ".htm", ".xls", ".xlsx")
# What a zip holds that is a spreadsheet.
_SHEET = "[Content_Types].xml"
_AT_ONCE = 1 << 20
# A national identity number has 11 digits.
_NATIONAL_NUMBER = re.compile(r"[0-9]{11,}")
_MASK = "…"


@dataclass(slots=True)
class Download:
    """An opened list. `size` counts bytes, unpacked; `names` has the innermost name first."""

    file: str
    names: tuple[str, ...]
    written_at: datetime
    size: int
    stream: BinaryIO
    done: int = 0

    def read(self, size: int = _AT_ONCE) -> bytes:
        """Read on. Raises FileUnreadable, and RatingListDamaged for what does not unpack."""
        try:
            data = self.stream.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError):
            raise RatingListDamaged(path=self.file) from None
        except OSError as error:
            raise FileUnreadable(path=self.file, reason=error.strerror or "error") from None
        self.done += len(data)
        return data


@contextmanager
def opened(path: Path) -> Iterator[Download]:
    """Open a list, or the one list in a zip; a long number in the name is masked.

    Raises FileUnreadable, RatingListDamaged for a broken zip, NotARatingList for one that does not
    hold exactly one file that can be a list.
    """
    name = _NATIONAL_NUMBER.sub(_MASK, path.name)
    try:
        file = path.open("rb")
    except IsADirectoryError:
        raise FileUnreadable(path=name, reason="it is a folder") from None
    except FileNotFoundError:
        raise FileUnreadable(path=name, reason="there is no such file") from None
    except OSError as error:
        raise FileUnreadable(path=name, reason=error.strerror or "error") from None
    with file:
        status = path.stat()
        written_at = datetime.fromtimestamp(status.st_mtime, UTC)
        if file.peek(len(_ZIP))[: len(_ZIP)] != _ZIP or _is_sheet(file):
            yield Download(name, (path.name,), written_at, status.st_size, file)
            return
        with _unpacked(file, name) as (member, stream):
            names = (Path(member.filename).name, path.name)
            yield Download(name, names, written_at, member.file_size, stream)


def _is_sheet(file: io.BufferedReader) -> bool:
    """Say whether a zip is a spreadsheet; one that is broken is left to the reader of zips."""
    try:
        with zipfile.ZipFile(file) as packed:
            return _SHEET in packed.namelist()
    except _BROKEN:
        return False
    finally:
        file.seek(0)


@contextmanager
def _unpacked(file: io.BufferedReader, name: str) -> Iterator[tuple[zipfile.ZipInfo, BinaryIO]]:
    try:
        packed = zipfile.ZipFile(file)
    except _BROKEN:
        raise RatingListDamaged(path=name) from None
    with packed:
        members = [one for one in packed.infolist() if one.filename.lower().endswith(_ENDINGS)]
        if len(members) != 1:
            raise NotARatingList(path=name)
        try:
            stream = packed.open(members[0])
        except _BROKEN:
            raise RatingListDamaged(path=name) from None
        except RuntimeError:  # it wants a password
            raise NotARatingList(path=name) from None
        with stream:
            yield members[0], cast("BinaryIO", stream)
