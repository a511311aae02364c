"""How a match begins: the server commits to its secret, people's browsers to their bytes; they reveal them, and cards are dealt.

Until then the table is unchanged, so a server that dies in between loses nothing: people who come back reveal again, and a new start no
longer waits for the others.
"""

import asyncio
import time
from collections.abc import Callable

from sqlalchemy.engine import Connection as Database

from seaboard.games import GAMES
from seaboard.server import metrics
from seaboard.server.matches.shuffles import commitment_to_bytes, seed_of
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.shuffle_parts import Share
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Coming, MatchRow, Shuffle, Table
from seaboard.server.tables import practice, seating, sharing
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

PATIENCE = 3.0
"""Seconds that a browser gets to reveal its bytes; after that they are left out, which the record says."""


class Dealer:
    """Starts matches."""

    def __init__(self, rooms: Rooms, check_start: Callable[[Table], None] = lambda _: None) -> None:
        self._rooms = rooms
        self.check_start = check_start  # refuses one match too many
        self._waiting: dict[str, list[asyncio.Event]] = {}  # callers that wait for the cards, by table

    # ---- People's browsers -----------------------------------------------------------------------

    async def commit(self, room: Room, person: Person, match: str, commitment: str) -> None:
        """Commit a browser to its bytes for the next match; it may change them until the cards are dealt."""
        coming = room.table.coming
        if coming and coming.match == match and coming.commitments.get(person.id) == commitment:
            return

        def change(t: Table) -> None:
            seating.own_seat(t, person)
            found = _coming(t, match)
            if t.stage == "playing" or found.until is not None:
                raise Refused("shuffle.over")
            found.commitments[person.id] = commitment
            found.revealed.pop(person.id, None)

        await self._rooms.change(room.table.id, change)

    async def reveal(self, room: Room, person: Person, match: str, own: str) -> None:
        """Reveal a browser's bytes; when all are revealed, the cards are dealt."""

        def change(t: Table) -> None:
            seating.own_seat(t, person)
            found = _coming(t, match)
            if found.until is None:
                raise Refused("shuffle.early")
            if commitment_to_bytes(match, own) != found.commitments.get(person.id):
                raise Refused("shuffle.other_bytes")
            found.revealed[person.id] = own

        await self._change(room.table.id, change)

    # ---- Dealing -----------------------------------------------------------------------------------

    async def start(self, table: str, check: Callable[[Table], bool]) -> Room:
        """Start a match, unless `check` refuses or says that it isn't time yet; return when the cards are dealt."""
        self._rooms.house.check_open()
        room = await self._rooms.room(table)
        self.check_start(room.table)
        here = room.here

        def begin(t: Table) -> None:
            coming = t.coming
            assert coming is not None
            if coming.until is not None or not check(t):  # the cards are already being dealt, or it is not time yet
                return
            if t.game not in GAMES:
                raise Refused("game.unknown", games=", ".join(GAMES))
            bound = [] if t.practice or t.deal else [person for person in t.people if person in coming.commitments]
            coming.awaited = [person for person in bound if person in here]
            coming.until = time.time() + PATIENCE

        try:
            room = await self._change(table, begin, may_leave_out=True)
        except Refused as no:
            if no.key == "shuffle.over":  # two tables were made for the same match, and the other has begun
                await self._rooms.change(table, _renew)
            raise
        coming = room.table.coming
        if coming and coming.until is not None:
            await asyncio.shield(self._rooms.run(self._deal_in_time(table, coming)))
            room = await self._rooms.room(table)
            if room.table.match != coming.match:
                raise Refused("shuffle.void")
        if room.table.stage == "playing":
            async with room.lock:
                await self._rooms.wake(room)
        return room

    async def _deal_in_time(self, table: str, coming: Coming) -> None:
        """Wait for people to reveal their bytes, then deal without those who haven't."""
        assert coming.until is not None
        dealt = asyncio.Event()
        self._waiting.setdefault(table, []).append(dealt)
        try:
            async with asyncio.timeout(max(0.0, coming.until - time.time())):
                await dealt.wait()
        except TimeoutError:
            room = await self._rooms.room(table)
            if room.table.coming and room.table.coming.match == coming.match:
                await self._change(table, lambda t: None, may_leave_out=True)
        finally:
            self._waiting[table].remove(dealt)
            if not self._waiting[table]:
                del self._waiting[table]

    def hear(self, room: Room, _change: Change, _own: bool) -> None:
        """Handle a change of a table: the cards may have been dealt, perhaps by another server."""
        coming = room.table.coming
        if coming is None or coming.until is None:
            for dealt in self._waiting.get(room.table.id, ()):
                dealt.set()

    async def _change(self, table: str, change: Callable[[Table], None], *, may_leave_out: bool = False) -> Room:
        """Change a table; deal once there is nobody left to wait for."""
        dealt: list[Coming] = []

        def changed(t: Table) -> None:
            dealt.clear()
            change(t)
            coming = t.coming
            if coming is None or coming.until is None:
                return
            if coming.is_revealed or (may_leave_out and time.time() >= coming.until):
                t.stage, t.match, t.rematch, t.coming = "playing", coming.match, [], None
                for chair in t.chairs:
                    chair.gave_up = None
                    chair.bot = chair.bot and chair.person is not None
                dealt.append(coming)

        def then(c: Database, t: Table) -> None:
            for coming in dealt:
                self._add_match(c, t, coming)

        room = await self._rooms.change(table, changed, then)
        for _ in dealt:
            metrics.MATCHES.labels(room.table.game).inc()
        return room

    def _add_match(self, c: Database, t: Table, coming: Coming) -> None:
        """Add the match: from here on the commitments are public, the seed isn't."""
        if queries.find_match(c, coming.match):
            raise Refused("shuffle.over")
        game, now = GAMES[t.game], time.time()
        row = MatchRow(
            id=coming.match,
            table=t.id,
            game=game.name,
            rules=game.version,
            seats=t.seats,
            options=t.options,
            seed="",
            commitment=coming.commitment,
            started=now,
            names=seating.names(t),
            due=now,  # so that it is picked up even if this server dies at once
            deal=t.deal.id if t.deal else None,
        )
        moves: list[tuple[int, int]] = []
        if t.practice:
            origin, moves = practice.begin(c, t.practice)
            row.seed, row.rules = origin.seed, origin.rules
            row.origin, row.origin_moves = origin.id, len(moves)
        elif t.deal:
            deal = sharing.begin(c, t, row.id)
            row.seed, row.rules = deal.seed, deal.rules
        if row.seed:  # cards that were dealt before
            row.commitment = ids.commitment_to(row.seed)
        else:
            shares = [
                Share(seat, coming.commitments[chair.person], coming.revealed.get(chair.person))
                for seat, chair in enumerate(t.chairs)
                if chair.person in coming.commitments
            ]
            row.shuffle = Shuffle(self._rooms.seals.secret(c, row.id), shares)
            row.seed = seed_of(row.id, row.shuffle.secret, shares)
        queries.add_match(c, row)
        queries.add_entries(c, [practice.entry(row.id, number, move, now) for number, move in enumerate(moves)])


def _renew(t: Table) -> None:
    t.coming = None


def _coming(t: Table, match: str) -> Coming:
    """Return the table's next match, if it is still this one."""
    if t.coming is None or t.coming.match != match:
        raise Refused("shuffle.over")
    return t.coming
