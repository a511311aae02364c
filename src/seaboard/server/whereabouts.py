"""Where people are: the network that each was last seen in, for sharing by network, and so that a moderator can ban a person with their
network without ever seeing an address. Kept in memory only, never stored and never logged.
"""

import time
from collections import OrderedDict

from seaboard.server.limits import network

REMEMBERED = 86_400.0
"""Seconds for which a person's network is remembered after their last request."""
MOST_REMEMBERED = 50_000


class Whereabouts:
    """The networks of people; those not seen for longest are forgotten first."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Note where a person is now."""
        self._of[person] = network(address), time.monotonic() + REMEMBERED
        self._of.move_to_end(person)
        if len(self._of) > MOST_REMEMBERED:
            self._of.popitem(last=False)

    def of(self, *people: str) -> str:
        """Return the network of the first of these people with a known one; "" if there is none."""
        for person in people:
            found, until = self._of.get(person, ("", 0.0))
            if until > time.monotonic():
                return found
        return ""
