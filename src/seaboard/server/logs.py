"""Logs: one JSON object a line for machines, short lines for a person at a terminal.

Never a token, a name, the id of a table or an address.
"""

import json
import logging
import sys
import time
from typing import Any

_USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Discreet(logging.Formatter):
    """Formats errors without the row contents that databases add: ids and moves."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the name that logging has for it
        """The traceback."""
        return "\n".join(line for line in super().formatException(ei).split("\n") if not line.lstrip().startswith(("DETAIL:", "CONTEXT:")))


class JsonLines(Discreet):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line.update({name: value for name, value in vars(record).items() if name not in _USUAL})
        if record.exc_info and record.exc_info[0]:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a line is about this server, and not about invalid UTF-8, of which strangers may send any amount."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def set_up() -> None:
    """Log to standard error, without uvicorn's lines about sockets, which name tables, httpx's, which name devices, and uvicorn's warnings,
    which any malformed request would cause.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s") if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("uvicorn.access", "alembic", "sqlalchemy", "httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
