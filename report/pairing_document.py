"""The JSON of a round that is predicted; see docs/json.md."""

from pairing.games import PossibleGame, PredictedRound
from rating.card import RatedCard
from report.document import Document, next_facts, of_card, share
from report.words import Words


def of_predicted_round(rated: RatedCard, predicted: PredictedRound, words: Words) -> Document:
    """Return the document of the card, with the prediction beside it."""
    found = predicted.prediction
    replay = found.replay
    return of_card(rated, words) | {
        "prediction": {
            "round": found.round,
            "engine": found.engine,
            "simulations": found.simulations,
            "planned": found.planned,
            "exhaustive": found.exhaustive,
            "seed": found.seed,
            "margin": None if found.margin is None else str(found.margin),
            "open_games": found.open_games,
            "doubtful_players": found.doubtful,
            "replay": None
            if replay is None
            else {"round": replay.round, "boards": replay.boards, "same": replay.same},
            "opponents": [_possible(one) for one in predicted.games],
        }
    }


def _possible(one: PossibleGame) -> Document:
    chance = one.chance
    of_game: Document = dict.fromkeys(("opponent", "fide", "ukd"))
    if one.game is not None:
        facts = next_facts(one.game)
        of_game = {name: facts[name] for name in of_game}
    return {
        "probability": None if chance.probability is None else str(share(chance.probability)),
        "colour": chance.colour,
        "bye": chance.opponent is None,
        **of_game,
    }
