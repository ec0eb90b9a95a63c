"""Serve the demo event on loopback, or write its pages."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.standin import demo
from tests.standin.event import Style
from tests.standin.server import Standin


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


def _invitation(site: Standin) -> str:
    setting = f"TNRATE_SITE={site.url}"
    card = site.link(demo.DEMO_NUMBER, lan=1, art=9, snr=demo.DEMO_START_NUMBER)
    gated = site.link(demo.GATED_NUMBER, lan=1, art=9, snr=1)
    coming = site.link(demo.COMING_NUMBER, lan=1, art=9, snr=3)
    return "\n".join(
        [
            f"The stand-in listens on {site.url} (node {site.node_url}). Stop it with Ctrl-C.",
            "",
            "A card:        " + f"{setting} tnrate '{card}'",
            "A gated event: " + f"{setting} tnrate '{gated}'",
            "Not begun yet: " + f"{setting} tnrate '{coming}'",
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description=__doc__)
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port to listen on")
    parser.add_argument("--write", type=Path, metavar="DIR", help="write the demo pages and end")
    options = parser.parse_args(arguments)
    if options.write is not None:
        for path in demo.write_demo(options.write):
            sys.stdout.write(f"{path}\n")
        return 0
    with demo_site(options.port) as site:
        sys.stdout.write(_invitation(site))
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
