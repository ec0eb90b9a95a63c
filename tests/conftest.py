"""What several rooms' tests share: the material beside the repository, the demo, the pace."""

import signal
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from scraper import site

# No test may fail because a machine is slow.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

ROOT = Path(__file__).parents[1]
SHARED = Path(__file__).parents[2] / "shared"
DEMO = ROOT / "fixtures" / "demo"
_HOMES = count()


def _beside(folder: str) -> Path:
    path = SHARED / folder
    if not path.is_dir():
        pytest.skip(f"the folder shared/{folder} does not stand beside the repository")
    return path


@pytest.fixture(scope="session", autouse=True)
def hears_ctrl_c() -> None:
    """Hear SIGINT, though whoever starts tests in the background makes them deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_pages() -> Path:
    """Give the folder of real pages with invented people."""
    return _beside("pages")


@pytest.fixture(scope="session")
def shared_cases() -> Path:
    """Give the folder of published right values."""
    return _beside("cases")


@pytest.fixture(scope="session")
def shared_reference() -> Path:
    """Give the folder of the rules' tables."""
    return _beside("reference")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests follow each other without a pause; the stand-in does not mind."""
    monkeypatch.setattr(site, "SECONDS_BETWEEN_REQUESTS", 0.0)


@pytest.fixture(autouse=True)
def _no_stand_in_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests out of them."""
    monkeypatch.delenv("TNRATE_SITE", raising=False)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test a store of its own, so that it meets nobody's pages; not made before use."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"
    monkeypatch.setenv("TNRATE_HOME", str(folder))
    return folder
