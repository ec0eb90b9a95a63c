"""Lists of players: starting rank, alphabetical list, ranking; which number is the start number."""

from dataclasses import replace

import pytest

from scraper.errors import NotAList
from scraper.model import Player
from scraper.page import Page
from scraper.views import players
from scraper.views.kind import view_of
from tests.standin import demo, render
from tests.standin.event import Event, Style
from tests.standin.event import Player as Described

EVENT = demo.demo_event()
LANGUAGES = (0, 1, 8, 11)
STYLES = [
    pytest.param(
        Style(lan=lan, era=era, tbody=tbody, two_ratings=both, flags=both, details=tbody),
        id=f"{lan}-{era}-{'saved' if tbody else 'served'}-{'two' if both else 'one'}",
    )
    for lan in LANGUAGES
    for era in ("new", "old")
    for tbody in (False, True)
    for both in (False, True)
]


def read(page: str) -> tuple[Player, ...]:
    """Read a page as a list of players."""
    return players.read(Page(page.encode()))


def _as_listed(one: Described, style: Style, with_ids: bool, with_sex: bool = True) -> Player:
    return Player(
        start_number=one.start_number,
        name=one.name,
        title=one.title or None,
        federation=one.federation,
        fide_id=(one.fide_id or None) if with_ids else None,
        club=one.club or None,
        sex=(one.sex or None) if with_sex else None,
        rating=None if style.two_ratings else style.rating(one),
        fide=one.fide if style.two_ratings else None,
        national=one.national if style.two_ratings else None,
    )


# The German page's words for sex and FideID are not known to the vocabulary's sources; the
# stand-in prints them in English there, as the site prints words that it does not translate.
@pytest.mark.parametrize("style", STYLES)
def test_the_starting_rank_reads_back_in_every_language_and_layout(style: Style) -> None:
    """Each player has the described number, name, title, nation, id, ratings, sex and club."""
    assert list(read(render.start_list_page(EVENT, style))) == [
        _as_listed(one, style, with_ids=True) for one in EVENT.players
    ]


@pytest.mark.parametrize("style", STYLES)
def test_the_alphabetical_list_reads_back_by_its_links(style: Style) -> None:
    """The start number is the one in the player's link; the No. there counts the alphabet."""
    listed = sorted(EVENT.players, key=lambda one: one.name)
    assert list(read(render.alphabetical_page(EVENT, style))) == [
        _as_listed(one, style, with_ids=True) for one in listed
    ]


@pytest.mark.parametrize("style", STYLES)
def test_the_ranking_reads_back(style: Style) -> None:
    """The start number of a ranking is the SNo and never the rank."""
    assert list(read(render.ranking_page(EVENT, style))) == [
        _as_listed(one, style, with_ids=False, with_sex=False) for one in EVENT.standing()
    ]


GATED = Style(gated=True)


def test_a_gated_starting_rank_has_its_numbers_in_the_first_column() -> None:
    """Without links the No. of a starting rank is the start number."""
    read_list = read(render.start_list_page(EVENT, GATED))
    assert [one.start_number for one in read_list] == [one.start_number for one in EVENT.players]


def test_a_gated_ranking_has_its_numbers_in_its_own_column() -> None:
    """Without links the SNo of a ranking is the start number."""
    read_list = read(render.ranking_page(EVENT, GATED))
    assert [one.start_number for one in read_list] == [one.start_number for one in EVENT.standing()]


@pytest.mark.parametrize("lan", [1, 8, 11])
def test_a_gated_alphabetical_list_has_no_start_numbers(lan: int) -> None:
    """Without links the No. of the alphabetical list says nothing about the start number."""
    read_list = read(render.alphabetical_page(EVENT, replace(GATED, lan=lan)))
    assert {one.start_number for one in read_list} == {None}
    assert len(read_list) == len(EVENT.players)


def test_the_numbers_of_a_team_list_of_players_are_no_start_numbers() -> None:
    """A list with a Team column counts its rows; without links the start number is unknown."""
    page = (
        "<table class='CRs1'><tr class='CRg1b'><td>No.</td><td></td><td>Name</td><td>Rtg</td>"
        "<td>Team</td><td>Bo.</td></tr><tr class='CRg2'><td>1</td><td></td><td>Alan, Bir</td>"
        "<td>1500</td><td>Çınarova</td><td>3</td></tr></table>"
    )
    (only,) = read(page)
    assert (only.start_number, only.name, only.rating) == (None, "Alan, Bir", 1500)


def test_a_list_without_ids_and_ratings_leaves_them_unknown() -> None:
    """Columns that an event does not print are None for everybody, never another column."""
    page = (
        "<table class='CRs1'><tr class='CRg1b'><td>No.</td><td>Name</td><td>Club/City</td></tr>"
        "<tr class='CRg2'><td>1</td><td>Alan, Bir</td><td>1500</td></tr></table>"
    )
    assert read(page) == (Player(1, "Alan, Bir", club="1500"),)


def test_a_national_id_is_never_taken_for_a_fide_id() -> None:
    """Only the FideID column gives the FIDE id; 0 and blank are none."""
    head = "<tr class='CRg1b'><td>No.</td><td>Name</td><td>ID</td><td>FideID</td></tr>"
    rows = "".join(
        f"<tr><td>{number}</td><td>Alan</td><td>99100500</td><td>{fide_id}</td></tr>"
        for number, fide_id in enumerate(("99100011", "0", ""), 1)
    )
    page = f"<table class='CRs1'>{head}{rows}</table>"
    assert [one.fide_id for one in read(page)] == [99100011, None, None]


def many(count: int) -> Event:
    """Give an event of many players who are not named apart."""
    field = tuple(
        Described(number, f"Kalabalık, Kişi{number}", fide=2400 - number)
        for number in range(1, count + 1)
    )
    return replace(demo.coming_event(), players=field)


@pytest.mark.parametrize("count", [1, 149, 150, 151, 400])
@pytest.mark.parametrize("rows", [150, 99999])
def test_a_list_has_as_many_players_as_rows(count: int, rows: int) -> None:
    """No row of a list is lost, whether the site cut the list at 150 or not."""
    read_list = read(render.start_list_page(many(count), Style(), rows))
    assert len(read_list) == min(count, rows)
    assert read_list[-1].start_number == min(count, rows)


VIEWS = [
    ("pairings", render.pairings_page(EVENT, 2, Style())),
    ("pairings", render.round_robin_page(replace(EVENT, tournament_type="Round robin"), Style())),
    ("teamlist", render.team_list_page(EVENT, Style())),
    ("card", render.card_page(EVENT, 13, Style())),
    ("card", render.empty_card_shell(EVENT, Style())),
]


@pytest.mark.parametrize(("view", "page"), VIEWS, ids=[f"{n}-{v[0]}" for n, v in enumerate(VIEWS)])
def test_another_view_is_no_list(view: str, page: str) -> None:
    """Pairings, teams and cards are refused by their name where a list was expected."""
    with pytest.raises(NotAList) as refusal:
        read(page)
    assert refusal.value.facts == {"view": view}


@pytest.mark.parametrize("lan", [1, 8, 11])
@pytest.mark.parametrize("gated", [False, True])
def test_the_three_lists_are_told_apart(lan: int, gated: bool) -> None:
    """Starting rank, alphabetical list and ranking are named in English, Turkish and Russian."""
    style = Style(lan=lan, gated=gated)
    for name, render_list in (
        ("startlist", render.start_list_page),
        ("alphabetical", render.alphabetical_page),
        ("ranking", render.ranking_page),
    ):
        assert view_of(Page(render_list(EVENT, style).encode())) == name
