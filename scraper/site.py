"""Polite HTTP to the site, and to nothing else.

One request a second at most, an honest User-Agent, repeats only for GET, redirects followed only
inside the domain, the gate of old tournaments opened with the page's own form.
Reference: sections 2 to 4.
"""

import html
import math
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Thread
from types import TracebackType
from typing import Any, Protocol, Self
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import (
    HTTPError,
    InvalidHeader,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)
from urllib3.response import BaseHTTPResponse
from urllib3.util.retry import Retry

from scraper.asking import Answer, PageRequest
from scraper.errors import (
    DailyLimit,
    ForeignRedirect,
    GateClosed,
    NoNetwork,
    PageCut,
    PageMissing,
    PageTooLarge,
    PauseAsked,
    RedirectLoop,
    SiteBusy,
    SiteRefused,
    SiteTimeout,
    TournamentMissing,
)
from scraper.forms import gate_form, search_form
from scraper.hosts import DOMAIN, base_from_environment, is_loopback, is_site_host
from scraper.page import Page, is_limit_page
from scraper.saved import LIMIT, MEGABYTE, as_utf8

WHAT = "The page"
# The search pages answer postbacks only to agents that begin with Mozilla/5.0.
USER_AGENT = "Mozilla/5.0 (compatible; tnrate/{version}; chess rating calculator)"
SECONDS_BETWEEN_REQUESTS = 1.0
CONNECT_TIMEOUT = 10.0
READ_TIMEOUT = 15.0
# A page must have come by then, with its redirects, repeats and gate, however slowly it drips.
PAGE_TIMEOUT = 50.0
MOST_REDIRECTS = 5
# s1 to s3 are known.
NODES = 3
RETRIES = 3
# A site that asks for a longer pause is told to the person instead of waited for.
LONGEST_RETRY_AFTER = 20
_CHUNK = 65_536


class RequestLog(Protocol):
    """When the site was asked last, by whomever the pace is shared with."""

    def seconds_since_last(self) -> float:
        """Return how long ago the last request was; below 0 where a clock was turned back."""

    def note_request(self) -> None:
        """Note that the site is asked now."""


class OwnLog:
    """The log of one session that shares its pace with nobody."""

    def __init__(self) -> None:
        self._last = -math.inf

    def seconds_since_last(self) -> float:
        """Return how long ago the last request was."""
        return time.monotonic() - self._last

    def note_request(self) -> None:
        """Note that the site is asked now."""
        self._last = time.monotonic()


class _Visit:
    """One logical fetch: a page with its redirects, repeats and gate, and their deadline."""

    def __init__(self, log: RequestLog) -> None:
        self._log = log
        self._deadline = time.monotonic() + PAGE_TIMEOUT
        self.requests = 0

    @property
    def seconds_left(self) -> float:
        return self._deadline - time.monotonic()

    def wait(self) -> None:
        """Wait for the pace; a clock that jumped makes nobody wait longer than that."""
        since = self._log.seconds_since_last()
        if since < SECONDS_BETWEEN_REQUESTS:
            time.sleep(min(SECONDS_BETWEEN_REQUESTS, SECONDS_BETWEEN_REQUESTS - since))

    def note(self) -> None:
        self.requests += 1
        self._log.note_request()

    def note_end(self) -> None:
        """Note that the request is over: the next one keeps its distance from here on."""
        self._log.note_request()


class PoliteRetry(Retry):
    """Repeats of GET: never sooner than the pace, nor past the deadline of the visit.

    A long Retry-After is not waited for, and the page of the daily limit is never repeated,
    whatever its status.
    """

    visit: _Visit | None = None

    def new(self, **changes: Any) -> Self:
        """Return a copy with changes, for the same visit."""
        fresh = super().new(**changes)
        fresh.visit = self.visit
        return fresh

    def get_backoff_time(self) -> float:
        """Return the pause before the next try, in seconds."""
        return max(SECONDS_BETWEEN_REQUESTS, super().get_backoff_time())

    def parse_retry_after(self, retry_after: str) -> float:
        """Read a Retry-After; one that is no number and no date asks for the usual pause."""
        try:
            return super().parse_retry_after(retry_after)
        except (InvalidHeader, ValueError, OverflowError):
            return SECONDS_BETWEEN_REQUESTS

    def sleep_for_retry(self, response: BaseHTTPResponse) -> bool:
        """Wait as the site asks, at least the pace; says whether it asked at all."""
        asked = self.get_retry_after(response)
        if asked is None:
            return False
        time.sleep(max(SECONDS_BETWEEN_REQUESTS, asked))
        return True

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        """Count a failed try; give up at once where another try would be rude or too late."""
        asked = 0.0
        if response is not None:
            _refuse_limit(response)
            asked = self.get_retry_after(response) or 0.0
        tried = super().increment(method, url, response, error, _pool, _stacktrace)
        pause = max(asked, tried.get_backoff_time())
        if asked > LONGEST_RETRY_AFTER or (self.visit and pause > self.visit.seconds_left):
            # Nothing is left to try: the same call ends the visit as after the last repeat.
            return super(PoliteRetry, self.new(total=0)).increment(
                method, url, response, error, _pool, _stacktrace
            )
        if self.visit:
            self.visit.note()
        return tried


class Site:
    """A polite session with the site or its stand-in.

    `requests` counts what was sent, redirects and repeats included. `log` shares the pace of one
    request a second with others; the caller sees to it that only one fetch runs at a time.
    """

    def __init__(
        self, version: str, base: str | None = None, log: RequestLog | None = None
    ) -> None:
        self.home = base or base_from_environment()
        self.host = urlsplit(self.home).hostname or DOMAIN
        self.requests = 0
        self._log = log or OwnLog()
        self._version = version
        self._session = self._new_session()
        # None: each tournament has a node of its own.
        self._base: str | None = self.home if is_loopback(self.host) else None

    def fetch(self, request: PageRequest) -> Answer:
        """Fetch one page, through the gate if there is one.

        Raises the refusals of this module and of Page; SiteTimeout after PAGE_TIMEOUT, whatever
        the network is waiting for.
        """
        visit = _Visit(self._log)
        done: Future[Answer] = Future()
        # Neither a name that does not resolve nor headers that drip can be timed from inside.
        Thread(target=self._work, args=[request, visit, done], daemon=True).start()
        try:
            return done.result(PAGE_TIMEOUT)
        except TimeoutError:
            self._session = self._new_session()
            raise SiteTimeout(host=self.host, seconds=round(PAGE_TIMEOUT)) from None
        finally:
            self.requests += visit.requests
            del done  # or the error, its traceback and this would hold each other for long

    def _work(self, request: PageRequest, visit: _Visit, done: "Future[Answer]") -> None:
        try:
            done.set_result(self._answer(request, visit))
        except BaseException as error:
            done.set_exception(error)
        finally:
            del done

    def _new_session(self) -> requests.Session:
        session = requests.Session()
        session.headers["User-Agent"] = USER_AGENT.format(version=self._version)
        session.headers["Accept-Language"] = "en"
        return session

    def _answer(self, request: PageRequest, visit: _Visit) -> Answer:
        try:
            return self._page(request, visit)
        except _NotFound:
            if request.page is None:
                raise
            raise PageMissing(page=request.page) from None

    def _page(self, request: PageRequest, visit: _Visit) -> Answer:
        body, address = self._first(request, visit)
        if request.form:
            body, address = self._follow("POST", address, visit, search_form(body, request.form))
        page = _page_of(body)
        if page.is_gated and not (request.as_it_is and page.tables):
            opened_body, opened_address = self._follow("POST", address, visit, gate_form(body))
            opened = _page_of(opened_body)
            if not opened.is_gated:
                return Answer(opened_body, opened_address, opened)
            if not page.tables:
                raise GateClosed
        return Answer(body, address, page)

    def _first(self, request: PageRequest, visit: _Visit) -> tuple[bytes, str]:
        """Ask a node directly, which saves the redirect; if it is down, the bare address once."""
        base = self._base or _node_of(request.tournament)
        if base != self.home:
            with suppress(_Unreached):
                return self._follow("GET", request.address(base), visit, can_go_elsewhere=True)
            self._base = self.home
        return self._follow("GET", request.address(self._base or base), visit)

    def _follow(
        self,
        method: str,
        address: str,
        visit: _Visit,
        form: dict[str, str] | None = None,
        can_go_elsewhere: bool = False,
    ) -> tuple[bytes, str]:
        """Send a request and go where it is sent on to, inside the site."""
        first = address
        for _ in range(MOST_REDIRECTS + 1):
            visit.wait()
            with _refusals(urlsplit(address).hostname or self.host, can_go_elsewhere):
                self._mount(visit, can_go_elsewhere)
                body, location = self._one_request(method, address, visit, form)
                following = urljoin(address, location or "")
                if location is not None:
                    self._refuse_foreign(following)
            if location is None:
                if address != first:  # every node serves every tournament: stay on this one
                    parts = urlsplit(address)
                    self._base = f"{parts.scheme}://{parts.netloc}"
                return body, address
            # A form that is sent on stays a form: as a GET it would not open the gate.
            address = following
        raise RedirectLoop(host=self.host, count=MOST_REDIRECTS)

    def _mount(self, visit: _Visit, can_go_elsewhere: bool) -> None:
        """Let the session repeat for this visit; where there is another address, not to connect."""
        retry = PoliteRetry(
            total=RETRIES,
            connect=0 if can_go_elsewhere else None,
            backoff_factor=SECONDS_BETWEEN_REQUESTS,
            status_forcelist=(429, 500, 502, 503, 504),
            allowed_methods={"GET"},
            redirect=False,
            raise_on_status=False,
        )
        retry.visit = visit
        for scheme in ("https://", "http://"):
            adapter = self._session.get_adapter(scheme)
            if isinstance(adapter, HTTPAdapter):
                adapter.max_retries = retry

    def _one_request(
        self, method: str, address: str, visit: _Visit, form: dict[str, str] | None
    ) -> tuple[bytes, str | None]:
        """Send one request; return the body, and the address of a redirect if it was one."""
        left = visit.seconds_left
        if left <= 0:  # nobody waits for this visit any more
            raise SiteTimeout(host=self.host, seconds=round(PAGE_TIMEOUT))
        visit.note()
        try:
            response = self._session.request(
                method,
                address,
                data=form,
                allow_redirects=False,
                stream=True,
                timeout=(min(CONNECT_TIMEOUT, left), min(READ_TIMEOUT, left)),
            )
        finally:
            visit.note_end()
        with response:
            if response.is_redirect:
                return b"", response.headers["Location"]
            body = b"".join(_within_limits(response, visit))
            if response.status_code == 404:
                raise _NotFound(message="404")
            if response.status_code >= 400 and is_limit_page(body):
                raise DailyLimit(words=limit_words(body))
            if response.status_code >= 400:
                raise self._refusal(response)
            return as_utf8(body, WHAT), None

    def _refusal(self, response: requests.Response) -> SiteBusy:
        """Return what an error status means."""
        status = response.status_code
        if status in (401, 403):
            return SiteRefused(host=self.host, status=status)
        asked = PoliteRetry().get_retry_after(response.raw) or 0.0
        if asked > LONGEST_RETRY_AFTER:
            return PauseAsked(host=self.host, status=status, seconds=asked)
        return SiteBusy(host=self.host, status=status)

    def _refuse_foreign(self, address: str) -> None:
        parts = urlsplit(address)
        if is_loopback(self.host):
            inside = is_loopback(parts.hostname) and parts.port == urlsplit(self.home).port
        else:
            inside = is_site_host(parts.hostname)
        if not inside or parts.scheme not in ("http", "https"):
            raise ForeignRedirect(host=parts.hostname or address[:60])


class _NotFound(TournamentMissing):
    """A plain 404: of a tournament it is a definite answer."""


class _Unreached(NoNetwork):
    """No connection came about, so that another address is worth a try."""


def limit_words(data: bytes) -> str:
    """Return the sentence in which a page speaks of the daily limit, cut at 200 characters."""
    marked = re.sub(
        r"</?(?:a|b|em|font|i|span|strong)\b[^>]*>", "", data.decode("utf-8", "replace")
    )
    text = html.unescape(re.sub(r"<[^>]*>", "\n", marked))
    sentence = re.search(r"[^.!?\n]*(?:daily limit|exceeded)[^.!?\n]*[.!?]?", text, re.IGNORECASE)
    return " ".join(sentence[0].split())[:200] if sentence else ""


def _node_of(tournament: int | None) -> str:
    """Choose a node for a tournament: always the same one, and all of them alike."""
    return f"https://s{1 + (tournament or 0) % NODES}.{DOMAIN}"


def _page_of(body: bytes) -> Page:
    try:
        page = Page(body, WHAT)
    except DailyLimit:
        raise DailyLimit(words=limit_words(body)) from None
    if page.error is not None and not (page.tables or page.facts):
        raise TournamentMissing(message=page.error)
    return page


def _refuse_limit(response: BaseHTTPResponse) -> None:
    """Raise DailyLimit where an answer that would be repeated is the page of the limit."""
    start = response.read(_CHUNK, decode_content=True)
    if is_limit_page(start):
        response.close()
        raise DailyLimit(words=limit_words(start))


def _within_limits(response: requests.Response, visit: _Visit) -> Iterator[bytes]:
    """Yield the body as it comes; raise where it is too large or takes too long."""
    size = 0
    response.raw.decode_content = True
    while chunk := response.raw.read1(_CHUNK):  # what is there; read() would wait for all
        size += len(chunk)
        if size > LIMIT:
            raise PageTooLarge(what=WHAT, limit=LIMIT // MEGABYTE)
        if visit.seconds_left < 0:
            raise SiteTimeout(host=urlsplit(response.url).hostname, seconds=round(PAGE_TIMEOUT))
        yield chunk


@contextmanager
def _refusals(host: str, can_go_elsewhere: bool) -> Iterator[None]:
    """Turn the network's exceptions into refusals."""
    try:
        yield
    except requests.exceptions.ConnectTimeout:
        if can_go_elsewhere:
            raise _Unreached(host=host) from None
        raise SiteTimeout(host=host, seconds=int(CONNECT_TIMEOUT)) from None
    except (requests.exceptions.Timeout, ReadTimeoutError):
        raise SiteTimeout(host=host, seconds=int(READ_TIMEOUT)) from None
    except requests.exceptions.ConnectionError as error:
        reason = error.args[0] if error.args else None
        cause = getattr(reason, "reason", reason)
        if isinstance(cause, ReadTimeoutError):
            raise SiteTimeout(host=host, seconds=int(READ_TIMEOUT)) from None
        unreached = can_go_elsewhere and isinstance(cause, NewConnectionError | SSLError)
        raise (_Unreached if unreached else NoNetwork)(host=host) from None
    except requests.exceptions.RequestException:
        raise NoNetwork(host=host) from None
    except ValueError:  # a redirect to what is no address
        raise ForeignRedirect(host="?") from None
    except HTTPError:  # urllib3's, while the body was read
        raise PageCut(what=WHAT) from None
