"""Explanations: every number with its rule, its article, its inputs and its arithmetic."""

import re
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.assumptions import Settings
from rating.calculator import calculate_fide, calculate_ukd
from rating.card import RatedCard, rate_card
from rating.elo import calculate_elo
from rating.explain.card import explain_calculation, explain_card, explain_next
from rating.explain.performance import explain_first, explain_performance
from rating.explain.steps import Explanation, Step
from rating.explain.systems import explain_elo, explain_glicko
from rating.first_rating import Event, first_rating
from rating.first_rating import rules_for as first_rules_for
from rating.game import Game, Reason
from rating.glicko import (
    GlickoGame,
    Strength,
    calculate_glicko_1,
    calculate_glicko_2,
    calculate_lichess,
)
from rating.performance import performance
from report.explanation import of_explanation
from report.explanation_words import HEADINGS, RULES
from report.words import Words
from scraper.model import Kind, TimeControl
from tests.cards import EVENT, TODAY, card, game, opponent, played, rated
from tests.commands import tnrate
from tests.conftest import ROOT
from tests.reckoning import wrong_in
from tests.test_properties import CONTROLS, GAMES, KS, RATINGS, STARTS

ENGLISH, TURKISH = Words("en"), Words("tr")
NOW = date(2026, 5, 1)
STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID


def _steps(explanation: Explanation) -> list[Step]:
    return [step for chapter in explanation for step in chapter.steps]


def _arithmetic(explanation: Explanation) -> list[str]:
    written = of_explanation(explanation, ENGLISH) or []
    return [step["arithmetic"] or "" for chapter in written for step in chapter["steps"]]


def _rules(explanation: Explanation) -> list[str]:
    return [step.rule for step in _steps(explanation)]


def _wrong(explanation: Explanation) -> list[str]:
    """Return what does not hold; a capped difference is moved by more than a rounding."""
    return [
        part
        for step, written in zip(_steps(explanation), _arithmetic(explanation), strict=True)
        if step.rule not in {"gap_capped", "gap_capped_once", "ukd_floor", "first_at_most"}
        for part in wrong_in(written)
    ]


def _whole_card() -> RatedCard:
    return rated(
        [
            played(1, opponent(1900, 1800), "1"),
            played(2, opponent(2500, 0), "0"),
            played(3, None, "1", Kind.BYE),
            played(4, opponent(0, 1500), "0.5"),
            played(5, opponent(1750, 1700), None, Kind.PENDING),
        ]
    )


@given(RATINGS, GAMES, KS, CONTROLS, STARTS)
@settings(max_examples=60)
def test_the_arithmetic_of_fide_holds(
    own: int, games: list[Game], k: int, control: TimeControl, on: date
) -> None:
    """Whoever types a step of any era into a pocket calculator gets what stands behind it."""
    found = calculate_fide(own, games, k, control, on)
    explanation = explain_calculation(found)
    assert _wrong(explanation) == []
    explained = {(step.of, str(step.inputs.get(step.of))) for step in _steps(explanation)}
    if found.total.games:
        for name in ("change", "rounded", "new_rating", "k"):
            assert (name, str(getattr(found.total, name))) in explained, name


@given(RATINGS, GAMES)
@settings(max_examples=60)
def test_the_arithmetic_of_the_ukd_holds(own: int, games: list[Game]) -> None:
    """Both readings of the UKD can be repeated, and end in the numbers that are shown."""
    found = calculate_ukd(own, games)
    explanation = explain_calculation(found)
    assert _wrong(explanation) == []
    ends = {
        chapter.about: chapter.steps[-1].inputs["new_rating"]
        for chapter in explanation
        if chapter.about in {"total", "average"}
    }
    if games:
        total: Any = found.total
        assert ends == {"total": total.new_rating, "average": total.average_new_rating}


@given(RATINGS, GAMES, KS)
@settings(max_examples=30)
def test_the_arithmetic_of_elo_holds(own: int, games: list[Game], k: int) -> None:
    """The formula can be repeated with the digits that are shown."""
    assert _wrong(explain_elo(calculate_elo(own, games, k))) == []


def test_the_arithmetic_of_glicko_holds() -> None:
    """The example of the papers can be repeated step by step, in all three systems."""
    games = [
        GlickoGame(Decimal(1400), Decimal(30), Decimal(1)),
        GlickoGame(Decimal(1550), Decimal(100), Decimal(0)),
        GlickoGame(Decimal(1700), Decimal(300), Decimal(0)),
    ]
    start = Strength(Decimal(1500), Decimal(200), Decimal("0.06"))
    for calculation in (
        calculate_glicko_1(start, games),
        calculate_glicko_2(start, games),
        calculate_lichess(start, games),
    ):
        explanation = explain_glicko(calculation)
        assert _wrong(explanation) == [], calculation.system
        last = explanation[-1].steps[-1]
        assert (last.of, last.inputs["new_rating"]) == (
            "new_rating",
            calculation.after.rating.quantize(Decimal("0.01")),
        )


@given(st.lists(st.builds(Game, st.integers(1000, 2800), st.sampled_from(
    [Decimal(0), Decimal("0.5"), Decimal(1)])), min_size=1, max_size=12), STARTS)  # fmt: skip
@settings(max_examples=60)
def test_the_arithmetic_of_performances_and_first_ratings_holds(
    games: list[Game], on: date
) -> None:
    """Rp, the middle of the true performance, and a first rating of any era can be repeated."""
    found = performance(games)
    explanation = explain_performance(found)
    assert _wrong(explanation) == []
    assert found is not None
    assert explanation[0].steps[-1].inputs["performance"] == found.rating
    rules = first_rules_for(STANDARD, on)
    assert rules is not None
    first = first_rating([Event(games, on)], rules)
    assert _wrong(explain_first(first)) == []


def test_a_card_explains_every_round_of_both_ratings() -> None:
    """K, each round with its reason, the total and each result of the next game are explained."""
    explanation = explain_card(_whole_card())
    assert _wrong(explanation) == []
    abouts = [(chapter.system, chapter.about) for chapter in explanation]
    each = ["k", *["round"] * 5, "total"]
    scenarios = ["next", "next_win", "next_draw", "next_loss"]
    assert abouts == [
        *(("fide", about) for about in [*each, *scenarios]),
        *(("ukd", about) for about in [*each, "average", *scenarios]),
    ]


def test_the_next_game_alone_is_explained_with_its_k() -> None:
    """`next` explains K and the scenarios, whose totals are those of the table."""
    result = _whole_card()
    explanation = explain_next(result)
    assert {chapter.about for chapter in explanation} == {
        "k", "next", "next_win", "next_draw", "next_loss",
    }  # fmt: skip
    assert result.next is not None
    assert not hasattr(result.next.fide, "reason")
    win = next(chapter for chapter in explanation if chapter.about == "next_win")
    new_rating = next(step for step in win.steps if step.rule == "new_rating")
    assert new_rating.inputs["new_rating"] == result.next.fide["win"].new_rating
    candidates = [step for step in win.steps if step.rule == "k_candidate"]
    assert [(step.inputs["k"], step.inputs["new_rating"]) for step in candidates] == [
        (one.k, one.scenarios["win"].new_rating) for one in result.next.candidates
    ]


# A game a line: control, day, own rating, opponents, the rules of the gap of each game.
GAPS = [
    (STANDARD, date(2026, 5, 1), 1500, [1600, 2100], ["gap", "gap_capped"]),
    (STANDARD, date(2026, 5, 1), 2700, [2100, 2650], ["gap_in_full", "gap"]),
    (STANDARD, date(2023, 5, 1), 2000, [1500, 1400], ["gap_not_the_largest", "gap_capped_once"]),
    # In the other reading, explained behind it, the cap is not the lower rated player's.
    (
        STANDARD,
        date(2023, 5, 1),
        1400,
        [1900, 2000],
        ["gap_not_the_largest", "gap_capped_once", "gap_as_the_lower", "gap_as_the_lower"],
    ),
    (RAPID, date(2019, 5, 1), 2000, [1500], ["gap_without_cap"]),
]


@pytest.mark.parametrize(("control", "on", "own", "opponents", "expected"), GAPS)
def test_the_rule_of_a_gap_is_the_one_of_its_day(
    control: TimeControl, on: date, own: int, opponents: list[int], expected: list[str]
) -> None:
    """Articles 8.3.1 and 7.3.1: each era counts large differences in its own way, and says so."""
    games = [game(rating, "1") for rating in opponents]
    explanation = explain_calculation(calculate_fide(own, games, 20, control, on))
    assert [rule for rule in _rules(explanation) if rule.startswith("gap")] == expected


# The articles of the change, the table and the rounding, by control and day.
ARTICLES = [
    (STANDARD, date(2026, 5, 1), {"FIDE 8.3.1", "FIDE 8.1.2", "FIDE 8.3.3", "FIDE 8.3.4"}),
    (RAPID, date(2026, 5, 1), {"FIDE 7.3.1", "FIDE 7.1.2", "FIDE 7.3.3", "FIDE 7.3.4"}),
    (STANDARD, date(2016, 5, 1), {"FIDE 8.54", "FIDE 8.1", "FIDE 8.56", "FIDE 8.5"}),
]


@pytest.mark.parametrize(("control", "on", "articles"), ARTICLES)
def test_the_articles_are_those_of_the_day(
    control: TimeControl, on: date, articles: set[str]
) -> None:
    """Rapid and blitz have a chapter of their own, and the numbers changed in 2022."""
    explanation = explain_calculation(calculate_fide(1500, [game(1600, "1")], 20, control, on))
    assert {step.article for step in _steps(explanation)} == articles


def test_a_lowered_k_is_explained() -> None:
    """Article 8.3.3: 18 games with K 40 are 720, so K is 700 / 18, cut off: 38."""
    found = calculate_fide(1500, [game(1500, "1")] * 18, 40, STANDARD, NOW)
    limit = explain_calculation(found)[0].steps[1]
    assert (limit.rule, limit.inputs["k"]) == ("k_limited", 38)
    assert "18 × 40 = 720; 700 ÷ 18 → 38" in _arithmetic(explain_calculation(found))


@pytest.mark.parametrize(
    ("own", "rule"), [(1299, "ukd_k_lowest"), (1300, "ukd_k"), (2399, "ukd_k"), (2400, "ukd_k_top")]
)
def test_the_k_of_the_ukd_names_its_step(own: int, rule: str) -> None:
    """K of the UKD goes by steps of the rating before the event; the first and last are open."""
    step = explain_calculation(calculate_ukd(own, [game(1500, "1")]))[0].steps[0]
    assert step.rule == rule
    least, most = step.inputs["least"], step.inputs["most"]
    assert (least is None or least <= own) and (most is None or own <= most)  # type: ignore[operator]


def test_every_reason_not_to_count_has_a_sentence() -> None:
    """A round that changes nothing is explained too, whatever its reason."""
    assert {f"not_counted_{reason}" for reason in Reason} <= set(RULES)


def test_a_scenario_that_lowers_k_says_that_all_games_count_anew() -> None:
    """Article 8.3.3: an 18th game with K 40 lowers K for all of them."""
    rounds = [played(number, opponent(1500, 1500), "1") for number in range(1, 18)]
    rounds.append(played(18, opponent(1500, 1500), None, Kind.PENDING))
    result = rate_card(card(rounds), EVENT, TODAY, Settings(k=40))
    assert "sum_anew" in _rules(explain_card(result))
    assert _wrong(explain_card(result)) == []


@pytest.mark.parametrize("words", [ENGLISH, TURKISH])
def test_the_words_name_the_numbers(words: Words) -> None:
    """The sentence, the arithmetic in the language's own decimals, and the article: one line."""
    explanation = explain_calculation(calculate_fide(1500, [game(1400, "1")], 20, STANDARD, NOW))
    written = of_explanation(explanation, words) or []
    change = written[1]["steps"][-1]
    assert change["arithmetic"] == "20 × (1 − 0.64) = 7.2"
    point = "," if words is TURKISH else "."
    assert change["text"].endswith(f"20 × (1 − 0{point}64) = 7{point}2 [FIDE 8.3.3]")
    assert change["inputs"] == {"k": 20, "score": "1", "expected": "0.64", "change": "7.2"}
    assert not any("{" in step["text"] for chapter in written for step in chapter["steps"])


CARD = str(ROOT / "fixtures" / "demo" / "card.html")
COMMANDS = [
    ["demo"],
    ["rate", CARD],
    ["next", CARD],
    ["month", CARD],
    ["norm", CARD],
    ["calc", "norm", "--title", "IM", "--federation", "TUR", "2450/GM/GER:1", "1900/IM/GEO:0.5"],
    ["calc", "fide", "--rating", "1500", "--k", "20", "1400:1"],
    ["calc", "ukd", "--rating", "1500", "1400:1", "-:0"],
    ["calc", "performance", "1400:1", "1500:0.5"],
    ["calc", "first", "1902:0.5", "1877:0.5", "1884:1", "2012:0", "1832:1"],
    ["calc", "elo", "--rating", "1500", "--k", "20", "1400:1"],
    ["calc", "glicko", "--rating", "1500", "--rd", "200", "1400/30:1"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("lang", ["en", "tr"])
def test_a_command_explains_itself(command: list[str], lang: str) -> None:
    """`--explain` adds the steps to the text and to the JSON; without it the JSON has null."""
    text = tnrate(*command, "--lang", lang, "--explain")
    assert text.status == 0
    plain = tnrate(*command, "--lang", lang).out
    assert text.out.startswith(plain)
    added = text.out[len(plain) :]
    assert re.search(r"^• .+", added, re.MULTILINE)
    document = tnrate(*command, "--lang", lang, "--json", "--explain").document
    lines = [step["text"] for chapter in document["explanation"] for step in chapter["steps"]]
    shown = [line.removeprefix("• ") for line in added.splitlines() if line.startswith("• ")]
    # The text of `next` explains the next game alone; its JSON is that of the whole card.
    assert shown == lines or (command[0] == "next" and set(shown) < set(lines))
    assert tnrate(*command, "--json").document["explanation"] is None


def test_a_period_explains_its_one_rounding() -> None:
    """Article 8.3.4: the changes of the events are added up exactly, and rounded once."""
    document = tnrate("month", CARD, "--json", "--explain").document
    chapters = {(one["system"], one["about"]): one for one in document["explanation"]}
    *_, change, rounded, new_rating = chapters["fide", "period"]["steps"]
    assert [step["of"] for step in (change, rounded, new_rating)] == [
        "change", "rounded", "new_rating",
    ]  # fmt: skip
    assert (change["inputs"]["change"], rounded["arithmetic"]) == ("8.8", "8.8 → 9")
    assert new_rating["arithmetic"] == "1650 + 9 = 1659"
    assert chapters["fide", "event"]["event"] == 1
    assert chapters["ukd", "period"]["steps"][-1]["inputs"]["new_rating"] == 1621
    wrong = [
        part
        for chapter in document["explanation"]
        for step in chapter["steps"]
        if step["rule"] != "gap_capped"
        for part in wrong_in(step["arithmetic"] or "")
    ]
    assert wrong == []


def test_explanations_have_no_csv() -> None:
    """Rows of rounds have no place for steps: the wish is refused and says where they are."""
    outcome = tnrate("demo", "--csv", "--explain")
    assert outcome.status == 2
    assert "--json" in outcome.err


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field of an explanation, and what chapters are about."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    section = manual.split("## The explanation", 1)[1].split("## ")[0]
    chapters = tnrate("demo", "--json", "--explain").document["explanation"]
    names = {*chapters[0], *chapters[0]["steps"][0], *HEADINGS} - {"round_without_game"}
    assert {name for name in names if f"`{name}`" not in section} == set()


def test_the_other_reading_is_explained_where_it_is_another_total() -> None:
    """Article 8.3.1 of 2022: the steps of the other reading end in its own total."""
    games = [game(2000, "0"), game(900, "1")]
    found = calculate_fide(1400, games, 40, STANDARD, date(2023, 5, 1))
    explanation = explain_calculation(found)
    assert _wrong(explanation) == []
    chapter = next(one for one in explanation if one.about == "other_reading")
    assert [step.rule for step in chapter.steps if step.rule.startswith("gap")] == [
        "gap_as_the_lower", "gap_capped_once",
    ]  # fmt: skip
    assert found.other_reading is not None
    assert chapter.steps[-1].inputs["new_rating"] == found.other_reading.new_rating
    alike = calculate_fide(1400, [game(1500, "1")], 40, STANDARD, date(2023, 5, 1))
    assert "other_reading" not in [one.about for one in explain_calculation(alike)]


def test_a_forfeit_is_not_headed_as_a_game() -> None:
    """Article 5.1: an unplayed round has a number, and no score against a rating."""
    explanation = explain_card(rated([played(1, opponent(1900, 1800), "1", Kind.FORFEIT_WIN)]))
    heads = [one["title"] for one in of_explanation(explanation, ENGLISH) or []]
    assert "FIDE · Round 1" in heads


@pytest.mark.parametrize(("rating", "said"), [(0, "unrated"), (None, "unknown rating")])
def test_unknown_is_not_unrated(rating: int | None, said: str) -> None:
    """A page that does not say a rating is not a page that says 0."""
    next_opponent = opponent(1800, rating)
    result = rate_card(card([]), EVENT, TODAY, next_opponent=next_opponent)
    heads = [one["title"] for one in of_explanation(explain_card(result), ENGLISH) or []]
    assert [head for head in heads if head.startswith("UKD · Next") and said in head]


def test_events_that_are_not_pooled_are_named() -> None:
    """Article 8.2: a first event without a point does not count, and the steps say so."""
    rules = first_rules_for(STANDARD, NOW)
    assert rules is not None
    found = first_rating([Event([game(1500, "0")], None), Event([game(1500, "1")], NOW)], rules)
    assert "left_out_first_event" in _rules(explain_first(found))
    nothing = first_rating([Event([game(1500, "0")], NOW)], rules)
    assert _rules(explain_first(nothing)) == ["left_out_first_event"]
