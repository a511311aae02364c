"""Drives bots, and people whose clock runs out."""

import asyncio
import logging
import time
from functools import partial
from weakref import WeakKeyDictionary

from seaboard.server.matches import bots
from seaboard.server.matches.deadlines import bot_seats, deadlines, next_deadline
from seaboard.server.matches.fair_turns import FairTurns
from seaboard.server.matches.session import Session
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Table
from seaboard.server.tables.changes import Change
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

_log = logging.getLogger("seaboard.driver")
OTHERS_FIRST = 3.0
"""How long to wait for the server that made the last move to drive the bots, before doing it here."""

SHOWN = 4.0
"""How many times as long bots take when they play only to be watched: as long as people would."""


class Driver:
    """Makes the moves of bots, and covers players whose clock has run out."""

    def __init__(self, rooms: Rooms, presence: Presence, moves: Moves) -> None:
        self._rooms = rooms
        self._presence = presence
        self._moves = moves
        self._store = rooms.store
        self._settings = rooms.settings
        self.turns = FairTurns(bots.PLACES)
        self._is_closing = False
        self._driving: dict[str, asyncio.Task[None]] = {}  # all by table
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._bots: WeakKeyDictionary[Session, dict[int, bots.Seat]] = WeakKeyDictionary()  # dropped with the match, as they may be large
        self._postponed: set[str] = set()  # tables that changed while a move was being written

    # ---- Bots and clocks -----------------------------------------------------------------------

    def hear(self, room: Room, change: Change, own: bool) -> None:
        """Handle a change at a table: a bot may have to act, or a clock may have to be set."""
        if change is Change.MOVED:
            table = room.table.id
            if not own or room.due is not None or table in self._postponed or table in self._timers:
                self.consider(room, own=own)
        elif change is Change.TABLE:
            self.consider(room, own=own)
        elif change is Change.PRESENCE:
            self.consider(room, own=False)

    def consider(self, room: Room, *, own: bool) -> None:
        """Let bots act if it is their turn, and set a timer for the next deadline."""
        table = room.table.id
        if room.is_writing:
            self._postponed.add(table)
            return
        self._postponed.discard(table)
        if self._is_closing:
            return
        session = room.session
        if session is None:
            if own and room.table.stage == "playing":
                self._rooms.run(self.pick_up(table))
            return
        timer = self._timers.pop(table, None)
        if timer:
            timer.cancel()
        due = next_deadline(room.table, session) if room.is_awaited else None
        if due is not None:
            if bot_seats(room.table, session):
                if table not in self._driving:
                    self._rooms.hold(room)
                    delay = 0.0 if own or not self._store.is_shared else OTHERS_FIRST
                    self._driving[table] = self._rooms.run(self._drive(room, delay))
            else:
                loop = asyncio.get_running_loop()
                self._timers[table] = loop.call_later(max(0.0, due - time.time()), lambda: self._rooms.run(self._ran_out(table)))
        if due != room.due:
            room.note_due(due)
            match = session.row.id
            self._rooms.run(self._store.write(lambda c: queries.set_due(c, match, due), patience=None, goes_with_moves=True))

    async def _ran_out(self, table: str) -> None:
        self._timers.pop(table, None)
        room = await self._rooms.room(table)
        async with room.lock:
            session = await self._rooms.wake(room, catch_up=self._store.is_shared)
        if session is None:
            return
        late = [seat for seat, end in deadlines(room.table, session).items() if end <= time.time() + 0.05]
        if late:
            await self._presence.cover(room, late, "clock")
        else:
            self.consider(room, own=True)

    async def _drive(self, room: Room, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            while not self._is_closing:
                async with room.lock:
                    session = await self._rooms.wake(room)
                    seats = bot_seats(room.table, session) if session else []
                    if session is None or not seats or not _is_wanted(room):
                        return
                    match, number = session.row.id, session.number
                    is_shared = room.table.deal is not None
                    dice = session.row.seed if is_shared else None
                    thinking = {seat: self._bot(room, session, seat, dice) for seat in seats}
                    actions = {seat: bot.choose_at_once(session, seat) for seat, bot in thinking.items() if bot.is_quick}
                    views = {
                        seat: session.choice_view(seat) if is_shared else session.view(seat, memory=True)
                        for seat in seats
                        if seat not in actions
                    }
                began = time.monotonic()
                if views:
                    network, is_wanted = self._network(room.table), partial(_is_wanted, room)
                    thoughts = [thinking[seat].choose(view, network=network, is_wanted=is_wanted) for seat, view in views.items()]
                    chosen = [action for action in await asyncio.gather(*thoughts) if action is not None]
                    if len(chosen) < len(views):
                        continue
                    actions |= zip(views, chosen, strict=True)
                if room.has_people and not room.table.is_among_programs:
                    pause = self._settings.bot_pause if room.table.people else SHOWN * self._settings.bot_pause
                    await asyncio.sleep(pause - (time.monotonic() - began))
                for seat in seats:
                    await self._moves.play_bot(room, seat, match=match, number=number, action=actions[seat])
        finally:
            del self._driving[room.table.id]
            self._rooms.let_go(room)

    def _bot(self, room: Room, session: Session, seat: int, dice: str | None) -> bots.Seat:
        level = room.table.chairs[seat].level or bots.COVERING
        seated = self._bots.setdefault(session, {})
        if seat not in seated or seated[seat].level != level or seated[seat].dice != dice:
            seated[seat] = bots.Seat(level, room.table.game, person=room.table.maker, turns=self.turns, dice=dice)
        return seated[seat]

    def _network(self, table: Table) -> str:
        """Return the network whose share of thinking time a table's bots use."""
        return self._rooms.whereabouts.of(table.maker, *table.people)

    def check_start(self, table: Table) -> None:
        """Refuse another match with bots that think, if many of the same network are already waiting."""
        is_among_people = all(chair.person or chair.level == bots.QUICK for chair in table.chairs)
        network = self._network(table)
        if self._settings.limits and network and not is_among_people and self.turns.is_crowded(network):
            raise Refused("bot.crowded", status=429)

    # ---- Sweeping ------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Find matches that wait for a bot or a clock without a driver: their server may have died."""
        patience = 10.0 if self._store.is_shared else 1.0
        while not self._is_closing:
            waiting: list[tuple[str, float]] = []
            try:
                self._rooms.drop_resting()
                if self._store.is_shared:
                    await self._store.write(lambda c: queries.beat(c, self._store.process))
                waiting = await self._store.read(lambda c: queries.overdue(c, time.time() - patience))
            except Exception:
                _log.exception("the sweep failed; it will be tried again")
            for table, due in waiting:
                try:
                    await self.pick_up(table, due)
                except Refused:  # a match under other rules, for a server that has them
                    continue
                except Exception:  # one table must not delay the others
                    _log.exception("a match that waits could not go on; it will be tried again")
            await asyncio.sleep(self._settings.sweep)

    async def pick_up(self, table: str, due: float | None = None) -> None:
        """Continue a waiting match; `due` is since when it waits, according to the database."""
        room = await self._rooms.room(table)
        if table not in self._driving:
            async with room.lock:
                await self._rooms.wake(room, catch_up=self._store.is_shared)
                if due is not None:
                    room.note_due(due)  # if nothing is due, that is written, and the sweep doesn't find it again
            self.consider(room, own=True)

    async def close(self) -> None:
        """Finish moves that are being written, and stop bots' thinking."""
        self._is_closing = True
        self._presence.close()
        for timer in self._timers.values():
            timer.cancel()
        for table, task in self._driving.items():
            room = self._rooms.get(table)
            if room is None or not room.is_writing:
                task.cancel()
        if self._rooms.tasks:
            await asyncio.wait(list(self._rooms.tasks), timeout=5)


def _is_wanted(room: Room) -> bool:
    """Whether anybody still waits for the bots here: they may have been asked long ago."""
    return room.is_awaited and not room.table.is_paused
