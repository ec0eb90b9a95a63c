"""The rounds to come: the tree of scores, the break-even, the targets."""

import itertools
from collections import defaultdict
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.assumptions import Note, Settings
from rating.card import RatedCard, rate_card
from rating.explain.outlook import explain_outlook
from rating.explain.steps import Step
from rating.odds import choices_of_game, draw_rate, draws_note
from rating.outlook import Assumed, CardOutlook, OppositionSource, games_to_come, outlook_of
from rating.targets import Goal, Reach, Standing, Target, TargetOutlook, target_outlook
from scraper.model import Kind, Opponent, Published, Round, TimeControl, Tournament
from tests.cards import EVENT, TODAY, card, opponent, played, rated

HALF = Decimal("0.5")
SCORES = (Decimal(0), HALF, Decimal(1))


def waiting(number: int, fide: int | None, national: int | None = 0) -> Round:
    """Build a round that is paired and to play."""
    return played(number, opponent(fide, national), None, Kind.PENDING)


def look(rounds: list[Round], assumed: Assumed | None = None, **own: int | None) -> CardOutlook:
    """Look ahead from a card in an event of five rounds."""
    return outlook_of(rated(rounds, **own), assumed)


def target(found: CardOutlook, goal: Goal, **facts: object) -> TargetOutlook:
    """Tell what a target needs."""
    return target_outlook(found, Target(goal, **facts))  # type: ignore[arg-type]


# Which rounds are to come


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([], [1, 2, 3, 4, 5]),
        ([played(1, opponent(1900), "1")], [2, 3, 4, 5]),
        ([played(1, opponent(1900), "1"), waiting(2, 1800)], [2, 3, 4, 5]),
        ([waiting(1, 1800), played(2, opponent(1900), "1")], [1, 3, 4, 5]),
        ([played(1, opponent(1900), "1"), played(2, None, "0", Kind.NOT_PAIRED)], [3, 4, 5]),
        ([played(3, opponent(1900), "1")], [4, 5]),
        ([played(2, opponent(1900), "1"), played(5, None, "0.5", Kind.HALF_BYE)], [3, 4]),
        ([played(3, opponent(1900), "1", Kind.FORFEIT_WIN)], [4, 5]),
        ([played(5, opponent(1900), "1")], []),
    ],
)
def test_the_rounds_to_come(rounds: list[Round], expected: list[int]) -> None:
    """To come are games without a result and the rounds after the newest, byes and absences not."""
    assert [one.round for one in games_to_come(rated(rounds))] == expected


def test_the_number_of_rounds_may_be_given_or_missing() -> None:
    """--rounds stands above the page; without either only paired games are looked at."""
    rounds = [played(1, opponent(1900), "1"), waiting(2, 1800)]
    assert [one.round for one in games_to_come(rated(rounds), 3)] == [2, 3]
    nameless = rate_card(card(rounds), replace(EVENT, rounds=None), TODAY)
    assert [one.round for one in games_to_come(nameless)] == [2]
    assert "outlook_rounds_unknown" in {note.code for note in outlook_of(nameless).notes}


def test_an_opponent_by_hand_sits_in_the_first_free_round() -> None:
    """A given opponent takes the first round without one; where all are paired, the last."""
    by_hand = Opponent(None, None, fide=2000, national=1900)
    for rounds, expected in (
        ([played(3, opponent(1900), "1")], [by_hand, None]),
        ([waiting(3, 1800)], [opponent(1800), by_hand, None]),
        ([waiting(5, 1800)], [by_hand]),
    ):
        found = rate_card(card(rounds), EVENT, TODAY, next_opponent=by_hand)
        assert [one.opponent for one in games_to_come(found)] == expected


# The opposition


@pytest.mark.parametrize(
    ("rounds", "given", "rating", "source"),
    [
        ([played(1, opponent(1900), "1"), played(2, opponent(1801), "1")], None, 1851, "opponents"),
        ([played(1, opponent(1900), "1"), played(2, opponent(0), "1")], None, 1900, "opponents"),
        ([played(1, opponent(1900), "1"), waiting(2, 1700)], None, 1800, "opponents"),
        ([played(1, opponent(1900), "1", Kind.FORFEIT_WIN)], None, 1800, "own"),
        ([], None, 1800, "own"),
        ([played(1, opponent(1900), "1")], 2100, 2100, "given"),
    ],
)
def test_unknown_opponents_have_an_assumed_rating(
    rounds: list[Round], given: int | None, rating: int, source: str
) -> None:
    """By hand, else the mean of the rated opponents over the board, halves up, else the own."""
    found = look(rounds, Assumed(fide=given)).fide
    assert found is not None
    assert found.opposition is not None
    assert (found.opposition.rating, found.opposition.source) == (rating, OppositionSource(source))


def test_where_all_are_known_nothing_is_assumed() -> None:
    """With every opponent paired there is no opposition and no note of it."""
    found = look([waiting(5, 1850, 1750)])
    assert found.fide is not None
    assert found.fide.opposition is None
    assert {note.code for note in found.notes} == {"draws_assumed"}


def test_an_opponent_of_unknown_rating_is_taken_as_the_others() -> None:
    """A paired opponent whose rating the page lacks has the assumed rating."""
    found = look([played(4, opponent(1900, 1700), "1"), waiting(5, None, None)])
    assert found.fide is not None
    assert (found.fide.opponents, found.fide.known) == ((1900,), (False,))


# The tree


@pytest.mark.parametrize(
    ("score", "change", "total", "new", "ukd_total", "ukd_new"),
    [  # own 1800 and 1700, K 20 and k 20; round 4 won against 1900 (0.36) and 1700 (0.50)
        ("0", "-8.60", "4.20", 1804, "0.00", 1700),  # 0.43 against 1850, 0.50 against 1700
        ("0.5", "1.40", "14.20", 1814, "10.00", 1710),
        ("1", "11.40", "24.20", 1824, "20.00", 1720),
    ],
)
def test_a_tree_of_one_round(
    score: str, change: str, total: str, new: int, ukd_total: str, ukd_new: int
) -> None:
    """Worked by hand: 20 × (1 − 0.36) = 12.80 so far, then 20 × (s − 0.43)."""
    found = look([played(4, opponent(1900, 1700), "1"), waiting(5, 1850, 1700)])
    (leaf,) = [one for one in found.leaves if one.score == Decimal(score)]
    assert leaf.fide is not None
    assert leaf.ukd is not None
    assert leaf.fide.worst == leaf.fide.best
    end = leaf.fide.worst
    assert (end.change, end.total, end.new_rating) == (Decimal(change), Decimal(total), new)
    assert (leaf.ukd.worst.total, leaf.ukd.worst.new_rating) == (Decimal(ukd_total), ukd_new)


def test_an_unrated_opponent_makes_a_range() -> None:
    """A point against an unrated opponent is worth nothing for FIDE: the ends differ."""
    found = look([waiting(4, 0, 0), waiting(5, 1800, 1700)])
    leaf = found.leaves[2]
    assert leaf.fide is not None
    assert leaf.ukd is not None
    assert (leaf.fide.worst.total, leaf.fide.best.total) == (Decimal(-10), Decimal(10))
    # a tenth of k, and 10
    assert (leaf.ukd.worst.total, leaf.ukd.best.total) == (Decimal(-8), Decimal(8))


def test_k_is_lowered_for_all_games_of_the_event() -> None:
    """With 36 games K 20 is 19, for those so far as well (8.3.3): 700 ÷ 36."""
    rounds = [played(number, opponent(1800), "1") for number in range(1, 36)]
    found = rate_card(card(rounds), replace(EVENT, rounds=36), TODAY, Settings(k=20))
    assert found.fide is not None
    assert found.fide.change == 350
    ends = outlook_of(found).fide
    assert ends is not None
    assert [one.worst.total for one in ends.ends] == [
        19 * Decimal(halves) for halves in ("17", "17.5", "18")
    ]
    assert ends.ends[0].worst.change == 19 * 17 - 350


def test_of_equal_chances_the_lower_score_is_the_most_likely() -> None:
    """Without draws a game of equals is won and lost alike."""
    found = look([waiting(5, 1800, 1700)], Assumed(draws=Fraction(0)))
    assert [leaf.probability for leaf in found.leaves] == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert found.most_likely.score == 0


def test_a_row_without_k_is_an_unrated_opponent_here_too() -> None:
    """Where the card prints K for the others, as in the totals so far: 12.80 − 10 remains."""
    rounds = [
        played(3, opponent(1900), "1", published=Published(k=20, change=Decimal("12.8"))),
        played(4, opponent(None, 1700, rating=1500), "1"),
        waiting(5, 1800),
    ]
    found = look(rounds).fide
    assert found is not None
    assert found.ends[0].worst.total == Decimal("2.80")


def test_another_federation_s_rating_has_no_outlook() -> None:
    """The national rating of a player and event from elsewhere is no UKD."""
    event = replace(EVENT, federation="GER")
    result = rate_card(card([waiting(5, 1800, 1700)], federation="GER"), event, TODAY)
    found = outlook_of(result)
    assert found.ukd is None
    assert [leaf.ukd for leaf in found.leaves] == [None, None, None]


RATINGS = st.sampled_from([0, 1350, 1400, 1795, 1800, 1990, 2250, 2450])
PAST = st.lists(st.tuples(RATINGS, RATINGS, st.sampled_from(SCORES)), max_size=4)
TO_COME = st.lists(st.tuples(RATINGS, RATINGS), min_size=1, max_size=3)
STARTS = st.sampled_from([date(2012, 5, 1), date(2022, 6, 1), date(2024, 6, 1), date(2026, 5, 1)])
CONTROLS = st.sampled_from(TimeControl)
OWN = st.sampled_from([1100, 1790, 2050, 2660])


def event_of(start: date, control: TimeControl, rounds: int) -> Tournament:
    """Build an event of that day and class."""
    return replace(EVENT, start=start, end=start, time_control=control, rounds=rounds)


def finished(result: RatedCard, scores: tuple[Decimal, ...]) -> RatedCard:
    """Rate the same card with results for the games to come."""
    each = iter(scores)
    rounds = [
        replace(one, kind=Kind.GAME, score=next(each)) if one.kind is Kind.PENDING else one
        for one in result.card.rounds
    ]
    return rate_card(
        replace(result.card, rounds=tuple(rounds)), result.tournament, TODAY, Settings(k=20)
    )


@settings(max_examples=60, deadline=None)
@given(OWN, OWN, PAST, TO_COME, STARTS, CONTROLS)
def test_the_tree_is_what_rating_the_card_gives(
    own: int,
    own_ukd: int,
    past: list[tuple[int, int, Decimal]],
    to_come: list[tuple[int, int]],
    start: date,
    control: TimeControl,
) -> None:
    """Of all results with a score, the card rated with them ends at least and at most as told.

    The probabilities of a score are those of its results, added up.
    """
    rounds = [
        played(number, opponent(fide, national), str(score))
        for number, (fide, national, score) in enumerate(past, 1)
    ]
    rounds += [waiting(number, *ratings) for number, ratings in enumerate(to_come, len(past) + 1)]
    result = rate_card(
        card(rounds, own, own_ukd),
        event_of(start, control, len(rounds)),
        TODAY,
        Settings(k=20),
    )
    found = outlook_of(result)
    fide, ukd = defaultdict(list), defaultdict(list)
    odds: dict[Decimal, Fraction] = defaultdict(Fraction)
    for scores in itertools.product(SCORES, repeat=len(to_come)):
        end, points = finished(result, scores), sum(scores, Decimal(0))
        assert end.fide is not None
        assert end.ukd is not None
        fide[points].append((end.fide.change, end.fide.new_rating))
        ukd[points].append((end.ukd.change, end.ukd.new_rating))
        chance = Fraction(1)
        for (rating, _), score in zip(to_come, scores, strict=True):
            chance *= dict(choices_of_game(own, rating)).get(score, Fraction(0))
        odds[points] += chance
    assert [leaf.score for leaf in found.leaves] == sorted(odds)
    assert sum(leaf.probability for leaf in found.leaves) == 1
    for leaf in found.leaves:
        assert leaf.probability == odds[leaf.score]
        for ends, all_of in ((leaf.fide, fide), (leaf.ukd, ukd)):
            assert ends is not None
            told = [(one.total, one.new_rating) for one in (ends.worst, ends.best)]
            assert told == [min(all_of[leaf.score]), max(all_of[leaf.score])]
    assert found.most_likely.probability == max(odds.values())


@settings(max_examples=60, deadline=None)
@given(OWN, PAST, TO_COME, STARTS, CONTROLS, st.integers(900, 2800))
def test_more_points_never_end_lower(
    own: int,
    past: list[tuple[int, int, Decimal]],
    to_come: list[tuple[int, int]],
    start: date,
    control: TimeControl,
    wanted: int,
) -> None:
    """Ends rise with the score; break-even and the points of a target are the fewest there are."""
    rounds = [
        played(number, opponent(fide, national), str(score))
        for number, (fide, national, score) in enumerate(past, 1)
    ]
    rounds += [waiting(number, *ratings) for number, ratings in enumerate(to_come, len(past) + 1)]
    event = event_of(start, control, len(rounds) + 2)
    found = outlook_of(rate_card(card(rounds, own, own), event, TODAY, Settings(k=20)))
    for one in found.ratings:
        for side in ("worst", "best"):
            totals = [getattr(ends, side).total for ends in one.ends]
            assert totals == sorted(totals)
        keeping = [halves * HALF for halves, e in enumerate(one.ends) if e.worst.total >= 0]
        assert one.break_even == min(keeping, default=None)
    for goal, national in itertools.product((Goal.RATING, Goal.KEEP), (False, True)):
        told = target(found, goal, rating=wanted, is_national=national)
        check_table(told)


def check_table(told: TargetOutlook) -> None:
    """Check that points, standing and table say the same."""
    column = told.averages.index(told.average)
    reaches = [row[column].reach for row in told.rows]
    enough = [halves * HALF for halves, reach in enumerate(reaches) if reach is Reach.YES]
    assert told.points == min(enough, default=None)
    assert len(told.rows) == 2 * told.games + 1
    if told.points is not None:
        expected = Standing.REACHABLE if told.points else Standing.CERTAIN
    else:
        expected = Standing.OPEN if Reach.DEPENDS in reaches else Standing.OUT_OF_REACH
    assert told.standing is expected


# The break-even


@pytest.mark.parametrize(
    ("rounds", "fide", "ukd"),
    [
        ([waiting(5, 1800, 1700)], "0.5", "0.5"),  # 0.50 and 0.50
        ([waiting(5, 1700, 1800)], "1", "0.5"),  # 0.64 and 0.36
        ([played(4, opponent(1900, 1900), "1"), waiting(5, 1800, 1700)], "0", "0"),
        ([played(4, opponent(1500, 1400), "0"), waiting(5, 1800, 1700)], None, None),
        ([waiting(4, 1800, 1700), waiting(5, 0, 0)], "1.5", "1.5"),  # drawn, the other won
    ],
)
def test_the_break_even(rounds: list[Round], fide: str | None, ukd: str | None) -> None:
    """The fewest points whose worst end keeps the rating, worked by hand; None: no score does."""
    found = look(rounds)
    told = [None if one.break_even is None else str(one.break_even) for one in found.ratings]
    assert [None if one is None else Decimal(one) for one in told] == [
        None if one is None else Decimal(one) for one in (fide, ukd)
    ]


@pytest.mark.parametrize(
    ("system", "articles", "each", "missing"),
    [
        ("fide", ("FIDE 8.1.2", "FIDE 8.3.3"), ["0.36", "0.50"], "0.36"),
        ("ukd", ("TK-PRS-05", "TK-PRS-05"), ["0.50", "0.50"], "0.50"),
    ],
)
def test_the_break_even_is_explained(
    system: str, articles: tuple[str, str], each: list[str], missing: str
) -> None:
    """FIDE: expected 0.36 + 0.50, scored ½, so 0.36 is missing, which takes half a point."""
    found = look([played(4, opponent(1900, 1700), "0.5"), waiting(5, 1800, 1700)])
    assert [(one.about, one.system, one.facts) for one in explain_outlook(found)] == [
        ("break_even", "fide", {}), ("break_even", "ukd", {}),
    ]  # fmt: skip
    (steps,) = [one.steps for one in explain_outlook(found) if one.system == system]
    scores = [Decimal(one) for one in each]
    table, change = articles
    assert steps == (
        Step("expected", "break_even_expected", table, "{each} = {expected}",
             {"each": scores, "expected": sum(scores)}),
        Step("points", "break_even_points", change, "{expected} − {score} = {missing} → {points}",
             {"expected": sum(scores), "score": HALF, "missing": Decimal(missing),
              "points": HALF}),
    )  # fmt: skip


def test_one_expected_score_is_not_added_up() -> None:
    """A single game: its expected score is the sum."""
    for chapter in explain_outlook(look([waiting(5, 1800, 1700)])):
        assert chapter.steps[0].formula == "{expected}"
        assert chapter.steps[0].inputs == {"each": [HALF], "expected": HALF}


@pytest.mark.parametrize(
    ("fide", "national", "explained"),
    [(1800, 1700, ["fide", "ukd"]), (0, 1700, ["ukd"]), (1800, 0, ["fide"]), (0, 0, [])],
)
def test_games_without_an_expected_score_are_not_explained(
    fide: int, national: int, explained: list[str]
) -> None:
    """An unrated opponent to come has no expected score, for FIDE and for the UKD."""
    for before in ([], [played(4, opponent(1900, 1700), "0.5")]):
        found = look([*before, waiting(5, fide, national)])
        assert [one.system for one in explain_outlook(found)] == explained


def test_without_a_break_even_nothing_is_explained() -> None:
    """Where no score keeps the rating, and where no game is known at all."""
    lost = look([played(4, opponent(1500, 1400), "0"), waiting(5, 1800, 1700)])
    assert [one.break_even for one in lost.ratings] == [None, None]
    nameless = outlook_of(rate_card(card([]), replace(EVENT, rounds=None), TODAY))
    assert [one.break_even for one in nameless.ratings] == [0, 0]
    assert explain_outlook(lost) == explain_outlook(nameless) == ()


# The odds


@pytest.mark.parametrize(
    ("white", "black", "share"),
    [
        (1999, 2000, 20), (2000, 2000, 28), (2199, 2200, 28), (2200, 2200, 37), (1, 1, 20),
        (None, 2400, 28), (2400, None, 28), (0, 1500, 28), (1500, 0, 28),
    ],
)  # fmt: skip
def test_the_share_of_draws(white: int | None, black: int | None, share: int) -> None:
    """By the average of both ratings, from 2000 and from 2200 on; a middle one of unrated ones."""
    assert draw_rate(white, black) == Fraction(share, 100)


@pytest.mark.parametrize(
    ("white", "black", "draws", "odds"),
    [
        (1800, 1800, None, ["0.40", "0.20", "0.40"]),
        (1800, 1900, None, ["0.26", "0.20", "0.54"]),  # expected 0.36
        (2300, 2200, None, ["0.455", "0.37", "0.175"]),  # expected 0.64
        (0, 1900, None, ["0.36", "0.28", "0.36"]),
        (1800, 1900, Fraction(1, 2), ["0.11", "0.50", "0.39"]),
        (1800, 2000, Fraction(1), ["0", "0.48", "0.52"]),  # expected 0.24: at most twice that
        (2000, 1800, Fraction(1), ["0.52", "0.48", "0"]),
        (1000, 2000, None, ["0", "0", "1"]),
    ],
)
def test_the_odds_of_a_game(
    white: int | None, black: int | None, draws: Fraction | None, odds: list[str]
) -> None:
    """Won with E − d/2, drawn with d, lost with 1 − E − d/2; equals where a rating is missing."""
    expected = zip((Decimal(1), HALF, Decimal(0)), map(Fraction, odds), strict=True)
    assert choices_of_game(white, black, draws) == tuple(one for one in expected if one[1])


def test_what_the_odds_rest_on_is_said() -> None:
    """The share that was given by hand, or those that are assumed, each with its rating."""
    for draws, percent in ((Fraction(1, 4), "25"), (Fraction(1, 8), "12.5"), (Fraction(1), "100")):
        assert draws_note(draws) == Note("draws_by_hand", {"percent": percent})
    assert draws_note(None) == Note("draws_assumed", {"rates": "37 ≥ 2200, 28 ≥ 2000, 20"})


def test_what_is_assumed_by_hand_is_used_and_kept() -> None:
    """Rounds, the UKD of unknown opponents and the share of draws are as they were given."""
    assumed = Assumed(ukd=1500, draws=Fraction(1, 4), rounds=1)
    found = look([], assumed)
    assert (found.rounds, len(found.to_come), found.draws) == (1, 1, Fraction(1, 4))
    assert found.ukd is not None
    assert found.ukd.opponents == (1500,)
    assert Note("draws_by_hand", {"percent": "25"}) in found.notes
    over = look([played(5, opponent(1800, 1700), "1")])
    assert [(leaf.score, leaf.probability) for leaf in over.leaves] == [(Decimal(0), Fraction(1))]
    assert [leaf.fide for leaf in look([waiting(5, 1800, 1700)], fide=0).leaves] == [None] * 3


# Targets


EVEN = [waiting(1, 1800, 1700)]  # five games of 0.50: 20 × (s − 2½)


@pytest.mark.parametrize(
    ("rating", "points", "standing"),
    [
        (1749, "0", Standing.CERTAIN),  # −50 gives 1750
        (1800, "2.5", Standing.REACHABLE),
        (1801, "3", Standing.REACHABLE),
        (1830, "4", Standing.REACHABLE),
        (1850, "5", Standing.REACHABLE),
        (1851, None, Standing.OUT_OF_REACH),
    ],
)
def test_a_rating(rating: int, points: str | None, standing: Standing) -> None:
    """The points that a rating takes, worked by hand, for FIDE and for the UKD alike."""
    for national in (False, True):
        wanted = rating - 100 * national
        told = target(look(EVEN), Goal.RATING, rating=wanted, is_national=national)
        assert told.standing is standing
        assert told.points == (None if points is None else Decimal(points))
        assert (told.needed, told.outlook is not None) == (wanted, True)
        check_table(told)


@pytest.mark.parametrize(("black", "points"), [(1800, "0.5"), (1804, "0.5"), (1796, "1")])
def test_the_present_rating_is_kept_exactly(black: int, points: str) -> None:
    """A draw keeps it where 0.50 or 0.49 is expected, though 0.2 rounds to 0; not where 0.51 is."""
    assert target(look([waiting(5, black)]), Goal.KEEP).points == Decimal(points)


def test_a_rating_that_is_not_there_is_no_target() -> None:
    """Without a Turkish rating there is none to reach: the error names the target."""
    wanted = Target(Goal.RATING, rating=1800, is_national=True)
    with pytest.raises(ValueError, match="1800"):
        target_outlook(look(EVEN, national=0), wanted)


def test_a_rating_counts_rounded_and_a_title_exactly() -> None:
    """2199.6 is published as 2200 and is enough for that, and not for CM (1.5.3)."""
    found = look([waiting(5, 2190, 0)], fide=2189)  # 0.50: +10 if won
    won = look([waiting(5, 2174, 0)], fide=2190)  # 0.52: +9.60 if won
    assert target(found, Goal.TITLE, title="CM").standing is Standing.OUT_OF_REACH
    assert target(won, Goal.RATING, rating=2200).points == 1
    assert target(won, Goal.TITLE, title="CM").standing is Standing.OUT_OF_REACH


def test_a_title_on_the_way() -> None:
    """Own 2190 against 2190: +10 for the first win reaches CM, whatever follows (1.5.3a)."""
    found = look([waiting(4, 2190), waiting(5, 2190)], fide=2190)
    told = target(found, Goal.TITLE, title="CM")
    assert (told.points, told.standing) == (Decimal("1.5"), Standing.REACHABLE)
    assert [(one.games, one.points) for one in told.on_the_way] == [(1, Decimal(1))]


def test_a_title_on_the_way_counts_the_games_before() -> None:
    """Lost before the first win: −10 and +10 are 2195 again, and only the second win is enough."""
    found = look([played(3, opponent(2195), "0"), waiting(4, 2195), waiting(5, 2195)], fide=2195)
    told = target(found, Goal.TITLE, title="CM")
    assert (told.points, told.on_the_way) == (Decimal(2), ())


def test_a_title_that_was_reached_in_the_event() -> None:
    """Reached after round 1, lost since: it counts all the same, and nothing more is needed."""
    rounds = [played(1, opponent(2190), "1"), played(2, opponent(1900), "0")]
    told = target(look(rounds, fide=2195), Goal.TITLE, title="CM")
    assert (told.standing, told.after_round, told.rows) == (Standing.REACHED, 1, ())
    assert (told.points, told.averages, told.on_the_way) == (None, (), ())
    assert told.notes == (Note("title_rating"),)
    before = target(look(rounds, fide=2200), Goal.TITLE, title="CM")
    assert (before.standing, before.after_round) == (Standing.REACHED, 0)
    ahead = target(look(rounds, fide=2150), Goal.TITLE, title="CM")
    assert (ahead.after_round, ahead.notes) == (None, told.notes)


def test_a_target_that_hangs_on_the_games() -> None:
    """Two points are sure to be enough; 1 and 1½ only if the rated opponent is beaten."""
    found = look([waiting(4, 0), waiting(5, 1800)])
    told = target(found, Goal.RATING, rating=1810)
    assert (told.points, told.standing) == (Decimal(2), Standing.REACHABLE)
    assert [row[0].reach for row in told.rows] == [
        Reach.NO, Reach.NO, Reach.DEPENDS, Reach.DEPENDS, Reach.YES,
    ]  # fmt: skip


def test_the_table_goes_around_the_assumed_average() -> None:
    """Columns from 100 below to 100 above it; known opponents keep their rating in all."""
    told = target(look([waiting(4, 1850)]), Goal.KEEP)
    assert (told.average, told.averages) == (1850, (1750, 1800, 1850, 1900, 1950))
    first = told.rows[0][0].ends
    assert first is not None
    # 0.43 against the known 1850, 0.57 against 1750
    assert first.worst.total == -20 * (Decimal("0.43") + Decimal("0.57"))


def test_no_column_goes_below_a_rating_of_1() -> None:
    """An average of 60 has no column 100 below it."""
    for average, averages in (
        (60, (10, 60, 110, 160)),
        (100, (50, 100, 150, 200)),
        (101, (1, 51, 101, 151, 201)),
    ):
        assert target(look([], Assumed(fide=average)), Goal.KEEP).averages == averages


# A norm


def norm_card(games: int, score: str = "1", paired: int = 0, rounds_in_all: int = 9) -> RatedCard:
    """Rate a strong player with titled opponents of several federations; some are yet to play."""
    federations = ("GER", "FRA", "TUR", "ITA", "ESP", "GEO", "ARM", "IND", "USA")
    rounds = [
        played(
            number,
            replace(
                opponent(2420),
                title="GM" if number % 2 else "IM",
                federation=federations[number - 1],
                name=f"Örnek {number}",
            ),
            score if number <= games else None,
            Kind.GAME if number <= games else Kind.PENDING,
        )
        for number in range(1, games + paired + 1)
    ]
    return rate_card(card(rounds, 2390, None), replace(EVENT, rounds=rounds_in_all), TODAY)


def test_a_norm_by_points_and_average() -> None:
    """Points and averages are those of the norm's own outlook; the table says when it is enough."""
    found = outlook_of(norm_card(7, "0.5"))
    told = target(found, Goal.NORM, title="IM")
    assert told.norm is not None
    assert told.norm.to_come == told.games == 2
    needed = {one.points: one.average_needed or 0 for one in told.norm.outlook}
    assert needed
    for halves, row in enumerate(told.rows):
        for average, cell in zip(told.averages, row, strict=True):
            least = needed.get(halves * HALF)
            is_enough = least is not None and average is not None and average >= least
            assert (cell.reach is Reach.YES) == is_enough
    assert told.points == min(points for points, least in needed.items() if least <= 2420)
    assert told.standing is Standing.REACHABLE
    weak = target(outlook_of(norm_card(7, "0.5"), Assumed(fide=1500)), Goal.NORM, title="IM")
    assert (weak.standing, weak.points) == (Standing.OPEN, None)


def test_the_average_that_a_norm_asks_for_is_enough_exactly() -> None:
    """With the average that the norm's own outlook names its points are enough, with 1 less not."""
    so_far = norm_card(7, "0.5")
    judged = target(outlook_of(so_far), Goal.NORM, title="IM").norm
    assert judged is not None
    asking = [one for one in judged.outlook if one.average_needed]
    assert asking
    for one in asking:
        for less, reach in ((0, Reach.YES), (1, Reach.NO)):
            average = (one.average_needed or 0) - less
            told = target(outlook_of(so_far, Assumed(fide=average)), Goal.NORM, title="IM")
            row = told.rows[int(2 * one.points)]
            assert row[told.averages.index(average)].reach is reach


def test_a_norm_against_known_opponents() -> None:
    """With all rounds paired there is one column, by the points of the norm's own outlook."""
    told = target(outlook_of(norm_card(7, "0.5", paired=2)), Goal.NORM, title="IM")
    assert told.norm is not None
    assert (told.average, told.averages) == (None, (None,))
    enough = {one.points for one in told.norm.outlook}
    assert enough
    assert {n * HALF for n, row in enumerate(told.rows) if row[0].reach is Reach.YES} == enough


def test_a_norm_that_is_there_already() -> None:
    """After nine of ten rounds with enough, the last one may be left out (1.4.1e)."""
    told = target(outlook_of(norm_card(9, "0.5", rounds_in_all=10)), Goal.NORM, title="WIM")
    assert (told.standing, told.points, told.rows) == (Standing.REACHED, None, ())


@pytest.mark.parametrize("paired", [0, 1])
def test_a_norm_that_takes_no_more_points(paired: int) -> None:
    """Eight points of eight are enough for GM even if the ninth game is lost."""
    told = target(outlook_of(norm_card(8, "1", paired)), Goal.NORM, title="GM")
    assert (told.standing, told.points, told.games) == (Standing.CERTAIN, Decimal(0), 1)
    assert [row[0].reach for row in told.rows] == [Reach.YES] * 3


def test_a_norm_is_judged_by_the_rounds_that_are_given() -> None:
    """--rounds 10 leaves a round more to play than the page's 9."""
    found = outlook_of(norm_card(7, "0.5"), Assumed(rounds=10))
    told = target(found, Goal.NORM, title="IM")
    assert (told.games, len(told.rows)) == (3, 7)
    assert told.target == Target(Goal.NORM, title="IM")
    assert (told.outlook, told.average, told.needed) == (found.fide, 2420, None)
    assert told.notes == (Note("norm_conditions"),)


def test_a_norm_that_is_out_of_reach() -> None:
    """Without points and strong opponents no norm is left, and there is no table."""
    told = target(outlook_of(norm_card(8, "0")), Goal.NORM, title="GM")
    assert (told.standing, told.points, told.rows) == (Standing.OUT_OF_REACH, None, ())
