"""What programs read of an explanation: each number's name, its rule, where that stands, inputs."""

from dataclasses import replace
from datetime import date
from decimal import Context, Decimal, localcontext
from textwrap import dedent

import pytest

from rating.articles import article_of
from rating.assumptions import Settings
from rating.calculator import calculate_fide, calculate_ukd
from rating.card import RatedCard, rate_card
from rating.elo import calculate_elo
from rating.explain.card import explain_calculation, explain_card, explain_round
from rating.explain.performance import explain_first, explain_performance
from rating.explain.steps import Explanation, Step
from rating.explain.systems import explain_elo, explain_glicko
from rating.fide import rules_for as fide_rules_for
from rating.first_rating import Event, first_rating, rules_for
from rating.game import Reason
from rating.glicko import (
    GlickoCalculation,
    GlickoGame,
    Strength,
    calculate_glicko_1,
    calculate_glicko_2,
    calculate_lichess,
)
from rating.listed import Listed
from rating.performance import performance
from scraper.model import Kind, Opponent, TimeControl
from tests.cards import EVENT, TODAY, card, game, opponent, played, rated

STANDARD, RAPID = TimeControl.STANDARD, TimeControl.RAPID
NOW = date(2026, 5, 1)
OWN = Strength(Decimal(1500), Decimal(200), Decimal("0.06"))
UNSURE = Strength(Decimal(1500), Decimal(500), Decimal("0.06"))
USUAL = GlickoGame(Decimal(1400), Decimal(30), Decimal(1))
SENSATION = GlickoGame(Decimal(4000), Decimal(60), Decimal(1))


def outline(explanation: Explanation) -> str:
    """Write chapters with their facts, and steps as "number by rule [article]: inputs"."""
    lines = []
    for chapter in explanation:
        lines.append(f"{chapter.about} of {chapter.system}: {' '.join(chapter.facts)}".rstrip())
        for step in chapter.steps:
            inputs = " ".join(step.inputs)
            lines.append(f"{step.of} by {step.rule} [{step.article or '–'}]: {inputs}".rstrip())
    return "\n".join(lines)


def check_outline(explanation: Explanation, expected: str) -> None:
    """Compare the outline with the expected one, line by line."""
    assert outline(explanation).splitlines() == dedent(expected).strip().splitlines()


def test_elo_names_its_numbers() -> None:
    """A game: the gap with its cap, E by the formula, the change; then the sum and its rounding."""
    found = explain_elo(calculate_elo(1500, [game(2000, "0.5"), game(None, "1")], 20))
    check_outline(found, """
        game of elo: game score opponent
        difference_used by gap_capped [–]: own opponent difference difference_used cap
        expected by elo_formula [Elo]: difference_used scale expected
        change by change [Elo]: k score expected change
        game of elo: game score opponent
        change by not_counted_unrated [–]:
        total of elo:
        change by sum [–]: changes change
        rounded by rounded [–]: change rounded
        new_rating by new_rating [–]: rating rounded new_rating
    """)  # fmt: skip
    assert [chapter.facts.get("game") for chapter in found] == [1, 2, None]
    assert found[1].steps[0].inputs == {}


def test_glicko_1_names_its_numbers() -> None:
    """Step 2 of the paper, with the games' g, E and weight before d, RD' and r'."""
    check_outline(explain_glicko(calculate_glicko_1(OWN, [USUAL])), """
        game of glicko1: game score opponent
        g by glicko_g [Glicko, step 2]: rd scale phi g
        expected by glicko_expected [Glicko, step 2]: g difference scale expected
        weight by glicko_weight [Glicko, step 2]: g new_rd scale weight
        change by glicko_change [Glicko, step 2]: weight score expected change
        total of glicko1:
        d by glicko_d [Glicko, step 2]: scale information d
        new_rd by glicko_new_rd [Glicko, step 2]: rd d new_rd
        new_rating by sum [Glicko, step 2]: rating changes new_rating
    """)  # fmt: skip


def test_glicko_2_names_its_numbers() -> None:
    """Steps 3 to 8 of the paper, in their order."""
    check_outline(explain_glicko(calculate_glicko_2(OWN, [USUAL])), """
        game of glicko2: game score opponent
        g by glicko_g [Glicko-2, step 3]: rd scale phi g
        expected by glicko_expected [Glicko-2, step 3]: g difference scale expected
        weight by glicko_weight [Glicko-2, step 7]: g new_rd scale weight
        change by glicko_change [Glicko-2, step 7]: weight score expected change
        total of glicko2:
        v by glicko_v [Glicko-2, step 3]: information v
        delta by glicko_delta [Glicko-2, step 4]: v surprises delta
        new_volatility by glicko_volatility [Glicko-2, step 5]: new_volatility
        phi_widened by glicko_widened [Glicko-2, step 6]: phi_before new_volatility phi_widened
        phi by glicko_new_rd [Glicko-2, step 7]: phi_widened v phi
        mu by glicko_mu [Glicko-2, step 7]: mu_before phi surprises mu
        new_rd by glicko_scale [Glicko-2, step 8]: scale phi new_rd
        new_rating by glicko_scale [Glicko-2, step 8]: scale mu centre new_rating
    """)  # fmt: skip


def test_glicko_2_works_on_its_own_scale() -> None:
    """Step 2: mu is (rating − 1500) / 173.7178, phi is RD / 173.7178; sigma stays near 0.06."""
    found = explain_glicko(calculate_glicko_2(replace(OWN, rating=Decimal(1673)), [USUAL]))
    facts = {name: value for step in found[-1].steps for name, value in step.inputs.items()}
    assert facts["mu_before"] == Decimal("0.995868")
    assert facts["phi_before"] == Decimal("1.151292")
    assert facts["new_volatility"] == Decimal("0.059999")


def test_lichess_names_its_numbers() -> None:
    """Each game has its own new rating; one that a limit stopped has the limited change alone."""
    usual = explain_glicko(calculate_lichess(OWN, [USUAL, USUAL]))
    one = """
        game of lichess: game score opponent
        g by glicko_g [Glicko-2, step 3]: rd scale phi g
        expected by glicko_expected [Glicko-2, step 3]: g difference scale expected
        weight by glicko_weight [lichess, Glicko-2, step 7]: g new_rd scale weight
        change by glicko_change [lichess, Glicko-2, step 7]: weight score expected change
        new_rating by new_rating [lichess, Glicko-2, step 7]: rating change new_rating
    """
    check_outline(usual, one.rstrip() + one)
    assert [chapter.facts["game"] for chapter in usual] == [1, 2]
    limited = explain_glicko(calculate_lichess(UNSURE, [SENSATION]))
    check_outline(limited, """
        game of lichess: game score opponent
        g by glicko_g [Glicko-2, step 3]: rd scale phi g
        expected by glicko_expected [Glicko-2, step 3]: g difference scale expected
        change by lichess_limited [lichess, Glicko-2, step 7]: change
        new_rating by new_rating [lichess, Glicko-2, step 7]: rating change new_rating
    """)  # fmt: skip
    *_, change, new_rating = limited[0].steps
    assert (change.formula, change.inputs) == ("", {"change": Decimal("700.00")})
    assert new_rating.inputs["rating"] == Decimal("1500.00")


@pytest.mark.parametrize(
    "calculation",
    [calculate_glicko_1(OWN, [USUAL]), calculate_glicko_2(OWN, [USUAL])],
    ids=lambda calculation: calculation.system,
)
def test_explanations_do_not_hang_on_the_caller(calculation: GlickoCalculation) -> None:
    """Details are worked out with 28 digits, whatever the surrounding program has set."""
    usual = explain_glicko(calculation)
    with localcontext(Context(prec=4)):
        assert explain_glicko(calculation) == usual


FIRST = [
    # All points since 2024: the table with two drawn games more, and the maximum.
    (date(2026, 5, 1), "1", """
        average by average_with_drawn [FIDE 8.2.1-8.2.4]: total games average drawn drawn_rating
        percent by percent [FIDE 8.2.1-8.2.4]: score games percent
        difference by table_811 [FIDE 8.2.1-8.2.4]: percent difference
        rounded by average_and_difference [FIDE 8.2.1-8.2.4]: average difference exact rounded
        value by first_at_most [FIDE 8.2.1-8.2.4]: rounded value
    """),
    # Before, above a half: a bonus for each half point.
    (date(2020, 5, 1), "1", """
        average by average [FIDE 8.2]: total games average
        difference by half_points [FIDE 8.2]: score games half_points bonus difference
        rounded by average_and_difference [FIDE 8.2]: average difference exact rounded
    """),
    # Before, at a half and below: the table.
    (date(2020, 5, 1), "0.5", """
        average by average [FIDE 8.2]: total games average
        percent by percent [FIDE 8.2]: score games percent
        difference by table_811 [FIDE 8.2]: percent difference
        rounded by average_and_difference [FIDE 8.2]: average difference exact rounded
    """),
]  # fmt: skip


@pytest.mark.parametrize(("day", "score", "steps"), FIRST)
def test_a_first_rating_names_its_numbers(day: date, score: str, steps: str) -> None:
    """Article 8.2 of the day: average, worth of the score, both together, and the maximum."""
    rules = rules_for(STANDARD, day)
    assert rules is not None
    found = explain_first(first_rating([Event([game(2700, score)] * 5)], rules))
    check_outline(found, "        first_rating of first:" + steps)
    last = found[0].steps[-1]
    if last.rule == "first_at_most":
        assert (last.formula, last.inputs["value"]) == ("{rounded} → {value}", 2200)
        assert last.inputs["rounded"] == 2752


PERFORMANCES = [
    (["1", "0.5"], "value by true_range [FIDE 8.1.2]: lowest highest value score"),
    (["1", "1"], "lowest by true_without_top [FIDE 8.1.2]: lowest highest value score"),
    (["0"], "highest by true_without_bottom [FIDE 8.1.2]: lowest highest value score"),
    (
        ["1", "1", "0"],
        "value by true_between [FIDE 8.1.2]: lowest highest value score less more",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("scores", "true"), PERFORMANCES)
def test_a_performance_names_its_numbers(scores: list[str], true: str) -> None:
    """Title Regulations 1.4.7 to 1.4.9, and the performance that table 8.1.2 tells."""
    found = explain_performance(performance([game(1500, score) for score in scores]))
    check_outline(found, f"""
        performance of performance:
        average by average_rounded [Title Regulations 1.4.7]: total games exact average
        percent by percent [Title Regulations 1.4.8]: score games percent
        difference by table_811 [Title Regulations 1.4.9]: percent difference
        performance by average_and_difference [Title Regulations 1.4.9]: average difference performance
        true_performance of performance:
        {true}
    """)  # noqa: E501 # fmt: skip


def test_a_true_performance_that_is_one_rating() -> None:
    """Two points of 1500, 1500 and 1700: table 8.1.2 expects them of 1697 and of no other."""
    games = [game(1500, "0"), game(1500, "1"), game(1700, "1")]
    (step,) = explain_performance(performance(games))[-1].steps
    assert step == Step("value", "true_one", "FIDE 8.1.2", "",
                        {"lowest": 1697, "highest": 1697, "value": 1697, "score": 2})  # fmt: skip


def test_events_that_are_left_out_are_named_by_their_number() -> None:
    """Article 8.2: the first event without a point; without any event there is nothing."""
    rules = rules_for(STANDARD, NOW)
    assert rules is not None
    events = [Event([game(1500, "0")]), Event([game(1500, "1")] * 5)]
    left_out = explain_first(first_rating(events, rules))[0].steps[0]
    assert left_out == Step("event", "left_out_first_event", "FIDE 8.2.1-8.2.4", "", {"event": 1})
    assert explain_first(first_rating([], rules)) == ()


# Cards, and the same by hand

END_OF_FIDE = """
        rounded by rounded [FIDE 8.3.4]: change rounded
        new_rating by new_rating [FIDE 8.3.4]: rating rounded new_rating"""
END_OF_UKD = """
        exact by ukd_exact [TK-PRS-05]: rating change exact
        new_rating by ukd_cut_off [–]: exact floor new_rating"""
GAP_OF_FIDE = """
        difference_used by gap [FIDE 8.3.1]: own opponent difference difference_used cap full_gap_from
        expected by expected_lower [FIDE 8.1.2]: gap least most expected"""  # noqa: E501
GAP_OF_UKD = """
        difference_used by gap [TK-PRS-05]: own opponent difference difference_used cap
        expected by expected_lower [TK-PRS-05]: gap least most expected"""


def test_fide_by_hand_names_its_numbers() -> None:
    """K with the limit of 700, each game, the sum and its rounding; why a game does not count."""
    games = [game(1600, "1"), *[game(None, "1")] * 2]
    check_outline(explain_calculation(calculate_fide(1500, games, 20, STANDARD, NOW)), f"""
        k of fide:
        k by k [FIDE 8.3.3]: k reason birth_year month title games
        k by k_within_limit [FIDE 8.3.3]: games from product limit k
        game of fide: game score opponent{GAP_OF_FIDE}
        change by change [FIDE 8.3.3]: k score expected change
        game of fide: game score opponent
        change by not_counted_unrated [FIDE 8.3.1]:
        game of fide: game score opponent
        change by not_counted_unrated [FIDE 8.3.1]:
        total of fide:
        change by sum [FIDE 8.3.3]: changes change{END_OF_FIDE}
    """)  # fmt: skip
    lowered = explain_calculation(calculate_fide(1500, games[:1] * 18, 40, STANDARD, NOW))
    check_outline(lowered[:1], """
        k of fide:
        k by k [FIDE 8.3.3]: k reason birth_year month title games
        k by k_limited [FIDE 8.3.3]: games from product limit k
    """)  # fmt: skip
    before = explain_calculation(calculate_fide(1500, games, 20, STANDARD, date(2016, 5, 1)))
    check_outline(before[:1], """
        k of fide:
        k by k [FIDE 8.56]: k reason birth_year month title games
    """)  # fmt: skip


@pytest.mark.parametrize(
    ("own", "other", "rule"),
    [(1500, 1500, "gap"), (1900, 1500, "gap"), (1901, 1500, "gap_capped"),
     (2649, 2200, "gap_capped"), (2650, 2200, "gap_in_full")],
)  # fmt: skip
def test_the_cap_of_400_begins_above_400(own: int, other: int, rule: str) -> None:
    """Article 8.3.1: 400 itself counts as it is, and from 2650 on every gap counts in full."""
    found = explain_calculation(calculate_fide(own, [game(other, "1")], 10, STANDARD, NOW))
    assert found[1].steps[0].rule == rule


def test_the_ukd_by_hand_names_its_numbers() -> None:
    """k, each game, the sum cut off; then the average of the gaps, with the games without one."""
    games = [game(1600, "1"), game(None, "1"), game(None, "0.5")]
    check_outline(explain_calculation(calculate_ukd(1500, games)), f"""
        k of ukd:
        k by ukd_k [TK-PRS-05]: rating least most k
        game of ukd: game score opponent{GAP_OF_UKD}
        change by change [TK-PRS-05]: k score expected change
        game of ukd: game score opponent
        change by ukd_none [TK-PRS-05]: k share change
        game of ukd: game score opponent
        change by ukd_none_draw [TK-PRS-05]: k share change
        total of ukd:
        change by sum [TK-PRS-05]: changes change{END_OF_UKD}
        average of ukd:
        gap by ukd_average_gap [TK-PRS-05]: gaps games gap
        expected by ukd_average_expected [TK-PRS-05]: games gap least most per_game expected
        change by change [TK-PRS-05]: k score expected change
        change by sum [TK-PRS-05]: changes change{END_OF_UKD}
    """)  # fmt: skip


@pytest.mark.parametrize(("own", "rule"), [(1014, "ukd_floor"), (1015, "ukd_cut_off")])
def test_the_floor_of_the_ukd_is_a_rule_of_its_own(own: int, rule: str) -> None:
    """1014 - 15 is below the floor of 1000; 1015 - 15 is 1000, which needs no floor."""
    explanation = explain_calculation(calculate_ukd(own, [game(own, "0")]))
    last = explanation[2].steps[-1]
    assert (last.rule, last.inputs["new_rating"], last.inputs["floor"]) == (rule, 1000, 1000)


@pytest.mark.parametrize(
    ("own", "other", "day", "rule", "gap"),
    [
        (1500, 1500, NOW, "expected_higher", 0),
        (1501, 1500, NOW, "expected_higher", 1),
        (1500, 1501, NOW, "expected_lower", 1),
        (2235, 1500, date(2019, 5, 1), "expected_higher", 735),
        (2236, 1500, date(2019, 5, 1), "expected_higher_beyond", 736),
        (1500, 2236, date(2019, 5, 1), "expected_lower_beyond", 736),
    ],
)
def test_the_row_of_table_812_is_named(
    own: int, other: int, day: date, rule: str, gap: int
) -> None:
    """Equals are looked up as the higher; beyond 735, where no cap was, the table is at its end."""
    found = explain_calculation(calculate_fide(own, [game(other, "1")], 20, RAPID, day))
    step = found[1].steps[1]
    assert (step.rule, step.inputs["gap"]) == (rule, gap)


def test_a_capped_gap_shows_what_is_left() -> None:
    """The arrow leads to what the cap leaves; a gap within it has none."""
    games = [game(1400, "1"), game(1900, "1")]
    found = explain_calculation(calculate_fide(1900, games, 20, STANDARD, NOW))
    assert [one.steps[0].formula for one in found if one.about == "game"] == [
        "{own} − {opponent} = {difference} → {difference_used}",
        "{own} − {opponent} = {difference}",
    ]


def test_a_sum_of_one_is_no_sum() -> None:
    """One game: its change is the total; from two games on they are added up."""
    for count, formula in ((1, "{change}"), (2, "{changes} = {change}")):
        games = [game(1500, "1")] * count
        found = explain_calculation(calculate_fide(1500, games, 20, STANDARD, NOW))
        assert found[-1].steps[0].formula == formula


def test_games_by_hand_are_headed_by_their_number() -> None:
    """The number from 1 on, the score and the rating, 0 for an opponent without one."""
    games = [game(1600, "1"), game(None, "0.5")]
    for calculation in (
        calculate_fide(1500, games, 20, STANDARD, NOW),
        calculate_ukd(1500, games),
    ):
        found = explain_calculation(calculation)
        assert [one.facts for one in found if one.about == "game"] == [
            {"game": 1, "score": 1, "opponent": 1600},
            {"game": 2, "score": Decimal("0.5"), "opponent": 0},
        ]


def test_the_average_of_the_ukd_adds_the_others_behind_it() -> None:
    """Equals have a gap of 0; what one gap gives stands before the games without a UKD."""
    games = [game(None, "1"), game(1500, "1"), game(None, "0.5")]
    found = explain_calculation(calculate_ukd(1500, games))
    assert found[0].steps[0].inputs["k"] == 25
    steps = found[-1].steps
    assert steps[0].inputs == {"gaps": [0], "games": 1, "gap": 0}
    assert steps[3].inputs["changes"] == [Decimal("12.5"), Decimal("2.5"), 0]


def whole_card() -> RatedCard:
    """Rate a card with a game, a bye and a pairing."""
    return rated(
        [
            played(1, opponent(1900, 1800), "1"),
            played(2, None, "1", Kind.BYE),
            played(3, opponent(1850, 1750), None, Kind.PENDING),
        ]
    )


def test_a_card_names_its_numbers() -> None:
    """K and what else it can be, each round, the totals, and win, draw and loss of the next one."""
    candidate = (
        "new_rating by k_candidate [FIDE 8.3.3]: "
        "k used score expected change rating rounded new_rating"
    )
    fide = "".join(
        f"""
        next_{result} of fide: round opponent
        change by change [FIDE 8.3.3]: k score expected change
        total by next_total [–]: before change total{END_OF_FIDE}
        {candidate}
        {candidate}
        {candidate}"""
        for result in ("win", "draw", "loss")
    )
    ukd = "".join(
        f"""
        next_{result} of ukd: round opponent
        change by change [TK-PRS-05]: k score expected change
        total by next_total [–]: before change total{END_OF_UKD}"""
        for result in ("win", "draw", "loss")
    )
    found = explain_card(whole_card())
    check_outline(found, f"""
        k of fide:
        k by k [FIDE 8.3.3]: k reason birth_year month title games
        k by k_within_limit [FIDE 8.3.3]: games from product limit k
        {candidate}
        {candidate}
        {candidate}
        round of fide: round score opponent{GAP_OF_FIDE}
        change by change [FIDE 8.3.3]: k score expected change
        round of fide: round
        change by not_counted_bye [FIDE 5.1]:
        round of fide: round
        change by not_counted_pending [–]:
        total of fide:
        change by sum [FIDE 8.3.3]: changes change{END_OF_FIDE}
        next of fide: round opponent{GAP_OF_FIDE}{fide}
        k of ukd:
        k by ukd_k [TK-PRS-05]: rating least most k
        round of ukd: round score opponent{GAP_OF_UKD}
        change by change [TK-PRS-05]: k score expected change
        round of ukd: round
        change by not_counted_bye [TK-PRS-05]:
        round of ukd: round
        change by not_counted_pending [TK-PRS-05]:
        total of ukd:
        change by sum [TK-PRS-05]: changes change{END_OF_UKD}
        average of ukd:
        gap by ukd_average_gap [TK-PRS-05]: gaps games gap
        expected by ukd_average_expected [TK-PRS-05]: games gap least most per_game expected
        change by change [TK-PRS-05]: k score expected change{END_OF_UKD}
        next of ukd: round opponent{GAP_OF_UKD}{ukd}
    """)  # fmt: skip
    facts = [chapter.facts for chapter in found]
    assert facts[1] == {"round": 1, "score": 1, "opponent": 1900}
    assert facts[5] == {"round": 3, "opponent": 1850}


@pytest.mark.parametrize(
    ("before", "own", "other", "start", "lowered"),
    [
        # Article 8.3.3: an 18th game with K 40 makes it 38 for all.
        (17, 1800, 1500, NOW, True),
        # Article 8.3.1 of 2022: only the largest gap was capped, now that of the new game.
        (1, 1800, 1300, date(2023, 5, 1), False),
    ],
)
def test_a_next_game_that_changes_the_others_is_added_up_anew(
    before: int, own: int, other: int, start: date, lowered: bool
) -> None:
    """K lowered for all, or the cap on another game: the sum is that of all games together."""
    rounds = [played(number, opponent(other), "1") for number in range(1, before + 1)]
    rounds.append(played(before + 1, opponent(other - 100), None, Kind.PENDING))
    event = replace(EVENT, start=start, end=start)
    result = rate_card(card(rounds, own, 0), event, TODAY, Settings(k=40))
    limit = "\nk by k_limited [FIDE 8.3.3]: games from product limit k" if lowered else ""
    won = next(one for one in explain_card(result) if one.about == "next_win")
    check_outline((won,), f"""
next_win of fide: round opponent
change by change [FIDE 8.3.3]: k score expected change{limit}
change by sum_anew [FIDE 8.3.3]: changes change
rounded by rounded [FIDE 8.3.4]: change rounded
new_rating by new_rating [FIDE 8.3.4]: rating rounded new_rating
    """)  # fmt: skip
    changes = next(step.inputs["changes"] for step in won.steps if step.rule == "sum_anew")
    assert isinstance(changes, list)
    assert len(changes) == before + 1


def test_one_round_is_explained_with_k_and_the_totals() -> None:
    """Of round 3, which is the next game, all its ends; of other rounds nothing."""
    found = explain_round(whole_card(), 3)
    assert [one.about for one in found if one.system == "fide"] == [
        "k", "round", "total", "next", "next_win", "next_draw", "next_loss",
    ]  # fmt: skip
    assert {one.facts["round"] for one in found if one.about not in {"k", "total"}} == {3}
    other = explain_round(whole_card(), 2)
    assert [one.about for one in other] == ["k", "round", "total"] * 2


def next_game(by_hand: Opponent) -> RatedCard:
    """Rate a card with a next opponent that is given by hand."""
    rounds = [played(1, opponent(1900, 1800), "1")]
    return rate_card(card(rounds), EVENT, TODAY, next_opponent=by_hand)


def test_a_next_game_that_will_not_count_is_explained() -> None:
    """An unrated opponent: the next game has its reason for FIDE, three results for the UKD."""
    explanation = explain_card(next_game(opponent(0, 1800)))
    found = tuple(chapter for chapter in explanation if "next" in chapter.about)
    check_outline(found[:1], """
        next of fide: round opponent
        change by not_counted_unrated [FIDE 8.3.1]:
    """)  # fmt: skip
    assert found[0].facts == {"round": None, "opponent": 0}
    assert [one.about for one in found[1:]] == ["next", "next_win", "next_draw", "next_loss"]
    assert found[1].facts == {"round": None, "opponent": 1800}


def test_only_what_there_is_is_explained() -> None:
    """Without a rating of FIDE or of Turkey there is nothing to explain of it."""
    rounds = [played(1, opponent(1900, 1800), "1")]
    assert {one.system for one in explain_card(rated(rounds, fide=0))} == {"ukd"}
    assert {one.system for one in explain_card(rated(rounds, national=0))} == {"fide"}
    abroad = card(rounds, federation="NOR")
    elsewhere = explain_card(rate_card(abroad, replace(EVENT, federation="NOR"), TODAY))
    assert {one.system for one in elsewhere} == {"fide"}


def test_a_k_of_a_list_names_its_month() -> None:
    """K of FIDE's list: the month stands beside it, as a text."""
    rounds = [played(1, opponent(1900, 1800), "1")]
    found = explain_card(rate_card(card(rounds), EVENT, TODAY, listed=Listed(NOW, 20)))
    assert found[0].steps[0].inputs == {
        "k": 20, "reason": "listed", "birth_year": None, "month": "2026-05", "title": None,
        "games": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "standard", "rapid"),
    [
        (Reason.UNRATED, "FIDE 8.3.1", "FIDE 7.3.1"),
        (Reason.GAP_600, "FIDE 8.3.1", "FIDE 7.3.1"),
        (Reason.FORFEIT, "FIDE 5.1", "FIDE 4.1"),
        (Reason.BYE, "FIDE 5.1", "FIDE 4.1"),
        (Reason.NOT_PAIRED, "FIDE 5.1", "FIDE 4.1"),
        (Reason.PENDING, None, None),
        (Reason.OPPONENT_RATING_MISSING, None, None),
    ],
)
def test_the_article_by_which_a_game_does_not_count(
    reason: Reason, standard: str | None, rapid: str | None
) -> None:
    """Unplayed: 5.1 or 4.1; unrated and gaps: the article of the change; missing facts: none."""
    assert article_of(reason, fide_rules_for(STANDARD, NOW)) == standard
    assert article_of(reason, fide_rules_for(RAPID, NOW)) == rapid
