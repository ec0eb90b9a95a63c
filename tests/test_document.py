"""The JSON contract: every field is there, exact, and null where the page does not say."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rating.game import Reason
from scraper.model import Kind
from tests.commands import tnrate
from tests.conftest import DEMO, ROOT
from tests.standin import demo, render
from tests.standin.event import Style

CARD = DEMO / "card.html"
CONTRACT = ROOT / "docs" / "json.md"
CALC = ("calc", "--rating", "1500", "1400:1", "2000:0.5", "-:1")

TOURNAMENT = {
    "id", "name", "time_control", "start", "end", "rounds", "rated_fide", "rated_national",
    "last_update", "fetched_at", "url",
}  # fmt: skip
PLAYER = {
    "start_number", "name", "title", "federation", "fide_id", "birth_year", "rating", "fide",
    "national", "performance", "points", "rank",
}  # fmt: skip
ROUND = {
    "round", "board", "colour", "kind", "score", "opponent", "published", "fide", "ukd",
}  # fmt: skip
OPPONENT = {"start_number", "name", "title", "federation", "rating", "fide", "national"}
COUNTED = {"counted", "difference", "capped", "expected", "k", "change"}
FIDE = {
    "rating", "k", "k_source", "k_reason", "rules", "games", "score", "expected", "change",
    "rounded", "new_rating",
}  # fmt: skip
UKD = {"list", "rating", "k", "games", "change", "new_rating", "by_average"}
NEXT = {"round", "board", "colour", "opponent", "fide", "ukd"}
CALCULATION = {
    "system", "rules", "rating", "k", "games", "expected", "score", "change", "rounded",
    "new_rating",
}  # fmt: skip
REASONS = {reason.value for reason in Reason}


def _cards() -> Iterator[Any]:
    """Give cards of every kind: whole, without columns, unrated, gated, with a next game."""
    event = demo.demo_event()
    for player in event.players:
        page = render.card_page(event, player.start_number, demo.DEMO_STYLE)
        yield pytest.param(page, id=f"demo {player.start_number}")
    for name, style in (
        ("one rating", Style()),
        ("old", Style(era="old", published=False, club_column=False, board_column=False)),
        ("expected", Style(we_columns=True, two_ratings=True, capped_mark=True)),
        ("turkish", Style(lan=8, two_ratings=True)),
        ("gated", Style(gated=True)),
    ):
        yield pytest.param(render.card_page(event, 13, style), id=name)


CARDS = list(_cards())


def every(value: Any) -> Iterator[Any]:
    """Give every value in a document."""
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from every(part)


def check_game(result: Mapping[str, Any]) -> None:
    """Check a game of one system: counted with its steps, or not with its reason."""
    if not result["counted"]:
        assert set(result) == {"counted", "reason"}
        assert result["reason"] in REASONS
        return
    assert set(result) >= COUNTED
    assert re.fullmatch(r"-?\d+\.\d\d", result["change"])
    assert result["k"] >= 1
    assert isinstance(result["capped"], bool)
    if result["expected"] is not None:
        assert re.fullmatch(r"[01]\.\d\d", result["expected"])
        assert isinstance(result["difference"], int)


@pytest.mark.parametrize("page", CARDS)
def test_every_field_of_the_contract_is_there(page: str) -> None:
    """A card's document has each field of the contract, also where its value is null."""
    found = tnrate("-", "--json", typed=page).document
    assert found["schema"] == 1
    assert set(found) == {
        "schema", "tournament", "player", "rounds", "fide", "ukd", "next", "checks", "notes",
        "explanation",
    }  # fmt: skip
    assert set(found["tournament"]) >= TOURNAMENT
    assert found["tournament"]["time_control"] in ("standard", "rapid", "blitz", None)
    assert set(found["player"]) >= PLAYER
    assert found["fide"] is None or set(found["fide"]) >= FIDE
    assert found["ukd"] is None or set(found["ukd"]) >= UKD
    assert found["ukd"] is None or set(found["ukd"]["by_average"]) == {"change", "new_rating"}
    for played in found["rounds"]:
        assert set(played) >= ROUND
        assert played["kind"] in set(Kind)
        assert played["colour"] in ("white", "black", None)
        assert played["opponent"] is None or set(played["opponent"]) >= OPPONENT
        assert played["published"] is None or set(played["published"]) >= {
            "k", "change", "expected",
        }  # fmt: skip
        check_game(played["fide"])
        check_game(played["ukd"])
    for check in found["checks"]:
        assert set(check) == {"kind", "round", "ours", "site", "ok"}
        assert check["ok"] == (check["ours"] == check["site"])
    for note in found["notes"]:
        assert set(note) == {"code", "text"}
        assert "{" not in note["text"]


@pytest.mark.parametrize("page", CARDS)
def test_no_figure_is_a_float(page: str) -> None:
    """Exact values are strings and whole ones integers, so nothing can drift."""
    text = tnrate("-", "--json", typed=page).out
    assert not [one for one in every(json.loads(text)) if isinstance(one, float)]


@pytest.mark.parametrize("page", CARDS)
def test_totals_are_the_sums_of_the_rounds(page: str) -> None:
    """The total of each system is the exact sum of its games, and so are games and score."""
    found = tnrate("-", "--json", typed=page).document
    for system in ("fide", "ukd"):
        total = found[system]
        games = [played for played in found["rounds"] if played[system]["counted"]]
        if total is None:
            assert games == []
            continue
        changes = (Decimal(played[system]["change"]) for played in games)
        assert Decimal(total["change"]) == sum(changes, Decimal(0))
        assert total["games"] == len(games)
        scores = (Decimal(played["score"]) for played in games)
        assert Decimal(total["score"]) == sum(scores, Decimal(0))


def test_the_next_game_has_three_scenarios_a_system() -> None:
    """`next` holds round, board, colour, opponent, and change, total and new rating by result."""
    found = tnrate(CARD, "--json").document
    upcoming = found["next"]
    assert set(upcoming) >= NEXT
    assert (upcoming["round"], upcoming["board"], upcoming["colour"]) == (7, 3, "white")
    assert set(upcoming["opponent"]) >= OPPONENT
    for system in ("fide", "ukd"):
        assert set(upcoming[system]) == {"win", "draw", "loss"}
        for scenario in upcoming[system].values():
            assert set(scenario) == {"change", "total", "new_rating"}
            total = Decimal(found[system]["change"]) + Decimal(scenario["change"])
            assert Decimal(scenario["total"]) == total


def test_the_next_game_may_change_nothing() -> None:
    """A scenario against an unrated opponent is its reason."""
    found = tnrate("next", CARD, "--opponent-ukd", "1700", "--json").document["next"]
    assert found["fide"] == {"counted": False, "reason": "opponent_rating_missing"}
    assert found["ukd"]["win"]["change"].startswith("1")


def test_the_demo_s_values() -> None:
    """The figures of the bundled card, worked out by hand from tables 8.1.2 and k 20."""
    found = tnrate(CARD, "--json").document
    changes = [
        (played["fide"].get("change"), played["ukd"].get("change")) for played in found["rounds"]
    ]
    assert changes == [
        (None, None), (None, "2.00"), ("-1.60", "-2.20"), (None, None), ("12.20", "2.00"),
        ("-1.80", "-0.60"), (None, None),
    ]  # fmt: skip
    capped = found["rounds"][2]
    assert (capped["fide"]["difference"], capped["ukd"]["difference"]) == (-437, -390)
    assert capped["fide"]["capped"] is capped["ukd"]["capped"] is True
    fide, ukd = found["fide"], found["ukd"]
    assert (fide["change"], fide["rounded"], fide["new_rating"]) == ("8.80", 9, 1659)
    assert (ukd["change"], ukd["new_rating"]) == ("1.20", 1621)


def test_absent_facts_are_null_and_never_0() -> None:
    """A card of one rating column and no details: what it does not say is null."""
    page = render.card_page(demo.demo_event(), 13, Style(club_column=False))
    found = tnrate("-", "--json", typed=page).document
    for name in ("time_control", "start", "end", "rounds", "rated_fide", "rated_national", "url"):
        assert found["tournament"][name] is None, name
    opponents = [played["opponent"] for played in found["rounds"] if played["opponent"]]
    assert {one["national"] for one in opponents} == {None}
    assert {one["club"] for one in opponents} == {None}
    assert found["rounds"][0]["opponent"] is None
    assert found["rounds"][6]["score"] is None


def test_a_rating_of_0_is_a_fact() -> None:
    """The page prints 0 for an unrated player: it stays 0 and is not confused with unknown."""
    found = tnrate(CARD, "--json").document
    unrated = found["rounds"][1]["opponent"]
    assert (unrated["fide"], unrated["national"]) == (0, 0)


def test_the_words_follow_the_language_and_the_data_do_not() -> None:
    """In Turkish only the sentences change: figures keep their point, codes stay."""
    english, turkish = (
        tnrate(CARD, "--json", "--lang", language).document for language in ("en", "tr")
    )
    codes = [[note["code"] for note in one.pop("notes")] for one in (english, turkish)]
    assert codes[0] == codes[1]
    reasons = [one["fide"].pop("k_reason") for one in (english, turkish)]
    assert reasons[0] != reasons[1]
    assert english == turkish


def test_names_are_written_as_letters() -> None:
    """Names stand as they are, not as escapes, so that a person can search the output."""
    assert "Zerdegülü, Ada" in tnrate(CARD, "--json").out


@pytest.mark.parametrize("system", ["fide", "ukd"])
def test_calc_has_every_field_of_the_contract(system: str) -> None:
    """`calc` prints the same fields for FIDE and UKD; what a system does not have is null."""
    group, *rest = CALC
    found = tnrate(group, system, *rest, "--json").document
    assert found["system"] == system
    assert CALCULATION - set(found) == set()
    assert [game["opponent"] for game in found["games"]] == [1400, 2000, None]
    assert [game["score"] for game in found["games"]] == ["1", "0.5", "1"]
    for game in found["games"]:
        check_game({key: game[key] for key in game if key not in ("opponent", "score")})
    assert not [one for one in every(found) if isinstance(one, float)]


def test_calc_fide_gives_the_reason_of_an_unrated_game() -> None:
    """A game against an unrated opponent has opponent, score and reason, and no figures."""
    group, *rest = CALC
    last = tnrate(group, "fide", *rest, "--json").document["games"][-1]
    assert last == {"opponent": None, "score": "1", "counted": False, "reason": "unrated"}


def test_calc_says_where_k_is_from() -> None:
    """A K by hand is called so; without one it is a guess that says so."""
    by_hand = tnrate("calc", "fide", "--rating", "1500", "--k", "40", "1400:1", "--json").document
    assert (by_hand["k"], by_hand["k_source"]) == (40, "option")
    guessed = tnrate("calc", "fide", "--rating", "1500", "1400:1", "--json").document
    assert (guessed["k"], guessed["k_source"]) == (20, "unknown")


def test_a_refusal_stands_alone() -> None:
    """A refusal's document holds the error and nothing of a result."""
    found = tnrate("https://example.org/", "--json").document
    assert found.pop("schema") == 1
    assert set(found) == {"error"}
    assert set(found["error"]) == {"code", "text", "hint"}


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field, reason, kind and source that the documents hold."""
    manual = CONTRACT.read_text("utf-8")
    documents = [
        tnrate(CARD, "--json").document,
        tnrate("players", DEMO / "startlist.html", "--json").document,
        tnrate("calc", "fide", *CALC[1:], "--json").document,
        tnrate("calc", "ukd", *CALC[1:], "--json").document,
        tnrate("", "--json").document,
    ]
    names = {key for document in documents for one in every(document) if isinstance(one, dict)
             for key in one}  # fmt: skip
    missing = {
        name for name in names | REASONS | set(Kind) if not re.search(rf"\b{name}\b", manual)
    }
    assert missing == set()


def test_real_pages_keep_the_contract(shared_pages: Path) -> None:
    """Real cards give documents with every field, and totals that the site's own confirm."""
    found = tnrate(shared_pages / "whiterook2019__card__final.html", "--json").document
    assert set(found["player"]) >= PLAYER
    assert found["fide"]["change"] == "-63.60"
    assert all(check["ok"] for check in found["checks"])
