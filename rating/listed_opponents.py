"""Opponents whose rating the page lacks, and the rating lists have.

A page stands above a list, and a list above the column Rtg, which does not say whose rating it is.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from rating.assumptions import Note, opponent_fide, opponent_national
from rating.listed import Listed, ListedNational
from scraper.model import Kind, Opponent, PlayerCard, Source, TimeControl


def with_listed_opponents(
    card: PlayerCard,
    fide: Mapping[int, Listed],
    national: Mapping[int, ListedNational],
    time_control: TimeControl,
    start: date,
) -> tuple[PlayerCard, tuple[Note, ...]]:
    """Give the opponents the ratings that the page lacks, by FIDE id, and say how many.

    Only the lists in force on the first day count. An opponent unrated in rapid or blitz plays with
    the standard rating (rapid and blitz, 7.2.1).
    """
    rounds = []
    found: list[Opponent] = []
    for played in card.rounds:
        opponent = played.opponent
        if opponent is not None and opponent.fide_id:
            opponent = listed_opponent(opponent, fide, national, time_control, start)
            found.append(opponent)
        rounds.append(replace(played, opponent=opponent))
    month = f"{start:%Y-%m}"
    notes: list[Note] = []
    if count := sum(one.fide_source is Source.LIST for one in found):
        notes.append(Note("opponents_listed", {"count": count, "month": month}))
    if count := sum(one.fide_source is Source.STANDARD_LIST for one in found):
        notes.append(Note("opponents_standard", {"count": count, "month": month}))
    if count := sum(one.national_source is Source.LIST for one in found):
        notes.append(Note("opponents_national_listed", {"count": count, "month": month}))
    return replace(card, rounds=tuple(rounds)), tuple(notes)


def unasked(card: PlayerCard, *, fide: bool, national: bool) -> int:
    """Count the opponents without FIDE id who lack a rating of a system that a list could add."""
    met = [one.opponent for one in card.rounds if one.kind in (Kind.GAME, Kind.PENDING)]
    return sum(
        (fide and not opponent_fide(one)) or (national and not opponent_national(one))
        for one in met
        if one is not None and not one.fide_id
    )


def listed_opponent(
    opponent: Opponent,
    fide: Mapping[int, Listed],
    national: Mapping[int, ListedNational],
    time_control: TimeControl,
    start: date,
) -> Opponent:
    """Give one opponent the ratings that the page lacks, by FIDE id."""
    listed = fide.get(opponent.fide_id or 0)
    if listed is not None and listed.is_of(start):
        opponent = _with_fide(opponent, listed, time_control)
    other = national.get(opponent.fide_id or 0)
    if other is not None and other.is_of(start):
        opponent = _with_national(opponent, other)
    return opponent


def _with_fide(opponent: Opponent, listed: Listed, time_control: TimeControl) -> Opponent:
    if opponent.fide:
        return opponent
    if listed.rating is not None:
        return replace(opponent, fide=listed.rating, fide_source=Source.LIST)
    is_unrated = listed.has_class or opponent.fide == 0 or opponent.rating == 0
    if is_unrated and listed.stands_in(time_control):
        return replace(opponent, fide=listed.standard, fide_source=Source.STANDARD_LIST)
    return opponent


def _with_national(opponent: Opponent, listed: ListedNational) -> Opponent:
    if opponent.national or listed.rating is None:
        return opponent
    return replace(opponent, national=listed.rating, national_source=Source.LIST)
