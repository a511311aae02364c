"""Being the same person on another device, without an account: with a link, a recovery code or a passkey."""

import secrets
import time
from collections.abc import Callable
from typing import Any

from fastapi import Request
from sqlalchemy.engine import Connection as Database

from seaboard.server.http.api import Api
from seaboard.server.http.people import passkeys, recovery_code
from seaboard.server.http.people import schemas as people_schemas
from seaboard.server.http.people.identity import Visitor, new_device
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Passkey
from seaboard.server.tables import merging

LINK_LIVES = 600.0
"""Seconds in which a link can be used."""
CHALLENGE_LIVES = 300.0
"""Seconds in which a passkey can sign."""
MOST_PASSKEYS = 20


class SignIn:
    """How people add, list and remove devices, and how they sign in."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._store = api.store
        self._guests = api.guests

    # ---- Your devices --------------------------------------------------------------------------

    async def devices(self, visitor: Visitor) -> people_schemas.Devices:
        """Return where a person is signed in, and their other ways to sign in."""
        who = visitor.person.id
        devices, keys, code = await self._store.read(
            lambda c: (people.devices_of(c, who), people.passkeys_of(c, who), people.code_made(c, who))
        )
        return people_schemas.Devices(
            [people_schemas.DeviceListing(d.id, d.browser, d.system, d.made, seen=d.seen, this=d.id == visitor.device) for d in devices],
            [people_schemas.PasskeyListing(k.id, k.browser, k.system, k.made, used=k.used, site=k.site) for k in keys],
            code,
        )

    async def sign_out(self, visitor: Visitor, device: str) -> None:
        """Sign one of a person's devices out, at once."""
        who = visitor.person.id
        if not await self._store.write(lambda c: people.sign_out(c, who, device), notes=(f"g:{who}",)):
            raise Refused("device.unknown", status=404)
        await self._guests.changed(who)

    async def new_link(self, visitor: Visitor) -> people_schemas.DeviceLink:
        """Make a link for another device; it replaces the one before."""
        who, secret = visitor.person.id, secrets.token_urlsafe(16)
        self._api.limits.sign_in_made(who)
        await self._store.write(lambda c: people.add_link(c, who, ids.fingerprint(secret), time.time() + LINK_LIVES))
        return people_schemas.DeviceLink(secret, LINK_LIVES)

    async def drop_link(self, visitor: Visitor) -> None:
        """Revoke the link."""
        await self._store.write(lambda c: people.drop_link(c, visitor.person.id))

    async def new_code(self, visitor: Visitor) -> people_schemas.RecoveryCode:
        """Make a recovery code, which is never shown again; it replaces the one before."""
        self._api.limits.sign_in_made(visitor.person.id)
        code = recovery_code.new_code()
        key = _code_key(code)
        await self._store.write(lambda c: people.set_code(c, visitor.person.id, key))
        return people_schemas.RecoveryCode(code)

    async def passkey_to_make(self, request: Request, visitor: Visitor) -> people_schemas.PasskeyOptions:
        """Return the options for making a passkey."""
        site = passkeys.site_of(request, self._api.settings)
        self._api.limits.sign_in_made(visitor.person.id)
        known = await self._store.read(lambda c: people.passkeys_of(c, visitor.person.id))
        if len(known) >= MOST_PASSKEYS:
            raise Refused("passkey.too_many", most=MOST_PASSKEYS)
        challenge = await self._challenge(visitor.person.id)
        return people_schemas.PasskeyOptions(passkeys.to_make(site, visitor.person, challenge, known))

    async def add_passkey(self, request: Request, visitor: Visitor, credential: dict[str, Any]) -> None:
        """Add a passkey that this person's browser has made."""
        site = passkeys.site_of(request, self._api.settings)
        challenge = await self._signed_challenge(credential, visitor.person.id)
        made = passkeys.check_made(credential, site, challenge)
        device, key = new_device(visitor.person.id, _agent(request)), _passkey_key(made.credential_id)
        passkey = Passkey(
            id=ids.new_id("k"),
            person=visitor.person.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            site=site.host,
            uses=made.uses,
            browser=device.browser,
            system=device.system,
            made=device.made,
            used=device.made,
        )

        def add(c: Database) -> None:
            if people.find_passkey(c, key):
                raise Refused("passkey.known")
            people.add_passkey(c, passkey, key)

        await self._store.write(add)

    async def remove_passkey(self, visitor: Visitor, passkey: str) -> None:
        """Revoke a passkey."""
        if not await self._store.write(lambda c: people.remove_passkey(c, visitor.person.id, passkey)):
            raise Refused("passkey.unknown", status=404)

    # ---- Signing in ----------------------------------------------------------------------------

    async def look_at_link(self, request: Request, secret: str) -> people_schemas.LinkFound:
        """Return whose link this is, without using it up."""
        await self._api.let_sign_in(request)
        visitor = await self._api.visitor(request)
        mine = visitor.person.id if visitor else ""
        key = ids.fingerprint(secret)

        def look(c: Database) -> tuple[Person | None, int]:
            who = people.of_link(c, key)
            return people.find(c, who) if who else None, people.count_tables(c, mine)

        found, tables = await self._store.read(look)
        if found is None:
            raise Refused("link.dead", status=404)
        return people_schemas.LinkFound(found.name, yours=found.id == mine, tables=tables)

    async def by_link(self, request: Request, secret: str) -> Visitor:
        """Sign in with a link, which is used up."""
        await self._api.let_sign_in(request)
        key = ids.fingerprint(secret)
        who = await self._store.read(lambda c: people.of_link(c, key))
        return await self._enter(request, who, lambda c: people.use_link(c, key), Refused("link.dead", status=404))

    async def by_code(self, request: Request, typed: str) -> Visitor:
        """Sign in with a recovery code, which stays valid until there is another."""
        await self._api.let_sign_in(request)
        code = recovery_code.read(typed)
        if code is None:
            raise Refused("recovery.typo", status=422)
        key = _code_key(code)
        who = await self._store.read(lambda c: people.of_code(c, key))
        return await self._enter(request, who, lambda c: people.of_code(c, key), Refused("recovery.unknown", status=404))

    async def passkey_to_sign(self, request: Request) -> people_schemas.PasskeyOptions:
        """Return the options for signing in."""
        site = passkeys.site_of(request, self._api.settings)
        await self._api.let_sign_in(request)
        return people_schemas.PasskeyOptions(passkeys.to_sign(site, await self._challenge("")))

    async def by_passkey(self, request: Request, credential: dict[str, Any]) -> Visitor:
        """Sign in with a passkey."""
        site = passkeys.site_of(request, self._api.settings)
        await self._api.let_sign_in(request)
        challenge = await self._signed_challenge(credential, "")
        key = _passkey_key(passkeys.id_of(credential))
        passkey = await self._store.read(lambda c: people.find_passkey(c, key))
        unknown = Refused("passkey.unknown", status=404)
        if passkey is None:
            raise unknown
        uses = passkeys.check_signed(credential, site, challenge, passkey)
        return await self._enter(request, passkey.person, lambda c: people.use_passkey(c, passkey.id, uses), unknown)

    async def _enter(self, request: Request, who: str | None, use: Callable[[Database], str | None], otherwise: Refused) -> Visitor:
        """Sign this device in as a person, with a new cookie; a guest who used it is merged into them.

        `use` checks again, in the same transaction, that they may, and uses up anything that works only once.
        """
        if who is None:
            raise otherwise
        before = await self._api.visitor(request)
        device, token = new_device(who, _agent(request)), ids.new_token()

        def enter(c: Database) -> None:
            if use(c) != who or people.find(c, who) is None:
                raise otherwise
            key = ids.fingerprint(token)
            if before is None or not people.renew_device(c, before.device, device, key):
                people.add_device(c, device, key)

        if before is not None and before.person.id != who:
            await merging.merge(self._api.rooms, before.person.id, who, enter)
            await self._guests.changed(before.person.id)
        else:
            await self._store.write(enter, notes=(f"g:{who}",))
        await self._guests.changed(who)
        visitor = await self._guests.of_token(token)
        if visitor is None:  # signed out again by another device meanwhile
            raise otherwise
        return visitor

    # ---- Challenges ----------------------------------------------------------------------------

    async def _challenge(self, person: str) -> bytes:
        challenge = secrets.token_bytes(32)
        key = _challenge_key(challenge)
        await self._store.write(lambda c: people.add_challenge(c, key, person, time.time() + CHALLENGE_LIVES))
        return challenge

    async def _signed_challenge(self, credential: dict[str, Any], person: str) -> bytes:
        """Return the challenge that a browser was given, using it up in any case; refused if it was given none."""
        challenge = passkeys.challenge_of(credential)
        key = _challenge_key(challenge)
        if not await self._store.write(lambda c: people.use_challenge(c, key, person)):
            raise Refused("passkey.late")
        return challenge


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _code_key(code: str) -> bytes:
    return ids.fingerprint(f"recovery:{recovery_code.read(code)}")


def _passkey_key(credential_id: bytes) -> bytes:
    return ids.fingerprint(f"passkey:{credential_id.hex()}")


def _challenge_key(challenge: bytes) -> bytes:
    return ids.fingerprint(f"challenge:{challenge.hex()}")
