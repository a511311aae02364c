"""The routes of invitations by name: whom you can invite, inviting, and declining."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from seaboard.server.http.api import Api
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.schemas import Done
from seaboard.server.http.tables import invitation_schemas as shapes
from seaboard.server.protocol import Person

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]

AnyTable = Annotated[str | None, Query(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]


def add_invitations(router: APIRouter, api: Api) -> None:
    """Add the routes. Your own invitations, and those to your tables, are in the list of your tables."""
    Me = Annotated[Person, Depends(api.player)]
    InviteBody = Annotated[shapes.InviteRequest, Depends(reader(shapes.InviteRequest))]

    @router.get("/my/companions", **shaped(shapes.Companions))
    async def companions(person: Me, table: AnyTable = None) -> Response:
        """Whom you can invite: people you have played with, most recent first, and bot accounts that are online; with a table given, only
        those who don't sit there.
        """
        found = await api.invitations.companions(person, table)
        bots = await api.invitations.bots(person, table) if api.settings.bot_accounts else []
        people = [shapes.Companion(one.handle, one.name, one.at) for one in found]
        return answer(shapes.Companions(people, [shapes.BotAccount(one.handle, one.name) for one in bots]))

    @router.post("/tables/{table}/invite", **shaped(Done, body=shapes.InviteRequest))
    async def invite(table: TableId, person: Me, asked: InviteBody) -> Response:
        """Invite a person you have played with to your table; a second time changes nothing."""
        api.limits.invite(person.id, asked.handle)
        await api.invitations.invite(table, person, asked.handle)
        return answer(Done(done=True))

    @router.post("/tables/{table}/decline", **shaped(Done))
    async def decline(table: TableId, person: Me) -> Response:
        """Decline an invitation to a table."""
        await api.invitations.decline(table, person)
        return answer(Done(done=True))
