"""The devices that get notifications while no page is open, and the server's own secrets."""

import hashlib
import time

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.storage import schema
from seaboard.server.storage.rows import Subscription

_s = schema.subscriptions


def secret(c: Connection, name: str, made: bytes) -> bytes:
    """Return a secret shared by all servers on this database: the stored one, or else this one from now on."""
    c.execute(sa.text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING"), {"name": name, "value": made})
    return bytes(c.execute(sa.select(schema.secrets.c.value).where(schema.secrets.c.name == name)).scalar_one())


def add(c: Connection, told: Subscription) -> None:
    """Subscribe a device, replacing its earlier subscription."""
    d = schema.devices
    is_left = ~sa.exists().where(d.c.id == _s.c.device)  # of a device that was signed out
    c.execute(_s.delete().where(sa.or_(_s.c.id == _id(told.endpoint), _s.c.device == told.device, is_left)))
    c.execute(_s.insert().values(id=_id(told.endpoint), made=time.time(), **msgspec.structs.asdict(told)))


def remove(c: Connection, endpoint: str) -> None:
    """Remove a device that no longer exists."""
    c.execute(_s.delete().where(_s.c.id == _id(endpoint)))


def stop(c: Connection, device: str) -> None:
    """Unsubscribe a device."""
    c.execute(_s.delete().where(_s.c.device == device))


def of_person(c: Connection, person: str) -> list[Subscription]:
    """Return the subscriptions of all devices on which a person is signed in."""
    d = schema.devices
    columns = [_s.c[name] for name in Subscription.__struct_fields__]
    found = c.execute(sa.select(*columns).join(d, d.c.id == _s.c.device).where(d.c.person == person))
    return [Subscription(**{**row, "key": bytes(row["key"]), "auth": bytes(row["auth"])}) for row in found.mappings()]


def note_failure(c: Connection, endpoint: str, most: int) -> None:
    """Record a failed push; a device with repeated failures is forgotten."""
    c.execute(_s.update().where(_s.c.id == _id(endpoint)).values(failures=_s.c.failures + 1))
    c.execute(_s.delete().where(_s.c.id == _id(endpoint), _s.c.failures >= most))


def note_success(c: Connection, endpoint: str) -> None:
    """Record a sent push."""
    c.execute(_s.update().where(_s.c.id == _id(endpoint)).values(failures=0))


def _id(endpoint: str) -> bytes:
    return hashlib.sha256(endpoint.encode()).digest()
