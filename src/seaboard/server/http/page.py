"""The page: static files, with caching and security headers."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOREVER = "public, max-age=31536000, immutable"
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Seaboard</title>
<body><h1>Seaboard</h1><p>The server runs, but its page has not been built. Run <code>make play</code>, which builds it.
The API is described at <a href="/api/docs">/api/docs</a>.</p></body></html>"""


class Page(StaticFiles):
    """The page's files; any other address serves the page itself, which does its own routing."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder
        self.config_checked = True  # the folder may not be there yet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Any request that no other route handles."""
        if (self._folder / "index.html").is_file() or scope["method"] not in {"GET", "HEAD"}:
            await super().__call__(scope, receive, send)
        else:
            await HTMLResponse(MISSING, headers={"Cache-Control": "no-store"})(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        path = "index.html" if path == "." else path
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rpartition("/")[2].lstrip("."):
                raise
            path, response = "index.html", await super().get_response("index.html", scope)
        except (OSError, ValueError):  # a name that no file can have
            raise HTTPException(404) from None
        # files under assets/ have their contents' hash in their names
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response
