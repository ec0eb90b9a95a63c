"""`next` before the round is paired: pages asked for, what is said, TRF, and refusals."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pairing.engine import Engine
from pairing.predict import Plan, predict
from report.tables import percent_text
from report.words import Words
from tests.commands import Outcome, tnrate
from tests.conftest import ROOT
from tests.events import Neighbours
from tests.standin import demo, render
from tests.standin.event import Event, Style
from tests.standin.server import Standin

NUMBER = str(demo.DEMO_NUMBER)
STYLE = Style(two_ratings=True)
PLAYED = 6


def before_the_last_round() -> Event:
    """Give the demo event as it was before its last round was paired."""
    whole = demo.demo_event()
    rows = {
        number: tuple(one for one in results if one.round <= PLAYED)
        for number, results in whole.results.items()
    }
    return replace(whole, results=rows)


def with_an_open_game(event: Event, number: int = 3) -> Event:
    """Take back the result of a player's newest game."""
    opponent = event.rows(number)[-1].opponent
    rows = dict(event.results)
    for one in (number, opponent):
        assert one is not None
        *others, newest = rows[one]
        rows[one] = (*others, replace(newest, kind="pending", score=None, change=None, we=None))
    return replace(event, results=rows)


@pytest.fixture
def site() -> Iterator[Standin]:
    """Serve the event before its last round, with a game of round 6 still open."""
    with Standin([with_an_open_game(before_the_last_round())], STYLE) as standin:
        yield standin


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Let the engine of these tests pair, which is quick and always there."""
    pairs = Neighbours()
    monkeypatch.setattr("pairing.engine.find_engine", lambda **_: pairs)
    return pairs


def predicted(site: Standin, *options: str, player: str = "13") -> Outcome:
    """Ask for the next game of a player."""
    return tnrate("next", NUMBER, "--player", player, *options, site=site)


def test_the_possible_opponents_are_predicted(site: Standin, quick: None) -> None:
    """Without a pairing: opponents with probability, colour, and what win, draw and loss do."""
    shown = predicted(site)
    assert (shown.status, shown.err) == (0, "")
    assert "Round 7 is not paired yet" in shown.out
    head = next(line for line in shown.out.splitlines() if "Opponent" in line)
    assert head.split() == ["%", "Opponent", *("FIDE", "Win", "Draw", "Loss"), "UKD",
                            "Win", "Draw", "Loss"]  # fmt: skip
    shares = [int(found) for found in re.findall(r"^ *(\d+) % ", shown.out, re.MULTILINE)]
    assert sum(shares) == pytest.approx(100, abs=2)
    assert shares == sorted(shares, reverse=True)
    assert "neighbours 1: 3 pairings" in shown.out
    assert "round 6 has" in shown.out


def test_at_most_three_pages_are_asked_for_beside_the_card(site: Standin, quick: None) -> None:
    """The starting rank, the crosstable, and the round to come, which may name absentees."""
    said = predicted(site, "-v").err
    assert [line.partition(":")[0] for line in said.splitlines()] == [
        f"tnr{NUMBER} art=9 snr=13", f"tnr{NUMBER} art=0", f"tnr{NUMBER} art=5",
        f"tnr{NUMBER} art=2 rd=7", "Requests",
    ]  # fmt: skip


def test_as_json_the_prediction_stands_beside_the_card(site: Standin, quick: None) -> None:
    """Every field of the contract; the probabilities add up to 1; no float anywhere."""
    found = predicted(site, "--json").document
    assert found["next"] is None
    prediction = found["prediction"]
    assert {name: prediction[name] for name in ("round", "engine", "simulations", "planned",
            "exhaustive", "seed", "margin", "open_games")} == {
        "round": 7, "engine": "neighbours 1", "simulations": 3, "planned": 3, "exhaustive": True,
        "seed": None, "margin": None, "open_games": 1,
    }  # fmt: skip
    assert set(prediction["replay"]) == {"round", "boards", "same"}
    for one in prediction["opponents"]:
        assert set(one) == {"probability", "colour", "bye", "opponent", "fide", "ukd"}
        assert re.fullmatch(r"[01]\.\d{4}", one["probability"])
        if not one["bye"]:
            assert set(one["fide"]) in ({"win", "draw", "loss"}, {"counted", "reason"})
    assert "draws_assumed" in {note["code"] for note in found["notes"]}
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    for name in (*prediction, *prediction["opponents"][0]):
        assert f"`{name}`" in manual or f"`{name}[]`" in manual, name


def test_simulations_and_seed_are_options(site: Standin, quick: None) -> None:
    """With more ways than simulations the ways are drawn, and the seed makes them the same."""
    event = before_the_last_round()
    for number in (1, 3, 5):
        event = with_an_open_game(event, number)
    site.put(event, STYLE)
    options = ("--simulations", "10", "--seed", "9", "--draw-rate", "0.4", "--json")
    first, again = (predicted(site, *options).document for _ in range(2))
    assert first == again
    assert (first["prediction"]["simulations"], first["prediction"]["seed"]) == (10, 9)
    assert first["prediction"]["margin"] is not None
    codes = {note["code"] for note in first["notes"]}
    assert "draws_by_hand" in codes
    assert "draws_assumed" not in codes


def test_while_a_game_waits_the_round_after_it_is_asked_for(site: Standin, quick: None) -> None:
    """--predict looks past the own open game, and says that its result is not in the changes."""
    assert "Round 6" in predicted(site, player="3").out
    ahead = predicted(site, "--predict", player="3")
    assert "Round 7 is not paired yet" in ahead.out
    assert "own game is still open" in ahead.out


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("lang", ["en", "tr"])
def test_nothing_is_wider_than_the_screen(
    site: Standin, quick: None, width: int, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 40, 80 and 200 columns, in both languages, each line fits."""
    monkeypatch.setattr("report.text._PIPE_WIDTH", width)
    lines = predicted(site, "--lang", lang).out.splitlines()
    assert max(map(len, lines)) <= width
    assert any("Örmengil" in line or "Tolunbey" in line for line in lines)


def test_without_an_engine_the_score_group_is_shown(
    site: Standin, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No probabilities, and the note says what to install."""
    monkeypatch.setattr("pairing.engine.find_engine", lambda **_: None)
    shown = predicted(site)
    assert shown.status == 0
    assert "%" not in shown.out.split("Opponent")[1].split("•")[0]
    assert "tnrate[pairings]" in shown.out
    document = predicted(site, "--json").document["prediction"]
    assert (document["engine"], document["simulations"]) == (None, 0)
    assert {one["probability"] for one in document["opponents"]} == {None}


def test_an_interrupted_prediction_is_said(
    site: Standin, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while it simulates: the result so far, and exit status 0."""

    def interrupted(position: Any, number: int, pairs: Engine, plan: Plan, tell: Any) -> Any:
        def stop(done: int, _: int) -> None:
            if done == 2:
                raise KeyboardInterrupt

        return predict(position, number, pairs, plan, stop)

    monkeypatch.setattr("pairing.predict.predict", interrupted)
    shown = predicted(site)
    assert shown.status == 0
    assert "Interrupted: this is what 2 simulations gave." in shown.out


# TRF


def test_the_event_is_written_as_trf(site: Standin, quick: None) -> None:
    """--pairs trf writes TRF and nothing else; what it lacks is said on standard error."""
    written = predicted(site, "--pairs", "trf")
    lines = written.out.splitlines()
    assert {line[:3] for line in lines} == {
        "001", "012", "032", "042", "052", "062", "072", "092", "XXR", "XXC",
    }  # fmt: skip
    assert sum(line.startswith("001") for line in lines) == len(demo.PLAYERS)
    assert "whose field is blank: 1" in written.err


# Saved pages


@pytest.fixture
def saved(tmp_path: Path) -> dict[str, Path]:
    """Save the pages of the event before its last round."""
    event = before_the_last_round()
    style = Style(two_ratings=True, details=True)
    pages = {
        "card": render.card_page(event, 13, style),
        "startlist": render.start_list_page(event, style),
        "crosstable": render.start_crosstable_page(event, style),
    }
    paths = {}
    for name, page in pages.items():
        paths[name] = tmp_path / f"{name}.html"
        paths[name].write_bytes(page.encode())
    return paths


def test_saved_pages_do(saved: dict[str, Path]) -> None:
    """A saved card with the crosstable, or the crosstable itself with a player."""
    pages = ("--page", saved["crosstable"], "--page", saved["startlist"], "--json")
    by_card = tnrate("next", saved["card"], *pages).document["prediction"]
    by_table = tnrate(
        "next", saved["crosstable"], "--page", saved["startlist"], "--player", "13", "--json"
    ).document["prediction"]
    named = tnrate(
        "next", saved["crosstable"], "--page", saved["startlist"], "--player", "kerem", "--json"
    ).document["prediction"]
    assert by_card == by_table == named


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("card", "--predict"), "crosstable_needed"),
        (("card", "--page", "startlist"), "event_without_games"),
        (("crosstable",), "player_needed"),
        (("crosstable", "--player", "99"), "player_missing"),
        (("startlist", "--player", "13"), "not_a_card"),
    ],
)
def test_what_is_missing_is_named(
    saved: dict[str, Path], arguments: tuple[str, ...], code: str
) -> None:
    """No crosstable, no player, nobody of that number: each is a refusal of its own."""
    refused = tnrate("next", *(saved.get(one, one) for one in arguments), "--json")
    assert (refused.status, refused.document["error"]["code"]) == (1, code)


def test_pages_of_another_event_are_refused(saved: dict[str, Path], tmp_path: Path) -> None:
    """A card and a crosstable of two tournaments make no prediction."""
    other = tmp_path / "other.html"
    event = replace(before_the_last_round(), number=demo.DEMO_NUMBER + 1)
    page = render.start_crosstable_page(event, Style(two_ratings=True, details=True))
    other.write_bytes(page.encode())
    found = tnrate("next", saved["card"], "--page", other, "--json")
    assert found.document["error"]["code"] == "other_tournament"


# Events without a next round


def refused(event: Event, *options: str) -> str:
    """Return the code of the refusal for no. 1 of an event."""
    with Standin([event], STYLE) as standin:
        found = tnrate("next", str(event.number), "--player", "1", "--json", *options, site=standin)
    assert found.status == 1
    code: str = found.document["error"]["code"]
    return code


def test_an_event_that_is_over_has_no_next_round(quick: None) -> None:
    """All rounds are paired, and no game of the player waits."""
    done = replace(before_the_last_round(), rounds_total=PLAYED)
    assert refused(done) == "event_over"


def test_an_event_that_has_not_begun_says_so(quick: None) -> None:
    """Before the first pairing there is nothing to predict from."""
    assert refused(demo.coming_event()) == "not_started"


def test_round_robins_and_teams_are_not_predicted(quick: None) -> None:
    """A round robin is paired from the beginning."""
    event = replace(before_the_last_round(), tournament_type="Round robin")
    assert refused(event, "--predict") == "paired_at_once"


def test_the_day_decides_the_rules_on_floats(
    site: Standin, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is asked for with the rules of the event's first day."""
    asked: list[dict[str, bool]] = []

    def find(**options: bool) -> Engine:
        asked.append(options)
        return Neighbours()

    monkeypatch.setattr("pairing.engine.find_engine", find)
    predicted(site)
    old = replace(before_the_last_round(), start=date(2025, 5, 14), end=date(2025, 5, 17))
    with Standin([replace(old, number=demo.DEMO_NUMBER + 1)], STYLE) as standin:
        tnrate("next", str(demo.DEMO_NUMBER + 1), "--player", "13", site=standin)
    assert asked == [{"floats_by_absence": False}, {"floats_by_absence": True}]


@pytest.mark.parametrize(
    ("share", "english", "turkish"),
    [
        (Fraction(3, 4), "75 %", "%75"),
        (Fraction(0), "0 %", "%0"),
        (Fraction(1), "100 %", "%100"),
        (Fraction(1, 101), "<1 %", "<%1"),
    ],
)
def test_the_per_cent_sign_stands_where_the_language_has_it(
    share: Fraction, english: str, turkish: str
) -> None:
    """Behind the number in English, before it in Turkish; what rounds to nothing is below 1."""
    assert percent_text(share, Words("en")) == english
    assert percent_text(share, Words("tr")) == turkish
