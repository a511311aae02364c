"""Bot accounts for tests: made as the host makes them, and programs that play under them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from seaboard import bots
from seaboard.bots import Bot
from seaboard.cli import main
from seaboard.client import Account, Rule, serve
from seaboard.server.storage.people import bot_accounts
from tests.server.harness import PATIENCE, Guest, Served
from tests.server.inside import Inside


def made(database: str, name: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, str]:
    """The id and the token of a new account."""
    assert main(["bot-account", "add", name, "--database", database, *more]) == 0
    told, token = capsys.readouterr().out.splitlines()
    return told.partition("the id ")[2].partition(".")[0], token


def account_of(inside: Inside, name: str, tables: int = 4) -> tuple[str, str]:
    """The id and the token of a new account."""
    person, token = inside.run(inside.server.store.write(lambda c: bot_accounts.add(c, name, tables=tables)))
    return str(person.id), str(token)


def asked(inside: Inside, method: str, path: str, token: str, **body: Any) -> httpx.Response:
    return inside.request(method, f"/api{path}", headers={"Authorization": f"Bearer {token}"}, **body)


@asynccontextmanager
async def playing(server: Served, token: str, bot: str, rule: Rule | None = None, made: list[Bot] | None = None) -> AsyncIterator[Account]:
    """A bot that plays as an account, and is there to be invited; `made` is told of each bot that is made."""

    def make(game: str) -> Bot:
        found = bots.make(bot, game, seed=1)
        if made is not None:
            made.append(found)
        return found

    async with Account(server.url, token) as account:
        task = asyncio.create_task(serve(account, make, rule))
        try:
            yield account
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def invited(host: Guest, table: str, name: str) -> None:
    """A host invites a program, which sits down."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [one for one in host.get(f"/my/companions?table={table}")["bots"] if one["name"] == f"{name} (bot)"]):
            await asyncio.sleep(0.05)
        host.post(f"/tables/{table}/invite", handle=found[0]["handle"])
        while not any(chair["name"] == f"{name} (bot)" for chair in host.get(f"/tables/{table}")["chairs"]):
            await asyncio.sleep(0.05)
