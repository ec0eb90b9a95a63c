"""The words: every code has its sentence, every sentence its Turkish, with the same blanks."""

import ast
import inspect
import io
import re
import string
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rating.game import Reason
from report import messages, words
from report.words import Words, language_of_environment
from scraper import errors
from scraper.model import TimeControl
from tests.conftest import ROOT

MO = messages.CATALOGUE.with_suffix(".mo")
KEYS = sorted(messages.keys())
REFUSALS = sorted(
    (
        one
        for _, one in inspect.getmembers(errors, inspect.isclass)
        if issubclass(one, errors.TnrateError) and one is not errors.TnrateError
    ),
    key=lambda one: one.code,
)
# A sentence and its Turkish may be the same only where the word is the same in both languages.
SAME_IN_BOTH = {"FED", "K", "K {k}: {reason}", "No.", "Rating", "rating?"}


def catalogue() -> Catalog:
    """Read the Turkish catalogue."""
    with messages.CATALOGUE.open("rb") as file:
        return read_po(file, locale="tr")


def blanks(template: str) -> list[str]:
    """Give the names of the placeholders, sorted."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def test_there_are_keys() -> None:
    """The keys are found in the code: sentences of tables, refusals and calls alike."""
    assert {"unrated", "Opponent", errors.NotALink.text, errors.NotALink.hint} <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_has_its_turkish(key: str) -> None:
    """Each sentence is translated, no fuzzy one among them, with exactly the same placeholders."""
    message = catalogue().get(key)
    assert message is not None
    assert not message.fuzzy
    assert isinstance(message.string, str)
    assert message.string.strip()
    assert blanks(message.string) == blanks(key)
    assert key.count("\n") == message.string.count("\n")
    assert (message.string == key) == (key in SAME_IN_BOTH)
    # Blanks before a sentence and the full stop behind it belong to the layout.
    assert message.string[:1].isspace() == key[:1].isspace()
    assert message.string.endswith(".") == key.endswith(".")


def test_the_catalogue_holds_nothing_else() -> None:
    """A sentence that the program no longer says is not in the catalogue."""
    assert {str(message.id) for message in catalogue() if message.id} == set(KEYS)


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """tnrate.mo is what tnrate.po compiles to."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue())
    assert MO.read_bytes() == compiled.getvalue()


@pytest.mark.parametrize("option", sorted(set(re.findall(r"--[a-z-]+", " ".join(KEYS)))))
def test_options_are_named_in_both_languages(option: str) -> None:
    """An option that the English sentence names is named in the Turkish one, as it is typed."""
    turkish = Words("tr")
    for key in KEYS:
        assert (option in key) == (option in turkish(key)), key


# Codes


def test_every_code_is_unique() -> None:
    """No two refusals share a code but for one that says more, and each is a plain word."""
    codes = [one.code for one in REFUSALS if "code" in vars(one)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z][a-z_]+", code) for code in codes)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: one.code)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_refusal_can_be_said(refusal: type[errors.TnrateError], language: str) -> None:
    """Filled with its facts, a refusal has one sentence and one hint without empty blanks."""
    facts = {name: f"<{name}>" for name in blanks(refusal.text)}
    error = refusal(**facts)
    said, hint = Words(language).refusal(error), Words(language).hint(error)
    assert all(fact in said for fact in facts.values())
    assert blanks(refusal.hint) == []
    assert hint.strip()
    assert not re.search(r"[{}]", said + hint)


def calls(folder: str, name: str) -> list[ast.Call]:
    """Find the calls of a name in a room's code."""
    paths = [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py"))
    found = []
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                if name == (
                    called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
                ):
                    found.append(node)
    return found


def texts(node: ast.AST) -> set[str]:
    """Give the strings that an expression can be, as in `"a" if x else "b"`."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def note_calls() -> list[tuple[str, list[str]]]:
    """Give code and names of the facts of each note that the program can leave."""
    found = []
    for call in [
        *calls("rating", "Note"),
        *calls("pairing", "Note"),
        *calls("report", "Note"),
        *calls("commands", "Note"),
    ]:
        facts: list[str] = []
        if len(call.args) > 1:
            assert isinstance(call.args[1], ast.Dict)
            facts = sorted(str(getattr(key, "value", "?")) for key in call.args[1].keys)
        found += [(code, facts) for code in texts(call.args[0])]
    return found


def test_every_note_has_a_sentence() -> None:
    """The notes that the code can leave are exactly those that have a sentence."""
    assert {code for code, _ in note_calls()} == set(words.NOTES)


@pytest.mark.parametrize(("code", "facts"), note_calls())
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_note_fills_its_sentence(code: str, facts: list[str], language: str) -> None:
    """Each note carries just the values that its sentence has blanks for."""
    assert facts == blanks(words.NOTES[code])
    said = Words(language).note(code, {name: f"<{name}>" for name in facts})
    assert all(f"<{name}>" in said for name in facts)


def test_every_reason_has_words() -> None:
    """Each reason why a game does not count has words, and there are no others."""
    assert {reason.value for reason in Reason} == set(words.REASONS)


def test_every_reason_of_k_has_words() -> None:
    """Each reason of K in the rules has a sentence, and there are no others."""
    found = {text for call in calls("rating", "KFactor") for text in texts(call.args[2])}
    assert found == set(words.K_REASONS)


def test_every_check_has_a_sentence() -> None:
    """Each kind of comparison has a sentence, and there are no others."""
    found = {text for call in calls("rating", "Check") for text in texts(call.args[0])}
    assert found == set(words.CHECKS)


def test_every_view_has_words() -> None:
    """Each view that a page can show has words."""
    source = (ROOT / "scraper" / "views" / "kind.py").read_text("utf-8")
    returned = {
        text
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Return) and node.value is not None
        for text in texts(node.value)
    }
    assert returned
    assert returned <= set(words.VIEWS)


def test_every_time_control_has_words() -> None:
    """Each class of time control has words."""
    assert set(words.TIME_CONTROLS) == set(TimeControl)


@pytest.mark.parametrize("reason", ["Permission denied", "Is a directory"])
def test_the_system_s_own_words_are_kept(reason: str) -> None:
    """What the operating system says of a file is repeated as it says it."""
    error = errors.FileUnreadable(path="card.html", reason=reason)
    assert reason in Words("tr").refusal(error)


# Numbers


@pytest.mark.parametrize(
    ("value", "english", "turkish"),
    [
        ("12.2", "+12.20", "+12,20"),
        ("-1.6", "−1.60", "−1,60"),
        ("0", "0.00", "0,00"),
        ("-0.00", "0.00", "0,00"),
        ("100", "+100.00", "+100,00"),
        ("-0.05", "−0.05", "−0,05"),
    ],
)
def test_a_change_has_its_sign_and_two_decimals(value: str, english: str, turkish: str) -> None:
    """A change is written with plus or a real minus, nothing for 0, and two decimals."""
    assert Words("en").signed(Decimal(value)) == english
    assert Words("tr").signed(Decimal(value)) == turkish


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("0", "0"),
        ("0.5", "½"),
        ("1", "1"),
        ("1.0", "1"),
        ("1.5", "1½"),
        ("10.5", "10½"),
        ("11", "11"),
    ],
)
def test_points_are_written_with_a_half(value: str, said: str) -> None:
    """Points are written as chess players do: ½, 1½, and a plain 0."""
    assert Words("en").points(Decimal(value)) == Words("tr").points(Decimal(value)) == said


# The language


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LC_ALL": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr"}, "tr"),
        ({"LANG": "TR_tr"}, "tr"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "tr_TR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "tr_TR.UTF-8", "LANG": "en_US.UTF-8"}, "tr"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "tr_TR.UTF-8"}, "tr"),
    ],
)
def test_the_environment_names_the_language(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], language: str
) -> None:
    """Turkish where the locale is Turkish; English for every other one."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language


@pytest.mark.parametrize(("found", "language"), [("tr_TR", "tr"), ("de_DE", "en"), (None, "en")])
def test_without_settings_the_system_s_locale_counts(
    monkeypatch: pytest.MonkeyPatch, found: str | None, language: str
) -> None:
    """Where no variable is set, as on Windows, the system's own locale names the language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda *_: (found, "UTF-8"))
    assert language_of_environment() == language


def test_an_unknown_sentence_stays_english() -> None:
    """A sentence without a translation is said in English rather than not at all."""
    assert Words("tr")("This sentence is in no catalogue.") == "This sentence is in no catalogue."


def test_the_catalogue_tool_leaves_a_whole_catalogue_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bringing an up-to-date catalogue up to date changes no message of it."""
    copy = tmp_path / "tnrate.po"
    copy.write_bytes(messages.CATALOGUE.read_bytes())
    monkeypatch.setattr(messages, "CATALOGUE", copy)
    messages.update()

    def said(path: Path) -> dict[Any, Any]:
        with path.open("rb") as file:
            return {message.id: message.string for message in read_po(file) if message.id}

    assert said(copy) == said(ROOT / "report/locale/tr/LC_MESSAGES/tnrate.po")
    assert copy.with_suffix(".mo").read_bytes() == MO.read_bytes()
