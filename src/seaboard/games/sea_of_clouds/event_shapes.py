"""The types of the events that `view.py` sends."""

from typing import Literal

from msgspec import UNSET, UnsetType, field

from seaboard.shapes import EventShape

Back = Literal["rum", "relic", "object", "pirate"]
Category = Literal["doubloons", "rums", "relics", "secrets", "objects"]


class MatchBegan(EventShape, frozen=True, tag="match_began"):
    """The first player has the Hat and the Parrot; the deck has this many cards."""

    seat: int
    seats: int
    rounds: int
    deck: int


class RoundBegan(EventShape, frozen=True, tag="round_began"):
    """The ship reaches the next island; the seat with the Hat begins."""

    seat: int
    round: int


class TurnBegan(EventShape, frozen=True, tag="turn_began"):
    """A seat's turn."""

    seat: int
    round: int


class ShareLookedAt(EventShape, frozen=True, tag="share_looked_at"):
    """A seat looks at a share."""

    seat: int
    share: int
    cards: int
    doubloons: int


class CardSeen(EventShape, frozen=True, tag="card_seen"):
    """A seat sees a card; only that seat gets this event."""

    seat: int
    share: int
    place: int
    card: str


class ShareLeft(EventShape, frozen=True, tag="share_left"):
    """A seat leaves the share that it looked at."""

    seat: int
    share: int


class ShareTaken(EventShape, frozen=True, tag="share_taken"):
    """A seat takes a share."""

    seat: int
    share: int
    cards: int
    doubloons: int


class CardAdded(EventShape, frozen=True, tag="card_added"):
    """A card goes from the deck to a share; `next` is the back on top of the deck now."""

    share: int
    back: Back
    next: Back | None


class DoubloonAdded(EventShape, frozen=True, tag="doubloon_added"):
    """A doubloon goes from the stock to a share."""

    share: int


class CardDrawn(EventShape, frozen=True, tag="card_drawn"):
    """A seat that left every share takes the top card of the deck; `next` is the back on top now."""

    seat: int
    back: Back
    next: Back | None


class CardLaid(EventShape, frozen=True, tag="card_laid"):
    """`change` is what it adds to the strength of the crew."""

    seat: int
    card: str
    change: int


class CardLaidFaceDown(EventShape, frozen=True, tag="card_laid_face_down"):
    """A card is laid face down; only the seat itself sees which."""

    seat: int
    back: Back
    type: Literal["rum", "secret"] | UnsetType = UNSET
    """In older events it isn't said."""
    card: str | UnsetType = UNSET


class CardDiscarded(EventShape, frozen=True, tag="card_discarded"):
    """`change` is what the strength of the crew changes by."""

    seat: int
    card: str
    change: int


class DoubloonsGained(EventShape, frozen=True, tag="doubloons_gained"):
    """A seat gains doubloons from the stock."""

    seat: int
    doubloons: int


class ChestFilled(EventShape, frozen=True, tag="chest_filled"):
    """The Chest gets its doubloons."""

    seat: int
    doubloons: int


class ChestEmptied(EventShape, frozen=True, tag="chest_emptied"):
    """The doubloons of a discarded Chest return to the stock."""

    seat: int
    doubloons: int


class ParrotTaken(EventShape, frozen=True, tag="parrot_taken"):
    """The Parrot flies to a seat."""

    seat: int
    from_: int = field(name="from")


class BoardingBegan(EventShape, frozen=True, tag="boarding_began"):
    """A boarding begins; the Pirates of the seat with the Parrot act first."""

    parrot: int
    round: int


class CrewCounted(EventShape, frozen=True, tag="crew_counted"):
    """A crew's strength for this boarding."""

    seat: int
    strength: int
    pirates: int


class FightWon(EventShape, frozen=True, tag="fight_won"):
    """A seat beats a neighbour; if they are `tied`, by the Parrot."""

    seat: int
    loser: int
    strength: int
    against: int
    tied: bool | UnsetType = UNSET
    """In older events it isn't said."""


class FightUndecided(EventShape, frozen=True, tag="fight_undecided"):
    """Nobody wins: the stronger has no Pirates."""

    seat: int
    other: int
    strength: int
    against: int
    tied: bool | UnsetType = UNSET
    """In older events it isn't said."""


class ChestPassed(EventShape, frozen=True, tag="chest_passed"):
    """The Chest goes to the winner; `moved` doubloons come off it to their board, `left` stay on it."""

    seat: int
    from_: int = field(name="from")
    moved: int
    left: int


class ChestMoved(EventShape, frozen=True, tag="chest_moved"):
    """The Chest has changed hands in a swap: the doubloons on it go along."""

    seat: int
    from_: int = field(name="from")
    doubloons: int


class PirateSent(EventShape, frozen=True, tag="pirate_sent"):
    """A Pirate acts against a beaten opponent."""

    seat: int
    card: str
    victim: int


class DoubloonsStolen(EventShape, frozen=True, tag="doubloons_stolen"):
    """Doubloons go from one board to another."""

    seat: int
    victim: int
    doubloons: int


class RumStolen(EventShape, frozen=True, tag="rum_stolen"):
    """Only the two are told which."""

    seat: int
    victim: int
    card: str | UnsetType = UNSET


class RumGiven(EventShape, frozen=True, tag="rum_given"):
    """Only the two are told which."""

    seat: int
    victim: int
    card: str | UnsetType = UNSET


class RumsSwapped(EventShape, frozen=True, tag="rums_swapped"):
    """The Rum that came for the one given; only the two are told which."""

    seat: int
    victim: int
    card: str | UnsetType = UNSET


class ObjectsSwapped(EventShape, frozen=True, tag="objects_swapped"):
    """Two Objects change hands."""

    seat: int
    victim: int
    given: str
    taken: str


class LootTaken(EventShape, frozen=True, tag="loot_taken"):
    """A Pirate takes a card of the loot, unseen."""

    seat: int
    share: int
    place: int
    back: Back


class EffectsDeclined(EventShape, frozen=True, tag="effects_declined"):
    """A seat declines every effect that is left."""

    seat: int


class BoardingEnded(EventShape, frozen=True, tag="boarding_ended"):
    """All Pirates have left."""

    round: int


class CrewLeft(EventShape, frozen=True, tag="crew_left"):
    """A crew's strength after a boarding, by its modifiers alone."""

    seat: int
    strength: int


class DoubloonsCounted(EventShape, frozen=True, tag="doubloons_counted"):
    """The final count: doubloons, and those on the Chest."""

    seat: int
    doubloons: int
    chest: int


class CardsCounted(EventShape, frozen=True, tag="cards_counted"):
    """The final count: the cards of a kind."""

    seat: int
    kind: str
    count: int
    points: int


class CategoryCounted(EventShape, frozen=True, tag="category_counted"):
    """The final count: all of a category."""

    seat: int
    category: Category
    points: int


class MatchScored(EventShape, frozen=True, tag="match_scored"):
    """The final count: everything."""

    seat: int
    points: int


class MatchWon(EventShape, frozen=True, tag="match_won"):
    """`tied`: how many had that many points."""

    seat: int
    points: int
    tied: int


Event = (
    MatchBegan
    | RoundBegan
    | TurnBegan
    | ShareLookedAt
    | CardSeen
    | ShareLeft
    | ShareTaken
    | CardAdded
    | DoubloonAdded
    | CardDrawn
    | CardLaid
    | CardLaidFaceDown
    | CardDiscarded
    | DoubloonsGained
    | ChestFilled
    | ChestEmptied
    | ParrotTaken
    | BoardingBegan
    | CrewCounted
    | FightWon
    | FightUndecided
    | ChestPassed
    | ChestMoved
    | PirateSent
    | DoubloonsStolen
    | RumStolen
    | RumGiven
    | RumsSwapped
    | ObjectsSwapped
    | LootTaken
    | EffectsDeclined
    | BoardingEnded
    | CrewLeft
    | DoubloonsCounted
    | CardsCounted
    | CategoryCounted
    | MatchScored
    | MatchWon
)
