"""From SOURCE and the wish for a player to all facts about him: the room's front door.

A link costs one request where the card holds both ratings and the details, two where the starting
rank is needed for them, and twice that behind the gate.
"""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from scraper.archive import Archive, Fetched
from scraper.asking import CARD, STARTING_RANK, TEAM_PLAYERS, Answer, PageRequest
from scraper.errors import (
    FileUnreadable,
    OtherTournament,
    PlayerMissing,
    PlayerMoved,
    PlayerNeeded,
    TnrateError,
)
from scraper.hosts import base_from_environment
from scraper.link import TournamentLink, parse_link
from scraper.model import Opponent, Player, PlayerCard, Round, Source, TimeControl, Tournament
from scraper.names import find, fold
from scraper.page import Page
from scraper.saved import STANDARD_INPUT, describe, read_saved
from scraper.turn import utc_now
from scraper.views import card as card_view
from scraper.views import details as details_view
from scraper.views import players as players_view
from scraper.views.kind import view_of

_FILE_NAME = re.compile(r".+\.(html?|mht|mhtml|xlsx?|txt|pdf)", re.IGNORECASE)
_START_NUMBER = re.compile(r"\d{1,4}")  # FIDE ids are longer
# What view_of calls a page that lists teams where an individual event lists players.
_TEAM_LISTS = frozenset({"teamlist", "teamranking", "crosstable"})

T = TypeVar("T")


class Fetcher(Protocol):
    """The session with a site, or what stands in for it; `requests` counts what was sent."""

    requests: int

    def fetch(self, request: PageRequest) -> Answer:
        """Fetch one page. Raises the refusals of the site."""


Chooser = Callable[[Sequence[Player]], Player]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card with the ratings of its opponents joined in, and its tournament.

    `unlisted` counts the opponents that a starting rank at hand does not hold under their number
    and name; None where none was at hand. `unread` is the refusal that kept us from a starting
    rank; `cut` says that it stops where the site cuts lists.
    """

    card: PlayerCard
    tournament: Tournament
    unlisted: int | None = None
    unread: TnrateError | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """The players of a tournament; `cut` says that the list stops where the site cuts lists.

    `stale` is the refusal because of which an old copy had to do.
    """

    players: tuple[Player, ...]
    tournament: Tournament
    cut: bool
    from_store: bool = False
    for_teams: bool = False
    stale: TnrateError | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """One logical request of a page, as it went; `fetched` is None where it was refused."""

    request: PageRequest
    fetched: Fetched[Any] | None
    age: timedelta
    seconds: float
    requests: int


class Gatherer:
    """Reads a SOURCE; `version` names the program to the site.

    `home` is the folder of the store, None for none; `offline` answers from it alone. `site` stands
    in for the session with the site.
    """

    def __init__(
        self,
        version: str,
        home: Path | None = None,
        offline: bool = False,
        now: Callable[[], datetime] = utc_now,
        site: Fetcher | None = None,
    ) -> None:
        self._version = version
        self._home = home
        self.offline = offline
        self._now = now
        self._site = site
        self._archive: Archive | None = None
        self._making = Lock()
        self.looks: list[Look] = []

    @property
    def site(self) -> Fetcher:
        """The session with the site, made when it is first needed."""
        with self._making:
            if self._site is None:
                from scraper.site import Site  # the HTTP library costs more than the rest together

                self._site = Site(self._version, log=self.archive.turn)
            return self._site

    @property
    def archive(self) -> Archive:
        """The store of the pages of the site, or of the stand-in in its place."""
        if self._archive is None:
            site = urlsplit(base_from_environment()).netloc
            self._archive = Archive(self._home, site, self.offline, self._now)
        return self._archive

    @property
    def requests(self) -> int:
        """How many requests were sent, redirects and repeats included."""
        return 0 if self._site is None else self._site.requests

    @property
    def store_failed(self) -> bool:
        """Whether a store was wanted and could not be used."""
        return self._archive is not None and not self._archive.store.is_usable

    @property
    def oldest(self) -> datetime | None:
        """When the oldest page that was used was fetched; None where none was."""
        return min((look.fetched.fetched_at for look in self.looks if look.fetched), default=None)

    def age_of(self, fetched_at: datetime) -> timedelta:
        """Return how old a page is now."""
        return self._now() - fetched_at

    @property
    def stale(self) -> Fetched[Any] | None:
        """The oldest copy that had to do because its page could not be had, if any."""
        used = (look.fetched for look in self.looks)
        stale = [fetched for fetched in used if fetched is not None and fetched.stale is not None]
        return min(stale, key=lambda fetched: fetched.fetched_at, default=None)

    def page(
        self, request: PageRequest, read: Callable[[Page], T], anew: bool = False
    ) -> Fetched[T]:
        """Return what `read` makes of any page of the site, with its age and address.

        The page comes from the store while it is fresh (`anew` fetches it all the same); where it
        cannot be had, the last good copy does. Raises what Archive.page raises.
        """
        before, started = self.requests, time.monotonic()
        fetched: Fetched[T] | None = None
        try:
            fetched = self.archive.page(request, self._fetch, read, anew)
            return fetched
        finally:
            seconds = time.monotonic() - started
            age = timedelta() if fetched is None else self.age_of(fetched.fetched_at)
            self.looks.append(Look(request, fetched, age, seconds, self.requests - before))

    def _fetch(self, request: PageRequest) -> Answer:
        return self.site.fetch(request)  # made here, so that the store alone loads no network

    def card(
        self,
        source: str,
        player: str | None = None,
        start_list: str | None = None,
        choose: Chooser | None = None,
        with_ids: bool = False,
    ) -> CardFacts:
        """Return the facts of one player.

        `player` is a name, a FIDE id or a start number; `start_list` another saved page or link
        that holds the starting rank; `choose` asks a person where no player is named; `with_ids`
        wants the FIDE ids of opponents who are unrated in rapid or blitz.
        Raises PlayerNeeded where nobody can be asked, OtherTournament where the two pages do not
        belong together, and the refusals of links, pages and names.
        """
        link = link_of(source)
        field = None if start_list is None else self.field(start_list)
        unread: TnrateError | None = None
        if link is None:
            card, tournament = _card_of(saved_page(source))
            _refuse_other_player(card.player, player)
        else:
            if field is not None:
                _refuse_other_tournament(link.id, field)
            card, tournament, field = self._linked_card(link, player, field, choose)
            lacks = tournament.start is None or _lacks_ratings(card)
            if field is None and (lacks or (with_ids and _lacks_ids(card, tournament))):
                field, unread = self._completing_field(link, tournament)
        if field is None:
            return CardFacts(card, tournament, unread=unread)
        _refuse_other_tournament(tournament.id, field)
        completed, unlisted = joined(card, field.players)
        if unlisted and field.from_store and link is not None and start_list is None:
            field = self._completing_field(link, tournament, anew=True)[0] or field
            completed, unlisted = joined(card, field.players)
        whole = tournament.completed(field.tournament)
        return CardFacts(completed, whole, unlisted, cut=field.cut)

    def field(self, source: str) -> FieldFacts:
        """Return the players of the tournament that SOURCE names."""
        link = link_of(source)
        return _field_of(saved_page(source)) if link is None else self._field(link)

    def field_of(self, tournament: int, anew: bool = False) -> FieldFacts:
        """Return the players of a tournament; `anew` passes over a copy that is still fresh."""
        return self._field(TournamentLink(tournament), anew=anew)

    def _field(
        self, link: TournamentLink, art: int = STARTING_RANK, anew: bool = False
    ) -> FieldFacts:
        """Fetch the starting rank; in a team event it lists teams, and the players stand apart."""
        request = PageRequest(link.id, art)
        read = _field_unless_teams if art == STARTING_RANK else _field_of
        fetched = self.page(request, read, anew)
        field = fetched.value
        if field is None:
            return self._field(link, TEAM_PLAYERS, anew)
        tournament = _stamped(field.tournament, request, fetched)
        return replace(
            field,
            tournament=tournament,
            from_store=fetched.from_store,
            for_teams=art == TEAM_PLAYERS,
            stale=fetched.stale,
        )

    def _completing_field(
        self, link: TournamentLink, tournament: Tournament, anew: bool = False
    ) -> tuple[FieldFacts | None, TnrateError | None]:
        """Fetch the starting rank for a card, which stands without it, or say why it is not read.

        The list of the players of a team event is asked for at once where the card says so.
        """
        in_teams = "team" in (tournament.type or "").casefold()
        try:
            return self._field(link, TEAM_PLAYERS if in_teams else STARTING_RANK, anew), None
        except TnrateError as error:
            return None, error

    def _linked_card(
        self,
        link: TournamentLink,
        wanted: str | None,
        field: FieldFacts | None,
        choose: Chooser | None,
    ) -> tuple[PlayerCard, Tournament, FieldFacts | None]:
        start_number = link.start_number
        if wanted is not None and _START_NUMBER.fullmatch(wanted.strip()):
            start_number = int(wanted)
        elif wanted is not None or start_number is None:
            if wanted is None and choose is None:
                raise PlayerNeeded
            return self._picked_card(link, wanted, field, choose)
        return *self._card(link, start_number), field

    def _picked_card(
        self,
        link: TournamentLink,
        wanted: str | None,
        field: FieldFacts | None,
        choose: Chooser | None,
    ) -> tuple[PlayerCard, Tournament, FieldFacts]:
        """Find the player in the field; a stored one that no longer fits is fetched anew."""
        listed = field or self._field(link)
        try:
            return *self._card_in(link, listed, wanted, choose), listed
        except (PlayerMissing, PlayerMoved):
            if not listed.from_store or field is not None or self.offline:
                raise
        listed = self._field(link, anew=True)
        return *self._card_in(link, listed, wanted, choose), listed

    def _card_in(
        self, link: TournamentLink, field: FieldFacts, wanted: str | None, choose: Chooser | None
    ) -> tuple[PlayerCard, Tournament]:
        if wanted is not None or choose is None:
            chosen = find(wanted or "", field.players)
        else:
            chosen = choose(field.players)
        card, tournament = self._card(link, chosen.start_number)
        if not _same_player(chosen, card.player):
            raise PlayerMoved(
                start_number=chosen.start_number, found=card.player.name, wanted=chosen.name
            )
        return card, tournament

    def _card(
        self, link: TournamentLink, start_number: int | None
    ) -> tuple[PlayerCard, Tournament]:
        def read(page: Page) -> tuple[PlayerCard, Tournament]:
            if not (page.tables or page.facts):  # the empty shell of a number that nobody has
                raise PlayerMissing(wanted=f"no. {start_number}")
            return _card_of(page)

        request = PageRequest(link.id, CARD, number=start_number or 0)
        fetched = self.page(request, read)
        card, tournament = fetched.value
        return card, _stamped(tournament, request, fetched)


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
        fide_id=opponent.fide_id or listed.fide_id,
    )


def _lacks_ratings(card: PlayerCard) -> bool:
    opponents = [played.opponent for played in card.rounds if played.opponent is not None]
    return any(o.fide is None or o.national is None for o in opponents)


def _lacks_ids(card: PlayerCard, tournament: Tournament) -> bool:
    """Say whether an opponent is unrated where a standard rating would stand in."""
    if tournament.time_control is TimeControl.STANDARD:
        return False
    opponents = [played.opponent for played in card.rounds if played.opponent is not None]
    return any(o.fide == 0 and o.fide_id is None for o in opponents)


def _stamped(tournament: Tournament, request: PageRequest, fetched: Fetched[Any]) -> Tournament:
    return replace(
        tournament,
        id=request.tournament,
        url=request.link(base_from_environment()),
        fetched_at=fetched.fetched_at,
    )


def _card_of(page: Page) -> tuple[PlayerCard, Tournament]:
    return card_view.read(page), details_view.read(page)


def _field_of(page: Page) -> FieldFacts:
    players = players_view.read(page)
    return FieldFacts(players, details_view.read(page), players_view.is_cut(page))


def _field_unless_teams(page: Page) -> FieldFacts | None:
    return None if view_of(page) in _TEAM_LISTS else _field_of(page)


def saved_page(source: str) -> Page:
    """Return the page in a file or on standard input."""
    return Page(read_saved(source), describe(source))


def _refuse_other_player(own: Player, wanted: str | None) -> None:
    """Refuse a saved card of somebody else than the player asked for."""
    if wanted is not None and (own.name or own.start_number):
        find(wanted, [own])


def _refuse_other_tournament(number: int | None, field: FieldFacts) -> None:
    """Refuse a start list of another tournament, where both pages tell theirs."""
    found = field.tournament.id
    if number is not None and found is not None and found != number:
        raise OtherTournament(asked=number, found=found)


def _same_player(listed: Player, on_card: Player) -> bool:
    if listed.fide_id is not None and on_card.fide_id is not None:
        return listed.fide_id == on_card.fide_id
    return fold(listed.name or "") == fold(on_card.name or "")


def _exists(source: str) -> bool:
    try:
        return bool(source.strip()) and Path(source).exists()
    except (OSError, ValueError):  # too long a name, a NUL in it
        return False
