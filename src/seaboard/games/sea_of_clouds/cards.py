"""What a loot card can be: the types, and the closed vocabulary of effects. The deck itself is `deck.toml`."""

MOST_CARDS = 120
MOST_KINDS = 64
MOST_SETS = 8
LONGEST_SET = 12

# A set of cards is two words of 60 bits, for 120 cards.
WORD_BITS = 60
WORD_COUNT = 2

# The types. Instants and Secrets are Objects too, and have the Object's back.
TYPE_NAMES = ("rum", "relic", "object", "instant", "secret", "pirate")
TYPES = len(TYPE_NAMES)
RUM, RELIC, OBJECT, INSTANT, SECRET, PIRATE = range(TYPES)

BACK_NAMES = ("rum", "relic", "object", "pirate")
BACKS = len(BACK_NAMES)
RUM_BACK, RELIC_BACK, OBJECT_BACK, PIRATE_BACK = range(BACKS)
BACK_OF_TYPE = (RUM_BACK, RELIC_BACK, OBJECT_BACK, OBJECT_BACK, OBJECT_BACK, PIRATE_BACK)

EFFECT_NAMES = (
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
)
(
    VALUE,
    COLLECTION,
    MAJORITY,
    SET,
    CHEST,
    STRENGTH,
    POINTS,
    POINTS_PER_RUM,
    POINTS_PER_RELIC,
    DISCARD_PIRATES,
    ADD_TO_SHARES,
    GAIN_DOUBLOONS,
    TAKE_PARROT,
    MOST_RUMS,
    MOST_RELICS,
    MOST_DOUBLOONS,
    POINTS_PER_OBJECT,
    STEAL_RUMS,
    STEAL_DOUBLOONS,
    DISCARD_OBJECT,
    TAKE_LOOT,
    SWAP_RUM,
    SWAP_OBJECT,
) = range(len(EFFECT_NAMES))

# By number of seats.
ROUNDS = (0, 0, 15, 15, 12)
LEG = (0, 0, 5, 5, 4)  # rounds from one boarding to the next
REMOVED_AT_RANDOM = 5  # of Rums, Objects and Pirates each, with two seats
FIRST_DOUBLOONS = 3
SHARES = 3
SHARE_CARDS = 3
