"""The card of a player who was named: when it is read, and what becomes of one that fails."""

from dataclasses import replace
from pathlib import Path

import pytest

from live.own_card import MOST_READS, is_card_news
from scraper.asking import CARD, Answer, PageRequest
from scraper.errors import DailyLimit, PageChanged, TnrateError
from tests.following import DirectSite, Watch
from tests.standin.live import LiveStandin
from tests.standin.random_plays import SWISS, random_play


class CardSite(DirectSite):
    """A stand-in that counts cards, and fails those that it has a refusal for."""

    def __init__(self, standin: LiveStandin, refusals: list[TnrateError]) -> None:
        super().__init__(standin)
        self.cards = 0
        self._refusals = refusals

    def fetch(self, request: PageRequest) -> Answer:
        """Fetch one page."""
        if request.art == CARD:
            self.cards += 1
            if self._refusals:
                raise self._refusals.pop(0)
        return super().fetch(request)


def followed(folder: Path, seeds: list[int], refusals: list[TnrateError]) -> tuple[Watch, CardSite]:
    """Follow plays whose first rated player was named before the first round."""
    plays = [random_play(seed, SWISS, incidents=frozenset()) for seed in seeds]
    watch = Watch(folder, plays)
    site = CardSite(watch.standin, refusals)
    watch.site = site
    watch.follower = watch.new_follower()
    for play in plays:
        rated = {one.name for one in play.last.players if one.k}
        follow = next(one for one in watch.store.follows(play.number) if one.name in rated)
        watch.store.update_follow(replace(follow, cards_left=MOST_READS))
    return watch, site


def test_a_card_is_read_until_it_prints_a_k(tmp_path: Path) -> None:
    """Nobody's card is read but that of who was named, and not again once K is known."""
    watch, site = followed(tmp_path, [3], [])
    watch.run()
    known = [one for one in watch.store.follows() if one.k is not None]
    assert len(known) == 1
    assert known[0].cards_left == 0
    assert 1 <= site.cards <= MOST_READS


def test_a_card_that_fails_is_read_a_few_times_only(tmp_path: Path) -> None:
    """A card that cannot be read costs some requests, and never the look."""
    broken = [PageChanged(what="the result", met="?") for _ in range(100)]
    watch, site = followed(tmp_path, [3], list(broken))
    watch.run()
    assert site.cards == MOST_READS
    assert not [one for _, one in watch.looks if one.trouble]
    assert [one for one in watch.documents() if one["kind"] == "event_finished"]


def test_one_failure_does_not_cost_the_card(tmp_path: Path) -> None:
    """After a page that could not be read once, K is known all the same."""
    watch, _ = followed(tmp_path, [3], [PageChanged(what="the result", met="?")])
    watch.run()
    assert [one.k for one in watch.store.follows() if one.k is not None]


def test_a_stop_that_a_card_meets_is_told_of_all_events(tmp_path: Path) -> None:
    """The daily limit, first met at a card, makes every event old; nothing is lost by it."""
    watch, _ = followed(tmp_path, [3, 4], [DailyLimit(words="")])
    while (looked := watch.look()) is not None and looked.trouble is None:
        pass
    assert {row.trouble["code"] for row in watch.store.events() if row.trouble} == {"daily_limit"}
    assert all(row.trouble for row in watch.store.events())
    watch.run()
    keys = [one["key"] for one in watch.documents()]
    assert len(keys) == len(set(keys))
    ends = [one for one in watch.documents() if one["kind"] == "event_finished"]
    assert len(ends) == len(watch.store.follows())


@pytest.mark.parametrize("is_known", [True, False])
def test_another_rating_in_the_list_is_news_of_the_card(tmp_path: Path, is_known: bool) -> None:
    """Own ratings from the card are read anew where the list prints another one."""
    watch, _ = followed(tmp_path, [3], [])
    for _ in range(3):
        watch.look()
    from live.state import unpacked

    follow = watch.store.follows()[0]
    known = unpacked(watch.store.state(follow.event) or b"")
    player = known.players[follow.start_number]
    other = replace(player, rating=(player.rating or 0) + 10)
    state = replace(known, players={**known.players, follow.start_number: other})
    asked = replace(follow, cards_left=0, fide=2000 if is_known else None)
    assert is_card_news(asked, known, state) is is_known
    assert not is_card_news(asked, known, known)
