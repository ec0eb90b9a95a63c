"""The player's card: facts and rounds in every language, layout and form of a result."""

from dataclasses import replace
from decimal import Decimal
from typing import Literal

import pytest

from scraper.errors import (
    CardWithoutRounds,
    NotACard,
    NotStarted,
    PageChanged,
    TnrateError,
    UnknownWords,
)
from scraper.model import Colour, Kind, PlayerCard, Round, Source
from scraper.page import Page
from scraper.views import card
from tests.standin import demo, render
from tests.standin.event import Event, Player, Result, Style
from tests.standin.markup import as_saved

LANGUAGES = {0: "de", 1: "en", 8: "tr", 11: "ru"}

PLAYERS = (
    Player(1, "Ölçmen, Ada", "CM", "TUR", 99100011, 1990, "Çınarova", 2010, 1950, national_id=5512),
    Player(2, "Bye, Anton", "FM", "GER", 99100029, 1971, "", 2101, 0),
    Player(3, "Kaya K, Kk", "", "TUR", 99100037, 1999, "K 1K", 1874, 1820),
    Player(4, "Üçel, Işıl", "", "TUR", 0, 2014, "Gölbeyli", 0, 0, "w"),
    Player(5, "Tek,", "", "TUR", 0, 0, "", 0, 1400),
    Player(6, "Brandhovel, Jonne", "", "NED", 99100061, 1968, "", 1555, 0),
)

ROWS = (
    Result(1, 3, "game", "white", 2, "0", 20, "-7.60", "0.38"),
    Result(2, 12, "half_bye", score="0.5"),
    Result(3, 5, "game", "black", 3, "0.5", 20, "-3.60", "0.68"),
    Result(4, 20, "not_paired", score="0"),
    Result(5, 7, "game", "white", 4, "1"),
    Result(6, 8, "forfeit_win", "white", 5, "1"),
    Result(7, 9, "bye", score="1"),
    Result(8, 2, "forfeit_loss", "black", 3, "0"),
    Result(9, 2, "game", "black", 6, "1", 20, "1.60", "0.92"),
    Result(10, 1, "pending", "white", 2),
)

EVENT = replace(
    demo.coming_event(),
    players=PLAYERS,
    rounds_total=11,
    results={1: ROWS},
    performances={1: 1777},
)

STYLES = [
    pytest.param(
        Style(
            lan=lan,
            era=era,
            tbody=tbody,
            two_ratings=both,
            published=published,
            we_columns=published and lan == 1,
            board_column=not both,
            club_column=tbody,
            details=both,
            pgn_column=era == "new" and published,
            surplus_cells=not published,
            capped_mark=True,
        ),
        id=f"{LANGUAGES[lan]}-{era}-{'saved' if tbody else 'served'}-{'two' if both else 'one'}-"
        f"{'change' if published else 'plain'}",
    )
    for lan in LANGUAGES
    for era in ("new", "old")
    for tbody in (False, True)
    for both in (False, True)
    for published in (False, True)
]


def read(page: str) -> PlayerCard:
    """Read a page as a card."""
    return card.read(Page(page.encode()))


def _as_rendered(row: Result, style: Style) -> Round:
    """Give the round that the page of this style shows, without the opponent and the numbers."""
    colour = None
    if row.colour is not None and row.kind in ("game", "pending"):
        colour = Colour(row.colour)
    return Round(
        round=row.round,
        kind=Kind(row.kind),
        score=None if row.score is None else Decimal(row.score),
        board=row.board if style.board_column else None,
        colour=colour,
    )


@pytest.mark.parametrize("style", STYLES)
def test_every_round_reads_back_in_every_language_and_layout(style: Style) -> None:
    """Round, board, colour, kind and score are the described ones, whatever the page's form."""
    read_card = read(render.card_page(EVENT, 1, style))
    bare = [replace(one, opponent=None, published=None) for one in read_card.rounds]
    assert bare == [_as_rendered(row, style) for row in ROWS]
    assert read_card.language == LANGUAGES[style.lan]


@pytest.mark.parametrize("style", STYLES)
def test_the_facts_read_back_in_every_language_and_layout(style: Style) -> None:
    """Each fact of the player is taken from the row whose whole label names it."""
    read_card = read(render.card_page(EVENT, 1, style))
    own = read_card.player
    assert (own.name, own.title, own.start_number) == ("Ölçmen, Ada", "CM", 1)
    assert (own.federation, own.birth_year, own.club) == ("TUR", 1990, "Çınarova")
    assert (own.fide, own.national) == (2010, 1950)
    assert own.rating == (None if style.two_ratings else 2010)
    assert own.fide_id == 99100011
    assert read_card.performance == 1777
    assert read_card.rank == EVENT.rank(1)
    assert read_card.points == EVENT.points(1) == Decimal(5)
    assert read_card.fide_change == (Decimal("-9.6") if style.published else 0)


@pytest.mark.parametrize("style", STYLES)
def test_every_opponent_reads_back_in_every_language_and_layout(style: Style) -> None:
    """Opponents keep number, name, title, federation, club and each rating in its own place."""
    by_number = {one.start_number: one for one in PLAYERS}
    for row, played in zip(ROWS, read(render.card_page(EVENT, 1, style)).rounds, strict=True):
        if row.opponent is None:
            assert played.opponent is None
            continue
        listed, read_one = by_number[row.opponent], played.opponent
        assert read_one is not None
        assert (read_one.start_number, read_one.name) == (listed.start_number, listed.name)
        assert read_one.title == (listed.title or None)
        assert read_one.federation == listed.federation
        assert read_one.club == ((listed.club or None) if style.club_column else None)
        assert read_one.points == EVENT.points(listed.start_number)
        if style.two_ratings:
            assert (read_one.fide, read_one.national) == (listed.fide, listed.national)
            assert read_one.rating is None
            assert read_one.fide_source is read_one.national_source is Source.CARD
        else:
            assert read_one.rating == style.rating(listed)
            assert read_one.fide is read_one.national is None
            assert read_one.fide_source is read_one.national_source is None


@pytest.mark.parametrize("style", STYLES)
def test_the_published_numbers_read_back_where_they_are_printed(style: Style) -> None:
    """K, change and expected score are the printed ones; a blank is absent and not 0."""
    for row, played in zip(ROWS, read(render.card_page(EVENT, 1, style)).rounds, strict=True):
        if not style.published or (row.k is None and not style.we_columns) or row.k is None:
            assert played.published is None
            continue
        assert played.published is not None
        assert played.published.k == row.k
        assert played.published.change == Decimal(row.change or "")
        expected = Decimal(row.we or "") if style.we_columns else None
        assert played.published.expected == expected


def test_a_saved_page_reads_like_the_served_one() -> None:
    """Table bodies and raw letters that a browser puts in change nothing."""
    served = (demo.demo_pages())["card.html"]
    assert read(as_saved(served)) == read(served)


def colour_cell(letter: Literal["w", "s"], result: str) -> str:
    """Make a result cell of today's layout: the colour's own table, then the result."""
    return (
        f'<td class="CRc"><table><tr><td><div class="Farbe{letter}T"></div></td>'
        f'<td class="CR">{result}</td></tr></table></td>'
    )


def plain_cell(result: str) -> str:
    """Make a result cell that holds text."""
    return f'<td class="CRc">{result}</td>'


WORDS = {
    "en": ("Name", "Starting rank", "Points", "Rd.", "Bo.", "SNo", "Name", "Rtg", "Res."),
    "tr": (
        "İsim", "Başlangıç Sıralaması", "Puan", "Tur", "Masa", "Bşl.No.", "İsim", "Rtg", "Sonuç",
    ),
    "ru": (
        "Имя", "Стартовое место", "Очки", "Тур", "Bo.", "Ст.ном.", "Имя", "Рейт.", "Рез.",
    ),
}  # fmt: skip


def card_of(*rows: str, language: str = "en", facts: str = "", surplus_head: str = "") -> str:
    """Make a bare card of given round rows, in a language's words."""
    name, start, points, *head = WORDS[language]
    header = "".join(f"<th>{word}</th>" for word in (*head[:3], "", *head[3:])) + surplus_head
    body = "".join(f'<tr class="CRg2">{row}</tr>' for row in rows)
    return (
        "<html><body><h2>Event</h2><h2>Card</h2><table class='CRs1'>"
        f"<tr><td>{name}</td><td>Alan, Bir</td></tr><tr><td>{start}</td><td>1</td></tr>"
        f"<tr><td>{points}</td><td>1</td></tr>{facts}</table>"
        f"<table class='CRs1'><tr class='CRg1b'>{header}</tr>{body}</table></body></html>"
    )


def row_of(result: str, number: str = "7", name: str = "Bora, İki", rating: str = "1500") -> str:
    """Make a round's cells around a result cell."""
    return f"<td>1</td><td>4</td><td>{number}</td><td></td><td>{name}</td><td>{rating}</td>{result}"


Expected = tuple[Kind, str | None, Colour | None, bool]
W, S = Colour.WHITE, Colour.BLACK

RESULTS: list[tuple[str, str, str, Expected]] = [
    ("en", "7", colour_cell("w", "1"), (Kind.GAME, "1", W, True)),
    ("en", "7", colour_cell("s", "0"), (Kind.GAME, "0", S, True)),
    ("en", "7", colour_cell("s", "&frac12;"), (Kind.GAME, "0.5", S, True)),
    ("en", "7", colour_cell("w", "0,5"), (Kind.GAME, "0.5", W, True)),
    ("en", "7", colour_cell("w", ""), (Kind.PENDING, None, W, True)),
    ("en", "7", colour_cell("s", "&nbsp;"), (Kind.PENDING, None, S, True)),
    ("en", "7", plain_cell("+ 1K"), (Kind.FORFEIT_WIN, "1", None, True)),
    ("en", "7", plain_cell("- 0K"), (Kind.FORFEIT_LOSS, "0", None, True)),
    ("en", "7", plain_cell("- 1K"), (Kind.FORFEIT_WIN, "1", None, True)),
    ("en", "7", plain_cell("1K"), (Kind.FORFEIT_WIN, "1", None, True)),
    ("en", "7", plain_cell("0K"), (Kind.FORFEIT_LOSS, "0", None, True)),
    ("en", "7", plain_cell("+"), (Kind.FORFEIT_WIN, "1", None, True)),
    ("en", "7", plain_cell("-"), (Kind.FORFEIT_LOSS, "0", None, True)),
    ("en", "7", colour_cell("w", "1K"), (Kind.FORFEIT_WIN, "1", W, True)),
    ("en", "7", colour_cell("s", "0K"), (Kind.FORFEIT_LOSS, "0", S, True)),
    ("en", "7", colour_cell("w", "+"), (Kind.FORFEIT_WIN, "1", W, True)),
    ("en", "7", colour_cell("s", "-"), (Kind.FORFEIT_LOSS, "0", S, True)),
    ("en", "7", colour_cell("w", "1U"), (Kind.GAME, "1", W, False)),
    ("en", "7", colour_cell("s", "½U"), (Kind.GAME, "0.5", S, False)),
    ("en", "7", plain_cell("w 0U"), (Kind.GAME, "0", W, False)),
    ("en", "7", plain_cell("w 1"), (Kind.GAME, "1", W, True)),
    ("en", "7", plain_cell("s 0"), (Kind.GAME, "0", S, True)),
    ("en", "7", plain_cell(" s ½ "), (Kind.GAME, "0.5", S, True)),
    ("en", "7", plain_cell("w "), (Kind.PENDING, None, W, True)),
    ("ru", "7", plain_cell("w ½"), (Kind.GAME, "0.5", W, True)),
    ("ru", "7", plain_cell("s 1"), (Kind.GAME, "1", S, True)),
    ("tr", "7", plain_cell(" b 0 "), (Kind.GAME, "0", W, True)),
    ("tr", "7", plain_cell(" s ½ "), (Kind.GAME, "0.5", S, True)),
    ("tr", "7", plain_cell("b 1"), (Kind.GAME, "1", W, True)),
    ("tr", "7", colour_cell("s", "1"), (Kind.GAME, "1", S, True)),
    ("en", "-1", plain_cell("- 1"), (Kind.BYE, "1", None, True)),
    ("en", "-", plain_cell("- 1"), (Kind.BYE, "1", None, True)),
    ("tr", "-1", plain_cell("- 1"), (Kind.BYE, "1", None, True)),
    ("en", "-1", plain_cell("1"), (Kind.BYE, "1", None, True)),
    ("en", "-1", plain_cell("-"), (Kind.BYE, None, None, True)),
    ("en", "-1", plain_cell(""), (Kind.BYE, None, None, True)),
    ("en", "-2", plain_cell("- 0"), (Kind.NOT_PAIRED, "0", None, True)),
    ("en", "-2", plain_cell("- "), (Kind.NOT_PAIRED, None, None, True)),
    ("en", "-2", plain_cell("- ½"), (Kind.HALF_BYE, "0.5", None, True)),
    ("en", "-1", plain_cell("- ½"), (Kind.HALF_BYE, "0.5", None, True)),
    ("en", "-2", plain_cell("- 0,5"), (Kind.HALF_BYE, "0.5", None, True)),
    ("en", "-2", plain_cell("- 1"), (Kind.BYE, "1", None, True)),
]


@pytest.mark.parametrize(("language", "number", "cell", "expected"), RESULTS)
def test_every_form_of_a_result(language: str, number: str, cell: str, expected: Expected) -> None:
    """Kind, score, colour and rateability follow from the result cell and the start number."""
    (played,) = read(card_of(row_of(cell, number), language=language)).rounds
    kind, score, colour, rated = expected
    assert (played.kind, played.colour, played.rated) == (kind, colour, rated)
    assert played.score == (None if score is None else Decimal(score))
    assert (played.opponent is None) == number.startswith("-")


NAMES = [
    "bye",
    "Bye, Anton",
    "Tur",
    "not paired",
    "K",
    "Kaya K, K",
    "1K",
    "spielfrei",
    "-1",
    "U 1U",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_name_never_decides_what_happened(name: str, language: str) -> None:
    """A player called Bye, Tur, K or like a result has played when he has a start number."""
    (played,) = read(card_of(row_of(colour_cell("s", "1"), "7", name), language=language)).rounds
    assert (played.kind, played.score, played.rated) == (Kind.GAME, Decimal(1), True)
    assert played.opponent is not None
    assert played.opponent.name == name


@pytest.mark.parametrize("name", ["Tur", "bye", "eşlendirilmeyenler", "Alan, Bir"])
def test_without_a_start_number_nobody_has_played(name: str) -> None:
    """The number -1 is a bye whatever stands in the name's place, also the Turkish Tur."""
    (played,) = read(card_of(row_of(plain_cell("- 1"), "-1", name, "-"), language="tr")).rounds
    assert played.kind is Kind.BYE
    assert played.opponent is None


@pytest.mark.parametrize(
    ("language", "number", "cell"),
    [
        ("en", "7", plain_cell("2")),
        ("en", "7", plain_cell("x")),
        ("en", "7", plain_cell("b 1")),
        ("en", "7", plain_cell("1 0")),
        ("en", "7", plain_cell("1-0")),
        ("en", "7", plain_cell("- - -")),
        ("en", "7", colour_cell("w", "1½")),
        ("en", "-1", plain_cell("- 2")),
        ("en", "-1", plain_cell("?")),
        ("en", "7", ""),
    ],
)
def test_an_unknown_result_is_refused(language: str, number: str, cell: str) -> None:
    """A result that the site never prints, or none at all, is not guessed at."""
    with pytest.raises(PageChanged):
        read(card_of(row_of(cell, number), language=language))


def test_surplus_cells_are_ignored_and_missing_ones_are_absent() -> None:
    """Two empty cells too many, or a row that ends early, leave the other facts in place."""
    head = "<td>K</td><td>rtg+/-</td><td>PGN</td>"
    long = row_of(colour_cell("w", "1")) + "<td>20</td><td>1,60*)</td><td></td><td></td><td></td>"
    short = row_of(colour_cell("s", "0"), rating="0")
    bye = row_of(plain_cell("- 1"), "-1", "bye", "-") + "<td></td><td></td>"
    first, second, third = read(card_of(long, short, bye, surplus_head=head)).rounds
    assert first.published is not None
    assert (first.published.k, first.published.change) == (20, Decimal("1.60"))
    assert (second.kind, second.score, second.published) == (Kind.GAME, Decimal(0), None)
    assert second.opponent is not None
    assert second.opponent.rating == 0
    assert (third.kind, third.score, third.published) == (Kind.BYE, Decimal(1), None)


def test_a_board_of_a_team_event_keeps_its_form() -> None:
    """The board 1.2 of a team event stays text; a number becomes a number."""
    rows = [row_of(colour_cell("w", "1")).replace("<td>4</td>", f"<td>{board}</td>")
            for board in ("1.2", "12", "")]  # fmt: skip
    assert [one.board for one in read(card_of(*rows)).rounds] == ["1.2", 12, None]


def test_zero_means_none_for_numbers_of_people_and_unrated_for_ratings() -> None:
    """Fide-ID 0 and year 0 are unknown; Rating 0 is kept as 0."""
    facts = "".join(
        f"<tr><td>{label}</td><td>0</td></tr>"
        for label in ("Fide-ID", "Year of birth ", "Rating", "Rating international")
    )
    own = read(card_of(row_of(colour_cell("w", "1")), facts=facts)).player
    assert (own.fide_id, own.birth_year) == (None, None)
    assert (own.rating, own.fide) == (0, 0)
    assert own.national is None


def test_absent_facts_are_none() -> None:
    """A card without title, year, club, ids and numbers is read, and these stay unknown."""
    read_card = read(card_of(row_of(colour_cell("w", "1"))))
    own = read_card.player
    assert {own.title, own.birth_year, own.club, own.fide_id, own.federation} == {None}
    assert (read_card.rank, read_card.performance, read_card.fide_change) == (None, None, None)


def test_labels_that_contain_each_other_are_told_apart() -> None:
    """Rank and Starting rank, Rating and its longer sisters each keep their own value."""
    labels = ["Performance rating", "Rating national", "Rating international", "Rating", "Rank"]
    facts = "".join(
        f"<tr><td>{label}</td><td>{index}</td></tr>" for index, label in enumerate(labels, 11)
    )
    read_card = read(card_of(row_of(colour_cell("w", "1")), facts=facts))
    own = read_card.player
    assert (read_card.performance, own.national, own.fide, own.rating) == (11, 12, 13, 14)
    assert (read_card.rank, own.start_number) == (15, 1)


def test_a_rating_that_is_no_whole_number_is_refused() -> None:
    """A rating with a part, a letter or a minus is refused, not rounded or shortened."""
    for text in ("1500,5", "15oo", "-1500"):
        with pytest.raises(PageChanged):
            read(card_of(row_of(colour_cell("w", "1"), rating=text)))


TEAMS: Event = replace(demo.demo_event(), tournament_type="Swiss-System for teams")
ROBIN: Event = replace(demo.demo_event(), tournament_type="Round robin")
OTHER_VIEWS = [
    ("startlist", render.start_list_page(demo.demo_event(), Style())),
    ("alphabetical", render.alphabetical_page(demo.demo_event(), Style())),
    ("ranking", render.ranking_page(demo.demo_event(), Style())),
    ("pairings", render.pairings_page(demo.demo_event(), 3, Style())),
    ("pairings", render.round_robin_page(ROBIN, Style())),
    ("teamlist", render.team_list_page(TEAMS, Style())),
]


@pytest.mark.parametrize(("view", "page"), OTHER_VIEWS, ids=[f"{n}-{v[0]}" for n, v in
                                                            enumerate(OTHER_VIEWS)])  # fmt: skip
def test_another_view_is_named(view: str, page: str) -> None:
    """Where a card was expected, the page's own view is named in the refusal."""
    with pytest.raises(NotACard) as refusal:
        read(page)
    assert refusal.value.facts == {"view": view}


@pytest.mark.parametrize("lan", LANGUAGES)
def test_a_player_before_the_first_pairing_is_not_empty(lan: int) -> None:
    """Facts without points, rank and rounds mean that the event has not started."""
    with pytest.raises(NotStarted) as refusal:
        read(render.card_page(demo.coming_event(), 3, Style(lan=lan)))
    assert refusal.value.facts == {"name": "Tolunbey, Sarp"}


def test_a_card_that_lost_its_rounds_is_refused() -> None:
    """Points without a table of rounds, or a table without a row, are never an empty card."""
    page = card_of(row_of(colour_cell("w", "1")))
    start, _, _ = page.rpartition("<table class='CRs1'>")
    with pytest.raises(CardWithoutRounds):
        read(f"{start}</body></html>")
    with pytest.raises(CardWithoutRounds):
        read(card_of())


def test_an_unknown_language_is_said_with_its_words() -> None:
    """Labels that we do not know raise UnknownWords and show some of them."""
    page = card_of(row_of(colour_cell("w", "1")))
    for english, other in (
        ("<td>Name</td>", "<td>Nomo</td>"),
        ("<td>Starting rank</td>", "<td>Komenca rango</td>"),
        ("<td>Points</td>", "<td>Poentoj</td>"),
        ("<th>Name</th>", "<th>Nomo</th>"),
        ("<th>Rd.</th>", "<th>Rn.</th>"),
        ("<th>Res.</th>", "<th>Rez</th>"),
    ):
        assert english in page
        page = page.replace(english, other)
    with pytest.raises(UnknownWords) as refusal:
        read(page)
    assert "Nomo" in str(refusal.value)


def test_an_unknown_head_of_the_rounds_is_said_with_its_words() -> None:
    """Known facts above a table of unknown words raise UnknownWords too."""
    page = card_of(row_of(colour_cell("w", "1"))).replace("<th>Res.</th>", "<th>Rez</th>")
    with pytest.raises(UnknownWords) as refusal:
        read(page)
    assert "Rez" in str(refusal.value)


def test_the_empty_shell_of_a_card_is_refused() -> None:
    """The heading of a card without any table is no card."""
    with pytest.raises(TnrateError):
        read(render.empty_card_shell(demo.demo_event(), Style()))
