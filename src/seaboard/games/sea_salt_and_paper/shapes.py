"""The types of what Sea Salt & Paper sends: its table, its options, and (from `event_shapes.py`) its events."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from seaboard.games.sea_salt_and_paper import event_shapes
from seaboard.games.sea_salt_and_paper.event_shapes import Card, Category, Colour, Count, Phase, Seat
from seaboard.shapes import Reason, Shape

Event = event_shapes.Event


class Options(Shape, frozen=True):
    """The options of a table."""

    target: Literal["standard", "double"] | Annotated[int, Meta(ge=5, le=100)]
    """Points to win."""


# ---- The table ---------------------------------------------------------------------------------------


class Source(Shape, frozen=True):
    """Points of one category, and the cards that make them."""

    category: Category
    points: Count
    cards: list[Card]


class ColourCount(Shape, frozen=True):
    """How many cards there are of a colour."""

    colour: Colour
    count: Count


class Points(Shape, frozen=True):
    """What a seat's cards are worth, and why."""

    pairs: Count
    mermaids: Count
    collections: Count
    multipliers: Count
    sources: list[Source]
    """One by one, where there are any; every card is in at least one of them."""
    mermaid_colours: list[ColourCount]
    """What each mermaid counts."""
    total: Count
    """Without the colour bonus."""
    colour_bonus: Count
    colour: Colour | None
    """What the colour bonus counts."""


class Pile(Shape, frozen=True):
    """A discard pile."""

    size: Count
    top: Card | None
    searched: bool
    """Somebody looks through it now."""
    cards: list[Card] | None
    """From the bottom up, for the seat that looks through it."""


class IfCalled(Shape, frozen=True):
    """What calling would score, with the cards that the seat has now."""

    stop: Count
    bet_won: Count
    bet_lost: Count


class Tally(Shape, frozen=True):
    """How many cards there are of each kind and of each colour; none is left out."""

    kinds: dict[str, Count]
    colours: dict[str, Count]


class Table(Shape, frozen=True, kw_only=True):
    """What lies before a seat."""

    round: Count
    starter: Seat
    turn: Seat | None
    phase: Phase
    hand: list[Card]
    drawn: list[Card]
    """For this seat only: drawn, and not yet kept or discarded."""
    without_partner: list[Card]
    """Cards of the hand that are laid in pairs but have no partner."""
    held: list[Count]
    """Cards that each seat holds, those just drawn included."""
    revealed: list[list[Card] | None]
    """Hands that lie open."""
    laid: list[list[list[Card]]]
    """Before each seat: pair by pair, or the four mermaids."""
    deck: Count
    draws: Literal[0, 1, 2] | UnsetType = UNSET
    """How many cards a draw takes from it. Older servers don't say."""
    piles: list[Pile]
    points: list[Points]
    """Of the cards this seat can count: all of its own, and what others have laid or revealed."""
    counted: list[bool]
    """Whose points are counted in full."""
    scores: list[Count]
    goal: Count
    to_call: Count
    """Points needed to end the round."""
    if_called: IfCalled | None
    """For the seat that may call now."""
    caller: Seat | None
    """Who called LAST CHANCE."""
    last_turns: list[Seat]
    """The seats that still have their last turn to end, in order."""
    end_turn: Literal["passes", "reveals", "cancels"] | UnsetType | None = UNSET
    """What it means to end this turn: the next seat plays, a hand is revealed, nobody scores. Older servers don't say."""
    refused: dict[str, Reason]
    """What might be tried now and can't, by move."""
    copies: Tally
    """Cards in the deck."""
    in_sight: Tally
    """Cards that this seat sees: its own, what lies open, the tops of the piles."""
