"""Each page once: from the store while it is fresh, else from the site, else the last good one.

Only pages that were read well are kept. Fetching holds the turn of all threads and processes, and
looks into the store again once it has it, so that equal requests at one moment become one.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Generic, TypeVar

from scraper.asking import Answer, PageRequest
from scraper.errors import (
    CardWithoutRounds,
    DailyLimit,
    ForeignRedirect,
    GateClosed,
    LimitReached,
    NoNetwork,
    NotStarted,
    NotStored,
    OtherRound,
    PageBinary,
    PageChanged,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    PageTooLarge,
    PauseAsked,
    RedirectLoop,
    SiteBusy,
    SitePageError,
    SitePaused,
    SiteTimeout,
    TnrateError,
    TurnTaken,
    UnknownWords,
)
from scraper.freshness import Freshness, Signs, freshness_of
from scraper.page import Page
from scraper.store import Store, StoredPage
from scraper.turn import Turn, utc_now
from scraper.views import details

T = TypeVar("T")

# The site as a whole failed: no page of it is worth a try at the moment.
SITE_FAILED = (NoNetwork, SiteTimeout, SiteBusy, LimitReached, TurnTaken)
# This page failed; the last good one is better than nothing. Every other refusal is an answer.
_PAGE_FAILED = (
    CardWithoutRounds,
    ForeignRedirect,
    GateClosed,
    OtherRound,
    PageBinary,
    PageChanged,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    PageTooLarge,
    RedirectLoop,
    SitePageError,
    UnknownWords,
)
# Who has an older copy does not ask again for so many seconds after a failure.
PAUSE_AFTER_FAILURE = 30.0


@dataclass(frozen=True, slots=True)
class Fetched(Generic[T]):
    """What was read from a page, and how far to trust its age.

    `fetched_at` is in UTC; `stale` is the refusal because of which an old copy had to do.
    """

    value: T
    address: str
    fetched_at: datetime
    size: int
    from_store: bool = False
    stale: TnrateError | None = None


class Archive:
    """The pages of one site ("chess-results.com") in a folder; without one nothing is kept."""

    def __init__(
        self,
        folder: Path | None,
        site: str,
        offline: bool = False,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.store = Store(folder)
        self.turn = Turn(folder, self.store, site, now)
        self._site = site
        self._offline = offline
        self._now = now
        self._failures: dict[str | None, tuple[float, TnrateError]] = {}

    def page(
        self,
        request: PageRequest,
        fetch: Callable[[PageRequest], Answer],
        read: Callable[[Page], T],
        anew: bool = False,
    ) -> Fetched[T]:
        """Return what `read` makes of a page, from the store or by `fetch`.

        `anew` passes over a copy that is still fresh. Where the page cannot be had or read, its
        last good copy is returned, marked stale. Raises what `fetch` and `read` raise where there
        is no copy, and always where they give a definite answer, as TournamentMissing is.
        """
        started = time.monotonic()
        kept = self._kept(request)
        if self._offline:
            if kept is None:
                raise NotStored(page=str(request))
            return _read_copy(kept, read)
        if kept is not None and self._is_fresh(kept) and not anew:
            with suppress(*_PAGE_FAILED):  # the reader may have changed since it was kept
                return _read_copy(kept, read)
        patience = 0.0 if kept is None else PAUSE_AFTER_FAILURE
        try:
            self._refuse_what_failed(request, started - patience)
            with self.turn.taken():
                again = self._kept(request)
                if again is not None and again != kept:  # somebody was quicker
                    with suppress(*_PAGE_FAILED):
                        return _read_copy(again, read)
                self._refuse_what_failed(request, started)
                return self._fetched(request, fetch, read)
        except (*SITE_FAILED, *_PAGE_FAILED) as error:
            if kept is not None:
                with suppress(*_PAGE_FAILED):
                    return _read_copy(kept, read, error)
            raise

    def _fetched(
        self,
        request: PageRequest,
        fetch: Callable[[PageRequest], Answer],
        read: Callable[[Page], T],
    ) -> Fetched[T]:
        """Ask the site, keep the page if it reads well, and remember a failure."""
        try:
            self.turn.refuse_while_stopped()
            answer = fetch(request)
            at = self._now()
            try:
                value = read(answer.page)
            except NotStarted:  # a good page that says so
                self._keep(request, answer, at)
                raise
        except (LimitReached, SitePaused):  # it stands in the store, with its end
            raise
        except (DailyLimit, PauseAsked) as met:
            raise self.turn.stop(met) from None
        except SITE_FAILED as error:
            self._failures[None] = (time.monotonic(), error)
            raise
        except _PAGE_FAILED as error:
            self._failures[request.key(self._site)] = (time.monotonic(), error)
            raise
        self._keep(request, answer, at)
        for place in (None, request.key(self._site)):
            self._failures.pop(place, None)
        return Fetched(value, answer.address, at, len(answer.body))

    def _refuse_what_failed(self, request: PageRequest, since: float) -> None:
        """Raise a failure that somebody else met since then, instead of meeting it once more."""
        for place in (None, request.key(self._site)):
            at, error = self._failures.get(place, (0.0, None))
            if error is not None and at >= since:
                raise error

    def _kept(self, request: PageRequest) -> StoredPage | None:
        return self.store.get(request.key(self._site), self._now().timestamp())

    def _is_fresh(self, kept: StoredPage) -> bool:
        """Say whether a copy is young enough; one from far ahead tells of a clock set back."""
        return abs(self._now() - _at(kept)) < Freshness(kept.freshness).time_to_live

    def _keep(self, request: PageRequest, answer: Answer, at: datetime) -> None:
        page = answer.page
        today = (page.server_time or at).date()
        self.store.put(
            StoredPage(
                key=request.key(self._site),
                address=answer.address,
                fetched_at=at.timestamp(),
                server_time=_text(page.server_time),
                last_update=_text(page.last_update),
                freshness=freshness_of(request, signs_of(page), today),
                body=answer.body,
            ),
            at.timestamp(),
        )


def signs_of(page: Page) -> Signs:
    """Return what a page says of its event, as far as its freshness depends on it."""
    end: date | None = details.read(page).end
    return Signs(page.is_gated, end, page.rounds_paired)


def _read_copy(
    kept: StoredPage, read: Callable[[Page], T], stale: TnrateError | None = None
) -> Fetched[T]:
    value = read(Page(kept.body))
    return Fetched(value, kept.address, _at(kept), len(kept.body), from_store=True, stale=stale)


def _at(kept: StoredPage) -> datetime:
    return datetime.fromtimestamp(kept.fetched_at, UTC)


def _text(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()
