"""Queries about tables and matches: functions over a connection, called through `Store`."""

import time
from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.games import GAMES
from seaboard.server.protocol import Ended, Line, Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import schema
from seaboard.server.storage.people import mentions
from seaboard.server.storage.rows import Entry, MatchRow, Shuffle, Table

CHAT_SHOWN = 50
DAY = 86400.0
LISTED = 100
MANY = 500
"""How many ids one query asks for at most."""
PROCESS_GONE = 30.0
"""A server that hasn't sent a heartbeat for this long is considered dead."""

_table = msgspec.json.Decoder(Table)
_shuffle = msgspec.json.Decoder(Shuffle)

# ---- Tables --------------------------------------------------------------------------------------


def add_table(c: Connection, table: Table) -> None:
    """Add a table."""
    c.execute(schema.tables.insert().values(id=table.id, **_columns(table)))
    _note_people(c, table)


def find_table(c: Connection, table: str, *, lock: bool = False) -> Table | None:
    """Find a table by its id; with `lock`, locked until this transaction is over."""
    query = sa.select(schema.tables.c.doc).where(schema.tables.c.id == table)
    doc = c.execute(query.with_for_update() if lock else query).scalar()
    return _table.decode(doc) if doc else None


def find_tables(c: Connection, tables: Sequence[str]) -> list[Table]:
    """Return those of these tables that exist."""
    found: list[Table] = []
    for at in range(0, len(tables), MANY):
        query = sa.select(schema.tables.c.doc).where(schema.tables.c.id.in_(tables[at : at + MANY]))
        found += (_table.decode(doc) for doc in c.execute(query).scalars())
    return found


def change_table(c: Connection, table: str, change: Callable[[Table], None]) -> Table:
    """Change a table under its lock; if the change is refused, that is raised and nothing changes. A change without effect keeps the
    version, so that nobody is notified.
    """
    t = schema.tables
    doc = c.execute(sa.select(t.c.doc).where(t.c.id == table).with_for_update()).scalar()
    if doc is None:
        raise Refused("table.unknown", status=404)
    found = _table.decode(doc)
    was, was_open = msgspec.json.encode(found), found.stage == "open"
    change(found)
    if msgspec.json.encode(found) != was:
        found.version += 1
        c.execute(t.update().where(t.c.id == table).values(**_columns(found)))
    _note_people(c, found)
    if was_open:
        _end_invitations(c, found)
    return found


def _end_invitations(c: Connection, table: Table) -> None:
    """End invitations to a table that is full or has begun, and those of people who have sat down or were removed."""
    i = schema.invitations
    ended = i.delete().where(i.c.table_id == table.id)
    is_over = table.stage != "open" or not table.has_free_chair
    c.execute(ended if is_over else ended.where(i.c.person.in_([*table.people, *table.banned])))


def _columns(table: Table) -> dict[str, object]:
    return {
        "version": table.version,
        "public": table.public,
        "stage": table.stage,
        "touched": time.time(),
        "doc": msgspec.json.encode(table).decode(),
        "indexed": table.version,
    }


def _note_people(c: Connection, table: Table) -> None:
    """Remember who was at a table, so that they find it again, and whom it names, so that they can be deleted from it."""
    mentions.add(c, table.id, table.named)
    m = schema.members
    wanted = {person for person in (table.maker, *table.people) if person}
    known = set(c.execute(sa.select(m.c.person).where(m.c.table_id == table.id, m.c.person.in_(wanted))).scalars())
    if wanted - known:
        c.execute(m.insert(), [{"person": person, "table_id": table.id} for person in sorted(wanted - known)])


def delete_table(c: Connection, table: str) -> None:
    """A table at which nothing was ever played, with all that was said there."""
    c.execute(schema.chat.delete().where(schema.chat.c.table_id == table))
    c.execute(schema.members.delete().where(schema.members.c.table_id == table))
    c.execute(schema.invitations.delete().where(schema.invitations.c.table_id == table))
    mentions.forget(c, [table])
    c.execute(schema.tables.delete().where(schema.tables.c.id == table))


def forget_table(c: Connection, table: str, person: str) -> None:
    """Take a table off a person's list, until they play there again."""
    m = schema.members
    c.execute(m.delete().where(m.c.table_id == table, m.c.person == person))


def tables_of(c: Connection, person: str) -> list[Table]:
    """A person's tables, newest first."""
    t, m = schema.tables, schema.members
    query = sa.select(t.c.doc).join(m, m.c.table_id == t.c.id).where(m.c.person == person).order_by(t.c.touched.desc()).limit(LISTED)
    return [_table.decode(doc) for doc in c.execute(query).scalars()]


def open_tables_of(c: Connection, person: str) -> int:
    """Count a person's tables that have not ended, or that everybody left within the last day."""
    t, m = schema.tables, schema.members
    query = sa.select(sa.func.count()).select_from(t.join(m, m.c.table_id == t.c.id))
    is_left = sa.and_(t.c.touched > time.time() - DAY, t.c.stage == "over", ~has_result())
    return c.execute(query.where(m.c.person == person, sa.or_(t.c.stage != "over", is_left))).scalar_one()


def has_result() -> sa.ColumnElement[bool]:
    """Say whether a table has a match that was played to its end, or one with cards that others play too."""
    m = schema.matches
    return sa.exists().where(m.c.table_id == schema.tables.c.id, sa.or_(m.c.ended == "over", m.c.deal.is_not(None)))


# ---- Matches -------------------------------------------------------------------------------------


def add_match(c: Connection, match: MatchRow) -> None:
    """Add a match."""
    row = msgspec.structs.asdict(match)
    row["table_id"] = row.pop("table")
    del row["hints"]
    row["options"] = msgspec.json.encode(match.options).decode()
    row["names"] = msgspec.json.encode(match.names).decode()
    row["shuffle"] = match.shuffle and msgspec.json.encode(match.shuffle).decode()
    c.execute(schema.matches.insert().values(**row))


def find_match(c: Connection, match: str) -> MatchRow | None:
    """Find a match by its id, without its entries."""
    row = c.execute(sa.select(schema.matches).where(schema.matches.c.id == match)).mappings().first()
    if row is None:
        return None
    return MatchRow(
        id=row["id"],
        table=row["table_id"],
        game=row["game"],
        rules=row["rules"],
        seats=row["seats"],
        options=msgspec.json.decode(row["options"]),
        seed=row["seed"],
        commitment=row["commitment"],
        started=row["started"],
        names=msgspec.json.decode(row["names"]),
        ended=row["ended"],
        due=row["due"],
        origin=row["origin"],
        origin_moves=row["origin_moves"] or 0,
        deal=row["deal"],
        shuffle=_shuffle.decode(row["shuffle"]) if row["shuffle"] else None,
        hints=hints_of(c, match),
    )


def hints_of(c: Connection, match: str) -> list[tuple[int, int]]:
    """Return the hints given in a match: to which seat, and before which move."""
    h = schema.hints
    return [(seat, move) for seat, move in c.execute(sa.select(h.c.seat, h.c.move).where(h.c.match_id == match).order_by(h.c.move))]


def add_hint(c: Connection, match: str, seat: int, move: int) -> None:
    """Record a hint, perhaps not for the first time."""
    h = schema.hints
    c.execute(h.delete().where(h.c.match_id == match, h.c.seat == seat, h.c.move == move))
    c.execute(h.insert().values(match_id=match, seat=seat, move=move))


def entries_of(c: Connection, match: str, since: int = 0) -> Sequence[Entry]:
    """A match's entries from a number on."""
    e = schema.entries
    columns = (e.c.number, e.c.seat, e.c.action, e.c.message, e.c.at, e.c.to_act)
    query = sa.select(*columns).where(e.c.match_id == match, e.c.number >= since)
    return [Entry(match, *row) for row in c.execute(query.order_by(e.c.number))]


def add_entries(c: Connection, entries: Sequence[Entry]) -> None:
    """Add the first entries of a new match."""
    if entries:
        c.execute(
            schema.entries.insert(),
            [{"match_id" if n == "match" else n: v for n, v in msgspec.structs.asdict(entry).items()} for entry in entries],
        )


def turns(c: Connection, matches: Sequence[str]) -> dict[str, tuple[int | None, float]]:
    """Return whose turn it is in each of these matches whose rules this server has, as bits (None if not stored), and since when."""
    m, e = schema.matches, schema.entries
    last = (
        sa.select(e.c.match_id, sa.func.max(e.c.number).label("number")).where(e.c.match_id.in_(matches)).group_by(e.c.match_id).subquery()
    )
    entries = e.join(last, sa.and_(e.c.match_id == last.c.match_id, e.c.number == last.c.number))
    query = sa.select(m.c.id, m.c.started, e.c.to_act, e.c.at).select_from(m.outerjoin(entries, m.c.id == e.c.match_id))
    rows = c.execute(query.where(m.c.id.in_(matches), m.c.ended.is_(None), _has_rules()))
    return {row.id: (row.to_act, row.at or row.started) for row in rows}


def close_match(c: Connection, match: str) -> None:
    """Let no more moves into a match until this transaction is over, once those that are being appended are there."""
    m = schema.matches
    c.execute(sa.select(m.c.id).where(m.c.id == match).with_for_update())


def end_match(c: Connection, match: str, ended: Ended) -> None:
    """End a match, over or abandoned, to be kept."""
    if ended == "abandoned":  # otherwise the last move, of which there is only one, ends it
        close_match(c, match)
    c.execute(schema.matches.update().where(schema.matches.c.id == match).values(ended=ended, due=None))
    c.execute(sa.text("INSERT INTO kept (match_id) VALUES (:match) ON CONFLICT DO NOTHING"), {"match": match})


def unkept(c: Connection) -> str | None:
    """Find a finished match that still has to be kept, if this server has its rules."""
    m, k = schema.matches, schema.kept
    query = sa.select(m.c.id).join(k, k.c.match_id == m.c.id).where(k.c.frames.is_(None), _has_rules())
    return c.execute(query.limit(1)).scalar()


def keep(c: Connection, match: str, frames: bytes) -> None:
    """Keep a finished match, move by move."""
    c.execute(schema.kept.update().where(schema.kept.c.match_id == match).values(frames=frames))


def kept(c: Connection, match: str) -> bytes | None:
    """Return what was kept of a finished match."""
    return c.execute(sa.select(schema.kept.c.frames).where(schema.kept.c.match_id == match)).scalar()


def find_review(c: Connection, match: str, seat: int) -> tuple[int, bytes] | None:
    """Find a stored review of a match, with its version."""
    r = schema.reviews
    row = c.execute(sa.select(r.c.version, r.c.body).where(r.c.match_id == match, r.c.seat == seat)).first()
    return (row.version, row.body) if row else None


def keep_review(c: Connection, match: str, seat: int, version: int, body: bytes) -> None:
    """Store a review, replacing an older one."""
    r = schema.reviews
    c.execute(r.delete().where(r.c.match_id == match, r.c.seat == seat))
    c.execute(r.insert().values(match_id=match, seat=seat, version=version, body=body))


def set_due(c: Connection, match: str, due: float | None) -> None:
    """Set when a bot or a clock is next due."""
    c.execute(schema.matches.update().where(schema.matches.c.id == match).values(due=due))


def overdue(c: Connection, before: float) -> list[tuple[str, float]]:
    """Return tables whose match has waited for a bot or a clock since before this time, if this server has its rules, and since when."""
    m = schema.matches
    query = sa.select(m.c.table_id, m.c.due).where(m.c.due < before, m.c.ended.is_(None), _has_rules()).order_by(m.c.due).limit(LISTED)
    return [(row.table_id, row.due) for row in c.execute(query)]


def _has_rules() -> sa.ColumnElement[bool]:
    m = schema.matches
    return sa.tuple_(m.c.game, m.c.rules).in_([(game.name, version) for game in GAMES.values() for version in game.versions])


# ---- Chat ----------------------------------------------------------------------------------------


def say(c: Connection, table: str, person: Person, text: str, message: str) -> Line:
    """Add a chat line; the same message sent again is the same line."""
    t = schema.chat
    c.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table).with_for_update())
    columns = (t.c.number, t.c.person, t.c.name, t.c.text, t.c.at)
    said = c.execute(sa.select(*columns).where(t.c.table_id == table, t.c.person == person.id, t.c.message == message)).first()
    if said:
        return Line(*said)
    last = c.execute(sa.select(sa.func.max(t.c.number)).where(t.c.table_id == table)).scalar() or 0
    line = Line(last + 1, person.id, person.name, text, time.time())
    c.execute(t.insert().values(table_id=table, message=message, **msgspec.structs.asdict(line)))
    c.execute(t.delete().where(t.c.table_id == table, t.c.number <= last - 2 * CHAT_SHOWN))
    return line


def lines_of(c: Connection, table: str) -> list[Line]:
    """Return the latest chat lines of a table, oldest first."""
    t = schema.chat
    query = sa.select(t.c.number, t.c.person, t.c.name, t.c.text, t.c.at).where(t.c.table_id == table)
    return [Line(*row) for row in c.execute(query.order_by(t.c.number.desc()).limit(CHAT_SHOWN))][::-1]


# ---- Who is where, for servers that share a database -----------------------------------------------


def arrive(c: Connection, process: str, table: str, person: str) -> None:
    """Note that a person is connected to a table through this server."""
    leave(c, process, table, person)
    c.execute(schema.presence.insert().values(process=process, table_id=table, person=person))


def leave(c: Connection, process: str, table: str, person: str) -> None:
    """Note that a person is no longer connected to a table through this server."""
    p = schema.presence
    c.execute(p.delete().where(p.c.process == process, p.c.table_id == table, p.c.person == person))


def present(c: Connection, process: str, table: str) -> tuple[set[str], int]:
    """Return who is connected to a table through other live servers, and their numbers of spectators."""
    p, w, s = schema.presence, schema.watching, schema.processes
    is_alive = s.c.seen > time.time() - PROCESS_GONE
    people = sa.select(p.c.person).join(s, s.c.id == p.c.process).where(p.c.table_id == table, p.c.process != process, is_alive)
    counts = sa.select(w.c.count).join(s, s.c.id == w.c.process).where(w.c.table_id == table, w.c.process != process, is_alive)
    return set(c.execute(people).scalars()), sum(c.execute(counts).scalars())


def note_watching(c: Connection, process: str, table: str, count: int) -> None:
    """Store a table's number of spectators through this server."""
    w = schema.watching
    c.execute(w.delete().where(w.c.process == process, w.c.table_id == table))
    if count:
        c.execute(w.insert().values(process=process, table_id=table, count=count))


def beat(c: Connection, process: str) -> None:
    """Send a heartbeat, and forget servers that are dead."""
    p, w, s = schema.presence, schema.watching, schema.processes
    now = time.time()
    if not c.execute(s.update().where(s.c.id == process).values(seen=now)).rowcount:
        c.execute(s.insert().values(id=process, seen=now))
    dead = list(c.execute(sa.select(s.c.id).where(s.c.seen < now - 10 * PROCESS_GONE)).scalars())
    if dead:
        c.execute(p.delete().where(p.c.process.in_(dead)))
        c.execute(w.delete().where(w.c.process.in_(dead)))
        c.execute(s.delete().where(s.c.id.in_(dead)))


def has_others(c: Connection, process: str) -> bool:
    """Whether other servers work on this database."""
    s = schema.processes
    query = sa.select(s.c.id).where(s.c.id != process, s.c.seen > time.time() - PROCESS_GONE).limit(1)
    return c.execute(query).scalar() is not None


def tables_through(c: Connection, process: str) -> list[str]:
    """Return the tables with people connected through a server."""
    p, w = schema.presence, schema.watching
    tables = (sa.select(one.c.table_id).where(one.c.process == process) for one in (p, w))
    return list(c.execute(sa.union(*tables)).scalars())


def retire(c: Connection, process: str) -> None:
    """Remove a server that stops."""
    c.execute(schema.presence.delete().where(schema.presence.c.process == process))
    c.execute(schema.watching.delete().where(schema.watching.c.process == process))
    c.execute(schema.processes.delete().where(schema.processes.c.id == process))
