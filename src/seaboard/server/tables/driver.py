"""Whoever is to act and isn't a person at their leisure: bots, and clocks that run out."""

import asyncio
import logging
import time

from seaboard.server.matches import bots
from seaboard.server.matches.deadlines import deadlines, driven, next_due
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Entry
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.registry import House
from seaboard.server.tables.room import Room

_log = logging.getLogger("seaboard.driver")
OTHERS_FIRST = 3.0
"""How long to wait for the server that made the last move to drive the bots, before doing it here."""


class Driver:
    """Sees to it that bots and clocks get their moves."""

    def __init__(self, house: House, moves: Moves) -> None:
        self.house = house
        self.moves = moves
        self.store = house.store
        self.settings = house.settings
        self.is_closing = False
        house.on_change = self.kick

    # ---- Bots and clocks -----------------------------------------------------------------------

    def kick(self, room: Room, own: bool) -> None:
        """See to it that whoever is to act next and isn't a person acts, and that the next deadline is kept."""
        playing = room.awake
        room.is_kicked = room.is_writing
        if room.is_writing or self.is_closing:
            return
        if playing is None:
            if own and room.table.stage == "playing":
                self.house.run(self.pick_up(room.table.id))
            return
        if room.timer:
            room.timer.cancel()
            room.timer = None
        due = next_due(room, playing)
        if due is not None:
            if driven(room, playing):
                if room.driver is None:
                    delay = 0.0 if own or not self.store.is_shared else OTHERS_FIRST
                    room.driver = self.house.run(self._drive(room, delay))
            else:
                loop = asyncio.get_running_loop()
                room.timer = loop.call_later(max(0.0, due - time.time()), lambda: self.house.run(self._ran_out(room)))
        if due != room.written_due:
            room.written_due = due
            match = playing.row.id
            self.house.run(self.store.write(lambda c: queries.set_due(c, match, due)))

    async def _ran_out(self, room: Room) -> None:
        async with room.lock:
            playing = await self.house.awake(room, catch_up=self.store.is_shared)
        if playing is None:
            return
        late = [seat for seat, end in deadlines(room, playing).items() if end <= time.time() + 0.05]
        for seat in late:
            await self.house.cover(room, seat, "clock")
        if not late:
            self.kick(room, True)

    async def _drive(self, room: Room, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            while not self.is_closing:
                async with room.lock:
                    playing = await self.house.awake(room)
                    seats = driven(room, playing) if playing else []
                    if playing is None or not seats:
                        return
                    match, number = playing.row.id, playing.number
                    views = [playing.view(seat, memory=True) for seat in seats]
                began = time.monotonic()
                bots = [self._bot(room, seat) for seat in seats]
                actions = await asyncio.gather(*(bot.choose(view) for bot, view in zip(bots, views, strict=True)))
                if room.connections:
                    await asyncio.sleep(self.settings.bot_pause - (time.monotonic() - began))
                for seat, action in zip(seats, actions, strict=True):
                    await self._play_for(room, seat, match=match, number=number, action=action)
        finally:
            room.driver = None
            self.house.rest(room)

    def _bot(self, room: Room, seat: int) -> bots.Seat:
        level = room.table.chairs[seat].level or bots.COVERING
        if seat not in room.bots or room.bots[seat].level != level:
            room.bots[seat] = bots.Seat(level, room.table.game)
        return room.bots[seat]

    async def _play_for(self, room: Room, seat: int, *, match: str, number: int, action: int) -> None:
        async with room.lock:
            playing = await self.house.awake(room)
            is_due = playing and playing.row.id == match and room.table.chairs[seat].is_driven
            if not playing or not is_due or playing.check(seat, number, action):
                return  # the person is back, or the table has moved on
            is_made = await self.moves.play(room, Entry(match, playing.number, seat, action, None, time.time()))
        if is_made:
            self.moves.written(room, "bot")

    # ---- Always --------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Find matches that wait for a bot or a clock and that nobody drives: their server may have died."""
        patience = 10.0 if self.store.is_shared else 1.0
        while not self.is_closing:
            waiting: list[str] = []
            try:
                self.house.drop_resting()
                if self.store.is_shared:
                    await self.store.write(lambda c: queries.beat(c, self.store.process))
                waiting = await self.store.read(lambda c: queries.overdue(c, time.time() - patience))
            except Exception:
                _log.exception("the sweep failed; it will be tried again")
            for table in waiting:
                try:
                    await self.pick_up(table)
                except Exception:  # one table must not keep the others waiting
                    _log.exception("a match that waits could not go on; it will be tried again")
            await asyncio.sleep(self.settings.sweep)

    async def pick_up(self, table: str) -> None:
        """Go on with a match that waits."""
        room = await self.house.room(table)
        if room.driver is None:
            async with room.lock:
                await self.house.awake(room, catch_up=self.store.is_shared)
            self.kick(room, True)

    async def close(self) -> None:
        """Let the moves that are being written be written; bots stop thinking."""
        self.is_closing = True
        for room in self.house.rooms.values():
            if room.timer:
                room.timer.cancel()
            if room.driver and not room.is_writing:
                room.driver.cancel()
        for timer in self.house.gone.values():
            timer.cancel()
        if self.house.tasks:
            await asyncio.wait(list(self.house.tasks), timeout=5)
