"""From SOURCE and wishes to the players to follow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from live.model import Follow
from live.own_card import MOST_READS, with_card
from scraper.errors import (
    NobodyToFollow,
    NotFollowable,
    NotFollowed,
    PlayerMissing,
    PlayerNeeded,
)
from scraper.gather import Chooser, Gatherer, link_of
from scraper.model import Player
from scraper.names import find, fold

# The cards of so many named players are read, for their K and year of birth; each is a request.
MOST_CARDS = 5


@dataclass(frozen=True, slots=True)
class Wish:
    """Who is to be followed: players by name, FIDE id or start number, a club, a federation.

    Club and federation narrow each other; named players are added to them. `k` is by hand.
    """

    players: tuple[str, ...] = ()
    club: str | None = None
    federation: str | None = None
    k: int | None = None


def follows_of(
    gatherer: Gatherer, source: str, wish: Wish, choose: Chooser | None = None
) -> list[Follow]:
    """Return who SOURCE and the wish mean; `choose` asks a person where nobody is named.

    Raises NotFollowable, PlayerNeeded, NobodyToFollow, and the refusals of links, pages and names.
    """
    link = link_of(source)
    if link is None:
        raise NotFollowable
    field = gatherer.field_of(link.id)
    listed = [player for player in field.players if player.start_number]
    named = [find(who, listed) for who in wish.players]
    if link.start_number is not None and not wish.players:
        named.append(_numbered(link.start_number, listed))
    group = _group(wish, listed)
    if not named and not group:
        if choose is None:
            raise PlayerNeeded
        named.append(choose(listed))
    found = {player.start_number: player for player in (*named, *group)}
    follows = [_follow(link.id, player, wish.k) for player in found.values()]
    with_cards = list(dict.fromkeys(player.start_number for player in named))[:MOST_CARDS]
    return [
        with_card(gatherer, replace(one, cards_left=MOST_READS + 1))
        if one.start_number in with_cards
        else one
        for one in follows
    ]


def _numbered(number: int, listed: Sequence[Player]) -> Player:
    for player in listed:
        if player.start_number == number:
            return player
    raise PlayerMissing(wanted=f"no. {number}")


def _group(wish: Wish, listed: Sequence[Player]) -> list[Player]:
    tests: list[Callable[[Player], bool]] = []
    if wish.club is not None:
        words = fold(wish.club)
        tests.append(lambda player: bool(words) and words <= fold(player.club or ""))
    if wish.federation is not None:
        code = wish.federation.upper()
        tests.append(lambda player: (player.federation or "").upper() == code)
    if not tests:
        return []
    found = [player for player in listed if all(fits(player) for fits in tests)]
    if not found:
        raise NobodyToFollow(wanted=", ".join(filter(None, (wish.club, wish.federation))))
    return found


def _follow(event: int, player: Player, k: int | None) -> Follow:
    return Follow(
        event=event,
        start_number=player.start_number or 0,
        name=player.name or "",
        fide_id=player.fide_id or None,
        k_by_hand=k,
    )


def followed_of(follows: Sequence[Follow], source: str, wish: Wish) -> list[Follow]:
    """Return who of those that are followed is meant by SOURCE and the wish.

    Raises NotFollowed, PlayerMissing, PlayerAmbiguous and the refusals of links.
    """
    link = link_of(source)
    if link is None:
        raise NotFollowable
    own = [one for one in follows if one.event == link.id]
    if not own:
        raise NotFollowed(wanted=f"tnr{link.id}")
    people = {
        one.id: Player(one.start_number or None, one.name, fide_id=one.fide_id) for one in own
    }
    if wish.players:
        chosen = [find(who, list(people.values())) for who in wish.players]
    elif link.start_number is not None:
        chosen = [_numbered(link.start_number, list(people.values()))]
    else:
        return own
    return [one for one in own if people[one.id] in chosen]
