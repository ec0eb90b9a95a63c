"""Serve invented events on loopback as chess-results.com would, or write the demo pages."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.standin import demo, live_demo
from tests.standin.clock import FastClock
from tests.standin.event import Event, Style
from tests.standin.faults import NAMES, by_name
from tests.standin.live import LiveStandin
from tests.standin.server import Standin
from tests.standin.shows import SEARCHES, SHOWS, chosen, live_plays, views

_LANGUAGES = {"de": 0, "en": 1, "es": 2, "tr": 8, "ru": 11}


def demo_site(port: int = 0) -> Standin:
    """Make a site with the demo event, a gated one and one that has not begun."""
    plain = replace(demo.DEMO_STYLE, details=False)
    gated = Style(rtg_mode="international", gated=True, gated_table=False)
    return Standin(
        [demo.demo_event(), demo.gated_event(), demo.coming_event()],
        plain,
        styles={demo.GATED_NUMBER: gated},
        port=port,
    )


def site_of(options: argparse.Namespace) -> tuple[Standin, dict[str, Event]]:
    """Make a site as the command line describes it, and its events by name."""
    shows = chosen(options.event)
    events = {name: show.make() for name, show in shows.items()}
    styles = {}
    for name, show in shows.items():
        style = replace(show.style, era=options.era, lan=_LANGUAGES[options.lan])
        if options.gate is not None:
            style = replace(style, gated=options.gate == "on")
        styles[events[name].number] = style
    site = Standin(
        events.values(),
        Style(era=options.era, lan=_LANGUAGES[options.lan]),
        styles=styles,
        redirect=not options.no_redirect,
        port=options.port,
    )
    site.faults.extend(by_name(name) for name in options.fault)
    return site, events


def live_site(speed: float, port: int = 0) -> LiveStandin:
    """Make a site whose events begin now; time goes `speed` times as fast there."""
    now = datetime.now(UTC)
    return LiveStandin(live_plays(now).values(), FastClock(now, speed), port=port)


def _live_invitation(site: LiveStandin, speed: float) -> str:
    """Tell where the site is, what goes on there, and whom to follow."""
    lines = [
        f"The stand-in listens on {site.url} (node {site.node_url}). Stop it with Ctrl-C.",
        f"Its time goes {speed:g} times as fast as yours.",
    ]
    for play in site.plays.values():
        minutes = (play.ends - play.begins).total_seconds() / 60 / speed
        star = play.story.star or 1
        link = site.link(play.number, lan=1, art=9, snr=star)
        lines += [
            "",
            f"{play.last.name}, {play.last.tournament_type}: {len(play.uploads)} uploads "
            f"in {minutes:.0f} minutes",
            f'  TNRATE_SITE={site.url} tnrate follow "{link}"',
        ]
    return "\n".join([*lines, "", ""])


def _invitation(site: Standin, events: dict[str, Event], lan: str) -> str:
    """Tell where the site is, and give the link of every view."""
    number = _LANGUAGES[lan]
    lines = [
        f"The stand-in listens on {site.url} (node {site.node_url}). Stop it with Ctrl-C.",
        f"To use it: export TNRATE_SITE={site.url}",
    ]
    for name, event in events.items():
        lines += ["", f"{name}: {SHOWS[name].about}"]
        for view, parameters in views(event).items():
            lines.append(f"  {view:20} {site.link(event.number, lan=number, **parameters)}")
    lines += ["", "search pages (their forms are sent by POST)"]
    lines += [f"  {site.url}/{one.format(lan=number)}" for one in SEARCHES]
    return "\n".join([*lines, "", ""])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.standin",
        description=__doc__,
        epilog="Example: python -m tests.standin --event teams --lan tr --fault 429 --fault slow!",
    )
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port to listen on")
    parser.add_argument(
        "--event",
        action="append",
        default=[],
        choices=tuple(SHOWS),
        help="an event to show; may be repeated; without it all are shown",
    )
    parser.add_argument("--era", choices=("new", "old"), default="new", help="layout of the pages")
    parser.add_argument(
        "--lan",
        choices=tuple(_LANGUAGES),
        default="en",
        help="language of pages asked for without lan=",
    )
    parser.add_argument(
        "--gate", choices=("on", "off"), help="close or open the gate of all events"
    )
    parser.add_argument("--no-redirect", action="store_true", help="answer on the bare host itself")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="NAME",
        help="something that goes wrong, once in its turn, or always with a ! at the end; any "
        f"status such as 429 or 503, {', '.join(NAMES)}",
    )
    parser.add_argument(
        "--live", action="store_true", help="show events that begin now and go on by themselves"
    )
    parser.add_argument(
        "--speed", type=float, default=20, metavar="N", help="with --live: how fast time goes there"
    )
    parser.add_argument(
        "--write-live", type=Path, metavar="DIR", help="write the recorded live event and end"
    )
    parser.add_argument("--write", type=Path, metavar="DIR", help="write the demo pages and end")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.write is not None:
        for path in demo.write_demo(options.write):
            sys.stdout.write(f"{path}\n")
        return 0
    if options.write_live is not None:
        sys.stdout.write(f"{live_demo.write_live(options.write_live)}\n")
        return 0
    site: Standin
    try:
        if options.live:
            site = live = live_site(options.speed, options.port)
            live.faults.extend(by_name(name) for name in options.fault)
        else:
            site, events = site_of(options)
    except ValueError as error:
        parser.error(str(error))
    with site:
        sys.stdout.write(
            _live_invitation(live, options.speed)
            if options.live
            else _invitation(site, events, options.lan)
        )
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
