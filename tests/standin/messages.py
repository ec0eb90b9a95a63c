"""Pages that hold no tournament: nothing found, daily limit, a form that was refused."""

from __future__ import annotations

from datetime import datetime

from tests.standin.blocks import block
from tests.standin.event import Style
from tests.standin.frame import page

_DATABASE = "Tournament-Database"
_CLOCK = datetime.fromisoformat("2026-05-17 13:00:00")


def missing_page(style: Style, action: str = "tnr97000001.aspx?lan=1&SNode=S0") -> str:
    """Render the answer to a tournament number that nobody has."""
    return page(
        _DATABASE,
        "",
        style=style,
        action=action,
        clock=style.server_time or _CLOCK,
        error="Record not found",
    )


def limit_page(style: Style, action: str = "tnr97000001.aspx?lan=1&SNode=S0") -> str:
    """Render the notice of the daily limit, an ordinary page in everything but its text."""
    text = "<h2>Access limited</h2><p>You have exceeded the daily limit of page requests.</p>"
    body = block(f"{text}<p>Please come back tomorrow.</p>", style)
    return page(_DATABASE, body, style=style, action=action, clock=style.server_time or _CLOCK)


def runtime_error_page() -> str:
    """Render the page of the framework for a form that it does not accept."""
    return (
        "<!DOCTYPE html>\n<html>\n    <head>\n        <title>Runtime Error</title>\n"
        "    </head>\n    <body bgcolor=\"white\">\n            <span><H1>Server Error in '/' "
        "Application.<hr width=100% size=1 color=silver></H1>\n            "
        "<h2> <i>Runtime Error</i> </h2></span>\n            <b> Description: </b>"
        "An application error occurred on the server.\n    </body>\n</html>\n"
    )
