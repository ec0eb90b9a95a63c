"""Who is who when start numbers are given anew: by FIDE id, else by name."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from live.model import Follow
from scraper.model import Player
from scraper.names import fold

K = TypeVar("K")

_folded = lru_cache(maxsize=50_000)(fold)


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
        if there is not None and _folded(there.name or "") == _folded(name or ""):
            return number
        found = self.named(name)
        if found is not None:
            other = self._players[found].fide_id
            if not (fide_id and other and other != fide_id):
                return found
        return number if there is not None and same_name(there.name, name) else None


def moved(before: Mapping[int, Player], after: Mapping[int, Player]) -> dict[int, int | None]:
    """Return the new start number of every player by the old one; None is gone.

    Where namesakes claim one number, it is given to the one whom it fits best.
    """
    directory = Directory(after)
    found: dict[int, int | None] = {}
    claims: dict[int, list[int]] = {}
    for number, player in before.items():
        found[number] = new = directory.number_of(number, player.name, player.fide_id)
        if new is not None:
            claims.setdefault(new, []).append(number)
    for new, numbers in claims.items():
        best = max(numbers, key=lambda old: _likeness(before[old], after[new], old == new))
        found.update((old, None) for old in numbers if old != best)
    return found


def _likeness(one: Player, other: Player, same_number: bool) -> tuple[bool, ...]:
    same_id = (one.fide_id or 0) == (other.fide_id or 0)
    same_words = _folded(one.name or "") == _folded(other.name or "")
    return bool(one.fide_id) and same_id, same_id, same_words, same_number


def located(follow: Follow, directory: Directory) -> int | None:
    """Return the start number of somebody who is followed, None where he is not in the list."""
    if not follow.is_listed and follow.fide_id:
        # A namesake without an id is not he who was taken off.
        return directory.identified(follow.fide_id)
    return directory.number_of(follow.start_number, follow.name, follow.fide_id)


def _unique(pairs: Iterable[tuple[K | None, int]]) -> dict[K, int]:
    """Return the keys that stand for one number only."""
    found = list(pairs)
    counts = Counter(key for key, _ in found)
    return {key: number for key, number in found if key and counts[key] == 1}
