"""Queries about people and their devices: functions over a connection, called through `Store`."""

import time

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import schema
from seaboard.server.storage.matches import deals, rating
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.people import blocking, invitations
from seaboard.server.storage.rows import Device, Passkey

MOST_DEVICES = 30
"""Devices of one person; to add another, the one unused for longest is signed out."""
MOST_CHALLENGES = 10_000
"""Challenges that passkeys have yet to sign; asking for one costs nothing, so the oldest are dropped."""

# ---- People and devices ------------------------------------------------------------------------


def find(c: Connection, person: str) -> Person | None:
    """Find a person by their id, locking them until this transaction is over."""
    p = schema.people
    row = c.execute(sa.select(p.c.id, p.c.name).where(p.c.id == person).with_for_update()).first()
    return Person(row.id, row.name) if row else None


def made(c: Connection, person: str) -> float | None:
    """Return when a person first came; None if they have been merged or deleted."""
    return c.execute(sa.select(schema.people.c.made).where(schema.people.c.id == person)).scalar()


class Listed(Struct, frozen=True):
    """A person, as listed for the operator."""

    id: str
    name: str
    seen: float | None
    matches: int


def listed(c: Connection, *, name: str, most: int) -> list[Listed]:
    """List people whose name contains this, most recently seen first."""
    p, d, played = schema.people, schema.devices, schema.played
    seen = sa.select(sa.func.max(d.c.seen)).where(d.c.person == p.c.id).scalar_subquery()
    matches = sa.select(sa.func.count()).where(played.c.person == p.c.id).scalar_subquery()
    query = sa.select(p.c.id, p.c.name, seen, matches).where(sa.func.lower(p.c.name).contains(name.lower(), autoescape=True))
    return [Listed(*row) for row in c.execute(query.order_by(sa.func.coalesce(seen, 0.0).desc(), p.c.id).limit(most))]


def names(c: Connection, found: list[str]) -> dict[str, str]:
    """Return the names of those ids that exist."""
    p = schema.people
    return {row.id: row.name for row in c.execute(sa.select(p.c.id, p.c.name).where(p.c.id.in_(found)))}


def check_there(c: Connection, person: str) -> None:
    """Refuse a person who has been merged or deleted, locking them until this transaction is over."""
    p = schema.people
    if c.execute(sa.select(p.c.id).where(p.c.id == person).with_for_update(read=True)).scalar() is None:
        raise Refused("guest.gone", status=404)


def of_token(c: Connection, token: bytes) -> tuple[Person, Device] | None:
    """Return who is signed in by the cookie, or bot account's token, with this fingerprint, and on which device."""
    d, p, a = schema.devices, schema.people, schema.bot_accounts
    query = sa.select(d, p.c.name, a.c.tables).join(p, p.c.id == d.c.person).outerjoin(a, a.c.person == p.c.id)
    found = c.execute(query.where(d.c.token == token)).mappings().first()
    return (Person(found["person"], found["name"], bot=found["tables"] is not None), _device(found)) if found else None


def add(c: Connection, person: Person, device: Device, token: bytes) -> None:
    """Add a new guest, on their first device."""
    c.execute(schema.people.insert().values(id=person.id, name=person.name, made=time.time()))
    add_device(c, device, token)


def rename(c: Connection, person: Person) -> None:
    """Rename a guest."""
    c.execute(schema.people.update().where(schema.people.c.id == person.id).values(name=person.name))
    rating.relist(c, person.id)


def add_device(c: Connection, device: Device, token: bytes) -> None:
    """Add a device on which a person is signed in."""
    d = schema.devices
    c.execute(d.insert().values(token=token, **msgspec.structs.asdict(device)))
    kept = sa.select(d.c.id).where(d.c.person == device.person).order_by(d.c.seen.desc()).limit(MOST_DEVICES)
    c.execute(d.delete().where(d.c.person == device.person, d.c.id.not_in(list(c.execute(kept).scalars()))))


def renew_device(c: Connection, known: str, device: Device, token: bytes) -> bool:
    """Update a known device, with another cookie and perhaps another person; return whether it still existed."""
    d = schema.devices
    values = {"person": device.person, "token": token, "browser": device.browser, "system": device.system, "seen": device.seen}
    return bool(c.execute(d.update().where(d.c.id == known).values(values)).rowcount)


def touch(c: Connection, device: str) -> None:
    """Note that a device is being used."""
    c.execute(schema.devices.update().where(schema.devices.c.id == device).values(seen=time.time()))


def devices_of(c: Connection, person: str) -> list[Device]:
    """Return where a person is signed in, most recently seen first."""
    d = schema.devices
    return [_device(row) for row in c.execute(sa.select(d).where(d.c.person == person).order_by(d.c.seen.desc(), d.c.id)).mappings()]


def sign_out(c: Connection, person: str, device: str) -> bool:
    """Sign out a person's device; return whether it was theirs."""
    d = schema.devices
    return bool(c.execute(d.delete().where(d.c.id == device, d.c.person == person)).rowcount)


def owners(c: Connection, devices: list[str]) -> dict[str, str]:
    """Return whose these devices are, for those that still exist."""
    d = schema.devices
    return {row.id: row.person for row in c.execute(sa.select(d.c.id, d.c.person).where(d.c.id.in_(devices)))}


def _device(row: sa.RowMapping) -> Device:
    return Device(**{name: row[name] for name in Device.__struct_fields__})


# ---- Links and recovery codes ------------------------------------------------------------------


def add_link(c: Connection, person: str, token: bytes, until: float) -> None:
    """Add a link that signs another device in; it replaces the one before."""
    t = schema.device_links
    c.execute(t.delete().where(sa.or_(t.c.person == person, t.c.until < time.time())))
    c.execute(t.insert().values(person=person, token=token, until=until))


def drop_link(c: Connection, person: str) -> None:
    """Revoke a person's link, if there is one."""
    c.execute(schema.device_links.delete().where(schema.device_links.c.person == person))


def of_link(c: Connection, token: bytes) -> str | None:
    """Return whose link this is, while it is valid."""
    t = schema.device_links
    return c.execute(sa.select(t.c.person).where(t.c.token == token, t.c.until > time.time())).scalar()


def use_link(c: Connection, token: bytes) -> str | None:
    """Use up a link; return whose it was, or None if it was no longer valid."""
    t = schema.device_links
    return c.execute(t.delete().where(t.c.token == token, t.c.until > time.time()).returning(t.c.person)).scalar()


def set_code(c: Connection, person: str, code: bytes) -> None:
    """Set a person's recovery code, replacing earlier ones."""
    t = schema.recovery_codes
    c.execute(t.delete().where(t.c.person == person))
    c.execute(t.insert().values(code=code, person=person, made=time.time()))


def of_code(c: Connection, code: bytes) -> str | None:
    """Return whose recovery code this is."""
    t = schema.recovery_codes
    return c.execute(sa.select(t.c.person).where(t.c.code == code)).scalar()


def code_made(c: Connection, person: str) -> float | None:
    """Return when a person's recovery code was made."""
    t = schema.recovery_codes
    return c.execute(sa.select(sa.func.max(t.c.made)).where(t.c.person == person)).scalar()


# ---- Passkeys ------------------------------------------------------------------------------------


def add_challenge(c: Connection, challenge: bytes, person: str, until: float) -> None:
    """Add a challenge for a passkey to sign, for a person or (``""``) to sign in."""
    t = schema.passkey_challenges
    c.execute(t.delete().where(t.c.until < time.time()))
    waiting = c.execute(sa.select(sa.func.count()).select_from(t)).scalar_one()
    if waiting >= MOST_CHALLENGES:
        oldest = c.execute(sa.select(t.c.challenge).order_by(t.c.until).limit(waiting // 10)).scalars()
        c.execute(t.delete().where(t.c.challenge.in_(list(oldest))))
    c.execute(t.insert().values(challenge=challenge, person=person, until=until))


def use_challenge(c: Connection, challenge: bytes, person: str) -> bool:
    """Use up a challenge; return whether it was this person's and still valid."""
    t = schema.passkey_challenges
    where = (t.c.challenge == challenge, t.c.person == person, t.c.until > time.time())
    return bool(c.execute(t.delete().where(*where)).rowcount)


def add_passkey(c: Connection, passkey: Passkey, fingerprint: bytes) -> None:
    """Add a passkey of a person."""
    c.execute(schema.passkeys.insert().values(credential=fingerprint, **msgspec.structs.asdict(passkey)))


def passkeys_of(c: Connection, person: str) -> list[Passkey]:
    """Return a person's passkeys, newest first."""
    t = schema.passkeys
    return [_passkey(row) for row in c.execute(sa.select(t).where(t.c.person == person).order_by(t.c.made.desc(), t.c.id)).mappings()]


def find_passkey(c: Connection, fingerprint: bytes) -> Passkey | None:
    """Find a passkey by the fingerprint of its credential."""
    row = c.execute(sa.select(schema.passkeys).where(schema.passkeys.c.credential == fingerprint)).mappings().first()
    return _passkey(row) if row else None


def use_passkey(c: Connection, passkey: str, uses: int) -> str | None:
    """Note a sign-in with a passkey; return whose it is, if it still exists."""
    t = schema.passkeys
    done = t.update().where(t.c.id == passkey).values(uses=uses, used=time.time()).returning(t.c.person)
    return c.execute(done).scalar()


def remove_passkey(c: Connection, person: str, passkey: str) -> bool:
    """Remove a person's passkey; return whether it was theirs."""
    t = schema.passkeys
    return bool(c.execute(t.delete().where(t.c.id == passkey, t.c.person == person)).rowcount)


def _passkey(row: sa.RowMapping) -> Passkey:
    return Passkey(**{name: row[name] for name in Passkey.__struct_fields__})


# ---- Two who turn out to be one ------------------------------------------------------------------


def count_tables(c: Connection, person: str) -> int:
    """Count a person's tables."""
    m = schema.members
    return c.execute(sa.select(sa.func.count()).select_from(m).where(m.c.person == person)).scalar_one()


def tables_to_move(c: Connection, person: str, *, finished: bool, most: int) -> list[str]:
    """Return a person's tables, in the order in which rows are locked everywhere."""
    m, t = schema.members, schema.tables
    query = sa.select(t.c.id).join(m, m.c.table_id == t.c.id).where(m.c.person == person)
    query = query.where(t.c.stage == "over") if finished else query
    return list(c.execute(query.order_by(t.c.id).limit(most)).scalars())


def shared_tables(c: Connection, one: str, other: str) -> list[str]:
    """Return tables with a running match that both people have."""
    m, n, t = schema.members, schema.members.alias(), schema.tables
    query = sa.select(t.c.id).join(m, m.c.table_id == t.c.id).join(n, n.c.table_id == t.c.id)
    return list(c.execute(query.where(m.c.person == one, n.c.person == other, t.c.stage == "playing")).scalars())


def move_table(c: Connection, table: str, old: str, new: str) -> None:
    """Move `old`'s ties to a table to `new`, besides the table itself: its place in their list, and their chat."""
    m, t = schema.members, schema.chat
    c.execute(m.delete().where(m.c.table_id == table, m.c.person == old))
    if not c.execute(sa.select(m.c.person).where(m.c.table_id == table, m.c.person == new)).scalar():
        c.execute(m.insert().values(person=new, table_id=table))
    c.execute(t.update().where(t.c.table_id == table, t.c.person == old).values(person=new))


def move_person(c: Connection, old: str, new: str) -> None:
    """Move all of `old`'s data that isn't at a table to `new`, and delete `old`."""
    for table in (schema.devices, schema.recovery_codes, schema.passkeys):
        c.execute(table.update().where(table.c.person == old).values(person=new))
    for table in (schema.device_links, schema.passkey_challenges):
        c.execute(table.delete().where(table.c.person == old))
    blocking.move(c, old, new)
    deals.move(c, old, new)
    invitations.move(c, old, new)
    host_decisions.move(c, old, new)
    c.execute(schema.people.delete().where(schema.people.c.id == old))
