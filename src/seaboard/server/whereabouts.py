"""Where people are: the network that each was last seen in, for what networks share. In memory alone: no address is written down."""

from collections import OrderedDict

from seaboard.server.limits import network

MOST_REMEMBERED = 50_000


class Whereabouts:
    """The networks of people, whoever was not seen for longest forgotten first."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody is there now."""
        self._of[person] = network(address)
        self._of.move_to_end(person)
        if len(self._of) > MOST_REMEMBERED:
            self._of.popitem(last=False)

    def of(self, *people: str) -> str:
        """The network of the first of these people who is known; "" if none is: nobody has been here to wait for anything."""
        return next((self._of[person] for person in people if person in self._of), "")
