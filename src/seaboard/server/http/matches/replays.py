"""Replays of records are made one at a time in a separate process: they take long, and hold Python's lock all the while."""

import asyncio
import contextlib
from typing import Any

import msgspec
from fastapi import Request, Response

from seaboard.server.http.matches.replay_worker import LAST, Bad, Failed, Made, Work
from seaboard.server.refusals import Refused
from seaboard.server.reviews.process import Died, Process

LARGEST = 256 * 1024
"""Bytes of a record."""
NICE = 5
"""Play comes first."""
MOST_WAITING = 20
TRIES = 2
"""A process may have been killed since its last job, by a system short of memory for instance."""

_told = msgspec.json.Decoder(Made | Bad | Failed)


class Replays:
    """Makes replays; refuses more when many are already waiting."""

    def __init__(self) -> None:
        self._process = Process(NICE, "seaboard.server.http.matches.replay_worker", LAST)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def answer(self, request: Request, record: dict[str, Any], seat: int | None) -> Response:
        """Return a record, move by move, as a seat (None: a spectator) saw it."""
        if self._waiting >= MOST_WAITING:
            raise Refused("too_fast", status=429)
        compress = "gzip" in request.headers.get("accept-encoding", "")
        self._waiting += 1
        try:
            async with self._turn:
                told = await self._make(Work(record, seat, compress))
        finally:
            self._waiting -= 1
        if isinstance(told, Bad):
            raise Refused("record.bad", status=422, why=told.why)
        if isinstance(told, Failed):
            raise Refused("server.trouble", status=500)
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if compress else {}
        return Response(told.body, headers=headers, media_type="application/json")

    async def _make(self, work: Work) -> Made | Bad | Failed:
        told: Made | Bad | Failed = Failed()
        for _ in range(TRIES):
            with contextlib.suppress(Died):
                async for line in self._process.make(work):
                    told = _told.decode(line)
                break
        return told

    async def close(self) -> None:
        """End the process."""
        await self._process.close()
