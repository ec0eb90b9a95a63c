"""`demo --live`: a recorded event of invented people is played, and followed meanwhile."""

import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from commands import __version__
from commands.session import Clock, Session
from fixtures.replay import Replay
from live.lease import Lease
from live.sources import Wish, follows_of
from live.store import LiveStore
from report.words import Words
from scraper.gather import Gatherer
from scraper.turn import utc_now

# Beside the player to whom most happens.
_OTHERS = ("1", "2")


def follow_replay(words: Words, speed: int, as_jsonl: bool, explains: bool = False) -> None:
    """Follow three players of the event while it is played, in a folder that is gone afterwards."""
    begun = time.monotonic()
    start = utc_now()

    def now() -> datetime:
        return start + timedelta(seconds=(time.monotonic() - begun) * speed)

    replay = Replay(now, start)
    gatherer = Gatherer(__version__, now=now, site=replay)
    with TemporaryDirectory(prefix="tnrate-") as folder:
        store = LiveStore(Path(folder))
        wish = Wish(players=(str(replay.start_number), *_OTHERS))
        for one in follows_of(gatherer, replay.link, wish):
            store.add_follow(one)
        lease, clock = Lease(Path(folder)), Clock(now, speed)
        Session(store, lease, gatherer, words, as_jsonl, clock, explains=explains).run()
        store.close()
