"""What can go wrong on the way to a page, described one fault at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

FaultKind = Literal[
    "status",
    "reset",
    "short_body",
    "half_page",
    "limit",
    "slow",
    "redirect",
    "redirect_loop",
    "huge",
    "endless",
    "empty",
    "binary",
    "closed_gate",
]

# These change a page that is about to be sent, so the redirect to the node does not use them up.
_ON_PAGES: frozenset[FaultKind] = frozenset({"short_body", "half_page", "slow", "closed_gate"})


@dataclass(frozen=True)
class Seen:
    """One request as the stand-in received it."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    at: float
    host: str = ""
    form: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong. It is used once, in its turn, unless it is made sticky."""

    kind: FaultKind
    code: int = 200
    retry_after: str | None = None
    location: str = ""
    pause: float = 0.0
    piece: int = 0
    size: int = 0
    stays: bool = False
    applies: Callable[[Seen], bool] | None = None

    @classmethod
    def status(cls, code: int, retry_after: int | str | None = None) -> Fault:
        """Answer with a status, and say when to come back if wanted."""
        return cls("status", code, None if retry_after is None else str(retry_after))

    @classmethod
    def reset(cls) -> Fault:
        """Break the connection off before an answer."""
        return cls("reset")

    @classmethod
    def short_body(cls) -> Fault:
        """Announce the length of the whole page, send half of it and hang up."""
        return cls("short_body")

    @classmethod
    def half_page(cls) -> Fault:
        """Send half a page and announce just that half, so that only its content shows it."""
        return cls("half_page")

    @classmethod
    def limit(cls) -> Fault:
        """Answer with the page of the daily limit."""
        return cls("limit")

    @classmethod
    def slow(cls, pause: float = 0.05, piece: int = 256) -> Fault:
        """Let the page drip: so many bytes, a pause, so many bytes."""
        return cls("slow", pause=pause, piece=piece)

    @classmethod
    def redirect(cls, location: str = "http://evil.example/") -> Fault:
        """Send the visitor somewhere else."""
        return cls("redirect", 302, location=location)

    @classmethod
    def redirect_loop(cls) -> Fault:
        """Send the visitor from one address to the next without end."""
        return cls("redirect_loop", 302)

    @classmethod
    def huge(cls, size: int = 64 * 1024 * 1024) -> Fault:
        """Send a page of so many bytes, with its length announced."""
        return cls("huge", size=size)

    @classmethod
    def endless(cls) -> Fault:
        """Send a page in pieces that do not end before the visitor leaves."""
        return cls("endless")

    @classmethod
    def empty(cls) -> Fault:
        """Answer with status 200 and nothing."""
        return cls("empty")

    @classmethod
    def binary(cls) -> Fault:
        """Answer with bytes that are no text."""
        return cls("binary")

    @classmethod
    def closed_gate(cls) -> Fault:
        """Show the gate whatever was sent. This one is sticky from the start."""
        return cls("closed_gate", stays=True)

    def sticky(self) -> Fault:
        """Make the fault stay for every request."""
        return replace(self, stays=True)

    def when(self, applies: Callable[[Seen], bool]) -> Fault:
        """Keep the fault for requests that fulfil a condition."""
        return replace(self, applies=applies)

    def meets(self, seen: Seen, gives_page: bool) -> bool:
        """Tell whether the fault is meant for this request."""
        if self.kind in _ON_PAGES and not gives_page:
            return False
        return self.applies is None or self.applies(seen)


def filler(size: int | None) -> Iterator[bytes]:
    """Give pieces of a page that begins well and then repeats itself; None gives no end."""
    start = b"<html><body><table class='CRs1'>"
    row = b"<tr class='CRg1'><td class='CR'>1</td><td class='CR'>row</td></tr>\n" * 512
    yield start if size is None else start[:size]
    left = None if size is None else size - len(start)
    while left is None or left > 0:
        piece = row if left is None else row[:left]
        yield piece
        if left is not None:
            left -= len(piece)
