"""What must hold in every state that play can reach: every card and doubloon in one place, and no knowledge that can't be had."""

from seaboard.games.sea_of_clouds.boarding import has_beaten
from seaboard.games.sea_of_clouds.card_sets import face_down, face_up, holds, how_many, put
from seaboard.games.sea_of_clouds.cards import OBJECT, ROUNDS, RUM, SECRET, SHARE_CARDS, SHARES, TYPES, WORD_COUNT
from seaboard.games.sea_of_clouds.rules import acting, legal_actions
from seaboard.games.sea_of_clouds.state import (
    ACTIONS,
    GIVING_OBJECT,
    GIVING_RUM,
    LAYING,
    LOOKING,
    NO_CARD,
    OVER,
    SEATS,
    SENDING,
    TAKING_OBJECT,
    State,
)
from seaboard.kit import scratch


def is_sound(s: State) -> bool:
    """Whether every card is in exactly one place, every doubloon is accounted for, and nobody knows what can't be known."""
    return has_possible_numbers(s) and has_every_card_once(s) and has_every_doubloon(s) and has_possible_knowledge(s)


def has_possible_numbers(s: State) -> bool:
    """Whether sizes, seats and phases are ones that play can reach."""
    if not 2 <= s.seats <= SEATS or not 0 <= s.hat < s.seats or not 0 <= s.parrot < s.seats or not 0 <= s.turn < s.seats:
        return False
    if not 1 <= s.round_number <= ROUNDS[s.seats] or not LOOKING <= s.phase <= OVER or s.pile_size > s.card_count:
        return False
    if (s.phase == OVER) != (s.winning != 0) or (s.phase == LOOKING) != (0 <= s.share < SHARES) or (s.phase == LAYING) != (s.hand_size > 0):
        return False
    for share in range(SHARES):
        if s.share_size[share] > SHARE_CARDS or (s.pile_size and s.share_size[share] == 0):
            return False
    for seat in range(s.seats):
        if s.rums[seat] != how_many(s, seat, RUM) or s.secrets[seat] != how_many(s, seat, SECRET):
            return False
    return has_possible_boarding(s)


def has_possible_boarding(s: State) -> bool:
    """Whether a boarding, if there is one, waits for a choice that somebody has."""
    if s.boarding != (SENDING <= s.phase < OVER):
        return False
    if not s.boarding:
        return s.sent == NO_CARD and s.target == -1 and s.given == NO_CARD and s.first_boarder == -1 and s.actor == -1
    if not 0 <= s.first_boarder < s.seats or s.acted >= s.seats or s.actor != (s.first_boarder + s.acted) % s.seats:
        return False
    if s.phase == SENDING:
        if s.sent != NO_CARD or s.target != -1:
            return False
    elif not holds(s.boards[s.actor], s.sent) or not 0 <= s.target < s.seats or not has_beaten(s, s.actor, s.target):
        return False
    if (s.phase == TAKING_OBJECT) != (s.given != NO_CARD) or (s.given != NO_CARD and not holds(s.boards[s.actor], s.given)):
        return False
    if (s.phase == GIVING_RUM and s.rums[s.target] == 0) or (s.phase == GIVING_OBJECT and how_many(s, s.target, OBJECT) == 0):
        return False
    out = scratch(ACTIONS)
    return legal_actions(s, acting(s), out) > 0


def count_once(s: State, card: int, found: list[int]) -> bool:
    """Add a card to those found; False if it is none, or was there already."""
    if card >= s.card_count or holds(found, card):
        return False
    put(found, card)
    return True


def has_every_card_once(s: State) -> bool:
    """Whether each card of the deck is in the deck, a share, the hand, on a board, discarded or removed."""
    found = scratch(WORD_COUNT)
    count = 0
    for place in range(len(s.pile)):
        if (s.pile[place] == NO_CARD) != (place >= s.pile_size):
            return False
        if place < s.pile_size and not count_once(s, s.pile[place], found):
            return False
    for share in range(SHARES):
        for place in range(SHARE_CARDS):
            if (s.shares[share][place] == NO_CARD) != (place >= s.share_size[share]):
                return False
            if place < s.share_size[share] and not count_once(s, s.shares[share][place], found):
                return False
    for place in range(SHARE_CARDS):
        if s.hand[place] != NO_CARD:
            count += 1
            if not count_once(s, s.hand[place], found):
                return False
    if count != s.hand_size:
        return False
    for word in range(WORD_COUNT):
        everything = 0
        for card_type in range(TYPES):
            everything |= s.of_type[card_type][word]
        for seat in range(SEATS):
            if s.boards[seat][word] & (found[word] | ~(face_up(s, word) | face_down(s, word))):
                return False
            if seat >= s.seats and s.boards[seat][word]:
                return False
            found[word] |= s.boards[seat][word]
        if s.discards[word] & found[word] or s.removed[word] & (found[word] | s.discards[word]):
            return False
        if found[word] | s.discards[word] | s.removed[word] != everything:
            return False
    return s.seats == 2 or (s.removed[0] | s.removed[1]) == 0


def has_every_doubloon(s: State) -> bool:
    """Whether the doubloons that left the stock are those on boards, shares and Chest."""
    count = s.chest_doubloons
    for seat in range(SEATS):
        count += s.doubloons[seat]
        if s.doubloons[seat] < 0 or (seat >= s.seats and s.doubloons[seat]):
            return False
    for share in range(SHARES):
        count += s.share_doubloons[share]
        if s.share_doubloons[share] < 0:
            return False
    if s.chest_doubloons:
        owned = False
        for seat in range(s.seats):
            owned |= s.chest >= 0 and holds(s.boards[seat], s.chest)
        if not owned:
            return False
    return count == s.issued


def has_possible_knowledge(s: State) -> bool:
    """Whether each seat knows the face-down cards it has looked at, and its own, and no card but such."""
    for seat in range(SEATS):
        hidden = scratch(WORD_COUNT)
        for share in range(SHARES):
            for place in range(s.share_size[share]):
                put(hidden, s.shares[share][place])
                if seat < s.seats and holds(s.known[seat], s.shares[share][place]) != (s.seen_by[share][place] >> seat & 1 == 1):
                    return False
        for place in range(SHARE_CARDS):
            if s.hand[place] != NO_CARD:
                put(hidden, s.hand[place])
                if seat < s.seats and holds(s.known[seat], s.hand[place]) != (s.hand_seen_by[place] >> seat & 1 == 1):
                    return False
        for word in range(WORD_COUNT):
            others = 0
            for owner in range(s.seats):
                if s.phase != OVER:
                    hidden[word] |= s.boards[owner][word] & face_down(s, word)
                    if owner == seat and s.boards[owner][word] & face_down(s, word) & ~s.known[seat][word]:
                        return False
                if owner != seat:
                    others |= s.boards[owner][word] & s.of_type[RUM][word]
            if s.known[seat][word] & ~hidden[word] or s.lost[seat][word] & ~others or s.lost[seat][word] & s.known[seat][word]:
                return False
            if (seat >= s.seats or s.phase == OVER) and s.lost[seat][word]:
                return False
            if seat >= s.seats and s.known[seat][word]:
                return False
    return True
