"""A bar that shows how far something is, on a terminal; nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from report.words import Words


@contextmanager
def progress_bar(
    words: Words, fetching: bool = False, pairing: bool = False
) -> Iterator[Callable[[int, int], None] | None]:
    """Give what is told how much is done of how much; None where standard error is no terminal.

    It says that something is imported, that pages are fetched, or that rounds are paired.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    console = Console(file=sys.stderr)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        what = words("Fetching" if fetching else "Pairing" if pairing else "Importing")
        task = progress.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield tell
