"""The JSON of `month`; see docs/json.md."""

from collections.abc import Sequence

from rating import ukd
from rating.articles import number_of
from rating.assumptions import Note
from rating.events import Event
from rating.game import Game, GameResult
from rating.official import Compared, Official
from rating.period import Period
from rating.period_base import Base
from rating.period_fide import FidePart, FidePeriod
from rating.period_ukd import UkdPart, UkdPeriod
from report.document import (
    SCHEMA,
    Document,
    candidate_facts,
    fixed,
    iso,
    k_reason,
    of_notes,
    other_reading_facts,
    plain,
    result_facts,
    tournament_facts,
)
from report.words import Words
from scraper.model import Player


def of_month(
    player: Player, compared: Sequence[Compared], notes: tuple[Note, ...], words: Words
) -> Document:
    """Return the document of `month`."""
    return {
        "schema": SCHEMA,
        "player": {
            "name": player.name,
            "title": player.title,
            "federation": player.federation,
            "fide_id": player.fide_id,
            "birth_year": player.birth_year,
        },
        "periods": [_period(one, words) for one in compared],
        "notes": of_notes(notes, words),
    }


def _period(compared: Compared, words: Words) -> Document:
    period = compared.period
    official = compared.official
    return {
        "list": f"{period.month:%Y-%m}",
        "time_control": period.time_control,
        "closes": iso(period.closes),
        "events": [
            _event(number, event, period, words) for number, event in enumerate(period.events, 1)
        ],
        "fide": None if period.fide is None else _fide(period.fide),
        "ukd": None if period.ukd is None else _ukd(period, period.ukd),
        "official": None if official is None else _official(official, words),
        "notes": of_notes(notes_of(period), words),
    }


def notes_of(period: Period) -> tuple[Note, ...]:
    """Return what the reader must know of a period as a whole."""
    systems = [one for one in (period.fide, period.ukd) if one is not None]
    return tuple(note for one in systems for note in one.notes)


def parts_of(event: Event, period: Period) -> tuple[FidePart | None, UkdPart | None]:
    """Return what an event adds to each system of its period."""
    in_fide = () if period.fide is None else period.fide.parts
    in_ukd = () if period.ukd is None else period.ukd.parts
    return (
        next((part for part in in_fide if part.event is event), None),
        next((part for part in in_ukd if part.event is event), None),
    )


def _event(number: int, event: Event, period: Period, words: Words) -> Document:
    in_fide, in_ukd = parts_of(event, period)
    return {
        "event": number,
        "tournament": tournament_facts(event.tournament),
        "start": iso(event.start),
        "end": iso(event.end),
        "end_known": event.tournament.end is not None,
        "base_list": f"{event.base_list:%Y-%m}",
        "rules": event.rules.name,
        "article": event.rules.article,
        "fide": None if in_fide is None else _fide_part(in_fide, words),
        "ukd": None if in_ukd is None else _ukd_part(in_ukd),
        "notes": of_notes(event.notes, words),
    }


def _fide_part(part: FidePart, words: Words) -> Document:
    total, own = part.total, part.event.fide
    games, rounds = ((), ()) if own is None else (own.games, own.rounds)
    return {
        "rating": total.rating,
        "listed_rating": part.listed,
        "k": total.k,
        "k_before_limit": part.k.value,
        "k_source": part.k.source,
        "k_reason": _k_reason(part, words),
        "own_k": part.own_k.value,
        "games": total.games,
        "score": plain(total.score),
        "expected": fixed(total.expected),
        "change": fixed(total.change),
        "rounded": total.rounded,
        "results": _results(games, rounds, part.results),
    }


def _k_reason(part: FidePart, words: Words) -> str:
    """Say why K is what it is, and where it is that of another event."""
    reason = k_reason(part.k, words)
    if not part.k_is_of_another:
        return reason
    return words("that of another event of the list: {reason}", reason=reason)


def _ukd_part(part: UkdPart) -> Document:
    own = part.event.ukd
    games, rounds = ((), ()) if own is None else (own.games, own.rounds)
    return {
        "rating": part.rating,
        "k": part.total.k,
        "games": part.total.games,
        "score": plain(part.total.score),
        "expected": fixed(part.total.expected),
        "change": fixed(part.total.change),
        "by_average": {"change": fixed(part.total.average_change)},
        "results": _results(games, rounds, part.results),
    }


def _results(
    games: Sequence[Game], rounds: Sequence[int | None], results: Sequence[GameResult]
) -> list[Document]:
    return [
        {
            "round": number,
            "opponent": game.opponent,
            "score": plain(game.score),
            **result_facts(result),
        }
        for number, game, result in zip(rounds or [None] * len(games), games, results, strict=True)
    ]


def _base(base: Base) -> Document:
    return {
        "rating": base.rating,
        "rating_source": base.source,
        "rating_list": f"{base.month:%Y-%m}",
    }


def _fide(found: FidePeriod) -> Document:
    return {
        **_base(found.base),
        "rating_stands_in": found.base.stands_in,
        "games": found.games,
        "score": plain(found.score),
        "expected": fixed(found.expected),
        "change": fixed(found.change),
        "rounded": found.rounded,
        "rounded_each": found.rounded_each,
        "new_rating": found.new_rating,
        "list_rating": found.list_rating,
        "k_candidates": candidate_facts(found.candidates),
        "other_reading": other_reading_facts(found.other_reading),
        "articles": {
            "limit": number_of(found.articles.k),
            "rounding": number_of(found.articles.rounding),
        },
    }


def _ukd(period: Period, found: UkdPeriod) -> Document:
    return {
        "list": ukd.LISTS[period.time_control],
        **_base(found.base),
        "k": found.k,
        "games": found.games,
        "score": plain(found.score),
        "expected": fixed(found.expected),
        "change": fixed(found.change),
        "exact": fixed(found.exact),
        "new_rating": found.new_rating,
        "new_rating_each": found.new_rating_each,
        "by_average": {
            "change": fixed(found.average_change),
            "new_rating": found.average_new_rating,
        },
        "official_rating": found.official,
    }


def _official(official: Official, words: Words) -> Document:
    return {
        "rating": official.rating,
        "source": official.source,
        "change": official.change,
        "expected_rating": official.expected_rating,
        "expected_change": official.expected_change,
        "difference": official.difference,
        "games": official.games,
        "reasons": of_notes(official.reasons, words),
    }
