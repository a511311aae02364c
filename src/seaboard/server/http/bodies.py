"""Bodies of requests and answers: read and written by msgspec, and described on the OpenAPI page by the same shapes."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from seaboard.server.http import schemas
from seaboard.server.refusals import Refused

T = TypeVar("T")
_PLACE = "#/components/schemas/"
ANY_OBJECT = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}
"""The OpenAPI argument for a route whose body may be any object."""


LARGEST = 16 * 1024
LARGEST_WITH_FILE = 128 * 1024
"""An option may be the text of a file: a host's own deck."""


def reader(shape: type[T], *, largest: int | None = None) -> Callable[[Request], Awaitable[T]]:
    """Make a function that reads a request's body as this shape, or refuses it, also if it is too large for this shape."""
    decoder = msgspec.json.Decoder(shape)
    most = largest or (LARGEST_WITH_FILE if "options" in getattr(shape, "__struct_fields__", ()) else LARGEST)

    async def read(request: Request) -> T:
        kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused("request.invalid", status=422, field="body", why="must be application/json")
        text = bytearray()
        async for part in request.stream():
            text += part
            if len(text) > most:
                raise Refused("message.large", status=413, most=most)
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why, _, where = str(error).partition(" - at ")
            raise Refused("request.invalid", status=422, field=where.strip("`").removeprefix("$.") or "body", why=why) from error

    return read


def answer(value: Struct, status: int = 200) -> Response:
    """A shape as an answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def written(value: dict[str, Any]) -> Response:
    """Plain data as an answer."""
    return Response(msgspec.json.encode(value), media_type="application/json")


def problem(no: Refused) -> Response:
    """A refusal as an answer."""
    return answer(schemas.Problem(no.reason()), no.status)


def shaped(answer: type[Struct], *, body: type[Struct] | None = None, status: int = 200, kind: str = "application/json") -> dict[str, Any]:
    """Return the OpenAPI arguments of a route: the shapes of its answer and of its body."""
    told: dict[str, Any] = {
        "status_code": status,
        "response_model": None,
        "responses": {status: {"description": "Done", "content": _content(answer, kind)}},
    }
    if body is not None:
        told["openapi_extra"] = {"requestBody": {"required": True, "content": _content(body)}}
    return told


def problems(sentences: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI arguments for the status codes of refusals."""
    return {status: {"description": sentence, "content": _content(schemas.Problem)} for status, sentence in sentences.items()}


def _content(shape: type[Struct], kind: str = "application/json") -> dict[str, Any]:
    return {kind: {"schema": {"$ref": _PLACE + shape.__name__}}}


def describe(app: FastAPI) -> None:
    """Add the shapes that routes refer to to the OpenAPI page."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = get_openapi(title=app.title, version=app.version, routes=app.routes)
            described.setdefault("components", {}).setdefault("schemas", {}).update(schemas.components(_PLACE + "{name}"))
            app.openapi_schema = described
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's documented way to extend its schema
