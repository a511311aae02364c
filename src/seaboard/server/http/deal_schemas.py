"""The shapes of requests and answers about deals that are played more than once."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Choice, DealKind, Ended, Options

# ---- Requests ------------------------------------------------------------------------------------


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge: from a match that you have finished against bots or, with a game instead, with cards that nobody has seen."""

    match: Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")] | None = None
    game: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, Choice], Meta(max_length=32)] = {}
    level: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    """Of the bots; by default as at a deal of the day."""


# ---- Answers -------------------------------------------------------------------------------------


class Try(Struct, frozen=True):
    """What somebody has made of a deal; `match` is null while you may not look at it, and `place` until it is played to its end."""

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
    """How bots of a level fared with the same cards in your seat: `better` is the share of them that you did better than, equals half."""

    level: str
    played: int
    wanted: int
    better: float | None


class Deal(Struct, frozen=True, kw_only=True):
    """A deal that is played more than once."""

    id: str
    kind: DealKind
    day: str | None
    game: str
    seats: int
    options: Options
    chairs: list[str | None]
    """By seat the level of its bot, or null for yours."""
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
    """Who has begun and not ended it: of a challenge, their names."""
    bots: list[LevelTries]
    """Of a deal of the day."""


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
    """What is published of a day: a hash of its key before it begins, and the key itself when it is over."""

    day: str
    commitment: str
    key: str | None


class Daily(Struct, frozen=True):
    """The deals of today: until when, what you have made of them, and how many days you have played in a row."""

    day: str
    ends: float
    streak: int
    games: list[DailyDeal]
    keys: list[DayKey]
    """Of yesterday, today and tomorrow."""
    yesterday: list[Best]


REQUESTS = (ChallengeRequest,)
ANSWERS = (Deal, Daily, DayKey)
