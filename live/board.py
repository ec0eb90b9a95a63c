"""What people are shown of a store: a row for every followed player, and the list of it all."""

from collections import defaultdict
from datetime import UTC, datetime

from live.card import rated_card
from live.channels import masked
from live.model import EventState, Follow, Phase
from live.state import unpacked
from live.store import ChannelRow, EventRow, LiveStore
from live.view import Following, FollowRow, ListedChannel, ListedEvent, ListedPlayer, Notices
from rating.card import RatedCard
from scraper.model import Tournament


class Board:
    """The followed players with their cards, rated anew only after a look at their event."""

    def __init__(self, store: LiveStore) -> None:
        self._store = store
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

    def _rows(
        self, row: EventRow, follows: list[Follow], news: dict[int, float]
    ) -> list[FollowRow]:
        data = self._store.state(row.id)
        state = None if data is None else unpacked(data)
        return [
            FollowRow(
                follow=follow,
                tournament=Tournament(id=row.id) if state is None else state.tournament,
                phase=row.phase or Phase.BEFORE,
                newest_round=0 if state is None else state.newest,
                rated=_rated(state, follow),
                place=None if state is None else state.places.get(follow.start_number),
                as_of=_time(row.as_of),
                trouble=_trouble(row),
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
    for follow in store.follows():
        channels = tuple(_listed(channel) for channel in store.channels(follow.id))
        follows[follow.event].append(ListedPlayer(follow, channels))
    events = tuple(
        ListedEvent(
            id=row.id,
            name=row.name,
            phase=row.phase,
            next_look=_time(row.due_at),
            as_of=_time(row.as_of),
            players=tuple(follows[row.id]),
            trouble=_trouble(row),
            trouble_since=_time(row.trouble_since),
        )
        for row in store.events()
    )
    notices = Notices(counts["waiting"], counts["told"], counts["doubtful"])
    return Following(events, notices, holder)


def _rated(state: EventState | None, follow: Follow) -> RatedCard | None:
    if state is None or follow.start_number not in state.players:
        return None
    return rated_card(state, follow, datetime.now(UTC).astimezone().date())


def _listed(channel: ChannelRow) -> ListedChannel:
    address = masked(channel.kind, channel.address)
    return ListedChannel(channel.kind, address, channel.language, channel.quiet)


def _trouble(row: EventRow) -> tuple[str, dict[str, object]] | None:
    return None if row.trouble is None else (row.trouble["code"], row.trouble["facts"])


def _time(at: float | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)
