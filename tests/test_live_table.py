"""The live table: all that matters of each player, at any width, and no more than fits."""

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from rich.cells import cell_len
from rich.console import Console

from live.model import Phase, Place
from live.view import FollowRow
from rating.card import RatedCard, rate_card
from report.document import Document
from report.facts import standing_of
from report.live import LiveTable
from report.words import PHASES, Words
from scraper.model import TimeControl
from tests.cards import EVENT, TODAY, card
from tests.happenings import AT, DREW, FOLLOW, PENDING, rated_so_far, rounds_so_far

LANGUAGES = ("en", "tr")
OTHER_EVENT = replace(EVENT, id=9000002, name="Çınarova Bahar Açık Satranç Turnuvası 2026")
LONG = "Uzunoğullarından Karabağlıoğlu, Abdurrahman Şükrü"


def row(name: str = "Tuğluk, Ece", number: int = 3, **facts: object) -> FollowRow:
    """Give a row of a player whose game is open."""
    known: dict[str, object] = {
        "follow": replace(FOLLOW, name=name, start_number=number, id=number),
        "tournament": EVENT,
        "phase": Phase.PLAYING,
        "newest_round": 3,
        "rated": rated_so_far(PENDING),
        "place": Place(12, 2),
        "as_of": AT - timedelta(minutes=2),
        "next_look": AT + timedelta(minutes=6),
    }
    return FollowRow(**(known | facts))  # type: ignore[arg-type]


def elsewhere(name: str, number: int, **facts: object) -> FollowRow:
    """Give a row of the other event."""
    follow = replace(FOLLOW, event=9000002, name=name, start_number=number, id=number)
    return replace(row(), follow=follow, tournament=OTHER_EVENT, **facts)  # type: ignore[arg-type]


ROWS = [
    row(),
    row("Kavlakdere, Rüzgar", 4, rated=rated_so_far(DREW), place=Place(7, 3)),
    row(LONG, 5, rated=rated_so_far(PENDING, fide=None, national=0), place=None),
    row("Dravoshin, Asen", 6, rated=None, place=None),
    elsewhere(
        "Bozkurgan, Tuna",
        7,
        trouble=("site_busy", {"host": "chess-results.com", "status": 503}),
        trouble_since=AT - timedelta(minutes=40),
        as_of=AT - timedelta(minutes=47),
        phase=Phase.LATE_RESULTS,
    ),
]


def shown(
    rows: Sequence[FollowRow],
    width: int = 120,
    height: int | None = None,
    recent: Sequence[str] = (),
    language: str = "en",
    now: datetime = AT,
) -> list[str]:
    """Render the table and give its lines."""
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, color_system=None)
    console.print(LiveTable(Words(language), width, height).render(rows, recent, now))
    return [line.rstrip() for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 76, 80, 120, 200])
def test_every_width_shows_every_figure(width: int, language: str) -> None:
    """At any width from 40 on no line is too long and no figure is cut, only names are."""
    lines = shown(ROWS, width, language=language)
    assert max(map(cell_len, lines)) <= width
    text = "\n".join(lines)
    for value in ("0.00 → 1800", "+6.60 → 1706", "+17.20 → 1817", "+7.20 → 1807", "−2.80 → 1797",
                  "+17.80 → 1724", "+7.80 → 1714", "−2.20 → 1704", "+14.40 → 1714"):  # fmt: skip
        assert Words(language).localised(value) in text
    assert "2105" in text
    assert not [line for line in lines if "…" in line and LONG[:10] not in line
                and OTHER_EVENT.name and OTHER_EVENT.name[:10] not in line]  # fmt: skip
    assert "None" not in text


@pytest.mark.parametrize("width", [40, 120])
def test_a_player_has_all_that_matters(width: int) -> None:
    """Points, place, both ratings, the game with colour, board, opponent, win, draw and loss."""
    text = " ".join(" ".join(shown([row()], width)).split())
    for part in ("Tuğluk, Ece", "1 of 2", "12 (R2)", "0.00 → 1800 K 20?", "+6.60 → 1706",
                 "R3 White, board 3", "FM Yelkovan, Bora (2105, UKD 2050)",
                 "FIDE 1 +17.20 → 1817 ½ +7.20 → 1807 0 −2.80 → 1797",
                 "UKD 1 +17.80 → 1724 ½ +7.80 → 1714 0 −2.20 → 1704"):  # fmt: skip
        assert part in text


def test_a_wide_table_is_aligned() -> None:
    """On a wide screen the figures of an event's players stand under their heads."""
    lines = shown(ROWS[:2], 120)
    head = next(line for line in lines if line.split()[:1] == ["Points"])
    for name in ("Tuğluk", "Kavlakdere"):
        line = next(line for line in lines if line.startswith(f"  {name}"))
        for column in ("Points", "Place", "FIDE", "UKD"):
            place = head.index(column)
            assert line[place - 1] == " "
            assert line[place] != " "


def test_a_finished_game_is_shown_with_its_score() -> None:
    """Without an open game the last round stands there."""
    text = "\n".join(shown([ROWS[1]]))
    assert "R3 ½ against FM Yelkovan, Bora (2105, UKD 2050)" in text


def test_a_round_without_the_player_is_said() -> None:
    """Where the newest round does not have the player, that is said."""
    text = "\n".join(shown([row(rated=rated_so_far(DREW), newest_round=4)]))
    assert "no pairing in round 4" in text


def test_unknown_ratings_are_no_0() -> None:
    """A rating that is not known is a dash, one that is 0 is called unrated, with the reason."""
    lines = shown([ROWS[2]])
    line = next(line for line in lines if LONG[:12] in line)
    assert re.search(r"–\s+unrated$", line)
    text = "\n".join(lines)
    assert "FIDE: no change (own rating?)" in text
    assert "UKD: no change (no rating)" in text


@pytest.mark.parametrize("width", [40, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("control", "name"),
    [(TimeControl.STANDARD, "UKD"), (TimeControl.RAPID, "UHS"), (TimeControl.BLITZ, "UYS")],
)
def test_the_list_of_the_event_is_named(
    control: TimeControl, name: str, language: str, width: int
) -> None:
    """The column and the game of an unrated player have the name of the time control's list."""
    event = replace(EVENT, time_control=control)
    rated = rate_card(card(rounds_so_far(PENDING), national=0), event, TODAY)
    text = "\n".join(shown([row(rated=rated, tournament=event)], width, language=language))
    assert set(re.findall(r"\bU[KHY][DS]\b", text)) == {name}
    assert len(re.findall(rf"\b{name}\b", text)) == 2
    assert Words(language)("unrated") in text


@pytest.mark.parametrize("width", [40, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("federation", ["TUR", "GER"])
def test_a_national_rating_that_is_not_known_is_left_out(
    federation: str, language: str, width: int
) -> None:
    """Who has no national rating, or another federation's, has no UKD in the table."""
    event = replace(EVENT, federation=federation)
    own = card(rounds_so_far(PENDING), federation=federation,
               national=None if federation == "TUR" else 0)  # fmt: skip
    lines = shown([row(rated=rate_card(own, event, TODAY))], width, language=language)
    text = "\n".join(lines)
    assert "UKD" not in text
    assert "–" not in text
    assert "FIDE" in text


def test_a_column_is_as_doubtful_as_its_most_doubtful_figure() -> None:
    """The head of a column has the question mark of any own rating that is from Rtg."""
    vague = rate_card(card(rounds_so_far(PENDING), fide=None, rating=1750), EVENT, TODAY)
    head = next(line for line in shown([row(), row("Kavlakdere, Rüzgar", 4, rated=vague)])
                if line.split()[:1] == ["Points"])  # fmt: skip
    assert head.split()[-2:] == ["FIDE?", "UKD"]


@pytest.mark.parametrize(
    ("language", "one"), [("en", "… and 1 more player"), ("tr", "… ve 1 oyuncu daha")]
)
def test_one_player_left_out_is_one(language: str, one: str) -> None:
    """A single player, and a single tournament, that has no room is told in the singular."""
    rows = [row(), row("Kavlakdere, Rüzgar", 4)]
    assert shown(rows, height=8, language=language)[-1] == one
    last = shown([row(), elsewhere("Bozkurgan, Tuna", 7)], height=8, language=language)[-1]
    assert last == one + Words(language)(", {count} tournament not shown", count=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", Phase)
def test_the_phase_is_said_in_words(phase: Phase, language: str) -> None:
    """Where the event stands is said, and when the next look is unless it is over."""
    words = Words(language)
    text = "\n".join(shown([row(phase=phase)], language=language))
    assert words(PHASES[phase]) in text
    time = (AT + timedelta(minutes=6)).astimezone()
    assert (words("next look {time}", time=f"{time:%H:%M}") in text) != phase.is_over


def test_the_age_of_the_data_is_shown() -> None:
    """The head has the time of the newest page and its age, and of another day the date."""
    clock = f"{(AT - timedelta(minutes=2)).astimezone():%H:%M}"
    assert f"as of {clock}, 2 min ago" in "\n".join(shown([row()]))
    later = AT + timedelta(days=3)
    assert f"as of 2026-05-02 {clock}, 3 days ago" in "\n".join(shown([row()], now=later))
    assert "not read yet" in "\n".join(shown([row(as_of=None, rated=None)]))


@pytest.mark.parametrize("width", [40, 120])
@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "chess-results.com answered with status 503."),
        ("tr", "chess-results.com 503 durumuyla yanıt verdi."),
    ],
)
def test_what_is_old_is_marked_with_its_reason(width: int, language: str, why: str) -> None:
    """What could not be read anew is marked, since when and why, and only that event is."""
    text = " ".join(" ".join(shown(ROWS, width, language=language)).split())
    assert text.count("⚠") == 1
    assert why in text
    assert f"{(AT - timedelta(minutes=40)).astimezone():%H:%M}" in text


def test_markup_in_names_is_shown_as_it_is() -> None:
    """Names that look like markup are printed letter by letter."""
    name = "[red]X[/red], Y"
    assert name in "\n".join(shown([row(name, tournament=replace(EVENT, name=f"{name} Kupası"))]))


# The height


@pytest.mark.parametrize("height", [8, 12, 24, 50])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_more_than_fits_is_shown(width: int, height: int) -> None:
    """The picture is never higher than the screen, and says how many players it leaves out."""
    follows = [replace(FOLLOW, event=n // 10, name=f"Oyuncu {n:04}") for n in range(1, 300)]
    rows = [replace(row(), follow=follow) for follow in follows]
    recent = [f"14:{n}  Oyuncu {n:04}  R3  bye, 1 point  2 of 3  FIDE +7.20" for n in range(10, 20)]
    lines = shown(rows, width, height, recent)
    assert len(lines) <= height
    players = len({name for line in lines for name in re.findall(r"^  (Oyuncu \d{4})", line)})
    left_out = next(re.search(r"and (\d+) more players", line) for line in lines if "more" in line)
    assert left_out is not None
    assert players + int(left_out[1]) == len(rows)
    assert any("14:19" in line for line in lines)


def test_in_a_pipe_everybody_is_shown() -> None:
    """Where there is no screen, nothing is left out."""
    rows = [row(f"Oyuncu {n:04}", n) for n in range(100)]
    text = "\n".join(shown(rows))
    assert all(f"Oyuncu {n:04}" in text for n in range(100))
    assert "more players" not in text


def test_only_what_is_shown_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 2,000 follows no more players are laid out than the screen has lines for."""
    worked_out = []

    def counting(rated: RatedCard | None) -> Document:
        worked_out.append(rated)
        return standing_of(rated)

    monkeypatch.setattr("report.live.standing_of", counting)
    shown([row(f"Oyuncu {n:04}", n) for n in range(2000)], 120, 40)
    assert len(worked_out) <= 200


def test_news_and_open_games_come_first() -> None:
    """First who has something new, then who is playing, then the others, then what is over."""
    done = {"rated": rated_so_far(DREW)}
    rows = [
        elsewhere("Biten, Etkinlik", 1, phase=Phase.FINISHED, **done),
        row("Bekleyen, Oyuncu", 2, **done),
        row("Oynayan, Oyuncu", 3),
        row("Yeni, Haber", 4, news_at=AT - timedelta(minutes=3), **done),
        row("Eski, Haber", 5, news_at=AT - timedelta(hours=3), **done),
    ]
    names = [line.split(",")[0].strip() for line in shown(rows) if re.match(r"  \w+, (?!\d)", line)]
    assert names == ["Yeni", "Oynayan", "Bekleyen", "Eski", "Biten"]


def test_without_follows_that_is_said() -> None:
    """An empty table says that nobody is followed."""
    assert shown([]) == ["Nobody is followed."]


def test_the_newest_lines_stand_below() -> None:
    """What was told last stands under the table, the newest at the end, five at most."""
    recent = [f"14:{n}  something happened" for n in range(20, 30)]
    lines = shown([row()], recent=recent)
    assert lines[-5:] == recent[-5:]
    assert lines[-6] == ""


def test_the_size_of_the_terminal_is_asked_for_anew() -> None:
    """Without a size of its own the table follows the terminal's."""
    table = LiveTable(Words("en")).render([row(f"Oyuncu {n:04}", n) for n in range(99)], (), AT)
    for width, height in ((40, 12), (100, 30)):
        stream = io.StringIO()
        console = Console(
            file=stream, width=width, height=height, force_terminal=True, color_system=None
        )
        console.print(table)
        lines = stream.getvalue().splitlines()
        assert max(map(cell_len, lines)) <= width
        assert len(lines) <= height
