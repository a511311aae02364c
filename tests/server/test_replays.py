"""Replays: what they cost, and that they are made whatever happens to the process that makes them."""

import asyncio
import json
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import psutil

from seaboard.server.http import listings
from seaboard.server.http.bodies import answer
from seaboard.server.http.matches.replays import MOST_WAITING
from seaboard.server.matches import records
from tests.server.harness import served
from tests.server.inside import Inside


def long_record() -> dict[str, Any]:
    """A real match of many moves."""
    file = Path(__file__).parents[1] / "records" / "sea-salt-and-paper-rules-1.jsonl"
    return max((json.loads(line) for line in file.read_text().splitlines()), key=lambda record: len(record["moves"]))


def test_a_replay_takes_little_more_memory_than_its_text() -> None:
    record = long_record()
    tracemalloc.start()
    try:
        text = bytes(answer(listings.shown(records.replay(record, None))).body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(json.loads(text)["frames"]) == len(record["moves"]) + 1
    assert peak < 4 * len(text)


def test_few_wait_for_a_replay(tmp_path: Path) -> None:
    inside = Inside(tmp_path)

    async def flood() -> list[int]:
        transport = httpx.ASGITransport(app=inside.server)
        async with httpx.AsyncClient(transport=transport, base_url="http://inside") as web:
            answers = await asyncio.gather(*(web.post("/api/replays", json={}) for _ in range(MOST_WAITING + 10)))
        return [one.status_code for one in answers]

    codes = Counter(inside.run(flood()))
    inside.close()
    assert codes == {422: MOST_WAITING, 429: 10}


def test_replays_go_on_when_their_process_is_killed(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    record, before = long_record(), set(psutil.Process().children())
    first = inside.request("POST", "/api/replays", **record)
    for child in set(psutil.Process().children()) - before:
        child.kill()
        child.wait(10)
    again = inside.request("POST", "/api/replays", **record)
    inside.close()
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()


def test_who_makes_replays_does_not_hold_the_port_of_a_server_that_was_killed(tmp_path: Path) -> None:
    with served(data=tmp_path) as server:
        assert httpx.post(f"{server.url}/api/replays", json=long_record(), timeout=60).status_code == 200
        helpers = psutil.Process(server.process.pid).children()
        assert helpers
        assert not [one for helper in helpers for one in helper.net_connections() if one.status == psutil.CONN_LISTEN]


def test_a_replay_is_compressed_for_those_who_can_read_it(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    record = long_record()
    plain, small = (inside.request("POST", "/api/replays", headers={"accept-encoding": how}, **record) for how in ("identity", "gzip"))
    inside.close()
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert small.num_bytes_downloaded < plain.num_bytes_downloaded / 5
    assert plain.json() == small.json()
