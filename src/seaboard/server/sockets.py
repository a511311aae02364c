"""uvicorn's WebSocket protocol with one thing more: messages can be written at once, without a task to wait for them.

A move goes to everyone at the table, and most of them can take it right away; a coroutine through three layers for each
costs more than the message does. Applications find `push` in the scope's extensions, and do without it elsewhere.
"""

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PUSH = "seaboard.push"
_TEXT = 0x81  # a whole text message in one frame


class PushingProtocol(WebSocketsSansIOProtocol):
    """A socket that can be pushed to."""

    def handle_connect(self, event: Any) -> None:
        """Offer `push` to the application, which starts after this."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = cast(dict[str, Any], self.scope["extensions"])
            extensions[PUSH] = self.push

    def push(self, texts: list[bytes]) -> bool:
        """Write text messages at once, together; False, and nothing written, if the socket can't take them now."""
        if not self.writable.is_set() or self.close_sent or not self.handshake_complete or self.transport.is_closing():
            return False
        frames = []
        for text in texts:
            size = len(text)
            if size < 126:
                frames.append(bytes((_TEXT, size)))
            elif size < 65536:
                frames.append(bytes((_TEXT, 126)) + size.to_bytes(2, "big"))
            else:
                frames.append(bytes((_TEXT, 127)) + size.to_bytes(8, "big"))
            frames.append(text)
        self.transport.write(b"".join(frames))
        return True
