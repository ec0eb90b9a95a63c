"""The search pages: tournaments and players among the events on show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any

from tests.standin.event import Event, Player, Style, TournamentType
from tests.standin.frame import page
from tests.standin.markup import cell, day, raw_cell, text
from tests.standin.tables import EMPTY, head
from tests.standin.words import words

NOTHING_FOUND = "No tournament was found with this selection."
NOBODY_FOUND = "No player was found with this selection."
MOST_PLAYERS = 250

_CLOCK = datetime.fromisoformat("2026-05-17 13:00:00")
_TYPES: tuple[tuple[str, str], ...] = (
    ("5", "All tournaments"),
    ("0", "Swiss-System"),
    ("1", "Round robin"),
    ("2", "Round robin for teams"),
    ("3", "Swiss-System for teams"),
)
_CLASSES = (("0", "-"), ("1", "Standard"), ("2", "Rapid"), ("3", "Blitz"))
_SORTS = (
    ("1", "last update"), ("2", "Name"), ("3", "Start-Date"), ("4", "End-Date"),
    ("5", "Database Key"),
)  # fmt: skip
_LENGTHS = (("0", "100"), ("1", "250"), ("2", "500"), ("3", "1000"), ("4", "1500"), ("5", "2000"))
_TOURNAMENT_TEXTS = (
    "txt_leiter", "txt_tnr", "txt_bez", "txt_veranstalter", "txt_Hauptschiedsrichter",
    "txt_Schiedsrichter", "txt_ort", "txt_von_tag", "txt_bis_tag", "txt_eventid",
)  # fmt: skip
_PLAYER_TEXTS = (
    "txt_nachname", "txt_vorname", "txt_verein", "txt_ident", "txt_fideID", "txt_von_tag",
    "txt_bis_tag", "txt_GJahr", "txt_min_elo", "txt_FED",
)  # fmt: skip
_COLUMNS = (
    "No.", "Tournament", "FED", " ", "Last update", "from", "to", "Tournament director",
    "Organizer(s)", "Chief Arbiter", "Deputy Chief Arbiter", "Arbiter", "Location",
    "Time control", "FED", "State", "Rd.", "n", "dbkey", "EventID",
)  # fmt: skip
_TOURNAMENT_CUT = 50
_PLAYER_CUT = 30


def prefix(style: Style) -> str:
    """Give what stands before the names of a search form's fields."""
    return "ctl00$P1$" if style.era == "new" else "_ctl0:P1:"


def search_page(
    kind: str,
    events: Iterable[Event],
    style: Style,
    form: Mapping[str, str] | None = None,
    action: str = "TurnierSuche.aspx?lan=1&SNode=S0",
) -> str:
    """Render a search page: the bare form, or the form with what was found below.

    A form that was sent without its button or without the page's state is not searched.
    """
    start = prefix(style)
    sent = {name.removeprefix(start): value.strip() for name, value in (form or {}).items()}
    searched = "cb_suchen" in sent and "__VIEWSTATE" in sent
    found = ""
    if kind == "tournaments":
        body = _tournament_form(style, events, sent)
        found = _tournaments_found(events, sent, style) if searched else ""
    else:
        body = _player_form(style, sent)
        found = _players_found(events, sent, style) if searched else ""
    if found:
        body += f'\n<div class="defaultDialog" style="width: 985px; clear:both;">{found}</div>\n'
    title = "Turniersuche" if kind == "tournaments" else "Spielersuche"
    return page(title, body, style=style, action=action, clock=style.server_time or _CLOCK)


def _field(name: str, style: Style, value: str) -> str:
    start = prefix(style)
    ident = f"{'P1' if style.era == 'new' else '_ctl0_P1'}_{name}"
    shown = f' value="{text(value)}"' if value else ""
    kind = "date" if name.endswith("_tag") and style.era == "new" else "text"
    return f'   <input name="{start}{name}" type="{kind}"{shown} id="{ident}" class="CRText" />\n'


def _choice(name: str, options: Iterable[tuple[str, str]], style: Style, chosen: str) -> str:
    lines = "\n".join(
        f"\t\t\t\t\t<option{' selected=selected' if value == chosen else ''}"
        f' value="{value}">{text(label)}</option>'
        for value, label in options
    )
    return (
        f'   <select name="{prefix(style)}{name}" class="CRCombobox">\n{lines}\n\t\t\t\t</select>\n'
    )


def _button(name: str, label: str, style: Style) -> str:
    return (
        f'   <input type="submit" name="{prefix(style)}{name}" value="{label}" '
        f'id="P1_{name}" class="CRButton" />\n'
    )


def _check(name: str, style: Style) -> str:
    start = prefix(style)
    return f'   <span><input id="P1_{name}" type="checkbox" name="{start}{name}" /></span>\n'


def _tournament_form(style: Style, events: Iterable[Event], sent: Mapping[str, str]) -> str:
    nations = sorted({(one.federation, one.federation_name) for one in events})
    fields = "".join(_field(name, style, sent.get(name, "")) for name in _TOURNAMENT_TEXTS)
    lands = [("-", "-"), *nations]
    choices = (
        ("combo_art", _TYPES, "5"),
        ("combo_sort", _SORTS, "1"),
        ("combo_land", lands, "-"),
        ("combo_bedenkzeit", _CLASSES, "0"),
        ("combo_anzahl_zeilen", _LENGTHS, "0"),
    )
    for name, options, default in choices:
        fields += _choice(name, options, style, sent.get(name, default))
    fields += _check("cbox_zuEnde", style) + _check("cbox_partien_vorhanden", style)
    fields += _button("cb_suchen", "Search", style)
    fields += _button("cb_download_Excel", "Download Excel-File", style)
    return (
        '\n  <div id="P1_DIV3" class="defaultDialog" style="WIDTH: 980px; HEIGHT: 56px;">\n'
        "    <h2>Tournament Database of Chess Results</h2><p><b>Remark:</b> Upper and lower case "
        "does not make any difference</p>\n  </div>\n"
        '  <div id="P1_DIV1" class="defaultDialog" style="WIDTH: 980px; HEIGHT: 523px;">\n'
        f"{fields} </div>\n"
    )


def _player_form(style: Style, sent: Mapping[str, str]) -> str:
    fields = "".join(_field(name, style, sent.get(name, "")) for name in _PLAYER_TEXTS)
    sorts = (("1", "Player name, end of tournament"), ("2", "Player name, tournament name"))
    fields += _choice("combo_Sort", sorts, style, sent.get("combo_Sort", "1"))
    fields += _check("cbox_FIDE", style) + _check("cbox_ausland", style)
    fields += _button("cb_suchen", "Search", style)
    return (
        '\n  <div id="P1_DIV1" class="defaultDialog" style="WIDTH: 980px; HEIGHT: 323px;">\n'
        f"{fields}</div>\n"
    )


def _holds(wanted: str, text: str) -> bool:
    """Tell whether a text holds what was typed, in any case; nothing typed fits everything."""
    return wanted.casefold() in text.casefold()


def _in_dates(sent: Mapping[str, str], end: date) -> bool:
    """Tell whether an end date lies between both bounds; one bound alone finds nothing."""
    first, last = sent.get("txt_von_tag", ""), sent.get("txt_bis_tag", "")
    if not first and not last:
        return True
    try:
        return _date(first) <= end <= _date(last)
    except ValueError:
        return False


def _date(typed: str) -> date:
    return date.fromisoformat(typed.replace("/", "-"))


def _tournament_fits(event: Event, sent: Mapping[str, str]) -> bool:
    types: Mapping[str, TournamentType] = {
        "0": "Swiss-System",
        "1": "Round robin",
        "2": "Round robin for teams",
        "3": "Swiss-System for teams",
    }
    classes = dict(_CLASSES)
    chosen, pace = sent.get("combo_art", "5"), sent.get("combo_bedenkzeit", "0")
    number, event_id = sent.get("txt_tnr", ""), sent.get("txt_eventid", "")
    return (
        _holds(sent.get("txt_bez", ""), event.name)
        and _holds(sent.get("txt_ort", ""), event.location)
        and _holds(sent.get("txt_veranstalter", ""), event.organizer)
        and _holds(sent.get("txt_Hauptschiedsrichter", ""), event.chief_arbiter)
        and not sent.get("txt_leiter")
        and not sent.get("txt_Schiedsrichter")
        and number in {"", str(event.number)}
        and event_id in {"", str(event.fide_event_id)}
        and sent.get("combo_land", "-") in {"", "-", event.federation}
        and (chosen not in types or types[chosen] == event.tournament_type)
        and (pace in {"", "0"} or classes.get(pace) == event.time_control)
        and ("cbox_zuEnde" not in sent or event.finished)
        and ("cbox_partien_vorhanden" not in sent or event.games_available)
        and _in_dates(sent, event.end)
    )


def _tournaments_found(events: Iterable[Event], sent: Mapping[str, str], style: Style) -> str:
    found = [one for one in events if _tournament_fits(one, sent)]
    keys: Mapping[str, Callable[[Event], tuple[Any, int]]] = {
        "1": lambda one: (-one.last_update.timestamp(), one.number),
        "2": lambda one: (one.name, one.number),
        "3": lambda one: (one.start, one.number),
        "4": lambda one: (one.end, one.number),
        "5": lambda one: (one.number, 0),
    }
    found.sort(key=keys.get(sent.get("combo_sort", "1"), keys["1"]))
    found = found[: int(dict(_LENGTHS).get(sent.get("combo_anzahl_zeilen", "0"), "100"))]
    if not found:
        return f"<p><b>{NOTHING_FOUND}</b></p>"
    heads = "".join(head(label, "CR", style) for label in _COLUMNS)
    lines = [f'<tr class="CRg1b">{heads}</tr>']
    now = style.server_time or _CLOCK
    for index, one in enumerate(found):
        name = text(one.name[:_TOURNAMENT_CUT])
        link = f'<a href="tnr{one.number}.aspx?lan={style.lan}">{name}</a>'
        line = cell(index + 1, "CRc") + raw_cell(link) + cell(one.federation)
        line += raw_cell(f'<div class="tn_{one.federation}"></div>')
        line += cell(_age(now, one.last_update), "CRnowrap")
        line += cell(day(one.start), "CRc") + cell(day(one.end), "CRc") + cell("")
        line += cell(one.organizer) + cell(one.chief_arbiter) + cell("") + cell("")
        line += cell(one.location) + cell(one.time_control or "") + cell(one.federation)
        line += cell("") + cell(one.rounds_total, "CRc") + cell(len(one.players), "CRc")
        line += cell(one.number, "CRr") + (
            cell(one.fide_event_id, "CRr") if one.fide_event_id else EMPTY
        )
        css = "CRg2" if index % 2 == 0 else "CRg1"
        lines.append(f'<tr class="{css}">{line}</tr>')
    rows = "\n".join(lines)
    return f'<table class="CRs2" border="0" cellpadding="1" cellspacing="1">\n{rows}\n</table>'


def _age(now: datetime, update: datetime) -> str:
    """Write the age of an upload as `1 Days 2 Hours`, or `3 Hours 12 Min.` on the same day."""
    minutes = max(int((now - update).total_seconds()) // 60, 0)
    days, rest = divmod(minutes, 24 * 60)
    hours, rest = divmod(rest, 60)
    return f"{days} Days {hours} Hours" if days else f"{hours} Hours {rest} Min."


def _player_fits(event: Event, player: Player, sent: Mapping[str, str]) -> bool:
    surname, _, first = player.name.partition(",")
    least = sent.get("txt_min_elo", "")
    fide_id, ident = sent.get("txt_fideID", ""), sent.get("txt_ident", "")
    return (
        surname.casefold().startswith(sent.get("txt_nachname", "").casefold())
        and first.strip().casefold().startswith(sent.get("txt_vorname", "").casefold())
        and _holds(sent.get("txt_verein", ""), player.club)
        and fide_id in {"", str(player.fide_id)}
        and ident in {"", str(player.national_id)}
        and sent.get("txt_FED", "").upper() in {"", player.federation}
        and sent.get("txt_GJahr", "") in {"", str(player.birth_year)}
        and (not least.isdecimal() or max(player.fide, player.national) >= int(least))
        and ("cbox_FIDE" not in sent or bool(player.fide_id))
        and _in_dates(sent, event.end)
    )


def _players_found(events: Iterable[Event], sent: Mapping[str, str], style: Style) -> str:
    word = words(style.lan)
    found = [
        (player, event)
        for event in events
        for player in event.players
        if _player_fits(event, player, sent)
    ]
    found.sort(key=lambda one: (one[0].name, one[1].end))
    if not found:
        return f"<p><b>{NOBODY_FOUND}</b></p>"
    labels = (
        (word.name, "CR"), (word.col_ident, "CRr"), (word.col_fide_id, "CRr"), (word.club, "CR"),
        (word.col_fed, "CR"), ("Tournament", "CR"), ("End-Date", "CR"), (word.col_rank, "CRc"),
        (word.col_round, "CRc"), ("n", "CRc"),
    )  # fmt: skip
    tags = ("td" if label in {"Tournament", "End-Date"} else "th" for label, _ in labels)
    heads = "".join(
        head(label, css, style, tag) for (label, css), tag in zip(labels, tags, strict=True)
    )
    lines = [f'<tr class="CRg1b">{heads}</tr>']
    for index, (player, event) in enumerate(found[:MOST_PLAYERS]):
        start = f"tnr{event.number}.aspx?lan={style.lan}"
        name = text(player.name if style.era == "new" else player.name.replace(",", ""))
        line = raw_cell(f'<a href="{start}&amp;art=9&amp;snr={player.start_number}">{name}</a>')
        line += cell(player.national_id, "CRc") + cell(player.fide_id, "CRc")
        line += cell(player.club) + cell(player.federation)
        line += raw_cell(f'<a href="{start}">{text(event.name[:_PLAYER_CUT])}</a>')
        line += cell(day(event.end), "CRc")
        line += cell(event.rank(player.start_number) if event.started else "-", "CRc")
        line += cell(event.rounds_total, "CRc") + cell(len(event.players), "CRc")
        first = index % 2 == 0
        lines.append(f'<tr class="{"CRg2" if first else "CRg1"}">{"" if first else " "}{line}</tr>')
    rows = "\n".join(lines)
    table = f'<table class="CRs2" border="0" cellpadding="1" cellspacing="1">\n{rows}\n</table>'
    return f"<hr/>\n{table}<p><b>{len(found)} players found with this selection.</b></p>"
