"""The JSON of `norm` and `calc norm`; see docs/json.md."""

from decimal import Decimal

from rating.assumptions import Note
from rating.norm_card import Norms
from rating.norm_facts import Condition, Norm, NormFigures, NormGame, Raised
from rating.norm_rules import norm_rules
from rating.titles import TitleRating
from report.document import (
    SCHEMA,
    Document,
    card_player_facts,
    fixed,
    hundredths,
    iso,
    of_notes,
    plain,
    tournament_facts,
)
from report.words import Words

# Notes of a rated card that say nothing of FIDE's ratings.
_OTHER_RATINGS = ("ukd", "national", "turkish")


def of_norms(found: Norms, words: Words) -> Document:
    """Return the document of norms; `tournament` and `player` are null for games by hand."""
    event, rated = found.event, found.rated
    return {
        "schema": SCHEMA,
        "system": "norm",
        "tournament": None if rated is None else tournament_facts(rated.tournament),
        "player": None if rated is None else card_player_facts(rated.card),
        "title": found.held,
        "federation": found.federation,
        "rules": norm_rules(event.start).name,
        "time_control": event.time_control,
        "on": iso(event.start),
        "event": {
            "rounds": event.rounds,
            "form": event.form,
            "rated_fide": event.rated,
            "exempt": event.exempt,
            "unpaired": event.unpaired,
            "granted": event.granted,
        },
        "games": [_game(game) for game in found.games],
        "norms": [_norm(norm) for norm in found.norms],
        "titles": [_title(title) for title in found.titles],
        "notes": of_notes(notes_of(found), words),
    }


def notes_of(found: Norms) -> tuple[Note, ...]:
    """Return what the reader must know, also of the card that the games are from."""
    if found.rated is None:
        return found.notes
    of_card = (
        note
        for note in found.rated.notes
        if not any(other in note.code for other in _OTHER_RATINGS)
    )
    return (*found.notes, *of_card)


def _game(game: NormGame) -> Document:
    return {
        "round": game.round,
        "opponent": game.name,
        "rating": game.rating,
        "title": game.title,
        "federation": game.federation,
        "score": None if game.score is None else plain(game.score),
        "from_rtg": game.from_rtg,
    }


def _norm(norm: Norm) -> Document:
    return {
        "title": norm.title,
        "state": norm.state,
        "rules": norm.rules.name,
        "conditions": [_condition(one) for one in norm.conditions],
        "counted": [one.round for one in norm.counted],
        "to_come": norm.to_come,
        "left_out": [{"round": one.game.round, "reason": one.reason} for one in norm.left_out],
        **_figures(norm.figures),
        "score_needed": None if norm.score_needed is None else plain(norm.score_needed),
        "outlook": [
            {
                "points": plain(one.points),
                "score": plain(one.score),
                "average_needed": one.average_needed,
            }
            for one in norm.outlook
        ],
        "games_credited": norm.games_credited,
        "extra": norm.extra,
        "all_tried": norm.all_tried,
    }


def _condition(one: Condition) -> Document:
    return {
        "code": one.code,
        "article": one.article,
        "state": one.state,
        "at_most": one.at_most,
        "needed": _number(one.needed),
        "found": _number(one.found),
        "missing": _number(one.missing),
    }


def _number(value: Decimal | int | None) -> str | int | None:
    return plain(value) if isinstance(value, Decimal) else value


def _figures(figures: NormFigures | None) -> Document:
    names = ("games", "total", "raised", "average", "average_exact", "average_used", "score",
             "percent", "difference", "performance")  # fmt: skip
    if figures is None:
        return dict.fromkeys(names)
    return {
        "games": figures.games,
        "total": figures.total,
        "raised": None if figures.raised is None else _raised(figures.raised),
        "average": fixed(hundredths(figures.average_exact)),
        "average_exact": str(figures.average_exact),
        "average_used": figures.average,
        "score": plain(figures.score),
        "percent": figures.percent,
        "difference": figures.difference,
        "performance": figures.performance,
    }


def _raised(raised: Raised) -> Document:
    return {"round": raised.game.round, "counted": raised.counted, "floor": raised.floor}


def _title(title: TitleRating) -> Document:
    return {
        "title": title.rule.title,
        "rating": title.rule.rating,
        "article": title.rule.article,
        "by_norms": title.rule.by_norms,
        "reached": title.reached,
        "after_round": title.after_round,
        "best": fixed(title.best),
        "missing": fixed(title.missing),
        "by_rounding": title.by_rounding,
        "games_needed": title.games_needed,
    }
