"""The keys of the translation: every sentence that the program can say, found in its code.

`python -m report.messages` brings the Turkish catalogue up to date after a sentence was added or
changed: it adds missing keys to the .po file and compiles the .mo file. Needs Babel.
"""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from report import explanation_words, words
from scraper import errors

ROOM = Path(__file__).parent
CATALOGUE = ROOM / "locale" / "tr" / "LC_MESSAGES" / "tnrate.po"
_TABLES = (
    words.REASONS,
    words.K_REASONS,
    words.K_SOURCES,
    words.NOTES,
    words.CHECKS,
    words.COLUMNS,
    words.KINDS,
    words.FACT_CHECKS,
    words.VIEWS,
    words.AGES,
    words.BASES,
    words.STANDARD_BASES,
    words.LIST_KINDS,
    words.TIME_CONTROLS,
    words.COLOURS,
    words.CONDITIONS,
    words.NORM_STATES,
    words.FOLLOWING,
    words.HAPPENINGS,
    words.OUTCOMES,
    words.PHASES,
    words.SCENARIOS,
    words.FACTS,
    explanation_words.HEADINGS,
    explanation_words.RULES,
)
# In the code, a sentence is the first argument of a call of one of these.
_TRANSLATORS = frozenset({"t", "words", "_words"})


def keys() -> set[str]:
    """Return every template that is translated."""
    found = {words.CHECK_HINT, *(text for table in _TABLES for text in table.values())}
    for _, error in inspect.getmembers(errors, inspect.isclass):
        if issubclass(error, errors.TnrateError) and error is not errors.TnrateError:
            found |= {error.text, error.hint}
    for path in ROOM.glob("*.py"):
        found |= set(_literals(ast.parse(path.read_text("utf-8"))))
    return found


def _literals(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        if name in _TRANSLATORS and node.args:
            yield from _texts(node.args[0])


def _texts(node: ast.AST) -> Iterator[str]:
    """Give the texts that an expression can be; what picks one from a table is none of them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    if not isinstance(node, ast.Subscript):
        for part in ast.iter_child_nodes(node):
            yield from _texts(part)


def update() -> None:
    """Add missing keys to the catalogue, drop unknown ones, and compile it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po

    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file, locale="tr")
    wanted = keys()
    for key in wanted:
        if key not in catalogue:
            catalogue.add(key)
    for message in list(catalogue):
        if message.id and message.id not in wanted:
            catalogue.delete(message.id)
    with CATALOGUE.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, omit_header=False)
    with CATALOGUE.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    update()
