"""The stand-in itself: its views have the forms of the site, and its faults happen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
import requests
from hypothesis import given
from hypothesis import settings as few
from lxml import html

from tests.standin import build, demo, render
from tests.standin.__main__ import _parser, site_of
from tests.standin.event import Event, Result, Style
from tests.standin.faults import NAMES, Fault, by_name
from tests.standin.frame import hidden_fields
from tests.standin.random_events import round_robin_events, styles, swiss_events, team_events
from tests.standin.routes import View, player_view, team_view
from tests.standin.schedule import results_of
from tests.standin.search import NOTHING_FOUND, search_page
from tests.standin.server import Standin
from tests.standin.shows import PLAYER_VIEWS, SHOWS, TEAM_VIEWS
from tests.standin.teams import match_scores

EVENT = demo.demo_event()
BIG = build.simple_swiss(160, 3)
ROBIN = build.round_robin(6)
TEAMS = build.team_swiss(7, played=3)
PAIRED_CELL = re.compile(r" *(\d+)([wb])([10½+-]?)")
LONELY_CELL = re.compile(r" *-([10½])")


def _find(node: Any, path: str) -> list[Any]:
    found: list[Any] = node.xpath(path)
    return found


def _text(node: Any) -> str:
    return "".join(node.itertext())


def _rows(page: str, css: str = "CRs1") -> list[list[str]]:
    """Give the texts of the last table's own cells, row by row."""
    table = _find(html.fromstring(page), f"//table[@class='{css}']")[-1]
    rows = _find(table, "./tr | ./tbody/tr")
    return [[_text(one) for one in _find(row, "./td | ./th")] for row in rows]


def _column(page: str, label: str) -> list[str]:
    """Give a column of a plain table by its header."""
    header, *rows = _rows(page)
    place = [one.strip("\xa0 ") for one in header].index(label)
    return [row[place] for row in rows]


def _title(page: str) -> str:
    return _text(_find(html.fromstring(page), "//h2")[-1]).strip()


def _round_cells(page: str) -> list[list[str]]:
    """Give the round cells of a crosstable, row by row."""
    header, *rows = _rows(page)
    places = [place for place, label in enumerate(header) if label.endswith(".Rd")]
    return [[row[place] for place in places] for row in rows]


def _small(*lines: str, count: int = 5) -> Event:
    """Make an event of a few players from the lines of its rounds."""
    players = demo.PLAYERS[:count]
    return replace(
        EVENT, players=players, results=results_of(players, lines), rounds_total=4, schedule=()
    )


# --- crosstables


def test_the_starting_crosstable_names_opponents_by_start_number() -> None:
    """A cell is opponent, colour and result; the opponent's cell points back, other colour."""
    cells = _round_cells(render.start_crosstable_page(EVENT, Style()))
    back = {"w": "b", "b": "w"}
    for number, row in enumerate(cells, start=1):
        for place, cell in enumerate(row):
            found = PAIRED_CELL.fullmatch(cell)
            if found is None:
                assert cell == "" or LONELY_CELL.fullmatch(cell)
                continue
            other = PAIRED_CELL.fullmatch(cells[int(found[1]) - 1][place])
            assert other is not None
            assert (int(other[1]), other[2]) == (number, back[found[2]])


def test_the_ranking_crosstable_names_opponents_by_rank() -> None:
    """In art 4 the rows are in rank order and the numbers of the cells are ranks."""
    page = render.ranking_crosstable_page(EVENT, Style())
    standing = EVENT.standing()
    for player, row in zip(standing, _round_cells(page), strict=True):
        first = EVENT.rows(player.start_number)[0]
        found = PAIRED_CELL.fullmatch(row[0])
        if first.opponent is not None and found is not None:
            assert int(found[1]) == EVENT.rank(first.opponent)
    assert _column(page, "Rk.") == [str(place) for place in range(1, len(standing) + 1)]


def test_the_names_of_a_crosstable_have_no_comma_and_no_link() -> None:
    """Crosstables print names bare."""
    page = render.start_crosstable_page(EVENT, Style())
    assert all("," not in name for name in _column(page, "Name"))
    assert "snr=" not in page


def test_the_cells_of_a_crosstable_have_every_form() -> None:
    """Pending, forfeits of both kinds, a double forfeit, byes, absence and nothing."""
    event = _small("1:2 +--; 3:4 ---; 5 bye", "1:3 ?; 2 half; 4 out")
    cells = _round_cells(render.start_crosstable_page(event, Style()))
    assert cells == [
        ["  2w+", "  3w"],
        ["  1b-", "   -½"],
        ["  4w-", "  1b"],
        ["  3b-", "   -0"],
        ["   -1", ""],
    ]


def test_without_pts_the_first_tie_break_is_the_score() -> None:
    """Some events have no Pts. column; then TB1 holds the points."""
    page = render.start_crosstable_page(EVENT, Style(points_column=False))
    header = _rows(page)[0]
    assert "Pts." not in header
    with_points = render.start_crosstable_page(EVENT, Style())
    assert _column(page, "TB1") == _column(with_points, "Pts.")


def test_a_crosstable_may_lack_ratings() -> None:
    """A crosstable without a rating column was seen."""
    page = render.start_crosstable_page(EVENT, Style(crosstable_rating=False))
    assert "Rtg" not in _rows(page)[0]


def test_a_stale_crosstable_lacks_the_newest_results() -> None:
    """The pairings of the newest round have results that the crosstable does not have yet."""
    event = _small("1:2 1-0; 3:4 0-1; 5 bye")
    page = render.start_crosstable_page(event, Style(stale_crosstable=True))
    assert [row[0] for row in _round_cells(page)] == ["  2w", "  1b", "  4w", "  3b", "   -1"]
    assert _column(page, "Pts.") == ["0"] * 5
    assert "1 - 0" in render.pairings_page(event, 1, Style())


def test_a_round_robin_has_a_grid() -> None:
    """The diagonal is a star, and both cells of a pair add up to one point."""
    header, *rows = _rows(render.start_crosstable_page(ROBIN, Style()))
    first = header.index("1")
    worth = {"1": 2, "½": 1, "0": 0}
    for place in range(6):
        assert rows[place][first + place] == "*"
        for other in range(place):
            pair = rows[place][first + other], rows[other][first + place]
            assert sum(worth[one] for one in pair) == 2


def test_a_double_round_robin_has_all_its_rounds_on_one_page_and_no_grid() -> None:
    """Everybody meets twice; the form of such a grid is not known."""
    event = build.round_robin(4, double=True)
    page = render.round_robin_page(event, Style())
    assert [row[0][:7] for row in _rows(page) if len(row) == 1] == [
        f"Round {number}" for number in range(1, 7)
    ]
    plain = _rows(render.start_crosstable_page(event, Style()))
    assert not any("*" in row for row in plain)
    grid = _rows(render.start_crosstable_page(event, Style(double_grid=True)))
    assert any(len(one) == 2 for one in grid[1][4:8])


def test_the_grid_of_missed_rounds_has_the_marks_and_broken_cells() -> None:
    """Star, bye and 0F; a half-point bye is a star; the winner by default is not listed."""
    event = _small("1:2 +--; 3 half; 4 out; 5 bye")
    page = render.not_paired_page(event, Style())
    assert '<td & colsp & class="CRc"></td>' in page
    marks = {row[0]: row[5] for row in _rows(page)[1:]}
    assert marks == {"2": "0F", "3": "*", "4": "*", "5": "bye"}
    assert len(_round_cells(page)[0]) == event.rounds_total


# --- lists and rankings


def test_the_alphabetical_numbers_are_not_start_numbers() -> None:
    """No. counts the alphabet."""
    page = render.alphabetical_page(EVENT, Style())
    assert _column(page, "No.") == [str(place) for place in range(1, 25)]
    by_name = [one.name for one in sorted(EVENT.players, key=lambda one: one.name)]
    assert _column(page, "Name") == by_name


@pytest.mark.parametrize("art", [0, 1, 3, 4, 5])
def test_lists_are_cut_at_150_rows_and_only_a_link_tells(art: int) -> None:
    """More rows come with zeilen=99999."""
    cut = player_view(View(BIG, Style(), "x", 150, None, None), art)
    assert len(_rows(cut)) == 151
    assert "Show complete list" in cut
    full = player_view(View(BIG, Style(), "x", 99999, None, None), art)
    assert len(_rows(full)) == 161
    assert "Show complete list" not in full


def test_the_starting_rank_has_the_columns_that_are_wanted() -> None:
    """ID, FideID, sex, Typ, Gr and Club/City are optional, and so are ratings and FED."""
    full = Style(
        rating_form="three", national_id_column=True, typ_column=True, group_column=True, flags=True
    )
    header = _rows(render.start_list_page(EVENT, full))[0]
    assert header == [
        "No.", "\xa0", "", "Name", "ID", "FideID", "FED", "Rtg", "RtgI", "RtgN", "sex", "Typ",
        "Gr", "Club/City",
    ]  # fmt: skip
    fide = Style(rating_form="international", club_column=False)
    assert _rows(render.start_list_page(EVENT, fide))[0][-2:] == ["RtgI", "sex"]
    youth = Style(
        rating_form="none", fed_column=False, fide_id_column=False, sex_column=False,
        club_column=False,
    )  # fmt: skip
    assert _rows(render.start_list_page(EVENT, youth))[0] == ["No.", "", "Name"]


def test_the_changes_of_a_ranking_add_up() -> None:
    """K times w-we is rtg+/-, and an unrated player's cells from we on are blank."""
    page = render.ranking_page(EVENT, Style(change_columns=True, performance_column=True))
    columns = [_column(page, label) for label in ("w-we", "K", "rtg+/-", "we")]
    filled = 0
    for over, factor, change, expected in zip(*columns, strict=True):
        if not factor:
            assert (over, change, expected) == ("", "", "")
            continue
        filled += 1
        numbers = [Decimal(one.replace(",", ".")) for one in (over, factor, change)]
        assert numbers[0] * numbers[1] == numbers[2]
    assert filled > 15


def test_an_exact_tie_has_a_blank_rank() -> None:
    """A blank Rk. means the rank of the row above."""
    event = _small("1:2 1-0; 3:4 1-0; 5 out")
    page = render.ranking_page(event, Style(blank_ties=True))
    assert _column(page, "Rk.") == ["1", "", "3", "", "5"]


def test_the_ranking_after_an_earlier_round_counts_only_that_far() -> None:
    """With rd the ranking is that of the round."""
    page = render.ranking_page(EVENT, Style(), round=1)
    assert _title(page) == "Rank after Round 1"
    assert set(_column(page, "Pts.")) == {"1", "0,5", "0"}


def test_schedule_and_statistics_are_plain_tables() -> None:
    """One line a round, and the players counted by federation."""
    schedule = _rows(render.schedule_page(EVENT, Style()))
    assert schedule[0] == ["Round", "Date", "Time"]
    assert schedule[1] == ["1", "2026/05/14", "18:00"]
    assert "TUR" in render.statistics_page(EVENT, Style())


# --- pairings


def test_rows_without_an_opponent_are_one_cell_short_when_games_are_linked() -> None:
    """The PGN column appears when the round is over; byes have no cell for it."""
    page = render.pairings_page(EVENT, 6, Style(pgn_column=True))
    header, *rows = _rows(page)
    assert header[-1] == "PGN"
    alone = [row for row in rows if {"bye", "not paired"} & set(row)]
    assert [len(row) for row in alone] == [len(header) - 1] * 2
    assert all(len(row) == len(header) for row in rows if row not in alone)
    assert _rows(render.pairings_page(EVENT, 7, Style(pgn_column=True)))[0][-1] == "No."


def test_optional_columns_of_the_pairings() -> None:
    """Typ and Club/City on both sides, flags, and No. or not."""
    style = Style(typ_column=True, pairing_club=True, flags=True, number_column=False)
    header, *rows = _rows(render.pairings_page(EVENT, 7, style))
    assert (header.count("Typ"), header.count("Club/City"), "No." in header) == (2, 2, False)
    assert {len(row) for row in rows} == {len(header)}


def test_a_requested_half_point_bye_is_not_paired_with_a_half() -> None:
    """The result decides; the words are those of an absence."""
    rows = _rows(render.pairings_page(EVENT, 1, Style()))
    (half,) = (row for row in rows if "not paired" in row)
    assert half[6] == "½"


def test_a_double_forfeit_is_three_dashes() -> None:
    """Both lose by default."""
    assert "- - -" in render.pairings_page(_small("1:2 ---"), 1, Style())


@pytest.mark.parametrize("asked", [-1, 0, 8, 99])
def test_a_round_past_the_end_gives_the_newest(asked: int) -> None:
    """Such a round is not refused; only the heading tells."""
    assert "Round 7 on" in render.pairings_page(EVENT, asked, Style())


def test_a_linked_round_that_is_not_paired_has_no_heading_and_no_table() -> None:
    """Nothing but the title of the view stands there."""
    event = replace(_small("1:2 1-0; 3:4 1-0; 5 bye"), rounds_linked=2)
    page = render.pairings_page(event, 2, Style())
    assert "<h3>" not in page
    assert "CRs1" not in page
    assert "art=2&amp;rd=1" in page


def test_a_round_of_absentees_is_shown_and_not_counted() -> None:
    """A phantom round has not-paired rows and no game; the navigation ends before it."""
    event = _small("1:2 1-0; 3:4 1-0; 5 bye", "5 out; 4 out")
    page = render.pairings_page(event, 2, Style())
    assert len(_rows(page)) == 3
    assert all("not paired" in row for row in _rows(page)[1:])
    assert (event.rounds_paired, event.rounds_done) == (1, 1)
    assert "rd=3" not in page


def test_a_player_of_a_fixed_board_is_marked() -> None:
    """The name ends in a star, explained below the table."""
    page = render.pairings_page(replace(EVENT, fixed_boards=frozenset({3})), 7, Style())
    assert "Tolunbey, Sarp *)" in page
    assert "assigned to a fixed board" in page


def test_the_rows_of_a_round_robin_have_a_surplus_cell() -> None:
    """The header has ten cells, a row eleven."""
    lengths = {len(row) for row in _rows(render.round_robin_page(ROBIN, Style()))}
    assert lengths == {1, 10, 11}


def test_names_that_are_words_of_the_site_change_nothing() -> None:
    """Players called Bye or Tur have a number and games; the bye has neither."""
    players = tuple(
        replace(one, name=name)
        for one, name in zip(demo.PLAYERS, ("Bye, Ada", "Tur,", "Bye, Ada"), strict=False)
    )
    event = replace(_small("1:2 1-0; 3 bye", count=3), players=players)
    rows = _rows(render.pairings_page(event, 1, Style(lan=8)))
    assert (rows[1][3], rows[1][9], rows[2][3], rows[2][9]) == (
        "Bye, Ada",
        "Tur,",
        "Bye, Ada",
        "Tur",
    )


@pytest.mark.parametrize(
    ("lan", "word"),
    [(0, "Weiß"), (1, "White"), (2, "Blancas"), (8, "Beyaz"), (11, "Пары/Результаты")],
)
def test_pages_speak_the_languages_that_are_known(lan: int, word: str) -> None:
    """Labels are those of the language; what nobody knows stays English."""
    text = _text(html.fromstring(render.pairings_page(EVENT, 7, Style(lan=lan))))
    assert word in text


# --- teams


def test_the_boards_of_a_match_are_in_home_away_order() -> None:
    """The sum of the home side is the home team's score; colours alternate."""
    page = render.board_pairings_page(TEAMS, Style(), 1)
    worth = {
        "1": Decimal(1),
        "½": Decimal("0.5"),
        "0": Decimal(0),
        "+": Decimal(1),
        "-": Decimal(0),
    }
    totals: dict[str, Decimal] = {}
    rows = [row for row in _rows(page) if len(row) > 1]
    heads = [row for row in rows if row[0] == "Bo."]
    for row in rows:
        if row[0] != "Bo.":
            table = row[0].partition(".")[0]
            totals[table] = totals.get(table, Decimal(0)) + worth[row[8].partition(" - ")[0]]
    scores = [match_scores(one) for one in TEAMS.matches if one.round == 1 and one.away]
    assert [one[0] for one in scores if one] == list(totals.values())
    assert all(" : " in head[8] for head in heads)
    marks = re.findall(r"Farbe([ws])", page)
    assert "".join(marks[:8]) == "wsswwssw"


def test_the_results_of_team_players_follow_from_the_matches() -> None:
    """One source of truth: a player's row has the board, the colour and the score of the match."""
    match = TEAMS.matches[0]
    game = match.games[1]
    assert game.home is not None
    (row,) = (one for one in TEAMS.rows(game.home) if one.round == 1)
    assert (row.board, row.colour, row.opponent) == ("1.2", "black", game.away)
    assert "1.2" in render.card_page(TEAMS, game.home, Style(team_column=True))


def test_team_pairings_have_two_forms_and_a_bye() -> None:
    """Short or with numbers and match points; the bye has no score of its own."""
    short = _rows(render.team_pairings_page(TEAMS, Style(), 1))
    assert len(short[0]) == 1
    assert short[1] == ["No.", "Team", "Team", "Res.", ":", "Res."]
    assert (short[-1][2], short[-1][4], short[-1][5]) == ("bye", ":", "")
    full = _rows(render.team_pairings_page(TEAMS, Style(match_form="full", flags=True), 1))
    assert full[1] == [
        "No.", "SNo", "\xa0", "Team", "MP", "Res.", ":", "Res.", "MP", "Team", "\xa0", "SNo",
    ]  # fmt: skip
    assert {len(row) for row in full} == {1, 12}


def test_a_team_round_robin_has_all_rounds_on_one_page_and_a_grid() -> None:
    """The ranking of a round robin is its crosstable."""
    event = build.team_swiss(6, rounds=5, played=2, all_meet=True)
    page = render.team_pairings_page(event, Style(), 1)
    assert sum(len(row) == 1 for row in _rows(page)) == 5
    header, *rows = _rows(render.team_ranking_page(event, Style()))
    first = header.index("1")
    assert [row[first + place] for place, row in enumerate(rows)] == ["*"] * 6


def test_the_team_ranking_counts_matches() -> None:
    """Games are won, drawn and lost matches; TB1 are the match points."""
    page = render.team_ranking_page(TEAMS, Style())
    columns = [[int(one) for one in _column(page, label)] for label in ("Games", "+", "=", "-")]
    for games, won, drawn, lost in zip(*columns, strict=True):
        assert games == won + drawn + lost == 3
    wanted = [2 * won + drawn for _, won, drawn, _ in zip(*columns, strict=True)]
    assert [int(one) for one in _column(page, "TB1")] == wanted


def test_a_composition_has_a_title_row_per_team_and_a_cell_per_round() -> None:
    """The points of a player are the sum of the round cells; a forfeit is + or -."""
    rows = _rows(render.composition_page(TEAMS, Style()))
    assert sum(len(row) == 1 for row in rows) == 7
    assert "RtgAvg:" in rows[0][0]
    worth = {"1": 1.0, "½": 0.5, "+": 1.0}
    for row in rows:
        if len(row) > 1 and row[0] != "Bo.":
            total = sum(worth.get(one, 0) for one in row[6:10])
            assert total == float(row[10].replace(",", "."))
    alone = render.composition_page(TEAMS, Style(), results=False, team=2)
    (title,) = (row[0] for row in _rows(alone) if len(row) == 1)
    assert title.strip().startswith("2. ")


def test_the_numbers_of_a_team_event_are_not_start_numbers() -> None:
    """The player list counts its rows, and art 3 is no alphabetical list here."""
    page = render.team_players_page(TEAMS, Style())
    links = re.findall(r"snr=(\d+)", page[page.rfind("<h2>") :])
    assert _column(page, "No.") != links
    assert _rows(page)[0][-2:] == ["Team", "Bo."]
    assert _title(team_view(View(TEAMS, Style(), "x", 150, 1, None), 3)) == "Board Pairings"


def test_best_players_are_cut_without_a_link() -> None:
    """150 rows, and nothing tells of the rest; forfeits do not count."""
    event = build.team_swiss(40, boards=4, rounds=2)
    page = render.best_players_page(event, Style())
    assert len(_rows(page)) == 151
    assert "Show complete list" not in page
    assert len(_rows(render.best_players_page(event, Style(), None))) > 151


# --- search


def _search(kind: str, **fields: str) -> str:
    sent = {f"ctl00$P1${name}": value for name, value in fields.items()}
    form = {"__VIEWSTATE": "x", "ctl00$P1$cb_suchen": "Search", **sent}
    return search_page(kind, [EVENT, BIG, TEAMS], Style(), form)


def test_the_tournament_search_finds_by_name_type_and_end_date() -> None:
    """The result is a CRs2 table; long names are cut at fifty letters."""
    (row,) = _rows(_search("tournaments", txt_bez="çınarova bahar"), "CRs2")[1:]
    assert (row[1], row[18]) == (EVENT.name[:50], str(EVENT.number))
    teams = _rows(_search("tournaments", combo_art="3"), "CRs2")[1:]
    assert [one[1] for one in teams] == [TEAMS.name]
    dated = {"txt_von_tag": "2026-05-17", "txt_bis_tag": "2026-05-17"}
    assert len(_rows(_search("tournaments", **dated), "CRs2")) == 2


@pytest.mark.parametrize("fields", [{"txt_bez": "yok böyle"}, {"txt_von_tag": "2020-01-01"}])
def test_a_search_without_a_result_says_so(fields: dict[str, str]) -> None:
    """Nothing fits, or one bound of the dates is missing."""
    assert NOTHING_FOUND in _search("tournaments", **fields)


def test_a_search_without_its_button_is_the_bare_form() -> None:
    """A form that was not sent as a browser sends it is not searched."""
    for form in (None, {"ctl00$P1$txt_bez": "bahar"}):
        page = search_page("tournaments", [EVENT], Style(), form)
        assert 'name="ctl00$P1$txt_bez"' in page
        assert "CRs2" not in page
        assert NOTHING_FOUND not in page


def test_the_player_search_links_cards() -> None:
    """Links are relative, and the rank is a dash before play."""
    page = _search("players", txt_nachname="karçın", txt_vorname="ozan")
    assert f'href="tnr{EVENT.number}.aspx?lan=1&amp;art=9&amp;snr=1"' in page
    page = search_page(
        "players",
        [demo.coming_event()],
        Style(),
        {"__VIEWSTATE": "x", "ctl00$P1$cb_suchen": "Search", "ctl00$P1$txt_nachname": "brandh"},
    )
    assert _rows(page, "CRs2")[1][7] == "-"


# --- the server


VISITOR = requests.Session()
VISITOR.trust_env = False


def _page(url: str, form: Mapping[str, str] | None = None) -> str:
    """Ask once, without following a redirect."""
    method = "GET" if form is None else "POST"
    with VISITOR.request(method, url, data=form, allow_redirects=False, timeout=5) as answer:
        return answer.content.decode()


@pytest.fixture(scope="module")
def shown() -> Standin:
    """Give a site without a redirect, not yet started."""
    return Standin([EVENT, BIG, ROBIN, TEAMS], redirect=False)


def _view_titles(
    site: Standin, event: Event, views: Mapping[str, Mapping[str, object]]
) -> set[str]:
    return {_title(_page(site.link(event.number, lan=1, **view))) for view in views.values()}


def test_every_view_is_reachable_by_its_number(shown: Standin) -> None:
    """No view answers with the start list in its place."""
    with shown as site:
        assert len(_view_titles(site, EVENT, PLAYER_VIEWS)) == len(PLAYER_VIEWS)
        # The composition without results appears twice: all teams, and one of them.
        assert len(_view_titles(site, TEAMS, TEAM_VIEWS)) >= len(TEAM_VIEWS) - 2
        cut, full = (
            _page(site.link(BIG.number, art=5, **more)) for more in ({}, {"zeilen": 99999})
        )
        assert (len(_rows(cut)), len(_rows(full))) == (151, 161)
        form = {"__VIEWSTATE": "x", "ctl00$P1$txt_bez": "bahar", "ctl00$P1$cb_suchen": "Search"}
        assert "CRs2" in _page(f"{site.url}/TurnierSuche.aspx?lan=1", form)


def test_the_gate_opens_on_every_view() -> None:
    """A gated crosstable is complete and has no navigation; the button brings it."""
    with Standin([EVENT], Style(gated=True), redirect=False) as site:
        url = site.link(EVENT.number, lan=1, art=5)
        closed = _page(url)
        assert "cb_alleDetails" in closed
        assert "art=40" not in closed
        assert len(_rows(closed)) == 25
        sent = dict(re.findall(r'type="hidden" name="(\w+)" id="\w+" value="([^"]*)"', closed))
        sent["cb_alleDetails"] = "Show tournament details"
        assert set(hidden_fields("x", Style())) < set(sent)
        opened = _page(url, sent)
        assert "cb_alleDetails" not in opened
        assert "art=40" in opened


CARD = {"lan": 1, "art": 9, "snr": 1}


def _meets(site: Standin, name: str) -> str:
    """Ask once under a fault, and tell what was met."""
    site.faults[:] = [by_name(name)]
    view: dict[str, object] = dict(CARD)
    if name == "wrong_round":
        view = {"lan": 1, "art": 2, "rd": 5}
    elif name == "stale_crosstable":
        view = {"lan": 1, "art": 5}
    link = site.link(EVENT.number, **view)
    try:
        with VISITOR.get(link, allow_redirects=False, timeout=5, stream=True) as answer:
            if name in {"huge", "endless"}:
                return f"{len(answer.raw.read(200_000))} bytes"
            if answer.status_code != 200:
                return f"{answer.status_code} {answer.headers.get('Location', '')}".strip()
            body = answer.content
    except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
        return "broken off"
    text = body.decode("utf-8", "replace")
    return text if "<html" in text else f"{len(body)} bytes of {answer.headers['Content-Type']}"


def test_every_fault_that_can_be_named_happens() -> None:
    """Each fault changes what a visitor meets in the way its name says."""
    with Standin([EVENT], redirect=False) as site:
        whole = _page(site.link(EVENT.number, **CARD))
        assert _meets(site, "429") == "429"
        assert _meets(site, "503") == "503"
        assert _meets(site, "reset") == _meets(site, "short_body") == "broken off"
        assert whole.startswith(_meets(site, "half_page")[:-4])
        assert "daily limit" in _meets(site, "limit")
        assert _meets(site, "redirect") == "302 http://evil.example/"
        assert _meets(site, "redirect_loop") == "302 /loop/1"
        assert _meets(site, "huge") == _meets(site, "endless") == "200000 bytes"
        assert _meets(site, "empty").startswith("0 bytes")
        assert "octet-stream" in _meets(site, "binary")
        assert "cb_alleDetails" in _meets(site, "closed_gate")
        assert "Round 4 on" in _meets(site, "wrong_round")
        assert _round_cells(_meets(site, "stale_crosstable"))[0][6] == "  3b"
        tested = {
            "reset", "short_body", "half_page", "limit", "redirect", "redirect_loop", "huge",
            "endless", "empty", "binary", "closed_gate", "wrong_round", "stale_crosstable",
        }  # fmt: skip
        assert tested == set(NAMES) - {"slow"}


def test_slow_bytes_arrive_one_piece_after_another() -> None:
    """The page is whole in the end, however small the pieces are."""
    with Standin([EVENT], redirect=False) as site:
        url = site.link(EVENT.number, **CARD)
        whole = _page(url)
        site.faults.append(Fault.slow(pause=0, piece=997))
        assert _page(url) == whole


def test_a_stale_crosstable_stands_beside_pairings_with_results() -> None:
    """Only the crosstable is behind, and only while the fault lasts."""
    event = _small("1:2 1-0; 3:4 0-1; 5 bye")
    with Standin([event], redirect=False) as site:
        url = site.link(event.number, lan=1, art=5)
        site.faults.append(Fault.stale_crosstable())
        assert "1 - 0" in _page(site.link(event.number, lan=1, art=2, rd=1))
        assert _round_cells(_page(url))[0] == ["  2w"]
        assert _round_cells(_page(url))[0] == ["  2w1"]


def test_a_wrong_round_is_another_one_than_was_asked_for() -> None:
    """Only the heading tells; views without a round do not use the fault up."""
    with Standin([EVENT], redirect=False) as site:
        site.faults.append(Fault.wrong_round(by=2))
        assert _title(_page(site.link(EVENT.number, lan=1, art=0))) == "Starting rank"
        assert "Round 5 on" in _page(site.link(EVENT.number, lan=1, art=2, rd=3))
        assert "Round 3 on" in _page(site.link(EVENT.number, lan=1, art=2, rd=3))


def test_the_command_line_chooses_events_layout_gate_and_faults() -> None:
    """Everything that tests can set can be set by hand."""
    typed = ["--event", "teams", "--era", "old", "--lan", "tr", "--gate", "on"]
    options = _parser().parse_args([*typed, "--fault", "503", "--fault", "limit!"])
    site, events = site_of(options)
    assert list(events) == ["teams"]
    assert [one.kind for one in site.faults] == ["status", "limit"]
    assert [one.stays for one in site.faults] == [False, True]
    with site:
        site.faults.clear()
        page = _page(f"{site.node_url}/tnr{events['teams'].number}.aspx?art=2")
    assert "aspnetForm" in page
    assert "cb_alleDetails" in page
    with pytest.raises(ValueError, match="no fault"):
        by_name("nonsense")


def test_every_show_can_be_made() -> None:
    """The events of the command line are those that every view can be tried on."""
    made = {name: show.make() for name, show in SHOWS.items()}
    assert len({one.number for one in made.values()}) == len(made)
    assert len(made["finished"].players) > 150
    assert not made["running"].finished


# --- random events


def _complement(own: Result, other: Result) -> bool:
    if own.kind == "pending":
        return other.kind == "pending"
    total = Decimal(own.score or 0) + Decimal(other.score or 0)
    return total == 1 or own.kind == other.kind == "forfeit_loss"


def _consistent(event: Event) -> None:
    """Every game stands in both players' rows, with other colours and results that fit."""
    for player in event.players:
        for own in event.rows(player.start_number):
            if own.opponent is None:
                continue
            (other,) = (one for one in event.rows(own.opponent) if one.round == own.round)
            assert other.opponent == player.start_number
            assert {own.colour, other.colour} == {"white", "black"}
            assert own.board == other.board
            assert _complement(own, other)


@few(max_examples=25)
@given(swiss_events(), styles())
def test_random_swiss_events_are_consistent_in_every_view(event: Event, style: Style) -> None:
    """Results are mutual, and the cells of a crosstable add up to the points."""
    _consistent(event)
    for art in (0, 1, 2, 3, 4, 5, 13, 14, 40):
        assert "</html>" in player_view(View(event, style, "x", 150, 1, None), art)
    assert "</html>" in render.card_page(event, 1, style)
    worth = {"1": 1.0, "½": 0.5, "+": 1.0}
    page = render.start_crosstable_page(event, Style(), None)
    for row, total in zip(_round_cells(page), _column(page, "Pts."), strict=True):
        assert sum(worth.get(one[-1:], 0) for one in row if len(one) > 4) == float(
            total.replace(",", ".")
        )


@few(max_examples=15)
@given(round_robin_events(), styles())
def test_random_round_robins_are_consistent_in_every_view(event: Event, style: Style) -> None:
    """All meet all once or twice, and all rounds are paired from the first day."""
    _consistent(event)
    meetings = {sum(1 for one in event.rows(p.start_number) if one.opponent) for p in event.players}
    others = len(event.players) - 1
    assert meetings in ({others}, {2 * others})
    assert event.rounds_paired == event.rounds_total
    for art in (0, 1, 2, 4, 5, 40):
        assert "</html>" in player_view(View(event, style, "x", 150, None, None), art)


@few(max_examples=15)
@given(team_events(), styles())
def test_random_team_events_are_consistent_in_every_view(event: Event, style: Style) -> None:
    """The boards of all matches are the players' games."""
    _consistent(event)
    for art in (0, 1, 2, 3, 4, 8, 15, 16, 32, 46, 63, 73, 83):
        assert "</html>" in team_view(View(event, style, "x", 150, 1, None), art)
    games = sum(len(one.games) for one in event.matches)
    assert sum(len(rows) for rows in event.results.values()) == 2 * games


def test_a_big_event_is_consistent() -> None:
    """The quick builder of large fields keeps the same rules."""
    _consistent(BIG)
    assert len(BIG.players) == 160
    assert BIG.finished
