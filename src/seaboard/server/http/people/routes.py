"""The HTTP routes about identity: guests, their devices, and signing in on another one."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from seaboard.server.http.api import Api
from seaboard.server.http.bodies import answer, reader, shaped
from seaboard.server.http.people import schemas as shapes
from seaboard.server.http.people.identity import Visitor, set_cookie
from seaboard.server.http.people.sign_in import SignIn
from seaboard.server.http.schemas import Done
from seaboard.server.protocol import Person

DeviceId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]


def add_people(router: APIRouter, api: Api) -> None:
    """Add the routes."""
    sign_in = SignIn(api)
    _add_guest(router, api)
    _add_devices(router, api, sign_in)
    _add_sign_in(router, api, sign_in)


def _add_guest(router: APIRouter, api: Api) -> None:
    Me = Annotated[Person, Depends(api.player)]
    GuestBody = Annotated[shapes.GuestRequest, Depends(reader(shapes.GuestRequest))]

    @router.post("/guest", **shaped(Person, body=shapes.GuestRequest))
    async def guest(request: Request, asked: GuestBody) -> Response:
        """Sign in as a guest: sets the cookie; with the cookie, renames you."""
        visitor = await api.sign_in(request, asked.name)
        return set_cookie(answer(visitor.person), visitor.token, request, api.settings)

    @router.get("/me", **shaped(Person))
    async def me(person: Me) -> Response:
        """Who you are."""
        return answer(person)


def _add_devices(router: APIRouter, api: Api, sign_in: SignIn) -> None:
    Me = Annotated[Visitor, Depends(api.known_visitor)]
    PasskeyBody = Annotated[shapes.PasskeyRequest, Depends(reader(shapes.PasskeyRequest))]

    @router.get("/devices", **shaped(shapes.Devices))
    async def devices(visitor: Me) -> Response:
        """Where you are signed in, and your ways to sign in elsewhere."""
        return answer(await sign_in.devices(visitor))

    @router.post("/devices/{device}/sign-out", **shaped(Done))
    async def sign_out(request: Request, visitor: Me, device: DeviceId) -> Response:
        """Sign one of your devices out, at once."""
        await sign_in.sign_out(visitor, device)
        response = answer(Done(done=True))
        return set_cookie(response, "", request, api.settings) if device == visitor.device else response

    @router.post("/devices/link", **shaped(shapes.DeviceLink))
    async def new_link(visitor: Me) -> Response:
        """Make a link that signs another device in, once; it replaces the one before."""
        return answer(await sign_in.new_link(visitor))

    @router.post("/devices/link/cancel", **shaped(Done))
    async def drop_link(visitor: Me) -> Response:
        """Revoke your link."""
        await sign_in.drop_link(visitor)
        return answer(Done(done=True))

    @router.post("/devices/code", **shaped(shapes.RecoveryCode))
    async def new_code(visitor: Me) -> Response:
        """Make a recovery code; it replaces the one before."""
        return answer(await sign_in.new_code(visitor))

    @router.post("/devices/passkeys/options", **shaped(shapes.PasskeyOptions))
    async def passkey_to_make(request: Request, visitor: Me) -> Response:
        """WebAuthn's options for making a passkey."""
        return answer(await sign_in.passkey_to_make(request, visitor))

    @router.post("/devices/passkeys", **shaped(Done, body=shapes.PasskeyRequest))
    async def add_passkey(request: Request, visitor: Me, asked: PasskeyBody) -> Response:
        """Add the passkey that the browser has made."""
        await sign_in.add_passkey(request, visitor, asked.credential)
        return answer(Done(done=True))

    @router.post("/devices/passkeys/{passkey}/remove", **shaped(Done))
    async def remove_passkey(visitor: Me, passkey: DeviceId) -> Response:
        """Remove a passkey of yours."""
        await sign_in.remove_passkey(visitor, passkey)
        return answer(Done(done=True))


def _add_sign_in(router: APIRouter, api: Api, sign_in: SignIn) -> None:
    """Add the ways to become the same person on this device: each sets a new cookie, and merges a guest who used the device before."""
    LinkBody = Annotated[shapes.LinkRequest, Depends(reader(shapes.LinkRequest))]
    RecoveryBody = Annotated[shapes.RecoveryRequest, Depends(reader(shapes.RecoveryRequest))]
    PasskeyBody = Annotated[shapes.PasskeyRequest, Depends(reader(shapes.PasskeyRequest))]

    def entered(request: Request, visitor: Visitor) -> Response:
        return set_cookie(answer(visitor.person), visitor.token, request, api.settings)

    @router.post("/sign-in/link/look", **shaped(shapes.LinkFound, body=shapes.LinkRequest))
    async def look_at_link(request: Request, asked: LinkBody) -> Response:
        """Whose link this is, without using it up."""
        return answer(await sign_in.look_at_link(request, asked.secret))

    @router.post("/sign-in/link", **shaped(Person, body=shapes.LinkRequest))
    async def by_link(request: Request, asked: LinkBody) -> Response:
        """Sign in with a link from another device, which is used up."""
        return entered(request, await sign_in.by_link(request, asked.secret))

    @router.post("/sign-in/code", **shaped(Person, body=shapes.RecoveryRequest))
    async def by_code(request: Request, asked: RecoveryBody) -> Response:
        """Sign in with a recovery code."""
        return entered(request, await sign_in.by_code(request, asked.code))

    @router.post("/sign-in/passkey/options", **shaped(shapes.PasskeyOptions))
    async def passkey_to_sign(request: Request) -> Response:
        """WebAuthn's options for signing in with a passkey."""
        return answer(await sign_in.passkey_to_sign(request))

    @router.post("/sign-in/passkey", **shaped(Person, body=shapes.PasskeyRequest))
    async def by_passkey(request: Request, asked: PasskeyBody) -> Response:
        """Sign in with a passkey."""
        return entered(request, await sign_in.by_passkey(request, asked.credential))
