"""A page of the site: its frame (titles, clocks, gate, error box) and its tables.

The data tables have the class CRs1 (CRs2 on search pages). One with a header is a table of
records; one without is the list of facts on a card. All else is layout, among it the details
block and the navigation.

Rows of data tables are taken while the page is parsed and emptied at once: a list of 10,000
players would otherwise take twenty times its size as a tree.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cached_property

from lxml import etree

from scraper import vocabulary
from scraper.errors import (
    DailyLimit,
    PageChanged,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    SitePageError,
)
from scraper.tables import Row, Table, plain, text_of

_DATE_TIME = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)")
_TOURNAMENT = re.compile(r"tnr(\d{1,9})\s*\.aspx", re.IGNORECASE)
# Links to a round, but not those of the exports (prt=).
_ROUND = re.compile(r"[?&]art=(\d{1,3})&rd=(\d{1,3})(?!.*[?&]prt=)")
_SHOWN_ROUND = re.compile(r"\D*(\d{1,3})\D*?(?:/\s*(\d{1,3})\D*)?")
_SITE_CLASS = re.compile(rb"class=\W?CR[a-z\W]")
_HEADER_CLASSES = ("CRg1b", "CRng1b")
_PAIRINGS = 2
_NAVIGATION = etree.XPath("descendant::td[a or .//b]")
_ROW_GROUPS = ("tbody", "thead", "tfoot")
# Larger pages than these bytes are emptied while they are parsed.
_STREAMED = 400_000
# The site puts no data table into another at all.
_DEEPEST_TABLE = 4


class Page:
    """One page, parsed; raises a refusal where the bytes are no page of the site.

    `what` names the page in refusals ("card.html", "The page").
    """

    def __init__(self, data: bytes, what: str = "The page") -> None:
        if not data or data.isspace():
            raise PageEmpty(what=what)
        self._refuse_cut(data, what)
        self.tables: list[Table] = []
        self.facts: dict[str, str] = {}
        self.fact_words: list[str] = []
        self.is_search = False
        root = _streamed(data, self._take) if len(data) > _STREAMED else _whole(data, self._take)
        if root is None:
            raise PageOfOtherSite(what=what)
        self.root = root
        if not (self.tables or self.facts):
            self._refuse_other_pages(data, what)

    @staticmethod
    def _refuse_cut(data: bytes, what: str) -> None:
        if b"<html" in data[:4096].lower():
            is_cut = b"</html" not in data[-4096:].lower()
        else:  # a pasted piece; whole pages may leave a layout table open, pieces have no such
            lower = data.lower()
            open_tag = lower.rfind(b"<") > lower.rfind(b">")
            is_cut = open_tag or lower.count(b"<table") > lower.count(b"</table")
        if is_cut:
            raise PageCut(what=what)

    def _take(self, table: etree._Element, rows: list[Row]) -> None:
        """Take a data table out of the tree: what is left is the frame, and small."""
        self.is_search = self.is_search or table.get("class") == "CRs2"
        self._sort(rows)
        around = table.getparent()
        if around is not None:
            around.remove(table)

    def _sort(self, rows: list[Row]) -> None:
        """Sort the rows of a data table into tables with a header each, or into facts."""
        rows = [row for row in rows if row.texts]
        if not any(map(_is_header, rows)):
            self._sort_facts(rows)
            return
        header: tuple[str, ...] | None = None
        headings: list[str] = []
        for row in rows:
            if _is_heading(row):
                headings.append(row.texts[0])
                continue
            is_header = _is_header(row)
            if is_header:
                header = tuple(row.texts)
            if header is not None and (is_header or headings):
                self.tables.append(Table(header, tuple(headings)))
                headings = []
            if header is not None and not is_header:
                self.tables[-1].add(row)

    def _sort_facts(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if len(row.texts) >= 2:
                word = row.texts[0]
                self.fact_words.append(word)
                meaning = vocabulary.FACT.get(word)
                if meaning is not None:
                    self.facts.setdefault(meaning, row.texts[1])

    def _refuse_other_pages(self, data: bytes, what: str) -> None:
        lower = data.lower()
        if is_limit_page(data):
            raise DailyLimit
        if self.error:
            return
        if b"runtime error" in lower or b"laufzeitfehler" in lower:
            raise SitePageError(message="Runtime error")
        signs = (
            self.fact_words,
            self.tournament_id,
            self.server_time,
            _SITE_CLASS.search(data),
            self.details(),
        )
        if not any(signs):
            raise PageOfOtherSite(what=what)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The texts of the h2 headings; the last one names the view."""
        return tuple(text_of(heading) for heading in self.root.iter("h2"))

    @property
    def heading(self) -> str | None:
        """The title of the view, None on an excerpt without one."""
        return self.headings[-1] if self.headings else None

    @property
    def tournament_name(self) -> str | None:
        """The name above the view's title, None where the page has no frame."""
        return self.headings[0] if len(self.headings) > 1 else None

    @cached_property
    def is_gated(self) -> bool:
        """Whether the button of old tournaments stands on the page."""
        return any(field.get("name") == "cb_alleDetails" for field in self.root.iter("input"))

    @cached_property
    def error(self) -> str | None:
        """The text of the site's error box ("Record not found"), None without one."""
        for box in self.root.iter("div"):
            if (box.get("id") or "").endswith("P_Error") and text_of(box):
                return text_of(box)
        return None

    @cached_property
    def round_heading(self) -> str | None:
        """The heading between the view's title and its table ("Round 5 on 2020/01/07 at 12:30")."""
        last = None
        for heading in self.root.iter("h2", "h3"):
            last = heading
        return text_of(last) if last is not None and last.tag == "h3" and self.headings else None

    @cached_property
    def form_fields(self) -> frozenset[str]:
        """The names of the fields that a person can fill, without the form's prefix."""
        return frozenset(
            re.split("[$:]", field.get("name") or "")[-1]
            for field in self.root.iter("input", "select")
        )

    @cached_property
    def notice(self) -> str | None:
        """The last sentence that stands alone in a box ("No tournament was found …")."""
        found = None
        for line in self.root.iter("p"):
            box = line.getparent()
            if box is None or box.get("class") != "defaultDialog" or len(box) > 1:
                continue  # such as the remark above the form
            found = text_of(line) or found
        return found

    @property
    def may_be_cut(self) -> bool:
        """Whether the page offers the whole list, or lacks the frame where it would."""
        addresses = [link.get("href") or "" for link in self.root.iter("a")]
        offered = any("zeilen=99999" in a and "prt=" not in a for a in addresses)
        return offered or not self.headings

    @cached_property
    def rounds(self) -> dict[int, int]:
        """The highest round in the navigation for each view (art); empty on gated pages.

        The round being shown is printed in bold and not linked.
        """
        found: dict[int, int] = {}
        for cell in self._navigation:
            linked = [
                (int(match[1]), int(match[2]))
                for link in cell.iterchildren("a")
                if "&rd=" in (href := link.get("href") or "")
                and (match := _ROUND.search(href))
                and _SHOWN_ROUND.fullmatch(text_of(link))  # not "Show tournament details"
            ]
            shown = [int(match[1]) for match in self._bold_rounds(cell) if linked or match[2]]
            for art, of_round in linked:
                found[art] = max(of_round, *shown, found.get(art, 0))
            if shown and not linked:  # only the pairings' rounds carry the total
                found[_PAIRINGS] = max(*shown, found.get(_PAIRINGS, 0))
        return found

    @property
    def rounds_paired(self) -> int | None:
        """The newest round with a pairing, by the navigation; None where the page has none."""
        return self.rounds.get(_PAIRINGS)

    @cached_property
    def rounds_total(self) -> int | None:
        """The number of rounds, from the last label of the pairings ("Rd.6/9")."""
        for cell in self._navigation:
            for label in (*cell.iterchildren("a"), *cell.iter("b")):
                text = label.text or ""
                match = _SHOWN_ROUND.fullmatch(plain(text)) if "/" in text else None
                if match and match[2] and len(label) == 0:
                    return int(match[2])
        return None

    @cached_property
    def _navigation(self) -> list[etree._Element]:
        """The cells with links and bold labels, among them those that lead to the rounds."""
        return list(_NAVIGATION(self.root))

    @staticmethod
    def _bold_rounds(cell: etree._Element) -> Iterable[re.Match[str]]:
        bold = (part for shown in cell.iterchildren("i") for part in shown.iter("b"))
        return filter(None, (_SHOWN_ROUND.fullmatch(text_of(part)) for part in bold))

    @cached_property
    def _address(self) -> str:
        for form in self.root.iter("form"):
            action = form.get("action") or ""
            if _TOURNAMENT.search(action):
                return action
        return ""

    @cached_property
    def tournament_id(self) -> int | None:
        """The tournament's number, from the form's address or the first link that has one."""
        match = _TOURNAMENT.search(self._address)
        if match is None:
            links = (_TOURNAMENT.search(link.get("href") or "") for link in self.root.iter("a"))
            match = next(filter(None, links), None)
        return int(match[1]) if match else None

    @cached_property
    def server_time(self) -> datetime | None:
        """The site's clock when the page was made (Central European time)."""
        for box in self.root.iter("div"):
            if (box.get("id") or "").endswith("l_uinfo"):
                return _date_time(text_of(box))
        return None

    @cached_property
    def last_update(self) -> datetime | None:
        """The last upload of the tournament, by the site's clock."""
        for line in self.root.iter("p"):
            if line.get("class") == "CRsmall":
                found = _date_time(text_of(line))
                if found is not None:
                    return found
        return None

    def details(self) -> dict[str, tuple[str, str]]:
        """The rows of the details block: meaning -> (label as printed, value)."""
        return self._details

    @cached_property
    def _details(self) -> dict[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = {}
        for row in self.root.iter("tr"):
            if len(row) != 2 or len(row[0]):
                continue
            label = text_of(row[0])
            name = label.partition("(")[0].rstrip() if "(" in label else label
            meaning = vocabulary.DETAIL.get(name)
            if meaning is not None and not _is_data(next(row.iterancestors("table"), None)):
                found.setdefault(meaning, (label, text_of(row[1])))
        return found


Take = Callable[[etree._Element, list[Row]], None]


def _whole(data: bytes, take: Take) -> etree._Element | None:
    """Parse a page and hand its data tables over; return the root, None where nothing is in it."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(data, parser)
    if _gave_up(parser):
        raise PageChanged(what="the frame", met="too many tags within each other")
    if root is not None:
        tables = [table for table in root.iter("table") if _is_data(table)]
        for table in tables:
            _refuse_deep(sum(map(_is_data, table.iterancestors("table"))))
        for table in tables:
            take(table, [Row(row) for row in _own_rows(table)])
    return root


def _streamed(data: bytes, take: Take) -> etree._Element | None:
    """Do the same for a large page, and empty each row of a data table as soon as it is read.

    The tree of a page takes twenty times its size; this way it takes less than six.
    """
    parser = etree.iterparse(
        io.BytesIO(data),
        events=("end",),
        tag="tr",
        html=True,
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
    )
    rows_of: dict[etree._Element, list[Row]] = {}
    inner: set[etree._Element] = set()  # their text is also that of the cell they stand in
    for _, row in parser:
        table = row.getparent()
        if table is not None and table.tag in _ROW_GROUPS:
            table = table.getparent()
        if table is None or not _is_data(table):
            continue
        if table not in rows_of:
            outer = list(filter(_is_data, table.iterancestors("table")))
            _refuse_deep(len(outer))
            for one in (*reversed(outer), table):
                rows_of.setdefault(one, [])
            inner.update([table] if outer else [])
        rows_of[table].append(Row(row))
        if table not in inner:
            row.clear()
    if _gave_up(parser):  # this way of parsing stops at a depth of 256, without a word
        return _whole(data, take)
    for table, rows in rows_of.items():
        take(table, rows)
    root: etree._Element | None = parser.root
    return root


def _refuse_deep(depth: int) -> None:
    """Refuse data tables within each other: each would be read once more in every outer one."""
    if depth > _DEEPEST_TABLE:
        raise PageChanged(what="the frame", met="too many tables within each other")


def _gave_up(parser: etree.HTMLParser | etree.iterparse) -> bool:
    """Say whether a parser stopped at one of its limits; what it has is no whole page then."""
    fatal = parser.error_log.filter_from_fatals()
    return any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in fatal)


def _own_rows(table: etree._Element) -> Iterator[etree._Element]:
    for child in table.iterchildren("tr", *_ROW_GROUPS):
        if child.tag == "tr":
            yield child
        else:
            yield from child.iterchildren("tr")


def is_limit_page(data: bytes) -> bool:
    """Say whether a page without a table holds both words of the site's daily limit."""
    lower = data.lower()
    return b"daily limit" in lower and b"exceeded" in lower


def _is_data(table: etree._Element | None) -> bool:
    return table is not None and (table.get("class") or "").startswith("CRs")


def _is_header(row: Row) -> bool:
    return len(row.texts) > 1 and row.css.startswith(_HEADER_CLASSES)


def _is_heading(row: Row) -> bool:
    """Tell the one-cell heading of a round, a match or a team."""
    return len(row.texts) == 1 and row.css.startswith(_HEADER_CLASSES)


def _date_time(text: str) -> datetime | None:
    match = _DATE_TIME.search(text)
    if match is None:
        return None
    day, month, year, hour, minute, second = map(int, match.groups())
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the site's clock
    except ValueError:
        return None
