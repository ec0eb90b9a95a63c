"""One run of `follow`: the looks, the telling, and what is shown meanwhile."""

import errno
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial

from commands.listed import Lists
from commands.screens import JsonLines, LiveScreen, PlainLines, Screen, can_be_drawn_anew
from commands.signals import ended_by_signals
from live.board import Board
from live.channels import Outgoing, channel_of, end_commands
from live.follow import Follower, Looked
from live.lease import Lease
from live.store import SCREEN, LiveStore
from live.teller import Teller
from report.facts import document_of
from report.refusals import sentence_of
from report.telling import message_of, recovered_line, status_line
from report.words import FOLLOWING, Words
from scraper.errors import (
    AlreadyFollowing,
    ChannelFailed,
    LiveStoreFailed,
    OutputFailed,
    TnrateError,
)
from scraper.gather import Gatherer
from scraper.turn import utc_now

# A reader looks so often for news, and tries as often to take over.
_READER_LOOKS_EVERY = 1.0
# When all events are over, and notices still wait for their time.
_WAITS_FOR_NOTICES = 1.0
_words = cache(Words)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time (UTC), which may run `speed` times as fast as the day."""

    now: Callable[[], datetime] = utc_now
    speed: float = 1.0


class Session:
    """Follows in a folder, or shows what another process follows there.

    `as_jsonl` prints every fact and every change of status as a line of JSON; otherwise there are
    plain lines, and a table on a terminal that can be drawn anew. `explains` adds to each line and
    to each fact how its numbers came about. Raises OutputFailed where there
    is nothing to write to.
    """

    def __init__(  # noqa: PLR0913 - one parameter a choice
        self,
        store: LiveStore,
        lease: Lease,
        gatherer: Gatherer,
        words: Words,
        as_jsonl: bool = False,
        clock: Clock | None = None,
        *,
        explains: bool = False,
    ) -> None:
        clock = clock or Clock()
        fact = partial(document_of, explained_in=words) if explains else document_of
        now = clock.now
        self._store = store
        self._speed = clock.speed
        self._lease = lease
        self._words = words
        self._now = now
        self._stop = threading.Event()
        self._lists = Lists().lookup()
        self._follower = Follower(store, gatherer, fact, now, lists=self._lists)
        self._as_jsonl = as_jsonl
        self._screen: Screen = JsonLines() if as_jsonl else PlainLines(words)
        self._troubled: dict[int, datetime] = {}
        # The keys of facts that were shown while another process followed.
        self._shown: set[str] = set()
        self._unwritten: OSError | None = None
        self._teller = Teller(
            store,
            lambda document, language: message_of(document, _words(language)),
            lambda row: channel_of(row.kind, row.address, self._write),
            lambda: now().timestamp(),
            lambda _row, error: self._not_delivered(error),
        )

    def once(self) -> None:
        """Look at all that is due, tell all that can be told.

        Raises AlreadyFollowing, and OutputFailed where facts could not be shown.
        """
        with ended_by_signals():
            if not self._lease.take():
                raise AlreadyFollowing(holder=self._lease.holder() or "?")
            try:
                self._begin()
                for looked in self._follower.look_at_all_due():
                    self._heard(looked)
                self._teller.tell_due()
            finally:
                end_commands()
                self._lease.release()
        self._refuse_unwritten()

    def run(self) -> None:
        """Follow until all events are over or somebody interrupts; or show what another follows.

        An interrupt is the usual end. Raises OutputFailed where facts could not be shown, and
        BrokenPipeError where nobody reads them any more.
        """
        if not self._as_jsonl and can_be_drawn_anew(sys.stdout):
            self._screen = LiveScreen(self._words, Board(self._store, self._lists), self._now)
        with ended_by_signals(), suppress(KeyboardInterrupt), self._screen.shown():
            try:
                if self._lease.take() or self._read_along():
                    self._follow()
            finally:
                self._stop.set()
                end_commands()
                self._lease.release()
        self._refuse_unwritten()

    def _follow(self) -> None:
        self._begin()
        follows = self._store.follows()
        events = len({one.event for one in follows})
        counts = {"players": len(follows), "events": events}
        text = self._words(FOLLOWING["began"], **counts)
        self._screen.say(text, {"status": "began", **counts})
        self._say_how_it_goes()
        telling = threading.Thread(target=self._teller.run, args=[self._stop], daemon=True)
        telling.start()
        try:
            self._look_and_tell()
        finally:
            self._stop.set()
            self._teller.wake()
            telling.join()
        if self._unwritten is None:
            self._teller.tell_due()
            end = "over" if self._store.follows() else "nobody"
            self._screen.say(self._words(FOLLOWING[end]))

    def _look_and_tell(self) -> None:
        """Look until all events are over and nothing waits for a channel beside the screen."""
        has_said = False
        while not self._stop.is_set():
            self._follower.run(self._stop, self._heard, self._store_failed, self._wait)
            try:
                screens = {row.id for row in self._store.channels() if row.kind == SCREEN}
                if self._store.next_notices().keys() <= screens:
                    return
                if not has_said:
                    self._screen.say(self._words(FOLLOWING["waits"]))
                    has_said = True
            except LiveStoreFailed as error:
                self._store_failed(error)
            self._wait(_WAITS_FOR_NOTICES)

    def _wait(self, seconds: float) -> None:
        self._stop.wait(seconds / self._speed)

    def _begin(self) -> None:
        self._store.channel(SCREEN, "", self._words.language)
        self._store.recover()

    def _heard(self, looked: Looked) -> None:
        """Say what a look came to, apart from the facts, which the teller tells."""
        if looked.facts:
            self._teller.wake()
        self._say_how_it_goes()
        self._screen.refresh()

    def _say_how_it_goes(self) -> None:
        """Say which events have become old, and which are read again."""
        now = self._now()
        for row in self._store.events():
            since = self._troubled.get(row.id)
            name = row.name or f"tnr{row.id}"
            if row.trouble is not None and since is None:
                since = datetime.fromtimestamp(row.trouble_since or now.timestamp(), UTC)
                self._troubled[row.id] = since
                code, facts = row.trouble["code"], row.trouble["facts"]
                status = {"event": row.id, "status": "old", "code": code, "as_of": _iso(row.as_of)}
                self._screen.say(status_line(self._words, name, (code, facts), since, now), status)
            elif row.trouble is None and since is not None:
                del self._troubled[row.id]
                status = {"event": row.id, "status": "fresh"}
                self._screen.say(recovered_line(self._words, name, since, now), status)

    def _store_failed(self, error: TnrateError) -> None:
        self._screen.say(self._sentence(error), {"status": "store", "code": error.code})

    def _sentence(self, error: TnrateError) -> str:
        return sentence_of(error.code, error.facts, self._words)

    def _write(self, notices: Sequence[Outgoing]) -> None:
        """Show facts, but for those that were shown before. Raises ChannelFailed."""
        for told, one in enumerate(notices):
            if one.document["key"] in self._shown:
                continue
            try:
                self._screen.write(one.document)
            except OSError as error:
                self._note_unwritten(error)
                raise ChannelFailed(told, reason=error.strerror or error) from error
            self._unwritten = None
        self._screen.refresh()

    def _note_unwritten(self, error: OSError) -> None:
        """Remember that a fact could not be shown; a reader that has left ends the run."""
        self._unwritten = error
        if self._has_no_reader:
            self._stop.set()

    def _refuse_unwritten(self) -> None:
        error = self._unwritten
        if error is None:
            return
        if self._has_no_reader:
            raise error
        raise OutputFailed(reason=error.strerror or error)

    @property
    def _has_no_reader(self) -> bool:
        return self._unwritten is not None and self._unwritten.errno == errno.EPIPE

    def _not_delivered(self, error: TnrateError) -> None:
        if not self._has_no_reader:  # who left need not be told
            self._screen.say(self._sentence(error))

    def _read_along(self) -> bool:
        """Show what another process records, until it ends; return whether to take over."""
        holder = self._lease.holder() or "?"
        text = self._words(FOLLOWING["reader"], holder=holder)
        self._screen.say(text, {"status": "reader", "holder": holder})
        last, version = self._store.last_fact(), None
        while not self._stop.is_set():
            # Who has taken the lease sees all that was recorded before.
            is_ours = self._lease.take()
            try:
                seen = self._store.version()
                if is_ours or seen != version:
                    last = self._show_after(last)
                    version = seen
            except LiveStoreFailed as error:
                self._store_failed(error)
            if is_ours:
                self._screen.say(self._words(FOLLOWING["took_over"]), {"status": "took_over"})
                return not self._stop.is_set()
            self._stop.wait(_READER_LOOKS_EVERY)
        return False

    def _show_after(self, last: int) -> int:
        """Show the facts behind one; return the last one that was shown."""
        while found := self._store.facts_after(last):
            for number, document in found:
                message = message_of(document, self._words)
                said = {"maybe_repeated": False, "title": message.title, "text": message.body}
                try:
                    self._screen.write(document | said)
                except OSError as error:
                    self._note_unwritten(error)
                    return last
                self._unwritten = None
                self._shown.add(document["key"])
                last = number
        self._screen.refresh()
        return last


def _iso(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
