"""`tnrate month`: several sources of one player, told to people and programs."""

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from lists.importing import import_file
from lists.model import FILE
from lists.store import ListStore
from report.words import Words
from scraper.model import TimeControl
from tests import rating_lists, ukd_lists
from tests.commands import Outcome, demo_site, tnrate
from tests.conftest import ROOT
from tests.rating_lists import Entry
from tests.standin import demo, render
from tests.standin.event import Event
from tests.standin.server import Standin

OWN = next(one for one in demo.PLAYERS if one.start_number == demo.DEMO_START_NUMBER)
FIRST, SECOND, LATER = 9417401, 9417402, 9417403


def made(number: int, start: str, end: str, **facts: Any) -> Event:
    """Give the demo event under another number and on other days."""
    last = date.fromisoformat(end)
    return replace(
        demo.demo_event(),
        number=number,
        name=f"Invented Open {number}",
        start=date.fromisoformat(start),
        end=last,
        last_update=datetime.fromisoformat(f"{end} 18:00:00"),
        **facts,
    )


EVENTS = (
    made(FIRST, "2026-05-01", "2026-05-03"),
    made(SECOND, "2026-05-08", "2026-05-10"),
    made(LATER, "2026-05-28", "2026-05-31"),
)


def saved(folder: Path, event: Event, player: int = OWN.start_number) -> Path:
    """Save a card of an event."""
    path = folder / f"{event.number}-{player}.html"
    path.write_text(render.card_page(event, player, demo.DEMO_STYLE), "utf-8")
    return path


@pytest.fixture
def cards(tmp_path: Path) -> list[Path]:
    """Give the saved cards of three events: two of one list, one of the next."""
    return [saved(tmp_path, event) for event in EVENTS]


@pytest.fixture
def site() -> Iterator[Standin]:
    """Run a site with the three events."""
    with demo_site() as running:
        for event in EVENTS:
            running.put(event, demo.DEMO_STYLE)
        yield running


def listed(home: Path, month: str, rating: int, k: int = 20, games: int = 0) -> None:
    """Import the player's list of a month."""
    path = home.parent / f"list_{month}.txt"
    entry = Entry(OWN.fide_id, OWN.name, standard=(rating, games, k))
    path.write_bytes(rating_lists.text([entry]))
    first = date.fromisoformat(f"{month}-01")
    import_file(ListStore(home), path, datetime.now(UTC), month=first)


def import_national(home: Path, path: Path, first: date, rating: int, fide_id: int | None) -> None:
    """Import the federation's list of a month with a player of that name."""
    entry = ukd_lists.Entry(OWN.name, date(1991, 1, 1), rating, fide_id=fide_id)
    path.write_bytes(ukd_lists.as_csv(ukd_lists.rows([entry])))
    import_file(ListStore(home), path, datetime.now(UTC), month=first)


def month(*arguments: str | Path, **settings: Any) -> Outcome:
    """Run the command."""
    return tnrate("month", *arguments, **settings)


def periods(found: Outcome) -> list[dict[str, Any]]:
    """Give the periods of a document."""
    assert (found.status, found.err) == (0, "")
    some: list[dict[str, Any]] = found.document["periods"]
    return some


def every(document: object) -> Iterator[object]:
    """Give every value of a document, containers included."""
    yield document
    if isinstance(document, dict):
        for value in document.values():
            yield from every(value)
    elif isinstance(document, list):
        for value in document:
            yield from every(value)


# What it adds up


def test_events_of_one_list_are_added_up(cards: list[Path]) -> None:
    """Twice +8.80 is +17.60, rounded once; the event that ends later enters the next list."""
    june, july = periods(month(*cards, "--json"))
    assert (june["list"], june["closes"], july["list"]) == ("2026-06", "2026-05-29", "2026-07")
    assert [event["tournament"]["id"] for event in june["events"]] == [FIRST, SECOND]
    assert [event["fide"]["change"] for event in june["events"]] == ["8.80", "8.80"]
    fide = june["fide"]
    assert (fide["games"], fide["change"], fide["rounded"], fide["rounded_each"]) == (
        6, "17.60", 18, 18,
    )  # fmt: skip
    assert (fide["rating"], fide["rating_source"], fide["new_rating"]) == (1650, "event", 1668)
    ukd = june["ukd"]
    assert (ukd["list"], ukd["change"], ukd["exact"], ukd["new_rating"]) == (
        "ukd", "2.40", "1622.40", 1622,
    )  # fmt: skip
    assert (july["fide"]["rating"], july["fide"]["rating_source"]) == (1668, "expected")


def test_one_event_is_as_rate_shows_it(cards: list[Path]) -> None:
    """With one source the sums are those of `rate`."""
    alone = tnrate("rate", cards[0], "--json").document
    (found,) = periods(month(cards[0], "--json"))
    for name in ("games", "score", "expected", "change", "rounded", "new_rating"):
        assert found["fide"][name] == alone["fide"][name]
    for name in ("games", "score", "change", "exact", "new_rating", "by_average"):
        assert found["ukd"][name] == alone["ukd"][name]


def test_the_order_of_sources_does_not_matter(cards: list[Path]) -> None:
    """Whatever comes first, the answer is the same."""
    documents = [month(*some, "--json").out for some in (cards, cards[::-1], cards[1:] + cards[:1])]
    assert len(set(documents)) == 1


def test_classes_stay_apart(tmp_path: Path, cards: list[Path]) -> None:
    """A rapid event of the same month is a period of its own, with the list of its class."""
    rapid = made(9417404, "2026-05-12", "2026-05-12", time_control="Rapid")
    found = periods(month(*cards[:2], saved(tmp_path, rapid), "--json"))
    assert [(one["list"], one["time_control"]) for one in found] == [
        ("2026-06", "standard"),
        ("2026-06", "rapid"),
    ]
    assert [one["ukd"]["list"] for one in found] == ["ukd", "uhs"]
    assert [len(one["events"]) for one in found] == [2, 1]


def test_many_games_lower_k_in_every_event(tmp_path: Path) -> None:
    """13 events of 3 games are 39: K 17 in all of them, and each event says K 20 before it."""
    events = [made(9417500 + n, f"2026-05-{n:02}", f"2026-05-{n:02}") for n in range(1, 14)]
    (found,) = periods(month(*(saved(tmp_path, event) for event in events), "--json"))
    assert found["fide"]["games"] == 39
    ks = {(one["fide"]["k"], one["fide"]["k_before_limit"]) for one in found["events"]}
    assert ks == {(17, 20)}
    assert {one["k"] for event in found["events"] for one in event["fide"]["results"]} == {17}
    assert "k_lowered" in {note["code"] for note in found["notes"]}


def test_k_by_hand_holds_for_every_source(tmp_path: Path) -> None:
    """Where no card prints K, --k is that of all events."""
    players = tuple(replace(one, k=None) for one in demo.PLAYERS)
    bare = [replace(event, players=players) for event in EVENTS[:2]]
    for event in bare:
        results = {
            number: tuple(replace(one, k=None, change=None) for one in rows)
            for number, rows in event.results.items()
        }
        saved(tmp_path, replace(event, results=results))
    (found,) = periods(month(*sorted(tmp_path.glob("*.html")), "--k", "40", "--json"))
    assert {one["fide"]["k_source"] for one in found["events"]} == {"option"}
    assert found["fide"]["change"] == "35.20"


# Sources


def test_an_event_that_is_given_twice_counts_once(cards: list[Path]) -> None:
    """A repeated source changes nothing but a note that names the event."""
    once, twice = month(*cards[:2], "--json"), month(*cards[:2], cards[0], "--json")
    assert periods(once) == periods(twice)
    assert [note["code"] for note in twice.document["notes"]] == ["month_listed_twice"]
    assert f"Invented Open {FIRST} was given twice" in month(*cards[:2], cards[0]).out


def test_different_players_are_refused(tmp_path: Path, cards: list[Path]) -> None:
    """Cards of two people are not added up: both are named, with their FIDE ids."""
    other = saved(tmp_path, EVENTS[1], 16)
    found = month(cards[0], other)
    assert (found.status, found.out) == (1, "")
    for who in ("Şenbulakçı, Kerem (99104136)", "Bozkurgan, Tuna (99104160)"):
        assert who in found.err
    refused = month(cards[0], other, "--json").document["error"]
    assert refused["code"] == "different_players"


def test_the_name_decides_where_an_id_is_missing(tmp_path: Path, cards: list[Path]) -> None:
    """Without a FIDE id the same name is the same player, in any order of words."""
    players = tuple(
        replace(one, fide_id=0, name="KEREM Senbulakci") if one == OWN else one
        for one in demo.PLAYERS
    )
    unknown = saved(tmp_path, replace(EVENTS[1], players=players))
    assert len(periods(month(cards[0], unknown, "--json"))[0]["events"]) == 2


def test_the_fide_id_decides_where_both_cards_have_one(tmp_path: Path, cards: list[Path]) -> None:
    """Two namesakes are two players; one who changed the name is one."""

    def with_own(event: Event, **facts: Any) -> Event:
        players = (replace(one, **facts) if one == OWN else one for one in demo.PLAYERS)
        return replace(event, players=tuple(players))

    namesake = saved(tmp_path, with_own(EVENTS[1], fide_id=99104999))
    assert month(cards[0], namesake).status == 1
    renamed = saved(tmp_path, with_own(EVENTS[1], name="Yelkovan, Kerem"))
    assert len(periods(month(cards[0], renamed, "--json"))[0]["events"]) == 2


def test_links_that_name_nobody_are_asked_for_the_same_player(
    site: Standin, quick: None, cards: list[Path]
) -> None:
    """The player of a saved card, or of the one link that names him, is found in the others."""
    bare = [f"tnr{number}.aspx" for number in (SECOND, LATER)]
    named = f"tnr{FIRST}.aspx?art=9&snr={OWN.start_number}"
    expected = periods(month(*cards, "--json"))
    for known in (str(cards[0]), named):
        found = periods(month(*bare, known, "--json", site=site))
        assert [one["fide"] for one in found] == [one["fide"] for one in expected]


def test_a_start_number_is_that_of_the_first_source(site: Standin, quick: None) -> None:
    """--player 13 is looked up in the first event; in the others the same person is found."""
    moved = tuple(
        replace(one, start_number={13: 16, 16: 13}.get(one.start_number, one.start_number))
        for one in demo.PLAYERS
    )
    swapped = {13: 16, 16: 13}
    results = {
        swapped.get(number, number): tuple(
            replace(one, opponent=swapped.get(one.opponent or 0, one.opponent)) for one in rows
        )
        for number, rows in EVENTS[1].results.items()
    }
    players = tuple(sorted(moved, key=lambda one: one.start_number))
    site.put(replace(EVENTS[1], players=players, results=results), demo.DEMO_STYLE)
    found = month(str(FIRST), str(SECOND), "--player", "13", "--json", site=site)
    assert found.document["player"]["fide_id"] == OWN.fide_id
    assert len(periods(found)[0]["events"]) == 2


def test_nobody_named_is_refused_in_a_pipe(site: Standin, quick: None) -> None:
    """Links without a player need --player where nobody can be asked."""
    found = month(str(FIRST), str(SECOND), site=site)
    assert found.status == 1
    assert "--player" in found.err


def test_offline_answers_from_the_store(site: Standin, quick: None) -> None:
    """What was fetched once is added up again without a request, and says how old it is."""
    sources = (str(FIRST), str(SECOND), "--player", "senbulakci")
    fetched = periods(month(*sources, "--json", site=site))
    stored = month(*sources, "--json", "--offline", site=site)
    assert [one["fide"] for one in periods(stored)] == [one["fide"] for one in fetched]
    assert [note["code"] for note in stored.document["notes"]] == ["offline"]
    assert "offline" not in json.dumps(periods(stored))


def test_verbose_says_what_was_fetched(site: Standin, quick: None) -> None:
    """-v counts the requests of all sources together."""
    found = month(str(FIRST), str(SECOND), "--player", "senbulakci", "-v", site=site)
    assert re.search(r"^Requests: [1-9]", found.err, re.MULTILINE)


# Lists


def test_only_one_list_is_shown(cards: list[Path]) -> None:
    """--list keeps the periods of that list, and refuses one that no event enters."""
    (found,) = periods(month(*cards, "--list", "2026-07", "--json"))
    assert (found["list"], found["fide"]["rating"]) == ("2026-07", 1668)
    refused = month(*cards, "--list", "2026-08")
    assert refused.status == 1
    assert "2026-06, 2026-07" in refused.err


def test_official_by_hand(cards: list[Path]) -> None:
    """A published rating is compared with the expected one; a difference has reasons."""
    agrees, differs = (
        periods(month(*cards[:2], "--official", rating, "--json"))[0]["official"]
        for rating in ("1668", "1671")
    )
    assert (agrees["source"], agrees["change"], agrees["difference"]) == ("option", 18, 0)
    assert agrees["reasons"] == []
    assert (differs["expected_rating"], differs["change"], differs["difference"]) == (1668, 21, 3)
    assert "official_other_event" in {one["code"] for one in differs["reasons"]}


def test_official_needs_one_period(cards: list[Path]) -> None:
    """A published rating belongs to one list and class; --list settles which."""
    refused = month(*cards, "--official", "1668")
    assert (refused.status, refused.out) == (1, "")
    assert "--list" in refused.err
    assert month(*cards, "--official", "1668", "--list", "2026-06").status == 0


def test_imported_lists_give_base_and_result(cards: list[Path], home: Path) -> None:
    """The list before gives the base, the list of the month what is official."""
    listed(home, "2026-05", 1652)
    listed(home, "2026-06", 1670, games=6)
    (found,) = periods(month(*cards[:2], "--json"))
    fide, official = found["fide"], found["official"]
    assert (fide["rating"], fide["rating_source"], fide["rating_list"]) == (1652, "list", "2026-05")
    assert (fide["new_rating"], official["source"], official["difference"]) == (1670, "list", 0)
    assert {event["fide"]["listed_rating"] for event in found["events"]} == {1652}
    assert {event["fide"]["rating"] for event in found["events"]} == {1650}
    assert "1650 ≠ 1652" in month(*cards[:2]).out


def test_games_that_fide_rated_show_a_missing_event(cards: list[Path], home: Path) -> None:
    """The list says how many games were rated for it: fewer here, and an event is missing."""
    listed(home, "2026-06", 1690, games=11)
    (found,) = periods(month(*cards[:2], "--json"))
    assert found["official"]["games"] == 11
    assert found["official"]["reasons"][0]["code"] == "official_games"
    assert "11" in found["official"]["reasons"][0]["text"]


def test_a_national_list_gives_base_and_result(
    cards: list[Path], home: Path, tmp_path: Path
) -> None:
    """The federation's list, by FIDE id: the month before is the base, the month is shown."""
    for first, rating in ((date(2026, 5, 1), 1599), (date(2026, 6, 1), 1602)):
        path = tmp_path / f"ukd_{first}.csv"
        import_national(home, path, first, rating, OWN.fide_id)
    found = periods(month(*cards[:2], "--json"))[0]["ukd"]
    assert (found["rating"], found["rating_source"], found["k"]) == (1599, "list", 25)
    assert found["official_rating"] == 1602
    assert "The list of 2026-06 shows 1602; estimated: 1602" in month(*cards[:2]).out


def test_a_namesake_of_the_national_list_gives_nothing(
    cards: list[Path], home: Path, tmp_path: Path
) -> None:
    """Where the federation's list has no FIDE id the name alone is no proof."""
    import_national(home, tmp_path / "ukd.csv", date(2026, 5, 1), 1599, None)
    found = periods(month(*cards[:2], "--json"))[0]["ukd"]
    assert (found["rating"], found["rating_source"]) == (1620, "event")


def test_a_list_of_one_class_comes_before_the_combined_one(cards: list[Path], home: Path) -> None:
    """Both are of one month; the one of the class is asked first."""
    listed(home, "2026-05", 1652)
    path = home.parent / "standard.txt"
    entry = Entry(OWN.fide_id, OWN.name, standard=(1653, 0, 20))
    path.write_bytes(rating_lists.text([entry], "standard", rating_lists.head_of("MAY26")))
    import_file(
        ListStore(home), path, datetime.now(UTC), month=date(2026, 5, 1),
        time_control=TimeControl.STANDARD,
    )  # fmt: skip
    assert periods(month(*cards[:2], "--json"))[0]["fide"]["rating"] == 1653


def test_lists_that_cannot_be_read_are_said(cards: list[Path], home: Path) -> None:
    """A damaged file of lists leaves a note, and the events are added up without it."""
    home.mkdir(parents=True, exist_ok=True)
    (home / FILE).write_bytes(b"no database" * 100)
    found = month(*cards[:2], "--json")
    assert periods(found)[0]["fide"]["new_rating"] == 1668
    assert "lists_unusable" in {note["code"] for note in found.document["notes"]}


# Forms


def test_the_first_day_by_hand_is_of_one_tournament(cards: list[Path]) -> None:
    """--on with several sources is wrong usage; with one it moves the event to its list."""
    assert month(*cards, "--on", "2026-05-01").status == 2
    (found,) = periods(month(cards[0], "--on", "2026-06-03", "--json"))
    assert (found["list"], found["events"][0]["base_list"]) == ("2026-07", "2026-06")


def test_csv_has_a_row_an_event(cards: list[Path]) -> None:
    """One row an event, with the figures of the document."""
    rows = list(csv.DictReader(io.StringIO(month(*cards, "--csv").out)))
    assert [(row["list"], row["tournament_id"], row["fide_change"]) for row in rows] == [
        ("2026-06", str(FIRST), "8.80"),
        ("2026-06", str(SECOND), "8.80"),
        ("2026-07", str(LATER), "8.80"),
    ]
    assert {row["end_known"] for row in rows} == {"true"}
    assert {row["ukd_change"] for row in rows} == {"1.20"}


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_text_fits_every_width(
    cards: list[Path], monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    """Figures and notes are there in both languages, and no line is longer than the screen."""
    monkeypatch.setattr("report.text._PIPE_WIDTH", width)
    out = month(*cards[:2], "--official", "1670", "--lang", language).out
    assert max(map(len, out.splitlines())) <= width
    sign = "," if language == "tr" else "."
    for figure in ("1650 → 1668", f"+17{sign}60", f"+8{sign}80", "1620 → 1622", "2026-06", "8.3.4"):
        assert figure in out, figure


def test_another_rounding_is_shown_where_it_differs(tmp_path: Path) -> None:
    """Three times +8.80 are +26.40, rounded +26; each by itself would make +27."""
    events = [made(9417600 + n, f"2026-05-0{n}", f"2026-05-0{n}") for n in (1, 2, 3)]
    out = month(*(saved(tmp_path, event) for event in events)).out
    assert "Rounded once for the list: +26 (FIDE 8.3.4); after each event it would be +27" in out


def test_a_player_without_ratings_is_said(tmp_path: Path) -> None:
    """Where there is no rating at all, there are no sums, and a sentence."""
    paths = [saved(tmp_path, event, 24) for event in EVENTS[:2]]
    found = month(*paths)
    assert "No rating to work with" in found.out
    (period,) = periods(month(*paths, "--json"))
    assert (period["fide"], period["ukd"], period["official"]) == (None, None, None)


def test_the_bar_shows_where_requests_pause(
    site: Standin, quick: None, cards: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar is asked for with links alone: saved pages make nobody wait."""
    bars: list[bool] = []

    def bar(words: Words, fetching: bool = False) -> Any:
        from contextlib import nullcontext

        bars.append(fetching)
        return nullcontext(None)

    monkeypatch.setattr("report.progress.progress_bar", bar)
    month(*cards)
    assert bars == []
    month(cards[0], f"tnr{SECOND}.aspx", site=site)
    assert bars == [True]


def test_the_manual_names_every_field(cards: list[Path], home: Path) -> None:
    """docs/json.md names each field of the document, and each source of a rating."""
    listed(home, "2026-06", 1690, games=11)
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    manual = manual.partition("\n## month\n")[2].partition("\n## ")[0]
    document = month(*cards, "--json").document
    own = [
        key
        for one in every(document)
        if isinstance(one, dict)
        for key in one
        if key not in ("schema", "explanation", *document["periods"][0]["events"][0]["tournament"])
    ]
    sources = {"list", "event", "expected", "assumed", "option"}
    missing = {name for name in {*own, *sources} if not re.search(rf"\b{name}\b", manual)}
    assert missing == set()
    assert not [one for one in every(document) if isinstance(one, float)]
