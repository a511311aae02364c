"""The types of what `view.py` sends: the table, the options, and (from `event_shapes.py`) the events."""

from typing import Literal

from msgspec import UNSET, UnsetType

from seaboard.games.sea_of_clouds import event_shapes
from seaboard.games.sea_of_clouds.event_shapes import Back
from seaboard.shapes import Reason, Shape

Phase = Literal["looking", "laying", "sending", "choosing_loot", "giving_rum", "giving_object", "taking_object", "discarding", "over"]
Side = Literal["left", "right"]
Type = Literal["rum", "relic", "object", "instant", "secret", "pirate"]
Effect = Literal[
    "value",
    "collection",
    "majority",
    "set",
    "chest",
    "strength",
    "points",
    "points-per-rum",
    "points-per-relic",
    "discard-pirates",
    "add-to-shares",
    "gain-doubloons",
    "take-parrot",
    "most-rums",
    "most-relics",
    "most-doubloons",
    "points-per-object",
    "steal-rums",
    "steal-doubloons",
    "discard-object",
    "take-loot",
    "swap-rum",
    "swap-object",
]


# ---- The table -----------------------------------------------------------------------------------


class DrawPile(Shape, frozen=True):
    """The deck that is drawn from."""

    cards: int
    back: Back | None
    """Of the card on top."""


class SetWorth(Shape, frozen=True):
    """How many Relics of a set there would be, and what they would be worth together."""

    count: int
    points: int


class FaceDown(Shape, frozen=True):
    """A card of which everybody sees the back."""

    back: Back
    card: str | None
    """Known to this seat only if it has seen it."""
    seen_by: list[int]
    set: SetWorth | UnsetType = UNSET
    """Of a Relic that this seat holds: with everything that it holds."""


class HandCard(FaceDown, frozen=True, kw_only=True):
    """A card that was taken and is not yet laid."""

    place: int
    """Where in the hand, for as long as it is there."""


class Share(Shape, frozen=True):
    """One of the shares of the loot, its oldest card first."""

    cards: list[FaceDown]
    doubloons: int


class SeenCard(Shape, frozen=True):
    """A face-down card that this seat knows, and who surely knows it too."""

    card: str
    seen_by: list[int]


class Hidden(Shape, frozen=True):
    """The face-down cards of a type on a board."""

    count: int
    back: Back
    seen: list[SeenCard]


class Points(Shape, frozen=True):
    """Points by category, of the cards that this seat knows."""

    doubloons: int
    rums: int
    relics: int
    secrets: int
    objects: int


class KindCounted(Shape, frozen=True):
    """What the cards of a kind count."""

    kind: str
    count: int
    points: int


class Board(Shape, frozen=True):
    """What lies before a seat."""

    seat: int
    doubloons: int
    chest: int | None
    """The doubloons on the Chest, where it lies here."""
    strength: int
    pirates: list[str]
    relics: list[str]
    objects: list[str]
    rums: Hidden
    secrets: Hidden
    points: Points
    face_up_points: int
    """What the doubloons and the face-up cards count."""
    known_points: int
    """What all the cards count that this seat knows."""
    counted: list[KindCounted]


class Choice(Shape, frozen=True):
    """A kind of card that may be chosen."""

    kind: str
    count: int


class Victory(Shape, frozen=True):
    """A fight that a seat has won: on which side, and against whom."""

    seat: int
    side: Side
    loser: int


class Pairing(Shape, frozen=True):
    """Two neighbours who fight in a boarding."""

    one: int
    other: int


class Fight(Pairing, frozen=True):
    """A fight of a boarding; a tie goes by the Parrot, and nobody wins without Pirates."""

    winner: int | None
    tied: bool


class Applied(Shape, frozen=True):
    """The Pirates that have acted, by the side of the beaten opponent."""

    left: list[str]
    right: list[str]


class Boarding(Shape, frozen=True):
    """A boarding in progress."""

    strengths: list[int]
    fights: list[Fight]
    won: list[Victory]
    actor: int
    """Whose Pirates act now."""
    applied: Applied
    sent: str | None
    """The Pirate that acts now."""
    target: int | None
    """Against whom it acts."""
    given: str | None
    """The Object that is given in a swap."""


class Kind(Shape, frozen=True):
    """What a kind of card is and does; which numbers it has depends on its type and effect."""

    type: Type
    back: Back
    count: int
    source: Literal["rulebook", "reconstruction"]
    effect: Effect
    strength: int | UnsetType = UNSET
    once: bool | UnsetType = UNSET
    """A Pirate that acts for one victory only."""
    optional: bool | UnsetType = UNSET
    """A Pirate whose effect may be declined."""
    values: list[int] | UnsetType = UNSET
    """What 1, 2, 3… of a set count together."""
    value: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    others: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    doubloons: int | UnsetType = UNSET
    rums: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    """A host's own name for it."""
    text: str | UnsetType = UNSET
    """A host's own words for what it does."""


class Table(Shape, frozen=True, kw_only=True):
    """What lies before a seat."""

    phase: Phase
    round: int
    rounds: int
    boardings: list[int]
    """The rounds after which crews board each other."""
    hat: int
    parrot: int
    turn: int
    pairings: list[Pairing]
    """The fights of a boarding, in their order."""
    deck: DrawPile
    shares: list[Share]
    share: int | None
    """The one that is looked at."""
    leaving: Literal["share", "card", "doubloon"] | UnsetType | None = UNSET
    """What leaving it leads to: the next share, the top card of the deck, a doubloon. Older servers don't say."""
    hand: list[HandCard]
    chest: str | UnsetType | None = UNSET
    """The card that is the Chest, where there is one. Older servers don't say."""
    boards: list[Board]
    choices: list[Choice]
    """The cards on a board among which this seat is to choose."""
    lost: list[str]
    """Rums that this seat has seen and that now lie on some other board."""
    discards: list[str]
    removed: str | None
    """The kind that is left out of a match of two."""
    boarding: Boarding | None
    refused: dict[str, Reason]
    at_once: list[str]
    """Moves that may as well be made all at once: cards whose order can't matter, Pirates that ask for nothing."""
    in_sight: dict[str, int]
    """Cards of each kind that this seat sees or knows, wherever they lie."""
    kinds: dict[str, Kind]


# ---- Events and options --------------------------------------------------------------------------

Event = event_shapes.Event


class Options(Shape, frozen=True):
    """The options of a table."""

    first_player: int | Literal["lot"]
    deck: str
    """`standard`, or the text of a deck file."""
