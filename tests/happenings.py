"""Happenings of every kind around an invented player, for the tests of what is told."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from live.model import FactKind, Follow, Happening, Place
from rating.card import RatedCard, rate_card
from scraper.event import Seat
from scraper.model import Colour, Kind, Opponent, Player, Round, TimeControl
from tests.cards import EVENT, TODAY, card, opponent, played

AT = datetime(2026, 5, 2, 11, 32, tzinfo=UTC)
FOLLOW = Follow(event=9000001, start_number=3, name="Tuğluk, Ece", fide_id=990000003, id=1)
RIVAL = Player(7, "Yelkovan, Bora", title="FM", federation="TUR", fide=2105, national=2050)
OTHER = Player(9, "Zerdegülü, Ada", federation="TUR", rating=1604, fide=0, national=1604)
OPEN = Seat(Kind.PENDING, None, 3, Colour.WHITE, 7)
DRAWN = Seat(Kind.GAME, Decimal("0.5"), 3, Colour.WHITE, 7)
ABSENT = Seat(Kind.NOT_PAIRED, Decimal(0))
HALF_FREE = Seat(Kind.NOT_PAIRED, Decimal("0.5"))
BYE = Seat(Kind.BYE, Decimal(1))


def opponent_of(player: Player) -> Opponent:
    """Give a player of the list as an opponent of a card."""
    return Opponent(
        start_number=player.start_number,
        name=player.name,
        title=player.title,
        federation=player.federation,
        rating=player.rating,
        fide=player.fide,
        national=player.national,
    )


def rounds_so_far(last: Round | None = None) -> list[Round]:
    """Give a won and a lost round, and a third one."""
    third = [] if last is None else [last]
    return [played(1, opponent(1700, 1650), "1"), played(2, opponent(1900, 0), "0"), *third]


def rated_so_far(last: Round | None = None, k: int | None = None, **facts: object) -> RatedCard:
    """Rate two rounds and a third one."""
    found = card(rounds_so_far(last), **facts)  # type: ignore[arg-type]
    return rate_card(found, EVENT, TODAY)


PENDING = replace(played(3, opponent_of(RIVAL), None, Kind.PENDING), board=3, colour=Colour.WHITE)
DREW = replace(PENDING, kind=Kind.GAME, score=Decimal("0.5"))
NEXT = replace(PENDING, round=4, opponent=opponent_of(OTHER), colour=Colour.BLACK, board=12)


def happening(kind: FactKind, **facts: object) -> Happening:
    """Give a happening of round 3 with facts of its own."""
    known: dict[str, object] = {
        "key": f"9000001:3:{kind}:3:0",
        "kind": kind,
        "follow": FOLLOW,
        "tournament": replace(EVENT, last_update=datetime(2026, 5, 2, 13, 30)),  # noqa: DTZ001
        "at": AT,
        "round": 3,
        "rated": rated_so_far(DREW),
    }
    return Happening(**(known | facts))  # type: ignore[arg-type]


def examples() -> dict[str, Happening]:
    """Give one happening a form that a message can take, by a name for it."""
    paired = rated_so_far(PENDING)
    return {
        "pairing": happening(FactKind.PAIRING, seat=OPEN, opponent=RIVAL, rated=paired),
        "pairing, no ratings": happening(
            FactKind.PAIRING, seat=OPEN, opponent=RIVAL,
            rated=rated_so_far(PENDING, fide=None, national=0),
        ),
        "pairing, foreign": happening(
            FactKind.PAIRING, seat=OPEN, opponent=RIVAL,
            rated=rate_card(card(rounds_so_far(PENDING), federation="GER"),
                            replace(EVENT, federation="GER"), TODAY),
        ),
        "pairing, before is open": happening(
            FactKind.PAIRING, round=4, opponent=OTHER,
            seat=Seat(Kind.PENDING, None, 12, Colour.BLACK, 9),
            rated=rate_card(card([*rounds_so_far(PENDING), NEXT]), EVENT, TODAY),
        ),
        "bye": happening(FactKind.PAIRING, seat=BYE, rated=rated_so_far(
            Round(3, Kind.BYE, Decimal(1)))),
        "pairing_changed": happening(
            FactKind.PAIRING_CHANGED, seat=OPEN, opponent=RIVAL, rated=paired,
            before=Seat(Kind.PENDING, None, 12, Colour.BLACK, 9), opponent_before=OTHER,
        ),
        "pairing_withdrawn": happening(
            FactKind.PAIRING_WITHDRAWN, before=OPEN, opponent_before=RIVAL, rated=rated_so_far()
        ),
        "not_paired, absent": happening(FactKind.NOT_PAIRED, seat=ABSENT, rated=rated_so_far(
            Round(3, Kind.NOT_PAIRED, Decimal(0)))),
        "not_paired, half": happening(FactKind.NOT_PAIRED, seat=HALF_FREE, rated=rated_so_far(
            Round(3, Kind.NOT_PAIRED, Decimal("0.5")))),
        "result": happening(FactKind.RESULT, seat=DRAWN, opponent=RIVAL),
        "result, next known": happening(
            FactKind.RESULT, seat=DRAWN, opponent=RIVAL,
            rated=rate_card(card([*rounds_so_far(DREW), NEXT]), EVENT, TODAY),
        ),
        "result, forfeit": happening(
            FactKind.RESULT, seat=DRAWN._replace(kind=Kind.FORFEIT_WIN, score=Decimal(1)),
            opponent=RIVAL,
            rated=rated_so_far(replace(DREW, kind=Kind.FORFEIT_WIN, score=Decimal(1))),
        ),
        "result_corrected": happening(
            FactKind.RESULT_CORRECTED, seat=DRAWN, opponent=RIVAL,
            before=DRAWN._replace(score=Decimal(1)), opponent_before=RIVAL,
        ),
        "result_corrected, open": happening(
            FactKind.RESULT_CORRECTED, seat=OPEN, opponent=RIVAL, before=DRAWN,
            opponent_before=RIVAL, rated=paired,
        ),
        "rating_corrected, own": happening(
            FactKind.RATING_CORRECTED, subject=Player(3, "Tuğluk, Ece", fide=1800, national=1700),
            subject_before=Player(3, "Tuğluk, Ece", fide=1790, national=1700), rated=paired,
        ),
        "rating_corrected, opponent": happening(
            FactKind.RATING_CORRECTED, subject=RIVAL, subject_before=replace(RIVAL, fide=0),
            rated=paired,
        ),
        "round_finished": happening(FactKind.ROUND_FINISHED, place=Place(12, 3)),
        "round_finished, lagging": happening(FactKind.ROUND_FINISHED, place=None),
        "renumbered": happening(FactKind.RENUMBERED, round=None, number_before=12),
        "withdrawn": happening(FactKind.WITHDRAWN, round=None, rated=None),
        "event_finished": happening(FactKind.EVENT_FINISHED, place=Place(4, 5)),
        "event_incomplete": happening(FactKind.EVENT_INCOMPLETE, round=None),
        "event_missing": happening(FactKind.EVENT_MISSING, round=None, rated=None),
        "time control from the name": happening(
            FactKind.ROUND_FINISHED, place=Place(12, 3),
            rated=rate_card(card(rounds_so_far(DREW)), replace(
                EVENT, time_control=None, named_time_control=TimeControl.RAPID,
                rated_fide=False, rated_national=False), TODAY),
        ),
    }  # fmt: skip
