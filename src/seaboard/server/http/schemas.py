"""The shapes of HTTP requests and answers, for checking and for the OpenAPI page."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Choice = bool | int | str
Seat = Annotated[int, Field(ge=0, le=63)]
Level = Annotated[str, Field(min_length=1, max_length=32)]


class Asked(BaseModel):
    """A request: nothing unknown in it, and no string taken for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GuestAsked(Asked):
    """A guest's name."""

    name: Annotated[str, Field(min_length=1, max_length=100)]


class TableAsked(Asked):
    """A new table."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    seats: Annotated[int, Field(ge=1, le=64)] | None = None
    options: Annotated[dict[str, Choice], Field(max_length=32)] = {}
    public: bool = False
    clock: Annotated[float, Field(ge=5, le=14 * 86400)] | None = None
    memory_aid: bool = False
    sit: bool = True
    bots: Annotated[list[Level | None], Field(max_length=64)] = []
    start: bool = False


class SeatAsked(Asked):
    """A chair, or any."""

    seat: Seat | None = None


class BotAsked(Asked):
    """A bot for a chair, or none."""

    seat: Seat
    level: Level | None


class StartAsked(Asked):
    """The level of bots for empty chairs."""

    fill: Level | None = None


class ResignAsked(Asked):
    """The level of the bot that takes over."""

    level: Level | None = None


class CoverAsked(Asked):
    """Whom to cover for."""

    seat: Seat


class RemoveAsked(Asked):
    """Whom to remove."""

    person: Annotated[str, Field(min_length=1, max_length=32)]


class ChatAsked(Asked):
    """Chat on or off."""

    on: bool


class LessonAsked(Asked):
    """The learner's moves so far."""

    moves: Annotated[list[Annotated[int, Field(ge=0, le=65535)]], Field(max_length=60)] = []


class Guest(BaseModel):
    """A person."""

    id: str
    name: str


class You(Guest):
    """The asking person, at a table."""

    seat: int | None
    maker: bool


class ChairShown(BaseModel):
    """A chair."""

    seat: int
    kind: str
    id: str | None
    name: str
    connected: bool
    covered: str | None
    level: str | None
    resigned: bool


class TableShown(BaseModel):
    """A table."""

    id: str
    version: int
    game: str
    seats: int
    options: dict[str, Choice]
    public: bool
    clock: float | None
    memory_aid: bool
    chat: bool
    stage: str
    maker: Guest
    chairs: list[ChairShown]
    match: str | None
    matches: list[str]
    watching: int
    made: float
    you: You | None


class Winner(BaseModel):
    """Who won: by seat, and by name unless a bot sat there."""

    seat: int
    name: str


class ResultShown(BaseModel):
    """How a match ended, and for the asking person: where they sat and whether they won."""

    match: str
    ended: str
    at: float
    winners: list[Winner]
    seat: int | None
    won: bool | None


class MyTableShown(TableShown):
    """A table of one's own."""

    your_turn: bool
    results: list[ResultShown]


class TablesShown(BaseModel):
    """Public tables."""

    tables: list[TableShown]


class MyTablesShown(BaseModel):
    """One's own tables."""

    tables: list[MyTableShown]


class OptionShown(BaseModel):
    """An option of a game, with its choices by number of seats, the default first; some take the text of a file instead."""

    name: str
    choices: dict[str, list[Choice]]
    takes_file: bool


class GameShown(BaseModel):
    """A game."""

    name: str
    title: str
    minutes: int
    seats: list[int]
    default_seats: int
    options: list[OptionShown]


class GamesShown(BaseModel):
    """The games, the bots' levels, and clocks to choose from."""

    games: list[GameShown]
    levels: list[str]
    clocks: list[int]


class MoveShown(BaseModel):
    """A move of a replay."""

    seat: int
    action: int
    text: str


class Frame(BaseModel):
    """A match after so many moves."""

    number: int
    move: MoveShown | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Replay(BaseModel):
    """A match, move by move."""

    record: dict[str, Any]
    seat: int | None
    frames: list[Frame]


class LessonListed(BaseModel):
    """A lesson: its name, the section of the rules that it shows, the number of seats, and the learner's."""

    name: str
    section: str
    seats: int
    seat: int


class LessonsShown(BaseModel):
    """A game's lessons, in the order to take them."""

    lessons: list[LessonListed]


class LessonFrame(BaseModel):
    """What the learner saw of a move, and what is before them then."""

    number: int
    events: list[dict[str, Any]]
    view: dict[str, Any]


class LessonShown(BaseModel):
    """A lesson as it stands: `reached` is whether its goal was, and null while it lasts."""

    name: str
    seat: int
    frames: list[LessonFrame]
    reached: bool | None


class Health(BaseModel):
    """Whether the server is well."""

    status: str
    version: str


class Reason(BaseModel):
    """Why not."""

    key: str
    values: dict[str, str]
    text: str
    game: bool


class Problem(BaseModel):
    """A refusal."""

    error: Reason
