"""What follows from the matches of a team event: results of players, scores, the team ranking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from tests.standin.event import BoardGame, Colour, Event, Match, Player, Result, Style, Team
from tests.standin.schedule import SIDES, printed

UNRATED = 1400


def team_event(event: Event) -> Event:
    """Give an event with its players' results as its matches have them.

    The home team has White on the odd boards.
    """
    players = {one.start_number: one for one in event.players}
    found: dict[int, list[Result]] = {number: [] for number in players}
    for match in event.matches:
        for number, own in _match_results(match):
            found[number].append(printed(own, players, number))
    return replace(event, results={number: tuple(rows) for number, rows in found.items()})


def home_is_white(board: int) -> bool:
    """Tell whether the home player of a board, counted from 1, has White."""
    return board % 2 == 1


def _match_results(match: Match) -> Iterator[tuple[int, Result]]:
    for place, game in enumerate(match.games, start=1):
        sides = SIDES[game.result]
        white = home_is_white(place)
        board = f"{match.table}.{place}"
        pairs = ((game.home, game.away, white), (game.away, game.home, not white))
        for (own, opponent, is_white), (kind, score) in zip(pairs, sides, strict=True):
            if own is not None:
                colour: Colour = "white" if is_white else "black"
                yield own, Result(match.round, board, kind, colour, opponent, score)


def teams_of(event: Event) -> tuple[Team, ...]:
    """Give the teams of an event; without any, the clubs of the players serve as teams."""
    if event.teams:
        return event.teams
    clubs: dict[str, list[Player]] = {}
    for player in event.players:
        clubs.setdefault(player.club or player.federation, []).append(player)
    return tuple(
        Team(
            number,
            name,
            tuple(one.start_number for one in members),
            members[0].name,
            members[0].federation,
        )
        for number, (name, members) in enumerate(clubs.items(), start=1)
    )


def members(event: Event, team: Team) -> list[Player]:
    """Give the players of a team in board order."""
    return [one for number in team.players if (one := event.player(number)) is not None]


def average(event: Event, team: Team, style: Style) -> int:
    """Give the mean rating of a team; the unrated count as 1000."""
    values = [style.rating(one) or 1000 for one in members(event, team)]
    return sum(values) // len(values) if values else 0


def game_scores(game: BoardGame) -> tuple[Decimal, Decimal] | None:
    """Give the points of both sides of a board, or nothing while it is not over."""
    (_, home), (_, away) = SIDES[game.result]
    return None if home is None or away is None else (Decimal(home), Decimal(away))


def match_scores(match: Match) -> tuple[Decimal, Decimal | None] | None:
    """Give the board points of both teams so far; nothing before the first result."""
    if match.away is None:
        return None if match.bye_score is None else (Decimal(match.bye_score), None)
    scores = [one for game in match.games if (one := game_scores(game)) is not None]
    if not scores:
        return None
    home = sum((one for one, _ in scores), Decimal(0))
    return home, sum((one for _, one in scores), Decimal(0))


@dataclass(frozen=True)
class Score:
    """What a team has after a round."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    match_points: int = 0
    board_points: Decimal = Decimal(0)

    def add(self, own: Decimal, other: Decimal | None) -> Score:
        """Count one more match; a bye counts as won."""
        won, drawn = other is None or own > other, other is not None and own == other
        return Score(
            self.games + 1,
            self.won + won,
            self.drawn + drawn,
            self.lost + (not won and not drawn),
            self.match_points + (2 if won else 1 if drawn else 0),
            self.board_points + own,
        )


def team_scores(event: Event, after: int) -> Mapping[int, Score]:
    """Give the score of every team after a round."""
    scores = {team.number: Score() for team in teams_of(event)}
    for match in event.matches:
        found = match_scores(match)
        if match.round > after or found is None:
            continue
        home, away = found
        scores[match.home] = scores[match.home].add(home, away)
        if match.away is not None and away is not None:
            scores[match.away] = scores[match.away].add(away, home)
    return scores


def team_standing(event: Event, after: int) -> list[Team]:
    """Give the teams in the order of the team ranking after a round."""
    scores = team_scores(event, after)
    return sorted(
        teams_of(event),
        key=lambda one: (
            -scores[one.number].match_points,
            -scores[one.number].board_points,
            one.number,
        ),
    )
