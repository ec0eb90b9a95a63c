"""Saved pages: a file or standard input -> the bytes of an HTML page in UTF-8.

Takes what browsers and people save: HTML with or without HTTP header lines above it, other
encodings, single-file web archives (.mhtml, as phones save them), and the site's Excel export.
"""

import os
import sys
from pathlib import Path

from scraper.errors import FileUnreadable, PageBinary, PageEmpty, PageTooLarge

MEGABYTE = 1_000_000
# The largest page known is a search result of 0.7 MB; a list of 10,000 players takes about 6.
LIMIT = 20 * MEGABYTE
STANDARD_INPUT = "-"
# The packed .xlsx, and the older .xls.
_EXCEL = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_KINDS = {
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x1f\x8b": "packed data",
}
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_saved(source: str) -> bytes:
    """Return the page in a file, or on standard input for "-", as HTML in UTF-8.

    Raises FileUnreadable, PageEmpty, PageTooLarge, PageBinary, and what the Excel reader raises.
    """
    what = describe(source)
    data = _bytes(source, what)
    if not data.strip():
        raise PageEmpty(what=what)
    if data.startswith(_EXCEL):
        from scraper.spreadsheet import page_of_export

        return page_of_export(data, what)
    for start, kind in _KINDS.items():
        if data.startswith(start):
            raise PageBinary(what=what, kind=kind)
    return as_utf8(_unpacked(data), what)


def file_behind(source: str) -> os.stat_result | None:
    """Return which file a source is, under whatever name; None where it is none."""
    try:
        if source == STANDARD_INPUT:
            return None if sys.stdin is None else os.fstat(sys.stdin.fileno())
        return Path(source).stat()
    except (OSError, ValueError):
        return None


def describe(source: str) -> str:
    """Name a saved page in a sentence, without its folder."""
    return "The standard input" if source == STANDARD_INPUT else Path(source).name


def as_utf8(data: bytes, what: str) -> bytes:
    """Return the bytes in UTF-8, whatever the encoding. Raises PageBinary for bytes of no text."""
    if not data.startswith(_BYTE_ORDER_MARKS):
        if b"\x00" in data:
            raise PageBinary(what=what, kind="binary data")
        try:
            data.decode()
        except UnicodeDecodeError:
            pass
        else:
            return data.removeprefix(b"\xef\xbb\xbf")
    import logging

    from bs4 import UnicodeDammit

    logging.getLogger("bs4.dammit").setLevel(logging.ERROR)  # what it replaced shows in the text
    text = UnicodeDammit(data, is_html=True).unicode_markup
    if text is None or "<" not in text or "\x00" in text:
        raise PageBinary(what=what, kind="binary data")
    return text.encode()


def _bytes(source: str, what: str) -> bytes:
    if source == STANDARD_INPUT:
        if sys.stdin is None:  # closed by whoever started the program
            raise PageEmpty(what=what)
        data = sys.stdin.buffer.read(LIMIT + 1)
    else:
        path = Path(source)
        try:
            with path.open("rb") as file:
                data = file.read(LIMIT + 1)
        except IsADirectoryError:
            raise FileUnreadable(path=path.name, reason="it is a folder") from None
        except OSError as error:
            raise FileUnreadable(path=path.name, reason=error.strerror or "error") from None
    if len(data) > LIMIT:
        raise PageTooLarge(what=what, limit=LIMIT // MEGABYTE)
    return data


def _recoded(data: bytes, encoding: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except (LookupError, UnicodeDecodeError):
        return data


def _unpacked(data: bytes) -> bytes:
    """Return the HTML inside a web archive (MHTML), or the data as they are."""
    head = data[:2048].lower()
    if b"mime-version:" not in head or b"multipart/related" not in head:
        return data
    from email import message_from_bytes, policy

    message = message_from_bytes(data, policy=policy.default)
    for part in message.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                encoding = part.get_content_charset("utf-8")
                return payload if encoding == "utf-8" else _recoded(payload, encoding)
    return data
