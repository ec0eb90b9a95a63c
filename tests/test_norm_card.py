"""From a rated card to norms: whose titles, which games, what of the event, what is not known."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from rating.assumptions import Note
from rating.card import RatedCard, rate_card
from rating.explain.norms import explain_norms
from rating.explain.steps import Step
from rating.norm_card import Norms, event_of, norms_by_hand, norms_of_card
from rating.norm_facts import NormEvent, NormGame
from rating.norm_rules import NormTitle
from rating.norms import MOST_CHOICES
from scraper.model import Kind, Round
from tests.cards import EVENT, TODAY, card, opponent, played
from tests.test_outlook import norm_card as strong_card

WOMEN = {NormTitle.WGM, NormTitle.WIM}
GAME = played(1, opponent(2400, 0), "1")


def rated(
    rounds: Sequence[Round] = (GAME,), sex: str | None = None, title: str | None = None
) -> RatedCard:
    """Rate a card in the invented event."""
    page = card(rounds, fide=2300)
    page = replace(page, player=replace(page.player, sex=sex, title=title))
    return rate_card(page, EVENT, TODAY)


def facts(notes: Sequence[Note], code: str) -> list[dict[str, object]]:
    """Give the values of the notes with that code."""
    return [note.facts for note in notes if note.code == code]


def titles(found: Norms) -> set[NormTitle]:
    """Give the titles that are judged."""
    return {one.title for one in found.norms}


@pytest.mark.parametrize("sex", ["w", "W", "f", "F"])
def test_a_woman_is_judged_for_womens_titles(sex: str) -> None:
    """The page's word for her sex, of either language and case, opens the titles of women."""
    assert titles(norms_of_card(rated(sex=sex))) >= WOMEN


@pytest.mark.parametrize("sex", [None, "", "m", "M"])
def test_without_a_word_no_womens_title_is_judged(sex: str | None) -> None:
    """A man, or a player of whom the page does not tell, is judged for GM and IM alone."""
    assert titles(norms_of_card(rated(sex=sex))) == {NormTitle.GM, NormTitle.IM}


def test_a_womens_title_that_is_wished_for_or_held_tells_a_woman() -> None:
    """A WFM is a woman, and so is who asks for a WGM norm: her rating stands beside W titles."""
    assert titles(norms_of_card(rated(title="WFM"))) >= WOMEN
    asked = norms_of_card(rated(), [NormTitle.WGM])
    assert titles(asked) == {NormTitle.WGM}
    assert {one.rule.title for one in asked.titles} >= {"WGM", "WIM"}
    for_all = norms_of_card(rated(), [NormTitle.IM])
    assert not {one.rule.title for one in for_all.titles} & {"WGM", "WIM"}


def test_results_that_are_not_rated_are_left_out_and_counted() -> None:
    """A result that is marked as not rated is no game of a norm, and a note says how many."""
    rounds = [GAME, *(replace(played(n, opponent(2400), "1"), rated=False) for n in (2, 3))]
    found = norms_of_card(rated(rounds))
    assert [game.round for game in found.games] == [1]
    assert facts(found.notes, "norm_left_out") == [{"count": 2}]
    assert facts(norms_of_card(rated()).notes, "norm_left_out") == []


def test_rounds_to_come_are_those_without_an_opponent() -> None:
    """Of five rounds two are not on the card and one has no opponent yet: three are unpaired."""
    rounds = [
        GAME,
        played(2, opponent(2400), None, Kind.PENDING),
        played(3, None, None, Kind.PENDING),
    ]
    assert event_of(rated(rounds)).unpaired == 3
    assert event_of(rated([])).unpaired == 5
    assert event_of(rated(rounds), rounds=2).unpaired == 1
    unknown = replace(EVENT, rounds=None)
    assert event_of(rate_card(card([]), unknown, TODAY)).unpaired == 0
    assert event_of(rate_card(card([GAME]), unknown, TODAY)).unpaired == 0


def test_an_exempt_event_is_said_by_hand() -> None:
    """1.4.3 a-d: whether the rules on federations hold is not on the page; by hand it is known."""
    assert event_of(rated()).exempt is None
    assert event_of(rated(), exempt=True).exempt is True
    assert norms_of_card(rated(), exempt=True).event.exempt is True


def against(rating: int | None = 2400, federation: str | None = "GER") -> NormGame:
    """Build a won game."""
    return NormGame(rating=rating, title="GM", federation=federation, score=Decimal(1), round=1)


def by_hand(games: Sequence[NormGame], start: date = TODAY) -> Norms:
    """Judge an IM norm in a rated event of nine rounds that is not exempt."""
    event = NormEvent(start, 9, rated=True, exempt=False)
    return norms_by_hand(games, event, "TUR", [NormTitle.IM])


def test_what_is_not_known_is_counted() -> None:
    """Opponents without a known federation or rating are counted, and named by a note each."""
    found = by_hand([against(), against(None), against(federation=None), against(None, None)])
    assert facts(found.notes, "norm_federations_unknown") == [{"count": 2}]
    assert facts(found.notes, "norm_ratings_unknown") == [{"count": 2}]
    complete = {note.code for note in by_hand([against()]).notes}
    assert not complete & {"norm_federations_unknown", "norm_ratings_unknown"}
    assert "norm_not_all_tried" not in complete


def test_unknown_rules_say_since_when_they_are_known() -> None:
    """Before 2022 only the performances are known; the note names the day."""
    found = by_hand([against()], date(2015, 5, 1))
    assert facts(found.notes, "norm_rules_unknown") == [{"day": date(2022, 1, 1)}]


def test_choices_that_are_too_many_are_said() -> None:
    """Where games can be left out in too many ways, not all are tried, and a note says so."""
    games = [
        replace(
            against(2200 + 7 * number, ("GER", "FRA", "ITA", "TUR")[number % 4]), round=number + 1
        )
        for number in range(60)
    ]
    found = by_hand(games)
    assert not found.norms[0].all_tried
    assert facts(found.notes, "norm_not_all_tried") == [{"count": MOST_CHOICES}]


def test_an_explanation_names_its_numbers() -> None:
    """Title Regulations: the figures, each condition with what it lacks, then the titles' ratings.

    Seven games of 50 % against 2420: two games and 180 of 2600 are missing for GM.
    """
    norm, titles = explain_norms(norms_of_card(strong_card(7, "0.5"), (NormTitle.GM,)))
    assert (norm.about, norm.system, norm.facts) == ("norm", "norm", {"title": "GM"})
    lacking, none = "{needed} − {found} = {missing}", ""
    figures, conditions = norm.steps[:4], norm.steps[4:]
    assert [(one.of, one.rule, one.article) for one in figures] == [
        ("average", "norm_average", "Title Regulations 1.4.7"),
        ("percent", "percent", "Title Regulations 1.4.8"),
        ("difference", "table_811", "Title Regulations 1.4.9"),
        ("performance", "average_and_difference", "Title Regulations 1.4.9"),
    ]
    assert [one.inputs for one in figures] == [
        {"total": 16940, "games": 7, "exact": 2420, "average": 2420},
        {"score": Decimal("3.5"), "games": 7, "percent": 50},
        {"percent": 50, "difference": 0},
        {"average": 2420, "difference": 0, "performance": 2420},
    ]
    assert [
        (one.rule, one.article, one.formula, one.inputs["condition"]) for one in conditions
    ] == [
        (rule, f"Title Regulations {article}", formula, code)
        for rule, article, formula, code in (
            ("norm_at_most_unknown", "1.1.3", none, "rounds_a_day"),
            ("norm_at_least_unknown", "1.1.3", none, "thinking_time"),
            ("norm_at_least", "1.4.1a", lacking, "games"),
            ("norm_at_least", "1.4.3", none, "foreign"),
            ("norm_at_most", "1.4.4", none, "own_federation"),
            ("norm_at_most", "1.4.4", none, "one_federation"),
            ("norm_at_least", "1.4.5a", none, "holders"),
            ("norm_at_least", "1.4.5b", none, "required"),
            ("norm_at_least", "1.4.8a", none, "average"),
            ("norm_at_least", "1.4.8b", none, "score"),
            ("norm_at_least", "1.4.8", lacking, "performance"),
        )
    ]
    assert {(one.of, one.inputs["titles"]) for one in conditions} == {("missing", "GM")}
    assert (titles.about, titles.system, titles.facts) == ("titles", "norm", {})
    assert titles.steps[0] == Step(
        "missing", "title_rating", "Title Regulations 1.3.2", "",
        {"title": "CM", "rating": 2200, "best": 2390, "missing": 0},
    )  # fmt: skip
    assert titles.steps[2] == Step(
        "missing", "title_rating", "Title Regulations 1.5.3", "{rating} − {best} = {missing}",
        {"title": "IM", "rating": 2400, "best": Decimal("2395.6"), "missing": Decimal("4.4")},
    )  # fmt: skip
