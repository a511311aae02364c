"""The HTTP routes of docs/server.md."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from seaboard.games import GAMES
from seaboard.server.http import host_schemas, listings, new_tables, own_tables, schemas, summary_schemas
from seaboard.server.http.advice_routes import add_advice
from seaboard.server.http.afterwards import add_afterwards
from seaboard.server.http.api import Api, address
from seaboard.server.http.block_routes import add_blocks
from seaboard.server.http.bodies import answer, problems, reader, shaped, written
from seaboard.server.http.deal_routes import add_deals
from seaboard.server.http.host_routes import add_host
from seaboard.server.http.invitation_routes import add_invitations
from seaboard.server.http.languages import asked_for
from seaboard.server.http.notifying import add_notifying
from seaboard.server.http.people_routes import add_people
from seaboard.server.http.reach import reachable_at
from seaboard.server.http.you_routes import add_you
from seaboard.server.matches import bots, records
from seaboard.server.matches.keeping import Kept
from seaboard.server.protocol import Person, Table
from seaboard.server.refusals import Refused
from seaboard.server.shuffle_parts import Coming
from seaboard.server.storage import listing
from seaboard.server.tables import seating, shows
from seaboard.server.tables.shown import show_table

CLOCKS = [15, 30, 60, 120, 300, 86400, 3 * 86400]
TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
MatchId = TableId
Name = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]
AnySeat = Annotated[int | None, Query(ge=0, le=63)]
PROBLEMS = problems(
    {
        400: "Bad request",
        401: "No guest yet",
        403: "Not yours to do",
        404: "Unknown",
        408: "Too slow",
        409: "Not possible now",
        413: "Too large",
        422: "A field is wrong",
        429: "Too fast",
        503: "Storage is unavailable, or there is maintenance",
    }
)


def routes(api: Api) -> APIRouter:
    """All routes under /api."""
    router = APIRouter(prefix="/api", responses=PROBLEMS)
    add_people(router, api)
    _add_tables(router, api)
    _add_seating(router, api)
    _add_matches(router, api)
    _add_lessons(router, api)
    add_blocks(router, api)
    add_invitations(router, api)
    add_advice(router, api)
    add_notifying(router, api)
    add_afterwards(router, api)
    add_deals(router, api)
    add_you(router, api)
    add_host(router, api)

    @router.get("/games", **shaped(schemas.Games))
    async def games() -> Response:
        """The games with their options, the bots' levels, and clocks to choose from."""
        return answer(schemas.Games([listings.game(name) for name in GAMES], list(bots.LEVELS), CLOCKS, api.settings.only_tables))

    @router.post("/games/{game}/show", **shaped(Table))
    async def show(game: Name, person: Annotated[Person | None, Depends(api.maybe)]) -> Response:
        """A match of the strongest bots to watch; they play while somebody is there."""
        return answer(show_table(await shows.show(api.rooms, api.dealer, game), person))

    @router.get("/games/{game}/locales/{language}", **shaped(schemas.Locale))
    async def game_locale(game: Name, language: Literal["en", "fr"]) -> Response:
        """A game's texts, for a page that was built without them."""
        return answer(await asyncio.to_thread(listings.locale, game, language))

    @router.get("/reach", **shaped(host_schemas.Reach))
    async def reach(request: Request) -> Response:
        """Where others on the network can reach this server; told only to its own machine."""
        return answer(host_schemas.Reach(reachable_at(api.settings.host, request)))

    @router.get("/health", **shaped(host_schemas.Health))
    async def health(request: Request) -> Response:
        """Health check: the server and its storage, to which something is written. A server that is about to end is not well."""
        if api.house.is_ending:
            raise Refused("server.ending", status=503)
        await api.check_storage()
        return answer(host_schemas.Health("ok", request.app.version, maintenance=api.house.maintenance is not None))

    return router


def _add_tables(router: APIRouter, api: Api) -> None:
    Me = Annotated[Person, Depends(api.player)]
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    TableBody = Annotated[schemas.TableRequest, Depends(reader(schemas.TableRequest))]

    @router.post("/tables", **shaped(Table, body=schemas.TableRequest, status=201))
    async def make_table(request: Request, person: Me, asked: TableBody) -> Response:
        """Make a table."""
        language = asked_for(request.headers.get("accept-language"))
        return answer(show_table(await new_tables.make(api, person, asked, address(request), language), person), 201)

    @router.post("/shuffle", **shaped(Coming))
    async def shuffle() -> Response:
        """The server's part in the shuffle of a match that you are about to start: then add your own, with `shuffle` of a new table."""
        sealed = await api.rooms.seals.new()
        return answer(Coming(sealed.match, sealed.commitment, dealing=True, shares=[]))

    @router.get("/tables", **shaped(schemas.Tables))
    async def tables(person: Maybe) -> Response:
        """Public tables, open or playing, newest first; none at which somebody is whom you have blocked."""
        blocked = await api.blocks.of(person.id if person else None)
        found = await api.store.read(listing.public_tables)
        return answer(listings.public_tables(api.rooms, [one for one in found if not one.has_any(blocked)]))

    @router.get("/my/tables", **shaped(schemas.MyTables))
    async def my_tables(person: Me) -> Response:
        """Your tables, newest first, and the invitations that wait for your answer."""
        return answer(await own_tables.of_person(api, person))

    @router.get("/tables/{table}", **shaped(Table))
    async def table(table: TableId, person: Maybe) -> Response:
        """A table."""
        return answer(show_table(await api.rooms.room(table), person))


def _add_seating(router: APIRouter, api: Api) -> None:
    """What people and bot accounts do at a table; each answers with the table as it is then."""
    Me = Annotated[Person, Depends(api.changer)]
    SetUpBody = Annotated[schemas.SetUpRequest, Depends(reader(schemas.SetUpRequest))]
    SeatBody = Annotated[schemas.SeatRequest, Depends(reader(schemas.SeatRequest))]
    BotBody = Annotated[schemas.BotRequest, Depends(reader(schemas.BotRequest))]
    StartBody = Annotated[schemas.StartRequest, Depends(reader(schemas.StartRequest))]
    ResignBody = Annotated[schemas.ResignRequest, Depends(reader(schemas.ResignRequest))]
    CoverBody = Annotated[schemas.CoverRequest, Depends(reader(schemas.CoverRequest))]
    RemoveBody = Annotated[schemas.RemoveRequest, Depends(reader(schemas.RemoveRequest))]
    ChatBody = Annotated[schemas.ChatRequest, Depends(reader(schemas.ChatRequest))]

    @router.post("/tables/{table}/sit", **shaped(Table, body=schemas.SeatRequest))
    async def sit(table: TableId, person: Me, asked: SeatBody) -> Response:
        """Sit down, move, or reclaim your covered seat."""
        return answer(show_table(await api.sit(table, person, asked.seat), person))

    @router.post("/tables/{table}/stand", **shaped(Table))
    async def stand(table: TableId, person: Me) -> Response:
        """Get up; while playing, a bot covers until you come back."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.stand(t, person)), person))

    @router.post("/tables/{table}/bot", **shaped(Table, body=schemas.BotRequest))
    async def bot(table: TableId, person: Me, asked: BotBody) -> Response:
        """Seat a bot, or remove it."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.seat_bot(t, person, asked.seat, asked.level)), person))

    @router.post("/tables/{table}/start", **shaped(Table, body=schemas.StartRequest))
    async def start(request: Request, table: TableId, person: Me, asked: StartBody) -> Response:
        """Start the match."""
        api.limits.deck((await api.rooms.room(table)).table.options, address(request))
        return answer(show_table(await api.start(table, person, asked.fill), person))

    @router.post("/tables/{table}/resign", **shaped(Table, body=schemas.ResignRequest))
    async def resign(table: TableId, person: Me, asked: ResignBody) -> Response:
        """Give your seat to a bot for good."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.resign(t, person, asked.level)), person))

    @router.post("/tables/{table}/rematch", **shaped(Table))
    async def rematch(request: Request, table: TableId, person: Me) -> Response:
        """Offer a rematch to the same people, or accept it; it starts when all have."""
        api.limits.deck((await api.rooms.room(table)).table.options, address(request))
        return answer(show_table(await api.dealer.start(table, lambda t: seating.again(t, person)), person))

    @router.post("/tables/{table}/cover", **shaped(Table, body=schemas.CoverRequest))
    async def cover(table: TableId, person: Me, asked: CoverBody) -> Response:
        """Let a bot play for somebody who isn't connected and has been waited for long enough."""
        here, since = await api.absence(table, asked.seat)
        room = await api.rooms.change(table, lambda t: seating.cover_absent(t, person, asked.seat, here=here, since=since))
        return answer(show_table(room, person))

    @router.post("/tables/{table}/options", **shaped(Table, body=schemas.SetUpRequest))
    async def set_up(request: Request, table: TableId, person: Me, asked: SetUpBody) -> Response:
        """Change how the next match of your table is played, before it starts."""
        return answer(show_table(await new_tables.set_up(api, table, person, asked, address(request)), person))

    @router.post("/tables/{table}/cancel", **shaped(schemas.Done))
    async def cancel(table: TableId, person: Me) -> Response:
        """Cancel your table, at which nothing was played yet."""
        await api.cancel(table, person)
        return answer(schemas.Done(done=True))

    @router.post("/tables/{table}/forget", **shaped(Table))
    async def forget(table: TableId, person: Me) -> Response:
        """Take a table off your list that you don't play at."""
        return answer(show_table(await api.forget(table, person), person))

    @router.post("/tables/{table}/remove", **shaped(Table, body=schemas.RemoveRequest))
    async def remove(table: TableId, person: Me, asked: RemoveBody) -> Response:
        """Remove a person from your table for good."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.remove(t, person, asked.person)), person))

    @router.post("/tables/{table}/chat", **shaped(Table, body=schemas.ChatRequest))
    async def chat(table: TableId, person: Me, asked: ChatBody) -> Response:
        """Switch the chat of your table off or on."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.set_chat(t, person, on=asked.on)), person))


def _add_matches(router: APIRouter, api: Api) -> None:
    Maybe = Annotated[Person | None, Depends(api.maybe)]

    @router.get("/matches/{match}/record")
    async def record(request: Request, match: MatchId, person: Maybe) -> Response:
        """A match's record when it has ended; while it lasts, what you may know of it."""
        api.limits.record(address(request))
        session, room = await api.session(match, person)
        if isinstance(session, Kept):
            kept = session.record
            return await api.beside.run(lambda: written(kept))
        if session.is_over:
            of_deal = await api.deals.for_record(session.row)
            return await api.beside.run(lambda: written({**records.record(session), **of_deal}))
        seat = room.table.seat_of(person.id) if room and person else None
        so_far = records.in_progress(session, seat)  # here, for the match goes on
        return await api.beside.run(lambda: written(so_far))

    @router.get("/matches/{match}/replay", **shaped(schemas.Replay))
    async def replay(request: Request, match: MatchId, person: Maybe, seat: AnySeat = None) -> Response:
        """A finished match, move by move, as a seat or a spectator saw it."""
        api.limits.replay(address(request))
        session, _ = await api.session(match, person)
        if isinstance(session, Kept):
            return await api.beside.run(lambda: answer(listings.shown(session.replay(seat))))
        if not session.is_over:
            raise Refused("match.not_over")
        return await api.replays.answer(request, await asyncio.to_thread(records.record, session), seat)

    @router.get("/matches/{match}/summary", **shaped(summary_schemas.Summary))
    async def summary(request: Request, match: MatchId, person: Maybe) -> Response:
        """What is told of a finished match: the ranking, what decided it, how the scores grew, its best moments."""
        api.limits.replay(address(request))
        session, _ = await api.session(match, person)
        if isinstance(session, Kept):
            raise Refused("match.old_rules")
        if not session.is_over or not session.match.over:
            raise Refused("match.not_over")
        return await api.beside.run(lambda: answer(listings.summary(session.match)))

    @router.post("/replays", **shaped(schemas.Replay))
    async def upload(request: Request, given: Annotated[dict[str, Any], Body()], seat: AnySeat = None) -> Response:
        """Any record, move by move; nothing is kept."""
        api.limits.replay(address(request))
        return await api.replays.answer(request, given, seat)


def _add_lessons(router: APIRouter, api: Api) -> None:
    LessonBody = Annotated[schemas.LessonRequest, Depends(reader(schemas.LessonRequest))]

    @router.get("/lessons/{game}", **shaped(schemas.Lessons))
    async def lessons(request: Request, game: Name) -> Response:
        """A game's lessons, in the order to take them."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(listings.lessons(game)))

    @router.post("/lessons/{game}/{lesson}", **shaped(schemas.Lesson, body=schemas.LessonRequest))
    async def lesson(request: Request, game: Name, lesson: Name, asked: LessonBody) -> Response:
        """A lesson after the learner's moves: all that the learner saw; nothing is kept."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(listings.lesson(game, lesson, asked.moves)))


def metrics_page() -> Response:
    """Prometheus' page."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
