"""A downloaded file into the store."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

from lists.download import opened
from lists.model import RatingList
from lists.reader import recognise
from lists.rows import Row
from lists.store import ListStore
from scraper.model import TimeControl

# It is told how many bytes were read, and how many there are.
Progress = Callable[[int, int], None]


def import_file(
    store: ListStore,
    path: Path,
    now: datetime,
    *,
    month: date | None = None,
    time_control: TimeControl | None = None,
    progress: Progress | None = None,
) -> RatingList:
    """Import a list; what is given by hand stands in for what neither file nor name says.

    Raises the refusals of `opened`, of `recognise`, of its rows, and of `ListStore.put`.
    """
    with opened(path) as download:
        found = recognise(download, month, time_control)

        def rows() -> Iterator[list[Row]]:
            for some in found.rows:
                yield some
                if progress is not None:
                    progress(download.done, download.size)

        file = (download.file, download.written_at)
        return store.put(found.month, found.kind, rows(), file, now, found.unread)
