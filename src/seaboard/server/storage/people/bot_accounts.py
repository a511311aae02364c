"""Bot accounts: people of a special kind, signed in by a token that the server's operator has made for a program.

A row of `bot_accounts` marks a person as one; everything else about them is stored as for anybody.
"""

import re
import time
import unicodedata

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, schema
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Device, Table

MARK = " (bot)"
"""The end of every account's name, so that it is recognisable anywhere: in a record, a terminal or a chat."""
MOST_TABLES = 12
"""Tables at which one account may play at once; each needs a socket."""
_TAKEN = re.compile(r"\((ro)?bot\)$")
_a, _p, _d = schema.bot_accounts, schema.people, schema.devices
_table = msgspec.json.Decoder(Table)


class Listed(Struct, frozen=True):
    """A bot account, as listed for the operator; `seen` is None if its token was revoked."""

    id: str
    name: str
    tables: int
    seen: float | None


def looks_like_one(name: str) -> bool:
    """Whether a name looks like a bot account's."""
    return bool(_TAKEN.search(unicodedata.normalize("NFKC", name).casefold().replace(" ", "")))


def add(c: Connection, name: str, *, tables: int) -> tuple[Person, str]:
    """Make an account, and its token, which is stored nowhere."""
    person, token, now = Person(ids.new_id("p"), name + MARK, bot=True), ids.new_token(), time.time()
    people.add(c, person, Device(ids.new_id("d"), person.id, "", "", made=now, seen=now), ids.fingerprint(token))
    c.execute(_a.insert().values(person=person.id, tables=tables, made=now))
    return person, token


def listed(c: Connection) -> list[Listed]:
    """List all accounts, oldest first."""
    seen = sa.select(sa.func.max(_d.c.seen)).where(_d.c.person == _p.c.id).scalar_subquery()
    query = sa.select(_p.c.id, _p.c.name, _a.c.tables, seen).join(_a, _a.c.person == _p.c.id)
    return [Listed(*row) for row in c.execute(query.order_by(_a.c.made, _p.c.id))]


def revoke(c: Connection, person: str) -> bool:
    """Revoke an account's token; return whether it had one."""
    return bool(c.execute(_d.delete().where(_d.c.person == person, _is_account(person))).rowcount)


def signed_in(c: Connection) -> list[Person]:
    """The accounts that have a token, by name."""
    query = sa.select(_p.c.id, _p.c.name).join(_a, _a.c.person == _p.c.id)
    query = query.where(sa.exists().where(_d.c.person == _p.c.id)).order_by(_p.c.name, _p.c.id)
    return [Person(row.id, row.name, bot=True) for row in c.execute(query)]


def of(c: Connection, people: set[str]) -> frozenset[str]:
    """Which of these people are bot accounts."""
    return frozenset(c.execute(sa.select(_a.c.person).where(_a.c.person.in_(people))).scalars()) if people else frozenset()


def check_invited(c: Connection, table: Table, person: str) -> None:
    """Check that an account is at its own table, or invited."""
    i = schema.invitations
    invited = sa.select(i.c.person).where(i.c.table_id == table.id, i.c.person == person, i.c.declined.is_(False))
    if table.maker != person and table.seat_of(person) is None and c.execute(invited).scalar() is None:
        raise Refused("bot.uninvited", status=403)


def check_tables(c: Connection, person: str) -> None:
    """Refuse an account a seat at more tables than allowed, locking it until this transaction is over."""
    t, m = schema.tables, schema.members
    most = c.execute(sa.select(_a.c.tables).where(_a.c.person == person).with_for_update()).scalar() or 0
    docs = c.execute(sa.select(t.c.doc).join(m, m.c.table_id == t.c.id).where(m.c.person == person, t.c.stage != "over")).scalars()
    if sum(_table.decode(doc).seat_of(person) is not None for doc in docs) > most:
        raise Refused("bot.busy", most=most)


def _is_account(person: str) -> sa.Exists:
    return sa.exists().where(_a.c.person == person)
