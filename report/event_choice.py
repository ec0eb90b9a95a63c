"""Which players of a rated event are shown, and in what order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from report.event_columns import EVENT_COLUMNS, Form, Row
from scraper.errors import NobodyChosen
from scraper.names import fold, plain_words


@dataclass(frozen=True, slots=True)
class Choice:
    """Who is wanted: all that is given must fit. The rows stay in their order without `sort`.

    `group` is a group or a type as the list prints it (U12, S50); club and name are found by words,
    in any order and case, with or without accents.
    """

    federation: str | None = None
    club: str | None = None
    group: str | None = None
    name: str | None = None
    sort: str | None = None
    descending: bool = False

    @property
    def wanted(self) -> str:
        """What is asked for, as one text; empty for everybody."""
        return ", ".join(filter(None, (self.federation, self.club, self.group, self.name)))


def chosen(rows: Sequence[Row], choice: Choice) -> list[Row]:
    """Return the rows of those who are wanted, in order. Raises NobodyChosen where nobody is."""
    found = [row for row in rows if all(test(row) for test in _tests(choice))]
    if not found and rows:
        raise NobodyChosen(wanted=choice.wanted)
    return found if choice.sort is None else _ordered(found, choice.sort, choice.descending)


def _tests(choice: Choice) -> list[Callable[[Row], bool]]:
    tests: list[Callable[[Row], bool]] = []
    if choice.federation:
        code = choice.federation.casefold()
        tests.append(lambda row: _same(row["federation"], code))
    if choice.group:
        group = choice.group.casefold()
        tests.append(lambda row: _same(row["group"], group) or _same(row["type"], group))
    if choice.club:
        words = fold(choice.club)
        tests.append(lambda row: any(_has(row[one], words) for one in ("club", "team")))
    if choice.name:
        parts = fold(choice.name)
        tests.append(lambda row: _has_beginnings(row["name"], parts))
    return tests


def _same(printed: str | None, wanted: str) -> bool:
    return (printed or "").casefold() == wanted


def _has(printed: str | None, words: frozenset[str]) -> bool:
    """Say whether all words are there; a wish without a word fits nobody."""
    return bool(words) and words <= fold(printed or "")


def _has_beginnings(name: str | None, parts: frozenset[str]) -> bool:
    words = fold(name or "")
    return bool(parts) and all(any(word.startswith(part) for word in words) for part in parts)


def _ordered(rows: Sequence[Row], name: str, descending: bool) -> list[Row]:
    """Sort by a column; who has nothing there comes last either way."""
    column = EVENT_COLUMNS[name]
    valued = [(column.value(row), row) for row in rows]
    there = [each for each in valued if each[0] is not None]
    if column.form is Form.TEXT:
        there.sort(key=lambda each: plain_words(str(each[0])), reverse=descending)
    else:
        there.sort(key=lambda each: each[0], reverse=descending)  # type: ignore[arg-type,return-value]
    return [row for _, row in there] + [row for value, row in valued if value is None]
