"""What routes do that takes more than one call: identifying the person, new tables, and finding a match."""

import asyncio

from fastapi import Request
from sqlalchemy.engine import Connection as Database
from sqlalchemy.exc import SQLAlchemyError

from seaboard.server.deals.duplicates import Duplicates
from seaboard.server.deals.shared import SharedDeals
from seaboard.server.http.matches.replays import Replays
from seaboard.server.http.moderation.moderation import Moderation
from seaboard.server.http.one_at_a_time import OneAtATime
from seaboard.server.http.people.identity import Guests, Visitor, typed_name
from seaboard.server.http.people.turnstile import Turnstile
from seaboard.server.http.tables.public_tables import PublicTables
from seaboard.server.limits import Limits
from seaboard.server.matches import keeping
from seaboard.server.matches.fair_turns import FairTurns
from seaboard.server.matches.keeping import Kept
from seaboard.server.matches.session import Session, has_rules
from seaboard.server.protocol import Person
from seaboard.server.push.sender import Sender
from seaboard.server.refusals import Refused
from seaboard.server.reviews.queue import Reviews
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import bot_accounts
from seaboard.server.storage.rows import Deal, Table
from seaboard.server.tables import opening, seating, sharing
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.invitations import Invitations
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

HEALTH = 3.0
"""Seconds within which healthy storage writes and reads something."""


class Api:
    """The server, as seen by routes."""

    def __init__(
        self,
        rooms: Rooms,
        *,
        dealer: Dealer,
        guests: Guests,
        blocks: Blocks,
        invitations: Invitations,
        settings: Settings,
        limits: Limits,
        push: Sender,
        reviews: Reviews,
        turns: FairTurns,
        shared: SharedDeals,
        moderation: Moderation,
        duplicates: Duplicates,
    ) -> None:
        self.rooms = rooms
        self.dealer = dealer
        self.blocks = blocks
        self.invitations = invitations
        self.guests = guests
        self.settings = settings
        self.store = rooms.store
        self.limits = limits
        self._turnstile = Turnstile(limits.rates.sign_ins_of_all) if limits.on else None
        self.push = push
        self.reviews = reviews
        self.turns = turns
        self.deals = shared
        self.house = rooms.house
        self.moderation = moderation
        self.duplicates = duplicates
        self.replays = Replays()
        self.public = PublicTables(rooms)
        self.beside = OneAtATime("seaboard-beside")
        self.decks = OneAtATime("seaboard-decks")
        self.lessons = OneAtATime("seaboard-lessons", most_waiting=100)  # separate: a learner waits for every step, which is short

    # ---- The person ----------------------------------------------------------------------------

    async def _asking(self, request: Request) -> Visitor | None:
        visitor = await self.guests.of_headers(request.headers.get("cookie", ""), request.headers.get("authorization", ""))
        if visitor is not None:
            self.rooms.whereabouts.note(visitor.person.id, address(request))
        return visitor

    async def visitor(self, request: Request) -> Visitor | None:
        """Return the requesting person and device, if known; refused to banned people and to bot accounts."""
        visitor = await self._asking(request)
        if visitor is not None:
            self.house.check_person(visitor.person.id)
            _check_person(visitor)
        return visitor

    async def known_visitor(self, request: Request) -> Visitor:
        """Return the requesting person and device; refused without one, and to bot accounts."""
        visitor = await self.visitor(request)
        if visitor is None:
            raise Refused("guest.needed", status=401)
        return visitor

    async def maybe(self, request: Request) -> Person | None:
        """Return the requesting person or bot account, if known; refused if banned."""
        visitor = await self._asking(request)
        if visitor is None:
            return None
        self.house.check_person(visitor.person.id)
        return visitor.person

    async def player(self, request: Request) -> Person:
        """Return the requesting person or bot account; refused without one."""
        person = await self.maybe(request)
        if person is None:
            raise Refused("guest.needed", status=401)
        return person

    async def changer(self, request: Request) -> Person:
        """Return the person or bot account that changes a table; refused without one, or if they are too fast."""
        person = await self.player(request)
        self.limits.change(person.id)
        return person

    async def person(self, request: Request) -> Person:
        """Return the requesting person; refused without one, and to bot accounts."""
        return (await self.known_visitor(request)).person

    async def anybody(self, request: Request) -> Person:
        """Return the requesting person, banned or not: their data is theirs all the same."""
        visitor = await self._asking(request)
        if visitor is None:
            raise Refused("guest.needed", status=401)
        _check_person(visitor)
        return visitor.person

    async def let_sign_in(self, request: Request) -> None:
        """Let somebody try to sign in, when it is their address's turn."""
        self.limits.sign_in(address(request))
        if self._turnstile is not None:
            await self._turnstile.enter(address(request))

    async def sign_in(self, request: Request, name: str) -> Visitor:
        """Make a new guest, or rename the requesting one."""
        before = await self.visitor(request)
        if before is None:
            self.house.check_open()
        self.limits.guest(before.person.id if before else address(request))
        if before and typed_name(name) != before.person.name:
            self.house.check_mute(before.person.id)  # others read a name, too
        visitor = await self.guests.welcome(name, before, request.headers.get("user-agent", ""))
        named = visitor.person
        self.rooms.whereabouts.note(named.id, address(request))
        if before and named != before.person:
            person = before.person
            for table in await self.store.read(lambda c: queries.tables_of(c, person.id)):
                if table.stage != "over" or table.seat_of(person.id) is not None:
                    await self.rooms.change(table.id, lambda t: seating.rename(t, named))
        return visitor

    # ---- Tables --------------------------------------------------------------------------------

    async def invitation(self, kind: str, name: str, address: str) -> Table | Deal | None:
        """Return the table ("t") or deal ("d") of a link, for its preview; None if there is none, the client asks too often, or storage is
        unavailable.
        """
        try:
            self.limits.request(address)
            if kind == "d":
                return None if self.settings.only_tables else await self.store.read(lambda c: deals.find(c, name))
            room = self.rooms.get(name)
            if room is not None:
                return None if room.is_gone else room.table
            return await self.store.read(lambda c: queries.find_table(c, name))
        except (Refused, SQLAlchemyError):
            return None

    async def sit(self, table: str, person: Person, seat: int | None) -> Room:
        """Seat a person, unless the host has blocked them."""
        found = (await self.rooms.room(table)).table
        await self.blocks.check_sit(found, person)
        await self.deals.check_sit(found, person)
        if person.bot:
            await self.store.read(lambda c: bot_accounts.check_invited(c, found, person.id))
        return await opening.sit(self.rooms, table, person, seat)

    async def start(self, table: str, person: Person, fill: str | None) -> Room:
        """Start the match at a table; of a duplicate, at both."""
        if (await self.rooms.room(table)).table.duplicate:
            return await self.duplicates.start(table, person)
        return await self.dealer.start(table, lambda t: seating.ready(t, person, fill))

    async def forget(self, table: str, person: Person) -> Room:
        """Leave a table out of a person's list, unless they play there."""
        room = await self.rooms.room(table)
        if room.table.stage != "over" and room.table.seat_of(person.id) is not None:
            raise Refused("table.not_over")
        await self.store.write(lambda c: queries.forget_table(c, table, person.id))
        return room

    async def cancel(self, table: str, person: Person) -> None:
        """The host cancels a table before anything is played."""
        room = await self.rooms.room(table)

        def work(c: Database) -> None:
            found = queries.find_table(c, table)
            if found is None:
                raise Refused("table.unknown", status=404)
            other = queries.find_table(c, found.duplicate.other) if found.duplicate else None
            both = [one for one in (found, other) if one is not None]
            for one in sorted(both, key=lambda one: one.id):  # the same locking order as when the other one is cancelled
                seating.check_cancel(one, person)
                queries.delete_table(c, one.id)
            sharing.forget(c, found)

        pair = [table, room.table.duplicate.other] if room.table.duplicate else [table]
        await self.store.write(work, order=table, notes=[f"t:{one}" for one in pair])
        for one in pair:
            known = self.rooms.get(one)
            if known is not None:
                self.rooms.remove(known)

    async def absence(self, table: str, seat: int) -> tuple[set[str], float | None]:
        """Return who is at a table, and since when it has waited for a seat's move; None if it isn't waiting."""
        room = await self.rooms.room(table)
        async with room.lock:
            session = await self.rooms.wake(room, catch_up=self.store.is_shared)
        is_awaited = session is not None and not session.is_over and seat in session.to_act
        return room.here, session.since_at[seat] if session and is_awaited else None

    async def check_storage(self) -> None:
        """Write and read something; refused if that fails or takes long."""
        try:
            async with asyncio.timeout(HEALTH):
                await self.store.write(lambda c: queries.beat(c, self.store.process))
                await self.store.read(lambda c: queries.find_table(c, ""))
        except TimeoutError:
            raise Refused("server.storage", status=503) from None

    # ---- Matches -------------------------------------------------------------------------------

    async def check_look(self, match: str, person: Person | None) -> None:
        """Refuse to show a match to a person who may still play its cards."""
        row = await self.store.read(lambda c: queries.find_match(c, match))
        if row is not None:
            await self.deals.check_look(row, person)

    async def session(self, match: str, person: Person | None) -> tuple[Session | Kept, Room | None]:
        """Return a match by its id, and its room while it lasts; for a finished match whose rules have changed, what was kept.

        Refused to a person who may still play its cards.
        """
        row = await self.store.read(lambda c: queries.find_match(c, match))
        if row is None:
            raise Refused("match.unknown", status=404)
        if row.ended is None:
            room = await self.rooms.room(row.table)
            if room.table.seat_of(person.id if person else None) is None:
                await self.deals.check_look(row, person)
            async with room.lock:
                session = await self.rooms.wake(room, catch_up=self.store.is_shared)
            if session and session.row.id == match:
                return session, room
        await self.deals.check_look(row, person)
        entries = await self.store.read(lambda c: queries.entries_of(c, match))
        if row.ended and not has_rules(row):
            frames = await self.store.read(lambda c: queries.kept(c, match))
            return await asyncio.to_thread(keeping.read, row, entries, frames), None
        return await asyncio.to_thread(Session, row, entries), None


def _check_person(visitor: Visitor) -> None:
    if visitor.person.bot:
        raise Refused("bot.not_allowed", status=403)


def address(request: Request) -> str:
    """Return the address of a request's client."""
    return request.client.host if request.client else "unknown"
