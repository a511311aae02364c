"""Who is connected to which table, and the one function that sends them updates."""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable, Iterator

from seaboard.server import protocol
from seaboard.server.close_codes import CloseCode
from seaboard.server.limits import Bucket
from seaboard.server.live import telling
from seaboard.server.live.connection import Connection, Seen
from seaboard.server.live.pacing import LATEST, RUSHED, Paced, Pacer
from seaboard.server.matches.session import Session
from seaboard.server.refusals import Refused
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

_log = logging.getLogger("seaboard.broadcast")
COUNTED = 1.0
"""Seconds over which spectators who come or go are reported in one message; if there are very many, they are told of everything but moves
this seldom.
"""
AT_ONCE = 200
"""Connections that are updated in a row before other work gets a turn."""
SHOWN = 1.0
"""How often, in seconds, spectators are shown a table that keeps changing."""
SHOWN_AT_ONCE = 20
"""People who are sent a whole table in a row."""
BREATH = 0.02
"""Seconds before the next ones are."""


class Audience(Paced):
    """The connections at one table, and the messages prepared for them."""

    __slots__ = (
        "_made",
        "_made_of",
        "changes",
        "connections",
        "is_hurried",
        "is_late",
        "is_showing",
        "is_stale",
        "is_sweeping",
        "presence",
        "presence_text",
        "room",
        "shown",
        "told_connected",
        "told_watching",
    )

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.room = room
        self.connections: set[Connection] = set()
        self.is_late = False  # waiting connections were due an update, but a move was being written
        self.presence = 0  # how many presence messages were sent
        self.is_sweeping = False  # everybody is due an update, a few at a time
        self.changes = Bucket(2, 30)  # changes of the table, which seated people see at once
        self.is_hurried = False  # it changes faster than that, and everybody sees it now and then
        self.is_showing = False  # a task is already going to show the table
        self.is_stale = False  # there is something to show
        self.shown = -SHOWN  # when the last one was
        self.note_presence()
        self._made: dict[tuple[int | None, int], bytes] = {}
        self._made_of: tuple[Session | None, int, int] = (None, 0, 0)

    def note_presence(self) -> None:
        """Note that presence has changed: everyone is due a message, which is made once."""
        self.presence += 1
        self.told_connected, self.told_watching = self.room.connected, self.room.watching
        self.presence_text = protocol.write(protocol.Present(self.told_connected, self.told_watching))

    def moves_since(self, session: Session, seat: int | None, since: int) -> bytes:
        """Return the message for a seat that has seen `since`, made once for all connections that need it."""
        made_of = (session, session.number, self.room.table.version)
        if made_of != self._made_of:
            self._made.clear()
            self._made_of = made_of
        text = self._made.get((seat, since))
        if text is None:
            text = self._made[seat, since] = telling.moved(self.room, session, seat, since)
        return text


class Broadcast:
    """Sends people at tables updates about what happens there."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._pacer = Pacer(self._tell_waiting)
        self._audiences: dict[str, Audience] = {}
        self._people: dict[str, set[Connection]] = {}  # the connections of each person

    def __iter__(self) -> Iterator[Connection]:
        """Iterate over all connections."""
        for audience in list(self._audiences.values()):
            yield from list(audience.connections)

    def join(self, connection: Connection) -> None:
        """Add a connection, and send it everything; its room must be up to date."""
        room = connection.room
        audience = self._audiences.get(room.table.id)
        if audience is None:
            audience = self._audiences[room.table.id] = Audience(room)
        audience.connections.add(connection)
        if connection.person:
            self._people.setdefault(connection.person.id, set()).add(connection)
        connection.open(self._catch_up)

    def block(self, person: str, blocked: frozenset[str]) -> None:
        """Update the people that a person blocks: their chat disappears from that person's pages, or comes back."""
        for connection in list(self._people.get(person, ())):
            connection.block(blocked)
            self._catch_up(connection)

    def leave(self, connection: Connection) -> None:
        """A connection has closed."""
        if connection.person and (own := self._people.get(connection.person.id)):
            own.discard(connection)
            if not own:
                del self._people[connection.person.id]
        audience = self._audiences.get(connection.room.table.id)
        if audience is not None:
            audience.connections.discard(connection)
            if not audience.connections:
                del self._audiences[connection.room.table.id]

    def _catch_up(self, connection: Connection) -> None:
        """Send everything new to a connection that was too slow, or has just connected."""
        audience = self._audiences.get(connection.room.table.id)
        if audience is not None:
            self._update(audience, connection)

    # ---- Updates -------------------------------------------------------------------------------

    def tell(self, room: Room, change: Change, _own: bool = True) -> None:
        """Handle a change at a table: update connections that need it now, and the others when there is time."""
        audience = self._audiences.get(room.table.id)
        if audience is None:
            return
        if change is Change.MOVING:
            self._prepare(audience)
            return
        told: Collection[Connection] = audience.connections
        if change is Change.MOVED:
            is_rushed, next_up = self._pacer.moved(audience), room.session.next_up if room.session else []
            if not audience.is_late:
                told = [one for one in told if one.seat in next_up]
            elif is_rushed:
                told = [one for one in told if one.seat in next_up or _has_waited(one)]
        elif change is Change.GONE:
            for connection in list(told):
                connection.close(CloseCode.UNKNOWN_TABLE)
            return
        elif change is Change.PRESENCE:
            if audience.told_connected == room.connected:  # only spectators have changed, and there may be many
                self._sweep_later(audience)
                return
            audience.note_presence()
        elif change is Change.TABLE:
            told = self._sit(audience)
        if len(told) > AT_ONCE:
            told = [one for one in told if one.seat is not None]
            self._sweep_later(audience)
        self._update_all(audience, told)
        if change is Change.TABLE and len(told) < len(audience.connections):
            self._show_later(audience)
        if not room.is_writing:
            audience.is_late = False

    def _sit(self, audience: Audience) -> set[Connection]:
        """The table has changed: find out who sits where. People who sit or sat there are sent it at once; spectators later, and if it
        changes too fast, everybody later.
        """
        audience.is_hurried = not audience.changes.take()
        at_once = set()
        for connection in audience.connections:
            sat = connection.seat is not None
            connection.sit()
            if not audience.is_hurried and (sat or connection.seat is not None):
                at_once.add(connection)
        return at_once

    def _show_later(self, audience: Audience) -> None:
        """Send the current table to waiting connections: now if it has not been sent for a while, otherwise later."""
        audience.is_stale = True
        if not audience.is_showing:
            audience.is_showing = True
            wait = audience.shown + SHOWN - time.monotonic()
            if wait > 0:
                asyncio.get_running_loop().call_later(wait, self._show, audience)
            else:
                self._show(audience)

    def _show(self, audience: Audience, waiting: list[Connection] | None = None) -> None:
        """Send the table to everyone who has not seen it, a few at a time; `waiting` is the rest."""
        room = audience.room
        if waiting is None:
            waiting, audience.is_stale = list(audience.connections), False
        now = 0 if room.is_writing else SHOWN_AT_ONCE
        self._update_all(audience, audience.connections.intersection(waiting[:now]), is_shown=True)
        if waiting[now:]:
            asyncio.get_running_loop().call_later(BREATH if now else LATEST, self._show, audience, waiting[now:])
            return
        audience.is_showing, audience.shown = False, time.monotonic()
        if audience.is_stale:
            self._show_later(audience)

    def _sweep_later(self, audience: Audience) -> None:
        """Send everybody what is new to them, once for all that happens within a while."""
        if not audience.is_sweeping:
            audience.is_sweeping = True
            asyncio.get_running_loop().call_later(COUNTED, self._sweep, audience)

    def _sweep(self, audience: Audience, waiting: list[Connection] | None = None) -> None:
        """Send it, a few at a time; `waiting` is the rest."""
        if waiting is None:
            audience.is_sweeping = False  # whatever happens from now on needs another sweep
            if (audience.told_connected, audience.told_watching) != (audience.room.connected, audience.room.watching):
                audience.note_presence()
            waiting = list(audience.connections)
        self._update_all(audience, audience.connections.intersection(waiting[:AT_ONCE]))
        if waiting[AT_ONCE:]:
            asyncio.get_running_loop().call_later(BREATH, self._sweep, audience, waiting[AT_ONCE:])

    def _tell_waiting(self, audience: Audience, is_rushed: bool) -> float | None:
        """Update connections that have waited long enough, or only some if there are very many; return within how many seconds the others
        are due. Players of a rushing table hear of moves often enough.
        """
        session = audience.room.session
        if audience.room.is_writing:
            audience.is_late = True
            return None
        waited = {one for one in audience.connections if _has_waited(one)} if is_rushed else audience.connections
        told: Iterable[Connection] = waited
        again = RUSHED if len(waited) < len(audience.connections) else None
        if session and len(waited) > AT_ONCE:
            behind = [one for one in waited if one.is_ready and one.seen.number < session.number]
            told = sorted(behind, key=_watches)[:AT_ONCE]
            again = LATEST if len(behind) > AT_ONCE else again
        self._update_all(audience, told)
        return again

    def _prepare(self, audience: Audience) -> None:
        """While a move is being written, prepare its messages, at least for the players who act next."""
        room, can_wait = audience.room, self._pacer.can_wait(audience)
        session, table = room.session, room.table
        if session is None or not room.is_writing:
            return
        for connection in audience.connections:
            if can_wait and connection.seat not in session.next_up:
                continue
            seen = connection.seen
            if seen.version == table.version and seen.match == table.match and session.rewound <= seen.number < session.number:
                audience.moves_since(session, connection.seat, seen.number)

    def _update_all(self, audience: Audience, connections: Iterable[Connection], *, is_shown: bool = False) -> None:
        for connection in list(connections):
            try:
                self._update(audience, connection, is_shown=is_shown)
            except Exception:  # one failure must not stop the rest
                _log.exception("an update could not be sent")

    def _update(self, audience: Audience, connection: Connection, *, is_shown: bool = False) -> None:
        """Send a connection everything new to it; one that isn't ready asks for it later. A whole table is sent to spectators only once it
        `is_shown`.
        """
        if not connection.is_ready:
            return
        room, person, seen = audience.room, connection.person, connection.seen
        table, session = room.table, room.session
        if person and person.id in table.banned:
            connection.close(CloseCode.REMOVED)
            return
        if table.deal and table.stage != "open" and room.is_closed_to(table.seat_of(person.id if person else None)):
            connection.close(CloseCode.CLOSED_TABLE)
            return
        texts: list[bytes] = []
        version, match, number, line, reacted = seen.version, seen.match, seen.number, seen.line, seen.reacted
        if not room.is_writing:  # otherwise news of the match follows once it is written
            if version != table.version or match != table.match or (session and not session.rewound <= number <= session.number):
                if version and not is_shown and (connection.seat is None or audience.is_hurried):
                    self._show_later(audience)
                else:
                    self._send_all(audience, connection)
                return
            if session and number < session.number:
                since, number, seat = number, session.number, connection.seat
                if not session.unnoticed[-1] or session.to_seat_count(seat) != session.to_seat_count(
                    seat, since
                ):  # otherwise there is nothing they may notice
                    texts.append(audience.moves_since(session, seat, since))
        if version:
            if seen.presence != audience.presence:
                texts.append(audience.presence_text)
            if room.lines and line < room.lines[-1].number:
                texts += [
                    protocol.write(protocol.Chatted(one))
                    for one in room.lines
                    if one.number > line and one.person not in connection.blocked
                ]
                line = room.lines[-1].number
            if reacted != room.reacted:
                texts += [protocol.write(one) for one in room.reactions_since(reacted) if one.person not in connection.blocked]
                reacted = room.reacted
        if texts or number != seen.number or reacted != seen.reacted:
            connection.send(texts, Seen(version, match, number, line, audience.presence if version else 0, reacted))

    def _send_all(self, audience: Audience, connection: Connection) -> None:
        """Send a connection everything; a match that is not in memory is rebuilt first, and then everyone is sent it."""
        room = audience.room
        table, session = room.table, room.session
        if session is None and table.match is not None and room.ending is None:
            self._rooms.run(self._wake(audience))
            return
        connection.sit()
        seen = Seen(
            version=table.version,
            match=table.match,
            number=session.number if session else -1,
            line=room.lines[-1].number if room.lines else 0,
            presence=audience.presence,
            reacted=room.reacted,
        )
        connection.send([protocol.write(telling.snapshot(room, connection.person, connection.blocked))], seen)

    async def _wake(self, audience: Audience) -> None:
        try:
            async with audience.room.lock:
                await self._rooms.wake(audience.room)
        except Refused as no:
            for connection in list(audience.connections):
                connection.close(why_closed(no))


def why_closed(no: Refused) -> CloseCode:
    """Return why a table can't be opened here: one of a newer release is on another server, which a client finds by reconnecting; and a
    match that the database has lost soon leaves the table.
    """
    return CloseCode.RESTART if no.key in ("match.newer_rules", "match.unknown") else CloseCode.OLD_RULES


def _watches(connection: Connection) -> bool:
    """Whether a connection is a spectator's: they come after players."""
    return connection.seat is None


def _has_waited(connection: Connection) -> bool:
    """Whether a spectator of a rushing table is due an update; its players get updates often enough."""
    return time.monotonic() - connection.heard > RUSHED / 2
