"""The HTTP routes of docs/server.md."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from seaboard.games import GAMES
from seaboard.server.http import listings, schemas
from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import ANY_OBJECT, answer, problems, reader, shaped, written
from seaboard.server.http.deals.routes import add_deals
from seaboard.server.http.languages import asked_for
from seaboard.server.http.made import Made, answer_once
from seaboard.server.http.matches import schemas as match_schemas
from seaboard.server.http.matches import summary_schemas
from seaboard.server.http.matches.advice_routes import add_advice
from seaboard.server.http.matches.finished_routes import add_afterwards
from seaboard.server.http.matches.replays import LARGEST
from seaboard.server.http.moderation import schemas as host_schemas
from seaboard.server.http.moderation.block_routes import add_blocks
from seaboard.server.http.moderation.routes import add_host
from seaboard.server.http.people.notification_routes import add_notifying
from seaboard.server.http.people.routes import add_people
from seaboard.server.http.tables import new_tables, own_tables
from seaboard.server.http.tables import schemas as table_schemas
from seaboard.server.http.tables.invitation_routes import add_invitations
from seaboard.server.http.transport.network_address import reachable_at
from seaboard.server.http.you.routes import add_you
from seaboard.server.matches import bots, records
from seaboard.server.matches.keeping import Kept
from seaboard.server.protocol import Person, Table
from seaboard.server.refusals import Refused
from seaboard.server.shuffle_parts import Coming
from seaboard.server.tables import bot_shows, seating
from seaboard.server.tables.table_message import show_table

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

    listed = schemas.Games([listings.game(name) for name in GAMES], list(bots.LEVELS), CLOCKS, api.settings.only_tables)
    all_games = Made(msgspec.json.encode(listed))

    @router.get("/games", **shaped(schemas.Games))
    async def games(request: Request) -> Response:
        """The games with their options, the bots' levels, and clocks to choose from."""
        return all_games.answer(request)

    @router.post("/games/{game}/show", **shaped(Table))
    async def show(game: Name, person: Annotated[Person | None, Depends(api.maybe)]) -> Response:
        """A match of the strongest bots to watch; they play while someone is watching."""
        return answer(show_table(await bot_shows.show(api.rooms, api.dealer, game), person))

    @router.get("/games/{game}/locales/{language}", **shaped(schemas.Locale))
    async def game_locale(game: Name, language: Literal["en", "fr"]) -> Response:
        """A game's texts, for a page that was built without them."""
        return answer(await asyncio.to_thread(listings.locale, game, language))

    @router.get("/reach", **shaped(host_schemas.Reach))
    async def reach(request: Request) -> Response:
        """Where others on the network can reach this server; told only to its own machine."""
        return answer(host_schemas.Reach(reachable_at(api.settings.host, request)))

    @router.get("/alive", **shaped(host_schemas.Alive))
    async def alive() -> Response:
        """For a proxy: whether to send clients here. A server that is about to stop says no; one whose database is silent says yes."""
        _check_going_on(api)
        return answer(host_schemas.Alive(alive=True))

    @router.get("/health", **shaped(host_schemas.Health))
    async def health(request: Request) -> Response:
        """Health check: the server and its storage, which is written to. A server that is about to stop is unhealthy."""
        _check_going_on(api)
        await api.check_storage()
        return answer(host_schemas.Health("ok", request.app.version, maintenance=api.house.maintenance is not None))

    return router


def _add_tables(router: APIRouter, api: Api) -> None:
    Me = Annotated[Person, Depends(api.player)]
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    TableBody = Annotated[table_schemas.TableRequest, Depends(reader(table_schemas.TableRequest))]

    @router.post("/tables", **shaped(Table, body=table_schemas.TableRequest, status=201))
    async def make_table(request: Request, person: Me, asked: TableBody) -> Response:
        """Make a table."""
        language = asked_for(request.headers.get("accept-language"))
        return answer(show_table(await new_tables.make(api, person, asked, address(request), language), person), 201)

    @router.post("/shuffle", **shaped(Coming))
    async def shuffle() -> Response:
        """The server's part in the shuffle of a match that you are about to start; add your own part with `shuffle` of the new table."""
        sealed = await api.rooms.seals.new()
        return answer(Coming(sealed.match, sealed.commitment, dealing=True, shares=[]))

    @router.get("/tables", **shaped(table_schemas.Tables))
    async def tables(request: Request, person: Maybe) -> Response:
        """Public tables, open or playing, newest first, without tables where there is a person you have blocked."""
        blocked = await api.blocks.of(person.id if person else None)
        if blocked:
            return await answer_once(request, await api.public.without(blocked))
        return (await api.public.whole()).answer(request)

    @router.get("/my/tables", **shaped(table_schemas.MyTables))
    async def my_tables(request: Request, person: Me) -> Response:
        """Your tables, newest first, and your open invitations."""
        api.limits.own_list(person.id)
        return await answer_once(request, msgspec.json.encode(await own_tables.of_person(api, person)))

    @router.get("/tables/{table}", **shaped(Table))
    async def table(table: TableId, person: Maybe) -> Response:
        """A table."""
        return answer(show_table(await api.rooms.room(table), person))


def _add_seating(router: APIRouter, api: Api) -> None:
    """Add what people and bot accounts do at a table; each route answers with the updated table."""
    Me = Annotated[Person, Depends(api.changer)]
    SetUpBody = Annotated[table_schemas.SetUpRequest, Depends(reader(table_schemas.SetUpRequest))]
    SeatBody = Annotated[table_schemas.SeatRequest, Depends(reader(table_schemas.SeatRequest))]
    BotBody = Annotated[table_schemas.BotRequest, Depends(reader(table_schemas.BotRequest))]
    StartBody = Annotated[table_schemas.StartRequest, Depends(reader(table_schemas.StartRequest))]
    ResignBody = Annotated[table_schemas.ResignRequest, Depends(reader(table_schemas.ResignRequest))]
    CoverBody = Annotated[table_schemas.CoverRequest, Depends(reader(table_schemas.CoverRequest))]
    RemoveBody = Annotated[table_schemas.RemoveRequest, Depends(reader(table_schemas.RemoveRequest))]
    ChatBody = Annotated[table_schemas.ChatRequest, Depends(reader(table_schemas.ChatRequest))]

    @router.post("/tables/{table}/sit", **shaped(Table, body=table_schemas.SeatRequest))
    async def sit(table: TableId, person: Me, asked: SeatBody) -> Response:
        """Sit down, move, or reclaim your covered seat."""
        return answer(show_table(await api.sit(table, person, asked.seat), person))

    @router.post("/tables/{table}/stand", **shaped(Table))
    async def stand(table: TableId, person: Me) -> Response:
        """Leave your seat; while playing, a bot covers until you come back."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.stand(t, person)), person))

    @router.post("/tables/{table}/bot", **shaped(Table, body=table_schemas.BotRequest))
    async def bot(table: TableId, person: Me, asked: BotBody) -> Response:
        """Seat a bot, or remove it."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.seat_bot(t, person, asked.seat, asked.level)), person))

    @router.post("/tables/{table}/start", **shaped(Table, body=table_schemas.StartRequest))
    async def start(request: Request, table: TableId, person: Me, asked: StartBody) -> Response:
        """Start the match."""
        api.limits.keep_deck((await api.rooms.room(table)).table.options, address(request))
        return answer(show_table(await api.start(table, person, asked.fill), person))

    @router.post("/tables/{table}/resign", **shaped(Table, body=table_schemas.ResignRequest))
    async def resign(table: TableId, person: Me, asked: ResignBody) -> Response:
        """Give your seat to a bot for good."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.resign(t, person, asked.level)), person))

    @router.post("/tables/{table}/rematch", **shaped(Table))
    async def rematch(request: Request, table: TableId, person: Me) -> Response:
        """Offer a rematch to the same people, or accept it; it starts when all have."""
        api.limits.keep_deck((await api.rooms.room(table)).table.options, address(request))
        return answer(show_table(await api.dealer.start(table, lambda t: seating.again(t, person)), person))

    @router.post("/tables/{table}/cover", **shaped(Table, body=table_schemas.CoverRequest))
    async def cover(table: TableId, person: Me, asked: CoverBody) -> Response:
        """Let a bot play for a disconnected person once the table has waited long enough."""
        here, since = await api.absence(table, asked.seat)
        room = await api.rooms.change(table, lambda t: seating.cover_absent(t, person, asked.seat, here=here, since=since))
        return answer(show_table(room, person))

    @router.post("/tables/{table}/options", **shaped(Table, body=table_schemas.SetUpRequest))
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
        """Take a table you don't play at off your list."""
        return answer(show_table(await api.forget(table, person), person))

    @router.post("/tables/{table}/remove", **shaped(Table, body=table_schemas.RemoveRequest))
    async def remove(table: TableId, person: Me, asked: RemoveBody) -> Response:
        """Remove a person from your table for good."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.remove(t, person, asked.person)), person))

    @router.post("/tables/{table}/chat", **shaped(Table, body=table_schemas.ChatRequest))
    async def chat(table: TableId, person: Me, asked: ChatBody) -> Response:
        """Switch the chat of your table off or on."""
        return answer(show_table(await api.rooms.change(table, lambda t: seating.set_chat(t, person, on=asked.on)), person))


def _add_matches(router: APIRouter, api: Api) -> None:
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    RecordBody = Annotated[dict[str, Any], Depends(reader(dict[str, Any], largest=LARGEST))]

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
        so_far = records.in_progress(session, seat)  # at once, since the match goes on
        return await api.beside.run(lambda: written(so_far))

    @router.get("/matches/{match}/replay", **shaped(match_schemas.Replay))
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
        """The summary of a finished match: the ranking, what decided it, how the scores grew, its best moments."""
        api.limits.replay(address(request))
        session, _ = await api.session(match, person)
        if isinstance(session, Kept):
            raise Refused("match.old_rules")
        if not session.is_over or not session.match.over:
            raise Refused("match.not_over")
        return await api.beside.run(lambda: answer(listings.summary(session.match)))

    @router.post("/replays", **shaped(match_schemas.Replay), openapi_extra=ANY_OBJECT)
    async def upload(request: Request, given: RecordBody, seat: AnySeat = None) -> Response:
        """Any record, move by move; nothing is stored."""
        api.limits.replay(address(request))
        return await api.replays.answer(request, given, seat)


def _add_lessons(router: APIRouter, api: Api) -> None:
    LessonBody = Annotated[match_schemas.LessonRequest, Depends(reader(match_schemas.LessonRequest))]

    @router.get("/lessons/{game}", **shaped(match_schemas.Lessons))
    async def lessons(request: Request, game: Name) -> Response:
        """A game's lessons, in the order to take them."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(listings.lessons(game)))

    @router.post("/lessons/{game}/{lesson}", **shaped(match_schemas.Lesson, body=match_schemas.LessonRequest))
    async def lesson(request: Request, game: Name, lesson: Name, asked: LessonBody) -> Response:
        """A lesson after the learner's moves: everything the learner saw; nothing is stored."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(listings.lesson(game, lesson, asked.moves)))


def _check_going_on(api: Api) -> None:
    if api.house.is_ending:
        raise Refused("server.ending", status=503)


def metrics_page() -> Response:
    """Prometheus' page."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
