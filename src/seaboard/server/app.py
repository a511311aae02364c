"""The server as an ASGI application: everything wired together, sockets to `live`, the rest to `http`."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from seaboard.server import heap
from seaboard.server.deals.bot_tries import BotTries
from seaboard.server.deals.duplicates import Duplicates
from seaboard.server.deals.of_day import tries_by_level
from seaboard.server.deals.shared import SharedDeals
from seaboard.server.http.api import Api
from seaboard.server.http.application import make_web
from seaboard.server.http.moderation.moderation import Moderation
from seaboard.server.http.people.identity import Guests
from seaboard.server.http.transport.doorway import Doorway
from seaboard.server.http.transport.guard import Guarded
from seaboard.server.limits import Limits, Rates, network
from seaboard.server.live.broadcast import Broadcast
from seaboard.server.live.endpoint import Live
from seaboard.server.live.harbour import Harbour
from seaboard.server.live.own_tables_stream import Mine
from seaboard.server.push.notices import Notices
from seaboard.server.push.sender import Sender
from seaboard.server.ratings.rater import Rater
from seaboard.server.reviews.queue import Reviews
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.engine.notifications import Listener, Looker
from seaboard.server.storage.store import Store
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.changes import Change
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.driver import Driver
from seaboard.server.tables.elsewhere import Elsewhere
from seaboard.server.tables.invitations import Invitations
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.pruning import Pruner
from seaboard.server.tables.record_keeper import Keeper
from seaboard.server.tables.registry import Rooms


class Server:
    """Everything, wired together."""

    def __init__(self, settings: Settings, store: Store, *, rates: Rates | None = None) -> None:
        self.settings = settings
        self.store = store
        self.rooms = Rooms(store, settings)
        self.presence = Presence(self.rooms)
        self.moves = Moves(self.rooms, self.presence)
        self.driver = Driver(self.rooms, self.presence, self.moves)
        self.dealer = Dealer(self.rooms, self.driver.check_start)
        self.keeper = Keeper(self.rooms)
        self.pruner = Pruner(self.rooms, settings, self._apply)
        self.rater = Rater(store, settings.sweep)
        self.broadcast = Broadcast(self.rooms)
        self.guests = Guests(store, bot_accounts=settings.bot_accounts)
        limits = Limits(on=settings.limits, rates=rates)
        self.house = self.rooms.house
        self.blocks = Blocks(store, self._tell_blocks)
        self.invitations = Invitations(self.rooms)
        self.push = Sender(store, settings)
        self.notices = Notices(self.rooms, self.push, self.invitations)
        self.reviews = Reviews(store, settings)
        self.deals = SharedDeals(self.rooms, self.dealer)
        self.bot_tries = BotTries(store, settings, self.deals, wanted=tries_by_level(settings.deal_tries))
        self.api = Api(
            self.rooms,
            dealer=self.dealer,
            guests=self.guests,
            blocks=self.blocks,
            invitations=self.invitations,
            settings=settings,
            limits=limits,
            push=self.push,
            reviews=self.reviews,
            turns=self.driver.turns,
            shared=self.deals,
            moderation=Moderation(self.rooms, self._apply),
            duplicates=Duplicates(self.rooms, self.dealer),
        )
        self.mine = Mine(self.api)
        self.harbour = Harbour(self.rooms, self.api.public)
        self.elsewhere = Elsewhere(
            self.rooms,
            self.presence,
            self.blocks,
            hear_of=self.mine.hear_of,
            hear_of_table=self.harbour.hear_of,
            hear_of_person=self.guests.changed,
            hear_of_list=self.mine.hear_of_list,
            hear_of_house=self.house.load,
            hear_of_network=self.api.moderation.ban_network_of,
        )
        self.rooms.listen(self.broadcast.tell)
        self.rooms.listen(self.driver.hear, Change.MOVED, Change.TABLE, Change.PRESENCE)
        self.rooms.listen(self.dealer.hear, Change.TABLE)
        self.rooms.listen(self.presence.hear, Change.TABLE)
        self.rooms.listen(self.mine.hear, Change.MOVED, Change.TABLE, Change.GONE)
        self.rooms.listen(self.harbour.hear, Change.TABLE, Change.GONE)
        self.guests.listen(self.mine.hear_of_person)
        self.house.listen(self.mine.hear_of_house)
        self.rooms.listen(self.notices.hear_move, Change.MOVED)
        self.rooms.listen(self.notices.hear_presence, Change.PRESENCE)
        self.rooms.watch(self.notices.hear_change)
        self.guests.listen(self.blocks.hear_of_person)
        self.invitations.listen(self.notices.hear_invitation)
        self.invitations.watch(self.mine.hear_of_list)
        self.live = Live(
            self.rooms,
            self.presence,
            self.moves,
            self.dealer,
            broadcast=self.broadcast,
            blocks=self.blocks,
            mine=self.mine,
            harbour=self.harbour,
            guests=self.guests,
            limits=limits,
        )
        web = make_web(self.api, self._lifespan)  # the page's files are compressed elsewhere; these are individual answers
        self._doorway = Doorway()
        self.web = Guarded(GZipMiddleware(web, minimum_size=1000, compresslevel=4), self.api, self._doorway)

    async def _apply(self, note: str) -> None:
        await self.elsewhere.apply(note)

    def _apply_late(self, note: str) -> None:
        """Apply a write that succeeded after its caller had given up, as if another server had made it."""
        self.rooms.run(self.elsewhere.apply(note))

    def _tell_blocks(self, person: str, blocked: frozenset[str]) -> None:
        self.broadcast.block(person, blocked)
        self.mine.hear_of_list(person)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Any request."""
        if scope["type"] != "lifespan":
            await self._doorway.enter(network((scope.get("client") or ("unknown",))[0]))
        if scope["type"] == "websocket":
            await self.live(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self.web(scope, receive, send)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        self.store.start(asyncio.get_running_loop(), when_late=self._apply_late)
        await self.house.load()
        await self.push.open()
        await self.rooms.seals.open()
        await self.pruner.open()
        tasks = [asyncio.create_task(self.driver.sweep()), asyncio.create_task(self.keeper.run())]
        tasks += [asyncio.create_task(self.pruner.run()), asyncio.create_task(self.live.pending.run())]
        tasks.append(asyncio.create_task(heap.give_back()))
        if not self.settings.only_tables:
            tasks.append(asyncio.create_task(self.bot_tries.run()))
            tasks.append(asyncio.create_task(self.rater.run()))
        if self.store.is_shared:
            listener = Listener(self.settings.database, self.store.process, self.elsewhere.apply, self.elsewhere.resync)
            tasks.append(asyncio.create_task(listener.run()))
        else:
            tasks.append(asyncio.create_task(Looker(self.store, self.elsewhere.apply, self.elsewhere.resync).run()))
        yield
        self.rater.close()
        await self.reviews.close()
        await self.api.replays.close()
        await self.driver.close()
        await self.push.close()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await self.bot_tries.close()
        if self.store.is_shared:
            with contextlib.suppress(SQLAlchemyError):  # the next request finds out
                await self.store.write(lambda c: queries.retire(c, self.store.process))
        await self.store.close()
