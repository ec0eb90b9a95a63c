"""What both forms of the list share: a row, whole numbers, and the month in a name."""

import re
from datetime import date

# FIDE id, name, federation, sex, title, year of birth, flag; then rating, K and games of
# standard, rapid and blitz.
Row = tuple[int | str | None, ...]
EMPTY_CLASS: Row = (None, None, None)
BLANK: Row = ()

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BY_NAME = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)})([0-9]{{2}})(?![0-9])")
_BY_NUMBER = re.compile(r"(?<![0-9])(20[0-9]{2})[-_](0[1-9]|1[0-2])(?![0-9])")


def whole(text: str | None) -> int | None:
    """Read a number; blank and 0 are None. Raises ValueError."""
    if text is None or not (text := text.strip()):
        return None
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number or None


def month_of(name: str) -> date | None:
    """Return the month that a name has, as NOV26 or 2026-11: its first day."""
    name = name.lower()
    if found := _BY_NAME.search(name):
        return date(2000 + int(found[2]), _MONTHS.index(found[1]) + 1, 1)
    if found := _BY_NUMBER.search(name):
        return date(int(found[1]), int(found[2]), 1)
    return None
