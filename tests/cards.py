"""Short ways to build cards and games by hand, for the tests of the rating room."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from rating.card import RatedCard, rate_card
from rating.game import Game, GameResult, NotCounted, RatedGame
from scraper.model import (
    Colour,
    Kind,
    Opponent,
    Player,
    PlayerCard,
    Published,
    Round,
    Source,
    TimeControl,
    Tournament,
)

TODAY = date(2026, 6, 1)
EVENT = Tournament(
    id=9000001,
    name="Invented Open",
    time_control=TimeControl.STANDARD,
    start=date(2026, 5, 1),
    end=date(2026, 5, 3),
    rounds=5,
    rated_fide=True,
    rated_national=True,
    federation="TUR",
)


def game(opponent: int | None, score: str) -> Game:
    """Build a game from a rating (None or 0: unrated) and a score as text."""
    return Game(opponent or None, Decimal(score))


def change_of(result: GameResult) -> Decimal | None:
    """Return the change of a game, None where it does not count."""
    return result.change if isinstance(result, RatedGame) else None


def reason_of(result: GameResult) -> str | None:
    """Return the reason of a game that does not count, None where it does."""
    return result.reason if isinstance(result, NotCounted) else None


def opponent(fide: int | None, national: int | None = 0, rating: int | None = None) -> Opponent:
    """Build an opponent whose ratings stand on the card."""
    return Opponent(
        start_number=7,
        name="Yelkovan, Bora",
        federation="TUR",
        rating=rating,
        fide=fide,
        national=national,
        fide_source=None if fide is None else Source.CARD,
        national_source=None if national is None else Source.CARD,
    )


def played(
    number: int,
    against: Opponent | None,
    score: str | None,
    kind: Kind = Kind.GAME,
    published: Published | None = None,
) -> Round:
    """Build a round."""
    return Round(
        round=number,
        kind=kind,
        score=None if score is None else Decimal(score),
        colour=Colour.WHITE,
        opponent=against,
        published=published,
    )


def card(
    rounds: Sequence[Round],
    fide: int | None = 1800,
    national: int | None = 1700,
    **facts: object,
) -> PlayerCard:
    """Build a card of an invented adult; `facts` replace facts of the player."""
    own: dict[str, object] = {
        "start_number": 3,
        "name": "Tuğluk, Ece",
        "federation": "TUR",
        "birth_year": 1990,
        "fide": fide,
        "national": national,
    }
    return PlayerCard(player=Player(**(own | facts)), rounds=tuple(rounds))  # type: ignore[arg-type]


def rated(
    rounds: Sequence[Round], fide: int | None = 1800, national: int | None = 1700
) -> RatedCard:
    """Rate a card built from rounds in the invented event."""
    return rate_card(card(rounds, fide, national), EVENT, TODAY)


def codes(result: RatedCard) -> set[str]:
    """Return the codes of the notes."""
    return {note.code for note in result.notes}
