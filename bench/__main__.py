"""`python -m bench [PART]...`: measure all parts, or those that are named; `--help` names them.

"All" leaves out `idle` and `lists`, which take minutes. Prints each ratio beside its limit;
nothing here fails, since the machine decides the times.
"""

import argparse

from bench import cards, core, event, idle, lists, memory, pages, pairings, rival

_PARTS = {
    "cards": cards.run,
    "core": core.run,
    "pages": pages.run,
    "growth": pages.run_growth,
    "event": event.run,
    "memory": memory.run,
    "pairings": pairings.run,
    "rival": rival.run,
    "idle": idle.run,
    "lists": lists.run,
}
# They take minutes.
_ONLY_BY_NAME = {"idle", "lists"}


def main() -> None:
    """Run the parts that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"one of {', '.join(_PARTS)}")
    parts = parser.parse_args().parts or [part for part in _PARTS if part not in _ONLY_BY_NAME]
    unknown = [part for part in parts if part not in _PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    for part in parts:
        _PARTS[part]()


if __name__ == "__main__":
    main()
