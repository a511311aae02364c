"""What a request costs everybody else: the page's files are compressed once, and refusals leave no line each in the log."""

import asyncio
import gzip
import logging
import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from seaboard import Match
from seaboard.server.http.page import static_files as page
from seaboard.server.http.transport import guard
from seaboard.server.limits import Buckets, Limits, Rates
from seaboard.server.matches.session import Session
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Entry, MatchRow
from tests.server.inside import Inside


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Inside]:
    server = Inside(tmp_path, rates=Rates(requests=Buckets(0.001, 3)))
    yield server
    server.close()


# ---- The page's files --------------------------------------------------------------------------------

SCRIPT = "let x = 1;" * 300


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Inside]:
    """A server with a page of a few files."""
    assets = tmp_path / "page" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html>")
    (assets / "a-1.js").write_text(SCRIPT)
    (assets / "tiny-1.js").write_text("1")
    (assets / "a-1.png").write_bytes(b"x" * 3000)
    server = Inside(tmp_path, page=tmp_path / "page", limits=True)
    yield server
    server.close()


def test_a_file_of_the_page_is_compressed_once_and_elsewhere(built: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    where = list[threading.Thread]()
    compress = gzip.compress

    def noted(data: bytes, **how: Any) -> bytes:
        where.append(threading.current_thread())
        return compress(data, **how)

    monkeypatch.setattr(gzip, "compress", noted)
    small = [built.request("GET", "/assets/a-1.js") for _ in range(3)]
    plain = built.request("GET", "/assets/a-1.js", headers={"accept-encoding": "identity"})
    assert len(where) == 1
    assert where[0] is not threading.main_thread()
    for answer in (*small, plain):
        assert answer.text == SCRIPT
        assert answer.headers["cache-control"] == page.FOREVER
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "javascript" in answer.headers["content-type"]
        assert answer.headers["etag"] == plain.headers["etag"]
    assert {answer.headers["content-encoding"] for answer in small} == {"gzip"}
    assert "content-encoding" not in plain.headers
    assert int(small[0].headers["content-length"]) < 200
    assert built.request("GET", "/assets/a-1.js", headers={"if-none-match": plain.headers["etag"]}).status_code == 304
    for name in ("tiny-1.js", "a-1.png"):
        assert "content-encoding" not in built.request("GET", f"/assets/{name}").headers
    assert len(where) == 1


def test_a_file_that_was_built_anew_is_served_anew(built: Inside, tmp_path: Path) -> None:
    assert built.request("GET", "/assets/a-1.js").text == SCRIPT
    (tmp_path / "page" / "assets" / "a-1.js").write_text(SCRIPT * 2)
    assert built.request("GET", "/assets/a-1.js").text == SCRIPT * 2


def test_the_page_is_for_everybody_but_not_without_end(built: Inside, tmp_path: Path) -> None:
    limits = Limits(on=True)
    for _ in range(50 * 60):  # friends, files
        limits.page("192.0.2.1")
    with suppress(Refused):
        for _ in range(5000):
            limits.page("192.0.2.1")
        pytest.fail("somebody had the page without end")
    hurried = Inside(tmp_path, page=built.server.settings.page, rates=Rates(pages=Buckets(0.001, 2)))
    codes = [hurried.request("GET", path).status_code for path in ("/", "/assets/a-1.js", "/assets/a-1.js", "/")]
    hurried.close()
    assert codes == [200, 200, 429, 429]


# ---- The log -----------------------------------------------------------------------------------------


def test_who_comes_too_fast_does_not_fill_the_log(
    limited: Inside, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "SUMMED_UP", 0.05)
    monkeypatch.setattr(guard, "REFUSED_AFTER", 0.0)
    with caplog.at_level(logging.INFO, "seaboard.http"):
        codes = [limited.request("GET", "/api/me").status_code for _ in range(40)]
        limited.run(asyncio.sleep(0.1))
    assert codes == [401] * 3 + [429] * 37
    told = [vars(record) for record in caplog.records if record.name == "seaboard.http"]
    assert [line["status"] for line in told if "status" in line] == [401] * 3
    assert sum(line.get("count", 0) for line in told) == 37
    assert len(told) < 12


def test_who_comes_too_fast_is_told_so_late_and_delays_nobody(limited: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REFUSED_AFTER", 0.5)
    for _ in range(3):
        limited.request("GET", "/api/me")

    async def ask(address: str) -> tuple[int, float]:
        transport = httpx.ASGITransport(app=limited.server, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://inside") as web:
            began = time.monotonic()
            return (await web.get("/api/me")).status_code, time.monotonic() - began

    async def both() -> list[tuple[int, float]]:
        return list(await asyncio.gather(ask("127.0.0.1"), ask("192.0.2.1")))

    (too_fast, late), (answered, soon) = limited.run(both())
    assert (too_fast, answered) == (429, 401)
    assert late >= 0.5 > soon


def test_what_services_log_is_bounded() -> None:
    services = yaml.safe_load((Path(__file__).parents[2] / "deploy" / "compose.yaml").read_text())["services"]
    assert all(service["logging"]["options"]["max-size"] for service in services.values())


# ---- A table ---------------------------------------------------------------------------------------


def test_coming_to_a_table_costs_little_however_much_bots_have_played_there_for_people() -> None:
    match, rng = Match("sea-change", seats=8, seed=5), random.Random(1)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    row = MatchRow(
        id="m1", table="t1", game="sea-change", rules=match.rules, seats=8, options=match.options, seed=f"{match.seed:032x}",
        commitment="", started=0.0, names=["Ada"] * 8,
    )  # fmt: skip
    session = Session(row, [Entry("m1", number, seat, action, None, 0.0) for number, (seat, action) in enumerate(match.moves)])
    busy = time.thread_time()
    told = session.bot_moves(None, people=range(8))
    assert time.thread_time() - busy < 0.01  # counting every move's events from the beginning would take 30 ms
    assert len(told) == len(match.moves)
    for move in (0, 1, 100, 400):
        before = Match("sea-change", seats=8, seed=5)
        for seat, action in match.moves[:move]:
            before.play(seat, action)
        assert told[move].at == len(before.events(None))
