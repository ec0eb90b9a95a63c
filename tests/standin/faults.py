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
    "wrong_round",
    "stale_crosstable",
]

# These change a page that is about to be sent, so the redirect to the node does not use them up.
_ON_PAGES: frozenset[FaultKind] = frozenset(
    {"short_body", "half_page", "slow", "closed_gate", "wrong_round", "stale_crosstable"}
)
_ROUND_VIEWS = {"1", "2", "3", "0"}
_CROSSTABLES = {"4", "5"}


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

    @classmethod
    def wrong_round(cls, by: int = -1) -> Fault:
        """Show another round than the one asked for, so many further."""
        return cls("wrong_round", code=by)

    @classmethod
    def stale_crosstable(cls) -> Fault:
        """Show a crosstable without the results of the newest round."""
        return cls("stale_crosstable")

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
        if not self._has_object(seen.query):
            return False
        return self.applies is None or self.applies(seen)

    def _has_object(self, query: Mapping[str, str]) -> bool:
        """Tell whether a view has what the fault changes: a round, a crosstable."""
        asked = {name.lower(): value for name, value in query.items()}
        match self.kind:
            case "wrong_round":
                return asked.get("art") in _ROUND_VIEWS and asked.get("rd", "").isdecimal()
            case "stale_crosstable":
                return asked.get("art") in _CROSSTABLES
            case _:
                return True


def by_name(name: str) -> Fault:
    """Make a fault from its name, as it is typed: a status, `reset`, `slow`, ...

    With an exclamation mark at the end it stays; otherwise it is used once.
    """
    plain = name.removesuffix("!")
    if plain.isdecimal():
        fault = Fault.status(int(plain), 1 if plain in {"429", "503"} else None)
    elif plain in NAMES:
        fault = NAMES[plain]()
    else:
        raise ValueError(f"{name!r} is no fault; there are: {', '.join(NAMES)}, and any status")
    return fault.sticky() if name.endswith("!") else fault


NAMES: Mapping[str, Callable[[], Fault]] = {
    "reset": Fault.reset,
    "short_body": Fault.short_body,
    "half_page": Fault.half_page,
    "limit": Fault.limit,
    "slow": Fault.slow,
    "redirect": Fault.redirect,
    "redirect_loop": Fault.redirect_loop,
    "huge": Fault.huge,
    "endless": Fault.endless,
    "empty": Fault.empty,
    "binary": Fault.binary,
    "closed_gate": Fault.closed_gate,
    "wrong_round": Fault.wrong_round,
    "stale_crosstable": Fault.stale_crosstable,
}


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
