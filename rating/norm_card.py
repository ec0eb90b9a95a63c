"""A rated card, or games by hand -> norms, titles by rating, and what must be known of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rating.assumptions import Note, opponent_fide
from rating.card import ROUND_ROBIN, RatedCard, RatedRound
from rating.game import NotCounted, RatedGame, Reason
from rating.norm_facts import Form, Norm, NormEvent, NormGame, State
from rating.norm_rules import RULES, NormTitle
from rating.norms import FEDERATIONS, MOST_CHOICES, norm
from rating.titles import TitleRating, is_womans, title_ratings, titles_above
from scraper.model import Kind, Round
from scraper.time_control import TimeControl

# How the site names an event whose pairings are drawn up before it, in English and in Turkish.
_ROUND_ROBINS = (ROUND_ROBIN, "Doner turnuva", "Döner turnuva")
# Notes on a class that no page tells.
_ASSUMED_CLASS = ("time_unknown", "time_from_name")
_GRANTED = (Kind.FORFEIT_WIN, Kind.BYE)


@dataclass(frozen=True, slots=True)
class Norms:
    """A player's norms in one event, and how his rating stands to those of titles.

    `games` are all that are played or paired. `rated` is the card that they are from, None for
    games by hand, which tell no rating. `held` is the title that the player has.
    """

    federation: str | None
    held: str | None
    games: tuple[NormGame, ...]
    event: NormEvent
    norms: tuple[Norm, ...]
    titles: tuple[TitleRating, ...]
    notes: tuple[Note, ...]
    rated: RatedCard | None = None


def norms_of_card(
    rated: RatedCard,
    titles: Sequence[NormTitle] = (),
    form: Form | None = None,
    exempt: bool | None = None,
    rounds: int | None = None,
) -> Norms:
    """Judge the norms of a card: those of `titles`, or all above the title that the player has.

    Women's titles are among them for whom the page calls a woman, by her title or sex. `form`,
    `exempt` (from the federations, 1.4.3 a-d) and `rounds` stand above what the page tells.
    """
    player = rated.card.player
    is_woman = (
        is_womans(player.title)
        or any(is_womans(title) for title in titles)
        or (player.sex or "").lower() in ("w", "f")
    )
    above = titles_above(player.title, is_woman)
    games = games_of(rated)
    found = norms_by_hand(
        games,
        event_of(rated, form, exempt, rounds),
        player.federation,
        titles or tuple(title for title in NormTitle if title in above),
        player.title,
    )
    unrated = sum(not one.rated for one in rated.card.rounds)
    notes = [*found.notes, Note("norm_left_out", {"count": unrated})] if unrated else found.notes
    vague = Note("fide_from_rtg")
    if any(one.from_rtg for one in games) and vague not in rated.notes:
        notes = [*notes, vague]
    ratings = title_ratings_of(rated, above)
    if ratings:
        notes = [*notes, Note("title_rating")]
    return replace(found, titles=ratings, notes=tuple(notes), rated=rated)


def norms_by_hand(
    games: Sequence[NormGame],
    event: NormEvent,
    federation: str | None,
    titles: Sequence[NormTitle],
    held: str | None = None,
) -> Norms:
    """Judge the norms of games that are given in the order of the rounds."""
    norms = tuple(norm(title, games, event, federation) for title in titles)
    notes = tuple(_notes(norms, games, event, federation))
    return Norms(federation, held, tuple(games), event, norms, (), notes)


def games_of(rated: RatedCard) -> list[NormGame]:
    """Return the games over the board, and those that are paired and to come, by round.

    The column Rtg counts as FIDE's without doubt where the page's own figures confirm it.
    """
    confirmed = bool(rated.basis.own_fide) and not any(
        note.code == "fide_from_rtg" for note in rated.notes
    )
    return [
        _game(row, confirmed)
        for row in rated.rounds
        if row.played.opponent is not None
        and row.played.rated
        and (
            row.played.kind is Kind.PENDING
            or (row.played.kind is Kind.GAME and row.played.score is not None)
        )
    ]


def event_of(
    rated: RatedCard,
    form: Form | None = None,
    exempt: bool | None = None,
    rounds: int | None = None,
) -> NormEvent:
    """Return what the pages tell of the event; rounds that are not published yet are to come."""
    card, tournament = rated.card, rated.tournament
    rounds = rounds or tournament.rounds
    without_opponent = sum(one.kind is Kind.PENDING and one.opponent is None for one in card.rounds)
    last = max((one.round for one in card.rounds), default=0)
    return NormEvent(
        start=rated.basis.start,
        rounds=rounds,
        unpaired=max(0, (rounds or 0) - last) + without_opponent,
        granted=sum(one.kind in _GRANTED for one in card.rounds),
        form=form or _form(tournament.type, card.rounds),
        time_control=rated.basis.time_control,
        assumed=any(note.code in _ASSUMED_CLASS for note in rated.basis.notes),
        rated=tournament.rated_fide,
        exempt=exempt,
    )


def _game(row: RatedRound, confirmed: bool) -> NormGame:
    played = row.played
    opponent = played.opponent
    if opponent is None:
        raise ValueError(played)
    # The card can show that a rating in its column Rtg is not FIDE's.
    is_unrated = isinstance(row.fide, NotCounted) and row.fide.reason is Reason.UNRATED
    return NormGame(
        rating=0 if is_unrated else opponent_fide(opponent),
        title=opponent.title,
        federation=opponent.federation,
        score=played.score if played.kind is Kind.GAME else None,
        round=played.round,
        name=opponent.name,
        from_rtg=not confirmed
        and not is_unrated
        and opponent.fide is None
        and bool(opponent.rating),
    )


def _form(kind: str | None, rounds: Sequence[Round]) -> Form | None:
    """Tell a round robin by the type of the event, a double one by an opponent met twice."""
    if kind is None or not kind.startswith(_ROUND_ROBINS) or "team" in kind.lower():
        return None
    met = Counter((one.opponent.start_number, one.opponent.name) for one in rounds if one.opponent)
    is_double = any(count > 1 for count in met.values())
    return Form.DOUBLE_ROUND_ROBIN if is_double else Form.ROUND_ROBIN


def title_ratings_of(rated: RatedCard, titles: Sequence[str]) -> tuple[TitleRating, ...]:
    """Compare the rating with those of titles, after each round; only standard counts (0.5)."""
    own = rated.basis.own_fide
    if not own or rated.basis.time_control is not TimeControl.STANDARD:
        return ()
    changes = [
        (row.played.round, row.fide.change)
        for row in rated.rounds
        if isinstance(row.fide, RatedGame)
    ]
    if rated.tournament.rated_fide is False:
        changes = []
    return title_ratings(own, changes, rated.basis.start, titles)


def _notes(
    norms: Sequence[Norm], games: Sequence[NormGame], event: NormEvent, federation: str | None
) -> Iterator[Note]:
    """Say what of the event, the games and the rules is not known, or shuts a norm out."""
    if event.time_control is not TimeControl.STANDARD:
        yield Note("norm_not_standard")
        return
    if event.rated is False:
        yield Note("norm_not_rated")
        return
    if not norms:
        return
    yield Note("norm_ask")
    rules = norms[0].rules
    if not rules.known:
        known = next(one.since for one in RULES if one.known)
        yield Note("norm_rules_unknown", {"day": known})
        if unrated := sum(one.rating == 0 and one.score is not None for one in games):
            yield Note("norm_unrated_unknown", {"count": unrated})
        return
    if event.rounds is None:
        yield Note("norm_rounds_unknown")
    open_federations = any(
        one.state is State.UNKNOWN for norm in norms for one in norm.conditions
        if one.code in FEDERATIONS
    )  # fmt: skip
    if event.exempt is None and open_federations:
        yield Note("norm_exempt")
    if federation is None and not event.exempt:
        yield Note("norm_federation_missing")
    unknown = sum(one.federation is None for one in games)
    if unknown and not event.exempt:
        yield Note("norm_federations_unknown", {"count": unknown})
    unknown = sum(one.rating is None for one in games)
    if unknown:
        yield Note("norm_ratings_unknown", {"count": unknown})
    if not all(norm.all_tried for norm in norms):
        yield Note("norm_not_all_tried", {"count": MOST_CHOICES})
