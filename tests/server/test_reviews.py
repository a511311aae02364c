"""Reviews on the server: made one after the other beside everything else, kept, and refused where there is nothing to review."""

import asyncio
import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import seaboard
from seaboard.review import Review, review
from seaboard.review.model import VERSION
from seaboard.server.reviews import queue
from seaboard.server.reviews.process import Died
from seaboard.server.reviews.worker import Work
from seaboard.server.storage import queries
from tests.server.inside import Inside
from tests.server.past import add_past

DONE = b'{"type":"review","seat":0,"review":{"game":"sea-change"}}'


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    running = Inside(tmp_path, review_nice=5)
    yield running
    running.run(running.server.reviews.close())
    running.close()


def parts_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\n\n") if line.startswith("data: ")]


def refusal(inside: Inside, token: str, match: str, what: str = "review", **asked: Any) -> str:
    answer = inside.request("POST", f"/api/matches/{match}/{what}", token, **(asked or {"seat": 0}))
    assert 400 <= answer.status_code < 600, answer.text
    return str(answer.json()["error"]["key"])


class Slowly:
    """Makes reviews when it is told to."""

    def __init__(self) -> None:
        self.made: list[int | None] = []
        self.may: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def make(self, work: Work) -> AsyncIterator[bytes]:
        self.made.append(work.seat)
        yield b'{"type":"goes","done":1,"total":2,"decisions":[]}'
        last = await self.may.get()
        if last is None:
            raise Died
        yield last

    async def close(self) -> None:
        pass


async def hear(parts: AsyncIterator[bytes]) -> dict[str, Any]:
    part: dict[str, Any] = json.loads(await anext(parts))
    return part


def test_a_review_comes_in_parts_and_is_kept(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = inside.guest("Ada")
    match = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    record = inside.request("GET", f"/api/matches/{match}/record").json()
    review(record, simulations=10, playouts=2)  # compiled once on this machine, the process reads it from the cache
    answer = inside.request("POST", f"/api/matches/{match}/review", ada, seat=None)
    assert answer.headers["content-type"].startswith("text/event-stream")
    parts = parts_of(answer.text)
    kinds = [part["type"] for part in parts]
    assert kinds[0] == "waits"
    assert kinds.index("chances") < kinds.index("goes", kinds.index("chances"))
    assert kinds[-1] == "review"
    found = msgspec.convert(parts[-1]["review"], Review)
    assert parts[-1]["seat"] == 0  # her own
    assert {decision.seat for decision in found.decisions} == {0}
    judged = [decision for part in parts if part["type"] == "goes" for decision in part["decisions"]]
    assert [decision["number"] for decision in judged] == [decision.number for decision in found.decisions]
    for seat in found.seats:
        assert seat.fair + seat.position + seat.luck + seat.own + seat.others == seat.result
    process = inside.server.reviews._process._process
    assert process is not None
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + 5

    again = parts_of(inside.request("POST", f"/api/matches/{match}/review", ada, seat=0).text)
    assert [part["type"] for part in again] == ["review"]
    assert msgspec.convert(again[0]["review"], Review) == found
    # Somebody else's decisions, and one who did not play, who gets everybody's luck.
    assert parts_of(inside.request("POST", f"/api/matches/{match}/review", ada, seat=1).text)[-1]["seat"] == 1
    bob = parts_of(inside.request("POST", f"/api/matches/{match}/review", inside.guest("Bob"), seat=None).text)[-1]
    assert bob["seat"] is None
    assert bob["review"]["decisions"] == []
    assert bob["review"]["steps"] == parts[-1]["review"]["steps"]

    # One of another version is made anew, unless the rules have changed and it can't be.
    inside.run(inside.server.store.write(lambda c: queries.keep_review(c, match, 0, VERSION + 1, b"old")))
    assert parts_of(inside.request("POST", f"/api/matches/{match}/review", ada, seat=None).text)[-1]["review"] == parts[-1]["review"]
    monkeypatch.setitem(seaboard.GAMES, "sea-change", dataclasses.replace(seaboard.GAMES["sea-change"], version=99))
    assert parts_of(inside.request("POST", f"/api/matches/{match}/review", ada, seat=None).text)[-1]["review"] == parts[-1]["review"]
    monkeypatch.setattr(queue, "VERSION", VERSION + 5)
    assert parts_of(inside.request("POST", f"/api/matches/{match}/review", ada, seat=None).text)[-1]["review"] == parts[-1]["review"]


def test_as_far_back_as_can_be_it_runs_only_when_nobody_else_does() -> None:
    step = (
        "import os; from seaboard.server.reviews.worker import step_back; step_back(19); print(os.sched_getscheduler(0) == os.SCHED_IDLE)"
    )
    if hasattr(os, "SCHED_IDLE"):
        assert subprocess.run([sys.executable, "-c", step], capture_output=True, text=True, check=True).stdout == "True\n"


def test_what_can_not_be_reviewed_is_refused(inside: Inside) -> None:
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change", seats=2).json()
    assert table["match"] is None
    live = inside.request("POST", f"/api/tables/{table['id']}/start", ada, fill=next(iter(seaboard.bots.LEVELS))).json()
    assert refusal(inside, ada, live["match"]) == "match.not_over"
    inside.request("POST", f"/api/tables/{table['id']}/resign", ada, level=next(iter(seaboard.bots.LEVELS)))
    assert refusal(inside, ada, live["match"]) == "review.abandoned"
    assert refusal(inside, ada, live["match"], "practice", moves=0) == "practice.abandoned"
    past = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    assert refusal(inside, ada, past, seat=2) == "chair.unknown"
    assert refusal(inside, ada, "m" + "0" * 15) == "match.unknown"
    assert inside.request("POST", f"/api/matches/{past}/review", seat=0).status_code == 401


def test_one_at_a_time_and_everybody_knows_their_place(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    slowly = Slowly()
    monkeypatch.setattr(queue, "Process", lambda _nice: slowly)  # as slow as the test wants
    reviews = queue.Reviews(inside.server.store, inside.server.settings)

    async def story() -> None:
        first = reviews.follow("m1", Work({}, 0), "ada")
        assert await hear(first) == {"type": "waits", "place": 1}
        assert (await hear(first))["type"] == "goes"
        second, shared = reviews.follow("m2", Work({}, 1), "bob"), reviews.follow("m2", Work({}, 1), "eve")
        assert await hear(second) == {"type": "waits", "place": 1}
        assert await hear(shared) == {"type": "waits", "place": 1}
        third = reviews.follow("m3", Work({}, 2), "cem")
        assert (await hear(third))["place"] == 2
        # Bob asks for another: he no longer waits for his first, Eve still does.
        fourth = reviews.follow("m4", Work({}, 3), "bob")
        assert (await hear(fourth))["place"] == 3
        heard = [part async for part in second]
        assert json.loads(heard[-1])["reason"]["key"] == "review.one_at_a_time"
        await shared.aclose()  # nobody wants it any more: the others move up
        while (told := await hear(third))["place"] != 1:
            assert told["type"] == "waits"
        slowly.may.put_nowait(None)  # the process dies; the next one is made all the same
        assert json.loads([part async for part in first][-1])["type"] == "failed"
        for waiting in (third, fourth):
            slowly.may.put_nowait(DONE)
            assert json.loads([part async for part in waiting][-1])["type"] == "review"
        assert slowly.made == [0, 2, 3]

    inside.run(story())


def test_a_full_queue_and_a_hurry_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slowly = Slowly()
    monkeypatch.setattr(queue, "Process", lambda _nice: slowly)  # never done
    inside = Inside(tmp_path, limits=True)
    ada = inside.guest("Ada")
    match = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    for _ in range(50):
        slowly.may.put_nowait(None)
    answers = [inside.request("POST", f"/api/matches/{match}/review", ada, seat=0) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    monkeypatch.setattr(queue, "MOST_WAITING", 0)
    assert refusal(inside, inside.guest("Bob"), match) == "review.queue_full"
    inside.run(inside.server.reviews.close())
    inside.close()
