"""Facts as documents and in words: every kind, both languages, nothing unknown made up."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.model import FactKind, Happening, Phase, Place
from rating.card import rate_card
from report.facts import document_of, standing_of
from report.messages import keys
from report.refusals import sentence_of
from report.telling import Message, line_of, message_of, recovered_line, status_line
from report.words import HAPPENINGS, PHASES, Words
from scraper.errors import NoNetwork, SiteBusy, SitePaused, TnrateError
from scraper.event import Seat
from scraper.model import Colour, Kind, Player, Round, TimeControl
from tests.cards import EVENT, TODAY, card
from tests.conftest import ROOT
from tests.happenings import (
    AT,
    DRAWN,
    DREW,
    FOLLOW,
    OPEN,
    OTHER,
    PENDING,
    RIVAL,
    examples,
    happening,
    opponent_of,
    rated_so_far,
    rounds_so_far,
)

LANGUAGES = ("en", "tr")
EXAMPLES = examples()
LOCAL = datetime(2026, 5, 2, 14, 32, tzinfo=UTC)
# What stands in a message whatever the language.
EVENT_LINE = "Invented Open"


def told(name: str, language: str = "en") -> Message:
    """Put an example into words."""
    return message_of(document_of(EXAMPLES[name]), Words(language))


def kept(document: dict[str, Any]) -> dict[str, Any]:
    """Give a document as it comes back from where it was kept."""
    return dict(json.loads(json.dumps(document, ensure_ascii=False)))


def every(value: Any) -> Iterator[Any]:
    """Give every value in a document."""
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from every(part)


# Words


def test_every_kind_and_phase_has_words() -> None:
    """Each kind of fact and each phase has words, and there are no others but the first look."""
    assert set(HAPPENINGS) == {kind.value for kind in FactKind} | {"baseline"}
    assert set(PHASES) == {phase.value for phase in Phase}


def test_the_examples_show_every_kind() -> None:
    """The examples of these tests leave no kind of fact out."""
    assert {one.kind for one in EXAMPLES.values()} == set(FactKind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_message_is_short_and_whole(name: str, language: str) -> None:
    """A message has the player in its title, the tournament in its last line, and is short."""
    message = told(name, language)
    assert message.title.startswith("Tuğluk, Ece · ")
    assert "\n" not in message.title
    assert len(message.title) <= 60
    lines = message.body.splitlines()
    assert lines[-1] == EVENT_LINE
    assert all(lines)
    assert len(lines) <= 9
    assert not re.search(r"\bNone\b|[{}]|  ·|· $", message.title + message.body)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_fact_has_one_line_for_a_pipe(name: str, language: str) -> None:
    """In a pipe a fact is one line that begins with the time and the player."""
    line = line_of(document_of(EXAMPLES[name]), Words(language), LOCAL)
    assert line.startswith("14:32  Tuğluk, Ece  ")
    assert "\n" not in line
    assert not re.search(r"\bNone\b|[{}]", line)


@pytest.mark.parametrize("name", EXAMPLES)
def test_both_languages_say_the_same(name: str) -> None:
    """The two languages have the same lines with the same figures, each with its own mark."""
    english, turkish = (told(name, language).body for language in LANGUAGES)
    assert len(english.splitlines()) == len(turkish.splitlines())

    def figures(text: str) -> list[str]:
        return sorted(re.findall(r"[+−]?\d+(?:\.\d+)?½?", text.replace(",", ".")))

    assert figures(english) == figures(turkish)
    assert english != turkish or english == EVENT_LINE


@pytest.mark.parametrize(
    ("name", "title", "lines"),
    [
        (
            "pairing",
            "Tuğluk, Ece · Round 3: pairing",
            [
                "White against FM Yelkovan, Bora (2105, UKD 2050), board 3",
                "FIDE: win +17.20 → 1817, draw +7.20 → 1807, loss −2.80 → 1797 (K 20 assumed)",
                "UKD: win +17.80 → 1724, draw +7.80 → 1714, loss −2.20 → 1704",
            ],
        ),
        (
            "pairing, no ratings",
            "Tuğluk, Ece · Round 3: pairing",
            [
                "White against FM Yelkovan, Bora (2105), board 3",
                "FIDE: no change (own rating?)",
                "UKD: no change (no rating)",
            ],
        ),
        (
            "pairing_withdrawn",
            "Tuğluk, Ece · Round 3: pairing withdrawn",
            ["Before: White against FM Yelkovan, Bora (2105, UKD 2050), board 3", "So far: 1 of 2"],
        ),
        (
            "pairing, before is open",
            "Tuğluk, Ece · Round 4: pairing",
            [
                "Black against Zerdegülü, Ada (unrated, UKD 1604), board 12",
                "FIDE: no change (unrated)",
                "UKD: win +7.40 → 1714, draw −2.60 → 1704, loss −12.60 → 1694",
                "Without round 3, which is still open.",
            ],
        ),
        (
            "pairing_changed",
            "Tuğluk, Ece · Round 3: pairing changed",
            [
                "Now: White against FM Yelkovan, Bora (2105, UKD 2050), board 3",
                "Before: Black against Zerdegülü, Ada (unrated, UKD 1604), board 12",
                "FIDE: win +17.20 → 1817, draw +7.20 → 1807, loss −2.80 → 1797 (K 20 assumed)",
                "UKD: win +17.80 → 1724, draw +7.80 → 1714, loss −2.20 → 1704",
            ],
        ),
        (
            "not_paired, absent",
            "Tuğluk, Ece · Round 3: no game",
            [
                "Not paired, 0 points",
                "The site does not say why.",
                "So far: 1 of 3",
                "FIDE 0.00 → 1800 (K 20 assumed)",
                "UKD +6.60 → 1706",
            ],
        ),
        (
            "not_paired, half",
            "Tuğluk, Ece · Round 3: no game",
            [
                "Half-point bye, ½ point",
                "So far: 1½ of 3",
                "FIDE 0.00 → 1800 (K 20 assumed)",
                "UKD +6.60 → 1706",
            ],
        ),
        (
            "bye",
            "Tuğluk, Ece · Round 3: bye",
            [
                "Bye, 1 point",
                "So far: 2 of 3",
                "FIDE 0.00 → 1800 (K 20 assumed)",
                "UKD +6.60 → 1706",
            ],
        ),
        (
            "result, next known",
            "Tuğluk, Ece · Round 3: drew",
            [
                "½ against FM Yelkovan, Bora (2105, UKD 2050)",
                "So far: 1½ of 3",
                "FIDE +7.20, so far +7.20 → 1807 (K 20 assumed)",
                "UKD +7.80, so far +14.40 → 1714",
                "Next, round 4: Black against Zerdegülü, Ada (unrated, UKD 1604), board 12",
                "FIDE: no change (unrated)",
                "UKD: win +7.40 → 1721, draw −2.60 → 1711, loss −12.60 → 1701",
            ],
        ),
        (
            "result, forfeit",
            "Tuğluk, Ece · Round 3: won by forfeit",
            [
                "Won by forfeit against FM Yelkovan, Bora (2105, UKD 2050)",
                "So far: 2 of 3",
                "FIDE no change (forfeit), so far 0.00 → 1800 (K 20 assumed)",
                "UKD no change (forfeit), so far +6.60 → 1706",
            ],
        ),
        (
            "result_corrected",
            "Tuğluk, Ece · Round 3: result corrected",
            [
                "Now: ½ against FM Yelkovan, Bora (2105, UKD 2050)",
                "Before: 1",
                "So far: 1½ of 3",
                "FIDE +7.20, so far +7.20 → 1807 (K 20 assumed)",
                "UKD +7.80, so far +14.40 → 1714",
            ],
        ),
        (
            "rating_corrected, opponent",
            "Tuğluk, Ece · Round 3: rating corrected",
            [
                "Rating of FM Yelkovan, Bora: FIDE unrated → 2105",
                "So far: 1 of 2",
                "FIDE 0.00 → 1800 (K 20 assumed)",
                "UKD +6.60 → 1706",
                "Next, round 3: White against FM Yelkovan, Bora (2105, UKD 2050), board 3",
                "FIDE: win +17.20 → 1817, draw +7.20 → 1807, loss −2.80 → 1797 (K 20 assumed)",
                "UKD: win +17.80 → 1724, draw +7.80 → 1714, loss −2.20 → 1704",
            ],
        ),
        (
            "round_finished",
            "Tuğluk, Ece · Round 3: round finished",
            [
                "Place 12 after round 3",
                "So far: 1½ of 3",
                "FIDE +7.20 → 1807 (K 20 assumed)",
                "UKD +14.40 → 1714",
            ],
        ),
        ("renumbered", "Tuğluk, Ece · start number changed", ["Start number: 12 → 3"]),
        (
            "event_finished",
            "Tuğluk, Ece · tournament finished",
            [
                "Final place 4 · 1½ points",
                "FIDE +7.20 → 1807 (K 20 assumed)",
                "UKD +14.40 → 1714",
            ],
        ),
        (
            "event_missing",
            "Tuğluk, Ece · tournament gone from the site",
            ["The site no longer has this tournament: no more looks."],
        ),
    ],
)
def test_a_message_says_the_fact(name: str, title: str, lines: list[str]) -> None:
    """Each kind is told with what it is about, and what it does to both ratings."""
    message = told(name)
    assert message.title == title
    assert message.body.splitlines() == [*lines, EVENT_LINE]


def test_a_result_in_a_pipe() -> None:
    """A result's line has round, score, opponent, points and both ratings."""
    assert line_of(document_of(EXAMPLES["result"]), Words("en"), LOCAL) == (
        "14:32  Tuğluk, Ece  R3  ½ against FM Yelkovan, Bora (2105, UKD 2050)  1½ of 3"
        "  FIDE +7.20, so far +7.20 → 1807 (K 20 assumed)  UKD +7.80, so far +14.40 → 1714"
    )


def test_a_line_can_name_the_event() -> None:
    """Where several events are followed, the line ends with the event."""
    document = document_of(EXAMPLES["result"])
    assert line_of(document, Words("en"), LOCAL, with_event=True).endswith("  Invented Open")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "(perhaps told before)"), ("tr", "(belki daha önce bildirildi)")]
)
def test_what_was_perhaps_told_before_says_so(language: str, said: str) -> None:
    """A notice that may be a second one is marked, as a line and as a message."""
    document = document_of(EXAMPLES["result"])
    words = Words(language)
    for is_doubtful in (True, False):
        marked = document | {"maybe_repeated": is_doubtful}
        assert line_of(marked, words, LOCAL).endswith(f"  {said}") == is_doubtful
        assert message_of(marked, words).body.endswith(f"\n{said}") == is_doubtful


def test_a_k_that_is_no_guess_has_no_mark() -> None:
    """Only a guessed K is marked; a junior's derived K stands without doubt."""
    junior = rate_card(card(rounds_so_far(PENDING), birth_year=2012), EVENT, TODAY)
    known = happening(FactKind.PAIRING, seat=OPEN, opponent=RIVAL, rated=junior)
    assert "assumed" not in message_of(document_of(known), Words("en")).body
    assert "K 20 assumed" in told("pairing").body


def test_ratings_that_rest_on_rtg_have_a_question_mark() -> None:
    """Where the opponent's rating is only Rtg, the names of both ratings carry a question mark."""
    vague = replace(OTHER, fide=None, national=None)
    pending = replace(PENDING, opponent=opponent_of(vague))
    found = happening(FactKind.PAIRING, seat=OPEN, opponent=vague, rated=rated_so_far(pending))
    body = message_of(document_of(found), Words("en")).body
    assert "FIDE?: win" in body
    assert "UKD?: win" in body


def test_what_is_assumed_is_said() -> None:
    """An assumed time control and an event that is not rated are said beside the figures."""
    body = told("time control from the name").body
    assert "FIDE +7.20 → 1807 (K 20 assumed, rapid assumed, not rated by FIDE)" in body
    assert "UHS +14.40 → 1714 (not rated nationally)" in body


# Places, open games, lines, and ratings that are not known


def said(found: Happening, language: str = "en") -> tuple[str, str]:
    """Give the body of a happening's message, and its line."""
    document, words = document_of(found), Words(language)
    return message_of(document, words).body, line_of(document, words, LOCAL)


@pytest.mark.parametrize(
    ("language", "nothing"), [("en", "Place not known yet."), ("tr", "Sıra henüz bilinmiyor.")]
)
def test_a_place_that_is_not_known_is_no_more_than_that(language: str, nothing: str) -> None:
    """A round without a place says that alone, whatever the reason; an older place is a place."""
    for text in said(EXAMPLES["round_finished, lagging"], language):
        assert nothing in text
    place = Words(language)("place {rank} after round {round}", rank=9, round=2)
    for text in said(replace(EXAMPLES["round_finished"], place=Place(9, 2)), language):
        assert place[1:] in text
        assert nothing not in text


@pytest.mark.parametrize(("language", "word"), [("en", "lace"), ("tr", "ıra")])
@pytest.mark.parametrize("place", [None, Place(4, 5)])
@pytest.mark.parametrize(
    "kind", [FactKind.ROUND_FINISHED, FactKind.EVENT_FINISHED, FactKind.RESULT_CORRECTED]
)
def test_players_of_teams_have_no_places(
    kind: FactKind, place: Place | None, language: str, word: str
) -> None:
    """In an event of teams nothing is said of places; points and ratings are."""
    event = replace(EVENT, type="Swiss-System for Teams")
    found = happening(kind, tournament=event, place=place)
    assert document_of(found)["tournament"]["type"] == "Swiss-System for Teams"
    for text in said(found, language):
        assert word not in text
        assert "1½" in text
        assert "1807" in text


@pytest.mark.parametrize(
    ("language", "still_open"),
    [("en", "The own game is still open."), ("tr", "Oyuncunun kendi oyunu henüz bitmedi.")],
)
@pytest.mark.parametrize("kind", [FactKind.ROUND_FINISHED, FactKind.EVENT_FINISHED])
def test_a_round_that_ends_without_the_own_game_says_so(
    kind: FactKind, language: str, still_open: str
) -> None:
    """Whoever still plays a round that is over for the others is told that it goes on."""
    rated = rated_so_far(PENDING)
    waiting = happening(kind, seat=OPEN, opponent=RIVAL, rated=rated, place=Place(9, 3))
    over = happening(kind, seat=DRAWN, opponent=RIVAL, place=Place(9, 3))
    assert all(still_open in text for text in said(waiting, language))
    assert not any(still_open in text for text in said(over, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    ["pairing_changed", "pairing_withdrawn", "result_corrected", "result_corrected, open",
     "rating_corrected, own", "rating_corrected, opponent", "round_finished",
     "round_finished, lagging", "event_finished"],
)  # fmt: skip
def test_a_line_says_what_happened(name: str, language: str) -> None:
    """Whatever does not speak for itself is named in its line, right after player and round."""
    found = EXAMPLES[name]
    words = Words(language)
    parts = said(found, language)[1].split("  ")
    assert words(HAPPENINGS[found.kind]) in parts[2:4]


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("withdrawn", "The player is no longer in the tournament's list."),
        ("event_incomplete", "The last day is over, and results are still missing: no more looks."),
        ("event_missing", "The site no longer has this tournament: no more looks."),
    ],
)
def test_a_sentence_that_says_it_all_has_no_name_before_it(name: str, gone: str) -> None:
    """What became of the player or the event is a whole sentence in its line, and said once."""
    assert said(EXAMPLES[name])[1].split("  ")[2] == gone


def test_lines_of_pairings_and_results_are_short() -> None:
    """A pairing and a result begin with the round and the seat or the score."""
    pairing, result = (said(EXAMPLES[name])[1] for name in ("pairing", "result"))
    assert pairing.startswith("14:32  Tuğluk, Ece  R3  White against FM Yelkovan, Bora")
    assert result.startswith("14:32  Tuğluk, Ece  R3  ½ against FM Yelkovan, Bora")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_corrected_result_says_the_place(language: str) -> None:
    """A correction after the last round changes the final place, so that it is said again."""
    found = replace(EXAMPLES["result_corrected"], round=5, place=Place(2, 5))
    place = Words(language)("place {rank} after round {round}", rank=2, round=5)
    assert all(place[1:] in text for text in said(found, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_left_the_list_has_no_number(language: str) -> None:
    """Start numbers of those who left, 0 or less while they are kept, are null everywhere."""
    gone = replace(RIVAL, start_number=-7)
    rated = rated_so_far(replace(PENDING, opponent=opponent_of(gone)))
    found = happening(FactKind.PAIRING, seat=OPEN, opponent=gone, rated=rated, subject=gone)
    found = replace(found, follow=replace(FOLLOW, start_number=0))
    document = document_of(found)
    people = (document["player"], document["game"]["opponent"], document["subject"],
              document["next"]["opponent"])  # fmt: skip
    assert [person["start_number"] for person in people] == [None] * 4
    assert not any("-7" in text for text in said(found, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("control", "name"),
    [(TimeControl.STANDARD, "UKD"), (TimeControl.RAPID, "UHS"), (TimeControl.BLITZ, "UYS")],
)
def test_the_list_of_the_event_is_named_without_a_rating_in_it(
    control: TimeControl, name: str, language: str
) -> None:
    """Whoever is unrated nationally is so in the list of the time control, assumed or not."""
    for event in (
        replace(EVENT, time_control=control),
        replace(EVENT, time_control=None, named_time_control=control),
    ):
        rated = rate_card(card(rounds_so_far(PENDING), national=0), event, TODAY)
        paired = happening(
            FactKind.PAIRING, seat=OPEN, opponent=RIVAL, tournament=event, rated=rated
        )
        done = happening(FactKind.ROUND_FINISHED, tournament=event, rated=rated)
        for text in (*said(paired, language), *said(done, language)):
            assert f"{name}: " in text
            assert not {"UKD", "UHS", "UYS"} - {name} & set(re.findall(r"U[A-Z]{2}", text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("federation", ["TUR", "GER"])
def test_a_national_rating_that_is_not_known_is_left_out(federation: str, language: str) -> None:
    """Who has no national rating, or another federation's, is told nothing of the UKD."""
    event = replace(EVENT, federation=federation)
    national = None if federation == "TUR" else 0
    for last, kind, seat in (
        (PENDING, FactKind.PAIRING, OPEN),
        (DREW, FactKind.RESULT, DRAWN),
        (DREW, FactKind.ROUND_FINISHED, None),
    ):
        own = card(rounds_so_far(last), national=national, federation=federation)
        rated = rate_card(own, event, TODAY)
        found = happening(
            kind, seat=seat, opponent=RIVAL if seat else None, tournament=event, rated=rated
        )
        assert not any("UKD" in text for text in said(found, language))


def test_a_corrected_rating_of_another_federation_is_no_ukd() -> None:
    """What changed for a foreigner is a national rating, not the UKD."""
    found = replace(
        EXAMPLES["pairing, foreign"],
        kind=FactKind.RATING_CORRECTED,
        subject=replace(RIVAL, national=2060),
        subject_before=RIVAL,
    )
    assert "Rating of FM Yelkovan, Bora: National 2050 → 2060" in said(found)[0]


def test_an_own_rating_from_rtg_has_a_question_mark() -> None:
    """An own rating from the column Rtg makes figures as doubtful as an opponent's does."""
    for last, kind, seat in (
        (PENDING, FactKind.PAIRING, OPEN),
        (DREW, FactKind.ROUND_FINISHED, None),
    ):
        own = card(rounds_so_far(last), fide=None, national=None, rating=1750)
        rated = rate_card(own, EVENT, TODAY)
        rival = RIVAL if seat else None
        for text in said(happening(kind, seat=seat, opponent=rival, rated=rated)):
            assert "FIDE?" in text
            assert re.search(r"UKD\?(: win| [+−])", text)
            assert "UKD? 2050" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_blank_is_doubled_in_a_message(language: str) -> None:
    """Where no game counts yet, the rating stands in a sentence like any other."""
    rated = rate_card(card([], fide=2600), EVENT, TODAY)
    body, line = said(happening(FactKind.ROUND_FINISHED, rated=rated), language)
    assert "FIDE 2600: " in body
    assert "  " not in body
    assert "  FIDE 2600: " in line


@pytest.mark.parametrize(
    ("language", "lost"),
    [("en", "Forfeited by both, against FM Yel"), ("tr", "İki taraf hükmen mağlup, rakip FM Yel")],
)
def test_a_double_forfeit_is_a_sentence(language: str, lost: str) -> None:
    """Both lose a game that neither came to; the opponent is named behind it."""
    seat = DRAWN._replace(kind=Kind.DOUBLE_FORFEIT, score=Decimal(0))
    rated = rated_so_far(replace(DREW, kind=Kind.DOUBLE_FORFEIT, score=Decimal(0)))
    found = happening(FactKind.RESULT, seat=seat, opponent=RIVAL, rated=rated)
    assert said(found, language)[0].startswith(lost)


# English words, and the Turkish one of which each sentence with them has one.
_ONE_WORD = {
    r"\bratings?\b": "rating|UKD",
    r"\bunrated\b": "ratingsiz",
    r"\bgames?\b": "oyun",
    r"\b(events?|tournaments?)\b": "turnuva",
}
# Words that are never said, and the per cent sign behind its number.
_NEVER = (
    r"\bbye\b|\bmaç|\betkinli|\bsınıfta\b|\bbu türde\b|\bzaman tür|\bpuanlı\b(?! bay)|[0-9}] %|"
    r"% [0-9{]"
)


def _bare(key: str) -> str:
    """Give a sentence without the names of its values."""
    return re.sub(r"{\w+}", "", key)


def test_turkish_has_one_word_for_one_thing() -> None:
    """A bye is "bay", a rating "rating", points are "puan", a game "oyun", an event "turnuva".

    So "puan" stands only where the English speaks of points or a score.
    """
    words = Words("tr")
    said = {key: words(key) for key in keys()}
    assert not [key for key, text in said.items() if re.search(_NEVER, text, re.IGNORECASE)]
    points = re.compile(r"points?|score|out of {games}|Enough in", re.IGNORECASE)
    assert not [
        key for key, text in said.items() if re.search(r"\bpuan", text, re.IGNORECASE)
        and not points.search(key)
    ]  # fmt: skip
    for english, turkish in _ONE_WORD.items():
        spoken = {key: text for key, text in said.items() if re.search(english, _bare(key), re.I)}
        assert spoken
        assert not [key for key, text in spoken.items() if not re.search(turkish, text, re.I)]
    assert (words("unrated"), words("no rating")) == ("ratingsiz", "oyuncu ratingsiz")


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (Player(3, "Tuğluk, Ece", rating=1700, fide=1800, national=1700),
         Player(3, "Tuğluk, Ece", rating=1800, fide=1810, national=1700), "FIDE 1800 → 1810"),
        (Player(3, "Tuğluk, Ece", rating=1700), Player(3, "Tuğluk, Ece", rating=1710),
         "Rtg 1700 → 1710"),
        (Player(3, "Tuğluk, Ece", fide=1800), Player(3, "Tuğluk, Ece", fide=1800, national=1650),
         "UKD – → 1650"),
        (Player(3, "Tuğluk, Ece", fide=0, national=1000),
         Player(3, "Tuğluk, Ece", fide=1500, national=1400),
         "FIDE unrated → 1500, UKD 1000 → 1400"),
    ],
)  # fmt: skip
def test_a_corrected_rating_shows_both_values(before: Player, now: Player, said: str) -> None:
    """Each list that changed is shown; Rtg, which copies another, only where it is alone."""
    fact = happening(FactKind.RATING_CORRECTED, subject=now, subject_before=before)
    lines = message_of(document_of(fact), Words("en")).body.splitlines()
    assert lines[0] == f"Own rating: {said}"


def test_turkish_sentences_begin_with_a_dotted_i() -> None:
    """A line that begins with i has the capital of its language."""
    from report.phrases import capital

    assert capital("ilk", Words("tr")) == "İlk"
    assert capital("in", Words("en")) == "In"
    assert capital("½", Words("tr")) == "½"


# The document


FIELDS = {
    "schema", "type", "key", "kind", "at", "last_update", "tournament", "player", "round", "game",
    "before", "subject", "number_before", "place", "result", "explanation", "points", "played",
    "fide", "ukd", "national_list", "next", "open", "notes",
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_document_has_every_field(name: str) -> None:
    """Every document has each field of the contract, exact, without a float, null if absent."""
    document = document_of(EXAMPLES[name])
    assert set(document) == FIELDS
    assert document["kind"] == EXAMPLES[name].kind
    assert document["at"] == "2026-05-02T11:32:00+00:00"
    assert document["last_update"] == "2026-05-02T13:30:00"
    assert not [one for one in every(document) if isinstance(one, float | Decimal)]
    for game in (document["game"], document["before"]):
        assert game is None or set(game) == {
            "board", "colour", "kind", "score", "rated", "opponent",
        }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_kept_document_says_the_same(name: str, language: str) -> None:
    """A document that was stored as JSON says what the fresh one says."""
    document, words = document_of(EXAMPLES[name]), Words(language)
    assert message_of(kept(document), words) == message_of(document, words)
    assert line_of(kept(document), words, LOCAL) == line_of(document, words, LOCAL)


def test_the_ukd_of_others_is_null() -> None:
    """A player of another federation has no UKD in the document, nor in the next game."""
    document = document_of(EXAMPLES["pairing, foreign"])
    assert document["ukd"] is None
    assert document["next"]["ukd"] is None
    assert "UKD" not in told("pairing, foreign").body


def test_without_a_card_nothing_is_0() -> None:
    """Where there is no card any more, points and ratings are null."""
    standing = standing_of(None)
    assert standing.pop("notes") == standing.pop("open") == []
    assert set(standing.values()) == {None}


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field and kind of a fact."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    documents = [document_of(one) for one in EXAMPLES.values()]
    names = {key for one in every(documents) if isinstance(one, dict) for key in one}
    names |= set(FactKind) | {"maybe_repeated", "title", "text"}
    assert {name for name in names if not re.search(rf"\b{name}\b", manual)} == set()


# Anything that can happen


SCORES = st.none() | st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1), Decimal("1.5")])
RATINGS = st.none() | st.just(0) | st.integers(1000, 2900)
NAMES = st.none() | st.sampled_from(["Kavlakdere, Rüzgar", "{x}", "[red]", "İnce, Işıl"])
PEOPLE = st.builds(
    Player,
    st.integers(1, 9),
    NAMES,
    title=st.none() | st.just("WFM"),
    rating=RATINGS,
    fide=RATINGS,
    national=RATINGS,
)
SEATS = st.builds(
    Seat,
    st.sampled_from(Kind),
    SCORES,
    st.none() | st.integers(1, 99) | st.just("1.2"),
    st.none() | st.sampled_from(Colour),
    st.none() | st.integers(1, 9),
    st.booleans(),
)
ROUNDS = st.builds(
    Round,
    st.integers(1, 9),
    st.sampled_from(Kind),
    SCORES.filter(lambda score: score != Decimal("1.5")),
    colour=st.none() | st.sampled_from(Colour),
    opponent=st.none() | PEOPLE.map(opponent_of),
    rated=st.booleans(),
)
EVENTS = st.builds(
    replace,
    st.just(EVENT),
    name=st.none() | st.just("{Kupa}"),
    id=st.none() | st.just(9000001),
    time_control=st.none() | st.sampled_from(TimeControl),
    federation=st.none() | st.sampled_from(["TUR", "GER"]),
    rated_fide=st.none() | st.booleans(),
    rated_national=st.none() | st.booleans(),
)
CARDS = st.builds(
    lambda rounds, fide, national, event, federation: rate_card(
        card(rounds, fide, national, federation=federation), event, TODAY
    ),
    st.lists(ROUNDS, max_size=4, unique_by=lambda played: played.round),
    RATINGS,
    RATINGS,
    EVENTS,
    st.none() | st.sampled_from(["TUR", "GER"]),
)
HAPPENINGS_OF_ALL_KINDS = st.builds(
    Happening,
    key=st.just("k"),
    kind=st.sampled_from(FactKind),
    follow=st.just(FOLLOW) | NAMES.map(lambda name: replace(FOLLOW, name=name or "")),
    tournament=EVENTS,
    at=st.just(AT),
    round=st.none() | st.integers(1, 9),
    seat=st.none() | SEATS,
    before=st.none() | SEATS,
    opponent=st.none() | PEOPLE,
    opponent_before=st.none() | PEOPLE,
    subject=st.none() | PEOPLE,
    subject_before=st.none() | PEOPLE,
    number_before=st.none() | st.integers(1, 9),
    rated=st.none() | CARDS,
    place=st.none() | st.builds(Place, st.integers(1, 300), st.integers(1, 9)),
)


@given(HAPPENINGS_OF_ALL_KINDS, st.sampled_from(LANGUAGES))
def test_anything_can_be_put_into_words(happening: Happening, language: str) -> None:
    """Whatever happens, and whatever is unknown, there are words, without "None" among them."""
    words = Words(language)
    document = document_of(happening)
    message = message_of(document, words)
    line = line_of(document, words, LOCAL, with_event=True)
    for text in (message.title, message.body, line):
        assert not re.search(r"\bNone\b|\bnull\b", text)
    assert message.title
    assert "\n" not in message.title + line
    assert message_of(kept(document), words) == message
    assert line_of(kept(document), words, LOCAL, with_event=True) == line


# The state of the looks


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (NoNetwork(host="chess-results.com"), NoNetwork),
        (SiteBusy(host="chess-results.com", status=503), SiteBusy),
        (SitePaused(host="chess-results.com", status=429, until="14:40"), SitePaused),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_refusal_says_the_same(
    error: TnrateError, kind: type[TnrateError], language: str
) -> None:
    """A refusal that was kept as code and facts has its own sentence, also of a shared code."""
    words = Words(language)
    assert isinstance(error, kind)
    assert sentence_of(error.code, kept(error.facts), words) == words.refusal(error)


@pytest.mark.parametrize("facts", [{}, {"host": "x"}])
def test_a_refusal_of_another_version_is_named(facts: dict[str, object]) -> None:
    """A code that nobody knows, or that lacks its facts, is repeated instead of an exception."""
    assert sentence_of("later", facts, Words("en")) == "An unknown obstacle (later)."
    assert "site_busy" in sentence_of("site_busy", facts, Words("tr"))


def test_trouble_and_its_end_have_a_line_each() -> None:
    """A pipe is told when the pages of an event are old, since when and why, and when it ends."""
    now = AT + timedelta(minutes=12)
    trouble = ("no_network", {"host": "chess-results.com"})
    words = Words("en")
    clock = f"{now.astimezone():%H:%M}"
    said = status_line(words, "Invented Open", trouble, AT, now)
    assert said == (
        f"{clock}  ⚠ Invented Open: not up to date since {AT.astimezone():%H:%M}."
        "  chess-results.com cannot be reached."
    )
    assert recovered_line(words, "Invented Open", AT, now) == (
        f"{clock}  Invented Open: up to date again, after 12 min."
    )
