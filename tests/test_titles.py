"""Titles by rating: whose rating is reached, when, and what is missing."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rating.titles import ORDER, RULES, TitleRating, is_womans, title_ratings, titles_above

DAY = date(2026, 5, 1)
CHANGES = st.lists(st.decimals("-20", "20", places=2), max_size=9)


def one(title: str, own: int, *changes: str, on: date = DAY) -> TitleRating:
    """Compare with one title, the changes being those of rounds 1, 2, ..."""
    found = title_ratings(
        own, [(number, Decimal(change)) for number, change in enumerate(changes, 1)], on, [title]
    )
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("title", "rating", "article"),
    [
        ("FM", 2300, "1.3.1"),
        ("CM", 2200, "1.3.2"),
        ("WFM", 2100, "1.3.3"),
        ("WCM", 2000, "1.3.4"),
        ("GM", 2500, "1.5.3"),
        ("IM", 2400, "1.5.3"),
        ("WGM", 2300, "1.5.3"),
        ("WIM", 2200, "1.5.3"),
    ],
)
def test_the_rating_of_each_title(title: str, rating: int, article: str) -> None:
    """Articles 1.3 and 1.5.3: exactly that rating is enough, one point less is not."""
    enough, short = one(title, rating), one(title, rating - 1)
    assert (enough.reached, enough.after_round, enough.missing) == (True, 0, Decimal(0))
    assert (short.reached, short.after_round, short.missing) == (False, None, Decimal(1))
    assert enough.rule.article == article
    assert enough.rule.by_norms == (article == "1.5.3")


def test_a_rating_is_reached_inside_a_tournament() -> None:
    """1.5.3a: after the second round 2300 is reached; that the third takes it away is no matter."""
    found = one("FM", 2290, "4.00", "6.00", "-15.00")
    assert (found.after_round, found.best, found.missing) == (2, Decimal(2300), Decimal(0))


def test_the_highest_rating_tells_what_is_missing() -> None:
    """Not the rating at the end, but the highest one on the way."""
    found = one("FM", 2290, "8.40", "-15.00")
    assert (found.after_round, found.best) == (None, Decimal("2298.40"))
    assert (found.missing, found.by_rounding) == (Decimal("1.60"), False)


@pytest.mark.parametrize(("change", "by_rounding"), [("9.50", True), ("9.49", False)])
def test_a_rating_that_only_rounding_reaches_is_marked(change: str, by_rounding: bool) -> None:
    """The regulations do not say whether 2299.50 is 2300; it is not counted, and marked."""
    found = one("FM", 2290, change)
    assert (found.reached, found.by_rounding) == (False, by_rounding)


@pytest.mark.parametrize(
    ("title", "on", "games"),
    [
        ("FM", date(2017, 7, 1), None),
        ("FM", date(2017, 7, 2), 30),
        ("WCM", DAY, 30),
        ("GM", DAY, None),
    ],
)
def test_thirty_games(title: str, on: date, games: int | None) -> None:
    """1.3: 30 rated games for a rating reached after 1 July 2017; 1.5.3 asks for none."""
    assert one(title, 2500, on=on).games_needed == games


@pytest.mark.parametrize(
    ("held", "is_woman", "above"),
    [
        (None, False, ("CM", "FM", "IM", "GM")),
        (None, True, ORDER),
        ("CM", False, ("FM", "IM", "GM")),
        ("WIM", True, ("FM", "WGM", "IM", "GM")),
        ("IM", True, ("GM",)),
        ("GM", False, ()),
        ("AFM", False, ("CM", "FM", "IM", "GM")),
    ],
)
def test_the_titles_above(held: str | None, is_woman: bool, above: tuple[str, ...]) -> None:
    """Women's titles are for women alone; a title of the arena is none over the board."""
    assert titles_above(held, is_woman) == above


def test_the_womens_titles() -> None:
    """Those that begin with W."""
    assert {title for title in (*ORDER, None, "WHO") if is_womans(title)} == {
        "WCM", "WFM", "WIM", "WGM",
    }  # fmt: skip


@given(own=st.integers(1900, 2600), changes=CHANGES)
def test_every_title_in_order(own: int, changes: list[Decimal]) -> None:
    """Each title is judged; the rating told is one that was had, and it lacks what it lacks."""
    found = title_ratings(own, list(enumerate(changes, 1)), DAY)
    assert [one.rule for one in found] == list(RULES)
    ratings = [own + sum(changes[:count], Decimal(0)) for count in range(len(changes) + 1)]
    for one in found:
        assert one.best in ratings
        assert one.reached == (max(ratings) >= one.rule.rating)
        assert one.missing == max(Decimal(0), one.rule.rating - one.best)
        if one.after_round is not None:
            assert all(rating < one.rule.rating for rating in ratings[: one.after_round])
