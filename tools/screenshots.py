"""Take the pictures in docs/pictures: every table in the middle of a match, on a desk and on a phone, the harbour and the rules.

.venv/bin/python -m tools.screenshots
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, Page, sync_playwright

from seaboard import GAMES
from tests.web import chromium
from tests.web.conftest import FLAGS, SIZES

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
PORT = 8765
MOVES = {"sea-change": 4, "sea-salt-and-paper": 11, "land-unter": 4, "sea-of-clouds": 6}
"""How many to make before the picture is taken; of a game that is not named here, four."""
LOOKS: tuple[tuple[str, str, Literal["dark", "light"]], ...] = (("desktop", "en-GB", "dark"), ("phone", "fr-FR", "light"))
SETTINGS = '{"speed": "instant", "sound": false}'


def main() -> int:
    """Serve, play some moves of each game, and look."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "SEABOARD_DATA": data, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-m", "seaboard", "serve", "--port", str(PORT)]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_server()
            take_all()
        finally:
            server.terminate()
            server.wait()
    return 0


def wait_for_server() -> None:
    """Until it answers, or for half a minute."""
    for _ in range(60):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/health", timeout=2)
        except OSError:
            time.sleep(0.5)
        else:
            return
    sys.exit("the server did not start")


def take_all() -> None:
    """Each size, the harbour and each game: the phone in French by day, the desk in English by night."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        for size, language, scheme in LOOKS:
            context = browser.new_context(
                viewport=SIZES[size],
                locale=language,
                color_scheme=scheme,
            )
            context.add_init_script(f"localStorage.setItem('seaboard.settings', JSON.stringify({SETTINGS}))")
            take_harbour(context, size)
            take_rules(context, size)
            for number, name in enumerate(GAMES):
                take_table(context, name, number, size)
            context.close()
        browser.close()


def take_harbour(context: BrowserContext, size: str) -> None:
    """The home page."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{PORT}/")
    page.wait_for_timeout(1500)
    save(page, f"harbour-{size}")


def take_rules(context: BrowserContext, size: str) -> None:
    """A chapter of the rules, with its question answered."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{PORT}/#/learn/sea-change")
    question = page.locator("[data-question]").nth(4)
    question.locator("[data-answer=right]").click()
    chapter = "asked.parentElement.closest('section')"
    height = question.evaluate(f"(asked) => Math.ceil({chapter}.getBoundingClientRect().height)")
    page.set_viewport_size({**SIZES[size], "height": max(SIZES[size]["height"], height + 80)})  # whole, under the header
    question.evaluate(f"(asked) => {chapter}.scrollIntoView({{ block: 'start' }})")
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    save(page, f"rules-{size}")


def take_table(context: BrowserContext, name: str, number: int, size: str) -> None:
    """A table after some moves."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{PORT}/")
    page.wait_for_selector("article .button.lit, .button.lit")
    page.locator(".button.lit").nth(number).click()
    for _ in range(MOVES.get(name, 4)):
        come_to_a_choice(page)
        page.evaluate("document.querySelector('[data-move]').click()")
        page.wait_for_timeout(150)
        # a card lifted by the first tap is played by the second
        page.evaluate("document.querySelector('[data-move][aria-pressed=true]')?.click()")
        page.wait_for_timeout(600)
    come_to_a_choice(page)
    page.mouse.move(0, 0)  # or what it points at is shown large
    page.wait_for_timeout(500)
    save(page, f"{name}-{size}")


def come_to_a_choice(page: Page) -> None:
    """Wait until there is something to choose; sheets are put away."""
    while True:
        page.wait_for_selector("[data-move], [data-continue]", state="attached", timeout=30_000)
        if page.query_selector("[data-continue]") is None:
            return
        page.evaluate("document.querySelector('[data-continue]')?.click()")
        page.wait_for_timeout(600)


def save(page: Page, name: str) -> None:
    """Write a picture and say so."""
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=82)
    page.close()
    print(f"docs/pictures/{name}.jpg")


if __name__ == "__main__":
    sys.exit(main())
