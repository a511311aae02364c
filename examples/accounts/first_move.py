"""Plays the first move it is offered, as a bot account. Run it by `SEABOARD_TOKEN=… python examples/accounts/first_move.py https://play.example.org`."""

import asyncio
import os
import sys

from seaboard.client import Account, Turn


async def first(turn: Turn) -> int:
    return next(iter(turn.view["legal"].values()))  # {"B5": 5, "G9": 25, ...}; the view is all that the seat may know


async def main(server: str, token: str) -> None:
    async with Account(server, token) as account:
        async for mine in account.lists():  # at once, and whenever something happens
            for invitation in mine.invitations:
                await account.sit(invitation.table)
            for table in mine.tables:
                if table.stage == "playing":
                    print(await account.play(table.id, first))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], os.environ["SEABOARD_TOKEN"]))
