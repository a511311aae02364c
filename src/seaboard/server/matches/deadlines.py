"""Who a match waits for: bots, and people with a clock."""

from seaboard.server.matches.session import Playing
from seaboard.server.tables.room import Room


def driven(room: Room, playing: Playing) -> list[int]:
    """The seats that a bot is to act for."""
    if playing.is_over:
        return []
    return [seat for seat in playing.to_act if room.table.chairs[seat].is_driven]


def deadlines(room: Room, playing: Playing) -> dict[int, float]:
    """When the clock of each person who is to act runs out."""
    clock = room.table.clock
    if clock is None or playing.is_over:
        return {}
    return {seat: playing.since_at[seat] + clock for seat in playing.to_act if not room.table.chairs[seat].is_driven}


def next_due(room: Room, playing: Playing) -> float | None:
    """When somebody other than a person at their leisure must act: a bot at once, a clock when it runs out."""
    if driven(room, playing):
        return playing.last_at
    return None if room.table.clock is None else min(deadlines(room, playing).values(), default=None)
