"""Explanations in words: steps as JSON, and as lines for people."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rating.explain.steps import Chapter, Explanation, Step, Value
from report.document import Document, hundredths, plain
from report.explanation_words import HEADINGS, RULES
from report.words import CONDITIONS, K_REASONS, LIST_NAMES, NORM_STATES, TIME_CONTROLS, Words

_INPUT = re.compile(r"{(\w+)(:\+)?}")
_NAMES = LIST_NAMES | {
    "fide": "FIDE", "elo": "Elo", "glicko1": "Glicko-1", "glicko2": "Glicko-2",
    "lichess": "lichess",
}  # fmt: skip


def lines_of(chapters: Sequence[Document] | None) -> list[str]:
    """Return written chapters as lines for people; none where nothing is explained."""
    lines: list[str] = []
    for chapter in chapters or ():
        lines += ["", chapter["title"], *(f"• {step['text']}" for step in chapter["steps"])]
    return lines


def of_explanation(explanation: Explanation | None, words: Words) -> list[Document] | None:
    """Return the chapters; None where nobody asked for them."""
    if explanation is None:
        return None
    return [
        {
            "about": chapter.about,
            "system": chapter.system,
            "round": chapter.facts.get("round"),
            "game": chapter.facts.get("game"),
            "event": chapter.facts.get("event"),
            "list": chapter.facts.get("month"),
            "time_control": chapter.facts.get("time_control"),
            "title": heading(chapter, words),
            "steps": [_step(step, words, chapter.system) for step in chapter.steps],
        }
        for chapter in explanation
    ]


def heading(chapter: Chapter, words: Words) -> str:
    """Name a chapter: the system, and what it is about."""
    about = chapter.about
    if about == "round" and chapter.facts.get("score") is None:
        about = "round_without_game"
    facts = dict(chapter.facts)
    if not facts.get("opponent"):
        is_unrated = facts.get("opponent") == 0
        facts["opponent"] = words(
            "an unrated opponent" if is_unrated else "an opponent of unknown rating"
        )
    written = {name: _in(words, value) for name, value in facts.items()}
    score = chapter.facts.get("score")
    if isinstance(score, Decimal):
        written["score"] = words.points(score)
    if "time_control" in written:
        written["control"] = words(TIME_CONTROLS[written["time_control"]])
    title = words(HEADINGS[about], **written)
    system = _NAMES.get(chapter.system)
    return title if system is None else f"{system} · {title}"


def line(step: Step, words: Words, system: str) -> str:
    """Write a step of a chapter on that system: the rule, the arithmetic, the article."""
    article = f" [{cited(step.article, words)}]" if step.article else ""
    reckoned = arithmetic(step, lambda value: _in(words, value))
    return f"{sentence(step, words, system)}{': ' if reckoned else ''}{reckoned}{article}"


def cited(article: str, words: Words) -> str:
    """Name an article, of the Title Regulations in the reader's language."""
    return article.replace("Title Regulations", words("Title Regulations"))


def sentence(step: Step, words: Words, system: str) -> str:
    """Say the rule of a step."""
    written = {"list": _NAMES.get(system, "")} | {
        name: _in(words, value) for name, value in step.inputs.items()
    }
    if "reason" in written:
        written["reason"] = words(K_REASONS[written["reason"]], **written)
    if "condition" in written:
        written["condition"] = words(CONDITIONS[written["condition"]], **written)
        written["state"] = words(NORM_STATES[written["state"]])
    return words(RULES[step.rule], **written)


def arithmetic(step: Step, write: Callable[[Value], str]) -> str:
    """Write the formula of a step in numbers; empty where there is nothing to reckon."""

    def number(match: re.Match[str]) -> str:
        value = step.inputs[match[1]]
        return _added(value, write) if match[2] else write(value)

    return _INPUT.sub(number, step.formula)


def _step(step: Step, words: Words, system: str) -> Document:
    return {
        "of": step.of,
        "rule": step.rule,
        "article": step.article,
        "inputs": {name: _fact(value) for name, value in step.inputs.items()},
        "arithmetic": arithmetic(step, _plain) or None,
        "text": line(step, words, system),
    }


def _fact(value: Value) -> Any:
    """Return an input as the JSON contract has it: exact numbers are strings."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Decimal):
        return plain(value)
    return str(value) if isinstance(value, Fraction) else [plain(one) for one in value]


def _plain(value: Value) -> str:
    """Write a number with a decimal point; several as a sum; a fraction with two decimals."""
    if value is None:
        return "?"
    if isinstance(value, int | str):
        return str(value).replace("-", "−")
    if isinstance(value, Fraction):
        value = hundredths(value)
    if isinstance(value, Decimal):
        return plain(value).replace("-", "−")
    return _plain(value[0]) + "".join(_added(one, _plain) for one in value[1:])


def _in(words: Words, value: Value) -> str:
    return value if isinstance(value, str) else words.localised(_plain(value))


def _added(value: Value, write: Callable[[Value], str]) -> str:
    """Write a number as it is added to another one, or taken away from it."""
    written = write(value)
    return f" − {written[1:]}" if written.startswith("−") else f" + {written}"
