"""Which view an `art` number means, in an individual event and in a team event."""

from __future__ import annotations

from dataclasses import dataclass

from tests.standin import render
from tests.standin.event import Event, Style


@dataclass(frozen=True)
class View:
    """What a request asks to see."""

    event: Event
    style: Style
    action: str
    rows: int | None
    round: int | None
    number: int | None


def _common_view(view: View, art: int) -> str:
    """Render a view that is the same in both kinds of events."""
    pages = {
        13: render.statistics_page,
        14: render.schedule_page,
        40: render.not_paired_page,
    }
    return pages[art](view.event, view.style, view.action)


def player_view(view: View, art: int | None) -> str:
    """Render a view of an individual event; an unknown number gives the starting rank."""
    event, style, action, rows = view.event, view.style, view.action, view.rows
    match art:
        case 1:
            return render.ranking_page(event, style, rows, action, view.round)
        case 2 if event.round_robin:
            return render.round_robin_page(event, style, action)
        case 2:
            return render.pairings_page(event, view.round or event.rounds_paired, style, action)
        case 3:
            return render.alphabetical_page(event, style, rows, action)
        case 4:
            return render.ranking_crosstable_page(event, style, rows, action)
        case 5:
            return render.start_crosstable_page(event, style, rows, action)
        case 13 | 14 | 40:
            return _common_view(view, art)
        case _:
            return render.start_list_page(event, style, rows, action)


def team_view(view: View, art: int | None) -> str:
    """Render a view of a team event; an unknown number gives the starting list of teams."""
    event, style, action, rows = view.event, view.style, view.action, view.rows
    match art:
        case 0 if event.matches:
            return render.team_ranking_page(event, style, action, view.round)
        case 1 | 8 | 20:
            team = None if art == 1 else view.number
            return render.composition_page(event, style, results=art != 8, team=team, action=action)
        case 2:
            return render.team_pairings_page(event, style, view.round, action)
        case 3:
            return render.board_pairings_page(event, style, view.round, action)
        case 4:
            return render.best_players_page(event, style, rows, action)
        case 13 | 14 | 40:
            return _common_view(view, art)
        case 15 | 16:
            return render.team_players_page(
                event, style, rows, alphabetical=art == 15, action=action
            )
        case 46 | 63 | 83:
            return render.team_crosstable_page(event, style, art, action)
        case 73:
            return render.best_per_board_page(event, style, action)
        case _:
            return render.team_list_page(event, style, action)
