"""Errors of a connection to a server."""

from seaboard.errors import SeaboardError


class ClientError(SeaboardError):
    """The server has refused something, or can't be reached; the message says why."""


class SignedOut(ClientError):
    """This server does not accept the token."""


class Gone(ClientError):
    """The table no longer exists, or not for this account."""
