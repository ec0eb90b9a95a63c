"""A page of the site: its frame (titles, clocks, gate, error box) and its tables.

The data tables have the class CRs1 (CRs2 on search pages). One with a header is a table of
records; one without is the list of facts on a card. All else is layout, among it the details
block and the navigation.

What is left when the data tables are taken out is the frame, and small.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property

from lxml import etree

from scraper import collector, vocabulary
from scraper.errors import (
    DailyLimit,
    PageChanged,
    PageCut,
    PageEmpty,
    PageOfOtherSite,
    SitePageError,
)
from scraper.rows import cut
from scraper.tables import Row, Table, text_of, tournament_in

GATE_BUTTON, SEARCH_BUTTON = "cb_alleDetails", "cb_suchen"
_DATE_TIME = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)")
# Links to a round, but not those of the exports (prt=).
_ROUND = re.compile(r"[?&]art=(\d{1,3})&rd=(\d{1,3})(?!.*[?&]prt=)")
_LABEL = re.compile(r"\D*(\d{1,3})\D*?(?:/\s*(\d{1,3})\D*)?")
_SITE_CLASS = re.compile(rb"class=\W?CR[a-z\W]")
_HEADER_CLASSES = ("CRg1b", "CRng1b")
_PAIRINGS = 2
_ROW_GROUPS = ("tbody", "thead", "tfoot")
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
        self.view: str | None = None  # what views.kind makes of it, once it was asked
        with collector.at_rest():
            self.root = self._parsed(data, what)
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

    def _parsed(self, data: bytes, what: str) -> etree._Element:
        """Parse the frame and take the data tables out of it; return its root."""
        frame, plain_tables = cut(data)
        root = _root_of(frame)
        if plain_tables and len(_data_tables(root)) != len(plain_tables):
            plain_tables, root = [], _root_of(data)  # the parser sees the page otherwise
        if root is None:
            raise PageOfOtherSite(what=what)
        found = _data_tables(root)
        for table in found:
            if sum(map(_is_data, table.iterancestors("table"))) > _DEEPEST_TABLE:
                raise PageChanged(what="the frame", met="too many tables within each other")
        rows_of = plain_tables or [list(map(Row.of, _own_rows(table))) for table in found]
        for table, rows in zip(found, rows_of, strict=True):
            self.is_search = self.is_search or table.get("class") == "CRs2"
            self._sort(rows)
            around = table.getparent()
            if around is not None:
                around.remove(table)
        return root

    def _sort(self, rows: list[Row]) -> None:
        """Sort the rows of a data table into tables with a header each, or into facts."""
        table: Table | None = None
        headings: list[str] = []
        loose: list[Row] = []
        for row in rows:
            if row.css.startswith(_HEADER_CLASSES) and row.texts:
                if len(row.texts) == 1:  # of a round, a match or a team
                    headings.append(row.texts[0])
                    continue
                table = Table(row.texts, tuple(headings))
                self.tables.append(table)
                headings = []
            elif table is None:
                loose.append(row)
            elif row.texts:
                if headings:  # one more part under the same header
                    table = Table(table.header, tuple(headings))
                    self.tables.append(table)
                    headings = []
                table.add(row)
        if table is None:
            self._sort_facts(loose)

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
        innermost = (one for one in self.root.iter("h2") if one.find(".//h2") is None)
        return tuple(map(text_of, innermost))

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
        return any(field.get("name") == GATE_BUTTON for field in self.root.iter("input"))

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
            if box is None or box.get("class") != "defaultDialog":
                continue
            if line.getprevious() is not None or line.getnext() is not None:
                continue  # such as the remark above the form
            found = text_of(line) or found
        return found

    @property
    def may_be_cut(self) -> bool:
        """Whether the page offers the whole list, or lacks the frame where it would."""
        addresses = [link.get("href") or "" for link in self.root.iter("a")]
        offered = any("zeilen=99999" in a and "prt=" not in a for a in addresses)
        return offered or not self.headings

    @property
    def rounds(self) -> dict[int, int]:
        """The highest round in the navigation for each view (art); empty on gated pages."""
        return self._navigation[0]

    @property
    def rounds_paired(self) -> int | None:
        """The newest round with a pairing, by the navigation; None where the page has none."""
        return self.rounds.get(_PAIRINGS)

    @property
    def rounds_total(self) -> int | None:
        """The number of rounds, from the last label of the pairings ("Rd.6/9")."""
        return self._navigation[1]

    @cached_property
    def _navigation(self) -> tuple[dict[int, int], int | None]:
        """Read the links to rounds; the round being shown is printed in bold and not linked."""
        highest: dict[int, int] = {}
        total = None
        arts_in: dict[etree._Element | None, set[int]] = {}
        for link in self.root.iter("a"):
            address = link.get("href") or ""
            leads_to = _ROUND.search(address) if "rd=" in address else None
            label = _LABEL.fullmatch(text_of(link)) if leads_to else None
            if leads_to and label:  # not "Show tournament details"
                art, of_round = int(leads_to[1]), int(leads_to[2])
                arts_in.setdefault(link.getparent(), set()).add(art)
                highest[art] = max(of_round, highest.get(art, 0))
                total = int(label[2]) if label[2] else total
        for bold in self.root.iter("b"):
            around = bold.getparent()
            label = _LABEL.fullmatch(text_of(bold))
            if label is None or around is None or around.tag != "i":
                continue
            arts = arts_in.get(around.getparent(), set())
            if label[2]:  # only the pairings' rounds carry the total
                total = int(label[2])
                arts = arts or {_PAIRINGS}
            for art in arts:
                highest[art] = max(int(label[1]), highest.get(art, 0))
        return highest, total

    @cached_property
    def tournament_id(self) -> int | None:
        """The tournament's number, from the form's address or the first link that has one."""
        for tag, attribute in (("form", "action"), ("a", "href")):
            found = (tournament_in(one.get(attribute)) for one in self.root.iter(tag))
            number = next((one for one in found if one is not None), None)
            if number is not None:
                return number
        return None

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
            if meaning is not None:
                found.setdefault(meaning, (label, text_of(row[1])))
        return found


def _root_of(data: bytes) -> etree._Element | None:
    """Parse a page; None where nothing is in it."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(data, parser)
    fatal = parser.error_log.filter_from_fatals()
    if any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in fatal):
        raise PageChanged(what="the frame", met="too many tags within each other")
    return root


def _data_tables(root: etree._Element | None) -> list[etree._Element]:
    return [] if root is None else [one for one in root.iter("table") if _is_data(one)]


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


def _is_data(table: etree._Element) -> bool:
    return (table.get("class") or "").startswith("CRs")


def _date_time(text: str) -> datetime | None:
    match = _DATE_TIME.search(text)
    if match is None:
        return None
    day, month, year, hour, minute, second = map(int, match.groups())
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the site's clock
    except ValueError:
        return None
