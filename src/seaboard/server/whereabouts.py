"""Where people are: the network that each was last seen in, for what networks share, and so that a moderator can ban somebody with their
network without ever being told an address. In memory alone: it is never stored and never logged.
"""

import time
from collections import OrderedDict

from seaboard.server.limits import network

REMEMBERED = 86_400.0
"""Seconds after somebody's last request for which their network is known."""
MOST_REMEMBERED = 50_000


class Whereabouts:
    """The networks of people, whoever was not seen for longest forgotten first."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody is there now."""
        self._of[person] = network(address), time.monotonic() + REMEMBERED
        self._of.move_to_end(person)
        if len(self._of) > MOST_REMEMBERED:
            self._of.popitem(last=False)

    def of(self, *people: str) -> str:
        """The network of the first of these people who is known; "" if none is."""
        for person in people:
            found, until = self._of.get(person, ("", 0.0))
            if until > time.monotonic():
                return found
        return ""
