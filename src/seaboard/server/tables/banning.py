"""Somebody is banned: they can't be here, and at their tables they are somebody who left."""

import time
from ipaddress import ip_address

from sqlalchemy.engine import Connection as Database

from seaboard.errors import SeaboardError
from seaboard.server.limits import network
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.matches import finished
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.moderation.host_decisions import Kind
from seaboard.server.storage.people import erasing
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating

DECIDED = "x:"
"""Tells servers that a host has decided something."""
NETWORK = "n"
"""The kind of the note that asks servers to ban the network somebody comes from."""
LONGEST_OF_NETWORK = 7 * 86400.0
"""Seconds for which somebody's network is banned with them at most: a household is behind it, or a school, and somebody else next week."""


def ban_person(c: Database, person: str, *, seconds: float | None, host: str = "", why: str = "") -> list[str]:
    """Ban a person, for so long or (None) for good; what servers are told of it."""
    _set(c, person, "ban", seconds, host, why)
    tables = host_decisions.tables_now(c, person)
    for table in tables:
        queries.change_table(c, table, lambda t: leave(t, person))
    return [DECIDED, *(f"t:{table}" for table in tables)]


def ban_network(c: Database, found: str, *, seconds: float, host: str = "", why: str = "") -> list[str]:
    """Ban everybody who comes from a network, as `network_of` finds it."""
    _set(c, found, "ban", seconds, host, why)
    return [DECIDED]


def ban_network_of(c: Database, person: str, found: str, *, seconds: float, host: str = "") -> list[str]:
    """Ban the network that a person comes from: what is written down of it names the person, for their address is nobody's business."""
    host_decisions.set_ban(c, found, "ban", time.time() + seconds)
    host_decisions.note(c, "network", person, host=host)
    return [DECIDED]


def with_network(person: str, *, seconds: float | None, host: str = "") -> str:
    """What servers are told so that whoever of them knows from which network a person comes bans that too; no address is in it."""
    return f"{NETWORK}:{person}:{int(min(seconds or LONGEST_OF_NETWORK, LONGEST_OF_NETWORK))}:{host}"


def mute(c: Database, person: str, *, seconds: float | None, host: str = "", why: str = "") -> list[str]:
    """Somebody may play, but say nothing."""
    _set(c, person, "mute", seconds, host, why)
    return [DECIDED]


def lift(c: Database, subject: str, kind: Kind, *, host: str = "", why: str = "") -> bool:
    """Lift a ban or a mute; whether there was one."""
    was = host_decisions.lift_ban(c, subject, kind)
    if was:
        host_decisions.note(c, f"un{kind}", subject, host=host, why=why)
    return was


def _set(c: Database, subject: str, kind: Kind, seconds: float | None, host: str, why: str) -> None:
    host_decisions.set_ban(c, subject, kind, None if seconds is None else time.time() + seconds)
    host_decisions.note(c, kind, subject, host=host, why=why)


def leave(table: Table, person: str) -> None:
    """Somebody is no longer at a table: a bot covers their seat while a match is on, and another is the host."""
    seat = table.seat_of(person)
    if seat is not None and table.stage == "playing":
        seating.cover(table, seat, "left")
    elif seat is not None:
        seating.free(table, seat)
        seating.drop_share(table, person)
    others = [chair for chair in table.chairs if chair.person not in (None, person)]
    if table.maker == person and others:
        table.maker, table.maker_name = others[0].person or "", others[0].name
    elif table.maker == person:
        table.public = False  # nobody is to be asked to a table whose host can't come


def close_table(c: Database, table: str) -> None:
    """A table is no more if nothing was ever played there; else its match ends, nobody sits there any more, and it is in no list."""
    found = queries.find_table(c, table)
    if found is None:
        raise Refused("table.unknown", status=404)
    if not found.matches and found.stage == "open":
        erasing.delete_table(c, table)
        return
    after = queries.change_table(c, table, _close)
    if found.stage == "playing" and after.match:
        queries.end_match(c, after.match, "abandoned")
        finished.add(c, after)


def _close(table: Table) -> None:
    table.public = False
    seating.end(table)


def network_of(text: str) -> str | None:
    """The network that an address stands for, as limits count it; None if this is no address."""
    written = text.strip().removesuffix("/64")
    try:
        address = ip_address(written)
    except ValueError:
        if "/" in text:
            raise SeaboardError(f"{text} can't be banned: name one address; with IPv6 its /64 is meant") from None
        return None
    if address.is_loopback or address.is_unspecified:
        raise SeaboardError(f"{text} is this machine: behind a proxy that would be everybody")
    return network(written)
