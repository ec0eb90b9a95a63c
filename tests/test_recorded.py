"""A recorded visit, replayed without a network: card, gate and list.

The cassette under tests/cassettes/test_recorded is recorded from the stand-in, never from the
site. To record it anew after a change of the stand-in or of what is asked for:

    pytest tests/test_recorded.py --record-mode=rewrite

That starts the stand-in on PORT for the time of the recording. Without the option nothing listens
there, so that the replay can only come from the cassette. Headers that change from day to day are
left out; recording twice gives the same file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scraper.errors import NoNetwork
from scraper.gather import Gatherer
from scraper.model import Kind, Source
from tests.standin import demo
from tests.standin.event import Style
from tests.standin.server import Standin

PORT = 18293
EVENT = demo.gated_event()
STYLE = Style(rtg_mode="international", gated=True, gated_table=False)
CASSETTES = Path(__file__).parent / "cassettes" / "test_recorded"
_CHANGING = ("Date", "Server")


def _without_changing_headers(response: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in response["headers"].items() if name not in _CHANGING}
    return {**response, "headers": kept}


@pytest.fixture(scope="module")
def vcr_config() -> dict[str, Any]:
    """Keep out of the cassette what differs between two recordings, and replay in any spelling."""
    return {
        "filter_headers": ["User-Agent", "Accept-Encoding"],
        "before_record_response": _without_changing_headers,
        "match_on": ["method", "scheme", "host", "port", "path", "query", "body"],
    }


@pytest.fixture
def visit(quick: None, monkeypatch: pytest.MonkeyPatch, record_mode: str) -> Iterator[Gatherer]:
    """Give a visitor of the recorded address; the stand-in runs only while recording."""
    monkeypatch.setenv("TNRATE_SITE", f"http://127.0.0.1:{PORT}")
    if record_mode == "none":
        yield Gatherer("9.9")
        return
    with Standin([EVENT], STYLE, port=PORT):
        yield Gatherer("9.9")


def _assert_fresh(cassette: Any) -> None:
    """Compare each recorded answer to a GET with what the stand-in renders today."""
    standin = Standin([EVENT], STYLE)
    compared = 0
    for asked, given in zip(cassette.requests, cassette.responses, strict=True):
        path, _, query = asked.uri.partition(f":{PORT}")[2].partition("?")
        if asked.method == "GET" and given["status"]["code"] == 200:
            page = standin.answer(path, query, None, False).page
            assert given["body"]["string"] == page.encode()
            compared += 1
    assert compared == 2


@pytest.mark.vcr
def test_card_gate_and_list_replay_from_the_cassette(visit: Gatherer, vcr: Any) -> None:
    """A gated card and its list: GET and POST for each; the bare host sends the first POST on."""
    facts = visit.card(str(EVENT.number), "1")
    assert facts.card.player.name == EVENT.players[0].name
    assert [one.kind for one in facts.card.rounds] == [Kind.GAME] * 3
    assert facts.tournament.fide_event_id == EVENT.fide_event_id
    assert facts.unlisted == 0
    assert visit.requests == len(vcr.requests) == 5
    assert [one.method for one in vcr.requests] == ["GET", "POST", "POST", "GET", "POST"]
    _assert_fresh(vcr)


@pytest.mark.vcr
def test_a_player_by_name_replays_from_the_cassette(visit: Gatherer, vcr: Any) -> None:
    """A wish by name asks for the list first and for the card then; nothing is asked twice."""
    facts = visit.card(str(EVENT.number), "bilge cetrefgil")
    assert facts.card.player.start_number == 2
    assert [one.kind for one in facts.card.rounds] == [Kind.GAME] * 3
    opponents = [one.opponent for one in facts.card.rounds if one.opponent is not None]
    assert {one.fide_source for one in opponents} <= {None, Source.STARTING_RANK}
    addresses = [(one.method, one.uri) for one in vcr.requests]
    assert len(set(addresses)) == len(addresses) == 5
    assert ["art=0" in one for _, one in addresses] == [True] * 3 + [False] * 2
    _assert_fresh(vcr)


def test_without_a_cassette_nobody_answers(
    visit: Gatherer, record_mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens at the recorded address during the replay, so it proves itself."""
    if record_mode != "none":
        pytest.skip("the stand-in is running for a recording")
    monkeypatch.setattr("time.sleep", lambda _: None)
    with pytest.raises(NoNetwork):
        visit.card(str(EVENT.number), "1")


def test_the_cassettes_hold_only_the_stand_in() -> None:
    """No recorded address leads to the real site, and nothing of the reader's machine is kept."""
    files = sorted(CASSETTES.glob("*.yaml"))
    assert len(files) == 2
    for file in files:
        text = file.read_text(encoding="utf-8")
        addresses = [line.split()[1] for line in text.splitlines() if line.startswith("    uri:")]
        assert len(addresses) == 5
        for address in addresses:
            assert address.startswith((f"http://127.0.0.1:{PORT}/", f"http://localhost:{PORT}/"))
        assert "User-Agent" not in text
        assert "Cookie" not in text
