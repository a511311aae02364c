"""What the routes do that is more than one call: who asks, new tables, and finding a match."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from fastapi import Request
from sqlalchemy.engine import Connection as Database
from sqlalchemy.exc import SQLAlchemyError

from seaboard.errors import SeaboardError
from seaboard.games import GAMES
from seaboard.server.deals.duplicates import Duplicates
from seaboard.server.deals.shared import SharedDeals
from seaboard.server.http import invitation_schemas, schemas
from seaboard.server.http.host_schemas import Notice
from seaboard.server.http.identity import Guests, Visitor
from seaboard.server.http.moderation import Moderation
from seaboard.server.http.one_at_a_time import OneAtATime
from seaboard.server.limits import Limits
from seaboard.server.matches import bots, keeping
from seaboard.server.matches.fair_turns import FairTurns
from seaboard.server.matches.keeping import Kept
from seaboard.server.matches.session import Session, has_rules
from seaboard.server.matches.shuffles import commitment_to_bytes
from seaboard.server.protocol import Person
from seaboard.server.push.sender import Sender
from seaboard.server.refusals import Refused
from seaboard.server.reviews.queue import Reviews
from seaboard.server.settings import Settings
from seaboard.server.shuffle_parts import ShuffleRequest
from seaboard.server.storage import blocking, bot_accounts, deals, ids, invitations, queries
from seaboard.server.storage.rows import Chair, Coming, Deal, Result, Table
from seaboard.server.tables import opening, seating, sharing
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.changes import Change
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.invitations import Invitations
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room
from seaboard.server.tables.shown import show_table
from seaboard.state import members

HEALTH = 3.0
"""Seconds in which storage that is well has written and read something."""
MOST_REBUILT = 30
"""So many of a person's matches are rebuilt at most to find out whose turn it is."""


class Api:
    """The server, as routes ask for it."""

    def __init__(
        self,
        rooms: Rooms,
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
        self.push = push
        self.reviews = reviews
        self.turns = turns
        self.deals = shared
        self.house = rooms.house
        self.moderation = moderation
        self.duplicates = duplicates
        self.replays = OneAtATime("seaboard-replay")

    # ---- Who asks ------------------------------------------------------------------------------

    async def _asking(self, request: Request) -> Visitor | None:
        return await self.guests.of_headers(request.headers.get("cookie", ""), request.headers.get("authorization", ""))

    async def visitor(self, request: Request) -> Visitor | None:
        """Who asks, and on which device, if known; refused if they are banned, and to bot accounts, who have no business here."""
        visitor = await self._asking(request)
        if visitor is not None:
            self.house.check_person(visitor.person.id)
            _check_person(visitor)
        return visitor

    async def known_visitor(self, request: Request) -> Visitor:
        """Who asks, and on which device; refused without one, and to bot accounts."""
        visitor = await self.visitor(request)
        if visitor is None:
            raise Refused("guest.needed", status=401)
        return visitor

    async def maybe(self, request: Request) -> Person | None:
        """The asking person or bot account, if known; refused if they are banned."""
        visitor = await self._asking(request)
        if visitor is None:
            return None
        self.house.check_person(visitor.person.id)
        return visitor.person

    async def player(self, request: Request) -> Person:
        """The asking person or bot account; refused without one."""
        person = await self.maybe(request)
        if person is None:
            raise Refused("guest.needed", status=401)
        return person

    async def person(self, request: Request) -> Person:
        """The asking person; refused without one, and to bot accounts."""
        return (await self.known_visitor(request)).person

    async def anybody(self, request: Request) -> Person:
        """The asking person, banned or not: what is kept of somebody is theirs all the same."""
        visitor = await self._asking(request)
        if visitor is None:
            raise Refused("guest.needed", status=401)
        _check_person(visitor)
        return visitor.person

    async def sign_in(self, request: Request, name: str) -> Visitor:
        """A new guest, or the asking one under another name."""
        before = await self.visitor(request)
        if before is None:
            self.house.check_open()
        self.limits.guest(before.person.id if before else address(request))
        visitor = await self.guests.welcome(name, before, request.headers.get("user-agent", ""))
        named = visitor.person
        if before and named != before.person:
            person = before.person
            for table in await self.store.read(lambda c: queries.tables_of(c, person.id)):
                if table.stage != "over" or table.seat_of(person.id) is not None:
                    await self.rooms.change(table.id, lambda t: seating.rename(t, named))
        return visitor

    # ---- Tables --------------------------------------------------------------------------------

    async def make_table(self, person: Person, asked: schemas.TableRequest, address: str, language: str | None) -> Room:
        """A new table, asked for from an address, in a language."""
        if person.bot and asked.public:
            raise Refused("bot.public", status=403)
        self.limits.table(person.id, address, public=asked.public)
        game, seats, options = await self.checked_game(asked.game, asked.seats, asked.options)
        if len(asked.bots) > seats:
            raise Refused("chair.unknown", status=422, seat=len(asked.bots) - 1, last=seats - 1)
        levels = [*asked.bots, *[None] * (seats - len(asked.bots))]
        table = Table(
            id=ids.new_id("t"),
            game=game,
            seats=seats,
            options=options,
            public=asked.public,
            clock=asked.clock,
            memory_aid=asked.memory_aid,
            maker=person.id,
            maker_name=person.name,
            made=time.time(),
            language=language,
            chairs=[Chair(level=None if level is None else bots.check_level(level)) for level in levels],
        )
        if asked.sit:
            seating.sit(table, person, None)
        if asked.start and asked.shuffle:
            table.coming = await self._coming(person, asked.shuffle)
        await opening.add_table(self.rooms, table)
        if asked.start:
            return await self.dealer.start(table.id, lambda t: seating.ready(t, person, None))
        room = await self.rooms.room(table.id)
        self.rooms.tell(room, Change.TABLE)
        return room

    async def _coming(self, person: Person, asked: ShuffleRequest) -> Coming:
        """The match that a person's browser has asked for before, and its bytes: nobody else is waited for, so it reveals them at once."""
        await self.rooms.seals.check(asked.match, asked.commitment)
        bound = {person.id: commitment_to_bytes(asked.match, asked.bytes)}
        return Coming(asked.match, asked.commitment, bound, {person.id: asked.bytes})

    async def my_tables(self, person: Person) -> schemas.MyTables:
        """A person's tables, with whether it is their turn and how the matches ended, and the invitations for them."""
        who = person.id
        tables, wanted, sent, blocked = await self.store.read(
            lambda c: (
                queries.tables_of(c, who),
                invitations.of_person(c, who),
                invitations.sent_by(c, who),
                blocking.blocked_by(c, who),
            )
        )
        invited: dict[str, list[invitation_schemas.InvitedPerson]] = {}
        for one, handle in zip(sent, await self.invitations.handles(person, sent), strict=True):
            invited.setdefault(one.table, []).append(invitation_schemas.InvitedPerson(handle, one.person.name, one.declined))
        rooms = [self.rooms.get(table.id) or Room(table) for table in sharing.listed(tables, who)]
        turns, moved = await self._turns([room.table for room in rooms])
        shown = []
        for room in rooms:
            seat = room.table.seat_of(person.id)
            is_turn = seat is not None and seat in turns.get(room.table.match, ())
            results = [show_result(result, person) for result in room.table.results]
            brief = show_table(room, person, brief=True)
            fields = {name: getattr(brief, name) for name in brief.__struct_fields__}
            at = max([room.table.made, moved.get(room.table.match, 0.0), *(result.at for result in room.table.results)])
            asked = invited.get(room.table.id, [])
            shown.append(schemas.MyTable(**fields, your_turn=is_turn, at=at, results=results, invited=asked))
        return schemas.MyTables(shown, [_show_invitation(one) for one in wanted], sorted(blocked), Notice(self.house.maintenance))

    async def invitation(self, kind: str, name: str, address: str) -> Table | Deal | None:
        """A table ("t") or a deal ("d") that a link is about, for its preview; None if there is none, somebody asks too often, or
        storage is unavailable.
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
        """Somebody sits down, unless the host has blocked them."""
        found = (await self.rooms.room(table)).table
        await self.blocks.check_sit(found, person)
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
            for one in sorted(both, key=lambda one: one.id):  # whoever cancels the other at the same time locks them in this order too
                seating.check_cancel(one, person)
                queries.delete_table(c, one.id)
            sharing.forget(c, found)

        pair = [table, room.table.duplicate.other] if room.table.duplicate else [table]
        await self.store.write(work, order=table, notes=[f"t:{one}" for one in pair])
        for one in pair:
            known = self.rooms.get(one)
            if known is not None:
                self.rooms.remove(known)

    async def set_up(self, table: str, person: Person, asked: schemas.SetUpRequest) -> Room:
        """The host changes a table's options before the match."""
        if person.bot and asked.public:
            raise Refused("bot.public", status=403)
        room = await self.rooms.room(table)
        seating.only_host(room.table, person)  # before a file is read for somebody else
        options = await self._checked_options(room.table.game, room.table.seats, asked.options)
        return await self.rooms.change(
            table,
            lambda t: seating.set_up(t, person, options=options, clock=asked.clock, public=asked.public, memory_aid=asked.memory_aid),
        )

    async def checked_game(self, game: str, seats: int | None, options: dict[str, Any]) -> tuple[str, int, dict[str, Any]]:
        """A game with a number of seats and options, what isn't said being as usual; refused if there is no such game."""
        if game not in GAMES:
            raise Refused("game.unknown", status=422, games=", ".join(GAMES))
        try:
            checked = GAMES[game].check_seats(seats)
        except SeaboardError as error:
            raise Refused("game.choice", status=422, why=error) from error
        return game, checked, await self._checked_options(game, checked, options)

    async def _checked_options(self, game: str, seats: int, options: dict[str, Any]) -> dict[str, Any]:
        if game not in GAMES:
            raise Refused("game.unknown", status=422, games=", ".join(GAMES))
        try:
            return await asyncio.to_thread(GAMES[game].check_options, seats, options)  # a file of the host's own takes a while to read
        except SeaboardError as error:
            raise Refused("game.choice", status=422, why=error) from error

    async def absence(self, table: str, seat: int) -> tuple[set[str], float | None]:
        """Who is at a table, and since when it waits for a seat's move; None if it doesn't."""
        room = await self.rooms.room(table)
        async with room.lock:
            session = await self.rooms.wake(room, catch_up=self.store.is_shared)
        is_awaited = session is not None and not session.is_over and seat in session.to_act
        return room.here, session.since_at[seat] if session and is_awaited else None

    async def _turns(self, tables: list[Table]) -> tuple[dict[str | None, Sequence[int]], dict[str | None, float]]:
        """Whose turn it is, by match, and since when: as written with the last entry, or found out. Other rules wait for nobody."""
        playing = [table.match for table in tables if table.stage == "playing" and table.match]
        written = await self.store.read(lambda c: queries.turns(c, playing))
        turns: dict[str | None, Sequence[int]] = {match: members(bits) for match, (bits, _) in written.items() if bits is not None}
        for match in [match for match in written if match not in turns][:MOST_REBUILT]:
            turns[match] = await self._turn(match)
        return turns, {match: at for match, (_, at) in written.items()}

    async def _turn(self, match: str) -> Sequence[int]:
        row, entries = await self.store.read(lambda c: (queries.find_match(c, match), queries.entries_of(c, match)))
        return () if row is None else (await asyncio.to_thread(Session, row, entries)).to_act

    async def check_storage(self) -> None:
        """Write something and read something; refused if that takes long, or can't be done."""
        try:
            async with asyncio.timeout(HEALTH):
                await self.store.write(lambda c: queries.beat(c, self.store.process))
                await self.store.read(lambda c: queries.find_table(c, ""))
        except TimeoutError:
            raise Refused("server.storage", status=503) from None

    # ---- Matches -------------------------------------------------------------------------------

    async def check_look(self, match: str, person: Person | None) -> None:
        """Refuse to show a match to somebody who may play its cards yet."""
        row = await self.store.read(lambda c: queries.find_match(c, match))
        if row is not None:
            await self.deals.check_look(row, person)

    async def session(self, match: str, person: Person | None) -> tuple[Session | Kept, Room | None]:
        """A match by its id, and its room while it lasts; of one that is finished and whose rules have changed, what was kept.

        Refused to a person who may play its cards yet.
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
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def _show_invitation(invitation: invitations.Invitation) -> invitation_schemas.Invitation:
    table = invitation.table
    names = [chair.name for chair in table.chairs if chair.person]
    free = sum(chair.kind == "empty" for chair in table.chairs)
    return invitation_schemas.Invitation(table.id, table.game, invitation.inviter, invitation.at, names=names, free=free, clock=table.clock)


def show_result(result: Result, person: Person) -> schemas.Result:
    """How a match ended, for a person."""
    seat = result.people.index(person.id) if person.id in result.people else None
    names = dict(enumerate(result.names))
    return schemas.Result(
        match=result.match,
        ended=result.ended,
        at=result.at,
        winners=[schemas.Winner(winner, names.get(winner, "")) for winner in result.winners],
        scores=result.scores,
        seat=seat,
        won=None if seat is None or result.ended != "over" else seat in result.winners,
    )
