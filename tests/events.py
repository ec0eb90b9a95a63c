"""Short ways to build the facts of invented events, for the tests of the pairing room."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from pairing.engine import Pair
from pairing.position import pairs_of
from scraper.event import EventFacts, Seat
from scraper.model import Colour, Kind, Player, TimeControl, Tournament
from scraper.readings import Crosstable, Entry, Listing, Result

TOURNAMENT = Tournament(
    id=9000002,
    name="Invented Swiss",
    time_control=TimeControl.STANDARD,
    start=date(2026, 5, 1),
    end=date(2026, 5, 3),
    rounds=5,
    federation="TUR",
    type="Swiss-System",
    rated_fide=True,
    rated_national=True,
)
_ALONE = {
    "bye": Seat(Kind.BYE, Decimal(1)),
    "half": Seat(Kind.HALF_BYE, Decimal("0.5")),
    "out": Seat(Kind.NOT_PAIRED, Decimal(0)),
}
_RESULTS: Mapping[str, tuple[Kind, str | None, str | None]] = {
    "1-0": (Kind.GAME, "1", "0"),
    "0-1": (Kind.GAME, "0", "1"),
    "½-½": (Kind.GAME, "0.5", "0.5"),
    "+--": (Kind.FORFEIT_WIN, "1", "0"),
    "--+": (Kind.FORFEIT_LOSS, "0", "1"),
    "---": (Kind.DOUBLE_FORFEIT, "0", "0"),
    "?": (Kind.PENDING, None, None),
}


def event(players: int | Sequence[Player], *rounds: str, **facts: object) -> EventFacts:
    """Build an event from rounds such as "1:4 1-0; 5:2 ?; 3 bye; 6 half; 7 out".

    `facts` replace facts of the tournament.
    """
    if isinstance(players, int):
        players = [
            Player(number, f"Örnek, Oyuncu{number}", federation="TUR", rating=2200 - 20 * number)
            for number in range(1, players + 1)
        ]
    return EventFacts(
        replace(TOURNAMENT, **facts),  # type: ignore[arg-type]
        {one.start_number or 0: one for one in players},
        {number: _seats(text) for number, text in enumerate(rounds, 1)},
    )


def _seats(text: str) -> dict[int, Seat]:
    found: dict[int, Seat] = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        who, what = part.split()
        if what in _ALONE:
            found[int(who)] = _ALONE[what]
            continue
        white, black = map(int, who.split(":"))
        kind, own, other = _RESULTS[what]
        found[white] = _seat(kind, own, Colour.WHITE, black)
        found[black] = _seat(kind.mirrored, other, Colour.BLACK, white)
    return found


def _seat(kind: Kind, score: str | None, colour: Colour, opponent: int) -> Seat:
    return Seat(kind, None if score is None else Decimal(score), None, colour, opponent)


def table_of(facts: EventFacts) -> Crosstable:
    """Return the crosstable by starting rank that such an event is read from."""
    rounds = tuple(sorted(facts.seats))
    return Crosstable(
        Listing(("start_number", "name"), tuple(Entry(start_number=n) for n in facts.players)),
        "start_number",
        rounds,
        tuple(
            tuple(
                None
                if (seat := facts.seats[number].get(one)) is None
                else Result(seat.opponent, seat.colour, seat.kind, seat.score)
                for number in rounds
            )
            for one in facts.players
        ),
    )


@dataclass(frozen=True)
class Neighbours:
    """An engine that pairs whoever plays in the order of points and start numbers, two by two."""

    name: str = "neighbours 1"

    def pair(self, trf: str) -> tuple[Pair, ...]:
        """Pair by the points and numbers that the TRF prints; the last one may get the bye."""
        lines = [line for line in trf.splitlines() if line.startswith("001")]
        shortest = min(map(len, lines))
        playing = sorted(
            (-Decimal(line[80:84]), int(line[4:8])) for line in lines if len(line) == shortest
        )
        numbers = [number for _, number in playing]
        pairs = [Pair(*two) for two in zip(numbers[::2], numbers[1::2], strict=False)]
        return (*pairs, Pair(numbers[-1], None)) if len(numbers) % 2 else tuple(pairs)


def boards_alike(
    facts: EventFacts, number: int, pair: Callable[[str], Sequence[Pair]], trf: str
) -> tuple[int, int]:
    """Return how many boards of a round an engine gives as in the event, and how many there are."""
    true = pairs_of(facts, number)
    found = dict(pair(trf))
    return sum(found.get(white, 0) == black for white, black in true.items()), len(true)
