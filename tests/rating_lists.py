"""Rating lists in FIDE's forms, with invented players, for tests and benchmarks."""

import io
import random
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from xml.sax.saxutils import escape

_PERSON = f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit {'OTit':15}"
_COMBINED = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK "
_END = "B-day Flag"
HEAD = f"{_PERSON}FOA {_COMBINED}{_END}"
# Without the online titles, as FIDE's "legacy" list.
HEAD_WITHOUT_FOA = f"{_PERSON}{_COMBINED}{_END}"
_SURNAMES = ("Yelkovan", "Karçın", "Dravosh", "Ombrell", "Tussafin", "Zerdegül", "Querasso")
_FIRST_NAMES = ("Ada", "Bora", "Cira", "Devrin", "Elmo", "Fenna", "Gorm", "Hülya")
_FEDERATIONS = ("TUR", "GER", "IND", "ESP", "USA")


@dataclass(frozen=True)
class Entry:
    """A player of an invented list; 0 is FIDE's blank. Each class is rating, games, K."""

    fide_id: int
    name: str
    federation: str = "TUR"
    sex: str = "F"
    title: str = ""
    birth_year: int = 1990
    flag: str = ""
    standard: tuple[int, int, int] = (0, 0, 0)
    rapid: tuple[int, int, int] = (0, 0, 0)
    blitz: tuple[int, int, int] = (0, 0, 0)


def head_of(month: str) -> str:
    """Give the head of a list of one class; `month` as NOV26."""
    return f"{_PERSON}FOA {month:6}Gms K  {_END}"


def line(entry: Entry, kind: str = "combined", foa: bool = True, other_titles: str = "") -> str:
    """Give a line of the text: the combined list, or that of one class."""
    person = (
        f"{entry.fide_id:<15}{entry.name:61}{entry.federation:4}{entry.sex:4}{entry.title:5}"
        f"{'':5}{other_titles:15}{'    ' if foa else ''}"
    )
    classes = [entry.standard, entry.rapid, entry.blitz]
    if kind != "combined":
        classes = [getattr(entry, kind)]
    figures = "".join(f"{rating:<6}{games:<4}{k:<3}" for rating, games, k in classes)
    return f"{person}{figures}{entry.birth_year:<6}{entry.flag:4}"


def text(entries: Iterable[Entry], kind: str = "combined", head: str = HEAD) -> bytes:
    """Give a list as text."""
    foa = "FOA" in head
    lines = [head, *(line(entry, kind, foa) for entry in entries)]
    return "".join(f"{one}\r\n" for one in lines).encode()


def player_xml(entry: Entry, kind: str = "combined") -> str:
    """Give a player of the XML; a list of one class names its elements as the standard one's."""
    fields: dict[str, object] = {
        "fideid": entry.fide_id,
        "name": escape(entry.name),
        "country": entry.federation,
        "sex": entry.sex,
        "title": entry.title,
        "w_title": "",
        "o_title": "",
        "foa_title": "",
    }
    classes = ("standard", "rapid", "blitz") if kind == "combined" else (kind,)
    for one in classes:
        before = "" if one in ("standard", kind) else f"{one}_"
        rating, games, k = getattr(entry, one)
        fields |= {f"{before}rating": rating, f"{before}games": games, f"{before}k": k}
    fields |= {"birthday": entry.birth_year or "", "flag": entry.flag}
    inner = "\n".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
    return f"<player>\n{inner}\n</player>\n"


def xml(entries: Iterable[Entry], kind: str = "combined") -> bytes:
    """Give a list as XML."""
    players = "".join(player_xml(entry, kind) for entry in entries)
    return f"<playerslist>\n{players}</playerslist>\n".encode()


def packed(name: str, data: bytes, **others: bytes) -> bytes:
    """Give a zip with a file, and others beside it."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, content in {name: data, **others}.items():
            archive.writestr(one, content)
    return target.getvalue()


def crowd(count: int, seed: int = 1) -> Iterator[Entry]:
    """Make many players, sorted by name and not by number, as FIDE's are."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    for number in range(count):
        classes = [
            (chance.randrange(1400, 2700), chance.randrange(12), chance.choice((10, 20, 40)))
            if chance.random() < 0.5
            else (0, 0, 0)
            for _ in range(3)
        ]
        name = f"{_SURNAMES[number * len(_SURNAMES) // count]}{number}"
        yield Entry(
            990_000_000 + (number * 7_368_787) % 100_000_007,
            f"{name}, {chance.choice(_FIRST_NAMES)}",
            chance.choice(_FEDERATIONS),
            chance.choice("MF"),
            "",
            chance.choice((0, chance.randrange(1940, 2020))),
            chance.choice(("", "i", "w")),
            *classes,
        )


def figures(entry: Entry) -> tuple[object, ...]:
    """Give what is kept of a player, in the order of the fields; blanks are None."""
    flat = [*astuple(entry)[:7]]
    for rating, games, k in (entry.standard, entry.rapid, entry.blitz):
        flat += [rating, k, games]
    return tuple(one or None for one in flat)
