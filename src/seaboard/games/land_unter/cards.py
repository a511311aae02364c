"""The cards of Land Unter, as data."""

WEATHER = 60  # numbered 1 to 60; internally, a card is its number minus one
HAND = 12
TRICKS = HAND  # of a round: every card is played
LEVELS = 12  # the water cards go from 1 to 12,
COPIES = 2  # two of each
WATER = LEVELS * COPIES
LEVEL_COUNTS = LEVELS + 1  # size of a count of water cards by level; 0 for none

# Lifebuoys printed on the weather cards, in halves, for each dozen of them: 1 to 12, 13 to 24, ...
HALVES_BY_DOZEN = (0, 1, 2, 1, 0)
HALVES = tuple(HALVES_BY_DOZEN[card // 12] for card in range(WEATHER))

# The same inverted, to count a whole hand at once: the cards that show one half, and those that show two, as bits.
ONE_HALF = sum(1 << card for card in range(WEATHER) if HALVES[card] == 1)
TWO_HALVES = sum(1 << card for card in range(WEATHER) if HALVES[card] == 2)
ALL_WEATHER = (1 << WEATHER) - 1
