"""Who is notified of what: people who are away from a table where something waits for them.

Only the server that writes a change sends notifications, so exactly one of several servers does; and it doesn't notify of anything it finds
already written, so a turn that began before a restart is not notified twice.
"""

import asyncio
import time

from seaboard.server.push.notice import DAY, Kind, Notice
from seaboard.server.push.sender import Sender
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.tables.changes import Change
from seaboard.server.tables.invitations import Invitations, Invited
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

JUST_NOW = 15.0
"""Seconds: a person who goes this soon after their turn began may have lost the connection before it, unnoticed."""
RELOADED = 5.0
"""Seconds within which a person who reloads a page, or goes to another, is back."""
QUICK = 3600.0
"""A phone is woken if people have at most this many seconds for a move."""
MOST_DAYS = 3
"""Days after which nobody needs to be told any more, or sooner if a clock says so."""
MOST_NOTED = 10_000


class Notices:
    """Listens to what happens at tables."""

    def __init__(self, rooms: Rooms, sender: Sender, invitations: Invitations) -> None:
        self._rooms = rooms
        self._sender = sender
        self._invitations = invitations
        self._pause = min(RELOADED, rooms.settings.grace)
        self._began: dict[tuple[str, str], float] = {}  # by table and person: when a turn began that they saw

    def hear_change(self, room: Room, before: Table, after: Table) -> None:
        """Handle a change of a table by this server."""
        seated: set[str | None] = set(after.people)
        if after.stage == "playing" and after.match != before.match:
            self._tell(room, seated, "started")
        elif len(after.rematch) > len(before.rematch):
            wanting = {after.chairs[seat].person for seat in after.rematch}
            self._tell(room, {person for person in seated if person not in wanting}, "rematch")
        elif before.stage == after.stage == "open" and seated - set(before.people) - {after.maker}:
            self._tell(room, {after.maker}, "joined")
        elif after.stage == "playing":
            self._tell(room, {now.person for was, now in zip(before.chairs, after.chairs, strict=True) if _is_news(was, now)}, "covered")

    def hear_move(self, room: Room, _change: Change, own: bool) -> None:
        """Handle a move, after which it may be another player's turn. The server that made it notifies them."""
        session, table = room.session, room.table
        if not own or session is None or session.is_over:
            return
        for seat in session.next_up:
            chair = table.chairs[seat]
            person = chair.person
            if person is None or chair.covered or seat in room.alone or session.acted[seat] == session.number:
                continue  # a bot plays there, nobody else waits, or they have just moved and go on
            if room.has(person):
                self._began.pop((table.id, person), None)
                self._began[table.id, person] = time.monotonic()  # asking for the loop asks the system for the process
                if len(self._began) > MOST_NOTED:
                    del self._began[next(iter(self._began))]
            else:
                self._tell(room, {person}, "turn")

    def hear_invitation(self, invited: Invited) -> None:
        """Handle an invitation written by this server."""
        table = invited.table
        notice = Notice(table.id, table.game, "invited", lasts=DAY, urgent=True, name=invited.by)
        if not invited.is_in_harbour and self._is_away(invited.person, notice):
            self._sender.send(invited.person, notice, is_wanted=self._is_away)

    def hear_presence(self, room: Room, _change: Change, _own: bool) -> None:
        """Handle a person coming or going: they may have left before their turn began."""
        if not self._began:
            return
        table = room.table
        for person in table.people:
            began = None if room.has(person) else self._began.pop((table.id, person), None)
            if began is not None and time.monotonic() - began < JUST_NOW:
                asyncio.get_running_loop().call_later(self._pause, self._tell_if_left, table.id, person)

    def _tell_if_left(self, table: str, person: str) -> None:
        room = self._rooms.get(table)
        seat = room.table.seat_of(person) if room else None
        if room and room.session and seat in room.session.to_act and not room.table.chairs[seat].covered:
            self._tell(room, {person}, "turn")

    def _tell(self, room: Room, people: set[str | None], kind: Kind) -> None:
        table = room.table
        clock = table.clock if kind == "turn" else None
        lasts = MOST_DAYS * DAY if clock is None else min(MOST_DAYS * DAY, max(60, int(clock)))
        notice = Notice(table.id, table.game, kind, lasts=lasts, urgent=clock is not None and clock <= QUICK)
        for person in sorted(filter(None, people)):
            is_alone = kind != "joined" and table.seat_of(person) in room.alone
            if not is_alone and not room.has(person) and person not in table.quiet:
                self._sender.send(person, notice, is_wanted=self._is_away)

    def _is_away(self, person: str, notice: Notice) -> bool:
        room = self._rooms.get(notice.table)
        is_told = notice.kind == "invited" and self._invitations.is_looking(person)
        return not is_told and (room is None or not room.has(person))


def _is_news(was: Chair, now: Chair) -> bool:
    """Whether a bot has begun to play for a person."""
    return now.covered is not None and was.covered is None and was.person == now.person
