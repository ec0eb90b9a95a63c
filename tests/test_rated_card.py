"""A whole card: reasons, assumptions, notes, totals and the next game."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from rating.assumptions import Settings
from rating.card import RatedCard, rate_card
from rating.fide import KSource
from rating.game import NotCounted
from scraper.model import Kind, Opponent, Published, Source, TimeControl, Tournament
from tests.cards import (
    EVENT,
    TODAY,
    card,
    change_of,
    codes,
    opponent,
    played,
    rated,
    reason_of,
)

BLANK = Tournament()


def _rate(tournament: Tournament = EVENT, settings: Settings | None = None) -> RatedCard:
    return rate_card(card([played(1, opponent(1900, 1800), "1")]), tournament, TODAY, settings)


@pytest.mark.parametrize(
    ("kind", "score", "reason"),
    [
        (Kind.FORFEIT_WIN, "1", "forfeit"),
        (Kind.FORFEIT_LOSS, "0", "forfeit"),
        (Kind.DOUBLE_FORFEIT, "0", "forfeit"),
        (Kind.BYE, "1", "bye"),
        (Kind.HALF_BYE, "0.5", "bye"),
        (Kind.NOT_PAIRED, "0", "not_paired"),
        (Kind.PENDING, None, "pending"),
    ],
)
def test_what_was_not_played_changes_nothing(kind: Kind, score: str | None, reason: str) -> None:
    """Articles 5.1 and 8.3.1: unplayed rounds keep their points and carry their reason."""
    result = rated([played(1, opponent(1900, 1800), score, kind)])
    assert reason_of(result.rounds[0].fide) == reason_of(result.rounds[0].ukd) == reason
    assert result.fide is not None
    assert result.fide.games == 0
    assert result.fide.change == Decimal(0)


def test_a_result_not_to_be_rated_keeps_its_points_only() -> None:
    """A result uploaded as "1U" is not rated."""
    result = rated([replace(played(1, opponent(1900, 1800), "1"), rated=False)])
    assert reason_of(result.rounds[0].fide) == "result_not_rated"
    assert reason_of(result.rounds[0].ukd) == "result_not_rated"


def test_an_unrated_opponent_counts_for_the_ukd_alone() -> None:
    """Against 0 there is no FIDE change, and a tenth of k for the UKD."""
    (only,) = rated([played(1, opponent(0, 0), "1")]).rounds
    assert reason_of(only.fide) == "unrated"
    assert change_of(only.ukd) == 2


def test_an_unrated_player_has_no_fide_change_but_an_ukd() -> None:
    """An own rating of 0 is no rating: the reason is given, and the UKD is computed."""
    result = rated([played(1, opponent(1900, 1700), "1")], fide=0)
    assert result.fide is None
    assert reason_of(result.rounds[0].fide) == "own_unrated"
    assert "fide_own_unrated" in codes(result)
    assert result.ukd is not None
    assert result.ukd.change == 10


def test_a_page_without_the_own_rating_says_so() -> None:
    """Absent is not 0: a fragment without the own rating names the missing rating."""
    result = rated([played(1, opponent(1900, 1700), "1")], fide=None, national=None)
    assert (result.fide, result.ukd) == (None, None)
    assert reason_of(result.rounds[0].fide) == "own_rating_missing"
    assert {"fide_own_missing", "ukd_own_missing"} <= codes(result)


def test_an_opponent_whose_rating_is_nowhere_is_no_unrated_one() -> None:
    """A rating that the page does not give is not taken for 0."""
    (only,) = rated([played(1, opponent(None, None), "1")]).rounds
    assert reason_of(only.fide) == reason_of(only.ukd) == "opponent_rating_missing"


@pytest.mark.parametrize(
    ("tournament", "settings", "control", "note"),
    [
        (EVENT, Settings(), TimeControl.STANDARD, None),
        (EVENT, Settings(time_control=TimeControl.BLITZ), TimeControl.BLITZ, None),
        (
            replace(BLANK, named_time_control=TimeControl.RAPID),
            Settings(),
            TimeControl.RAPID,
            "time_from_name",
        ),
        (BLANK, Settings(), TimeControl.STANDARD, "time_unknown"),
        (BLANK, Settings(time_control=TimeControl.RAPID), TimeControl.RAPID, None),
    ],
)
def test_the_time_control_is_the_pages_or_said_to_be_assumed(
    tournament: Tournament, settings: Settings, control: TimeControl, note: str | None
) -> None:
    """By hand first, then the details, then the name, then standard; the last two with a note."""
    result = _rate(tournament, settings)
    assert result.basis.time_control is control
    assert codes(result) & {"time_from_name", "time_unknown"} == ({note} if note else set())


@pytest.mark.parametrize(
    ("tournament", "settings", "start", "note"),
    [
        (EVENT, Settings(), date(2026, 5, 1), None),
        (EVENT, Settings(on=date(2019, 5, 1)), date(2019, 5, 1), None),
        (
            replace(BLANK, last_update=datetime(2019, 6, 10, 13, 57)),  # noqa: DTZ001
            Settings(),
            date(2019, 6, 10),
            "start_from_update",
        ),
        (BLANK, Settings(), TODAY, "start_unknown"),
        (BLANK, Settings(on=date(2020, 1, 2)), date(2020, 1, 2), None),
    ],
)
def test_the_start_is_the_pages_or_said_to_be_assumed(
    tournament: Tournament, settings: Settings, start: date, note: str | None
) -> None:
    """By hand first, then the details, then the last update, then today; the last two noted."""
    result = _rate(tournament, settings)
    assert result.basis.start == start
    assert codes(result) & {"start_from_update", "start_unknown"} == ({note} if note else set())


def test_the_printed_k_comes_first_and_a_different_one_is_answered() -> None:
    """The card's K decides; a --k that differs is not used, and the result says so."""
    rounds = [played(1, opponent(1900, 1800), "1", published=Published(40, Decimal("25.6")))]
    result = rate_card(card(rounds), EVENT, TODAY, Settings(k=20))
    assert result.k is not None
    assert (result.k.value, result.k.source) == (40, KSource.CARD)
    assert "k_not_used" in codes(result)
    same = rate_card(card(rounds), EVENT, TODAY, Settings(k=40))
    assert "k_not_used" not in codes(same)


@pytest.mark.parametrize(
    ("settings", "born", "k", "source", "noted"),
    [
        (Settings(k=40), 1990, 40, KSource.OPTION, False),
        (Settings(), 2012, 40, KSource.DERIVED, False),
        (Settings(), 1990, 20, KSource.UNKNOWN, True),
        (Settings(), None, 20, KSource.UNKNOWN, True),
    ],
)
def test_without_a_printed_k_it_is_given_or_derived(
    settings: Settings, born: int | None, k: int, source: KSource, noted: bool
) -> None:
    """By hand, else derived from the birth year; a guess is marked unknown and noted."""
    one = card([played(1, opponent(1900, 1800), "1")], birth_year=born)
    result = rate_card(one, EVENT, TODAY, settings)
    assert result.k is not None
    assert (result.k.value, result.k.source) == (k, source)
    assert ("k_unknown" in codes(result)) == noted


def test_ratings_by_hand_replace_the_pages() -> None:
    """--fide and --ukd are used instead of the page's ratings, with a note."""
    result = _rate(settings=Settings(fide=2000, national=1900))
    assert result.fide is not None
    assert result.ukd is not None
    assert (result.fide.rating, result.ukd.rating) == (2000, 1900)
    assert "own_by_hand" in codes(result)


def test_rtg_is_used_with_a_note_only() -> None:
    """The column Rtg can hold either rating: it is used where there is no other, and noted."""
    result = rated([played(1, opponent(None, None, rating=1900), "1")])
    assert change_of(result.rounds[0].fide) is not None
    assert change_of(result.rounds[0].ukd) is not None
    assert {"fide_from_rtg", "national_from_rtg"} <= codes(result)


def test_printed_changes_that_agree_confirm_rtg() -> None:
    """Where every printed change agrees, the column Rtg held FIDE's rating after all."""
    for change, noted in (("7.20", False), ("9.60", True)):
        published = Published(20, Decimal(change))
        result = rated([played(1, opponent(None, 1800, 1700), "1", published=published)])
        assert ("fide_from_rtg" in codes(result)) == noted


def test_the_starting_rank_is_named_as_the_source() -> None:
    """A national rating joined from the starting rank is said to come from there."""
    joined = replace(opponent(1900, 1800), national_source=Source.STARTING_RANK)
    assert "national_from_starting_rank" in codes(rated([played(1, joined, "1")]))


@pytest.mark.parametrize("national", [1000, 1001])
def test_a_national_1000_can_be_a_default(national: int) -> None:
    """1000 beside other ratings can be a default instead of an earned rating: a note says so."""
    result = rated([played(1, opponent(1900, national), "1")])
    assert ("national_1000" in codes(result)) == (national == 1000)


def test_another_federations_rating_is_not_called_an_ukd() -> None:
    """A national rating outside Turkey is marked, with what the UKD's rules would give."""
    abroad = replace(EVENT, federation="NOR")
    one = card([played(1, opponent(1900, 1700), "1")], federation="NOR")
    result = rate_card(one, abroad, TODAY)
    assert not result.basis.is_turkish
    (note,) = [n for n in result.notes if n.code == "not_turkish"]
    assert note.facts == {"federation": "NOR", "change": Decimal(10)}
    assert "ukd_estimate" not in codes(result)


def test_what_the_page_says_of_being_rated_is_passed_on() -> None:
    """Not rated, or unknown whether rated: the change is shown all the same, with a note."""
    refused = replace(EVENT, rated_fide=False, rated_national=False)
    assert {"not_rated_fide", "not_rated_national"} <= codes(_rate(refused))
    assert "rated_unknown" in codes(_rate(BLANK))
    assert not codes(_rate()) & {"not_rated_fide", "not_rated_national", "rated_unknown"}


def test_a_long_event_is_rated_in_parts() -> None:
    """An event of more than 30 days spans lists: a note says so."""
    assert "long_event" in codes(_rate(replace(EVENT, end=date(2026, 6, 1))))
    assert "long_event" not in codes(_rate(replace(EVENT, end=date(2026, 5, 31))))


def test_the_limit_of_700_is_said() -> None:
    """Eighteen rated games at K 40 lower K to 38; fewer leave a note from how many on."""
    games = [played(n, opponent(1800, 1700), "0.5") for n in range(1, 19)]
    many = rate_card(card(games, birth_year=2012), EVENT, TODAY)
    assert many.fide is not None
    assert many.fide.k == 38
    assert "k_lowered" in codes(many)
    few = rate_card(card(games[:17], birth_year=2012), EVENT, TODAY)
    (note,) = [n for n in few.notes if n.code == "k_may_be_lowered"]
    assert note.facts["most"] == 17


def test_the_next_game_shows_all_three_results() -> None:
    """The published pairing gives win, draw and loss for both ratings, with totals."""
    result = rated(
        [
            played(1, opponent(1900, 1700), "1"),
            played(2, opponent(1800, 1700), None, Kind.PENDING),
            played(3, opponent(2000, 1900), None, Kind.PENDING),
        ]
    )
    assert result.next is not None
    assert result.next.round is not None
    assert result.next.round.round == 2
    assert not isinstance(result.next.fide, NotCounted)
    found = {name: (s.game.change, s.total) for name, s in result.next.fide.items()}
    first = Decimal("12.8")
    ten = Decimal(10)
    assert found == {
        "win": (ten, first + ten),
        "draw": (Decimal(0), first),
        "loss": (-ten, first - ten),
    }


def test_an_opponent_by_hand_takes_the_place_of_the_pairing() -> None:
    """`next` with a rating given works without a published pairing."""
    guessed = Opponent(None, None, fide=1800)
    result = rate_card(card([played(1, opponent(1900, 1700), "1")]), EVENT, TODAY, None, guessed)
    assert result.next is not None
    assert result.next.round is None
    assert not isinstance(result.next.fide, NotCounted)
    assert result.next.fide["win"].game.change == 10
    assert isinstance(result.next.ukd, NotCounted)


def test_a_next_game_that_will_not_count_has_its_reason() -> None:
    """Against an unrated opponent there is no FIDE scenario, and the reason stands in its place."""
    result = rated([played(1, opponent(0, 0), None, Kind.PENDING)])
    assert result.next is not None
    assert isinstance(result.next.fide, NotCounted)
    assert result.next.fide.reason == "unrated"
    assert not isinstance(result.next.ukd, NotCounted)
    assert result.next.ukd["win"].game.change == 2


@pytest.mark.parametrize(
    ("control", "name"),
    [(TimeControl.STANDARD, "ukd"), (TimeControl.RAPID, "uhs"), (TimeControl.BLITZ, "uys")],
)
def test_the_time_control_names_the_list(control: TimeControl, name: str) -> None:
    """Standard is the UKD, rapid the UHS, blitz the UYS."""
    from rating.ukd import LISTS

    assert LISTS[_rate(replace(EVENT, time_control=control)).basis.time_control] == name
