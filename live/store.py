"""What a follower keeps: who is followed, the events as last seen, what happened, who was told.

One SQLite file. Every method that writes is one transaction that is on the disk when it returns:
a process may die at any moment. Threads share one connection, processes wait for each other. Times
are seconds since 1970 in UTC. Every method raises LiveStoreFailed where the file cannot be read or
written just now, LiveStoreDamaged where it is no store, and LiveStoreTooNew.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from live.database import PATIENCE, Database
from live.model import Follow, Phase
from live.quiet import Quiet
from scraper.names import fold

Document = dict[str, Any]
# One change of an event's state: when it was seen, the site's last update, what changed.
Snapshot = tuple[float, str | None, bytes]

FILE = "live.sqlite"
SCREEN = "screen"
# No notice waits longer between two tries.
LONGEST_PAUSE = 3600.0
_SNAPSHOTS_AT_ONCE = 100
# Drops notices of players, or of channels of theirs, that were removed.
_DROP_UNWANTED = (
    "DELETE FROM outbox WHERE state < 2 AND (follow NOT IN (SELECT id FROM follow)"
    " OR (channel NOT IN (SELECT id FROM channel WHERE kind = 'screen')"
    " AND NOT EXISTS (SELECT 1 FROM subscription s"
    " WHERE s.follow = outbox.follow AND s.channel = outbox.channel)))"
)

_FOLLOW_FIELDS = (
    "event", "start_number", "name", "fide_id", "k", "birth_year", "k_by_hand", "fide", "national",
    "cards_left",
)  # fmt: skip
_FOLLOW = ", ".join(("id", *_FOLLOW_FIELDS))


class EventRow(NamedTuple):
    """An event and when to look at it; `due_at` is None where nobody looks any more.

    `phase` is None before the first look. `trouble` is what the last look met ("code" and "facts"
    of the refusal), since `trouble_since`, and `failures` how many looks met something in a row.
    """

    id: int
    name: str | None
    phase: Phase | None
    due_at: float | None
    failures: int
    trouble: dict[str, Any] | None
    trouble_since: float | None
    as_of: float | None
    follows: int


class FactRow(NamedTuple):
    """A fact to be kept: its unique key, whom it is about, and its document without words."""

    key: str
    follow: int
    kind: str
    at: float
    document: Document


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at an event came to. `follows` are those that changed, `facts` may be known.

    `trouble` ("code" and "facts") is what kept a second page from being read.
    """

    state: bytes
    phase: Phase
    due_at: float | None
    as_of: float
    name: str | None
    facts: Sequence[FactRow] = ()
    follows: Sequence[Follow] = ()
    snapshot: Snapshot | None = None
    trouble: Mapping[str, Any] | None = None


class ChannelRow(NamedTuple):
    """A way to tell people: "screen", "apprise" or "exec", in a language, quiet at some hours."""

    id: int
    kind: str
    address: str
    language: str
    quiet: str | None


class Notice(NamedTuple):
    """A fact on its way through a channel; `doubtful` where it has perhaps been told before."""

    fact_id: int
    channel_id: int
    follow_id: int
    document: Document
    tries: int
    doubtful: bool


class LiveStore:
    """The file in a folder, made when it is first needed; shared by threads until `close`."""

    def __init__(self, folder: Path, patience: float = PATIENCE) -> None:
        self._file = Database(folder / FILE, patience)

    def close(self) -> None:
        """Close the file; the next method opens it again."""
        self._file.close()

    # Who is followed

    def add_follow(self, follow: Follow, channel_ids: Sequence[int] = ()) -> tuple[Follow, bool]:
        """Follow a player and tell these channels; return what is stored, and whether it is new.

        A player with the same FIDE id is the same; where either has none, one with the same
        start number and name, however written. Then missing channels are added, and the FIDE id, K
        and the year of birth where given. A new event, or one that was over, is due at once.
        """

        def add(database: sqlite3.Connection) -> tuple[Follow, bool]:
            known = _same_person(database, follow)
            stored = follow if known is None else _completed(known, follow)
            if known is None:
                database.execute(
                    "INSERT INTO event (id, due_at) VALUES (?, 0) ON CONFLICT (id) DO UPDATE"
                    " SET due_at = 0 WHERE due_at IS NULL",
                    (follow.event,),
                )
                cursor = database.execute(
                    f"INSERT INTO follow ({', '.join(_FOLLOW_FIELDS)})"  # noqa: S608 - our own columns
                    f" VALUES ({', '.join('?' * len(_FOLLOW_FIELDS))})",
                    _values_of(follow),
                )
                stored = replace(follow, id=cursor.lastrowid)
            elif stored != known:
                _update(database, stored)
            database.executemany(
                "INSERT OR IGNORE INTO subscription (follow, channel) VALUES (?, ?)",
                [(stored.id, channel) for channel in channel_ids],
            )
            return stored, known is None

        return self._file.write(add)

    def update_follow(self, follow: Follow) -> None:
        """Store what is known of a player by now; one that was removed stays removed."""
        self._file.write(lambda database: _update(database, follow))

    def remove_follows(self, follow_ids: Sequence[int]) -> None:
        """Follow players no more; what waits is not told. An event leaves with its last player."""

        def remove(database: sqlite3.Connection) -> None:
            for follow_id in follow_ids:
                _forget_follow(database, follow_id)
            events = database.execute(
                "SELECT id FROM event WHERE id NOT IN (SELECT event FROM follow)"
            ).fetchall()
            for (event,) in events:
                _forget_event(database, event)

        self._file.write(remove)

    def unsubscribe(self, follow_id: int, channel_ids: Sequence[int]) -> None:
        """Tell these channels no more of a player; what waits for them is not told."""

        def leave(database: sqlite3.Connection) -> None:
            for channel in channel_ids:
                pair = (follow_id, channel)
                database.execute("DELETE FROM subscription WHERE follow = ? AND channel = ?", pair)
                database.execute(
                    "DELETE FROM outbox WHERE follow = ? AND channel = ? AND state = 0", pair
                )

        self._file.write(leave)

    def follows(self, event: int | None = None) -> list[Follow]:
        """Return who is followed, in one event or in all, by event and start number."""
        sql = f"SELECT {_FOLLOW} FROM follow"  # noqa: S608 - our own columns
        where, values = ("", ()) if event is None else (" WHERE event = ?", (event,))
        rows = self._file.rows(f"{sql}{where} ORDER BY event, start_number, id", values)
        return [_follow_of(row) for row in rows]

    # Events

    def events(self) -> list[EventRow]:
        """Return all events with their times, without their states."""

        def read(database: sqlite3.Connection) -> list[EventRow]:
            rows = database.execute(
                "SELECT id, name, phase, due_at, failures, trouble, trouble_since, as_of,"
                " (SELECT count(*) FROM follow WHERE follow.event = event.id)"
                " FROM event ORDER BY id"
            )
            return [_event_of(row) for row in rows]

        return self._file.read(read)

    def name_event(self, event: int, name: str | None) -> None:
        """Name an event that was not looked at yet."""
        self._file.write(
            lambda database: database.execute(
                "UPDATE event SET name = coalesce(name, ?) WHERE id = ?", (name, event)
            )
        )

    def state(self, event: int) -> bytes | None:
        """Return the state of an event as last recorded; None before the first look."""
        rows = self._file.rows("SELECT body FROM state WHERE event = ?", (event,))
        return bytes(rows[0][0]) if rows else None

    def record(self, event: int, look: Look) -> int:
        """Store what a look came to, all or nothing, and return how many facts are new.

        New facts wait for the screen and for the channels of their player. Facts of players who
        were removed meanwhile are left out; for an event that was removed nothing is stored.
        """

        def write(database: sqlite3.Connection) -> int:
            known = database.execute(
                "UPDATE event SET name = coalesce(:name, name), phase = :phase, due_at = :due_at,"
                " as_of = :as_of, trouble = :trouble,"
                " failures = CASE WHEN :trouble IS NULL THEN 0 ELSE failures + 1 END,"
                " trouble_since = CASE WHEN :trouble IS NULL THEN NULL"
                " ELSE coalesce(trouble_since, :as_of) END WHERE id = :event",
                {
                    "name": look.name,
                    "phase": look.phase,
                    "due_at": look.due_at,
                    "as_of": look.as_of,
                    "trouble": None if look.trouble is None else _json(look.trouble),
                    "event": event,
                },
            )
            if not known.rowcount:
                return 0
            database.execute(
                "INSERT OR REPLACE INTO state (event, body) VALUES (?, ?)", (event, look.state)
            )
            for follow in look.follows:
                _update(database, follow)
            if look.snapshot is not None:
                database.execute(
                    "INSERT INTO snapshot (event, number, at, last_update, delta) SELECT ?,"
                    " coalesce(max(number), 0) + 1, ?, ?, ? FROM snapshot WHERE event = ?",
                    (event, *look.snapshot, event),
                )
            return sum(_insert(database, event, fact) for fact in look.facts)

        return self._file.write(write)

    def record_failure(
        self, event: int, *, due_at: float | None, trouble: Mapping[str, Any], at: float
    ) -> None:
        """Store that a look met something, and when to look again; what was seen stays."""
        self._file.write(
            lambda database: database.execute(
                "UPDATE event SET due_at = ?, failures = failures + 1, trouble = ?,"
                " trouble_since = coalesce(trouble_since, ?) WHERE id = ?",
                (due_at, _json(trouble), at, event),
            )
        )

    def set_due(self, event: int, due_at: float | None) -> None:
        """Set when to look at an event."""
        self._file.write(
            lambda database: database.execute(
                "UPDATE event SET due_at = ? WHERE id = ?", (due_at, event)
            )
        )

    def snapshots(self, event: int) -> Iterator[Snapshot]:
        """Yield the recorded changes of an event, oldest first."""
        last = 0
        while True:
            rows = self._file.rows(
                "SELECT number, at, last_update, delta FROM snapshot"
                " WHERE event = ? AND number > ? ORDER BY number LIMIT ?",
                (event, last, _SNAPSHOTS_AT_ONCE),
            )
            for number, at, last_update, delta in rows:
                last = number
                yield at, last_update, bytes(delta)
            if len(rows) < _SNAPSHOTS_AT_ONCE:
                return

    def facts_after(self, fact_id: int, limit: int = 100) -> list[tuple[int, Document]]:
        """Return the facts behind one, oldest first, whether or not they were told."""

        def read(database: sqlite3.Connection) -> list[tuple[int, Document]]:
            rows = database.execute(
                "SELECT id, document FROM fact WHERE id > ? ORDER BY id LIMIT ?", (fact_id, limit)
            )
            return [(number, _document(text)) for number, text in rows]

        return self._file.read(read)

    def last_fact(self) -> int:
        """Return the number of the newest fact, 0 where there is none."""
        rows = self._file.rows("SELECT max(id) FROM fact")
        return rows[0][0] or 0

    def news_at(self) -> dict[int, float]:
        """Return when something last happened to each player, by follow; others are left out."""
        return dict(self._file.rows("SELECT follow, max(at) FROM fact GROUP BY follow"))

    # Channels

    def channel(
        self, kind: str, address: str, language: str, quiet: str | None = None
    ) -> ChannelRow:
        """Return a channel, made if it is new; its language is the one that was given last.

        There is one screen, whatever its address was before. `quiet` replaces the hours of before;
        None leaves them as they are, "" ends them. Raises QuietUnclear.
        """
        if quiet:
            quiet = str(Quiet.of(quiet))

        def find_or_make(database: sqlite3.Connection) -> ChannelRow:
            if kind == SCREEN:
                database.execute("UPDATE channel SET address = ? WHERE kind = ?", (address, kind))
            database.execute(
                "INSERT INTO channel (kind, address, language, quiet) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (kind, address) DO UPDATE"
                " SET language = excluded.language, quiet = nullif(coalesce(?, quiet), '')",
                (kind, address, language, quiet or None, quiet),
            )
            row = database.execute(
                "SELECT id, kind, address, language, quiet FROM channel"
                " WHERE kind = ? AND address = ?",
                (kind, address),
            ).fetchone()
            return ChannelRow(*row)

        return self._file.write(find_or_make)

    def channels(self, follow_id: int | None = None) -> list[ChannelRow]:
        """Return all channels, or those that a player has beside the screen."""
        rows = self._file.rows(
            "SELECT id, kind, address, language, quiet FROM channel"
            " WHERE ?1 IS NULL OR id IN (SELECT channel FROM subscription WHERE follow = ?1)"
            " ORDER BY id",
            (follow_id,),
        )
        return [ChannelRow(*row) for row in rows]

    # Notices

    def waiting(self, channel_id: int, now: float, limit: int = 100) -> list[Notice]:
        """Return the notices that a channel can be told now, oldest first.

        A notice that waits for its next try, or is being sent, holds back the later ones of its
        player, and of nobody else. A next try further away than any is, since a clock was ahead,
        is due now.
        """

        def read(database: sqlite3.Connection) -> list[Notice]:
            rows = database.execute(
                "SELECT o.fact, o.channel, o.follow, f.document, o.tries, o.doubtful"
                " FROM outbox o JOIN fact f ON f.id = o.fact"
                " WHERE o.channel = :channel AND o.state < 2 AND o.state = 0"
                " AND NOT (o.next_at > :now AND o.next_at <= :far)"
                " AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.channel = o.channel"
                " AND e.follow = o.follow AND e.fact < o.fact AND e.state < 2"
                " AND (e.state = 1 OR (e.next_at > :now AND e.next_at <= :far)))"
                " ORDER BY o.fact LIMIT :limit",
                {"channel": channel_id, "now": now, "far": now + LONGEST_PAUSE, "limit": limit},
            )
            return [
                Notice(fact, channel, follow, _document(text), tries, bool(doubtful))
                for fact, channel, follow, text, tries, doubtful in rows
            ]

        return self._file.read(read)

    def next_notices(self) -> dict[int, float]:
        """Return when each channel has something to tell; 0 is at once. Others are left out."""
        # Of a player's notices the oldest decides: a bare column comes from the row of min().
        rows = self._file.rows(
            "SELECT channel, min(next_at) FROM (SELECT channel, min(fact), next_at, state"
            " FROM outbox WHERE state < 2 GROUP BY channel, follow) WHERE state = 0"
            " GROUP BY channel"
        )
        return {channel: float(at) for channel, at in rows}

    def mark_sending(self, notices: Sequence[Notice]) -> list[Notice]:
        """Note that notices are being sent; return those that still waited for it."""

        def mark(database: sqlite3.Connection) -> list[Notice]:
            return [
                notice
                for notice in notices
                if database.execute(
                    "UPDATE outbox SET state = 1 WHERE fact = ? AND channel = ? AND state = 0",
                    (notice.fact_id, notice.channel_id),
                ).rowcount
            ]

        return self._file.write(mark)

    def mark_told(self, notices: Sequence[Notice], at: float) -> None:
        """Note that notices were told."""
        self._file.write(
            lambda database: database.executemany(
                "UPDATE outbox SET state = 2, told_at = ?, error = NULL"
                " WHERE fact = ? AND channel = ?",
                [(at, notice.fact_id, notice.channel_id) for notice in notices],
            )
        )

    def mark_failed(
        self, notice: Notice, next_at: float, error: Mapping[str, Any], *, is_doubtful: bool = False
    ) -> None:
        """Note that a notice did not get through, why ("code" and "facts"), and the next try.

        `is_doubtful` says that it was perhaps told all the same. The notice of a player who was
        removed meanwhile is dropped.
        """

        def mark(database: sqlite3.Connection) -> None:
            key = (notice.fact_id, notice.channel_id)
            database.execute(
                "UPDATE outbox SET state = 0, tries = tries + 1, next_at = ?, error = ?,"
                " doubtful = max(doubtful, ?) WHERE fact = ? AND channel = ? AND state = 1",
                (next_at, _json(error), is_doubtful, *key),
            )
            database.execute(f"{_DROP_UNWANTED} AND fact = ? AND channel = ?", key)

        self._file.write(mark)

    def recover(self) -> int:
        """Let notices wait again, as doubtful, that a dead process was sending; return how many.

        For whoever has the lease, before anything is sent.
        """

        def back(database: sqlite3.Connection) -> int:
            database.execute(_DROP_UNWANTED)
            return database.execute(
                "UPDATE outbox SET state = 0, doubtful = 1, next_at = 0"
                " WHERE state < 2 AND state = 1"
            ).rowcount

        return self._file.write(back)

    def counts(self) -> dict[str, int]:
        """Return how many notices are "waiting", were "told", and are "doubtful" of both."""
        rows = self._file.rows(
            "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM outbox WHERE state < 2),"
            " (SELECT count(*) FROM outbox WHERE doubtful)"
        )
        total, untold, doubtful = rows[0]
        return {"waiting": untold, "told": total - untold, "doubtful": doubtful}

    def troubles(self) -> dict[int, dict[str, Any]]:
        """Return, for the channels whose oldest waiting notice failed, why ("code" and "facts")."""

        def read(database: sqlite3.Connection) -> dict[int, dict[str, Any]]:
            rows = database.execute(
                "SELECT channel, min(fact), error FROM outbox"
                " WHERE state < 2 AND error IS NOT NULL GROUP BY channel"
            )
            return {channel: _document(error) for channel, _, error in rows}

        return self._file.read(read)

    def version(self) -> int:
        """Return a number that is another one after another process wrote, and cheap to ask for.

        It need not be another one after this process wrote.
        """
        return self._file.version()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def _document(text: str) -> Document:
    document = json.loads(text)
    if not isinstance(document, dict):
        raise TypeError("a document is an object")
    return document


def _follow_of(row: Sequence[Any]) -> Follow:
    number, *values = row
    return Follow(**dict(zip(_FOLLOW_FIELDS, values, strict=True)), id=number)


def _values_of(follow: Follow) -> tuple[object, ...]:
    return tuple(getattr(follow, name) for name in _FOLLOW_FIELDS)


def _event_of(row: Sequence[Any]) -> EventRow:
    number, name, phase, due_at, failures, trouble, trouble_since, as_of, follows = row
    return EventRow(
        number,
        name,
        None if phase is None else Phase(phase),
        due_at,
        failures,
        None if trouble is None else _document(trouble),
        trouble_since,
        as_of,
        follows,
    )


def _same_person(database: sqlite3.Connection, follow: Follow) -> Follow | None:
    rows = database.execute(
        f"SELECT {_FOLLOW} FROM follow WHERE event = ? AND (fide_id = ? OR start_number = ?)",  # noqa: S608 - our own columns
        (follow.event, follow.fide_id, follow.start_number),
    )
    found = [_follow_of(row) for row in rows]
    if follow.fide_id is not None:
        for known in found:
            if known.fide_id == follow.fide_id:
                return known
    for known in found:
        either_unknown = None in (known.fide_id, follow.fide_id)
        if (
            either_unknown
            and known.start_number == follow.start_number
            and fold(known.name) == fold(follow.name)
        ):
            return known
    return None


def _completed(known: Follow, given: Follow) -> Follow:
    """Return a stored follow with what a later one gives."""
    names = ("fide_id", "k", "birth_year", "k_by_hand", "fide", "national")
    values = {name: getattr(given, name) for name in names}
    told = {name: value for name, value in values.items() if value is not None}
    return replace(known, cards_left=max(given.cards_left, known.cards_left), **told)


def _update(database: sqlite3.Connection, follow: Follow) -> None:
    columns = ", ".join(f"{name} = ?" for name in _FOLLOW_FIELDS)
    database.execute(
        f"UPDATE follow SET {columns} WHERE id = ?",  # noqa: S608 - our own columns
        (*_values_of(follow), follow.id),
    )


def _insert(database: sqlite3.Connection, event: int, fact: FactRow) -> int:
    """Insert a fact and its notices; return 1 for a new one of somebody who is followed, else 0."""
    cursor = database.execute(
        "INSERT OR IGNORE INTO fact (key, event, follow, kind, at, document)"
        " SELECT ?, ?, id, ?, ?, ? FROM follow WHERE id = ?",
        (fact.key, event, fact.kind, fact.at, _json(fact.document), fact.follow),
    )
    if cursor.rowcount != 1:
        return 0
    database.execute(
        "INSERT INTO outbox (fact, channel, follow)"
        " SELECT ?, id, ? FROM channel WHERE kind = ?"
        " UNION SELECT ?, channel, follow FROM subscription WHERE follow = ?",
        (cursor.lastrowid, fact.follow, SCREEN, cursor.lastrowid, fact.follow),
    )
    return 1


def _forget_follow(database: sqlite3.Connection, follow_id: int) -> None:
    """Drop a follow and what waits. Its facts stay, under keys that a new follow does not meet."""
    for sql in (
        "DELETE FROM follow WHERE id = ?",
        "DELETE FROM subscription WHERE follow = ?",
        "DELETE FROM outbox WHERE follow = ? AND state < 2 AND state = 0",
        "UPDATE fact SET key = key || '#' || id WHERE follow = ?",
    ):
        database.execute(sql, (follow_id,))


def _forget_event(database: sqlite3.Connection, event: int) -> None:
    for table, column in (("event", "id"), ("state", "event"), ("snapshot", "event")):
        database.execute(f"DELETE FROM {table} WHERE {column} = ?", (event,))  # noqa: S608 - ours
