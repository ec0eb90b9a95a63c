"""Names: a player is found by what a person types, and never guessed."""

import random
import unicodedata

import pytest

from scraper.errors import PlayerAmbiguous, PlayerMissing
from scraper.model import Player
from scraper.names import describe, find, fold, matching
from tests.standin import demo
from tests.standin.event import Player as Described

FIELD = [
    Player(1, "Şahinbol, İrem", fide_id=99104011, rating=1810, club="Çınarova"),
    Player(2, "Şahinbol, İremnur", fide_id=99104029, rating=1640),
    Player(3, "IŞILTEPEK, Deniz", fide_id=99104037),
    Player(4, "Løvenskjold, Åse", federation="NOR"),
    Player(5, "Tolunbey, Sarp", club="Taşkıran", rating=1500),
    Player(6, "Tolunbey, Sarp", club="Gölbeyli", fide=1490),
    Player(7, "Adsız,"),
    Player(None, None),
]

SAME = [
    ("Şahinbol, İrem", "irem sahinbol"),
    ("Şahinbol, İrem", "IREM SAHINBOL"),
    ("Şahinbol, İrem", "İREM ŞAHİNBOL"),
    ("Şahinbol, İrem", "şahinbol  irem"),
    ("IŞIL", "ışıl"),
    ("ISIL", "ışıl"),
    ("Adsız,", "adsiz"),
    ("Weiß, Jörg", "WEISS JORG"),
    ("Łoźna, Đurđa", "lozna durda"),
    ("O'Brien-Marlo, Cú", "brien marlo o cu"),
    ("Цедюгу Очыны", "очыны цедюгу"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_order_case_and_accents_do_not_matter(one: str, other: str) -> None:
    """Two spellings of one name fold to the same words."""
    assert fold(one) == fold(other) != frozenset()


FOUND = [
    ("1", [1]),
    (" 3 ", [3]),
    ("99104029", [2]),
    ("sahinbol irem", [1]),
    ("İREMNUR", [2]),
    ("şahinbol", [1, 2]),
    ("irem", [1]),
    ("ire", [1, 2]),
    ("deniz isiltepek", [3]),
    ("lovenskjold", [4]),
    ("sarp", [5, 6]),
    ("adsiz", [7]),
    ("12", []),
    ("99999999999999999999", []),
    ("nobody", []),
    ("hinbol", []),
    ("", []),
    (" ,.- ", []),
]


@pytest.mark.parametrize(("wanted", "numbers"), FOUND)
def test_a_text_finds_the_players_that_it_fits(wanted: str, numbers: list[int]) -> None:
    """Whole names beat whole words, whole words beat beginnings; numbers fit numbers only."""
    assert [player.start_number for player in matching(wanted, FIELD)] == numbers


def test_namesakes_are_listed_and_never_guessed() -> None:
    """Two players of one name are both listed with what tells them apart."""
    with pytest.raises(PlayerAmbiguous) as refusal:
        find("Sarp Tolunbey", FIELD)
    assert refusal.value.facts["count"] == 2
    listed = str(refusal.value.facts["matches"]).splitlines()
    assert [line.split()[0] for line in listed] == ["5", "6"]
    assert "Taşkıran" in listed[0]
    assert "1490" in listed[1]


def test_a_long_list_of_matches_is_shortened() -> None:
    """Twelve matches are shown and the rest is hinted at, but the count is the whole one."""
    many = [Player(number, f"Benzer, Ad{number}") for number in range(1, 21)]
    with pytest.raises(PlayerAmbiguous) as refusal:
        find("benzer", many)
    lines = str(refusal.value.facts["matches"]).splitlines()
    assert refusal.value.facts["count"] == 20
    assert len(lines) == 13
    assert lines[-1].strip() == "…"


def test_nobody_of_that_name_is_said() -> None:
    """A name that fits nobody is a refusal that repeats what was asked."""
    with pytest.raises(PlayerMissing) as refusal:
        find("Ferzane", FIELD)
    assert refusal.value.facts["wanted"] == "Ferzane"


def test_an_unrated_player_is_described_without_a_zero() -> None:
    """The line of a namesake leaves out what is not known: no 0 and no None."""
    assert describe(Player(9, "Yalın, Ege", rating=0)) == "9  Yalın, Ege"
    assert describe(Player(None, "Yalın, Ege", fide=1600)) == "–  Yalın, Ege  1600"


@pytest.mark.parametrize("one", demo.PLAYERS, ids=lambda one: str(one.start_number))
def test_every_player_is_found_in_any_spelling(one: Described) -> None:
    """A shuffled, capital or accentless spelling of a name finds exactly that player."""
    field = [Player(player.start_number, player.name) for player in demo.PLAYERS]
    words = one.name.replace(",", "").split()
    random.Random(one.start_number).shuffle(words)  # noqa: S311 - repeatable order
    text = " ".join(words)
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    ).replace("ı", "i")
    turkish = text.replace("i", "İ").replace("ı", "I").upper()
    for spelling in (text, text.lower(), plain, plain.upper(), turkish):
        assert find(spelling, field).start_number == one.start_number
