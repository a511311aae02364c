"""The server as an ASGI application: sockets to `live`, the rest to FastAPI, limits and headers around it."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seaboard import __version__
from seaboard.server import metrics
from seaboard.server.http import routes, schemas
from seaboard.server.http.api import Api
from seaboard.server.http.bodies import answer, describe
from seaboard.server.http.docs_page import DOCS, SCRIPT, STYLE
from seaboard.server.http.identity import Guests
from seaboard.server.http.page import Page
from seaboard.server.live.broadcast import Broadcast
from seaboard.server.live.endpoint import Live
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.notifications import Listener
from seaboard.server.storage.store import Store
from seaboard.server.tables.driver import Driver
from seaboard.server.tables.elsewhere import Elsewhere
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms

LARGEST_BODY = 16 * 1024
LARGEST = {"/api/replays": 256 * 1024, "/api/tables": 128 * 1024}
"""Where a file may come along: a record, or a deck of the host's own."""
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
]


class Server:
    """Everything, wired together."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.rooms = Rooms(store, settings)
        self.presence = Presence(self.rooms)
        self.moves = Moves(self.rooms, self.presence)
        self.driver = Driver(self.rooms, self.presence, self.moves)
        self.elsewhere = Elsewhere(self.rooms, self.presence)
        self.broadcast = Broadcast(self.rooms)
        self.rooms.listen(self.broadcast.tell)
        self.rooms.listen(self.driver.hear)
        self.guests = Guests(store)
        self.live = Live(self.rooms, self.presence, self.moves, broadcast=self.broadcast, guests=self.guests, settings=settings)
        self.api = Api(self.rooms, self.guests, settings)
        self.web = Guarded(GZipMiddleware(self._fastapi(), minimum_size=1000), self.api)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Any request."""
        if scope["type"] == "websocket":
            await self.live(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self.web(scope, receive, send)

    def _fastapi(self) -> FastAPI:
        app = FastAPI(
            title="Seaboard",
            version=__version__,
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.include_router(routes.routes(self.api))
        describe(app)
        app.add_api_route("/metrics", routes.metrics_page, include_in_schema=False)
        for path, kind, text in (
            ("/api/docs", "text/html", DOCS),
            ("/api/docs.css", "text/css", STYLE),
            ("/api/docs.js", "text/javascript", SCRIPT),
        ):
            app.add_route(path, partial(_text, text, kind), include_in_schema=False)
        app.add_exception_handler(Refused, _refused)
        app.add_exception_handler(RequestValidationError, _invalid)
        app.add_exception_handler(HTTPException, _http_error)
        app.add_exception_handler(SQLAlchemyError, _no_storage)
        app.add_route("/api/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
        app.mount("/", Page(self.settings.page))
        return app

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        self.store.start(asyncio.get_running_loop())
        tasks = [asyncio.create_task(self.driver.sweep())]
        if self.store.is_shared:
            listener = Listener(self.settings.database, self.store.process, self.elsewhere.apply, self.elsewhere.resync)
            tasks.append(asyncio.create_task(listener.run()))
        yield
        await self.driver.close()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        if self.store.is_shared:
            await self.store.write(lambda c: queries.retire(c, self.store.process))
        await self.store.close()


class Guarded:
    """Around every request: sizes, rates, headers, metrics, and a log line without secrets."""

    def __init__(self, app: ASGIApp, api: Api) -> None:
        self.app = app
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
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
                if is_api:
                    message["headers"].append((b"cache-control", b"no-store"))
                if status == 429:
                    message["headers"].append((b"retry-after", b"2"))
            await send(message)

        try:
            if is_api:
                self.api.limits.request((scope.get("client") or ("unknown",))[0])
                _check_origin(scope, self.api.settings)
            await self.app(scope, _limited(scope, receive), respond)
        except Refused as no:
            if not has_begun:
                await problem(no)(scope, receive, respond)
        except Exception:
            _log.exception("a request failed")
            if not has_begun:
                await problem(Refused("server.trouble", status=500))(scope, receive, respond)
        finally:
            # the route's pattern, not its path: ids are invitations
            route = getattr(scope.get("route"), "path", "page")
            metrics.REQUESTS.labels(route, str(status)).inc()
            if is_api:
                took = round((time.perf_counter() - began) * 1000, 1)
                _log.info("request", extra={"method": scope["method"], "route": route, "status": status, "ms": took})


def _limited(scope: Scope, receive: Receive) -> Receive:
    largest = LARGEST.get(scope["path"], LARGEST_BODY)
    seen = 0

    async def read() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > largest:
                raise Refused("message.large", status=413, most=largest)
        return message

    return read


def _check_origin(scope: Scope, settings: Settings) -> None:
    """Another site's page can't act for a person, even in browsers that know no SameSite."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] not in {"GET", "HEAD"} and not settings.is_own(headers.get(b"origin"), headers.get(b"host", "")):
        raise Refused("origin", status=403)


def problem(no: Refused) -> Response:
    """A refusal as an answer."""
    return answer(schemas.Problem(no.reason()), no.status)


async def _nothing(_request: Request) -> Response:
    return problem(Refused("page.unknown", status=404))


async def _text(text: str, kind: str, _request: Request) -> Response:
    return Response(text, media_type=kind)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem(error)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return problem(Refused("request.invalid", status=422, field=where or "body", why=first["msg"]))


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):  # FastAPI takes what stops the reading of a body for a broken body
        return problem(error.__cause__)
    response = problem(Refused("page.unknown" if error.status_code == 404 else "request.bad", status=error.status_code))
    response.headers.update(error.headers or {})
    return response


async def _no_storage(_request: Request, error: Exception) -> Response:
    _log.error("storage failed: %s", type(error).__name__, exc_info=error)
    return problem(Refused("server.storage", status=503))
