"""The performance by table 8.1.1, and the one that table 8.1.2 tells: rules, worked examples."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.conversion import expected_score
from rating.game import ZERO, Game
from rating.performance import Performance, TruePerformance, performance, true_performance
from tests.cards import game
from tests.commands import tnrate
from tests.conftest import ROOT

SCORES = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])
GAMES = st.lists(st.builds(Game, st.integers(1, 3000), SCORES), min_size=1, max_size=20)


def found(*games: tuple[int | None, str]) -> Performance:
    """Work out games, one of them at least against a rated opponent."""
    result = performance([game(opponent, score) for opponent, score in games])
    assert result is not None
    return result


def expected(rating: int, opponents: list[int]) -> Decimal:
    """Give the expected score of a rating by table 8.1.2, without any cap."""
    return sum((expected_score(rating - opponent) for opponent in opponents), ZERO)


# Rp, by table 8.1.1


@pytest.mark.parametrize(
    ("games", "rating"),
    [
        ([(1500, "1"), (1500, "0.5")], 1693),
        ([(1500, "1"), (1500, "1"), (1500, "0")], 1625),
        ([(1500, "1")], 2300),
        ([(1500, "0")], 700),
    ],
)
def test_the_published_performances(games: list[tuple[int, str]], rating: int) -> None:
    """Rp = Ra + dp(p), with 800 at both ends."""
    assert found(*games).rating == rating


def test_each_step_of_rp() -> None:
    """F-N01's games: Ra 1901.4 is rounded before dp is added, p is 60 %, dp 72: 1973."""
    scores = [(1902, "0.5"), (1877, "0.5"), (1884, "1"), (2012, "0"), (1832, "1")]
    result = found(*scores)
    assert (result.games, result.score) == (5, Decimal(3))
    assert (result.average, result.rounded_average) == (Fraction(9507, 5), 1901)
    assert (result.percent, result.difference, result.rating) == (60, 72, 1973)


@pytest.mark.parametrize(
    ("opponents", "average"), [((1500, 1501), 1501), ((1500, 1500, 1501), 1500)]
)
def test_the_average_is_rounded_half_up(opponents: tuple[int, ...], average: int) -> None:
    """Title Regulations 1.4.7: 1500.5 is 1501, 1500.33 is 1500."""
    assert found(*((opponent, "0.5") for opponent in opponents)).rating == average


@pytest.mark.parametrize(
    ("points", "of", "percent"), [(5, 8, 63), (3, 8, 38), (1, 8, 13), (2, 3, 67), (1, 3, 33)]
)
def test_the_percentage_is_rounded_half_up(points: int, of: int, percent: int) -> None:
    """62.5 % is 63, 37.5 % is 38, 12.5 % is 13; thirds go to the nearer whole number."""
    games = [(1500, "1")] * points + [(1500, "0")] * (of - points)
    assert found(*games).percent == percent


def test_unrated_opponents_are_left_out() -> None:
    """A game against an unrated opponent changes neither performance; alone it gives none."""
    with_them = found((1902, "0.5"), (None, "1"), (2000, "1"), (None, "0"))
    assert with_them == found((1902, "0.5"), (2000, "1"))
    assert performance([game(None, "1")]) is None
    assert performance([]) is None


@given(opponents=st.lists(st.integers(1, 3000), min_size=1, max_size=20))
def test_the_ends_and_the_middle(opponents: list[int]) -> None:
    """0 %, 100 % and all draws give Ra - 800, Ra + 800 and Ra."""
    for score, difference in (("0", -800), ("1", 800), ("0.5", 0)):
        result = found(*((opponent, score) for opponent in opponents))
        assert result.rating == result.rounded_average + difference


@given(games=GAMES, at=st.integers(0, 19))
def test_a_better_result_never_lowers_a_performance(games: list[Game], at: int) -> None:
    """Half a point more in one game lowers neither Rp nor the true performance."""
    at %= len(games)
    if games[at].score == 1:
        return
    better = [*games]
    better[at] = games[at]._replace(score=games[at].score + Decimal("0.5"))
    before, after = performance(games), performance(better)
    assert before is not None
    assert after is not None
    assert after.rating >= before.rating
    if before.true.value is not None and after.true.value is not None:
        assert after.true.value >= before.true.value


@given(games=GAMES, by=st.integers(1, 500))
def test_stronger_opponents_are_worth_as_much_more(games: list[Game], by: int) -> None:
    """Opponents that are all as much stronger make both performances as much higher."""
    stronger = [Game((one.opponent or 0) + by, one.score) for one in games]
    before, after = performance(games), performance(stronger)
    assert before is not None
    assert after is not None
    assert after.rating == before.rating + by
    for end in ("lowest", "highest", "value"):
        old, new = getattr(before.true, end), getattr(after.true, end)
        assert new == (None if old is None else old + by)


# The true performance, by table 8.1.2


def test_one_draw_is_worth_the_opponent() -> None:
    """A draw with 1500 is expected from 1497 to 1503, of which 1500 is the middle."""
    assert true_performance([1500], Decimal("0.5")) == TruePerformance(
        1497, 1503, 1500, True, Decimal("0.5"), Decimal("0.5")
    )


def test_all_points_have_no_upper_end() -> None:
    """Beyond the table's last gap of 735 every point is expected: from 736 above the strongest."""
    result = true_performance([1500, 1400], Decimal(2))
    assert (result.lowest, result.highest, result.value) == (2236, None, None)
    assert expected(2236, [1500, 1400]) == 2
    assert expected(2235, [1500, 1400]) < 2


def test_no_point_has_no_lower_end() -> None:
    """No point is expected from 736 below the weakest opponent down."""
    result = true_performance([1500, 1400], Decimal(0))
    assert (result.lowest, result.highest, result.value) == (None, 664, None)
    assert expected(664, [1500, 1400]) == 0
    assert expected(665, [1500, 1400]) > 0


def test_where_the_table_leaps_over_the_score() -> None:
    """2 of 3 would be .666 a game: 121 points above all three expect 1.98, 122 points 2.01."""
    result = true_performance([1500, 1500, 1500], Decimal(2))
    assert not result.exact
    assert (result.lowest, result.highest, result.value) == (1621, 1622, 1622)
    assert (result.expected_lowest, result.expected_highest) == (Decimal("1.98"), Decimal("2.01"))


def test_an_average_hides_how_far_apart_opponents_are() -> None:
    """1 of 2 against 1000 and 3000: Rp is 2000, and so is anything from 1736 to 2264."""
    result = found((1000, "1"), (3000, "0"))
    assert (result.rating, result.true.value) == (2000, 2000)
    assert (result.true.lowest, result.true.highest) == (1736, 2264)


@given(games=GAMES)
def test_the_true_performance_is_what_the_table_expects(games: list[Game]) -> None:
    """All ratings between the ends expect the score, and those beyond do not; or none does."""
    opponents = [one.opponent or 0 for one in games]
    score = sum((one.score for one in games), ZERO)
    result = true_performance(opponents, score)
    assert (result.lowest is None) == (score == 0)
    assert (result.highest is None) == (score == len(games))
    if not result.exact:
        assert result.lowest is not None
        assert result.highest == result.lowest + 1
        assert expected(result.lowest, opponents) < score < expected(result.highest, opponents)
        return
    for end, beyond in ((result.lowest, -1), (result.highest, 1)):
        if end is not None:
            assert expected(end, opponents) == score
            assert (expected(end + beyond, opponents) - score) * beyond > 0


@given(games=GAMES)
def test_the_other_side_of_the_board(games: list[Game]) -> None:
    """Turned results against opponents turned about 1500 give ratings turned about 1500."""
    turned = [Game(3001 - (one.opponent or 0), 1 - one.score) for one in games]
    first, second = performance(games), performance(turned)
    assert first is not None
    assert second is not None
    for one, other in (
        (first.true.lowest, second.true.highest),
        (first.true.highest, second.true.lowest),
    ):
        assert one == (None if other is None else 3001 - other)
    assert first.true.exact == second.true.exact


# The command


def test_the_command_shows_both_performances() -> None:
    """`calc performance` shows the games and both figures, and on demand how they are found."""
    shown = tnrate("calc", "performance", "1902:0.5", "2000:1", "-:1", "--explain")
    assert shown.status == 0
    lines = shown.out.splitlines()
    assert [line.split() for line in lines[1:4]] == [
        ["1902", "½"], ["2000", "1"], ["–", "1", "unrated"],
    ]  # fmt: skip
    assert "Performance (Rp)  2144" in lines
    assert (
        "• Average and what the score is worth: 1951 + 193 = 2144 [Title Regulations 1.4.9]"
        in lines
    )
    assert "True performance  2147" in lines
    assert any("from 2146 to 2147" in line for line in lines)
    assert "• Games against unrated opponents, left out: 1." in lines


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (("1500:1",), ("2300", "from 2236 up, without an end")),
        (("1500:0",), ("700", "from 764 down, without an end")),
        (("100:0",), ("−700", "from −636 down, without an end")),
        (("1500:1", "1500:1", "1500:0"), ("1625", "No whole rating", "1.98", "2.01")),
        (("1902:0.5", "2000:1", "1700:0"), ("1870", "the one rating", "8.1.2")),
        (("-:1",), ("No performance: no opponent is rated.",)),
    ],
)
def test_the_command_says_what_there_is_not(games: tuple[str, ...], said: tuple[str, ...]) -> None:
    """Open ends, a score that no rating expects, and missing ratings are said, not filled."""
    shown = tnrate("calc", "performance", *games, "--explain")
    assert shown.status == 0
    assert all(one in shown.out for one in said), shown.out


def test_the_command_in_turkish() -> None:
    """The words and the decimal comma are Turkish; the figures are the same."""
    shown = tnrate(
        "calc", "performance", "1902:½", "2001:1", "1500:0", "--lang", "tr", "--explain"
    ).out
    assert "5403 ÷ 3 = 1801 → 1801" in shown
    assert "%50" in shown
    assert "Gerçek performans" in shown


def test_the_json_of_a_performance() -> None:
    """Every field of the contract, decimals as strings, an unrated game with its reason."""
    document = tnrate("calc", "performance", "1902:0.5", "-:1", "2001:1", "--json").document
    assert document == {
        "schema": 1,
        "system": "performance",
        "rules": "8.1.1; Title Regulations 1.4.7-1.4.9",
        "games": [
            {"opponent": 1902, "score": "0.5", "counted": True},
            {"opponent": None, "score": "1", "counted": False, "reason": "unrated"},
            {"opponent": 2001, "score": "1", "counted": True},
        ],
        "rated_games": 2,
        "score": "1.5",
        "average": "1951.50",
        "average_exact": "3903/2",
        "average_used": 1952,
        "percent": 75,
        "difference": "193",
        "performance": 2145,
        "explanation": None,
        "true_performance": {
            "rules": "8.1.2",
            "value": 2147,
            "lowest": 2147,
            "highest": 2147,
            "exact": True,
            "expected_lowest": "1.50",
            "expected_highest": "1.50",
        },
        "notes": [
            {
                "code": "unrated_left_out",
                "text": "Games against unrated opponents, left out: 1.",
            }
        ],
    }


def test_the_json_without_a_rated_opponent() -> None:
    """What cannot be worked out is null, never 0."""
    document = tnrate("calc", "performance", "-:1", "--json").document
    assert document["rated_games"] == 0
    assert document["performance"] is None
    assert document["true_performance"] is None


@pytest.mark.parametrize(
    "arguments",
    [(), ("1400",), ("1400:2",), ("14000:1",), ("-1400:1",), ("--rating", "1500", "1400:1")],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    """What is no game is wrong usage: status 2, the words on standard error."""
    refused = tnrate("calc", "performance", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert "Usage: tnrate calc performance" in refused.err


def test_the_manual_names_every_field() -> None:
    """docs/json.md names each field of the document."""
    manual = (ROOT / "docs" / "json.md").read_text("utf-8")
    _, section = manual.split("## calc performance", 1)
    document = tnrate("calc", "performance", "1500:1", "-:1", "--json").document
    names = {*document, *document["true_performance"], *document["games"][1]} - {
        "schema",
        "explanation",
    }
    assert {name for name in names if f"`{name}" not in section.split("## ")[0]} == set()
