"""The invented demo event, and two small events beside it: one gated, one not started."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from tests.standin.event import Event, Player, Style
from tests.standin.render import card_page, start_list_page
from tests.standin.schedule import results_of

DEMO_NUMBER = 9417302
GATED_NUMBER = 9382215
COMING_NUMBER = 9460774
DEMO_START_NUMBER = 13
DEMO_STYLE = Style(two_ratings=True, details=True)

_HOME = "Çınarova Satranç Kulübü"
_LAKE = "Gölbeyli Gençlik ve Spor"
_HILL = "Taşkıran Üniversitesi"
_BAY = "Işıklıkoy Belediyesi"

PLAYERS = (
    Player(1, "Karçınar, Ozan", "CM", "TUR", 99104011, 1988, _HOME, 2087, 2010, k=20),
    Player(2, "Valdrescul, Mirel", "FM", "ROU", 99104029, 1979, "", 2064, 0, k=20),
    Player(3, "Tolunbey, Sarp", "", "TUR", 99104037, 1996, _HILL, 1985, 1942, k=20),
    Player(4, "Örmengil, Şule", "", "TUR", 99104045, 1999, _LAKE, 1931, 1958, "w", k=20),
    Player(5, "Brandhovel, Jonne", "", "NED", 99104053, 1971, "", 1894, 0, k=20),
    Player(6, "Yıldağan, Koray", "", "TUR", 99104061, 1983, _BAY, 1866, 1830, k=20),
    Player(7, "Çetrefgil, Bilge", "", "TUR", 99104079, 1994, _HOME, 1805, 1770, "w", k=20),
    Player(8, "Gülbersan, Efe", "", "TUR", 99104087, 2001, _HILL, 1782, 1796, k=20),
    Player(9, "Işıltepek, Deniz", "", "TUR", 99104095, 1990, _LAKE, 1745, 1702, k=20),
    Player(10, "Dravoshin, Asen", "", "BUL", 99104102, 1985, "", 1731, 0, k=20),
    Player(11, "Üçkubbel, Mert", "", "TUR", 99104110, 1998, _BAY, 1698, 1715, k=20),
    Player(12, "Tansöğüt, İlknur", "", "TUR", 99104128, 1976, _HOME, 1676, 1640, "w", k=20),
    Player(13, "Şenbulakçı, Kerem", "", "TUR", 99104136, 1991, _LAKE, 1650, 1620, k=20),
    Player(14, "Ağırtaşlık, Nehir", "", "TUR", 99104144, 2000, _HILL, 1611, 1633, "w", k=20),
    Player(15, "Kavlakdere, Rüzgar", "", "TUR", 99104152, 1987, _BAY, 1628, 1604, k=20),
    Player(16, "Bozkurgan, Tuna", "", "TUR", 99104160, 1993, _HOME, 1588, 1595, k=20),
    Player(17, "Özbilmezer, Yağız", "", "TUR", 99104178, 2010, _LAKE, 1541, 1560, k=40),
    Player(18, "Marchetelli, Ugo", "", "ITA", 99104186, 1968, "", 1552, 0, k=20),
    Player(19, "Dumlukayra, Ece", "", "TUR", 99104194, 2012, _HILL, 0, 1518, "w"),
    Player(20, "Pınarcıklı, Arda", "", "TUR", 99104201, 2011, _BAY, 1494, 1471, k=40),
    Player(21, "Süğlünbey, Işıl", "", "TUR", 99104219, 2013, _HOME, 1455, 1430, "w", k=40),
    Player(22, "Ilgınsoyer, Berke", "", "TUR", 99104227, 2012, _LAKE, 0, 1402),
    Player(23, "Zerdegülü, Ada", "", "TUR", 0, 2014, _HILL, 0, 0, "w"),
    Player(24, "Uluçevrim, Taha", "", "TUR", 0, 2004, _BAY, 0, 0),
)

_ROUNDS = (
    "1:12 ½-½; 14:2 0-1; 3:15 1-0; 16:4 0-1; 5:17 ½-½; 18:6 0-1; 7:19 1-0; 20:8 ½-½; 9:21 1-0;"
    "22:10 ½-½; 11:23 1-0; 13 half; 24 bye",
    "2:7 0-1; 9:3 0-1; 4:11 1-0; 6:24 ½-½; 17:1 0-1; 12:5 0-1; 8:22 1-0; 10:20 1-0; 13:23 1-0;"
    "14:18 1-0; 15:19 ½-½; 21:16 0-1",
    "3:7 1-0; 1:13 1-0; 4:14 1-0; 10:5 ½-½; 6:8 1-0; 11:2 0-1; 16:9 1-0; 24:17 ½-½; 12:20 1-0;"
    "22:15 0-1; 19:21 1-0; 23:18 0-1",
    "3:4 1-0; 6:1 0-1; 2:16 1-0; 5:24 1-0; 7:10 ½-½; 19:8 0-1; 13:15 +--; 18:12 1-0; 9:14 1-0;"
    "17:11 1-0; 20:22 1-0; 21:23 1-0",
    "5:3 0-1; 2:4 0-1; 1:9 1-0; 7:6 1-0; 13:10 1-0; 8:12 1-0; 18:16 0-1; 24:11 0-1; 17:14 ½-½;"
    "20:19 1-0; 22:21 0-1; 15 out; 23 bye",
    "8:3 ½-½; 2:1 0-1; 4:10 1-0; 16:13 ½-½; 11:7 1-0; 5:18 ½-½; 20:6 0-1; 24:9 ½-½; 12:17 ½-½;"
    "21:14 0-1; 23:19 ½-½; 15 out; 22 bye",
    "3:1 ?; 4:5 ?; 13:7 ?; 6:16 ?; 9:8 ?; 17:2 ?; 11:20 ?; 10:18 ?; 14:24 ?; 19:12 ?; 23:22 ?;"
    "15 out; 21 bye?",
)


def demo_event() -> Event:
    """Give the demo event: six rounds played, the seventh paired."""
    first, second, third, last = (date(2026, 5, day) for day in (14, 15, 16, 17))
    days = (first, second, second, third, third, last, last)
    times = ("18:00", "10:00", "16:00", "10:00", "16:00", "09:30", "15:00")
    return Event(
        number=DEMO_NUMBER,
        name="Çınarova Bahar Açık Satranç Turnuvası 2026 - A Grubu",
        group="A Grubu",
        players=PLAYERS,
        rounds_total=7,
        start=first,
        end=last,
        last_update=datetime.fromisoformat("2026-05-17 14:05:26"),
        results=results_of(PLAYERS, _ROUNDS),
        time_control="Standard",
        time_text="90 dakika + 30 saniye",
        rating_calculation=("national", "international"),
        fide_event_id=9204518,
        organizer=_HOME,
        location="Çınarova Kültür Merkezi",
        chief_arbiter="FA Tomurbeyli, Nurgül 99108812",
        uploader="Çınarova SK",
        schedule=tuple(zip(days, times, strict=True)),
        performances={DEMO_START_NUMBER: 1802},
    )


def gated_event() -> Event:
    """Give a small event that ended long ago, so that its links lie behind the button."""
    players = tuple(
        replace(one, start_number=place) for place, one in enumerate(PLAYERS[5:11], start=1)
    )
    rounds = ("1:4 1-0; 5:2 0-1; 3:6 ½-½", "2:1 ½-½; 6:5 --+; 4:3 0-1", "1:3 0-1; 2:6 1-0; 5:4 ½-½")
    return Event(
        number=GATED_NUMBER,
        name="Işıklıkoy Hızlı Satranç Akşamları 2026",
        players=players,
        rounds_total=3,
        start=date(2026, 2, 7),
        end=date(2026, 2, 8),
        last_update=datetime.fromisoformat("2026-02-08 19:44:10"),
        results=results_of(players, rounds),
        time_control="Rapid",
        time_text="15 dakika + 10 saniye",
        rating_calculation=("international",),
        fide_event_id=9204533,
        organizer=_BAY,
        location="Işıklıkoy",
    )


def coming_event() -> Event:
    """Give an event with a starting list and nothing else yet."""
    return Event(
        number=COMING_NUMBER,
        name="Gölbeyli Kupası 2026",
        players=PLAYERS[:16],
        rounds_total=9,
        start=date(2026, 11, 21),
        end=date(2026, 11, 29),
        last_update=datetime.fromisoformat("2026-11-15 09:12:41"),
        time_control="Standard",
        time_text="90 dakika + 30 saniye",
        rating_calculation=("national",),
        organizer=_LAKE,
        location="Gölbeyli",
    )


def demo_pages() -> dict[str, str]:
    """Give the demo's saved pages by file name."""
    event = demo_event()
    return {
        "card.html": card_page(event, DEMO_START_NUMBER, DEMO_STYLE),
        "startlist.html": start_list_page(event, DEMO_STYLE),
    }


def write_demo(folder: Path) -> list[Path]:
    """Write the demo's pages into a folder, with line ends that are the same everywhere."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, page in demo_pages().items():
        path = folder / name
        path.write_bytes(page.encode())
        written.append(path)
    return written
