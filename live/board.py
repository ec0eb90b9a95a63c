"""What people are shown of a store: a row for every followed player, and the list of it all."""

from collections import defaultdict
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from live.card import Lists, rated_card
from live.channels import masked
from live.model import EventState, Follow, Phase
from live.state import unpacked
from live.store import ChannelRow, EventRow, LiveStore
from live.view import (
    Following,
    FollowRow,
    ListedChannel,
    ListedEvent,
    ListedPlayer,
    Notices,
    Trouble,
)
from rating.card import RatedCard
from scraper.errors import LiveStoreDamaged
from scraper.model import Tournament
from scraper.turn import utc_now


class Board:
    """The followed players with their cards, rated anew only after a look at their event."""

    def __init__(self, store: LiveStore, lists: Lists | None = None) -> None:
        self._store = store
        self._lists = lists
        self._seen: dict[int, tuple[object, list[FollowRow]]] = {}

    def rows(self) -> list[FollowRow]:
        """Return a row for every followed player whose event was seen, by event."""
        follows: defaultdict[int, list[Follow]] = defaultdict(list)
        for follow in self._store.follows():
            follows[follow.event].append(follow)
        news = self._store.news_at()
        found: list[FollowRow] = []
        for row in self._store.events():
            own = follows[row.id]
            mark = (row[1:], own, [news.get(follow.id or 0) for follow in own])
            known, rows = self._seen.get(row.id, (None, []))
            if known != mark:
                rows = self._rows(row, own, news)
                self._seen[row.id] = (mark, rows)
            found += rows
        return found

    def _state(self, event: int) -> EventState | None:
        """Return an event as last seen; one that is damaged in the store is as good as none."""
        data = self._store.state(event)
        with suppress(LiveStoreDamaged):
            return None if data is None else unpacked(data)
        return None

    def _rows(
        self, row: EventRow, follows: list[Follow], news: dict[int, float]
    ) -> list[FollowRow]:
        state = self._state(row.id)
        unread = Tournament(id=row.id, name=row.name)
        return [
            FollowRow(
                follow=follow,
                tournament=unread if state is None else state.tournament,
                phase=row.phase or Phase.BEFORE,
                newest_round=0 if state is None else state.newest,
                rated=_rated(state, follow, self._lists),
                place=None if state is None else state.places.get(follow.start_number),
                as_of=_time(row.as_of),
                trouble=_trouble(row.trouble),
                trouble_since=_time(row.trouble_since),
                next_look=_time(row.due_at),
                news_at=_time(news.get(follow.id or 0)),
            )
            for follow in follows
        ]


def following(store: LiveStore, holder: str | None) -> Following:
    """Return all that is followed; `holder` says who looks at present."""
    counts = store.counts()
    follows: defaultdict[int, list[ListedPlayer]] = defaultdict(list)
    troubles = store.troubles()
    for follow in store.follows():
        channels = tuple(
            _listed(channel, troubles.get(channel.id)) for channel in store.channels(follow.id)
        )
        follows[follow.event].append(ListedPlayer(follow, channels))
    events = tuple(
        ListedEvent(
            id=row.id,
            name=row.name,
            phase=row.phase,
            next_look=_due(row.due_at),
            as_of=_time(row.as_of),
            players=tuple(follows[row.id]),
            trouble=_trouble(row.trouble),
            trouble_since=_time(row.trouble_since),
        )
        for row in store.events()
    )
    notices = Notices(counts["waiting"], counts["told"], counts["doubtful"])
    return Following(events, notices, holder)


def _rated(state: EventState | None, follow: Follow, lists: Lists | None) -> RatedCard | None:
    if state is None or follow.start_number not in state.players:
        return None
    return rated_card(state, follow, datetime.now(UTC).astimezone().date(), lists)


def _listed(channel: ChannelRow, trouble: dict[str, Any] | None) -> ListedChannel:
    address = masked(channel.kind, channel.address)
    return ListedChannel(channel.kind, address, channel.language, channel.quiet, _trouble(trouble))


def _trouble(kept: dict[str, Any] | None) -> Trouble | None:
    return None if kept is None else (kept["code"], kept["facts"])


def _due(at: float | None) -> datetime | None:
    """Return when a look is due; whatever is overdue, or new, is due now."""
    return None if at is None else max(datetime.fromtimestamp(at, UTC), utc_now())


def _time(at: float | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)
