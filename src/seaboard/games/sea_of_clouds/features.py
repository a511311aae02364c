"""What a learner sees of Sea of Clouds. Cards are identified by kind: copies of a kind are identical."""

from seaboard.games.sea_of_clouds.boarding import opponent
from seaboard.games.sea_of_clouds.card_sets import back_of, copies, crew_strength, face_up, holds, how_many
from seaboard.games.sea_of_clouds.cards import (
    BACKS,
    LEG,
    MAJORITY,
    MOST_CARDS,
    MOST_KINDS,
    OBJECT,
    RELIC,
    ROUNDS,
    SHARE_CARDS,
    SHARES,
    WORD_BITS,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.scoring import chest_of, worth
from seaboard.games.sea_of_clouds.state import NO_CARD, OVER, SEATS, UNSEEN, State
from seaboard.kit import Field, lowest, mark_count, mark_place, scratch, starts, without_lowest

MOST_COINS = 100
MOST_COPIES = 12
PLACES = SHARES * SHARE_CARDS

# As many 1s as there are points, doubloons …: this way a network tells seven from eight more easily than by one number.
MOST_PROMISED = 24
MOST_ON_SHARE = 8
MOST_RUMS = 12
MOST_RELICS = 12
MOST_OBJECTS = 8
MOST_DOUBLOONS = 32
LEAST_STRENGTH, MOST_STRENGTH = -5, 20
FULL_STRENGTH = 40
MOST_POINTS = 64
MOST_AHEAD = 20
MOST_STRONGER = 6
ALL_RUMS, ALL_SECRETS, ALL_RELICS, ALL_OBJECTS = 21, 10, 23, 20
"""How many the standard deck has. A custom deck may have more: observations cap its numbers at these and at MOST_COPIES."""

COMMON = (
    Field("phase", OVER, "what is to be done: look, lay, send, choose loot, give a Rum, give, take or discard an Object"),
    Field("share", SHARES, "the share that is being looked at"),
    Field("shares", PLACES * MOST_KINDS, "of each place of each share, the kind of the card there, if you know it"),
    Field("backs", PLACES * BACKS, "of each place, the back of the card there: rum, relic, object, pirate"),
    Field("coins", SHARES, "the doubloons on each share", MOST_COINS),
    Field("coin_ones", SHARES * MOST_ON_SHARE, "the same, as so many 1s"),
    Field(
        "promised",
        SHARES * MOST_PROMISED,
        "of each share, as many 1s as its doubloons and the cards in it that you know would count for you now",
    ),
    Field("hand", SHARE_CARDS * MOST_KINDS, "of each card that was taken and is to be laid, its kind, if you know it"),
    Field("hand_backs", SHARE_CARDS * BACKS, "of each of them, its back"),
    Field("unseen", MOST_KINDS, "how many cards of each kind you don't know the place of", MOST_COPIES),
    Field("discards", MOST_KINDS, "how many of each kind are discarded", MOST_COPIES),
    Field("lost", MOST_KINDS, "how many Rums of each kind lie on some other board, you don't know which", MOST_COPIES),
    Field("sent", MOST_KINDS, "the Pirate that was sent, and whose effect asks for a choice"),
    Field("given", MOST_KINDS, "the Object that is to be given in a swap"),
    Field("top", BACKS, "the back on top of the deck"),
    Field("pile", 1, "how many cards the deck has", 120),
    Field("round", 1, "the number of the round", 15),
    Field("left", 1, "how many rounds come after it", 15),
    Field("boarding", 1, "how many rounds come before the next boarding", 5),
    Field("chest", 1, "the doubloons on the Chest", MOST_COINS),
    Field("seats", 4, "how many seats there are: the place is the number less one"),
)
EACH = (
    Field("here", 1, "1: there is such a seat"),
    Field("turn", 1, "1: it is its turn"),
    Field("acts", 1, "1: it is to send its Pirates"),
    Field("target", 1, "1: a Pirate was sent against it"),
    Field("has_acted", 1, "1: its Pirates have acted in this boarding"),
    Field("hat", 1, "1: it has the Hat"),
    Field("parrot", 1, "1: it has the Parrot"),
    Field("parrot_steps", 1, "how many steps to the left of the Parrot it sits: ties go to the nearest", 3),
    Field("won", 2, "1: it has won against its neighbour to the left, to the right"),
    Field("board", MOST_CARDS, "for each kind as many 1s as you know cards of it on its board, at the places of its cards"),
    Field(
        "sending",
        2 * MOST_KINDS,
        "the Pirates that have acted, for the victory to the left and to the right: how many of each kind",
        MOST_COPIES,
    ),
    Field("rums", 1, "how many Rums it has", ALL_RUMS),
    Field("secrets", 1, "how many Secrets it has", ALL_SECRETS),
    Field("relics", 1, "how many Relics it has", ALL_RELICS),
    Field("objects", 1, "how many Objects it has", ALL_OBJECTS),
    Field("doubloons", 1, "its doubloons", MOST_COINS),
    Field("strength", 1, "the strength of its crew", FULL_STRENGTH, -FULL_STRENGTH),
    Field("rum_ones", MOST_RUMS, "as many 1s as it has Rums"),
    Field("relic_ones", MOST_RELICS, "as many 1s as it has Relics"),
    Field("object_ones", MOST_OBJECTS, "as many 1s as it has Objects"),
    Field("doubloon_ones", MOST_DOUBLOONS, "as many 1s as it has doubloons"),
    Field("strength_ones", MOST_STRENGTH - LEAST_STRENGTH, "as many 1s as the strength of its crew is above -5"),
    Field(
        "stronger",
        2 * (2 * MOST_STRONGER + 1),
        "by how much its crew is stronger than that to the left, to the right: -6 or less, … 6 or more",
    ),
    Field("points", MOST_POINTS, "as many 1s as what you know of it would count now, Majority Rums at their lesser worth"),
    Field("ahead", 2 * MOST_AHEAD + 1, "by how much that is more than the best of the others has: -20 or less, … 20 or more"),
    Field("has_chest", 1, "1: it has the Chest"),
    Field("seen", PLACES, "1: it has looked at the card in this place of the shares"),
    Field("seen_hand", SHARE_CARDS, "1: it has looked at this card that is to be laid"),
)
(
    PHASE, SHARE, IN_SHARES, SHARE_BACKS, COINS, COIN_ONES, PROMISED, HAND, HAND_BACKS, UNSEEN_KINDS, DISCARDS, LOST, SENT, GIVEN, TOP,
    PILE, ROUND, LEFT_ROUNDS, BOARDING, CHEST, SEATS_AT, FIRST_BLOCK,
) = starts(COMMON)  # fmt: skip
(
    HERE, TURN, ACTS, TARGET, HAS_ACTED, HAT, PARROT, STEPS, WON, BOARD, SENDING, RUMS, SECRETS, RELICS, OBJECTS, DOUBLOONS, STRENGTH,
    RUM_ONES, RELIC_ONES, OBJECT_ONES, DOUBLOON_ONES, STRENGTH_ONES, STRONGER, POINTS, AHEAD, HAS_CHEST, SEEN, SEEN_HAND, BLOCK,
) = starts(EACH)  # fmt: skip

FORGETS = (
    "first_player", "deck", "kind_count", "card_count", "removed_kind", "chest", "kind_of", "type_of", "effect", "amount", "extra", "once",
    "set_values", "of_type", "points", "winning", "pile", "removed", "issued", "known", "boards", "shares", "hand", "discards", "lost",
    "applied", "sent", "given",
)  # fmt: skip
"""What of the State is not in a row, or not in full: the deck is taken as known, and of a card only its kind is told."""


EVENT_NUMBERS = ((-1, 3), (-20, 200), (-20, 128), (-20, 128))
"""The smallest and the largest seat of an event, and of the three numbers after it, with the standard deck."""


def most_events(s: State) -> int:
    """Return the space for the events of a match: a turn with its share of the boardings has never made more than 25."""
    return 34 * s.seats * ROUNDS[s.seats] + 60


def blocks(seats: int) -> int:
    """How many blocks a row has."""
    return seats


def is_learnable(s: State) -> bool:
    """Whether a network trained on the standard deck can read the row: kinds have other meanings in a host's own deck."""
    return not (s.deck[0] or s.deck[1] or s.deck[2] or s.deck[3])


def turned(s: State, seat: int, action: int) -> int:
    """Return the action as it is: actions name only neighbours, so nothing is turned."""
    return action


def observe(s: State, seat: int, row: list[int]) -> None:
    """Write what a seat sees and remembers into a row of zeros."""
    if s.phase < OVER:
        row[PHASE + s.phase] = 1
    if s.share >= 0:
        row[SHARE + s.share] = 1
    firsts = scratch(MOST_KINDS)  # the first card of each kind, in the deck's order
    for card in range(s.card_count - 1, -1, -1):
        firsts[s.kind_of[card]] = card
        row[UNSEEN_KINDS + s.kind_of[card]] += 1
    for share in range(SHARES):
        row[COINS + share] = min(s.share_doubloons[share], MOST_COINS)
        mark_count(row, COIN_ONES + share * MOST_ON_SHARE, s.share_doubloons[share], MOST_ON_SHARE)
        mark_count(row, PROMISED + share * MOST_PROMISED, promised(s, seat, share), MOST_PROMISED)
        for place in range(s.share_size[share]):
            at = share * SHARE_CARDS + place
            observe_card(s, seat, s.shares[share][place], row, IN_SHARES + at * MOST_KINDS, SHARE_BACKS + at * BACKS)
    for place in range(SHARE_CARDS):
        if s.hand[place] != NO_CARD:
            observe_card(s, seat, s.hand[place], row, HAND + place * MOST_KINDS, HAND_BACKS + place * BACKS)
    for word in range(WORD_COUNT):
        count_kinds(s, s.discards[word], word, row, DISCARDS)
        count_kinds(s, s.lost[seat][word], word, row, LOST)
        take_seen(s, s.discards[word] | s.lost[seat][word], word, row)
    if s.seats == 2 and s.removed_kind >= 0:
        row[UNSEEN_KINDS + s.removed_kind] = 0
    if s.sent != NO_CARD:
        row[SENT + s.kind_of[s.sent]] = 1
    if s.given != NO_CARD:
        row[GIVEN + s.kind_of[s.given]] = 1
    if s.pile_size:
        top = s.pile[s.pile_size - 1]
        row[TOP + (top - UNSEEN if top >= UNSEEN else back_of(s, top))] = 1
    row[PILE] = s.pile_size
    row[ROUND] = s.round_number
    row[LEFT_ROUNDS] = ROUNDS[s.seats] - s.round_number
    row[BOARDING] = (LEG[s.seats] - s.round_number % LEG[s.seats]) % LEG[s.seats]
    row[CHEST] = min(s.chest_doubloons, MOST_COINS)
    row[SEATS_AT + s.seats - 1] = 1
    observe_seats(s, seat, firsts, row)
    if not is_learnable(s):
        bound_copies(s, row)


def bound_copies(s: State, row: list[int]) -> None:
    """Cap the numbers of copies at their bounds, which a custom deck may exceed."""
    for at in range(UNSEEN_KINDS, SENT):
        row[at] = min(row[at], MOST_COPIES)
    for i in range(s.seats):
        for at in range(FIRST_BLOCK + i * BLOCK + SENDING, FIRST_BLOCK + i * BLOCK + RUMS):
            row[at] = min(row[at], MOST_COPIES)


def promised(s: State, seat: int, share: int) -> int:
    """Return what the doubloons on a share, and the cards in it that a seat knows, would be worth to it now."""
    points = s.share_doubloons[share]
    for place in range(s.share_size[share]):
        card = s.shares[share][place]
        if card < UNSEEN and holds(s.known[seat], card):
            kind = s.kind_of[card]
            have = copies(s, seat, kind)
            for other in range(place):
                before = s.shares[share][other]
                have += before < UNSEEN and holds(s.known[seat], before) and s.kind_of[before] == kind
            points += known_worth(s, seat, kind, have + 1) - known_worth(s, seat, kind, have)
    return points


def known_worth(s: State, seat: int, kind: int, count: int) -> int:
    """Return what some cards of a kind are worth on a board, as far as anybody can tell: Rum majorities are not visible."""
    if count == 0:
        return 0
    return count * s.extra[kind] if s.effect[kind] == MAJORITY else worth(s, seat, kind, count)


def observe_card(s: State, seat: int, card: int, row: list[int], kinds: int, backs: int) -> None:
    """Write what a seat sees of a card that lies face down."""
    if card >= UNSEEN:
        row[backs + card - UNSEEN] = 1
        return
    row[backs + back_of(s, card)] = 1
    if holds(s.known[seat], card):
        row[kinds + s.kind_of[card]] = 1
        row[UNSEEN_KINDS + s.kind_of[card]] -= 1


def count_kinds(s: State, cards: int, word: int, row: list[int], at: int) -> None:
    """Count the cards of a set by their kind."""
    while cards:
        row[at + s.kind_of[word * WORD_BITS + lowest(cards)]] += 1
        cards = without_lowest(cards)


def take_seen(s: State, cards: int, word: int, row: list[int]) -> None:
    """Remove cards whose place is known from those whose place isn't."""
    while cards:
        row[UNSEEN_KINDS + s.kind_of[word * WORD_BITS + lowest(cards)]] -= 1
        cards = without_lowest(cards)


def observe_seats(s: State, seat: int, firsts: list[int], row: list[int]) -> None:
    """Write what a seat knows about everybody, itself first, and how they compare."""
    strengths = scratch(SEATS)
    points = scratch(SEATS)
    for i in range(s.seats):
        other = (seat + i) % s.seats
        at = FIRST_BLOCK + i * BLOCK
        strengths[other] = crew_strength(s, other)
        points[other] = s.doubloons[other] + chest_of(s, other) + observe_board(s, seat, other, firsts, row, at)
        observe_seat(s, other, strengths[other], row, at)
        mark_count(row, at + POINTS, points[other], MOST_POINTS)
    for i in range(s.seats):
        other = (seat + i) % s.seats
        at = FIRST_BLOCK + i * BLOCK
        best = -MOST_COINS
        for rival in range(s.seats):
            if rival != other:
                best = max(best, points[rival])
        mark_place(row, at + AHEAD, points[other] - best, -MOST_AHEAD, MOST_AHEAD)
        for side in range(min(s.seats - 1, 2)):
            stronger = strengths[other] - strengths[opponent(s, other, side)]
            mark_place(row, at + STRONGER + side * (2 * MOST_STRONGER + 1), stronger, -MOST_STRONGER, MOST_STRONGER)


def observe_board(s: State, seat: int, other: int, firsts: list[int], row: list[int], at: int) -> int:
    """Write the cards that a seat knows on a board; returns what they are worth now."""
    if s.phase == OVER:
        return 0
    points, kind, count = 0, 0, 0
    for word in range(WORD_COUNT):
        cards = s.boards[other][word] & (face_up(s, word) | s.known[seat][word])
        take_seen(s, cards, word, row)
        while cards:
            here = s.kind_of[word * WORD_BITS + lowest(cards)]
            cards = without_lowest(cards)
            if here != kind:  # copies are neighbours in the deck's order
                points += known_worth(s, other, kind, count)
                kind, count = here, 0
            row[at + BOARD + firsts[here] + count] = 1
            count += 1
    return points + known_worth(s, other, kind, count)


def observe_seat(s: State, other: int, strength: int, row: list[int], at: int) -> None:
    """Write what everybody sees of a seat into its block."""
    row[at + HERE] = 1
    row[at + TURN] = s.turn == other
    row[at + ACTS] = s.actor == other
    row[at + TARGET] = s.target == other
    row[at + HAS_ACTED] = s.boarding == 1 and (other - s.first_boarder + s.seats) % s.seats < s.acted
    row[at + HAT] = s.hat == other
    row[at + PARROT] = s.parrot == other
    row[at + STEPS] = (other - s.parrot + s.seats) % s.seats
    row[at + WON] = s.won[other] & 1
    row[at + WON + 1] = s.won[other] >> 1 & 1
    for word in range(WORD_COUNT):
        for side in range(2):
            count_kinds(s, s.boards[other][word] & s.applied[side][word], word, row, at + SENDING + side * MOST_KINDS)
    relics, objects = how_many(s, other, RELIC), how_many(s, other, OBJECT)
    row[at + RUMS] = min(s.rums[other], ALL_RUMS)
    row[at + SECRETS] = min(s.secrets[other], ALL_SECRETS)
    row[at + RELICS] = min(relics, ALL_RELICS)
    row[at + OBJECTS] = min(objects, ALL_OBJECTS)
    row[at + DOUBLOONS] = min(s.doubloons[other], MOST_COINS)
    row[at + STRENGTH] = max(min(strength, FULL_STRENGTH), -FULL_STRENGTH)
    mark_count(row, at + RUM_ONES, s.rums[other], MOST_RUMS)
    mark_count(row, at + RELIC_ONES, relics, MOST_RELICS)
    mark_count(row, at + OBJECT_ONES, objects, MOST_OBJECTS)
    mark_count(row, at + DOUBLOON_ONES, s.doubloons[other], MOST_DOUBLOONS)
    mark_count(row, at + STRENGTH_ONES, strength - LEAST_STRENGTH, MOST_STRENGTH - LEAST_STRENGTH)
    row[at + HAS_CHEST] = s.chest >= 0 and holds(s.boards[other], s.chest)
    for share in range(SHARES):
        for place in range(SHARE_CARDS):
            row[at + SEEN + share * SHARE_CARDS + place] = s.seen_by[share][place] >> other & 1
    for place in range(SHARE_CARDS):
        row[at + SEEN_HAND + place] = s.hand_seen_by[place] >> other & 1
