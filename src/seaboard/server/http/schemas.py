"""The shapes of HTTP requests and answers, besides those of the protocol; the OpenAPI page is generated from them."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta, Struct

from seaboard.server.http import (
    advice_schemas,
    deal_schemas,
    host_schemas,
    invitation_schemas,
    people_schemas,
    summary_schemas,
    you_schemas,
)
from seaboard.server.http.invitation_schemas import Invitation, InvitedPerson
from seaboard.server.protocol import Choice, Ended, Event, Options, Person, Reason, Table, View
from seaboard.server.review_parts import ReviewPart
from seaboard.server.shuffle_parts import ShuffleRequest
from seaboard.server.storage.rows import Shuffle

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]

# ---- Requests ------------------------------------------------------------------------------------


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


class PushRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """How to notify this device: its push subscription, and the language."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]
    key: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]
    language: Literal["en", "fr"] = "en"


class NotifyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Notifications of a table on or off."""

    on: bool


class LessonRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's moves so far."""

    moves: Annotated[list[Annotated[int, Meta(ge=0, le=65535)]], Meta(max_length=60)] = []


class ReviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose decisions to judge; by default your own, or nobody's if you did not play."""

    seat: SeatNumber | None = None


class PracticeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """After how many moves to play on, in which seat (by default your own), and against whom."""

    moves: Annotated[int, Meta(ge=0, le=65535)] = 0
    seat: SeatNumber | None = None
    level: Level | None = None
    """Of the bots in the other seats; by default as it was."""
    friends: bool = False
    """The other seats stay empty for people to sit down."""


# ---- Answers -------------------------------------------------------------------------------------


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


class Move(Struct, frozen=True):
    """A move of a replay."""

    seat: int
    action: int
    text: str


class Frame(Struct, frozen=True):
    """A match after so many moves."""

    number: int
    move: Move | None
    events: list[Event]
    view: View
    hands: list[list[str]] | msgspec.UnsetType = msgspec.UNSET
    """Every seat's hidden cards: of a match that has ended, all may be looked at."""


class PracticeFrom(TypedDict):
    """What a practice match plays on from: a match, and how many of its moves."""

    match: str
    moves: int


class DailyRecord(TypedDict):
    """The day of a match's deal; its key is published when the day is over."""

    day: str
    commitment: str
    key: NotRequired[str]


class MatchRecord(TypedDict):
    """A match as its seed and moves; the other fields are there if it was played on a server."""

    seaboard: int
    game: str
    rules: int
    seats: int
    options: Options
    seed: str
    moves: list[tuple[int, int]]
    scores: list[int]
    winners: list[int]
    match: NotRequired[str]
    commitment: NotRequired[str]
    shuffle: NotRequired[Shuffle]
    names: NotRequired[list[str]]
    started: NotRequired[float]
    ended: NotRequired[Ended]
    practice: NotRequired[PracticeFrom]
    daily: NotRequired[DailyRecord]
    hints: NotRequired[list[tuple[int, int]]]
    """The hints that were given: to which seat, and before which move."""


class Replay(Struct, frozen=True):
    """A match, move by move."""

    record: MatchRecord
    seat: int | None
    frames: list[Frame]


class LessonListing(Struct, frozen=True):
    """A lesson: its name, the section of the rules that it shows, the number of seats, and the learner's."""

    name: str
    section: str
    seats: int
    seat: int


class Lessons(Struct, frozen=True):
    """A game's lessons, in the order to take them."""

    lessons: list[LessonListing]


class LessonFrame(Struct, frozen=True):
    """What the learner saw of a move, and the view after it."""

    number: int
    events: list[Event]
    view: View


class Lesson(Struct, frozen=True):
    """A lesson as it stands: `reached` is whether its goal was, and null while it lasts."""

    name: str
    seat: int
    frames: list[LessonFrame]
    reached: bool | None


class Blocked(Struct, frozen=True):
    """The people you have blocked."""

    people: list[Person]


class Done(Struct, frozen=True):
    """The request was carried out, and there is nothing to return."""

    done: bool


class PushKey(Struct, frozen=True):
    """The server's public key for notifications."""

    key: str


class ReviewMessage(Struct, frozen=True):
    """The data of one event of a review's stream."""

    data: ReviewPart


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
    TableRequest,
    SetUpRequest,
    SeatRequest,
    BotRequest,
    StartRequest,
    ResignRequest,
    CoverRequest,
    RemoveRequest,
    ChatRequest,
    LessonRequest,
    PushRequest,
    NotifyRequest,
    ReviewRequest,
    PracticeRequest,
)
ANSWERS = (
    *people_schemas.ANSWERS,
    *advice_schemas.ANSWERS,
    *deal_schemas.ANSWERS,
    *host_schemas.ANSWERS,
    *invitation_schemas.ANSWERS,
    *you_schemas.ANSWERS,
    Table,
    Tables,
    MyTables,
    Games,
    Locale,
    Replay,
    summary_schemas.Summary,
    Lessons,
    Lesson,
    Blocked,
    Done,
    PushKey,
    ReviewMessage,
    Problem,
)


def components(ref_template: str = "#/$defs/{name}") -> dict[str, Any]:
    """A JSON Schema of each shape that goes over HTTP, by name."""
    return msgspec.json.schema_components((*REQUESTS, *ANSWERS), ref_template=ref_template)[1]
