"""The page as an app: it can be installed, it says so when there is no connection, and a new version replaces the old one at once."""

import json
import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.server.harness import Served, served
from tests.web.conftest import ROOT, SIZES
from tests.web.person import Person

PAGE = ROOT / "src" / "seaboard" / "server" / "page"
CONTROLLED = "navigator.serviceWorker.ready.then(() => true)"
CACHES = """async () => {
  const all = {};
  for (const name of await caches.keys()) all[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return all;
}"""
HAS_ONLY = "async (name) => { const names = await caches.keys(); return names.length === 1 && names[0] === name; }"


@pytest.fixture
def folder(built: None, tmp_path: Path) -> Path:
    """The page's files, to be changed."""
    return Path(shutil.copytree(PAGE, tmp_path / "page"))


@pytest.fixture
def app(folder: Path, tmp_path: Path) -> Iterator[Served]:
    with served("--page", str(folder), data=tmp_path / "data") as running:
        yield running


def kept(one: Person) -> dict[str, list[str]]:
    found: dict[str, list[str]] = one.page.evaluate(CACHES)
    return found


def test_the_app_lives_through_a_lost_server_and_a_new_version(browser: Browser, app: Served, folder: Path) -> None:
    context = browser.new_context(viewport=SIZES["phone"], locale="fr-FR")
    one = Person(context, app.url)
    one.go()
    one.see(".shelf")
    one.page.evaluate(CONTROLLED)
    one.go("/#/settings")
    one.page.reload()
    one.see(".settings")
    [(version, files)] = kept(one).items()
    assert any(path.startswith("/assets/") for path in files)
    assert not any(path.startswith("/api") or path in {"/", "/index.html"} for path in files)

    app.kill()
    one.page.reload()
    expect(one.page.locator("h1:visible")).to_have_text("Vous êtes hors ligne")
    expect(one.page.locator("section:visible")).to_have_count(1)
    app.start()
    one.page.get_by_role("button", name="Réessayer").click()
    one.see(".settings")  # and where one was

    new_version(folder)
    one.page.reload()
    assert one.page.evaluate("document.documentElement.dataset.version") == "B"
    one.page.wait_for_function(HAS_ONLY, arg="seaboard-b", timeout=30_000)
    assert version != "seaboard-b"
    context.close()


def new_version(folder: Path) -> None:
    """Another build: its script has another name, the old one is gone, and the worker another version."""
    index = (folder / "index.html").read_text()
    [old] = re.findall(r"/assets/(index-[\w-]+\.js)", index)
    script = (folder / "assets" / old).read_text()
    (folder / "assets" / "index-B.js").write_text(f"document.documentElement.dataset.version = 'B';{script}")
    (folder / "assets" / old).unlink()
    (folder / "index.html").write_text(index.replace(old, "index-B.js"))
    for asset in (folder / "assets").glob("*.js"):
        asset.write_text(asset.read_text().replace(old, "index-B.js"))
    worker = (folder / "sw.js").read_text()
    (folder / "sw.js").write_text(re.sub(r"VERSION = '\w+'", "VERSION = 'b'", worker))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_can_be_installed(server: Served, language: str) -> None:
    """What browsers ask of an app before they offer to install it."""
    page = httpx.get(server.url, headers={"accept-language": language}).text
    [link] = re.findall(r'rel="manifest" href="([^"]+)"', page)
    answer = httpx.get(server.url + link)
    manifest: dict[str, Any] = json.loads(answer.text)
    assert answer.headers["content-type"] == "application/manifest+json"
    assert manifest["name"]
    assert manifest["short_name"]
    assert manifest["lang"] == language
    assert manifest["display"] == "standalone"
    assert manifest["start_url"].startswith(manifest["scope"])
    sizes = {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= sizes
    for icon in manifest["icons"]:
        picture = Image.open(BytesIO(httpx.get(server.url + icon["src"]).content))
        assert (picture.format, "{}x{}".format(*picture.size)) == ("PNG", icon["sizes"])
    [apple] = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert httpx.get(server.url + apple).headers["content-type"] == "image/png"
    worker = httpx.get(f"{server.url}/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "'fetch'" in worker.text
    assert "script-src 'self'" in worker.headers["content-security-policy"]
