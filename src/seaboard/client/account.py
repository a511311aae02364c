"""A bot account on a server: its requests, its lists, and play in a seat over a socket that reconnects by itself."""

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Self, TypeVar

import httpx
import msgspec
from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from seaboard.client.errors import ClientError, Gone, SignedOut
from seaboard.client.seat import Seat, Turn
from seaboard.client.sockets import connections
from seaboard.server.http.schemas import Done
from seaboard.server.http.tables.invitation_schemas import BotAccount, Companions
from seaboard.server.http.tables.schemas import MyTables
from seaboard.server.protocol import Ended, Look, Person, Reason, Table, write

__all__ = ["Account", "ClientError", "Gone", "SignedOut", "Turn"]

PATIENCE = 30.0
"""Seconds for an answer: a match starts when everybody's browser has shuffled."""
LOOKING = write(Look()).decode()
T = TypeVar("T")


class _Problem(Struct):
    error: Reason


class Account:
    """A bot account on a server: `async with Account("https://play.example.org", token) as account`."""

    def __init__(self, server: str, token: str) -> None:
        self.server = server.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(base_url=self.server, headers=self._headers, timeout=PATIENCE)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    # ---- Requests ------------------------------------------------------------------------------

    async def me(self) -> Person:
        """Return who the token belongs to."""
        return await self._ask("GET", "/me", Person)

    async def table(self, table: str) -> Table:
        """A table."""
        return await self._ask("GET", f"/tables/{table}", Table)

    async def sit(self, table: str) -> Table:
        """Accept an invitation: sit down at the first free chair."""
        return await self._ask("POST", f"/tables/{table}/sit", Table)

    async def decline(self, table: str) -> None:
        """Decline an invitation; its host can't send another to this table."""
        await self._ask("POST", f"/tables/{table}/decline", Done)

    async def stand(self, table: str) -> Table:
        """Leave the seat; during a match, a bot covers it."""
        return await self._ask("POST", f"/tables/{table}/stand", Table)

    async def rematch(self, table: str) -> Table:
        """Offer a rematch, or accept it."""
        return await self._ask("POST", f"/tables/{table}/rematch", Table)

    async def open_table(
        self, game: str, *, seats: int | None = None, options: dict[str, Any] | None = None, clock: float | None = None
    ) -> Table:
        """Open a table and sit down; others come by invitation."""
        return await self._ask("POST", "/tables", Table, {"game": game, "seats": seats, "options": options or {}, "clock": clock})

    async def bots(self, table: str | None = None) -> list[BotAccount]:
        """Return the other bot accounts that are online and can be invited (to this table, if one is given)."""
        found = await self._ask("GET", "/my/companions" + (f"?table={table}" if table else ""), Companions)
        return found.bots

    async def invite(self, table: str, handle: str) -> None:
        """Invite one of them to a table of this account."""
        await self._ask("POST", f"/tables/{table}/invite", Done, {"handle": handle})

    async def start(self, table: str, *, fill: str | None = None) -> Table:
        """Start the match; `fill` puts the server's own bots of that level on empty chairs."""
        return await self._ask("POST", f"/tables/{table}/start", Table, {"fill": fill})

    async def _ask(self, method: str, path: str, shape: type[T], body: dict[str, Any] | None = None) -> T:
        try:
            answer = await self._http.request(method, f"/api{path}", json=None if method == "GET" else body or {})
        except httpx.HTTPError as error:
            raise ClientError(f"{self.server} can't be reached: {error or type(error).__name__}") from error
        try:
            if answer.is_success:
                return msgspec.json.decode(answer.content, type=shape)
            reason = msgspec.json.decode(answer.content, type=_Problem).error
        except msgspec.MsgspecError as error:
            raise ClientError(f"{self.server} doesn't answer like a Seaboard server ({answer.status_code})") from error
        why = reason.values.get("why", "")
        text = f"{reason.text}: {why}" if why and why not in reason.text else reason.text
        raise (SignedOut if reason.key in {"bot.token", "bot.off"} else ClientError)(text)

    # ---- Updates -------------------------------------------------------------------------------

    async def lists(self) -> AsyncGenerator[MyTables, None]:
        """Yield its tables and invitations: at once, and whenever one of them changes."""
        async with aclosing(connections(self.server, "/api/mine", self._headers)) as sockets:
            async for socket in sockets:
                try:
                    await socket.send(LOOKING)  # only accounts that look can be invited
                    await socket.send("look")  # for servers of the release before
                    while True:
                        yield msgspec.json.decode(await socket.recv(), type=MyTables)
                except ConnectionClosed:
                    continue

    async def play(self, table: str, choose: Callable[[Turn], Awaitable[int]]) -> Ended | None:
        """Play a table's match to its end, moving by `choose`; return how it ended, or None if the account lost its seat."""
        seat = Seat(prefix=secrets.token_hex(6))
        async with aclosing(connections(self.server, f"/api/live/{table}", self._headers)) as sockets:
            async for socket in sockets:
                if await seat.play(socket, choose):
                    break
        return seat.ended
