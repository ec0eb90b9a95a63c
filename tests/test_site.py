"""Polite HTTP: redirects, the gate, the limit, retries, damaged answers, the pace."""

import gzip
import io
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import cast

import pytest
import requests
from requests.adapters import BaseAdapter
from urllib3.exceptions import MaxRetryError, NewConnectionError, SSLError

from scraper import site as site_module
from scraper.asking import PageRequest
from scraper.errors import (
    DailyLimit,
    ForeignRedirect,
    GateClosed,
    NoNetwork,
    NotAStandIn,
    PageBinary,
    PageCut,
    PageEmpty,
    PageMissing,
    PageTooLarge,
    PauseAsked,
    RedirectLoop,
    SiteBusy,
    SiteRefused,
    SiteTimeout,
    TnrateError,
    TournamentMissing,
)
from scraper.hosts import base_from_environment
from scraper.page import Page
from scraper.site import LONGEST_RETRY_AFTER, RETRIES, Site, limit_words
from scraper.views import card, details, players
from tests.standin import demo, render
from tests.standin.event import Style
from tests.standin.faults import Fault, Seen
from tests.standin.frame import hidden_fields
from tests.standin.server import Standin

NUMBER = demo.DEMO_NUMBER
GATED = Style(gated=True, gated_table=False)

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def standin(quick: None) -> Iterator[Standin]:
    """Serve the demo event, with the redirect to a node."""
    with Standin([demo.demo_event()], demo.DEMO_STYLE) as running:
        yield running


@pytest.fixture
def direct(quick: None) -> Iterator[Standin]:
    """Serve the demo event without a redirect."""
    with Standin([demo.demo_event()], demo.DEMO_STYLE, redirect=False) as running:
        yield running


@pytest.fixture
def gated(quick: None) -> Iterator[Standin]:
    """Serve the demo event behind the gate, with the redirect to a node."""
    with Standin([demo.demo_event()], GATED) as running:
        yield running


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Note every pause of the client instead of making it."""
    made: list[float] = []
    monkeypatch.setattr("time.sleep", made.append)
    return made


def session(standin: Standin) -> Site:
    """Open a session with a stand-in."""
    return Site("9.9", standin.url)


def view(visitor: Site, art: int | None = None, snr: int | None = None) -> tuple[Page, str]:
    """Fetch a view of the demo event; give the page and the address that it came from."""
    answer = visitor.fetch(PageRequest(NUMBER, art, number=snr))
    return answer.page, answer.address


def is_post(seen: Seen) -> bool:
    """Tell a POST."""
    return seen.method == "POST"


def test_a_view_is_asked_for_in_english_with_its_details(standin: Standin) -> None:
    """A page is fetched with lan=1 and turdet=YES beside the view's own parameters."""
    page, address = view(session(standin), art=9, snr=13)
    assert card.read(page).player.start_number == 13
    asked = standin.requests[0]
    assert asked.path == f"/tnr{NUMBER}.aspx"
    assert asked.query == {"lan": "1", "art": "9", "snr": "13", "turdet": "YES", "SNode": "S0"}
    assert address.startswith(standin.url)


def test_a_list_is_asked_for_with_all_its_rows(standin: Standin) -> None:
    """Every view with rows is asked for whole; card, statistics and schedule have none to cut."""
    visitor = session(standin)
    for art in (None, 0, 1, 2, 3, 4, 9, 14, 16):
        view(visitor, art=art)
    whole = {seen.query.get("art"): seen.query.get("zeilen") for seen in standin.requests}
    assert whole == {**dict.fromkeys([None, "0", "1", "2", "3", "4", "16"], "99999"), "9": None,
                     "14": None}  # fmt: skip


def test_asking_as_from_a_node_saves_the_redirect(standin: Standin) -> None:
    """A page of the site costs one request; only an address without a node is sent on."""
    visitor = session(standin)
    view(visitor, art=9, snr=13)
    view(visitor, art=0)
    assert visitor.requests == 2
    assert [seen.host for seen in standin.requests] == ["127.0.0.1", "127.0.0.1"]


def test_a_redirect_inside_the_site_is_followed_and_counted(standin: Standin) -> None:
    """A page that is sent on to a node is two requests; the visit stays at that node."""
    standin.faults.append(Fault.redirect(f"{standin.node_url}/tnr{NUMBER}.aspx?art=9&snr=13"))
    visitor = session(standin)
    assert card.read(view(visitor, art=9, snr=13)[0]).player.start_number == 13
    assert visitor.requests == 2
    view(visitor, art=0)
    assert [seen.host for seen in standin.requests] == ["127.0.0.1", "localhost", "localhost"]


def test_the_user_agent_is_honest_and_begins_as_the_search_pages_want(direct: Standin) -> None:
    """The User-Agent begins with Mozilla/5.0 and names the program and its version."""
    view(session(direct), art=9, snr=13)
    agent = direct.requests[0].headers["User-Agent"]
    assert agent.startswith("Mozilla/5.0")
    assert "tnrate/9.9" in agent


@pytest.mark.parametrize(
    "location",
    [
        "http://evil.example/",
        "https://chess-results.com/tnr9417302.aspx",
        "http://127.0.0.1.evil.example/",
        "ftp://127.0.0.1/card",
        "file:///etc/hosts",
        "javascript:alert(1)",
        "//evil.example/tnr9417302.aspx",
    ],
)
def test_a_foreign_redirect_is_refused_with_nothing_sent(direct: Standin, location: str) -> None:
    """A redirect out of the stand-in's address is refused before anything is asked there."""
    direct.faults.append(Fault.redirect(location))
    visitor = session(direct)
    with pytest.raises(ForeignRedirect):
        view(visitor, art=9, snr=13)
    assert visitor.requests == len(direct.requests) == 1


@pytest.mark.parametrize(
    "location",
    ["http://[bad", "http://127.0.0.1:99999/", "http://localhost:port/x", "\xff\xfe", "http:///x"],
)
def test_a_redirect_to_no_address_is_refused(direct: Standin, location: str) -> None:
    """A Location that is no address ends in one of our refusals, never in another exception."""
    direct.faults.append(Fault.redirect(location))
    with pytest.raises(TnrateError):
        view(session(direct), art=9, snr=13)


def test_another_port_of_this_computer_is_foreign_too(direct: Standin) -> None:
    """A redirect to another service on loopback is refused, and that service hears nothing."""
    with Standin([demo.demo_event()], redirect=False) as other:
        direct.faults.append(Fault.redirect(other.link(NUMBER, art=9, snr=13)))
        with pytest.raises(ForeignRedirect):
            view(session(direct), art=9, snr=13)
        assert other.requests == []


class Answers(BaseAdapter):
    """Answers by host in the network's place, and notes what was asked.

    A host gives a redirect, raises an error, or gives an empty page where it has neither.
    """

    def __init__(self, by_host: Mapping[str, str | Exception]) -> None:
        super().__init__()
        self.by_host = by_host
        self.asked: list[str] = []

    def send(
        self, request: requests.PreparedRequest, *args: object, **kwargs: object
    ) -> requests.Response:
        """Answer as the host does."""
        host = str(request.url).split("/")[2]
        self.asked.append(host)
        given = self.by_host.get(host)
        if isinstance(given, Exception):
            raise given
        response = requests.Response()
        response.request = request
        response.url = str(request.url)
        response.status_code = 200 if given is None else 302
        if given is not None:
            response.headers["Location"] = given
        response.raw = io.BytesIO()
        return response

    def close(self) -> None:
        """Close nothing."""


@pytest.fixture
def real(quick: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Answers, Site]]:
    """Make a session with the real addresses, whose answers come from here."""

    def make(by_host: Mapping[str, str | Exception]) -> tuple[Answers, Site]:
        answers = Answers(by_host)
        monkeypatch.setattr(requests.Session, "get_adapter", lambda *_, **__: answers)
        return answers, Site("9.9", "https://chess-results.com")

    return make


NODE = f"s{1 + NUMBER % 3}.chess-results.com"


@pytest.mark.parametrize(
    ("location", "followed"),
    [
        ("https://s2.chess-results.com/tnr1.aspx", True),
        ("/tnr1.aspx?SNode=S0", True),
        ("https://s1.chess-results.com", True),
        ("https://s1.chess-results.com?lan=1", True),
        ("https://chess-results.com.evil.example/tnr1.aspx", False),
        ("https://evilchess-results.com/tnr1.aspx", False),
        ("https://chess-results.com@evil.example/tnr1.aspx", False),
        ("http://127.0.0.1/tnr1.aspx", False),
        ("ftp://s1.chess-results.com/tnr1.aspx", False),
    ],
)
def test_redirects_of_the_real_site_stay_in_its_domain(
    real: Callable[..., tuple[Answers, Site]], location: str, followed: bool
) -> None:
    """From a node of the site a redirect is followed to the others and nowhere else."""
    answers, site = real({NODE: location})
    with pytest.raises(TnrateError) as refusal:
        view(site)
    if followed:
        assert not isinstance(refusal.value, ForeignRedirect)
        assert len(answers.asked) > 1
    else:
        assert isinstance(refusal.value, ForeignRedirect)
        assert answers.asked == [NODE]


def test_a_node_is_asked_directly(real: Callable[..., tuple[Answers, Site]]) -> None:
    """Tournaments are shared out among the three nodes; no redirect is needed."""
    answers, site = real({})
    for number in (1, 2, 3, 4):
        with pytest.raises(PageEmpty):
            site.fetch(PageRequest(number))
    assert answers.asked == [f"s{node}.chess-results.com" for node in (2, 3, 1, 2)]


UNREACHED = (
    requests.exceptions.ConnectTimeout("x"),
    requests.exceptions.ConnectionError(MaxRetryError(None, "/", NewConnectionError(None, "x"))),  # type: ignore[arg-type]
    requests.exceptions.SSLError(MaxRetryError(None, "/", SSLError("x"))),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("error", UNREACHED, ids=lambda one: type(one).__name__)
def test_a_node_that_is_down_is_replaced_by_the_bare_address(
    real: Callable[..., tuple[Answers, Site]], error: Exception
) -> None:
    """A node without a connection costs one try; the bare address is asked then, and from then."""
    answers, site = real({NODE: error})
    for _ in range(2):
        with pytest.raises(PageEmpty):
            view(site)
    assert answers.asked == [NODE, "chess-results.com", "chess-results.com"]


@pytest.mark.parametrize("error", UNREACHED, ids=lambda one: type(one).__name__)
def test_a_site_that_is_down_altogether_is_told(
    real: Callable[..., tuple[Answers, Site]], error: Exception
) -> None:
    """Where the bare address cannot be reached either, nothing else is tried."""
    answers, site = real({NODE: error, "chess-results.com": error})
    with pytest.raises((NoNetwork, SiteTimeout)):
        view(site)
    assert answers.asked == [NODE, "chess-results.com"]


def test_a_node_that_answers_badly_is_not_left(
    real: Callable[..., tuple[Answers, Site]],
) -> None:
    """A connection that breaks off has reached the node: the other address would not help."""
    answers, site = real({NODE: requests.exceptions.ConnectionError("reset")})
    with pytest.raises(NoNetwork):
        view(site)
    assert answers.asked == [NODE]


def test_a_redirect_loop_ends(direct: Standin) -> None:
    """After a few steps of redirects without a page the visit is given up."""
    direct.faults.append(Fault.redirect_loop())
    visitor = session(direct)
    with pytest.raises(RedirectLoop):
        view(visitor, art=9, snr=13)
    assert visitor.requests == len(direct.requests) == site_module.MOST_REDIRECTS + 1


def posts_at_the_node(standin: Standin) -> int:
    """Count the forms that were answered, not sent on."""
    return sum(is_post(seen) and seen.host == "localhost" for seen in standin.requests)


def test_the_gate_is_opened_with_the_pages_own_form(gated: Standin) -> None:
    """The hidden fields and the button are posted to the page's own address, and nothing else.

    The bare address sends a form on; it stays a form, because a GET would not open the gate.
    """
    visitor = session(gated)
    page, address = view(visitor, art=9, snr=13)
    assert not page.is_gated
    assert len(card.read(page).rounds) == 7
    assert details.read(page).start == demo.demo_event().start
    assert [(seen.method, seen.host) for seen in gated.requests] == [
        ("GET", "127.0.0.1"),
        ("POST", "127.0.0.1"),
        ("POST", "localhost"),
    ]
    posted = gated.requests[-1]
    assert posted.query == {"lan": "1", "art": "9", "snr": "13", "turdet": "YES", "SNode": "S0"}
    action = address.removeprefix(f"{gated.node_url}/")
    assert dict(posted.form) == {
        **hidden_fields(action, GATED),
        "cb_alleDetails": "Show tournament details",
    }
    assert visitor.requests == 3


def test_the_gate_of_a_list_gives_its_links_and_numbers(gated: Standin) -> None:
    """A list behind the gate is complete after the POST, with a start number for everybody."""
    page, _ = view(session(gated), art=3)
    assert len(players.read(page)) == len(demo.PLAYERS)
    assert all(one.start_number for one in players.read(page))


def test_a_gate_that_stays_closed_is_asked_once(gated: Standin) -> None:
    """A page without a table whose gate comes back is refused after one POST."""
    gated.faults.append(Fault.closed_gate())
    with pytest.raises(GateClosed):
        view(session(gated), art=9, snr=13)
    assert posts_at_the_node(gated) == 1


def test_a_closed_gate_with_the_table_is_read(gated: Standin) -> None:
    """A gated page that holds the whole table is used where the button does not help."""
    gated.put(demo.demo_event(), replace(GATED, gated_table=True))
    gated.faults.append(Fault.closed_gate())
    page, _ = view(session(gated), art=0)
    assert len(players.read(page)) == len(demo.PLAYERS)
    assert posts_at_the_node(gated) == 1


def test_an_open_page_is_never_posted_to(standin: Standin) -> None:
    """Without the button no form is sent."""
    view(session(standin), art=0)
    assert {seen.method for seen in standin.requests} == {"GET"}


def test_the_daily_limit_is_known_by_its_words(direct: Standin) -> None:
    """The limit's page comes with status 200; it is recognised and nothing is repeated."""
    direct.faults.append(Fault.limit())
    with pytest.raises(DailyLimit):
        view(session(direct), art=9, snr=13)
    assert len(direct.requests) == 1


LIMIT = "<html><body><h2>Stop</h2><p>You have exceeded the daily limit.</p></body></html>"


def _limit_answer(status: int) -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\nContent-Length: {len(LIMIT)}\r\n\r\n"
    return (head + LIMIT).encode()


@pytest.mark.parametrize("status", [200, 403, 429, 503])
def test_the_limit_is_never_repeated_whatever_its_status(quick: None, status: int) -> None:
    """One look at the first answer is enough, also where other answers would be repeated."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)
        thread = threading.Thread(target=_say, args=[server, [_limit_answer(status)]])
        thread.start()
        with pytest.raises(DailyLimit) as refusal:
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert refusal.value.facts["words"] == "You have exceeded the daily limit."


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<p>Sorry! You have <b>exceeded</b> it.</p>", "You have exceeded it."),
        ("<p>The DAILY LIMIT of 500 &uuml;</p>", "The DAILY LIMIT of 500 ü"),
        ("<p>One. Daily limit exceeded! Two.</p>", "Daily limit exceeded!"),
        (f"<p>exceeded {'x' * 300}</p>", f"exceeded {'x' * 191}"),
        ("<p>nothing</p>", ""),
    ],
)
def test_the_limits_own_words_are_found(page: str, words: str) -> None:
    """The sentence that names the limit is taken, without marks, at most 200 characters of it."""
    assert limit_words(page.encode()) == words


@pytest.mark.parametrize("status", [200, 404])
def test_a_missing_tournament_is_a_definite_answer(quick: None, status: int) -> None:
    """Record not found is final whatever its status: one request and no repeat."""
    with Standin([], missing_status=status, redirect=False) as standin:
        with pytest.raises(TournamentMissing):
            view(session(standin), art=9, snr=13)
        assert len(standin.requests) == 1


def test_a_path_that_is_not_there_is_missing(direct: Standin) -> None:
    """A plain 404 of the server is final too."""
    direct.faults.append(Fault.status(404))
    with pytest.raises(TournamentMissing):
        view(session(direct), art=9, snr=13)
    assert len(direct.requests) == 1


def test_retry_after_is_obeyed(direct: Standin, pauses: list[float]) -> None:
    """A 429 that asks for seven seconds gets them, then the page is asked for again."""
    direct.faults.append(Fault.status(429, retry_after=7))
    page, _ = view(session(direct), art=9, snr=13)
    assert card.read(page).player.start_number == 13
    assert 7 in pauses
    assert len(direct.requests) == 2


@pytest.mark.parametrize("code", [429, 503])
@pytest.mark.parametrize("after", [LONGEST_RETRY_AFTER + 1, 86400, "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_long_retry_after_is_told_instead_of_waited_for(
    direct: Standin, pauses: list[float], code: int, after: int | str
) -> None:
    """A site that asks for a longer pause is left at once."""
    direct.faults.append(Fault.status(code, retry_after=after).sticky())
    with pytest.raises(SiteBusy) as refusal:
        view(session(direct), art=9, snr=13)
    assert isinstance(refusal.value, PauseAsked)
    assert refusal.value.facts["status"] == code
    assert cast("float", refusal.value.facts["seconds"]) > LONGEST_RETRY_AFTER
    assert len(direct.requests) == 1
    assert max(pauses, default=0) < 1


@pytest.mark.parametrize("after", ["soon", "-5", "", "Fri, 31 Dec 99999 23:59:59 GMT", "9" * 400])
def test_a_retry_after_of_no_sense_harms_nothing(
    direct: Standin, pauses: list[float], after: str
) -> None:
    """A Retry-After that is no time ends in the page or in our own refusal."""
    direct.faults.append(Fault.status(503, retry_after=after))
    try:
        page, _ = view(session(direct), art=9, snr=13)
    except TnrateError:
        return
    assert card.read(page).player.start_number == 13


@pytest.mark.parametrize("code", [429, 500, 502, 503, 504])
def test_a_busy_site_is_asked_again(direct: Standin, pauses: list[float], code: int) -> None:
    """One failure of the server costs one repeat and no refusal."""
    direct.faults.append(Fault.status(code))
    page, _ = view(session(direct), art=9, snr=13)
    assert card.read(page).player.start_number == 13
    assert len(direct.requests) == 2


def test_a_site_that_stays_busy_is_left(direct: Standin, pauses: list[float]) -> None:
    """After the retries the status is told; no request goes out after that."""
    direct.faults.append(Fault.status(503).sticky())
    with pytest.raises(SiteBusy) as refusal:
        view(session(direct), art=9, snr=13)
    assert refusal.value.facts["status"] == 503
    assert len(direct.requests) == 1 + RETRIES


@pytest.mark.parametrize("code", [400, 403, 410])
def test_a_refusal_of_the_site_is_not_repeated(direct: Standin, code: int) -> None:
    """Other error statuses are told at once."""
    direct.faults.append(Fault.status(code))
    with pytest.raises(SiteBusy):
        view(session(direct), art=9, snr=13)
    assert len(direct.requests) == 1


@pytest.mark.parametrize("code", [401, 403])
def test_a_page_that_is_refused_is_not_called_busy(direct: Standin, code: int) -> None:
    """A site that refuses says so with its status; waiting is not the advice."""
    direct.faults.append(Fault.status(code))
    with pytest.raises(SiteRefused) as refusal:
        view(session(direct), art=9, snr=13)
    assert str(refusal.value) == f"127.0.0.1 refuses to give this page (status {code})."


def test_another_page_that_is_not_there_is_no_missing_tournament(direct: Standin) -> None:
    """A 404 for a page without a tournament names the page."""
    with pytest.raises(PageMissing) as refusal:
        session(direct).fetch(PageRequest(page="fed.aspx", others=(("fed", "TUR"),)))
    assert refusal.value.facts["page"] == "fed.aspx"


@pytest.mark.parametrize("fault", [Fault.status(503), Fault.status(429, 1), Fault.reset()])
def test_a_post_is_never_repeated(gated: Standin, pauses: list[float], fault: Fault) -> None:
    """The form of the gate is sent once, also when the answer is an error or a reset."""
    gated.faults.append(fault.sticky().when(is_post))
    with pytest.raises((SiteBusy, NoNetwork)):
        view(session(gated), art=9, snr=13)
    assert [seen.method for seen in gated.requests].count("POST") == 1


def test_a_reset_is_tried_again(direct: Standin, pauses: list[float]) -> None:
    """A connection that breaks off once costs one repeat."""
    direct.faults.append(Fault.reset())
    page, _ = view(session(direct), art=9, snr=13)
    assert card.read(page).player.start_number == 13
    assert len(direct.requests) == 2


def test_connections_that_break_off_every_time_are_told(
    direct: Standin, pauses: list[float]
) -> None:
    """After the retries the site counts as out of reach."""
    direct.faults.append(Fault.reset().sticky())
    with pytest.raises(NoNetwork):
        view(session(direct), art=9, snr=13)
    assert len(direct.requests) == 1 + RETRIES


def test_nobody_at_the_address_is_told(quick: None, pauses: list[float]) -> None:
    """A port that nobody listens on is no network, not a traceback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(NoNetwork):
        view(Site("9.9", f"http://127.0.0.1:{port}"))


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.half_page(), PageCut),
        (Fault.short_body(), PageCut),
        (Fault.empty(), PageEmpty),
        (Fault.binary(), PageBinary),
        (Fault.huge(), PageTooLarge),
        (Fault.endless(), PageTooLarge),
    ],
    ids=lambda one: one.kind if isinstance(one, Fault) else "",
)
def test_a_damaged_answer_is_refused_by_what_it_is(
    direct: Standin, fault: Fault, error: type[TnrateError]
) -> None:
    """Half a page, nothing, no text and too much are each told apart, and never read."""
    direct.faults.append(fault)
    with pytest.raises(error):
        view(session(direct), art=9, snr=13)


def _packed(body: bytes, chunked: bool, piece: int) -> list[bytes]:
    """Make an answer packed with gzip, in the pieces in which it is sent."""
    packed = gzip.compress(body, mtime=0)
    pieces = [packed[start : start + piece] for start in range(0, len(packed), piece)]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
    if chunked:
        ends = [b"%x\r\n%s\r\n" % (len(one), one) for one in pieces]
        return [head + b"Transfer-Encoding: chunked\r\n\r\n", *ends, b"0\r\n\r\n"]
    return [head + b"Content-Length: %d\r\n\r\n" % len(packed), *pieces]


def _say(server: socket.socket, pieces: list[bytes]) -> None:
    """Answer one visitor with pieces that arrive one by one."""
    visitor, _ = server.accept()
    with visitor, suppress(OSError):
        visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        visitor.recv(65536)
        for piece in pieces:
            visitor.sendall(piece)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("piece", [1, 7, 1000, 10**6])
def test_a_packed_page_is_unpacked_whole(quick: None, chunked: bool, piece: int) -> None:
    """A page that the server packs with gzip is the same page, in whatever pieces it comes."""
    page = render.card_page(demo.demo_event(), 13, demo.DEMO_STYLE).encode()
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_say, args=[server, _packed(page, chunked, piece)])
        thread.start()
        read, _ = view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
    assert card.read(read) == card.read(Page(page))


@pytest.mark.parametrize("chunked", [False, True])
def test_a_packed_page_that_ends_early_is_refused(quick: None, chunked: bool) -> None:
    """A packed page whose last part never comes is cut, and is not read."""
    page = render.card_page(demo.demo_event(), 13, demo.DEMO_STYLE).encode()
    pieces = _packed(page, chunked, 500)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_say, args=[server, pieces[: len(pieces) // 2]])
        thread.start()
        with pytest.raises(PageCut):
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()


def test_a_packed_page_that_unpacks_without_end_is_refused(quick: None) -> None:
    """The limit counts unpacked bytes: some kilobytes that swell to 64 MB are too large."""
    pieces = _packed(b" " * 64_000_000, chunked=False, piece=10**6)
    assert sum(map(len, pieces)) < 100_000
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_say, args=[server, pieces])
        thread.start()
        with pytest.raises(PageTooLarge):
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()


def test_bytes_that_only_claim_to_be_packed_are_refused(quick: None) -> None:
    """An answer that says gzip and is none ends in a refusal."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\nnopack"
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_say, args=[server, [answer]])
        thread.start()
        with pytest.raises(TnrateError):
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()


def test_a_page_that_drips_too_long_is_given_up(
    direct: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a page must have come within PAGE_TIMEOUT, however steadily it drips."""
    monkeypatch.setattr(site_module, "PAGE_TIMEOUT", 0.2)
    direct.faults.append(Fault.slow(pause=0.02, piece=1024))
    with pytest.raises(SiteTimeout):
        view(session(direct), art=9, snr=13)


def test_a_page_that_drips_is_left_before_its_end(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The visitor hangs up when the time is over, not when the last byte has come."""
    monkeypatch.setattr(site_module, "PAGE_TIMEOUT", 0.2)
    sent_all: list[bool] = []
    pieces = 120

    def drip(server: socket.socket) -> None:
        visitor, _ = server.accept()
        with visitor:
            visitor.recv(65536)
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {pieces}\r\n\r\n"
            try:
                visitor.sendall(head.encode())
                for _ in range(pieces):
                    visitor.sendall(b" ")
                    stop.wait(0.02)
            except OSError:
                sent_all.append(False)
            else:
                sent_all.append(True)

    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=[server], daemon=True)
        thread.start()
        with pytest.raises(SiteTimeout):
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
    assert sent_all == [False]


@pytest.mark.parametrize(
    "start",
    [b"", b"HTTP/1.1 ", b"HTTP/1.1 200 OK\r\nX-Drip: "],
    ids=["nothing", "status", "header"],
)
def test_headers_that_drip_are_given_up(
    quick: None, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    """PAGE_TIMEOUT holds for the whole exchange: also for a line that never ends."""
    monkeypatch.setattr(site_module, "PAGE_TIMEOUT", 0.2)
    stop = threading.Event()

    def drip(server: socket.socket) -> None:
        visitor, _ = server.accept()
        with visitor, suppress(OSError):
            visitor.recv(65536)
            visitor.sendall(start)
            while not stop.wait(0.02):
                visitor.sendall(b"x" if start else b"")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=[server])
        thread.start()
        visitor = Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}")
        with pytest.raises(SiteTimeout):
            view(visitor)
        stop.set()
        thread.join()
        assert visitor.requests == 1


def test_no_repeat_goes_past_the_deadline(direct: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause that would end after the deadline is not begun: the person hears of it now."""
    monkeypatch.setattr(site_module, "PAGE_TIMEOUT", 5.0)
    direct.faults.append(Fault.status(503, retry_after=6).sticky())
    with pytest.raises(SiteBusy):
        view(session(direct), art=9, snr=13)
    assert len(direct.requests) == 1


def test_a_site_that_says_nothing_times_out(
    quick: None, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """A connection that is taken and never answered ends as a timeout."""
    monkeypatch.setattr(site_module, "READ_TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as server:
        with pytest.raises(SiteTimeout) as refusal:
            view(Site("9.9", f"http://127.0.0.1:{server.getsockname()[1]}"))
        assert refusal.value.facts["host"] == "127.0.0.1"


def test_the_pace_of_one_second_per_host_is_kept() -> None:
    """Requests reach one host at least a second apart; the stand-in's own record shows it."""
    with Standin([demo.demo_event()], demo.DEMO_STYLE, redirect=False) as standin:
        visitor = session(standin)
        view(visitor, art=0)
        view(visitor, art=9, snr=13)
        view(visitor, art=9, snr=14)
        times = [seen.at for seen in standin.requests]
    assert len(times) == 3
    # The way to the server takes a moment that differs from request to request.
    assert min(later - sooner for sooner, later in pairwise(times)) > 0.95


class Clock:
    """A clock that only pauses move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Give the time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.now += seconds


@pytest.mark.parametrize("retry_after", [1, 3])
def test_the_pace_is_kept_after_a_repeat(monkeypatch: pytest.MonkeyPatch, retry_after: int) -> None:
    """The request after a repeated one waits for its turn too: a second after the repeat."""
    clock = Clock()
    monkeypatch.setattr(site_module, "time", clock)
    times: list[float] = []

    def note(seen: Seen) -> bool:
        times.append(clock.now)
        return False

    with Standin([demo.demo_event()], demo.DEMO_STYLE, redirect=False) as standin:
        standin.faults += [Fault.reset().when(note), Fault.status(429, retry_after)]
        visitor = session(standin)
        view(visitor, art=0)
        view(visitor, art=9, snr=13)
    assert len(times) == 3
    assert min(later - sooner for sooner, later in pairwise(times)) >= 1


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("", "https://chess-results.com"),
        ("  ", "https://chess-results.com"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        (" http://127.0.0.1:8000/ ", "http://127.0.0.1:8000"),
        ("http://127.0.0.2:8000", "http://127.0.0.2:8000"),
        ("http://localhost:8000/x?y", "http://localhost:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_a_stand_in_on_this_computer_is_accepted(
    monkeypatch: pytest.MonkeyPatch, given: str, base: str
) -> None:
    """TNRATE_SITE may name a port on loopback; empty means the site itself."""
    monkeypatch.setenv("TNRATE_SITE", given)
    assert base_from_environment() == base


@pytest.mark.parametrize(
    "given",
    [
        "http://evil.example:8000",
        "http://10.0.0.1:8000",
        "http://0.0.0.0:8000",
        "http://127.0.0.1.evil.example:8000",
        "http://localhost.evil.example:8000",
        "http://127.0.0.1@evil.example:8000",
        "http://127.0.0.1",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:port",
        "http://[::1",
        "127.0.0.1:8000",
        "ftp://127.0.0.1:8000",
        "https://chess-results.com",
        "stand-in",
    ],
)
def test_any_other_stand_in_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    """Everything that is not a port on loopback is refused before a request is made."""
    monkeypatch.setenv("TNRATE_SITE", given)
    with pytest.raises(NotAStandIn) as refusal:
        Site("9.9")
    assert refusal.value.facts["given"] == given
