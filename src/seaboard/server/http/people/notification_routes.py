"""The routes of notifications: for which devices, and from which tables."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from seaboard.server.http import schemas
from seaboard.server.http.api import Api, address
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.people.identity import Visitor
from seaboard.server.protocol import Person, Table
from seaboard.server.push.addresses import find_target
from seaboard.server.push.encryption import check_keys
from seaboard.server.storage.people import subscriptions
from seaboard.server.storage.rows import Subscription
from seaboard.server.tables import seating
from seaboard.server.tables.table_message import show_table

LONGEST_ORIGIN = 200


def add_notifying(router: APIRouter, api: Api) -> None:
    """The routes."""
    Me = Annotated[Person, Depends(api.person)]
    TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
    Here = Annotated[Visitor, Depends(api.known_visitor)]
    PushBody = Annotated[schemas.PushRequest, Depends(reader(schemas.PushRequest))]
    NotifyBody = Annotated[schemas.NotifyRequest, Depends(reader(schemas.NotifyRequest))]

    @router.get("/push", **shaped(schemas.PushKey))
    async def push_key() -> Response:
        """The key that this server's notifications are signed with."""
        return answer(schemas.PushKey((await api.push.signer()).public))

    @router.post("/push", **shaped(schemas.Done, body=schemas.PushRequest))
    async def tell(request: Request, here: Here, asked: PushBody) -> Response:
        """Notify this device of your turns while no page is open."""
        api.limits.device(here.person.id, address(request))
        key, auth = check_keys(asked.key, asked.auth)
        await find_target(asked.endpoint, api.push.trusted)
        origin = request.headers.get("origin", "")
        known = origin if origin.startswith("https://") and len(origin) <= LONGEST_ORIGIN else None
        told = Subscription(here.device, asked.endpoint, key, auth, asked.language, known)
        await api.store.write(lambda c: subscriptions.add(c, told))
        return answer(schemas.Done(done=True))

    @router.post("/push/stop", **shaped(schemas.Done))
    async def tell_no_more(here: Here) -> Response:
        """Stop notifying this device."""
        await api.store.write(lambda c: subscriptions.stop(c, here.device))
        return answer(schemas.Done(done=True))

    @router.post("/tables/{table}/notify", **shaped(Table, body=schemas.NotifyRequest))
    async def notify(table: TableId, person: Me, asked: NotifyBody) -> Response:
        """Switch this table's notifications off or on for you."""
        api.limits.change(person.id)
        return answer(show_table(await api.rooms.change(table, lambda t: seating.set_notify(t, person, on=asked.on)), person))
