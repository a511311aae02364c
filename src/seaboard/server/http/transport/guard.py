"""Around every request: sizes, rates, headers, metrics, and a log line without secrets."""

import asyncio
import logging
import time
from collections import Counter

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seaboard.server import metrics
from seaboard.server.http.api import Api
from seaboard.server.http.bodies import problem
from seaboard.server.http.transport.cookie import without_others
from seaboard.server.http.transport.doorway import Doorway
from seaboard.server.limits import network
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings

LARGEST = 256 * 1024
"""Bytes of any body; most routes accept fewer (`bodies.reader`)."""
LONGEST = 1000
"""Bytes of a path, and of a query: nobody needs longer ones, and splitting them takes time."""
_AGAIN = {429: b"2", 503: b"5"}
"""Seconds after which to try again, by status."""
REFUSED_AFTER = 1.0
"""Seconds after which a request that came too fast is told so: a client that waits for its answers then can't keep the server busy."""
REFUSED_A_SECOND = 50
"""Requests of one network that are told so in a second; if more are waiting, each waits longer."""
REFUSED_BEFORE = 10.0
"""Seconds after which each is told so, however many are waiting."""
SUMMED_UP = 60.0
"""Seconds for which one log line counts the requests that came too fast: with a line for each, anybody could fill the log."""
GONE = 499
"""The status that is logged for a request whose sender has left before it was answered."""
_log = logging.getLogger("seaboard.http")

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
"""For a server that is reached by https: browsers that have been here use nothing else."""


class Guarded:
    """Around every request: sizes, rates, headers, metrics, and a log line without secrets."""

    def __init__(self, app: ASGIApp, api: Api, doorway: Doorway) -> None:
        self.app = app
        self.api = api
        self._doorway = doorway
        self._too_fast = 0
        self._refused: Counter[str] = Counter()  # requests that wait to be told so, by network

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["headers"] = without_others(scope["headers"])
        began = time.perf_counter()
        status = 500
        is_api = scope["path"].startswith("/api/")
        has_begun = False

        async def respond(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status = message["status"]
                has_begun = True
                message["headers"] = [*message.get("headers", []), *HEADERS]
                if self.api.settings.secure:
                    message["headers"].append(HTTPS_ONLY)
                if is_api:
                    message["headers"].append((b"cache-control", b"no-store"))
                if self.api.house.is_ending:
                    message["headers"].append((b"connection", b"close"))  # the next request is for another server
                if status in _AGAIN:
                    message["headers"].append((b"retry-after", _AGAIN[status]))
            await send(message)

        try:
            address = (scope.get("client") or ("unknown",))[0]
            await self._slow_down(address, is_api=is_api)
            if len(scope["raw_path"] if "raw_path" in scope else scope["path"]) > LONGEST or len(scope["query_string"]) > LONGEST:
                raise Refused("page.unknown", status=404)
            if is_api:
                self.api.house.check_address(address)
                _check_origin(scope, self.api.settings)
            await self.app(scope, _limited(receive, self.api.settings.patience), respond)
        except Refused as no:
            if not has_begun:
                await problem(no)(scope, receive, respond)
        except ClientDisconnect:
            status = GONE
        except Exception:
            _log.exception("a request failed")
            if not has_begun:
                await problem(Refused("server.trouble", status=500))(scope, receive, respond)
        finally:
            # the route's pattern, not its path: ids are invitations
            route = getattr(scope.get("route"), "path", "page")
            metrics.REQUESTS.labels(route, str(status)).inc()
            if status == 429:
                self._count_too_fast()
            elif is_api:
                took = round((time.perf_counter() - began) * 1000, 1)
                _log.info("request", extra={"method": scope["method"], "route": route, "status": status, "ms": took})

    async def _slow_down(self, address: str, *, is_api: bool) -> None:
        """Refuse an address that sends too many requests, but not at once."""
        limits = self.api.limits
        try:
            (limits.request if is_api else limits.page)(address)
        except Refused:
            here = network(address)
            self._refused[here] += 1
            try:
                await asyncio.sleep(min(REFUSED_BEFORE, REFUSED_AFTER + (self._refused[here] - 1) / REFUSED_A_SECOND))
                await self._doorway.enter(here)  # many may have been refused at the same moment
            finally:
                self._refused[here] -= 1
                if not self._refused[here]:
                    del self._refused[here]
            raise

    def _count_too_fast(self) -> None:
        if not self._too_fast:
            asyncio.get_running_loop().call_later(SUMMED_UP, self._sum_up)
        self._too_fast += 1

    def _sum_up(self) -> None:
        _log.warning("requests came too fast and were refused", extra={"count": self._too_fast})
        self._too_fast = 0


def _limited(receive: Receive, patience: float) -> Receive:
    """Limit the size of a body, and the time to send it."""
    seen = 0
    is_whole = False
    latest = asyncio.get_running_loop().time() + 2 * patience

    async def read() -> Message:
        nonlocal seen, is_whole
        try:
            async with asyncio.timeout_at(None if is_whole else latest):
                message = await receive()
        except TimeoutError:
            raise Refused("message.slow", status=408) from None
        if message["type"] == "http.request":
            is_whole = not message.get("more_body", False)
            seen += len(message.get("body", b""))
            if seen > LARGEST:
                raise Refused("message.large", status=413, most=LARGEST)
        return message

    return read


def _check_origin(scope: Scope, settings: Settings) -> None:
    """Refuse requests from another site's page, even in browsers without SameSite support."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] not in {"GET", "HEAD"} and not settings.is_own(headers.get(b"origin"), headers.get(b"host", "")):
        raise Refused("origin", status=403)
