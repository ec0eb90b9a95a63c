"""The fact document: one happening without any language, as it is kept and sent to programs.

It follows the JSON contract: decimals are strings, absent facts are null, times are ISO 8601. Only
an explanation, where one is wanted, is in the language of whoever follows.
"""

from decimal import Decimal

from live.model import Happening, Place
from rating import ukd
from rating.card import RatedCard
from report import explaining
from report.document import (
    SCHEMA,
    Document,
    fixed,
    iso,
    listed,
    next_facts,
    plain,
    result_facts,
    utc,
)
from report.explanation import of_explanation
from report.tables import shows_ukd
from report.words import Words
from scraper.event import Seat
from scraper.model import Kind, Player


def document_of(happening: Happening, explained_in: Words | None = None) -> Document:
    """Return the fact document of a happening, with an explanation where one is wanted."""
    tournament, rated = happening.tournament, happening.rated
    explanation = None
    if explained_in is not None and rated is not None and happening.round is not None:
        explanation = explaining.one_round(rated, happening.round)
    return {
        "schema": SCHEMA,
        "type": "fact",
        "key": happening.key,
        "kind": happening.kind.value,
        "at": utc(happening.at),
        "last_update": iso(tournament.last_update),
        "tournament": {
            "id": tournament.id,
            "name": tournament.name,
            "url": tournament.url,
            "time_control": tournament.time_control,
            "type": tournament.type,
        },
        "player": _player(happening),
        "round": happening.round,
        "game": _game(happening.seat, happening.opponent),
        "before": _game(happening.before, happening.opponent_before),
        "subject": _subject(happening.subject, happening.subject_before),
        "number_before": happening.number_before,
        "place": place_facts(happening.place),
        "result": _result(rated, happening.round),
        "explanation": of_explanation(explanation, explained_in or Words("en")),
    } | standing_of(rated)


def standing_of(rated: RatedCard | None) -> Document:
    """Return where a player stands: points, both ratings, the next game, what is open or assumed.

    All of it is null without a card. The UKD is null for players of other federations, and so is
    the name of its list.
    """
    if rated is None:
        nothing = dict.fromkeys(("points", "played", "fide", "ukd", "national_list", "next"))
        return nothing | {"open": [], "notes": []}
    scores = [played.score for played in rated.card.rounds if played.score is not None]
    printed = rated.card.points
    return {
        "points": plain(sum(scores, Decimal(0)) if printed is None else printed),
        "played": len(scores),
        "fide": _fide(rated),
        "ukd": _ukd(rated),
        "national_list": ukd.LISTS[rated.basis.time_control] if rated.basis.is_turkish else None,
        "next": _next(rated),
        "open": _open(rated),
        "notes": [note.code for note in rated.notes],
    }


def place_facts(place: Place | None) -> Document | None:
    """Return a place in the standings."""
    return None if place is None else {"rank": place.rank, "after_round": place.after_round}


def _player(happening: Happening) -> Document:
    follow = happening.follow
    known = None if happening.rated is None else happening.rated.card.player
    return {
        "start_number": listed(follow.start_number),
        "name": follow.name,
        "title": None if known is None else known.title,
        "federation": None if known is None else known.federation,
        "fide_id": follow.fide_id,
    }


def _game(seat: Seat | None, opponent: Player | None) -> Document | None:
    if seat is None:
        return None
    return {
        "board": seat.board,
        "colour": seat.colour,
        "kind": seat.kind,
        "score": None if seat.score is None else plain(seat.score),
        "rated": seat.rated,
        "opponent": None
        if opponent is None
        else {
            "start_number": listed(opponent.start_number),
            "name": opponent.name,
            "title": opponent.title,
            "federation": opponent.federation,
            **_ratings(opponent),
        },
    }


def _subject(now: Player | None, before: Player | None) -> Document | None:
    if now is None:
        return None
    return {
        "start_number": listed(now.start_number),
        "name": now.name,
        "title": now.title,
        **_ratings(now),
        "before": None if before is None else _ratings(before),
    }


def _ratings(player: Player) -> Document:
    return {"rating": player.rating, "fide": player.fide, "national": player.national}


def _result(rated: RatedCard | None, number: int | None) -> Document | None:
    """Return what the game of a round does to both ratings."""
    found = None if rated is None else next(
        (one for one in rated.rounds if one.played.round == number), None
    )  # fmt: skip
    if rated is None or found is None:
        return None
    return {
        "fide": result_facts(found.fide),
        "ukd": result_facts(found.ukd) if rated.basis.is_turkish else None,
    }


def _fide(rated: RatedCard) -> Document | None:
    total = rated.fide
    if total is None:
        return None
    return {
        "rating": total.rating,
        "k": total.k,
        "k_source": None if rated.k is None else rated.k.source,
        "time_control": rated.basis.time_control,
        "games": total.games,
        "change": fixed(total.change),
        "new_rating": total.new_rating,
    }


def _ukd(rated: RatedCard) -> Document | None:
    total = rated.ukd
    if total is None or not shows_ukd(rated):
        return None
    return {
        "list": ukd.LISTS[rated.basis.time_control],
        "rating": total.rating,
        "games": total.games,
        "change": fixed(total.change),
        "new_rating": total.new_rating,
    }


def _next(rated: RatedCard) -> Document | None:
    if rated.next is None:
        return None
    found = next_facts(rated.next)
    return found if rated.basis.is_turkish else found | {"ukd": None}


def _open(rated: RatedCard) -> list[int]:
    """Return the rounds before the next game whose results are not in yet."""
    upcoming = None if rated.next is None else rated.next.round
    rounds = rated.card.rounds if upcoming is not None else ()
    return [
        one.round
        for one in rounds
        if one.kind is Kind.PENDING and upcoming is not None and one.round < upcoming.round
    ]
