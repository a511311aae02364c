"""The shapes of requests and answers about tables, beside those of the protocol."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.http.moderation import schemas as host_schemas
from seaboard.server.http.tables.invitation_schemas import Invitation, InvitedPerson
from seaboard.server.protocol import Choice, Ended, Table
from seaboard.server.shuffle_parts import ShuffleRequest

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, Choice], Meta(max_length=32)] = {}
    public: bool = False
    clock: Annotated[float, Meta(ge=5, le=14 * 86400)] | None = None
    memory_aid: bool = False
    sit: bool = True
    bots: Annotated[list[Level | None], Meta(max_length=64)] = []
    start: bool = False
    shuffle: ShuffleRequest | None = None


class SetUpRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """How the next match of a table is played; anything left out gets its default."""

    options: Annotated[dict[str, Choice], Meta(max_length=32)] = {}
    public: bool = False
    clock: Annotated[float, Meta(ge=5, le=14 * 86400)] | None = None
    memory_aid: bool = False


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A chair, or any."""

    seat: SeatNumber | None = None


class BotRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a chair, or none."""

    seat: SeatNumber
    level: Level | None


class StartRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The level of bots for empty chairs."""

    fill: Level | None = None


class ResignRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The level of the bot that takes over."""

    level: Level | None = None


class CoverRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to cover for."""

    seat: SeatNumber


class RemoveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to remove."""

    person: Annotated[str, Meta(min_length=1, max_length=32)]


class ChatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Chat on or off."""

    on: bool


class Winner(Struct, frozen=True):
    """Who won: by seat, and by name unless a bot sat there."""

    seat: int
    name: str


class Result(Struct, frozen=True):
    """How a match ended, and for the requesting person: where they sat and whether they won."""

    match: str
    ended: Ended
    at: float
    winners: list[Winner]
    scores: list[int]
    """By seat; empty if the match was abandoned."""
    seat: int | None
    won: bool | None


class MyTable(Table, frozen=True):
    """One of your tables: whether it is your turn, the last activity, how its matches ended, and whom you have invited."""

    your_turn: bool
    at: float
    results: list[Result]
    invited: list[InvitedPerson]


class MyTables(Struct, frozen=True):
    """Your tables, your open invitations, the ids of people you have blocked, and the notice for every page."""

    tables: list[MyTable]
    invitations: list[Invitation]
    blocked: list[str]
    notice: host_schemas.Notice


class PublicTable(Table, frozen=True):
    """A table that anyone may join or watch, and when it was opened or last played at."""

    at: float


class Tables(Struct, frozen=True):
    """Public tables."""

    tables: list[PublicTable]


REQUESTS = (TableRequest, SetUpRequest, SeatRequest, BotRequest, StartRequest, ResignRequest, CoverRequest, RemoveRequest, ChatRequest)
ANSWERS = (Table, Tables, MyTables)
