"""The types of what Sea Change sends: its table, its events, its options.

A card is its suit's letter and its value: `B8`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from seaboard.shapes import EventShape, Reason, Shape

Suit = Literal["B", "G", "R", "P", "Y"]
WonBy = Literal["highest_trump", "highest_of_lead"]


class Played(Shape, frozen=True):
    """A card of a trick, and who played it."""

    seat: int
    card: str


class Table(Shape, frozen=True, kw_only=True):
    """What a seat sees on the table."""

    round: int
    dealer: int
    hand: list[str]
    refused: dict[str, Reason]
    """Cards of the hand that can't be played now, and why."""
    may: Literal["lead", "follow", "free"] | UnsetType | None = UNSET
    """What this seat may do if it is to act: lead, follow suit or match the value, play any card. Older servers don't say."""
    to_match: int | UnsetType | None = UNSET
    """The value of the last card of the trick, which turns the trump if it is played again. Likewise."""
    sea_changes: list[str] | UnsetType = UNSET
    """Cards of the hand that would turn the trump if they were played next. Likewise."""
    held: list[int]
    """Cards in each hand."""
    pile: int
    """Cards in the two-player draw pile, or in the AI's stack."""
    trick: list[Played]
    ahead: int | None
    """Whose card would win the trick as it stands."""
    last_trick: list[Played]
    last_winner: int | None
    lead: Suit | None
    trump: Suit | None
    tricks: list[int]
    """Tricks won in this round, by seat."""
    taken: list[int]
    """Cards taken in this round, by side."""
    sides: list[int]
    """The side that each seat plays for."""
    vps: list[int]
    """By side."""
    goals: list[int]
    """By side."""
    suits: str
    """The letters of the suits in the deck."""
    points: list[int]
    """Printed on the cards, by value."""
    zero_points: int
    """What the 0 of the trump suit counts at the end of a round."""
    copies: list[int]
    """Cards in the deck, by value."""
    played: list[int]
    """Cards played in this round, by value."""
    needs_eight: bool
    """A lone player has no 8 yet, without which the round can't be won."""


class Options(Shape, frozen=True):
    """The options of a table."""

    teams: int
    target: Literal["standard"] | int
    suits: str
    first_dealer: Literal["lot"] | int


class RoundBegan(EventShape, frozen=True, tag="round_began"):
    """A round began."""

    dealer: int
    round: int


class CardDealt(EventShape, frozen=True, tag="card_dealt"):
    """A seat was dealt a card, which only it sees."""

    seat: int
    card: str | UnsetType = UNSET


class CardPlayed(EventShape, frozen=True, tag="card_played"):
    """A seat played a card."""

    seat: int
    card: str


class TrumpSet(EventShape, frozen=True, tag="trump_set"):
    """The round's first card made its suit trump."""

    seat: int
    suit: Suit


class SeaChanged(EventShape, frozen=True, tag="sea_changed"):
    """A card of the same value as the one before changed the trump."""

    seat: int
    old: Suit
    suit: Suit


class CardDrawn(EventShape, frozen=True, tag="card_drawn"):
    """A seat drew a card, which only it sees."""

    seat: int
    card: str | UnsetType = UNSET


class WentAhead(EventShape, frozen=True, tag="went_ahead"):
    """This seat's card would win the trick now: it has just been played, or the trump has just changed."""

    seat: int
    how: WonBy


class TrickWon(EventShape, frozen=True, tag="trick_won"):
    """A seat won a trick; `how` is what made its card the best."""

    seat: int
    points: int
    cards: int
    how: WonBy


class CardCounted(EventShape, frozen=True, tag="card_counted"):
    """A card that a side has taken counts at the end of a round."""

    side: int
    card: str
    points: int


class RoundScored(EventShape, frozen=True, tag="round_scored"):
    """What a side has at the end of a round."""

    side: int
    points: int
    cards: int
    took_zero: bool
    """The 0 of the trump suit."""


class VpEarned(EventShape, frozen=True, tag="vp_earned"):
    """A side earned a VP; `vps` is its total."""

    side: int
    vps: int


class MatchWon(EventShape, frozen=True, tag="match_won"):
    """A side won the match; `by` is what decided between sides that reached their goal in the same round."""

    side: int
    by: Literal["vps", "trump_zero", "fewest_cards", "shared"]


Event = (
    RoundBegan
    | CardDealt
    | CardPlayed
    | TrumpSet
    | SeaChanged
    | CardDrawn
    | WentAhead
    | TrickWon
    | CardCounted
    | RoundScored
    | VpEarned
    | MatchWon
)
