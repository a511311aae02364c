"""A bot that plays as an account: accepts invitations by rule, and makes a separate bot for each match."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from seaboard.bots import Bot, EngineBot, SimpleBot
from seaboard.client.account import Account
from seaboard.client.errors import ClientError, SignedOut
from seaboard.client.seat import Turn
from seaboard.games import find
from seaboard.server.http.tables.schemas import MyTable
from seaboard.server.protocol import Table

PATIENCE = 600.0
"""Seconds to sit at a table whose match doesn't start: others may want to play."""
LATENCY = 0.5
"""Seconds of the clock that are reserved for the connection to the server."""
_log = logging.getLogger("seaboard.client")


@dataclass(frozen=True)
class Rule:
    """Which invitations to accept: for these games (None: any), with these numbers of seats, and at up to this many tables at once."""

    games: frozenset[str] | set[str] | None = None
    seats: frozenset[int] | set[int] | None = None
    tables: int = 4

    def accepts(self, table: Table, playing: int) -> bool:
        """Whether to come to a table while sitting at this many others."""
        is_wanted = (self.games is None or table.game in self.games) and (self.seats is None or table.seats in self.seats)
        return is_wanted and playing < self.tables


async def serve(account: Account, make: Callable[[str], Bot], rule: Rule | None = None) -> None:
    """Play as an account, until cancelled or signed out; `make` returns a new bot for each match."""
    serving = _Serving(account, make, rule or Rule())
    try:
        async with aclosing(account.lists()) as lists, asyncio.TaskGroup() as group:
            serving.group = group
            async for found in lists:
                await serving.hear(found.tables, [one.table for one in found.invitations])
    except ExceptionGroup as errors:
        told = errors.subgroup(ClientError)
        raise told.exceptions[0] if told else errors from errors


@dataclass
class _Serving:
    account: Account
    make: Callable[[str], Bot]
    rule: Rule
    group: asyncio.TaskGroup = field(init=False)
    playing: set[str] = field(default_factory=set)
    """Tables at which a match is being played by this process."""
    waiting: set[str] = field(default_factory=set)
    """Tables that are waited at for a match to start."""

    async def hear(self, tables: list[MyTable], invitations: list[str]) -> None:
        """Handle the account's current tables and invitations."""
        own = [table for table in tables if table.you is not None and table.you.seat is not None]
        for table in own:
            if table.stage == "playing" and table.id not in self.playing:
                self.playing.add(table.id)
                self.group.create_task(self._play(table))
            elif table.stage == "open" and table.id not in self.waiting:
                self.waiting.add(table.id)
                self.group.create_task(self._wait(table.id))
        seated = sum(table.stage != "over" for table in own)
        for table in own:
            if table.stage == "over" and table.rematch and table.you and table.you.seat not in table.rematch and seated < self.rule.tables:
                seated += 1
                self.group.create_task(self._accept_rematch(table.id))  # the answer only comes when the cards are dealt
        for invitation in invitations:
            seated += await self._answer(invitation, seated)

    async def _answer(self, table: str, seated: int) -> bool:
        try:
            if self.rule.accepts(await self.account.table(table), seated):
                await self.account.sit(table)
                return True
            await self.account.decline(table)
        except SignedOut:
            raise
        except ClientError as error:  # the chair was taken, or the table is gone
            _log.info("an invitation came to nothing: %s", error)
        return False

    async def _accept_rematch(self, table: str) -> None:
        try:
            await self.account.rematch(table)
        except SignedOut:
            raise
        except ClientError as error:
            _log.info("a rematch came to nothing: %s", error)

    async def _wait(self, table: str) -> None:
        await asyncio.sleep(PATIENCE)
        self.waiting.discard(table)
        try:
            if (await self.account.table(table)).stage == "open":
                await self.account.stand(table)
        except SignedOut:
            raise
        except ClientError as error:
            _log.info("a table could not be left: %s", error)

    async def _play(self, table: MyTable) -> None:
        bot: Bot | None = None
        simple = SimpleBot(find(table.game))

        async def choose(turn: Turn) -> int:
            nonlocal bot
            legal = turn.view["legal"].values()
            try:
                if bot is None:
                    bot = await asyncio.to_thread(self.make, table.game)
                action = await asyncio.to_thread(_choose, bot, turn)
                if action in legal:
                    return int(action)
                _log.error("the bot chose %r, which is not allowed; the move is lost", action)
            except Exception:
                _log.exception("the bot failed; the move is lost")
            return simple.choose(turn.view)

        try:
            ended = await self.account.play(table.id, choose)
            _log.info("the match at %s is %s", table.id, ended or "given up")
            if lost := getattr(bot, "lost", 0):
                _log.warning("%d moves of the match at %s had no legal answer in time: simple played instead", lost, table.id)
        except SignedOut:
            raise
        except ClientError as error:
            _log.warning("%s: %s", table.id, error)
        finally:
            self.playing.discard(table.id)
            close = getattr(bot, "close", None)
            if close is not None:
                await asyncio.to_thread(close)


def _choose(bot: Bot, turn: Turn) -> int:
    """Return the bot's choice; a program gets only the time left on the clock, if that is less than it may take."""
    if isinstance(bot, EngineBot) and turn.left is not None:
        return bot.choose(turn.view, within=max(turn.left - LATENCY, turn.left / 2, 0.05))
    return bot.choose(turn.view)
