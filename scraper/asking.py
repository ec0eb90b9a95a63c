"""What can be asked of the site: one view, its address, and the key that it is kept under."""

from dataclasses import dataclass
from urllib.parse import urlencode

from scraper.errors import OtherRound
from scraper.page import Page

CARD, STARTING_RANK, TEAM_PLAYERS = 9, 0, 16
# These views have no rows that the site could cut: the card, the statistics, the schedule.
_WITHOUT_ROWS = frozenset({CARD, 13, 14})
_ALL_ROWS = 99999
# The views by name; the numbers mean other things in team events (section 2.3).
VIEWS = {
    "card": CARD,
    "startlist": STARTING_RANK,
    "ranking": 1,
    "pairings": 2,
    "alphabetical": 3,
    "ranking-crosstable": 4,
    "crosstable": 5,
    "notpaired": 40,
    "schedule": 14,
    "statistics": 13,
    "teamlist": 32,
    "teamranking": 0,
    "teampairings": 2,
    "boardpairings": 3,
    "composition": 1,
    "bestplayers": 4,
    "playerlist": TEAM_PLAYERS,
    "team-crosstable": 46,
}
# English, with the details block, and as from a node: that saves the redirect to one.
_ALWAYS = {"lan": 1}
_ALWAYS_LAST = {"turdet": "YES", "SNode": "S0"}


@dataclass(frozen=True, slots=True)
class PageRequest:
    """One view of a tournament, or another page of the site (`page`, as "TurnierSuche.aspx").

    `art` is the view (section 2.3 of the reference), `round` the rd, `number` the snr: a start
    number, in team views the number of a team. `others` holds further parameters. `as_it_is` does
    without what only stands behind the gate, where the table stands before it.
    """

    tournament: int | None = None
    art: int | None = None
    round: int | None = None
    number: int | None = None
    page: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    form: tuple[tuple[str, str], ...] = ()
    as_it_is: bool = False

    def key(self, site: str) -> str:
        """Return what is equal for equal requests to a site ("chess-results.com")."""
        own = {**self._own, **dict(self.form)}
        return f"{site}/{self._path}?{urlencode(sorted(own.items()))}"

    def address(self, base: str) -> str:
        """Return the address to fetch from a host: all rows, in English, with the details."""
        rows = {} if self.page or self.art in _WITHOUT_ROWS else {"zeilen": _ALL_ROWS}
        return f"{base}/{self._path}?{urlencode({**_ALWAYS, **self._own, **rows, **_ALWAYS_LAST})}"

    def link(self, base: str) -> str:
        """Return the address as a person would share it, without node and details."""
        return f"{base}/{self._path}?{urlencode({**_ALWAYS, **self._own})}"

    def __str__(self) -> str:
        """Name the view in numbers, without anybody's name: "tnr1234567 art=9 snr=12"."""
        known = (f"{name}={value}" for name, value in self._numbers.items())
        return " ".join([self._path.removesuffix(".aspx"), *known])

    @property
    def _path(self) -> str:
        return self.page or f"tnr{self.tournament}.aspx"

    @property
    def _numbers(self) -> dict[str, int | str]:
        numbers = {"art": self.art, "rd": self.round, "snr": self.number}
        return {name: number for name, number in numbers.items() if number is not None}

    @property
    def _own(self) -> dict[str, int | str]:
        return {**self._numbers, **dict(self.others)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site answered: the bytes of a page of its own, where they came from, the page."""

    body: bytes
    address: str
    page: Page


def refuse_other_round(asked: int | None, found: int | None) -> None:
    """Raise OtherRound where a page shows another round than the one asked for.

    The site answers a number past the last round with another round instead of refusing it.
    None, 0 (all rounds) and -1 (the newest) ask for no certain round.
    """
    if asked is not None and asked > 0 and found is not None and found != asked:
        raise OtherRound(asked=asked, found=found)
