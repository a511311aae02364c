"""The routes by which players report others, and hosts act on it."""

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
    """Add the routes; each of a host's answers with their page as it is then."""
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
        """Report somebody at a table to those who look after this server. They aren't told."""
        api.limits.report(person.id, address(request))
        await moderation.report(person, other, asked)
        return answer(Done(done=True))

    @router.get("/notice", **shaped(shapes.Notice))
    async def notice() -> Response:
        """What is to be said on every page."""
        return answer(shapes.Notice(api.house.maintenance))

    @router.post("/host/enter", **shaped(Done, body=shapes.HostRequest))
    async def enter(request: Request, person: Me, asked: HostBody) -> Response:
        """Open a link that makes you a host of this server; it works once."""
        api.limits.sign_in(address(request))
        await moderation.enter(person, asked.secret)
        return answer(Done(done=True))

    @router.get("/host", **shaped(shapes.HostPage))
    async def page(_host: Host) -> Response:
        """What waits for a host."""
        return answer(await moderation.page())

    @router.post("/host/reports/{report}/dismiss", **shaped(shapes.HostPage))
    async def dismiss(report: Id, host: Host) -> Response:
        """Nothing is to be done about a report."""
        await moderation.settle(host, report)
        return answer(await moderation.page())

    @router.post("/host/people/{other}/ban", **shaped(shapes.HostPage, body=shapes.BanRequest))
    async def ban(other: PersonId, host: Host, asked: BanBody) -> Response:
        """Ban or mute somebody, or ban them with their network, at once; all reports of them are settled."""
        await moderation.ban(host, other, asked)
        return answer(await moderation.page())

    @router.post("/host/lift", **shaped(shapes.HostPage, body=shapes.LiftRequest))
    async def lift(host: Host, asked: LiftBody) -> Response:
        """Lift a ban or a mute."""
        await moderation.lift(host, asked.subject, asked.kind)
        return answer(await moderation.page())

    @router.post("/host/tables/{table}/close", **shaped(shapes.HostPage))
    async def close(table: Id, host: Host) -> Response:
        """Close a table: nobody finds it any more, and what is being played ends."""
        await moderation.close(host, table)
        return answer(await moderation.page())
