"""The JSON of what is followed, and of how an event went; see docs/json.md."""

from collections.abc import Sequence

from live.model import Follow
from live.view import Following, ListedChannel, ListedEvent, ListedPlayer, Moment, Trouble
from rating.assumptions import Note
from report.document import SCHEMA, Document, iso, listed, of_notes, plain, tournament_facts, utc
from report.facts import place_facts, standing_of
from report.refusals import sentence_of
from report.words import Words
from scraper.model import Tournament


def of_follows(following: Following, words: Words) -> Document:
    """Return the document of `follow --list`."""
    return {
        "schema": SCHEMA,
        "events": [_event(event, words) for event in following.events],
        "notices": following.notices._asdict(),
        "holder": following.holder,
        "notes": [],
    }


def of_history(
    follow: Follow,
    tournament: Tournament,
    moments: Sequence[Moment],
    notes: tuple[Note, ...],
    words: Words,
) -> Document:
    """Return the document of `history`."""
    return {
        "schema": SCHEMA,
        "tournament": tournament_facts(tournament),
        "player": _player(follow),
        "moments": [_moment(moment) for moment in moments],
        "notes": of_notes(notes, words),
    }


def _event(event: ListedEvent, words: Words) -> Document:
    return {
        "id": event.id,
        "name": event.name,
        "phase": event.phase,
        "next_look": utc(event.next_look),
        "as_of": utc(event.as_of),
        "trouble": _trouble(event.trouble, words),
        "trouble_since": utc(event.trouble_since),
        "players": [_listed(player, words) for player in event.players],
    }


def _listed(player: ListedPlayer, words: Words) -> Document:
    return _player(player.follow) | {
        "k": player.follow.k_by_hand,
        "channels": [_channel(channel, words) for channel in player.channels],
    }


def _channel(channel: ListedChannel, words: Words) -> Document:
    return channel._asdict() | {"trouble": _trouble(channel.trouble, words)}


def _player(follow: Follow) -> Document:
    return {
        "start_number": listed(follow.start_number),
        "name": follow.name,
        "fide_id": follow.fide_id,
    }


def _trouble(trouble: Trouble | None, words: Words) -> Document | None:
    if trouble is None:
        return None
    code, facts = trouble
    return {"code": code, "text": sentence_of(code, facts, words)}


def _moment(moment: Moment) -> Document:
    standing = standing_of(moment.rated)
    return {
        "at": utc(moment.at),
        "last_update": iso(moment.last_update),
        "round": moment.round,
        "what": list(moment.what),
        "points": plain(moment.points),
        "place": place_facts(moment.place),
        "fide": standing["fide"],
        "ukd": standing["ukd"],
    }
