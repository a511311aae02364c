"""The messages about a table: everything, or the moves since a number."""

import time
from collections.abc import Container

from seaboard.server import protocol
from seaboard.server.matches.deadlines import deadlines
from seaboard.server.matches.keeping import Ending
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person
from seaboard.server.shuffle_parts import Share
from seaboard.server.storage.rows import MatchRow
from seaboard.server.tables.room import Room
from seaboard.server.tables.table_message import show_table


def snapshot(room: Room, person: Person | None, blocked: Container[str] = ()) -> protocol.Snapshot:
    """Make a message with everything a person at a table may know now, except chat by people they have blocked."""
    seat = room.table.seat_of(person.id if person else None)
    session = room.session
    match = None
    if room.is_closed_to(seat):
        session = None
    if session:
        match = protocol.Match(
            id=session.row.id,
            number=session.to_seat_count(seat),
            seat=seat,
            commitment=session.row.commitment,
            shares=_shares(session.row),
            view=session.view(seat, memory=room.has_memory(seat)),
            events=session.all_events(seat),
            bot_moves=session.bot_moves(seat, people=_people(room)),
            left=_left(room, session),
            take_back=room.takes_back(seat) and _may_take_back(session, seat),
            ended=session.ended,
            seed=session.row.seed if session.is_over else None,
            secret=_secret(session.row) if session.is_over else None,
        )
    elif room.ending and room.ending.sights and not room.is_closed_to(seat):
        match = _ended(room.ending, seat)
    lines = [line for line in room.lines if line.person not in blocked]
    return protocol.Snapshot(show_table(room, person), match, lines)


def _ended(ending: Ending, seat: int | None) -> protocol.Match:
    """Describe a match whose rules have changed, as it ended."""
    row, sight = ending.row, ending.sights[0 if seat is None else seat + 1]
    return protocol.Match(
        id=row.id,
        number=sight.number,
        seat=seat,
        commitment=row.commitment,
        shares=_shares(row),
        view=sight.view,
        events=sight.events,
        bot_moves=[],
        left={},
        take_back=False,
        ended=ending.ended,
        seed=row.seed,
        secret=_secret(row),
    )


def moved(room: Room, session: Session, seat: int | None, since: int) -> bytes:
    """Make the message about the moves since `since`, for a seat."""
    ended = session.ended
    return protocol.write(
        protocol.Moved(
            match=session.row.id,
            number=session.to_seat_count(seat),
            events=session.events_since(seat, since),
            bot_moves=session.bot_moves(seat, people=_people(room), since=since) if session.has_bot_moves else [],
            view=session.view(seat, memory=room.has_memory(seat)),
            left=_left(room, session),
            take_back=room.takes_back(seat) and _may_take_back(session, seat),
            ended=ended,
            seed=None if ended is None else session.row.seed,
            secret=None if ended is None else _secret(session.row),
        )
    )


def _shares(row: MatchRow) -> list[Share] | None:
    return row.shuffle.shares if row.shuffle else None


def _secret(row: MatchRow) -> str | None:
    return row.shuffle.secret if row.shuffle else None


def _people(room: Room) -> list[int]:
    return [seat for seat, chair in enumerate(room.table.chairs) if chair.person]


def _left(room: Room, session: Session) -> dict[str, float]:
    """Return the seconds left to act, by seat."""
    if not room.has_deadlines:
        return {}
    ends = deadlines(room.table, session)
    now = time.time()
    return {str(seat): max(0.0, round(end - now, 1)) for seat, end in ends.items()}


def _may_take_back(session: Session, seat: int | None) -> bool:
    return seat is not None and session.may_take_back(seat)
