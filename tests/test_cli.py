"""The commands: every way to name a player gives the same card; options mean the same anywhere."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import click
import pytest

from cli import __version__, main
from tests.commands import demo_site, environment, program, run, tnrate
from tests.conftest import DEMO
from tests.standin import demo, render
from tests.standin.event import Style
from tests.standin.server import Standin

CARD = DEMO / "card.html"
LIST = DEMO / "startlist.html"
NUMBER = str(demo.DEMO_NUMBER)
OWN = "Şenbulakçı, Kerem"


@pytest.fixture(scope="module")
def site() -> Iterator[Standin]:
    """Give a running stand-in."""
    with demo_site() as running:
        yield running


def lines_with(text: str, *parts: str) -> list[str]:
    """Give the lines that hold all parts."""
    return [line for line in text.splitlines() if all(part in line for part in parts)]


# Where the card comes from


@pytest.mark.parametrize("options", [(), ("--json",), ("--csv",), ("--lang", "tr")])
def test_source_alone_means_rate(options: tuple[str, ...]) -> None:
    """`tnrate SOURCE` prints exactly what `tnrate rate SOURCE` prints."""
    short, long = tnrate(CARD, *options), tnrate("rate", CARD, *options)
    assert short == long
    assert short.status == 0
    assert "Bozkurgan, Tuna" in short.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "tr", CARD),
        ("--player", "13", "--lang", "tr", CARD),
        ("rate", "--lang", "tr", CARD),
        ("--time", "standard", CARD, "--lang=tr"),
    ],
)
def test_options_may_stand_before_the_source(arguments: tuple[str | Path, ...]) -> None:
    """Options before SOURCE do what they do after it."""
    assert tnrate(*arguments) == tnrate("rate", CARD, "--lang", "tr")


@pytest.mark.parametrize("command", [(), ("rate",)])
def test_standard_input_is_a_source(command: tuple[str, ...]) -> None:
    """A minus reads the page from standard input, with the same result as the file."""
    read = tnrate(*command, "-", "--json", typed=CARD.read_bytes())
    assert read.document == tnrate(CARD, "--json").document


@pytest.mark.parametrize(
    "source",
    [
        "https://chess-results.com/tnr9417302.aspx?lan=1&art=9&snr=13",
        "https://s2.chess-results.com/tnr9417302.aspx?lan=11&art=9&fed=TUR&snr=13&SNode=S0",
        "chess-results.com/tnr9417302.aspx?snr=13",
        "http://www.chess-results.com/Tnr9417302.aspx?ART=9&SNR=13",
        "  <https://chess-results.com/tnr9417302.aspx?art=9&amp;snr=13>\n",
    ],
)
def test_every_form_of_a_link_gives_the_same_card(site: Standin, quick: None, source: str) -> None:
    """Host, language and order of the parameters do not matter: number and snr name the card."""
    rated = tnrate(source, "--json", site=site)
    assert rated.status == 0
    assert rated.err == ""
    assert rated.document["player"]["name"] == OWN
    assert rated.document["tournament"]["id"] == demo.DEMO_NUMBER


def test_the_stand_in_s_own_link_is_a_link(site: Standin, quick: None) -> None:
    """With TNRATE_SITE, a link copied from the stand-in is as good as one of the site."""
    link = site.link(demo.DEMO_NUMBER, lan=1, art=9, snr=13)
    assert tnrate(link, "--json", site=site).document["player"]["name"] == OWN


def test_a_link_says_where_and_when_it_was_read(site: Standin, quick: None) -> None:
    """A page from the network carries its address and the time of reading in UTC."""
    tournament = tnrate(NUMBER, "--player", "13", "--json", site=site).document["tournament"]
    assert "snr=13" in tournament["url"]
    assert tournament["fetched_at"].endswith("+00:00")


@pytest.mark.parametrize(
    "wanted",
    [
        "senbulakci kerem",
        "SENBULAKCI KEREM",
        "ŞENBULAKÇI KEREM",
        "Kerem Şenbulakçı",
        "kerem senb",
        "şenbulakçı, kerem",
        "99104136",
        "13",
        " 13 ",
    ],
)
@pytest.mark.parametrize("source", [NUMBER, f"chess-results.com/tnr{NUMBER}.aspx"])
def test_a_player_is_found_by_name_fide_id_or_start_number(
    site: Standin, quick: None, source: str, wanted: str
) -> None:
    """Order, case and accents of a name do not matter; FIDE id and start number serve too."""
    rated = tnrate("rate", source, "--player", wanted, "--json", site=site)
    assert rated.status == 0, rated.err
    assert rated.document["player"]["start_number"] == 13


def test_player_overrides_the_one_in_the_link(site: Standin, quick: None) -> None:
    """--player wins over the player that the link names."""
    link = f"chess-results.com/tnr{NUMBER}.aspx?art=9&snr=13"
    rated = tnrate(link, "--player", "tolunbey sarp", "--json", site=site)
    assert rated.document["player"]["start_number"] == 3


def test_link_and_saved_page_agree(site: Standin, quick: None) -> None:
    """The saved card and the same card behind a link give equal rounds and totals."""
    linked = tnrate(NUMBER, "--player", "13", "--json", site=site).document
    saved = tnrate(CARD, "--json").document
    for part in ("player", "rounds", "fide", "ukd", "next", "checks"):
        assert linked[part] == saved[part], part


def test_a_gated_tournament_is_opened(site: Standin, quick: None) -> None:
    """An old tournament behind the button is read like any other."""
    rated = tnrate(str(demo.GATED_NUMBER), "--player", "1", "--json", site=site).document
    assert rated["player"]["name"] == "Yıldağan, Koray"
    assert [played["kind"] for played in rated["rounds"]] == ["game"] * 3
    assert rated["fide"]["time_control"] == "rapid"
    assert rated["ukd"]["list"] == "uhs"


def test_a_saved_card_is_completed_by_a_starting_rank(tmp_path: Path) -> None:
    """--start-list gives the ratings that a card with one rating column lacks, and says so."""
    card = tmp_path / "card.html"
    card.write_text(render.card_page(demo.demo_event(), 13, Style(details=True)), "utf-8")
    alone = tnrate(card, "--json").document
    joined = tnrate(card, "--start-list", LIST, "--json").document
    sources = {r["opponent"]["national_source"] for r in joined["rounds"] if r["opponent"]}
    assert sources == {"starting_rank"}
    assert "national_from_starting_rank" in {note["code"] for note in joined["notes"]}
    assert joined["ukd"]["change"] == "1.20" != alone["ukd"]["change"]


# What the options change


@pytest.mark.parametrize(
    ("options", "path", "value"),
    [
        (("--fide", "1700"), ("fide", "rating"), 1700),
        (("--ukd", "1500"), ("ukd", "rating"), 1500),
        (("--time", "rapid"), ("ukd", "list"), "uhs"),
        (("--time", "blitz"), ("ukd", "list"), "uys"),
        (("--time", "rapid"), ("fide", "time_control"), "rapid"),
        (("--on", "2012-03-04"), ("fide", "on"), "2012-03-04"),
        (("--on", "4.3.2012"), ("fide", "on"), "2012-03-04"),
        (("--on", "2024-02-29"), ("fide", "rules"), "standard since 2022-01-01"),
    ],
)
def test_what_is_settled_by_hand_is_used(
    options: tuple[str, ...], path: tuple[str, str], value: object
) -> None:
    """Ratings, time control and start date given by hand stand above the page's."""
    assert tnrate(CARD, *options, "--json").document[path[0]][path[1]] == value


def test_a_printed_k_stands_above_a_given_one() -> None:
    """--k is for cards without a K; where the card prints one, a note says that it was not used."""
    rated = tnrate(CARD, "--k", "40", "--json").document
    assert (rated["fide"]["k"], rated["fide"]["k_source"]) == (20, "card")
    assert "k_not_used" in {note["code"] for note in rated["notes"]}


def test_a_given_k_is_used_and_named(tmp_path: Path) -> None:
    """On a card without K, --k is used and printed as given by hand."""
    card = tmp_path / "card.html"
    style = replace(demo.DEMO_STYLE, published=False)
    card.write_text(render.card_page(demo.demo_event(), 13, style), "utf-8")
    rated = tnrate(card, "--k", "40", "--json").document
    assert (rated["fide"]["k"], rated["fide"]["k_source"]) == (40, "option")
    assert lines_with(tnrate(card, "--k", "40").out, "K 40", "given by hand")


def test_a_player_without_fide_rating_has_a_ukd_change() -> None:
    """A FIDE rating of 0 gives fide null with the reason; the UKD is computed all the same."""
    page = render.card_page(demo.demo_event(), 19, demo.DEMO_STYLE)
    rated = tnrate("-", "--json", typed=page).document
    assert rated["player"]["fide"] == 0
    assert rated["fide"] is None
    games = [played for played in rated["rounds"] if played["kind"] == "game"]
    assert {played["fide"]["reason"] for played in games} == {"own_unrated"}
    assert all(played["ukd"]["counted"] for played in games)
    assert rated["ukd"]["rating"] == 1518
    total = sum((Decimal(played["ukd"]["change"]) for played in games), Decimal(0))
    assert Decimal(rated["ukd"]["change"]) == total
    text = tnrate("-", typed=page).out
    assert lines_with(text, "No FIDE change", "unrated")
    assert lines_with(text, "UKD", "1518 →")


# Language


@pytest.mark.parametrize(
    ("options", "env", "turkish"),
    [
        (("--lang", "tr"), {}, True),
        (("--lang", "en"), {"LC_ALL": "tr_TR.UTF-8"}, False),
        ((), {"LC_ALL": "tr_TR.UTF-8"}, True),
        ((), {"LC_ALL": "", "LANG": "tr_TR.UTF-8"}, True),
        ((), {"LC_ALL": "en_US.UTF-8", "LANG": "tr_TR.UTF-8"}, False),
        ((), {"LC_ALL": "C.UTF-8"}, False),
        ((), {"LC_ALL": "", "LC_MESSAGES": "tr_TR.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ((), {"LC_ALL": "de_DE.UTF-8"}, False),
    ],
)
def test_language_is_the_option_s_then_the_environment_s(
    options: tuple[str, ...], env: dict[str, str], turkish: bool
) -> None:
    """--lang decides; else LC_ALL, LC_MESSAGES, LANG in this order; another language is English."""
    text = tnrate(CARD, *options, env=env).out
    assert ("Rakip" in text, "Opponent" in text) == (turkish, not turkish)


@pytest.mark.parametrize(
    "arguments",
    [
        (CARD,),
        ("next", CARD),
        ("players", LIST),
        ("demo",),
        ("calc", "fide", "--rating", "1500", "--k", "20", "1400:1"),
        ("calc", "ukd", "--rating", "1500", "1400:1"),
    ],
)
def test_every_command_speaks_turkish(arguments: tuple[str | Path, ...]) -> None:
    """--lang tr changes the words of every command, and nothing in its figures but the comma."""
    turkish, english = tnrate(*arguments, "--lang", "tr"), tnrate(*arguments, "--lang", "en")
    assert turkish.status == english.status == 0
    assert turkish.out != english.out


# next


def test_next_works_out_the_published_pairing(site: Standin, quick: None) -> None:
    """`next` gives win, draw and loss against the paired opponent, each with the total."""
    shown = tnrate("next", NUMBER, "--player", "13", site=site)
    assert shown.status == 0
    assert lines_with(shown.out, "Round 7", "Çetrefgil, Bilge", "FIDE 1805", "UKD 1770", "White")
    for result in ("Win", "Draw", "Loss"):
        assert len(lines_with(shown.out, f"{result} ")) == 1
    assert lines_with(shown.out, "Win", "+14.20", "+23.00", "1673", "+14.00", "+15.20", "1635")


def test_next_as_json_is_the_document_of_rate() -> None:
    """`next --json` prints the same document as `rate --json`."""
    assert tnrate("next", CARD, "--json") == tnrate("rate", CARD, "--json")


def test_next_takes_an_opponent_by_hand(tmp_path: Path) -> None:
    """--opponent-rating and --opponent-ukd stand in for a pairing that is not published."""
    page = render.card_page(demo.gated_event(), 1, Style(two_ratings=True))
    arguments = ("next", "-", "--opponent-rating", "1800", "--opponent-ukd", "1750", "--json")
    upcoming = tnrate(*arguments, typed=page).document["next"]
    assert upcoming["round"] is None
    assert (upcoming["opponent"]["fide"], upcoming["opponent"]["national"]) == (1800, 1750)
    for system in ("fide", "ukd"):
        win, draw, loss = (
            Decimal(upcoming[system][result]["change"]) for result in ("win", "draw", "loss")
        )
        assert win > draw > loss
        assert win - draw == draw - loss


def test_next_with_one_rating_leaves_the_other_open() -> None:
    """An opponent with only a FIDE rating by hand gives no UKD scenario, and the reason."""
    page = render.card_page(demo.gated_event(), 1, Style(two_ratings=True))
    arguments = ("next", "-", "--opponent-rating", "1800", "--json")
    upcoming = tnrate(*arguments, typed=page).document["next"]
    assert set(upcoming["fide"]) == {"win", "draw", "loss"}
    assert upcoming["ukd"] == {"counted": False, "reason": "opponent_rating_missing"}


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_next_without_a_pairing_says_how_to_go_on(options: tuple[str, ...]) -> None:
    """Without a next pairing, `next` refuses with no_pairing and names --opponent-rating."""
    page = render.card_page(demo.gated_event(), 1, Style(two_ratings=True))
    refused = tnrate("next", "-", *options, typed=page)
    assert refused.status == 1
    assert "--opponent-rating" in refused.err
    if options:
        assert refused.document["error"]["code"] == "no_pairing"
    else:
        assert refused.out == ""


# players


def test_players_lists_the_field(site: Standin, quick: None) -> None:
    """`players` prints every player of a link's tournament, one a line, in the list's order."""
    text = tnrate("players", NUMBER, site=site).out
    for player in demo.PLAYERS:
        (line,) = lines_with(text, player.name)
        assert line.split()[0] == str(player.start_number)


@pytest.mark.parametrize("source", [LIST, NUMBER])
def test_players_as_json(site: Standin, quick: None, source: Path | str) -> None:
    """`players --json` gives ids and both ratings; the list 0 stays 0, no FIDE id is null."""
    found = tnrate("players", source, "--json", site=site).document["players"]
    assert [one["start_number"] for one in found] == [one.start_number for one in demo.PLAYERS]
    assert [one["name"] for one in found] == [one.name for one in demo.PLAYERS]
    assert [one["fide"] for one in found] == [one.fide for one in demo.PLAYERS]
    assert [one["national"] for one in found] == [one.national for one in demo.PLAYERS]
    assert [one["fide_id"] for one in found] == [one.fide_id or None for one in demo.PLAYERS]


def test_players_asks_for_all_rows(quick: None) -> None:
    """A field of 151 is listed whole, although the site cuts its lists at 150 unless asked."""
    crowd = tuple(
        replace(demo.PLAYERS[0], start_number=n, name=f"Kalabalık, Sporcu{n}", fide_id=0)
        for n in range(1, 152)
    )
    event = replace(demo.coming_event(), players=crowd)
    with Standin([event]) as crowded:
        found = tnrate("players", str(event.number), "--json", site=crowded).document
    assert len(found["players"]) == 151
    assert found["notes"] == []


def test_a_list_of_150_is_called_cut() -> None:
    """A saved list that ends at 150 rows carries the note that players may be missing."""
    crowd = tuple(
        replace(demo.PLAYERS[0], start_number=n, name=f"Kalabalık, Sporcu{n}", fide_id=0)
        for n in range(1, 152)
    )
    page = render.start_list_page(replace(demo.coming_event(), players=crowd), Style())
    found = tnrate("players", "-", "--json", typed=page).document
    assert [note["code"] for note in found["notes"]] == ["list_cut"]
    assert "150" in tnrate("players", "-", typed=page).out.splitlines()[-1]


# calc


def test_calc_fide_shows_each_step() -> None:
    """`calc fide` shows gap, counted gap, expected score, K and change of each game."""
    text = tnrate(
        "calc", "fide", "--rating", "1500", "--k", "20", "--on", "2026-05-01",
        "1400:1", "1600:0.5", "1550:0", "2000:½", "-:1",
    ).out  # fmt: skip
    rows = [line.split() for line in text.splitlines()[1:6]]
    assert rows == [
        ["1400", "1", "100", "100", "0.64", "20", "+7.20"],
        ["1600", "½", "−100", "−100", "0.36", "20", "+2.80"],
        ["1550", "0", "−50", "−50", "0.43", "20", "−8.60"],
        ["2000", "½", "−500", "−400*", "0.08", "20", "+8.40"],
        ["–", "1", "–", "–", "–", "–", "unrated"],
    ]
    assert lines_with(text, "FIDE", "1500 → 1510", "+9.80", "2 of 4", "expected 1.51")


def test_calc_ukd_shows_each_step() -> None:
    """`calc ukd` limits the gap to 350 and gives a tenth of k for an opponent without UKD."""
    text = tnrate("calc", "ukd", "--rating", "1500", "2000:1", "-:1", "-:½", "1400:0").out
    rows = [line.split() for line in text.splitlines()[1:5]]
    assert rows[0] == ["2000", "1", "−500", "−350*", "0.11", "25", "+22.25"]
    assert (rows[1][:2], rows[1][-1]) == (["–", "1"], "+2.50")
    assert (rows[2][:2], rows[2][-1]) == (["–", "½"], "0.00")
    assert rows[3] == ["1400", "0", "100", "100", "0.64", "25", "−16.00"]
    assert lines_with(text, "UKD", "1500 → 1508", "+8.75")


@pytest.mark.parametrize("system", ["fide", "ukd"])
@pytest.mark.parametrize("half", ["½", "0.5", "0,5", ".5", "1/2", "="])
def test_a_half_may_be_typed_in_any_form(system: str, half: str) -> None:
    """½, 0.5, 0,5, .5, 1/2 and = are the same half point."""
    typed = tnrate("calc", system, "--rating", "1500", f"1400:{half}", "--json").document
    assert typed["games"][0]["score"] == "0.5"


@pytest.mark.parametrize("system", ["fide", "ukd"])
@pytest.mark.parametrize("games", [("-:1", "1400:1"), ("1400:1", "-:1"), ("-:0",)])
def test_an_unrated_opponent_is_no_option(system: str, games: tuple[str, ...]) -> None:
    """`-:1` is a game with an unrated opponent wherever it stands, also with options behind it."""
    found = tnrate("calc", system, "--rating", "1500", *games, "--json")
    assert found.status == 0, found.err
    opponents = [game["opponent"] for game in found.document["games"]]
    assert opponents == [1400 if game == "1400:1" else None for game in games]


@pytest.mark.parametrize(
    ("options", "change"),
    [
        # 2650 against 2200: the gap counts in full from October 2025, in standard only.
        (("--time", "standard", "--on", "2025-09-30"), "0.80"),
        (("--time", "standard", "--on", "2025-10-01"), "0.60"),
        (("--time", "rapid", "--on", "2025-10-01"), "0.80"),
    ],
)
def test_calc_fide_uses_the_rules_of_the_day(options: tuple[str, ...], change: str) -> None:
    """The rules are those of the time control and the first day."""
    found = tnrate("calc", "fide", "--rating", "2650", "--k", "10", *options, "2200:1", "--json")
    assert found.document["change"] == change


@pytest.mark.parametrize(
    ("arguments", "change", "rounded", "new_rating"),
    [
        # .5 away from zero, once for the whole period
        (("--rating", "2500", "--k", "10", "2310:0.5"), "-2.50", -3, 2497),
        (("--rating", "2410", "--k", "10", "2600:0.5"), "2.50", 3, 2413),
        (("--rating", "2000", "--k", "20", "2500:1"), "18.40", 18, 2018),
    ],
)
def test_calc_fide_rounds_once_away_from_zero(
    arguments: tuple[str, ...], change: str, rounded: int, new_rating: int
) -> None:
    """The change is rounded once, halves away from zero."""
    found = tnrate("calc", "fide", "--on", "2026-05-01", *arguments, "--json").document
    assert (found["change"], found["rounded"], found["new_rating"]) == (change, rounded, new_rating)


# demo


def test_demo_needs_no_network_and_says_what_it_is() -> None:
    """`demo` rates the bundled card, without any request, and calls it invented."""
    shown = tnrate("demo", "--json", site="http://127.0.0.1:9")
    assert shown.status == 0
    notes = shown.document.pop("notes")
    assert notes[-1]["code"] == "demo"
    card = tnrate(CARD, "--json").document
    assert notes[:-1] == card.pop("notes")
    shown_without_notes = shown.document
    del shown_without_notes["notes"]
    assert shown_without_notes == card


# Wrong usage


@pytest.mark.parametrize(
    "arguments",
    [
        ("rate", CARD, "--json", "--csv"),
        ("players", LIST, "--json", "--csv"),
        ("demo", "--json", "--csv"),
        ("rate",),
        ("next",),
        ("players",),
        ("rate", CARD, "--no-such-option"),
        ("rate", CARD, CARD),
        ("rate", CARD, "--lang", "xx"),
        ("rate", CARD, "--k", "0"),
        ("rate", CARD, "--k", "many"),
        ("rate", CARD, "--fide", "-1"),
        ("rate", CARD, "--ukd", "5000"),
        ("rate", CARD, "--time", "bullet"),
        ("rate", CARD, "--on", "2026-02-30"),
        ("next", CARD, "--csv"),
        ("next", CARD, "--opponent-rating", "0"),
        ("calc",),
        ("calc", "unknown"),
        ("calc", "fide", "1400:1"),
        ("calc", "fide", "--rating", "1500"),
        ("calc", "fide", "--rating", "1500", "1400"),
        ("calc", "fide", "--rating", "1500", "1400:2"),
        ("calc", "fide", "--rating", "1500", "1400:"),
        ("calc", "fide", "--rating", "1500", "14000:1"),
        ("calc", "fide", "--rating", "1500", "-1400:1"),
        ("calc", "fide", "--rating", "1500", "--kk", "20", "1400:1"),
        ("calc", "ukd", "--rating", "1500", "Ada:1"),
        ("calc", "ukd", "--rating", "1500"),
    ],
)
def test_wrong_usage_has_status_2(arguments: tuple[str | Path, ...]) -> None:
    """What the commands do not understand is wrong usage: status 2, the words on standard error."""
    refused = tnrate(*arguments)
    assert refused.status == 2
    assert refused.out == ""
    assert "Usage: tnrate" in refused.err


@pytest.mark.parametrize("typed", ["0000:1", "0:1"])
@pytest.mark.parametrize("system", ["fide", "ukd"])
def test_an_opponent_of_0_is_unrated(system: str, typed: str) -> None:
    """A rating of 0 is what the site prints for an unrated player, and means the same here."""
    by_zero = tnrate("calc", system, "--rating", "1500", typed, "--json")
    assert by_zero == tnrate("calc", system, "--rating", "1500", "-:1", "--json")


# Help


def commands(group: click.Group = main, *above: str) -> Iterator[tuple[str, ...]]:
    """Give the path of every command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        assert command.name == name
        yield (*above, name)
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)


@pytest.mark.parametrize("command", list(commands()), ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    """--help and -h explain a command and show how it is typed."""
    shown = tnrate(*command, "--help")
    assert shown.status == 0
    assert shown == tnrate(*command, "-h")
    examples = [
        line
        for line in shown.out.splitlines()
        if line.strip().startswith(f"tnrate {' '.join(command)}")
    ]
    assert examples or command == ("calc",)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_names_every_command(option: str) -> None:
    """The help of the program lists all commands."""
    shown = tnrate(option)
    assert shown.status == 0
    for name in main.list_commands(click.Context(main)):
        assert lines_with(shown.out, f"  {name}  ")


def test_without_arguments_the_help_is_shown() -> None:
    """`tnrate` alone shows the help instead of waiting or failing without a word."""
    shown = tnrate()
    assert "tnrate SOURCE" in shown.out + shown.err


def test_version() -> None:
    """--version prints the name and the version."""
    assert tnrate("--version").out == f"tnrate, version {__version__}\n"


# As a program of its own


def test_the_program_end_to_end(site: Standin) -> None:
    """The program itself, over HTTP, prints the same document as in the tests' own process."""
    link = f"https://chess-results.com/tnr{NUMBER}.aspx?art=9&snr=13"
    shown = run(program(link, "--json"), TNRATE_SITE=site.url)
    assert (shown.status, shown.err) == (0, "")
    assert shown.document["fide"] == tnrate(CARD, "--json").document["fide"]


@pytest.mark.parametrize("arguments", [("demo",), ("demo", "--lang", "tr"), ("nowhere",)])
def test_a_console_without_the_letters_shows_a_question_mark(arguments: tuple[str, ...]) -> None:
    """Where the console's encoding lacks a letter, a question mark stands for it; nothing fails."""
    shown = run(program(*arguments), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.status == (arguments == ("nowhere",))
    assert "Traceback" not in shown.err
    assert "Bozkurgan, Tuna" in shown.out or "nowhere" in shown.err
    assert shown.out.isascii()


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "cp1254"])
@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_data_lose_no_letter(form: str, encoding: str) -> None:
    """JSON and CSV are UTF-8 whatever the console's encoding: data for programs lose no letter."""
    shown = run(program("demo", form), PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (shown.status, shown.err) == (0, "")
    assert "Çetrefgil, Bilge" in shown.out
    assert "Zerdegülü, Ada" in shown.out


@pytest.mark.parametrize("arguments", [("demo",), ("demo", "--csv"), ("demo", "--json")])
def test_a_reader_that_leaves_early_is_no_crash(arguments: tuple[str, ...]) -> None:
    """`tnrate … | head` ends without a traceback when nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            program(*arguments),
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr.decode() == ""
