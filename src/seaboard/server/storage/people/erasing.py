"""Deleting a person: their own data is deleted, and shared data loses their name."""

import zlib

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from seaboard.games import has_rules
from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import finished
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.people import mentions
from seaboard.server.storage.rows import MatchRow, Table

NOBODY = "Incognito"
"""The name that others see instead, in either language."""
_ALL_OF_A_MATCH = (schema.entries, schema.kept, schema.reviews, schema.hints, schema.finished, schema.played)
_kept = msgspec.json.Decoder(dict[str, msgspec.Raw])


def tables_of(c: Connection, person: str) -> list[str]:
    """Return every table that knows a person, in the order in which rows are locked everywhere."""
    m, h = schema.members, schema.chat
    known = sa.union(
        mentions.tables_of(person),
        sa.select(m.c.table_id).where(m.c.person == person),
        sa.select(h.c.table_id).where(h.c.person == person),
    )
    return sorted(c.execute(known).scalars())


def others_at(c: Connection, table: Table, person: str) -> bool:
    """Whether anybody else was ever at a table."""
    m = schema.members
    known = {
        *table.people,
        table.maker,
        *(one for result in table.results for one in result.people),
        *(chair.gave_up for chair in table.chairs),
    }
    known |= set(c.execute(sa.select(m.c.person).where(m.c.table_id == table.id)).scalars())
    return bool(known - {person, None, ""})


def forget_table(c: Connection, table: str, person: str) -> None:
    """Delete a person's ties to a table, besides the table itself: its place in their list, and their chat."""
    for kept, column in ((schema.members, "table_id"), (schema.chat, "table_id"), (schema.presence, "table_id")):
        c.execute(kept.delete().where(kept.c[column] == table, kept.c.person == person))
    c.execute(schema.mentions.delete().where(schema.mentions.c.place == table, schema.mentions.c.person == person))


def delete_table(c: Connection, table: str) -> None:
    """Delete a table at which nobody else ever was, with all its matches."""
    m = schema.matches
    for match in list(c.execute(sa.select(m.c.id).where(m.c.table_id == table)).scalars()):
        _delete_match(c, match)
    c.execute(schema.presence.delete().where(schema.presence.c.table_id == table))
    c.execute(schema.watching.delete().where(schema.watching.c.table_id == table))
    queries.delete_table(c, table)


def seats_of(c: Connection, table: Table, person: str) -> dict[str, int]:
    """Return where a person sat in each finished match of a table."""
    p, m = schema.played, schema.matches
    query = sa.select(p.c.match_id, p.c.seat).join(m, m.c.id == p.c.match_id)
    rows = c.execute(query.where(m.c.table_id == table.id, p.c.person == person))
    return {row.match_id: row.seat for row in rows}


def forget_matches(c: Connection, seats: dict[str, int], person: str) -> None:
    """Remove a person from finished matches, by their seats: matches that nobody else played in are deleted, the others lose the name."""
    p = schema.played
    for match, seat in seats.items():
        if any(one != person for one in finished.people_of(c, match).values()):
            _forget_match(c, match, seat)
        else:
            _delete_match(c, match)
        c.execute(p.delete().where(p.c.match_id == match, p.c.person == person))


def _delete_match(c: Connection, match: str) -> None:
    for kept in _ALL_OF_A_MATCH:
        c.execute(kept.delete().where(kept.c.match_id == match))
    c.execute(schema.matches.delete().where(schema.matches.c.id == match))


def _forget_match(c: Connection, match: str, seat: int) -> None:
    p, r = schema.played, schema.reviews
    c.execute(r.delete().where(r.c.match_id == match, r.c.seat == seat))
    forget_name(c, match, seat)
    found = finished.find(c, match)
    if found is None:
        return
    found = replace(found, names=[NOBODY if at == seat else name for at, name in enumerate(found.names)])
    finished.change(c, found)
    for other in finished.people_of(c, match):
        c.execute(p.update().where(p.c.match_id == match, p.c.seat == other).values(others=finished.search_text(found, other)))


def forget_name(c: Connection, match: str, seat: int) -> None:
    """Remove a name from a record, and from what was kept of it, which is made again."""
    m, k = schema.matches, schema.kept
    row = queries.find_match(c, match)
    if row is None:
        return
    names = [NOBODY if at == seat else name for at, name in enumerate(row.names)]
    c.execute(m.update().where(m.c.id == match).values(names=msgspec.json.encode(names).decode()))
    frames = c.execute(sa.select(k.c.frames).where(k.c.match_id == match)).scalar()
    if frames is not None:
        c.execute(k.update().where(k.c.match_id == match).values(frames=_renamed(row, frames, names)))


def _renamed(row: MatchRow, frames: bytes, names: list[str]) -> bytes | None:
    if has_rules(row.game, row.rules):
        return None
    whole = _kept.decode(zlib.decompress(frames))
    record = msgspec.json.decode(whole["record"])
    record["names"] = names
    return zlib.compress(msgspec.json.encode({**whole, "record": msgspec.Raw(msgspec.json.encode(record))}))


def delete_person(c: Connection, person: str) -> None:
    """Delete all of a person's data that isn't at a table, and the person."""
    d, s, b, k, t = schema.devices, schema.subscriptions, schema.blocks, schema.deals, schema.tries
    devices = sa.select(d.c.id).where(d.c.person == person).scalar_subquery()
    c.execute(s.delete().where(s.c.device.in_(devices)))
    c.execute(b.delete().where(b.c.blocked == person))
    host_decisions.forget(c, person)
    c.execute(schema.invitations.delete().where(schema.invitations.c.inviter == person))
    for table in schema.metadata.sorted_tables:
        if "person" in table.c and table not in (
            schema.chat,
            schema.reports,
        ):  # chat is deleted table by table, and `house` handles reports
            c.execute(table.delete().where(table.c.person == person))
    is_tried = sa.exists().where(t.c.deal_id == k.c.id)
    c.execute(k.delete().where(k.c.maker == person, ~is_tried))
    c.execute(k.update().where(k.c.maker == person).values(maker=None, maker_name=NOBODY))
    c.execute(schema.people.delete().where(schema.people.c.id == person))
