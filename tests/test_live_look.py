"""One look at an event: the pages it needs, and a site that answers otherwise than asked."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from live.look import first_look, next_look
from live.model import EventState
from scraper.asking import Answer, PageRequest
from scraper.errors import NoNetwork, PageChanged, TnrateError
from scraper.gather import Gatherer
from tests.following import DirectSite, Watch
from tests.standin.clock import HandClock
from tests.standin.event import Event
from tests.standin.live import LiveStandin
from tests.standin.play import ALL, Play
from tests.standin.random_plays import KINDS, SWISS, TEAMS, random_play

_RANKING, _PAIRINGS, _SCHEDULE = 1, 2, 14
Change = Callable[[PageRequest], PageRequest | TnrateError]


class OtherSite(DirectSite):
    """A stand-in that takes some requests for others, or fails them."""

    def __init__(self, standin: LiveStandin, change: Change) -> None:
        super().__init__(standin)
        self._change = change

    def fetch(self, request: PageRequest) -> Answer:
        """Fetch the page that the site takes the request for."""
        changed = self._change(request)
        if isinstance(changed, TnrateError):
            raise changed
        return super().fetch(changed)


class Visit:
    """A play at the time of one of its uploads, and a reader of it."""

    def __init__(self, play: Play, upload: int, change: Change = lambda asked: asked) -> None:
        self.play = play
        self.clock = HandClock(play.uploads[upload].at)
        self.standin = LiveStandin([play], self.clock)
        for page in play.old_pages:  # those belong to the looks that follow
            self.standin._old_pages_seen.add((play.number, page.index))
        self.gatherer = Gatherer(
            "test", None, now=self.clock.now, site=OtherSite(self.standin, change)
        )

    def first(self) -> EventState:
        """Look for the first time."""
        return first_look(self.gatherer, self.play.number, self.clock.now())


def is_known(state: EventState, event: Event) -> bool:
    """Say whether a state has every round that is on, of everybody in the event."""
    for player in event.players:
        for row in event.rows(player.start_number):
            if not state.is_paired(row.round):
                continue
            seat = state.seat(row.round, player.start_number)
            score = None if row.score is None else Decimal(row.score)
            if seat is None or (seat.opponent, seat.score) != (row.opponent, score):
                return False
    return True


def middle_of(play: Play) -> int:
    """Give an upload in the middle of a play."""
    return len(play.uploads) // 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_first_look_knows_all_at_any_time(kind: str, seed: int) -> None:
    """Whenever somebody begins to follow, the first look has every round as it stands then."""
    play = random_play(seed, kind, incidents=ALL)
    for index, upload in enumerate(play.uploads):
        state = Visit(play, index).first()
        assert is_known(state, upload.event), upload.why
        assert state.newest or not upload.event.rounds_paired


@pytest.mark.parametrize("art", [_RANKING, _SCHEDULE])
def test_a_page_that_says_nothing_of_games_is_not_needed(art: int) -> None:
    """Standings or a schedule that cannot be read keep nobody from the pairings."""
    play = random_play(5, SWISS)
    broken = PageChanged(what="the ranking", met="?")
    visit = Visit(play, middle_of(play), lambda asked: broken if asked.art == art else asked)
    state = visit.first()
    assert is_known(state, play.uploads[middle_of(play)].event)
    visit.clock.jump(timedelta(minutes=5))
    assert next_look(visit.gatherer, state, visit.clock.now()).trouble is None


def test_a_site_that_fails_leaves_no_half_baseline() -> None:
    """Where the site is gone after the first pages, there is no first look yet."""
    play = random_play(5, SWISS)
    gone = NoNetwork(host="127.0.0.1")
    visit = Visit(play, middle_of(play), lambda asked: gone if asked.art == _SCHEDULE else asked)
    with pytest.raises(NoNetwork):
        visit.first()


@pytest.mark.parametrize("kind", [SWISS, TEAMS])
def test_a_site_that_takes_the_newest_for_the_first(kind: str) -> None:
    """Where the page of the newest round shows an earlier one, its navigation leads further."""
    play = random_play(7, kind, incidents=frozenset())

    def first_round(asked: PageRequest) -> PageRequest:
        if asked.round != -1:
            return asked
        return PageRequest(asked.tournament, asked.art, round=1)

    for index, upload in enumerate(play.uploads):
        state = Visit(play, index, first_round).first()
        assert is_known(state, upload.event), upload.why
        assert state.newest == upload.event.rounds_paired


def test_a_round_that_is_no_longer_there_is_not_asked_for_again() -> None:
    """Where the site sends another round than the one wanted, the want is over, without trouble."""
    play = random_play(9, SWISS, incidents=frozenset())
    upload = next(place for place, one in enumerate(play.uploads) if one.event.rounds_paired == 2)

    def last_round_only(asked: PageRequest) -> PageRequest:
        if asked.art == _PAIRINGS and asked.round == 1:
            return PageRequest(asked.tournament, asked.art, round=2)
        return asked

    before = Visit(play, upload - 1).first()
    visit = Visit(play, upload, last_round_only)
    seen = next_look(visit.gatherer, before, visit.clock.now())
    assert seen.trouble is None
    assert seen.state.wanted == ()
    assert seen.state.newest == 2


def test_a_second_page_that_fails_again_and_again_is_asked_for_less_often(tmp_path: Path) -> None:
    """While an earlier round cannot be read the newest is told, and the pauses grow."""
    play = random_play(9, SWISS, incidents=frozenset())
    watch = Watch(tmp_path, [play])
    broken = PageChanged(what="the result", met="?")

    def without_round_1(asked: PageRequest) -> PageRequest | TnrateError:
        return broken if (asked.art, asked.round) == (_PAIRINGS, 1) else asked

    watch.site = OtherSite(watch.standin, without_round_1)
    watch.follower = watch.new_follower()
    failures = 0
    while failures < 6:
        looked = watch.look()
        assert looked is not None
        row = watch.store.events()[0]
        if looked.trouble is None:
            assert row.trouble is None
            continue
        failures += 1
        assert row.failures == failures
        assert row.trouble == {"code": broken.code, "facts": broken.facts}
        due = watch.follower.next_due()
        assert due is not None
        assert due - watch.clock.now() >= timedelta(minutes=min(2 ** (failures - 1), 15))
    kinds = [one["kind"] for one in watch.documents() if one["round"] == 2]
    assert "pairing" in kinds
