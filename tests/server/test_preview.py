"""What a pasted link shows: an invitation tells who invites to what, anything else tells of Seaboard alone."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from seaboard.server.http.languages import asked_for
from seaboard.server.http.page.link_preview import origin_of
from seaboard.server.settings import Settings
from tests.server.inside import Inside

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <link rel="manifest" href="/manifest.en.webmanifest" />
    <title>Seaboard</title>
  </head>
  <body></body>
</html>"""


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    page = tmp_path / "page"
    (page / "previews").mkdir(parents=True)
    (page / "index.html").write_text(PAGE)
    (page / "sw.js").write_text("// worker")
    (page / "manifest.en.webmanifest").write_text("{}")
    (page / "previews" / "sea-change.png").write_bytes(b"png")
    running = Inside(tmp_path, page=page)
    yield running
    running.close()


class Head(HTMLParser):
    """What a crawler reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.title = ""
        self._is_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        self._is_title = tag == "title"
        if tag == "meta":
            self.said[of.get("property") or of.get("name") or ""] = of["content"] or ""
        elif tag in {"script", "img"}:
            raise AssertionError(f"a name became markup: {tag}")

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += data


def head(inside: Inside, path: str, language: str = "", host: str = "play.example.org") -> Head:
    answer = inside.request("GET", path, headers={"accept-language": language, "host": host})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert "accept-language" in answer.headers["vary"].lower()
    return Head(answer.text)


def test_an_invitation_says_who_invites_to_what(inside: Inside) -> None:
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change").json()["id"]
    found = head(inside, f"/t/{table}", "en-GB,en;q=0.9")
    assert found.title.strip() == found.said["og:title"] == "Ada invites you to Sea Change"
    assert found.said["og:description"].startswith("A trick-taking game")
    assert found.said["og:url"] == f"http://play.example.org/t/{table}"
    assert found.said["og:image"] == "http://play.example.org/previews/sea-change.png"
    assert found.said["twitter:card"] == "summary_large_image"
    french = inside.request("GET", f"/t/{table}", headers={"accept-language": "de, fr;q=0.8, en;q=0.5"}).text
    assert "Ada vous invite à jouer à Sea Change" in french
    assert '<html lang="fr">' in french
    assert "/manifest.fr.webmanifest" in french


def test_a_challenge_says_whose_it_is_and_nothing_of_the_cards(inside: Inside) -> None:
    ada = inside.guest("Ada")
    deal = inside.request("POST", "/api/deals", ada, game="sea-change", seats=2).json()["id"]
    found = head(inside, f"/d/{deal}", "en")
    assert found.title.strip() == found.said["og:title"] == "Ada challenges you to Sea Change"
    assert found.said["og:description"].startswith("Everybody gets the same cards")
    assert found.said["og:url"] == f"http://play.example.org/d/{deal}"
    assert "Ada vous défie à Sea Change" in inside.request("GET", f"/d/{deal}", headers={"accept-language": "fr"}).text
    daily = inside.request("GET", "/api/daily", ada).json()["games"][0]["deal"]
    for path in (f"/d/{daily}", "/d/d000000000000000"):
        assert head(inside, path).title.strip() == "Seaboard"


def test_who_names_no_language_reads_the_hosts(inside: Inside) -> None:
    ada = inside.guest("Ada")
    made = inside.request("POST", "/api/tables", ada, headers={"accept-language": "fr"}, game="land-unter")
    assert "vous invite" in head(inside, f"/t/{made.json()['id']}").title


def test_a_table_that_plays_or_is_gone_tells_nothing(inside: Inside) -> None:
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change", seats=2).json()["id"]
    inside.request("POST", f"/api/tables/{table}/start", ada, fill="cabin-boy")
    for path in (f"/t/{table}", "/t/t000000000000000", "/", "/t/../x", f"/t/{table}/more"):
        text = inside.request("GET", path).text
        found = Head(text)
        assert found.title.strip() == "Seaboard", path
        assert "Ada" not in text
        assert "Sea Change" not in text


def test_a_hostile_name_stays_text(inside: Inside) -> None:
    name = '"><script>x</script>'
    table = inside.request("POST", "/api/tables", inside.guest(name), game="sea-change").json()["id"]
    found = head(inside, f"/t/{table}")
    assert found.title.strip() == f"{name} invites you to Sea Change"
    assert re.search("<script|<img", inside.request("GET", f"/t/{table}").text) is None


@pytest.mark.parametrize("host", ["evil.example/x", 'a"b', "a b", "", "user@host", "host:123456", "<x>", "[::1", "x" * 300])
def test_a_host_that_is_none_makes_no_address(host: str) -> None:
    assert origin_of(Settings(database=""), "https", host) is None


def test_addresses_are_as_the_server_was_told_or_reached() -> None:
    assert origin_of(Settings(database=""), "https", "Play.Example.org") == "https://play.example.org"
    assert origin_of(Settings(database=""), "http", "[::1]:8000") == "http://[::1]:8000"
    assert origin_of(Settings(database="", origins=("https://play.example.org",)), "http", "inner:8000") == "https://play.example.org"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, None),
        ("", None),
        ("de", None),
        ("fr-CA", "fr"),
        ("de,en;q=0.3,fr;q=0.7", "fr"),
        ("en,fr", "en"),
        ("fr;q=x,en;q=0.1", "en"),
        ("fr;q=0", None),
    ],
)
def test_the_language_asked_for(header: str | None, language: str | None) -> None:
    assert asked_for(header) == language


def test_the_worker_is_looked_for_at_every_visit_and_the_manifest_has_its_type(inside: Inside) -> None:
    worker = inside.request("GET", "/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "javascript" in worker.headers["content-type"]
    assert inside.request("GET", "/manifest.en.webmanifest").headers["content-type"] == "application/manifest+json"
    assert "max-age=86400" in inside.request("GET", "/previews/sea-change.png").headers["cache-control"]
