"""Elo by the logistic formula, and what FIDE's table makes of the same games."""

from decimal import Context, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.conversion import expected_score
from rating.elo import CAP, CHANGE_STEP, calculate_elo, expected_by_formula, rate_game
from rating.game import ZERO, Game
from rating.precision import rounded
from report.systems_text import SystemsText
from report.words import Words
from tests.cards import game, reason_of
from tests.commands import tnrate
from tests.test_text import ESCAPE, Terminal

HALF = Decimal("0.5")
SCORES = st.sampled_from([ZERO, HALF, Decimal(1)])
RATINGS = st.integers(1, 4000)
KS = st.integers(1, 100)
CAPS = st.sampled_from([CAP, None])
GAMES = st.lists(st.builds(Game, st.none() | RATINGS, SCORES), max_size=12)


def rounded_expectation(difference: int, step: str) -> Decimal:
    """Give the expected score by the formula, rounded to a step."""
    return rounded(expected_by_formula(difference), Decimal(step))


# The formula


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (0, "0.5000"),
        (100, "0.6401"),
        (-100, "0.3599"),
        (200, "0.7597"),
        (400, "0.9091"),  # ten to one
        (-400, "0.0909"),
        (800, "0.9901"),  # a hundred to one
        (735, "0.9857"),
    ],
)
def test_expected_scores_of_the_formula(difference: int, expected: str) -> None:
    """E = 1 / (1 + 10^(-difference / 400)): 400 points make the odds ten to one."""
    assert rounded_expectation(difference, "0.0001") == Decimal(expected)


def test_the_formula_is_precise() -> None:
    """At 400 points E is 10/11, at 800 it is 100/101, to more than 25 digits."""
    tiny = Decimal("1e-26")
    assert abs(expected_by_formula(400) - Decimal(10) / 11) < tiny
    assert abs(expected_by_formula(800) - Decimal(100) / 101) < tiny


def test_the_formula_differs_from_the_table_at_134_gaps() -> None:
    """To two places the formula and table 8.1.2 differ at 134 of the 401 gaps up to 400.

    The largest difference is .0148 within 400 points, at 392, and .0183 within 800, at 560.
    """
    different = [
        gap for gap in range(401) if rounded_expectation(gap, "0.01") != expected_score(gap)
    ]
    assert len(different) == 134
    apart = {gap: abs(expected_by_formula(gap) - expected_score(gap)) for gap in range(801)}
    within = max(range(401), key=apart.__getitem__)
    whole = max(apart, key=apart.__getitem__)
    assert (within, rounded(apart[within], Decimal("0.0001"))) == (392, Decimal("0.0148"))
    assert (whole, rounded(apart[whole], Decimal("0.0001"))) == (560, Decimal("0.0183"))


@given(st.integers(-4000, 4000))
def test_expected_scores_are_symmetrical(difference: int) -> None:
    """What one side expects and what the other expects are one point, to the last digit."""
    assert expected_by_formula(difference) + expected_by_formula(-difference) == 1


@given(st.integers(-4000, 3999))
def test_expected_scores_rise(difference: int) -> None:
    """A point more of rating makes the expected score higher, and it stays between 0 and 1."""
    assert 0 < expected_by_formula(difference) < expected_by_formula(difference + 1) < 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [("0.125", "0.13"), ("-0.125", "-0.13"), ("0.1249", "0.12"), ("-0.004", "0.00")],
)
def test_a_figure_is_rounded_away_from_zero(value: str, shown: str) -> None:
    """What is shown is rounded halves away from zero, and a zero has no sign."""
    assert str(rounded(Decimal(value), CHANGE_STEP)) == shown


# Games


@given(RATINGS, RATINGS, SCORES, KS, CAPS)
def test_both_sides_cancel(own: int, other: int, score: Decimal, k: int, cap: int | None) -> None:
    """At equal K what one side wins the other loses, by the formula and by the table."""
    mine = rate_game(own, other, score, cap, k)
    theirs = rate_game(other, own, 1 - score, cap, k)
    assert mine.by_formula.change + theirs.by_formula.change == 0
    assert mine.by_table.change + theirs.by_table.change == 0
    assert mine.apart + theirs.apart == 0


@given(RATINGS, st.integers(1, 3999), SCORES, KS, CAPS)
def test_a_stronger_opponent_never_costs_more(
    own: int, other: int, score: Decimal, k: int, cap: int | None
) -> None:
    """The change rises with the opponent's rating and with the result, and is never above K."""
    weaker = rate_game(own, other, score, cap, k).by_formula.change
    stronger = rate_game(own, other + 1, score, cap, k).by_formula.change
    assert -k < weaker <= stronger < k
    won = rate_game(own, other, Decimal(1), cap, k).by_formula.change
    lost = rate_game(own, other, ZERO, cap, k).by_formula.change
    assert lost <= weaker <= won
    assert lost < 0 < won


@pytest.mark.parametrize("gap", [400, 401, 1000, -400, -401, -1000])
def test_the_switch_of_400(gap: int) -> None:
    """With the switch on a larger gap counts as 400, on both sides; without, it counts in full."""
    capped = rate_game(2000 + gap, 2000, HALF, CAP, 20).by_formula
    whole = rate_game(2000 + gap, 2000, HALF, None, 20).by_formula
    assert (capped.difference, capped.used) == (gap, max(-400, min(400, gap)))
    assert (whole.difference, whole.used) == (gap, gap)
    assert capped.capped == (abs(gap) > 400)
    assert not whole.capped
    assert (capped.change == whole.change) == (abs(gap) == 400)


def test_digits_do_not_hang_on_the_caller() -> None:
    """Figures have 28 digits, whatever precision the surrounding program has set."""
    games = [game(1613, "1"), game(1790, "0.5"), game(1444, "0")]
    usual = (expected_by_formula(87), calculate_elo(1500, games, 20))
    with localcontext(Context(prec=5)):
        assert (expected_by_formula(87), calculate_elo(1500, games, 20)) == usual


@given(RATINGS, GAMES, KS, CAPS)
def test_the_total_is_the_sum_of_the_games(
    own: int, games: list[Game], k: int, cap: int | None
) -> None:
    """Score, expected score and change add up over the games that count; rounding comes once."""
    found = calculate_elo(own, games, k, cap)
    rated = [one for one in games if one.opponent is not None]
    assert found.by_formula.games == found.by_table.games == len(rated)
    assert found.by_formula.score == found.by_table.score == sum(one.score for one in rated)
    alone = [calculate_elo(own, [one], k, cap).by_formula for one in rated]
    close = Decimal("1e-20")
    assert abs(found.by_formula.change - sum((one.change for one in alone), ZERO)) < close
    assert abs(found.by_formula.expected - sum((one.expected for one in alone), ZERO)) < close
    assert abs(found.by_formula.change - found.by_formula.rounded) <= HALF
    assert found.by_formula.new_rating == own + found.by_formula.rounded


def test_the_change_is_rounded_away_from_zero() -> None:
    """Against equals every change is K/2, K/-2 or 0: +2.50 makes 3, -2.50 makes -3."""
    assert calculate_elo(1500, [game(1500, "1")], 5).by_formula.rounded == 3
    assert calculate_elo(1500, [game(1500, "0")], 5).by_formula.rounded == -3


def test_an_unrated_opponent_does_not_count() -> None:
    """A game against an unrated opponent is left out, with its reason."""
    found = calculate_elo(1500, [game(None, "1")], 20)
    assert reason_of(found.results[0]) == "unrated"  # type: ignore[arg-type]
    assert (found.by_formula.games, found.by_formula.new_rating) == (0, 1500)


def test_the_difference_to_the_table() -> None:
    """The difference to the table is that of the changes to the hundredth, a game and in total."""
    found = calculate_elo(1500, [game(1550, "0"), game(2000, "0.5")], 20)
    first, second = found.results
    assert [str(one.apart) for one in (first, second)] == ["0.03", "-0.22"]  # type: ignore[union-attr]
    assert (rounded(found.by_formula.change, CHANGE_STEP), found.by_table.change) == (
        Decimal("-0.39"),
        Decimal("-0.20"),
    )
    assert found.apart == Decimal("-0.19")


# The command

ELO = ("calc", "elo", "--rating", "1500", "--k", "20")


def test_calc_elo_shows_each_step() -> None:
    """`calc elo` shows gap, expected score and change of each game, beside the table's."""
    text = tnrate(*ELO, "1400:1", "1600:0.5", "1550:0", "2000:½", "-:1").out
    rows = [line.split() for line in text.splitlines()[1:6]]
    assert rows == [
        ["1400", "1", "100", "0.6401", "+7.20", "0.64", "+7.20", "0.00"],
        ["1600", "½", "−100", "0.3599", "+2.80", "0.36", "+2.80", "0.00"],
        ["1550", "0", "−50", "0.4285", "−8.57", "0.43", "−8.60", "+0.03"],
        ["2000", "½", "−400*", "0.0909", "+8.18", "0.08", "+8.40", "−0.22"],
        ["–", "1", "–", "–", "unrated", "–", "–", "–"],
    ]
    assert "Elo  1500 → 1510  +9.61   (2 of 4, expected 1.5194)" in text
    assert "FIDE's table, for comparison  1500 → 1510  +9.80" in text
    assert "Formula minus table: −0.19" in text


def test_no_cap_counts_the_gap_in_full() -> None:
    """--no-cap turns the switch of 400 off, and the document says so."""
    with_cap = tnrate(*ELO, "2000:1", "--json").document
    without = tnrate(*ELO, "--no-cap", "2000:1", "--json").document
    assert (with_cap["cap"], with_cap["change"]) == (400, "18.18")
    assert (without["cap"], without["change"]) == (None, "18.94")
    assert (without["games"][0]["difference_used"], without["games"][0]["capped"]) == (-500, False)


def test_the_document_of_calc_elo() -> None:
    """The document has the fields of every `calc`, and those of the table beside them."""
    found = tnrate(*ELO, "1550:0", "-:1", "--json").document
    assert [note["code"] for note in found.pop("notes")] == ["formula_not_fide"]
    assert found == {
        "schema": 1,
        "system": "elo",
        "rules": "logistic, cap 400",
        "rating": 1500,
        "k": 20,
        "cap": 400,
        "games": [
            {
                "opponent": 1550,
                "score": "0",
                "counted": True,
                "difference": -50,
                "capped": False,
                "difference_used": -50,
                "expected": "0.4285",
                "k": 20,
                "change": "-8.57",
                "table": {"expected": "0.43", "change": "-8.60"},
                "formula_minus_table": "0.03",
            },
            {"opponent": None, "score": "1", "counted": False, "reason": "unrated"},
        ],
        "score": "0",
        "expected": "0.4285",
        "change": "-8.57",
        "rounded": -9,
        "new_rating": 1491,
        "table": {
            "score": "0",
            "expected": "0.43",
            "change": "-8.60",
            "rounded": -9,
            "new_rating": 1491,
        },
        "formula_minus_table": "0.03",
        "explanation": None,
    }


def test_games_that_do_not_count_leave_the_rating() -> None:
    """Without a game that counts nothing is compared, the sums are zero, and the rating stays."""
    found = tnrate(*ELO, "-:1", "--json").document
    assert (found["score"], found["expected"], found["change"]) == ("0", "0.0000", "0.00")
    assert (found["new_rating"], found["formula_minus_table"]) == (1500, "0.00")
    text = tnrate(*ELO, "-:1").out
    assert "1500: no game counts so far" in text
    assert "Formula minus table" not in text


def test_calc_elo_in_turkish() -> None:
    """--lang tr gives Turkish words and the decimal comma."""
    text = tnrate(*ELO, "1550:0", "2000:1", "--lang", "tr").out
    assert "Formül eksi tablo: −0,19" in text
    assert "fark en çok 400 sayılır" in text
    assert "FIDE bu formülle değil" in text


@pytest.mark.parametrize("columns", ["30", "50", "75", "76", "80"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_figure_is_there_on_a_narrow_screen(
    columns: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below 76 columns the table is stacked; no figure is cut, and no line is too long."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", columns)
    screen = Terminal()
    games = [game(1550, "0"), game(2000, "1"), game(None, "1")]
    SystemsText(Words(language), screen).elo(calculate_elo(1500, games, 20))
    lines = ESCAPE.sub("", screen.getvalue()).splitlines()
    assert max(map(len, lines)) <= int(columns)
    text = "\n".join(lines).replace(",", ".")
    for figure in ("1550", "2000", "0.4285", "−8.57", "0.0909", "+18.18", "0.43", "−8.60", "0.08"):
        assert figure in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("calc", "elo", "--rating", "1500", "1400:1"),
        ("calc", "elo", "--k", "20", "1400:1"),
        ELO,
        (*ELO, "1400"),
        (*ELO, "1400:2"),
        (*ELO, "1400/30:1"),
        (*ELO, "--cap", "1400:1"),
        ("calc", "elo", "--rating", "0", "--k", "20", "1400:1"),
        ("calc", "elo", "--rating", "1500", "--k", "0", "1400:1"),
        ("calc", "elo", "--rating", "1500", "--k", "20.5", "1400:1"),
    ],
)
def test_wrong_usage_of_calc_elo(arguments: tuple[str, ...]) -> None:
    """A missing K, no games, or games of another form are wrong usage: a sentence and status 2."""
    refused = tnrate(*arguments)
    assert (refused.status, refused.out) == (2, "")
    assert "Usage: tnrate calc elo" in refused.err


def test_thousands_of_games() -> None:
    """Thousands of games are worked out like a few: two opposite results against equals cancel."""
    found = tnrate(*ELO, *["1500:1", "1500:0"] * 2500, "--json").document
    assert (len(found["games"]), found["change"], found["new_rating"]) == (5000, "0.00", 1500)
