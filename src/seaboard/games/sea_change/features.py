"""What a learner sees of Sea Change."""

from seaboard.games.sea_change.cards import HAND, SUITS, VALUES, card_of, value_of, values_used
from seaboard.games.sea_change.rules import cards_in_trick, goal_of, seat_of_place, side_of, sides_of, trick_winner
from seaboard.games.sea_change.scoring import points_taken
from seaboard.games.sea_change.state import NO_SUIT, State
from seaboard.kit import Field, mark, scratch, starts

CARDS = SUITS * VALUES
TRICKS = 15
MOST_LACKING = 4
MOST_SIDES = 8
LEAST_POINTS, MOST_POINTS = -12, 18
MOST_AHEAD = 12
NO_POINTS = -1000

COMMON = (
    Field("hand", CARDS, "the cards you hold, suit by suit"),
    Field("unseen", CARDS, "the cards that you don't hold and nobody has played: in others' hands or in the pile"),
    Field("suits", SUITS, "the suits in the deck"),
    Field("trump", SUITS, "the trump; none before the first card of a round"),
    Field("lead", SUITS, "the suit that was led"),
    Field("last", VALUES, "the value of the last card in the trick: who matches it turns the trump"),
    Field("trick", 1, "the number of the trick, from 1", TRICKS),
    Field("laid", 1, "how many cards lie in the trick", 8),
    Field("pile", 1, "how many cards are in the pile", 20),
    Field("seats", 8, "how many seats there are: the place is the number less one"),
    Field("sides", 8, "how many sides there are, likewise"),
)
EACH = (
    Field("here", 1, "1: there is such a seat (or the AI in a solo match)"),
    Field("partner", 1, "1: it plays for your side; so do you"),
    Field("dealt", 1, "1: it dealt"),
    Field("leads", 1, "1: it led the trick, or is to lead"),
    Field("turn", 1, "1: it is to play"),
    Field("lacks", MOST_LACKING, "how many VPs its side lacks: 1, 2, 3, more"),
    Field("lacking", 1, "the same as a number", 21),
    Field("held", 1, "how many cards it holds", HAND),
    Field("tricks", 1, "how many tricks it has won in this round", TRICKS),
    Field(
        "points", MOST_POINTS - LEAST_POINTS + 1, "its side's points in this round, with the trump as it is now: -12 or less, … 18 or more"
    ),
    Field("ahead", 2 * MOST_AHEAD + 1, "by how many points its side is ahead of the best of the others: -12 or less, … 12 or more"),
    Field("wins", 1, "1: its card wins the trick as it lies"),
    Field("zeros", SUITS, "the zeros that its side has taken"),
    Field("void", SUITS, "suits that it can't hold"),
    Field("barred", SUITS, "with two seats: how many of its cards can't be of each suit", HAND),
    Field("lies", CARDS, "its card in this trick"),
    Field("played", CARDS, "the cards that it has played in this round, this trick included"),
    Field("when", CARDS, "the trick, from 1, in which it played each of them", TRICKS),
)
HAND_AT, UNSEEN, SUITS_USED, TRUMP, LEAD, LAST, TRICK, LAID, PILE, SEATS, SIDES, FIRST_BLOCK = starts(COMMON)
HERE, PARTNER, DEALT, LEADS, TURN, LACKS, LACKING, HELD, WON, POINTS, AHEAD, WINS, ZEROS, VOID, BARRED, LIES, PLAYED, WHEN, BLOCK = starts(
    EACH
)

BYTES = tuple(sum((bits >> suit & 1) << 8 * suit for suit in range(SUITS)) for bits in range(1 << SUITS))
"""A set of suits as numbers that can be added up: a byte for each suit, 1 if it is in the set."""

FORGETS = ("target", "first_dealer", "round_number", "goal", "vps", "last_trick", "last_trick_size", "last_leader", "last_winner")
"""What of the State is not in a row, or not in full: the rounds before count only by the VPs that are left to win."""


EVENT_NUMBERS = ((0, 7), (-32, 79), (-4, 80), (0, 1))
"""The smallest and the largest seat of an event, and of the three numbers after it."""


def most_events(s: State) -> int:
    """Return the most events a match can have: each round but the last brings a side nearer to its goal, and a card makes at most five."""
    rounds = 1
    for side in range(sides_of(s)):
        rounds += goal_of(s, side) - 1
    return rounds * (1 + 5 * HAND * max(s.seats, 3) + TRICKS + 3 * sides_of(s))


def blocks(seats: int) -> int:
    """Return how many blocks a row has: the AI of a solo match has one too."""
    return max(seats, 2)


def is_learnable(s: State) -> bool:
    """Whether a network trained on the usual options can read the row: always."""
    return True


def turned(s: State, seat: int, action: int) -> int:
    """Return the action as it is: no action names a seat, so nothing is turned."""
    return action


def observe(s: State, seat: int, row: list[int]) -> None:
    """Write what a seat sees, and remembers of the round, into a row of zeros."""
    used = values_used(s.seats)
    for suit in range(SUITS):
        gone = s.hands[seat][suit]
        for side in range(s.sides):
            gone |= s.taken[side][suit]
        mark(row, HAND_AT + card_of(suit, 0), s.hands[seat][suit], VALUES)
        if s.suits >> suit & 1:
            mark(row, UNSEEN + card_of(suit, 0), used & ~gone, VALUES)
    mark(row, SUITS_USED, s.suits, 8)
    if s.trump != NO_SUIT:
        row[TRUMP + s.trump] = 1
    if s.trick_size:
        row[LEAD + s.lead] = 1
        row[LAST + value_of(s.trick[s.trick_size - 1])] = 1
    row[TRICK] = min(s.played // cards_in_trick(s) + 1, TRICKS)
    row[LAID] = s.trick_size
    row[PILE] = s.pile_size
    row[SEATS + s.seats - 1] = 1
    row[SIDES + s.sides - 1] = 1

    entries = 2 if s.seats == 1 else s.seats
    totals = scratch(MOST_SIDES)
    best, second = NO_POINTS, NO_POINTS  # equal if two sides share the lead
    for side in range(s.sides):
        points = points_taken(s, side)
        totals[side] = points
        second = max(second, min(best, points))
        best = max(best, points)
    other = seat
    for i in range(entries):
        observe_seat(s, seat, other, totals[side_of(s, other)], best, second, row, FIRST_BLOCK + i * BLOCK)
        other = other + 1 if other + 1 < entries else 0
    if s.trick_size:
        row[block_of(seat, seat_of_place(s, s.leader, trick_winner(s)), entries) + WINS] = 1
    observe_plays(s, seat, entries, row)
    for place in range(s.trick_size):
        row[UNSEEN + s.trick[place]] = 0
        row[block_of(seat, seat_of_place(s, s.leader, place), entries) + LIES + s.trick[place]] = 1


def observe_plays(s: State, seat: int, entries: int, row: list[int]) -> None:
    """Write who has played what in which trick of the round, counting from card to card, since a division each would take longer."""
    length = cards_in_trick(s)
    end = FIRST_BLOCK + entries * BLOCK
    trick = 0
    first = 0
    while first < s.played:
        at = block_of(seat, s.leaders[trick], entries)
        trick += 1
        for number in range(first, min(first + length, s.played)):
            card = at + s.plays[number]
            row[card + PLAYED] = 1
            row[card + WHEN] = trick
            at = at + BLOCK if at + BLOCK < end else FIRST_BLOCK  # the AI of a solo match and the player take turns too
        first += length


def block_of(seat: int, other: int, entries: int) -> int:
    """Return where the block of a seat begins, as another sees it."""
    left = other - seat
    return FIRST_BLOCK + (left if left >= 0 else left + entries) * BLOCK


def observe_seat(s: State, seat: int, other: int, points: int, best: int, second: int, row: list[int], at: int) -> None:
    """Write the public information about a seat into its block; `points` are its side's, followed by those of the two best sides.

    Adjacent flags are written as one set.
    """
    side = side_of(s, other)
    lacking = max(s.goal[side] - s.vps[side], 1)
    flags = (
        1 << HERE
        | (side == side_of(s, seat)) << PARTNER
        | (s.dealer == other) << DEALT
        | (s.leader == other) << LEADS
        | (s.turn == other) << TURN
        | 1 << (LACKS - 1 + min(lacking, MOST_LACKING))
    )
    mark(row, at, flags, 16)
    row[at + LACKING] = min(lacking, 21)
    row[at + HELD] = s.held[other]
    row[at + WON] = s.tricks[other]
    row[at + POINTS + max(min(points, MOST_POINTS), LEAST_POINTS) - LEAST_POINTS] = 1
    ahead = points - (second if points == best else best)
    row[at + AHEAD + max(min(ahead, MOST_AHEAD), -MOST_AHEAD) + MOST_AHEAD] = 1
    zeros = 0
    for suit in range(SUITS):
        zeros |= (s.taken[side][suit] & 1) << suit
    mark(row, at + ZEROS, zeros | s.void[other] << SUITS, 16)  # the suits that it can't hold come next
    if s.seats == 2:
        counts = 0  # a byte for each suit
        for slot in range(s.held[other]):
            counts += BYTES[s.barred[other][slot]]
        for suit in range(SUITS):
            row[at + BARRED + suit] = counts >> 8 * suit & 255
