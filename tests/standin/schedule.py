"""Results of an event from short lines, one per round, seen from both sides of the board.

A line holds boards in order, separated by semicolons: `12:3 1-0` is White against Black with
`1-0`, `0-1`, `½-½`, forfeits `+--`, `--+`, `---`, or `?` for a pairing without result. A player
without opponent is `24 bye`, `24 bye?` (not uploaded yet), `13 half` or `15 out`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.standin.event import Kind, Player, Result
from tests.standin.published import change

SIDES: Mapping[str, tuple[tuple[Kind, str | None], tuple[Kind, str | None]]] = {
    "1-0": (("game", "1"), ("game", "0")),
    "0-1": (("game", "0"), ("game", "1")),
    "½-½": (("game", "0.5"), ("game", "0.5")),
    "+--": (("forfeit_win", "1"), ("forfeit_loss", "0")),
    "--+": (("forfeit_loss", "0"), ("forfeit_win", "1")),
    "---": (("forfeit_loss", "0"), ("forfeit_loss", "0")),
    "?": (("pending", None), ("pending", None)),
}
_ALONE: Mapping[str, tuple[Kind, str | None]] = {
    "bye": ("bye", "1"),
    "bye?": ("bye", None),
    "half": ("half_bye", "0.5"),
    "out": ("not_paired", "0"),
}


def results_of(
    players: Sequence[Player], rounds: Sequence[str], published: bool = True
) -> dict[int, tuple[Result, ...]]:
    """Read the lines of all rounds into each player's rows, with the changes the site prints."""
    by_number = {one.start_number: one for one in players}
    found: dict[int, list[Result]] = {number: [] for number in by_number}
    for number, line in enumerate(rounds, start=1):
        entries = (entry for entry in line.split(";") if entry.strip())
        for board, entry in enumerate(entries, start=1):
            who, how = entry.split()
            if ":" not in who:
                kind, score = _ALONE[how]
                found[int(who)].append(Result(number, board, kind, score=score))
                continue
            white, black = (int(one) for one in who.split(":"))
            sides = SIDES[how]
            rows = (
                Result(number, board, sides[0][0], "white", black, sides[0][1]),
                Result(number, board, sides[1][0], "black", white, sides[1][1]),
            )
            for own, row in zip((white, black), rows, strict=True):
                found[own].append(printed(row, by_number, own) if published else row)
    return {number: tuple(rows) for number, rows in found.items()}


def printed(row: Result, players: Mapping[int, Player], own: int) -> Result:
    """Add to a game what the site prints beside it: K, expected score and change."""
    if row.kind != "game" or row.opponent is None or row.score is None:
        return row
    player = players[own]
    counted = change(player, players[row.opponent], row.score)
    if counted is None:
        return row
    return replace(row, k=player.k, we=counted[0], change=counted[1])
