"""Whom a match waits for: bots, and people with a clock. A paused match waits for nobody."""

from seaboard.server.matches.session import Session
from seaboard.server.storage.rows import Table

PROGRAM_CLOCK = 60.0
"""Seconds that a bot account has for a move, at most."""


def has_deadlines(table: Table) -> bool:
    """Whether a match at a table can wait for anybody at all: a bot plays there, or somebody has a clock."""
    return any(chair.is_driven or clock_of(table, seat) is not None for seat, chair in enumerate(table.chairs))


def bot_seats(table: Table, session: Session) -> list[int]:
    """The seats that a bot is to act for now."""
    if session.is_over or table.is_paused:
        return []
    return [seat for seat in session.to_act if table.chairs[seat].is_driven]


def clock_of(table: Table, seat: int) -> float | None:
    """Return how long a person may think; programs get a minute at most."""
    if not table.chairs[seat].bot:
        return table.clock
    return PROGRAM_CLOCK if table.clock is None else min(table.clock, PROGRAM_CLOCK)


def deadlines(table: Table, session: Session) -> dict[int, float]:
    """Return when the clock of each person who is to act runs out."""
    return {} if session.is_over or table.is_paused else _ends(table, session)


def _ends(table: Table, session: Session) -> dict[int, float]:
    ends = {}
    for seat in session.to_act:
        if not table.chairs[seat].is_driven:
            clock = clock_of(table, seat)
            if clock is not None:
                ends[seat] = max(session.since_at[seat], table.resumed) + clock
    return ends


def next_deadline(table: Table, session: Session) -> float | None:
    """Return when a bot or a timed player must act: a bot at once, a player when the clock runs out."""
    if session.is_over or table.is_paused:
        return None
    for seat in session.to_act:
        if table.chairs[seat].is_driven:
            return session.last_at
    return min(_ends(table, session).values(), default=None)
