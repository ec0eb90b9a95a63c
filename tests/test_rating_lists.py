"""K and the year of birth from FIDE's list: by FIDE id, of the event's month, with its reason."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from lists.importing import import_file
from lists.model import FILE
from lists.store import ListStore
from rating.card import RatedCard, rate_card
from rating.fide import rules_for
from rating.k_factor import KFactor, KSource, Listed, k_factor
from scraper.model import Published, TimeControl, Tournament
from tests import rating_lists
from tests.cards import EVENT, TODAY, card, codes, opponent, played
from tests.commands import Outcome, tnrate
from tests.conftest import DEMO
from tests.rating_lists import Entry
from tests.standin import demo, render

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
    assert store.listed(ADA.fide_id, STANDARD, JUNE) == Listed(MAY, 40, 2012)
    assert store.listed(ADA.fide_id, RAPID, JUNE) == Listed(JUNE, 10, 2012)
    assert store.listed(ADA.fide_id, TimeControl.BLITZ, JUNE) == Listed(MAY, None, 2012)


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
    before = tnrate(without_k, "--json").out
    assert not (home / FILE).exists()
    put(home, "2026-05", ADA)
    assert tnrate(without_k, "--json").out == before


def test_a_home_that_cannot_be_looked_into_costs_no_card(without_k: Path) -> None:
    """Where the home folder cannot even be looked at, the card is rated as without lists."""
    nowhere = {"TNRATE_HOME": "/" + "x" * 5000}
    found = tnrate(without_k, "--json", env=nowhere)
    assert found.status == 0
    assert fide_of(found) == fide_of(tnrate(without_k, "--json"))
    shown = tnrate("list", "show", "--json", env=nowhere)
    assert shown.document["error"]["code"] == "list_store_failed"


def test_lists_that_cannot_be_read_cost_a_note(home: Path, without_k: Path) -> None:
    """A damaged file of lists leaves the card as it was without, and a note that says so."""
    before = fide_of(tnrate(without_k, "--json"))
    home.mkdir(exist_ok=True)
    (home / FILE).write_bytes(b"no database, but something long enough" * 100)
    found = tnrate(without_k, "--json")
    assert (found.status, fide_of(found)) == (0, before)
    assert "lists_unusable" in notes_of(found)
