"""The types of what Land Unter sends: its table, its events, its options.

A weather card is its number: `17`. A water card is its level after a w: `w5`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from seaboard.shapes import EventShape, Reason, Shape


class Paid(Shape, frozen=True):
    """One seat's part in the last trick."""

    seat: int
    card: str
    took: str | None
    """The water taken in this trick."""
    level: int
    """The level after the water was taken, which was paid for or not."""
    paid: bool
    out: bool


class Table(Shape, frozen=True, kw_only=True):
    """What a seat sees on the table."""

    round: int
    rounds: int
    trick: int
    tricks: int
    open: bool
    dealer: int
    leader: int | None
    """In the open variant only."""
    hand: list[str]
    choice: str | None
    """Your card, chosen and not yet revealed."""
    may_change: bool
    chosen: list[bool]
    """By seat."""
    refused: dict[str, Reason]
    """Cards of the hand that can't be chosen now, and why."""
    water: list[str]
    """The two turned up, the lower first."""
    trick_cards: list[str | None]
    """By seat; in the open variant only."""
    ahead: list[int]
    """Who would take the lower and the higher water as the trick stands; in the open variant only."""
    last_trick: list[Paid]
    """From the highest weather to the lowest."""
    levels: list[int]
    """By seat."""
    highest: list[int] | UnsetType = UNSET
    """Whose level is the highest: who would pay. Older servers don't say."""
    lifebuoys: list[int]
    """By seat."""
    out: list[bool]
    """By seat."""
    discards: list[list[str]]
    """The weather that each seat has played in this round."""
    hands: list[int]
    """The hand that each seat holds, called by the seat it was dealt to."""
    passes_to: list[int]
    """Who gets each seat's hand for the next round."""
    totals: list[int]
    """The lifebuoys of each hand."""
    scores: list[int]
    """By seat."""
    points: list[list[int]]
    """By round, then by seat."""
    halves: list[int]
    """Half lifebuoys printed on the weather cards, by card, from 1."""
    turned: list[int]
    """Water cards turned up in this round, by level, from 1."""
    copies: int
    """Water cards of each level."""


class Options(Shape, frozen=True):
    """The options of a table."""

    open: bool
    change: bool
    first_dealer: Literal["lot"] | int


class RoundBegan(EventShape, frozen=True, tag="round_began"):
    """A round began."""

    dealer: int
    round: int


class CardDealt(EventShape, frozen=True, tag="card_dealt"):
    """A seat was dealt a card, which only it sees."""

    seat: int
    card: str | UnsetType = UNSET


class LifebuoysTaken(EventShape, frozen=True, tag="lifebuoys_taken"):
    """A seat took the lifebuoys of its hand."""

    seat: int
    lifebuoys: int


class WaterTurned(EventShape, frozen=True, tag="water_turned"):
    """Two water cards were turned up."""

    first: str
    second: str


class CardRevealed(EventShape, frozen=True, tag="card_revealed"):
    """A chosen card was turned over."""

    seat: int
    card: str


class CardPlayed(EventShape, frozen=True, tag="card_played"):
    """A card was played face up, in the open variant."""

    seat: int
    card: str


class WentAhead(EventShape, frozen=True, tag="went_ahead"):
    """In the open variant: who would take the lower water now, and who the higher."""

    seat: int
    runner_up: int | None


class WaterTaken(EventShape, frozen=True, tag="water_taken"):
    """A seat took a water card, which covers the one it had."""

    seat: int
    water: str
    covered: str | None
    highest: list[int] | UnsetType = UNSET
    """Whose level is the highest now; in older events it isn't said."""


class LifebuoyLost(EventShape, frozen=True, tag="lifebuoy_lost"):
    """A seat paid for its level."""

    seat: int
    level: int
    left: int


class SeatEliminated(EventShape, frozen=True, tag="seat_eliminated"):
    """A seat could not pay for its level, and is out of the round."""

    seat: int
    level: int
    highest: list[int] | UnsetType = UNSET
    """Whose level is the highest now; in older events it isn't said."""


class RoundScored(EventShape, frozen=True, tag="round_scored"):
    """What a seat's points in a round are made of."""

    seat: int
    kept: int
    eliminated: int
    """-1 for a seat that was eliminated, else 0."""
    bonus: int


class ScoreChanged(EventShape, frozen=True, tag="score_changed"):
    """A seat's points in the round, and its total."""

    seat: int
    points: int
    score: int


class HandPassed(EventShape, frozen=True, tag="hand_passed"):
    """A seat passed its hand on."""

    seat: int
    to: int


class MatchWon(EventShape, frozen=True, tag="match_won"):
    """A seat won the match."""

    seat: int
    points: int


Event = (
    RoundBegan
    | CardDealt
    | LifebuoysTaken
    | WaterTurned
    | CardRevealed
    | CardPlayed
    | WentAhead
    | WaterTaken
    | LifebuoyLost
    | SeatEliminated
    | RoundScored
    | ScoreChanged
    | HandPassed
    | MatchWon
)
