"""The history of a player against what was told of him while the event ran."""

from collections import Counter
from pathlib import Path

import pytest

from live.history import BASELINE, ending, moments
from tests.following import Watch
from tests.standin.play import ALL
from tests.standin.random_plays import KINDS, random_play


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_history_has_every_fact_that_was_told(kind: str, seed: int, tmp_path: Path) -> None:
    """What happened to a player stands in his history as often as it was told, to the end."""
    play = random_play(seed, kind, incidents=ALL)
    watch = Watch(tmp_path, [play])
    began = watch.store.follows()
    watch.run()
    (row,) = watch.store.events()
    ids = {follow.id: follow for follow in watch.store.follows()}
    told: dict[int | None, Counter[str]] = {number: Counter() for number in ids}
    for follow in began:
        for document in watch.documents():
            key = document["key"].split("/")[1]
            if key == str(follow.fide_id or f"n{follow.id}"):
                told[follow.id][document["kind"]] += 1
    for follow in began:
        snapshots = ((at, delta) for at, _, delta in watch.store.snapshots(play.number))
        found = list(moments(snapshots, follow, ending(row)))
        assert found[0].what == (BASELINE,)
        kinds = Counter(str(what) for moment in found[1:] for what in moment.what)
        assert kinds == told[follow.id]
