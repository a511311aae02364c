"""`seaboard bot-account`: which programs may play on a server, and with which tokens."""

import argparse
import time
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError

USUAL_TABLES = 4


def add_to(subparsers: Any) -> None:
    """Add `bot-account` to the command line."""
    parser = add_command(
        subparsers,
        "bot-account",
        show,
        help="let programs play on a server: make accounts for them, list and revoke them",
        epilog="A server started with --bot-accounts lets them in; `seaboard client` plays as one of them.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = add_command(actions, "add", add_account, help="make an account, and print its token, which is only shown this once")
    add.add_argument("name", help="its name, which everybody sees with (bot) after it")
    add.add_argument(
        "--tables", type=int, default=USUAL_TABLES, metavar="N", help=f"play at most N tables at once (default: {USUAL_TABLES})"
    )
    add_database_argument(add)
    add_database_argument(add_command(actions, "list", show, help="list the accounts: id, last seen, tables at once, and name"))
    revoke = add_command(actions, "revoke", revoke_token, help="revoke an account's token")
    revoke.add_argument(
        "account", help="its id, as listed by `seaboard bot-account list`; `seaboard remove` then deletes what is left of it"
    )
    add_database_argument(revoke)


def add_account(chosen: argparse.Namespace) -> None:
    """Make an account."""
    with opened(chosen) as store:
        from seaboard.server.http.people.identity import LONGEST_NAME
        from seaboard.server.plain_text import plain_text
        from seaboard.server.refusals import Refused
        from seaboard.server.storage.people import bot_accounts

        if not 1 <= chosen.tables <= bot_accounts.MOST_TABLES:
            raise SeaboardError(f"an account plays at 1 to {bot_accounts.MOST_TABLES} tables at once, not {chosen.tables}")
        try:
            name = plain_text(chosen.name, longest=LONGEST_NAME - len(bot_accounts.MARK), what="name")
        except Refused as no:
            raise SeaboardError(no.reason().text) from no
        if bot_accounts.looks_like_one(name):
            raise SeaboardError("leave the (bot) out: it is added to every account's name")
        with store.transaction() as c:
            store.check_current(c)
            if any(one.name == name + bot_accounts.MARK and one.seen is not None for one in bot_accounts.listed(c)):
                raise SeaboardError(f"there is already an account called {name!r}: revoke it first, or choose another name")
            person, token = bot_accounts.add(c, name, tables=chosen.tables)
        print(f"{person.name} has the id {person.id}. Its token, told this once:\n{token}")


def show(chosen: argparse.Namespace) -> None:
    """List the accounts."""
    with opened(chosen) as store:
        from seaboard.server.storage.people import bot_accounts

        with store.snapshot() as c:
            store.check_current(c)
            for one in bot_accounts.listed(c):
                seen = time.strftime("%Y-%m-%d", time.localtime(one.seen)) if one.seen else "revoked"
                print(f"{one.id:16}  {seen:10}  {one.tables:5}  {one.name}")


def revoke_token(chosen: argparse.Namespace) -> None:
    """Revoke an account's token."""
    with opened(chosen) as store:
        from seaboard.server.storage.people import bot_accounts

        with store.snapshot() as c:
            store.check_current(c)
            found = next((one for one in bot_accounts.listed(c) if one.id == chosen.account), None)
        if found is None:
            raise SeaboardError(f"there is no bot account with the id {chosen.account!r}; `seaboard bot-account list` lists them")
        store.do(lambda c: bot_accounts.revoke(c, found.id), [f"g:{found.id}"])
        print(f"The token of {found.name} is revoked; a running server closes its sockets within seconds.")
