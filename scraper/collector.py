"""Python's garbage collector, held while many facts are made at once."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """Hold the collector: there are no cycles among rows and facts.

    It would walk over all of them again and again, which doubles the time for 10,000 players.
    """
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()
