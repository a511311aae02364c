"""Which people are established: a guest who came today may have been here as someone else."""

import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.storage import schema


def is_known(c: Connection, person: str, day: str, at: float) -> bool:
    """Whether a person was here before a day began, or had a passkey by a certain time."""
    begun = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC).timestamp()
    p, k = schema.people, schema.passkeys
    if c.execute(sa.select(p.c.id).where(p.c.id == person, p.c.made < begun)).first():
        return True
    return c.execute(sa.select(k.c.id).where(k.c.person == person, k.c.made <= at).limit(1)).first() is not None
