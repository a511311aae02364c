"""All data about a person, as one JSON file that is written while it is read from the database."""

import time
import zlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.engine import Connection as Database

from seaboard.server.matches import records
from seaboard.server.protocol import Person
from seaboard.server.storage import queries
from seaboard.server.storage.matches import rating
from seaboard.server.storage.people import blocking, exporting, people
from seaboard.server.storage.store import Store

FORMAT = 1
_encode = msgspec.json.encode


async def export(store: Store, person: Person) -> AsyncIterator[bytes]:
    """The file, piece by piece."""
    first = await store.read(lambda c: _about(c, person))
    yield _encode(first)[:-1] + b',"matches":['
    after: tuple[float, str] | None = None
    while True:
        found = await store.read(partial(exporting.matches, person=person.id, after=after))
        for number, (_, match) in enumerate(found):
            yield (b"," if after or number else b"") + b"\n" + await store.read(partial(_match, person=person.id, match=match))
        if not found:
            break
        after = found[-1]
    yield b"]}\n"


def _about(c: Database, person: Person) -> dict[str, Any]:
    who = person.id
    return {
        "seaboard_export": FORMAT,
        "at": time.time(),
        "person": {"id": who, "name": person.name, "since": exporting.since(c, who), "on_leaderboards": rating.is_listed(c, who)},
        "devices": [{name: getattr(one, name) for name in ("browser", "system", "made", "seen")} for one in people.devices_of(c, who)],
        "passkeys": [
            {name: getattr(one, name) for name in ("site", "browser", "system", "made", "used")} for one in people.passkeys_of(c, who)
        ],
        "recovery_code_made": people.code_made(c, who),
        "notifications": exporting.notifications(c, who),
        "blocked": [one.name for one in blocking.blocked_people(c, who)],
        "ratings": rating.all_of(c, who),
        "said": exporting.said(c, who),
        "tables": exporting.tables(c, who),
        "tries": exporting.tries(c, who),
        "challenges": exporting.challenges(c, who),
        "invitations": exporting.invitations(c, who),
        "reports": exporting.reports(c, who),
    }


def _match(c: Database, person: str, match: str) -> bytes:
    """Return a finished match: its record, its result for this person, and the review of their play."""
    row = queries.find_match(c, match)
    record = records.bare_record(row, queries.entries_of(c, match)) if row else {"match": match}
    yours = exporting.played(c, person, match)
    review = queries.find_review(c, match, yours["seat"])
    told = msgspec.Raw(zlib.decompress(review[1])) if review else None
    return _encode({"record": record, "yours": yours, "review": told})
