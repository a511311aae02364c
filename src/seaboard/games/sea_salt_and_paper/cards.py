"""The deck of Sea Salt & Paper, as data: 58 cards, each of a kind and a colour.

A card is its place in this list, kind by kind. A set of cards is one number, with a bit for each card.
"""

KINDS = 14
CRAB, BOAT, FISH, SWIMMER, SHARK, SHELL, OCTOPUS, PENGUIN, SAILOR, MERMAID, LIGHTHOUSE, SHOAL, COLONY, CAPTAIN = range(KINDS)
COLOURS = 11

PRINTED = {
    "crab": {"dark-blue": 2, "light-blue": 2, "black": 1, "yellow": 2, "green": 1, "grey": 1},
    "boat": {"dark-blue": 2, "light-blue": 2, "black": 2, "yellow": 2},
    "fish": {"dark-blue": 2, "light-blue": 1, "black": 2, "yellow": 1, "green": 1},
    "swimmer": {"dark-blue": 1, "light-blue": 1, "black": 1, "yellow": 1, "light-orange": 1},
    "shark": {"dark-blue": 1, "light-blue": 1, "black": 1, "green": 1, "purple": 1},
    "shell": {"dark-blue": 1, "light-blue": 1, "black": 1, "yellow": 1, "green": 1, "grey": 1},
    "octopus": {"light-blue": 1, "yellow": 1, "green": 1, "grey": 1, "purple": 1},
    "penguin": {"purple": 1, "light-orange": 1, "pink": 1},
    "sailor": {"pink": 1, "orange": 1},
    "mermaid": {"white": 4},
    "lighthouse": {"purple": 1},
    "shoal": {"grey": 1},
    "colony": {"green": 1},
    "captain": {"light-orange": 1},
}
KIND_NAMES = tuple(PRINTED)
COLOUR_NAMES = ("dark-blue", "light-blue", "black", "yellow", "green", "grey", "purple", "white", "light-orange", "pink", "orange")

# For each card: kind, colour, and which copy it is, from 0.
FACES = tuple(
    (kind, COLOUR_NAMES.index(colour), copy)
    for kind, name in enumerate(KIND_NAMES)
    for colour, copies in PRINTED[name].items()
    for copy in range(copies)
)
CARDS = len(FACES)
ALL_CARDS = (1 << CARDS) - 1
OF_KIND = tuple(sum(1 << card for card in range(CARDS) if FACES[card][0] == kind) for kind in range(KINDS))
OF_COLOUR = tuple(sum(1 << card for card in range(CARDS) if FACES[card][1] == colour) for colour in range(COLOURS))
MERMAIDS = OF_KIND[MERMAID]


def kind_of(card: int) -> int:
    """CRAB, BOAT and so on."""
    return FACES[card][0]


# What can be laid together.
PAIR_KINDS = ((CRAB, CRAB), (BOAT, BOAT), (FISH, FISH), (SWIMMER, SHARK))


def _ways(first: int, second: int) -> list[tuple[int, int]]:
    """Each distinct way to lay two kinds together: two sets, one card from each."""
    ways = []
    for a in range(COLOURS):
        for b in range(a if first == second else 0, COLOURS):
            one, other = OF_KIND[first] & OF_COLOUR[a], OF_KIND[second] & OF_COLOUR[b]
            if one == other:  # two copies of the same card, or only one, which is no pair
                one, other = one & -one, one & (one - 1)
            if one and other:
                ways.append((one, other))
    return ways


_WAYS = [_ways(first, second) for first, second in PAIR_KINDS]
PAIRS = tuple(way for ways in _WAYS for way in ways)
PAIRS_BEGIN = tuple(sum(len(ways) for ways in _WAYS[:i]) for i in range(len(_WAYS) + 1))  # where each of PAIR_KINDS begins in PAIRS

# Points for holding 0, 1, 2, … cards of a collection.
COLLECTIONS = (SHELL, OCTOPUS, PENGUIN, SAILOR)
COLLECTION_POINTS = (
    (0, 0, 2, 4, 6, 8, 10),
    (0, 0, 3, 6, 9, 12, 12),
    (0, 1, 3, 5, 5, 5, 5),
    (0, 0, 5, 5, 5, 5, 5),
)

# A multiplier, the kind it counts, and the points for each card of that kind.
MULTIPLIERS = ((LIGHTHOUSE, BOAT, 1), (SHOAL, FISH, 1), (COLONY, PENGUIN, 2), (CAPTAIN, SAILOR, 3))

# Points that end the match, by number of seats.
GOALS = (0, 0, 40, 35, 30)
