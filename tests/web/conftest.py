import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright

from tests.server.harness import Served, served
from tests.web import chromium
from tests.web.person import PATIENCE, Person
from tests.web.walks import ALL_WALKS

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SIZES: dict[str, ViewportSize] = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

expect.set_options(timeout=PATIENCE * 1000)

SAME_CARDS = "from seaboard.server.tables import dealing\n\ndealing.seed_of = lambda *_: '5e' * 16\n"
"""Read by Python when it starts: every match has the same seed, whatever browsers add to it."""

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session")
def built() -> None:
    """The page, built from what is here now; once, whoever asks first."""
    with (Path(tempfile.gettempdir()) / f"seaboard-page-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = subprocess.run([sys.executable, str(ROOT / "tools" / "build_page.py")], capture_output=True, text=True)
        if built.returncode:
            pytest.fail(f"{built.stdout[-2000:]}{built.stderr[-2000:]}")


@pytest.fixture(scope="session")
def server(built: None) -> Iterator[Served]:
    """A real server with the real page, on a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, served(data=Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def same_cards(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that deals the same cards in every match."""
    home = tmp_path_factory.mktemp("same-cards")
    (home / "sitecustomize.py").write_text(SAME_CARDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(home))
        server = Served(data=home / "data")
    yield server.url
    server.process.kill()
    server.process.wait()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, closed when the tests of other folders have their turn: while it is driven, an event loop runs, and they need their own."""
    try:
        path = chromium.find()
    except chromium.NoChromium as error:
        pytest.fail(str(error))
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


PEOPLE = pytest.StashKey[list[Person]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Whoever reads that a test has failed reads what its people saw."""
    report = yield
    if report.when == "call" and report.failed:
        people = item.stash.get(PEOPLE, None) or []  # a test without a browser has none
        for i, one in enumerate(people):
            report.sections.append((f"What person {i + 1} sees", one.tell()))
    return report


@pytest.fixture
def person(browser: Browser, server: Served, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """Makes people: `person("phone", language="fr", reduced=True, speed="normal")`.

    Who asks for neither motion nor a speed prefers less motion, in `make test`: cards that close up to each other can't be tapped for a
    moment, after every move, and drawing them takes half of a browser's time. In `make soak` the cards move for everybody.
    """
    contexts: list[BrowserContext] = []
    people: list[Person] = []
    request.node.stash[PEOPLE] = people

    def make(
        size: str = "desktop", *, language: str = "en", reduced: bool | None = None, url: str | None = None, **settings: Any
    ) -> Person:
        if reduced is None:
            reduced = "speed" not in settings and not ALL_WALKS
        context = browser.new_context(
            viewport=SIZES[size],
            locale="fr-FR" if language == "fr" else "en-GB",
            has_touch=size == "phone",
            reduced_motion="reduce" if reduced else None,
        )
        contexts.append(context)
        people.append(Person(context, url or server.url, seed=len(people) + 1, **settings))
        return people[-1]

    yield make
    for context in contexts:
        context.close()
    assert [trouble for one in people for trouble in one.troubles] == []
