"""Building events: players by rating, pairings of neighbours, round robins, team events."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from tests.standin.event import BoardGame, Event, Match, Player, Team
from tests.standin.schedule import results_of
from tests.standin.teams import team_event

# Invented surnames and first names; "Bye" and "Tur" are words of the pairings in other places.
SURNAMES = (
    "Karçınar", "Velmaris", "Öztunvar", "Brandhovel", "Işıltepek", "Dravoshin", "Şenbulakçı",
    "Marchetelli", "Ilgınsoyer", "van Oortwijl", "Søndervik-Aas", "Küllenbrand", "Жарковенин",
    "O'Tarrick", "Quintárez Bolo", "Çetrefgil", "Zerdegülü", "Bye", "Tur",
)  # fmt: skip
FIRST_NAMES = (
    "Ozan", "Mirel", "Şule", "Jonne", "İlknur", "Asen", "Ece", "Ugo", "Ada", "Rüzgar", "Лина", "",
)  # fmt: skip
FEDERATIONS = ("TUR", "ROU", "NED", "BUL", "ITA", "GER", "ESP")
_CLUBS = ("Çınarova Satranç Kulübü", "Gölbeyli Gençlik ve Spor", "Taşkıran Üniversitesi", "")
_DECISIVE = ("1-0", "0-1", "½-½")
_FORFEITS = ("+--", "--+", "---")
_START = date(2026, 4, 4)
BOARDS_SEARCHED = 12


def player_name(surname: str, first: str) -> str:
    """Give a name as the lists print it; one without a first name keeps its comma."""
    return f"{surname}, {first}" if first else f"{surname},"


def numbered(players: Sequence[Player]) -> tuple[Player, ...]:
    """Give players their start numbers: by rating, the unrated last."""
    ordered = sorted(players, key=lambda one: -max(one.fide, one.national))
    return tuple(
        Player(**{**vars(one), "start_number": place}) for place, one in enumerate(ordered, start=1)
    )


def pair_up(order: Sequence[int], met: Mapping[int, set[int]]) -> list[tuple[int, int]] | None:
    """Pair neighbours of an even line who have not met; None if that cannot be done.

    Small lines are searched to the end; in long ones the first try is good enough.
    """
    if not order:
        return []
    first, rest = order[0], order[1:]
    if len(order) > BOARDS_SEARCHED:
        return _pair_greedily(order, met)
    for place, other in enumerate(rest):
        if other not in met[first]:
            found = pair_up([*rest[:place], *rest[place + 1 :]], met)
            if found is not None:
                return [(first, other), *found]
    return None


def _pair_greedily(
    order: Sequence[int], met: Mapping[int, set[int]]
) -> list[tuple[int, int]] | None:
    waiting = list(reversed(order))
    pairs = []
    while len(waiting) > BOARDS_SEARCHED:
        first = waiting.pop()
        for place in range(len(waiting) - 1, -1, -1):
            if waiting[place] not in met[first]:
                pairs.append((first, waiting.pop(place)))
                break
        else:
            return None
    rest = pair_up(waiting[::-1], met)
    return None if rest is None else pairs + rest


class SwissPairing:
    """Who has met whom, with what points and colours, while rounds are added one by one."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.points = dict.fromkeys(numbers, 0.0)
        self.met: dict[int, set[int]] = {number: set() for number in numbers}
        self.whites = dict.fromkeys(numbers, 0)
        self.had_bye: set[int] = set()

    def next_round(self, present: Sequence[int]) -> tuple[list[tuple[int, int]], int | None] | None:
        """Pair those who are present, and give the one who is left over; None if impossible."""
        order = sorted(present, key=lambda number: (-self.points[number], number))
        spare: list[int | None] = [None]
        if len(order) % 2:
            spare = [one for one in reversed(order) if one not in self.had_bye]
        for bye in spare[:BOARDS_SEARCHED]:
            pairs = pair_up([one for one in order if one != bye], self.met)
            if pairs is not None:
                return [self._coloured(*pair) for pair in pairs], bye
        return None

    def _coloured(self, one: int, other: int) -> tuple[int, int]:
        return (one, other) if self.whites[one] <= self.whites[other] else (other, one)

    def played(self, white: int, black: int, result: str) -> None:
        """Note a game; one lost or won by default counts as met all the same."""
        scores = {"1-0": (1, 0), "+--": (1, 0), "0-1": (0, 1), "--+": (0, 1), "½-½": (0.5, 0.5)}
        for number, score in zip((white, black), scores.get(result, (0, 0)), strict=True):
            self.points[number] += score
        self.met[white].add(black)
        self.met[black].add(white)
        self.whites[white] += 1

    def rested(self, number: int, score: float) -> None:
        """Note a bye of a full or half point."""
        self.points[number] += score
        if score == 1:
            self.had_bye.add(number)


def berger(count: int) -> list[list[tuple[int, int]]]:
    """Give the rounds of a round robin for players 1 to `count`; an odd one rests in turn."""
    size = count + count % 2
    ring = list(range(1, size))
    rounds = []
    for number in range(size - 1):
        line = [size, *ring[number:], *ring[:number]]
        pairs = []
        for place in range(size // 2):
            one, other = line[place], line[size - 1 - place]
            if max(one, other) <= count:
                pairs.append((one, other) if (place + number) % 2 else (other, one))
        rounds.append(pairs)
    return rounds


def days(rounds: int, start: date = _START) -> tuple[tuple[date, str], ...]:
    """Give a playing schedule: one round a day, with times in several forms."""
    times = ("10:00", "14.30", "1900", "16:00 Uhr")
    return tuple(
        (start + timedelta(days=number), times[number % len(times)]) for number in range(rounds)
    )


def random_players(chance: random.Random, count: int) -> tuple[Player, ...]:
    """Make players with ratings that fall from 2600; some have none, some share a name."""
    found = []
    for place in range(count):
        fide = 0 if chance.random() < 0.08 else 2600 - place * 1500 // max(count, 1)
        national = 0 if chance.random() < 0.2 else max(fide + chance.randint(-90, 90), 1000)
        found.append(
            Player(
                0,
                player_name(chance.choice(SURNAMES), chance.choice(FIRST_NAMES)),
                "" if fide < 2350 else chance.choice(("GM", "IM", "FM")),
                chance.choice(FEDERATIONS),
                99200000 + place if fide or chance.random() < 0.5 else 0,
                chance.randint(1950, 2016),
                chance.choice(_CLUBS),
                fide,
                national,
                chance.choice(("", "", "w")),
                (10 if fide >= 2400 else 20) if fide else None,
                chance.randint(0, 1) * (1000 + place),
                chance.choice(("", "", "U18", "S50")),
            )
        )
    return numbered(found)


def simple_swiss(
    players: int = 200, rounds: int = 9, seed: int = 1, number: int = 9512301
) -> Event:
    """Make a finished Swiss event of any size quickly, with byes, forfeits and unrated players."""
    chance = random.Random(seed)  # noqa: S311 - the same event every time is what is wanted
    field = random_players(chance, players)
    pairing = SwissPairing([one.start_number for one in field])
    lines = []
    for _ in range(rounds):
        present, entries = [], []
        for one in field:
            draw = chance.random()
            if players > 6 and draw < 0.02:
                how = "half" if draw < 0.01 else "out"
                entries.append(f"{one.start_number} {how}")
                pairing.rested(one.start_number, 0.5 if how == "half" else 0)
            else:
                present.append(one.start_number)
        found = pairing.next_round(present)
        if found is None:
            break
        games = []
        for white, black in found[0]:
            pool = _FORFEITS if chance.random() < 0.02 else _DECISIVE
            result = chance.choice(pool)
            pairing.played(white, black, result)
            games.append(f"{white}:{black} {result}")
        if found[1] is not None:
            pairing.rested(found[1], 1)
            games.append(f"{found[1]} bye")
        lines.append("; ".join(games + entries))
    return Event(
        number=number,
        name="Büyük Deneme Açık Turnuvası 2026",
        players=field,
        rounds_total=max(len(lines), 1),
        start=_START,
        end=_START + timedelta(days=len(lines)),
        last_update=datetime.fromisoformat("2026-04-14 18:20:05"),
        results=results_of(field, lines),
        time_text="90 min + 30 sec",
        rating_calculation=("national", "international"),
        organizer="Deneme Kulübü",
        location="Çınarova",
        schedule=days(len(lines)),
    )


def round_robin(
    count: int = 8,
    *,
    double: bool = False,
    played: int | None = None,
    seed: int = 2,
    number: int = 9512302,
) -> Event:
    """Make a round robin; all rounds are paired from the first day, `played` of them are over."""
    chance = random.Random(seed)  # noqa: S311 - the same event every time is what is wanted
    field = random_players(chance, count)
    pairs = berger(count)
    if double:
        pairs += [[(black, white) for white, black in one] for one in pairs]
    over = len(pairs) if played is None else played
    lines = [
        "; ".join(
            f"{white}:{black} {chance.choice(_DECISIVE) if place < over else '?'}"
            for white, black in one
        )
        for place, one in enumerate(pairs)
    ]
    return Event(
        number=number,
        name="Gölbeyli Ustalar Turnuvası 2026",
        players=field,
        rounds_total=len(lines),
        start=_START,
        end=_START + timedelta(days=len(lines)),
        last_update=datetime.fromisoformat("2026-04-12 20:01:44"),
        results=results_of(field, lines),
        tournament_type="Round robin",
        location="Gölbeyli",
        organizer="Gölbeyli Gençlik ve Spor",
        schedule=days(len(lines)),
    )


def team_swiss(
    count: int = 7,
    boards: int = 4,
    rounds: int = 5,
    *,
    played: int | None = None,
    all_meet: bool = False,
    seed: int = 3,
    number: int = 9512303,
) -> Event:
    """Make a team event, Swiss or with `all_meet` a round robin; an odd team rests with a bye."""
    chance = random.Random(seed)  # noqa: S311 - the same event every time is what is wanted
    field = random_players(chance, count * (boards + 1))
    teams, players = team_field(field, count)
    over = rounds if played is None else played
    pairing = SwissPairing([one.number for one in teams])
    plan = berger(count)
    matches: list[Match] = []
    for place in range(len(plan) if all_meet else min(over + 1, rounds)):
        found = (plan[place], None) if all_meet else pairing.next_round(list(range(1, count + 1)))
        if found is None:
            break
        for table, (home, away) in enumerate(found[0], start=1):
            pairing.played(home, away, chance.choice(_DECISIVE))
            games = []
            for one, other in zip(
                _line_up(chance, teams[home - 1], boards),
                _line_up(chance, teams[away - 1], boards),
                strict=True,
            ):
                pool = _FORFEITS if chance.random() < 0.05 else _DECISIVE
                result = chance.choice(pool) if place < over else "?"
                games.append(BoardGame(one, other, result))
            matches.append(Match(place + 1, table, home, away, tuple(games)))
        if found[1] is not None:
            pairing.rested(found[1], 1)
            score = str(boards // 2 + 1) if place < over else None
            matches.append(Match(place + 1, len(found[0]) + 1, found[1], None, (), score))
    return team_event(
        Event(
            number=number,
            name="Taşkıran Kulüpler Birinciliği 2026",
            players=players,
            rounds_total=len(plan) if all_meet else rounds,
            start=_START,
            end=_START + timedelta(days=rounds),
            last_update=datetime.fromisoformat("2026-04-09 21:15:00"),
            tournament_type="Round robin for teams" if all_meet else "Swiss-System for teams",
            location="Taşkıran",
            organizer="Taşkıran Üniversitesi",
            schedule=days(rounds),
            teams=teams,
            matches=tuple(matches),
        )
    )


def team_field(
    players: Sequence[Player], count: int
) -> tuple[tuple[Team, ...], tuple[Player, ...]]:
    """Deal players out to teams; start numbers run team by team, so that no list counts them."""
    size = len(players) // count
    teams, found = [], []
    for place in range(count):
        dealt = players[place : size * count : count]
        numbers = tuple(range(place * size + 1, (place + 1) * size + 1))
        found += [
            Player(**{**vars(one), "start_number": number})
            for one, number in zip(dealt, numbers, strict=True)
        ]
        captain = dealt[0].name.replace(",", "") if place % 3 else ""
        name = f"{SURNAMES[place % len(SURNAMES)].upper()} {place + 1}"
        teams.append(Team(place + 1, name, numbers, captain, dealt[0].federation))
    return tuple(teams), tuple(found)


def _line_up(chance: random.Random, team: Team, boards: int) -> tuple[int, ...]:
    """Choose who plays, in board order; now and then a reserve takes part."""
    out = len(team.players) - 1 if chance.random() < 0.7 else chance.randrange(len(team.players))
    return tuple(one for place, one in enumerate(team.players) if place != out)[:boards]
