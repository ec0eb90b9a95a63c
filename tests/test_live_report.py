"""`follow --list` and `history`: text at any width, JSON by the contract, CSV."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from rich.cells import cell_len

from live.model import Phase, Place
from live.view import Following, ListedChannel, ListedEvent, ListedPlayer, Moment, Notices
from rating.card import rate_card
from report import live_text
from report.live_text import LiveText
from report.output import Output
from report.words import PHASES, Words
from tests.cards import EVENT, TODAY, card
from tests.conftest import ROOT
from tests.happenings import AT, DREW, FOLLOW, PENDING, rated_so_far
from tests.test_text import ESCAPE, Terminal

LANGUAGES = ("en", "tr")
TELEGRAM = ListedChannel(
    "apprise", "tgram://***/", "tr", "23:00-07:00", ("no_network", {"host": "api.telegram.org"})
)
PROGRAM = ListedChannel("exec", "notify-send", "en")
FOLLOWING = Following(
    events=(
        ListedEvent(
            9000001,
            "Invented Open",
            Phase.PLAYING,
            next_look=AT + timedelta(minutes=5),
            as_of=AT - timedelta(minutes=2),
            players=(
                ListedPlayer(FOLLOW, (TELEGRAM, PROGRAM)),
                ListedPlayer(replace(FOLLOW, name="Kavlakdere, Rüzgar", k_by_hand=40)),
            ),
        ),
        ListedEvent(
            9000002,
            None,
            None,
            next_look=None,
            as_of=None,
            players=(ListedPlayer(replace(FOLLOW, name="Bozkurgan, Tuna")),),
            trouble=("site_busy", {"host": "chess-results.com", "status": 503}),
            trouble_since=AT - timedelta(minutes=40),
        ),
    ),
    notices=Notices(2, 17, 1),
    holder="4711, 2026-05-02 09:30",
)  # fmt: skip
LAST_UPDATE = datetime(2026, 5, 2, 13, 30)  # noqa: DTZ001 - the site's clock has no zone
MOMENTS = [
    Moment(AT, LAST_UPDATE, 0, ("baseline",), Decimal(0), None, rate_card(card([]), EVENT, TODAY)),
    Moment(AT + timedelta(hours=1), LAST_UPDATE, 3, ("pairing",), Decimal(1), Place(30, 2),
           rated_so_far(PENDING)),
    Moment(AT + timedelta(hours=5), None, 3, ("result", "round_finished"), Decimal("1.5"),
           Place(12, 3), rated_so_far(DREW)),
]  # fmt: skip


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the text be written at the time of the facts."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            """Give the time of the facts."""
            return AT.astimezone(tz)

    monkeypatch.setattr(live_text, "datetime", Clock)


def written(
    say: Callable[[LiveText], None],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    language: str = "en",
) -> list[str]:
    """Write to a terminal of a width and give the lines without colours."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    say(LiveText(Words(language), stream))
    return [line.rstrip() for line in ESCAPE.sub("", stream.getvalue()).splitlines()]


def document(
    say: Callable[[Output], None], capsys: pytest.CaptureFixture[str], language: str = "en"
) -> dict[str, Any]:
    """Say something as JSON and give the document."""
    say(Output(Words(language), as_json=True))
    return dict(json.loads(capsys.readouterr().out))


def table(
    say: Callable[[Output], None], capsys: pytest.CaptureFixture[str]
) -> list[dict[str, str]]:
    """Say something as CSV and give its rows."""
    say(Output(Words("en"), as_csv=True))
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


# follow --list


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.usefixtures("at_noon")
def test_the_list_has_all_of_each_follow(
    monkeypatch: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    """Events with number, phase, age and trouble; players; channels; what became of notices."""
    lines = written(lambda text: text.follows(FOLLOWING), monkeypatch, columns, language)
    assert max(map(cell_len, lines)) <= columns
    text = " ".join(" ".join(lines).split())
    words = Words(language)
    for part in (
        "Invented Open", "9000001", "9000002", words(PHASES["playing"]), "Tuğluk, Ece",
        "K 40", "Bozkurgan, Tuna", "→ apprise tgram://***/ (tr,", "23:00-07:00",
        "→ exec notify-send (en)", words("not read yet"), "4711, 2026-05-02 09:30",
        words("{host} cannot be reached.", host="api.telegram.org"),
        words("{host} answered with status {status}.", host="chess-results.com", status=503),
        words("Notices: {waiting} waiting, {told} told, {doubtful} perhaps told twice",
              waiting=2, told=17, doubtful=1),
    ):  # fmt: skip
        assert part in text
    assert text.count("⚠") == 2
    assert "None" not in text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Nobody looks at present"), ("tr", "Şu anda bakan yok")],
)
def test_the_list_says_when_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    """An empty list says so, and that no process follows."""
    lines = written(lambda text: text.follows(Following(())), monkeypatch, 80, language)
    assert lines[0] == Words(language)("Nobody is followed.")
    assert lines[-1].startswith(said)
    assert len(lines) == 2


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The document has times in UTC, codes beside sentences, and null for what is not known."""
    found = document(lambda out: out.follows(FOLLOWING), capsys)
    first, second = found["events"]
    assert (first["phase"], first["as_of"]) == ("playing", "2026-05-02T11:30:00+00:00")
    assert first["trouble"] is None
    assert second["phase"] is None
    assert second["trouble"] == {
        "code": "site_busy",
        "text": "chess-results.com answered with status 503.",
    }
    player = first["players"][0]
    assert (player["start_number"], player["k"]) == (3, None)
    assert [channel["kind"] for channel in player["channels"]] == ["apprise", "exec"]
    assert [channel["trouble"] for channel in player["channels"]] == [
        {"code": "no_network", "text": "api.telegram.org cannot be reached."},
        None,
    ]
    assert found["notices"] == {"waiting": 2, "told": 17, "perhaps_repeated": 1}
    assert found["holder"] == "4711, 2026-05-02 09:30"


def test_the_list_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    """One row a followed player, with the event's facts and the channels."""
    rows = table(lambda out: out.follows(FOLLOWING), capsys)
    assert [row["name"] for row in rows] == ["Tuğluk, Ece", "Kavlakdere, Rüzgar", "Bozkurgan, Tuna"]
    assert rows[0]["channels"] == "tgram://***/; notify-send"
    assert [row["trouble"] for row in rows] == ["", "", "site_busy"]


GONE = replace(FOLLOW, start_number=0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_left_the_list_has_no_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """In the list and in a history the number is null, empty, or said to be none."""
    event = replace(FOLLOWING.events[0], players=(ListedPlayer(GONE),))
    following = Following((event,))
    words = Words(language)
    texts = (
        written(lambda text: text.follows(following), monkeypatch, 80, language),
        written(lambda text: text.history(GONE, EVENT, MOMENTS, ()), monkeypatch, 80, language),
    )
    for lines in texts:
        text = "\n".join(lines)
        assert words("not in the list") in text
        assert words("no. {number}", number=0) not in text
    listed = document(lambda out: out.follows(following), capsys)
    assert listed["events"][0]["players"][0]["start_number"] is None
    told = document(lambda out: out.history(GONE, EVENT, MOMENTS), capsys)
    assert told["player"]["start_number"] is None
    assert table(lambda out: out.follows(following), capsys)[0]["start_number"] == ""


# history


def history(text: LiveText) -> None:
    """Write the history of the examples."""
    text.history(FOLLOW, EVENT, MOMENTS, ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80, 120, 200])
def test_a_history_shows_each_moment(
    monkeypatch: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    """Each moment has its time, round, what happened, points, place, and both ratings."""
    lines = written(history, monkeypatch, columns, language)
    assert max(map(cell_len, lines)) <= columns
    words = Words(language)
    text = " ".join(" ".join(lines).split())
    day = words.day(AT.astimezone().date())
    assert len(re.findall(re.escape(day), text)) == 3
    for part in (
        words("first look"), words("pairing"), words("round finished"), "1½", "1800",
        words.localised("+7.20 → 1807 K 20?"), words.localised("+14.40 → 1714"),
        words("R{round}", round=2),
    ):  # fmt: skip
        assert part in text
    assert "None" not in text


def test_a_wide_history_is_one_line_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a wide screen and in a pipe every moment has one line."""
    lines = written(history, monkeypatch, 120)
    head = next(i for i, line in enumerate(lines) if line.startswith("Time"))
    assert len(lines) == head + 1 + len(MOMENTS)
    assert "result, round finished" in lines[-1]
    stream = io.StringIO()
    history(LiveText(Words("en"), stream))
    assert [line.rstrip() for line in stream.getvalue().splitlines()] == lines


def test_a_history_without_moments_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of whom nothing was seen yet gets a sentence."""
    lines = written(lambda text: text.history(FOLLOW, EVENT, [], ()), monkeypatch, 80)
    assert lines[-1] == "Nothing was seen yet."


def test_a_history_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Moments have UTC, kinds as codes, exact figures, and null for what is not known."""
    found = document(lambda out: out.history(FOLLOW, EVENT, MOMENTS), capsys)
    assert found["player"] == {
        "start_number": 3, "name": "Tuğluk, Ece", "fide_id": FOLLOW.fide_id,
    }  # fmt: skip
    first, _, last = found["moments"]
    assert (first["at"], first["what"]) == ("2026-05-02T11:32:00+00:00", ["baseline"])
    assert first["place"] is None
    assert (last["points"], last["place"]) == ("1.5", {"rank": 12, "after_round": 3})
    assert (last["fide"]["change"], last["ukd"]["new_rating"]) == ("7.20", 1714)
    assert last["last_update"] is None


def test_a_history_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    """One row a moment, absent facts empty."""
    rows = table(lambda out: out.history(FOLLOW, EVENT, MOMENTS), capsys)
    assert [row["what"] for row in rows] == ["baseline", "pairing", "result round_finished"]
    assert [row["rank"] for row in rows] == ["", "30", "12"]
    assert [row["fide_change"] for row in rows] == ["0.00", "0.00", "7.20"]


def test_the_manual_names_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/json.md names each field of both documents, and each phase."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    documents = [
        document(lambda out: out.follows(FOLLOWING), capsys),
        document(lambda out: out.history(FOLLOW, EVENT, MOMENTS), capsys),
    ]

    def names(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value) | {name for part in value.values() for name in names(part)}
        return (
            {name for part in value for name in names(part)} if isinstance(value, list) else set()
        )

    wanted = names(documents) | set(Phase) | {"baseline"}
    assert {name for name in wanted if not re.search(rf"\b{name}\b", manual)} == set()
