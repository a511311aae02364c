"""The shapes of requests and answers about records, replays, lessons, reviews and practice."""

from typing import Annotated, NotRequired, TypedDict

import msgspec
from msgspec import Meta, Struct

from seaboard.server.http.tables.schemas import Level, SeatNumber
from seaboard.server.protocol import Ended, Event, Options, View
from seaboard.server.review_parts import ReviewPart
from seaboard.server.storage.rows import Shuffle


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
    """The level of the bots in the other seats; by default as it was."""
    friends: bool = False
    """The other seats stay empty for people to sit down."""


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


class ReviewMessage(Struct, frozen=True):
    """The data of one event of a review's stream."""

    data: ReviewPart


REQUESTS = (LessonRequest, ReviewRequest, PracticeRequest)
ANSWERS = (Replay, Lessons, Lesson, ReviewMessage)
