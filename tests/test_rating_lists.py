"""K and the year of birth from FIDE's list: by FIDE id, of the event's month, with its reason."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from commands.listed import Lists
from lists.importing import import_file
from lists.model import FILE
from lists.store import ListStore
from rating.card import RatedCard, rate_card
from rating.fide import rules_for
from rating.k_factor import KFactor, KSource, k_factor
from rating.listed import Listed
from scraper.model import Published, TimeControl, Tournament
from tests import rating_lists, ukd_lists
from tests.cards import EVENT, TODAY, card, codes, opponent, played
from tests.commands import Outcome, tnrate
from tests.conftest import DEMO
from tests.rating_lists import Entry
from tests.standin import demo, render
from tests.standin.event import Event, Style
from tests.standin.lists import start_list_page
from tests.standin.server import Standin

STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
DAY = date(2026, 5, 14)
OWN = next(one for one in demo.demo_event().players if one.start_number == 13)


def k_by(
    listed: Listed | None, start: date = DAY, control: TimeControl = STANDARD, **facts: Any
) -> KFactor:
    """Find K of a player of 1500 with a list."""
    return k_factor(rules_for(control, start), 1500, start, listed=listed, **facts)


# K


def test_k_of_the_list_comes_after_the_card_and_the_hand() -> None:
    """K is the card's, else the one given, else the list's, else derived."""
    listed = Listed(MAY, 20, 2012)
    found = [
        k_by(listed, printed=[40], given=10),
        k_by(listed, given=10),
        k_by(listed, birth_year=2012),
        k_by(None, birth_year=2012),
    ]
    assert [(k.value, k.source, k.reason) for k in found] == [
        (40, KSource.CARD, "printed"),
        (10, KSource.OPTION, "by_hand"),
        (20, KSource.LIST, "listed"),
        (40, KSource.DERIVED, "junior"),
    ]
    assert [k.month for k in found] == [None, None, MAY, None]


def test_an_unknown_k_is_derived() -> None:
    """A list without K changes nothing but the year of birth, where the card has none."""
    assert k_by(Listed(MAY)) == k_by(None)
    assert k_by(Listed(MAY, None, 2012), birth_year=1990) == k_by(None, birth_year=1990)
    k = k_by(Listed(MAY, None, 2012))
    assert (k.value, k.source, k.reason) == (40, KSource.DERIVED, "junior_listed")
    assert (k.birth_year, k.month) == (2012, MAY)
    adult = k_by(Listed(MAY, None, 1990))
    assert (adult.value, adult.source, adult.reason) == (20, KSource.UNKNOWN, "games_unknown")


@pytest.mark.parametrize(
    ("month", "k", "start", "control", "source"),
    [
        (MAY, 17, DAY, STANDARD, KSource.LIST),
        (JUNE, 17, DAY, STANDARD, KSource.UNKNOWN),
        (JUNE, 40, DAY, STANDARD, KSource.LIST),
        (JUNE, 40, date(2010, 1, 1), STANDARD, KSource.UNKNOWN),
        (JUNE, 10, date(2010, 1, 1), STANDARD, KSource.LIST),
        (JUNE, 40, date(2022, 9, 30), RAPID, KSource.DERIVED),
        (JUNE, 40, date(2022, 10, 1), RAPID, KSource.LIST),
    ],
)
def test_a_k_that_the_rules_do_not_know_is_not_taken(
    month: date, k: int, start: date, control: TimeControl, source: KSource
) -> None:
    """K of another month counts only if it is one of the day's; of its own month it always does."""
    assert k_by(Listed(month, k), start, control, birth_year=1990).source is source


# The card


def rated_with(listed: Listed | None, tournament: Tournament = EVENT) -> RatedCard:
    """Rate a card without K."""
    mine = card([played(1, opponent(1900), "1")])
    return rate_card(mine, tournament, TODAY, listed=listed)


def test_the_listed_k_rates_the_games() -> None:
    """The change is worked out with K of the list, and K is no longer called unknown."""
    result = rated_with(Listed(MAY, 40))
    assert result.fide is not None
    assert (result.fide.k, str(result.fide.change)) == (40, "25.60")
    assert "k_unknown" not in codes(result)
    assert "list_of_other_month" not in codes(result)


def test_another_month_is_told() -> None:
    """Whatever is taken from a list of another month leaves a note with both months."""
    (note,) = [one for one in rated_with(Listed(JUNE, 40)).notes if one.code.startswith("list")]
    assert note.facts == {"month": "2026-06", "wanted": "2026-05"}
    assert "list_of_other_month" not in codes(rated_with(Listed(JUNE, None, 1990)))


def test_a_printed_k_needs_no_list() -> None:
    """Where the card prints K, the list is neither used nor spoken of."""
    mine = card([played(1, opponent(1900), "1", published=Published(k=20))])
    with_list = rate_card(mine, EVENT, TODAY, listed=Listed(JUNE, 40))
    assert with_list == rate_card(mine, EVENT, TODAY)


# The lookup


def put(folder: Path, month: str, *entries: Entry, kind: str = "combined") -> ListStore:
    """Import a list of a month."""
    store = ListStore(folder)
    head = rating_lists.HEAD
    if kind != "combined":
        name = f"{date.fromisoformat(month + '-01'):%b%y}".upper()
        head = rating_lists.head_of(name)
    path = folder.parent / f"{kind}_{month}.txt"
    path.write_bytes(rating_lists.text(entries, kind, head))
    import_file(store, path, datetime.now(UTC), month=date.fromisoformat(f"{month}-01"))
    return store


ADA = Entry(990_000_001, "Yelkovan, Ada", birth_year=2012, standard=(1500, 5, 40))


@pytest.mark.parametrize(
    ("on", "k"), [(date(2026, 5, 31), 40), (date(2026, 6, 1), 20), (date(2026, 7, 1), 20)]
)
def test_the_list_of_the_first_day_s_month(tmp_path: Path, on: date, k: int) -> None:
    """The list in force on the first day counts; where it is not imported, the newest."""
    put(tmp_path / "home", "2026-05", ADA)
    store = put(tmp_path / "home", "2026-06", replace(ADA, standard=(1600, 3, 20)))
    found = store.listed(ADA.fide_id, STANDARD, on)
    assert found is not None
    assert (found.k, found.birth_year) == (k, 2012)


def test_the_class_of_the_event_counts(tmp_path: Path) -> None:
    """A list of another class says nothing, however new; the combined list says all three."""
    home = tmp_path / "home"
    put(home, "2026-05", replace(ADA, rapid=(1400, 0, 20)))
    store = put(home, "2026-06", replace(ADA, rapid=(1400, 0, 10)), kind="rapid")
    by_class = [store.listed(ADA.fide_id, control, JUNE) for control in TimeControl]
    assert [one and (one.month, one.k, one.rating, one.birth_year) for one in by_class] == [
        (MAY, 40, 1500, 2012),
        (JUNE, 10, 1400, 2012),
        (MAY, None, None, 2012),
    ]


def test_a_player_is_found_by_fide_id_alone(tmp_path: Path) -> None:
    """Another FIDE id finds nobody, whatever the name."""
    store = put(tmp_path / "home", "2026-05", ADA)
    assert store.listed(ADA.fide_id + 1, STANDARD, MAY) is None


# The commands


@pytest.fixture
def without_k(tmp_path: Path) -> Iterator[Path]:
    """Give the demo's card as a page that prints no K."""
    path = tmp_path / "card.html"
    style = replace(demo.DEMO_STYLE, published=False)
    path.write_text(render.card_page(demo.demo_event(), 13, style), "utf-8")
    yield path


def own(**facts: Any) -> Entry:
    """Give the demo's player as the list has him."""
    return replace(Entry(OWN.fide_id or 0, "Şenbulakçı, Kerem", standard=(1650, 4, 40)), **facts)


def fide_of(outcome: Outcome) -> dict[str, Any]:
    """Give the FIDE part of the JSON."""
    found: dict[str, Any] = outcome.document["fide"]
    return found


def notes_of(outcome: Outcome) -> set[str]:
    """Give the codes of the notes."""
    return {note["code"] for note in outcome.document["notes"]}


@pytest.mark.parametrize("command", ["rate", "next"])
def test_the_commands_take_k_from_the_list(command: str, home: Path, without_k: Path) -> None:
    """`rate` and `next` take K of the month of the event's first day, and say where it is from."""
    put(home, "2026-05", own())
    found = tnrate(command, without_k, "--json")
    fide = fide_of(found)
    assert (fide["k"], fide["k_source"]) == (40, "list")
    assert fide["k_reason"] == "FIDE's list of 2026-05"
    assert notes_of(found) & {"k_unknown", "list_of_other_month"} == set()


def test_the_reason_is_said(home: Path, without_k: Path) -> None:
    """The text says K with the list it comes from, in both languages, and another month in full."""
    put(home, "2026-06", own())
    text = tnrate(without_k).out
    assert "K 40: FIDE's list of 2026-06" in text
    assert "FIDE's list of 2026-05 is not imported; that of 2026-06 was used." in text
    assert "FIDE'nin 2026-06 listesi" in tnrate(without_k, "--lang", "tr").out


def test_the_year_of_birth_of_the_list(home: Path, without_k: Path) -> None:
    """K 0 in the list is unknown; the year of birth there makes a junior of him all the same."""
    put(home, "2026-05", own(standard=(1650, 4, 0), birth_year=2012))
    text = without_k.read_text("utf-8")
    by_page = tnrate(without_k, "--json").document["player"]["birth_year"]
    assert by_page is not None
    without_k.write_text(text.replace(f">{by_page}<", "><"), "utf-8")
    fide = fide_of(tnrate(without_k, "--json"))
    assert (fide["k"], fide["k_source"]) == (40, "derived")
    assert "2026-05" in fide["k_reason"]


def test_what_is_said_by_card_or_hand_stands_above(home: Path, without_k: Path) -> None:
    """The printed K first, then --k; the list changes neither."""
    put(home, "2026-05", own())
    assert fide_of(tnrate(DEMO / "card.html", "--json"))["k_source"] == "card"
    by_hand = fide_of(tnrate(without_k, "--k", "10", "--json"))
    assert (by_hand["k"], by_hand["k_source"]) == (10, "option")


def test_the_day_and_the_class_by_hand_choose_the_list(home: Path, without_k: Path) -> None:
    """--on and --time choose the month and the class that K is taken from."""
    put(home, "2026-05", own(rapid=(1500, 0, 10)))
    put(home, "2026-06", own(standard=(1650, 0, 20)))
    assert fide_of(tnrate(without_k, "--on", "2026-06-02", "--json"))["k"] == 20
    assert fide_of(tnrate(without_k, "--time", "rapid", "--json"))["k"] == 10


def test_without_a_list_nothing_changes(home: Path, without_k: Path) -> None:
    """No list, or one without the player: the same card, and no file is made."""
    before = tnrate(without_k, "--json").document
    assert not (home / FILE).exists()
    put(home, "2026-04", ADA)
    assert tnrate(without_k, "--json").document == before
    put(home, "2026-05", ADA)
    after = tnrate(without_k, "--json").document
    added = [note for note in after["notes"] if note not in before["notes"]]
    assert [note["code"] for note in added] == ["opponents_without_ids"]
    assert after | {"notes": before["notes"]} == before


def test_a_home_that_cannot_be_looked_into_costs_no_card(without_k: Path) -> None:
    """Where the home folder cannot even be looked at, the card is rated as without lists."""
    nowhere = {"TNRATE_HOME": "/" + "x" * 5000}
    found = tnrate(without_k, "--json", env=nowhere)
    assert found.status == 0
    assert fide_of(found) == fide_of(tnrate(without_k, "--json"))
    shown = tnrate("list", "show", "--json", env=nowhere)
    assert shown.document["error"]["code"] == "list_home_unusable"


def test_lists_that_cannot_be_read_cost_a_note(home: Path, without_k: Path) -> None:
    """A damaged file of lists leaves the card as it was without, and a note that says so."""
    before = fide_of(tnrate(without_k, "--json"))
    home.mkdir(exist_ok=True)
    (home / FILE).write_bytes(b"no database, but something long enough" * 100)
    found = tnrate(without_k, "--json")
    assert (found.status, fide_of(found)) == (0, before)
    assert "lists_unusable" in notes_of(found)


# Ratings that the page lacks


def rapid_event(**own: Any) -> Event:
    """Give the demo as a rapid event: nobody is rated in rapid who has no FIDE rating there."""
    event = demo.demo_event()
    players = tuple(
        replace(one, **own) if one.start_number == OWN.start_number else one
        for one in event.players
    )
    return replace(event, time_control="Rapid", time_text="15 dakika", players=players)


def put_ukd(home: Path, month: str, *entries: ukd_lists.Entry) -> None:
    """Import a list of the federation."""
    path = home.parent / f"ukd_{month}.csv"
    path.write_bytes(ukd_lists.as_csv(ukd_lists.rows(entries)))
    import_file(ListStore(home), path, datetime.now(UTC))


@pytest.mark.parametrize("command", ["rate", "next"])
def test_a_standard_rating_stands_in(command: str, home: Path) -> None:
    """The own standard rating stands in rapid, with K 40, and so does an opponent's."""
    event = rapid_event(fide=0, k=None)
    games = [one for one in event.results[13] if one.opponent == 7]
    met = Entry(99104079, "Cetrefgil, Bilge", standard=(1777, 1, 20))
    players = tuple(replace(one, fide=0) if one.start_number == 7 else one for one in event.players)
    event = replace(event, players=players)
    assert games
    put(home, "2026-05", own(standard=(1650, 3, 20)), met)
    with Standin([event], Style(two_ratings=True, published=False)) as site:
        found = tnrate(command, str(event.number), "--player", "13", "--json", site=site)
        text = tnrate(command, str(event.number), "--player", "13", site=site).out
    fide = fide_of(found)
    assert (fide["rating"], fide["k"], fide["k_source"]) == (1650, 40, "derived")
    assert {"own_standard_stands_in", "opponents_standard"} <= notes_of(found)
    opponent = found.document["next"]["opponent"]
    assert (opponent["fide"], opponent["fide_source"]) == (1777, "standard_list")
    assert "the standard rating 1650 stands in" in text
    if command == "rate":
        assert "K 40: new in this class: the standard rating stands in (FIDE 7.2.1)" in text


@pytest.mark.parametrize("command", ["rate", "month"])
def test_opponents_whom_no_list_was_asked_about(command: str, home: Path, tmp_path: Path) -> None:
    """A saved card without FIDE ids costs unrated opponents their listed rating, and says so."""
    event = rapid_event(fide=1650)
    players = tuple(replace(one, fide=0) if one.start_number == 7 else one for one in event.players)
    event = replace(event, players=players)
    style = Style(two_ratings=True, details=True, published=False)
    card, rank = tmp_path / "card.html", tmp_path / "rank.html"
    card.write_text(render.card_page(event, OWN.start_number, style), "utf-8")
    rank.write_text(start_list_page(event, style), "utf-8")
    assert "opponents_without_ids" not in tnrate(command, card, "--json").out
    put(home, "2026-04", own())
    assert "opponents_without_ids" not in tnrate(command, card, "--json").out
    put(home, "2026-05", own(standard=(1650, 3, 20)))
    found = tnrate(command, card, "--json")
    assert "opponents_without_ids" in found.out
    assert "--start-list" in found.out
    if command == "rate":
        given = tnrate(command, card, "--start-list", rank, "--json")
        assert "opponents_without_ids" not in given.out


def test_no_more_requests_without_a_list(home: Path) -> None:
    """The starting rank is fetched for the FIDE ids only where a list could tell something."""
    event = rapid_event()
    with Standin([event], Style(two_ratings=True, details=True)) as site:
        tnrate("rate", str(event.number), "--player", "13", site=site)
        before = len(site.requests)
        put(home, "2026-05", own())
        tnrate("rate", str(event.number), "--player", "13", "--time", "standard", site=site)
        assert len(site.requests) == before
        tnrate("rate", str(event.number), "--player", "13", site=site)
        assert len(site.requests) > before


def test_the_own_rating_of_the_list(home: Path, without_k: Path) -> None:
    """A card that prints no own rating is rated by the list of its first day."""
    text = without_k.read_text("utf-8")
    assert ">1650<" in text
    without_k.write_text(text.replace(">1650<", "><").replace(">1620<", "><"), "utf-8")
    assert fide_or_none(tnrate(without_k, "--json")) is None
    put(home, "2026-05", own(standard=(1655, 3, 20)))
    put_ukd(home, "2026-05", ukd_lists.Entry("Kerem Şenbulakçı", None, 1611, 1511))
    found = tnrate(without_k, "--json")
    assert fide_of(found)["rating"] == 1655
    assert found.document["ukd"]["rating"] == 1611
    assert {"own_fide_listed", "own_national_by_name"} <= notes_of(found)
    put_ukd(home, "2026-05", ukd_lists.Entry("K. Ş.", None, 1622, 1522, fide_id=OWN.fide_id))
    found = tnrate(without_k, "--json")
    assert found.document["ukd"]["rating"] == 1622
    assert "own_national_listed" in notes_of(found)
    rapid = tnrate(without_k, "--time", "rapid", "--json")
    assert rapid.document["ukd"]["rating"] == 1522
    by_hand = tnrate(without_k, "--fide", "1500", "--ukd", "1400", "--json")
    assert (fide_of(by_hand)["rating"], by_hand.document["ukd"]["rating"]) == (1500, 1400)


def fide_or_none(outcome: Outcome) -> object:
    """Give the FIDE part of the JSON, or null."""
    found: object = outcome.document["fide"]
    return found


def test_a_title_of_the_list_gives_k(home: Path, without_k: Path) -> None:
    """A GM by the list has had 2400: K 10, though the list leaves K blank."""
    put(home, "2026-05", own(title="GM", standard=(1650, 0, 0)))
    fide = fide_of(tnrate(without_k, "--json"))
    assert (fide["k"], fide["k_source"], fide["k_candidates"]) == (10, "derived", [])
    assert fide["k_reason"].startswith("GM: ")


def test_every_possible_k_is_said(without_k: Path) -> None:
    """Without any source each K stands with its result, in the text and in the JSON."""
    found = fide_of(tnrate(without_k, "--json"))
    assert [one["k"] for one in found["k_candidates"]] == [20, 40, 10]
    assert {name: found["k_candidates"][0][name] for name in ("change", "new_rating")} == {
        "change": found["change"],
        "new_rating": found["new_rating"],
    }
    text = tnrate(without_k).out
    assert "K unknown: with 20 +8.80, new 1659; with 40 +17.60, new 1668; with 10 +4.40" in text
    assert "K bilinmiyor: 20 ile +8,80" in tnrate(without_k, "--lang", "tr").out
    by_hand = tnrate("calc", "fide", "--rating", "1500", "1400:1", "--json").document
    assert [one["change"] for one in by_hand["k_candidates"]] == ["7.20", "14.40", "3.60"]
    with_k = tnrate("calc", "fide", "--rating", "1500", "--k", "20", "1400:1", "--json").document
    assert with_k["k_candidates"] == []


# Following


def test_the_lists_that_following_asks(home: Path) -> None:
    """Following asks by FIDE id; without lists, or with damaged ones, nothing is known."""
    assert Lists().lookup() is None
    put(home, "2026-05", own())
    lookup = Lists().lookup()
    assert lookup is not None
    found = lookup(OWN.fide_id or 0, STANDARD, DAY)
    assert found is not None
    assert (found.month, found.k) == (MAY, 40)
    assert lookup(5, STANDARD, DAY) is None
    (home / FILE).write_bytes(b"no database, but something long enough" * 100)
    damaged = Lists().lookup()
    assert damaged is not None
    assert damaged(OWN.fide_id or 0, STANDARD, DAY) is None


def test_a_follower_is_told_the_k_of_the_list(home: Path) -> None:
    """`follow` and `history` rate with K of the list where no page prints one."""
    put(home, "2026-05", own())
    style = Style(two_ratings=True, published=False)
    with Standin([demo.demo_event()], style) as site:
        link = f"https://chess-results.com/tnr{demo.DEMO_NUMBER}.aspx?art=9&snr=13"
        assert tnrate("follow", link, "--once", site=site).status == 0
        (moment,) = tnrate("history", link, "--json", site=site).document["moments"]
    assert (moment["fide"]["k"], moment["fide"]["k_source"]) == (40, "list")
