"""A server process: the socket it listens on, and uvicorn set up for it."""

import asyncio
import contextlib
import errno
import os
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from seaboard.errors import SeaboardError
from seaboard.server import heap, logs
from seaboard.server.app import Server
from seaboard.server.http.transport.connection_limits import MOST_CONNECTIONS, Wires
from seaboard.server.http.transport.connections import bounded
from seaboard.server.live.shutdown import Draining
from seaboard.server.live.transport import PushingProtocol, UnlimitedProtocol
from seaboard.server.settings import Settings
from seaboard.server.storage.store import Store

DRAIN = 10
"""Seconds that connections get to finish when the server is told to stop."""
MOST_FILES = 65_536
BACKLOG = 2048
"""Connections that may wait to be accepted."""
UNANSWERED = 30
"""Seconds for which sent data may go unacknowledged before the connection is cut, where the system supports that."""


class CantListen(SeaboardError):
    """The server can't listen on the address; the message says why and what to do."""


def open_store(settings: Settings) -> Store:
    """The database, migrated to the current schema."""
    logs.set_up()
    store = Store(settings.database)
    store.open()
    return store


def run(
    settings: Settings, store: Store, *, listening: socket.socket, proxies: Sequence[str], when_ready: Callable[[], object] | None = None
) -> None:
    """Serve on a socket until told to stop."""
    app = Server(settings, store)
    files = allow_connections()
    trusted = ["127.0.0.1", *proxies] if proxies else os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    wires = Wires(
        patience=2 * settings.patience,
        most=min(MOST_CONNECTIONS, files // 4) if settings.limits else None,
        is_spared=ProxyHeadersMiddleware(cast(Any, app), trusted).trusted_hosts.__contains__,
    )
    config = uvicorn.Config(
        app,
        http=bounded(settings.patience, wires),
        ws=PushingProtocol if settings.limits else UnlimitedProtocol,
        ws_per_message_deflate=False,  # costs more time and memory per connection than it saves on messages this small
        ws_max_size=16 * 1024,
        ws_ping_interval=settings.heartbeat,
        ws_ping_timeout=settings.heartbeat,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=DRAIN,
        proxy_headers=True,
        forwarded_allow_ips=trusted,
        lifespan="on",
    )
    heap.keep_together()
    heap.collect_in_portions()
    sys.setswitchinterval(0.0003)  # the writer's thread must not wait long for a busy event loop
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Draining(config, app.live, app.reviews, when_ready).serve(sockets=[listening]))


def allow_connections() -> int:
    """Raise the limit on open files, and so on connections, as far as allowed, since 1024 are soon used up; return it."""
    if os.name == "posix":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < MOST_FILES:
            with contextlib.suppress(ValueError, OSError):  # only root may
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, MOST_FILES))
                hard = MOST_FILES
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return MOST_FILES


def address_of(listening: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    return f"http://{'localhost' if host in ('127.0.0.1', '::1', '0.0.0.0', '::') else host}:{port}"


def listen(host: str, port: int | None) -> socket.socket:
    """Open a listening socket: on the requested port, or on 8000, or on a free one."""
    wanted = 8000 if port is None else port
    try:
        return _listening(host, wanted)
    except OverflowError as error:
        raise CantListen(f"there is no port {wanted}: ports are 0 to 65535") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            listening = _listening(host, 0)
            print(f"Port 8000 is taken; using {listening.getsockname()[1]}.", flush=True)
            return listening
        if error.errno == errno.EADDRINUSE:
            raise CantListen(f"port {wanted} is taken by another program: end it, or choose another with --port") from error
        raise CantListen(f"can't listen on {host}, port {wanted}: {error.strerror or error}") from error


def _listening(host: str, port: int) -> socket.socket:
    found = bound(host, port)
    try:
        found.listen(BACKLOG)
    except BaseException:
        found.close()
        raise
    return found


def bound(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """Bind a socket to an address, which other processes of the same user can also bind if it `is_shared`."""
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # inherited by accepted connections
            with contextlib.suppress(OSError):
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED * 1000)
        if is_shared:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found
