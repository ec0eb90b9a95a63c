"""All pages that the stand-in can render."""

from __future__ import annotations

from tests.standin.card import card_page, empty_card_shell, published_total
from tests.standin.crosstables import (
    not_paired_page,
    ranking_crosstable_page,
    start_crosstable_page,
)
from tests.standin.lists import (
    alphabetical_page,
    ranking_page,
    schedule_page,
    start_list_page,
    statistics_page,
)
from tests.standin.messages import limit_page, missing_page, runtime_error_page
from tests.standin.pairings import pairings_page, round_robin_page
from tests.standin.tables import PAGE_ROWS
from tests.standin.team_matches import board_pairings_page, team_pairings_page
from tests.standin.team_players import (
    best_per_board_page,
    best_players_page,
    team_players_page,
)
from tests.standin.team_views import (
    composition_page,
    team_crosstable_page,
    team_list_page,
    team_ranking_page,
)

__all__ = [
    "PAGE_ROWS",
    "alphabetical_page",
    "best_per_board_page",
    "best_players_page",
    "board_pairings_page",
    "card_page",
    "composition_page",
    "empty_card_shell",
    "limit_page",
    "missing_page",
    "not_paired_page",
    "pairings_page",
    "published_total",
    "ranking_crosstable_page",
    "ranking_page",
    "round_robin_page",
    "runtime_error_page",
    "schedule_page",
    "start_crosstable_page",
    "start_list_page",
    "statistics_page",
    "team_crosstable_page",
    "team_list_page",
    "team_pairings_page",
    "team_players_page",
    "team_ranking_page",
]
