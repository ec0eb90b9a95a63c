"""The blocks above the data: gate notice, event name, details, navigation, player search."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tests.standin.event import Event, Style
from tests.standin.markup import address, anchor, base, cell, day, raw_cell, stamp, text
from tests.standin.words import Words, words

GATE_BUTTON = "cb_alleDetails"
_UPLOAD_TO_READING = timedelta(seconds=94)


def clock(event: Event, style: Style) -> datetime:
    """Give the time that the server's clock shows on the page."""
    return style.server_time or event.last_update + _UPLOAD_TO_READING


def width(style: Style) -> int:
    """Give the width of a block, which grows with the details."""
    return 985 if style.details and not style.gated else 821


def block(content: str, style: Style, css: str = "defaultDialog") -> str:
    """Wrap content in one of the page's boxes."""
    return f'<div class="{css}" style="width: {width(style)}px; clear:both;">{content}</div>'


def gate_button_label(style: Style) -> str:
    """Give the text on the gate's button."""
    return words(style.lan).show_details


def gate(style: Style) -> str:
    """Make the notice that hides the links of an old tournament behind a button."""
    return block(
        "\n<h3>Note: to spare the server the daily visits of search engines, all links of "
        "tournaments older than 5 days (end-date) are shown after clicking the following "
        'button:</h3>\n<p class="CRsmall"><input type="submit" '
        f'value="{text(gate_button_label(style))}" id="{GATE_BUTTON}" name="{GATE_BUTTON}" '
        'style="width:250px;Z-INDEX: 1; LEFT: 20px; " /></p>\n',
        style,
        "defaultDialogMsg",
    )


def _details(event: Event, style: Style) -> str:
    word = words(style.lan)
    rows: list[tuple[str, str]] = []
    if event.organizer:
        rows.append((word.organizer, text(event.organizer)))
    rows.append((word.federation, text(f"{event.federation_name} ( {event.federation} )")))
    if event.chief_arbiter:
        rows.append((word.chief_arbiter, text(event.chief_arbiter)))
    if event.time_control is not None:
        name = word.classes.get(event.time_control, event.time_control)
        rows.append((f"{word.time_control} ({name})", text(event.time_text)))
    elif event.time_text:
        rows.append((word.time_control, text(event.time_text)))
    if event.location:
        rows.append((word.location, _map_link(event.location)))
    rows.append((word.rounds, str(event.rounds_total)))
    rows.append((word.type, text(word.types.get(event.tournament_type, event.tournament_type))))
    values = {"national": word.value_national, "international": word.value_international}
    lists = ", ".join(values[one] for one in event.rating_calculation)
    rows.append((word.calculation, text(lists or " - ")))
    if event.fide_event_id:
        rows.append((word.fide_event_id, _fide_event_link(event.fide_event_id)))
    rows.append((word.date, text(_dates(event, word, german=style.lan == 0))))
    rows.append((word.average, text(_averages(event, style))))
    lines = "".join(f"<tr>{cell(label)}{raw_cell(value)}</tr>" for label, value in rows)
    program = (
        f'<tr><td Class="CR">{text(word.program)}</td><td Class="CR">'
        '<a href="DownloadTurnier.Aspx?art=1">Swiss-Manager tournamentfile</a></td></tr>'
    )
    return f'<table border="0" cellpadding="1" cellspacing="1">{lines}{program}</table>'


def _map_link(place: str) -> str:
    href = f"https://maps.example/search/{text(place)}"
    return f'<a Class="CRdb" href="{href}" target="_blank">{text(place)}</a>'


def _fide_event_link(number: int) -> str:
    href = f"https://ratings.fide.com/tournament_information.phtml?event={number}"
    return f'<a Class="CRdb" href="{href}" target="_blank">{number}</a>'


def _dates(event: Event, word: Words, *, german: bool) -> str:
    first, last = (
        one.strftime("%d.%m.%Y") if german else day(one) for one in (event.start, event.end)
    )
    return first if event.start == event.end else f"{first}{word.to}{last}"


def _averages(event: Event, style: Style) -> str:
    """Count unrated players as 1000, as the site does."""
    ratings = [style.rating(one) or 1000 for one in event.players]
    ages = [event.start.year - one.birth_year for one in event.players if one.birth_year]
    mean = sum(ratings) // len(ratings) if ratings else 0
    return f"{mean} / {sum(ages) // len(ages) if ages else 0}"


def _last_update(event: Event, style: Style) -> str:
    word = words(style.lan)
    cached = f" Page cached {stamp(clock(event, style))} 10min." if style.page_cached else ""
    return (
        f'<p class="CRsmall">{text(word.last_update)}{stamp(event.last_update)}, '
        f"{text(word.uploaded_by)}: {text(event.uploader)}{cached}</p>\n"
    )


def _row(label: str, links: Iterable[str]) -> str:
    first = f'<tr valign="top"><td class="CRnowrap b">{text(label)}</td>' if label else ""
    return f'{first or "<tr><td></td>"}<td class="CR">{", ".join(links)}</td></tr>\n'


def _entry(event: Event, style: Style, label: str, here: bool, **parameters: object) -> str:
    """Make a navigation link, or the bold italics of the view that is being shown."""
    if here:
        return f"<i><b>{text(label)}</b></i>"
    return anchor(address(event, style, **parameters), label)


def _round_links(
    event: Event, style: Style, art: int, rounds: int, *, here: int | None, total: int | None = None
) -> list[str]:
    label = words(style.lan).round_label
    links = []
    for number in range(1, rounds + 1):
        tail = f"/{total}" if total and number == rounds else ""
        if number == here:
            links.append(f"<i><b>{text(label)}{number}{tail}</b></i>")
        else:
            href = address(event, style, art=art, rd=number)
            links.append(anchor(href, f"{label}{number}{tail}", ""))
    return links


def _navigation(event: Event, style: Style, view: dict[str, int]) -> str:
    word = words(style.lan)
    art = view.get("art", 0)
    rows = []
    if event.siblings:
        sisters = [
            f"<i><b>{text(name)}</b></i>"
            if number == event.number
            else f'<a href="{base(style)}tnr{number}.aspx?lan={style.lan}&amp;art=0">'
            f"{text(name)}</a>"
            for name, number in event.siblings
        ]
        rows.append(_row(word.selection, sisters))
    calendar = f"CalendarLink.aspx?lan={style.lan}&amp;tnr={event.number}"
    rows.append(_row(word.links, [anchor(calendar, word.calendar)]))
    shown = "NO" if style.details else "YES"
    switch = address(event, style, art=art, turdet=shown)
    label = word.no_details if style.details else word.show_details
    rows.append(_row(word.parameters, [" " + anchor(switch, label, 'Class="CRdb"')]))
    if event.for_teams and event.teams:
        rows.extend(_team_rows(event, style, view))
    else:
        start = word.player_list if event.round_robin else word.start_list
        lists = [(start, 0), (word.alphabetical, 3), (word.statistics, 13), (word.schedule, 14)]
        entries = [_entry(event, style, name, art == at, art=at) for name, at in lists]
        rows.append(_row(word.lists, entries))
        rows.extend(_round_rows(event, style, view))
    export = {"zeilen": 0, "art": art, "prt": 4, "excel": 2010}
    export.update({key: value for key, value in view.items() if key in {"rd", "snr"}})
    sheet = anchor(address(event, style, **export), "Export to Excel (.xlsx)", "")
    rows.append(_row(word.excel, [sheet]))
    size = "" if style.details else f' width="{width(style)}"'
    return f'<table border="0" cellpadding="1" cellspacing="1"{size}>\n{"".join(rows)}</table>\n'


def _round_rows(event: Event, style: Style, view: dict[str, int]) -> list[str]:
    if not event.started:
        return []
    word = words(style.lan)
    art, shown = view.get("art", 0), view.get("rd")
    done = event.rounds_done
    tables = []
    if done:
        if event.finished:
            final = word.final_ranking.format(round=done)
            tables.append(_entry(event, style, final, art == 1, art=1))
        name = (word.final_crosstable if event.finished else word.crosstable).format(round=done)
        tables.append(_entry(event, style, name, art == 4, art=4))
    tables.append(_entry(event, style, word.start_crosstable, art == 5, art=5))
    rows = [_row("", tables)]
    if event.round_robin:
        rows.append(_row("", [_entry(event, style, word.pairings, art == 2, art=2)]))
        return rows
    here = shown if art == 2 else None
    pairings = _round_links(
        event, style, 2, event.rounds_navigated, here=here, total=event.rounds_total
    )
    absent = _entry(event, style, word.not_paired, art == 40, art=40)
    rows.append(_row(word.board_pairings, [", ".join(pairings) + " ", absent]))
    if done and not event.finished:
        here = shown if art == 1 else None
        rows.append(_row(word.ranking_after, _round_links(event, style, 1, done, here=here)))
    return rows


def _team_rows(event: Event, style: Style, view: dict[str, int]) -> list[str]:
    """Make the navigation of a team event, where the same numbers are other views."""
    word = words(style.lan)
    art, shown = view.get("art", 32), view.get("rd")

    def entry(label: str, at: int) -> str:
        return _entry(event, style, label, art == at, art=at)

    done, paired = event.rounds_done, event.rounds_paired
    rows = [_row(word.lists, [entry(word.team_start_list, 32)])]
    named = [entry(word.composition, 1)] if paired else []
    named.append(entry(word.composition_only, 8))
    if done:
        title = (word.final_crosstable if event.finished else word.crosstable).format(round=done)
        named.append(entry(title, 83 if event.round_robin else 63))
    rows.append(_row("", named))
    rows.append(_row("", [entry(word.player_list, 16), entry(word.alphabetical, 15)]))
    if paired and event.round_robin:
        rows.append(_row("", [entry(word.team_pairings, 2)]))
    elif paired:
        total = event.rounds_total
        here = shown if art == 2 else None
        links = _round_links(event, style, 2, paired, here=here, total=total)
        rows.append(_row(word.team_pairings, links))
    if paired:
        here = shown if art == 3 else None
        links = _round_links(event, style, 3, paired, here=here)
        rows.append(_row(word.board_pairings, links))
    if done:
        here = shown if art == 0 else None
        rows.append(_row(word.ranking_after, _round_links(event, style, 0, done, here=here)))
        rows.append(
            _row("", [entry(word.ranking.format(round=done), 4), entry(word.board_list, 73)])
        )
    rows.append(_row("", [entry(word.statistics, 13), entry(word.schedule, 14)]))
    return rows


def heading(event: Event, style: Style, **view: int) -> str:
    """Make everything before the view's own block: the gate or the navigation, and the name."""
    notice = f'<h3 Class="CRmsg">{text(event.notice)}<br/></h3>' if event.notice else ""
    name = f"{notice}<h2>{text(event.name)} </h2>"
    update = _last_update(event, style)
    if style.gated:
        return f"{gate(style)}\n{block(name + update, style)}"
    navigation = _navigation(event, style, view)
    if not style.details:
        return block(name + update + navigation, style)
    table = (
        '<table cellSpacing="0" cellPadding="0" border="0"><tr><td Class="CR0" width="672">'
        f"{_details(event, style)}\n{update}{navigation}"
        '</td><td class="CR0" width="8"></td><td class="CR0" width="300">\n</td></tr></table>'
    )
    return block(name + table, style)


def search(style: Style, what: str = "player") -> str:
    """Make the search block that follows on every view except cards."""
    place = "position:absolute;top:4px;"
    return (
        f'<div class="defaultDialog" style="width: {width(style)}px; height:28px; '
        'POSITION:relative; clear:both;">\n<span id="l_such_label" class="CRLabel" '
        f'style="LEFT:18px;{place}width:250px;">Search for {what}</span>\n'
        '<input name="txt_name" type="text" maxlength="30" id="txt_name" class="CRText" '
        f'style="width:150px;left:280px;{place}"/>\n<a id="Link_Suche" class="CRLink" '
        "href=\"javascript:__doPostBack('Link_Suche','')\" "
        f'style="display:inline-block;width:100px;left:470px;{place}">Search</a>\n</div>\n'
    )
