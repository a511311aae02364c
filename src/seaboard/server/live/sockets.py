"""The open sockets: when a device is no longer its person's, or somebody is banned, theirs are closed."""

from collections.abc import Callable

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.people.identity import Visitor
from seaboard.server.storage.people import people
from seaboard.server.storage.store import Store
from seaboard.server.tables.host_decisions import House


class Socket:
    """An open socket, of somebody or nobody; how it is closed is known when it is served."""

    __slots__ = ("_close", "_why", "address", "device", "person")

    def __init__(self, visitor: Visitor | None, address: str) -> None:
        self.person = visitor.person.id if visitor else None
        self.device = visitor.device if visitor else None
        self.address = address
        self._why: CloseCode | None = None
        self._close: Callable[[int], None] | None = None

    def serve(self, close: Callable[[int], None]) -> None:
        """It is closed like this, at once if it should have been already."""
        self._close = close
        if self._why is not None:
            close(self._why)

    def close(self, why: CloseCode) -> None:
        """Nobody may go on using it."""
        self._why = why
        if self._close is not None:
            self._close(why)


class Sockets:
    """All of them."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house
        self._of: dict[str | None, set[Socket]] = {}  # by person; None: of nobody

    def open(self, visitor: Visitor | None, address: str) -> Socket:
        """Somebody has opened a socket."""
        socket = Socket(visitor, address)
        self._of.setdefault(socket.person, set()).add(socket)
        return socket

    def closed(self, socket: Socket) -> None:
        """It is gone."""
        sockets = self._of[socket.person]
        sockets.discard(socket)
        if not sockets:
            del self._of[socket.person]

    def close_banned(self) -> None:
        """Somebody may have been banned."""
        for socket in [socket for sockets in self._of.values() for socket in sockets]:
            if self._house.is_banned(socket.person, socket.address):
                socket.close(CloseCode.BANNED)

    async def check(self, person: str | None) -> None:
        """Something has changed about a person, or (None) may have about anybody: close what is no longer theirs."""
        sockets = [socket for one in ([person] if person else list(self._of)) for socket in self._of.get(one, ()) if socket.device]
        if not sockets:
            return
        devices = list({socket.device for socket in sockets if socket.device})
        owners = await self._store.read(lambda c: people.owners(c, devices))
        for socket in sockets:
            if owners.get(socket.device or "") != socket.person:
                socket.close(CloseCode.NOT_YOU)
