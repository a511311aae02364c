"""Moves by people and bots: each is checked, then appended to the database, and only then shown and acknowledged.

A move needs no task of its own. It takes two steps of the event loop, one from its message to the writer and one from there to everyone at
the table; only if the room isn't ready does it have to wait.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy.engine import Connection as Database

from seaboard.server import metrics
from seaboard.server.matches.deadlines import bot_seats
from seaboard.server.matches.decide import decide
from seaboard.server.matches.outcomes import Acknowledged, Declined, Failed, Lost, Outcome
from seaboard.server.matches.seat_standings import standings
from seaboard.server.protocol import Play, TakeBack
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.engine.notes import KEEP
from seaboard.server.storage.engine.write_queue import settle
from seaboard.server.storage.matches import deals, finished
from seaboard.server.storage.rows import Entry, Table
from seaboard.server.tables import seating
from seaboard.server.tables.changes import Change
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

ATTEMPTS = 5
Then = Callable[[Outcome], None]


class Attempt(Struct, eq=False):
    """A person's message, or (None) a bot's move, on its way to an outcome: with it the room's lock is released, and not before."""

    room: Room
    seat: int | None
    message: Play | TakeBack | None
    then: Then
    came: float = field(default_factory=time.perf_counter)
    count: int = 1
    number: int = 0
    """The place that an acknowledgement tells."""


class Moves:
    """Makes moves in rooms."""

    def __init__(self, rooms: Rooms, presence: Presence) -> None:
        self._rooms = rooms
        self._presence = presence
        self._store = rooms.store

    def play(self, room: Room, seat: int | None, message: Play | TakeBack, *, then: Then) -> None:
        """Carry out a person's message, at once if the room is ready; `then` gets the outcome."""
        attempt = Attempt(room, seat, message, then)
        is_acquired = room.lock.try_acquire()
        if is_acquired and self._is_ready(room, seat, message):
            self._decide(attempt, message)
        else:
            self._rooms.run(self._play_later(attempt, message, is_acquired=is_acquired))

    async def play_bot(self, room: Room, seat: int, *, match: str, number: int, action: int) -> None:
        """Make a bot's move, unless the person is back or the table has moved on."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        await room.lock.acquire()
        attempt, entry = Attempt(room, seat, None, then=partial(settle, done)), None
        try:
            session = await self._rooms.wake(room)
            is_due = session is not None and session.row.id == match and seat in bot_seats(room.table, session)
            if session is not None and is_due and session.check(seat, number, action) is None:
                entry = Entry(match, session.number, seat, action, None, time.time())
        finally:
            if entry is None:
                self._finish(attempt, Lost())
        if entry is not None:
            self._write(attempt, entry)
        outcome = await done
        if isinstance(outcome, Failed):
            raise outcome.error

    # ---- Before the disk -----------------------------------------------------------------------

    def _is_ready(self, room: Room, seat: int | None, message: Play | TakeBack) -> bool:
        """Whether the room's match is in memory, with everything the message has seen of it."""
        session = room.session
        if session is None:
            return False
        return not self._store.is_shared or seat is None or session.from_seat_count(seat, message.number) <= session.number

    async def _play_later(self, attempt: Attempt, message: Play | TakeBack, *, is_acquired: bool) -> None:
        """Wait for the room, unless its lock is already held, and bring it up to date."""
        room = attempt.room
        if not is_acquired:
            await room.lock.acquire()
        try:
            await self._rooms.wake(room)
            if self._store.is_shared and not self._is_ready(room, attempt.seat, message):
                await self._rooms.wake(room, catch_up=True)
        except Exception as error:
            self._finish(attempt, _failed(error))
        else:
            self._decide(attempt, message)

    def _decide(self, attempt: Attempt, message: Play | TakeBack) -> None:
        """Write the move, or refuse it. The room is ready and its lock is held, and released once there is an outcome."""
        room, seat = attempt.room, attempt.seat
        try:
            decided = decide(room.session, seat, message, is_alone=seat in room.alone, is_first_try=room.table.is_first_try)
        except Exception as error:
            self._finish(attempt, _failed(error))
            return
        if isinstance(decided, Entry):
            self._write(attempt, decided)
        else:
            self._finish(attempt, decided)

    def _write(self, attempt: Attempt, entry: Entry) -> None:
        """Write a move and play it."""
        room = attempt.room
        try:
            session = room.session
            assert session is not None
            attempt.number = session.to_seat_count(entry.seat)
            before, due = room.due, room.begin_write(entry)
            self._store.append(
                replace(entry, to_act=session.to_act_bits),
                table=room.table.id,
                due=KEEP if due == before else due,
                work=_ending(room),
                then=partial(self._written, attempt),
                meanwhile=partial(self._rooms.tell, room, Change.MOVING),
            )
        except Exception as error:
            self._written(attempt, error)

    # ---- After the disk ------------------------------------------------------------------------

    def _written(self, attempt: Attempt, result: Any) -> None:
        """Handle the result of writing: tell everyone, or handle a faster server or a failure."""
        room = attempt.room
        if isinstance(result, Exception):
            room.end_write(is_written=False)
            self._rooms.run(self._rooms.refresh(room))  # some connections may still need earlier moves
            self._finish(attempt, _failed(result))
            return
        is_written, table = result
        room.end_write(is_written=is_written)
        if not is_written:
            self._rooms.run(self._reload(attempt))
            return
        if table is None:
            self._rooms.tell(room, Change.MOVED)
        else:
            self._rooms.apply_table(room, table, own=True)
        room.lock.release()
        if attempt.message is None:
            metrics.MOVES.count(room.table.game, "bot")
        else:
            metrics.MOVES.count(room.table.game, "person", time.perf_counter() - attempt.came)
            if attempt.seat is not None and room.table.chairs[attempt.seat].covered and isinstance(attempt.message, Play):
                self._rooms.run(self._presence.come_back(room, attempt.seat))
        attempt.then(Acknowledged(attempt.number))

    async def _reload(self, attempt: Attempt) -> None:
        """Read what another, faster server has written."""
        try:
            await self._rooms.wake(attempt.room)
        except Exception as error:
            self._finish(attempt, _failed(error))
        else:
            self._finish(attempt, Lost())

    def _finish(self, attempt: Attempt, outcome: Outcome) -> None:
        """Finish without a write: report why, but retry a person's move that came too late first."""
        message = attempt.message
        if message is not None and isinstance(outcome, Lost):
            if attempt.count < ATTEMPTS:
                attempt.count += 1
                self._decide(attempt, message)
                return
            outcome = Declined(Refused("play.stale").reason())
        attempt.room.lock.release()
        if message is not None:
            metrics.MOVES.count(None, "person", time.perf_counter() - attempt.came)
        attempt.then(outcome)


def _failed(error: Exception) -> Outcome:
    return Declined(error.reason()) if isinstance(error, Refused) else Failed(error)


def _ending(room: Room) -> Callable[[Database], Table] | None:
    """Return what is written with the last move."""
    session, table = room.session, room.table
    if session is None or not session.is_played_out:
        return None
    match, winners, scores = session.row.id, session.match.winners, session.match.scores
    results = standings(scores, winners) if table.is_first_try else []

    def end(t: Table) -> None:
        if t.match == match:  # another server may have made the same last move, and a rematch have begun since
            seating.end(t, winners, scores)

    def work(c: Database) -> Table:
        queries.end_match(c, match, "over")
        if results:
            deals.end(c, match, "over", results)
        ended = queries.change_table(c, table.id, end)
        if ended.results and ended.results[-1].match == match:
            finished.add(c, ended)
        return ended

    return work
