"""Moves: people's, bots' and those of clocks that ran out. All are appended to the database before anyone sees them."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import Connection as Database

from seaboard.server import botseats, chairs, metrics, queries
from seaboard.server.messages import Play, TakeBack
from seaboard.server.playing import Playing
from seaboard.server.refusals import Refused
from seaboard.server.rooms import House, Room
from seaboard.server.rows import Entry, Table
from seaboard.server.store import KEEP

_log = logging.getLogger("seaboard.moves")
Hold = Callable[[dict[str, Any]], None]
ATTEMPTS = 5
OTHERS_FIRST = 3.0
"""How long to wait for the server that made the last move to drive the bots, before doing it here."""


class Driver:
    """Plays moves in rooms, and sees to it that bots and clocks get theirs."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.settings = house.settings
        self._counters: dict[tuple[str, str], Any] = {}
        self.is_closing = False
        house.on_change = self.kick

    # ---- People --------------------------------------------------------------------------------

    async def play(self, room: Room, seat: int | None, message: Play, hold: Hold) -> dict[str, Any] | None:
        """A person's move: the answer, or None if it was made and `hold` has the acknowledgement."""

        def decide(playing: Playing) -> int | dict[str, Any]:
            assert seat is not None
            reason = playing.check(seat, playing.seen(seat, message.number), message.action)
            return message.action if reason is None else reason

        answer = await self._append(room, seat, message, decide, hold)
        if answer is None and seat is not None and room.table.chairs[seat].covered:
            await self.house.come_back(room, seat)
        return answer

    async def take_back(self, room: Room, seat: int | None, message: TakeBack, hold: Hold) -> dict[str, Any] | None:
        """A person takes their last move back; answered as a move is."""

        def decide(playing: Playing) -> int | dict[str, Any]:
            assert seat is not None
            if playing.is_over:
                return Refused("play.match_over").reason()
            if seat not in room.alone:
                return Refused("take_back.people").reason()
            if not playing.acted[seat] <= playing.seen(seat, message.number) <= playing.number:
                return Refused("play.stale").reason()
            keep = playing.keeps(seat)
            return Refused("take_back.nothing").reason() if keep is None else -1 - keep

        return await self._append(room, seat, message, decide, hold)

    async def _append(
        self,
        room: Room,
        seat: int | None,
        message: Play | TakeBack,
        decide: Callable[[Playing], int | dict[str, Any]],
        hold: Hold,
    ) -> dict[str, Any] | None:
        for _ in range(ATTEMPTS):
            async with room.lock:
                playing = await self.house.awake(room)
                if seat is None:
                    return refused(message.id, Refused("play.no_seat").reason(), room, None)
                if playing is None or playing.row.id != message.match:
                    return refused(message.id, Refused("play.other_match").reason(), room, seat)
                if playing.seen(seat, message.number) > playing.number and self.store.is_shared:
                    await self.house.awake(room, catch_up=True)
                before = playing.answered(seat, message.id)
                if before is not None:
                    return {"type": "ack", "id": message.id, "number": playing.told(seat, before)}
                action = decide(playing)
                if not isinstance(action, int):
                    return refused(message.id, action, room, seat)
                number = playing.told(seat)
                if await self._write(room, playing, seat, action, message.id):
                    self._count(playing.row.game, "person")
                    break
        else:
            return refused(message.id, Refused("play.stale").reason(), room, seat)
        hold({"type": "ack", "id": message.id, "number": number})
        self._wrote(room)
        return None

    async def _write(self, room: Room, playing: Playing, seat: int, action: int, message: str | None) -> bool:
        """Append an entry that has been checked; False if another server was faster. The room is up to date after it.

        The match in memory goes ahead of the disk for as long as that takes, because what follows from the move
        (the end, the next deadline) is written with it; meanwhile `is_writing` keeps it from everyone's eyes.
        """
        entry = Entry(playing.row.id, playing.number, seat, action, message, time.time())
        room.is_writing = True
        won = False
        try:
            playing.absorb(entry)
            due = self._due(room, playing)
            work = self._ending(room.table, playing.match.winners) if playing.is_played_out else None
            won, table = await self.store.append(entry, table=room.table.id, due=KEEP if due == room.written_due else due, work=work)
            if won:
                room.written_due = due
        except Exception:
            self.house.run(self.house.refresh(room))  # some may still have to be told of earlier moves
            raise
        finally:
            if not won:
                room.playing = None
            room.is_writing = False
        if not won:
            await self.house.awake(room)
            room.changed()
        elif table is not None:
            self.house.took(room, table, own=True)
        return won

    def _count(self, game: str, by: str) -> None:
        counter = self._counters.get((game, by))
        if counter is None:  # looking a label up costs more than counting
            counter = self._counters[game, by] = metrics.MOVES.labels(game, by)
        counter.inc()

    def _wrote(self, room: Room) -> None:
        room.moved(self.house.pace)
        if room.written_due is not None or room.timer:  # a bot is to act, or a clock runs or ran
            self.kick(room, True)

    def _ending(self, table: Table, winners: list[int]) -> Callable[[Database], Table]:
        match = table.match
        assert match is not None

        def end(t: Table) -> None:
            if t.match == match:  # another server may have made the same last move, and a rematch have begun since
                chairs.end(t, winners)

        def work(c: Database) -> Table:
            queries.end_match(c, match, "over")
            return queries.change_table(c, table.id, end)

        return work

    # ---- Bots and clocks -----------------------------------------------------------------------

    def _driven(self, room: Room, playing: Playing) -> list[int]:
        if playing.is_over:
            return []
        return [seat for seat in playing.to_act if room.table.chairs[seat].is_driven]

    def deadlines(self, room: Room, playing: Playing) -> dict[int, float]:
        """When the clock of each person who is to act runs out."""
        clock = room.table.clock
        if clock is None or playing.is_over:
            return {}
        return {seat: playing.since_at[seat] + clock for seat in playing.to_act if not room.table.chairs[seat].is_driven}

    def _due(self, room: Room, playing: Playing) -> float | None:
        if self._driven(room, playing):
            return playing.last_at
        return None if room.table.clock is None else min(self.deadlines(room, playing).values(), default=None)

    def kick(self, room: Room, own: bool) -> None:
        """See to it that whoever is to act next and isn't a person acts, and that the next deadline is kept."""
        playing = room.playing
        if room.is_writing or self.is_closing:
            return
        if playing is None or playing.row.id != room.table.match:
            if own and room.table.stage == "playing":
                self.house.run(self.pick_up(room.table.id))
            return
        if room.timer:
            room.timer.cancel()
            room.timer = None
        due = self._due(room, playing)
        if due is not None:
            if self._driven(room, playing):
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
        late = [seat for seat, end in self.deadlines(room, playing).items() if end <= time.time() + 0.05]
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
                    seats = self._driven(room, playing) if playing else []
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

    def _bot(self, room: Room, seat: int) -> botseats.Seat:
        level = room.table.chairs[seat].level or botseats.COVERING
        if seat not in room.bots or room.bots[seat].level != level:
            room.bots[seat] = botseats.Seat(level, room.table.game)
        return room.bots[seat]

    async def _play_for(self, room: Room, seat: int, *, match: str, number: int, action: int) -> None:
        async with room.lock:
            playing = await self.house.awake(room)
            is_due = playing and playing.row.id == match and room.table.chairs[seat].is_driven
            if not playing or not is_due or playing.check(seat, number, action):
                return  # the person is back, or the table has moved on
            written = await self._write(room, playing, seat, action, None)
        if written:
            self._count(playing.row.game, "bot")
            self._wrote(room)

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


def refused(message: str, reason: dict[str, Any], room: Room, seat: int | None) -> dict[str, Any]:
    """A "no", with where the match stands."""
    metrics.REFUSALS.labels(reason["key"]).inc()
    playing = room.playing
    return {
        "type": "refused",
        "id": message,
        "reason": reason,
        "match": playing.row.id if playing else None,
        "number": playing.told(seat) if playing else None,
        "view": playing.view(seat, memory=room.table.memory_aid) if playing else None,
    }
