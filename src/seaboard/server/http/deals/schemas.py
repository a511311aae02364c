"""The shapes of requests and answers about deals that are played more than once."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.deal_parts import DealKind
from seaboard.server.protocol import Choice, Ended, Options, Stage

# ---- Requests ------------------------------------------------------------------------------------


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge: from a match that you have finished against bots or, with a game instead, with cards that nobody has seen."""

    match: Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")] | None = None
    game: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, Choice], Meta(max_length=32)] = {}
    level: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    """The level of the bots; by default that of a deal of the day."""


class DuplicateRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A duplicate: two tables with the same cards, for two sides of people."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, Choice], Meta(max_length=32)] = {}
    clock: Annotated[float, Meta(ge=5, le=14 * 86400)] | None = None
    memory_aid: bool = False
    level: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    """The level of the bots in chairs that no person takes."""


# ---- Answers -------------------------------------------------------------------------------------


class Try(Struct, frozen=True):
    """A person's try at a deal; `match` is null while you may not see it, and `place` until it is finished."""

    name: str
    you: bool
    table: str | None
    """Your own."""
    match: str | None
    ended: Ended | None
    at: float | None
    place: int | None
    score: int | None
    rank: int | None
    """Among all who have played it to its end, from 1; equals share a rank."""


class LevelTries(Struct, frozen=True):
    """How bots of a level did with the same cards in your seat: `better` is the share of them that you beat, counting ties as half."""

    level: str
    played: int
    wanted: int
    better: float | None


class DuplicateChair(Struct, frozen=True):
    """Who sits at a table of a duplicate; `side` is null for bots alone, `score` until both tables are over."""

    name: str
    """"" for a bot that was never anybody's, and an empty chair."""
    level: str | None
    side: int | None
    you: bool
    score: int | None


class DuplicateTable(Struct, frozen=True):
    """One of the two tables of a duplicate; its results are null until both are over."""

    table: str
    stage: Stage
    chairs: list[DuplicateChair]
    match: str | None
    ended: Ended | None
    totals: list[int] | None
    """What each side has scored here, if it was played to its end."""


class Duplicate(Struct, frozen=True):
    """Two tables with the same cards, and the sides in each other's seats."""

    tables: list[DuplicateTable]
    over: bool
    """Whether both are."""
    totals: list[int] | None
    """What each side has scored at both; the difference decides."""
    side: int | None
    """Yours."""
    next: str | None
    """The duplicate that the same people play after this one."""


class DealListing(Struct, frozen=True):
    """A challenge or a duplicate that you have made or taken part in, in brief."""

    id: str
    kind: DealKind
    game: str
    maker: str | None
    yours: bool
    """Whether you made it."""
    made: float
    open: bool
    played: int
    playing: int
    seats: int
    you: Try | None


class Deals(Struct, frozen=True):
    """Your challenges and duplicates, the newest first."""

    deals: list[DealListing]


class Deal(Struct, frozen=True, kw_only=True):
    """A deal that is played more than once."""

    id: str
    kind: DealKind
    day: str | None
    game: str
    seats: int
    options: Options
    chairs: list[str | None]
    """By seat the level of its bot, or null for yours; in a duplicate, that of the bots in chairs that no person takes."""
    maker: str | None
    """Whose challenge it is, by name."""
    made: float
    open: bool
    """Whether it can be played now: not when its day is over, or the rules have changed since it was made."""
    you: Try | None
    played: int
    """How many have played it to its end."""
    tries: list[Try]
    """The best, when you have played it or its day is over."""
    playing: list[str]
    """Who has begun it and not finished: by name in a challenge."""
    bots: list[LevelTries]
    """In a deal of the day."""
    duplicate: Duplicate | None


class DailyDeal(Struct, frozen=True):
    """A game's deal of the day, in brief."""

    game: str
    deal: str
    open: bool
    played: int
    you: Try | None
    of: int
    """Seats of the table."""


class Best(Struct, frozen=True):
    """Yesterday's best in a game, to replay."""

    game: str
    deal: str
    name: str
    place: int
    score: int
    match: str


class DayKey(Struct, frozen=True):
    """The published key of a day: its hash before the day begins, and the key itself when it is over."""

    day: str
    commitment: str
    key: str | None


class Daily(Struct, frozen=True):
    """Today's deals: until when, your results, and how many days you have played in a row."""

    day: str
    ends: float
    streak: int
    games: list[DailyDeal]
    keys: list[DayKey]
    """Of yesterday, today and tomorrow."""
    yesterday: list[Best]
    counts: bool
    """Whether a first try of yours counts for your rating: you were here before the day began, or have a passkey."""


REQUESTS = (ChallengeRequest, DuplicateRequest)
ANSWERS = (Deal, Deals, Daily, DayKey)
