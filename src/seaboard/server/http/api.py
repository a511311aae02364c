"""What the routes do that is more than one call: who asks, new tables, and finding a match."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from fastapi import Request
from sqlalchemy.engine import Connection as Database

from seaboard.errors import SeaboardError
from seaboard.games import GAMES
from seaboard.server import metrics
from seaboard.server.http import schemas
from seaboard.server.http.identity import Guests
from seaboard.server.limits import Limits
from seaboard.server.matches import bots
from seaboard.server.matches.session import Playing
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Chair, MatchRow, Result, Table
from seaboard.server.tables import seating
from seaboard.server.tables.driver import Driver
from seaboard.server.tables.registry import House
from seaboard.server.tables.room import Room
from seaboard.server.tables.shown import show_table

MOST_TABLES = 50
"""Tables of one person that haven't ended."""
MY_TURNS = 30
"""Of so many of a person's tables it is found out whether it is their turn."""


class Api:
    """The server, as routes ask for it."""

    def __init__(self, house: House, driver: Driver, guests: Guests, settings: Settings) -> None:
        self.house = house
        self.driver = driver
        self.guests = guests
        self.settings = settings
        self.store = house.store
        self.limits = Limits(on=settings.limits)

    # ---- Who asks ------------------------------------------------------------------------------

    async def maybe(self, request: Request) -> Person | None:
        """The asking person, if known."""
        person, _ = await self.guests.of_cookies(request.headers.get("cookie", ""))
        return person

    async def person(self, request: Request) -> Person:
        """The asking person; refused without one."""
        person = await self.maybe(request)
        if person is None:
            raise Refused("guest.needed", status=401)
        return person

    async def sign_in(self, request: Request, name: str) -> tuple[Person, str]:
        """A new guest, or the asking one under another name; with the token."""
        person, token = await self.guests.of_cookies(request.headers.get("cookie", ""))
        if person is None:
            self.limits.guest(request.client.host if request.client else "unknown")
        return await self.guests.welcome(name, person, token)

    # ---- Tables --------------------------------------------------------------------------------

    async def make_table(self, person: Person, asked: schemas.TableRequest) -> Room:
        """A new table."""
        self.limits.table(person.id)
        if asked.game not in GAMES:
            raise Refused("game.unknown", status=422, games=", ".join(GAMES))
        game = GAMES[asked.game]
        try:
            seats = game.check_seats(asked.seats)
            options = game.check_options(seats, asked.options)
        except SeaboardError as error:
            raise Refused("game.choice", status=422, why=error) from error
        if len(asked.bots) > seats:
            raise Refused("chair.unknown", status=422, seat=len(asked.bots) - 1, last=seats - 1)
        levels = [*asked.bots, *[None] * (seats - len(asked.bots))]
        table = Table(
            id=ids.new_id("t"),
            game=game.name,
            seats=seats,
            options=options,
            public=asked.public,
            clock=asked.clock,
            memory_aid=asked.memory_aid,
            maker=person.id,
            maker_name=person.name,
            made=time.time(),
            chairs=[Chair(level=None if level is None else bots.check_level(level)) for level in levels],
        )
        if asked.sit:
            seating.sit(table, person, None)

        def add(c: Database) -> None:
            if queries.open_tables_of(c, person.id) >= MOST_TABLES and self.settings.limits:
                raise Refused("table.too_many", most=MOST_TABLES)
            queries.add_table(c, table)

        await self.store.write(add, order=table.id)
        if asked.start:
            return await self.begin(table.id, lambda t: seating.ready(t, person, None))
        return await self.house.room(table.id)

    async def begin(self, table: str, check: Callable[[Table], None]) -> Room:
        """Start a match, if `check` doesn't refuse; its commitment is public from here on, its seed isn't."""
        match, seed, now = ids.new_id("m"), ids.new_seed(), time.time()

        def change(t: Table) -> None:
            check(t)
            if t.game not in GAMES:
                raise Refused("game.unknown", games=", ".join(GAMES))
            t.stage, t.match = "playing", match

        def then(c: Database, t: Table) -> None:
            game = GAMES[t.game]
            row = MatchRow(
                id=match,
                table=table,
                game=game.name,
                rules=game.version,
                seats=t.seats,
                options=t.options,
                seed=seed,
                commitment=ids.commitment_to(seed),
                started=now,
                names=seating.names(t),
                due=now,  # so that it is picked up even if this server dies at once
            )
            queries.add_match(c, row)

        room = await self.house.change(table, change, then)
        async with room.lock:
            playing = await self.house.awake(room)
        assert playing is not None
        metrics.MATCHES.labels(playing.row.game).inc()
        room.changed()
        self.driver.kick(room, True)
        return room

    async def my_tables(self, person: Person) -> list[schemas.MyTable]:
        """A person's tables, with whether it is their turn and how the matches ended."""
        tables = await self.store.read(lambda c: queries.tables_of(c, person.id))
        shown = []
        for i, table in enumerate(tables):
            room = self.house.rooms.get(table.id) or Room(table)
            seat = room.table.seat_of(person.id)
            is_turn = False
            if seat is not None and room.table.stage == "playing" and i < MY_TURNS:
                room = await self.house.room(table.id)
                with contextlib.suppress(Refused):  # a match of other rules waits for nobody
                    async with room.lock:
                        playing = await self.house.awake(room, catch_up=self.store.is_shared)
                    is_turn = playing is not None and seat in playing.to_act
            results = [show_result(result, person) for result in room.table.results]
            brief = show_table(room, person, brief=True)
            fields = {name: getattr(brief, name) for name in brief.__struct_fields__}
            shown.append(schemas.MyTable(**fields, your_turn=is_turn, results=results))
        return shown

    # ---- Matches -------------------------------------------------------------------------------

    async def session(self, match: str) -> tuple[Playing, Room | None]:
        """A match by its id, and its room while it lasts."""
        row = await self.store.read(lambda c: queries.find_match(c, match))
        if row is None:
            raise Refused("match.unknown", status=404)
        if row.ended is None:
            room = await self.house.room(row.table)
            async with room.lock:
                playing = await self.house.awake(room, catch_up=self.store.is_shared)
            if playing and playing.row.id == match:
                return playing, room
        entries = await self.store.read(lambda c: queries.entries_of(c, match))
        return await asyncio.to_thread(Playing, row, entries), None


def show_result(result: Result, person: Person) -> schemas.Result:
    """How a match ended, for a person."""
    seat = result.people.index(person.id) if person.id in result.people else None
    names = dict(enumerate(result.names))
    return schemas.Result(
        match=result.match,
        ended=result.ended,
        at=result.at,
        winners=[schemas.Winner(winner, names.get(winner, "")) for winner in result.winners],
        seat=seat,
        won=None if seat is None or result.ended != "over" else seat in result.winners,
    )
