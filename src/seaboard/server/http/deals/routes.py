"""The HTTP routes of deals that are played more than once: the deal of the day, challenges and duplicates."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.deals import listings, schemas
from seaboard.server.http.languages import asked_for
from seaboard.server.http.tables.new_tables import check_game
from seaboard.server.matches import bots
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person, Table
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Deal
from seaboard.server.tables.table_message import show_table

DealId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
Name = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]
Day = Annotated[str, Path(pattern=r"^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]


def add_deals(router: APIRouter, api: Api) -> None:
    """The routes."""
    Me = Annotated[Person, Depends(api.person)]
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    ChallengeBody = Annotated[schemas.ChallengeRequest, Depends(reader(schemas.ChallengeRequest))]
    DuplicateBody = Annotated[schemas.DuplicateRequest, Depends(reader(schemas.DuplicateRequest))]
    shared = api.deals

    @router.get("/daily", **shaped(schemas.Daily))
    async def daily(person: Maybe) -> Response:
        """The deals of today, your streak, and yesterday's best."""
        shared.check_on()
        return answer(await listings.daily(shared, api.store, person))

    @router.get("/daily/keys/{day}", **shaped(schemas.DayKey))
    async def day_key(day: Day) -> Response:
        """The published key of a day: its hash, and the key itself when the day is over."""
        shared.check_on()
        return answer(await listings.day_key(shared, day))

    @router.post("/daily/{game}", **shaped(Table, status=201))
    async def play_daily(request: Request, game: Name, person: Me) -> Response:
        """Play a game's deal of the day: your first try, which counts, or the table where it is or was."""
        shared.check_on()
        found = (await shared.today()).get(game)
        if found is None:
            raise Refused("game.unknown", status=404, games=", ".join(await shared.today()))
        return await play(request, found, person)

    @router.post("/deals", **shaped(schemas.Deal, body=schemas.ChallengeRequest, status=201))
    async def challenge(request: Request, person: Me, asked: ChallengeBody) -> Response:
        """Challenge others to play the same cards in the same seat."""
        shared.check_on()
        api.limits.table(person.id, address(request), public=False)
        return answer(await listings.deal(shared, api.store, await made(request, asked, person), person), 201)

    @router.post("/duplicates", **shaped(Table, body=schemas.DuplicateRequest, status=201))
    async def duplicate(request: Request, person: Me, asked: DuplicateBody) -> Response:
        """Make two tables with the same cards, for two sides of people; you sit at the first."""
        shared.check_on()
        api.limits.table(person.id, address(request), public=False)
        game, seats, options = await check_game(api, address(request), asked.game, asked.seats, asked.options)
        api.limits.keep_deck(options, address(request))
        room = await api.duplicates.make(
            game,
            seats,
            options,
            level=bots.check_level(asked.level or bots.COVERING),
            clock=asked.clock,
            memory_aid=asked.memory_aid,
            person=person,
            language=asked_for(request.headers.get("accept-language")),
        )
        return answer(show_table(room, person), 201)

    @router.post("/deals/{deal}/again", **shaped(Table, status=201))
    async def again(request: Request, deal: DealId, person: Me) -> Response:
        """Play another duplicate after this one: on the same side, in your partner's place."""
        shared.check_on()
        api.limits.table(person.id, address(request), public=False)
        table, seat = await api.duplicates.again(
            await shared.find(deal), person, language=asked_for(request.headers.get("accept-language"))
        )
        return answer(show_table(await api.sit(table, person, seat), person), 201)

    @router.get("/my/deals", **shaped(schemas.Deals))
    async def own_deals(person: Me) -> Response:
        """Your challenges and duplicates, the newest first."""
        shared.check_on()
        return answer(await listings.own_deals(api.store, person))

    @router.get("/deals/{deal}", **shaped(schemas.Deal))
    async def deal(deal: DealId, person: Maybe) -> Response:
        """A deal, with its results for people who have played it."""
        shared.check_on()
        return answer(await listings.deal(shared, api.store, await shared.find(deal), person))

    @router.post("/deals/{deal}/play", **shaped(Table, status=201))
    async def play_deal(request: Request, deal: DealId, person: Me) -> Response:
        """Play a deal: your first try, which counts, or the table where it is or was."""
        shared.check_on()
        return await play(request, await shared.find(deal), person)

    async def play(request: Request, deal: Deal, person: Person) -> Response:
        api.limits.table(person.id, address(request), public=False)
        api.limits.keep_deck(deal.options, address(request))
        room = await shared.play(deal, person, language=asked_for(request.headers.get("accept-language")))
        return answer(show_table(room, person), 201)

    async def made(request: Request, asked: schemas.ChallengeRequest, person: Person) -> Deal:
        if asked.match is not None:
            session, _ = await api.session(asked.match, person)
            if not isinstance(session, Session):
                raise Refused("match.old_rules")
            table = await api.store.read(lambda c: queries.find_table(c, session.row.table))
            if table is None:
                raise Refused("table.unknown", status=404)
            return await shared.challenge_from(session, table, person)
        game, seats, options = await check_game(api, address(request), asked.game or "", asked.seats, asked.options)
        api.limits.keep_deck(options, address(request))
        return await shared.challenge_with(game, seats, options, bots.check_level(asked.level or bots.COVERING), person)
