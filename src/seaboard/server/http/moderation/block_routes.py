"""The routes by which somebody blocks somebody, or unblocks them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from seaboard.server.http import schemas
from seaboard.server.http.api import Api
from seaboard.server.http.bodies import answer, shaped
from seaboard.server.protocol import Person

PersonId = Annotated[str, Path(min_length=1, max_length=16, pattern="^[0-9a-z]+$")]


def add_blocks(router: APIRouter, api: Api) -> None:
    """Add them; each answers with all whom you block then."""
    Me = Annotated[Person, Depends(api.person)]

    @router.get("/my/blocks", **shaped(schemas.Blocked))
    async def blocks(person: Me) -> Response:
        """Whom you have blocked."""
        return answer(schemas.Blocked(await api.blocks.people(person)))

    @router.post("/people/{other}/block", **shaped(schemas.Blocked))
    async def block(other: PersonId, person: Me) -> Response:
        """Block somebody: no seat at your tables, and nothing that they say is sent to you. They aren't told."""
        api.limits.block(person.id)
        await api.blocks.block(person, other)
        return answer(schemas.Blocked(await api.blocks.people(person)))

    @router.post("/people/{other}/unblock", **shaped(schemas.Blocked))
    async def unblock(other: PersonId, person: Me) -> Response:
        """Unblock somebody."""
        api.limits.block(person.id)
        await api.blocks.unblock(person, other)
        return answer(schemas.Blocked(await api.blocks.people(person)))
