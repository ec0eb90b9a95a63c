"""The self-check: every figure that the page prints is compared with ours."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rating.card import RatedCard, rate_card
from rating.checks import Check, checks_of
from scraper.model import Kind, PlayerCard, Published, Round
from tests.cards import EVENT, TODAY, card, opponent, played

# 1800 beats 1900 and draws 1700 at K 20: +12.80 and -2.80.
RIGHT = [
    played(1, opponent(1900, 1800), "1", published=Published(20, Decimal("12.80"), Decimal(".36"))),
    played(2, opponent(1700, 1700), "0.5", published=Published(20, Decimal("-2.80"))),
]


def _card(rounds: list[Round], points: str | None = "1.5", total: str | None = "10") -> PlayerCard:
    return replace(
        card(rounds),
        points=None if points is None else Decimal(points),
        fide_change=None if total is None else Decimal(total),
    )


def _failed(result: RatedCard) -> list[Check]:
    return [check for check in result.checks if not check.ok]


def test_a_right_card_agrees_in_every_figure() -> None:
    """Two changes, an expected score, the total and the points are compared and agree."""
    result = rate_card(_card(RIGHT), EVENT, TODAY)
    assert [check.kind for check in result.checks] == [
        "published_change",
        "published_expected",
        "published_change",
        "published_total",
        "points",
    ]
    assert _failed(result) == []


@pytest.mark.parametrize(
    ("published", "kind"),
    [
        (Published(20, Decimal("12.81")), "published_change"),
        (Published(40, Decimal("12.80")), "published_change"),
        (Published(20, Decimal("-12.80")), "published_change"),
        (Published(20, Decimal("12.80"), Decimal(".37")), "published_expected"),
    ],
)
def test_a_wrong_figure_in_a_round_surfaces(published: Published, kind: str) -> None:
    """A printed K, change or expected score that does not fit is shown with its round."""
    wrong = [replace(RIGHT[0], published=published), RIGHT[1]]
    failed = _failed(rate_card(_card(wrong), EVENT, TODAY))
    assert (failed[0].kind, failed[0].round) == (kind, 1)


def test_a_misread_rating_surfaces() -> None:
    """An opponent's rating with a wrong digit contradicts the printed change."""
    wrong = [replace(RIGHT[0], opponent=opponent(1800, 1800)), RIGHT[1]]
    kinds = {check.kind for check in _failed(rate_card(_card(wrong), EVENT, TODAY))}
    assert kinds == {"published_change", "published_expected", "published_total"}


@pytest.mark.parametrize(("points", "total", "kind"), [
    ("2", "10", "points"),
    ("1.5", "10.01", "published_total"),
])  # fmt: skip
def test_a_wrong_total_surfaces(points: str, total: str, kind: str) -> None:
    """Points or a total change that the rounds do not add up to are shown with both values."""
    (failed,) = _failed(rate_card(_card(RIGHT, points, total), EVENT, TODAY))
    assert failed.kind == kind
    assert failed.round is None
    assert failed.ours != failed.site


def test_a_change_where_we_find_none_surfaces() -> None:
    """A change printed for a game that we do not count is a disagreement."""
    odd = [played(1, opponent(0, 0), "1", published=Published(20, Decimal("3.20")))]
    failed = _failed(rate_card(_card(odd, "1", None), EVENT, TODAY))
    assert failed == [Check("published_change", 1, None, Decimal("3.20"))]


def test_a_change_that_the_site_leaves_empty_surfaces_in_the_total() -> None:
    """A game that we count and the site does not (a rating read for 0) breaks the total."""
    odd = [*RIGHT, played(3, opponent(1800, 1700), "1")]
    (failed,) = _failed(rate_card(_card(odd, "2.5", "10"), EVENT, TODAY))
    assert (failed.kind, failed.ours, failed.site) == ("published_total", Decimal(20), Decimal(10))


def test_a_printed_k_is_used_for_its_own_round_alone() -> None:
    """The site knows no limit of 700: a printed change is compared with the printed K."""
    drawn = Published(40, Decimal("-5.60"))
    rounds = [played(n, opponent(1700, 1700), "0.5", published=drawn) for n in range(1, 19)]
    result = rate_card(_card(rounds, "9", "-100.80"), EVENT, TODAY)
    assert result.fide is not None
    assert result.fide.k == 38
    assert _failed(result) == []
    assert len(result.checks) == 20


def test_printed_zeros_are_compared_too() -> None:
    """Where changes are printed, a total of 0 is a figure like any other."""
    level = played(1, opponent(1800, 1700), "0.5", published=Published(20, Decimal("0.00")))
    result = rate_card(_card([level], "0.5", "0"), EVENT, TODAY)
    assert [check.kind for check in result.checks] == [
        "published_change",
        "published_total",
        "points",
    ]
    assert _failed(result) == []
    (failed,) = _failed(rate_card(_card(RIGHT, "1.5", "0"), EVENT, TODAY))
    assert (failed.kind, failed.ours, failed.site) == ("published_total", Decimal(10), Decimal(0))


def test_a_total_without_printed_changes_is_compared() -> None:
    """A total that is not 0 was worked out by the site, whether or not the rounds show it."""
    bare = [replace(each, published=None) for each in RIGHT]
    assert _failed(rate_card(_card(bare), EVENT, TODAY)) == []
    (failed,) = _failed(rate_card(_card(bare, total="11"), EVENT, TODAY))
    assert failed.kind == "published_total"


def test_the_points_count_every_round() -> None:
    """Byes and forfeits change no rating, and their points are in the sum all the same."""
    rounds = [
        *RIGHT,
        played(3, None, "1", Kind.BYE),
        played(4, None, "0.5", Kind.HALF_BYE),
        played(5, opponent(1800, 1700), "1", Kind.FORFEIT_WIN),
        played(6, None, "0", Kind.NOT_PAIRED),
        played(7, opponent(1800, 1700), None, Kind.PENDING),
    ]
    assert _failed(rate_card(_card(rounds, "4"), EVENT, TODAY)) == []
    (failed,) = _failed(rate_card(_card(rounds, "1.5"), EVENT, TODAY))
    assert (failed.kind, failed.ours) == ("points", Decimal(4))


def _digits(value: Decimal) -> list[Decimal]:
    """Return the value with each of its digits replaced by every other one."""
    text = str(value)
    return [
        Decimal(text[:place] + digit + text[place + 1 :])
        for place, old in enumerate(text)
        if old.isdecimal()
        for digit in "0123456789"
        if digit != old
    ]


def test_every_wrong_digit_surfaces() -> None:
    """Any wrong digit of a printed K, change, expected score, total or points shows."""
    changed: list[PlayerCard] = [
        replace(_card(RIGHT), points=wrong) for wrong in _digits(Decimal("1.5"))
    ]
    changed += [replace(_card(RIGHT), fide_change=wrong) for wrong in _digits(Decimal("10.00"))]
    for index, right in enumerate(RIGHT):
        printed = right.published
        assert printed is not None
        assert printed.change is not None
        figures = [replace(printed, change=wrong) for wrong in _digits(printed.change)]
        figures += [replace(printed, k=int(wrong)) for wrong in _digits(Decimal(20))]
        if printed.expected is not None:
            figures += [replace(printed, expected=wrong) for wrong in _digits(printed.expected)]
        for figure in figures:
            rounds = list(RIGHT)
            rounds[index] = replace(right, published=figure)
            changed.append(_card(rounds))
    unseen = [card for card in changed if not _failed(rate_card(card, EVENT, TODAY))]
    assert unseen == []
    assert len(changed) == 9 * (2 + 4 + 4 + 3 + 2 + 2 + 3)


@pytest.mark.parametrize("wrong", [1909, 1890, 1800, 1700, 2900, 900, 190])
def test_a_wrong_rating_of_the_opponent_surfaces(wrong: int) -> None:
    """A misread rating of the opponent contradicts the printed change."""
    rounds = [replace(RIGHT[0], opponent=opponent(wrong, 1800)), RIGHT[1]]
    assert _failed(rate_card(_card(rounds), EVENT, TODAY))


@pytest.mark.parametrize("wrong", [1700, 1810, 800, 180])
def test_a_wrong_own_rating_surfaces(wrong: int) -> None:
    """A misread own rating contradicts the printed changes."""
    page = _card(RIGHT)
    page = replace(page, player=replace(page.player, fide=wrong))
    assert _failed(rate_card(page, EVENT, TODAY))


@pytest.mark.parametrize("score", ["0", "0.5"])
def test_a_wrong_result_surfaces(score: str) -> None:
    """A misread result contradicts the printed change and the points."""
    rounds = [replace(RIGHT[0], score=Decimal(score)), RIGHT[1]]
    kinds = {check.kind for check in _failed(rate_card(_card(rounds), EVENT, TODAY))}
    assert kinds == {"published_change", "published_total", "points"}


def test_nothing_is_compared_with_what_the_page_does_not_print() -> None:
    """Without columns, total and points there is no check, and a total of 0 means none."""
    bare = [replace(played, published=None) for played in RIGHT]
    assert rate_card(_card(bare, None, None), EVENT, TODAY).checks == ()
    assert rate_card(_card(bare, None, "0"), EVENT, TODAY).checks == ()


def test_a_card_has_a_result_for_each_round() -> None:
    """A result too many or too few is a mistake of the program, never compared with a round."""
    page = _card(RIGHT)
    results = [each.fide for each in rate_card(page, EVENT, TODAY).rounds]
    assert checks_of(page, results) == rate_card(page, EVENT, TODAY).checks
    for wrong in (results[:-1], [*results, results[0]]):
        with pytest.raises(ValueError, match="zip"):
            checks_of(page, wrong)


def test_where_nothing_counts_zero_is_compared() -> None:
    """A printed total without a game that counts, and points without a result, stand against 0."""
    waiting = played(1, opponent(1800, 1700), None, Kind.PENDING)
    checks = rate_card(_card([waiting], "1", "3"), EVENT, TODAY).checks
    assert [(check.kind, str(check.ours)) for check in checks] == [
        ("published_total", "0"),
        ("points", "0"),
    ]
    assert all(isinstance(check.ours, Decimal) for check in checks)


def test_a_card_without_the_own_rating_is_not_called_wrong() -> None:
    """Where the own rating is missing there is nothing to compare a printed change with."""
    fragment = replace(_card(RIGHT), player=replace(card([]).player, fide=None, national=None))
    result = rate_card(fragment, EVENT, TODAY)
    assert [check.kind for check in result.checks] == ["points"]


def test_an_opponent_without_a_known_rating_is_not_called_wrong() -> None:
    """Where the opponent's rating is not on the page, its printed change has no counterpart."""
    unknown = replace(RIGHT[0], opponent=opponent(None, None))
    result = rate_card(_card([unknown, RIGHT[1]], total=None), EVENT, TODAY)
    assert [(check.kind, check.round) for check in result.checks] == [
        ("published_change", 2),
        ("points", None),
    ]
    assert _failed(result) == []


def test_a_printed_total_is_compared_although_an_opponent_is_unknown() -> None:
    """A game that we must leave out shows as a total that does not agree."""
    unknown = replace(RIGHT[0], opponent=opponent(None, None))
    (failed,) = _failed(rate_card(_card([unknown, RIGHT[1]]), EVENT, TODAY))
    assert failed.kind == "published_total"
