"""TRF: an event before its next round in the columns of FIDE's report, as engines read it."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.position import OpenGame, next_position, position_before
from pairing.trf import TrfWriter
from scraper.event import EventFacts
from scraper.model import Player
from tests.events import event, table_of

PEOPLE = (
    Player(1, "Tuğluk, Ece", "WGM", "TUR", 99200001, 1990, sex="w", fide=2345, rating=2300),
    Player(2, "Örnek,  Uzun\tAdlı Kişinin Pek Çok Adı Var", "AIM", "GER", rating=2280),
    Player(3, "Yelkovan, Bora", None, None, fide=0, rating=0),
    Player(4, None, "CM", "FRA", 99200004),
)


def trf_of(facts: EventFacts) -> list[str]:
    """Write an event before its next round, a line each."""
    return TrfWriter(next_position(facts, table_of(facts))).text().splitlines()


def test_every_column_stands_where_fide_has_it() -> None:
    """The whole text of a small event, column by column, is the one written down here."""
    facts = event(PEOPLE, "3:1 0-1; 2:4 ½-½", "1:2 ?; 4 bye; 3 half")
    assert trf_of(facts) == [
        "012 Invented Swiss",
        "032 TUR",
        "042 2026/05/01",
        "052 2026/05/03",
        "062 4",
        "072 2",
        "092 Individual: Swiss-System (Dutch)",
        "XXR 5",
        "XXC black1",
        "001    1 wWGM Tuğluk, Ece                       2345 TUR    99200001 1990/00/00  1.0    2     3 b 1     2 w",  # noqa: E501
        "001    2      Örnek, Uzun Adlı Kişinin Pek Çok  2280 GER                         0.5    3     4 w =     1 b",  # noqa: E501
        "001    3      Yelkovan, Bora                                                     0.5    4     1 w 0  0000 - H",  # noqa: E501
        "001    4   CM                                        FRA    99200004             1.5    1     2 b =  0000 - U",  # noqa: E501
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("played", "cells"),
    [
        ("1:2 1-0", ("   2 w 1", "   1 b 0")),
        ("1:2 0-1", ("   2 w 0", "   1 b 1")),
        ("2:1 ½-½", ("   2 b =", "   1 w =")),
        ("1:2 +--", ("   2 w +", "   1 b -")),
        ("1:2 --+", ("   2 w -", "   1 b +")),
        ("1:2 ---", ("   2 w -", "   1 b -")),
        ("1 bye; 2 half", ("0000 - U", "0000 - H")),
        ("1 bye; 2 out", ("0000 - U", "0000 - Z")),
        ("1 bye", ("0000 - U", "0000 - Z")),
    ],
)
def test_every_kind_of_result_has_its_signs(played: str, cells: tuple[str, str]) -> None:
    """Opponent, colour and result of each kind; an empty cell of the crosstable is an absence."""
    lines = trf_of(event(2, played))
    assert tuple(line[91:99] for line in lines[-2:]) == cells


def test_a_result_that_may_not_be_rated_has_letters() -> None:
    """Games uploaded as not to be rated are W, D and L."""
    facts = event(2, "1:2 1-0")
    seats = {number: seat._replace(rated=False) for number, seat in facts.seats[1].items()}
    assert [line[98] for line in trf_of(replace(facts, seats={1: seats}))[-2:]] == ["W", "L"]


def test_open_games_are_filled_in() -> None:
    """A score for an open game adds points to both sides, moves ranks, and fills both cells."""
    facts = event(4, "1:3 1-0; 4:2 ?")
    writer = TrfWriter(next_position(facts, table_of(facts)))
    lines = writer.text({OpenGame(1, 4, 2): Decimal("0.5")}).splitlines()[-4:]
    assert [(line[80:84], line[85:89], line[91:99]) for line in lines] == [
        (" 1.0", "   1", "   3 w 1"),
        (" 0.5", "   2", "   4 b ="),
        (" 0.0", "   4", "   1 b 0"),
        (" 0.5", "   3", "   2 w ="),
    ]
    assert [line[91:].rstrip() for line in writer.text().splitlines()[-4:]][1] == "   4 b"


def test_absentees_of_the_next_round_have_their_cell() -> None:
    """Absent: Z in the column of the round to come; a half-point bye: H, with its half point."""
    facts = event(4, "1:3 1-0; 2:4 1-0", "3 half; 4 out")
    lines = trf_of(facts)[-4:]
    assert [line[101:] for line in lines] == ["", "", "0000 - H", "0000 - Z"]
    assert [line[80:84] for line in lines] == [" 1.0", " 1.0", " 0.5", " 0.0"]
    position = next_position(facts, table_of(facts))
    assert [len(line) for line in TrfWriter(position).text(present=[4]).splitlines()[-4:]] == [
        99, 99, 109, 99,
    ]  # fmt: skip


def test_a_number_that_nobody_has_is_an_absent_player() -> None:
    """Engines want every number from 1 on: a gap is filled, and never paired."""
    people = [Player(number, f"Örnek, {number}") for number in (1, 2, 4)]
    lines = trf_of(event(people, "1:4 1-0; 2 bye"))
    assert [line[4:8].strip() for line in lines if line.startswith("001")] == ["1", "2", "3", "4"]
    assert lines[-2][91:] == "0000 - Z  0000 - Z"


def test_the_colour_of_round_1_is_that_of_odd_numbers() -> None:
    """XXC says which colour no. 1 had, or the first player who had one."""
    assert "XXC white1" in trf_of(event(4, "1:3 1-0; 4:2 1-0"))
    assert "XXC black1" in trf_of(event(4, "3:1 1-0; 2:4 1-0"))
    assert "XXC black1" in trf_of(event(4, "2:3 1-0; 4 bye; 1 out"))


def test_a_round_that_was_paired_can_be_written_again() -> None:
    """Before a round of the past only the rounds before it are there, with its true absentees."""
    facts = event(5, "1:3 1-0; 4:2 0-1; 5 bye", "1:2 1-0; 5:3 0-1; 4 half", "4:1 0-1")
    lines = TrfWriter(position_before(facts, 2)).text().splitlines()[-5:]
    assert [line[91:] for line in lines] == [
        "   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0  0000 - H", "0000 - U",
    ]  # fmt: skip


@given(st.text(max_size=60), st.text(max_size=20))
def test_no_name_breaks_a_line(name: str, club: str) -> None:
    """Whatever a name holds, its line stays one line with every column in its place."""
    people = (Player(1, name, club=club), Player(2, "Örnek, İki"))
    lines = trf_of(event(people, "1:2 1-0"))
    assert [line[:8] for line in lines[-2:]] == ["001    1", "001    2"]
    assert [line[80:] for line in lines[-2:]] == [" 1.0    1     2 w 1", " 0.0    2     1 b 0"]


def test_py4swiss_reads_it(tmp_path: Path) -> None:
    """A reader of TRF finds the same players, points, byes and rounds."""
    trf = pytest.importorskip("py4swiss.trf", reason="py4swiss is an extra")
    facts = event(
        PEOPLE, "3:1 0-1; 2:4 ½-½", "1:2 --+; 4 bye; 3 half", "1 half; 4:2 +--; 3 out", "3 out"
    )
    path = tmp_path / "event.trf"
    path.write_text("\n".join(trf_of(facts)) + "\n", encoding="utf-8")
    read = trf.TrfParser.parse(path, strict=True)
    assert read.x_section.number_of_rounds == 5
    assert not read.x_section.configuration.first_round_color
    assert [
        (one.starting_number, one.name, one.fide_rating, one.points_times_ten, len(one.results))
        for one in read.player_sections
    ] == [
        (1, "Tuğluk, Ece", 2345, 15, 3),
        (2, "Örnek, Uzun Adlı Kişinin Pek Çok", 2280, 15, 3),
        (3, "Yelkovan, Bora", None, 5, 4),
        (4, None, None, 25, 3),
    ]
