"""Polite HTTP to the site, and to nothing else.

One request a second and host at most, an honest User-Agent, repeats only for GET, redirects
followed only inside the domain, the gate of old tournaments opened with the page's own form.
Reference: sections 2 to 4.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self
from urllib.parse import urlencode, urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import HTTPError, InvalidHeader, ReadTimeoutError
from urllib3.response import BaseHTTPResponse
from urllib3.util.retry import Retry

from scraper.errors import (
    DailyLimit,
    ForeignRedirect,
    GateClosed,
    NoNetwork,
    PageCut,
    PageTooLarge,
    RedirectLoop,
    SiteBusy,
    SiteTimeout,
    TournamentMissing,
)
from scraper.hosts import DOMAIN, base_from_environment, is_loopback, is_site_host
from scraper.page import Page, is_limit_page
from scraper.saved import LIMIT, MEGABYTE, as_utf8

WHAT = "The page"
# The search pages answer postbacks only to agents that begin with Mozilla/5.0.
USER_AGENT = "Mozilla/5.0 (compatible; tnrate/{version}; chess rating calculator)"
SECONDS_BETWEEN_REQUESTS = 1.0
CONNECT_TIMEOUT = 10.0
READ_TIMEOUT = 15.0
# All bytes of a page must have come by then, however slowly they drip.
PAGE_TIMEOUT = 60.0
MOST_REDIRECTS = 5
RETRIES = 3
# A site that asks for a longer pause is told to the person instead of waited for.
LONGEST_RETRY_AFTER = 20
_CHUNK = 65_536


class PoliteRetry(Retry):
    """Repeats of GET: never sooner than the pace, and no waiting for a long Retry-After."""

    def get_backoff_time(self) -> float:
        """Return the pause before the next try, in seconds."""
        return max(SECONDS_BETWEEN_REQUESTS, super().get_backoff_time())

    def parse_retry_after(self, retry_after: str) -> float:
        """Read a Retry-After; one that is no number and no date asks for the usual pause."""
        try:
            return super().parse_retry_after(retry_after)
        except InvalidHeader:
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
        """Count a failed try; give up at once where the site asks for a long pause."""
        if response is not None and (self.get_retry_after(response) or 0) > LONGEST_RETRY_AFTER:
            return super(PoliteRetry, self.new(total=0)).increment(method, url, response)
        return super().increment(method, url, response, error, _pool, _stacktrace)


class Site:
    """A polite session with the site or its stand-in.

    `requests` counts what was asked for, redirects included and repeats left out.
    """

    def __init__(self, version: str, base: str | None = None) -> None:
        self.home = base or base_from_environment()
        self.base = self.home
        self.host = urlsplit(self.base).hostname or DOMAIN
        self.requests = 0
        self._last_request: dict[str, float] = {}
        self._session = requests.Session()
        self._session.headers["User-Agent"] = USER_AGENT.format(version=version)
        self._session.headers["Accept-Language"] = "en"
        retry = PoliteRetry(
            total=RETRIES,
            backoff_factor=SECONDS_BETWEEN_REQUESTS,
            status_forcelist=(429, 500, 502, 503, 504),
            allowed_methods={"GET"},
            redirect=False,
            raise_on_status=False,
        )
        self._session.mount("https://", HTTPAdapter(max_retries=retry))
        self._session.mount("http://", HTTPAdapter(max_retries=retry))

    def link(self, tournament_id: int, **parameters: int | str) -> str:
        """Return the address of a view as a person would share it, without node and details."""
        return f"{self.home}/tnr{tournament_id}.aspx?{urlencode({'lan': 1, **parameters})}"

    def tournament_page(self, tournament_id: int, **parameters: int | str) -> tuple[Page, str]:
        """Fetch one view in English, with the details block, through the gate if there is one.

        Returns the page and the address that it came from. Raises the refusals of this module
        and of Page.
        """
        query = urlencode({"lan": 1, **parameters, "turdet": "YES"})
        data, address = self._fetch("GET", f"{self.base}/tnr{tournament_id}.aspx?{query}")
        page = Page(data, WHAT)
        if page.is_gated:
            data, address = self._fetch("POST", address, _gate_form(data))
            opened = Page(data, WHAT)
            if not opened.is_gated:
                page = opened
            elif not page.tables:
                raise GateClosed
        return page, address

    def _fetch(
        self, method: str, address: str, form: dict[str, str] | None = None
    ) -> tuple[bytes, str]:
        for _ in range(MOST_REDIRECTS + 1):
            self._wait(urlsplit(address).hostname or "")
            with _refusals(urlsplit(address).hostname or self.host):
                data, location = self._one_request(method, address, form)
                following = urljoin(address, location or "")
                if location is not None:
                    self._refuse_foreign(following)
            if location is None:
                # Every node serves every tournament; staying on one saves the next redirect.
                parts = urlsplit(address)
                self.base = f"{parts.scheme}://{parts.netloc}"
                return data, address
            address = following
            method, form = "GET", None
        raise RedirectLoop(host=self.host, count=MOST_REDIRECTS)

    def _one_request(
        self, method: str, address: str, form: dict[str, str] | None
    ) -> tuple[bytes, str | None]:
        """Send one request; return the body, and the address of a redirect if it was one."""
        self.requests += 1
        started = time.monotonic()
        host = urlsplit(address).hostname or ""
        try:
            response = self._session.request(
                method,
                address,
                data=form,
                allow_redirects=False,
                stream=True,
                timeout=(CONNECT_TIMEOUT, READ_TIMEOUT),
            )
        finally:  # repeats were requests too: the next one keeps its distance from the last
            self._last_request[host] = time.monotonic()
        with response:
            if response.is_redirect:
                return b"", response.headers["Location"]
            body = b"".join(_within_limits(response, started))
            if response.status_code == 404:
                raise TournamentMissing(message="404")
            if response.status_code >= 400 and is_limit_page(body):
                raise DailyLimit
            if response.status_code >= 400:
                raise SiteBusy(host=self.host, status=response.status_code)
            return as_utf8(body, WHAT), None

    def _wait(self, host: str) -> None:
        last = self._last_request.get(host)
        if last is not None:
            time.sleep(max(0.0, last + SECONDS_BETWEEN_REQUESTS - time.monotonic()))

    def _refuse_foreign(self, address: str) -> None:
        parts = urlsplit(address)
        if is_loopback(self.host):
            base = urlsplit(self.base)
            inside = is_loopback(parts.hostname) and parts.port == base.port
        else:
            inside = is_site_host(parts.hostname)
        if not inside or parts.scheme not in ("http", "https"):
            raise ForeignRedirect(host=parts.hostname or address[:60])


def _within_limits(response: requests.Response, started: float) -> Iterator[bytes]:
    """Yield the body as it comes; raise where it is too large or takes too long."""
    size = 0
    response.raw.decode_content = True
    while chunk := response.raw.read1(_CHUNK):  # what is there; read() would wait for all
        size += len(chunk)
        if size > LIMIT:
            raise PageTooLarge(what=WHAT, limit=LIMIT // MEGABYTE)
        if time.monotonic() - started > PAGE_TIMEOUT:
            raise SiteTimeout(host=urlsplit(response.url).hostname, seconds=int(PAGE_TIMEOUT))
        yield chunk


@contextmanager
def _refusals(host: str) -> Iterator[None]:
    """Turn the network's exceptions into refusals."""
    try:
        yield
    except (requests.exceptions.Timeout, ReadTimeoutError):
        raise SiteTimeout(host=host, seconds=int(READ_TIMEOUT)) from None
    except requests.exceptions.ConnectionError as error:
        reason = error.args[0] if error.args else None
        if isinstance(getattr(reason, "reason", reason), ReadTimeoutError):
            raise SiteTimeout(host=host, seconds=int(READ_TIMEOUT)) from None
        raise NoNetwork(host=host) from None
    except requests.exceptions.RequestException:
        raise NoNetwork(host=host) from None
    except ValueError:  # a redirect to what is no address
        raise ForeignRedirect(host="?") from None
    except HTTPError:  # urllib3's, while the body was read
        raise PageCut(what=WHAT) from None


def _gate_form(data: bytes) -> dict[str, str]:
    """Return the hidden fields of the page's form and its button, and nothing else."""
    from bs4 import BeautifulSoup

    form = BeautifulSoup(data, "lxml").find("form")
    fields = form.find_all("input") if form is not None else []
    return {
        str(field["name"]): str(field.get("value", ""))
        for field in fields
        if field.get("name")
        and (field.get("type") == "hidden" or field["name"] == "cb_alleDetails")
    }
