"""What must hold in every state that play can reach: every card and doubloon in one place, and no impossible knowledge."""

from seaboard.games.sea_of_clouds.boarding import fight_count, has_beaten, has_won, opponent
from seaboard.games.sea_of_clouds.card_sets import face_down, face_up, holds, how_many, put
from seaboard.games.sea_of_clouds.cards import (
    DISCARD_OBJECT,
    LEG,
    OBJECT,
    PIRATE,
    ROUNDS,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    SWAP_OBJECT,
    SWAP_RUM,
    TAKE_LOOT,
    TYPES,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.loot import by_parrot
from seaboard.games.sea_of_clouds.rules import acting, legal_actions
from seaboard.games.sea_of_clouds.scoring import total
from seaboard.games.sea_of_clouds.state import (
    ACTIONS,
    CHOOSING_LOOT,
    DISCARDING,
    GIVING_OBJECT,
    GIVING_RUM,
    LAYING,
    LEFT,
    LOOKING,
    NO_CARD,
    OVER,
    RIGHT,
    SEATS,
    SENDING,
    TAKING_OBJECT,
    State,
)
from seaboard.kit import MOST_DRAWS, scratch

# The fields that may be wrong, and their numbers.
FIELDS = (
    *("", "stream", "draws", "round_number", "hat", "parrot", "turn", "phase", "winning", "points", "pile", "pile_size", "discards"),
    *("removed", "share", "shares", "share_size", "share_doubloons", "hand", "hand_size", "boards", "rums", "secrets", "doubloons"),
    *("chest_doubloons", "issued", "known", "lost", "seen_by", "hand_seen_by", "boarding", "strength", "won", "first_boarder"),
    *("actor", "acted", "applied", "sent", "target", "given"),
)
(SOUND, STREAM, DRAWS, ROUND_NUMBER, HAT, PARROT, TURN, PHASE, WINNING, POINTS, PILE, PILE_SIZE, DISCARDS) = range(13)
(REMOVED, SHARE, WRONG_SHARES, SHARE_SIZE, SHARE_DOUBLOONS, HAND, HAND_SIZE, BOARDS, RUMS, SECRETS, DOUBLOONS) = range(13, 24)
(CHEST_DOUBLOONS, ISSUED, KNOWN, LOST, SEEN_BY, HAND_SEEN_BY, BOARDING, STRENGTH, WON, FIRST_BOARDER) = range(24, 34)
(ACTOR, ACTED, APPLIED, SENT, TARGET, GIVEN) = range(34, 40)


def is_sound(s: State) -> bool:
    """Whether every card is in exactly one place, every doubloon is accounted for, and nobody knows what can't be known."""
    return why_unsound(s) == SOUND


def why_unsound(s: State) -> int:
    """Return which of FIELDS is impossible; 0 if none is. Later checks rely on earlier ones."""
    why = numbers_are_wrong(s)
    if why == SOUND:
        why = sizes_are_wrong(s)
    if why == SOUND:
        why = cards_are_wrong(s)
    if why == SOUND:
        why = fights_are_wrong(s)
    if why == SOUND:
        why = choice_is_wrong(s)
    if why == SOUND:
        why = doubloons_are_wrong(s)
    if why == SOUND:
        why = looks_are_wrong(s)
    if why == SOUND:
        why = knowledge_is_wrong(s)
    return end_is_wrong(s) if why == SOUND else why


def numbers_are_wrong(s: State) -> int:
    """Check seats, rounds and phases."""
    if not 1 <= s.round_number <= ROUNDS[s.seats]:
        return ROUND_NUMBER
    if s.stream != 1 + (s.round_number - 1) // LEG[s.seats]:
        return STREAM
    if not 0 <= s.draws <= MOST_DRAWS:
        return DRAWS
    if not 0 <= s.hat < s.seats or (s.first_player >= 0 and s.hat != s.first_player):
        return HAT
    if not 0 <= s.parrot < s.seats:
        return PARROT
    if not LOOKING <= s.phase <= OVER or (s.phase == OVER and s.round_number != ROUNDS[s.seats]):
        return PHASE
    if s.boarding != (SENDING <= s.phase < OVER) or (s.boarding and s.round_number % LEG[s.seats]):
        return BOARDING
    if not 0 <= s.turn < s.seats or (s.phase >= SENDING and (s.turn + 1) % s.seats != s.hat):
        return TURN
    if (s.phase == OVER) != (s.winning != 0):
        return WINNING
    if not 0 <= s.share < SHARES if s.phase == LOOKING else s.share != -1:
        return SHARE
    return SOUND


def sizes_are_wrong(s: State) -> int:
    """Check the numbers of cards in each place; a single card taken is laid at once."""
    if s.pile_size > s.card_count:
        return PILE_SIZE
    if not 2 <= s.hand_size <= SHARE_CARDS if s.phase == LAYING else s.hand_size:
        return HAND_SIZE
    for share in range(SHARES):
        if s.share_size[share] > SHARE_CARDS or (s.pile_size and s.share_size[share] == 0):
            return SHARE_SIZE
    for seat in range(SEATS):
        if s.rums[seat] != how_many(s, seat, RUM):
            return RUMS
        if s.secrets[seat] != how_many(s, seat, SECRET):
            return SECRETS
    return SOUND


def count_once(s: State, card: int, found: list[int]) -> bool:
    """Add a card to those found; return False if it isn't a card, or was found already."""
    if card >= s.card_count or holds(found, card):
        return False
    put(found, card)
    return True


def cards_are_wrong(s: State) -> int:
    """Whether each card of the deck is in the deck, a share, the hand, on a board, discarded or removed."""
    found = scratch(WORD_COUNT)
    count = 0
    for place in range(len(s.pile)):
        if (s.pile[place] == NO_CARD) != (place >= s.pile_size) or (place < s.pile_size and not count_once(s, s.pile[place], found)):
            return PILE
    for share in range(SHARES):
        for place in range(SHARE_CARDS):
            card = s.shares[share][place]
            if (card == NO_CARD) != (place >= s.share_size[share]) or (card != NO_CARD and not count_once(s, card, found)):
                return WRONG_SHARES
    for place in range(SHARE_CARDS):
        if s.hand[place] != NO_CARD:
            count += 1
            if not count_once(s, s.hand[place], found):
                return HAND
    if count != s.hand_size:
        return HAND
    for word in range(WORD_COUNT):
        everything = 0
        for card_type in range(TYPES):
            everything |= s.of_type[card_type][word]
        for seat in range(SEATS):
            if s.boards[seat][word] & (found[word] | ~(face_up(s, word) | face_down(s, word))):
                return BOARDS
            if seat >= s.seats and s.boards[seat][word]:
                return BOARDS
            found[word] |= s.boards[seat][word]
        if s.discards[word] & found[word]:
            return DISCARDS
        if s.removed[word] & (found[word] | s.discards[word]) or (s.seats > 2 and s.removed[word]):
            return REMOVED
        if found[word] | s.discards[word] | s.removed[word] != everything:
            return BOARDS
    return SOUND


def fights_are_wrong(s: State) -> int:
    """Whether fights were won by the stronger, a tie by who had the Parrot when the boarding began; between boardings none is."""
    for seat in range(SEATS):
        if (not s.boarding or seat >= s.seats) and s.strength[seat]:
            return STRENGTH
        sides = 0 if not s.boarding or seat >= s.seats else 1 if s.seats == 2 else 3
        if s.won[seat] & ~sides:
            return WON
    if not s.boarding:
        if s.first_boarder != -1:
            return FIRST_BOARDER
        if s.actor != -1:
            return ACTOR
        return ACTED if s.acted else SOUND
    if not 0 <= s.first_boarder < s.seats:
        return FIRST_BOARDER
    if s.acted >= s.seats:
        return ACTED
    if s.actor != (s.first_boarder + s.acted) % s.seats:
        return ACTOR
    for seat in range(fight_count(s)):
        left = opponent(s, seat, LEFT)
        nearer = (seat - s.first_boarder) % s.seats < (left - s.first_boarder) % s.seats
        wins = s.strength[seat] > s.strength[left] or (s.strength[seat] == s.strength[left] and nearer)
        if has_won(s, left, LEFT if s.seats == 2 else RIGHT) if wins else has_won(s, seat, LEFT):
            return WON
    return SOUND


def choice_is_wrong(s: State) -> int:
    """Whether a boarding, if there is one, waits for a choice that somebody has, and Pirates have acted only if it was their turn."""
    for side in range(2):
        for word in range(WORD_COUNT):
            may = 0
            if s.boarding:
                may = s.discards[word]
                for i in range(s.acted + 1):
                    may |= s.boards[(s.first_boarder + i) % s.seats][word]
            if s.applied[side][word] & ~(may & s.of_type[PIRATE][word]):
                return APPLIED
    if not s.boarding or s.phase == SENDING:
        if s.sent != NO_CARD:
            return SENT
        if s.target != -1:
            return TARGET
    elif s.sent >= s.card_count or not holds(s.boards[s.actor], s.sent) or s.effect[s.kind_of[s.sent]] != effect_of(s.phase):
        return SENT
    elif not 0 <= s.target < s.seats or not has_beaten(s, s.actor, s.target):
        return TARGET
    elif not holds(s.applied[LEFT], s.sent) and not holds(s.applied[RIGHT], s.sent):
        return APPLIED
    if s.phase == TAKING_OBJECT:
        if s.given >= s.card_count or not holds(s.boards[s.actor], s.given) or s.type_of[s.kind_of[s.given]] != OBJECT:
            return GIVEN
    elif s.given != NO_CARD:
        return GIVEN
    if (s.phase == GIVING_RUM and s.rums[s.target] == 0) or (s.phase == GIVING_OBJECT and how_many(s, s.target, OBJECT) == 0):
        return TARGET
    out = scratch(ACTIONS)
    return PHASE if s.boarding and legal_actions(s, acting(s), out) == 0 else SOUND


def effect_of(phase: int) -> int:
    """The effect that asks for the choice of a phase."""
    if phase == CHOOSING_LOOT:
        return TAKE_LOOT
    if phase == GIVING_RUM:
        return SWAP_RUM
    return DISCARD_OBJECT if phase == DISCARDING else SWAP_OBJECT


def doubloons_are_wrong(s: State) -> int:
    """Whether the doubloons that left the stock are those on boards, shares and Chest."""
    count = s.chest_doubloons
    for seat in range(SEATS):
        count += s.doubloons[seat]
        if s.doubloons[seat] < 0 or (seat >= s.seats and s.doubloons[seat]):
            return DOUBLOONS
    for share in range(SHARES):
        count += s.share_doubloons[share]
        if s.share_doubloons[share] < 0:
            return SHARE_DOUBLOONS
    if s.chest_doubloons:
        owned = False
        for seat in range(s.seats):
            owned |= s.chest >= 0 and holds(s.boards[seat], s.chest)
        if not owned:
            return CHEST_DOUBLOONS
    return SOUND if count == s.issued else ISSUED


def looks_are_wrong(s: State) -> int:
    """Whether only seats have looked, at cards that are there, and who looks now has seen the whole share."""
    for share in range(SHARES):
        for place in range(SHARE_CARDS):
            seen_by = s.seen_by[share][place]
            if seen_by >> s.seats or (seen_by and place >= s.share_size[share]):
                return SEEN_BY
            if share == s.share and place < s.share_size[share] and not seen_by >> s.turn & 1:
                return SEEN_BY
    for place in range(SHARE_CARDS):
        seen_by = s.hand_seen_by[place]
        if seen_by >> s.seats or (s.hand[place] != NO_CARD) != (seen_by >> s.turn & 1 == 1) or (seen_by and s.hand[place] == NO_CARD):
            return HAND_SEEN_BY
    return SOUND


def knowledge_is_wrong(s: State) -> int:
    """Whether each seat knows the face-down cards it has looked at, and its own, and no card but such."""
    for seat in range(SEATS):
        hidden = scratch(WORD_COUNT)
        for share in range(SHARES):
            for place in range(s.share_size[share]):
                put(hidden, s.shares[share][place])
                if seat < s.seats and holds(s.known[seat], s.shares[share][place]) != (s.seen_by[share][place] >> seat & 1 == 1):
                    return KNOWN
        for place in range(SHARE_CARDS):
            if s.hand[place] != NO_CARD:
                put(hidden, s.hand[place])
                if seat < s.seats and holds(s.known[seat], s.hand[place]) != (s.hand_seen_by[place] >> seat & 1 == 1):
                    return KNOWN
        for word in range(WORD_COUNT):
            others = 0
            for owner in range(s.seats):
                if s.phase != OVER:
                    hidden[word] |= s.boards[owner][word] & face_down(s, word)
                    if owner == seat and s.boards[owner][word] & face_down(s, word) & ~s.known[seat][word]:
                        return KNOWN
                if owner != seat:
                    others |= s.boards[owner][word] & s.of_type[RUM][word]
            if s.known[seat][word] & ~(hidden[word] if seat < s.seats else 0):
                return KNOWN
            if s.lost[seat][word] & ~(others if seat < s.seats and s.phase != OVER else 0) or s.lost[seat][word] & s.known[seat][word]:
                return LOST
    return SOUND


def end_is_wrong(s: State) -> int:
    """Whether points are those of the cards, and the most have won; there are none before the end."""
    leaders, most = 0, 0
    for seat in range(SEATS):
        if s.points[seat] != (total(s, seat, None) if s.phase == OVER and seat < s.seats else 0):
            return POINTS
        if s.phase == OVER and seat < s.seats:
            if leaders == 0 or s.points[seat] > most:
                leaders, most = 1 << seat, s.points[seat]
            elif s.points[seat] == most:
                leaders |= 1 << seat
    return SOUND if s.winning == (1 << by_parrot(s, leaders) if leaders else 0) else WINNING
