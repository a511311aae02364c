"""Moves, people's and bots': each is checked, then appended to the database, and only then shown and acknowledged.

A move needs no task of its own. It is made in two steps of the event loop, one from its message to the writer and one from
there to everyone at the table; only where the room isn't ready for it, something has to be waited for.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from sqlalchemy.engine import Connection as Database

from seaboard.server import metrics, protocol
from seaboard.server.matches.deadlines import next_due
from seaboard.server.matches.session import Playing
from seaboard.server.protocol import Play, Reason, TakeBack
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Entry, Table
from seaboard.server.storage.write_queue import KEEP, settle
from seaboard.server.tables import seating
from seaboard.server.tables.registry import House
from seaboard.server.tables.room import Room

_log = logging.getLogger("seaboard.moves")
ATTEMPTS = 5
Answer = protocol.Ack | protocol.Refusal | protocol.Error
Then = Callable[[bool | Exception], None]


class Asker(Protocol):
    """Whoever sent a message and waits for the answer."""

    def hold(self, message: Answer) -> None:
        """Send this with what is sent next."""

    def answered(self, answer: Answer | None) -> None:
        """It is done: send this, or nothing more if what was held is the answer."""


@dataclass(slots=True)
class Act:
    """What a person does, from their message to its answer."""

    room: Room
    seat: int | None
    message: Play | TakeBack
    asker: Asker
    number: int = 0  # that the acknowledgement tells
    attempts: int = 1


class Moves:
    """Makes moves in rooms."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store

    # ---- People --------------------------------------------------------------------------------

    def act(self, room: Room, seat: int | None, message: Play | TakeBack, asker: Asker) -> None:
        """Do what a message asks for, now if the room is ready for it."""
        act = Act(room, seat, message, asker)
        is_taken = room.lock.take()
        if is_taken and self._is_ready(act):
            self._act(act)
        else:
            self.house.run(self._act_later(act, is_taken=is_taken))

    def _is_ready(self, act: Act) -> bool:
        """Whether the room's match is in memory, with all that the message has seen of it."""
        playing = act.room.awake
        if playing is None:
            return False
        return not self.store.is_shared or act.seat is None or playing.seen(act.seat, act.message.number) <= playing.number

    async def _act_later(self, act: Act, *, is_taken: bool) -> None:
        """Wait for the room, if its lock isn't taken for this, and bring it up to date."""
        room = act.room
        if not is_taken:
            await room.lock.wait()
        try:
            await self.house.awake(room)
            if self.store.is_shared and not self._is_ready(act):
                await self.house.awake(room, catch_up=True)
        except Exception as error:
            self._acted(act, error)
        else:
            self._act(act)

    def _act(self, act: Act) -> None:
        """Do it, or say why not. The room is ready and its lock is taken; it is given back when the act is done."""
        try:
            answer = self._begin(act)
        except Exception as error:
            self._acted(act, error)
            return
        if answer is not None:
            act.room.lock.give()
            act.asker.answered(answer)

    def _begin(self, act: Act) -> Answer | None:
        """The answer, or None if there is one when it is written."""
        room, seat, message, playing = act.room, act.seat, act.message, act.room.playing
        if seat is None:
            return refused(message.id, Refused("play.no_seat").reason(), room, None)
        if playing is None or playing.row.id != message.match:
            return refused(message.id, Refused("play.other_match").reason(), room, seat)
        before = playing.answered(seat, message.id)
        if before is not None:
            return ack(message.id, playing.told(seat, before))
        action = _action(room, playing, seat, message)
        if not isinstance(action, int):
            return refused(message.id, action, room, seat)
        act.number = playing.told(seat)
        self.write(room, Entry(playing.row.id, playing.number, seat, action, message.id, time.time()), partial(self._acted, act))
        return None

    def _acted(self, act: Act, outcome: bool | Exception) -> None:
        """It was made or not, or something went wrong: the room is free again, and whoever asked gets an answer."""
        if outcome is False and act.attempts < ATTEMPTS:
            act.attempts += 1
            self._act(act)
            return
        act.room.lock.give()
        try:
            answer = self._answer(act, outcome)
        except Exception as error:
            _log.error("a move could not be made or shown", exc_info=error)
            answer = protocol.Error(act.message.id, Refused("server.trouble").reason())
        act.asker.answered(answer)

    def _answer(self, act: Act, outcome: bool | Exception) -> Answer | None:
        room, seat, message = act.room, act.seat, act.message
        if isinstance(outcome, Refused):
            return refused(message.id, outcome.reason(), room, seat)
        if isinstance(outcome, Exception):
            raise outcome
        if not outcome or seat is None:
            return refused(message.id, Refused("play.stale").reason(), room, seat)
        act.asker.hold(ack(message.id, act.number))
        self.written(room, "person")
        if room.table.chairs[seat].covered and isinstance(message, Play):
            self.house.run(self.house.come_back(room, seat))
        return None

    # ---- Anybody -------------------------------------------------------------------------------

    async def play(self, room: Room, entry: Entry) -> bool:
        """Make a move that has been checked, with the room's lock taken: whether it was made, or another server was faster."""
        done = asyncio.get_running_loop().create_future()
        self.write(room, entry, partial(settle, done))
        return bool(await done)

    def write(self, room: Room, entry: Entry, then: Then) -> None:
        """The same; `then` gets whether it was made, or what went wrong. The room is up to date after it.

        The match in memory goes ahead of the disk for as long as that takes, because what follows from the move
        (the end, the next deadline) is written with it; meanwhile `is_writing` keeps it from everyone's eyes.
        """
        playing = room.playing
        assert playing is not None
        room.begin_writing()
        room.used = time.monotonic()
        try:
            playing.absorb(entry)
            due = next_due(room, playing)
            work = _ending(room.table, playing.match.winners) if playing.is_played_out else None
            self.store.append(
                entry,
                table=room.table.id,
                due=KEEP if due == room.written_due else due,
                work=work,
                then=partial(self._wrote, room, due, then),
                meanwhile=room.prepare,
            )
        except Exception as error:
            self._wrote(room, None, then, error)

    def _wrote(self, room: Room, due: float | None, then: Then, result: Any) -> None:
        is_made, table = (False, None) if isinstance(result, Exception) else result
        room.end_writing(is_written=is_made)
        if isinstance(result, Exception):
            self.house.run(self.house.refresh(room))  # some may still have to be told of earlier moves
            then(result)
            return
        if not is_made:
            self.house.run(self._see_others(room, then))
            return
        room.written_due = due
        try:
            if table is not None:
                self.house.took(room, table, own=True)
        finally:
            then(True)

    async def _see_others(self, room: Room, then: Then) -> None:
        """Find out what another server, which was faster, has written."""
        try:
            await self.house.awake(room)
            room.changed()
        except Exception as error:
            then(error)
        else:
            then(False)

    def written(self, room: Room, by: str) -> None:
        """A move was made: count it, and let those know who are to know."""
        metrics.MOVES.made(room.table.game, by)
        room.moved(self.house.pace)
        if room.is_kicked or room.written_due is not None or room.timer:
            self.house.on_change(room, True)


def _action(room: Room, playing: Playing, seat: int, message: Play | TakeBack) -> int | Reason:
    """What the entry of a message would say, or why it can't be made."""
    number = playing.seen(seat, message.number)
    if isinstance(message, Play):
        reason = playing.check(seat, number, message.action)
        return message.action if reason is None else reason
    if playing.is_over:
        return Refused("play.match_over").reason()
    if seat not in room.alone:
        return Refused("take_back.people").reason()
    if not playing.acted[seat] <= number <= playing.number:
        return Refused("play.stale").reason()
    keep = playing.keeps(seat)
    return Refused("take_back.nothing").reason() if keep is None else -1 - keep


def _ending(table: Table, winners: list[int]) -> Callable[[Database], Table]:
    """What is written with the last move."""
    match = table.match
    assert match is not None

    def end(t: Table) -> None:
        if t.match == match:  # another server may have made the same last move, and a rematch have begun since
            seating.end(t, winners)

    def work(c: Database) -> Table:
        queries.end_match(c, match, "over")
        return queries.change_table(c, table.id, end)

    return work


def ack(message: str, number: int) -> Answer:
    """A "yes"."""
    return protocol.Ack(message, number)


def refused(message: str, reason: Reason, room: Room, seat: int | None) -> Answer:
    """A "no", with where the match stands."""
    metrics.REFUSALS.labels(reason.key).inc()
    playing = room.playing
    if playing is None:
        return protocol.Refusal(message, reason, match=None, number=None, view=None)
    view = playing.view(seat, memory=room.table.memory_aid)
    return protocol.Refusal(message, reason, match=playing.row.id, number=playing.told(seat), view=view)
