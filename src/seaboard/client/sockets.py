"""Sockets to a server that are re-opened whenever they are lost."""

import asyncio
from collections.abc import AsyncGenerator, Mapping

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI

from seaboard.client.errors import ClientError, Gone, SignedOut
from seaboard.server.close_codes import WHY_CLOSED, CloseCode

PAUSE = 0.5
"""Seconds before a socket that was lost is opened again; if that fails, the library waits longer and longer."""
LATER = 5.0
"""Seconds before reconnecting if the server says that this was too fast."""
MOST_WAITING = 1024
"""Messages that may wait while a bot thinks: with a full queue, not even a ping would be answered."""
LARGEST = 4 * 1024 * 1024
_GONE = {CloseCode.REMOVED, CloseCode.UNKNOWN_TABLE, CloseCode.CLOSED_TABLE, CloseCode.OLD_RULES}
_SIGNED_OUT = {CloseCode.NOBODY, CloseCode.NOT_YOU}


async def connections(server: str, path: str, headers: Mapping[str, str]) -> AsyncGenerator[ClientConnection, None]:
    """Yield a socket, and another one whenever the caller is done with it; raises if the server wants no other."""
    address = server.replace("http", "ws", 1) + path
    try:
        async for socket in connect(address, additional_headers=headers, max_queue=MOST_WAITING, max_size=LARGEST, compression=None):
            yield socket
            await socket.close()
            if socket.close_code in _SIGNED_OUT:
                raise SignedOut("this server does not accept the token: it was revoked, or the server does not accept bot accounts")
            if socket.close_code == CloseCode.BANNED:
                raise SignedOut(WHY_CLOSED[CloseCode.BANNED])
            if socket.close_code in _GONE:
                raise Gone(WHY_CLOSED[CloseCode(socket.close_code)])
            await asyncio.sleep(LATER if socket.close_code == CloseCode.TOO_FAST else PAUSE)
    except (InvalidHandshake, InvalidURI) as error:
        raise ClientError(f"{address} can't be used: {error}") from error
