"""The HTTP API: every route of docs/server.md."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.engine import Connection as Database

from seaboard.errors import SeaboardError
from seaboard.games import GAMES
from seaboard.lessons import Attempt, Lesson
from seaboard.server import metrics
from seaboard.server.http import schemas
from seaboard.server.http.identity import COOKIE, YEAR, Guests
from seaboard.server.limits import Limits
from seaboard.server.matches import bots, records
from seaboard.server.matches.session import Playing
from seaboard.server.refusals import Forbidden, Refused, why_not
from seaboard.server.settings import Settings
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Chair, MatchRow, Person, Table
from seaboard.server.tables import seating
from seaboard.server.tables.driver import Driver
from seaboard.server.tables.registry import House
from seaboard.server.tables.room import Room
from seaboard.server.tables.shown import result_json, table_json

CLOCKS = [15, 30, 60, 120, 300, 86400, 3 * 86400]
MOST_TABLES = 50
"""Tables of one person that haven't ended."""
MY_TURNS = 30

Id = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
Name = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]
_WORDS = {400: "Bad request", 401: "No guest yet", 403: "Not yours to do", 404: "Unknown", 409: "Not possible now"}
_MORE = {413: "Too large", 422: "A field is wrong", 429: "Too fast", 503: "Storage is away"}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Problem, "description": words} for status, words in {**_WORDS, **_MORE}.items()
}


class Api:
    """The routes, over one house."""

    def __init__(self, house: House, driver: Driver, guests: Guests, settings: Settings) -> None:
        self.house = house
        self.driver = driver
        self.guests = guests
        self.settings = settings
        self.store = house.store
        self.limits = Limits(on=settings.limits)

    # ---- Who asks ------------------------------------------------------------------------------

    async def maybe(self, request: Request) -> Person | None:
        """The asking person, if known."""
        person, _ = await self.guests.of_cookies(request.headers.get("cookie", ""))
        return person

    async def person(self, request: Request) -> Person:
        """The asking person; refused without one."""
        person = await self.maybe(request)
        if person is None:
            raise Refused("guest.needed", status=401)
        return person

    async def guest(self, request: Request, response: Response, asked: schemas.GuestAsked) -> dict[str, Any]:
        """Be somebody: sets the cookie, or renames you."""
        person, token = await self.guests.of_cookies(request.headers.get("cookie", ""))
        if person is None:
            self.limits.guest(address(request))
        named, token = await self.guests.welcome(asked.name, person, token)
        secure = self.settings.secure or request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/")
        return {"id": named.id, "name": named.name}

    # ---- Tables --------------------------------------------------------------------------------

    async def make_table(self, person: Person, asked: schemas.TableAsked) -> Room:
        """A new table."""
        self.limits.table(person.id)
        if asked.game not in GAMES:
            raise Refused("game.unknown", status=422, games=", ".join(GAMES))
        game = GAMES[asked.game]
        try:
            seats = game.check_seats(asked.seats)
            options = game.check_options(seats, asked.options)
        except SeaboardError as error:
            raise Refused("game.choice", status=422, why=error) from error
        if len(asked.bots) > seats:
            raise Refused("chair.unknown", status=422, seat=len(asked.bots) - 1, last=seats - 1)
        levels = [*asked.bots, *[None] * (seats - len(asked.bots))]
        table = Table(
            id=ids.new_id("t"),
            game=game.name,
            seats=seats,
            options=options,
            public=asked.public,
            clock=asked.clock,
            memory_aid=asked.memory_aid,
            maker=person.id,
            maker_name=person.name,
            made=time.time(),
            chairs=[Chair(level=None if level is None else bots.check_level(level)) for level in levels],
        )
        if asked.sit:
            seating.sit(table, person, None)

        def add(c: Database) -> None:
            if queries.open_tables_of(c, person.id) >= MOST_TABLES and self.settings.limits:
                raise Refused("table.too_many", most=MOST_TABLES)
            queries.add_table(c, table)

        await self.store.write(add, order=table.id)
        if asked.start:
            return await self.begin(table.id, lambda t: seating.ready(t, person, None))
        return await self.house.room(table.id)

    async def begin(self, table: str, check: Callable[[Table], None]) -> Room:
        """Start a match, if `check` doesn't refuse; its commitment is public from here on, its seed isn't."""
        match, seed, now = ids.new_id("m"), ids.new_seed(), time.time()

        def change(t: Table) -> None:
            check(t)
            if t.game not in GAMES:
                raise Refused("game.unknown", games=", ".join(GAMES))
            t.stage, t.match = "playing", match

        def then(c: Database, t: Table) -> None:
            game = GAMES[t.game]
            row = MatchRow(
                id=match,
                table=table,
                game=game.name,
                rules=game.version,
                seats=t.seats,
                options=t.options,
                seed=seed,
                commitment=ids.commitment_to(seed),
                started=now,
                names=seating.names(t),
                due=now,  # so that it is picked up even if this server dies at once
            )
            queries.add_match(c, row)

        room = await self.house.change(table, change, then)
        async with room.lock:
            playing = await self.house.awake(room)
        assert playing is not None
        metrics.MATCHES.labels(playing.row.game).inc()
        room.changed()
        self.driver.kick(room, True)
        return room

    async def mine(self, person: Person) -> list[dict[str, Any]]:
        """A person's tables, with whether it is their turn."""
        tables = await self.store.read(lambda c: queries.tables_of(c, person.id))
        shown = []
        for i, table in enumerate(tables):
            room = self.house.rooms.get(table.id) or Room(table)
            seat = room.table.seat_of(person.id)
            is_turn = False
            if seat is not None and room.table.stage == "playing" and i < MY_TURNS:
                room = await self.house.room(table.id)
                with contextlib.suppress(Refused):  # a match of other rules waits for nobody
                    async with room.lock:
                        playing = await self.house.awake(room, catch_up=self.store.is_shared)
                    is_turn = playing is not None and seat in playing.to_act
            results = [result_json(result, person) for result in room.table.results]
            shown.append({**table_json(room, person, brief=True), "your_turn": is_turn, "results": results})
        return shown

    async def playing(self, match: str) -> tuple[Playing, Room | None]:
        """A match by its id, and its room while it lasts."""
        row = await self.store.read(lambda c: queries.find_match(c, match))
        if row is None:
            raise Refused("match.unknown", status=404)
        if row.ended is None:
            room = await self.house.room(row.table)
            async with room.lock:
                playing = await self.house.awake(room, catch_up=self.store.is_shared)
            if playing and playing.row.id == match:
                return playing, room
        entries = await self.store.read(lambda c: queries.entries_of(c, match))
        return await asyncio.to_thread(Playing, row, entries), None


def routes(api: Api) -> APIRouter:
    """All routes under /api."""
    router = APIRouter(prefix="/api", responses=PROBLEMS)
    Me = Annotated[Person, Depends(api.person)]
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    AnySeat = Annotated[int | None, Query(ge=0, le=63)]

    @router.post("/guest")
    async def guest(request: Request, response: Response, asked: schemas.GuestAsked) -> schemas.Guest:
        """Be somebody: sets the cookie; with the cookie, renames you."""
        return schemas.Guest(**await api.guest(request, response, asked))

    @router.get("/me")
    async def me(person: Me) -> schemas.Guest:
        """Who you are."""
        return schemas.Guest(id=person.id, name=person.name)

    @router.get("/games")
    async def games() -> schemas.GamesShown:
        """The games with their options, the bots' levels, and clocks to choose from."""
        return schemas.GamesShown.model_validate({"games": [_game(name) for name in GAMES], "levels": list(bots.LEVELS), "clocks": CLOCKS})

    @router.post("/tables", status_code=201)
    async def make_table(person: Me, asked: schemas.TableAsked) -> schemas.TableShown:
        """Make a table."""
        return _shown(await api.make_table(person, asked), person)

    @router.get("/tables")
    async def tables(person: Maybe) -> schemas.TablesShown:
        """Public tables, open or playing, newest first."""
        found = await api.store.read(queries.public_tables)
        return schemas.TablesShown(tables=[_shown(api.house.rooms.get(table.id) or Room(table), person, brief=True) for table in found])

    @router.get("/my/tables")
    async def my_tables(person: Me) -> schemas.MyTablesShown:
        """Your tables, newest first."""
        return schemas.MyTablesShown.model_validate({"tables": await api.mine(person)})

    @router.get("/tables/{table}")
    async def table(table: Id, person: Maybe) -> schemas.TableShown:
        """A table."""
        return _shown(await api.house.room(table), person)

    @router.post("/tables/{table}/sit")
    async def sit(table: Id, person: Me, asked: schemas.SeatAsked) -> schemas.TableShown:
        """Sit down, move, or take your covered seat back."""
        return _shown(await api.house.change(table, lambda t: seating.sit(t, person, asked.seat)), person)

    @router.post("/tables/{table}/stand")
    async def stand(table: Id, person: Me) -> schemas.TableShown:
        """Get up; while playing, a bot covers until you come back."""
        return _shown(await api.house.change(table, lambda t: seating.stand(t, person)), person)

    @router.post("/tables/{table}/bot")
    async def bot(table: Id, person: Me, asked: schemas.BotAsked) -> schemas.TableShown:
        """Seat a bot, or send it away."""
        return _shown(await api.house.change(table, lambda t: seating.seat_bot(t, person, asked.seat, asked.level)), person)

    @router.post("/tables/{table}/start")
    async def start(table: Id, person: Me, asked: schemas.StartAsked) -> schemas.TableShown:
        """Start the match."""
        return _shown(await api.begin(table, lambda t: seating.ready(t, person, asked.fill)), person)

    @router.post("/tables/{table}/resign")
    async def resign(table: Id, person: Me, asked: schemas.ResignAsked) -> schemas.TableShown:
        """Give your seat to a bot for good."""
        return _shown(await api.house.change(table, lambda t: seating.resign(t, person, asked.level)), person)

    @router.post("/tables/{table}/rematch")
    async def rematch(table: Id, person: Me) -> schemas.TableShown:
        """The next match, with the same people."""
        return _shown(await api.begin(table, lambda t: seating.again(t, person)), person)

    @router.post("/tables/{table}/cover")
    async def cover(table: Id, person: Me, asked: schemas.CoverAsked) -> schemas.TableShown:
        """Let a bot play for somebody who isn't connected."""
        here = (await api.house.room(table)).here
        return _shown(await api.house.change(table, lambda t: seating.cover_absent(t, person, asked.seat, here)), person)

    @router.post("/tables/{table}/remove")
    async def remove(table: Id, person: Me, asked: schemas.RemoveAsked) -> schemas.TableShown:
        """Remove a person from your table for good."""
        return _shown(await api.house.change(table, lambda t: seating.remove(t, person, asked.person)), person)

    @router.post("/tables/{table}/chat")
    async def chat(table: Id, person: Me, asked: schemas.ChatAsked) -> schemas.TableShown:
        """Switch the chat of your table off or on."""
        return _shown(await api.house.change(table, lambda t: seating.set_chat(t, person, asked.on)), person)

    @router.get("/matches/{match}/record")
    async def record(match: Id, person: Maybe) -> dict[str, Any]:
        """A match's record when it has ended; while it lasts, what you may know of it."""
        playing, room = await api.playing(match)
        if playing.is_over:
            return await asyncio.to_thread(records.record, playing)
        seat = room.table.seat_of(person.id) if room and person else None
        return records.in_progress(playing, seat)

    @router.get("/matches/{match}/replay")
    async def replay(request: Request, match: Id, seat: AnySeat = None) -> schemas.Replay:
        """A finished match, move by move, as a seat or a spectator saw it."""
        api.limits.replay(address(request))
        playing, _ = await api.playing(match)
        if not playing.is_over:
            raise Refused("match.not_over")
        return await asyncio.to_thread(_replay, records.record(playing), seat)

    @router.post("/replays")
    async def upload(request: Request, given: Annotated[dict[str, Any], Body()], seat: AnySeat = None) -> schemas.Replay:
        """Any record, move by move; nothing is kept."""
        api.limits.replay(address(request))
        return await asyncio.to_thread(_replay, given, seat)

    @router.get("/lessons/{game}")
    async def lessons(game: Name) -> schemas.LessonsShown:
        """A game's lessons, in the order to take them."""
        return await asyncio.to_thread(_lessons, game)

    @router.post("/lessons/{game}/{lesson}")
    async def lesson(game: Name, lesson: Name, asked: schemas.LessonAsked) -> schemas.LessonShown:
        """A lesson after the learner's moves: all that the learner saw; nothing is kept."""
        return await asyncio.to_thread(_lesson, game, lesson, asked.moves)

    @router.get("/health")
    async def health(request: Request) -> schemas.Health:
        """Whether the server and its storage are well."""
        await api.store.read(lambda c: queries.find_table(c, ""))
        return schemas.Health(status="ok", version=request.app.version)

    return router


def metrics_page() -> Response:
    """Prometheus' page."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def _shown(room: Room, person: Person | None, *, brief: bool = False) -> schemas.TableShown:
    return schemas.TableShown.model_validate(table_json(room, person, brief=brief))


def _game(name: str) -> dict[str, Any]:
    game = GAMES[name]
    return {
        "name": game.name,
        "title": game.title,
        "minutes": game.minutes,
        "seats": list(game.seats),
        "default_seats": game.default_seats,
        "options": [
            {
                "name": option.name,
                "choices": {str(seats): option.choices(seats) for seats in game.seats},
                "takes_file": option.takes_file,
            }
            for option in game.options
        ],
    }


def _replay(record: dict[str, Any], seat: int | None) -> schemas.Replay:
    try:
        return schemas.Replay.model_validate(records.replay(record, seat))
    except SeaboardError as error:
        raise Refused("record.bad", status=422, why=error) from error


def _lessons_of(game: str) -> Mapping[str, Lesson]:
    if game not in GAMES:
        raise Refused("game.unknown", status=404, games=", ".join(GAMES))
    return GAMES[game].lessons


def _lessons(game: str) -> schemas.LessonsShown:
    lessons = _lessons_of(game).values()
    return schemas.LessonsShown(
        lessons=[schemas.LessonListed(name=one.name, section=one.section, seats=one.begin().seats, seat=one.seat) for one in lessons]
    )


def _lesson(game: str, name: str, moves: list[int]) -> schemas.LessonShown:
    lesson = _lessons_of(game).get(name)
    if lesson is None:
        raise Refused("lesson.unknown", status=404)
    attempt = Attempt(lesson)
    for action in moves:
        if attempt.is_reached is not None:
            raise Refused("lesson.over")
        reason = why_not(attempt.match, lesson.seat, action)
        if reason:
            raise Forbidden(reason)
        attempt.play(action)
    return schemas.LessonShown.model_validate({"name": name, "seat": lesson.seat, "frames": attempt.frames, "reached": attempt.is_reached})
