"""The self-check: every figure that the page prints is compared with ours."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rating.card import RatedCard, rate_card
from rating.checks import Check
from scraper.model import PlayerCard, Published, Round
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
    assert [(check.ours, check.site) for check in failed] == [(None, Decimal("3.20"))]


def test_nothing_is_compared_with_what_the_page_does_not_print() -> None:
    """Without columns, total and points there is no check, and a total of 0 means none."""
    bare = [replace(played, published=None) for played in RIGHT]
    assert rate_card(_card(bare, None, None), EVENT, TODAY).checks == ()
    assert rate_card(_card(bare, None, "0"), EVENT, TODAY).checks == ()


def test_a_card_without_the_own_rating_is_not_called_wrong() -> None:
    """Where the own rating is missing there is nothing to compare a printed change with."""
    fragment = replace(_card(RIGHT), player=replace(card([]).player, fide=None, national=None))
    result = rate_card(fragment, EVENT, TODAY)
    assert [check.kind for check in result.checks] == ["points"]
