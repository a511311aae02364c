"""Where a push may be sent. The address comes from an untrusted client, so it must belong to a public machine, and still do so when the
connection is made: the name is resolved here, and the connection goes to the very address that was checked.
"""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM, getaddrinfo

from seaboard.server.refusals import Refused

PORT = 443
PATIENCE = 5.0
"""Seconds for a name to be found."""
_ENDPOINT = re.compile(r"https://(?P<host>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::443)?(?P<path>/[!-~]{0,1000})")
_GLOBAL = IPv6Network("2000::/3")
_TRANSLATED = IPv6Network("64:ff9b::/96")
_looking = ThreadPoolExecutor(2, "seaboard-resolve")  # a name that resolves slowly delays nobody else


@dataclass(frozen=True, slots=True)
class Target:
    """What to connect to, and the headers for it."""

    url: str
    host: str
    origin: str


def is_trusted(endpoint: str, trusted: Sequence[str]) -> bool:
    """Whether this is at one of the push services configured by the operator, which may be anywhere."""
    return any(endpoint.startswith(origin + "/") for origin in trusted)


async def find_target(endpoint: str, trusted: Sequence[str]) -> Target:
    """Find how to reach an endpoint; refused if it isn't https to the usual port of a public machine."""
    if is_trusted(endpoint, trusted):
        origin = "/".join(endpoint.split("/", 3)[:3])
        return Target(endpoint, origin.partition("://")[2], origin)
    found = _ENDPOINT.fullmatch(endpoint)
    if found is None or "#" in endpoint or "\\" in endpoint:
        raise Refused("push.address", status=422)
    host = found["host"].lower()
    address = await _look_up(host.strip("[]"))
    shown = f"[{address}]" if address.version == 6 else str(address)
    return Target(f"https://{shown}{found['path']}", host, f"https://{host}")


async def _look_up(name: str) -> IPv4Address | IPv6Address:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            found = await loop.run_in_executor(_looking, lambda: getaddrinfo(name, PORT, type=SOCK_STREAM))
    except (OSError, UnicodeError):  # a time-out is an OSError too
        raise Refused("push.unreachable", status=422) from None
    addresses = [ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    if not addresses or not all(map(is_public, addresses)):
        raise Refused("push.address", status=422)
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is on the public Internet, including any address embedded in it."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not address.is_reserved
    hidden = address.ipv4_mapped or address.sixtofour
    if address in _TRANSLATED:
        hidden = IPv4Address(int(address) & 0xFFFFFFFF)
    if hidden is not None:
        return is_public(hidden)
    return address in _GLOBAL and address.is_global and address.teredo is None
