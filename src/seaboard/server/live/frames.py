"""Counting WebSocket frames from a client before they are read, which takes much longer: a flood then costs next to nothing."""

_LENGTHS = {126: 2, 127: 8}
"""Bytes in which a longer frame's length follows, by what stands in its place."""


class FrameCounter:
    """Counts the frames that begin in each piece of what a client sends."""

    __slots__ = ("_head", "_left")

    def __init__(self) -> None:
        self._head = b""  # what has come of a frame's head, while it isn't whole
        self._left = 0  # bytes of a frame that are still to come

    def count(self, data: bytes, *, most: int) -> int:
        """Return how many heads of frames are completed by this piece; one more than `most` if there are more."""
        if self._head:
            data, self._head = self._head + data, b""
        at, size, found = self._left, len(data), 0
        while at < size:
            length = data[at + 1] & 127 if at + 1 < size else 0
            more = _LENGTHS.get(length, 0)
            end = at + 2 + more + (4 if at + 1 < size and data[at + 1] & 128 else 0)
            if end > size:
                self._head, self._left = data[at:], 0
                return found
            found += 1
            if found > most:
                return found
            at = end + (int.from_bytes(data[at + 2 : at + 2 + more], "big") if more else length)
        self._left = at - size
        return found
