"""Where people come from, so that a moderator can ban somebody with their network without ever being told an address."""

import time
from collections import OrderedDict

from seaboard.server.limits import network

REMEMBERED = 86_400.0
"""Seconds after somebody's last request for which their network is known."""
MOST = 10_000


class Networks:
    """The network that each person was last seen to come from: in memory alone, for a day, never stored and never logged."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody asks for something."""
        self._of[person] = network(address), time.monotonic() + REMEMBERED
        self._of.move_to_end(person)
        if len(self._of) > MOST:
            self._of.popitem(last=False)

    def of(self, person: str) -> str | None:
        """The network, as limits and bans count it; None if it isn't known."""
        found, until = self._of.get(person, ("", 0.0))
        return found if until > time.monotonic() else None
