"""From SOURCE and the wish for a player to all facts about him: the room's front door.

A link costs one request where the card holds both ratings and the details, two where the starting
rank is needed for them, and twice that behind the gate.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scraper.errors import (
    FileUnreadable,
    PlayerMissing,
    PlayerMoved,
    PlayerNeeded,
    TnrateError,
)
from scraper.hosts import base_from_environment
from scraper.link import TournamentLink, parse_link
from scraper.model import Opponent, Player, PlayerCard, Round, Source, Tournament
from scraper.names import find, fold
from scraper.page import Page
from scraper.saved import STANDARD_INPUT, describe, read_saved
from scraper.views import card as card_view
from scraper.views import details as details_view
from scraper.views import players as players_view

_FILE_NAME = re.compile(r".+\.(html?|mht|mhtml|xlsx?|txt|pdf)", re.IGNORECASE)
_START_NUMBER = re.compile(r"\d{1,4}")  # FIDE ids are longer
_CARD, _STARTING_RANK, _ALL_ROWS = 9, 0, 99999

if TYPE_CHECKING:
    from scraper.site import Site

Chooser = Callable[[Sequence[Player]], Player]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card with the ratings of its opponents joined in, and its tournament.

    `unlisted` counts the opponents that a starting rank at hand does not hold under their number
    and name; None where none was at hand.
    """

    card: PlayerCard
    tournament: Tournament
    unlisted: int | None = None


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """The players of a tournament; `cut` says that the list stops where the site cuts lists."""

    players: tuple[Player, ...]
    tournament: Tournament
    cut: bool


class Gatherer:
    """Reads a SOURCE; `version` names the program to the site."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._site: Site | None = None

    @property
    def site(self) -> "Site":
        """The session with the site, made when it is first needed."""
        if self._site is None:
            from scraper.site import Site  # the HTTP library costs more than the rest together

            self._site = Site(self._version)
        return self._site

    @property
    def requests(self) -> int:
        """How many requests were sent, redirects included and repeats left out."""
        return 0 if self._site is None else self._site.requests

    def card(
        self,
        source: str,
        player: str | None = None,
        start_list: str | None = None,
        choose: Chooser | None = None,
    ) -> CardFacts:
        """Return the facts of one player.

        `player` is a name, a FIDE id or a start number; `start_list` another saved page or link
        that holds the starting rank; `choose` asks a person where no player is named.
        Raises PlayerNeeded where nobody can be asked, and the refusals of links, pages and names.
        """
        link = link_of(source)
        field = None if start_list is None else self.field(start_list)
        if link is None:
            card, tournament = _card_of(_saved_page(source))
            _refuse_other_player(card.player, player)
        else:
            card, tournament, field = self._linked_card(link, player, field, choose)
        if field is None:
            return CardFacts(card, tournament)
        card, unlisted = joined(card, field.players)
        return CardFacts(card, _completed(tournament, field.tournament), unlisted)

    def field(self, source: str) -> FieldFacts:
        """Return the players of the tournament that SOURCE names."""
        link = link_of(source)
        if link is None:
            return _field_of(_saved_page(source))
        page, _ = self.site.tournament_page(link.id, art=_STARTING_RANK, zeilen=_ALL_ROWS)
        field = _field_of(page)
        address = self.site.link(link.id, art=_STARTING_RANK)
        return replace(field, tournament=_stamped(field.tournament, link, address))

    def _field_if_any(self, link: TournamentLink) -> FieldFacts | None:
        """Fetch the starting rank to complete a card; a card at hand stands without it."""
        try:
            return self.field(str(link.id))
        except TnrateError:
            return None

    def _linked_card(
        self,
        link: TournamentLink,
        wanted: str | None,
        field: FieldFacts | None,
        choose: Chooser | None,
    ) -> tuple[PlayerCard, Tournament, FieldFacts | None]:
        chosen: Player | None = None
        start_number = link.start_number
        if wanted is not None and _START_NUMBER.fullmatch(wanted.strip()):
            start_number = int(wanted)
        elif wanted is not None or start_number is None:
            if wanted is None and choose is None:
                raise PlayerNeeded
            field = field or self.field(str(link.id))
            if wanted is not None:
                chosen = find(wanted, field.players)
            elif choose is not None:
                chosen = choose(field.players)
            start_number = chosen.start_number if chosen else None
        page, _ = self.site.tournament_page(link.id, art=_CARD, snr=start_number or 0)
        if not (page.tables or page.facts):
            raise PlayerMissing(wanted=f"no. {start_number}")
        card, tournament = _card_of(page)
        if chosen is not None and not _same_player(chosen, card.player):
            raise PlayerMoved(start_number=start_number, found=card.player.name, wanted=chosen.name)
        if field is None and (tournament.start is None or _lacks_ratings(card)):
            field = self._field_if_any(link)
        address = self.site.link(link.id, art=_CARD, snr=start_number or 0)
        return card, _stamped(tournament, link, address), field


def link_of(source: str) -> TournamentLink | None:
    """Return the link that SOURCE is, None where it is a saved page.

    Raises the refusals of links, and FileUnreadable for what looks like a missing file.
    """
    if source == STANDARD_INPUT:
        return None
    if not source.strip().isdecimal() and _exists(source):
        return None
    if _FILE_NAME.fullmatch(source) and "//" not in source:
        raise FileUnreadable(path=Path(source).name, reason="there is no such file")
    return parse_link(source, urlsplit(base_from_environment()).hostname)


def joined(card: PlayerCard, players: Sequence[Player]) -> tuple[PlayerCard, int]:
    """Fill the ratings that the card lacks from the starting rank, by start number.

    A player is taken only if the name agrees too: start numbers are sometimes given anew.
    Returns the card and the number of opponents that were not found.
    """
    by_number: dict[int | None, Player] = {
        player.start_number: player for player in players if player.start_number
    }
    rounds: list[Round] = []
    unlisted = 0
    for played in card.rounds:
        opponent = played.opponent
        if opponent is None:
            rounds.append(played)
            continue
        listed = by_number.get(opponent.start_number)
        if listed is None or fold(listed.name or "") != fold(opponent.name or ""):
            unlisted += 1
            rounds.append(played)
            continue
        rounds.append(replace(played, opponent=_filled(opponent, listed)))
    own = by_number.get(card.player.start_number)
    player = card.player
    if own is not None and fold(own.name or "") == fold(player.name or ""):
        player = replace(
            player,
            fide=own.fide if player.fide is None else player.fide,
            national=own.national if player.national is None else player.national,
        )
    return replace(card, player=player, rounds=tuple(rounds)), unlisted


def _filled(opponent: Opponent, listed: Player) -> Opponent:
    fide, fide_source = opponent.fide, opponent.fide_source
    if fide is None and listed.fide is not None:
        fide, fide_source = listed.fide, Source.STARTING_RANK
    national, national_source = opponent.national, opponent.national_source
    if national is None and listed.national is not None:
        national, national_source = listed.national, Source.STARTING_RANK
    return replace(
        opponent,
        fide=fide,
        fide_source=fide_source,
        national=national,
        national_source=national_source,
    )


def _lacks_ratings(card: PlayerCard) -> bool:
    opponents = [played.opponent for played in card.rounds if played.opponent is not None]
    return any(o.fide is None or o.national is None for o in opponents)


def _completed(first: Tournament, second: Tournament) -> Tournament:
    """Fill what the first page does not say of the tournament from the second."""
    return Tournament(
        **{
            name: getattr(second, name) if getattr(first, name) is None else getattr(first, name)
            for name in Tournament.__dataclass_fields__
        }
    )


def _stamped(tournament: Tournament, link: TournamentLink, address: str) -> Tournament:
    return replace(tournament, id=link.id, url=address, fetched_at=datetime.now(UTC))


def _card_of(page: Page) -> tuple[PlayerCard, Tournament]:
    return card_view.read(page), details_view.read(page)


def _field_of(page: Page) -> FieldFacts:
    players = players_view.read(page)
    cut = len(players) == players_view.ROWS_OF_A_CUT_LIST and page.may_be_cut
    return FieldFacts(players, details_view.read(page), cut)


def _saved_page(source: str) -> Page:
    return Page(read_saved(source), describe(source))


def _refuse_other_player(own: Player, wanted: str | None) -> None:
    """Refuse a saved card of somebody else than the player asked for."""
    if wanted is not None and (own.name or own.start_number):
        find(wanted, [own])


def _same_player(listed: Player, on_card: Player) -> bool:
    if listed.fide_id is not None and on_card.fide_id is not None:
        return listed.fide_id == on_card.fide_id
    return fold(listed.name or "") == fold(on_card.name or "")


def _exists(source: str) -> bool:
    try:
        return bool(source.strip()) and Path(source).exists()
    except (OSError, ValueError):  # too long a name, a NUL in it
        return False
