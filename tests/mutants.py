"""A plugin of pytest for `mutmut run`: few and always the same examples, tables under the mutant.

A mutant is switched on after its module is imported. What functions made at import, or keep from
earlier tests, would hide it, so it is made anew for each test. `python -m tests.mutants` prints
what became of the mutants, module by module.
"""

import json
from typing import Any

import pytest
from hypothesis import Phase, settings

from rating import conversion, fide, first_rating, norm_rules
from scraper.model import TimeControl
from tests.conftest import ROOT

# What mutmut keeps of a mutant whose tests all passed, that no test met, or that is not tried yet.
_ALIVE = (0, 5, 33, None)
FAST = (TimeControl.RAPID, TimeControl.BLITZ)

settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=25,
    database=None,
    # Whoever is killed need not be told by the smallest example.
    phases=(Phase.explicit, Phase.generate),
)


def pytest_configure() -> None:
    """Replace the examples of the usual runs, after tests/conftest.py has chosen them."""
    settings.load_profile("mutants")


@pytest.fixture(autouse=True)
def _tables_made_anew(request: pytest.FixtureRequest) -> None:
    conversion.hundredths_within.cache_clear()
    # Only for the tests that hold the rules themselves: else a mutant of them would meet all tests.
    match request.module.__name__:
        case "tests.test_fide_rules":
            fide.RULES.update({fast: fide._fast(fast) for fast in FAST})
        case "tests.test_first_rating":
            first_rating.RULES[TimeControl.STANDARD] = first_rating._standard()
            first_rating.RULES.update({fast: first_rating._fast(fast) for fast in FAST})
        case "tests.test_norms":
            for rules, more in zip(norm_rules.RULES, (1, 0), strict=False):
                limits: Any = rules.limits
                limits.update(norm_rules._performances_alone(more))


def figures() -> None:
    """Print for each module the mutants, how many were killed, and the share; then all together."""
    print(f"{'module':32}{'mutants':>8}{'killed':>8}{'share':>8}")
    mutants = killed = 0
    for path in sorted((ROOT / "mutants" / "rating").rglob("*.meta")):
        codes = list(json.loads(path.read_text("utf-8"))["exit_code_by_key"].values())
        if codes:
            dead = sum(code not in _ALIVE for code in codes)
            mutants, killed = mutants + len(codes), killed + dead
            name = path.relative_to(ROOT / "mutants").with_suffix("")
            print(f"{name!s:32}{len(codes):8}{dead:8}{dead / len(codes):8.1%}")
    if mutants:
        print(f"{'all':32}{mutants:8}{killed:8}{killed / mutants:8.1%}")


if __name__ == "__main__":
    figures()
