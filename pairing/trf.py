"""The position before a round as TRF, which engines and arbiters' programs read.

The layout is FIDE's Tournament Report File of 2016 (TRF16, Handbook C.04.A annex 2) with the lines
of JaVaFo that pairing engines need: XXR (rounds) and XXC (colour of round 1). UTF-8, LF.
"""

from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal

from pairing.position import OpenGame, Position, points_of
from scraper.event import Seat
from scraper.model import Colour, Kind, Player

ABSENT = "0000 - Z"
_LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b", None: "-"}
_SCORES = {Decimal(1): "1", Decimal("0.5"): "=", Decimal(0): "0"}
_NOT_RATED = {"1": "W", "=": "D", "0": "L"}
_FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.DOUBLE_FORFEIT: "-"}
_ALONE = {Kind.BYE: "0000 - U", Kind.HALF_BYE: "0000 - H"}
_TITLES = frozenset({"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"})
_NAME_LENGTH = 33
_HALF = Decimal("0.5")


class TrfWriter:
    """Writes a position as TRF, as often as its open games are played out anew."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._frame = _frame(position)
        known = position.event.players
        # Engines want every number: one that nobody has is an absent player without a name.
        self._numbers = range(1, max(position.numbers, default=0) + 1)
        self._heads = {one: _head(one, known.get(one)) for one in self._numbers}
        self._points = {one: _points(position, one) for one in self._numbers}
        self._cells = {one: _cells(position, one) for one in self._numbers}

    def text(
        self, results: Mapping[OpenGame, Decimal] | None = None, present: Collection[int] = ()
    ) -> str:
        """Return the TRF; `results` are White's scores in open games, `present` absentees who play.

        An open game without a score has a blank result, which engines refuse.
        """
        points, changed = dict(self._points), {one: list(c) for one, c in self._cells.items()}
        for game, score in (results or {}).items():
            for one, own in ((game.white, score), (game.black, 1 - score)):
                points[one] += own
                changed[one][game.round - 1] = changed[one][game.round - 1][:-1] + _SCORES[own]
        for one in present:
            del changed[one][len(self._position.seats) :]
        order = sorted(self._numbers, key=lambda one: (-points[one], one))
        ranks = {one: rank for rank, one in enumerate(order, 1)}
        lines = [
            f"{self._heads[one]} {points[one]:>4.1f} {ranks[one]:>4}  {'  '.join(changed[one])}"
            for one in self._numbers
        ]
        return "\n".join([*self._frame, *(line.rstrip() for line in lines)]) + "\n"


def _frame(position: Position) -> list[str]:
    tournament = position.event.tournament
    rated = sum(bool(one.fide or one.rating) for one in position.event.players.values())
    facts = {
        "012": tournament.name,
        "032": tournament.federation,
        "042": _day(tournament.start),
        "052": _day(tournament.end),
        "062": str(len(position.numbers)),
        "072": str(rated),
        "092": "Individual: Swiss-System (Dutch)",
    }
    lines = [f"{code} {_clean(value)}" for code, value in facts.items() if value]
    rounds = tournament.rounds or position.round
    first = "white1" if position.first_colour is Colour.WHITE else "black1"
    return [*lines, f"XXR {rounds}", f"XXC {first}"]


def _head(number: int, player: Player | None) -> str:
    """Return columns 1 to 79 of a player's line."""
    known = player or Player(number, None)
    title = known.title if known.title in _TITLES else ""
    sex = "w" if known.sex in ("w", "f") else ""
    name = _clean(known.name or "")[:_NAME_LENGTH]
    rating = known.fide or known.rating or ""
    federation = (known.federation or "")[:3]
    born = f"{known.birth_year}/00/00" if known.birth_year else ""
    return (
        f"001 {number:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {federation:3} "
        f"{known.fide_id or '':>11} {born:10}"
    )


def _cells(position: Position, number: int) -> list[str]:
    cells = [_cell(of_round.get(number)) for of_round in position.seats]
    if number not in position.event.players:
        return [*cells, ABSENT]
    kind = position.absent.get(number)
    return cells if kind is None else [*cells, _ALONE.get(kind, ABSENT)]


def _cell(seat: Seat | None) -> str:
    if seat is None or seat.opponent is None:
        return ABSENT if seat is None else _ALONE.get(seat.kind, ABSENT)
    return f"{seat.opponent:>4} {_LETTERS[seat.colour]} {_result(seat)}"


def _result(seat: Seat) -> str:
    if seat.is_open:
        return " "
    if seat.kind in _FORFEITS:
        return _FORFEITS[seat.kind]
    found = _SCORES[points_of(seat)]
    return found if seat.rated else _NOT_RATED[found]


def _points(position: Position, number: int) -> Decimal:
    """Return the points, with those of a half-point bye in the round to come, as engines want."""
    coming = _HALF if position.absent.get(number) is Kind.HALF_BYE else Decimal(0)
    return position.points(number) + coming


def _day(day: date | None) -> str:
    return "" if day is None else f"{day:%Y/%m/%d}"


def _clean(text: str) -> str:
    """Return a text without what would break a line or a column."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
