"""The open sockets: closed when a device is signed out, or a person is banned."""

from collections.abc import Callable

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.people.identity import Visitor
from seaboard.server.storage.people import people
from seaboard.server.storage.store import Store
from seaboard.server.tables.host_decisions import House


class Socket:
    """An open socket, with or without a person; how to close it is known once it is served."""

    __slots__ = ("_close", "_why", "address", "device", "person")

    def __init__(self, visitor: Visitor | None, address: str) -> None:
        self.person = visitor.person.id if visitor else None
        self.device = visitor.device if visitor else None
        self.address = address
        self._why: CloseCode | None = None
        self._close: Callable[[int], None] | None = None

    def serve(self, close: Callable[[int], None]) -> None:
        """Set how to close it, and close it at once if that is overdue."""
        self._close = close
        if self._why is not None:
            close(self._why)

    def close(self, why: CloseCode) -> None:
        """Close it: it may no longer be used."""
        self._why = why
        if self._close is not None:
            self._close(why)


class Sockets:
    """All open sockets."""

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house
        self._of: dict[str | None, set[Socket]] = {}  # by person; None: of nobody

    def open(self, visitor: Visitor | None, address: str) -> Socket:
        """Add an open socket."""
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
        """Close the sockets of banned people."""
        for socket in [socket for sockets in self._of.values() for socket in sockets]:
            if self._house.is_banned(socket.person, socket.address):
                socket.close(CloseCode.BANNED)

    async def check(self, person: str | None) -> None:
        """Handle a change of a person, or (None) perhaps of anybody: close sockets that are no longer theirs."""
        sockets = [socket for one in ([person] if person else list(self._of)) for socket in self._of.get(one, ()) if socket.device]
        if not sockets:
            return
        devices = list({socket.device for socket in sockets if socket.device})
        owners = await self._store.read(lambda c: people.owners(c, devices))
        for socket in sockets:
            if owners.get(socket.device or "") != socket.person:
                socket.close(CloseCode.NOT_YOU)
