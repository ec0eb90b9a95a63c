"""A first UKD: what is known of it, marked as the estimate that it is."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.assumptions import Note
from rating.explain.performance import explain_first_ukd
from rating.explain.steps import Step
from rating.first_rating import Event
from rating.first_ukd import first_ukd
from rating.game import Game
from report.explanation import of_explanation
from report.words import Words
from tests.cards import game
from tests.commands import tnrate
from tests.reckoning import wrong_in
from tests.test_properties import SCORES

NOW = date(2026, 5, 1)


def _event(*games: tuple[int | None, str]) -> Event:
    return Event([game(*one) for one in games])


def test_it_is_the_mean_of_the_performances_above_1000() -> None:
    """Known of 2010 to 2012: the mean of the events' performances, those up to 1000 left out.

    1320 (half of the points against an average of 1320), 700 (1500 without a point), 2300 (1500
    with all): (1320 + 2300) / 2 = 1810.
    """
    found = first_ukd(
        [
            _event((1250, "1"), (1310, "0.5"), (1400, "0")),
            _event((1500, "0")),
            _event((1500, "1")),
        ],
        NOW,
    )
    assert (found.counted, found.average, found.value) == ([1320, 2300], Fraction(1810), 1810)
    assert (found.games, found.missing) == (5, 0)


@pytest.mark.parametrize(("day", "needed"), [(date(2012, 12, 31), 7), (date(2013, 1, 1), 5)])
def test_the_number_of_games_is_that_of_the_time(day: date, needed: int) -> None:
    """Seven games are known until 2012; five are likely today."""
    found = first_ukd([_event((1250, "1"))], day)
    assert (found.rules.games, found.missing) == (needed, needed - 1)


def test_games_against_opponents_without_a_ukd_do_not_count() -> None:
    """A performance is against rated opponents; an event without one has none."""
    found = first_ukd([_event((None, "1")), _event((1200, "0.5"), (None, "0"))], NOW)
    assert (found.games, found.counted) == (1, [1200])
    assert found.performances[0] is None
    nothing = first_ukd([_event((None, "1"))], NOW)
    assert (nothing.average, nothing.value) == (None, None)
    assert nothing.notes == (Note("first_ukd_unsure", {"games": 5}),)


def test_a_performance_of_1000_is_not_above_it() -> None:
    """The limit itself is left out, one point more counts; that none counts is said."""
    unsure = Note("first_ukd_unsure", {"games": 5})
    below, above = first_ukd([_event((1000, "0.5"))], NOW), first_ukd([_event((1001, "0.5"))], NOW)
    assert (below.value, below.notes) == (None, (unsure, Note("first_ukd_none", {"floor": 1000})))
    assert (above.value, above.notes) == (1001, (unsure,))


def test_its_explanation_names_its_numbers() -> None:
    """Each event with a performance, by its number, then their mean, cut off to a whole number."""
    found = first_ukd(
        [_event((1250, "0.5")), _event((None, "1")), _event((1310, "0.5")), _event((1301, "0.5"))],
        NOW,
    )
    chapters = explain_first_ukd(found)
    assert [(one.about, one.system, one.facts) for one in chapters] == [
        *[("event_performance", "first_ukd", {"event": number}) for number in (1, 3, 4)],
        ("first_ukd", "first_ukd", {}),
    ]
    assert chapters[0].steps[-1].inputs["performance"] == 1250
    assert chapters[-1].steps == (
        Step("average", "ukd_mean", None, "({counted}) ÷ {events} = {average}",
             {"counted": [Decimal(one) for one in (1250, 1310, 1301)], "events": 3,
              "floor": 1000, "average": 1287}),
        Step("value", "ukd_whole", None, "{average} → {value}", {"average": 1287, "value": 1287}),
    )  # fmt: skip
    thirds = explain_first_ukd(
        first_ukd([_event((rating, "0.5")) for rating in (1250, 1310, 1302)], NOW)
    )
    assert thirds[-1].steps[0].formula == "({counted}) ÷ {events} ≈ {average}"


@given(st.lists(st.lists(st.builds(Game, st.integers(800, 2400), SCORES), min_size=1, max_size=5),
                min_size=1, max_size=4))  # fmt: skip
def test_its_explanation_can_be_repeated(events: list[list[Game]]) -> None:
    """Every step holds, and the last one is the estimate, which is never rounded up."""
    found = first_ukd([Event(games) for games in events], NOW)
    chapters = of_explanation(explain_first_ukd(found), Words("en")) or []
    steps = [step for chapter in chapters for step in chapter["steps"]]
    assert [part for step in steps for part in wrong_in(step["arithmetic"] or "")] == []
    if found.average is not None and found.value is not None:
        assert steps[-1]["inputs"]["value"] == found.value
        assert found.value <= found.average < found.value + 1


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_the_command_calls_it_an_estimate(lang: str) -> None:
    """The note says that the formula is not public; while games are missing there is no rating."""
    command = ("calc", "first", "--system", "ukd", "1250:1", "1310:0.5", "-:1", "--lang", lang)
    document = tnrate(*command, "--json").document
    assert [note["code"] for note in document["notes"]] == ["first_ukd_unsure"]
    assert (document["value"], document["provisional"], document["new_rating"]) == (
        1473,
        True,
        None,
    )
    assert (document["rated_games"], document["missing"]) == (2, 3)
    shown = tnrate(*command).out
    assert "1473" in shown
    assert document["notes"][0]["text"] in " ".join(shown.split())
