"""The cookie that signs a device in. Other programs on the same host may have set other cookies, in any form."""

from collections.abc import Iterable

from seaboard.server.storage import ids

COOKIE = "seaboard"


def token_in(header: str) -> str:
    """Return the value of our cookie."""
    for cookie in header.split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


def without_others(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return a request's headers with no cookie but ours: the framework reads them all, which can take seconds for crafted ones, and large
    ones of other programs are too much for a socket.
    """
    kept: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        if name != b"cookie":
            kept.append((name, value))
        elif ids.TOKEN.fullmatch(token := token_in(value.decode("latin-1"))):
            kept.append((name, f"{COOKIE}={token}".encode()))
    return kept
