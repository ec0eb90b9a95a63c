"""What a period makes of events that disagree, of unknown K, and how it is explained."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from lists.model import FILE
from rating.card import rate_card
from rating.events import Event, counted_once, event_of
from rating.explain.period import explain_periods
from rating.explain.steps import Chapter, Explanation
from rating.fide import Outcome
from rating.game import Game
from rating.k_factor import KCandidate, KFactor, KSource
from rating.listed import Listed
from rating.period import periods_of
from rating.period_base import BaseSource
from rating.period_fide import FidePeriod, Listing, Listings
from report.explanation import of_explanation
from report.words import Words
from tests.cards import EVENT, TODAY, card, game, opponent, played
from tests.reckoning import wrong_in
from tests.standin import demo
from tests.test_month_command import OWN, cards, listed, made, month, periods, saved
from tests.test_period import (
    MAY,
    NO_LISTS,
    RAPID,
    STANDARD,
    draws,
    event,
    fide,
    in_ukd,
    national,
    only,
    printed,
)

__all__ = ["cards"]
LATER, LAST = date(2026, 5, 9), date(2026, 5, 15)
GUESS = KFactor(20, KSource.UNKNOWN, "games_unknown", candidates=(20, 40, 10))
BY_HAND = KFactor(30, KSource.OPTION, "by_hand")
LISTED = KFactor(15, KSource.LIST, "listed", month=MAY)
DERIVED = KFactor(10, KSource.DERIVED, "top")
IN_MAY = (STANDARD, MAY)
# What is left of a card where somebody saves its table alone.
PIECE = """<html><body><table class="CRs1">
<tr class="CRng1b"><th>Rd.</th><th>Bo.</th><th>SNo</th><th></th><th>Name</th><th>Rtg</th>
<th>FED</th><th>Club/City</th><th>Pts.</th><th>Res.</th><td>K</td><th>rtg+/-</th></tr>
<tr class="CRng1"><td>1</td><td>3</td><td>5</td><td></td><td>Yelkovan, Bora</td><td>RTG</td>
<td>TUR</td><td></td><td>3,5</td>
<td><table><tr><td><div class="FarbesT"></div></td><td>0</td></tr></table></td>
<td>20</td><td></td></tr></table></body></html>"""


def facts(found: FidePeriod, code: str) -> list[dict[str, object]]:
    """Give the values of the notes with that code."""
    return [note.facts for note in found.notes if note.code == code]


# Which K


@pytest.mark.parametrize(
    ("ks", "listed", "used"),
    [
        ((printed(20), BY_HAND, LISTED, DERIVED, GUESS), None, 20),
        ((BY_HAND, LISTED, DERIVED, GUESS), 40, 30),
        ((LISTED, DERIVED, GUESS), None, 15),
        ((DERIVED, GUESS), None, 10),
        ((DERIVED, GUESS), 40, 40),
        ((printed(20), DERIVED), 40, 20),
        ((printed(20), printed(40), DERIVED), None, 40),
        ((printed(20), printed(40), DERIVED), 20, 20),
    ],
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_k_by_the_strength_of_its_source(
    ks: Sequence[KFactor], listed: int | None, used: int, is_turned: bool
) -> None:
    """Printed, by hand, listed, derived, unknown; printed ones that differ go by the list."""
    days = [date(2026, 5, 1 + number) for number in range(len(ks))]
    if is_turned and (listed or len({k.source for k in ks}) == len(ks)):
        days.reverse()
    events = [event(day, draws(1), k=k) for day, k in zip(days, ks, strict=True)]
    found = fide(events, {IN_MAY: Listing(1800, listed)} if listed else NO_LISTS)
    assert {part.k.value for part in found.parts} == {used}
    assert [one["k"] for one in facts(found, "month_k_differs")] == [used]


@pytest.mark.parametrize("nothing", [[], [game(None, "1")]])
def test_an_event_without_a_counted_game_has_no_say(nothing: list[Game]) -> None:
    """Its K, printed or derived, is not the period's, and does not differ from it."""
    counted = event(MAY, draws(2), k=20)
    for k in (DERIVED, printed(40)):
        found = fide([counted, event(LATER, nothing, k=k)])
        assert [part.k for part in found.parts] == [printed(20), printed(20)]
        assert facts(found, "month_k_differs") == []
        assert facts(found, "k_may_be_lowered")[0]["k"] == 20
    alone = fide([event(LATER, nothing, k=DERIVED)])
    assert alone.parts[0].k == DERIVED


def test_k_of_another_event_is_named_as_that() -> None:
    """An event keeps what it says itself; K of the imported list is not another event's."""
    events = [event(MAY, draws(1), k=20), event(LATER, draws(1), k=GUESS._replace(value=40))]
    first, second = fide(events).parts
    assert (first.k_is_of_another, second.k_is_of_another) == (False, True)
    assert (second.k, second.own_k.value) == (printed(20), 40)
    events[1] = event(LATER, draws(1), k=40)
    listed = fide(events, {IN_MAY: Listing(1800, 40)})
    assert [part.k_is_of_another for part in listed.parts] == [False, False]


# Copies


def test_events_without_number_and_name_are_copies_by_their_games() -> None:
    """The same games are a copy; other games on the same day are another event."""
    one, other = event(MAY, [game(1568, "1")]), event(MAY, [game(1601, "1")])
    assert counted_once([one, other, one]) == ((one, other), (one,))
    named = [
        replace(each, tournament=replace(each.tournament, name="Open")) for each in (one, other)
    ]
    assert len(counted_once(named)[0]) == 1


def test_two_pieces_of_pages_are_two_events(tmp_path: Path) -> None:
    """Pieces name neither event nor player: other games are another event, the same are a copy."""
    paths = []
    for number, rating in enumerate((1568, 1601)):
        path = tmp_path / f"piece{number}.html"
        path.write_text(PIECE.replace("RTG", str(rating)), "utf-8")
        paths.append(path)
    found = month(*paths, paths[0], "--fide", "1500", "--json")
    (period,) = periods(found)
    assert [event["fide"]["games"] for event in period["events"]] == [1, 1]
    codes = [note["code"] for note in found.document["notes"]]
    assert sorted(codes) == ["month_listed_twice", "month_unnamed"]


# Unknown K and the other reading


def test_every_possible_k_of_the_list() -> None:
    """A win and 17 draws more at K 20, 40 (38 by the limit of 700) and 10, rounded once."""
    found = fide([event(MAY, [game(1800, "1")], k=GUESS), event(LATER, draws(17), k=GUESS)])
    assert found.candidates == (
        KCandidate(20, 20, Decimal(10), 10, 1810),
        KCandidate(40, 38, Decimal(19), 19, 1819),
        KCandidate(10, 10, Decimal(5), 5, 1805),
    )
    assert facts(found, "k_unknown") == [{"k": 20, "new": 40}]
    assert fide([event(MAY, draws(1))]).candidates == ()
    assert fide([event(MAY, [], k=GUESS), event(LATER, draws(1))]).candidates == ()


def test_the_other_reading_of_a_list() -> None:
    """2022 to 2024: what the lower side's upgrade makes of each event, summed and rounded once."""
    start, games = date(2023, 5, 1), [game(2000, "1"), game(2400, "0")]
    events = [event(start, games, 1900), event(date(2023, 5, 8), games, 1900)]
    found = fide(events)
    rounds = [played(n, opponent(one.opponent), str(one.score)) for n, one in enumerate(games, 1)]
    alone = rate_card(
        card(rounds, fide=1900), replace(EVENT, start=start, end=start), TODAY
    ).other_reading
    assert alone is not None
    change = 2 * alone.change
    assert found.other_reading is not None
    assert found.other_reading.change == change != found.change
    assert found.other_reading == Outcome(
        change, found.other_reading.rounded, 1900 + found.other_reading.rounded
    )
    assert fide([event(MAY, games, 1900)]).other_reading is None


# The rating before, and the floor


def test_a_standard_rating_that_stands_in_is_said() -> None:
    """7.2.1: the base of a rapid list can be a standard rating; a rapid one is none."""
    rapid = replace(EVENT, time_control=RAPID)
    mine = card([played(1, opponent(1800), "1")], fide=0)
    rated = rate_card(mine, rapid, TODAY, listed=Listed(MAY, standard=1700))
    (period,) = periods_of([event_of(rated, TODAY)], NO_LISTS, {})
    assert period.fide is not None
    base = period.fide.base
    assert (base.rating, base.source, base.stands_in) == (1700, BaseSource.EVENT, True)
    assert not fide([event(MAY, draws(1), control=RAPID)]).base.stands_in


@pytest.mark.parametrize(
    ("start", "own", "is_below"),
    [
        (date(2026, 5, 1), 1405, True),
        (date(2026, 5, 1), 1420, False),
        (date(2023, 5, 1), 1405, False),
        # The list of March 2024 has the floor of 1400, and the increase.
        (date(2024, 2, 1), 1405, False),
    ],
)
def test_a_list_below_the_floor(start: date, own: int, is_below: bool) -> None:
    """The floor is that of the list's month, and what it shows is compared."""
    found = fide([event(start, [game(own, "0")], own, k=40)])
    expected = [{"rating": own - 20, "floor": 1400}] if is_below else []
    assert facts(found, "below_floor") == expected
    assert facts(fide([event(start, [], 1300)]), "below_floor") == []


# The explanation


def explained(events: Sequence[Event], listings: Listings = NO_LISTS) -> Explanation:
    """Explain the one period of events."""
    return explain_periods([only(events, listings)])


def rules_of(chapter: Chapter) -> list[str]:
    """Give the rules of the steps."""
    return [step.rule for step in chapter.steps]


def wrong(explanation: Explanation) -> list[str]:
    """Give what a pocket calculator does not get."""
    written = of_explanation(explanation, Words("en")) or []
    return [
        part
        for chapter in written
        for step in chapter["steps"]
        for part in wrong_in(step["arithmetic"] or "")
    ]


def test_each_game_stands_by_its_round() -> None:
    """Event, round, score and opponent head the steps; the sum of the event has its terms."""
    games = [game(1800, "1"), game(1700, "0.5")]
    one = event(MAY, games, name="Open")
    assert one.fide is not None
    one = replace(one, fide=replace(one.fide, rounds=(2, 5)))
    found = explained([one])
    assert [(each.about, each.facts.get("round")) for each in found] == [
        ("event", None), ("event_round", 2), ("event_round", 5), ("event_total", None),
        ("period", None),
    ]  # fmt: skip
    assert found[1].facts["opponent"] == 1800
    (total,) = found[3].steps
    assert total.inputs["changes"] == [Decimal(10), Decimal("-2.8")]
    assert total.inputs["change"] == Decimal("7.2")
    written = of_explanation(found, Words("en")) or []
    assert {(each["list"], each["time_control"]) for each in written} == {("2026-06", "standard")}
    assert written[0]["title"] == "FIDE · List of 2026-06, standard, event 1: Open"
    assert written[2]["title"] == "FIDE · Event 1, round 5: ½ against 1700"
    assert wrong(found) == []


def test_the_limit_stands_where_k_is_used() -> None:
    """Each event says what all games of the list leave of K, before its first game."""
    found = explained([event(MAY, draws(18)), event(LATER, draws(18))])
    for chapter in found:
        if chapter.about == "event":
            assert rules_of(chapter) == ["k", "k_limited_by_the_list"]
            assert chapter.steps[1].inputs["k"] == 19
            assert chapter.steps[1].inputs["games"] == 36
    assert not {"k_limited", "k_within_limit"} & {r for each in found for r in rules_of(each)}
    assert wrong(found) == []


def test_k_of_another_event_has_a_step() -> None:
    """The card's own K first, then the one that is used."""
    found = explained([event(MAY, draws(1), k=GUESS), event(LATER, draws(1), k=40)])
    first, second = (each for each in found if each.about == "event")
    assert rules_of(first) == ["k", "k_of_another_event", "k_within_limit_by_the_list"]
    assert (first.steps[0].inputs["k"], first.steps[1].inputs["k"]) == (20, 40)
    assert rules_of(second) == ["k", "k_within_limit_by_the_list"]


def test_each_possible_k_has_a_step() -> None:
    """With the arithmetic of the whole list."""
    found = explained([event(MAY, [game(1750, "1")], k=GUESS), event(LATER, draws(17), k=GUESS)])
    steps = [step for step in found[-1].steps if step.rule == "k_candidate"]
    assert [step.inputs["k"] for step in steps] == [20, 40, 10]
    assert wrong(found) == []


@pytest.mark.parametrize(
    ("start", "of", "before", "after"),
    [
        (date(2024, 2, 27), "rating", 1500, 1700),
        (date(2024, 2, 3), "list_rating", 1510, 1706),
    ],
)
def test_the_increase_of_2024_is_a_step(start: date, of: str, before: int, after: int) -> None:
    """R + 0.4 x (2000 - R), of the base or of what the list shows; in no article."""
    found = explained([event(start, [game(1500, "1")], 1500)])
    (step,) = [step for step in found[-1].steps if step.rule == "raised"]
    assert (step.of, step.inputs["before"], step.inputs[of], step.article) == (
        of, before, after, None,
    )  # fmt: skip
    assert wrong(found) == []


def test_the_average_of_the_national_list_is_explained() -> None:
    """Each event by its average gap, then the sum and the cut; one without games is left out."""
    events = [
        national(MAY, [game(1600, "1"), game(1700, "0")], 1500),
        national(LATER, [], 1500),
        national(LAST, [game(None, "1")], 1500),
    ]
    found = explained(events)
    assert [(each.about, each.facts.get("event")) for each in found] == [
        ("event", 1), ("event_round", 1), ("event_round", 1), ("event_total", 1),
        ("event", 2), ("event_total", 2),
        ("event", 3), ("event_round", 3), ("event_total", 3),
        ("period", None),
        ("event_average", 1), ("event_average", 3), ("period_average", None),
    ]  # fmt: skip
    period = in_ukd(events)
    assert found[-1].steps[0].inputs["change"] == period.average_change
    assert found[-1].steps[-1].inputs["new_rating"] == period.average_new_rating
    sums: list[Any] = [found[place].steps[-1].inputs["change"] for place in (10, 11)]
    assert sum(sums) == period.average_change
    assert all(each.steps for each in found)
    assert wrong(found) == []


# The command


def test_pages_that_name_nobody_are_of_the_player(tmp_path: Path, cards: list[Path]) -> None:
    """A card without name and FIDE id is added to the others, in any place, and that is said."""
    nameless = replace(made(9417409, "2026-05-08", "2026-05-10"), players=tuple(
        replace(one, fide_id=0, name="") if one == OWN else one for one in demo.PLAYERS
    ))  # fmt: skip
    path = saved(tmp_path, nameless)
    for sources in ((cards[0], path), (path, cards[0])):
        found = month(*sources, "--json")
        assert found.document["player"]["fide_id"] == OWN.fide_id
        assert len(periods(found)[0]["events"]) == 2
        codes = [note["code"] for note in found.document["notes"]]
        assert codes.count("month_unnamed") == 1
    assert "month_unnamed" not in month(*cards[:2], "--json").out


def test_notes_of_one_list_stand_together(cards: list[Path]) -> None:
    """No blank line divides them, and none stands there twice."""
    out = month(*cards[:2], cards[0], "--lang", "en").out
    bullets = [number for number, line in enumerate(out.splitlines()) if line.startswith("•")]
    assert bullets == list(range(bullets[0], bullets[-1] + 1))
    lines = [line for line in out.splitlines() if line.startswith("•")]
    assert len(lines) == len(set(lines)) > 3


@pytest.mark.parametrize("day", ["0001-01-01", "1970-12-31", "3000-01-01", "9999-12-31"])
def test_a_day_without_lists_is_refused(cards: list[Path], day: str) -> None:
    """FIDE's first list is of 1971; what lies far ahead is a slip of the hand."""
    found = month(cards[0], "--on", day)
    assert (found.status, found.out) == (2, "")
    assert "1971" in found.err


def test_the_round_stands_beside_each_game(cards: list[Path]) -> None:
    """JSON names the round of a game that counts, and the K that the event has by itself."""
    (event_, _), *_ = (period["events"] for period in periods(month(*cards[:2], "--json")))
    rounds = [one["round"] for one in event_["fide"]["results"]]
    assert rounds == sorted(set(rounds))
    assert None not in rounds
    assert event_["fide"]["own_k"] == event_["fide"]["k"]


def test_unusable_lists_are_said_once(cards: list[Path], home: Path) -> None:
    """Neither each event nor the period repeats it."""
    home.mkdir(parents=True, exist_ok=True)
    (home / FILE).write_bytes(b"no database" * 100)
    assert month(*cards[:2], "--json").out.count("lists_unusable") == 1


def test_k_that_another_event_settles_is_not_called_unknown() -> None:
    """The note on an unknown K is the list's, and none where another event has a K."""
    mine = rate_card(card([played(1, opponent(1900), "1")]), EVENT, TODAY)
    guessing = event_of(mine, TODAY)
    assert "k_unknown" in {note.code for note in mine.notes}
    assert "k_unknown" not in {note.code for note in guessing.notes}
    assert facts(fide([guessing]), "k_unknown") == [{"k": 20, "new": 40}]
    assert facts(fide([guessing, event(LATER, draws(1))]), "k_unknown") == []


def test_ratings_of_the_column_rtg_are_marked(tmp_path: Path) -> None:
    """FIDE has its question mark in the table and the sums where ratings are from Rtg."""
    path = tmp_path / "piece.html"
    path.write_text(PIECE.replace("RTG", "1568").replace("20</td><td>", "</td><td>"), "utf-8")
    out = month(path, "--fide", "1500", "--ukd", "1500", "--lang", "en").out
    assert "FIDE?" in out
    assert not [line for line in out.splitlines() if line.startswith("FIDE ")]


def test_the_standing_in_rating_has_its_own_words(tmp_path: Path, home: Path) -> None:
    """7.2.1: what the change is added to is not called the own rating of the event."""
    players = tuple(replace(one, fide=0) if one == OWN else one for one in demo.PLAYERS)
    path = saved(tmp_path, made(9417410, "2026-05-08", "2026-05-10", players=players))
    listed(home, "2026-05", 1700)
    arguments = (path, "--time", "rapid", "--lang", "en")
    out = month(*arguments).out
    assert "1700: the standard rating of the list of 2026-05, which stands in (FIDE 7.2.1)" in out
    (period,) = periods(month(*arguments, "--json"))
    assert (period["fide"]["rating"], period["fide"]["rating_stands_in"]) == (1700, True)
