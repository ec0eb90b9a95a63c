"""`demo --live`: the bundled event, played and followed, as a program of its own."""

import json
from collections import Counter

import pytest

from tests.commands import program, run, tnrate


def test_the_bundled_event_is_followed_to_its_end() -> None:
    """Three players are followed through five rounds; every fact comes once, and all are told."""
    outcome = run(program("demo", "--live", "--speed", "10000", "--json"))
    assert outcome.status == 0
    assert "invented" in outcome.err
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    facts = [one for one in documents if one["type"] == "fact"]
    assert len({one["key"] for one in facts}) == len(facts)
    players = {one["player"]["name"] for one in facts}
    assert len(players) == 3
    ends = Counter(one["player"]["name"] for one in facts if one["kind"] == "event_finished")
    assert ends == dict.fromkeys(players, 1)


def test_each_result_is_explained_on_demand() -> None:
    """`--explain` gives the steps of the round and the totals; they end in what the fact tells."""
    outcome = run(program("demo", "--live", "--speed", "10000", "--json", "--explain"))
    facts = [json.loads(line) for line in outcome.out.splitlines()]
    results = [one for one in facts if one.get("kind") == "result" and one["fide"]]
    assert results
    for fact in results:
        chapters = {
            (one["system"], one["about"]): one["steps"] for one in fact["explanation"]
        }  # fmt: skip
        counted = fact["result"]["fide"]["counted"]
        change = chapters["fide", "round"][-1]
        assert ("change" in change["inputs"]) == counted
        if ("fide", "total") in chapters:
            assert (
                chapters["fide", "total"][-1]["inputs"]["new_rating"] == fact["fide"]["new_rating"]
            )


@pytest.mark.parametrize(
    "arguments", [("--speed", "5"), ("--live", "--csv"), ("--live", "--speed", "0")]
)
def test_options_of_the_live_demo_that_mean_nothing_are_usage_errors(
    arguments: tuple[str, ...],
) -> None:
    """A speed without --live, a CSV of what goes on, and a clock that stands are refused."""
    assert tnrate("demo", *arguments).status == 2
