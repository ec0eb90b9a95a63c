"""The step that explains one number, and the chapter that explains one result."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

Value = int | Decimal | Fraction | str | Sequence[Decimal] | None
Inputs = Mapping[str, Value]


class Step(NamedTuple):
    """One number.

    `of` names it, as the JSON contract does where it has that number; `rule` is the code of the
    sentence that says why; `article` is where the rule stands, None where it stands nowhere.
    `formula` names the inputs in braces: "{k} × ({score} − {expected}) = {change}"; "{x:+}" is a
    number that is added or, below 0, taken away, and a sequence of numbers is added up. It is empty
    where there is nothing to reckon. What it gives stands among the inputs, under the name `of`.
    """

    of: str
    rule: str
    article: str | None
    formula: str
    inputs: Inputs


class Chapter(NamedTuple):
    """What belongs together: `about` is the code of its heading, `facts` are the heading's values.

    `system` is fide, ukd, uhs, uys or another system of `calc`.
    """

    about: str
    system: str
    facts: Inputs
    steps: Sequence[Step]


Explanation = tuple[Chapter, ...]
