"""Saved pages: what people save is read in any encoding and form, or refused by what it is."""

import base64
import io
import quopri
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import openpyxl
import pytest
import xlwt

from scraper.errors import (
    DailyLimit,
    ExcelNotInstalled,
    FileUnreadable,
    NotACard,
    PageBinary,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    PageTooLarge,
    SitePageError,
    TnrateError,
    TournamentMissing,
)
from scraper.gather import Gatherer
from scraper.model import Kind
from scraper.page import Page
from scraper.read import read_page
from scraper.readings import Pairings
from scraper.saved import LIMIT, STANDARD_INPUT, read_saved
from scraper.views import card, details
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Style

TEXT = (DEMO / "card.html").read_text(encoding="utf-8")
RIGHT = card.read(Page(TEXT.encode()))
# The same page with raw Turkish letters, as a browser saves it.
RAW = render.card_page(demo.demo_event(), 13, Style(two_ratings=True, details=True, tbody=True))


def saved(folder: Path, data: bytes | str, name: str = "card.html") -> str:
    """Write a file and give its path."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def test_the_bundled_demo_is_what_the_stand_in_renders() -> None:
    """The saved demo pages equal a new rendering of the described event."""
    for name, page in demo.demo_pages().items():
        assert (DEMO / name).read_text(encoding="utf-8") == page


def mhtml(encoding: str) -> bytes:
    """Pack the page as browsers on phones do, with a picture beside it."""
    pack = quopri.encodestring if encoding == "quoted-printable" else base64.encodebytes
    head = (
        "From: <Saved by a browser>\r\n"
        "Snapshot-Content-Location: https://chess-results.com/\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--Part"\r\n'
        "\r\n\r\n----Part\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    picture = (
        "\r\n----Part\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        "iVBORw0KGgo=\r\n----Part--\r\n"
    )
    return head.encode() + pack(TEXT.encode()) + picture.encode()


HEADER_LINES = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nServer: Invented/1.0\r\n\r\n"
)

FORMS: list[tuple[str, bytes]] = [
    ("utf-8", TEXT.encode()),
    ("utf-8 with a mark", b"\xef\xbb\xbf" + TEXT.encode()),
    ("raw letters", RAW.encode()),
    ("utf-16", RAW.encode("utf-16")),
    ("utf-16 big end first", b"\xfe\xff" + RAW.encode("utf-16-be")),
    ("windows-1254", RAW.replace("charset=utf-8", "charset=windows-1254").encode("cp1254")),
    ("line ends of Windows", TEXT.replace("\n", "\r\n").encode()),
    ("header lines in front", HEADER_LINES.encode() + TEXT.encode()),
    (
        "a comment of the browser",
        TEXT.replace("<html", "<!-- saved from url -->\n<html", 1).encode(),
    ),
    ("mhtml, quoted", mhtml("quoted-printable")),
    ("mhtml, base64", mhtml("base64")),
]


@pytest.mark.parametrize("data", [f[1] for f in FORMS], ids=[f[0] for f in FORMS])
def test_every_way_of_saving_gives_the_same_card(tmp_path: Path, data: bytes) -> None:
    """Encodings, marks, header lines and web archives change nothing of the facts."""
    page = Page(read_saved(saved(tmp_path, data)))
    assert card.read(page) == RIGHT
    assert details.read(page).start == demo.demo_event().start


def test_standard_input_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page on standard input, named by a dash, gives the same card."""
    stream = SimpleNamespace(buffer=io.BytesIO(TEXT.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert Gatherer("0").card(STANDARD_INPUT).card == RIGHT


@pytest.mark.parametrize("data", [b"", b"  \r\n\t ", b"\xef\xbb\xbf"], ids=["0", "blank", "mark"])
def test_an_empty_file_is_said_to_be_empty(tmp_path: Path, data: bytes) -> None:
    """A file of nothing, of blanks or of a byte-order mark alone is empty."""
    with pytest.raises(PageEmpty) as refusal:
        Page(read_saved(saved(tmp_path, data)), "The file card.html")
    assert "card.html" in str(refusal.value)


BINARY: list[tuple[str, bytes, str]] = [
    ("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
    ("png", b"\x89PNG\r\n\x1a\n" + bytes(64), "picture"),
    ("jpeg", b"\xff\xd8\xff\xe0" + bytes(64), "picture"),
    ("gif", b"GIF89a" + bytes(64), "picture"),
    ("xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64), "Excel"),
    ("gzip", b"\x1f\x8b\x08" + bytes(64), "packed"),
    ("nul", TEXT[:9000].encode() + b"\x00" + TEXT[9000:].encode(), "binary"),
    ("utf-16 without a mark", RAW.encode("utf-16-le"), "binary"),
    ("noise", bytes(range(256)) * 9, "binary"),
    ("noise without nul", bytes(range(128, 256)) * 9, "binary"),
    ("zip", b"PK\x03\x04" + bytes(64), "Excel"),
]


@pytest.mark.parametrize(("data", "kind"), [b[1:] for b in BINARY], ids=[b[0] for b in BINARY])
def test_a_file_of_no_text_is_named_by_its_kind(tmp_path: Path, data: bytes, kind: str) -> None:
    """PDF, pictures, old Excel, packed and other bytes are refused, saying what they are."""
    with pytest.raises(PageBinary) as refusal:
        Page(read_saved(saved(tmp_path, data)))
    assert kind in str(refusal.value)


def test_a_huge_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    """A file above 20 MB is refused by its size; one byte more than the limit is enough."""
    path = tmp_path / "card.html"
    with path.open("wb") as file:
        file.write(TEXT.encode())
        file.truncate(LIMIT + 1)
    with pytest.raises(PageTooLarge) as refusal:
        read_saved(str(path))
    assert refusal.value.facts["limit"] == 20


class Endless(io.RawIOBase):
    """A stream without an end that counts what was taken from it."""

    taken = 0

    def read(self, size: int = -1) -> bytes:
        """Give as many bytes as asked for; refuse to give all."""
        assert size > 0
        self.taken += size
        return b"<p>" + b"x" * (size - 3)


def test_an_endless_standard_input_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the limit and one byte is taken from standard input."""
    stream = Endless()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with pytest.raises(PageTooLarge):
        read_saved(STANDARD_INPUT)
    assert stream.taken == LIMIT + 1


@pytest.mark.parametrize("name", ["card.html", "startlist.html"])
def test_a_page_cut_anywhere_is_refused(name: str) -> None:
    """A page that ends before its closing tag is refused wherever the cut is."""
    whole = (DEMO / name).read_bytes()
    end = whole.rfind(b"</html")
    for cut in [*range(1, end, 41), end]:
        with pytest.raises(TnrateError):
            Page(whole[:cut])
    for cut in range(5000, end, 997):
        with pytest.raises(PageCut):
            Page(whole[:cut])


def test_a_table_saved_alone_and_cut_is_refused() -> None:
    """A page reduced to its table is read when whole and refused when any row could be lost."""
    start = TEXT.rindex('<table class="CRs1"')
    whole = TEXT[start : TEXT.index('</table><p class="CR">', start) + len("</table>")]
    rounds = card.read(Page(whole.encode())).rounds
    assert len(rounds) == len(RIGHT.rounds)
    accepted = []
    for cut in range(40, len(whole) - len("</table>"), 3):
        try:
            Page(whole[:cut].encode())
        except TnrateError:
            continue
        accepted.append(cut)
    assert accepted == []


OTHERS: list[tuple[str, str, type[TnrateError]]] = [
    ("plain text", "Rd. 1: 1-0", PageOfOtherSite),
    ("another site", "<html><body><h1>Weather</h1></body></html>", PageOfOtherSite),
    (
        "another site with a table",
        "<html><body><table><tr><td>Name</td><td>Ada</td></tr></table></body></html>",
        PageOfOtherSite,
    ),
    (
        "another site with our name",
        "<html><body><p>I read chess-results daily.</p></body></html>",
        PageOfOtherSite,
    ),
    ("json", '{"name": "chess"}', PageOfOtherSite),
    ("missing", render.missing_page(Style()), TournamentMissing),
    ("limit", render.limit_page(Style()), DailyLimit),
    ("runtime error", render.runtime_error_page(), SitePageError),
    ("ranking", render.ranking_page(demo.demo_event(), Style()), NotACard),
]


@pytest.mark.parametrize(("text", "error"), [o[1:] for o in OTHERS], ids=[o[0] for o in OTHERS])
def test_another_page_is_refused_by_what_it_is(
    tmp_path: Path, text: str, error: type[TnrateError]
) -> None:
    """Other sites and the site's own notices each have their own refusal."""
    with pytest.raises(error) as refusal:
        Gatherer("0").card(saved(tmp_path, text))
    assert type(refusal.value) is error


def test_a_player_may_write_of_the_daily_limit() -> None:
    """The words of the limit page inside a page with tables are only words."""
    page = TEXT.replace(
        "<h2>Player info</h2>", "<p>exceeded the daily limit, runtime error</p><h2>Player info</h2>"
    )
    assert len(card.read(Page(page.encode())).rounds) == len(RIGHT.rounds)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    """What looks like a file and is none, or is a folder, is refused without its path."""
    for source in (str(tmp_path / "nothing.html"), str(tmp_path)):
        with pytest.raises(FileUnreadable) as refusal:
            Gatherer("0").card(source)
        assert str(tmp_path.parent) not in str(refusal.value)


EXPORT_FACTS: list[tuple[str, str]] = [
    ("İsim", "ŞENDUYMAZ, İLKER"),
    ("Başlangıç Sıralaması", "29"),
    ("Rating", "1480"),
    ("Ulusal rating", "1480"),
    ("Uluslararasi Rating", "0"),
    ("Rating performans", "1051"),
    ("Puan", "2,5"),
    ("Sıralama", "25"),
    ("Federasyon", "TUR"),
    ("ID-No", "0"),
    ("Dogum tarihi ", "2018"),
]
EXPORT_HEAD = ["Tur", "Masa", "Bşl.No.", None, "İsim", "Rtg", "FED", "Puan ", "Sonuç"]
EXPORT_ROWS: list[list[object]] = [
    [1, 11, 11, None, "ALIÇ, OKTAY", 1171, "TUR", 4, " b 0 "],
    [2, 13, 22, None, "GÜRBEŞ, UMUT", 1035, "TUR", 3.5, " s ½ "],
    [3, 15, 30, None, "İPİN, EGE", 0, "TUR", 1, " b 1 "],
    [4, None, -1, None, "Tur", "-", None, "-", "- 1"],
    [5, 12, 15, None, "SAHACI, ECE", 1101, "TUR", 3, " s "],
]


def export(rows: list[list[object]] | None = None) -> bytes:
    """Make a workbook in the form of the site's Turkish export of a card."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    width = len(EXPORT_HEAD)
    home = "http://chess-results.com/"
    sheet.append([f"Chess-Results'in Turnuva Veritabanından {home}", *[home] * (width - 1)])
    sheet.append(["ÇINAROVA 8 YAŞ <ALTI>", *[None] * (width - 1)])
    sheet.append(["Son güncelleme01.12.2024 16:29:08", *[None] * (width - 1)])
    for label, value in EXPORT_FACTS:
        sheet.append([label, None, None, None, value, *[None] * (width - 5)])
    sheet.append([None] * width)
    sheet.append(EXPORT_HEAD)
    for row in EXPORT_ROWS if rows is None else rows:
        sheet.append(row)
    sheet.append([None] * width)
    address = f"{home}tnr9417302.aspx?lan=8"
    sheet.append([f"Detaylar {address}", *[address] * (width - 1)])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_the_excel_export_reads_like_the_page(tmp_path: Path) -> None:
    """An .xlsx in the site's form gives the facts, the rounds and the tournament of the card."""
    page = Page(read_saved(saved(tmp_path, export(), "kart.xlsx")))
    read = card.read(page)
    own = read.player
    assert (own.name, own.start_number, own.birth_year) == ("ŞENDUYMAZ, İLKER", 29, 2018)
    assert (own.rating, own.national, own.fide) == (1480, 1480, 0)
    assert (str(read.points), read.rank, read.performance) == ("2.5", 25, 1051)
    assert read.language == "tr"
    assert [one.kind for one in read.rounds] == [Kind.GAME] * 3 + [Kind.BYE, Kind.PENDING]
    assert [one.colour for one in read.rounds] == ["white", "black", "white", None, "black"]
    assert [str(one.score) for one in read.rounds] == ["0", "0.5", "1", "1", "None"]
    second = read.rounds[1].opponent
    assert second is not None
    assert (second.name, second.rating, str(second.points)) == ("GÜRBEŞ, UMUT", 1035, "3.5")
    tournament = details.read(page)
    assert tournament.id == 9417302
    assert tournament.name == "ÇINAROVA 8 YAŞ <ALTI>"
    assert str(tournament.last_update) == "2024-12-01 16:29:08"


def old_workbook(rows: Sequence[Sequence[object]]) -> bytes:
    """Make an .xls of rows, as the site's older export."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Chess-Results")
    for row_number, row in enumerate(rows):
        for place, value in enumerate(row):
            if value is not None:
                sheet.write(row_number, place, value)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_the_older_export_of_a_list_reads_like_the_page(tmp_path: Path) -> None:
    """An .xls of a starting rank gives its players; long FIDE ids keep their digits."""
    rows: list[list[object]] = [
        ["From the Tournament-Database of Chess-Results http://chess-results.com"],
        ["Cinarova Open"],
        ["Last update 01.12.2024 16:29:08"],
        ["Starting rank"],
        [],
        ["No.", "", "Name", "FideID", "FED", "RtgI", "RtgN"],
        [1, "FM", "Senduymaz, Ilker", 99417302, "TUR", 2101, 2050],
        [2, "", "Gurbes, Umut", "", "TUR", 0, 1480],
        [],
        ["You find all details under http://chess-results.com/tnr9417302.aspx?lan=1"],
    ]
    facts = Gatherer("0").field(saved(tmp_path, old_workbook(rows), "list.xls"))
    assert [(one.start_number, one.name, one.fide_id) for one in facts.players] == [
        (1, "Senduymaz, Ilker", 99417302),
        (2, "Gurbes, Umut", None),
    ]
    assert [(one.title, one.fide, one.national) for one in facts.players] == [
        ("FM", 2101, 2050),
        (None, 0, 1480),
    ]
    assert (facts.tournament.id, facts.tournament.name) == (9417302, "Cinarova Open")


def test_the_older_export_of_all_rounds_keeps_them_apart(tmp_path: Path) -> None:
    """Each heading row and header of an exported round robin begins a round of its own."""
    head: list[object] = ["Bo.", "No.", "Rtg", "", "White", "Result", "", "Black", "Rtg", "No."]
    rows: list[list[object]] = [
        ["From the Tournament-Database of Chess-Results http://chess-results.com"],
        ["Cinarova Cup"],
        ["Last update 01.12.2024 16:29:08"],
    ]
    for number, result in ((1, "1 - 0"), (2, "½ - ½")):
        rows += [[], [f"Round {number} on 2024/11/30 at 10:00"], head]
        rows.append([1, 1, 2000, "", "Bir, Ada", result, "", "Iki, Can", 1900, 2])
    page = Page(read_saved(saved(tmp_path, old_workbook(rows), "rounds.xls")))
    content = read_page(page).content
    assert isinstance(content, Pairings)
    assert [one.round for one in content.rounds] == [1, 2]
    assert [str(one.boards[0].white_score) for one in content.rounds] == ["1", "0.5"]


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    """A small file of endless blanks is refused by its size, before it is unpacked."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed,
        packed.open("xl/worksheets/sheet1.xml", "w") as part,
    ):
        for _ in range(201):
            part.write(bytes(1_000_000))
    with pytest.raises(PageTooLarge):
        read_saved(saved(tmp_path, stream.getvalue(), "bomb.xlsx"))


def test_a_workbook_that_is_no_export_is_refused(tmp_path: Path) -> None:
    """A workbook of something else, an empty one, and a zip of something else are refused."""
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Shopping", "list"])
    other = io.BytesIO()
    book.save(other)
    blank = io.BytesIO()
    openpyxl.Workbook().save(blank)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("letter.txt", "hello")
    for data in (other.getvalue(), blank.getvalue(), archive.getvalue(), export()[:3000]):
        with pytest.raises(TnrateError):
            Gatherer("0").card(saved(tmp_path, data, "kart.xlsx"))


def test_an_export_without_rounds_is_refused(tmp_path: Path) -> None:
    """Facts with points and a table without a row are no card."""
    with pytest.raises(TnrateError):
        Gatherer("0").card(saved(tmp_path, export([]), "kart.xlsx"))


def test_without_the_addition_an_export_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the reader of workbooks is missing the refusal names the extra."""
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(ExcelNotInstalled) as refusal:
        read_saved(saved(tmp_path, export(), "kart.xlsx"))
    assert "tnrate[excel]" in refusal.value.hint
