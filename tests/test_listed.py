"""Ratings that the page lacks and a list has, K with its reason, and every K that is possible."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating import fide
from rating.assumptions import Note
from rating.calculator import calculate_fide
from rating.card import RatedCard, rate_card
from rating.fide import rules_for
from rating.k_factor import KFactor, KSource, k_factor
from rating.listed import Listed, ListedNational
from rating.listed_opponents import unasked, with_listed_opponents
from scraper.model import Kind, Opponent, Published, Source, TimeControl
from tests.cards import EVENT, TODAY, card, codes, game, opponent, played

STANDARD, RAPID, BLITZ = TimeControl
MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
FAST = replace(EVENT, time_control=RAPID)
DAY = date(2026, 5, 14)


def k_of(
    rating: int = 1500, control: TimeControl = STANDARD, start: date = DAY, **facts: Any
) -> KFactor:
    """Find K."""
    return k_factor(rules_for(control, start), rating, start, **facts)


# K with its reason

FULL: dict[str, Any] = {
    "printed": [17],
    "given": 33,
    "listed": Listed(MAY, 20, 2012, "IM", games=40),
    "title": "GM",
    "birth_year": 2012,
}


@pytest.mark.parametrize(
    ("left_out", "value", "source", "reason"),
    [
        ((), 17, KSource.CARD, "printed"),
        (("printed",), 33, KSource.OPTION, "by_hand"),
        (("printed", "given"), 20, KSource.LIST, "listed"),
        (("printed", "given", "listed"), 10, KSource.DERIVED, "title"),
        (("printed", "given", "listed", "title"), 40, KSource.DERIVED, "junior"),
        (tuple(FULL), 20, KSource.UNKNOWN, "birth_year_unknown"),
    ],
)
def test_the_order_of_the_reasons(
    left_out: tuple[str, ...], value: int, source: KSource, reason: str
) -> None:
    """Printed, by hand, the list, the title, birth year and rating, else unknown."""
    k = k_of(**{name: fact for name, fact in FULL.items() if name not in left_out})
    assert (k.value, k.source, k.reason) == (value, source, reason)


@pytest.mark.parametrize(
    ("title", "control", "start", "value"),
    [
        ("GM", STANDARD, DAY, 10),
        ("IM", STANDARD, DAY, 10),
        ("IM", STANDARD, date(2010, 1, 1), 10),
        ("WGM", STANDARD, DAY, None),
        ("FM", STANDARD, DAY, None),
        ("CM", STANDARD, DAY, None),
        ("GM", RAPID, DAY, None),
        ("IM", BLITZ, DAY, None),
        ("GM", RAPID, date(2020, 1, 1), 20),
    ],
)
def test_a_title_proves_2400_in_standard(
    title: str, control: TimeControl, start: date, value: int | None
) -> None:
    """GM and IM had 2400 in standard (K 10 for good); rapid and blitz count for themselves."""
    k = k_of(2250, control, start, title=title, birth_year=1980)
    assert (k.value if k.source is KSource.DERIVED else None) == value
    by_list = k_of(2250, control, start, listed=Listed(MAY, title=title), birth_year=1980)
    assert (by_list.value, by_list.source) == (k.value, k.source)


@pytest.mark.parametrize(
    ("games", "birth_year", "rating", "reason", "candidates"),
    [
        (30, 1990, 1500, "games_listed", ()),
        (29, 1990, 1500, "games_unknown", (20, 40, 10)),
        (None, 1990, 1500, "games_unknown", (20, 40, 10)),
        (30, None, 1500, "birth_year_unknown", (20, 40, 10)),
        (30, None, 2300, "games_listed", ()),
        (None, 2010, 2300, "games_unknown", (20, 40, 10)),
        (30, 2010, 2299, "junior", ()),
        (None, None, 2400, "top", ()),
    ],
)
def test_games_of_the_lists(
    games: int | None, birth_year: int | None, rating: int, reason: str, candidates: tuple[int, ...]
) -> None:
    """30 games that the lists count prove that somebody is not new; fewer prove nothing."""
    k = k_of(rating, listed=Listed(MAY, games=games), birth_year=birth_year)
    assert (k.reason, k.candidates) == (reason, candidates)


@pytest.mark.parametrize(
    ("start", "candidates"),
    [
        (date(2009, 1, 1), (15, 25, 10)),
        (date(2012, 1, 1), (15, 30, 10)),
        (date(2015, 1, 1), (20, 40, 10)),
    ],
)
def test_candidates_of_every_time(start: date, candidates: tuple[int, ...]) -> None:
    """What is possible is what the rules of the day know, the assumed one first."""
    k = k_of(start=start)
    assert (k.source, k.value, k.candidates) == (KSource.UNKNOWN, candidates[0], candidates)


@given(
    st.integers(1400, 2399),
    st.lists(st.tuples(st.integers(1400, 2600), st.sampled_from(["0", "0.5", "1"])), max_size=30),
)
def test_each_candidate_is_the_games_rated_with_it(own: int, games: list[tuple[int, str]]) -> None:
    """A candidate has just what the games give by hand with that K, the limit of 700 included."""
    played_ = [game(*one) for one in games]
    found = calculate_fide(own, played_, None, STANDARD, DAY)
    assert [one.k for one in found.k_candidates] == [20, 40, 10]
    for one in found.k_candidates:
        total = calculate_fide(own, played_, one.k, STANDARD, DAY).total
        assert isinstance(total, fide.FideTotal)
        assert (one.used, one.change, one.rounded, one.new_rating) == (
            total.k, total.change, total.rounded, total.new_rating,
        )  # fmt: skip


def test_a_known_k_has_no_candidates() -> None:
    """Candidates stand beside an unknown K alone."""
    mine = card([played(1, opponent(1900), "1")])
    assert [one.k for one in rate_card(mine, EVENT, TODAY).k_candidates] == [20, 40, 10]
    assert rate_card(mine, EVENT, TODAY, listed=Listed(MAY, 40)).k_candidates == ()


def test_the_birth_year_of_the_federation() -> None:
    """The federation's list gives the year of birth by FIDE id; a name is no proof of it."""
    k = k_of(national=ListedNational(MAY, 1500, 2012))
    assert (k.value, k.reason, k.month) == (40, "junior_listed_national", MAY)
    assert k_of(national=ListedNational(MAY, 1500, 2012, by_name=True)).source is KSource.UNKNOWN
    both = k_of(listed=Listed(MAY, birth_year=1990), national=ListedNational(MAY, 1500, 2012))
    assert both.source is KSource.UNKNOWN


# The own FIDE rating


def rated(
    tournament: Any = FAST, own: int | None = None, rtg: int | None = None, **lists: Any
) -> RatedCard:
    """Rate a card whose head prints `own`, or only Rtg, against 1500."""
    mine = card([played(1, opponent(1500), "1")], own, rating=rtg)
    return rate_card(mine, tournament, TODAY, **lists)


@pytest.mark.parametrize(
    ("own", "rtg", "listed", "used", "note"),
    [
        (None, None, Listed(MAY, rating=1600, standard=1700), 1600, "own_fide_listed"),
        (0, None, Listed(MAY, rating=1600, standard=1700), 1600, "own_fide_listed"),
        (None, 1800, Listed(MAY, rating=1600, standard=1700), 1600, "own_fide_listed"),
        (None, 1800, Listed(JUNE, rating=1600), 1800, "own_fide_from_rating"),
        (None, None, Listed(JUNE, rating=1600), 1600, "own_fide_listed"),
        (0, None, Listed(JUNE, rating=1600, standard=1700), 0, "fide_own_unrated"),
        (1650, None, Listed(MAY, rating=1600), 1650, "own_fide_differs"),
        (1600, None, Listed(MAY, rating=1600), 1600, None),
        (1650, None, Listed(JUNE, rating=1600), 1650, None),
        (None, None, Listed(MAY, standard=1700), 1700, "own_standard_stands_in"),
        (0, None, Listed(MAY, standard=1700), 1700, "own_standard_stands_in"),
        (0, None, Listed(MAY, standard=1700, has_class=False), 1700, "own_standard_stands_in"),
        (None, None, Listed(MAY, standard=1700, has_class=False), None, "fide_own_missing"),
        (None, None, Listed(MAY), None, "fide_own_missing"),
        (None, None, None, None, "fide_own_missing"),
    ],
)  # fmt: skip
def test_the_own_fide_rating(
    own: int | None, rtg: int | None, listed: Listed | None, used: int | None, note: str | None
) -> None:
    """The page first, then the list of the day, then Rtg; the standard rating stands in (7.2.1)."""
    result = rated(own=own, rtg=rtg, listed=listed)
    assert result.basis.own_fide == used
    of_own = {code for code in codes(result) if code.startswith(("own_fide", "own_st", "fide_own"))}
    assert of_own == ({note} if note else set())
    assert ("list_of_other_month" in codes(result)) == (
        note == "own_fide_listed" and listed is not None and listed.month == JUNE
    )


def test_by_hand_stands_above_everything() -> None:
    """--fide beats page and list."""
    from rating.assumptions import Settings

    listed = Listed(MAY, rating=1600, standard=1700)
    mine = card([played(1, opponent(1500), "1")], None)
    result = rate_card(mine, FAST, TODAY, Settings(fide=1444), listed=listed)
    assert (result.basis.own_fide, result.basis.stands_in) == (1444, False)


@pytest.mark.parametrize(
    ("own", "start", "k", "reason"),
    [
        (None, DAY, 40, "stands_in"),
        (1700, DAY, 40, "stands_in"),
        (1650, DAY, 20, "games_unknown"),
        (None, date(2022, 9, 30), 20, "same_for_all"),
    ],
)
def test_k_of_a_newcomer_with_a_standard_rating(
    own: int | None, start: date, k: int, reason: str
) -> None:
    """Whoever plays rapid with the standard rating is new there: K 40 since K is as in standard."""
    listed = Listed(start.replace(day=1), standard=1700)
    result = rated(replace(FAST, start=start, end=start), own, listed=listed)
    assert result.k is not None
    assert (result.k.value, result.k.reason) == (k, reason)


def test_standard_never_stands_in_for_standard() -> None:
    """In a standard event there is nothing that could stand in."""
    assert rated(EVENT, listed=Listed(MAY, standard=1700)).basis.own_fide is None


# The own national rating


@pytest.mark.parametrize(
    ("own", "rtg", "national", "used", "note"),
    [
        (None, None, ListedNational(MAY, 1620), 1620, "own_national_listed"),
        (0, None, ListedNational(MAY, 1620), 1620, "own_national_listed"),
        (0, None, ListedNational(MAY, 1620, by_name=True), 0, None),
        (0, None, ListedNational(JUNE, 1620), 0, None),
        (None, None, ListedNational(MAY, 1620, by_name=True), 1620, "own_national_by_name"),
        (None, 1700, ListedNational(MAY, 1620), 1620, "own_national_listed"),
        (None, 1700, ListedNational(MAY, 1620, by_name=True), 1700, "own_national_from_rating"),
        (None, 1700, ListedNational(JUNE, 1620), 1700, "own_national_from_rating"),
        (None, None, ListedNational(JUNE, 1620), 1620, "own_national_listed"),
        (1650, None, ListedNational(MAY, 1620), 1650, None),
        (None, None, ListedNational(MAY), None, None),
    ],
)
def test_the_own_national_rating(
    own: int | None, rtg: int | None, national: ListedNational, used: int | None, note: str | None
) -> None:
    """The page first, then the federation's list by FIDE id, then Rtg; a name is a guess."""
    mine = card([played(1, opponent(1500, 1500), "1")], 1500, own, rating=rtg)
    result = rate_card(mine, EVENT, TODAY, listed_national=national)
    assert result.basis.own_national == used
    assert {code for code in codes(result) if code.startswith("own_national")} == (
        {note} if note else set()
    )
    assert ("national_list_of_other_month" in codes(result)) == (
        used == 1620 and national.month == JUNE
    )


@pytest.mark.parametrize(
    ("facts", "used"),
    [
        ({}, 1620),
        ({"rated_national": None, "federation": None}, 1620),
        ({"rated_national": False}, None),
        ({"federation": "GER", "rated_national": None}, None),
    ],
)
def test_a_list_adds_no_ukd_to_an_event_without(facts: dict[str, Any], used: int | None) -> None:
    """Abroad, and where the page says that nothing counts for it, the list's UKD is left alone."""
    mine = card([played(1, opponent(1500), "1")], 1500, None)
    event = replace(EVENT, **facts)
    result = rate_card(mine, event, TODAY, listed_national=ListedNational(MAY, 1620))
    assert result.basis.own_national == used


# Opponents


def met(fide_rating: int | None, rtg: int | None = None, national: int | None = 0) -> Opponent:
    """Give an opponent whose FIDE id is known."""
    return replace(opponent(fide_rating, national, rtg), fide_id=99_000_009)


@pytest.mark.parametrize(
    ("page", "rtg", "control", "listed", "used", "source"),
    [
        (0, None, RAPID, Listed(MAY, standard=1700), 1700, Source.STANDARD_LIST),
        (0, None, BLITZ, Listed(MAY, standard=1700), 1700, Source.STANDARD_LIST),
        (0, None, STANDARD, Listed(MAY, standard=1700), 0, Source.CARD),
        (0, None, RAPID, Listed(MAY, rating=1600, standard=1700), 1600, Source.LIST),
        (None, 1900, RAPID, Listed(MAY, rating=1600), 1600, Source.LIST),
        (None, 0, RAPID, Listed(MAY, standard=1700, has_class=False), 1700, Source.STANDARD_LIST),
        (None, 1900, RAPID, Listed(MAY, standard=1700, has_class=False), None, None),
        (0, 1900, RAPID, Listed(MAY, standard=1700, has_class=False), 1700, Source.STANDARD_LIST),
        (None, 1900, RAPID, Listed(MAY, standard=1700), 1700, Source.STANDARD_LIST),
        (1650, None, RAPID, Listed(MAY, rating=1600), 1650, Source.CARD),
        (0, None, RAPID, Listed(JUNE, standard=1700), 0, Source.CARD),
        (0, None, RAPID, Listed(MAY), 0, Source.CARD),
    ],
)
def test_the_rating_of_an_opponent(
    page: int | None,
    rtg: int | None,
    control: TimeControl,
    listed: Listed,
    used: int | None,
    source: Source | None,
) -> None:
    """What the page lacks is taken from the list of the first day; in rapid standard stands in."""
    mine = card([played(1, met(page, rtg), "1")])
    filled, notes = with_listed_opponents(mine, {99_000_009: listed}, {}, control, DAY)
    found = filled.rounds[0].opponent
    assert found is not None
    assert (found.fide, found.fide_source) == (used, source)
    said = {Source.LIST: "opponents_listed", Source.STANDARD_LIST: "opponents_standard"}
    note = said.get(source or Source.CARD)
    assert notes == ((Note(note, {"count": 1, "month": "2026-05"}),) if note else ())


@pytest.mark.parametrize(
    ("page", "listed", "used"),
    [
        (None, ListedNational(MAY, 1444), 1444),
        (0, ListedNational(MAY, 1444), 1444),
        (1500, ListedNational(MAY, 1444), 1500),
        (0, ListedNational(JUNE, 1444), 0),
        (None, ListedNational(JUNE, 1444), None),
        (0, ListedNational(MAY, None), 0),
    ],
)
def test_the_ukd_of_an_opponent(page: int | None, listed: ListedNational, used: int | None) -> None:
    """What the page lacks, or prints as 0, is the list's, but only that of the first day."""
    mine = card([played(1, met(1500, national=page), "1")])
    filled, notes = with_listed_opponents(mine, {}, {99_000_009: listed}, STANDARD, DAY)
    found = filled.rounds[0].opponent
    assert found is not None
    assert found.national == used
    is_listed = used == 1444
    assert (found.national_source is Source.LIST) == is_listed
    note = Note("opponents_national_listed", {"count": 1, "month": "2026-05"})
    assert notes == (note,) * is_listed


def test_opponents_without_a_fide_id_stay_as_they_are() -> None:
    """Without a FIDE id nobody can be looked up, and a bye has no opponent at all."""
    mine = card([played(1, opponent(0), "1"), played(2, None, "1", Kind.BYE)])
    listed = {99_000_009: Listed(MAY, rating=1600)}
    assert with_listed_opponents(mine, listed, {}, STANDARD, DAY) == (mine, ())


@pytest.mark.parametrize(
    ("page", "facts", "count"),
    [
        (opponent(0, 1500), {"fide": True, "national": False}, 1),
        (opponent(None, 1500), {"fide": True, "national": True}, 1),
        (opponent(None, None, 1600), {"fide": True, "national": True}, 0),
        (opponent(1600, 0), {"fide": True, "national": True}, 1),
        (opponent(1600, 0), {"fide": True, "national": False}, 0),
        (opponent(0, 1500), {"fide": False, "national": True}, 0),
        (met(0), {"fide": True, "national": True}, 0),
    ],
)
def test_opponents_whom_no_list_can_be_asked_about(
    page: Opponent, facts: dict[str, bool], count: int
) -> None:
    """Who has neither FIDE id nor rating is counted where a list could have one."""
    mine = card([played(1, page, "1")])
    assert unasked(mine, **facts) == count
    assert unasked(card([played(1, page, None, kind=Kind.FORFEIT_WIN)]), **facts) == 0


def test_an_opponent_by_the_standard_rating_counts() -> None:
    """The game counts; a page that takes him for unrated is not said to contradict."""
    printed = Published(k=20, change=Decimal("7.20"))
    rounds = [played(1, opponent(1500), "1", published=printed), played(2, met(0), "1")]
    mine = replace(card(rounds, 1600), fide_change=Decimal("7.20"))
    listed = {99_000_009: Listed(MAY, standard=1600)}
    filled, _ = with_listed_opponents(mine, listed, {}, RAPID, DAY)
    result = rate_card(filled, FAST, TODAY)
    assert result.fide is not None
    assert (result.fide.games, result.fide.change) == (2, Decimal("17.20"))
    assert result.checks
    assert all(check.ok for check in result.checks)


def notes_of(page: dict[str, Any], control: TimeControl, **lists: Any) -> list[Note]:
    """Return the notes on the own ratings of a Turkish player whose page prints so much."""
    mine = card([], None, None)
    mine = replace(mine, player=replace(mine.player, **page))
    event = replace(EVENT, time_control=control)
    starts = ("own_", "national_list")
    return [note for note in rate_card(mine, event, TODAY, **lists).notes
            if note.code.startswith(starts)]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "control", "lists", "code", "facts"),
    [
        ({"fide": 1500}, STANDARD, {"listed": Listed(MAY, rating=1600)},
         "own_fide_differs", {"page": 1500, "listed": 1600, "month": "2026-05"}),
        ({}, STANDARD, {"listed": Listed(MAY, rating=1600)},
         "own_fide_listed", {"rating": 1600, "month": "2026-05"}),
        ({}, RAPID, {"listed": Listed(MAY, standard=1700)},
         "own_standard_stands_in", {"rating": 1700, "assumed": "rapid", "month": "2026-05"}),
        ({"rating": 1650, "national": 0}, STANDARD, {}, "own_fide_from_rating", {"rating": 1650}),
        ({}, STANDARD, {"listed_national": ListedNational(MAY, 1444)},
         "own_national_listed", {"rating": 1444, "month": "2026-05"}),
        ({}, STANDARD, {"listed_national": ListedNational(MAY, 1444, by_name=True)},
         "own_national_by_name", {"rating": 1444, "month": "2026-05"}),
    ],
)  # fmt: skip
def test_where_the_own_rating_is_from_is_said_with_its_month(
    page: dict[str, Any],
    control: TimeControl,
    lists: dict[str, Any],
    code: str,
    facts: dict[str, Any],
) -> None:
    """The rating, what the list says instead, and the month of the list."""
    assert notes_of(page, control, **lists) == [Note(code, facts)]


def test_a_national_list_of_another_month_is_said() -> None:
    """June's list for an event of May: both months are named."""
    assert notes_of({}, STANDARD, listed_national=ListedNational(JUNE, 1444)) == [
        Note("own_national_listed", {"rating": 1444, "month": "2026-06"}),
        Note("national_list_of_other_month", {"month": "2026-06", "wanted": "2026-05"}),
    ]


DERIVED = KFactor(20, KSource.DERIVED, "", article="FIDE 8.3.3")
K_BY_LISTS: list[tuple[int, dict[str, Any], KFactor]] = [
    (1800, {"birth_year": 2010}, DERIVED._replace(value=40, reason="junior", birth_year=2010)),
    (1800, {"listed": Listed(MAY, birth_year=2010)},
     DERIVED._replace(value=40, reason="junior_listed", birth_year=2010, month=MAY)),
    (1800, {"national": ListedNational(MAY, birth_year=2010)},
     DERIVED._replace(value=40, reason="junior_listed_national", birth_year=2010, month=MAY)),
    (1800, {"birth_year": 1990, "listed": Listed(MAY, games=30)},
     DERIVED._replace(reason="games_listed", birth_year=1990, month=MAY, games=30)),
    (2400, {}, DERIVED._replace(value=10, reason="top")),
    (2390, {"title": "IM"}, DERIVED._replace(value=10, reason="title", title="IM")),
    (1800, {"listed": Listed(MAY, games=29), "birth_year": 1990},
     KFactor(20, KSource.UNKNOWN, "games_unknown", 1990, candidates=(20, 40, 10))),
    (1800, {"listed": Listed(MAY, games=30)},
     KFactor(20, KSource.UNKNOWN, "birth_year_unknown", candidates=(20, 40, 10))),
    (2300, {"listed": Listed(MAY, games=29)},
     KFactor(20, KSource.UNKNOWN, "birth_year_unknown", candidates=(20, 40, 10))),
    (1800, {"listed": Listed(MAY, k=25)}, KFactor(25, KSource.LIST, "listed", month=MAY)),
    (1800, {"listed": Listed(JUNE, k=40)}, KFactor(40, KSource.LIST, "listed", month=JUNE)),
    (1800, {"listed": Listed(JUNE, k=25, birth_year=2010)},
     DERIVED._replace(value=40, reason="junior_listed", birth_year=2010, month=JUNE)),
]  # fmt: skip


@pytest.mark.parametrize(("rating", "facts", "expected"), K_BY_LISTS)
def test_k_says_what_it_follows_from(rating: int, facts: dict[str, Any], expected: KFactor) -> None:
    """Article 8.3.3: the year of birth, its list, the games or the title, and the article.

    A listed K of another month counts where the day's rules know it.
    """
    assert k_factor(rules_for(STANDARD, DAY), rating, DAY, **facts) == expected


def test_the_k_of_a_rating_that_stands_in_is_that_of_new_players() -> None:
    """Whoever has no rating in the class is new there: K 40 in standard's rules."""
    found = k_factor(rules_for(STANDARD, DAY), 1800, DAY, stands_in=True)
    assert found == KFactor(40, KSource.DERIVED, "stands_in")
