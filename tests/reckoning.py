"""A pocket calculator for the arithmetic of explanations, as anybody would type it in."""

import math
import re

# What is left of "=" must be exactly what is right of it; "≈" leaves out digits, "→" rounds,
# cuts off or limits, which the rule of the step says.
_SIGNS = re.compile(r" ([=≈→]) ")
_TYPED = (("×", "*"), ("÷", "/"), ("−", "-"), ("²", "**2"), ("^", "**"), ("√", "math.sqrt"),
          ("π", "math.pi"), (" %", ""))  # fmt: skip


def value_of(term: str) -> float:
    """Work out one side, in English form."""
    for written, typed in _TYPED:
        term = term.replace(written, typed)
    term = re.sub(r"\be\*\*", "math.e**", term)
    if not re.fullmatch(r"[-0-9+*/(). ]*", re.sub(r"math\.(sqrt|pi|e)", "", term)):
        raise ValueError(term)
    return float(eval(term, {"math": math}))  # noqa: S307 - digits and signs alone


def wrong_in(arithmetic: str) -> list[str]:
    """Return the parts of "2 × 3 = 6; 6 ÷ 4 → 2" that do not hold; "→" moves a number at most 1."""
    return [part for part in arithmetic.split("; ") if part and not _holds(part)]


def _holds(part: str) -> bool:
    pieces = _SIGNS.split(part)
    values = [value_of(term) for term in pieces[::2]]
    return all(
        _agree(before, sign, after)
        for before, sign, after in zip(values[:-1], pieces[1::2], values[1:], strict=True)
    )


def _agree(before: float, sign: str, after: float) -> bool:
    if sign == "=":
        return math.isclose(before, after, abs_tol=1e-9)
    if sign == "≈":
        return math.isclose(before, after, rel_tol=1e-3, abs_tol=0.02)
    return abs(before - after) <= 1
