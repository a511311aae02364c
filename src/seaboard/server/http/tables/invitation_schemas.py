"""The shapes of requests and answers about invitations by name."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Person


class InviteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to invite, by the handle that you were given for them."""

    handle: Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]+$")]


class Companion(Struct, frozen=True):
    """A person you have played with, and when you last did; the handle is for you alone."""

    handle: str
    name: str
    at: float


class BotAccount(Struct, frozen=True):
    """A program that is online and can be invited; the handle is for you alone."""

    handle: str
    name: str


class Companions(Struct, frozen=True):
    """Whom you can invite: people you have played with, most recent first, and bot accounts, by name."""

    people: list[Companion]
    bots: list[BotAccount]


class InvitedPerson(Struct, frozen=True):
    """A person you have invited to a table, and whether they have declined."""

    handle: str
    name: str
    declined: bool


class Invitation(Struct, frozen=True):
    """An invitation to a table: from whom, since when, who already sits there, how many seats are free, and the seconds per move."""

    table: str
    game: str
    host: Person
    at: float
    names: list[str]
    free: int
    clock: float | None


REQUESTS = (InviteRequest,)
ANSWERS = (Companions,)
