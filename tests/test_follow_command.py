"""`tnrate follow` and `tnrate history`: who is followed, what is told, and what is refused."""

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from live.lease import Lease
from live.store import FILE, LiveStore
from scraper import errors
from tests.commands import Outcome, demo_site, tnrate
from tests.conftest import DEMO
from tests.standin import demo
from tests.standin.clock import HandClock
from tests.standin.live import LiveStandin
from tests.standin.random_plays import random_play
from tests.standin.server import Standin

pytestmark = [
    pytest.mark.usefixtures("quick"),
    # Apprise loads modules that Python is about to drop.
    pytest.mark.filterwarnings("ignore:'imghdr':DeprecationWarning"),
]

NUMBER = str(demo.DEMO_NUMBER)
COMING = str(demo.COMING_NUMBER)
LINK = f"https://chess-results.com/tnr{NUMBER}.aspx?lan=1&art=9&snr=13"
KEREM = "Şenbulakçı, Kerem"
LAKE = "Gölbeyli Gençlik ve Spor"
OF_LAKE = [one for one in demo.PLAYERS if one.club == LAKE]
NOTIFY = "json://localhost:9"
PLACEHOLDER = re.compile(r"\{\w*\}")


@pytest.fixture
def site() -> Iterator[Standin]:
    """Give a site with the demo event, a gated one and one that has not begun."""
    with demo_site() as running:
        yield running


def follow(*arguments: str | Path, site: Standin | None = None) -> Outcome:
    """Run `tnrate follow`."""
    return tnrate("follow", *arguments, site=site)


def added(site: Standin, *arguments: str) -> Outcome:
    """Add players, which must go well."""
    outcome = follow(*arguments, "--add", site=site)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def listed() -> dict[str, Any]:
    """Give the list as JSON."""
    return follow("--list", "--json").document


def names() -> list[str]:
    """Give the names of everybody who is followed."""
    return [one["name"] for event in listed()["events"] for one in event["players"]]


def refused(outcome: Outcome, as_json: bool = False) -> str:
    """Check what every refusal has in common, and return its sentences."""
    assert outcome.status == 1
    assert (
        set(outcome.document["error"]) == {"code", "text", "hint"} if as_json else not outcome.out
    )
    assert "Traceback" not in outcome.err
    assert not PLACEHOLDER.search(outcome.err)
    assert len(outcome.err.splitlines()) >= 2
    return outcome.err


# Adding


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        ((LINK,), [KEREM]),
        ((NUMBER, "--player", "senbulakci kerem"), [KEREM]),
        ((NUMBER, "--player", "99104136"), [KEREM]),
        ((NUMBER, "--player", "13", "--player", "ece"), [KEREM, "Dumlukayra, Ece"]),
        ((NUMBER, "--club", "golbeyli"), [one.name for one in OF_LAKE]),
        ((NUMBER, "--fed", "ita"), ["Marchetelli, Ugo"]),
        ((NUMBER, "--club", LAKE, "--fed", "TUR"), [one.name for one in OF_LAKE]),
        ((NUMBER, "--fed", "ita", "--player", "13"), [KEREM, "Marchetelli, Ugo"]),
        ((NUMBER, COMING, "--player", "13"), [KEREM, KEREM]),
    ],
)
def test_players_are_added_by_link_name_club_and_federation(
    site: Standin, arguments: tuple[str, ...], players: list[str]
) -> None:
    """Whoever SOURCE and the options mean is in the list afterwards, and nobody else."""
    added(site, *arguments)
    assert sorted(names()) == sorted(players)


def test_adding_twice_changes_nothing(site: Standin) -> None:
    """One person of one event is followed once, however he is named."""
    added(site, NUMBER, "--player", "13")
    before = listed()
    added(site, LINK)
    added(site, NUMBER, "--player", "kerem")
    assert listed() == before


def test_nothing_is_looked_at_by_adding(site: Standin) -> None:
    """Only the list and the card are read; the event waits for its first look."""
    added(site, NUMBER, "--player", "13")
    assert {one.query.get("art", "0") for one in site.requests} == {"0", "9"}
    (event,) = listed()["events"]
    assert (event["phase"], event["as_of"]) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((NUMBER,), "player_needed"),
        ((NUMBER, "--player", "nobody of this name"), "player_missing"),
        ((NUMBER, "--player", "13", "--player", "99"), "player_missing"),
        ((NUMBER, "--player", "i"), "player_ambiguous"),
        ((NUMBER, "--club", "Paşaköy"), "nobody_to_follow"),
        ((NUMBER, "--club", LAKE, "--fed", "ITA"), "nobody_to_follow"),
        ((DEMO / "card.html",), "not_followable"),
        (("-",), "not_followable"),
        (("9999999", "--player", "13"), "tournament_missing"),
        ((NUMBER, "9999999", "--player", "13"), "tournament_missing"),
        (("https://example.org/tnr1.aspx", "--player", "13"), "other_site"),
        ((LINK, "--notify", "nonsense"), "address_unknown"),
        ((LINK, "--notify", NOTIFY, "--notify", "nonsense://x"), "address_unknown"),
        ((LINK, "--exec", "no-such-program-here --now"), "program_missing"),
        ((LINK, "--exec", "say 'unclosed"), "command_unclear"),
        ((LINK, "--exec", ""), "command_unclear"),
        ((LINK, "--exec", sys.executable, "--quiet", "at night"), "quiet_unclear"),
        ((LINK, "--exec", sys.executable, "--quiet", "25:00-07:00"), "quiet_unclear"),
        ((LINK, "--exec", sys.executable, "--quiet", "07:00-07:00"), "quiet_unclear"),
    ],
)
@pytest.mark.parametrize("how", ["--add", "--once", None])
def test_what_cannot_be_followed_is_refused_and_nothing_is_added(
    site: Standin, arguments: tuple[str, ...], code: str, how: str | None
) -> None:
    """A refusal is a sentence with a way out, in both languages, and leaves the list as it was."""
    if "--notify" in arguments:
        pytest.importorskip("apprise")
    asked = [*arguments, *([how] if how else [])]
    english = refused(follow(*asked, site=site))
    turkish = refused(follow(*asked, "--lang", "tr", site=site))
    assert english.splitlines()[-1] != turkish.splitlines()[-1]
    sentence = tnrate_sentence(code)
    assert re.match(sentence, english), (sentence, english)
    assert listed()["events"] == []


def tnrate_sentence(code: str) -> str:
    """Give a pattern of the sentence of a refusal."""
    texts = [one.text for one in refusals() if one.code == code]
    return "|".join(re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in texts)


def refusals() -> list[type[errors.TnrateError]]:
    """Give all refusals that there are."""
    known = [one for one in vars(errors).values() if isinstance(one, type)]
    return [one for one in known if issubclass(one, errors.TnrateError) and hasattr(one, "code")]


def test_addresses_are_checked_before_the_site_is_asked(site: Standin) -> None:
    """Who mistypes an address costs the site nothing."""
    refused(follow(LINK, "--exec", sys.executable, "--quiet", "at night", "--add", site=site))
    refused(follow(LINK, "--exec", "no-such-program-here", "--add", site=site))
    assert site.requests == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--once", "--add", LINK),
        ("--add", "--remove", LINK),
        ("--list", "--once"),
        ("--list", "--remove", LINK),
        ("--add",),
        ("--remove",),
        ("--list", LINK),
        ("--player", "13"),
        ("--club", "x", "--once"),
        ("--k", "20"),
        ("--notify", NOTIFY),
        ("--list", "--exec", "true"),
        ("--quiet", "23:00-07:00"),
        (LINK, "--quiet", "23:00-07:00"),
        (LINK, "--json"),
        (LINK, "--add", "--csv"),
        ("--once", "--json"),
        ("--list", "--json", "--csv"),
        ("--list", "--jsonl"),
        (LINK, "--add", "--jsonl"),
        (LINK, "--remove", "--jsonl"),
        (NUMBER, "--remove", "--club", "golbeyli"),
        (NUMBER, "--remove", "--fed", "TUR"),
        (NUMBER, "--remove", "--k", "20"),
        (NUMBER, "--remove", "--exec", "true", "--quiet", "23:00-07:00"),
        (LINK, "--k", "0"),
        (LINK, "--lang", "de"),
        (LINK, "--unknown"),
    ],
)
def test_options_that_do_not_belong_together_are_usage_errors(
    site: Standin, home: Path, arguments: tuple[str, ...]
) -> None:
    """Nothing that was typed is passed over: status 2, and neither site nor store is touched."""
    added(site, NUMBER, "--player", "13")
    site.requests.clear()
    before = listed()
    outcome = follow(*arguments, site=site)
    assert (outcome.status, outcome.out) == (2, "")
    assert "Traceback" not in outcome.err
    assert site.requests == []
    assert listed() == before
    assert (home / FILE).exists()


# The list


def test_an_empty_list_says_so() -> None:
    """Whoever follows nobody gets an answer and no refusal."""
    english, turkish = (follow("--list", "--lang", lang) for lang in ("en", "tr"))
    assert (english.status, turkish.status) == (0, 0)
    assert "Nobody is followed." in english.out
    assert "Nobody" not in turkish.out
    assert listed()["events"] == []
    assert len(follow("--list", "--csv").out.splitlines()) == 1


def test_the_list_shows_events_players_and_channels(site: Standin) -> None:
    """Text, JSON and CSV show the same people; addresses hold secrets and are masked."""
    pytest.importorskip("apprise")
    address = "json://user:secret@localhost:9/path"
    added(site, NUMBER, "--player", "13", "--k", "40", "--notify", address,
          "--quiet", "23:00-07:00")  # fmt: skip
    added(site, COMING, "--player", "1")
    document = listed()
    assert [event["id"] for event in document["events"]] == [demo.DEMO_NUMBER, demo.COMING_NUMBER]
    (player,) = document["events"][0]["players"]
    assert (player["name"], player["start_number"], player["k"]) == (KEREM, 13, 40)
    (channel,) = player["channels"]
    assert (channel["kind"], channel["language"], channel["quiet"]) == (
        "apprise", "en", "23:00-07:00",
    )  # fmt: skip
    for outcome in (follow("--list"), follow("--list", "--lang", "tr"), follow("--list", "--csv")):
        assert (outcome.status, outcome.err) == (0, "")
        assert KEREM in outcome.out
        assert "Karçınar, Ozan" in outcome.out
        assert "secret" not in outcome.out
    assert "secret" not in json.dumps(document)
    rows = list(csv.DictReader(io.StringIO(follow("--list", "--csv").out)))
    assert [row["name"] for row in rows] == [KEREM, "Karçınar, Ozan"]
    assert [row["event_id"] for row in rows] == [NUMBER, COMING]


def test_adding_prints_the_list(site: Standin) -> None:
    """After --add and --remove one sees what is followed by now."""
    assert KEREM in added(site, LINK).out
    outcome = follow(NUMBER, "--remove")
    assert (outcome.status, outcome.err) == (0, "")
    assert "Nobody is followed." in outcome.out


def test_the_language_of_the_notices_is_that_of_who_added_them(site: Standin) -> None:
    """A channel speaks the language of the command that made it."""
    pytest.importorskip("apprise")
    added(site, LINK, "--notify", NOTIFY, "--lang", "tr")
    added(site, LINK, "--exec", sys.executable)
    (event,) = listed()["events"]
    languages = {one["kind"]: one["language"] for one in event["players"][0]["channels"]}
    assert languages == {"apprise": "tr", "exec": "en"}


# Removing


def test_one_player_or_a_whole_event_is_removed(site: Standin) -> None:
    """--player names who is followed no more; without it everybody of the event is."""
    added(site, NUMBER, COMING, "--player", "13", "--player", "1", "--player", "2")
    assert follow(NUMBER, "--remove", "--player", "kerem").status == 0
    assert names().count(KEREM) == 1
    assert follow(LINK.replace("snr=13", "snr=1"), "--remove").status == 0
    assert len(names()) == 4
    assert follow(COMING, "--remove").status == 0
    assert names() == ["Valdrescul, Mirel"]


def test_removing_asks_the_site_for_nothing(site: Standin) -> None:
    """Who is followed stands in the store."""
    added(site, NUMBER, "--player", "13")
    site.requests.clear()
    assert follow(NUMBER, "--remove", site=site).status == 0
    assert site.requests == []


@pytest.mark.parametrize(
    "arguments",
    [
        (COMING,),
        (NUMBER, COMING),
        (NUMBER, "--player", "marchetelli"),
        (NUMBER, "--player", "13", "--player", "marchetelli"),
        (LINK.replace("snr=13", "snr=14"),),
        (DEMO / "card.html",),
    ],
)
def test_what_is_not_followed_cannot_be_removed(
    site: Standin, arguments: tuple[str | Path, ...]
) -> None:
    """A name or an event that is not followed is refused, and then nothing is removed."""
    added(site, NUMBER, "--player", "13", "--player", "1")
    refused(follow(*arguments, "--remove"))
    assert len(names()) == 2


def test_a_channel_is_taken_from_a_player_who_stays(site: Standin) -> None:
    """--remove with --exec or --notify ends that channel alone; one that is none is refused."""
    added(site, NUMBER, "--player", "13", "--exec", "true", "--exec", "sleep 0")
    assert "No notices go" in refused(follow(NUMBER, "--remove", "--exec", "cat"))
    assert follow(NUMBER, "--remove", "--exec", "true").status == 0
    (event,) = listed()["events"]
    (player,) = event["players"]
    assert [one["address"].split()[0] for one in player["channels"]] == ["sleep"]


def test_a_new_event_is_listed_with_its_name_and_as_due(site: Standin) -> None:
    """Before the first look the list has the event's name, and the look is due now."""
    added(site, NUMBER, "--player", "13")
    (event,) = listed()["events"]
    assert event["name"]
    assert event["phase"] is None
    due = datetime.fromisoformat(event["next_look"])
    assert abs(datetime.now(UTC) - due) < timedelta(days=1)


# Following


@pytest.mark.parametrize("arguments", [(), ("--once",), ("--jsonl",), ("--once", "--jsonl")])
def test_who_follows_nobody_is_told_so(arguments: tuple[str, ...]) -> None:
    """Without SOURCE there must be somebody who was added before."""
    as_json = "--jsonl" in arguments
    assert "Nothing is followed." in refused(follow(*arguments), as_json)
    turkish = refused(follow(*arguments, "--lang", "tr"), as_json)
    assert "Nothing" not in turkish


def test_two_cannot_look_at_once(site: Standin, home: Path) -> None:
    """While another process follows, --once is refused; who is added is taken up by that one."""
    added(site, LINK)
    lease = Lease(home)
    assert lease.take()
    try:
        assert "following already" in refused(follow("--once", site=site))
        added(site, NUMBER, "--player", "1")
        assert listed()["holder"] is not None
    finally:
        lease.release()
    assert listed()["holder"] is None
    assert follow("--once", site=site).status == 0


def test_the_first_look_is_silent(site: Standin) -> None:
    """Seven rounds have happened, and none of it is news."""
    outcome = follow(LINK, "--once", site=site)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    (event,) = listed()["events"]
    assert event["phase"] is not None
    assert event["as_of"] is not None
    assert event["name"].startswith("Çınarova Bahar")
    assert listed()["notices"] == {"waiting": 0, "told": 0, "perhaps_repeated": 0}


def test_an_event_that_is_not_there_is_old_and_said_so(site: Standin) -> None:
    """The follow stays; the list says since when and why nothing can be read."""
    added(site, LINK)
    site.remove(demo.DEMO_NUMBER)
    outcome = follow("--once", site=site)
    assert (outcome.status, outcome.out) == (0, "")
    assert "Traceback" not in outcome.err
    assert outcome.err
    (event,) = listed()["events"]
    assert event["trouble"]["code"] == "tournament_missing"
    assert names() == [KEREM]


# A play, looked at by hand


class Story:
    """A play of a small event on a site whose clock the test sets."""

    def __init__(self, home: Path) -> None:
        start = datetime.now(UTC) - timedelta(minutes=5)
        self.play = random_play(21, "swiss", start=start, incidents=frozenset())
        self.clock = HandClock(self.play.begins)
        self.site = LiveStandin([self.play], self.clock)
        self.home = home
        self.number = str(self.play.number)
        self.name = self.play.last.players[0].name

    def look(self, upload: int, *arguments: str) -> Outcome:
        """Look at an upload: due now, and with nothing kept of the pages before."""
        self.clock.set(self.play.uploads[upload].at)
        for path in self.home.glob("*"):
            if not path.name.startswith(FILE):
                path.unlink()
        store = LiveStore(self.home)
        for row in store.events():
            store.set_due(row.id, 0.0)
        store.close()
        outcome = follow("--once", *arguments, site=self.site)
        assert (outcome.status, outcome.err) == (0, "")
        return outcome

    def upload(self, why: str) -> int:
        """Give the index of the first upload whose words hold these."""
        return next(n for n, one in enumerate(self.play.uploads) if why in one.why)


@pytest.fixture
def story(home: Path) -> Iterator[Story]:
    """Give a play whose first player is followed, after the first look."""
    told = Story(home)
    with told.site:
        outcome = follow(told.number, "--player", "1", "--add", site=told.site)
        assert outcome.status == 0
        yield told


def test_a_pairing_and_a_result_are_told_as_lines(story: Story) -> None:
    """Each look prints what is new, a line a fact, and nothing twice."""
    assert story.look(0).out == ""
    pairing = story.look(story.upload("round 1 paired")).out
    assert len(pairing.splitlines()) >= 1
    assert story.name in pairing
    assert story.look(story.upload("round 1 paired")).out == ""
    later = story.look(story.upload("round 2 paired")).out
    assert story.name in later
    assert len(later.splitlines()) > len(pairing.splitlines())


def test_k_of_the_card_is_read_once_there_is_a_game(story: Story) -> None:
    """Who was named before round 1 is rated with the K that his card prints later."""
    (before,) = LiveStore(story.home).follows()
    assert before.cards_left
    assert before.k is None
    for why in ("starting list", "round 1 paired", "round 2 paired"):
        story.look(story.upload(why))
    (after,) = LiveStore(story.home).follows()
    printed = story.play.last.players[0].k
    assert (after.cards_left, after.k) == (0, printed)
    found = [document for _, document in LiveStore(story.home).facts_after(0)]
    (result,) = [one for one in found if one["kind"] == "result"]
    assert (result["fide"]["k"], result["fide"]["k_source"]) == (printed, "card")


def test_facts_are_told_as_lines_of_json(story: Story) -> None:
    """--jsonl prints documents of the contract, with the words in them."""
    story.look(0)
    outcome = story.look(story.upload("round 1 paired"), "--jsonl", "--lang", "tr")
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    (fact,) = [one for one in documents if one["type"] == "fact"]
    assert (fact["kind"], fact["round"]) == ("pairing", 1)
    assert fact["player"]["name"] == story.name
    assert fact["maybe_repeated"] is False
    assert fact["text"]
    assert fact["title"]


def test_a_command_is_run_for_each_fact(story: Story, tmp_path: Path) -> None:
    """--exec gets the document on standard input."""
    script, said = tmp_path / "told.py", tmp_path / "told.json"
    script.write_text(f"import sys; open({str(said)!r}, 'wb').write(sys.stdin.buffer.read())")
    outcome = follow(
        story.number, "--player", "1", "--exec", f"{sys.executable} {script}", "--add",
        site=story.site,
    )  # fmt: skip
    assert outcome.status == 0
    story.look(0)
    story.look(story.upload("round 1 paired"))
    assert json.loads(said.read_text("utf-8"))["kind"] == "pairing"
    assert listed()["notices"]["told"] == 2


# History


def test_a_history_needs_somebody_who_is_followed_and_was_seen(site: Standin) -> None:
    """Neither an event that is not followed nor one that was never looked at has a history."""
    assert "is not followed" in refused(tnrate("history", NUMBER))
    added(site, NUMBER, "--player", "13")
    assert "Nothing was seen" in refused(tnrate("history", NUMBER))
    added(site, NUMBER, "--player", "1")
    refused(tnrate("history", NUMBER))
    refused(tnrate("history", NUMBER, "--player", "marchetelli"))
    refused(tnrate("history", DEMO / "card.html"))
    for language in ("en", "tr"):
        outcome = tnrate("history", COMING, "--json", "--lang", language)
        assert outcome.status == 1
        assert outcome.document["error"]["code"] == "not_followed"


def test_a_history_begins_with_what_was_first_seen(site: Standin) -> None:
    """One look is one moment: the card as it stood then."""
    follow(LINK, "--once", site=site)
    document = tnrate("history", LINK, "--json").document
    assert document["player"] == {"start_number": 13, "name": KEREM, "fide_id": 99104136}
    (moment,) = document["moments"]
    assert (moment["what"], moment["round"], moment["points"]) == (["baseline"], 7, "4")


def test_a_history_has_a_moment_for_each_change(story: Story) -> None:
    """Text, JSON and CSV show the same moments, in both languages."""
    for upload in range(story.upload("round 3 paired") + 1):
        story.look(upload)
    document = tnrate("history", story.number, "--json").document
    what = [kind for moment in document["moments"] for kind in moment["what"]]
    assert what[:3] == ["baseline", "pairing", "result"]
    assert what.count("pairing") == 3
    rounds = [moment["round"] for moment in document["moments"]]
    assert rounds == sorted(rounds)
    assert rounds[-1] == 3
    rows = list(csv.DictReader(io.StringIO(tnrate("history", story.number, "--csv").out)))
    assert [row["at"] for row in rows] == [moment["at"] for moment in document["moments"]]
    for language in ("en", "tr"):
        text = tnrate("history", story.number, "--lang", language, env={"COLUMNS": "120"})
        assert (text.status, text.err) == (0, "")
        assert story.name in text.out
        assert len(text.out.splitlines()) > len(rows)


def test_a_history_asks_the_site_for_nothing(site: Standin) -> None:
    """It is made of what the looks have kept."""
    follow(LINK, "--once", site=site)
    site.requests.clear()
    assert tnrate("history", NUMBER, site=site).status == 0
    assert site.requests == []
