"""Signing in while many addresses try: everybody shares one rate, and who has not been let in lately comes first."""

import asyncio
from pathlib import Path

import httpx
import pytest

from seaboard.server.http.people import turnstile
from seaboard.server.http.people.recovery_code import new_code
from seaboard.server.http.people.turnstile import Turnstile
from seaboard.server.limits import Buckets, Rates, neighbourhood
from seaboard.server.refusals import Refused
from tests.server.inside import Inside


async def come(gate: Turnstile, address: str, let_in: list[str]) -> bool:
    try:
        await gate.enter(address)
    except Refused:
        return False
    let_in.append(address)
    return True


def test_a_newcomer_goes_before_those_who_come_again_and_again() -> None:
    async def run() -> list[str]:
        gate, let_in = Turnstile(Buckets(100, 50)), list[str]()
        crowd = [f"10.0.{number}.{host}" for host in range(3) for number in range(50)]
        coming = [asyncio.create_task(come(gate, address, let_in)) for address in crowd]
        await asyncio.sleep(0.05)
        first = len(let_in)
        assert 50 <= first < 90, "the others wait"
        assert await come(gate, "192.0.2.7", let_in)
        assert len(let_in) <= first + 10, "nor did the newcomer wait behind them"
        assert all(await asyncio.gather(*coming)), "all that wait have their turn"
        return let_in

    let_in = asyncio.run(run())
    assert len(let_in) == 151


def test_neighbourhoods_take_turns() -> None:
    async def run() -> list[str]:
        gate, let_in = Turnstile(Buckets(200, 1)), list[str]()
        crowd = [f"10.0.0.{host}" for host in range(10)] + [f"10.0.1.{host}" for host in range(3)] + ["10.0.2.1"]
        await asyncio.gather(*(come(gate, address, let_in) for address in crowd))
        return let_in

    assert [neighbourhood(one)[5] for one in asyncio.run(run())][:8] == list("01201010")


def test_whoever_waits_too_long_is_refused_and_few_of_a_neighbourhood_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstile, "MOST_WAITING", 2 * turnstile.MOST_OF_LINE)

    async def run() -> None:
        gate, let_in = Turnstile(Buckets(0.1, 1), patience=0.3), list[str]()
        assert await come(gate, "10.0.0.1", let_in)
        line = [asyncio.create_task(come(gate, "10.0.0.1", let_in)) for _ in range(turnstile.MOST_OF_LINE)]
        await asyncio.sleep(0)
        assert not await asyncio.wait_for(come(gate, "10.0.0.2", let_in), 0.1), "their line is full"
        other = [asyncio.create_task(come(gate, "10.0.1.1", let_in)) for _ in range(turnstile.MOST_OF_LINE)]
        await asyncio.sleep(0)
        newcomer = asyncio.create_task(come(gate, "10.0.2.1", let_in))
        await asyncio.sleep(0.01)
        are_done = [task.done() for task in line]
        assert are_done == [False] * (turnstile.MOST_OF_LINE - 1) + [True], "the last of those let in before makes room"
        assert not newcomer.done()
        assert not any(await asyncio.gather(*line, *other, newcomer))
        assert await come(Turnstile(Buckets(1, 1)), "10.0.2.1", let_in)

    asyncio.run(run())


def test_a_neighbourhood_is_what_one_customer_may_have() -> None:
    assert neighbourhood("192.0.2.7") == neighbourhood("192.0.2.200") == neighbourhood("::ffff:192.0.2.9") != neighbourhood("192.0.3.7")
    assert neighbourhood("2001:db8:1:2::5") == neighbourhood("2001:db8:1:ffff::9%eth0") != neighbourhood("2001:db8:2::5")
    assert neighbourhood("unknown") == "unknown"


def test_sixty_addresses_that_try_codes_keep_nobody_from_signing_in(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True, rates=Rates(sign_ins=Buckets(1000, 1000), sign_ins_of_all=Buckets(10, 30)))
    code = inside.request("POST", "/api/devices/code", inside.guest("Ada")).json()["code"]

    async def attempt(address: str, typed: str) -> int:
        transport = httpx.ASGITransport(app=inside.server, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://inside", timeout=60) as web:
            return (await web.post("/api/sign-in/code", json={"code": typed})).status_code

    async def go_on(address: str) -> None:
        while True:
            await attempt(address, new_code())

    async def run() -> int:
        trying = [asyncio.create_task(go_on(f"10.0.{number}.1")) for number in range(60)]
        await asyncio.sleep(1)
        came = await attempt("192.0.2.7", code)
        for task in trying:
            task.cancel()
        await asyncio.wait(trying)
        return came

    assert inside.run(run()) == 200
    inside.close()
