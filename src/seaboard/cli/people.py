"""`seaboard people` and `seaboard remove`: list people, and delete one of them."""

import argparse
import time
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError


def add_to(subparsers: Any) -> None:
    """Add `people` and `remove` to the command line."""
    parser = add_command(subparsers, "people", people, help="list the people on a server, most recently seen first")
    parser.add_argument("--name", default="", help="only people whose name contains this")
    parser.add_argument("--most", type=int, default=50, metavar="N", help="list at most N (default: 50)")
    add_database_argument(parser)
    parser = add_command(subparsers, "remove", remove, help="delete a person from a server, with all their data")
    parser.add_argument("person", help="their id, as listed by `seaboard people`")
    add_database_argument(parser)


def people(chosen: argparse.Namespace) -> None:
    """List people: id, the day they were last seen, how many matches they have finished, and their name."""
    with opened(chosen) as store:
        from seaboard.server.storage.people import people as stored

        with store.snapshot() as c:
            store.check_current(c)
            for one in stored.listed(c, name=chosen.name, most=chosen.most):
                seen = time.strftime("%Y-%m-%d", time.localtime(one.seen)) if one.seen else "signed out"
                print(f"{one.id:16}  {seen:10}  {one.matches:5}  {one.name}")


def remove(chosen: argparse.Namespace) -> None:
    """Delete a person; bots take their seats."""
    with opened(chosen) as store:
        from seaboard.server.storage.people import erasing
        from seaboard.server.storage.people import people as stored
        from seaboard.server.tables import pruning

        with store.snapshot() as c:
            store.check_current(c)
            found = stored.find(c, chosen.person)
            tables = len(erasing.tables_of(c, chosen.person))
        if found is None:
            raise SeaboardError(f"there is nobody with the id {chosen.person!r}; `seaboard people` lists them")
        for work, notes in pruning.erasure(chosen.person, tables):
            store.do(work, notes)
        print(f"{found.name} has been deleted, with all their data.")
