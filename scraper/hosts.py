"""Which hosts are the site, or its stand-in on this computer."""

import os
from ipaddress import ip_address
from urllib.parse import urlsplit

from scraper.errors import NotAStandIn

DOMAIN = "chess-results.com"


def is_site_host(host: str | None) -> bool:
    """Say whether a host is chess-results.com or lies under it; asked again at every redirect."""
    name = (host or "").lower().removesuffix(".")
    return name == DOMAIN or name.endswith("." + DOMAIN)


def is_loopback(host: str | None) -> bool:
    """Say whether a host is this computer."""
    if host == "localhost":
        return True
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False


def base_from_environment() -> str:
    """Return the address of the site, or of the stand-in that TNRATE_SITE names.

    Raises NotAStandIn where TNRATE_SITE is no loopback address.
    """
    given = os.environ.get("TNRATE_SITE", "").strip()
    if not given:
        return f"https://{DOMAIN}"
    try:
        parts = urlsplit(given)
        fits = parts.scheme in ("http", "https") and is_loopback(parts.hostname) and parts.port
    except ValueError:
        fits = False
    if not fits:
        raise NotAStandIn(given=given)
    return f"{parts.scheme}://{parts.netloc}"
