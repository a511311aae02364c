"""Players come first, however much a few others want: messages are read in between, moves written before, bots interrupted."""

import asyncio
import os
import platform
import random
import struct
import threading
import time
from ctypes import CDLL, create_string_buffer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from seaboard.server import limits
from seaboard.server.http.transport import doorway, guard
from seaboard.server.http.transport.connection_limits import NEW_CONNECTIONS, Wires
from seaboard.server.http.transport.doorway import Doorway
from seaboard.server.limits import NETWORKS, Buckets, Rates
from seaboard.server.live.frames import FrameCounter
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Entry, MatchRow
from seaboard.server.storage.store import PORTION, Store
from seaboard.server.time_slices import LONGEST, let_others_interrupt
from tests.server.harness import PATIENCE
from tests.server.inside import Inside
from tests.server.test_sockets import frame
from tests.server.test_wires import Peer

# ---- Frames ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_frames_are_counted_however_they_are_cut(most: int) -> None:
    rng = random.Random(most)
    for _ in range(200):
        frames = [frame(b"x" * rng.choice([0, 1, 125, 126, 127, 300, 65_535, 65_536])) for _ in range(rng.randint(1, 12))]
        sent, counter, at, counted = b"".join(frames), FrameCounter(), 0, 0
        while at < len(sent):
            size = rng.choice([1, 2, 3, 6, 7, 100, 5_000, 200_000])
            found = counter.count(sent[at : at + size], most=most)
            at += size
            counted += found
            if found > most:
                break
        assert counted == len(frames) or most < counted <= len(frames)


def test_a_flood_is_not_counted_to_its_end() -> None:
    ping = frame(b"")
    assert FrameCounter().count(ping * 10_000, most=200) == 201


# ---- Requests --------------------------------------------------------------------------------------


def test_few_requests_begin_in_one_turn_and_networks_take_turns() -> None:
    begun: list[tuple[int, str]] = []
    turn = 0

    async def run() -> None:
        nonlocal turn
        gate, loop = Doorway(), asyncio.get_running_loop()

        async def ask(network: str) -> None:
            await gate.enter(network)
            begun.append((turn, network))

        def count() -> None:
            nonlocal turn
            turn += 1
            loop.call_soon(count)

        count()
        crowd = [asyncio.create_task(ask("crowd")) for _ in range(100)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        came = turn
        await ask("household")
        assert turn - came <= 4
        crowd.pop().cancel()  # nobody waits for those who have gone
        await asyncio.wait(crowd)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert len(begun) == 100
    turns = [at for at, _ in begun]
    assert max(turns.count(at) for at in turns) <= 2 * doorway.AT_ONCE


def test_every_request_and_socket_passes_and_whoever_is_refused_passes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REFUSED_AFTER", 0.05)
    passed: list[str] = []
    enter = Doorway.enter

    async def noted(self: Doorway, network: str) -> None:
        passed.append(network)
        await enter(self, network)

    monkeypatch.setattr(Doorway, "enter", noted)
    inside = Inside(tmp_path, limits=True, rates=Rates(requests=Buckets(0.01, 2)))
    token = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", token, game="sea-change").json()["id"]
    assert passed == ["127.0.0.1"] * 2
    inside.live(table, token, [], address="2001:db8:1:2::3")
    assert passed[2:] == ["2001:db8:1:2::/64"]
    assert inside.request("GET", "/api/me", token).status_code == 429
    assert passed[3:] == ["127.0.0.1"] * 2
    inside.close()


def test_a_page_is_answered_while_a_crowd_asks(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    order: list[str] = []

    async def ask(address: str) -> None:
        transport = httpx.ASGITransport(app=inside.server, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://inside", timeout=PATIENCE) as web:
            assert (await web.get("/api/games")).status_code == 200
        order.append(address)

    async def run() -> None:
        crowd = [asyncio.create_task(ask("10.0.0.1")) for _ in range(200)]
        await asyncio.sleep(0)
        await ask("192.0.2.7")
        await asyncio.gather(*crowd)

    inside.run(run())
    inside.close()
    assert order.index("192.0.2.7") < 60


def test_where_many_are_refused_each_waits_longer_and_nobody_else_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REFUSED_AFTER", 0.1)
    monkeypatch.setattr(guard, "REFUSED_A_SECOND", 20)
    inside = Inside(tmp_path, limits=True, rates=Rates(requests=Buckets(0.01, 1)))

    async def ask(address: str) -> float:
        transport, began = httpx.ASGITransport(app=inside.server, client=(address, 1)), time.monotonic()
        async with httpx.AsyncClient(transport=transport, base_url="http://inside", timeout=PATIENCE) as web:
            statuses.append((await web.get("/api/alive")).status_code)
        return time.monotonic() - began

    async def run() -> tuple[list[float], float]:
        await ask("10.0.0.1")
        crowd = [asyncio.create_task(ask("10.0.0.1")) for _ in range(40)]
        await asyncio.sleep(0.05)
        await ask("192.0.2.7")
        other = await ask("192.0.2.7")
        return await asyncio.gather(*crowd), other

    statuses: list[int] = []
    crowd, other = inside.run(run())
    inside.close()
    assert statuses.count(200) == 2
    assert statuses.count(429) == 41
    assert min(crowd) < 0.8
    assert max(crowd) >= 2.0, "20 in a second"
    assert other < 1.0


def test_a_network_makes_only_so_many_connections_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))  # nothing comes back meanwhile, however slow the machine

    async def run() -> None:
        wires = Wires(patience=5.0)
        burst = NEW_CONNECTIONS[1]

        def come(address: str) -> bool:
            wire = wires.add(cast(Any, Peer(address)))
            wires.remove(wire)
            return wire.is_too_many

        found = [come("192.0.2.1") for _ in range(burst + 500)]
        assert not any(found[:burst])
        assert all(found[burst:])
        assert not come("192.0.2.2")
        spared = Wires(patience=5.0, is_spared=lambda _: True)
        assert not any(spared.add(cast(Any, Peer("192.0.2.1"))).is_too_many for _ in range(burst + 10))
        wide = [come(f"2001:db8:1:{number % 60_000:x}::1") for number in range(NETWORKS * burst + 5_000)]
        assert not any(wide[: NETWORKS * burst])
        assert any(wide)

    asyncio.run(run())


class Closed:
    """A transport that its loop has closed: uvloop's then raise an error, which would be logged with all that led to it."""

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return "192.0.2.1", 1

    def is_closing(self) -> bool:
        return True

    def write(self, _data: bytes) -> None:
        raise RuntimeError("the handler is closed")


def test_answers_to_somebody_who_has_gone_are_no_trouble() -> None:
    async def run() -> None:
        wire = Wires(patience=5.0).add(cast(asyncio.Transport, Closed()))
        with pytest.raises(RuntimeError):
            wire.write(b"HTTP/1.1 200 OK")
        wire.lost()
        wire.write(b"HTTP/1.1 200 OK")

    asyncio.run(run())


# ---- Writing ---------------------------------------------------------------------------------------


def a_match(store: Store) -> MatchRow:
    """A match that has just begun."""
    row = MatchRow(
        id=ids.new_id("m"), table="t1", game="sea-change", rules=1, seats=2, options={}, seed=ids.new_seed(),
        commitment="", started=0.0, names=["Ada", "Bob"],
    )  # fmt: skip
    with store.transaction() as c:
        queries.add_match(c, row)
    return row


def test_a_move_is_written_before_what_others_have_queued(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    store.open()
    row = a_match(store)
    written: list[str] = []
    is_writing, may_go_on = threading.Event(), threading.Event()

    def hold(_c: Any) -> None:
        is_writing.set()
        may_go_on.wait(PATIENCE)

    async def note(name: str, *, goes_with_moves: bool = False) -> None:
        await store.write(lambda c: queries.find_match(c, row.id), goes_with_moves=goes_with_moves)
        written.append(name)

    async def run() -> None:
        loop = asyncio.get_running_loop()
        store.start(loop)
        first = asyncio.create_task(store.write(hold))
        await asyncio.to_thread(is_writing.wait, PATIENCE)
        others = [asyncio.create_task(note("other")) for _ in range(5 * PORTION)]
        await asyncio.sleep(0.05)
        moved: asyncio.Future[Any] = loop.create_future()
        entry = Entry(row.id, 0, 0, 7, "q0", time.time())

        def told(result: Any) -> None:
            written.append("move")
            moved.set_result(result)

        store.append(entry, table="t1", then=told, meanwhile=lambda: None)
        due = asyncio.create_task(note("due", goes_with_moves=True))
        await asyncio.sleep(0.05)
        may_go_on.set()
        assert (await moved)[0]
        await asyncio.gather(first, *others, due)
        await store.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert written.count("other") == 5 * PORTION
    assert written.index("move") <= PORTION
    assert written.index("due") <= PORTION + 1


def test_a_move_waits_for_few_of_the_others_that_are_being_written(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    store.open()
    row = a_match(store)
    written: list[str] = []

    async def note() -> None:
        await store.write(lambda _: time.sleep(0.01))
        written.append("other")

    async def run() -> None:
        loop = asyncio.get_running_loop()
        store.start(loop)
        others = [asyncio.create_task(note()) for _ in range(10 * PORTION)]
        await asyncio.sleep(0.05)
        moved: asyncio.Future[Any] = loop.create_future()
        store.append(Entry(row.id, 0, 0, 7, "q0", time.time()), table="t1", then=moved.set_result, meanwhile=lambda: None)
        assert (await moved)[0]
        assert len(written) <= 5 * PORTION
        await asyncio.gather(*others)
        await store.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


# ---- Thinking --------------------------------------------------------------------------------------

_GET_ATTRIBUTES = {"x86_64": 315, "aarch64": 275, "riscv64": 275}


def test_long_work_lets_others_interrupt_it_and_keeps_its_priority() -> None:
    """Other systems and machines have no such thing: there it must do nothing, and thinking goes on."""
    is_known = platform.system() == "Linux" and platform.machine() in _GET_ATTRIBUTES
    told: list[tuple[int, ...]] = []

    def work() -> None:
        thread = threading.get_native_id()
        if is_known:
            os.setpriority(os.PRIO_PROCESS, thread, 7)
        let_others_interrupt()
        buffer = create_string_buffer(48)
        if is_known:
            assert CDLL(None).syscall(_GET_ATTRIBUTES[platform.machine()], thread, buffer, 48, 0) == 0
        told.append(struct.unpack("=IIQiIQQQ", buffer.raw))

    threads = [threading.Thread(target=work)]
    threads[0].start()
    threads[0].join()
    _, policy, _, nice, _, time_slice, _, _ = told[0]
    if is_known:
        assert (policy, nice) == (os.SCHED_OTHER, 7)
        release = tuple(int(part) for part in platform.release().split(".")[:2])
        assert time_slice == round(LONGEST * 1e9) or release < (6, 12)
