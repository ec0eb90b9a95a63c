"""Who is who on the pages of one event, whose start numbers can be given anew."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from scraper.model import Player
from scraper.names import fold
from scraper.readings import Entry

K = TypeVar("K")
Finder = Callable[[Entry], int | None]

_folded = lru_cache(maxsize=50_000)(fold)


def same_words(one: str | None, other: str | None) -> bool:
    """Whether two spellings have the same words."""
    return _folded(one or "") == _folded(other or "")


def same_name(one: str | None, other: str | None) -> bool:
    """Whether two spellings can be of one name: one may be cut, or lack a part."""
    words, others = _folded(one or ""), _folded(other or "")
    return bool(words and others) and (words <= others or others <= words)


class Directory:
    """The players of an event, found by FIDE id, name and start number."""

    def __init__(self, players: Mapping[int, Player]) -> None:
        self._players = players
        self._by_id = _unique((one.fide_id, number) for number, one in players.items())
        self._by_name = _unique((_folded(one.name or ""), n) for n, one in players.items())

    def named(self, name: str | None) -> int | None:
        """Return the start number of the only player of that name, None without one."""
        return self._by_name.get(_folded(name or ""))

    def identified(self, fide_id: int) -> int | None:
        """Return the start number of the only player of a FIDE id, None without one."""
        return self._by_id.get(fide_id)

    def number_of(self, number: int, name: str | None, fide_id: int | None) -> int | None:
        """Return the start number that a player has now, None where he is not in the list.

        The FIDE id decides; then the name, if only one has it or the number agrees too; then the
        number, if the name can be another spelling and no id speaks against it.
        """
        if fide_id and fide_id in self._by_id:
            return self._by_id[fide_id]
        there = self._players.get(number)
        if there is not None and there.fide_id and fide_id and there.fide_id != fide_id:
            there = None
        if there is not None and same_words(there.name, name):
            return number
        found = self.named(name)
        if found is not None:
            other = self._players[found].fide_id
            if not (fide_id and other and other != fide_id):
                return found
        return number if there is not None and same_name(there.name, name) else None

    def find(self, side: Entry) -> int | None:
        """Return the start number of somebody on a page of the event, None for a stranger.

        Where the page has a number, the name must fit it.
        """
        if side.start_number is None:
            return self.named(side.name)
        player = self._players.get(side.start_number)
        if player is None or not same_name(player.name, side.name):
            return None
        return side.start_number

    def in_table(self, row: Entry) -> int | None:
        """Return the start number of a row of a table; where number and name differ, by name."""
        number = self.find(row)
        return self.named(row.name) if number is None else number


def _unique(pairs: Iterable[tuple[K | None, int]]) -> dict[K, int]:
    """Return the keys that stand for one number only."""
    found = list(pairs)
    counts = Counter(key for key, _ in found)
    return {key: number for key, number in found if key and counts[key] == 1}
