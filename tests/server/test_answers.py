"""Every kind of answer has the security headers, and every refusal has a reason."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from seaboard.server.http import listings
from tests.server.harness import served
from tests.server.inside import Inside

SAFE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
ANYWHERE = [
    ("GET", "/", 200),
    ("GET", "/t/nope", 200),
    ("POST", "/", 405),
    ("GET", "/api/games", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/docs", 200),
    ("GET", "/api/me", 401),
    ("GET", "/api/nothing", 404),
    ("POST", "/api/guest", 422),
    ("DELETE", "/api/guest", 404),
]
DEPLOY = Path(__file__).parents[2] / "deploy"


def test_a_failure_of_the_server_is_a_refusal_in_words_too_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_name: str) -> Any:
        raise KeyError("a secret of the server")

    inside = Inside(tmp_path)
    monkeypatch.setattr(listings, "lessons", fail)
    answer = inside.request("GET", "/api/lessons/sea-change")
    inside.close()
    assert answer.status_code == 500
    assert answer.json()["error"]["key"] == "server.trouble"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [KeyError]


def test_a_proxy_sends_people_here_while_storage_is_silent_but_not_when_the_server_is_to_end(tmp_path: Path) -> None:
    asked = {re.findall(r"health_uri (\S+)", (DEPLOY / "Caddyfile").read_text())[0]}
    asked |= set(re.findall(r"127.0.0.1:8000(/api/\w+)", (DEPLOY / "Containerfile").read_text()))
    inside = Inside(tmp_path)
    with sqlite3.connect(tmp_path / "inside.db") as other:
        other.execute("BEGIN IMMEDIATE")  # no one else can write now
        assert inside.request("GET", "/api/health").status_code == 503
        assert {path: inside.request("GET", path).status_code for path in asked} == dict.fromkeys(asked, 200)
        assert inside.request("GET", "/").status_code == 200
    inside.server.house.begin_to_end()
    for path in (*asked, "/api/health"):
        answer = inside.request("GET", path)
        assert (answer.status_code, answer.json()["error"]["key"]) == (503, "server.ending")
    inside.close()


def directives(policy: str) -> dict[str, set[str]]:
    parts = [part.split() for part in policy.split(";")]
    assert len({part[0] for part in parts}) == len(parts), "of two with one name, browsers heed the first"
    return {part[0]: set(part[1:]) for part in parts}


def is_safe(answer: httpx.Response) -> None:
    """Whether an answer has every security header exactly once."""
    for name, value in SAFE.items():
        assert answer.headers.get_list(name) == [value], (name, answer.url)
    (policy,) = answer.headers.get_list("content-security-policy")
    allowed = directives(policy)
    assert allowed["default-src"] == allowed["script-src"] == allowed["connect-src"] == {"'self'"}
    assert allowed["object-src"] == allowed["base-uri"] == allowed["frame-ancestors"] == {"'none'"}
    assert allowed["form-action"] == {"'self'"}
    (features,) = answer.headers.get_list("permissions-policy")
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(features.split(", "))
    assert "server" not in answer.headers
    if answer.url.path.startswith("/api/"):
        assert answer.headers.get_list("cache-control") == ["no-store"]


@pytest.mark.parametrize("is_secure", [True, False])
def test_every_answer_keeps_a_browser_safe_and_to_https_where_that_is_said(tmp_path: Path, is_secure: bool) -> None:
    proxied = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}
    with served(*(["--secure"] if is_secure else []), data=tmp_path) as server, httpx.Client(base_url=server.url) as web:
        answers = [(web.request(method, path, headers=proxied), status) for method, path, status in ANYWHERE]
        answers.append((web.post("/api/guest", json={"name": "x" * 20_000}), 413))
        answers.append((web.post("/api/guest", json={"name": "Eve"}, headers={"origin": "https://evil.example"}), 403))
        answers.append((web.post("/api/guest", json={"name": "Ada"}), 200))
        cookie = answers[-1][0].headers["set-cookie"].lower()
    for answer, status in answers:
        assert answer.status_code == status, (answer.url, answer.text[:100])
        is_safe(answer)
        told = [
            dict(part.strip().partition("=")[::2] for part in one.split(";"))
            for one in answer.headers.get_list("strict-transport-security")
        ]
        assert len(told) == int(is_secure), answer.url
        assert all(int(one["max-age"]) >= 365 * 86400 for one in told)
    assert {"httponly", "samesite=strict"} <= set(cookie.split("; "))
    assert ("secure" in cookie.split("; ")) == is_secure
