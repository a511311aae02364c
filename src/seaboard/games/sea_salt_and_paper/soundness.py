"""What must hold in every state of Sea Salt & Paper that play can reach."""

from seaboard.games.sea_salt_and_paper.cards import ALL_CARDS, CARDS, MERMAIDS
from seaboard.games.sea_salt_and_paper.memory import (
    BOTH_PILES,
    DECK,
    OPEN,
    PILE,
    TABLE,
    begins_search,
    card_of,
    contents,
    pull,
    push,
    source_of,
    target_of,
    top_of,
)
from seaboard.games.sea_salt_and_paper.pairs import victims
from seaboard.games.sea_salt_and_paper.rules import goal_of, seats_won
from seaboard.games.sea_salt_and_paper.scoring import gain
from seaboard.games.sea_salt_and_paper.state import (
    CANCELLED,
    DISCARD,
    KEEP,
    LOST,
    NO_CARD,
    NO_PILE,
    NOBODY,
    NOT_YET,
    OVER,
    PICK,
    PILE_CARDS,
    ROB,
    SEARCH,
    SEARCHES,
    SEATS,
    TAKE,
    TAPE,
    State,
)
from seaboard.games.sea_salt_and_paper.taking import can_take
from seaboard.kit import MOST_DRAWS, scratch, size

PLACES = 8  # of the tape
MOST_ROUNDS = 1 << 14  # cancelled rounds bring nobody nearer to the end, but nobody plays this many
ENTRY = 1 << 13  # what an entry of the tape is below

# The fields that may be wrong, and their numbers.
FIELDS = (
    *("", "stream", "draws", "goal", "scores", "winning", "round_number", "starter", "turn", "phase", "caller", "revealed", "deck"),
    *("deck_size", "piles", "pile_sizes", "hands", "held", "laid", "drawn", "searched", "ended_by", "ending", "gained"),
    *("last_hands", "last_laid", "tape", "tape_size", "sights", "searches"),
)
(SOUND, STREAM, DRAWS, GOAL, SCORES, WINNING, ROUND_NUMBER, STARTER, TURN, PHASE, CALLER, REVEALED, WRONG_DECK) = range(13)
(DECK_SIZE, PILES, PILE_SIZES, HANDS, HELD, LAID, DRAWN, SEARCHED, ENDED_BY, ENDING, GAINED) = range(13, 24)
(LAST_HANDS, LAST_LAID, WRONG_TAPE, TAPE_SIZE, SIGHTS, WRONG_SEARCHES) = range(24, 30)


def is_sound(s: State) -> bool:
    """Whether every card is in exactly one place, and every number is one that play can reach."""
    return why_unsound(s) == SOUND


def why_unsound(s: State) -> int:
    """Return which of FIELDS is impossible; 0 if none is. Later checks rely on earlier ones."""
    why = numbers_are_wrong(s)
    if why == SOUND:
        why = calls_are_wrong(s)
    if why == SOUND:
        why = choice_is_wrong(s)
    if why == SOUND:
        why = cards_are_wrong(s)
    if why == SOUND:
        why = tape_is_wrong(s)
    if why == SOUND:
        why = last_round_is_wrong(s)
    return scores_are_wrong(s) if why == SOUND else why


def numbers_are_wrong(s: State) -> int:
    """Whether numbers are in their range."""
    if not 1 <= s.round_number <= MOST_ROUNDS:
        return ROUND_NUMBER
    if s.stream != s.round_number:
        return STREAM
    if not 0 <= s.draws <= MOST_DRAWS:
        return DRAWS
    if s.goal != goal_of(s):
        return GOAL
    if not 0 <= s.starter < s.seats:
        return STARTER
    if not 0 <= s.turn < s.seats:
        return TURN
    if not TAKE <= s.phase <= OVER:
        return PHASE
    if s.winning >> s.seats or (s.phase == OVER) != (s.winning != 0):
        return WINNING
    if not NOBODY <= s.ended_by < s.seats:
        return ENDED_BY
    if not NOT_YET <= s.ending <= LOST or (s.ending == NOT_YET) != (s.ended_by == NOBODY):
        return ENDING
    if not 0 <= s.deck_size <= CARDS:
        return DECK_SIZE
    if not 0 <= s.tape_size <= TAPE:
        return TAPE_SIZE
    if not NO_PILE <= s.searched < 2 or (s.phase == PICK) != (s.searched != NO_PILE):
        return SEARCHED
    for pile in range(2):
        # Of each two cards drawn one is discarded: all of those must fit on one pile.
        if s.pile_sizes[pile] < 0 or s.pile_sizes[pile] + s.deck_size // 2 >= PILE_CARDS:
            return PILE_SIZES
    for i in range(2):
        if not NO_CARD <= s.drawn[i] < CARDS:
            return DRAWN
    return SOUND if (s.drawn[0] != NO_CARD) == (s.phase in (KEEP, DISCARD)) and (s.drawn[1] != NO_CARD) == (s.phase == KEEP) else DRAWN


def calls_are_wrong(s: State) -> int:
    """Whether the hands that lie open are those of the caller and of who has played since; once a round has ended, all."""
    everyone = (1 << s.seats) - 1
    if not NOBODY <= s.caller < s.seats:
        return CALLER
    if s.phase == OVER and s.revealed == everyone:
        return SOUND
    revealed = 0
    if s.caller != NOBODY:
        seat = s.caller
        while seat != s.turn:
            revealed |= 1 << seat
            seat = (seat + 1) % s.seats
        if revealed == 0:  # nobody plays again after calling
            return CALLER
    return SOUND if s.revealed == revealed else REVEALED


def choice_is_wrong(s: State) -> int:
    """Whether the seat whose turn it is has something to choose, as it must until the match is over."""
    if s.phase == TAKE:
        return SOUND if can_take(s) else PHASE
    if s.phase == SEARCH:
        return SOUND if s.pile_sizes[0] > 0 and s.pile_sizes[1] > 0 else PILE_SIZES
    if s.phase == PICK:
        return SOUND if s.pile_sizes[s.searched] > 1 else PILE_SIZES
    if s.phase == DISCARD:
        return SOUND if (s.pile_sizes[0] > 0) == (s.pile_sizes[1] > 0) else PILE_SIZES
    return PHASE if s.phase == ROB and size(victims(s, s.turn)) <= 1 else SOUND


def cards_are_wrong(s: State) -> int:
    """Whether every card is in exactly one place, and nothing is where there is no card."""
    found = 0
    count = 0
    for seat in range(SEATS):
        if s.hands[seat] & ~(ALL_CARDS if seat < s.seats else 0):
            return HANDS
        if s.laid[seat] & ~(ALL_CARDS if seat < s.seats else 0):
            return LAID
        if s.held[seat] != size(s.hands[seat]):
            return HELD
        found |= s.hands[seat] | s.laid[seat]
        count += size(s.hands[seat]) + size(s.laid[seat])
    for place in range(CARDS):
        if not NO_CARD <= s.deck[place] < CARDS or (s.deck[place] == NO_CARD) != (place >= s.deck_size):
            return WRONG_DECK
        if s.deck[place] != NO_CARD:
            found |= 1 << s.deck[place]
            count += 1
    for pile in range(2):
        for place in range(PILE_CARDS):
            card = s.piles[pile][place]
            if not NO_CARD <= card < CARDS or (card == NO_CARD) != (place >= s.pile_sizes[pile]):
                return PILES
            if card != NO_CARD:
                found |= 1 << card
                count += 1
    for i in range(2):
        if s.drawn[i] != NO_CARD:
            found |= 1 << s.drawn[i]
            count += 1
    return SOUND if found == ALL_CARDS and count == CARDS else HANDS


def is_won_by_mermaids(s: State) -> bool:
    """Whether somebody has won with all four mermaids, so that the round was not scored."""
    found = False
    for seat in range(s.seats):
        found |= s.winning == 1 << seat and s.laid[seat] & MERMAIDS == MERMAIDS
    return found


def rounds_ended(s: State) -> int:
    """How many rounds have been scored or cancelled."""
    return s.round_number if s.winning and not is_won_by_mermaids(s) else s.round_number - 1


def last_round_is_wrong(s: State) -> int:
    """Whether what was gained in the last round that ended is what its cards give."""
    if (rounds_ended(s) == 0) != (s.ended_by == NOBODY):
        return ENDED_BY
    if s.round_number == rounds_ended(s) + 1 and s.ended_by != NOBODY and s.starter != (s.ended_by + 1) % s.seats:
        return STARTER
    found = 0
    for seat in range(SEATS):
        may = ALL_CARDS & ~found if s.ended_by != NOBODY and seat < s.seats else 0
        if s.last_hands[seat] & ~(0 if s.ending == CANCELLED else may):
            return LAST_HANDS
        if s.last_laid[seat] & ~may or s.last_laid[seat] & s.last_hands[seat]:
            return LAST_LAID
        cards = s.last_hands[seat] | s.last_laid[seat]
        found |= cards
        if s.gained[seat] != (gain(cards, s.ending, seat == s.ended_by) if may else 0):
            return GAINED
        if s.round_number == rounds_ended(s) and seat < s.seats:
            if s.last_hands[seat] != s.hands[seat]:
                return LAST_HANDS
            if s.last_laid[seat] != s.laid[seat]:
                return LAST_LAID
    return SOUND


def scores_are_wrong(s: State) -> int:
    """Whether nobody has reached the goal while the match lasts, and those who have won it did."""
    for seat in range(SEATS):
        before = s.scores[seat] - s.gained[seat]
        if not 0 <= before < s.goal or (before and (seat >= s.seats or rounds_ended(s) <= 1)):
            return SCORES
    won = seats_won(s) if s.ended_by != NOBODY else 0
    if s.winning == 0 or is_won_by_mermaids(s):
        return SCORES if won else SOUND
    return SOUND if s.winning == won else WINNING


# ---- What there is to remember -------------------------------------------------------------------------


def tape_is_wrong(s: State) -> int:
    """Whether the tape, with nothing hidden, is one that play can write, and leads to where the cards are now."""
    where = scratch(CARDS)
    for card in range(CARDS):
        where[card] = DECK
    since = scratch(CARDS)  # the entry that moved each card last
    piles = scratch(BOTH_PILES)
    sizes = scratch(2)
    revealed = 0
    searches = 0
    for at in range(s.tape_size):
        entry = s.tape[at]
        if entry >= ENTRY:
            return WRONG_TAPE
        card, source, target = card_of(entry), source_of(entry), target_of(entry)
        if begins_search(entry):
            if searches == SEARCHES:
                return WRONG_TAPE
            if s.sights[searches] != contents(piles, sizes, source - PILE):
                return SIGHTS
            searches += 1
            continue
        if source == target and source < PILE:
            if not entry & OPEN:
                return WRONG_TAPE
            revealed |= 1 << source
            continue
        if card >= CARDS or where[card] != source or (revealed >> source | revealed >> target) & 1:
            return WRONG_TAPE
        if PILE <= source < DECK:
            is_top = card == top_of(piles, sizes, source - PILE)
            if source == target:
                if not is_top:
                    return WRONG_TAPE
                continue
            if (entry & OPEN != 0) != is_top:
                return WRONG_TAPE
            pull(piles, sizes, source - PILE, card)
        if PILE <= target < DECK:
            if source < PILE and since[card] < at - 2:  # a discard has just been drawn
                return WRONG_TAPE
            if sizes[target - PILE] == PILE_CARDS:
                return WRONG_TAPE
            push(piles, sizes, target - PILE, card)
        where[card] = target
        since[card] = at
    for at in range(s.tape_size, TAPE):
        if s.tape[at]:
            return WRONG_TAPE
    for search in range(searches, SEARCHES):
        if s.sights[search]:
            return SIGHTS
    if searches != s.searches:
        return WRONG_SEARCHES
    return SOUND if revealed == s.revealed and ends_here(s, where, piles) else WRONG_TAPE


def ends_here(s: State, where: list[int], piles: list[int]) -> bool:
    """Whether all cards are where the tape has led them."""
    found = scratch(PLACES)
    for card in range(CARDS):
        found[where[card]] |= 1 << card
    laid = 0
    for seat in range(SEATS):
        held = s.hands[seat]
        if seat == s.turn:
            for i in range(2):
                if s.drawn[i] != NO_CARD:
                    held |= 1 << s.drawn[i]
        if held != found[seat]:
            return False
        laid |= s.laid[seat]
    for pile in range(2):
        if s.pile_sizes[pile] != size(found[PILE + pile]):
            return False
        for place in range(s.pile_sizes[pile]):
            if s.piles[pile][place] != piles[pile * PILE_CARDS + place]:
                return False
    return laid == found[TABLE]
