"""Lines on standard output that are there or not, whatever becomes of the process.

Nothing is buffered: what could not be written now is not written behind one's back later. Only
sudden death can leave a half line in a file; the next process then begins a new one.
"""

import errno
import os
import stat
import sys
from typing import IO, Any

from scraper.errors import OutputFailed


class Lines:
    """Standard output, line by line. Raises OutputFailed where there is none."""

    def __init__(self) -> None:
        stream = sys.stdout
        if stream is None:  # closed by whoever started the program
            raise OutputFailed(reason=os.strerror(errno.EBADF))
        stream.flush()
        self._encoding, self._errors = stream.encoding or "utf-8", stream.errors or "replace"
        self._file: IO[bytes] = getattr(stream.buffer, "raw", stream.buffer)
        self._is_torn = _ends_within_a_line(self._file)

    def write(self, line: str, encoding: str | None = None) -> None:
        """Write a line, in the encoding of the stream or a given one. Raises OSError.

        What raised is not written, but perhaps a part of it, which stays a line of its own.
        """
        if self._is_torn:
            self._put(b"\n")
        self._put(f"{line}\n".encode(encoding or self._encoding, self._errors))

    def _put(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            written: Any = self._file.write(left)
            if written is None:  # it would have to wait
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            left = left[written:]
            self._is_torn = bool(left)


def _ends_within_a_line(file: IO[bytes]) -> bool:
    """Say whether a file ends in a half line; of what cannot be read nobody knows."""
    try:
        number = file.fileno()
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode) or not status.st_size:
            return False
        with open(f"/dev/fd/{number}", "rb") as same:  # noqa: PTH123 - a second opening
            same.seek(-1, os.SEEK_END)
            return same.read(1) != b"\n"
    except (OSError, ValueError):
        return False
