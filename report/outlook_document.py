"""The JSON of the rounds to come; see docs/json.md."""

from rating.assumptions import Note
from rating.odds import DRAW
from rating.outlook import CardOutlook, End, Ends, GameToCome, RatingOutlook
from rating.targets import Cell, Goal, TargetOutlook
from report.document import Document, fixed, of_card, of_notes, opponent_facts, plain, share
from report.outlook_words import sentence_of
from report.words import Words


def of_outlook(found: CardOutlook, targets: tuple[TargetOutlook, ...], words: Words) -> Document:
    """Return the document of the card, with the rounds to come beside it."""
    return of_card(found.rated, words) | {
        "outlook": {
            "rounds": found.rounds,
            "to_come": [_game(one, place, found) for place, one in enumerate(found.to_come)],
            "draw_rate": None if found.draws is None else str(share(found.draws)),
            "fide": _rating(found.fide),
            "ukd": _rating(found.ukd),
            "most_likely": plain(found.most_likely.score),
            "tree": [
                {
                    "score": plain(leaf.score),
                    "probability": str(share(leaf.probability)),
                    "fide": _ends(leaf.fide),
                    "ukd": _ends(leaf.ukd),
                }
                for leaf in found.leaves
            ],
            "targets": [_target(one, words) for one in targets],
        },
        "notes": of_notes(notes_of(found, targets), words),
    }


def notes_of(found: CardOutlook, targets: tuple[TargetOutlook, ...]) -> tuple[Note, ...]:
    """Return what the reader must know of the outlook, the targets and the card, each once."""
    notes = [*found.notes, *(note for one in targets for note in one.notes), *found.rated.notes]
    return tuple(note for place, note in enumerate(notes) if note not in notes[:place])


def _game(one: GameToCome, place: int, found: CardOutlook) -> Document:
    return {
        "round": one.round,
        "opponent": None if one.opponent is None else opponent_facts(one.opponent),
        "fide_taken": None if found.fide is None else found.fide.opponents[place],
        "national_taken": None if found.ukd is None else found.ukd.opponents[place],
    }


def _rating(one: RatingOutlook | None) -> Document | None:
    if one is None:
        return None
    opposition, points = one.opposition, one.break_even
    return {
        "rating": one.system.rating,
        "so_far": fixed(one.system.so_far),
        "opposition": None
        if opposition is None
        else {
            "rating": opposition.rating,
            "source": opposition.source,
            "games": opposition.games,
        },
        "break_even": None if points is None else plain(points),
    }


def _ends(ends: Ends | None) -> Document | None:
    return None if ends is None else {"worst": _end(ends.worst), "best": _end(ends.best)}


def _end(end: End) -> Document:
    return {
        "change": fixed(end.change),
        "total": fixed(end.total),
        "new_rating": end.new_rating,
    }


def _target(one: TargetOutlook, words: Words) -> Document:
    system = None
    if one.target.goal is not Goal.NORM and one.outlook is not None:
        system = one.outlook.system.name
    return {
        "goal": one.target.goal,
        "system": system,
        "title": one.target.title,
        "needed": one.needed,
        "standing": one.standing,
        "points": None if one.points is None else plain(one.points),
        "games": one.games,
        "average": one.average,
        "after_round": one.after_round,
        "on_the_way": [{"games": way.games, "points": plain(way.points)} for way in one.on_the_way],
        "table": [
            {
                "score": plain(halves * DRAW),
                "cells": [
                    _cell(cell, average) for cell, average in zip(row, one.averages, strict=True)
                ],
            }
            for halves, row in enumerate(one.rows)
        ],
        "text": sentence_of(one, words),
    }


def _cell(cell: Cell, average: int | None) -> Document:
    return {"average": average, "reach": cell.reach} | (
        dict.fromkeys(("worst", "best")) if cell.ends is None else _ends(cell.ends) or {}
    )
