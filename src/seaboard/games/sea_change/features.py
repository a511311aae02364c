"""What a learner sees of Sea Change."""

from seaboard.games.sea_change.cards import HAND, SUITS, VALUES, card_of, value_of, values_used
from seaboard.games.sea_change.rules import cards_in_trick, seat_of_place, side_of
from seaboard.games.sea_change.scoring import points_taken
from seaboard.games.sea_change.state import NO_SUIT, State
from seaboard.kit import Field, mark, starts

CARDS = SUITS * VALUES
TRICKS = 15
MOST_LACKING = 4

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
    Field("points", 1, "its side's points in this round, with the trump as it is now", 40, -40),
    Field("zeros", SUITS, "the zeros that its side has taken"),
    Field("void", SUITS, "suits that it can't hold"),
    Field("barred", SUITS, "with two seats: how many of its cards can't be of each suit", HAND),
    Field("lies", CARDS, "its card in this trick"),
    Field("played", CARDS, "the cards that it has played in this round, this trick included"),
    Field("when", CARDS, "the trick, from 1, in which it played each of them", TRICKS),
)
HAND_AT, UNSEEN, SUITS_USED, TRUMP, LEAD, LAST, TRICK, LAID, PILE, SEATS, SIDES, FIRST_BLOCK = starts(COMMON)
HERE, PARTNER, DEALT, LEADS, TURN, LACKS, LACKING, HELD, WON, POINTS, ZEROS, VOID, BARRED, LIES, PLAYED, WHEN, BLOCK = starts(EACH)

FORGETS = ("target", "first_dealer", "round_number", "goal", "vps", "last_trick", "last_trick_size", "last_leader", "last_winner")
"""What of the State is not in a row, or not in full: the rounds before count only by the VPs that are left to win."""


def blocks(seats: int) -> int:
    """How many blocks a row has: the AI of a solo match has one too."""
    return max(seats, 2)


def is_learnable(s: State) -> bool:
    """Whether a network that was trained on the usual options knows what it sees: always."""
    return True


def turned(s: State, seat: int, action: int) -> int:
    """An action as a network knows it. It names no seat, so nothing is turned."""
    return action


def observe(s: State, seat: int, row: list[int]) -> None:
    """Write what a seat sees, and remembers of the round, into a row of zeros."""
    for suit in range(SUITS):
        unseen = values_used(s.seats) & ~s.hands[seat][suit] if s.suits >> suit & 1 else 0
        for side in range(s.sides):
            unseen &= ~s.taken[side][suit]
        mark(row, HAND_AT + card_of(suit, 0), s.hands[seat][suit])
        mark(row, UNSEEN + card_of(suit, 0), unseen)
        row[SUITS_USED + suit] = s.suits >> suit & 1
    if s.trump != NO_SUIT:
        row[TRUMP + s.trump] = 1
    if s.trick_size:
        row[LEAD + s.lead] = 1
        row[LAST + value_of(s.trick[s.trick_size - 1])] = 1
    length = cards_in_trick(s)
    row[TRICK] = min(s.played // length + 1, TRICKS)
    row[LAID] = s.trick_size
    row[PILE] = s.pile_size
    row[SEATS + s.seats - 1] = 1
    row[SIDES + s.sides - 1] = 1

    entries = 2 if s.seats == 1 else s.seats
    for i in range(entries):
        observe_seat(s, seat, (seat + i) % entries, row, FIRST_BLOCK + i * BLOCK)
    for place in range(s.played):
        card = s.plays[place]
        trick = place // length
        player = seat_of_place(s, s.leaders[trick], place - trick * length)
        block = FIRST_BLOCK + (player - seat + entries) % entries * BLOCK
        row[block + PLAYED + card] = 1
        row[block + WHEN + card] = trick + 1
    for place in range(s.trick_size):
        player = seat_of_place(s, s.leader, place)
        row[UNSEEN + s.trick[place]] = 0
        row[FIRST_BLOCK + (player - seat + entries) % entries * BLOCK + LIES + s.trick[place]] = 1


def observe_seat(s: State, seat: int, other: int, row: list[int], at: int) -> None:
    """Write what is open of a seat into its block."""
    side = side_of(s, other)
    lacking = max(s.goal[side] - s.vps[side], 1)
    row[at + HERE] = 1
    row[at + PARTNER] = side == side_of(s, seat)
    row[at + DEALT] = s.dealer == other
    row[at + LEADS] = s.leader == other
    row[at + TURN] = s.turn == other
    row[at + LACKS + min(lacking, MOST_LACKING) - 1] = 1
    row[at + LACKING] = min(lacking, 21)
    row[at + HELD] = s.held[other]
    row[at + WON] = s.tricks[other]
    row[at + POINTS] = max(min(points_taken(s, side), 40), -40)
    for suit in range(SUITS):
        row[at + ZEROS + suit] = s.taken[side][suit] & 1
        row[at + VOID + suit] = s.void[other] >> suit & 1
        if s.seats == 2:
            for slot in range(s.held[other]):
                row[at + BARRED + suit] += s.barred[other][slot] >> suit & 1
