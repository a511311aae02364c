"""The shapes of HTTP requests and answers, besides those of the protocol; the OpenAPI page is generated from them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from seaboard.server.http.deals import schemas as deal_schemas
from seaboard.server.http.matches import advice_schemas, summary_schemas
from seaboard.server.http.matches import schemas as match_schemas
from seaboard.server.http.moderation import schemas as host_schemas
from seaboard.server.http.people import schemas as people_schemas
from seaboard.server.http.tables import invitation_schemas
from seaboard.server.http.tables import schemas as table_schemas
from seaboard.server.http.you import schemas as you_schemas
from seaboard.server.protocol import Choice, Person, Reason

# ---- Requests ------------------------------------------------------------------------------------


class PushRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """How to notify this device: its push subscription, and the language."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]
    key: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]
    language: Literal["en", "fr"] = "en"


class NotifyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Notifications of a table on or off."""

    on: bool


# ---- Answers -------------------------------------------------------------------------------------


class OptionListing(Struct, frozen=True):
    """An option of a game, with its choices by number of seats, the default first; some take the text of a file instead."""

    name: str
    choices: dict[str, list[Choice]]
    takes_file: bool


class GameListing(Struct, frozen=True):
    """A game."""

    name: str
    title: str
    minutes: tuple[int, int]
    seats: list[int]
    default_seats: int
    options: list[OptionListing]
    ratings: dict[str, int]
    """By level what its bots are rated; without levels that were not measured."""


class Games(Struct, frozen=True):
    """The games, the bots' levels, clocks to choose from, and more."""

    games: list[GameListing]
    levels: list[str]
    clocks: list[int]
    only_tables: bool
    """Whether this server has nothing but tables."""


class Locale(Struct, frozen=True):
    """A game's texts in a language, by key."""

    texts: dict[str, str]


class Blocked(Struct, frozen=True):
    """The people you have blocked."""

    people: list[Person]


class Done(Struct, frozen=True):
    """The request was carried out, and there is nothing to return."""

    done: bool


class PushKey(Struct, frozen=True):
    """The server's public key for notifications."""

    key: str


class Problem(Struct, frozen=True):
    """A refusal."""

    error: Reason


REQUESTS = (
    *people_schemas.REQUESTS,
    *advice_schemas.REQUESTS,
    *deal_schemas.REQUESTS,
    *host_schemas.REQUESTS,
    *invitation_schemas.REQUESTS,
    *you_schemas.REQUESTS,
    *table_schemas.REQUESTS,
    *match_schemas.REQUESTS,
    PushRequest,
    NotifyRequest,
)
ANSWERS = (
    *people_schemas.ANSWERS,
    *advice_schemas.ANSWERS,
    *deal_schemas.ANSWERS,
    *host_schemas.ANSWERS,
    *invitation_schemas.ANSWERS,
    *you_schemas.ANSWERS,
    *table_schemas.ANSWERS,
    *match_schemas.ANSWERS,
    Games,
    Locale,
    summary_schemas.Summary,
    Blocked,
    Done,
    PushKey,
    Problem,
)


def components(ref_template: str = "#/$defs/{name}") -> dict[str, Any]:
    """A JSON Schema of each shape that goes over HTTP, by name."""
    return msgspec.json.schema_components((*REQUESTS, *ANSWERS), ref_template=ref_template)[1]
