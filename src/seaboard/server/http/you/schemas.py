"""The shapes of requests and answers about a person's history and ratings, and about leaderboards."""

from typing import Literal

from msgspec import Struct

from seaboard.server.protocol import Ended

# ---- Requests ------------------------------------------------------------------------------------


class ListedRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether leaderboards may show you."""

    on: bool


class EraseRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Your name, typed again, so that nobody deletes everything by mistake."""

    name: str


# ---- Answers -------------------------------------------------------------------------------------


class RatingShown(Struct, frozen=True):
    """A rating in points, and half the width of its 95 % interval; a bot's is exact."""

    points: int
    margin: int


class GameRating(Struct, frozen=True):
    """Your rating in a game, the number of matches that count, and your place among listed players."""

    game: str
    rating: RatingShown
    matches: int
    place: int | None


class Tally(Struct, frozen=True):
    """How often you have played and won, in one category."""

    game: str
    seats: int
    level: str
    """Of the strongest bot; "" where only people played."""
    matches: int
    won: int


class Streak(Struct, frozen=True):
    """Matches of a game won in a row: currently, and at best."""

    game: str
    now: int
    best: int


class Peak(Struct, frozen=True):
    """A match that stands out: by its moves, by how far you won, or by your luck, as a share of a win."""

    kind: Literal["longest", "best", "luckiest"]
    match: str
    game: str
    at: float
    value: float


class Reviewed(Struct, frozen=True):
    """Your error rate in a match that was reviewed."""

    match: str
    game: str
    at: float
    error_rate: float


class Profile(Struct, frozen=True):
    """You, by what you have played."""

    name: str
    listed: bool
    ratings: list[GameRating]
    tallies: list[Tally]
    streaks: list[Streak]
    peaks: list[Peak]
    reviewed: list[Reviewed]
    """Oldest first."""


class Opponent(Struct, frozen=True):
    """Who sat in a seat: a person's name, or a bot's level."""

    name: str
    level: str | None
    score: int | None
    won: bool


class PastMatch(Struct, frozen=True):
    """A match in your history."""

    match: str
    game: str
    at: float
    ended: Ended
    seat: int
    won: bool
    place: int
    """From 1; 0 where it isn't known."""
    seats: list[Opponent]
    counts: str
    """Why it counts for no rating, or "": `practice`, `deal`, `take-back`, `hint`, `new`, `deck`, `alone`, `bots`, `rules`, `abandoned`."""
    rating: RatingShown | None
    """Yours after it."""
    error_rate: float | None


class PastMatches(Struct, frozen=True):
    """A page of your history, newest first, and the key of the next page."""

    matches: list[PastMatch]
    after: str | None


class Ranked(Struct, frozen=True):
    """A line of a leaderboard: a person, or a level of bots, which has no place."""

    place: int | None
    name: str
    level: str | None
    rating: RatingShown
    matches: int
    you: bool


class Leaderboard(Struct, frozen=True):
    """A page of a leaderboard, by the lower end of each rating's interval, and the key of the next page."""

    game: str
    lines: list[Ranked]
    after: str | None
    you: GameRating | None


REQUESTS = (ListedRequest, EraseRequest)
ANSWERS = (Profile, PastMatches, Leaderboard)
