"""Telling people: what waits for a channel is put into words, sent, and noted as told.

A notice is noted as being sent before it is sent, and as told after it, each for good: after a
sudden death just what was on its way is sent again, as perhaps a repetition. What does not get
through waits longer each time, and holds back only what comes later for the same player. A channel
that took nothing twice in a row rests. No channel waits for another one.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, NamedTuple

from live.channels import Channel, Outgoing
from live.quiet import Quiet
from live.store import LONGEST_PAUSE, SCREEN, ChannelRow, LiveStore, Notice
from scraper.errors import ChannelFailed, CommandTimeout, TnrateError

# The title and the text of a document in a language.
MessageOf = Callable[[dict[str, Any], str], tuple[str, str]]
OnFailure = Callable[[ChannelRow | None, TnrateError], None]

FIRST_PAUSE = 60.0
# So many channels beside the screen send at the same time.
SENDERS = 4
_READ_AT_ONCE = 200
_STORE_PAUSE = 5.0
_LONGEST_SLEEP = 60.0
_LOOKS_AT_STOP_EVERY = 0.25
_PATIENCE_AT_END = 5.0


def pause_after(failures: int) -> float:
    """Return how long to wait after so many failures in a row: 1, 2, 4 ... 60 minutes."""
    return min(FIRST_PAUSE * 2.0 ** min(failures - 1, 10), LONGEST_PAUSE)


class _Strain(NamedTuple):
    """How a channel fared lately: failures in a row, and until when it rests."""

    failures: int = 0
    rests_until: float = 0.0


class Teller:
    """Sends what waits in a store.

    `message_of` puts a document into words, `make_channel` makes the channel of a row, `now` gives
    the seconds since 1970, `on_failure` hears of what did not get through (or of the store, with
    None). They are called in several threads.
    """

    def __init__(
        self,
        store: LiveStore,
        message_of: MessageOf,
        make_channel: Callable[[ChannelRow], Channel],
        now: Callable[[], float] = time.time,
        on_failure: OnFailure = lambda _row, _error: None,
    ) -> None:
        self._store = store
        self._message_of = message_of
        self._make_channel = make_channel
        self._now = now
        self._on_failure = on_failure
        self._woken = threading.Event()
        self._senders = threading.BoundedSemaphore(SENDERS)
        self._lock = threading.Lock()  # for `_at_work`
        self._at_work: dict[int, _Work] = {}
        # Each is used by the one thread that works on the channel.
        self._channels: dict[int, Channel] = {}
        self._strains: dict[int, _Strain] = {}
        self._owed: dict[int, Callable[[], None]] = {}

    def wake(self) -> None:
        """Look at once whether there is something to tell: for whoever has recorded something."""
        self._woken.set()

    def tell_due(self) -> int:
        """Tell all that is due, wait until that is done, and return how much was told.

        An interrupt lets what is on its way finish. Raises the store's refusals.
        """
        stop = threading.Event()
        try:
            return sum(work.result() for work in self._start_due(stop))
        except BaseException:
            stop.set()
            self._finish()
            raise

    def run(self, stop: threading.Event) -> None:
        """Tell what becomes due until stopped; what is on its way then gets a few seconds."""
        while not stop.is_set():
            self._woken.clear()
            try:
                self._start_due(stop)
                sleep = self._next_at() - self._now()
            except TnrateError as error:
                self._report(None, error)
                sleep = _STORE_PAUSE
            self._sleep(min(sleep, _LONGEST_SLEEP), stop)
        self._finish()

    def _finish(self) -> None:
        """Wait for what is on its way, for a few seconds."""
        deadline = time.monotonic() + _PATIENCE_AT_END
        with self._lock:
            left = list(self._at_work.values())
        for work in left:
            work.join(max(0.0, deadline - time.monotonic()))

    def _sleep(self, seconds: float, stop: threading.Event) -> None:
        deadline = time.monotonic() + seconds
        while not stop.is_set() and (left := deadline - time.monotonic()) > 0:
            if self._woken.wait(min(left, _LOOKS_AT_STOP_EVERY)):
                return

    def _start_due(self, stop: threading.Event) -> list["_Work"]:
        """Start on every channel that has something due; return the work on those."""
        now = self._now()
        due = self._store.next_notices()
        started = []
        for row in self._store.channels():
            owes = row.id in self._owed and self._rests_until(row, now) <= now
            if owes or (row.id in due and self._due_at(row, due[row.id], now) <= now):
                started.append(self._start(row, stop))
        return started

    def _start(self, row: ChannelRow, stop: threading.Event) -> "_Work":
        with self._lock:
            work = self._at_work.get(row.id)
            if work is None:
                work = self._at_work[row.id] = _Work(lambda: self._work_on(row, stop))
                work.start()
        return work

    def _next_at(self) -> float:
        """Return when a channel that nobody works on has something to tell."""
        now = self._now()
        due = self._store.next_notices()
        rows = self._store.channels()
        with self._lock:
            idle = [row for row in rows if row.id not in self._at_work]
        times = [self._due_at(row, due[row.id], now) for row in idle if row.id in due]
        times += [self._rests_until(row, now) for row in idle if row.id in self._owed]
        return min(times, default=now + _LONGEST_SLEEP)

    def _due_at(self, row: ChannelRow, next_at: float, now: float) -> float:
        """Return when a channel can tell a notice that is to be told at a time."""
        if next_at > now + LONGEST_PAUSE:  # a clock was ahead
            next_at = now
        return max(next_at, self._rests_until(row, now), self._quiet_until(row, now) or now)

    def _rests_until(self, row: ChannelRow, now: float) -> float:
        until = self._strain(row).rests_until
        return now if until > now + LONGEST_PAUSE else until

    def _strain(self, row: ChannelRow) -> _Strain:
        return self._strains.get(row.id, _Strain())

    @staticmethod
    def _quiet_until(row: ChannelRow, now: float) -> float | None:
        if row.kind == SCREEN or row.quiet is None:
            return None
        return Quiet.of(row.quiet).until(now)

    # One channel, in a thread of its own

    def _work_on(self, row: ChannelRow, stop: threading.Event) -> int:
        told = 0
        strain = self._strain(row)
        try:
            with nullcontext() if row.kind == SCREEN else self._senders:
                told = self._drain(row, stop)
        except TnrateError as error:
            self._report(None, error)
        finally:
            if not told and self._strain(row) == strain:
                # Nothing came of it, as when the store fails: no use in coming back at once.
                self._strains[row.id] = strain._replace(rests_until=self._now() + _STORE_PAUSE)
            with self._lock:
                del self._at_work[row.id]
            self.wake()
        return told

    def _drain(self, row: ChannelRow, stop: threading.Event) -> int:
        """Tell what is due on a channel until it is empty, rests or is quiet; return how much."""
        self._settle(row)
        told = 0
        while not stop.is_set():
            now = self._now()
            if self._due_at(row, now, now) > now:
                break
            notices = self._store.waiting(row.id, now, _READ_AT_ONCE)
            if not notices:
                break
            told += self._tell(row, _fresh_first(notices), stop)
        return told

    def _tell(self, row: ChannelRow, notices: list[Notice], stop: threading.Event) -> int:
        """Tell notices until one fails; return how many were told."""
        told = 0
        while notices and not stop.is_set() and self._quiet_until(row, self._now()) is None:
            try:
                channel = self._channel(row)
                worded = self._in_words(notices[: channel.at_once], row.language)
            except Exception as error:  # also what nobody foresaw must not end the others
                self._failed(row, self._store.mark_sending(notices[:1]), error)
                return told
            batch = self._store.mark_sending(notices[: len(worded)])
            notices = notices[len(worded) :]
            if not batch:
                continue
            try:
                channel.send([worded[notice.fact_id] for notice in batch])
            except Exception as error:
                return told + self._failed(row, batch, error)
            self._strains[row.id] = _Strain()
            self._owe(row, partial(self._store.mark_told, batch, self._now()))
            told += len(batch)
        return told

    def _channel(self, row: ChannelRow) -> Channel:
        if row.id not in self._channels:
            self._channels[row.id] = self._make_channel(row)
        return self._channels[row.id]

    def _in_words(self, notices: Sequence[Notice], language: str) -> dict[int, Outgoing]:
        """Return notices in words by fact, up to one that cannot be put into words.

        Raises what the first one met.
        """
        worded: dict[int, Outgoing] = {}
        for notice in notices:
            document = notice.document | {"maybe_repeated": notice.doubtful}
            try:
                title, text = self._message_of(document, language)
            except Exception:
                if worded:
                    break
                raise
            said = {"title": title, "text": text}
            worded[notice.fact_id] = Outgoing(title, text, document | said)
        return worded

    def _failed(self, row: ChannelRow, batch: Sequence[Notice], met: Exception) -> int:
        """Note what was not told, for a later try; return how many of the batch were."""
        error = met if isinstance(met, TnrateError) else ChannelFailed(reason=type(met).__name__)
        told = error.told if isinstance(error, ChannelFailed) else 0
        now = self._now()
        failures = self._strain(row).failures + 1
        # One notice that fails says nothing of the channel; two in a row do.
        rest = pause_after(failures - 1) if failures > 1 else 0.0
        self._strains[row.id] = _Strain(failures, now + rest)
        trouble = {"code": error.code, "facts": error.facts}

        def note() -> None:
            if told:
                self._store.mark_told(batch[:told], now)
            for notice in batch[told:]:
                self._store.mark_failed(
                    notice,
                    now + pause_after(notice.tries + 1),
                    trouble,
                    is_doubtful=isinstance(error, CommandTimeout),
                )

        self._report(row, error)
        self._owe(row, note)
        return told

    def _owe(self, row: ChannelRow, note: Callable[[], None]) -> None:
        """Note in the store how it went; before that is done the channel sends nothing more."""
        self._owed[row.id] = note
        self._settle(row)

    def _settle(self, row: ChannelRow) -> None:
        if row.id in self._owed:
            self._owed[row.id]()
            del self._owed[row.id]

    def _report(self, row: ChannelRow | None, error: TnrateError) -> None:
        with suppress(Exception):  # who listens must not end the telling
            self._on_failure(row, error)


class _Work(threading.Thread):
    """Work that goes on while others wait for nothing; a process can end without it."""

    def __init__(self, do: Callable[[], int]) -> None:
        super().__init__(daemon=True)
        self._do = do
        self._done = 0

    def run(self) -> None:
        self._done = self._do()

    def result(self) -> int:
        """Wait until it is done, and return what came of it."""
        self.join()
        return self._done


def _fresh_first(notices: list[Notice]) -> list[Notice]:
    """Put the players first whose oldest notice was not tried yet, and keep each one's order.

    So notices that never get through do not use up a channel's patience before the others.
    """
    tried: dict[int, bool] = {}
    for notice in notices:
        tried.setdefault(notice.follow_id, notice.tries > 0)
    return sorted(notices, key=lambda notice: tried[notice.follow_id])
