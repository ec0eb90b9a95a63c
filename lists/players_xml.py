"""FIDE's list as XML, read player by player; other elements than those named here are not kept."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from lxml import etree

from lists.download import Download
from lists.model import ListKind
from lists.rows import BLANK, EMPTY_CLASS, Row, whole
from lists.unread import Unread
from scraper.errors import NotARatingList, RatingListDamaged

_PLAYER = "player"
_CLASSES = {
    ListKind.STANDARD: ("rating", "k", "games"),
    ListKind.RAPID: ("rapid_rating", "rapid_k", "rapid_games"),
    ListKind.BLITZ: ("blitz_rating", "blitz_k", "blitz_games"),
}
_AT_ONCE = 20_000
# So many bytes without a player are no list.
_MOST_STRANGE = 16 << 20
Fields = dict[str, str | None]


class PlayersXml:
    """A list as XML. Raises NotARatingList, and RatingListDamaged where its start breaks off.

    `kind` is None where the elements leave it open.
    """

    month = None

    def __init__(self, download: Download, start: bytes) -> None:
        self._download = download
        self.unread = Unread()
        self._start = start
        players = self._players()
        first = list(islice(players, 100))
        names = {name for fields in first for name in fields}
        if not first or not {"fideid", "name"} <= names:
            raise NotARatingList(path=download.file)
        found = [kind for kind, (rating, *_) in _CLASSES.items() if rating in names]
        if not found:
            raise NotARatingList(path=download.file)
        self.kind: ListKind | None = ListKind.COMBINED
        self._elements = list(_CLASSES.values())
        if len(found) == 1:
            self._elements = [_CLASSES[found[0]]]
            # The lists of the other classes use the elements of the standard one, too.
            self.kind = None if found[0] is ListKind.STANDARD else found[0]
        self._all = chain(first, players)

    def rows(self, kind: ListKind) -> Iterator[list[Row]]:
        """Give the players, some thousand at a time.

        A player without a FIDE id is left out, and so is a figure that is no number. Raises
        RatingListDamaged where the XML breaks off.
        """
        before = after = BLANK
        if kind is not ListKind.COMBINED:
            place = list(ListKind).index(kind)
            before, after = EMPTY_CLASS * place, EMPTY_CLASS * (2 - place)
        figures = [name for names in self._elements for name in names]
        rows: list[Row] = []
        unread, read = self.unread, self.unread.number
        for count, fields in enumerate(self._all, 1):
            get = fields.get
            unread.seen += 1
            number = _fide_id(get("fideid"))
            if number is None:
                unread.leave_out(count)
                continue
            rows.append((
                number, (get("name") or "").strip(), get("country") or None,
                get("sex") or None, get("title") or None, read(get("birthday")),
                get("flag") or None, *before, *[read(get(one)) for one in figures], *after,
            ))  # fmt: skip
            if len(rows) == _AT_ONCE:
                yield rows
                rows = []
        yield rows

    def _players(self) -> Iterator[Fields]:
        parser: Any = etree.XMLPullParser(
            events=("end",), tag=_PLAYER, resolve_entities=False, no_network=True, huge_tree=True
        )
        data, strange = self._start, 0
        try:
            while data:
                parser.feed(data)
                strange += len(data)
                for _, player in parser.read_events():
                    strange = 0
                    yield {child.tag: child.text for child in player}
                    player.clear()
                    while player.getprevious() is not None:
                        del player.getparent()[0]
                if strange > _MOST_STRANGE:  # it would all be kept in memory
                    raise NotARatingList(path=self._download.file)
                data = self._download.read()
            parser.close()
        except etree.XMLSyntaxError:
            raise RatingListDamaged(path=self._download.file) from None


def _fide_id(text: str | None) -> int | None:
    try:
        return whole(text)
    except ValueError:
        return None
