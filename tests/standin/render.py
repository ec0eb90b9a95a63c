"""All pages that the stand-in can render."""

from __future__ import annotations

from tests.standin.card import card_page, empty_card_shell, published_total
from tests.standin.lists import (
    PAGE_ROWS,
    alphabetical_page,
    pairings_page,
    ranking_page,
    round_robin_page,
    start_list_page,
    team_list_page,
)
from tests.standin.messages import limit_page, missing_page, runtime_error_page

__all__ = [
    "PAGE_ROWS",
    "alphabetical_page",
    "card_page",
    "empty_card_shell",
    "limit_page",
    "missing_page",
    "pairings_page",
    "published_total",
    "ranking_page",
    "round_robin_page",
    "runtime_error_page",
    "start_list_page",
    "team_list_page",
]
