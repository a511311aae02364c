"""What a learner sees of Sea Salt & Paper."""

from itertools import accumulate

from seaboard.games.sea_salt_and_paper.cards import CARDS, COLOURS, KINDS, MERMAIDS, OF_COLOUR, OF_KIND
from seaboard.games.sea_salt_and_paper.memory import DECK, PILE, card_of, knows, knows_pile, source_of, target_of
from seaboard.games.sea_salt_and_paper.rules import POINTS_TO_CALL, goal_of
from seaboard.games.sea_salt_and_paper.scoring import cards_of, colour_bonus, points
from seaboard.games.sea_salt_and_paper.state import OVER, ROB_SEAT, SEATS, State
from seaboard.kit import Field, lowest, mark, mark_count, scratch, size, starts

ALL_CARDS = (1 << CARDS) - 1
MOST_SCORE = 100
MOST_LACKING = 40

# As many 1s as there are points, cards …: this way a network tells seven from eight more easily than by one number.
MOST_POINTS = 24
MOST_BONUS = 9
MOST_GAIN = 10
MOST_HELD = 24
COLOURS_BEGIN = tuple(accumulate((cards.bit_count() for cards in OF_COLOUR), initial=0))

COMMON = (
    Field("phase", OVER, "what is to be done: take, keep, discard, lay, search, pick, rob"),
    Field("hand", CARDS, "the cards that you hold"),
    Field("unseen", CARDS, "cards that you have not seen, or have lost sight of"),
    Field("first", CARDS, "the first card that you have drawn and not kept yet, or the one that you are to discard"),
    Field("second", CARDS, "the second one"),
    Field("top_1", CARDS, "the top card of the first pile"),
    Field("next_1", CARDS, "the card under it, if you know it"),
    Field("pile_1", CARDS, "the cards that you know to be in the first pile"),
    Field("top_2", CARDS, "the same for the second pile"),
    Field("next_2", CARDS, "likewise"),
    Field("pile_2", CARDS, "likewise"),
    Field("sizes", 2, "how many cards each pile has", 30),
    Field("sure", 2, "1: you know the whole pile, and its order"),
    Field("searched", 2, "1: this pile is being looked through"),
    Field("deck", CARDS, "how many cards the deck has: the place is the number less one"),
    Field("points", MOST_POINTS, "as many 1s as your cards have points, in hand and laid"),
    Field("bonus", MOST_BONUS, "as many 1s as your colour bonus has points"),
    Field("kinds", CARDS, "for each kind as many 1s as you have cards of it, in hand and laid, at the places of its cards"),
    Field("colours", CARDS, "the same for each colour, one colour after the other"),
    Field("first_gain", MOST_GAIN, "as many 1s as the first card that you have drawn would add points"),
    Field("second_gain", MOST_GAIN, "the same for the second one"),
    Field("top_gain_1", MOST_GAIN, "the same for the top card of the first pile"),
    Field("top_gain_2", MOST_GAIN, "the same for the second pile"),
    Field("may_call", 1, "1: your points are enough to end the round, and nobody has called"),
    Field("called", 1, "1: somebody has called last chance"),
    Field("seats", SEATS, "how many seats there are: the place is the number less one"),
)
EACH = (
    Field("here", 1, "1: there is such a seat"),
    Field("turn", 1, "1: it is its turn"),
    Field("called_it", 1, "1: it called last chance"),
    Field("open", 1, "1: its hand lies open"),
    Field("held", MOST_HELD, "as many 1s as it holds cards"),
    Field("lacking", MOST_LACKING, "how many points it lacks to win the match: the place is the number less one"),
    Field("score", 1, "its points in the match", MOST_SCORE),
    Field("laid", CARDS, "the cards that it has laid"),
    Field("known_points", MOST_POINTS, "as many 1s as the cards have points that it has laid, or that you know it to hold"),
    Field("known_bonus", MOST_BONUS, "as many 1s as they have points as a colour bonus"),
    Field("holds", CARDS, "cards that you know it to hold; of yourself, those that all others know too"),
    Field(
        "may_hold", CARDS, "cards that you saw it take, before somebody stole one from it that you did not see, or stole from who had them"
    ),
)
(
    PHASE,
    HAND,
    UNSEEN,
    FIRST,
    SECOND,
    TOP,
    NEXT,
    IN_PILE,
    _,
    _,
    _,
    SIZES,
    SURE,
    SEARCHED,
    IN_DECK,
    POINTS,
    BONUS,
    KINDS_AT,
    COLOURS_AT,
    DRAWN_GAIN,
    _,
    TOP_GAIN,
    _,
    MAY_CALL,
    CALLED,
    SEATS_AT,
    FIRST_BLOCK,
) = starts(COMMON)
PER_PILE = 3 * CARDS
HERE, TURN, CALLED_IT, IS_OPEN, HELD, LACKING, SCORE, LAID, KNOWN_POINTS, KNOWN_BONUS, HOLDS, MAY_HOLD, BLOCK = starts(EACH)

FORGETS = (
    "target", "goal", "round_number", "starter", "deck", "ended_by", "ending", "last_hands", "last_laid", "gained", "tape", "tape_size",
    "sights", "searches",
)  # fmt: skip
"""What of the State is not in a row, or not in full: of the tape, what it tells about the hands and the piles."""


EVENT_NUMBERS = ((-1, SEATS - 1), (-1, MERMAIDS), (0, 160), (0, ALL_CARDS))
"""The smallest and the largest seat of an event, and of the three numbers after it, which may be a set of cards."""


def most_events(s: State) -> int:
    """Return the space for a match's events. Rounds can end without points for ever, so this is twice what random play needed."""
    return 20 * s.seats * goal_of(s)


def blocks(seats: int) -> int:
    """How many blocks a row has."""
    return seats


def is_learnable(s: State) -> bool:
    """Whether a network trained on the usual options can read the row: always."""
    return True


def turned(s: State, seat: int, action: int) -> int:
    """Return an action as a network numbers it: whom to rob is counted from the robbing seat."""
    if ROB_SEAT <= action < ROB_SEAT + s.seats:
        return ROB_SEAT + (action - ROB_SEAT - seat + s.seats) % s.seats
    return action


def observe(s: State, seat: int, row: list[int]) -> None:
    """Write what a seat sees, and remembers of the round, into a row of zeros."""
    if s.phase < OVER:
        row[PHASE + s.phase] = 1
    own = s.hands[seat]
    mark(row, HAND, own)
    seen = own
    worth = observe_own(s, seat, row)
    if seat == s.turn:
        for i in range(2):
            if s.drawn[i] >= 0:
                row[(FIRST if i == 0 else SECOND) + s.drawn[i]] = 1
                seen |= 1 << s.drawn[i]
                mark_count(row, DRAWN_GAIN + i * MOST_GAIN, points(cards_of(s, seat) | 1 << s.drawn[i]) - worth, MOST_GAIN)
    for pile in range(2):
        seen |= observe_pile(s, seat, pile, row)
        if s.pile_sizes[pile]:
            top = s.piles[pile][s.pile_sizes[pile] - 1]
            mark_count(row, TOP_GAIN + pile * MOST_GAIN, points(cards_of(s, seat) | 1 << top) - worth, MOST_GAIN)
    if s.deck_size:
        row[IN_DECK + s.deck_size - 1] = 1
    row[CALLED] = s.caller >= 0
    row[MAY_CALL] = s.caller < 0 and worth >= POINTS_TO_CALL
    row[SEATS_AT + s.seats - 1] = 1

    holds = scratch(SEATS)
    may_hold = scratch(SEATS)
    follow(s, seat, holds, may_hold)
    for i in range(s.seats):
        other = (seat + i) % s.seats
        if s.revealed >> other & 1:
            holds[other] = s.hands[other]
            may_hold[other] = 0
        elif other == seat:
            holds[other] &= own
        seen |= s.laid[other] | holds[other]
        observe_seat(s, other, holds[other], may_hold[other], row, FIRST_BLOCK + i * BLOCK)
    mark(row, UNSEEN, ALL_CARDS & ~seen)


def observe_own(s: State, seat: int, row: list[int]) -> int:
    """Write what a seat's own cards are worth; returns their points."""
    cards = cards_of(s, seat)
    worth = points(cards)
    mark_count(row, POINTS, worth, MOST_POINTS)
    mark_count(row, BONUS, colour_bonus(cards), MOST_BONUS)
    for kind in range(KINDS):
        mark_count(row, KINDS_AT + lowest(OF_KIND[kind]), size(cards & OF_KIND[kind]), CARDS)
    for colour in range(COLOURS):
        mark_count(row, COLOURS_AT + COLOURS_BEGIN[colour], size(cards & OF_COLOUR[colour]), CARDS)
    return worth


def observe_pile(s: State, seat: int, pile: int, row: list[int]) -> int:
    """Write what a seat knows of a pile; returns the cards that it knows there, as bits."""
    cards = s.pile_sizes[pile]
    row[SIZES + pile] = cards
    row[SEARCHED + pile] = s.searched == pile
    if cards == 0:
        return 0
    at = pile * PER_PILE
    row[TOP + at + s.piles[pile][cards - 1]] = 1
    known = 1 << s.piles[pile][cards - 1]
    if knows_pile(s, seat, pile):
        row[SURE + pile] = 1
        for place in range(cards):
            known |= 1 << s.piles[pile][place]
        if cards > 1:
            row[NEXT + at + s.piles[pile][cards - 2]] = 1
    mark(row, IN_PILE + at, known)
    return known


def follow(s: State, seat: int, holds: list[int], may_hold: list[int]) -> None:
    """Go through the round to find which cards a seat has seen going into each hand and can still be sure of."""
    for at in range(s.tape_size):
        entry = s.tape[at]
        source, target = source_of(entry), target_of(entry)
        if source == target:
            continue
        if source < PILE and target < PILE and not knows(entry, seat):  # a theft that the seat did not see
            lost = holds[source] | may_hold[source]
            may_hold[source] = lost
            may_hold[target] |= lost
            holds[source] = 0
        elif knows(entry, seat):
            card = 1 << card_of(entry)
            if source < PILE:
                for hand in range(SEATS):
                    holds[hand] &= ~card
                    may_hold[hand] &= ~card
            if target < PILE and (target != seat or PILE <= source < DECK):
                holds[target] |= card


def observe_seat(s: State, other: int, holds: int, may_hold: int, row: list[int], at: int) -> None:
    """Write what is known of a seat into its block."""
    row[at + HERE] = 1
    row[at + TURN] = s.turn == other
    row[at + CALLED_IT] = s.caller == other
    row[at + IS_OPEN] = s.revealed >> other & 1
    mark_count(row, at + HELD, s.held[other], MOST_HELD)
    lacking = min(s.goal - s.scores[other], MOST_LACKING)
    if lacking > 0:
        row[at + LACKING + lacking - 1] = 1
    row[at + SCORE] = min(s.scores[other], MOST_SCORE)
    mark(row, at + LAID, s.laid[other])
    mark_count(row, at + KNOWN_POINTS, points(s.laid[other] | holds), MOST_POINTS)
    mark_count(row, at + KNOWN_BONUS, colour_bonus(s.laid[other] | holds), MOST_BONUS)
    mark(row, at + HOLDS, holds)
    mark(row, at + MAY_HOLD, may_hold)
