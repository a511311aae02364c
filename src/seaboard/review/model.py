"""The contents of a review: plain typed values, the same in Python, in a file and on the page."""

from typing import Literal

from msgspec import Struct

Label = Literal["good", "unclear", "inexact", "mistake", "blunder"]


class Alternative(Struct, frozen=True):
    """One legal action of a decision."""

    move: str
    action: int
    value: float | None
    """The expected share of the match's win, from what the seat knew; None if the search never tried it."""
    error: float | None
    """The standard error of that value."""
    visits: int


class Decision(Struct, frozen=True):
    """A choice between several actions."""

    number: int
    """Of the move in the match, from 0."""
    seat: int
    move: str
    best: str
    cost: float
    """What the best action was worth more than the played one; 0 for the best itself."""
    error: float | None
    """The standard error of the cost; None if the search never tried the action."""
    label: Label
    alternatives: list[Alternative]
    """The best first."""


class Step(Struct, frozen=True):
    """How one move changed everybody's chances; the first step, with `move` None, is the first deal."""

    number: int | None
    seat: int | None
    move: str | None
    values: list[float]
    """Each seat's expected share of the win after the move, if everyone knew everything but the cards still to come."""
    luck: list[float]
    """What chance did to it: a deal, a draw, a theft at random."""
    play: list[float]
    """What the decision did to it."""


class SeatReview(Struct, frozen=True):
    """One seat's result, split. `fair + position + luck + own + others` is the result, to the last digit."""

    seat: int
    result: float
    """Its share of the win."""
    fair: float
    """An equal share; in teams, its team's."""
    position: float
    """What sitting there was worth more than an equal share, before the first deal."""
    luck: float
    """Deals, draws and everything else that chance decided."""
    own: float
    """Its own decisions."""
    others: float
    """Everybody else's."""
    adjusted: float
    """The result without its luck."""
    error_rate: float | None
    """The mean cost of its decisions that is surely one; None if it had none to make, or they were not reviewed."""
    hints: int = 0
    """How many hints it was given."""


class TurningPoint(Struct, frozen=True):
    """A moment of the story: a key of the locales with its values."""

    number: int | None
    seat: int
    key: str
    values: dict[str, str]


VERSION = 2
"""Of reviews: raised whenever the same record would be reviewed otherwise, so that kept ones are made again."""


class Chances(Struct, frozen=True):
    """Everybody's chances after each move, and their totals, before decisions are judged."""

    seats: list[SeatReview]
    steps: list[Step]


class Judged(Struct, frozen=True):
    """The progress of judging a match's moves, with the last decision, if that move was a choice."""

    done: int
    total: int
    decision: Decision | None


class Review(Struct, frozen=True):
    """A whole match, reviewed."""

    game: str
    rules: int
    seats: list[SeatReview]
    steps: list[Step]
    decisions: list[Decision]
    story: list[TurningPoint]
    simulations: int
    """For each decision, or fewer if the machine was too busy for that; each alternative has its own errors."""
    playouts: int
