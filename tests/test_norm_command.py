"""`norm` and `calc norm`: what they say of a card and of games by hand, in words and in JSON."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rating.card import rate_card
from rating.game import RatedGame
from rating.norm_card import norms_of_card
from report.norms_document import notes_of
from scraper.model import Kind, Published, TimeControl
from tests import cards
from tests.cards import opponent, played, rated
from tests.commands import Outcome, tnrate
from tests.conftest import DEMO, ROOT
from tests.standin import demo, render
from tests.standin.event import Event, Player, Result, Style

TITLES = ("GM", "GM", "IM", "IM", "FM", "GM", "IM", "FM", "CM")
FEDERATIONS = ("GER", "FRA", "TUR", "TUR", "GEO", "ARM", "ITA", "TUR", "TUR")
RATINGS = (2510, 2480, 2420, 2390, 2340, 2500, 2410, 2300, 2150)
SCORES = ("0.5", "1", "0.5", "1", "1", "0.5", "0", "0.5", "1")
FIELD = tuple(
    Player(number, f"Örnek, Rakip{number}", title, federation, 99200000 + number, 1990, "", rating)
    for number, (title, federation, rating) in enumerate(
        zip(TITLES, FEDERATIONS, RATINGS, strict=True), 1
    )
)
OWN = Player(10, "Tuğluk, Ece", "FM", "TUR", 99200010, 1998, "", 2385, 2390)
GAMES = tuple(
    Result(number, 1, "game", "white", number, score, 20, "10.00")
    for number, score in enumerate(SCORES, 1)
)
EVENT: Event = replace(
    demo.coming_event(),
    players=(*FIELD, OWN),
    results={OWN.start_number: GAMES},
    start=date(2026, 5, 1),
    rating_calculation=("national", "international"),
)
BY_HAND = (
    "2500/GM/GER:0.5", "2450/IM/FRA:1", "2400/IM/TUR:½", "2350/FM/TUR:1", "1900//TUR:1",
    "2480/GM/ARM:.5", "2390/IM/GEO:1", "2300/FM/TUR:0", "2420/IM/ITA:1",
)  # fmt: skip


def saved(folder: Path, event: Event = EVENT, style: Style | None = None) -> Path:
    """Save the player's card of an event."""
    path = folder / "card.html"
    page = render.card_page(
        event, OWN.start_number, Style(two_ratings=True, details=True) if style is None else style
    )
    path.write_bytes(page.encode())
    return path


def by_hand(*options: str, games: tuple[str, ...] = BY_HAND) -> Outcome:
    """Judge games by hand in an event of today's rules."""
    return tnrate("calc", "norm", "--on", "2026-05-01", "--federation", "TUR", *options, *games)


def conditions(document: dict[str, Any], title: str) -> dict[str, dict[str, Any]]:
    """Give the conditions of one norm by their codes."""
    found = next(one for one in document["norms"] if one["title"] == title)
    return {one["code"]: one for one in found["conditions"]}


# A card


def test_a_norm_from_a_card(tmp_path: Path) -> None:
    """Titles, federations, ratings and results of a card make the norm; each condition is told."""
    found = tnrate("norm", saved(tmp_path), "--no-exempt", "--json").document
    assert found["player"]["name"] == "Tuğluk, Ece"
    assert (found["title"], found["federation"]) == ("FM", "TUR")
    assert [(one["title"], one["state"]) for one in found["norms"]] == [
        ("GM", "not_met"), ("IM", "met"),
    ]  # fmt: skip
    told = conditions(found, "IM")
    assert [told["holders"][key] for key in ("needed", "found", "missing")] == [5, 8, 0]
    assert [told["foreign"][key] for key in ("needed", "found")] == [2, 5]
    assert [told["own_federation"][key] for key in ("needed", "found", "at_most")] == [5, 4, True]
    gm = conditions(found, "GM")
    assert (gm["required"]["found"], gm["required"]["state"]) == (3, "met")
    assert (gm["performance"]["found"], gm["performance"]["state"]) == (2519, "not_met")


def test_the_titles_above_the_own_one(tmp_path: Path) -> None:
    """FM is held: the ratings of IM and GM are told, IM's first reached inside the event."""
    found = tnrate("norm", saved(tmp_path), "--json").document
    titles = {one["title"]: one for one in found["titles"]}
    assert set(titles) == {"IM", "GM"}
    assert (titles["IM"]["reached"], titles["IM"]["after_round"]) == (True, 2)
    assert (titles["GM"]["reached"], titles["GM"]["after_round"]) == (False, None)


def test_a_womans_titles(tmp_path: Path) -> None:
    """A player with a woman's title sees the women's norms above it, others only on request."""
    wfm = replace(EVENT, players=(*FIELD, replace(OWN, title="WFM")))
    found = tnrate("norm", saved(tmp_path, wfm), "--json").document
    assert [one["title"] for one in found["norms"]] == ["GM", "IM", "WGM", "WIM"]
    asked = tnrate("norm", saved(tmp_path), "--title", "wim", "--json").document
    assert [one["title"] for one in asked["norms"]] == ["WIM"]


def test_a_title_with_nothing_above_it(tmp_path: Path) -> None:
    """A grandmaster has no norm before him, and is told how to see one."""
    card = saved(tmp_path, replace(EVENT, players=(*FIELD, replace(OWN, title="GM"))))
    assert "No norm is above the title GM; --title names one." in tnrate("norm", card).out
    assert "GM norm" in tnrate("norm", card, "--title", "GM").out


def test_rounds_to_come(tmp_path: Path) -> None:
    """After seven of nine rounds: still possible, and with which points against whom."""
    early = replace(EVENT, results={OWN.start_number: GAMES[:7]})
    found = tnrate("norm", saved(tmp_path, early), "--title", "IM", "--json").document
    norm = found["norms"][0]
    assert (norm["state"], norm["to_come"]) == ("possible", 2)
    assert norm["outlook"][-1]["points"] == "2"
    shown = tnrate("norm", saved(tmp_path, early), "--title", "IM").out
    assert "IM norm  still possible" in shown
    assert "Enough in the rounds to come (2)" in shown


def test_a_pairing_to_come_counts_among_the_opponents(tmp_path: Path) -> None:
    """The published opponent of the last round is known: no average is needed any more."""
    last = Result(9, 1, "pending", "white", 9)
    early = replace(EVENT, results={OWN.start_number: (*GAMES[:8], last)})
    norm = tnrate("norm", saved(tmp_path, early), "--title", "IM", "--json").document["norms"][0]
    assert (norm["state"], norm["to_come"]) == ("possible", 1)
    assert norm["outlook"][0]["average_needed"] is None


def test_a_forfeit_win_of_nine_rounds(tmp_path: Path) -> None:
    """1.4.1c: eight games and a win by forfeit."""
    won = Result(9, 1, "forfeit_win", "white", 9, "1")
    event = replace(EVENT, results={OWN.start_number: (*GAMES[:8], won)})
    found = tnrate("norm", saved(tmp_path, event), "--title", "IM", "--json").document
    games = conditions(found, "IM")["games"]
    assert [games[key] for key in ("article", "needed", "found")] == ["1.4.1c", 8, 8]
    assert found["norms"][0]["state"] == "met"


@pytest.mark.parametrize(
    ("kind", "opponents", "form"),
    [
        ("Swiss-System", range(1, 10), None),
        ("Round robin", range(1, 10), "round_robin"),
        ("Round robin", (1, 2, 3, 4, 5, 1, 2, 3, 4), "double_round_robin"),
    ],
)
def test_the_form_of_the_event(
    tmp_path: Path, kind: Any, opponents: Sequence[int], form: str | None
) -> None:
    """A round robin is told by the type of the event, a double one by an opponent met twice."""
    games = [replace(one, opponent=met) for one, met in zip(GAMES, opponents, strict=True)]
    event = replace(EVENT, tournament_type=kind, results={OWN.start_number: tuple(games)})
    found = tnrate("norm", saved(tmp_path, event), "--json").document
    assert found["event"]["form"] == form
    asked = tnrate("norm", saved(tmp_path, event), "--event", "world-team", "--json").document
    assert asked["event"]["form"] == "world_team"


def test_what_counts_as_a_game() -> None:
    """Byes and forfeits are no games, nor is a result uploaded as not to be rated.

    An opponent without K, where others have one, is unrated, whatever his Rtg.
    """
    strong = opponent(2400)
    rounds = [
        played(1, strong, "1", published=Published(20, Decimal("10.00"))),
        replace(played(2, strong, "1"), rated=False),
        played(3, None, "1", Kind.BYE),
        played(4, strong, "1", Kind.FORFEIT_WIN),
        played(5, None, "0", Kind.NOT_PAIRED),
        played(6, opponent(0), "0.5"),
        played(7, strong, None, Kind.PENDING),
        played(9, opponent(None, rating=1900), "1"),
        played(8, None, None, Kind.PENDING),
    ]
    found = norms_of_card(rated(rounds), rounds=11)
    assert [(one.round, one.rating) for one in found.games] == [
        (1, 2400), (6, 0), (7, 2400), (9, 0),
    ]  # fmt: skip
    assert (found.event.granted, found.event.unpaired) == (2, 3)
    assert "norm_left_out" in {note.code for note in found.notes}


@pytest.mark.parametrize("control", ["Rapid", "Blitz"])
def test_rapid_and_blitz_have_no_norms(tmp_path: Path, control: Any) -> None:
    """0.5: said in one sentence, without the conditions; no title's rating either."""
    card = saved(tmp_path, replace(EVENT, time_control=control))
    shown = tnrate("norm", card).out
    assert "No norm and no title here: only standard games and ratings count" in shown
    assert "Foreign federations" not in shown
    document = tnrate("norm", card, "--json").document
    assert {one["state"] for one in document["norms"]} == {"not_met"}
    assert document["titles"] == []


def test_an_event_that_fide_does_not_rate(tmp_path: Path) -> None:
    """1.4: said in one sentence."""
    card = saved(tmp_path, replace(EVENT, rating_calculation=("national",)))
    shown = tnrate("norm", card).out
    assert "No norm here: the page says that FIDE does not rate this tournament" in shown
    assert "Foreign federations" not in shown


def test_the_bundled_event_gives_no_norm() -> None:
    """Seven rounds without titled opponents: what is missing is told."""
    shown = tnrate("norm", DEMO / "card.html", "--title", "IM").out
    assert "IM norm  not met" in shown
    assert "not met; missing: 5" in shown
    assert "CM" in shown


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"time_control": TimeControl.STANDARD}, "met"),
        ({"time_control": None, "named_time_control": TimeControl.STANDARD}, "unknown"),
        ({"time_control": None}, "unknown"),
    ],
)
def test_the_class_of_the_event(facts: dict[str, Any], state: str) -> None:
    """0.5 is met only where a page tells the class; a guess by the name is none."""
    rounds = [played(1, opponent(2400), "1")]
    event = replace(cards.EVENT, **facts)
    found = norms_of_card(rate_card(cards.card(rounds, 2300), event, cards.TODAY))
    assert found.norms[0].condition("standard").state == state


@pytest.mark.parametrize(
    ("own", "change", "is_vague"),
    [(None, None, True), (0, None, True), (2300, None, True), (2300, "7.20", False)],
)
def test_ratings_of_the_column_rtg(own: int | None, change: str | None, is_vague: bool) -> None:
    """What rests on Rtg is said and marked, rated or not, unless the page confirms it."""
    printed = None if change is None else Published(20, Decimal(change))
    rounds = [played(1, opponent(None, rating=2400), "1", published=printed)]
    if printed is not None:
        gap = rate_card(cards.card([played(1, opponent(2400), "1")], own), cards.EVENT, cards.TODAY)
        result = gap.rounds[0].fide
        assert isinstance(result, RatedGame)
        rounds = [replace(rounds[0], published=Published(result.k, result.change))]
    found = norms_of_card(rate_card(cards.card(rounds, own), cards.EVENT, cards.TODAY))
    assert found.games[0].from_rtg is is_vague
    assert [note.code for note in notes_of(found)].count("fide_from_rtg") == is_vague


def test_a_rating_of_rtg_has_a_question_mark(tmp_path: Path) -> None:
    """The average and the performance are marked, at every width, and the games in JSON."""
    card = saved(tmp_path, style=Style(details=True, published=False))
    document = tnrate("norm", card, "--json").document
    assert {one["from_rtg"] for one in document["games"]} == {True}
    for width in ("40", "200"):
        shown = tnrate("norm", card, "--title", "IM", env={"COLUMNS": width}).out
        assert len(re.findall(r"\d\?", shown)) == 2


@pytest.mark.parametrize("control", ["Rapid", "Blitz"])
def test_the_explanation_where_no_norm_can_be(tmp_path: Path, control: Any) -> None:
    """One chapter with one step instead of a chapter for every norm."""
    card = saved(tmp_path, replace(EVENT, time_control=control))
    (chapter,) = tnrate("norm", card, "--explain", "--json").document["explanation"]
    (step,) = chapter["steps"]
    assert (chapter["about"], step["rule"], step["article"]) == (
        "no_norm", "norm_ground", "Title Regulations 0.5",
    )  # fmt: skip


def test_no_chapter_of_a_norm_is_empty() -> None:
    """With an unrated opponent under rules not known, the conditions say what they need."""
    found = tnrate(
        "calc", "norm", "--title", "GM", "--on", "2019-05-01", "--explain", "--json",
        "2400/GM/GER:1", "-//TUR:1",
    ).document  # fmt: skip
    (chapter,) = found["explanation"]
    assert chapter["steps"][-1]["rule"] == "norm_at_least_unknown"
    assert "norm_unrated_unknown" in {one["code"] for one in found["notes"]}
    found = tnrate(
        "calc", "norm", "--title", "GM", "--on", "2019-05-01", "2400/GM/GER:1", "--json"
    ).document
    assert "norm_unrated_unknown" not in {one["code"] for one in found["notes"]}


@pytest.mark.parametrize(
    ("games", "rules"),
    [
        (("2200/WGM/GEO:1", "1950//TUR:1"), ["norm_average"]),
        (("2200/WGM/GEO:1", "-//TUR:1"), ["norm_average_unrated"]),
        (
            ("2200/WGM/GEO:1", "-//TUR:1", "2310/FM/GER:?"),
            ["norm_average_unrated", "norm_average_with_coming"],
        ),
    ],
)
def test_the_average_of_a_norm_explained(games: tuple[str, ...], rules: list[str]) -> None:
    """It is of all opponents, unrated ones too; with those to come it is what the row shows."""
    found = by_hand("--title", "WIM", "--explain", "--json", games=games).document
    steps = found["explanation"][0]["steps"]
    averages = [one for one in steps if one["of"] == "average"]
    assert [one["rule"] for one in averages] == rules
    assert averages[-1]["inputs"]["average"] == conditions(found, "WIM")["average"]["found"]
    shown = by_hand("--title", "WIM", games=games).out
    assert ("With the known opponents to come" in shown) == (len(rules) == 2)


# By hand


def test_games_by_hand() -> None:
    """The conditions with needed and found, the steps of Rp, the games that it counts as."""
    shown = by_hand("--title", "IM", "--no-exempt")
    assert (shown.status, shown.err) == (0, "")
    lines = [" ".join(line.split()) for line in shown.out.splitlines()]
    assert lines[0] == "IM norm met"
    for line in (
        "Games 1.4.1a ≥ 9 9 met",
        "Foreign federations 1.4.3 ≥ 2 5 met",
        "Opponents of own federation 1.4.4 ≤ 5 4 met",
        "Title holders (not CM, WCM) 1.4.5a ≥ 5 8 met",
        "Of them GM, IM 1.4.5c ≥ 3 6 met",
        "Average of opponents 1.4.8a ≥ 2230 2371 met",
        "Points, 35 % 1.4.8b ≥ 3½ 6½ met",
        "Performance 1.4.8 ≥ 2450 2537 met",
        "The lowest opponent counts 2050 instead of 1900 (1.4.6).",
        "Points needed against these opponents: 5½",
    ):
        assert line in lines
    assert any(line.startswith("Counts as 10 of the 27 games; 1 of them") for line in lines)


def test_games_by_hand_in_turkish() -> None:
    """The same in Turkish, with the decimal comma."""
    shown = by_hand("--title", "IM", "--lang", "tr").out
    assert shown.startswith("IM normu  sağlandı")
    assert "Ortalama 21340 / 9 = 2371,11" in shown
    explained = by_hand("--title", "IM", "--lang", "tr", "--explain").out
    assert "[Unvan Yönetmeliği 1.4.7]" in explained
    assert "Title Regulations" not in explained
    document = by_hand("--title", "IM", "--lang", "tr", "--explain", "--json").document
    articles = {step["article"] for step in document["explanation"][0]["steps"]}
    assert "Title Regulations 1.4.7" in articles


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_width(width: str, language: str) -> None:
    """No line is wider than the screen, and none is cut."""
    shown = tnrate(
        "calc", "norm", "--federation", "TUR", "--rounds", "11", "--lang", language, *BY_HAND,
        env={"COLUMNS": width},
    ).out  # fmt: skip
    assert "…" not in shown
    assert "2371" in shown


def test_left_out_games_are_named() -> None:
    """A win that is left out is named by its round; so are later games."""
    weak = (
        "1400//TUR:1", "1450//TUR:1", "2380/GM/GER:½", "2300/IM/FRA:1", "2250/IM/GER:1",
        "2300/FM/TUR:1", "2300//TUR:1", "2380/GM/ARM:½", "2390/IM/GEO:1", "2300/FM/TUR:0",
        "2320/IM/ITA:½",
    )  # fmt: skip
    shown = by_hand("--title", "IM", games=weak).out
    assert "IM norm  met" in shown
    assert "Left out, because they were won (1.4.1f): round 1\n" in shown
    lost = (*BY_HAND, *["2000//TUR:0"] * 3)
    shown = by_hand("--title", "IM", games=lost).out
    assert "IM norm  met" in shown
    assert "Left out, because the result came before (1.4.1e): round 10, 11, 12\n" in shown


def test_rounds_that_the_page_does_not_tell(tmp_path: Path) -> None:
    """A card without details does not say how many rounds there are; --rounds does."""
    early = replace(EVENT, results={OWN.start_number: GAMES[:7]})
    card = saved(tmp_path, early, Style(two_ratings=True))
    shown = tnrate("norm", card, "--title", "IM").out
    assert "IM norm  not met" in shown
    assert "How many rounds the tournament has is not known" in shown
    shown = tnrate("norm", card, "--title", "IM", "--rounds", "9").out
    assert "IM norm  still possible" in shown
    assert "How many rounds" not in shown


def test_a_game_to_come_that_must_be_won() -> None:
    """A round robin's weak last opponent: left out, if he is beaten."""
    strong = ("2235/IM/GER:1", "2235/IM/FRA:1", "2235/IM/ITA:1", "2235/GM/GEO:1", "2235/GM/ARM:1")
    rest = ("2235/FM/NED:1", "2235/FM/POL:1", "2235/FM/ESP:0", "2235/FM/SUI:0", "1500//SWE:?")
    shown = by_hand("--title", "IM", "--event", "round-robin", games=strong + rest).out
    assert "IM norm  still possible" in shown
    assert "Left out, if they are won (1.4.1f): round 10\n" in shown


def test_unknown_federations_are_said() -> None:
    """Neither the own federation nor an opponent's: unknown, and how to settle it."""
    shown = tnrate("calc", "norm", "--title", "IM", *(game.replace("/TUR", "") for game in BY_HAND))
    assert "IM norm  unknown" in shown.out
    assert "The player's own federation is not known" in shown.out
    assert "Opponents whose federation is not known: 4." in shown.out
    assert "--exempt" in shown.out


def test_an_old_event() -> None:
    """Before 2022 the rules are not known here, and the limit of Rp before July 2009 is 2451."""
    shown = tnrate("calc", "norm", "--title", "IM", "--on", "2008-05-01", *BY_HAND).out
    assert "The rules of that time are not known here" in shown
    assert "≥ 2451" in shown


def test_byes_and_games_to_come() -> None:
    """+ is a win by forfeit, ? a game to come; the rest of the rounds is open."""
    games = (*BY_HAND[:6], "+", "2400/IM/GER:?")
    norm = tnrate(
        "calc", "norm", "--title", "IM", "--federation", "TUR", "--rounds", "9", *games, "--json"
    ).document
    assert norm["event"]["granted"] == 1
    assert norm["event"]["unpaired"] == 1
    assert norm["norms"][0]["to_come"] == 2
    assert [one["score"] for one in norm["games"]][-1] is None


@pytest.mark.parametrize(
    "games",
    [
        (),
        ("2450",),
        ("2450/XX/GER:1",),
        ("2450/GM/GERM:1",),
        ("2450/GM/GER:2",),
        ("24500/GM/GER:1",),
        ("--rounds", "1", *BY_HAND),
        ("--title", "FM", *BY_HAND),
    ],
)
def test_wrong_usage(games: tuple[str, ...]) -> None:
    """What is no game, or no norm, is wrong usage: status 2, the words on standard error."""
    refused = tnrate("calc", "norm", *games)
    assert (refused.status, refused.out) == (2, "")
    assert "Usage: tnrate calc norm" in refused.err


def test_a_refusal() -> None:
    """A source that is none is refused in a sentence."""
    refused = tnrate("norm", "nowhere.html")
    assert refused.status == 1
    assert refused.err


# The contract


def test_the_json_of_a_norm() -> None:
    """Numbers that are counted are whole, points and exact figures are strings."""
    found = by_hand("--title", "IM", "--no-exempt", "--json").document
    assert (found["tournament"], found["player"], found["titles"]) == (None, None, [])
    norm = found["norms"][0]
    assert {key: norm[key] for key in norm if key != "conditions"} == {
        "title": "IM",
        "state": "met",
        "rules": "norms since 2024-01-01",
        "counted": list(range(1, 10)),
        "to_come": 0,
        "left_out": [],
        "games": 9,
        "total": 21340,
        "raised": {"round": 5, "counted": 1900, "floor": 2050},
        "average": "2371.11",
        "average_exact": "21340/9",
        "average_used": 2371,
        "score": "6.5",
        "percent": 72,
        "difference": 166,
        "performance": 2537,
        "score_needed": "5.5",
        "outlook": [],
        "games_credited": 10,
        "extra": 1,
        "all_tried": True,
    }
    assert norm["conditions"][-2] == {
        "code": "score",
        "article": "1.4.8b",
        "state": "met",
        "at_most": False,
        "needed": "3.5",
        "found": "6.5",
        "missing": "0",
    }


def test_the_manual_names_every_field(tmp_path: Path) -> None:
    """docs/json.md names each field of both documents, each condition, state and form."""
    from rating.norm_facts import Form, Omitted, State
    from report.words import CONDITIONS

    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    section = manual.split("## norm, calc norm", 1)[1].split("\n## ")[0]
    early = replace(EVENT, results={OWN.start_number: GAMES[:7]})
    found = tnrate("norm", saved(tmp_path, early), "--json").document
    norm = found["norms"][0]
    hand = by_hand("--json").document["norms"][0]
    names = {
        *found, *found["event"], *found["games"][0], *norm, *norm["conditions"][0],
        *found["titles"][0], *hand["raised"], *norm["outlook"][0], *CONDITIONS, *Form, *Omitted,
        *State,
    } - {"schema", "explanation"}  # fmt: skip
    assert {name for name in names if not re.search(rf"`{name}(\[\])?`", section)} == set()


def test_the_session_of_the_readme() -> None:
    """What the README shows of `calc norm` is what it says."""
    readme = (ROOT / "README.md").read_text("utf-8")
    command, *shown = readme.split("$ tnrate calc norm ", 1)[1].split("```")[0].splitlines()
    said = tnrate("calc", "norm", *command.split()).out.rstrip().splitlines()
    assert [line.rstrip() for line in said] == shown
