"""Where FIDE's rules stood at a time: articles of the Rating Regulations (B.02).

Reference: sections 3 to 5 and 8 of the rules page. Before 2022 only the chapter of the rounding is
known.
"""

from datetime import date

from rating.dated import in_force
from rating.fide import FideRules
from rating.game import Reason
from rating.records import NamedTuple
from scraper.time_control import TimeControl

_BODY = "FIDE "


class Articles(NamedTuple):
    """The articles from a day on: table 8.1.2, change and K, rounding, what a played game is."""

    since: date
    table: str
    k: str
    rounding: str
    played: str


_STANDARD = (
    Articles(date.min, "FIDE 8.1", "FIDE 8.5", "FIDE 8.5", "FIDE 5.1"),
    Articles(date(2014, 7, 1), "FIDE 8.1", "FIDE 8.56", "FIDE 8.5", "FIDE 5.1"),
    Articles(date(2022, 1, 1), "FIDE 8.1.2", "FIDE 8.3.3", "FIDE 8.3.4", "FIDE 5.1"),
)
_FAST = (
    Articles(date.min, "FIDE 7.1", "FIDE 7.3", "FIDE 7.3", "FIDE 4.1"),
    Articles(date(2022, 1, 1), "FIDE 7.1.2", "FIDE 7.3.3", "FIDE 7.3.4", "FIDE 4.1"),
)
_UNPLAYED = (Reason.FORFEIT, Reason.BYE, Reason.NOT_PAIRED)
_BY_THE_GAP = (Reason.UNRATED, Reason.GAP_600)


def cited(article: str) -> str:
    """Name an article of the Rating Regulations in full."""
    return _BODY + article


def number_of(article: str) -> str:
    """Return the bare number of an article that is named in full, as 8.3.3."""
    return article.removeprefix(_BODY)


def articles_of(rules: FideRules) -> Articles:
    """Return the articles that were in force with these rules."""
    eras = _STANDARD if rules.time_control is TimeControl.STANDARD else _FAST
    return in_force(eras, rules.since) or eras[0]


def article_of(reason: Reason, rules: FideRules) -> str | None:
    """Return the article by which FIDE does not count a round; None where a fact is missing."""
    if reason in _UNPLAYED:
        return articles_of(rules).played
    return cited(rules.article) if reason in _BY_THE_GAP else None
