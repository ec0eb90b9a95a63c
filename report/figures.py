"""Figures of a standing as coloured text, for the tables of what is followed."""

from decimal import Decimal

from rich.text import Text

from live.model import Place
from report.phrases import Document
from report.tables import NOTHING, change_text
from report.words import Words


def change_figure(found: Document, words: Words) -> Text:
    """Return a change and the rating after it."""
    change = change_text(Decimal(found["change"]), words)
    return Text().append_text(change).append(f" → {found['new_rating']}")


def total_figure(system: str, standing: Document, words: Words) -> Text:
    """Return the change so far; a guessed K is marked, a missing rating is no 0.

    A national rating that is not known is left out: most players of the world have none.
    """
    found = standing[system]
    if found is None:
        if f"{system}_own_unrated" in standing["notes"]:
            return Text(words("unrated"), style="dim")
        return Text(NOTHING if "fide_own_missing" in standing["notes"] and system == "fide" else "")
    if not found["games"]:
        return Text(str(found["rating"]))
    text = change_figure(found, words)
    if found.get("k_source") == "unknown":
        text.append(f" K {found['k']}?", style="dim")
    return text


def place_figure(place: Place | None, newest_round: int, words: Words) -> str:
    """Return a place, with its round where that is not the newest; nothing for None."""
    if place is None:
        return ""
    if place.after_round >= newest_round:
        return str(place.rank)
    return f"{place.rank} ({words('R{round}', round=place.after_round)})"
