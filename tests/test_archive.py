"""The store of pages: each page once, its age, what stands in when it cannot be had, the turn."""

import multiprocessing
import os
import signal
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from multiprocessing.synchronize import Event as Flag
from pathlib import Path

import pytest

from report.words import Words
from scraper import archive as archive_module
from scraper import site as site_module
from scraper import store as store_module
from scraper import turn as turn_module
from scraper.archive import Archive, signs_of
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
    PlayerMissing,
    RedirectLoop,
    SiteBusy,
    SitePageError,
    SitePaused,
    SiteTimeout,
    TnrateError,
    TournamentMissing,
    TurnTaken,
    UnknownWords,
)
from scraper.freshness import Freshness, Signs, freshness_of
from scraper.gather import Gatherer
from scraper.page import Page
from scraper.store import Store, StoredPage, Visit
from tests.commands import program, run, tnrate
from tests.standin import demo, render
from tests.standin.event import Style
from tests.standin.faults import Fault
from tests.standin.server import Standin

SITE = "chess-results.com"
NUMBER = demo.DEMO_NUMBER
EVENT = demo.demo_event()
STYLE = Style(two_ratings=True, details=True)
# Without the site's clock the age of the event is told by ours, which the tests move.
BODY = render.card_page(EVENT, 13, STYLE).replace("l_uinfo", "l_other").encode()
CARD = PageRequest(NUMBER, 9, number=13)
LIST = PageRequest(NUMBER, 0)
START = datetime(2026, 10, 3, 12, tzinfo=UTC)
RUNNING = replace(EVENT, start=date(2026, 10, 1), end=date(2026, 10, 4))


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        """Give the time."""
        return self.now

    def move(self, **by: float) -> None:
        """Let the time pass."""
        self.now += timedelta(**by)


@dataclass
class Web:
    """Fetches in the network's place: counts, and fails where told to."""

    body: bytes = BODY
    error: TnrateError | None = None
    asked: list[PageRequest] = field(default_factory=list)

    def __call__(self, request: PageRequest) -> Answer:
        """Answer a request."""
        self.asked.append(request)
        if self.error is not None:
            raise self.error
        return Answer(self.body, f"https://s1.{SITE}/", Page(self.body))


def heading(page: Page) -> str | None:
    """Read something from a page."""
    return page.heading


@pytest.fixture
def clock() -> Clock:
    """Give a clock that stands still."""
    return Clock()


@pytest.fixture
def archive(home: Path, clock: Clock) -> Archive:
    """Give a store of its own."""
    return Archive(home, SITE, now=clock)


# Freshness

TODAY = date(2026, 10, 10)
OVER, CLOSING = Signs(end=date(2026, 10, 4)), Signs(end=date(2026, 10, 5))
ROUND_5 = Signs(rounds_paired=5)
FRESHNESS = [
    (PageRequest(1, 9, number=3), Signs(), "live"),
    (PageRequest(1, None, number=3), Signs(), "live"),
    (PageRequest(1, 4), ROUND_5, "live"),
    (PageRequest(1, 5), ROUND_5, "live"),
    (PageRequest(1, 40), Signs(), "live"),
    (PageRequest(1, 2), ROUND_5, "newest"),
    (PageRequest(1, 1), ROUND_5, "newest"),
    (PageRequest(1, 2, round=5), ROUND_5, "newest"),
    (PageRequest(1, 2, round=4), ROUND_5, "settled"),
    (PageRequest(1, 1, round=4), ROUND_5, "settled"),
    (PageRequest(1, 3, round=4), ROUND_5, "settled"),
    (PageRequest(1, 2, round=6), ROUND_5, "newest"),
    (PageRequest(1, 2, round=-1), ROUND_5, "newest"),
    (PageRequest(1, 2, round=0), ROUND_5, "newest"),
    (PageRequest(1, 2, round=4), Signs(), "newest"),
    (PageRequest(1, 0, round=4), Signs(), "newest"),
    (PageRequest(1), Signs(), "list"),
    (PageRequest(1, 0), ROUND_5, "list"),
    (PageRequest(1, 3), Signs(), "list"),
    (PageRequest(1, 14), Signs(), "list"),
    (PageRequest(1, 16), Signs(), "list"),
    (PageRequest(1, 32), Signs(), "list"),
    (PageRequest(1, 9, number=3), OVER, "settled"),
    (PageRequest(1, 0), OVER, "settled"),
    (PageRequest(1, 2), OVER, "settled"),
    (PageRequest(1, 9, number=3), CLOSING, "live"),
    (PageRequest(1, 0), Signs(gated=True), "settled"),
    (PageRequest(1, 4), Signs(gated=True), "settled"),
    (PageRequest(page="TurnierSuche.aspx"), Signs(), "search"),
]


@pytest.mark.parametrize(("request_", "signs", "freshness"), FRESHNESS)
def test_the_freshness_of_a_page(request_: PageRequest, signs: Signs, freshness: str) -> None:
    """What was asked for, the end of the event and the rounds paired decide how a page ages."""
    assert freshness_of(request_, signs, TODAY) == freshness


@pytest.mark.parametrize(
    ("freshness", "seconds"),
    [("settled", 86_400), ("newest", 60), ("live", 60), ("list", 600), ("search", 600)],
)
def test_the_time_to_live(freshness: str, seconds: int) -> None:
    """Live pages a minute, lists and searches ten, what does not change any more a day."""
    assert Freshness(freshness).time_to_live == timedelta(seconds=seconds)


def test_the_signs_of_a_page() -> None:
    """The end comes from the details, the gate from its button."""
    assert signs_of(Page(BODY)).end == EVENT.end
    gated = render.start_list_page(EVENT, Style(gated=True)).encode()
    assert signs_of(Page(gated)).gated


@pytest.mark.parametrize(
    ("page", "request_", "seconds"),
    [
        (render.card_page(RUNNING, 13, STYLE), CARD, 60),
        (render.start_list_page(RUNNING, STYLE), LIST, 600),
        (render.card_page(EVENT, 13, STYLE), CARD, 86_400),
    ],
    ids=["live", "list", "settled"],
)
def test_a_fresh_page_is_not_asked_for_again(
    archive: Archive, clock: Clock, page: str, request_: PageRequest, seconds: int
) -> None:
    """Up to the end of its time a page comes from the store; after that it is fetched once."""
    web = Web(page.replace("l_uinfo", "l_other").encode())
    first = archive.page(request_, web, heading)
    clock.move(seconds=seconds - 1)
    again = archive.page(request_, web, heading)
    assert (again.value, again.fetched_at) == (first.value, first.fetched_at)
    assert (first.from_store, again.from_store, len(web.asked)) == (False, True, 1)
    clock.move(seconds=2)
    assert not archive.page(request_, web, heading).from_store
    assert len(web.asked) == 2


@pytest.mark.parametrize("jump", [{"days": -400}, {"days": 400}])
def test_a_clock_that_jumps_makes_nothing_fresh(
    archive: Archive, clock: Clock, jump: dict[str, float]
) -> None:
    """A copy from the far future is as old as one from the far past."""
    web = Web()
    archive.page(CARD, web, heading)
    clock.move(**jump)
    assert not archive.page(CARD, web, heading).from_store


def test_equal_requests_have_one_key() -> None:
    """A key holds the site, the tournament and what selects the view; not how it is asked for."""
    assert CARD.key(SITE) == PageRequest(NUMBER, 9, None, 13).key(SITE)
    others = [
        replace(CARD, number=14),
        replace(CARD, art=4),
        replace(CARD, round=1),
        replace(CARD, tournament=1),
        replace(CARD, others=(("fedb", "TUR"),)),
    ]
    keys = {one.key(SITE) for one in others} | {CARD.key("127.0.0.1:8000")}
    assert len(keys) == len(others) + 1
    assert CARD.key(SITE) not in keys
    assert not any(word in CARD.key(SITE) for word in ("lan", "turdet", "SNode"))


def test_a_page_is_kept_with_its_clocks(archive: Archive, home: Path) -> None:
    """Address, time, the site's clock, the last upload, the class and the bytes are kept."""
    clock_time = datetime(2026, 6, 1)  # noqa: DTZ001 - the site's clock
    body = render.card_page(EVENT, 13, replace(STYLE, server_time=clock_time)).encode()
    archive.page(CARD, Web(body), heading)
    kept = archive.store.get(CARD.key(SITE), START.timestamp())
    page = Page(body)
    assert page.last_update is not None
    assert page.server_time is not None
    clocks = (page.server_time.isoformat(), page.last_update.isoformat())
    at = START.timestamp()
    assert kept == StoredPage(CARD.key(SITE), f"https://s1.{SITE}/", at, *clocks, "settled", body)
    assert (home / store_module.FILE).stat().st_size < 2 * len(BODY)


# Failures

FAILURES: list[TnrateError] = [
    NoNetwork(host=SITE),
    SiteTimeout(host=SITE, seconds=15),
    SiteBusy(host=SITE, status=503),
    DailyLimit(words="You have exceeded the daily limit."),
    GateClosed(),
    ForeignRedirect(host="evil.example"),
    RedirectLoop(host=SITE, count=5),
    SitePageError(message="Runtime error"),
    PageEmpty(what="The page"),
    PageCut(what="The page"),
    PageBinary(what="The page", kind="binary data"),
    PageTooLarge(what="The page", limit=20),
    PageOfOtherSite(what="The page"),
    TurnTaken(seconds=120),
]
MISREADINGS: list[TnrateError] = [
    PageChanged(what="a cell", met="?"),
    UnknownWords(words="?"),
    OtherRound(asked=3, found=2),
    CardWithoutRounds(),
]


def refusing(error: TnrateError) -> Callable[[Page], str]:
    """Give a reader that refuses every page."""

    def read(page: Page) -> str:
        raise error

    return read


@pytest.mark.parametrize("error", FAILURES, ids=lambda one: one.code)
def test_a_failed_refresh_serves_the_last_good_page(
    archive: Archive, clock: Clock, error: TnrateError
) -> None:
    """Whatever kept the page away, its last copy is given, marked with the reason."""
    archive.page(CARD, Web(), heading)
    clock.move(days=2)
    served = archive.page(CARD, Web(error=error), heading)
    assert served.from_store
    assert (served.value, served.fetched_at) == ("Player info", START)
    assert isinstance(served.stale, type(error))


@pytest.mark.parametrize("error", MISREADINGS, ids=lambda one: one.code)
def test_a_page_that_reads_badly_serves_the_last_good_one(
    archive: Archive, clock: Clock, error: TnrateError
) -> None:
    """A page that came and cannot be read is not kept; the one before it is given instead."""
    archive.page(CARD, Web(), heading)
    clock.move(days=2)
    newer = render.card_page(EVENT, 14, STYLE).encode()

    def read(page: Page) -> str | None:
        if page.server_time is not None:  # the newer page has the site's clock
            raise error
        return page.heading

    served = archive.page(CARD, Web(newer), read)
    assert served.stale is error
    kept = archive.store.get(CARD.key(SITE), clock.now.timestamp())
    assert kept is not None
    assert kept.body == BODY


@pytest.mark.parametrize("error", [*FAILURES, *MISREADINGS], ids=lambda one: one.code)
def test_without_a_copy_the_failure_is_told(archive: Archive, error: TnrateError) -> None:
    """Where nothing was ever read well, the refusal itself is raised, and nothing is kept."""
    with pytest.raises(type(error)):
        if error in MISREADINGS:
            archive.page(CARD, Web(), refusing(error))
        else:
            archive.page(CARD, Web(error=error), heading)
    assert archive.store.get(CARD.key(SITE), START.timestamp()) is None


@pytest.mark.parametrize(
    "error", [TournamentMissing(message="Record not found"), PlayerMissing(wanted="no. 13")]
)
def test_a_definite_answer_is_no_failure(
    archive: Archive, clock: Clock, home: Path, error: TnrateError
) -> None:
    """What the site does not have is said, although an old copy exists; that one stays offline."""
    archive.page(CARD, Web(), heading)
    clock.move(days=2)
    web = Web(error=error)
    with pytest.raises(type(error)):
        archive.page(CARD, web, heading)
    assert len(web.asked) == 1
    offline = Archive(home, SITE, offline=True, now=clock)
    assert offline.page(CARD, web, heading).value == "Player info"


def test_an_event_that_has_not_started_is_asked_once_a_minute(
    archive: Archive, clock: Clock
) -> None:
    """That no round is paired is a good reading: it is kept as long as any other."""
    web, error = Web(), NotStarted(name="x")
    for _ in range(2):
        with pytest.raises(NotStarted):
            archive.page(CARD, web, refusing(error))
    assert len(web.asked) == 1


def test_a_failing_site_is_left_alone_for_a_moment(
    archive: Archive, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failure old copies serve at once; a minute of waiting is not met page by page."""
    for request in (CARD, LIST):
        archive.page(request, Web(), heading)
    clock.move(days=2)
    web = Web(error=NoNetwork(host=SITE))
    stale = [archive.page(request, web, heading).stale for request in (CARD, LIST, CARD)]
    assert all(isinstance(one, NoNetwork) for one in stale)
    assert web.asked == [CARD]
    monkeypatch.setattr(archive_module, "PAUSE_AFTER_FAILURE", 0.0)
    assert archive.page(CARD, Web(), heading).stale is None


def test_a_stored_page_that_is_damaged_is_fetched_anew(archive: Archive, home: Path) -> None:
    """Bytes that do not unpack count as no copy."""
    archive.page(CARD, Web(), heading)
    with sqlite3.connect(home / store_module.FILE) as database:
        database.execute("UPDATE page SET body = x'00'")
    database.close()
    assert not archive.page(CARD, Web(), heading).from_store


DAMAGES = [
    "fetched_at = 'zzz'",
    "fetched_at = 1e20",
    "fetched_at = -1e20",
    "fetched_at = 9e999",
    "body = 'text'",
    "body = 7",
    "freshness = 'nonsense'",
    "freshness = x'00'",
    "address = x'ff'",
    "server_time = x'ff'",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_copy_with_a_damaged_value_is_no_copy(
    archive: Archive, home: Path, clock: Clock, damage: str
) -> None:
    """What does not convert is fetched anew, and offline it is not there."""
    archive.page(CARD, Web(), heading)
    _spoil(home, "page", damage)
    with pytest.raises(NotStored):
        Archive(home, SITE, offline=True, now=clock).page(CARD, Web(), heading)
    assert not archive.page(CARD, Web(), heading).from_store
    assert archive.page(CARD, Web(), heading).from_store


@pytest.mark.parametrize("damage", ["asked_at = 'zzz'", "address = CAST(x'ff' AS TEXT)"])
def test_a_damaged_value_that_nobody_needs_costs_nothing(
    archive: Archive, home: Path, damage: str
) -> None:
    """The copy stays one, and the store stays usable."""
    archive.page(CARD, Web(), heading)
    _spoil(home, "page", damage)
    assert archive.page(CARD, Web(), heading).from_store
    assert archive.store.is_usable


@pytest.mark.parametrize("value", ["'abc'", "x'00'", "9e999", "-9e999"])
@pytest.mark.parametrize("column", ["stopped_until", "last_request", "words", "status"])
def test_a_visit_with_a_damaged_value_harms_nothing(
    archive: Archive, home: Path, column: str, value: str
) -> None:
    """A time that is none says nothing, and the page is fetched."""
    archive.turn.note_request()
    _spoil(home, "visit", f"{column} = {value}")
    assert archive.turn.seconds_since_last() is not None
    assert archive.page(CARD, Web(), heading).value == "Player info"
    assert archive.store.is_usable


def _spoil(home: Path, table: str, change: str) -> None:
    with sqlite3.connect(home / store_module.FILE) as database:
        database.execute(f"UPDATE {table} SET {change}")  # noqa: S608 - our own words
    database.close()


# The limit


def test_the_limit_stops_every_request_for_half_an_hour(
    archive: Archive, clock: Clock, home: Path
) -> None:
    """One recognition stops all pages and processes; it says until when, in the page's words."""
    archive.page(LIST, Web(), heading)
    clock.move(days=2)
    with pytest.raises(LimitReached) as refusal:
        archive.page(CARD, Web(error=DailyLimit(words="You have exceeded it.")), heading)
    until = clock.now + timedelta(minutes=30)
    assert refusal.value.facts == {
        "words": "You have exceeded it.",
        "until": f"{until.astimezone():%H:%M}",
    }
    clock.move(minutes=29)
    web = Web()
    elsewhere = Archive(home, SITE, now=clock)
    with pytest.raises(LimitReached) as again:
        elsewhere.page(CARD, web, heading)
    assert again.value.facts == refusal.value.facts
    stale = elsewhere.page(LIST, web, heading)
    assert isinstance(stale.stale, LimitReached)
    assert web.asked == []
    clock.move(minutes=1)
    assert elsewhere.page(CARD, web, heading).value == "Player info"


def test_the_limit_of_one_site_is_not_that_of_another(home: Path, clock: Clock) -> None:
    """A stand-in's limit does not stop the site."""
    with pytest.raises(LimitReached):
        Archive(home, "127.0.0.1:8000", now=clock).page(CARD, Web(error=DailyLimit()), heading)
    assert Archive(home, SITE, now=clock).page(CARD, Web(), heading).value


def test_a_clock_that_jumps_does_not_stop_us_for_longer(archive: Archive, clock: Clock) -> None:
    """A limit that was met in what is the far future now holds no longer than half an hour."""
    with pytest.raises(LimitReached):
        archive.page(CARD, Web(error=DailyLimit()), heading)
    clock.move(days=-400)
    with pytest.raises(LimitReached) as refusal:
        archive.page(CARD, Web(), heading)
    until = clock.now + timedelta(minutes=30)
    assert refusal.value.facts["until"] == f"{until.astimezone():%H:%M}"


def test_a_stop_from_a_clock_that_was_ahead_ends(archive: Archive, clock: Clock) -> None:
    """Half an hour after such a stop was first met, pages are asked for again."""
    with pytest.raises(LimitReached):
        archive.page(CARD, Web(error=DailyLimit()), heading)
    clock.move(days=-400)
    for _ in range(2):
        with pytest.raises(LimitReached):
            archive.page(CARD, Web(), heading)
        clock.move(minutes=15)
    assert archive.page(CARD, Web(), heading).value == "Player info"


@pytest.mark.parametrize(("asked", "held"), [(120.0, 120.0), (1e9, 1800.0)])
def test_a_pause_that_the_site_asks_for_holds_for_everybody(
    archive: Archive, clock: Clock, home: Path, asked: float, held: float
) -> None:
    """Nothing is asked before its end, nor longer than half an hour; status and end are told."""
    with pytest.raises(SitePaused) as refusal:
        archive.page(CARD, Web(error=PauseAsked(host=SITE, status=429, seconds=asked)), heading)
    until = clock.now + timedelta(seconds=held)
    facts = {"host": SITE, "status": 429, "until": f"{until.astimezone():%H:%M}"}
    assert (refusal.value.facts, refusal.value.code) == (facts, "site_busy")
    clock.move(seconds=held - 1)
    web, elsewhere = Web(), Archive(home, SITE, now=clock)
    with pytest.raises(SitePaused) as again:
        elsewhere.page(CARD, web, heading)
    assert again.value.facts == facts
    assert web.asked == []
    clock.move(seconds=1)
    assert elsewhere.page(CARD, web, heading).value == "Player info"


def test_the_end_of_a_pause_is_never_told_too_early(archive: Archive, clock: Clock) -> None:
    """The time has no seconds, so it is that of the next whole minute."""
    error = PauseAsked(host=SITE, status=503, seconds=60.1)
    with pytest.raises(SitePaused) as refusal:
        archive.page(CARD, Web(error=error), heading)
    until = clock.now + timedelta(minutes=2)
    assert refusal.value.facts["until"] == f"{until.astimezone():%H:%M}"


@pytest.mark.usefixtures("quick")
def test_a_pause_is_told_by_the_command(home: Path) -> None:
    """The sentence says until when; the next command asks nothing."""
    with Standin([EVENT], Style(two_ratings=True), redirect=False) as site:
        site.faults.append(Fault.status(429, 600))
        for _ in range(2):
            told = tnrate("rate", str(NUMBER), "--player", "13", "--json", site=site)
            assert (told.status, told.document["error"]["code"]) == (1, "site_busy")
            assert "Nothing is asked there before" in told.err
        assert len(site.requests) == 1


@pytest.mark.usefixtures("quick")
def test_the_limit_is_told_by_the_command(home: Path) -> None:
    """The sentence has the site's words and the time; the next command asks nothing."""
    with Standin([EVENT], Style(two_ratings=True), redirect=False) as site:
        site.faults.append(Fault.limit())
        arguments = ("rate", str(NUMBER), "--player", "13", "--json")
        for _ in range(2):
            told = tnrate(*arguments, site=site)
            assert told.status == 1
            assert told.document["error"]["code"] == "daily_limit"
            assert "You have exceeded the daily limit of page requests." in told.err
        assert len(site.requests) == 1


# The pace


@dataclass
class Pauses:
    """Notes pauses, and lets the time pass instead of making them."""

    clock: Clock
    made: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        """Note a pause."""
        self.made.append(seconds)
        self.clock.move(seconds=seconds)


@pytest.fixture
def pauses(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Pauses:
    """Catch every pause."""
    noted = Pauses(clock)
    monkeypatch.setattr("time.sleep", noted)
    return noted


def test_the_pace_holds_over_all_visitors(home: Path, clock: Clock, pauses: Pauses) -> None:
    """Two sessions that share a store keep a second between their requests."""
    with Standin([EVENT], Style(), redirect=False) as standin:
        for number in (13, 14, 15):
            turn = Archive(home, SITE, now=clock).turn
            visitor = site_module.Site("9.9", standin.url, turn)
            visitor.fetch(PageRequest(NUMBER, 9, number=number))
    assert pauses.made == [1.0, 1.0]


@pytest.mark.parametrize("jump", [{"days": -400}, {"seconds": -0.5}, {"days": 400}])
def test_a_clock_that_jumps_makes_nobody_wait_longer(
    home: Path, clock: Clock, pauses: Pauses, jump: dict[str, float]
) -> None:
    """However the clock was set, the wait is never longer than the pace."""
    with Standin([EVENT], Style(), redirect=False) as standin:
        visitor = site_module.Site("9.9", standin.url, Archive(home, SITE, now=clock).turn)
        visitor.fetch(CARD)
        clock.move(**jump)
        visitor.fetch(LIST)
    assert max(pauses.made, default=0.0) <= 1.0


# Equal requests, and the turn


@pytest.fixture
def site(quick: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    """Serve the demo event in the site's place."""
    with Standin([EVENT], Style(two_ratings=True), redirect=False) as standin:
        monkeypatch.setenv("TNRATE_SITE", standin.url)
        yield standin


def _look(home: Path, start: "threading.Barrier | Flag", found: "list[object] | None") -> None:
    site_module.SECONDS_BETWEEN_REQUESTS = 0.0
    start.wait()
    facts = Gatherer("9.9", home).card(str(NUMBER), "13")
    if found is not None:
        found.append(facts.card)


def test_equal_requests_of_threads_become_one(site: Standin, home: Path) -> None:
    """Eight threads that want the same page at one moment cost one request."""
    found: list[object] = []
    start = threading.Barrier(8)
    threads = [threading.Thread(target=_look, args=[home, start, found]) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(found) == 8
    assert all(card == found[0] for card in found)
    assert len(site.requests) == 1


def test_equal_requests_of_processes_become_one(site: Standin, home: Path) -> None:
    """Four processes that want the same page at one moment cost one request."""
    context = multiprocessing.get_context("spawn")
    start = context.Event()
    processes = [context.Process(target=_look, args=[home, start, None]) for _ in range(4)]
    for one in processes:
        one.start()
    start.set()
    for one in processes:
        one.join()
    assert [one.exitcode for one in processes] == [0] * 4
    assert len(site.requests) == 1


def test_equal_failures_become_one(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waited for a page that another could not get hears the same, without a try."""
    come, get = threading.Semaphore(0), archive.store.get

    def noted_get(key: str, now: float) -> StoredPage | None:
        come.release()
        return get(key, now)

    monkeypatch.setattr(archive.store, "get", noted_get)
    asked: list[PageRequest] = []
    errors: list[TnrateError] = []

    def fetch(request: PageRequest) -> Answer:
        asked.append(request)
        for _ in range(4):  # three begin to look, and the first looks again before it asks
            come.acquire()
        raise NoNetwork(host=SITE)

    def look() -> None:
        try:
            archive.page(CARD, fetch, heading)
        except TnrateError as error:
            errors.append(error)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [type(one) for one in errors] == [NoNetwork] * 3
    assert len(asked) == 1


def _hold(home: Path, taken: "Flag") -> None:
    with Archive(home, SITE).turn.taken():
        taken.set()
        threading.Event().wait()


@pytest.fixture
def holder(home: Path) -> Iterator[multiprocessing.process.BaseProcess]:
    """Start a process that holds the turn and never gives it back."""
    context = multiprocessing.get_context("spawn")
    taken = context.Event()
    process = context.Process(target=_hold, args=[home, taken])
    process.start()
    taken.wait()
    yield process
    process.kill()
    process.join()


def test_a_holder_that_dies_blocks_nobody(
    archive: Archive, holder: multiprocessing.process.BaseProcess
) -> None:
    """A process that is killed in the middle of a fetch loses its turn with its life."""
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    assert archive.page(CARD, Web(), heading).value == "Player info"
    assert archive.store.is_usable


def test_a_turn_that_never_comes_is_told(
    archive: Archive,
    clock: Clock,
    holder: multiprocessing.process.BaseProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody waits for ever: without a copy it is refused, with one the copy serves."""
    monkeypatch.setattr(turn_module, "LONGEST_WAIT", 0.3)
    web = Web()
    with pytest.raises(TurnTaken):
        archive.page(CARD, web, heading)
    assert web.asked == []


def test_the_store_is_read_while_another_fetches(
    home: Path, clock: Clock, archive: Archive
) -> None:
    """Fresh pages come from the store without the turn."""
    archive.page(CARD, Web(), heading)
    with Archive(home, SITE, now=clock).turn.taken():
        assert archive.page(CARD, Web(), heading).from_store


# The store on disk


def test_the_store_belongs_to_its_owner(archive: Archive, home: Path) -> None:
    """Pages name people: folder and file are readable for their owner alone."""
    archive.page(CARD, Web(), heading)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / store_module.FILE).stat().st_mode) == 0o600


def test_pages_that_nobody_asks_for_are_dropped(archive: Archive, clock: Clock) -> None:
    """After 180 days without a question a page goes; one that is asked for stays."""
    archive.page(CARD, Web(), heading)
    archive.page(LIST, Web(), heading)
    clock.move(days=100)
    assert archive.store.get(CARD.key(SITE), clock.now.timestamp()) is not None
    clock.move(days=100)
    archive.page(PageRequest(NUMBER, 3), Web(), heading)
    assert archive.store.get(CARD.key(SITE), clock.now.timestamp()) is not None
    assert archive.store.get(LIST.key(SITE), clock.now.timestamp()) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"no database at all, but long enough to look at " * 40,
        lambda data: data[:100] + b"\xff" * (len(data) - 100),
        lambda data: data[: len(data) // 2],
    ],
    ids=["garbage", "pages", "half"],
)
def test_a_damaged_store_is_moved_aside(
    home: Path, clock: Clock, damage: Callable[[bytes], bytes]
) -> None:
    """A file that is no store any more costs its pages, and neither a traceback nor the answer."""
    Archive(home, SITE, now=clock).page(CARD, Web(), heading)
    file = home / store_module.FILE
    file.write_bytes(damage(file.read_bytes()))
    archive = Archive(home, SITE, now=clock)
    for _ in range(2):
        assert archive.page(CARD, Web(), heading).value == "Player info"
    assert Archive(home, SITE, now=clock).page(LIST, Web(), heading).value == "Player info"


def test_a_damaged_lock_costs_one_visit(home: Path, clock: Clock) -> None:
    """A lock file with something in it is thrown away, and the next visit has a good one."""
    home.mkdir(parents=True)
    (home / turn_module.FILE).write_bytes(b"no lock " * 200)
    for is_usable in (False, True):
        archive = Archive(home, SITE, now=clock)
        assert archive.page(LIST, Web(), heading, anew=True).value == "Player info"
        assert archive.store.is_usable is is_usable


def _file_in_the_way(home: Path) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("x", encoding="utf-8")


def _read_only(home: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only for this user")
    home.mkdir(parents=True)
    home.chmod(0o500)


def _later_version(home: Path) -> None:
    home.mkdir(parents=True)
    database = sqlite3.connect(home / store_module.FILE)
    database.execute("PRAGMA user_version = 99")
    database.close()


@pytest.mark.parametrize("prepare", [_file_in_the_way, _read_only, _later_version])
def test_without_a_usable_store_pages_are_fetched(
    home: Path, clock: Clock, prepare: Callable[[Path], None]
) -> None:
    """A store that cannot be opened is left as it is; limit and pace hold within the process."""
    prepare(home)
    archive, web = Archive(home, SITE, now=clock), Web()
    for _ in range(2):
        assert not archive.page(CARD, web, heading).from_store
    assert len(web.asked) == 2
    assert not archive.store.is_usable
    with pytest.raises(LimitReached):
        archive.page(CARD, Web(error=DailyLimit()), heading)
    with pytest.raises(LimitReached):
        archive.page(CARD, web, heading)
    assert len(web.asked) == 2


def test_a_full_disk_costs_the_copy_only(
    home: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that cannot be written is answered all the same."""
    archive = Archive(home, SITE, now=clock)
    archive.page(CARD, Web(), heading)
    opened = store_module._opened

    def full(path: Path) -> sqlite3.Connection:
        database = opened(path)
        database.execute("PRAGMA max_page_count = 1")  # SQLite says: database or disk is full
        return database

    monkeypatch.setattr(store_module, "_opened", full)
    noise = BODY.replace(b"</body>", os.urandom(200_000).hex().encode() + b"</body>")
    assert archive.page(LIST, Web(noise), heading).value == "Player info"
    assert not archive.store.is_usable


def test_migrations_are_made_once(home: Path) -> None:
    """The store knows its version; opening it again changes nothing."""
    for _ in range(2):
        Store(home).note_request(SITE, 1.0)
    database = sqlite3.connect(home / store_module.FILE)
    assert database.execute("PRAGMA user_version").fetchone() == (len(store_module.MIGRATIONS),)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def test_a_store_of_an_earlier_version_is_brought_up_to_date(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it holds stays, and what came since then can be kept."""
    with monkeypatch.context() as earlier:
        earlier.setattr(store_module, "MIGRATIONS", store_module.MIGRATIONS[:1])
        with closing(store_module._opened(home / store_module.FILE)) as database:
            database.execute("INSERT INTO visit (site, last_request) VALUES (?, 1.0)", (SITE,))
    store = Store(home)
    store.stop(SITE, 2.0, "", 429)
    assert Store(home).visit(SITE) == Visit(1.0, 2.0, "", 429)
    assert store.is_usable


# The commands

RATE = ("rate", f"https://{SITE}/tnr{NUMBER}.aspx?art=9&snr=13")


def test_offline_answers_from_the_store(site: Standin, home: Path) -> None:
    """Without a request the same rating comes out, with a note on the age of its pages."""
    fetched = tnrate(*RATE, "--json", site=site)
    site.forget()
    stored = tnrate(*RATE, "--json", "--offline", site=site)
    assert site.requests == []
    assert stored.document["fide"] == fetched.document["fide"]
    assert stored.document["tournament"] == fetched.document["tournament"]
    notes = {note["code"]: note["text"] for note in stored.document["notes"]}
    assert "offline" in notes
    assert "offline" not in {note["code"] for note in fetched.document["notes"]}


@pytest.mark.parametrize(
    ("seconds", "english", "turkish"),
    [
        (12 * 60, "12 min old", "12 dk önce"),
        (3 * 3600, "3 h old", "3 saat önce"),
        (49 * 3600, "2 days old", "2 gün önce"),
    ],
)
def test_offline_says_the_age_in_words(
    site: Standin, home: Path, seconds: int, english: str, turkish: str
) -> None:
    """The age has the unit that fits it, in both languages."""
    tnrate(*RATE, site=site)
    with sqlite3.connect(home / store_module.FILE) as database:
        database.execute("UPDATE page SET fetched_at = fetched_at - ?", (seconds,))
    database.close()
    for language, age in (("en", english), ("tr", turkish)):
        told = tnrate(*RATE, "--offline", "--lang", language, env={"COLUMNS": "200"}, site=site)
        assert age in told.out


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "0 s"), (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"),
     (172_799, "47 h"), (172_800, "2 days")],
)  # fmt: skip
def test_an_age_has_the_unit_that_fits(seconds: int, words: str) -> None:
    """Seconds, minutes, hours, and days from the second on; a clock set back makes no minus."""
    assert Words("en").age(timedelta(seconds=seconds)) == words


@pytest.mark.parametrize("command", ["rate", "next", "players"])
def test_offline_without_the_page_is_refused(site: Standin, command: str) -> None:
    """What was never fetched cannot be answered, and nothing is asked."""
    arguments = [command, str(NUMBER), *(() if command == "players" else ("--player", "13"))]
    told = tnrate(*arguments, "--offline", site=site)
    assert (told.status, site.requests) == (1, [])
    assert "--offline" in told.err


def test_offline_of_a_missing_page_names_it(archive: Archive, home: Path, clock: Clock) -> None:
    """The refusal names the page in numbers."""
    with pytest.raises(NotStored) as refusal:
        Archive(home, SITE, offline=True, now=clock).page(CARD, Web(), heading)
    assert refusal.value.facts == {"page": f"tnr{NUMBER} art=9 snr=13"}


def test_a_stale_answer_says_so(site: Standin, home: Path) -> None:
    """When the site is away, the last card is rated, with its age and the reason as a note."""
    tnrate(*RATE, site=site)
    with sqlite3.connect(home / store_module.FILE) as database:
        database.execute("UPDATE page SET fetched_at = fetched_at - 200000")
    database.close()
    site.faults.append(Fault.status(403).sticky())
    told = tnrate(*RATE, "--json", site=site)
    assert told.status == 0
    (note,) = (one for one in told.document["notes"] if one["code"] == "stale")
    assert "2 days" in note["text"]
    assert "403" in note["text"]


def test_a_store_that_cannot_be_used_is_noted_once(site: Standin, home: Path) -> None:
    """The answer is the same without a store; one note says why nothing is kept."""
    _file_in_the_way(home)
    told = tnrate(*RATE, "--json", site=site)
    assert told.status == 0
    assert [one["code"] for one in told.document["notes"]].count("store_unusable") == 1


def test_verbose_counts_and_names_nobody(site: Standin) -> None:
    """A line for each page on standard error: what, from where, how long, how much; then sums."""
    first = tnrate(*RATE, "-v", site=site)
    again = tnrate(*RATE, "--verbose", "--lang", "tr", site=site)
    line, sums = first.err.splitlines()
    assert line.startswith(f"tnr{NUMBER} art=9 snr=13: from the site, ")
    assert line.endswith(" bytes")
    assert sums == "Requests: 1; pages from the store: 0"
    line, sums = again.err.splitlines()
    assert line.startswith(f"tnr{NUMBER} art=9 snr=13: depodan, ")
    assert sums == "İstek: 0; depodan gelen sayfa: 1"
    assert "Kerem" not in first.err + again.err


def test_verbose_counts_refused_pages_too(site: Standin) -> None:
    """Also where the command is refused, what was asked is said."""
    site.faults.append(Fault.status(403))
    told = tnrate(*RATE, "-v", site=site)
    assert told.status == 1
    assert told.err.splitlines()[0].startswith(f"tnr{NUMBER} art=9 snr=13: ")
    assert told.err.splitlines()[1] == "Requests: 1; pages from the store: 0"


def test_an_answer_from_the_store_loads_no_network(site: Standin, home: Path) -> None:
    """The HTTP library is not loaded where nothing is fetched."""
    tnrate(*RATE, site=site)
    code = (
        "import sys; from cli import main\n"
        f"try: main({[*RATE, '--offline']!r})\n"
        "except SystemExit: print('requests' in sys.modules)"
    )
    done = run([sys.executable, "-c", code], TNRATE_SITE=site.url, TNRATE_HOME=str(home))
    assert done.out.splitlines()[-1] == "False"


def test_commands_of_their_own_share_the_store(site: Standin, home: Path) -> None:
    """Two runs of the program cost one request."""
    for _ in range(2):
        done = run(program(*RATE), TNRATE_SITE=site.url, TNRATE_HOME=str(home))
        assert done.status == 0
    assert len(site.requests) == 1
