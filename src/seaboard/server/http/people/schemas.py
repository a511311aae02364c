"""The shapes of requests and answers about identity and devices."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from seaboard.server.protocol import Person

# ---- Requests ------------------------------------------------------------------------------------


class GuestRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]


class LinkRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The part after the "#" of a link from another device."""

    secret: Annotated[str, Meta(min_length=1, max_length=64)]


class RecoveryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, as typed."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]


class PasskeyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's response to the options: WebAuthn's `RegistrationResponseJSON` or `AuthenticationResponseJSON`."""

    credential: dict[str, Any]


# ---- Answers -------------------------------------------------------------------------------------


class DeviceListing(Struct, frozen=True):
    """A device on which you are signed in: browser and system, "" if unknown."""

    id: str
    browser: str
    system: str
    made: float
    seen: float
    this: bool
    """Whether it is the one that asks."""


class PasskeyListing(Struct, frozen=True):
    """A passkey of yours, where it was made, and the host name that it works for."""

    id: str
    browser: str
    system: str
    made: float
    used: float
    site: str


class Devices(Struct, frozen=True):
    """Where you are signed in, your passkeys, and when your recovery code was made."""

    devices: list[DeviceListing]
    passkeys: list[PasskeyListing]
    recovery: float | None


class DeviceLink(Struct, frozen=True):
    """The part after the "#" of `/continue#…`, and for how many seconds it can be used, once."""

    secret: str
    seconds: float


class LinkFound(Struct, frozen=True):
    """Whose link it is, whether you already are that person, and how many of this device's guest's tables would be merged."""

    name: str
    yours: bool
    tables: int


class RecoveryCode(Struct, frozen=True):
    """Your recovery code, which is shown only this once."""

    code: str


class PasskeyOptions(Struct, frozen=True):
    """WebAuthn's options in JSON, for the browser."""

    options: dict[str, Any]


REQUESTS = (GuestRequest, LinkRequest, RecoveryRequest, PasskeyRequest)
ANSWERS = (Person, Devices, DeviceLink, LinkFound, RecoveryCode, PasskeyOptions)
