"""`next --tree` and `--target`: what they say of a card, in words and JSON; what they refuse."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from rating.card import rate_card
from rating.outlook import Assumed, outlook_of
from rating.targets import Goal, Target, target_outlook
from report.outlook_text import OutlookText
from report.words import LANGUAGES, Words
from scraper.model import Kind
from tests.commands import Outcome, demo_site, tnrate
from tests.conftest import DEMO, ROOT
from tests.standin import demo, render
from tests.standin.event import Style
from tests.test_norm_command import EVENT, GAMES, OWN, saved
from tests.test_text import ESCAPE, Terminal, rated

CARD = DEMO / "card.html"
CONTRACT = ROOT / "docs" / "json.md"


def ahead(*options: str, card: str | Path = CARD) -> Outcome:
    """Look ahead from the demo's card, which has one round of seven to come."""
    return tnrate("next", card, *options)


def document(*options: str) -> dict[str, Any]:
    """Give what the JSON says of the rounds to come."""
    found: dict[str, Any] = ahead(*options, "--json").document["outlook"]
    return found


# The tree


def test_the_tree_in_words() -> None:
    """Each score has a line: probability, change, total and new rating of both ratings."""
    shown = ahead("--tree").out
    assert "7  Çetrefgil, Bilge · FIDE 1805, UKD 1770" in shown
    lines = [line.split() for line in shown.splitlines()]
    assert ["1", "19", "%", "+14.20", "+23.00", "1673", "+14.00", "+15.20", "1635"] in lines
    assert ["0", "61", "%", "−5.80", "+3.00", "1653", "−6.00", "−4.80", "1615"] in lines
    assert "FIDE 1650: kept in any case; best 1673, worst 1653, most likely 1653" in shown
    assert "UKD 1620: kept with ½ out of 1; best 1635, worst 1615, most likely 1615" in shown


def test_the_tree_agrees_with_the_next_game() -> None:
    """With one round to come the leaves are loss, draw and win of the next game."""
    found = ahead("--tree", "--json").document
    for leaf, name in zip(found["outlook"]["tree"], ("loss", "draw", "win"), strict=True):
        for system in ("fide", "ukd"):
            assert leaf[system]["worst"] == leaf[system]["best"] == found["next"][system][name]


def test_rounds_to_come_without_an_opponent() -> None:
    """Two more rounds are played against the average so far, which a note says."""
    shown = ahead("--tree", "--rounds", "9").out
    assert shown.count("opponent not yet known · FIDE 1803 (assumed), UKD 1792 (assumed)") == 2
    assert "FIDE 1803 is taken, the average of the opponents so far." in shown
    found = document("--tree", "--rounds", "9", "--opposition", "1900", "--opposition-ukd", "1850")
    assert [one["fide_taken"] for one in found["to_come"]] == [1805, 1900, 1900]
    assert [one["national_taken"] for one in found["to_come"]] == [1770, 1850, 1850]
    assert found["fide"]["opposition"] == {"rating": 1900, "source": "given", "games": 2}
    assert (found["rounds"], len(found["tree"])) == (9, 7)
    total = sum((Decimal(leaf["probability"]) for leaf in found["tree"]), Decimal(0))
    assert abs(total - 1) <= Decimal("0.0004")


def test_the_share_of_draws_is_given_by_hand() -> None:
    """--draw-rate moves the probabilities and nothing else."""
    found = document("--tree", "--draw-rate", "0")
    assert [leaf["probability"] for leaf in found["tree"]] == ["0.7100", "0.0000", "0.2900"]
    assert found["draw_rate"] == "0.0000"
    assert found["tree"][2]["fide"] == document("--tree")["tree"][2]["fide"]


def test_an_opponent_by_hand_stands_in_the_tree() -> None:
    """--opponent-rating gives the next opponent of a card without a pairing."""
    page = render.card_page(demo.gated_event(), 1, Style(two_ratings=True))
    arguments = ("next", "-", "--opponent-rating", "1999", "--tree", "--rounds", "9", "--json")
    found = tnrate(*arguments, typed=page).document["outlook"]
    taken = [one["fide_taken"] for one in found["to_come"]]
    assert taken[0] == 1999
    assert 1999 not in taken[1:]


def test_a_link_is_a_source_too(quick: None) -> None:
    """The page of the site tells the rounds and the pairing."""
    with demo_site() as site:
        found = tnrate(
            "next", str(demo.DEMO_NUMBER), "--player", "13", "--tree", "--json", site=site
        )
    assert found.document["outlook"]["tree"] == document("--tree")["tree"]


# Targets


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "1670"), "FIDE 1670: 1 out of 1 is enough against these opponents."),
        (
            ("--target", "1680"),
            "FIDE 1680: out of reach; even 1 out of 1 gives 1673 against these opponents.",
        ),
        (
            ("--target", "1680", "--rounds", "9"),
            "FIDE 1680: 2 out of 3 is enough, if the opponents not yet known have 1803 on average.",
        ),
        (
            ("--target", "1999", "--rounds", "8"),
            "FIDE 1999: out of reach; even 2 out of 2 gives 1687, if the opponents not yet known "
            "have 1803 on average.",
        ),
        (("--target", "KEEP"), "Keep FIDE 1650: 0 out of 1 is enough against these opponents."),
        (("--target-ukd", "keep"), "Keep UKD 1620: ½ out of 1 is enough against these opponents."),
        (("--target-ukd", "1635"), "UKD 1635: 1 out of 1 is enough against these opponents."),
        (
            ("--target", "wcm", "--fide", "2000"),
            "WCM, FIDE 2000: already reached before the event.",
        ),
        (("--target", "norm:im"), "IM norm: out of reach, because of: Games, "),
    ],
)
def test_a_target_in_a_sentence(options: tuple[str, ...], said: str) -> None:
    """One sentence says what a target needs, and stands in the JSON too."""
    assert said in " ".join(ahead(*options).out.split())
    (found,) = document(*options)["targets"]
    assert found["text"].startswith(said)


def test_a_target_s_table() -> None:
    """Scores around the answer against five averages, each with its rating, the enough marked."""
    shown = ahead("--target", "1680", "--rounds", "9").out
    lines = [line.split() for line in shown.splitlines()]
    assert ["Points", "1703", "1753", "1803", "1853", "1903"] in lines
    assert ["2", "1676", "1679", "1681", "✓", "1683", "✓", "1685", "✓"] in lines
    (found,) = document("--target", "1680", "--rounds", "9")["targets"]
    for row in found["table"]:
        for cell in row["cells"]:
            assert (cell["reach"] == "yes") == (cell["worst"]["new_rating"] >= 1680)
    assert (found["points"], found["standing"], found["needed"]) == ("2", "reachable", 1680)


def test_several_targets_in_their_order() -> None:
    """Targets may be repeated; the same one is told once, those of the UKD come last."""
    found = document("--target-ukd", "1630", "--target", "CM", "--target", "1700", "--target", "cm")
    assert [(one["goal"], one["system"], one["needed"]) for one in found["targets"]] == [
        ("title", "fide", 2200), ("rating", "fide", 1700), ("rating", "ukd", 1630),
    ]  # fmt: skip


def test_a_norm_as_a_target(tmp_path: Path) -> None:
    """After seven of nine rounds: the points by average, a mark for what is enough."""
    card = saved(tmp_path, replace(EVENT, results={OWN.start_number: GAMES[:7]}))
    shown = ahead("--target", "norm:IM", card=card)
    assert re.search(r"IM norm: \S+ out of 2 is enough, if the opponents", shown.out)
    assert "✓" in shown.out
    assert "tnrate norm SOURCE" in shown.out
    found = tnrate("next", card, "--target", "norm:IM", "--json").document["outlook"]["targets"][0]
    judged = tnrate("norm", card, "--title", "IM", "--json").document["norms"][0]["outlook"]
    needed = {one["points"]: one["average_needed"] for one in judged}
    for row in found["table"]:
        for cell in row["cells"]:
            least = needed.get(row["score"])
            assert (cell["reach"] == "yes") == (least is not None and cell["average"] >= least)


def test_the_break_even_is_explained() -> None:
    """--explain shows what is missing to the expected score."""
    shown = ahead("--tree", "--rounds", "9", "--explain").out
    assert "FIDE · Break-even of the rounds to come" in shown
    assert "0.08 + 0.39 + 0.59 + 0.29 + 0.3 + 0.3 = 1.95 [FIDE 8.1.2]" in shown
    assert re.search(r"Points that are missing to it.*: 1\.95 − 1\.5 = 0\.45 → 0\.5 \[FIDE", shown)


# The contract


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field of the rounds to come."""
    manual = CONTRACT.read_text("utf-8")

    def names(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(names, value.values()))
        return set().union(*map(names, value)) if isinstance(value, list) else set()

    found = document("--tree", "--target", "1700", "--target", "norm:IM", "--rounds", "9")
    assert {one for one in names(found) if not re.search(rf"`{one}(\[\])?`", manual)} == set()


def test_without_the_options_nothing_changes() -> None:
    """`next` alone has no outlook; beside it the document is that of `rate`, with more notes."""
    assert "outlook" not in ahead("--json").document
    with_tree, plain = ahead("--tree", "--json").document, tnrate("rate", CARD, "--json").document
    del with_tree["outlook"]
    notes = with_tree.pop("notes")
    assert notes[-len(plain["notes"]) :] == plain.pop("notes")
    assert with_tree == plain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("opponent", ["rated", "unrated"])
def test_it_fits_the_screen(
    monkeypatch: pytest.MonkeyPatch, columns: int, language: str, opponent: str
) -> None:
    """No line is wider than the screen and no cell is cut, also where a score has two ends."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(columns))
    result = rated(render.card_page(demo.demo_event(), demo.DEMO_START_NUMBER, demo.DEMO_STYLE))
    if opponent == "unrated":
        rows = [
            replace(one, opponent=replace(one.opponent, fide=0, national=0))
            if one.kind is Kind.PENDING and one.opponent
            else one
            for one in result.card.rounds
        ]
        card = replace(result.card, rounds=tuple(rows))
        result = rate_card(card, result.tournament, date(2026, 5, 17))
    found = outlook_of(result, Assumed(rounds=9))
    targets = (
        target_outlook(found, Target(Goal.RATING, rating=1680)),
        target_outlook(found, Target(Goal.RATING, rating=1630, is_national=True)),
        target_outlook(found, Target(Goal.NORM, title="IM")),
    )
    screen = Terminal()
    OutlookText(Words(language), screen).outlook(found, targets, with_tree=True)
    text = ESCAPE.sub("", screen.getvalue())
    assert max(map(cell_len, text.splitlines())) <= columns
    assert "…" not in re.sub(" … ", "", text)
    assert "1681 ✓" in text or opponent == "unrated"
    assert (" … " in text) == (opponent == "unrated")


# Refusals


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--tree", "--rounds", "6"), None),
        (("--tree", "--time", "rapid", "--target", "FM"), "title_not_standard"),
        (("--time", "blitz", "--target", "norm:GM"), "title_not_standard"),
    ],
)
def test_what_cannot_be_looked_at(options: tuple[str, ...], code: str | None) -> None:
    """A refusal has its code; a paired game is to come whatever --rounds says."""
    found = ahead(*options, "--json")
    assert found.status == (0 if code is None else 1)
    if code is not None:
        assert found.document["error"]["code"] == code


@pytest.mark.parametrize(
    ("style", "code"),
    [
        (Style(two_ratings=True, details=True), "nothing_to_come"),
        (Style(two_ratings=True), "rounds_unknown"),
    ],
)
def test_no_round_is_left(style: Style, code: str) -> None:
    """All rounds played, or how many there are not known: refused, with the way to say more."""
    page = render.card_page(demo.gated_event(), 1, style)
    found = tnrate("next", "-", "--tree", "--json", typed=page)
    assert (found.status, found.document["error"]["code"]) == (1, code)
    assert "--rounds 9" in found.err
    more = tnrate("next", "-", "--tree", "--rounds", "5", "--json", typed=page)
    assert [one["round"] for one in more.document["outlook"]["to_come"]] == [4, 5]


def test_a_target_needs_its_rating() -> None:
    """Without a FIDE rating there is nothing that could reach one; the UKD is looked at."""
    page = render.card_page(demo.demo_event(), 19, Style(two_ratings=True))
    refused = tnrate("next", "-", "--target", "1700", "--rounds", "9", "--json", typed=page)
    assert refused.document["error"]["code"] == "target_without_rating"
    found = tnrate("next", "-", "--target-ukd", "keep", "--rounds", "9", "--json", typed=page)
    assert found.document["outlook"]["fide"] is None
    assert found.document["outlook"]["ukd"]["rating"] == 1518


@pytest.mark.parametrize(
    "options",
    [
        ("--target", "fast"),
        ("--target", "0"),
        ("--target", "5000"),
        ("--target", "norm:FM"),
        ("--target-ukd", "FM"),
        ("--opposition", "1800"),
        ("--rounds", "9"),
        ("--tree", "--predict"),
        ("--target", "1800", "--pairs", "trf"),
    ],
)
def test_wrong_usage(options: tuple[str, ...]) -> None:
    """What is no goal, or has none, is wrong usage."""
    assert ahead(*options).status == 2
