"""Glicko-1 and Glicko-2 by the published examples, and lichess by the tests of its own code."""

import re
from dataclasses import replace
from decimal import Context, Decimal, localcontext
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.game import ZERO
from rating.glicko import (
    LICHESS,
    GlickoCalculation,
    GlickoGame,
    Strength,
    System,
    calculate_glicko_1,
    calculate_glicko_2,
    calculate_lichess,
    displayed,
)
from rating.precision import rounded
from report.systems_text import SystemsText
from report.words import Words
from tests.commands import tnrate
from tests.conftest import ROOT
from tests.test_text import ESCAPE, Terminal

ONE, HALF = Decimal(1), Decimal("0.5")
SCORES = st.sampled_from([ZERO, HALF, ONE])
RATINGS = st.decimals(1, 4000, places=2)
RDS = st.decimals(1, 500, places=2)
VOLATILITIES = st.decimals("0.001", 1, places=3)
TAUS = st.decimals("0.1", 2, places=2)
GAME = st.builds(GlickoGame, RATINGS, RDS, SCORES)
GAMES = st.lists(GAME, min_size=1, max_size=6)
POOL_GAME = st.builds(
    GlickoGame, st.decimals(400, 4000, places=2), st.decimals(45, 500, places=2), SCORES
)
POOL = st.builds(
    Strength,
    st.decimals(400, 4000, places=2),
    st.decimals(45, 500, places=2),
    st.decimals("0.001", "0.1", places=3),
)


def strength(rating: str, rd: str, volatility: str | None = None) -> Strength:
    """Build a strength from texts."""
    return Strength(
        Decimal(rating), Decimal(rd), None if volatility is None else Decimal(volatility)
    )


def against(rating: str, rd: str, score: str) -> GlickoGame:
    """Build a game from texts."""
    return GlickoGame(Decimal(rating), Decimal(rd), Decimal(score))


def near(value: Decimal | None, expected: str, tolerance: str) -> bool:
    """Say whether a value is as near to another as is wanted."""
    return value is not None and abs(value - Decimal(expected)) <= Decimal(tolerance)


def at(value: Decimal, step: str) -> str:
    """Write a value, rounded."""
    return str(rounded(value, Decimal(step)))


# The example of both papers: 1500/200 beats 1400/30, loses to 1550/100 and to 1700/300.
EXAMPLE = [
    against("1400", "30", "1"),
    against("1550", "100", "0"),
    against("1700", "300", "0"),
]


# Published values


def test_the_example_of_glicko_1() -> None:
    """Glickman, The Glicko system: g, E and d of the example, r' = 1464 and RD' = 151.4."""
    found = calculate_glicko_1(strength("1500", "200"), EXAMPLE)
    results = found.period.results
    assert [at(one.g, "0.0001") for one in results] == ["0.9955", "0.9531", "0.7242"]
    assert [at(one.expected, "0.001") for one in results] == ["0.639", "0.432", "0.303"]
    assert found.period.steps is not None
    assert at(found.period.steps.d, "0.01") == "231.70"
    assert at(found.after.rating, "0.001") == "1464.106"
    assert at(found.after.rd, "0.001") == "151.399"
    assert found.after.volatility is None


def test_the_example_of_glicko_2() -> None:
    """Glickman, Example of the Glicko-2 system: 1464.06, 151.52 and 0.05999, rounded on the way."""
    found = calculate_glicko_2(strength("1500", "200", "0.06"), EXAMPLE, HALF)
    steps = found.period.steps
    assert steps is not None
    assert at(steps.v, "0.000001") == "1.778977"
    assert at(steps.delta, "0.000001") == "-0.483933"
    assert at(steps.phi_before, "0.000001") == "1.152855"
    assert at(steps.phi, "0.000001") == "0.872199"
    assert at(steps.mu, "0.000001") == "-0.206941"
    assert at(found.after.rating, "0.0001") == "1464.0507"
    assert at(found.after.rd, "0.0001") == "151.5165"
    assert near(found.after.rating, "1464.06", "0.02")
    assert near(found.after.rd, "151.52", "0.02")
    assert near(found.after.volatility, "0.0599960", "0.0000001")


@pytest.mark.parametrize(
    ("own", "other", "score", "expected"),
    [
        # rating, RD (and how near the test of lichess wants them), volatility
        (("1500", "500", "0.09"), ("1500", "500"), "1", "1741/1 396/1 0.0899983"),
        (("1500", "500", "0.09"), ("1500", "500"), "0", "1258/1 396/1 0.0899983"),
        (("1500", "500", "0.09"), ("1500", "500"), "0.5", "1500/1 396/1 0.0899954"),
        (("1400", "79", "0.06"), ("1550", "110"), "1", "1422/1 77/1 0.06"),
        (("1400", "79", "0.06"), ("1550", "110"), "0", "1389/1 78/1 0.06"),
        (("1400", "79", "0.06"), ("1550", "110"), "0.5", "1406/1 78/1 0.06"),
        (("1550", "110", "0.065"), ("1400", "79"), "1", "1568/1 105/1 0.065"),
        (("1550", "110", "0.065"), ("1400", "79"), "0.5", "1537/1 105.87/0.01 0.065"),
        (("1200", "60", "0.053"), ("1850", "200"), "1", "1216.7/0.1 59.9/0.1 0.053013"),
        (("1200", "60", "0.053"), ("1850", "200"), "0", "1199.3/0.1 59.9/0.1 0.052999"),
        (("1850", "200", "0.062"), ("1200", "60"), "0", "1636/0.1 196.9/0.1 0.062028"),
        (("1850", "200", "0.062"), ("1200", "60"), "1", "1855.4/0.1 196.9/0.1 0.061999"),
    ],
)  # fmt: skip
def test_lichess_by_its_own_tests(
    own: tuple[str, str, str],
    other: tuple[str, str],
    score: str,
    expected: str,
) -> None:
    """scalachess, GlickoCalculatorTest: single games, rated without growth of RD, tau 0.75."""
    found = calculate_lichess(strength(*own), [against(*other, score)]).after
    rating, rd, volatility = expected.split()
    assert near(found.rating, *rating.split("/"))
    assert near(found.rd, *rd.split("/"))
    assert near(found.volatility, volatility, "0.00001")


def test_growth_without_games_in_glicko_1() -> None:
    """RD = sqrt(RD² + c² t), at most 350: with c = 34.64, 50 grows to 350 in 100 periods."""
    grown = calculate_glicko_1(strength("1500", "50"), [], Decimal(100), Decimal("34.64"))
    assert near(grown.after.rd, "350", "0.05")
    assert grown.after.rating == 1500
    most = calculate_glicko_1(strength("1500", "50"), [], Decimal(1000), Decimal("34.64"))
    assert most.after.rd == 350
    one = calculate_glicko_1(strength("1500", "30"), [], growth=Decimal(40))
    assert one.idle == 1
    assert one.after.rd == 50


def test_growth_without_games_in_glicko_2() -> None:
    """Step 6 alone: phi* = sqrt(phi² + sigma²); rating and volatility stay."""
    found = calculate_glicko_2(strength("1500", "200", "0.06"), [])
    assert at(found.after.rd, "0.01") == "200.27"
    assert found.after == replace(found.before, rd=found.after.rd)
    twice = calculate_glicko_2(found.after, []).after
    at_once = calculate_glicko_2(strength("1500", "200", "0.06"), [], idle=Decimal(2)).after
    assert near(twice.rd, str(at_once.rd), "1e-20")


def test_a_year_without_games_on_lichess() -> None:
    """Lichess chose its periods so that a typical RD of 60 becomes 110 within a year."""
    found = calculate_lichess(strength("1500", "60", "0.06"), [], Decimal(365)).after
    assert 109 < found.rd < 112
    assert calculate_lichess(strength("1500", "60", "0.06"), []).after.rd == 60
    longest = calculate_lichess(strength("1500", "60", "0.09"), [], Decimal(36525)).after
    assert longest.rd == LICHESS.greatest_rd


def test_rd_grows_before_games_only_by_the_pause() -> None:
    """Games are rated with the RD of their period: c counts for the periods passed before alone."""
    own, growth = strength("1500", "200"), Decimal(40)
    at_once = calculate_glicko_1(own, EXAMPLE, growth=growth)
    assert (at_once.idle, at_once.start) == (ZERO, own)
    assert at_once.after == calculate_glicko_1(own, EXAMPLE).after
    rested = calculate_glicko_1(own, EXAMPLE, Decimal(2), growth)
    assert near(rested.start.rd, "207.846096908", "1e-8")  # the square root of 43200


def test_glicko_1_knows_no_volatility() -> None:
    """A volatility, which belongs to Glicko-2, neither moves a Glicko-1 rating nor comes out."""
    own = strength("1500", "200", "0.06")
    for games in (EXAMPLE, []):
        found = calculate_glicko_1(own, games)
        assert found.after == calculate_glicko_1(replace(own, volatility=None), games).after
        assert found.after.volatility is None


def test_glicko_2_needs_a_volatility() -> None:
    """Without a volatility there is no Glicko-2, on lichess neither: it is refused, not guessed."""
    own = strength("1500", "200")
    for calculate in (calculate_glicko_2, calculate_lichess):
        for games in (EXAMPLE, []):
            with pytest.raises(ValueError, match=r"^Glicko-2 needs a volatility$"):
                calculate(own, games)


@pytest.mark.parametrize("tau", ["0.2", "0.5", "1.6", "2"])
@pytest.mark.parametrize(
    ("own", "game"),
    [
        (("1", "500", "0.001"), ("4000", "1", "1")),
        (("400", "45", "0.06"), ("4000", "45", "1")),
        (("741", "232", "0.5"), ("2431", "112", "1")),
        (("2252", "124", "0.5"), ("3036", "86", "1")),
        (("4000", "500", "1"), ("1", "1", "0")),
        (("2400", "429", "0.0586"), ("1800", "50", "0")),
        (("1500", "1", "1"), ("1500", "500", "0.5")),
    ],
)
def test_the_volatility_after_the_unbelievable(
    own: tuple[str, str, str], game: tuple[str, str, str], tau: str
) -> None:
    """Step 5 finds its root whatever happens: the weakest beats the strongest, or nobody wins."""
    check_the_volatility(calculate_glicko_2(strength(*own), [against(*game)], Decimal(tau)))


def test_the_volatility_is_looked_for_further_down() -> None:
    """Step 5: where ln sigma² - tau lies above the root, the bracket goes down, tau by tau."""
    wild = strength("1500", "350", "100")
    check_the_volatility(calculate_glicko_2(wild, EXAMPLE, Decimal(3)))
    wilder = replace(wild, volatility=Decimal(400))
    check_the_volatility(calculate_glicko_2(wilder, EXAMPLE, Decimal(9)))


def test_digits_do_not_hang_on_the_caller() -> None:
    """Figures have 28 digits, whatever precision the surrounding program has set."""
    own = strength("1500", "200", "0.06")

    def figures() -> list[GlickoCalculation]:
        return [
            calculate_glicko_1(own, EXAMPLE, Decimal(3), Decimal(40)),
            calculate_glicko_2(own, EXAMPLE),
            calculate_lichess(own, EXAMPLE, Decimal(3)),
        ]

    usual = figures()
    with localcontext(Context(prec=9)):
        rough = figures()
    assert [one.period for one in rough] == [one.period for one in usual]
    assert [one.start for one in rough] == [one.start for one in usual]


# Properties


@given(RATINGS, RDS, GAMES)
def test_playing_never_raises_rd_in_glicko_1(
    rating: Decimal, rd: Decimal, games: list[GlickoGame]
) -> None:
    """Each game tells something: RD never grows by playing, and one more game lowers it further."""
    everything = calculate_glicko_1(Strength(rating, rd), games).after
    fewer = calculate_glicko_1(Strength(rating, rd), games[:-1], idle=ZERO).after
    assert 0 < everything.rd <= fewer.rd <= rd


@given(RATINGS, RDS, GAMES)
def test_rd_does_not_ask_for_results(rating: Decimal, rd: Decimal, games: list[GlickoGame]) -> None:
    """In Glicko-1 RD depends on whom one played, never on the results."""
    mirrored = [game._replace(score=1 - game.score) for game in games]
    own = Strength(rating, rd)
    assert calculate_glicko_1(own, games).after.rd == calculate_glicko_1(own, mirrored).after.rd


@given(RATINGS, RATINGS, RDS, SCORES)
def test_equal_rds_cancel(mine: Decimal, theirs: Decimal, rd: Decimal, score: Decimal) -> None:
    """Where both have the same RD, Glicko-1 takes from one what it gives to the other."""
    own = calculate_glicko_1(Strength(mine, rd), [GlickoGame(theirs, rd, score)])
    other = calculate_glicko_1(Strength(theirs, rd), [GlickoGame(mine, rd, 1 - score)])
    assert own.period.results[0].expected + other.period.results[0].expected == 1
    assert near(own.change + other.change, "0", "1e-20")


@given(RATINGS, RDS, VOLATILITIES, TAUS, GAMES, st.data())
def test_a_better_result_is_never_worse(
    rating: Decimal,
    rd: Decimal,
    volatility: Decimal,
    tau: Decimal,
    games: list[GlickoGame],
    data: st.DataObject,
) -> None:
    """A better result makes a higher rating in Glicko-1; the sign of delta is the change's."""
    place = data.draw(st.integers(0, len(games) - 1))
    better = [*games]
    better[place] = games[place]._replace(score=ONE)
    own = Strength(rating, rd, volatility)
    assert (
        calculate_glicko_1(own, better).after.rating >= calculate_glicko_1(own, games).after.rating
    )
    found = calculate_glicko_2(own, games, tau)
    assert found.period.steps is not None
    assert (found.change > 0) == (found.period.steps.delta > 0)


@given(RATINGS, RDS, VOLATILITIES, TAUS, GAMES)
def test_what_glicko_2_finds_is_sound(
    rating: Decimal, rd: Decimal, volatility: Decimal, tau: Decimal, games: list[GlickoGame]
) -> None:
    """RD is below what it was with the growth of the period; the volatility stays positive."""
    found = calculate_glicko_2(Strength(rating, rd, volatility), games, tau)
    steps = found.period.steps
    assert steps is not None
    assert 0 < steps.phi < steps.phi_before
    assert found.after.volatility is not None
    assert found.after.volatility > 0
    check_the_volatility(found)


def check_the_volatility(found: GlickoCalculation) -> None:
    """Hold the new volatility against its own equation: f changes its sign around ln sigma²."""
    steps, tau = found.period.steps, found.tau
    assert steps is not None
    assert tau is not None
    assert found.after.volatility is not None
    assert found.before.volatility is not None
    a = (found.before.volatility**2).ln()
    phi_squared = (found.start.rd / Decimal("173.7178")) ** 2

    def f(x: Decimal) -> Decimal:
        e = x.exp()
        numerator = e * (steps.delta**2 - phi_squared - steps.v - e)
        return numerator / (2 * (phi_squared + steps.v + e) ** 2) - (x - a) / tau**2

    x = (found.after.volatility**2).ln()
    width = Decimal("0.0000011")
    assert f(x - width) >= 0 >= f(x + width)


@given(RATINGS, RDS, GAMES)
def test_the_changes_of_the_games_add_up(
    rating: Decimal, rd: Decimal, games: list[GlickoGame]
) -> None:
    """The whole change is the sum over the games, each weight x (score - expected)."""
    for found in (
        calculate_glicko_1(Strength(rating, rd), games),
        calculate_glicko_2(Strength(rating, rd, Decimal("0.06")), games),
    ):
        assert near(
            sum((one.change for one in found.period.results), ZERO) - found.change, "0", "1e-20"
        )
        for game, one in zip(games, found.period.results, strict=True):
            assert near(one.weight * (game.score - one.expected) - one.change, "0", "1e-20")
            assert 0 < one.g <= 1
            assert 0 < one.expected < 1


@given(RATINGS, RDS, GAMES)
def test_the_order_of_a_period_does_not_matter(
    rating: Decimal, rd: Decimal, games: list[GlickoGame]
) -> None:
    """Games of one period are rated at once: their order changes nothing that is shown."""
    forward = calculate_glicko_2(Strength(rating, rd, Decimal("0.06")), games).after
    backward = calculate_glicko_2(Strength(rating, rd, Decimal("0.06")), games[::-1]).after
    assert near(forward.rating - backward.rating, "0", "1e-9")
    assert near(forward.rd - backward.rd, "0", "1e-9")


@given(POOL, st.lists(POOL_GAME, max_size=4), st.decimals(0, 4000, places=1))
def test_lichess_keeps_its_limits(own: Strength, games: list[GlickoGame], days: Decimal) -> None:
    """What comes out is within the limits after each game, and RD never grows by playing."""
    found = calculate_lichess(own, games, days)
    strengths = [found.start, *(one.after for one in found.period.results if one.after)]
    for one in strengths:
        assert one.rating >= LICHESS.least_rating
        assert LICHESS.least_rd <= one.rd <= LICHESS.greatest_rd
        assert one.volatility is not None
        assert one.volatility <= LICHESS.greatest_volatility
    for earlier, later in pairwise(strengths):
        step = abs(later.rating - earlier.rating)
        assert step <= LICHESS.greatest_change + Decimal("1e-20")  # the last of 28 digits
        assert later.rd <= earlier.rd
    assert found.after == strengths[-1]


@given(POOL, POOL_GAME, POOL_GAME)
def test_lichess_rates_game_by_game(own: Strength, first: GlickoGame, second: GlickoGame) -> None:
    """Two games given together come to what the two come to one after the other."""
    together = calculate_lichess(own, [first, second]).after
    assert together == calculate_lichess(calculate_lichess(own, [first]).after, [second]).after


def test_a_limit_of_lichess_is_marked() -> None:
    """A game moves a rating by 700 at most, never below 400, and is marked as limited."""
    giant = calculate_lichess(strength("1500", "500", "0.09"), [against("4000", "60", "1")])
    assert giant.change == 700
    assert [one.change for one in giant.period.results] == [700]
    assert giant.limited
    assert giant.tau == LICHESS.tau
    least = calculate_lichess(strength("410", "500", "0.09"), [against("400", "60", "0")])
    assert least.after.rating == 400
    assert least.limited
    usual = calculate_lichess(strength("1500", "80", "0.09"), [against("1500", "60", "1")])
    assert not usual.limited


@pytest.mark.parametrize(
    ("rating", "rd", "shown"),
    [("1741.99", "109.99", "1741"), ("1741.99", "110", "1741?"), ("1500", "500", "1500?")],
)
def test_lichess_shows_ratings_cut_off(rating: str, rd: str, shown: str) -> None:
    """Lichess cuts a rating off to whole points, with a question mark from RD 110 on."""
    assert displayed(strength(rating, rd)) == shown


# The command

GLICKO = ("calc", "glicko", "--rating", "1500", "--rd", "200")
GAMES_TYPED = ("1400/30:1", "1550/100:0", "1700/300:0")


def test_calc_glicko_1() -> None:
    """`--system 1` prints each game with g, expected score, weight and change, and the end."""
    text = tnrate(*GLICKO, "--system", "1", *GAMES_TYPED).out
    rows = [line.split() for line in text.splitlines()[1:4]]
    assert rows == [
        ["1400", "30", "1", "100", "0.9955", "0.6395", "131.35", "+47.36"],
        ["1550", "100", "0", "−50", "0.9531", "0.4318", "125.77", "−54.31"],
        ["1700", "300", "0", "−200", "0.7242", "0.3028", "95.56", "−28.94"],
    ]
    assert "Glicko-1  1500 → 1464.11  −35.89   (1 of 3, expected 1.3742)" in text
    assert "RD  200 → 151.40" in text
    assert "Volatility" not in text
    assert "not comparable" in text


def test_calc_glicko_is_glicko_2() -> None:
    """Without --system it is Glicko-2, with the paper's volatility and tau; both can be given."""
    text = tnrate(*GLICKO, *GAMES_TYPED).out
    assert text == tnrate(*GLICKO, "--volatility", "0.06", "--tau", "0,5", *GAMES_TYPED).out
    assert "Glicko-2  1500 → 1464.05  −35.95" in text
    assert "RD  200 → 151.52" in text
    assert "Volatility  0.06 → 0.059996" in text
    assert "v 1.778977  Δ −0.483933  φ* 1.152855  φ′ 0.872199  μ′ −0.206941  τ 0.5" in text


def test_calc_glicko_by_lichess() -> None:
    """`--system lichess` rates game by game with constants that it names, with their source."""
    options = ("--system", "lichess", "--days", "30")
    text = tnrate(*GLICKO, *options, "1400/50:1", "1550/100:½").out
    assert [len(line.split()) for line in text.splitlines()[1:3]] == [9, 9]
    assert "lichess-org" in text
    assert "τ 0.75" in text
    assert "6.4308 periods" in text
    assert re.search(r"Shown as \d+\?", text)
    found = tnrate(*GLICKO, *options, "1400/50:1", "--json").document
    assert found["constants"]["periods_per_day"] == "0.21436"
    assert found["games"][0]["new_rating"] == found["new_rating"]
    assert [note["code"] for note in found["notes"]] == ["pools_differ", "lichess_constants"]


def test_the_document_of_calc_glicko() -> None:
    """The document has the fields of every `calc`; figures are texts, absent ones null."""
    found = tnrate(*GLICKO, *GAMES_TYPED, "--json").document
    assert found["system"] == "glicko2"
    assert (found["new_rating"], found["new_rd"], found["new_volatility"]) == (
        "1464.05",
        "151.52",
        "0.059996",
    )
    assert (found["score"], found["change"], found["rounded"]) == ("1", "-35.95", -36)
    assert found["games"][0] == {
        "opponent": "1400",
        "opponent_rd": "30",
        "score": "1",
        "counted": True,
        "difference": "100.00",
        "capped": False,
        "g": "0.995498",
        "expected": "0.639468",
        "k": None,
        "weight": "131.56",
        "change": "47.43",
    }
    assert found["steps"]["v"] == "1.778977"
    first = tnrate(*GLICKO, "--system", "1", *GAMES_TYPED, "--json").document
    assert (first["new_rating"], first["new_rd"]) == ("1464.11", "151.40")
    assert first["volatility"] is first["tau"] is first["new_volatility"] is None
    assert first["steps"]["d"] == "231.701841"


@pytest.mark.parametrize("system", list(System))
def test_without_games_rd_grows(system: System) -> None:
    """Without a game the rating stays and RD grows, and a note says so."""
    options = {
        System.GLICKO_1: ("--system", "1", "--c", "34.6"),
        System.GLICKO_2: (),
        System.LICHESS: ("--system", "lichess", "--days", "10"),
    }
    found = tnrate(*GLICKO, *options[system], "--json").document
    assert (found["system"], found["games"], found["change"]) == (system, [], "0.00")
    assert Decimal(found["new_rd"]) > 200
    assert "no_games" in {note["code"] for note in found["notes"]}
    assert "RD  200 → 20" in tnrate(*GLICKO, *options[system]).out


def test_calc_glicko_in_turkish() -> None:
    """--lang tr gives Turkish words and the decimal comma, also for the constants."""
    text = tnrate(*GLICKO, "--system", "lichess", "1400/50:1", "--lang", "tr").out
    for words in ("Rakip", "Ağırlık", "Oynaklık  0,09", "günde 0,21436", "karşılaştırılamaz"):
        assert words in text


@pytest.mark.parametrize("columns", ["30", "50", "75", "76", "80"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_figure_is_there_on_a_narrow_screen(
    columns: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below 76 columns the table is stacked; no figure is cut, and no line is too long."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", columns)
    games = [against("1400", "50", "1"), against("1550", "100", "0")]
    own = strength("1500", "200", "0.09")
    for found in (
        calculate_glicko_1(own, games),
        calculate_glicko_2(own, games),
        calculate_lichess(own, games, Decimal(30)),
    ):
        screen = Terminal()
        SystemsText(Words(language), screen).glicko(found)
        lines = ESCAPE.sub("", screen.getvalue()).splitlines()
        assert max(map(len, lines)) <= int(columns)
        text = "\n".join(lines).replace(",", ".")
        assert at(found.after.rating, "0.01") in text
        for one in found.period.results:
            assert at(one.expected, "0.0001") in text
            assert at(abs(one.change), "0.01") in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rd", "200", "1400/30:1"), "--rating"),
        (("--rating", "1500", "1400/30:1"), "--rd"),
        (("--rating", "1500", "--rd", "0", "1400/30:1"), "0 is not from 1 to 500"),
        (("--rating", "1500", "--rd", "501", "1400/30:1"), "501 is not from 1 to 500"),
        (("--rating", "1500", "--rd", "-1", "1400/30:1"), "-1"),
        (("--rating", "1500", "--rd", "nan", "1400/30:1"), "not a number"),
        ((*GLICKO[2:], "1400:1"), "“1400:1” is not opponent/RD:result"),
        ((*GLICKO[2:], "1400/0:1"), "the RD of “1400/0:1”: 0 is not from 1 to 500"),
        ((*GLICKO[2:], "1400/501:1"), "501 is not from 1 to 500"),
        ((*GLICKO[2:], "0/30:1"), "the rating of “0/30:1”"),
        ((*GLICKO[2:], "x/30:1"), "not a number"),
        ((*GLICKO[2:], "1400/30:2"), "is not opponent/RD:result"),
        ((*GLICKO[2:], "--", "-:1"), "is not opponent/RD:result"),
        ((*GLICKO[2:], "--volatility", "0", "1400/30:1"), "0 is not from 0.001 to 1"),
        ((*GLICKO[2:], "--volatility", "1.1", "1400/30:1"), "1.1 is not from 0.001 to 1"),
        ((*GLICKO[2:], "--tau", "0", "1400/30:1"), "--tau"),
        ((*GLICKO[2:], "--system", "3", "1400/30:1"), "--system"),
        ((*GLICKO[2:], "--system", "1", "--tau", "0.5", "1400/30:1"), "--tau has no meaning"),
        ((*GLICKO[2:], "--system", "2", "--c", "30", "1400/30:1"), "--c has no meaning"),
        ((*GLICKO[2:], "--system", "lichess", "--tau", "1", "1400/50:1"), "--tau has no meaning"),
        ((*GLICKO[2:], "--days", "3", "1400/30:1"), "--days has no meaning"),
        ((*GLICKO[2:], "--system", "1"), "give --c"),
        ((*GLICKO[2:], "--system", "1", "--periods", "2", "1400/30:1"), "give --c"),
        ((*GLICKO[2:], "--system", "lichess", "1400/30:1"), "30 is not from 45 to 500"),
        ((*GLICKO[2:], "--system", "lichess", "399/50:1"), "399 is not from 400 to 4000"),
        ((*GLICKO[2:], "--system", "lichess", "--volatility", "0.11", "1400/50:1"), "0.1 or less"),
        (("--rating", "399", "--rd", "60", "--system", "lichess", "1400/50:1"), "--rating"),
        (("--rating", "1500", "--rd", "44", "--system", "lichess", "1400/50:1"), "--rd"),
    ],
)
def test_wrong_usage_of_calc_glicko(arguments: tuple[str, ...], said: str) -> None:
    """What cannot be rated is wrong usage: status 2, and a sentence that names what is wrong."""
    refused = tnrate("calc", "glicko", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert "Usage: tnrate calc glicko" in refused.err
    assert said in refused.err


@given(games=st.lists(st.text(max_size=8) | st.from_regex(r"\d{1,4}/\d{1,3}:[01½=]"), max_size=3))
@pytest.mark.parametrize("system", ["1", "2", "lichess"])
def test_any_games_are_worked_out_or_refused(system: str, games: list[str]) -> None:
    """Whatever is given as games is worked out or is wrong usage, never a crash."""
    done = tnrate(*GLICKO, "--system", system, "--json", "--", *games)
    assert done.status in (0, 2)
    assert (done.status == 0) == bool(done.out)


@pytest.mark.parametrize("system", ["1", "2", "lichess"])
def test_thousands_of_games(system: str) -> None:
    """Thousands of games are worked out like a few: RD ends low, equal results leave the rating."""
    typed = ["1500/50:1", "1500/50:0"] * 1000
    found = tnrate(*GLICKO, "--system", system, *typed, "--json").document
    assert len(found["games"]) == 2000
    assert abs(Decimal(found["change"])) < 20
    assert Decimal(found["new_rd"]) <= 45


@pytest.mark.parametrize("system", ["1", "2", "lichess"])
def test_the_manual_names_every_field(system: str) -> None:
    """docs/json.md names each field of the document."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    part = manual[manual.index("## calc glicko") : manual.index("## A refusal")]
    found = tnrate(*GLICKO, "--system", system, "1400/50:1", "--json").document
    inner = [found["games"][0], found["steps"] or {}, found["constants"] or {}]
    names = {name for one in (found, *inner) for name in one} - {"schema"}
    assert {name for name in names if not re.search(rf"`{name}(\[\])?`", part)} == set()
