"""From SOURCE and wishes to the players to follow, and which of those followed are meant."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from live.card import rated_card
from live.look import first_look
from live.model import Follow
from live.sources import MOST_CARDS, Wish, followed_of, follows_of
from rating.k_factor import KSource
from rating.listed import Listed
from scraper.errors import (
    HalfLink,
    NobodyToFollow,
    NotALink,
    NotFollowable,
    NotFollowed,
    OtherSite,
    PlayerAmbiguous,
    PlayerMissing,
    PlayerNeeded,
    TnrateError,
    TournamentMissing,
)
from scraper.gather import Gatherer
from scraper.model import Player, TimeControl
from tests.conftest import DEMO
from tests.following import DirectSite
from tests.standin import demo
from tests.standin.clock import HandClock
from tests.standin.event import Event, Style
from tests.standin.live import LiveStandin
from tests.states import AT

NUMBER = demo.DEMO_NUMBER
CARD_LINK = f"https://chess-results.com/tnr{NUMBER}.aspx?lan=1&art=9&snr=13"
HOME, LAKE = "Çınarova Satranç Kulübü", "Gölbeyli Gençlik ve Spor"
KEREM, ECE = demo.PLAYERS[12], demo.PLAYERS[18]
EVENTS = (demo.demo_event(), demo.coming_event())


class Desk:
    """A gatherer of a site in this process, with the requests that it sent."""

    def __init__(self, events: Sequence[Event] = EVENTS, style: Style | None = None) -> None:
        clock = HandClock(AT)
        standin = LiveStandin([], clock, events)
        for one in events:
            standin.put(one, style or Style(two_ratings=True))
        self.site = DirectSite(standin)
        self.gatherer = Gatherer("test", None, now=clock.now, site=self.site)

    def follows(self, source: str = str(NUMBER), **wish: Any) -> list[Follow]:
        """Return who is meant."""
        return follows_of(self.gatherer, source, Wish(**wish))

    def numbers(self, source: str = str(NUMBER), **wish: Any) -> list[int]:
        """Return the start numbers of who is meant."""
        return [one.start_number for one in self.follows(source, **wish)]


@pytest.fixture
def desk() -> Desk:
    """Give a site with the demo and an event that has not begun."""
    return Desk()


@pytest.mark.parametrize(
    "source",
    [
        CARD_LINK,
        CARD_LINK.replace("chess-results.com", "s2.chess-results.com"),
        f"chess-results.com/tnr{NUMBER}.aspx?art=9&snr=13",
        f"https://chess-results.com/tnr{NUMBER}.aspx?snr=13",
        f"http://www.chess-results.com/Tnr{NUMBER}.aspx?SNR=13&ART=9&lan=11",
    ],
)
def test_the_link_of_a_card_names_its_player(desk: Desk, source: str) -> None:
    """Every form of a player's link gives the same person of the same event."""
    (found,) = desk.follows(source)
    assert (found.event, found.start_number) == (NUMBER, 13)
    assert (found.name, found.fide_id) == (KEREM.name, KEREM.fide_id)


@pytest.mark.parametrize(
    "source",
    [
        str(NUMBER),
        f" {NUMBER} ",
        f"tnr{NUMBER}",
        f"https://chess-results.com/tnr{NUMBER}.aspx",
        f"https://chess-results.com/tnr{NUMBER}.aspx?lan=11&art=2&rd=3",
    ],
)
@pytest.mark.parametrize(
    "who", ["13", "99104136", "senbulakci kerem", "ŞENBULAKÇI", "Kerem Şenbul"]
)
def test_a_tournament_and_a_name_number_or_id_name_a_player(
    desk: Desk, source: str, who: str
) -> None:
    """Whatever form SOURCE has, WHO is found as everywhere else."""
    assert desk.numbers(source, players=(who,)) == [13]


def test_several_players_can_be_named(desk: Desk) -> None:
    """Each once, in the order in which they were named."""
    who = ("zerdegulu ada", "13", "99104011", "kerem")
    assert desk.numbers(players=who) == [23, 13, 1]


def test_named_players_take_the_place_of_the_one_in_the_link(desk: Desk) -> None:
    """A link that was pasted from the own card serves for naming others."""
    assert desk.numbers(CARD_LINK, players=("1", "2")) == [1, 2]


def of_club(club: str) -> list[int]:
    """Give the start numbers of a club."""
    return [one.start_number for one in demo.PLAYERS if one.club == club]


@pytest.mark.parametrize("club", [HOME, "cinarova", "SATRANÇ çınarova", "kulubu satranc"])
def test_a_club_is_found_by_words_of_its_name(desk: Desk, club: str) -> None:
    """Whole words in any order, case and accents."""
    assert desk.numbers(club=club) == of_club(HOME)


@pytest.mark.parametrize("code", ["ROU", "rou", "Rou"])
def test_a_federation_is_found_by_its_code(desk: Desk, code: str) -> None:
    """Capital letters or not."""
    assert desk.numbers(federation=code) == [2]


def test_club_and_federation_narrow_each_other(desk: Desk) -> None:
    """Both must fit; nobody of the club is of another federation here."""
    assert desk.numbers(club=LAKE, federation="TUR") == of_club(LAKE)
    with pytest.raises(NobodyToFollow) as met:
        desk.follows(club=LAKE, federation="ITA")
    assert met.value.facts == {"wanted": f"{LAKE}, ITA"}


def test_named_players_are_added_to_a_group(desk: Desk) -> None:
    """Whoever is named and in the group is followed once."""
    assert desk.numbers(players=("2", "1"), club=HOME) == [2, 1, *of_club(HOME)[1:]]
    assert desk.numbers(CARD_LINK, federation="ITA") == [13, 18]


@pytest.mark.parametrize(
    ("source", "wish", "refusal"),
    [
        (str(NUMBER), Wish(), PlayerNeeded),
        (str(NUMBER), Wish(players=("nobody of this name",)), PlayerMissing),
        (str(NUMBER), Wish(players=("13", "99")), PlayerMissing),
        (str(NUMBER), Wish(players=("e",)), PlayerAmbiguous),
        (str(NUMBER), Wish(players=("",)), PlayerMissing),
        (CARD_LINK.replace("snr=13", "snr=99"), Wish(), PlayerMissing),
        (str(NUMBER), Wish(club="Paşaköy"), NobodyToFollow),
        (str(NUMBER), Wish(club="…"), NobodyToFollow),
        (str(NUMBER), Wish(federation="XXX"), NobodyToFollow),
        (str(NUMBER), Wish(players=("13",), federation="XXX"), NobodyToFollow),
        ("9999999", Wish(players=("13",)), TournamentMissing),
        (str(DEMO / "card.html"), Wish(), NotFollowable),
        ("-", Wish(players=("13",)), NotFollowable),
        ("https://example.org/tnr1.aspx", Wish(), OtherSite),
        ("https://chess-results.com/tnr", Wish(), HalfLink),
        ("", Wish(), NotALink),
    ],
)
def test_what_names_nobody_is_refused(
    desk: Desk, source: str, wish: Wish, refusal: type[TnrateError]
) -> None:
    """A wish that fits nobody, several or a page that does not change is said, never guessed."""
    with pytest.raises(refusal):
        follows_of(desk.gatherer, source, wish)


def test_a_person_is_asked_only_where_nobody_is_named(desk: Desk) -> None:
    """The question gets everybody in the list, and the answer is followed."""
    asked: list[int] = []

    def choose(field: Sequence[Player]) -> Player:
        asked.append(len(field))
        return field[12]

    (found,) = follows_of(desk.gatherer, str(NUMBER), Wish(), choose)
    assert (found.start_number, asked) == (13, [24])
    follows_of(desk.gatherer, CARD_LINK, Wish(), choose)
    follows_of(desk.gatherer, str(NUMBER), Wish(federation="ITA"), choose)
    assert asked == [24]


def test_the_card_gives_k_and_the_year_of_birth(desk: Desk) -> None:
    """What only the card prints is read once, when somebody is added."""
    (found,) = desk.follows(players=("13",))
    assert (found.k, found.birth_year, found.k_by_hand) == (20, KEREM.birth_year, None)
    assert desk.site.requests == 2


def test_k_by_hand_stands_beside_the_printed_one(desk: Desk) -> None:
    """Both are kept; the printed one is what a card is rated with."""
    (found,) = desk.follows(players=("13",), k=40)
    assert (found.k, found.k_by_hand) == (20, 40)


def test_before_round_1_there_is_no_card(desk: Desk) -> None:
    """A player can be followed before there is anything to read of him."""
    (found,) = desk.follows(str(demo.COMING_NUMBER), players=("13",), k=20)
    assert (found.k, found.birth_year, found.k_by_hand) == (None, None, 20)
    assert found.name == KEREM.name


def test_the_cards_of_a_group_are_not_read(desk: Desk) -> None:
    """A club can be large: its players cost one request together."""
    assert {one.k for one in desk.follows(club=HOME)} == {None}
    assert desk.site.requests == 1


def test_only_some_cards_of_named_players_are_read(desk: Desk) -> None:
    """Each card is a request, and their number has an end."""
    found = desk.follows(players=tuple(str(number) for number in range(1, 9)))
    assert [one.k for one in found] == [20] * MOST_CARDS + [None] * (8 - MOST_CARDS)
    assert desk.site.requests == 1 + MOST_CARDS


def test_the_card_of_somebody_else_is_left_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where start numbers were given anew after the list was read, the card is another person's."""
    field = desk.gatherer.field_of(NUMBER)
    listed = tuple(
        replace(one, name="Marchetelli, Lina", fide_id=None) if one.start_number == 13 else one
        for one in field.players
    )
    monkeypatch.setattr(desk.gatherer, "field_of", lambda _: replace(field, players=listed))
    (found,) = desk.follows(players=("13",))
    assert (found.name, found.k, found.birth_year) == ("Marchetelli, Lina", None, None)


@pytest.mark.parametrize(
    ("printed", "by_hand", "in_ranking", "k", "source"),
    [
        (40, None, False, 40, KSource.CARD),
        (40, 10, False, 40, KSource.CARD),
        (None, 10, False, 10, KSource.OPTION),
        (None, None, True, 20, KSource.CARD),
        (None, 10, True, 20, KSource.CARD),
        (None, None, False, 20, KSource.UNKNOWN),
    ],
)
def test_k_comes_from_the_card_the_ranking_or_by_hand(
    printed: int | None, by_hand: int | None, in_ranking: bool, k: int, source: KSource
) -> None:
    """What the site prints comes first, then what was given, then an assumption that says so."""
    desk = Desk(style=Style(two_ratings=True, change_columns=in_ranking))
    state = first_look(desk.gatherer, NUMBER, AT)
    follow = Follow(NUMBER, 13, KEREM.name, KEREM.fide_id, k=printed, k_by_hand=by_hand)
    rated = rated_card(state, follow, AT.date())
    assert rated.k is not None
    assert (rated.k.value, rated.k.source) == (k, source)


@pytest.mark.parametrize(
    ("fide_id", "printed", "by_hand", "k", "source"),
    [
        (KEREM.fide_id, None, None, 40, KSource.LIST),
        (KEREM.fide_id, 20, None, 20, KSource.CARD),
        (KEREM.fide_id, None, 10, 10, KSource.OPTION),
        (None, None, None, 20, KSource.UNKNOWN),
    ],
)
def test_k_of_the_list_is_asked_for_by_fide_id(
    fide_id: int | None, printed: int | None, by_hand: int | None, k: int, source: KSource
) -> None:
    """Where neither the site nor a person says K, FIDE's list of the first day does."""
    asked: list[tuple[int, TimeControl, date]] = []

    def lists(number: int, time_control: TimeControl, on: date) -> Listed:
        asked.append((number, time_control, on))
        return Listed(date(2026, 5, 1), 40)

    state = first_look(Desk(style=Style(two_ratings=True)).gatherer, NUMBER, AT)
    follow = Follow(NUMBER, 13, KEREM.name, fide_id, k=printed, k_by_hand=by_hand)
    rated = rated_card(state, follow, AT.date(), lists)
    assert rated.k is not None
    assert (rated.k.value, rated.k.source) == (k, source)
    start = date(2026, 5, 14)
    assert asked == ([] if fide_id is None else [(fide_id, TimeControl.STANDARD, start)])


# Which of those that are followed


FOLLOWED = [
    Follow(NUMBER, 13, KEREM.name, KEREM.fide_id, id=1),
    Follow(NUMBER, 19, ECE.name, ECE.fide_id, id=2),
    Follow(NUMBER, 0, "Zerdegülü, Ada", id=3),
    Follow(demo.COMING_NUMBER, 13, KEREM.name, KEREM.fide_id, id=4),
    Follow(NUMBER, 24, "Uluçevrim, Ada", id=5),
]


@pytest.mark.parametrize(
    ("source", "players", "found"),
    [
        (str(NUMBER), (), [1, 2, 3, 5]),
        (f"https://chess-results.com/tnr{NUMBER}.aspx", (), [1, 2, 3, 5]),
        (CARD_LINK, (), [1]),
        (CARD_LINK, ("ece",), [2]),
        (str(NUMBER), ("19", "kerem"), [1, 2]),
        (str(NUMBER), ("99104136",), [1]),
        (str(NUMBER), ("zerdegulu",), [3]),
        (str(demo.COMING_NUMBER), ("senbulakci",), [4]),
    ],
)
def test_who_is_meant_of_those_that_are_followed(
    source: str, players: tuple[str, ...], found: list[int]
) -> None:
    """A player of the event, or all of them; also one who is no longer in its list."""
    assert [one.id for one in followed_of(FOLLOWED, source, Wish(players))] == found


@pytest.mark.parametrize(
    ("source", "players", "refusal"),
    [
        ("9999999", (), NotFollowed),
        (str(NUMBER), ("marchetelli",), PlayerMissing),
        (str(NUMBER), ("ada",), PlayerAmbiguous),
        (str(NUMBER), ("0",), PlayerMissing),
        (CARD_LINK.replace("snr=13", "snr=14"), (), PlayerMissing),
        (str(DEMO / "card.html"), (), NotFollowable),
        ("not a link", (), NotALink),
    ],
)
def test_who_is_not_followed_is_not_guessed(
    source: str, players: tuple[str, ...], refusal: type[TnrateError]
) -> None:
    """Nobody else is taken for somebody who is not followed."""
    with pytest.raises(refusal):
        followed_of(FOLLOWED, source, Wish(players))


def test_a_file_in_this_folder_is_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    """A file whose name is a tournament's number does not hide the tournament."""
    (tmp_path / str(NUMBER)).touch()
    monkeypatch.chdir(tmp_path)
    assert desk.numbers(str(NUMBER), players=("13",)) == [13]
