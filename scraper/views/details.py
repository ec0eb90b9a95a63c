"""The tournament, from the page's frame and its details block. Reference: sections 5 and 9.

The class of the time control stands in the label, "Time control (Rapid)"; uploads from other
software have it in the value, if at all.
"""

import re
from datetime import date

from scraper import vocabulary
from scraper.model import TimeControl, Tournament
from scraper.page import Page

_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d)|(\d\d)\.(\d\d)\.(\d{4})")
_CODE = re.compile(r"\(\s*([A-Z]{3})\s*\)")
_LABEL_CLASS = re.compile(r"\((.+)\)")
_DIGITS = re.compile(r"\d{1,9}")


def read(page: Page) -> Tournament:
    """Read what the page says of the tournament; what it does not say is None."""
    rows = page.details()
    label, time_text = rows.get("time_control", ("", None))
    calculation = rows.get("rating_calculation")
    event = _DIGITS.search(rows.get("fide_event_id", ("", ""))[1])
    dates = _dates(rows.get("date", ("", ""))[1])
    rounds = _DIGITS.search(rows.get("rounds", ("", ""))[1])
    federation = _CODE.search(rows.get("federation", ("", ""))[1])
    rated_national, rated_fide = _rated(None if calculation is None else calculation[1])
    return Tournament(
        id=page.tournament_id,
        name=page.tournament_name,
        time_control=_time_control(label, time_text),
        time_control_text=time_text,
        named_time_control=time_control_in(page.tournament_name or ""),
        start=dates[0] if dates else None,
        end=dates[-1] if dates else None,
        rounds=int(rounds[0]) if rounds else None,
        rated_fide=True if event else rated_fide,
        rated_national=rated_national,
        fide_event_id=int(event[0]) if event else None,
        federation=federation[1] if federation else None,
        type=rows.get("type", ("", None))[1],
        last_update=page.last_update,
        server_time=page.server_time,
    )


def time_control_in(text: str) -> TimeControl | None:
    """Find the one class that a free text names; None where it names none or several."""
    words = re.findall(r"\w+", text.replace("İ", "i").lower())
    found = {vocabulary.TIME_CONTROL[word] for word in words if word in vocabulary.TIME_CONTROL}
    return TimeControl(found.pop()) if len(found) == 1 else None


def _time_control(label: str, value: str | None) -> TimeControl | None:
    in_label = _LABEL_CLASS.search(label)
    return time_control_in(in_label[1] if in_label else value or "")


def _dates(text: str) -> list[date]:
    found = []
    for year, month, day, day_2, month_2, year_2 in _DATE.findall(text):
        try:
            found.append(date(int(year or year_2), int(month or month_2), int(day or day_2)))
        except ValueError:
            continue
    return found


def _rated(calculation: str | None) -> tuple[bool | None, bool | None]:
    """Return (national, FIDE) from the row "Rating calculation"; None where the row is absent."""
    if calculation is None:
        return None, None
    items = {item.strip() for item in calculation.split(",")}
    return bool(items & vocabulary.RATED_NATIONAL), bool(items & vocabulary.RATED_FIDE)
