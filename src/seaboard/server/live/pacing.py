"""Who is updated first: players whose turn it is at once, the others when there is time.

At human speed, on a server with time to spare, everyone hears of a move within milliseconds. On a busy server the others wait a little
(LATEST at most), so that players who are to act don't have to. Nobody can follow a table that rushes, as programs do: its spectators get
many moves in one message, every RUSHED seconds, and its players hear of the others' moves when it is their turn.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

TICK = 0.004
BUSY = 0.004
"""A tick that is this late means that the event loop is busy."""
SHARE = 0.01
"""Seconds that one tick may take."""
LATEST = 0.3
RUSHED = 1.0
MOMENT = 0.2
MANY = 8
"""A table rushes when this many moves have come in a row, each within a MOMENT of the one before."""

_log = logging.getLogger("seaboard.pacing")


class Paced:
    """A table's pace: how many moves in a row, and when the last one was."""

    __slots__ = ("last_move", "moves_in_a_row")

    def __init__(self) -> None:
        self.moves_in_a_row = 0
        self.last_move = 0.0


T = TypeVar("T", bound=Paced)


class Pacer(Generic[T]):
    """Schedules messages that can wait, one for any number of moves.

    `tell` gets the table that moved and whether it is still rushing. If there are others to update, it returns within how many seconds:
    LATEST for as soon as there is time, RUSHED for those who wait for the end of a rush.
    """

    def __init__(self, tell: Callable[[T, bool], float | None]) -> None:
        self._tell = tell
        self._soon: dict[T, float] = {}  # each with its deadline, earliest first
        self._patient: dict[T, float] = {}
        self._expected = 0.0
        self._busy_until = 0.0

    def moved(self, paced: T) -> bool:
        """Handle a move: schedule its message for when there is time, within LATEST; in a rush, after RUSHED.

        Returns whether the table is rushing now.
        """
        now = time.monotonic()
        paced.moves_in_a_row = paced.moves_in_a_row + 1 if now - paced.last_move < MOMENT else 0
        paced.last_move = now
        is_rushed = paced.moves_in_a_row >= MANY
        if paced not in self._soon and paced not in self._patient:
            if not self._soon and not self._patient:
                self._expected = now + TICK
                asyncio.get_running_loop().call_later(TICK, self._tick)
            if is_rushed:
                self._patient[paced] = now + RUSHED
            else:
                self._soon[paced] = now + LATEST
        return is_rushed

    def can_wait(self, paced: T) -> bool:
        """Whether the others will hear of a move later, and perhaps of several at once."""
        return paced.moves_in_a_row >= MANY or time.monotonic() < self._busy_until

    def _tick(self) -> None:
        began = now = time.monotonic()
        is_busy = began - self._expected > BUSY
        if is_busy:
            self._busy_until = began + LATEST
        while (self._soon or self._patient) and now - began < SHARE:
            soon = next(iter(self._soon.values()), float("inf"))
            patient = next(iter(self._patient.values()), float("inf"))
            waiting = self._soon if soon <= patient else self._patient
            if began < min(soon, patient):  # nothing is overdue
                if is_busy or not self._soon:
                    break
                waiting = self._soon
            paced = next(iter(waiting))
            del waiting[paced]
            try:
                is_rushed = paced.moves_in_a_row >= MANY and now - paced.last_move < MOMENT
                again = self._tell(paced, is_rushed)
                if again is not None:
                    (self._patient if again >= RUSHED else self._soon)[paced] = time.monotonic() + again
            except Exception:  # one failure must not stop the rest
                _log.exception("an update could not be sent")
            now = time.monotonic()
        if self._soon or self._patient:
            self._expected = now + TICK
            asyncio.get_running_loop().call_later(TICK, self._tick)
