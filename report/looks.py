"""What was fetched, one line a page, for those who ask with -v. Numbers only, nobody's name."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from report.words import Words


class Page(Protocol):
    """What the words need of a page that was read."""

    @property
    def fetched_at(self) -> datetime:
        """When it was fetched."""

    @property
    def size(self) -> int:
        """Its bytes."""

    @property
    def from_store(self) -> bool:
        """Whether it came from the store."""


class Look(Protocol):
    """What the words need of a logical request."""

    @property
    def request(self) -> object:
        """What was asked for; its text names it in numbers."""

    @property
    def fetched(self) -> Page | None:
        """What came, None for a refusal."""

    @property
    def age(self) -> timedelta:
        """How old it was."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    @property
    def requests(self) -> int:
        """How many requests it took."""


def lines_of(looks: Sequence[Look], words: Words) -> Iterator[str]:
    """Give a line for each page that was wanted, and one with the sums."""
    for look in looks:
        seconds = f"{look.seconds:.2f}"
        if look.fetched is None:
            yield words("{page}: refused, {seconds} s", page=look.request, seconds=seconds)
            continue
        size = look.fetched.size
        if look.fetched.from_store:
            age = words.age(look.age)
            yield words(
                "{page}: from the store, {age} old, {seconds} s, {size} bytes",
                page=look.request,
                age=age,
                seconds=seconds,
                size=size,
            )
        else:
            yield words(
                "{page}: from the site, {seconds} s, {size} bytes",
                page=look.request,
                seconds=seconds,
                size=size,
            )
    stored = sum(look.fetched is not None and look.fetched.from_store for look in looks)
    asked = sum(look.requests for look in looks)
    yield words("Requests: {asked}; pages from the store: {stored}", asked=asked, stored=stored)
