"""A page of the site: its frame (titles, clocks, gate, error box) and its tables.

The data tables have the class CRs1 (CRs2 on search pages). One whose first row is a header is a
table of records; one without is the list of facts on a card. All else is layout, among it the
details block and the navigation.
"""

import re
from datetime import datetime
from functools import cached_property

from lxml import etree

from scraper import vocabulary
from scraper.errors import (
    DailyLimit,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    SitePageError,
    TournamentMissing,
)
from scraper.tables import Table, text_of

_DATE_TIME = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)")
_TOURNAMENT = re.compile(r"tnr(\d{1,9})\s*\.aspx", re.IGNORECASE)
_START_NUMBER = re.compile(r"[?&]snr=(\d{1,6})(?:&|$)")
_SITE_CLASS = re.compile(rb"class=\W?CR[a-z\W]")
_HEADER_CLASSES = ("CRg1b", "CRng1b")


class Page:
    """One page, parsed; raises a refusal where the bytes are no page of the site.

    `what` names the page in refusals ("card.html", "The page").
    """

    def __init__(self, data: bytes, what: str = "The page") -> None:
        if not data or data.isspace():
            raise PageEmpty(what=what)
        self._refuse_cut(data, what)
        # The parser is tolerant of everything but an empty document.
        self.root = etree.fromstring(data, etree.HTMLParser(encoding="utf-8"))
        if self.root is None:
            raise PageOfOtherSite(what=what)
        self.tables: list[Table] = []
        self.facts: dict[str, str] = {}
        self.fact_words: list[str] = []
        self.is_search = False
        for table in self.root.iter("table"):
            self._sort(table)
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

    def _sort(self, table: etree._Element) -> None:
        if not _is_data(table):
            return
        rows = _own_rows(table)
        self.is_search = self.is_search or table.get("class") == "CRs2"
        header = next((index for index, cells in enumerate(rows[:3]) if _is_header(cells)), None)
        if header is not None:
            words = tuple(text_of(cell) for cell in rows[header])
            self.tables.append(Table(words, rows[header + 1 :]))
        else:
            for cells in rows:
                if len(cells) >= 2:
                    word = text_of(cells[0])
                    self.fact_words.append(word)
                    meaning = vocabulary.FACT.get(word)
                    if meaning is not None:
                        self.facts.setdefault(meaning, text_of(cells[1]))

    def _refuse_other_pages(self, data: bytes, what: str) -> None:
        lower = data.lower()
        if is_limit_page(data):
            raise DailyLimit
        for box in self.root.iter("div"):
            if (box.get("id") or "").endswith("P_Error") and text_of(box):
                raise TournamentMissing(message=text_of(box))
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

    @property
    def may_be_cut(self) -> bool:
        """Whether the page offers the whole list, or lacks the frame where it would."""
        addresses = [link.get("href") or "" for link in self.root.iter("a")]
        offered = any("zeilen=99999" in a and "prt=" not in a for a in addresses)
        return offered or not self.headings

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


def is_limit_page(data: bytes) -> bool:
    """Say whether a page without a table holds both words of the site's daily limit."""
    lower = data.lower()
    return b"daily limit" in lower and b"exceeded" in lower


def start_number_in_link(cell: etree._Element | None) -> int | None:
    """Return the start number that the cell's link names, None without such a link."""
    if cell is not None:
        for link in cell.iter("a"):
            match = _START_NUMBER.search(link.get("href") or "")
            if match:
                return int(match[1])
    return None


def _is_data(table: etree._Element | None) -> bool:
    return table is not None and (table.get("class") or "").startswith("CRs")


def _own_rows(table: etree._Element) -> list[list[etree._Element]]:
    rows = []
    for child in table:
        if child.tag == "tr":
            rows.append([cell for cell in child if cell.tag in ("td", "th")])
        elif child.tag in ("tbody", "thead"):
            rows.extend(
                [cell for cell in row if cell.tag in ("td", "th")]
                for row in child
                if row.tag == "tr"
            )
    return [cells for cells in rows if cells]


def _is_header(cells: list[etree._Element]) -> bool:
    """Tell a header row from the one-cell heading above it (rounds of a round robin, teams)."""
    row = cells[0].getparent()
    return (
        len(cells) > 2 and row is not None and (row.get("class") or "").startswith(_HEADER_CLASSES)
    )


def _date_time(text: str) -> datetime | None:
    match = _DATE_TIME.search(text)
    if match is None:
        return None
    day, month, year, hour, minute, second = map(int, match.groups())
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the site's clock
    except ValueError:
        return None
