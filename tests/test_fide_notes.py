"""What is said of a total by FIDE's rules: the limit of 700, the floor, the class, K by hand."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from rating.articles import articles_of, cited, number_of
from rating.assumptions import Settings
from rating.calculator import calculate_fide
from rating.card import next_against, rate_card
from rating.fide import FLOORS, floor_of, rules_for
from rating.first_rating import RULES as FIRST_RULES
from rating.k_factor import KSource, k_factor
from rating.listed import Listed
from rating.tournament import rate_event
from report.document import k_reason
from report.words import Words
from scraper.model import Player, TimeControl
from scraper.readings import Entry
from tests.cards import EVENT, TODAY, card, game, opponent, played
from tests.commands import tnrate
from tests.events import event

STANDARD, RAPID, BLITZ = TimeControl
NOW = date(2026, 5, 1)


def notes(
    rating: int, games: list[tuple[int, str]], k: int | None, control: TimeControl, day: date
) -> dict[str, dict[str, object]]:
    """Give the notes of games by hand, with their values."""
    played_ = [game(*one) for one in games]
    found = calculate_fide(rating, played_, k, control, day)
    return {note.code: note.facts for note in found.notes}


# The articles


@pytest.mark.parametrize(
    ("control", "day", "k", "rounding"),
    [
        (STANDARD, date(2013, 5, 1), "8.5", "8.5"),
        (STANDARD, date(2018, 5, 1), "8.56", "8.5"),
        (STANDARD, NOW, "8.3.3", "8.3.4"),
        (RAPID, date(2019, 5, 1), "7.3", "7.3"),
        (BLITZ, NOW, "7.3.3", "7.3.4"),
    ],
)
def test_the_articles_follow_class_and_era(
    control: TimeControl, day: date, k: str, rounding: str
) -> None:
    """K and rounding have their articles by class and first day; a bare number is one again."""
    found = articles_of(rules_for(control, day))
    assert (found.k, found.rounding) == (f"FIDE {k}", f"FIDE {rounding}")
    assert number_of(cited(k)) == k


@pytest.mark.parametrize(
    ("control", "day", "article"),
    [
        (STANDARD, NOW, "FIDE 8.3.3"),
        (RAPID, NOW, "FIDE 7.3.3"),
        (STANDARD, date(2019, 5, 1), "FIDE 8.56"),
    ],
)
def test_a_derived_k_and_the_limit_name_their_article(
    control: TimeControl, day: date, article: str
) -> None:
    """Reason and notes carry the article of the class and day, in both languages just once."""
    found = calculate_fide(2450, [game(2400, "1")], None, control, day)
    assert found.k is not None
    for language in ("en", "tr"):
        assert k_reason(found.k, Words(language)).count(article) == 1
    assert {note.facts["article"] for note in found.notes} == {article}
    many = notes(2450, [(2400, "1")] * 71, None, control, day)
    assert many["k_lowered"] == {"k": 9, "games": 71, "from": 10, "article": article}


@pytest.mark.parametrize("control", ["standard", "rapid"])
def test_a_line_of_the_explanation_names_an_article_once(control: str) -> None:
    """What the line ends with in brackets does not stand in its sentence too."""
    arguments = ("--rating", "2410", "--time", control, "--on", "2026-05-01", "2400:1")
    out = tnrate("calc", "fide", *arguments, "--explain", "--lang", "en").out
    number = "8.3.3" if control == "standard" else "7.3.3"
    assert f"• K 10: 2400 or more [FIDE {number}]" in out.splitlines()
    assert f"K 10: 2400 or more (FIDE {number})" in out.splitlines()


# The limit of 700


def test_a_lowered_k_is_not_what_the_card_prints() -> None:
    """36 games at K 20 leave 19: the reason is that of 20, and the limit stands beside it."""
    out = tnrate("calc", "fide", "--rating", "1500", "--k", "20", *["1500:1"] * 36).out
    assert "K 20: given by hand; lowered to 19 by the limit of 700" in out.splitlines()
    assert "K is 19 instead of 20: 36 games times K would be more than 700 (FIDE 8.3.3)." in out
    assert "K 19: given" not in out
    document = tnrate(
        "calc", "fide", "--rating", "1500", "--k", "20", *["1500:1"] * 36, "--json"
    ).document
    assert (document["k"], document["k_before_limit"]) == (19, 20)
    assert [note["code"] for note in document["notes"]] == ["k_lowered"]


def test_the_limit_ahead_is_said_by_hand_too() -> None:
    """35 games at K 20 are the most."""
    assert notes(1500, [(1500, "1")], 20, STANDARD, NOW) == {
        "k_may_be_lowered": {"most": 35, "k": 20, "article": "FIDE 8.3.3"}
    }


def test_candidates_name_the_k_itself() -> None:
    """40 and 20 both become 19 over 36 games: each is named, with what the limit leaves."""
    arguments = ("calc", "fide", "--rating", "1800", "--on", "2026-05-01", *["1800:1"] * 36)
    out = tnrate(*arguments).out
    for k in ("with 20, lowered to 19,", "with 40, lowered to 19,", "with 10 +"):
        assert k in out
    each = tnrate(*arguments, "--json").document["k_candidates"]
    assert [(one["k_before_limit"], one["k"]) for one in each] == [(20, 19), (40, 19), (10, 10)]


# The floor


@pytest.mark.parametrize(
    ("control", "day", "floor"),
    [
        (STANDARD, date(2009, 6, 30), 1400), (STANDARD, date(2009, 7, 1), 1200),
        (STANDARD, date(2012, 6, 30), 1200), (STANDARD, date(2012, 7, 1), 1000),
        (STANDARD, date(2024, 2, 29), 1000), (STANDARD, date(2024, 3, 1), 1400),
        (RAPID, date(2012, 7, 1), 1000), (BLITZ, date(2024, 2, 29), 1000),
        (RAPID, date(2024, 3, 1), 1400), (BLITZ, date(2026, 5, 1), 1400),
    ],
)  # fmt: skip
def test_the_floor_of_the_day(control: TimeControl, day: date, floor: int) -> None:
    """Section 2 of the rules: the lowest rating of the lists, to the day."""
    assert floor_of(control, day) == floor


@pytest.mark.parametrize("control", list(TimeControl))
def test_the_first_ratings_have_the_same_floor(control: TimeControl) -> None:
    """A first rating is published from the floor of its day on."""
    assert {each.since for each in FLOORS[control]} - {date.min} <= {
        rules.since for rules in FIRST_RULES[control]
    }
    for rules in FIRST_RULES[control]:
        assert rules.floor == floor_of(control, rules.since)


@pytest.mark.parametrize(
    ("own", "day", "is_below"),
    [
        (1405, NOW, True),
        (1420, NOW, False),
        (1405, date(2024, 2, 29), False),
        (1005, date(2023, 5, 1), True),
    ],
)
def test_a_rating_below_the_floor_is_said(own: int, day: date, is_below: bool) -> None:
    """1405 - 20 is below 1400, 1420 - 20 is not; before March 2024 the floor was 1000."""
    found = notes(own, [(own, "0")], 40, STANDARD, day)
    assert ("below_floor" in found) == is_below
    if is_below:
        floor = floor_of(STANDARD, day)
        assert found["below_floor"] == {"rating": own - 20, "floor": floor}


def test_a_card_says_it_too() -> None:
    """The note of a card; none where no game counts, whatever the own rating is."""
    for against, is_said in ((1405, True), (0, False)):
        rated = rate_card(card([played(1, opponent(against), "0")], fide=1405), EVENT, TODAY)
        assert any(note.code == "below_floor" for note in rated.notes) == is_said


# K and the class


@pytest.mark.parametrize(
    ("day", "new"), [(date(2010, 1, 1), 25), (date(2012, 1, 1), 30), (date(2014, 6, 30), 30)]
)
def test_k_10_took_30_games_before_2014(day: date, new: int) -> None:
    """Section 5.1: 2400 alone decides since July 2014; the lists can count the 30 games."""
    rules = rules_for(STANDARD, day)
    k = k_factor(rules, 2410, day)
    assert (k.value, k.source, k.candidates) == (10, KSource.UNKNOWN, (10, new))
    month = day.replace(day=1)
    assert k_factor(rules, 2410, day, listed=Listed(month, games=29)).source is KSource.UNKNOWN
    assert k_factor(rules, 2410, day, listed=Listed(month, games=30)).reason == "top"
    since = date(2014, 7, 1)
    assert k_factor(rules_for(STANDARD, since), 2410, since).reason == "top"


@pytest.mark.parametrize(
    ("control", "day", "k", "known"),
    [
        (RAPID, date(2020, 5, 1), 40, "20"),
        (RAPID, date(2020, 5, 1), 20, None),
        (RAPID, date(2020, 5, 1), 17, None),
        (RAPID, date(2016, 5, 1), 17, "20"),
        (STANDARD, NOW, 45, "20, 40, 10"),
        (STANDARD, NOW, 38, None),
        (STANDARD, date(2013, 5, 1), 20, "15, 30, 10"),
    ],
)
def test_a_k_by_hand_that_the_rules_do_not_know(
    control: TimeControl, day: date, k: int, known: str | None
) -> None:
    """It is used, and said; one below the greatest can be what the limit of 700 left."""
    found = notes(1500, [(1500, "1")], k, control, day)
    expected = None if known is None else {"k": k, "known": known}
    assert found.get("k_not_of_rules") == expected


@pytest.mark.parametrize(
    ("control", "day", "is_said"),
    [
        (RAPID, date(2008, 7, 17), True),
        (BLITZ, date(2011, 12, 31), True),
        (RAPID, date(2012, 1, 1), False),
        (STANDARD, date(2008, 7, 17), False),
    ],
)
def test_rapid_before_its_first_list(control: TimeControl, day: date, is_said: bool) -> None:
    """Section 2.2: no rapid or blitz was rated before 2012."""
    assert ("no_list_yet" in notes(1500, [(1500, "1")], None, control, day)) == is_said


# The next game


def test_the_next_game_with_every_possible_k() -> None:
    """Each candidate is the next game by itself; with the game 18 at K 40 it is 38."""
    rounds = [played(n, opponent(1800), "0.5") for n in range(1, 18)]
    rated = rate_card(card(rounds), EVENT, TODAY, next_opponent=opponent(1800))
    assert rated.next is not None
    assert rated.next.candidates == next_against(rated, opponent(1800)).candidates
    found = {
        one.k: (one.used, one.scenarios["win"].total, one.scenarios["loss"].new_rating)
        for one in rated.next.candidates
    }
    assert found == {
        20: (20, Decimal(10), 1790), 40: (38, Decimal(19), 1781), 10: (10, Decimal(5), 1795),
    }  # fmt: skip


def test_the_next_game_of_a_known_k_has_no_candidates() -> None:
    """Nor has one that does not count."""
    known = rate_card(card([], birth_year=2012), EVENT, TODAY, next_opponent=opponent(1800))
    unrated = rate_card(card([]), EVENT, TODAY, next_opponent=opponent(0))
    for rated in (known, unrated):
        assert rated.next is not None
        assert rated.next.candidates == ()


@pytest.mark.parametrize("score", ["1.0", "0.0", "1,0", "0,0"])
def test_a_score_may_have_a_decimal(score: str) -> None:
    """1.0 is 1, as 0.5 is a half."""
    found = tnrate("calc", "fide", "--rating", "1500", "--k", "20", f"1500:{score}", "--json")
    assert found.document["score"] == score[0]


def rated_event(control: TimeControl, games: int) -> dict[str, dict[str, object]]:
    """Give the notes on an event of two players who meet that often, with K 40 by hand."""
    players = [Player(n, f"Örnek, Oyuncu{n}", federation="TUR", fide=1405) for n in (1, 2)]
    facts = event(players, *["1:2 1-0"] * games, time_control=control, start=NOW, end=NOW)
    facts = replace(facts, rows={n: Entry() for n in (1, 2)})
    found = rate_event(facts, TODAY, Settings(k=40))
    return {note.code: note.facts for note in found.notes}


@pytest.mark.parametrize(("control", "article"), [(STANDARD, "FIDE 8.3.3"), (RAPID, "FIDE 7.3.3")])
def test_an_event_says_how_many_players_it_concerns(control: TimeControl, article: str) -> None:
    """Who falls below the floor, whose K is lowered, and from when on it would be."""
    few, many = rated_event(control, 1), rated_event(control, 18)
    assert few["event_below_floor"] == {"count": 1}
    assert few["event_k_limit"] == {"article": article}
    assert many["event_k_lowered"] == {"count": 2, "article": article}
    assert "event_k_limit" not in many
