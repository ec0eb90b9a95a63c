"""The stand-in on a loopback port: redirect to a node, gate, paging, and faults on demand."""

from __future__ import annotations

import os
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self, cast
from urllib.parse import parse_qsl, urlsplit

from tests.standin import render
from tests.standin.event import Event, Style
from tests.standin.faults import Fault, Seen, filler
from tests.standin.site import Answer, Library, redirected

BARE_HOST = "127.0.0.1"
NODE_HOST = "localhost"
_LOOP = "/loop/"
_HTML = "text/html; charset=utf-8"
_WHOLE_PAGES = frozenset({"closed_gate", "wrong_round", "stale_crosstable"})
_OTHER_ROUND = re.compile(r"(\brd=)(\d+)", re.IGNORECASE)
_BINARY = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 16


class Standin:
    """A site of its own for tests: `with Standin([event]) as site: ... site.url`.

    A request to the bare host 127.0.0.1 is sent on to the node, `localhost` on the same port,
    unless it names a node already; a POST is always sent on, and so arrives as a GET.
    `styles` gives single events a style of their own, by tournament number.
    """

    def __init__(
        self,
        events: Iterable[Event] = (),
        style: Style | None = None,
        *,
        styles: Mapping[int, Style] | None = None,
        redirect: bool = True,
        missing_status: int = 200,
        port: int = 0,
    ) -> None:
        self.requests: list[Seen] = []
        self.faults: list[Fault] = []
        self.redirect = redirect
        self._library = Library(events, style or Style(), styles or {}, missing_status)
        self._lock = threading.Lock()
        self._port = port
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Open the port and answer from now on."""
        self._server = _Server(self, self._port)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Close the port and let go of visitors that are still being served."""
        if self._server is None or self._thread is None:
            return
        self._server.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._server = self._thread = None

    @property
    def port(self) -> int:
        """Give the port in use."""
        return self._server.server_address[1] if self._server else self._port

    @property
    def url(self) -> str:
        """Give the address of the bare host, without a slash at the end."""
        return f"http://{BARE_HOST}:{self.port}"

    @property
    def node_url(self) -> str:
        """Give the address of the node, without a slash at the end."""
        return f"http://{NODE_HOST}:{self.port}"

    def link(self, number: int, **parameters: object) -> str:
        """Make the address of a tournament page on the bare host."""
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        return f"{self.url}/tnr{number}.aspx" + (f"?{query}" if query else "")

    def put(self, event: Event, style: Style | None = None) -> None:
        """Upload an event, new or changed, as an arbiter does between rounds."""
        with self._lock:
            self._library.events[event.number] = event
            if style is not None:
                self._library.styles[event.number] = style

    def remove(self, number: int) -> None:
        """Delete an event."""
        with self._lock:
            self._library.events.pop(number, None)

    def forget(self) -> None:
        """Empty the list of requests."""
        with self._lock:
            self.requests.clear()

    def take_fault(self, seen: Seen, gives_page: bool) -> Fault | None:
        """Note a request and give the first fault that is meant for it."""
        with self._lock:
            self.requests.append(seen)
            for place, fault in enumerate(self.faults):
                if fault.meets(seen, gives_page):
                    return fault if fault.stays else self.faults.pop(place)
        return None

    def answer(
        self, path: str, query: str, form: Mapping[str, str] | None, gate_stays: bool
    ) -> Answer:
        """Make the page that a request to the node asks for."""
        with self._lock:
            return self._library.answer(path, query, form, gate_stays)

    def stale_answer(self, path: str, query: str, form: Mapping[str, str] | None) -> Answer:
        """Make the page with crosstables that lack the results of the newest round."""
        with self._lock:
            return self._library.answer(path, query, form, stale=True)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, standin: Standin, port: int) -> None:
        super().__init__((BARE_HOST, port), _Handler)
        self.standin = standin
        self.stopping = threading.Event()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a visitor hangs up, and let everything else be seen."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Standin"
    sys_version = ""
    timeout = 30
    disable_nagle_algorithm = True  # or every answer waits for the receipt of its head

    def do_GET(self) -> None:
        """Answer a GET."""
        self._serve(None)

    def do_POST(self) -> None:
        """Answer a POST of a form."""
        length = int(self.headers.get("Content-Length") or 0)
        sent = self.rfile.read(length).decode("utf-8", "replace")
        self._serve(dict(parse_qsl(sent, keep_blank_values=True)))

    def log_message(self, format: str, *args: object) -> None:
        """Keep the log silent; the list of requests tells the same."""

    @property
    def _site(self) -> Standin:
        return cast("_Server", self.server).standin

    def _serve(self, form: Mapping[str, str] | None) -> None:
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query, keep_blank_values=True))
        host = (self.headers.get("Host") or "").rpartition(":")[0]
        seen = Seen(
            self.command,
            address.path,
            query,
            dict(self.headers.items()),
            time.monotonic(),
            host,
            form or {},
        )
        if address.path.startswith(_LOOP):
            self._site.take_fault(seen, gives_page=False)
            self._send_on(f"{_LOOP}{int(address.path[len(_LOOP) :] or 0) + 1}")
            return
        named = {name.lower() for name in query}
        send_on = (
            self._site.redirect
            and host == BARE_HOST
            and redirected(address.path)
            and (form is not None or "snode" not in named)
        )
        fault = self._site.take_fault(seen, gives_page=not send_on)
        if fault is not None and self._instead(fault):
            return
        if send_on:
            rest = address.query if "snode" in named else f"{address.query}&SNode=S0".lstrip("&")
            self._send_on(f"{self._site.node_url}{address.path}?{rest}")
            return
        closed = fault is not None and fault.kind == "closed_gate"
        asked = address.query
        if fault is not None and fault.kind == "wrong_round":
            asked = _OTHER_ROUND.sub(lambda found: f"{found[1]}{int(found[2]) + fault.code}", asked)
        if fault is not None and fault.kind == "stale_crosstable":
            answer = self._site.stale_answer(address.path, asked, form)
        else:
            answer = self._site.answer(address.path, asked, form, closed)
        body = answer.page.encode()
        if fault is None or fault.kind in _WHOLE_PAGES:
            self._send(answer.status, body)
        else:
            self._send_badly(fault, answer.status, body)

    def _instead(self, fault: Fault) -> bool:
        """Let a fault answer in the page's place; tell whether it did."""
        match fault.kind:
            case "status":
                self._send(fault.code, b"<html><body>Service</body></html>", fault.retry_after)
            case "reset":
                self._break_off()
            case "limit":
                self._send(200, render.limit_page(Style()).encode())
            case "redirect":
                self._send_on(fault.location)
            case "redirect_loop":
                self._send_on(f"{_LOOP}1")
            case "huge":
                self._send_pieces(fault.size)
            case "endless":
                self._send_pieces(None)
            case "empty":
                self._send(200, b"")
            case "binary":
                self._send(200, _BINARY, kind="application/octet-stream")
            case _:
                return False
        return True

    def _send(
        self, status: int, body: bytes, retry_after: str | None = None, kind: str = _HTML
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if retry_after is not None:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(body)

    def _send_on(self, location: str) -> None:
        self.send_response(302)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_badly(self, fault: Fault, status: int, body: bytes) -> None:
        half = body[: len(body) // 2]
        if fault.kind == "half_page":
            self._send(status, half)
            return
        self.send_response(status)
        self.send_header("Content-Type", _HTML)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault.kind == "short_body":
            self.wfile.write(half)
            self.close_connection = True
            return
        stopping = cast("_Server", self.server).stopping
        for start in range(0, len(body), fault.piece):
            self.wfile.write(body[start : start + fault.piece])
            self.wfile.flush()
            if stopping.wait(fault.pause):
                break
        self.close_connection = stopping.is_set()

    def _send_pieces(self, size: int | None) -> None:
        """Send filler: with its length, or in chunks that end only with the visit."""
        stopping = cast("_Server", self.server).stopping
        self.send_response(200)
        self.send_header("Content-Type", _HTML)
        if size is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(size))
        self.end_headers()
        self.close_connection = True
        for piece in filler(size):
            if stopping.is_set():
                return
            chunk = b"%x\r\n%s\r\n" % (len(piece), piece)
            self.wfile.write(chunk if size is None else piece)

    def _break_off(self) -> None:
        """Close the connection so that the visitor meets a reset."""
        self.close_connection = True
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        os.close(self.connection.detach())
