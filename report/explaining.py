"""What explains each result; loaded when somebody asks how the numbers came about."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rating.calculator import Calculation
    from rating.card import RatedCard
    from rating.elo import EloCalculation
    from rating.explain.steps import Explanation
    from rating.first_rating import FirstRating
    from rating.first_ukd import FirstUkd
    from rating.glicko import GlickoCalculation
    from rating.norm_card import Norms
    from rating.outlook import CardOutlook
    from rating.performance import Performance
    from rating.period import Period


def card(rated: "RatedCard") -> "Explanation":
    """Explain a rated card."""
    from rating.explain.card import explain_card

    return explain_card(rated)


def next_game(rated: "RatedCard") -> "Explanation":
    """Explain the next game of a card alone."""
    from rating.explain.card import explain_next

    return explain_next(rated)


def one_round(rated: "RatedCard", number: int) -> "Explanation":
    """Explain one round of a card, and the totals."""
    from rating.explain.card import explain_round

    return explain_round(rated, number)


def outlook(found: "CardOutlook") -> "Explanation":
    """Explain a card and the rounds to come."""
    from rating.explain.outlook import explain_outlook

    return (*card(found.rated), *explain_outlook(found))


def calculation(found: "Calculation") -> "Explanation":
    """Explain games by hand."""
    from rating.explain.card import explain_calculation

    return explain_calculation(found)


def performance(found: "Performance | None") -> "Explanation":
    """Explain how strong results were."""
    from rating.explain.performance import explain_performance

    return explain_performance(found)


def first_rating(found: "FirstRating") -> "Explanation":
    """Explain a first FIDE rating."""
    from rating.explain.performance import explain_first

    return explain_first(found)


def first_ukd(found: "FirstUkd") -> "Explanation":
    """Explain the estimate of a first UKD."""
    from rating.explain.performance import explain_first_ukd

    return explain_first_ukd(found)


def norms(found: "Norms") -> "Explanation":
    """Explain norms and titles."""
    from rating.explain.norms import explain_norms

    return explain_norms(found)


def elo(found: "EloCalculation") -> "Explanation":
    """Explain games by the logistic formula."""
    from rating.explain.systems import explain_elo

    return explain_elo(found)


def glicko(found: "GlickoCalculation") -> "Explanation":
    """Explain games by Glicko."""
    from rating.explain.systems import explain_glicko

    return explain_glicko(found)


def periods(found: "Sequence[Period]") -> "Explanation":
    """Explain rating periods."""
    from rating.explain.period import explain_periods

    return explain_periods(found)
