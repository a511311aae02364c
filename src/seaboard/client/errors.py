"""What can go wrong with a server."""

from seaboard.errors import SeaboardError


class ClientError(SeaboardError):
    """The server has refused something, or can't be reached; the message says why."""


class SignedOut(ClientError):
    """The token opens nothing at this server."""


class Gone(ClientError):
    """There is no such table any more, or not for this account."""
