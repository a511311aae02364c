"""The shapes of requests and answers about invitations by name."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Person


class InviteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to invite, by the handle that you were given for them."""

    handle: Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]+$")]


class Companion(Struct, frozen=True):
    """Somebody with whom you have played, and when you last did; the handle is for you alone."""

    handle: str
    name: str
    at: float


class BotAccount(Struct, frozen=True):
    """A program of somebody's that is there and can be invited; the handle is for you alone."""

    handle: str
    name: str


class Companions(Struct, frozen=True):
    """Whom you can invite: people with whom you have played, the last one first, and bot accounts, by name."""

    people: list[Companion]
    bots: list[BotAccount]


class InvitedPerson(Struct, frozen=True):
    """Somebody whom you have invited to a table, and whether they can't come."""

    handle: str
    name: str
    declined: bool


class Invitation(Struct, frozen=True):
    """You are wanted at a table: by whom, since when, who sits there already, how many seats are free, and the seconds for a move."""

    table: str
    game: str
    host: Person
    at: float
    names: list[str]
    free: int
    clock: float | None


REQUESTS = (InviteRequest,)
ANSWERS = (Companions,)
