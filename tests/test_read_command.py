"""`tnrate read` and `tnrate search`: any page of the site, by link, by view, from the store."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from report.sheet import Sheet
from report.tables import Tables
from report.words import Words
from scraper.asking import VIEWS
from tests.commands import Outcome, tnrate
from tests.conftest import DEMO
from tests.standin import demo, render, shows
from tests.standin.event import Style
from tests.standin.faults import Fault
from tests.standin.server import Standin

pytestmark = pytest.mark.usefixtures("quick")

NUMBER = str(demo.DEMO_NUMBER)
LINK = f"tnr{NUMBER}.aspx"
INDIVIDUAL = (
    "startlist", "ranking", "pairings", "alphabetical", "ranking-crosstable", "crosstable",
    "notpaired", "schedule", "statistics",
)  # fmt: skip
OF_TEAMS = (
    "teamlist", "teamranking", "teampairings", "boardpairings", "composition", "bestplayers",
    "playerlist",
)  # fmt: skip


ROUND_VIEWS = {"ranking", "pairings", "teamranking", "teampairings", "boardpairings"}


@pytest.fixture
def site() -> Iterator[Standin]:
    """Give a site with the demo event, two of teams, and a gated one of many players."""
    with Standin(EVENTS.values(), Style(), styles=STYLES) as running:
        yield running


EVENTS = {name: shows.SHOWS[name].make() for name in ("running", "teams", "finished")}
STYLES = {event.number: shows.SHOWS[name].style for name, event in EVENTS.items()}
TEAMS, FINISHED = str(EVENTS["teams"].number), str(EVENTS["finished"].number)


def read(site: Standin, *arguments: str | Path) -> Outcome:
    """Read a page from the site."""
    return tnrate("read", *arguments, site=site)


@pytest.mark.parametrize("view", INDIVIDUAL)
def test_each_view_of_an_event_is_reached_by_its_name(site: Standin, view: str) -> None:
    """A number and the name of a view give that view as text, JSON and CSV."""
    outcome = read(site, NUMBER, "--view", view, "--json")
    assert outcome.status == 0, outcome.err
    assert outcome.document["view"] == view.removeprefix("ranking-")
    assert read(site, NUMBER, "--view", view).out.count("\n") > 3
    lines = list(csv.reader(io.StringIO(read(site, NUMBER, "--view", view, "--csv").out)))
    assert len(lines) > 3
    assert len(site.requests) <= 2  # with the redirect of the bare address: the store has the rest


@pytest.mark.parametrize("view", OF_TEAMS)
def test_each_view_of_a_team_event_is_reached_by_its_name(site: Standin, view: str) -> None:
    """The views of team events have names of their own."""
    outcome = read(site, TEAMS, "--view", view, "--json")
    assert outcome.status == 0, outcome.err
    assert outcome.document["view"] == view


def test_every_name_of_a_view_can_be_chosen() -> None:
    """The names on the command line are those that can be asked for."""
    shown = tnrate("read", "--help").out
    assert all(name in shown for name in VIEWS)


@pytest.mark.parametrize("view", ["composition", "teampairings", "boardpairings"])
def test_a_view_of_the_other_kind_of_event_is_refused_by_name(site: Standin, view: str) -> None:
    """The numbers of the views mean other things in team events; what came is named."""
    outcome = read(site, NUMBER, "--view", view)
    assert outcome.status == 1
    assert f"“{view}” was asked for" in outcome.err


@pytest.mark.parametrize(
    ("address", "view", "of_round"),
    [
        (f"{LINK}?lan=8&art=2&rd=3&flag=30", "pairings", 3),
        (f"{LINK}?art=1&rd=2", "ranking", 2),
        (f"{LINK}?art=5", "crosstable", None),
        (f"{LINK}?art=9&snr=13", "card", None),
        (f"{LINK}?snr=13", "card", None),
        (LINK, "startlist", None),
        (f"tnr{TEAMS}.aspx?art=0&rd=2", "teamranking", 2),
        (f"tnr{TEAMS}.aspx?art=8&snr=1", "composition", None),
        (f"tnr{TEAMS}.aspx", "teamlist", None),
    ],
)
def test_a_link_shows_the_view_that_it_shows_in_a_browser(
    site: Standin, address: str, view: str, of_round: int | None
) -> None:
    """View, round and number are taken from the link; the language is English."""
    document = read(site, f"{site.url}/{address}", "--json").document
    assert (document["view"], document["round"], document["lang"]) == (view, of_round, "en")


def test_a_column_that_is_not_known_is_named(tmp_path: Path) -> None:
    """What is not read is said; what is passed over on purpose, as links to games, is not."""
    page = tmp_path / "list.html"
    head = "".join(f"<td>{word}</td>" for word in ("No.", "Name", "Rtg", "ID", "PGN", "Elo-X"))
    page.write_text(
        f"<html><body><h2>Cup</h2><h2>List</h2><table class='CRs1'><tr class='CRg1b'>{head}"
        "</tr><tr class='CRg1'><td>1</td><td>Al</td><td>1800</td><td>7</td><td></td><td>5</td></tr>"
        "</table></body></html>"
    )
    document = tnrate("read", page, "--json").document
    (note,) = document["notes"]
    assert note["code"] == "columns_unread"
    assert note["text"].endswith(": Elo-X.")


@pytest.mark.parametrize(
    "words",
    [("Rk.", "SNo", "Name", "Pts."), ("No.", "Name", "Rtg"), ("Bo.", "White", "Result", "Black")],
)
def test_a_table_without_rows_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A head with nothing under it is no silent empty answer, in `read` and in `players`."""
    page = tmp_path / "empty.html"
    head = "".join(f"<th>{word}</th>" for word in words)
    page.write_text(
        "<html><body><h2>Cup</h2><h2>List</h2><table class='CRs1'>"
        f"<tr class='CRg1b'>{head}</tr></table></body></html>"
    )
    document = tnrate("read", page, "--json").document
    assert [note["code"] for note in document["notes"]] == ["no_rows"]
    if "White" not in words:
        assert "no rows" in tnrate("players", page).out


def test_a_card_needs_a_player(site: Standin) -> None:
    """A card without a start number is asked of nobody: the site would send an empty shell."""
    for arguments in ((NUMBER, "--view", "card"), (f"{LINK}?art=9",)):
        outcome = read(site, *arguments, "--json")
        assert (outcome.status, outcome.document["error"]["code"]) == (1, "player_needed")
    assert site.requests == []


def test_a_round_past_the_end_is_refused(site: Standin) -> None:
    """The site answers with another round; the program says so, and never shows it as the asked."""
    outcome = read(site, f"{LINK}?art=2&rd=9", "--json")
    assert outcome.status == 1
    assert outcome.document["error"]["code"] == "other_round"


def test_a_list_is_whole_though_the_site_cuts_lists(site: Standin) -> None:
    """180 players come by a link without zeilen, from behind the gate; a saved cut page says so."""
    document = read(site, FINISHED, "--view", "startlist", "--json").document
    assert len(document["rows"]) == 180
    assert document["notes"] == []


def test_a_saved_list_that_is_cut_says_so(tmp_path: Path) -> None:
    """150 rows and the link to the whole list are a note."""
    page = tmp_path / "list.html"
    page.write_text(render.start_list_page(EVENTS["finished"], Style(), 150, ""), encoding="utf-8")
    document = tnrate("read", page, "--json").document
    assert len(document["rows"]) == 150
    assert [note["code"] for note in document["notes"]] == ["list_cut"]


def test_pages_of_one_event_are_checked_against_each_other(site: Standin) -> None:
    """With --with, crosstable, round page and card tell the same games, and how many."""
    outcome = read(
        site, NUMBER, "--view", "crosstable", "--with", f"{LINK}?art=2&rd=5",
        "--with", f"{LINK}?art=9&snr=13", "--with", f"{LINK}?art=40", "--json",
    )  # fmt: skip
    checks = {check["kind"]: check for check in outcome.document["checks"]}
    assert {"row_total", "mutual", "crosstable_round", "card_crosstable"} <= checks.keys()
    assert all(check["ok"] and check["compared"] for check in checks.values())


def test_contradictions_are_shown_with_both_values(site: Standin, tmp_path: Path) -> None:
    """A cell that was changed disagrees with the row's points, the opponent's cell, the round."""
    event = demo.demo_event()
    page = render.start_crosstable_page(event, Style(), None, "")
    changed = tmp_path / "crosstable.html"
    changed.write_text(re.sub(r">\s*(\d+[wb])1<", r">\g<1>0<", page, count=1), encoding="utf-8")
    document = tnrate("read", changed, "--with", f"{LINK}?art=2&rd=2", "--json", site=site).document
    wrong = [check for check in document["checks"] if not check["ok"] and "ours" in check]
    assert {check["kind"] for check in wrong} == {"row_total", "mutual", "crosstable_round"}
    assert all(check["ours"] != check["site"] for check in wrong)
    said = tnrate("read", changed).out
    assert "⚠" in said
    assert "disagree" in said


def test_a_missing_tournament_is_a_refusal_by_link_and_a_view_in_a_file(
    site: Standin, tmp_path: Path
) -> None:
    """Asked for, it is refused with the site's words; saved, the page is what it is."""
    asked = read(site, "99", "--json")
    assert (asked.status, asked.document["error"]["code"]) == (1, "tournament_missing")
    page = tmp_path / "missing.html"
    page.write_text(render.missing_page(Style(), "tnr99.aspx?lan=1"), encoding="utf-8")
    saved = tnrate("read", page, "--json")
    assert saved.status == 0
    assert (saved.document["view"], saved.document["message"]) == ("missing", "Record not found")


def test_offline_answers_from_the_store_and_says_how_old_it_is(site: Standin) -> None:
    """A page that was read once is there without the site; one that was not is refused."""
    read(site, NUMBER, "--view", "ranking")
    site.faults.append(Fault.reset().sticky())
    outcome = read(site, NUMBER, "--view", "ranking", "--offline", "--json")
    assert [note["code"] for note in outcome.document["notes"]] == ["offline"]
    refused = read(site, NUMBER, "--view", "crosstable", "--offline", "--json")
    assert (refused.status, refused.document["error"]["code"]) == (1, "not_stored")


def test_verbose_counts_what_was_asked(site: Standin) -> None:
    """With -v, standard error names each page in numbers and counts the requests; no names."""
    outcome = read(site, NUMBER, "--view", "pairings", "--round", "2", "-v")
    assert "art=2 rd=2" in outcome.err
    assert "Requests: " in outcome.err
    assert "Şenbulakçı" not in outcome.err


def test_the_card_in_read_is_the_card_without_ratings() -> None:
    """`read --json` of a card has the player and rounds of `rate`, without the ratings' work."""
    rated, page = (
        tnrate("rate", DEMO / "card.html", "--json"),
        tnrate("read", DEMO / "card.html", "--json"),
    )
    assert page.document["player"] == rated.document["player"]
    without_work = [
        {name: value for name, value in one.items() if name not in ("fide", "ukd")}
        for one in rated.document["rounds"]
    ]
    assert page.document["rounds"] == without_work


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_a_page_fits_the_screen(site: Standin, width: str, language: str) -> None:
    """Columns give way where a screen is narrow; names stay, and what is left out is said."""
    outcome = tnrate(
        "read", NUMBER, "--view", "crosstable", "--lang", language,
        site=site, env={"COLUMNS": width, "TTY_COMPATIBLE": "1", "FORCE_COLOR": ""},
    )  # fmt: skip
    assert outcome.status == 0
    assert "Karçınar" in outcome.out


def test_pages_of_two_tournaments_are_not_checked_against_each_other(
    site: Standin, tmp_path: Path
) -> None:
    """Another number is refused; another title, and pages without a common fact, are notes."""
    refused = read(site, NUMBER, "--view", "crosstable", "--with", f"tnr{FINISHED}.aspx", "--json")
    assert (refused.status, refused.document["error"]["code"]) == (1, "other_tournament")
    page = tmp_path / "other.html"
    page.write_text(
        "<html><body><h2>Another Cup</h2><h2>Starting rank</h2><table class='CRs1'>"
        "<tr class='CRg1b'><td>No.</td><td>Name</td><td>Rtg</td></tr>"
        "<tr class='CRg1'><td>1</td><td>Al</td><td>1800</td></tr></table></body></html>"
    )
    document = read(site, NUMBER, "--view", "ranking", "--with", page, "--json").document
    assert {note["code"] for note in document["notes"]} == {"other_title", "nothing_compared"}


def test_boards_stand_under_their_match_and_players_under_their_team(site: Standin) -> None:
    """People see one table for each match or team, with its name above; CSV stays one sheet."""
    for view, word in (("boardpairings", "  –  "), ("composition", "ÖZTUNVAR 3 (")):
        said = read(site, TEAMS, "--view", view).out
        assert len([line for line in said.splitlines() if word in line]) >= 1
        lines = read(site, TEAMS, "--view", view, "--csv").out.splitlines()
        assert len({line.count(",") for line in lines if '"' not in line}) == 1


def test_a_sheet_with_holes_is_a_table() -> None:
    """A match without boards among matches with boards has empty cells, whatever the column."""
    columns = ("home", "board", "white_name", "black_name", "kind", "colour", "points")
    full = ("A", "1.1", "Al", None, "bye", "white", "0.5")
    sheet = Sheet(columns, (full, ("B", *[None] * 6)))
    table, left_out = Tables(Words("en"), narrow=False).sheet(sheet, 200)
    assert table.row_count == 2
    assert left_out == ()


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        (f"{LINK}?art=25&fedb=TUR&flag=30", {"art": "25", "fedb": "TUR"}),
        (f"{LINK}?art=24&group=U12", {"art": "24", "group": "U12"}),
    ],
)
def test_the_filters_of_a_link_are_asked_for(
    site: Standin, address: str, asked: dict[str, str]
) -> None:
    """The overview of a federation or a group is that one, and so is its address."""
    document = read(site, address, "--json").document
    assert asked.items() <= site.requests[-1].query.items()
    assert all(f"{name}={value}" in document["url"] for name, value in asked.items())
    site.forget()
    read(site, address)
    assert site.requests == []
    read(site, f"{LINK}?art={asked['art']}")  # another page, which the store does not have
    assert site.requests != []


def test_the_list_of_a_federation_is_asked_for_by_its_code(site: Standin) -> None:
    """The code goes with the page; one that is not there is no missing tournament."""
    outcome = read(site, f"{site.url}/FED.aspx?lan=1&fed=tur", "--json")
    assert outcome.document["error"]["code"] == "page_missing"
    assert site.requests[-1].path == "/fed.aspx"
    assert site.requests[-1].query["fed"] == "TUR"


@pytest.mark.parametrize("page", ["Login.aspx", "../../etc/passwd", "x/TurnierSuche.aspx"])
def test_other_pages_of_the_site_are_never_fetched(site: Standin, page: str) -> None:
    """Only the pages that can be read are asked for."""
    outcome = read(site, f"{site.url}/{page}", "--json")
    assert outcome.document["error"]["code"] == "other_page_of_site"
    assert site.requests == []


@pytest.mark.parametrize("view", sorted(set(VIEWS) - ROUND_VIEWS))
def test_a_round_of_a_view_without_rounds_is_wrong_usage(site: Standin, view: str) -> None:
    """--round is never passed over in silence."""
    outcome = read(site, NUMBER, "--view", view, "--round", "2")
    assert outcome.status == 2
    assert "--round" in outcome.err
    assert site.requests == []


@pytest.mark.parametrize("source", [NUMBER, f"{LINK}?art=0", f"{LINK}?art=3", f"{LINK}?art=5"])
def test_a_round_where_the_link_shows_none_is_refused(site: Standin, source: str) -> None:
    """Where the link names the view, what it shows decides."""
    outcome = read(site, source, "--round", "3", "--json")
    assert (outcome.status, outcome.document["error"]["code"]) == (1, "view_without_rounds")


def test_the_round_counts_for_a_saved_page_too(tmp_path: Path) -> None:
    """A saved page of another round is not shown as the one asked for."""
    page = tmp_path / "pairings.html"
    page.write_text(render.pairings_page(demo.demo_event(), 3, Style(), ""), encoding="utf-8")
    assert tnrate("read", page, "--round", "3", "--json").document["round"] == 3
    other = tnrate("read", page, "--round", "2", "--json")
    assert other.document["error"]["code"] == "other_round"


@pytest.mark.parametrize("more", [("--view", "pairings"), ()])
def test_of_all_rounds_on_one_page_the_one_asked_for_is_shown(more: tuple[str, ...]) -> None:
    """A round robin has its rounds on one page; one that is not there is refused."""
    event = shows.SHOWS["robin"].make()
    source = f"tnr{event.number}.aspx?art=2"
    with Standin([event], Style()) as robin:
        whole = read(robin, source, "--json").document
        document = read(robin, source, *more, "--round", "3", "--json").document
        assert document["round"] == 3
        assert document["rounds"] == [one for one in whole["rounds"] if one["round"] == 3]
        assert len(whole["rounds"]) > 1
        missing = read(robin, source, *more, "--round", "30", "--json").document
        assert missing["error"]["code"] == "other_round"


# Searching


def search(site: Standin, *arguments: str) -> Outcome:
    """Search the site."""
    return tnrate("search", *arguments, site=site)


def test_a_tournament_is_found_by_a_part_of_its_name_and_by_number(site: Standin) -> None:
    """Name or number, the days bound its last day; the row has what a link needs."""
    days = ("--from", "2026-05-01", "--to", "2026-05-31")
    for text in ("Çınarova", NUMBER):
        document = search(site, text, *days, "--json").document
        assert document["view"] == "tournament_search"
        assert [row["id"] for row in document["rows"]] == [demo.DEMO_NUMBER]


def test_a_number_is_searched_in_all_days(site: Standin) -> None:
    """An event of any year is found by its number without days."""
    document = search(site, f" {FINISHED} ", "--json").document
    assert [row["id"] for row in document["rows"]] == [int(FINISHED)]
    form = {name.rpartition("$")[2]: value for name, value in site.requests[-1].form.items()}
    assert form["txt_von_tag"] == "2000-01-01"
    assert date.fromisoformat(form["txt_bis_tag"]).year >= date.today().year + 4  # noqa: DTZ011


@pytest.mark.parametrize(
    "arguments",
    [
        ("",),
        (" , ",),
        ("--players", ","),
        ("--players", "sahin", "--from", "2026-05-01"),
        ("--players", "sahin", "--to", "2026-05-01"),
        ("--players", "sahin", "--time", "rapid"),
    ],
)
def test_a_search_that_means_nothing_is_wrong_usage(
    site: Standin, arguments: tuple[str, ...]
) -> None:
    """Nothing to search for, and days or a time control for players, are told before asking."""
    assert search(site, *arguments).status == 2
    assert site.requests == []


def test_a_search_that_finds_nothing_says_so(site: Standin) -> None:
    """Nothing found is a refusal with the site's words and what to try, never an empty table."""
    outcome = search(site, "Nobody's Cup", "--json")
    assert outcome.status == 1
    assert outcome.document["error"]["code"] == "nothing_found"


@pytest.mark.parametrize("text", ["Karçınar", "Karçınar, Ozan", "karçınar,ozan"])
def test_a_player_is_found_by_name(site: Standin, text: str) -> None:
    """Surname alone, or surname and first name with a comma."""
    document = search(site, "--players", text, "--json").document
    assert document["view"] == "player_search"
    assert all("Karçınar" in row["name"] for row in document["rows"])
    assert {row["tournament_id"] for row in document["rows"]} >= {demo.DEMO_NUMBER}


def test_the_search_form_itself_is_named(site: Standin) -> None:
    """The link of the search page gives the form, which says that it is one."""
    document = read(site, f"{site.url}/TurnierSuche.aspx?lan=1", "--json").document
    assert document["view"] == "form"
    assert [note["code"] for note in document["notes"]] == ["search_form"]
