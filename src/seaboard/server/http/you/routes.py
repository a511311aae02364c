"""The HTTP routes about a person's history and ratings, leaderboards, and exporting or deleting their data."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from seaboard.games import GAMES
from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.people.identity import set_cookie
from seaboard.server.http.schemas import Done
from seaboard.server.http.you import profiles
from seaboard.server.http.you import schemas as shapes
from seaboard.server.http.you.exporting import export
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage.matches import rating
from seaboard.server.storage.matches.history import Wanted
from seaboard.server.tables import erasing

Name = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]
Word = Annotated[str, Query(max_length=40, pattern="^[0-9a-z-]*$")]
Text = Annotated[str, Query(max_length=40)]
After = Annotated[str | None, Query(max_length=80)]


def add_you(router: APIRouter, api: Api) -> None:
    """Add the routes."""
    _add_profile(router, api)
    _add_everything(router, api)


def _add_profile(router: APIRouter, api: Api) -> None:
    Me = Annotated[Person, Depends(api.person)]
    Maybe = Annotated[Person | None, Depends(api.maybe)]
    ListedBody = Annotated[shapes.ListedRequest, Depends(reader(shapes.ListedRequest))]

    def check_on() -> None:
        if api.settings.only_tables:
            raise Refused("server.only_tables", status=404)

    @router.get("/you", dependencies=[Depends(check_on)], **shaped(shapes.Profile))
    async def you(person: Me) -> Response:
        """Your profile."""
        return answer(await profiles.profile(api.store, person))

    @router.get("/you/matches", dependencies=[Depends(check_on)], **shaped(shapes.PastMatches))
    async def your_matches(
        person: Me,
        game: Word = "",
        result: Literal["", "won", "lost"] = "",
        level: Word = "",
        search: Text = "",
        after: After = None,
    ) -> Response:
        """Your finished matches, newest first: all, or filtered by game, result, level of bots (or `people`) and opponent."""
        return answer(await profiles.matches(api.store, person, Wanted(game, result, level, search.replace("\0", "").strip()), after))

    @router.post("/you/listed", dependencies=[Depends(check_on)], **shaped(Done, body=shapes.ListedRequest))
    async def set_listed(person: Me, asked: ListedBody) -> Response:
        """Show yourself on leaderboards, or not."""
        await api.store.write(lambda c: rating.set_listed(c, person.id, asked.on), order="ratings")
        return answer(Done(done=True))

    @router.get("/leaderboards/{game}", dependencies=[Depends(check_on)], **shaped(shapes.Leaderboard))
    async def leaderboard(game: Name, person: Maybe, after: After = None) -> Response:
        """This server's players by their rating in a game, with the bots among them."""
        if game not in GAMES:
            raise Refused("game.unknown", status=404, games=", ".join(GAMES))
        return answer(await profiles.leaderboard(api.store, person, game, after))


def _add_everything(router: APIRouter, api: Api) -> None:
    Me = Annotated[Person, Depends(api.anybody)]
    EraseBody = Annotated[shapes.EraseRequest, Depends(reader(shapes.EraseRequest))]

    @router.get("/you/export", response_class=StreamingResponse)
    async def export_all(person: Me) -> Response:
        """All your data, as a file."""
        api.limits.export(person.id)
        headers = {"Content-Disposition": 'attachment; filename="seaboard.json"'}
        return StreamingResponse(export(api.store, person), media_type="application/json", headers=headers)

    @router.post("/you/delete", **shaped(Done, body=shapes.EraseRequest))
    async def erase(request: Request, person: Me, asked: EraseBody) -> Response:
        """Delete all your data, for good. A bot takes your seats, and shared data loses your name."""
        api.limits.erasure(address(request))
        if asked.name.strip() != person.name:
            raise Refused("erase.name", status=422)
        await erasing.erase(api.rooms, person.id)
        await api.guests.changed(person.id)
        return set_cookie(answer(Done(done=True)), "", request, api.settings)
