"""Scripted players in a separate process: real WebSockets, each move sent as soon as it is the player's turn.

    python -m bench.players seaboard|boardgameio HOST SECONDS PACE < places.json

Sockets and frames are read by hand, and messages parsed only as far as a player needs, so that measuring takes as little as possible of the
machine it shares with the server. With a PACE other than 0, a player of Seaboard thinks for about that many seconds before each move; a
place without a token is a spectator's. Prints one line of JSON.
"""

import asyncio
import base64
import gc
import json
import os
import random
import re
import sys
import time
from typing import Any

from seaboard.server.run import allow_connections

TEXT, PING, PONG = 1, 9, 10
BOARDGAME = b"/sea-change,"
WARM = 4
"""Of so many paces nothing is counted: matches that rested while everyone was seated are all called back at once."""


class Player(asyncio.Protocol):
    """A socket that plays."""

    def __init__(self, run: "Run", port: int, path: str, headers: str) -> None:
        self.run = run
        self.ready = run.loop.create_future()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {run.host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        ).encode()
        self._buffer = b""
        self._is_open = False
        self.sent_at = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(f"closed before it was ready: {self._buffer[:200]!r}"))
        self.run.lost += not self.run.is_over

    def data_received(self, chunk: bytes) -> None:
        data = self._buffer + chunk if self._buffer else chunk
        if not self._is_open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = data
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._buffer = data
                self.transport.close()
                return
            self._is_open = True
            data = rest
            self.opened()
        at, size = 0, len(data)
        while size - at >= 2:
            length, body = data[at + 1] & 127, at + 2
            if length == 126:
                length, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size < body + length:
                break
            kind = data[at] & 15
            if kind == TEXT:
                self.heard(data[body : body + length])
            elif kind == PING:
                self.send(data[body : body + length], PONG)
            at = body + length
        self._buffer = data[at:]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        # a mask of zeros is a mask, and saves both sides the work
        size = len(payload)
        head = bytes((128 | kind, 128 | size)) if size < 126 else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def opened(self) -> None:
        """The socket is open."""

    def heard(self, text: bytes) -> None:
        """A message came."""

    def asked(self) -> None:
        self.sent_at = time.perf_counter()

    def answered(self) -> None:
        if self.sent_at:
            if self.run.is_counting:
                self.run.times.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0


class SeaboardPlayer(Player):
    """Plays on Seaboard: the server says what is legal."""

    _legal = re.compile(rb'"legal":\{([^}]*)\}')
    _number = re.compile(rb'"number":(\d+)')
    _action = re.compile(rb":(\d+)")

    def __init__(self, run: "Run", place: dict[str, Any]) -> None:
        cookie = f"Cookie: seaboard={place['token']}\r\n" if place["token"] else ""
        super().__init__(run, place["port"], f"/api/live/{place['table']}", cookie)
        self.match = place["match"]
        self.count = 0
        self._thinking: asyncio.TimerHandle | None = None

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"ack"'):
            self.answered()
        elif text.startswith((b'{"type":"moved"', b'{"type":"table"')):
            if not self.ready.done():
                self.ready.set_result(None)
            if self.sent_at == 0.0 or text.startswith(b'{"type":"table"'):
                self.play(text)
            else:
                self.run.loop.call_soon(self.play, text)  # our own move's news; nothing to do before the ack
        elif text.startswith((b'{"type":"refused"', b'{"type":"error"')):
            self.run.refused += 1
            self.sent_at = 0.0

    def play(self, text: bytes) -> None:
        legal = self._legal.search(text)
        if legal is None or not legal[1] or self.run.is_over or (not self.run.is_playing and not self.run.hold(self, text)):
            return
        if self.run.pace:
            if self._thinking is not None:
                self._thinking.cancel()
            self._thinking = self.run.loop.call_later(random.uniform(0.5, 1.5) * self.run.pace, self.move, text, legal[1])
        else:
            self.move(text, legal[1])

    def move(self, text: bytes, legal: bytes) -> None:
        if self.run.is_over or self.transport.is_closing():
            return
        start = text.index(b'"match":{') if text.startswith(b'{"type":"table"') else 0
        number = self._number.search(text, start)
        actions = self._action.findall(legal)
        assert number is not None
        self.count += 1
        move = b'{"type":"play","id":"%s-%d","match":"%s","number":%s,"action":%s}'
        self.asked()
        self.send(move % (self.run.name, self.count, self.match.encode(), number[1], random.choice(actions)))


class BoardgamePlayer(Player):
    """Plays on boardgame.io over its own protocol (socket.io 4); like its clients, it works out legal moves itself."""

    def __init__(self, run: "Run", place: dict[str, Any]) -> None:
        super().__init__(run, place["port"], "/socket.io/?EIO=4&transport=websocket", "")
        self.match, self.seat, self.seats = place["match"], place["seat"], place["seats"]
        self._mine = b'"currentPlayer":"%d"' % self.seat

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.send(b"3")
        elif text.startswith(b"0"):
            self.send(b"40" + BOARDGAME)
        elif text.startswith(b"40"):
            sync = json.dumps(["sync", self.match, str(self.seat), None, self.seats]).encode()
            self.send(b"42" + BOARDGAME + sync)
        elif text.startswith(b"42" + BOARDGAME + b'["update"'):
            self.answered()
            self.play(text)
        elif text.startswith(b"42" + BOARDGAME + b'["sync"'):
            if not self.ready.done():
                self.ready.set_result(None)
            self.play(text)

    def play(self, text: bytes) -> None:
        if self._mine not in text or self.run.is_over or (not self.run.is_playing and not self.run.hold(self, text)):
            return
        told = json.loads(text[len(b"42" + BOARDGAME) :])
        state = told[2]["state"] if told[0] == "sync" else told[2]
        game = state["G"]
        hand, trick = game["hands"][self.seat], game["trick"]
        legal = hand
        if trick and any(card >> 4 == game["lead"] for card in hand):
            legal = [card for card in hand if card >> 4 == game["lead"] or card & 15 == trick[-1] & 15]
        payload = {"type": "play", "args": [random.choice(legal)], "playerID": str(self.seat), "credentials": None}
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, state["_stateID"], self.match, str(self.seat)]
        self.asked()
        self.send(b"42" + BOARDGAME + json.dumps(update, separators=(",", ":")).encode())


class Run:
    """All the players, and what was measured."""

    def __init__(self, host: str, pace: float = 0.0) -> None:
        self.loop = asyncio.get_running_loop()
        self.host = host
        self.pace = pace
        self.name = os.urandom(4).hex().encode()  # the same players may come again, and an id that was answered is not played
        self.times: list[float] = []
        self.refused = self.lost = 0
        self.is_playing = self.is_counting = self.is_over = False
        self._held: list[tuple[Player, bytes]] = []

    def hold(self, player: Any, text: bytes) -> bool:
        """Wait until everyone is seated."""
        self._held.append((player, text))
        return False

    async def play(self, kind: type[Any], places: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
        gate = asyncio.Semaphore(32)

        async def seat(place: dict[str, Any]) -> None:
            async with gate:
                _, player = await self.loop.create_connection(lambda: kind(self, place), self.host, place["port"])
                await asyncio.wait_for(player.ready, 60)

        await asyncio.gather(*(seat(place) for place in places))
        await asyncio.sleep(0.5)
        self.is_playing = True
        held = dict(self._held)  # the last thing that each was told
        for player, text in held.items():
            player.play(text)  # type: ignore[attr-defined]
        await asyncio.sleep(1.0 + WARM * self.pace)
        self.is_counting = True
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        self.is_counting = False
        took = time.perf_counter() - began
        self.is_over = True
        times = sorted(self.times)
        return {
            "moves_per_second": len(times) / took,
            "p50_ms": times[len(times) // 2] * 1000 if times else None,
            "p99_ms": times[len(times) * 99 // 100] * 1000 if times else None,
            "refused": self.refused,
            "lost": self.lost,
            "cpu_seconds": time.process_time(),
        }


async def main() -> None:
    kind, host, seconds, pace = sys.argv[1:5]
    places = json.load(sys.stdin)
    gc.disable()
    allow_connections()
    run = Run(host, float(pace))
    print(json.dumps(await run.play(SeaboardPlayer if kind == "seaboard" else BoardgamePlayer, places, float(seconds))), flush=True)


if __name__ == "__main__":
    try:
        import uvloop

        uvloop.run(main())
    except ImportError:
        asyncio.run(main())
