"""The routes to block and unblock people."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from seaboard.server.http import schemas
from seaboard.server.http.api import Api
from seaboard.server.http.bodies import answer, shaped
from seaboard.server.protocol import Person

PersonId = Annotated[str, Path(min_length=1, max_length=16, pattern="^[0-9a-z]+$")]


def add_blocks(router: APIRouter, api: Api) -> None:
    """Add the routes; each answers with everyone you then block."""
    Me = Annotated[Person, Depends(api.person)]

    @router.get("/my/blocks", **shaped(schemas.Blocked))
    async def blocks(person: Me) -> Response:
        """The people you have blocked."""
        return answer(schemas.Blocked(await api.blocks.people(person)))

    @router.post("/people/{other}/block", **shaped(schemas.Blocked))
    async def block(other: PersonId, person: Me) -> Response:
        """Block a person: they get no seat at your tables, and nothing they say is sent to you. They aren't told."""
        api.limits.block(person.id)
        await api.blocks.block(person, other)
        return answer(schemas.Blocked(await api.blocks.people(person)))

    @router.post("/people/{other}/unblock", **shaped(schemas.Blocked))
    async def unblock(other: PersonId, person: Me) -> Response:
        """Unblock a person."""
        api.limits.block(person.id)
        await api.blocks.unblock(person, other)
        return answer(schemas.Blocked(await api.blocks.people(person)))
