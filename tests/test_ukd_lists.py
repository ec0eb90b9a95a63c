"""The federation's list: any form and order of columns, never an identity number, FIDE id first."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.importing import import_file
from lists.model import ListKind, NationalPlayer, RatingList
from lists.store import ListStore
from rating.listed import ListedNational
from report.lists_text import ListsText
from report.words import Words
from scraper import errors
from scraper.model import Player, TimeControl
from tests import rating_lists, ukd_lists
from tests.commands import tnrate
from tests.test_text import ESCAPE, Terminal
from tests.ukd_lists import HEAD, IDENTITY, Entry, as_csv, as_html, as_xls, as_xlsx, rows

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NOVEMBER = date(2026, 11, 1)
STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
ADA = Entry("Şenbulakçı, Ada", date(2012, 5, 6), 1650, 1500, None, 990_000_001)
BORA = Entry("YELKOVAN BORA", date(1988, 1, 2), 1432, None, 1301, None, "Çınar Satranç", "İzmir")
ALL = (ADA, BORA)
TITLE = ("TÜRKİYE SATRANÇ FEDERASYONU",), ("UKD Listesi - Kasım 2026",)
FORMS: dict[str, Callable[[Sequence[Entry]], bytes]] = {
    "semicolons.csv": lambda all_: as_csv(rows(all_)),
    "commas.csv": lambda all_: as_csv(rows(all_), delimiter=","),
    "tabs.txt": lambda all_: as_csv(rows(all_), delimiter="\t"),
    "bom.csv": lambda all_: as_csv(rows(all_), encoding="utf-8-sig"),
    "turkish.csv": lambda all_: as_csv(rows(all_), encoding="windows-1254"),
    "unicode.txt": lambda all_: as_csv(rows(all_), delimiter="\t", encoding="utf-16"),
    "titled.csv": lambda all_: as_csv(rows(all_), above=TITLE),
    "list.xlsx": lambda all_: as_xlsx(rows(all_), above=TITLE),
    "list.xls": lambda all_: as_xls(rows(all_)),
    "page.html": lambda all_: as_html(rows(all_), above=TITLE),
    "page.xls": lambda all_: as_html(rows(all_)),
    "turkish.html": lambda all_: as_html(rows(all_), encoding="windows-1254"),
    "charset.html": lambda all_: as_html(
        rows(all_), encoding="windows-1254", charset="windows-1254"
    ),
    "sheet.zip": lambda all_: rating_lists.packed("ukd.xlsx", as_xlsx(rows(all_))),
    "text.zip": lambda all_: rating_lists.packed("ukd.csv", as_csv(rows(all_))),
}


@pytest.fixture
def lists(tmp_path: Path) -> ListStore:
    """Give a store of its own."""
    return ListStore(tmp_path / "home")


def imported(
    lists: ListStore, folder: Path, data: bytes, name: str = "list.csv",
    month: date | None = NOVEMBER,
) -> RatingList:  # fmt: skip
    """Import bytes as a file of that name."""
    path = folder / name
    path.write_bytes(data)
    return import_file(lists, path, NOW, month=month)


def kept(lists: ListStore, name: str) -> NationalPlayer:
    """Give the one player of a name by the newest list."""
    (person,) = lists.people(name)
    return lists.national_player(person)[0][1]


def player_of(entry: Entry) -> NationalPlayer:
    """Give what is to be kept of an entry."""
    ratings = dict(zip(TimeControl, (entry.ukd, entry.uhs, entry.uys), strict=True))
    born = None if entry.born is None else entry.born.year
    return NationalPlayer(entry.fide_id, entry.name, born, entry.club, entry.city, ratings)


# Forms


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_players(lists: ListStore, tmp_path: Path, name: str) -> None:
    """Text with any delimiter and encoding, old and new Excel, pages, packed or not."""
    found = imported(lists, tmp_path, FORMS[name](ALL), name)
    assert (found.month, found.kind, found.players) == (NOVEMBER, ListKind.UKD, 2)
    assert kept(lists, "senbulakci ada") == player_of(ADA)
    assert kept(lists, "Bora Yelkovan") == player_of(BORA)


@pytest.mark.parametrize("name", FORMS)
def test_no_identity_number_is_kept(lists: ListStore, tmp_path: Path, name: str) -> None:
    """The number stands nowhere in the file of lists, in any form."""
    data = FORMS[name]([*ALL, *ukd_lists.crowd(50)])
    imported(lists, tmp_path, data, name)
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert files
    assert not any(IDENTITY.encode() in path.read_bytes() for path in files)


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        (("Adı Soyadı", "FIDE ID"), ("Ada Kar", IDENTITY)),
        (("Adı Soyadı", "Kulüp"), (f"{IDENTITY} Ada Kar", f"Demo {IDENTITY}")),
        (("TC Kimlik", "Adı Soyadı"), (IDENTITY, "Ada Kar")),
        (("Lisans No", "Adı Soyadı"), (IDENTITY, "Ada Kar")),
        (("ID", "Adı Soyadı"), (IDENTITY, "Ada Kar")),
    ],
)
def test_an_identity_number_in_another_column_is_not_kept(
    lists: ListStore, tmp_path: Path, head: tuple[str, ...], cells: tuple[str, ...]
) -> None:
    """A number too long for a FIDE id is none, nor a part of a name or a club."""
    imported(lists, tmp_path, as_csv([(*cells, 1500)], (*head, "UKD")))
    found = kept(lists, "ada kar")
    assert (found.name, found.fide_id, found.ratings[STANDARD]) == ("Ada Kar", None, 1500)
    for path in (tmp_path / "home").iterdir():
        assert IDENTITY.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        as_csv([(IDENTITY, "Ada Kar", IDENTITY)], ("TC", "Ad Soyad", "UKD")),
        as_csv([(IDENTITY, "Ada", 1500, IDENTITY)], ("TC", "Ad Soyad", "UKD")),
        as_csv([(IDENTITY, "Ada")], ("TC Kimlik No", "Ad Soyad")),
    ],
)
def test_no_identity_number_in_a_refusal(home: Path, tmp_path: Path, data: bytes) -> None:
    """A refusal tells the line, never what stands in it."""
    path = tmp_path / "a_2026-11.csv"
    path.write_bytes(data)
    said = tnrate("list", "import", path)
    assert said.status == 1
    assert IDENTITY not in said.out + said.err


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    at=st.integers(0, len(HEAD) - 1),
    around=st.sampled_from(["{}", "x {}", "{} x", "TC: {}", "{}.0"]),
    head=st.permutations(HEAD),
)
def test_wherever_the_number_stands_it_is_not_kept(
    tmp_path: Path, at: int, around: str, head: list[str]
) -> None:
    """In whatever column the number stands, the file of lists does not have it."""
    row = [*rows([ADA])[0]]
    row[at] = around.format(IDENTITY)
    body = [[row[HEAD.index(name)] for name in head]]
    with suppress(errors.RatingListLine, errors.RatingListDamaged):
        imported(ListStore(tmp_path / "home"), tmp_path, as_csv(body, head))
    for path in (tmp_path / "home").iterdir():
        assert IDENTITY.encode() not in path.read_bytes()


def test_a_number_with_blanks_is_not_kept(lists: ListStore, tmp_path: Path) -> None:
    """An identity number in groups of digits, with its label or without, is cut out too."""
    body = [
        ("Kar, Ada TC: 100 000 001 46", "Demo 100.000.001.46", 1500),
        ("Kum, Bora/10000000146", "(10000000146) Demo", 1400),
    ]
    imported(lists, tmp_path, as_csv(body, ("Adı Soyadı / TC", "Kulüp", "UKD")))
    found = [kept(lists, name) for name in ("kar ada", "kum bora")]
    assert [one.name for one in found] == ["Kar, Ada", "Kum, Bora"]
    assert [one.club for one in found] == ["Demo", "Demo"]


# What cannot be read

GOOD = [("Kar, Ada", 1990, 1500, 1400), ("Kum, Bora", 1991, 1600, 1300)]
_HEADS = ("Ad Soyad", "Doğum Yılı", "UKD", "UHS")


@pytest.mark.parametrize(
    ("row", "players", "rows_", "values"),
    [
        (("Taş, Can", 1992, -5, 1200), 3, 0, 1),
        (("Taş, Can", 1992, -5, ""), 3, 0, 1),
        (("Taş, Can", 1992, "abc", 9999), 3, 0, 2),
        (("Taş, Can", "", "abc", ""), 2, 1, 0),
        (("Taş, Can", 1992, 1700, 1, "x"), 2, 1, 0),
        (("", 1992, 1700, ""), 2, 1, 0),
        (("", "", "", ""), 2, 0, 0),
        (("Toplam", "", "", ""), 2, 0, 0),
        (("Taş,\0 Can", 1992, 1700, ""), 3, 0, 0),
    ],
)
def test_a_bad_cell_costs_itself_or_its_row(
    lists: ListStore, tmp_path: Path, row: tuple[object, ...],
    players: int, rows_: int, values: int,
) -> None:  # fmt: skip
    """A rating that is none is dropped, a row without anything left too; both are counted."""
    found = imported(lists, tmp_path, as_csv([*GOOD, row], _HEADS))
    assert (found.players, found.unread_rows, found.unread_values) == (players, rows_, values)
    assert kept(lists, "kar ada").ratings[STANDARD] == 1500
    if players == 3:
        kept(lists, "taş can")


@pytest.mark.parametrize(("bad", "is_refused"), [(2, False), (3, True)])
def test_a_list_is_refused_where_most_rows_are_unreadable(
    lists: ListStore, tmp_path: Path, bad: int, is_refused: bool
) -> None:
    """Half of the rows may be unreadable, more may not."""
    data = as_csv([*GOOD, *[("Taş, Can", 1992, "x", "y")] * bad], _HEADS)
    if not is_refused:
        assert imported(lists, tmp_path, data).unread_values == 2 * bad
        return
    with pytest.raises(errors.RatingListLine) as refused:
        imported(lists, tmp_path, data)
    assert refused.value.facts.items() >= {"line": 4, "count": 3, "rows": 5}.items()
    assert lists.lists() == ()


@pytest.mark.parametrize("head", ["Adı Soyadı / TC", "Ad Soyad (TC)", "TC / Ad Soyad", "TC, İsim"])
def test_a_head_that_names_several_things(lists: ListStore, tmp_path: Path, head: str) -> None:
    """A column of names is one whatever else its head says."""
    body = [(f"{IDENTITY} Kar, Ada", "99000001", 1500), (f"Kum, Bora / {IDENTITY}", "", 1400)]
    assert imported(lists, tmp_path, as_csv(body, (head, "FIDE ID", "UKD"))).players == 2
    assert kept(lists, "kar ada").fide_id == 99_000_001
    assert kept(lists, "kum bora").name == "Kum, Bora"


def test_what_was_left_out_is_said(home: Path, tmp_path: Path) -> None:
    """The import says how many rows and values were left out, in both languages and as JSON."""
    path = tmp_path / "ukd_2026-11.csv"
    path.write_bytes(as_csv([*GOOD, ("Taş, Can", 1992, -5, 1200), ("", 1, 1700, "")], _HEADS))
    found = tnrate("list", "import", path, "--json").document
    assert [one["code"] for one in found["notes"]] == ["list_rows_unread", "list_values_unread"]
    assert (found["imported"]["unread_rows"], found["imported"]["unread_values"]) == (1, 1)
    assert "left out: 1" in tnrate("list", "import", path).out
    assert "1" in tnrate("list", "import", path, "--lang", "tr").out.split("•")[1]


# Columns

_NAMES = (
    "Adı Soyadı",
    "AD SOYAD",
    "ad-soyad",
    "Soyadı, Adı",
    "İsim",
    "Oyuncu",
    "Name",
    "Full name",
)
_BORN = ("Doğum Tarihi", "DOĞUM YILI", "D.Yılı", "Birth date", "Year of birth", "born")
_UKD = ("UKD", "ukd puanı", "Ulusal Kuvvet Derecesi (UKD)", "UKD Standart", "National rating")
_UHS = ("UHS", "UHD", "uhs puanı", "Hızlı UKD", "UKD Rapid")
_UYS = ("UYS", "uyd", "Yıldırım UKD", "UKD Blitz")
_FIDE = ("FIDE ID", "Fide No", "FIDE NUMARASI", "fide-id no")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.tuples(*map(st.sampled_from, (_NAMES, _BORN, _UKD, _UHS, _UYS, _FIDE))),
    order=st.permutations(range(8)),
    born=st.sampled_from(["04.03.1990", "1990", "1990-03-04", "4/3/1990"]),
    case=st.sampled_from([str, str.upper]),
)
def test_columns_stand_in_any_order(
    tmp_path: Path, names: tuple[str, ...], order: list[int], born: str, case: Callable[[str], str]
) -> None:
    """Whatever the heads are called and wherever they stand, each value is the right one's."""
    head = [*map(case, names), "TC Kimlik No", "Kategori"]
    cells = ["Kar, Ada", born, "1500", "1400", "1.300", "99000001", IDENTITY, "A"]
    data = as_csv([[cells[at] for at in order]], [head[at] for at in order])
    lists = ListStore(tmp_path / "home")
    imported(lists, tmp_path, data)
    found = kept(lists, "kar ada")
    assert (found.fide_id, found.birth_year) == (99_000_001, 1990)
    assert list(found.ratings.values()) == [1500, 1400, 1300]


@pytest.mark.parametrize(
    "head", [("Adı", "Soyadı", "UKD"), ("AD", "SOYAD", "UKD"), ("First name", "Surname", "UKD")]
)
def test_a_name_in_two_columns(lists: ListStore, tmp_path: Path, head: tuple[str, ...]) -> None:
    """First name and surname apart are one name."""
    imported(lists, tmp_path, as_csv([("Ada", "Kar", 1500)], head))
    assert kept(lists, "ada kar").name == "Kar, Ada"


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("1500", 1500), ("1500.0", 1500), ("1500,00", 1500), ("1055,90", 1055), ("1.500", 1500),
        ("0", None), ("", None), ("-", None), ("Yok", None),
    ],
)  # fmt: skip
def test_ratings_as_they_are_written(
    lists: ListStore, tmp_path: Path, text: str, rating: int | None
) -> None:
    """A rating is cut off to a whole number; 0, a dash and blank are none."""
    imported(lists, tmp_path, as_csv([("Ada Kar", 1990, text)], ("Ad Soyad", "Doğum Yılı", "UKD")))
    assert kept(lists, "ada kar").ratings[STANDARD] == rating


def test_what_is_no_player_is_left_out(lists: ListStore, tmp_path: Path) -> None:
    """Empty lines, a repeated head, page numbers and sums below the list are no players."""
    body = rows(ALL)
    footers = [("",) * len(HEAD), HEAD, ("", "", "Toplam: 2"), ("Sayfa", 1)]
    assert imported(lists, tmp_path, as_csv([*body, *footers])).players == 2
    below = f"<table><tr>{'<td>x</td>' * 8}</tr></table>"
    assert imported(lists, tmp_path, as_html(body, below=below), "a.html").players == 2


def test_every_sheet_and_table_with_a_head_counts(lists: ListStore, tmp_path: Path) -> None:
    """A page with two such tables gives the players of both, each by its own head."""
    second = as_html([("1300", "Kar, Cem")], ("UKD", "Ad Soyad")).decode()
    table = second[second.index("<table id") : second.index("</td></tr></table></body>")]
    imported(lists, tmp_path, as_html(rows(ALL), below=table), "a.html")
    assert kept(lists, "cem kar").ratings[STANDARD] == 1300
    assert kept(lists, "ada senbulakci") == player_of(ADA)


# Month


@pytest.mark.parametrize(
    ("name", "above", "month"),
    [
        ("ukd_2026-11.csv", (), NOVEMBER),
        ("UKD Kasım 2026.csv", (), NOVEMBER),
        ("2026 KASIM ukd.csv", (), NOVEMBER),
        ("ukd 01.11.2026.csv", (), NOVEMBER),
        ("ukd-ağustos2026.csv", (), date(2026, 8, 1)),
        ("a.csv", TITLE, NOVEMBER),
        ("a.csv", (("Tarih: 01.10.2026",),), date(2026, 10, 1)),
        ("ukd_2026-11.csv", (("Tarih: 01.10.2026",),), NOVEMBER),
    ],
)
def test_the_month(
    lists: ListStore, tmp_path: Path, name: str, above: Sequence[ukd_lists.Row], month: date
) -> None:
    """The month stands above the head or in the file's name, in Turkish or in numbers."""
    data = as_csv(rows(ALL), above=above)
    assert imported(lists, tmp_path, data, name, month=None).month == month


def test_a_date_elsewhere_on_a_page_is_no_month(lists: ListStore, tmp_path: Path) -> None:
    """Only what stands in the table of the list says its month, not the page around it."""
    page = as_html(rows(ALL)).replace("Menü".encode(), b"Son haber: 05.12.2026")
    with pytest.raises(errors.RatingListMonthUnknown):
        imported(lists, tmp_path, page, "a.html", month=None)


def test_an_unknown_month_is_asked_for(lists: ListStore, tmp_path: Path) -> None:
    """No month anywhere is a refusal."""
    with pytest.raises(errors.RatingListMonthUnknown):
        imported(lists, tmp_path, as_csv(rows(ALL)), month=None)


# Refusals


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (as_csv([("Ada", 1)], ("Ad Soyad", "Kulüp")), errors.NationalListColumns),
        (as_csv([(1500, 1400)], ("UKD", "UHS")), errors.NationalListColumns),
        (as_csv([("a", "b")], ("Renk", "Boy")), errors.NotARatingList),
        (as_html([("a", "b")], ("Renk", "Boy")), errors.NotARatingList),
        (as_xlsx([("a", "b")], ("Renk", "Boy")), errors.NotARatingList),
        (
            as_csv([("Ada", IDENTITY, 1500, 1, "1", "3")],
                   ("Soyad Ad", "TC Kimlik", "UKD", "Round", "Sonuç", "UKD Değişim")),
            errors.NotARatingList,
        ),
        (as_csv([("Ada", "abc")], ("Ad Soyad", "UKD")), errors.RatingListLine),
        (as_csv([("Ada", "99999")], ("Ad Soyad", "UKD")), errors.RatingListLine),
        (as_csv([("Kar", "Ada", 1500)], ("Ad Soyad", "UKD")), errors.RatingListLine),
        (as_csv([], ("Ad Soyad", "UKD")), errors.RatingListDamaged),
        (as_xlsx(rows(ALL))[:-200], errors.RatingListDamaged),
        (as_xls(rows(ALL))[:900], errors.RatingListDamaged),
        (b"\x89PNG\r\n\x1a\n\x00\x00", errors.NotARatingList),
        (b"x" * 200_000, errors.NotARatingList),
        (b"", errors.NotARatingList),
    ],
)  # fmt: skip
def test_refusals(
    lists: ListStore, tmp_path: Path, data: bytes, error: type[errors.TnrateError]
) -> None:
    """What has no usable columns, a report of games, and what is broken replace no list."""
    imported(lists, tmp_path, as_csv(rows(ALL)))
    before = lists.lists()
    with pytest.raises(error):
        imported(lists, tmp_path, data, "other.bin")
    assert lists.lists() == before


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    form=st.sampled_from(sorted(FORMS)),
    at=st.integers(0, 10_000),
    new=st.binary(max_size=6),
    cut=st.booleans(),
)
def test_no_damage_is_a_traceback(
    tmp_path: Path, form: str, at: int, new: bytes, cut: bool
) -> None:
    """A changed or cut file is read or refused, nothing else."""
    data = bytearray(FORMS[form](ALL))
    at %= len(data)
    data[at : len(data) if cut else at + len(new)] = new
    with suppress(errors.TnrateError):
        imported(ListStore(tmp_path / "home"), tmp_path, bytes(data), form)


# The lookup


def listed(lists: ListStore, **person: Any) -> ListedNational | None:
    """Look up one player for a standard event of November."""
    facts: dict[str, Any] = {"start_number": None, "name": None} | person
    return lists.listed_national([Player(**facts)], STANDARD, date(2026, 11, 15))[0]


def test_by_fide_id_first(lists: ListStore, tmp_path: Path) -> None:
    """The FIDE id is sure, whatever the name; only without it the name is looked for."""
    other = Entry("Kar, Cem", date(1999, 1, 1), 1200)
    imported(lists, tmp_path, as_csv(rows([ADA, BORA, other])))
    assert listed(lists, fide_id=ADA.fide_id, name="Kar, Cem") == ListedNational(
        NOVEMBER, 1650, 2012
    )
    assert listed(lists, name="cem KAR") == ListedNational(NOVEMBER, 1200, 1999, by_name=True)
    assert listed(lists, name="cem KAR", fide_id=5) == ListedNational(
        NOVEMBER, 1200, 1999, by_name=True
    )
    assert listed(lists, fide_id=5) is None
    assert listed(lists) is None


@pytest.mark.parametrize(
    ("namesake", "born", "rating"),
    [
        (Entry("Kar, Cem", date(1970, 1, 1), 1900), 1999, 1200),
        (Entry("Kar, Cem", date(1970, 1, 1), 1900), None, None),
        (Entry("KAR CEM", date(1999, 7, 7), 1900), 1999, None),
        (Entry("Kar, Cem", None, 1900), 1999, None),
        (Entry("Kar, Cem", date(1999, 1, 1), 1900, fide_id=99_000_007), 1999, 1200),
    ],
)
def test_a_name_counts_only_where_it_is_clear(
    lists: ListStore, tmp_path: Path, namesake: Entry, born: int | None, rating: int | None
) -> None:
    """Two who can both be meant are nobody; year of birth and FIDE id tell them apart."""
    imported(lists, tmp_path, as_csv(rows([Entry("Kar, Cem", date(1999, 1, 1), 1200), namesake])))
    found = listed(lists, name="Cem Kar", birth_year=born, fide_id=99_000_008)
    assert (found and found.rating) == rating


def test_two_rows_of_one_fide_id_are_nobody(lists: ListStore, tmp_path: Path) -> None:
    """A FIDE id with two different rows says nothing; the same row twice is one."""
    again = Entry(ADA.name, ADA.born, 1700, fide_id=ADA.fide_id)
    imported(lists, tmp_path, as_csv(rows([ADA, ADA])[:2]))
    assert listed(lists, fide_id=ADA.fide_id) is not None
    imported(lists, tmp_path, as_csv(rows([ADA, again])))
    assert listed(lists, fide_id=ADA.fide_id) is None


def test_the_class_and_the_month(lists: ListStore, tmp_path: Path) -> None:
    """UHS for rapid, UYS for blitz; the list of the day's month, else the newest."""
    imported(lists, tmp_path, as_csv(rows([ADA])))
    newer = Entry(ADA.name, ADA.born, 1700, 1510, 1400, ADA.fide_id)
    imported(lists, tmp_path, as_csv(rows([newer])), month=date(2026, 12, 1))
    people = [Player(None, None, fide_id=ADA.fide_id)]
    found = [
        lists.listed_national(people, control, day)[0]
        for control in TimeControl
        for day in (date(2026, 11, 30), date(2026, 10, 1))
    ]
    ratings = [one and (one.rating, one.month.month) for one in found]
    assert ratings == [(1650, 11), (1700, 12), (1500, 11), (1510, 12), (None, 11), (1400, 12)]


def test_lists_of_both_publishers_stand_side_by_side(lists: ListStore, tmp_path: Path) -> None:
    """Three months of each are kept, and neither displaces the other."""
    for month in (8, 9, 10, 11):
        imported(lists, tmp_path, as_csv(rows(ALL)), month=date(2026, month, 1))
    fide = rating_lists.text([rating_lists.Entry(990_000_001, "Senbulakci, Ada")])
    imported(lists, tmp_path, fide, month=date(2026, 5, 1))
    assert [(one.kind, one.month.month) for one in lists.lists()] == [
        ("ukd", 11), ("ukd", 10), ("ukd", 9), ("combined", 5),
    ]  # fmt: skip


# The commands


def test_import_and_show(home: Path, tmp_path: Path) -> None:
    """Importing says what came in; showing finds a player by FIDE id and by name."""
    path = tmp_path / "UKD Kasım 2026.xlsx"
    path.write_bytes(as_xlsx(rows(ALL)))
    said = tnrate("list", "import", path)
    assert "Imported: the federation's list of 2026-11 (UKD, UHS and UYS), players: 2." in said.out
    shown = tnrate("list", "show")
    assert all(part in shown.out for part in ("2026-11", "UKD, UHS and UYS", "2"))
    for who in (str(ADA.fide_id), "ADA senbulakci"):
        text = tnrate("list", "show", who).out
        assert all(
            part in text for part in ("Şenbulakçı, Ada", "2012", "UKD", "1650", "UHS", "1500")
        )
        (one,) = tnrate("list", "show", who, "--json").document["lists"]
        assert (one["ukd"], one["uhs"], one["uys"]) == (1650, 1500, None)
        assert one["fide_id"] == ADA.fide_id
    assert tnrate("list", "show", "bora", "--json").document["fide_id"] is None
    assert "federasyonun" in tnrate("list", "import", path, "--lang", "tr").out.lower()


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_the_lists_on_any_screen(
    home: Path, tmp_path: Path, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Month, kind and number of players of each list are there on narrow and wide screens."""
    (tmp_path / "ukd_2026-11.csv").write_bytes(as_csv(rows(ALL)))
    tnrate("list", "import", tmp_path / "ukd_2026-11.csv")
    monkeypatch.setenv("COLUMNS", columns)
    screen = Terminal()
    ListsText(Words("en"), screen).lists(ListStore(home).lists())
    lines = ESCAPE.sub("", screen.getvalue()).splitlines()
    assert max(map(len, lines)) <= int(columns)
    text = " ".join(" ".join(lines).split())
    assert all(part in text for part in ("2026-11", "UKD, UHS and UYS", "2"))


def test_show_finds_a_name_in_the_lists_of_fide(home: Path, tmp_path: Path) -> None:
    """A name in FIDE's list is found too, and its ratings stand beside those of the federation."""
    fide = rating_lists.Entry(
        990_000_001, "Senbulakci, Ada", birth_year=2012, standard=(1700, 3, 20)
    )
    for name, data in (
        ("standard_nov26.txt", rating_lists.text([fide])),
        ("ukd_2026-11.csv", as_csv(rows(ALL))),
    ):
        (tmp_path / name).write_bytes(data)
        assert tnrate("list", "import", tmp_path / name).status == 0
    text = tnrate("list", "show", "ŞENBUL").out
    assert all(part in text for part in ("1700", "1650"))
    without_id = replace(ADA, fide_id=None)
    (tmp_path / "ukd_2026-11.csv").write_bytes(as_csv(rows([without_id, BORA])))
    tnrate("list", "import", tmp_path / "ukd_2026-11.csv")
    text = tnrate("list", "show", "ada senb").out
    assert all(part in text for part in ("1700", "1650"))


def test_show_refuses_whom_it_does_not_find(home: Path, tmp_path: Path) -> None:
    """Nobody and several are refusals, the second with the list of them."""
    path = tmp_path / "ukd_2026-11.csv"
    path.write_bytes(as_csv(rows([*ALL, Entry("Yelkovan, Bora", date(2001, 1, 1), 1200)])))
    tnrate("list", "import", path)
    found = tnrate("list", "show", "nobody here", "--json").document
    assert found["error"]["code"] == "not_listed"
    found = tnrate("list", "show", "bora yelkovan", "--json").document
    assert found["error"]["code"] == "several_listed"
    assert "2001" in found["error"]["text"]


def test_a_large_list_is_read_in_pieces(lists: ListStore, tmp_path: Path) -> None:
    """A list of many pieces has every player once and whole."""
    crowd = list(ukd_lists.crowd(25_000))
    for name, make in (("a.csv", as_csv), ("a.html", as_html)):
        data: bytes = make(rows(crowd))
        assert imported(lists, tmp_path, data, name).players == sum(bool(one.born) for one in crowd)
        for entry in crowd[::2500]:
            assert kept(lists, entry.name) == player_of(entry)
