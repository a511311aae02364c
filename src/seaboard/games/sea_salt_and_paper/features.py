"""What a learner sees of Sea Salt & Paper."""

from seaboard.games.sea_salt_and_paper.cards import CARDS
from seaboard.games.sea_salt_and_paper.memory import DECK, PILE, card_of, knows, knows_pile, source_of, target_of
from seaboard.games.sea_salt_and_paper.rules import POINTS_TO_CALL
from seaboard.games.sea_salt_and_paper.scoring import cards_of, colour_bonus, points
from seaboard.games.sea_salt_and_paper.state import OVER, ROB_SEAT, SEATS, State
from seaboard.kit import Field, mark, scratch, starts

ALL_CARDS = (1 << CARDS) - 1
MOST_POINTS = 100

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
    Field("deck", 1, "how many cards the deck has", CARDS),
    Field("points", 1, "the points of your cards, in hand and laid", MOST_POINTS),
    Field("bonus", 1, "your colour bonus", 20),
    Field("may_call", 1, "1: your points are enough to end the round, and nobody has called"),
    Field("called", 1, "1: somebody has called last chance"),
    Field("seats", SEATS, "how many seats there are: the place is the number less one"),
)
EACH = (
    Field("here", 1, "1: there is such a seat"),
    Field("turn", 1, "1: it is its turn"),
    Field("called_it", 1, "1: it called last chance"),
    Field("open", 1, "1: its hand lies open"),
    Field("held", 1, "how many cards it holds", CARDS),
    Field("lacking", 1, "how many points it lacks to win the match", MOST_POINTS),
    Field("score", 1, "its points in the match", MOST_POINTS),
    Field("laid", CARDS, "the cards that it has laid"),
    Field("laid_points", 1, "what they count, alone", MOST_POINTS),
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
    MAY_CALL,
    CALLED,
    SEATS_AT,
    FIRST_BLOCK,
) = starts(COMMON)
PER_PILE = 3 * CARDS
HERE, TURN, CALLED_IT, IS_OPEN, HELD, LACKING, SCORE, LAID, LAID_POINTS, HOLDS, MAY_HOLD, BLOCK = starts(EACH)

FORGETS = (
    "target", "goal", "round_number", "starter", "deck", "ended_by", "ending", "last_hands", "last_laid", "gained", "tape", "tape_size",
    "sights", "searches",
)  # fmt: skip
"""What of the State is not in a row, or not in full: of the tape, what it tells about the hands and the piles."""


def blocks(seats: int) -> int:
    """How many blocks a row has."""
    return seats


def is_learnable(s: State) -> bool:
    """Whether a network that was trained on the usual options knows what it sees: always."""
    return True


def turned(s: State, seat: int, action: int) -> int:
    """An action as a network knows it: whom to rob is counted from the seat that robs."""
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
    if seat == s.turn:
        for i in range(2):
            if s.drawn[i] >= 0:
                row[(FIRST if i == 0 else SECOND) + s.drawn[i]] = 1
                seen |= 1 << s.drawn[i]
    for pile in range(2):
        seen |= observe_pile(s, seat, pile, row)
    row[IN_DECK] = s.deck_size
    row[POINTS] = min(points(cards_of(s, seat)), MOST_POINTS)
    row[BONUS] = min(colour_bonus(cards_of(s, seat)), 20)
    row[CALLED] = s.caller >= 0
    row[MAY_CALL] = s.caller < 0 and points(cards_of(s, seat)) >= POINTS_TO_CALL
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


def observe_pile(s: State, seat: int, pile: int, row: list[int]) -> int:
    """Write what a seat knows of a pile; returns the cards that it knows there, as bits."""
    count = s.pile_sizes[pile]
    row[SIZES + pile] = count
    row[SEARCHED + pile] = s.searched == pile
    if count == 0:
        return 0
    at = pile * PER_PILE
    row[TOP + at + s.piles[pile][count - 1]] = 1
    known = 1 << s.piles[pile][count - 1]
    if knows_pile(s, seat, pile):
        row[SURE + pile] = 1
        for place in range(count):
            known |= 1 << s.piles[pile][place]
        if count > 1:
            row[NEXT + at + s.piles[pile][count - 2]] = 1
    mark(row, IN_PILE + at, known)
    return known


def follow(s: State, seat: int, holds: list[int], may_hold: list[int]) -> None:
    """Go through the round: which cards a seat has seen going into each hand, and can still be sure of."""
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
    row[at + HELD] = s.held[other]
    row[at + LACKING] = max(min(s.goal - s.scores[other], MOST_POINTS), 0)
    row[at + SCORE] = min(s.scores[other], MOST_POINTS)
    mark(row, at + LAID, s.laid[other])
    row[at + LAID_POINTS] = min(points(s.laid[other]), MOST_POINTS)
    mark(row, at + HOLDS, holds)
    mark(row, at + MAY_HOLD, may_hold)
