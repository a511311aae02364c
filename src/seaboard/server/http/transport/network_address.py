"""Where others on the network can reach this server, since an invitation to "localhost" is useless to them."""

import ipaddress
import socket

from fastapi import Request

ANYWHERE = ("0.0.0.0", "::")
_OUTSIDE = ("192.0.2.1", 9)
"""An address that is nobody's, for asking which way out leads there; nothing is sent."""


def reachable_at(host: str, request: Request) -> list[str]:
    """Return the addresses for invitations, if the server listens on the network; only this machine is told."""
    if request.client is None or not _is_loopback(request.client.host):
        return []
    own = _own_address() if host in ANYWHERE else host
    if own is None or own == "localhost" or _is_loopback(own):
        return []
    return [f"http://{f'[{own}]' if ':' in own else own}:{request.url.port or 80}"]


def _own_address() -> str | None:
    """This machine's address in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_OUTSIDE)
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
