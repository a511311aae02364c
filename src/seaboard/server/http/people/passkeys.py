"""Passkeys: WebAuthn's options for a browser, and checks of its answers. The cryptography is in the package `webauthn`."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import webauthn
from fastapi import Request
from msgspec import Struct
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import AuthenticatorSelectionCriteria, PublicKeyCredentialDescriptor, ResidentKeyRequirement

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage.rows import Passkey


class Site(Struct, frozen=True):
    """The site that a passkey is bound to: the origin of the page that asks, and its host name."""

    origin: str
    host: str


class Made(Struct, frozen=True):
    """A passkey that a browser has made."""

    credential_id: bytes
    public_key: bytes
    uses: int


def site_of(request: Request, settings: Settings) -> Site:
    """Return the site of the requesting page, which must be one of ours; refused where browsers don't allow passkeys."""
    origin = request.headers.get("origin")
    if origin is None or not settings.is_own(origin, request.headers.get("host", "")):
        raise Refused("passkey.address")
    parts = urlsplit(origin)
    host = parts.hostname or ""
    is_local = host == "localhost" or host.endswith(".localhost")
    if _is_address(host) or not (parts.scheme == "https" or is_local):
        raise Refused("passkey.address")
    return Site(origin, host)


def to_make(site: Site, person: Person, challenge: bytes, known: list[Passkey]) -> dict[str, Any]:
    """Return options for making a passkey that the browser can later offer by itself, without being told whose it is."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Seaboard",
        user_id=person.id.encode(),
        user_name=person.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.credential_id) for one in known if one.site == site.host],
    )
    return options_to_json_dict(options)


def to_sign(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return options for signing in with any passkey of this site."""
    return options_to_json_dict(webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge))


def challenge_of(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a browser claims to have been given."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except Exception as error:  # it may be anything at all
        raise Refused("passkey.failed", status=403) from error


def check_made(credential: dict[str, Any], site: Site, challenge: bytes) -> Made:
    """Return the passkey that was made; refused if it is invalid."""
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except Exception as error:  # it may be anything at all, and the library doesn't expect everything
        raise Refused("passkey.failed", status=403) from error
    return Made(made.credential_id, made.credential_public_key, made.sign_count)


def id_of(credential: dict[str, Any]) -> bytes:
    """Return the id of the passkey that a browser signed with."""
    try:
        return base64url_to_bytes(credential["id"])
    except Exception as error:  # it may be anything at all
        raise Refused("passkey.failed", status=403) from error


def check_signed(credential: dict[str, Any], site: Site, challenge: bytes, passkey: Passkey) -> int:
    """Refuse anything not signed by this passkey; return its own count of signatures."""
    if passkey.site != site.host:
        raise Refused("passkey.failed", status=403)
    try:
        signed = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
        )
    except Exception as error:  # it may be anything at all, and the library doesn't expect everything
        raise Refused("passkey.failed", status=403) from error
    return signed.new_sign_count


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
