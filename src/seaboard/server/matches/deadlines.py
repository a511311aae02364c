"""Who a match waits for: bots, and people with a clock. A match that is paused waits for nobody."""

from seaboard.server.matches.session import Session
from seaboard.server.storage.rows import Table


def bot_seats(table: Table, session: Session) -> list[int]:
    """The seats that a bot is to act for now."""
    if session.is_over or table.is_paused:
        return []
    return [seat for seat in session.to_act if table.chairs[seat].is_driven]


def deadlines(table: Table, session: Session) -> dict[int, float]:
    """When the clock of each person who is to act runs out."""
    clock = table.clock
    if clock is None or session.is_over:
        return {}
    since, resumed = session.since_at, table.resumed
    return {seat: max(since[seat], resumed) + clock for seat in session.to_act if not table.chairs[seat].is_driven}


def next_deadline(table: Table, session: Session) -> float | None:
    """When somebody other than an untimed player must act: a bot at once, a clock when it runs out."""
    if bot_seats(table, session):
        return session.last_at
    return None if table.clock is None else min(deadlines(table, session).values(), default=None)
