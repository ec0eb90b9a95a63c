"""The JSON of `event`; see docs/json.md."""

from collections import defaultdict
from collections.abc import Sequence

from rating import ukd
from rating.assumptions import Note
from rating.tournament import RatedEvent, RatedPlayer, own_notes
from report.document import (
    SCHEMA,
    Document,
    fixed,
    iso,
    k_facts,
    listed,
    of_notes,
    plain,
    tournament_facts,
    ukd_facts,
)
from report.reading import check_lines
from report.words import Words
from scraper.checks import Contradiction, FactCheck
from scraper.readings import Entry


def of_event(
    rated: RatedEvent, checks: Sequence[FactCheck], notes: tuple[Note, ...], words: Words
) -> Document:
    """Return the document of `event`, with all players."""
    basis = rated.players[0].basis
    return {
        "schema": SCHEMA,
        "tournament": tournament_facts(rated.tournament),
        "time_control": basis.time_control,
        "on": iso(basis.start),
        "rules": basis.rules.name,
        "article": basis.rules.article,
        "figures": "ranking" if rated.by_ranking else "games",
        "players": [_player(player, words) for player in rated.players],
        "checks": [line for check in checks for line in check_lines(check)],
        "notes": of_notes(notes, words),
    }


def printed_checks(rated: RatedEvent) -> list[FactCheck]:
    """Return the comparisons with the site's ranking, one for each of its columns."""
    compared: defaultdict[str, int] = defaultdict(int)
    wrong: defaultdict[str, list[Contradiction]] = defaultdict(list)
    for player in rated.players:
        for check in player.checks:
            compared[check.kind] += 1
            if not check.ok:
                who = str(player.number) if player.number > 0 else player.card.player.name or ""
                wrong[check.kind].append(
                    Contradiction(who, None, plain(check.ours), plain(check.site))
                )
    return [FactCheck(kind, count, tuple(wrong[kind])) for kind, count in compared.items()]


def _player(rated: RatedPlayer, words: Words) -> Document:
    player, card, row, total = rated.card.player, rated.card, rated.row, rated.fide
    return {
        "start_number": listed(rated.number),
        "rank": card.rank,
        "name": player.name,
        "title": player.title,
        "federation": player.federation,
        "fide_id": player.fide_id,
        "club": player.club,
        "team": row.team,
        "group": row.group,
        "type": row.type,
        "rating": player.rating,
        "fide": player.fide,
        "national": player.national,
        "points": None if card.points is None else plain(card.points),
        "old_rating": rated.basis.own_fide or None,
        "games": None if total is None else total.games,
        "score": None if total is None else plain(total.score),
        "expected": None if total is None else fixed(total.expected),
        **_k(rated, words),
        "change": None if total is None else fixed(total.change),
        "rounded": None if total is None else total.rounded,
        "new_rating": None if total is None else total.new_rating,
        "performance": rated.performance,
        "published": _published(rated.printed),
        "disagrees": [check.kind for check in rated.checks if not check.ok],
        "ukd": None if rated.ukd is None else _ukd(rated, rated.ukd),
        "notes": [note.code for note in own_notes(rated)],
    }


def _k(rated: RatedPlayer, words: Words) -> Document:
    if rated.k is None:
        return {
            "k": None,
            "k_source": None,
            "k_reason": None,
            "k_before_limit": None,
            "k_candidates": [],
        }
    k = rated.k.value if rated.fide is None else rated.fide.k
    return {"k": k, **k_facts(rated.k, rated.k_candidates, words)}


def _published(printed: Entry | None) -> Document | None:
    """Return what the ranking prints; None where it prints none of it."""
    if printed is None or (printed.k, printed.change, printed.expected) == (None, None, None):
        return None
    return {
        "k": printed.k,
        "change": None if printed.change is None else fixed(printed.change),
        "expected": None if printed.expected is None else fixed(printed.expected),
        "games": printed.games,
        "score": None if printed.score is None else plain(printed.score),
        "performance": printed.performance or None,
    }


def _ukd(rated: RatedPlayer, total: ukd.UkdTotal) -> Document:
    control = rated.basis.time_control
    return {**ukd_facts(total, control), "is_turkish": rated.basis.is_turkish}
