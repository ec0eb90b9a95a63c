"""What the imported rating lists say of the players of a card; without lists all stays as it is."""

from typing import TYPE_CHECKING, NamedTuple

from commands.running import home, today

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from lists.store import ListStore
    from rating.assumptions import Basis, Note, Settings
    from rating.listed import Listed, ListedNational
    from rating.period_fide import Listings
    from rating.period_ukd import Nationals
    from rating.tournament import EventLists
    from scraper.event import EventFacts
    from scraper.gather import CardFacts
    from scraper.model import Player, PlayerCard, TimeControl


class Found(NamedTuple):
    """A card whose opponents have the ratings of the lists, and what they say of the player."""

    card: "PlayerCard"
    own: "Listed | None" = None
    national: "ListedNational | None" = None
    notes: "tuple[Note, ...]" = ()


class Lists:
    """The lists in the home folder, if there are any."""

    def __init__(self) -> None:
        from lists.model import FILE

        try:
            self._are_there = (home() / FILE).exists()
        except OSError:  # the note on the store of pages says it
            self._are_there = False

    def want_ids(self, settings: "Settings") -> bool:
        """Say whether the FIDE ids of unrated opponents can add something."""
        from scraper.model import TimeControl

        return self._are_there and settings.time_control is not TimeControl.STANDARD

    def of(self, facts: "CardFacts", settings: "Settings") -> Found:
        """Look up the player and the opponents; a note says where the lists cannot be read."""
        from rating.assumptions import Note, settle

        if not self._are_there:
            return Found(facts.card)
        from lists.database import UNUSABLE
        from lists.store import ListStore

        basis = settle(facts.card, facts.tournament, settings, today())
        try:
            store = ListStore(home())
            found = _found(facts.card, store, basis)
            if facts.unlisted is not None:  # a starting rank has told all ids
                return found
            return found._replace(notes=(*found.notes, *_unasked(found, store, basis)))
        except UNUSABLE as error:
            if not facts.card.player.fide_id:
                return Found(facts.card)
            return Found(facts.card, notes=(Note("lists_unusable", {"why": error}),))

    def of_event(
        self, facts: "EventFacts", settings: "Settings"
    ) -> "tuple[EventLists, tuple[Note, ...]]":
        """Look up all players of an event; a note says where the lists cannot be read."""
        from rating.assumptions import Note
        from rating.tournament import EventLists, basis_of

        if not self._are_there:
            return EventLists(), ()
        from lists.database import UNUSABLE
        from lists.store import ListStore

        basis = basis_of(facts, settings, today())
        on = (basis.time_control, basis.start)
        people = [_person(player, basis) for player in facts.players.values()]
        ids = [player.fide_id for player in people if player.fide_id]
        try:
            store = ListStore(home())
            fide, national = store.listed_all(ids, *on), store.listed_national(people, *on)
        except UNUSABLE as error:
            return EventLists(), (Note("lists_unusable", {"why": error}),)
        by_number = zip(facts.players, national, strict=True)
        return EventLists(fide, {number: one for number, one in by_number if one is not None}), ()

    def of_player(self, person: "Player") -> "tuple[Listings, Nationals, tuple[Note, ...]]":
        """Return all ratings of a FIDE id, by class and month; a note says where there are none."""
        from rating.assumptions import Note

        if not person.fide_id or not self._are_there:
            return {}, {}, ()
        from lists.database import UNUSABLE
        from lists.store import ListStore

        store = ListStore(home())
        try:
            return _listings(store, person.fide_id), _nationals(store, person), ()
        except UNUSABLE as error:
            return {}, {}, (Note("lists_unusable", {"why": error}),)

    def lookup(self) -> "Callable[[int, TimeControl, date], Listed | None] | None":
        """Return the question after a player of FIDE's lists; what cannot be read says nothing."""
        if not self._are_there:
            return None
        from functools import lru_cache

        from lists.database import UNUSABLE
        from lists.store import ListStore

        store = ListStore(home())

        @lru_cache(256)
        def listed(fide_id: int, time_control: "TimeControl", on: "date") -> "Listed | None":
            try:
                return store.listed(fide_id, time_control, on)
            except UNUSABLE:
                return None

        return listed


def _found(card: "PlayerCard", store: "ListStore", basis: "Basis") -> Found:
    from rating.listed_opponents import with_listed_opponents

    control, start = basis.time_control, basis.start
    opponents = {
        played.opponent.fide_id: played.opponent
        for played in card.rounds
        if played.opponent is not None and played.opponent.fide_id
    }
    own = card.player.fide_id or 0
    listed = store.listed_all([one for one in (own, *opponents) if one], control, start)
    people = [_person(card.player, basis), *(_opponent(fide_id) for fide_id in opponents)]
    national, *others = store.listed_national(people, control, start)
    card, notes = with_listed_opponents(
        card,
        listed,
        {
            fide_id: found
            for fide_id, found in zip(opponents, others, strict=True)
            if found is not None
        },
        control,
        start,
    )
    return Found(card, listed.get(own), national, notes)


def _unasked(found: Found, store: "ListStore", basis: "Basis") -> "tuple[Note, ...]":
    """Count the opponents whom the lists of the month might rate, if their ids were known."""
    from rating.assumptions import Note
    from rating.listed_opponents import unasked

    lists = [one for one in store.lists() if one.month == basis.start.replace(day=1)]
    own, national = found.own, found.national
    has_fide = basis.own_fide or (own is not None and (own.rating or own.standard))
    has_national = basis.own_national or (national is not None and national.rating)
    count = unasked(
        found.card,
        fide=bool(has_fide) and any(not one.kind.is_national for one in lists),
        national=bool(has_national) and any(one.kind.is_national for one in lists),
    )
    return (Note("opponents_without_ids", {"count": count}),) if count else ()


def _person(player: "Player", basis: "Basis") -> "Player":
    """Return who is looked for in the federation's list: by name only if it can be his."""
    from dataclasses import replace

    from rating.assumptions import TURKEY

    is_own = player.federation == TURKEY or (player.federation is None and basis.is_turkish)
    return player if is_own else replace(player, name=None)


def _opponent(fide_id: int) -> "Player":
    from scraper.model import Player

    return Player(None, None, fide_id=fide_id)


def _listings(store: "ListStore", fide_id: int) -> "Listings":
    """Return what each list of FIDE says; a list of one class comes before the combined one."""
    from rating.period_fide import Listing

    listings: dict[tuple[TimeControl, date], Listing] = {}
    for one, player in store.player(fide_id):
        for time_control in one.kind.time_controls:
            standing = player.standings[time_control]
            listing = Listing(standing.rating, standing.k, standing.games or 0)
            listings.setdefault((time_control, one.month), listing)
    return listings


def _nationals(store: "ListStore", person: "Player") -> "Nationals":
    """Return the ratings in the federation's lists; whoever only has the name may be another."""
    from scraper.model import TimeControl

    return {
        (time_control, one.month): rating
        for one, player in store.national_player(person)
        if player.fide_id == person.fide_id
        for time_control in TimeControl
        if (rating := player.ratings[time_control])
    }
