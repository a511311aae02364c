"""The HTTP routes of hints and puzzles."""

import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.matches import advice, advice_schemas
from seaboard.server.protocol import Person, Table
from seaboard.server.tables import seating
from seaboard.server.tables.table_message import show_table

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
Name = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]


def add_advice(router: APIRouter, api: Api) -> None:
    """The routes of hints and puzzles."""
    Me = Annotated[Person, Depends(api.person)]
    HintsBody = Annotated[advice_schemas.HintsRequest, Depends(reader(advice_schemas.HintsRequest))]
    HintBody = Annotated[advice_schemas.HintRequest, Depends(reader(advice_schemas.HintRequest))]
    PuzzleBody = Annotated[advice_schemas.PuzzleRequest, Depends(reader(advice_schemas.PuzzleRequest))]

    @router.post("/tables/{table}/hints", **shaped(Table, body=advice_schemas.HintsRequest))
    async def hints(table: TableId, person: Me, asked: HintsBody) -> Response:
        """Switch hints on or off at a table where all others are bots."""
        api.limits.change(person.id)
        return answer(show_table(await api.rooms.change(table, lambda t: seating.set_hints(t, person, on=asked.on)), person))

    @router.post("/tables/{table}/hint", **shaped(advice_schemas.Hint, body=advice_schemas.HintRequest))
    async def hint(table: TableId, person: Me, asked: HintBody) -> Response:
        """The best move for you now, and why; it is noted with the match."""
        return answer(await advice.hint(api, person, table, asked))

    @router.get("/puzzles/{game}", **shaped(advice_schemas.Puzzles))
    async def puzzles(request: Request, game: Name) -> Response:
        """A game's puzzles, and the one of the day."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(advice.listing(game, datetime.datetime.now(datetime.UTC).date())))

    @router.get("/puzzles/{game}/{puzzle}", **shaped(advice_schemas.PuzzlePosition))
    async def puzzle(request: Request, game: Name, puzzle: Name) -> Response:
        """A puzzle, as the one who is to move saw it."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(advice.shown(game, puzzle)))

    @router.post("/puzzles/{game}/{puzzle}", **shaped(advice_schemas.PuzzleVerdict, body=advice_schemas.PuzzleRequest))
    async def solve(request: Request, game: Name, puzzle: Name, asked: PuzzleBody) -> Response:
        """Whether a move solves a puzzle, and why."""
        api.limits.lesson(address(request))
        return await api.lessons.run(lambda: answer(advice.judged(game, puzzle, asked.action)))
