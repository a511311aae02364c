"""`seaboard host-link` and `seaboard hosts`: a server's moderators, who see what players report and act on it."""

import argparse
import os
import time
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError

DAY = 86400.0


def add_to(subparsers: Any) -> None:
    """Add `host-link` and `hosts` to the command line."""
    help = "make a link that lets whoever opens it moderate a server: it works once, for a day"
    parser = add_command(subparsers, "host-link", host_link, help=help)
    parser.add_argument("--origin", help="the page's address (default: the first of SEABOARD_ORIGIN, or http://localhost:8000)")
    add_database_argument(parser)
    parser = add_command(subparsers, "hosts", hosts, help="list who moderates a server")
    parser.add_argument("--remove", metavar="PERSON", help="revoke a moderator, by person id")
    add_database_argument(parser)


def host_link(chosen: argparse.Namespace) -> None:
    """Print a link; only its fingerprint is kept."""
    with opened(chosen) as store:
        from seaboard.server.storage import ids
        from seaboard.server.storage.moderation import reports

        with store.snapshot() as c:
            store.check_current(c)
        secret = ids.new_token()
        store.do(lambda c: reports.add_host_link(c, ids.fingerprint(secret), time.time() + DAY))
    origin = chosen.origin or next(iter(os.environ.get("SEABOARD_ORIGIN", "").split()), "http://localhost:8000")
    print(f"{origin.rstrip('/')}/host#{secret}")


def hosts(chosen: argparse.Namespace) -> None:
    """List the moderators (id, since when, name), or revoke one."""
    with opened(chosen) as store:
        from sqlalchemy.engine import Connection

        from seaboard.server.storage.moderation import host_decisions, reports

        with store.snapshot() as c:
            store.check_current(c)
            found = reports.hosts(c)
        if chosen.remove:
            if chosen.remove not in [person.id for person, _ in found]:
                raise SeaboardError(f"{chosen.remove} is not a moderator here; `seaboard hosts` lists them")

            def remove(c: Connection) -> None:
                reports.remove_host(c, chosen.remove)
                host_decisions.note(c, "unhost", chosen.remove)

            store.do(remove)
            print(f"{chosen.remove} is no longer a moderator.")
            return
        for person, at in found:
            print(f"{person.id:16}  {time.strftime('%Y-%m-%d', time.localtime(at))}  {person.name}")
