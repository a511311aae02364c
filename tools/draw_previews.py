"""Draw the pictures of web/public that browsers and link previews want as PNG, from the page's own drawings.

Icons come from buoy.svg, previews from the boxes in the harbour. Build the page first, then: .venv/bin/python -m tools.draw_previews
"""

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from seaboard import GAMES
from seaboard.server.http.page.link_preview import SIZE
from tests.web import chromium
from tests.web.conftest import FLAGS
from tools.screenshots import PORT, wait_for_server

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "web" / "public"
MOST_BYTES = 60_000
SEA = "linear-gradient(#123a57, #061422)"
# name, pixels, how much of the width the buoy has, and the corners' curve: a maskable icon may be cut to a circle of four fifths
ICONS = (("icon-192", 192, 0.66, "22%"), ("icon-512", 512, 0.66, "22%"), ("maskable-512", 512, 0.5, "0"), ("apple-180", 180, 0.64, "0"))
ART = "(game) => document.querySelector(`article:has(a[href='#/learn/${game}']) .art svg`).outerHTML"

DRAW = """(body) => {
  document.querySelector('#drawn')?.remove();
  const drawn = document.createElement('div');
  drawn.id = 'drawn';
  drawn.innerHTML = body;
  drawn.querySelectorAll('svg').forEach((svg) => Object.assign(svg.style, { width: '100%', height: '100%', display: 'block' }));
  document.body.append(drawn);
}"""


def main() -> int:
    """Serve the page, look at its drawings, and draw."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        environment = {**os.environ, "SEABOARD_DATA": data, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-m", "seaboard", "serve", "--port", str(PORT)]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_server()
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
            draw_icons(browser)
            draw_previews(browser)
            browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def draw_icons(browser: Browser) -> None:
    """The buoy on the sea, in each size."""
    buoy = (PUBLIC / "buoy.svg").read_text()
    for name, pixels, share, curve in ICONS:
        page = browser.new_page(viewport={"width": pixels, "height": pixels})
        page.set_content(
            f"<style>html, body {{ margin: 0; background: transparent }} "
            f"div {{ display: grid; place-content: center; height: {pixels}px; border-radius: {curve}; background: {SEA} }} "
            f"svg {{ width: {pixels * share}px; display: block }}</style><div>{buoy}</div>"
        )
        save(page, PUBLIC / "icons" / f"{name}.png")


def draw_previews(browser: Browser) -> None:
    """Each game's box with its title, and all four together."""
    width, height = SIZE
    harbour = browser.new_page(viewport={"width": 1280, "height": 800})
    harbour.goto(f"http://127.0.0.1:{PORT}/")
    harbour.wait_for_selector("article .art svg")
    harbour.evaluate("document.fonts.load('700 48px Fraunces')")
    arts = {game: str(harbour.evaluate(ART, game)) for game in GAMES}
    wide = "position: fixed; inset: 0; overflow: hidden; z-index: 99; background: #061422"
    caption = "position: absolute; left: 0; right: 0; bottom: 0; padding: 26px 56px 34px; background: #061422; color: #eef4f6"
    name = "font: 700 84px/1.1 Fraunces"
    mark = "position: absolute; right: 56px; bottom: 44px; display: flex; gap: 14px; align-items: center; font: 700 34px Fraunces"
    buoy = '<img src="/buoy.svg" width="46" height="46" alt="">'
    for game, art in arts.items():
        body = (
            f'<div style="{wide}"><div style="height: 480px">{art}</div>'
            f'<div style="{caption}"><div style="{name}">{GAMES[game].title}</div><div style="{mark}">{buoy}Seaboard</div></div></div>'
        )
        show(harbour, body, (width, height))
        save(harbour, PUBLIC / "previews" / f"{game}.png", close=False)
    four = "".join(f'<div style="height: 225px; overflow: hidden">{art}</div>' for art in arts.values())
    body = (
        f'<div style="{wide}"><div style="display: grid; grid-template-columns: 1fr 1fr; gap: 6px">{four}</div>'
        f'<div style="{caption}; display: flex; gap: 28px; align-items: center">'
        f'<img src="/buoy.svg" width="92" height="92" alt=""><div style="{name}">Seaboard</div></div></div>'
    )
    show(harbour, body, (width, height))
    save(harbour, PUBLIC / "previews" / "seaboard.png")


def show(page: Page, body: str, size: tuple[int, int]) -> None:
    """Let a page with our fonts show nothing but this."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAW, body)
    page.wait_for_timeout(400)


def save(page: Page, file: Path, *, close: bool = True) -> None:
    """Write a picture, where it would be too large in fewer colours, which flat drawings don't miss, and say how large it is."""
    file.parent.mkdir(exist_ok=True)
    taken = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    taken.save(file, optimize=True)
    if file.stat().st_size > MOST_BYTES:
        taken.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size / 1000:.0f} kB")
    assert size < MOST_BYTES, f"{file.name} is too large for a preview"
    if close:
        page.close()


if __name__ == "__main__":
    sys.exit(main())
