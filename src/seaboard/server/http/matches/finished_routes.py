"""Routes for finished matches: have one reviewed, or play on from any of its moments."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import StreamingResponse

from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.matches import schemas
from seaboard.server.matches import records
from seaboard.server.matches.keeping import Kept
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person, Table
from seaboard.server.refusals import Refused
from seaboard.server.reviews.worker import Work
from seaboard.server.storage import queries
from seaboard.server.tables import opening, practice, seating
from seaboard.server.tables.room import Room
from seaboard.server.tables.table_message import show_table

MatchId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]


def add_afterwards(router: APIRouter, api: Api) -> None:
    """The routes."""
    Me = Annotated[Person, Depends(api.person)]
    ReviewBody = Annotated[schemas.ReviewRequest, Depends(reader(schemas.ReviewRequest))]
    PracticeBody = Annotated[schemas.PracticeRequest, Depends(reader(schemas.PracticeRequest))]

    @router.post("/matches/{match}/review", **shaped(schemas.ReviewMessage, body=schemas.ReviewRequest, kind="text/event-stream"))
    async def review(request: Request, match: MatchId, person: Me, asked: ReviewBody) -> Response:
        """A review of a finished match, as it is made: server-sent events, each of them a message."""
        seat = asked.seat if asked.seat is not None else await own_seat(api, match, person)
        return StreamingResponse(await _review(api, match, seat, person, address(request)), media_type="text/event-stream")

    @router.post("/matches/{match}/practice", **shaped(Table, body=schemas.PracticeRequest, status=201))
    async def play_on(request: Request, match: MatchId, person: Me, asked: PracticeBody) -> Response:
        """Play on from a moment of a finished match, with the same cards, at a table for practice."""
        return answer(show_table(await _play_on(api, match, person, asked, address(request)), person), 201)


async def own_seat(api: Api, match: str, person: Person) -> int | None:
    """Return where a person sat in a finished match; None if nowhere, or if their table no longer remembers."""
    row = await api.store.read(lambda c: queries.find_match(c, match))
    if row is None:
        raise Refused("match.unknown", status=404)
    table = await api.store.read(lambda c: queries.find_table(c, row.table))
    people = next((result.people for result in table.results if result.match == match), []) if table else []
    return people.index(person.id) if person.id in people else None


async def _review(api: Api, match: str, seat: int | None, person: Person, address: str) -> AsyncIterator[bytes]:
    await api.check_look(match, person)
    kept = await api.reviews.kept(match, seat)
    if kept is not None:
        return _events(_once(kept))
    session, _ = await api.session(match, person)
    if isinstance(session, Kept):
        older = await api.reviews.kept(match, seat, any_version=True)
        if older is None:
            raise Refused("match.old_rules")
        return _events(_once(older))
    if session.ended != "over":
        raise Refused("match.not_over" if session.ended is None else "review.abandoned")
    if seat is not None and seat >= session.row.seats:
        raise Refused("chair.unknown", status=422, seat=seat, last=session.row.seats - 1)
    api.reviews.check_room()
    api.limits.review(person.id, address)
    record = await asyncio.to_thread(records.record, session)
    return _events(api.reviews.follow(match, Work(record, seat), person.id))


async def _once(part: bytes) -> AsyncIterator[bytes]:
    yield part


async def _events(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Parts as server-sent events; an empty one is a comment."""
    async for part in parts:
        yield b"data: " + part + b"\n\n" if part else b":\n\n"


async def _play_on(api: Api, match: str, person: Person, asked: schemas.PracticeRequest, address: str) -> Room:
    api.limits.table(person.id, address, public=False)
    session, _ = await api.session(match, person)
    if not isinstance(session, Session):
        raise Refused("match.old_rules")
    await api.deals.check_share(session.row)
    api.limits.keep_deck(session.row.options, address)
    seat = asked.seat if asked.seat is not None else await own_seat(api, match, person) or 0
    deal = await api.deals.deal_of(session.row)
    shared = deal.shared if deal else None
    table = await api.beside.run(
        lambda: practice.table_from(session, person, moves=asked.moves, seat=seat, level=asked.level, friends=asked.friends, deal=shared)
    )
    await opening.add_table(api.rooms, table)
    if any(chair.kind == "empty" for chair in table.chairs):
        return await api.rooms.room(table.id)
    return await api.dealer.start(table.id, lambda t: seating.ready(t, person, None))
