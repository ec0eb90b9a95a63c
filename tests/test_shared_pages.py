"""Real pages with invented people: what is read equals what a separate program found on them.

`expected.jsonl` has one line per page. Not compared, because tnrate does not read it: national
identity numbers ("ident", "ID", "ИН" - on purpose, see the privacy of children), navigation, the
remarks of arbiters, tie-breaks, Typ and Gr, and the results of other views than the card.
"""

import json
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scraper.errors import TnrateError
from scraper.model import Kind, Player, PlayerCard, TimeControl
from scraper.page import Page, start_number_in_link
from scraper.saved import read_saved
from scraper.tables import Row, Table
from scraper.views import card, details, players
from scraper.views.kind import view_of
from tests.conftest import SHARED

EXPECTED = SHARED / "pages" / "expected.jsonl"


def _lines() -> list[dict[str, Any]]:
    if not EXPECTED.is_file():
        return []
    return [json.loads(line) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]


def _cases(fits: Callable[[dict[str, Any]], bool]) -> list[Any]:
    found = [pytest.param(line, id=line["file"]) for line in _lines() if fits(line)]
    return found or [
        pytest.param(
            {}, marks=pytest.mark.skip("the folder shared/pages is not beside the repository")
        )
    ]


CARDS = _cases(lambda line: line["view"] == "card")
LISTS = _cases(lambda line: line["view"] in ("startlist", "alphabetical", "ranking", "playerlist"))
DETAILS = _cases(lambda line: bool(line.get("details")))
PAGES = _cases(lambda line: "gated" in line)
ALL = _cases(lambda line: True)

# The names that expected.jsonl gives to views, and those of tnrate where they differ.
VIEWS = {
    "card": "card",
    "startlist": "startlist",
    "alphabetical": "alphabetical",
    "ranking": "ranking",
    "playerlist": "startlist",
    "crosstable": "crosstable",
    "notpaired": "crosstable",
    "pairings": "pairings",
    "teamlist": "teams",
    "teampairings": "teams",
    "boardpairings": "teams",
    "search": "search",
}
NOT_READ = ("composition", "bestplayers", "form")
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


def page_of(folder: Path, line: dict[str, Any]) -> Page:
    """Read the page of a line."""
    return Page(read_saved(str(folder / line["file"])))


def exact(value: float | None) -> Decimal | None:
    """Give a number of the expectations as a decimal."""
    return None if value is None else Decimal(str(value))


def stamp(value: object) -> str | None:
    """Print a time as the site does."""
    return None if value is None else f"{value:%d.%m.%Y %H:%M:%S}"


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
    links = [start_number_in_link(row.cell("name")) for row in table.rows]
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
    if line["view"] != "alphabetical":
        assert (numbers[0], numbers[-1]) == (line["first"][word], line["last"][word])
    else:
        assert numbers != list(range(1, len(numbers) + 1))


def test_the_two_languages_of_one_list_give_the_same_players(shared_pages: Path) -> None:
    """The Russian and the English page of one event differ in labels only."""
    read = [
        players.read(Page(read_saved(str(shared_pages / name))))
        for name in (
            "joggaschools2026__startlist__in-progress-r5.html",
            "joggaschools2026__startlist-ru__in-progress-r5.html",
        )
    ]
    assert read[0] == read[1]


def test_the_cut_list_is_the_beginning_of_the_whole(shared_pages: Path) -> None:
    """The first 150 rows of a list are the same whether the site cut it or not."""
    whole, cut = (
        players.read(Page(read_saved(str(shared_pages / f"arad2026-a__{name}__final.html"))))
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
    """Both clocks, the gate and the last heading are those of the page, on every view."""
    try:
        page = page_of(shared_pages, line)
    except TnrateError as refusal:
        assert line["view"] == "error"
        assert refusal.facts == {"message": line["round_heading"]}
        return
    assert stamp(page.server_time) == line["server_time"]
    assert stamp(page.last_update) == line["last_update"]
    assert page.is_gated is line["gated"]
    assert page.heading == line["heading"]


@pytest.mark.parametrize("line", ALL)
def test_every_page_is_named_as_its_view_or_refused(
    shared_pages: Path, line: dict[str, Any]
) -> None:
    """A page is its own view's facts, or a refusal of ours that names what it is."""
    view = line["view"]
    try:
        page = page_of(shared_pages, line)
    except TnrateError:
        assert view == "error"
        return
    if view in VIEWS and not line["file"].startswith("jeddah2026__pairings-r3"):
        assert view_of(page) == VIEWS[view]
    else:
        assert view in NOT_READ or "pairings-r3" in line["file"]
    for wanted, read in (("card", card.read), ("list", players.read)):
        fits = view == wanted or (
            wanted == "list"
            and view in ("startlist", "alphabetical", "ranking", "playerlist", "bestplayers")
        )
        if fits:
            read(page)
        else:
            with pytest.raises(TnrateError):
                read(page)
