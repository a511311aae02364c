"""`seaboard maintenance`: no new tables, matches or guests, while running matches go on."""

import argparse
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError

LONGEST_MESSAGE = 300


def add_to(subparsers: Any) -> None:
    """Add `maintenance` to the command line."""
    help = "refuse new tables, matches and guests on a server, while what is being played goes on"
    parser = add_command(subparsers, "maintenance", maintenance, help=help)
    parser.add_argument("switch", choices=["on", "off"])
    parser.add_argument("--message", default="", help="shown on every page instead of the usual sentence")
    add_database_argument(parser)


def maintenance(chosen: argparse.Namespace) -> None:
    """Begin or end maintenance."""
    message = " ".join(chosen.message.split())
    if len(message) > LONGEST_MESSAGE or not message.isprintable():
        raise SeaboardError(f"the message can have at most {LONGEST_MESSAGE} readable characters")
    is_on = chosen.switch == "on"
    with opened(chosen) as store:
        from sqlalchemy.engine import Connection

        from seaboard.server.storage.moderation import host_decisions
        from seaboard.server.tables import banning

        def switch(c: Connection) -> None:
            host_decisions.set_maintenance(c, message if is_on else None)
            host_decisions.note(c, "maintenance", chosen.switch, why=message)

        with store.snapshot() as c:
            store.check_current(c)
        store.do(switch, [banning.DECIDED])
    print("No new tables, matches or guests; what is being played goes on." if is_on else "Everybody may play again.")
