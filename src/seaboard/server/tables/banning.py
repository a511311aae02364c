"""Banning people: they are shut out of the server, and have left their tables."""

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
"""The kind of the note that asks servers to ban a person's network."""
LONGEST_OF_NETWORK = 7 * 86400.0
"""The most seconds for which a person's network is banned with them: it may be a household or a school, and somebody else's next week."""


def ban_person(c: Database, person: str, *, seconds: float | None, host: str = "", why: str = "") -> list[str]:
    """Ban a person, for a time or (None) for good; return the notes for the servers."""
    _set(c, person, "ban", seconds, host, why)
    tables = host_decisions.tables_now(c, person)
    for table in tables:
        queries.change_table(c, table, lambda t: leave(t, person))
    return [DECIDED, *(f"t:{table}" for table in tables)]


def ban_network(c: Database, found: str, *, seconds: float, host: str = "", why: str = "") -> list[str]:
    """Ban everybody from a network, as found by `network_of`."""
    _set(c, found, "ban", seconds, host, why)
    return [DECIDED]


def ban_network_of(c: Database, person: str, found: str, *, seconds: float, host: str = "") -> list[str]:
    """Ban the network that a person comes from: the log names the person, since their address stays private."""
    host_decisions.set_ban(c, found, "ban", time.time() + seconds)
    host_decisions.note(c, "network", person, host=host)
    return [DECIDED]


def with_network(person: str, *, seconds: float | None, host: str = "") -> str:
    """Make the note that asks any server that knows a person's network to ban it too; it contains no address."""
    return f"{NETWORK}:{person}:{int(min(seconds or LONGEST_OF_NETWORK, LONGEST_OF_NETWORK))}:{host}"


def mute(c: Database, person: str, *, seconds: float | None, host: str = "", why: str = "") -> list[str]:
    """Mute a person: they may play, but say nothing."""
    _set(c, person, "mute", seconds, host, why)
    return [DECIDED]


def lift(c: Database, subject: str, kind: Kind, *, host: str = "", why: str = "") -> bool:
    """Lift a ban or a mute; return whether there was one."""
    was = host_decisions.lift_ban(c, subject, kind)
    if was:
        host_decisions.note(c, f"un{kind}", subject, host=host, why=why)
    return was


def _set(c: Database, subject: str, kind: Kind, seconds: float | None, host: str, why: str) -> None:
    host_decisions.set_ban(c, subject, kind, None if seconds is None else time.time() + seconds)
    host_decisions.note(c, kind, subject, host=host, why=why)


def leave(table: Table, person: str) -> None:
    """Remove a banned person from a table: a bot covers their seat during a match, and another person becomes the host."""
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
        table.public = False  # nobody should be invited to a table whose host is banned


def close_table(c: Database, table: str) -> None:
    """Close a table: delete it if nothing was ever played there; otherwise end its match, empty it, and take it off every list."""
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
    """Return the network of an address, as limits count it; None if this isn't an address."""
    written = text.strip().removesuffix("/64")
    try:
        address = ip_address(written)
    except ValueError:
        if "/" in text:
            raise SeaboardError(f"{text} can't be banned: give one address; with IPv6 this bans its /64") from None
        return None
    if address.is_loopback or address.is_unspecified:
        raise SeaboardError(f"{text} is this machine: behind a proxy that would be everybody")
    return network(written)
