"""From a SOURCE to all facts of one player: which pages are asked for, and what is joined."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from scraper.asking import PageRequest, refuse_other_round
from scraper.errors import (
    FileUnreadable,
    NotACard,
    NotStarted,
    OtherRound,
    OtherSite,
    OtherTournament,
    PageCut,
    PlayerAmbiguous,
    PlayerMissing,
    PlayerMoved,
    PlayerNeeded,
    TnrateError,
)
from scraper.gather import CardFacts, Gatherer, joined, link_of
from scraper.link import TournamentLink
from scraper.model import Kind, Player, Source, TimeControl
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Event, Style
from tests.standin.faults import Fault
from tests.standin.server import Standin
from tests.standin.site import Answer

NUMBER = demo.DEMO_NUMBER
EVENT = demo.demo_event()
BOTH = Style(two_ratings=True)
RTG = Style()


class TwoStyles(Standin):
    """A site that shows an event's card in one style, and its lists in another or of another."""

    list_event: Event = EVENT
    list_style: Style = BOTH
    card_style: Style = RTG

    def answer(self, path: str, query: str, form: object, gate_stays: bool) -> Answer:
        """Put up the event and style of the view before answering."""
        is_list = "art=0" in query
        self.put(
            self.list_event if is_list else EVENT, self.list_style if is_list else self.card_style
        )
        return super().answer(path, query, form, gate_stays)  # type: ignore[arg-type]


@pytest.fixture
def serve(quick: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Standin], Standin]]:
    """Start a stand-in and put it in the site's place."""
    running: list[Standin] = []

    def start(standin: Standin) -> Standin:
        standin.start()
        running.append(standin)
        monkeypatch.setenv("TNRATE_SITE", standin.url)
        return standin

    yield start
    for standin in running:
        standin.stop()


Serve = Callable[[Standin], Standin]


def methods(standin: Standin) -> list[str]:
    """Give the methods of the requests with their views."""
    return [f"{seen.method} {seen.query.get('art')}" for seen in standin.requests]


def test_a_link_with_a_player_needs_no_list(serve: Serve) -> None:
    """The player's link costs one request where the card holds both ratings and the details."""
    standin = serve(Standin([EVENT], BOTH, redirect=False))
    gatherer = Gatherer("9.9")
    facts = gatherer.card(standin.link(NUMBER, lan=8, art=9, snr=13))
    assert facts.card.player.name == "Şenbulakçı, Kerem"
    assert [one.kind for one in facts.card.rounds][:2] == [Kind.HALF_BYE, Kind.GAME]
    assert facts.unlisted is None
    assert facts.tournament.time_control is TimeControl.STANDARD
    assert gatherer.requests == 1
    assert methods(standin) == ["GET 9"]


def test_the_list_is_asked_for_when_the_card_has_one_rating(serve: Serve) -> None:
    """A card with Rtg only costs a second request; the list's ratings are joined in."""
    standin = serve(TwoStyles([EVENT], redirect=False))
    gatherer = Gatherer("9.9")
    facts = gatherer.card(standin.link(NUMBER, snr=13))
    assert gatherer.requests == 2
    assert methods(standin) == ["GET 9", "GET 0"]
    assert standin.requests[1].query["zeilen"] == "99999"
    by_number = {one.start_number: one for one in demo.PLAYERS}
    opponents = [one.opponent for one in facts.card.rounds if one.opponent is not None]
    assert len(opponents) == 6
    for opponent in opponents:
        listed = by_number[opponent.start_number or 0]
        assert (opponent.fide, opponent.national) == (listed.fide, listed.national)
        assert opponent.fide_source is opponent.national_source is Source.STARTING_RANK
        assert opponent.rating == max(listed.fide, listed.national)
    assert facts.unlisted == 0


def test_a_running_event_costs_two_requests_in_all(serve: Serve) -> None:
    """Card and list are one request each, also where the bare address sends visitors on."""
    standin = serve(TwoStyles([EVENT]))
    gatherer = Gatherer("9.9")
    assert gatherer.card(standin.link(NUMBER, snr=13)).unlisted == 0
    assert (gatherer.requests, len(standin.requests)) == (2, 2)


@pytest.mark.parametrize(
    ("style", "requests"),
    [
        (replace(BOTH, gated=True, gated_table=False), ["GET 9", "POST 9"]),
        (
            replace(RTG, gated=True, gated_table=False),
            ["GET 9", "POST 9", "GET 0", "POST 0"],
        ),
    ],
)
def test_the_gate_doubles_the_requests(serve: Serve, style: Style, requests: list[str]) -> None:
    """Behind the gate a card costs two requests, and four where the list is needed."""
    standin = serve(Standin([EVENT], style, redirect=False))
    gatherer = Gatherer("9.9")
    assert len(gatherer.card(standin.link(NUMBER, snr=13)).card.rounds) == 7
    assert gatherer.requests == len(requests)
    assert methods(standin) == requests


@pytest.mark.parametrize(
    "wanted", ["kerem senbulakci", "ŞENBULAKÇI", "Şenbulakçı, Kerem", "99104136", "13", " 13 "]
)
@pytest.mark.parametrize("with_other_player", [False, True])
def test_a_tournament_and_a_wish_find_the_player(
    serve: Serve, wanted: str, with_other_player: bool
) -> None:
    """Name, FIDE id or start number choose the player, also against the link's own snr."""
    standin = serve(Standin([EVENT], BOTH))
    link = standin.link(NUMBER, snr=2) if with_other_player else standin.link(NUMBER)
    assert Gatherer("9.9").card(link, wanted).card.player.start_number == 13


@pytest.mark.parametrize("form", ["{number}", "tnr{number}.aspx", "chess-results.com/tnr{number}"])
def test_every_form_of_a_link_goes_to_the_stand_in(serve: Serve, form: str) -> None:
    """With TNRATE_SITE set, numbers, paths and real links are all asked at the stand-in."""
    standin = serve(Standin([EVENT], BOTH))
    facts = Gatherer("9.9").card(form.format(number=NUMBER), "13")
    assert facts.card.player.start_number == 13
    assert standin.requests


def test_the_tournament_carries_its_address_and_time(serve: Serve) -> None:
    """What comes from the network has the address to share and its time; a saved page has not."""
    standin = serve(Standin([EVENT], BOTH))
    tournament = Gatherer("9.9").card(standin.link(NUMBER, snr=13)).tournament
    assert tournament.id == NUMBER
    assert tournament.url == f"{standin.url}/tnr{NUMBER}.aspx?lan=1&art=9&snr=13"
    assert tournament.fetched_at is not None
    assert tournament.fetched_at.tzinfo is UTC
    saved = Gatherer("9.9").card(str(DEMO / "card.html")).tournament
    assert (saved.id, saved.url, saved.fetched_at) == (NUMBER, None, None)


def namesakes() -> Event:
    """Give the demo event with a second Kerem Şenbulakçı at number 20."""
    players = tuple(
        replace(one, name="Şenbulakçı, Kerem") if one.start_number == 20 else one
        for one in EVENT.players
    )
    return replace(EVENT, players=players)


def test_two_namesakes_are_listed(serve: Serve) -> None:
    """Nobody is guessed between two players of one name; the start number decides."""
    standin = serve(Standin([namesakes()], BOTH))
    with pytest.raises(PlayerAmbiguous) as refusal:
        Gatherer("9.9").card(standin.link(NUMBER), "kerem senbulakci")
    lines = str(refusal.value.facts["matches"]).split()
    assert {"13", "20"} <= set(lines)
    assert Gatherer("9.9").card(standin.link(NUMBER), "20").card.player.start_number == 20
    by_id = Gatherer("9.9").card(standin.link(NUMBER), "99104201").card
    assert by_id.player.start_number == 20


@pytest.mark.parametrize("wanted", ["nobody of that name", "12345678", "999", "0"])
def test_nobody_is_said(serve: Serve, wanted: str) -> None:
    """A name, an id or a number that nobody has is a refusal, and no empty card."""
    standin = serve(Standin([EVENT], BOTH))
    with pytest.raises(PlayerMissing):
        Gatherer("9.9").card(standin.link(NUMBER), wanted)


def test_a_link_of_a_number_that_nobody_has(serve: Serve) -> None:
    """The empty shell that the site shows for an unknown snr means that there is nobody."""
    standin = serve(Standin([EVENT], BOTH))
    with pytest.raises(PlayerMissing):
        Gatherer("9.9").card(standin.link(NUMBER, art=9, snr=777))


def test_without_a_player_nothing_is_asked_of_the_site(serve: Serve) -> None:
    """A tournament's link alone needs a player; where nobody can be asked no request is made."""
    standin = serve(Standin([EVENT], BOTH))
    gatherer = Gatherer("9.9")
    with pytest.raises(PlayerNeeded):
        gatherer.card(standin.link(NUMBER))
    assert gatherer.requests == len(standin.requests) == 0


def test_a_person_chooses_from_the_field(serve: Serve) -> None:
    """Where a person can be asked, the whole field is shown and the choice is read."""
    standin = serve(Standin([EVENT], BOTH))
    shown: list[int] = []

    def choose(field: Sequence[Player]) -> Player:
        shown.append(len(field))
        return field[12]

    facts = Gatherer("9.9").card(standin.link(NUMBER), choose=choose)
    assert facts.card.player.start_number == 13
    assert shown == [len(EVENT.players)]


def test_a_list_that_was_sorted_anew_is_noticed(serve: Serve) -> None:
    """When the number of the list is somebody else's card by now, that is said."""
    standin = TwoStyles([EVENT])
    swapped = {13: 14, 14: 13}
    standin.list_event = replace(
        EVENT,
        players=tuple(
            replace(one, start_number=swapped.get(one.start_number, one.start_number))
            for one in EVENT.players
        ),
    )
    serve(standin)
    with pytest.raises(PlayerMoved) as refusal:
        Gatherer("9.9").card(standin.link(NUMBER), "kerem senbulakci")
    assert refusal.value.facts == {
        "start_number": 14,
        "found": "Ağırtaşlık, Nehir",
        "wanted": "Şenbulakçı, Kerem",
    }


def test_an_event_that_has_not_started(serve: Serve) -> None:
    """Before the first pairing the player is there and the event has not started."""
    standin = serve(Standin([demo.coming_event()], BOTH))
    for wanted in ("3", "tolunbey"):
        with pytest.raises(NotStarted):
            Gatherer("9.9").card(standin.link(demo.COMING_NUMBER), wanted)
    field = Gatherer("9.9").field(standin.link(demo.COMING_NUMBER))
    assert len(field.players) == 16
    assert not field.cut


def test_the_field_of_a_link_is_complete(serve: Serve) -> None:
    """A field of more than 150 players comes whole, with one page."""
    players = tuple(
        replace(EVENT.players[0], start_number=number, name=f"Kalabalık, Kişi{number}")
        for number in range(1, 182)
    )
    standin = serve(Standin([replace(EVENT, players=players)], BOTH, redirect=False))
    field = Gatherer("9.9").field(standin.link(NUMBER))
    assert (len(field.players), field.cut) == (181, False)
    assert len(standin.requests) == 1
    assert field.tournament.id == NUMBER
    assert field.tournament.rounds == 7


@pytest.mark.parametrize(("rows", "cut"), [(150, True), (99999, False)])
def test_a_saved_list_that_the_site_cut_is_recognised(tmp_path: Path, rows: int, cut: bool) -> None:
    """A saved list of 150 rows is said to be cut; a whole one is not."""
    players = tuple(
        replace(EVENT.players[0], start_number=number, name=f"Kalabalık, Kişi{number}")
        for number in range(1, 182)
    )
    page = tmp_path / "list.html"
    page.write_text(
        render.start_list_page(replace(EVENT, players=players), BOTH, rows), encoding="utf-8"
    )
    field = Gatherer("9.9").field(str(page))
    assert field.cut is cut
    assert len(field.players) == min(rows, 181)


def saved_facts(tmp_path: Path, style: Style, list_event: Event = EVENT) -> CardFacts:
    """Read a saved card together with a saved starting rank that has both ratings."""
    card, start_list = tmp_path / "card.html", tmp_path / "list.html"
    card.write_text(render.card_page(EVENT, 13, style), encoding="utf-8")
    start_list.write_text(
        render.start_list_page(list_event, replace(BOTH, details=True)), encoding="utf-8"
    )
    return Gatherer("9.9").card(str(card), start_list=str(start_list))


def test_a_saved_list_completes_a_saved_card(tmp_path: Path) -> None:
    """Ratings and details that the card lacks come from the other page; nothing is fetched."""
    facts = saved_facts(tmp_path, RTG)
    opponents = [one.opponent for one in facts.card.rounds if one.opponent is not None]
    assert all(one.national_source is Source.STARTING_RANK for one in opponents)
    assert facts.tournament.start == EVENT.start
    assert facts.tournament.fide_event_id == EVENT.fide_event_id
    assert facts.unlisted == 0


def test_what_the_card_says_is_not_overwritten(tmp_path: Path) -> None:
    """Ratings on the card stay the card's own, also where the list says otherwise."""
    other = replace(
        EVENT, players=tuple(replace(one, fide=1111, national=1112) for one in EVENT.players)
    )
    facts = saved_facts(tmp_path, BOTH, other)
    for played in facts.card.rounds:
        if played.opponent is not None:
            assert played.opponent.fide_source is played.opponent.national_source is Source.CARD
            assert played.opponent.fide != 1111
            assert played.opponent.national != 1112
    assert facts.card.player.fide == 1650


def test_a_rating_is_joined_only_when_the_name_agrees(tmp_path: Path) -> None:
    """A start number that belongs to somebody else in the list gives no rating."""
    strangers = {23: "Yabancı, Biri", 10: "Yabancı, Öteki"}
    other = replace(
        EVENT,
        players=tuple(
            replace(one, name=strangers.get(one.start_number, one.name)) for one in EVENT.players
        ),
    )
    facts = saved_facts(tmp_path, RTG, other)
    assert facts.unlisted == 2
    for played in facts.card.rounds:
        opponent = played.opponent
        if opponent is not None and opponent.start_number in strangers:
            assert (opponent.fide, opponent.national) == (None, None)
            assert (opponent.fide_source, opponent.national_source) == (None, None)
        elif opponent is not None:
            assert opponent.national_source is Source.STARTING_RANK


def test_spelling_does_not_hinder_the_join(tmp_path: Path) -> None:
    """Capitals, order and accents of a name may differ between the card and the list."""
    other = replace(
        EVENT,
        players=tuple(
            replace(one, name=" ".join(reversed(one.name.replace("ı", "i").upper().split(", "))))
            for one in EVENT.players
        ),
    )
    assert saved_facts(tmp_path, RTG, other).unlisted == 0


def test_a_list_without_start_numbers_joins_nothing() -> None:
    """Players of a gated alphabetical list have no number, so nobody is taken for another."""
    card = Gatherer("9.9").card(str(DEMO / "card.html")).card
    nameless = [Player(None, one.name, fide=1, national=1) for one in demo.PLAYERS]
    same, unlisted = joined(card, nameless)
    assert same == card
    assert unlisted == 6


@pytest.mark.parametrize("wanted", ["kerem senbulakci", "13", "99104136"])
def test_a_saved_card_of_the_wanted_player_is_read(wanted: str) -> None:
    """A wish that fits the saved card is fulfilled."""
    assert Gatherer("9.9").card(str(DEMO / "card.html"), wanted).card.player.start_number == 13


@pytest.mark.parametrize("wanted", ["ozan karcinar", "1", "99104011"])
def test_a_saved_card_of_somebody_else_is_refused(wanted: str) -> None:
    """A wish for another player than the saved card's is not ignored."""
    with pytest.raises(PlayerMissing):
        Gatherer("9.9").card(str(DEMO / "card.html"), wanted)


TEAMS = replace(EVENT, tournament_type="Swiss-System for teams")
ROBIN = replace(EVENT, tournament_type="Round robin")
VIEWS = [
    ("startlist", render.start_list_page(EVENT, BOTH)),
    ("alphabetical", render.alphabetical_page(EVENT, BOTH)),
    ("ranking", render.ranking_page(EVENT, BOTH)),
    ("pairings", render.pairings_page(EVENT, 3, BOTH)),
    ("pairings", render.round_robin_page(ROBIN, BOTH)),
    ("teamlist", render.team_list_page(TEAMS, BOTH)),
]


@pytest.mark.parametrize(
    ("view", "page"), VIEWS, ids=[f"{number}-{one[0]}" for number, one in enumerate(VIEWS)]
)
def test_another_saved_view_than_a_card_is_named(tmp_path: Path, view: str, page: str) -> None:
    """Where a card was expected, a list or pairings page is refused by its name."""
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    with pytest.raises(NotACard) as refusal:
        Gatherer("9.9").card(str(path))
    assert refusal.value.facts == {"view": view}


class TeamSite(Standin):
    """A site with a team event whose lists of players stand apart, as art=16."""

    def answer(self, path: str, query: str, form: object, gate_stays: bool) -> Answer:
        """Show teams or the card, and the players where they are asked for."""
        self.put(EVENT if "art=16" in query else TEAMS)
        return super().answer(path, query, form, gate_stays)  # type: ignore[arg-type]


def test_the_players_of_a_team_event_are_found_in_their_own_list(serve: Serve) -> None:
    """Where the starting rank lists teams, the list of players is asked for instead."""
    standin = serve(TeamSite([TEAMS], BOTH, redirect=False))
    field = Gatherer("9.9").field(standin.link(NUMBER))
    assert len(field.players) == len(EVENT.players)
    assert methods(standin) == ["GET 0", "GET 16"]
    standin.forget()
    card = Gatherer("9.9").card(standin.link(NUMBER), "kerem senbulakci").card
    assert card.player.start_number == 13
    assert methods(standin) == ["GET 0", "GET 16", "GET 9"]


def test_a_card_of_a_team_event_is_completed_from_the_players_list(serve: Serve) -> None:
    """A card whose details speak of teams asks at once for the list of players."""
    standin = serve(TeamSite([TEAMS], RTG, redirect=False))
    Gatherer("9.9").card(standin.link(NUMBER, snr=13))
    assert methods(standin) == ["GET 9", "GET 16"]


def test_a_list_that_cannot_be_read_is_said(serve: Serve) -> None:
    """A card stands without the list that would complete it; the reason is not swallowed."""
    standin = serve(Standin([EVENT], RTG, redirect=False))
    standin.faults.append(Fault.half_page().when(lambda seen: seen.query.get("art") == "0"))
    facts = Gatherer("9.9").card(standin.link(NUMBER, snr=13))
    assert facts.card.player.start_number == 13
    assert facts.unlisted is None
    assert isinstance(facts.unread, PageCut)


def test_a_start_list_of_another_tournament_is_refused(tmp_path: Path) -> None:
    """Two pages that tell different tournaments are not joined."""
    other = replace(EVENT, number=NUMBER + 1)
    with pytest.raises(OtherTournament) as refusal:
        saved_facts(tmp_path, RTG, other)
    assert refusal.value.facts == {"asked": NUMBER, "found": NUMBER + 1}


def test_a_start_list_of_another_tournament_is_refused_for_a_link(
    serve: Serve, tmp_path: Path
) -> None:
    """A link's number counts like the one on a saved page; the card is not even asked for."""
    standin = serve(Standin([EVENT], RTG))
    path = tmp_path / "list.html"
    path.write_text(
        render.start_list_page(replace(EVENT, number=NUMBER + 1), BOTH), encoding="utf-8"
    )
    with pytest.raises(OtherTournament):
        Gatherer("9.9").card(standin.link(NUMBER, snr=13), start_list=str(path))
    assert standin.requests == []


def test_a_start_list_that_tells_no_tournament_is_taken(tmp_path: Path) -> None:
    """A saved piece without a number is believed, since the names must agree anyway."""
    card, piece = tmp_path / "card.html", tmp_path / "list.html"
    card.write_text(render.card_page(EVENT, 13, RTG), encoding="utf-8")
    piece.write_text(
        "<table class='CRs1'><tr class='CRg1b'><th>No.</th><th>Name</th><th>RtgI</th></tr>"
        "<tr class='CRg1'><td>13</td><td>Şenbulakçı, Kerem</td><td>1650</td></tr></table>",
        encoding="utf-8",
    )
    assert Gatherer("9.9").card(str(card), start_list=str(piece)).unlisted == 6


# The store


def test_a_second_look_asks_nothing(serve: Serve, home: Path) -> None:
    """Within a minute the same card and list come from the store, also in another run."""
    standin = serve(TwoStyles([EVENT], redirect=False))
    first = Gatherer("9.9", home).card(standin.link(NUMBER, snr=13))
    again = Gatherer("9.9", home)
    assert again.card(standin.link(NUMBER, snr=13)) == first
    assert (again.requests, len(standin.requests)) == (0, 2)
    assert [look.fetched.from_store for look in again.looks if look.fetched] == [True, True]


def test_a_stored_list_that_no_longer_fits_is_fetched_anew(serve: Serve, home: Path) -> None:
    """Players who came late or were renumbered are found: the list is asked for once more."""
    late = replace(
        EVENT,
        players=tuple(one for one in EVENT.players if one.start_number != 13),
    )
    standin = TwoStyles([EVENT], redirect=False)
    standin.list_event = late
    serve(standin)
    assert len(Gatherer("9.9", home).field(standin.link(NUMBER)).players) == len(late.players)
    standin.list_event = EVENT
    standin.forget()
    card = Gatherer("9.9", home).card(standin.link(NUMBER), "kerem senbulakci").card
    assert card.player.start_number == 13
    assert methods(standin) == ["GET 0", "GET 9"]
    standin.forget()
    with pytest.raises(PlayerMissing):
        Gatherer("9.9", home).card(standin.link(NUMBER), "nobody of that name")
    assert methods(standin) == ["GET 0"]


def test_opponents_that_a_stored_list_lacks_are_looked_for_once(serve: Serve, home: Path) -> None:
    """Where the stored list misses opponents of the card, a newer one may have them."""
    standin = TwoStyles([EVENT], redirect=False)
    standin.list_event = replace(EVENT, players=EVENT.players[:3])
    serve(standin)
    Gatherer("9.9", home).field(standin.link(NUMBER))
    standin.list_event = EVENT
    facts = Gatherer("9.9", home).card(standin.link(NUMBER, snr=13))
    assert facts.unlisted == 0
    assert methods(standin) == ["GET 0", "GET 9", "GET 0"]


def test_any_page_can_be_asked_for(serve: Serve, home: Path) -> None:
    """`page` reads whatever view with whatever reader, and tells address, age and origin."""
    standin = serve(Standin([EVENT], BOTH, redirect=False))
    gatherer = Gatherer("9.9", home)
    fetched = gatherer.page(PageRequest(NUMBER, 2, round=3), lambda page: page.heading)
    assert fetched.address.startswith(standin.url)
    assert (fetched.from_store, fetched.stale) == (False, None)
    (look,) = gatherer.looks
    assert (str(look.request), look.requests) == (f"tnr{NUMBER} art=2 rd=3", 1)
    assert standin.requests[0].query["rd"] == "3"


@pytest.mark.parametrize(
    ("asked", "found", "is_refused"),
    [
        (3, 3, False),
        (3, 2, True),
        (3, None, False),
        (None, 2, False),
        (-1, 2, False),
        (0, 2, False),
    ],
)
def test_another_round_than_asked_for_is_refused(
    asked: int | None, found: int | None, is_refused: bool
) -> None:
    """The site answers a round past the end with another one; only a certain round is compared."""
    if not is_refused:
        refuse_other_round(asked, found)
        return
    with pytest.raises(OtherRound) as refusal:
        refuse_other_round(asked, found)
    assert refusal.value.facts == {"asked": asked, "found": found}


def test_the_kinds_of_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number or link is a link, an existing file or a dash a page, a lost file is said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my card").write_text("x", encoding="utf-8")
    (tmp_path / "9417302").write_text("x", encoding="utf-8")
    assert link_of("9417302") == TournamentLink(9417302)
    assert link_of("my card") is None
    assert link_of("-") is None
    with pytest.raises(FileUnreadable):
        link_of("lost.html")
    with pytest.raises(FileUnreadable):
        link_of("folder/lost.xlsx")
    with pytest.raises(TnrateError):
        link_of("a\x00b")
    with pytest.raises(TnrateError):
        link_of("x" * 5000)
    with pytest.raises(OtherSite):
        link_of("https://evil.example/card.html")
