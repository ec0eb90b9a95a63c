"""A refusal that was kept as its code and facts, put into words again."""

import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter

from report.words import Words
from scraper import errors


def sentence_of(code: str, facts: Mapping[str, object], words: Words) -> str:
    """Say what was met; a code that this version does not know is repeated as it is."""
    fitting = [refusal for refusal in _refusals(code) if _blanks(refusal.text) <= facts.keys()]
    if not fitting:
        return words("An unknown obstacle ({code}).", code=code)
    # Refusals that share a code: the one that says most.
    says_most = max(fitting, key=lambda refusal: len(_blanks(refusal.text)))
    return words.refusal(says_most(**facts))


@cache
def _refusals(code: str) -> tuple[type[errors.TnrateError], ...]:
    return tuple(each for each in _known() if each.code == code)


def _known() -> Iterator[type[errors.TnrateError]]:
    for _, each in inspect.getmembers(errors, inspect.isclass):
        if issubclass(each, errors.TnrateError) and each is not errors.TnrateError:
            yield each


def _blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
