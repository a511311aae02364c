"""The routes to report players, and for moderators to act on reports."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.moderation import schemas as shapes
from seaboard.server.http.moderation.block_routes import PersonId
from seaboard.server.http.schemas import Done
from seaboard.server.protocol import Person

Id = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]


def add_host(router: APIRouter, api: Api) -> None:
    """Add the routes; those for moderators answer with the updated moderation page."""
    moderation = api.moderation
    Me = Annotated[Person, Depends(api.person)]
    ReportBody = Annotated[shapes.ReportRequest, Depends(reader(shapes.ReportRequest))]
    HostBody = Annotated[shapes.HostRequest, Depends(reader(shapes.HostRequest))]
    BanBody = Annotated[shapes.BanRequest, Depends(reader(shapes.BanRequest))]
    LiftBody = Annotated[shapes.LiftRequest, Depends(reader(shapes.LiftRequest))]

    async def only_host(person: Me) -> Person:
        await moderation.check(person)
        return person

    Host = Annotated[Person, Depends(only_host)]

    @router.post("/people/{other}/report", **shaped(Done, body=shapes.ReportRequest))
    async def report(request: Request, other: PersonId, person: Me, asked: ReportBody) -> Response:
        """Report a person at a table to this server's moderators. They aren't told."""
        api.limits.report(person.id, address(request))
        await moderation.report(person, other, asked)
        return answer(Done(done=True))

    @router.get("/notice", **shaped(shapes.Notice))
    async def notice() -> Response:
        """The notice for every page."""
        return answer(shapes.Notice(api.house.maintenance))

    @router.post("/host/enter", **shaped(Done, body=shapes.HostRequest))
    async def enter(request: Request, person: Me, asked: HostBody) -> Response:
        """Open a link that makes you a moderator of this server; it works once."""
        await api.let_sign_in(request)
        await moderation.enter(person, asked.secret)
        return answer(Done(done=True))

    @router.get("/host", **shaped(shapes.HostPage))
    async def page(_host: Host) -> Response:
        """The moderation page."""
        return answer(await moderation.page())

    @router.post("/host/reports/{report}/dismiss", **shaped(shapes.HostPage))
    async def dismiss(report: Id, host: Host) -> Response:
        """Dismiss a report."""
        await moderation.settle(host, report)
        return answer(await moderation.page())

    @router.post("/host/people/{other}/ban", **shaped(shapes.HostPage, body=shapes.BanRequest))
    async def ban(other: PersonId, host: Host, asked: BanBody) -> Response:
        """Ban or mute a person, or ban them with their network; this settles all reports about them."""
        await moderation.ban(host, other, asked)
        return answer(await moderation.page())

    @router.post("/host/lift", **shaped(shapes.HostPage, body=shapes.LiftRequest))
    async def lift(host: Host, asked: LiftBody) -> Response:
        """Lift a ban or a mute."""
        await moderation.lift(host, asked.subject, asked.kind)
        return answer(await moderation.page())

    @router.post("/host/tables/{table}/close", **shaped(shapes.HostPage))
    async def close(table: Id, host: Host) -> Response:
        """Close a table: it is taken off every list, and its match ends."""
        await moderation.close(host, table)
        return answer(await moderation.page())
