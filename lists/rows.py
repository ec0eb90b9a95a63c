"""What the forms of the lists share: rows, whole numbers, and the month in a name."""

import re
from datetime import date

from scraper.names import plain_words

# FIDE id, name, federation, sex, title, year of birth, flag; then rating, K and games of
# standard, rapid and blitz.
Row = tuple[int | str | None, ...]
EMPTY_CLASS: Row = (None, None, None)
BLANK: Row = ()

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BY_NAME = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)})([0-9]{{2}})(?![0-9])")
_BY_NUMBER = re.compile(r"(?<![0-9])(20[0-9]{2})[-_.](0[1-9]|1[0-2])(?![0-9])")
_TURKISH = (
    "ocak", "subat", "mart", "nisan", "mayis", "haziran", "temmuz", "agustos", "eylul", "ekim",
    "kasim", "aralik",
)  # fmt: skip
_IN_TURKISH = re.compile(rf"(?<![a-z])({'|'.join(_TURKISH)}) ?(20[0-9]{{2}})(?![0-9])")
_YEAR_FIRST = re.compile(rf"(?<![0-9])(20[0-9]{{2}}) ?({'|'.join(_TURKISH)})(?![a-z])")
_DAY_FIRST = re.compile(
    r"(?<![0-9])(?:[0-3]?[0-9][-_./])?(0?[1-9]|1[0-2])[-_./](20[0-9]{2})(?![0-9])"
)


def whole(text: str | None) -> int | None:
    """Read a number; blank and 0 are None. Raises ValueError."""
    if text is None or not (text := text.strip()):
        return None
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number or None


def month_of(name: str) -> date | None:
    """Return the first day of the month that a text has: NOV26, 2026-11, 01.11.2026, Kasım 2026."""
    plain = " ".join(plain_words(name))
    if found := _IN_TURKISH.search(plain):
        return date(int(found[2]), _TURKISH.index(found[1]) + 1, 1)
    if found := _YEAR_FIRST.search(plain):
        return date(int(found[1]), _TURKISH.index(found[2]) + 1, 1)
    name = name.lower()
    if found := _BY_NAME.search(name):
        return date(2000 + int(found[2]), _MONTHS.index(found[1]) + 1, 1)
    if found := _BY_NUMBER.search(name):
        return date(int(found[1]), int(found[2]), 1)
    if found := _DAY_FIRST.search(name):
        return date(int(found[2]), int(found[1]), 1)
    return None
