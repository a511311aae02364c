"""The FastAPI application: routes, the page, and every error as a refusal with a reason."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import cache, partial
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from seaboard import __version__
from seaboard.server.http import routes
from seaboard.server.http.api import Api
from seaboard.server.http.bodies import describe, problem
from seaboard.server.http.made import Made
from seaboard.server.http.page.openapi_page import DOCS, SCRIPT, STYLE
from seaboard.server.http.page.static_files import Page
from seaboard.server.refusals import Refused

_log = logging.getLogger("seaboard.http")


def make_web(api: Api, lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]]) -> FastAPI:
    """Make the application from what the routes need."""
    app = FastAPI(
        title="Seaboard",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.include_router(routes.routes(api))
    describe(app)
    app.add_route("/api/openapi.json", _described(app), include_in_schema=False)
    if api.settings.metrics:
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
    app.add_exception_handler(Exception, _trouble)
    app.add_route("/api/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    app.mount("/", Page(api.settings, api.invitation))
    return app


def _described(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    """Serve the OpenAPI description, made at the first request."""
    made = cache(lambda: Made(msgspec.json.encode(app.openapi())))

    async def answer(request: Request) -> Response:
        return made().answer(request)

    return answer


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
    if isinstance(error.__cause__, Refused):  # FastAPI reports any failure while reading a body as a malformed body
        return problem(error.__cause__)
    response = problem(Refused("page.unknown" if error.status_code == 404 else "request.bad", status=error.status_code))
    response.headers.update(error.headers or {})
    return response


async def _no_storage(_request: Request, error: Exception) -> Response:
    _log.error("storage failed: %s", type(error).__name__, exc_info=error)
    return problem(Refused("server.storage", status=503))


async def _trouble(_request: Request, _error: Exception) -> Response:
    return problem(Refused("server.trouble", status=500))  # the error itself is still raised, and logged
