"""Real pages with invented people: what is read equals what a separate program found on them.

`expected.jsonl` has one line per page. Here: cards, lists of players, details, and the frame of
every page; the facts of the other views are compared in test_shared_views.py. National identity
numbers ("ident", "ID", "ИН") are not compared: tnrate never reads them, on purpose.
"""

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scraper.errors import NotACard, NotAList, TnrateError, TournamentMissing
from scraper.model import Kind, Player, PlayerCard, TimeControl
from scraper.tables import Row, Table, start_number_in
from scraper.views import card, details, players
from scraper.views.kind import view_of
from tests.expected import cases, exact, of_views, page_named, page_of, stamp

CARDS = of_views("card")
LISTS = of_views("startlist", "alphabetical", "ranking", "playerlist", "bestplayers")
DETAILS = cases(lambda line: bool(line.get("details")))
PAGES = cases(lambda line: "gated" in line)
ALL = cases(lambda line: True)

# The names of views in expected.jsonl are those of tnrate, except these.
VIEWS = {"search": "player_search", "error": "missing"}
NOT_PAIRED_YET = "jeddah2026__pairings-r3__not-paired-yet.html"
OF_PLAYERS = ("startlist", "alphabetical", "ranking", "playerlist", "bestplayers")
KINDS = {
    "game": {Kind.GAME},
    "pending": {Kind.PENDING},
    "not-paired": {Kind.NOT_PAIRED},
    "bye": {Kind.BYE, Kind.HALF_BYE},
    "forfeit": {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.DOUBLE_FORFEIT},
}
COLOURS = {"w": "white", "b": "black", None: None}
RATING_COLUMNS = {
    "Rtg": "rating", "Рейт.": "rating", "RtgI": "fide", "RtgN": "national", "ELO": "fide",
    "UKD": "national",
}  # fmt: skip


@pytest.mark.parametrize("line", CARDS)
def test_the_facts_of_every_card(shared_pages: Path, line: dict[str, Any]) -> None:
    """Every fact of the card's own player is the expected one; what is absent stays None."""
    read = card.read(page_of(shared_pages, line))
    own = line["own"]
    if own is None:
        assert (read.player, read.points) == (Player(None, None), None)
        return
    # The national identity number ("ident") is never read, so it is not compared.
    assert read.player == Player(
        start_number=own["start_no"],
        name=own["name"],
        title=own["title"],
        federation=own["federation"],
        fide_id=int(own.get("fide_id") or 0) or None,
        birth_year=own["born"],
        club=own.get("club"),
        rating=own["rating"],
        fide=own["rating_international"],
        national=own["rating_national"],
    )
    assert read.points == exact(own["points"])
    assert read.rank == own["rank"]
    assert read.performance == own["performance"]
    assert read.fide_change == exact(own["fide_change"])


@pytest.mark.parametrize("line", CARDS)
def test_every_round_of_every_card(shared_pages: Path, line: dict[str, Any]) -> None:
    """Each round has the expected board, opponent, ratings, colour, kind, score, K and change."""
    page = page_of(shared_pages, line)
    read = card.read(page)
    assert len(read.rounds) == line["round_rows"]
    for played, expected in zip(read.rounds, line["rounds"], strict=True):
        assert played.round == expected["round"]
        assert played.board == expected["board"]
        assert played.kind in KINDS[expected["kind"]]
        assert played.colour == COLOURS[expected["colour"]]
        assert played.score == exact(expected["score"])
        assert played.rated
        published = played.published
        assert (published.k if published else None) == expected.get("K")
        assert (published.change if published else None) == exact(expected.get("rtg_change"))
        opponent = played.opponent
        if expected["opp_start_no"] is None:
            assert opponent is None
            continue
        assert opponent is not None
        assert opponent.start_number == expected["opp_start_no"]
        assert opponent.name == expected["opp_name"]
        assert opponent.title == expected["opp_title"]
        assert opponent.federation == expected["opp_fed"]
        assert opponent.points == exact(expected["opp_points"])
        ratings = {RATING_COLUMNS[word]: value for word, value in expected["opp_ratings"].items()}
        for field in ("rating", "fide", "national"):
            assert getattr(opponent, field) == ratings.get(field)
    (table,) = [table for table in page.tables if table.has("round", "result")]
    assert list(table.header) == line["columns"]


@pytest.mark.parametrize("line", CARDS)
def test_the_sums_of_every_card(shared_pages: Path, line: dict[str, Any]) -> None:
    """Scores and changes add up as expected, and to the published totals where these agree."""
    read: PlayerCard = card.read(page_of(shared_pages, line))
    points = sum((one.score for one in read.rounds if one.score is not None), Decimal(0))
    assert points == exact(line["sum_scores"])
    changes = [
        one.published.change
        for one in read.rounds
        if one.published is not None and one.published.change is not None
    ]
    if "sum_rtg_change" in line:
        assert sum(changes, Decimal(0)) == exact(line["sum_rtg_change"])
    else:
        assert changes == []
    if "points_equal_sum" in line:
        assert (read.points == points) is line["points_equal_sum"]
    if "change_equals_sum" in line:
        assert (read.fide_change == sum(changes, Decimal(0))) is line["change_equals_sum"]
    for name, count in line["kinds"].items():
        assert sum(one.kind in KINDS[name] for one in read.rounds) == count


def _numbers(row: Row, table: Table, expected: dict[str, Any]) -> dict[str, Decimal | None]:
    """Read those columns of a row that both sides know, under the words of the header."""
    words = {table.header[place]: meaning for meaning, place in table.columns.items()}
    return {word: row.number(words[word]) for word in expected if word in words}


@pytest.mark.parametrize("line", LISTS)
def test_the_columns_and_numbers_of_every_list(shared_pages: Path, line: dict[str, Any]) -> None:
    """Header, number of rows, the numbers of the first and last row, and sums are as expected."""
    page = page_of(shared_pages, line)
    (table,) = [table for table in page.tables if table.has("name")]
    assert list(table.header) == line["columns"]
    assert len(table.rows) == line["rows"]
    for row, expected in ((table.rows[0], line["first"]), (table.rows[-1], line["last"])):
        read = _numbers(row, table, expected)
        assert read
        assert read == {word: exact(expected[word]) for word in read}
    # Tie-breaks, Rp, n, w and w-we have no meaning in tnrate's vocabulary and are not read.
    for word, total in line.get("sums", {}).items():
        meaning = {"Pts.": "points", "Puan": "points", "we": "expected", "rtg+/-": "change"}.get(
            word
        )
        if meaning is not None:
            values = [row.number(meaning) for row in table.rows]
            assert sum((one for one in values if one is not None), Decimal(0)) == exact(total)
    if "K_values" in line:
        read_k = Counter(str(k) for row in table.rows if (k := row.whole("k")) is not None)
        assert read_k == line["K_values"]
    if "blank_ranks" in line:
        assert sum(row.whole("rank") is None for row in table.rows) == line["blank_ranks"]
    columns = {"K": "k", "rtg+/-": "change", "we": "expected"}
    for word, count in line.get("filled", {}).items():
        if word in columns:
            assert sum(bool(row.text(columns[word])) for row in table.rows) == count


@pytest.mark.parametrize("line", LISTS)
def test_the_players_of_every_list(shared_pages: Path, line: dict[str, Any]) -> None:
    """Names, ratings, ids, titles, women, clubs and nations are as many as expected."""
    read = players.read(page_of(shared_pages, line))
    assert len(read) == line["rows"]
    assert (read[0].name, read[-1].name) == (line["first_name"], line["last_name"])
    for word, total in line["rating_sums"].items():
        ratings = [getattr(one, RATING_COLUMNS[word]) for one in read]
        assert None not in ratings
        assert sum(ratings) == total
        assert ratings.count(0) == line["unrated"][word]
    # "ID" and "ИН" are national identity numbers, which are never read.
    for word, count in line.get("ids_filled", {}).items():
        if word in ("FideID", "код FIDE"):
            assert sum(one.fide_id is not None for one in read) == count
    assert Counter(one.title for one in read if one.title) == line["titles"]
    if "women" in line:
        assert sum((one.sex or "").lower() == "w" for one in read) == line["women"]
    fields = {
        "FED": "federation", "ФЕД.": "federation", "Club/City": "club", "Клуб/Город": "club",
        "Kulüp/Şehir": "club", "sex": "sex", "пол": "sex", "Cinsiyet": "sex",
    }  # fmt: skip
    for word, count in line.get("filled", {}).items():
        if word in fields:
            assert sum(bool(getattr(one, fields[word])) for one in read) == count


@pytest.mark.parametrize("line", LISTS)
def test_the_start_numbers_of_every_list(shared_pages: Path, line: dict[str, Any]) -> None:
    """Everybody has a number of his own, from the links where there are any, or nobody has one."""
    page = page_of(shared_pages, line)
    read = players.read(page)
    (table,) = [table for table in page.tables if table.has("name")]
    links = [start_number_in(row.link("name")) for row in table.rows]
    assert sum(one is not None for one in links) == line["player_links"]
    numbers = [one.start_number for one in read]
    if line["player_links"]:
        assert numbers == links
    if line["view"] == "playerlist":
        assert set(numbers) == {None}  # its No. is not the start number
        return
    assert len(set(numbers)) == len(numbers)
    assert None not in numbers
    word = next(one for one in ("SNo", "Bşl.No.", "No.", "Ном.") if one in line["first"])
    if line["view"] not in ("alphabetical", "bestplayers"):
        assert (numbers[0], numbers[-1]) == (line["first"][word], line["last"][word])
    else:
        assert numbers != list(range(1, len(numbers) + 1))


def test_the_two_languages_of_one_list_give_the_same_players(shared_pages: Path) -> None:
    """The Russian and the English page of one event differ in labels only."""
    read = [
        players.read(page_named(shared_pages, name))
        for name in (
            "joggaschools2026__startlist__in-progress-r5.html",
            "joggaschools2026__startlist-ru__in-progress-r5.html",
        )
    ]
    assert read[0] == read[1]


def test_the_cut_list_is_the_beginning_of_the_whole(shared_pages: Path) -> None:
    """The first 150 rows of a list are the same whether the site cut it or not."""
    whole, cut = (
        players.read(page_named(shared_pages, f"arad2026-a__{name}__final.html"))
        for name in ("startlist", "startlist-paged")
    )
    assert len(cut) == players.ROWS_OF_A_CUT_LIST
    assert cut == whole[:150]


@pytest.mark.parametrize("line", DETAILS)
def test_the_details_of_every_page_that_shows_them(
    shared_pages: Path, line: dict[str, Any]
) -> None:
    """Time control, rounds, type, rating, event id and dates of the block are as expected."""
    expected = line["details"]
    read = details.read(page_of(shared_pages, line))
    assert read.time_control_text == expected.get("time_control_text")
    given = expected.get("time_control_class")
    if given:
        assert read.time_control is TimeControl(given.lower())
    elif expected.get("time_control_text", "").startswith("Blitz"):
        assert read.time_control is TimeControl.BLITZ
    assert read.rounds == expected.get("number_of_rounds")
    assert read.type == expected.get("tournament_type")
    calculation = expected.get("rating_calculation")
    if calculation is None:
        assert read.rated_national is None
    else:
        items = calculation.split(", ")
        national = "Rating national" in items or "Ulusal rating" in items
        assert read.rated_national is national
        by_event = read.fide_event_id is not None
        ticked = "Rating international" in items or "Uluslararasi Rating" in items
        assert read.rated_fide is (by_event or ticked)
    assert (read.fide_event_id is not None) is bool(expected.get("has_fide_event_id"))
    dates = [one.strip() for one in (expected.get("date") or "").replace("to", "-").split("-")]
    printed = [f"{one:%Y/%m/%d}" for one in (read.start, read.end) if one is not None]
    assert printed == [dates[0], dates[-1]] or (printed == [] and dates == [""])


@pytest.mark.parametrize("line", PAGES)
def test_the_frame_of_every_page(shared_pages: Path, line: dict[str, Any]) -> None:
    """Both clocks, the gate and the headings are those of the page, on every view."""
    page = page_of(shared_pages, line)
    assert stamp(page.server_time) == line["server_time"]
    assert stamp(page.last_update) == line["last_update"]
    assert page.is_gated is line["gated"]
    assert page.heading == line["heading"]
    if line["view"] == "error":
        assert page.error == line["round_heading"]
    else:
        assert page.round_heading == line["round_heading"]
        assert page.error is None


@pytest.mark.parametrize("line", ALL)
def test_every_page_is_named_as_its_view(shared_pages: Path, line: dict[str, Any]) -> None:
    """A page is named by what it shows; one without a table is empty, a form, or missing."""
    view = VIEWS.get(line["view"], line["view"])
    if line["file"] == NOT_PAIRED_YET:
        view = "empty"
    assert view_of(page_of(shared_pages, line)) == view


@pytest.mark.parametrize("line", ALL)
def test_a_view_that_was_not_wanted_is_refused_by_name(
    shared_pages: Path, line: dict[str, Any]
) -> None:
    """Where a card or a list is wanted, any other page is refused and says what it is."""
    page = page_of(shared_pages, line)
    missing = line["view"] == "error"
    wanted: list[tuple[bool, Any, type[TnrateError]]] = [
        (line["view"] == "card", card.read, NotACard),
        (line["view"] in OF_PLAYERS, players.read, NotAList),
    ]
    for fits, read, refusal in wanted:
        if fits:
            assert read(page)
            continue
        with pytest.raises(TournamentMissing if missing else refusal) as refused:
            read(page)
        told = {"message": line["round_heading"]} if missing else {"view": view_of(page)}
        assert refused.value.facts == told
