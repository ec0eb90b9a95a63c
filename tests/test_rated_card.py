"""A whole card: reasons, assumptions, notes, totals and the next game."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from rating.assumptions import Settings
from rating.card import RatedCard, next_against, rate_card
from rating.fide import rules_for
from rating.game import NotCounted, Reason
from rating.k_factor import KSource
from scraper.model import Kind, Opponent, Published, Round, Source, TimeControl, Tournament
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


def test_every_round_keeps_its_place() -> None:
    """Rounds without a game stand between the games, and each game keeps its own change."""
    result = rated(
        [
            played(1, opponent(1900, 1800), "1"),
            played(2, None, "1", Kind.BYE),
            played(3, opponent(0, 0), "0"),
            played(4, opponent(1800, 1700), "0"),
            played(5, opponent(2000, 1900), "1", Kind.FORFEIT_WIN),
            played(6, opponent(1700, 1600), "0.5"),
        ]
    )
    assert [each.played.round for each in result.rounds] == [1, 2, 3, 4, 5, 6]
    fide = [change_of(each.fide) for each in result.rounds]
    assert fide == [Decimal("12.8"), None, None, Decimal(-10), None, Decimal("-2.8")]
    ukd = [change_of(each.ukd) for each in result.rounds]
    assert ukd == [Decimal("12.8"), None, Decimal(-2), Decimal(-10), None, Decimal("-2.8")]
    reasons = [(reason_of(each.fide), reason_of(each.ukd)) for each in result.rounds]
    assert reasons[1] == ("bye", "bye")
    assert reasons[2] == ("unrated", None)
    assert reasons[4] == ("forfeit", "forfeit")
    assert result.fide is not None
    assert (result.fide.games, result.fide.change) == (3, Decimal(0))
    assert result.ukd is not None
    assert (result.ukd.games, result.ukd.change) == (4, Decimal(-2))


def test_an_unplayed_round_says_so_even_where_the_own_rating_is_missing() -> None:
    """The reason of the round itself comes before the reason of the whole card."""
    rounds = [
        played(1, opponent(1900, 1800), "1", Kind.FORFEIT_WIN),
        played(2, None, "0.5", Kind.HALF_BYE),
        played(3, opponent(1900, 1800), "1"),
    ]
    result = rated(rounds, fide=0, national=None)
    assert [reason_of(each.fide) for each in result.rounds] == ["forfeit", "bye", "own_unrated"]
    missing = [reason_of(each.ukd) for each in result.rounds]
    assert missing == ["forfeit", "bye", "own_rating_missing"]


def test_a_rapid_game_outside_the_gap_of_600_is_said_on_the_card() -> None:
    """Article 7.3.1: a game excluded by its gap has its reason, and counts for the UHS."""
    event = replace(EVENT, time_control=TimeControl.RAPID)
    result = rate_card(card([played(1, opponent(2000, 1700), "1")], fide=2650), event, TODAY)
    assert reason_of(result.rounds[0].fide) == "gap_600"
    assert change_of(result.rounds[0].ukd) == 10


def test_a_result_not_to_be_rated_keeps_its_points_only() -> None:
    """A result uploaded as "1U" is not rated."""
    result = rated([replace(played(1, opponent(1900, 1800), "1"), rated=False)])
    assert reason_of(result.rounds[0].fide) == "result_not_rated"
    assert reason_of(result.rounds[0].ukd) == "result_not_rated"
    assert result.rounds[0].played.score == 1
    assert result.fide is not None
    assert (result.fide.games, result.fide.new_rating) == (0, 1800)


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
    result = rated([played(1, opponent(None, None), "1")])
    (only,) = result.rounds
    assert reason_of(only.fide) == reason_of(only.ukd) == "opponent_rating_missing"
    assert not codes(result) & {"fide_from_rtg", "national_from_rtg"}


def test_an_unrated_player_without_ukd_has_his_reason() -> None:
    """An own UKD of 0 is no UKD: the reason is given, and FIDE's change is computed."""
    result = rated([played(1, opponent(1900, 1700), "1")], national=0)
    assert result.ukd is None
    assert reason_of(result.rounds[0].ukd) == "own_unrated"
    assert "ukd_own_unrated" in codes(result)
    assert "ukd_estimate" not in codes(result)
    assert result.fide is not None
    assert result.fide.change == Decimal("12.8")


def test_the_sorting_value_stands_in_for_a_rating_of_ones_own() -> None:
    """A card with "Rating" alone is rated with it, and a note says which number was taken."""
    page = card([played(1, opponent(1900, 1700), "1")], fide=None, national=None, rating=1600)
    result = rate_card(page, EVENT, TODAY)
    assert (result.basis.own_fide, result.basis.own_national) == (1600, 1600)
    facts = {note.code: note.facts for note in result.notes}
    assert facts["own_fide_from_rating"] == {"rating": 1600}
    assert facts["own_national_from_rating"] == {"rating": 1600}
    abroad = replace(page, player=replace(page.player, federation="NOR"))
    assert rate_card(abroad, EVENT, TODAY).basis.own_national is None
    own = rate_card(card([], fide=1800, national=1700, rating=1600), EVENT, TODAY)
    assert (own.basis.own_fide, own.basis.own_national) == (1800, 1700)
    assert not codes(own) & {"own_fide_from_rating", "own_national_from_rating"}


@pytest.mark.parametrize(
    ("tournament", "settings", "control", "note"),
    [
        (EVENT, Settings(), TimeControl.STANDARD, None),
        (EVENT, Settings(time_control=TimeControl.BLITZ), TimeControl.BLITZ, None),
        (
            replace(EVENT, named_time_control=TimeControl.RAPID),
            Settings(),
            TimeControl.STANDARD,
            None,
        ),
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
    assert [n.facts for n in result.notes if n.code == note] == (
        [{"assumed": control}] if note else []
    )
    assert result.basis.rules.time_control is control


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
    assert [n.facts for n in result.notes if n.code == note] == (
        [{"assumed": start}] if note else []
    )
    assert result.basis.rules == rules_for(TimeControl.STANDARD, start)


def test_the_start_chooses_the_rules_of_the_card() -> None:
    """The rules are those of the first day: 2650 beats 2150 at +0.8 before October 2025."""
    page = card([played(1, opponent(2150, 0), "1")], fide=2650)
    for day, change in ((date(2025, 9, 30), "0.8"), (date(2025, 10, 1), "0.4")):
        # An event that ends after the boundary is still one of its first day.
        event = replace(EVENT, start=day, end=date(2025, 10, 5))
        for tournament, settings in ((event, None), (EVENT, Settings(on=day))):
            result = rate_card(page, tournament, TODAY, settings)
            assert change_of(result.rounds[0].fide) == Decimal(change)


def test_rules_that_no_source_settles_are_marked() -> None:
    """The one-upgrade era is said to be unsure, the rules of today are not."""
    assert "rules_unsure" in codes(_rate(replace(EVENT, start=date(2023, 5, 1))))
    assert "rules_unsure" not in codes(_rate())


def test_the_printed_k_comes_first_and_a_different_one_is_answered() -> None:
    """The card's K decides; a --k that differs is not used, and the result says so."""
    rounds = [played(1, opponent(1900, 1800), "1", published=Published(40, Decimal("25.6")))]
    result = rate_card(card(rounds), EVENT, TODAY, Settings(k=20))
    assert result.k is not None
    assert (result.k.value, result.k.source) == (40, KSource.CARD)
    assert change_of(result.rounds[0].fide) == Decimal("25.6")
    (note,) = [n for n in result.notes if n.code == "k_not_used"]
    assert note.facts == {"k": 40, "given": 20}
    assert "k_not_used" not in codes(rate_card(card(rounds), EVENT, TODAY))
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
    facts = [note.facts for note in result.notes if note.code == "k_unknown"]
    assert facts == ([{"k": 20, "new": 40}] if noted else [])


def test_a_printed_k_of_0_is_no_k() -> None:
    """K 0 or an empty K means unknown: it is derived, with a note."""
    for published in (Published(0, None), Published(None, Decimal("12.8"))):
        result = rated([played(1, opponent(1900, 1800), "1", published=published)])
        assert result.k is not None
        assert (result.k.value, result.k.source) == (20, KSource.UNKNOWN)
        assert "k_unknown" in codes(result)


def test_without_an_own_rating_there_is_no_k() -> None:
    """K belongs to a FIDE rating; without one there is neither K nor a note about it."""
    result = rated([played(1, opponent(1900, 1800), "1")], fide=0)
    assert result.k is None
    assert not codes(result) & {"k_unknown", "k_may_be_lowered", "k_lowered", "k_not_used"}


def test_ratings_by_hand_replace_the_pages() -> None:
    """--fide and --ukd are used instead of the page's ratings, with a note."""
    result = _rate(settings=Settings(fide=2000, national=1900))
    assert result.fide is not None
    assert result.ukd is not None
    assert (result.fide.rating, result.ukd.rating) == (2000, 1900)
    assert "own_by_hand" in codes(result)
    one = _rate(settings=Settings(fide=2000))
    assert one.fide is not None
    assert one.ukd is not None
    assert (one.fide.rating, one.ukd.rating) == (2000, 1700)
    assert "own_by_hand" in codes(one)
    assert "own_by_hand" not in codes(_rate())


def test_rtg_is_used_with_a_note_only() -> None:
    """The column Rtg can hold either rating: it is used where there is no other, and noted."""
    result = rated([played(1, opponent(None, None, rating=1900), "1")])
    assert change_of(result.rounds[0].fide) is not None
    assert change_of(result.rounds[0].ukd) is not None
    assert {"fide_from_rtg", "national_from_rtg"} <= codes(result)
    both = rated([played(1, opponent(1800, 1700, rating=1900), "1")])
    assert change_of(both.rounds[0].fide) == change_of(both.rounds[0].ukd) == 10
    assert not codes(both) & {"fide_from_rtg", "national_from_rtg"}


def test_a_row_without_k_on_a_card_with_k_is_no_rated_game() -> None:
    """K is printed for games that count: with Rtg alone, the others met nobody with a rating."""
    only_rtg = opponent(None, None, rating=1750)
    printed = Published(k=20, change=Decimal("8.60"), expected=None)
    result = rated([played(1, only_rtg, "1", published=printed), played(2, only_rtg, "1")])
    assert [reason_of(row.fide) for row in result.rounds] == [None, "unrated"]
    known = [played(n, opponent(1750), "1", published=p) for n, p in ((1, printed), (2, None))]
    both = rated(known)
    assert [reason_of(row.fide) for row in both.rounds] == [None, None]
    without = rated([played(1, only_rtg, "1"), played(2, only_rtg, "1")])
    assert [reason_of(row.fide) for row in without.rounds] == [None, None]


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
    on_the_card = rated([played(1, opponent(1900, 1800), "1")])
    assert "national_from_starting_rank" not in codes(on_the_card)


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


@pytest.mark.parametrize(
    ("federation", "event", "language", "turkish"),
    [
        ("TUR", "NOR", "en", True),
        ("NOR", "TUR", "en", True),
        ("NOR", "NOR", "tr", True),
        (None, "NOR", "en", True),
        ("NOR", None, "en", False),
        ("NOR", "NOR", "en", False),
    ],
)
def test_what_makes_a_national_rating_turkish(
    federation: str | None, event: str | None, language: str, turkish: bool
) -> None:
    """Player, event or language point to Turkey, or nothing points away: it is called an UKD."""
    page = replace(
        card([played(1, opponent(1900, 1700), "1")], federation=federation), language=language
    )
    result = rate_card(page, replace(EVENT, federation=event), TODAY)
    assert result.basis.is_turkish == turkish
    assert ("ukd_estimate" in codes(result)) == turkish
    assert ("not_turkish" in codes(result)) != turkish


@pytest.mark.parametrize(("national", "home"), [(1700, "NOR"), (0, "TUR"), (None, "TUR")])
def test_where_no_ukd_is_computed_none_is_doubted(national: int | None, home: str) -> None:
    """Notes about the opponents' UKD stand only where an own UKD is changed by them."""
    rounds = [
        played(1, opponent(1900, None, rating=1900), "1"),
        played(2, replace(opponent(1900, 1000), national_source=Source.STARTING_RANK), "1"),
    ]
    event = replace(EVENT, federation=home, rated_national=False)
    found = codes(rate_card(card(rounds, national=national, federation=home), event, TODAY))
    doubts = {
        "national_from_rtg",
        "national_from_starting_rank",
        "national_1000",
        "not_rated_national",
    }
    assert not found & doubts


def test_what_the_page_says_of_being_rated_is_passed_on() -> None:
    """Not rated, or unknown whether rated: the change is shown all the same, with a note."""
    refused = replace(EVENT, rated_fide=False, rated_national=False)
    assert {"not_rated_fide", "not_rated_national"} <= codes(_rate(refused))
    assert "rated_unknown" in codes(_rate(BLANK))
    assert not codes(_rate()) & {"not_rated_fide", "not_rated_national", "rated_unknown"}


def test_a_long_event_is_rated_in_parts() -> None:
    """An event of more than 30 days spans lists: a note says so, and how many days are few."""
    (told,) = [
        note
        for note in _rate(replace(EVENT, end=date(2026, 6, 1))).notes
        if note.code == "long_event"
    ]
    assert told.facts == {"days": 30}
    assert "long_event" not in codes(_rate(replace(EVENT, end=date(2026, 5, 31))))
    assert "long_event" not in codes(_rate(replace(EVENT, end=None)))


@pytest.mark.parametrize(
    ("start", "days", "noted"),
    [
        (date(2019, 5, 1), 60, False),
        (date(2019, 5, 1), 91, True),
        (date(2021, 12, 31), 31, False),
        (date(2022, 1, 1), 31, True),
    ],
)
def test_before_2022_a_long_event_had_more_than_90_days(
    start: date, days: int, noted: bool
) -> None:
    """Until the end of 2021 standard events of up to 90 days were reported in one piece."""
    event = replace(EVENT, start=start, end=start + timedelta(days=days))
    assert ("long_event" in codes(_rate(event))) == noted


def test_the_limit_of_700_is_said() -> None:
    """Eighteen rated games at K 40 lower K to 38; fewer leave a note from how many on."""
    games = [played(n, opponent(1800, 1700), "0.5") for n in range(1, 19)]
    many = rate_card(card(games, birth_year=2012), EVENT, TODAY)
    assert many.fide is not None
    assert many.fide.k == 38
    (lowered,) = [n for n in many.notes if n.code == "k_lowered"]
    assert lowered.facts == {"k": 38, "games": 18, "from": 40, "article": "FIDE 8.3.3"}
    assert "k_may_be_lowered" not in codes(many)
    assert {change_of(each.fide) for each in many.rounds} == {Decimal(0)}
    few = rate_card(card(games[:17], birth_year=2012), EVENT, TODAY)
    (note,) = [n for n in few.notes if n.code == "k_may_be_lowered"]
    assert note.facts == {"most": 17, "k": 40, "article": "FIDE 8.3.3"}
    before = rate_card(card(games[:17]), replace(EVENT, start=date(2017, 6, 30)), TODAY)
    assert not codes(before) & {"k_lowered", "k_may_be_lowered"}


def test_the_next_game_shows_all_three_results() -> None:
    """The published pairing gives win, draw and loss for both ratings, with totals."""
    result = rated(
        [
            played(1, opponent(1900, 1700), "1"),
            played(2, opponent(1800, 1700), None, Kind.PENDING),
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


@pytest.mark.parametrize(
    ("type_of_event", "waiting", "upcoming"),
    [
        ("Swiss-System", (2, 4), 4),
        (None, (2, 4), 4),
        ("Round robin", (2, 4), 2),
        (None, (2, 3, 4), 2),
    ],
)
def test_the_next_game_is_the_newest_that_waits(
    type_of_event: str | None, waiting: tuple[int, ...], upcoming: int
) -> None:
    """A Swiss event pairs the newest round; in a round robin, paired at once, the first is next.

    Earlier rounds whose results are not in are named.
    """
    rounds = [
        played(number, opponent(1900, 1700), None, Kind.PENDING)
        if number in waiting
        else played(number, opponent(1900, 1700), "1")
        for number in range(1, 5)
    ]
    result = rate_card(card(rounds), replace(EVENT, type=type_of_event), TODAY)
    assert result.next is not None
    assert result.next.round is not None
    assert result.next.round.round == upcoming
    earlier = [number for number in waiting if number < upcoming]
    notes = [note.facts["rounds"] for note in result.notes if note.code == "rounds_open"]
    assert notes == ([", ".join(map(str, earlier))] if earlier else [])


def test_every_earlier_round_that_waits_is_named() -> None:
    """Rounds before the next game that have neither result nor opponent yet are named together."""
    rounds = [played(number, None, None, Kind.PENDING) for number in (1, 2)]
    result = rated([*rounds, played(3, opponent(1900, 1700), None, Kind.PENDING)])
    (told,) = [note for note in result.notes if note.code == "rounds_open"]
    assert told.facts == {"rounds": "1, 2"}


def test_a_scenario_moves_the_one_upgrade() -> None:
    """One-upgrade era: a next opponent further away takes the cap from the game that had it.

    2000 beat 1500 with the cap (+1.6 at K 20). Against 1300 the cap moves: .96 for the first game
    (+0.8), .92 for the next one.
    """
    event = replace(EVENT, start=date(2023, 5, 1))
    first = played(1, opponent(1500, 0), "1")
    coming = played(2, opponent(1300, 0), None, Kind.PENDING)
    result = rate_card(card([first, coming], fide=2000), event, TODAY)
    assert result.fide is not None
    assert result.fide.change == Decimal("1.6")
    assert result.next is not None
    assert not isinstance(result.next.fide, NotCounted)
    win = result.next.fide["win"]
    assert (win.game.change, win.total) == (Decimal("1.6"), Decimal("2.4"))
    assert win.new_rating == 2002


def test_a_scenario_lowers_k_of_all_games() -> None:
    """Article 8.3.3: the eighteenth game at K 40 brings all of them to K 38."""
    rounds = [played(n, opponent(1800, 0), "1") for n in range(1, 18)]
    coming = played(18, opponent(1800, 0), None, Kind.PENDING)
    result = rate_card(card([*rounds, coming], birth_year=2012), EVENT, TODAY)
    assert result.fide is not None
    assert (result.fide.k, result.fide.change) == (40, Decimal(17 * 20))
    assert result.next is not None
    assert not isinstance(result.next.fide, NotCounted)
    found = {name: (s.game.change, s.total) for name, s in result.next.fide.items()}
    assert found == {
        "win": (Decimal(19), Decimal(18 * 19)),
        "draw": (Decimal(0), Decimal(17 * 19)),
        "loss": (Decimal(-19), Decimal(16 * 19)),
    }


def test_a_scenario_gives_the_rounded_new_rating() -> None:
    """Article 8.3.4: the new rating of a scenario is the total rounded once, .5 from zero."""
    coming = played(1, opponent(2310, 0), None, Kind.PENDING)
    result = rate_card(card([coming], fide=2500), EVENT, TODAY)
    assert result.next is not None
    assert not isinstance(result.next.fide, NotCounted)
    assert {name: s.new_rating for name, s in result.next.fide.items()} == {
        "win": 2503,
        "draw": 2497,
        "loss": 2492,
    }


@pytest.mark.parametrize(
    "rounds",
    [
        [],
        [played(1, opponent(1900, 1800), "1")],
        [played(1, None, None, Kind.PENDING)],
        [played(1, None, None, Kind.BYE)],
    ],
)
def test_without_a_pairing_there_is_no_next_game(rounds: list[Round]) -> None:
    """Only a round with an opponent and no result is a next game."""
    assert rated(rounds).next is None


def test_an_opponent_by_hand_takes_the_place_of_the_pairing() -> None:
    """`next` with a rating given works without a published pairing."""
    guessed = Opponent(None, None, fide=1800)
    result = rate_card(card([played(1, opponent(1900, 1700), "1")]), EVENT, TODAY, None, guessed)
    assert result.next is not None
    assert result.next.round is None
    assert not isinstance(result.next.fide, NotCounted)
    assert result.next.fide["win"].game.change == 10
    assert isinstance(result.next.ukd, NotCounted)
    assert result.next.ukd.reason == "opponent_rating_missing"
    paired = card([played(1, opponent(2000, 1900), None, Kind.PENDING)])
    instead = rate_card(paired, EVENT, TODAY, None, guessed)
    assert instead.next is not None
    assert (instead.next.round, instead.next.opponent) == (None, guessed)


def test_a_next_game_that_will_not_count_has_its_reason() -> None:
    """Against an unrated opponent there is no FIDE scenario, and the reason stands in its place."""
    result = rated([played(1, opponent(0, 0), None, Kind.PENDING)])
    assert result.next is not None
    assert isinstance(result.next.fide, NotCounted)
    assert result.next.fide.reason == "unrated"
    assert not isinstance(result.next.ukd, NotCounted)
    assert result.next.ukd["win"].game.change == 2
    without = rated([played(1, opponent(1900, 1800), None, Kind.PENDING)], fide=0, national=None)
    assert without.next is not None
    assert without.next.fide == NotCounted(Reason.OWN_UNRATED)
    assert without.next.ukd == NotCounted(Reason.OWN_RATING_MISSING)


def test_a_game_without_opponent_or_score_has_a_reason() -> None:
    """A row that says less than a game needs is not counted, and never an exception."""
    result = rated([played(1, None, "1"), played(2, opponent(1900, 1700), None)])
    assert [reason_of(r.fide) for r in result.rounds] == ["opponent_rating_missing"] * 2


@pytest.mark.parametrize("facts", [(1900, 1800), (0, 1800), (1900, 0), (None, None)])
def test_a_game_against_anybody_is_the_next_game_by_hand(facts: tuple[int, int]) -> None:
    """Asked afterwards, an opponent gives what he gives when the card is rated with him."""
    against = opponent(*facts)
    for own in ({}, {"fide": 0}, {"national": 0}):
        mine = card([played(1, opponent(1850, 1750), "1")], **own)
        assert next_against(rate_card(mine, EVENT, TODAY), against) == (
            rate_card(mine, EVENT, TODAY, next_opponent=against).next
        )


def test_a_rated_card_keeps_its_event_and_the_other_reading() -> None:
    """Article 8.3.1 of 2022, read otherwise, is another total; of today's rules there is one."""
    rounds = [played(1, opponent(2000), "0"), played(2, opponent(900), "1")]
    event = replace(EVENT, start=date(2023, 5, 1), end=date(2023, 5, 3))
    found = rate_card(card(rounds, 1400), event, TODAY, Settings(k=40))
    assert found.tournament == event
    assert found.fide is not None
    assert found.other_reading is not None
    assert found.other_reading.change != found.fide.change
    assert rate_card(card(rounds, 1400), EVENT, TODAY, Settings(k=40)).other_reading is None
