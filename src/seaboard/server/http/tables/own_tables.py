"""A person's list: their tables, whose turn it is there, how matches ended, and invitations."""

import asyncio
from collections.abc import Sequence
from heapq import nlargest

from seaboard.server.http.api import Api
from seaboard.server.http.moderation.schemas import Notice
from seaboard.server.http.tables import invitation_schemas, schemas
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person
from seaboard.server.storage import queries
from seaboard.server.storage.people import blocking, invitations
from seaboard.server.storage.rows import Result, Table
from seaboard.server.tables import sharing
from seaboard.server.tables.room import Room
from seaboard.server.tables.table_message import show_table
from seaboard.state import members

MOST_RESULTS = 20
"""A person's list has this many of their last results, of all tables together, and always the last one of each table."""
MOST_REBUILT = 30
"""At most this many of a person's matches are rebuilt to find out whose turn it is."""


async def of_person(api: Api, person: Person) -> schemas.MyTables:
    """Return a person's tables, with whose turn it is and how matches ended, and their invitations."""
    who = person.id
    tables, wanted, sent, blocked = await api.store.read(
        lambda c: (
            queries.tables_of(c, who),
            invitations.of_person(c, who),
            invitations.sent_by(c, who),
            blocking.blocked_by(c, who),
        )
    )
    invited: dict[str, list[invitation_schemas.InvitedPerson]] = {}
    for one, handle in zip(sent, await api.invitations.handles(person, sent), strict=True):
        invited.setdefault(one.table, []).append(invitation_schemas.InvitedPerson(handle, one.person.name, one.declined))
    rooms = [api.rooms.get(table.id) or Room(table) for table in sharing.listed(tables, who)]
    turns, moved = await _turns(api, [room.table for room in rooms])
    ended = nlargest(MOST_RESULTS, (result.at for room in rooms for result in room.table.results))
    shown = []
    for room in rooms:
        seat = room.table.seat_of(person.id)
        is_turn = seat is not None and seat in turns.get(room.table.match, ())
        told = [result for result in room.table.results if result.at >= ended[-1]] or room.table.results[-1:]
        results = [_show_result(result, person) for result in told]
        brief = show_table(room, person, brief=True)
        fields = {name: getattr(brief, name) for name in brief.__struct_fields__}
        at = max([room.table.made, moved.get(room.table.match, 0.0), *(result.at for result in told)])
        asked = invited.get(room.table.id, [])
        shown.append(schemas.MyTable(**fields, your_turn=is_turn, at=at, results=results, invited=asked))
    return schemas.MyTables(shown, [_show_invitation(one) for one in wanted], sorted(blocked), Notice(api.house.maintenance))


async def _turns(api: Api, tables: list[Table]) -> tuple[dict[str | None, Sequence[int]], dict[str | None, float]]:
    """Return whose turn it is, by match, and since when: as stored with the last entry, or worked out; nobody's under unknown rules."""
    playing = [table.match for table in tables if table.stage == "playing" and table.match]
    written = await api.store.read(lambda c: queries.turns(c, playing))
    turns: dict[str | None, Sequence[int]] = {match: members(bits) for match, (bits, _) in written.items() if bits is not None}
    for match in [match for match in written if match not in turns][:MOST_REBUILT]:
        turns[match] = await _turn(api, match)
    return turns, {match: at for match, (_, at) in written.items()}


async def _turn(api: Api, match: str) -> Sequence[int]:
    row, entries = await api.store.read(lambda c: (queries.find_match(c, match), queries.entries_of(c, match)))
    return () if row is None else (await asyncio.to_thread(Session, row, entries)).to_act


def _show_invitation(invitation: invitations.Invitation) -> invitation_schemas.Invitation:
    table = invitation.table
    names = [chair.name for chair in table.chairs if chair.person]
    free = sum(chair.kind == "empty" for chair in table.chairs)
    return invitation_schemas.Invitation(table.id, table.game, invitation.inviter, invitation.at, names=names, free=free, clock=table.clock)


def _show_result(result: Result, person: Person) -> schemas.Result:
    """Describe how a match ended for a person."""
    seat = result.people.index(person.id) if person.id in result.people else None
    names = dict(enumerate(result.names))
    return schemas.Result(
        match=result.match,
        ended=result.ended,
        at=result.at,
        winners=[schemas.Winner(winner, names.get(winner, "")) for winner in result.winners],
        scores=result.scores,
        seat=seat,
        won=None if seat is None or result.ended != "over" else seat in result.winners,
    )
