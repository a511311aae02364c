"""The types of the events that Sea Salt & Paper sends, and what both they and the table are made of."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from seaboard.shapes import EventShape

Card = Annotated[str, Meta(pattern="^[a-z]+:[a-z-]+(:[2-4])?$")]
"""`crab:dark-blue`; `crab:dark-blue:2` is its copy."""
PileNumber = Literal[1, 2]
Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0)]
Kind = Literal[
    "crab",
    "boat",
    "fish",
    "swimmer",
    "shark",
    "shell",
    "octopus",
    "penguin",
    "sailor",
    "mermaid",
    "lighthouse",
    "shoal",
    "colony",
    "captain",
]
Colour = Literal["dark-blue", "light-blue", "black", "yellow", "green", "grey", "purple", "white", "light-orange", "pink", "orange"]
Category = Literal[
    "crabs",
    "boats",
    "fish",
    "swimmers",
    "mermaids",
    "shells",
    "octopuses",
    "penguins",
    "sailors",
    "lighthouse",
    "shoal",
    "colony",
    "captain",
    "none",
]
"""Where points come from; `none`: cards that give no points."""
Phase = Literal["take", "keep", "discard", "lay", "search", "pick", "rob", "over"]
Win = Literal["points", "tie", "shared", "mermaids"]


class RoundBegan(EventShape, frozen=True, tag="round_began"):
    """A round began: the deck has all cards."""

    starter: Seat
    round: Count
    deck: Count


class PileShown(EventShape, frozen=True, tag="pile_shown"):
    """A pile shows a new top card that nobody put there: at the beginning of a round, or because the card above was taken."""

    pile: PileNumber
    card: Card
    deck: Count
    """Cards that are left in the deck."""


class TwoDrawn(EventShape, frozen=True, tag="two_drawn"):
    """Two cards came from the deck, to choose between them."""

    seat: Seat
    deck: Count
    first: Card | UnsetType = UNSET
    second: Card | UnsetType = UNSET


class CardKept(EventShape, frozen=True, tag="card_kept"):
    """One of the two drawn cards went to the hand."""

    seat: Seat
    card: Card | UnsetType = UNSET


class CardDiscarded(EventShape, frozen=True, tag="card_discarded"):
    """The other one went to a pile."""

    seat: Seat
    card: Card
    pile: PileNumber


class CardTaken(EventShape, frozen=True, tag="card_taken"):
    """The top card of a pile went to a hand."""

    seat: Seat
    card: Card
    pile: PileNumber


class CardDrawn(EventShape, frozen=True, tag="card_drawn"):
    """One card alone came from the deck: by two fish, or because it was the last."""

    seat: Seat
    deck: Count
    card: Card | UnsetType = UNSET


class PairLaid(EventShape, frozen=True, tag="pair_laid"):
    """Two cards that belong together were laid."""

    seat: Seat
    first: Card
    second: Card


class EffectLost(EventShape, frozen=True, tag="effect_lost"):
    """A pair's effect had nothing to act on."""

    seat: Seat
    kind: Literal["crab", "boat", "fish", "swimmer"]


class PileSearched(EventShape, frozen=True, tag="pile_searched"):
    """A pile is looked through, by two crabs."""

    seat: Seat
    pile: PileNumber
    cards: Count


class CardPicked(EventShape, frozen=True, tag="card_picked"):
    """A card from under the top of a pile went to a hand."""

    seat: Seat
    pile: PileNumber
    card: Card | UnsetType = UNSET


class CardStolen(EventShape, frozen=True, tag="card_stolen"):
    """A card was stolen, by a swimmer and a shark."""

    seat: Seat
    victim: Seat
    card: Card | UnsetType = UNSET


class TurnRepeated(EventShape, frozen=True, tag="turn_repeated"):
    """Two boats: the same seat takes again."""

    seat: Seat


class MermaidsLaid(EventShape, frozen=True, tag="mermaids_laid"):
    """All four mermaids were laid."""

    seat: Seat
    laid: list[Card]


class TurnEnded(EventShape, frozen=True, tag="turn_ended"):
    """A turn ended without a call."""

    seat: Seat
    next: Seat | None
    """Whose turn it is now; nobody's, if the round ends."""


class StopCalled(EventShape, frozen=True, tag="stop_called"):
    """STOP was called."""

    seat: Seat


class LastChanceCalled(EventShape, frozen=True, tag="last_chance_called"):
    """LAST CHANCE was called."""

    seat: Seat


class HandRevealed(EventShape, frozen=True, tag="hand_revealed"):
    """A hand was revealed; its cards follow one by one."""

    seat: Seat
    cards: Count


class CardRevealed(EventShape, frozen=True, tag="card_revealed"):
    """A card of a hand that was revealed."""

    seat: Seat
    card: Card


class RoundCancelled(EventShape, frozen=True, tag="round_cancelled"):
    """Nobody called, and the deck is empty: nobody scores."""

    seat: Seat


class BetWon(EventShape, frozen=True, tag="bet_won"):
    """Nobody has more points than the caller of LAST CHANCE."""

    seat: Seat
    points: Count
    best: Count
    """The most that another seat has."""


class BetLost(EventShape, frozen=True, tag="bet_lost"):
    """Another player has more points than the caller of LAST CHANCE."""

    seat: Seat
    points: Count
    best: Count


class PointsCounted(EventShape, frozen=True, tag="points_counted"):
    """Points of one category, and the cards that make them."""

    seat: Seat
    category: Category
    points: Count
    made_by: list[Card]


class MermaidCounted(EventShape, frozen=True, tag="mermaid_counted"):
    """The colour that one of a seat's mermaids counts."""

    seat: Seat
    colour: Colour
    points: Count


class CardsScored(EventShape, frozen=True, tag="cards_scored"):
    """The points of a seat's cards, and whether they count."""

    seat: Seat
    points: Count
    counts: bool


class BonusScored(EventShape, frozen=True, tag="bonus_scored"):
    """A seat's colour bonus, and whether it counts."""

    seat: Seat
    points: Count
    counts: bool
    colour: Colour | None


class RoundScored(EventShape, frozen=True, tag="round_scored"):
    """What a seat gained in the round."""

    seat: Seat
    gained: Count
    score: Count
    """After this round."""


class MatchWon(EventShape, frozen=True, tag="match_won"):
    """A seat has won the match, alone or with others."""

    seat: Seat
    by: Win


Event = (
    RoundBegan
    | PileShown
    | TwoDrawn
    | CardKept
    | CardDiscarded
    | CardTaken
    | CardDrawn
    | PairLaid
    | EffectLost
    | PileSearched
    | CardPicked
    | CardStolen
    | TurnRepeated
    | MermaidsLaid
    | TurnEnded
    | StopCalled
    | LastChanceCalled
    | HandRevealed
    | CardRevealed
    | RoundCancelled
    | BetWon
    | BetLost
    | PointsCounted
    | MermaidCounted
    | CardsScored
    | BonusScored
    | RoundScored
    | MatchWon
)
