"""What the commands refuse: one sentence and a way out on standard error, status 1, no data."""

import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scraper import site as scraper_site
from tests.commands import Outcome, demo_site, program, run, tnrate
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Event, Player, Style
from tests.standin.faults import Fault
from tests.standin.server import Standin

EVENT = demo.demo_event()
CARD = (DEMO / "card.html").read_text("utf-8")
NUMBER = str(demo.DEMO_NUMBER)
PLACEHOLDER = re.compile(r"\{\w*\}")


def of_type(event: Event, kind: str) -> Event:
    """Give the event as one of another type."""
    return replace(event, tournament_type=kind)  # type: ignore[arg-type]


def without_rounds(page: str) -> str:
    """Give a card whose table of rounds was lost, with its points still printed."""
    start = page.rindex("<table", 0, page.index(">Rd.<"))
    return page[:start] + page[page.index("</table></div>", start) + len("</table>") :]


def refused(outcome: Outcome, lines: int = 2) -> None:
    """Check what every refusal has in common."""
    assert outcome.status == 1
    assert "Traceback" not in outcome.err
    sentences = outcome.err.splitlines()
    assert len(sentences) == lines, outcome.err
    assert all(len(sentence) > 8 for sentence in (sentences[0], sentences[-1]))
    assert sentences[-1].rstrip().endswith((".", "NUMBER.", "SOURCE."))
    assert not PLACEHOLDER.search(outcome.err)


def refused_everywhere(
    run_it: Callable[..., Outcome], code: str, lines: int = 2
) -> tuple[str, dict[str, str]]:
    """Check a refusal as text, as JSON and in Turkish; return the English words."""
    text = run_it()
    refused(text, lines)
    assert text.out == ""
    data = run_it("--json")
    refused(data, lines)
    assert data.err == text.err
    document = data.document
    assert set(document) == {"schema", "error"}
    error: dict[str, str] = document["error"]
    assert set(error) == {"code", "text", "hint"}
    assert error["code"] == code
    assert f"{error['text']}\n{error['hint']}\n" == text.err
    turkish = run_it("--lang", "tr")
    refused(turkish, lines)
    assert turkish.out == ""
    assert turkish.err.splitlines()[0] != text.err.splitlines()[0]
    assert turkish.err.splitlines()[-1] != text.err.splitlines()[-1]
    return text.err, error


# What was pasted


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("https://example.org/tnr1234567.aspx?art=9&snr=1", "other_site"),
        ("https://ratings.fide.com/profile/99104011", "other_site"),
        ("https://chess-results.com.evil.example/tnr1234567.aspx", "look_alike_host"),
        ("https://chess-resuIts.com/tnr1234567.aspx", "look_alike_host"),
        ("https://evilchess-results.com/tnr1234567.aspx?snr=1", "look_alike_host"),
        ("https://chess-results.com@evil.example/tnr1234567.aspx", "look_alike_host"),
        ("https://chess-results.com/", "half_link"),
        ("https://chess-results.com/tnr", "half_link"),
        ("chess-results.com/tnr.aspx?art=9&snr=3", "half_link"),
        ("0", "half_link"),
        ("https://chess-results.com/TurnierSuche.aspx?lan=1", "other_page_of_site"),
        ("somewhere", "not_a_link"),
        ("", "not_a_link"),
        ("ftp://chess-results.com/tnr1234567.aspx", "not_a_link"),
        ("javascript:alert(1)", "not_a_link"),
        ("1234567890123", "not_a_link"),
        ("card-that-is-not-there.html", "file_unreadable"),
        ("no/such/folder/card.htm", "file_unreadable"),
    ],
)
@pytest.mark.parametrize("command", ["rate", "next", "players"])
def test_a_text_that_names_no_tournament_is_refused(command: str, source: str, code: str) -> None:
    """A foreign, imitated, unfinished or meaningless SOURCE is refused before any request."""
    refused_everywhere(
        lambda *options: tnrate(command, source, *options, site="http://127.0.0.1:9"), code
    )


@pytest.mark.parametrize("word", ["card", "search", "ranking", "other", "rapid", "The page"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_what_was_typed_is_repeated_as_typed(word: str, language: str) -> None:
    """A refusal repeats the person's own words, also where they are words of the program."""
    assert f"“{word}”" in tnrate("rate", word, "--lang", language).err


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("word", ["teams", "standard", "the player"])
def test_a_name_is_repeated_as_typed(quick: None, word: str, language: str) -> None:
    """The name that nobody has is repeated as it was typed, and never translated."""
    with demo_site() as site:
        found = tnrate(NUMBER, "--player", word, "--lang", language, site=site)
    assert f"“{word}”" in found.err


@pytest.mark.parametrize("given", ["https://chess-results.com", "http://10.0.0.1:80", "nonsense"])
def test_only_this_computer_may_stand_in_for_the_site(given: str) -> None:
    """TNRATE_SITE takes loopback addresses only."""
    refused_everywhere(lambda *options: tnrate("rate", "1", *options, site=given), "not_a_stand_in")


# Saved pages


def pages() -> Iterator[tuple[str, str | bytes, str]]:
    """Give name, content and code of pages that are refused as a card."""
    plain = Style(details=True)
    yield "empty", b"", "page_empty"
    yield "blank", b" \r\n\t\n", "page_empty"
    yield "picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "page_binary"
    yield "pdf", b"%PDF-1.7\n" + bytes(range(256)), "page_binary"
    yield "zeros", bytes(5000), "page_binary"
    yield "cut", CARD[: len(CARD) * 2 // 3], "page_cut"
    yield "weather", "<html><body><h1>Weather</h1><p>Rain.</p></body></html>", "page_of_other_site"
    yield (
        "shop",
        "<html><body><table><tr><th>Name</th><th>Price</th></tr>"
        "<tr><td>Board</td><td>12,20</td></tr></table></body></html>",
        "page_of_other_site",
    )
    yield "limit", render.limit_page(plain), "daily_limit"
    yield "missing", render.missing_page(plain, "tnr1.aspx"), "tournament_missing"
    yield "error", render.runtime_error_page(), "site_error"
    yield "startlist", render.start_list_page(EVENT, plain), "not_a_card"
    yield "alphabetical", render.alphabetical_page(EVENT, plain), "not_a_card"
    yield "ranking", render.ranking_page(EVENT, plain), "not_a_card"
    yield "pairings", render.pairings_page(EVENT, 7, plain), "not_a_card"
    yield (
        "round robin",
        render.round_robin_page(of_type(demo.gated_event(), "Round robin"), plain),
        "not_a_card",
    )
    yield (
        "teams",
        render.team_list_page(of_type(EVENT, "Swiss-System for teams"), plain),
        "not_a_card",
    )
    yield "coming", render.card_page(demo.coming_event(), 3, plain), "not_started"
    yield "no rounds", without_rounds(CARD), "card_without_rounds"


@pytest.mark.parametrize(
    ("content", "code"), [pytest.param(page, code, id=name) for name, page, code in pages()]
)
@pytest.mark.parametrize("command", ["rate", "next"])
@pytest.mark.parametrize("from_file", [True, False], ids=["file", "stdin"])
def test_a_saved_page_that_is_no_card_is_refused(
    tmp_path: Path, command: str, content: str | bytes, code: str, from_file: bool
) -> None:
    """Every saved page that holds no played card is named for what it is, file or standard input.

    Never an empty table: an empty one looks like a tournament that has not begun.
    """
    data = content.encode() if isinstance(content, str) else content
    path = tmp_path / "saved.html"
    path.write_bytes(data)
    refused_everywhere(
        lambda *options: (
            tnrate(command, path, *options)
            if from_file
            else tnrate(command, "-", *options, typed=data)
        ),
        code,
    )


@pytest.mark.parametrize("name", ["startlist", "ranking", "pairings", "round robin", "teams"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_page_of_another_view_is_named(name: str, language: str) -> None:
    """The refusal says which page was given, and every view has words of its own."""
    content = {one: page for one, page, _ in pages()}
    said = {
        one: tnrate("-", "--lang", language, typed=content[one]).err.splitlines()[0]
        for one in ("startlist", "ranking", "pairings", "teams")
    }
    assert len(set(said.values())) == len(said)
    expected = {"round robin": "pairings"}.get(name, name)
    words = tnrate("-", "--lang", language, typed=content[name]).err.splitlines()[0]
    assert words == said[expected]


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (CARD, "not_a_list"),
        (render.pairings_page(EVENT, 7, Style(details=True)), "not_a_list"),
        ("<html><body><p>Hello</p></body></html>", "page_of_other_site"),
    ],
)
def test_players_refuses_what_is_no_list(page: str, code: str) -> None:
    """`players` refuses every page but a list of players."""
    refused_everywhere(lambda *options: tnrate("players", "-", *options, typed=page), code)


def test_a_start_list_is_held_to_the_same_rules(tmp_path: Path) -> None:
    """A --start-list that is none is refused, although the card is whole."""
    wrong = tmp_path / "card.html"
    wrong.write_text(CARD, "utf-8")
    refused_everywhere(
        lambda *options: tnrate("-", "--start-list", wrong, *options, typed=CARD), "not_a_list"
    )


def test_a_file_of_50_megabytes_is_not_read(tmp_path: Path) -> None:
    """A file larger than any page of the site is refused by its size."""
    path = tmp_path / "large.html"
    with path.open("wb") as file:
        file.write(CARD.encode())
        file.truncate(50_000_000)
    refused_everywhere(lambda *options: tnrate(path, *options), "page_too_large")


def test_a_folder_is_no_page(tmp_path: Path) -> None:
    """A folder is refused as one."""
    text, _ = refused_everywhere(lambda *options: tnrate(tmp_path, *options), "file_unreadable")
    assert "folder" in text


@pytest.mark.parametrize("name", ["ad" * 3000, "tur\0nuva", "a\nb"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    """A text too long for a file name, or with a NUL or a line end in it, is refused, no crash."""
    refused_everywhere(lambda *options: tnrate("rate", name, *options), "not_a_link")


@pytest.mark.parametrize("wanted", ["tolunbey", "7", "99104011"])
def test_a_saved_card_of_somebody_else_is_refused(wanted: str) -> None:
    """--player with a saved card refuses the card of another player."""
    refused_everywhere(
        lambda *options: tnrate("-", "--player", wanted, *options, typed=CARD), "player_missing"
    )


def test_scenarios_need_a_rating_to_start_from() -> None:
    """`next` for a player with neither rating says that nothing can be worked out."""
    page = render.card_page(EVENT, 23, demo.DEMO_STYLE)
    text, _ = refused_everywhere(
        lambda *options: tnrate("next", "-", *options, typed=page), "own_rating_needed"
    )
    assert "--ukd" in text
    assert tnrate("next", "-", "--ukd", "1200", typed=page).status == 0


# Over the network


@pytest.fixture
def site(quick: None) -> Iterator[Standin]:
    """Give a running stand-in."""
    with demo_site() as running:
        yield running


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("rate", "1234567", "--player", "1"), "tournament_missing"),
        (("rate", "https://chess-results.com/tnr1234567.aspx?art=9&snr=1"), "tournament_missing"),
        (("players", "1234567"), "tournament_missing"),
        (("rate", NUMBER, "--player", "nobody at all"), "player_missing"),
        (("rate", NUMBER, "--player", "99999999"), "player_missing"),
        (("rate", NUMBER, "--player", "999"), "player_missing"),
        (("rate", NUMBER, "--player", "0"), "player_missing"),
        (("rate", NUMBER, "--player", ""), "player_missing"),
        (("rate", f"chess-results.com/tnr{NUMBER}.aspx?art=9&snr=25"), "player_missing"),
        (("rate", str(demo.COMING_NUMBER), "--player", "3"), "not_started"),
        (("rate", NUMBER), "player_needed"),
        (("next", NUMBER), "player_needed"),
        (("rate", f"https://chess-results.com/tnr{NUMBER}.aspx?art=1"), "player_needed"),
    ],
)
def test_what_the_site_does_not_have_is_refused(
    site: Standin, arguments: tuple[str, ...], code: str
) -> None:
    """Missing tournaments, players and rounds, and a tournament without a player, are told."""
    text, _ = refused_everywhere(lambda *options: tnrate(*arguments, *options, site=site), code)
    if code in ("player_needed", "player_missing"):
        assert "tnrate players SOURCE" in text
    if code == "player_needed":
        assert "--player" in text


def test_a_missing_tournament_may_answer_404(quick: None) -> None:
    """Status 404 is a missing tournament too."""
    with Standin(missing_status=404) as site:
        refused_everywhere(
            lambda *options: tnrate("rate", "77", "--player", "1", *options, site=site),
            "tournament_missing",
        )


def test_namesakes_are_listed_and_never_guessed(quick: None) -> None:
    """Two players of one name: both are listed with their start numbers, and the hint tells how."""
    twin = Player(25, "Gülbersan, Efe", "", "TUR", 99104236, 2012, "Uzaktepe SK", 1210, 1190)
    event = replace(EVENT, players=(*EVENT.players, twin))
    with Standin([event], Style(two_ratings=True)) as site:
        text, error = refused_everywhere(
            lambda *options: tnrate(NUMBER, "--player", "efe GULBERSAN", *options, site=site),
            "player_ambiguous",
            lines=4,
        )
        assert tnrate(NUMBER, "--player", "25", site=site).status == 1  # no rounds yet
        assert tnrate(NUMBER, "--player", "8", site=site).status == 0
    first, second = text.splitlines()[1:3]
    assert first.split()[0] == "8"
    assert second.split()[0] == "25"
    assert "Uzaktepe SK" in second
    assert "start number" in error["hint"]


def test_many_matches_are_cut_short(quick: None) -> None:
    """A text that fits half the field lists the first dozen, and says that there are more."""
    crowd = tuple(
        replace(demo.PLAYERS[0], start_number=n, name=f"Kalabalık, Sporcu{n}", fide_id=0)
        for n in range(1, 40)
    )
    with Standin([replace(EVENT, players=crowd, results={})]) as site:
        told = tnrate(NUMBER, "--player", "kalabalik", site=site)
    refused(told, lines=15)
    assert "39" in told.err.splitlines()[0]
    assert told.err.splitlines()[13].strip() == "…"


FAULTS = [
    (Fault.limit(), "daily_limit"),
    (Fault.status(503), "site_busy"),
    (Fault.status(429, 3600), "site_busy"),
    (Fault.status(404), "tournament_missing"),
    (Fault.reset(), "no_network"),
    (Fault.redirect("http://evil.example/tnr1.aspx"), "foreign_redirect"),
    (Fault.redirect("https://chess-results.com.evil.example/"), "foreign_redirect"),
    (Fault.redirect("file:///etc/hosts"), "foreign_redirect"),
    (Fault.redirect_loop(), "redirect_loop"),
    (Fault.half_page(), "page_cut"),
    (Fault.short_body(), "page_cut"),
    (Fault.empty(), "page_empty"),
    (Fault.binary(), "page_binary"),
    (Fault.huge(30_000_000), "page_too_large"),
    (Fault.endless(), "page_too_large"),
]


@pytest.mark.parametrize(
    ("fault", "code"), FAULTS, ids=[f"{fault.kind} {fault.code}" for fault, _ in FAULTS]
)
def test_whatever_goes_wrong_on_the_way_is_told(site: Standin, fault: Fault, code: str) -> None:
    """Each fault of the network or the site is one refusal, and never half a card."""
    site.faults.append(fault.sticky())
    refused_everywhere(
        lambda *options: tnrate("rate", NUMBER, "--player", "13", *options, site=site), code
    )


def test_a_gate_that_stays_closed_is_told(site: Standin) -> None:
    """Where the button of an old tournament opens nothing, the browser is the way out."""
    site.faults.append(Fault.closed_gate())
    number = str(demo.GATED_NUMBER)
    refused_everywhere(
        lambda *options: tnrate("rate", number, "--player", "1", *options, site=site),
        "gate_closed",
    )


def test_no_network_is_told(quick: None) -> None:
    """A port where nobody listens is a site that cannot be reached."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    refused_everywhere(
        lambda *options: tnrate(
            "rate", NUMBER, "--player", "13", *options, site=f"http://127.0.0.1:{port}"
        ),
        "no_network",
    )


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_program_itself_ends_with_status_1(options: tuple[str, ...]) -> None:
    """As a program of its own, a refusal is status 1, two lines, and no traceback."""
    done = run(program("https://example.org/tnr1.aspx", *options))
    refused(done)
    assert bool(done.out) == bool(options)


# Nothing that can be typed makes the program fall over


@given(source=st.text(max_size=60), player=st.none() | st.text(max_size=12))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_source_is_read_or_refused(source: str, player: str | None) -> None:
    """Whatever text is given as SOURCE and WHO ends with status 0, 1 or 2, never a crash."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scraper_site, "SECONDS_BETWEEN_REQUESTS", 0.0)
        patch.setattr(scraper_site, "RETRIES", 0)
        options = () if player is None else (f"--player={player}",)
        done = tnrate("rate", *options, "--", source, site="http://127.0.0.1:9")
    assert done.status in (0, 1, 2)
    assert done.out == ""
    assert "Traceback" not in done.err


@given(games=st.lists(st.text(max_size=8) | st.from_regex(r"(-|\d{1,4}):[01½=]"), max_size=4))
@settings(max_examples=150, deadline=None)
@pytest.mark.parametrize("system", ["fide", "ukd"])
def test_any_games_are_worked_out_or_refused(system: str, games: list[str]) -> None:
    """Whatever is given as games is worked out or is wrong usage, never a crash."""
    done = tnrate("calc", system, "--rating", "1500", "--json", "--", *games)
    assert done.status in (0, 2)
    assert (done.status == 0) == bool(done.out)


@given(cut=st.integers(0, len(CARD)), junk=st.binary(max_size=8))
@settings(max_examples=100, deadline=None)
def test_a_damaged_page_is_read_or_refused(cut: int, junk: bytes) -> None:
    """A card with bytes thrown in anywhere is read or refused, never a crash."""
    data = CARD.encode()
    done = tnrate("-", "--json", typed=data[:cut] + junk + data[cut:])
    assert done.status in (0, 1)
    assert ("error" in done.document) == (done.status == 1)
