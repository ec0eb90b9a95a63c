"""The tournament: name, clocks, dates, time control and rating, from the frame and the details."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from scraper.model import TimeControl, Tournament
from scraper.page import Page
from scraper.views import details
from scraper.views.details import time_control_in
from tests.standin import demo, render
from tests.standin.event import Event, RatingList, Style

EVENT = demo.demo_event()
STYLES = [
    pytest.param(
        Style(lan=lan, era=era, tbody=tbody, details=True),
        id=f"{lan}-{era}-{'saved' if tbody else 'served'}",
    )
    for lan in (0, 1, 8, 11)
    for era in ("new", "old")
    for tbody in (False, True)
]


def of(event: Event, style: Style) -> Tournament:
    """Read the tournament from a card of an event."""
    return details.read(Page(render.card_page(event, 13, style).encode()))


@pytest.mark.parametrize("style", STYLES)
def test_the_details_read_back_in_every_language_and_layout(style: Style) -> None:
    """Every row of the details block ends in its own field, whatever the page's language."""
    read = of(EVENT, style)
    assert read.id == demo.DEMO_NUMBER
    assert read.name == EVENT.name
    assert read.time_control is TimeControl.STANDARD
    assert read.time_control_text == "90 dakika + 30 saniye"
    assert (read.start, read.end) == (date(2026, 5, 14), date(2026, 5, 17))
    assert read.rounds == 7
    assert (read.rated_national, read.rated_fide) == (True, True)
    assert read.fide_event_id == 9204518
    assert read.federation == "TUR"
    assert read.last_update == datetime.fromisoformat("2026-05-17 14:05:26")
    assert read.server_time == datetime.fromisoformat("2026-05-17 14:07:00")
    assert (read.fetched_at, read.url) == (None, None)


@pytest.mark.parametrize("style", STYLES)
def test_without_the_block_only_the_frame_is_known(style: Style) -> None:
    """A page without details still says name, number and clocks; the rest is None."""
    read = of(EVENT, replace(style, details=False))
    assert read == Tournament(
        id=demo.DEMO_NUMBER,
        name=EVENT.name,
        last_update=EVENT.last_update,
        server_time=datetime.fromisoformat("2026-05-17 14:07:00"),
    )


@pytest.mark.parametrize(
    ("lists", "national", "fide"),
    [
        ((), False, False),
        (("national",), True, False),
        (("international",), False, True),
        (("national", "international"), True, True),
    ],
)
@pytest.mark.parametrize("lan", [0, 1, 8])
def test_the_rating_calculation_says_which_lists_are_rated(
    lan: int, lists: tuple[RatingList, ...], national: bool, fide: bool
) -> None:
    """A dash means neither list; the words of each language name the one or both."""
    event = replace(EVENT, rating_calculation=lists, fide_event_id=0)
    read = of(event, Style(lan=lan, details=True))
    assert (read.rated_national, read.rated_fide) == (national, fide)
    assert read.fide_event_id is None


def test_a_fide_event_id_means_fide_rating() -> None:
    """An event with a FIDE-Event-ID is rated whatever the arbiter ticked."""
    event = replace(EVENT, rating_calculation=("national",))
    assert of(event, Style(details=True)).rated_fide is True


def test_a_single_day_is_both_start_and_end() -> None:
    """An event of one day prints one date."""
    event = replace(EVENT, end=EVENT.start)
    read = of(event, Style(details=True))
    assert read.start == read.end == EVENT.start


def page_with(*rows: tuple[str, str]) -> Page:
    """Make a page that has only a details block."""
    lines = "".join(f"<tr><td class='CR'>{a}</td><td class='CR'>{b}</td></tr>" for a, b in rows)
    return Page(
        "<html><body><h2>Event</h2><table border='0'>"
        f"{lines}</table><h2>Starting rank</h2><p>chess-results</p></body></html>".encode()
    )


@pytest.mark.parametrize(
    ("label", "value", "expected"),
    [
        ("Time control (Standard)", "90 min", TimeControl.STANDARD),
        ("Time control (Rapid)", "15 + 5", TimeControl.RAPID),
        ("Time control (Blitz)", "3 + 2", TimeControl.BLITZ),
        ("Zaman kontrolü (Standart)", "90 dk", TimeControl.STANDARD),
        ("Zaman kontrolü (Rapid)", "15 dk", TimeControl.RAPID),
        ("Zaman kontrolü (Hızlı)", "15 dk", TimeControl.RAPID),
        ("Zaman kontrolü (YILDIRIM)", "3 dk", TimeControl.BLITZ),
        ("Контроль времени (Rapid)", "15 + 10", TimeControl.RAPID),
        ("Control de tiempo (Standard)", "90", TimeControl.STANDARD),
        ("Time control", "Blitz: 3min +2sec increment per move", TimeControl.BLITZ),
        ("Time control", "RAPID 15 + 10", TimeControl.RAPID),
        ("Time control", "15 min + 10 sec", None),
        ("Time control", "rapid or blitz", None),
        ("Time control (Rapid)", "no blitz here", TimeControl.RAPID),
        ("Time control (?)", "blitz", None),
        ("Bedenkzeit", "90", None),
    ],
)
def test_the_class_of_the_time_control(
    label: str, value: str, expected: TimeControl | None
) -> None:
    """The class stands in the label, or as the one word in the value; else it is unknown."""
    read = details.read(page_with((label, value)))
    assert read.time_control is expected
    assert read.time_control_text == (None if label == "Bedenkzeit" else value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Standart", TimeControl.STANDARD),
        ("HIZLI", TimeControl.RAPID),
        ("hızlı", TimeControl.RAPID),
        ("YILDIRIM turnuvası", TimeControl.BLITZ),
        ("Schnellschach", TimeControl.RAPID),
        ("rapidly", None),
        ("", None),
        ("blitz blitz", TimeControl.BLITZ),
        ("standard rapid", None),
    ],
)
def test_a_class_is_a_whole_word(text: str, expected: TimeControl | None) -> None:
    """A class is found by whole words in any case; two classes are none."""
    assert time_control_in(text) is expected


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026/08/01 to 2026/08/09", date(2026, 8, 1), date(2026, 8, 9)),
        ("2026/08/01 - 2026/08/09", date(2026, 8, 1), date(2026, 8, 9)),
        ("2026/08/01 al 2026/08/09", date(2026, 8, 1), date(2026, 8, 9)),
        ("2026/08/01 по 2026/08/09", date(2026, 8, 1), date(2026, 8, 9)),
        ("01.08.2026 bis 09.08.2026", date(2026, 8, 1), date(2026, 8, 9)),
        ("2026/08/01", date(2026, 8, 1), date(2026, 8, 1)),
        ("2026/13/45", None, None),
        ("next summer", None, None),
        ("", None, None),
    ],
)
def test_dates_in_every_form(text: str, start: date | None, end: date | None) -> None:
    """Dates with slashes or dots are read; an impossible date is unknown, not guessed."""
    read = details.read(page_with(("Date", text)))
    assert (read.start, read.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Last update 03.10.2026 10:20:39, Creator", datetime.fromisoformat("2026-10-03 10:20:39")),
        ("Son güncelleme03.10.2026 10:20:39", datetime.fromisoformat("2026-10-03 10:20:39")),
        ("Last update 33.10.2026 10:20:39", None),
        ("Last update", None),
    ],
)
def test_the_last_update_in_every_form(text: str, expected: datetime | None) -> None:
    """The time is found also where the label touches it; an impossible one is unknown."""
    page = f"<html><body><p class='CRsmall'>{text}</p><p>chess-results</p></body></html>"
    assert Page(page.encode()).last_update == expected


def test_a_gated_page_says_its_last_update_below_the_button() -> None:
    """The first small paragraph of a gated page is the button; the date stands in the next."""
    page = Page(render.start_list_page(EVENT, Style(gated=True)).encode())
    assert page.is_gated
    assert page.last_update == EVENT.last_update
    assert details.read(page).start is None


def test_an_open_page_with_the_words_of_the_gate_is_not_gated() -> None:
    """Only the button makes the gate; the link Show tournament details stands on open pages."""
    text = render.start_list_page(EVENT, Style())
    assert "Show tournament details" in text
    assert not Page(text.encode()).is_gated


def test_a_player_named_like_a_label_is_no_detail() -> None:
    """The rows of the data tables never count as details."""
    event = replace(EVENT, players=(replace(EVENT.players[0], name="Date", club="2020/01/01"),))
    page = Page(render.start_list_page(event, Style()).encode())
    assert details.read(page).start is None


@pytest.mark.parametrize(
    ("name", "control"),
    [
        ("U12 RAPID Cup", TimeControl.RAPID),
        ("Bahar HIZLI Turnuvası", TimeControl.RAPID),
        ("Yıldırım Kupası", TimeControl.BLITZ),
        ("BLİTZ KUPASI", TimeControl.BLITZ),
        ("Rapid and Blitz", None),
        ("Blitzkrieg", None),
        ("Spring Open", None),
    ],
)
def test_a_name_can_give_the_time_control_away(name: str, control: TimeControl | None) -> None:
    """One class as a whole word is a hint; two classes, or a part of a word, are none."""
    assert of(replace(EVENT, name=name, group=""), Style()).named_time_control is control
