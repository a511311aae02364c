"""Connections that send little, slowly or without end: each is closed in time, and a patient one stays."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from seaboard.server.http.transport.connections import MOST_PIPELINED
from tests.server.harness import PATIENCE, Guest, Served, served, table_of


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits only half a second for the head of a request."""
    with served("--patience", "0.5", data=tmp_path_factory.mktemp("hasty")) as running:
        yield running


def closed_after(server: Served, *sent: bytes, pause: float = 0.0) -> tuple[float, bytes]:
    """Send these one after the other, and how long the connection lasted then, with all that it was answered."""
    began = time.monotonic()
    got = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        with suppress(OSError):  # it is closed already
            for part in sent:
                connection.sendall(part)
                time.sleep(pause)
        with suppress(OSError):
            while part := connection.recv(65536):
                got += part
    return time.monotonic() - began, got


GET = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"


def test_a_silent_connection_is_closed(hasty: Served) -> None:
    assert closed_after(hasty)[0] < 5


@pytest.mark.parametrize("half", [b"G", GET, b"\r\n", GET + b"X-Long: aaa"])
def test_half_a_head_is_closed(hasty: Served, half: bytes) -> None:
    assert closed_after(hasty, half)[0] < 5


def test_a_head_that_comes_in_drops_is_closed(hasty: Served) -> None:
    took, _ = closed_after(hasty, *[b"%c" % byte for byte in GET], pause=0.1)
    assert took < 5


def test_half_a_head_after_an_answer_is_closed(hasty: Served) -> None:
    for more in (b"\r\n", b"G"):
        took, got = closed_after(hasty, GET + b"\r\n", more, pause=0.3)
        assert got.startswith(b"HTTP/1.1 200")
        assert took < 5


def test_half_a_body_is_told_of_and_closed(hasty: Served) -> None:
    took, got = closed_after(hasty, POST + b'{"na')
    assert got.startswith(b"HTTP/1.1 408")
    assert b"message.slow" in got
    assert took < 12  # after that, an answered connection may be silent for five seconds


def test_headers_are_bounded(hasty: Served) -> None:
    for many in (GET + b"X-Long: " + b"a" * 1_000_000, GET + b"X-Short: a\r\n" * 100_000):
        took, got = closed_after(hasty, many + b"\r\n\r\n")
        assert got == b"" or got.startswith(b"HTTP/1.1 431")
        assert took < 5


def test_who_asks_without_end_in_one_breath_is_cut_off(hasty: Served) -> None:
    few = 1 + MOST_PIPELINED  # the first is answered at once, and the others wait
    took, got = closed_after(hasty, (GET + b"\r\n") * few, pause=0.5)
    assert got.count(b"HTTP/1.1 200") == few
    took, got = closed_after(hasty, (GET + b"\r\n") * 5_000)
    assert got.count(b"HTTP/1.1 200") < 200
    assert took < 5


UPGRADE = (
    b"GET /api/harbour HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def test_a_socket_that_can_not_be_opened_is_closed(hasty: Served) -> None:
    for many in (b"".join(b"X-%d: a\r\n" % number for number in range(200)), b"X-Long: " + b"a" * 20_000 + b"\r\n"):
        took, got = closed_after(hasty, UPGRADE + many + b"\r\n")
        assert got.startswith(b"HTTP/1.1 400")
        assert took < 5


def test_large_cookies_of_other_programs_keep_nobody_from_a_table(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as connection:
        connection.sendall(UPGRADE + b"Cookie: " + b"theirs=" + b"x" * 12_000 + b"\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 101")


def test_who_takes_nothing_of_what_they_ask_for_is_cut_off(hasty: Served) -> None:
    process = psutil.Process(hasty.process.pid)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", hasty.port))
        one.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * (1 + MOST_PIPELINED))
        port = one.getsockname()[1]
        for is_there in (True, False):
            end = time.monotonic() + PATIENCE
            while any(other.raddr and other.raddr.port == port for other in process.net_connections()) is not is_there:
                assert time.monotonic() < end
                time.sleep(0.05)


def test_a_patient_socket_stays_open(hasty: Served) -> None:
    """The bound is on connections that ask for nothing, not on people who watch."""
    ada, bob = Guest(hasty.url, "Ada"), Guest(hasty.url, "Bob")
    table = table_of([ada, bob], "sea-change")

    async def watch_quietly() -> None:
        async with ada.at(table["id"]) as seat:
            await asyncio.sleep(1.5)
            assert (await seat.ask(type="ping"))["type"] == "pong"

    asyncio.run(watch_quietly())
