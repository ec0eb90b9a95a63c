"""CSV: one header, one row a round or a player, the same figures as JSON, safe to open."""

import csv
import io
from dataclasses import replace

import pytest

from report import rows
from tests.commands import tnrate
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Style

CARD = DEMO / "card.html"
LIST = DEMO / "startlist.html"


def table(text: str) -> list[dict[str, str]]:
    """Read CSV; every row has as many cells as the header."""
    lines = list(csv.reader(io.StringIO(text)))
    assert {len(line) for line in lines} == {len(lines[0])}
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def as_cell(value: object) -> str:
    """Write a value of the document as CSV does."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("number", [player.start_number for player in demo.PLAYERS])
def test_a_row_is_a_round_with_the_figures_of_the_document(number: int) -> None:
    """Each row of `--csv` holds what `--json` says of that round; absent facts are empty."""
    page = render.card_page(demo.demo_event(), number, demo.DEMO_STYLE)
    found = tnrate("-", "--json", typed=page).document["rounds"]
    printed = table(tnrate("-", "--csv", typed=page).out)
    assert len(printed) == len(found)
    for row, played in zip(printed, found, strict=True):
        for name in ("round", "board", "colour", "kind", "score"):
            assert row[name] == as_cell(played[name])
        for name in ("start_number", "name", "title", "federation", "rating", "fide", "national"):
            assert row[f"opponent_{name}"] == as_cell((played["opponent"] or {}).get(name))
        for name in ("k", "change"):
            assert row[f"published_{name}"] == as_cell((played["published"] or {}).get(name))
        for system in ("fide", "ukd"):
            for name in ("reason", "difference", "capped", "expected", "k", "change"):
                assert row[f"{system}_{name}"] == as_cell(played[system].get(name))


def test_a_row_is_a_player() -> None:
    """`players --csv` prints the field in the list's order."""
    printed = table(tnrate("players", LIST, "--csv").out)
    found = tnrate("players", LIST, "--json").document["players"]
    assert len(printed) == len(found) == len(demo.PLAYERS)
    for row, player in zip(printed, found, strict=True):
        assert row == {name: as_cell(player[name]) for name in row}
    assert {"start_number", "name", "fide_id", "fide", "national"} <= set(printed[0])


def test_csv_is_the_same_in_every_language() -> None:
    """Headers and figures do not follow the language: the point stays a point."""
    assert tnrate(CARD, "--csv", "--lang", "tr") == tnrate(CARD, "--csv", "--lang", "en")


def test_csv_holds_no_words_besides_the_data() -> None:
    """Neither notes nor checks nor colours slip into the data."""
    shown = tnrate("demo", "--csv", env={"FORCE_COLOR": "1"})
    assert shown.err == ""
    assert "\x1b" not in shown.out
    assert len(shown.out.splitlines()) == 1 + 7


@pytest.mark.parametrize(
    "name",
    ['=HYPERLINK("http://evil.example")', "+1+1", "-2-2", "@SUM(A1)", "\t=1", "=1\t+1"],
)
@pytest.mark.parametrize("field", ["name", "title", "federation", "club"])
def test_no_text_is_a_formula(field: str, name: str) -> None:
    """A text that a spreadsheet would run as a formula gets an apostrophe, in every column."""
    player = {
        "start_number": 1, "name": "A", "title": None, "federation": None, "fide_id": None,
        "club": None, "rating": None, "fide": None, "national": None, field: name,
    }  # fmt: skip
    (row,) = table(rows.of_players([player]))
    assert row[field] == f"'{name}"


@pytest.mark.parametrize("name", ["=cmd, Efe", '"Tırnak", Efe', "Virgül, Efe; Can", "O'Ner, Ali"])
def test_a_name_survives_the_way_into_csv(name: str) -> None:
    """Commas, quotes and signs in a name neither break the row nor become a formula."""
    event = demo.demo_event()
    strange = tuple(
        replace(one, name=name) if one.start_number == 7 else one for one in event.players
    )
    page = render.card_page(replace(event, players=strange), 13, Style(two_ratings=True))
    read = table(tnrate("-", "--csv", typed=page).out)[6]["opponent_name"]
    assert read == (f"'{name}" if name.startswith("=") else name)


def test_a_negative_figure_stays_a_figure() -> None:
    """The guard against formulas leaves negative changes and differences alone."""
    printed = table(tnrate(CARD, "--csv").out)[2]
    assert printed["fide_change"] == "-1.60"
    assert printed["fide_difference"] == "-437"


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@x", "=cmd|' /C calc'!A0"])
def test_no_text_of_a_page_is_a_formula(text: str) -> None:
    """Whatever the column or the head of a column, a text that would be run is quoted."""
    document = {"tables": [{"header": [text, "b"], "rows": [["1", text]]}]}
    assert list(csv.reader(io.StringIO(rows.of_sheets(document)))) == [
        [f"'{text}", "b"],
        ["1", f"'{text}"],
    ]


@pytest.mark.parametrize("text", ["-1", "-1.5", "-½", "-", "+", "+ - -", "- - +", "-63.6", "12w1"])
def test_a_figure_is_no_formula(text: str) -> None:
    """Negative numbers, forfeits and byes are written as they are."""
    document = {"rows": [{"points": text}]}
    assert list(csv.reader(io.StringIO(rows.of_sheets(document)))) == [["points"], [text]]
