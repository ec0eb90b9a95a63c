"""The rating core by itself: what it loads, and its values, which nobody can change."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from rating.fide import FideRules, FideTotal, KRule, rules_for
from rating.game import Game, NotCounted, RatedGame, Reason
from rating.k_factor import KFactor
from rating.records import NamedTuple
from rating.ukd import UkdTotal
from scraper.model import TimeControl

CORE = ("conversion", "dated", "fide", "game", "ukd")
# Each takes as long to import as all of the core, or much longer.
HEAVY = {"dataclasses", "inspect", "typing", "re", "json", "sqlite3", "gettext", "scraper.model"}
HEAVY |= {"lxml", "bs4", "requests", "urllib3", "rich", "click", "prompt_toolkit"}
NAMES = "import sys, rating.{}; print(*sys.modules)"


@pytest.mark.parametrize("module", CORE)
def test_the_core_loads_nothing_heavy(module: str) -> None:
    """A program that only wants numbers pays for tables and dates, not for pages or classes."""
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", NAMES.format(module)],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    loaded = set(done.stdout.split())
    assert f"rating.{module}" in loaded
    assert not loaded & HEAVY


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: int | None = None

    @property
    def both(self) -> tuple[int, int | None]:
        """The two."""
        return self.first, self.second


def test_a_record_is_a_named_tuple() -> None:
    """It is built by place or by name, with defaults, keeps what its class says, and is a tuple."""
    assert Pair(first=1) == Pair(1, None) == (1, None)
    assert Pair(1, 2).both == (1, 2)
    assert Pair(1)._replace(second=3) == Pair(1, 3)
    assert repr(Pair(1)) == "Pair(first=1, second=None)"
    assert (Pair.__doc__, Pair.__module__, Pair._fields) == (
        "Two numbers.",
        __name__,
        ("first", "second"),
    )
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]


RULES = rules_for(TimeControl.STANDARD, date(2026, 5, 1))


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (RULES, "cap"),
        (RULES.k, "normal"),
        (NotCounted(Reason.BYE), "reason"),
    ],
)
def test_values_of_the_core_cannot_be_changed(value: object, field: str) -> None:
    """Rules are shared by everybody who asks for them: no field can be set, and none added."""
    for name in (field, "invented"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
    assert {value: 1}[value] == 1


@pytest.mark.parametrize(
    "kind", [FideRules, FideTotal, Game, KFactor, KRule, NotCounted, RatedGame, UkdTotal]
)
def test_every_value_of_the_core_says_what_it_is(kind: type) -> None:
    """The documentation of a value is its own, not the one that named tuples make up."""
    assert kind.__doc__
    assert not kind.__doc__.startswith(f"{kind.__name__}(")
