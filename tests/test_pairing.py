"""The position before a round, the engines that pair it, and a real event paired anew."""

import stat
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pairing.engine import BbpPairings, Engine, Pair, Py4swiss, find_engine, pairs_in
from pairing.position import (
    OpenGame,
    is_accelerated,
    next_position,
    pairs_of,
    position_before,
)
from pairing.predict import Replay, floats_by_absence, replay_of
from pairing.trf import TrfWriter
from scraper import errors
from scraper.event import EventFacts
from scraper.event_facts import facts_of
from scraper.model import Colour, Kind
from scraper.read import read_page
from scraper.readings import Board, Content, Entry, Listing, Mark, NotPaired, PairedRound, Pairings
from tests.events import Neighbours, boards_alike, event, table_of
from tests.expected import page_named

BRITISH = "british2026__crosstable__midround-r9.html"


def py4swiss(**options: bool) -> Engine:
    """Give the engine, or skip where it is not installed."""
    pytest.importorskip("py4swiss", reason="py4swiss is an extra")
    return Py4swiss("?", **options)


def british(folder: Path) -> EventFacts:
    """Read the event of nine rounds."""
    return facts_of([read_page(page_named(folder, BRITISH))])


# The position


def test_the_next_round_is_the_one_after_the_newest_that_is_paired() -> None:
    """Open games belong to the position; a round of absentees alone is not paired."""
    facts = event(6, "1:4 1-0; 5:2 ½-½; 3:6 0-1", "6:1 ?; 2:5 ?; 4 bye; 3 half", "3 out")
    position = next_position(facts, table_of(facts))
    assert position.round == 3
    assert position.open == (OpenGame(2, 2, 5), OpenGame(2, 6, 1))
    assert position.absent == {3: Kind.NOT_PAIRED}
    assert position.first_colour is Colour.WHITE
    assert [position.points(number) for number in range(1, 7)] == [
        1, position.points(2), position.points(3), 1, position.points(5), 1,
    ]  # fmt: skip
    assert position.open_game_of(1) == OpenGame(2, 6, 1)
    assert position.open_game_of(4) is None


def test_a_forfeit_is_no_meeting() -> None:
    """Who won or lost by forfeit may still meet; who plays at present has met."""
    facts = event(4, "1:3 +--; 2:4 1-0", "1:2 ?; 3:4 1-0")
    position = next_position(facts, table_of(facts))
    assert [position.has_met(1, other) for other in (2, 3, 4)] == [True, False, False]


def test_absentees_are_those_that_the_site_shows() -> None:
    """The crosstable's next column and the not-paired grid name them; then nothing is guessed."""
    facts = event(4, "1:3 1-0; 2 bye; 4 out")
    grid = NotPaired(
        Listing(("start_number",), (Entry(start_number=3), Entry(start_number=1))),
        (1, 2),
        ((Mark(2, "*", None),), (Mark(1, "*", None),)),
    )
    position = next_position(facts, table_of(facts), grid)
    assert (position.absent, position.absent_shown) == ({3: Kind.NOT_PAIRED}, True)
    assert [note.code for note in position.notes] == ["absent_shown"]


def test_without_that_whoever_missed_the_newest_round_is_out() -> None:
    """After one missed round that is doubtful, after two sure; a half-point bye is no absence."""
    facts = event(6, "1:4 1-0; 3 half; 2 bye; 5 out; 6 out", "1:2 ?; 4:6 1-0; 3 out; 5 out")
    position = next_position(facts, table_of(facts))
    assert set(position.absent) == {3, 5}
    assert position.doubtful == (3,)
    assert not position.absent_shown
    facts = event(4, "1:3 1-0; 2 half; 4 bye")
    assert next_position(facts, table_of(facts)).absent == {}


def test_acceleration_is_told_by_round_1() -> None:
    """The Dutch system pairs the halves with each other; accelerated systems pair inside them."""
    assert not is_accelerated(event(8, "1:5 1-0; 6:2 0-1; 3:7 1-0; 8:4 0-1"))
    assert is_accelerated(event(8, "1:3 1-0; 4:2 0-1; 5:7 1-0; 8:6 0-1"))


PAGES = {
    "teams": (replace(event(4, "1:3 1-0; 2:4 1-0"), for_teams=True), errors.TeamsPaired),
    "round robin": (event(4, "1:3 1-0; 2:4 1-0", type="Round robin"), errors.PairedAtOnce),
    "open rounds": (event(4, "1:3 ?; 2:4 ?", "1:2 ?; 3:4 ?"), errors.PairedAtOnce),
    "not begun": (event(4), errors.NotStarted),
    "absentees alone": (event(4, "1 out"), errors.NotStarted),
    "over": (event(4, "1:3 1-0; 2:4 1-0", rounds=1), errors.EventOver),
    "over but for a game": (event(4, "1:3 1-0; 2:4 ?", rounds=1), errors.EventOver),
    "a missing round": (event(4, "1:3 1-0; 2:4 1-0", "", "1:4 ?; 2:3 1-0"), errors.RoundsMissing),
}


@pytest.mark.parametrize(("facts", "refusal"), PAGES.values(), ids=PAGES)
def test_what_has_no_next_round_is_refused(
    facts: EventFacts, refusal: type[errors.TnrateError]
) -> None:
    """Team events, round robins, events before the first and after the last round, and gaps."""
    with pytest.raises(refusal):
        next_position(facts, table_of(facts))


def test_without_a_crosstable_nothing_is_predicted() -> None:
    """The pairings of a single round are not enough."""
    with pytest.raises(errors.CrosstableNeeded):
        next_position(event(4, "1:3 1-0; 2:4 1-0"))


@pytest.mark.parametrize(
    "change",
    [
        {"opponent": 2}, {"kind": Kind.FORFEIT_LOSS}, {"colour": Colour.WHITE}, {"score": 1},
    ],
)  # fmt: skip
def test_cells_that_contradict_each_other_are_refused(change: dict[str, object]) -> None:
    """The opponent's cell must point back, with the other colour, and the scores make one."""
    facts = event(4, "1:3 1-0; 2:4 1-0")
    seats = dict(facts.seats[1])
    seats[3] = seats[3]._replace(**change)  # type: ignore[arg-type]
    wrong = replace(facts, seats={1: seats})
    with pytest.raises(errors.CrosstableContradicts, match="round 1"):
        next_position(wrong, table_of(wrong))


def test_a_crosstable_without_colours_is_refused() -> None:
    """Where the letters of a language are not known, the colours are missing."""
    facts = event(2, "1:2 1-0")
    seats = {number: seat._replace(colour=None) for number, seat in facts.seats[1].items()}
    with pytest.raises(errors.CrosstableWithoutColours):
        next_position(replace(facts, seats={1: seats}), table_of(facts))


def pairings(number: int, white: int, black: int) -> Content:
    """Make a page of pairings with one board."""
    board = Board(1, Entry(start_number=white), Entry(start_number=black), Kind.GAME, None, None)
    return Pairings(("start_number",), (PairedRound(number, None, None, (board,)),))


def test_pairings_that_the_crosstable_contradicts_are_refused() -> None:
    """The pages must be of the same games."""
    facts = event(4, "1:3 1-0; 2:4 1-0")
    assert next_position(facts, table_of(facts), pairings(1, 1, 3)).round == 2
    with pytest.raises(errors.PairingsContradict, match=r"no\. 1 meets no\. 4"):
        next_position(facts, table_of(facts), pairings(1, 1, 4))


# Engines


def test_tiny_events_are_paired_as_the_rules_have_it() -> None:
    """Four players, worked out by hand: level players meet, nobody twice, colours alternate."""
    engine = py4swiss()
    facts = event(4, "1:3 1-0; 4:2 0-1")
    position = next_position(facts, table_of(facts))
    assert set(engine.pair(TrfWriter(position).text())) == {Pair(2, 1), Pair(3, 4)}
    facts = event(5, "1:3 1-0; 4:2 0-1; 5 bye")
    found = engine.pair(TrfWriter(next_position(facts, table_of(facts))).text())
    assert [pair.white for pair in found if pair.black is None] in ([3], [4])
    assert {5, 1, 2} & {pair.white for pair in found if pair.black is None} == set()


def test_an_engine_refuses_what_it_cannot_pair() -> None:
    """Two players who have met cannot be paired; an open game has no result: a refusal each."""
    for played in ("1:2 1-0", "1:2 ?"):
        facts = event(2, played)
        text = TrfWriter(next_position(facts, table_of(facts))).text()
        with pytest.raises(errors.EngineFailed, match=r"py4swiss \?"):
            py4swiss().pair(text)


@pytest.mark.parametrize("text", ["", "2\n1 2\n", "1\n1\n", "1\n1 2 3\n", "x\n1 2\n", "1\n1 x\n"])
def test_what_an_engine_writes_is_read_with_care(text: str) -> None:
    """The count, and two numbers a line."""
    with pytest.raises(ValueError, match=r"values|invalid|≠"):
        pairs_in(text)


def test_the_bye_is_a_0() -> None:
    """The number 0 stands for nobody."""
    assert pairs_in("2\n4 1\n3 0\n") == (Pair(4, 1), Pair(3, None))


def executable(folder: Path, code: str) -> Path:
    """Put a stand-in for bbpPairings into a folder."""
    path = folder / "bbpPairings"
    path.write_text(f"#!{sys.executable}\nimport pathlib, sys, time\n{code}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script with #!")
def test_bbppairings_is_asked_through_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is on the PATH it goes before py4swiss; it is given the TRF, in UTF-8."""
    executable(
        tmp_path,
        "assert sys.argv[1] == '--dutch' and sys.argv[3] == '-p', sys.argv\n"
        "assert 'Örnek' in pathlib.Path(sys.argv[2]).read_text('utf-8')\n"
        "pathlib.Path(sys.argv[4]).write_text('1\\n2 1\\n')",
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    engine = find_engine()
    assert isinstance(engine, BbpPairings)
    assert engine.pair("Örnek") == (Pair(2, 1),)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script with #!")
@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit('no pairing exists')", "no pairing exists"),
        ("sys.exit(1)", "1"),
        ("pass", "pairs.txt"),
        ("pathlib.Path('pairs.txt').write_text('3')", "3"),
        ("time.sleep(60)", "timed out"),
    ],
)
def test_a_failing_executable_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, why: str
) -> None:
    """An exit status, no output, half an output, no end: each names the engine and the reason."""
    monkeypatch.setattr("pairing.engine._SECONDS", 1)
    engine = BbpPairings(str(executable(tmp_path, code)))
    with pytest.raises(errors.EngineFailed, match=why):
        engine.pair("")


def test_a_missing_executable_is_a_refusal(tmp_path: Path) -> None:
    """An executable that has gone meanwhile is named."""
    with pytest.raises(errors.EngineFailed, match="bbpPairings"):
        BbpPairings(str(tmp_path / "gone")).pair("")


def test_without_any_engine_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No executable on the PATH and no package: None, and no error."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("pairing.engine.find_spec", lambda _: None)
    assert find_engine() is None


# Downfloats of absentees


@pytest.mark.parametrize(
    ("start", "by_absence"),
    [(date(2017, 7, 1), True), (date(2026, 1, 31), True), (date(2026, 2, 1), False), (None, False)],
)
def test_absence_makes_a_downfloat_by_the_day(start: date | None, by_absence: bool) -> None:
    """Until 31 January 2026 whoever does not play floats down, since then who scores by it."""
    assert floats_by_absence(event(2, start=start)) is by_absence


def test_a_real_event_is_paired_anew(shared_pages: Path) -> None:
    """Of the 419 boards of rounds 2 to 9, 413 come out with their colours.

    The six others are of round 2, where no. 108 had entered late and was ranked between 57 and 58:
    so ranked, all boards come out. Round 9 needs the rules on floats of 2026.
    """
    engine = py4swiss()
    facts = british(shared_pages)
    alike = {
        number: boards_alike(facts, number, engine.pair, trf_before(facts, number))
        for number in range(2, 10)
    }
    assert sum(boards for _, boards in alike.values()) == 419
    assert {number for number, (same, boards) in alike.items() if same < boards} == {2}
    assert alike[2] == (47, 53)
    by_rank = trf_before(facts, 2).replace("XXC ", "XXC rank ").splitlines()
    late = next(line for line in by_rank if line.startswith("001  108"))
    by_rank.remove(late)
    by_rank.insert([line[:8] for line in by_rank].index("001   58"), late)
    assert boards_alike(facts, 2, engine.pair, "\n".join(by_rank)) == (53, 53)


def test_the_older_rules_pair_the_last_round_otherwise(shared_pages: Path) -> None:
    """A downfloat for losing by forfeit moves four boards of round 9."""
    engine = py4swiss(floats_by_absence=True)
    facts = british(shared_pages)
    assert boards_alike(facts, 9, engine.pair, trf_before(facts, 9)) == (46, 50)


def trf_before(facts: EventFacts, number: int) -> str:
    """Write an event before a round of the past."""
    return TrfWriter(position_before(facts, number)).text()


def test_a_round_is_paired_anew_for_comparison() -> None:
    """The share of boards that come out; nothing where results before the round are open."""
    facts = event(4, "1:2 1-0; 3:4 1-0", "1:3 ?; 2:4 ?")
    assert replay_of(facts, 1, Neighbours()) == Replay(1, 2, 2)
    assert replay_of(facts, 2, Neighbours()) == Replay(2, 2, 2)
    facts = event(4, "1:2 1-0; 3:4 ?", "1:3 ?; 2:4 ?")
    assert replay_of(facts, 2, Neighbours()) is None
    assert pairs_of(event(3, "2:1 1-0; 3 bye"), 1) == {2: 1, 3: None}
