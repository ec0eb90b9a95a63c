"""The JSON contract: fields are added, never renamed.

Decimals are strings, so that they stay exact; absent facts are null. A rating of 0 is a fact: the
page prints 0 for an unrated player.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rating import fide, ukd
from rating.assumptions import Note, opponent_fide, opponent_national
from rating.calculator import Calculation
from rating.card import RatedCard, RatedRound
from rating.checks import Check
from rating.conversion import round_half_up
from rating.game import GameResult, NotCounted
from rating.k_factor import KCandidate, KFactor
from rating.whatif import NextGame, Scenarios
from report.words import K_REASONS, Refusal, Words
from scraper.model import Opponent, Player, PlayerCard, Round, TimeControl, Tournament

SCHEMA = 1
Document = dict[str, Any]


def of_card(rated: RatedCard, words: Words) -> Document:
    """Return the document of `rate`, `next` and `demo`."""
    return {
        "schema": SCHEMA,
        "tournament": tournament_facts(rated.tournament),
        "player": card_player_facts(rated.card),
        "rounds": [_round(r) for r in rated.rounds],
        "fide": None if rated.fide is None else _fide(rated, rated.fide, words),
        "ukd": None if rated.ukd is None else _ukd(rated, rated.ukd),
        "next": None if rated.next is None else next_facts(rated.next),
        "checks": [_check(check) for check in rated.checks],
        "notes": of_notes(rated.notes, words),
    }


def of_page_card(card: PlayerCard) -> Document:
    """Return the player and the rounds of a card, without the ratings' work."""
    return {
        "player": card_player_facts(card),
        "rounds": [played_facts(played) for played in card.rounds],
    }


def of_players(
    players: tuple[Player, ...], tournament: Tournament, notes: tuple[Note, ...], words: Words
) -> Document:
    """Return the document of `players`."""
    return {
        "schema": SCHEMA,
        "tournament": tournament_facts(tournament),
        "players": [_player(player) for player in players],
        "notes": of_notes(notes, words),
    }


def of_calculation(calculation: Calculation, words: Words) -> Document:
    """Return the document of `calc`."""
    total = calculation.total
    document: Document = {
        "schema": SCHEMA,
        "system": "fide" if isinstance(total, fide.FideTotal) else "ukd",
        "rules": ukd.PROCEDURE if calculation.rules is None else calculation.rules.name,
        "rating": total.rating,
        "k": total.k,
    }
    if calculation.k is not None:
        document |= k_facts(calculation.k, calculation.k_candidates, words)
        document["other_reading"] = other_reading_facts(calculation.other_reading)
    document["games"] = [
        {"opponent": game.opponent, "score": plain(game.score), **result_facts(result)}
        for game, result in zip(calculation.games, calculation.results, strict=True)
    ]
    document["score"] = plain(total.score)
    document["expected"] = fixed(total.expected)
    document["change"] = fixed(total.change)
    if isinstance(total, fide.FideTotal):
        document["rounded"] = total.rounded
    else:
        document["rounded"] = total.new_rating - total.rating
        document["exact"] = fixed(total.exact)
        document["by_average"] = _by_average(total)
    document["new_rating"] = total.new_rating
    document["notes"] = of_notes(calculation.notes, words)
    return document


def of_refusal(error: Refusal, words: Words) -> Document:
    """Return the document that stands alone when something is refused."""
    return {
        "schema": SCHEMA,
        "error": {"code": error.code, "text": words.refusal(error), "hint": words.hint(error)},
    }


def of_notes(notes: tuple[Note, ...], words: Words) -> list[Document]:
    """Return notes as codes with their sentences."""
    return [{"code": note.code, "text": words.note(note.code, note.facts)} for note in notes]


def k_reason(k: KFactor, words: Words) -> str:
    """Say why K is what it is."""
    month = None if k.month is None else f"{k.month:%Y-%m}"
    facts = {"birth_year": k.birth_year, "month": month, "title": k.title, "games": k.games}
    reason = words(K_REASONS[k.reason], k=k.value, **facts)
    return reason if k.article is None else f"{reason} ({k.article})"


def k_line(k: KFactor, used: int, words: Words) -> str:
    """Say K with its reason, and what the limit of 700 leaves of it."""
    reason = f"K {k.value}: {k_reason(k, words)}"
    if used == k.value:
        return reason
    return words("{reason}; lowered to {used} by the limit of 700", reason=reason, used=used)


def tournament_facts(tournament: Tournament) -> Document:
    """Return what is known of a tournament."""
    return {
        "id": tournament.id,
        "name": tournament.name,
        "time_control": tournament.time_control,
        "time_control_text": tournament.time_control_text,
        "start": iso(tournament.start),
        "end": iso(tournament.end),
        "rounds": tournament.rounds,
        "rated_fide": tournament.rated_fide,
        "rated_national": tournament.rated_national,
        "fide_event_id": tournament.fide_event_id,
        "federation": tournament.federation,
        "type": tournament.type,
        "last_update": iso(tournament.last_update),
        "server_time": iso(tournament.server_time),
        "fetched_at": iso(tournament.fetched_at),
        "url": tournament.url,
    }


def _player(player: Player) -> Document:
    return {
        "start_number": player.start_number,
        "name": player.name,
        "title": player.title,
        "federation": player.federation,
        "fide_id": player.fide_id,
        "birth_year": player.birth_year,
        "club": player.club,
        "rating": player.rating,
        "fide": player.fide,
        "national": player.national,
    }


def card_player_facts(card: PlayerCard) -> Document:
    """Return the player of a card, with what the page prints of him in total."""
    return _player(card.player) | {
        "performance": card.performance,
        "points": None if card.points is None else plain(card.points),
        "rank": card.rank,
        "published_change": None if card.fide_change is None else plain(card.fide_change),
    }


def opponent_facts(opponent: Opponent) -> Document:
    """Return an opponent with the source of each rating."""
    return {
        "start_number": listed(opponent.start_number),
        "name": opponent.name,
        "title": opponent.title,
        "federation": opponent.federation,
        "fide_id": opponent.fide_id,
        "club": opponent.club,
        "points": None if opponent.points is None else plain(opponent.points),
        "rating": opponent.rating,
        "fide": opponent.fide,
        "fide_source": opponent.fide_source or _rtg(opponent_fide(opponent)),
        "national": opponent.national,
        "national_source": opponent.national_source or _rtg(opponent_national(opponent)),
    }


def _rtg(rating: int | None) -> str | None:
    return None if rating is None else "rtg"


def _round(rated: RatedRound) -> Document:
    return played_facts(rated.played) | {
        "fide": result_facts(rated.fide),
        "ukd": result_facts(rated.ukd),
    }


def played_facts(played: Round) -> Document:
    """Return a round as the card prints it."""
    published = played.published
    return {
        "round": played.round,
        "board": played.board,
        "colour": played.colour,
        "kind": played.kind,
        "score": None if played.score is None else plain(played.score),
        "opponent": None if played.opponent is None else opponent_facts(played.opponent),
        "published": None
        if published is None
        else {
            "k": published.k,
            "change": None if published.change is None else fixed(published.change),
            "expected": None if published.expected is None else fixed(published.expected),
        },
    }


def result_facts(result: GameResult) -> Document:
    """Return what a game does to a rating, or the reason why nothing."""
    if isinstance(result, NotCounted):
        return {"counted": False, "reason": result.reason}
    return {
        "counted": True,
        "difference": result.difference,
        "capped": result.capped,
        "difference_used": result.used,
        "expected": None if result.expected is None else fixed(result.expected),
        "k": result.k,
        "change": fixed(result.change),
    }


def k_facts(k: KFactor, candidates: Sequence[KCandidate], words: Words) -> Document:
    """Return where K comes from, and what each possible one makes of the games."""
    return {
        "k_source": k.source,
        "k_reason": k_reason(k, words),
        "k_before_limit": k.value,
        "k_candidates": candidate_facts(candidates),
    }


def candidate_facts(candidates: Sequence[KCandidate]) -> list[Document]:
    """Return what each possible K makes of the games."""
    return [
        {
            "k": one.used,
            "k_before_limit": one.k,
            "change": fixed(one.change),
            "rounded": one.rounded,
            "new_rating": one.new_rating,
        }
        for one in candidates
    ]


def other_reading_facts(total: fide.FideTotal | fide.Outcome | None) -> Document | None:
    """Return what the games give in the other reading of the rules; None where it is the same."""
    if total is None:
        return None
    return {
        "change": fixed(total.change),
        "rounded": total.rounded,
        "new_rating": total.new_rating,
    }


def _fide(rated: RatedCard, total: fide.FideTotal, words: Words) -> Document:
    return {
        "rating": total.rating,
        "k": total.k,
        **({} if rated.k is None else k_facts(rated.k, rated.k_candidates, words)),
        "rules": rated.basis.rules.name,
        "other_reading": other_reading_facts(rated.other_reading),
        "article": rated.basis.rules.article,
        "time_control": rated.basis.time_control,
        "on": iso(rated.basis.start),
        "games": total.games,
        "score": plain(total.score),
        "expected": fixed(total.expected),
        "change": fixed(total.change),
        "rounded": total.rounded,
        "new_rating": total.new_rating,
    }


def ukd_facts(total: ukd.UkdTotal, time_control: TimeControl) -> Document:
    """Return the sums of an event by the national list of its class."""
    return {
        "list": ukd.LISTS[time_control],
        "rating": total.rating,
        "k": total.k,
        "games": total.games,
        "score": plain(total.score),
        "expected": fixed(total.expected),
        "change": fixed(total.change),
        "new_rating": total.new_rating,
    }


def _ukd(rated: RatedCard, total: ukd.UkdTotal) -> Document:
    return {
        **ukd_facts(total, rated.basis.time_control),
        "exact": fixed(total.exact),
        "by_average": _by_average(total),
    }


def _by_average(total: ukd.UkdTotal) -> Document:
    return {"change": fixed(total.average_change), "new_rating": total.average_new_rating}


def next_facts(game: NextGame) -> Document:
    """Return the next game with its scenarios."""
    played = game.round
    return {
        "round": None if played is None else played.round,
        "board": None if played is None else played.board,
        "colour": None if played is None else played.colour,
        "opponent": opponent_facts(game.opponent),
        "fide": _scenarios(game.fide),
        "ukd": _scenarios(game.ukd),
        "k_candidates": [
            {"k": one.used, "k_before_limit": one.k, **_scenarios(one.scenarios)}
            for one in game.candidates
        ],
    }


def _scenarios(scenarios: Scenarios | NotCounted) -> Document:
    if isinstance(scenarios, NotCounted):
        return result_facts(scenarios)
    return {
        result: {
            "change": fixed(scenario.game.change),
            "total": fixed(scenario.total),
            "new_rating": scenario.new_rating,
        }
        for result, scenario in scenarios.items()
    }


def _check(check: Check) -> Mapping[str, object]:
    return {
        "kind": check.kind,
        "round": check.round,
        "ours": None if check.ours is None else plain(check.ours),
        "site": plain(check.site),
        "ok": check.ok,
    }


def listed(start_number: int | None) -> int | None:
    """Return a start number; whoever has left the list has none, kept as 0 or less."""
    return start_number if start_number is not None and start_number > 0 else None


def fixed(value: Decimal) -> str:
    """Write with two decimals; every change and expected score is a whole number of hundredths."""
    return f"{value:.2f}"


def plain(value: Decimal) -> str:
    """Write without trailing zeros: 4.5, 1, -63.6."""
    return f"{value.normalize():f}"


def hundredths(value: Fraction) -> Decimal:
    """Return a fraction with two decimals, halves up, for reading."""
    return Decimal(round_half_up(100 * value.numerator, value.denominator)) / 100


def share(value: Fraction) -> Decimal:
    """Return a probability with four decimals, halves up."""
    return Decimal(round_half_up(10_000 * value.numerator, value.denominator)).scaleb(-4)


def utc(moment: datetime | None) -> str | None:
    """Write a time of ours, in UTC and to the second."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds")


def iso(value: date | datetime | None) -> str | None:
    """Write a day or a time by ISO 8601."""
    return None if value is None else value.isoformat()
