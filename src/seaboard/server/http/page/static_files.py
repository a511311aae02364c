"""The page: static files with caching headers, and the page itself, with a link preview in its head."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from seaboard.server.http.languages import asked_for
from seaboard.server.http.made import WORTH_IT, Made
from seaboard.server.http.page.link_preview import origin_of, with_preview
from seaboard.server.settings import Settings
from seaboard.server.storage.rows import Deal, Table

FOREVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Seaboard</title>
<body><h1>Seaboard</h1><p>The server runs, but this Seaboard has no page.</p>
<p>In a checkout of the source, <code>make play</code> builds it. If pip has installed it, it was packed without:
<code>make dist</code> in a checkout packs it with the page, into <code>dist/</code>; install that wheel in its place.</p>
<p>The API is described at <a href="/api/docs">/api/docs</a>.</p></body></html>"""
INVITATION = re.compile(r"([td])/([0-9a-z]{1,32})/?")
"""A table's address, or a challenge's."""
KINDS = {".webmanifest": "application/manifest+json"}
"""Types that Python may not know."""
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
MOST_MADE = 64
"""Pages kept ready to send: one for each language and each name by which clients reach the server."""
Find = Callable[[str, str, str], Awaitable[Table | Deal | None]]
"""A table ("t") or a deal ("d") by its id, for somebody at an address."""


class Page(StaticFiles):
    """The page's files; any other address serves the page itself, which does its own routing."""

    def __init__(self, settings: Settings, find: Find) -> None:
        super().__init__(directory=settings.page, check_dir=False)
        self._settings = settings
        self._folder = settings.page
        self._find = find
        self.config_checked = True  # the folder may not be there yet
        self._made: dict[tuple[int, int, str | None, str | None], Made] = {}  # the page without an invitation
        self._small: dict[str, tuple[str, bytes]] = {}  # compressed files, each with the ETag of its source
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Any request that no other route handles."""
        if (self._folder / "index.html").is_file() or scope["method"] not in {"GET", "HEAD"}:
            await super().__call__(scope, receive, send)
        else:
            await HTMLResponse(MISSING, headers={"Cache-Control": "no-store"})(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        if path in {".", "index.html"} and scope["method"] in {"GET", "HEAD"}:
            return await self._page(path, scope)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rpartition("/")[2].lstrip("."):
                raise
            return await self._page(path, scope)
        except (OSError, ValueError):  # an impossible file name
            raise HTTPException(404) from None
        response.headers["Cache-Control"] = _lasts(path)
        kind = KINDS.get(Path(path).suffix)
        if kind:
            response.headers["Content-Type"] = kind
        if isinstance(response, FileResponse) and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            return await self._compressed(response)
        return response

    async def _compressed(self, file: FileResponse) -> Response:
        """Return a file compressed for clients that accept it: compressed once, off the event loop."""
        path, made_from = str(file.path), file.headers["etag"]
        if Path(path).suffix not in COMPRESSED or int(file.headers["content-length"]) < WORTH_IT:
            return file
        async with self._turn:
            known, body = self._small.get(path, ("", b""))
            if known != made_from:
                body = await asyncio.to_thread(lambda: gzip.compress(Path(path).read_bytes(), mtime=0))
                self._small[path] = made_from, body
        headers = {name: file.headers[name] for name in ("content-type", "cache-control", "etag", "last-modified")}
        return Response(body, headers={**headers, "content-encoding": "gzip", "vary": "Accept-Encoding"})

    async def _page(self, path: str, scope: Scope) -> Response:
        headers = Headers(scope=scope)
        invitation = INVITATION.fullmatch(path)
        about = await self._find(invitation[1], invitation[2], (scope.get("client") or ("unknown",))[0]) if invitation else None
        origin, accepted = origin_of(self._settings, scope["scheme"], headers.get("host", "")), headers.get("accept-language")
        file = (self._folder / "index.html").stat()
        key = (file.st_mtime_ns, file.st_size, origin, asked_for(accepted))
        made = None if about else self._made.get(key)
        if made is None:
            made = await asyncio.to_thread(self._make, about, origin, accepted)
            if about is None:
                if len(self._made) >= MOST_MADE:  # the name is the client's choice
                    self._made.clear()
                self._made[key] = made
        return made.answer(HTTPConnection(scope), {"Cache-Control": "no-cache", "Vary": "Accept-Language, Accept-Encoding"})

    def _make(self, about: Table | Deal | None, origin: str | None, accepted: str | None) -> Made:
        text = (self._folder / "index.html").read_text("utf-8")
        return Made(with_preview(text, about, folder=self._folder, origin=origin, accepted=accepted).encode(), "text/html")


def _lasts(path: str) -> str:
    """Return how long a file may be cached: names under assets/ contain a hash of the contents, and pictures rarely change."""
    if path.startswith("assets/"):
        return FOREVER
    return A_DAY if path.startswith(("icons/", "previews/")) else "no-cache"
