"""Who is who when start numbers are given anew: by FIDE id, else by name."""

from collections.abc import Mapping

from live.model import Follow
from scraper.directory import Directory, same_words
from scraper.model import Player


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
    is_same_name = same_words(one.name, other.name)
    return bool(one.fide_id) and same_id, same_id, is_same_name, same_number


def located(follow: Follow, directory: Directory) -> int | None:
    """Return the start number of somebody who is followed, None where he is not in the list."""
    if not follow.is_listed and follow.fide_id:
        # A namesake without an id is not he who was taken off.
        return directory.identified(follow.fide_id)
    return directory.number_of(follow.start_number, follow.name, follow.fide_id)
