"""Whatever people paste -> the tournament's number and the player's start number.

Only these two make the key; host, node, language and every other parameter are dropped, so all
forms of a link end in one. The view that the link shows is kept beside it. Reference: section 2.6.
"""

import html
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from urllib.parse import parse_qs, urlsplit

from scraper.errors import HalfLink, LookAlikeHost, NotALink, OtherPageOfSite, OtherSite
from scraper.hosts import DOMAIN, is_site_host

# In these views snr is the number of a team.
_TEAM_VIEWS = ("8", "20")
# These make the view of an overview (art=25, art=24).
_FILTERS = ("fedb", "group")
# The pages without a tournament that can be read, and the parameters that make them.
_OTHER_PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "turniersuche.aspx": ("TurnierSuche.aspx", ()),
    "spielersuche.aspx": ("SpielerSuche.aspx", ()),
    "fed.aspx": ("fed.aspx", ("fed",)),
}
_NUMBER = re.compile(r"\d{1,9}")
_PATH = re.compile(r"/?(?:.*/)?tnr(?P<id>\d{1,9}|wz)(?:\.aspx)?/?", re.IGNORECASE)
_HALF_PATH = re.compile(r"/?(?:tn?r?|tnr\d*\.?a?s?p?x?)?", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TournamentLink:
    """A tournament, and the player where the link names one.

    `art`, `round` and `number` are the view that the link shows (art, rd and snr); in team views
    `number` is that of a team. `others` holds the filters of a view: a federation, a group. They
    are no part of the key.
    """

    id: int
    start_number: int | None = None
    art: int | None = field(default=None, compare=False)
    round: int | None = field(default=None, compare=False)
    number: int | None = field(default=None, compare=False)
    others: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class OtherPage:
    """A page of the site that belongs to no tournament, with the parameters that make it."""

    page: str
    others: tuple[tuple[str, str], ...] = ()


def parse_link(given: str, stand_in_host: str | None = None) -> TournamentLink:
    """Read a pasted link, path or number.

    `stand_in_host` ("127.0.0.1") is a loopback host that is accepted like the site's own.
    Raises HalfLink for a link that is not complete, LookAlikeHost and OtherSite for foreign
    hosts, OtherPageOfSite for pages without a tournament, NotALink for all else.
    """
    text = _visible(given)
    if _NUMBER.fullmatch(text):
        return _link(text, {}, given)
    if not text:
        raise NotALink(given=given)
    if len(text) > 6 and DOMAIN.startswith(text.lower().rstrip("./")):
        raise HalfLink(given=given.strip())
    host, path, query = _split(text, given)
    _refuse_foreign(host, path, text, given, stand_in_host)
    match = _PATH.fullmatch(path)
    if match:
        identifier = match["id"]
        return _link(
            query.get("tno", "") if identifier.lower() == "wz" else identifier, query, given
        )
    if _HALF_PATH.fullmatch(path):
        raise HalfLink(given=given.strip())
    if host is None:
        raise NotALink(given=_short(given))
    raise OtherPageOfSite(page=path.strip("/"))


def parse_other_page(given: str, stand_in_host: str | None = None) -> OtherPage | None:
    """Read the link of a search page or of the list of a federation; None for all else.

    Raises the refusals of hosts, and NotALink.
    """
    text = _visible(given)
    host, path, query = _split(text, given)
    _refuse_foreign(host, path, text, given, stand_in_host)
    known = _OTHER_PAGES.get(path.strip("/").lower())
    if host is None or known is None:
        return None
    page, names = known
    return OtherPage(page, tuple((name, query[name].upper()) for name in names if name in query))


def _visible(given: str) -> str:
    """Return what can be seen of a pasted text, without the marks around it."""
    visible = "".join(c for c in html.unescape(given) if c.isprintable() and not c.isspace())
    return visible.strip("<>\"'“”«»")


def _refuse_foreign(
    host: str | None, path: str, text: str, given: str, stand_in_host: str | None
) -> None:
    if host is None or host == stand_in_host or is_site_host(host):
        return
    if DOMAIN.startswith(host) and len(host) > 5 and not path.strip("/"):
        raise HalfLink(given=given.strip())
    raise (LookAlikeHost if _looks_alike(host, text) else OtherSite)(host=host)


def _split(text: str, given: str) -> tuple[str | None, str, dict[str, str]]:
    """Return host (None for a bare path), path and the first value of each parameter."""
    text = text.replace("\\", "/")
    if text.startswith("//"):
        text = "https:" + text
    elif not _SCHEME.match(text) or _HOST.match(text.partition("/")[0]):
        first = re.split(r"[/?#]", text, maxsplit=1)[0]
        is_host = _HOST.fullmatch(first) and not first.lower().endswith(".aspx")
        text = f"https://{text}" if is_host or "@" in first else text
    try:
        parts = urlsplit(text)
        host = parts.hostname
        _ = parts.port  # raises where it is no number
    except ValueError:
        raise NotALink(given=_short(given)) from None
    if parts.scheme not in ("", "http", "https"):
        raise NotALink(given=_short(given))
    query = {key.lower(): values[0] for key, values in parse_qs(parts.query).items()}
    return host, parts.path, query


def _link(identifier: str, query: dict[str, str], given: str) -> TournamentLink:
    if not _NUMBER.fullmatch(identifier) or int(identifier) == 0:
        raise HalfLink(given=given.strip())
    number = _whole(query.get("snr"))
    of_player = query.get("art") not in _TEAM_VIEWS
    return TournamentLink(
        id=int(identifier),
        start_number=(number if of_player else None) or None,
        art=_whole(query.get("art")),
        round=_whole(query.get("rd")),
        number=number,
        others=tuple((name, query[name]) for name in _FILTERS if name in query),
    )


def _whole(text: str | None) -> int | None:
    """Read the digits that a parameter begins with; None for none."""
    match = re.match(r"\d{1,6}(?!\d)", text or "")
    return int(match[0]) if match else None


def _looks_alike(host: str, text: str) -> bool:
    """Say whether a foreign link carries the site's name, or a host close to it."""
    near = SequenceMatcher(None, host.removeprefix("www."), DOMAIN).ratio() > 0.8
    return near or DOMAIN.partition(".")[0] in text.lower()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
