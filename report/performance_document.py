"""The JSON of `calc performance` and `calc first`; see docs/json.md."""

from collections.abc import Sequence

from rating.assumptions import Note
from rating.first_rating import Estimate, FirstRating, LeftOut
from rating.first_ukd import FirstUkd
from rating.game import Game, Reason
from rating.performance import ARTICLE, TRUE_ARTICLE, Performance, TruePerformance
from rating.ukd import PROCEDURE
from report.document import SCHEMA, Document, fixed, hundredths, iso, of_notes, plain
from report.words import Words


def of_performance(games: Sequence[Game], found: Performance | None, words: Words) -> Document:
    """Return the document of `calc performance`; its figures are null without a rated opponent."""
    return {
        "schema": SCHEMA,
        "system": "performance",
        "rules": ARTICLE,
        "games": [_game(game) for game in games],
        "rated_games": 0 if found is None else found.games,
        "score": None if found is None else plain(found.score),
        "average": None if found is None else fixed(hundredths(found.average)),
        "average_exact": None if found is None else str(found.average),
        "average_used": None if found is None else found.rounded_average,
        "percent": None if found is None else found.percent,
        "difference": None if found is None else str(found.difference),
        "performance": None if found is None else found.rating,
        "true_performance": None if found is None else _true(found.true),
        "notes": of_notes(unrated_notes(games), words),
    }


def of_first_rating(found: FirstRating, words: Words) -> Document:
    """Return the document of `calc first`; the estimate's figures are null without a game."""
    rules = found.rules
    events = list(enumerate(zip(found.events, found.left_out, strict=True), 1))
    return {
        "schema": SCHEMA,
        "system": "first",
        "rules": rules.name,
        "article": rules.article,
        "time_control": rules.time_control,
        "on": iso(found.events[-1].start),
        "events": [
            {"event": number, "start": iso(event.start), **_counted(reason)}
            for number, (event, reason) in events
        ],
        "games": [
            {"event": number, **_game(game, reason)}
            for number, (event, reason) in events
            for game in event.games
        ],
        "rated_games": found.games,
        "score": plain(found.score),
        "needed": rules.games,
        "missing": found.missing,
        "drawn": list(rules.drawn),
        **_steps(found.estimate),
        "floor": rules.floor,
        "maximum": rules.maximum,
        "provisional": found.estimate is not None and found.missing > 0,
        "new_rating": found.rating,
        "notes": of_notes(notes_of(found), words),
    }


def of_first_ukd(found: FirstUkd, words: Words) -> Document:
    """Return the document of `calc first --system ukd`; all of it is an estimate."""
    events = list(enumerate(zip(found.events, found.performances, strict=True), 1))
    return {
        "schema": SCHEMA,
        "system": "first_ukd",
        "rules": PROCEDURE,
        "events": [
            {
                "event": number,
                "start": iso(event.start),
                "performance": None if one is None else one.rating,
                "counted": one is not None and one.rating in found.counted,
            }
            for number, (event, one) in events
        ],
        "games": [
            {"event": number, **_game(game)}
            for number, (event, _) in events
            for game in event.games
        ],
        "rated_games": found.games,
        "needed": found.rules.games,
        "missing": found.missing,
        "average": None if found.average is None else fixed(hundredths(found.average)),
        "value": found.value,
        "provisional": found.value is not None and found.missing > 0,
        "new_rating": None if found.missing else found.value,
        "notes": of_notes(found.notes, words),
    }


def notes_of(found: FirstRating) -> tuple[Note, ...]:
    """Return what the reader must know of a first rating."""
    games = [game for event in found.events for game in event.games]
    return unrated_notes(games) + found.notes


def unrated_notes(games: Sequence[Game]) -> tuple[Note, ...]:
    """Say how many games do not count because of the opponent."""
    count = sum(game.opponent is None for game in games)
    return (Note("unrated_left_out", {"count": count}),) if count else ()


def _game(game: Game, left_out: LeftOut | None = None) -> Document:
    reason = Reason.UNRATED if game.opponent is None else left_out
    return {"opponent": game.opponent, "score": plain(game.score), **_counted(reason)}


def _counted(reason: Reason | LeftOut | None) -> Document:
    return {"counted": True} if reason is None else {"counted": False, "reason": reason}


def _steps(estimate: Estimate | None) -> Document:
    names = ("average", "average_exact", "percent", "half_points", "difference", "exact", "value")
    if estimate is None:
        return dict.fromkeys(names)
    return {
        "average": fixed(hundredths(estimate.average)),
        "average_exact": str(estimate.average),
        "percent": estimate.percent,
        "half_points": estimate.half_points,
        "difference": plain(hundredths(estimate.difference)),
        "exact": str(estimate.exact),
        "value": estimate.value,
    }


def _true(true: TruePerformance) -> Document:
    return {
        "rules": TRUE_ARTICLE,
        "value": true.value,
        "lowest": true.lowest,
        "highest": true.highest,
        "exact": true.exact,
        "expected_lowest": fixed(true.expected_lowest),
        "expected_highest": fixed(true.expected_highest),
    }
