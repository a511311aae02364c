"""The shapes of hints and puzzles, over HTTP."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Event, View


class HintsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Hints on or off."""

    on: bool


class HintRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The match in which a hint is asked for."""

    match: Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")]


class PuzzleRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The move to solve a puzzle with."""

    action: Annotated[int, Meta(ge=0, le=65535)]


class HintReason(Struct, frozen=True):
    """Why a move is better than the next best: a key of the game's locales, or else of the page's, with a number for each of them."""

    key: str
    values: dict[str, float]


class Hint(Struct, frozen=True):
    """The best move for you, from what you know."""

    action: int
    move: str
    gain: float
    """How much more it is worth than the next best, as a share of the match's win."""
    reason: HintReason


class Puzzles(Struct, frozen=True):
    """A game's puzzles by their ids, the easiest first, and the one of the day."""

    puzzles: list[str]
    today: str | None


class PuzzlePosition(Struct, frozen=True):
    """A puzzle: what the seat that is to move has seen, and what is before it."""

    id: str
    events: list[Event]
    view: View


class PuzzleVerdict(Struct, frozen=True):
    """Whether a move solves a puzzle, which move does, what each is worth (a share of the match's win), and why."""

    solved: bool
    answer: str
    values: dict[str, float]
    reason: HintReason


REQUESTS = (HintsRequest, HintRequest, PuzzleRequest)
ANSWERS = (Hint, Puzzles, PuzzlePosition, PuzzleVerdict)
