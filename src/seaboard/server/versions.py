"""The protocol's version, which lets pages and servers of two releases work together during an upgrade.

A client says which version it speaks, `?protocol=2` at the end of a socket's address; one that says nothing speaks the first.
A server speaks its own version and the one before it.
"""

import re

from msgspec import Struct

PROTOCOL = 2
"""Raised whenever a message changes in a way that clients of the version before can't cope with."""
OLDEST = 1
"""The oldest version that this server still speaks: that of the release before it."""
_SAID = re.compile(rb"(?:^|&)protocol=(\d{1,4})(?:&|$)")


class Hello(Struct, tag_field="type", tag="hello", frozen=True):
    """The first message, to clients that said which version they speak: the server's own version, and the oldest it speaks."""

    protocol: int
    oldest: int


def said_in(query: bytes) -> int:
    """Read the version that a client says it speaks."""
    said = _SAID.search(query)
    return int(said[1]) if said else 1
