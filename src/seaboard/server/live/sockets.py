"""The open sockets of people, by device: when a device is no longer theirs, its sockets are closed."""

from collections.abc import Callable

from seaboard.server.http.identity import Visitor
from seaboard.server.protocol import CloseCode
from seaboard.server.storage import people
from seaboard.server.storage.store import Store


class Socket:
    """An open socket of somebody; how it is closed is known when it is served."""

    def __init__(self, visitor: Visitor) -> None:
        self.person = visitor.person.id
        self.device = visitor.device
        self._is_closed = False
        self._close: Callable[[int], None] | None = None

    def serve(self, close: Callable[[int], None]) -> None:
        """It is closed like this, at once if it should have been already."""
        self._close = close
        if self._is_closed:
            close(CloseCode.NOT_YOU)

    def close(self) -> None:
        """It is not this person's any more."""
        self._is_closed = True
        if self._close is not None:
            self._close(CloseCode.NOT_YOU)


class Sockets:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._of: dict[str, set[Socket]] = {}  # by person

    def open(self, visitor: Visitor) -> Socket:
        """Somebody has opened a socket."""
        socket = Socket(visitor)
        self._of.setdefault(socket.person, set()).add(socket)
        return socket

    def closed(self, socket: Socket) -> None:
        """It is gone."""
        sockets = self._of[socket.person]
        sockets.discard(socket)
        if not sockets:
            del self._of[socket.person]

    async def check(self, person: str | None) -> None:
        """Something has changed about a person, or (None) may have about anybody: close what is no longer theirs."""
        sockets = [socket for one in ([person] if person else list(self._of)) for socket in self._of.get(one, ())]
        if not sockets:
            return
        devices = list({socket.device for socket in sockets})
        owners = await self._store.read(lambda c: people.owners(c, devices))
        for socket in sockets:
            if owners.get(socket.device) != socket.person:
                socket.close()
