"""JSON of the rating systems that are not FIDE's nor the federation's: Elo by formula, Glicko."""

from dataclasses import fields
from decimal import Decimal

from rating import elo, glicko
from rating.conversion import round_half_away
from rating.elo import EloCalculation, EloGame, EloTotal
from rating.game import NotCounted
from rating.glicko import GlickoCalculation, GlickoGame, GlickoResult, Steps, Strength, System
from rating.precision import rounded
from report.document import SCHEMA, Document, fixed, of_notes, plain, result_facts
from report.words import Words

SYSTEM_NAMES = {
    System.GLICKO_1: "Glicko-1",
    System.GLICKO_2: "Glicko-2",
    System.LICHESS: "lichess",
}


def of_elo(calculation: EloCalculation, words: Words) -> Document:
    """Return the document of `calc elo`."""
    pairs = zip(calculation.games, calculation.results, strict=True)
    return {
        "schema": SCHEMA,
        "system": "elo",
        "rules": calculation.rules,
        "rating": calculation.rating,
        "k": calculation.k,
        "cap": calculation.cap,
        "games": [
            {"opponent": game.opponent, "score": plain(game.score), **_elo_game(result)}
            for game, result in pairs
        ],
        **_elo_total(calculation.by_formula, elo.EXPECTED_STEP),
        "table": _elo_total(calculation.by_table, elo.CHANGE_STEP),
        "formula_minus_table": fixed(calculation.apart),
        "notes": of_notes(calculation.notes, words),
    }


def of_glicko(calculation: GlickoCalculation, words: Words) -> Document:
    """Return the document of `calc glicko`."""
    before, after = calculation.before, calculation.after
    steps = calculation.period.steps
    pairs = zip(calculation.games, calculation.period.results, strict=True)
    return {
        "schema": SCHEMA,
        "system": calculation.system,
        "rules": SYSTEM_NAMES[calculation.system],
        "source": glicko.SOURCES[calculation.system],
        "rating": plain(before.rating),
        "rd": plain(before.rd),
        "volatility": None if before.volatility is None else plain(before.volatility),
        "tau": None if calculation.tau is None else plain(calculation.tau),
        "k": None,
        "periods_before": plain(calculation.idle),
        "rd_at_start": at(calculation.start.rd, glicko.RATING_STEP),
        "games": [_glicko_game(game, result) for game, result in pairs],
        "score": plain(calculation.score),
        "expected": at(calculation.expected, glicko.DETAIL_STEP),
        "change": at(calculation.change, glicko.RATING_STEP),
        "rounded": round_half_away(calculation.change),
        **_strength(after),
        "shown": calculation.shown,
        "steps": None if steps is None else _steps(steps),
        "constants": _constants() if calculation.system == System.LICHESS else None,
        "notes": of_notes(calculation.notes, words),
    }


def at(value: Decimal, step: Decimal) -> str:
    """Write a value rounded to whole steps, halves away from zero."""
    return f"{rounded(value, step):f}"


def _elo_game(result: EloGame | NotCounted) -> Document:
    if isinstance(result, NotCounted):
        return result_facts(result)
    formula, table = result
    return {
        "counted": True,
        "difference": formula.difference,
        "capped": formula.capped,
        "difference_used": formula.used,
        "expected": _expected(formula.expected, elo.EXPECTED_STEP),
        "k": formula.k,
        "change": at(formula.change, elo.CHANGE_STEP),
        "table": {
            "expected": _expected(table.expected, elo.CHANGE_STEP),
            "change": fixed(table.change),
        },
        "formula_minus_table": fixed(result.apart),
    }


def _expected(value: Decimal | None, step: Decimal) -> str | None:
    return None if value is None else at(value, step)


def _elo_total(total: EloTotal, step: Decimal) -> Document:
    return {
        "score": plain(total.score),
        "expected": at(total.expected, step),
        "change": at(total.change, elo.CHANGE_STEP),
        "rounded": total.rounded,
        "new_rating": total.new_rating,
    }


def _glicko_game(game: GlickoGame, result: GlickoResult) -> Document:
    after = result.after
    return {
        "opponent": plain(game.opponent),
        "opponent_rd": plain(game.rd),
        "score": plain(game.score),
        "counted": True,
        "difference": at(result.difference, glicko.RATING_STEP),
        "capped": False,
        "g": at(result.g, glicko.DETAIL_STEP),
        "expected": at(result.expected, glicko.DETAIL_STEP),
        "k": None,
        "weight": at(result.weight, glicko.RATING_STEP),
        "change": at(result.change, glicko.RATING_STEP),
        **({} if after is None else {**_strength(after), "limited": result.limited}),
    }


def _strength(strength: Strength) -> Document:
    volatility = strength.volatility
    return {
        "new_rating": at(strength.rating, glicko.RATING_STEP),
        "new_rd": at(strength.rd, glicko.RATING_STEP),
        "new_volatility": None if volatility is None else at(volatility, glicko.VOLATILITY_STEP),
    }


def _steps(steps: Steps) -> Document:
    return {
        field.name: at(getattr(steps, field.name), glicko.DETAIL_STEP) for field in fields(steps)
    }


def _constants() -> Document:
    constants = glicko.LICHESS
    return {field.name: plain(getattr(constants, field.name)) for field in fields(constants)}
