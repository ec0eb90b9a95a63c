"""Norms: every condition at its edge, the choice of games, what is still possible."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.norm_facts import (
    Condition,
    Form,
    Norm,
    NormEvent,
    NormGame,
    Omitted,
    Outlook,
    State,
)
from rating.norm_rules import (
    RULES,
    NormTitle,
    average_needed,
    least_score,
    norm_rules,
    score_needed,
)
from rating.norms import norm
from scraper.model import TimeControl

DAY = date(2026, 5, 1)
OWN = "TUR"
GM, IM, WGM, WIM = NormTitle
FEDERATIONS = ("GER", "FRA", "ITA", "GEO", "ARM", "NED", "POL", "ESP", "SUI", "AUT", "CZE", "HUN")


def field(
    *scores: str, rating: int = 2450, title: str | None = "GM", federation: str | None = None
) -> list[NormGame]:
    """Build games of rounds 1, 2, ... against opponents of as many federations."""
    return [
        NormGame(
            rating=rating,
            title=title,
            federation=federation or FEDERATIONS[number % len(FEDERATIONS)],
            score=None if score == "?" else Decimal(score),
            round=number + 1,
            name=f"Player {number + 1}",
        )
        for number, score in enumerate(scores)
    ]


def nine(score: str, rating: int = 2450) -> list[NormGame]:
    """Build nine games with so many points: wins first, then draws, then losses."""
    points = Decimal(score)
    scores = ["1"] * int(points) + (["0.5"] if points % 1 else [])
    return field(*scores, *["0"] * (9 - len(scores)), rating=rating)


def event(rounds: int | None = 9, **facts: Any) -> NormEvent:
    """Build a rated event that is subject to the rules on federations."""
    start = NormEvent(DAY, rounds, rated=True, exempt=False)
    return replace(start, **facts)


def judged(
    games: Sequence[NormGame],
    title: NormTitle = IM,
    of: NormEvent | None = None,
    own: str | None = OWN,
) -> Norm:
    """Judge a norm; without an event in one of nine rounds."""
    return norm(title, games, of or event(), own)


def stands(found: Norm, code: str) -> tuple[State, object, object]:
    """Give the state of a condition, what is needed, and what there is."""
    one = found.condition(code)
    return one.state, one.needed, one.found


# The rules


@pytest.mark.parametrize(
    ("title", "averages"),
    [
        (GM, (2680, 2643, 2600, 2557, 2520, 2475, 2434, 2380)),
        (IM, (2530, 2493, 2450, 2407, 2370, 2325, 2284, 2230)),
        (WGM, (2480, 2443, 2400, 2357, 2320, 2275, 2234, 2180)),
        (WIM, (2330, 2293, 2250, 2207, 2170, 2125, 2084, 2030)),
    ],
)
def test_the_smallest_average_for_nine_games(title: NormTitle, averages: tuple[int, ...]) -> None:
    """The published table, 3½ to 7 points; more points need the same, fewer are never enough.

    Against just that average the norm is met, against one point less it is not.
    """
    limits = norm_rules(DAY).limits[title]
    for halves, average in enumerate(averages, 7):
        score = Decimal(halves) / 2
        assert average_needed(limits, score, 9) == average
        assert judged(nine(str(score), average), title).state is State.MET
        assert judged(nine(str(score), average - 1), title).state is State.NOT_MET
    assert [average_needed(limits, Decimal(score), 9) for score in (8, 9)] == [averages[-1]] * 2
    assert average_needed(limits, Decimal(3), 9) is None


@pytest.mark.parametrize(
    ("day", "limit", "unrated"),
    [
        (date(2009, 6, 30), 2601, None),
        (date(2009, 7, 1), 2600, None),
        (date(2021, 12, 31), 2600, None),
        (date(2022, 1, 1), 2600, 1000),
        (date(2023, 12, 31), 2600, 1000),
        (date(2024, 1, 1), 2600, 1400),
    ],
)
def test_the_rules_of_a_day(day: date, limit: int, unrated: int | None) -> None:
    """Rp is one point higher before July 2009; unrated opponents count 1400 only since 2024."""
    rules = norm_rules(day)
    assert (rules.limits[GM].performance, rules.unrated) == (limit, unrated)
    assert rules.known == (unrated is not None)


def test_the_rules_follow_each_other() -> None:
    """Each era ends where the next one begins; the last has no end."""
    assert [one.until for one in RULES] == [*(one.since for one in RULES[1:]), None]


def test_of_unknown_rules_only_the_performance_is_judged() -> None:
    """Before 2022 nothing but Rp is known here: the rest is unknown, and so is the norm."""
    old = event(start=date(2015, 5, 1))
    found = judged(nine("7"), IM, old)
    assert found.state is State.UNKNOWN
    states = {one.code: one.state for one in found.conditions}
    assert states.pop("performance") is states.pop("standard") is states.pop("rated") is State.MET
    assert set(states.values()) == {State.UNKNOWN}
    assert judged(nine("3"), IM, old).condition("performance").state is State.UNKNOWN


def test_unknown_rules_name_all_conditions() -> None:
    """Before 2022 too every condition stands with its article; those that are judged come around.

    An Rp of just the limit is enough, but not while a game is still to come.
    """
    old = event(start=date(2015, 5, 1))
    found = judged(nine("4.5"), IM, old)
    assert [(one.code, one.article) for one in found.conditions] == [
        ("standard", "0.5"),
        ("rated", "1.4"),
        ("rounds_a_day", "1.1.3"),
        ("thinking_time", "1.1.3"),
        ("games", "1.4.1"),
        ("foreign", "1.4.3"),
        ("own_federation", "1.4.4"),
        ("one_federation", "1.4.4"),
        ("holders", "1.4.5a"),
        ("required", "1.4.5"),
        ("average", "1.4.8a"),
        ("score", "1.4.8b"),
        ("performance", "1.4.8"),
    ]
    assert stands(found, "performance") == (State.MET, 2450, 2450)
    limits = found.limits
    assert (limits.average, limits.floor, limits.required) == (None, None, frozenset())
    assert limits.required_article == norm_rules(DAY).limits[IM].required_article
    waiting = judged([*nine("4.5")[:8], *field("?")], IM, old)
    assert waiting.condition("performance").state is State.UNKNOWN


@pytest.mark.parametrize(("games", "score"), [(9, "3.5"), (10, "3.5"), (11, "4"), (7, "2.5")])
def test_thirty_five_per_cent(games: int, score: str) -> None:
    """1.4.8b: 35 % of 9, 10, 11 and 7 games, up to the next half point."""
    assert least_score(games) == Decimal(score)


def test_the_score_that_is_needed() -> None:
    """5½ of 9 against 2371 is an IM norm; against less than the least average nothing is."""
    limits = norm_rules(DAY).limits[IM]
    assert score_needed(limits, 9 * 2371, 9) == Decimal("5.5")
    assert score_needed(limits, 9 * 2229, 9) is None


# Each condition at its edge


@pytest.mark.parametrize(
    ("title", "least"), [(GM, ("GM",)), (IM, ("IM", "GM")), (WGM, ("WGM", "IM", "GM")),
                         (WIM, ("WIM", "WGM", "IM", "GM"))]
)  # fmt: skip
def test_three_of_the_required_titles(title: NormTitle, least: tuple[str, ...]) -> None:
    """1.4.5 b-e: a third of nine opponents, three, must have the title or a higher one."""
    for one in ("GM", "IM", "WGM", "WIM"):
        games = field(*["1"] * 9, rating=2700, title="FM")
        some = [replace(game, title=one) for game in games[:3]]
        found = judged([*some, *games[3:]], title)
        counted = 3 if one in least else 0
        assert stands(found, "required")[1:] == (3, counted)
        assert (found.state is State.MET) == (one in least)
        short = judged([*some[:2], *games[2:]], title)
        assert short.state is State.NOT_MET
        if counted:
            assert short.condition("required").missing == 1


@pytest.mark.parametrize(("games", "needed"), [(9, 3), (10, 4), (12, 4), (13, 5)])
def test_a_third_rounds_up(games: int, needed: int) -> None:
    """1.4.4: minima are rounded up."""
    found = judged(field(*["0.5"] * games), of=event(games))
    assert found.condition("required").needed == needed


@pytest.mark.parametrize("title", ["CM", "WCM", None, "AGM"])
def test_half_of_the_opponents_have_titles(title: str | None) -> None:
    """1.4.5a: five of nine; CM and WCM and titles of the arena do not count."""
    games = field(*["1"] * 9)
    met = [replace(one, title=title) for one in games[:4]] + games[4:]
    short = [replace(one, title=title) for one in games[:5]] + games[5:]
    assert stands(judged(met), "holders") == (State.MET, 5, 5)
    assert stands(judged(short), "holders") == (State.NOT_MET, 5, 4)


def test_the_foreign_federations() -> None:
    """1.4.3: two foreign federations; 1.4.4: at most five of nine of the own, six of any one."""
    own = [replace(one, federation=OWN) for one in field(*["1"] * 5)]
    rest = field("1", "1", "1", "1", federation="GER")
    assert judged([*own, *rest]).condition("foreign").state is State.NOT_MET
    rest[0] = replace(rest[0], federation="FRA")
    assert judged([*own, *rest]).state is State.MET
    rest[1] = replace(rest[1], federation=OWN)
    found = judged([*own, *rest])
    assert stands(found, "own_federation") == (State.NOT_MET, 5, 6)
    assert stands(found, "one_federation") == (State.MET, 6, 6)


@pytest.mark.parametrize(("count", "state"), [(6, State.MET), (7, State.NOT_MET)])
def test_two_thirds_of_one_federation(count: int, state: State) -> None:
    """1.4.4: six of nine may be of one federation, seven may not."""
    games = [
        *field(*["1"] * count, federation="GER"),
        *field(*["1"] * (9 - count))[1:],
        *field("1"),
    ]
    games = [replace(one, federation="GER") for one in field(*["1"] * count)]
    games += field(*["1"] * 12)[count + 1 : 10]
    assert stands(judged(games), "one_federation") == (state, 6, count)


def test_players_without_a_flag() -> None:
    """FID plays, but is no federation: neither foreign, nor too many of one (1.4.2a)."""
    games = field(*["1"] * 9, federation="FID")
    found = judged(games)
    assert stands(found, "foreign") == (State.NOT_MET, 2, 0)
    assert stands(found, "one_federation") == (State.MET, 6, 0)


def test_an_exempt_event() -> None:
    """1.4.3 a-d: an exempt event lifts the rules on federations; unknown, they do not decide."""
    games = field(*["1"] * 9, federation=OWN)
    assert judged(games, of=event(exempt=True)).state is State.MET
    assert judged(games, of=event(exempt=None)).state is State.UNKNOWN
    assert judged(games, of=event(exempt=False)).state is State.NOT_MET


def test_an_unknown_federation_can_decide() -> None:
    """One unknown federation beside one foreign one: perhaps the second."""
    games = [replace(one, federation=OWN) for one in field(*["1"] * 5)]
    games += field("1", "1", "1", "1", federation="GER")
    games[-1] = replace(games[-1], federation=None)
    assert judged(games).condition("foreign").state is State.UNKNOWN
    assert judged(games, own=None).condition("own_federation").state is State.UNKNOWN


@pytest.mark.parametrize(("title", "floor"), [(GM, 2200), (IM, 2050), (WGM, 2000), (WIM, 1850)])
def test_only_the_lowest_opponent_is_raised(title: NormTitle, floor: int) -> None:
    """1.4.6 b, c: of two below the floor the lower one counts the floor, the other his rating."""
    games = nine("7", 2700)
    games[0] = replace(games[0], rating=floor - 100)
    games[1] = replace(games[1], rating=floor - 99)
    figures = judged(games, title).figures
    assert figures is not None
    assert figures.raised is not None
    assert (figures.raised.counted, figures.raised.floor) == (floor - 100, floor)
    assert figures.raised.game is games[0]
    assert figures.total == 7 * 2700 + floor + floor - 99


def test_nobody_is_raised_who_is_on_the_floor() -> None:
    """A rating that is the floor stays what it is."""
    games = nine("7", 2700)
    games[0] = replace(games[0], rating=2050)
    figures = judged(games).figures
    assert figures is not None
    assert (figures.raised, figures.total) == (None, 8 * 2700 + 2050)


@pytest.mark.parametrize(("day", "second"), [(date(2023, 5, 1), 1000), (DAY, 1400)])
def test_unrated_opponents(day: date, second: int) -> None:
    """1.4.6d: the first unrated one is raised to the floor, another 1400, before 2024 1000."""
    games = nine("7", 2700)
    games[0], games[1] = (replace(one, rating=0) for one in games[:2])
    figures = judged(games, of=event(start=day)).figures
    assert figures is not None
    assert figures.total == 7 * 2700 + 2050 + second


def test_the_average_is_rounded_half_up() -> None:
    """1.4.7: 2229.5 is 2230, of ten opponents; a tenth less is 2229."""
    games = [replace(one, rating=2229) for one in field(*["0.5"] * 10)]
    games[:5] = [replace(one, rating=2230) for one in games[:5]]
    assert stands(judged(games, of=event(10)), "average") == (State.MET, 2230, 2230)
    games[0] = replace(games[0], rating=2229)
    assert stands(judged(games, of=event(10)), "average") == (State.NOT_MET, 2230, 2229)


def test_a_rating_that_is_not_known() -> None:
    """Without a rating there is no average; the norm is unknown, not missed."""
    games = nine("7")
    games[3] = replace(games[3], rating=None)
    found = judged(games)
    assert (found.state, found.figures) == (State.UNKNOWN, None)
    assert found.condition("performance").state is State.UNKNOWN


@pytest.mark.parametrize(
    ("facts", "code"),
    [({"time_control": TimeControl.RAPID}, "standard"), ({"rated": False}, "rated")],
)
def test_events_without_norms(facts: dict[str, Any], code: str) -> None:
    """0.5, 1.4: rapid and blitz events and unrated ones give no norm."""
    found = judged(nine("9"), of=event(**facts))
    assert (found.state, found.condition(code).state) == (State.NOT_MET, State.NOT_MET)


def test_a_class_that_is_only_assumed() -> None:
    """0.5 is unknown where no page tells the class, and does not decide; rapid is never met."""
    assert judged(nine("7")).condition("standard").state is State.MET
    found = judged(nine("7"), of=event(assumed=True))
    assert (found.condition("standard").state, found.state) == (State.UNKNOWN, State.MET)
    assert found.ground is None
    rapid = judged(nine("7"), of=event(assumed=True, time_control=TimeControl.RAPID))
    assert rapid.ground is rapid.condition("standard")
    assert (rapid.ground.state, rapid.state) == (State.NOT_MET, State.NOT_MET)


def test_the_average_with_opponents_to_come() -> None:
    """What the condition says of the average is the sum of all known opponents by their number."""
    games = nine("7")
    assert judged(games).with_coming is None
    games[8] = replace(games[8], score=None, rating=1500)
    found = judged(games)
    known = found.with_coming
    assert known is not None
    assert known.raised is not None
    assert (known.games, known.raised.counted) == (9, 1500)
    assert known.total == sum(one.rating or 0 for one in games[:8]) + known.raised.floor
    assert known.average == found.condition("average").found
    games[8] = replace(games[8], rating=None)
    assert judged(games).with_coming is None


def test_what_no_page_tells_does_not_decide() -> None:
    """Rounds a day and thinking time are unknown, and so can be whether the event is rated."""
    found = judged(nine("7"), of=event(rated=None))
    assert found.state is State.MET
    for code in ("rounds_a_day", "thinking_time", "rated"):
        assert found.condition(code).state is State.UNKNOWN


# How many games


@pytest.mark.parametrize(
    ("games", "of", "state", "needed"),
    [
        (9, event(), State.MET, 9),
        (8, event(8), State.NOT_MET, 9),
        (8, event(9, granted=1), State.MET, 8),
        (8, event(9), State.NOT_MET, 9),
        (8, event(10, granted=1), State.NOT_MET, 9),
        (7, event(9, granted=1), State.NOT_MET, 8),
        (7, event(7, form=Form.WORLD_TEAM), State.MET, 7),
        (6, event(7, form=Form.WORLD_TEAM), State.NOT_MET, 7),
        (7, event(11, form=Form.WORLD_TEAM), State.NOT_MET, 9),
        (8, event(None, form=Form.WORLD_CUP), State.MET, 8),
        (7, event(None, form=Form.WORLD_CUP), State.NOT_MET, 8),
        (0, event(0), State.NOT_MET, 9),
    ],
)
def test_the_least_games(games: int, of: NormEvent, state: State, needed: int) -> None:
    """1.4.1 a-c: nine games; eight and a forfeit win; seven or eight by the event."""
    found = judged(field(*["1"] * games), of=of)
    assert stands(found, "games") == (state, needed, games)
    assert found.state is state


@pytest.mark.parametrize(
    ("games", "of", "credited"),
    [
        (nine("5.5", 2371), event(), 9),
        (nine("6", 2371), event(), 9),
        (nine("6.5", 2371), event(), 10),
        (nine("9", 2371), event(), 12),
        (field(*["1"] * 4, *["0"] * 4), event(9, granted=1), 9),
        (field(*["0.5"] * 15), event(15), 13),
    ],
)
def test_the_games_that_a_norm_counts_as(
    games: list[NormGame], of: NormEvent, credited: int
) -> None:
    """1.4.1d: a game more for each full point above the need; 1.7: 13 at most without those."""
    assert judged(games, of=of).games_credited == credited


# The choice of games


def test_a_win_is_left_out() -> None:
    """1.4.1f: without one of the wins against weak opponents the average is enough."""
    games = field(*["1"] * 7, *["0.5"] * 3, rating=2300)
    games[0] = replace(games[0], rating=1500)
    games[1] = replace(games[1], rating=1600)
    found = judged(games, of=event(10))
    assert found.state is State.MET
    assert len(found.left_out) == 1
    left_out = found.left_out[0]
    assert (left_out.game in games[:2], left_out.reason) == (True, Omitted.WON)


def test_later_games_are_left_out_after_a_result() -> None:
    """1.4.1e: the norm was there after nine rounds, and two losses do not take it away."""
    games = [*nine("5.5", 2371), *field("0", "0", rating=2371)]
    games = [replace(one, round=number) for number, one in enumerate(games, 1)]
    found = judged(games, of=event(11))
    assert found.state is State.MET
    assert [(one.game.round, one.reason) for one in found.left_out] == [
        (10, Omitted.LATER), (11, Omitted.LATER),
    ]  # fmt: skip
    robin = judged(games, of=event(11, form=Form.ROUND_ROBIN))
    assert (robin.state, robin.left_out) == (State.NOT_MET, ())


def test_later_games_stay_where_there_was_no_result() -> None:
    """1.4.1e: without a result nothing may be left out but wins."""
    games = [*nine("5", 2371), *field("0", "0", rating=2371)]
    assert judged(games, of=event(11)).left_out == ()


def test_later_games_stay_where_the_mix_alone_would_be_better() -> None:
    """1.4.1e: two untitled opponents spoil the mix, but there was no result before them."""
    games = [*nine("5", 2371), *field("0", "0", rating=2371)]
    games = [
        replace(one, round=number, title="GM" if number <= 5 else None)
        for number, one in enumerate(games, 1)
    ]
    found = judged(games, of=event(11))
    assert found.left_out == ()
    assert stands(found, "holders") == (State.NOT_MET, 6, 5)


def test_a_postponed_game_is_no_later_one() -> None:
    """1.4.1e: while a game of the third round is to come, what follows it must count."""
    games = [*nine("5.5", 2371), *field("0", "0", rating=2371)]
    games = [replace(one, round=number) for number, one in enumerate(games, 1)]
    games[2] = replace(games[2], score=None)
    games[6] = replace(games[6], score=Decimal(1))
    before = [one for one in games[:10] if one.score is not None]
    assert judged(before, of=event(10)).state is State.MET
    assert judged(games, of=event(11)).state is not State.MET


def test_the_choice_that_counts_as_most_games() -> None:
    """1.7, 1.4.1d: after thirteen wins a fourteenth game adds none, and its loss takes one away."""
    games = field(*["1"] * 13, "0", rating=2371)
    found = judged(games, of=event(14))
    assert (found.games_credited, found.extra) == (18, 5)
    assert [one.reason for one in found.left_out] == [Omitted.LATER]


def test_a_round_robin_must_make_a_norm_possible_as_a_whole() -> None:
    """1.4.1f: the mix of all its opponents must do, whatever wins are left out."""
    games = field(*["1"] * 10)
    games[:6] = [replace(one, title=None) for one in games[:6]]
    assert judged(games, of=event(10)).state is State.NOT_MET
    mixed = field(*["1"] * 11)
    mixed[:6] = [replace(one, title=None) for one in mixed[:6]]
    assert judged(mixed, of=event(11)).state is State.MET
    assert judged(mixed, of=event(11, form=Form.ROUND_ROBIN)).state is State.NOT_MET


def test_a_double_round_robin() -> None:
    """1.4.5: at least six players, and half of the opponents with the required titles."""
    once = field(*["1"] * 5, title="FM")
    once[:3] = [replace(one, title="IM") for one in once[:3]]
    double = event(10, form=Form.DOUBLE_ROUND_ROBIN)
    found = judged([*once, *once], of=double)
    assert found.state is State.MET
    assert stands(found, "required") == (State.MET, 3, 3)
    assert stands(found, "players") == (State.MET, 6, 6)
    once[2] = replace(once[2], title="FM")
    assert stands(judged([*once, *once], of=double), "required") == (State.NOT_MET, 3, 2)
    four = field(*["1"] * 4)
    assert stands(judged([*four, *four], of=double), "players") == (State.NOT_MET, 6, 5)


def test_a_game_to_come_can_be_left_out_once_it_is_won() -> None:
    """1.4.1f: a weak last opponent of a round robin spoils the average, unless he is beaten."""
    last = replace(field("?", rating=1500)[0], round=10, federation="SWE")
    robin = event(10, form=Form.ROUND_ROBIN)
    found = judged([*nine("7", 2235), last], of=robin)
    assert (found.state, found.games_credited) == (State.POSSIBLE, None)
    assert [(one.game, one.reason) for one in found.left_out] == [(last, Omitted.IF_WON)]
    won, lost = (replace(last, score=Decimal(score)) for score in (1, 0))
    assert judged([*nine("7", 2235), won], of=robin).state is State.MET
    assert judged([*nine("7", 2235), lost], of=robin).state is State.NOT_MET


SOME_GAMES = st.lists(
    st.builds(
        NormGame,
        rating=st.sampled_from([2500, 2450, 2420, 2390, 2350, 2310, 2200, 1980, 0]),
        title=st.sampled_from(["GM", "GM", "IM", "IM", "FM", None]),
        federation=st.sampled_from([OWN, "GER", "GER", "FRA", "ITA"]),
        score=st.sampled_from([Decimal(1), Decimal(1), Decimal(1), Decimal("0.5"), Decimal(0)]),
    ),
    min_size=9,
    max_size=12,
)


def numbered(games: Sequence[NormGame]) -> list[NormGame]:
    """Give each game its round and its opponent a name."""
    return [
        replace(one, round=number, name=f"Player {number}") for number, one in enumerate(games, 1)
    ]


def is_norm(games: Sequence[NormGame], title: NormTitle) -> bool:
    """Say by the text of the rules, and nothing else, whether just these games are a norm."""
    count = len(games)
    floor = {GM: 2200, IM: 2050, WGM: 2000, WIM: 1850}[title]
    limit = {GM: 2600, IM: 2450, WGM: 2400, WIM: 2250}[title]
    ratings = sorted(one.rating or 1400 for one in games)
    ratings[0] = max(ratings[0], floor)
    average = int(Decimal(sum(ratings)) / count + Decimal("0.5"))
    score = sum(one.score or Decimal(0) for one in games)
    needed = next(
        (half for half in range(2 * count + 1)
         if (average_needed(norm_rules(DAY).limits[title], Decimal(half) / 2, count) or 9999)
         <= average), 99
    )  # fmt: skip
    federations = [one.federation for one in games]
    required = {"GM": {GM}, "IM": {GM, IM}, "WGM": {GM, IM, WGM}}.get(title, set(NormTitle))
    return (
        count >= 9
        and average >= limit - 220
        and 100 * score >= 35 * count
        and 2 * score >= needed
        and len(set(federations) - {OWN}) >= 2
        and 5 * federations.count(OWN) <= 3 * count
        and all(3 * federations.count(one) <= 2 * count for one in federations)
        and 2 * sum(one.title in ("GM", "IM", "FM") for one in games) >= count
        and sum(one.title in required for one in games) >= max(3, -(-count // 3))
    )


@given(games=SOME_GAMES, title=st.sampled_from(list(NormTitle)))
def test_the_best_choice_is_found(games: list[NormGame], title: NormTitle) -> None:
    """Against a search through every admissible choice: the norm, and the most games it counts."""
    games = numbered(games)
    found = judged(games, title, event(len(games)))
    best = 0
    for count in range(9, len(games) + 1):
        wins = [one for one in games[:count] if one.score == 1]
        for less in range(count - 8):
            for gone in combinations(wins, less):
                kept = [one for one in games[:count] if one not in gone]
                if is_norm(kept, title):
                    best = max(best, credited(kept, title))
    assert (found.state is State.MET) == (best > 0)
    assert (found.games_credited or 0) == best


def credited(games: Sequence[NormGame], title: NormTitle) -> int:
    """Count the games of a norm, with those for full points above what is needed."""
    found = judged(games, title, event(len(games), form=Form.ROUND_ROBIN))
    figures = found.figures
    assert figures is not None
    score, count = figures.score, 0
    limits = norm_rules(DAY).limits[title]
    while score >= 1 and (average_needed(limits, score - 1, len(games)) or 9999) <= figures.average:
        score, count = score - 1, count + 1
    return len(games) + count


@given(games=SOME_GAMES, title=st.sampled_from(list(NormTitle)), at=st.integers(0, 11))
def test_a_better_result_never_loses_a_norm(
    games: list[NormGame], title: NormTitle, at: int
) -> None:
    """Half a point more in one game keeps a norm that was met."""
    games = numbered(games)
    at %= len(games)
    before = games[at].score
    of = event(len(games))
    if before is None or before == 1 or judged(games, title, of).state is not State.MET:
        return
    games[at] = replace(games[at], score=before + Decimal("0.5"))
    assert judged(games, title, of).state is State.MET


@given(games=SOME_GAMES, title=st.sampled_from(list(NormTitle)))
def test_never_fewer_than_nine_games_count(games: list[NormGame], title: NormTitle) -> None:
    """Leaving out leaves nine; what is left out was won, or came after the rest."""
    games = numbered(games)
    found = judged(games, title, event(len(games)))
    assert len(found.counted) >= 9
    assert len(found.counted) + len(found.left_out) == len(games)
    last = max(one.round or 0 for one in found.counted)
    for one in found.left_out:
        if one.reason is Omitted.WON:
            assert one.game.score == 1
        else:
            assert (one.game.round or 0) > last


# Rounds to come


def test_what_is_still_possible() -> None:
    """After six rounds: what the three to come must bring, in points and in opponents."""
    games = field("1", "1", "0.5", "1", "0.5", "1", rating=2300, title="FM", federation=OWN)
    games[0] = replace(games[0], title="IM", federation="GER")
    found = judged(games, of=event(9, unpaired=3))
    assert (found.state, found.to_come) == (State.POSSIBLE, 3)
    assert stands(found, "games") == (State.POSSIBLE, 9, 6)
    assert stands(found, "foreign") == (State.POSSIBLE, 2, 1)
    assert stands(found, "own_federation") == (State.POSSIBLE, 5, 5)
    assert stands(found, "holders") == (State.MET, 5, 6)
    assert stands(found, "required") == (State.POSSIBLE, 3, 1)
    assert found.condition("required").missing == 2
    assert found.condition("performance").state is State.POSSIBLE
    assert [one.points for one in found.outlook][-1] == 3
    assert (found.score_needed, found.games_credited) == (None, None)


@pytest.mark.parametrize("points", range(7))
def test_the_average_that_is_needed_is_enough(points: int) -> None:
    """Opponents of the average told, and those points, make the norm; a point less does not."""
    games = field("1", "1", "0.5", "1", "0.5", "1", rating=2300)
    found = judged(games, of=event(9, unpaired=3))
    outlook = {one.points: one.average_needed for one in found.outlook}
    score = Decimal(points) / 2
    scores = ["1"] * int(score) + (["0.5"] if score % 1 else [])
    scores += ["0"] * (3 - len(scores))
    average = outlook[score]
    assert average is not None
    for rating, state in ((average, State.MET), (average - 1, State.NOT_MET)):
        rest = [replace(one, rating=rating) for one in field(*["1"] * 6, *scores)[6:]]
        assert judged([*games, *rest]).state is state


def test_an_outlook_with_known_opponents() -> None:
    """In a round robin all opponents are known: the points that are needed, no average."""
    games = [*nine("4", 2371)[:7], *field("?", "?", rating=2371)]
    found = judged(games, of=event(9, form=Form.ROUND_ROBIN))
    assert found.outlook == (
        Outlook(Decimal("1.5"), Decimal("5.5"), None),
        Outlook(Decimal(2), Decimal(6), None),
    )
    lost = judged([*nine("3", 2371)[:7], *games[7:]], of=event(9, form=Form.ROUND_ROBIN))
    assert (lost.state, lost.outlook) == (State.NOT_MET, ())


def test_what_is_out_of_reach() -> None:
    """Five of nine without a title cannot be mended; nor can an average beyond all players."""
    untitled = field(*["1"] * 5, rating=2400, title=None)
    found = judged(untitled, of=event(9, unpaired=4))
    assert stands(found, "holders") == (State.NOT_MET, 5, 0)
    weak = judged(field(*["1"] * 8, rating=2000), of=event(9, unpaired=1))
    assert weak.condition("average").state is State.NOT_MET
    lost = judged(field(*["1"] * 2, "0.5", *["0"] * 5, rating=2400), of=event(9, unpaired=1))
    assert lost.condition("average").state is State.POSSIBLE
    assert stands(lost, "performance")[0] is State.NOT_MET


def test_a_norm_that_is_there_already_stays() -> None:
    """1.4.1e: of eleven rounds nine are played, and the norm is met whatever comes."""
    found = judged(nine("7"), of=event(11, unpaired=2))
    assert (found.state, found.to_come) == (State.MET, 0)


@given(
    games=SOME_GAMES,
    title=st.sampled_from(list(NormTitle)),
    hidden=st.integers(1, 6),
    is_paired=st.booleans(),
)
def test_what_comes_true_was_possible(
    games: list[NormGame], title: NormTitle, hidden: int, is_paired: bool
) -> None:
    """A norm that is met in the end was possible before, and so was each of its conditions."""
    games = numbered(games)
    if judged(games, title, event(len(games))).state is not State.MET:
        return
    kept, rest = games[:-hidden], games[-hidden:]
    coming = [replace(one, score=None) for one in rest] if is_paired else []
    before = judged([*kept, *coming], title, event(len(games), unpaired=0 if is_paired else hidden))
    assert before.state in (State.POSSIBLE, State.MET)
    assert State.NOT_MET not in {one.state for one in before.conditions}


@pytest.mark.parametrize(
    ("one", "missing"),
    [
        (Condition("games", "1.4.1a", State.NOT_MET, 9, 7), 2),
        (Condition("games", "1.4.1a", State.MET, 9, 10), 0),
        (Condition("own_federation", "1.4.4", State.NOT_MET, 5, 7, at_most=True), 2),
        (Condition("rated", "1.4", State.MET), None),
    ],
)
def test_what_is_missing(one: Condition, missing: int | None) -> None:
    """What lacks of a minimum, what is too much of a maximum, nothing where nothing is counted."""
    assert one.missing == missing
