"""The possible games of the next round, each with what win, draw and loss would do."""

from dataclasses import dataclass

from pairing.predict import Chance, Prediction
from rating.card import RatedCard, next_against
from rating.whatif import NextGame
from scraper.event import EventFacts
from scraper.model import Opponent, Player, Source


@dataclass(frozen=True, slots=True)
class PossibleGame:
    """A possible opponent with his game; `game` is None for the bye."""

    chance: Chance
    game: NextGame | None


@dataclass(frozen=True, slots=True)
class PredictedRound:
    """A prediction with its games, in the order of its chances."""

    prediction: Prediction
    games: tuple[PossibleGame, ...]


def predicted_round(rated: RatedCard, event: EventFacts, prediction: Prediction) -> PredictedRound:
    """Rate a game against each possible opponent, with the ratings of the starting rank."""
    return PredictedRound(
        prediction,
        tuple(
            PossibleGame(
                chance,
                None
                if chance.opponent is None
                else next_against(rated, opponent_of(event.players[chance.opponent])),
            )
            for chance in prediction.chances
        ),
    )


def opponent_of(player: Player) -> Opponent:
    """Return a player of a list as somebody's opponent."""
    return Opponent(
        start_number=player.start_number,
        name=player.name,
        title=player.title,
        federation=player.federation,
        club=player.club,
        rating=player.rating,
        fide=player.fide,
        national=player.national,
        fide_source=None if player.fide is None else Source.STARTING_RANK,
        national_source=None if player.national is None else Source.STARTING_RANK,
        fide_id=player.fide_id,
    )
