"""`seaboard serve`: tables to play at, on this machine or for others."""

import argparse
import os
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, database_of
from seaboard.cli.prune import add_keep_arguments, kept_by
from seaboard.errors import SeaboardError
from seaboard.server.settings import Settings

FOR_TESTS = {
    "--bot-pause": float,
    "--grace": float,
    "--heartbeat": float,
    "--rest": float,
    "--patience": float,
    "--page": Path,
    "--review-nice": int,
}


def switch(text: str) -> bool:
    """Parse a switch: on or off."""
    return text != "0"


class Instead(argparse.Action):
    """A list argument that replaces the environment's values instead of adding to them."""

    def __call__(self, _parser: argparse.ArgumentParser, chosen: argparse.Namespace, value: Any, _flag: str | None = None) -> None:
        """Add a value."""
        known = getattr(chosen, self.dest)
        setattr(chosen, self.dest, [value] if known is self.default else [*known, value])


FROM_ENVIRONMENT: dict[str, Callable[[str], Any]] = {
    "host": str,
    "port": int,
    "workers": int,
    "origin": str.split,
    "proxy": str.split,
    "secure": switch,
    "drain": float,
    "metrics": switch,
    "only_tables": switch,
    "deal_tries": int,
    "bot_accounts": switch,
    "push_service": str.split,
    "keep_tables": float,
    "keep_people": float,
    "keep_chat": float,
    "keep_guests": float,
    "keep_reports": float,
    "keep_deleted": float,
    "keep_deals": float,
}


def add_to(subparsers: Any) -> None:
    """Add `serve` to the command line."""
    parser = add_command(subparsers, "serve", serve, help="serve tables to play at, on this machine or for others", status_on_error=1)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for every machine that can reach this one")
    parser.add_argument("--port", type=int, help="port to listen on (default: 8000, or a free one if that is taken)")
    add_database_argument(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="server processes, one for each core to use; needs PostgreSQL")
    parser.add_argument(
        "--origin", action=Instead, default=[], help="public address of the page, e.g. https://play.example.org, if a proxy changes Host"
    )
    parser.add_argument(
        "--proxy", action=Instead, default=[], metavar="ADDRESS", help="address or network of a trusted proxy on another machine"
    )
    parser.add_argument("--secure", action="store_true", help="send the cookie over https only")
    parser.add_argument(
        "--drain",
        type=float,
        metavar="SECONDS",
        help="seconds over which connections move to other servers when this one is told to stop (default: 3, or 0 if there is no other)",
    )
    parser.add_argument("--metrics", action="store_true", help="serve /metrics for Prometheus; block it in your proxy")
    parser.add_argument(
        "--only-tables", action="store_true", help="serve only tables: no deal of the day, no challenges, no profiles, no ratings"
    )
    parser.add_argument("--bot-accounts", action="store_true", help="let in programs with a token from `seaboard bot-account add`")
    parser.add_argument(
        "--deal-tries",
        type=int,
        default=Settings.deal_tries,
        metavar="N",
        help="how many times bots of each level play each deal of the day, when the machine is idle (default: %(default)s)",
    )
    parser.add_argument(
        "--push-service",
        action=Instead,
        default=[],
        metavar="ORIGIN",
        help="a push service in your own network; any other must be public and https",
    )
    add_keep_arguments(parser, when_serving=True)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--no-limits", action="store_true", help=argparse.SUPPRESS)
    for flag, kind in FOR_TESTS.items():
        parser.add_argument(flag, type=kind, help=argparse.SUPPRESS)
    parser.set_defaults(**_from_environment())  # including the settings file's: `cli/config.py`


def _from_environment() -> dict[str, Any]:
    """Read settings from the environment, `SEABOARD_PORT` for `--port`; arguments override them."""
    found: dict[str, Any] = {}
    for name, kind in FROM_ENVIRONMENT.items():
        text = os.environ.get(f"SEABOARD_{name.upper()}", "").strip()
        if text:
            try:
                found[name] = kind(text)
            except ValueError as error:
                raise SystemExit(f"seaboard: SEABOARD_{name.upper()} can't be {text!r}: write a number") from error
    return found


def serve(chosen: argparse.Namespace) -> None:
    """Serve until told to stop."""
    try:
        from seaboard.server import run
    except ImportError as error:
        raise SeaboardError(f"{error.name} is missing: pip install 'seaboard[server]'") from error

    given = {flag.removeprefix("--").replace("-", "_") for flag in FOR_TESTS}
    settings = Settings(
        database=database_of(chosen),
        host=chosen.host,
        origins=tuple(chosen.origin),
        secure=chosen.secure,
        drain=chosen.drain,
        metrics=chosen.metrics,
        only_tables=chosen.only_tables,
        deal_tries=chosen.deal_tries,
        bot_accounts=chosen.bot_accounts,
        push_services=tuple(origin.rstrip("/") for origin in chosen.push_service),
        **{name: days for name, days in kept_by(chosen).items() if days is not None},
        limits=not chosen.no_limits,
        **{name: getattr(chosen, name) for name in given if getattr(chosen, name) is not None},
    )
    if chosen.workers != 1:
        _serve_by_many(settings, chosen)
        return
    store = run.open_store(settings)
    with run.listen(chosen.host, chosen.port) as listening:
        _announce(run.address_of(listening), chosen)
        run.run(settings, store, listening=listening, proxies=chosen.proxy)


def _serve_by_many(settings: Settings, chosen: argparse.Namespace) -> None:
    from seaboard.server import run, workers

    if chosen.workers < 1:
        raise SeaboardError(f"--workers is the number of processes, at least 1, not {chosen.workers}")
    store = run.open_store(settings)
    store.disconnect()
    if not store.is_shared:
        raise SeaboardError("--workers needs PostgreSQL: give --database postgresql://host/name, since SQLite can only serve one process")
    with workers.reserve(chosen.host, chosen.port) as reserved:
        many = workers.Workers(settings, reserved, count=chosen.workers, proxies=chosen.proxy)
        many.run(lambda: _announce(run.address_of(reserved), chosen))


def _announce(address: str, chosen: argparse.Namespace) -> None:
    print(f"Seaboard is at {address}  (Ctrl+C stops it)", flush=True)
    if chosen.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
