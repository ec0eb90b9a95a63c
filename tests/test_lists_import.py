"""Importing FIDE's lists: every form gives the same players, and nothing broken replaces a list."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pexpect
import pytest

from lists import database, fixed_width
from lists.importing import import_file
from lists.model import FILE, ListKind, RatingList
from lists.store import ListStore
from scraper import errors
from scraper.model import TimeControl
from tests import rating_lists
from tests.commands import environment, program, run, tnrate
from tests.rating_lists import Entry

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NOVEMBER = date(2026, 11, 1)
ADA = Entry(
    990_000_003, "Yelkovan, Ada", "TUR", "F", "WFM", 2010, "w",
    (1850, 9, 40), (1790, 0, 40), (1700, 3, 40),
)  # fmt: skip
BORA = Entry(990_000_001, "O'Karcin, Bora & Co", "GER", "M", "", 0, "", (1604, 0, 0))
CIRA = Entry(990_000_002, "Querasso", "ESP", "F", "", 1980, "wi")
ALL = (ADA, BORA, CIRA)
FORMS = {
    "text.txt": rating_lists.text(ALL),
    "legacy.txt": rating_lists.text(ALL, head=rating_lists.HEAD_WITHOUT_FOA),
    "players.xml": rating_lists.xml(ALL),
    "text.zip": rating_lists.packed("players_list_foa.txt", rating_lists.text(ALL)),
    "xml.zip": rating_lists.packed("players_list_xml_foa.xml", rating_lists.xml(ALL)),
}


@pytest.fixture
def lists(tmp_path: Path) -> ListStore:
    """Give a store of its own."""
    return ListStore(tmp_path / "home")


def written(folder: Path, name: str, data: bytes) -> Path:
    """Write a file."""
    path = folder / name
    path.write_bytes(data)
    return path


def imported(
    lists: ListStore, folder: Path, data: bytes, name: str = "list.txt",
    month: date | None = NOVEMBER, time_control: TimeControl | None = None,
) -> RatingList:  # fmt: skip
    """Import bytes as a file of that name."""
    path = written(folder, name, data)
    return import_file(lists, path, NOW, month=month, time_control=time_control)


def kept(lists: ListStore, entry: Entry) -> list[tuple[object, ...]]:
    """Give what each list keeps of a player, in the order of the test's own figures."""
    return [
        (
            one.fide_id, one.name, one.federation, one.sex, one.title, one.birth_year, one.flag,
            *(
                figure
                for control in TimeControl
                for figure in (
                    one.standings[control].rating, one.standings[control].k,
                    one.standings[control].games,
                )
            ),
        )
        for _, one in lists.player(entry.fide_id)
    ]  # fmt: skip


# Forms


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_players(lists: ListStore, tmp_path: Path, name: str) -> None:
    """Text with and without online titles, XML, plain and packed: the combined list is known."""
    found = imported(lists, tmp_path, FORMS[name], name)
    assert (found.month, found.kind, found.players) == (NOVEMBER, ListKind.COMBINED, 3)
    for entry in ALL:
        assert kept(lists, entry) == [rating_lists.figures(entry)]


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
@pytest.mark.parametrize("form", ["txt", "xml"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_list_of_one_class_has_only_its_own(
    lists: ListStore, tmp_path: Path, kind: str, form: str, is_packed: bool
) -> None:
    """A list of one class is told by its name, also by that in the zip, and leaves others blank."""
    data = rating_lists.xml(ALL, kind)
    if form == "txt":
        data = rating_lists.text(ALL, kind, rating_lists.head_of("NOV26"))
    name = f"{kind}_nov26frl.{form}"
    if is_packed:
        data, name = rating_lists.packed(name, data), "download.zip"
    found = imported(lists, tmp_path, data, name, month=None)
    assert (found.month, found.kind) == (NOVEMBER, ListKind(kind))
    blank = {one: (0, 0, 0) for one in ("standard", "rapid", "blitz") if one != kind}
    assert kept(lists, ADA) == [rating_lists.figures(replace(ADA, **blank))]  # type: ignore[arg-type]


def test_the_class_can_be_given_by_hand(lists: ListStore, tmp_path: Path) -> None:
    """Where no name tells the class of a list of one, it is asked for, and taken as given."""
    data = rating_lists.text(ALL, "rapid", rating_lists.head_of("NOV26"))
    with pytest.raises(errors.RatingListKindUnknown):
        imported(lists, tmp_path, data, "list.txt")
    found = imported(lists, tmp_path, data, "list.txt", time_control=TimeControl.RAPID)
    assert found.kind is ListKind.RAPID
    assert lists.player(ADA.fide_id)[0][1].standings[TimeControl.RAPID].rating == 1790


def test_an_overlong_title_moves_a_line_by_a_column(lists: ListStore, tmp_path: Path) -> None:
    """FIDE's longest arbiters' titles push a line one column to the right; it reads the same."""
    line = rating_lists.line(ADA, other_titles="SI,FI,LSI,SLI,NA")
    data = f"{rating_lists.HEAD}\r\n{line}\r\n".encode()
    imported(lists, tmp_path, data)
    assert kept(lists, ADA) == [rating_lists.figures(ADA)]


@pytest.mark.parametrize("end", [b"", b"\r\n", b"\r\n\r\n", b"\r\n\x1a"])
def test_blanks_at_the_end_are_no_matter(lists: ListStore, tmp_path: Path, end: bytes) -> None:
    """Lines without their last blanks, a last line without an end, and empty lines are read."""
    lines = rating_lists.text(ALL).splitlines()
    data = b"\n".join(line.rstrip() for line in lines) + end
    assert imported(lists, tmp_path, data).players == 3
    assert kept(lists, ADA) == [rating_lists.figures(ADA)]


def test_names_keep_their_letters(lists: ListStore, tmp_path: Path) -> None:
    """Entities of the XML are letters; UTF-8 and Latin-1 are both read."""
    entry = replace(ADA, name="Şengül, Çağla <x>")
    imported(lists, tmp_path, rating_lists.xml([entry]), "a.xml")
    assert kept(lists, entry)[0][1] == entry.name
    imported(lists, tmp_path, rating_lists.text([entry]))
    assert kept(lists, entry)[0][1] == entry.name
    latin = rating_lists.text([replace(ADA, name="Köçer, Ada")]).decode().encode("latin-1")
    imported(lists, tmp_path, latin)
    assert kept(lists, entry)[0][1] == "Köçer, Ada"


def test_lines_are_read_across_the_pieces_of_a_file(lists: ListStore, tmp_path: Path) -> None:
    """A list of several megabytes, read in pieces, has every player once and whole."""
    crowd = list(rating_lists.crowd(12_000))
    for name, data in (("a.txt", rating_lists.text(crowd)), ("a.xml", rating_lists.xml(crowd))):
        assert imported(lists, tmp_path, data, name).players == len(crowd)
        for entry in crowd[::97]:
            assert kept(lists, entry) == [rating_lists.figures(entry)]


def test_other_columns_are_not_read(lists: ListStore, tmp_path: Path) -> None:
    """A number that FIDE's lists do not have, such as a national identity number, is not kept."""
    number = "10000000146"
    head = rating_lists.HEAD.replace("B-day Flag", "B-day Flag  NatID")
    text = f"{head}\r\n{rating_lists.line(ADA):{head.index('NatID')}}{number}\r\n"
    imported(lists, tmp_path, text.encode())
    xml = rating_lists.xml([BORA]).replace(b"<flag>", f"<natid>{number}</natid><flag>".encode())
    imported(lists, tmp_path, xml, "standard.xml", date(2026, 10, 1))
    for path in (tmp_path / "home").iterdir():
        assert number.encode() not in path.read_bytes()


# Month


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("standard_nov26frl.txt", date(2026, 11, 1)),
        ("players_list_2026-10.txt", date(2026, 10, 1)),
        ("players-JAN27.txt", date(2027, 1, 1)),
        ("2026_09_players.txt", date(2026, 9, 1)),
    ],
)
def test_the_month_of_the_name(lists: ListStore, tmp_path: Path, name: str, month: date) -> None:
    """A month in the file's name, as FIDE or a person writes it, is the list's."""
    assert imported(lists, tmp_path, FORMS["text.txt"], name, month=None).month == month


@pytest.mark.parametrize(
    "name", ["players_list.txt", "march26.txt", "list2026-13.txt", "a1234.txt"]
)
def test_an_unknown_month_is_asked_for(lists: ListStore, tmp_path: Path, name: str) -> None:
    """Where neither the list nor its name tells the month, nothing is guessed."""
    with pytest.raises(errors.RatingListMonthUnknown):
        imported(lists, tmp_path, FORMS["text.txt"], name, month=None)
    assert lists.lists() == ()


def test_the_head_stands_above_the_name(lists: ListStore, tmp_path: Path) -> None:
    """The month in the head of the list is believed, and a different one by hand refused."""
    data = rating_lists.text(ALL, "blitz", rating_lists.head_of("OCT26"))
    name = "blitz_nov26frl.txt"
    assert imported(lists, tmp_path, data, name, month=None).month == date(2026, 10, 1)
    with pytest.raises(errors.RatingListMonthDiffers):
        imported(lists, tmp_path, data, name, month=NOVEMBER)


# What is kept


def test_three_months_are_kept(lists: ListStore, tmp_path: Path) -> None:
    """A fourth month takes the place of the oldest one; an older one than all is refused."""
    for month in (8, 10, 9, 11):
        imported(lists, tmp_path, FORMS["text.txt"], month=date(2026, month, 1))
    assert [one.month.month for one in lists.lists()] == [11, 10, 9]
    assert [one.month.month for one, _ in lists.player(ADA.fide_id)] == [11, 10, 9]
    with pytest.raises(errors.RatingListTooOld):
        imported(lists, tmp_path, FORMS["text.txt"], month=date(2026, 8, 1))
    assert len(lists.lists()) == 3


def test_lists_of_one_month_stand_side_by_side(lists: ListStore, tmp_path: Path) -> None:
    """Standard, rapid, blitz and the combined list of a month do not displace each other."""
    for kind in ("rapid", "standard", "blitz"):
        data = rating_lists.text(ALL, kind, rating_lists.head_of("NOV26"))
        imported(lists, tmp_path, data, f"{kind}.txt")
    imported(lists, tmp_path, FORMS["text.txt"])
    assert sorted(one.kind for one in lists.lists()) == ["blitz", "combined", "rapid", "standard"]


def test_a_list_imported_again_replaces_itself(lists: ListStore, tmp_path: Path) -> None:
    """The same month and kind again: only the new players are there, and old tables are gone."""
    imported(lists, tmp_path, FORMS["text.txt"])
    imported(lists, tmp_path, rating_lists.text([replace(ADA, standard=(1900, 1, 20))]))
    assert [(one.month, one.players) for one in lists.lists()] == [(NOVEMBER, 1)]
    assert lists.player(BORA.fide_id) == ()
    assert lists.player(ADA.fide_id)[0][1].standings[TimeControl.STANDARD].rating == 1900
    with closing(sqlite3.connect(tmp_path / "home" / FILE)) as file:
        tables = file.execute("SELECT name FROM sqlite_master WHERE name LIKE 'player%'")
        assert len(tables.fetchall()) == 1


# What is refused


def _cut_zip() -> bytes:
    return FORMS["text.zip"][:-40]


def _flipped_zip() -> bytes:
    data = bytearray(rating_lists.packed("a.txt", rating_lists.text(rating_lists.crowd(50))))
    data[400] ^= 0xFF
    return bytes(data)


def _misplaced_zip() -> bytes:
    data = bytearray(FORMS["text.zip"])
    place = data.index(b"PK\x05\x06") + 16  # of the directory
    data[place : place + 4] = (len(data) * 2).to_bytes(4, "little")
    return bytes(data)


def _new_zip() -> bytes:
    data = bytearray(FORMS["text.zip"])
    data[data.index(b"PK\x01\x02") + 6] = 200  # the version that it takes
    return bytes(data)


def _locked_zip() -> bytes:
    data = bytearray(FORMS["text.zip"])
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + place] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "refusal"),
    [
        ("a.txt", b"", errors.NotARatingList),
        ("a.txt", b" \r\n", errors.NotARatingList),
        ("a.txt", b"A letter to the federation.\n", errors.NotARatingList),
        ("a.txt", rating_lists.HEAD.encode(), errors.NotARatingList),
        ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\n", errors.NotARatingList),
        ("a.html", b"<html><body><p>x</p></body></html>", errors.NotARatingList),
        ("a.xml", b"<playerslist></playerslist>", errors.NotARatingList),
        ("a.xml", b"<a>" + b"<b>some other data</b>" * 1_000_000, errors.NotARatingList),
        ("a.xml", b"<a><player><x>1</x></player></a>", errors.NotARatingList),
        ("a.txt", f"{rating_lists.HEAD}\r\n".encode(), errors.RatingListDamaged),
        ("a.txt", FORMS["text.txt"][:-10], errors.RatingListDamaged),
        ("a.txt", FORMS["text.txt"][:-60], errors.RatingListDamaged),
        ("a.txt", FORMS["text.txt"].replace(b" F ", b"\r\nF "), errors.RatingListLine),
        ("a.txt", FORMS["text.txt"][:-160], errors.RatingListDamaged),
        ("a.txt", FORMS["text.txt"].replace(b"9900", b"99O0"), errors.RatingListLine),
        ("a.txt", FORMS["text.txt"] + b"x" * 200_000, errors.RatingListLine),
        ("a.xml", FORMS["players.xml"][:-30], errors.RatingListDamaged),
        ("a.xml", FORMS["players.xml"][:600], errors.RatingListDamaged),
        ("a.xml", FORMS["players.xml"].replace(b">9900", b">99O0"), errors.RatingListLine),
        ("a.zip", _cut_zip(), errors.RatingListDamaged),
        ("a.zip", FORMS["text.zip"][:100], errors.RatingListDamaged),
        ("a.zip", _flipped_zip(), errors.RatingListDamaged),
        ("a.zip", _misplaced_zip(), errors.RatingListDamaged),
        ("a.zip", _new_zip(), errors.RatingListDamaged),
        ("a.zip", _locked_zip(), errors.NotARatingList),
        ("a.zip", rating_lists.packed("a.csv", b"1,2"), errors.NotARatingList),
        (
            "a.zip",
            rating_lists.packed("a.txt", b"1", **{"b.txt": b"2"}),
            errors.NotARatingList,
        ),
    ],
)  # fmt: skip
def test_what_is_broken_leaves_the_old_list(
    lists: ListStore, tmp_path: Path, name: str, data: bytes, refusal: type[Exception]
) -> None:
    """Damaged, cut and foreign files are refused, and the list imported before stays whole."""
    imported(lists, tmp_path, FORMS["players.xml"], "good.xml")
    before = lists.lists()
    with pytest.raises(refusal):
        imported(lists, tmp_path, data, name)
    assert lists.lists() == before
    assert kept(lists, ADA) == [rating_lists.figures(ADA)]


def test_the_broken_line_is_named(lists: ListStore, tmp_path: Path) -> None:
    """The refusal says which line is the first broken one, and how many; the head is line 1."""
    data = FORMS["text.txt"].replace(b"990000001", b"99O000001").replace(b"99000000", b"99O00000")
    with pytest.raises(errors.RatingListLine) as refused:
        imported(lists, tmp_path, data)
    assert refused.value.facts.items() >= {"line": 2, "count": 3, "rows": 3}.items()


@pytest.mark.parametrize(
    ("name", "good", "bad", "counts"),
    [
        ("text.txt", b"990000001", b"99O000001", (1, 0)),
        ("text.txt", b"1604", b"16.4", (1, 0)),
        ("players.xml", b">990000001<", b"><", (1, 0)),
        ("players.xml", b">1604<", b">high<", (0, 1)),
        ("players.xml", b">1604<", b">-5<", (0, 1)),
    ],
)
def test_a_broken_line_costs_itself_alone(
    lists: ListStore, tmp_path: Path, name: str, good: bytes, bad: bytes, counts: tuple[int, int]
) -> None:
    """A line or a figure that cannot be read is left out and counted; the rest comes in."""
    assert good in FORMS[name]
    found = imported(lists, tmp_path, FORMS[name].replace(good, bad), name)
    assert found.players == len(ALL) - counts[0]
    assert (found.unread_rows, found.unread_values) == counts
    assert lists.lists() == (found,)
    others = [one for one in ALL if one.fide_id != 990_000_001 and one.standard[0] != 1604]
    assert others
    assert all(kept(lists, one) == [rating_lists.figures(one)] for one in others)


def test_a_store_from_before_the_counts_is_read(lists: ListStore, tmp_path: Path) -> None:
    """Without the columns of the counts they are not known; the next import adds them."""
    old = imported(lists, tmp_path, FORMS["text.txt"], "standard_nov26frl.txt")
    with closing(sqlite3.connect(tmp_path / "home" / FILE)) as file:
        file.execute("ALTER TABLE list DROP COLUMN unread_rows")
        file.execute("ALTER TABLE list DROP COLUMN unread_values")
        file.execute("PRAGMA user_version = 2")
        file.commit()
    assert lists.lists() == (replace(old, unread_rows=None, unread_values=None),)
    imported(lists, tmp_path, FORMS["text.txt"], "standard_nov26frl.txt")
    assert lists.lists()[0].unread_rows == 0


@pytest.mark.parametrize("form", ["10000000146.txt", "liste 10000000146 nov26.txt", "x.zip"])
def test_a_long_number_in_the_name_of_a_file_is_masked(
    lists: ListStore, tmp_path: Path, form: str
) -> None:
    """A name with a number as long as a national identity number is not kept as it is."""
    data = FORMS["text.txt"]
    if form.endswith("zip"):
        data, form = rating_lists.packed("10000000146.txt", data), "10000000146.zip"
    found = imported(lists, tmp_path, data, form)
    assert "…" in found.file
    for path in (tmp_path / "home").iterdir():
        assert b"10000000146" not in path.read_bytes()
    with pytest.raises(errors.FileUnreadable) as refused:
        import_file(lists, tmp_path / "10000000146.xlsx", NOW)
    assert "10000000146" not in str(refused.value.facts)


@pytest.mark.parametrize("arguments", [("show",), ("show", "x"), ("import", "{list}")])
@pytest.mark.parametrize("home", ["file", "file/below"])
def test_a_home_that_is_no_folder_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TNRATE_HOME that names a file, or a place below one, is not taken for an empty folder."""
    written(tmp_path, "file", b"")
    written(tmp_path, "standard_nov26frl.txt", FORMS["text.txt"])
    given = [one.format(list=tmp_path / "standard_nov26frl.txt") for one in arguments]
    monkeypatch.setenv("TNRATE_HOME", str(tmp_path / home))
    found = tnrate("list", *given, "--json")
    assert found.status == 1
    assert found.document["error"]["code"] == "list_home_unusable"


def test_entities_are_not_followed(lists: ListStore, tmp_path: Path) -> None:
    """XML that asks for files of this computer gets none of them."""
    secret = written(tmp_path, "secret", b"hidden words")
    kind = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{secret}">]>'
    data = kind.encode() + FORMS["players.xml"].replace(b"Querasso", b"&e;")
    imported(lists, tmp_path, data, "a.xml")
    assert "hidden" not in str(lists.player(CIRA.fide_id))


def test_a_file_that_is_not_there(lists: ListStore, tmp_path: Path) -> None:
    """A missing file and a folder are refused as what they are."""
    for path in (tmp_path / "none.zip", tmp_path):
        with pytest.raises(errors.FileUnreadable):
            import_file(lists, path, NOW)


# Interrupted


def test_an_interrupted_import_changes_nothing(
    lists: ListStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of the rows leaves the old list, and the next import works."""
    imported(lists, tmp_path, FORMS["text.txt"])
    rows_of = fixed_width.FixedWidth.rows

    def interrupted(*given: object) -> Iterator[object]:
        yield from rows_of(*given)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    data = rating_lists.text([replace(ADA, standard=(1111, 0, 20))])
    with monkeypatch.context() as patch:
        patch.setattr(fixed_width.FixedWidth, "rows", interrupted)
        with pytest.raises(KeyboardInterrupt):
            imported(lists, tmp_path, data)
    assert kept(lists, ADA) == [rating_lists.figures(ADA)]
    imported(lists, tmp_path, data)
    assert kept(lists, ADA)[0][7] == 1111


def test_a_killed_import_changes_nothing(home: Path, tmp_path: Path) -> None:
    """Sudden death within the transaction leaves the old list."""
    lists = ListStore(home)
    imported(lists, tmp_path, FORMS["text.txt"])
    path = written(tmp_path, "many_nov26.txt", rating_lists.text(rating_lists.crowd(30_000)))
    code = (
        "import time\nfrom lists import store\n"
        "def stay(*_):\n    print('there', flush=True)\n    time.sleep(60)\n"
        "store._replace = stay\n"
        f"from cli import main\nmain(['list', 'import', {str(path)!r}])"
    )
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", code], env=environment(TNRATE_HOME=str(home)), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        assert kept(lists, ADA) == [rating_lists.figures(ADA)]  # others read meanwhile
        process.kill()
    assert kept(lists, ADA) == [rating_lists.figures(ADA)]
    assert [one.players for one in lists.lists()] == [3]


# The file of the lists


def test_nothing_is_made_by_looking(lists: ListStore, tmp_path: Path) -> None:
    """Asking a store that does not exist makes no file and no folder."""
    assert (lists.lists(), lists.player(1)) == ((), ())
    assert lists.listed(1, TimeControl.STANDARD, NOVEMBER) is None
    assert not (tmp_path / "home").exists()


def test_a_damaged_store_is_refused_and_not_touched(lists: ListStore, tmp_path: Path) -> None:
    """A file that is no database, and one of another program, stay as they are."""
    folder = tmp_path / "home"
    folder.mkdir()
    path = written(folder, FILE, b"something else entirely, and long enough" * 100)
    for work in (lists.lists, lambda: imported(lists, tmp_path, FORMS["text.txt"])):
        with pytest.raises(errors.ListStoreDamaged):
            work()
    assert path.read_bytes().startswith(b"something else")
    path.unlink()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA application_id = 7")
    with pytest.raises(errors.ListStoreDamaged):
        lists.lists()


def test_a_store_of_a_later_version_is_refused(lists: ListStore, tmp_path: Path) -> None:
    """A file that a later version has changed is left alone."""
    imported(lists, tmp_path, FORMS["text.txt"])
    with closing(sqlite3.connect(tmp_path / "home" / FILE)) as file:
        file.execute(f"PRAGMA user_version = {len(database.MIGRATIONS) + 1}")
    for work in (lists.lists, lambda: imported(lists, tmp_path, FORMS["text.txt"])):
        with pytest.raises(errors.ListStoreTooNew):
            work()


def test_a_store_that_somebody_writes_is_waited_for_in_vain(
    lists: ListStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two imports at once: the second one is refused and says why; reading goes on."""
    imported(lists, tmp_path, FORMS["text.txt"])
    monkeypatch.setattr(database, "_LONGEST_WAIT", 0.05)
    with closing(sqlite3.connect(tmp_path / "home" / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(errors.ListStoreFailed, match="locked"):
            imported(lists, tmp_path, FORMS["text.txt"])
        assert len(lists.lists()) == 1


def test_the_file_is_its_owner_s_alone(lists: ListStore, tmp_path: Path) -> None:
    """Nobody else reads what was imported."""
    imported(lists, tmp_path, FORMS["text.txt"])
    assert (tmp_path / "home" / FILE).stat().st_mode & 0o077 == 0


# The commands


def test_import_and_show(tmp_path: Path) -> None:
    """`list import` says what came in; `list show` says month, players, and the file's time."""
    path = written(tmp_path, "players_list_nov26.zip", FORMS["text.zip"])
    said = tnrate("list", "import", path)
    assert (said.status, said.err) == (0, "")
    assert "2026-11" in said.out
    assert "3" in said.out
    shown = tnrate("list", "show")
    assert all(part in shown.out for part in ("2026-11", "3", path.name))
    (one,) = tnrate("list", "show", "--json").document["lists"]
    time_of_file = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    assert (one["month"], one["list"], one["players"]) == ("2026-11", "combined", 3)
    assert (one["file"], one["file_time"]) == (path.name, time_of_file)


def test_import_in_json(tmp_path: Path) -> None:
    """`list import --json` gives the new list, and all that are kept."""
    path = written(tmp_path, "a.xml", FORMS["players.xml"])
    found = tnrate("list", "import", path, "--month", "2026-10", "--json").document
    assert found["imported"]["month"] == "2026-10"
    assert found["lists"] == [found["imported"]]


def test_show_one_player(tmp_path: Path) -> None:
    """`list show FIDE_ID` gives the player's ratings, K and games in each list."""
    path = written(tmp_path, "a_nov26.txt", FORMS["text.txt"])
    tnrate("list", "import", path)
    shown = tnrate("list", "show", str(ADA.fide_id))
    assert all(part in shown.out for part in ("WFM Yelkovan, Ada", "2010", "1850", "1790", "40"))
    found = tnrate("list", "show", str(BORA.fide_id), "--json").document
    assert found["fide_id"] == BORA.fide_id
    (one,) = found["lists"]
    assert (one["name"], one["birth_year"]) == (BORA.name, None)
    assert one["standard"] == {"rating": 1604, "k": None, "games": None}
    assert "Yelkovan" in tnrate("list", "show", str(ADA.fide_id), "--lang", "tr").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("show",), "no_rating_list"),
        (("show", "990000001"), "no_rating_list"),
        (("import", "no such file.zip"), "file_unreadable"),
    ],
)
def test_refusals_of_the_commands(arguments: tuple[str, ...], code: str) -> None:
    """What cannot be shown or imported is a refusal with a hint, as JSON where that is wanted."""
    found = tnrate("list", *arguments, "--json")
    assert found.status == 1
    assert found.document["error"]["code"] == code
    assert len(found.err.splitlines()) == 2


def test_an_unknown_player_is_refused(tmp_path: Path) -> None:
    """A FIDE id that no list has is refused."""
    tnrate("list", "import", written(tmp_path, "a_nov26.txt", FORMS["text.txt"]))
    assert tnrate("list", "show", "5", "--json").document["error"]["code"] == "not_listed"


def test_the_month_by_hand_is_a_month(tmp_path: Path) -> None:
    """--month takes a year and a month, nothing else."""
    path = written(tmp_path, "a.txt", FORMS["text.txt"])
    assert tnrate("list", "import", path, "--month", "November").status == 2


def test_a_pipe_sees_no_bar(home: Path, tmp_path: Path) -> None:
    """Outside of a terminal an import writes its one line and nothing on standard error."""
    path = written(tmp_path, "a_nov26.txt", FORMS["text.txt"])
    said = run(program("list", "import", path), TNRATE_HOME=str(home))
    assert (said.status, said.err, len(said.out.splitlines())) == (0, "", 1)


def test_a_terminal_sees_a_bar(home: Path, tmp_path: Path) -> None:
    """On a terminal the import shows how far it is."""
    path = written(tmp_path, "a_nov26.txt", rating_lists.text(rating_lists.crowd(30_000)))
    command, *arguments = program("list", "import", path)
    settings = environment(TNRATE_HOME=str(home), TERM="xterm")
    terminal = pexpect.spawn(command, arguments, env=settings, timeout=60, dimensions=(24, 100))
    terminal.expect("Importing")
    terminal.expect("%")
    terminal.expect("30000")
    terminal.expect(pexpect.EOF)
