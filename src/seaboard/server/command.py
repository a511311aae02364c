"""`seaboard serve` and `seaboard verify`."""

import argparse
import asyncio
import contextlib
import errno
import gc
import json
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

from seaboard.errors import SeaboardError
from seaboard.server.settings import Settings, data_folder

DRAIN = 10
"""Seconds that connections get to finish when the server is told to end."""


class CantServe(SeaboardError):
    """The server can't start; the message says why and what to do."""


def add_serve_command(subparsers: Any) -> None:
    """Add `serve` to a command line."""
    parser = subparsers.add_parser("serve", help="serve tables to play at, on this machine or for others")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for every machine that can reach this one")
    parser.add_argument("--port", type=int, help="the port; without it 8000, or a free one if that is taken")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://user:password@host/name, shared by any number of servers; without it a file in the user's data folder",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        help="an address like https://play.example.org that the page is reached by, if a proxy changes Host",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address or network of a proxy on another machine, whose word is taken for where requests come from",
    )
    parser.add_argument("--secure", action="store_true", help="send the cookie over https only")
    parser.add_argument("--open", action="store_true", help="open the browser")
    for hidden, kind in (("--no-limits", None), ("--bot-pause", float), ("--grace", float), ("--rest", float)):
        extra: dict[str, Any] = {"action": "store_true"} if kind is None else {"type": kind}
        parser.add_argument(hidden, help=argparse.SUPPRESS, **extra)
    parser.set_defaults(run=serve)


def add_verify_command(subparsers: Any) -> None:
    """Add `verify` to a command line."""
    parser = subparsers.add_parser("verify", help="replay a match's record and check that its shuffle was fair")
    parser.add_argument("record", type=Path, help="the file downloaded from /api/matches/<id>/record")
    parser.add_argument("--commitment", help="the commitment written down during the match")
    parser.set_defaults(run=verify)


def serve(arguments: argparse.Namespace) -> int:
    """Serve until told to end."""
    try:
        _serve(arguments)
    except SeaboardError as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return 1
    return 0


def _serve(arguments: argparse.Namespace) -> None:
    try:
        import uvicorn

        from seaboard.server import logs
        from seaboard.server.app import Server
        from seaboard.server.draining import Draining
        from seaboard.server.sockets import PushingProtocol
        from seaboard.server.store import Store
    except ImportError as error:
        raise CantServe(f"{error.name} is missing: pip install 'seaboard[server]'") from error

    logs.set_up()
    database = arguments.database or f"sqlite:///{_data_file()}"
    given = {name: getattr(arguments, name) for name in ("bot_pause", "grace", "rest") if getattr(arguments, name) is not None}
    settings = Settings(
        database=database, origins=tuple(arguments.origin), secure=arguments.secure, limits=not arguments.no_limits, **given
    )
    store = Store(database)
    store.open()
    listening = listen(arguments.host, arguments.port)
    app = Server(settings, store)
    config = uvicorn.Config(
        app,
        ws=PushingProtocol,
        ws_per_message_deflate=False,  # costs more time and memory per connection than it saves on messages this small
        ws_max_size=16 * 1024,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=DRAIN,
        proxy_headers=True,
        forwarded_allow_ips=["127.0.0.1", *arguments.proxy] if arguments.proxy else None,
        lifespan="on",
    )
    host, port = listening.getsockname()[:2]
    address = f"http://{'localhost' if host in ('127.0.0.1', '::1', '0.0.0.0', '::') else host}:{port}"
    print(f"Seaboard is at {address}  (Ctrl+C ends it)", flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    gc.freeze()  # what is loaded stays; and what views are made of is gone before it could be part of a cycle
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(0.0003)  # the writer's thread must not wait long for a busy event loop
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Draining(config, app).serve(sockets=[listening]))


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port asked for, or on 8000, or on a free one."""
    wanted = 8000 if port is None else port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return _bound(family, host, wanted)
    except OverflowError as error:
        raise CantServe(f"{wanted} is no port: ports are 0 to 65535") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            listening = _bound(family, host, 0)
            print(f"Port 8000 is taken; using {listening.getsockname()[1]}.", flush=True)
            return listening
        if error.errno == errno.EADDRINUSE:
            raise CantServe(f"port {wanted} is taken by another program: end it, or choose another with --port") from error
        raise CantServe(f"can't listen on {host}, port {wanted}: {error.strerror or error}") from error


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    listening = socket.socket(family)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except BaseException:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def _data_file() -> Path:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CantServe(f"can't make the folder {folder}: {error.strerror}; name another with SEABOARD_DATA") from error
    file = folder / "seaboard.db"
    if not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.W_OK)):
        raise CantServe(f"can't write to {file}; give yourself the right to, or name another folder with SEABOARD_DATA")
    return file


def verify(arguments: argparse.Namespace) -> int:
    """Check a record; 0 if all is well."""
    from seaboard.server.records import verify as check

    try:
        match = check(json.loads(arguments.record.read_text(encoding="utf-8")), arguments.commitment)
    except OSError as error:
        print(f"seaboard: can't read {arguments.record}: {error.strerror}", file=sys.stderr)
        return 1
    except (SeaboardError, ValueError) as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return 1
    winners = ", ".join(str(seat) for seat in match.winners) or "nobody yet"
    print(f"The seed is the one committed to, and all {len(match.moves)} moves replay. Scores {match.scores}, won by {winners}.")
    return 0
