"""Answers that are the same for many clients: made and compressed only once."""

import asyncio
import gzip

from starlette.requests import HTTPConnection
from starlette.responses import Response

LEVEL = 6
WORTH_IT = 1000
"""Smallest size, in bytes, at which an answer is compressed."""


class Made:
    """An answer as bytes, both plain and compressed."""

    def __init__(self, body: bytes, kind: str = "application/json") -> None:
        self.body = body
        self._kind = kind
        self._small = gzip.compress(body, LEVEL, mtime=0) if len(body) >= WORTH_IT else None

    def answer(self, request: HTTPConnection, headers: dict[str, str] | None = None) -> Response:
        """Answer a request, compressed if the client accepts that."""
        told = {"Vary": "Accept-Encoding", **(headers or {})}
        if self._small is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=told, media_type=self._kind)
        return Response(self._small, headers={**told, "Content-Encoding": "gzip"}, media_type=self._kind)


async def answer_once(request: HTTPConnection, body: bytes) -> Response:
    """Make a long answer for a single client, compressed off the event loop."""
    return (await asyncio.to_thread(Made, body)).answer(request)
